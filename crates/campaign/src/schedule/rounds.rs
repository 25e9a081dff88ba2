//! Guided rounds: what is done in one depends on what was seen in those before.
//!
//! A round has a few probes of seeds and some turns of groups, and is over when all of them are in. It
//! is learnt from in the order of its units, not of time.

use super::guide::{Guide, Lesson, MUTANTS_A_TURN};
use super::{Next, Order, Schedule, Unit, Work, Yield};
use crate::store::UnitReport;
use std::sync::Arc;

/// How many seeds the solver is asked about before the first turn, and how many in each later round.
const SEEDS_AT_FIRST: usize = 40;
const SEEDS_A_ROUND: usize = 4;
/// How many seeds are asked about in one unit: few, so that others have their turn soon.
const SEEDS_A_PROBE: usize = 2;

/// What rounds are made of.
pub struct RoundsSettings {
    /// How many seeds there are.
    pub seeds: usize,
    /// Which groups come first.
    pub order: Order,
    /// Whether what was seen guides the choice of groups and mutations; else all is by chance.
    pub guided: bool,
    /// The names of all mutations.
    pub mutations: Vec<String>,
    /// Where random numbers start.
    pub random: u64,
}

/// A unit of the round, and what came of it.
struct Slot {
    work: Work,
    lesson: Option<Lesson>,
}

/// Rounds of guided work.
pub struct Rounds {
    guide: Arc<Guide>,
    seeds: usize,
    next_seed: usize,
    random: u64,
    round: Vec<Slot>,
    /// The number of the round's first unit.
    first: u64,
    /// How many of its units were taken.
    taken: usize,
}

impl Rounds {
    /// The first round is of seeds alone.
    pub fn new(settings: RoundsSettings) -> Self {
        let RoundsSettings {
            order,
            guided,
            mutations,
            ..
        } = settings;
        let mut rounds = Self {
            guide: Arc::new(Guide::new(order, guided, mutations.into_iter())),
            seeds: settings.seeds,
            next_seed: 0,
            random: settings.random,
            round: Vec::new(),
            first: 0,
            taken: 0,
        };
        rounds.begin();
        rounds
    }

    /// The next round: a few seeds that nobody has asked about, and turns. So the first mutants are
    /// made before all seeds are known.
    fn begin(&mut self) {
        let groups = self.guide.next_round(self.random);
        let more = match groups.is_empty() {
            true => SEEDS_AT_FIRST,
            false => SEEDS_A_ROUND,
        };
        let end = self.seeds.min(self.next_seed + more);
        let probes = (self.next_seed..end).step_by(SEEDS_A_PROBE);
        let probes = probes.map(|start| Work::Probe(start..end.min(start + SEEDS_A_PROBE)));
        let turns = groups.into_iter().map(|group| Work::Turn {
            group,
            mutants: MUTANTS_A_TURN,
            guide: self.guide.clone(),
        });
        let slot = |work| Slot { work, lesson: None };
        self.round = probes.chain(turns).map(slot).collect();
        self.next_seed = end;
        self.taken = 0;
    }

    /// Learns from a round that is over.
    fn end(&mut self) {
        self.first += self.round.len() as u64;
        let (mut turns, mut seeds) = (Vec::new(), Vec::new());
        for slot in self.round.drain(..) {
            match slot.lesson {
                Some(Lesson::Turn(turn)) => turns.push(turn),
                Some(Lesson::Seeds(reports)) => seeds.extend(reports),
                Some(Lesson::Cases(_)) | None => {}
            }
        }
        let guide = Arc::make_mut(&mut self.guide);
        guide.learn(&turns);
        for seed in seeds.iter().filter(|seed| seed.answer.is_some()) {
            guide.add_seed(seed);
        }
    }
}

impl Schedule for Rounds {
    fn take(&mut self) -> Next {
        if self.taken == self.round.len() {
            if self.round.iter().any(|slot| slot.lesson.is_none()) {
                return Next::Wait;
            }
            if !self.round.is_empty() {
                self.end();
                self.begin();
            }
        }
        match self.round.get(self.taken) {
            Some(slot) => {
                self.taken += 1;
                let number = self.first + self.taken as u64 - 1;
                Next::Unit(Unit::new(number, slot.work.clone()))
            }
            None => Next::End,
        }
    }

    fn done(&mut self, unit: u64, report: &UnitReport, _: &Yield) {
        let place = unit.checked_sub(self.first);
        let slot = place.and_then(|place| self.round.get_mut(place as usize));
        if let Some(slot) = slot {
            slot.lesson = report.lesson.clone();
        }
    }
}
