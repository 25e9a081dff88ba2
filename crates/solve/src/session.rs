//! A session: one solver, one mode, any number of scripts, and answers that never get out of step.
//!
//! A warm process is bound to the settings (options and logic) it was started with and serves every
//! script that has the same ones; a few are kept, the one used longest ago goes first. After each
//! script the process is told to forget it: at once by `(reset)`, which takes long and is done in the
//! background, or by `(pop 1)` in one breath with the next script, which saves waking it twice. That
//! it has done so, in silence, is checked before anything it says counts. Whatever is not as expected ends
//! the process, and the next script starts another.

use serde::Serialize;

use crate::Error;
use crate::answer::{Answer, Outcome, Route, Trace};
use crate::classify;
use crate::config::{Mode, SessionConfig};
use crate::marker::Marker;
use crate::plan::{Plan, Settings};
use crate::process::{End, Process, Start};
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

/// How many processes with equal settings a session in reset mode may alternate between: a reset
/// takes longer than a small check, so one process forgets its script while another answers.
const RESET_TWINS: usize = 2;

/// A warm process and what is known of it.
struct Warm {
    process: Process,
    /// Options it was ever given; not every reset undoes them.
    options: Vec<u8>,
    /// The settings it has now.
    aimed_at: Settings,
    /// What makes it forget the last script, if it has not been told yet.
    farewell: Vec<u8>,
    /// Printed once it has forgotten the last script.
    forgotten: Marker,
    served: u64,
}

/// A conversation with one solver over many scripts.
pub struct Session {
    config: SessionConfig,
    /// Least recently used first.
    warm: Vec<Warm>,
    stats: SessionStats,
}

impl Session {
    /// A session; no process is started before the first script.
    pub fn new(config: SessionConfig) -> Session {
        Session {
            config,
            warm: Vec::new(),
            stats: SessionStats::default(),
        }
    }

    /// The configuration it was made with.
    pub fn config(&self) -> &SessionConfig {
        &self.config
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
        let Session { config, .. } = self;
        let plan = Plan::new(script, config.mode, config.solver.profile, config.models);
        self.stats.scripts += 1;
        let interactive = config.solver.interactive && config.solver.profile.input.echo;
        let (route, talk) = if config.mode == Mode::Fresh {
            (Route::Fresh, self.run_apart(&plan, interactive)?)
        } else if let Some(trace) = plan.trace {
            self.stats.apart += 1;
            (Route::Apart(trace), self.run_apart(&plan, interactive)?)
        } else if !interactive {
            self.stats.apart += 1;
            (
                Route::Apart(Trace::ModeNotSupported),
                self.run_apart(&plan, interactive)?,
            )
        } else {
            (Route::Warm, self.run_warm(&plan)?)
        };
        Ok(Outcome {
            asked: plan.checks(),
            checks: talk.checks,
            afterwards: talk.afterwards,
            tail: talk.tail,
            route,
            withheld: plan.withheld,
        })
    }

    fn run_apart(&mut self, plan: &Plan, interactive: bool) -> Result<Talk, Error> {
        let talker = self.talker();
        if !interactive {
            return self.run_as_a_whole(plan, &talker);
        }
        let mut process = match self.start(plan.incremental, &talker)? {
            Started::Ready(process) => process,
            Started::Broken(answer) => return Ok(Talk::broken(answer)),
        };
        let opening = Opening {
            settings: plan.settings.text(),
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
        let talker = self.talker();
        let prefix: &[u8] = match self.config.mode {
            Mode::Reset => b"",
            _ => b"(push 1)\n",
        };
        if let Some((mut warm, opening)) = self.take_warm(plan, &talker, prefix) {
            if let Some(talk) = talker.talk(&mut warm.process, plan, opening) {
                self.keep_warm(
                    warm.process,
                    plan,
                    &talk,
                    talker.last_marker(),
                    warm.served + 1,
                );
                return Ok(talk);
            }
            self.stats.lost += 1;
        }
        let mut process = match self.start(true, &talker)? {
            Started::Ready(process) => process,
            Started::Broken(answer) => return Ok(Talk::broken(answer)),
        };
        let opening = Opening {
            settings: plan.settings.text(),
            prefix,
            ..Opening::default()
        };
        let talk = talker.talk(&mut process, plan, opening).unwrap_or_default();
        self.keep_warm(process, plan, &talk, talker.last_marker(), 1);
        Ok(talk)
    }

    /// Puts a process by for the next script, if it is fit for one.
    fn keep_warm(
        &mut self,
        mut process: Process,
        plan: &Plan,
        talk: &Talk,
        forgotten: Marker,
        served: u64,
    ) {
        // A process that refused part of its settings must not serve scripts that ask for all of it.
        let sound = talk.process_is_sound && !talk.settings_rejected;
        if !sound || served >= self.config.scripts_per_process {
            return;
        }
        let mut farewell = Vec::new();
        if self.config.mode != Mode::Reset {
            let levels = plan.open_levels.saturating_add(1);
            farewell.extend_from_slice(format!("(pop {levels})\n").as_bytes());
        } else {
            farewell.extend_from_slice(b"(reset)\n");
            // The next script is likely to have the same settings.
            farewell.extend_from_slice(&plan.settings.text());
            if let Some(prepare) = &self.config.solver.profile.modes.prepare {
                farewell.extend_from_slice(prepare.command.as_bytes());
                farewell.push(b'\n');
            }
        }
        farewell.extend_from_slice(forgotten.command().as_bytes());
        if self.config.mode == Mode::Reset {
            process.send(&farewell);
            farewell.clear();
        }
        self.warm.push(Warm {
            process,
            options: plan.settings.all_options(),
            aimed_at: plan.settings.clone(),
            farewell,
            forgotten,
            served,
        });
        if self.warm.len() > self.config.warm_processes.max(1) {
            self.warm.remove(0);
        }
    }

    /// A warm process for these settings, and what it must be told first.
    fn take_warm<'a>(
        &mut self,
        plan: &Plan,
        talker: &Talker<'_>,
        prefix: &'a [u8],
    ) -> Option<(Warm, Opening<'a>)> {
        let at = self.choose_warm(&plan.settings)?;
        let mut warm = self.warm.remove(at);
        let mut opening = Opening {
            prefix,
            ..Opening::default()
        };
        if self.config.mode != Mode::Reset {
            opening.farewell = std::mem::take(&mut warm.farewell);
            opening.forgotten = Some(warm.forgotten.clone());
            return Some((warm, opening));
        }
        if !talker.has_forgotten(&mut warm.process, &warm.forgotten) {
            self.stats.lost += 1;
            return None;
        }
        if warm.aimed_at != plan.settings {
            opening.settings = [b"(reset)\n", &plan.settings.text()[..]].concat();
        }
        Some((warm, opening))
    }

    /// The process to use. In reset mode: one that is ready for these settings, or a new one while
    /// there may be another, or one that can be made ready; else one that has these settings.
    fn choose_warm(&mut self, settings: &Settings) -> Option<usize> {
        let aimed = |warm: &Warm| warm.aimed_at == *settings;
        let oldest = self.warm.iter().position(aimed);
        if self.config.mode != Mode::Reset {
            return oldest;
        }
        let output = self.config.limits.output;
        let mut ready = self
            .warm
            .iter_mut()
            .enumerate()
            .filter(|(_, warm)| aimed(warm));
        let ready = ready.find_map(|(at, warm)| {
            warm.process
                .has_printed(&warm.forgotten, output)
                .then_some(at)
        });
        let options = settings.all_options();
        let any_options = self.config.solver.profile.modes.reset_restores_options;
        let usable = |warm: &Warm| any_options || warm.options == options;
        let twins = self.warm.iter().filter(|warm| usable(warm)).count();
        ready.or_else(|| {
            (twins >= RESET_TWINS).then(|| oldest.or(self.warm.iter().position(usable)))?
        })
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
        let start = Start {
            program: &self.config.solver.program,
            args,
            last_arg: file,
            working_folder: self.config.working_folder.as_deref(),
            may_write_files: self.config.solver.profile.modes.writes_files,
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
            script: self.stats.scripts,
        }
    }
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
