//! What predicates that ask solvers have in common.

use crate::ask::{Ask, Open};
use reduce::Trial;
use solve::{Error, Mode, Outcome, SessionConfig, Solver};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How solvers are asked.
pub struct Asking<'a> {
    /// Where those come from who are asked.
    pub open: &'a Open,
    /// The limits and all else that goes for every session.
    pub config: &'a (dyn Fn(&Solver, Mode) -> SessionConfig + Sync),
    /// How many candidates are tried at once.
    pub jobs: usize,
}

impl Asking<'_> {
    /// A session that does not check models.
    pub(super) fn session(&self, solver: &Solver, mode: Mode, stop: &Stop) -> Box<dyn Ask> {
        let mut config = (self.config)(solver, mode);
        config.limits.stop = Some(stop.flag());
        config.check_models = false;
        (self.open)(config)
    }

    /// Finds out how a reference is best asked: warm, unless it knows more in fresh processes, and
    /// with no more time than it needs for the original scripts.
    pub(super) fn reference(
        &self,
        solver: &Solver,
        originals: &[&[u8]],
        stop: &Stop,
    ) -> Result<Reference, Error> {
        let warm = self.try_reference(solver, Mode::Reset, originals, stop)?;
        let asked: usize = warm.outcomes.iter().map(|outcome| outcome.asked).sum();
        if warm.definite == asked {
            return Ok(warm);
        }
        let fresh = self.try_reference(solver, Mode::Fresh, originals, stop)?;
        Ok(match fresh.definite > warm.definite {
            true => fresh,
            false => warm,
        })
    }

    fn try_reference(
        &self,
        solver: &Solver,
        mode: Mode,
        originals: &[&[u8]],
        stop: &Stop,
    ) -> Result<Reference, Error> {
        let mut session = self.session(solver, mode, stop);
        let (mut outcomes, mut definite, mut slowest) = (Vec::new(), 0, Duration::ZERO);
        for original in originals {
            let start = Instant::now();
            let outcome = session.run(original)?;
            let known = outcome.answers().filter(|a| a.is_definite()).count();
            if known > 0 {
                slowest = slowest.max(start.elapsed());
            }
            definite += known;
            outcomes.push(outcome);
        }
        Ok(Reference {
            solver: solver.clone(),
            mode,
            time: slowest * 4 + Duration::from_millis(500),
            outcomes,
            definite,
        })
    }
}

/// How a reference is asked, and what it says of the originals.
pub(super) struct Reference {
    pub solver: Solver,
    mode: Mode,
    time: Duration,
    pub outcomes: Vec<Outcome>,
    definite: usize,
}

impl Reference {
    /// A session with it.
    pub fn session(&self, asking: &Asking<'_>, stop: &Stop) -> Box<dyn Ask> {
        let mut session = asking.session(&self.solver, self.mode, stop);
        session.limit_time(session.time_limit().min(self.time));
        session
    }
}

/// Cuts short what is being asked, and remembers why nobody can be asked any more.
pub(super) struct Stop {
    flag: &'static AtomicBool,
    careful: AtomicBool,
    broken: Mutex<Option<Error>>,
}

impl Default for Stop {
    fn default() -> Self {
        Self {
            // Sessions want a flag that outlives them, and there is one such for every reduction.
            flag: Box::leak(Box::new(AtomicBool::new(false))),
            careful: AtomicBool::new(false),
            broken: Mutex::new(None),
        }
    }
}

impl Stop {
    /// Whether warm processes are not believed.
    pub fn is_careful(&self) -> bool {
        self.careful.load(Ordering::Relaxed)
    }

    /// From now on warm processes are not believed; whether they were.
    pub fn be_careful(&self) -> bool {
        !self.careful.swap(true, Ordering::Relaxed)
    }

    pub fn flag(&self) -> &'static AtomicBool {
        self.flag
    }

    pub fn cancel(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    pub fn go_on(&self) {
        self.flag.store(false, Ordering::Relaxed);
    }

    pub fn is_broken(&self) -> bool {
        self.broken.lock().is_ok_and(|broken| broken.is_some())
    }

    pub fn take_error(&self) -> Option<Error> {
        self.broken.lock().ok()?.take()
    }

    /// What an answer comes to, if it was not cut short.
    pub fn verdict(&self, answer: Result<bool, Error>) -> Trial {
        if self.flag.load(Ordering::Relaxed) {
            return Trial::Cancelled;
        }
        match answer {
            Ok(true) => Trial::Holds,
            Ok(false) => Trial::Fails,
            Err(error) => {
                if let Ok(mut broken) = self.broken.lock() {
                    broken.get_or_insert(error);
                }
                Trial::Cancelled
            }
        }
    }
}
