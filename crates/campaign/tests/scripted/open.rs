//! Mutants whose answer nobody knows: models decide, and one who says otherwise proves nothing.

use crate::common::plan;
use crate::evidence::{assert_doubted, assert_found};
use crate::harness::{Asked, SEED, Watched, flat, ingredients, is_seed, watch};
use campaign::ask::scripted::{Reply, solver};
use campaign::finding::Finding;
use campaign::models::{Worth, is_right, worth};
use campaign::schedule::{Lesson, Refusals};
use campaign::strategy::{STRATEGIES, Strategy};
use solve::Answer;
use std::collections::{BTreeMap, BTreeSet};

/// A model of the seed, and of many of its mutants.
const MODEL: &str = "((define-fun x () Int 1) (define-fun y () Int 2))";

fn strategy(name: &str) -> Vec<Box<dyn Strategy>> {
    let entry = STRATEGIES.iter().find(|entry| entry.name == name).unwrap();
    let seeds = [
        flat("seed", SEED),
        flat("other", &SEED.replace("10", "(+ x 7)")),
    ]
    .concat();
    let built = (entry.build)(&ingredients(&seeds)).unwrap();
    built.into_iter().collect()
}

fn campaign(
    name: &str,
    others: &[&str],
    says: impl Fn(&str, &str) -> Reply + Send + Sync + 'static,
) -> Watched {
    let mut plan = plan(strategy(name), says);
    plan.references = others.iter().map(|name| solver(name)).collect();
    watch(&plan)
}

/// Says sat with the model if that is one.
fn honest(script: &str) -> Reply {
    match is_right(script.as_bytes(), MODEL) {
        true => Reply::model(MODEL),
        false => Reply::unknown(),
    }
}

fn tested_says_unsat(script: &str) -> Reply {
    match is_seed(script) || script.contains("(+ x 7)") {
        true => Reply::sat(),
        false => Reply::unsat(),
    }
}

#[test]
fn a_model_of_one_reference_that_we_find_right_is_proof() {
    for name in ["swap", "recombine"] {
        let seen = campaign(name, &["honest"], |who, script| match who {
            "tested" => tested_says_unsat(script),
            _ => honest(script),
        });
        assert!(!seen.findings().is_empty(), "{name}");
        for finding in seen.findings() {
            assert!(is_right(&finding.witness.script, MODEL));
            let verdict = "the answer to the mutant is wrong: it has a model that we checked";
            assert_eq!(finding.verdict, verdict);
            assert_eq!(finding.scripts()[0].0, "mutant");
            assert!(finding.parents.is_empty() && finding.derivation.derived().steps() > 0);
            assert_eq!(finding.oracle, "soundness");
        }
    }
}

#[test]
fn the_word_of_one_reference_is_no_proof() {
    let seen = campaign("swap", &["other"], |who, script| match who {
        "tested" => tested_says_unsat(script),
        _ => Reply::sat(),
    });
    assert_doubted(&seen, "1 others say sat where it says unsat");
}

/// No model of the seed, nor of many of its mutants.
const WRONG: &str = "((define-fun x () Int 1) (define-fun y () Int 0))";

/// Says sat with a model that is none, or nothing.
fn mistaken(script: &str) -> Reply {
    match worth(script.as_bytes(), WRONG) {
        Worth::Wrong => Reply::model(WRONG),
        Worth::Unclear | Worth::Right => Reply::unknown(),
    }
}

#[test]
fn a_wrong_model_of_a_reference_is_not_even_suspicious() {
    let asked = Asked::default();
    let says = asked.of(|who, script| match who {
        "tested" => tested_says_unsat(script),
        _ => mistaken(script),
    });
    campaign("swap", &["other"], says).assert_innocent();
    let scripts = asked.scripts("other");
    let wrong = scripts
        .iter()
        .filter(|script| worth(script.as_bytes(), WRONG) == Worth::Wrong);
    assert!(wrong.count() > 20);
}

#[test]
fn who_has_a_wrong_model_does_not_count_beside_another() {
    let says = |who: &str, script: &str| match who {
        "tested" => tested_says_unsat(script),
        "mistaken" => mistaken(script),
        _ => Reply::sat(),
    };
    let seen = campaign("swap", &["one", "mistaken"], says);
    assert_doubted(&seen, "1 others say sat where it says unsat");
    let is_told = |doubt: &&Finding| {
        let mut evidence = doubt.evidence.iter();
        evidence.any(|told| told.contains("the model of mistaken is wrong"))
    };
    assert!(seen.doubts().iter().any(is_told));
    // Two who have no model to show are enough.
    let seen = campaign("swap", &["one", "two", "mistaken"], says);
    assert_found(&seen, "2 others say sat");
}

#[test]
fn a_proof_is_not_traded_for_words() {
    let seen = campaign("swap", &["honest", "one"], |who, script| match who {
        "tested" => tested_says_unsat(script),
        // Two steps are proved, and one of them alone is not.
        "honest" if script.contains("distinct") && script.contains("(+ ") => honest(script),
        "honest" => Reply::unknown(),
        _ => Reply::sat(),
    });
    assert_found(&seen, "it has a model that we checked");
}

#[test]
fn that_one_other_says_unsat_comes_to_nothing() {
    let says = |who: &str, _: &str| match who {
        "tested" => Reply::sat(),
        _ => Reply::unsat(),
    };
    campaign("swap", &["one"], says).assert_innocent();
    // A solver is no judge of itself.
    campaign("swap", &["one", "tested"], says).assert_innocent();
    let seen = campaign("swap", &["one", "two"], says);
    assert_found(&seen, "2 others say unsat");
}

#[test]
fn a_right_model_is_proof_against_others() {
    let asked = Asked::default();
    let says = asked.of(|who: &str, script: &str| match who {
        "tested" => honest(script),
        _ => Reply::unsat(),
    });
    let seen = campaign("swap", &["one", "two"], says);
    seen.assert_innocent();
    assert!(asked.scripts("one").is_empty());
    assert!(asked.scripts("tested").len() > 50);
}

#[test]
fn nobody_else_is_needed() {
    let seen = campaign("swap", &[], |_, script| match is_seed(script) {
        true => Reply::sat(),
        false => Reply::model("((define-fun x () Int 1) (define-fun y () Int 1))"),
    });
    let mut oracles = seen.findings().into_iter().map(|finding| &*finding.oracle);
    assert!(oracles.all(|oracle| oracle == "model"));
    assert!(!seen.findings().is_empty());
}

#[test]
fn a_refusal_is_no_bug_and_is_noted() {
    let seen = campaign("swap", &["other"], |_, script| {
        match script.contains("distinct") {
            true => Reply::of(Answer::Rejected {
                message: "unknown symbol distinct".to_owned(),
            }),
            false => Reply::unknown(),
        }
    });
    seen.assert_innocent();
    // Of what the seed is, nobody knows: it is not mutated.
    let mut plan = plan(strategy("swap"), |_, script| {
        match script.contains("distinct") {
            true => Reply::of(Answer::Rejected {
                message: "unknown symbol distinct".to_owned(),
            }),
            false if is_seed(script) || script.contains("(+ x 7)") => Reply::sat(),
            false => Reply::unknown(),
        }
    });
    plan.references = vec![solver("other")];
    plan.guided = true;
    plan.mutants = Some(1500);
    let known = watch(&plan);
    known.assert_innocent();
    let lessons = known
        .units()
        .into_iter()
        .filter_map(|unit| match &unit.lesson {
            Some(Lesson::Cases(lesson)) => Some(&lesson.refusals),
            _ => None,
        });
    let lessons: Vec<_> = lessons.collect();
    // Units are small at first, and it takes a while until enough was refused.
    let (early, late) = lessons.split_at(2 * lessons.len() / 3);
    let sum = |of: &[&BTreeMap<String, Refusals>], label: &str| {
        let of_label = of.iter().filter_map(|refusals| refusals.get(label));
        of_label.fold((0, 0), |(asked, refused), of| {
            (asked + of.asked, refused + of.refused)
        })
    };
    let (asked, refused) = sum(early, "op:distinct");
    assert!(asked == refused && refused >= 8, "{asked} {refused}");
    assert_eq!(sum(late, "op:distinct"), (0, 0));
    // What was refused beside it is taken by itself, and goes on being put in.
    let labels: BTreeSet<&String> = early.iter().flat_map(|refusals| refusals.keys()).collect();
    let mut beside = labels.into_iter().filter(|label| {
        let (asked, refused) = sum(early, label);
        label.starts_with("op:") && refused > 0 && refused < asked
    });
    let goes_on = beside.find(|label| {
        let (asked, refused) = sum(late, label);
        asked > 0 && refused == 0
    });
    assert!(goes_on.is_some(), "{early:?}");
}
