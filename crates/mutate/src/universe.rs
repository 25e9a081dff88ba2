//! The universe of a sort, which cvc5 takes to be the elements that are in play.
//!
//! A set that nobody speaks of elsewhere, or an element more, changes what such a script means: nothing that is
//! known of it says anything about a script that is made of it, nor about one that has a part of it. So it is no
//! seed, and what no seed has is put nowhere: grafts and swaps have only operators that the seed has itself or
//! that solvers of different makers know.

use smt::shape::Shape;
use smt::{Function, Script, TermKind};

/// What a script has the universe by, under the names of all versions.
const OPERATORS: [&[u8]; 4] = [
    b"set.universe",
    b"set.complement",
    b"univset",
    b"complement",
];

/// Whether a script speaks of the universe of a sort.
pub fn speaks_of_universe(script: &Script) -> bool {
    let (terms, symbols) = (&script.terms, &script.tree.symbols);
    terms.all().any(|term| {
        let name = match (terms.kind(term), terms.function(term)) {
            (TermKind::Symbol | TermKind::Apply, Function::Operator(operator)) => operator.name(),
            // What is applied to what we do not understand.
            (TermKind::Symbol | TermKind::Apply, Function::Unknown) => {
                let parts = terms.ident(term).and_then(|ident| terms.parts(ident));
                parts.map_or(terms.head(term), |parts| parts.name)
            }
            _ => return false,
        };
        // Sets that are arrays have a complement that means the same everywhere.
        OPERATORS.contains(&symbols.bytes(symbols.canonical(name)))
            && !matches!(Shape::of(script, terms.sort(term)), Shape::Array(..))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn speaks(assertion: &str) -> bool {
        let text = format!(
            "(declare-const x (Set Int))(declare-const a (Array Int Bool))
             (declare-fun f (Int) Bool)(assert {assertion})(check-sat)"
        );
        speaks_of_universe(&Script::parse(text.into_bytes()).unwrap())
    }

    /// What only one solver knows is not put into scripts that do not have it.
    #[test]
    fn only_one_solver_knows_it() {
        let text =
            "(declare-const x (Set Int))(assert (= x (set.complement (as set.universe (Set Int)))
            (complement (as univset (Set Int)))))";
        let script = Script::parse(text.as_bytes()).unwrap();
        let functions = script.terms.all().map(|term| script.terms.function(term));
        let operators = functions.filter_map(|function| match function {
            Function::Operator(operator) => {
                let name = script.tree.symbols.bytes(operator.name());
                Some((operator, name.to_vec()))
            }
            _ => None,
        });
        let of_universe: Vec<_> = operators
            .filter(|(_, name)| OPERATORS.contains(&&name[..]))
            .collect();
        assert_eq!(of_universe.len(), OPERATORS.len());
        for (operator, name) in of_universe {
            assert!(!operator.is_shared(), "{}", String::from_utf8_lossy(&name));
        }
    }

    #[test]
    fn the_universe_has_several_names() {
        for assertion in [
            "(= x (as set.universe (Set Int)))",
            "(= x (as univset (Set Int)))",
            "(= x |univset|)",
            "(= x (set.complement x))",
            "(f (set.card (complement (set.union x x))))",
            "(let ((c (as set.universe (Set Int)))) (set.subset c x))",
            // What is not understood may be anything.
            "(= (no-such-function x) (complement (no-such-function x)))",
        ] {
            assert!(speaks(assertion), "{assertion}");
        }
        for assertion in [
            "(= a (complement a))",
            "(= x (set.union x (as set.empty (Set Int))))",
            "(exists ((univset Int)) (f univset))",
        ] {
            assert!(!speaks(assertion), "{assertion}");
        }
    }
}
