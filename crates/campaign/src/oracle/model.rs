//! The solver says sat, and its model is none: by its own check, or by our own evaluation.

use super::{Observation, Oracle, Query, Weighed, title};
use crate::ask::Ask;
use crate::case::{SeedForm, TestCase};
use crate::finding::Finding;
use crate::horn::judges::Judges;
use crate::models::{GET_MODEL, Models, asks_for_model, asserted_back, judge, model_of};
use crate::settled::{has_escapes, is_settled};
use crate::triage::Bench;
use eval::Verdict;
use solve::{Answer, Error, Outcome};

/// Who finds the model wrong.
#[derive(PartialEq, Eq)]
enum By {
    Solver,
    Us,
}

pub(super) struct Model(By);

/// The solver finds its own model wrong.
pub(super) static BY_THE_SOLVER: Model = Model(By::Solver);
/// We find the model wrong, if it was asked for.
pub(super) static BY_US: Model = Model(By::Us);

/// What is printed for a Horn system is an interpretation, which is another oracle's.
fn is_ours(case: &TestCase) -> bool {
    case.derivation.derived().source().form != SeedForm::Horn
}

/// Whether a model that was asked for is wrong by our own evaluation.
pub(crate) fn is_wrong_by_us(script: &[u8], outcome: &Outcome) -> bool {
    let model = model_of(outcome).filter(|_| asks_for_model(script));
    let judged = model.and_then(|model| judge(script, model));
    matches!(judged, Some(Verdict::Invalid(_)))
}

fn is_wrong_by_the_solver(outcome: &Outcome) -> bool {
    let mut answers = outcome.answers().chain(&outcome.afterwards);
    answers.any(|answer| matches!(answer, Answer::InvalidModel { .. }))
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
        Ok(is_ours(seen.case)
            && match self.0 {
                By::Solver => is_wrong_by_the_solver(seen.outcome),
                By::Us => is_wrong_by_us(seen.script, seen.outcome),
            })
    }

    fn weigh(
        &self,
        _: &Finding,
        seen: &Observation<'_>,
        bench: &mut Bench<'_>,
    ) -> Result<Weighed, Error> {
        weigh_model(bench.references, seen.script, seen.outcome)
    }

    fn title(&self, finding: &Finding) -> String {
        title(finding, "gives a wrong model of")
    }

    fn explanation(&self, _: &Finding) -> String {
        "The solver says sat, and its model is none.".to_owned()
    }
}

/// Weighs what is known of a model that is said to be wrong.
pub(crate) fn weigh_model(
    references: &mut [Box<dyn Ask>],
    script: &[u8],
    outcome: &Outcome,
) -> Result<Weighed, Error> {
    let own = outcome
        .answers()
        .any(|a| matches!(a, Answer::InvalidModel { .. }));
    let model = model_of(outcome).filter(|_| asks_for_model(script));
    let judged = model.and_then(|model| judge(script, model));
    let settled = is_settled(script);
    let mut evidence = Vec::new();
    if own {
        evidence.push("the solver's own check finds the model wrong".to_owned());
    }
    if settled {
        evidence.push("every operator in the script is defined for all arguments".to_owned());
    }
    let escapes = has_escapes(script) || model.is_some_and(|m| has_escapes(m.as_bytes()));
    let (verdict, believable) = match (&judged, model) {
        (Some(Verdict::Invalid(_)), _) if escapes && !own => (
            "the model may be wrong, or its strings are written in another way".to_owned(),
            false,
        ),
        (Some(Verdict::Invalid(invalid)), Some(model)) => {
            evidence.push(format!("our own evaluation: {}", invalid.explanation));
            let (against, for_it) = ask_back(references, script, model, &mut evidence)?;
            (
                "the model is wrong by our own evaluation".to_owned(),
                (settled || own || against > 0) && for_it == 0,
            )
        }
        (Some(Verdict::Valid { .. }), _) => (
            "the solver's own check finds its model wrong, and we find it right".to_owned(),
            false,
        ),
        _ if settled => (
            "the solver's own check finds its model wrong; nobody else has checked it".to_owned(),
            true,
        ),
        _ => (
            "the solver's own check finds its model wrong, but not everything in the script \
             is defined"
                .to_owned(),
            false,
        ),
    };
    Ok(Weighed {
        verdict,
        evidence,
        believable,
    })
}

/// Has others judge a model: how many say that it is none, and how many that it is one.
fn ask_back(
    references: &mut [Box<dyn Ask>],
    script: &[u8],
    model: &str,
    evidence: &mut Vec<String>,
) -> Result<(usize, usize), Error> {
    let (mut against, mut for_it) = (0, 0);
    let Some(back) = asserted_back(script, model) else {
        return Ok((0, 0));
    };
    for reference in references {
        let says = match reference.run(&back)?.verdict() {
            Answer::Unsat => {
                against += 1;
                "the same"
            }
            Answer::Sat => {
                for_it += 1;
                "that the model is right"
            }
            _ => continue,
        };
        let name = &reference.solver().name;
        evidence.push(format!(
            "{name}, asked about the script with the model's definitions in it, says {says}"
        ));
    }
    Ok((against, for_it))
}
