//! Oracles: what makes an answer suspicious. What is suspicious is not yet a finding.

use crate::finding::Kind;
use mutate::flatten::Status;
use solve::{Answer, Outcome};

/// Judges answers.
pub trait Oracle: Sync {
    /// What kind of finding it is after.
    fn kind(&self) -> Kind;
    /// The answer that gives a solver away, given what every check has to be answered with.
    fn suspect<'a>(&self, outcome: &'a Outcome, due: Status) -> Option<&'a Answer>;
}

/// All oracles, the gravest first: one mutant is one suspicion at most.
pub const ORACLES: &[&dyn Oracle] = &[&Crash, &InvalidModel, &Soundness];

struct Crash;

impl Oracle for Crash {
    fn kind(&self) -> Kind {
        Kind::Crash
    }

    fn suspect<'a>(&self, outcome: &'a Outcome, _: Status) -> Option<&'a Answer> {
        let mut all = outcome.answers().chain(&outcome.afterwards);
        all.find(|answer| matches!(answer, Answer::Crash(_)))
    }
}

struct InvalidModel;

impl Oracle for InvalidModel {
    fn kind(&self) -> Kind {
        Kind::Model
    }

    fn suspect<'a>(&self, outcome: &'a Outcome, _: Status) -> Option<&'a Answer> {
        let mut all = outcome.answers().chain(&outcome.afterwards);
        all.find(|answer| matches!(answer, Answer::InvalidModel { .. }))
    }
}

struct Soundness;

impl Oracle for Soundness {
    fn kind(&self) -> Kind {
        Kind::Soundness
    }

    fn suspect<'a>(&self, outcome: &'a Outcome, due: Status) -> Option<&'a Answer> {
        let wrong = match due {
            Status::Sat => Answer::Unsat,
            Status::Unsat => Answer::Sat,
        };
        outcome.answers().find(|answer| **answer == wrong)
    }
}

/// The suspicion that an outcome raises.
pub fn suspicion(outcome: &Outcome, due: Status) -> Option<(Kind, &Answer)> {
    ORACLES
        .iter()
        .find_map(|oracle| Some((oracle.kind(), oracle.suspect(outcome, due)?)))
}
