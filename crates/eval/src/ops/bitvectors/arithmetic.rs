//! Arithmetic of bits: machine words up to 64 of them, long numbers beyond.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// 2 to the width.
pub(super) fn power(width: u32) -> BigUint {
    BigUint::one() << width
}

pub(super) fn ones(width: u32) -> BigUint {
    power(width) - BigUint::one()
}

pub(super) fn mask(width: u32) -> u64 {
    match width {
        0 => 0,
        1..=63 => (1 << width) - 1,
        _ => u64::MAX,
    }
}

/// The number that bits mean in two's complement.
pub(super) fn signed_small(width: u32, bits: u64) -> i64 {
    match width {
        0 => 0,
        1..=63 => ((bits << (64 - width)) as i64) >> (64 - width),
        _ => bits as i64,
    }
}

pub(in crate::ops) fn signed_big(width: u32, bits: &BigUint) -> BigInt {
    match width > 0 && bits.bit(u64::from(width) - 1) {
        true => BigInt::from(bits.clone()) - BigInt::from(power(width)),
        false => BigInt::from(bits.clone()),
    }
}

/// The bits of a number in two's complement.
pub(super) fn wrap(width: u32, number: &BigInt) -> BigUint {
    let reduced = number.mod_floor(&BigInt::from(power(width)));
    reduced.into_parts().1
}

pub(super) fn small_udiv(width: u32, x: u64, y: u64) -> u64 {
    x.checked_div(y).unwrap_or(mask(width))
}

pub(super) fn udiv(width: u32, x: BigUint, y: BigUint) -> BigUint {
    match y.is_zero() {
        true => ones(width),
        false => x / y,
    }
}

pub(super) fn small_urem(_: u32, x: u64, y: u64) -> u64 {
    x.checked_rem(y).unwrap_or(x)
}

pub(super) fn urem(_: u32, x: BigUint, y: BigUint) -> BigUint {
    match y.is_zero() {
        true => x,
        false => x % y,
    }
}

pub(super) fn small_sdiv(width: u32, x: u64, y: u64) -> u64 {
    let (x, y) = (signed_small(width, x), signed_small(width, y));
    match y {
        0 if x < 0 => 1,
        0 => u64::MAX,
        _ => x.wrapping_div(y) as u64,
    }
}

pub(super) fn sdiv(width: u32, x: BigUint, y: BigUint) -> BigUint {
    let (x, y) = (signed_big(width, &x), signed_big(width, &y));
    match y.is_zero() {
        true if x.is_negative() => BigUint::one(),
        true => ones(width),
        false => wrap(width, &(x / y)),
    }
}

pub(super) fn small_srem(width: u32, x: u64, y: u64) -> u64 {
    let (dividend, divisor) = (signed_small(width, x), signed_small(width, y));
    match divisor {
        0 => x,
        _ => dividend.wrapping_rem(divisor) as u64,
    }
}

pub(super) fn srem(width: u32, x: BigUint, y: BigUint) -> BigUint {
    let (dividend, divisor) = (signed_big(width, &x), signed_big(width, &y));
    match divisor.is_zero() {
        true => x,
        false => wrap(width, &(dividend % divisor)),
    }
}

pub(super) fn small_smod(width: u32, x: u64, y: u64) -> u64 {
    let (dividend, divisor) = (signed_small(width, x), signed_small(width, y));
    if divisor == 0 {
        return x;
    }
    let remainder = dividend.wrapping_rem(divisor);
    match remainder != 0 && (remainder < 0) != (divisor < 0) {
        true => remainder.wrapping_add(divisor) as u64,
        false => remainder as u64,
    }
}

pub(super) fn smod(width: u32, x: BigUint, y: BigUint) -> BigUint {
    let (dividend, divisor) = (signed_big(width, &x), signed_big(width, &y));
    match divisor.is_zero() {
        true => x,
        false => wrap(width, &dividend.mod_floor(&divisor)),
    }
}

pub(super) fn small_shl(width: u32, x: u64, y: u64) -> u64 {
    if y < u64::from(width) { x << y } else { 0 }
}

pub(super) fn small_lshr(width: u32, x: u64, y: u64) -> u64 {
    if y < u64::from(width) { x >> y } else { 0 }
}

pub(super) fn small_ashr(width: u32, x: u64, y: u64) -> u64 {
    let by = y.min(u64::from(width).saturating_sub(1));
    (signed_small(width, x) >> by) as u64
}

/// The distance of a shift, at most the width.
fn distance(width: u32, y: &BigUint) -> u32 {
    y.to_u32().map_or(width, |y| y.min(width))
}

pub(super) fn shl(width: u32, x: BigUint, y: BigUint) -> BigUint {
    x << distance(width, &y)
}

pub(super) fn lshr(width: u32, x: BigUint, y: BigUint) -> BigUint {
    x >> distance(width, &y)
}

pub(super) fn ashr(width: u32, x: BigUint, y: BigUint) -> BigUint {
    let by = distance(width, &y);
    // A shift of a negative long number rounds down, as it should.
    wrap(width, &(signed_big(width, &x) >> by))
}
