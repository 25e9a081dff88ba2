//! Solvers that tests compare us with, where they are told of some.
#![allow(dead_code)]

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A command that takes a script as its last argument.
pub struct Solver {
    words: Vec<String>,
}

/// What a solver says of terms and the values that we give them.
#[derive(Debug, PartialEq, Eq)]
pub enum Opinion {
    Agrees,
    /// The terms that can have other values, by place.
    Differs(Vec<usize>),
    /// It does not decide it, or does not know an operator.
    Silent(String),
}

impl Solver {
    /// The one that a variable of the environment names. Without it, says that a test is skipped,
    /// even where the output of tests that pass is not shown.
    pub fn from_environment(variable: &str) -> Option<Self> {
        let command = std::env::var(variable).unwrap_or_default();
        let words: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
        if words.is_empty() {
            let said = writeln!(std::io::stderr(), "SKIPPED: {variable} is not set");
            assert!(said.is_ok());
            return None;
        }
        Some(Self { words })
    }

    pub fn run(&self, script: &str) -> String {
        static SCRIPTS: AtomicUsize = AtomicUsize::new(0);
        let number = SCRIPTS.fetch_add(1, Ordering::Relaxed);
        let name = format!("nuthatch-{}-{number}.smt2", std::process::id());
        let path: PathBuf = std::env::temp_dir().join(name);
        std::fs::write(&path, script).unwrap();
        let output = Command::new(&self.words[0])
            .args(&self.words[1..])
            .arg(&path)
            .output()
            .unwrap();
        std::fs::remove_file(&path).unwrap();
        // Some print errors here and some there.
        let mut said = String::from_utf8_lossy(&output.stdout).into_owned();
        said.push_str(&String::from_utf8_lossy(&output.stderr));
        said
    }

    /// Whether terms can have other values than these, many at once: only if they can is it asked
    /// which of them.
    pub fn opinion(&self, before: &str, pairs: &[(String, String)]) -> Opinion {
        let mut differing = Vec::new();
        let mut rest: Vec<std::ops::Range<usize>> = Vec::new();
        rest.push(0..pairs.len());
        while let Some(range) = rest.pop() {
            match self.ask(before, &pairs[range.clone()]) {
                Ok(true) => {}
                Ok(false) if range.len() == 1 => differing.push(range.start),
                Ok(false) => {
                    let middle = range.start + range.len() / 2;
                    rest.extend([middle..range.end, range.start..middle]);
                }
                Err(said) => return Opinion::Silent(said),
            }
        }
        match differing.is_empty() {
            true => Opinion::Agrees,
            false => Opinion::Differs(differing),
        }
    }

    /// Whether all terms must have these values.
    fn ask(&self, before: &str, pairs: &[(String, String)]) -> Result<bool, String> {
        let mut script = format!("{before}\n(assert (or false");
        for (term, value) in pairs {
            write!(script, "\n(not (= {term} {value}))").unwrap();
        }
        script.push_str("))\n(check-sat)\n");
        let said = self.run(&script);
        let answer = said.lines().find(|line| !line.starts_with("(error"));
        let failed = said.contains("error");
        match answer {
            Some("unsat") if !failed => Ok(true),
            Some("sat") if !failed => Ok(false),
            _ => Err(said.lines().take(2).collect::<Vec<_>>().join(" ")),
        }
    }
}
