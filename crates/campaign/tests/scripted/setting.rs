//! Bugs that the script by itself does not show: after a push, with a tactic, after other scripts in the
//! same process. Each ends as a finding whose script alone shows it.

use crate::common::plan;
use crate::harness::{SEED, Times, Watched, approximation, is_seed, watch};
use campaign::ask::Ask;
use campaign::ask::scripted::{Reply, Scripted, solver, solver_like};
use campaign::finding::{Finding, Needs};
use campaign::history::{Question, Symptom};
use campaign::models::Models;
use campaign::plan::Plan;
use smt::Status;
use solve::{AnswerClass, Mode, SessionConfig};

/// A campaign against a solver that can do what z3 can, in a mode.
fn warm(mode: Mode, says: impl Fn(&str, &str) -> Reply + Send + Sync + 'static) -> Plan {
    let mut plan = plan(approximation(SEED), says);
    plan.solvers = vec![solver_like("tested", "z3")];
    plan.mode = Some(mode);
    plan.mutants = Some(30);
    plan
}

/// The same with another solver who proves every claim and knows that all else is sat, and reduction.
fn judged(mode: Mode, says: impl Fn(&str) -> Reply + Send + Sync + 'static) -> Plan {
    let mut plan = warm(mode, move |name, script| match name {
        "tested" => says(script),
        _ if script.contains("nuthatch!seed") => Reply::unsat(),
        // Nobody else need know how to push.
        _ if script.contains("push") || script.contains("reset") => Reply::unknown(),
        _ if script.contains("check-sat-using") => Reply::unknown(),
        _ => Reply::sat(),
    });
    plan.references = vec![solver("judge")];
    plan.reduce = true;
    plan
}

/// What comes after the last push or reset.
fn last_part(script: &str) -> &str {
    let cut = ["(push 1)", "(reset)"].map(|word| script.rfind(word).unwrap_or(0));
    &script[cut[0].max(cut[1])..]
}

fn text(script: &[u8]) -> String {
    String::from_utf8(script.to_vec()).unwrap()
}

/// What the findings come to in the end: the best of each bucket, reduced. Each shows by its script alone,
/// and the last check of it by itself does not.
fn best<'w>(seen: &'w Watched, says: &dyn Fn(&str) -> Reply) -> Vec<&'w Finding> {
    assert_eq!(seen.doubts().len(), 0);
    let all: Vec<&Finding> = seen.totals.buckets.values().map(|b| &b.best).collect();
    assert!(!all.is_empty());
    let is_wrong = |script: &str| format!("{:?}", says(script)) == format!("{:?}", Reply::unsat());
    for finding in &all {
        let reduced = finding.reduced_script().unwrap();
        for script in [&finding.witness.script, &reduced.script] {
            let script = text(script);
            assert!(is_wrong(&script), "{script}");
            let flat = campaign::posed::last_check(script.as_bytes()).unwrap();
            assert!(!is_wrong(&text(&flat)), "{}", text(&flat));
        }
        assert!(finding.witness.reply.answer.are(AnswerClass::Unsat));
        assert!(reduced.reply.answer.are(AnswerClass::Unsat));
        assert!(reduced.script.len() < finding.witness.script.len());
        assert_eq!(finding.opinions[0].witness, AnswerClass::Sat);
        let others = &finding
            .reduced
            .as_ref()
            .unwrap()
            .alone
            .as_ref()
            .unwrap()
            .others;
        assert_eq!(*others, [("judge".to_owned(), AnswerClass::Sat.into())]);
        let by_itself = finding.evidence.iter().any(|e| e.contains("by itself"));
        assert!(by_itself, "{:?}", finding.evidence);
        let question = Question::of(finding).unwrap();
        assert!(question.at_last);
        assert_eq!(
            question.symptom,
            Symptom::WrongAnswer(vec![Some(Status::Sat)])
        );
    }
    all
}

#[test]
fn what_shows_only_after_a_push_is_reported_with_one() {
    let says = |script: &str| match last_part(script) {
        part if part.starts_with("(push 1)") && part.contains("distinct") => Reply::unsat(),
        _ => Reply::sat(),
    };
    let seen = watch(&judged(Mode::Incremental, says));
    for finding in best(&seen, &says) {
        assert_eq!(finding.mode, Some(Mode::Incremental));
        assert_eq!(finding.needs, Some(Needs::Push));
        let script = text(&finding.witness.script);
        assert_eq!(script.matches("(check-sat)").count(), 1);
        assert!(script.contains("(set-logic QF_LIA)\n(push 1)\n"));
        assert_eq!(finding.derivation.derived().steps(), 1);
        let told = finding.setting().unwrap();
        assert_eq!(told, "It shows only after `(push 1)`.");
        let reduced = text(finding.smallest_script());
        assert!(reduced.len() < 80, "{reduced}");
    }
}

#[test]
fn what_shows_only_with_a_tactic_is_reported_with_it() {
    let says = |script: &str| match script.contains("check-sat-using qflia") {
        true if script.contains("distinct") => Reply::unsat(),
        _ => Reply::sat(),
    };
    let seen = watch(&judged(Mode::Tactic, says));
    for finding in best(&seen, &says) {
        assert_eq!(finding.needs, Some(Needs::Tactic));
        let told = finding.setting().unwrap();
        assert_eq!(told, "It shows only with `check-sat-using`.");
    }
}

/// Wrong about `distinct` in a process that was asked about `abs` before.
fn remembers_abs(script: &str) -> Reply {
    let part = last_part(script);
    let before = &script[..script.len() - part.len()];
    match before.contains("abs") && part.contains("distinct") {
        true => Reply::unsat(),
        false => Reply::sat(),
    }
}

#[test]
fn what_shows_only_after_other_scripts_is_reported_after_those_that_it_takes() {
    for mode in [Mode::Incremental, Mode::Reset] {
        let mut plan = judged(mode, remembers_abs);
        plan.mutants = Some(100);
        let seen = watch(&plan);
        for finding in best(&seen, &remembers_abs) {
            assert_eq!(finding.mode, Some(mode));
            assert_eq!(finding.needs, Some(Needs::Others));
            let script = text(&finding.witness.script);
            assert_eq!(script.matches("(check-sat)").count(), 2, "{script}");
            let word = match mode {
                Mode::Reset => "(reset)",
                _ => "(pop 1)",
            };
            assert_eq!(script.matches(word).count(), 1, "{script}");
        }
    }
}

#[test]
fn a_wrong_model_after_a_push_is_one_of_the_plain_script() {
    // In the model of the one script, the other's assertion does not hold; nor does one of its own.
    const WRONG: &str = "((define-fun x () Int 8) (define-fun y () Int 7))";
    const RIGHT: &str = "((define-fun x () Int 1) (define-fun y () Int 2))";
    let mut plan = warm(Mode::Incremental, |_, script| {
        match last_part(script).starts_with("(push 1)") {
            true => Reply::model(WRONG),
            false => Reply::model(RIGHT),
        }
    });
    plan.models = Models::All;
    plan.reduce = true;
    let seen = watch(&plan);
    assert!(!seen.findings().is_empty());
    for bucket in seen.totals.buckets.values() {
        let finding = &bucket.best;
        assert_eq!(finding.oracle, "model");
        assert_eq!(finding.needs, Some(Needs::Push));
        assert!(finding.witness.reply.answer.are(AnswerClass::InvalidModel));
        let reduced = finding.reduced_script().unwrap();
        assert!(reduced.reply.answer.are(AnswerClass::InvalidModel));
        let script = text(&reduced.script);
        assert!(script.contains("(push 1)"), "{script}");
        assert!(Question::of(finding).unwrap().at_last);
    }
}

#[test]
fn a_crash_after_a_push_is_reported_with_one() {
    let mut plan = warm(Mode::Incremental, |_, script| {
        let part = last_part(script);
        match part.starts_with("(push 1)") && part.contains("distinct") {
            true => Reply::crash("pushed.cpp: 1"),
            false => Reply::sat(),
        }
    });
    plan.reduce = true;
    let seen = watch(&plan);
    assert_eq!(seen.totals.buckets.len(), 1);
    for bucket in seen.totals.buckets.values() {
        assert_eq!(bucket.best.needs, Some(Needs::Push));
        let script = text(bucket.best.smallest_script());
        assert!(script.contains("(push 1)") && script.len() < 80, "{script}");
    }
}

#[test]
fn what_never_happens_again_is_dropped() {
    for mode in [Mode::Incremental, Mode::Reset, Mode::Tactic] {
        let times = Times::default();
        let seen = watch(&warm(mode, move |_, script| {
            let part = last_part(script).to_owned();
            match part.contains("distinct") && times.before(&part) == 0 {
                true => Reply::unsat(),
                false => Reply::sat(),
            }
        }));
        assert_eq!((seen.findings().len(), seen.doubts().len()), (0, 0));
        assert!(!seen.dropped().is_empty());
        for dropped in seen.dropped() {
            assert_eq!(dropped.why, "it does not happen again in a fresh process");
        }
    }
}

#[test]
fn what_the_script_shows_by_itself_needs_nothing_else() {
    let seen = watch(&warm(Mode::Incremental, |_, script| {
        match last_part(script).contains("distinct") {
            true => Reply::unsat(),
            false => Reply::sat(),
        }
    }));
    assert!(!seen.findings().is_empty());
    for finding in seen.findings() {
        assert_eq!(finding.mode, Some(Mode::Incremental));
        assert_eq!((finding.needs, finding.setting()), (None, None));
        assert!(!text(&finding.witness.script).contains("push"));
    }
}

/// To check its own models is an option of a solver, and may be what it takes.
#[test]
fn what_shows_only_with_its_own_check_has_that_in_its_command() {
    for only_then in [true, false] {
        let mut plan = judged(Mode::Fresh, |_| Reply::unknown());
        plan.reduce = false;
        let open = Scripted::open(move |name, script| match name {
            "judge" if script.contains("nuthatch!seed") => Reply::unsat(),
            "tested" if !is_seed(script) => Reply::unsat(),
            "unchecked" if !is_seed(script) && !only_then => Reply::unsat(),
            _ => Reply::sat(),
        });
        plan.open = Box::new(move |mut config: SessionConfig| -> Box<dyn Ask> {
            if config.solver.name == "tested" && !config.check_models {
                config.solver.name = "unchecked".to_owned();
            }
            open(config)
        });
        let seen = watch(&plan);
        let findings = seen.findings();
        assert!(!findings.is_empty());
        for finding in findings {
            let command = &finding.solver.command;
            assert_eq!(
                command.matches("model_validate=true").count(),
                usize::from(only_then),
                "{command}"
            );
        }
    }
}
