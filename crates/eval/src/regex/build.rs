//! How expressions are made.
//!
//! Constructors apply what is true of languages and costs nothing: neutral and absorbing elements,
//! small sets of characters joined, loops around loops made one. That keeps derivatives few. They
//! take time linear in their arguments and flatten no unions, so that no chain of them is quadratic.

use super::charset::CharSet;
use super::node::{Node, RegexId, Regexes, STEPS_OF_NODE};
use crate::sequence::{Budget, OutOfBudget};
use crate::strings::{CodePoint, Str};
use hashbrown::HashMap;

/// Sets of more ranges are not joined with others: in a long chain of unions, each of them would
/// be copied from link to link.
const SMALL_SET: usize = 16;

impl Regexes {
    /// `str.to_re`: this string alone.
    ///
    /// # Errors
    /// If it is too long.
    pub fn literal(&mut self, string: &Str, budget: &mut Budget) -> Result<RegexId, OutOfBudget> {
        // Most of it memory: see what derivatives pay.
        budget.spend(string.len().saturating_mul(STEPS_OF_NODE))?;
        let mut chars: HashMap<CodePoint, RegexId> = HashMap::new();
        let mut rest = RegexId::EMPTY;
        for &point in string.iter().rev() {
            let char = || self.intern(Node::Chars(CharSet::range(point, point)));
            let first = *chars.entry(point).or_insert_with(char);
            rest = self.pair(first, rest);
        }
        Ok(rest)
    }

    /// `re.range`: the characters from one to another, both given as strings of one character.
    /// Nothing, if one of them is not, or if they are the wrong way round.
    pub fn range(&mut self, first: &Str, last: &Str) -> RegexId {
        match (&**first, &**last) {
            (&[first], &[last]) => self.intern(Node::Chars(CharSet::range(first, last))),
            _ => RegexId::NONE,
        }
    }

    /// `re.++`: one after the other. Of none, the empty string.
    pub fn concat(&mut self, parts: &[RegexId]) -> RegexId {
        let parts = parts.iter().rev();
        parts.fold(RegexId::EMPTY, |rest, &part| self.pair(part, rest))
    }

    /// One after the other.
    pub(super) fn pair(&mut self, first: RegexId, rest: RegexId) -> RegexId {
        match (first, rest) {
            (RegexId::NONE, _) | (_, RegexId::NONE) => RegexId::NONE,
            (RegexId::EMPTY, other) | (other, RegexId::EMPTY) => other,
            (RegexId::ALL, other) | (other, RegexId::ALL) if self.is_nullable(other) => {
                RegexId::ALL
            }
            _ => match self.joined_loops(first, rest) {
                Some((joined, rest)) => self.pair(joined, rest),
                None => self.intern(Node::Concat(first, rest)),
            },
        }
    }

    /// Two loops around the same, one after the other, as one, and what follows them. A body
    /// alone in front of its loop counts as one round.
    fn joined_loops(&mut self, first: RegexId, rest: RegexId) -> Option<(RegexId, RegexId)> {
        let (second, rest) = match *self.node(rest) {
            Node::Concat(second, rest) => (second, rest),
            _ => (rest, RegexId::EMPTY),
        };
        let Node::Loop { body, least, most } = *self.node(second) else {
            return None;
        };
        let (more_least, more_most) = match *self.node(first) {
            _ if first == body => (1, Some(1)),
            Node::Loop {
                body: same,
                least,
                most,
            } if same == body => (least, most),
            _ => return None,
        };
        let least = least.checked_add(more_least)?;
        let most = match (most, more_most) {
            (Some(most), Some(more)) => Some(most.checked_add(more)?),
            _ => None,
        };
        Some((self.repeat(body, least, most), rest))
    }

    /// `re.union`: what is in any of them. Of none, nothing.
    pub fn union(&mut self, parts: &[RegexId]) -> RegexId {
        self.union_of(parts.to_vec())
    }

    pub(super) fn union_of(&mut self, mut parts: Vec<RegexId>) -> RegexId {
        self.join_sets(&mut parts);
        parts.sort_unstable();
        parts.dedup();
        parts.retain(|&part| part != RegexId::NONE);
        if parts.contains(&RegexId::ALL) || self.has_opposites(&parts) {
            return RegexId::ALL;
        }
        let nullable = |part: &&RegexId| self.is_nullable(**part);
        if parts.contains(&RegexId::EMPTY) && parts.iter().filter(nullable).count() > 1 {
            parts.retain(|&part| part != RegexId::EMPTY);
        }
        match *parts {
            [] => RegexId::NONE,
            [only] => only,
            _ => self.intern(Node::Union(parts.into())),
        }
    }

    /// Makes one set of characters of all small ones.
    fn join_sets(&mut self, parts: &mut Vec<RegexId>) {
        let sets = parts.iter().filter_map(|&part| self.small_set(part));
        if sets.clone().count() > 1 {
            let joined = CharSet::union(sets);
            parts.retain(|&part| self.small_set(part).is_none());
            parts.push(self.intern(Node::Chars(joined)));
        }
    }

    fn small_set(&self, id: RegexId) -> Option<&CharSet> {
        match self.node(id) {
            Node::Chars(set) if set.size() <= SMALL_SET => Some(set),
            _ => None,
        }
    }

    /// Whether there is something and its complement.
    fn has_opposites(&self, parts: &[RegexId]) -> bool {
        parts.iter().any(|&part| match *self.node(part) {
            Node::Complement(body) => parts.binary_search(&body).is_ok(),
            _ => false,
        })
    }

    /// `re.inter`: what is in all of them. Of none, everything.
    pub fn inter(&mut self, parts: &[RegexId]) -> RegexId {
        self.inter_of(parts.to_vec())
    }

    pub(super) fn inter_of(&mut self, mut parts: Vec<RegexId>) -> RegexId {
        self.meet_sets(&mut parts);
        parts.sort_unstable();
        parts.dedup();
        parts.retain(|&part| part != RegexId::ALL);
        if parts.contains(&RegexId::NONE) || self.has_opposites(&parts) {
            return RegexId::NONE;
        }
        if parts.contains(&RegexId::EMPTY) {
            return match parts.iter().all(|&part| self.is_nullable(part)) {
                true => RegexId::EMPTY,
                false => RegexId::NONE,
            };
        }
        match *parts {
            [] => RegexId::ALL,
            [only] => only,
            _ => self.intern(Node::Inter(parts.into())),
        }
    }

    /// Makes one set of characters of all small ones and of the complements of small ones, if
    /// there is a set at all: only then do the complements have nothing but characters to add.
    fn meet_sets(&mut self, parts: &mut Vec<RegexId>) {
        if !parts.iter().any(|&part| self.small_set(part).is_some()) {
            return;
        }
        // What the intersection does not have is what is missing from any part.
        let mut missing = Vec::new();
        parts.retain(|&part| {
            let lacks = match *self.node(part) {
                Node::Complement(body) => self.small_set(body).cloned(),
                _ => self.small_set(part).map(CharSet::complement),
            };
            let kept = lacks.is_none();
            missing.extend(lacks);
            kept
        });
        let met = CharSet::union(&missing).complement();
        parts.push(self.intern(Node::Chars(met)));
    }

    /// `re.comp`: all strings but those.
    pub fn complement(&mut self, body: RegexId) -> RegexId {
        match *self.node(body) {
            _ if body == RegexId::NONE => RegexId::ALL,
            _ if body == RegexId::ALL => RegexId::NONE,
            Node::Complement(inside) => inside,
            _ => self.intern(Node::Complement(body)),
        }
    }

    /// `re.diff`: what is in the first, and in none of the others.
    pub fn difference(&mut self, first: RegexId, others: &[RegexId]) -> RegexId {
        let mut parts = vec![first];
        parts.extend(others.iter().map(|&other| self.complement(other)));
        self.inter_of(parts)
    }

    /// `re.*`
    pub fn star(&mut self, body: RegexId) -> RegexId {
        self.repeat(body, 0, None)
    }

    /// `re.+`
    pub fn plus(&mut self, body: RegexId) -> RegexId {
        self.repeat(body, 1, None)
    }

    /// `re.opt`
    pub fn opt(&mut self, body: RegexId) -> RegexId {
        self.repeat(body, 0, Some(1))
    }

    /// `(_ re.loop least most)`, and `(_ re.^ n)` with both the same: so many times one after the
    /// other. Nothing if `least` is more than `most`; with no `most`, any number of times from
    /// `least` on.
    pub fn repeat(&mut self, body: RegexId, least: u64, most: Option<u64>) -> RegexId {
        if most.is_some_and(|most| least > most) {
            return RegexId::NONE;
        }
        if most == Some(0) || body == RegexId::EMPTY {
            return RegexId::EMPTY;
        }
        // A round that may be empty may as well be left out.
        let nullable = self.is_nullable(body);
        let least = if nullable { 0 } else { least };
        match (body, least, most) {
            (RegexId::NONE, 0, _) => return RegexId::EMPTY,
            (RegexId::NONE, ..) => return RegexId::NONE,
            (_, 1, Some(1)) => return body,
            (_, 0, Some(1)) if nullable => return body,
            _ => {}
        }
        let (mut body, mut least, mut most) = (body, least, most);
        while let Some(flat) = self.flat_loop(body, least, most) {
            (body, least, most) = flat;
        }
        self.intern(Node::Loop { body, least, most })
    }

    /// A loop around a loop as one around what is inside, if every number of rounds from the
    /// least to the most is one it can have: as after `k` rounds of `l` to `h` each the next
    /// number is at most `k * h + 1`, `k + 1` rounds must not need more. If that holds of the
    /// smallest `k`, it holds of all.
    fn flat_loop(&self, body: RegexId, least: u64, most: Option<u64>) -> Option<Rounds> {
        let Node::Loop {
            body: inside,
            least: l,
            most: h,
        } = *self.node(body)
        else {
            return None;
        };
        let has_gaps = match (least, h) {
            _ if most == Some(least) => false,
            (0, _) => l > 1,
            (_, None) => false,
            (k, Some(h)) => k.checked_add(1)?.checked_mul(l)? > k.checked_mul(h)?.checked_add(1)?,
        };
        let most = match (most, h) {
            (Some(most), Some(h)) => Some(most.checked_mul(h)?),
            _ => None,
        };
        (!has_gaps).then_some((inside, least.checked_mul(l)?, most))
    }
}

/// What is repeated, how often at least and how often at most.
type Rounds = (RegexId, u64, Option<u64>);
