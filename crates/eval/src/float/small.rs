//! Numbers with significands of up to 64 bits, computed with machine integers.
//!
//! Every operation here is on finite numbers other than zero. It brings its result into the form
//! of an [`Exact`] number of at most 128 bits, which is rounded once.

use num_bigint::BigUint;

use super::large::{self, Large};
use super::rounding::{Rest, Rounding};
use super::wide::Wide;
use super::{Float, Format, Value};

/// `significand * 2^exponent`, negative or not. Never zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Small {
    pub negative: bool,
    pub exponent: i64,
    pub significand: u64,
}

/// A result before rounding: `significand * 2^exponent`, and something less than `2^exponent`
/// besides, if there is `more`. With more, the significand must be longer than the format's, so
/// that it is not the last bit of the result that is in doubt.
#[derive(Debug, Clone, Copy)]
pub(super) struct Exact {
    pub negative: bool,
    pub exponent: i64,
    pub significand: u128,
    pub more: bool,
}

impl Small {
    /// How many bits the significand has, without leading zeros.
    pub fn length(&self) -> u64 {
        64 - u64::from(self.significand.leading_zeros())
    }

    pub fn to_large(self) -> Large {
        Large {
            negative: self.negative,
            exponent: self.exponent.into(),
            significand: BigUint::from(self.significand),
        }
    }

    fn exact(self) -> Exact {
        Exact {
            negative: self.negative,
            exponent: self.exponent,
            significand: self.significand.into(),
            more: false,
        }
    }
}

/// Takes away the last bits. Any number of them may be asked for.
fn cut(significand: u128, bits: u64, more: bool) -> (u128, Rest) {
    match bits {
        0 => (significand, Rest { half: false, more }),
        1..=128 => {
            let half = 1u128 << (bits - 1);
            let rest = Rest {
                half: significand & half != 0,
                more: more || significand & (half - 1) != 0,
            };
            (significand.checked_shr(bits as u32).unwrap_or(0), rest)
        }
        _ if significand == 0 && !more => (0, Rest::NONE),
        _ => (0, Rest::LITTLE),
    }
}

/// The number of a small format that an exact result is rounded to. Zero keeps its sign.
pub(super) fn round(format: Format, rounding: Rounding, exact: Exact) -> Float {
    let Exact {
        negative,
        significand,
        more,
        ..
    } = exact;
    let length = 128 - i64::from(significand.leading_zeros());
    let precision = i64::from(format.significand_bits());
    let least = format.min_exponent_small();
    let mut exponent = least.max(exact.exponent + length - precision);
    let shift = exponent - exact.exponent;
    let (kept, rest) = if shift <= 0 {
        debug_assert!(!more, "too few bits to round");
        (significand << -shift, Rest { half: false, more })
    } else {
        cut(significand, shift.unsigned_abs(), more)
    };
    let mut kept = kept as u64;
    if rounding.goes_up(negative, kept & 1 == 1, rest) {
        if kept == format.max_significand_small() {
            kept = 1 << (precision - 1);
            exponent += 1;
        } else {
            kept += 1;
        }
    }
    let value = if kept == 0 {
        Value::Zero { negative }
    } else if exponent <= format.max_exponent_small() {
        Value::Small(Small {
            negative,
            exponent,
            significand: kept,
        })
    } else if rounding.overflows_to_infinity(negative) {
        Value::Infinity { negative }
    } else {
        Value::Small(Small {
            negative,
            exponent: format.max_exponent_small(),
            significand: format.max_significand_small(),
        })
    };
    Float { format, value }
}

pub(super) fn convert(format: Format, rounding: Rounding, x: Small) -> Float {
    round(format, rounding, x.exact())
}

pub(super) fn add(format: Format, rounding: Rounding, x: Small, y: Small) -> Float {
    sum(format, rounding, x.exact(), y.exact())
}

pub(super) fn mul(format: Format, rounding: Rounding, x: Small, y: Small) -> Float {
    round(format, rounding, product(x, y))
}

/// `x * y + z` with one rounding.
pub(super) fn fma(format: Format, rounding: Rounding, x: Small, y: Small, z: Small) -> Float {
    sum(format, rounding, product(x, y), z.exact())
}

fn product(x: Small, y: Small) -> Exact {
    Exact {
        negative: x.negative != y.negative,
        exponent: x.exponent + y.exponent,
        significand: u128::from(x.significand) * u128::from(y.significand),
        more: false,
    }
}

/// The sum of two numbers of any length, none of them zero.
fn sum(format: Format, rounding: Rounding, x: Exact, y: Exact) -> Float {
    let (upper, lower) = if x.exponent >= y.exponent {
        (x, y)
    } else {
        (y, x)
    };
    let apart = upper.exponent.abs_diff(lower.exponent);
    let same_sign = upper.negative == lower.negative;
    let free = u64::from(upper.significand.leading_zeros());
    if apart < free && lower.significand >> 127 == 0 {
        // The common case: everything fits into 128 bits.
        let a = upper.significand << apart;
        let b = lower.significand;
        let (negative, significand) = if same_sign {
            (upper.negative, a + b)
        } else if a >= b {
            (upper.negative, a - b)
        } else {
            (lower.negative, b - a)
        };
        let exact = Exact {
            negative,
            exponent: lower.exponent,
            significand,
            more: false,
        };
        return round_sum(format, rounding, exact);
    }
    // With 126 bits below those of the upper number, there are enough for any format. Whatever of
    // the lower one is still below that only decides about rounding.
    let shift = apart.min(free + 126);
    let a = Wide::new(upper.significand).shifted_left(shift as u32);
    let (b, rest) = cut(lower.significand, apart - shift, false);
    let b = Wide::new(b);
    let more = rest != Rest::NONE;
    let (wide, negative) = if same_sign {
        (a.plus(b), upper.negative)
    } else {
        let (distance, order) = a.distance(b);
        // If a part of the lower number was cut off, the upper one is by far the greater, and the
        // difference is short of that part.
        let distance = distance.minus(Wide::new(more.into()));
        let negative = if order.is_ge() {
            upper.negative
        } else {
            lower.negative
        };
        (distance, negative)
    };
    let (significand, below, dropped) = wide.leading();
    let exact = Exact {
        negative,
        exponent: upper.exponent - shift as i64 + i64::from(below),
        significand,
        more: more || dropped,
    };
    round_sum(format, rounding, exact)
}

fn round_sum(format: Format, rounding: Rounding, exact: Exact) -> Float {
    if exact.significand == 0 && !exact.more {
        Float::zero(format, rounding.cancels_to_negative())
    } else {
        round(format, rounding, exact)
    }
}

pub(super) fn div(format: Format, rounding: Rounding, x: Small, y: Small) -> Float {
    let x_shift = x.significand.leading_zeros();
    let y_shift = y.significand.leading_zeros();
    let a = x.significand << x_shift;
    let b = y.significand << y_shift;
    let exponent = x.exponent - y.exponent - i64::from(x_shift) + i64::from(y_shift);
    let negative = x.negative != y.negative;
    let exact = if format.significand_bits() <= 30 {
        // Half as long is enough here, and the machine divides it several times as fast.
        let (a, b) = (a >> 1, b >> 32);
        Exact {
            negative,
            exponent: exponent + 1 - 32,
            significand: (a / b).into(),
            more: a % b != 0,
        }
    } else {
        let (a, b) = (u128::from(a) << 64, u128::from(b));
        let rest = 2 * (a % b);
        // The quotient may have only 64 bits, so one more is needed.
        Exact {
            negative,
            exponent: exponent - 64 - 1,
            significand: a / b * 2 + u128::from(rest >= b),
            more: rest != 0 && rest != b,
        }
    };
    round(format, rounding, exact)
}

/// The square root of a positive number.
pub(super) fn sqrt(format: Format, rounding: Rounding, x: Small) -> Float {
    // As long as possible, with an even exponent.
    let mut shift = i64::from(x.significand.leading_zeros());
    let exact = if format.significand_bits() <= 30 {
        shift -= (x.exponent - shift) & 1;
        let square = x.significand << shift;
        let root = square.isqrt();
        Exact {
            negative: false,
            exponent: (x.exponent - shift) / 2,
            significand: root.into(),
            more: root * root != square,
        }
    } else {
        shift += 64;
        shift -= (x.exponent - shift) & 1;
        let square = u128::from(x.significand) << shift;
        let root = square.isqrt();
        let rest = square - root * root;
        // The root has 64 bits, so one more is needed. It is set if (root + 1/2)^2 <= square, and
        // the two cannot be equal.
        Exact {
            negative: false,
            exponent: (x.exponent - shift) / 2 - 1,
            significand: 2 * root + u128::from(rest > root),
            more: rest != 0,
        }
    };
    round(format, rounding, exact)
}

/// `x - y * n` for the whole number `n` that is nearest to `x / y`, the even one if there are two.
pub(super) fn rem(format: Format, x: Small, y: Small) -> Float {
    if format.significand_bits() > 63 {
        return large::rem(format, x.to_large(), y.to_large());
    }
    let exponent = x.exponent.min(y.exponent);
    let up = x.exponent.abs_diff(y.exponent);
    // Both as multiples of 2^exponent: `rest` is x without some even multiple of y.
    let (rest, divisor) = if x.exponent >= y.exponent {
        let double = 2 * u128::from(y.significand);
        let power = power_of_two_modulo(up, double);
        let rest = u128::from(x.significand) % double * power % double;
        (rest, u128::from(y.significand))
    } else if up > x.length() {
        // Less than half of y.
        (x.significand.into(), u128::MAX)
    } else {
        (x.significand.into(), u128::from(y.significand) << up)
    };
    let odd = rest / divisor % 2 == 1;
    let rest = rest % divisor;
    // 2 * rest > divisor, or equal to it
    let beyond = divisor - rest;
    let (significand, flips) = if rest > beyond || (rest == beyond && odd) {
        (beyond, true)
    } else {
        (rest, false)
    };
    let exact = Exact {
        // Zero has the sign of x, as it cannot have come from the far side.
        negative: x.negative != flips,
        exponent,
        significand,
        more: false,
    };
    round(format, Rounding::Rne, exact)
}

/// `2^exponent` modulo an even number of at most 64 bits.
fn power_of_two_modulo(exponent: u64, modulus: u128) -> u128 {
    // The leading bits of the exponent are a shift, each of the others a square.
    let length = 64 - exponent.leading_zeros();
    let others = length.saturating_sub(6);
    let mut power = (1u128 << (exponent >> others)) % modulus;
    for bit in (0..others).rev() {
        power = power * power % modulus;
        power = (power << ((exponent >> bit) & 1)) % modulus;
    }
    power
}

/// The whole number nearest to one.
pub(super) fn round_to_integral(format: Format, rounding: Rounding, x: Small) -> Float {
    if x.exponent >= 0 {
        let value = Value::Small(x);
        return Float { format, value };
    }
    let (kept, rest) = cut(x.significand.into(), x.exponent.unsigned_abs(), false);
    let up = rounding.goes_up(x.negative, kept & 1 == 1, rest);
    let exact = Exact {
        negative: x.negative,
        exponent: 0,
        significand: kept + u128::from(up),
        more: false,
    };
    round(format, rounding, exact)
}
