//! Why the answer to a reduced script is wrong, so that nobody has to believe us: a model that anybody
//! can check by hand, or the assertion that the solver's own model violates.

use crate::ask::Ask;
use crate::finding::{Answers, Ground};
use crate::models::{Worth, ask_for_model, judge, worth};
use crate::posed::Posed;
use eval::Verdict;
use smt::Status;
use solve::Error;

/// What speaks against the answer to a question: `tested` gave it, it was made from a `witness`, and others
/// may have models.
pub(super) fn grounds(
    (question, answer): (Posed<'_>, &Answers),
    witness: Option<&str>,
    tested: &mut dyn Ask,
    others: &mut [Box<dyn Ask>],
) -> Result<Vec<Ground>, Error> {
    let script = question.plain;
    let mut grounds = Vec::new();
    if answer.claim(Status::Sat)
        && let Some(model) = ask_for_model(tested, question)?
        && let Some(Verdict::Invalid(invalid)) = judge(script, &model)
    {
        grounds.push(Ground::NoModel {
            explanation: invalid.explanation.to_string(),
            model: model.trim().to_owned(),
        });
    }
    if answer.claim(Status::Unsat) {
        if let Some(witness) = witness.filter(|witness| worth(script, witness) == Worth::Right) {
            grounds.push(Ground::Model {
                whose: "how it was made".to_owned(),
                model: witness.trim().to_owned(),
            });
            return Ok(grounds);
        }
        for other in others {
            if let Some(model) = ask_for_model(&mut **other, Posed::plainly(script))?
                && worth(script, &model) == Worth::Right
            {
                grounds.push(Ground::Model {
                    whose: other.solver().name.clone(),
                    model: model.trim().to_owned(),
                });
                // The shortest is the easiest to check, but one is enough.
                break;
            }
        }
    }
    Ok(grounds)
}
