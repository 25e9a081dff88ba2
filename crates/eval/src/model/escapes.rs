//! Strings as old versions of solvers write and read them.
//!
//! To z3 before 4.8.11 and to CVC4 before 1.8, `"\x41"` is one character; by the standard it is
//! four. A text does not say who wrote it. So a model in which that matters is read both ways, and
//! is wrong only if it is wrong in both.

use super::Model;
use crate::strings::literal;
use smt::{AtomKind, Script, Tree};

/// A model and its script with the escapes of old versions.
#[derive(Debug)]
pub(crate) enum OtherReading {
    /// There is nothing that they read differently.
    Same,
    /// Nobody can say how they read it.
    Unclear,
    Different(Box<Model>),
}

pub(super) fn other_reading(script: &Script, check: usize, text: &[u8]) -> OtherReading {
    let written = script.tree.text();
    if !written.contains(&b'\\') && !text.contains(&b'\\') {
        return OtherReading::Same;
    }
    let Ok(tree) = Tree::parse(text) else {
        return OtherReading::Same;
    };
    if !has_old_escapes(&script.tree) && !has_old_escapes(&tree) {
        return OtherReading::Same;
    }
    read(script, check, &tree).unwrap_or(OtherReading::Unclear)
}

fn read(script: &Script, check: usize, model: &Tree) -> Option<OtherReading> {
    let script = Script::parse(translated(&script.tree)?).ok()?;
    let model = Model::parse_as_standard(&script, check, &translated(model)?, &[]).ok()?;
    Some(OtherReading::Different(Box::new(model)))
}

/// The strings of a text: their range, and what is between the quotes.
fn strings(tree: &Tree) -> impl Iterator<Item = (std::ops::Range<usize>, &str)> {
    tree.nodes().filter_map(|node| {
        let kind = tree.symbols.kind(tree.atom(node)?);
        let source = tree.source(node);
        (kind == AtomKind::String).then_some(())?;
        Some((tree.range(node), std::str::from_utf8(source).ok()?))
    })
}

/// Whether a string has a backslash that begins no escape of the standard.
fn has_old_escapes(tree: &Tree) -> bool {
    strings(tree).any(|(_, literal)| !literal::has_only_standard_escapes(literal))
}

/// The text with the escapes of the standard in place of old ones.
fn translated(tree: &Tree) -> Option<Vec<u8>> {
    let text = tree.text();
    let mut translated = Vec::with_capacity(text.len());
    let mut copied = 0;
    for (range, source) in strings(tree) {
        if literal::has_only_standard_escapes(source) {
            continue;
        }
        let string = literal::read_c_escapes(&literal::unquote(source)?).ok()?;
        translated.extend_from_slice(text.get(copied..range.start)?);
        translated.extend_from_slice(literal::write(&string).as_bytes());
        copied = range.end;
    }
    translated.extend_from_slice(text.get(copied..)?);
    Some(translated)
}
