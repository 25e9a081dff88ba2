//! From a step to a candidate: understood, tidied and printed in the one way there is.

use crate::current::Standing;
use crate::tidy;
use smt::{Script, Tree};

/// What is done to every candidate, found out by asking once whether it keeps the bug.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Manners {
    /// Print a command a line, without comments.
    pub canonical: bool,
    /// Remove what nobody uses.
    pub tidy: bool,
    /// Throw away what is less well sorted than what it was made from.
    pub typed: bool,
    /// But have nothing against commands that nobody knows.
    pub loose: bool,
}

/// More rounds than a person's script needs to have nothing unused left.
const ROUNDS: usize = 8;

/// The candidate that a text makes, unless it makes none.
pub fn finish(text: Vec<u8>, manners: Manners, before: &Standing) -> Option<Vec<u8>> {
    if !manners.tidy && !manners.typed {
        if !manners.canonical {
            return Some(text);
        }
        return Some(canonical(&Tree::parse(text).ok()?));
    }
    let mut script = Script::parse(text).ok()?;
    if manners.typed && !Standing::of(&script).is_no_worse_than(before, manners.loose) {
        return None;
    }
    if manners.tidy {
        for _ in 0..ROUNDS {
            let edits = tidy::edits(&script);
            if edits.is_empty() {
                break;
            }
            script = Script::parse(edits.apply(script.tree.text())).ok()?;
        }
    }
    match manners.canonical {
        true => Some(canonical(&script.tree)),
        false => Some(script.tree.text().to_vec()),
    }
}

/// A command a line, single spaces, no comments.
pub fn canonical(tree: &Tree) -> Vec<u8> {
    let mut out = Vec::with_capacity(tree.text().len());
    for command in tree.commands() {
        tree.write_tokens(command, &mut out);
        out.push(b'\n');
    }
    out
}
