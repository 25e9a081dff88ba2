//! Formulas from nothing: the answer is known by how they were made.

use super::{Claims, Derivation, Derived, Seed, ToldStep};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::sync::Arc;

/// A formula from nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Generated {
    /// The formula.
    pub formula: Arc<Seed>,
}

impl Derived for Generated {
    fn source(&self) -> &Arc<Seed> {
        &self.formula
    }

    fn steps(&self) -> usize {
        0
    }

    fn rebuild(&self, _: &[usize]) -> Option<(Derivation, Vec<u8>)> {
        let text = self.formula.text.clone();
        Some((Derivation::Generated(self.clone()), text))
    }

    fn claims(&self) -> Claims {
        Claims::Argument
    }

    fn key(&self) -> String {
        super::approximation::key(&self.formula, &[])
    }

    fn product(&self) -> &'static str {
        "itself"
    }

    fn labels(&self) -> Vec<Cow<'_, str>> {
        Vec::new()
    }

    fn argument(&self) -> String {
        "Its answer is known by how it was made.".to_owned()
    }

    fn told(&self) -> Vec<ToldStep> {
        Vec::new()
    }
}
