//! Processes between two scripts: which are kept, and which one gets the next.

use super::{Answered, Session};
use crate::config::Mode;
use crate::marker::Marker;
use crate::plan::{Plan, Settings};
use crate::process::Process;
use crate::talk::{Opening, Talk, Talker};

/// How many processes with equal settings a session in reset mode may alternate between: a reset
/// takes longer than a small check, so one process forgets its script while another answers.
const RESET_TWINS: usize = 2;

/// A process that serves scripts.
pub(super) struct Server {
    pub process: Process,
    /// Which one of the session's processes it is, counted from 1.
    pub number: u64,
    /// How many scripts it has been given since it has had that number.
    pub served: u64,
    /// How many it has been given in all.
    pub given: u64,
}

impl Server {
    /// It has the next script.
    pub fn answers(&mut self) -> Answered {
        let answered = Answered {
            process: self.number,
            served: self.served,
            started: self.given == 0,
        };
        self.served += 1;
        self.given += 1;
        answered
    }
}

/// A warm process and what is known of it.
pub(super) struct Warm {
    pub server: Server,
    /// Options it was ever given; not every reset undoes them.
    options: Vec<u8>,
    /// The settings it has now.
    aimed_at: Settings,
    /// What makes it forget the last script, if it has not been told yet.
    farewell: Vec<u8>,
    /// Printed once it has forgotten the last script.
    forgotten: Marker,
}

impl Session {
    /// Puts a process by for the next script, if it is fit for one.
    pub(super) fn keep_warm(
        &mut self,
        mut server: Server,
        plan: &Plan,
        talk: &Talk,
        forgotten: Marker,
    ) {
        if !self.stays_fit(talk) || server.given >= self.config.scripts_per_process {
            return;
        }
        let farewell = match self.config.mode {
            Mode::Reset => {
                server.process.send(&self.reset(plan, &forgotten));
                Vec::new()
            }
            _ if !plan.outlives_pop => self.pop(plan, &forgotten),
            _ if self.config.solver.profile.modes.reset => {
                // Nothing is left of what it was before.
                self.numbers += 1;
                (server.number, server.served) = (self.numbers, 0);
                server.process.send(&self.reset(plan, &forgotten));
                Vec::new()
            }
            _ => return,
        };
        self.warm.push(Warm {
            server,
            options: plan.settings.all_options(),
            aimed_at: plan.settings.clone(),
            farewell,
            forgotten,
        });
        if self.warm.len() > self.config.warm_processes.max(1) {
            self.warm.remove(0);
        }
    }

    /// Whether a process is fit for another script, once it has forgotten this one.
    pub(super) fn stays_fit(&self, talk: &Talk) -> bool {
        // A process that refused part of its settings must not serve scripts that ask for all of it; and after an
        // error the number of levels is anybody's guess.
        let is_lost = self.config.mode != Mode::Reset && talk.rejected.is_some();
        talk.process_is_sound && !talk.settings_rejected && !is_lost
    }

    /// Makes a process forget a script by a pop, and print the marker then.
    fn pop(&self, plan: &Plan, forgotten: &Marker) -> Vec<u8> {
        let levels = plan.open_levels.saturating_add(1);
        format!("(pop {levels})\n{}", forgotten.command()).into_bytes()
    }

    /// The same by a reset.
    fn reset(&self, plan: &Plan, forgotten: &Marker) -> Vec<u8> {
        let mut farewell = b"(reset)\n".to_vec();
        // The next script is likely to have the same settings.
        farewell.extend_from_slice(&plan.settings.text());
        if let Some(prepare) = &self.config.solver.profile.modes.prepare {
            farewell.extend_from_slice(prepare.command.as_bytes());
            farewell.push(b'\n');
        }
        farewell.extend_from_slice(forgotten.command().as_bytes());
        farewell
    }

    /// What makes it forget a script that another is sent after in one breath.
    pub(super) fn farewell(&self, plan: &Plan, forgotten: &Marker) -> Vec<u8> {
        match self.config.mode {
            Mode::Reset => self.reset(plan, forgotten),
            _ => self.pop(plan, forgotten),
        }
    }

    /// A warm process for these settings, and what it must be told first.
    pub(super) fn take_warm<'a>(
        &mut self,
        plan: &Plan,
        talker: &Talker<'_>,
        prefix: &'a [u8],
    ) -> Option<(Server, Opening<'a>)> {
        let at = self.choose_warm(&plan.settings)?;
        let mut warm = self.warm.remove(at);
        let mut opening = Opening {
            prefix,
            ..Opening::default()
        };
        if self.config.mode != Mode::Reset {
            opening.farewell = std::mem::take(&mut warm.farewell);
            opening.forgotten = Some(warm.forgotten.clone());
            return Some((warm.server, opening));
        }
        if !talker.has_forgotten(&mut warm.server.process, &warm.forgotten) {
            self.stats.lost += 1;
            return None;
        }
        if warm.aimed_at != plan.settings {
            opening.settings = [b"(reset)\n", &plan.settings.text()[..]].concat();
        }
        Some((warm.server, opening))
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
            warm.server
                .process
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
}
