//! Semantic fusion: two seeds in one script, with some of their constants tied together.

use super::{Claims, Derivation, Derived, Replacement, Seed, ToldStep};
use mutate::claim::claim;
use mutate::fusion::{Base, FusionStep, Part, Shape, replay, witness};
use mutate::rule::Direction;
use serde::{Deserialize, Serialize};
use smt::Status;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Two seeds in one script, with some of their constants tied together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FusedSeeds {
    /// The seed that comes first in the script.
    pub first: Arc<Seed>,
    /// The other one.
    pub second: Arc<Seed>,
    /// How they become one.
    pub shape: Shape,
    /// What it is: sat or unsat.
    pub due: Status,
    /// Their own answers, as far as they are known.
    pub answers: [Option<Status>; 2],
    /// Whether the script has their logic, if it is the same, or that of everything.
    pub keeps_logic: bool,
    /// What was done to them, one pair of constants after the other.
    pub steps: Vec<FusionStep>,
}

impl FusedSeeds {
    /// Both seeds in one script, to which nothing was done.
    fn base(&self) -> Option<Base> {
        let first = Part::new(&self.first.text).ok()?;
        let second = Part::new(&self.second.text).ok()?;
        let logic = first.common_logic(&second).filter(|_| self.keeps_logic);
        Base::new(&first, &second, self.shape, logic).ok()
    }

    /// The seeds whose answers decide: both must be sat for both to hold, but it is enough that one is
    /// for one of them to hold; and the other way round.
    fn deciding(&self) -> Vec<&Arc<Seed>> {
        let takes_both = matches!(
            (self.shape, self.due),
            (Shape::Both, Status::Sat) | (Shape::Either, Status::Unsat)
        );
        let seeds = [&self.first, &self.second];
        match takes_both {
            true => seeds.to_vec(),
            false => {
                let mut known = seeds.into_iter().zip(self.answers);
                let decides = known.find(|(_, answer)| *answer == Some(self.due));
                decides.map(|(seed, _)| seed).into_iter().collect()
            }
        }
    }
}

impl Derived for FusedSeeds {
    fn source(&self) -> &Arc<Seed> {
        self.deciding().first().copied().unwrap_or(&self.first)
    }

    fn parents(&self) -> Vec<&Arc<Seed>> {
        self.deciding()
    }

    fn steps(&self) -> usize {
        self.steps.len()
    }

    fn rebuild(&self, steps: &[usize]) -> Option<(Derivation, Vec<u8>)> {
        let steps = steps.iter().map(|&place| self.steps.get(place).cloned());
        let fewer = Self {
            steps: steps.collect::<Option<_>>()?,
            ..self.clone()
        };
        let mut script = Vec::new();
        replay(&self.base()?, &fewer.steps, &mut script).ok()?;
        Some((Derivation::Fusion(fewer), script))
    }

    fn claims(&self) -> Claims {
        let Some(base) = self.base() else {
            return Claims::Scripts(Vec::new());
        };
        let mut mutant = Vec::new();
        let made = replay(&base, &self.steps, &mut mutant);
        let claim = match self.due {
            // There is always a value for what is new that makes its equation true.
            Status::Sat => claim(&base.with_equations(&self.steps), &mutant, Direction::Over),
            Status::Unsat => claim(base.text(), &mutant, Direction::Under),
        };
        let claim = claim.ok().filter(|_| made.is_ok());
        Claims::Scripts(claim.into_iter().collect())
    }

    fn key(&self) -> String {
        let fusions: BTreeSet<&str> = self.steps.iter().map(|step| &*step.fusion).collect();
        let theories: BTreeSet<&str> = [&self.first, &self.second]
            .into_iter()
            .filter_map(|seed| smt::Script::parse(&seed.text[..]).ok())
            .flat_map(|script| script.theories().map(|t| t.name()).collect::<Vec<_>>())
            .collect();
        format!("{fusions:?} {theories:?} {:?} {}", self.shape, self.due)
    }

    fn product(&self) -> &'static str {
        "its fusion with another"
    }

    fn labels(&self) -> Vec<Cow<'_, str>> {
        let fusions = self.steps.iter().map(|step| Cow::Borrowed(&*step.fusion));
        fusions.collect()
    }

    fn argument(&self) -> String {
        let why = match (self.shape, self.due) {
            (Shape::Both, Status::Sat) => "both seeds are sat and have no symbol in common",
            (Shape::Either, Status::Unsat) => "one of two seeds holds, and both are unsat",
            (Shape::Either, Status::Sat) => "one of two seeds holds, and this one is sat",
            (Shape::Both, Status::Unsat) => "two seeds hold, and this one is unsat",
        };
        format!("In the mutant {why}; what takes the place of a constant has its value.")
    }

    fn told(&self) -> Vec<ToldStep> {
        let told = self.steps.iter().flat_map(|step| {
            let equation = String::from_utf8_lossy(&step.equation);
            let asserted = if step.is_asserted { ", asserted" } else { "" };
            let what = format!("fusion `{}` by `{equation}`{asserted}", step.fusion);
            step.replaced.iter().map(move |replaced| {
                let times = replaced.nodes.len();
                ToldStep {
                    what: format!("{what}, at {times} places"),
                    replaced: Some(Replacement {
                        was: replaced.was.clone(),
                        put: vec![step.declare.clone(), replaced.put.clone()],
                    }),
                }
            })
        });
        told.collect()
    }

    fn modelled(&self) -> Vec<&Arc<Seed>> {
        match self.due {
            Status::Sat => vec![&self.first, &self.second],
            Status::Unsat => Vec::new(),
        }
    }

    fn witness(&self, models: &[Option<String>]) -> Option<String> {
        let [first, second] = models else {
            return None;
        };
        let is_whole = match self.shape {
            Shape::Both => first.is_some() && second.is_some(),
            Shape::Either => first.is_some() || second.is_some(),
        };
        let parts = (
            Part::new(&self.first.text).ok()?,
            Part::new(&self.second.text).ok()?,
        );
        let models = [first.as_deref(), second.as_deref()];
        is_whole.then(|| witness(&parts.0, &parts.1, models, &self.steps))
    }
}
