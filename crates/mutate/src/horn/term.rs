//! Terms of clauses: one S-expression each, flat, in one spelling.
//!
//! Mutations move whole terms about and look into one of them at a time, so a term is its text, with
//! single spaces and without needless bars, and where the nodes of it are. It never changes, and clauses
//! of a chain of mutants share theirs.

use smt::{AtomKind, Lexer, TokenKind, is_simple_symbol};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// One node of a term: an atom or a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Node {
    start: u32,
    end: u32,
    /// The number of the first node behind it and all below it.
    after: u32,
}

/// A term, which is never changed.
#[derive(Clone, PartialEq, Eq)]
pub struct Term {
    text: Box<str>,
    nodes: Box<[Node]>,
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Symbols that mean something else without their bars.
const RESERVED: &[&str] = &[
    "!",
    "_",
    "as",
    "exists",
    "forall",
    "lambda",
    "let",
    "match",
    "par",
    "BINARY",
    "DECIMAL",
    "HEXADECIMAL",
    "NUMERAL",
    "STRING",
];

/// The spelling of a symbol without bars, if it needs none.
pub(super) fn canonical(symbol: &str) -> &str {
    let inside = symbol
        .strip_prefix('|')
        .and_then(|rest| rest.strip_suffix('|'));
    match inside {
        // What starts like a number is read as one by some.
        Some(name) if name.starts_with(['-', '+', '.']) => symbol,
        Some(name) if is_simple_symbol(name.as_bytes()) && !RESERVED.contains(&name) => name,
        _ => symbol,
    }
}

impl Term {
    /// Reads exactly one S-expression.
    pub fn parse(source: &str) -> Option<Arc<Self>> {
        let mut text = String::with_capacity(source.len());
        let mut nodes: Vec<Node> = Vec::with_capacity(source.len() / 4 + 1);
        let mut open: Vec<usize> = Vec::new();
        let mut lexer = Lexer::new(source.as_bytes());
        while let Some(token) = lexer.next_token().ok()? {
            if open.is_empty() && !nodes.is_empty() {
                return None;
            }
            if token.kind == TokenKind::Close {
                text.push(')');
                let list = nodes.len();
                let opened = nodes.get_mut(open.pop()?)?;
                opened.end = u32::try_from(text.len()).ok()?;
                opened.after = u32::try_from(list).ok()?;
                continue;
            }
            if !text.is_empty() && !text.ends_with('(') {
                text.push(' ');
            }
            let start = u32::try_from(text.len()).ok()?;
            match token.kind {
                TokenKind::Open => {
                    text.push('(');
                    open.push(nodes.len());
                }
                TokenKind::Atom(AtomKind::Quoted) => {
                    text.push_str(canonical(source.get(token.start..token.end)?));
                }
                _ => text.push_str(source.get(token.start..token.end)?),
            }
            nodes.push(Node {
                start,
                end: u32::try_from(text.len()).ok()?,
                after: u32::try_from(nodes.len() + 1).ok()?,
            });
        }
        (open.is_empty() && !nodes.is_empty()).then(|| {
            Arc::new(Self {
                text: text.into(),
                nodes: nodes.into(),
            })
        })
    }

    /// All of it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How many nodes it has. Node 0 is the whole term, and nodes are in the order of the text.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: a term is at least an atom.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Where a node is in the text.
    pub fn range(&self, node: usize) -> Range<usize> {
        let found = self.nodes.get(node);
        found.map_or(0..0, |node| node.start as usize..node.end as usize)
    }

    /// The text of a node; of a node that is not there, nothing.
    pub fn source(&self, node: usize) -> &str {
        self.text.get(self.range(node)).unwrap_or_default()
    }

    /// Whether a node is a list.
    pub fn is_list(&self, node: usize) -> bool {
        self.text.as_bytes().get(self.range(node).start) == Some(&b'(')
            && self.range(node) != (0..0)
    }

    /// The number of the first node behind a node and all below it.
    pub fn after(&self, node: usize) -> usize {
        let found = self.nodes.get(node);
        found.map_or(self.nodes.len(), |node| node.after as usize)
    }

    /// The elements of a list; none for an atom.
    pub fn children(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let end = self.after(node);
        let first = Some(node + 1).filter(|&first| first < end);
        std::iter::successors(first, move |&child| {
            Some(self.after(child)).filter(|&next| next < end)
        })
    }

    /// The atom that a list starts with, or an atom itself.
    pub fn head(&self, node: usize) -> &str {
        match self.is_list(node) {
            true if self.after(node) == node + 1 || self.is_list(node + 1) => "",
            true => self.source(node + 1),
            false => self.source(node),
        }
    }

    /// Whether a node is an application of that operator to something.
    pub fn is_application(&self, node: usize, operator: &str) -> bool {
        self.is_list(node) && self.head(node) == operator && self.after(node) > node + 2
    }

    /// The arguments of an application.
    pub fn arguments(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        self.children(node).skip(1)
    }

    /// The atoms, in order.
    pub fn atoms(&self) -> impl Iterator<Item = &str> {
        let all = 0..self.nodes.len();
        all.filter(|&node| !self.is_list(node))
            .map(|node| self.source(node))
    }

    /// The same with another text at a node.
    pub fn replaced(&self, node: usize, by: &str) -> Option<Arc<Self>> {
        let range = self.range(node);
        let mut text = String::with_capacity(self.text.len() + by.len());
        text.push_str(self.text.get(..range.start)?);
        text.push_str(by);
        text.push_str(self.text.get(range.end..)?);
        Self::parse(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_spelling_for_all_layouts() {
        let term = Term::parse("( and\n |x| (|let| |a b| ) ; c\n \"q \"\" (\" #b1 )").unwrap();
        assert_eq!(term.text(), "(and x (|let| |a b|) \"q \"\" (\" #b1)");
        assert_eq!(Term::parse(term.text()).unwrap(), term);
        assert!(term.is_application(0, "and"));
        let arguments: Vec<&str> = term.arguments(0).map(|n| term.source(n)).collect();
        assert_eq!(arguments, ["x", "(|let| |a b|)", "\"q \"\" (\"", "#b1"]);
        assert_eq!(
            term.replaced(3, "y").unwrap().text(),
            "(and x y \"q \"\" (\" #b1)"
        );
    }

    #[test]
    fn what_is_no_term_is_refused() {
        for text in ["", "(", ")", "a b", "(a) b", "(a))", "\"", "|"] {
            assert!(Term::parse(text).is_none(), "{text}");
        }
        let empty = Term::parse("()").unwrap();
        assert_eq!((empty.head(0), empty.children(0).count()), ("", 0));
        assert!(!empty.is_application(0, ""));
        assert_eq!(empty.source(7), "");
    }
}
