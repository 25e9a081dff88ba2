//! Definitions: uses replaced by bodies, and bodies forgotten.

use crate::current::Current;
use crate::edit::{Edit, Edits};
use crate::pass::{Pass, Target, Use};
use smt::{CommandKind, Definition, Function, NodeId, Script, TermKind};

/// Defined functions replaced by their bodies wherever they are used.
pub struct Inline;

/// Definitions that become declarations.
pub struct Undefine;

fn definition(script: &Script, node: NodeId) -> Option<&Definition> {
    let command = script.commands.iter().find(|c| c.node == node)?;
    match &command.kind {
        CommandKind::DefineFun(d) | CommandKind::DefineConst(d) => Some(d),
        _ => None,
    }
}

fn targets(current: &Current, fits: fn(&CommandKind) -> bool) -> Vec<Target> {
    let Some(script) = current.script() else {
        return Vec::new();
    };
    let commands = script.commands.iter().filter(|c| fits(&c.kind));
    commands.map(|c| Target::at(c.node)).collect()
}

impl Pass for Inline {
    fn name(&self) -> &'static str {
        "definitions"
    }

    fn targets(&self, current: &Current, _: usize) -> Vec<Target> {
        targets(current, |kind| {
            matches!(
                kind,
                CommandKind::DefineFun(_) | CommandKind::DefineConst(_)
            )
        })
    }

    fn step(&self, current: &Current, target: Target, variant: usize) -> Option<Vec<Edit>> {
        let script = current.script()?;
        let tree = &script.tree;
        let definition = definition(script, target.node)?;
        let body = tree.children(target.node).last()?;
        if variant > 0 {
            return None;
        }
        let mut edits = vec![Edit::delete(tree.range(target.node))];
        let parameters: Vec<_> = definition.parameters.iter().collect();
        for node in tree.nodes() {
            let Some(term) = script.term_at(node) else {
                continue;
            };
            let applies = matches!(script.terms.kind(term), TermKind::Symbol | TermKind::Apply);
            if !applies || script.terms.function(term) != Function::Declared(definition.function) {
                continue;
            }
            let arguments: Vec<NodeId> = tree.children(node).skip(1).collect();
            let mut inside = Edits::default();
            let start = tree.range(body).start;
            for (parameter, argument) in parameters.iter().zip(&arguments) {
                for edit in
                    super::variables::replace_uses(script, *parameter, tree.source(*argument))
                {
                    let place = edit.place.start.checked_sub(start)?..edit.place.end - start;
                    inside.add(vec![Edit::replace(place, edit.text)]);
                }
            }
            edits.push(Edit::replace(
                tree.range(node),
                inside.apply(tree.source(body)),
            ));
        }
        Some(edits)
    }
}

impl Pass for Undefine {
    fn name(&self) -> &'static str {
        "bodies of definitions"
    }

    fn use_if(&self) -> Use {
        Use::Typed
    }

    fn targets(&self, current: &Current, _: usize) -> Vec<Target> {
        targets(current, |kind| {
            matches!(
                kind,
                CommandKind::DefineFun(_) | CommandKind::DefineFunRec(_)
            )
        })
    }

    fn step(&self, current: &Current, target: Target, variant: usize) -> Option<Vec<Edit>> {
        let script = current.script()?;
        let tree = &script.tree;
        let children: Vec<NodeId> = tree.children(target.node).collect();
        let (0, &[head, _, parameters, _, body]) = (variant, children.as_slice()) else {
            return None;
        };
        let mut edits = vec![
            Edit::replace(tree.range(head), *b"declare-fun"),
            Edit::delete(tree.range(body)),
        ];
        for parameter in tree.children(parameters) {
            let sort = tree.children(parameter).nth(1)?;
            edits.extend(Edit::keep_only(tree.range(parameter), tree.range(sort)));
        }
        Some(edits)
    }
}
