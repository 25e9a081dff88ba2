//! Written sorts to sorts.

use super::Elaborator;
use crate::declare::SortMeaning;
use crate::sort::SortId;
use crate::symbol::Sym;
use crate::theory::THEORIES;
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
                Part::Symbol(symbol) => Some(*symbol),
                Part::Sort(_) => None,
            })
            .collect();
        match (self.scope.sort(name), indices) {
            (SortMeaning::Constructor, Some(indices)) => {
                self.uses_sort(name);
                self.sorts.make(name, &indices, &[])
            }
            _ => SortId::UNKNOWN,
        }
    }

    /// A sort symbol applied to sorts.
    fn make_sort(&mut self, name: Sym, arguments: &[SortId]) -> SortId {
        let name = self.tree.symbols.canonical(name);
        match self.scope.sort(name) {
            SortMeaning::Abbreviation { parameters, sort }
                if parameters as usize == arguments.len() =>
            {
                self.uses_sort(name);
                if parameters == 0 {
                    return sort;
                }
                let bindings: Vec<u32> = arguments.iter().map(|s| s.0).collect();
                self.sorts
                    .instantiate(sort, &bindings, &mut self.tree.symbols)
            }
            SortMeaning::Unknown if name == Sym::IMPLIES => self.arrow(arguments),
            SortMeaning::Unknown => {
                self.unknown.insert(name);
                SortId::UNKNOWN
            }
            _ => {
                self.uses_sort(name);
                match name {
                    Sym::INT if arguments.is_empty() => {
                        // Whatever the logic says: this script has integers.
                        self.set_numeral_sort(SortId::INT);
                        self.sorts.make(name, &[], arguments)
                    }
                    Sym::ARROW => self.arrow(arguments),
                    // cvc5's relation is a set of tuples, its table a bag of them.
                    Sym::RELATION => self.collection_of_tuples(Sym::SET, arguments),
                    Sym::TABLE => self.collection_of_tuples(Sym::BAG, arguments),
                    // z3's name for what cvc5 calls a set.
                    Sym::FINITE_SET => self.sorts.make(Sym::SET, &[], arguments),
                    _ => self.sorts.make(name, &[], arguments),
                }
            }
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
}
