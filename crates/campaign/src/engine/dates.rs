//! When all is found and reduced, releases are asked which of them have the findings.

use super::{Campaign, CampaignError, lock};
use crate::finding::Finding;
use crate::history::{Candidate, Historian, History, Question};
use crate::plan::Archive;
use crate::reduction::Asking;
use crate::store::Event;
use solve::{Mode, Solver};
use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

/// How long releases are asked, as a share of the campaign's time, and at least. What is left then is
/// done when the campaign goes on.
const LONGEST: (u32, Duration) = (5, Duration::from_secs(60));
/// How long one check may take: what is left of a finding is small.
const TIME: Duration = Duration::from_secs(5);
/// Far from what workers and those who reduce count with.
const SALT: u64 = 1 << 41;

impl Campaign<'_> {
    /// Finds out which releases have the findings.
    pub(super) fn date_findings(&self, archive: &Archive) -> Result<(), CampaignError> {
        let longest = self.plan.time.map(|time| (time / LONGEST.0).max(LONGEST.1));
        let end = longest.map(|longest| Instant::now() + longest);
        let is_over = || {
            let is_late = end.is_some_and(|end| Instant::now() >= end);
            is_late || self.is_stopped() || lock(&self.failure).is_some()
        };
        let mut releases: HashMap<String, Vec<Candidate>> = HashMap::new();
        let mut tried = HashSet::new();
        while !is_over()
            && let Some(finding) = self.next_to_date(&tried)
        {
            tried.insert(finding.bucket.clone());
            let mut solvers = self.plan.solvers.iter();
            let Some(solver) = solvers.find(|solver| solver.name == finding.solver.name) else {
                continue;
            };
            let releases = releases.entry(solver.name.clone());
            let releases = releases.or_insert_with(|| (archive.releases)(solver));
            if let Some(history) = self.date(archive, solver, &finding, releases, &is_over) {
                self.record(Event::History {
                    bucket: finding.bucket,
                    history: Box::new(history),
                })?;
            }
        }
        Ok(())
    }

    /// The shortest finding of which nobody knows which releases have it.
    fn next_to_date(&self, tried: &HashSet<String>) -> Option<Finding> {
        let ledger = lock(&self.ledger);
        let buckets = ledger.totals.buckets.values().map(|bucket| &bucket.best);
        let open = buckets.filter(|best| best.history.is_none() && !tried.contains(&best.bucket));
        open.min_by_key(|best| {
            let reduced = best.reduced.as_ref().map(|reduced| reduced.bytes());
            reduced.unwrap_or(best.witness.script.len())
        })
        .cloned()
    }

    /// Which releases have a finding; nothing if no script tells, or none can be asked.
    fn date(
        &self,
        archive: &Archive,
        solver: &Solver,
        finding: &Finding,
        releases: &[Candidate],
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> Option<History> {
        let plan = self.plan;
        let question = Question::of(finding).filter(|_| !releases.is_empty())?;
        let time = plan.timeout.min(TIME);
        let config = |solver: &Solver, mode: Mode| plan.config(solver, mode, time, SALT);
        let historian = Historian {
            asking: Asking {
                open: &plan.open,
                config: &config,
                jobs: plan.jobs.get(),
            },
            judges: &plan.references,
            cache: &archive.cache,
            stop: is_over,
        };
        let name = &solver.profile.name;
        let dated = historian.date(name, &question, releases, &|| ())?;
        Some(dated.history).filter(|history| !history.releases.is_empty())
    }
}
