//! Solvers that are functions: for tests that start no process.

use super::Ask;
use solve::{
    Answer, Check, Crash, CrashKind, Error, Outcome, Profile, Route, SessionConfig, Solver,
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

    pub(crate) fn outcome(self, script: &str) -> Outcome {
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
            route: Route::Fresh,
            process: 1,
            served: 0,
            withheld: Vec::new(),
            asked,
        }
    }
}

/// What a scripted solver says, by its name and the script.
pub type Says = dyn Fn(&str, &str) -> Reply + Send + Sync;

/// A solver that is a function.
pub struct Scripted {
    solver: Solver,
    time: Duration,
    says: Arc<Says>,
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
                time: config.limits.time,
                says: says.clone(),
            })
        }
    }
}

/// A solver of that name, which there need not be.
///
/// # Panics
/// If there is no generic profile.
pub fn solver(name: &str) -> Solver {
    let profile = Profile::named("generic").expect("there is a generic profile");
    let mut solver = Solver::from_program(name, profile, Path::new(name));
    solver.version = Some("1".to_owned());
    solver
}

impl Ask for Scripted {
    fn run(&mut self, script: &[u8]) -> Result<Outcome, Error> {
        let script = String::from_utf8_lossy(script);
        Ok((self.says)(&self.solver.name, &script).outcome(&script))
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
