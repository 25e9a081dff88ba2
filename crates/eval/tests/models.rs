//! Models as solvers really print them.

mod common;

use common::{check_verdict, judge};
use eval::{Model, ModelError};
use smt::Script;

/// Printed by z3 5.4.0 and judged with what it was asked.
#[test]
fn z3_with_elements_numbers_and_interpretations() {
    let script = "(declare-sort U 0)
        (declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))
        (declare-fun f (Int Int) Int) (declare-fun g (U) U)
        (declare-const u U) (declare-const v U) (declare-const x Int) (declare-const y Int)
        (declare-const r Real) (declare-const s Real)
        (declare-const b (Array Int (Array Int Int))) (declare-const l L)
        (assert (distinct u v (g u) (g v)))
        (assert (= (f x y) (+ x 3))) (assert (= (f y y) (+ x 4)))
        (assert (= (div x 0) 7)) (assert (= (mod x 0) 9)) (assert (= (/ r 0.0) 3.5))
        (assert (= (* r r) 2.0)) (assert (= (* s s s) 2.0))
        (assert (distinct (select (select b 3) 1) (select (select b 2) 2)))
        (assert (= (hd nil) 5)) (assert (= (tl nil) (cons 3 nil))) (assert (= (hd l) 3))
        (assert (forall ((a U)) (distinct a (g a))))
        (check-sat)";
    let model = "(
  ;; universe for U:
  ;;   U!val!1 U!val!3 U!val!0 U!val!2 
  ;; -----------
  ;; definitions for universe elements:
  (declare-fun U!val!1 () U)
  (declare-fun U!val!3 () U)
  (declare-fun U!val!0 () U)
  (declare-fun U!val!2 () U)
  ;; cardinality constraint:
  (forall ((x U)) (or (= x U!val!1) (= x U!val!3) (= x U!val!0) (= x U!val!2)))
  ;; -----------
  (define-fun u () U
    U!val!0)
  (define-fun y () Int
    4)
  (define-fun s () Real
    (root-obj (+ (^ x 3) (- 2)) 1))
  (define-fun r () Real
    (root-obj (+ (^ x 2) (- 2)) 2))
  (define-fun l () L
    (cons 3 nil))
  (define-fun v () U
    U!val!1)
  (define-fun b () (Array Int (Array Int Int))
    (store ((as const (Array Int (Array Int Int))) ((as const (Array Int Int)) 13))
       3
       ((as const (Array Int Int)) 12)))
  (define-fun x () Int
    (- 4))
  (define-fun div0 ((x!0 Int) (x!1 Int)) Int
    7)
  (define-fun mod0 ((x!0 Int) (x!1 Int)) Int
    9)
  (define-fun /0 ((x!0 Real) (x!1 Real)) Real
    (/ 7.0 2.0))
  (define-fun g ((x!0 U)) U
    (ite (= x!0 U!val!1) U!val!3
    (ite (= x!0 U!val!2) U!val!1
      U!val!2)))
  (define-fun f ((x!0 Int) (x!1 Int)) Int
    (ite (and (= x!0 (- 4)) (= x!1 4)) (- 1)
      0))
)";
    check_verdict(script, model, "valid");
    check_verdict(
        script,
        &model.replace(
            "(ite (= x!0 U!val!2) U!val!1",
            "(ite (= x!0 U!val!2) U!val!2",
        ),
        "invalid",
    );
    check_verdict(script, &model.replace("(- 2)) 2)", "(- 3)) 2)"), "invalid");
    check_verdict(script, &model.replace("12)", "13)"), "invalid");
}

#[test]
fn older_z3_with_a_wrapper_and_functions_as_arrays() {
    let script = "(declare-const a (Array Int Int)) (assert (= (select a 3) 5))
        (assert (= (select a 4) 0)) (assert (= a (store a 3 5))) (check-sat)";
    let model = "sat
(model 
  (define-fun a () (Array Int Int)
    (_ as-array k!0))
  (define-fun k!0 ((x!0 Int)) Int
    (ite (= x!0 3) 5
      0))
)";
    check_verdict(script, model, "valid");
    check_verdict(
        script,
        &model.replace("(_ as-array k!0)", "(as-array k!0)"),
        "valid",
    );
    check_verdict(
        script,
        &model.replace("5\n      0", "6\n      0"),
        "invalid",
    );
    let lambda = "((define-fun a () (Array Int Int) (lambda ((x!1 Int)) (ite (= x!1 3) 5 0))))";
    check_verdict(script, lambda, "valid");
    // A function that is no table can be applied, but not compared.
    let odd = "((define-fun a () (Array Int Int) (lambda ((x!1 Int)) (- (* 5 x!1) 10))))";
    let applied = "(declare-const a (Array Int Int)) (assert (= (select a 3) 5)) (check-sat)";
    check_verdict(applied, odd, "valid");
    check_verdict(script, odd, "invalid");
}

#[test]
fn cvc5_with_its_elements_numbers_and_comments() {
    let script = "(declare-sort U 0) (declare-const u U) (declare-const v U)
        (declare-fun g (U) U) (assert (= (g u) v)) (assert (distinct u v))
        (assert (exists ((a U)) (= (g a) a))) (check-sat)";
    let model = "(
; cardinality of U is 2
; rep: (as @U_0 U)
; rep: (as @U_1 U)
(define-fun u () U (as @U_0 U))
(define-fun v () U (as @U_1 U))
(define-fun g ((_arg_1 U)) U (as @U_1 U))
)";
    check_verdict(script, model, "valid");
    check_verdict(
        script,
        &model.replace("v () U (as @U_1 U)", "v () U (as @U_0 U)"),
        "invalid",
    );
    let script = "(declare-const r Real) (declare-const s Real) (assert (= (* r r) 2.0))
        (assert (= (* s s s) r)) (assert (> s 0.0)) (check-sat)";
    let model = "(
(define-fun r () Real (_ real_algebraic_number <1*x^6 + (-8), (5/4, 3/2)>))
(define-fun s () Real (_ real_algebraic_number <1*x^6 + (-2), (1, 5/4)>))
)";
    check_verdict(script, model, "valid");
    check_verdict(
        script,
        &model
            .replace("(-2)", "(-3)")
            .replace("(1, 5/4)", "(1, 3/2)"),
        "invalid",
    );
}

#[test]
fn older_cvc5_and_cvc4_elements() {
    let script = "(declare-sort U 0) (declare-sort V 0) (declare-const u U) (declare-const v V)
        (declare-const w U) (assert (= u w)) (assert (= v v)) (check-sat)";
    for (u, v) in [("(as @a0 U)", "(as @a0 V)"), ("@uc_U_0", "@uc_V_0")] {
        let model = format!(
            "(
(define-fun u () U {u})
(define-fun w () U {u})
(define-fun v () V {v})
)"
        );
        check_verdict(script, &model, "valid");
    }
    check_verdict(
        script,
        "((define-fun u () U @uc_U_0) (define-fun w () U @uc_U_1))",
        "invalid",
    );
}

const TABLES: &str = "(declare-fun f ((_ BitVec 4) (_ BitVec 4)) (_ BitVec 4))
    (declare-fun p ((_ BitVec 4)) Bool)
    (declare-const a (Array (_ BitVec 4) (_ BitVec 4)))
    (declare-const x (_ BitVec 4)) (declare-const y (_ BitVec 4))
    (assert (= (f x y) (bvadd x #x3))) (assert (= (f y y) (bvadd x #x4)))
    (assert (p x)) (assert (not (p y))) (assert (= (select a x) y)) (assert (distinct x y))
    (check-sat)";

/// Printed by yices 2.6.5.
#[test]
fn yices_with_equations_and_tables() {
    let model = "sat
(= x #b0000)
(= y #b1000)
(= f @fun_7)
(= p @fun_13)
(= a @fun_9)
(function @fun_7
 (type (FunType2 (_ BitVec 4) (_ BitVec 4) (_ BitVec 4)))
 (= (@fun_7 #b0000 #b1000) #b0011)
 (= (@fun_7 #b1000 #b1000) #b0100)
 (default #b0000))
(function @fun_13
 (type (Array (_ BitVec 4) Bool))
 (= (@fun_13 #b1000) false)
 (default true))
(function @fun_9
 (type (Array (_ BitVec 4) (_ BitVec 4)))
 (= (@fun_9 #b0000) #b1000)
 (default #b0000))";
    check_verdict(TABLES, model, "valid");
    check_verdict(
        TABLES,
        &model.replace("#b1000) #b0100", "#b1000) #b0101"),
        "invalid",
    );
    check_verdict(
        TABLES,
        &model.replace("(= (@fun_9 #b0000) #b1000)", ""),
        "invalid",
    );
    let script = "(declare-sort U 0) (declare-fun g (U) U) (declare-const u U) (declare-const v U)
        (assert (distinct u v (g u) (g v))) (check-sat)";
    let model = "(= u @const_5)
(= v @const_6)
(= g @fun_14)
(function @fun_14
 (type (Array U U))
 (= (@fun_14 @const_5) @const_7)
 (= (@fun_14 @const_6) @const_8)
 (default @const_5))";
    check_verdict(script, model, "valid");
    check_verdict(script, &model.replace("@const_8", "@const_6"), "invalid");
    let smt2 = "(model
  (define-fun g ((x!0 U)) U (ite (= x!0 (as @const_5 U)) (as @const_7 U) (ite (= x!0 (as @const_6 U)) (as @const_8 U) (as @const_5 U))))
  (define-fun u () U (as @const_5 U))
  (define-fun v () U (as @const_6 U)))";
    check_verdict(script, smt2, "valid");
    // Arrays are defined like functions.
    let script = "(declare-const a (Array Int Int)) (assert (= (store a 0 2) ((as const (Array Int Int)) 2)))
        (assert (= (select a 0) 1)) (check-sat)";
    let model = "(model\n  (define-fun a ((x!0 Int)) Int (ite (= x!0 0) 1 2)))";
    check_verdict(script, model, "valid");
    check_verdict(script, &model.replace("1 2", "1 3"), "invalid");
}

/// Printed by bitwuzla 0.9.1 and cvc5 1.4.2.
#[test]
fn bitwuzla_and_cvc5_tables() {
    check_verdict(TABLES, "(
  (define-fun f ((@bzla.var_113 (_ BitVec 4))  (@bzla.var_114 (_ BitVec 4))) (_ BitVec 4) (ite (and (= @bzla.var_113 #b1100) (= @bzla.var_114 #b1111)) #b1111 #b0000))
  (define-fun p ((@bzla.var_121 (_ BitVec 4))) Bool (ite (= @bzla.var_121 #b1100) true false))
  (define-fun a () (Array (_ BitVec 4) (_ BitVec 4)) (store ((as const (Array (_ BitVec 4) (_ BitVec 4))) #b0000) #b1100 #b1111))
  (define-fun x () (_ BitVec 4) #b1100)
  (define-fun y () (_ BitVec 4) #b1111)
)", "valid");
    check_verdict(TABLES, "(
(define-fun f ((_arg_1 (_ BitVec 4)) (_arg_2 (_ BitVec 4))) (_ BitVec 4) (ite (= #b1110 _arg_1) (ite (= #b1111 _arg_2) #b0001 #b0010) #b0010))
(define-fun p ((_arg_1 (_ BitVec 4))) Bool (= #b1110 _arg_1))
(define-fun a () (Array (_ BitVec 4) (_ BitVec 4)) (store ((as const (Array (_ BitVec 4) (_ BitVec 4))) #b0000) #b1110 #b1111))
(define-fun x () (_ BitVec 4) #b1110)
(define-fun y () (_ BitVec 4) #b1111)
)", "valid");
}

#[test]
fn constants_that_are_functions() {
    let script = "(set-logic HO_ALL) (declare-const f (-> Int Int Int)) (declare-fun g (Int) (-> Int Bool))
        (assert (= (f 1 2) 3)) (assert (= ((f 1) 2) 3)) (assert ((g 4) 5)) (assert (not (g 4 6))) (check-sat)";
    let model = "((define-fun f ((x Int) (y Int)) Int (+ x y)) (define-fun g ((x Int) (y Int)) Bool (= y 5)))";
    check_verdict(script, model, "valid");
    check_verdict(script, &model.replace("(+ x y)", "(- x y)"), "invalid");
}

#[test]
fn values_in_place_of_a_model() {
    let script = "(declare-fun f (Int) Int) (declare-const x Int) (declare-const r Real)
        (assert (= (f x) 7)) (assert (< r 0.0)) (check-sat)";
    check_verdict(script, "sat\n((x 3) ((f x) 7) (r (- (/ 1 2))))", "valid");
    check_verdict(script, "((x 3) ((f x) 8) (r (- 1.0)))", "invalid");
    check_verdict(script, "((x 3)\n ((f 3) 7)\n (r 1.0))", "invalid");
}

/// z3 4.8.7 says nothing of division by zero in its models, but it has values for it.
#[test]
fn values_settle_what_a_model_leaves_open() {
    let script = "(declare-const a Int) (declare-const b Int)
        (assert (= (div a (- 2 b)) 2)) (check-sat)";
    let model = "(model (define-fun b () Int 2) (define-fun a () Int 2))";
    let verdict = judge(script, model);
    assert_eq!(verdict.word(), "valid");
    assert_eq!(verdict.open(), ["(div 2 0)"]);
    let with = |value: &str| format!("{model}\n(((div 2 0) {value}))");
    check_verdict(script, &with("0"), "invalid");
    check_verdict(script, &with("2"), "valid");
    // One that it does not evaluate settles nothing.
    check_verdict(script, &with("(div 2 0)"), "valid");
    let script = "(declare-const r Real) (assert (> (/ r 0.0) 1.0)) (check-sat)";
    let model = "((define-fun r () Real 4.0))\n(((/ 4.0 0.0) (/ 1.0 2.0)))";
    check_verdict(script, model, "invalid");
}

/// z3 4.8.7 means one character by each of them, which the standard does not.
#[test]
fn escapes_of_old_versions() {
    let script = "(declare-const s String) (assert (= (str.len s) 2)) (check-sat)";
    let model = |value: &str| format!("(model (define-fun s () String \"{value}\"))");
    check_verdict(script, &model("\\x00\\x01"), "underspecified");
    check_verdict(script, &model("\\x0"), "underspecified");
    check_verdict(script, &model("\\n"), "valid");
    check_verdict(script, &model("\\x00"), "invalid");
    check_verdict(script, &model("\\u{0}"), "invalid");
    check_verdict(script, &model("\\u{0}\\u{1}"), "valid");
    let script = "(declare-const s String) (assert (= s \"\\x41\")) (check-sat)";
    check_verdict(script, &model("A"), "underspecified");
    check_verdict(script, &model("\\u{5c}x41"), "valid");
    check_verdict(script, &model("B"), "invalid");
}

/// z3 4.8.12 prints these six characters as they are.
#[test]
fn a_backslash_in_a_model_may_be_a_backslash() {
    let script = |length: u32| {
        format!(
            "(declare-const s String) (assert (= (str.len s) {length}))
            (assert (str.prefixof (str.from_code 92) s)) (check-sat)"
        )
    };
    let model = "((define-fun s () String \"\\u{41}\"))";
    check_verdict(&script(6), model, "underspecified");
    check_verdict(&script(5), model, "invalid");
    let model = "((define-fun s () String \"\\u{5c}\"))";
    check_verdict(&script(1), model, "valid");
    check_verdict(&script(2), model, "invalid");
}

/// z3 4.8.7 drops a backslash that begins no escape of its own, in scripts.
#[test]
fn escapes_that_old_versions_do_not_know() {
    let script = "(declare-const s String) (assert (= s \"b\\u{e9}\")) (check-sat)";
    let model = |value: &str| format!("(model (define-fun s () String \"{value}\"))");
    check_verdict(script, &model("b\\u{e9}"), "valid");
    check_verdict(script, &model("bu{e9}"), "underspecified");
    check_verdict(script, &model("b\\u{5c}u{e9}"), "underspecified");
    check_verdict(script, &model("c"), "invalid");
}

/// What is meant by a name that has two meanings nobody can tell.
#[test]
fn names_with_two_meanings_are_not_judged() {
    let script = "(declare-sort U 0) (declare-const |U!val!0| U) (declare-const |U!val!1| U)
        (declare-const x U) (assert (= |U!val!0| |U!val!1| x)) (check-sat)";
    // Printed by z3 5.4.0.
    let model = "((declare-fun U!val!1 () U) (declare-fun U!val!0 () U)
        (define-fun U!val!1 () U U!val!0) (define-fun x () U U!val!1) (define-fun U!val!0 () U U!val!1))";
    let verdict = judge(script, model);
    assert_ne!(verdict.word(), "invalid", "{verdict}");
    let script = "(declare-const x Int) (assert (= x 1)) (check-sat)";
    for model in [
        "((define-fun x () Int 1) (define-fun x () Int 2))",
        "((define-fun x () Int 2) (define-fun x () Int 1))",
        "((define-fun x () Int 2) (define-fun x ((y Int)) Int 1))",
    ] {
        let verdict = judge(script, model);
        assert_ne!(verdict.word(), "invalid", "{verdict}");
    }
}

#[test]
fn mathsat_and_definitions_at_the_top() {
    let script =
        "(declare-const x Int) (declare-const r Real) (assert (= (to_real x) (* 2 r))) (check-sat)";
    check_verdict(
        script,
        "(model\n  (define-fun x () Int 1)\n  (define-fun r () Real (/ 1 2))\n)",
        "valid",
    );
    check_verdict(
        script,
        "(define-fun x () Int (- 1))\n(define-fun r () Real (- (/ 1 2)))",
        "valid",
    );
}

#[test]
fn symbols_with_bars_and_names_of_the_polynomial() {
    let script = "(declare-const |a b| Int) (declare-const |x| Real) (assert (> |a b| 2))
        (assert (> x 1.0)) (assert (< x 2.0)) (check-sat)";
    let model =
        "((define-fun |a b| () Int 3) (define-fun x () Real (root-obj (+ (^ x 2) (- 3)) 2)))";
    check_verdict(script, model, "valid");
}

#[test]
fn what_is_no_model_says_so() {
    let script = Script::parse(&b"(declare-const x Int) (assert (> x 1)) (check-sat)"[..]).unwrap();
    let parse = |text: &str| Model::parse(&script, 0, text.as_bytes()).err();
    assert!(
        matches!(parse("(error \"line 3: model is not available\")"), Some(ModelError::None(message)) if message.contains("not available"))
    );
    assert!(matches!(parse("unsat"), Some(ModelError::None(_))));
    assert!(matches!(
        parse("((define-fun x () Int 1)"),
        Some(ModelError::Syntax(_))
    ));
    // Nonsense in a definition is unsupported, and no panic.
    let verdict = judge(
        "(declare-const x Int) (assert (> x 1)) (check-sat)",
        "((define-fun x () Int (foo bar)))",
    );
    assert_eq!(verdict.word(), "unsupported");
}

/// Printed by cvc5 1.4.2: the first `None` is not the second.
#[test]
fn constructors_of_one_name_are_not_taken_for_each_other() {
    let script = "(declare-datatypes ((E 0)) (((A) (None))))
        (declare-datatypes ((F 0)) (((B) (None))))
        (declare-fun e (Int) E) (declare-fun f (Int) F)
        (assert (= (e 0) (as None E))) (assert (= (f 0) (as None F))) (check-sat)";
    let model = "((define-fun e ((_arg_1 Int)) E None) (define-fun f ((_arg_1 Int)) F None))";
    let verdict = judge(script, model);
    assert_ne!(verdict.word(), "invalid", "{verdict}");
}
