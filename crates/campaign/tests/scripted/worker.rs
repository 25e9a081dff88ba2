//! What a worker does with test cases: whom it asks, what it looks into, and when it has enough.

use crate::common::plan;
use crate::harness::{
    Asked, SEED, approximation, generation, is_seed, no_distinct, seeds_alone, watch,
};
use campaign::ask::scripted::{Reply, solver};
use campaign::models::Models;
use campaign::store::Event;
use mutate::generate::Theory;
use solve::{Answer, AnswerClass};

#[test]
fn a_good_solver_has_no_finding() {
    let seen = watch(&plan(approximation(SEED), |_, _| Reply::sat()));
    seen.assert_innocent();
    let tally = seen.totals.tally();
    assert!(tally.mutants > 90, "{}", tally.mutants);
    assert_eq!(tally.answered(AnswerClass::Sat), tally.mutants);
    assert_eq!(seen.totals.seeds["used"], 1);
}

#[test]
fn a_contradiction_is_found_with_the_one_step_that_it_takes() {
    let seen = watch(&plan(approximation(SEED), no_distinct));
    assert!(seen.totals.findings("soundness") > 0);
    for finding in seen.findings() {
        assert_eq!(finding.oracle, "soundness");
        assert_eq!(finding.derivation.derived().steps(), 1);
        assert!(finding.parents[0].answer.are(AnswerClass::Sat));
        assert!(finding.witness.reply.answer.are(AnswerClass::Unsat));
        let script = String::from_utf8_lossy(&finding.witness.script);
        assert!(script.contains("distinct"), "{script}");
    }
}

#[test]
fn what_tells_nothing_is_no_finding() {
    let message = "no".to_owned();
    let unknown = Answer::Unknown {
        reason: message.clone(),
    };
    let rejected = Answer::Rejected { message };
    for answer in [unknown, rejected, Answer::Timeout, Answer::OutOfMemory] {
        let class = answer.class();
        let seen = watch(&plan(approximation(SEED), move |_, script| {
            match script.contains("distinct") {
                true => Reply::of(answer.clone()),
                false => Reply::sat(),
            }
        }));
        seen.assert_innocent();
        assert!(seen.totals.tally().answered(class) > 0, "{class}");
    }
}

#[test]
fn a_seed_without_an_answer_is_not_mutated() {
    let seen = watch(&plan(approximation(SEED), |_, _| Reply::unknown()));
    seen.assert_innocent();
    assert_eq!(seen.totals.tally().mutants, 0);
    assert_eq!(seen.totals.seeds["unknown"], 1);
}

#[test]
fn crashes_are_merged_by_signature() {
    let seen = watch(&plan(approximation(SEED), |_, script| {
        match (script.contains("distinct"), script.contains("(or ")) {
            (true, _) => Reply::crash("distinct.cpp: 1"),
            (false, true) => Reply::crash("or.cpp: 2"),
            (false, false) => Reply::sat(),
        }
    }));
    assert_eq!(seen.totals.distinct("crash"), 2);
    assert!(seen.totals.findings("crash") > 2);
    for bucket in seen.totals.buckets.values() {
        // The best is the one that was shortest when it was found.
        let of_bucket = seen.findings();
        let of_bucket = of_bucket.iter().filter(|f| f.bucket == bucket.best.bucket);
        let shortest = of_bucket.map(|finding| finding.found).min();
        assert_eq!(Some(bucket.best.found), shortest);
    }
}

#[test]
fn after_two_timeouts_the_rest_of_a_unit_is_given_up() {
    let seen = watch(&plan(approximation(SEED), |_, script| {
        match is_seed(script) {
            true => Reply::sat(),
            false => Reply::of(Answer::Timeout),
        }
    }));
    seen.assert_innocent();
    // 10, 20, 40 and 30 mutants.
    let tested: Vec<u64> = seen.units().iter().map(|u| u.tally.mutants).collect();
    assert_eq!(tested, [2, 2, 2, 2]);
    assert!(seen.units().iter().all(|unit| unit.complete));
}

#[test]
fn one_suspicion_of_a_kind_is_looked_into_in_a_unit() {
    let seen = watch(&plan(approximation(SEED), no_distinct));
    let mut in_unit = 0;
    for entry in &seen.entries {
        match &entry.event {
            Event::Finding(_) | Event::Doubt(_) => in_unit += 1,
            Event::Unit(unit) => {
                let suspicious = unit.tally.answered(AnswerClass::Unsat);
                assert_eq!(in_unit, suspicious.min(1));
                assert_eq!(unit.tally.further, suspicious - in_unit);
                in_unit = 0;
            }
            _ => {}
        }
    }
    assert!(seen.totals.tally().further > 0);
}

#[test]
fn models_are_asked_for_in_the_sampled_units_only() {
    let asked_for_model = |models: Models| {
        let asked = Asked::default();
        let mut plan = plan(approximation(SEED), asked.of(|_, _| Reply::sat()));
        plan.models = models;
        let seen = watch(&plan);
        let scripts = asked.scripts("tested");
        let with_model = scripts.iter().filter(|script| script.contains("get-model"));
        let tested: Vec<u64> = seen.units().iter().map(|u| u.tally.mutants).collect();
        (with_model.count() as u64, tested)
    };
    let (of_none, _) = asked_for_model(Models::Off);
    assert_eq!(of_none, 0);
    // One more for the seed; the first unit is in the sample, and the other three are not.
    let (of_sample, tested) = asked_for_model(Models::Sample);
    assert_eq!((of_sample, tested.len()), (tested[0] + 1, 4));
    let (of_all, tested) = asked_for_model(Models::All);
    assert_eq!(of_all, tested.iter().sum::<u64>() + 1);
}

#[test]
fn formulas_of_unknown_answer_are_compared_with_the_first_reference_only() {
    // All do what the formula says of itself.
    let asked = Asked::default();
    let mut plan = plan(
        generation(Theory::BitVectors),
        asked.of(|_, script| match script.contains(":status unsat") {
            true => Reply::unsat(),
            false => Reply::sat(),
        }),
    );
    plan.references = vec![solver("first"), solver("second")];
    // One unit each of formulas that are sat, unsat and any.
    plan.mutants = Some(150);
    let seen = watch(&plan);
    seen.assert_innocent();
    assert_eq!(seen.totals.tally().mutants, 150);
    let compared = asked.scripts("first");
    assert_eq!(compared.len(), 50);
    assert!(compared.iter().all(|script| !script.contains(":status")));
    assert_eq!(asked.scripts("second").len(), 0);
}

#[test]
fn a_seed_that_two_contradict_is_a_finding_without_mutation() {
    let with_status = SEED.replace("QF_LIA)", "QF_LIA)(set-info :status sat)");
    let open = SEED.replace("(< y 10)", "(< (div y 0) 10)");
    let others = |text: &str, others: &[&str]| {
        let mut plan = plan(seeds_alone(text), |name, _| match name {
            "tested" => Reply::unsat(),
            _ => Reply::sat(),
        });
        plan.references = others.iter().map(|name| solver(name)).collect();
        watch(&plan)
    };
    for seen in [others(SEED, &["a", "b"]), others(&with_status, &["a"])] {
        assert_eq!(seen.totals.tally().mutants, 0);
        let findings = seen.findings();
        assert_eq!(findings.len(), 1);
        assert!(findings[0].parents.is_empty());
        assert_eq!(findings[0].derivation.derived().steps(), 0);
        assert!(findings[0].witness.reply.answer.are(AnswerClass::Unsat));
    }
    // One other is not enough, and two are not where the standard leaves it open.
    for seen in [others(SEED, &["a"]), others(&open, &["a", "b"])] {
        assert_eq!(seen.findings().len(), 0);
    }
}
