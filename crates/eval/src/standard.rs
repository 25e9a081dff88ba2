//! Applications that the standard does not have, though solvers take them.
//!
//! What `(bvxnor x)` is, or `(distinct)`, is up to the solver that takes it. To give it a meaning of our own
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
    let Some(name) = operator(script, term) else {
        return true;
    };
    let few = script.terms.arguments(term).len() < 2;
    script.terms.sort(term) != SortId::UNKNOWN
        && !(name == b"to_real" && rounds_first(script, term))
        && !(few && OF_TWO_OR_MORE.iter().any(|known| known.as_bytes() == name))
}

/// Whether what is made a real is one. Old versions of z3 make an integer of it first.
fn rounds_first(script: &Script, term: TermId) -> bool {
    let arguments = script.terms.arguments(term);
    arguments
        .iter()
        .any(|&a| script.terms.sort(a) == SortId::REAL)
}

/// Whether there is no doubt what an application means: one of its theory, or an `and` or `or` of one
/// argument. The standard has none of those, but reducers make them, all solvers take them, and they
/// could be nothing but that argument.
pub(crate) fn has_one_meaning(script: &Script, term: TermId) -> bool {
    let is_known = script.terms.sort(term) != SortId::UNKNOWN;
    let is_junction = matches!(operator(script, term), Some(b"and" | b"or"));
    let of_one = is_known && is_junction && script.terms.arguments(term).len() == 1;
    is_known && (of_one || is_of_its_theory(script, term))
}

/// The name of the operator that a term applies.
fn operator(script: &Script, term: TermId) -> Option<&[u8]> {
    let Function::Operator(operator) = script.terms.function(term) else {
        return None;
    };
    let symbols = &script.tree.symbols;
    Some(symbols.bytes(symbols.canonical(operator.name())))
}
