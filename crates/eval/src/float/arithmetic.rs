//! The operations that round: what they do to NaN, infinities and zeros is said here, once for all
//! formats.

use super::{Float, Large, MixedFormats, Rounding, Value, large, small};

impl Float {
    /// `fp.add`.
    pub fn add(&self, rounding: Rounding, other: &Self) -> Result<Self, MixedFormats> {
        let format = self.common_format(other)?;
        Ok(match (&self.value, &other.value) {
            (Value::Small(x), Value::Small(y)) => small::add(format, rounding, *x, *y),
            (Value::Nan, _) | (_, Value::Nan) => Self::nan(format),
            (Value::Infinity { negative: x }, Value::Infinity { negative: y }) if x != y => {
                Self::nan(format)
            }
            (Value::Zero { negative: x }, Value::Zero { negative: y }) if x != y => {
                Self::zero(format, rounding.cancels_to_negative())
            }
            // Otherwise an infinity wins and a zero loses.
            (Value::Infinity { .. }, _) | (_, Value::Zero { .. }) => self.clone(),
            (x, y) => match (x.to_large(), y.to_large()) {
                (Some(x), Some(y)) => large::add(format, rounding, x, y),
                _ => other.clone(),
            },
        })
    }

    /// `fp.sub`.
    pub fn sub(&self, rounding: Rounding, other: &Self) -> Result<Self, MixedFormats> {
        self.add(rounding, &other.neg())
    }

    /// `fp.mul`.
    pub fn mul(&self, rounding: Rounding, other: &Self) -> Result<Self, MixedFormats> {
        let format = self.common_format(other)?;
        if let (Value::Small(x), Value::Small(y)) = (&self.value, &other.value) {
            return Ok(small::mul(format, rounding, *x, *y));
        }
        let Some(negative) = self.product_sign(other) else {
            return Ok(Self::nan(format));
        };
        Ok(if self.is_infinite() || other.is_infinite() {
            Self::infinity(format, negative)
        } else {
            match (self.value.to_large(), other.value.to_large()) {
                (Some(x), Some(y)) => large::mul(format, rounding, &x, &y),
                _ => Self::zero(format, negative),
            }
        })
    }

    /// Whether the product of two is negative, unless it is not a number.
    fn product_sign(&self, other: &Self) -> Option<bool> {
        let indefinite =
            (self.is_infinite() && other.is_zero()) || (self.is_zero() && other.is_infinite());
        let negative = self.sign()? != other.sign()?;
        (!indefinite).then_some(negative)
    }

    /// `fp.div`.
    pub fn div(&self, rounding: Rounding, other: &Self) -> Result<Self, MixedFormats> {
        let format = self.common_format(other)?;
        if let (Value::Small(x), Value::Small(y)) = (&self.value, &other.value) {
            return Ok(small::div(format, rounding, *x, *y));
        }
        let (Some(x_negative), Some(y_negative)) = (self.sign(), other.sign()) else {
            return Ok(Self::nan(format));
        };
        let negative = x_negative != y_negative;
        Ok(match (&self.value, &other.value) {
            (Value::Infinity { .. }, Value::Infinity { .. })
            | (Value::Zero { .. }, Value::Zero { .. }) => Self::nan(format),
            (Value::Infinity { .. }, _) | (_, Value::Zero { .. }) => {
                Self::infinity(format, negative)
            }
            (x, y) => match (x.to_large(), y.to_large()) {
                (Some(x), Some(y)) => large::div(format, rounding, x, y),
                _ => Self::zero(format, negative),
            },
        })
    }

    /// `fp.fma`: `self * factor + addend` with one rounding.
    pub fn fma(
        &self,
        rounding: Rounding,
        factor: &Self,
        addend: &Self,
    ) -> Result<Self, MixedFormats> {
        let format = self.common_format(factor)?;
        self.common_format(addend)?;
        if let (Value::Small(x), Value::Small(y), Value::Small(z)) =
            (&self.value, &factor.value, &addend.value)
        {
            return Ok(small::fma(format, rounding, *x, *y, *z));
        }
        let factors = self.value.to_large().zip(factor.value.to_large());
        match (factors, addend.value.to_large()) {
            (Some((x, y)), Some(z)) => Ok(large::fma(format, rounding, &x, &y, z)),
            // A product that has to be rounded is not added to anything but zero or what wins over
            // any number.
            (Some(_), None) if addend.is_zero() => self.mul(rounding, factor),
            (Some(_), None) => Ok(addend.clone()),
            // This product is exact.
            (None, _) => self.mul(rounding, factor)?.add(rounding, addend),
        }
    }

    /// `fp.sqrt`.
    pub fn sqrt(&self, rounding: Rounding) -> Self {
        let format = self.format;
        if self.is_zero() {
            return self.clone();
        }
        match &self.value {
            _ if self.is_negative() => Self::nan(format),
            Value::Small(x) => small::sqrt(format, rounding, *x),
            Value::Large(x) => large::sqrt(format, rounding, Large::clone(x)),
            _ => self.clone(),
        }
    }

    /// `fp.rem`: `self - other * n`, where `n` is the whole number nearest to `self / other`, and
    /// the even one of two that are as near. It is exact. Zero has the sign of `self`.
    pub fn rem(&self, other: &Self) -> Result<Self, MixedFormats> {
        let format = self.common_format(other)?;
        Ok(match (&self.value, &other.value) {
            (Value::Small(x), Value::Small(y)) => small::rem(format, *x, *y),
            (Value::Nan | Value::Infinity { .. }, _) | (_, Value::Nan | Value::Zero { .. }) => {
                Self::nan(format)
            }
            (x, y) => match (x.to_large(), y.to_large()) {
                (Some(x), Some(y)) => large::rem(format, x, y),
                _ => self.clone(),
            },
        })
    }

    /// `fp.roundToIntegral`. Zero keeps the sign of what was rounded to it.
    ///
    /// Formats with less range than precision lack some of the whole numbers next to their own:
    /// 3.5 is the largest number of `(_ FloatingPoint 2 3)`, and it has no 4. As everywhere, what
    /// is too large becomes infinite; z3 does the same, and so do cvc5 and bitwuzla with numbers.
    /// With variables cvc5 1.4.2 contradicts itself there.
    pub fn round_to_integral(&self, rounding: Rounding) -> Self {
        match &self.value {
            Value::Small(x) => small::round_to_integral(self.format, rounding, *x),
            Value::Large(x) => large::round_to_integral(self.format, rounding, Large::clone(x)),
            _ => self.clone(),
        }
    }
}
