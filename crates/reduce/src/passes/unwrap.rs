//! Terms replaced by terms of the same sort that are in them: `not`, `ite`, `store` and all others
//! lose their wrapping.

use crate::current::Current;
use crate::edit::Edit;
use crate::pass::{Pass, Target, Use};
use smt::{NodeId, Script, TermKind};

/// Terms replaced by the nearest below them that have the same sort.
pub struct Unwrap;

/// How many such terms are tried of one.
const MOST: usize = 6;

impl Pass for Unwrap {
    fn name(&self) -> &'static str {
        "subterms"
    }

    fn use_if(&self) -> Use {
        Use::Typed
    }

    fn targets(&self, current: &Current, min_bytes: usize) -> Vec<Target> {
        let Some(script) = current.script() else {
            return Vec::new();
        };
        let terms = current.terms_from_the_top(min_bytes);
        let mut targets = Vec::new();
        for (node, _) in terms {
            let nearest = nearest(script, node);
            targets.extend(nearest.into_iter().map(|below| Target::pair(node, below)));
        }
        targets
    }

    fn step(&self, current: &Current, target: Target, variant: usize) -> Option<Vec<Edit>> {
        let tree = &current.script()?.tree;
        (variant == 0).then(|| Edit::keep_only(tree.range(target.node), tree.range(target.other)))
    }
}

/// The terms below a node that have its sort and none of it between: arguments first, large ones
/// before small ones.
fn nearest(script: &Script, node: NodeId) -> Vec<NodeId> {
    let tree = &script.tree;
    let Some(term) = script.term_at(node).filter(|_| tree.is_list(node)) else {
        return Vec::new();
    };
    // The values of a `let` are not what it is about, and without it nobody would know its names.
    if script.terms.kind(term) == TermKind::Let {
        return Vec::new();
    }
    let sort = script.terms.sort(term);
    let mut found: Vec<(bool, NodeId)> = Vec::new();
    let mut looked_at = 0;
    let mut todo: Vec<NodeId> = tree.children(node).collect();
    while let Some(below) = todo.pop() {
        looked_at += 1;
        if looked_at > 200 {
            break;
        }
        match script.term_at(below) {
            Some(term) if script.terms.sort(term) == sort => {
                let is_atom_of_other_sort =
                    !tree.is_list(below) && !tree.children(node).any(|c| c == below);
                found.push((is_atom_of_other_sort, below));
            }
            _ => todo.extend(tree.children(below)),
        }
    }
    found.sort_by_key(|&(far, below)| (far, std::cmp::Reverse(tree.range(below).len()), below));
    found.dedup_by(|a, b| tree.source(a.1) == tree.source(b.1));
    found.into_iter().map(|(_, n)| n).take(MOST).collect()
}
