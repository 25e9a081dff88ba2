//! From a suspicion to a finding, or to the reason why it is none.

use crate::common::plan;
use crate::harness::{
    Asked, SEED, Times, approximation, flat, ingredients, no_distinct, no_distinct_and_its_judge,
    open, watch,
};
use campaign::ask::scripted::{Reply, solver};
use campaign::case::{Due, Setting, TestCase};
use campaign::finding::Finding;
use campaign::horn::judges::Judges;
use campaign::oracle::{self, ORACLES};
use campaign::strategy::{ApproximationStrategy, Strategy};
use campaign::triage::{Bench, Suspicion, Triage};
use solve::{AnswerClass, Mode, SessionConfig};

/// Mutants of one step each.
fn single_steps() -> Vec<Box<dyn Strategy>> {
    let seeds = flat("seed", SEED);
    let mut from = ingredients(&seeds);
    from.approximation.settings.max_literals = 1;
    vec![Box::new(ApproximationStrategy::new(&from))]
}

/// The test case that a finding is about.
fn case_of(finding: &Finding) -> TestCase {
    TestCase {
        script: finding.witness.script.clone(),
        due: Due::Compare,
        number: finding.number,
        derivation: finding.derivation.clone(),
        setting: Setting::default(),
    }
}

#[test]
fn what_shows_only_once_is_dropped_with_the_reason() {
    let times = Times::default();
    let seen = watch(&plan(
        approximation(SEED),
        move |name, script| match times.before(script) {
            0 => no_distinct(name, script),
            _ => Reply::sat(),
        },
    ));
    assert_eq!((seen.findings().len(), seen.doubts().len()), (0, 0));
    let dropped = seen.dropped();
    assert!(!dropped.is_empty());
    assert_eq!(dropped.len() as u64, seen.totals.tally().unconfirmed);
    for dropped in dropped {
        assert_eq!(dropped.why, "it does not happen again in a fresh process");
        let about = (&*dropped.oracle, &*dropped.strategy, &*dropped.source);
        assert_eq!(about, ("soundness", "approximation", "seed"));
    }
}

#[test]
fn what_shows_in_fresh_processes_but_not_each_time_is_dropped() {
    let times = Times::default();
    // The first time is the worker's, and two more convince us at first.
    let seen = watch(&plan(single_steps(), move |name, script| {
        match times.before(script) {
            0..3 => no_distinct(name, script),
            _ => Reply::sat(),
        }
    }));
    assert_eq!(seen.findings().len(), 0);
    let reasons: Vec<&str> = seen.dropped().iter().map(|d| &*d.why).collect();
    assert!(reasons.contains(&"it does not happen each time"));
}

#[test]
fn a_seed_that_does_not_keep_its_answer_contradicts_nothing() {
    let times = Times::default();
    let seen = watch(&plan(approximation(SEED), move |name, script| {
        let asserted = script.lines().filter(|line| line.starts_with("(assert"));
        let is_seed = asserted.eq(["(assert (< x y))", "(assert (< y 10))"]);
        match is_seed && times.before("seed") > 0 {
            true => Reply::unknown(),
            false => no_distinct(name, script),
        }
    }));
    assert_eq!((seen.findings().len(), seen.doubts().len()), (0, 0));
    assert!(!seen.dropped().is_empty());
    for dropped in seen.dropped() {
        assert_eq!(dropped.why, "the answer to the seed is no longer the same");
    }
}

#[test]
fn a_crash_elsewhere_the_second_time_is_another_one() {
    let times = Times::default();
    let seen = watch(&plan(approximation(SEED), move |_, script| {
        match script.contains("distinct") {
            true => Reply::crash(&format!("line {}", times.before("crash"))),
            false => Reply::sat(),
        }
    }));
    assert_eq!(seen.findings().len(), 0);
    assert!(!seen.dropped().is_empty());
    assert!(seen.dropped().iter().all(|d| d.oracle == "crash"));
}

#[test]
fn steps_that_are_not_needed_are_left_out() {
    let seeds = flat("seed", SEED);
    let mut from = ingredients(&seeds);
    from.approximation.mutants_per_seed = 600;
    let strategy: Box<dyn Strategy> = Box::new(ApproximationStrategy::new(&from));
    let seen = watch(&plan(vec![strategy], |_, script| {
        // It takes two of these, which one step does not make.
        match script.matches("abs").count() > 1 && script.contains("distinct") {
            true => Reply::unsat(),
            false => Reply::sat(),
        }
    }));
    let steps = |finding: &Finding| finding.derivation.derived().steps();
    let findings = seen.findings();
    assert!(!findings.is_empty());
    let mut shorter = 0;
    for finding in findings {
        let script = String::from_utf8_lossy(&finding.witness.script);
        assert!(script.contains("distinct") && script.contains("abs"));
        shorter += usize::from(finding.witness.script.len() < finding.found);
        // Without any one of them it is not seen.
        let case = case_of(finding);
        for left_out in 0..steps(finding) {
            let kept: Vec<usize> = (0..steps(finding)).filter(|p| *p != left_out).collect();
            let fewer = case.rebuild(&kept).unwrap().script;
            let fewer = String::from_utf8_lossy(&fewer);
            let shows = fewer.matches("abs").count() > 1 && fewer.contains("distinct");
            assert!(kept.is_empty() || !shows, "{fewer}");
        }
    }
    assert!(shorter > 0);
}

#[test]
fn a_crash_may_take_no_step_at_all() {
    // It breaks on everything, but for scripts that ask for a model: so it has an answer to the seed.
    let seen = watch(&plan(approximation(SEED), |_, script| {
        match script.contains("get-model") {
            true => Reply::sat(),
            false => Reply::crash("anything"),
        }
    }));
    let findings = seen.findings();
    assert_eq!(seen.totals.distinct("crash"), 1);
    let shortest = findings.iter().min_by_key(|f| f.found).unwrap();
    assert_eq!(shortest.derivation.derived().steps(), 0);
    assert_eq!(shortest.witness.script, SEED.as_bytes());
    assert!(shortest.parents.is_empty());
}

#[test]
fn one_more_of_a_known_crash_is_counted_without_asking_around() {
    let asked = Asked::default();
    let mut plan = plan(
        approximation(SEED),
        asked.of(|name, script| match name {
            "tested" if script.contains("distinct") => Reply::crash("distinct.cpp: 1"),
            _ => Reply::sat(),
        }),
    );
    plan.references = vec![solver("other")];
    let seen = watch(&plan);
    let (mut best, mut counted) = (usize::MAX, 0);
    for finding in seen.findings() {
        // Others are asked of one that may become the best witness, and of no other.
        assert_eq!(finding.opinions.is_empty(), best < finding.found);
        counted += usize::from(best < finding.found);
        best = best.min(finding.found);
    }
    assert!(counted > 0);
    let asked_around = asked.scripts("other");
    let scripts = asked_around.iter().filter(|s| s.contains("distinct"));
    assert_eq!(scripts.count(), seen.findings().len() - counted);
    // Nobody is asked about claims: it breaks whatever follows from what.
    assert!(!asked_around.iter().any(|s| s.contains("nuthatch!seed")));
}

#[test]
fn a_finding_says_what_all_said() {
    let mut plan = plan(approximation(SEED), no_distinct_and_its_judge);
    plan.references = vec![solver("judge"), solver("other")];
    let seen = watch(&plan);
    assert!(!seen.findings().is_empty());
    for finding in seen.findings() {
        let who: Vec<&str> = finding.opinions.iter().map(|o| &*o.solver.name).collect();
        assert_eq!(who, ["judge", "other"]);
        for opinion in &finding.opinions {
            assert_eq!(opinion.parents, [AnswerClass::Sat]);
            assert_eq!(opinion.witness, AnswerClass::Sat);
            assert_eq!(opinion.claim, Some(AnswerClass::Unsat));
        }
        assert_eq!(finding.solver.name, "tested");
        assert_eq!(finding.logic, "QF_LIA");
        assert!(
            finding
                .title
                .contains("says sat of seed (QF_LIA) and unsat")
        );
        assert!(finding.bucket.starts_with("soundness-tested-"));
    }
}

#[test]
fn a_crash_keeps_its_signature_when_steps_are_left_out() {
    // A mutant of at least two steps.
    let seen = watch(&plan(approximation(SEED), |_, script| {
        match script.contains("distinct") && script.contains("abs") {
            true => Reply::unsat(),
            false => Reply::sat(),
        }
    }));
    let findings = seen.findings();
    let steps = |finding: &Finding| finding.derivation.derived().steps();
    let finding = findings.iter().find(|f| steps(f) > 1).unwrap();
    let case = case_of(finding);
    // All of it crashes in one place, and a part of it in another.
    let whole = String::from_utf8(case.script.clone()).unwrap();
    let open = open(move |_, script| match script == whole {
        true => Reply::crash("both"),
        false => Reply::crash("one"),
    });
    let mut fresh = open(SessionConfig::new(solver("tested"), Mode::Fresh));
    let mut unchecked = open(SessionConfig::new(solver("tested"), Mode::Fresh));
    let mut bench = Bench {
        oracles: ORACLES,
        known: &|_| None,
        fresh: &mut *fresh,
        unchecked: &mut *unchecked,
        references: &mut [],
        engines: &mut [],
        judges: &mut Judges::new(Vec::new()),
    };
    let suspicion = Suspicion {
        case: &case,
        oracle: oracle::named("crash").unwrap(),
        queries: &[],
        setting: &Setting::default(),
        strategy: "approximation",
        random: 0,
    };
    let Triage::Confirmed(found) = bench.triage(&suspicion).unwrap() else {
        panic!("it crashes each time");
    };
    assert_eq!(found.witness.reply.output, "both");
}
