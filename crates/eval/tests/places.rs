//! Values in a model have the sort that is declared for their place, however they are written.

mod common;

use common::check_verdict;

/// Printed by yices 2.6.5: `0` is an index, and so a real.
#[test]
fn an_integer_in_a_table_of_reals_is_a_real() {
    let model = "(= a @fun_5)
        (function @fun_5
         (type (Array Real Real))
         (= (@fun_5 0) (- 1))
         (default 1))";
    for logic in ["", "(set-logic QF_ALRA)", "(set-logic ALL)"] {
        let script = |assertion: &str| {
            format!(
                "{logic}(declare-fun a () (Array Real Real)) (declare-fun b () (Array Real Real))
                (assert {assertion}) (check-sat)"
            )
        };
        check_verdict(&script("(> 0.0 (select a 0.0))"), model, "valid");
        check_verdict(&script("(= 1.0 (select a 0.5))"), model, "valid");
        check_verdict(&script("(= (- 1.0) (select a 0.0))"), model, "valid");
        check_verdict(&script("(< 0.0 (select a 0.0))"), model, "invalid");
        let stored = script("(= (select (store a 1.0 2.0) 0.0) (- 1.0))");
        check_verdict(&stored, model, "valid");
        let both = format!("{model} (= b @fun_5)");
        check_verdict(&script("(= a b)"), &both, "valid");
        check_verdict(&script("(= a (store b 0.0 (- 1.0)))"), &both, "valid");
        check_verdict(&script("(= a (store b 0.0 1.0))"), &both, "invalid");
    }
}

#[test]
fn functions_of_reals() {
    let script = |assertion: &str| {
        format!(
            "(declare-fun f (Real Int) Real) (declare-fun x () Real)
            (assert {assertion}) (check-sat)"
        )
    };
    for model in [
        "(= f @fun_3) (= x -2)
        (function @fun_3 (type (FunType2 Real Int Real))
         (= (@fun_3 0 1) -3) (= (@fun_3 1/2 1) 4) (= (@fun_3 (/ 1 3) -1) 5) (default 7))",
        "((define-fun f ((a Real) (b Int)) Real
            (ite (and (= a 0) (= b 1)) (- 3) (ite (and (= a (/ 1 2)) (= 1 b)) 4
             (ite (and (= (/ 1 3) a) (= b (- 1))) 5 7))))
          (define-fun x () Real (- 2)))",
    ] {
        for truth in [
            "(= (f 0.0 1) (- 3.0))",
            "(= (f 0.5 1) 4.0)",
            "(= (f (/ 1.0 3.0) (- 1)) 5.0)",
            "(= (f 2.0 1) 7.0)",
            "(= x (- 2.0))",
            "(= (f (+ x 2.0) 1) (- 3.0))",
            "(= (/ x 4.0) (- 0.5))",
        ] {
            check_verdict(&script(truth), model, "valid");
            check_verdict(&script(&format!("(not {truth})")), model, "invalid");
        }
    }
}

#[test]
fn integers_within_other_values() {
    let declarations = "(declare-datatypes ((P 0)) (((pair (left Real) (right Int)))))
        (declare-datatypes ((L 1)) ((par (T) ((nil) (cons (head T) (tail (L T)))))))
        (declare-fun p () P) (declare-fun l () (L Real)) (declare-fun s () (Seq Real))
        (declare-fun t () (Tuple Real Int)) (declare-fun e () (Set Real)) (declare-fun g () (Bag Real))
        (declare-fun a () (Array Real (Array Int Real))) (declare-fun ss () (Seq (Seq Real)))
        (declare-fun h (Int) (Array Real Real)) (declare-fun n () (Nullable Real))";
    let cases = [
        ("p P (pair 1 2)", "(= p (pair 1.0 2))"),
        ("p P (pair (- 1) 2)", "(= (left p) (- 1.0))"),
        ("p P (pair (/ 1 2) 2)", "(= (left p) 0.5)"),
        (
            "l (L Real) (cons 1 (as nil (L Real)))",
            "(= l (cons 1.0 (as nil (L Real))))",
        ),
        ("l (L Real) (cons 1 (as nil (L Real)))", "(= (head l) 1.0)"),
        ("s (Seq Real) (seq.unit 1)", "(= s (seq.unit 1.0))"),
        (
            "s (Seq Real) (seq.++ (seq.unit 1) (seq.unit 2))",
            "(= (seq.nth s 1) 2.0)",
        ),
        (
            "ss (Seq (Seq Real)) (seq.unit (seq.unit 1))",
            "(= ss (seq.unit (seq.unit 1.0)))",
        ),
        ("t (Tuple Real Int) (tuple 1 2)", "(= t (tuple 1.0 2))"),
        ("e (Set Real) (set.singleton 1)", "(set.member 1.0 e)"),
        (
            "e (Set Real) (set.insert 1 2 (set.singleton 3))",
            "(= (set.card e) 3)",
        ),
        ("g (Bag Real) (bag 1 2)", "(= (bag.count 1.0 g) 2)"),
        (
            "n (Nullable Real) (nullable.some 1)",
            "(= n (nullable.some 1.0))",
        ),
        (
            "a (Array Real (Array Int Real)) (store ((as const (Array Real (Array Int Real))) ((as const (Array Int Real)) 1)) 2 ((as const (Array Int Real)) 3))",
            "(and (= (select (select a 2.0) 5) 3.0) (= (select (select a 2.5) 5) 1.0))",
        ),
    ];
    for (definition, truth) in cases {
        let (name, rest) = definition.split_once(' ').unwrap();
        let model = format!("((define-fun {name} () {rest}))");
        let script = format!("{declarations} (assert {truth}) (check-sat)");
        check_verdict(&script, &model, "valid");
        let script = format!("{declarations} (assert (not {truth})) (check-sat)");
        check_verdict(&script, &model, "invalid");
    }
    let model = "((define-fun h ((x Int)) (Array Real Real) (ite (= x 0) ((as const (Array Real Real)) 0) (store ((as const (Array Real Real)) 1) 2 3))))";
    let script = |assertion: &str| format!("{declarations} (assert {assertion}) (check-sat)");
    check_verdict(&script("(= (select (h 7) 2.0) 3.0)"), model, "valid");
    check_verdict(
        &script("(= (h 0) ((as const (Array Real Real)) 0.0))"),
        model,
        "valid",
    );
    check_verdict(&script("(= (select (h 7) 2.0) 1.0)"), model, "invalid");
    let model =
        "((define-fun h ((x Int)) (Array Real Real) (lambda ((y Real)) (ite (= y 2) 3 1))))";
    check_verdict(&script("(= (select (h 7) 2.0) 3.0)"), model, "valid");
    // A function within a function is no table: not judged.
    let model = "((define-fun a () (Array Real (Array Int Real)) (lambda ((i Real)) (lambda ((j Int)) (ite (= i 2) 3 j)))))";
    let verdict = common::judge(&script("(= (select (select a 2.0) 4) 3.0)"), model);
    assert_ne!(verdict.word(), "invalid", "{verdict}");
}

/// What `get-value` says.
#[test]
fn values_of_terms() {
    let script = |assertion: &str| {
        format!(
            "(declare-fun f (Real) Real) (declare-fun a () (Array Real Real)) (declare-fun x () Real)
            (assert {assertion}) (check-sat)"
        )
    };
    check_verdict(&script("(= (f 0.0) 1.0)"), "(((f 0) 1))", "valid");
    check_verdict(&script("(= (f 0.0) 1.0)"), "(((f 0.0) 1))", "valid");
    check_verdict(&script("(= (f 0.0) 1.0)"), "(((f 0) 2))", "invalid");
    check_verdict(&script("(= x (- 1.0))"), "((x -1))", "valid");
    check_verdict(&script("(= x 0.5)"), "((x 1/2))", "valid");
    check_verdict(&script("(= x (- 0.5))"), "((x -1/2))", "valid");
    check_verdict(&script("(= x 0.5)"), "((x (/ 1 2)))", "valid");
    check_verdict(&script("(= x 0.5)"), "((x (/ 1.0 2.0)))", "valid");
    check_verdict(&script("(= x 0.5)"), "((x 1/3))", "invalid");
    check_verdict(
        &script("(= (select a 0.0) 1.0)"),
        "((a (store ((as const (Array Real Real)) 0) 0 1)))",
        "valid",
    );
}

/// An integer that is written as a real is an integer, and a real that is none is not judged.
#[test]
fn reals_in_places_of_integers() {
    let script = "(declare-fun i () Int) (declare-fun f (Int) Int) (assert (= i 2)) (assert (= (f 2) 3)) (check-sat)";
    let model =
        |i: &str, f: &str| format!("((define-fun i () Int {i}) (define-fun f ((x Int)) Int {f}))");
    check_verdict(script, &model("2", "3"), "valid");
    for (i, f) in [
        ("2.0", "3"),
        ("2", "3.0"),
        ("2", "(ite (= x 2.0) 3 4)"),
        ("(/ 4 2)", "3"),
    ] {
        let verdict = common::judge(script, &model(i, f));
        assert_ne!(verdict.word(), "invalid", "{i} {f}: {verdict}");
    }
    let verdict = common::judge(script, &model("2.5", "3"));
    assert_ne!(verdict.word(), "invalid", "{verdict}");
}
