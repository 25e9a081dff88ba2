//! Numbers of any format, computed with big integers.
//!
//! As in [`super::small`], every operation is on finite numbers other than zero, and its exact
//! result is rounded once. Nothing here is ever shifted by an exponent alone: where two numbers are
//! too far apart, one bit stands for all that is below. Results are of the given format, small or
//! not.

use std::sync::Arc;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};

use super::rounding::{Rest, Rounding};
use super::small::Small;
use super::{Float, Format, Value};

/// `significand * 2^exponent`, negative or not.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Large {
    pub negative: bool,
    pub exponent: i128,
    pub significand: BigUint,
}

/// Makes a float of a number that the format has.
fn pack(format: Format, number: Large) -> Float {
    let small = if format.is_small() {
        let significand = u64::try_from(&number.significand);
        let exponent = i64::try_from(number.exponent);
        significand.ok().zip(exponent.ok())
    } else {
        None
    };
    let value = match small {
        Some((significand, exponent)) => Value::Small(Small {
            negative: number.negative,
            exponent,
            significand,
        }),
        None => Value::Large(Arc::new(number)),
    };
    Float { format, value }
}

/// The finite number that is furthest from zero.
pub(super) fn largest(format: Format, negative: bool) -> Float {
    let number = Large {
        negative,
        exponent: format.max_exponent(),
        significand: (BigUint::one() << format.significand_bits()) - 1u8,
    };
    pack(format, number)
}

/// The number that is nearest to zero and not zero.
pub(super) fn smallest(format: Format, negative: bool) -> Float {
    let number = Large {
        negative,
        exponent: format.min_exponent(),
        significand: BigUint::one(),
    };
    pack(format, number)
}

/// A number of the format, given by the fields of its bits, the exponent not all ones.
pub(super) fn from_fields(
    format: Format,
    negative: bool,
    exponent: u128,
    fraction: BigUint,
) -> Float {
    let least = format.min_exponent();
    let number = if exponent == 0 {
        if fraction.is_zero() {
            return Float::zero(format, negative);
        }
        Large {
            negative,
            exponent: least,
            significand: fraction,
        }
    } else {
        Large {
            negative,
            exponent: least + (exponent - 1) as i128,
            significand: fraction + (BigUint::one() << (format.significand_bits() - 1)),
        }
    };
    pack(format, number)
}

/// Takes away the last bits. Any number of them may be asked for.
pub(super) fn cut(significand: BigUint, bits: u128, more: bool) -> (BigUint, Rest) {
    if bits == 0 {
        return (significand, Rest { half: false, more });
    }
    // Beyond the length of the significand, `bits` may be any number.
    let bits = u64::try_from(bits).unwrap_or(u64::MAX);
    let rest = Rest {
        half: significand.bit(bits - 1),
        more: more || significand.trailing_zeros().is_some_and(|n| n < bits - 1),
    };
    if bits < significand.bits() {
        (significand >> bits, rest)
    } else {
        (BigUint::ZERO, rest)
    }
}

/// The number of the format that an exact result is rounded to: `number`, and something less than
/// the last bit's worth besides, if there is `more`. With more, the significand must be longer than
/// the format's. Zero keeps its sign.
pub(super) fn round(format: Format, rounding: Rounding, number: Large, more: bool) -> Float {
    let negative = number.negative;
    let length = i128::from(number.significand.bits());
    let precision = format.significand_bits();
    let least = format.min_exponent();
    let wanted = number
        .exponent
        .saturating_add(length - i128::from(precision));
    let mut exponent = least.max(wanted);
    if exponent > format.max_exponent() {
        // Shifting it into place might take any amount of memory.
        return overflow(format, rounding, negative);
    }
    let (mut kept, rest) = if exponent <= number.exponent {
        debug_assert!(!more, "too few bits to round");
        let shift = number.exponent.abs_diff(exponent);
        (number.significand << shift, Rest { half: false, more })
    } else {
        let shift = exponent.abs_diff(number.exponent);
        cut(number.significand, shift, more)
    };
    if rounding.goes_up(negative, kept.bit(0), rest) {
        kept += 1u8;
        if kept.bits() > u64::from(precision) {
            kept >>= 1u8;
            exponent += 1;
        }
    }
    if kept.is_zero() {
        return Float::zero(format, negative);
    }
    if exponent > format.max_exponent() {
        return overflow(format, rounding, negative);
    }
    let number = Large {
        negative,
        exponent,
        significand: kept,
    };
    pack(format, number)
}

fn overflow(format: Format, rounding: Rounding, negative: bool) -> Float {
    if rounding.overflows_to_infinity(negative) {
        Float::infinity(format, negative)
    } else {
        largest(format, negative)
    }
}

/// The sum of two numbers of any length, none of them zero.
pub(super) fn add(format: Format, rounding: Rounding, x: Large, y: Large) -> Float {
    let (upper, lower) = if x.exponent >= y.exponent {
        (x, y)
    } else {
        (y, x)
    };
    let apart = upper.exponent.abs_diff(lower.exponent);
    // So many bits below those of the upper number are enough for any result. Whatever of the lower
    // one is still below that only decides about rounding.
    let room = u128::from(lower.significand.bits()) + u128::from(format.significand_bits()) + 4;
    let shift = apart.min(room);
    let exponent = upper.exponent - shift as i128;
    let a = upper.significand << shift;
    let (b, rest) = cut(lower.significand, apart - shift, false);
    let more = rest != Rest::NONE;
    let (negative, significand) = if upper.negative == lower.negative {
        (upper.negative, a + b)
    } else if a >= b {
        // If a part of the lower number was cut off, the difference is short of it.
        (upper.negative, a - b - u8::from(more))
    } else {
        (lower.negative, b - a)
    };
    if significand.is_zero() && !more {
        return Float::zero(format, rounding.cancels_to_negative());
    }
    let number = Large {
        negative,
        exponent,
        significand,
    };
    round(format, rounding, number, more)
}

pub(super) fn mul(format: Format, rounding: Rounding, x: &Large, y: &Large) -> Float {
    round(format, rounding, product(x, y), false)
}

/// `x * y + z` with one rounding.
pub(super) fn fma(format: Format, rounding: Rounding, x: &Large, y: &Large, z: Large) -> Float {
    add(format, rounding, product(x, y), z)
}

fn product(x: &Large, y: &Large) -> Large {
    Large {
        negative: x.negative != y.negative,
        exponent: x.exponent + y.exponent,
        significand: &x.significand * &y.significand,
    }
}

/// The quotient of two numbers of any length.
pub(super) fn div(format: Format, rounding: Rounding, x: Large, y: Large) -> Float {
    let negative = x.negative != y.negative;
    let mut exponent = x.exponent - y.exponent;
    // The quotient gets at least two bits more than the result, and not many more.
    let wanted = y.significand.bits() + u64::from(format.significand_bits()) + 2;
    let length = x.significand.bits();
    let (dividend, rest) = if length <= wanted {
        exponent -= i128::from(wanted - length);
        (x.significand << (wanted - length), Rest::NONE)
    } else {
        exponent += i128::from(length - wanted);
        cut(x.significand, u128::from(length - wanted), false)
    };
    let (significand, remainder) = dividend.div_rem(&y.significand);
    let more = !remainder.is_zero() || rest != Rest::NONE;
    let number = Large {
        negative,
        exponent,
        significand,
    };
    round(format, rounding, number, more)
}

/// The square root of a positive number.
pub(super) fn sqrt(format: Format, rounding: Rounding, x: Large) -> Float {
    // The root gets at least two bits more than the result.
    let wanted = 2 * (u64::from(format.significand_bits()) + 2);
    let mut shift = wanted.saturating_sub(x.significand.bits());
    if (x.exponent - i128::from(shift)).is_odd() {
        shift += 1;
    }
    let square = x.significand << shift;
    let root = square.sqrt();
    let more = &root * &root != square;
    let number = Large {
        negative: false,
        exponent: (x.exponent - i128::from(shift)) / 2,
        significand: root,
    };
    round(format, rounding, number, more)
}

/// `x - y * n` for the whole number `n` that is nearest to `x / y`, the even one if there are two.
pub(super) fn rem(format: Format, x: Large, y: Large) -> Float {
    let apart = x.exponent.abs_diff(y.exponent);
    let exponent = x.exponent.min(y.exponent);
    // Both as multiples of 2^exponent: `rest` is x without some even multiple of y.
    let (rest, divisor) = if x.exponent >= y.exponent {
        let double = &y.significand << 1u8;
        let power = power_of_two_modulo(apart, &double);
        (x.significand * power % double, y.significand)
    } else if apart > u128::from(x.significand.bits()) {
        // Less than half of y.
        return pack(format, x);
    } else {
        (x.significand, y.significand << apart)
    };
    let (quotient, rest) = rest.div_rem(&divisor);
    let beyond = &divisor - &rest;
    let flips = rest > beyond || (rest == beyond && quotient.is_odd());
    let number = Large {
        // Zero has the sign of x, as it cannot have come from the far side.
        negative: x.negative != flips,
        exponent,
        significand: if flips { beyond } else { rest },
    };
    round(format, Rounding::Rne, number, false)
}

/// `2^exponent` modulo a number, whatever the exponent.
fn power_of_two_modulo(exponent: u128, modulus: &BigUint) -> BigUint {
    // The leading bits of the exponent are a shift, each of the others a square.
    let length = u128::from(modulus.bits());
    let mut others = 0;
    while exponent >> others > length {
        others += 1;
    }
    let mut power = (BigUint::one() << (exponent >> others)) % modulus;
    for bit in (0..others).rev() {
        power = &power * &power % modulus;
        if (exponent >> bit) & 1 == 1 {
            power <<= 1u8;
            if power >= *modulus {
                power -= modulus;
            }
        }
    }
    power
}

/// The whole number that one is rounded to.
pub(super) fn round_to_integral(format: Format, rounding: Rounding, x: Large) -> Float {
    if x.exponent >= 0 {
        return pack(format, x);
    }
    let negative = x.negative;
    let significand = whole(rounding, x);
    let number = Large {
        negative,
        exponent: 0,
        significand,
    };
    round(format, rounding, number, false)
}

/// The magnitude of the whole number that one with a negative exponent is rounded to.
pub(super) fn whole(rounding: Rounding, x: Large) -> BigUint {
    let (kept, rest) = cut(x.significand, x.exponent.unsigned_abs(), false);
    let up = rounding.goes_up(x.negative, kept.bit(0), rest);
    kept + u8::from(up)
}
