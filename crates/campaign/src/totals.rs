//! All that is known of a campaign so far.

use crate::finding::{Finding, Kind, Reduced};
use crate::horn::guide::{Guide, Success};
use crate::journal::{HornRound, UnitReport};
use crate::tally::Tally;
use std::collections::{BTreeMap, HashSet};

/// Findings that are most likely the same bug.
#[derive(Debug, Clone)]
pub struct Bucket {
    /// The smallest witness.
    pub best: Finding,
    /// How many there were.
    pub count: usize,
}

/// All that is known so far.
#[derive(Debug, Clone, Default)]
pub struct Totals {
    /// How many seeds were of use so far, and how many were not, by reason.
    pub seeds: BTreeMap<String, u64>,
    /// What was done.
    pub tally: Tally,
    /// Suspicions that others speak against.
    pub doubts: usize,
    /// What was found.
    pub buckets: BTreeMap<String, Bucket>,
    /// What guides a campaign over Horn systems.
    pub guidance: Guidance,
    keys: HashSet<String>,
}

/// How a campaign over Horn systems is guided, and where that has led.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Guidance {
    /// How many different traces there were, by seconds.
    pub traces: Vec<(f64, u64)>,
    /// How each mutation has done.
    pub mutations: BTreeMap<String, Success>,
}

impl Totals {
    pub(crate) fn unit(&mut self, report: &UnitReport) {
        self.tally.merge(&report.tally);
        if !report.seed.is_empty() {
            *self.seeds.entry(report.seed.clone()).or_default() += 1;
        }
    }

    pub(crate) fn horn_round(&mut self, round: &HornRound) {
        self.tally.merge(&round.tally);
        for seed in &round.seeds {
            let what = match seed.answer {
                Some(_) => "used",
                None => "not answered",
            };
            *self.seeds.entry(what.to_owned()).or_default() += 1;
        }
    }

    pub(crate) fn guided(&mut self, guide: &Guide, seconds: f64) {
        let point = (seconds, guide.unique_traces() as u64);
        self.guidance.traces.push(point);
        self.guidance.mutations.clone_from(guide.mutations());
    }

    /// Whether it is the first of its bucket, and whether it is the best; `None` if it is known.
    pub(crate) fn finding(&mut self, finding: &Finding) -> Option<(bool, bool)> {
        if !self.keys.insert(finding.key()) {
            return None;
        }
        let bucket = self.buckets.get_mut(&finding.bucket);
        Some(match bucket {
            None => {
                let bucket = Bucket {
                    best: finding.clone(),
                    count: 1,
                };
                self.buckets.insert(finding.bucket.clone(), bucket);
                (true, true)
            }
            Some(bucket) => {
                bucket.count += 1;
                let best = finding.rank() < bucket.best.rank();
                if best {
                    // What is left of one is left of all.
                    let reduced = bucket.best.reduced.take();
                    bucket.best = finding.clone();
                    bucket.best.reduced = reduced;
                }
                (false, best)
            }
        })
    }

    /// What is left of a bucket's finding; whether it is shorter than what was known.
    pub(crate) fn reduced(&mut self, bucket: &str, reduced: &Reduced) -> bool {
        let Some(bucket) = self.buckets.get_mut(bucket) else {
            return false;
        };
        let known = bucket.best.reduced.as_ref();
        let shorter = known.is_none_or(|known| reduced.bytes() < known.bytes());
        if shorter {
            bucket.best.reduced = Some(Box::new(reduced.clone()));
        }
        shorter
    }

    /// How many buckets of a kind there are.
    pub fn distinct(&self, kind: Kind) -> usize {
        self.buckets
            .values()
            .filter(|b| b.best.kind == kind)
            .count()
    }

    /// How many findings of a kind there are, duplicates included.
    pub fn findings(&self, kind: Kind) -> usize {
        let of_kind = self.buckets.values().filter(|b| b.best.kind == kind);
        of_kind.map(|bucket| bucket.count).sum()
    }
}
