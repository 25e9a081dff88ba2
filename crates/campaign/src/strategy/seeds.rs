//! The seeds themselves: whether the solver agrees with others about them, and with its own model. That
//! takes other solvers' time, so it has a small share of the whole, and what they said is remembered.

use super::{Ingredients, Material, Strategy, StrategyEntry, Worked, identity_of};
use crate::case::{Seed, SeedForm};
use crate::engine::{CampaignError, Desk};
use crate::schedule::{Schedule, Unit, Units, Work};
use solve::Mode;
use std::sync::Arc;

pub(super) const ENTRY: StrategyEntry = StrategyEntry {
    name: "seeds",
    about: "compare solvers on the seeds themselves, now and then",
    material: Material::AnySeeds,
    maker: None,
    build: |from| {
        let strategy = SeedsStrategy::new(from);
        Ok((!strategy.seeds.is_empty()).then(|| Box::new(strategy) as Box<dyn Strategy>))
    },
};

/// Its part of the solver's time, compared with that of others.
const SHARE: f64 = 0.05;

/// Seeds as they are.
pub struct SeedsStrategy {
    seeds: Vec<Arc<Seed>>,
}

impl SeedsStrategy {
    /// For the flat ones among the seeds; Horn systems are compared when they are mutated.
    pub fn new(from: &Ingredients<'_>) -> Self {
        let flat = from.seeds.iter().filter(|seed| seed.form == SeedForm::Flat);
        Self {
            seeds: flat.cloned().collect(),
        }
    }
}

impl Strategy for SeedsStrategy {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn about(&self) -> String {
        format!("comparison of {} seeds", self.seeds.len())
    }

    fn identity(&self) -> String {
        identity_of(&self.seeds)
    }

    fn share(&self) -> f64 {
        SHARE
    }

    fn modes(&self, _: Vec<Mode>) -> Vec<Mode> {
        vec![Mode::Fresh]
    }

    fn schedule(&self, _guided: bool) -> Box<dyn Schedule> {
        Box::new(Units::once(self.seeds.len()))
    }

    fn work(&self, unit: &Unit, desk: &mut Desk<'_>) -> Result<Worked, CampaignError> {
        let Work::Cases(cases) = &unit.work else {
            return Ok(Worked::default());
        };
        let compared = desk.compare_seed(&self.seeds[cases.source])?;
        Ok(Worked {
            complete: compared.is_some(),
            ..Worked::default()
        })
    }
}
