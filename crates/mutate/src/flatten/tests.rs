//! Tests of `flatten`.

use super::*;

fn parse(text: &str) -> Script {
    Script::parse(text.as_bytes()).unwrap()
}

fn flat(text: &str) -> Vec<String> {
    let seeds = seeds(&parse(text)).unwrap();
    let show = |seed: Seed| String::from_utf8(seed.text).unwrap().replace('\n', " ");
    seeds
        .into_iter()
        .map(|s| show(s).trim_end().to_string())
        .collect()
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let found = flat(text);
    let expected: Vec<String> = expected
        .iter()
        .map(|e| format!("{e} (check-sat)"))
        .collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn what_is_popped_is_gone() {
    check(
        "(declare-fun p () Bool) (assert p) (push 1) (declare-fun q () Bool) (assert q) (check-sat)
         (pop 1) (push) (declare-fun q () Int) (assert (= q 1)) (check-sat) (pop)
         (assert (not p)) (check-sat)",
        &[
            "(declare-fun p () Bool) (assert p) (declare-fun q () Bool) (assert q)",
            "(declare-fun p () Bool) (assert p) (declare-fun q () Int) (assert (= q 1))",
            "(declare-fun p () Bool) (assert p) (assert (not p))",
        ],
    );
}

#[test]
fn levels_are_opened_and_closed_by_number() {
    check(
        "(declare-fun p () Bool) (push 3) (assert p) (pop 2) (assert (or p)) (push 0) (check-sat)
         (pop 1) (assert (and p)) (check-sat)",
        &[
            "(declare-fun p () Bool) (assert (or p))",
            "(declare-fun p () Bool) (assert (and p))",
        ],
    );
    // More than there are: to the bottom.
    check(
        "(assert true) (push) (assert false) (pop 99) (check-sat)",
        &["(assert true)"],
    );
}

#[test]
fn every_kind_of_declaration_has_a_scope() {
    for declaration in [
        "(declare-datatypes ((D 0)) (((c) (d (s D)))))",
        "(declare-datatype D ((c)))",
        "(declare-sort D 0)",
        "(define-sort D () Int)",
        "(declare-const d Int)",
        "(define-fun d () Int 1)",
        "(define-fun-rec d ((x Int)) Int (d x))",
        "(define-funs-rec ((d ((x Int)) Int)) ((d x)))",
        "(define-const d Int 1)",
        "(declare-map d (Int) Int)",
    ] {
        let popped = format!("(push) {declaration} (pop) (assert true) (check-sat)");
        check(&popped, &["(assert true)"]);
        let kept = format!("(push) {declaration} (assert true) (check-sat)");
        check(&kept, &[&format!("{declaration} (assert true)")]);
        let global = format!(
            "(set-option :global-declarations true) (push) {declaration} (assert false) (pop) (assert true) (check-sat)"
        );
        check(&global, &[&format!("{declaration} (assert true)")]);
    }
}

#[test]
fn settings_outlive_scopes_but_not_a_reset() {
    check(
        "(set-logic QF_LIA) (push) (set-option :produce-models true) (set-info :source here) (pop)
         (assert true) (check-sat) (reset) (set-logic QF_LRA) (assert false) (check-sat)",
        &[
            "(set-logic QF_LIA) (set-option :produce-models true) (set-info :source here) (assert true)",
            "(set-logic QF_LRA) (assert false)",
        ],
    );
}

#[test]
fn after_a_reset_of_assertions_declarations_stay_until_declared_again() {
    let before = "(set-logic ALL) (declare-sort S 0) (declare-const x S) (assert (= x x))
        (push) (declare-const y S) (assert (= x y)) (reset-assertions)";
    check(
        &format!("{before} (assert (distinct x x)) (check-sat)"),
        &["(set-logic ALL) (declare-sort S 0) (declare-const x S) (assert (distinct x x))"],
    );
    check(
        &format!(
            "{before} (push) (declare-sort S 0) (assert true) (check-sat) (pop) (assert true) (check-sat)"
        ),
        &[
            "(set-logic ALL) (declare-sort S 0) (assert true)",
            "(set-logic ALL) (assert true)",
        ],
    );
}

#[test]
fn checks_of_every_kind_become_plain_ones() {
    check(
        "(declare-fun p () Bool) (assert p) (check-sat-assuming (p (not p)))
         (check-sat p) (check-sat-using (then simplify smt)) (check-sat-assuming-model (p) (true))",
        &[
            "(declare-fun p () Bool) (assert p) (assert p) (assert (not p))",
            "(declare-fun p () Bool) (assert p) (assert p)",
            "(declare-fun p () Bool) (assert p)",
            "(declare-fun p () Bool) (assert p) (assert (= p true))",
        ],
    );
}

#[test]
fn what_prints_or_writes_is_dropped() {
    check(
        "(set-option :print-success true) (set-option :regular-output-channel \"f\")
         (set-option :incremental true) (set-info :status sat) (assert true) (echo \"x\")
         (get-info :name) (simplify true) (display true) (eval true) (help) (labels) (get-model)
         (apply simplify) (check-sat) (get-value (true)) (exit) (assert false) (check-sat)",
        &["(assert true)"],
    );
}

#[test]
fn objectives_and_soft_assertions_stay_while_in_force() {
    check(
        "(declare-const x Int) (assert (> x 0)) (push) (maximize x) (pop)
         (assert-soft (< x 9) :weight 2) (minimize x) (check-sat)",
        &["(declare-const x Int) (assert (> x 0)) (assert-soft (< x 9) :weight 2) (minimize x)"],
    );
}

#[test]
fn names_stay_where_they_were_given() {
    check(
        "(declare-fun p () Bool) (assert (! p :named n)) (push) (assert (! (not n) :named m)) (check-sat) (pop) (assert (or n p)) (check-sat)",
        &[
            "(declare-fun p () Bool) (assert (! p :named n)) (assert (! (not n) :named m))",
            "(declare-fun p () Bool) (assert (! p :named n)) (assert (or n p))",
        ],
    );
}

#[test]
fn statuses_and_numbers_belong_to_their_checks() {
    let text = "(check-sat) (set-info :status sat) (assert true) (check-sat)
        (assert (or true)) (check-sat-assuming-model (x) (1))
        (set-info :status unsat) (assert false) (check-sat) (set-info :status unknown)
        (push) (check-sat) (assert (not true)) (block-model :values) (set-info :status sat)
        (check-sat)";
    let seeds = seeds(&parse(text)).unwrap();
    let found: Vec<_> = seeds.iter().map(|s| (s.check, s.status)).collect();
    // The fifth is the fourth again, and what a model was blocked in has no known answer.
    let expected = [
        (1, Some(Status::Sat)),
        (2, None),
        (3, Some(Status::Unsat)),
        (5, None),
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_script_that_never_asks_gives_what_it_asserts() {
    check(
        "(declare-const x Int) (assert (= x 1))",
        &["(declare-const x Int) (assert (= x 1))"],
    );
}

#[test]
fn some_scripts_are_no_seeds() {
    for (text, reason) in [
        ("(set-logic HORN) (assert true) (check-sat)", NotASeed::Horn),
        ("(declare-rel r ()) (rule r) (query r)", NotASeed::Horn),
        ("(synth-fun f () Int) (check-synth)", NotASeed::Sygus),
        (
            "(declare-const x (Set Int)) (assert (= x (as set.universe (Set Int)))) (check-sat)",
            NotASeed::Universe,
        ),
        ("(set-logic QF_LIA) (check-sat)", NotASeed::NoAssertions),
        ("(exit) (assert true)", NotASeed::NoAssertions),
        ("", NotASeed::NoAssertions),
    ] {
        assert_eq!(seeds(&parse(text)), Err(reason), "{text}");
    }
    assert!(is_horn(&parse("(set-logic HORN)")) && !is_horn(&parse("(set-logic LIA)")));
}

#[test]
fn an_incremental_seed_keeps_all_that_is_asked() {
    let text = "(set-option :incremental true)(set-info :status sat)(assert (! true :named n))\
        (check-sat)(get-model)(push 2)(assert n)(check-sat-assuming (n))(pop 1)(reset)(exit)(check-sat)";
    let expected = "(set-option :incremental true) (assert (! true :named n)) (check-sat) (push 2) \
        (assert n) (check-sat-assuming (n)) (pop 1) (reset) ";
    let found = incremental(&parse(text)).unwrap();
    assert_eq!(
        String::from_utf8(found).unwrap().replace('\n', " "),
        expected
    );
    assert_eq!(incremental(&parse("(assert true)(check-sat)")), None);
    assert_eq!(incremental(&parse("(check-sat)(check-sat)")), None);
}

#[test]
fn many_checks_of_a_long_script_do_not_take_all_memory() {
    let line = format!("(assert (= \"{}\" \"\"))(check-sat)", "x".repeat(1 << 20));
    let seeds = seeds(&parse(&line.repeat(40))).unwrap();
    let bytes: usize = seeds.iter().map(|seed| seed.text.len()).sum();
    assert!((5..40).contains(&seeds.len()), "{}", seeds.len());
    assert!(bytes <= MOST_BYTES);
}
