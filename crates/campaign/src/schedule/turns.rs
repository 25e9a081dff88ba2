//! Strategies take turns, unit by unit, from the first second on.
//!
//! Each lane, a strategy for one solver, gets one unit in its turn. A lane that has to wait for a round
//! to end is passed over, unless there is a limit on the number of test cases: that must not depend on
//! the number of workers, so then everything is done in one order, and a unit that could overstep the
//! limit waits until all before it are done, and gets what is left.

use super::{Next, Schedule, Unit, Work};
use crate::store::UnitReport;
use std::collections::HashMap;
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

/// How long a worker waits before it looks whether the campaign is over.
const PAUSE: Duration = Duration::from_millis(50);

/// A unit, and whose it is.
#[derive(Debug, Clone)]
pub(crate) struct Assignment {
    pub lane: usize,
    pub unit: Unit,
    /// Whether there is less in it than its number stands for, because of the limit.
    pub limited: bool,
}

/// Units of earlier runs, by lane and number.
pub(crate) type Done = HashMap<(usize, u64), UnitReport>;

pub(crate) struct Turns {
    state: Mutex<State>,
    changed: Condvar,
    /// How many test cases there may be, if that is limited.
    limit: Option<u64>,
}

struct State {
    lanes: Vec<Option<Box<dyn Schedule>>>,
    /// Whose turn it is.
    turn: usize,
    /// What was taken from a lane and could overstep the limit.
    held: Option<Assignment>,
    done: Done,
    /// Test cases of units that are done.
    tested: u64,
    /// Test cases at most of units that are under way.
    under_way: u64,
}

impl Turns {
    pub fn new(lanes: Vec<Box<dyn Schedule>>, limit: Option<u64>, done: Done) -> Self {
        Self {
            state: Mutex::new(State {
                lanes: lanes.into_iter().map(Some).collect(),
                turn: 0,
                held: None,
                done,
                tested: 0,
                under_way: 0,
            }),
            changed: Condvar::new(),
            limit,
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
                Some(held) => Found::Assigned(held),
                None => state.next(self.limit),
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
                                state.held = Some(assignment);
                                if ends {
                                    return None;
                                }
                                state = self.wait(state);
                                continue;
                            }
                        }
                    }
                    state.under_way += assignment.unit.work.size();
                    return Some(assignment);
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
        if let Some(report) = report {
            state.tested += report.tally.mutants;
            if let Some(Some(lane)) = state.lanes.get_mut(assignment.lane) {
                lane.done(assignment.unit.number, report);
            }
        }
        self.changed.notify_all();
    }
}

/// What there is to do.
enum Found {
    Assigned(Assignment),
    /// Nothing before something that is under way is done.
    Waiting,
    Nothing,
}

impl State {
    /// The next unit that was not done in an earlier run. If there is a limit nobody is passed over,
    /// and no more of earlier runs is counted than it takes to reach it.
    fn next(&mut self, limit: Option<u64>) -> Found {
        let mut waiting = 0;
        while waiting < self.lanes.len() {
            if limit.is_some_and(|limit| self.tested >= limit) {
                return Found::Nothing;
            }
            let turn = self.turn % self.lanes.len();
            let Some(lane) = &mut self.lanes[turn] else {
                self.turn += 1;
                waiting += 1;
                continue;
            };
            match lane.take() {
                Next::Unit(unit) => {
                    self.turn += 1;
                    waiting = 0;
                    match self.done.remove(&(turn, unit.number)) {
                        Some(report) => {
                            self.tested += report.tally.mutants;
                            lane.done(unit.number, &report);
                        }
                        None => {
                            return Found::Assigned(Assignment {
                                lane: turn,
                                unit,
                                limited: false,
                            });
                        }
                    }
                }
                Next::Wait if limit.is_some() => return Found::Waiting,
                Next::Wait => {
                    self.turn += 1;
                    waiting += 1;
                }
                Next::End => self.lanes[turn] = None,
            }
        }
        match self.lanes.iter().all(Option::is_none) {
            true => Found::Nothing,
            false => Found::Waiting,
        }
    }
}

impl Work {
    /// The test cases of a unit, for those who only count.
    #[cfg(test)]
    fn first(&self) -> u64 {
        match self {
            Self::Cases { range, .. } => range.start,
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Units;
    use super::*;

    fn turns(limit: Option<u64>, done: Done) -> Turns {
        let lanes: Vec<Box<dyn Schedule>> = vec![
            Box::new(Units::doubling(1000, 300)),
            Box::new(Units::endless(3)),
            Box::new(Units::doubling(1, 20)),
        ];
        Turns::new(lanes, limit, done)
    }

    fn report(mutants: u64) -> UnitReport {
        let mut report = UnitReport::default();
        report.tally.mutants = mutants;
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
