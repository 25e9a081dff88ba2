//! Seeds: what is mutated, and what solvers say of it.

use crate::fingerprint::fingerprint;
use mutate::flatten::{NotASeed, incremental, seeds};
use smt::Script;
use smt::Status;
use solve::{Answer, Outcome, Solver};
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

/// A seed: a flat script, or one that asks several times.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seed {
    /// What it is called.
    pub name: String,
    /// Its text.
    pub text: Vec<u8>,
    /// What it says of its own answer.
    pub status: Option<Status>,
}

impl Seed {
    /// The seeds of a file: one for each check, and one more for all of them together.
    pub fn of_file(name: &str, text: &[u8]) -> Result<Vec<Seed>, String> {
        let script = Script::parse(text).map_err(|error| error.to_string())?;
        let single = seeds(&script).map_err(|error: NotASeed| error.to_string())?;
        let several = single.len() > 1;
        let named = |check: usize| match several {
            true => format!("{name}.check{}", check + 1),
            false => name.to_owned(),
        };
        let whole = incremental(&script).map(|text| Seed {
            name: format!("{name}.whole"),
            text,
            // Some of its checks may have no seed of their own.
            status: None,
        });
        let mut all: Vec<Seed> = single
            .into_iter()
            .map(|seed| Seed {
                name: named(seed.check),
                text: seed.text,
                status: seed.status,
            })
            .collect();
        all.extend(whole);
        Ok(all)
    }
}

/// What a solver says of a seed as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// All its checks have this answer.
    Definite(Status),
    /// Nothing that a mutant could keep; and why not, in one word.
    Useless(&'static str),
}

impl Verdict {
    /// From what a solver said.
    pub fn of(outcome: &Outcome) -> Self {
        let definite = |answer: &Answer| match answer {
            Answer::Sat => Some(Status::Sat),
            Answer::Unsat => Some(Status::Unsat),
            _ => None,
        };
        let mut answers = outcome.answers();
        let first = answers.next().and_then(definite);
        match first {
            Some(status) if answers.all(|a| definite(a) == first) => Self::Definite(status),
            Some(_) => {
                let trouble = outcome.answers().find(|answer| !answer.is_definite());
                Self::Useless(trouble.map_or("several answers", Answer::class))
            }
            None => Self::Useless(outcome.verdict().class()),
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Definite(Status::Sat) => "sat",
            Self::Definite(Status::Unsat) => "unsat",
            Self::Useless(why) => why,
        }
    }

    /// Back from the cache. What is a finding is asked again, so it is never in there.
    fn from_word(word: &str) -> Option<Self> {
        Some(match word {
            "sat" => Self::Definite(Status::Sat),
            "unsat" => Self::Definite(Status::Unsat),
            "unknown" => Self::Useless("unknown"),
            "timeout" => Self::Useless("timeout"),
            "out-of-memory" => Self::Useless("out-of-memory"),
            "rejected" => Self::Useless("rejected"),
            "several answers" => Self::Useless("several answers"),
            _ => return None,
        })
    }
}

/// What a solver says of a seed, and how long it took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeedAnswer {
    /// What it says.
    pub verdict: Verdict,
    /// How long it took.
    pub time: Duration,
}

/// Answers of earlier runs: a line each of a file that is only appended to.
#[derive(Debug, Default)]
pub struct VerdictCache {
    known: HashMap<(u64, u64), SeedAnswer>,
    file: Option<File>,
}

impl VerdictCache {
    /// Reads the file, if there is one.
    pub fn open(path: &Path) -> io::Result<Self> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let mut known = HashMap::new();
        for line in text
            .split_inclusive('\n')
            .filter_map(|line| line.strip_suffix('\n'))
        {
            if let Some((key, answer)) = from_line(line) {
                known.insert(key, answer);
            }
        }
        let file = OpenOptions::new().append(true).create(true).open(path)?;
        Ok(Self {
            known,
            file: Some(file),
        })
    }

    /// What is known.
    pub fn get(&self, solver: u64, seed: u64) -> Option<SeedAnswer> {
        self.known.get(&(solver, seed)).copied()
    }

    /// Remembers an answer. A cache that cannot be written is no reason to stop.
    pub fn put(&mut self, solver: u64, seed: u64, answer: SeedAnswer) {
        self.known.insert((solver, seed), answer);
        let word = answer.verdict.word();
        if Verdict::from_word(word).is_none() {
            return;
        }
        if let Some(file) = &mut self.file {
            let milliseconds = answer.time.as_millis();
            let line = format!("{solver:x} {seed:x} {milliseconds} {word}\n");
            if file.write_all(line.as_bytes()).is_err() {
                self.file = None;
            }
        }
    }
}

fn from_line(line: &str) -> Option<((u64, u64), SeedAnswer)> {
    let mut words = line.splitn(4, ' ');
    let solver = u64::from_str_radix(words.next()?, 16).ok()?;
    let seed = u64::from_str_radix(words.next()?, 16).ok()?;
    let time = Duration::from_millis(words.next()?.parse().ok()?);
    let verdict = Verdict::from_word(words.next()?)?;
    Some(((solver, seed), SeedAnswer { verdict, time }))
}

/// Puts seeds into the order in which they have their turn: small ones first, since their mutants
/// are answered fast and their findings are easy to read; among those of about the same size by
/// chance, so that neighbours in a folder, which tend to be alike, do not follow each other.
pub fn put_in_order(seeds: &mut [Seed], random: u64) {
    seeds.sort_by_cached_key(|seed| {
        let size = seed.text.len().max(256).ilog2();
        let mut chance = random.to_le_bytes().to_vec();
        chance.extend_from_slice(&seed.text);
        (size, fingerprint(&chance), seed.name.clone())
    });
}

/// What tells a solver, asked with that much time, from all others.
pub fn identity(solver: &Solver, seconds: f64) -> u64 {
    let changed = std::fs::metadata(&solver.program).and_then(|m| m.modified());
    let changed = changed
        .ok()
        .and_then(|t| t.duration_since(std::time::UNIX_EPOCH).ok());
    let text = format!("{} {changed:?} {seconds}", solver.command_line());
    fingerprint(text.as_bytes())
}
