//! Values of every sort, hash-consed: equal values are equal words.
//!
//! A [`Value`] is 16 bytes and is copied freely. What does not fit (long numbers, strings, lists,
//! arrays) lives in a [`Values`], once. So equality of two values of one sort is equality of two
//! words, nothing is dropped recursively, and a list of a million cells is as good as any other.

use crate::algebraic::Algebraic;
use crate::array::Array;
use crate::float::Float;
use crate::regex::{RegexId, Regexes};
use crate::strings::Str;
use crate::table::Table;
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use smt::{DeclId, SortId, TermId};
use std::cell::Cell;

/// The place of a long value in its [`Values`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(pub(crate) u32);

/// A value. Two values of one sort and one [`Values`] are equal in the sense of SMT-LIB if and
/// only if they are equal here, save for functions ([`Value::Function`]) and regular languages,
/// where unequal words may still mean the same.
///
/// The order is total but means nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// `true` or `false`.
    Bool(bool),
    /// An integer that fits.
    Int(i64),
    /// An integer that does not.
    BigInt(Id),
    /// A rational in lowest terms that fits.
    Real {
        /// With the sign.
        numerator: i64,
        /// Never zero.
        denominator: u32,
    },
    /// A rational that does not.
    BigReal(Id),
    /// An irrational real algebraic number.
    Algebraic(Id),
    /// A bit-vector of at most 64 bits.
    BitVec {
        /// How many bits.
        width: u32,
        /// Its bits; those beyond the width are zero.
        bits: u64,
    },
    /// A bit-vector of more than 64 bits.
    WideBitVec(Id),
    /// An element of a finite field.
    Field(Id),
    /// A rounding mode, by its place in [`crate::float::Rounding`].
    RoundingMode(u8),
    /// A floating-point number.
    Float(Id),
    /// A character.
    Char(u32),
    /// A string.
    String(Id),
    /// A regular language.
    RegLan(Id),
    /// A sequence.
    Seq(Id),
    /// A tuple.
    Tuple(Id),
    /// A finite set.
    Set(Id),
    /// A bag.
    Bag(Id),
    /// A constructor applied to values.
    Datatype(Id),
    /// An array that has one value almost everywhere.
    Array(Id),
    /// A function, or an array that is given as one.
    Function(Id),
    /// An element of an uninterpreted sort.
    Element(Id),
    /// Some element of a sort that differs from all others: never seen outside, see
    /// [`crate::machine`].
    Other,
}

/// A value of a datatype.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Constructed {
    /// Its constructor.
    pub constructor: DeclId,
    /// What it is applied to.
    pub arguments: Box<[Value]>,
}

/// A function as a value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Closure {
    /// A function of the script or of the model.
    Declared(DeclId),
    /// `(lambda ((x Int)) ..)` with the values of the variables it uses from outside.
    Lambda {
        term: TermId,
        captured: Box<[(DeclId, Value)]>,
    },
    /// A function that has some of its arguments.
    Partial {
        function: Value,
        arguments: Box<[Value]>,
    },
}

/// All long values.
#[derive(Debug, Default)]
pub struct Values {
    ints: Table<BigInt>,
    reals: Table<BigRational>,
    algebraic: Vec<Algebraic>,
    wide: Table<(u32, BigUint)>,
    fields: Table<(BigUint, BigUint)>,
    strings: Table<Str>,
    floats: Table<Float>,
    languages: Table<RegexId>,
    /// The expressions of all regular languages.
    pub(crate) regexes: Regexes,
    lists: Table<Box<[Value]>>,
    bags: Table<Box<[(Value, u64)]>>,
    data: Table<Constructed>,
    arrays: Table<Array>,
    closures: Table<Closure>,
    elements: Table<(SortId, Box<[u8]>)>,
    /// Whether there is any value whose equality is more than equality of words.
    pub(crate) has_functions: bool,
    /// About how much memory all of them take.
    pub(crate) bytes: usize,
    /// Work that was done on long values, in steps of the budget.
    pub(crate) work: Cell<u64>,
}

const WORD: usize = size_of::<Value>();

impl Values {
    /// An integer.
    pub fn int(&mut self, number: BigInt) -> Value {
        match number.to_i64() {
            Some(small) => Value::Int(small),
            None => {
                let size = number.bits() as usize / 8 + WORD;
                let (id, new) = self.ints.intern(number);
                self.charge(new, size);
                Value::BigInt(Id(id))
            }
        }
    }

    /// The number of an integer value.
    pub fn to_int(&self, value: Value) -> Option<BigInt> {
        match value {
            Value::Int(small) => Some(small.into()),
            Value::BigInt(id) => Some(self.ints.get(id.0).clone()),
            _ => None,
        }
    }

    /// A rational number.
    pub fn real(&mut self, number: BigRational) -> Value {
        match (number.numer().to_i64(), number.denom().to_u32()) {
            (Some(numerator), Some(denominator)) => Value::Real {
                numerator,
                denominator,
            },
            _ => {
                let bits = number.numer().bits() + number.denom().bits();
                let (id, new) = self.reals.intern(number);
                self.charge(new, bits as usize / 8 + 2 * WORD);
                Value::BigReal(Id(id))
            }
        }
    }

    /// The number of a rational or an integer value.
    pub fn to_rational(&self, value: Value) -> Option<BigRational> {
        match value {
            Value::Real {
                numerator,
                denominator,
            } => Some(BigRational::new_raw(numerator.into(), denominator.into())),
            Value::BigReal(id) => Some(self.reals.get(id.0).clone()),
            Value::Int(_) | Value::BigInt(_) => {
                Some(BigRational::new_raw(self.to_int(value)?, BigInt::one()))
            }
            _ => None,
        }
    }

    /// An algebraic number; a rational one becomes a rational value.
    pub(crate) fn algebraic(&mut self, number: Algebraic) -> Value {
        if let Some(rational) = number.as_rational() {
            return self.real(rational);
        }
        // There are few of them, and no form of them is canonical without factoring.
        let known = self.algebraic.iter().position(|known| *known == number);
        let id = known.unwrap_or_else(|| {
            self.bytes += number.size();
            self.algebraic.push(number);
            self.algebraic.len() - 1
        });
        Value::Algebraic(Id(id as u32))
    }

    /// The number of any real or integer value.
    pub(crate) fn to_algebraic(&self, value: Value) -> Option<Algebraic> {
        match value {
            Value::Algebraic(id) => self.algebraic.get(id.0 as usize).cloned(),
            _ => self.to_rational(value).map(Algebraic::rational),
        }
    }

    /// A bit-vector; bits beyond the width are dropped.
    pub fn bit_vec(&mut self, width: u32, mut bits: BigUint) -> Value {
        if bits.bits() > u64::from(width) {
            bits &= (BigUint::one() << width) - BigUint::one();
        }
        if width <= 64 {
            let bits = bits.iter_u64_digits().next().unwrap_or(0);
            return Value::BitVec { width, bits };
        }
        let (id, new) = self.wide.intern((width, bits));
        self.charge(new, width as usize / 8 + 2 * WORD);
        Value::WideBitVec(Id(id))
    }

    /// The width and the bits of a bit-vector.
    pub fn to_bits(&self, value: Value) -> Option<(u32, BigUint)> {
        match value {
            Value::BitVec { width, bits } => Some((width, bits.into())),
            Value::WideBitVec(id) => Some(self.wide.get(id.0).clone()),
            _ => None,
        }
    }

    /// The width of a bit-vector.
    pub fn width(&self, value: Value) -> Option<u32> {
        match value {
            Value::BitVec { width, .. } => Some(width),
            Value::WideBitVec(id) => Some(self.wide.get(id.0).0),
            _ => None,
        }
    }

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

    /// Notes work on long values.
    pub(crate) fn labour(&self, steps: u64) {
        self.work.set(self.work.get().saturating_add(steps));
    }

    /// Whether a value is equal to another only if it is the same word. Very large ones are not
    /// looked through.
    pub(crate) fn is_canonical(&self, value: Value) -> bool {
        const MAX_STEPS: usize = 10_000;
        if !self.has_functions {
            return true;
        }
        let mut todo = vec![value];
        for _ in 0..MAX_STEPS {
            let Some(value) = todo.pop() else {
                return true;
            };
            match value {
                Value::Function(_) | Value::RegLan(_) => return false,
                Value::Array(id) => {
                    let array = self.arrays.get(id.0);
                    if array.uncertain {
                        return false;
                    }
                    todo.push(array.default);
                    todo.extend(
                        array
                            .stores
                            .iter()
                            .flat_map(|&(index, value)| [index, value]),
                    );
                }
                Value::Datatype(id) => todo.extend(&self.data.get(id.0).arguments),
                Value::Seq(id) | Value::Tuple(id) | Value::Set(id) => {
                    todo.extend(self.lists.get(id.0));
                }
                Value::Bag(id) => todo.extend(self.bags.get(id.0).iter().map(|(item, _)| *item)),
                _ => {}
            }
        }
        todo.is_empty()
    }

    pub(crate) fn charge(&mut self, new: bool, bytes: usize) {
        if new {
            self.bytes += bytes;
        }
    }

    /// An integer as a real, everything else as it is: SMT-LIB lets an `Int` stand where a `Real`
    /// is wanted.
    pub fn as_real(&mut self, value: Value) -> Value {
        match value {
            Value::Int(small) => Value::Real {
                numerator: small,
                denominator: 1,
            },
            Value::BigInt(_) => match self.to_rational(value) {
                Some(rational) => self.real(rational),
                None => value,
            },
            _ => value,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_two_words() {
        assert_eq!(WORD, 16);
    }

    #[test]
    fn equal_values_are_equal_words() {
        let mut values = Values::default();
        let huge: BigInt = BigInt::one() << 100;
        assert_eq!(values.int(huge.clone()), values.int(huge));
        assert_eq!(values.int(7.into()), Value::Int(7));
        let half = BigRational::new(2.into(), 4.into());
        let one = Value::Real {
            numerator: 1,
            denominator: 2,
        };
        assert_eq!(values.real(half), one);
        let (a, b) = (Value::Int(1), Value::Int(2));
        assert_eq!(values.set(vec![a, b, a]), values.set(vec![b, a]));
        assert_ne!(values.seq([a, b]), values.seq([b, a]));
        assert_eq!(
            values.bag(vec![(a, 1), (b, 0), (a, 2)]),
            values.bag(vec![(a, 3)])
        );
    }

    #[test]
    fn bits_beyond_the_width_are_dropped() {
        let mut values = Values::default();
        let bits = BigUint::from(0x1ffu32);
        assert_eq!(
            values.bit_vec(8, bits),
            Value::BitVec {
                width: 8,
                bits: 0xff
            }
        );
        let wide = values.bit_vec(65, BigUint::one() << 65);
        assert_eq!(values.to_bits(wide), Some((65, BigUint::zero())));
    }
}
