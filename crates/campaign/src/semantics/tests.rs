use super::*;

const FEW: Semantics = Semantics {
    draws: 2_000,
    seed: 1,
};

fn attempt(declarations: &str, claim: &str) -> Tried {
    FEW.attempt(&format!("{declarations}(assert {claim})\n(check-sat)\n"))
}

#[test]
fn all_assignments_are_tried_if_they_are_few() {
    let two = "(declare-const x (_ BitVec 4)) (declare-const y (_ BitVec 4))";
    let tried = attempt(two, "(and (bvult x y) (not (bvule x y)))");
    assert_eq!(tried.exhaustive, 256);
    assert_eq!(tried.exhaustive_premise, 120);
    assert_eq!(tried.to_string(), "exhaustive 256");
    let tried = attempt(two, "(and (bvule x y) (not (bvult x y)))");
    assert_eq!(tried.to_string(), "refuted: x=#x0 y=#x0");
}

#[test]
fn sets_and_arrays_of_little_are_few() {
    let sets = "(declare-const s (Set Bool)) (declare-const t (Set Bool))";
    let tried = attempt(sets, "(and (set.subset s t) (not (= (set.union s t) t)))");
    assert_eq!((tried.exhaustive, tried.exhaustive_premise), (16, 9));
    let arrays = "(declare-const a (Array Bool (_ BitVec 2)))(declare-const i Bool)";
    let tried = attempt(arrays, "(xor (= a (store a i #b01)) (= (select a i) #b01))");
    assert_eq!((tried.exhaustive, tried.exhaustive_premise), (32, 8));
}

#[test]
fn elsewhere_assignments_are_drawn() {
    let two = "(declare-const x Int) (declare-const y Int)";
    let tried = attempt(two, "(and (= x y) (not (<= x y)))");
    assert_eq!((tried.drawn, tried.exhaustive), (2_000, 0));
    assert!(tried.premise > 200, "{tried}");
    assert!(
        attempt(two, "(and (<= x y) (not (< x y)))")
            .refuted
            .is_some()
    );
}

#[test]
fn what_is_never_applicable_is_not_tested() {
    let tried = attempt("(declare-const x Int)", "(and (< x x) (not (< x 3)))");
    assert!(!tried.is_tested());
    assert_eq!(
        tried.to_string(),
        "tried 2000 (premise never true: not tested)"
    );
}

#[test]
fn one_interpretation_serves_all() {
    let one = "(declare-const x Int)(declare-const y Int)";
    // Whatever division by zero is, it is the same for the same number.
    let right = attempt(one, "(and (= x y) (not (= (div x 0) (div y 0))))");
    assert_eq!(
        (right.refuted.is_none(), right.undecided),
        (true, 0),
        "{right}"
    );
    let wrong = attempt(one, "(and (<= x y) (not (<= (div x 0) (div y 0))))");
    let shown = wrong.to_string();
    assert!(
        shown.contains(" with (div ") && shown.contains(" 0) = "),
        "{shown}"
    );
    let predicate = "(declare-const x Int)(declare-const y Int)(declare-fun p (Int) Bool)";
    assert!(
        attempt(predicate, "(and (p x) (not (p y)))")
            .refuted
            .is_some()
    );
    let right = attempt(predicate, "(and (and (p x) (= x y)) (not (p y)))");
    assert!(right.refuted.is_none() && right.premise > 100, "{right}");
}

#[test]
fn what_cannot_be_evaluated_is_said() {
    let tried = attempt("(declare-const x Int)", "(and (strange x) (not (< x x)))");
    assert!(tried.to_string().starts_with("not evaluated: "), "{tried}");
    let other = FEW.attempt("(declare-const x Int)(check-sat)");
    assert_eq!(
        other.to_string(),
        "not evaluated: a question of another form"
    );
}

#[test]
fn the_same_seed_draws_the_same() {
    let declarations = "(declare-const x String)(declare-const r RegLan)(declare-const q Real)
        (declare-const a (Array Int (Seq Int)))(declare-const f (_ FloatingPoint 5 11))";
    let claim = "(and (str.in_re x r) (and (= (str.len x) 2) (fp.lt f f)))";
    let one = attempt(declarations, claim);
    assert_eq!(one, attempt(declarations, claim));
    assert!(one.premise > 100, "{one}");
    let script = format!("{declarations}(assert {claim})\n(check-sat)\n");
    let other = Semantics { seed: 2, ..FEW }.attempt(&script);
    assert_ne!(one.premise, other.premise);
}
