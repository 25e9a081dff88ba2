//! Hash-consed terms: one flat array, 32-bit ids, no pointers and so nothing to recurse over.
//!
//! Names are resolved: a symbol's term says which declaration or operator it is, so equal ids
//! mean equal meaning, and every occurrence of a binder has variables of its own. `let` and
//! annotations are kept, because a term is printed back as it was read.

use crate::sort::SortId;
use crate::symbol::{Sym, hash_words};
use crate::tree::NodeId;
use hashbrown::HashTable;

/// A term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TermId(pub(crate) u32);

impl TermId {
    /// The place of this term in the order of creation: arguments come before what uses them.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A declaration: of a function, a variable, a constructor...
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DeclId(pub(crate) u32);

impl DeclId {
    /// The place of this declaration in the order of declaring.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a symbol refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Function {
    /// An operator of a theory, by its canonical name.
    Operator(OperatorId),
    /// A declaration of the script.
    Declared(DeclId),
    /// Nothing we know.
    Unknown,
}

/// An operator of a theory, whatever its overloads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OperatorId(pub(crate) u32);

/// In an encoded [`Function`]: the rest is an operator.
const OPERATOR: u32 = 1 << 31;
/// An encoded [`Function::Unknown`].
pub(crate) const NO_FUNCTION: u32 = u32::MAX;

impl Function {
    #[inline]
    pub(crate) fn encode(self) -> u32 {
        match self {
            Function::Operator(op) => op.0 | OPERATOR,
            Function::Declared(declaration) => declaration.0,
            Function::Unknown => NO_FUNCTION,
        }
    }

    #[inline]
    pub(crate) fn decode(word: u32) -> Self {
        match word {
            NO_FUNCTION => Function::Unknown,
            word if word & OPERATOR != 0 => Function::Operator(OperatorId(word & !OPERATOR)),
            word => Function::Declared(DeclId(word)),
        }
    }
}

/// An identifier: a plain symbol, or one with indices or a sort, see [`Identifier`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ident(pub(crate) u32);

const COMPLEX: u32 = 1 << 31;

impl Ident {
    pub(crate) fn plain(sym: Sym) -> Self {
        Self(sym.0)
    }
}

/// The parts of an identifier such as `(_ extract 7 0)` or `(as nil (List Int))`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identifier {
    /// All of it as it was written, white space aside.
    pub text: Sym,
    /// Its name, bars removed.
    pub name: Sym,
    /// Its indices; an index that is a list is one symbol spelled like the list.
    pub indices: Box<[Sym]>,
    /// The sort behind `as`.
    pub ascribed: Option<SortId>,
    /// Whether the first index names a function, as in `(_ is c)`: see [`Terms::target`].
    pub names_function: bool,
}

/// Variables that are declared together, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Variables {
    pub(crate) first: u32,
    pub(crate) count: u32,
}

impl Variables {
    /// How many there are.
    pub fn len(self) -> usize {
        self.count as usize
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.count == 0
    }

    /// Each of them.
    pub fn iter(self) -> impl ExactSizeIterator<Item = DeclId> + DoubleEndedIterator {
        (self.first..self.first + self.count).map(DeclId)
    }
}

/// What a term is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum TermKind {
    /// `1`, `#b01`, `"x"`, `(_ bv5 8)`: [`Terms::head`] is its spelling.
    Literal,
    /// A symbol or identifier that is not applied.
    Symbol,
    /// `(f a b)` with an identifier `f`.
    Apply,
    /// `((f a) b)`: the first argument is what is applied.
    ApplyTerm,
    /// `(let ((x a) ..) body)`: the arguments are the values, then the body.
    Let,
    /// `(forall ((x Int) ..) body)` and its like: the arguments are the bodies.
    Binder,
    /// `(! t :attributes ..)`: see [`Terms::annotation`] for the attributes.
    Annotated,
    /// `(match t ((pattern body) ..))`: the arguments are `t`, then the bodies.
    Match,
    /// What cannot be understood, kept as text.
    Opaque,
}

const KINDS: [TermKind; 9] = [
    TermKind::Literal,
    TermKind::Symbol,
    TermKind::Apply,
    TermKind::ApplyTerm,
    TermKind::Let,
    TermKind::Binder,
    TermKind::Annotated,
    TermKind::Match,
    TermKind::Opaque,
];

#[derive(Debug, Clone, Copy)]
struct TermData {
    head: u32,
    function: u32,
    sort: SortId,
    start: u32,
    /// Kind, flags and the number of arguments.
    packed: u32,
}

const LENGTH_BITS: u32 = 26;
/// The most arguments a term can have.
pub(crate) const MAX_ARGUMENTS: usize = (1 << LENGTH_BITS) - 1;
const SORTED: u32 = 1 << 26;
const KIND_SHIFT: u32 = 28;

impl TermData {
    #[inline]
    fn length(&self) -> usize {
        (self.packed & MAX_ARGUMENTS as u32) as usize
    }
    #[inline]
    fn kind(&self) -> TermKind {
        KINDS[(self.packed >> KIND_SHIFT) as usize]
    }
}

/// One case of a `match`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Case {
    /// The pattern as it was written, white space aside.
    pub pattern: Sym,
    /// The constructor it asks for; `Unknown` for a variable that matches everything.
    pub constructor: Function,
    /// The variables it binds.
    pub variables: Variables,
}

/// A term to be added.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NewTerm<'a> {
    pub kind: TermKind,
    pub head: u32,
    pub function: u32,
    pub arguments: &'a [TermId],
}

/// The sort of a term to be added.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sorted {
    pub sort: SortId,
    /// Whether `Unknown` is nowhere in it.
    pub known: bool,
}

/// All terms of one script.
#[derive(Debug, Clone, Default)]
pub struct Terms {
    data: Vec<TermData>,
    words: Vec<TermId>,
    table: HashTable<u32>,
    identifiers: Vec<Identifier>,
    cases: Vec<Case>,
    groups: Vec<Variables>,
    /// Arguments that are `Int`s used as `Real`s: terms in order, each with a place.
    coercions: Vec<(TermId, u32)>,
}

impl Terms {
    pub(crate) fn with_capacity(terms: usize) -> Self {
        Self {
            data: Vec::with_capacity(terms),
            words: Vec::with_capacity(terms),
            table: HashTable::with_capacity(terms),
            ..Self::default()
        }
    }

    /// The term if it is there already, or else the hash to add it with.
    #[inline]
    pub(crate) fn find(&self, term: NewTerm<'_>) -> Result<TermId, u64> {
        let hash = hash_term(term);
        match self.table.find(hash, |&id| self.is(id, term)) {
            Some(&id) => Ok(TermId(id)),
            None => Err(hash),
        }
    }

    #[inline]
    fn is(&self, id: u32, term: NewTerm<'_>) -> bool {
        let data = &self.data[id as usize];
        data.head == term.head
            && data.function == term.function
            && data.kind() == term.kind
            && self.arguments_of(data) == term.arguments
    }

    /// Adds a term that [`Terms::find`] has not found.
    pub(crate) fn add(&mut self, term: NewTerm<'_>, hash: u64, sort: Sorted) -> TermId {
        let id = self.add_unshared(term, sort);
        let (data, words) = (&self.data, &self.words);
        self.table.insert_unique(hash, id.0, |&id| {
            let data = &data[id as usize];
            let start = data.start as usize;
            hash_term(NewTerm {
                kind: data.kind(),
                head: data.head,
                function: data.function,
                arguments: &words[start..start + data.length()],
            })
        });
        id
    }

    /// Adds a term that can never be met again, because it has variables of its own.
    pub(crate) fn add_unshared(&mut self, term: NewTerm<'_>, sort: Sorted) -> TermId {
        debug_assert!(term.arguments.len() <= MAX_ARGUMENTS);
        let id = self.data.len() as u32;
        let sorted = sort.known && term.arguments.iter().all(|&a| self.is_sorted(a));
        let mut packed = (term.kind as u32) << KIND_SHIFT | term.arguments.len() as u32;
        packed |= if sorted { SORTED } else { 0 };
        self.data.push(TermData {
            head: term.head,
            function: term.function,
            sort: sort.sort,
            start: self.words.len() as u32,
            packed,
        });
        self.words.extend_from_slice(term.arguments);
        TermId(id)
    }

    /// Adds an identifier.
    pub(crate) fn identifier(&mut self, identifier: Identifier) -> Ident {
        self.identifiers.push(identifier);
        Ident((self.identifiers.len() - 1) as u32 | COMPLEX)
    }

    /// Says which arguments of a term just added are `Int`s used as `Real`s.
    pub(crate) fn set_coercions(&mut self, term: TermId, places: &[u32]) {
        self.coercions
            .extend(places.iter().map(|&place| (term, place)));
    }

    /// The number of a group of variables, to be the function of the term that binds them.
    pub(crate) fn add_group(&mut self, variables: Variables) -> u32 {
        self.groups.push(variables);
        self.groups.len() as u32 - 1
    }

    pub(crate) fn add_cases(&mut self, cases: &[Case]) -> u32 {
        self.cases.extend_from_slice(cases);
        (self.cases.len() - cases.len()) as u32
    }

    /// What a term is.
    #[inline]
    pub fn kind(&self, term: TermId) -> TermKind {
        self.data[term.index()].kind()
    }

    /// Its sort.
    #[inline]
    pub fn sort(&self, term: TermId) -> SortId {
        self.data[term.index()].sort
    }

    /// Its arguments; see [`TermKind`] for what they are.
    #[inline]
    pub fn arguments(&self, term: TermId) -> &[TermId] {
        self.arguments_of(&self.data[term.index()])
    }

    #[inline]
    fn arguments_of(&self, data: &TermData) -> &[TermId] {
        &self.words[data.start as usize..data.start as usize + data.length()]
    }

    /// The identifier of a literal, a symbol or an application.
    pub fn ident(&self, term: TermId) -> Option<Ident> {
        let data = &self.data[term.index()];
        matches!(
            data.kind(),
            TermKind::Literal | TermKind::Symbol | TermKind::Apply
        )
        .then_some(Ident(data.head))
    }

    /// The text of a term's head: an identifier as written, a binder's name, the whole of an
    /// opaque term.
    #[inline]
    pub fn head(&self, term: TermId) -> Sym {
        self.ident_text(Ident(self.data[term.index()].head))
    }

    /// The list `(! t :attributes ..)` that an annotated term stands for.
    pub fn annotation(&self, term: TermId) -> Option<NodeId> {
        let data = &self.data[term.index()];
        (data.kind() == TermKind::Annotated).then_some(NodeId(data.function))
    }

    /// An identifier as written.
    #[inline]
    pub fn ident_text(&self, ident: Ident) -> Sym {
        match ident.0 & COMPLEX {
            0 => Sym(ident.0),
            _ => self.identifiers[(ident.0 & !COMPLEX) as usize].text,
        }
    }

    /// The parts of an identifier that is more than a symbol.
    #[inline]
    pub fn parts(&self, ident: Ident) -> Option<&Identifier> {
        (ident.0 & COMPLEX != 0).then(|| &self.identifiers[(ident.0 & !COMPLEX) as usize])
    }

    /// What a symbol or the head of an application refers to.
    #[inline]
    pub fn function(&self, term: TermId) -> Function {
        match self.reference(term) {
            Some((function, false)) => function,
            _ => Function::Unknown,
        }
    }

    /// The function that the index of an identifier names: `c` for `((_ is c) x)`, `f` for
    /// `((_ map f) a)`. What such a term itself applies is in the identifier's name.
    pub fn target(&self, term: TermId) -> Function {
        match self.reference(term) {
            Some((function, true)) => function,
            _ => Function::Unknown,
        }
    }

    /// What a term refers to, and whether by an index.
    #[inline]
    fn reference(&self, term: TermId) -> Option<(Function, bool)> {
        let data = &self.data[term.index()];
        let refers = matches!(data.kind(), TermKind::Symbol | TermKind::Apply);
        refers.then(|| {
            let parts = self.parts(Ident(data.head));
            let by_index = parts.is_some_and(|parts| parts.names_function);
            (Function::decode(data.function), by_index)
        })
    }

    /// The variables of a `let` or a binder.
    pub fn variables(&self, term: TermId) -> Variables {
        let data = &self.data[term.index()];
        match data.kind() {
            TermKind::Let | TermKind::Binder => self.groups[data.function as usize],
            _ => Variables { first: 0, count: 0 },
        }
    }

    /// The cases of a `match`.
    pub fn cases(&self, term: TermId) -> &[Case] {
        let data = &self.data[term.index()];
        match data.kind() {
            TermKind::Match => {
                &self.cases[data.function as usize..data.function as usize + data.length() - 1]
            }
            _ => &[],
        }
    }

    /// Whether the sorts of a term and of all below it are known.
    #[inline]
    pub fn is_sorted(&self, term: TermId) -> bool {
        self.data[term.index()].packed & SORTED != 0
    }

    /// The arguments of a term that are `Int`s used as `Real`s, by their places.
    pub fn coerced_arguments(&self, term: TermId) -> impl Iterator<Item = usize> + '_ {
        let start = self.coercions.partition_point(|(t, _)| *t < term);
        let of_term = self.coercions[start..]
            .iter()
            .take_while(move |(t, _)| *t == term);
        of_term.map(|(_, place)| *place as usize)
    }

    /// All terms, arguments before what uses them.
    pub fn all(&self) -> impl DoubleEndedIterator<Item = TermId> + use<> {
        (0..self.data.len() as u32).map(TermId)
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.data.len()
    }

    /// Whether there are no terms.
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    pub(crate) fn shrink_to_fit(&mut self) {
        self.data.shrink_to_fit();
        self.words.shrink_to_fit();
        self.groups.shrink_to_fit();
    }
}

#[inline]
fn hash_term(term: NewTerm<'_>) -> u64 {
    let arguments = term.arguments.iter().map(|a| a.0);
    hash_words(term.head, term.function, arguments) ^ term.kind as u64
}
