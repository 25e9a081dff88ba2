//! Many scripts, several solvers, N workers.
//!
//! Workers take jobs in input order and report each finished one as an [`Event`], from whichever
//! thread finished it and in whatever order that happens; the results come back in input order and
//! do not depend on the number of workers or their luck. Each worker has a session of its own for
//! each solver, so nothing is shared but the queue; the pool keeps them for the next jobs.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::Error;
use crate::answer::Outcome;
use crate::config::SessionConfig;
use crate::session::Session;

/// One question: a script for one of the pool's solvers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Job<'a> {
    /// Which of the pool's configurations to ask.
    pub config: usize,
    /// The script.
    pub script: &'a [u8],
}

/// A finished job.
#[derive(Debug)]
pub struct Event<'a> {
    /// Its place in the input.
    pub index: usize,
    /// What came of it.
    pub result: &'a Result<Outcome, Error>,
    /// Wall-clock time, from taking the job to being done with it.
    pub elapsed: Duration,
}

/// Workers and the solvers they ask.
pub struct Pool {
    configs: Vec<SessionConfig>,
    workers: NonZeroUsize,
    /// By worker: the sessions of those that have nothing to do, by solver.
    idle: Vec<Mutex<Vec<Option<Session>>>>,
}

impl fmt::Debug for Pool {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = out.debug_struct("Pool");
        shown.field("configs", &self.configs);
        shown
            .field("workers", &self.workers)
            .finish_non_exhaustive()
    }
}

impl Pool {
    /// A pool over some solvers.
    pub fn new(configs: Vec<SessionConfig>, workers: NonZeroUsize) -> Pool {
        let none = |_| Mutex::new(configs.iter().map(|_| None).collect());
        Pool {
            idle: (0..workers.get()).map(none).collect(),
            configs,
            workers,
        }
    }

    /// The solvers.
    pub fn configs(&self) -> &[SessionConfig] {
        &self.configs
    }

    /// How many are asked at a time.
    pub fn workers(&self) -> NonZeroUsize {
        self.workers
    }

    /// Runs all jobs and returns their results in input order. `on_event` is called once per
    /// finished job, by one worker at a time.
    ///
    /// # Panics
    /// If a job names a configuration there is not.
    pub fn run<'a>(
        &self,
        jobs: &[Job<'a>],
        on_event: impl FnMut(Event<'_>) + Send,
    ) -> Vec<Result<Outcome, Error>> {
        let never = AtomicBool::new(false);
        let results = self.run_until(jobs, &never, on_event);
        results.into_iter().flatten().collect()
    }

    /// As [`Pool::run`], but takes no more jobs once `stop` is set; jobs not taken have no result.
    ///
    /// # Panics
    /// If a job names a configuration there is not.
    pub fn run_until<'a>(
        &self,
        jobs: &[Job<'a>],
        stop: &AtomicBool,
        on_event: impl FnMut(Event<'_>) + Send,
    ) -> Vec<Option<Result<Outcome, Error>>> {
        let next = AtomicUsize::new(0);
        let results: Mutex<Vec<_>> = Mutex::new(jobs.iter().map(|_| None).collect());
        let on_event = Mutex::new(on_event);
        let work = |worker: usize| {
            let mut sessions = self.idle[worker]
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            while !stop.load(Ordering::Relaxed) {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(job) = jobs.get(index) else { break };
                let session = sessions[job.config]
                    .get_or_insert_with(|| Session::new(self.config_of(worker, job.config)));
                let started = Instant::now();
                let result = session.run(job.script);
                let elapsed = started.elapsed();
                if let Ok(mut on_event) = on_event.lock() {
                    on_event(Event {
                        index,
                        result: &result,
                        elapsed,
                    });
                }
                if let Ok(mut results) = results.lock() {
                    results[index] = Some(result);
                }
            }
        };
        std::thread::scope(|scope| {
            let workers = self.workers.get().min(jobs.len());
            for worker in 0..workers {
                let work = &work;
                scope.spawn(move || work(worker));
            }
        });
        results.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Every session needs a nonce of its own; the first keeps the caller's.
    fn config_of(&self, worker: usize, config: usize) -> SessionConfig {
        let mut own = self.configs[config].clone();
        let salt = (worker * self.configs.len() + config) as u64;
        own.nonce = own
            .nonce
            .wrapping_add(salt.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        own
    }
}
