//! Interpretations that are right and wrong, derivations that are there and are not, with real solvers
//! as judges.

use campaign::ask::sessions;
use campaign::horn::clauses::{Checked, check};
use campaign::horn::derivation::{Effort, Search, search};
use campaign::horn::engines::engines;
use campaign::horn::judges::Judges;
use campaign::horn::truth::{Truth, truth};
use campaign::models::{model_of, with_model};
use campaign::schedule::Trace;
use campaign::strategy::rewrite;
use mutate::Rng;
use mutate::horn::{Context, MUTATIONS, SOLVING, System, small_system};
use smt::Status;
use solve::{Answer, Depot, Mode, Session, SessionConfig, Solver};
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

const Z3: &str = "z3@4.13.0.0";
const CVC5: &str = "cvc5@1.2.1";

fn solver(name: &str) -> Solver {
    let solver = Depot::of_user().and_then(|depot| depot.resolve(&name.parse()?));
    solver.unwrap_or_else(|error| {
        panic!("this test needs {name}, and it cannot be fetched: {error}");
    })
}

fn config(name: &str, mode: Mode) -> SessionConfig {
    let mut config = SessionConfig::new(solver(name), mode);
    config.limits.time = Duration::from_secs(2);
    config.nonce = 7;
    config
}

fn judges() -> Judges {
    let open = |name| sessions(config(name, Mode::Reset));
    Judges::new([CVC5, Z3].map(open).into())
}

/// Names and texts of the systems that come with the program, in the SMT-LIB form, and whether they are
/// sat.
fn systems() -> Vec<(String, System, bool)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../nuthatch/builtin/horn");
    let files = std::fs::read_dir(folder)
        .unwrap()
        .map(|f| f.unwrap().path());
    let mut all: Vec<_> = files
        .map(|path| {
            let text = std::fs::read_to_string(&path).unwrap();
            let system = System::read(text.as_bytes()).unwrap();
            // What a query answers is the opposite.
            let sat = text.contains(":status sat") != text.contains("(query ");
            (path.display().to_string(), system, sat)
        })
        .collect();
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all
}

const COUNTER: &str = "(set-logic HORN)(declare-fun p (Int) Bool)(declare-fun q (Int) Bool)
    (assert (p 0))
    (assert (forall ((x Int)) (=> (and (p x) (< x 9)) (p (+ x 1)))))
    (assert (forall ((x Int)) (=> (p x) (q x))))
    (assert (forall ((x Int)) (=> (q x) (distinct x 20))))(check-sat)";

#[test]
fn interpretations_are_right_or_wrong() {
    let mut judges = judges();
    let mut found = |model: &str| check(COUNTER, model, &mut judges).unwrap();
    let right =
        "((define-fun p ((x!0 Int)) Bool (<= x!0 9))(define-fun q ((x!0 Int)) Bool (< x!0 12)))";
    assert_eq!(found(right), Checked::Valid(vec![CVC5.into()]));
    let quantified = "((define-fun p ((x!0 Int)) Bool (<= x!0 9))
        (define-fun q ((x!0 Int)) Bool (exists ((y Int)) (! (and (<= y 9) (= x!0 y)) :weight 0))))";
    assert_eq!(found(quantified).word(), "valid");
    let wrong =
        "((define-fun p ((x!0 Int)) Bool (<= x!0 5))(define-fun q ((x!0 Int)) Bool (< x!0 12)))";
    let Checked::Invalid(violation) = found(wrong) else {
        panic!("it is wrong");
    };
    assert_eq!(violation.clause, 1);
    assert_eq!(violation.shown.by, [CVC5, Z3]);
    assert_eq!(violation.shown.evaluated.as_deref(), Some(CVC5));
    assert!(violation.shown.script.contains("(declare-const x Int)"));
    let missing = "((define-fun p ((x!0 Int)) Bool (<= x!0 9)))";
    assert_eq!(found(missing).word(), "undecided");
    // What is not interpreted does not excuse what is.
    let missing_and_wrong = "((define-fun p ((x!0 Int)) Bool (<= x!0 8)))";
    assert_eq!(found(missing_and_wrong).word(), "invalid");
    for no_interpretation in [
        "",
        "(error \"no model\")",
        "((define-fun p ((x!0 Int)) Bool (k!0 x!0)))",
    ] {
        assert_eq!(found(no_interpretation).word(), "undecided");
    }
}

#[test]
fn what_the_standard_leaves_open_is_no_bug() {
    let mut judges = judges();
    let division = "(set-logic HORN)(declare-fun p (Int) Bool)
        (assert (forall ((x Int)) (=> (= x 7) (p x))))
        (assert (forall ((x Int)) (=> (p x) (> x 3))))(check-sat)";
    // Right if 7 divided by 0 is 1.
    let model = "((define-fun p ((x!0 Int)) Bool (and (= x!0 7) (= 1 (div x!0 0)))))";
    assert_eq!(
        check(division, model, &mut judges).unwrap().word(),
        "undecided"
    );
    let list = "(set-logic HORN)(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))
        (declare-fun p (L) Bool)(assert (p nil))
        (assert (forall ((l L)) (=> (p l) (= l nil))))(check-sat)";
    let model = "((define-fun p ((x!0 L)) Bool (and (= x!0 nil) (= (head x!0) 5))))";
    assert_eq!(check(list, model, &mut judges).unwrap().word(), "undecided");
    // Wrong whatever the head of nil is.
    let model = "((define-fun p ((x!0 L)) Bool (and (= (head x!0) 5) (not (= x!0 nil)))))";
    assert_eq!(check(list, model, &mut judges).unwrap().word(), "invalid");
}

#[test]
fn derivations_are_found_where_there_are_some() {
    let mut judges = judges();
    let effort = Effort::default();
    let mut of = |text: &str| {
        let system = System::read(text.as_bytes()).unwrap();
        search(&system, &mut judges, effort).unwrap()
    };
    let reached = COUNTER.replace("(distinct x 20)", "(distinct x 5)");
    let Search::Found(derivation) = of(&reached) else {
        panic!("five is reached");
    };
    assert_eq!(derivation.height, 12);
    assert!(derivation.shown.evaluated.is_some());
    assert_eq!(of(COUNTER), Search::None(20));
}

#[test]
fn wrong_answers_are_contradicted_by_the_truth() {
    let mut judges = judges();
    let mut witnesses = [sessions(config(Z3, Mode::Reset))];
    let mut of = |text: &str| {
        let system = System::read(text.as_bytes()).unwrap();
        truth(&system, &mut witnesses, &mut judges, Effort::default()).unwrap()
    };
    let sat = of(COUNTER);
    assert!(matches!(&sat, Truth::Sat { witness, .. } if witness == Z3));
    assert_eq!(sat.status(), Some(Status::Sat));
    let unsat = of(&COUNTER.replace("(distinct x 20)", "(distinct x 5)"));
    assert_eq!(unsat.status(), Some(Status::Unsat));
    assert!(unsat.to_string().contains("tree of height 12"), "{unsat}");
    // It takes as many steps as there are numbers.
    let far = COUNTER.replace("(< x 9)", "(< x 90)");
    let open = of(&far.replace("(distinct x 20)", "(distinct x 77)"));
    assert_eq!(open.status(), None, "{open}");
    assert!(matches!(open, Truth::Open(_)));
}

#[test]
fn systems_that_come_with_the_program_are_what_they_say() {
    let mut judges = judges();
    let mut session = config(Z3, Mode::Reset);
    session.progress = true;
    let mut session = Session::new(session);
    let (mut valid, mut derived, mut traces) = (0, 0, BTreeSet::new());
    let effort = Effort {
        height: 12,
        bytes: 100_000,
    };
    let all = systems();
    for (name, system, sat) in &all {
        let script = system.write_horn();
        let outcome = session.run(&with_model(script.as_bytes())).unwrap();
        let trace = Trace::of(&outcome);
        assert!(trace.told, "{name}");
        traces.insert(trace.hash());
        let answer = if *sat { Answer::Sat } else { Answer::Unsat };
        let said = &outcome.checks[0].answer;
        assert!(*said == answer || !said.is_definite(), "{name}: {said}");
        if let (true, Some(model)) = (*sat, model_of(&outcome)) {
            let checked = check(&script, model, &mut judges).unwrap();
            assert_ne!(checked.word(), "invalid", "{name}: {checked}");
            valid += usize::from(checked.word() == "valid");
        }
        if !sat {
            let found = search(system, &mut judges, effort).unwrap();
            derived += usize::from(matches!(found, Search::Found(_)));
        }
    }
    let unsat = all.iter().filter(|(_, _, sat)| !sat).count();
    println!(
        "{valid} valid, {derived} of {unsat} derived, {} traces",
        traces.len()
    );
    assert!(valid >= 30, "{valid}");
    assert!(derived + 5 >= unsat, "{derived} of {unsat}");
    assert!(traces.len() * 2 > all.len(), "{}", traces.len());
}

#[test]
fn other_engines_have_opinions() {
    let reached = COUNTER.replace("(distinct x 20)", "(distinct x 5)");
    let usual = solver(Z3);
    let heard = engines(&usual).map(|engine| {
        let mut config = SessionConfig::new(engine, Mode::Fresh);
        config.limits.time = Duration::from_secs(2);
        Session::new(config)
            .run(reached.as_bytes())
            .unwrap()
            .verdict()
    });
    let heard: Vec<Answer> = heard.collect();
    assert!(heard.contains(&Answer::Unsat), "{heard:?}");
    assert!(!heard.contains(&Answer::Sat), "{heard:?}");
}

/// On how many small systems each mutation is tried; the nightly script says 200.
fn tries() -> usize {
    let told = std::env::var("NUTHATCH_HORN_SYSTEMS").ok();
    told.and_then(|n| n.parse().ok()).unwrap_or(12)
}

#[test]
fn every_mutation_keeps_the_answer_by_a_solver() {
    let name = std::env::var("NUTHATCH_HORN_SOLVER").unwrap_or_else(|_| Z3.to_owned());
    let mut session = Session::new(config(&name, Mode::Reset));
    let mut simplifier = Session::new(config(&name, Mode::Reset));
    let mut ask = |system: &System| {
        let outcome = session.run(system.write_horn().as_bytes()).unwrap();
        match outcome.verdict() {
            Answer::Sat => Some(Status::Sat),
            Answer::Unsat => Some(Status::Unsat),
            Answer::Rejected { message } => panic!("{message}\n{}", system.write_horn()),
            _ => None,
        }
    };
    let mut answers: Vec<Option<Status>> = Vec::new();
    for mutation in MUTATIONS {
        let (mut same, mut open) = (0, 0);
        // Most of the mutations do not find a place in each system.
        for number in 0..20 * tries() {
            if same == tries() {
                break;
            }
            let seed = small_system(number as u64);
            if answers.len() == number {
                answers.push(ask(&seed));
            }
            let Some(answer) = answers[number] else {
                continue;
            };
            let context = Context {
                answer: Some(answer),
                parameters: SOLVING,
            };
            let mut rng = Rng::new(13, number as u64);
            let made = match mutation.name {
                "simplify" => {
                    let mut ask = |script: &[u8]| simplifier.run(script);
                    rewrite(&seed, &mut rng, &mut ask).unwrap()
                }
                _ => mutation.mutate(&seed, &context, &mut rng),
            };
            let Some((mutant, step)) = made else { continue };
            match ask(&mutant) {
                None => open += 1,
                Some(found) => {
                    let (before, after) = (seed.write_horn(), mutant.write_horn());
                    assert_eq!(found, answer, "{step}\n{before}\n{after}");
                    same += 1;
                }
            }
        }
        println!("{}: {same} the same, {open} open", mutation.name);
        assert_eq!(same, tries(), "{}: {open} open", mutation.name);
    }
}
