//! What others have to show for what they say of a script that the solver calls unsat.

use super::super::Observation;
use crate::finding::{Finding, Opinion};
use crate::models::{Worth, ask_for_model, worth};
use crate::posed::Posed;
use crate::triage::Bench;
use solve::{AnswerClass, Error};

/// One of the scripts of a finding, by what the solver says of it.
pub(super) struct Called<'a> {
    /// Its place among the parents; the witness comes after them.
    pub place: usize,
    /// What it is called.
    pub what: String,
    pub question: Posed<'a>,
}

impl<'a> Called<'a> {
    /// The first script of a finding that the solver answers so.
    pub fn find(finding: &'a Finding, seen: &Observation<'a>, answer: AnswerClass) -> Option<Self> {
        let scripts = finding.scripts();
        let witness = scripts.len() - 1;
        let mut scripts = scripts.into_iter().enumerate();
        let (place, (what, script, _)) =
            scripts.find(|(_, (_, _, reply))| reply.answer.are(answer))?;
        let question = match place == witness {
            true => seen.question(script),
            false => Posed::plainly(script),
        };
        Some(Self {
            place,
            what,
            question,
        })
    }
}

/// A model of somebody who says sat.
pub(super) struct Shown {
    pub who: String,
    pub model: String,
    pub worth: Worth,
}

/// The models of references that say sat of what the solver calls unsat.
pub(super) fn models_of_others(
    finding: &Finding,
    seen: &Observation<'_>,
    bench: &mut Bench<'_>,
) -> Result<Vec<Shown>, Error> {
    let mut models = Vec::new();
    let Some(unsat) = Called::find(finding, seen, AnswerClass::Unsat) else {
        return Ok(models);
    };
    // Who did not say sat before has no model now.
    let says_sat = |opinion: &Opinion| {
        let of_parent = opinion.parents.get(unsat.place);
        *of_parent.unwrap_or(&opinion.witness) == AnswerClass::Sat
    };
    let script = unsat.question.plain;
    for reference in bench.references.iter_mut() {
        let who = reference.solver().name.clone();
        let opinion = finding.opinions.iter().find(|o| o.solver.name == who);
        if opinion.is_some_and(says_sat)
            && let Some(model) = ask_for_model(&mut **reference, Posed::plainly(script))?
        {
            models.push(Shown {
                worth: worth(script, &model),
                who,
                model,
            });
        }
    }
    Ok(models)
}
