//! Arguments of operators that take any number of them, dropped.

use crate::current::Current;
use crate::edit::{Edit, Edits};
use crate::pass::{Pass, Target, Use};
use smt::{NodeId, Script, TermKind};

/// Arguments dropped; one that is left alone takes the place of the whole.
pub struct Arguments;

/// Operators of any number of arguments that are nothing but their argument if there is only one.
const FLAT: &[&str] = &[
    "and",
    "or",
    "+",
    "*",
    "xor",
    "str.++",
    "seq.++",
    "re.union",
    "re.inter",
    "re.++",
    "bvand",
    "bvor",
    "bvadd",
    "bvmul",
    "bvxor",
    "concat",
    "ff.add",
    "ff.mul",
    "set.union",
    "set.inter",
];

/// Operators of any number of arguments, but at least two.
const CHAINS: &[&str] = &["=", "distinct", "<", "<=", ">", ">=", "-", "=>", "/", "div"];

fn operator_is_among(script: &Script, node: NodeId, names: &[&str]) -> bool {
    let applies = script
        .term_at(node)
        .is_some_and(|term| script.terms.kind(term) == TermKind::Apply);
    let head = script.tree.head(node).filter(|_| applies);
    head.is_some_and(|head| names.contains(&&*script.tree.symbols.name(head)))
}

/// Whether a node applies an operator that can be flattened.
pub fn is_flat(script: &Script, node: NodeId) -> bool {
    operator_is_among(script, node, FLAT)
}

impl Pass for Arguments {
    fn name(&self) -> &'static str {
        "arguments"
    }

    fn use_if(&self) -> Use {
        Use::Typed
    }

    fn targets(&self, current: &Current, min_bytes: usize) -> Vec<Target> {
        let Some(script) = current.script() else {
            return Vec::new();
        };
        let mut targets = Vec::new();
        for (node, term) in current.terms_from_the_top(min_bytes) {
            let count = script.terms.arguments(term).len();
            let least = match () {
                () if is_flat(script, node) => 2,
                () if operator_is_among(script, node, CHAINS) => 3,
                () => continue,
            };
            if count >= least {
                let arguments = script.tree.children(node).skip(1);
                let large = |a: &NodeId| script.tree.range(*a).len() * 8 >= min_bytes;
                targets.extend(arguments.filter(large).map(|a| Target::pair(node, a)));
            }
        }
        targets
    }

    fn step(&self, _: &Current, _: Target, _: usize) -> Option<Vec<Edit>> {
        None
    }

    fn steps(&self, current: &Current, targets: &[Target], variant: usize) -> Option<Edits> {
        if variant > 0 {
            return None;
        }
        let script = current.script()?;
        let tree = &script.tree;
        let mut edits = Edits::default();
        for dropped in targets.chunk_by(|a, b| a.node == b.node) {
            let node = dropped.first()?.node;
            let is_dropped = |a: &NodeId| dropped.iter().any(|t| t.other == *a);
            let (gone, mut left): (Vec<NodeId>, Vec<NodeId>) =
                tree.children(node).skip(1).partition(is_dropped);
            let least = if is_flat(script, node) { 1 } else { 2 };
            // The first ones stay if none would.
            let missing = least - left.len().min(least);
            let gone = gone.get(missing..).unwrap_or(&[]);
            if missing > 0 {
                left = tree.children(node).skip(1).take(least).collect();
            }
            edits.add(match left.as_slice() {
                &[only] => Edit::keep_only(tree.range(node), tree.range(only)),
                _ => gone.iter().map(|a| Edit::delete(tree.range(*a))).collect(),
            });
        }
        Some(edits)
    }
}
