//! Seeds: what test cases are made from.

use crate::fingerprint::fingerprint;
use mutate::flatten::{NotASeed, incremental, seeds};
use mutate::horn::System;
use serde::{Deserialize, Serialize};
use smt::{Script, Status};
use solve::{AnswerClass, Outcome};
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

/// What a seed is read as.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SeedForm {
    /// A flat script, or one that asks several times.
    #[default]
    Flat,
    /// A system of Horn clauses, written as SMT-LIB has them.
    Horn,
}

/// What is known of a seed that was made from nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Made {
    /// What it is about: the operator that decides it.
    pub topic: String,
    /// The model that it was made from, if it was made from one.
    pub witness: Option<String>,
}

/// What test cases are made from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seed {
    /// What it is called.
    pub name: String,
    /// Its text.
    #[serde(with = "mutate::step::text")]
    pub text: Vec<u8>,
    /// The answer that it says it has, or was made to have.
    pub status: Option<Status>,
    /// What it is read as.
    #[serde(default)]
    pub form: SeedForm,
    /// If it was made from nothing, what is known of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<Made>,
    /// Stands for the set of theories that its file is about; for who chooses among seeds, and no part of
    /// what is kept.
    #[serde(skip)]
    pub theories: u64,
}

impl Seed {
    /// The flat seeds of a file: one for each check, and one more for all of them together.
    pub fn flat(name: &str, text: &[u8]) -> Result<Vec<Seed>, String> {
        let script = Script::parse(text).map_err(|error| error.to_string())?;
        let single = seeds(&script).map_err(|error: NotASeed| error.to_string())?;
        let several = single.len() > 1;
        let theories = theories_of(&script);
        let seed = |name: String, text, status| Seed {
            name,
            text,
            status,
            theories,
            ..Seed::default()
        };
        let named = |check: usize| match several {
            true => format!("{name}.check{}", check + 1),
            false => name.to_owned(),
        };
        // Some checks of the whole may have no seed of their own.
        let whole = incremental(&script).map(|text| seed(format!("{name}.whole"), text, None));
        let single = single.into_iter();
        let single = single.map(|one| seed(named(one.check), one.text, one.status));
        Ok(single.chain(whole).collect())
    }

    /// A file as a system of Horn clauses. Anything quantifier-free could be read as one; only those
    /// are taken that have predicates.
    pub fn horn(name: &str, text: &[u8]) -> Option<Seed> {
        let system = System::read(text).ok()?;
        (!system.predicates().is_empty()).then(|| Seed {
            name: name.to_owned(),
            text: system.write_horn().into_bytes(),
            // The solver and others are asked.
            status: None,
            form: SeedForm::Horn,
            ..Seed::default()
        })
    }

    /// How large it is, roughly; small ones are all alike.
    fn magnitude(&self) -> u32 {
        self.text.len().max(256).ilog2()
    }
}

/// A number for the set of theories that a script is about.
fn theories_of(script: &Script) -> u64 {
    let names: Vec<&str> = script.theories().map(|theory| theory.name()).collect();
    fingerprint(names.join(" ").as_bytes())
}

/// What seeds have in common: what one of a kind brings says something of the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    /// The kind, which is another one for other sizes and other theories.
    pub number: usize,
    /// The theories: whatever the strategy and its seeds, the same ones have the same number.
    pub topic: u64,
}

/// The kinds of seeds.
pub fn kinds(seeds: &[Arc<Seed>]) -> Vec<Kind> {
    let mut known = HashMap::new();
    let kind = |seed: &Arc<Seed>| {
        let next = known.len();
        let number = known.entry((seed.theories, seed.magnitude()));
        Kind {
            number: *number.or_insert(next),
            topic: seed.theories,
        }
    };
    seeds.iter().map(kind).collect()
}

/// What a solver says of a seed as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SeedVerdict {
    /// All its checks have this answer.
    Definite(Status),
    /// This, which no mutant could keep.
    Open(AnswerClass),
    /// Some checks have one answer and some the other.
    Several,
    /// An answer that others have shown to be wrong.
    Contradicted,
}

impl SeedVerdict {
    /// From what a solver said.
    pub fn of(outcome: &Outcome) -> Self {
        let mut answers = outcome.answers();
        let first = answers.next().and_then(|answer| answer.status());
        match first {
            Some(status) if answers.all(|a| a.status() == first) => Self::Definite(status),
            Some(_) => {
                let mut answers = outcome.answers();
                let trouble = answers.find(|answer| !answer.is_definite());
                trouble.map_or(Self::Several, |answer| Self::Open(answer.class()))
            }
            None => Self::Open(outcome.verdict().class()),
        }
    }

    /// The answer of all checks, if there is one.
    pub fn status(self) -> Option<Status> {
        match self {
            Self::Definite(status) => Some(status),
            _ => None,
        }
    }
}

impl fmt::Display for SeedVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Definite(status) => status.fmt(f),
            Self::Open(class) => class.fmt(f),
            Self::Several => f.write_str("several answers"),
            Self::Contradicted => f.write_str("contradicted"),
        }
    }
}

/// Puts seeds into the order in which they have their turn: small ones first, since their mutants
/// are answered fast and their findings are easy to read; among those of about the same size by
/// chance, so that neighbours in a folder, which tend to be alike, do not follow each other.
pub fn put_in_order(seeds: &mut [Arc<Seed>], random: u64) {
    seeds.sort_by_cached_key(|seed| {
        let mut chance = random.to_le_bytes().to_vec();
        chance.extend_from_slice(&seed.text);
        (seed.magnitude(), fingerprint(&chance), seed.name.clone())
    });
}
