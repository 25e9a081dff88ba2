//! What was done to two seeds in one script, pair by pair, and how to do it again.

use super::join::Base;
use crate::step::text;
use serde::{Deserialize, Serialize};
use smt::{Overlap, Patch, Piece};
use std::borrow::Cow;

/// One pair of constants that is tied together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FusionStep {
    /// The fusion.
    pub fusion: Cow<'static, str>,
    /// What is declared.
    #[serde(with = "text")]
    pub declare: Vec<u8>,
    /// What makes the pair's terms have the values of what they replace.
    #[serde(with = "text")]
    pub equation: Vec<u8>,
    /// Whether it is asserted. What is sat without it is sat with it and the other way round; what is
    /// unsat need not be unsat without.
    pub is_asserted: bool,
    /// What is replaced in each of the two seeds.
    pub replaced: Vec<Replaced>,
}

/// A constant that was replaced at some places.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replaced {
    /// The constant.
    #[serde(with = "text")]
    pub was: Vec<u8>,
    /// What it was replaced by.
    #[serde(with = "text")]
    pub put: Vec<u8>,
    /// The numbers of the nodes that were replaced.
    pub nodes: Vec<usize>,
}

/// What steps make of a script, appended to `out`. Any subset of the steps of a mutant makes another.
///
/// # Errors
/// If the script has no such places.
pub fn replay(base: &Base, steps: &[FusionStep], out: &mut Vec<u8>) -> Result<(), NoSuchPlace> {
    let mut patch = Patch::new();
    write(base, steps, &mut patch, out)
}

/// Steps that are not of this script.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a step replaces what the seeds do not have: are these the steps of others?")]
pub struct NoSuchPlace;

impl From<Overlap> for NoSuchPlace {
    fn from(_: Overlap) -> Self {
        Self
    }
}

/// The same with a patch that is used again.
pub(super) fn write(
    base: &Base,
    steps: &[FusionStep],
    patch: &mut Patch,
    out: &mut Vec<u8>,
) -> Result<(), NoSuchPlace> {
    let tree = &base.script.tree;
    patch.clear();
    for step in steps {
        patch.insert_before(tree, base.body, &[Piece::Text(&step.declare)])?;
        for replaced in &step.replaced {
            for &number in &replaced.nodes {
                let node = tree.node(number).ok_or(NoSuchPlace)?;
                patch.replace(tree, node, &[Piece::Text(&replaced.put)])?;
            }
        }
        if step.is_asserted {
            let pieces = [
                Piece::Text(b"(assert "),
                Piece::Text(&step.equation),
                Piece::Text(b")\n"),
            ];
            patch.insert_before(tree, base.check, &pieces)?;
        }
    }
    patch.print(tree, out);
    Ok(())
}

impl Base {
    /// The script with what its steps declare and, if it is to have them, their equations: from it the
    /// mutant of these steps follows.
    pub fn with_equations(&self, steps: &[FusionStep]) -> Vec<u8> {
        let mut out = Vec::new();
        let text = self.text();
        let at = |node| self.script.tree.range(node).start;
        out.extend_from_slice(&text[..at(self.body)]);
        steps
            .iter()
            .for_each(|step| out.extend_from_slice(&step.declare));
        out.extend_from_slice(&text[at(self.body)..at(self.check)]);
        for step in steps {
            for piece in [b"(assert ", &step.equation[..], b")\n"] {
                out.extend_from_slice(piece);
            }
        }
        out.extend_from_slice(&text[at(self.check)..]);
        out
    }
}
