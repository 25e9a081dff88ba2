//! What only the module itself can see: that both ways to compute agree, and that nothing is too
//! large for them.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::One;

use super::*;

/// Random numbers; any will do.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 31)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^ (mixed >> 29)
    }

    /// A finite number other than zero, near to another one more often than not.
    fn number(&mut self, format: Format, near: Option<Small>) -> Small {
        let least = format.min_exponent_small();
        let span = format.max_exponent_small().abs_diff(least) + 1;
        let precision = format.significand_bits();
        let exponent = match (self.roll() % 4, near) {
            (0, _) | (_, None) => least + (self.roll() % span) as i64,
            (1, Some(near)) => near.exponent,
            (_, Some(near)) => {
                let reach = 3 * i64::from(precision);
                near.exponent + (self.roll() % (2 * reach as u64 + 1)) as i64 - reach
            }
        };
        let exponent = exponent.clamp(least, format.max_exponent_small());
        let all = format.max_significand_small();
        let significand = all
            & match self.roll() % 6 {
                0 => 0,
                1 => all,
                2 => all << (self.roll() % 64),
                3 => 1 << (self.roll() % 64),
                4 => near.map_or(0, |near| near.significand ^ (self.roll() % 4)),
                _ => self.roll(),
            };
        let leading = 1 << (precision - 1);
        let significand = if exponent > least || significand == 0 {
            significand | leading
        } else {
            significand
        };
        Small {
            negative: self.roll().is_multiple_of(2),
            exponent,
            significand,
        }
    }
}

/// Computes everything in both ways.
fn check(format: Format, rounding: Rounding, x: Small, y: Small, z: Small) {
    let context = || format!("{format} {rounding} {x:?} {y:?} {z:?}");
    let (a, b, c) = (x.to_large(), y.to_large(), z.to_large());
    assert_eq!(
        small::add(format, rounding, x, y),
        large::add(format, rounding, a.clone(), b.clone()),
        "add {}",
        context()
    );
    assert_eq!(
        small::mul(format, rounding, x, y),
        large::mul(format, rounding, &a, &b),
        "mul {}",
        context()
    );
    assert_eq!(
        small::div(format, rounding, x, y),
        large::div(format, rounding, a.clone(), b.clone()),
        "div {}",
        context()
    );
    assert_eq!(
        small::fma(format, rounding, x, y, z),
        large::fma(format, rounding, &a, &b, c),
        "fma {}",
        context()
    );
    assert_eq!(
        small::rem(format, x, y),
        large::rem(format, a.clone(), b),
        "rem {}",
        context()
    );
    assert_eq!(
        small::round_to_integral(format, rounding, x),
        large::round_to_integral(format, rounding, a.clone()),
        "roundToIntegral {}",
        context()
    );
    let magnitude = Small {
        negative: false,
        ..x
    };
    assert_eq!(
        small::sqrt(format, rounding, magnitude),
        large::sqrt(format, rounding, magnitude.to_large()),
        "sqrt {}",
        context()
    );
    for (exponent, significand) in [(2, 2), (5, 11), (8, 24), (15, 64), (60, 64)] {
        let other = Format::new(exponent, significand).expect("a format");
        assert_eq!(
            small::convert(other, rounding, x),
            large::round(other, rounding, a.clone(), false),
            "to {other} {}",
            context()
        );
    }
}

#[test]
fn small_and_large_agree() {
    let mut dice = Dice(1);
    let formats = [
        (2, 2),
        (2, 20),
        (5, 11),
        (8, 24),
        (6, 30),
        (6, 31),
        (7, 32),
        (11, 53),
        (12, 62),
        (12, 63),
        (15, 64),
        (60, 2),
        (60, 64),
        (2, 64),
    ];
    for (exponent, significand) in formats {
        let format = Format::new(exponent, significand).expect("a format");
        for _ in 0..2_000 {
            let x = dice.number(format, None);
            let y = dice.number(format, Some(x));
            // Near to the product, so that fma cancels.
            let product = Small {
                exponent: x.exponent + y.exponent + i64::from(significand),
                ..x
            };
            let z = dice.number(format, Some(product));
            for rounding in Rounding::ALL {
                check(format, rounding, x, y, z);
            }
        }
    }
}

/// Every value of a small format.
fn values(format: Format) -> impl Iterator<Item = Float> {
    (0..1 << format.width()).filter_map(move |bits| Float::from_bits_u128(format, bits).ok())
}

#[test]
fn small_and_large_agree_on_all_inputs() {
    for (exponent, significand) in [(2, 2), (2, 3), (3, 2), (2, 4)] {
        let format = Format::new(exponent, significand).expect("a format");
        let finite = |value: Float| match value.value {
            Value::Small(x) => Some(x),
            _ => None,
        };
        let all: Vec<Small> = values(format).filter_map(finite).collect();
        for &x in &all {
            for &y in &all {
                for &z in &all {
                    for rounding in Rounding::ALL {
                        check(format, rounding, x, y, z);
                    }
                }
            }
        }
    }
}

#[test]
fn exponents_may_be_huge() {
    let format = Format::new(120, 70).expect("a format");
    let largest = Float::largest(format, false);
    let smallest = Float::smallest(format, false);
    let one = Float::from_i128(format, Rounding::Rne, 1);
    for rounding in Rounding::ALL {
        let up = rounding == Rounding::Rtp;
        let down = matches!(rounding, Rounding::Rtn | Rounding::Rtz);
        assert_eq!(
            largest.div(rounding, &smallest),
            largest.mul(rounding, &largest)
        );
        let overflow = largest.mul(rounding, &largest).expect("one format");
        assert_eq!(overflow.is_infinite(), !down);
        assert_eq!(overflow == largest, down);
        let underflow = smallest.mul(rounding, &smallest).expect("one format");
        assert_eq!(underflow.is_zero(), !up);
        assert_eq!(underflow == smallest, up);
        let sum = one.add(rounding, &smallest).expect("one format");
        assert_eq!(sum != one, up);
        let difference = one.sub(rounding, &smallest).expect("one format");
        assert_eq!(difference != one, down);
        let fused = largest.fma(rounding, &smallest, &one).expect("one format");
        assert!(fused.is_normal());
        let single = largest.to_format(Format::FLOAT32, rounding);
        assert_eq!(single.is_infinite(), !down);
        let single = smallest.neg().to_format(Format::FLOAT32, rounding);
        assert_eq!(single.is_zero(), rounding != Rounding::Rtn);
        assert!(single.is_negative());
        assert_eq!(largest.round_to_integral(rounding), largest);
        let tiny = smallest.round_to_integral(rounding);
        assert_eq!(
            tiny,
            if up {
                one.clone()
            } else {
                Float::zero(format, false)
            }
        );
        let root = largest.sqrt(rounding);
        assert!(root.lt(&largest).expect("one format"));
        assert_eq!(
            largest.to_unsigned(rounding, u32::MAX),
            Specified::Unspecified
        );
        assert_eq!(
            largest.neg().to_signed(rounding, u32::MAX),
            Specified::Unspecified
        );
        let bit = smallest.to_unsigned(rounding, 1);
        assert_eq!(bit, Specified::Value(BigUint::from(u8::from(up))));
    }
    assert_eq!(largest.to_rational(1 << 30), Err(OutOfBudget));
    assert_eq!(smallest.to_rational(1 << 30), Err(OutOfBudget));
    assert_eq!(one.to_rational(1), Ok(Specified::Value(BigRational::one())));
}

#[test]
fn remainders_of_huge_quotients() {
    // 2^k modulo 3 is 1 or 2, which is 1 or -1.
    let format = Format::new(120, 70).expect("a format");
    let three = Float::from_i128(format, Rounding::Rne, 3);
    let one = Float::from_i128(format, Rounding::Rne, 1);
    let leading = Float::from_fields(
        format,
        false,
        &((BigUint::one() << 120) - 2u8),
        &BigUint::ZERO,
    )
    .expect("bits fit");
    // Its exponent is the bias, 2^119 - 1, which is odd.
    assert_eq!(leading.rem(&three), Ok(one.neg()));
    let half = Float::from_rational(format, Rounding::Rne, &BigRational::new(1.into(), 2.into()));
    let half = leading.mul(Rounding::Rne, &half).expect("one format");
    assert_eq!(half.rem(&three), Ok(one));
    let smallest = Float::smallest(format, true);
    assert_eq!(leading.rem(&smallest), Ok(Float::zero(format, false)));
    assert_eq!(smallest.rem(&leading), Ok(smallest));
}

#[test]
fn long_significands() {
    let format = Format::new(20, 1 << 16).expect("a format");
    let third = Float::from_rational(format, Rounding::Rtn, &BigRational::new(1.into(), 3.into()));
    let three = Float::from_i128(format, Rounding::Rne, 3);
    let one = Float::from_i128(format, Rounding::Rne, 1);
    let below = third.mul(Rounding::Rtp, &three).expect("one format");
    assert!(below.leq(&one).expect("one format"));
    assert!(one.div(Rounding::Rtz, &three).as_ref() == Ok(&third));
    let above = one.div(Rounding::Rtp, &three).expect("one format");
    assert!(above.gt(&third).expect("one format"));
    let above = above.mul(Rounding::Rtn, &three).expect("one format");
    assert!(above.geq(&one).expect("one format"));
    let rest = third
        .fma(Rounding::Rne, &three, &one.neg())
        .expect("one format");
    assert!(rest.is_negative() && rest.is_normal());
    let root = three.sqrt(Rounding::Rtn);
    let below = root.mul(Rounding::Rtp, &root).expect("one format");
    assert!(below.leq(&three).expect("one format"));
    assert!(one.rem(&third).expect("one format").is_positive());
}

#[test]
fn mixed_formats_are_refused() {
    let x = Float::zero(Format::FLOAT32, false);
    let y = Float::nan(Format::FLOAT64);
    let error = MixedFormats(Format::FLOAT64, Format::FLOAT32);
    assert_eq!(x.add(Rounding::Rne, &y), Err(error));
    assert_eq!(x.fma(Rounding::Rne, &x, &y), Err(error));
    assert_eq!(x.fp_eq(&y), Err(error));
    assert_eq!(x.min(&y), Err(error));
    assert_eq!(
        error.to_string(),
        "(_ FloatingPoint 11 53) where (_ FloatingPoint 8 24) is needed"
    );
}

#[test]
fn huge_integers_and_rationals() {
    let huge: BigInt = BigInt::one() << 100_000;
    for rounding in Rounding::ALL {
        let float = Float::from_integer(Format::FLOAT64, rounding, &-&huge);
        assert_eq!(
            float,
            large::round(
                Format::FLOAT64,
                rounding,
                Large {
                    negative: true,
                    exponent: 100_000,
                    significand: BigUint::one()
                },
                false
            )
        );
        let near_one = BigRational::new(&huge + 1, huge.clone());
        let float = Float::from_rational(Format::FLOAT64, rounding, &near_one);
        let bits = 1f64.to_bits() + u64::from(rounding == Rounding::Rtp);
        assert_eq!(float.to_ieee_bits_u128(), Some(bits.into()));
        let tiny = BigRational::new(BigInt::from(-1), huge.clone());
        let float = Float::from_rational(Format::FLOAT64, rounding, &tiny);
        let bits = (1 << 63) + u64::from(rounding == Rounding::Rtn);
        assert_eq!(float.to_ieee_bits_u128(), Some(bits.into()));
    }
    let forced = BigRational::new_raw(1.into(), 0.into());
    assert!(Float::from_rational(Format::FLOAT16, Rounding::Rne, &forced).is_nan());
    let forced = BigRational::new_raw(1.into(), (-2).into());
    let half = Float::from_rational(Format::FLOAT16, Rounding::Rne, &forced);
    assert_eq!(half.to_string(), "(fp #b1 #b01110 #b0000000000)");
}
