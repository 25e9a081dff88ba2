//! Division and rounding of all signs, by us and by solvers.
//!
//! Skips itself unless told where solvers are, as `bitvectors_solvers` does.

mod asking;
mod common;

use asking::{Opinion, Solver};

fn integer(number: i64) -> String {
    match number < 0 {
        true => format!("(- {})", -number),
        false => number.to_string(),
    }
}

fn fraction(numerator: i64, denominator: i64) -> String {
    let shown = format!("(/ {}.0 {denominator}.0)", numerator.abs());
    match numerator < 0 {
        true => format!("(- {shown})"),
        false => shown,
    }
}

fn terms() -> Vec<String> {
    let mut terms = Vec::new();
    let far = 1i64 << 62;
    let dividends: Vec<i64> = (-13..=13).chain([far, -far, far + 5, -far - 5]).collect();
    let divisors: Vec<i64> = (-7..=7).chain([far, -far]).filter(|&d| d != 0).collect();
    for &x in &dividends {
        terms.push(format!("(abs {})", integer(x)));
        terms.push(format!("(to_real {})", integer(x)));
        for &y in &divisors {
            let (x, y) = (integer(x), integer(y));
            for name in ["div", "mod"] {
                terms.push(format!("({name} {x} {y})"));
                // Beyond 64 bits.
                terms.push(format!("({name} (* {x} {far} {far}) {y})"));
                terms.push(format!("({name} {x} (* {y} {far} {far}))"));
            }
            terms.push(format!("(div {x} {y} (- 3) 2)"));
            terms.push(format!("(/ (to_real {x}) (to_real {y}))"));
            terms.push(format!("(/ (to_real {x}) (to_real {y}) 3.0 (- 2.0))"));
        }
    }
    for numerator in -25..=25 {
        for denominator in 1..=8 {
            let x = fraction(numerator, denominator);
            terms.push(format!("(to_int {x})"));
            terms.push(format!("(is_int {x})"));
            terms.push(format!("(- {x} (to_real (to_int {x})))"));
            for y in [fraction(-3, 7), fraction(5, 2)] {
                for name in ["+", "-", "*", "/", "<", "<=", ">", ">="] {
                    terms.push(format!("({name} {x} {y})"));
                }
            }
        }
    }
    terms
}

fn divisibility() -> Vec<String> {
    let mut terms = Vec::new();
    for x in -21..=21 {
        for divisor in [1, 2, 3, 5, 7, 100] {
            terms.push(format!("((_ divisible {divisor}) {})", integer(x)));
        }
    }
    terms
}

fn compare(variable: &str, terms: Vec<String>) {
    let Some(solver) = Solver::from_environment(variable) else {
        return;
    };
    let values = common::values("", &terms);
    let pairs: Vec<(String, String)> = terms.into_iter().zip(values).collect();
    for (term, value) in &pairs {
        assert_ne!(value, "?", "{term}");
    }
    match solver.opinion("(set-logic ALL)", &pairs) {
        Opinion::Agrees => eprintln!("{variable}: agrees on {} terms", pairs.len()),
        Opinion::Silent(said) => panic!("{said}"),
        Opinion::Differs(places) => {
            let all: Vec<String> = places.iter().map(|&p| format!("{:?}", pairs[p])).collect();
            panic!("{}", all.join("\n"));
        }
    }
}

#[test]
fn z3_agrees() {
    // It has no `divisible`.
    compare("NUTHATCH_TEST_Z3", terms());
}

#[test]
fn cvc5_agrees() {
    compare("NUTHATCH_TEST_CVC5", terms());
    compare("NUTHATCH_TEST_CVC5", divisibility());
}
