//! Which work is next.
//!
//! Every strategy has a [`Schedule`] of its own for each solver, and `Turns` has them take turns. What
//! is done depends on nothing but numbers ([`Units`]) and what was learnt from the units before
//! ([`Corpus`], [`Rounds`]), in their order: so any number of workers do the same, and what a kill cuts
//! off is done again.

pub mod behaviour;
mod corpus;
pub(crate) mod guide;
mod learning;
mod rounds;
mod sampling;
mod shares;
mod sightings;
mod sources;
pub mod trace;
mod turns;
mod units;
pub mod weights;

pub(crate) use behaviour::without_statistics;
pub use behaviour::{Behaviour, STATISTICS, Watch};
pub use corpus::Corpus;
pub use guide::{
    Group, Guide, Lesson, MutantReport, SeedReport, Seen, StepData, Success, TurnReport,
};
pub use learning::{CasesReport, Refusals, Sighting, Yield};
pub use rounds::{Rounds, RoundsSettings};
pub use sampling::Watching;
pub use sightings::Sightings;
pub use sources::Sources;
pub use trace::Trace;
pub(crate) use turns::{LaneSettings, Turns, lag};
pub use units::Units;
pub use weights::Order;

use crate::case::TestCase;
use crate::store::UnitReport;
use mutate::mutator::Favours;
use smt::Status;
use solve::{Mode, START_UP};
use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

/// Test cases of one source.
#[derive(Debug, Clone, Default)]
pub struct Cases {
    /// Which of the strategy's sources.
    pub source: usize,
    /// Whether nothing was made of it before.
    pub is_first: bool,
    /// Which numbers.
    pub range: Range<u64>,
    /// If it is a mutant that is mutated: what makes it from the source, and the answer that is due.
    pub member: Option<(Arc<StepData>, Option<Status>)>,
    /// How long one took of late.
    pub paces: Paces,
    /// In how many units of the source answers or models were wrong.
    pub wrong: u32,
    /// How it was chosen, in a word; empty if there was no choice.
    pub chosen: &'static str,
}

/// How many seconds a test case takes, by modes.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Paces([Option<f64>; MODES]);

const MODES: usize = 4;

impl Paces {
    /// How long one takes in that mode: as is known, or else as it is in others.
    pub fn of(&self, mode: Mode) -> Option<f64> {
        let elsewhere = || {
            let slowest = self.0.into_iter().flatten().reduce(f64::max)?;
            Some(match mode {
                Mode::Fresh => slowest + START_UP.as_secs_f64(),
                _ => slowest,
            })
        };
        self.0[mode as usize].or_else(elsewhere)
    }

    /// One took so long; how much that counts, compared with what is known.
    fn learn(&mut self, mode: Mode, seconds: f64, weight: f64) {
        let pace = self.0[mode as usize].get_or_insert(seconds);
        *pace += weight * (seconds - *pace);
    }
}

/// What is to be done.
#[derive(Debug, Clone)]
pub enum Work {
    /// Test cases of one source.
    Cases(Cases),
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
            Self::Cases(cases) => cases.range.end - cases.range.start,
            Self::Probe(_) => 0,
            Self::Turn { mutants, .. } => *mutants,
        }
    }

    /// How it was chosen, in a word; empty if there was no choice.
    pub fn chosen(&self) -> &'static str {
        match self {
            Self::Cases(cases) => cases.chosen,
            Self::Probe(_) | Self::Turn { .. } => "",
        }
    }

    /// No more test cases than that.
    fn limit(&mut self, most: u64) {
        match self {
            Self::Cases(Cases { range, .. }) => range.end = range.end.min(range.start + most),
            Self::Probe(_) => {}
            Self::Turn { mutants, .. } => *mutants = (*mutants).min(most),
        }
    }
}

/// A piece of work, which depends on nothing but its number and what was known when it was chosen.
#[derive(Debug, Clone)]
pub struct Unit {
    /// Its number among those of its lane.
    pub number: u64,
    /// What is to be done.
    pub work: Work,
    /// How the solver is asked.
    pub mode: Mode,
    /// Whether it is seen what the solver does.
    pub watched: bool,
    /// How often what was seen.
    pub seen: Sightings,
    /// How likely rules are chosen.
    pub favours: Arc<Favours>,
}

impl Unit {
    /// What is to be done; how is for others to say.
    pub fn new(number: u64, work: Work) -> Self {
        Self {
            number,
            work,
            mode: Mode::Reset,
            watched: true,
            seen: Sightings::default(),
            favours: Arc::default(),
        }
    }

    /// Whether what is suspicious in it is most likely known: so many units of its source had wrong answers.
    /// The more there were, the less is looked into.
    pub(crate) fn is_tiresome(&self) -> bool {
        let Work::Cases(cases) = &self.work else {
            return false;
        };
        cases.wrong > 0 && !cases.wrong.is_power_of_two()
    }

    /// Writes down what the solver did with a test case that was rare when the unit began; `rare` is what
    /// was written down in the unit so far.
    pub(crate) fn note(
        &self,
        lesson: &mut CasesReport,
        rare: &mut HashSet<Behaviour>,
        case: &TestCase,
        behaviours: &[Behaviour],
        member: impl FnOnce() -> Option<StepData>,
    ) {
        let mut is_rare =
            |behaviour: &Behaviour| self.seen.is_rare(*behaviour) && rare.insert(*behaviour);
        let behaviours = behaviours.iter().copied();
        let behaviours: Vec<Behaviour> = behaviours.filter(|b| is_rare(b)).collect();
        let mut labels = case.derivation.derived().labels();
        labels.sort_unstable();
        labels.dedup();
        let tried = Success {
            tried: 1,
            new: u64::from(!behaviours.is_empty()),
        };
        for rule in labels {
            match lesson.rules.get_mut(&*rule) {
                Some(success) => success.add(tried),
                None => {
                    lesson.rules.insert(rule.into_owned(), tried);
                }
            }
        }
        if behaviours.is_empty() {
            return;
        }
        let is_new = behaviours.iter().any(|b| self.seen.times(*b) == 0);
        lesson.sightings.push(Sighting {
            member: is_new.then(member).flatten(),
            due: case.due.status(),
            behaviours,
        });
    }
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

    /// A unit is done, in this run or in an earlier one, and what it brought. They come in the order in
    /// which they were taken, some time after that.
    fn done(&mut self, _unit: u64, _report: &UnitReport, _brought: &Yield) {}

    /// What a unit that is not done yet is about, if sources of other schedules may be about the same.
    fn topic(&self, _unit: u64) -> Option<u64> {
        None
    }

    /// A bug was found, here or by another schedule, in something about that.
    fn hear_of_bug(&mut self, _topic: u64) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_more_often_a_source_had_wrong_answers_the_less_is_looked_into() {
        let is_tiresome = |wrong: u32| {
            let cases = Cases {
                wrong,
                ..Cases::default()
            };
            Unit::new(0, Work::Cases(cases)).is_tiresome()
        };
        let looked_into: Vec<u32> = (0..20).filter(|times| !is_tiresome(*times)).collect();
        assert_eq!(looked_into, [0, 1, 2, 4, 8, 16]);
    }

    #[test]
    fn paces_are_those_of_a_mode_or_else_those_of_others() {
        let mut paces = Paces::default();
        assert_eq!(paces.of(Mode::Reset), None);
        paces.learn(Mode::Incremental, 0.001, 0.5);
        paces.learn(Mode::Incremental, 0.003, 0.5);
        assert_eq!(paces.of(Mode::Tactic), Some(0.002));
        assert_eq!(paces.of(Mode::Fresh), Some(0.022));
        paces.learn(Mode::Fresh, 0.01, 0.5);
        assert_eq!(paces.of(Mode::Fresh), Some(0.01));
        assert_eq!(paces.of(Mode::Incremental), Some(0.002));
    }
}
