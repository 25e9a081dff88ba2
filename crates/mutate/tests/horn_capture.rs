//! Horn systems whose variables have names that mean something else nearby: nothing is captured, neither
//! by reading nor by mutations.

use mutate::Rng;
use mutate::horn::{Context, Mutation, NotHorn, SOLVING, System, replay};
use smt::Status;

fn read(text: &str) -> System {
    System::read(text.as_bytes()).unwrap()
}

fn texts(system: &System) -> Vec<&str> {
    system
        .clauses()
        .iter()
        .map(|clause| clause.text())
        .collect()
}

/// All mutants that a mutation makes in so many attempts, each the same if it is made again.
fn mutants(system: &System, mutation: &str, answer: Status, attempts: u64) -> Vec<System> {
    let mutation = Mutation::named(mutation).unwrap();
    let context = Context {
        answer: Some(answer),
        parameters: SOLVING,
    };
    let made = (0..attempts).filter_map(|number| {
        let (mutant, step) = mutation.mutate(system, &context, &mut Rng::new(1, number))?;
        let again = replay(system, &step).unwrap();
        assert_eq!(again.write_horn(), mutant.write_horn(), "{step}");
        Some(mutant)
    });
    made.collect()
}

#[test]
fn approximations_leave_definitions_and_variables_alone() {
    let system = read(
        "(set-logic HORN)(define-fun ok ((y Int)) Bool (and (< y 5) (> y 2)))
        (declare-fun P (Int) Bool)
        (assert (forall ((x Int)) (=> (and (ok x) (< x 20)) (P x))))
        (assert (forall ((x Int)) (=> (and (P x) (= x 9)) false)))(check-sat)",
    );
    for answer in [Status::Sat, Status::Unsat] {
        let mutants = mutants(&system, "approximate", answer, 300);
        assert!(mutants.len() > 20, "{}", mutants.len());
        for mutant in &mutants {
            assert_eq!(mutant.preamble(), system.preamble());
            assert_ne!(texts(mutant), texts(&system));
            // The clause's own variable is still what its head is about.
            let text = mutant.write_horn();
            assert!(text.contains("(ok x)"), "{text}");
        }
    }
}

const LISTS: &str = "(set-logic HORN)
    (declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))(declare-fun P (L L) Bool)";

#[test]
fn a_variable_alone_is_no_pattern() {
    let text = format!(
        "{LISTS}(assert (forall ((a L) (l L))
          (=> (match l (((cons h t) false) (y (= a nil)))) (P a l))))
        (assert (forall ((y L) (l L)) (=> (and (P y l) (not (= y nil))) false)))(check-sat)"
    );
    let found = System::read(text.as_bytes()).err();
    assert_eq!(found, Some(NotHorn::Pattern("y".into())));
}

#[test]
fn constructors_are_patterns_and_stay() {
    let system = read(&format!(
        "{LISTS}(assert (forall ((a L) (l L))
          (=> (match l ((nil (= a nil)) ((cons y t) (= a t)) (_ (= a l)))) (P a l))))
        (assert (forall ((y L)) (=> (P y nil) false)))(check-sat)"
    ));
    let mutants = mutants(&system, "inline-predicate", Status::Sat, 1);
    assert_eq!(
        texts(&mutants[0]),
        [
            "(forall ((y L)) (=> (match nil ((nil (= y nil)) ((cons nh!4 t) (= y t)) (_ (= y nil)))) false))"
        ]
    );
    // A clause that is added as text is read with the datatypes at hand.
    assert!(self::mutants(&system, "dead-clause", Status::Sat, 40).len() > 20);
    assert!(self::mutants(&system, "add-lin-rule", Status::Sat, 40).len() > 20);
}

#[test]
fn no_variable_has_the_name_of_a_definition() {
    let start = "(set-logic HORN)(define-fun x () Int 5)(declare-fun P (Int) Bool)
        (declare-fun Q (Int) Bool)";
    let system = read(&format!(
        "{start}(assert (forall ((y Int)) (=> (and (exists ((x Int)) (P x)) (= y x)) (Q y))))
        (check-sat)"
    ));
    assert_eq!(
        texts(&system),
        ["(forall ((y Int) (nh!0 Int)) (=> (and (P nh!0) (= y x)) (Q y)))"]
    );
    let system = read(&format!(
        "{start}(assert (forall ((y Int)) (=> (= y x) (P y))))
        (assert (forall ((|x| Int)) (=> (P x) (Q x))))(check-sat)"
    ));
    assert_eq!(
        texts(&system),
        [
            "(forall ((y Int)) (=> (= y x) (P y)))",
            "(forall ((nh!1 Int)) (=> (P nh!1) (Q nh!1)))"
        ]
    );
    let mutants = mutants(&system, "inline-predicate", Status::Sat, 20);
    let inlined = mutants
        .iter()
        .filter(|mutant| mutant.predicate("P").is_none());
    let inlined: Vec<Vec<&str>> = inlined.map(texts).collect();
    assert!(!inlined.is_empty());
    for texts in inlined {
        assert_eq!(texts, ["(forall ((nh!1 Int)) (=> (= nh!1 x) (Q nh!1)))"]);
    }
}

#[test]
fn no_variable_has_the_name_of_a_constructor_or_an_operator() {
    let system = read(&format!(
        "{LISTS}(assert (forall ((nil L)) (=> (= nil nil) (P nil nil))))
        (assert (forall ((hd L) (is-cons L) (abs Int)) (=> (= abs (abs 1)) (P hd is-cons))))
        (check-sat)"
    ));
    assert_eq!(
        texts(&system),
        [
            "(forall ((nh!0 L)) (=> (= nh!0 nh!0) (P nh!0 nh!0)))",
            "(forall ((nh!2 L) (nh!3 L) (nh!4 Int)) (=> (= nh!4 (abs 1)) (P nh!2 nh!3)))"
        ]
    );
    let written = system.write_horn();
    assert_eq!(read(&written).write_horn(), written);
}

#[test]
fn declared_variables_have_names_of_their_own() {
    let rules = |declared: &str| {
        let text = format!(
            "(define-fun c () Int 1)(declare-rel P (Int)){declared}(rule (=> (= x c) (P x)))(query P)"
        );
        System::read(text.as_bytes())
    };
    let twice = rules("(declare-var x Int)(declare-var x Int)").unwrap();
    assert_eq!(texts(&twice)[0], "(forall ((x Int)) (=> (= x c) (P x)))");
    for (declared, name) in [
        ("(declare-var x Int)(declare-var c Int)", "c"),
        ("(declare-var x Int)(declare-var x Real)", "x"),
        ("(declare-var x Int)(declare-var abs Int)", "abs"),
    ] {
        let found = rules(declared).err();
        assert_eq!(
            found,
            Some(NotHorn::DeclaredTwice(name.into())),
            "{declared}"
        );
    }
}

#[test]
fn variables_hide_what_is_bound_further_out() {
    let start = "(set-logic HORN)(declare-fun P (Int) Bool)(declare-fun Q (Int) Bool)";
    for (assertion, expected) in [
        (
            "(let ((a (P x))) (forall ((a Bool)) (=> a (Q x))))",
            "(forall ((x Int) (nh!0 Bool)) (=> nh!0 (Q x)))",
        ),
        (
            "(let ((a (P x))) (=> a (forall ((a Bool)) (or (not a) (Q x)))))",
            "(forall ((x Int) (nh!0 Bool)) (=> (and (P x) nh!0) (Q x)))",
        ),
        (
            "(forall ((a Bool)) (let ((a (P x))) (=> a (Q x))))",
            "(forall ((x Int) (a Bool)) (=> (P x) (Q x)))",
        ),
        (
            "(let ((a (P x))) (let ((a (> x 0))) (=> a (Q x))))",
            "(forall ((x Int)) (=> (> x 0) (Q x)))",
        ),
    ] {
        let system = read(&format!(
            "{start}(assert (forall ((x Int)) {assertion}))(check-sat)"
        ));
        assert_eq!(texts(&system), [expected], "{assertion}");
    }
}

#[test]
fn quantifiers_are_nested_as_deep_as_one_likes() {
    const DEPTH: usize = 50_000;
    for same in [false, true] {
        let mut text = String::from("(set-logic HORN)(declare-fun P (Int) Bool)(assert ");
        for number in 0..DEPTH {
            let number = if same { 0 } else { number };
            text += &format!("(forall ((x{number} Int)) ");
        }
        text += &format!("(P x0){})(check-sat)", ")".repeat(DEPTH));
        let system = read(&text);
        assert_eq!(system.clauses()[0].variables().len(), DEPTH);
        let head = system.clauses()[0].head().unwrap();
        let expected = match same {
            false => "x0".to_owned(),
            true => format!("nh!{}", DEPTH - 2),
        };
        assert_eq!(head.arguments[0].text(), expected);
    }
}
