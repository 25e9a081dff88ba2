//! From and to other sorts.

use num_bigint::{BigInt, BigUint, Sign};
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use super::small::{self, Exact};
use super::{Float, Format, Large, OutOfBudget, Rounding, Specified, Value, large};

impl Float {
    /// `((_ to_fp eb sb) rounding float)`: the same number in another format.
    pub fn to_format(&self, format: Format, rounding: Rounding) -> Self {
        match &self.value {
            Value::Nan => Self::nan(format),
            Value::Infinity { negative } => Self::infinity(format, *negative),
            Value::Zero { negative } => Self::zero(format, *negative),
            Value::Small(x) if format.is_small() => small::convert(format, rounding, *x),
            Value::Small(x) => large::round(format, rounding, x.to_large(), false),
            Value::Large(x) => large::round(format, rounding, Large::clone(x), false),
        }
    }

    /// `((_ to_fp eb sb) rounding real)`. The real number zero is `+0`. A denominator of zero, which
    /// rationals have only if forced to, gives NaN.
    pub fn from_rational(format: Format, rounding: Rounding, real: &BigRational) -> Self {
        if real.denom().is_zero() {
            return Self::nan(format);
        }
        if real.denom().is_one() {
            return Self::from_integer(format, rounding, real.numer());
        }
        if real.numer().is_zero() {
            return Self::zero(format, false);
        }
        let whole = |number: &BigInt| Large {
            negative: number.is_negative(),
            exponent: 0,
            significand: number.magnitude().clone(),
        };
        large::div(format, rounding, whole(real.numer()), whole(real.denom()))
    }

    /// `((_ to_fp eb sb) rounding bits)` for what the bits mean as a signed number, and
    /// `((_ to_fp_unsigned eb sb) rounding bits)` for what they mean as an unsigned one. Zero is
    /// `+0`.
    pub fn from_integer(format: Format, rounding: Rounding, integer: &BigInt) -> Self {
        if let Ok(integer) = i128::try_from(integer) {
            return Self::from_i128(format, rounding, integer);
        }
        let number = Large {
            negative: integer.is_negative(),
            exponent: 0,
            significand: integer.magnitude().clone(),
        };
        large::round(format, rounding, number, false)
    }

    /// As [`Float::from_integer`]. Fast for formats with significands of up to 64 bits.
    pub fn from_i128(format: Format, rounding: Rounding, integer: i128) -> Self {
        let negative = integer < 0;
        if format.is_small() {
            let exact = Exact {
                negative,
                exponent: 0,
                significand: integer.unsigned_abs(),
                more: false,
            };
            return small::round(format, rounding, exact);
        }
        let number = Large {
            negative,
            exponent: 0,
            significand: integer.unsigned_abs().into(),
        };
        large::round(format, rounding, number, false)
    }

    /// `fp.to_real`. It is open for NaN and infinities, and out of budget if numerator and
    /// denominator together take more than so many bits: there are 2^eb exponents.
    pub fn to_rational(&self, max_bits: u64) -> Result<Specified<BigRational>, OutOfBudget> {
        let x = match &self.value {
            Value::Nan | Value::Infinity { .. } => return Ok(Specified::Unspecified),
            Value::Zero { .. } => return Ok(Specified::Value(BigRational::zero())),
            Value::Small(x) => x.to_large(),
            Value::Large(x) => Large::clone(x),
        };
        // In lowest terms, one of the two is a power of two and the other is odd.
        let zeros = x.significand.trailing_zeros().unwrap_or(0);
        let significand = x.significand >> zeros;
        let exponent = x.exponent + i128::from(zeros);
        let needed = exponent.unsigned_abs() + u128::from(significand.bits());
        if needed > u128::from(max_bits) {
            return Err(OutOfBudget);
        }
        let power = exponent.unsigned_abs();
        let (numerator, denominator) = if exponent >= 0 {
            (significand << power, BigUint::one())
        } else {
            (significand, BigUint::one() << power)
        };
        let sign = if x.negative { Sign::Minus } else { Sign::Plus };
        let numerator = BigInt::from_biguint(sign, numerator);
        let denominator = BigInt::from(denominator);
        Ok(Specified::Value(BigRational::new_raw(
            numerator,
            denominator,
        )))
    }

    /// `((_ fp.to_ubv width) rounding float)`, as an unsigned number. It is open for NaN,
    /// infinities and whatever is out of range after rounding.
    pub fn to_unsigned(&self, rounding: Rounding, width: u32) -> Specified<BigUint> {
        match self.to_whole(rounding, width) {
            Some((negative, magnitude)) if !negative || magnitude.is_zero() => {
                Specified::Value(magnitude)
            }
            _ => Specified::Unspecified,
        }
    }

    /// `((_ fp.to_sbv width) rounding float)`, as a signed number. It is open for NaN, infinities
    /// and whatever is out of range after rounding.
    pub fn to_signed(&self, rounding: Rounding, width: u32) -> Specified<BigInt> {
        let Some((negative, magnitude)) = self.to_whole(rounding, width) else {
            return Specified::Unspecified;
        };
        let least = u64::from(width).saturating_sub(1);
        let fits = if negative {
            // The least number is a power of two.
            magnitude.bits() <= least
                || (magnitude.bits() == least + 1 && magnitude.trailing_zeros() == Some(least))
        } else {
            magnitude.bits() <= least
        };
        if fits {
            let sign = if negative { Sign::Minus } else { Sign::Plus };
            Specified::Value(BigInt::from_biguint(sign, magnitude))
        } else {
            Specified::Unspecified
        }
    }

    /// Sign and magnitude of the whole number that one is rounded to, unless the magnitude takes
    /// more than so many bits. So the memory it takes is that of the bit-vector it becomes.
    fn to_whole(&self, rounding: Rounding, width: u32) -> Option<(bool, BigUint)> {
        let x = match &self.value {
            Value::Nan | Value::Infinity { .. } => return None,
            Value::Zero { negative } => return Some((*negative, BigUint::ZERO)),
            Value::Small(x) => x.to_large(),
            Value::Large(x) => Large::clone(x),
        };
        let negative = x.negative;
        let magnitude = if x.exponent < 0 {
            large::whole(rounding, x)
        } else if x.exponent + i128::from(x.significand.bits()) <= i128::from(width) {
            x.significand << x.exponent
        } else {
            return None;
        };
        (magnitude.bits() <= u64::from(width)).then_some((negative, magnitude))
    }
}
