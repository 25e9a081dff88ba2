//! Equality, also of what has no value, and hints for what is left open.

use super::Evaluator;
use crate::domain::Size;
use crate::outcome::Outcome;
use crate::value::Value;
use num_bigint::BigInt;
use smt::{SortId, Sym, TermId};

impl Evaluator<'_> {
    /// `(= a b c)`.
    pub(super) fn equal(&mut self, term: TermId, arguments: &[Outcome]) -> Outcome {
        let terms = self.script.terms.arguments(term);
        let mut stuck: Option<Outcome> = None;
        for (place, pair) in arguments.windows(2).enumerate() {
            let &[left, right] = pair else { continue };
            // The same term has the same value, whatever that is.
            if terms.get(place) == terms.get(place + 1) {
                continue;
            }
            match self.same(terms.get(place), left, right) {
                Outcome::Known(Value::Bool(true)) => {}
                Outcome::Known(_) => return Outcome::FALSE,
                other => stuck = Some(stuck.map_or(other, |stuck| stuck.stuck_with(other))),
            }
        }
        stuck.unwrap_or(Outcome::TRUE)
    }

    /// `(distinct a b c)`.
    pub(super) fn distinct(&mut self, term: TermId, arguments: &[Outcome]) -> Outcome {
        let terms = self.script.terms.arguments(term);
        if arguments.iter().all(|a| is_plain(*a)) {
            // Equal values are equal words, so sorting finds them.
            let mut values: Vec<Value> = arguments.iter().filter_map(|a| a.known()).collect();
            values.sort_unstable();
            return Outcome::bool(values.windows(2).all(|pair| pair.first() != pair.last()));
        }
        let mut stuck: Option<Outcome> = None;
        for (place, &left) in arguments.iter().enumerate() {
            for (other, &right) in arguments.iter().enumerate().skip(place + 1) {
                if terms.get(place) == terms.get(other) {
                    return Outcome::FALSE;
                }
                match self.same(terms.get(place), left, right) {
                    Outcome::Known(Value::Bool(false)) => {}
                    Outcome::Known(_) => return Outcome::FALSE,
                    other => stuck = Some(stuck.map_or(other, |stuck| stuck.stuck_with(other))),
                }
            }
        }
        stuck.unwrap_or(Outcome::TRUE)
    }

    /// Whether two outcomes are the same value, of the sort of the given term.
    fn same(&mut self, term: Option<&TermId>, left: Outcome, right: Outcome) -> Outcome {
        match (left, right) {
            (Outcome::Known(left), Outcome::Known(right)) => {
                if left == right {
                    return Outcome::TRUE;
                }
                let is_int = |value| matches!(value, Value::Int(_) | Value::BigInt(_));
                if is_int(left) != is_int(right) {
                    // An integer where a real is meant.
                    let (left, right) = (self.values.as_real(left), self.values.as_real(right));
                    if left == right {
                        return Outcome::TRUE;
                    }
                }
                if let (Some(left), Some(right)) =
                    (self.values.to_reg_lan(left), self.values.to_reg_lan(right))
                {
                    return match self.values.regexes.equal(left, right, &mut self.strings) {
                        Ok(equal) => Outcome::bool(equal),
                        Err(_) => self.unsupported("equality of large regular languages"),
                    };
                }
                let sort = term.map_or(SortId::UNKNOWN, |&t| self.script.terms.sort(t));
                match self.differ(sort, left, right) {
                    true => Outcome::FALSE,
                    false => self.unsupported("equality of functions"),
                }
            }
            (Outcome::Unknown(a), Outcome::Unknown(b)) if a == b => Outcome::TRUE,
            _ => {
                self.suggest(left, right);
                self.stuck(&[left, right])
            }
        }
    }

    /// Whether two values that are not the same word are certainly not the same value.
    fn differ(&mut self, sort: SortId, left: Value, right: Value) -> bool {
        if left == Value::Other || right == Value::Other {
            return true;
        }
        if self.values.is_canonical(left) && self.values.is_canonical(right) {
            return true;
        }
        // Pairs that decide: one pair that certainly differs is enough.
        let mut pairs = vec![(Some(sort), left, right)];
        let mut steps = 0;
        while let Some((sort, left, right)) = pairs.pop() {
            steps += 1;
            if left == right || steps > 10_000 {
                continue;
            }
            if self.values.is_canonical(left) && self.values.is_canonical(right) {
                return true;
            }
            if let (Some(a), Some(b)) = (
                self.values.to_datatype(left),
                self.values.to_datatype(right),
            ) {
                if a.constructor != b.constructor {
                    return true;
                }
                let fields = a.arguments.iter().zip(&b.arguments);
                pairs.extend(fields.map(|(&x, &y)| (None, x, y)));
                continue;
            }
            if let (Some(a), Some(b)) = (self.values.to_array(left), self.values.to_array(right)) {
                let (a, b) = (a.clone(), b.clone());
                let stores = a.stores.iter().chain(&b.stores);
                let mut indices: Vec<Value> = stores.map(|(index, _)| *index).collect();
                indices.sort_unstable();
                indices.dedup();
                let element = sort.and_then(|sort| self.element_sort(sort));
                if self.default_matters(sort, &indices) {
                    pairs.push((element, a.default, b.default));
                }
                let stored = indices.into_iter();
                pairs.extend(stored.map(|i| (element, a.select(i), b.select(i))));
                continue;
            }
            if let (Value::Seq(_), Value::Seq(_)) | (Value::Tuple(_), Value::Tuple(_)) =
                (left, right)
                && let (Some(a), Some(b)) = (self.values.items(left), self.values.items(right))
            {
                if a.len() != b.len() {
                    return true;
                }
                pairs.extend(a.iter().zip(b).map(|(&x, &y)| (None, x, y)));
                continue;
            }
        }
        false
    }

    fn element_sort(&self, sort: SortId) -> Option<SortId> {
        let is_array = self.script.sorts.head(sort) == Some(Sym::ARRAY);
        let last = self.script.sorts.arguments(sort).last();
        last.filter(|_| is_array)
    }

    /// Whether an array certainly has an index beside these, which are all different.
    fn default_matters(&mut self, sort: Option<SortId>, indices: &[Value]) -> bool {
        let stored = indices.len() as u64;
        let Some(sort) = sort else {
            // Of arrays in datatypes the sort is not at hand: numbers and strings are infinite.
            return indices.iter().any(|index| {
                matches!(
                    index,
                    Value::Int(_)
                        | Value::BigInt(_)
                        | Value::Real { .. }
                        | Value::BigReal(_)
                        | Value::Algebraic(_)
                        | Value::String(_)
                        | Value::Seq(_)
                ) || matches!(index, Value::BitVec { width, .. } if *width > 32 || 1 << *width > stored)
                    || matches!(index, Value::WideBitVec(_))
            }) || stored == 0;
        };
        if self.script.sorts.head(sort) != Some(Sym::ARRAY) {
            return false;
        }
        let mut indices: Vec<SortId> = self.script.sorts.arguments(sort).collect();
        indices.pop();
        let mut count = 1u64;
        for index in indices {
            match self.domains.size(self.script, index) {
                Size::Finite(n) => count = count.saturating_mul(n),
                Size::Infinite => return true,
                Size::Unknown => return stored == 0,
            }
        }
        count > stored
    }

    /// Notes a value that an open application is compared with.
    fn suggest(&mut self, left: Outcome, right: Outcome) {
        match (left, right) {
            (Outcome::Unknown(number), Outcome::Known(value))
            | (Outcome::Known(value), Outcome::Unknown(number)) => {
                self.unknowns.suggest(number, value);
            }
            _ => {}
        }
    }

    /// Notes numbers around those that an open application is combined or compared with.
    pub(super) fn suggest_bounds(&mut self, arguments: &[Outcome]) {
        let numbers: Vec<u32> = arguments
            .iter()
            .filter_map(|a| match a {
                Outcome::Unknown(number) => Some(*number),
                _ => None,
            })
            .collect();
        if numbers.is_empty() {
            return;
        }
        for argument in arguments {
            let Outcome::Known(value) = *argument else {
                continue;
            };
            for &number in &numbers {
                match (self.unknowns.sort(number), self.values.to_int(value)) {
                    (SortId::INT, Some(n)) => {
                        for near in [n.clone(), &n + 1, &n - 1, -&n] {
                            let near = self.values.int(near);
                            self.unknowns.suggest(number, near);
                        }
                    }
                    (SortId::REAL, _) => {
                        if let Some(q) = self.values.to_rational(value) {
                            let one = num_rational::BigRational::from_integer(BigInt::from(1));
                            for near in [q.clone(), &q + &one, &q - &one, -&q] {
                                let near = self.values.real(near);
                                self.unknowns.suggest(number, near);
                            }
                        }
                    }
                    _ => {
                        let alike = self.unknowns.sort(number);
                        if alike != SortId::UNKNOWN && fits(self.script, alike, value) {
                            self.unknowns.suggest(number, value);
                        }
                    }
                }
            }
        }
    }
}

/// Whether a value can be of a sort, as far as that is seen at a glance.
fn fits(script: &smt::Script, sort: SortId, value: Value) -> bool {
    match value {
        Value::BitVec { width, .. } => {
            script.sorts.bit_width(sort, &script.tree.symbols) == Some(width.into())
        }
        Value::Bool(_) => sort == SortId::BOOL,
        Value::String(_) => sort == SortId::STRING,
        _ => false,
    }
}

/// Whether equality of this value is equality of words.
fn is_plain(outcome: Outcome) -> bool {
    match outcome {
        Outcome::Known(value) => !matches!(
            value,
            Value::Function(_)
                | Value::RegLan(_)
                | Value::Array(_)
                | Value::Datatype(_)
                | Value::Seq(_)
                | Value::Tuple(_)
                | Value::Set(_)
                | Value::Bag(_)
        ),
        _ => false,
    }
}
