//! What predicates that ask solvers have in common.

use reduce::Verdict;
use solve::{Error, Mode, SessionConfig, Solver};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// How solvers are asked.
pub struct Asking<'a> {
    /// The limits and all else that goes for every session.
    pub config: &'a (dyn Fn(&Solver, Mode) -> SessionConfig + Sync),
    /// How many candidates are tried at once.
    pub jobs: usize,
}

/// Cuts short what is being asked, and remembers why nobody can be asked any more.
pub(super) struct Stop {
    flag: &'static AtomicBool,
    broken: Mutex<Option<Error>>,
}

impl Default for Stop {
    fn default() -> Self {
        Self {
            // Sessions want a flag that outlives them, and there is one such for every reduction.
            flag: Box::leak(Box::new(AtomicBool::new(false))),
            broken: Mutex::new(None),
        }
    }
}

impl Stop {
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
    pub fn verdict(&self, answer: Result<bool, Error>) -> Verdict {
        if self.flag.load(Ordering::Relaxed) {
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
}
