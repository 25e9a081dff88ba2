//! Recursive definitions: fewer of them, or not recursive.

use crate::current::Current;
use crate::edit::Edit;
use crate::pass::{Pass, Target, Use};
use smt::{CommandKind, NodeId};

/// Functions dropped from `define-funs-rec`, which becomes `define-fun-rec` for one alone.
pub struct DropFunctions;

/// `define-fun-rec` as `define-fun`.
pub struct NotRecursive;

impl Pass for DropFunctions {
    fn name(&self) -> &'static str {
        "recursive functions"
    }

    fn use_if(&self) -> Use {
        Use::Typed
    }

    fn targets(&self, current: &Current, _: usize) -> Vec<Target> {
        let Some(script) = current.script() else {
            return Vec::new();
        };
        let tree = &script.tree;
        let mut targets = Vec::new();
        for command in &script.commands {
            if matches!(command.kind, CommandKind::DefineFunsRec(_))
                && let Some(heads) = tree.children(command.node).nth(1)
            {
                let heads = tree.children(heads);
                targets.extend(heads.map(|head| Target::pair(command.node, head)));
            }
        }
        targets
    }

    fn largest_group(&self) -> usize {
        1
    }

    fn step(&self, current: &Current, target: Target, variant: usize) -> Option<Vec<Edit>> {
        let tree = &current.script()?.tree;
        let parts: Vec<NodeId> = tree.children(target.node).collect();
        let (0, &[_, heads, bodies]) = (variant, parts.as_slice()) else {
            return None;
        };
        let place = tree.children(heads).position(|h| h == target.other)?;
        let body = tree.children(bodies).nth(place)?;
        if tree.children(heads).count() > 1 {
            let both = [target.other, body].map(|n| Edit::delete(tree.range(n)));
            return Some(both.to_vec());
        }
        // The name, the parameters and the sort stand without a list of their own.
        let head = tree.source(target.other);
        let head = head.get(1..head.len().checked_sub(1)?)?;
        let text = [b"(define-fun-rec ", head, b" ", tree.source(body), b")"].concat();
        Some(vec![Edit::replace(tree.range(target.node), text)])
    }
}

impl Pass for NotRecursive {
    fn name(&self) -> &'static str {
        "recursion"
    }

    fn use_if(&self) -> Use {
        Use::Typed
    }

    fn targets(&self, current: &Current, _: usize) -> Vec<Target> {
        let Some(script) = current.script() else {
            return Vec::new();
        };
        let commands = script.commands.iter();
        let recursive = commands.filter(|c| matches!(c.kind, CommandKind::DefineFunRec(_)));
        recursive.map(|c| Target::at(c.node)).collect()
    }

    fn step(&self, current: &Current, target: Target, variant: usize) -> Option<Vec<Edit>> {
        let tree = &current.script()?.tree;
        let head = tree.children(target.node).next()?;
        (variant == 0).then(|| vec![Edit::replace(tree.range(head), *b"define-fun")])
    }
}
