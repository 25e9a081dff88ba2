//! Random operations in all rounding modes against the crate `rustc_apfloat`: the formats of IEEE,
//! and others at whose lengths our code changes its ways.

mod float_common;

use eval::float::{Float, Format, MinMax, Rounding, Specified};
use float_common::{Dice, cases, float, format};
use rustc_apfloat::ieee::{BFloatS, DoubleS, HalfS, IeeeFloat, QuadS, Semantics, SingleS};
use rustc_apfloat::{Float as _, FloatConvert, Round, Status, StatusAnd};

struct Precision30;
struct Precision31;
struct Precision63;
struct Precision64;
struct Precision65;

impl Semantics for Precision30 {
    const BITS: usize = 39;
    const EXP_BITS: usize = 9;
}

impl Semantics for Precision31 {
    const BITS: usize = 40;
    const EXP_BITS: usize = 9;
}

impl Semantics for Precision63 {
    const BITS: usize = 75;
    const EXP_BITS: usize = 12;
}

impl Semantics for Precision64 {
    const BITS: usize = 79;
    const EXP_BITS: usize = 15;
}

impl Semantics for Precision65 {
    const BITS: usize = 80;
    const EXP_BITS: usize = 15;
}

fn round(rounding: Rounding) -> Round {
    match rounding {
        Rounding::Rne => Round::NearestTiesToEven,
        Rounding::Rna => Round::NearestTiesToAway,
        Rounding::Rtp => Round::TowardPositive,
        Rounding::Rtn => Round::TowardNegative,
        Rounding::Rtz => Round::TowardZero,
    }
}

fn format_of<S: Semantics>() -> Format {
    format(S::EXP_BITS as u32, (S::BITS - S::EXP_BITS) as u32)
}

fn ours<S: Semantics>(value: IeeeFloat<S>) -> Float {
    float(format_of::<S>(), value.to_bits())
}

fn result<S: Semantics, E>(result: StatusAnd<IeeeFloat<S>>) -> Result<Float, E> {
    Ok(ours(result.value))
}

fn arithmetic<S: Semantics>() {
    let format = format_of::<S>();
    for mode in Rounding::ALL {
        let mut dice = Dice::new(mode as u64);
        let round = round(mode);
        for _ in 0..cases() {
            let x = dice.bits(format, None);
            let y = dice.bits(format, Some(x));
            let (a, b) = (float(format, x), float(format, y));
            let (x, y) = (IeeeFloat::<S>::from_bits(x), IeeeFloat::<S>::from_bits(y));
            let sum = result(x.add_r(y, round));
            assert_eq!(a.add(mode, &b), sum, "{mode} {a} + {b}");
            let difference = result(x.sub_r(y, round));
            assert_eq!(a.sub(mode, &b), difference, "{mode} {a} - {b}");
            let product = x.mul_r(y, round);
            let near = (!product.value.is_nan()).then(|| product.value.to_bits());
            assert_eq!(a.mul(mode, &b), result(product), "{mode} {a} * {b}");
            let quotient = result(x.div_r(y, round));
            assert_eq!(a.div(mode, &b), quotient, "{mode} {a} / {b}");
            let z = dice.bits(format, near);
            let c = float(format, z);
            let fused = result(x.mul_add_r(y, IeeeFloat::<S>::from_bits(z), round));
            assert_eq!(a.fma(mode, &b, &c), fused, "{mode} {a} * {b} + {c}");
            let integral = ours(x.round_to_integral(round).value);
            assert_eq!(a.round_to_integral(mode), integral, "{mode} {a}");
        }
    }
}

fn without_rounding<S: Semantics>() {
    let format = format_of::<S>();
    let mut dice = Dice::new(10);
    for _ in 0..cases() {
        let x = dice.bits(format, None);
        let y = dice.bits(format, Some(x));
        let (a, b) = (float(format, x), float(format, y));
        let (x, y) = (IeeeFloat::<S>::from_bits(x), IeeeFloat::<S>::from_bits(y));
        let rest = result(x.ieee_rem(y));
        assert_eq!(a.rem(&b), rest, "{a} rem {b}");
        assert_eq!(a.compare(&b), Ok(x.partial_cmp(&y)), "{a} {b}");
        assert_eq!(a.neg(), ours(-x), "{a}");
        assert_eq!(a.abs(), ours(x.abs()), "{a}");
        let classes = [
            a.is_nan(),
            a.is_infinite(),
            a.is_zero(),
            a.is_subnormal(),
            a.is_normal(),
            a.is_negative(),
        ];
        let expected = [
            x.is_nan(),
            x.is_infinite(),
            x.is_zero(),
            x.is_denormal(),
            x.is_normal(),
            x.is_negative() && !x.is_nan(),
        ];
        assert_eq!(classes, expected, "{a}");
        let value = |z: IeeeFloat<S>| MinMax::Value(ours(z));
        let (least, greatest) = if a.is_zero() && b.is_zero() && a != b {
            (MinMax::EitherZero, MinMax::EitherZero)
        } else {
            (value(x.min(y)), value(x.max(y)))
        };
        assert_eq!(a.min(&b), Ok(least), "min {a} {b}");
        assert_eq!(a.max(&b), Ok(greatest), "max {a} {b}");
    }
}

fn integers<S: Semantics>() {
    let format = format_of::<S>();
    for mode in Rounding::ALL {
        let mut dice = Dice::new(20 + mode as u64);
        let round = round(mode);
        for _ in 0..cases() {
            let unsigned = dice.pattern(128) >> dice.below(128);
            let signed = unsigned as i128;
            let expected = ours(IeeeFloat::<S>::from_i128_r(signed, round).value);
            let found = Float::from_integer(format, mode, &signed.into());
            assert_eq!(found, expected, "{mode} {signed}");
            let expected = ours(IeeeFloat::<S>::from_u128_r(unsigned, round).value);
            let found = Float::from_integer(format, mode, &unsigned.into());
            assert_eq!(found, expected, "{mode} {unsigned}");

            let bits = dice.bits(format, None);
            let a = float(format, bits);
            let x = IeeeFloat::<S>::from_bits(bits);
            let width = 1 + dice.below(127) as u32;
            let expected = x.to_u128_r(width as usize, round, &mut false);
            let expected = specified(expected);
            let found = a.to_unsigned(mode, width);
            assert_eq!(found, expected, "{width} {mode} {a}");
            // A signed number of one bit would be one of no bits and a sign.
            let width = width + 1;
            let expected = specified(x.to_i128_r(width as usize, round, &mut false));
            let found = a.to_signed(mode, width);
            assert_eq!(found, expected, "{width} {mode} {a}");
        }
    }
}

fn specified<T, U: From<T>>(result: StatusAnd<T>) -> Specified<U> {
    if result.status.contains(Status::INVALID_OP) {
        Specified::Unspecified
    } else {
        Specified::Value(result.value.into())
    }
}

fn conversion<S: Semantics, T: Semantics>() {
    let (format, target) = (format_of::<S>(), format_of::<T>());
    for mode in Rounding::ALL {
        let mut dice = Dice::new(30 + mode as u64);
        for _ in 0..cases() {
            let bits = dice.bits(format, None);
            let a = float(format, bits);
            let x = IeeeFloat::<S>::from_bits(bits);
            let expected: StatusAnd<IeeeFloat<T>> = x.convert_r(round(mode), &mut false);
            let found = a.to_format(target, mode);
            assert_eq!(found, ours(expected.value), "{target} {mode} {a}");
        }
    }
}

fn everything<S: Semantics>() {
    arithmetic::<S>();
    without_rounding::<S>();
    integers::<S>();
}

#[test]
fn half() {
    everything::<HalfS>();
}

#[test]
fn brain_float() {
    everything::<BFloatS>();
}

#[test]
fn single() {
    everything::<SingleS>();
}

#[test]
fn double() {
    everything::<DoubleS>();
}

#[test]
fn quad() {
    everything::<QuadS>();
}

#[test]
fn precision_30_and_31() {
    everything::<Precision30>();
    everything::<Precision31>();
}

#[test]
fn precision_63() {
    everything::<Precision63>();
}

#[test]
fn precision_64() {
    everything::<Precision64>();
}

#[test]
fn precision_65() {
    everything::<Precision65>();
}

#[test]
fn between_formats() {
    conversion::<HalfS, SingleS>();
    conversion::<HalfS, BFloatS>();
    conversion::<BFloatS, HalfS>();
    conversion::<SingleS, HalfS>();
    conversion::<SingleS, BFloatS>();
    conversion::<SingleS, DoubleS>();
    conversion::<DoubleS, HalfS>();
    conversion::<DoubleS, SingleS>();
    conversion::<DoubleS, QuadS>();
    conversion::<QuadS, HalfS>();
    conversion::<QuadS, SingleS>();
    conversion::<QuadS, DoubleS>();
    conversion::<QuadS, Precision64>();
    conversion::<Precision65, Precision64>();
    conversion::<Precision64, Precision65>();
    conversion::<Precision63, SingleS>();
}
