//! What one release does with a question.

use super::question::{Question, Symptom};
use crate::ask::Ask;
use crate::finding::Answers;
use crate::horn::clauses::{self, Checked};
use crate::horn::judges::Judges;
use crate::models::{asks_for_model, judge, model_of, up_to_check, with_model};
use crate::posed::{Posed, last_check, of_last_check};
use crate::settled::has_escapes;
use eval::Verdict;
use serde::{Deserialize, Serialize};
use smt::{Script, Status};
use solve::{Answer, AnswerClass, Check, Error, Outcome};
use std::ops::Range;
use std::time::Duration;

/// Whether a bug shows at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// It does.
    Bad,
    /// It does not.
    Good,
    /// The release says unknown: it does not show, and that may be because it does not get that far.
    Shy,
    /// That cannot be told.
    Open,
}

impl Mark {
    /// What is known.
    fn of(shows: Option<bool>) -> Self {
        match shows {
            Some(true) => Self::Bad,
            Some(false) => Self::Good,
            None => Self::Open,
        }
    }
}

/// What a release does with a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Told {
    /// What it answers.
    pub answer: Answers,
    /// Whether the bug shows, at each place where it may.
    pub marks: Vec<Mark>,
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
                    None => Mark::Good,
                    Some(due) => decided(&answer, check..check + 1, |given| {
                        given.iter().any(|class| status(*class) != Some(*due))
                    }),
                };
                let marks = due.iter().enumerate().map(of_check).collect();
                Ok(Told { answer, marks })
            }
            Symptom::Answers(wrong) => {
                let answer = answers(&self.run(open, script)?.0);
                let begin = |place: usize| {
                    let given = answer.0.get(place..place + wrong.len());
                    match given.is_some_and(|given| given == &wrong[..]) {
                        true => Mark::Bad,
                        false => decided(&answer, place..place + wrong.len(), |_| false),
                    }
                };
                let places = (self.checks() + 1).saturating_sub(wrong.len());
                let marks = (0..places).map(begin).collect();
                Ok(Told { answer, marks })
            }
            Symptom::Crash => {
                let answer = answers(&self.run(open, script)?.0);
                let mark = match answer.0.contains(&AnswerClass::Crash) {
                    true => Mark::Bad,
                    false if answer.0.iter().all(|class| is_orderly(*class)) => Mark::Good,
                    false => Mark::Open,
                };
                let marks = vec![mark];
                Ok(Told { answer, marks })
            }
            Symptom::InvalidModel(due) => self.put_model(due, open),
            Symptom::Interpretation => {
                let outcome = self.run(open, script)?.0;
                let mut answer = answers(&outcome);
                let model = model_of(&outcome);
                let text = String::from_utf8_lossy(script);
                let checked = model.map(|model| clauses::check(&text, model, judges));
                let mark = match checked.transpose()? {
                    Some(Checked::Invalid(_)) => {
                        answer = AnswerClass::InvalidModel.into();
                        Mark::Bad
                    }
                    Some(Checked::Valid(_)) => Mark::Good,
                    None if answer.are(AnswerClass::Unknown) => Mark::Shy,
                    Some(Checked::Undecided(_)) | None => Mark::Open,
                };
                let marks = vec![mark];
                Ok(Told { answer, marks })
            }
            Symptom::Contradiction { parents, due } => {
                let mut all = Vec::new();
                let mut of_parents = Vec::new();
                for parent in parents {
                    let answer = answers(&self.run(open, parent)?.0);
                    of_parents.push(whole(&answer));
                    all.extend(answer.0);
                }
                let answer = answers(&self.run(open, script)?.0);
                let last = match answer.claim(due.other()) {
                    true => Some(due.other()),
                    false => whole(&answer),
                };
                all.extend(answer.0);
                let answer = Answers(all);
                let parents_are = |wanted| of_parents.iter().all(|status| *status == wanted);
                let mark = match last {
                    Some(last) if last != *due && parents_are(Some(*due)) => Mark::Bad,
                    // If they all say the same now, it is not known that this is right, but there is
                    // no contradiction.
                    Some(_) if parents_are(last) => Mark::Good,
                    _ if !answer.0.contains(&AnswerClass::Unknown) => Mark::Open,
                    _ => decided(&answer, 0..answer.0.len(), |_| false),
                };
                let marks = vec![mark];
                Ok(Told { answer, marks })
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
            let outcome = open(false).run(script)?;
            return Ok((self.narrowed(script, outcome), false));
        }
        Ok((self.narrowed(script, outcome), checks))
    }

    /// What is said to the last check, if the question is about that alone. Who does not get there has
    /// not answered, whatever kept him.
    fn narrowed(&self, script: &[u8], mut outcome: Outcome) -> Outcome {
        if !self.at_last || script != self.script {
            return outcome;
        }
        if let Some(last) = of_last_check(outcome.clone()) {
            return last;
        }
        let answer = match outcome.verdict() {
            // More time may bring him there.
            cut @ (Answer::Timeout | Answer::OutOfMemory) => cut,
            _ => Answer::Rejected {
                message: "the last check is not reached".to_owned(),
            },
        };
        outcome.checks = vec![Check {
            answer,
            elapsed: Duration::ZERO,
            output: String::new(),
        }];
        (outcome.afterwards, outcome.asked) = (None, 1);
        outcome
    }

    /// Judges the model of every check, by the release's own check and by our evaluation.
    fn put_model(&self, due: &[Option<Status>], open: Opened<'_>) -> Result<Told, Error> {
        let (outcome, checked) = self.run(open, &self.script)?;
        let mut answer = answers(&outcome);
        let mut marks = vec![Mark::Open; self.checks()];
        let script = Script::parse(&self.script[..]).ok();
        for (check, mark) in marks.iter_mut().enumerate() {
            let Some(class) = answer.0.get_mut(check) else {
                break;
            };
            let is_unsat = due.get(check) == Some(&Some(Status::Unsat));
            *mark = match class {
                AnswerClass::InvalidModel => {
                    let judged = match &script {
                        Some(script) if !self.on_its_word => {
                            self.judged(script, check, &outcome, open)?
                        }
                        _ => None,
                    };
                    Mark::of(Some(judged != Some(false)))
                }
                AnswerClass::Unsat if is_unsat => Mark::Good,
                AnswerClass::Unknown => Mark::Shy,
                AnswerClass::Sat => {
                    let judged = match &script {
                        Some(script) => self.judged(script, check, &outcome, open)?,
                        None => None,
                    };
                    // What we cannot judge, the release itself has looked at. But where there is no
                    // model, we are wrong or it is.
                    let shows = judged.or(checked.then_some(false));
                    Mark::of(shows.filter(|shows| *shows || !is_unsat))
                }
                _ => Mark::Open,
            };
            match *mark {
                Mark::Bad => *class = AnswerClass::InvalidModel,
                Mark::Good if *class == AnswerClass::InvalidModel => *class = AnswerClass::Sat,
                _ => {}
            }
        }
        Ok(Told { answer, marks })
    }

    /// Whether the model of a check is wrong by our own evaluation.
    fn judged(
        &self,
        script: &Script,
        check: usize,
        whole: &Outcome,
        open: Opened<'_>,
    ) -> Result<Option<bool>, Error> {
        let is_last = check + 1 == self.checks();
        let shown = model_of(whole).filter(|_| is_last && asks_for_model(&self.script));
        let cut = match self.at_last {
            true => last_check(&self.script),
            false => Some(up_to_check(script, check)),
        };
        let Some(cut) = cut else {
            return Ok(None);
        };
        let question = Posed {
            plain: &cut,
            sent: if self.at_last { &self.script } else { &cut },
        };
        let asked = match shown {
            Some(_) => None,
            None => question.ask(&mut *open(false), with_model)?,
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

/// Whether the bug shows at some checks, if they are answered; not if one says unknown.
fn decided(
    answers: &Answers,
    checks: Range<usize>,
    shows: impl FnOnce(&[AnswerClass]) -> bool,
) -> Mark {
    let Some(given) = answers.0.get(checks) else {
        return Mark::Open;
    };
    let undecided = given.iter().filter(|class| status(**class).is_none());
    let undecided: Vec<&AnswerClass> = undecided.collect();
    match undecided[..] {
        [] => Mark::of(Some(shows(given))),
        _ if undecided
            .iter()
            .all(|class| **class == AnswerClass::Unknown) =>
        {
            Mark::Shy
        }
        _ => Mark::Open,
    }
}

/// Whether the bug shows in each of some releases, the oldest first, by where it shows in any of them:
/// what happens at a check that no release gets wrong says nothing about it.
///
/// A release that says unknown cannot tell, unless it comes after the last that shows the bug: to say
/// that one does not know is to have it no longer. Before it, or in between, the bug may have been
/// there and out of reach.
pub(super) fn settle(told: &[Told]) -> Vec<Option<bool>> {
    let places = told.iter().map(|one| one.marks.len()).max().unwrap_or(0);
    let at = |one: &Told, place: usize| one.marks.get(place).copied().unwrap_or(Mark::Open);
    let is_wrong = |place: &usize| told.iter().any(|one| at(one, *place) == Mark::Bad);
    let wrong: Vec<usize> = (0..places).filter(is_wrong).collect();
    let which: Vec<usize> = match wrong.is_empty() {
        true => (0..places).collect(),
        false => wrong,
    };
    let of_release = |one: &Told| {
        let marks: Vec<Mark> = which.iter().map(|place| at(one, *place)).collect();
        match marks.is_empty() {
            _ if marks.contains(&Mark::Bad) => Mark::Bad,
            false if marks.iter().all(|mark| *mark == Mark::Good) => Mark::Good,
            false if !marks.contains(&Mark::Open) => Mark::Shy,
            _ => Mark::Open,
        }
    };
    let marks: Vec<Mark> = told.iter().map(of_release).collect();
    let last = marks.iter().rposition(|mark| *mark == Mark::Bad);
    let shows = marks
        .into_iter()
        .enumerate()
        .map(|(place, mark)| match mark {
            Mark::Bad => Some(true),
            Mark::Good => Some(false),
            Mark::Shy => last.filter(|last| *last < place).map(|_| false),
            Mark::Open => None,
        });
    shows.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What releases with these marks at their places come to.
    fn settled(all: &[&str]) -> String {
        let told = |marks: &&str| Told {
            answer: Answers::default(),
            marks: marks
                .chars()
                .map(|mark| match mark {
                    'x' => Mark::Bad,
                    '.' => Mark::Good,
                    'u' => Mark::Shy,
                    _ => Mark::Open,
                })
                .collect(),
        };
        let letter = |shows: Option<bool>| match shows {
            Some(true) => 'x',
            Some(false) => '.',
            None => '?',
        };
        let told: Vec<Told> = all.iter().map(told).collect();
        settle(&told).into_iter().map(letter).collect()
    }

    #[test]
    fn a_check_that_nobody_gets_wrong_does_not_matter() {
        assert_eq!(settled(&["x?", ".?", "?.", ".x"]), "x??x");
        assert_eq!(settled(&["?x", "?.", ".."]), "x..");
        assert_eq!(settled(&[".?", ".."]), "?.");
        // One that broke off has fewer.
        assert_eq!(settled(&["", "x", "."]), "?x.");
        assert_eq!(settled(&[]), "");
    }

    #[test]
    fn unknown_is_good_only_after_the_last_bad_one() {
        assert_eq!(settled(&["u", "x", "u", "x", "u", "?", "."]), "?x?x.?.");
        assert_eq!(settled(&["u", ".", "u"]), "?.?");
        assert_eq!(settled(&["x.", "u.", "u?"]), "x..");
    }
}
