//! The concrete syntax of a script: every S-expression, flat, in the order of the text.
//!
//! This is the layer that knows *where* things are. A term that stands at two places is one
//! [term](crate::TermId) but two nodes, and a mutation replaces nodes.

use crate::error::ParseError;
use crate::lexer::{AtomKind, Lexer, Token, TokenKind};
use crate::symbol::{Sym, Symbols};
use std::ops::Range;

/// A place in a tree: an atom or a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// The place of this node in the order of the text.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// In `link`: an atom, and the rest of the word is its symbol.
const ATOM: u32 = 1 << 31;

#[derive(Debug, Clone, Copy)]
struct Node {
    start: u32,
    end: u32,
    /// An atom's symbol, or the index of the first node behind a list's last descendant.
    link: u32,
}

/// Longest text that can be read: its nodes are numbered with 31 bits.
pub const MAX_BYTES: usize = (1 << 31) - 1;

/// All S-expressions of a text, in preorder, with the text they were read from.
#[derive(Debug, Clone)]
pub struct Tree {
    text: Box<[u8]>,
    nodes: Vec<Node>,
    /// The spellings of all atoms.
    pub symbols: Symbols,
}

impl Tree {
    /// Reads a text. Fails only if its parentheses, strings or quoted symbols do not match.
    pub fn parse(text: impl Into<Box<[u8]>>) -> Result<Self, ParseError> {
        Self::parse_with(text, Symbols::default())
    }

    /// Reads a text whose atoms join the spellings already in `symbols`.
    pub fn parse_with(
        text: impl Into<Box<[u8]>>,
        mut symbols: Symbols,
    ) -> Result<Self, ParseError> {
        let text = text.into();
        if text.len() > MAX_BYTES {
            return Err(ParseError::new(&text, 0, "a text of less than 2 GiB"));
        }
        // Scripts have about one node in four and a half bytes.
        let mut nodes = Vec::with_capacity(text.len() / 4 + 16);
        let mut open: Vec<u32> = Vec::new();
        let mut lexer = Lexer::new(&text);
        while let Some(Token { kind, start, end }) = lexer.next_token()? {
            match kind {
                TokenKind::Atom(atom) => {
                    let symbol = symbols.intern(&text[start..end], atom);
                    nodes.push(Node {
                        start: start as u32,
                        end: end as u32,
                        link: symbol.0 | ATOM,
                    });
                }
                TokenKind::Open => {
                    open.push(nodes.len() as u32);
                    nodes.push(Node {
                        start: start as u32,
                        end: 0,
                        link: 0,
                    });
                }
                TokenKind::Close => {
                    let Some(list) = open.pop() else {
                        return Err(ParseError::new(
                            &text,
                            start,
                            "a `(` that opens a command (this `)` closes nothing)",
                        ));
                    };
                    let link = nodes.len() as u32;
                    let list = &mut nodes[list as usize];
                    list.end = end as u32;
                    list.link = link;
                }
            }
        }
        // The innermost list is the one whose closing is missing first.
        if let Some(&list) = open.last() {
            let start = nodes[list as usize].start as usize;
            return Err(ParseError::new(
                &text,
                start,
                "a `)` that closes this list before the end of the file",
            ));
        }
        nodes.shrink_to_fit();
        Ok(Self {
            text,
            nodes,
            symbols,
        })
    }

    /// The text as it was read.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the text has no command at all.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All nodes, in the order of the text.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// The node of that number in the order of the text.
    pub fn node(&self, number: usize) -> Option<NodeId> {
        (number < self.len()).then_some(NodeId(number as u32))
    }

    /// What stands at the top: the commands, and atoms that stray there.
    pub fn commands(&self) -> Children<'_> {
        Children {
            tree: self,
            next: 0,
            end: self.nodes.len() as u32,
        }
    }

    /// Whether a node is a list.
    #[inline]
    pub fn is_list(&self, node: NodeId) -> bool {
        self.nodes[node.index()].link & ATOM == 0
    }

    /// The symbol of an atom.
    #[inline]
    pub fn atom(&self, node: NodeId) -> Option<Sym> {
        let link = self.nodes[node.index()].link;
        (link & ATOM != 0).then_some(Sym(link & !ATOM))
    }

    /// The symbol of an atom that is a symbol, bars removed.
    #[inline]
    pub fn symbol(&self, node: NodeId) -> Option<Sym> {
        let sym = self.atom(node)?;
        matches!(self.symbols.kind(sym), AtomKind::Symbol | AtomKind::Quoted)
            .then(|| self.symbols.canonical(sym))
    }

    /// The keyword at a node.
    pub fn keyword(&self, node: NodeId) -> Option<Sym> {
        let sym = self.atom(node)?;
        (self.symbols.kind(sym) == AtomKind::Keyword).then_some(sym)
    }

    /// The symbol that a list starts with, bars removed.
    #[inline]
    pub fn head(&self, list: NodeId) -> Option<Sym> {
        self.symbol(self.children(list).next()?)
    }

    /// The elements of a list; none for an atom.
    #[inline]
    pub fn children(&self, node: NodeId) -> Children<'_> {
        let link = self.nodes[node.index()].link;
        Children {
            tree: self,
            next: node.0 + 1,
            end: if link & ATOM == 0 { link } else { node.0 + 1 },
        }
    }

    /// The node behind a node and all below it, in the order of the text.
    #[inline]
    pub fn after(&self, node: NodeId) -> NodeId {
        let link = self.nodes[node.index()].link;
        NodeId(if link & ATOM == 0 { link } else { node.0 + 1 })
    }

    /// A node and all below it, in the order of the text.
    pub fn below(&self, node: NodeId) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        (node.0..self.after(node).0).map(NodeId)
    }

    /// The bytes of the text that a node spans.
    #[inline]
    pub fn range(&self, node: NodeId) -> Range<usize> {
        let Node { start, end, .. } = self.nodes[node.index()];
        start as usize..end as usize
    }

    /// The text of a node, as it was written.
    #[inline]
    pub fn source(&self, node: NodeId) -> &[u8] {
        &self.text[self.range(node)]
    }

    /// The text of a node for people.
    pub fn show(&self, node: NodeId) -> String {
        String::from_utf8_lossy(self.source(node)).into_owned()
    }

    /// Line and column of a node, both counted from 1.
    pub fn place(&self, node: NodeId) -> (usize, usize) {
        let here = ParseError::new(&self.text, self.range(node).start, "");
        (here.line, here.column)
    }

    /// Appends the tokens of a node with single spaces between them: one spelling for all
    /// layouts.
    pub fn write_tokens(&self, node: NodeId, out: &mut Vec<u8>) {
        let mut ends: Vec<u32> = Vec::new();
        let last = self.after(node).0;
        let mut at = node.0;
        let mut space = false;
        while at < last {
            if space {
                out.push(b' ');
            }
            let Node { start, end, link } = self.nodes[at as usize];
            at += 1;
            if link & ATOM != 0 {
                out.extend_from_slice(&self.text[start as usize..end as usize]);
                space = true;
            } else {
                out.push(b'(');
                ends.push(link);
                space = false;
            }
            while ends.last() == Some(&at) {
                ends.pop();
                out.push(b')');
                space = true;
            }
        }
    }
}

/// The elements of a list, or the commands of a script.
#[derive(Debug, Clone)]
pub struct Children<'a> {
    tree: &'a Tree,
    next: u32,
    end: u32,
}

impl Iterator for Children<'_> {
    type Item = NodeId;

    #[inline]
    fn next(&mut self) -> Option<NodeId> {
        (self.next < self.end).then(|| {
            let node = NodeId(self.next);
            self.next = self.tree.after(node).0;
            node
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_know_their_children_and_text() {
        let tree = Tree::parse(*b"(assert (= x |y|)) (exit)").unwrap();
        let commands: Vec<_> = tree.commands().collect();
        assert_eq!(commands.len(), 2);
        let body = tree.children(commands[0]).nth(1).unwrap();
        assert_eq!(tree.show(body), "(= x |y|)");
        let last = tree.children(body).last().unwrap();
        assert_eq!(tree.symbols.name(tree.atom(last).unwrap()), "|y|");
        assert_eq!(tree.symbols.name(tree.symbol(last).unwrap()), "y");
        assert_eq!(tree.after(body), commands[1]);
        assert_eq!(tree.children(last).count(), 0);
        assert_eq!(tree.place(commands[1]), (1, 20));
    }

    #[test]
    fn tokens_are_written_with_single_spaces() {
        let tree = Tree::parse(*b"( a(b\n;c\n)\t\"d\" (( )) )").unwrap();
        let mut out = Vec::new();
        tree.write_tokens(tree.commands().next().unwrap(), &mut out);
        assert_eq!(String::from_utf8(out).unwrap(), "(a (b) \"d\" (()))");
    }

    #[test]
    fn what_is_not_balanced_is_refused_where_it_starts() {
        for (text, message) in [
            ("(a (b)", "1:1: found `(a (b)`, expected a `)` that closes"),
            (
                "(a))",
                "1:4: found `)`, expected a `(` that opens a command",
            ),
        ] {
            let error = Tree::parse(text.as_bytes()).unwrap_err();
            assert!(error.to_string().starts_with(message), "{error}");
        }
    }

    #[test]
    fn nothing_at_all_is_a_script_without_commands() {
        for text in ["", " \n", "; only a comment", "\u{feff}"] {
            assert!(Tree::parse(text.as_bytes()).unwrap().is_empty());
        }
    }
}
