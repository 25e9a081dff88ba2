//! A finding: what a solver got wrong, and all that proves it.

use crate::fingerprint::likeness;
use mutate::rule::Direction;
use mutate::step::Step;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What kind of wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// It contradicts itself, or everybody else.
    Soundness,
    /// It says sat and its model is wrong.
    Model,
    /// It breaks.
    Crash,
}

impl Kind {
    /// All kinds, the gravest first.
    pub const ALL: [Kind; 3] = [Kind::Soundness, Kind::Model, Kind::Crash];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Soundness => "soundness",
            Kind::Model => "model",
            Kind::Crash => "crash",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A solver as it was asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// What the user calls it.
    pub name: String,
    /// What it calls itself.
    pub version: String,
    /// How it was started, but for limits.
    pub command: String,
}

/// A script and what the solver said of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spoken {
    /// The script.
    #[serde(with = "mutate::step::text")]
    pub script: Vec<u8>,
    /// The answer, in one word.
    pub answer: String,
    /// What it printed, or its message.
    pub output: String,
}

/// What another solver says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opinion {
    /// Who says it.
    pub solver: Asked,
    /// Of the seed.
    pub seed: String,
    /// Of the mutant.
    pub mutant: String,
    /// Of the claim that the mutant approximates the seed: `unsat` is a proof of it.
    pub claim: String,
}

/// What a solver got wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// What kind of wrong.
    pub kind: Kind,
    /// Findings with the same bucket are most likely the same bug.
    pub bucket: String,
    /// One line for people.
    pub title: String,
    /// Which solver.
    pub solver: Asked,
    /// What the seed is called.
    pub seed_name: String,
    /// Its text, and the answer to it.
    pub seed: Spoken,
    /// The mutant; nothing if the seed alone shows it.
    pub mutant: Option<Spoken>,
    /// Which way the mutant approximates the seed.
    pub direction: Option<Direction>,
    /// The steps from the seed to the mutant: only those that are needed.
    pub steps: Vec<Step>,
    /// If the mutant is of Horn clauses: the mutations from the seed to it that are needed, each of
    /// which keeps the answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chain: Vec<String>,
    /// The length of the script as it was found, before steps were left out.
    #[serde(default)]
    pub found: usize,
    /// The mutant's number, and where random numbers started.
    pub number: u64,
    /// The random seed.
    pub random: u64,
    /// The logic of the seed.
    pub logic: String,
    /// What others say.
    pub opinions: Vec<Opinion>,
    /// Which answer is wrong, as far as others can tell.
    pub verdict: String,
    /// What that rests on besides what others say.
    #[serde(default)]
    pub evidence: Vec<String>,
    /// What is left of it when all that can go is gone.
    #[serde(default)]
    pub reduced: Option<Box<Reduced>>,
}

/// A finding made as small as it gets.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reduced {
    /// Seed and mutant, made smaller together.
    pub pair: Option<ReducedPair>,
    /// One script that shows it.
    pub alone: Option<ReducedScript>,
    /// How often solvers were asked.
    pub checks: u64,
    /// Whether nothing more can go.
    pub minimal: bool,
}

/// A seed and a mutant that contradict each other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReducedPair {
    /// The seed.
    pub seed: Spoken,
    /// The mutant.
    pub mutant: Spoken,
    /// Where they differ.
    pub differences: Vec<Difference>,
    /// What others say.
    pub opinions: Vec<Opinion>,
}

/// One place where a seed and its mutant differ.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// What the seed has.
    #[serde(with = "mutate::step::text")]
    pub was: Vec<u8>,
    /// What the mutant has.
    #[serde(with = "mutate::step::text")]
    pub put: Vec<u8>,
}

/// A script that shows a finding by itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReducedScript {
    /// The script, and the answer to it.
    pub script: Spoken,
    /// What others say, by their names.
    pub others: Vec<(String, String)>,
}

impl Reduced {
    /// The scripts that are left, by what they are called.
    pub fn scripts(&self) -> impl Iterator<Item = (&'static str, &Spoken)> {
        let pair = self.pair.iter();
        let pair = pair.flat_map(|p| [("reduced seed", &p.seed), ("reduced mutant", &p.mutant)]);
        let alone = self.alone.iter().map(|a| ("reduced script", &a.script));
        pair.chain(alone)
    }

    /// How long it is: the one script, or both.
    pub fn bytes(&self) -> usize {
        match (&self.alone, &self.pair) {
            (Some(alone), _) => alone.script.script.len(),
            (None, Some(pair)) => pair.seed.script.len() + pair.mutant.script.len(),
            (None, None) => 0,
        }
    }
}

impl Finding {
    /// The script that shows it.
    pub fn witness(&self) -> &Spoken {
        self.mutant.as_ref().unwrap_or(&self.seed)
    }

    /// What makes one witness better than another: shorter, and if equal, the same one each time.
    /// Steps are not left out of every crash, so those are compared as they were found.
    pub fn rank(&self) -> (usize, &[u8]) {
        let script = &self.witness().script;
        match self.kind {
            Kind::Crash => (self.found, script),
            _ => (script.len(), script),
        }
    }

    /// What it has in common with others that are most likely the same bug, if it was reduced to one
    /// script. Crashes are told apart by what is printed, which says more than the script.
    pub(crate) fn likeness(&self) -> Option<String> {
        if self.kind == Kind::Crash {
            return None;
        }
        let script = &self.reduced.as_ref()?.alone.as_ref()?.script;
        Some(format!(
            "{} {} {} {:?} {:?} {}",
            self.kind,
            self.solver.name,
            script.answer,
            self.mutant.is_some(),
            self.direction,
            likeness(&script.script)?
        ))
    }

    /// What tells it from all others, so that it is counted once.
    pub fn key(&self) -> String {
        format!(
            "{} {} {} {}",
            self.kind, self.solver.name, self.seed_name, self.number
        )
    }
}
