//! Who is asked: the seam in front of solver sessions.
//!
//! Everything that asks a solver does it through [`Ask`], and gets whom it asks from an [`Open`]. So
//! all of it can be tried with [`scripted`] solvers, which are functions and no processes.

pub mod scripted;

use crate::finding::SolverInfo;
use solve::{Error, Outcome, Session, SessionConfig, Solver};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Takes outcomes with the places of their scripts, until it has had enough.
pub type Take<'t> = dyn FnMut(usize, Outcome) -> ControlFlow<()> + 't;

/// Somebody who answers scripts.
pub trait Ask: Send {
    /// Asks about one script.
    ///
    /// # Errors
    /// If nobody can be asked. Whatever a solver does is an answer.
    fn run(&mut self, script: &[u8]) -> Result<Outcome, Error>;

    /// Asks about several scripts, and hands on each outcome in order.
    ///
    /// # Errors
    /// As [`Ask::run`].
    fn run_all(&mut self, scripts: &[&[u8]], take: &mut Take<'_>) -> Result<(), Error> {
        for (place, script) in scripts.iter().enumerate() {
            let outcome = self.run(script)?;
            if take(place, outcome).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Changes how long a check may take.
    fn limit_time(&mut self, time: Duration);

    /// How long a check may take.
    fn time_limit(&self) -> Duration;

    /// Who it is.
    fn solver(&self) -> &Solver;

    /// Who it is, as it is written down.
    fn info(&self) -> SolverInfo {
        let solver = self.solver();
        SolverInfo {
            name: solver.name.clone(),
            version: solver.version.clone().unwrap_or_default(),
            command: solver.command_line(),
        }
    }
}

impl Ask for Session {
    fn run(&mut self, script: &[u8]) -> Result<Outcome, Error> {
        Session::run(self, script)
    }

    fn run_all(&mut self, scripts: &[&[u8]], take: &mut Take<'_>) -> Result<(), Error> {
        Session::run_all(self, scripts, take)
    }

    fn limit_time(&mut self, time: Duration) {
        Session::limit_time(self, time);
    }

    fn time_limit(&self) -> Duration {
        self.config().limits.time
    }

    fn solver(&self) -> &Solver {
        &self.config().solver
    }
}

/// Somebody whose time is counted, in microseconds.
pub(crate) struct Metered {
    /// Who is asked.
    pub who: Box<dyn Ask>,
    /// How long it was busy, by its own count.
    pub spent: Arc<AtomicU64>,
}

impl Ask for Metered {
    fn run(&mut self, script: &[u8]) -> Result<Outcome, Error> {
        let outcome = self.who.run(script)?;
        let took = outcome.took.as_micros() as u64;
        self.spent.fetch_add(took, Ordering::Relaxed);
        Ok(outcome)
    }

    fn limit_time(&mut self, time: Duration) {
        self.who.limit_time(time);
    }

    fn time_limit(&self) -> Duration {
        self.who.time_limit()
    }

    fn solver(&self) -> &Solver {
        self.who.solver()
    }
}

/// Where those come from who are asked.
pub type Open = dyn Fn(SessionConfig) -> Box<dyn Ask> + Send + Sync;

/// Real solvers, in processes.
pub fn sessions(config: SessionConfig) -> Box<dyn Ask> {
    Box::new(Session::new(config))
}
