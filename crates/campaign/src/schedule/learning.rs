//! What is learnt from units: which behaviours there were, and which lanes, modes and rules bring them.
//!
//! Pure: from reports in their order to what is preferred next. Times are those that solvers took by
//! their own count (`Tally::cost`), as they stand in the log, so that a campaign that goes on learns the
//! same again.

use super::behaviour::{Behaviour, is_pair};
use super::guide::{Seen, StepData, Success};
use super::sampling::Watching;
use super::shares::{Luck, Rate, Shares};
use super::sightings::{Sighted, Sightings};
use super::{Lesson, Unit, Work};
use crate::case::{Derivation, TestCase};
use crate::store::UnitReport;
use mutate::mutator::Favours;
use serde::{Deserialize, Serialize};
use smt::Status;
use solve::{AnswerClass, Mode};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

/// How much a behaviour that is rare counts, compared with one that is new, and how much two counters
/// that are new together but not alone, and a trace of a Horn system: nearly all are new.
const WORTH_OF_RARE: f64 = 0.25;
const WORTH_OF_PAIR: f64 = 0.5;
const WORTH_OF_TRACE: f64 = 0.03;
/// What it counts to find what nobody had found before, compared with what a unit brings of late, and at least:
/// where one bug is, others are, in seeds of the same kind and in the same lane and mode. What is found again
/// counts nothing: a crash that shows everywhere would decide where to look. And a source that has shown several
/// most often shows the same bug, so that the second counts half, the third a third.
const WORTH_OF_BUG: f64 = 10.0;
const LEAST_WORTH_OF_BUG: f64 = 5.0;
/// What an answer counts by itself, compared with what answers bring of late that is new, and at least: later
/// little is new, and still more answers find more bugs.
const WORTH_OF_ANSWER: f64 = 0.2;
const LEAST_WORTH_OF_ANSWER: f64 = 0.01;
/// The least and the most that a lane has of its share: of those that bring little that is new, some find bugs
/// that others do not.
const LANE_WEIGHT: (f64, f64) = (0.3, 3.0);
/// The part of a solver's time that a mode has for sure: each exercises other code.
const SURE_OF_MODE: f64 = 0.05;
/// After how many tries what a rule brought counts half.
const RULE_MEMORY: u64 = 2_000;
/// After how many refusals something is known to be refused, if it was never taken.
const REFUSED: u64 = 8;
/// The most that a rule is preferred to another.
const RULE_WEIGHT: (f64, f64) = (0.1, 1.0);

/// A test case that made the solver do something rare.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sighting {
    /// What it did that was rare when the unit began.
    pub behaviours: Vec<Behaviour>,
    /// What makes the test case again from its source; nothing if it cannot be mutated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub member: Option<StepData>,
    /// The answer that is due.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<Status>,
}

/// What came of a unit of test cases.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct CasesReport {
    /// How often each rule was tried, and how often that brought something rare.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub rules: BTreeMap<String, Success>,
    /// How often what was put into test cases of open answers was asked about, and how often refused.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub refusals: BTreeMap<String, Refusals>,
    /// What was rare, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sightings: Vec<Sighting>,
    /// What it takes to watch.
    #[serde(default)]
    pub watching: Watching,
}

/// How often something was asked about.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusals {
    /// In how many test cases.
    pub asked: u64,
    /// How many of them the solver refused.
    pub refused: u64,
}

impl Refusals {
    fn add(&mut self, other: Self) {
        self.asked += other.asked;
        self.refused += other.refused;
    }

    /// Whether the solver does not know it: all that has it is refused. What is known has been refused
    /// together with what is not, but seldom each time; and nothing is tried again that is never drawn.
    fn is_unknown(self) -> bool {
        self.refused >= REFUSED && self.refused == self.asked
    }
}

impl CasesReport {
    /// Whether a solver refused a test case whose answer is open: what was last put into it may be unknown
    /// to the solver. What it was put into was taken before, or it would not have been mutated.
    pub(crate) fn heard_of(&mut self, case: &TestCase, refused: bool) {
        let Derivation::Open(open) = &case.derivation else {
            return;
        };
        let labels = open.last_round().iter().map(|step| &*step.rule);
        let labels: BTreeSet<&str> = labels.filter(|label| names_one_thing(label)).collect();
        let refusals = Refusals {
            asked: 1,
            refused: refused.into(),
        };
        for label in labels {
            match self.refusals.get_mut(label) {
                Some(known) => known.add(refusals),
                None => {
                    self.refusals.insert(label.to_owned(), refusals);
                }
            }
        }
    }

    /// Whether nothing is to be learnt from it.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Whether a label of an open step says what the solver was given: an operator, or a logic. Terms and atoms
/// can be anything.
fn names_one_thing(label: &str) -> bool {
    label.starts_with("op:") || label == "logic"
}

/// Whether a label is the name of a rule, and does not say what was put into a test case of an open answer. Of what
/// is put in, none is preferred: measured, with a preference for what is new swaps showed 8 bugs in two minutes
/// instead of 13, since the operators that have bugs are those that seldom come to much.
fn is_rule(label: &str) -> bool {
    !label.contains(':') && label != "logic"
}

/// What a unit brought.
#[derive(Debug, Clone, Default)]
pub struct Yield {
    /// Behaviours that nobody had seen.
    pub new: u64,
    /// What it is worth, in new behaviours.
    pub worth: f64,
    /// What it took, in seconds.
    pub cost: f64,
    /// Which of its sightings had something new.
    pub members: Vec<usize>,
    /// How many bugs that nobody had found before.
    pub bugs: usize,
}

/// What was seen of a solver, by all lanes together.
#[derive(Debug, Clone)]
pub(super) struct Observed {
    /// What it did.
    pub seen: Sightings,
    /// What it takes to watch, in each mode: one that starts processes cannot be compared with one that
    /// does not.
    watching: HashMap<Mode, Watching>,
    /// The buckets of what was found.
    found: HashSet<String>,
    /// What is new in answers, of late.
    news: Rate,
    /// What units bring, of late.
    units: Rate,
    /// How modes share the time, by their places in [`Mode::ALL`]: all lanes together learn sooner what each
    /// brings.
    modes: Shares,
}

impl Observed {
    pub fn new(guided: bool) -> Self {
        Self {
            seen: Sightings::default(),
            watching: HashMap::new(),
            found: HashSet::new(),
            news: Rate::default(),
            units: Rate::default(),
            modes: Shares::of_all_units(vec![SURE_OF_MODE; Mode::ALL.len()], guided),
        }
    }

    fn watching(&mut self, mode: Mode) -> &mut Watching {
        self.watching.entry(mode).or_default()
    }
}

/// What lanes bring for the solver's time, on average, and the bugs of all.
pub(super) struct Usual {
    pub value: f64,
    pub luck: Luck,
}

/// What is known of a lane.
pub(super) struct Learning {
    guided: bool,
    share: f64,
    rate: Rate,
    luck: Luck,
    modes: Vec<Mode>,
    /// What behaviours were worth in units that were watched.
    behaviours: Rate,
    /// In how many units of each source something was found that nobody had found before.
    found_in: HashMap<usize, u32>,
    rules: BTreeMap<String, Success>,
    refusals: BTreeMap<String, Refusals>,
    favours: Arc<Favours>,
}

impl Learning {
    pub fn new(modes: Vec<Mode>, share: f64, guided: bool) -> Self {
        Self {
            guided,
            share,
            rate: Rate::default(),
            luck: Luck::default(),
            modes,
            behaviours: Rate::default(),
            found_in: HashMap::new(),
            rules: BTreeMap::new(),
            refusals: BTreeMap::new(),
            favours: Arc::default(),
        }
    }

    /// What a unit takes, if there was one.
    pub fn expected_cost(&self) -> Option<f64> {
        (self.rate.units > 0).then_some(self.rate.cost)
    }

    /// What it brings for the solver's time, if that is known.
    pub fn value(&self) -> Option<f64> {
        let value = self.rate.value();
        (self.guided && self.rate.units >= 4 && value > 0.0).then_some(value)
    }

    /// The bugs that it found, if that matters.
    pub fn luck(&self) -> Luck {
        match self.guided {
            true => self.luck,
            false => Luck::default(),
        }
    }

    /// Its part of the solver's time, compared with other lanes, if lanes usually bring so much. One that brings
    /// what is usual has just its share, one that brings half as much again about twice that; and one that finds
    /// more bugs than others has more.
    pub fn weight(&self, usual: &Usual) -> f64 {
        let times_usual = self.value().map_or(1.0, |value| value / usual.value);
        let times_share = times_usual.powi(2) * self.luck().times(&usual.luck);
        self.share * times_share.clamp(LANE_WEIGHT.0, LANE_WEIGHT.1)
    }

    /// Says how a unit is to be done.
    pub fn equip(&mut self, unit: &mut Unit, solver: &mut Observed) {
        unit.seen = solver.seen.clone();
        unit.favours = self.favours.clone();
        let telling = match &unit.work {
            Work::Cases(cases) if self.guided => Some(cases.is_first && cases.member.is_none()),
            _ => None,
        };
        let has = |mode: usize| self.modes.contains(&Mode::ALL[mode]);
        match self.modes[..] {
            [only] => unit.mode = only,
            _ => {
                let mode = solver.modes.take(self.rate.cost, has);
                unit.mode = mode.map_or(unit.mode, |mode| Mode::ALL[mode]);
            }
        }
        unit.watched = solver.watching(unit.mode).take(telling);
    }

    /// Learns from a report.
    pub fn learn(&mut self, unit: &Unit, report: &UnitReport, solver: &mut Observed) -> Yield {
        let mut brought = Yield {
            cost: report.tally.cost,
            ..Yield::default()
        };
        let mut see = |behaviour: Behaviour, worth: f64| match solver.seen.see(behaviour) {
            Sighted::New => {
                brought.worth += worth;
                1
            }
            Sighted::Rare => {
                brought.worth += WORTH_OF_RARE * worth;
                0
            }
            Sighted::Common => 0,
        };
        let mut watched = unit.watched;
        let (mut new_in_all, mut members) = (0, Vec::new());
        match &report.lesson {
            Some(Lesson::Cases(lesson)) => {
                for (place, sighting) in lesson.sightings.iter().enumerate() {
                    let see = |&behaviour: &Behaviour| match is_pair(behaviour) {
                        true => see(behaviour, WORTH_OF_PAIR),
                        false => see(behaviour, 1.0),
                    };
                    let new: u64 = sighting.behaviours.iter().map(see).sum();
                    new_in_all += new;
                    if new > 0 && sighting.member.is_some() {
                        members.push(place);
                    }
                }
                // Who prints what it counted is always watched.
                watched |= lesson.watching.watched.cases > 0.0;
                solver.watching(unit.mode).learn(&lesson.watching);
                self.learn_rules(lesson);
            }
            // Of a Horn system, a trace that nobody has left before.
            Some(Lesson::Turn(turn)) => {
                let traces = turn
                    .mutants
                    .iter()
                    .filter_map(|mutant| mutant.seen.as_ref());
                let see = |trace: &Seen| see(trace.hash, WORTH_OF_TRACE);
                new_in_all += traces.map(see).sum::<u64>();
            }
            Some(Lesson::Seeds(_)) | None => {}
        }
        let found = report.found.iter();
        let is_new = |bucket: &&String| solver.found.insert((*bucket).clone());
        let bugs = found.filter(is_new).count();
        let tally = &report.tally;
        let answered = tally.answered(AnswerClass::Sat) + tally.answered(AnswerClass::Unsat);
        (brought.new, brought.members, brought.bugs) = (new_in_all, members, bugs);
        if watched {
            solver.units.add(brought.worth, brought.cost);
        }
        if watched && answered > 0 {
            solver.news.add(brought.worth, answered as f64);
        }
        match watched {
            true => self.behaviours.add(brought.worth, brought.cost),
            // Nobody knows: as much as elsewhere.
            false => brought.worth = self.behaviours.value() * brought.cost,
        }
        if bugs > 0 {
            let source = match &unit.work {
                Work::Cases(cases) => cases.source,
                Work::Turn { group, .. } => *group,
                Work::Probe(seeds) => seeds.start,
            };
            let times = self.found_in.entry(source).or_default();
            *times += 1;
            let of_bug = WORTH_OF_BUG * solver.units.worth;
            brought.worth += of_bug.max(LEAST_WORTH_OF_BUG) / f64::from(*times);
        }
        let of_answer = WORTH_OF_ANSWER * solver.news.value();
        brought.worth += of_answer.max(LEAST_WORTH_OF_ANSWER) * answered as f64;
        self.rate.add(brought.worth, brought.cost);
        self.luck.add(brought.bugs, brought.cost);
        let mode = Mode::ALL.iter().position(|mode| *mode == unit.mode);
        if let Some(mode) = mode.filter(|_| self.modes.len() > 1) {
            // What comes to nothing at once is not tried the more often for being cheap.
            let cost = match tally.mutants {
                0 => brought.cost.max(self.rate.cost),
                _ => brought.cost,
            };
            // Lanes bring unlike much: a mode is not better for having been a better lane's.
            let usual = self.rate.value();
            let times_usual = if usual > 0.0 {
                brought.worth / usual
            } else {
                0.0
            };
            solver.modes.done(mode, times_usual, cost);
        }
        brought
    }

    fn learn_rules(&mut self, lesson: &CasesReport) {
        if !self.guided || (lesson.rules.is_empty() && lesson.refusals.is_empty()) {
            return;
        }
        for (name, refusals) in &lesson.refusals {
            let known = self.refusals.entry(name.clone()).or_default();
            known.add(*refusals);
        }
        for (name, brought) in lesson.rules.iter().filter(|(name, _)| is_rule(name)) {
            let success = self.rules.entry(name.clone()).or_default();
            success.add(*brought);
            if success.tried > RULE_MEMORY {
                success.tried /= 2;
                success.new /= 2;
            }
        }
        let best = self.rules.values().map(|rule| rule.weight());
        let best = best.fold(f64::MIN_POSITIVE, f64::max);
        let favour = |success: &Success| {
            let weight = (success.weight() / best).clamp(RULE_WEIGHT.0, RULE_WEIGHT.1);
            (weight * 255.0) as u8
        };
        let rules = self.rules.iter();
        let favours = rules.map(|(name, success)| (name.clone(), favour(success)));
        let refused = self.refusals.iter().filter(|(_, r)| r.is_unknown());
        let never = refused.map(|(name, _)| (name.clone(), 0));
        self.favours = Arc::new(favours.chain(never).collect());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::{Due, Open};
    use crate::schedule::Cases;
    use mutate::step::{Form, Step};

    fn unit() -> Unit {
        Unit::new(0, Work::Cases(Cases::default()))
    }

    fn report(answered: u64, cost: f64, behaviours: &[Behaviour]) -> UnitReport {
        let mut report = UnitReport::default();
        report.tally.answers.insert(AnswerClass::Sat, answered);
        report.tally.cost = cost;
        let sighting = |&behaviour: &Behaviour| Sighting {
            behaviours: vec![behaviour],
            member: Some(behaviour.into()),
            due: Some(Status::Sat),
        };
        report.lesson = Some(Lesson::Cases(CasesReport {
            sightings: behaviours.iter().map(sighting).collect(),
            ..CasesReport::default()
        }));
        report
    }

    #[test]
    fn a_behaviour_is_new_once_and_rare_for_a_while() {
        let mut learning = Learning::new(vec![Mode::Reset], 1.0, true);
        let mut seen = Observed::new(true);
        let brought = learning.learn(&unit(), &report(0, 1.0, &[7, 8, 7]), &mut seen);
        assert_eq!((brought.new, brought.members), (2, vec![0, 1]));
        let brought = learning.learn(&unit(), &report(0, 1.0, &[7]), &mut seen);
        assert!(brought.new == 0 && brought.worth > 0.0 && brought.members.is_empty());
        for _ in 0..5 {
            learning.learn(&unit(), &report(0, 1.0, &[7]), &mut seen);
        }
        assert!(!seen.seen.is_rare(7) && seen.seen.times(8) == 1);
    }

    #[test]
    fn what_is_found_again_counts_nothing_and_more_of_a_source_less() {
        let mut learning = Learning::new(vec![Mode::Reset], 1.0, true);
        let mut solver = Observed::new(true);
        let mut worth = |source: usize, bucket: &str| {
            let mut found = report(0, 1.0, &[]);
            found.found = [bucket.to_owned()].into();
            let cases = Cases {
                source,
                ..Cases::default()
            };
            let unit = Unit::new(0, Work::Cases(cases));
            learning.learn(&unit, &found, &mut solver).worth
        };
        let first = worth(0, "a");
        assert!(first > 1.0);
        assert_eq!((worth(0, "b"), worth(1, "c")), (first / 2.0, first));
        assert_eq!((worth(0, "a"), worth(2, "c")), (0.0, 0.0));
    }

    #[test]
    fn the_mode_that_answers_most_has_most_of_the_time_and_all_have_some() {
        let modes = vec![Mode::Incremental, Mode::Fresh];
        let mut learning = Learning::new(modes, 1.0, true);
        let mut seen = Observed::new(true);
        let mut time = [0.0; 2];
        for _ in 0..2000 {
            let mut unit = unit();
            learning.equip(&mut unit, &mut seen);
            let (place, cost) = match unit.mode {
                Mode::Incremental => (0, 0.01),
                _ => (1, 0.2),
            };
            time[place] += cost;
            learning.learn(&unit, &report(10, cost, &[]), &mut seen);
        }
        let share = time[1] / (time[0] + time[1]);
        assert!((0.03..0.12).contains(&share), "{share}");
    }

    #[test]
    fn blame_is_for_what_was_last_put_in_and_has_a_name() {
        let step = |round: u32, rule: &'static str| Step {
            round,
            form: Form::Polarity,
            equal: false,
            rule: rule.into(),
            template: 0,
            node: 0,
            was: Vec::new(),
            put: Vec::new(),
            declare: Vec::new(),
        };
        let open = Open {
            seed: Arc::default(),
            others: Vec::new(),
            steps: vec![
                step(0, "op:bvule"),
                step(1, "logic"),
                step(1, "op:bvcomp"),
                step(1, "atom:other"),
                step(1, "op:bvcomp"),
            ],
        };
        let mut case = TestCase::of_seed(&Arc::default(), Due::Compare);
        let mut lesson = CasesReport::default();
        lesson.heard_of(&case, true);
        assert!(lesson.refusals.is_empty());
        case.derivation = Derivation::Open(open);
        lesson.heard_of(&case, true);
        lesson.heard_of(&case, false);
        let heard = Refusals {
            asked: 2,
            refused: 1,
        };
        let all = ["logic", "op:bvcomp"].map(|label| (label.to_owned(), heard));
        assert_eq!(lesson.refusals, BTreeMap::from(all));
    }

    #[test]
    fn rules_that_bring_something_are_favoured() {
        let mut learning = Learning::new(vec![Mode::Reset], 1.0, true);
        let mut of = report(1, 1.0, &[]);
        let success = |tried, new| Success { tried, new };
        let rules = [
            ("good", success(100, 50)),
            ("bad", success(100, 0)),
            ("op:bvadd", success(100, 1)),
            ("logic", success(100, 1)),
        ];
        let rules = rules.map(|(name, success)| (name.to_owned(), success));
        of.lesson = Some(Lesson::Cases(CasesReport {
            rules: rules.into(),
            ..CasesReport::default()
        }));
        learning.learn(&unit(), &of, &mut Observed::new(true));
        assert!(learning.favours["good"] == 255 && learning.favours["bad"] < 60);
        // What is put into open test cases is no rule.
        assert_eq!(learning.favours.len(), 2);
        let refusals = [
            ("unknown", 8, 8),
            ("good", 80, 4),
            ("new", 7, 7),
            ("beside", 9, 8),
        ];
        let refusals =
            refusals.map(|(name, asked, refused)| (name.to_owned(), Refusals { asked, refused }));
        let mut refused = report(1, 1.0, &[]);
        refused.lesson = Some(Lesson::Cases(CasesReport {
            refusals: refusals.into(),
            ..CasesReport::default()
        }));
        learning.learn(&unit(), &refused, &mut Observed::new(true));
        assert!(learning.favours["good"] == 255 && learning.favours["unknown"] == 0);
        // Neither what was not tried often, nor what was taken once.
        assert!(!learning.favours.contains_key("new") && !learning.favours.contains_key("beside"));
        let mut unguided = Learning::new(vec![Mode::Reset], 1.0, false);
        unguided.learn(&unit(), &of, &mut Observed::new(true));
        assert!(unguided.favours.is_empty());
    }
}
