//! What neither the machine nor `rustc_apfloat` has, against exact numbers: square roots and
//! rationals in all rounding modes, and remainders whatever the exponents.
//!
//! A result is right if the exact number is where that result's neighbours would not be chosen.

mod float_common;

use std::cmp::Ordering;

use eval::float::{Float, Format, Rounding, Specified};
use float_common::{Dice, cases, format};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

/// Formats of IEEE, those where the code changes its ways, and some that nobody has.
const FORMATS: [(u32, u32); 12] = [
    (5, 11),
    (8, 24),
    (9, 30),
    (9, 31),
    (11, 53),
    (10, 62),
    (10, 63),
    (10, 64),
    (10, 65),
    (15, 113),
    (10, 237),
    (2, 150),
];

/// The magnitude that bits without a sign stand for. Those of +oo stand for the number that would
/// be there if there were more exponents.
fn magnitude(format: Format, bits: &BigUint) -> BigRational {
    let stored = u64::from(format.significand_bits()) - 1;
    let exponent = bits >> stored;
    let mut significand = bits - (&exponent << stored);
    let bias = (BigInt::one() << (format.exponent_bits() - 1)) - 1;
    let exponent = if exponent.is_zero() {
        BigInt::one()
    } else {
        significand += BigUint::one() << stored;
        BigInt::from(exponent)
    };
    let exponent: BigInt = exponent - bias - stored;
    let power = BigInt::one() << u32::try_from(exponent.magnitude()).expect("a small exponent");
    let significand = BigInt::from(significand);
    if exponent.is_negative() {
        BigRational::new(significand, power)
    } else {
        BigRational::from(significand * power)
    }
}

/// Whether a positive real number, known by how it compares to rationals, is rounded to these bits.
fn is_rounded_to(
    format: Format,
    rounding: Rounding,
    bits: &BigUint,
    order: &dyn Fn(&BigRational) -> Ordering,
) -> bool {
    let top = (BigUint::one() << format.exponent_bits()) - 1u8;
    let infinity = top << (format.significand_bits() - 1);
    let finite = *bits < infinity;
    let here = magnitude(format, bits);
    let next = || magnitude(format, &(bits + 1u8));
    let previous = || magnitude(format, &(bits - 1u8));
    match rounding {
        Rounding::Rtz | Rounding::Rtn => {
            let last = bits + 1u8 == infinity;
            finite && order(&here).is_ge() && (last || order(&next()).is_lt())
        }
        Rounding::Rtp => {
            (!finite || order(&here).is_le()) && !bits.is_zero() && order(&previous()).is_gt()
        }
        Rounding::Rne | Rounding::Rna => {
            let even = bits.is_even();
            let middle = |other: BigRational| (&here + other) / BigInt::from(2);
            let above = bits.is_zero()
                || match order(&middle(previous())) {
                    Ordering::Less => false,
                    Ordering::Equal => even || rounding == Rounding::Rna,
                    Ordering::Greater => true,
                };
            let below = !finite
                || match order(&middle(next())) {
                    Ordering::Less => true,
                    Ordering::Equal => even && rounding == Rounding::Rne,
                    Ordering::Greater => false,
                };
            above && below
        }
    }
}

/// The bits without the sign.
fn magnitude_bits(float: &Float) -> BigUint {
    match float.abs().to_ieee_bits() {
        Specified::Value(bits) => bits,
        Specified::Unspecified => panic!("{float} should be a number"),
    }
}

/// Some bits of a format that may be longer than any machine integer.
fn bits(dice: &mut Dice, wanted: Format, near: Option<&BigUint>) -> BigUint {
    // The leading bits are those of a shorter format with the same exponents.
    let short = format(
        wanted.exponent_bits(),
        wanted.significand_bits().min(128 - wanted.exponent_bits()),
    );
    let below = wanted.width() - short.width();
    let near = near.map(|bits| u128::try_from(bits >> below).expect("short"));
    let leading = BigUint::from(dice.bits(short, near));
    match below {
        0 => leading,
        _ => (leading << below) | BigUint::from(dice.pattern(below)),
    }
}

fn real(float: &Float) -> Option<BigRational> {
    match float.to_rational(1 << 20) {
        Ok(Specified::Value(real)) => Some(real),
        Ok(Specified::Unspecified) => None,
        Err(_) => panic!("{float} should fit"),
    }
}

#[test]
fn square_roots() {
    for (exponent, significand) in FORMATS {
        let format = format(exponent, significand);
        for mode in Rounding::ALL {
            let mut dice = Dice::new(40 + mode as u64);
            for _ in 0..cases() / 10 {
                let bits = bits(&mut dice, format, None);
                let x = Float::from_bits(format, &bits).expect("bits fit").abs();
                let root = x.sqrt(mode);
                let Some(square) = real(&x).filter(Signed::is_positive) else {
                    assert_eq!(root, x);
                    continue;
                };
                let order = |other: &BigRational| square.cmp(&(other * other));
                assert!(root.is_positive());
                let right = is_rounded_to(format, mode, &magnitude_bits(&root), &order);
                assert!(right, "sqrt {mode} {x} is not {root}");
                assert!(x.neg().sqrt(mode).is_nan());
            }
        }
    }
}

#[test]
fn rationals() {
    for (exponent, significand) in FORMATS {
        let format = format(exponent, significand);
        for mode in Rounding::ALL {
            let mut dice = Dice::new(50 + mode as u64);
            for _ in 0..cases() / 10 {
                let value = rational(&mut dice, format);
                let found = Float::from_rational(format, mode, &value);
                if value.is_zero() {
                    assert_eq!(found, Float::zero(format, false));
                    continue;
                }
                assert_eq!(found.is_negative(), value.is_negative());
                let mirrored = match mode {
                    Rounding::Rtp if value.is_negative() => Rounding::Rtn,
                    Rounding::Rtn if value.is_negative() => Rounding::Rtp,
                    mode => mode,
                };
                let distance = value.abs();
                let order = |other: &BigRational| distance.cmp(other);
                let right = is_rounded_to(format, mirrored, &magnitude_bits(&found), &order);
                assert!(right, "to {format} {mode} {value} is not {found}");
            }
        }
    }
}

/// Any rational, or a number of the format, or one that is halfway between two, or a bit beside.
fn rational(dice: &mut Dice, format: Format) -> BigRational {
    if dice.below(3) == 0 {
        let shift = dice.below(1 << format.exponent_bits().min(9));
        let numerator = BigInt::from(dice.wide() >> dice.below(128));
        let denominator = BigInt::from(dice.wide() >> dice.below(128)) + 1;
        let value = match dice.below(2) {
            0 => BigRational::new(numerator << shift, denominator),
            _ => BigRational::new(numerator, denominator << shift),
        };
        return if dice.below(2) == 0 { value } else { -value };
    }
    let bits = bits(dice, format, None);
    let x = Float::from_bits(format, &bits).expect("bits fit");
    let Some(value) = real(&x) else {
        return BigRational::zero();
    };
    let half = real(&Float::smallest(format, false)).expect("a number") / BigInt::from(2);
    let little = &half / BigInt::from(3);
    match dice.below(5) {
        0 => value,
        1 => value + half,
        2 => value + half + little,
        3 => value - half + little,
        _ => value * BigRational::new((BigInt::one() << 70) + 1, BigInt::one() << 70),
    }
}

#[test]
fn remainders() {
    for (exponent, significand) in FORMATS {
        let format = format(exponent, significand);
        let mut dice = Dice::new(60);
        for _ in 0..cases() / 10 {
            let first = bits(&mut dice, format, None);
            let second = bits(&mut dice, format, Some(&first));
            let x = Float::from_bits(format, &first).expect("bits fit");
            let y = Float::from_bits(format, &second).expect("bits fit");
            let found = x.rem(&y).expect("one format");
            let (Some(a), Some(b)) = (real(&x), real(&y)) else {
                let same = !x.is_nan() && !x.is_infinite() && y.is_infinite();
                assert_eq!(
                    found == x && !x.is_nan(),
                    same,
                    "{x} rem {y} is not {found}"
                );
                assert_eq!(found.is_nan(), !same);
                continue;
            };
            if b.is_zero() {
                assert!(found.is_nan());
                continue;
            }
            let (floor, rest) = whole_quotient(&a, &b);
            let twice = &rest * BigInt::from(2);
            let up = match twice.cmp(&b.abs()) {
                Ordering::Less => false,
                Ordering::Equal => floor.is_odd(),
                Ordering::Greater => true,
            };
            let expected = if up { rest - b.abs() } else { rest };
            assert_eq!(real(&found), Some(expected.clone()), "{x} rem {y}");
            let negative = if expected.is_zero() {
                x.is_negative()
            } else {
                expected.is_negative()
            };
            assert_eq!(found.is_negative(), negative, "{x} rem {y}");
        }
    }
}

/// Divided by a magnitude: the quotient, rounded down, and what remains.
fn whole_quotient(a: &BigRational, b: &BigRational) -> (BigInt, BigRational) {
    // In whole numbers, as reducing fractions takes longer than all the rest.
    let unit = a.denom().lcm(b.denom());
    let scaled = |r: &BigRational| r.numer() * (&unit / r.denom());
    let (quotient, rest) = scaled(a).div_mod_floor(&scaled(&b.abs()));
    (quotient, BigRational::new(rest, unit))
}
