//! Horn systems: interpretations put into clauses, and who speaks for or against an answer.

use crate::common::plan;
use crate::harness::{HORN, Watched, horn, watch};
use campaign::ask::scripted::{Reply, solver};
use campaign::models::{Models, judge};
use eval::Verdict;
use solve::{AnswerClass, Profile, Solver};
use std::path::Path;

/// A campaign of a few mutants against `tested`.
fn fuzz(
    text: &str,
    references: Vec<Solver>,
    says: impl Fn(&str, &str) -> Reply + Send + Sync + 'static,
) -> Watched {
    let mut plan = plan(horn(text), says);
    plan.references = references;
    plan.mutants = Some(40);
    watch(&plan)
}

fn is_horn(script: &str) -> bool {
    script.contains("(set-logic HORN)")
}

/// Answers one plain question by trying small numbers.
pub fn tries_small_numbers(script: &str) -> Reply {
    if script.contains("(push 1)") {
        // One by one, please.
        return Reply::unknown();
    }
    let declared = script.lines();
    let declared = declared.filter_map(|line| line.strip_prefix("(declare-const "));
    let names: Vec<&str> = declared.filter_map(|d| d.strip_suffix(" Int)")).collect();
    if names.len() > 2 {
        return Reply::unknown();
    }
    const VALUES: [&str; 5] = ["(- 1)", "0", "1", "5", "6"];
    for number in 0..VALUES.len().pow(names.len() as u32) {
        let mut rest = number;
        let definitions = names.iter().map(|name| {
            let value = VALUES[rest % VALUES.len()];
            rest /= VALUES.len();
            format!("(define-fun {name} () Int {value})")
        });
        let model = format!("({})", definitions.collect::<String>());
        if let Some(Verdict::Valid { .. }) = judge(script.as_bytes(), &model) {
            return Reply::model(&model);
        }
    }
    Reply::unsat()
}

/// A solver that always has this interpretation, judged by some who do what is said of them.
fn interpreted(
    interpretation: &str,
    judges: &[&str],
    judged: impl Fn(&str, &str) -> Reply + Send + Sync + 'static,
) -> Watched {
    let model = format!("((define-fun counts ((x!0 Int)) Bool {interpretation}))");
    let judges = judges.iter().map(|name| solver(name)).collect();
    fuzz(HORN, judges, move |name, script| match name {
        "tested" => Reply::model(&model),
        _ if is_horn(script) => Reply::sat(),
        _ => judged(name, script),
    })
}

/// From 5 the system counts on to 6.
const WRONG: &str = "(and (<= 0 x!0) (<= x!0 5))";
const RIGHT: &str = "(<= 0 x!0)";

#[test]
fn an_interpretation_in_which_a_clause_does_not_hold_is_a_finding() {
    let seen = interpreted(WRONG, &["judge"], |_, script| tries_small_numbers(script));
    assert!(!seen.findings().is_empty());
    assert_eq!(seen.doubts().len(), 0);
    for finding in seen.findings() {
        assert_eq!(finding.oracle, "interpretation");
        let answer = &finding.witness.reply.answer;
        assert!(answer.are(AnswerClass::InvalidModel));
        assert!(finding.verdict.contains("a clause does not hold in it"));
        let evidence = finding.evidence.join("\n");
        let confirmed = "a model that judge found and our own evaluator confirms";
        assert!(evidence.contains("violates clause") && evidence.contains(confirmed));
    }
}

#[test]
fn an_interpretation_in_which_all_clauses_hold_is_none() {
    let seen = interpreted(RIGHT, &["judge"], |_, script| tries_small_numbers(script));
    seen.assert_innocent();
    assert_eq!(seen.totals.tally().mutants, 40);
}

#[test]
fn what_judges_do_not_know_or_do_not_agree_on_is_not_shown() {
    interpreted(WRONG, &[], |_, _| Reply::unsat()).assert_innocent();
    interpreted(WRONG, &["judge"], |_, _| Reply::unknown()).assert_innocent();
    let disagree = interpreted(WRONG, &["judge", "other"], |name, script| {
        match (name, tries_small_numbers(script)) {
            ("other", _) => Reply::unsat(),
            (_, reply) => reply,
        }
    });
    disagree.assert_innocent();
    // A judge with a wrong model of what it calls sat is no judge.
    let liar = |_: &str, script: &str| match script.contains("(push 1)") {
        true => Reply::unknown(),
        false => Reply::model("((define-fun x () Int 99) (define-fun y () Int 99))"),
    };
    interpreted(RIGHT, &["liar"], liar).assert_innocent();
}

#[test]
fn interpretations_are_judged_in_a_sample_unless_all_are_wanted() {
    let judged = |models: Models| {
        let asked = crate::harness::Asked::default();
        let model = format!("((define-fun counts ((x!0 Int)) Bool {RIGHT}))");
        let says = asked.of(move |name, script| match name {
            "tested" => Reply::model(&model),
            _ if is_horn(script) => Reply::sat(),
            _ => Reply::unsat(),
        });
        let mut plan = plan(horn(HORN), says);
        plan.references = vec![solver("judge")];
        plan.mutants = Some(40);
        plan.models = models;
        watch(&plan).assert_innocent();
        let plain = asked.scripts("judge").into_iter();
        plain.filter(|script| script.contains("(push 1)")).count()
    };
    assert_eq!(judged(Models::All), 40);
    let sample = judged(Models::Sample);
    assert!((10..40).contains(&sample), "{sample}");
    assert_eq!(judged(Models::Off), 0);
}

/// Gets it wrong when a parameter of spacer is set.
fn no_spacer(script: &str) -> Reply {
    match script.contains("fp.spacer") {
        true => Reply::unsat(),
        false => Reply::sat(),
    }
}

fn contradicted(other: Reply) -> Watched {
    fuzz(
        HORN,
        vec![solver("other")],
        move |name, script| match name {
            "tested" => no_spacer(script),
            _ if is_horn(script) => other.clone(),
            _ => Reply::unknown(),
        },
    )
}

#[test]
fn a_contradiction_that_nobody_else_sees_is_a_doubt() {
    let seen = contradicted(Reply::unknown());
    assert_eq!(seen.findings().len(), 0);
    assert!(!seen.doubts().is_empty());
}

#[test]
fn a_contradiction_is_a_finding_if_another_says_which_answer_is_wrong() {
    let verdict_of = |other: Reply| {
        let seen = contradicted(other);
        let findings = seen.findings();
        let finding = findings.first().unwrap();
        // Of the chain only this mutation is needed.
        assert_eq!(finding.derivation.derived().steps(), 1);
        let label = &finding.derivation.derived().labels()[0];
        assert!(label.contains("fp.spacer"), "{label}");
        finding.verdict.clone()
    };
    let of_mutant = "the answer to the mutant is wrong: 1 others say sat";
    assert_eq!(verdict_of(Reply::sat()), of_mutant);
    let of_seed = "the answer to the seed is wrong: 1 others say unsat";
    assert_eq!(verdict_of(Reply::unsat()), of_seed);
}

#[test]
fn an_interpretation_that_holds_proves_an_answer_wrong_whoever_agrees_with_it() {
    let says = |with_proof: bool| {
        let model = format!("((define-fun counts ((x!0 Int)) Bool {RIGHT}))");
        let others = vec![solver("twin"), solver("knows")];
        fuzz(HORN, others, move |name, script| match name {
            "tested" | "twin" if is_horn(script) => no_spacer(script),
            "knows" if is_horn(script) && with_proof => Reply::model(&model),
            "knows" if is_horn(script) => Reply::sat(),
            _ => tries_small_numbers(script),
        })
    };
    let proved = says(true);
    assert!(!proved.findings().is_empty());
    for finding in proved.findings() {
        assert_eq!(finding.verdict, "the answer is wrong: it is sat");
        let evidence = finding.evidence.join("\n");
        assert!(evidence.contains("the interpretation of knows satisfies every clause"));
    }
    assert_eq!(says(false).findings().len(), 0);
}

#[test]
fn a_derivation_proves_an_answer_wrong() {
    // What is counted first is derived at once.
    let reached = HORN.replace("(< x 0)", "(< x 5)");
    let says = |judged: fn() -> Reply| {
        fuzz(&reached, vec![solver("judge")], move |name, script| match (
            name,
            script.contains("fp.spacer"),
        ) {
            ("tested", true) => Reply::sat(),
            ("tested", false) => Reply::unsat(),
            _ if is_horn(script) => Reply::unknown(),
            _ => judged(),
        })
    };
    let derived = says(Reply::sat);
    assert!(!derived.findings().is_empty());
    for finding in derived.findings() {
        assert_eq!(finding.verdict, "the answer is wrong: it is unsat");
    }
    assert_eq!(says(Reply::unsat).findings().len(), 0);
}

/// A solver that has other engines.
fn with_engines(name: &str) -> Solver {
    let profile = Profile::named("z3").unwrap();
    Solver::from_program(name, profile, Path::new(name))
}

#[test]
fn the_engines_of_a_solver_are_one_voice() {
    let others = |references: Vec<Solver>| {
        fuzz(HORN, references, |name, script| match name {
            "tested" => Reply::unsat(),
            _ if is_horn(script) => Reply::sat(),
            _ => Reply::unknown(),
        })
    };
    let one = others(vec![with_engines("other")]);
    assert_eq!((one.findings().len(), one.doubts().len()), (0, 1));
    let doubt = one.doubts()[0];
    assert!(doubt.verdict.starts_with("1 others say sat"));
    let who: Vec<&str> = doubt.opinions.iter().map(|o| &*o.solver.name).collect();
    let engines = ["other", "other with engine bmc", "other with engine clp"];
    assert_eq!(who, engines);
    // One other is not enough for a finding without mutation, and two are.
    let two = others(vec![with_engines("other"), solver("another")]);
    assert_eq!((two.findings().len(), two.doubts().len()), (1, 0));
    let finding = two.findings()[0];
    assert_eq!(finding.verdict, "the answer is wrong: 2 others say sat");
    assert!(finding.parents.is_empty());
}

#[test]
fn an_engine_speaks_for_another_solver_and_not_for_the_one_that_is_tested() {
    let who_knows = |engine: &'static str| {
        let mut plan = plan(horn(HORN), move |name, script| match name {
            "tested" => no_spacer(script),
            _ if name == engine => Reply::sat(),
            _ => Reply::unknown(),
        });
        plan.solvers = vec![with_engines("tested")];
        plan.references = vec![with_engines("other")];
        plan.mutants = Some(40);
        let seen = watch(&plan);
        (seen.findings().len(), seen.doubts().len())
    };
    let (found, doubted) = who_knows("other with engine bmc");
    assert!(found > 0 && doubted == 0);
    let (found, doubted) = who_knows("tested with engine bmc");
    assert!(found == 0 && doubted > 0);
}
