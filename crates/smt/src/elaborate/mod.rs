//! From concrete syntax to meaning: scopes, sorts, terms and structured commands.
//!
//! Everything here is iterative, because everything here can be nested by a user. Nothing here
//! fails: what cannot be understood is kept as it is, with the sort `Unknown`.

mod apply;
mod binders;
mod commands;
mod datatypes;
mod identifiers;
mod indexed;
mod matches;
mod sorts;
mod terms;

use crate::command::{Command, Datatype};
use crate::declare::Declarations;
use crate::scope::Scope;
use crate::script::Script;
use crate::sort::{SortId, Sorts};
use crate::symbol::Sym;
use crate::term::{Case, Ident, TermId, Terms};
use crate::theory::{THEORIES, TheoryId};
use crate::tree::{NodeId, Tree};
use hashbrown::{HashMap, HashSet};
use terms::Frame;

/// The state of reading one script.
pub(crate) struct Elaborator {
    tree: Tree,
    sorts: Sorts,
    terms: Terms,
    declarations: Declarations,
    scope: Scope,
    datatypes: Vec<Datatype>,
    commands: Vec<Command>,
    logic: Option<Sym>,
    /// The term of each node, by its number; see [`NO_TERM`].
    term_of: Vec<u32>,
    identifiers: HashMap<(Sym, SortId), Ident>,
    unknown: HashSet<Sym>,
    /// A bit for each theory whose sorts or operators occur.
    theories: u64,
    /// The sort of `1`.
    numeral_sort: SortId,
    /// The sorts that `declare-sort-parameter` has declared.
    sort_parameters: Vec<SortId>,
    /// How many sorts the script has declared so far.
    declared_sorts: u32,
    /// Whether `lambda` makes an arrow, as in cvc5's higher-order logics, or an array, as in z3.
    lambda_is_arrow: bool,

    // Working memory, kept to save allocations.
    frames: Vec<Frame>,
    values: Vec<TermId>,
    cases: Vec<Case>,
    bindings: Vec<u32>,
    coerced: Vec<u32>,
    argument_sorts: Vec<SortId>,
    buffer: Vec<u8>,
    parts: Vec<NodeId>,
    sort_parts: Vec<sorts::Part>,
}

/// A node that is not a term.
pub(crate) const NO_TERM: u32 = u32::MAX;

/// Reads the meaning of a whole script.
pub(crate) fn elaborate(tree: Tree) -> Script {
    let nodes = tree.len();
    let mut elaborator = Elaborator {
        scope: Scope::new(),
        sorts: THEORIES.sorts.clone(),
        terms: Terms::with_capacity(nodes / 5),
        declarations: Declarations::default(),
        datatypes: Vec::new(),
        commands: Vec::new(),
        logic: None,
        term_of: vec![NO_TERM; nodes],
        identifiers: HashMap::new(),
        unknown: HashSet::new(),
        theories: 0,
        numeral_sort: SortId::INT,
        sort_parameters: Vec::new(),
        declared_sorts: 0,
        lambda_is_arrow: false,
        frames: Vec::new(),
        values: Vec::new(),
        cases: Vec::new(),
        bindings: Vec::new(),
        coerced: Vec::new(),
        argument_sorts: Vec::new(),
        buffer: Vec::new(),
        parts: Vec::new(),
        sort_parts: Vec::new(),
        tree,
    };
    // Far more than scripts need that are not made to exhaust memory.
    elaborator.sorts.set_limit(1_000_000 + 4 * nodes);
    let mut node = 0;
    while node < nodes as u32 {
        elaborator.command(NodeId(node));
        node = elaborator.tree.after(NodeId(node)).0;
    }
    elaborator.finish()
}

impl Elaborator {
    fn finish(mut self) -> Script {
        self.terms.shrink_to_fit();
        self.declarations.shrink_to_fit();
        self.tree.symbols.shrink_to_fit();
        let mut unknown: Vec<Sym> = self.unknown.into_iter().collect();
        unknown.sort_unstable_by(|a, b| {
            let symbols = &self.tree.symbols;
            symbols.bytes(*a).cmp(symbols.bytes(*b))
        });
        Script {
            tree: self.tree,
            sorts: self.sorts,
            terms: self.terms,
            declarations: self.declarations,
            datatypes: self.datatypes,
            commands: self.commands,
            logic: self.logic,
            term_of: self.term_of,
            unknown_symbols: unknown,
            theories: self.theories,
        }
    }

    fn uses(&mut self, theory: TheoryId) {
        self.theories |= 1 << theory.0;
    }

    /// The elements of a list.
    fn children(&self, node: NodeId) -> Vec<NodeId> {
        self.tree.children(node).collect()
    }

    /// The tokens of a node, as one symbol: for what is printed but never looked into.
    fn text(&mut self, node: NodeId) -> Sym {
        if let Some(sym) = self.tree.atom(node) {
            return sym;
        }
        self.buffer.clear();
        self.tree.write_tokens(node, &mut self.buffer);
        self.intern_buffer()
    }

    /// The symbol spelled like the buffer.
    fn intern_buffer(&mut self) -> Sym {
        // Not an atom, so no kind fits; nothing asks for the kind of such a text.
        self.tree
            .symbols
            .intern(&self.buffer, crate::lexer::AtomKind::Symbol)
    }
}
