//! The operators that a script is about.

use super::form::turned;
use smt::{DeclKind, Function, Script, TermId, TermKind};
use std::collections::BTreeSet;

/// Operators that are in every other script, and those that values are written with.
const UBIQUITOUS: [&str; 32] = [
    "and",
    "or",
    "not",
    "=>",
    "xor",
    "=",
    "distinct",
    "ite",
    "true",
    "false",
    "fp",
    "+oo",
    "-oo",
    "+zero",
    "-zero",
    "NaN",
    "RNE",
    "RNA",
    "RTP",
    "RTN",
    "RTZ",
    "seq.unit",
    "seq.empty",
    "implies",
    "iff",
    "if",
    "mkbv",
    "roundNearestTiesToEven",
    "roundNearestTiesToAway",
    "roundTowardPositive",
    "roundTowardNegative",
    "roundTowardZero",
];

/// The operators that a script is about, of comparisons one of each two that mirror each other; and what
/// else a solver must understand in it: quantifiers, parts of datatypes, recursion. Empty if there is
/// nothing but what every script has.
pub fn heart(text: &[u8]) -> BTreeSet<String> {
    let Ok(script) = Script::parse(text) else {
        return BTreeSet::new();
    };
    let symbols = &script.tree.symbols;
    let mut heart = BTreeSet::new();
    for term in script.tree.nodes().filter_map(|node| script.term_at(node)) {
        if script.terms.kind(term) == TermKind::Binder {
            heart.insert(symbols.name(script.terms.head(term)).into_owned());
        }
        match script.terms.function(term) {
            Function::Operator(operator) if !is_number(&script, term) => {
                let name = symbols.name(operator.name()).into_owned();
                heart.insert(turned(&name).to_owned());
            }
            Function::Declared(declaration) => {
                let what = match script.declarations.kind(declaration) {
                    DeclKind::Selector => "selector",
                    DeclKind::Tester => "tester",
                    DeclKind::Constructor => "constructor",
                    _ => continue,
                };
                heart.insert(what.to_owned());
            }
            // `((_ is c) x)` names what it is about by an index.
            _ if script.terms.target(term) != Function::Unknown => {
                heart.insert("tester".to_owned());
            }
            _ => {}
        }
    }
    heart.retain(|name| !UBIQUITOUS.contains(&name.as_str()));
    heart
}

/// Whether it is a number that takes an operator to write: `(- 1)`, `(/ 1 3)`.
fn is_number(script: &Script, term: TermId) -> bool {
    let arguments = script.terms.arguments(term);
    let is_literal = |&argument: &TermId| script.terms.kind(argument) == TermKind::Literal;
    let head = script.tree.symbols.name(script.terms.head(term));
    let arity = match &*head {
        "-" => 1,
        "/" => 2,
        _ => return false,
    };
    arguments.len() == arity && arguments.iter().all(is_literal)
}
