//! Formulas from nothing, whose answer is known because of how they were made.
//!
//! A generator is like a strategy that needs no seed: from settings and a number to a formula.
//!
//! ```
//! use mutate::generate::{Formula, Generator, GeneratorSettings};
//!
//! let generator = Generator::new(GeneratorSettings::preset("fp_few_sat").unwrap())?;
//! let (mut workbench, mut formula) = (generator.workbench(), Formula::default());
//! generator.make(7, &mut workbench, &mut formula);
//! assert!(formula.text.starts_with(b"(set-logic QF_"));
//! # Ok::<(), mutate::generate::SettingsError>(())
//! ```
//!
//! Terms grow from the leaves, and every term has its value as soon as it is there
//! (`grove`): crate `eval` computes it. So an assertion is closed with the truth that is wanted,
//! and nothing is thrown away. What the standard leaves open has no value and is not built.
//!
//! - *sat*: all assertions are true under the values of the variables, which are the witness.
//! - *unsat*: one of several constructions, see `unsat`.
//! - *any*: the same without values.
//!
//! Formula `n` has the operator whose turn it is (`n` modulo their number) decide its first
//! assertion, and floats of the class whose turn it is for its argument. So every operator and every
//! special value keeps turning up, however rare it is by chance, and a formula depends on nothing
//! but settings and number.

mod catalogue;
mod close;
mod coverage;
mod draw;
mod exhaust;
mod grove;
mod identities;
mod literal;
mod maker;
mod pins;
mod quantify;
mod settings;
#[cfg(test)]
mod tests;
mod theories;
mod unsat;
mod violations;
mod write;

pub use coverage::{Coverage, Seen};
pub use draw::FLOAT_CLASSES;
pub use settings::{Answer, Bits, GeneratorSettings, PRESETS, Preset, SettingsError, Theory};

use crate::rng::Rng;
use catalogue::Catalogue;
use eval::{Budget, Trials};
use grove::{Grove, NodeId};
use maker::Maker;
use smt::Status;
use write::{Page, status};

/// Makes formulas.
pub struct Generator {
    settings: GeneratorSettings,
    catalogue: Catalogue,
}

/// What making a formula needs, to be used again and again.
pub struct Workbench<'g> {
    trials: Trials<'g>,
    grove: Grove,
    /// A second grove, for what is quantified.
    inner: Grove,
    /// If there, what formulas cover is added to it.
    pub coverage: Option<Coverage>,
}

/// A formula.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Formula {
    /// A whole script with one `check-sat`.
    pub text: Vec<u8>,
    /// Its answer, if it is known.
    pub answer: Option<Status>,
    /// Why: if it is sat a model, as solvers print them but without parentheses around it; if it
    /// is unsat the reason, in words.
    pub why: Vec<u8>,
}

/// When all values are forgotten, in bytes.
const MANY_BYTES: usize = 1 << 24;

/// The work that one operator may take. Values are small, so this is much.
const BUDGET: Budget = Budget {
    steps: 200_000,
    bytes: 1 << 28,
    number_bits: 4096,
    length: 4096,
    calls: 100,
    domain: 1 << 12,
    interpretations: 1,
};

impl Generator {
    /// A generator for some settings.
    ///
    /// # Errors
    /// If the settings make no sense.
    pub fn new(settings: GeneratorSettings) -> Result<Self, SettingsError> {
        let catalogue = Catalogue::new(&settings)?;
        Ok(Self {
            settings,
            catalogue,
        })
    }

    /// The settings.
    pub fn settings(&self) -> &GeneratorSettings {
        &self.settings
    }

    /// How many operators take turns in deciding.
    pub fn operators(&self) -> usize {
        self.catalogue.rotation.len()
    }

    /// The operator that decides the formula of a number.
    pub fn deciding(&self, number: u64) -> &str {
        let turn = number % self.operators().max(1) as u64;
        let name = self.catalogue.rotation.get(turn as usize);
        name.map_or("", |&name| self.catalogue.name(name).text.as_str())
    }

    fn trials(&self) -> Trials<'_> {
        Trials::new(&self.catalogue.model, BUDGET)
    }

    /// A place to make formulas at.
    pub fn workbench(&self) -> Workbench<'_> {
        Workbench {
            trials: self.trials(),
            grove: Grove::default(),
            inner: Grove::default(),
            coverage: None,
        }
    }

    /// Makes the formula of a number.
    pub fn make<'g>(&'g self, number: u64, workbench: &mut Workbench<'g>, formula: &mut Formula) {
        if workbench.trials.bytes() > MANY_BYTES {
            workbench.trials = self.trials();
        }
        formula.text.clear();
        formula.why.clear();
        formula.answer = match self.settings.answer {
            Answer::Sat => Some(Status::Sat),
            Answer::Unsat => Some(Status::Unsat),
            Answer::Any => None,
        };
        let operators = self.catalogue.rotation.len() as u64;
        let name = self.catalogue.rotation[(number % operators) as usize];
        let mut rng = Rng::new(self.settings.seed, number);
        let ops = &self.catalogue.name(name).ops;
        let is_new = ops.iter().any(|&op| self.catalogue.op(op).traits.newest);
        let blind = self.settings.answer == Answer::Any;
        let newest = is_new || rng.chance(1, 8);
        let standard = self.settings.bits == Bits::Mixed && rng.chance(1, 2);
        workbench.grove.reset(self.catalogue.sorts.len(), 1, blind);
        workbench.grove.open = self.settings.allow_underspecified;
        let mut maker = Maker {
            catalogue: &self.catalogue,
            settings: &self.settings,
            trials: &mut workbench.trials,
            grove: &mut workbench.grove,
            rng,
            newest,
            standard,
            closed: false,
            pinnable: false,
            nonlinear: false,
            class: (number / operators % FLOAT_CLASSES.len() as u64) as usize,
            decided: Vec::new(),
            definitions: Vec::new(),
        };
        let mut quantified = false;
        let mut assertions: Vec<NodeId> = Vec::new();
        if self.settings.answer == Answer::Unsat {
            let inner = &mut workbench.inner;
            quantified = maker.unsat(name, inner, &mut assertions, &mut formula.why);
        } else {
            assertions.extend(maker.decided_assertion(name, true));
            if self.settings.has(Theory::Quantifiers)
                && let Some(atom) = maker.quantified(&mut workbench.inner)
                && let Some(closed) = maker.settle(atom, true)
            {
                quantified = true;
                assertions.push(closed);
            }
            for _ in 0..maker.rng.below(self.settings.assertions) {
                assertions.extend(maker.other_assertion(true));
            }
        }
        // All that was tried may have been left open, or too large.
        for _ in 0..10 {
            if !assertions.is_empty() {
                break;
            }
            assertions.extend(maker.other_assertion(true));
        }
        if assertions.is_empty() {
            assertions.push(maker.grove.text(b"true", &[], true));
        }
        // Now that all is grown: the decisive assertion need not be the first.
        for place in (1..assertions.len()).rev() {
            let other = maker.rng.below(place + 1);
            assertions.swap(place, other);
        }
        let decided = maker.decided.len();
        let decoy = match maker.rng.chance(self.settings.incremental, 100) {
            true => maker.other_assertion(false),
            false => None,
        };
        maker.decided.truncate(decided);
        maker.write(
            &Page {
                assertions: &assertions,
                status: status(self.settings.answer),
                distinct_elements: self.settings.answer == Answer::Unsat,
                quantified,
                decoy,
            },
            &mut formula.text,
        );
        if self.settings.answer == Answer::Sat {
            let mut all = assertions.clone();
            all.extend(decoy);
            maker.write_witness(&all, &mut formula.why);
        }
        if let Some(coverage) = &mut workbench.coverage {
            maker.cover(&assertions, coverage);
        }
    }
}
