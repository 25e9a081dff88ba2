//! Findings are reduced while the campaign goes on, and the last ones after it.

use super::{Campaign, CampaignError, lock};
use crate::finding::{Finding, Reduced};
use crate::reduction::{Asking, Reducer, ReductionError};
use crate::store::Event;
use solve::{Mode, Solver};
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long one finding may take, while workers may have most of the machine. What is left then is small, or
/// hopeless.
const TIME: Duration = Duration::from_secs(300);
/// How often to look for something to do.
const PAUSE: Duration = Duration::from_millis(100);
/// How long findings are reduced when the workers have come to their end, as a share of the campaign's
/// time, and at least. What is left then is reduced when the campaign goes on.
const LONGER: (u32, Duration) = (5, Duration::from_secs(30));
/// Far from what workers count with.
const SALT: u64 = 1 << 40;

impl Campaign<'_> {
    /// Reduces findings until there is none left and no worker is at work that could find more.
    pub(super) fn reduce_findings(&self, at_work: &AtomicBool) -> Result<(), CampaignError> {
        let mut tried = HashSet::new();
        let longer = self.plan.time.map(|time| (time / LONGER.0).max(LONGER.1));
        let end = self.deadline.zip(longer).map(|(end, longer)| end + longer);
        let is_late = || end.is_some_and(|end| Instant::now() >= end);
        while !self.is_stopped() && !is_late() && lock(&self.failure).is_none() {
            // In this order: what is found between the two is seen in the next turn.
            let more_may_come = at_work.load(Ordering::Relaxed);
            match self.next_to_reduce(&tried) {
                Some(finding) => {
                    tried.insert(finding.bucket.clone());
                    if let Some(reduced) = self.reduce(&finding, &is_late)? {
                        self.record(Event::Reduced {
                            bucket: finding.bucket,
                            reduced: Box::new(reduced),
                        })?;
                    }
                }
                None if more_may_come => std::thread::sleep(PAUSE),
                None => break,
            }
        }
        Ok(())
    }

    /// The shortest finding that nobody has tried to reduce.
    fn next_to_reduce(&self, tried: &HashSet<String>) -> Option<Finding> {
        let ledger = lock(&self.ledger);
        let buckets = ledger.totals.buckets.values().map(|bucket| &bucket.best);
        let open = buckets.filter(|best| best.reduced.is_none() && !tried.contains(&best.bucket));
        open.min_by_key(|best| best.witness.script.len()).cloned()
    }

    /// What is left of a finding; nothing if it cannot be reduced.
    fn reduce(
        &self,
        finding: &Finding,
        is_late: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Reduced>, CampaignError> {
        let plan = self.plan;
        let mut solvers = plan.solvers.iter();
        let Some(solver) = solvers.find(|solver| solver.name == finding.solver.name) else {
            return Ok(None);
        };
        let config = |solver: &Solver, mode: Mode| {
            let mut config = plan.config(solver, mode, plan.timeout, SALT);
            // Workers go first, while there are any.
            config.background = true;
            config
        };
        let deadline = Instant::now() + TIME;
        let is_over = || self.is_stopped() || Instant::now() >= deadline || is_late();
        let reducer = Reducer {
            solver,
            references: &plan.references,
            asking: Asking {
                open: &plan.open,
                config: &config,
                jobs: 1,
            },
            stop: &is_over,
        };
        let start = Instant::now();
        match reducer.reduce(finding, &mut |_, _| ()) {
            // What is cut short is done again when the campaign goes on.
            _ if self.is_stopped() => Ok(None),
            Ok(reduced) => Ok(Some(Reduced {
                milliseconds: start.elapsed().as_millis() as u64,
                ..reduced
            })),
            Err(ReductionError::Solver(error)) => Err(error.into()),
            Err(ReductionError::Gone(_) | ReductionError::NobodyKnows) => Ok(None),
        }
    }
}
