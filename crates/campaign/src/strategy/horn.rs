//! Systems of Horn clauses, mutated again and again: what the solver does with them decides which
//! systems and which mutations come next.

use super::{Ingredients, Material, Producer, Strategy, StrategyEntry, Worked, identity_of};
use crate::case::{Derivation, Due, HornChain, Seed, SeedForm, SeedVerdict, Setting, TestCase};
use crate::engine::{CampaignError, Desk, Helper, Manner, Watched};
use crate::oracle::Observation;
use crate::schedule::guide::Traits;
use crate::schedule::{
    Guide, Lesson, MutantReport, Order, Rounds, RoundsSettings, Schedule, SeedReport, Seen, Trace,
    TurnReport, Unit, Work,
};
use mutate::horn::{
    Context, HornStep, MUTATIONS, Mutation, Parameter, REWRITING, System, absorb, pick_constraint,
    replay, rewrite_query,
};
use mutate::rng::Rng;
use smt::Status;
use solve::{Error, Mode, Outcome};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

pub(super) const ENTRY: StrategyEntry = StrategyEntry {
    name: "horn",
    about: "mutate systems of Horn clauses, guided by what the solver does",
    material: Material::Horn,
    maker: None,
    build: |from| {
        let strategy = HornStrategy::new(from);
        Ok((!strategy.seeds.is_empty()).then(|| Box::new(strategy) as Box<dyn Strategy>))
    },
};

/// Its part of the solver's time, compared with that of others: of most solvers it is one part among many
/// that is tested, and each script takes a reset.
const SHARE: f64 = 0.4;
/// How long a mutant may take at least: unlike elsewhere, one that is not answered changes what comes
/// after it.
const LEAST_TIME: Duration = Duration::from_millis(500);
/// After how long no further mutant is made in a turn: a few hard systems would have all the time.
const TURN_TIME: Duration = Duration::from_secs(3);
/// How long others may think about a seed. One other is enough to look into it: there may be a proof.
const REFERENCE_TIME: Duration = Duration::from_secs(1);
/// How often a mutation is chosen before a turn ends for want of one that finds a place.
const TRIES: usize = 12;
/// A mutant that is this many times as long as its seed, and so much longer, is too long.
const GROWTH: usize = 4;
const GROWN: usize = 20_000;
/// If not all interpretations are checked, one in so many is, besides those after a trace that is new.
const SAMPLE: u64 = 4;
/// Keeps the random numbers of mutants apart from others.
const CHANCE: u64 = 0x5eed_0f40_4a9e_7001;

/// How Horn systems are mutated.
#[derive(Debug, Clone)]
pub struct HornOptions {
    /// Which mutations there are.
    pub mutations: Vec<&'static Mutation>,
    /// Which seeds come first.
    pub order: Order,
}

impl Default for HornOptions {
    fn default() -> Self {
        Self {
            mutations: MUTATIONS.iter().collect(),
            order: Order::default(),
        }
    }
}

/// Chains of mutants of Horn systems.
pub struct HornStrategy {
    seeds: Vec<Arc<Seed>>,
    options: HornOptions,
    random: u64,
    /// The parameters that each solver knows, once somebody needed them.
    parameters: Mutex<HashMap<usize, Arc<[Parameter]>>>,
    /// The last member of each solver's groups, and how many mutants there were of the group then.
    members: Mutex<HashMap<(usize, usize), (u64, System)>>,
}

impl HornStrategy {
    /// For the Horn systems among the seeds.
    pub fn new(from: &Ingredients<'_>) -> Self {
        let horn = from.seeds.iter().filter(|seed| seed.form == SeedForm::Horn);
        Self {
            seeds: horn.cloned().collect(),
            options: from.horn.clone(),
            random: from.random,
            parameters: Mutex::default(),
            members: Mutex::default(),
        }
    }

    /// What the solver does with some seeds.
    fn probe(&self, seeds: &Range<usize>, desk: &mut Desk<'_>) -> Result<Worked, CampaignError> {
        let mut reports = Vec::new();
        for seed in seeds.clone() {
            let probed = match desk.is_over() {
                true => None,
                false => desk.probe(&self.seeds[seed])?,
            };
            let Some((answer, seen)) = probed else {
                return Ok(Worked::default());
            };
            let system = System::read(&self.seeds[seed].text).ok();
            let traits = system.as_ref().map(|system| Traits {
                parts: system.clauses().len(),
                linear: system.is_linear(),
                subjects: system.predicates().len(),
            });
            reports.push(SeedReport {
                seed,
                answer: answer.verdict.status().filter(|_| system.is_some()),
                milliseconds: answer.time.as_millis() as u64,
                seen,
                traits: traits.unwrap_or_default(),
            });
        }
        Ok(Worked {
            complete: true,
            lesson: Some(Lesson::Seeds(reports)),
            ..Worked::default()
        })
    }

    /// Makes mutants of a group and tests them.
    fn turn(
        &self,
        (group, mutants): (usize, u64),
        guide: &Arc<Guide>,
        desk: &mut Desk<'_>,
    ) -> Result<Worked, CampaignError> {
        let plan = desk.plan();
        let of_group = &guide.groups()[group];
        let mut worked = Worked {
            complete: true,
            lesson: Some(Lesson::Turn(TurnReport {
                group,
                ..TurnReport::default()
            })),
            ..Worked::default()
        };
        let (seed, due) = (&self.seeds[of_group.seed], of_group.answer);
        let Some(parameters) = self.parameters(desk)? else {
            return Ok(Worked::default());
        };
        if of_group.made == 0 && desk.is_contradicted(seed, due, (1, REFERENCE_TIME))? {
            return Ok(worked);
        }
        let steps = of_group.chain.iter();
        let steps = steps.map(|step| serde_json::from_value(step.clone()).ok());
        let Some(chain) = steps.collect::<Option<Vec<HornStep>>>() else {
            return Ok(worked);
        };
        let key = (desk.solver_number(), group);
        let known = lock(&self.members).remove(&key);
        let known = known.filter(|(made, _)| *made == of_group.made && !chain.is_empty());
        let member = known.map(|(_, member)| member).or_else(|| {
            let again = |system: System, step: &HornStep| replay(&system, step);
            let original = System::read(&seed.text).ok()?;
            chain.iter().try_fold(original, again)
        });
        let Some(member) = member else {
            return Ok(worked);
        };
        let time = Duration::from_millis(of_group.milliseconds) * 4;
        let manner = Manner {
            time: time.max(LEAST_TIME).min(plan.timeout),
            models: plan.models,
            watched: Watched::Steps,
            patient: true,
        };
        let mut turn = Turn {
            strategy: self,
            parameters: &parameters,
            guide,
            seed,
            due,
            member,
            chain,
            tried: None,
            left: of_group.made..of_group.made + mutants,
            took: Duration::ZERO,
            report: TurnReport {
                group,
                ..TurnReport::default()
            },
        };
        worked.complete = desk.test(&mut turn, &manner)?;
        let made = of_group.made + turn.report.mutants.len() as u64;
        lock(&self.members).insert(key, (made, turn.member));
        worked.lesson = Some(Lesson::Turn(turn.report));
        Ok(worked)
    }

    /// The solver parameters that the solver at hand knows; nothing if there was no time to ask.
    fn parameters(&self, desk: &mut Desk<'_>) -> Result<Option<Arc<[Parameter]>>, CampaignError> {
        let solver = desk.solver_number();
        if let Some(known) = lock(&self.parameters).get(&solver) {
            return Ok(Some(known.clone()));
        }
        let mut known = Vec::new();
        let is_used = self.options.mutations.iter().any(|m| m.name == "parameter");
        for parameter in mutate::horn::SOLVING.iter().filter(|_| is_used) {
            let Parameter { name, default, .. } = parameter;
            let script = format!("(set-option :{name} {})\n(check-sat)\n", !default);
            let outcome = desk.ask(script.as_bytes())?;
            if desk.is_over() {
                return Ok(None);
            }
            if outcome.is_some_and(|outcome| outcome.verdict().is_definite()) {
                known.push(*parameter);
            }
        }
        let known: Arc<[Parameter]> = known.into();
        lock(&self.parameters).insert(solver, known.clone());
        Ok(Some(known))
    }
}

impl Strategy for HornStrategy {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn about(&self) -> String {
        format!("mutation of {} Horn systems", self.seeds.len())
    }

    fn identity(&self) -> String {
        let HornOptions { mutations, order } = &self.options;
        let names: Vec<&str> = mutations.iter().map(|m| m.name).collect();
        let seeds = identity_of(&self.seeds);
        format!("{seeds}, {names:?}, {order}")
    }

    fn modes(&self, all: Vec<Mode>) -> Vec<Mode> {
        // Its engine for Horn clauses is the same in all, and tells its steps one script at a time.
        let reset = all.contains(&Mode::Reset).then_some(Mode::Reset);
        reset.or(all.first().copied()).into_iter().collect()
    }

    fn share(&self) -> f64 {
        SHARE
    }

    fn schedule(&self, guided: bool) -> Box<dyn Schedule> {
        let names = self.options.mutations.iter().map(|m| m.name.to_owned());
        Box::new(Rounds::new(RoundsSettings {
            seeds: self.seeds.len(),
            order: self.options.order,
            guided,
            mutations: names.collect(),
            random: self.random,
        }))
    }

    fn work(&self, unit: &Unit, desk: &mut Desk<'_>) -> Result<Worked, CampaignError> {
        match &unit.work {
            Work::Probe(seeds) => self.probe(seeds, desk),
            Work::Turn {
                group,
                mutants,
                guide,
            } => self.turn((*group, *mutants), guide, desk),
            Work::Cases(_) => Ok(Worked::default()),
        }
    }
}

/// A group's turn.
struct Turn<'t> {
    strategy: &'t HornStrategy,
    parameters: &'t [Parameter],
    guide: &'t Guide,
    seed: &'t Arc<Seed>,
    due: Status,
    /// The last member of the group, and the steps from the seed to it.
    member: System,
    chain: Vec<HornStep>,
    /// What is being tested.
    tried: Option<(System, HornStep)>,
    left: Range<u64>,
    /// How long the solver was busy.
    took: Duration,
    report: TurnReport,
}

impl Turn<'_> {
    /// A mutant of the last member, by a mutation that finds a place.
    fn mutant(
        &self,
        rng: &mut Rng,
        helper: &mut Helper<'_>,
    ) -> Result<Option<(System, HornStep)>, Error> {
        let mutations = self.strategy.options.mutations.iter();
        let names: Vec<&str> = mutations.map(|m| m.name).collect();
        let context = Context {
            answer: Some(self.due),
            parameters: self.parameters,
        };
        for _ in 0..TRIES {
            let Some(mutation) = self.guide.choose(&names, rng).and_then(Mutation::named) else {
                break;
            };
            let made = match mutation.name {
                "simplify" => rewrite(&self.member, rng, &mut |script| helper.run(script))?,
                _ => mutation.mutate(&self.member, &context, rng),
            };
            if made.is_some() {
                return Ok(made);
            }
        }
        Ok(None)
    }

    fn is_kept(&self, seen: &Observation<'_>) -> bool {
        SeedVerdict::of(seen.outcome) == SeedVerdict::Definite(self.due)
    }
}

impl Producer for Turn<'_> {
    fn next(&mut self, helper: &mut Helper<'_>) -> Result<Option<TestCase>, Error> {
        if self.took > TURN_TIME {
            return Ok(None);
        }
        let Some(number) = self.left.next() else {
            return Ok(None);
        };
        let number = (self.report.group as u64) << 32 | number;
        let mut rng = Rng::new(self.strategy.random ^ CHANCE, number);
        let Some((mutant, step)) = self.mutant(&mut rng, helper)? else {
            self.left = 0..0;
            return Ok(None);
        };
        let script = mutant.write_horn().into_bytes();
        if script.len() > GROWTH * self.seed.text.len() + GROWN {
            self.report.outgrown = true;
            self.left = 0..0;
            return Ok(None);
        }
        let steps = self.chain.iter().chain([&step]).cloned().collect();
        self.tried = Some((mutant, step));
        Ok(Some(TestCase {
            script,
            due: Due::Known(self.due),
            number,
            derivation: Derivation::Horn(HornChain {
                seed: self.seed.clone(),
                steps,
            }),
            setting: Setting::default(),
        }))
    }

    fn waits(&self) -> bool {
        true
    }

    fn is_worth_judging(&self, seen: &Observation<'_>) -> bool {
        let number = seen.case.number & u64::from(u32::MAX);
        let trace = Seen::of(&Trace::of(seen.outcome));
        !self.guide.knows(&trace) || number.is_multiple_of(SAMPLE)
    }

    fn heard(&mut self, seen: &Observation<'_>, suspicious: bool) {
        self.took += seen.outcome.took;
        let Some((mutant, step)) = self.tried.take() else {
            return;
        };
        let kept = !suspicious && self.is_kept(seen);
        self.report.mutants.push(MutantReport {
            mutation: step.mutation.clone().into_owned(),
            step: serde_json::to_value(&step).ok().filter(|_| kept),
            seen: kept.then(|| Seen::of(&Trace::of(seen.outcome))),
            suspicious,
        });
        if kept {
            self.chain.push(step);
            self.member = mutant;
        }
    }
}

/// The system with some constraint rewritten by the simplifier of z3, plainly or with one of its
/// parameters; nothing if the solver has no simplifier, or leaves it as it is.
///
/// # Errors
/// If the simplifier cannot be asked.
pub fn rewrite(
    system: &System,
    rng: &mut Rng,
    simplifier: &mut dyn FnMut(&[u8]) -> Result<Outcome, Error>,
) -> Result<Option<(System, HornStep)>, Error> {
    let Some((clause, literal)) = pick_constraint(system, rng) else {
        return Ok(None);
    };
    // One more for none of them.
    let parameter = REWRITING.get(rng.below(REWRITING.len() + 1));
    let Some(query) = rewrite_query(system, clause, literal, parameter) else {
        return Ok(None);
    };
    // What is printed after a check is kept.
    let Some(place) = query.rfind("(simplify ") else {
        return Ok(None);
    };
    let script = [&query[..place], "(check-sat)\n", &query[place..]].concat();
    let outcome = simplifier(script.as_bytes())?;
    if !outcome.verdict().is_definite() || outcome.afterwards.is_some() {
        return Ok(None);
    }
    let answer = outcome.tail.trim();
    let Ok((mutant, step)) = absorb(system, clause, literal, parameter, answer) else {
        return Ok(None);
    };
    let changed = mutant.write_horn() != system.write_horn();
    Ok(changed.then_some((mutant, step)))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}
