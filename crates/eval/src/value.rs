//! Values of every sort, hash-consed: equal values are equal words.
//!
//! A [`Value`] is 16 bytes and is copied freely. What does not fit (long numbers, strings, lists,
//! arrays) lives in a [`Values`], once. So equality of two values of one sort is equality of two
//! words, nothing is dropped recursively, and a list of a million cells is as good as any other.

mod long;

use crate::algebraic::Algebraic;
use crate::array::Array;
use crate::float::Float;
use crate::regex::{RegexId, Regexes};
use crate::strings::Str;
use crate::table::Table;
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, ToPrimitive};
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
    /// `machine`.
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
    use num_traits::Zero;

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
