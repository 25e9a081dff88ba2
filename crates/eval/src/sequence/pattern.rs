//! Search.

use super::{Budget, OutOfBudget};

/// What is searched for, prepared so that a search is linear (Knuth, Morris, Pratt).
pub(super) struct Pattern<'a, T> {
    part: &'a [T],
    /// For each prefix but the empty one: the length of its longest proper prefix that is also
    /// its suffix.
    borders: Vec<usize>,
}

impl<'a, T: Eq> Pattern<'a, T> {
    pub fn new(part: &'a [T], budget: &mut Budget) -> Result<Self, OutOfBudget> {
        budget.spend(part.len())?;
        let borders = Vec::with_capacity(part.len());
        let mut pattern = Self { part, borders };
        let mut matched = 0;
        for (at, element) in part.iter().enumerate() {
            if at > 0 {
                matched = pattern.step(matched, element);
            }
            pattern.borders.push(matched);
        }
        Ok(pattern)
    }

    /// How much of the pattern's start ends here, if so much did before this element.
    fn step(&self, mut matched: usize, element: &T) -> usize {
        loop {
            if self.part.get(matched) == Some(element) {
                return matched + 1;
            }
            match matched.checked_sub(1) {
                Some(last) => matched = self.borders.get(last).copied().unwrap_or_default(),
                None => return 0,
            }
        }
    }

    /// The first position at which the pattern stands.
    ///
    /// Pays for what was read only: whoever looks for all occurrences searches the rest again.
    pub fn find(&self, whole: &[T], budget: &mut Budget) -> Result<Option<usize>, OutOfBudget> {
        if self.part.is_empty() {
            return Ok(Some(0));
        }
        let mut matched = 0;
        for (at, element) in whole.iter().enumerate() {
            matched = self.step(matched, element);
            if matched == self.part.len() {
                budget.spend(at + 1)?;
                return Ok(Some(at + 1 - matched));
            }
        }
        budget.spend(whole.len())?;
        Ok(None)
    }
}
