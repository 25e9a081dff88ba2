//! Which unit is next, and when there are enough.
//!
//! A limit on the number of mutants must not depend on the number of workers. So a unit that could
//! overstep it waits until all before it are done, and gets what is left.

use crate::plan::{Plan, Unit};
use std::collections::HashMap;
use std::sync::{Condvar, Mutex, MutexGuard};

pub(super) struct Queue {
    units: u64,
    /// How many mutants there may be.
    limit: u64,
    /// Units of an earlier run, and how many mutants they tested.
    done: HashMap<u64, u64>,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    next: u64,
    /// Mutants tested by units before `next` that are done.
    tested: u64,
    /// Mutants at most of those that are not.
    under_way: u64,
}

impl Queue {
    pub fn new(plan: &Plan, done: HashMap<u64, u64>) -> Self {
        Self {
            units: plan.units(),
            limit: plan.mutants.unwrap_or(u64::MAX),
            done,
            state: Mutex::new(State {
                next: 0,
                tested: 0,
                under_way: 0,
            }),
            changed: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The next unit to do, if there is one.
    pub fn take(&self, plan: &Plan) -> Option<Unit> {
        let mut state = self.lock();
        loop {
            if state.next >= self.units || state.tested >= self.limit {
                return None;
            }
            if let Some(tested) = self.done.get(&state.next) {
                state.tested += tested;
                state.next += 1;
                continue;
            }
            let mut unit = plan.unit(state.next);
            let size = unit.mutants.end - unit.mutants.start;
            if size == 0 {
                // A seed that had all its turns.
                state.next += 1;
                continue;
            }
            let left = self.limit - state.tested;
            if state.under_way > 0 && state.under_way.saturating_add(size) > left {
                state = self
                    .changed
                    .wait(state)
                    .unwrap_or_else(|poisoned| poisoned.into_inner());
                continue;
            }
            unit.mutants.end = unit.mutants.start + size.min(left);
            state.next += 1;
            state.under_way += size.min(left);
            return Some(unit);
        }
    }

    /// A unit is done and tested that many mutants.
    pub fn done(&self, unit: &Unit, tested: u64) {
        let mut state = self.lock();
        state.under_way -= unit.mutants.end - unit.mutants.start;
        state.tested += tested;
        self.changed.notify_all();
    }
}
