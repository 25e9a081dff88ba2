//! What else could be applied to the same arguments with a result of the same sort.
//!
//! Read off the signature tables, so that an operator that is added there is found without being listed
//! anywhere else.

use crate::apply::{Application, Tables, Tier};
use crate::lexer::AtomKind;
use crate::script::Script;
use crate::sort::{SortId, Sorts};
use crate::symbol::{Sym, Symbols};
use crate::term::OperatorId;
use crate::theory::{Arity, Overload, THEORIES};

/// The most ways to index one operator that are listed.
const WAYS_TO_INDEX: usize = 4;

/// What something is applied to, and the sort of what comes of it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Rank {
    /// The sorts of the arguments.
    pub arguments: Vec<SortId>,
    /// The sort of the result.
    pub result: SortId,
}

/// An operator, written as it is applied: `bvadd`, `(_ rotate_left 3)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Applicable {
    /// The operator.
    pub operator: OperatorId,
    /// How it is written.
    pub head: Vec<u8>,
    /// Whether solvers of different makers know it.
    pub shared: bool,
}

/// The operators that can be applied to what a script has. It has a copy of the script's tables, because
/// looking for a sort may add one.
#[derive(Debug)]
pub struct Ranks {
    sorts: Sorts,
    symbols: Symbols,
    bindings: Vec<u32>,
    coerced: Vec<u32>,
}

impl Ranks {
    /// For the sorts of a script.
    pub fn new(script: &Script) -> Self {
        Self {
            sorts: script.sorts.clone(),
            symbols: script.tree.symbols.clone(),
            bindings: Vec::new(),
            coerced: Vec::new(),
        }
    }

    /// All operators of a rank. `indices` are tried for those that take some, besides those that follow
    /// from the sorts.
    pub fn operators(&mut self, rank: &Rank, indices: &[Sym]) -> Vec<Applicable> {
        let mut found = Vec::new();
        let numbers = self.numbers(rank, indices);
        for (place, overloads) in THEORIES.operators.iter().enumerate() {
            let operator = OperatorId(place as u32);
            for overload in overloads.iter().filter(|o| is_possible(o, rank)) {
                let before = found.len();
                self.overload(operator, overload, rank, &numbers, &mut found);
                if found.len() > before {
                    break;
                }
            }
        }
        found
    }

    fn overload(
        &mut self,
        operator: OperatorId,
        overload: &Overload,
        rank: &Rank,
        numbers: &[Sym],
        found: &mut Vec<Applicable>,
    ) {
        let shared = overload.shared;
        let count = match (overload.indexed, overload.computed.is_some()) {
            (false, _) => 0,
            // What is computed says nothing of its indices: as many as there are bounds of a range.
            (true, true) => 2,
            (true, false) => overload.indices.len(),
        };
        if count == 0 {
            if !overload.indexed && self.gives(overload, rank, &[]) {
                let head = self.symbols.bytes(operator.name()).to_vec();
                found.push(Applicable {
                    operator,
                    head,
                    shared,
                });
            }
            return;
        }
        let before = found.len();
        let mut chosen = vec![0; count];
        loop {
            let indices: Vec<Sym> = chosen.iter().map(|&place| numbers[place]).collect();
            if self.gives(overload, rank, &indices) {
                let head = self.indexed(operator, &indices);
                found.push(Applicable {
                    operator,
                    head,
                    shared,
                });
            }
            // The next choice, as a number is counted up.
            let next = chosen.iter().position(|&place| place + 1 < numbers.len());
            let Some(next) = next.filter(|_| found.len() - before < WAYS_TO_INDEX) else {
                return;
            };
            chosen[..next].fill(0);
            chosen[next] += 1;
        }
    }

    fn indexed(&self, operator: OperatorId, indices: &[Sym]) -> Vec<u8> {
        let mut head = b"(_ ".to_vec();
        head.extend_from_slice(self.symbols.bytes(operator.name()));
        for &index in indices {
            head.push(b' ');
            head.extend_from_slice(self.symbols.bytes(index));
        }
        head.push(b')');
        head
    }

    /// Whether an overload gives the result that is wanted.
    fn gives(&mut self, overload: &Overload, rank: &Rank, indices: &[Sym]) -> bool {
        let application = Application {
            indices,
            ascribed: None,
            arguments: &rank.arguments,
            alone: rank.arguments.is_empty(),
        };
        let mut tables = Tables {
            sorts: &mut self.sorts,
            symbols: &mut self.symbols,
            bindings: &mut self.bindings,
            coerced: &mut self.coerced,
        };
        let overload = std::slice::from_ref(overload);
        let mixed = rank.arguments.contains(&SortId::INT) && rank.arguments.contains(&SortId::REAL);
        let tier = if mixed { Tier::Coerced } else { Tier::Exact };
        let applied = tables.apply_operator(overload, application, tier);
        applied.is_some_and(|applied| applied.sort == rank.result)
    }

    /// Numbers that may be indices: those of the sorts, and how they differ.
    fn numbers(&mut self, rank: &Rank, own: &[Sym]) -> Vec<Sym> {
        let of = |sort: SortId| {
            let indices: Vec<u64> = self
                .sorts
                .indices(sort)
                .filter_map(|index| self.symbols.number(index))
                .collect();
            indices
        };
        let result = of(rank.result);
        let mut numbers = vec![0, 1];
        numbers.extend(&result);
        for &argument in &rank.arguments {
            for width in of(argument) {
                numbers.extend([width, width.saturating_sub(1)]);
                for &wanted in &result {
                    numbers.extend([wanted.abs_diff(width), wanted.saturating_sub(1)]);
                    numbers.extend(wanted.checked_div(width));
                }
            }
        }
        let mut all: Vec<Sym> = own
            .iter()
            .copied()
            .filter(|&index| self.symbols.number(index).is_some())
            .collect();
        for number in numbers {
            let text = number.to_string();
            let symbol = self.symbols.intern(text.as_bytes(), AtomKind::Numeral);
            if !all.contains(&symbol) {
                all.push(symbol);
            }
        }
        all
    }
}

/// Whether an overload takes so many arguments, as the standard has it: what is applied to two or more is
/// not applied to one.
fn is_possible(overload: &Overload, rank: &Rank) -> bool {
    let (wanted, given) = (overload.parameters.len(), rank.arguments.len());
    if overload.computed.is_some() {
        return overload.indexed && given == 1;
    }
    if overload.more_indices {
        return false;
    }
    match overload.arity {
        Arity::Exact => wanted == given,
        Arity::Variadic => false,
        Arity::LeftAssoc | Arity::RightAssoc | Arity::Chainable | Arity::Pairwise => given >= 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heads(declarations: &str, term: &str) -> Vec<String> {
        let text = format!("{declarations}(assert (= {term} {term}))");
        let script = Script::parse(text.into_bytes()).unwrap();
        let equality = script.assertions().next().unwrap();
        let term = script.terms.arguments(equality)[0];
        let arguments = script.terms.arguments(term).iter();
        let rank = Rank {
            arguments: arguments.map(|&a| script.terms.sort(a)).collect(),
            result: script.terms.sort(term),
        };
        let ident = script.terms.ident(term).and_then(|i| script.terms.parts(i));
        let own = ident.map_or(&[][..], |parts| &parts.indices);
        let all = Ranks::new(&script).operators(&rank, own);
        let shared = all.into_iter().filter(|operator| operator.shared);
        shared
            .map(|operator| String::from_utf8(operator.head).unwrap())
            .collect()
    }

    #[test]
    fn operators_of_a_rank_are_those_of_the_tables() {
        let ints = "(declare-const x Int)(declare-const r Real)";
        assert_eq!(
            heads(ints, "(< x x)"),
            ["=", "distinct", "<=", "<", ">=", ">"]
        );
        assert_eq!(heads(ints, "(+ x x x)"), ["-", "+", "*", "div"]);
        assert_eq!(heads(ints, "(- r)"), ["-"]);
        assert_eq!(
            heads(ints, "(<= x r)"),
            ["=", "distinct", "<=", "<", ">=", ">"]
        );
        assert_eq!(
            heads("", "(and true false)"),
            ["=>", "and", "or", "xor", "=", "distinct"]
        );
    }

    #[test]
    fn widths_decide_indices() {
        let bits = "(declare-const x (_ BitVec 8))(declare-const f Float32)";
        let of = heads(bits, "((_ zero_extend 4) x)");
        assert_eq!(of, ["(_ zero_extend 4)", "(_ sign_extend 4)"]);
        let of = heads(bits, "(bvnot x)");
        for head in [
            "(_ extract 7 0)",
            "(_ repeat 1)",
            "bvneg",
            "(_ rotate_left 7)",
        ] {
            assert!(of.contains(&head.to_owned()), "{head} {of:?}");
        }
        let of = heads(bits, "((_ extract 5 2) x)");
        assert!(of.contains(&"(_ extract 3 0)".to_owned()), "{of:?}");
        assert!(!of.contains(&"bvnot".to_owned()));
        let of = heads(bits, "(fp.sqrt RNE f)");
        assert_eq!(of, ["fp.sqrt", "fp.roundToIntegral", "(_ to_fp 8 24)"]);
    }

    #[test]
    fn what_is_of_two_is_not_applied_to_one() {
        let of = heads("(declare-const p Bool)", "(not p)");
        assert_eq!(of, ["not"]);
        let of = heads("(declare-const x (_ BitVec 8))", "(bvadd x x x)");
        assert_eq!(of, ["bvand", "bvor", "bvxor", "bvadd", "bvmul"]);
    }
}
