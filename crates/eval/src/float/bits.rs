//! Floats and their bits, and how they are written in SMT-LIB.

use std::fmt;

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::small::Small;
use super::{Float, Format, Specified, Value, large};

/// A field with more bits than its format has for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("more bits than {0} has")]
pub struct TooManyBits(pub Format);

/// What `fp` puts together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fields {
    /// The sign's bit.
    pub negative: bool,
    /// The exponent's bits, as a whole number.
    pub exponent: u128,
    /// The bits of the significand that are stored, as a whole number.
    pub fraction: BigUint,
}

impl Float {
    /// `(fp sign exponent significand)`. All patterns of NaN give the one NaN.
    pub fn from_fields(
        format: Format,
        negative: bool,
        exponent: &BigUint,
        fraction: &BigUint,
    ) -> Result<Self, TooManyBits> {
        let stored = format.significand_bits() - 1;
        let exponent = u128::try_from(exponent).map_err(|_| TooManyBits(format))?;
        if exponent > all_ones(format.exponent_bits()) || fraction.bits() > stored.into() {
            return Err(TooManyBits(format));
        }
        Ok(if exponent != all_ones(format.exponent_bits()) {
            large::from_fields(format, negative, exponent, fraction.clone())
        } else if fraction.is_zero() {
            Self::infinity(format, negative)
        } else {
            Self::nan(format)
        })
    }

    /// `((_ to_fp eb sb) bits)`: what the bits stand for in IEEE's interchange format.
    pub fn from_bits(format: Format, bits: &BigUint) -> Result<Self, TooManyBits> {
        if let Ok(bits) = u128::try_from(bits)
            && format.is_small()
        {
            return Self::from_bits_u128(format, bits);
        }
        let width = u64::from(format.width());
        if bits.bits() > width {
            return Err(TooManyBits(format));
        }
        let stored = format.significand_bits() - 1;
        let low = |bits: BigUint, length: u32| bits & ((BigUint::one() << length) - 1u8);
        let exponent = low(bits >> stored, format.exponent_bits());
        let fraction = low(bits.clone(), stored);
        Self::from_fields(format, bits.bit(width - 1), &exponent, &fraction)
    }

    /// As [`Float::from_bits`]. Fast for formats with significands of up to 64 bits.
    pub fn from_bits_u128(format: Format, bits: u128) -> Result<Self, TooManyBits> {
        if !format.is_small() {
            return Self::from_bits(format, &BigUint::from(bits));
        }
        if bits >> format.width() != 0 {
            return Err(TooManyBits(format));
        }
        let stored = format.significand_bits() - 1;
        let negative = bits >> (format.width() - 1) == 1;
        let fraction = (bits & all_ones(stored)) as u64;
        let exponent = (bits >> stored) & all_ones(format.exponent_bits());
        let least = format.min_exponent_small();
        let value = if exponent == all_ones(format.exponent_bits()) {
            if fraction == 0 {
                Value::Infinity { negative }
            } else {
                Value::Nan
            }
        } else if exponent != 0 {
            Value::Small(Small {
                negative,
                exponent: least + exponent as i64 - 1,
                significand: fraction | (1 << stored),
            })
        } else if fraction != 0 {
            Value::Small(Small {
                negative,
                exponent: least,
                significand: fraction,
            })
        } else {
            Value::Zero { negative }
        };
        Ok(Self { format, value })
    }

    /// Sign, exponent and significand, unless it is NaN, which has many.
    pub fn fields(&self) -> Option<Fields> {
        let format = self.format;
        let finite = |negative, exponent: i128, significand: &BigUint| {
            let leading = u64::from(format.significand_bits()) - 1;
            let normal = significand.bit(leading);
            let above_least = exponent.abs_diff(format.min_exponent());
            let mut fraction = significand.clone();
            fraction.set_bit(leading, false);
            Fields {
                negative,
                exponent: if normal { above_least + 1 } else { 0 },
                fraction,
            }
        };
        Some(match &self.value {
            Value::Nan => return None,
            Value::Infinity { negative } => Fields {
                negative: *negative,
                exponent: all_ones(format.exponent_bits()),
                fraction: BigUint::ZERO,
            },
            Value::Zero { negative } => Fields {
                negative: *negative,
                exponent: 0,
                fraction: BigUint::ZERO,
            },
            Value::Small(x) => finite(x.negative, x.exponent.into(), &BigUint::from(x.significand)),
            Value::Large(x) => finite(x.negative, x.exponent, &x.significand),
        })
    }

    /// z3's `fp.to_ieee_bv`: the bits of IEEE's interchange format. It is open for NaN, and z3 then
    /// takes bits that are no pattern of NaN, too.
    pub fn to_ieee_bits(&self) -> Specified<BigUint> {
        if let Some(bits) = self.to_ieee_bits_u128() {
            return Specified::Value(bits.into());
        }
        let Some(fields) = self.fields() else {
            return Specified::Unspecified;
        };
        let head = (u128::from(fields.negative) << self.format.exponent_bits()) | fields.exponent;
        let head = BigUint::from(head) << (self.format.significand_bits() - 1);
        Specified::Value(head | fields.fraction)
    }

    /// As [`Float::to_ieee_bits`], and fast; for formats with significands of up to 64 bits only.
    pub fn to_ieee_bits_u128(&self) -> Option<u128> {
        let format = self.format;
        if !format.is_small() {
            return None;
        }
        let stored = format.significand_bits() - 1;
        let (negative, magnitude) = match &self.value {
            Value::Nan | Value::Large(_) => return None,
            Value::Infinity { negative } => (*negative, all_ones(format.exponent_bits()) << stored),
            Value::Zero { negative } => (*negative, 0),
            Value::Small(x) => {
                // The leading one, if it is there, is carried into the exponent.
                let above_least = x.exponent.abs_diff(format.min_exponent_small());
                let head = u128::from(above_least) << stored;
                (x.negative, head + u128::from(x.significand))
            }
        };
        Some((u128::from(negative) << (format.width() - 1)) | magnitude)
    }
}

/// The number of so many ones, up to 127.
const fn all_ones(length: u32) -> u128 {
    (1 << length) - 1
}

impl fmt::Display for Float {
    /// As a term of SMT-LIB.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (eb, sb) = (self.format.exponent_bits(), self.format.significand_bits());
        let sign = if self.is_negative() { '-' } else { '+' };
        match &self.value {
            Value::Infinity { .. } => write!(f, "(_ {sign}oo {eb} {sb})"),
            Value::Zero { .. } => write!(f, "(_ {sign}zero {eb} {sb})"),
            _ => match self.fields() {
                None => write!(f, "(_ NaN {eb} {sb})"),
                Some(fields) => write!(
                    f,
                    "(fp #b{} #b{:0eb$b} #b{:0stored$b})",
                    u8::from(fields.negative),
                    fields.exponent,
                    fields.fraction,
                    eb = eb as usize,
                    stored = sb as usize - 1,
                ),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(format: Format, bits: u128) {
        let big = BigUint::from(bits);
        let float = Float::from_bits_u128(format, bits).expect("bits fit");
        assert_eq!(Float::from_bits(format, &big), Ok(float.clone()));
        let Some(fields) = float.fields() else {
            assert!(float.is_nan());
            assert_eq!(float.to_ieee_bits(), Specified::Unspecified);
            return;
        };
        assert_eq!(float.to_ieee_bits(), Specified::Value(big));
        let exponent = BigUint::from(fields.exponent);
        let again = Float::from_fields(format, fields.negative, &exponent, &fields.fraction);
        assert_eq!(again, Ok(float));
    }

    #[test]
    fn bits_come_back() {
        for (exponent, significand) in [(2, 2), (2, 3), (3, 2), (4, 5), (5, 3)] {
            let format = Format::new(exponent, significand).expect("a format");
            for bits in 0..1 << format.width() {
                check(format, bits);
            }
            assert_eq!(
                Float::from_bits_u128(format, 1 << format.width()),
                Err(TooManyBits(format))
            );
        }
        for (exponent, significand) in [(60, 64), (61, 64), (60, 65), (15, 113), (120, 8)] {
            let format = Format::new(exponent, significand).expect("a format");
            for shift in 0..format.width() {
                for pattern in [1u128, 3, 0xffff, u128::MAX] {
                    check(
                        format,
                        (pattern << shift) & (u128::MAX >> (128 - format.width())),
                    );
                }
            }
        }
    }

    #[test]
    fn fields_must_fit() {
        let format = Format::new(3, 4).expect("a format");
        let number = |n: u8| BigUint::from(n);
        assert!(Float::from_fields(format, true, &number(7), &number(7)).is_ok());
        let error = Err(TooManyBits(format));
        assert_eq!(
            Float::from_fields(format, true, &number(8), &number(7)),
            error
        );
        assert_eq!(
            Float::from_fields(format, true, &number(7), &number(8)),
            error
        );
        let huge = BigUint::one() << 200;
        assert_eq!(Float::from_fields(format, true, &huge, &number(0)), error);
        assert_eq!(Float::from_bits(format, &huge), error);
        let wide = Format::new(100, 100).expect("a format");
        assert_eq!(Float::from_bits(wide, &huge), Err(TooManyBits(wide)));
    }

    #[test]
    fn written_as_terms() {
        let check = |bits: u128, expected: &str| {
            let format = Format::new(3, 4).expect("a format");
            let float = Float::from_bits_u128(format, bits).expect("bits fit");
            assert_eq!(float.to_string(), expected);
        };
        check(0b0_000_000, "(_ +zero 3 4)");
        check(0b1_000_000, "(_ -zero 3 4)");
        check(0b0_111_000, "(_ +oo 3 4)");
        check(0b1_111_000, "(_ -oo 3 4)");
        check(0b1_111_010, "(_ NaN 3 4)");
        check(0b1_000_010, "(fp #b1 #b000 #b010)");
        check(0b0_010_001, "(fp #b0 #b010 #b001)");
    }
}
