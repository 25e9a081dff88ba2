//! Floating point as SMT-LIB has it: IEEE 754 of any format, exact in every bit.
//!
//! A [`Float`] is a value of the sort `(_ FloatingPoint eb sb)`. Equal values are equal in Rust, so
//! `==` is the `=` of SMT-LIB: there is one NaN, and `+0` is not `-0`. The `fp.eq` of IEEE is
//! [`Float::fp_eq`].
//!
//! What the standard leaves open is never decided here. It is said in the result's type:
//! [`Specified`] for conversions out of range, [`MinMax`] for the lesser of two zeros.
//!
//! Formats with significands of up to 64 bits are computed with machine integers, all others with
//! big ones. Neither ever builds a number whose length depends on the size of an exponent, save
//! [`Float::to_rational`], which takes a limit. Time and memory of everything else are bounded by
//! the format, and formats are limited by [`Format::MAX_EXPONENT_BITS`] and
//! [`Format::MAX_SIGNIFICAND_BITS`].
//!
//! This module knows nothing of terms or models.

mod arithmetic;
mod bits;
mod compare;
mod convert;
mod format;
mod large;
mod rounding;
mod small;
#[cfg(test)]
mod tests;
mod wide;

use std::fmt;
use std::sync::Arc;

use large::Large;
use small::Small;

pub use bits::{Fields, TooManyBits};
pub use compare::MinMax;
pub use format::{Format, FormatError};
pub use rounding::Rounding;

/// A value of a floating-point sort.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Float {
    format: Format,
    value: Value,
}

/// What a float is. Each value of a format has one representation only: a finite number other than
/// zero is `Small` if and only if the format is, and its significand is as long as the format's
/// unless the exponent is the least.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Value {
    Nan,
    Infinity { negative: bool },
    Zero { negative: bool },
    Small(Small),
    Large(Arc<Large>),
}

/// What the standard says of a result.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Specified<T> {
    /// This and nothing else.
    Value(T),
    /// Nothing. Any value of the sort will do, the same for the same arguments.
    Unspecified,
}

/// Two floats of different formats where the same one is needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0} where {1} is needed")]
pub struct MixedFormats(pub Format, pub Format);

/// A result that is longer than the limit that was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the result takes more bits than allowed")]
pub struct OutOfBudget;

impl Float {
    /// `(_ NaN eb sb)`.
    pub fn nan(format: Format) -> Self {
        let value = Value::Nan;
        Self { format, value }
    }

    /// `(_ +oo eb sb)` or `(_ -oo eb sb)`.
    pub fn infinity(format: Format, negative: bool) -> Self {
        let value = Value::Infinity { negative };
        Self { format, value }
    }

    /// `(_ +zero eb sb)` or `(_ -zero eb sb)`.
    pub fn zero(format: Format, negative: bool) -> Self {
        let value = Value::Zero { negative };
        Self { format, value }
    }

    /// The finite number that is furthest from zero.
    pub fn largest(format: Format, negative: bool) -> Self {
        large::largest(format, negative)
    }

    /// The number that is nearest to zero and not zero.
    pub fn smallest(format: Format, negative: bool) -> Self {
        large::smallest(format, negative)
    }

    /// The format of the value's sort.
    pub fn format(&self) -> Format {
        self.format
    }

    /// `fp.isNaN`.
    pub fn is_nan(&self) -> bool {
        matches!(self.value, Value::Nan)
    }

    /// `fp.isInfinite`.
    pub fn is_infinite(&self) -> bool {
        matches!(self.value, Value::Infinity { .. })
    }

    /// `fp.isZero`.
    pub fn is_zero(&self) -> bool {
        matches!(self.value, Value::Zero { .. })
    }

    /// `fp.isNormal`: finite, not zero and with a leading one.
    pub fn is_normal(&self) -> bool {
        let length = u64::from(self.format.significand_bits());
        match &self.value {
            Value::Small(x) => x.length() == length,
            Value::Large(x) => x.significand.bits() == length,
            _ => false,
        }
    }

    /// `fp.isSubnormal`: finite, not zero and without a leading one.
    pub fn is_subnormal(&self) -> bool {
        matches!(self.value, Value::Small(_) | Value::Large(_)) && !self.is_normal()
    }

    /// `fp.isNegative`: has a sign and is a number. So is `-0`.
    pub fn is_negative(&self) -> bool {
        self.sign() == Some(true)
    }

    /// `fp.isPositive`: has no sign and is a number. So is `+0`.
    pub fn is_positive(&self) -> bool {
        self.sign() == Some(false)
    }

    /// Whether it is negative, unless it is not a number.
    fn sign(&self) -> Option<bool> {
        match &self.value {
            Value::Nan => None,
            Value::Infinity { negative } | Value::Zero { negative } => Some(*negative),
            Value::Small(x) => Some(x.negative),
            Value::Large(x) => Some(x.negative),
        }
    }

    /// `fp.neg`.
    pub fn neg(&self) -> Self {
        self.with_sign(self.sign() == Some(false))
    }

    /// `fp.abs`.
    pub fn abs(&self) -> Self {
        self.with_sign(false)
    }

    fn with_sign(&self, negative: bool) -> Self {
        let value = match &self.value {
            Value::Nan => Value::Nan,
            Value::Infinity { .. } => Value::Infinity { negative },
            Value::Zero { .. } => Value::Zero { negative },
            Value::Small(x) => Value::Small(Small { negative, ..*x }),
            Value::Large(x) if x.negative == negative => Value::Large(Arc::clone(x)),
            Value::Large(x) => {
                let x = Large::clone(x);
                Value::Large(Arc::new(Large { negative, ..x }))
            }
        };
        let format = self.format;
        Self { format, value }
    }

    /// The format of both, if it is one.
    fn common_format(&self, other: &Self) -> Result<Format, MixedFormats> {
        if self.format == other.format {
            Ok(self.format)
        } else {
            Err(MixedFormats(other.format, self.format))
        }
    }
}

impl Value {
    /// The finite number that this is, if it is one other than zero.
    fn to_large(&self) -> Option<Large> {
        match self {
            Self::Small(x) => Some(x.to_large()),
            Self::Large(x) => Some(Large::clone(x)),
            _ => None,
        }
    }
}

impl fmt::Debug for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
