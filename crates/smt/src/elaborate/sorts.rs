//! Written sorts to sorts.

use super::Elaborator;
use crate::lexer::AtomKind;
use crate::scope::SortMeaning;
use crate::sort::SortId;
use crate::symbol::Sym;
use crate::theory::{THEORIES, TheorySort};
use crate::tree::NodeId;

/// A part of a written sort: known only when the list around it is.
#[derive(Debug, Clone, Copy)]
pub(super) enum Part {
    Symbol(Sym),
    Sort(SortId),
}

impl Elaborator {
    /// The sort written at a node.
    pub(super) fn sort(&mut self, root: NodeId) -> SortId {
        if let Some(name) = self.tree.atom(root) {
            return self.make_sort(name, &[]);
        }
        // Backwards, a list comes after its elements, and the top of the stack is the first.
        let mut stack = std::mem::take(&mut self.sort_parts);
        for node in (root.0..self.tree.after(root).0).rev().map(NodeId) {
            if let Some(symbol) = self.tree.atom(node) {
                stack.push(Part::Symbol(symbol));
                continue;
            }
            let rest = stack.len() - self.tree.children(node).count();
            stack[rest..].reverse();
            let sort = self.list_sort(&stack[rest..]);
            stack.truncate(rest);
            stack.push(Part::Sort(sort));
        }
        let sort = match stack.pop() {
            Some(Part::Sort(sort)) => sort,
            _ => SortId::UNKNOWN,
        };
        self.sort_parts = stack;
        sort
    }

    fn list_sort(&mut self, parts: &[Part]) -> SortId {
        match parts {
            [Part::Symbol(Sym::INDEXED), Part::Symbol(name), indices @ ..] => {
                self.indexed_sort(*name, indices)
            }
            [Part::Symbol(name), arguments @ ..] => {
                let arguments: Vec<SortId> = arguments
                    .iter()
                    .map(|part| match part {
                        Part::Symbol(name) => self.make_sort(*name, &[]),
                        Part::Sort(sort) => *sort,
                    })
                    .collect();
                self.make_sort(*name, &arguments)
            }
            _ => SortId::UNKNOWN,
        }
    }

    fn indexed_sort(&mut self, name: Sym, indices: &[Part]) -> SortId {
        let name = self.tree.symbols.canonical(name);
        let indices: Option<Vec<Sym>> = indices
            .iter()
            .map(|part| match part {
                Part::Symbol(symbol) => self.numeral(*symbol),
                Part::Sort(_) => None,
            })
            .collect();
        match (self.scope.sort(name), indices) {
            (SortMeaning::Theory, Some(indices)) => self.theory_sort(name, &indices, &[]),
            (SortMeaning::Unknown, _) => self.unknown_sort(name),
            _ => SortId::UNKNOWN,
        }
    }

    /// A numeral in the one spelling that stands for its value: without leading zeros.
    fn numeral(&mut self, symbol: Sym) -> Option<Sym> {
        let symbols = &mut self.tree.symbols;
        if symbols.kind(symbol) != AtomKind::Numeral {
            return None;
        }
        let spelling = symbols.bytes(symbol);
        let zeros = spelling.iter().take_while(|b| **b == b'0').count();
        if zeros == 0 {
            return Some(symbol);
        }
        let digits = spelling[zeros.min(spelling.len() - 1)..].to_vec();
        Some(symbols.intern(&digits, AtomKind::Numeral))
    }

    /// A sort symbol applied to sorts.
    fn make_sort(&mut self, name: Sym, arguments: &[SortId]) -> SortId {
        let name = self.tree.symbols.canonical(name);
        let count = arguments.len();
        match self.scope.sort(name) {
            SortMeaning::Theory => self.theory_sort(name, &[], arguments),
            SortMeaning::Declared { number, arity } if arity as usize == count => {
                self.sorts.make_declared(name, number, arguments)
            }
            SortMeaning::Itself { sort, .. } if arguments.is_empty() => sort,
            SortMeaning::Itself { number, arity, .. } if arity as usize == count => {
                self.sorts.make_declared(name, number, arguments)
            }
            SortMeaning::Abbreviation { parameters, sort } if parameters as usize == count => {
                self.uses_sort(name);
                if parameters == 0 {
                    return sort;
                }
                let bindings: Vec<u32> = arguments.iter().map(|s| s.0).collect();
                let symbols = &mut self.tree.symbols;
                self.sorts.instantiate(sort, &bindings, symbols)
            }
            // z3 writes function sorts like this too.
            SortMeaning::Unknown if name == Sym::IMPLIES => self.arrow(arguments),
            SortMeaning::Unknown => self.unknown_sort(name),
            _ => SortId::UNKNOWN,
        }
    }

    fn unknown_sort(&mut self, name: Sym) -> SortId {
        self.note_unknown(name);
        SortId::UNKNOWN
    }

    /// A theory's sort, if it takes as many indices and arguments.
    fn theory_sort(&mut self, name: Sym, indices: &[Sym], arguments: &[SortId]) -> SortId {
        let shape = |&(i, a): &(u32, Option<u32>)| {
            i as usize == indices.len() && a.is_none_or(|a| a as usize == arguments.len())
        };
        let fits = match THEORIES.sort_of.get(name.index()) {
            Some(Some((TheorySort::Constructor(shapes), _))) => shapes.iter().any(shape),
            _ => false,
        };
        if !fits {
            return SortId::UNKNOWN;
        }
        self.uses_sort(name);
        match name {
            Sym::INT => {
                // Whatever the logic says: this script has integers.
                self.set_numeral_sort(SortId::INT);
                SortId::INT
            }
            Sym::ARROW => self.arrow(arguments),
            // cvc5's relation is a set of tuples, its table a bag of them.
            Sym::RELATION => self.collection_of_tuples(Sym::SET, arguments),
            Sym::TABLE => self.collection_of_tuples(Sym::BAG, arguments),
            // z3's name for what cvc5 calls a set.
            Sym::FINITE_SET => self.sorts.make(Sym::SET, &[], arguments),
            _ => self.sorts.make(name, indices, arguments),
        }
    }

    fn collection_of_tuples(&mut self, collection: Sym, components: &[SortId]) -> SortId {
        let tuple = self.sorts.make(Sym::TUPLE, &[], components);
        self.sorts.make(collection, &[], &[tuple])
    }

    fn arrow(&mut self, sorts: &[SortId]) -> SortId {
        match sorts.split_last() {
            Some((&result, parameters)) => self.sorts.arrow(parameters, result),
            None => SortId::UNKNOWN,
        }
    }

    fn uses_sort(&mut self, name: Sym) {
        if let Some(Some((_, theory))) = THEORIES.sort_of.get(name.index()) {
            self.uses(*theory);
        }
    }

    /// Declares a sort of the script: one that is another even if there was one of that name.
    pub(super) fn new_sort(&mut self, name: Sym, arity: u32) -> u32 {
        self.declared_sorts += 1;
        let number = self.declared_sorts;
        let meaning = SortMeaning::Declared { number, arity };
        self.scope.declare_sort(name, meaning);
        number
    }
}
