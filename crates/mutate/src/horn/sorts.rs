//! The sorts of terms, as far as mutations need them and a look at the term tells.

use super::system::Clause;
use super::term::Term;

/// The sorts of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Number {
    Int,
    Real,
}

/// Operators that bind names.
pub(super) const BINDERS: &[&str] = &["forall", "exists", "lambda", "let", "match"];

/// Whether a term binds anything.
pub(super) fn binds(term: &Term) -> bool {
    (0..term.len()).any(|node| term.is_list(node) && BINDERS.contains(&term.head(node)))
}

/// The nodes of a term in whose place everything means what it means in the clause: those outside of
/// binders, and binders as a whole.
pub(super) fn open_nodes(term: &Term) -> impl Iterator<Item = usize> + '_ {
    let mut next = 0;
    std::iter::from_fn(move || {
        let node = next;
        if node >= term.len() {
            return None;
        }
        let is_closed = |word: &str| BINDERS.contains(&word) || matches!(word, "_" | "as");
        next = match term.is_list(node) && is_closed(term.head(node)) {
            true => term.after(node),
            false => node + 1,
        };
        Some(node)
    })
}

/// The sort of a term that is a number; nothing if it is none, or if one cannot tell. A numeral alone
/// does not tell, because it can stand for a real.
pub(super) fn number(clause: &Clause, term: &Term, node: usize) -> Option<Number> {
    // Every turn goes deeper into the term.
    let mut node = node;
    loop {
        let word = term.head(node);
        if !term.is_list(node) {
            if word.starts_with(|c: char| c.is_ascii_digit()) {
                return word.contains('.').then_some(Number::Real);
            }
            // A name that is bound inside of the term may be another one.
            let sort = clause.sort(word).filter(|_| !binds(term))?;
            return named(sort);
        }
        let arguments: Vec<usize> = term.arguments(node).collect();
        node = match (word, &arguments[..]) {
            ("div" | "mod" | "abs" | "to_int", _) => return Some(Number::Int),
            ("/" | "to_real", _) => return Some(Number::Real),
            ("+" | "-" | "*", arguments) => {
                // A numeral does not tell, but what it is added to does.
                let is_numeral = |n: usize| term.source(n).bytes().all(|b| b.is_ascii_digit());
                *arguments.iter().find(|&&n| !is_numeral(n))?
            }
            ("ite", [_, yes, _]) => *yes,
            ("select", [array, _]) if !term.is_list(*array) && !binds(term) => {
                let sort = Term::parse(clause.sort(term.source(*array))?)?;
                let element = sort.arguments(0).nth(1)?;
                return (sort.head(0) == "Array").then(|| named(sort.source(element)))?;
            }
            _ => return None,
        };
    }
}

fn named(sort: &str) -> Option<Number> {
    match sort {
        "Int" => Some(Number::Int),
        "Real" => Some(Number::Real),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::horn::System;

    #[test]
    fn numbers_are_told_apart() {
        let system = System::read(
            b"(set-logic HORN)(declare-fun P (Int) Bool)
            (assert (forall ((i Int) (r Real) (a (Array Int Real)) (b Bool)) (=> b (P i))))(check-sat)",
        )
        .unwrap();
        let clause = &system.clauses()[0];
        for (term, sort) in [
            ("i", Some(Number::Int)),
            ("(+ 1 (* 2 r))", Some(Number::Real)),
            ("1.5", Some(Number::Real)),
            ("1", None),
            ("b", None),
            ("(ite b (- i) 2)", Some(Number::Int)),
            ("(select a i)", Some(Number::Real)),
            ("(let ((r i)) r)", None),
            ("(f i)", None),
        ] {
            let parsed = Term::parse(term).unwrap();
            assert_eq!(number(clause, &parsed, 0), sort, "{term}");
        }
    }

    #[test]
    fn what_is_bound_is_not_open() {
        let term = Term::parse("(and a (exists ((b S)) b) ((_ is c) d))").unwrap();
        let open: Vec<&str> = open_nodes(&term).map(|node| term.head(node)).collect();
        assert_eq!(open, ["and", "and", "a", "exists", "", "_", "d"]);
    }
}
