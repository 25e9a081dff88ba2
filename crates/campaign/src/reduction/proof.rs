//! What shows that an answer is wrong, of the original and so of what is left of it.
//!
//! Two solvers that differ show nothing where the standard leaves open what is asked, and a reduction would
//! soon get there: next to a wrong `(mod y 5)` there is always a `(mod y 0)`.

use super::native::complains;
use crate::ask::Ask;
use crate::models::{Worth, asks_for_model, model_of, with_model, worth};
use crate::settled::is_settled;
use solve::{AnswerClass, Error, Outcome};
use std::borrow::Cow;

/// What must stay as good as it was.
#[derive(Default)]
pub(super) struct Proof {
    /// Whether every solver means the same by the script.
    settled: bool,
    /// What the model of each reference shows; nothing if there is none.
    models: Vec<Option<Worth>>,
}

impl Proof {
    /// What there is of the original, to one check of which references give that answer.
    pub fn of(
        script: &[u8],
        due: Option<AnswerClass>,
        references: &mut [Box<dyn Ask>],
    ) -> Result<Self, Error> {
        let settled = is_settled(script);
        let mut models = Vec::new();
        for reference in references
            .iter_mut()
            .filter(|_| due == Some(AnswerClass::Sat))
        {
            let asking = with_model(script);
            let outcome = reference.run(&asking)?;
            let shown = shown(&asking, &outcome);
            models.push(shown.filter(|_| !complains(&outcome)));
        }
        Ok(Self { settled, models })
    }

    /// Whether a script can have what the original has, as far as can be told without asking anybody.
    pub fn allows(&self, script: &[u8]) -> bool {
        !self.settled || is_settled(script)
    }

    /// What a reference is asked about a script.
    pub fn question<'s>(&self, reference: usize, script: &'s [u8]) -> Cow<'s, [u8]> {
        match self.model(reference) {
            Some(_) => with_model(script).into(),
            None => script.into(),
        }
    }

    /// Whether what a reference says to that question is worth what it was.
    pub fn is_as_good(&self, reference: usize, question: &[u8], outcome: &Outcome) -> bool {
        let was = self.model(reference);
        was.is_none() || shown(question, outcome) >= was
    }

    fn model(&self, reference: usize) -> Option<Worth> {
        self.models.get(reference).copied().flatten()
    }
}

/// What the model shows that came with an answer, if it is of the one check that there is.
fn shown(question: &[u8], outcome: &Outcome) -> Option<Worth> {
    let model = model_of(outcome).filter(|_| outcome.asked == 1 && asks_for_model(question));
    model.map(|model| worth(question, model))
}
