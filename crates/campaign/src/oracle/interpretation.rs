//! The solver says sat of a system of Horn clauses, and a clause does not hold in its interpretation.

use super::{Observation, Oracle, Query, Weighed, said, title};
use crate::case::{SeedForm, TestCase};
use crate::finding::{Answers, Finding};
use crate::history::{Question, Symptom, alone};
use crate::horn::clauses::{self, Checked};
use crate::horn::judges::Judges;
use crate::models::{GET_MODEL, Models, model_of};
use crate::triage::Bench;
use smt::Status;
use solve::{AnswerClass, Error, Outcome};

pub(super) struct Interpretation;

/// Puts an interpretation into every clause of a script.
pub(crate) fn check(
    script: &[u8],
    outcome: &Outcome,
    judges: &mut Judges,
) -> Result<Option<Checked>, Error> {
    let script = String::from_utf8_lossy(script);
    let model = model_of(outcome);
    model
        .map(|m| clauses::check(&script, m, judges))
        .transpose()
}

fn is_ours(case: &TestCase) -> bool {
    case.derivation.derived().source().form == SeedForm::Horn
}

impl Oracle for Interpretation {
    fn name(&self) -> &'static str {
        "interpretation"
    }

    fn severity(&self) -> u8 {
        1
    }

    fn queries(&self, case: &TestCase, models: Models) -> &'static [Query] {
        let may_be_sat = case.due.status() != Some(Status::Unsat);
        match models != Models::Off && is_ours(case) && may_be_sat {
            true => &[GET_MODEL],
            false => &[],
        }
    }

    fn is_costly(&self) -> bool {
        true
    }

    fn inspect(&self, seen: &Observation<'_>, judges: &mut Judges) -> Result<bool, Error> {
        if !is_ours(seen.case) || seen.outcome.verdict().status() != Some(Status::Sat) {
            return Ok(false);
        }
        let checked = check(seen.script, seen.outcome, judges)?;
        Ok(matches!(checked, Some(Checked::Invalid(_))))
    }

    fn weigh(
        &self,
        _: &Finding,
        seen: &Observation<'_>,
        bench: &mut Bench<'_>,
    ) -> Result<Weighed, Error> {
        Ok(match check(seen.script, seen.outcome, bench.judges)? {
            Some(checked @ Checked::Invalid(_)) => Weighed {
                verdict: "the interpretation is wrong: a clause does not hold in it".to_owned(),
                evidence: vec![checked.to_string()],
                believable: true,
                ..Weighed::default()
            },
            _ => Weighed::default(),
        })
    }

    fn said(
        &self,
        script: &[u8],
        outcome: &Outcome,
        judges: &mut Judges,
    ) -> Result<Answers, Error> {
        Ok(match check(script, outcome, judges)? {
            Some(Checked::Invalid(_)) => AnswerClass::InvalidModel.into(),
            _ => said(script, outcome),
        })
    }

    fn title(&self, finding: &Finding) -> String {
        title(finding, "gives a wrong interpretation of")
    }

    fn explanation(&self, _: &Finding) -> String {
        "The solver says sat, and a clause does not hold in its interpretation.".to_owned()
    }

    fn question(&self, finding: &Finding) -> Option<Question> {
        let script = match alone(finding) {
            Some((script, _)) => script,
            None => &finding.witness.script,
        };
        Some(Question {
            script: script.to_vec(),
            symptom: Symptom::Interpretation,
            own_check: false,
            on_its_word: true,
            at_last: false,
        })
    }
}
