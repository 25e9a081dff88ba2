//! What was done to a seed, step by step, and how to do it again.

use crate::cnf::cnf;
use serde::{Deserialize, Serialize};
use smt::{ParseError, Patch, Piece, Script};
use std::borrow::Cow;

/// The form a seed is brought into before it is mutated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// Conjunctive normal form, by new names for its formulas.
    Cnf,
    /// Its own.
    Polarity,
}

impl Form {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cnf => "cnf",
            Self::Polarity => "polarity",
        }
    }
}

/// One replacement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// Which round it belongs to, from 0. Each starts from the text that the one before made.
    pub round: u32,
    /// The form the text was brought into at the start of the round.
    pub form: Form,
    /// The rule.
    pub rule: Cow<'static, str>,
    /// Which of the rule's templates, from 0.
    pub template: usize,
    /// The number of the node that was replaced.
    pub node: usize,
    /// The start of what stood there, for people.
    #[serde(with = "text")]
    pub was: Vec<u8>,
    /// What it was replaced by.
    #[serde(with = "text")]
    pub put: Vec<u8>,
    /// What is declared before the command around the node.
    #[serde(with = "text")]
    pub declare: Vec<u8>,
    /// Whether what was put is equal to what stood there, in every interpretation.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub equal: bool,
}

/// Scripts are bytes, JSON is not: what is not UTF-8 is written as a list of numbers.
pub mod text {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(untagged)]
    enum Text {
        String(String),
        Bytes(Vec<u8>),
    }

    /// For `#[serde(with)]`.
    pub fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        match std::str::from_utf8(bytes) {
            Ok(text) => text.serialize(serializer),
            Err(_) => bytes.serialize(serializer),
        }
    }

    /// For `#[serde(with)]`.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        Ok(match Text::deserialize(deserializer)? {
            Text::String(text) => text.into_bytes(),
            Text::Bytes(bytes) => bytes,
        })
    }
}

/// Why steps cannot be done again.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The seed, or what became of it, is no script.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// The seed has no such place.
    #[error("step {0} replaces what the seed does not have: are these the steps of another seed?")]
    NoSuchPlace(usize),
}

/// What one round of steps started from and what it made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    /// The text, in the form that was mutated.
    pub from: Vec<u8>,
    /// The mutant.
    pub to: Vec<u8>,
}

/// Does the steps that made a mutant again, on the flat text of its seed. Steps of the last round
/// can be left out; what is left out of an earlier one changes what later ones replace.
pub fn replay(seed: &[u8], steps: &[Step]) -> Result<Vec<Round>, ReplayError> {
    let mut rounds: Vec<Round> = Vec::new();
    let mut done = 0;
    for of_round in steps.chunk_by(|a, b| a.round == b.round) {
        let mut text = rounds.last().map_or(seed, |round| &round.to).to_vec();
        if of_round[0].form == Form::Cnf {
            text = cnf(&Script::parse(text)?);
        }
        let script = Script::parse(&text[..])?;
        let mut patch = Patch::new();
        for step in of_round {
            done += 1;
            let wrong = || ReplayError::NoSuchPlace(done);
            let node = script.tree.nodes().nth(step.node).ok_or_else(wrong)?;
            let around = script.commands.partition_point(|c| c.node <= node);
            let command = around.checked_sub(1).ok_or_else(wrong)?;
            edit(&mut patch, &script, command, node, step).map_err(|_| wrong())?;
        }
        let mut to = Vec::new();
        patch.print(&script.tree, &mut to);
        rounds.push(Round { from: text, to });
    }
    Ok(rounds)
}

/// Adds a step to a patch.
pub(crate) fn edit(
    patch: &mut Patch,
    script: &Script,
    command: usize,
    node: smt::NodeId,
    step: &Step,
) -> Result<(), smt::Overlap> {
    patch.replace(&script.tree, node, &[Piece::Text(&step.put)])?;
    if step.declare.is_empty() {
        return Ok(());
    }
    let command = script.commands[command].node;
    patch.insert_before(&script.tree, command, &[Piece::Text(&step.declare)])
}
