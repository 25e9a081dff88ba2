//! What one release does with a question.

use super::question::{Question, Symptom};
use crate::ask::Ask;
use crate::finding::Answers;
use crate::horn::clauses::{self, Checked};
use crate::horn::judges::Judges;
use crate::models::{asks_for_model, judge, model_of, up_to_check, with_model};
use crate::settled::has_escapes;
use eval::Verdict;
use serde::{Deserialize, Serialize};
use smt::{Script, Status};
use solve::{AnswerClass, Error, Outcome};

/// What a release does with a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Told {
    /// What it answers.
    pub answer: Answers,
    /// At each place where the bug may show, whether it does; nothing if that cannot be told.
    pub shows: Vec<Option<bool>>,
}

/// A release that is asked: with its own check of models, or without.
pub(super) type Opened<'a> = &'a mut dyn FnMut(bool) -> Box<dyn Ask>;

impl Question {
    /// Puts the question to a release.
    ///
    /// # Errors
    /// If it cannot be asked.
    pub(super) fn put(&self, open: Opened<'_>, judges: &mut Judges) -> Result<Told, Error> {
        let script = &self.script;
        match &self.symptom {
            Symptom::WrongAnswer(due) => {
                let answer = answers(&self.run(open, script)?.0);
                let of_check = |(check, due): (usize, &Option<Status>)| match due {
                    // Nothing is known to be wrong there.
                    None => Some(false),
                    Some(due) => Some(status(*answer.0.get(check)?)? != *due),
                };
                let shows = due.iter().enumerate().map(of_check).collect();
                Ok(Told { answer, shows })
            }
            Symptom::Answers(wrong) => {
                let answer = answers(&self.run(open, script)?.0);
                let begin = |place: usize| match answer.0.get(place..place + wrong.len()) {
                    Some(given) if given == &wrong[..] => Some(true),
                    Some(given) if given.iter().all(|class| status(*class).is_some()) => {
                        Some(false)
                    }
                    _ => None,
                };
                let places = (super::checks(script) + 1).saturating_sub(wrong.len());
                let shows = (0..places).map(begin).collect();
                Ok(Told { answer, shows })
            }
            Symptom::Crash => {
                let answer = answers(&self.run(open, script)?.0);
                let shows = match answer.0.contains(&AnswerClass::Crash) {
                    true => Some(true),
                    false => answer
                        .0
                        .iter()
                        .all(|class| is_orderly(*class))
                        .then_some(false),
                };
                let shows = vec![shows];
                Ok(Told { answer, shows })
            }
            Symptom::InvalidModel(due) => self.put_model(due, open),
            Symptom::Interpretation => {
                let outcome = self.run(open, script)?.0;
                let mut answer = answers(&outcome);
                let model = model_of(&outcome);
                let text = String::from_utf8_lossy(script);
                let checked = model.map(|model| clauses::check(&text, model, judges));
                let shows = match checked.transpose()? {
                    Some(Checked::Invalid(_)) => {
                        answer = AnswerClass::InvalidModel.into();
                        Some(true)
                    }
                    Some(Checked::Valid(_)) => Some(false),
                    Some(Checked::Undecided(_)) | None => None,
                };
                let shows = vec![shows];
                Ok(Told { answer, shows })
            }
            Symptom::Contradiction { parents, due } => {
                let mut all = Vec::new();
                let mut as_due = Vec::new();
                for parent in parents {
                    let answer = answers(&self.run(open, parent)?.0);
                    as_due.push(whole(&answer));
                    all.extend(answer.0);
                }
                let of_script = answers(&self.run(open, script)?.0);
                let last = match of_script.claim(due.other()) {
                    true => Some(due.other()),
                    false => whole(&of_script),
                };
                all.extend(of_script.0);
                let parents_are_due = as_due.iter().all(|status| *status == Some(*due));
                let shows = match last {
                    Some(last) if last != *due && parents_are_due => Some(true),
                    // If they all say the same now, it is not known that this is right, but there is
                    // no contradiction.
                    Some(_) if as_due.iter().all(|status| *status == last) => Some(false),
                    _ => None,
                };
                Ok(Told {
                    answer: Answers(all),
                    shows: vec![shows],
                })
            }
        }
    }

    /// What a release does with a script, and whether it checked its models: not all take the option.
    fn run(&self, open: Opened<'_>, script: &[u8]) -> Result<(Outcome, bool), Error> {
        let mut session = open(self.own_check);
        let outcome = session.run(script)?;
        let solver = session.solver();
        let can = solver.checks_models && !solver.profile.models.check.is_empty();
        let checks = self.own_check && can;
        if checks && answers(&outcome).0.first() == Some(&AnswerClass::Rejected) {
            return Ok((open(false).run(script)?, false));
        }
        Ok((outcome, checks))
    }

    /// Judges the model of every check, by the release's own check and by our evaluation.
    fn put_model(&self, due: &[Option<Status>], open: Opened<'_>) -> Result<Told, Error> {
        let (outcome, checked) = self.run(open, &self.script)?;
        let mut answer = answers(&outcome);
        let mut shows: Vec<Option<bool>> = vec![None; super::checks(&self.script)];
        let script = Script::parse(&self.script[..]).ok();
        for (check, shows) in shows.iter_mut().enumerate() {
            let Some(class) = answer.0.get_mut(check) else {
                break;
            };
            *shows = match class {
                AnswerClass::InvalidModel => Some(true),
                AnswerClass::Unsat if due.get(check) == Some(&Some(Status::Unsat)) => Some(false),
                AnswerClass::Sat => match &script {
                    Some(script) => self.judged(script, check, &outcome, open)?,
                    None => None,
                }
                // What we cannot judge, the release itself has looked at.
                .or(checked.then_some(false)),
                _ => None,
            };
            if *shows == Some(true) {
                *class = AnswerClass::InvalidModel;
            }
            let is_wrong_anyway = due.get(check) == Some(&Some(Status::Unsat));
            if *class == AnswerClass::Sat && is_wrong_anyway {
                *shows = None;
            }
        }
        Ok(Told { answer, shows })
    }

    /// Whether the model of a check is wrong by our own evaluation.
    fn judged(
        &self,
        script: &Script,
        check: usize,
        whole: &Outcome,
        open: Opened<'_>,
    ) -> Result<Option<bool>, Error> {
        let is_last = check + 1 == super::checks(&self.script);
        let shown = model_of(whole).filter(|_| is_last && asks_for_model(&self.script));
        let cut = up_to_check(script, check);
        let asked = match shown {
            Some(_) => None,
            None => Some(open(false).run(&with_model(&cut))?),
        };
        let Some(model) = shown.or(asked.as_ref().and_then(model_of)) else {
            return Ok(None);
        };
        Ok(match judge(&cut, model) {
            // To old releases an escape is several characters.
            Some(Verdict::Invalid(_)) if has_escapes(&cut) || has_escapes(model.as_bytes()) => None,
            Some(Verdict::Invalid(_)) => Some(true),
            Some(Verdict::Valid { .. }) => Some(false),
            _ => None,
        })
    }
}

/// What it says to each check, and trouble after the last one if that is grave.
fn answers(outcome: &Outcome) -> Answers {
    let mut classes: Vec<AnswerClass> = outcome.answers().map(|answer| answer.class()).collect();
    let verdict = outcome.verdict().class();
    let is_told = classes.contains(&verdict);
    match verdict {
        _ if classes.is_empty() => classes.push(verdict),
        AnswerClass::Crash if !is_told => classes.push(verdict),
        AnswerClass::InvalidModel if !is_told => {
            // It is about the model of the last check.
            classes.pop();
            classes.push(verdict);
        }
        _ => {}
    }
    Answers(classes)
}

/// Whether there is a model, by an answer: who gives a wrong one says that there is.
fn status(class: AnswerClass) -> Option<Status> {
    match class {
        AnswerClass::InvalidModel => Some(Status::Sat),
        other => other.status(),
    }
}

/// The answer to all checks, if it is one.
fn whole(answers: &Answers) -> Option<Status> {
    let first = status(*answers.0.first()?)?;
    let mut all = answers.0.iter();
    all.all(|class| status(*class) == Some(first))
        .then_some(first)
}

/// Whether it is an answer of a solver that is sound in mind: one that finds its own model wrong may
/// have the same fault as one that breaks.
fn is_orderly(class: AnswerClass) -> bool {
    class.status().is_some() || class == AnswerClass::Unknown
}

/// Whether more time or memory could change it.
pub(super) fn is_cut_short(answer: &Answers) -> bool {
    let cut = [AnswerClass::Timeout, AnswerClass::OutOfMemory];
    answer.0.iter().any(|class| cut.contains(class))
}

/// Whether the bug shows in each of some releases, by where it shows in any of them: what happens at a
/// check that no release gets wrong says nothing about it.
pub(super) fn settle(told: &[Told]) -> Vec<Option<bool>> {
    let places = told.iter().map(|one| one.shows.len()).max().unwrap_or(0);
    let at = |one: &Told, place: usize| one.shows.get(place).copied().flatten();
    let is_wrong = |place: &usize| told.iter().any(|one| at(one, *place) == Some(true));
    let wrong: Vec<usize> = (0..places).filter(is_wrong).collect();
    let which: Vec<usize> = match wrong.is_empty() {
        true => (0..places).collect(),
        false => wrong,
    };
    let of_release = |one: &Told| {
        let shown: Vec<Option<bool>> = which.iter().map(|place| at(one, *place)).collect();
        match shown.contains(&Some(true)) {
            true => Some(true),
            false if shown.contains(&None) || shown.is_empty() => None,
            false => Some(false),
        }
    };
    told.iter().map(of_release).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_that_nobody_gets_wrong_does_not_matter() {
        let told = |marks: &str| Told {
            answer: Answers::default(),
            shows: marks
                .chars()
                .map(|mark| match mark {
                    'x' => Some(true),
                    '.' => Some(false),
                    _ => None,
                })
                .collect(),
        };
        let settled = |all: &[&str]| -> String {
            let told: Vec<Told> = all.iter().map(|marks| told(marks)).collect();
            let letter = |shows: Option<bool>| match shows {
                Some(true) => 'x',
                Some(false) => '.',
                None => '?',
            };
            settle(&told).into_iter().map(letter).collect()
        };
        assert_eq!(settled(&["x?", ".?", "?.", ".x"]), "x??x");
        assert_eq!(settled(&["?x", "?.", ".."]), "x..");
        assert_eq!(settled(&[".?", ".."]), "?.");
        // One that broke off has fewer.
        assert_eq!(settled(&["", "x", "."]), "?x.");
        assert_eq!(settled(&[]), "");
    }
}
