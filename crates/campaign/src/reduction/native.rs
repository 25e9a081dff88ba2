//! Solvers that get a script wrong as they did the original, asked without a shell.
//!
//! Solvers are kept warm where the bug is an answer or a model. What comes of that is confirmed in
//! processes of their own, and if it does not hold there, everything is done again without trust in
//! warm ones.
//!
//! A bug must stay the bug it was: a crash keeps its signature, references go on answering, a wrong
//! model stays wrong for the same judge, what shows that an answer is wrong goes on showing it, and nobody
//! may complain of the script unless complaining is the bug.

use super::asking::{Asking, Stop};
use super::proof::Proof;
use crate::ask::Ask;
use crate::finding::Answers;
use crate::horn::clauses::{self, Checked};
use crate::horn::judges::Judges;
use crate::models::{asks_for_model, is_right_throughout, model_of};
use crate::oracle::{Examined, is_doubted_by_itself, is_wrong_by_us};
use crate::posed::{Posed, last_check};
use reduce::{Predicate, Trial};
use regex::Regex;
use solve::{Answer, AnswerClass, Error, Mode, Outcome, Solver};
use std::borrow::Cow;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// What is wrong with the solver.
#[derive(Debug, Clone)]
pub enum Bug {
    /// It gives these answers to checks that follow each other; most often one answer to one check.
    Answers(Vec<AnswerClass>),
    /// It breaks.
    Crash,
    /// It gives a wrong model.
    InvalidModel,
    /// It takes longer than this.
    SlowerThan(Duration),
    /// It complains of the script with a message that matches.
    Rejected(Regex),
}

/// Who is asked, and what is expected.
pub struct NativeWanted<'a> {
    /// The solver that has the bug.
    pub solver: &'a Solver,
    /// The bug.
    pub bug: Bug,
    /// Who does it right.
    pub references: &'a [Solver],
    /// What all of them answer to the check that the solver gets wrong.
    pub reference_answer: Option<AnswerClass>,
    /// Whether the solver checks its own models, too.
    pub check_models: bool,
    /// Whether the bug is what is said to the last check, and shows only after what comes before that.
    /// Then it stays so: what the last check shows by itself is another bug.
    pub in_setting: bool,
    /// An assignment that satisfies the script, and must go on doing so: it shows that `unsat` is wrong.
    pub witness: Option<String>,
}

/// Why there is nothing to go by.
#[derive(Debug, thiserror::Error)]
pub enum LearnError {
    /// The original is innocent.
    #[error("the original does not show the bug{when}: {said}")]
    NoBug {
        /// The first or the second time.
        when: &'static str,
        /// What the solver says instead.
        said: String,
    },
    /// A solver cannot be asked.
    #[error(transparent)]
    Solver(#[from] Error),
}

/// Who finds a model wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum By {
    /// We do, in what the script has it print.
    Us,
    /// Its own check, and we or others if they ask for the model.
    Others,
    /// Nobody but the solver's own check. Candidates whose model is right are not the same.
    Itself,
}

/// The sessions of one worker.
struct Sessions {
    warm: Option<Box<dyn Ask>>,
    fresh: Box<dyn Ask>,
    /// The solver without its own check of models, which may keep it from showing them.
    unchecked: Box<dyn Ask>,
    references: Vec<Box<dyn Ask>>,
    /// Who puts interpretations into clauses.
    judges: Judges,
}

/// Holds of a text that the solver gets wrong as it did the original.
pub struct NativePredicate {
    bug: Bug,
    /// Whether it is a system of Horn clauses: then it stays one, and a model is an interpretation that
    /// is put into every clause.
    horn: bool,
    signature: Option<String>,
    /// Who finds a wrong model wrong, and whether that is believed.
    judge: (By, bool),
    reference_answer: Option<AnswerClass>,
    witness: Option<String>,
    /// What else shows that an answer is wrong.
    proof: Proof,
    in_setting: bool,
    workers: Vec<Mutex<Sessions>>,
    stop: Stop,
}

impl NativePredicate {
    /// Asks about the original, twice, and expects the same from then on.
    pub fn learn(
        wanted: NativeWanted<'_>,
        asking: &Asking<'_>,
        original: &[u8],
    ) -> Result<Self, LearnError> {
        let stop = Stop::default();
        let mut references = Vec::new();
        let asked = plain(original, wanted.in_setting);
        let asked = asked.unwrap_or(original.into());
        for solver in wanted.references {
            references.push(asking.reference(solver, &[&asked], &stop)?);
        }
        let worker = |_| {
            // What other candidates left behind must not be what shows it.
            let warm = matches!(wanted.bug, Bug::Answers(_) | Bug::InvalidModel);
            let warm = warm && !wanted.in_setting;
            let test = |mode, check_models| {
                let mut config = (asking.config)(wanted.solver, mode);
                config.limits.stop = Some(stop.flag());
                config.check_models = check_models;
                if let Bug::SlowerThan(least) = wanted.bug {
                    config.limits.time = least + least / 4 + Duration::from_secs(1);
                }
                (asking.open)(config)
            };
            let judges = wanted.references.iter();
            let judges = judges.map(|solver| asking.session(solver, Mode::Reset, &stop));
            Mutex::new(Sessions {
                warm: warm.then(|| test(Mode::Reset, wanted.check_models)),
                fresh: test(Mode::Fresh, wanted.check_models),
                unchecked: test(Mode::Fresh, false),
                references: references
                    .iter()
                    .map(|r| r.session(asking, &stop))
                    .collect(),
                judges: Judges::new(judges.collect()),
            })
        };
        let mut predicate = Self {
            workers: (0..asking.jobs.max(1)).map(worker).collect(),
            bug: wanted.bug,
            horn: is_horn(original),
            signature: None,
            judge: (By::Itself, false),
            reference_answer: wanted.reference_answer,
            witness: wanted.witness,
            proof: Proof::default(),
            in_setting: wanted.in_setting,
            stop,
        };
        predicate.learn_from(original)?;
        Ok(predicate)
    }

    fn learn_from(&mut self, original: &[u8]) -> Result<(), LearnError> {
        let Some(Ok(worker)) = self.workers.first_mut().map(Mutex::get_mut) else {
            return Ok(());
        };
        let unclear = || LearnError::NoBug {
            when: "",
            said: "it cannot be told what its last check is about".to_owned(),
        };
        let asked = plain(original, self.in_setting).ok_or_else(unclear)?;
        let question = Posed {
            plain: &asked,
            sent: original,
        };
        let start = Instant::now();
        let outcome = question.ask(&mut *worker.fresh, <[u8]>::to_vec)?;
        let outcome = outcome.ok_or_else(unclear)?;
        let elapsed = start.elapsed();
        match (&self.bug, outcome.verdict()) {
            (Bug::Crash, Answer::Crash(crash)) => self.signature = Some(crash.signature),
            (Bug::Answers(_), _) => {
                // Nobody but judges can say whether an interpretation is right.
                let due = self.reference_answer.filter(|_| !self.horn);
                self.proof = Proof::of(&asked, due, &mut worker.references)?;
            }
            (Bug::InvalidModel, _) if !self.horn => {
                let examined = worker.examine(question, &outcome)?;
                let weighed = examined.weighed();
                if examined.is_right() {
                    let said = weighed.verdict;
                    return Err(LearnError::NoBug { when: "", said });
                }
                let by = match examined.is_wrong() {
                    true if examined.is_wrong_by_us() && asks_for_model(&asked) => By::Us,
                    true => By::Others,
                    false => By::Itself,
                };
                self.judge = (by, weighed.believable);
            }
            _ => {}
        }
        // A candidate is seldom harder than the original; what is gets no more time than that.
        if !matches!(self.bug, Bug::SlowerThan(_)) {
            let enough = elapsed * 3 + Duration::from_millis(250);
            for worker in self.workers.iter_mut().filter_map(|w| w.get_mut().ok()) {
                let limit = worker.fresh.time_limit().min(enough);
                worker.fresh.limit_time(limit);
                worker.unchecked.limit_time(limit);
                if let Some(warm) = &mut worker.warm {
                    warm.limit_time(limit);
                }
            }
        }
        let said = || format!("the solver says {}", outcome.verdict());
        if self.places(&asked, &outcome).is_empty() {
            let (when, said) = ("", said());
            return Err(LearnError::NoBug { when, said });
        }
        if !self.holds_of_original(original)? {
            let (when, said) = (" the second time", said());
            return Err(LearnError::NoBug { when, said });
        }
        Ok(())
    }

    /// Whether a text holds in processes of their own.
    pub fn confirms(&self, text: &[u8]) -> bool {
        let Some(Ok(mut worker)) = self.workers.first().map(Mutex::lock) else {
            return false;
        };
        let warm = worker.warm.take();
        let holds = self.ask(&mut worker, text);
        worker.warm = warm;
        self.stop.verdict(holds) == Trial::Holds
    }

    /// From now on warm processes are not believed; whether they were.
    pub fn be_careful(&self) -> bool {
        let has_warm = |worker: &Mutex<Sessions>| worker.lock().is_ok_and(|w| w.warm.is_some());
        self.workers.iter().any(has_warm) && self.stop.be_careful()
    }

    fn holds_of_original(&mut self, original: &[u8]) -> Result<bool, Error> {
        let Some(Ok(mut worker)) = self.workers.first().map(Mutex::lock) else {
            return Ok(false);
        };
        if self.ask(&mut worker, original)? {
            return Ok(true);
        }
        // Some bugs need a process of their own.
        let warm = worker.warm.take();
        let holds = self.ask(&mut worker, original)?;
        drop(worker);
        if warm.is_some() && holds {
            for worker in self.workers.iter_mut().filter_map(|w| w.get_mut().ok()) {
                worker.warm = None;
            }
        }
        Ok(holds)
    }

    /// What is expected, for people.
    pub fn expectation(&self) -> String {
        match (&self.bug, &self.signature) {
            (Bug::Answers(answers), _) => format!("the answer {}", Answers(answers.clone())),
            (Bug::Crash, Some(signature)) => format!("the crash {signature}"),
            (Bug::Crash, None) => "a crash".into(),
            (Bug::InvalidModel, _) => "a wrong model".into(),
            (Bug::SlowerThan(least), _) => format!("more than {:.1} s", least.as_secs_f64()),
            (Bug::Rejected(regex), _) => format!("a complaint that matches {regex}"),
        }
    }

    /// Whether nobody can be asked any more.
    pub fn is_broken(&self) -> bool {
        self.stop.is_broken()
    }

    /// Why nobody could be asked any more, if that happened.
    pub fn take_error(&self) -> Option<Error> {
        self.stop.take_error()
    }

    /// The checks at which the bug shows; for all but answers the first stands for the script.
    fn places(&self, text: &[u8], outcome: &Outcome) -> Vec<usize> {
        if complains(outcome) && !matches!(self.bug, Bug::Crash | Bug::Rejected(_)) {
            return Vec::new();
        }
        let shows = match &self.bug {
            Bug::Answers(answers) => return places_of(outcome, answers),
            Bug::Crash => match outcome.verdict() {
                Answer::Crash(crash) => Some(crash.signature) == self.signature,
                _ => false,
            },
            Bug::InvalidModel if self.horn => model_of(outcome).is_some(),
            Bug::InvalidModel => match self.judge.0 {
                By::Us => {
                    // It may have broken off at its own complaint, before it showed the model.
                    let hides = is_doubted_by_itself(outcome) && model_of(outcome).is_none();
                    is_wrong_by_us(text, outcome) || (hides && asks_for_model(text))
                }
                By::Others | By::Itself => is_doubted_by_itself(outcome),
            },
            Bug::SlowerThan(least) => {
                let time: Duration = outcome.checks.iter().map(|check| check.elapsed).sum();
                time >= *least
            }
            Bug::Rejected(regex) => outcome.answers().chain(&outcome.afterwards).any(
                |answer| matches!(answer, Answer::Rejected { message } if regex.is_match(message)),
            ),
        };
        Vec::from_iter(shows.then_some(0))
    }

    fn ask(&self, worker: &mut Sessions, text: &[u8]) -> Result<bool, Error> {
        if self.horn && !is_horn(text) {
            return Ok(false);
        }
        let Some(plain) = plain(text, self.in_setting) else {
            return Ok(false);
        };
        let mut witness = self.witness.iter();
        if witness.any(|witness| !is_right_throughout(&plain, witness))
            || !self.proof.allows(&plain)
        {
            return Ok(false);
        }
        let mut outcome = None;
        if let Some(warm) = &mut worker.warm {
            let of_warm = warm.run(text)?;
            if self.places(text, &of_warm).is_empty() {
                return Ok(false);
            }
            outcome = Some(of_warm).filter(|_| !self.stop.is_careful());
        }
        let mut agreed: Option<Vec<usize>> = None;
        if let Some(due) = &self.reference_answer {
            for (number, reference) in worker.references.iter_mut().enumerate() {
                let question = self.proof.question(number, &plain);
                let outcome = reference.run(&question)?;
                let places = places_of(&outcome, std::slice::from_ref(due));
                let earlier = agreed.take();
                let both = |place: &usize| earlier.as_ref().is_none_or(|all| all.contains(place));
                let places: Vec<usize> = places.into_iter().filter(both).collect();
                let is_as_good = self.proof.is_as_good(number, &question, &outcome);
                if complains(&outcome) || places.is_empty() || !is_as_good {
                    return Ok(false);
                }
                agreed = Some(places);
            }
        }
        let question = Posed {
            plain: &plain,
            sent: text,
        };
        let outcome = match outcome {
            Some(outcome) => Some(outcome),
            None => question.ask(&mut *worker.fresh, <[u8]>::to_vec)?,
        };
        let shows = match outcome {
            Some(outcome) => self.shows(worker, question, &outcome, agreed.as_deref())?,
            None => false,
        };
        if !shows || !self.in_setting {
            return Ok(shows);
        }
        let by_itself = worker.fresh.run(&plain)?;
        let by_itself = self.shows(worker, Posed::plainly(&plain), &by_itself, None)?;
        Ok(!by_itself)
    }

    /// Whether an answer shows the bug, at a check where others agree.
    fn shows(
        &self,
        worker: &mut Sessions,
        question: Posed<'_>,
        outcome: &Outcome,
        agreed: Option<&[usize]>,
    ) -> Result<bool, Error> {
        let places = self.places(question.plain, outcome);
        let is_agreed = |place: &usize| agreed.is_none_or(|all| all.contains(place));
        if !places.iter().any(is_agreed) {
            return Ok(false);
        }
        if self.horn && matches!(self.bug, Bug::InvalidModel) {
            let text = String::from_utf8_lossy(question.plain);
            let model = model_of(outcome).unwrap_or_default();
            let checked = clauses::check(&text, model, &mut worker.judges)?;
            return Ok(matches!(checked, Checked::Invalid(_)));
        }
        if !matches!(self.bug, Bug::InvalidModel) {
            return Ok(true);
        }
        let examined = worker.examine(question, outcome)?;
        let (by, believed) = self.judge;
        let same = match by {
            By::Us => examined.is_wrong_by_us(),
            By::Others => examined.is_wrong(),
            By::Itself => !examined.is_right(),
        };
        Ok(same && (!believed || examined.weighed().believable))
    }

    /// Whether a wrong model is one by the solver's own check alone.
    pub(super) fn rests_on_itself(&self) -> bool {
        matches!(self.bug, Bug::InvalidModel) && !self.horn && self.judge.0 == By::Itself
    }
}

impl Sessions {
    /// All that is known of the solver's model of what is asked.
    fn examine(&mut self, question: Posed<'_>, outcome: &Outcome) -> Result<Examined, Error> {
        let (references, unchecked) = (&mut self.references, &mut *self.unchecked);
        Examined::by_all(references, unchecked, question, outcome)
    }
}

/// What a text asks: all of it, or at its last check if that alone is meant. Nothing if that cannot be
/// told.
fn plain(text: &[u8], in_setting: bool) -> Option<Cow<'_, [u8]>> {
    match in_setting {
        true => last_check(text).map(Cow::Owned),
        false => Some(text.into()),
    }
}

/// Whether a text is a system of Horn clauses and says so.
fn is_horn(text: &[u8]) -> bool {
    text.windows(4).any(|word| word == b"HORN") && mutate::horn::is_horn(text).is_ok()
}

pub(super) fn complains(outcome: &Outcome) -> bool {
    let complains = |answer: &Answer| matches!(answer, Answer::Rejected { .. });
    outcome.answers().chain(&outcome.afterwards).any(complains)
}

/// The checks at which these answers begin.
fn places_of(outcome: &Outcome, answers: &[AnswerClass]) -> Vec<usize> {
    let given: Vec<AnswerClass> = outcome.answers().map(Answer::class).collect();
    let windows = given.windows(answers.len().max(1)).enumerate();
    let same = windows.filter(|(_, given)| *given == answers);
    same.map(|(place, _)| place).collect()
}

impl Predicate for NativePredicate {
    fn holds(&self, worker: usize, text: &[u8]) -> Trial {
        let Some(Ok(mut worker)) = self.workers.get(worker).map(Mutex::lock) else {
            return Trial::Cancelled;
        };
        self.stop.verdict(self.ask(&mut worker, text))
    }

    fn cancel(&self) {
        self.stop.cancel();
    }

    fn go_on(&self) {
        self.stop.go_on();
    }
}
