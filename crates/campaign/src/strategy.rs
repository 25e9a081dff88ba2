//! Strategies: ways to make scripts whose answer is known.

use mutate::flatten::Status;
use mutate::mutator::{Mutant, Mutator, Settings, Workbench};
use mutate::rule::Direction;

/// How strategies are to work.
#[derive(Debug, Clone)]
pub struct Options {
    /// For approximation; its direction is decided by the seed.
    pub approximation: Settings,
}

/// A way to make mutants of a seed.
pub trait Strategy: Sync {
    /// Its name.
    fn name(&self) -> &'static str;
    /// Prepares a flat seed whose answer is known; nothing if this seed is of no use to it.
    fn prepare(&self, seed: &[u8], answer: Status, options: &Options) -> Option<Box<dyn Producer>>;
}

/// Makes the mutants of one seed.
pub trait Producer {
    /// Makes the mutant of that number, which must have the seed's answer.
    fn make(&mut self, number: u64, mutant: &mut Mutant);
    /// Which way mutants approximate their seed.
    fn direction(&self) -> Direction;
}

/// All strategies.
pub const STRATEGIES: &[&dyn Strategy] = &[&Approximation];

/// Skeletal approximation: over for sat, under for unsat.
struct Approximation;

struct Approximator {
    mutator: Mutator,
    workbench: Workbench,
    direction: Direction,
}

impl Strategy for Approximation {
    fn name(&self) -> &'static str {
        "approximation"
    }

    fn prepare(&self, seed: &[u8], answer: Status, options: &Options) -> Option<Box<dyn Producer>> {
        let direction = match answer {
            Status::Sat => Direction::Over,
            Status::Unsat => Direction::Under,
        };
        let settings = Settings {
            direction,
            ..options.approximation.clone()
        };
        let mutator = Mutator::new(seed, settings).ok()?;
        (!mutator.is_barren()).then(|| -> Box<dyn Producer> {
            Box::new(Approximator {
                mutator,
                workbench: Workbench::default(),
                direction,
            })
        })
    }
}

impl Producer for Approximator {
    fn make(&mut self, number: u64, mutant: &mut Mutant) {
        self.mutator.make(number, &mut self.workbench, mutant);
    }

    fn direction(&self) -> Direction {
        self.direction
    }
}
