//! Each kind of verdict, and what decides between them.

mod common;

use common::{check_verdict, judge};
use eval::{Budget, Model, Verdict};
use smt::Script;

const X: &str = "(declare-const x Int) (declare-const y Int)";

#[test]
fn a_true_assertion_is_valid_and_a_false_one_is_not() {
    let script = format!("{X} (assert (< x y)) (check-sat)");
    check_verdict(
        &script,
        "((define-fun x () Int 1) (define-fun y () Int 2))",
        "valid",
    );
    check_verdict(
        &script,
        "((define-fun x () Int 2) (define-fun y () Int 2))",
        "invalid",
    );
}

#[test]
fn the_explanation_names_the_smallest_culprit() {
    let script = format!(
        "{X} (assert (< 0 y)) (assert (let ((z (+ x y))) (and (< 0 z) (not (= z 3))))) (check-sat)"
    );
    let model = "((define-fun x () Int 1) (define-fun y () Int 2))";
    let Verdict::Invalid(invalid) = judge(&script, model) else {
        panic!("not invalid");
    };
    assert_eq!(invalid.assertion, 1);
    assert_eq!(
        invalid.explanation,
        "(= z 3) is true, but must be false: z is 3"
    );
    assert!(!invalid.exhausted);
}

#[test]
fn what_the_standard_leaves_open_may_be_chosen_once() {
    let script = format!("{X} (assert (= (div x 0) 7)) (check-sat)");
    let model = "((define-fun x () Int 1) (define-fun y () Int 1))";
    let verdict = judge(&script, model);
    assert_eq!(verdict.to_string(), "valid with (div 1 0) = 7");
    // The same application has the same value, whatever it is.
    let script = format!("{X} (assert (not (= (div x 0) (div y 0)))) (check-sat)");
    check_verdict(&script, model, "invalid");
    check_verdict(
        &script,
        "((define-fun x () Int 1) (define-fun y () Int 2))",
        "valid",
    );
    let script = format!("{X} (assert (= (div x 0) 7)) (assert (= (div y 0) 8)) (check-sat)");
    check_verdict(&script, model, "underspecified");
}

#[test]
fn the_models_own_interpretation_is_taken() {
    let script = format!("{X} (assert (= (div x 0) 7)) (check-sat)");
    let model =
        |n: i64| format!("((define-fun x () Int 1) (define-fun div0 ((a Int) (b Int)) Int {n}))");
    check_verdict(&script, &model(7), "valid");
    check_verdict(&script, &model(8), "invalid");
    let script = "(declare-const r Real) (assert (= (/ r 0.0) 3.5)) (check-sat)";
    let model = "((define-fun r () Real 1.0) (define-fun /0 ((a Real) (b Real)) Real (/ 7.0 2.0)))";
    check_verdict(script, model, "valid");
}

#[test]
fn what_holds_for_no_interpretation_is_invalid() {
    let script = "(declare-datatypes ((D 0)) (((a (fa Bool)) (b))))
        (declare-const d D) (assert (fa d)) (assert (not (fa d))) (check-sat)";
    let Verdict::Invalid(invalid) = judge(script, "((define-fun d () D b))") else {
        panic!("not invalid");
    };
    assert!(invalid.exhausted);
    check_verdict(script, "((define-fun d () D (a true)))", "invalid");
    let script = "(declare-datatypes ((D 0)) (((a (fa Bool)) (b))))
        (declare-const d D) (assert (not (fa d))) (check-sat)";
    check_verdict(script, "((define-fun d () D b))", "valid");
}

#[test]
fn either_zero_but_no_other_float() {
    let script = |zero: &str| {
        format!(
            "(declare-const x Float32) (assert (= x {zero}))
             (assert (= (fp.min (_ +zero 8 24) (_ -zero 8 24)) x)) (check-sat)"
        )
    };
    for zero in ["(_ +zero 8 24)", "(_ -zero 8 24)"] {
        let model = format!("((define-fun x () Float32 {zero}))");
        check_verdict(&script(zero), &model, "valid");
    }
    let one = "(fp #b0 #b01111111 #b00000000000000000000000)";
    let model = format!("((define-fun x () Float32 {one}))");
    check_verdict(&script(one), &model, "invalid");
}

#[test]
fn a_symbol_that_the_model_omits_may_have_any_value() {
    let script = format!("{X} (assert (= x (+ y 5))) (check-sat)");
    check_verdict(&script, "((define-fun x () Int 5))", "valid");
    let script = "(declare-const b Bool) (assert b) (assert (not b)) (check-sat)";
    check_verdict(script, "()", "invalid");
    let script = "(declare-fun f (Int) Int) (assert (= (f 1) 2)) (assert (= (f 2) 3)) (check-sat)";
    check_verdict(script, "()", "valid");
}

#[test]
fn what_is_not_looked_at_does_not_matter() {
    let infinite = "(forall ((n Int)) (> (* n n) (- n 5)))";
    let script = |formula: &str| format!("(declare-const x Int) (assert {formula}) (check-sat)");
    let model = "((define-fun x () Int 1))";
    for (formula, expected) in [
        (infinite.to_owned(), "unsupported"),
        (format!("(or (= x 1) {infinite})"), "valid"),
        (format!("(and (= x 2) {infinite})"), "invalid"),
        (format!("(=> {infinite} (= x 1))"), "valid"),
        (format!("(ite (= x 1) true {infinite})"), "valid"),
        (format!("(= {infinite} {infinite})"), "unsupported"),
        (
            "(forall ((n Int)) (=> (> n 0) (= x 1)))".to_owned(),
            "valid",
        ),
        ("(forall ((n Int)) (> n 0))".to_owned(), "invalid"),
        ("(exists ((n Int)) (= n x))".to_owned(), "valid"),
        (
            "(let ((t (> (select ((as const (Array Int Int)) 0) x) 5))) (or t (= x 1)))".to_owned(),
            "valid",
        ),
    ] {
        check_verdict(&script(&formula), model, expected);
    }
}

#[test]
fn rounded_numbers_do_not_accuse() {
    let script = "(declare-const r Real) (assert (= (* r r) 2.0)) (check-sat)";
    check_verdict(script, "((define-fun r () Real 1.414214))", "unsupported");
    check_verdict(
        script,
        "((define-fun r () Real 1.4142135623?))",
        "unsupported",
    );
    check_verdict(script, "((define-fun r () Real (/ 3 2)))", "invalid");
    check_verdict(script, "((define-fun r () Real 1.0))", "invalid");
    // yices rounds to six digits, even if they are zeros.
    check_verdict(
        script,
        "((define-fun r () Real -1500.000000))",
        "unsupported",
    );
}

#[test]
fn escapes_of_older_solvers_do_not_accuse() {
    let script = "(declare-const s String) (assert (= (str.len s) 1)) (check-sat)";
    check_verdict(
        script,
        r#"((define-fun s () String "\x41"))"#,
        "underspecified",
    );
    check_verdict(script, r#"((define-fun s () String "\u{41}"))"#, "valid");
    check_verdict(script, r#"((define-fun s () String "\u{41}b"))"#, "invalid");
}

#[test]
fn recursion_without_end_is_out_of_budget() {
    let script =
        "(define-fun-rec f ((n Int)) Int (+ 1 (f (+ n 1)))) (assert (= (f 0) 3)) (check-sat)";
    check_verdict(script, "()", "out of budget");
    let script = "(define-fun-rec f ((n Int)) Int (ite (<= n 0) 0 (+ n (f (- n 1)))))
        (assert (= (f 1000) 500500)) (check-sat)";
    check_verdict(script, "()", "valid");
}

#[test]
fn checks_are_judged_one_by_one() {
    let text = "(declare-const x Int) (push) (assert (= x 1)) (check-sat) (pop)
        (assert (= x 2)) (check-sat-assuming ((> x 1)))";
    let script = Script::parse(text.as_bytes()).unwrap();
    for (number, value, expected) in [
        (0, 1, "valid"),
        (0, 2, "invalid"),
        (1, 2, "valid"),
        (1, 1, "invalid"),
    ] {
        let model = format!("((define-fun x () Int {value}))");
        let model = Model::parse(&script, number, model.as_bytes()).unwrap();
        assert_eq!(eval::check(&model, Budget::default()).word(), expected);
    }
    assert!(Model::parse(&script, 2, b"()").is_err());
}
