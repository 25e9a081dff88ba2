//! Parameters of declared functions dropped, with the arguments that go there.

use crate::current::Current;
use crate::edit::Edit;
use crate::pass::{Pass, Target, Use};
use smt::{CommandKind, DeclId, Function, NodeId, Script, TermKind};

/// Parameters dropped: all of a function, then single ones.
pub struct DropParameters;

fn function(script: &Script, node: NodeId) -> Option<DeclId> {
    let command = script.commands.iter().find(|c| c.node == node)?;
    match command.kind {
        CommandKind::DeclareFun(d) => Some(d),
        _ => None,
    }
}

impl Pass for DropParameters {
    fn name(&self) -> &'static str {
        "parameters"
    }

    fn use_if(&self) -> Use {
        Use::Typed
    }

    fn targets(&self, current: &Current, _: usize) -> Vec<Target> {
        let Some(script) = current.script() else {
            return Vec::new();
        };
        let has_parameters = |kind: &CommandKind| match *kind {
            CommandKind::DeclareFun(d) => !script.declarations.parameters(d).is_empty(),
            _ => false,
        };
        let commands = script.commands.iter().filter(|c| has_parameters(&c.kind));
        commands.map(|c| Target::at(c.node)).collect()
    }

    fn step(&self, current: &Current, target: Target, variant: usize) -> Option<Vec<Edit>> {
        let script = current.script()?;
        let tree = &script.tree;
        let declaration = function(script, target.node)?;
        let parameters = tree.children(tree.children(target.node).nth(2)?);
        let parameters: Vec<NodeId> = parameters.collect();
        let count = parameters.len();
        let dropped = |place: usize| variant == 0 || variant == place + 1;
        if variant > count || (variant > 0 && count == 1) {
            return None;
        }
        let mut edits = Vec::new();
        for (place, parameter) in parameters.iter().enumerate() {
            if dropped(place) {
                edits.push(Edit::delete(tree.range(*parameter)));
            }
        }
        let mut covered = 0;
        for node in tree.nodes() {
            let Some(term) = script.term_at(node) else {
                continue;
            };
            if script.terms.kind(term) != TermKind::Apply
                || script.terms.function(term) != Function::Declared(declaration)
            {
                continue;
            }
            let children: Vec<NodeId> = tree.children(node).collect();
            if variant == 0 {
                let head = tree.range(*children.first()?);
                edits.extend(Edit::keep_only(tree.range(node), head));
            } else {
                // An argument that has such an application in it takes that with it.
                let gone = tree.range(*children.get(variant)?);
                if gone.start >= covered {
                    covered = gone.end;
                    edits.push(Edit::delete(gone));
                }
            }
        }
        if variant == 0 {
            // An application that lies in another one goes with it.
            edits.sort_by_key(|e| (e.place.start, std::cmp::Reverse(e.place.end)));
            let mut end = 0;
            edits.retain(|e| {
                let keep = e.place.start >= end;
                end = end.max(e.place.end);
                keep
            });
        }
        Some(edits)
    }
}
