//! Two seeds in one script: a solver that lies about it contradicts itself, a model of both is one of it, and
//! what does not go together is not fused.

use crate::common::plan;
use crate::evidence::assert_found;
use crate::harness::{Asked, SEED, Watched, flat, strategy, watch};
use crate::reduction::reduced;
use campaign::ask::scripted::Reply;
use campaign::case::{Derivation, Seed};
use campaign::finding::Ground;
use campaign::models::is_right;
use solve::AnswerClass;
use std::sync::Arc;

const MODEL: &str = "((define-fun x () Int 3) (define-fun y () Int 4))";

/// A small seed that is unsat.
const UNSAT: &str = "(set-logic QF_LIA)
(declare-const u Int)
(assert (< u 3))
(assert (> u 4))
(check-sat)
";

/// What every constant that ties others together begins with.
fn is_fused(script: &str) -> bool {
    script.contains("fused")
}

fn seeds(texts: &[&str]) -> Vec<Arc<Seed>> {
    texts.iter().flat_map(|text| flat("seed", text)).collect()
}

fn with(texts: &[&str], says: impl Fn(&str, &str) -> Reply + Send + Sync + 'static) -> Watched {
    let mut plan = plan(strategy("fusion", &seeds(texts)), says);
    plan.mutants = Some(40);
    plan.reduce = true;
    watch(&plan)
}

#[test]
fn who_is_right_is_not_suspected() {
    let seen = with(&[SEED], |_, _| Reply::model(MODEL));
    seen.assert_innocent();
    let mutants = seen.units().into_iter().map(|unit| unit.tally.mutants);
    assert!(mutants.sum::<u64>() > 20);
    with(&[UNSAT], |_, _| Reply::unsat()).assert_innocent();
}

/// Nobody else is asked, neither whether it is wrong nor what is left of it.
#[test]
fn models_of_the_seeds_are_enough() {
    let seen = with(&[SEED], |_, script| match is_fused(script) {
        true => Reply::unsat(),
        false => Reply::model(MODEL),
    });
    assert_found(&seen, "model that we checked");
    for finding in seen.findings() {
        assert!(matches!(finding.derivation, Derivation::Fusion(_)));
        // No more is tied together than it takes.
        assert_eq!(finding.derivation.derived().steps(), 1);
        assert!(!finding.parents.is_empty());
        let assignment = finding.assignment.as_ref().unwrap();
        assert!(is_right(&finding.witness.script, assignment));
    }
    assert!(!reduced(&seen).is_empty());
    for reduced in reduced(&seen) {
        let alone = reduced.alone.as_ref().unwrap();
        assert!(alone.script.reply.answer.are(AnswerClass::Unsat));
        let script = String::from_utf8_lossy(&alone.script.script);
        assert!(is_fused(&script) && script.len() < SEED.len(), "{script}");
        let [Ground::Model { model, .. }] = &alone.grounds[..] else {
            panic!("{:?}", alone.grounds);
        };
        assert!(is_right(&alone.script.script, model));
    }
}

/// A script that has all of one that is unsat has no model, whatever the solver says.
#[test]
fn what_has_no_model_contradicts_its_seed() {
    let seen = with(&[UNSAT], |_, script| match is_fused(script) {
        true => Reply::sat(),
        false => Reply::unsat(),
    });
    assert_found(&seen, "nobody else can say which");
    for finding in seen.findings() {
        let said = finding.parents.iter().map(|reply| &reply.answer);
        assert!(said.clone().count() > 0);
        assert!(said.clone().all(|said| said.are(AnswerClass::Unsat)));
    }
}

/// Without its theory of strings a solver may say anything, and a seed without that option has no part in it.
#[test]
fn options_of_one_seed_are_not_put_upon_another() {
    let option = "(set-option :smt.string_solver none)\n";
    let careless = format!("{option}{}", SEED.replace("x", "v").replace("y", "w"));
    let says = |_: &str, script: &str| match script.contains("string_solver") {
        true => Reply::sat(),
        false => Reply::unsat(),
    };
    let asked = Asked::default();
    let seen = with(&[&careless, UNSAT], asked.of(says));
    seen.assert_innocent();
    let scripts = asked.scripts("tested");
    // What was sent last: a process may have had other scripts before.
    let last = scripts
        .iter()
        .filter_map(|all| all.rsplit("(reset)").next());
    let has = |names: &[&str]| {
        let declared = |name: &&str| format!("(declare-const {name}");
        let names: Vec<String> = names.iter().map(declared).collect();
        let mut last = last.clone();
        last.any(|script| names.iter().all(|name| script.contains(name)))
    };
    assert!(has(&["u"]) && has(&["v"]) && !has(&["u", "v"]));
}

/// What one seed defines need not be possible, and then no other one can be sat beside it.
#[test]
fn an_impossible_definition_is_not_beside_what_is_sat() {
    let seed = format!("(define-fun-rec f ((n Int)) Int (+ 1 (f n)))\n{UNSAT}");
    let says = |_: &str, script: &str| match script.contains("define-fun-rec") {
        true => Reply::unsat(),
        false => Reply::model(MODEL),
    };
    with(&[SEED, &seed], says).assert_innocent();
}

/// The universe of a sort is made of what is in play: what is added to a script changes it.
#[test]
fn what_speaks_of_the_universe_is_no_seed() {
    let text = "(set-logic ALL)(declare-const k Int)
        (assert (= (as set.universe (Set Int)) (set.singleton k)))(check-sat)";
    for text in [text.to_owned(), format!("{text}(check-sat)")] {
        let refused = Seed::flat("seed", text.as_bytes()).unwrap_err();
        assert!(refused.contains("universe"), "{refused}");
    }
}
