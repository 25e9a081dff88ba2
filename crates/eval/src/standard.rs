//! Applications that the standard does not have, though solvers take them.
//!
//! What `(bvxnor x)` is, or `(or)`, is up to the solver that takes it. To give it a meaning of our own
//! would be to accuse whoever gives it another.

use smt::{Function, Script, SortId, TermId};

/// Operators of two arguments or more. Some solvers take fewer.
#[rustfmt::skip]
const OF_TWO_OR_MORE: &[&str] = &[
    "and", "or", "&&", "xor", "=>", "implies", "=", "distinct",
    "+", "*", "/", "div", "/_total", "div_total", "<", "<=", ">", ">=",
    "concat", "bvand", "bvor", "bvxor", "bvadd", "bvmul",
    "str.++", "str.<", "str.<=", "re.++", "re.union", "re.inter", "re.diff", "seq.++",
    "fp.leq", "fp.lt", "fp.geq", "fp.gt", "fp.eq",
    "union", "intersect", "intersection", "setminus", "set.union", "set.inter", "set.minus",
    "bag.union_max", "bag.union_disjoint", "bag.inter_min", "bag.difference_subtract",
    "bag.difference_remove", "union_max", "union_disjoint", "intersection_min",
    "difference_subtract", "difference_remove", "ff.add", "ff.mul", "ff.sub", "ff.bitsum",
];

/// Whether an application of an operator is one that its theory has: with arguments of sorts that the
/// operator takes, and as many of them as it takes. Anything else is.
pub fn is_of_its_theory(script: &Script, term: TermId) -> bool {
    let terms = &script.terms;
    let Function::Operator(operator) = terms.function(term) else {
        return true;
    };
    let name = script.tree.symbols.canonical(operator.name());
    let name = script.tree.symbols.bytes(name);
    let few = terms.arguments(term).len() < 2;
    terms.sort(term) != SortId::UNKNOWN
        && !(few && OF_TWO_OR_MORE.iter().any(|known| known.as_bytes() == name))
}
