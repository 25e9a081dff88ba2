//! Who believes what: which suspicions become findings, and which are doubted.

use crate::common::plan;
use crate::harness::{
    SEED, Watched, approximation, generation, no_distinct, no_distinct_and_its_judge, watch,
};
use campaign::ask::scripted::{Reply, solver};
use campaign::finding::Finding;
use campaign::models::Models;
use mutate::generate::Theory;
use std::fmt::Write;

/// A campaign over a seed with some others.
pub fn with_others(
    text: &str,
    others: &[&str],
    says: impl Fn(&str, &str) -> Reply + Send + Sync + 'static,
) -> Watched {
    let mut plan = plan(approximation(text), says);
    plan.references = others.iter().map(|name| solver(name)).collect();
    watch(&plan)
}

/// That there are findings and no doubts, which all say that.
pub fn assert_found(seen: &Watched, verdict: &str) {
    assert_eq!(seen.doubts().len(), 0);
    assert!(!seen.findings().is_empty());
    for finding in seen.findings() {
        assert!(finding.verdict.contains(verdict), "{}", finding.verdict);
    }
}

/// That there are doubts and no findings, which all say that.
pub fn assert_doubted(seen: &Watched, verdict: &str) {
    assert_eq!(seen.findings().len(), 0);
    assert!(!seen.doubts().is_empty());
    assert_eq!(seen.totals.doubts, seen.doubts().len());
    for doubt in seen.doubts() {
        assert!(doubt.verdict.contains(verdict), "{}", doubt.verdict);
    }
}

fn is_claim(script: &str) -> bool {
    script.contains("nuthatch!seed")
}

#[test]
fn our_rules_are_believed_if_nobody_speaks_against_them() {
    let seen = with_others(SEED, &[], no_distinct);
    assert_found(&seen, "nobody else can say which");
}

#[test]
fn a_claim_that_somebody_refutes_makes_a_doubt() {
    let refutes = |name: &str, script: &str| match name {
        "tested" => no_distinct(name, script),
        _ => Reply::sat(),
    };
    let seen = with_others(SEED, &["other"], refutes);
    assert_doubted(&seen, "the answer to the mutant is wrong");
    // One who proves it does not make up for that.
    let seen = with_others(SEED, &["proves", "refutes"], move |name, script| {
        match name == "proves" && is_claim(script) {
            true => Reply::unsat(),
            false => refutes(name, script),
        }
    });
    assert_doubted(&seen, "the answer to the mutant is wrong: 2 others say sat");
}

#[test]
fn a_claim_that_somebody_proves_makes_a_finding() {
    let seen = with_others(SEED, &["judge"], no_distinct_and_its_judge);
    let verdict = "the answer to the mutant is wrong: 1 others say sat";
    assert_found(&seen, verdict);
    // It may be the answer to the seed that is wrong.
    let seen = with_others(SEED, &["judge"], |name, script| match name {
        "tested" => no_distinct(name, script),
        _ => Reply::unsat(),
    });
    assert_found(&seen, "the answer to the seed is wrong: 1 others say unsat");
}

#[test]
fn who_has_the_same_fault_makes_it_ours_unless_there_is_a_proof() {
    let same = |claim: fn() -> Reply| {
        with_others(SEED, &["twin"], move |name, script| {
            match is_claim(script) {
                true => claim(),
                false => no_distinct(name, script),
            }
        })
    };
    assert_doubted(&same(Reply::unknown), "nobody else can say which");
    assert_found(&same(Reply::unsat), "nobody else can say which");
}

#[test]
fn what_a_solver_means_by_symbols_of_its_own_is_for_others_to_say() {
    let own = SEED.replace("(< x y)", "(< x (@own y))");
    let says = |others: fn() -> Reply| {
        with_others(&own, &["other"], move |name, script| match name {
            "tested" => no_distinct(name, script),
            _ if is_claim(script) => others(),
            _ => Reply::unknown(),
        })
    };
    assert_doubted(&says(Reply::unknown), "nobody else can say which");
    assert_found(&says(Reply::unsat), "nobody else can say which");
}

/// A model of [`SEED`], and one that is none.
pub const RIGHT: &str = "((define-fun x () Int 3) (define-fun y () Int 7))";
pub const WRONG: &str = "((define-fun x () Int 8) (define-fun y () Int 7))";

/// A solver that always has the same model, and another that says what it says of it.
pub fn one_model(text: &str, model: Reply, others: &[&str], other: Reply) -> Watched {
    with_others(text, others, move |name, script| match name {
        "tested" => model.clone(),
        _ if script.contains("define-fun") => other.clone(),
        _ => Reply::unknown(),
    })
}

#[test]
fn a_model_is_wrong_if_we_find_it_so_unless_another_finds_it_right() {
    let wrong = || Reply::model(WRONG);
    let verdict = "the model is wrong by our own evaluation";
    let seen = one_model(SEED, wrong(), &[], Reply::unknown());
    assert_found(&seen, verdict);
    assert!(seen.findings().iter().all(|f| f.oracle == "model"));
    let agrees = one_model(SEED, wrong(), &["other"], Reply::unsat());
    assert_found(&agrees, verdict);
    let evidence = agrees.findings()[0].evidence.join("\n");
    assert!(evidence.contains("other, asked about the script"));
    assert!(evidence.contains("says that it is no model"));
    let disagrees = one_model(SEED, wrong(), &["other"], Reply::sat());
    assert_doubted(&disagrees, verdict);
    one_model(SEED, Reply::model(RIGHT), &[], Reply::unknown()).assert_innocent();
}

#[test]
fn a_model_of_what_the_standard_leaves_open_is_wrong_if_another_says_so() {
    let open = SEED.replace("(< y 10)", "(< (div y 0) 10)");
    let verdict = "the model is wrong by our own evaluation";
    let wrong = || Reply::model(WRONG);
    let nobody = one_model(&open, wrong(), &["other"], Reply::unknown());
    assert_doubted(&nobody, verdict);
    let another = one_model(&open, wrong(), &["other"], Reply::unsat());
    assert_found(&another, verdict);
}

#[test]
fn strings_with_escapes_may_be_read_otherwise() {
    let of = |literal: &str| {
        let seed = format!(
            "(set-logic QF_S)(declare-const s String)(assert (= s \"{literal}\"))(check-sat)\n"
        );
        let wrong = Reply::model("((define-fun s () String \"b\"))");
        one_model(&seed, wrong, &[], Reply::unknown())
    };
    assert_found(&of("a"), "the model is wrong by our own evaluation");
    assert_doubted(&of("\\u{61}"), "its strings are written in another way");
}

/// Generated formulas, a solver and others that say what they always say.
fn generated(theory: Theory, mutants: u64, tested: Reply, others: &[Reply]) -> Watched {
    let names: Vec<String> = (0..others.len()).map(|n| n.to_string()).collect();
    let others = others.to_vec();
    let mut plan = plan(generation(theory), move |name, _| {
        match name.parse::<usize>() {
            Ok(number) => others[number].clone(),
            Err(_) => tested.clone(),
        }
    });
    plan.references = names.iter().map(|name| solver(name)).collect();
    plan.mutants = Some(mutants);
    watch(&plan)
}

#[test]
fn what_a_formula_was_made_from_proves_that_it_is_sat() {
    let seen = generated(Theory::BitVectors, 150, Reply::unsat(), &[]);
    assert_found(&seen, "it has a model that we checked");
    for finding in seen.findings() {
        let evidence = finding.evidence.join("\n");
        assert!(evidence.contains("the assignment that it was made from"));
        assert!(
            finding
                .witness
                .script
                .windows(11)
                .any(|w| w == b":status sat")
        );
    }
}

#[test]
fn that_a_formula_is_unsat_is_for_another_to_say_or_for_its_own_model() {
    let alone = generated(Theory::BitVectors, 150, Reply::sat(), &[]);
    assert_doubted(&alone, "0 others and the seed's own status say unsat");
    let seen = generated(Theory::BitVectors, 150, Reply::sat(), &[Reply::unsat()]);
    let findings = seen.findings();
    assert!(!findings.is_empty());
    assert!(findings.iter().all(|f| f.source_name().contains(" unsat ")));
    // All variables are 0, says its model.
    let mut plan = plan(generation(Theory::BitVectors), |_, script| {
        let mut model = String::new();
        for line in script.lines().filter(|line| line.starts_with("(declare")) {
            let parts: Vec<&str> = line.split_whitespace().collect();
            let (name, width) = (parts[1], parts.last().unwrap().trim_end_matches(')'));
            if width.chars().all(|c| c.is_ascii_digit()) {
                let sort = format!("(_ BitVec {width})");
                write!(model, "(define-fun {name} () {sort} (_ bv0 {width}))").unwrap();
            }
        }
        Reply::model(&format!("({model})"))
    });
    plan.models = Models::Off;
    plan.mutants = Some(150);
    let seen = watch(&plan);
    assert!(!seen.findings().is_empty());
    for finding in seen.findings() {
        assert!(
            finding
                .verdict
                .contains("it was made to be unsat, and the model is none")
        );
    }
}

#[test]
fn formulas_of_any_answer_need_two_who_say_otherwise_and_none_who_agrees() {
    let of_any = |others: &[Reply]| {
        let seen = generated(Theory::BitVectors, 150, Reply::sat(), others);
        let is_any = |f: &&&campaign::finding::Finding| f.source_name().contains(" any ");
        let count = |all: &[&campaign::finding::Finding]| all.iter().filter(is_any).count();
        (count(&seen.findings()), count(&seen.doubts()))
    };
    let (sat, unsat) = (Reply::sat(), Reply::unsat());
    let (found, doubted) = of_any(&[unsat.clone(), unsat.clone()]);
    assert!(found > 0 && doubted == 0);
    let (found, doubted) = of_any(&[unsat.clone(), sat]);
    assert!(found == 0 && doubted > 0);
    // One alone could never show it, so it is not looked into.
    assert_eq!(of_any(&[unsat]), (0, 0));
}

#[test]
fn to_old_solvers_a_formula_with_escapes_is_another_question() {
    let seen = generated(Theory::Strings, 1500, Reply::sat(), &[Reply::unsat()]);
    let has_escapes = |f: &&campaign::finding::Finding| f.witness.script.contains(&b'\\');
    assert!(!seen.findings().is_empty() && !seen.findings().iter().any(has_escapes));
    assert!(seen.doubts().iter().any(has_escapes));
}

/// A model looks at a definition only where it is used, so it shows nothing.
#[test]
fn what_is_defined_by_itself_is_not_settled_by_a_model() {
    let seed = format!("(define-fun-rec f ((n Int)) Int (+ 1 (f n)))\n{SEED}");
    let says = |_: &str, script: &str| match script.contains("distinct") {
        true => Reply::unsat(),
        false => Reply::model("((x 3) (y 4))"),
    };
    let with_model = with_others(SEED, &[], says);
    assert!(with_model.findings().iter().any(settled_by_a_model));
    let seen = with_others(&seed, &[], says);
    assert_found(&seen, "nobody else can say which");
}

fn settled_by_a_model(finding: &&Finding) -> bool {
    finding.verdict.contains("model that we checked")
}
