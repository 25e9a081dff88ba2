//! Integers where reals are wanted: accepted, recorded, never rewritten.

mod common;

use common::{check_simplified, parse, shown_terms};

/// The sort of a term, and the places of its `Int` arguments that are used as `Real`s.
#[track_caller]
fn check_coerced(term: &str, sort: &str, places: &[usize]) {
    let script = parse(&format!(
        "(declare-const b Bool) (declare-const i Int) (declare-const r Real)
         (declare-const a (Array Int Real)) (declare-fun f (Int Real) Real)
         (declare-fun g () (-> Real Int)) (simplify {term})"
    ));
    let found = shown_terms(&script)[0];
    assert_eq!(script.show_sort(script.terms.sort(found)), sort, "{term}");
    let coerced: Vec<usize> = script.terms.coerced_arguments(found).collect();
    assert_eq!(coerced, places, "{term}");
}

#[test]
fn an_int_used_as_a_real_is_recorded() {
    check_coerced("(+ i r)", "Real", &[0]);
    check_coerced("(+ i 1)", "Int", &[]);
    check_coerced("(+ r i 1.0 2)", "Real", &[1, 3]);
    check_coerced("(/ i 2)", "Real", &[0, 1]);
    check_coerced("(= i r 1)", "Bool", &[0, 2]);
    check_coerced("(distinct 1.0 i)", "Bool", &[1]);
    check_coerced("(<= i 2 r)", "Bool", &[0, 1]);
    check_coerced("(ite b i r)", "Real", &[1]);
    check_coerced("(ite b r i)", "Real", &[2]);
    check_coerced("(is_int i)", "Bool", &[0]);
    check_coerced("(f i i)", "Real", &[1]);
    check_coerced("(f i r)", "Real", &[]);
    check_coerced("(f r r)", "Unknown", &[]);
    check_coerced("(g i)", "Int", &[0]);
    check_coerced(
        "((as const (Array Bool Real)) 1)",
        "(Array Bool Real)",
        &[0],
    );
    check_coerced("((as const (Array Bool Int)) 1.0)", "Unknown", &[]);
    check_coerced("(store a i r)", "(Array Int Real)", &[]);
    check_coerced("(select a r)", "Unknown", &[]);
    check_coerced("(sin i)", "Real", &[0]);
    check_coerced("(mod i 2)", "Int", &[]);
}

#[test]
fn numerals_follow_the_logic() {
    let text = "(simplify 1) (set-logic QF_LRA) (simplify 1) (simplify -1) (simplify (+ 1 2.0))
                (declare-const i Int) (simplify 1) (simplify (+ i 1)) (reset) (simplify 1)";
    check_simplified(text, &["Int", "Real", "Real", "Real", "Int", "Int", "Int"]);
    check_simplified("(set-logic QF_LIRA) (simplify 1)", &["Int"]);
}
