//! Values made to be of the sort that is declared for their place.
//!
//! Solvers write `1` for a real number and `(seq.unit 1)` for a sequence of reals. In a model the
//! declared sort decides what is meant; a value that cannot be of it is not judged.

use super::Evaluator;
use crate::domain::{datatype_of, instantiate};
use crate::ops;
use crate::outcome::Outcome;
use crate::value::Value;
use num_traits::One;
use smt::{DeclId, SortId, Sym, TermId};

/// What is left to be done, the last first.
enum Step {
    /// A value to be made of a sort.
    Convert(Value, SortId),
    /// The same for each of a list, by their sorts, and then a tuple of them.
    Row(Vec<Value>, Vec<SortId>),
    /// As many converted values to be put together again.
    Build(Shape, usize),
}

/// What converted values are put together to.
enum Shape {
    Seq,
    Set,
    Tuple,
    /// With the number of each.
    Bag(Vec<u64>),
    Datatype(DeclId),
    /// A default, then indices and values in turn.
    Array(SortId),
}

impl Evaluator<'_> {
    /// Replaces what is on the stack by a value of the given sort.
    pub(super) fn conform_top(&mut self, place: TermId, sort: SortId) {
        let outcome = match self.pop() {
            Outcome::Known(value) => match self.conform(place, value, sort) {
                Some(value) => Outcome::Known(value),
                None => {
                    let sort = self.script.show_sort(sort);
                    self.unsupported(&format!("a value that is not of its sort {sort}"))
                }
            },
            stuck => stuck,
        };
        self.stack.push(outcome);
    }

    /// A value as one of the given sort: with reals for integers wherever the sort has them, and
    /// the other way round. `None` if it is none.
    pub(crate) fn conform(&mut self, place: TermId, value: Value, sort: SortId) -> Option<Value> {
        let mut steps = vec![Step::Convert(value, sort)];
        let mut done: Vec<Value> = Vec::new();
        while let Some(step) = steps.pop() {
            self.values.labour(1);
            match step {
                Step::Convert(value, sort) => self.convert(value, sort, &mut steps, &mut done)?,
                Step::Row(row, sorts) => {
                    if row.len() != sorts.len() {
                        return None;
                    }
                    steps.push(Step::Build(Shape::Tuple, row.len()));
                    let parts = row.into_iter().zip(sorts).rev();
                    steps.extend(parts.map(|(value, sort)| Step::Convert(value, sort)));
                }
                Step::Build(shape, count) => {
                    let parts = done.split_off(done.len().checked_sub(count)?);
                    let built = self.build(place, shape, parts)?;
                    done.push(built);
                }
            }
        }
        done.pop()
    }

    /// Converts what is no list, and has the parts of what is one converted.
    fn convert(
        &mut self,
        value: Value,
        sort: SortId,
        steps: &mut Vec<Step>,
        done: &mut Vec<Value>,
    ) -> Option<()> {
        let sorts = &self.script.sorts;
        let parts: Vec<SortId> = sorts.arguments(sort).collect();
        let each = |items: Vec<Value>, sort: SortId| items.into_iter().map(move |v| (v, sort));
        let mut open = |shape: Shape, parts: Vec<(Value, SortId)>| {
            steps.push(Step::Build(shape, parts.len()));
            let parts = parts.into_iter().rev();
            steps.extend(parts.map(|(value, sort)| Step::Convert(value, sort)));
        };
        match (value, sorts.head(sort)) {
            (Value::Int(_) | Value::BigInt(_), Some(Sym::REAL)) => {
                done.push(self.values.as_real(value));
            }
            (Value::Real { .. } | Value::BigReal(_), Some(Sym::INT)) => {
                let number = self.values.to_rational(value)?;
                if !number.denom().is_one() {
                    return None;
                }
                done.push(self.values.int(number.to_integer()));
            }
            (Value::Seq(_), Some(Sym::SEQ)) => {
                let items = self.values.items(value)?.to_vec();
                open(Shape::Seq, each(items, *parts.first()?).collect());
            }
            (Value::Set(_), Some(Sym::SET | Sym::FINITE_SET)) => {
                let items = self.values.items(value)?.to_vec();
                open(Shape::Set, each(items, *parts.first()?).collect());
            }
            (Value::Tuple(_), Some(Sym::TUPLE)) => {
                let items = self.values.items(value)?.to_vec();
                steps.push(Step::Row(items, parts));
            }
            (Value::Tuple(_), Some(Sym::NULLABLE)) => {
                let items = self.values.items(value)?.to_vec();
                open(Shape::Tuple, each(items, *parts.first()?).collect());
            }
            (Value::Bag(_), Some(Sym::BAG)) => {
                let items = self.values.to_bag(value)?.to_vec();
                let counts = items.iter().map(|(_, count)| *count).collect();
                let items = items.into_iter().map(|(item, _)| item).collect();
                open(Shape::Bag(counts), each(items, *parts.first()?).collect());
            }
            (Value::Array(_), Some(Sym::ARRAY | Sym::ARROW)) => {
                let array = self.values.to_array(value)?.clone();
                let (&element, indices) = parts.split_last()?;
                steps.push(Step::Build(Shape::Array(sort), 1 + 2 * array.stores.len()));
                for &(index, stored) in array.stores.iter().rev() {
                    steps.push(Step::Convert(stored, element));
                    steps.push(match indices {
                        [one] => Step::Convert(index, *one),
                        _ => Step::Row(self.values.items(index)?.to_vec(), indices.to_vec()),
                    });
                }
                steps.push(Step::Convert(array.default, element));
            }
            (Value::Datatype(_), None) => {
                let value = self.values.to_datatype(value)?.clone();
                let datatype = datatype_of(self.script, sort)?;
                let constructor = value.constructor;
                let found = datatype.constructors.iter();
                let found = found.filter(|c| c.function == constructor);
                let fields = &found.into_iter().next()?.selectors;
                if fields.len() != value.arguments.len() {
                    return None;
                }
                let mut parts = Vec::new();
                for (&field, &selector) in value.arguments.iter().zip(fields) {
                    let generic = self.script.declarations.sort(selector);
                    let sort = instantiate(self.script, generic, datatype.sort, sort)?;
                    parts.push((field, sort));
                }
                open(Shape::Datatype(constructor), parts);
            }
            // What has no parts is of the sort, or never was: sorts that differ by more than reals
            // and integers were refused before.
            (
                Value::Seq(_)
                | Value::Set(_)
                | Value::Tuple(_)
                | Value::Bag(_)
                | Value::Array(_)
                | Value::Function(_)
                | Value::Datatype(_)
                | Value::Other,
                _,
            ) => return None,
            _ => done.push(value),
        }
        Some(())
    }

    fn build(&mut self, place: TermId, shape: Shape, parts: Vec<Value>) -> Option<Value> {
        Some(match shape {
            Shape::Seq => self.values.seq(parts),
            Shape::Set => self.values.set(parts),
            Shape::Tuple => self.values.tuple(parts),
            Shape::Bag(counts) => self.values.bag(parts.into_iter().zip(counts).collect()),
            Shape::Datatype(constructor) => self.values.datatype(constructor, parts),
            Shape::Array(sort) => {
                let (&default, stores) = parts.split_first()?;
                let stores = stores.chunks_exact(2).map(|pair| (pair[0], pair[1]));
                let stores: Vec<(Value, Value)> = stores.collect();
                let made =
                    self.with_context(place, |c| ops::arrays::make(c, sort, default, stores));
                made.ok()?
            }
        })
    }
}
