//! Random ground terms, evaluated here and by solvers.
//!
//! Needs solvers, so it skips itself unless told where they are:
//!
//!     NUTHATCH_TEST_Z3='/path/to/z3 -t:2000' NUTHATCH_TEST_CVC5='/path/to/cvc5 --quiet' \
//!     NUTHATCH_TEST_TERMS=100000 cargo test --release -p nuthatch-eval --test strings_solvers
//!
//! Each is a command that takes a script as its last argument. Every difference is printed, with
//! the term, and fails the test. What a solver does not evaluate is counted.

mod ask;
mod terms;

use ask::{Reply, Solver};
use std::collections::BTreeMap;
use std::io::Write;
use terms::{Generator, Kind, Term};

/// The terms that are put to a process together.
const BATCH: usize = 500;

fn compare(solver: &Solver, kinds: &[Kind]) {
    let wanted = std::env::var("NUTHATCH_TEST_TERMS").ok();
    let wanted: usize = wanted
        .and_then(|number| number.parse().ok())
        .unwrap_or(2_000);
    for &kind in kinds {
        let mut differences = Vec::new();
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        let mut count = |what: String| *counts.entry(what).or_default() += 1;
        for batch in 0..wanted.div_ceil(BATCH) {
            let mut generator = Generator::new(kind, batch as u64);
            let terms: Vec<_> = (0..BATCH).map(|_| generator.term()).collect();
            let mut without_value = Vec::new();
            for (term, reply) in terms.iter().zip(solver.ask(&terms)) {
                match reply {
                    Reply::Value(value) if value == term.value => count("agree".to_owned()),
                    Reply::Value(value) => {
                        count("DIFFER".to_owned());
                        differences.push(format!("{term}\n  there {}", value.text()));
                    }
                    Reply::Other(text) => without_value.push((term, text)),
                }
            }
            // Not simplified to a value; but another value may be found impossible.
            let terms: Vec<&Term> = without_value.iter().map(|(term, _)| *term).collect();
            for ((term, text), answer) in without_value.iter().zip(solver.refute(&terms)) {
                let operator = term.text.split([' ', ')']).next().unwrap_or_default();
                count(format!("{operator}: no value, another one is {answer}"));
                if answer == "sat" {
                    differences.push(format!("{term}\n  there {text}, could be another"));
                }
            }
        }
        eprintln!("{} on {kind:?}: {counts:#?}", solver.name());
        let found = differences.len();
        assert!(
            differences.is_empty(),
            "{found} differences\n{}",
            differences.join("\n")
        );
        assert!(
            counts.contains_key("agree"),
            "{} answers nothing",
            solver.name()
        );
    }
}

/// Says so even where the output of tests that pass is not shown.
fn skip(variable: &str) {
    let said = writeln!(std::io::stderr(), "SKIPPED: {variable} is not set");
    assert!(said.is_ok());
}

/// What all of them have.
const COMMON: [Kind; 3] = [Kind::Strings, Kind::Membership, Kind::Sequences];

/// z3 evaluates no `str.replace_re`, not even of constants.
#[test]
fn z3_agrees() {
    match Solver::from_environment("NUTHATCH_TEST_Z3") {
        Some(solver) => compare(
            &solver,
            &[&COMMON[..], &[Kind::Equality, Kind::Z3]].concat(),
        ),
        None => skip("NUTHATCH_TEST_Z3"),
    }
}

/// cvc5 compares no regular expressions.
#[test]
fn cvc5_agrees() {
    match Solver::from_environment("NUTHATCH_TEST_CVC5") {
        Some(solver) => compare(
            &solver,
            &[&COMMON[..], &[Kind::Matches, Kind::Cvc5]].concat(),
        ),
        None => skip("NUTHATCH_TEST_CVC5"),
    }
}
