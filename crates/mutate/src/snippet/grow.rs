//! Growing a term: productions until the depth is used up, then leaves.

use super::build::Piece;
use super::fresh::Fresh;
use super::grammar::{Filling, VARIABLES};
use super::leaves::Leaf;
use super::sorts::{BOOL, Listed};
use super::{Place, Snippets};
use crate::logic::Arithmetic;
use crate::rng::Rng;
use crate::values::{Need, write_shape};
use smt::{DeclId, DeclKind, Script, SortId};
use std::ops::Range;

/// The most quantifiers around a term that a snippet adds itself.
const BOUND: usize = 2;
/// The most variables of the scopes around a place that are considered, the innermost first.
const SCOPED: usize = 64;
/// How often a production is drawn until one fits the place.
const DRAWS: usize = 4;

/// A snippet in the making.
pub(super) struct Growth<'a> {
    pub snippets: &'a Snippets,
    pub script: &'a Script,
    pub place: &'a Place<'a>,
    pub rng: &'a mut Rng,
    pub fresh: &'a mut Fresh,
    pub out: &'a mut Vec<u8>,
    /// Whether the script's symbols mean here what they mean at the top.
    pub named: bool,
    /// The sorts of the variables that the snippet itself has bound here.
    pub bound: [u16; BOUND],
    pub bound_count: usize,
}

impl<'a> Growth<'a> {
    fn here(&self) -> u32 {
        self.place.node.index() as u32
    }

    fn listed(&self, sort: u16) -> &'a Listed {
        &self.snippets.sorts[sort as usize]
    }

    /// Appends a term of a sort. The recursion ends with the depth.
    pub fn term(&mut self, sort: u16, depth: u32) -> bool {
        match depth > 0 && !self.rng.chance(1, 5) {
            true => self.application(sort, depth),
            false => self.leaf(sort),
        }
    }

    /// Appends a term that is no leaf, if there are others.
    pub fn application(&mut self, sort: u16, depth: u32) -> bool {
        let snippets = self.snippets;
        let listed = self.listed(sort);
        if sort == BOOL
            && depth > 1
            && self.bound_count < BOUND
            && snippets.quantifiers
            && self.rng.chance(1, 12)
        {
            return self.quantified(depth);
        }
        let productions = &snippets.productions[range(&listed.productions)];
        for _ in 0..DRAWS {
            let drawn = self.rng.below(listed.weight as usize) as u32;
            let place = productions.partition_point(|p| p.cumulative <= drawn);
            let Some(production) = productions.get(place) else {
                break;
            };
            if production.since <= self.here() && (self.named || !production.named) {
                return self.pieces(&snippets.pieces[range(&production.pieces)], depth - 1);
            }
        }
        self.leaf(sort)
    }

    fn pieces(&mut self, pieces: &[Piece], depth: u32) -> bool {
        let mut drawn = [0u32; VARIABLES];
        for piece in pieces {
            match *piece {
                Piece::Fixed(text) => self.out.extend_from_slice(text.as_bytes()),
                Piece::Text(start, end) => self.text(&(start..end)),
                Piece::Hole(sort, Filling::Term) => {
                    if !self.term(sort, depth) {
                        return false;
                    }
                }
                Piece::Hole(sort, Filling::Constant) => {
                    if !self.constant(sort, Need::Any) {
                        return false;
                    }
                }
                Piece::Hole(sort, Filling::NonZero) => {
                    if !self.constant(sort, Need::NonZero) {
                        return false;
                    }
                }
                Piece::Draw { slot, low, high } => {
                    let choices = (high - low) as usize + 1;
                    drawn[slot as usize] = low + self.rng.below(choices) as u32;
                }
                Piece::Drawn { slot, plus } => {
                    self.number(drawn[slot as usize].saturating_add_signed(plus));
                }
                Piece::Number(number) => self.number(number),
            }
        }
        true
    }

    fn number(&mut self, number: u32) {
        crate::values::write_number(number.into(), self.out);
    }

    fn text(&mut self, text: &Range<u32>) {
        self.out.extend_from_slice(&self.snippets.text[range(text)]);
    }

    fn quantified(&mut self, depth: u32) -> bool {
        let snippets = self.snippets;
        let sort = self.rng.below(snippets.sorts.len()) as u16;
        let listed = self.listed(sort);
        if listed.since > self.here() || !listed.can_be_declared() {
            return self.leaf(BOOL);
        }
        let quantifier = if self.rng.chance(1, 2) {
            "(forall (("
        } else {
            "(exists (("
        };
        self.out.extend_from_slice(quantifier.as_bytes());
        self.fresh.write_bound(self.bound_count, self.out);
        self.out.push(b' ');
        self.text(&listed.text);
        self.out.extend_from_slice(b")) ");
        self.bound[self.bound_count] = sort;
        self.bound_count += 1;
        let written = self.application(BOOL, depth - 1);
        self.bound_count -= 1;
        self.out.push(b')');
        written
    }

    /// Appends a term without parts: the script's own material more often than not.
    pub fn leaf(&mut self, sort: u16) -> bool {
        let listed = self.listed(sort);
        if self.rng.chance(11, 16) && self.own(sort) {
            return true;
        }
        // `true` and `false` make most of what is around them vanish.
        let literals = if sort == BOOL { 1 } else { 5 };
        self.rng.chance(literals, 8) && self.literal(listed)
            || self.variable(listed)
            || self.own(sort)
            || self.literal(listed)
    }

    fn variable(&mut self, listed: &Listed) -> bool {
        let sort = &self.snippets.text[range(&listed.text)];
        listed.since <= self.here()
            && listed.can_be_declared()
            && self.fresh.write_variable(sort, self.rng, self.out)
    }

    /// A literal where any term can stand.
    fn literal(&mut self, listed: &Listed) -> bool {
        let difference = self.snippets.arithmetic == Arithmetic::Difference;
        !(difference && listed.shape.is_number()) && self.any_literal(listed, Need::Any)
    }

    fn constant(&mut self, sort: u16, need: Need) -> bool {
        self.any_literal(self.listed(sort), need)
    }

    fn any_literal(&mut self, listed: &Listed, need: Need) -> bool {
        if need == Need::Any && self.rng.chance(1, 2) {
            let leaves = self.usable(&listed.literals);
            if let Some(leaf) = self.rng.pick(leaves) {
                self.text(&leaf.text);
                return true;
            }
        }
        let hidden = listed.literals_name && !self.named;
        if !listed.literals_exist || hidden || listed.since > self.here() {
            return false;
        }
        let sort = (listed.id.unwrap_or(SortId::UNKNOWN), listed.shape);
        write_shape(
            self.script,
            sort,
            need,
            self.snippets.manner,
            self.rng,
            self.out,
        )
    }

    /// The leaves of a range that can be used here: they are in the order of the script.
    fn usable(&self, leaves: &Range<u32>) -> &'a [Leaf] {
        let leaves = &self.snippets.leaves[range(leaves)];
        let here = self.here();
        match leaves.last() {
            Some(last) if last.since > here => {
                &leaves[..leaves.partition_point(|l| l.since <= here)]
            }
            _ => leaves,
        }
    }

    /// Something of the script, or a variable that is bound here.
    fn own(&mut self, sort: u16) -> bool {
        let listed = self.listed(sort);
        let bound = self.bound[..self.bound_count]
            .iter()
            .filter(|&&s| s == sort)
            .count();
        if bound > 0 && self.rng.chance(1, 2) {
            let chosen = self.rng.below(bound);
            let levels = self.bound[..self.bound_count].iter().enumerate();
            let found = levels.filter(|(_, s)| **s == sort).nth(chosen);
            let level = found.map_or(0, |(level, _)| level);
            self.fresh.write_bound(level, self.out);
            return true;
        }
        let scoped = listed.id.map_or(0, |id| self.scoped(id).count());
        let (constants, subterms) = match self.named {
            true => (
                self.usable(&listed.constants),
                self.usable(&listed.subterms),
            ),
            false => (&[][..], &[][..]),
        };
        let others = constants.len() + subterms.len();
        if scoped > 0 && (others == 0 || self.rng.chance(1, 2)) {
            let chosen = self.rng.below(scoped);
            let found = listed.id.and_then(|id| self.scoped(id).nth(chosen));
            if let Some(variable) = found {
                let name = self.script.declarations.name(variable);
                self.out
                    .extend_from_slice(self.script.tree.symbols.bytes(name));
                return true;
            }
        }
        // Constants are few and matter most; terms are many.
        let from = match constants.is_empty() || !subterms.is_empty() && self.rng.chance(1, 3) {
            true => subterms,
            false => constants,
        };
        match self.rng.pick(from) {
            Some(leaf) => {
                self.text(&leaf.text);
                true
            }
            None => false,
        }
    }

    /// The variables of a sort that are bound around the place.
    fn scoped(&self, sort: SortId) -> impl Iterator<Item = DeclId> + use<'a> {
        let Place { scopes, scope, .. } = *self.place;
        let declarations = &self.script.declarations;
        let hides = scopes.hides(scope);
        let outwards =
            std::iter::successors(Some(scope), move |&s| scopes.parent(s).filter(|_| !hides));
        let difference = self.snippets.arithmetic == Arithmetic::Difference;
        let banned = difference && matches!(sort, SortId::INT | SortId::REAL);
        outwards
            .flat_map(move |scope| scopes.innermost(scope).iter().copied())
            .take(SCOPED)
            .filter(move |&variable| declarations.sort(variable) == sort)
            .filter(move |&v| !banned || declarations.kind(v) != DeclKind::LetBound)
    }
}

fn range(range: &Range<u32>) -> Range<usize> {
    range.start as usize..range.end as usize
}
