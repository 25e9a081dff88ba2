//! Which operators decided assertions, and which special floats they met.

use super::draw::{FLOAT_CLASSES, class_of};
use super::grove::{NodeId, What};
use super::maker::Maker;
use std::collections::BTreeMap;

/// What an operator was seen to do.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Seen {
    /// How many assertions it decided: their truth is its value, or that of a predicate on its
    /// value.
    pub decided: u64,
    /// How often it occurred at all.
    pub occurred: u64,
    /// How often it took a float of each class of [`FLOAT_CLASSES`].
    pub took: [u64; FLOAT_CLASSES.len()],
    /// How often it gave one.
    pub gave: [u64; FLOAT_CLASSES.len()],
}

/// What all formulas so far covered, by operator.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Coverage {
    /// By the operator's name.
    pub operators: BTreeMap<String, Seen>,
    /// How many formulas there were.
    pub formulas: u64,
}

impl Maker<'_, '_> {
    /// Adds what a formula of these assertions covers.
    pub(crate) fn cover(&mut self, assertions: &[NodeId], coverage: &mut Coverage) {
        coverage.formulas += 1;
        for &name in &self.catalogue.rotation {
            let text = &self.catalogue.name(name).text;
            if !coverage.operators.contains_key(text) {
                coverage.operators.insert(text.clone(), Seen::default());
            }
        }
        for &name in &self.decided {
            if let Some(seen) = coverage.operators.get_mut(&self.catalogue.name(name).text) {
                seen.decided += 1;
            }
        }
        let reached = self.grove.reach(assertions);
        for place in (0..reached.len()).filter(|&place| reached[place]) {
            let node = NodeId(place as u32);
            let What::Apply(op) = self.grove.node(node).what else {
                continue;
            };
            let name = self.catalogue.op(op).name;
            let Some(seen) = coverage.operators.get_mut(&self.catalogue.name(name).text) else {
                continue;
            };
            seen.occurred += 1;
            if self.grove.blind {
                continue;
            }
            for row in 0..self.grove.rows {
                let mut class = |node: NodeId| {
                    let value = *self.grove.values(node).get(row)?;
                    self.trials.values().to_float(value).map(class_of)
                };
                if let Some(class) = class(node) {
                    seen.gave[class] += 1;
                }
                for &child in self.grove.children(node) {
                    if let Some(class) = class(child) {
                        seen.took[class] += 1;
                    }
                }
            }
        }
    }
}
