//! Skeletal approximation, as in Yao et al., "Skeletal Approximation Enumeration for SMT Solver
//! Testing" (ESEC/FSE 2021): over for sat, under for unsat. The paper's two ways to do it are `pst`,
//! which rewrites literals by rules, and `lpi`, which injects formulas.

use super::{Ingredients, Producer, Strategy, StrategyEntry, Worked, identity_of};
use crate::case::{Approximation, Derivation, Due, Seed, SeedForm, Setting, TestCase};
use crate::engine::{CampaignError, Desk, Helper, Manner};
use crate::schedule::{Schedule, Unit, Units, Work};
use mutate::mutator::{Mutant, Mutator, MutatorSettings, Workbench};
use mutate::rule::Direction;
use smt::Status;
use solve::Error;
use std::ops::Range;
use std::sync::Arc;

pub(super) const ENTRY: StrategyEntry = StrategyEntry {
    name: "approximation",
    about: "approximate literals of seeds, by rules (pst) and by injected formulas (lpi)",
    build: |from| {
        let strategy = ApproximationStrategy::new(from);
        Ok((!strategy.seeds.is_empty()).then(|| Box::new(strategy) as Box<dyn Strategy>))
    },
};

/// How seeds are approximated.
#[derive(Debug, Clone)]
pub struct ApproximationOptions {
    /// How mutants are made; the direction is decided by the seed.
    pub settings: MutatorSettings,
    /// How many mutants a seed has at most.
    pub mutants_per_seed: u64,
}

impl ApproximationOptions {
    /// How a seed of that answer is approximated: over if it is sat, under if it is unsat.
    pub(super) fn for_answer(&self, answer: Status) -> MutatorSettings {
        let direction = match answer {
            Status::Sat => Direction::Over,
            Status::Unsat => Direction::Under,
        };
        MutatorSettings {
            direction,
            ..self.settings.clone()
        }
    }
}

/// Mutants of seeds that have the same answer.
pub struct ApproximationStrategy {
    seeds: Vec<Arc<Seed>>,
    options: ApproximationOptions,
}

impl ApproximationStrategy {
    /// For the flat ones among the seeds.
    pub fn new(from: &Ingredients<'_>) -> Self {
        let flat = from.seeds.iter().filter(|seed| seed.form == SeedForm::Flat);
        Self {
            seeds: flat.cloned().collect(),
            options: from.approximation.clone(),
        }
    }
}

impl Strategy for ApproximationStrategy {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn about(&self) -> String {
        format!("approximation of {} seeds", self.seeds.len())
    }

    fn identity(&self) -> String {
        let ApproximationOptions {
            settings,
            mutants_per_seed,
        } = &self.options;
        let seeds = identity_of(&self.seeds);
        format!("{seeds}, {settings:?}, {mutants_per_seed} mutants a seed")
    }

    fn schedule(&self) -> Box<dyn Schedule> {
        let units = Units::doubling(self.seeds.len(), self.options.mutants_per_seed);
        Box::new(units)
    }

    fn work(&self, unit: &Unit, desk: &mut Desk<'_>) -> Result<Worked, CampaignError> {
        let Work::Cases {
            source,
            pass,
            range,
        } = &unit.work
        else {
            return Ok(Worked::default());
        };
        let seed = &self.seeds[*source];
        let Some(answer) = desk.answer_to_seed(seed)? else {
            return Ok(Worked::default());
        };
        if desk.is_over() && answer.verdict.status().is_none() {
            // Its time may have been cut short.
            return Ok(Worked::default());
        }
        let due = answer.verdict.status();
        let approximator = due.and_then(|due| {
            Approximator::new(seed, due, self.options.for_answer(due), range.clone())
        });
        let mut worked = Worked {
            complete: true,
            ..Worked::default()
        };
        if *pass == 0 {
            worked.seed = match (due, &approximator) {
                (None, _) => answer.verdict.to_string(),
                (_, None) => "trivial".to_owned(),
                _ => "used".to_owned(),
            };
        }
        if let Some(mut approximator) = approximator {
            let plan = desk.plan();
            let manner = Manner {
                time: plan.mutant_time(answer.time),
                models: plan.models.in_unit(unit.number),
                observed: false,
                patient: false,
            };
            worked.complete = desk.test(&mut approximator, &manner)?;
        }
        Ok(worked)
    }
}

/// Makes approximations of one seed.
pub(super) struct Approximator {
    seed: Arc<Seed>,
    due: Status,
    direction: Direction,
    mutator: Mutator,
    workbench: Workbench,
    mutant: Mutant,
    left: Range<u64>,
}

impl Approximator {
    /// Nothing if there is nothing to approximate.
    pub fn new(
        seed: &Arc<Seed>,
        due: Status,
        settings: MutatorSettings,
        which: Range<u64>,
    ) -> Option<Self> {
        let direction = settings.direction;
        let mutator = Mutator::new(&seed.text, settings).ok()?;
        (!mutator.is_barren()).then(|| Self {
            seed: seed.clone(),
            due,
            direction,
            mutator,
            workbench: Workbench::default(),
            mutant: Mutant::default(),
            left: which,
        })
    }

    /// The next approximation, if there is one more.
    pub fn next(&mut self) -> Option<TestCase> {
        loop {
            let number = self.left.next()?;
            self.mutator
                .make(number, &mut self.workbench, &mut self.mutant);
            // Without a step it is the seed.
            if !self.mutant.steps.is_empty() {
                let Mutant { text, steps } = &mut self.mutant;
                return Some(TestCase {
                    script: text.clone(),
                    due: Due::Known(self.due),
                    number,
                    derivation: Derivation::Approximation(Approximation {
                        seed: self.seed.clone(),
                        direction: self.direction,
                        steps: std::mem::take(steps),
                    }),
                    setting: Setting::default(),
                });
            }
        }
    }
}

impl Producer for Approximator {
    fn next(&mut self, _: &mut Helper<'_>) -> Result<Option<TestCase>, Error> {
        Ok(Approximator::next(self))
    }
}
