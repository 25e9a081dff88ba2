//! Arrays as a default with stores, in one form only.
//!
//! Over an infinite index sort the default is what the array is almost everywhere, so there is
//! one way to write it. Over a finite one any value may serve as the default; there the most
//! frequent value is taken, see [`Values::table`].

use crate::value::{Value, Values};
use hashbrown::HashMap;

/// An array: the default value, and the places that have another, in order.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Array {
    /// The value almost everywhere.
    pub default: Value,
    /// Index and value of the other places, ordered by index; none has the default.
    pub stores: Box<[(Value, Value)]>,
    /// Whether it is not known how many indices there are, so that the same array may have two
    /// forms.
    pub uncertain: bool,
}

impl Array {
    /// The value at an index.
    pub fn select(&self, index: Value) -> Value {
        match self.stores.binary_search_by(|(i, _)| i.cmp(&index)) {
            Ok(at) => self.stores.get(at).map_or(self.default, |(_, v)| *v),
            Err(_) => self.default,
        }
    }
}

impl Values {
    /// The array with a default and then stores, the last one of an index being in force. More
    /// than half of the indices must have the default, or there must be infinitely many.
    pub fn array(
        &mut self,
        default: Value,
        stores: impl IntoIterator<Item = (Value, Value)>,
    ) -> Value {
        self.array_over(default, stores, false)
    }

    /// The same, and whether the number of indices is not known.
    pub(crate) fn array_over(
        &mut self,
        default: Value,
        stores: impl IntoIterator<Item = (Value, Value)>,
        uncertain: bool,
    ) -> Value {
        let mut stores = in_force(stores);
        stores.retain(|(_, value)| *value != default);
        self.intern_array(Array {
            default,
            stores: stores.into(),
            uncertain,
        })
    }

    /// The array that has a value for each index of a finite sort.
    pub fn table(&mut self, all: &[(Value, Value)]) -> Value {
        let mut counts: HashMap<Value, usize> = HashMap::new();
        for (_, value) in all {
            *counts.entry(*value).or_default() += 1;
        }
        let most = counts
            .into_iter()
            .max_by(|(v, n), (w, m)| n.cmp(m).then(w.cmp(v)));
        let default = most.map_or(Value::Other, |(value, _)| value);
        self.array(default, all.iter().copied())
    }
}

/// Ordered by index, each index once and with its last value.
pub(crate) fn in_force(stores: impl IntoIterator<Item = (Value, Value)>) -> Vec<(Value, Value)> {
    let mut stores: Vec<(Value, Value)> = stores.into_iter().collect();
    // Stable, so that of equal indices the last one is the last.
    stores.sort_by_key(|(index, _)| *index);
    let mut kept: Vec<(Value, Value)> = Vec::with_capacity(stores.len());
    for store in stores {
        match kept.last_mut() {
            Some(last) if last.0 == store.0 => last.1 = store.1,
            _ => kept.push(store),
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_array_one_form() {
        let mut values = Values::default();
        let n = Value::Int;
        let plain = values.array(n(0), []);
        assert_eq!(values.array(n(0), [(n(1), n(2)), (n(1), n(0))]), plain);
        let stored = values.array(n(0), [(n(2), n(5)), (n(1), n(4))]);
        assert_eq!(values.array(n(0), [(n(1), n(4)), (n(2), n(5))]), stored);
        let array = values.to_array(stored).unwrap();
        assert_eq!((array.select(n(2)), array.select(n(3))), (n(5), n(0)));
    }

    #[test]
    fn a_finite_array_does_not_show_its_default() {
        let mut values = Values::default();
        let (f, t) = (Value::Bool(false), Value::Bool(true));
        let one = values.table(&[(f, Value::Int(1)), (t, Value::Int(2))]);
        let other = values.table(&[(t, Value::Int(2)), (f, Value::Int(1))]);
        assert_eq!(one, other);
        assert_eq!(values.to_array(one).unwrap().select(t), Value::Int(2));
    }
}
