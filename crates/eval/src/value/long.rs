//! Values that are always long: fields, strings, floats, lists, datatypes, arrays, functions.

use super::{Closure, Constructed, Id, Value, Values, WORD};
use crate::array::Array;
use crate::float::Float;
use crate::regex::RegexId;
use crate::strings::Str;
use num_bigint::{BigInt, BigUint};
use num_traits::Zero;
use smt::{DeclId, SortId};

impl Values {
    /// An element of the field of the given order, reduced.
    pub fn field(&mut self, order: BigUint, value: &BigInt) -> Value {
        let modulus = BigInt::from(order.clone());
        let reduced = match modulus.is_zero() {
            true => value.clone(),
            false => num_integer::Integer::mod_floor(value, &modulus),
        };
        let (_, reduced) = reduced.into_parts();
        let size = order.bits() as usize / 4 + 2 * WORD;
        let (id, new) = self.fields.intern((order, reduced));
        self.charge(new, size);
        Value::Field(Id(id))
    }

    /// The order and the number of an element of a finite field.
    pub fn to_field(&self, value: Value) -> Option<&(BigUint, BigUint)> {
        match value {
            Value::Field(id) => Some(self.fields.get(id.0)),
            _ => None,
        }
    }

    /// A string.
    pub fn string(&mut self, text: Str) -> Value {
        let size = 4 * text.len() + WORD;
        let (id, new) = self.strings.intern(text);
        self.charge(new, size);
        Value::String(Id(id))
    }

    /// The characters of a string.
    pub fn to_string(&self, value: Value) -> Option<&Str> {
        match value {
            Value::String(id) => Some(self.strings.get(id.0)),
            _ => None,
        }
    }

    /// A floating-point number.
    pub fn float(&mut self, float: Float) -> Value {
        let size = 3 * WORD + float.format().significand_bits() as usize / 8;
        let (id, new) = self.floats.intern(float);
        self.charge(new, size);
        Value::Float(Id(id))
    }

    /// The number of a floating-point value.
    pub fn to_float(&self, value: Value) -> Option<&Float> {
        match value {
            Value::Float(id) => Some(self.floats.get(id.0)),
            _ => None,
        }
    }

    pub(crate) fn reg_lan(&mut self, regex: RegexId) -> Value {
        self.has_functions = true;
        let (id, new) = self.languages.intern(regex);
        self.charge(new, 4 * WORD);
        Value::RegLan(Id(id))
    }

    pub(crate) fn to_reg_lan(&self, value: Value) -> Option<RegexId> {
        match value {
            Value::RegLan(id) => Some(*self.languages.get(id.0)),
            _ => None,
        }
    }

    fn list(&mut self, items: Box<[Value]>) -> Id {
        let size = (items.len() + 1) * WORD;
        let (id, new) = self.lists.intern(items);
        self.charge(new, size);
        Id(id)
    }

    /// A sequence.
    pub fn seq(&mut self, items: impl Into<Box<[Value]>>) -> Value {
        Value::Seq(self.list(items.into()))
    }

    /// A tuple.
    pub fn tuple(&mut self, items: impl Into<Box<[Value]>>) -> Value {
        Value::Tuple(self.list(items.into()))
    }

    /// A set of the given elements, in any order.
    pub fn set(&mut self, mut items: Vec<Value>) -> Value {
        items.sort_unstable();
        items.dedup();
        Value::Set(self.list(items.into()))
    }

    /// The elements of a sequence, a tuple or a set.
    pub fn items(&self, value: Value) -> Option<&[Value]> {
        match value {
            Value::Seq(id) | Value::Tuple(id) | Value::Set(id) => Some(self.lists.get(id.0)),
            _ => None,
        }
    }

    /// A bag of elements with their multiplicities, in any order.
    pub fn bag(&mut self, mut items: Vec<(Value, u64)>) -> Value {
        items.sort_unstable();
        let mut merged: Vec<(Value, u64)> = Vec::new();
        for (item, count) in items {
            match merged.last_mut() {
                Some((last, total)) if *last == item => *total = total.saturating_add(count),
                _ => merged.push((item, count)),
            }
        }
        merged.retain(|(_, count)| *count > 0);
        let size = (merged.len() + 1) * 2 * WORD;
        let (id, new) = self.bags.intern(merged.into());
        self.charge(new, size);
        Value::Bag(Id(id))
    }

    /// The elements of a bag with their multiplicities.
    pub fn to_bag(&self, value: Value) -> Option<&[(Value, u64)]> {
        match value {
            Value::Bag(id) => Some(self.bags.get(id.0)),
            _ => None,
        }
    }

    /// A constructor applied to values.
    pub fn datatype(&mut self, constructor: DeclId, arguments: impl Into<Box<[Value]>>) -> Value {
        let arguments = arguments.into();
        let size = (arguments.len() + 2) * WORD;
        let (id, new) = self.data.intern(Constructed {
            constructor,
            arguments,
        });
        self.charge(new, size);
        Value::Datatype(Id(id))
    }

    /// The constructor and the arguments of a value of a datatype.
    pub fn to_datatype(&self, value: Value) -> Option<&Constructed> {
        match value {
            Value::Datatype(id) => Some(self.data.get(id.0)),
            _ => None,
        }
    }

    pub(crate) fn intern_array(&mut self, array: Array) -> Value {
        self.has_functions = true;
        let size = (2 * array.stores.len() + 2) * WORD;
        let (id, new) = self.arrays.intern(array);
        self.charge(new, size);
        Value::Array(Id(id))
    }

    /// An array that is a default with stores.
    pub fn to_array(&self, value: Value) -> Option<&Array> {
        match value {
            Value::Array(id) => Some(self.arrays.get(id.0)),
            _ => None,
        }
    }

    pub(crate) fn closure(&mut self, closure: Closure) -> Value {
        self.has_functions = true;
        let (id, new) = self.closures.intern(closure);
        self.charge(new, 4 * WORD);
        Value::Function(Id(id))
    }

    pub(crate) fn to_closure(&self, value: Value) -> Option<&Closure> {
        match value {
            Value::Function(id) => Some(self.closures.get(id.0)),
            _ => None,
        }
    }

    /// The element of that name of an uninterpreted sort.
    pub fn element(&mut self, sort: SortId, name: &[u8]) -> Value {
        let (id, new) = self.elements.intern((sort, name.into()));
        self.charge(new, name.len() + 2 * WORD);
        Value::Element(Id(id))
    }

    /// The sort and the name of an element of an uninterpreted sort.
    pub fn to_element(&self, value: Value) -> Option<(SortId, &[u8])> {
        match value {
            Value::Element(id) => {
                let (sort, name) = self.elements.get(id.0);
                Some((*sort, name))
            }
            _ => None,
        }
    }
}
