//! Sorts with variables in them: what signatures are made of, and how they are matched.
//!
//! A pattern is a sort with variables for sorts, `(Array A B)`, or for numerals,
//! `(_ BitVec (+ i j))`. The variables of a signature are numbered, and a binding is an array with
//! the sort or the symbol of each.

use crate::lexer::AtomKind;
use crate::sort::{PATTERN, SortId, Sorts, VARIABLE};
use crate::symbol::{Sym, Symbols};
use hashbrown::{HashMap, HashSet};

/// What an index of a pattern stands for; such an index has [`PATTERN`] set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum IndexExpr {
    Variable(u32),
    Number(u64),
    /// `+`, `-`, `*` or `div` of two expressions.
    Operation(Sym, u32, u32),
}

/// A variable that is not bound yet.
pub(crate) const UNBOUND: u32 = u32::MAX;

/// What an `Int` may stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Coercion {
    /// An `Int` only.
    None,
    /// Also a `Real`, where one is wanted.
    Allowed,
    /// And where a sort variable was an `Int` so far, it becomes a `Real` with the first one met:
    /// `(= 1 x 2.5)`.
    Widening,
}

/// How many pairs of sorts are compared before it is remembered which: sorts that share their
/// parts would else be walked once for each way to a part.
const FEW: usize = 64;

/// Pairs of sorts to be compared, each once.
struct Pairs {
    todo: Vec<(SortId, SortId)>,
    seen: HashSet<(SortId, SortId)>,
    taken: usize,
}

impl Pairs {
    fn new(first: (SortId, SortId)) -> Self {
        Self {
            todo: vec![first],
            seen: HashSet::new(),
            taken: 0,
        }
    }

    fn next(&mut self) -> Option<(SortId, SortId)> {
        loop {
            let pair = self.todo.pop()?;
            self.taken += 1;
            if self.taken <= FEW || self.seen.insert(pair) {
                return Some(pair);
            }
        }
    }
}

impl Sorts {
    /// The word that stands for an index expression.
    pub(crate) fn index_pattern(&mut self, expression: IndexExpr) -> u32 {
        let known = self.expressions.iter().position(|e| *e == expression);
        let place = known.unwrap_or_else(|| {
            self.expressions.push(expression);
            self.expressions.len() - 1
        });
        place as u32 | PATTERN
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
            return *bound == actual.0 && symbols.kind(actual) == AtomKind::Numeral;
        }
        let value = self.index_value(pattern, bindings, symbols);
        value.is_some() && value == symbols.number(actual)
    }

    /// Whether an actual sort fits a parameter; binds the parameter's variables.
    ///
    /// `Unknown` fits everything. Function sorts and array sorts fit each other: z3 writes
    /// functions as arrays, cvc5 as arrows.
    pub(crate) fn fit(
        &self,
        parameter: SortId,
        actual: SortId,
        coercion: Coercion,
        bindings: &mut [u32],
        symbols: &Symbols,
    ) -> bool {
        if !self.has_variables(parameter) {
            let coerced = parameter == SortId::REAL && actual == SortId::INT;
            return (coerced && coercion != Coercion::None) || self.agree(parameter, actual);
        }
        if self.is_variable(parameter) {
            return self.bind(parameter, actual, coercion, bindings);
        }
        let mut pairs = Pairs::new((parameter, actual));
        while let Some((pattern, actual)) = pairs.next() {
            if actual == SortId::UNKNOWN {
                continue;
            }
            if !self.has_variables(pattern) {
                if !self.agree(pattern, actual) {
                    return false;
                }
                continue;
            }
            // Coercion happens at the top of an argument only, never inside of its sort.
            if self.is_variable(pattern) {
                if !self.bind(pattern, actual, Coercion::None, bindings) {
                    return false;
                }
                continue;
            }
            let fits = self.push_parts(pattern, actual, &mut pairs.todo) && {
                let mut indices = self
                    .index_words(pattern)
                    .iter()
                    .zip(self.index_words(actual));
                indices.all(|(&p, &a)| self.match_index(p, Sym(a), bindings, symbols))
            };
            if !fits {
                return false;
            }
        }
        true
    }

    /// Binds a variable, or compares with what it is bound to.
    fn bind(
        &self,
        variable: SortId,
        actual: SortId,
        coercion: Coercion,
        bindings: &mut [u32],
    ) -> bool {
        let bound = &mut bindings[self.index_words(variable)[0] as usize];
        if *bound == UNBOUND {
            if actual != SortId::UNKNOWN {
                *bound = actual.0;
            }
            return true;
        }
        match (SortId(*bound), actual, coercion) {
            (SortId::REAL, SortId::INT, Coercion::Allowed | Coercion::Widening) => true,
            (SortId::INT, SortId::REAL, Coercion::Widening) => {
                *bound = actual.0;
                true
            }
            (known, actual, _) => {
                let agree = self.agree(known, actual);
                // `(L Int)` says more than `(L Unknown)`.
                if agree && !self.is_known(known) && self.is_known(actual) {
                    *bound = actual.0;
                }
                agree
            }
        }
    }

    /// Whether two sorts are equal, up to `Unknown` and to arrays standing for functions.
    pub(crate) fn agree(&self, left: SortId, right: SortId) -> bool {
        if left == right || left == SortId::UNKNOWN || right == SortId::UNKNOWN {
            return true;
        }
        let mut pairs = Pairs::new((left, right));
        while let Some((left, right)) = pairs.next() {
            if left == right || left == SortId::UNKNOWN || right == SortId::UNKNOWN {
                continue;
            }
            if !self.push_parts(left, right, &mut pairs.todo)
                || self.index_words(left) != self.index_words(right)
            {
                return false;
            }
        }
        true
    }

    /// Pushes the pairs of arguments of two sorts that have the same constructor.
    fn push_parts(&self, left: SortId, right: SortId, todo: &mut Vec<(SortId, SortId)>) -> bool {
        let (l, r) = (&self.data[left.index()], &self.data[right.index()]);
        let functions = self.is_functional(left) && self.is_functional(right);
        if functions && l.arguments != r.arguments {
            // `(Array A B C)` is `(-> A (-> B C))`.
            let (left, right) = (self.uncurried(left), self.uncurried(right));
            let fits = left.len() == right.len();
            if fits {
                todo.extend(left.into_iter().zip(right));
            }
            return fits;
        }
        let fits = (functions || self.same_constructor(left, right))
            && l.head != VARIABLE
            && l.indices == r.indices
            && l.arguments == r.arguments;
        if fits {
            todo.extend(self.arguments(left).zip(self.arguments(right)));
        }
        fits
    }

    /// Whether values of a sort can be applied: z3 writes functions as arrays.
    pub(crate) fn is_functional(&self, sort: SortId) -> bool {
        matches!(self.head(sort), Some(Sym::ARRAY | Sym::ARROW))
    }

    /// The parameters of a function sort, then its result, which is no function sort.
    pub(crate) fn uncurried(&self, mut sort: SortId) -> Vec<SortId> {
        let mut flat = Vec::new();
        while self.is_functional(sort)
            && let Some((&result, parameters)) = self.argument_words(sort).split_last()
        {
            flat.extend(parameters.iter().map(|&p| SortId(p)));
            sort = SortId(result);
        }
        flat.push(sort);
        flat
    }

    /// What a variable is bound to; any other sort is itself.
    pub(crate) fn bound(&self, sort: SortId, bindings: &[u32]) -> SortId {
        if !self.is_variable(sort) {
            return sort;
        }
        match bindings[self.index_words(sort)[0] as usize] {
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
        let data = self.data[pattern.index()];
        if !data.has_variables {
            return pattern;
        }
        if self.is_variable(pattern) {
            return self.bound(pattern, bindings);
        }
        if data.arguments == 0 {
            return self.instantiate_indexed(pattern, &[], bindings, symbols);
        }
        self.rebuild(pattern, |sorts, sort, arguments| {
            if !sorts.has_variables(sort) {
                return Some(sort);
            }
            if sorts.is_variable(sort) {
                return Some(sorts.bound(sort, bindings));
            }
            let arguments = arguments?;
            Some(sorts.instantiate_indexed(sort, arguments, bindings, symbols))
        })
    }

    fn instantiate_indexed(
        &mut self,
        pattern: SortId,
        arguments: &[SortId],
        bindings: &[u32],
        symbols: &mut Symbols,
    ) -> SortId {
        let data = self.data[pattern.index()];
        let mut indices = [0; 4];
        if data.indices as usize > indices.len() {
            return SortId::UNKNOWN;
        }
        for place in 0..data.indices as usize {
            let word = self.index_words(pattern)[place];
            let Some(index) = self.instantiate_index(word, bindings, symbols) else {
                return SortId::UNKNOWN;
            };
            indices[place] = index.0;
        }
        let indices = indices.into_iter().take(data.indices as usize);
        self.make_words(Sym(data.head), data.declaration, indices, arguments)
    }

    fn instantiate_index(&self, word: u32, bindings: &[u32], symbols: &mut Symbols) -> Option<Sym> {
        if word & PATTERN == 0 {
            return Some(Sym(word));
        }
        // A variable keeps its spelling: it may be too large for a number.
        if let IndexExpr::Variable(v) = self.expressions[(word & !PATTERN) as usize] {
            return Some(bindings[v as usize])
                .filter(|&b| b != UNBOUND)
                .map(Sym);
        }
        // No sort has the index 0.
        let value = self
            .index_value(word, bindings, symbols)
            .filter(|&v| v > 0)?;
        Some(symbols.intern(value.to_string().as_bytes(), AtomKind::Numeral))
    }

    /// A sort with the script's sort parameters replaced by variables, in their order: what was a
    /// sort of its own in a definition is any sort where the definition is used.
    pub(crate) fn generalise(&mut self, sort: SortId, parameters: &[SortId]) -> SortId {
        self.rebuild(sort, |sorts, sort, arguments| {
            if let Some(place) = parameters.iter().position(|&p| p == sort) {
                return Some(sorts.variable(place as u32));
            }
            if sorts.data[sort.index()].arguments == 0 {
                return Some(sort);
            }
            let arguments = arguments?;
            let data = sorts.data[sort.index()];
            let indices = sorts.index_words(sort).to_vec();
            let head = Sym(data.head);
            Some(sorts.make_words(head, data.declaration, indices.into_iter(), arguments))
        })
    }

    /// Rebuilds a sort from its leaves up, each part once. `make` is asked for each part, first
    /// without arguments: `None` means that it needs them.
    fn rebuild(
        &mut self,
        root: SortId,
        mut make: impl FnMut(&mut Self, SortId, Option<&[SortId]>) -> Option<SortId>,
    ) -> SortId {
        let mut made: HashMap<SortId, SortId> = HashMap::new();
        let mut todo = vec![(root, false)];
        let mut arguments = Vec::new();
        while let Some((sort, arguments_made)) = todo.pop() {
            if made.contains_key(&sort) {
                continue;
            }
            if !arguments_made && let Some(result) = make(self, sort, None) {
                made.insert(sort, result);
            } else if !arguments_made {
                todo.push((sort, true));
                todo.extend(self.arguments(sort).map(|a| (a, false)));
            } else {
                arguments.clear();
                let known = |a| made.get(&a).copied().unwrap_or(SortId::UNKNOWN);
                arguments.extend(self.arguments(sort).map(known));
                let result = make(self, sort, Some(&arguments));
                made.insert(sort, result.unwrap_or(SortId::UNKNOWN));
            }
        }
        made.get(&root).copied().unwrap_or(SortId::UNKNOWN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_bound_once_and_coercion_is_at_the_top_only() {
        use Coercion::*;
        let (mut sorts, symbols) = (Sorts::default(), Symbols::default());
        let a = sorts.variable(0);
        let array = sorts.make(Sym::ARRAY, &[], &[SortId::INT, a]);
        let ints = sorts.make(Sym::ARRAY, &[], &[SortId::INT, SortId::INT]);
        let reals = sorts.make(Sym::ARRAY, &[], &[SortId::INT, SortId::REAL]);
        let mut bound = [UNBOUND];
        assert!(sorts.fit(array, ints, None, &mut bound, &symbols));
        assert_eq!(bound, [SortId::INT.0]);
        assert!(!sorts.fit(array, reals, Widening, &mut bound, &symbols));
        assert!(!sorts.fit(a, SortId::REAL, Allowed, &mut bound, &symbols));
        assert!(sorts.fit(a, SortId::REAL, Widening, &mut bound, &symbols));
        assert_eq!(bound, [SortId::REAL.0]);
        assert!(sorts.fit(a, SortId::INT, Allowed, &mut bound, &symbols));
        assert!(!sorts.fit(a, SortId::INT, None, &mut bound, &symbols));
    }

    #[test]
    fn index_expressions_are_computed() {
        let (mut sorts, mut symbols) = (Sorts::default(), Symbols::default());
        let i = sorts.index_pattern(IndexExpr::Variable(0));
        let j = sorts.index_pattern(IndexExpr::Variable(1));
        let sum = sorts.index_pattern(IndexExpr::Operation(Sym::PLUS, i, j));
        let [left, right, result] =
            [i, j, sum].map(|index| sorts.make_pattern(Sym::BIT_VEC, &[index], &[]));
        let three = symbols.intern(b"3", AtomKind::Numeral);
        let bv3 = sorts.make(Sym::BIT_VEC, &[three], &[]);
        let mut bound = [UNBOUND; 2];
        for side in [left, right] {
            assert!(sorts.fit(side, bv3, Coercion::None, &mut bound, &symbols));
        }
        let six = sorts.instantiate(result, &bound, &mut symbols);
        assert_eq!(sorts.show(six, &symbols), "(_ BitVec 6)");
        assert!(sorts.fit(result, six, Coercion::None, &mut bound, &symbols));
        assert!(!sorts.fit(result, bv3, Coercion::None, &mut bound, &symbols));
    }

    #[test]
    fn shared_parts_are_visited_once() {
        let (mut sorts, mut symbols) = (Sorts::default(), Symbols::default());
        let (mut pattern, mut sort) = (sorts.variable(0), SortId::INT);
        let mut unknown = SortId::UNKNOWN;
        for _ in 0..200 {
            for sort in [&mut pattern, &mut sort, &mut unknown] {
                *sort = sorts.make(Sym::ARRAY, &[], &[*sort, *sort]);
            }
        }
        assert!(sorts.agree(sort, unknown));
        let mut bound = [UNBOUND];
        assert!(sorts.fit(pattern, sort, Coercion::None, &mut bound, &symbols));
        assert_eq!(sorts.instantiate(pattern, &bound, &mut symbols), sort);
        let variable = sorts.variable(0);
        assert_eq!(sorts.generalise(sort, &[SortId::INT]), pattern);
        assert_eq!(sorts.generalise(SortId::INT, &[SortId::INT]), variable);
    }

    #[test]
    fn functions_and_arrays_agree_curried_or_not() {
        let mut sorts = Sorts::default();
        let [int, real, bool] = [SortId::INT, SortId::REAL, SortId::BOOL];
        let arrow = sorts.arrow(&[int, real], bool);
        let array = sorts.make(Sym::ARRAY, &[], &[int, real, bool]);
        let inner = sorts.make(Sym::ARRAY, &[], &[real, bool]);
        let nested = sorts.make(Sym::ARRAY, &[], &[int, inner]);
        assert!(sorts.agree(arrow, array) && sorts.agree(arrow, nested));
        let other = sorts.make(Sym::ARRAY, &[], &[int, bool]);
        assert!(!sorts.agree(arrow, other));
    }
}
