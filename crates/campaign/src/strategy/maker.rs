//! Strategies that make test cases of a seed, and of a few others beside it, by a [`Maker`]: the same
//! makers serve campaigns and `nuthatch mutate`.

use super::approximation::Member;
use super::{Ingredients, Producer, Strategy, Worked, identity_of};
use crate::case::{Derivation, Seed, SeedForm, TestCase, kinds};
use crate::cores::Core;
use crate::engine::{CampaignError, Desk, Helper, Manner, Watched};
use crate::fingerprint::fingerprint;
use crate::models::Models;
use crate::schedule::{Cases, Corpus, Schedule, Sources, StepData, Unit, Work};
use mutate::Rng;
use mutate::mutator::Favours;
use mutate::step::{Step, replay};
use smt::Status;
use solve::{Error, Solver};
use std::ops::Range;
use std::sync::Arc;

/// A seed and what is known of it.
#[derive(Debug, Clone)]
pub struct Known {
    /// The seed.
    pub seed: Arc<Seed>,
    /// Its answer.
    pub answer: Option<Status>,
    /// A model of it that we found right.
    pub model: Option<String>,
    /// A core of it; of others than the seed that test cases are made of there may be none.
    pub core: Option<Core>,
}

/// Makes test cases of a seed. Which one has a number depends on nothing that was made before.
pub trait Maker {
    /// The test case of a number; nothing if none could be made.
    fn make(&mut self, number: u64) -> Option<TestCase>;

    /// How likely what it does is done, by the labels of steps; 0 is never. Before the first test case.
    fn prefer(&mut self, _favours: &Arc<Favours>) {}
}

/// How test cases are made.
#[derive(Debug, Clone)]
pub struct MakerOptions {
    /// Where random numbers start.
    pub random: u64,
    /// How many steps make a test case at most.
    pub most_steps: usize,
    /// Further scripts whose parts may be used, whatever their answers.
    pub atoms: Vec<Arc<Seed>>,
}

/// What has to be known of seeds before test cases can be made of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needs {
    /// Nothing: the answers of test cases are open.
    Nothing,
    /// Their answers.
    Answer,
    /// Their answers, and models of those that are sat.
    Model,
    /// Their answers, models of those that are sat, and cores of those that are unsat.
    Grounds,
}

/// Prepares a seed and others beside it. Nothing if nothing can be made of them.
type Prepare = fn(&MakerOptions, &Known, &[Known]) -> Option<Box<dyn Maker>>;

/// A kind of maker.
pub struct MakerEntry {
    /// What has to be known of seeds.
    pub needs: Needs,
    /// How many other seeds there are beside one at most, when its test cases are made.
    pub others: usize,
    /// Prepares a seed and others. Nothing if nothing can be made of them.
    pub prepare: Prepare,
}

/// Keeps the choice of other seeds apart from all else that is drawn.
const OTHERS: u64 = 0x0_7e25_0f5e_ed5a;

/// Of how many of the smallest seeds others are drawn at least.
const NEARBY: usize = 256;

impl MakerEntry {
    /// Draws the other seeds for a unit of one, by their places: the unit is known by the number of its
    /// first test case. Seeds are in the order of their sizes, and others are not much larger than the one:
    /// it would be them that the solver is busy with.
    pub fn draw_others(
        &self,
        options: &MakerOptions,
        of: usize,
        all: usize,
        unit: u64,
    ) -> Vec<usize> {
        let mut rng = Rng::new(
            options.random ^ OTHERS,
            fingerprint(&[of as u64, unit].map(u64::to_le_bytes).concat()),
        );
        let all = all.min(NEARBY + 2 * of);
        let count = self.others.min(all.saturating_sub(1));
        draw_but(of, all, count, &mut rng)
    }
}

/// Draws so many of a number of things but for one of them, each at most once; there are enough.
pub(super) fn draw_but(one: usize, of: usize, count: usize, rng: &mut Rng) -> Vec<usize> {
    // In ascending order: each of them is stepped over.
    let mut taken = vec![one];
    let mut draw = || {
        let among_the_rest = rng.below(of - taken.len());
        let drawn = taken.iter().fold(among_the_rest, |drawn, &before| {
            drawn + usize::from(drawn >= before)
        });
        let place = taken.partition_point(|&before| before < drawn);
        taken.insert(place, drawn);
        drawn
    };
    (0..count).map(|_| draw()).collect()
}

/// A strategy whose test cases come from a maker.
pub struct MakerStrategy {
    name: &'static str,
    entry: &'static MakerEntry,
    seeds: Vec<Arc<Seed>>,
    options: MakerOptions,
    mutants_per_seed: u64,
}

impl MakerStrategy {
    /// For the flat ones among the seeds. Nothing if there are none.
    pub fn build(
        name: &'static str,
        entry: &'static MakerEntry,
        from: &Ingredients<'_>,
    ) -> Option<Box<dyn Strategy>> {
        let flat = from.seeds.iter().filter(|seed| seed.form == SeedForm::Flat);
        let strategy = Self {
            name,
            entry,
            seeds: flat.cloned().collect(),
            options: from.making.clone(),
            mutants_per_seed: from.approximation.mutants_per_seed,
        };
        (!strategy.seeds.is_empty()).then(|| Box::new(strategy) as Box<dyn Strategy>)
    }

    /// A seed and what is to be known of it, and about how many seconds it takes; nothing if that is
    /// not to be had.
    fn know(
        &self,
        desk: &mut Desk<'_>,
        seed: &Arc<Seed>,
        is_other: bool,
    ) -> Result<Option<(Known, f64)>, CampaignError> {
        let answer = match is_other {
            true => desk.answer_to_other(seed)?,
            false => desk.answer_to_seed(seed)?,
        };
        let Some(answer) = answer else {
            return Ok(None);
        };
        let Some(status) = answer.verdict.status() else {
            return Ok(None);
        };
        let model = match (self.entry.needs, status) {
            (Needs::Model, Status::Sat) => desk.model_of_seed(seed, false)?,
            (Needs::Grounds, Status::Sat) => desk.model_of_seed(seed, true)?,
            _ => None,
        };
        let core = match (self.entry.needs, status) {
            (Needs::Grounds, Status::Unsat) if !is_other => desk.core_of_seed(seed)?,
            _ => None,
        };
        let known = Known {
            seed: seed.clone(),
            answer: Some(status),
            model,
            core,
        };
        Ok(Some((known, answer.time.as_secs_f64())))
    }
}

impl Strategy for MakerStrategy {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> String {
        format!("{} of {} seeds", self.name, self.seeds.len())
    }

    fn identity(&self) -> String {
        let MakerOptions {
            random,
            most_steps,
            atoms,
        } = &self.options;
        format!(
            "{}, {} mutants a seed, random {random}, {most_steps} steps, atoms of {}",
            identity_of(&self.seeds),
            self.mutants_per_seed,
            identity_of(atoms)
        )
    }

    fn schedule(&self, guided: bool) -> Box<dyn Schedule> {
        let sources = Sources::of_kinds(&kinds(&self.seeds), self.name);
        Corpus::schedule(sources, self.mutants_per_seed, guided)
    }

    fn work(&self, unit: &Unit, desk: &mut Desk<'_>) -> Result<Worked, CampaignError> {
        let Work::Cases(cases) = &unit.work else {
            return Ok(Worked::default());
        };
        let mut worked = Worked {
            complete: true,
            ..Worked::default()
        };
        let seed = &self.seeds[cases.source];
        let Some((mut known, mut usual)) = self.know(desk, seed, false)? else {
            worked.complete = !desk.is_over();
            return Ok(worked);
        };
        let before = Member::of(cases).steps;
        if !before.is_empty() {
            let Some(grown) = grown(seed, &before) else {
                return Ok(worked);
            };
            known.seed = grown;
        }
        let Cases {
            source,
            range,
            paces,
            ..
        } = cases;
        let others = self
            .entry
            .draw_others(&self.options, *source, self.seeds.len(), range.start);
        let mut with = Vec::new();
        for other in others {
            if desk.is_over() {
                return Ok(Worked::default());
            }
            let other = &self.seeds[other];
            if self.entry.needs == Needs::Nothing {
                with.push(Known {
                    seed: other.clone(),
                    answer: None,
                    model: None,
                    core: None,
                });
                continue;
            }
            if let Some((other, time)) = self.know(desk, other, true)? {
                usual = usual.max(time);
                with.push(other);
            }
        }
        let Some(mut maker) = (self.entry.prepare)(&self.options, &known, &with) else {
            return Ok(worked);
        };
        maker.prefer(&favours_for(desk.solver(), unit));
        let plan = desk.plan();
        let models = match (self.entry.needs, plan.models) {
            // Nothing else shows that an answer is wrong, or that it is right.
            (Needs::Nothing, Models::Sample) => Models::All,
            (_, models) => models.in_unit(unit.number),
        };
        let manner = Manner {
            time: plan.limit(usual.max(paces.of(unit.mode).unwrap_or_default())),
            models,
            watched: Watched::Counters,
            patient: false,
        };
        let mut made = MadeCases {
            maker,
            left: range.clone(),
            seed: seed.clone(),
            before,
        };
        worked.complete = desk.test(&mut made, &manner)?;
        Ok(worked)
    }
}

/// What is preferred in a unit. No seed is put into a logic that the solver is known not to take.
fn favours_for(solver: &Solver, unit: &Unit) -> Arc<Favours> {
    let mut favours = unit.favours.clone();
    if !solver.profile.takes_logic("ALL") {
        Arc::make_mut(&mut favours).insert("logic".to_owned(), 0);
    }
    favours
}

/// What some steps have made of a seed, as a seed.
fn grown(seed: &Seed, steps: &[Step]) -> Option<Arc<Seed>> {
    let text = replay(&seed.text, steps).ok()?.pop()?.to;
    Some(Arc::new(Seed {
        text,
        ..seed.clone()
    }))
}

/// The test cases of a unit.
struct MadeCases {
    maker: Box<dyn Maker>,
    left: Range<u64>,
    seed: Arc<Seed>,
    /// What is done to the seed before.
    before: Vec<Step>,
}

impl Producer for MadeCases {
    fn next(&mut self, _: &mut Helper<'_>) -> Result<Option<TestCase>, Error> {
        let made = self.left.find_map(|number| self.maker.make(number));
        Ok(made.map(|mut case| {
            if let Derivation::Open(open) = &mut case.derivation {
                open.come_after(&self.before, &self.seed);
            }
            case
        }))
    }

    /// Nothing follows from the answers to what was mutated, so that it may be mutated for long.
    fn member(&self, case: &TestCase) -> Option<StepData> {
        const ROUNDS: u32 = 12;
        let Derivation::Open(open) = &case.derivation else {
            return None;
        };
        let member = Member {
            formula: None,
            steps: open.steps.clone(),
        };
        member.data(case.script.len(), self.seed.text.len(), ROUNDS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::scripted::solver_like;
    use std::collections::BTreeSet;

    #[test]
    fn no_draw_is_lost() {
        for one in 0..5 {
            let mut seen = BTreeSet::new();
            for stream in 0..50 {
                let drawn = draw_but(one, 5, 3, &mut Rng::new(0, stream));
                let all: BTreeSet<usize> = drawn.iter().copied().collect();
                assert!(all.len() == 3 && !all.contains(&one), "{drawn:?}");
                seen.extend(all);
            }
            assert_eq!(seen.len(), 4);
            let all = draw_but(one, 5, 4, &mut Rng::new(0, 0));
            assert_eq!(all.len(), 4);
        }
        assert!(draw_but(0, 1, 0, &mut Rng::new(0, 0)).is_empty());
    }

    #[test]
    fn solvers_stay_in_logics_that_they_take() {
        let unit = Unit::new(0, Work::Cases(Cases::default()));
        let never = |profile| {
            favours_for(&solver_like("tested", profile), &unit)
                .get("logic")
                .copied()
        };
        assert_eq!(never("boolector"), Some(0));
        assert_eq!(never("opensmt"), Some(0));
        assert_eq!(never("z3"), None);
    }
}
