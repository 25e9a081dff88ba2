//! A script: text, syntax and meaning together.

use crate::command::{Command, CommandKind, Datatype};
use crate::declare::Declarations;
use crate::elaborate::{NO_TERM, elaborate};
use crate::error::ParseError;
use crate::lexer::same_tokens;
use crate::sort::{SortId, Sorts};
use crate::symbol::Sym;
use crate::term::{TermId, Terms};
use crate::theory::{THEORIES, TheoryId};
use crate::tree::{NodeId, Tree};

/// A script that has been read. It never changes: a mutant is a [`Patch`](crate::Patch) on it.
#[derive(Debug, Clone)]
pub struct Script {
    /// Its concrete syntax, and the spellings of its symbols.
    pub tree: Tree,
    /// Its sorts.
    pub sorts: Sorts,
    /// Its terms.
    pub terms: Terms,
    /// Its declarations.
    pub declarations: Declarations,
    /// Its datatypes.
    pub datatypes: Vec<Datatype>,
    /// Its commands in order.
    pub commands: Vec<Command>,
    /// The first logic it sets; a hint only.
    pub logic: Option<Sym>,
    /// Symbols of terms and sorts that are neither declared nor of any theory, by name.
    pub unknown_symbols: Vec<Sym>,
    pub(crate) term_of: Vec<u32>,
    pub(crate) theories: u64,
}

impl Script {
    /// Reads a script. Fails only if parentheses, strings or quoted symbols do not match.
    pub fn parse(text: impl Into<Box<[u8]>>) -> Result<Self, ParseError> {
        let tree = Tree::parse_with(text, THEORIES.symbols.clone())?;
        Ok(elaborate(tree))
    }

    /// The term at a node, if there is one.
    #[inline]
    pub fn term_at(&self, node: NodeId) -> Option<TermId> {
        let term = self.term_of[node.index()];
        (term != NO_TERM).then_some(TermId(term))
    }

    /// The theories whose sorts or operators occur.
    pub fn theories(&self) -> impl Iterator<Item = TheoryId> + '_ {
        (0..u64::BITS as u8)
            .filter(|bit| self.theories >> bit & 1 == 1)
            .map(TheoryId)
    }

    /// What is asserted, in order.
    pub fn assertions(&self) -> impl Iterator<Item = TermId> + '_ {
        self.commands
            .iter()
            .filter_map(|command| match command.kind {
                CommandKind::Assert(term) => Some(term),
                _ => None,
            })
    }

    /// Whether it defines functions by themselves. Such a definition speaks of all arguments, and there need
    /// be no function of which it holds: `(f n)` is never `(+ 1 (f n))`.
    pub fn is_recursive(&self) -> bool {
        self.commands.iter().any(|command| {
            matches!(
                command.kind,
                CommandKind::DefineFunRec(_) | CommandKind::DefineFunsRec(_)
            )
        })
    }

    /// Whether a term is a `Bool` and the sorts of all below it are known.
    pub fn is_sorted_formula(&self, term: TermId) -> bool {
        self.terms.sort(term) == SortId::BOOL && self.terms.is_sorted(term)
    }

    /// The innermost places whose sort is not known: all below them is.
    pub fn unsorted_places(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.tree.nodes().filter(|&node| {
            self.term_at(node).is_some_and(|term| {
                let arguments = self.terms.arguments(term);
                !self.terms.is_sorted(term) && arguments.iter().all(|&a| self.terms.is_sorted(a))
            })
        })
    }

    /// A sort as SMT-LIB writes it; a very long one is cut short.
    pub fn show_sort(&self, sort: SortId) -> String {
        self.sorts.show(sort, &self.tree.symbols)
    }

    /// Whether printing it from what was understood gives the tokens that were read.
    pub fn round_trips(&self) -> bool {
        // Command by command, because a second copy of a large text is a lot of memory.
        let mut printed = Vec::new();
        self.commands.iter().all(|command| {
            printed.clear();
            self.write_command(command.node, &mut printed);
            same_tokens(self.tree.source(command.node), &printed)
        })
    }

    /// A term as SMT-LIB writes it.
    pub fn show_term(&self, term: TermId) -> String {
        let mut out = Vec::new();
        self.write_term(term, &mut out);
        String::from_utf8_lossy(&out).into_owned()
    }
}
