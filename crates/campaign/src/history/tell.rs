//! A history in words.

use super::{History, Release, Summary};
use solve::AnswerClass;

/// Releases that follow each other and do the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run<'h> {
    /// The first of them.
    pub first: &'h Release,
    /// The last of them.
    pub last: &'h Release,
}

impl Run<'_> {
    /// `4.8.5 to 4.8.8`, or the one that it is.
    pub fn versions(&self) -> String {
        span(&self.first.version, &self.last.version)
    }

    /// Whether they have the bug.
    pub fn judged(&self) -> &'static str {
        match self.first.shows {
            Some(true) => "shows",
            Some(false) => "does not show",
            None => "cannot tell",
        }
    }
}

fn span(first: &str, last: &str) -> String {
    match first == last {
        true => first.to_owned(),
        false => format!("{first} to {last}"),
    }
}

impl History {
    /// Releases that follow each other and do the same, together.
    pub fn runs(&self) -> Vec<Run<'_>> {
        let mut runs: Vec<Run<'_>> = Vec::new();
        for release in &self.releases {
            let same = |run: &&mut Run<'_>| {
                (run.last.shows, &run.last.answer) == (release.shows, &release.answer)
            };
            match runs.last_mut().filter(same) {
                Some(run) => run.last = release,
                None => runs.push(Run {
                    first: release,
                    last: release,
                }),
            }
        }
        runs
    }

    /// What it comes to, in sentences that say how sure it is. `left_out` are releases that there are
    /// and that were not asked.
    pub fn told(&self, left_out: &[String]) -> Vec<String> {
        let summary = self.summary();
        let (Some(first), Some(last)) = (summary.intervals.first(), summary.intervals.last())
        else {
            return vec![self.innocent()];
        };
        let mut told = Vec::new();
        told.push(match &summary.introduced {
            Some(version) => {
                let good = self.last_before(version, Some(false));
                self.somewhere("introduced", good, version, left_out)
            }
            None => format!(
                "as old as {}, the first release of those asked that can tell",
                first.first
            ),
        });
        told.push(format!("last bad {}", last.last));
        told.push(match &summary.fixed {
            Some(version) => {
                let fixed = self.somewhere("fixed", Some(&last.last), version, left_out);
                let mut releases = self.releases.iter();
                match releases.find(|release| release.version == *version) {
                    Some(release) if release.answer.0.contains(&AnswerClass::Unknown) => {
                        format!("{fixed}, where it says {}", release.answer)
                    }
                    _ => fixed,
                }
            }
            None if self.releases.last().is_some_and(|r| r.version == last.last) => {
                format!("not fixed in {}, the newest release asked", last.last)
            }
            None => format!(
                "not known to be fixed: no release after {} can tell",
                last.last
            ),
        });
        if let [_, _, ..] = summary.intervals[..] {
            let spans = summary.intervals.iter();
            let spans: Vec<String> = spans.map(|one| span(&one.first, &one.last)).collect();
            told.push(format!("it came and went: {}", spans.join(", ")));
        }
        told
    }

    fn innocent(&self) -> String {
        let good = self
            .releases
            .iter()
            .filter(|r| r.shows == Some(false))
            .count();
        match good {
            0 => "no release that was asked can tell".to_owned(),
            _ => format!("no release that was asked has it; {good} are without it"),
        }
    }

    /// The last release before that one which is known to be so.
    fn last_before(&self, version: &str, shows: Option<bool>) -> Option<&str> {
        let before = self.releases.iter().take_while(|r| r.version != version);
        let known = before.filter(|release| release.shows == shows);
        known.last().map(|release| &*release.version)
    }

    /// `fixed in 4.8.12`, or in which others it may have been, after the last that is known to be
    /// otherwise.
    fn somewhere(
        &self,
        what: &str,
        after: Option<&str>,
        version: &str,
        left_out: &[String],
    ) -> String {
        let after = after.unwrap_or_default();
        let between = self
            .releases
            .iter()
            .skip_while(|r| r.version != after)
            .skip(1);
        let between = between.take_while(|release| release.version != version);
        let silent: Vec<&str> = between.map(|release| &*release.version).collect();
        let number = |text: &str| solve::Version::new(text);
        let is_between =
            |other: &&String| number(after) < number(other) && number(other) < number(version);
        let unasked: Vec<&str> = left_out.iter().filter(is_between).map(|v| &**v).collect();
        let mut besides = Vec::new();
        if !silent.is_empty() {
            besides.push(format!("{} cannot tell", silent.join(", ")));
        }
        if !unasked.is_empty() {
            besides.push(format!("{} not asked", unasked.join(", ")));
        }
        match besides.is_empty() {
            true => format!("{what} in {version}"),
            false => format!(
                "{what} in {version} or after {after} ({})",
                besides.join("; ")
            ),
        }
    }
}

impl Summary {
    /// In one line: `introduced in 4.8.8, fixed in 4.8.11`.
    pub fn line(&self) -> String {
        let Some(first) = self.intervals.first() else {
            return "in no release that can tell".to_owned();
        };
        let introduced = match &self.introduced {
            Some(version) => format!("introduced in {version}"),
            None => format!("as old as {}", first.first),
        };
        let fixed = match (&self.fixed, &self.last_bad) {
            (Some(fixed), _) => format!("fixed in {fixed}"),
            (None, Some(last)) => format!("not fixed in {last}"),
            (None, None) => "not fixed".to_owned(),
        };
        let went = match self.intervals.len() {
            1 => "",
            _ => ", gone in between",
        };
        format!("{introduced}, {fixed}{went}")
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::history;
    use super::*;

    fn check(marks: &str, left_out: &[&str], told: &[&str], line: &str) {
        let history = history(marks);
        let left_out: Vec<String> = left_out.iter().map(ToString::to_string).collect();
        assert_eq!(history.told(&left_out), told, "{marks}");
        assert_eq!(history.summary().line(), line, "{marks}");
    }

    #[test]
    fn what_is_known_is_said_and_what_is_not() {
        check(
            ".xx.",
            &["0.5", "2.5", "9"],
            &[
                "introduced in 1 or after 0 (0.5 not asked)",
                "last bad 2",
                "fixed in 3 or after 2 (2.5 not asked)",
            ],
            "introduced in 1, fixed in 3",
        );
        check(
            ".?x??.",
            &[],
            &[
                "introduced in 2 or after 0 (1 cannot tell)",
                "last bad 2",
                "fixed in 5 or after 2 (3, 4 cannot tell)",
            ],
            "introduced in 2, fixed in 5",
        );
        check(
            "?xx",
            &[],
            &[
                "as old as 1, the first release of those asked that can tell",
                "last bad 2",
                "not fixed in 2, the newest release asked",
            ],
            "as old as 1, not fixed in 2",
        );
        check(
            ".x.x?",
            &[],
            &[
                "introduced in 1",
                "last bad 3",
                "not known to be fixed: no release after 3 can tell",
                "it came and went: 1, 3",
            ],
            "introduced in 1, not fixed in 3, gone in between",
        );
        let nobody = "no release that was asked can tell";
        check("??", &[], &[nobody], "in no release that can tell");
        let none = "no release that was asked has it; 1 are without it";
        check("?.", &[], &[none], "in no release that can tell");
    }

    #[test]
    fn who_says_unknown_is_said_to() {
        let mut history = history("x.");
        history.releases[1].answer = AnswerClass::Unknown.into();
        assert_eq!(history.told(&[])[2], "fixed in 1, where it says unknown");
    }

    #[test]
    fn neighbours_that_do_the_same_are_together() {
        let history = history("xx.?.");
        let runs: Vec<String> = history.runs().iter().map(Run::versions).collect();
        assert_eq!(runs, ["0 to 1", "2", "3", "4"]);
    }
}
