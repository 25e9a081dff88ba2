//! Lists of historical bugs, and whether a finding is one of them.
//!
//! As in Sparrow's last experiment: a bug is found again if a mutant of a seed that does not show it is
//! wrong in a release that has the bug, and right in the release that fixed it. Releases fix many bugs,
//! so all that the mutant is about must be what the bug is about, and a mutant counts for one bug only:
//! for that which is about the least besides.

use crate::finding::Finding;
use crate::likeness::heart;
use serde::Deserialize;
use solve::{AnswerClass, Version};
use std::collections::BTreeSet;
use std::path::Path;

/// A historical bug: a line of a list.
#[derive(Debug, Clone)]
pub struct KnownBug {
    /// Its name.
    pub id: String,
    /// The oracle that it is for.
    kind: String,
    /// The solver's profile.
    solver: String,
    /// The releases that are known to have it.
    bad: Vec<String>,
    /// The first without it.
    fixed: String,
    /// What its script is about.
    heart: BTreeSet<String>,
}

/// A line of a list as it is written.
#[derive(Debug, Deserialize)]
struct Line {
    id: String,
    file: String,
    kind: String,
    solver: String,
    #[serde(default)]
    buggy_versions: Vec<String>,
    fixed_in: Option<String>,
    /// Not empty if it rests on changed semantics.
    #[serde(default)]
    note: String,
}

/// Why a list cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// A line.
    #[error("line {0} is no bug: {1}")]
    Line(usize, serde_json::Error),
}

/// A list of historical bugs.
#[derive(Debug, Clone, Default)]
pub struct KnownBugs(pub Vec<KnownBug>);

impl KnownBugs {
    /// Reads a file with a bug a line; scripts are named relative to it. Bugs of other solvers, those
    /// with a note and those that nobody fixed are left out.
    ///
    /// # Errors
    /// If the file cannot be read or a line is no bug.
    pub fn read(path: &Path, solver: &str) -> Result<Self, ReadError> {
        let folder = path.parent().unwrap_or(Path::new(""));
        let text = std::fs::read_to_string(path)?;
        let mut bugs = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            if line.trim().is_empty() {
                continue;
            }
            let line: Line =
                serde_json::from_str(line).map_err(|error| ReadError::Line(number, error))?;
            let Some(fixed) = line.fixed_in else { continue };
            if line.solver != solver || !line.note.is_empty() {
                continue;
            }
            // A script that is not there is about nothing that we know of.
            let script = std::fs::read(folder.join(&line.file)).unwrap_or_default();
            bugs.push(KnownBug {
                id: line.id,
                kind: line.kind,
                solver: line.solver,
                bad: line.buggy_versions.iter().map(|v| release(v)).collect(),
                fixed: release(&fixed),
                heart: heart(&script),
            });
        }
        Ok(Self(bugs))
    }

    /// The names of those that a release has, by the list.
    pub fn of_release(&self, version: &str) -> impl Iterator<Item = &str> {
        let has = move |bug: &&KnownBug| bug.bad.iter().any(|bad| bad == version);
        self.0.iter().filter(has).map(|bug| bug.id.as_str())
    }

    /// The name of the one that a finding in a release is, most likely.
    pub fn found_again(&self, finding: &Finding, version: &str) -> Option<String> {
        if !is_by_mutation(finding) {
            return None;
        }
        let about = heart(finding.smallest_script());
        let is_it = |bug: &&KnownBug| bug.is(finding, version, &about);
        let found = self.0.iter().filter(is_it);
        let nearest = found.min_by_key(|bug| (bug.heart.len(), bug.id.as_str()))?;
        Some(nearest.id.clone())
    }
}

impl KnownBug {
    fn is(&self, finding: &Finding, version: &str, about: &BTreeSet<String>) -> bool {
        let Some(history) = &finding.history else {
            return false;
        };
        let shows = |version: &String| {
            let mut releases = history.releases.iter();
            releases.find(|release| release.version == *version)?.shows
        };
        // Wrong models are known by solvers' own checks.
        let kind = match finding.oracle.as_str() {
            "self-reported" => "model",
            kind => kind,
        };
        kind == self.kind
            && history.solver == self.solver
            && self.bad.iter().any(|bad| bad == version)
            && self.bad.last().and_then(shows) == Some(true)
            && shows(&self.fixed) == Some(false)
            && !about.is_empty()
            && about.is_subset(&self.heart)
    }
}

/// Whether a finding takes a mutation: the seed itself is answered as it should be. What was made from
/// nothing has no seed that could show it, and what has steps left takes them.
fn is_by_mutation(finding: &Finding) -> bool {
    let derived = finding.derivation.derived();
    let takes_steps = derived.steps() > 0 || derived.source().made.is_some();
    let is_wrong =
        |class: AnswerClass| matches!(class, AnswerClass::Crash | AnswerClass::InvalidModel);
    let wrong_seed = finding
        .parents
        .iter()
        .any(|reply| reply.answer.0.iter().copied().any(is_wrong));
    // If others say otherwise of the seed than the solver, it is the seed that shows the bug.
    let denied = finding.opinions.iter().any(|opinion| {
        let mut pairs = finding.parents.iter().zip(&opinion.parents);
        pairs.any(|(reply, class)| {
            class
                .status()
                .is_some_and(|status| reply.answer.claim(status.other()))
        })
    });
    (!finding.parents.is_empty() || takes_steps) && !wrong_seed && !denied
}

fn release(version: &str) -> String {
    Version::new(version).release()
}
