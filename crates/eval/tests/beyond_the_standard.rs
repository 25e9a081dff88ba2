//! What the standard does not define is not judged, whatever a solver makes of it.

mod common;

use common::{check_verdict, judge};

const DECLARATIONS: &str = "(declare-const b (_ BitVec 4)) (declare-const x Int) (declare-const r Real)
    (declare-const p Bool) (declare-const s String) (declare-const f Float16) (declare-const q (Seq Int))";
const MODEL: &str = "((define-fun b () (_ BitVec 4) #b0101) (define-fun x () Int 3)
    (define-fun r () Real (/ 1.0 2.0)) (define-fun p () Bool true) (define-fun s () String \"a\")
    (define-fun f () Float16 (_ +zero 5 11)) (define-fun q () (Seq Int) (seq.unit 1)))";

/// z3 takes the first, and says that it is `(bvnot b)`.
#[test]
fn one_argument_where_there_are_two() {
    for term in [
        "(= b (bvxnor b))",
        "(= b (bvnand b))",
        "(= b (bvnor b))",
        "(= b (bvand b))",
        "(= b (bvor b))",
        "(= b (bvxor b))",
        "(= b (bvadd b))",
        "(= b (bvmul b))",
        "(= b (bvsub b))",
        "(= b (bvudiv b))",
        "(= #b1 (bvcomp b))",
        "(bvult b)",
        "(= b (concat b))",
        "(and)",
        "(or)",
        "(xor p)",
        "(=> p)",
        "(= x)",
        "(distinct x)",
        "(< x)",
        "(= x (+ x))",
        "(= x (* x))",
        "(= x (div x))",
        "(= x (mod x))",
        "(= r (/ r))",
        "(= x (-))",
        "(= s (str.++ s))",
        "(str.< s)",
        "(str.in_re s (re.++ (str.to_re \"a\")))",
        "(str.in_re s (re.union (str.to_re \"a\")))",
        "(str.in_re s (re.diff (str.to_re \"a\")))",
        "(= q (seq.++ q))",
        "(fp.eq f)",
        "(fp.lt f)",
    ] {
        check_unjudged(term);
    }
}

#[test]
fn more_arguments_than_there_are() {
    for term in [
        "(= b (bvxnor b b b))",
        "(= b (bvnand b b b))",
        "(= b (bvnor b b b))",
        "(= b (bvsub b b b))",
        "(= b (bvudiv b b b))",
        "(= b (bvurem b b b))",
        "(= b (bvshl b b b))",
        "(= #b1 (bvcomp b b b))",
        "(bvult b b b)",
        "(bvsge b b b)",
        "(= x (mod x 2 2))",
        "(= x (abs x x))",
        "(not p p)",
        "(ite p p)",
    ] {
        check_unjudged(term);
    }
}

#[test]
fn arguments_of_other_sorts() {
    for term in [
        "(= b #b00101)",
        "(= b (bvadd b #b00001))",
        "(bvult b x)",
        "(= x p)",
        "(distinct x s)",
        "(and p x)",
        "(= x (mod r 2.0))",
        "(= q (seq.++ q s))",
        "(ite p x s)",
        "(= b ((_ extract 4 0) b))",
        "(= b ((_ repeat 0) b))",
        "((_ divisible 0) x)",
    ] {
        check_unjudged(term);
    }
}

/// Meanings that single solvers give to what others do not have, or have otherwise.
#[test]
fn where_solvers_go_their_own_way() {
    for term in [
        "(= x (^ x (- 1)))",
        "(= x (^ 0 0))",
        "(= x (int.log2 (- x)))",
        "(= x (int.pow2 (- x)))",
        "(= x (piand 0 x x))",
        "(= r (^ r 0.5))",
        "(= x (div x 0))",
        "(= x (rem x 0))",
    ] {
        check_unjudged(term);
    }
}

/// Neither it nor its negation is said to be wrong.
#[track_caller]
fn check_unjudged(term: &str) {
    for assertion in [term.to_owned(), format!("(not {term})")] {
        let script = format!("{DECLARATIONS} (assert {assertion}) (check-sat)");
        let verdict = judge(&script, MODEL);
        assert_ne!(verdict.word(), "invalid", "{assertion}: {verdict}");
    }
}

#[test]
fn what_it_defines_is_judged() {
    for term in [
        "(= (bvxnor b #b0011) #b1001)",
        "(= (bvadd b b b) #b1111)",
        "(= (bvxor b b b) b)",
        "(= (concat b b b) #b010101010101)",
        "(= (- x) (- 3))",
        "(= (- x 1 1) 1)",
        "(= (+ x 1 1) 5)",
        "(< 1 x 4)",
        "(distinct x 1 2)",
        "(=> p p p)",
        "(= (div 7 x 2) 1)",
        "(= (str.++ s s s) \"aaa\")",
        "(= (bvsmod b #b0000) b)",
        "(= (str.from_code (- 1)) \"\")",
        "(= (str.from_code 200000) \"\")",
        "(= x (+ r r 2))",
        // Beyond the standard, but nobody has another meaning for them.
        "(and p)",
        "(or p)",
    ] {
        let script = |assertion: &str| format!("{DECLARATIONS} (assert {assertion}) (check-sat)");
        check_verdict(&script(term), MODEL, "valid");
        check_verdict(&script(&format!("(not {term})")), MODEL, "invalid");
    }
}
