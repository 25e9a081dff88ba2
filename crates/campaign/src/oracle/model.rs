//! The solver says sat, and its model is none: by our own evaluation, or by what others say.

use super::examined::Examined;
use super::{Observation, Oracle, Query, Weighed, said, title};
use crate::case::{SeedForm, TestCase};
use crate::finding::{Answers, Finding};
use crate::horn::judges::Judges;
use crate::models::{GET_MODEL, Models, asks_for_model, judge, model_of};
use crate::triage::Bench;
use eval::Verdict;
use solve::{AnswerClass, Error, Outcome};

pub(super) struct Model;

/// What is printed for a Horn system is an interpretation, which is another oracle's.
pub(super) fn is_ours(case: &TestCase) -> bool {
    case.derivation.derived().source().form != SeedForm::Horn
}

/// What we say of a model that was asked for.
fn judged(script: &[u8], outcome: &Outcome) -> Option<Verdict> {
    let model = model_of(outcome).filter(|_| asks_for_model(script))?;
    judge(script, model)
}

/// Whether a model that was asked for is wrong by our own evaluation.
pub(crate) fn is_wrong_by_us(script: &[u8], outcome: &Outcome) -> bool {
    matches!(judged(script, outcome), Some(Verdict::Invalid(_)))
}

impl Oracle for Model {
    fn name(&self) -> &'static str {
        "model"
    }

    fn severity(&self) -> u8 {
        1
    }

    fn queries(&self, case: &TestCase, models: Models) -> &'static [Query] {
        match models != Models::Off && is_ours(case) {
            true => &[GET_MODEL],
            false => &[],
        }
    }

    fn inspect(&self, seen: &Observation<'_>, _: &mut Judges) -> Result<bool, Error> {
        Ok(is_ours(seen.case) && is_wrong_by_us(seen.script, seen.outcome))
    }

    fn weigh(
        &self,
        _: &Finding,
        seen: &Observation<'_>,
        bench: &mut Bench<'_>,
    ) -> Result<Weighed, Error> {
        let (references, unchecked) = (&mut *bench.references, &mut *bench.unchecked);
        let sent = seen.sent(unchecked.solver());
        let question = seen.question(&sent);
        Ok(Examined::by_all(references, unchecked, question, seen.outcome)?.weighed())
    }

    /// A model that we find right is one, whatever the solver's own check says.
    fn said(&self, script: &[u8], outcome: &Outcome, _: &mut Judges) -> Result<Answers, Error> {
        let is_right = matches!(judged(script, outcome), Some(Verdict::Valid { .. }));
        Ok(match is_right && outcome.asked == 1 {
            true => AnswerClass::Sat.into(),
            false => said(script, outcome),
        })
    }

    fn title(&self, finding: &Finding) -> String {
        title(finding, "gives a wrong model of")
    }

    fn explanation(&self, _: &Finding) -> String {
        "The solver says sat, and its model is none.".to_owned()
    }
}
