//! Quantifiers: instantiated, or with fewer variables.

use super::variables::replace_uses;
use crate::current::{Current, constants};
use crate::edit::Edit;
use crate::pass::{Pass, Target, Use};
use smt::{NodeId, Script, TermKind};

/// Quantifiers replaced by their bodies, with constants for the variables.
pub struct Instantiate;

/// Variables of quantifiers dropped: those nobody uses, or with a constant in their place.
pub struct DropVariables;

fn binders(current: &Current, min_bytes: usize) -> Vec<NodeId> {
    let Some(script) = current.script() else {
        return Vec::new();
    };
    let terms = current.terms_from_the_top(min_bytes).into_iter();
    let binders = terms.filter(|(_, term)| script.terms.kind(*term) == TermKind::Binder);
    binders.map(|(node, _)| node).collect()
}

fn parts(script: &Script, node: NodeId) -> Option<(Vec<NodeId>, NodeId)> {
    let mut children = script.tree.children(node).skip(1);
    let (variables, body) = (children.next()?, children.next()?);
    match children.next() {
        None => Some((script.tree.children(variables).collect(), body)),
        Some(_) => None,
    }
}

impl Pass for Instantiate {
    fn name(&self) -> &'static str {
        "quantifiers"
    }

    fn use_if(&self) -> Use {
        Use::Typed
    }

    fn targets(&self, current: &Current, min_bytes: usize) -> Vec<Target> {
        let binders = binders(current, min_bytes).into_iter();
        binders.map(Target::at).collect()
    }

    fn step(&self, current: &Current, target: Target, variant: usize) -> Option<Vec<Edit>> {
        let script = current.script()?;
        let (_, body) = parts(script, target.node)?;
        if variant > 0 {
            return None;
        }
        let ranges = (script.tree.range(target.node), script.tree.range(body));
        let mut edits = Edit::keep_only(ranges.0, ranges.1);
        for variable in script.terms.variables(script.term_at(target.node)?).iter() {
            let sort = script.declarations.sort(variable);
            // Without a constant of that sort it stays open, and is refused unless it is not used.
            if let Some(text) = constants(script, sort).first() {
                edits.extend(replace_uses(script, variable, text));
            }
        }
        Some(edits)
    }
}

impl Pass for DropVariables {
    fn name(&self) -> &'static str {
        "quantified variables"
    }

    fn use_if(&self) -> Use {
        Use::Typed
    }

    fn targets(&self, current: &Current, min_bytes: usize) -> Vec<Target> {
        let Some(script) = current.script() else {
            return Vec::new();
        };
        let mut targets = Vec::new();
        for node in binders(current, min_bytes) {
            let variables = parts(script, node).map_or(Vec::new(), |(variables, _)| variables);
            if variables.len() > 1 {
                targets.extend(variables.into_iter().map(|v| Target::pair(node, v)));
            }
        }
        targets
    }

    fn step(&self, current: &Current, target: Target, variant: usize) -> Option<Vec<Edit>> {
        let script = current.script()?;
        let (variables, _) = parts(script, target.node)?;
        let place = variables.iter().position(|v| *v == target.other)?;
        let declarations = script.terms.variables(script.term_at(target.node)?);
        let variable = declarations.iter().nth(place)?;
        let mut edits = vec![Edit::delete(script.tree.range(*variables.get(place)?))];
        let sort = script.declarations.sort(variable);
        let name = |d| {
            script
                .tree
                .symbols
                .bytes(script.declarations.name(d))
                .to_vec()
        };
        let uses = |text: &[u8]| replace_uses(script, variable, text);
        match variant {
            0 => {
                let constant = constants(script, sort).into_iter().next();
                edits.extend(constant.map(|text| uses(&text)).unwrap_or_default());
            }
            // Another one of its sort.
            1 => {
                let mut others = declarations.iter();
                let other =
                    others.find(|&o| o != variable && script.declarations.sort(o) == sort)?;
                edits.extend(uses(&name(other)));
            }
            _ => return None,
        }
        Some(edits)
    }
}
