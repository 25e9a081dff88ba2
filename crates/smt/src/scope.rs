//! What each symbol means at the place being read, and how to get back to what it meant before.

use crate::declare::Declarations;
use crate::sort::SortId;
use crate::symbol::Sym;
use crate::term::{DeclId, Function, NO_FUNCTION, OperatorId, TermId};
use crate::theory::{THEORIES, TheorySort};
use std::sync::LazyLock;

/// What a symbol means as a sort.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SortMeaning {
    /// A constructor of a theory, to be applied.
    Theory,
    /// A constructor that the script declares: the declaration of that number.
    Declared {
        number: u32,
        arity: u32,
    },
    /// A sort (or, with parameters, a pattern) that the symbol abbreviates.
    Abbreviation {
        parameters: u32,
        sort: SortId,
    },
    /// A datatype inside of its own declaration in the older syntax, where `L` alone stands for
    /// `(L T)`.
    Itself {
        number: u32,
        sort: SortId,
        arity: u32,
    },
    Unknown,
}

/// What a symbol means at the place being read. There is one for each symbol, so it is small.
#[derive(Debug, Clone, Copy)]
struct Meaning {
    /// An encoded [`Function`].
    function: u32,
    /// The term of the symbol when it stands alone, once it has been made, or [`NONE`].
    leaf: u32,
    /// A place in the list of sort meanings, or [`NONE`].
    sort: u32,
}

const NONE: u32 = u32::MAX;

const NOTHING: Meaning = Meaning {
    function: NO_FUNCTION,
    leaf: NONE,
    sort: NONE,
};

/// The meanings of all symbols, and how to get back to those of the enclosing scopes.
#[derive(Debug)]
pub(crate) struct Scope {
    meanings: Vec<Meaning>,
    sort_meanings: Vec<SortMeaning>,
    /// What symbols meant before, innermost last.
    trail: Vec<(Sym, Meaning)>,
    /// The names given by the current command, and what these symbols meant before.
    names: Vec<(Sym, DeclId, Meaning)>,
    /// Symbols whose meaning outlives `pop`, for `reset`.
    global: Vec<Sym>,
    /// Symbols that are literals and have a term.
    literals: Vec<Sym>,
    /// The trail's length at each `push`, and how many levels that opened.
    levels: Vec<(usize, u64)>,
    /// `:global-declarations`: what commands declare outlives `pop`.
    pub global_declarations: bool,
}

/// What the theories give: the start of every scope.
static INITIAL: LazyLock<(Vec<Meaning>, Vec<SortMeaning>)> = LazyLock::new(theory_meanings);

impl Scope {
    /// The meanings that the theories give.
    pub fn new() -> Self {
        Self {
            meanings: INITIAL.0.clone(),
            sort_meanings: INITIAL.1.clone(),
            trail: Vec::new(),
            names: Vec::new(),
            global: Vec::new(),
            literals: Vec::new(),
            levels: Vec::new(),
            global_declarations: false,
        }
    }

    /// Forgets all declarations.
    pub fn reset(&mut self) {
        let touched = self.trail.drain(..).map(|(symbol, _)| symbol);
        for symbol in touched.chain(self.global.drain(..)) {
            let initial = INITIAL.0.get(symbol.index()).copied();
            self.meanings[symbol.index()] = initial.unwrap_or(NOTHING);
        }
        self.sort_meanings.truncate(INITIAL.1.len());
        self.levels.clear();
        self.global_declarations = false;
    }

    /// The function a symbol refers to, encoded.
    #[inline]
    pub fn function(&self, canonical: Sym) -> u32 {
        self.meanings
            .get(canonical.index())
            .map_or(NO_FUNCTION, |m| m.function)
    }

    /// The term of a symbol, if it has been made.
    #[inline]
    pub fn leaf(&self, symbol: Sym) -> Option<TermId> {
        let leaf = self.meanings.get(symbol.index())?.leaf;
        (leaf != NONE).then_some(TermId(leaf))
    }

    /// What a symbol means as a sort.
    #[inline]
    pub fn sort(&self, canonical: Sym) -> SortMeaning {
        let place = self
            .meanings
            .get(canonical.index())
            .map_or(NONE, |m| m.sort);
        match place {
            NONE => SortMeaning::Unknown,
            place => self.sort_meanings[place as usize],
        }
    }

    #[inline]
    fn meaning_mut(&mut self, symbol: Sym) -> &mut Meaning {
        if symbol.index() >= self.meanings.len() {
            self.meanings.resize(symbol.index() + 1, NOTHING);
        }
        &mut self.meanings[symbol.index()]
    }

    #[inline]
    pub fn set_leaf(&mut self, symbol: Sym, leaf: TermId) {
        self.meaning_mut(symbol).leaf = leaf.0;
    }

    /// Keeps the term of a literal.
    pub fn set_literal(&mut self, symbol: Sym, leaf: TermId) {
        self.set_leaf(symbol, leaf);
        self.literals.push(symbol);
    }

    /// Forgets the terms of all literals, because numerals have another sort from now on.
    pub fn forget_literals(&mut self) {
        for symbol in self.literals.drain(..) {
            self.meanings[symbol.index()].leaf = NONE;
        }
    }

    /// Declares a symbol until the end of the current `push` level.
    pub fn declare(&mut self, declarations: &mut Declarations, canonical: Sym, decl: DeclId) {
        let old = *self.meaning_mut(canonical);
        self.remember(canonical, old);
        self.refer(declarations, canonical, decl, None);
    }

    fn remember(&mut self, canonical: Sym, old: Meaning) {
        match self.global_declarations {
            true => self.global.push(canonical),
            false => self.trail.push((canonical, old)),
        }
    }

    fn refer(
        &mut self,
        declarations: &mut Declarations,
        canonical: Sym,
        decl: DeclId,
        leaf: Option<TermId>,
    ) {
        let meaning = self.meaning_mut(canonical);
        let shadowed = declarations.overload_behind(decl, meaning.function);
        declarations.set_shadowed(decl, shadowed);
        meaning.function = Function::Declared(decl).encode();
        meaning.leaf = leaf.map_or(NONE, |leaf| leaf.0);
    }

    /// Gives a variable its meaning and its term until [`Scope::leave`].
    #[inline]
    pub fn bind(
        &mut self,
        declarations: &mut Declarations,
        canonical: Sym,
        decl: DeclId,
        leaf: Option<TermId>,
    ) {
        let old = *self.meaning_mut(canonical);
        self.trail.push((canonical, old));
        self.refer(declarations, canonical, decl, leaf);
    }

    /// Says what a symbol means as a sort until the end of the current `push` level.
    pub fn declare_sort(&mut self, canonical: Sym, sort: SortMeaning) {
        let old = *self.meaning_mut(canonical);
        self.remember(canonical, old);
        self.set_sort(canonical, sort);
    }

    /// Says what a symbol means as a sort until [`Scope::leave`].
    pub fn bind_sort(&mut self, canonical: Sym, sort: SortMeaning) {
        let old = *self.meaning_mut(canonical);
        self.trail.push((canonical, old));
        self.set_sort(canonical, sort);
    }

    fn set_sort(&mut self, canonical: Sym, sort: SortMeaning) {
        let place = self.sort_meanings.len() as u32;
        self.sort_meanings.push(sort);
        self.meaning_mut(canonical).sort = place;
    }

    /// Names a term for the rest of its command; see [`Scope::keep_names`].
    pub fn name(&mut self, declarations: &mut Declarations, canonical: Sym, decl: DeclId) {
        let old = *self.meaning_mut(canonical);
        self.names.push((canonical, decl, old));
        self.refer(declarations, canonical, decl, None);
    }

    /// Called when a command ends and all its binders are closed: makes ordinary declarations of
    /// the names it gave. Inside of a binder they could not be, as its end takes back what was
    /// declared in it.
    #[inline]
    pub fn keep_names(&mut self, declarations: &mut Declarations) {
        if self.names.is_empty() {
            return;
        }
        let names = std::mem::take(&mut self.names);
        for &(symbol, decl, old) in names.iter().rev() {
            // Unless the end of a binder of the same name has done so already.
            if self.function(symbol) == Function::Declared(decl).encode() {
                *self.meaning_mut(symbol) = old;
            }
        }
        for (symbol, decl, _) in names {
            self.declare(declarations, symbol, decl);
        }
    }

    /// A mark to [`Scope::leave`] to.
    #[inline]
    pub fn enter(&self) -> usize {
        self.trail.len()
    }

    /// Takes back everything since the mark.
    #[inline]
    pub fn leave(&mut self, mark: usize) {
        for (symbol, meaning) in self.trail.drain(mark..).rev() {
            self.meanings[symbol.index()] = meaning;
        }
    }

    pub fn push(&mut self, levels: u64) {
        if levels > 0 {
            self.levels.push((self.trail.len(), levels));
        }
    }

    /// Goes back some levels, or to the bottom if there are not as many.
    pub fn pop(&mut self, mut levels: u64) {
        while levels > 0
            && let Some((mark, count)) = self.levels.pop()
        {
            self.leave(mark);
            if count > levels {
                self.levels.push((mark, count - levels));
            }
            levels = levels.saturating_sub(count);
        }
    }
}

/// What the theories say of each of their symbols.
fn theory_meanings() -> (Vec<Meaning>, Vec<SortMeaning>) {
    let theories = &*THEORIES;
    let mut meanings = vec![NOTHING; theories.symbols.len()];
    let mut sort_meanings = Vec::new();
    for (meaning, operator) in meanings.iter_mut().zip(&theories.operator_of) {
        if let Some(operator) = operator {
            meaning.function = Function::Operator(OperatorId(*operator)).encode();
        }
    }
    for (meaning, sort) in meanings.iter_mut().zip(&theories.sort_of) {
        let Some((sort, _)) = sort else { continue };
        meaning.sort = sort_meanings.len() as u32;
        sort_meanings.push(match *sort {
            TheorySort::Constructor(_) => SortMeaning::Theory,
            TheorySort::Abbreviation(sort) => SortMeaning::Abbreviation {
                parameters: 0,
                sort,
            },
        });
    }
    (meanings, sort_meanings)
}
