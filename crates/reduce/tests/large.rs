//! Scripts that are deep, long or not text, with predicates that cost next to nothing.

mod common;

use common::{contains, run, run_with};
use std::fmt::Write;

#[test]
fn a_hundred_thousand_levels() {
    let depth = 100_000;
    let text = format!(
        "(declare-const p Bool)(declare-const q Bool)(assert {}p{})(check-sat)",
        "(not (and q ".repeat(depth / 2),
        "))".repeat(depth / 2)
    );
    let result = run(text.as_bytes(), 2, |text| {
        contains(text, "(assert") && contains(text, "and")
    });
    assert!(result.minimal);
    assert_eq!(
        String::from_utf8_lossy(&result.text),
        "(assert (and true true))\n"
    );
}

#[test]
fn a_hundred_thousand_lets_inside_each_other() {
    let depth = 100_000;
    let mut text = String::from("(declare-const x0 Int)(assert ");
    for level in 0..depth {
        let _ = write!(text, "(let ((x{} (+ x{level} 1))) ", level + 1);
    }
    let _ = write!(text, "(> x{depth} 7){})", ")".repeat(depth));
    let result = run(text.as_bytes(), 2, |text| {
        contains(text, "(assert") && contains(text, " 7)") && contains(text, "+")
    });
    assert!(result.minimal);
    assert_eq!(
        String::from_utf8_lossy(&result.text),
        "(assert (= (+ 0 0) 7))\n"
    );
}

#[test]
fn a_hundred_thousand_lists_that_need_not_make_sense() {
    let depth = 100_000;
    let text = format!(
        "(declare-const p Bool)(assert {}p{})(check-sat)",
        "(let ((q p)) (and q ".repeat(depth / 2),
        "))".repeat(depth / 2)
    );
    let result = run_with(text.as_bytes(), 2, true, |text| contains(text, "and"));
    assert!(result.minimal);
    assert_eq!(String::from_utf8_lossy(&result.text), "(and)\n");
}

#[test]
fn five_megabytes() {
    let mut text = String::from("(set-logic QF_LIA)\n");
    let mut number = 0;
    while text.len() < 5_000_000 {
        let _ = write!(
            text,
            "(declare-fun variable{number} () Int)\n\
             (define-fun twice{number} () Int (+ variable{number} variable{number}))\n\
             (assert (and (<= twice{number} {number}) (= variable{number} (* 3 {number}))))\n"
        );
        number += 1;
    }
    text += "(check-sat)\n";
    let needle = "13333";
    assert!(contains(text.as_bytes(), needle));
    let result = run(text.as_bytes(), 2, |text| {
        contains(text, "(assert") && contains(text, needle) && contains(text, "(check-sat)")
    });
    assert!(result.minimal);
    assert_eq!(
        String::from_utf8_lossy(&result.text),
        "(assert (= 0 13333))\n(check-sat)\n"
    );
}

#[test]
fn bytes_of_any_kind_stay_what_they_are() {
    let text = b"(declare-const |\xc3(\x80| String)(set-info :source |\xff|)
        (assert (= |\xc3(\x80| (str.++ \"\xfe\xff\x80\" |\xc3(\x80|)))(assert true)";
    let needle = b"\"\xfe\xff\x80\"";
    let holds = |text: &[u8]| {
        let found = text.windows(needle.len()).any(|w| w == needle);
        found && text.contains(&0xc3) && contains(text, "(assert")
    };
    assert!(holds(text));
    let results = [1, 2, 4].map(|jobs| run(text, jobs, holds));
    for result in &results {
        assert!(result.minimal && holds(&result.text));
        assert_eq!(
            result.text,
            b"(declare-const |\xc3(\x80| String)\n(assert (= |\xc3(\x80| \"\xfe\xff\x80\"))\n"
        );
    }
}
