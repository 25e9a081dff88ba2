//! Whether two expressions have the same language.
//!
//! They do if both have the empty string or none of them, and if their derivatives by each
//! character have the same languages. There are finitely many derivatives, so it is enough to ask
//! this once for each pair that is not known to follow from others (Hopcroft and Karp).

use super::node::{RegexId, Regexes};
use crate::sequence::{Budget, OutOfBudget};
use crate::strings::{CodePoint, Str};
use hashbrown::HashMap;

/// Two expressions that are wanted to be the same.
struct Pair {
    left: RegexId,
    right: RegexId,
    /// The pair it is a derivative of, and the character; of the first, there is none.
    origin: Option<(usize, CodePoint)>,
}

impl Regexes {
    /// `=` of two values of sort `RegLan`: whether they are the same language.
    ///
    /// # Errors
    /// If that is too much work.
    pub fn equal(
        &mut self,
        left: RegexId,
        right: RegexId,
        budget: &mut Budget,
    ) -> Result<bool, OutOfBudget> {
        Ok(self.tell_apart(left, right, budget)?.is_none())
    }

    /// A string that is in exactly one of two languages; `None` if they are the same. With
    /// [`RegexId::NONE`] on one side, a shortest string of the other.
    ///
    /// # Errors
    /// If that is too much work.
    pub fn tell_apart(
        &mut self,
        left: RegexId,
        right: RegexId,
        budget: &mut Budget,
    ) -> Result<Option<Str>, OutOfBudget> {
        let mut starts = Vec::new();
        for side in [left, right] {
            let alphabet = self.alphabet(side, budget)?;
            budget.spend(alphabet.representatives().len())?;
            starts.extend_from_slice(alphabet.representatives());
        }
        starts.sort_unstable();
        starts.dedup();

        let mut classes = Classes::default();
        let mut pairs = vec![Pair {
            left,
            right,
            origin: None,
        }];
        let mut next = 0;
        while let Some(&Pair { left, right, .. }) = pairs.get(next) {
            budget.spend(1)?;
            if classes.join(left, right) {
                if self.is_nullable(left) != self.is_nullable(right) {
                    return Ok(Some(word_to(&pairs, next)));
                }
                budget.spend(starts.len())?;
                for &point in &starts {
                    let left = self.derivative(left, point, budget)?;
                    let right = self.derivative(right, point, budget)?;
                    if left != right {
                        budget.spend(2)?;
                        let origin = Some((next, point));
                        pairs.push(Pair {
                            left,
                            right,
                            origin,
                        });
                    }
                }
            }
            next += 1;
        }
        Ok(None)
    }
}

/// The characters by which a pair was derived from the first one.
fn word_to(pairs: &[Pair], at: usize) -> Str {
    let mut word = Vec::new();
    let mut origin = pairs.get(at).and_then(|pair| pair.origin);
    while let Some((from, point)) = origin {
        word.push(point);
        origin = pairs.get(from).and_then(|pair| pair.origin);
    }
    word.reverse();
    word.into()
}

/// Expressions that must all be the same if the first two are.
#[derive(Default)]
struct Classes {
    /// From those that do not stand for their class to one that is nearer to the one that does.
    nearer: HashMap<RegexId, RegexId>,
}

impl Classes {
    fn representative(&mut self, of: RegexId) -> RegexId {
        let mut found = of;
        while let Some(&nearer) = self.nearer.get(&found) {
            found = nearer;
        }
        // Shortens the way for the next time.
        let mut at = of;
        while let Some(nearer) = self.nearer.get_mut(&at) {
            at = std::mem::replace(nearer, found);
        }
        found
    }

    /// Makes one class of theirs; false if it was one already.
    fn join(&mut self, left: RegexId, right: RegexId) -> bool {
        let (left, right) = (self.representative(left), self.representative(right));
        if left != right {
            self.nearer.insert(left, right);
        }
        left != right
    }
}
