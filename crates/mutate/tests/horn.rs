//! Horn systems: what is read, how it is written, what is refused, and the shape of mutants.

use mutate::Rng;
use mutate::horn::{
    Context, Form, HornStep, MUTATIONS, Mutation, NotHorn, REWRITING, SOLVING, System, absorb,
    is_horn, pick_constraint, replay, rewrite_query,
};
use proptest::prelude::*;
use smt::Status;

const DECLARED: &str = "(set-logic HORN)(declare-fun P (Int) Bool)(declare-fun Q (Int Int) Bool)
    (declare-fun N () Bool)";

/// The clauses of one assertion.
fn clauses(assertion: &str) -> Result<Vec<String>, NotHorn> {
    let text = format!("{DECLARED}(assert {assertion})(check-sat)");
    let system = System::read(text.as_bytes())?;
    Ok(system
        .clauses()
        .iter()
        .map(|c| c.text().to_owned())
        .collect())
}

fn check(assertion: &str, expected: &[&str]) {
    assert_eq!(clauses(assertion).unwrap(), expected, "{assertion}");
}

#[test]
fn assertions_are_taken_apart() {
    check(
        "(forall ((x Int)) (=> (and (P x) (and (< x 3) (> x 0)) true) (P (+ x 1))))",
        &["(forall ((x Int)) (=> (and (P x) (and (< x 3) (> x 0))) (P (+ x 1))))"],
    );
    check(
        "(not (exists ((x Int)) (and (|P| x) (> x 0))))",
        &["(forall ((x Int)) (=> (and (P x) (> x 0)) false))"],
    );
    check(
        "(forall ((x Int)) (or (not (P x)) (not (> x 0)) (Q x x)))",
        &["(forall ((x Int)) (=> (and (P x) (> x 0)) (Q x x)))"],
    );
    check("N", &["(=> true N)"]);
    check("(=> N (> 1 2))", &["(=> (and N (not (> 1 2))) false)"]);
    check(
        "(forall ((x Int)) (=> (P x) (forall ((x Int)) (=> (Q x 1) (P x)))))",
        &["(forall ((x Int) (nh!0 Int)) (=> (and (P x) (Q nh!0 1)) (P nh!0)))"],
    );
    check(
        "(forall ((x Int)) (=> (or (P x) (and N (= x 1))) (and (Q x x) N)))",
        &[
            "(forall ((x Int)) (=> (P x) (Q x x)))",
            "(forall ((x Int)) (=> (P x) N))",
            "(forall ((x Int)) (=> (and N (= x 1)) (Q x x)))",
            "(forall ((x Int)) (=> (and N (= x 1)) N))",
        ],
    );
    check(
        "(forall ((x Int)) (let ((y (+ x 1)) (p (P x))) (=> (and p (> y 0)) (P y))))",
        &[
            "(forall ((x Int)) (=> (and (P x) (let ((y (+ x 1))) (> y 0))) (P (let ((y (+ x 1))) y))))",
        ],
    );
    check(
        "(forall ((x Int)) (=> (exists ((y Int)) (and (Q x y) (exists ((z Int)) (> z y)))) (P x)))",
        &["(forall ((x Int) (y Int)) (=> (and (Q x y) (exists ((z Int)) (> z y))) (P x)))"],
    );
}

#[test]
fn what_is_not_horn_is_named() {
    for (assertion, expected) in [
        (
            "(or (P 1) (P 2))",
            NotHorn::TwoHeads("P".into(), "P".into()),
        ),
        (
            "(=> (not (P 1)) N)",
            NotHorn::TwoHeads("P".into(), "N".into()),
        ),
        ("(= N (P 1))", NotHorn::PredicateUnder("=".into())),
        (
            "(=> (ite N true false) false)",
            NotHorn::PredicateUnder("ite".into()),
        ),
        (
            "(exists ((x Int)) (P x))",
            NotHorn::PredicateUnder("exists".into()),
        ),
        (
            "(=> (forall ((x Int)) (P x)) N)",
            NotHorn::PredicateUnder("forall".into()),
        ),
        ("(P (ite N 1 2))", NotHorn::InArgument("P".into())),
        ("(P 1 2)", NotHorn::Arity("P".into())),
        (
            "(forall ((N Bool)) (=> N (P 1)))",
            NotHorn::Shadowed("N".into()),
        ),
        ("(=> (and (! (> 1 0) :named a) (P 1)) N)", NotHorn::Named),
        ("(not N N)", NotHorn::Malformed("(not N N)".into())),
    ] {
        assert_eq!(clauses(assertion), Err(expected), "{assertion}");
    }
    for (text, expected) in [
        (
            "(set-logic QF_LIA)(check-sat)",
            NotHorn::Logic("QF_LIA".into()),
        ),
        (
            "(declare-fun f (Int) Int)(check-sat)",
            NotHorn::Function("f".into()),
        ),
        ("(push 1)(check-sat)", NotHorn::Command("push".into())),
        ("(check-sat)(check-sat)", NotHorn::Questions(2)),
        ("(declare-rel P ())", NotHorn::Questions(0)),
    ] {
        assert_eq!(
            System::read(text.as_bytes()).err(),
            Some(expected),
            "{text}"
        );
    }
}

#[test]
fn the_checker_is_stricter_than_the_reader() {
    for (assertion, is_fine) in [
        (
            "(forall ((x Int)) (=> (and (P x) (and N (> x 1))) (P 1)))",
            true,
        ),
        ("(=> N false)", true),
        ("(P 1)", true),
        ("(=> (or N (P 1)) false)", false),
        ("(not N)", false),
        ("(=> N (> 1 2))", false),
        ("(=> N N N)", false),
    ] {
        let text = format!("{DECLARED}(assert {assertion})(check-sat)");
        assert!(System::read(text.as_bytes()).is_ok(), "{assertion}");
        assert_eq!(is_horn(text.as_bytes()).is_ok(), is_fine, "{assertion}");
    }
}

const RULES: &str = "(set-option :fp.engine spacer)(declare-rel P (Int))(declare-rel bad (Int))
    (declare-var x Int)(declare-var y Bool)
    (rule (=> (= x 0) (P x)))(rule (=> (and (P x) (< x 9)) (P (+ x 1))) step)
    (rule (=> (and (P x) (> x 20) y) (bad x)))(query bad)";

#[test]
fn both_forms_say_the_same() {
    let system = System::read(RULES.as_bytes()).unwrap();
    assert_eq!(system.form(), Form::Rules);
    assert!(system.is_linear());
    let horn = system.write_horn();
    assert!(
        horn.contains("(assert (forall ((x Int)) (=> (= x 0) (P x))))"),
        "{horn}"
    );
    assert!(horn.contains("(=> (bad nh!3) false)"), "{horn}");
    let again = System::read(horn.as_bytes()).unwrap();
    assert_eq!(again.write_horn(), horn);
    let rules = again.write_rules();
    assert!(rules.ends_with("(query nh!query)\n"), "{rules}");
    assert_eq!(System::read(rules.as_bytes()).unwrap().write_rules(), rules);
    assert_eq!(System::read(rules.as_bytes()).unwrap().write_horn(), horn);
    is_horn(rules.as_bytes()).unwrap();
}

const SEEDS: &[&str] = &[
    RULES,
    "(set-logic HORN)(declare-fun |in v| (Int (Array Int Int)) Bool)(declare-fun R (Int) Bool)
     (assert (forall ((a (Array Int Int)) (i Int)) (=> (and (or (= i 0) (< i 5)) (> i 2)) (|in v| i a))))
     (assert (forall ((a (Array Int Int)) (i Int) (b (Array Int Int)))
       (=> (and (|in v| i a) (R i) (let ((k (+ i 1))) (= b (store a i k)))) (|in v| (+ i 1) b))))
     (assert (forall ((i Int)) (=> (and (< i 9) (>= i 1) (not (= i 3))) (R i))))
     (assert (forall ((i Int) (a (Array Int Int))) (=> (and (|in v| i a) (> (select a i) 7)) false)))
     (check-sat)",
    "(set-logic HORN)(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))
     (declare-fun len (L Int) Bool)
     (assert (forall ((n Int)) (=> (= n 0) (len nil n))))
     (assert (forall ((l L) (n Int) (h Int)) (=> (len l n) (len (cons h l) (+ n 1)))))
     (assert (forall ((l L) (n Int)) (=> (and (len l n) (< n 0) (not (= l nil))) false)))(check-sat)",
    "(set-logic HORN)(declare-fun A ((_ BitVec 8) Bool) Bool)(declare-fun B (Real) Bool)
     (assert (forall ((u (_ BitVec 8)) (p Bool)) (=> (and (bvult u #x05) (or p (bvslt u #x01))) (A u p))))
     (assert (forall ((r Real)) (=> (and (< r 2.5) (>= r 0.5)) (B r))))
     (assert (forall ((u (_ BitVec 8)) (r Real)) (=> (and (A u true) (A (bvadd u #x01) false) (B r)) false)))
     (check-sat)",
];

/// Whether our own front end finds every assertion to be a formula.
fn is_well_sorted(text: &str) -> bool {
    let script = smt::Script::parse(text.as_bytes()).unwrap();
    let mut assertions = script.assertions();
    assertions.all(|a| script.terms.sort(a) == smt::SortId::BOOL)
}

#[test]
fn mutants_are_horn_and_found_again() {
    let mut made: Vec<&str> = Vec::new();
    for seed in SEEDS {
        let seed = System::read(seed.as_bytes()).unwrap();
        for (number, answer) in [Status::Sat, Status::Unsat].into_iter().enumerate() {
            let context = Context {
                answer: Some(answer),
                parameters: SOLVING,
            };
            let mut rng = Rng::new(3, number as u64);
            let (mut system, mut steps) = (seed.clone(), Vec::new());
            for _ in 0..120 {
                let mutation = rng.pick(MUTATIONS).unwrap();
                let Some((next, step)) = mutation.mutate(&system, &context, &mut rng) else {
                    continue;
                };
                let text = next.write_horn();
                assert_eq!(is_horn(text.as_bytes()), Ok(()), "{step}\n{text}");
                let read = System::read(text.as_bytes()).unwrap();
                assert_eq!(read.write_horn(), text, "{step}");
                assert!(is_well_sorted(&text), "{step}\n{text}");
                made.push(mutation.name);
                steps.push(step);
                system = next;
            }
            let json: Vec<HornStep> = steps.clone();
            let mut again = seed.clone();
            for step in &json {
                again = replay(&again, step).unwrap();
            }
            assert_eq!(again.write_horn(), system.write_horn());
            assert_eq!(again.write_rules(), system.write_rules());
        }
    }
    for mutation in MUTATIONS.iter().filter(|m| m.name != "simplify") {
        assert!(
            made.contains(&mutation.name),
            "{} was never made",
            mutation.name
        );
    }
}

#[test]
fn what_a_solver_rewrites_is_put_in_place() {
    let system = System::read(SEEDS[1].as_bytes()).unwrap();
    let (clause, literal) = pick_constraint(&system, &mut Rng::new(0, 0)).unwrap();
    let query = rewrite_query(&system, clause, literal, REWRITING.first()).unwrap();
    assert!(query.contains(":arith_ineq_lhs true)"), "{query}");
    let parameter = REWRITING.first();
    let (mutant, step) = absorb(&system, clause, literal, parameter, "(< 0\n 1)").unwrap();
    assert_eq!(step.texts[0], "arith_ineq_lhs");
    assert_eq!(
        absorb(&system, clause, literal, None, "true")
            .unwrap()
            .1
            .texts[0],
        "plain"
    );
    assert!(mutant.write_horn().contains("(< 0 1)"));
    assert_eq!(
        replay(&system, &step).unwrap().write_horn(),
        mutant.write_horn()
    );
    assert!(
        replay(&mutant, &step).is_none(),
        "the constraint is not there any more"
    );
    let mut without_name = step.clone();
    without_name.texts.remove(0);
    assert_eq!(
        replay(&system, &without_name).unwrap().write_horn(),
        mutant.write_horn(),
        "steps once did not have it"
    );
    for wrong in ["", "(error \"no\")", "a b", "(< 0"] {
        assert!(
            absorb(&system, clause, literal, None, wrong).is_err(),
            "{wrong}"
        );
    }
}

#[test]
fn parameters_are_kept_and_listed() {
    let system = System::read(RULES.as_bytes()).unwrap();
    assert_eq!(&*system.settings()[0].name, "fp.engine");
    let context = Context {
        answer: None,
        parameters: &SOLVING[..1],
    };
    let parameter = Mutation::named("parameter").unwrap();
    let (mutant, _) = parameter
        .mutate(&system, &context, &mut Rng::new(0, 0))
        .unwrap();
    assert!(
        mutant
            .write_horn()
            .contains("(set-option :fp.spacer.ctp false)")
    );
    let (back, _) = parameter
        .mutate(&mutant, &context, &mut Rng::new(0, 0))
        .unwrap();
    assert!(
        back.write_rules()
            .contains("(set-option :fp.spacer.ctp true)")
    );
    let none = Context::default();
    assert!(
        parameter
            .mutate(&system, &none, &mut Rng::new(0, 0))
            .is_none()
    );
}

#[test]
fn depth_is_limited_by_memory_only() {
    const DEPTH: usize = 100_000;
    let deep = format!("{}x{}", "(- ".repeat(DEPTH), ")".repeat(DEPTH));
    let nots = format!("{}N{}", "(not ".repeat(DEPTH), ")".repeat(DEPTH));
    let ands = format!("{}(> x 1){}", "(and true ".repeat(DEPTH), ")".repeat(DEPTH));
    let lets = format!(
        "{}(P 1){}",
        "(let ((y 1)) ".repeat(DEPTH),
        ")".repeat(DEPTH)
    );
    let text = format!(
        "{DECLARED}(assert (forall ((x Int)) (=> (and (P {deep}) (< {deep} 0) (P x)) (P {deep}))))
         (assert {nots})(assert (forall ((x Int)) (=> {ands} (P x))))(assert {lets})(check-sat)"
    );
    let mut system = System::read(text.as_bytes()).unwrap();
    let context = Context {
        answer: Some(Status::Sat),
        parameters: SOLVING,
    };
    let mut made = 0;
    for mutation in MUTATIONS {
        if let Some((next, _)) = mutation.mutate(&system, &context, &mut Rng::new(5, 5)) {
            system = next;
            made += 1;
        }
    }
    assert!(made > 10, "{made}");
    let written = system.write_horn();
    assert_eq!(
        System::read(written.as_bytes()).unwrap().write_horn(),
        written
    );
}

proptest! {
    #[test]
    fn junk_never_panics(
        words in proptest::collection::vec(
            prop::sample::select(vec![
                "(", ")", "(", ")", "(", ")", "assert", "rule", "query", "forall", "exists", "let", "=>",
                "and", "or", "not", "!", "P", "x", "((x Int))", "Int", "Bool", "declare-fun", "true",
                "false", "declare-var", "declare-rel", "match", "_", "as", "(check-sat)", "|a|", ":named",
                "(declare-fun P (Int) Bool)", "(declare-fun Q () Bool)", "(P x)", "Q", "(assert (=> Q",
            ]),
            0..40,
        )
    ) {
        let text = words.join(" ");
        let _ = is_horn(text.as_bytes());
        let closed = format!("{text}{}", ")".repeat(words.len()));
        let _ = System::read(closed.as_bytes());
    }

    #[test]
    fn steps_of_another_system_never_panic(
        mutation in prop::sample::select(MUTATIONS.iter().map(|m| m.name).collect::<Vec<_>>()),
        seed in prop::sample::select(SEEDS.to_vec()),
        fresh in prop::sample::select(vec![0, 20, u32::MAX]),
        numbers in proptest::collection::vec(prop_oneof![0u32..6, Just(u32::MAX)], 0..6),
        texts in proptest::collection::vec(
            prop::sample::select(vec!["R", "P", "(P 1)", "(=> R false)", "x", "(", "Int", "true", "nh!0"]),
            0..4,
        ),
    ) {
        let system = System::read(seed.as_bytes()).unwrap();
        let step = HornStep {
            mutation: mutation.into(),
            fresh,
            numbers,
            texts: texts.into_iter().map(String::from).collect(),
        };
        if let Some(mutant) = replay(&system, &step) {
            prop_assert!(is_horn(mutant.write_horn().as_bytes()).is_ok(), "{step}");
        }
    }
}
