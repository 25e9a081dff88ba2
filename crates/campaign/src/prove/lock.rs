//! The lock file: what solvers have said of questions about rules, one question a line, so that what
//! was proved once need not be proved again.
//!
//! A question is known by a hash of all of its text. What is changed in a rule, or in how questions
//! are made, changes the text, so nothing that was said of the old question is believed of the new
//! one. And an answer counts only where the same solvers, of the same versions, would be asked.

use crate::fingerprint::wide_fingerprint;
use solve::Solver;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A question, by its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Question(u128);

impl Question {
    /// The one that a script asks.
    pub fn of(script: &str) -> Self {
        Self(wide_fingerprint(script.as_bytes()))
    }

    pub(super) fn bytes(self) -> [u8; 16] {
        self.0.to_le_bytes()
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// What was said of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// Sat, by these of [`Lock::solvers`], and by none unsat.
    Sat(BTreeSet<usize>),
    /// Unsat, by these, and by none sat.
    Unsat(BTreeSet<usize>),
    /// Nothing by anybody, though they had that much time.
    Undecided(Duration),
}

/// What some solvers have said.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lock {
    solvers: Vec<String>,
    said: BTreeMap<Question, Said>,
}

/// What is wrong with the text of a lock file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct LockError {
    /// Where.
    pub line: usize,
    /// What is wrong there.
    pub message: String,
}

/// The first line: what it is, and in which version of its format.
const TITLE: &str = "nuthatch proofs ";
const VERSION: &str = "1";

/// For who opens the file.
const COMMENT: &str = "\
# What solvers have said of questions about rules: the hash of a question, the answer, who gave it.
# Made by `nuthatch rules prove --write-lock`; not to be changed by hand. ARCHITECTURE.md says more.
";

impl Lock {
    /// What nobody has said anything in yet, for solvers with these names: see [`who`].
    pub fn new(mut solvers: Vec<String>) -> Self {
        solvers.sort();
        solvers.dedup();
        Self {
            solvers,
            said: BTreeMap::new(),
        }
    }

    /// Those who were asked, in the order of their names.
    pub fn solvers(&self) -> &[String] {
        &self.solvers
    }

    /// Whether exactly these were asked.
    pub fn is_of(&self, solvers: &[String]) -> bool {
        let named: BTreeSet<&String> = solvers.iter().collect();
        named.into_iter().eq(&self.solvers)
    }

    /// What was said of a question.
    pub fn get(&self, question: Question) -> Option<&Said> {
        self.said.get(&question)
    }

    /// Takes in what was said of a question.
    pub fn put(&mut self, question: Question, said: Said) {
        self.said.insert(question, said);
    }

    /// All questions, in the order of their hashes.
    pub fn questions(&self) -> impl Iterator<Item = Question> {
        self.said.keys().copied()
    }

    /// How many questions there are.
    pub fn len(&self) -> usize {
        self.said.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.said.is_empty()
    }

    /// Takes in all that another has, if it is of the same solvers.
    pub fn add(&mut self, other: Lock) {
        if self.solvers == other.solvers {
            self.said.extend(other.said);
        }
    }
}

/// What a solver is called in a lock file: its name, with the options it is given, and its version.
pub fn who(solver: &Solver) -> String {
    let version = solver.version.clone().or_else(|| solver.ask_version());
    let version = version.unwrap_or_else(|| "of unknown version".to_owned());
    let name = match solver.name.strip_suffix(&version) {
        Some(name) => name.trim_end_matches('@'),
        None => &solver.name,
    };
    // One line, whatever it was called.
    let words: Vec<&str> = name.split_whitespace().chain([&*version]).collect();
    words.join(" ")
}

impl fmt::Display for Lock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        let mut text = format!("{TITLE}{VERSION}\n{COMMENT}");
        for (place, solver) in self.solvers.iter().enumerate() {
            writeln!(text, "solver {} {solver}", place + 1)?;
        }
        for (question, said) in &self.said {
            let (word, by) = match said {
                Said::Sat(by) => ("sat", by),
                Said::Unsat(by) => ("unsat", by),
                Said::Undecided(time) => {
                    writeln!(text, "{question} undecided {}ms", time.as_millis())?;
                    continue;
                }
            };
            write!(text, "{question} {word}")?;
            for place in by {
                write!(text, " {}", place + 1)?;
            }
            text.push('\n');
        }
        let seal = wide_fingerprint(text.as_bytes());
        writeln!(f, "{text}end {} {seal:032x}", self.said.len())
    }
}

impl FromStr for Lock {
    type Err = LockError;

    fn from_str(text: &str) -> Result<Self, LockError> {
        let error = |line: usize, message: &str| LockError {
            line: line + 1,
            message: message.to_owned(),
        };
        match text.lines().next().and_then(|l| l.strip_prefix(TITLE)) {
            Some(VERSION) => {}
            Some(other) => {
                let message = format!(
                    "version {other} of the format, and this nuthatch knows version {VERSION}"
                );
                return Err(error(0, &message));
            }
            None => return Err(error(0, "this is no lock file of proofs")),
        }
        let count = text.lines().count();
        let end = text.trim_end_matches('\n').rfind('\n').map_or(0, |n| n + 1);
        let (sealed, end) = text.split_at(end);
        let mut lock = Self::default();
        for (place, line) in sealed.lines().enumerate().skip(1) {
            if line.starts_with('#') {
                continue;
            }
            if let Some(solver) = line.strip_prefix("solver ") {
                let name = solver.split_once(' ').filter(|(number, _)| {
                    lock.is_empty() && number.parse() == Ok(lock.solvers.len() + 1)
                });
                let (_, name) = name.ok_or_else(|| error(place, "a solver out of place"))?;
                lock.solvers.push(name.to_owned());
                continue;
            }
            let Some((question, said)) = entry(line, lock.solvers.len()) else {
                return Err(error(place, "this is neither a question nor its answer"));
            };
            if lock.said.last_key_value().is_some_and(|l| *l.0 >= question) {
                return Err(error(place, "a question out of order"));
            }
            lock.put(question, said);
        }
        let seal = wide_fingerprint(sealed.as_bytes());
        match end.strip_suffix('\n') == Some(&format!("end {} {seal:032x}", lock.len())) {
            true => Ok(lock),
            false => Err(error(
                count - 1,
                "its seal is broken: it was cut short, merged or changed by hand",
            )),
        }
    }
}

/// A line about a question.
fn entry(line: &str, solvers: usize) -> Option<(Question, Said)> {
    let mut words = line.split(' ');
    let question = words.next().filter(|word| word.len() == 32)?;
    let question = Question(u128::from_str_radix(question, 16).ok()?);
    let word = words.next()?;
    if word == "undecided" {
        let time = words.next()?.strip_suffix("ms")?.parse().ok()?;
        let said = Said::Undecided(Duration::from_millis(time));
        return words.next().is_none().then_some((question, said));
    }
    let place = |word: &str| word.parse::<usize>().ok()?.checked_sub(1);
    let by: Option<BTreeSet<usize>> = words.map(place).collect();
    let by = by.filter(|by| by.last().is_some_and(|last| *last < solvers))?;
    match word {
        "sat" => Some((question, Said::Sat(by))),
        "unsat" => Some((question, Said::Unsat(by))),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
