//! What stands between a `push` and its `pop`, or only these two.

use crate::current::Current;
use crate::edit::Edit;
use crate::pass::{Pass, Target};
use smt::CommandKind;

/// Scopes removed, with all in them or without.
pub struct Scopes;

impl Pass for Scopes {
    fn name(&self) -> &'static str {
        "scopes"
    }

    fn targets(&self, current: &Current, _: usize) -> Vec<Target> {
        let Some(script) = current.script() else {
            return Vec::new();
        };
        let mut open = Vec::new();
        let mut pairs = Vec::new();
        for command in &script.commands {
            match command.kind {
                CommandKind::Push(levels) => open.push((command.node, levels)),
                CommandKind::Pop(levels) => match open.pop() {
                    Some((push, pushed)) if pushed == levels => {
                        pairs.push(Target::pair(push, command.node));
                    }
                    // Levels that do not pair up are for the pass over commands.
                    _ => open.clear(),
                },
                CommandKind::Reset | CommandKind::ResetAssertions => open.clear(),
                _ => {}
            }
        }
        pairs.sort_by_key(|pair| pair.node);
        pairs
    }

    fn variants_of_groups(&self) -> usize {
        2
    }

    fn step(&self, current: &Current, target: Target, variant: usize) -> Option<Vec<Edit>> {
        let tree = &current.script()?.tree;
        let (push, pop) = (tree.range(target.node), tree.range(target.other));
        match variant {
            0 => Some(vec![Edit::delete(push.start..pop.end)]),
            1 => Some(vec![Edit::delete(push), Edit::delete(pop)]),
            _ => None,
        }
    }
}
