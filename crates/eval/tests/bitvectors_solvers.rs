//! All operators of bit-vectors that crate smt knows, on all inputs of 1 to 4 bits, by us and by
//! solvers.
//!
//! Needs solvers, so it skips itself unless told where they are:
//!
//!     NUTHATCH_TEST_Z3=/path/to/z3 NUTHATCH_TEST_BITWUZLA=... NUTHATCH_TEST_YICES=... \
//!     NUTHATCH_TEST_CVC5=... cargo test -p nuthatch-eval --test bitvectors_solvers -- --nocapture
//!
//! Each is a command that takes a script as its last argument. What a solver does not know is
//! listed.

mod asking;
mod common;

use asking::{Opinion, Solver};
use std::collections::BTreeSet;

/// All vectors of a width, as literals.
fn vectors(width: usize) -> Vec<String> {
    (0..1 << width)
        .map(|number: u32| format!("#b{number:0width$b}"))
        .collect()
}

/// An operator and its applications to all inputs of 1 to 4 bits. Its name is the one that the
/// table of signatures has.
type Family = (&'static str, Vec<String>);

const UNARY: &str = "bvnot bvneg bvnego bvredor bvredand bvredxor ubv_to_int sbv_to_int bv2nat \
    bv2int ubv2int sbv2int @bvsize bvinc bvdec bvsdiv0 bvudiv0 bvsrem0 bvurem0 bvsmod0";

const BINARY: &str = "bvand bvor bvxor bvxnor bvnand bvnor bvcomp bvadd bvmul bvsub bvudiv bvurem \
    bvsdiv bvsrem bvsmod bvshl bvlshr bvashr bvult bvule bvugt bvuge bvslt bvsle bvsgt bvsge \
    bvuaddo bvsaddo bvumulo bvsmulo bvusubo bvssubo bvsdivo bvultbv bvsltbv ext_rotate_left \
    ext_rotate_right rotate_left rotate_right bvumul_noovfl bvsmul_noovfl bvsmul_noudfl bvrol \
    bvror";

/// Only for divisors that are not zero.
const DIVISIONS: &str = "bvsdiv_i bvudiv_i bvsrem_i bvurem_i bvsmod_i";

const CHAINS: &str = "bvand bvor bvxor bvxnor bvadd bvmul concat";

fn unary(width: usize, shown: &str) -> Vec<String> {
    let all = vectors(width);
    all.iter().map(|x| format!("({shown} {x})")).collect()
}

fn families() -> Vec<Family> {
    let mut families: Vec<Family> = Vec::new();
    for name in UNARY.split_whitespace() {
        let of_width = |width| unary(width, name);
        families.push((name, (1..=4).flat_map(of_width).collect()));
    }
    for name in BINARY
        .split_whitespace()
        .chain(DIVISIONS.split_whitespace())
    {
        let mut terms = Vec::new();
        for width in 1..=4 {
            for x in vectors(width) {
                let zero = usize::from(name.ends_with("_i"));
                let others = vectors(width).into_iter().skip(zero);
                terms.extend(others.map(|y| format!("({name} {x} {y})")));
            }
        }
        families.push((name, terms));
    }
    for name in CHAINS.split_whitespace() {
        let mut terms = Vec::new();
        for x in vectors(2) {
            for y in vectors(2) {
                terms.extend(vectors(2).iter().map(|z| format!("({name} {x} {y} {z})")));
            }
        }
        families.push((name, terms));
    }
    families.push(("concat", concatenations()));
    families.extend(indexed());
    families.extend(of_truth_values());
    families.extend(from_integers());
    let mut choices = Vec::new();
    for condition in vectors(1) {
        for (x, y) in vectors(3).iter().zip(vectors(3).iter().rev()) {
            choices.push(format!("(bvite {condition} {x} {y})"));
        }
    }
    families.push(("bvite", choices));
    families
}

fn concatenations() -> Vec<String> {
    let all: Vec<String> = (1..=4).flat_map(vectors).collect();
    let mut terms = Vec::new();
    for x in &all {
        terms.extend(all.iter().map(|y| format!("(concat {x} {y})")));
    }
    terms
}

/// Those with numbers in their names.
fn indexed() -> Vec<Family> {
    let mut families: Vec<Family> = Vec::new();
    let of_all_widths = |shown: &str| -> Vec<String> {
        let of_width = |width| unary(width, shown);
        (1..=4).flat_map(of_width).collect()
    };
    for (name, range) in [
        ("repeat", 1..=4),
        ("zero_extend", 0..=4),
        ("sign_extend", 0..=4),
        ("rotate_left", 0..=9),
        ("rotate_right", 0..=9),
    ] {
        let terms = range.flat_map(|index| of_all_widths(&format!("(_ {name} {index})")));
        families.push((name, terms.collect()));
    }
    let mut parts = Vec::new();
    for width in 1..=4 {
        for high in 0..width {
            for low in 0..=high {
                parts.extend(unary(width, &format!("(_ extract {high} {low})")));
            }
        }
    }
    families.push(("extract", parts));
    for name in ["@bit", "bit", "bitOf", "bit2bool"] {
        let mut terms = Vec::new();
        for width in 1..=4 {
            for place in 0..width {
                terms.extend(unary(width, &format!("(_ {name} {place})")));
            }
        }
        families.push((name, terms));
    }
    let literals = (1..=4).flat_map(|width| {
        let all = 0..1 << width;
        all.map(move |number: u32| format!("(_ @bv {number} {width})"))
    });
    families.push(("@bv", literals.collect()));
    families.push(("bit0", vec!["bit0".to_owned()]));
    families.push(("bit1", vec!["bit1".to_owned()]));
    families
}

fn of_truth_values() -> Vec<Family> {
    let truths = |count: usize| -> Vec<String> {
        let all = 0..1 << count;
        all.map(|number: usize| {
            let words = (0..count).map(|place| (number >> place & 1 == 1).to_string());
            words.collect::<Vec<_>>().join(" ")
        })
        .collect()
    };
    let mut families: Vec<Family> = Vec::new();
    for name in ["carry", "xor3"] {
        let terms = truths(3).iter().map(|t| format!("({name} {t})")).collect();
        families.push((name, terms));
    }
    for name in ["mkbv", "@from_bools"] {
        let all = (1..=4).flat_map(truths);
        families.push((name, all.map(|t| format!("({name} {t})")).collect()));
    }
    families
}

fn from_integers() -> Vec<Family> {
    let mut families: Vec<Family> = Vec::new();
    for name in ["int_to_bv", "nat2bv", "int2bv"] {
        let mut terms = Vec::new();
        for width in 1..=4 {
            for number in 0..=33 {
                terms.push(format!("((_ {name} {width}) {number})"));
                // What the older name means for them was never written down.
                if name != "nat2bv" {
                    terms.push(format!("((_ {name} {width}) (- {number}))"));
                }
            }
        }
        families.push((name, terms));
    }
    families
}

/// The names in the table of signatures.
fn known_names() -> BTreeSet<String> {
    let table = include_str!("../../smt/theories/bitvectors.smt2");
    let (_, functions) = table.split_once(":funs").unwrap();
    let mut names = BTreeSet::new();
    for line in functions.lines() {
        let line = line.split(';').next().unwrap_or_default().trim();
        let Some(signature) = line.strip_prefix('(').filter(|rest| !rest.is_empty()) else {
            continue;
        };
        let signature = match signature.strip_prefix("par ") {
            Some(rest) => rest.split_once(") (").unwrap().1,
            None => signature,
        };
        let signature = signature.trim_start_matches("(_ ");
        names.insert(signature.split_whitespace().next().unwrap().to_owned());
    }
    names
}

#[test]
fn the_list_is_complete() {
    let listed: BTreeSet<String> = families().into_iter().map(|(n, _)| n.to_owned()).collect();
    let known = known_names();
    assert!(known.len() > 80, "{known:?}");
    assert_eq!(known.difference(&listed).collect::<Vec<_>>(), [""; 0]);
}

/// What we do not evaluate: z3's functions that say what a division by zero is when the results
/// are not fixed. No text has them but what z3 prints of its insides.
const WITHOUT_VALUE: &[&str] = &["bvsdiv0", "bvudiv0", "bvsrem0", "bvurem0", "bvsmod0"];

fn compare(variable: &str) {
    let Some(solver) = Solver::from_environment(variable) else {
        return;
    };
    let (mut agreed, mut differences, mut silent) = (0, Vec::new(), Vec::new());
    for (name, terms) in families() {
        let values = common::values("", &terms);
        let pairs: Vec<(String, String)> = terms.into_iter().zip(values).collect();
        if WITHOUT_VALUE.contains(&name) {
            continue;
        }
        for (term, value) in &pairs {
            assert_ne!(value, "?", "{term} has no value");
        }
        let with_integers = ["int", "nat", "size"]
            .iter()
            .any(|part| name.contains(part));
        let logic = match with_integers {
            true => "(set-logic ALL)",
            false => "(set-logic QF_BV)",
        };
        match solver.opinion(logic, &pairs) {
            Opinion::Agrees => agreed += pairs.len(),
            Opinion::Silent(said) => silent.push(format!("{name}: {said}")),
            Opinion::Differs(places) => {
                for place in places {
                    let (term, value) = &pairs[place];
                    differences.push(format!("{term} is not {value}"));
                }
            }
        }
    }
    eprintln!("{variable}: agrees on {agreed} terms; does not know {silent:#?}");
    assert!(agreed > 5_000, "answers almost nothing");
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn z3_agrees() {
    compare("NUTHATCH_TEST_Z3");
}

#[test]
fn bitwuzla_agrees() {
    compare("NUTHATCH_TEST_BITWUZLA");
}

#[test]
fn yices_agrees() {
    compare("NUTHATCH_TEST_YICES");
}

#[test]
fn cvc5_agrees() {
    compare("NUTHATCH_TEST_CVC5");
}
