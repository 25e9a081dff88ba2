//! Strategies: ways to make scripts whose answer is known.

use crate::seeds::Seed;
use mutate::generate::{self, Formula, Generator, SettingsError};
use mutate::mutator::{Mutant, Mutator, Settings, Workbench};
use mutate::rule::Direction;
use smt::Status;

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

/// How a seed of that answer is approximated: over if it is sat, under if it is unsat.
fn approximation(answer: Status, options: &Options) -> Settings {
    let direction = match answer {
        Status::Sat => Direction::Over,
        Status::Unsat => Direction::Under,
    };
    Settings {
        direction,
        ..options.approximation.clone()
    }
}

impl Strategy for Approximation {
    fn name(&self) -> &'static str {
        "approximation"
    }

    fn prepare(&self, seed: &[u8], answer: Status, options: &Options) -> Option<Box<dyn Producer>> {
        let settings = approximation(answer, options);
        let direction = settings.direction;
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

/// A strategy that needs no seed: formulas from nothing, or approximations of such.
pub struct Generation {
    /// What it makes.
    pub name: String,
    /// The answer; none if nobody knows and solvers are to be compared.
    pub due: Option<Status>,
    generator: Generator,
    /// If formulas are to be seeds, how they are approximated.
    approximation: Option<Settings>,
}

/// How many mutants there are of a generated formula.
const MUTANTS_OF_FORMULA: u64 = 5;

impl Generation {
    /// Formulas with these settings.
    pub fn new(settings: generate::Settings) -> Result<Self, SettingsError> {
        let (due, answer) = match settings.answer {
            generate::Answer::Sat => (Some(Status::Sat), "sat"),
            generate::Answer::Unsat => (Some(Status::Unsat), "unsat"),
            generate::Answer::Any => (None, "any"),
        };
        let theories: Vec<&str> = settings.theories.iter().map(|t| t.name()).collect();
        let bits = match settings.bits {
            generate::Bits::Few => " few",
            generate::Bits::Many => " many",
            generate::Bits::Mixed => "",
        };
        Ok(Self {
            name: format!("generated {}{bits} {answer}", theories.join("+")),
            due,
            generator: Generator::new(settings)?,
            approximation: None,
        })
    }

    /// Not formulas with these settings but mutants of them, which needs a known answer.
    pub fn approximated(
        settings: generate::Settings,
        options: &Options,
    ) -> Result<Option<Self>, SettingsError> {
        let generation = Self::new(settings)?;
        Ok(generation.due.map(|due| Self {
            approximation: Some(approximation(due, options)),
            ..generation
        }))
    }

    /// All that decides which formulas are made.
    pub(crate) fn identity(&self) -> String {
        format!("{:?} {:?}", self.generator.settings(), self.approximation)
    }

    /// The number of the formula that belongs to a number of a mutant.
    fn formula_of(&self, number: u64) -> u64 {
        match self.approximation {
            Some(_) => number / MUTANTS_OF_FORMULA,
            None => number,
        }
    }

    /// What a formula is about: the operator that decides it.
    pub(crate) fn topic(&self, number: u64) -> String {
        let decides = self.generator.deciding(self.formula_of(number));
        format!("{} {decides}", self.name)
    }

    /// The formula of a number as a seed, and the model that it was made from if there is one.
    pub(crate) fn seed(&self, number: u64) -> (Seed, Option<String>) {
        let number = self.formula_of(number);
        let mut formula = Formula::default();
        let mut workbench = self.generator.workbench();
        self.generator.make(number, &mut workbench, &mut formula);
        let is_model = self.due == Some(Status::Sat);
        let witness = is_model.then(|| format!("({})", String::from_utf8_lossy(&formula.why)));
        let seed = Seed {
            name: format!("{} {number}", self.name),
            text: formula.text,
            status: self.due,
        };
        (seed, witness)
    }

    /// Who makes its formulas.
    pub(crate) fn producer(&self) -> Box<dyn Producer + '_> {
        let generating = Generating {
            generation: self,
            workbench: self.generator.workbench(),
            formula: Formula::default(),
        };
        match &self.approximation {
            None => Box::new(generating),
            Some(settings) => Box::new(ApproximatingGenerated {
                generating,
                settings,
                prepared: None,
                workbench: Workbench::default(),
            }),
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

struct ApproximatingGenerated<'g> {
    generating: Generating<'g>,
    settings: &'g Settings,
    /// The formula at hand by its number, unless nothing can be done to it.
    prepared: Option<(u64, Option<Mutator>)>,
    workbench: Workbench,
}

impl Producer for ApproximatingGenerated<'_> {
    fn make(&mut self, number: u64, mutant: &mut Mutant) -> bool {
        let formula = self.generating.generation.formula_of(number);
        if self
            .prepared
            .as_ref()
            .is_none_or(|(known, _)| *known != formula)
        {
            self.generating.make(formula, mutant);
            let mutator = Mutator::new(&mutant.text, self.settings.clone()).ok();
            self.prepared = Some((formula, mutator.filter(|mutator| !mutator.is_barren())));
        }
        let Some((_, Some(mutator))) = &self.prepared else {
            return false;
        };
        mutator.make(number, &mut self.workbench, mutant);
        !mutant.steps.is_empty()
    }

    fn direction(&self) -> Direction {
        self.settings.direction
    }
}
