//! `let`: values replaced by constants, variables by their values.

use super::variables::replace_uses;
use crate::current::{Current, constants};
use crate::edit::Edit;
use crate::pass::{Pass, Target, Use};
use crate::tidy::let_parts;
use smt::{DeclId, NodeId, Script, TermKind};

/// Values of `let` variables replaced by constants.
pub struct LetValues;

/// `let` variables replaced by their values, where that makes the script shorter.
pub struct Inline;

/// All bindings: their lists and the variables.
fn bindings(script: &Script) -> Vec<(NodeId, NodeId)> {
    let lets = script.tree.nodes().filter(|&node| {
        let term = script.term_at(node);
        term.is_some_and(|term| script.terms.kind(term) == TermKind::Let)
    });
    let parts = lets.filter_map(|node| Some((node, let_parts(script, node)?.0)));
    parts
        .flat_map(|(node, bindings)| bindings.into_iter().map(move |b| (node, b)))
        .collect()
}

fn variable(script: &Script, node: NodeId, binding: NodeId) -> Option<(DeclId, NodeId)> {
    let term = script.term_at(node)?;
    let (bindings, _) = let_parts(script, node)?;
    let place = bindings.iter().position(|b| *b == binding)?;
    let declaration = script.terms.variables(term).iter().nth(place)?;
    Some((declaration, script.tree.children(binding).nth(1)?))
}

fn targets(current: &Current, min_bytes: usize) -> Vec<Target> {
    let Some(script) = current.script() else {
        return Vec::new();
    };
    let all = bindings(script).into_iter();
    all.filter(|(_, b)| script.tree.range(*b).len() * 4 >= min_bytes)
        .map(|(node, binding)| Target::pair(node, binding))
        .collect()
}

impl Pass for LetValues {
    fn name(&self) -> &'static str {
        "let values"
    }

    fn use_if(&self) -> Use {
        Use::Typed
    }

    fn targets(&self, current: &Current, min_bytes: usize) -> Vec<Target> {
        // Many small bindings are as large as one.
        targets(current, min_bytes.min(1))
    }

    fn step(&self, current: &Current, target: Target, variant: usize) -> Option<Vec<Edit>> {
        let script = current.script()?;
        let value = script.tree.children(target.other).nth(1)?;
        let sort = script.terms.sort(script.term_at(value)?);
        // The other constants are tried of all terms that are left, later.
        let text = constants(script, sort).into_iter().next()?;
        (variant == 0).then(|| vec![Edit::replace(script.tree.range(value), text)])
    }
}

impl Pass for Inline {
    fn name(&self) -> &'static str {
        "let variables"
    }

    fn targets(&self, current: &Current, min_bytes: usize) -> Vec<Target> {
        targets(current, min_bytes)
    }

    fn step(&self, current: &Current, target: Target, variant: usize) -> Option<Vec<Edit>> {
        let script = current.script()?;
        let tree = &script.tree;
        let binding = target.other;
        let (declaration, value) = variable(script, target.node, binding)?;
        if variant > 0 {
            return None;
        }
        let mut edits = replace_uses(script, declaration, tree.source(value));
        // What makes the script longer is not worth making.
        if edits.len() > 1 && edits.len() * tree.range(value).len() > tree.range(binding).len() + 40
        {
            return None;
        }
        let (all, body) = let_parts(script, target.node)?;
        match all.len() {
            1 => edits.extend(Edit::keep_only(tree.range(target.node), tree.range(body))),
            _ => edits.push(Edit::delete(tree.range(binding))),
        }
        Some(edits)
    }
}
