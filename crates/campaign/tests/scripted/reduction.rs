//! Findings made smaller, so that what proves them stays.

use crate::common::plan;
use crate::harness::{
    SEED, Watched, approximation, no_distinct, no_distinct_and_its_judge, open, resume, watch,
};
use campaign::ask::scripted::{Reply, solver};
use campaign::finding::{Finding, Reduced};
use campaign::models::judge;
use campaign::plan::Plan;
use campaign::reduction::{Asking, Bug, NativePredicate, NativeWanted, Reducer, ReductionError};
use campaign::store::Event;
use campaign::totals::Change;
use eval::Verdict;
use reduce::{Predicate, Trial};
use solve::{AnswerClass, Mode, SessionConfig, Solver};

/// A campaign over few mutants, with somebody else or without.
fn few(others: &[&str], says: impl Fn(&str, &str) -> Reply + Send + Sync + 'static) -> Plan {
    let mut plan = plan(approximation(SEED), says);
    plan.references = others.iter().map(|name| solver(name)).collect();
    plan.mutants = Some(30);
    plan
}

fn reduce(
    finding: &Finding,
    others: &[&str],
    says: impl Fn(&str, &str) -> Reply + Send + Sync + 'static,
) -> Result<Reduced, ReductionError> {
    let references: Vec<Solver> = others.iter().map(|name| solver(name)).collect();
    let config = |solver: &Solver, mode: Mode| SessionConfig::new(solver.clone(), mode);
    let reducer = Reducer {
        solver: &solver("tested"),
        references: &references,
        asking: Asking {
            open: &open(says),
            config: &config,
            jobs: 1,
        },
        stop: &|| false,
    };
    reducer.reduce(finding, &mut |_, _| ())
}

fn text(script: &[u8]) -> String {
    String::from_utf8(script.to_vec()).unwrap()
}

/// What was reduced while a campaign went on.
pub fn reduced(seen: &Watched) -> Vec<&Reduced> {
    let events = seen.entries.iter().map(|entry| &entry.event);
    let reduced = events.filter_map(|event| match event {
        Event::Reduced { reduced, .. } => Some(&**reduced),
        _ => None,
    });
    reduced.collect()
}

#[test]
fn a_contradiction_keeps_its_proof() {
    let mut plan = few(&["judge"], no_distinct_and_its_judge);
    plan.reduce = true;
    let seen = watch(&plan);
    assert!(!reduced(&seen).is_empty());
    for reduced in reduced(&seen) {
        assert!(reduced.minimal && reduced.checks > 0);
        let pair = reduced.pair.as_ref().unwrap();
        assert!(pair.seed.reply.answer.are(AnswerClass::Sat));
        assert!(pair.mutant.reply.answer.are(AnswerClass::Unsat));
        assert_eq!(pair.opinions[0].claim, Some(AnswerClass::Unsat));
        assert_eq!(pair.differences.len(), 1);
        assert!(!text(&pair.seed.script).contains("distinct"));
        // It needs the word and a check, and hardly anything else.
        let alone = reduced.alone.as_ref().unwrap();
        let script = text(&alone.script.script);
        assert!(script.contains("distinct") && script.len() < 80, "{script}");
        let others = [("judge".to_owned(), AnswerClass::Sat.into())];
        assert_eq!(alone.others, others);
    }
    // Each is as good as the log says when the campaign is over.
    for bucket in seen.totals.buckets.values() {
        assert!(bucket.best.reduced.is_some());
    }
}

#[test]
fn a_crash_keeps_its_signature() {
    // Another crash is nearer, and the reduction must not slip into it.
    let says =
        |_: &str, script: &str| match (script.contains("distinct"), script.contains("(< y 10)")) {
            (true, true) => Reply::crash("deep.cpp: 1"),
            (true, false) => Reply::crash("shallow.cpp: 2"),
            _ => Reply::sat(),
        };
    let seen = watch(&few(&[], says));
    let findings = seen.findings();
    let deep = findings
        .iter()
        .find(|f| f.witness.reply.output == "deep.cpp: 1");
    let reduced = reduce(deep.unwrap(), &[], says).unwrap();
    assert!(reduced.pair.is_none());
    let alone = reduced.alone.unwrap().script;
    let script = text(&alone.script);
    assert!(
        script.contains("distinct") && script.contains("(< y 10)"),
        "{script}"
    );
    assert!(script.len() < SEED.len(), "{script}");
    assert_eq!(alone.reply.output, "deep.cpp: 1");
}

#[test]
fn a_model_stays_wrong_by_our_own_evaluation() {
    // The solver complains of everything, which must not become all that is left.
    const MODEL: &str = "((define-fun x () Int 8) (define-fun y () Int 7))";
    let says = |name: &str, script: &str| match name {
        "tested" if script.contains("false") => Reply::unsat(),
        "tested" => Reply::invalid_model().printing(MODEL),
        _ => Reply::unknown(),
    };
    let seen = watch(&few(&["other"], says));
    let reduced = reduce(seen.findings()[0], &["other"], says).unwrap();
    let alone = reduced.alone.unwrap().script;
    let judged = judge(&alone.script, MODEL);
    let script = text(&alone.script);
    assert!(matches!(judged, Some(Verdict::Invalid(_))), "{script}");
    assert!(
        !script.contains("10") && script.len() < SEED.len(),
        "{script}"
    );
    assert!(alone.reply.answer.are(AnswerClass::InvalidModel));
}

/// What is asserted in place of all that an original asserts, and whether that is the same bug: the tested
/// solver says unsat to every `mod`, and a reference always sat.
fn is_same_bug(original: &str, model: Option<&'static str>, candidate: &str) -> bool {
    let script = |asserted: &str| {
        let declared = "(declare-const x Int)(declare-const y Int)";
        format!("{declared}(assert {asserted})\n(check-sat)\n").into_bytes()
    };
    let open = open(move |name, script| match name {
        "tested" if script.contains("mod") => Reply::unsat(),
        "tested" => Reply::sat(),
        _ => model.map_or_else(Reply::sat, Reply::model),
    });
    let config = |solver: &Solver, mode: Mode| SessionConfig::new(solver.clone(), mode);
    let asking = Asking {
        open: &open,
        config: &config,
        jobs: 1,
    };
    let wanted = NativeWanted {
        solver: &solver("tested"),
        bug: Bug::Answers(vec![AnswerClass::Unsat]),
        references: &[solver("other")],
        reference_answer: Some(AnswerClass::Sat),
        check_models: false,
        in_setting: false,
        witness: None,
    };
    let predicate = NativePredicate::learn(wanted, &asking, &script(original)).unwrap();
    predicate.holds(0, &script(candidate)) == Trial::Holds
}

#[test]
fn an_answer_stays_wrong_whatever_the_standard_leaves_open() {
    // As z3 prints it, with what it takes a division by zero to be.
    const MODEL: &str = "((define-fun y () Int 8) (define-fun x () Int 5)
        (define-fun mod0 ((x!0 Int) (x!1 Int)) Int 3))";
    let settled = "(and (= 3 (mod y 5)) (< 0 y))";
    let by_model = "(and (= 3 (mod y x)) (< 0 y))";
    for model in [None, Some(MODEL)] {
        assert!(is_same_bug(settled, model, "(= 3 (mod y 5))"));
        assert!(!is_same_bug(settled, model, "(= 3 (mod 0 0))"));
        assert!(!is_same_bug(settled, model, "(= 3 (mod y x))"));
    }
    // The model shows it, though the script by itself might mean several things.
    assert!(is_same_bug(by_model, Some(MODEL), "(= 3 (mod y x))"));
    assert!(!is_same_bug(by_model, Some(MODEL), "(= 3 (mod y 0))"));
    // Nor may it become what is no model.
    assert!(!is_same_bug(by_model, Some(MODEL), "(= 4 (mod y x))"));
    assert!(!is_same_bug(settled, Some(MODEL), "(= 4 (mod y 5))"));
}

#[test]
fn what_nobody_can_judge_cannot_be_reduced() {
    let seen = watch(&few(&[], no_distinct));
    let finding = seen.findings()[0];
    let alone = reduce(finding, &[], no_distinct);
    assert!(matches!(alone, Err(ReductionError::NobodyKnows)));
    // Nor does one help who knows nothing.
    let unknown = reduce(finding, &["other"], |name, script| match name {
        "tested" => no_distinct(name, script),
        _ => Reply::unknown(),
    });
    assert!(matches!(unknown, Err(ReductionError::NobodyKnows)));
    // In a campaign it stays as it is.
    let mut plan = few(&[], no_distinct);
    plan.reduce = true;
    let seen = watch(&plan);
    assert!(!seen.findings().is_empty() && reduced(&seen).is_empty());
}

#[test]
fn a_proof_alone_is_enough_for_a_pair() {
    // The judge proves claims, and knows nothing of the scripts.
    let says = |name: &str, script: &str| match name {
        "tested" => no_distinct(name, script),
        _ if script.contains("nuthatch!seed") => Reply::unsat(),
        _ => Reply::unknown(),
    };
    let seen = watch(&few(&["judge"], says));
    let reduced = reduce(seen.findings()[0], &["judge"], says).unwrap();
    let pair = reduced.pair.unwrap();
    assert_eq!(pair.opinions[0].claim, Some(AnswerClass::Unsat));
    assert!(reduced.alone.is_none());
}

#[test]
fn what_cannot_be_seen_any_more_is_gone() {
    let breaks = |_: &str, script: &str| match script.contains("distinct") {
        true => Reply::crash("distinct.cpp: 1"),
        false => Reply::sat(),
    };
    let seen = watch(&few(&[], breaks));
    let mended = reduce(seen.findings()[0], &[], |_, _| Reply::sat());
    assert!(matches!(mended, Err(ReductionError::Gone(_))));
}

#[test]
fn what_holds_in_warm_processes_only_is_not_believed() {
    let seen = watch(&few(&["judge"], no_distinct_and_its_judge));
    let finding = seen.findings()[0];
    let references = [solver("judge")];
    let config = |solver: &Solver, mode: Mode| {
        let mut config = SessionConfig::new(solver.clone(), mode);
        if mode == Mode::Fresh {
            config.solver.name = format!("fresh {}", solver.name);
        }
        config
    };
    // In a process of its own it takes the name of a logic as well.
    let open = open(|name, script| match name.trim_start_matches("fresh ") {
        "tested" if name != "tested" && !script.contains("QF_LIA") => Reply::sat(),
        name => no_distinct_and_its_judge(name, script),
    });
    let reducer = Reducer {
        solver: &solver("tested"),
        references: &references,
        asking: Asking {
            open: &open,
            config: &config,
            jobs: 1,
        },
        stop: &|| false,
    };
    let reduced = reducer.reduce(finding, &mut |_, _| ()).unwrap();
    let script = text(&reduced.alone.unwrap().script.script);
    assert!(
        script.contains("QF_LIA") && script.contains("distinct"),
        "{script}"
    );
}

#[test]
fn findings_that_are_reduced_to_the_same_are_one() {
    let of = |reduce: bool| {
        let mut plan = few(&["judge"], no_distinct_and_its_judge);
        plan.mutants = Some(60);
        plan.reduce = reduce;
        plan
    };
    let apart = watch(&of(false));
    assert!(apart.totals.buckets.len() > 1);
    // The campaign goes on, with its findings as they are, and they are reduced.
    let together = resume(&of(true), &apart.entries);
    let merged = together.changes.iter().filter_map(|change| match change {
        Change::Merged { gone, kept, .. } => Some((gone, kept)),
        _ => None,
    });
    let merged: Vec<(&String, &String)> = merged.collect();
    assert!(!merged.is_empty());
    let (before, after) = (&apart.totals, &together.totals);
    assert_eq!(after.buckets.len() + merged.len(), before.buckets.len());
    assert_eq!(after.findings("soundness"), before.findings("soundness"));
    for (gone, _) in merged {
        assert!(!after.buckets.contains_key(gone));
        assert!(after.buckets.contains_key(&after.merged[gone]));
    }
}
