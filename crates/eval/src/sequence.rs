//! Finite sequences: the operators that strings and z3's and cvc5's sequences have in common.
//!
//! Strings are sequences of code points, so there is one implementation of both, and only what is
//! about characters is in [`crate::strings`]. SMT-LIB has no theory of sequences; what z3 and cvc5
//! document is, operator by operator, what the standard says of strings, and they agree:
//!
//! | here | SMT-LIB strings | z3, cvc5 | only |
//! | --- | --- | --- | --- |
//! | [`Sequence::concat`] | `str.++` | `seq.++` | |
//! | [`Sequence::length`] | `str.len` | `seq.len` | |
//! | [`Sequence::empty`], [`Sequence::unit`] | | `seq.empty`, `seq.unit` | |
//! | [`Sequence::at`] | `str.at` | `seq.at` | |
//! | [`Sequence::nth`] | | `seq.nth` | |
//! | [`Sequence::extract`] | `str.substr` | `seq.extract` | |
//! | [`Sequence::is_prefix_of`] | `str.prefixof` | `seq.prefixof` | |
//! | [`Sequence::is_suffix_of`] | `str.suffixof` | `seq.suffixof` | |
//! | [`Sequence::contains_sequence`] | `str.contains` | `seq.contains` | |
//! | [`Sequence::index_of`] | `str.indexof` | `seq.indexof` | |
//! | [`Sequence::last_index_of`] | | `seq.last_indexof` | z3 |
//! | [`Sequence::replace`] | `str.replace` | `seq.replace` | |
//! | [`Sequence::replace_all`] | `str.replace_all` | `seq.replace_all` | |
//! | [`Sequence::update`] | | `str.update`, `seq.update` | cvc5 |
//! | [`Sequence::reverse`] | | `str.rev`, `seq.rev` | cvc5 |

mod pattern;

use num_bigint::{BigInt, Sign};
use num_traits::ToPrimitive;
use pattern::Pattern;
use std::ops::Deref;
use std::sync::Arc;

/// More work or memory was needed than allowed. Says nothing about the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("out of budget")]
pub struct OutOfBudget;

/// What may still be spent, so that no input can exhaust time or memory.
#[derive(Debug, Clone)]
pub struct Budget {
    steps: u64,
    longest: usize,
}

impl Budget {
    /// So many steps, and no sequence longer than that. A step is about as much work as to copy
    /// or compare an element, and takes some ten bytes if memory is kept.
    pub fn new(steps: u64, longest: usize) -> Self {
        Self { steps, longest }
    }

    /// What is left.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Pays for work before it is done.
    ///
    /// # Errors
    /// If less than that is left; then nothing is left.
    pub fn spend(&mut self, steps: usize) -> Result<(), OutOfBudget> {
        match self.steps.checked_sub(steps as u64) {
            Some(left) => {
                self.steps = left;
                Ok(())
            }
            None => {
                self.steps = 0;
                Err(OutOfBudget)
            }
        }
    }

    /// Pays for a sequence before there is memory for it. `None` is a length beyond all numbers.
    ///
    /// # Errors
    /// If it is too long.
    pub fn spend_length(&mut self, length: Option<usize>) -> Result<(), OutOfBudget> {
        match length {
            Some(length) if length <= self.longest => self.spend(length),
            _ => Err(OutOfBudget),
        }
    }
}

/// A finite sequence. Clones share their elements. The order is the lexicographic one.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sequence<T>(Arc<[T]>);

impl<T> Clone for Sequence<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Deref for Sequence<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T> From<Vec<T>> for Sequence<T> {
    fn from(elements: Vec<T>) -> Self {
        Self(elements.into())
    }
}

impl<T> FromIterator<T> for Sequence<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        Self(elements.into_iter().collect())
    }
}

impl<T> Sequence<T> {
    /// `seq.empty`
    pub fn empty() -> Self {
        Self(Arc::new([]))
    }

    /// `seq.unit`
    pub fn unit(element: T) -> Self {
        Self(Arc::new([element]))
    }

    /// `str.len`, `seq.len`
    pub fn length(&self) -> BigInt {
        self.0.len().into()
    }

    /// `seq.nth`. `None` is no value but says that any is allowed: out of range, the result is
    /// one that depends on sequence and index alone, and is otherwise up to the solver.
    pub fn nth(&self, index: &BigInt) -> Option<&T> {
        self.0.get(index.to_usize()?)
    }
}

impl<T: Clone> Sequence<T> {
    fn copied(elements: &[T], budget: &mut Budget) -> Result<Self, OutOfBudget> {
        budget.spend_length(Some(elements.len()))?;
        Ok(Self(elements.into()))
    }

    /// The pieces one after another.
    fn joined(pieces: &[&[T]], budget: &mut Budget) -> Result<Self, OutOfBudget> {
        let lengths = pieces.iter().map(|piece| piece.len());
        let length = lengths.into_iter().try_fold(0, usize::checked_add);
        budget.spend_length(length)?;
        Ok(Self(pieces.concat().into()))
    }

    /// `str.++`, `seq.++` of any number of sequences.
    ///
    /// # Errors
    /// If the result is too long.
    pub fn concat(parts: &[Self], budget: &mut Budget) -> Result<Self, OutOfBudget> {
        budget.spend(parts.len())?;
        let pieces: Vec<&[T]> = parts.iter().map(|part| &**part).collect();
        Self::joined(&pieces, budget)
    }

    /// `str.at`, `seq.at`: the sequence of the one element there; the empty one out of range.
    pub fn at(&self, index: &BigInt) -> Self {
        match self.nth(index) {
            Some(element) => Self::unit(element.clone()),
            None => Self::empty(),
        }
    }

    /// `str.substr`, `seq.extract`: the longest part from `start` on that is not longer than
    /// `length`. Empty if `start` is out of range or `length` is not positive.
    ///
    /// # Errors
    /// If the result is too long.
    pub fn extract(
        &self,
        start: &BigInt,
        length: &BigInt,
        budget: &mut Budget,
    ) -> Result<Self, OutOfBudget> {
        let rest = start.to_usize().and_then(|start| self.0.get(start..));
        let rest = rest.unwrap_or_default();
        let length = match length.to_usize() {
            Some(length) => length.min(rest.len()),
            None if length.sign() == Sign::Minus => 0,
            None => rest.len(),
        };
        Self::copied(rest.get(..length).unwrap_or_default(), budget)
    }

    /// `str.update`, `seq.update`: what stands from `index` on is overwritten. The length stays,
    /// so what would stand behind the end is dropped. Out of range, nothing changes.
    ///
    /// # Errors
    /// If the result is too long.
    pub fn update(
        &self,
        index: &BigInt,
        by: &Self,
        budget: &mut Budget,
    ) -> Result<Self, OutOfBudget> {
        let split = index.to_usize().and_then(|at| self.0.split_at_checked(at));
        let Some((before, overwritten)) = split else {
            return Ok(self.clone());
        };
        let written = by.len().min(overwritten.len());
        let by = by.get(..written).unwrap_or_default();
        let after = overwritten.get(written..).unwrap_or_default();
        Self::joined(&[before, by, after], budget)
    }

    /// `str.rev`, `seq.rev`
    ///
    /// # Errors
    /// If the result is too long.
    pub fn reverse(&self, budget: &mut Budget) -> Result<Self, OutOfBudget> {
        budget.spend_length(Some(self.len()))?;
        Ok(self.iter().rev().cloned().collect())
    }
}

impl<T: Eq> Sequence<T> {
    /// `str.prefixof`, `seq.prefixof`, with the arguments in that order.
    ///
    /// # Errors
    /// If there is too much to compare.
    pub fn is_prefix_of(&self, whole: &Self, budget: &mut Budget) -> Result<bool, OutOfBudget> {
        budget.spend(self.len())?;
        Ok(whole.starts_with(self))
    }

    /// `str.suffixof`, `seq.suffixof`, with the arguments in that order.
    ///
    /// # Errors
    /// If there is too much to compare.
    pub fn is_suffix_of(&self, whole: &Self, budget: &mut Budget) -> Result<bool, OutOfBudget> {
        budget.spend(self.len())?;
        Ok(whole.ends_with(self))
    }

    /// `str.contains`, `seq.contains`
    ///
    /// # Errors
    /// If there is too much to compare.
    pub fn contains_sequence(&self, part: &Self, budget: &mut Budget) -> Result<bool, OutOfBudget> {
        Ok(Pattern::new(part, budget)?.find(self, budget)?.is_some())
    }

    /// `str.indexof`, `seq.indexof`: the first position not before `from` at which `part` stands.
    /// -1 if there is none, and if `from` is out of range. An empty part stands everywhere, the
    /// end included.
    ///
    /// # Errors
    /// If there is too much to compare.
    pub fn index_of(
        &self,
        part: &Self,
        from: &BigInt,
        budget: &mut Budget,
    ) -> Result<BigInt, OutOfBudget> {
        let from = from.to_usize();
        let Some((from, rest)) = from.and_then(|from| Some((from, self.0.get(from..)?))) else {
            return Ok((-1).into());
        };
        let found = Pattern::new(part, budget)?.find(rest, budget)?;
        Ok(found.map_or((-1).into(), |at| BigInt::from(from) + at))
    }

    /// `seq.last_indexof`: the last position at which `part` stands, -1 if there is none.
    ///
    /// # Errors
    /// If there is too much to compare.
    pub fn last_index_of(&self, part: &Self, budget: &mut Budget) -> Result<BigInt, OutOfBudget> {
        budget.spend(self.len())?;
        budget.spend(part.len())?;
        let backwards: Vec<&T> = part.iter().rev().collect();
        let whole: Vec<&T> = self.iter().rev().collect();
        let found = Pattern::new(&backwards, budget)?.find(&whole, budget)?;
        Ok(found.map_or((-1).into(), |at| BigInt::from(self.len() - at - part.len())))
    }
}

impl<T: Clone + Eq> Sequence<T> {
    /// `str.replace`, `seq.replace`: the first occurrence of `part` replaced. If `part` is empty,
    /// that is at the start.
    ///
    /// # Errors
    /// If the result is too long or there is too much to compare.
    pub fn replace(
        &self,
        part: &Self,
        by: &Self,
        budget: &mut Budget,
    ) -> Result<Self, OutOfBudget> {
        let found = Pattern::new(part, budget)?.find(self, budget)?;
        let split = found.and_then(|at| self.0.split_at_checked(at));
        let Some((before, rest)) = split else {
            return Ok(self.clone());
        };
        let after = rest.get(part.len()..).unwrap_or_default();
        Self::joined(&[before, by, after], budget)
    }

    /// `str.replace_all`, `seq.replace_all`: all occurrences of `part` replaced, from the left,
    /// those that overlap with one replaced already left alone. Nothing changes if `part` is empty.
    ///
    /// # Errors
    /// If the result is too long or there is too much to compare.
    pub fn replace_all(
        &self,
        part: &Self,
        by: &Self,
        budget: &mut Budget,
    ) -> Result<Self, OutOfBudget> {
        if part.is_empty() {
            return Ok(self.clone());
        }
        let pattern = Pattern::new(part, budget)?;
        let mut places = Vec::new();
        let (mut start, mut rest) = (0, &**self);
        while let Some(at) = pattern.find(rest, budget)? {
            places.push((start + at, start + at + part.len()));
            start += at + part.len();
            rest = self.get(start..).unwrap_or_default();
        }
        self.with_replaced(&places, by, budget)
    }

    /// With what stands at disjoint places, given in order as start and end, replaced.
    pub(crate) fn with_replaced(
        &self,
        places: &[(usize, usize)],
        by: &Self,
        budget: &mut Budget,
    ) -> Result<Self, OutOfBudget> {
        if places.is_empty() {
            return Ok(self.clone());
        }
        budget.spend(places.len())?;
        let mut pieces = Vec::with_capacity(2 * places.len() + 1);
        let mut done = 0;
        for &(start, end) in places {
            pieces.push(self.get(done..start).unwrap_or_default());
            pieces.push(by);
            done = end;
        }
        pieces.push(self.get(done..).unwrap_or_default());
        Self::joined(&pieces, budget)
    }
}
