//! From a script to what is sent, step by step, and whether a warm process may be asked.
//!
//! A script is cut after every check and around every run of queries (`get-model` and the like).
//! Each step is followed by a marker, so that every line a solver prints belongs to one step. That
//! is how an error in a stray `get-model` is told from an error in an assertion: the first is
//! harmless, the second makes every later answer worthless.

use crate::answer::Trace;
use crate::commands::{is_check, is_query, is_undone_by_pop};
use crate::config::Mode;
use crate::guard::{self, Verdict};
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
    /// Text that ends inside a command; it can only be the last thing a process reads.
    pub unfinished: Vec<u8>,
    /// Why no warm process may have it.
    pub trace: Option<Trace>,
    /// Levels the script pushes and does not pop.
    pub open_levels: usize,
    /// Whether it needs more than one check, or push and pop.
    pub incremental: bool,
    pub withheld: Vec<String>,
}

impl Plan {
    /// Plans `source` for `mode`. With `models`, `:produce-models` is set if the script does not.
    pub fn new(source: &[u8], mode: Mode, profile: &Profile, models: bool) -> Plan {
        let mut planner = Planner::new(source, mode, models);
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
            planner.leaves(Trace::ModeNotSupported);
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

struct Planner<'a> {
    source: &'a [u8],
    mode: Mode,
    tactic: Option<&'a str>,
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
    fn new(source: &'a [u8], mode: Mode, models: bool) -> Self {
        let mut settings = Settings::default();
        if models && memchr::memmem::find(source, b":produce-models").is_none() {
            settings
                .options
                .extend_from_slice(b"(set-option :produce-models true)\n");
        }
        let plan = Plan {
            settings,
            steps: Vec::new(),
            unfinished: Vec::new(),
            trace: None,
            open_levels: 0,
            incremental: false,
            withheld: Vec::new(),
        };
        Planner {
            source,
            mode,
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

    fn leaves(&mut self, trace: Trace) {
        self.plan.trace.get_or_insert(trace);
    }

    fn take(&mut self, command: &Command) {
        let text = command.text(self.source);
        if !command.complete {
            self.leaves(Trace::Malformed);
            self.plan.unfinished = text.to_vec();
            return;
        }
        match guard::judge(command, self.source) {
            Verdict::Pass => {}
            Verdict::Omit => return,
            Verdict::Withhold => {
                self.plan
                    .withheld
                    .push(String::from_utf8_lossy(text).into_owned());
                return;
            }
        }
        let head = command.head(self.source);
        match head {
            _ if command.is_atom(self.source) => {
                self.leaves(Trace::Malformed);
                self.add(text, false);
            }
            b"set-option" | b"set-logic" | b"set-info" => self.take_setting(command),
            _ if is_check(head) => self.take_check(command),
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
        if name == b":global-declarations" && words.get(1) == Some(&&b"true"[..]) {
            self.leaves(Trace::GlobalDeclarations);
        }
        let pushes = matches!(self.mode, Mode::Incremental | Mode::Tactic);
        if pushes && name == b":incremental" && words.get(1) == Some(&&b"false"[..]) {
            self.leaves(Trace::ModeNotSupported);
        }
        if !self.in_settings {
            self.leaves(Trace::LateSetting);
            self.add(text, false);
        } else if command.head(self.source) == b"set-logic" {
            if !self.plan.settings.logic.is_empty() {
                self.leaves(Trace::LateSetting);
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
                self.leaves(Trace::NoTactic);
                append_line(&mut self.pending, command.text(self.source));
            }
            _ => append_line(&mut self.pending, command.text(self.source)),
        }
        if !is_undone_by_pop(head) {
            self.leaves(Trace::UnknownCommand);
        }
        self.close(StepKind::Check);
    }

    fn note_traces(&mut self, command: &Command) {
        let head = command.head(self.source);
        match head {
            b"push" | b"pop" => {
                self.pushes = true;
                let levels = match command.arguments(self.source) {
                    b"" => Some(1),
                    text => std::str::from_utf8(text)
                        .ok()
                        .and_then(|text| text.parse().ok()),
                };
                match levels {
                    None => self.leaves(Trace::UnknownCommand),
                    Some(levels) if head == b"push" => {
                        self.level = self.level.saturating_add(levels);
                    }
                    Some(levels) => match self.level.checked_sub(levels) {
                        Some(level) => self.level = level,
                        None => self.leaves(Trace::ClearsTooMuch),
                    },
                }
            }
            b"reset" | b"reset-assertions" => self.leaves(Trace::ClearsTooMuch),
            _ if is_undone_by_pop(head) => {}
            _ => self.leaves(Trace::UnknownCommand),
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

    fn finish(mut self) -> Plan {
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

#[cfg(test)]
mod tests {
    use super::*;
    use StepKind::{Check, Query, Rest};

    fn plan(source: &str, mode: Mode) -> Plan {
        Plan::new(
            source.as_bytes(),
            mode,
            Profile::named("z3").unwrap(),
            false,
        )
    }

    fn check_steps(source: &str, expected: &[(StepKind, &str)]) {
        let plan = plan(source, Mode::Incremental);
        let found: Vec<_> = plan
            .steps
            .iter()
            .map(|step| {
                (
                    step.kind,
                    String::from_utf8_lossy(&step.text)
                        .trim()
                        .replace('\n', " "),
                )
            })
            .collect();
        let expected: Vec<_> = expected
            .iter()
            .map(|(kind, text)| (*kind, text.to_string()))
            .collect();
        assert_eq!(found, expected, "{source}");
    }

    fn check_trace(source: &str, expected: Option<Trace>) {
        assert_eq!(plan(source, Mode::Incremental).trace, expected, "{source}");
    }

    #[test]
    fn steps_end_at_checks_and_around_queries() {
        check_steps(
            "(assert p)(check-sat)(get-model)(get-info :name)(assert q)(check-sat)(exit)(assert r)",
            &[
                (Check, "(assert p) (check-sat)"),
                (Query, "(get-model) (get-info :name)"),
                (Check, "(assert q) (check-sat)"),
            ],
        );
        check_steps(
            "(assert p)(get-assertions)(assert q)",
            &[
                (Rest, "(assert p)"),
                (Query, "(get-assertions)"),
                (Rest, "(assert q)"),
            ],
        );
    }

    #[test]
    fn settings_are_told_from_the_body() {
        let plan = plan(
            "(set-info :status sat)(set-option :produce-models true)(set-logic QF_LIA)\
             (set-info :source |x|)(assert true)(check-sat)",
            Mode::Incremental,
        );
        assert_eq!(
            plan.settings.options,
            b"(set-option :produce-models true)\n"
        );
        assert_eq!(plan.settings.logic, b"(set-logic QF_LIA)\n");
        assert_eq!(plan.steps.len(), 1);
        assert_eq!(plan.trace, None);
    }

    #[test]
    fn scripts_that_leave_traces_are_recognised() {
        check_trace("(assert p)(check-sat)(exit)", None);
        check_trace("(push 1)(assert p)(check-sat)(pop 1)", None);
        check_trace(
            "(assert p)(set-option :timeout 3)",
            Some(Trace::LateSetting),
        );
        check_trace("(assert p)(set-logic QF_BV)", Some(Trace::LateSetting));
        check_trace(
            "(set-option :global-declarations true)",
            Some(Trace::GlobalDeclarations),
        );
        check_trace("(set-option :global-declarations false)", None);
        check_trace(
            "(set-option :incremental false)",
            Some(Trace::ModeNotSupported),
        );
        check_trace("(push 1)(pop 2)", Some(Trace::ClearsTooMuch));
        check_trace("(reset)", Some(Trace::ClearsTooMuch));
        check_trace("(reset-assertions)", Some(Trace::ClearsTooMuch));
        check_trace("(declare-rel r (Int))", Some(Trace::UnknownCommand));
        check_trace(
            "(push 99999999999999999999999)",
            Some(Trace::UnknownCommand),
        );
        check_trace("(assert (p)", Some(Trace::Malformed));
        check_trace("(check-sat))", Some(Trace::Malformed));
    }

    #[test]
    fn open_levels_are_counted() {
        assert_eq!(
            plan("(push 2)(push)(pop 1)(check-sat)", Mode::Incremental).open_levels,
            2
        );
    }

    #[test]
    fn tactic_mode_asks_with_the_logics_tactic() {
        let source = "(set-logic QF_BV)(assert p)(check-sat)";
        let text = plan(source, Mode::Tactic).steps[0].text.clone();
        assert_eq!(text, b"(assert p)\n(check-sat-using qfbv)\n");
        let assuming = plan("(check-sat-assuming (p))", Mode::Tactic);
        assert_eq!(assuming.trace, Some(Trace::NoTactic));
    }

    #[test]
    fn modes_a_solver_lacks_go_apart() {
        let golem = Profile::named("golem").unwrap();
        let yices = Profile::named("yices").unwrap();
        let plan = Plan::new(b"(set-logic LRA)(check-sat)", Mode::Reset, yices, false);
        assert_eq!(plan.trace, Some(Trace::ModeNotSupported));
        let plan = Plan::new(b"(set-logic QF_LRA)(check-sat)", Mode::Tactic, yices, false);
        assert_eq!(plan.trace, Some(Trace::ModeNotSupported));
        assert_eq!(plan.steps[0].text, b"(check-sat)\n");
        let plan = Plan::new(b"(check-sat)", Mode::Reset, golem, false);
        assert_eq!(plan.trace, Some(Trace::ModeNotSupported));
    }

    #[test]
    fn models_are_switched_on_once() {
        let z3 = Profile::named("z3").unwrap();
        let plan = Plan::new(b"(check-sat)", Mode::Fresh, z3, true);
        assert_eq!(
            plan.settings.options,
            b"(set-option :produce-models true)\n"
        );
        let source = b"(set-option :produce-models false)(check-sat)";
        let plan = Plan::new(source, Mode::Fresh, z3, true);
        assert_eq!(
            plan.settings.options,
            b"(set-option :produce-models false)\n"
        );
    }
}
