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
    /// What it has in common with others that are the same when all that can go is gone.
    likeness: Option<String>,
}

/// What is left of a finding has been told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Told {
    /// It is no shorter than what was known.
    Nothing,
    /// It is what its bucket now has.
    Shorter,
    /// And two buckets turned out to be the same bug: one of them is part of the other now.
    Merged { gone: String },
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
    /// Buckets that are no more, and those that they are part of now.
    pub merged: BTreeMap<String, String>,
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

    /// What the bucket of that name is called now.
    pub(crate) fn bucket_of<'a>(&'a self, name: &'a str) -> &'a str {
        self.merged.get(name).map_or(name, |kept| kept)
    }

    /// Whether it is the first of its bucket, and whether it is the best; `None` if it is known.
    pub(crate) fn finding(&mut self, finding: &Finding) -> Option<(bool, bool)> {
        if !self.keys.insert(finding.key()) {
            return None;
        }
        let mut finding = finding.clone();
        finding.bucket = self.bucket_of(&finding.bucket).to_owned();
        Some(match self.buckets.get_mut(&finding.bucket) {
            None => {
                let name = finding.bucket.clone();
                let bucket = Bucket {
                    best: finding,
                    count: 1,
                    likeness: None,
                };
                self.buckets.insert(name, bucket);
                (true, true)
            }
            Some(bucket) => {
                bucket.count += 1;
                let better = finding.rank() < bucket.best.rank();
                if better {
                    // What is left of one is left of all.
                    finding.reduced = bucket.best.reduced.take();
                    bucket.best = finding;
                }
                (false, better)
            }
        })
    }

    /// What is left of a bucket's finding.
    pub(crate) fn reduced(&mut self, name: &str, reduced: &Reduced) -> Told {
        let name = self.bucket_of(name).to_owned();
        let Some(bucket) = self.buckets.get_mut(&name) else {
            return Told::Nothing;
        };
        let known = bucket.best.reduced.as_ref();
        if known.is_some_and(|known| known.bytes() <= reduced.bytes()) {
            return Told::Nothing;
        }
        bucket.best.reduced = Some(Box::new(reduced.clone()));
        bucket.likeness = bucket.best.likeness();
        match self.alike(&name) {
            Some(other) => self.merge(name, other),
            None => Told::Shorter,
        }
    }

    /// Another bucket with what is most likely the same bug.
    fn alike(&self, name: &str) -> Option<String> {
        let bucket = self.buckets.get(name)?;
        let likeness = bucket.likeness.as_ref()?;
        let mut others = self.buckets.iter().filter(|(other, _)| *other != name);
        let (other, _) = others.find(|(_, b)| b.likeness.as_ref() == Some(likeness))?;
        Some(other.clone())
    }

    /// Makes one bucket of two: that which comes first in the alphabet, so that it does not matter
    /// which of them was reduced first.
    fn merge(&mut self, one: String, other: String) -> Told {
        let (kept, gone) = match one < other {
            true => (one, other),
            false => (other, one),
        };
        let Some(part) = self.buckets.remove(&gone) else {
            return Told::Shorter;
        };
        if let Some(bucket) = self.buckets.get_mut(&kept) {
            bucket.count += part.count;
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
        self.merged.insert(gone.clone(), kept);
        Told::Merged { gone }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::{Asked, ReducedScript, Spoken};

    fn spoken(script: &str) -> Spoken {
        Spoken {
            script: script.into(),
            answer: "unsat".to_owned(),
            output: String::new(),
        }
    }

    fn finding(kind: Kind, bucket: &str, script: &str, number: u64) -> Finding {
        Finding {
            kind,
            bucket: bucket.to_owned(),
            title: String::new(),
            solver: Asked {
                name: "z3".to_owned(),
                version: String::new(),
                command: String::new(),
            },
            seed_name: String::new(),
            seed: spoken(script),
            mutant: None,
            direction: None,
            steps: Vec::new(),
            chain: Vec::new(),
            found: script.len(),
            number,
            random: 0,
            logic: String::new(),
            opinions: Vec::new(),
            verdict: String::new(),
            evidence: Vec::new(),
            reduced: None,
        }
    }

    fn reduced(script: &str) -> Reduced {
        Reduced {
            alone: Some(ReducedScript {
                script: spoken(script),
                others: Vec::new(),
            }),
            ..Reduced::default()
        }
    }

    /// Three buckets, of which all but `b` are reduced to the same; in that order.
    fn three(kind: Kind, order: &[&str]) -> Totals {
        let mut totals = Totals::default();
        totals.finding(&finding(kind, "c", "(assert true)", 1));
        totals.finding(&finding(kind, "b", "(assert false)", 2));
        totals.finding(&finding(kind, "a", "(assert (not true))", 3));
        totals.finding(&finding(kind, "a", "(assert (not (= 1 2)))", 4));
        for bucket in order {
            let script = match *bucket {
                "a" => "(declare-const longer Int) (assert (< longer 1))",
                "b" => "(declare-const x Int) (assert (> x 1))",
                _ => "(declare-const y Int) (assert (< y 22))",
            };
            totals.reduced(bucket, &reduced(script));
        }
        totals
    }

    #[test]
    fn what_is_reduced_to_the_same_becomes_one_whatever_the_order() {
        for order in [["a", "b", "c"], ["c", "b", "a"], ["b", "c", "a"]] {
            let totals = three(Kind::Soundness, &order);
            let names: Vec<&str> = totals.buckets.keys().map(String::as_str).collect();
            assert_eq!(names, ["a", "b"], "{order:?}");
            let one = &totals.buckets["a"];
            assert_eq!(one.count, 3);
            assert_eq!(one.best.bucket, "a");
            assert_eq!(one.best.seed, spoken("(assert true)"));
            let left = one.best.reduced.as_ref().unwrap();
            let shortest = reduced("(declare-const y Int) (assert (< y 22))");
            assert_eq!(**left, shortest, "{order:?}");
            assert_eq!(totals.merged["c"], "a");
        }
    }

    #[test]
    fn more_of_a_merged_bucket_belongs_to_the_one_that_is_left() {
        let mut totals = three(Kind::Model, &["a", "c"]);
        let more = finding(Kind::Model, "c", "(assert 1)", 5);
        assert_eq!(totals.finding(&more), Some((false, true)));
        let one = &totals.buckets["a"];
        assert_eq!((one.count, one.best.bucket.as_str()), (4, "a"));
        assert!(one.best.reduced.is_some());
        assert_eq!(totals.distinct(Kind::Model), 2);
        assert_eq!(totals.findings(Kind::Model), 5);
    }

    #[test]
    fn scripts_that_are_alike_stay_apart_if_their_answers_differ() {
        let mut totals = Totals::default();
        totals.finding(&finding(Kind::Soundness, "a", "(assert true)", 1));
        totals.finding(&finding(Kind::Soundness, "b", "(assert false)", 2));
        let mut of_a = reduced("(declare-const x Int) (assert (< x 1))");
        totals.reduced("b", &of_a);
        of_a.alone.as_mut().unwrap().script.answer = "sat".to_owned();
        assert_eq!(totals.reduced("a", &of_a), Told::Shorter);
        assert_eq!(totals.buckets.len(), 2);
    }

    #[test]
    fn crashes_stay_apart() {
        let totals = three(Kind::Crash, &["a", "b", "c"]);
        assert_eq!(totals.buckets.len(), 3);
    }
}
