//! How good settings are at finding bugs: what campaigns of several settings against a series of
//! releases come to.
//!
//! Bugs are counted as in the second phase of the evaluation of guaranteed sat/unsat generation: by the
//! release that fixed them. Of findings that went away with one release that method sees one bug, so it
//! counts too few where a release fixes several; the distinct bugs by our own reckoning ([`crate::bugs`])
//! stand beside it.

mod known;

pub use known::{KnownBug, KnownBugs, ReadError};

use crate::bugs::{BugLedger, Witness, bugs};
use crate::finding::Finding;
use crate::oracle;
use crate::store::{Entry, Event};
use crate::tally::Times;
use crate::totals::Totals;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// A campaign of one setting against one release.
#[derive(Debug)]
pub struct Cell {
    /// How test cases were made.
    pub setting: String,
    /// Which release was tested.
    pub release: String,
    /// What came of it.
    pub totals: Totals,
    /// After how many seconds of work each bucket was first seen.
    first_seen: BTreeMap<String, f64>,
}

impl Cell {
    /// From the log of the campaign.
    pub fn read(setting: &str, release: &str, entries: &[Entry]) -> Self {
        let (mut totals, mut seen) = (Totals::default(), Vec::new());
        for entry in entries {
            totals.apply(entry);
            if let Event::Finding(finding) = &entry.event {
                seen.push((finding.bucket.clone(), totals.seconds));
            }
        }
        let mut first_seen = BTreeMap::new();
        for (bucket, seconds) in seen {
            // Under the name that it has now.
            let name = totals.bucket_of(&bucket).to_owned();
            first_seen.entry(name).or_insert(seconds);
        }
        Self {
            setting: setting.to_owned(),
            release: release.to_owned(),
            totals,
            first_seen,
        }
    }

    /// What was found, and after how many seconds.
    fn findings(&self) -> impl Iterator<Item = (&Finding, f64)> {
        self.totals.buckets.iter().map(|(name, bucket)| {
            let seconds = self.first_seen.get(name).copied();
            (&bucket.best, seconds.unwrap_or(self.totals.seconds))
        })
    }
}

/// A release that fixed what was found: by 5.5.3 one bug.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Fix {
    /// The release.
    pub release: String,
    /// What kinds of findings it fixed.
    pub oracles: BTreeSet<String>,
    /// After how many seconds of a campaign the first of them was found.
    pub seconds: f64,
}

/// What a setting comes to.
#[derive(Debug, Clone, Serialize)]
pub struct Score {
    /// The setting.
    pub setting: String,
    /// For how many seconds it was at work, in all its campaigns.
    pub seconds: f64,
    /// How many mutants were tested.
    pub mutants: u64,
    /// How many of them were answered sat or unsat.
    pub answered: u64,
    /// Times of making a mutant, in microseconds.
    #[serde(skip)]
    pub generation: Times,
    /// How many findings there were, buckets of one campaign counted once.
    pub findings: usize,
    /// How many distinct bugs these are by our own reckoning.
    pub bugs: usize,
    /// The releases that fixed them.
    pub fixes: Vec<Fix>,
    /// How many findings no release has fixed.
    pub not_fixed: usize,
    /// How many findings nobody knows the fate of.
    pub undated: usize,
    /// Bugs of a list that were found again.
    pub found_again: BTreeSet<String>,
}

impl Score {
    /// How many bugs there are by the releases that fixed them.
    pub fn unique(&self) -> usize {
        self.fixes.len()
    }

    /// How many of these are wrong answers or wrong models.
    pub fn unique_correctness(&self) -> usize {
        let is_correctness = |fix: &&Fix| fix.oracles.iter().any(|name| is_correctness(name));
        self.fixes.iter().filter(is_correctness).count()
    }

    /// How many are of an oracle.
    pub fn unique_of(&self, oracle: &str) -> usize {
        let is = |fix: &&Fix| fix.oracles.contains(oracle);
        self.fixes.iter().filter(is).count()
    }

    /// Mutants tested in an hour.
    pub fn mutants_per_hour(&self) -> f64 {
        self.mutants as f64 / self.seconds.max(1e-3) * 3600.0
    }

    /// How many bugs there were by seconds of a campaign, all campaigns at once.
    pub fn curve(&self) -> Vec<(f64, u64)> {
        let mut times: Vec<f64> = self.fixes.iter().map(|fix| fix.seconds).collect();
        times.sort_by(f64::total_cmp);
        let mut curve = vec![(0.0, 0)];
        curve.extend(times.into_iter().zip(1..));
        curve
    }
}

/// Whether findings of an oracle mean that an answer or a model is wrong, as a crash does not.
fn is_correctness(name: &str) -> bool {
    let oracle = oracle::named(name);
    oracle.is_some_and(|oracle| oracle.is_proved() && !oracle.has_signature())
}

/// What some settings come to, in their order, with bugs of a list that were found again.
pub fn scores(settings: &[String], cells: &[Cell], list: &KnownBugs) -> Vec<Score> {
    let of_setting = |setting: &String| {
        let cells = cells.iter().filter(|cell| cell.setting == *setting);
        score(setting, &cells.collect::<Vec<_>>(), list)
    };
    settings.iter().map(of_setting).collect()
}

fn score(setting: &str, cells: &[&Cell], list: &KnownBugs) -> Score {
    let (mut seconds, mut mutants, mut answered) = (0.0, 0, 0);
    let mut generation = Times::default();
    let mut fixes: BTreeMap<String, Fix> = BTreeMap::new();
    let (mut findings, mut not_fixed, mut undated) = (0, 0, 0);
    let mut found_again = BTreeSet::new();
    let (ledger, mut witnesses) = (BugLedger::default(), Vec::new());
    for cell in cells {
        let tally = cell.totals.tally();
        seconds += cell.totals.seconds;
        mutants += tally.mutants;
        let definite = tally
            .answers
            .iter()
            .filter(|(class, _)| class.status().is_some());
        answered += definite.map(|(_, count)| count).sum::<u64>();
        generation.merge(&tally.generation);
        for (finding, at) in cell.findings() {
            findings += 1;
            found_again.extend(list.found_again(finding, &cell.release));
            match fate(finding) {
                Fate::Unknown => undated += 1,
                Fate::NotFixed => not_fixed += 1,
                Fate::Fixed(release) => {
                    let fix = fixes.entry(release.clone()).or_insert_with(|| Fix {
                        release,
                        oracles: BTreeSet::new(),
                        seconds: at,
                    });
                    fix.oracles.insert(finding.oracle.clone());
                    fix.seconds = fix.seconds.min(at);
                }
            }
        }
        let buckets = cell.totals.buckets.values();
        witnesses.extend(buckets.map(|bucket| Witness {
            campaign: &cell.release,
            bucket,
        }));
    }
    let mut fixes: Vec<Fix> = fixes.into_values().collect();
    fixes.sort_by_key(|fix| solve::Version::new(&fix.release));
    Score {
        setting: setting.to_owned(),
        seconds,
        mutants,
        answered,
        generation,
        findings,
        bugs: bugs(witnesses, &ledger).len(),
        fixes,
        not_fixed,
        undated,
        found_again,
    }
}

/// What became of a bug.
enum Fate {
    Fixed(String),
    NotFixed,
    /// It was not dated, or does not show in any release as it did.
    Unknown,
}

fn fate(finding: &Finding) -> Fate {
    let summary = finding.history.as_ref().map(|history| history.summary());
    match summary {
        Some(summary) if summary.last_bad.is_some() => match summary.fixed {
            Some(release) => Fate::Fixed(release),
            None => Fate::NotFixed,
        },
        _ => Fate::Unknown,
    }
}

#[cfg(test)]
mod tests;
