//! The walk over a script's commands that makes a plan of them.

use super::{Plan, Settings, Step, StepKind};
use crate::answer::Residue;
use crate::commands::{is_check, is_query, is_undone_by_pop};
use crate::config::Mode;
use crate::guard::{self, Admission};
use crate::profile::Profile;
use crate::script::{self, Command};

/// A plan in the making.
pub(super) struct Planner<'a> {
    source: &'a [u8],
    mode: Mode,
    profile: &'a Profile,
    /// What replaces `(check-sat)`, in tactic mode.
    pub tactic: Option<&'a str>,
    /// False once anything but a setting was seen.
    in_settings: bool,
    level: usize,
    checks: usize,
    pushes: bool,
    pending: Vec<u8>,
    /// Whether `pending` holds queries (`Some(true)`) or other commands; `None` if it is empty.
    pending_queries: Option<bool>,
    plan: Plan,
}

impl<'a> Planner<'a> {
    pub fn new(source: &'a [u8], mode: Mode, profile: &'a Profile, models: bool) -> Self {
        let mut settings = Settings::default();
        if models && memchr::memmem::find(source, b":produce-models").is_none() {
            settings
                .options
                .extend_from_slice(b"(set-option :produce-models true)\n");
        }
        let plan = Plan {
            settings,
            steps: Vec::new(),
            unfinished: false,
            trace: None,
            open_levels: 0,
            incremental: false,
            outlives_pop: false,
            defines: false,
            withheld: Vec::new(),
        };
        Planner {
            source,
            mode,
            profile,
            tactic: None,
            in_settings: true,
            level: 0,
            checks: 0,
            pushes: false,
            pending: Vec::new(),
            pending_queries: None,
            plan,
        }
    }

    /// Notes the first reason why no warm process may have the script.
    pub fn leaves(&mut self, trace: Residue) {
        self.plan.trace.get_or_insert(trace);
    }

    /// Takes the next command.
    pub fn take(&mut self, command: &Command) {
        let text = command.text(self.source);
        if !command.complete {
            self.leaves(Residue::Malformed);
            self.plan.unfinished = true;
            return;
        }
        match guard::judge(command, self.source) {
            Admission::Pass => {}
            Admission::Omit => return,
            Admission::Withhold => {
                self.plan
                    .withheld
                    .push(String::from_utf8_lossy(text).into_owned());
                return;
            }
        }
        let head = command.head(self.source);
        match head {
            _ if command.is_atom(self.source) => {
                self.leaves(Residue::Malformed);
                self.add(text, false);
            }
            b"set-option" | b"set-logic" | b"set-info" => self.take_setting(command),
            _ if is_check(head) => self.take_check(command),
            // Without markers, nobody could tell what is echoed from an answer.
            b"echo" | b"eval" | b"simplify" | b"display" if !self.profile.input.echo => {}
            _ => {
                self.in_settings = false;
                self.note_traces(command);
                self.add(text, is_query(head));
            }
        }
    }

    fn take_setting(&mut self, command: &Command) {
        let text = command.text(self.source);
        let words = script::words(command.arguments(self.source));
        let name = words.first().copied().unwrap_or_default();
        if command.head(self.source) == b"set-info" && name != b":smt-lib-version" {
            // Notes such as :source leave nothing behind, but a warm process need not read them.
            if self.mode == Mode::Fresh {
                self.add(text, false);
            }
            return;
        }
        // z3 takes any spelling, and a second name.
        let plain = guard::plain_option(name);
        let is_global = matches!(&plain[..], b":global-declarations" | b":global-decls");
        if is_global && words.get(1) != Some(&&b"false"[..]) {
            self.leaves(Residue::GlobalDeclarations);
        }
        let pushes = matches!(self.mode, Mode::Incremental | Mode::Tactic);
        if pushes && name == b":incremental" && words.get(1) == Some(&&b"false"[..]) {
            self.leaves(Residue::ModeNotSupported);
        }
        if !self.in_settings {
            self.leaves(Residue::LateSetting);
            self.add(text, false);
        } else if command.head(self.source) == b"set-logic" {
            if !self.plan.settings.logic.is_empty() {
                self.leaves(Residue::LateSetting);
            }
            append_line(&mut self.plan.settings.logic, text);
        } else if self.plan.settings.logic.is_empty() {
            append_line(&mut self.plan.settings.options, text);
        } else {
            append_line(&mut self.plan.settings.late_options, text);
        }
    }

    fn take_check(&mut self, command: &Command) {
        self.in_settings = false;
        self.checks += 1;
        if self.pending_queries == Some(true) {
            self.close(StepKind::Query);
        }
        let head = command.head(self.source);
        match self.tactic {
            Some(tactic) if head == b"check-sat" => {
                append_line(
                    &mut self.pending,
                    format!("(check-sat-using {tactic})").as_bytes(),
                );
            }
            Some(_) if head != b"check-sat-using" => {
                self.leaves(Residue::NoTactic);
                append_line(&mut self.pending, command.text(self.source));
            }
            _ => append_line(&mut self.pending, command.text(self.source)),
        }
        if !is_undone_by_pop(head) {
            self.leaves(Residue::UnknownCommand);
        }
        self.close(StepKind::Check);
    }

    fn note_traces(&mut self, command: &Command) {
        let head = command.head(self.source);
        let kept = &self.profile.modes.kept_by_pop;
        self.plan.outlives_pop |= kept.iter().any(|name| name.as_bytes() == head);
        let text = command.text(self.source);
        self.plan.defines |=
            head.starts_with(b"define") || memchr::memmem::find(text, b":named").is_some();
        match head {
            b"push" | b"pop" => {
                self.pushes = true;
                let levels = match command.arguments(self.source) {
                    b"" => Some(1),
                    // Not `+1`, which we would take for a number and solvers do not.
                    text if !text.iter().all(u8::is_ascii_digit) => None,
                    text => std::str::from_utf8(text)
                        .ok()
                        .and_then(|text| text.parse().ok()),
                };
                match levels {
                    None => self.leaves(Residue::UnknownCommand),
                    Some(levels) if head == b"push" => {
                        self.level = self.level.saturating_add(levels);
                    }
                    Some(levels) => match self.level.checked_sub(levels) {
                        Some(level) => self.level = level,
                        None => self.leaves(Residue::ClearsTooMuch),
                    },
                }
            }
            b"reset" | b"reset-assertions" => self.leaves(Residue::ClearsTooMuch),
            _ if is_undone_by_pop(head) => {}
            _ => self.leaves(Residue::UnknownCommand),
        }
    }

    fn add(&mut self, text: &[u8], query: bool) {
        if self.pending_queries == Some(!query) {
            // Commands after queries start a step; queries after commands end one that has no
            // check, and its errors must still count.
            self.close(if query {
                StepKind::Rest
            } else {
                StepKind::Query
            });
        }
        self.pending_queries = Some(query);
        append_line(&mut self.pending, text);
    }

    fn close(&mut self, kind: StepKind) {
        self.pending_queries = None;
        if !self.pending.is_empty() {
            self.plan.steps.push(Step {
                kind,
                text: std::mem::take(&mut self.pending),
            });
        }
    }

    /// The plan, once all commands were taken.
    pub fn finish(mut self) -> Plan {
        match self.pending_queries {
            Some(true) => self.close(StepKind::Query),
            _ => self.close(StepKind::Rest),
        }
        // Popping what a script left open is our own last pop's work.
        self.plan.open_levels = self.level;
        self.plan.incremental = self.checks > 1 || self.pushes;
        self.plan
    }
}

fn append_line(text: &mut Vec<u8>, line: &[u8]) {
    text.extend_from_slice(line);
    text.push(b'\n');
}
