//! All that is known of a campaign so far: what its events come to.

use crate::finding::{Finding, Reduced};
use crate::history::History;
use crate::likeness::Likeness;
use crate::schedule::{Lesson, Sightings, Success};
use crate::store::{Entry, Event, UnitReport};
use crate::tally::Tally;
use std::collections::{BTreeMap, HashSet};

/// Findings that are most likely the same bug.
#[derive(Debug, Clone)]
pub struct Bucket {
    /// The smallest witness.
    pub best: Finding,
    /// How many there were.
    pub count: usize,
    /// When the first was found, in milliseconds since 1970.
    pub since: u64,
    /// The buckets that turned out to be the same bug, and why.
    pub merged: BTreeMap<String, String>,
    /// What it has in common with others that are the same when all that can go is gone.
    likeness: Option<Likeness>,
}

impl Bucket {
    /// With one finding, which was found at that time.
    pub fn of(finding: Finding, since: u64) -> Self {
        Self {
            likeness: finding.likeness(),
            best: finding,
            count: 1,
            since,
            merged: BTreeMap::new(),
        }
    }
}

/// What an event changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// No finding.
    Nothing,
    /// There is a new bucket.
    New(String),
    /// A bucket has a better witness.
    Better(String),
    /// A bucket has one more.
    Again(String),
    /// The finding of a bucket was reduced.
    Reduced(String),
    /// It became known which releases have the finding of a bucket.
    Dated(String),
    /// Two buckets turned out to be the same bug: one of them is part of the other now.
    Merged {
        /// The bucket that is no more.
        gone: String,
        /// The one that is left.
        kept: String,
        /// Why they are the same.
        why: String,
    },
}

impl Change {
    /// The bucket that is not as it was.
    pub fn bucket(&self) -> Option<&str> {
        match self {
            Self::Nothing => None,
            Self::New(name)
            | Self::Better(name)
            | Self::Again(name)
            | Self::Reduced(name)
            | Self::Dated(name) => Some(name),
            Self::Merged { kept, .. } => Some(kept),
        }
    }
}

/// A unit, by strategy, solver and number.
type UnitKey = (String, usize, u64);

/// All that is known so far.
#[derive(Debug, Clone, Default)]
pub struct Totals {
    /// How many seeds were of use so far, and how many were not, by reason.
    pub seeds: BTreeMap<String, u64>,
    /// How many suspicions others speak against.
    pub doubts: usize,
    /// What was found.
    pub buckets: BTreeMap<String, Bucket>,
    /// Buckets that are no more, and those that they are part of now.
    pub merged: BTreeMap<String, String>,
    /// What guided strategies have seen.
    pub guidance: Guidance,
    /// What each mode of each strategy has brought.
    pub modes: BTreeMap<(String, String), YieldTotals>,
    /// What each way to choose what is mutated has brought.
    pub ways: BTreeMap<String, YieldTotals>,
    /// How many findings each strategy had, duplicates included.
    pub found_by: BTreeMap<String, usize>,
    /// For how many seconds processes have been at work on it, but for asking releases at the end.
    pub seconds: f64,
    /// For how many seconds findings were reduced.
    pub reduction_seconds: f64,
    /// What was done in units that are complete, by strategy.
    done: BTreeMap<String, Tally>,
    /// What was done in units that were cut short and have not been done again.
    cut_short: BTreeMap<UnitKey, Tally>,
    keys: HashSet<String>,
    /// The buckets that units have filled.
    filled: HashSet<String>,
    /// The keys of doubts.
    doubted: HashSet<String>,
    /// When the process at work started, and how many seconds there were before it.
    started: (u64, f64),
}

/// What a mode has brought, or a way to choose what is mutated.
#[derive(Debug, Clone, Default)]
pub struct YieldTotals {
    /// How many units it had.
    pub units: u64,
    /// How many test cases did something rare.
    pub sightings: u64,
    /// How many buckets of findings it was the first to fill.
    pub found: u64,
    /// What was done.
    pub tally: Tally,
}

impl YieldTotals {
    fn add(&mut self, report: &UnitReport, found: u64) {
        self.units += 1;
        self.found += found;
        self.tally.merge(&report.tally);
        if let Some(Lesson::Cases(lesson)) = &report.lesson {
            self.sightings += lesson.sightings.len() as u64;
        }
    }
}

/// What guided strategies have seen, and where that has led.
#[derive(Debug, Clone, Default)]
pub struct Guidance {
    /// How many different traces there were, by seconds.
    pub traces: Vec<(f64, u64)>,
    /// How each mutation of Horn systems has done.
    pub mutations: BTreeMap<String, Success>,
    /// How many behaviours were seen, by seconds: counters and their magnitudes.
    pub behaviours: Vec<(f64, u64)>,
    /// How each rule has done: how often it was tried, and how often that brought something rare.
    pub rules: BTreeMap<String, Success>,
    seen: HashSet<u64>,
    behaved: Sightings,
}

/// A curve has at most so many points, and fewer after it had them.
const POINTS: usize = 2_000;

/// There are so many now. A curve is as fine in its beginning as anywhere else.
fn note(points: &mut Vec<(f64, u64)>, seconds: f64, count: u64) {
    if points.len() == POINTS {
        // The first of each stretch is kept. Lengths are powers of two, so that borders stay where they are.
        let stretch = (seconds / (POINTS / 2) as f64).log2().ceil().exp2();
        let mut last = None;
        points.retain(|(seconds, _)| {
            let number = Some((seconds / stretch) as u64);
            std::mem::replace(&mut last, number) != number
        });
    }
    points.push((seconds, count));
}

impl Guidance {
    fn learn(&mut self, lesson: &Lesson, seconds: f64) {
        match lesson {
            Lesson::Seeds(seeds) => {
                let used = seeds.iter().filter(|seed| seed.answer.is_some());
                self.seen.extend(used.map(|seed| seed.seen.hash));
            }
            Lesson::Turn(turn) => {
                for mutant in &turn.mutants {
                    let success = self.mutations.entry(mutant.mutation.clone()).or_default();
                    success.tried += 1;
                    let seen = mutant.seen.as_ref();
                    success.new += u64::from(seen.is_some_and(|s| self.seen.insert(s.hash)));
                }
            }
            Lesson::Cases(lesson) => {
                for sighting in &lesson.sightings {
                    for &behaviour in &sighting.behaviours {
                        self.behaved.see(behaviour);
                    }
                }
                for (rule, brought) in &lesson.rules {
                    let success = self.rules.entry(rule.clone()).or_default();
                    success.tried += brought.tried;
                    success.new += brought.new;
                }
                let now = self.behaved.count();
                let last = self.behaviours.last();
                if last.is_none_or(|(_, before)| *before != now) {
                    note(&mut self.behaviours, seconds, now);
                }
                return;
            }
        }
        note(&mut self.traces, seconds, self.seen.len() as u64);
    }
}

impl Totals {
    /// Takes an event into account, and tells what it changes.
    pub fn apply(&mut self, entry: &Entry) -> Change {
        if let Event::Started { .. } = &entry.event {
            self.started = (entry.time, self.seconds);
        }
        // What is done after the last test is no time of testing; what is reduced before it is followed
        // by more tests.
        let is_afterwards = matches!(
            entry.event,
            Event::Reduced { .. } | Event::History { .. } | Event::Finished { .. }
        );
        if !is_afterwards {
            let since = entry.time.saturating_sub(self.started.0);
            self.seconds = self.started.1 + since as f64 / 1000.0;
        }
        match &entry.event {
            Event::Started { .. } | Event::Finished { .. } | Event::Dropped(_) => Change::Nothing,
            Event::Unit(report) => {
                self.unit(report);
                Change::Nothing
            }
            Event::Doubt(finding) => {
                self.doubts += usize::from(self.doubted.insert(finding.key()));
                Change::Nothing
            }
            Event::Finding(finding) => self.finding(finding, entry.time),
            Event::Reduced { bucket, reduced } => {
                self.reduction_seconds += reduced.milliseconds as f64 / 1000.0;
                self.reduced(bucket, reduced)
            }
            Event::History { bucket, history } => self.dated(bucket, history),
        }
    }

    fn unit(&mut self, report: &UnitReport) {
        let key = (report.strategy.clone(), report.solver, report.unit);
        if !report.complete {
            self.cut_short.insert(key, report.tally.clone());
            return;
        }
        self.cut_short.remove(&key);
        self.done.entry(key.0).or_default().merge(&report.tally);
        if !report.mode.is_empty() {
            let found = self.first_found(report);
            let by = (report.strategy.clone(), report.mode.clone());
            self.modes.entry(by).or_default().add(report, found);
            if !report.chosen.is_empty() {
                let of_way = self.ways.entry(report.chosen.clone()).or_default();
                of_way.add(report, found);
            }
        }
        if !report.seed.is_empty() {
            *self.seeds.entry(report.seed.clone()).or_default() += 1;
        }
        let Some(lesson) = &report.lesson else { return };
        if let Lesson::Seeds(seeds) = lesson {
            for seed in seeds {
                let what = match seed.answer {
                    Some(_) => "used",
                    None => "not answered",
                };
                *self.seeds.entry(what.to_owned()).or_default() += 1;
            }
        }
        self.guidance.learn(lesson, self.seconds);
    }

    /// How many buckets a unit was the first to fill.
    fn first_found(&mut self, report: &UnitReport) -> u64 {
        let is_new = |bucket: &&String| self.filled.insert((*bucket).clone());
        report.found.iter().filter(is_new).count() as u64
    }

    /// What each strategy has done.
    pub fn strategies(&self) -> BTreeMap<String, Tally> {
        let mut all = self.done.clone();
        for ((strategy, ..), tally) in &self.cut_short {
            all.entry(strategy.clone()).or_default().merge(tally);
        }
        all
    }

    /// What was done in all.
    pub fn tally(&self) -> Tally {
        let mut all = Tally::default();
        let parts = self.done.values().chain(self.cut_short.values());
        parts.for_each(|tally| all.merge(tally));
        all
    }

    /// Whether this very finding is there already.
    pub(crate) fn knows(&self, finding: &Finding) -> bool {
        self.keys.contains(&finding.key())
    }

    /// Whether this very doubt is there already.
    pub(crate) fn has_doubted(&self, finding: &Finding) -> bool {
        self.doubted.contains(&finding.key())
    }

    /// What the bucket of that name is called now.
    pub(crate) fn bucket_of<'a>(&'a self, name: &'a str) -> &'a str {
        self.merged.get(name).map_or(name, |kept| kept)
    }

    fn finding(&mut self, finding: &Finding, time: u64) -> Change {
        if !self.keys.insert(finding.key()) {
            return Change::Nothing;
        }
        *self.found_by.entry(finding.strategy.clone()).or_default() += 1;
        let mut finding = finding.clone();
        finding.bucket = self.bucket_of(&finding.bucket).to_owned();
        let name = finding.bucket.clone();
        match self.buckets.get_mut(&name) {
            None => {
                let bucket = Bucket::of(finding, time);
                self.buckets.insert(name.clone(), bucket);
                Change::New(name)
            }
            Some(bucket) => {
                bucket.count += 1;
                if finding.rank() >= bucket.best.rank() {
                    return Change::Again(name);
                }
                // What is left of one is left of all.
                finding.reduced = bucket.best.reduced.take();
                finding.history = bucket.best.history.take();
                bucket.best = finding;
                Change::Better(name)
            }
        }
    }

    /// What is left of a bucket's finding.
    fn reduced(&mut self, name: &str, reduced: &Reduced) -> Change {
        let name = self.bucket_of(name).to_owned();
        let Some(bucket) = self.buckets.get_mut(&name) else {
            return Change::Nothing;
        };
        let known = bucket.best.reduced.as_ref();
        if known.is_some_and(|known| known.bytes() <= reduced.bytes()) {
            return Change::Nothing;
        }
        bucket.best.reduced = Some(Box::new(reduced.clone()));
        bucket.likeness = bucket.best.likeness();
        match self.alike(&name) {
            Some(other) => self.merge(name, other),
            None => Change::Reduced(name),
        }
    }

    /// Which releases have a bucket's finding.
    fn dated(&mut self, name: &str, history: &History) -> Change {
        let name = self.bucket_of(name).to_owned();
        let Some(bucket) = self.buckets.get_mut(&name) else {
            return Change::Nothing;
        };
        bucket.best.history = Some(Box::new(history.clone()));
        Change::Dated(name)
    }

    /// Another bucket with what is most likely the same bug.
    fn alike(&self, name: &str) -> Option<String> {
        let bucket = self.buckets.get(name)?;
        let likeness = bucket.likeness.as_ref()?;
        let is_alike = |other: &Bucket| {
            other
                .likeness
                .as_ref()
                .is_some_and(|l| l.strict == likeness.strict)
                && other.best.oracle == bucket.best.oracle
                && other.best.solver.name == bucket.best.solver.name
                && other.best.answer() == bucket.best.answer()
        };
        let mut others = self.buckets.iter().filter(|(other, _)| *other != name);
        let (other, _) = others.find(|(_, other)| is_alike(other))?;
        Some(other.clone())
    }

    /// Makes one bucket of two: that which comes first in the alphabet, so that it does not matter
    /// which of them was reduced first.
    fn merge(&mut self, one: String, other: String) -> Change {
        let (kept, gone) = match one < other {
            true => (one, other),
            false => (other, one),
        };
        let Some(part) = self.buckets.remove(&gone) else {
            return Change::Reduced(kept);
        };
        let form = part.likeness.map_or_else(String::new, |l| l.strict);
        let why = format!("both are reduced to {}", shortened(&form));
        if let Some(bucket) = self.buckets.get_mut(&kept) {
            bucket.count += part.count;
            bucket.since = bucket.since.min(part.since);
            bucket.merged.extend(part.merged);
            bucket.merged.insert(gone.clone(), why.clone());
            // A finding and what is left of it stay together: the one is the evidence of the other.
            let size = |finding: &Finding| finding.reduced.as_ref().map(|reduced| reduced.bytes());
            let ours = &bucket.best;
            if (size(&part.best), part.best.rank()) < (size(ours), ours.rank()) {
                bucket.best = part.best;
                bucket.best.bucket.clone_from(&kept);
            }
        }
        for now in self.merged.values_mut().filter(|now| **now == gone) {
            now.clone_from(&kept);
        }
        self.merged.insert(gone.clone(), kept.clone());
        Change::Merged { gone, kept, why }
    }

    /// How many buckets an oracle has.
    pub fn distinct(&self, oracle: &str) -> usize {
        let buckets = self.buckets.values();
        buckets.filter(|b| b.best.oracle == oracle).count()
    }

    /// How many findings an oracle has, duplicates included.
    pub fn findings(&self, oracle: &str) -> usize {
        let of_oracle = self.buckets.values().filter(|b| b.best.oracle == oracle);
        of_oracle.map(|bucket| bucket.count).sum()
    }
}

/// What can be read in one line.
pub(crate) fn shortened(text: &str) -> String {
    const LONGEST: usize = 120;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{} ..", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{answered, finding, reduced};
    use solve::AnswerClass;

    /// Three buckets, of which all but `b` are reduced to the same; in that order.
    fn three(oracle: &str, order: &[&str]) -> Totals {
        let mut totals = Totals::default();
        totals.finding(&finding(oracle, "c", "(assert true)", 1), 7);
        totals.finding(&finding(oracle, "b", "(assert false)", 2), 7);
        totals.finding(&finding(oracle, "a", "(assert (not true))", 3), 7);
        totals.finding(&finding(oracle, "a", "(assert (not (= 1 2)))", 4), 7);
        for bucket in order {
            let script = match *bucket {
                "a" => "(declare-const longer Int) (assert (< longer 1))",
                "b" => "(declare-const x Int) (assert (>= x 1))",
                _ => "(declare-const y Int) (assert (> 22 y))",
            };
            totals.reduced(bucket, &reduced(script));
        }
        totals
    }

    #[test]
    fn what_is_reduced_to_the_same_becomes_one_whatever_the_order() {
        for order in [["a", "b", "c"], ["c", "b", "a"], ["b", "c", "a"]] {
            let totals = three("soundness", &order);
            let names: Vec<&str> = totals.buckets.keys().map(String::as_str).collect();
            assert_eq!(names, ["a", "b"], "{order:?}");
            let one = &totals.buckets["a"];
            assert_eq!(one.count, 3);
            assert_eq!(one.best.bucket, "a");
            assert_eq!(one.best.witness, answered("(assert true)"));
            let left = one.best.reduced.as_ref().unwrap();
            let shortest = reduced("(declare-const y Int) (assert (> 22 y))");
            assert_eq!(**left, shortest, "{order:?}");
            assert_eq!(totals.merged["c"], "a");
            assert_eq!(
                one.merged["c"],
                "both are reduced to (assert (< Int.1 Int))"
            );
        }
    }

    #[test]
    fn more_of_a_merged_bucket_belongs_to_the_one_that_is_left() {
        let mut totals = three("model", &["a", "c"]);
        let more = finding("model", "c", "(assert 1)", 5);
        assert_eq!(totals.finding(&more, 9), Change::Better("a".to_owned()));
        let one = &totals.buckets["a"];
        assert_eq!((one.count, one.best.bucket.as_str()), (4, "a"));
        assert!(one.best.reduced.is_some());
        assert_eq!(totals.distinct("model"), 2);
        assert_eq!(totals.findings("model"), 5);
    }

    #[test]
    fn scripts_that_are_alike_stay_apart_if_their_answers_differ() {
        let mut totals = Totals::default();
        totals.finding(&finding("soundness", "a", "(assert true)", 1), 7);
        totals.finding(&finding("soundness", "b", "(assert false)", 2), 7);
        let mut of_a = reduced("(declare-const x Int) (assert (< x 1))");
        totals.reduced("b", &of_a);
        of_a.alone.as_mut().unwrap().script.reply.answer = AnswerClass::Sat.into();
        assert_eq!(totals.reduced("a", &of_a), Change::Reduced("a".to_owned()));
        assert_eq!(totals.buckets.len(), 2);
    }

    #[test]
    fn crashes_stay_apart() {
        let totals = three("crash", &["a", "b", "c"]);
        assert_eq!(totals.buckets.len(), 3);
    }

    fn unit(unit: u64, complete: bool, mutants: u64) -> Entry {
        let mut report = UnitReport {
            strategy: "toy".to_owned(),
            unit,
            complete,
            ..UnitReport::default()
        };
        report.tally.mutants = mutants;
        Entry {
            seq: 0,
            time: 0,
            event: Event::Unit(Box::new(report)),
        }
    }

    #[test]
    fn a_curve_is_as_fine_in_its_beginning_as_later() {
        let mut points = Vec::new();
        let last = 100_000;
        for count in 0..=last {
            note(&mut points, count as f64, count);
        }
        assert!(points.len() <= POINTS && points.len() > POINTS / 8);
        assert_eq!(points[0], (0.0, 0));
        assert_eq!(points.last(), Some(&(last as f64, last)));
        let gaps = points.windows(2).map(|pair| pair[1].0 - pair[0].0);
        let widest = gaps.fold(0.0, f64::max);
        assert!(widest <= last as f64 / (POINTS / 8) as f64, "{widest}");
    }

    #[test]
    fn a_bucket_counts_for_the_way_that_filled_it_first() {
        let mut totals = Totals::default();
        for (number, chosen, found) in [(0, "in turn", "a"), (1, "mutant", "a"), (2, "mutant", "b")]
        {
            let report = UnitReport {
                unit: number,
                mode: "reset".to_owned(),
                chosen: chosen.to_owned(),
                found: [found.to_owned()].into(),
                complete: true,
                ..UnitReport::default()
            };
            totals.unit(&report);
        }
        let brought = |way: &str| (totals.ways[way].units, totals.ways[way].found);
        assert_eq!((brought("in turn"), brought("mutant")), ((1, 1), (2, 1)));
        let of_modes: u64 = totals.modes.values().map(|brought| brought.found).sum();
        assert_eq!(of_modes, 2);
    }

    #[test]
    fn dating_is_no_time_of_testing() {
        let mut totals = Totals::default();
        let entry = |time, event| Entry {
            seq: 0,
            time,
            event,
        };
        let tested = Event::Unit(Box::default());
        let dated = Event::History {
            bucket: "a".to_owned(),
            history: Box::new(History {
                solver: "z3".to_owned(),
                releases: Vec::new(),
            }),
        };
        let why = "all is done".to_owned();
        for (time, event) in [
            (2000, tested),
            (9000, dated),
            (9500, Event::Finished { why }),
        ] {
            totals.apply(&entry(time, event));
        }
        assert_eq!(totals.seconds, 2.0);
    }

    #[test]
    fn what_was_cut_short_and_done_again_counts_once() {
        let mut totals = Totals::default();
        for (number, complete, mutants) in [(1, true, 10), (2, false, 4), (3, false, 5)] {
            totals.apply(&unit(number, complete, mutants));
        }
        assert_eq!(totals.tally().mutants, 19);
        totals.apply(&unit(2, true, 10));
        assert_eq!(totals.tally().mutants, 25);
        assert_eq!(totals.strategies()["toy"].mutants, 25);
    }
}
