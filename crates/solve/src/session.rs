//! A session: one solver, one mode, any number of scripts, and answers that never get out of step.
//!
//! A warm process is bound to the settings (options and logic) it was started with and serves every
//! script that has the same ones; a few are kept, the one used longest ago goes first. After each
//! script the process is told to forget it: at once by `(reset)`, which takes long and is done in the
//! background, or by `(pop 1)` in one breath with the next script, which saves waking it twice. That
//! it has done so, in silence, is checked before anything it says counts. Whatever is not as expected ends
//! the process, and the next script starts another.

use serde::Serialize;
use std::time::Instant;

use self::warm::{Server, Warm};
use crate::Error;
use crate::answer::{Answer, Outcome, Residue, Route};
use crate::classify;
use crate::config::{Mode, SessionConfig};
use crate::plan::Plan;
use crate::process::{End, Family, Process, Start};
use crate::talk::{Opening, Talk, Talker};

/// What a session has been through.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct SessionStats {
    /// Scripts answered.
    pub scripts: u64,
    /// Processes started.
    pub processes: u64,
    /// Scripts that could not be given to a warm process.
    pub apart: u64,
    /// Warm processes found dead or out of step between two scripts.
    pub lost: u64,
}

/// A conversation with one solver over many scripts.
pub struct Session {
    config: SessionConfig,
    /// Least recently used first.
    warm: Vec<Warm>,
    family: Family,
    stats: SessionStats,
    /// Set once a process prints on standard error while it is ahead of us: whose that is cannot be
    /// told, so from then on scripts are sent one at a time.
    one_at_a_time: bool,
    /// How many numbers processes were given.
    numbers: u64,
    /// Whether a pop leaves definitions behind.
    keeps_definitions: bool,
    /// The process that answered last.
    answered: Answered,
}

impl Session {
    /// A session; no process is started before the first script.
    pub fn new(config: SessionConfig) -> Session {
        Session {
            keeps_definitions: config.solver.keeps_definitions(),
            config,
            warm: Vec::new(),
            family: Family::new(),
            stats: SessionStats::default(),
            one_at_a_time: false,
            numbers: 0,
            answered: Answered::default(),
        }
    }

    /// The configuration it was made with.
    pub fn config(&self) -> &SessionConfig {
        &self.config
    }

    /// Changes how long a check may take. A solver that was told its limit when it was started is
    /// stopped by us if the new one is shorter.
    pub fn limit_time(&mut self, time: std::time::Duration) {
        self.config.limits.time = time;
    }

    /// What it has been through.
    pub fn stats(&self) -> SessionStats {
        self.stats
    }

    /// Asks the solver about one script.
    ///
    /// # Errors
    /// If no process can be started. Whatever a started solver does is an answer.
    pub fn run(&mut self, script: &[u8]) -> Result<Outcome, Error> {
        let started = Instant::now();
        let plan = self.plan(script);
        self.stats.scripts += 1;
        let config = &self.config;
        let interactive = config.solver.interactive && config.solver.profile.input.echo;
        let (route, talk) = if config.mode == Mode::Fresh {
            (Route::Fresh, self.run_apart(&plan, interactive)?)
        } else if let Some(trace) = plan.trace {
            self.stats.apart += 1;
            (Route::Apart(trace), self.run_apart(&plan, interactive)?)
        } else if !interactive {
            self.stats.apart += 1;
            (
                Route::Apart(Residue::ModeNotSupported),
                self.run_apart(&plan, interactive)?,
            )
        } else {
            (Route::Warm, self.run_warm(&plan)?)
        };
        Ok(outcome(&plan, talk, route, self.answered, started))
    }

    fn plan(&self, script: &[u8]) -> Plan {
        let SessionConfig {
            mode,
            models,
            ref solver,
            ..
        } = self.config;
        let mut plan = Plan::new(script, mode, solver.profile, models);
        plan.outlives_pop |= plan.defines && self.keeps_definitions;
        plan.outlives_pop &= matches!(mode, Mode::Incremental | Mode::Tactic);
        plan
    }

    fn run_apart(&mut self, plan: &Plan, interactive: bool) -> Result<Talk, Error> {
        let mut talker = self.talker();
        if !interactive {
            return self.run_as_a_whole(plan, &talker);
        }
        talker.limits = talker.limits.of_first_script();
        let mut process = match self.start(plan.incremental, &talker)? {
            Started::Ready(process) => process,
            Started::Broken(answer) => return Ok(Talk::broken(answer)),
        };
        let opening = Opening {
            settings: plan.settings.text(),
            first: true,
            ..Opening::default()
        };
        let mut talk = talker.talk(&mut process, plan, opening).unwrap_or_default();
        talker.see_off(&mut process, plan, &mut talk);
        Ok(talk)
    }

    /// For solvers that read to the end of their input before they answer.
    fn run_as_a_whole(&mut self, plan: &Plan, talker: &Talker<'_>) -> Result<Talk, Error> {
        let input = &self.config.solver.profile.input;
        let text = talker.whole_text(plan);
        let file = if input.file {
            Some(write_script(&text)?)
        } else {
            None
        };
        let path = file.as_ref().map(|file| file.path().as_os_str());
        let args = self.config.solver.arguments(&self.config, plan.incremental);
        let mut process = self.spawn(&args, path)?;
        if !input.file {
            process.send(&text);
        }
        Ok(talker.listen_to_the_end(&mut process, plan))
    }

    fn run_warm(&mut self, plan: &Plan) -> Result<Talk, Error> {
        if plan.steps.is_empty() {
            return Ok(Talk::default());
        }
        let mut talker = self.talker();
        let prefix = self.prefix();
        if let Some((mut server, opening)) = self.take_warm(plan, &talker, prefix) {
            self.answered = server.answers();
            let talk = talker.talk(&mut server.process, plan, opening);
            // What may be the fault of a script before it is asked again in a new process.
            if let Some(talk) = talk.filter(|talk| !talk.is_suspicious()) {
                self.keep_warm(server, plan, &talk, talker.last_marker());
                return Ok(talk);
            }
            self.stats.lost += 1;
        }
        talker.limits = talker.limits.of_first_script();
        let mut process = match self.start(true, &talker)? {
            Started::Ready(process) => process,
            Started::Broken(answer) => return Ok(Talk::broken(answer)),
        };
        let opening = Opening {
            settings: plan.settings.text(),
            first: true,
            prefix,
            ..Opening::default()
        };
        let talk = talker.talk(&mut process, plan, opening).unwrap_or_default();
        let server = Server {
            process,
            number: self.numbers,
            served: 1,
            given: 1,
        };
        self.keep_warm(server, plan, &talk, talker.last_marker());
        Ok(talk)
    }

    /// What goes before every script that a warm process is given.
    fn prefix(&self) -> &'static [u8] {
        match self.config.mode {
            Mode::Reset => b"",
            _ => b"(push 1)\n",
        }
    }

    fn start(&mut self, incremental: bool, talker: &Talker<'_>) -> Result<Started, Error> {
        let args = self.config.solver.arguments(&self.config, incremental);
        let mut process = self.spawn(&args, None)?;
        if !self.config.solver.slow_start {
            return Ok(Started::Ready(process));
        }
        let heard = talker.await_start(&mut process);
        if heard.end == End::Marker {
            return Ok(Started::Ready(process));
        }
        let answer = classify::judge(self.config.solver.profile, &heard, classify::Due::Answer);
        Ok(Started::Broken(answer.unwrap_or(Answer::Timeout)))
    }

    fn spawn(&mut self, args: &[String], file: Option<&std::ffi::OsStr>) -> Result<Process, Error> {
        self.stats.processes += 1;
        self.numbers += 1;
        self.answered = Answered {
            process: self.numbers,
            served: 0,
            started: true,
        };
        let start = Start {
            program: &self.config.solver.program,
            args,
            last_arg: file,
            working_folder: self.config.working_folder.as_deref(),
            may_write_files: self.config.solver.profile.modes.writes_files,
            background: self.config.background,
            variables: &[],
            family: &self.family,
        };
        Process::start(&start).map_err(|source| Error::CannotStart {
            program: self.config.solver.program.clone(),
            source,
        })
    }

    fn talker(&self) -> Talker<'static> {
        Talker {
            profile: self.config.solver.profile,
            limits: self.config.limits,
            nonce: self.config.nonce,
            progress: self.config.progress,
            statistics: self.config.has_statistics_printed(),
            script: self.stats.scripts,
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.warm.clear();
        // A process may have ended well and still have left somebody behind, in silence.
        if self.stats.processes > 0 {
            self.family.hunt_down();
        }
    }
}

/// What came of a script: the process with what it had served before, and when the script had its turn.
fn outcome(plan: &Plan, talk: Talk, route: Route, answered: Answered, began: Instant) -> Outcome {
    Outcome {
        asked: plan.checks(),
        checks: talk.checks,
        afterwards: talk.afterwards,
        tail: talk.tail,
        progress: String::from_utf8_lossy(&talk.progress).into_owned(),
        route,
        process: answered.process,
        served: answered.served,
        started: answered.started,
        took: began.elapsed(),
        withheld: plan.withheld.clone(),
    }
}

/// Who answered a script.
#[derive(Debug, Clone, Copy, Default)]
struct Answered {
    process: u64,
    served: u64,
    started: bool,
}

enum Started {
    Ready(Process),
    /// It did not get as far as its first marker.
    Broken(Answer),
}

fn write_script(text: &[u8]) -> Result<tempfile::NamedTempFile, Error> {
    let write = || {
        let mut file = tempfile::Builder::new()
            .prefix("nuthatch-")
            .suffix(".smt2")
            .tempfile()?;
        std::io::Write::write_all(&mut file, text)?;
        Ok(file)
    };
    write().map_err(|source| Error::CannotWriteScript { source })
}

mod ahead;
mod warm;
