//! Processes between two scripts: which are kept, and which one gets the next.

use super::{Server, Session};
use crate::config::Mode;
use crate::marker::Marker;
use crate::plan::{Plan, Settings};
use crate::process::Process;
use crate::talk::{Opening, Talk, Talker};

/// How many processes with equal settings a session in reset mode may alternate between: a reset
/// takes longer than a small check, so one process forgets its script while another answers.
const RESET_TWINS: usize = 2;

/// A warm process and what is known of it.
pub(super) struct Warm {
    pub process: Process,
    /// Options it was ever given; not every reset undoes them.
    options: Vec<u8>,
    /// The settings it has now.
    aimed_at: Settings,
    /// What makes it forget the last script, if it has not been told yet.
    farewell: Vec<u8>,
    /// Printed once it has forgotten the last script.
    forgotten: Marker,
    /// Which one it is, and how many scripts it has been given.
    pub by: Server,
}

impl Session {
    /// Puts a process by for the next script, if it is fit for one.
    pub(super) fn keep_warm(
        &mut self,
        mut process: Process,
        plan: &Plan,
        talk: &Talk,
        forgotten: Marker,
        by: Server,
    ) {
        if !self.stays_fit(plan, talk) || by.served >= self.config.scripts_per_process {
            return;
        }
        let mut farewell = self.farewell(plan, &forgotten);
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
            by,
        });
        if self.warm.len() > self.config.warm_processes.max(1) {
            self.warm.remove(0);
        }
    }

    /// Whether a process is fit for another script after this one.
    pub(super) fn stays_fit(&self, plan: &Plan, talk: &Talk) -> bool {
        // A process that refused part of its settings must not serve scripts that ask for all of it.
        let mut fit = talk.process_is_sound && !talk.settings_rejected;
        if self.config.mode != Mode::Reset {
            // After an error the number of levels is anybody's guess.
            fit &= talk.rejected.is_none() && !plan.retires;
        }
        fit
    }

    /// What makes a process forget a script, and print the marker then.
    pub(super) fn farewell(&self, plan: &Plan, forgotten: &Marker) -> Vec<u8> {
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
        farewell
    }

    /// A warm process for these settings, and what it must be told first.
    pub(super) fn take_warm<'a>(
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
}
