//! Steps that know of nothing but lists, for scripts that need not make sense.

use crate::current::Current;
use crate::edit::Edit;
use crate::pass::{Pass, Target, Use};

/// Elements of lists dropped.
pub struct DropChildren;

/// Lists replaced by one of their elements.
pub struct KeepChild;

impl Pass for DropChildren {
    fn name(&self) -> &'static str {
        "elements"
    }

    fn use_if(&self) -> Use {
        Use::Untyped
    }

    fn targets(&self, current: &Current, min_bytes: usize) -> Vec<Target> {
        let nodes = current.nodes_from_the_top(min_bytes).into_iter();
        let inner = nodes.filter(|&node| current.parent(node) != node);
        inner.map(Target::at).collect()
    }

    fn step(&self, current: &Current, target: Target, variant: usize) -> Option<Vec<Edit>> {
        let tree = &current.script()?.tree;
        (variant == 0).then(|| vec![Edit::delete(tree.range(target.node))])
    }
}

impl Pass for KeepChild {
    fn name(&self) -> &'static str {
        "lists"
    }

    fn use_if(&self) -> Use {
        Use::Untyped
    }

    fn targets(&self, current: &Current, min_bytes: usize) -> Vec<Target> {
        let Some(script) = current.script() else {
            return Vec::new();
        };
        let nodes = current.nodes_from_the_top(min_bytes).into_iter();
        let lists = nodes.filter(|&n| current.parent(n) != n && script.tree.is_list(n));
        lists.map(Target::at).collect()
    }

    fn step(&self, current: &Current, target: Target, variant: usize) -> Option<Vec<Edit>> {
        let tree = &current.script()?.tree;
        let child = tree.children(target.node).nth(variant)?;
        (variant < 8).then(|| Edit::keep_only(tree.range(target.node), tree.range(child)))
    }
}
