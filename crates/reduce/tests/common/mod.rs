//! Predicates and what the tests of reductions share.

#![allow(dead_code)] // Each file of tests uses some of it.

use reduce::{Predicate, ReduceSettings, Reduction, Trial, reduce};
use smt::Script;

/// A predicate that is a function.
pub struct Holds<F>(pub F);

impl<F: Fn(&[u8]) -> bool + Sync> Predicate for Holds<F> {
    fn holds(&self, _: usize, text: &[u8]) -> Trial {
        match (self.0)(text) {
            true => Trial::Holds,
            false => Trial::Fails,
        }
    }
}

/// Reduces a text whose terms must make sense.
pub fn run(text: &[u8], jobs: usize, holds: impl Fn(&[u8]) -> bool + Sync) -> Reduction {
    run_with(text, jobs, false, holds)
}

/// Reduces a text.
pub fn run_with(
    text: &[u8],
    jobs: usize,
    nonsense: bool,
    holds: impl Fn(&[u8]) -> bool + Sync,
) -> Reduction {
    let settings = ReduceSettings {
        jobs,
        nonsense,
        stop: &|| false,
    };
    reduce(text.to_vec(), &Holds(holds), &settings, &mut |_| {})
}

/// Whether a text has a part.
pub fn contains(text: &[u8], part: &str) -> bool {
    text.windows(part.len()).any(|w| w == part.as_bytes())
}

/// Whether all of a text makes sense.
pub fn is_sorted(text: &[u8]) -> bool {
    Script::parse(text).is_ok_and(|script| {
        script.unknown_symbols.is_empty()
            && script.unsorted_places().count() == 0
            && script.assertions().all(|a| script.is_sorted_formula(a))
    })
}

/// Reduces a script that must stay sorted and keep some parts.
pub fn check(text: &str, parts: &[&str], expected: &str) {
    let holds = |text: &[u8]| is_sorted(text) && parts.iter().all(|part| contains(text, part));
    assert!(holds(text.as_bytes()), "{text}");
    let result = run(text.as_bytes(), 1, holds);
    assert!(result.minimal);
    assert_eq!(String::from_utf8_lossy(&result.text), expected);
    for jobs in [2, 4] {
        let same = run(text.as_bytes(), jobs, holds);
        assert_eq!(String::from_utf8_lossy(&same.text), expected, "{jobs} jobs");
    }
    let again = run(&result.text, 1, holds);
    assert_eq!(again.text, result.text, "not minimal");
}
