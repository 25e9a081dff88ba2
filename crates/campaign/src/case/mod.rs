//! A test case: a script, the answer that is due, and where it comes from.
//!
//! To add a way to make test cases, add a file with a struct that implements [`Derived`], a variant of
//! [`Derivation`] and its line in [`Derivation::derived`].

mod approximation;
mod fragment;
mod fusion;
mod generated;
mod horn;
mod open;
mod seed;
mod setting;

pub use approximation::{Approximation, claims, questions};
pub use fragment::{Because, Fragmented};
pub use fusion::FusedSeeds;
pub use generated::Generated;
pub use horn::HornChain;
pub use open::Open;
pub use seed::{Kind, Made, Seed, SeedForm, SeedVerdict, kinds, put_in_order};
pub use setting::Setting;

use serde::{Deserialize, Serialize};
use smt::Status;
use std::borrow::Cow;
use std::sync::Arc;

/// Which answer is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Due {
    /// This one, to every check.
    Known(Status),
    /// Nobody knows: solvers are compared.
    Compare,
}

impl Due {
    /// The answer, if it is known.
    pub fn status(self) -> Option<Status> {
        match self {
            Self::Known(status) => Some(status),
            Self::Compare => None,
        }
    }
}

/// What is put to a solver.
#[derive(Debug, Clone, PartialEq)]
pub struct TestCase {
    /// The script.
    pub script: Vec<u8>,
    /// The answer that is due.
    pub due: Due,
    /// Its number among those of its parents, or of its kind.
    pub number: u64,
    /// Where it comes from.
    pub derivation: Derivation,
    /// In what setting it is asked, when it is asked again.
    pub setting: Setting,
}

impl TestCase {
    /// A seed as it is.
    pub fn of_seed(seed: &Arc<Seed>, due: Due) -> Self {
        Self {
            script: seed.text.clone(),
            due,
            number: 0,
            derivation: Derivation::of_seed(seed),
            setting: Setting::default(),
        }
    }

    /// The same in another setting.
    pub fn in_setting(&self, setting: Setting) -> Self {
        Self {
            setting,
            ..self.clone()
        }
    }

    /// Whether solvers check their own models of it. What they print for a Horn system is put into
    /// every clause instead, which shows more.
    pub fn is_own_checked(&self) -> bool {
        self.derivation.derived().source().form != SeedForm::Horn
    }

    /// The test case that some of the steps make; nothing if they cannot be done without the others.
    pub fn rebuild(&self, steps: &[usize]) -> Option<Self> {
        let (derivation, script) = self.derivation.derived().rebuild(steps)?;
        Some(Self {
            script,
            derivation,
            setting: self.setting.clone(),
            ..*self
        })
    }
}

/// Where a test case comes from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "kebab-case")]
pub enum Derivation {
    /// A seed with a few literals approximated, all in one direction; or the seed itself.
    Approximation(Approximation),
    /// A system of Horn clauses after mutations that keep its answer; or the system itself.
    Horn(HornChain),
    /// A formula from nothing.
    Generated(Generated),
    /// A seed into which something else was put, whatever its answer.
    Open(Open),
    /// Formulas of seeds put together anew.
    Fragment(Fragmented),
    /// Two seeds in one script, with some of their constants tied together.
    Fusion(FusedSeeds),
}

impl Derivation {
    /// A seed as it is: nothing was done to it.
    pub fn of_seed(seed: &Arc<Seed>) -> Self {
        match seed.form {
            SeedForm::Flat => Self::Approximation(Approximation::of_seed(seed)),
            SeedForm::Horn => Self::Horn(HornChain::of_seed(seed)),
        }
    }

    /// What all kinds have in common.
    pub fn derived(&self) -> &dyn Derived {
        match self {
            Self::Approximation(it) => it,
            Self::Horn(it) => it,
            Self::Generated(it) => it,
            Self::Open(it) => it,
            Self::Fragment(it) => it,
            Self::Fusion(it) => it,
        }
    }
}

/// What would prove that a test case has the answer of its parents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claims {
    /// Scripts that are all unsat if it is what it claims to be.
    Scripts(Vec<Vec<u8>>),
    /// Every step keeps the answer by an argument that is no script. Others must say who is right.
    Argument,
}

/// A step for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToldStep {
    /// What was done.
    pub what: String,
    /// What stood there before, and what was declared and put there, if it is a replacement.
    pub replaced: Option<Replacement>,
}

/// What a step put in the place of what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replacement {
    /// What stood there.
    pub was: Vec<u8>,
    /// What was declared before it, and what was put there.
    pub put: Vec<Vec<u8>>,
}

/// What every way to derive a test case must tell of it. Pure: nobody is asked.
pub trait Derived {
    /// What it was made from, or what it is.
    fn source(&self) -> &Arc<Seed>;

    /// The scripts whose answers decide which one is due; none if it is no mutant.
    fn parents(&self) -> Vec<&Arc<Seed>> {
        match self.steps() {
            0 => Vec::new(),
            _ => vec![self.source()],
        }
    }

    /// How many steps made it.
    fn steps(&self) -> usize;

    /// The answer that it has whatever solvers say: its own, or by how it was made.
    fn status(&self) -> Option<Status> {
        self.source().status.filter(|_| self.steps() == 0)
    }

    /// What some of the steps make, by their places in ascending order; nothing if they cannot be
    /// done without the others.
    fn rebuild(&self, steps: &[usize]) -> Option<(Derivation, Vec<u8>)>;

    /// What would prove that it has the answer of its parents.
    fn claims(&self) -> Claims;

    /// What test cases have in common that show the same bug, most likely.
    fn key(&self) -> String;

    /// What the mutant is of its parents, for people: `its over-approximation`.
    fn product(&self) -> &'static str;

    /// The rules or mutations of its steps, for people; each with what matters most of it.
    fn labels(&self) -> Vec<Cow<'_, str>>;

    /// Why the answers of parents and mutant go together, for people, in one sentence.
    fn argument(&self) -> String;

    /// The steps, for people.
    fn told(&self) -> Vec<ToldStep>;

    /// The seeds whose models make one of it, if it is to be sat.
    fn modelled(&self) -> Vec<&Arc<Seed>> {
        Vec::new()
    }

    /// The assignment that satisfies it: what it was made from, or what comes of the models of
    /// [`Derived::modelled`] as far as they are known.
    fn witness(&self, _models: &[Option<String>]) -> Option<String> {
        let made = self.source().made.as_ref().filter(|_| self.steps() == 0);
        made?.witness.clone()
    }
}
