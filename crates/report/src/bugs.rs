//! The distinct bugs of campaigns: a table for people, lines of JSON for machines.

use crate::policy::refusals;
use crate::table::Table;
use campaign::bugs::Bug;
use campaign::finding::Finding;
use campaign::history::Summary;
use campaign::oracle;
use serde::Serialize;
use smt::{Census, Script};
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Where a bug is listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    New,
    SelfReported,
    Refused,
    Known,
}

/// A bug in a few words; the rest is in the folders of its witnesses.
#[derive(Debug, Clone, Serialize)]
pub struct BugLine {
    /// What it is called.
    pub id: String,
    /// What kind of wrong.
    pub oracle: String,
    /// The solver, whatever its version.
    pub solver: String,
    /// The solvers that it was found with, as they were named.
    pub solvers: BTreeSet<String>,
    /// The theories of the smallest script.
    pub theories: Vec<&'static str>,
    /// How long the smallest script is, if it was reduced.
    pub reduced_bytes: Option<usize>,
    /// The first release that has it, if one before is without it.
    pub introduced: Option<String>,
    /// The last release that has it.
    pub last_bad: Option<String>,
    /// The first release that is without it again.
    pub fixed: Option<String>,
    /// The folders of what shows it, the smallest first.
    pub witnesses: Vec<PathBuf>,
    /// How often it was seen.
    pub seen: usize,
    /// What became of it.
    pub status: Option<&'static str>,
    /// Where it was reported.
    pub url: Option<String>,
    /// What else people say of it.
    pub note: Option<String>,
    /// What of it the solver's project does not want to be told.
    pub refused: Vec<String>,
    /// What the smallest witness is called.
    pub title: String,
    /// Why the witnesses are one bug.
    pub why: Vec<String>,
}

impl BugLine {
    /// Of a bug.
    pub fn of(bug: &Bug<'_>) -> Self {
        let best = &bug.best().best;
        let history = history(bug);
        let solvers = bug.witnesses.iter().map(|w| &w.bucket.best.solver.name);
        let folders = bug.witnesses.iter().map(|witness| {
            let findings = Path::new(witness.campaign).join("findings");
            findings.join(&witness.bucket.best.bucket)
        });
        Self {
            id: bug.id.clone(),
            oracle: best.oracle.clone(),
            solver: best.solver.family(),
            solvers: solvers.cloned().collect(),
            theories: theories(best),
            reduced_bytes: best.reduced.as_ref().map(|reduced| reduced.bytes()),
            introduced: history.as_ref().and_then(|h| h.introduced.clone()),
            last_bad: history.as_ref().and_then(|h| h.last_bad.clone()),
            fixed: history.and_then(|h| h.fixed),
            witnesses: folders.collect(),
            seen: bug.count(),
            status: bug.known.map(|known| known.status.name()),
            url: bug.known.and_then(|known| known.url.clone()),
            note: bug.known.and_then(|known| known.note.clone()),
            refused: refusals(best).iter().map(|r| r.what.clone()).collect(),
            title: best.title.clone(),
            why: bug.why.clone(),
        }
    }

    fn part(&self) -> Part {
        match &self.status {
            Some(_) => Part::Known,
            None if !self.refused.is_empty() => Part::Refused,
            None => match oracle::named(&self.oracle).is_none_or(|oracle| oracle.is_proved()) {
                true => Part::New,
                false => Part::SelfReported,
            },
        }
    }

    /// What comes first: what is not known and may be told, the gravest, what is not fixed, the smallest.
    fn rank(&self) -> impl Ord + use<> {
        let severity = oracle::named(&self.oracle).map_or(u8::MAX, |oracle| oracle.severity());
        let bytes = self.reduced_bytes.unwrap_or(usize::MAX);
        let is_fixed = self.fixed.is_some();
        (self.part(), severity, is_fixed, bytes, self.id.clone())
    }
}

/// What the releases say: those of the smallest witness that was tried with them.
fn history(bug: &Bug<'_>) -> Option<Summary> {
    let mut findings = bug.witnesses.iter().map(|w| &w.bucket.best);
    findings.find_map(|finding| Some(finding.history.as_ref()?.summary()))
}

/// The theories of the smallest script of a finding, but for that which every script has.
fn theories(finding: &Finding) -> Vec<&'static str> {
    let mutant = finding.reduced.as_ref().and_then(|r| r.scripts().last());
    let script = mutant.map_or(&finding.witness.script, |(_, script)| &script.script);
    let census = Script::parse(script.as_slice()).map(|script| Census::of(&script));
    let theories = census.map(|census| census.theories).unwrap_or_default();
    theories
        .into_iter()
        .filter(|name| *name != "Core")
        .collect()
}

/// Bugs in the order in which they are listed.
pub fn ranked(bugs: &[Bug<'_>]) -> Vec<BugLine> {
    let mut lines: Vec<BugLine> = bugs.iter().map(BugLine::of).collect();
    lines.sort_by_cached_key(BugLine::rank);
    lines
}

/// Prints bugs as tables: those that are new, and then those that rest on the solver's own word, those
/// that its project does not want to be told, and those that people know.
///
/// # Errors
/// If they cannot be printed.
pub fn print_bugs(lines: &[BugLine], out: &mut impl Write) -> io::Result<()> {
    let parts = [
        (Part::New, ""),
        (
            Part::SelfReported,
            "What rests on nothing but the solver's own check:",
        ),
        (
            Part::Refused,
            "What the project does not want to be told (see issue.md):",
        ),
        (Part::Known, "What is known:"),
    ];
    let mut is_first = true;
    for (part, heading) in parts {
        let of_part: Vec<&BugLine> = lines.iter().filter(|line| line.part() == part).collect();
        if of_part.is_empty() {
            continue;
        }
        if !is_first {
            writeln!(out)?;
        }
        is_first = false;
        if !heading.is_empty() {
            writeln!(out, "{heading}\n")?;
        }
        table(&of_part).print(out)?;
    }
    Ok(())
}

fn table(lines: &[&BugLine]) -> Table {
    let mut table = Table::new(&[
        "bug",
        "oracle",
        "solver",
        "bytes",
        "introduced",
        "last bad",
        "fixed",
        "status",
        "witnesses",
        "theories",
        "what",
    ]);
    let or_dash = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
    for line in lines {
        let solvers: Vec<&str> = line.solvers.iter().map(String::as_str).collect();
        let status = [line.status, line.url.as_deref()].into_iter().flatten();
        let status = status.collect::<Vec<_>>().join(" ");
        let bytes = line.reduced_bytes.map(|bytes| bytes.to_string());
        table.row([
            line.id.clone(),
            line.oracle.clone(),
            solvers.join(" "),
            or_dash(&bytes),
            or_dash(&line.introduced),
            or_dash(&line.last_bad),
            or_dash(&line.fixed),
            match status.is_empty() {
                true => "-".to_owned(),
                false => status,
            },
            line.witnesses.len().to_string(),
            line.theories.join(" "),
            line.title.clone(),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(
        id: &str,
        oracle: &str,
        bytes: usize,
        fixed: bool,
        status: Option<&'static str>,
    ) -> BugLine {
        BugLine {
            id: id.to_owned(),
            oracle: oracle.to_owned(),
            solver: "z3".to_owned(),
            solvers: ["z3@4.8.9".to_owned()].into(),
            theories: vec!["Ints", "Reals"],
            reduced_bytes: Some(bytes),
            introduced: None,
            last_bad: None,
            fixed: fixed.then(|| "5.0".to_owned()),
            witnesses: vec![PathBuf::from("here")],
            seen: 1,
            status,
            url: None,
            note: None,
            refused: Vec::new(),
            title: format!("title of {id}"),
            why: Vec::new(),
        }
    }

    #[test]
    fn what_can_be_acted_on_comes_first() {
        let mut refused = line("refused", "soundness", 1, false, None);
        refused.refused.push("small formats".to_owned());
        let mut lines = [
            line("known", "soundness", 1, false, Some("reported")),
            line("own", "self-reported", 2, false, None),
            refused,
            line("crash", "crash", 3, false, None),
            line("fixed", "soundness", 4, true, None),
            line("large", "soundness", 50, false, None),
            line("small", "soundness", 5, false, None),
        ];
        lines.sort_by_cached_key(BugLine::rank);
        let ids: Vec<&str> = lines.iter().map(|line| line.id.as_str()).collect();
        assert_eq!(
            ids,
            [
                "small", "large", "fixed", "crash", "own", "refused", "known"
            ]
        );
        let mut out = Vec::new();
        print_bugs(&lines, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let place = |part: &str| {
            text.find(part)
                .unwrap_or_else(|| panic!("no {part} in\n{text}"))
        };
        assert!(
            place("title of crash") < place("solver's own check:"),
            "{text}"
        );
        assert!(place("solver's own check:") < place("title of own"));
        assert!(place("title of own") < place("does not want"));
        assert!(place("does not want") < place("title of refused"));
        assert!(place("title of refused") < place("What is known:"));
        assert!(place("What is known:") < place("title of known"));
    }
}
