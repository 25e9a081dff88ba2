//! Declarations removed, and written in the shortest way.

use super::commands::is_declaration;
use crate::current::Current;
use crate::edit::Edit;
use crate::pass::{Pass, Target, Use};
use smt::CommandKind;

/// Declarations removed.
pub struct Declarations;

/// `(declare-fun x () S)` as `(declare-const x S)`.
pub struct AsConstants;

impl Pass for Declarations {
    fn name(&self) -> &'static str {
        "declarations"
    }

    fn use_if(&self) -> Use {
        Use::Typed
    }

    fn targets(&self, current: &Current, _: usize) -> Vec<Target> {
        let Some(script) = current.script() else {
            return Vec::new();
        };
        let commands = script.commands.iter();
        let declarations = commands.filter(|c| is_declaration(&c.kind));
        declarations.map(|c| Target::at(c.node)).collect()
    }

    fn step(&self, current: &Current, target: Target, variant: usize) -> Option<Vec<Edit>> {
        let tree = &current.script()?.tree;
        (variant == 0).then(|| vec![Edit::delete(tree.range(target.node))])
    }
}

impl Pass for AsConstants {
    fn name(&self) -> &'static str {
        "declare-const"
    }

    fn targets(&self, current: &Current, _: usize) -> Vec<Target> {
        let Some(script) = current.script() else {
            return Vec::new();
        };
        let constant = |kind: &CommandKind| match *kind {
            CommandKind::DeclareFun(d) => script.declarations.parameters(d).is_empty(),
            _ => false,
        };
        let commands = script.commands.iter().filter(|c| constant(&c.kind));
        commands.map(|c| Target::at(c.node)).collect()
    }

    fn step(&self, current: &Current, target: Target, variant: usize) -> Option<Vec<Edit>> {
        let tree = &current.script()?.tree;
        let children: Vec<_> = tree.children(target.node).collect();
        match (variant, children.as_slice()) {
            (0, &[head, _, parameters, _]) => Some(vec![
                Edit::replace(tree.range(head), *b"declare-const"),
                Edit::delete(tree.range(parameters)),
            ]),
            _ => None,
        }
    }
}
