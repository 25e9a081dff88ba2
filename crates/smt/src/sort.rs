//! Hash-consed sorts.
//!
//! Sorts and the patterns that signatures are made of (see `pattern`) live in one arena, so that
//! matching a ground parameter is one comparison of ids.

use crate::pattern::IndexExpr;
use crate::symbol::{Sym, Symbols, hash_words};
use crate::term::Sorted;
use hashbrown::HashTable;

/// A sort. Equal ids mean equal sorts, abbreviations expanded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SortId(pub(crate) u32);

impl SortId {
    /// The sort of what cannot be sorted.
    pub const UNKNOWN: SortId = SortId(0);
    /// `Bool`
    pub const BOOL: SortId = SortId(1);
    /// `Int`
    pub const INT: SortId = SortId(2);
    /// `Real`
    pub const REAL: SortId = SortId(3);
    /// `Char`, the element of `String`.
    pub const CHAR: SortId = SortId(4);
    /// `String`, which is `(Seq Char)`.
    pub const STRING: SortId = SortId(5);
    /// `RegLan`, which is `(RegEx String)`.
    pub const REG_LAN: SortId = SortId(6);

    /// The place of this sort in the order of first appearance.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// In an index word: the rest is an [`IndexExpr`], not a symbol.
pub(crate) const PATTERN: u32 = 1 << 31;

/// The head of a sort variable: no symbol can have this number.
pub(crate) const VARIABLE: u32 = u32::MAX;
/// The head of `Unknown`, which is not what a user may call a sort of his own.
const NO_HEAD: u32 = u32::MAX - 1;

#[derive(Debug, Clone, Copy)]
pub(crate) struct SortData {
    pub head: u32,
    /// Which declaration of that name it is: 0 is the theory's.
    pub declaration: u32,
    pub start: u32,
    pub indices: u32,
    pub arguments: u32,
    pub has_variables: bool,
    pub has_unknown: bool,
}

/// All sorts of one script.
#[derive(Debug, Clone)]
pub struct Sorts {
    pub(crate) data: Vec<SortData>,
    pub(crate) words: Vec<u32>,
    pub(crate) expressions: Vec<IndexExpr>,
    table: HashTable<u32>,
    /// Working memory, kept to save allocations.
    scratch: Vec<u32>,
    /// How many sorts and words there may be: abbreviations of abbreviations can describe sorts
    /// of any size in a short text. What goes beyond is `Unknown`.
    limit: usize,
}

impl Default for Sorts {
    fn default() -> Self {
        let mut sorts = Self {
            data: Vec::new(),
            words: Vec::new(),
            expressions: Vec::new(),
            table: HashTable::new(),
            scratch: Vec::new(),
            limit: usize::MAX,
        };
        sorts.intern(NO_HEAD, 0, 0, &[]);
        for head in [Sym::BOOL, Sym::INT, Sym::REAL, Sym::CHAR] {
            sorts.make(head, &[], &[]);
        }
        sorts.make(Sym::SEQ, &[], &[SortId::CHAR]);
        sorts.make(Sym::REG_EX, &[], &[SortId::STRING]);
        sorts
    }
}

impl Sorts {
    /// The theories' sort `((_ head indices..) arguments..)`. For functions see [`Sorts::arrow`].
    pub fn make(&mut self, head: Sym, indices: &[Sym], arguments: &[SortId]) -> SortId {
        let indices = indices.iter().map(|s| s.0);
        self.make_words(head, 0, indices, arguments)
    }

    /// A sort that the script declares: the declaration of that number.
    pub(crate) fn make_declared(
        &mut self,
        head: Sym,
        declaration: u32,
        arguments: &[SortId],
    ) -> SortId {
        self.make_words(head, declaration, std::iter::empty(), arguments)
    }

    /// A sort whose indices are given as words, see [`Sorts::index_pattern`].
    pub(crate) fn make_pattern(
        &mut self,
        head: Sym,
        indices: &[u32],
        arguments: &[SortId],
    ) -> SortId {
        self.make_words(head, 0, indices.iter().copied(), arguments)
    }

    pub(crate) fn make_words(
        &mut self,
        head: Sym,
        declaration: u32,
        indices: impl Iterator<Item = u32>,
        arguments: &[SortId],
    ) -> SortId {
        let mut words = std::mem::take(&mut self.scratch);
        words.clear();
        words.extend(indices);
        let count = words.len();
        words.extend(arguments.iter().map(|s| s.0));
        let sort = self.intern(head.0, declaration, count, &words);
        self.scratch = words;
        sort
    }

    /// `(-> parameters.. result)`. A function of two parameters is one whose result is a
    /// function: so `(-> A B C)` is `(-> A (-> B C))`, and both take no more than they share.
    pub fn arrow(&mut self, parameters: &[SortId], result: SortId) -> SortId {
        let curried = |result, &parameter| self.make(Sym::ARROW, &[], &[parameter, result]);
        parameters.iter().rev().fold(result, curried)
    }

    /// The sort variable number `n` of a signature.
    pub(crate) fn variable(&mut self, n: u32) -> SortId {
        self.intern(VARIABLE, 0, 1, &[n])
    }

    pub(crate) fn set_limit(&mut self, more: usize) {
        self.limit = self.words.len() + self.data.len() + more;
    }

    fn intern(&mut self, head: u32, declaration: u32, indices: usize, words: &[u32]) -> SortId {
        let hash = hash_words(head, declaration, words.iter().copied());
        let (data, all) = (&self.data, &self.words);
        if let Some(&found) = self.table.find(hash, |&id| {
            let sort = &data[id as usize];
            sort.head == head
                && sort.declaration == declaration
                && sort.indices as usize == indices
                && words_of(all, sort) == words
        }) {
            return SortId(found);
        }
        if self.data.len() + self.words.len() + words.len() >= self.limit {
            return SortId::UNKNOWN;
        }
        let id = self.data.len() as u32;
        let arguments = &words[indices..];
        let sort = SortData {
            head,
            declaration,
            start: self.words.len() as u32,
            indices: indices as u32,
            arguments: arguments.len() as u32,
            has_variables: head == VARIABLE
                || words[..indices].iter().any(|w| w & PATTERN != 0)
                || arguments.iter().any(|&a| data[a as usize].has_variables),
            has_unknown: head == NO_HEAD || arguments.iter().any(|&a| data[a as usize].has_unknown),
        };
        self.words.extend_from_slice(words);
        self.data.push(sort);
        let (data, all) = (&self.data, &self.words);
        self.table.insert_unique(hash, id, |&id| {
            let sort = &data[id as usize];
            hash_words(
                sort.head,
                sort.declaration,
                words_of(all, sort).iter().copied(),
            )
        });
        SortId(id)
    }

    /// The symbol that a sort of a theory starts with: `BitVec`, `Array`. `None` for a sort that
    /// the script declares, whatever its name.
    #[inline]
    pub fn head(&self, sort: SortId) -> Option<Sym> {
        let data = &self.data[sort.index()];
        (data.head < NO_HEAD && data.declaration == 0).then_some(Sym(data.head))
    }

    /// The name of a sort, be it of a theory or of the script.
    pub fn name(&self, sort: SortId) -> Option<Sym> {
        let head = self.data[sort.index()].head;
        (head < NO_HEAD).then_some(Sym(head))
    }

    /// Whether two sorts are made by the same constructor, of a theory or of the script.
    pub(crate) fn same_constructor(&self, left: SortId, right: SortId) -> bool {
        let (left, right) = (&self.data[left.index()], &self.data[right.index()]);
        left.head == right.head && left.declaration == right.declaration
    }

    /// The indices of an indexed sort, as spelled.
    pub fn indices(&self, sort: SortId) -> impl ExactSizeIterator<Item = Sym> + '_ {
        self.index_words(sort).iter().map(|&w| Sym(w))
    }

    pub(crate) fn index_words(&self, sort: SortId) -> &[u32] {
        let data = &self.data[sort.index()];
        &words_of(&self.words, data)[..data.indices as usize]
    }

    /// The sorts that a sort is applied to; of a function, its first parameter and the rest.
    pub fn arguments(&self, sort: SortId) -> impl DoubleEndedIterator<Item = SortId> + '_ {
        self.argument_words(sort).iter().map(|&w| SortId(w))
    }

    pub(crate) fn argument_words(&self, sort: SortId) -> &[u32] {
        let data = &self.data[sort.index()];
        &words_of(&self.words, data)[data.indices as usize..]
    }

    /// Whether a sort is fully known: `Unknown` is nowhere in it.
    #[inline]
    pub fn is_known(&self, sort: SortId) -> bool {
        !self.data[sort.index()].has_unknown
    }

    /// A sort as [`Terms`](crate::Terms) want it.
    #[inline]
    pub(crate) fn sorted(&self, sort: SortId) -> Sorted {
        let known = self.is_known(sort);
        Sorted { sort, known }
    }

    /// Whether there are variables to be bound in it.
    #[inline]
    pub(crate) fn has_variables(&self, sort: SortId) -> bool {
        self.data[sort.index()].has_variables
    }

    pub(crate) fn is_variable(&self, sort: SortId) -> bool {
        self.data[sort.index()].head == VARIABLE
    }

    /// The width of a `(_ BitVec w)`.
    pub fn bit_width(&self, sort: SortId, symbols: &Symbols) -> Option<u64> {
        match self.head(sort)? {
            Sym::BIT_VEC => symbols.number(self.indices(sort).next()?),
            _ => None,
        }
    }

    /// All sorts in the order of their making.
    pub fn all(&self) -> impl Iterator<Item = SortId> + use<> {
        (0..self.data.len() as u32).map(SortId)
    }

    /// How many sorts there are.
    pub fn len(&self) -> usize {
        self.data.len()
    }

    /// Never true: some sorts are always there.
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    /// Appends a sort as SMT-LIB writes it, abbreviations expanded except `String` and `RegLan`,
    /// unless that takes more than `limit` bytes: then it is cut short, and the answer is false.
    /// A sort whose parts share parts can be exponentially longer than the script it is from.
    pub fn write(&self, sort: SortId, symbols: &Symbols, limit: usize, out: &mut Vec<u8>) -> bool {
        enum Piece {
            Sort(SortId),
            /// What is left of a function behind a parameter.
            Rest(SortId),
            Close,
        }
        let start = out.len();
        let mut todo = vec![Piece::Sort(sort)];
        while let Some(piece) = todo.pop() {
            if out.len() - start > limit {
                return false;
            }
            let (sort, is_rest) = match piece {
                Piece::Close => {
                    out.push(b')');
                    continue;
                }
                Piece::Sort(sort) => (sort, false),
                Piece::Rest(sort) => (sort, true),
            };
            let arrow = self.head(sort) == Some(Sym::ARROW);
            let first = matches!(out[start..].last(), None | Some(b'('));
            let continues = is_rest && arrow;
            if !first && !continues {
                out.push(b' ');
            }
            match (sort, self.argument_words(sort)) {
                (SortId::STRING, _) => out.extend_from_slice(b"String"),
                (SortId::REG_LAN, _) => out.extend_from_slice(b"RegLan"),
                (_, &[parameter, rest]) if arrow => {
                    if !is_rest {
                        out.extend_from_slice(b"(->");
                        todo.push(Piece::Close);
                    }
                    todo.push(Piece::Rest(SortId(rest)));
                    todo.push(Piece::Sort(SortId(parameter)));
                }
                (_, arguments) => {
                    if !arguments.is_empty() {
                        out.push(b'(');
                        todo.push(Piece::Close);
                        todo.extend(arguments.iter().rev().map(|&a| Piece::Sort(SortId(a))));
                    }
                    self.write_head(sort, symbols, out);
                }
            }
        }
        true
    }

    fn write_head(&self, sort: SortId, symbols: &Symbols, out: &mut Vec<u8>) {
        let Some(name) = self.name(sort) else {
            return match self.is_variable(sort) {
                true => out.extend(format!("?{}", self.index_words(sort)[0]).bytes()),
                false => out.extend_from_slice(b"Unknown"),
            };
        };
        let indices = self.index_words(sort);
        if indices.is_empty() {
            return out.extend_from_slice(symbols.bytes(name));
        }
        out.extend_from_slice(b"(_ ");
        out.extend_from_slice(symbols.bytes(name));
        for &index in indices {
            out.push(b' ');
            match index & PATTERN {
                0 => out.extend_from_slice(symbols.bytes(Sym(index))),
                _ => out.push(b'?'),
            }
        }
        out.push(b')');
    }

    /// A sort as SMT-LIB writes it, for people: a very long one is cut short.
    pub fn show(&self, sort: SortId, symbols: &Symbols) -> String {
        /// More than anyone reads.
        const LIMIT: usize = 10_000;
        let mut out = Vec::new();
        let whole = self.write(sort, symbols, LIMIT, &mut out);
        let mut shown = String::from_utf8_lossy(&out).into_owned();
        if !whole {
            shown.push('…');
        }
        shown
    }
}

pub(crate) fn words_of<'a>(words: &'a [u32], sort: &SortData) -> &'a [u32] {
    &words[sort.start as usize..(sort.start + sort.indices + sort.arguments) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexer::AtomKind;

    #[test]
    fn equal_sorts_have_equal_ids_and_print() {
        let (mut sorts, mut symbols) = (Sorts::default(), Symbols::default());
        let w = symbols.intern(b"8", AtomKind::Numeral);
        let byte = sorts.make(Sym::BIT_VEC, &[w], &[]);
        assert_eq!(byte, sorts.make(Sym::BIT_VEC, &[w], &[]));
        let array = sorts.make(Sym::ARRAY, &[], &[byte, SortId::STRING]);
        let nested = sorts.make(Sym::ARRAY, &[], &[SortId::INT, array]);
        assert_eq!(
            sorts.show(nested, &symbols),
            "(Array Int (Array (_ BitVec 8) String))"
        );
        assert_eq!(sorts.show(SortId::REG_LAN, &symbols), "RegLan");
        assert_eq!(sorts.bit_width(byte, &symbols), Some(8));
        assert!(sorts.is_known(nested) && !sorts.is_known(SortId::UNKNOWN));
    }

    #[test]
    fn functions_are_curried_and_printed_flat() {
        let (mut sorts, symbols) = (Sorts::default(), Symbols::default());
        let inner = sorts.arrow(&[SortId::REAL], SortId::BOOL);
        let nested = sorts.arrow(&[SortId::INT], inner);
        assert_eq!(
            nested,
            sorts.arrow(&[SortId::INT, SortId::REAL], SortId::BOOL)
        );
        assert_eq!(sorts.show(nested, &symbols), "(-> Int Real Bool)");
        let takes = sorts.arrow(&[nested, SortId::INT], SortId::INT);
        assert_eq!(
            sorts.show(takes, &symbols),
            "(-> (-> Int Real Bool) Int Int)"
        );
    }

    #[test]
    fn the_scripts_sorts_are_not_the_theories() {
        let (mut sorts, symbols) = (Sorts::default(), Symbols::default());
        let own = sorts.make_declared(Sym::INT, 1, &[]);
        assert_ne!(own, SortId::INT);
        assert_eq!(sorts.head(own), None);
        assert_eq!(sorts.show(own, &symbols), "Int");
    }

    #[test]
    fn there_is_a_limit_to_what_is_made_and_shown() {
        let (mut sorts, symbols) = (Sorts::default(), Symbols::default());
        sorts.set_limit(100);
        let mut sort = SortId::INT;
        for _ in 0..20 {
            sort = sorts.make(Sym::ARRAY, &[], &[sort, sort]);
        }
        let shown = sorts.show(sort, &symbols);
        assert!(shown.ends_with('…') && shown.len() < 11_000);
        for _ in 0..100 {
            sort = sorts.make(Sym::SET, &[], &[sort]);
        }
        assert!(!sorts.is_known(sort));
    }
}
