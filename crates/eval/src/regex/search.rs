//! Membership, and what is matched where.
//!
//! The standard's replacements look for the leftmost match, and of those that start there for the
//! shortest one. [`Regexes::replace`] takes also empty matches, [`Regexes::replace_all`] none.

use super::charset::Alphabet;
use super::node::{RegexId, Regexes};
use crate::sequence::{Budget, OutOfBudget};
use crate::strings::{CodePoint, Str};
use num_bigint::BigInt;
use num_traits::ToPrimitive;

/// Whether a match of no characters counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Matches {
    All,
    NonEmpty,
}

impl Regexes {
    /// `str.in_re`
    ///
    /// # Errors
    /// If that is too much work.
    pub fn matches(
        &mut self,
        regex: RegexId,
        string: &Str,
        budget: &mut Budget,
    ) -> Result<bool, OutOfBudget> {
        let alphabet = self.alphabet(regex, budget)?;
        let mut state = regex;
        for &point in string.iter() {
            match state {
                RegexId::NONE => return Ok(false),
                RegexId::ALL => return Ok(true),
                _ => state = self.after(state, point, &alphabet, budget)?,
            }
        }
        Ok(self.is_nullable(state))
    }

    /// `str.replace_re`: the shortest leftmost match replaced, which may be empty: then, what is
    /// put in its place is put in front.
    ///
    /// # Errors
    /// If that is too much work or the result is too long.
    pub fn replace(
        &mut self,
        string: &Str,
        regex: RegexId,
        by: &Str,
        budget: &mut Budget,
    ) -> Result<Str, OutOfBudget> {
        let found = self.find(string, 0, regex, Matches::All, budget)?;
        string.with_replaced(found.as_slice(), by, budget)
    }

    /// `str.replace_re_all`: the shortest leftmost match that is not empty replaced, and so on
    /// with what is to the right of it.
    ///
    /// # Errors
    /// If that is too much work or the result is too long.
    pub fn replace_all(
        &mut self,
        string: &Str,
        regex: RegexId,
        by: &Str,
        budget: &mut Budget,
    ) -> Result<Str, OutOfBudget> {
        let mut places = Vec::new();
        let mut from = 0;
        while let Some(place) = self.find(string, from, regex, Matches::NonEmpty, budget)? {
            places.push(place);
            from = place.1;
        }
        string.with_replaced(&places, by, budget)
    }

    /// `str.indexof_re`: where the leftmost match begins that does not begin before `from`; -1 if
    /// there is none, and if `from` is out of range.
    ///
    /// # Errors
    /// If that is too much work.
    pub fn index_of(
        &mut self,
        string: &Str,
        regex: RegexId,
        from: &BigInt,
        budget: &mut Budget,
    ) -> Result<BigInt, OutOfBudget> {
        let from = from.to_usize().filter(|&from| from <= string.len());
        let Some(from) = from else {
            return Ok((-1).into());
        };
        let found = self.find(string, from, regex, Matches::All, budget)?;
        Ok(found.map_or((-1).into(), |(start, _)| start.into()))
    }

    /// Start and end of the shortest leftmost match that does not begin before `from`.
    fn find(
        &mut self,
        string: &Str,
        from: usize,
        regex: RegexId,
        wanted: Matches,
        budget: &mut Budget,
    ) -> Result<Option<(usize, usize)>, OutOfBudget> {
        if wanted == Matches::All && self.is_nullable(regex) {
            return Ok(Some((from, from)));
        }
        let alphabet = self.alphabet(regex, budget)?;
        for start in from..string.len() {
            let mut state = regex;
            let rest = string.iter().enumerate().skip(start);
            for (at, &point) in rest {
                state = self.after(state, point, &alphabet, budget)?;
                if state == RegexId::NONE {
                    break;
                }
                if self.is_nullable(state) {
                    return Ok(Some((start, at + 1)));
                }
            }
        }
        Ok(None)
    }

    /// What may follow a character.
    fn after(
        &mut self,
        state: RegexId,
        point: CodePoint,
        alphabet: &Alphabet,
        budget: &mut Budget,
    ) -> Result<RegexId, OutOfBudget> {
        budget.spend(1)?;
        self.derivative(state, alphabet.representative(point), budget)
    }
}
