//! Strategies: ways to make scripts whose answer is known.

use mutate::flatten::Status;
use mutate::generate::{self, Formula, Generator, SettingsError};
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
    /// Makes the mutant of that number, which must have the answer that is due; whether there is
    /// anything to learn from it.
    fn make(&mut self, number: u64, mutant: &mut Mutant) -> bool;
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
    fn make(&mut self, number: u64, mutant: &mut Mutant) -> bool {
        self.mutator.make(number, &mut self.workbench, mutant);
        // Without a step it is the seed.
        !mutant.steps.is_empty()
    }

    fn direction(&self) -> Direction {
        self.direction
    }
}

/// A strategy that needs no seed: formulas from nothing, all with the same answer.
pub struct Generation {
    /// What it makes.
    pub name: String,
    /// The answer.
    pub due: Status,
    generator: Generator,
}

impl Generation {
    /// Formulas with these settings. `None` if they have no answer that is known.
    pub fn new(settings: generate::Settings) -> Result<Option<Self>, SettingsError> {
        let due = match settings.answer {
            generate::Answer::Sat => Status::Sat,
            generate::Answer::Unsat => Status::Unsat,
            generate::Answer::Any => return Ok(None),
        };
        let theories: Vec<&str> = settings.theories.iter().map(|t| t.name()).collect();
        let answer = match due {
            Status::Sat => "sat",
            Status::Unsat => "unsat",
        };
        let bits = match settings.bits {
            generate::Bits::Few => " few",
            generate::Bits::Many => " many",
            generate::Bits::Mixed => "",
        };
        Ok(Some(Self {
            name: format!("generated {}{bits} {answer}", theories.join("+")),
            due,
            generator: Generator::new(settings)?,
        }))
    }

    /// All that decides which formulas are made.
    pub(crate) fn identity(&self) -> String {
        format!("{:?}", self.generator.settings())
    }

    /// What a formula is about: the operator that decides it.
    pub(crate) fn topic(&self, number: u64) -> String {
        format!("{} {}", self.name, self.generator.deciding(number))
    }

    /// Who makes its formulas.
    pub(crate) fn producer(&self) -> impl Producer + '_ {
        Generating {
            generation: self,
            workbench: self.generator.workbench(),
            formula: Formula::default(),
        }
    }
}

struct Generating<'g> {
    generation: &'g Generation,
    workbench: generate::Workbench<'g>,
    formula: Formula,
}

impl Producer for Generating<'_> {
    fn make(&mut self, number: u64, mutant: &mut Mutant) -> bool {
        let generator = &self.generation.generator;
        generator.make(number, &mut self.workbench, &mut self.formula);
        mutant.steps.clear();
        std::mem::swap(&mut mutant.text, &mut self.formula.text);
        true
    }

    fn direction(&self) -> Direction {
        Direction::Over
    }
}
