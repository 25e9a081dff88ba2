//! Steps that know of nothing but lists, for scripts that need not make sense.

use crate::current::Current;
use crate::edit::Edit;
use crate::pass::{Pass, Target, Use};
use smt::{CommandKind, NodeId, Script};

/// Elements of lists dropped.
pub struct DropChildren;

/// Lists replaced by one of their elements.
pub struct KeepChild;

/// Elements of commands that nobody knows dropped.
pub struct DropFromUnknown;

/// Commands replaced by a list that is in them, and lists in commands that nobody knows.
pub struct KeepFromCommands;

/// The commands that nobody knows.
fn unknown(script: &Script) -> impl Iterator<Item = NodeId> + '_ {
    let commands = script.commands.iter();
    commands
        .filter(|c| c.kind == CommandKind::Raw)
        .map(|c| c.node)
}

impl Pass for DropFromUnknown {
    fn name(&self) -> &'static str {
        "elements"
    }

    fn use_if(&self) -> Use {
        Use::Loose
    }

    fn targets(&self, current: &Current, _: usize) -> Vec<Target> {
        let Some(script) = current.script() else {
            return Vec::new();
        };
        let inside = |command| script.tree.below(command).skip(1);
        // Solvers that let such commands pass take one level for granted, too.
        let levels = script
            .commands
            .iter()
            .filter(|c| matches!(c.kind, CommandKind::Push(_) | CommandKind::Pop(_)));
        let levels = levels.flat_map(|c| script.tree.children(c.node).skip(1));
        let unknown = unknown(script).flat_map(inside);
        levels.chain(unknown).map(Target::at).collect()
    }

    fn step(&self, current: &Current, target: Target, variant: usize) -> Option<Vec<Edit>> {
        let tree = &current.script()?.tree;
        (variant == 0).then(|| vec![Edit::delete(tree.range(target.node))])
    }
}

impl Pass for KeepFromCommands {
    fn name(&self) -> &'static str {
        "lists"
    }

    fn use_if(&self) -> Use {
        Use::Loose
    }

    fn targets(&self, current: &Current, min_bytes: usize) -> Vec<Target> {
        let Some(script) = current.script().filter(|_| min_bytes == 0) else {
            return Vec::new();
        };
        let tree = &script.tree;
        let mut targets: Vec<Target> = tree.commands().map(Target::at).collect();
        for command in unknown(script) {
            let lists = tree.below(command).skip(1).filter(|&n| tree.is_list(n));
            targets.extend(lists.map(Target::at));
        }
        targets
    }

    fn step(&self, current: &Current, target: Target, variant: usize) -> Option<Vec<Edit>> {
        let tree = &current.script()?.tree;
        let lists = tree.children(target.node).filter(|&c| tree.is_list(c));
        let child = lists.take(4).nth(variant)?;
        Some(Edit::keep_only(tree.range(target.node), tree.range(child)))
    }

    fn largest_group(&self) -> usize {
        1
    }
}

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
        // The largest first: of lists in lists in lists, that is the way to what is in them all.
        let mut children: Vec<NodeId> = tree.children(target.node).collect();
        children.sort_by_key(|&child| std::cmp::Reverse(tree.range(child).len()));
        let child = *children.get(variant).filter(|_| variant < 8)?;
        Some(Edit::keep_only(tree.range(target.node), tree.range(child)))
    }
}
