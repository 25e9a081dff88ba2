use super::*;

/// The texts of all places, applications first.
fn places(text: &str) -> Vec<String> {
    let script = Script::parse(text.as_bytes()).unwrap();
    let found = Everywhere::of(&script, &Logic::of(&script));
    let all = found.compounds.iter().chain(&found.leaves);
    all.map(|position| script.tree.show(position.node))
        .collect()
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let mut found = places(text);
    found.sort();
    let mut expected: Vec<&str> = expected.to_vec();
    expected.sort_unstable();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn terms_of_all_sorts_at_any_depth_are_places() {
    check(
        "(declare-const s String) (assert (or (= (str.len s) 3) false))",
        &[
            "(or (= (str.len s) 3) false)",
            "(= (str.len s) 3)",
            "(str.len s)",
            "s",
            "3",
            "false",
        ],
    );
}

#[test]
fn quantifiers_lets_and_definitions_are_entered() {
    check(
        "(define-fun f ((x Int)) Int (+ x 1)) (assert (forall ((y Int)) (let ((z (f y))) (> z y))))",
        &[
            "(+ x 1)",
            "x",
            "1",
            "(forall ((y Int)) (let ((z (f y))) (> z y)))",
            "(let ((z (f y))) (> z y))",
            "(f y)",
            "y",
            "(> z y)",
            "z",
            "y",
        ],
    );
}

#[test]
fn patterns_and_recursive_definitions_are_not() {
    check(
        "(define-fun-rec f ((x Int)) Int (ite (< x 0) 0 (f (- x 1))))
         (assert (forall ((y Int)) (! (p y) :pattern ((q y)))))",
        &[],
    );
    check(
        "(declare-fun p (Int) Bool) (assert (forall ((y Int)) (! (p y) :pattern ((p (+ y 1))))))",
        &[
            "(forall ((y Int)) (! (p y) :pattern ((p (+ y 1)))))",
            "(p y)",
            "y",
        ],
    );
}

#[test]
fn what_has_to_be_a_literal_stays() {
    check(
        "(declare-const a (Array Int Int)) (assert (= a ((as const (Array Int Int)) 0)))",
        &[
            "(= a ((as const (Array Int Int)) 0))",
            "a",
            "((as const (Array Int Int)) 0)",
        ],
    );
    let factor = "(declare-const x Int) (assert (= (* 3 x) 6))";
    let all = ["(= (* 3 x) 6)", "(* 3 x)", "x", "6"];
    check(&format!("(set-logic QF_LIA) {factor}"), &all);
    check(
        &format!("(set-logic QF_NIA) {factor}"),
        &[&all[..], &["3"]].concat(),
    );
}

#[test]
fn numbers_of_difference_logics_stay() {
    check(
        "(set-logic QF_IDL) (declare-const x Int) (declare-const y Int) (assert (<= (- x y) 3))",
        &["(<= (- x y) 3)"],
    );
}

#[test]
fn integers_that_are_used_as_reals_stay() {
    check(
        "(declare-const x Real) (declare-const i Int) (assert (< x i (+ i 1)))",
        &["(< x i (+ i 1))", "x"],
    );
}

#[test]
fn names_are_seen() {
    let text = "(declare-const p Bool) (assert (and (! p :named n) p))";
    let script = Script::parse(text.as_bytes()).unwrap();
    let found = Everywhere::of(&script, &Logic::ALL);
    let named = found.compounds.iter().filter(|p| p.holds_names);
    let named: Vec<String> = named.map(|p| script.tree.show(p.node)).collect();
    assert_eq!(named, ["(and (! p :named n) p)", "(! p :named n)"]);
    assert!(found.leaves.iter().all(|p| !p.holds_names));
}

#[test]
fn scopes_know_what_is_bound_and_hidden() {
    let text = "(declare-const x Int) (assert (exists ((x Int) (y Int)) (< x (let ((z y)) z)))) (assert (> x 0))";
    let script = Script::parse(text.as_bytes()).unwrap();
    let found = Everywhere::of(&script, &Logic::ALL);
    let bound = |text: &str| {
        let all = found.compounds.iter().chain(&found.leaves);
        let at = all.into_iter().find(|p| script.tree.show(p.node) == text);
        let scope = at.unwrap().scope;
        (
            found.scopes.innermost(scope).len(),
            found.scopes.hides(scope),
        )
    };
    assert_eq!(bound("(> x 0)"), (0, false));
    assert_eq!(bound("(< x (let ((z y)) z))"), (2, true));
    assert_eq!(bound("z"), (1, true));
    assert_eq!(bound("y"), (2, true));
}
