//! Order, and the lesser and greater of two.

use std::cmp::Ordering;

use super::{Float, MixedFormats, Value};

/// What `fp.min` and `fp.max` give.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum MinMax {
    /// This value.
    Value(Float),
    /// One of the two zeros. The standard leaves open which, but it must be the same for the same
    /// arguments in the same order.
    EitherZero,
}

impl Float {
    /// How two numbers compare, as IEEE has it: zeros are equal, and NaN is not comparable.
    pub fn compare(&self, other: &Self) -> Result<Option<Ordering>, MixedFormats> {
        self.common_format(other)?;
        let (Some(x_negative), Some(y_negative)) = (self.sign(), other.sign()) else {
            return Ok(None);
        };
        if self.is_zero() && other.is_zero() {
            return Ok(Some(Ordering::Equal));
        }
        Ok(Some(match (x_negative, y_negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => self.value.magnitude_order(&other.value),
            (true, true) => other.value.magnitude_order(&self.value),
        }))
    }

    /// `fp.eq`.
    pub fn fp_eq(&self, other: &Self) -> Result<bool, MixedFormats> {
        Ok(self.compare(other)? == Some(Ordering::Equal))
    }

    /// `fp.lt`.
    pub fn lt(&self, other: &Self) -> Result<bool, MixedFormats> {
        Ok(self.compare(other)? == Some(Ordering::Less))
    }

    /// `fp.leq`.
    pub fn leq(&self, other: &Self) -> Result<bool, MixedFormats> {
        Ok(self.compare(other)?.is_some_and(Ordering::is_le))
    }

    /// `fp.gt`.
    pub fn gt(&self, other: &Self) -> Result<bool, MixedFormats> {
        other.lt(self)
    }

    /// `fp.geq`.
    pub fn geq(&self, other: &Self) -> Result<bool, MixedFormats> {
        other.leq(self)
    }

    /// `fp.min`.
    pub fn min(&self, other: &Self) -> Result<MinMax, MixedFormats> {
        self.extreme(other, Ordering::Less)
    }

    /// `fp.max`.
    pub fn max(&self, other: &Self) -> Result<MinMax, MixedFormats> {
        self.extreme(other, Ordering::Greater)
    }

    /// The one that compares so to the other, or the one that is a number.
    fn extreme(&self, other: &Self, wanted: Ordering) -> Result<MinMax, MixedFormats> {
        let order = self.compare(other)?;
        if order == Some(Ordering::Equal) && self != other {
            return Ok(MinMax::EitherZero);
        }
        let takes_self = match order {
            Some(order) => order == wanted,
            None => other.is_nan(),
        };
        let value = if takes_self { self } else { other };
        Ok(MinMax::Value(value.clone()))
    }
}

impl Value {
    /// How two numbers of one format and sign compare by magnitude. They may not both be zeros.
    fn magnitude_order(&self, other: &Self) -> Ordering {
        // The one with the greater exponent has a significand of full length, so it is greater.
        match (self, other) {
            (Self::Small(x), Self::Small(y)) => {
                (x.exponent, x.significand).cmp(&(y.exponent, y.significand))
            }
            (Self::Large(x), Self::Large(y)) => {
                (x.exponent, &x.significand).cmp(&(y.exponent, &y.significand))
            }
            _ => self.rank().cmp(&other.rank()),
        }
    }

    /// Zeros, finite numbers, infinities.
    fn rank(&self) -> u8 {
        match self {
            Self::Zero { .. } => 0,
            Self::Small(_) | Self::Large(_) => 1,
            Self::Infinity { .. } => 2,
            Self::Nan => 3,
        }
    }
}
