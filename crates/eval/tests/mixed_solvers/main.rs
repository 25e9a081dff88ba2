//! Random ground terms that mix theories, evaluated by us and by solvers.
//!
//! Skips itself unless told where solvers are:
//!
//!     NUTHATCH_TEST_Z3='/path/to/z3 -t:2000' NUTHATCH_TEST_CVC5='/path/to/cvc5 --incremental --arrays-exp' \
//!     NUTHATCH_TEST_TERMS=20000 cargo test -p nuthatch-eval --test mixed_solvers -- --nocapture
//!
//! Each is a command that takes a script as its last argument. It is asked whether a term can have
//! another value than we say. Only terms are made whose value the standard fixes.

#[path = "../asking/mod.rs"]
mod asking;
#[path = "../common/mod.rs"]
mod common;
mod terms;

use asking::Solver;
use std::collections::BTreeMap;
use std::fmt::Write;
use terms::{DECLARATIONS, Generator};

/// The terms that are put to a process together.
const BATCH: usize = 200;

fn batch(number: u64) -> Vec<(String, String)> {
    let mut generator = Generator::new(number);
    let terms: Vec<String> = (0..BATCH).map(|_| generator.any_term()).collect();
    let values = common::values(DECLARATIONS, &terms);
    terms.into_iter().zip(values).collect()
}

#[test]
fn every_term_has_a_value() {
    for number in 0..5 {
        for (term, value) in batch(number) {
            assert_ne!(value, "?", "{term}");
        }
    }
}

/// Only values that the solver takes are put to it.
fn compare(variable: &str, takes: fn(&str) -> bool) {
    let Some(solver) = Solver::from_environment(variable) else {
        return;
    };
    let wanted = std::env::var("NUTHATCH_TEST_TERMS").ok();
    let wanted = wanted.and_then(|number| number.parse().ok());
    let wanted: usize = wanted.unwrap_or(1_000);
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut differences = Vec::new();
    for number in 0..wanted.div_ceil(BATCH) {
        let (pairs, others): (Vec<_>, Vec<_>) = batch(number as u64)
            .into_iter()
            .partition(|(_, value)| takes(value));
        *counts.entry("not asked".to_owned()).or_default() += others.len();
        let mut script = format!("(set-logic ALL)\n{DECLARATIONS}");
        for (term, value) in &pairs {
            writeln!(script, "(push 1)\n(assert (not (= {term} {value})))").unwrap();
            script.push_str("(check-sat)\n(pop 1)\n");
        }
        let said = solver.run(&script);
        let error = said.lines().find(|line| line.contains("rror"));
        assert_eq!(error, None, "batch {number}");
        for (place, (term, value)) in pairs.iter().enumerate() {
            let answer = said.lines().nth(place).unwrap_or("nothing");
            *counts.entry(answer.to_owned()).or_default() += 1;
            if answer == "sat" {
                differences.push(format!("{term} is not {value}"));
            }
        }
    }
    eprintln!("{variable}: another value is {counts:?}");
    assert!(counts.contains_key("unsat"), "decides nothing");
    assert!(differences.is_empty(), "{}", differences.join("\n\n"));
}

#[test]
fn z3_agrees() {
    compare("NUTHATCH_TEST_Z3", |_| true);
}

#[test]
fn cvc5_agrees() {
    // The value of a constant array must be a literal to it; `(- 1)` and stores may be none.
    compare("NUTHATCH_TEST_CVC5", |value| {
        let parts = ["(- ", "(/ ", ")) (store"];
        !value.contains("as const") || !parts.iter().any(|part| value.contains(part))
    });
}
