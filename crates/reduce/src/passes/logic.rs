//! Simpler logics, where one must be set.

use crate::current::Current;
use crate::edit::Edit;
use crate::pass::{Pass, Target};
use smt::{NodeId, Sym, Tree};

/// The logic of all things, or one with a part less.
pub struct Logics;

/// Parts of the names of logics.
const PARTS: [&str; 10] = ["QF_", "UF", "BV", "FP", "DT", "A", "S", "N", "I", "R"];

fn name(tree: &Tree, command: NodeId) -> Option<NodeId> {
    let mut children = tree.children(command);
    let head = children.next().and_then(|n| tree.symbol(n))?;
    (tree.symbols.name(head) == "set-logic").then(|| children.next())?
}

impl Pass for Logics {
    fn name(&self) -> &'static str {
        "logics"
    }

    fn targets(&self, current: &Current, min_bytes: usize) -> Vec<Target> {
        let Some(script) = current.script().filter(|_| min_bytes == 0) else {
            return Vec::new();
        };
        let commands = script.tree.commands();
        let names = commands.filter_map(|command| name(&script.tree, command));
        names.map(Target::at).collect()
    }

    fn step(&self, current: &Current, target: Target, variant: usize) -> Option<Vec<Edit>> {
        let tree = &current.script()?.tree;
        let symbol: Sym = tree.symbol(target.node)?;
        let name = tree.symbols.name(symbol);
        let mut names = vec!["ALL".to_string()];
        for part in PARTS {
            names.push(name.replacen(part, "", 1));
        }
        let simpler =
            |new: &String| !new.is_empty() && (new.len(), new.as_str()) < (name.len(), &*name);
        let new = names.into_iter().filter(simpler).nth(variant)?;
        Some(vec![Edit::replace(tree.range(target.node), new)])
    }
}
