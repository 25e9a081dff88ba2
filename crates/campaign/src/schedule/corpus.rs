//! Sources and the mutants of them that made the solver do something new: who of them is mutated next.
//!
//! A mutant whose answer is as known as its source's, and that brought a new behaviour, joins the corpus
//! and is mutated itself. Who has brought most lately for the solver's time is next, nobody waits for
//! ever, and sources in turn and those that nobody has tried ([`Sources`]) have their part of the time for sure.
//! Without guidance every source has its first unit before any has its second, and none joins.

use super::guide::StepData;
use super::learning::Yield;
use super::shares::Shares;
use super::sources::Sources;
use super::{Cases, Lesson, Next, Paces, Schedule, Unit, Units, Work};
use crate::store::UnitReport;
use smt::Status;
use solve::{AnswerClass, Mode};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// How many test cases the first unit of a source has; every later one has twice as many as the one before, up to
/// a limit. So many sources have their turn early, and later one is prepared for many at once.
pub(super) const FIRST_UNIT: u64 = 10;
/// The same of a mutant: much of what it does is known from its source.
const FIRST_OF_MUTANT: u64 = 3;
const LARGEST_UNIT: u64 = 40;
/// How many mutants the corpus may have at a time, and how many test cases each: then others take its place.
const MEMBERS: usize = 4_000;
const OF_MEMBER: u64 = 300;
/// How much the last unit of an entry counts for what is expected of the next.
const LAST_UNIT: f64 = 0.5;
/// After so many units without one of its own, twice as much is expected of an entry. A lane soon has thousands of
/// entries: if it were a few hundred units, they would be in turn, whatever they bring.
const PATIENCE: f64 = 3_000.0;
/// What a test case costs that takes no time, in seconds.
const LEAST_COST: f64 = 0.000_5;
/// The part of the time that each way to choose an entry has for sure, in the order of [`WAYS`]. Measured in ten
/// minutes, a second brings two to four times as much that is new in mutants of mutants as elsewhere, but two to four
/// times as many bugs in the first mutants of small seeds. So most of the time is for these two, whatever they
/// bring; and since the modes that answer soon have more of it, six tenths as many sources have their turn as if they
/// had all of it without guidance.
const SURE: [f64; 4] = [0.04, 0.4, 0.05, 0.35];
/// What a unit is expected to take of which nobody knows, in seconds.
const USUAL_COST: f64 = 0.1;
/// After how many modes in which units came to nothing an entry is left, and after how many such units: of one
/// that has never had others, and of one that has. Some solvers do not have all modes that are tried.
const FAILED_MODES: usize = 3;
const FAILURES: usize = 6;
const FAILURES_AMONG_OTHERS: usize = 30;
/// What is expected of a test case of an entry after such a unit, and what it costs at least, in seconds.
const LAST_HOPE: f64 = 0.02;
const COST_OF_FAILURE: f64 = 0.05;
/// The least that is expected of one: nobody waits for ever.
const LEAST_HOPE: f64 = 0.005;
/// What is expected of a mutant that has just joined, for each thing that it made the solver do that was rare.
/// Measured, what the first mutants of one bring grows with that.
const HOPE: f64 = 0.1;

/// Which entry is next: a source that nobody has tried, chosen by its kind; the source of which least was made,
/// from small to large, as if nothing were known; one that was tried; or a mutant. They share the time by what
/// they bring, as nobody knows beforehand whether to look for more where something was, or elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    OfKind,
    InTurn,
    Source,
    Mutant,
}

const WAYS: [Way; 4] = [Way::OfKind, Way::InTurn, Way::Source, Way::Mutant];

impl Way {
    fn name(self) -> &'static str {
        match self {
            Self::OfKind => "untried, by kind",
            Self::InTurn => "in turn",
            Self::Source => "tried",
            Self::Mutant => "mutant",
        }
    }
}

/// Something that is mutated.
#[derive(Debug, Clone)]
struct Entry {
    source: usize,
    /// What makes it from its source, and the answer that is due; nothing if it is the source.
    member: Option<(Arc<StepData>, Option<Status>)>,
    made: u64,
    units: u32,
    /// What a test case of it is worth, of late.
    fruit: f64,
    /// What a test case of it costs, of late, in seconds.
    cost: f64,
    /// How long one takes that is answered, of late.
    paces: Paces,
    /// When it had its last unit.
    turn: u64,
    under_way: bool,
    /// The modes of units that came to nothing: the solver may not answer it in one, but in another.
    failures: Vec<String>,
    spent: bool,
}

impl Entry {
    fn of_source(source: usize, turn: u64) -> Self {
        Self {
            source,
            member: None,
            made: 0,
            units: 0,
            fruit: 0.0,
            cost: 0.0,
            paces: Paces::default(),
            turn,
            under_way: false,
            failures: Vec::new(),
            spent: false,
        }
    }

    /// How many test cases its next unit has.
    fn portion(&self) -> u64 {
        let first = match self.member {
            Some(_) => FIRST_OF_MUTANT,
            None => FIRST_UNIT,
        };
        (first << self.units.min(10)).min(LARGEST_UNIT)
    }

    /// Whether it is of no use any more, after a unit that came to nothing.
    fn has_failed(&self) -> bool {
        let modes: HashSet<&String> = self.failures.iter().collect();
        let most = match self.units {
            0 => FAILURES,
            _ => FAILURES_AMONG_OTHERS,
        };
        modes.len() >= FAILED_MODES || self.failures.len() >= most
    }
}

/// Sources and what was made of them.
pub struct Corpus {
    entries: Vec<Entry>,
    sources: Sources,
    /// How many test cases an entry has.
    per_entry: u64,
    /// How many places mutants have, and those of mutants that are spent.
    members: usize,
    free: Vec<usize>,
    taken: u64,
    /// Entries and how they were chosen, by units.
    under_way: HashMap<u64, (usize, usize)>,
    ways: Shares,
    /// In how many units of each source and its mutants answers or models were wrong.
    wrong: HashMap<usize, u32>,
}

impl Corpus {
    /// The schedule for some sources, each of which has so many test cases at most.
    pub fn schedule(sources: Sources, per_source: u64, guided: bool) -> Box<dyn Schedule> {
        match (guided, per_source) {
            (false, u64::MAX) => Box::new(Units::endless(sources.count())),
            (false, per_source) => Box::new(Units::doubling(sources.count(), per_source)),
            (true, per_entry) => Box::new(Self::guided(sources, per_entry)),
        }
    }

    fn guided(sources: Sources, per_entry: u64) -> Self {
        Self {
            entries: Vec::new(),
            sources,
            per_entry,
            members: 0,
            free: Vec::new(),
            taken: 0,
            under_way: HashMap::new(),
            ways: Shares::new(SURE.to_vec(), true),
            wrong: HashMap::new(),
        }
    }

    /// Nothing more is made of an entry; another mutant may have the place of one.
    fn give_up(&mut self, place: usize) {
        let entry = &mut self.entries[place];
        entry.spent = true;
        if entry.member.take().is_some() {
            self.free.push(place);
        }
    }

    /// The mutant that nobody would miss: what is new now is rarer than what was once.
    fn least_promising(&self) -> Option<usize> {
        let mutants = self.entries.iter().enumerate();
        let idle = mutants.filter(|(_, entry)| entry.member.is_some() && !entry.under_way);
        let promise = |entry: &Entry| entry.fruit / (LEAST_COST + entry.cost);
        let least = idle.min_by(|(_, a), (_, b)| promise(a).total_cmp(&promise(b)));
        least.map(|(place, _)| place)
    }

    /// The entry that is next in that way: the one that promises most for its time.
    fn best(&self, way: Way) -> Option<usize> {
        let is_mutant = match way {
            Way::OfKind | Way::InTurn if !self.sources.are_tried() => {
                return Some(self.entries.len());
            }
            Way::OfKind => return None,
            Way::InTurn | Way::Source => false,
            Way::Mutant => true,
        };
        let open = self.entries.iter().enumerate();
        let open = open.filter(|(_, entry)| !entry.spent && !entry.under_way);
        let open = open.filter(|(_, entry)| entry.member.is_some() == is_mutant);
        if way == Way::InTurn {
            let turn = |entry: &Entry| {
                // Who has failed waits like one that had its unit.
                let failed = entry.failures.len() as u64 * FIRST_UNIT;
                (entry.made + failed, entry.source)
            };
            let first = open.min_by_key(|(_, entry)| turn(entry));
            return first.map(|(place, _)| place);
        }
        let promise = |entry: &Entry| {
            let waited = (self.taken - entry.turn) as f64;
            // Where one bug is, others are; but most often the same is found again.
            let found = self.wrong.get(&entry.source).copied().unwrap_or(0);
            let fruit = entry.fruit / f64::from(1 + found);
            fruit * (1.0 + waited / PATIENCE) / (LEAST_COST + entry.cost)
        };
        let best = open.map(|(place, entry)| (place, promise(entry)));
        // Among equals the first.
        let best = best.reduce(|a, b| if b.1 > a.1 { b } else { a })?;
        Some(best.0)
    }
}

impl Schedule for Corpus {
    fn take(&mut self) -> Next {
        let best = WAYS.map(|way| self.best(way));
        let way = self.ways.take(USUAL_COST, |way| best[way].is_some());
        let Some((way, place)) = way.and_then(|way| Some((way, best[way]?))) else {
            return match self.under_way.is_empty() {
                true => Next::End,
                false => Next::Wait,
            };
        };
        let untried = match WAYS[way] {
            Way::OfKind => self.sources.take(),
            Way::InTurn => self.sources.take_smallest(),
            Way::Source | Way::Mutant => None,
        };
        if let Some(source) = untried {
            self.entries.push(Entry::of_source(source, self.taken));
        }
        let number = self.taken;
        self.taken += 1;
        self.under_way.insert(number, (way, place));
        let entry = &mut self.entries[place];
        entry.under_way = true;
        entry.turn = number;
        let end = (entry.made + entry.portion()).min(self.per_entry);
        let work = Cases {
            source: entry.source,
            is_first: entry.units == 0 && entry.failures.is_empty(),
            range: entry.made..end,
            member: entry.member.clone(),
            paces: entry.paces,
            chosen: WAYS[way].name(),
            wrong: match self.per_entry {
                // Of what is made from nothing, each formula is another.
                u64::MAX => 0,
                _ => self.wrong.get(&entry.source).copied().unwrap_or(0),
            },
        };
        Next::Unit(Unit::new(number, Work::Cases(work)))
    }

    fn topic(&self, unit: u64) -> Option<u64> {
        let (_, place) = self.under_way.get(&unit)?;
        Some(self.sources.topic(self.entries[*place].source))
    }

    fn hear_of_bug(&mut self, topic: u64) {
        self.sources.hear_of_bug(topic);
    }

    fn done(&mut self, unit: u64, report: &UnitReport, brought: &Yield) {
        let Some((way, place)) = self.under_way.remove(&unit) else {
            return;
        };
        self.ways.done(way, brought.worth, brought.cost);
        let entry = &mut self.entries[place];
        if entry.units == 0 && entry.member.is_none() && entry.failures.is_empty() {
            let source = entry.source;
            self.sources.learn(source, brought.worth, brought.cost);
        }
        entry.under_way = false;
        let tally = &report.tally;
        if tally.mutants == 0 {
            entry.failures.push(report.mode.clone());
            (entry.fruit, entry.cost) = (LAST_HOPE, brought.cost.max(COST_OF_FAILURE));
            if entry.has_failed() || report.seed == "trivial" {
                self.give_up(place);
            }
            return;
        }
        entry.made += entry.portion();
        let mutants = tally.mutants as f64;
        let last = if entry.units == 0 { 1.0 } else { LAST_UNIT };
        entry.fruit += last * (brought.worth / mutants - entry.fruit);
        entry.cost += last * (brought.cost / mutants - entry.cost);
        let answered = tally.answered(AnswerClass::Sat) + tally.answered(AnswerClass::Unsat);
        if answered > 0 {
            let pace = tally.answer_cost / answered as f64;
            let mode = Mode::ALL
                .into_iter()
                .find(|mode| mode.name() == report.mode);
            mode.into_iter()
                .for_each(|mode| entry.paces.learn(mode, pace, LAST_UNIT));
        }
        entry.units += 1;
        if tally.wrong > 0 {
            *self.wrong.entry(entry.source).or_default() += 1;
        }
        let hopeless = tally.answered(AnswerClass::Timeout) >= tally.mutants;
        if hopeless {
            entry.fruit /= 4.0;
        }
        entry.fruit = entry.fruit.max(LEAST_HOPE);
        let (source, cost, paces) = (entry.source, entry.cost, entry.paces);
        let most = match entry.member {
            Some(_) => self.per_entry.min(OF_MEMBER),
            None => self.per_entry,
        };
        if entry.made >= most {
            self.give_up(place);
        }
        let Some(Lesson::Cases(lesson)) = &report.lesson else {
            return;
        };
        for sighting in brought.members.iter().map(|&at| &lesson.sightings[at]) {
            let Some(member) = sighting.member.clone() else {
                continue;
            };
            let entry = Entry {
                member: Some((Arc::new(member), sighting.due)),
                fruit: HOPE * sighting.behaviours.len() as f64,
                cost,
                paces,
                ..Entry::of_source(source, self.taken)
            };
            match self.free.pop() {
                Some(place) => self.entries[place] = entry,
                None if self.members < MEMBERS => {
                    self.members += 1;
                    self.entries.push(entry);
                }
                None => {
                    if let Some(place) = self.least_promising() {
                        self.entries[place] = entry;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::learning::Sighting;
    use super::*;
    use crate::schedule::learning::CasesReport;

    /// Does a unit: what it was about, and what comes of it.
    fn step(corpus: &mut dyn Schedule, worth: impl Fn(&Cases) -> f64) -> Option<(usize, bool)> {
        let Next::Unit(unit) = corpus.take() else {
            return None;
        };
        let Work::Cases(cases) = &unit.work else {
            return None;
        };
        let mut report = UnitReport::default();
        report.tally.mutants = cases.range.end - cases.range.start;
        let new = worth(cases);
        report.lesson = Some(Lesson::Cases(CasesReport {
            sightings: vec![Sighting {
                behaviours: vec![1],
                member: Some(unit.number.into()),
                due: None,
            }],
            ..CasesReport::default()
        }));
        let brought = Yield {
            worth: new,
            cost: 0.001 * report.tally.mutants as f64,
            members: (0..usize::from(new >= 5.0)).collect(),
            ..Yield::default()
        };
        corpus.done(unit.number, &report, &brought);
        Some((cases.source, cases.member.is_some()))
    }

    #[test]
    fn what_brings_most_has_most_turns_and_what_is_new_joins() {
        let mut corpus = Corpus::schedule(Sources::alike(50), 10_000, true);
        let mut turns = vec![0; 50];
        let mut of_members = 0;
        for _ in 0..400 {
            let worth = |cases: &Cases| if cases.source == 3 { 5.0 } else { 0.1 };
            let (source, is_member) = step(&mut *corpus, worth).unwrap();
            turns[source] += 1;
            of_members += u32::from(is_member);
        }
        assert!(turns[3] > 100 && of_members > 20, "{turns:?} {of_members}");
        assert!(turns.iter().all(|&turns| turns > 0), "{turns:?}");
    }

    #[test]
    fn it_comes_to_an_end() {
        let mut corpus = Corpus::schedule(Sources::alike(3), 45, true);
        let mut units = 0;
        while step(&mut *corpus, |_| 0.0).is_some() {
            units += 1;
        }
        // 10, 20 and 15 of each.
        assert_eq!(units, 9);
    }

    #[test]
    fn what_comes_to_nothing_is_given_up() {
        let mut corpus = Corpus::schedule(Sources::alike(1), 45, true);
        let mut units = 0;
        // Always in the same mode, as there may be no other.
        while let Next::Unit(unit) = corpus.take() {
            units += 1;
            corpus.done(unit.number, &UnitReport::default(), &Yield::default());
        }
        assert_eq!(units, FAILURES);
    }

    #[test]
    fn mutants_that_are_spent_make_room_for_others() {
        let mut corpus = Corpus::guided(Sources::alike(1), u64::MAX);
        for joined in 0..400 {
            let worth = |_: &Cases| if joined < 10 { 5.0 } else { 0.1 };
            step(&mut corpus, worth).unwrap();
        }
        // Ten have joined, and each has had its test cases.
        assert_eq!((corpus.entries.len(), corpus.free.len()), (11, 10));
        step(&mut corpus, |_| 5.0).unwrap();
        assert_eq!((corpus.entries.len(), corpus.free.len()), (11, 9));
    }
}
