//! Overlays: a mutant as a small patch on a script.
//!
//! A patch is a few edits of places; printing copies the script's text around them. Nothing is
//! added to the script, and a patch that is cleared keeps its memory, so that any number of
//! mutants of one script need no more memory than the largest.

use crate::lexer::Lexer;
use crate::tree::{NodeId, Tree};
use std::ops::Range;

/// A part of what is put in a place.
#[derive(Debug, Clone, Copy)]
pub enum Piece<'a> {
    /// New text. It must consist of whole tokens.
    Text(&'a [u8]),
    /// The text of a node of the script as it was read.
    Node(NodeId),
}

/// Two edits of one place: refused, because the order would decide what they mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the place overlaps with one that is patched already")]
pub struct Overlap;

#[derive(Debug, Clone)]
struct Edit {
    /// What is replaced, in the script's text.
    place: Range<usize>,
    /// What replaces it, in the patch's text.
    text: Range<usize>,
}

/// Edits of a script, in the order of the text.
#[derive(Debug, Clone, Default)]
pub struct Patch {
    edits: Vec<Edit>,
    text: Vec<u8>,
}

impl Patch {
    /// No edits.
    pub fn new() -> Self {
        Self::default()
    }

    /// Forgets all edits but keeps the memory.
    pub fn clear(&mut self) {
        self.edits.clear();
        self.text.clear();
    }

    /// Whether there are no edits.
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// Puts pieces in the place of a node; no pieces remove it.
    pub fn replace(
        &mut self,
        tree: &Tree,
        node: NodeId,
        pieces: &[Piece<'_>],
    ) -> Result<(), Overlap> {
        self.edit(tree, tree.range(node), pieces)
    }

    /// Puts pieces before a node.
    pub fn insert_before(
        &mut self,
        tree: &Tree,
        node: NodeId,
        pieces: &[Piece<'_>],
    ) -> Result<(), Overlap> {
        let start = tree.range(node).start;
        self.edit(tree, start..start, pieces)
    }

    /// Puts pieces at the end of the script.
    pub fn append(&mut self, tree: &Tree, pieces: &[Piece<'_>]) -> Result<(), Overlap> {
        let end = match tree.commands().last() {
            Some(command) => tree.range(command).end,
            None => Lexer::new(tree.text()).position(),
        };
        self.edit(tree, end..end, pieces)
    }

    fn edit(
        &mut self,
        tree: &Tree,
        place: Range<usize>,
        pieces: &[Piece<'_>],
    ) -> Result<(), Overlap> {
        // Behind all edits that start before or, for insertions, at the same point.
        let at = self.edits.partition_point(|e| {
            e.place.start < place.start || (e.place.start == place.start && e.place.is_empty())
        });
        let before = at.checked_sub(1).map(|i| &self.edits[i]);
        if before.is_some_and(|e| e.place.end > place.start)
            || self
                .edits
                .get(at)
                .is_some_and(|e| e.place.start < place.end)
        {
            return Err(Overlap);
        }
        let start = self.text.len();
        for piece in pieces {
            let bytes = match *piece {
                Piece::Text(text) => text,
                Piece::Node(node) => tree.source(node),
            };
            push_apart(&mut self.text, start, bytes);
        }
        let text = start..self.text.len();
        self.edits.insert(at, Edit { place, text });
        Ok(())
    }

    /// Appends the patched script to `out`.
    pub fn print(&self, tree: &Tree, out: &mut Vec<u8>) {
        let source = tree.text();
        out.reserve(source.len() + self.text.len() + 2 * self.edits.len());
        let start = out.len();
        let mut copied = 0;
        for edit in &self.edits {
            push_apart(out, start, &source[copied..edit.place.start]);
            push_apart(out, start, &self.text[edit.text.clone()]);
            copied = edit.place.end;
        }
        push_apart(out, start, &source[copied..]);
    }
}

/// Appends bytes, with a space before them if their first token would else run into the last
/// one: `(not(p))` with `q` for `(p)` is `(not q)`.
fn push_apart(out: &mut Vec<u8>, start: usize, bytes: &[u8]) {
    let apart = |b: &u8| b.is_ascii_whitespace() || matches!(b, b'(' | b')');
    let meets = match (out[start..].last(), bytes.first()) {
        (Some(last), Some(first)) => !apart(last) && !apart(first),
        _ => false,
    };
    if meets {
        out.push(b' ');
    }
    out.extend_from_slice(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(tree: &Tree, text: &str) -> NodeId {
        tree.nodes()
            .find(|&n| tree.source(n) == text.as_bytes())
            .unwrap()
    }

    fn print(tree: &Tree, patch: &Patch) -> String {
        let mut out = Vec::new();
        patch.print(tree, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_text_around_a_patch_is_untouched() {
        let text = "; why\n(assert  (or a |b c|)) ; end";
        let tree = Tree::parse(text.as_bytes()).unwrap();
        let (a, b) = (node(&tree, "a"), node(&tree, "|b c|"));
        let mut patch = Patch::new();
        assert_eq!(print(&tree, &patch), text);
        patch
            .replace(
                &tree,
                a,
                &[
                    Piece::Text(b"(and"),
                    Piece::Node(a),
                    Piece::Node(b),
                    Piece::Text(b")"),
                ],
            )
            .unwrap();
        assert_eq!(print(&tree, &patch), text.replace(" a ", " (and a |b c|) "));
        patch.clear();
        assert_eq!(print(&tree, &patch), text);
    }

    #[test]
    fn tokens_never_run_into_each_other() {
        let tree = Tree::parse(*b"(f(g)\"s\"(h))").unwrap();
        let mut patch = Patch::new();
        patch
            .replace(&tree, node(&tree, "(g)"), &[Piece::Text(b"\"t\"")])
            .unwrap();
        patch
            .replace(&tree, node(&tree, "(h)"), &[Piece::Text(b"x")])
            .unwrap();
        assert_eq!(print(&tree, &patch), "(f \"t\" \"s\" x)");
    }

    #[test]
    fn commands_are_inserted_removed_and_appended() {
        let tree = Tree::parse(*b"(a)(b)\n").unwrap();
        let mut patch = Patch::new();
        let b = node(&tree, "(b)");
        patch.replace(&tree, b, &[]).unwrap();
        patch
            .insert_before(&tree, b, &[Piece::Text(b"(c)")])
            .unwrap();
        patch
            .insert_before(&tree, b, &[Piece::Text(b"(d)")])
            .unwrap();
        patch.append(&tree, &[Piece::Text(b"(e)")]).unwrap();
        assert_eq!(print(&tree, &patch), "(a)(c)(d)(e)\n");
    }

    #[test]
    fn edits_of_one_place_are_refused() {
        let tree = Tree::parse(*b"(assert (f (g x)))").unwrap();
        let mut patch = Patch::new();
        patch.replace(&tree, node(&tree, "(g x)"), &[]).unwrap();
        for inside_or_around in ["x", "(f (g x))", "(g x)"] {
            let node = node(&tree, inside_or_around);
            assert_eq!(patch.replace(&tree, node, &[]), Err(Overlap));
        }
        patch.replace(&tree, node(&tree, "f"), &[]).unwrap();
    }
}
