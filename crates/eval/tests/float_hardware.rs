//! Random operations against the machine's own `f32` and `f64`.

mod float_common;

use std::cmp::Ordering;

use eval::float::{Float, Format, MinMax, Rounding, Specified};
use float_common::{Dice, cases, float};
use num_bigint::BigInt;
use num_traits::ToPrimitive;

/// A type of the machine. Its operations round to nearest, ties to even.
trait Machine: Copy + PartialOrd + std::fmt::Debug {
    const FORMAT: Format;
    fn of_bits(bits: u128) -> Self;
    /// The value as a float of ours.
    fn float(self) -> Float;
    fn binary(self, other: Self) -> [Self; 4];
    fn fma(self, y: Self, z: Self) -> Self;
    fn sqrt(self) -> Self;
    /// In the order of [`Rounding::ALL`].
    fn integral(self) -> [Self; 5];
    fn least_and_greatest(self, other: Self) -> (Self, Self);
    fn neg_and_abs(self) -> (Self, Self);
    fn integers(self) -> (i64, u64, i32, u8);
    fn from_integers(signed: i64, unsigned: u64) -> (Self, Self);
    fn classes(self) -> [bool; 5];
}

macro_rules! machine {
    ($type:ty, $bits:ty, $format:expr) => {
        impl Machine for $type {
            const FORMAT: Format = $format;
            fn of_bits(bits: u128) -> Self {
                Self::from_bits(bits as $bits)
            }
            fn float(self) -> Float {
                float(Self::FORMAT, self.to_bits().into())
            }
            fn binary(self, y: Self) -> [Self; 4] {
                [self + y, self - y, self * y, self / y]
            }
            fn fma(self, y: Self, z: Self) -> Self {
                self.mul_add(y, z)
            }
            fn sqrt(self) -> Self {
                self.sqrt()
            }
            fn integral(self) -> [Self; 5] {
                [
                    self.round_ties_even(),
                    self.round(),
                    self.ceil(),
                    self.floor(),
                    self.trunc(),
                ]
            }
            fn least_and_greatest(self, y: Self) -> (Self, Self) {
                (self.min(y), self.max(y))
            }
            fn neg_and_abs(self) -> (Self, Self) {
                (-self, self.abs())
            }
            fn integers(self) -> (i64, u64, i32, u8) {
                (self as i64, self as u64, self as i32, self as u8)
            }
            fn from_integers(signed: i64, unsigned: u64) -> (Self, Self) {
                (signed as Self, unsigned as Self)
            }
            fn classes(self) -> [bool; 5] {
                use std::num::FpCategory::*;
                [Nan, Infinite, Zero, Subnormal, Normal].map(|class| self.classify() == class)
            }
        }
    };
}

machine!(f32, u32, Format::FLOAT32);
machine!(f64, u64, Format::FLOAT64);

/// Tries an operation on as many random arguments as there are cases.
fn repeat<M: Machine>(seed: u64, check: impl Fn(M, M, M)) {
    let mut dice = Dice::new(seed);
    for _ in 0..cases() {
        let x = dice.bits(M::FORMAT, None);
        let y = dice.bits(M::FORMAT, Some(x));
        let product = M::of_bits(x).binary(M::of_bits(y))[2];
        let product = product.float().to_ieee_bits_u128();
        let z = dice.bits(M::FORMAT, product);
        check(M::of_bits(x), M::of_bits(y), M::of_bits(z));
    }
}

fn arithmetic<M: Machine>() {
    repeat(1, |x: M, y: M, z: M| {
        let (a, b, c) = (x.float(), y.float(), z.float());
        let mode = Rounding::Rne;
        let [sum, difference, product, quotient] = x.binary(y).map(|m| Ok(m.float()));
        assert_eq!(a.add(mode, &b), sum, "{x:?} + {y:?}");
        assert_eq!(a.sub(mode, &b), difference, "{x:?} - {y:?}");
        assert_eq!(a.mul(mode, &b), product, "{x:?} * {y:?}");
        assert_eq!(a.div(mode, &b), quotient, "{x:?} / {y:?}");
        let fused = Ok(x.fma(y, z).float());
        assert_eq!(a.fma(mode, &b, &c), fused, "fma {x:?} {y:?} {z:?}");
        assert_eq!(a.sqrt(mode), x.sqrt().float(), "sqrt {x:?}");
        assert_eq!(a.abs().sqrt(mode), x.neg_and_abs().1.sqrt().float());
    });
}

fn order_and_signs<M: Machine>() {
    repeat(2, |x: M, y: M, _| {
        let (a, b) = (x.float(), y.float());
        let order = x.partial_cmp(&y);
        let is = |wanted: fn(Ordering) -> bool| Ok(order.is_some_and(wanted));
        assert_eq!(a.compare(&b), Ok(order), "{x:?} {y:?}");
        assert_eq!(a.fp_eq(&b), is(Ordering::is_eq));
        assert_eq!(a.lt(&b), is(Ordering::is_lt));
        assert_eq!(a.leq(&b), is(Ordering::is_le));
        assert_eq!(a.gt(&b), is(Ordering::is_gt));
        assert_eq!(a.geq(&b), is(Ordering::is_ge));
        let (least, greatest) = x.least_and_greatest(y);
        let (least, greatest) = if a.is_zero() && b.is_zero() && a != b {
            (MinMax::EitherZero, MinMax::EitherZero)
        } else {
            let value = |machine: M| MinMax::Value(machine.float());
            (value(least), value(greatest))
        };
        assert_eq!(a.min(&b), Ok(least), "min {x:?} {y:?}");
        assert_eq!(a.max(&b), Ok(greatest), "max {x:?} {y:?}");
        let (neg, abs) = x.neg_and_abs();
        assert_eq!((a.neg(), a.abs()), (neg.float(), abs.float()), "{x:?}");
        let classes = [
            a.is_nan(),
            a.is_infinite(),
            a.is_zero(),
            a.is_subnormal(),
            a.is_normal(),
        ];
        assert_eq!(classes, x.classes(), "{x:?}");
    });
}

fn integral<M: Machine>() {
    repeat(3, |x: M, _, _| {
        for (mode, expected) in Rounding::ALL.into_iter().zip(x.integral()) {
            let found = x.float().round_to_integral(mode);
            assert_eq!(found, expected.float(), "{mode} {x:?}");
        }
    });
}

/// The machine clamps what is out of range and makes zero of NaN. So a value that is strictly
/// within the range is the one, and for all others it is for the other tests to say.
fn to_integers<M: Machine>() {
    repeat(4, |x: M, _, _| {
        let a = x.float();
        let (long, unsigned, int, byte) = x.integers();
        let signed = |width, number: i64, least: i64, greatest: i64| {
            let found = a.to_signed(Rounding::Rtz, width);
            if number > least && number < greatest && !a.is_nan() {
                assert_eq!(found, Specified::Value(BigInt::from(number)), "{x:?}");
            } else if let Specified::Value(found) = found {
                assert_eq!(found.to_i64(), Some(number), "{x:?}");
            }
        };
        signed(64, long, i64::MIN, i64::MAX);
        signed(32, int.into(), i32::MIN.into(), i32::MAX.into());
        let unsigned_is = |width, number: u64, greatest: u64| {
            let found = a.to_unsigned(Rounding::Rtz, width);
            if number > 0 && number < greatest {
                assert_eq!(found, Specified::Value(number.into()), "{x:?}");
            } else if let Specified::Value(found) = found {
                assert_eq!(found.to_u64(), Some(number), "{x:?}");
            }
        };
        unsigned_is(64, unsigned, u64::MAX);
        unsigned_is(8, byte.into(), u8::MAX.into());
    });
}

fn from_integers<M: Machine>() {
    let mut dice = Dice::new(5);
    for _ in 0..cases() {
        let unsigned = dice.pattern(64) as u64 >> dice.below(64);
        let signed = unsigned as i64;
        let mode = Rounding::Rne;
        let (from_signed, from_unsigned) = M::from_integers(signed, unsigned);
        let found = Float::from_integer(M::FORMAT, mode, &signed.into());
        assert_eq!(found, from_signed.float(), "{signed}");
        let found = Float::from_integer(M::FORMAT, mode, &unsigned.into());
        assert_eq!(found, from_unsigned.float(), "{unsigned}");
    }
}

#[test]
fn arithmetic_of_f32() {
    arithmetic::<f32>();
}

#[test]
fn arithmetic_of_f64() {
    arithmetic::<f64>();
}

#[test]
fn order_and_signs_of_f32() {
    order_and_signs::<f32>();
}

#[test]
fn order_and_signs_of_f64() {
    order_and_signs::<f64>();
}

#[test]
fn whole_numbers_of_f32() {
    integral::<f32>();
    to_integers::<f32>();
    from_integers::<f32>();
}

#[test]
fn whole_numbers_of_f64() {
    integral::<f64>();
    to_integers::<f64>();
    from_integers::<f64>();
}

#[test]
fn between_f32_and_f64() {
    repeat(6, |x: f64, _, _| {
        let single = x.float().to_format(Format::FLOAT32, Rounding::Rne);
        assert_eq!(single, (x as f32).float(), "{x:?}");
    });
    repeat(7, |x: f32, _, _| {
        let double = x.float().to_format(Format::FLOAT64, Rounding::Rne);
        assert_eq!(double, f64::from(x).float(), "{x:?}");
    });
}
