//! Numbers, bits, floats and texts that are drawn: extremes, small ones, and neighbours of others.

use crate::Rng;
use eval::float::{Float, Format};
use eval::strings::{CodePoint, Str, verbatim};
use eval::{Value, Values};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;

/// Numbers at which something changes.
const EXTREMES: &[i128] = &[
    0,
    1,
    10,
    48,
    57,
    97,
    98,
    127,
    128,
    255,
    256,
    65_535,
    0x2_ffff,
    0x3_0000,
    1 << 31,
    (1 << 32) - 1,
    1 << 53,
    (1 << 63) - 1,
    1 << 63,
    (1 << 64) - 1,
    1 << 64,
    1 << 100,
];

fn big(rng: &mut Rng) -> BigInt {
    let number = match rng.below(3) {
        0 => rng.pick(EXTREMES).copied().unwrap_or(0) + rng.below(3) as i128 - 1,
        1 => (rng.next_u64() >> rng.below(64)).into(),
        _ => rng.below(200) as i128,
    };
    BigInt::from(if rng.chance(1, 2) { number } else { -number })
}

pub(super) fn int(values: &mut Values, rng: &mut Rng, is_plain: bool) -> Value {
    match is_plain {
        true => Value::Int(rng.below(9) as i64 - 3),
        false => values.int(big(rng)),
    }
}

pub(super) fn near_int(values: &mut Values, rng: &mut Rng, value: Value, other: Value) -> Value {
    let (Some(number), Some(other)) = (values.to_int(value), values.to_int(other)) else {
        return value;
    };
    values.int(match rng.below(7) {
        0 => number + 1,
        1 => number - 1,
        2 => -number,
        3 => number + other,
        4 => number - other,
        5 => number * other,
        _ => number * 2,
    })
}

pub(super) fn real(values: &mut Values, rng: &mut Rng, is_plain: bool) -> Value {
    if is_plain {
        // Halves, so that there is something between whole numbers.
        let halves = BigInt::from(rng.below(13) as i64 - 6);
        return values.real(BigRational::new(halves, 2.into()));
    }
    let numerator = big(rng);
    let denominator = match rng.below(4) {
        0 => BigInt::from(1 + rng.below(9) as u64),
        1 => BigInt::from(1u64 << rng.below(63)),
        2 => BigInt::from(1 + (rng.next_u64() >> rng.below(64)) / 2),
        _ => BigInt::from(1),
    };
    values.real(BigRational::new(numerator, denominator))
}

pub(super) fn near_real(values: &mut Values, rng: &mut Rng, value: Value, other: Value) -> Value {
    let (Some(number), Some(other)) = (values.to_rational(value), values.to_rational(other)) else {
        return value;
    };
    let step = BigRational::new(1.into(), BigInt::from(1 + rng.below(3) as u64));
    values.real(match rng.below(8) {
        0 => number + step,
        1 => number - step,
        2 => -number,
        3 => number + other,
        4 => number - other,
        5 => number * other,
        6 => number.floor(),
        _ => (number + other) / BigInt::from(2),
    })
}

/// The bits of a bit-vector of at most 64.
fn mask(width: u32) -> u64 {
    match width {
        0..=63 => (1 << width) - 1,
        _ => u64::MAX,
    }
}

pub(super) fn bits(values: &mut Values, rng: &mut Rng, width: u32) -> Value {
    if width > 64 {
        let words = (0..width.div_ceil(32)).map(|_| match rng.below(3) {
            0 => 0,
            1 => u32::MAX,
            _ => rng.next_u64() as u32,
        });
        let bits = BigUint::new(words.collect());
        return values.bit_vec(width, bits);
    }
    let top = 1u64 << (width.max(1) - 1);
    let bits = match rng.below(12) {
        0 => 0,
        1 => 1,
        2 => u64::MAX,
        3 => top,
        4 => top - 1,
        5 => top + 1,
        6 => 1 << rng.below(width as usize),
        7 => !(1 << rng.below(width as usize)),
        8 => rng.below(2 * width as usize + 1) as u64,
        _ => rng.next_u64(),
    };
    Value::BitVec {
        width,
        bits: bits & mask(width),
    }
}

pub(super) fn near_bits(values: &mut Values, rng: &mut Rng, value: Value, other: Value) -> Value {
    let how = rng.below(9);
    let (Value::BitVec { width, bits }, Value::BitVec { bits: other, .. }) = (value, other) else {
        let (Some((width, bits)), Some((_, other))) =
            (values.to_bits(value), values.to_bits(other))
        else {
            return value;
        };
        let bits = match how {
            0..=3 => bits + 1u32,
            4..=5 => bits ^ other,
            _ => bits & other,
        };
        return values.bit_vec(width, bits);
    };
    let near = match how {
        0 => bits.wrapping_add(1),
        1 => bits.wrapping_sub(1),
        2 => !bits,
        3 => bits.wrapping_neg(),
        4 => bits ^ other,
        5 => bits & other,
        6 => bits | other,
        7 => bits.wrapping_add(other),
        _ => bits << 1,
    };
    Value::BitVec {
        width,
        bits: near & mask(width),
    }
}

/// One of both ends, what is beside them, the middle, or anything.
fn field(rng: &mut Rng, width: u32) -> u128 {
    let all = (1u128 << width) - 1;
    let number = match rng.below(8) {
        0 => 0,
        1 => 1,
        2 => all,
        3 => all.saturating_sub(1),
        4 => all / 2,
        5 => all / 2 + 1,
        _ => u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64()),
    };
    number & all
}

pub(super) fn float(
    values: &mut Values,
    rng: &mut Rng,
    exponent: u32,
    significand: u32,
) -> Option<Value> {
    let format = Format::new(exponent, significand).ok()?;
    let stored = significand - 1;
    if exponent > 60 || stored > 60 {
        return None;
    }
    // Half of them near one, where sums and products stay in range.
    let biased = match rng.chance(1, 2) {
        true => ((3u128 << (exponent - 1)) - 3 + rng.below(6) as u128) & ((1 << exponent) - 1),
        false => field(rng, exponent),
    };
    let sign = u128::from(rng.chance(1, 2));
    let bits = (sign << exponent | biased) << stored | field(rng, stored);
    let float = Float::from_bits_u128(format, bits).ok()?;
    Some(values.float(float))
}

pub(super) fn near_float(values: &mut Values, rng: &mut Rng, value: Value) -> Value {
    let Some(float) = values.to_float(value) else {
        return value;
    };
    let near = match (rng.below(4), float.to_ieee_bits_u128()) {
        (0, _) => float.neg(),
        (1, _) => float.abs(),
        (2, Some(bits)) => match Float::from_bits_u128(float.format(), bits.wrapping_add(1)) {
            Ok(next) => next,
            Err(_) => return value,
        },
        (3, Some(bits)) => match Float::from_bits_u128(float.format(), bits.wrapping_sub(1)) {
            Ok(next) => next,
            Err(_) => return value,
        },
        _ => return value,
    };
    values.float(near)
}

/// Texts that mean something, or look as if they did.
const TEXTS: &[&str] = &[
    "",
    "a",
    "b",
    "ab",
    "A",
    "0",
    "9",
    "00",
    "-1",
    "10",
    "007",
    " ",
    "\"",
    "\\",
    "\\u",
    "\\u{61}",
    "18446744073709551616",
    "aaaaaaaa",
    "abababab",
];
/// Characters at which something changes.
const CHARACTERS: &[u32] = &[
    0, 1, 0x20, 0x2f, 0x30, 0x39, 0x3a, 0x61, 0x62, 0x7a, 0x7f, 0x80, 0xff, 0x100, 0xd800, 0xffff,
    0x1_0000, 0x2_ffff,
];

pub(super) fn string(values: &mut Values, rng: &mut Rng, is_plain: bool) -> Option<Value> {
    let text: Str = match (is_plain, rng.below(3)) {
        (true, _) => letters(rng, &[0x61, 0x62], 4)?,
        (false, 0) => verbatim(rng.pick(TEXTS)?)?,
        (false, 1) => letters(rng, &[0x30, 0x31, 0x39], 4)?,
        (false, _) => letters(rng, CHARACTERS, 5)?,
    };
    Some(values.string(text))
}

fn letters(rng: &mut Rng, alphabet: &[u32], end: usize) -> Option<Str> {
    let count = rng.below(end);
    (0..count)
        .map(|_| CodePoint::new(*rng.pick(alphabet)?))
        .collect::<Option<Vec<CodePoint>>>()
        .map(|letters| letters.into_iter().collect())
}

pub(super) fn near_string(
    values: &mut Values,
    rng: &mut Rng,
    value: Value,
    other: Value,
) -> Option<Value> {
    let letters: Vec<CodePoint> = values.to_string(value)?.iter().copied().collect();
    let others: Vec<CodePoint> = values.to_string(other)?.iter().copied().collect();
    let near = near_list(rng, &letters, &others);
    Some(values.string(near.into_iter().collect()))
}

/// The longest list that is made from others.
const LONGEST: usize = 24;

/// Parts of a list, and lists that it is a part of.
pub(super) fn near_list<T: Copy + PartialEq>(rng: &mut Rng, list: &[T], other: &[T]) -> Vec<T> {
    let at = rng.below(list.len() + 1);
    let (before, after) = list.split_at(at);
    let mut near = match rng.below(9) {
        0 => [list, other].concat(),
        1 => [other, list].concat(),
        2 => before.to_vec(),
        3 => after.to_vec(),
        4 => [after, before].concat(),
        5 => [before, other, after].concat(),
        // What has to be put before or behind the other.
        6 => list.strip_prefix(other).unwrap_or(list).to_vec(),
        7 => list.strip_suffix(other).unwrap_or(list).to_vec(),
        _ => list.iter().rev().copied().collect(),
    };
    near.truncate(LONGEST);
    near
}
