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

fn check_trace(source: &str, expected: Option<Residue>) {
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
        Some(Residue::LateSetting),
    );
    check_trace("(assert p)(set-logic QF_BV)", Some(Residue::LateSetting));
    check_trace(
        "(set-option :global-declarations true)",
        Some(Residue::GlobalDeclarations),
    );
    check_trace("(set-option :global-declarations false)", None);
    check_trace(
        "(set-option :incremental false)",
        Some(Residue::ModeNotSupported),
    );
    check_trace("(push 1)(pop +1)", Some(Residue::UnknownCommand));
    check_trace(
        "(set-option :GLOBAL_DECLS true)",
        Some(Residue::GlobalDeclarations),
    );
    check_trace("(push 1)(pop 2)", Some(Residue::ClearsTooMuch));
    check_trace("(reset)", Some(Residue::ClearsTooMuch));
    check_trace("(reset-assertions)", Some(Residue::ClearsTooMuch));
    check_trace("(declare-rel r (Int))", Some(Residue::UnknownCommand));
    check_trace(
        "(push 99999999999999999999999)",
        Some(Residue::UnknownCommand),
    );
    check_trace("(assert (p)", Some(Residue::Malformed));
    check_trace("(check-sat))", Some(Residue::Malformed));
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
    assert_eq!(assuming.trace, Some(Residue::NoTactic));
}

#[test]
fn modes_a_solver_lacks_go_apart() {
    let golem = Profile::named("golem").unwrap();
    let yices = Profile::named("yices").unwrap();
    let plan = Plan::new(b"(set-logic LRA)(check-sat)", Mode::Reset, yices, false);
    assert_eq!(plan.trace, Some(Residue::ModeNotSupported));
    let plan = Plan::new(b"(set-logic QF_LRA)(check-sat)", Mode::Tactic, yices, false);
    assert_eq!(plan.trace, Some(Residue::ModeNotSupported));
    assert_eq!(plan.steps[0].text, b"(check-sat)\n");
    let plan = Plan::new(b"(check-sat)", Mode::Reset, golem, false);
    assert_eq!(plan.trace, Some(Residue::ModeNotSupported));
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
