//! What a bug is recognised by, in other campaigns and later.

use crate::finding::Answers;
use crate::history::{History, Summary};
use crate::likeness::{Likeness, heart};
use crate::totals::{Bucket, shortened};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// What a finding is recognised by. It is written to ledgers with the script itself, so that whoever
/// reads it can compare in better ways than we know.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Traits {
    /// What kind of wrong.
    pub oracle: String,
    /// The solver, whatever its version.
    pub solver: String,
    /// What it answers.
    pub answer: Answers,
    /// The bucket that it was in, and those that are part of it.
    pub buckets: BTreeSet<String>,
    /// What is printed, if that tells more than the script.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
    /// The script that it was reduced to, or the one that it was found with if that shows it by itself;
    /// empty if there is neither.
    #[serde(
        default,
        with = "mutate::step::text",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub script: Vec<u8>,
    /// Whether all is gone from the script that can go.
    #[serde(default)]
    pub reduced: bool,
    /// Which releases have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub history: Option<Box<History>>,
    /// What the script comes to, once somebody asks.
    #[serde(skip)]
    forms: OnceLock<Forms>,
}

#[derive(Debug, Clone)]
struct Forms {
    likeness: Option<Likeness>,
    heart: BTreeSet<String>,
    theories: Vec<&'static str>,
}

/// A script that is longer and was not reduced is not compared.
const LONGEST: usize = 10_000;

impl Traits {
    /// Of the finding of a bucket.
    pub fn of(bucket: &Bucket) -> Self {
        let finding = &bucket.best;
        let reduced = finding.reduced_script();
        let own_witness = finding.parents.is_empty() && finding.witness.script.len() <= LONGEST;
        let script = reduced.or(own_witness.then_some(&finding.witness));
        let own = [&finding.bucket].into_iter();
        Self {
            oracle: finding.oracle.clone(),
            solver: finding.solver.family(),
            answer: finding.answer().clone(),
            buckets: own.chain(bucket.merged.keys()).cloned().collect(),
            signature: finding.signature.clone(),
            script: script.map(|s| s.script.clone()).unwrap_or_default(),
            reduced: reduced.is_some(),
            history: finding.history.clone(),
            forms: OnceLock::new(),
        }
    }

    fn forms(&self) -> &Forms {
        self.forms.get_or_init(|| Forms {
            likeness: Likeness::of(&self.script),
            heart: heart(&self.script),
            theories: theories(&self.script),
        })
    }

    /// What its name is made from: what does not change when the bug is found again.
    pub(super) fn identity(&self) -> String {
        let likeness = self.forms().likeness.as_ref();
        let telling = match (&self.signature, likeness) {
            (Some(signature), _) => signature,
            (None, Some(likeness)) => &likeness.strict,
            (None, None) => self.bucket(),
        };
        format!("{} {} {} {telling}", self.solver, self.oracle, self.answer)
    }

    /// One of its buckets: always the same.
    pub(super) fn bucket(&self) -> &str {
        self.buckets.first().map_or("", String::as_str)
    }

    /// Whether the two cannot be one bug, whatever else they have in common: another solver, oracle,
    /// answer or signature, or releases that have only one of them.
    pub fn contradicts(&self, other: &Self) -> bool {
        let signatures = (&self.signature, &other.signature);
        self.oracle != other.oracle
            || self.solver != other.solver
            || self.answer != other.answer
            || matches!(signatures, (Some(one), Some(other)) if one != other)
            || self.is_elsewhere(other)
    }

    /// Whether releases have only one of the two. A model may be right by luck, so for what shows by the
    /// same script, or prints the same, that must be so for all of them.
    fn is_elsewhere(&self, other: &Self) -> bool {
        let (Some(one), Some(two)) = (&self.history, &other.history) else {
            return false;
        };
        let Common { both, only } = Common::of(one, two);
        match only {
            (0, 0) => false,
            (1.., 1..) if both == 0 => true,
            _ => !self.is_like(other),
        }
    }

    /// Whether they print the same, or have the same script but for what does not matter.
    fn is_like(&self, other: &Self) -> bool {
        let strict = |traits: &Self| Some(traits.forms().likeness.as_ref()?.strict.clone());
        let same = |one: Option<String>, other: Option<String>| one.is_some() && one == other;
        same(self.signature.clone(), other.signature.clone()) || same(strict(self), strict(other))
    }

    /// Why the two are one bug; nothing if they may be two.
    pub fn same_as(&self, other: &Self) -> Option<String> {
        let surely = self.surely_same_as(other);
        surely.or_else(|| self.likely_same_as(other))
    }

    /// Why the two are one bug, by the script or what is printed; or by the bucket, as long as one of them
    /// has nothing better.
    pub fn surely_same_as(&self, other: &Self) -> Option<String> {
        if self.contradicts(other) {
            return None;
        }
        let is_same_bucket = !self.buckets.is_disjoint(&other.buckets);
        if let (Some(signature), Some(_)) = (&self.signature, &other.signature) {
            return Some(format!("both print {}", shortened(signature)));
        }
        if self.signature.is_some() || other.signature.is_some() {
            // An earlier version wrote down what is printed in the bucket's name only.
            return is_same_bucket.then(|| "both are in one bucket".to_owned());
        }
        let form = self.forms().likeness.as_ref();
        if let Some(form) = form.filter(|_| self.is_like(other)) {
            let form = shortened(&form.strict);
            let are = match self.reduced && other.reduced {
                true => "both are reduced to",
                false => "both are",
            };
            return Some(format!("{are} {form}"));
        }
        let is_bare = !self.reduced || !other.reduced;
        (is_bare && is_same_bucket).then(|| "both are in one bucket".to_owned())
    }

    /// Why the two are one bug, by the releases that have them and what their scripts are about.
    fn likely_same_as(&self, other: &Self) -> Option<String> {
        let is_bare = !self.reduced || !other.reduced;
        let is_printed = self.signature.is_some() || other.signature.is_some();
        if is_bare || is_printed || self.contradicts(other) {
            return None;
        }
        let (one, two) = (self.forms(), other.forms());
        let summary = agreed(self.history.as_ref()?, other.history.as_ref()?)?;
        let told = told(&summary);
        let is_telling = is_telling(self.history.as_ref()?);
        let is_about_the_same = one.heart == two.heart && one.theories == two.theories;
        if is_telling && !one.heart.is_empty() && is_about_the_same {
            let operators: Vec<&str> = one.heart.iter().map(String::as_str).collect();
            let operators = operators.join(", ");
            return Some(format!("both are about {operators}, {told}"));
        }
        // A bug that every release has is like every other such bug, but for the script.
        let (ours, theirs) = (one.likeness.as_ref()?, two.likeness.as_ref()?);
        let (ours, theirs) = (&ours.loose, &theirs.loose);
        let form = shortened(ours);
        (ours == theirs).then(|| format!("both are reduced to {form} but for variables, {told}"))
    }
}

/// The theories that a script is of; bit-vectors do not count where floats are written with them.
fn theories(script: &[u8]) -> Vec<&'static str> {
    let Ok(script) = smt::Script::parse(script) else {
        return Vec::new();
    };
    let mut all: Vec<&str> = script.theories().map(|theory| theory.name()).collect();
    if all.contains(&"FloatingPoint") {
        all.retain(|name| *name != "FixedSizeBitVectors");
    }
    all
}

/// How many releases have two bugs, or only one of them; of those of which it is known.
struct Common {
    both: usize,
    only: (usize, usize),
}

impl Common {
    fn of(one: &History, other: &History) -> Self {
        let mut common = Self {
            both: 0,
            only: (0, 0),
        };
        for ours in &one.releases {
            let mut theirs = other.releases.iter();
            let theirs = theirs.find(|theirs| theirs.version == ours.version);
            match ours.shows.zip(theirs.and_then(|theirs| theirs.shows)) {
                Some((true, true)) => common.both += 1,
                Some((true, false)) => common.only.0 += 1,
                Some((false, true)) => common.only.1 += 1,
                _ => {}
            }
        }
        common
    }
}

/// What two histories come to, if that is the same.
fn agreed(one: &History, other: &History) -> Option<Summary> {
    let (ours, theirs) = (one.summary(), other.summary());
    (one.solver == other.solver && ours == theirs && ours.last_bad.is_some()).then_some(ours)
}

/// Whether a history tells one bug from another: some releases have it, and some are without it.
fn is_telling(history: &History) -> bool {
    let any = |shows: bool| history.releases.iter().any(|r| r.shows == Some(shows));
    any(true) && any(false)
}

/// A history in a few words.
fn told(summary: &Summary) -> String {
    let mut words = Vec::new();
    if let Some(introduced) = &summary.introduced {
        words.push(format!("introduced in {introduced}"));
    }
    match (&summary.fixed, &summary.last_bad) {
        (Some(fixed), _) => words.push(format!("fixed in {fixed}")),
        (None, Some(last)) => words.push(format!("last seen in {last}")),
        (None, None) => {}
    }
    words.join(" and ")
}
