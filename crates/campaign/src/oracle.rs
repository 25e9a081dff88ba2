//! Oracles: what makes an answer suspicious. What is suspicious is not yet a finding.

use crate::finding::Kind;
use crate::models::{asks_for_model, judge, model_of};
use eval::Verdict;
use smt::Status;
use solve::{Answer, Outcome};

/// A script and what a solver said of it.
#[derive(Debug, Clone, Copy)]
pub struct Case<'a> {
    /// The script.
    pub script: &'a [u8],
    /// What the solver said.
    pub outcome: &'a Outcome,
    /// What every check has to be answered with, if that is known.
    pub due: Option<Status>,
}

impl Case<'_> {
    fn answers(&self) -> impl Iterator<Item = &Answer> {
        self.outcome.answers().chain(&self.outcome.afterwards)
    }
}

/// Judges answers.
pub trait Oracle: Sync {
    /// What kind of finding it is after.
    fn kind(&self) -> Kind;
    /// Whether an answer gives the solver away.
    fn suspects(&self, case: &Case<'_>) -> bool;
}

/// All oracles, the gravest first: one mutant is one suspicion at most. What costs most comes last.
pub const ORACLES: &[&dyn Oracle] = &[&Crash, &OwnModelCheck, &Soundness, &OurModelCheck];

struct Crash;

impl Oracle for Crash {
    fn kind(&self) -> Kind {
        Kind::Crash
    }

    fn suspects(&self, case: &Case<'_>) -> bool {
        case.answers()
            .any(|answer| matches!(answer, Answer::Crash(_)))
    }
}

/// The solver finds its own model wrong.
struct OwnModelCheck;

impl Oracle for OwnModelCheck {
    fn kind(&self) -> Kind {
        Kind::Model
    }

    fn suspects(&self, case: &Case<'_>) -> bool {
        case.answers()
            .any(|answer| matches!(answer, Answer::InvalidModel { .. }))
    }
}

struct Soundness;

impl Oracle for Soundness {
    fn kind(&self) -> Kind {
        Kind::Soundness
    }

    fn suspects(&self, case: &Case<'_>) -> bool {
        let wrong = match case.due {
            Some(Status::Sat) => Answer::Unsat,
            Some(Status::Unsat) => Answer::Sat,
            None => return false,
        };
        case.outcome.answers().any(|answer| *answer == wrong)
    }
}

/// We find the model wrong, if it was asked for.
struct OurModelCheck;

impl Oracle for OurModelCheck {
    fn kind(&self) -> Kind {
        Kind::Model
    }

    fn suspects(&self, case: &Case<'_>) -> bool {
        asks_for_model(case.script)
            && model_of(case.outcome)
                .and_then(|model| judge(case.script, model))
                .is_some_and(|verdict| matches!(verdict, Verdict::Invalid(_)))
    }
}

/// The suspicion that an outcome raises.
pub fn suspicion(case: &Case<'_>) -> Option<Kind> {
    let raised = ORACLES.iter().find(|oracle| oracle.suspects(case));
    raised.map(|oracle| oracle.kind())
}

/// What a solver said, in a word or one for each check, as it is written down.
pub fn said(script: &[u8], outcome: &Outcome) -> String {
    let case = Case {
        script,
        outcome,
        due: None,
    };
    let verdict = outcome.verdict();
    if verdict.is_definite() && OurModelCheck.suspects(&case) {
        return "invalid-model".to_owned();
    }
    match verdict.is_definite() {
        true => outcome
            .answers()
            .map(Answer::class)
            .collect::<Vec<_>>()
            .join(" "),
        false => verdict.class().to_owned(),
    }
}
