//! Solvers that answer as they did on the original, asked without a shell.
//!
//! Solvers are kept warm where the bug is an answer: most candidates lose the bug, and that is learnt
//! for the price of one check. A candidate that keeps it is asked again in a process of its own.
//!
//! A bug must stay the bug it was: a crash keeps its signature, a reference goes on answering, and
//! nobody may complain of the script unless complaining is the bug.

use super::Asked as _;
use crate::asking::session;
use anyhow::{Context, bail};
use reduce::{Predicate, Verdict};
use regex::Regex;
use solve::{Answer, Mode, Outcome, Session, Solver};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What is wrong with the solver.
#[derive(Debug, Clone)]
pub enum Bug {
    /// It gives this answer.
    Answer(String),
    /// It breaks.
    Crash,
    /// It gives a model that it finds wrong itself.
    InvalidModel,
    /// It takes longer than this.
    SlowerThan(Duration),
    /// It complains of the script with a message that matches.
    Rejected(Regex),
}

/// Who is asked, and what is expected.
pub struct NativeWanted {
    /// The solver that has the bug, and the bug.
    pub solver: Solver,
    /// The bug.
    pub bug: Bug,
    /// Who does it right, and what it answers.
    pub reference: Option<(Solver, String)>,
    /// How long a check may take.
    pub time: Duration,
    /// How many are asked at once.
    pub jobs: usize,
}

/// The sessions of one worker.
struct Asked {
    warm: Option<Session>,
    fresh: Session,
    reference: Option<Session>,
}

/// Holds of a text that the solver gets wrong as it did the original.
pub struct NativePredicate {
    bug: Bug,
    signature: Option<String>,
    reference_answer: Option<String>,
    workers: Vec<Mutex<Asked>>,
    stop: &'static AtomicBool,
    broken: Mutex<Option<solve::Error>>,
}

impl NativePredicate {
    /// Asks about the original, twice, and expects the same from then on.
    pub fn learn(wanted: NativeWanted, original: &[u8]) -> anyhow::Result<Self> {
        let stop: &'static AtomicBool = Box::leak(Box::new(AtomicBool::new(false)));
        let time = match wanted.bug {
            Bug::SlowerThan(least) => least + least / 4 + Duration::from_secs(1),
            _ => wanted.time,
        };
        let ask = |solver: &Solver, mode: Mode, time: Duration, place: usize| {
            let mut config = session(solver, mode, time, 4096, place, stop);
            config.check_models = matches!(wanted.bug, Bug::InvalidModel);
            Session::new(config)
        };
        let worker = |place: usize| {
            let warm = matches!(wanted.bug, Bug::Answer(_));
            Mutex::new(Asked {
                warm: warm.then(|| ask(&wanted.solver, Mode::Reset, time, 3 * place)),
                fresh: ask(&wanted.solver, Mode::Fresh, time, 3 * place + 1),
                reference: wanted
                    .reference
                    .as_ref()
                    .map(|(solver, _)| ask(solver, Mode::Reset, wanted.time, 3 * place + 2)),
            })
        };
        let mut predicate = Self {
            workers: (0..wanted.jobs.max(1)).map(worker).collect(),
            bug: wanted.bug,
            signature: None,
            reference_answer: wanted.reference.map(|(_, answer)| answer),
            stop,
            broken: Mutex::new(None),
        };
        if let Bug::Crash = predicate.bug {
            predicate.signature = Some(predicate.crash_of(original)?);
        }
        for time in ["", " the second time"] {
            if predicate.holds(0, original) != Verdict::Holds {
                if let Some(error) = predicate.take_error() {
                    return Err(error.into());
                }
                let said = predicate.said(original)?;
                bail!("the original does not show the bug{time}: the solver says {said}");
            }
        }
        Ok(predicate)
    }

    fn crash_of(&self, original: &[u8]) -> anyhow::Result<String> {
        match self.fresh_verdict(original)? {
            Answer::Crash(crash) => Ok(crash.signature),
            other => bail!("the original does not show the bug: the solver says {other}"),
        }
    }

    fn said(&self, original: &[u8]) -> anyhow::Result<String> {
        Ok(self.fresh_verdict(original)?.to_string())
    }

    fn fresh_verdict(&self, text: &[u8]) -> anyhow::Result<Answer> {
        let worker = self.workers.first().context("there is nobody to ask")?;
        let mut worker = worker
            .lock()
            .map_err(|_| anyhow::anyhow!("a worker died"))?;
        Ok(worker.fresh.run(text)?.verdict())
    }

    fn shows_bug(&self, outcome: &Outcome) -> bool {
        let complains = |answer: &Answer| matches!(answer, Answer::Rejected { .. });
        let complaint = outcome.answers().chain(&outcome.afterwards).any(complains);
        match &self.bug {
            Bug::Answer(answer) => !complaint && outcome.verdict().class() == answer,
            Bug::Crash => match outcome.verdict() {
                Answer::Crash(crash) => Some(crash.signature) == self.signature,
                _ => false,
            },
            Bug::InvalidModel => {
                !complaint && matches!(outcome.verdict(), Answer::InvalidModel { .. })
            }
            Bug::SlowerThan(least) => {
                let time: Duration = outcome.checks.iter().map(|check| check.elapsed).sum();
                !complaint && time >= *least
            }
            Bug::Rejected(regex) => outcome.answers().chain(&outcome.afterwards).any(
                |answer| matches!(answer, Answer::Rejected { message } if regex.is_match(message)),
            ),
        }
    }

    fn ask(&self, worker: &mut Asked, text: &[u8]) -> Result<bool, solve::Error> {
        if let Some(warm) = &mut worker.warm
            && !self.shows_bug(&warm.run(text)?)
        {
            return Ok(false);
        }
        if let (Some(session), Some(due)) = (&mut worker.reference, &self.reference_answer) {
            let outcome = session.run(text)?;
            let complains = |answer: &Answer| matches!(answer, Answer::Rejected { .. });
            if outcome.answers().any(complains) || outcome.verdict().class() != due {
                return Ok(false);
            }
        }
        Ok(self.shows_bug(&worker.fresh.run(text)?))
    }
}

impl super::Asked for NativePredicate {
    fn expectation(&self) -> String {
        match (&self.bug, &self.signature) {
            (Bug::Answer(answer), _) => format!("the answer {answer}"),
            (Bug::Crash, Some(signature)) => format!("the crash {signature}"),
            (Bug::Crash, None) => "a crash".into(),
            (Bug::InvalidModel, _) => "a wrong model".into(),
            (Bug::SlowerThan(least), _) => format!("more than {:.1} s", least.as_secs_f64()),
            (Bug::Rejected(regex), _) => format!("a complaint that matches {regex}"),
        }
    }

    fn is_broken(&self) -> bool {
        self.broken.lock().is_ok_and(|broken| broken.is_some())
    }

    fn take_error(&self) -> Option<solve::Error> {
        self.broken.lock().ok()?.take()
    }
}

impl Predicate for NativePredicate {
    fn holds(&self, worker: usize, text: &[u8]) -> Verdict {
        let Some(Ok(mut worker)) = self.workers.get(worker).map(Mutex::lock) else {
            return Verdict::Cancelled;
        };
        let answer = self.ask(&mut worker, text);
        if self.stop.load(Ordering::Relaxed) {
            return Verdict::Cancelled;
        }
        match answer {
            Ok(true) => Verdict::Holds,
            Ok(false) => Verdict::Fails,
            Err(error) => {
                if let Ok(mut broken) = self.broken.lock() {
                    broken.get_or_insert(error);
                }
                Verdict::Cancelled
            }
        }
    }

    fn cancel(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    fn go_on(&self) {
        self.stop.store(false, Ordering::Relaxed);
    }
}
