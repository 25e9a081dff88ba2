//! Attributes of annotated terms dropped.

use crate::current::Current;
use crate::edit::Edit;
use crate::pass::{Pass, Target};
use smt::TermKind;

/// Attributes dropped, one by one; with the last, the annotation goes.
pub struct Attributes;

impl Pass for Attributes {
    fn name(&self) -> &'static str {
        "attributes"
    }

    fn targets(&self, current: &Current, _: usize) -> Vec<Target> {
        let Some(script) = current.script() else {
            return Vec::new();
        };
        let tree = &script.tree;
        let mut targets = Vec::new();
        for node in tree.nodes() {
            let annotated = script
                .term_at(node)
                .is_some_and(|term| script.terms.kind(term) == TermKind::Annotated);
            if annotated {
                let keywords = tree.children(node).filter(|&c| tree.keyword(c).is_some());
                targets.extend(keywords.map(|k| Target::pair(node, k)));
            }
        }
        targets
    }

    fn step(&self, current: &Current, target: Target, variant: usize) -> Option<Vec<Edit>> {
        let tree = &current.script()?.tree;
        if variant > 0 {
            return None;
        }
        let children: Vec<_> = tree.children(target.node).collect();
        let keywords = children.iter().filter(|&&c| tree.keyword(c).is_some());
        if keywords.count() == 1 {
            let term = *children.get(1)?;
            return Some(Edit::keep_only(tree.range(target.node), tree.range(term)));
        }
        let place = children.iter().position(|c| *c == target.other)?;
        let keyword = tree.range(*children.get(place)?);
        let value = children
            .get(place + 1)
            .filter(|&&c| tree.keyword(c).is_none());
        let end = value.map_or(keyword.end, |&v| tree.range(v).end);
        Some(vec![Edit::delete(keyword.start..end)])
    }
}
