//! Hash-consed sorts, and the patterns that signatures are made of.
//!
//! A pattern is a sort with variables in it, `(Array A B)` or `(_ BitVec (+ i j))`. Both live in
//! one arena, so that matching a ground parameter is one comparison of ids.

use crate::lexer::AtomKind;
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

/// What an index of a sort pattern stands for; in `Sorts::words` such an index has [`PATTERN`] set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum IndexExpr {
    Variable(u32),
    Number(u64),
    /// `+`, `-`, `*` or `div` of two expressions.
    Operation(Sym, u32, u32),
}

/// In an index word: the rest is an [`IndexExpr`], not a symbol.
const PATTERN: u32 = 1 << 31;

/// In a variable's head: no symbol can have this number.
const VARIABLE: u32 = u32::MAX;

/// A binding of pattern variables that is not made yet.
pub(crate) const UNBOUND: u32 = u32::MAX;

#[derive(Debug, Clone, Copy)]
struct SortData {
    head: u32,
    start: u32,
    indices: u32,
    arguments: u32,
    has_variables: bool,
    has_unknown: bool,
}

/// All sorts of one script.
#[derive(Debug, Clone)]
pub struct Sorts {
    data: Vec<SortData>,
    words: Vec<u32>,
    expressions: Vec<IndexExpr>,
    table: HashTable<u32>,
    /// Working memory, kept to save allocations.
    scratch: Vec<u32>,
}

impl Default for Sorts {
    fn default() -> Self {
        let mut sorts = Self {
            data: Vec::new(),
            words: Vec::new(),
            expressions: Vec::new(),
            table: HashTable::new(),
            scratch: Vec::new(),
        };
        for head in [Sym::UNKNOWN, Sym::BOOL, Sym::INT, Sym::REAL, Sym::CHAR] {
            sorts.make(head, &[], &[]);
        }
        sorts.make(Sym::SEQ, &[], &[SortId::CHAR]);
        sorts.make(Sym::REG_EX, &[], &[SortId::STRING]);
        sorts
    }
}

impl Sorts {
    /// The sort `((_ head indices..) arguments..)`.
    pub fn make(&mut self, head: Sym, indices: &[Sym], arguments: &[SortId]) -> SortId {
        let mut words = std::mem::take(&mut self.scratch);
        words.clear();
        words.extend(indices.iter().map(|s| s.0));
        words.extend(arguments.iter().map(|s| s.0));
        let sort = self.intern(head.0, indices.len(), &words);
        self.scratch = words;
        sort
    }

    /// `(-> parameters.. result)`, where `(-> A (-> B C))` is `(-> A B C)`.
    pub fn arrow(&mut self, parameters: &[SortId], result: SortId) -> SortId {
        let mut flat = parameters.to_vec();
        match self.head(result) {
            Some(Sym::ARROW) => flat.extend(self.arguments(result)),
            _ => flat.push(result),
        }
        self.make(Sym::ARROW, &[], &flat)
    }

    /// The sort variable number `n` of a signature.
    pub(crate) fn variable(&mut self, n: u32) -> SortId {
        self.intern(VARIABLE, 1, &[n])
    }

    /// A sort whose indices are given as words, see [`Sorts::index_pattern`].
    pub(crate) fn make_pattern(
        &mut self,
        head: Sym,
        indices: &[u32],
        arguments: &[SortId],
    ) -> SortId {
        let words: Vec<u32> = indices
            .iter()
            .copied()
            .chain(arguments.iter().map(|s| s.0))
            .collect();
        self.intern(head.0, indices.len(), &words)
    }

    /// The word that stands for an index expression.
    pub(crate) fn index_pattern(&mut self, expression: IndexExpr) -> u32 {
        let known = self.expressions.iter().position(|e| *e == expression);
        let place = known.unwrap_or_else(|| {
            self.expressions.push(expression);
            self.expressions.len() - 1
        });
        place as u32 | PATTERN
    }

    fn intern(&mut self, head: u32, indices: usize, words: &[u32]) -> SortId {
        let hash = hash_words(head, indices as u32, words.iter().copied());
        let (data, all) = (&self.data, &self.words);
        if let Some(&found) = self.table.find(hash, |&id| {
            let sort = &data[id as usize];
            sort.head == head && sort.indices as usize == indices && words_of(all, sort) == words
        }) {
            return SortId(found);
        }
        let id = self.data.len() as u32;
        let arguments = &words[indices..];
        let sort = SortData {
            head,
            start: self.words.len() as u32,
            indices: indices as u32,
            arguments: arguments.len() as u32,
            has_variables: head == VARIABLE
                || words[..indices].iter().any(|w| w & PATTERN != 0)
                || arguments.iter().any(|&a| data[a as usize].has_variables),
            has_unknown: id == SortId::UNKNOWN.0
                || arguments.iter().any(|&a| data[a as usize].has_unknown),
        };
        self.words.extend_from_slice(words);
        self.data.push(sort);
        let (data, all) = (&self.data, &self.words);
        self.table.insert_unique(hash, id, |&id| {
            let sort = &data[id as usize];
            hash_words(sort.head, sort.indices, words_of(all, sort).iter().copied())
        });
        SortId(id)
    }

    /// The symbol a sort starts with: `BitVec`, `Array`, a user's own. `None` for a variable.
    pub fn head(&self, sort: SortId) -> Option<Sym> {
        let head = self.data[sort.index()].head;
        (head != VARIABLE).then_some(Sym(head))
    }

    /// The indices of an indexed sort, as spelled.
    pub fn indices(&self, sort: SortId) -> impl ExactSizeIterator<Item = Sym> + '_ {
        self.index_words(sort).iter().map(|&w| Sym(w))
    }

    fn index_words(&self, sort: SortId) -> &[u32] {
        let data = &self.data[sort.index()];
        &words_of(&self.words, data)[..data.indices as usize]
    }

    /// The sorts that a sort is applied to.
    pub fn arguments(&self, sort: SortId) -> impl ExactSizeIterator<Item = SortId> + '_ {
        self.argument_words(sort).iter().map(|&w| SortId(w))
    }

    fn argument_words(&self, sort: SortId) -> &[u32] {
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
    pub(crate) fn sorted(&self, sort: SortId, coerced: bool) -> Sorted {
        Sorted {
            sort,
            known: self.is_known(sort),
            coerced,
        }
    }

    /// Whether there are variables to be bound in it.
    #[inline]
    pub(crate) fn has_variables(&self, sort: SortId) -> bool {
        self.data[sort.index()].has_variables
    }

    /// The width of a `(_ BitVec w)`.
    pub fn bit_width(&self, sort: SortId, symbols: &Symbols) -> Option<u64> {
        (self.head(sort) == Some(Sym::BIT_VEC))
            .then(|| symbols.number(self.indices(sort).next()?))?
    }

    /// How many sorts there are.
    pub fn len(&self) -> usize {
        self.data.len()
    }

    /// Never true: some sorts are always there.
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    /// Appends a sort as SMT-LIB writes it, abbreviations expanded except `String` and `RegLan`.
    pub fn write(&self, sort: SortId, symbols: &Symbols, out: &mut Vec<u8>) {
        enum Piece {
            Sort(SortId),
            Close,
        }
        let mut todo = vec![Piece::Sort(sort)];
        while let Some(piece) = todo.pop() {
            let Piece::Sort(sort) = piece else {
                out.push(b')');
                continue;
            };
            if !matches!(out.last(), None | Some(b'(' | b' ')) {
                out.push(b' ');
            }
            let Some(head) = self.head(sort) else {
                out.extend_from_slice(format!("?{}", self.index_words(sort)[0]).as_bytes());
                continue;
            };
            match sort {
                SortId::STRING => out.extend_from_slice(b"String"),
                SortId::REG_LAN => out.extend_from_slice(b"RegLan"),
                _ => {
                    let arguments = self.argument_words(sort);
                    if !arguments.is_empty() {
                        out.push(b'(');
                        todo.push(Piece::Close);
                        todo.extend(arguments.iter().rev().map(|&a| Piece::Sort(SortId(a))));
                    }
                    self.write_head(head, self.index_words(sort), symbols, out);
                }
            }
        }
    }

    fn write_head(&self, head: Sym, indices: &[u32], symbols: &Symbols, out: &mut Vec<u8>) {
        if indices.is_empty() {
            out.extend_from_slice(symbols.bytes(head));
            return;
        }
        out.extend_from_slice(b"(_ ");
        out.extend_from_slice(symbols.bytes(head));
        for &index in indices {
            out.push(b' ');
            if index & PATTERN != 0 {
                out.push(b'?');
            } else {
                out.extend_from_slice(symbols.bytes(Sym(index)));
            }
        }
        out.push(b')');
    }

    /// A sort as SMT-LIB writes it, for people.
    pub fn show(&self, sort: SortId, symbols: &Symbols) -> String {
        let mut out = Vec::new();
        self.write(sort, symbols, &mut out);
        String::from_utf8_lossy(&out).into_owned()
    }

    /// The value of an index expression under a binding of its variables.
    fn index_value(&self, word: u32, bindings: &[u32], symbols: &Symbols) -> Option<u64> {
        // Expressions come from our own signature tables: their nesting is bounded.
        match self.expressions[(word & !PATTERN) as usize] {
            IndexExpr::Number(n) => Some(n),
            IndexExpr::Variable(v) => match bindings[v as usize] {
                UNBOUND => None,
                bound => symbols.number(Sym(bound)),
            },
            IndexExpr::Operation(operator, left, right) => {
                let left = self.index_value(left, bindings, symbols)?;
                let right = self.index_value(right, bindings, symbols)?;
                match operator {
                    Sym::PLUS => left.checked_add(right),
                    Sym::MINUS => left.checked_sub(right),
                    Sym::TIMES => left.checked_mul(right),
                    _ => left.checked_div(right),
                }
            }
        }
    }

    /// Matches an index with its pattern and binds the pattern's variable.
    pub(crate) fn match_index(
        &self,
        pattern: u32,
        actual: Sym,
        bindings: &mut [u32],
        symbols: &Symbols,
    ) -> bool {
        if pattern & PATTERN == 0 {
            return pattern == actual.0;
        }
        if let IndexExpr::Variable(v) = self.expressions[(pattern & !PATTERN) as usize] {
            let bound = &mut bindings[v as usize];
            if *bound == UNBOUND {
                *bound = actual.0;
            }
            return *bound == actual.0;
        }
        let value = self.index_value(pattern, bindings, symbols);
        value.is_some() && value == symbols.number(actual)
    }

    /// Matches an actual sort with a parameter, binding its variables; with `coerce`, an `Int`
    /// is taken where a `Real` is wanted, and the answer says so.
    ///
    /// `Unknown` fits everything. Function sorts and array sorts fit each other: z3 writes
    /// functions as arrays, cvc5 as arrows.
    pub(crate) fn fit(
        &self,
        parameter: SortId,
        actual: SortId,
        coerce: bool,
        bindings: &mut [u32],
        symbols: &Symbols,
    ) -> Fit {
        let same = parameter == actual && !self.has_variables(parameter);
        if same || actual == SortId::UNKNOWN {
            return Fit::Exact;
        }
        if coerce {
            // Coercion happens at the top of an argument only, never inside of its sort.
            match (self.bound(parameter, bindings), actual) {
                (SortId::REAL, SortId::INT) => return Fit::Coerced,
                (SortId::INT, SortId::REAL) if self.data[parameter.index()].head == VARIABLE => {
                    bindings[self.index_words(parameter)[0] as usize] = SortId::REAL.0;
                    return Fit::Coerced;
                }
                _ => {}
            }
        }
        if self.data[parameter.index()].head == VARIABLE {
            // The usual case of an open parameter, without a stack.
            let bound = &mut bindings[self.index_words(parameter)[0] as usize];
            if *bound == UNBOUND {
                *bound = actual.0;
            }
            return match *bound == actual.0 || self.agree(SortId(*bound), actual) {
                true => Fit::Exact,
                false => Fit::No,
            };
        }
        let mut todo = vec![(parameter, actual)];
        while let Some((pattern, actual)) = todo.pop() {
            let same = pattern == actual && !self.has_variables(pattern);
            if same || actual == SortId::UNKNOWN || pattern == SortId::UNKNOWN {
                continue;
            }
            let (p, a) = (&self.data[pattern.index()], &self.data[actual.index()]);
            if p.head == VARIABLE {
                let bound = &mut bindings[self.words[p.start as usize] as usize];
                if *bound == UNBOUND {
                    *bound = actual.0;
                } else if *bound != actual.0 {
                    // Two actual sorts: they may still agree up to `Unknown`, or as functions.
                    if !self.agree(SortId(*bound), actual) {
                        return Fit::No;
                    }
                }
                continue;
            }
            if !p.has_variables {
                if !self.agree(pattern, actual) {
                    return Fit::No;
                }
                continue;
            }
            if !same_head(p.head, a.head) || p.indices != a.indices || p.arguments != a.arguments {
                return Fit::No;
            }
            let mut indices = self
                .index_words(pattern)
                .iter()
                .zip(self.index_words(actual));
            if !indices.all(|(&p, &a)| self.match_index(p, Sym(a), bindings, symbols)) {
                return Fit::No;
            }
            let pairs = self.arguments(pattern).zip(self.arguments(actual));
            todo.extend(pairs);
        }
        Fit::Exact
    }

    /// Whether two sorts are equal, up to `Unknown` and to arrays standing for functions.
    fn agree(&self, left: SortId, right: SortId) -> bool {
        let mut todo = vec![(left, right)];
        while let Some((left, right)) = todo.pop() {
            if left == right || left == SortId::UNKNOWN || right == SortId::UNKNOWN {
                continue;
            }
            let (l, r) = (&self.data[left.index()], &self.data[right.index()]);
            if is_functional(l.head) && is_functional(r.head) && l.arguments != r.arguments {
                // A function of two arguments, or one whose result is a function.
                let (left, right) = (self.uncurried(left), self.uncurried(right));
                if left.len() != right.len() {
                    return false;
                }
                todo.extend(left.into_iter().zip(right));
                continue;
            }
            let same = l.head != VARIABLE
                && same_head(l.head, r.head)
                && l.arguments == r.arguments
                && self.index_words(left) == self.index_words(right);
            if !same {
                return false;
            }
            todo.extend(self.arguments(left).zip(self.arguments(right)));
        }
        true
    }

    /// The parameters of a function sort, then its result, which is no function sort.
    fn uncurried(&self, mut sort: SortId) -> Vec<SortId> {
        let mut flat = Vec::new();
        while is_functional(self.data[sort.index()].head)
            && let Some((&result, parameters)) = self.argument_words(sort).split_last()
        {
            flat.extend(parameters.iter().map(|&p| SortId(p)));
            sort = SortId(result);
        }
        flat.push(sort);
        flat
    }

    /// What a variable is bound to; any other sort is itself.
    fn bound(&self, sort: SortId, bindings: &[u32]) -> SortId {
        let data = &self.data[sort.index()];
        if data.head != VARIABLE {
            return sort;
        }
        match bindings[self.words[data.start as usize] as usize] {
            UNBOUND => SortId::UNKNOWN,
            bound => SortId(bound),
        }
    }

    /// A pattern with its variables replaced; unbound ones become `Unknown`.
    pub(crate) fn instantiate(
        &mut self,
        pattern: SortId,
        bindings: &[u32],
        symbols: &mut Symbols,
    ) -> SortId {
        if !self.has_variables(pattern) {
            return pattern;
        }
        if self.data[pattern.index()].head == VARIABLE {
            return self.bound(pattern, bindings);
        }
        // Post-order with a stack: (sort, whether its arguments are done).
        let mut todo = vec![(pattern, false)];
        let mut done: Vec<SortId> = Vec::new();
        while let Some((sort, arguments_done)) = todo.pop() {
            let data = self.data[sort.index()];
            if !data.has_variables {
                done.push(sort);
            } else if data.head == VARIABLE {
                done.push(self.bound(sort, bindings));
            } else if !arguments_done {
                todo.push((sort, true));
                let arguments = self.argument_words(sort).iter().rev();
                todo.extend(arguments.map(|&a| (SortId(a), false)));
            } else {
                let indices = self.instantiate_indices(sort, bindings, symbols);
                let arguments = done.split_off(done.len() - data.arguments as usize);
                done.push(match indices {
                    Some(indices) => self.make(Sym(data.head), &indices, &arguments),
                    None => SortId::UNKNOWN,
                });
            }
        }
        done.pop().unwrap_or(SortId::UNKNOWN)
    }

    fn instantiate_indices(
        &self,
        sort: SortId,
        bindings: &[u32],
        symbols: &mut Symbols,
    ) -> Option<Vec<Sym>> {
        let words = self.index_words(sort).iter();
        words
            .map(|&word| {
                if word & PATTERN == 0 {
                    return Some(Sym(word));
                }
                // A variable keeps its spelling: it may be too large for a number.
                if let IndexExpr::Variable(v) = self.expressions[(word & !PATTERN) as usize] {
                    return Some(bindings[v as usize])
                        .filter(|&b| b != UNBOUND)
                        .map(Sym);
                }
                let value = self.index_value(word, bindings, symbols)?;
                Some(symbols.intern(value.to_string().as_bytes(), AtomKind::Numeral))
            })
            .collect()
    }
}

/// How an argument fits a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fit {
    No,
    Exact,
    Coerced,
}

/// Whether values of such a sort can be applied: z3 writes functions as arrays.
fn is_functional(head: u32) -> bool {
    head == Sym::ARRAY.0 || head == Sym::ARROW.0
}

fn same_head(left: u32, right: u32) -> bool {
    left == right || (is_functional(left) && is_functional(right))
}

fn words_of<'a>(words: &'a [u32], sort: &SortData) -> &'a [u32] {
    &words[sort.start as usize..(sort.start + sort.indices + sort.arguments) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn variables_are_bound_once_and_coercion_is_at_the_top_only() {
        let (mut sorts, symbols) = (Sorts::default(), Symbols::default());
        let a = sorts.variable(0);
        let array = sorts.make(Sym::ARRAY, &[], &[SortId::INT, a]);
        let ints = sorts.make(Sym::ARRAY, &[], &[SortId::INT, SortId::INT]);
        let reals = sorts.make(Sym::ARRAY, &[], &[SortId::INT, SortId::REAL]);
        let mut bound = [UNBOUND];
        assert_eq!(
            sorts.fit(array, ints, false, &mut bound, &symbols),
            Fit::Exact
        );
        assert_eq!(bound, [SortId::INT.0]);
        assert_eq!(sorts.fit(array, reals, true, &mut bound, &symbols), Fit::No);
        assert_eq!(
            sorts.fit(a, SortId::REAL, false, &mut bound, &symbols),
            Fit::No
        );
        assert_eq!(
            sorts.fit(a, SortId::REAL, true, &mut bound, &symbols),
            Fit::Coerced
        );
        assert_eq!(bound, [SortId::REAL.0]);
        assert_eq!(
            sorts.fit(a, SortId::INT, true, &mut bound, &symbols),
            Fit::Coerced
        );
    }

    #[test]
    fn index_expressions_are_computed() {
        let (mut sorts, mut symbols) = (Sorts::default(), Symbols::default());
        let i = sorts.index_pattern(IndexExpr::Variable(0));
        let j = sorts.index_pattern(IndexExpr::Variable(1));
        let sum = sorts.index_pattern(IndexExpr::Operation(Sym::PLUS, i, j));
        let (left, right) = (
            sorts.make_pattern(Sym::BIT_VEC, &[i], &[]),
            sorts.make_pattern(Sym::BIT_VEC, &[j], &[]),
        );
        let result = sorts.make_pattern(Sym::BIT_VEC, &[sum], &[]);
        let three = symbols.intern(b"3", AtomKind::Numeral);
        let bv3 = sorts.make(Sym::BIT_VEC, &[three], &[]);
        let mut bound = [UNBOUND; 2];
        for side in [left, right] {
            assert_eq!(
                sorts.fit(side, bv3, false, &mut bound, &symbols),
                Fit::Exact
            );
        }
        let six = sorts.instantiate(result, &bound, &mut symbols);
        assert_eq!(sorts.show(six, &symbols), "(_ BitVec 6)");
        assert_eq!(
            sorts.fit(result, six, false, &mut bound, &symbols),
            Fit::Exact
        );
        assert_eq!(sorts.fit(result, bv3, false, &mut bound, &symbols), Fit::No);
    }
}
