//! Strings as old versions of solvers write and read them.
//!
//! To z3 before 4.8.11 and to CVC4 before 1.8, `"\x41"` is one character; by the standard it is
//! four. To the same, `"\u{41}"` is no escape: some keep the backslash, z3 4.8.7 drops it. And z3 4.8.12
//! prints a backslash as it is, so that `"\u{41}"` in its models may be six characters. A text does
//! not say who wrote it or who read it. So a model in which that matters is read in every way, and is
//! wrong only if it is wrong in all.

use super::Model;
use crate::strings::literal;
use smt::{AtomKind, Script, Tree};

/// A script and a text of a model that have backslashes in their strings.
#[derive(Debug)]
pub(crate) struct Escapes {
    scripts: Vec<Option<Vec<u8>>>,
    models: Vec<Option<Vec<u8>>>,
    check: usize,
}

/// What a literal is in a way to read it, as the standard writes it; `None` if nobody can say.
type Reading = fn(&str) -> Option<String>;

impl Escapes {
    /// All ways to read them, if there is more than one. The standard's is the first.
    pub(super) fn of(script: &Script, check: usize, text: &[u8]) -> Option<Self> {
        let written = script.tree.text();
        if !written.contains(&b'\\') && !text.contains(&b'\\') {
            return None;
        }
        let model = Tree::parse(text).ok()?;
        let escapes = Self {
            scripts: texts(&script.tree, &[kept, dropped]),
            models: texts(&model, &[kept]),
            check,
        };
        (escapes.scripts.len() + escapes.models.len() > 2).then_some(escapes)
    }

    /// Whether something holds in every way but the standard's. It does not if nobody can say what a
    /// way to read it would be.
    pub fn all_others(&self, mut holds: impl FnMut(&Model) -> bool) -> bool {
        for (n, script) in self.scripts.iter().enumerate() {
            for (m, model) in self.models.iter().enumerate() {
                if n + m > 0 && !self.read(script, model).is_some_and(|model| holds(&model)) {
                    return false;
                }
            }
        }
        true
    }

    fn read(&self, script: &Option<Vec<u8>>, model: &Option<Vec<u8>>) -> Option<Model> {
        let script = Script::parse(script.clone()?).ok()?;
        Model::parse_as_standard(&script, self.check, model.as_ref()?, &[]).ok()
    }
}

/// The text as it is, with the escapes of old versions if it has any, and, if it has those of the
/// standard, in the given ways.
fn texts(tree: &Tree, of_standard: &[Reading]) -> Vec<Option<Vec<u8>>> {
    let mut texts = vec![Some(tree.text().to_vec())];
    if strings(tree).any(|(_, literal)| !literal::has_only_standard_escapes(literal)) {
        texts.push(translated(tree, old));
    }
    if strings(tree).any(|(_, literal)| literal.contains("\\u")) {
        texts.extend(of_standard.iter().map(|way| translated(tree, *way)));
    }
    texts
}

/// With the escapes of old versions.
fn old(source: &str) -> Option<String> {
    if literal::has_only_standard_escapes(source) {
        return Some(source.to_owned());
    }
    let string = literal::read_c_escapes(&literal::unquote(source)?).ok()?;
    Some(literal::write(&string))
}

/// With backslashes that are backslashes.
fn kept(source: &str) -> Option<String> {
    Some(source.replace('\\', "\\u{5c}"))
}

/// With backslashes that are nothing.
fn dropped(source: &str) -> Option<String> {
    Some(source.replace('\\', ""))
}

/// The strings of a text: their range, and the literal.
fn strings(tree: &Tree) -> impl Iterator<Item = (std::ops::Range<usize>, &str)> {
    tree.nodes().filter_map(|node| {
        let kind = tree.symbols.kind(tree.atom(node)?);
        let source = tree.source(node);
        (kind == AtomKind::String).then_some(())?;
        Some((tree.range(node), std::str::from_utf8(source).ok()?))
    })
}

/// The text with its strings read in a way.
fn translated(tree: &Tree, way: Reading) -> Option<Vec<u8>> {
    let text = tree.text();
    let mut translated = Vec::with_capacity(text.len());
    let mut copied = 0;
    for (range, source) in strings(tree) {
        if !source.contains('\\') {
            continue;
        }
        translated.extend_from_slice(text.get(copied..range.start)?);
        translated.extend_from_slice(way(source)?.as_bytes());
        copied = range.end;
    }
    translated.extend_from_slice(text.get(copied..)?);
    Some(translated)
}
