//! What steers guided rounds: which seed has its turn, and which mutation is likely to make the solver
//! do something new.
//!
//! Pure: from reports of what was done to what is to be done. A campaign works in rounds, and all that
//! is chosen in a round depends on what was known when it began; reports are taken in the order of
//! the groups, not of time. So it does not matter how many work on a round.

use super::learning::CasesReport;
use super::trace::{Counts, State, Trace};
use super::weights::{Instance, Order, Weights};
use mutate::rng::Rng;
use serde::{Deserialize, Serialize};
use smt::Status;
use std::collections::{BTreeMap, HashSet};

/// How many groups have a turn in a round.
pub(crate) const GROUPS_A_ROUND: usize = 8;
/// How many mutants are made of a group in its turn.
pub(crate) const MUTANTS_A_TURN: u64 = 10;
/// A group is left when the solver did the same this many times in a row, for each of its parts.
const REPEATS_A_PART: u64 = 5;
/// A group is left after so many mutants that the solver could not answer, or got wrong.
const FAILURES: u64 = 10;
/// Keeps the random numbers for groups apart from others.
const CHANCE: u64 = 0x06e0_0c54_ed5e_ed01;
/// A system that is answered without a step costs as much as this many steps: processes, clause checks.
const AT_LEAST: f64 = 100.0;
/// How much the last turn of a group counts for what is expected of the next.
const LAST_TURN: f64 = 0.5;
/// After so many rounds without a turn, twice as much is expected of a group: nobody is forgotten.
const PATIENCE: f64 = 40.0;
/// No mutation is ever given up.
const LEAST_WEIGHT: f64 = 0.02;

/// What the solver was seen to do: what is kept of a trace.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    /// Equal for equal traces.
    pub hash: u64,
    /// How often it was in each state.
    pub states: Vec<(State, u64)>,
    /// How often it went from one to another.
    pub transitions: Vec<(State, State, u64)>,
}

impl Seen {
    /// What is kept of a trace.
    pub fn of(trace: &Trace) -> Self {
        let counts = trace.counts();
        let transitions = counts.transitions.iter();
        Self {
            hash: trace.hash(),
            states: counts.states.into_iter().collect(),
            transitions: transitions.map(|(&(from, to), &n)| (from, to, n)).collect(),
        }
    }

    fn counts(&self) -> Counts {
        let transitions = self.transitions.iter();
        Counts {
            states: self.states.iter().copied().collect(),
            transitions: transitions.map(|&(from, to, n)| ((from, to), n)).collect(),
        }
    }
}

/// What is known of a seed before it is mutated.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SeedReport {
    /// Its place among the seeds.
    pub seed: usize,
    /// What the solver says; nothing if it says neither, then it is of no use.
    pub answer: Option<Status>,
    /// How long that took, in milliseconds.
    pub milliseconds: u64,
    /// What the solver did.
    pub seen: Seen,
    /// What the order of groups may depend on.
    #[serde(default)]
    pub traits: Traits,
}

/// What the order of groups may depend on, besides what the solver did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Traits {
    /// How many parts the seed has: a group is left the later the more there are.
    pub parts: usize,
    /// Whether no part needs two others.
    pub linear: bool,
    /// How many things its parts are about.
    pub subjects: usize,
}

/// What is learnt from a unit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lesson {
    /// What the solver does with some seeds.
    Seeds(Vec<SeedReport>),
    /// What came of a group's turn.
    Turn(TurnReport),
    /// What came of a unit of test cases.
    Cases(CasesReport),
}

/// A step, as the strategy that made it writes it down.
pub type StepData = serde_json::Value;

/// A seed and its descendants.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// The seed, by its place among all seeds.
    pub seed: usize,
    /// What the solver says of it.
    pub answer: Status,
    /// How long that took, in milliseconds.
    pub milliseconds: u64,
    /// The steps from the seed to the last descendant.
    pub chain: Vec<StepData>,
    /// How many mutants were made of it: where random numbers start.
    pub made: u64,
    /// How often it was left.
    pub left: u64,
    /// Whether nothing can be made of its seed.
    pub spent: bool,
    traits: Traits,
    hash: u64,
    counts: Counts,
    repeats: u64,
    failures: u64,
    /// What share of its mutants made the solver do something new, of late; all at first.
    fruitful: f64,
    /// The round of its last turn.
    turn: u64,
}

impl Group {
    /// How much that is new a turn in a round may bring, for the steps that the solver takes.
    fn promise(&self, round: u64) -> f64 {
        let waited = round.saturating_sub(self.turn) as f64;
        // Steps and not time, which no two runs have in common.
        let steps: u64 = self.counts.states.values().sum();
        self.fruitful * (1.0 + waited / PATIENCE) * AT_LEAST / (AT_LEAST + steps as f64)
    }
}

/// What came of a mutant.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MutantReport {
    /// The mutation that made it.
    pub mutation: String,
    /// The step, if the mutant is the group's last member now.
    pub step: Option<StepData>,
    /// What the solver did; nothing if it did not answer as it has to.
    pub seen: Option<Seen>,
    /// Whether its answer or its model was suspicious.
    #[serde(default)]
    pub suspicious: bool,
}

/// What came of a group's turn.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct TurnReport {
    /// The group.
    pub group: usize,
    /// Its mutants, in their order.
    pub mutants: Vec<MutantReport>,
    /// Whether its last member has become too large.
    pub outgrown: bool,
}

/// How a mutation has done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Success {
    /// How many mutants it made.
    pub tried: u64,
    /// How many of them made the solver do something that no system had before.
    pub new: u64,
}

impl Success {
    /// Both together.
    pub fn add(&mut self, other: Self) {
        self.tried += other.tried;
        self.new += other.new;
    }

    /// How likely it is chosen, compared with others.
    pub fn weight(self) -> f64 {
        // As if it had been tried twice before, once with success.
        let share = (self.new as f64 + 1.0) / (self.tried as f64 + 2.0);
        share.max(LEAST_WEIGHT)
    }
}

/// What is known and how to go on.
#[derive(Debug, Clone)]
pub struct Guide {
    order: Order,
    /// Whether mutations have weights and groups an order; else all is by chance.
    guided: bool,
    groups: Vec<Group>,
    mutations: BTreeMap<String, Success>,
    traces: HashSet<u64>,
    weights: Weights,
    rounds: u64,
}

impl Guide {
    /// A guide that knows nothing but the names of mutations.
    pub fn new(order: Order, guided: bool, mutations: impl Iterator<Item = String>) -> Self {
        Self {
            order,
            guided,
            groups: Vec::new(),
            mutations: mutations.map(|name| (name, Success::default())).collect(),
            traces: HashSet::new(),
            weights: Weights::default(),
            rounds: 0,
        }
    }

    /// Adds a group that has its seed only.
    pub fn add_seed(&mut self, report: &SeedReport) {
        let counts = report.seen.counts();
        self.traces.insert(report.seen.hash);
        self.weights.add(&counts);
        self.groups.push(Group {
            seed: report.seed,
            answer: report.answer.unwrap_or(Status::Sat),
            milliseconds: report.milliseconds,
            chain: Vec::new(),
            made: 0,
            left: 0,
            spent: false,
            traits: report.traits,
            hash: report.seen.hash,
            counts,
            repeats: 0,
            failures: 0,
            fruitful: 1.0,
            turn: self.rounds,
        });
    }

    /// The groups.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// Whether the solver was seen to do this before.
    pub fn knows(&self, seen: &Seen) -> bool {
        self.traces.contains(&seen.hash)
    }

    /// The groups that have a turn in the next round: those that promise most that is new for their time,
    /// and among those that promise about the same the first by the order.
    pub fn next_round(&self, random: u64) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.groups.len()).collect();
        match self.guided {
            true => {
                let instances = self.groups.iter().map(|group| Instance {
                    counts: &group.counts,
                    linear: group.traits.linear,
                    predicates: group.traits.subjects,
                });
                let instances: Vec<Instance<'_>> = instances.collect();
                order = self.order.sort(&instances, &self.weights);
                // Stable: the order stays within those that differ by less than a factor of two. Without
                // that, the solver would have the hardest seeds only: they have the longest traces, and
                // so the most rare steps.
                order.sort_by_key(|&number| {
                    let promise = self.groups[number].promise(self.rounds);
                    std::cmp::Reverse(promise.max(f64::MIN_POSITIVE).log2().floor() as i64)
                });
            }
            false => {
                let mut rng = Rng::new(random ^ CHANCE, self.rounds);
                for place in (1..order.len()).rev() {
                    order.swap(place, rng.below(place + 1));
                }
            }
        }
        order.retain(|&number| !self.groups[number].spent);
        order.truncate(GROUPS_A_ROUND);
        order.sort_unstable();
        order
    }

    /// One of some mutations, by their weights.
    pub fn choose<'m>(&self, among: &[&'m str], rng: &mut Rng) -> Option<&'m str> {
        if !self.guided {
            return rng.pick(among).copied();
        }
        let weight = |name: &str| {
            let success = self.mutations.get(name).copied().unwrap_or_default();
            // Whole numbers, so that every machine draws the same.
            (success.weight() * 1e6) as usize
        };
        let total: usize = among.iter().map(|name| weight(name)).sum();
        let mut drawn = rng.below(total);
        among
            .iter()
            .copied()
            .find(|name| match drawn.checked_sub(weight(name)) {
                Some(rest) => {
                    drawn = rest;
                    false
                }
                None => true,
            })
    }

    /// Takes the reports of a round, which must be in the order of [`Self::next_round`].
    pub fn learn(&mut self, turns: &[TurnReport]) {
        self.rounds += 1;
        for turn in turns {
            let Some(group) = self.groups.get_mut(turn.group) else {
                continue;
            };
            let mut new = 0;
            for mutant in &turn.mutants {
                group.made += 1;
                let success = self.mutations.entry(mutant.mutation.clone()).or_default();
                success.tried += 1;
                // Where one bug is, others are.
                new += u64::from(mutant.suspicious);
                match &mutant.seen {
                    None => group.failures += 1,
                    Some(seen) => {
                        let is_new = u64::from(self.traces.insert(seen.hash));
                        success.new += is_new;
                        new += is_new;
                        let counts = seen.counts();
                        self.weights.add(&counts);
                        match group.hash == seen.hash {
                            true => group.repeats += 1,
                            false => group.repeats = 0,
                        }
                        if let Some(step) = &mutant.step {
                            group.chain.push(step.clone());
                            (group.hash, group.counts) = (seen.hash, counts);
                        }
                    }
                }
            }
            // As if one more mutant had done half of something new: rare luck does not end a group.
            let share = (new as f64 + 0.5) / (turn.mutants.len() as f64 + 1.0);
            group.fruitful = LAST_TURN * share + (1.0 - LAST_TURN) * group.fruitful;
            group.turn = self.rounds;
            group.spent = turn.mutants.is_empty() && group.chain.is_empty() && !turn.outgrown;
            let tired = group.repeats >= REPEATS_A_PART * group.traits.parts.max(1) as u64
                || group.failures >= FAILURES;
            if tired || turn.outgrown || turn.mutants.is_empty() {
                // Next time it starts from its seed: another chain.
                group.left += 1;
                group.repeats = 0;
                group.failures = 0;
                group.chain.clear();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(states: &[State]) -> Seen {
        Seen::of(&Trace {
            states: states.to_vec(),
            told: true,
        })
    }

    fn guide(guided: bool) -> Guide {
        let names = ["good", "bad"].map(str::to_owned);
        let mut guide = Guide::new(Order::default(), guided, names.into_iter());
        for seed in 0..20 {
            let report = SeedReport {
                seed,
                answer: Some(Status::Sat),
                milliseconds: 1,
                seen: seen(&[1, 2]),
                traits: Traits {
                    parts: 2,
                    linear: true,
                    subjects: 1,
                },
            };
            guide.add_seed(&report);
        }
        guide
    }

    fn mutant(mutation: &'static str, seen: Option<Seen>) -> MutantReport {
        MutantReport {
            mutation: mutation.to_owned(),
            step: seen.is_some().then(|| mutation.into()),
            seen,
            suspicious: false,
        }
    }

    fn turn(group: usize, mutants: Vec<MutantReport>) -> TurnReport {
        TurnReport {
            group,
            mutants,
            outgrown: false,
        }
    }

    #[test]
    fn what_opens_new_traces_is_chosen_more_often() {
        let mut guide = guide(true);
        for round in 0..40 {
            guide.learn(&[turn(
                0,
                vec![
                    mutant("good", Some(seen(&[1, 10 + round]))),
                    mutant("bad", Some(seen(&[1, 2]))),
                ],
            )]);
        }
        assert_eq!((guide.traces.len(), guide.rounds), (41, 40));
        let mut rng = Rng::new(1, 1);
        let names = ["good", "bad"];
        let drawn = (0..1000).filter_map(|_| guide.choose(&names, &mut rng));
        let good = drawn.filter(|name| *name == "good").count();
        assert!((900..1000).contains(&good), "{good}");
    }

    #[test]
    fn a_group_is_left_after_repetition_or_failure() {
        let mut guide = guide(true);
        let same = || mutant("bad", Some(seen(&[1, 2])));
        let of = |guide: &Guide, group: usize| {
            let group = &guide.groups()[group];
            (group.left, group.chain.len())
        };
        guide.learn(&[turn(3, (0..9).map(|_| same()).collect())]);
        assert_eq!(of(&guide, 3), (0, 9));
        guide.learn(&[turn(3, vec![same()])]);
        assert_eq!(of(&guide, 3), (1, 0));
        guide.learn(&[turn(4, (0..10).map(|_| mutant("bad", None)).collect())]);
        assert_eq!(of(&guide, 4), (1, 0));
        // Whoever brought nothing new comes last.
        let round = guide.next_round(0);
        assert!(!round.contains(&3) && !round.contains(&4));
        assert_eq!(round.len(), GROUPS_A_ROUND);
    }

    #[test]
    fn whoever_shows_a_bug_has_another_turn() {
        let mut guide = guide(true);
        let of = |group: usize| {
            let mut mutant = mutant("bad", Some(seen(&[1, 2])));
            if group == 15 {
                mutant.seen = None;
                mutant.suspicious = true;
            }
            turn(group, vec![mutant; 5])
        };
        let turns: Vec<TurnReport> = (0..20).map(of).collect();
        guide.learn(&turns);
        guide.learn(&turns);
        assert!(guide.next_round(0).contains(&15));
        assert!(guide.knows(&seen(&[1, 2])) && !guide.knows(&seen(&[2, 1])));
    }

    #[test]
    fn without_guidance_all_is_by_chance_and_still_the_same_each_time() {
        let (a, b) = (guide(false), guide(false));
        assert_eq!(a.next_round(7), b.next_round(7));
        assert_ne!(a.next_round(7), a.next_round(8));
    }
}
