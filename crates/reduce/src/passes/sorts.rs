//! Sorts replaced by simpler ones throughout.

use crate::current::Current;
use crate::edit::Edit;
use crate::pass::{Pass, Target, Use};
use smt::{NodeId, Script};
use std::collections::BTreeSet;

/// A sort replaced by `Int` or `Bool` wherever it is written, or by one of those it is made of.
pub struct Simpler;

const SIMPLE: [&[u8]; 2] = [b"Int", b"Bool"];

/// The places where a sort stands: in declarations and behind the variables of quantifiers.
fn sort_places(script: &Script) -> Vec<NodeId> {
    let tree = &script.tree;
    let mut places = Vec::new();
    for command in tree.commands() {
        let head = tree.head(command).map(|h| tree.symbols.name(h));
        let children: Vec<NodeId> = tree.children(command).collect();
        match (head.as_deref(), children.as_slice()) {
            (Some("declare-const"), &[_, _, sort]) => places.push(sort),
            (Some("declare-fun"), &[_, _, parameters, sort]) => {
                places.extend(tree.children(parameters));
                places.push(sort);
            }
            (Some("define-fun"), &[_, _, parameters, sort, _]) => {
                let sorts = tree
                    .children(parameters)
                    .filter_map(|p| tree.children(p).nth(1));
                places.extend(sorts);
                places.push(sort);
            }
            _ => {}
        }
    }
    for node in tree.nodes() {
        let binder = script
            .term_at(node)
            .is_some_and(|t| script.terms.kind(t) == smt::TermKind::Binder);
        if binder && let Some(variables) = tree.children(node).nth(1) {
            let sorts = tree
                .children(variables)
                .filter_map(|v| tree.children(v).nth(1));
            places.extend(sorts);
        }
    }
    places
}

impl Pass for Simpler {
    fn name(&self) -> &'static str {
        "sorts"
    }

    fn use_if(&self) -> Use {
        Use::Typed
    }

    fn targets(&self, current: &Current, _: usize) -> Vec<Target> {
        let Some(script) = current.script() else {
            return Vec::new();
        };
        let mut seen = BTreeSet::new();
        let places = sort_places(script).into_iter();
        let distinct = places.filter(|&n| seen.insert(script.tree.source(n)));
        distinct.map(Target::at).collect()
    }

    fn largest_group(&self) -> usize {
        1
    }

    fn step(&self, current: &Current, target: Target, variant: usize) -> Option<Vec<Edit>> {
        let script = current.script()?;
        let tree = &script.tree;
        let source = tree.source(target.node);
        let mut simpler: Vec<Vec<u8>> = tree
            .children(target.node)
            .skip(1)
            .filter(|&c| tree.is_list(c) || tree.symbol(c).is_some())
            .map(|c| tree.source(c).to_vec())
            .collect();
        simpler.extend(SIMPLE.iter().map(|s| s.to_vec()));
        simpler.retain(|s| (s.len(), s.as_slice()) < (source.len(), source));
        let text = simpler.get(variant)?;
        // Wherever the same sort is written, also inside of others and behind `as`.
        let mut edits: Vec<Edit> = Vec::new();
        for node in tree.nodes() {
            let place = tree.range(node);
            let inside = edits.last().is_some_and(|e| e.place.end > place.start);
            if !inside && tree.source(node) == source {
                edits.push(Edit::replace(place, text.clone()));
            }
        }
        Some(edits)
    }
}
