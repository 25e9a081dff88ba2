//! Operators replaced by simpler ones of the same signature.
//!
//! Every step must make the script shorter or put it earlier in the alphabet, so the tables only
//! have what does: `bvsdiv` becomes `bvadd` and not `bvudiv`.

use crate::current::Current;
use crate::edit::Edit;
use crate::pass::{Pass, Target, Use};
use smt::{Function, NodeId, Script, Sym, TermKind};
use std::borrow::Cow;

/// Operators replaced by simpler ones.
pub struct Simpler;

/// An operator and those that can stand in its place with the same arguments, simplest first. An
/// indexed operator goes with its indices.
const SAME_ARGUMENTS: &[(&str, &[&str])] = &[
    // Core and arithmetic.
    ("distinct", &["="]),
    ("xor", &["="]),
    ("=>", &["="]),
    ("implies", &["="]),
    ("iff", &["="]),
    ("<=", &["="]),
    (">=", &["="]),
    (">", &["="]),
    ("-", &["+"]),
    ("/", &["+"]),
    ("div", &["+"]),
    ("mod", &["+"]),
    ("abs", &["-"]),
    // Bit-vectors.
    ("bvsub", &["bvadd"]),
    ("bvmul", &["bvadd"]),
    ("bvudiv", &["bvadd"]),
    ("bvsdiv", &["bvadd"]),
    ("bvurem", &["bvadd"]),
    ("bvsrem", &["bvadd"]),
    ("bvsmod", &["bvadd"]),
    ("bvshl", &["bvadd"]),
    ("bvlshr", &["bvadd", "bvshl"]),
    ("bvashr", &["bvadd", "bvshl"]),
    ("bvand", &["bvor"]),
    ("bvxor", &["bvor"]),
    ("bvnor", &["bvor"]),
    ("bvnand", &["bvor", "bvand"]),
    ("bvxnor", &["bvor", "bvxor"]),
    ("bvule", &["="]),
    ("bvult", &["="]),
    ("bvuge", &["="]),
    ("bvugt", &["="]),
    ("bvsle", &["="]),
    ("bvslt", &["="]),
    ("bvsge", &["="]),
    ("bvsgt", &["="]),
    ("bvuaddo", &["="]),
    ("bvsaddo", &["="]),
    ("bvumulo", &["="]),
    ("bvsmulo", &["="]),
    ("bvusubo", &["="]),
    ("bvssubo", &["="]),
    ("bvsdivo", &["="]),
    ("rotate_left", &["bvneg"]),
    ("rotate_right", &["bvneg"]),
    ("ff.mul", &["ff.add"]),
    ("ff.bitsum", &["ff.add"]),
    // Floating point.
    ("fp.sub", &["fp.add"]),
    ("fp.mul", &["fp.add"]),
    ("fp.div", &["fp.add"]),
    ("fp.rem", &["fp.max"]),
    ("fp.min", &["fp.max"]),
    ("fp.roundToIntegral", &["fp.sqrt"]),
    ("fp.neg", &["fp.abs"]),
    ("fp.leq", &["="]),
    ("fp.lt", &["="]),
    ("fp.geq", &["="]),
    ("fp.gt", &["="]),
    ("fp.eq", &["="]),
    ("fp.isSubnormal", &["fp.isNaN"]),
    ("fp.isNormal", &["fp.isNaN"]),
    ("fp.isZero", &["fp.isNaN"]),
    ("fp.isInfinite", &["fp.isNaN"]),
    ("fp.isNegative", &["fp.isNaN"]),
    ("fp.isPositive", &["fp.isNaN"]),
    // Strings, sequences and regular expressions.
    ("str.replace_all", &["str.replace"]),
    ("str.replace_re_all", &["str.replace_re"]),
    ("str.prefixof", &["="]),
    ("str.suffixof", &["="]),
    ("str.contains", &["="]),
    ("str.<=", &["="]),
    ("str.<", &["="]),
    ("seq.replace_all", &["seq.replace"]),
    ("seq.prefixof", &["="]),
    ("seq.suffixof", &["="]),
    ("seq.contains", &["="]),
    ("re.+", &["re.*"]),
    ("re.opt", &["re.*"]),
    ("re.comp", &["re.*"]),
    ("re.loop", &["re.*"]),
    ("re.^", &["re.*"]),
    ("re.union", &["re.++"]),
    ("re.inter", &["re.++"]),
    ("re.diff", &["re.++"]),
    // Sets and bags.
    ("set.minus", &["set.inter"]),
    ("set.union", &["set.inter"]),
    ("set.subset", &["="]),
    ("bag.subbag", &["="]),
];

/// An operator, another one, and which of its arguments that one is given.
const FEWER_ARGUMENTS: &[(&str, &str, &[usize])] = &[
    // What was false together with something may be true without it.
    ("and", "not", &[0]),
    ("and", "not", &[1]),
    ("or", "not", &[0]),
    ("or", "not", &[1]),
    ("fp.fma", "fp.add", &[0, 2, 3]),
    ("fp.fma", "fp.mul", &[0, 1, 2]),
    ("str.substr", "str.at", &[0, 1]),
    ("str.indexof", "str.len", &[0]),
    ("str.replace", "str.++", &[0, 2]),
    ("re.range", "str.to_re", &[0]),
    ("bvnand", "bvnot", &[0]),
    ("bvnor", "bvnot", &[0]),
    ("seq.extract", "seq.at", &[0, 1]),
    ("seq.indexof", "seq.len", &[0]),
];

/// Constants that are spelled in a longer way than others which mean the same or much the same.
const CONSTANTS: &[(&str, &[&str])] = &[
    ("roundNearestTiesToEven", &["RNE"]),
    ("roundNearestTiesToAway", &["RNE", "RNA"]),
    ("roundTowardPositive", &["RNE", "RTP"]),
    ("roundTowardNegative", &["RNE", "RTN"]),
    ("roundTowardZero", &["RNE", "RTZ"]),
    ("RTP", &["RNE"]),
    ("RTN", &["RNE"]),
    ("RTZ", &["RNE"]),
];

/// The name of the theory's operator that a node applies, or of the theory's constant it is, and
/// where it stands.
pub fn operator(script: &Script, node: NodeId) -> Option<(Cow<'_, str>, NodeId)> {
    let tree = &script.tree;
    let term = script.term_at(node)?;
    let applies = script.terms.kind(term) == TermKind::Apply;
    let is_symbol = script.terms.kind(term) == TermKind::Symbol;
    let declared = matches!(script.terms.function(term), Function::Declared(_));
    if declared || !(applies || is_symbol) {
        return None;
    }
    let head = match applies {
        true => tree.children(node).next()?,
        false => node,
    };
    let name = match tree.is_list(head) {
        true if tree.head(head) == Some(Sym::INDEXED) => tree.children(head).nth(1)?,
        true => return None,
        false => head,
    };
    Some((tree.symbols.name(tree.symbol(name)?), head))
}

fn named(
    table: &'static [(&'static str, &'static [&'static str])],
    name: &str,
) -> &'static [&'static str] {
    let entry = table.iter().find(|(from, _)| *from == name);
    entry.map_or(&[], |(_, to)| to)
}

/// What to do at a node, simplest first.
fn steps(script: &Script, node: NodeId) -> Vec<Vec<Edit>> {
    let tree = &script.tree;
    let Some((name, head)) = operator(script, node) else {
        return Vec::new();
    };
    let place = tree.range(head);
    if head == node {
        let replace = |to: &&str| vec![Edit::replace(place.clone(), to.as_bytes())];
        return named(CONSTANTS, &name).iter().map(replace).collect();
    }
    let arguments: Vec<NodeId> = tree.children(node).skip(1).collect();
    let mut steps = Vec::new();
    for (_, to, kept) in FEWER_ARGUMENTS.iter().filter(|(from, _, _)| *from == name) {
        if kept.iter().all(|place| *place < arguments.len()) {
            let mut edits = vec![Edit::replace(place.clone(), to.as_bytes())];
            for (place, argument) in arguments.iter().enumerate() {
                if !kept.contains(&place) {
                    edits.push(Edit::delete(tree.range(*argument)));
                }
            }
            steps.push(edits);
        }
    }
    // The minus with one argument is another operator.
    if name != "-" || arguments.len() > 1 {
        let replace = |to: &&str| vec![Edit::replace(place.clone(), to.as_bytes())];
        steps.extend(named(SAME_ARGUMENTS, &name).iter().map(replace));
    }
    steps
}

impl Pass for Simpler {
    fn name(&self) -> &'static str {
        "operators"
    }

    fn use_if(&self) -> Use {
        Use::Typed
    }

    fn targets(&self, current: &Current, min_bytes: usize) -> Vec<Target> {
        // What can go as a whole is gone by then.
        let Some(script) = current.script().filter(|_| min_bytes == 0) else {
            return Vec::new();
        };
        let nodes = script.tree.nodes();
        let fits = |node: &NodeId| !steps(script, *node).is_empty();
        nodes.filter(fits).map(Target::at).collect()
    }

    fn step(&self, current: &Current, target: Target, variant: usize) -> Option<Vec<Edit>> {
        steps(current.script()?, target.node)
            .into_iter()
            .nth(variant)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_only_have_what_is_simpler() {
        for (from, to) in SAME_ARGUMENTS.iter().chain(CONSTANTS) {
            for to in *to {
                // The indices of an indexed operator go with it.
                let shorter = (to.len(), *to) < (from.len(), *from);
                assert!(shorter, "{from} {to}");
            }
        }
        for (from, to, kept) in FEWER_ARGUMENTS {
            // An argument has a byte and one before it.
            assert!(to.len() <= from.len() + 1 && !kept.is_empty(), "{from}");
        }
    }

    #[test]
    fn every_name_is_an_operator() {
        let known = |name: &str| {
            let text = format!("(assert ({name} x))");
            let script = Script::parse(text.into_bytes()).unwrap();
            let unknown: Vec<_> = script.unknown_symbols.iter().collect();
            unknown.len() < 2
        };
        let same = SAME_ARGUMENTS
            .iter()
            .flat_map(|(from, to)| std::iter::once(*from).chain(to.iter().copied()));
        let fewer = FEWER_ARGUMENTS
            .iter()
            .flat_map(|(from, to, _)| [*from, *to]);
        for name in same.chain(fewer) {
            assert!(known(name), "{name}");
        }
    }
}
