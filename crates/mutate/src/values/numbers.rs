//! Numbers that hurt.

use super::Need;
use crate::rng::Rng;

/// Where machine integers and doubles end.
const LANDMARKS: &[u128] = &[
    1 << 7,
    1 << 8,
    1 << 15,
    1 << 16,
    1 << 31,
    1 << 32,
    1 << 53,
    1 << 63,
    1 << 64,
    100_000_000_000_000_000_000,
    1 << 100,
];

/// Reals that are none too round; without their sign.
const REALS: &[&str] = &[
    "0.5",
    "0.1",
    "1.5",
    "2.0",
    "3.0",
    "(/ 1.0 3.0)",
    "(/ 2.0 3.0)",
    "(/ 7.0 5.0)",
    "3.14159",
    "0.000001",
    "0.00000000000000000001",
    "(/ 1.0 18446744073709551616.0)",
    "2147483648.0",
    "18446744073709551616.0",
    "100000000000000000000.5",
];

/// Appends a number in decimal.
pub(crate) fn write_number(mut number: u128, out: &mut Vec<u8>) {
    let mut digits = [0; 40];
    let mut start = digits.len();
    loop {
        start -= 1;
        digits[start] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[start..]);
}

/// A natural number: small ones mostly, and those around which overflows happen.
fn magnitude(rng: &mut Rng) -> u128 {
    match rng.below(8) {
        0 => 0,
        1 | 2 => 1,
        3 | 4 => rng.below(10) as u128,
        5 => rng.below(1000) as u128,
        6 => (1 << rng.below(12)) + rng.below(3) as u128 - 1,
        _ => LANDMARKS[rng.below(LANDMARKS.len())] + rng.below(3) as u128 - 1,
    }
}

/// Whether the number is negative, and whether it must not be 0.
fn sign(need: Need, rng: &mut Rng) -> (bool, bool) {
    match need {
        Need::Any | Need::NonEmpty => (rng.chance(1, 3), false),
        Need::Positive => (false, true),
        Need::NonNegative => (false, false),
        Need::Negative => (true, true),
        Need::NonZero => (rng.chance(1, 3), true),
    }
}

/// Appends an integer; without operators it is not negative.
pub(super) fn write_int(need: Need, operators: bool, rng: &mut Rng, out: &mut Vec<u8>) {
    let (negative, not_zero) = sign(need, rng);
    let number = magnitude(rng).max(u128::from(not_zero));
    let negative = negative && number != 0 && operators;
    if negative {
        out.extend_from_slice(b"(- ");
    }
    write_number(number, out);
    if negative {
        out.push(b')');
    }
}

/// Appends a real; always with a decimal point, for a numeral is an integer in most logics.
pub(super) fn write_real(need: Need, operators: bool, rng: &mut Rng, out: &mut Vec<u8>) {
    let (negative, not_zero) = sign(need, rng);
    let named = rng.chance(1, 2).then(|| REALS[rng.below(REALS.len())]);
    let named = named.filter(|text| operators || !text.starts_with('('));
    let number = magnitude(rng).max(u128::from(not_zero));
    let negative = negative && operators && (named.is_some() || number != 0);
    if negative {
        out.extend_from_slice(b"(- ");
    }
    match named {
        Some(text) => out.extend_from_slice(text.as_bytes()),
        None => {
            write_number(number, out);
            out.extend_from_slice(b".0");
        }
    }
    if negative {
        out.push(b')');
    }
}
