//! Rules that nobody wrote: candidates are enumerated from small to large, and what the exact values
//! of their terms do not refute, and no known rule implies, is left for solvers to prove.
//!
//! A [`Field`] says what a theory's rules speak of, a [`Ground`] finds the operators, and a [`Search`]
//! proposes rules and is told what became of them. All terms of a field are evaluated at thousands of
//! assignments, once each; a candidate is then a comparison of two rows of bits.

mod candidates;
mod field;
mod general;
mod ground;
mod grow;
mod laws;
mod read;
mod search;
mod shape;
mod store;
mod world;
mod write;

pub use field::{FIELDS, Field, Scene};
pub use ground::{Ground, GroundError};
pub use search::{Discovered, Proposal, Search};

use serde::Serialize;

#[cfg(test)]
mod tests;

/// How far to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// The most operators of a template; without it, there are always larger ones.
    pub size: Option<usize>,
    /// At how many assignments candidates are tried.
    pub assignments: usize,
    /// What these are drawn from.
    pub seed: u64,
    /// The most formulas that one operator makes in one size; of other terms there are fewer.
    pub each: usize,
    /// The most memory for the values of terms.
    pub bytes: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            size: None,
            assignments: 4096,
            seed: 0,
            each: 6_000,
            bytes: 400 << 20,
        }
    }
}

/// What solvers say of a proposal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Settled {
    /// It is right.
    Proved,
    /// There is a counterexample, or it can never be used.
    Refuted,
    /// It is right, but no approximation: both mean the same.
    Equivalent,
    /// Nobody knows.
    Undecided,
    /// It is no rule that can be read: a sort in it is not determined by its pattern.
    IllSorted,
}

/// What became of all that was looked at.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Terms that were evaluated.
    pub terms: u64,
    /// Pairs of a pattern and a template that were compared.
    pub candidates: u64,
    /// Applications that are not well sorted in all worlds, and patterns that no rule can have.
    pub ill_sorted: u64,
    /// Terms of which some value is left open.
    pub open: u64,
    /// Candidates that differ from others in the names of parameters alone.
    pub renamings: u64,
    /// Candidates that known rules imply.
    pub known: u64,
    /// Candidates with a counterexample that a solver found, or more assignments.
    pub refuted: u64,
    /// Candidates that nobody decided.
    pub undecided: u64,
    /// Candidates with an operator that nobody ever decided about.
    pub given_up: u64,
    /// Rules.
    pub proved: u64,
}
