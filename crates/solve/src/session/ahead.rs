//! Several scripts sent at once: while we read one answer, the process works on the next.
//!
//! A round trip to another process costs more than making a mutant does. So scripts with equal
//! settings go out together, each with the words that make the process forget the one before, and
//! the answers are heard one after the other. Whatever is not as expected ends the process, and the
//! scripts not yet heard are sent again, to another.

use std::ops::ControlFlow;
use std::time::Instant;

use super::warm::Server;
use super::{Session, Started, outcome};
use crate::Error;
use crate::answer::{Outcome, Route};
use crate::config::Mode;
use crate::plan::Plan;
use crate::talk::{Opening, Waiting};

/// How many bytes of scripts go out at once at most, about what a pipe holds: a process cannot be
/// further ahead.
const BYTES_AHEAD: usize = 64 * 1024;

impl Session {
    /// Asks the solver about several scripts and hands on each outcome with the script's place, in
    /// order, until there are no more or whoever takes them has had enough.
    ///
    /// # Errors
    /// If no process can be started.
    pub fn run_all<S: AsRef<[u8]>>(
        &mut self,
        scripts: &[S],
        mut take: impl FnMut(usize, Outcome) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let mut done = 0;
        while let Some(script) = scripts.get(done) {
            let plans = self.together(&scripts[done..]);
            let heard = match plans.len() {
                0 | 1 => 0,
                _ => match self.run_ahead(&plans, |place, outcome| take(done + place, outcome))? {
                    ControlFlow::Continue(heard) => heard,
                    ControlFlow::Break(()) => return Ok(()),
                },
            };
            if heard == 0 {
                if take(done, self.run(script.as_ref())?).is_break() {
                    return Ok(());
                }
                done += 1;
            }
            done += heard;
        }
        Ok(())
    }

    /// As many of the first scripts as can be sent together.
    fn together<S: AsRef<[u8]>>(&self, scripts: &[S]) -> Vec<Plan> {
        let mut plans: Vec<Plan> = Vec::new();
        let interactive = self.config.solver.interactive && self.config.solver.profile.input.echo;
        let alone = self.one_at_a_time || self.config.progress;
        if self.config.mode == Mode::Fresh || !interactive || alone {
            return plans;
        }
        let mut bytes = 0;
        for script in scripts {
            let script = script.as_ref();
            bytes += script.len();
            if bytes > BYTES_AHEAD {
                break;
            }
            let plan = self.plan(script);
            let alike = plans
                .first()
                .is_none_or(|first| first.settings == plan.settings);
            if plan.trace.is_some() || plan.steps.is_empty() || !alike {
                break;
            }
            // What takes a reset can only be the last.
            let is_last = plan.outlives_pop;
            plans.push(plan);
            if is_last {
                break;
            }
        }
        plans
    }

    /// Sends scripts of equal settings to one process. How many were heard; the rest is to be sent
    /// to another process.
    fn run_ahead(
        &mut self,
        plans: &[Plan],
        mut take: impl FnMut(usize, Outcome) -> ControlFlow<()>,
    ) -> Result<ControlFlow<(), usize>, Error> {
        let Some(first) = plans.first() else {
            return Ok(ControlFlow::Continue(0));
        };
        let prefix = self.prefix();
        let before = self.stats.scripts;
        let mut talker = self.talker();
        talker.script += 1;
        let (mut server, mut opening) = match self.take_warm(first, &talker, prefix) {
            Some(taken) => taken,
            None => match self.start(true, &talker)? {
                Started::Ready(process) => {
                    let opening = Opening {
                        settings: first.settings.text(),
                        first: true,
                        prefix,
                        ..Opening::default()
                    };
                    let server = Server {
                        process,
                        number: self.numbers,
                        served: 0,
                        given: 0,
                    };
                    (server, opening)
                }
                // Asked alone it will say how it broke.
                Started::Broken(_) => return Ok(ControlFlow::Continue(0)),
            },
        };
        let left = self.config.scripts_per_process.saturating_sub(server.given);
        let plans = &plans[..plans.len().min(left as usize).max(1)];
        let mut text = Vec::new();
        let mut sent: Vec<(Waiting, _)> = Vec::with_capacity(plans.len());
        for plan in plans {
            let waiting = talker.write_ahead(plan, &opening, &mut text);
            sent.push((waiting, opening.forgotten));
            let forgotten = talker.last_marker();
            opening = Opening {
                farewell: self.farewell(plan, &forgotten),
                forgotten: Some(forgotten),
                settings: Vec::new(),
                first: false,
                prefix,
            };
            talker.script += 1;
        }
        server.process.send(&text);
        for (place, (plan, (waiting, forgotten))) in plans.iter().zip(sent).enumerate() {
            let last = place + 1 == plans.len();
            talker.script = before + 1 + place as u64;
            talker.limits = match server.given {
                0 => self.config.limits.of_first_script(),
                _ => self.config.limits,
            };
            let started = Instant::now();
            let process = &mut server.process;
            let talk = talker.hear_ahead(process, plan, forgotten.as_ref(), waiting, !last);
            // What may be the fault of a script before it is asked again in a new process.
            let Some(talk) = talk.filter(|talk| server.given == 0 || !talk.is_suspicious()) else {
                self.stats.lost += 1;
                return Ok(ControlFlow::Continue(place));
            };
            if !last && server.process.has_errors() {
                self.one_at_a_time = true;
                return Ok(ControlFlow::Continue(place));
            }
            let answered = server.answers();
            self.stats.scripts += 1;
            let goes_on = self.stays_fit(&talk);
            if last {
                self.keep_warm(server, plan, &talk, talker.last_marker());
                let end = take(place, outcome(plan, talk, Route::Warm, answered, started));
                return Ok(end.map_continue(|()| place + 1));
            }
            let end = take(place, outcome(plan, talk, Route::Warm, answered, started));
            if end.is_break() || !goes_on {
                return Ok(end.map_continue(|()| place + 1));
            }
        }
        Ok(ControlFlow::Continue(plans.len()))
    }
}
