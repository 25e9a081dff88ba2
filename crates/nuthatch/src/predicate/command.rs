//! A command that ends as it did on the original.

use anyhow::{Context, bail};
use reduce::{Predicate, Trial};
use regex::bytes::Regex;
use solve::{CommandLimits, CommandRunner, Ending, Ran};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// How long the command may take on the original, if nobody says.
const FIRST_LIMIT: Duration = Duration::from_secs(600);

/// What is to be run, and what its output must match.
pub struct CommandWanted<'a> {
    /// The program and its arguments.
    pub command: &'a [String],
    /// What the output must match.
    pub output: Option<Regex>,
    /// How long it may take; learnt from the original if not said.
    pub time: Option<Duration>,
    /// How many are run at once.
    pub jobs: usize,
    /// What the file is called that it is run on.
    pub file_name: &'a str,
}

/// Holds of a text on which the command ends as it did on the original.
pub struct CommandPredicate {
    runners: Vec<CommandRunner>,
    ending: Ending,
    output: Option<Regex>,
    limits: CommandLimits,
    /// Why nothing can be run any more.
    broken: Mutex<Option<solve::Error>>,
}

impl CommandPredicate {
    /// Runs the command on the original, twice, and expects the same from then on.
    pub fn learn(wanted: CommandWanted<'_>, original: &[u8]) -> anyhow::Result<Self> {
        let (program, arguments) = wanted
            .command
            .split_first()
            .context("there is no command")?;
        let runner = |_| CommandRunner::new(Path::new(program), arguments, wanted.file_name);
        let runners = (0..wanted.jobs.max(1)).map(runner);
        let runners: Vec<CommandRunner> = runners.collect::<Result<_, _>>()?;
        let first = runners.first().context("there is nobody to run it")?;
        let mut limits = CommandLimits {
            time: wanted.time.unwrap_or(FIRST_LIMIT),
            ..CommandLimits::default()
        };
        let (one, two) = (first.run(original, &limits)?, first.run(original, &limits)?);
        for ran in [&one, &two] {
            match ran.ending {
                Ending::Code(_) | Ending::Signal(_) => {}
                Ending::Stopped => bail!("it was stopped"),
                Ending::Timeout => bail!(
                    "the command does not end within {:?} on the original",
                    limits.time
                ),
                Ending::TooMuchOutput => bail!("the command prints too much on the original"),
                Ending::OutOfMemory => bail!("the command takes too much memory on the original"),
            }
        }
        if one.ending != two.ending {
            bail!(
                "the command is flaky: on the original it ends with {} and then with {}",
                show(one.ending),
                show(two.ending)
            );
        }
        let matches = |ran: &Ran| {
            wanted
                .output
                .as_ref()
                .is_none_or(|r| r.is_match(&ran.output))
        };
        match (matches(&one), matches(&two)) {
            (true, true) => {}
            (false, false) => bail!("the output of the command on the original does not match"),
            _ => bail!("the command is flaky: its output on the original matches only sometimes"),
        }
        if wanted.time.is_none() {
            // A candidate is seldom harder than the original, but machines have their moods.
            limits.time = one.elapsed.max(two.elapsed) * 3 + Duration::from_secs(2);
        }
        Ok(Self {
            ending: one.ending,
            output: wanted.output,
            runners,
            limits,
            broken: Mutex::new(None),
        })
    }
}

fn show(ending: Ending) -> String {
    match ending {
        Ending::Code(code) => format!("exit code {code}"),
        Ending::Signal(signal) => format!("signal {signal}"),
        other => format!("{other:?}"),
    }
}

impl super::Asked for CommandPredicate {
    fn expectation(&self) -> String {
        format!(
            "{} within {:.1} s",
            show(self.ending),
            self.limits.time.as_secs_f64()
        )
    }

    fn confirms(&self, text: &[u8]) -> bool {
        self.holds(0, text) == Trial::Holds
    }

    fn be_careful(&self) -> bool {
        // Every run is a process of its own already.
        false
    }

    fn is_broken(&self) -> bool {
        self.broken.lock().is_ok_and(|broken| broken.is_some())
    }

    fn take_error(&self) -> Option<solve::Error> {
        self.broken.lock().ok()?.take()
    }
}

impl Predicate for CommandPredicate {
    fn holds(&self, worker: usize, text: &[u8]) -> Trial {
        let Some(runner) = self.runners.get(worker) else {
            return Trial::Cancelled;
        };
        match runner.run(text, &self.limits) {
            Ok(ran) if ran.ending == Ending::Stopped => Trial::Cancelled,
            Ok(ran) if ran.ending == self.ending => {
                let output = self.output.as_ref();
                match output.is_none_or(|regex| regex.is_match(&ran.output)) {
                    true => Trial::Holds,
                    false => Trial::Fails,
                }
            }
            Ok(_) => Trial::Fails,
            Err(error) => {
                if let Ok(mut broken) = self.broken.lock() {
                    broken.get_or_insert(error);
                }
                Trial::Cancelled
            }
        }
    }

    fn cancel(&self) {
        for runner in &self.runners {
            runner.stop_flag().store(true, Ordering::Relaxed);
        }
    }

    fn go_on(&self) {
        for runner in &self.runners {
            runner.stop_flag().store(false, Ordering::Relaxed);
        }
    }
}
