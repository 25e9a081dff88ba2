//! Terms replaced by shorter ones that mean the same, or nearly so.

use super::operators::operator;
use crate::current::{Current, constants};
use crate::edit::Edit;
use crate::pass::{Pass, Target, Use};
use smt::{NodeId, Script, Tree};

/// Terms replaced by shorter ones that mean the same.
pub struct Equivalent;

/// Relations and what holds where they do not.
const OPPOSITES: &[(&str, &str)] = &[
    ("distinct", "="),
    ("<", ">="),
    ("<=", ">"),
    ("bvult", "bvuge"),
    ("bvule", "bvugt"),
    ("bvslt", "bvsge"),
    ("bvsle", "bvsgt"),
];

fn opposite(name: &str) -> Option<&'static str> {
    let pairs = OPPOSITES.iter();
    let mut both = pairs.flat_map(|&(a, b)| [(a, b), (b, a)]);
    let found = both.find(|(a, _)| *a == name);
    // `distinct` is longer than `not` and `=`.
    found.map(|(_, b)| b).filter(|b| *b != "distinct")
}

/// The shorter term, if there is one.
fn shorter(script: &Script, node: NodeId) -> Option<Vec<u8>> {
    let tree = &script.tree;
    if !tree.is_list(node) {
        return None;
    }
    let (name, head) = operator(script, node)?;
    let arguments: Vec<NodeId> = tree.children(node).skip(1).take(4).collect();
    let source = |n: NodeId| tree.source(n);
    let not = |n: NodeId| Some([b"(not ", source(n), b")"].concat());
    match (&*name, arguments.as_slice()) {
        ("not", &[inner]) if tree.is_list(inner) => {
            let (relation, relation_head) = operator(script, inner)?;
            let opposite = opposite(&relation)?;
            // Chains of relations have no opposite.
            if tree.children(inner).count() != 3 {
                return None;
            }
            let rest = tree.range(relation_head).end..tree.range(inner).end;
            let rest = tree.text().get(rest)?;
            Some([b"(", opposite.as_bytes(), rest].concat())
        }
        ("=" | "=>", &[term, constant]) if source(constant) == b"false" => not(term),
        ("=", &[constant, term]) if source(constant) == b"false" => not(term),
        ("xor" | "distinct", &[term, constant]) if source(constant) == b"true" => not(term),
        ("xor" | "distinct", &[constant, term]) if source(constant) == b"true" => not(term),
        ("ite", &[condition, yes, no]) if source(yes) == b"false" && source(no) == b"true" => {
            not(condition)
        }
        ("=", &[compared, constant] | &[constant, compared])
            if source(constant) == b"#b1" && is(script, compared, "bvcomp") =>
        {
            let rest = tree.source(compared).strip_prefix(b"(bvcomp")?;
            Some([b"(=", rest].concat())
        }
        ("-", &[zero, term]) if matches!(source(zero), b"0" | b"0.0") => {
            Some([b"(- ", source(term), b")"].concat())
        }
        ("zero_extend" | "sign_extend" | "extract", &[inner]) if is(script, inner, &name) => {
            let (outer, inside) = (indices(tree, head), tree.children(inner).next()?);
            let rest = tree.children(inner).nth(1)?;
            let head = match (outer.as_slice(), indices(tree, inside).as_slice()) {
                ([more], [still]) => format!("((_ {name} {}) ", more.checked_add(*still)?),
                ([high, low], [_, below]) => {
                    let (high, low) = (high.checked_add(*below)?, low.checked_add(*below)?);
                    format!("((_ {name} {high} {low}) ")
                }
                _ => return None,
            };
            Some([head.as_bytes(), source(rest), b")"].concat())
        }
        _ => None,
    }
}

fn is(script: &Script, node: NodeId, name: &str) -> bool {
    script.tree.is_list(node) && operator(script, node).is_some_and(|(own, _)| own == name)
}

/// The indices of `(_ name ..)`.
fn indices(tree: &Tree, head: NodeId) -> Vec<u64> {
    let indices = tree.children(head).skip(2);
    indices
        .filter_map(|index| tree.symbols.number(tree.atom(index)?))
        .collect()
}

/// `(not (= t c))` as `(= t d)`, which is not the same unless there are only two, but as likely true.
fn other_constant(script: &Script, node: NodeId) -> Option<Vec<u8>> {
    let tree = &script.tree;
    let inner = tree.children(node).nth(1)?;
    if !is(script, node, "not") || !is(script, inner, "=") {
        return None;
    }
    let sides: Vec<NodeId> = tree.children(inner).skip(1).take(3).collect();
    let &[a, b] = sides.as_slice() else {
        return None;
    };
    let all = constants(script, script.terms.sort(script.term_at(a)?));
    for (term, constant) in [(a, b), (b, a)] {
        let own = tree.source(constant);
        if all.iter().any(|text| text == own) {
            let other = all.iter().find(|text| *text != own)?;
            return Some([b"(= ", tree.source(term), b" ", other, b")"].concat());
        }
    }
    None
}

impl Pass for Equivalent {
    fn name(&self) -> &'static str {
        "equivalent terms"
    }

    fn use_if(&self) -> Use {
        Use::Typed
    }

    fn targets(&self, current: &Current, min_bytes: usize) -> Vec<Target> {
        let Some(script) = current.script().filter(|_| min_bytes == 0) else {
            return Vec::new();
        };
        let nodes = script.tree.nodes();
        let fits =
            nodes.filter(|&n| shorter(script, n).is_some() || other_constant(script, n).is_some());
        fits.map(Target::at).collect()
    }

    fn step(&self, current: &Current, target: Target, variant: usize) -> Option<Vec<Edit>> {
        let script = current.script().filter(|_| variant == 0)?;
        let text = shorter(script, target.node).or_else(|| other_constant(script, target.node))?;
        Some(vec![Edit::replace(script.tree.range(target.node), text)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(term: &str, expected: &str) {
        let text = format!(
            "(declare-const a Int)(declare-const p Bool)(declare-const b (_ BitVec 8))(assert {term})"
        );
        let script = Script::parse(text.as_bytes()).unwrap();
        let found = script.tree.nodes().find_map(|n| shorter(&script, n));
        let found = found.unwrap_or_default();
        assert_eq!(String::from_utf8_lossy(&found), expected);
        assert!(found.len() < term.len());
    }

    #[test]
    fn terms_become_shorter() {
        check("(not (<= a 2))", "(> a 2)");
        check("(not (distinct a 2))", "(= a 2)");
        check("(not (bvslt b #xff))", "(bvsge b #xff)");
        check("(= (< a 2) false)", "(not (< a 2))");
        check("(ite p false true)", "(not p)");
        check("(= #b1 (bvcomp b #xff))", "(= b #xff)");
        check("(= a (- 0 a))", "(- a)");
        check(
            "(= ((_ extract 1 1) ((_ extract 5 2) b)) #b0)",
            "((_ extract 3 3) b)",
        );
        check(
            "(= ((_ sign_extend 1) ((_ sign_extend 7) b)) #x0000)",
            "((_ sign_extend 8) b)",
        );
    }

    #[test]
    fn constants_change_sides() {
        let text = b"(declare-const b (_ BitVec 1))(assert (not (= #b0 b)))";
        let script = Script::parse(*text).unwrap();
        let mut found = script
            .tree
            .nodes()
            .filter_map(|n| other_constant(&script, n));
        assert_eq!(found.next().unwrap(), b"(= b #b1)");
        assert!(found.next().is_none());
    }

    #[test]
    fn what_has_no_shorter_form_stays() {
        for term in ["(not (= a 2))", "(not (< a 2 3))", "(not p)", "(= p true)"] {
            check(term, "");
        }
    }
}
