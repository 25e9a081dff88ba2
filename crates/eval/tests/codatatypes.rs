//! Values of codatatypes may be infinite, and solvers write them with references back. They are not
//! compared as finite trees, nor are their sorts taken for infinite ones.

mod common;

use common::{check_verdict, judge};

const STREAMS: &str =
    "(declare-codatatypes ((a 0)) (((b (c a))))) (declare-codatatypes ((st 0)) (((cons (hd Int) (tl st)) (nil))))
    (declare-const s a) (declare-const t st) (declare-const u st) (declare-const x Int)";

/// Printed by CVC4 1.8 (`@uc_a_0`), cvc5 1.0.3 and 1.4.2 (`cbv_a_0`).
#[test]
fn a_reference_back_is_no_element() {
    for (s, t) in [("@uc_a_0", "@uc_st_1"), ("cbv_a_0", "cbv_st_1")] {
        let model = format!(
            "((define-fun s () a (b {s})) (define-fun t () st (cons 1 (cons 2 {t})))
            (define-fun u () st (cons 2 (cons 1 {t}))) (define-fun x () Int 1))"
        );
        for assertion in [
            "(= s (b s))",
            "(= s (c s))",
            "(= t (cons 1 (cons 2 t)))",
            "(= (tl (tl t)) t)",
            "(= u (tl t))",
            "(distinct t u)",
            "((_ is cons) (tl (tl (tl t))))",
            "(= (hd (tl (tl t))) 1)",
            "(not (= t u))",
            "(= t u)",
            "(match t (((cons h r) (= h 1)) (nil false)))",
            "(= (select ((as const (Array a Int)) 1) s) 1)",
            "(forall ((y a)) (= y s))",
            "(= (store ((as const (Array a Int)) 0) s 1) ((as const (Array a Int)) 1))",
        ] {
            let script = format!("{STREAMS} (assert {assertion}) (check-sat)");
            let verdict = judge(&script, &model);
            assert_ne!(verdict.word(), "invalid", "{assertion}: {verdict}");
        }
        // What has nothing to do with them is judged.
        let script = format!("{STREAMS} (assert (= s (b s))) (assert (= x 2)) (check-sat)");
        check_verdict(&script, &model, "invalid");
        let script = format!("{STREAMS} (assert (= s (b s))) (check-sat)");
        check_verdict(&script, &model, "unsupported");
    }
}

#[test]
fn other_ways_to_tie_a_knot_are_not_understood() {
    for value in [
        "(let ((y (b y))) y)",
        "(mu y (b y))",
        "(b (_ cbv 0))",
        "s",
        "(b s)",
    ] {
        let model = format!("((define-fun s () a {value}))");
        let script = format!("{STREAMS} (assert (distinct s (b s))) (check-sat)");
        let verdict = judge(&script, &model);
        assert_ne!(verdict.word(), "invalid", "{value}: {verdict}");
    }
}

/// A codatatype of one constructor without other fields has one value.
#[test]
fn a_codatatype_may_have_a_single_value() {
    let script = format!("{STREAMS} (declare-const r a) (assert (= r s)) (check-sat)");
    for model in ["()", "((define-fun s () a (b @uc_a_0)))"] {
        let verdict = judge(&script, model);
        assert_ne!(verdict.word(), "invalid", "{verdict}");
    }
}

/// CVC4 writes elements of uninterpreted sorts in the same way, and those are elements.
#[test]
fn elements_of_sorts_are_as_before() {
    let script = "(declare-sort U 0) (declare-const v U) (declare-const w U)
        (assert (= v w)) (check-sat)";
    check_verdict(
        script,
        "((define-fun v () U @uc_U_0) (define-fun w () U @uc_U_1))",
        "invalid",
    );
    // But nothing is an element of a datatype.
    let script = "(declare-datatypes ((D 0)) (((d) (e)))) (declare-const v D) (declare-const w D)
        (assert (= v w)) (check-sat)";
    let verdict = judge(
        script,
        "((define-fun v () D @uc_D_0) (define-fun w () D @uc_D_1))",
    );
    assert_eq!(verdict.word(), "unsupported", "{verdict}");
}
