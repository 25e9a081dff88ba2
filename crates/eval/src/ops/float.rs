//! Floating point, by [`crate::float`].

use super::{Context, Line, bitvectors, chain, mismatch};
use crate::domain::numbers;
use crate::float::{Float, Format, MinMax, Rounding, Specified};
use crate::outcome::{Computed, Fault};
use crate::value::{Value, Values};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::Zero;
use smt::{Script, SortId};
use std::fmt::Write;

pub(crate) const OPERATORS: &[Line] = &[
    ("roundNearestTiesToEven", |_, _| Ok(Value::RoundingMode(0))),
    ("RNE", |_, _| Ok(Value::RoundingMode(0))),
    ("roundNearestTiesToAway", |_, _| Ok(Value::RoundingMode(1))),
    ("RNA", |_, _| Ok(Value::RoundingMode(1))),
    ("roundTowardPositive", |_, _| Ok(Value::RoundingMode(2))),
    ("RTP", |_, _| Ok(Value::RoundingMode(2))),
    ("roundTowardNegative", |_, _| Ok(Value::RoundingMode(3))),
    ("RTN", |_, _| Ok(Value::RoundingMode(3))),
    ("roundTowardZero", |_, _| Ok(Value::RoundingMode(4))),
    ("RTZ", |_, _| Ok(Value::RoundingMode(4))),
    ("fp", |c, a| from_fields(c, a)),
    ("+oo", |c, _| constant(c, |f| Float::infinity(f, false))),
    ("-oo", |c, _| constant(c, |f| Float::infinity(f, true))),
    ("+zero", |c, _| constant(c, |f| Float::zero(f, false))),
    ("-zero", |c, _| constant(c, |f| Float::zero(f, true))),
    ("NaN", |c, _| constant(c, Float::nan)),
    ("fp.abs", |c, a| give(c, float(c, a, 0)?.abs())),
    ("fp.neg", |c, a| give(c, float(c, a, 0)?.neg())),
    ("fp.add", |c, a| rounded(c, a, |m, x, y| x.add(m, y).ok())),
    ("fp.sub", |c, a| rounded(c, a, |m, x, y| x.sub(m, y).ok())),
    ("fp.mul", |c, a| rounded(c, a, |m, x, y| x.mul(m, y).ok())),
    ("fp.div", |c, a| rounded(c, a, |m, x, y| x.div(m, y).ok())),
    ("fp.fma", |c, a| {
        let (mode, x) = (mode(a, 0)?, float(c, a, 1)?);
        let (y, z) = (float(c, a, 2)?, float(c, a, 3)?);
        give(c, x.fma(mode, &y, &z).map_err(|_| mismatch())?)
    }),
    ("fp.sqrt", |c, a| give(c, float(c, a, 1)?.sqrt(mode(a, 0)?))),
    ("fp.rem", |c, a| {
        let (x, y) = (float(c, a, 0)?, float(c, a, 1)?);
        give(c, x.rem(&y).map_err(|_| mismatch())?)
    }),
    ("fp.roundToIntegral", |c, a| {
        give(c, float(c, a, 1)?.round_to_integral(mode(a, 0)?))
    }),
    ("fp.min", |c, a| min_max(c, a, |x, y| x.min(y).ok())),
    ("fp.max", |c, a| min_max(c, a, |x, y| x.max(y).ok())),
    ("fp.min_i", |c, a| min_max(c, a, |x, y| x.min(y).ok())),
    ("fp.max_i", |c, a| min_max(c, a, |x, y| x.max(y).ok())),
    ("fp.leq", |c, a| compare(c, a, |x, y| x.leq(y).ok())),
    ("fp.lt", |c, a| compare(c, a, |x, y| x.lt(y).ok())),
    ("fp.geq", |c, a| compare(c, a, |x, y| x.geq(y).ok())),
    ("fp.gt", |c, a| compare(c, a, |x, y| x.gt(y).ok())),
    ("fp.eq", |c, a| compare(c, a, |x, y| x.fp_eq(y).ok())),
    ("fp.isNormal", |c, a| {
        Ok(Value::Bool(float(c, a, 0)?.is_normal()))
    }),
    ("fp.isSubnormal", |c, a| {
        Ok(Value::Bool(float(c, a, 0)?.is_subnormal()))
    }),
    ("fp.isZero", |c, a| {
        Ok(Value::Bool(float(c, a, 0)?.is_zero()))
    }),
    ("fp.isInfinite", |c, a| {
        Ok(Value::Bool(float(c, a, 0)?.is_infinite()))
    }),
    ("fp.isNaN", |c, a| Ok(Value::Bool(float(c, a, 0)?.is_nan()))),
    ("fp.isNegative", |c, a| {
        Ok(Value::Bool(float(c, a, 0)?.is_negative()))
    }),
    ("fp.isPositive", |c, a| {
        Ok(Value::Bool(float(c, a, 0)?.is_positive()))
    }),
    ("to_fp", to_fp),
    ("to_fp_bv", to_fp),
    ("to_fp_fp", to_fp),
    ("to_fp_real", to_fp),
    ("to_fp_signed", to_fp),
    ("to_fp_unsigned", |c, a| {
        let (_, bits) = bitvectors::bits(c, a, 1)?;
        let format = format(c.script, c.sort()).ok_or_else(mismatch)?;
        give(
            c,
            Float::from_integer(format, mode(a, 0)?, &BigInt::from(bits)),
        )
    }),
    ("fp.to_ubv", |c, a| to_unsigned(c, a)),
    ("fp.to_ubv_I", |c, a| to_unsigned(c, a)),
    ("fp.to_sbv", |c, a| to_signed(c, a)),
    ("fp.to_sbv_I", |c, a| to_signed(c, a)),
    ("fp.to_real", to_real),
    ("fp.to_real_I", to_real),
    ("fp.to_ieee_bv", to_bits),
    ("to_ieee_bv", to_bits),
    ("fp.to_ieee_bv_I", to_bits),
    ("fp.as_ieee_bv", to_bits),
];

fn float(c: &Context<'_>, a: &[Value], place: usize) -> Result<Float, Fault> {
    let value = *a.get(place).ok_or_else(mismatch)?;
    c.values.to_float(value).cloned().ok_or_else(mismatch)
}

fn mode(a: &[Value], place: usize) -> Result<Rounding, Fault> {
    match a.get(place) {
        Some(Value::RoundingMode(number)) => {
            let mode = Rounding::ALL.get(usize::from(*number));
            mode.copied().ok_or_else(mismatch)
        }
        _ => Err(mismatch()),
    }
}

fn give(c: &mut Context<'_>, float: Float) -> Computed {
    c.afford_bits(float.format().significand_bits().into())?;
    Ok(c.values.float(float))
}

/// The format of a sort.
fn format(script: &Script, sort: SortId) -> Option<Format> {
    if script.sorts.head(sort) != Some(smt::Sym::FLOATING_POINT) {
        return None;
    }
    let [exponent, significand] = numbers::<2>(script, sort)?;
    Format::new(
        u32::try_from(exponent).ok()?,
        u32::try_from(significand).ok()?,
    )
    .ok()
}

fn constant(c: &mut Context<'_>, make: impl Fn(Format) -> Float) -> Computed {
    let format = format(c.script, c.sort()).ok_or_else(mismatch)?;
    give(c, make(format))
}

fn from_fields(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let format = format(c.script, c.sort()).ok_or_else(mismatch)?;
    let (_, sign) = bitvectors::bits(c, a, 0)?;
    let (_, exponent) = bitvectors::bits(c, a, 1)?;
    let (_, fraction) = bitvectors::bits(c, a, 2)?;
    let float = Float::from_fields(format, !sign.is_zero(), &exponent, &fraction);
    give(c, float.map_err(|_| mismatch())?)
}

fn rounded(
    c: &mut Context<'_>,
    a: &[Value],
    operation: impl Fn(Rounding, &Float, &Float) -> Option<Float>,
) -> Computed {
    let (x, y) = (float(c, a, 1)?, float(c, a, 2)?);
    let result = operation(mode(a, 0)?, &x, &y).ok_or_else(mismatch)?;
    give(c, result)
}

fn compare(
    c: &mut Context<'_>,
    a: &[Value],
    holds: impl Fn(&Float, &Float) -> Option<bool>,
) -> Computed {
    chain(c, a, |c, x, y| {
        let (x, y) = (float(c, &[x], 0)?, float(c, &[y], 0)?);
        holds(&x, &y).ok_or_else(mismatch)
    })
}

fn min_max(
    c: &mut Context<'_>,
    a: &[Value],
    operation: impl Fn(&Float, &Float) -> Option<MinMax>,
) -> Computed {
    let (x, y) = (float(c, a, 0)?, float(c, a, 1)?);
    match operation(&x, &y).ok_or_else(mismatch)? {
        MinMax::Value(float) => give(c, float),
        MinMax::EitherZero => {
            let zeros = [false, true].map(|negative| Float::zero(x.format(), negative));
            let zeros = zeros.map(|zero| c.values.float(zero));
            c.open_among(a, c.sort(), Some(&zeros))
        }
    }
}

/// From bits, another format, a number, or the three fields.
fn to_fp(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let format = format(c.script, c.sort()).ok_or_else(mismatch)?;
    let (rounding, value) = match *a {
        [bits] if c.values.width(bits).is_some() => {
            let (_, bits) = bitvectors::bits(c, a, 0)?;
            let float = Float::from_bits(format, &bits).map_err(|_| mismatch())?;
            return give(c, float);
        }
        [_, _, _] if mode(a, 0).is_err() => return from_fields(c, a),
        [_, value] => (mode(a, 0)?, value),
        _ => return Err(mismatch()),
    };
    if let Some(float) = c.values.to_float(value) {
        let float = float.to_format(format, rounding);
        return give(c, float);
    }
    if let Some((width, bits)) = c.values.to_bits(value) {
        let number = bitvectors::signed_big(width, &bits);
        return give(c, Float::from_integer(format, rounding, &number));
    }
    let number: BigRational = c.values.to_rational(value).ok_or_else(mismatch)?;
    give(c, Float::from_rational(format, rounding, &number))
}

fn width(c: &Context<'_>) -> Result<u32, Fault> {
    let width = c.index(0)?;
    c.afford_bits(width)?;
    u32::try_from(width).map_err(|_| Fault::OutOfBudget)
}

fn to_unsigned(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let width = width(c)?;
    match float(c, a, 1)?.to_unsigned(mode(a, 0)?, width) {
        Specified::Value(bits) => Ok(c.values.bit_vec(width, bits)),
        Specified::Unspecified => c.open(a, c.sort()),
    }
}

fn to_signed(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let width = width(c)?;
    match float(c, a, 1)?.to_signed(mode(a, 0)?, width) {
        Specified::Value(number) => {
            let whole = BigInt::from(BigUint::from(1u32) << width);
            let bits = num_integer::Integer::mod_floor(&number, &whole);
            Ok(c.values.bit_vec(width, bits.into_parts().1))
        }
        Specified::Unspecified => c.open(a, c.sort()),
    }
}

fn to_real(c: &mut Context<'_>, a: &[Value]) -> Computed {
    match float(c, a, 0)?.to_rational(c.budget.number_bits) {
        Ok(Specified::Value(number)) => Ok(c.values.real(number)),
        Ok(Specified::Unspecified) => c.open(a, SortId::REAL),
        Err(_) => Err(Fault::OutOfBudget),
    }
}

fn to_bits(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let float = float(c, a, 0)?;
    match float.to_ieee_bits() {
        Specified::Value(bits) => Ok(c.values.bit_vec(float.format().width(), bits)),
        Specified::Unspecified => c.open(a, c.sort()),
    }
}

/// All values of a small format.
pub(crate) fn all_floats(script: &Script, values: &mut Values, sort: SortId) -> Option<Vec<Value>> {
    let format = format(script, sort)?;
    let mut all: Vec<Value> = Vec::new();
    for bits in 0..1u128.checked_shl(format.width())? {
        all.push(values.float(Float::from_bits_u128(format, bits).ok()?));
    }
    all.sort_unstable();
    all.dedup();
    Some(all)
}

/// `+0` of a format.
pub(crate) fn zero(script: &Script, values: &mut Values, sort: SortId) -> Option<Value> {
    let format = format(script, sort)?;
    Some(values.float(Float::zero(format, false)))
}

/// A float or a rounding mode as SMT-LIB writes it.
pub(crate) fn write(values: &Values, value: Value, out: &mut String) {
    if let Value::RoundingMode(number) = value {
        let mode = Rounding::ALL.get(usize::from(number));
        out.push_str(mode.map_or("RNE", |mode| mode.long_name()));
        return;
    }
    let Some(float) = values.to_float(value) else {
        return;
    };
    let format = float.format();
    let (exponent, significand) = (format.exponent_bits(), format.significand_bits());
    let _ = match float.fields() {
        None => write!(out, "(_ NaN {exponent} {significand})"),
        Some(fields) => {
            let (e, s) = (exponent as usize, significand as usize - 1);
            let sign = u8::from(fields.negative);
            write!(
                out,
                "(fp #b{sign} #b{:0>e$b} #b{:0>s$b})",
                fields.exponent, fields.fraction
            )
        }
    };
}
