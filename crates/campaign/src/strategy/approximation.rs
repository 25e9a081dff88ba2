//! Skeletal approximation, as in Yao et al., "Skeletal Approximation Enumeration for SMT Solver
//! Testing" (ESEC/FSE 2021): over for sat, under for unsat. The paper's two ways to do it are `pst`,
//! which rewrites literals by rules, and `lpi`, which injects formulas.

use super::{Ingredients, Material, Producer, Strategy, StrategyEntry, Worked, identity_of};
use crate::case::{Approximation, Derivation, Due, Seed, SeedForm, Setting, TestCase, kinds};
use crate::engine::{CampaignError, Desk, Helper, Manner, Watched};
use crate::schedule::{Cases, Corpus, Schedule, Sources, StepData, Unit, Work};
use mutate::mutator::{Mutant, Mutator, MutatorSettings, Workbench};
use mutate::rule::Direction;
use mutate::step::{Step, replay};
use serde::{Deserialize, Serialize};
use smt::Status;
use solve::Error;
use std::ops::Range;
use std::sync::Arc;

const NAME: &str = "approximation";

pub(super) const ENTRY: StrategyEntry = StrategyEntry {
    name: NAME,
    about: "approximate literals of seeds, by rules (pst) and by injected formulas (lpi)",
    material: Material::Flat,
    maker: None,
    build: |from| {
        let options = from.approximation.clone();
        Ok(ApproximationStrategy::build(NAME, from, options))
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
    name: &'static str,
    seeds: Vec<Arc<Seed>>,
    options: ApproximationOptions,
}

impl ApproximationStrategy {
    /// For the flat ones among the seeds.
    pub fn new(from: &Ingredients<'_>) -> Self {
        let flat = from.seeds.iter().filter(|seed| seed.form == SeedForm::Flat);
        Self {
            name: NAME,
            seeds: flat.cloned().collect(),
            options: from.approximation.clone(),
        }
    }

    /// The same under another name and with other options. Nothing if there are no such seeds.
    pub(super) fn build(
        name: &'static str,
        from: &Ingredients<'_>,
        options: ApproximationOptions,
    ) -> Option<Box<dyn Strategy>> {
        let strategy = Self {
            name,
            options,
            ..Self::new(from)
        };
        (!strategy.seeds.is_empty()).then(|| Box::new(strategy) as Box<dyn Strategy>)
    }
}

impl Strategy for ApproximationStrategy {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> String {
        format!("{} of {} seeds", self.name, self.seeds.len())
    }

    fn identity(&self) -> String {
        let ApproximationOptions {
            settings,
            mutants_per_seed,
        } = &self.options;
        let seeds = identity_of(&self.seeds);
        format!("{seeds}, {settings:?}, {mutants_per_seed} mutants a seed")
    }

    fn schedule(&self, guided: bool) -> Box<dyn Schedule> {
        let sources = Sources::of_kinds(&kinds(&self.seeds), self.name);
        Corpus::schedule(sources, self.options.mutants_per_seed, guided)
    }

    fn work(&self, unit: &Unit, desk: &mut Desk<'_>) -> Result<Worked, CampaignError> {
        let Work::Cases(cases) = &unit.work else {
            return Ok(Worked::default());
        };
        let seed = &self.seeds[cases.source];
        let mut worked = Worked {
            complete: true,
            ..Worked::default()
        };
        let (due, usual) = match &cases.member {
            Some((_, due)) => (*due, cases.paces.of(unit.mode).unwrap_or_default()),
            None => {
                let Some(answer) = desk.answer_to_seed(seed)? else {
                    return Ok(Worked::default());
                };
                let due = answer.verdict.status();
                if desk.is_over() && due.is_none() {
                    // Its time may have been cut short.
                    return Ok(Worked::default());
                }
                if due.is_none() && cases.is_first {
                    worked.seed = answer.verdict.to_string();
                }
                let usual = answer.time.as_secs_f64();
                (
                    due,
                    usual.max(cases.paces.of(unit.mode).unwrap_or_default()),
                )
            }
        };
        let Some(due) = due else {
            return Ok(worked);
        };
        let mut settings = self.options.for_answer(due);
        settings.favours = unit.favours.clone();
        let member = Member::of(cases);
        let approximator = Approximator::new(seed, due, settings, &member, cases.range.clone());
        if cases.is_first && cases.member.is_none() {
            worked.seed = match approximator {
                None => "trivial".to_owned(),
                Some(_) => "used".to_owned(),
            };
        }
        if let Some(mut approximator) = approximator {
            let plan = desk.plan();
            let manner = Manner {
                time: plan.limit(usual),
                models: plan.models.in_unit(unit.number),
                watched: Watched::Counters,
                patient: false,
            };
            worked.complete = desk.test(&mut approximator, &manner)?;
        }
        Ok(worked)
    }
}

/// How often what was mutated is mutated again, and how much longer than its seed it may become.
pub(super) const ROUNDS: u32 = 4;
const GROWTH: usize = 4;
const GROWN: usize = 4_000;

/// What makes a mutant again from its source.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Member {
    /// Which formula of a recipe it was made from, if it is from nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formula: Option<u64>,
    /// What was done to the seed or the formula.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<Step>,
}

impl Member {
    /// What is mutated in a unit; the source itself if nothing is said.
    pub fn of(cases: &Cases) -> Self {
        let data = cases.member.as_ref().map(|(data, _)| StepData::clone(data));
        let member = data.and_then(|data| serde_json::from_value(data).ok());
        member.unwrap_or_default()
    }

    /// The same as it is written down, if it had better be mutated: up to so many rounds.
    pub fn data(&self, length: usize, of_seed: usize, most: u32) -> Option<StepData> {
        let rounds = self.steps.last().map_or(0, |step| step.round + 1);
        let is_fit = rounds < most && length <= GROWTH * of_seed + GROWN;
        is_fit.then(|| serde_json::to_value(self).ok())?
    }
}

/// Makes approximations of one seed, or of what was made of it before.
pub(super) struct Approximator {
    seed: Arc<Seed>,
    due: Status,
    direction: Direction,
    mutator: Mutator,
    workbench: Workbench,
    mutant: Mutant,
    /// What is done to the seed before.
    before: Vec<Step>,
    left: Range<u64>,
}

impl Approximator {
    /// Nothing if there is nothing to approximate.
    pub fn new(
        seed: &Arc<Seed>,
        due: Status,
        settings: MutatorSettings,
        member: &Member,
        which: Range<u64>,
    ) -> Option<Self> {
        let direction = settings.direction;
        let rounds = replay(&seed.text, &member.steps).ok()?;
        let text = rounds.last().map_or(&seed.text, |round| &round.to);
        let mutator = Mutator::new(text, settings).ok()?;
        (!mutator.is_barren()).then(|| Self {
            seed: seed.clone(),
            due,
            direction,
            mutator,
            workbench: Workbench::default(),
            mutant: Mutant::default(),
            before: member.steps.clone(),
            left: which,
        })
    }

    /// The next approximation, if there is one more.
    pub fn next(&mut self) -> Option<TestCase> {
        let rounds = self.before.last().map_or(0, |step| step.round + 1);
        loop {
            let number = self.left.next()?;
            self.mutator
                .make(number, &mut self.workbench, &mut self.mutant);
            // Without a step it is the seed.
            if !self.mutant.steps.is_empty() {
                let Mutant { text, steps } = &mut self.mutant;
                let mut all = self.before.clone();
                all.extend(steps.drain(..).map(|step| Step {
                    round: step.round + rounds,
                    ..step
                }));
                return Some(TestCase {
                    script: text.clone(),
                    due: Due::Known(self.due),
                    number,
                    derivation: Derivation::Approximation(Approximation {
                        seed: self.seed.clone(),
                        direction: self.direction,
                        steps: all,
                    }),
                    setting: Setting::default(),
                });
            }
        }
    }
}

/// The steps of an approximation.
pub(super) fn steps_of(case: &TestCase) -> Option<&[Step]> {
    match &case.derivation {
        Derivation::Approximation(approximation) => Some(&approximation.steps),
        _ => None,
    }
}

impl Producer for Approximator {
    fn next(&mut self, _: &mut Helper<'_>) -> Result<Option<TestCase>, Error> {
        Ok(Approximator::next(self))
    }

    fn member(&self, case: &TestCase) -> Option<StepData> {
        let member = Member {
            formula: None,
            steps: steps_of(case)?.to_vec(),
        };
        member.data(case.script.len(), self.seed.text.len(), ROUNDS)
    }
}
