//! `(and (and a b) c)` as `(and a b c)`, so that what is nested can go like what is not.

use super::arguments::is_flat;
use crate::current::Current;
use crate::edit::Edit;
use crate::pass::{Pass, Target, Use};

/// Nested applications of one operator made one.
pub struct Flatten;

impl Pass for Flatten {
    fn name(&self) -> &'static str {
        "flatten"
    }

    fn use_if(&self) -> Use {
        Use::Typed
    }

    fn targets(&self, current: &Current, _: usize) -> Vec<Target> {
        let Some(script) = current.script() else {
            return Vec::new();
        };
        let tree = &script.tree;
        let nested = |&node: &smt::NodeId| {
            let parent = current.parent(node);
            tree.is_list(node)
                && parent != node
                && tree.head(node).is_some()
                && tree.head(node) == tree.head(parent)
                && is_flat(script, node)
                && is_flat(script, parent)
        };
        tree.nodes().filter(nested).map(Target::at).collect()
    }

    fn step(&self, current: &Current, target: Target, variant: usize) -> Option<Vec<Edit>> {
        let tree = &current.script()?.tree;
        let list = tree.range(target.node);
        let first = tree.children(target.node).nth(1)?;
        (variant == 0).then(|| {
            vec![
                Edit::delete(list.start..tree.range(first).start),
                Edit::delete(list.end - 1..list.end),
            ]
        })
    }
}
