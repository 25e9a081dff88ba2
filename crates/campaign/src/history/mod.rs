//! Which releases of a solver have a bug: what a maintainer asks first, and what tells two bugs apart.
//!
//! A [`Question`] is a script and what gives a release away; a [`Historian`] puts it to [`Candidate`]s,
//! which [`choose`] finds; what they do is a [`History`].

mod cache;
mod choice;
mod dating;
mod question;
mod tell;
mod told;

pub use cache::HistoryCache;
pub use choice::{ChoiceError, Chosen, Item, Versions, choose};
pub use dating::{Candidate, Dated, Get, Historian};
pub use question::{Question, Symptom, checks, statuses};
pub use tell::Run;

pub(crate) use question::alone;

use crate::finding::Answers;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A release, and what it does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Release {
    /// Which one.
    pub version: String,
    /// What it answers.
    pub answer: Answers,
    /// Whether the bug shows; nothing if that cannot be told: it refuses the script or runs out of time.
    pub shows: Option<bool>,
}

/// What releases of a solver do, the oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct History {
    /// The solver, without a version.
    pub solver: String,
    /// Its releases that were asked.
    pub releases: Vec<Release>,
}

/// Releases that follow each other, of which none is known to be without the bug.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interval {
    /// The first in which it shows.
    pub first: String,
    /// The last in which it shows.
    pub last: String,
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.first == self.last {
            true => f.write_str(&self.first),
            false => write!(f, "{} to {}", self.first, self.last),
        }
    }
}

/// What a history comes to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// The first release in which it shows, if one before is known to be without it.
    pub introduced: Option<String>,
    /// The last release in which it shows.
    pub last_bad: Option<String>,
    /// The first release after that which is known to be without it.
    pub fixed: Option<String>,
    /// When it was there: several if it came and went.
    pub intervals: Vec<Interval>,
}

impl History {
    /// The last release without it before it came, for the last time if it came and went.
    pub fn last_good(&self) -> Option<&str> {
        let last = self.releases.iter().rposition(|r| r.shows == Some(true))?;
        let before = self.releases.get(..last)?;
        let good = before.iter().rfind(|r| r.shows == Some(false))?;
        Some(&good.version)
    }

    /// The newest release that was asked.
    pub fn newest(&self) -> Option<&Release> {
        self.releases.last()
    }

    /// What it comes to.
    pub fn summary(&self) -> Summary {
        let mut intervals: Vec<Interval> = Vec::new();
        // Whether the last that is known has the bug, and whether any was seen without it before.
        let (mut is_bad, mut was_good) = (false, false);
        let (mut introduced, mut last_bad, mut fixed) = (None, None, None);
        for Release { version, shows, .. } in &self.releases {
            match shows {
                None => {}
                Some(false) => {
                    if is_bad {
                        fixed = Some(version.clone());
                    }
                    (is_bad, was_good) = (false, true);
                }
                Some(true) => {
                    if intervals.is_empty() && was_good {
                        introduced = Some(version.clone());
                    }
                    last_bad = Some(version.clone());
                    fixed = None;
                    match intervals.last_mut().filter(|_| is_bad) {
                        Some(interval) => interval.last.clone_from(version),
                        None => intervals.push(Interval {
                            first: version.clone(),
                            last: version.clone(),
                        }),
                    }
                    is_bad = true;
                }
            }
        }
        Summary {
            introduced,
            last_bad,
            fixed,
            intervals,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use solve::AnswerClass;

    /// A history in which `x` shows the bug, `.` does not and `?` cannot be told.
    pub(super) fn history(marks: &str) -> History {
        let releases = marks.chars().enumerate().map(|(number, mark)| Release {
            version: number.to_string(),
            answer: AnswerClass::Sat.into(),
            shows: match mark {
                'x' => Some(true),
                '.' => Some(false),
                _ => None,
            },
        });
        History {
            solver: "z3".to_owned(),
            releases: releases.collect(),
        }
    }

    fn check(
        marks: &str,
        introduced: &str,
        last_bad: &str,
        fixed: &str,
        intervals: &[(&str, &str)],
    ) {
        let summary = history(marks).summary();
        let is = |found: &Option<String>, wanted: &str| {
            assert_eq!(
                found.as_deref().unwrap_or("-"),
                wanted,
                "{marks}: {summary:?}"
            );
        };
        is(&summary.introduced, introduced);
        is(&summary.last_bad, last_bad);
        is(&summary.fixed, fixed);
        let found: Vec<(&str, &str)> = summary
            .intervals
            .iter()
            .map(|interval| (&*interval.first, &*interval.last))
            .collect();
        assert_eq!(found, intervals, "{marks}");
    }

    #[test]
    fn what_cannot_be_told_is_neither_good_nor_bad() {
        check(".xx.", "1", "2", "3", &[("1", "2")]);
        check("xx.", "-", "1", "2", &[("0", "1")]);
        check("?x?x?.", "-", "3", "5", &[("1", "3")]);
        check(".?x?", "2", "2", "-", &[("2", "2")]);
        check("..??", "-", "-", "-", &[]);
    }

    #[test]
    fn the_last_good_one_is_before_the_bug_came_for_the_last_time() {
        assert_eq!(history(".?xx.").last_good(), Some("0"));
        assert_eq!(history(".x.?x?").last_good(), Some("2"));
        assert_eq!(history("?xx.").last_good(), None);
        assert_eq!(history("...").last_good(), None);
    }

    #[test]
    fn a_bug_may_come_and_go() {
        check(".x..x.", "1", "4", "5", &[("1", "1"), ("4", "4")]);
        check("x.xx", "-", "3", "-", &[("0", "0"), ("2", "3")]);
    }
}
