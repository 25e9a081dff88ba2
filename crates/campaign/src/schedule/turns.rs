//! Who has the next turn: lanes share the solver's time, by what they bring.
//!
//! A lane is a strategy for one solver. What is chosen for a unit depends on what came of the units up
//! to [`LAG`] before it, in their order and not in that of time: so it does not matter how many work on
//! them, as long as they are not more than that, and nobody has to wait for the slowest, as they would at
//! the end of a round. Where a lane must learn more before it can go on, that is waited for.
//!
//! If there is a limit on the number of test cases, a unit that could overstep it waits until all before
//! it are done, and gets what is left.

use super::learning::{Learning, Observed, Usual, Yield};
use super::shares::Luck;
use super::{Next, Schedule, Unit, Work};
use crate::store::UnitReport;
use solve::Mode;
use std::collections::{HashMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

/// How long a worker waits before it looks whether the campaign is over.
const PAUSE: Duration = Duration::from_millis(50);
/// How many units may be under way that nothing was learnt from, unless there are more workers: these
/// would wait.
const LAG: usize = 16;
/// What a unit is expected to take of which nobody knows, in seconds.
const USUAL_COST: f64 = 0.2;

/// A unit, and whose it is.
#[derive(Debug, Clone)]
pub(crate) struct Assignment {
    pub lane: usize,
    pub unit: Unit,
    /// Whether there is less in it than its number stands for, because of the limit.
    pub limited: bool,
    /// Its number among those of all lanes.
    place: u64,
}

/// Units of earlier runs, by lane and number.
pub(crate) type Done = HashMap<(usize, u64), UnitReport>;

/// What is to be known of a lane.
pub(crate) struct LaneSettings {
    pub schedule: Box<dyn Schedule>,
    /// The solver, by its place.
    pub solver: usize,
    /// Its part of the solver's time, compared with others, if they bring the same.
    pub share: f64,
    /// The modes that its solver is asked in.
    pub modes: Vec<Mode>,
}

pub(crate) struct Turns {
    state: Mutex<State>,
    changed: Condvar,
    /// How many test cases there may be, if that is limited.
    limit: Option<u64>,
    lag: usize,
}

/// How many units may be under way that nothing was learnt from, for so many workers.
pub(crate) fn lag(workers: usize) -> usize {
    workers.max(LAG)
}

struct Lane {
    /// Nothing once all is done.
    schedule: Option<Box<dyn Schedule>>,
    solver: usize,
    learning: Learning,
    /// What it had of the solver's time, in seconds, divided by its weight: who had least is next.
    had: f64,
}

/// A unit that nothing was learnt from yet.
struct Slot {
    lane: usize,
    unit: Unit,
    /// What it was expected to take.
    expected: f64,
    state: SlotState,
}

enum SlotState {
    UnderWay,
    CutShort,
    Done(Box<UnitReport>),
}

struct State {
    lanes: Vec<Lane>,
    /// What was seen of each solver.
    observed: Vec<Observed>,
    /// The oldest first.
    window: VecDeque<Slot>,
    /// The place of the first in the window.
    first: u64,
    /// What was taken from a lane and could overstep the limit.
    held: Option<Assignment>,
    done: Done,
    /// Test cases of units that are done.
    tested: u64,
    /// Test cases at most of units that are under way.
    under_way: u64,
}

impl Turns {
    pub fn new(
        lanes: Vec<LaneSettings>,
        guided: bool,
        lag: usize,
        limit: Option<u64>,
        done: Done,
    ) -> Self {
        let solvers = lanes.iter().map(|lane| lane.solver + 1).max().unwrap_or(0);
        let lanes = lanes.into_iter().map(|lane| Lane {
            schedule: Some(lane.schedule),
            solver: lane.solver,
            learning: Learning::new(lane.modes, lane.share, guided),
            had: 0.0,
        });
        Self {
            state: Mutex::new(State {
                lanes: lanes.collect(),
                observed: vec![Observed::new(guided); solvers],
                window: VecDeque::new(),
                first: 0,
                held: None,
                done,
                tested: 0,
                under_way: 0,
            }),
            changed: Condvar::new(),
            limit,
            lag,
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// What is to be done next; nothing if all is done, or `is_over`.
    pub fn take(&self, is_over: impl Fn() -> bool) -> Option<Assignment> {
        let mut state = self.lock();
        while !is_over() {
            let next = match state.held.take() {
                Some(held) => Found::Assigned(Box::new(held)),
                None => state.next(self.limit, self.lag),
            };
            match next {
                Found::Assigned(mut assignment) => {
                    let work = &mut assignment.unit.work;
                    if let Some(limit) = self.limit {
                        let left = limit.saturating_sub(state.tested);
                        if left == 0 || state.under_way.saturating_add(work.size()) > left {
                            if left > 0 && state.under_way == 0 {
                                work.limit(left);
                                assignment.limited = true;
                            } else {
                                let ends = left == 0 && state.under_way == 0;
                                state.held = Some(*assignment);
                                if ends {
                                    return None;
                                }
                                state = self.wait(state);
                                continue;
                            }
                        }
                    }
                    state.under_way += assignment.unit.work.size();
                    return Some(*assignment);
                }
                Found::Waiting => state = self.wait(state),
                Found::Nothing => return None,
            }
        }
        None
    }

    fn wait<'s>(&self, state: MutexGuard<'s, State>) -> MutexGuard<'s, State> {
        let waited = self.changed.wait_timeout(state, PAUSE);
        waited.unwrap_or_else(|poisoned| poisoned.into_inner()).0
    }

    /// A unit is done, or was cut short: then there is no report.
    pub fn done(&self, assignment: &Assignment, report: Option<&UnitReport>) {
        let state = &mut *self.lock();
        state.under_way -= assignment.unit.work.size();
        state.tested += report.map_or(0, |report| report.tally.mutants);
        let place = assignment.place.saturating_sub(state.first) as usize;
        if let Some(slot) = state.window.get_mut(place) {
            slot.state = match report {
                Some(report) => SlotState::Done(Box::new(report.clone())),
                None => SlotState::CutShort,
            };
        }
        self.changed.notify_all();
    }
}

/// What there is to do.
enum Found {
    Assigned(Box<Assignment>),
    /// Nothing before something that is under way is done.
    Waiting,
    Nothing,
}

/// Whose turn it is.
enum Chosen {
    Unit(usize, Unit),
    /// Somebody's who must learn more before.
    Waits,
    Nobody,
}

impl State {
    /// The next unit that was not done in an earlier run. No more of earlier runs is counted than it
    /// takes to reach the limit.
    fn next(&mut self, limit: Option<u64>, lag: usize) -> Found {
        loop {
            if limit.is_some_and(|limit| self.tested >= limit) {
                return Found::Nothing;
            }
            if self.window.len() >= lag && !self.learn() {
                return Found::Waiting;
            }
            let (lane, mut unit) = match self.choose() {
                Chosen::Unit(lane, unit) => (lane, unit),
                Chosen::Nobody => return Found::Nothing,
                // Units before it may have the lane go on.
                Chosen::Waits if self.learn() => continue,
                Chosen::Waits if self.window.is_empty() => return Found::Nothing,
                Chosen::Waits => return Found::Waiting,
            };
            let place = self.first + self.window.len() as u64;
            let usual = self.usual();
            let of_lane = &mut self.lanes[lane];
            of_lane
                .learning
                .equip(&mut unit, &mut self.observed[of_lane.solver]);
            let expected = of_lane.learning.expected_cost().unwrap_or(USUAL_COST);
            of_lane.had += expected / of_lane.learning.weight(&usual);
            let earlier = self.done.remove(&(lane, unit.number));
            self.window.push_back(Slot {
                lane,
                unit: unit.clone(),
                expected,
                state: SlotState::UnderWay,
            });
            match earlier {
                Some(report) => {
                    self.tested += report.tally.mutants;
                    if let Some(slot) = self.window.back_mut() {
                        slot.state = SlotState::Done(Box::new(report));
                    }
                }
                None => {
                    return Found::Assigned(Box::new(Assignment {
                        lane,
                        unit,
                        limited: false,
                        place,
                    }));
                }
            }
        }
    }

    /// A unit of the lane that had least of the solver's time.
    fn choose(&mut self) -> Chosen {
        loop {
            let open = self.lanes.iter_mut().enumerate();
            let open = open.filter_map(|(number, lane)| {
                let schedule = lane.schedule.as_mut()?;
                Some((number, lane.had, schedule))
            });
            let least = open.min_by(|a, b| a.1.total_cmp(&b.1));
            let Some((number, _, schedule)) = least else {
                return Chosen::Nobody;
            };
            match schedule.take() {
                Next::Unit(unit) => return Chosen::Unit(number, unit),
                Next::Wait => return Chosen::Waits,
                Next::End => self.lanes[number].schedule = None,
            }
        }
    }

    /// What lanes bring for the solver's time.
    fn usual(&self) -> Usual {
        let values = self.lanes.iter().filter_map(|lane| lane.learning.value());
        let (sum, count) =
            values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
        Usual {
            value: if count > 0.0 { sum / count } else { 1.0 },
            luck: Luck::of_all(self.lanes.iter().map(|lane| lane.learning.luck())),
        }
    }

    /// Learns from the oldest unit that nothing was learnt from; false if it is not done yet.
    fn learn(&mut self) -> bool {
        let is_over = |slot: &Slot| !matches!(slot.state, SlotState::UnderWay);
        let Some(slot) = self.window.pop_front_if(|slot| is_over(slot)) else {
            return false;
        };
        self.first += 1;
        let lane = &mut self.lanes[slot.lane];
        let mut brought = Yield::default();
        if let SlotState::Done(report) = &slot.state {
            brought = lane
                .learning
                .learn(&slot.unit, report, &mut self.observed[lane.solver]);
            let mut topic = None;
            if let Some(schedule) = &mut lane.schedule {
                topic = schedule.topic(slot.unit.number);
                schedule.done(slot.unit.number, report, &brought);
            }
            // Where one bug is, others of that solver are, whoever looks for them.
            let solver = lane.solver;
            if let Some(topic) = topic.filter(|_| brought.bugs > 0) {
                let lanes = self.lanes.iter_mut().filter(|lane| lane.solver == solver);
                let schedules = lanes.filter_map(|lane| lane.schedule.as_mut());
                schedules.for_each(|schedule| schedule.hear_of_bug(topic));
            }
        }
        let usual = self.usual();
        let lane = &mut self.lanes[slot.lane];
        lane.had += (brought.cost - slot.expected) / lane.learning.weight(&usual);
        true
    }
}

impl Work {
    /// The first test case of a unit, for those who only count.
    #[cfg(test)]
    fn first(&self) -> u64 {
        match self {
            Self::Cases(cases) => cases.range.start,
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Units;
    use super::*;

    fn turns(limit: Option<u64>, done: Done) -> Turns {
        let schedules: Vec<Box<dyn Schedule>> = vec![
            Box::new(Units::doubling(1000, 300)),
            Box::new(Units::endless(3)),
            Box::new(Units::doubling(1, 20)),
        ];
        let lanes = schedules.into_iter().map(|schedule| LaneSettings {
            schedule,
            solver: 0,
            share: 1.0,
            modes: vec![Mode::Reset],
        });
        Turns::new(lanes.collect(), false, LAG, limit, done)
    }

    fn report(mutants: u64) -> UnitReport {
        let mut report = UnitReport::default();
        report.tally.mutants = mutants;
        report.tally.cost = USUAL_COST;
        report
    }

    /// Lanes, first numbers and sizes of what is taken.
    fn all(turns: &Turns, most: usize) -> Vec<(usize, u64, u64)> {
        let mut all = Vec::new();
        while all.len() < most
            && let Some(assignment) = turns.take(|| false)
        {
            let work = &assignment.unit.work;
            all.push((assignment.lane, work.first(), work.size()));
            turns.done(&assignment, Some(&report(work.size())));
        }
        all
    }

    #[test]
    fn everybody_has_an_early_turn_whatever_the_number_of_seeds() {
        let taken = all(&turns(None, Done::new()), 8);
        let lanes: Vec<usize> = taken.iter().map(|(lane, ..)| *lane).collect();
        assert_eq!(lanes, [0, 1, 2, 0, 1, 2, 0, 1]);
    }

    #[test]
    fn who_takes_more_time_has_fewer_turns() {
        let turns = turns(None, Done::new());
        let mut units = [0; 3];
        for _ in 0..600 {
            let assignment = turns.take(|| false).unwrap();
            units[assignment.lane] += 1;
            let mut report = report(1);
            report.tally.cost = if assignment.lane == 0 { 0.9 } else { 0.1 };
            turns.done(&assignment, Some(&report));
        }
        assert!((50..=75).contains(&units[0]) && units[2] == 2, "{units:?}");
    }

    #[test]
    fn what_is_taken_does_not_depend_on_who_is_first_to_be_done() {
        let one = all(&turns(None, Done::new()), 100);
        let turns = turns(None, Done::new());
        let (mut taken, mut at_work) = (Vec::new(), Vec::new());
        while taken.len() < 100 {
            let assignment = turns.take(|| false).unwrap();
            let work = &assignment.unit.work;
            taken.push((assignment.lane, work.first(), work.size()));
            at_work.push(assignment);
            // The last of seven comes back first.
            if at_work.len() == 7 {
                while let Some(done) = at_work.pop() {
                    turns.done(&done, Some(&report(done.unit.work.size())));
                }
            }
        }
        assert_eq!(taken, one);
    }

    #[test]
    fn a_limit_is_kept_and_what_was_done_before_counts() {
        let taken = all(&turns(Some(85), Done::new()), 99);
        let sizes: Vec<u64> = taken.iter().map(|(.., size)| *size).collect();
        assert_eq!(sizes, [10, 50, 10, 10, 5]);
        let done = || Done::from([((0, 0), report(10)), ((1, 0), report(50))]);
        let taken = all(&turns(Some(85), done()), 99);
        assert_eq!(taken, [(2, 0, 10), (0, 0, 10), (1, 0, 5)]);
        // What was done before may be all that there may be, or nearly.
        assert!(all(&turns(Some(60), done()), 99).is_empty());
        assert_eq!(all(&turns(Some(65), done()), 99), [(2, 0, 5)]);
        assert!(all(&turns(Some(45), done()), 99).is_empty());
    }

    #[test]
    fn what_could_overstep_the_limit_waits() {
        let turns = turns(Some(70), Done::new());
        let one = turns.take(|| false).unwrap();
        let two = turns.take(|| false).unwrap();
        // 60 are under way, and there is room for 10 more.
        let three = turns.take(|| false).unwrap();
        std::thread::scope(|scope| {
            let four = scope.spawn(|| turns.take(|| false).map(|a| a.unit.work.size()));
            turns.done(&one, Some(&report(7)));
            turns.done(&two, Some(&report(50)));
            turns.done(&three, Some(&report(9)));
            assert_eq!(four.join().unwrap(), Some(4));
        });
    }
}
