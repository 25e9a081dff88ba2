//! From a script to what is sent, step by step, and whether a warm process may be asked.
//!
//! A script is cut after every check and around every run of queries (`get-model` and the like).
//! Each step is followed by a marker, so that every line a solver prints belongs to one step. That
//! is how an error in a stray `get-model` is told from an error in an assertion: the first is
//! harmless, the second makes every later answer worthless.

pub use self::one_script::as_one_script;
use self::planner::Planner;
use crate::answer::Residue;
use crate::config::Mode;
use crate::profile::Profile;
use crate::script::{self, Command};

/// What a step is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StepKind {
    /// Ends with a check: one answer is due.
    Check,
    /// Queries only: an error here harms nothing.
    Query,
    /// Declarations and assertions after the last check.
    Rest,
}

/// A run of commands with one marker after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Step {
    pub kind: StepKind,
    pub text: Vec<u8>,
}

/// The settings at the head of a script; a warm process serves scripts with equal ones.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Settings {
    /// Options and version notes, one a line, as written.
    pub options: Vec<u8>,
    /// The `set-logic` command, as written.
    pub logic: Vec<u8>,
    /// Options after the logic; some solvers refuse the other order.
    pub late_options: Vec<u8>,
}

impl Settings {
    /// The settings as text to send.
    pub fn text(&self) -> Vec<u8> {
        [&self.options[..], &self.logic, &self.late_options].concat()
    }

    /// The options alone.
    pub fn all_options(&self) -> Vec<u8> {
        [&self.options[..], &self.late_options].concat()
    }
}

/// What to send for one script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Plan {
    pub settings: Settings,
    pub steps: Vec<Step>,
    /// Whether the text ends inside a command, or is no SMT-LIB from some place on. What follows is
    /// not sent: we cannot tell what a solver would make of it.
    pub unfinished: bool,
    /// Why no warm process may have it.
    pub trace: Option<Residue>,
    /// Levels the script pushes and does not pop.
    pub open_levels: usize,
    /// Whether it needs more than one check, or push and pop.
    pub incremental: bool,
    /// Whether a pop would have to, and does not make a process forget it: see [`crate::Modes::kept_by_pop`].
    pub outlives_pop: bool,
    /// Whether it defines anything, or gives it a name.
    pub defines: bool,
    pub withheld: Vec<String>,
}

impl Plan {
    /// Plans `source` for `mode`. With `models`, `:produce-models` is set if the script does not.
    pub fn new(source: &[u8], mode: Mode, profile: &Profile, models: bool) -> Plan {
        let mut planner = Planner::new(source, mode, profile, models);
        let commands = script::commands(source);
        let logic = logic_of(&commands, source);
        if mode == Mode::Tactic && profile.modes.tactic {
            planner.tactic = Some(profile.tactic_for(logic.as_deref()));
        }
        for command in &commands {
            // Nothing after `exit` is ever read, so leaving both out changes no answer.
            if command.complete && command.head(source) == b"exit" {
                break;
            }
            planner.take(command);
        }
        let works = match mode {
            Mode::Fresh => true,
            Mode::Reset => profile.modes.reset,
            Mode::Incremental => profile.modes.push_pop,
            Mode::Tactic => profile.modes.push_pop && profile.modes.tactic,
        };
        let warm_logics = profile
            .modes
            .warm_logics
            .as_ref()
            .filter(|_| mode != Mode::Fresh);
        let logic = logic.unwrap_or_default();
        if !works || warm_logics.is_some_and(|logics| !logics.is_match(logic.as_bytes())) {
            planner.leaves(Residue::ModeNotSupported);
        }
        planner.finish()
    }

    /// The number of checks it asks for.
    pub fn checks(&self) -> usize {
        self.steps
            .iter()
            .filter(|step| step.kind == StepKind::Check)
            .count()
    }
}

fn logic_of(commands: &[Command], source: &[u8]) -> Option<String> {
    let command = commands
        .iter()
        .find(|command| command.head(source) == b"set-logic")?;
    Some(String::from_utf8_lossy(command.arguments(source)).into_owned())
}

mod one_script;
mod planner;
#[cfg(test)]
mod tests;
