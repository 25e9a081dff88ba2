//! Mutants whose answer nobody knows: models decide, and one who says otherwise proves nothing.

use crate::common::plan;
use crate::evidence::assert_doubted;
use crate::harness::{Asked, SEED, Watched, flat, ingredients, is_seed, watch};
use campaign::ask::scripted::{Reply, solver};
use campaign::models::{is_right, judge};
use campaign::schedule::Lesson;
use campaign::strategy::{STRATEGIES, Strategy};
use eval::Verdict;
use solve::Answer;

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
            assert!(finding.verdict.contains("it has a model that we checked"));
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

#[test]
fn a_wrong_model_of_a_reference_is_not_even_suspicious() {
    let wrong = "((define-fun x () Int 1) (define-fun y () Int 0))";
    let seen = campaign("swap", &["other"], move |who, script| match who {
        "tested" => tested_says_unsat(script),
        _ if is_right(script.as_bytes(), wrong) => Reply::unknown(),
        _ => Reply::model(wrong),
    });
    // With variables that it says nothing of it may be right after all, or not be judged.
    for finding in seen.findings() {
        let verdict = judge(&finding.witness.script, wrong);
        assert!(
            matches!(verdict, Some(Verdict::Valid { .. })),
            "{finding:?}"
        );
    }
    for doubt in seen.doubts() {
        assert!(!is_right(&doubt.witness.script, wrong));
    }
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
    let known = campaign("swap", &["other"], |_, script| {
        match script.contains("distinct") {
            true => Reply::of(Answer::Rejected {
                message: "unknown symbol distinct".to_owned(),
            }),
            false if is_seed(script) || script.contains("(+ x 7)") => Reply::sat(),
            false => Reply::unknown(),
        }
    });
    known.assert_innocent();
    let mut refused = 0;
    for unit in known.units() {
        if let Some(Lesson::Cases(lesson)) = &unit.lesson
            && let Some(of) = lesson.refusals.get("op:distinct")
        {
            assert_eq!(of.asked, of.refused);
            refused += of.refused;
        }
    }
    assert!(refused > 3, "{refused}");
}
