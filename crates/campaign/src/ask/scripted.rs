//! Solvers that are functions: for tests that start no process.

use super::Ask;
use solve::{
    Answer, Check, Crash, CrashKind, Error, Mode, Outcome, Profile, Route, SessionConfig, Solver,
    as_one_script,
};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// What a scripted solver says to a script: its answer to every check, and what it prints after the
/// last one.
#[derive(Debug, Clone)]
pub struct Reply {
    answer: Answer,
    tail: String,
}

impl Reply {
    /// An answer.
    pub fn of(answer: Answer) -> Self {
        let tail = String::new();
        Self { answer, tail }
    }

    /// `sat`.
    pub fn sat() -> Self {
        Self::of(Answer::Sat)
    }

    /// `unsat`.
    pub fn unsat() -> Self {
        Self::of(Answer::Unsat)
    }

    /// `unknown`.
    pub fn unknown() -> Self {
        let reason = "scripted".to_owned();
        Self::of(Answer::Unknown { reason })
    }

    /// A crash with that signature.
    pub fn crash(signature: &str) -> Self {
        Self::of(Answer::Crash(Crash {
            kind: CrashKind::Assertion,
            signature: signature.to_owned(),
            report: signature.to_owned(),
        }))
    }

    /// `sat`, and a model that is printed if it is asked for.
    pub fn model(model: &str) -> Self {
        Self::sat().printing(model)
    }

    /// `sat`, and then the solver finds its own model wrong.
    pub fn invalid_model() -> Self {
        let message = "scripted: an invalid model".to_owned();
        Self::of(Answer::InvalidModel { message })
    }

    /// The same, and what is printed if something is asked for after the last check.
    pub fn printing(mut self, tail: &str) -> Self {
        self.tail = tail.to_owned();
        self
    }

    pub(crate) fn outcome(self, script: &str, route: Route) -> Outcome {
        let asked = script.matches("(check-sat").count();
        let check = Check {
            answer: self.answer,
            elapsed: Duration::from_millis(1),
            output: String::new(),
        };
        let queries = ["(get-model", "(get-unsat-core", "(get-info"];
        let printed = queries.iter().any(|query| script.contains(query));
        Outcome {
            checks: vec![check; asked],
            afterwards: None,
            tail: if printed { self.tail } else { String::new() },
            progress: String::new(),
            route,
            process: 0,
            served: 0,
            started: true,
            took: Duration::from_millis(1),
            withheld: Vec::new(),
            asked,
        }
    }
}

/// What a scripted solver says, by its name and the script.
pub type Says = dyn Fn(&str, &str) -> Reply + Send + Sync;

/// A solver that is a function, of all that the process at hand was sent: in a mode that keeps processes
/// that is what it was sent before, too, as one script ([`solve::as_one_script`]).
pub struct Scripted {
    solver: Solver,
    mode: Mode,
    time: Duration,
    says: Arc<Says>,
    /// The number of processes so far.
    processes: u64,
    /// What the last of them was given.
    earlier: Vec<Vec<u8>>,
}

impl Scripted {
    /// Opens scripted solvers in place of real ones.
    pub fn open(
        says: impl Fn(&str, &str) -> Reply + Send + Sync + 'static,
    ) -> impl Fn(SessionConfig) -> Box<dyn Ask> + Send + Sync {
        let says: Arc<Says> = Arc::new(says);
        move |config| {
            Box::new(Self {
                solver: config.solver,
                mode: config.mode,
                time: config.limits.time,
                says: says.clone(),
                processes: 0,
                earlier: Vec::new(),
            })
        }
    }
}

/// A solver of that name, which there need not be.
///
/// # Panics
/// If there is no generic profile.
pub fn solver(name: &str) -> Solver {
    solver_like(name, "generic")
}

/// A solver of that name which can do what another can.
///
/// # Panics
/// If there is no such profile.
pub fn solver_like(name: &str, profile: &str) -> Solver {
    let profile = Profile::named(profile).expect("there is such a profile");
    let mut solver = Solver::from_program(name, profile, Path::new(name));
    solver.version = Some("1".to_owned());
    solver
}

impl Ask for Scripted {
    fn run(&mut self, script: &[u8]) -> Result<Outcome, Error> {
        let text = String::from_utf8_lossy(script);
        let name = &self.solver.name;
        let (profile, mode) = (self.solver.profile, self.mode);
        let sent = as_one_script(profile, mode, &self.earlier, script).or_else(|| {
            // Other settings take another process.
            self.earlier.clear();
            as_one_script(profile, mode, &self.earlier, script)
        });
        let Some(sent) = sent else {
            self.processes += 1;
            return Ok(Outcome {
                process: self.processes,
                ..(self.says)(name, &text).outcome(&text, Route::Fresh)
            });
        };
        if self.earlier.is_empty() {
            self.processes += 1;
        }
        let reply = (self.says)(name, &String::from_utf8_lossy(&sent));
        let outcome = Outcome {
            process: self.processes,
            served: self.earlier.len() as u64,
            started: self.earlier.is_empty(),
            ..reply.outcome(&text, Route::Warm)
        };
        self.earlier.push(script.to_vec());
        if !outcome.answers().all(Answer::is_definite) {
            // It is replaced.
            self.earlier.clear();
        }
        Ok(outcome)
    }

    fn limit_time(&mut self, time: Duration) {
        self.time = time;
    }

    fn time_limit(&self) -> Duration {
        self.time
    }

    fn solver(&self) -> &Solver {
        &self.solver
    }
}
