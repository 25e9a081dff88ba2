//! What is known of a model that somebody complains of: the solver's own check, or we.
//!
//! A complaint of the solver itself is settled by the model that it prints, which we evaluate. What we
//! cannot evaluate others are asked about, with the model's definitions in the script.

use super::Weighed;
use super::model::{Model, is_wrong_by_us};
use crate::ask::Ask;
use crate::models::{
    asks_for_model, asserted_back, judge, model_of, up_to_check, with_model, without_own_check,
};
use crate::posed::Posed;
use crate::settled::{has_escapes, is_settled};
use eval::Verdict;
use smt::Script;
use solve::{Answer, Error, Outcome};
use std::borrow::Cow;

/// Whether the solver's own check complains of a model.
pub(crate) fn is_doubted_by_itself(outcome: &Outcome) -> bool {
    let mut answers = outcome.answers().chain(&outcome.afterwards);
    answers.any(|answer| matches!(answer, Answer::InvalidModel { .. }))
}

/// A script of several checks up to the one whose model the solver complains of, if it does, and unless
/// that of the last one is wrong anyway.
fn up_to_complaint<'s>(script: &'s [u8], outcome: &Outcome) -> Cow<'s, [u8]> {
    let is_complaint = |answer: &Answer| matches!(answer, Answer::InvalidModel { .. });
    let place = outcome.answers().position(is_complaint);
    match place.filter(|_| outcome.asked > 1 && !is_wrong_by_us(script, outcome)) {
        Some(place) => match Script::parse(script) {
            Ok(parsed) => up_to_check(&parsed, place).into(),
            Err(_) => script.into(),
        },
        None => script.into(),
    }
}

/// What is known of a model.
pub(crate) struct Examined {
    /// Whether the solver's own check complains.
    own: bool,
    /// The script up to the check that the model is of.
    script: Vec<u8>,
    /// Whether every solver means the same by it.
    settled: bool,
    /// Whether strings may be read in more than one way.
    escapes: bool,
    /// The model, if there is one.
    model: Option<String>,
    /// What we say of it, if it can be read.
    judged: Option<Verdict>,
    /// How many others say that it is none, and how many that it is one.
    others: (usize, usize),
    /// What others say, in words.
    heard: Vec<String>,
    /// What the solver prints if it does not check its models, where it broke off otherwise.
    pub printed: Option<Outcome>,
}

impl Examined {
    /// Looks at the model that the solver printed, or at the one that it prints when it is asked again
    /// `unchecked`: some break off at their own complaint, and show none.
    pub fn by_us(
        unchecked: &mut dyn Ask,
        question: Posed<'_>,
        outcome: &Outcome,
    ) -> Result<Self, Error> {
        let own = is_doubted_by_itself(outcome);
        let script = up_to_complaint(question.plain, outcome);
        let shown = model_of(outcome).filter(|_| asks_for_model(&script));
        let mut model = shown.map(str::to_owned);
        let mut printed = None;
        if model.is_none() && own {
            // What is sent otherwise than as it is has one check, and is not cut.
            let question = match question.is_plain() {
                true => Posed::plainly(&script),
                false => question,
            };
            let unchecked = question.ask(unchecked, |sent| {
                without_own_check(&with_model(sent)).into_owned()
            })?;
            model = unchecked.as_ref().and_then(model_of).map(str::to_owned);
            printed = unchecked.filter(|_| model.is_some() && outcome.asked == 1);
        }
        let judged = model.as_ref().and_then(|model| judge(&script, model));
        let in_model = model.as_ref().is_some_and(|m| has_escapes(m.as_bytes()));
        Ok(Self {
            own,
            settled: is_settled(&script),
            escapes: has_escapes(&script) || in_model,
            script: script.into_owned(),
            model,
            judged,
            others: (0, 0),
            heard: Vec::new(),
            printed,
        })
    }

    /// The same, and what others say of the model, unless it is right or they might mean something
    /// else by it.
    pub fn by_all(
        references: &mut [Box<dyn Ask>],
        unchecked: &mut dyn Ask,
        question: Posed<'_>,
        outcome: &Outcome,
    ) -> Result<Self, Error> {
        let mut examined = Self::by_us(unchecked, question, outcome)?;
        let same_question = examined.settled && !examined.escapes;
        if examined.is_wrong_by_us() || (!examined.is_right() && same_question) {
            examined.ask_back(references)?;
        }
        Ok(examined)
    }

    /// Has others judge the model.
    fn ask_back(&mut self, references: &mut [Box<dyn Ask>]) -> Result<(), Error> {
        let model = self.model.as_deref();
        let Some(back) = model.and_then(|model| asserted_back(&self.script, model)) else {
            return Ok(());
        };
        for reference in references {
            let says = match reference.run(&back)?.verdict() {
                Answer::Unsat => {
                    self.others.0 += 1;
                    "that it is no model"
                }
                Answer::Sat => {
                    self.others.1 += 1;
                    "that the model is right"
                }
                _ => continue,
            };
            let name = &reference.solver().name;
            self.heard.push(format!(
                "{name}, asked about the script with the model's definitions in it, says {says}"
            ));
        }
        Ok(())
    }

    /// Whether it is wrong by our own evaluation.
    pub fn is_wrong_by_us(&self) -> bool {
        matches!(self.judged, Some(Verdict::Invalid(_)))
    }

    /// Whether others find it wrong where we cannot say, and none finds it right.
    fn is_wrong_by_others(&self) -> bool {
        let (against, for_it) = self.others;
        self.own && !self.is_right() && against > 0 && for_it == 0
    }

    /// Whether somebody besides the solver finds it wrong.
    pub fn is_wrong(&self) -> bool {
        self.is_wrong_by_us() || self.is_wrong_by_others()
    }

    /// Whether we find it right, or others do where we cannot say.
    pub fn is_right(&self) -> bool {
        let undecided = !self.is_wrong_by_us();
        matches!(self.judged, Some(Verdict::Valid { .. })) || (undecided && self.others.1 > 0)
    }

    /// What all of it comes to.
    pub fn weighed(&self) -> Weighed {
        let Self {
            own,
            settled,
            escapes,
            ..
        } = *self;
        let (against, for_it) = self.others;
        let mut evidence = Vec::new();
        if own {
            evidence.push("the solver's own check does not accept the model".to_owned());
        }
        if settled {
            evidence.push("every operator in the script is defined for all arguments".to_owned());
        }
        let (verdict, believable) = match &self.judged {
            Some(Verdict::Invalid(_)) if escapes && !own => (
                "the model may be wrong, or its strings are written in another way",
                false,
            ),
            Some(Verdict::Invalid(invalid)) => {
                evidence.push(format!("our own evaluation: {}", invalid.explanation));
                (
                    "the model is wrong by our own evaluation",
                    (settled || own || against > 0) && for_it == 0,
                )
            }
            Some(Verdict::Valid { .. }) => (
                "the solver's own check does not accept its model, and we find it right",
                false,
            ),
            _ if self.is_wrong_by_others() => (
                "the model is wrong by the solver's own check and by what others say",
                true,
            ),
            _ if self.is_right() => (
                "the solver's own check does not accept its model, and others find it right",
                false,
            ),
            _ if settled => (
                "the solver's own check does not accept its model; nobody else has checked it",
                true,
            ),
            _ => (
                "the solver's own check does not accept its model, but not everything in the \
                 script is defined",
                false,
            ),
        };
        evidence.extend_from_slice(&self.heard);
        Weighed {
            verdict: verdict.to_owned(),
            evidence,
            assignment: None,
            believable,
            oracle: self.is_wrong().then_some(&Model),
        }
    }
}
