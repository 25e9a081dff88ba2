use super::*;

fn texts(script: &str) -> Vec<String> {
    let script = Script::parse(script.as_bytes()).unwrap();
    let found = harvest(&script).into_iter();
    found.map(|f| String::from_utf8(f.text).unwrap()).collect()
}

#[test]
fn formulas_are_found_at_every_place() {
    assert_eq!(
        texts(
            "(declare-const x Int)(declare-const p Bool)(declare-fun f (Bool) Int)
             (assert (= (ite (< x 1) 2 (f (and p (> x 3)))) x))"
        ),
        [
            "(= (ite (< x 1) 2 (f (and p (> x 3)))) x)",
            "(< x 1)",
            "(and p (> x 3))",
            "p",
            "(> x 3)",
        ]
    );
}

#[test]
fn what_is_bound_outside_is_not_taken() {
    assert_eq!(
        texts(
            "(declare-const x Int)
             (define-fun g ((a Int)) Bool (or (< a 1) (< x 7)))
             (assert (forall ((y Int)) (or (< y x) (exists ((z Int)) (= z 1)) (> x 2))))"
        ),
        [
            "(< x 7)",
            "(forall ((y Int)) (or (< y x) (exists ((z Int)) (= z 1)) (> x 2)))",
            "(exists ((z Int)) (= z 1))",
            "(> x 2)",
        ]
    );
}

#[test]
fn lets_that_are_used_stand_around() {
    assert_eq!(
        texts(
            "(declare-const x Int)
             (assert (let ((a (+ x 1)) (b (* x x))) (let ((a (+ a b)) (c (< a 0)))
               (forall ((y Int)) (let ((d (+ y 1))) (or c (< a 3) (< d a)))))))"
        )[..3],
        [
            "(let ((a (+ x 1)) (b (* x x))) (let ((a (+ a b)) (c (< a 0))) (forall ((y Int)) \
             (let ((d (+ y 1))) (or c (< a 3) (< d a))))))",
            "(let ((a (+ x 1))) (< a 0))",
            "(let ((a (+ x 1)) (b (* x x))) (let ((a (+ a b))) (< a 3)))",
        ]
    );
}

#[test]
fn names_go() {
    assert_eq!(
        texts(
            "(declare-const p Bool)(declare-fun q (Int) Bool)
             (assert (! (or p (! (not p) :named b)) :named a)) (assert (xor b p))
             (assert (forall ((x Int)) (! (q x) :named n :pattern ((q x)))))"
        ),
        [
            "(or p (not p))",
            "p",
            "(not p)",
            "(forall ((x Int)) (! (q x)  :pattern ((q x))))",
        ]
    );
}
