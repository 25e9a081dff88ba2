//! Random terms and formulas made of what a script has: its variables, functions, constants and
//! terms, with fresh variables and literals that hurt, all inside of the script's logic.
//!
//! What can be made of what is data, in `snippets/*.smt2`. For a script it is made concrete once;
//! a snippet then is a few random numbers and copies of short texts.

mod build;
mod fresh;
mod functions;
mod grammar;
mod grow;
mod leaves;
pub(crate) mod material;
mod sorts;

use crate::logic::{Arithmetic, Logic};
use crate::rng::Rng;
use crate::scope::{ScopeId, Scopes};
use crate::values::{Manner, Need, write_shape};
use build::{Piece, Production};
pub use fresh::Fresh;
use grow::Growth;
use leaves::Leaf;
use material::Material;
use smt::Shape;
use smt::{NodeId, Script, SortId};
use sorts::{BOOL, Listed, SortList, UNLISTED};

/// The deepest snippet: what is asked for beyond is cut.
const DEEPEST: u32 = 8;

/// Where a snippet will stand.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    /// All scopes of the script.
    pub scopes: &'a Scopes,
    /// What is bound there.
    pub scope: ScopeId,
    /// The node that the snippet replaces or stands before: only what is declared before it is
    /// used.
    pub node: NodeId,
}

/// What snippets of a script are made of.
#[derive(Debug, Clone)]
pub struct Snippets {
    /// Sorts, leaves and parts of productions.
    text: Vec<u8>,
    sorts: Vec<Listed>,
    /// The place of each sort of the script in the list.
    places: Vec<u16>,
    leaves: Vec<Leaf>,
    productions: Vec<Production>,
    pieces: Vec<Piece>,
    manner: Manner,
    arithmetic: Arithmetic,
    /// Whether snippets may have quantifiers: the script has some itself.
    quantifiers: bool,
}

impl Snippets {
    /// Reads what a script has. `logic` is its logic, or a smaller one.
    pub fn new(script: &Script, logic: &Logic) -> Self {
        let material = Material::new(script);
        let mut list = SortList::new(script, logic, &material);
        let leaves = leaves::collect(script, logic, &material, &mut list);
        let (productions, pieces) = build::productions(script, logic, &material, &mut list);
        Self {
            manner: list.manner(),
            sorts: list.listed,
            places: list.places,
            text: list.text,
            leaves,
            productions,
            pieces,
            arithmetic: logic.arithmetic,
            quantifiers: logic.quantifiers && material.quantified,
        }
    }

    /// Appends a random formula, nested no deeper than `depth`. False if there is none: then
    /// nothing is written.
    pub fn formula(
        &self,
        script: &Script,
        at: &Place<'_>,
        depth: u32,
        rng: &mut Rng,
        fresh: &mut Fresh,
        out: &mut Vec<u8>,
    ) -> bool {
        self.grow(script, at, rng, fresh, out, |growth| match depth {
            0 => growth.leaf(BOOL),
            _ => growth.application(BOOL, depth.min(DEEPEST)),
        })
    }

    /// Appends a random term of a sort, as [`Snippets::formula`] does.
    #[allow(clippy::too_many_arguments)] // As many as there are things to say.
    pub fn term(
        &self,
        script: &Script,
        at: &Place<'_>,
        sort: SortId,
        depth: u32,
        rng: &mut Rng,
        fresh: &mut Fresh,
        out: &mut Vec<u8>,
    ) -> bool {
        match self.places.get(sort.index()) {
            Some(&place) if place != UNLISTED => {
                let listed = &self.sorts[place as usize];
                listed.since <= at.node.index() as u32
                    && self.grow(script, at, rng, fresh, out, |growth| {
                        growth.term(place, depth.min(DEEPEST))
                    })
            }
            _ => false,
        }
    }

    /// Appends a literal of a sort as `write_literal` does, but one that
    /// fits the script: there are arrays if it has constant ones itself, and no negative numbers
    /// if its logic has no `-`.
    pub fn literal(
        &self,
        script: &Script,
        sort: SortId,
        need: Need,
        rng: &mut Rng,
        out: &mut Vec<u8>,
    ) -> bool {
        let shape = Shape::of(script, sort);
        write_shape(script, (sort, shape), need, self.manner, rng, out)
    }

    fn grow(
        &self,
        script: &Script,
        at: &Place<'_>,
        rng: &mut Rng,
        fresh: &mut Fresh,
        out: &mut Vec<u8>,
        snippet: impl FnOnce(&mut Growth<'_>) -> bool,
    ) -> bool {
        let (start, count) = (out.len(), fresh.count());
        let mut growth = Growth {
            snippets: self,
            script,
            place: at,
            named: !at.scopes.hides(at.scope),
            rng,
            fresh,
            out,
            bound: [BOOL; 2],
            bound_count: 0,
        };
        let written = snippet(&mut growth);
        if !written {
            out.truncate(start);
            fresh.truncate(count);
        }
        written
    }
}

#[cfg(test)]
mod tests;
