//! Strings as old versions of solvers write and read them.
//!
//! To z3 before 4.8.11 and to CVC4 before 1.8, `"\x41"` is one character; by the standard it is
//! four. z3 4.8.12 prints a backslash as it is, so that `"\u{41}"` in its models may be six characters.
//! A text does not say who wrote it. So a model in which that matters is read in every way, and is
//! wrong only if it is wrong in all.

use super::Model;
use crate::strings::literal;
use smt::{AtomKind, Script, Tree};

/// A model and its script, read in another way.
#[derive(Debug)]
pub(crate) enum OtherReading {
    /// Nobody can say how they read it.
    Unclear,
    Different(Box<Model>),
}

/// All readings that differ from the standard's.
pub(super) fn other_readings(script: &Script, check: usize, text: &[u8]) -> Vec<OtherReading> {
    let mut readings = Vec::new();
    let written = script.tree.text();
    if !written.contains(&b'\\') && !text.contains(&b'\\') {
        return readings;
    }
    let Ok(tree) = Tree::parse(text) else {
        return readings;
    };
    if has_old_escapes(&script.tree) || has_old_escapes(&tree) {
        readings.push(with_old_escapes(script, check, &tree).unwrap_or(OtherReading::Unclear));
    }
    if strings(&tree).any(|(_, literal)| literal.contains("\\u")) {
        readings.push(without_escapes(script, check, &tree).unwrap_or(OtherReading::Unclear));
    }
    readings
}

/// With the escapes of old versions, in script and model.
fn with_old_escapes(script: &Script, check: usize, model: &Tree) -> Option<OtherReading> {
    let script = Script::parse(translated(&script.tree, &old_to_standard)?).ok()?;
    read(&script, check, &translated(model, &old_to_standard)?)
}

/// With backslashes that are backslashes, in the model alone.
fn without_escapes(script: &Script, check: usize, model: &Tree) -> Option<OtherReading> {
    read(script, check, &translated(model, &raw_to_standard)?)
}

fn read(script: &Script, check: usize, model: &[u8]) -> Option<OtherReading> {
    let model = Model::parse_as_standard(script, check, model, &[]).ok()?;
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

/// What an old version means by a literal, as the standard writes it.
fn old_to_standard(source: &str) -> Option<String> {
    if literal::has_only_standard_escapes(source) {
        return Some(source.to_owned());
    }
    let string = literal::read_c_escapes(&literal::unquote(source)?).ok()?;
    Some(literal::write(&string))
}

/// A literal whose backslashes are no escapes, as the standard writes it.
fn raw_to_standard(source: &str) -> Option<String> {
    Some(source.replace('\\', "\\u{5c}"))
}

/// The text with its strings translated.
fn translated(tree: &Tree, literal: &dyn Fn(&str) -> Option<String>) -> Option<Vec<u8>> {
    let text = tree.text();
    let mut translated = Vec::with_capacity(text.len());
    let mut copied = 0;
    for (range, source) in strings(tree) {
        if !source.contains('\\') {
            continue;
        }
        translated.extend_from_slice(text.get(copied..range.start)?);
        translated.extend_from_slice(literal(source)?.as_bytes());
        copied = range.end;
    }
    translated.extend_from_slice(text.get(copied..)?);
    Some(translated)
}
