//! Strategies: ways to make test cases.
//!
//! To add a strategy, write a file with a struct that implements [`Strategy`] and add it to
//! [`STRATEGIES`]; if its test cases are made of a seed and a few others, a [`Maker`] is all it takes. If
//! they come from where none came from before, add a kind of [`crate::case::Derivation`] too.

mod approximation;
mod fragment;
mod fusion;
mod generation;
mod grafting;
mod horn;
mod maker;
mod recombine;
mod rewrite;
mod seeds;
mod swap;

pub use approximation::{ApproximationOptions, ApproximationStrategy};
pub use generation::{GenerationOptions, GenerationStrategy};
pub use horn::{HornOptions, HornStrategy, rewrite};
pub use maker::{Known, Maker, MakerEntry, MakerOptions, MakerStrategy, Needs};
pub use seeds::SeedsStrategy;

use crate::case::{Seed, TestCase};
use crate::engine::{CampaignError, Desk, Helper};
use crate::oracle::Observation;
use crate::schedule::{Lesson, Schedule, StepData, Unit};
use solve::{Error, Mode};
use std::sync::Arc;

/// What came of a unit, besides what the desk has counted.
#[derive(Debug, Default)]
pub struct Worked {
    /// Whether all of it was done. If not, it is done again when the campaign goes on.
    pub complete: bool,
    /// Whether the seed was of use, or why not; empty if this is not about one.
    pub seed: String,
    /// What the schedule is to learn from it.
    pub lesson: Option<Lesson>,
}

/// A way to make test cases. What is done in a unit must depend on nothing but the unit.
pub trait Strategy: Send + Sync {
    /// Its name.
    fn name(&self) -> &'static str;

    /// What it does in this campaign, for people, in a few words.
    fn about(&self) -> String;

    /// All that decides which test cases are made, in one text.
    fn identity(&self) -> String;

    /// Its units, for one solver; guided by what was seen, or not.
    fn schedule(&self, guided: bool) -> Box<dyn Schedule>;

    /// Its part of the solver's time, compared with that of others if they bring the same.
    fn share(&self) -> f64 {
        1.0
    }

    /// Of the modes that a solver has, those that it is asked in.
    fn modes(&self, all: Vec<Mode>) -> Vec<Mode> {
        all
    }

    /// Does a unit.
    ///
    /// # Errors
    /// If a solver cannot be started, or something cannot be written.
    fn work(&self, unit: &Unit, desk: &mut Desk<'_>) -> Result<Worked, CampaignError>;
}

/// Makes the test cases of a unit, one after the other.
pub trait Producer {
    /// The next one, if there is one more. The solver under test may help.
    ///
    /// # Errors
    /// If the solver cannot be started.
    fn next(&mut self, helper: &mut Helper<'_>) -> Result<Option<TestCase>, Error>;

    /// Whether the next one depends on the answer to the one before.
    fn waits(&self) -> bool {
        false
    }

    /// Whether an answer is worth asking others about, if not all are.
    fn is_worth_judging(&self, _seen: &Observation<'_>) -> bool {
        true
    }

    /// What makes a test case again from its source, so that it can be mutated itself; nothing if it
    /// cannot or had better not.
    fn member(&self, _case: &TestCase) -> Option<StepData> {
        None
    }

    /// What a solver said, and whether that was suspicious.
    fn heard(&mut self, _seen: &Observation<'_>, _suspicious: bool) {}
}

/// What strategies are made from.
pub struct Ingredients<'a> {
    /// The seeds, in the order in which they have their turn.
    pub seeds: &'a [Arc<Seed>],
    /// Where random numbers start.
    pub random: u64,
    /// Whether there is somebody to compare answers with.
    pub can_compare: bool,
    /// For approximation.
    pub approximation: ApproximationOptions,
    /// For formulas from nothing.
    pub generation: GenerationOptions,
    /// For Horn systems.
    pub horn: HornOptions,
    /// For all that is made by makers.
    pub making: MakerOptions,
}

/// What a strategy works with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Material {
    /// Flat seeds.
    Flat,
    /// Horn systems.
    Horn,
    /// Seeds that others work with, as they are.
    AnySeeds,
    /// No seeds.
    Nothing,
}

/// Makes a strategy; nothing if there is nothing for it to work with.
type Build = fn(&Ingredients<'_>) -> Result<Option<Box<dyn Strategy>>, String>;

/// A strategy that can be chosen.
pub struct StrategyEntry {
    /// Its name.
    pub name: &'static str,
    /// What it does, in a few words.
    pub about: &'static str,
    /// What it works with.
    pub material: Material,
    /// How its test cases are made of seeds without a campaign, if they can be.
    pub maker: Option<&'static MakerEntry>,
    /// Makes one; nothing if there is nothing for it to work with.
    pub build: Build,
}

/// All strategies.
pub const STRATEGIES: &[StrategyEntry] = &[
    approximation::ENTRY,
    fusion::ENTRY,
    rewrite::ENTRY,
    generation::ENTRY,
    fragment::ENTRY,
    horn::ENTRY,
    seeds::ENTRY,
    swap::ENTRY,
    recombine::ENTRY,
];

/// What tells some seeds from others.
fn identity_of(seeds: &[Arc<Seed>]) -> String {
    let hashes = seeds
        .iter()
        .map(|seed| crate::fingerprint::fingerprint(&seed.text));
    let bytes: Vec<u8> = hashes.flat_map(u64::to_le_bytes).collect();
    let all = crate::fingerprint::fingerprint(&bytes);
    format!("{} seeds {all:016x}", seeds.len())
}
