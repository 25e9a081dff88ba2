//! Many stores at once, and operators mapped over arrays.

use super::call::known;
use super::{Evaluator, Operator, OutOfBudget};
use crate::ops;
use crate::outcome::{Fault, Outcome};
use crate::value::Value;
use smt::{Function, TermId, TermKind};

impl Evaluator<'_> {
    /// The stores that a store is put on, from the outermost in: all that only it looks at.
    pub(super) fn stores(&mut self, term: TermId) -> Vec<TermId> {
        let mut chain = vec![term];
        while let Some(&last) = chain.last()
            && let &[array, _, _] = self.script.terms.arguments(last)
            && self.script.terms.kind(array) == TermKind::Apply
            && matches!(self.script.terms.function(array), Function::Operator(_))
            && self.recall(array).is_none()
            && matches!(self.operator(array), Operator::Store(_))
        {
            chain.push(array);
        }
        // An integer that is stored as a real, or several indices: one by one.
        let plain = chain.iter().all(|store| {
            !self.has_coercions[store.index()] && self.script.terms.arguments(*store).len() == 3
        });
        match plain {
            true => chain,
            false => vec![term],
        }
    }

    /// Many stores at once, without an array for each.
    pub(super) fn store_all(&mut self, term: TermId, count: usize) -> Result<(), OutOfBudget> {
        let base = self.stack.len().saturating_sub(2 * count + 1);
        let outcomes = self.stack.split_off(base);
        let Ok(values) = known(&outcomes) else {
            let outcome = self.stuck(&outcomes);
            self.finish(term, outcome);
            return Ok(());
        };
        let Some((&array, stores)) = values.split_first() else {
            return Ok(());
        };
        let stores: Vec<(Value, Value)> = stores
            .chunks_exact(2)
            .filter_map(|pair| Some((*pair.first()?, *pair.last()?)))
            .collect();
        let computed = self.with_context(term, |c| ops::arrays::store_all(c, array, &stores));
        let outcome = match computed {
            Ok(value) => Outcome::Known(value),
            Err(fault) => {
                let outcome = self.of_fault(fault)?;
                self.name_mismatch(term, outcome)
            }
        };
        self.finish(term, outcome);
        Ok(())
    }

    pub(super) fn map_arrays(
        &mut self,
        term: TermId,
        arrays: &[Value],
    ) -> Result<Outcome, OutOfBudget> {
        let terms = &self.script.terms;
        let parts = terms.ident(term).and_then(|ident| terms.parts(ident));
        let index = parts.and_then(|parts| parts.indices.first());
        let text = index.map(|&i| self.script.tree.symbols.name(i).into_owned());
        // `f`, or `(f (Int Int) Int)` with its signature.
        let text = text.unwrap_or_default();
        let inner = text.trim_start_matches('(');
        let name = inner.split([' ', ')']).next().unwrap_or_default();
        let pointwise: Option<fn(&[bool]) -> bool> = match name {
            "and" => Some(|row| row.iter().all(|b| *b)),
            "or" => Some(|row| row.iter().any(|b| *b)),
            "=>" => Some(|row| match row.split_last() {
                Some((last, first)) => *last || first.iter().any(|b| !b),
                None => true,
            }),
            _ => None,
        };
        let operations = ops::named(name.as_bytes());
        let sort = terms.sort(term);
        let is_equal = name == "=";
        let is_ite = name == "ite";
        let computed = self.with_context(term, |context| {
            ops::arrays::zip(context, sort, arrays, &|context, row| {
                if let Some(pointwise) = pointwise {
                    let bools: Option<Vec<bool>> = row
                        .iter()
                        .map(|v| {
                            if let Value::Bool(b) = v {
                                Some(*b)
                            } else {
                                None
                            }
                        })
                        .collect();
                    return Ok(Value::Bool(pointwise(&bools.ok_or_else(ops::mismatch)?)));
                }
                match (row, operations) {
                    ([x, y], _) if is_equal => Ok(Value::Bool(x == y)),
                    ([Value::Bool(b), x, y], _) if is_ite => Ok(if *b { *x } else { *y }),
                    (_, Some([operation, ..])) => operation(context, row),
                    _ => Err(ops::mismatch()),
                }
            })
        });
        match computed {
            Ok(value) => Ok(Outcome::Known(value)),
            Err(Fault::Open { .. }) => Ok(self.unsupported("a map of an underspecified operator")),
            Err(fault) => {
                let outcome = self.of_fault(fault)?;
                Ok(self.name_mismatch(term, outcome))
            }
        }
    }
}
