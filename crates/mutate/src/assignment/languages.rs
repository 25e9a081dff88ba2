//! Regular languages to draw from, as terms.
//!
//! Most are of the few letters that strings are drawn with, so that strings are in some of them
//! and not in others.

use crate::Rng;
use crate::values::{Need, write_literal};
use smt::{Script, SortId};

/// What languages are built from.
const BASES: &[&str] = &[
    "re.none",
    "re.all",
    "re.allchar",
    "(str.to_re \"\")",
    "(str.to_re \"a\")",
    "(str.to_re \"b\")",
    "(str.to_re \"ab\")",
    "(re.range \"a\" \"b\")",
    "(re.range \"b\" \"a\")",
    "(re.range \"0\" \"9\")",
];

/// How they are combined: `@` stands for a language.
const COMBINATIONS: &[&str] = &[
    "@",
    "(re.* @)",
    "(re.+ @)",
    "(re.opt @)",
    "(re.comp @)",
    "(re.++ @ @)",
    "(re.++ @ @ @)",
    "(re.union @ @)",
    "(re.inter @ @)",
    "(re.diff @ @)",
    "(re.* (re.++ @ @))",
    "(re.++ @ (re.* @))",
    "(re.++ (re.* @) @)",
    "(re.comp (re.++ @ @))",
    "(re.union @ (re.comp @))",
    "((_ re.^ 2) @)",
    "((_ re.loop 1 2) @)",
    "((_ re.loop 2 1) @)",
];

const COMBINED: usize = 150;
const LITERALS: usize = 30;

/// Terms of languages if a constant of the script is one; none otherwise.
pub fn texts(script: &Script, rng: &mut Rng) -> Vec<Vec<u8>> {
    let is_language = |d| script.declarations.sort(d) == SortId::REG_LAN;
    if !script.declarations.all().any(is_language) {
        return Vec::new();
    }
    let mut texts: Vec<Vec<u8>> = BASES.iter().map(|base| base.as_bytes().to_vec()).collect();
    for _ in 0..COMBINED {
        let combination = rng.pick(COMBINATIONS).copied().unwrap_or("@");
        let mut text = Vec::new();
        for byte in combination.bytes() {
            match byte {
                b'@' => text.extend(rng.pick(BASES).copied().unwrap_or_default().as_bytes()),
                _ => text.push(byte),
            }
        }
        texts.push(text);
    }
    for _ in 0..LITERALS {
        let mut text = Vec::new();
        if write_literal(script, SortId::REG_LAN, Need::Any, rng, &mut text) {
            texts.push(text);
        }
    }
    texts
}
