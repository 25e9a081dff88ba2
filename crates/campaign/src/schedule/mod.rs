//! Which work is next.
//!
//! Every strategy has a [`Schedule`] of its own for each solver, and [`Turns`] has them take turns. What
//! is done depends on nothing but numbers ([`Units`]) and finished rounds ([`Rounds`]): so any number of
//! workers do the same, and what a kill cuts off is done again.

pub(crate) mod guide;
mod rounds;
pub mod trace;
mod turns;
mod units;
pub mod weights;

pub use guide::{Group, Guide, Lesson, MutantReport, SeedReport, Seen, Success, TurnReport};
pub use rounds::{Rounds, RoundsSettings};
pub use trace::{STATISTICS, Trace};
pub(crate) use turns::Turns;
pub use units::Units;
pub use weights::Order;

use crate::store::UnitReport;
use std::ops::Range;
use std::sync::Arc;

/// What is to be done.
#[derive(Debug, Clone)]
pub enum Work {
    /// Test cases of these numbers, of one source.
    Cases {
        /// Which of the strategy's sources.
        source: usize,
        /// How many units that source had before.
        pass: u64,
        /// Which numbers.
        range: Range<u64>,
    },
    /// Finding out what the solver does with some seeds.
    Probe(Range<usize>),
    /// Some mutants of a group.
    Turn {
        /// Which group.
        group: usize,
        /// How many mutants.
        mutants: u64,
        /// What is known.
        guide: Arc<Guide>,
    },
}

impl Work {
    /// How many test cases there are in it at most.
    pub fn size(&self) -> u64 {
        match self {
            Self::Cases { range, .. } => range.end - range.start,
            Self::Probe(_) => 0,
            Self::Turn { mutants, .. } => *mutants,
        }
    }

    /// No more test cases than that.
    fn limit(&mut self, most: u64) {
        match self {
            Self::Cases { range, .. } => range.end = range.end.min(range.start + most),
            Self::Probe(_) => {}
            Self::Turn { mutants, .. } => *mutants = (*mutants).min(most),
        }
    }
}

/// A piece of work, which depends on nothing but its number and what was known when its round began.
#[derive(Debug, Clone)]
pub struct Unit {
    /// Its number among those of its lane.
    pub number: u64,
    /// What is to be done.
    pub work: Work,
}

/// What a schedule says when it is asked for work.
#[derive(Debug)]
pub enum Next {
    /// This is next.
    Unit(Unit),
    /// There is nothing to do before something that is under way is done.
    Wait,
    /// All is done.
    End,
}

/// Which work of a strategy is next.
pub trait Schedule: Send {
    /// What is next. A unit that was done in an earlier run comes too, in its turn.
    fn take(&mut self) -> Next;

    /// A unit is done, in this run or in an earlier one. Units that were under way together may come
    /// back in any order.
    fn done(&mut self, _unit: u64, _report: &UnitReport) {}
}
