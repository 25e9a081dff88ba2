//! Mistakes once made, found by a review with fresh eyes.

use mutate::flatten::{incremental, seeds};
use mutate::mutator::{Mutant, Mutator, MutatorSettings, Workbench};
use mutate::rule::Direction;
use smt::Script;
use smt::Status;

/// The steps of many mutants of a seed, as `rule: what was put`.
fn steps(seed: &str) -> Vec<String> {
    let mut shown = Vec::new();
    for direction in [Direction::Over, Direction::Under] {
        let mutator = Mutator::new(seed.as_bytes(), MutatorSettings::new(direction)).unwrap();
        let (mut workbench, mut mutant) = (Workbench::default(), Mutant::default());
        for number in 0..1000 {
            mutator.make(number, &mut workbench, &mut mutant);
            let step =
                |s: &mutate::step::Step| format!("{}: {}", s.rule, String::from_utf8_lossy(&s.put));
            shown.extend(mutant.steps.iter().map(step));
        }
    }
    assert!(shown.len() > 1000);
    shown
}

fn none(steps: &[String], is_wrong: impl Fn(&str) -> bool) {
    let wrong = steps.iter().find(|step| is_wrong(step));
    assert_eq!(wrong, None);
}

#[test]
fn a_hidden_constructor_is_not_named() {
    let steps = steps(
        "(declare-datatypes ((T 0)) (((a) (b) (c))))
         (assert (exists ((b T)) ((_ is a) b))) (check-sat)",
    );
    none(&steps, |step| {
        step.starts_with("dt-") && step.contains("distinct b b")
    });
    none(&steps, |step| step.starts_with("dt-is-not-built"));
}

#[test]
fn an_operator_that_the_script_defines_is_not_the_theorys() {
    let steps = steps(
        "(define-fun abs ((x Int)) Int (- 0 5)) (declare-const x Int)
         (assert (< x 3)) (assert (> x 1)) (check-sat)",
    );
    none(&steps, |step| {
        step.starts_with("int-") && step.contains("(abs ")
    });
}

#[test]
fn a_variable_with_the_name_of_an_operator_hides_it() {
    let steps = steps("(assert (forall ((abs Int)) (>= abs 2))) (check-sat)");
    none(&steps, |step| {
        step.replace("((abs Int))", "").contains("(abs ")
    });
}

#[test]
fn a_recursive_function_is_called_where_the_seed_calls_it_only() {
    let steps = steps(
        "(define-fun-rec f ((x Int)) Int (+ 1 (f x))) (declare-const y Int)
         (assert (> y 0)) (check-sat)",
    );
    none(&steps, |step| step.contains("(f "));
}

#[test]
fn differences_stay_differences() {
    let steps = steps(
        "(set-logic QF_IDL) (declare-const x Int) (declare-const y Int) (declare-const z Int)
         (assert (= (- x y) 3)) (assert (distinct (- x z) 2)) (assert (<= (- y z) 7)) (check-sat)",
    );
    let is_rewriting = |step: &str| step.starts_with("arith-") || step.starts_with("core-");
    none(&steps, |step| step.starts_with("arith-equal-between"));
    none(&steps, |step| {
        is_rewriting(step) && step.contains("(ite (= (-")
    });
}

#[test]
fn a_status_is_of_one_check() {
    let script = Script::parse(
        *b"(set-info :status sat) (declare-const x Int) (assert (< x 3)) (check-sat) (assert (> x 3)) (check-sat)",
    );
    let statuses: Vec<_> = seeds(&script.unwrap())
        .unwrap()
        .iter()
        .map(|s| s.status)
        .collect();
    assert_eq!(statuses, [Some(Status::Sat), None]);
}

#[test]
fn two_logics_are_no_seed_as_a_whole() {
    let two = "(set-logic QF_LIA) (declare-const x Int) (assert (< x 3)) (check-sat)
        (reset) (set-logic QF_BV) (declare-const x Bool) (assert x) (check-sat)";
    assert!(incremental(&Script::parse(two.as_bytes()).unwrap()).is_none());
    let one = two.replace("QF_BV", "QF_LIA");
    assert!(incremental(&Script::parse(one.as_bytes()).unwrap()).is_some());
}

/// Thousands of integers where reals are expected took time quadratic in their number.
#[test]
fn many_conversions_are_no_trouble() {
    let numbers: String = (0..60_000).map(|n| format!(" {n}")).collect();
    let seed = format!("(declare-const x Real) (assert (distinct x{numbers})) (check-sat)");
    let mutator = Mutator::new(seed.as_bytes(), MutatorSettings::new(Direction::Over)).unwrap();
    let (mut workbench, mut mutant) = (Workbench::default(), Mutant::default());
    let made = (0..100).filter(|&number| {
        mutator.make(number, &mut workbench, &mut mutant);
        !mutant.steps.is_empty()
    });
    assert!(made.count() > 50);
}
