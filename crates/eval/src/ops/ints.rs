//! Integers, and the operators that integers share with reals.

use super::{Context, Line, chain, fold_left, mismatch};
use crate::outcome::{Computed, Fault};
use crate::value::{Value, Values};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::cmp::Ordering;

pub(crate) const OPERATORS: &[Line] = &[
    ("+", |c, a| fold_left(c, a, add)),
    ("*", |c, a| fold_left(c, a, multiply)),
    ("-", |c, a| match *a {
        [x] => negate(c, x),
        _ => fold_left(c, a, subtract),
    }),
    ("~", |c, a| match *a {
        [x] => negate(c, x),
        _ => Err(mismatch()),
    }),
    ("abs", |c, a| match *a {
        [x] => match compare(c.values, x, Value::Int(0))? {
            Ordering::Less => negate(c, x),
            _ => Ok(x),
        },
        _ => Err(mismatch()),
    }),
    ("<", |c, a| {
        chain(c, a, |c, x, y| Ok(compare(c.values, x, y)?.is_lt()))
    }),
    ("<=", |c, a| {
        chain(c, a, |c, x, y| Ok(compare(c.values, x, y)?.is_le()))
    }),
    (">", |c, a| {
        chain(c, a, |c, x, y| Ok(compare(c.values, x, y)?.is_gt()))
    }),
    (">=", |c, a| {
        chain(c, a, |c, x, y| Ok(compare(c.values, x, y)?.is_ge()))
    }),
    ("div", |c, a| {
        fold_left(c, a, |c, x, y| divide(c, x, y, Part::Quotient))
    }),
    ("mod", |c, a| {
        fold_left(c, a, |c, x, y| divide(c, x, y, Part::Modulus))
    }),
    ("rem", |c, a| {
        fold_left(c, a, |c, x, y| divide(c, x, y, Part::Remainder))
    }),
    ("div_total", |c, a| {
        fold_left(c, a, |c, x, y| match is_zero(y) {
            true => Ok(Value::Int(0)),
            false => divide(c, x, y, Part::Quotient),
        })
    }),
    ("mod_total", |c, a| {
        fold_left(c, a, |c, x, y| match is_zero(y) {
            true => Ok(x),
            false => divide(c, x, y, Part::Modulus),
        })
    }),
    ("divisible", divisible),
    ("^", |c, a| fold_left(c, a, power)),
    ("**", |c, a| fold_left(c, a, power)),
    ("pow", |c, a| fold_left(c, a, power)),
    ("iand", iand),
    ("piand", |c, a| match *a {
        [k, x, y] => and_bits(c, k, x, y),
        _ => Err(mismatch()),
    }),
    ("int.pow2", pow2),
    ("pow2", pow2),
    ("int.log2", |c, a| {
        let x = integer(c, a, 0)?;
        match x.is_positive() {
            true => Ok(c.values.int((x.bits() - 1).into())),
            false => Err(Fault::unsupported("a logarithm of what is not positive")),
        }
    }),
    ("int.ispow2", |c, a| {
        let x = integer(c, a, 0)?;
        Ok(Value::Bool(
            x.is_positive() && x.trailing_zeros() == Some(x.bits() - 1),
        ))
    }),
];

fn is_zero(value: Value) -> bool {
    matches!(value, Value::Int(0) | Value::Real { numerator: 0, .. })
}

/// An argument as an integer.
pub(crate) fn integer(c: &Context<'_>, a: &[Value], place: usize) -> Result<BigInt, Fault> {
    let value = *a.get(place).ok_or_else(mismatch)?;
    c.values.to_int(value).ok_or_else(mismatch)
}

fn is_int(value: Value) -> bool {
    matches!(value, Value::Int(_) | Value::BigInt(_))
}

/// A binary operation on integers or on reals; mixed arguments are reals.
fn arithmetic(
    c: &mut Context<'_>,
    x: Value,
    y: Value,
    small: impl Fn(i64, i64) -> Option<i64>,
    int: impl Fn(BigInt, BigInt) -> BigInt,
    rational: impl Fn(BigRational, BigRational) -> BigRational,
    algebraic: impl Fn(
        &crate::algebraic::Algebraic,
        &crate::algebraic::Algebraic,
    ) -> Option<crate::algebraic::Algebraic>,
) -> Computed {
    if let (Value::Int(x), Value::Int(y)) = (x, y)
        && let Some(result) = small(x, y)
    {
        return Ok(Value::Int(result));
    }
    if let (
        Value::Real {
            numerator: n,
            denominator: 1,
        },
        Value::Real {
            numerator: m,
            denominator: 1,
        },
    ) = (x, y)
        && let Some(numerator) = small(n, m)
    {
        return Ok(Value::Real {
            numerator,
            denominator: 1,
        });
    }
    if is_int(x) && is_int(y) {
        let (x, y) = (big(c.values, x)?, big(c.values, y)?);
        c.afford_bits(x.bits() + y.bits())?;
        return Ok(c.values.int(int(x, y)));
    }
    match (c.values.to_rational(x), c.values.to_rational(y)) {
        (Some(x), Some(y)) => {
            let bits = |q: &BigRational| q.numer().bits() + q.denom().bits();
            c.afford_bits(bits(&x) + bits(&y))?;
            Ok(c.values.real(rational(x, y)))
        }
        _ => {
            let x = c.values.to_algebraic(x).ok_or_else(mismatch)?;
            let y = c.values.to_algebraic(y).ok_or_else(mismatch)?;
            // A resultant is as much work as very many steps.
            c.values.labour(50_000);
            let result = algebraic(&x, &y).ok_or(TOO_ALGEBRAIC)?;
            Ok(c.values.algebraic(result))
        }
    }
}

const TOO_ALGEBRAIC: Fault = Fault::Unsupported(std::borrow::Cow::Borrowed(
    "an algebraic number of high degree",
));

fn big(values: &Values, value: Value) -> Result<BigInt, Fault> {
    values.to_int(value).ok_or_else(mismatch)
}

fn add(c: &mut Context<'_>, x: Value, y: Value) -> Computed {
    arithmetic(
        c,
        x,
        y,
        i64::checked_add,
        |x, y| x + y,
        |x, y| x + y,
        |x, y| x.add(y),
    )
}

fn subtract(c: &mut Context<'_>, x: Value, y: Value) -> Computed {
    let algebraic =
        |x: &crate::algebraic::Algebraic, y: &crate::algebraic::Algebraic| x.add(&y.negate());
    arithmetic(
        c,
        x,
        y,
        i64::checked_sub,
        |x, y| x - y,
        |x, y| x - y,
        algebraic,
    )
}

pub(crate) fn multiply(c: &mut Context<'_>, x: Value, y: Value) -> Computed {
    arithmetic(
        c,
        x,
        y,
        i64::checked_mul,
        |x, y| x * y,
        |x, y| x * y,
        |x, y| x.multiply(y),
    )
}

fn negate(c: &mut Context<'_>, x: Value) -> Computed {
    match is_int(x) {
        true => subtract(c, Value::Int(0), x),
        false => subtract(
            c,
            Value::Real {
                numerator: 0,
                denominator: 1,
            },
            x,
        ),
    }
}

/// The order of two numbers, integers or reals.
pub(crate) fn compare(values: &Values, x: Value, y: Value) -> Result<Ordering, Fault> {
    if let (Value::Int(x), Value::Int(y)) = (x, y) {
        return Ok(x.cmp(&y));
    }
    if let (
        Value::Real {
            numerator: n,
            denominator: 1,
        },
        Value::Real {
            numerator: m,
            denominator: 1,
        },
    ) = (x, y)
    {
        return Ok(n.cmp(&m));
    }
    match (values.to_rational(x), values.to_rational(y)) {
        (Some(x), Some(y)) => Ok(x.cmp(&y)),
        _ => {
            let x = values.to_algebraic(x).ok_or_else(mismatch)?;
            let y = values.to_algebraic(y).ok_or_else(mismatch)?;
            values.labour(5_000);
            x.compare(&y).ok_or(TOO_ALGEBRAIC)
        }
    }
}

enum Part {
    /// Rounded so that the modulus is never negative.
    Quotient,
    Modulus,
    /// z3's: the modulus with the sign of the divisor.
    Remainder,
}

fn divide(c: &mut Context<'_>, x: Value, y: Value, part: Part) -> Computed {
    if !is_int(x) || !is_int(y) {
        // z3 rounds real arguments first; that is no standard, and nobody relies on it.
        return Err(Fault::unsupported("integer division of reals"));
    }
    if is_zero(y) {
        return c.open(&[x, y], smt::SortId::INT);
    }
    if let (Value::Int(x), Value::Int(y)) = (x, y)
        && y != i64::MIN
        && let (Some(quotient), Some(modulus)) = (x.checked_div_euclid(y), x.checked_rem_euclid(y))
    {
        return Ok(Value::Int(match part {
            Part::Quotient => quotient,
            Part::Modulus => modulus,
            Part::Remainder if y < 0 => -modulus,
            Part::Remainder => modulus,
        }));
    }
    let (x, y) = (big(c.values, x)?, big(c.values, y)?);
    let modulus = x.mod_floor(&y.abs());
    let quotient = (x - &modulus) / &y;
    Ok(c.values.int(match part {
        Part::Quotient => quotient,
        Part::Modulus => modulus,
        Part::Remainder if y.is_negative() => -modulus,
        Part::Remainder => modulus,
    }))
}

fn divisible(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let x = integer(c, a, 0)?;
    let index = c.indices().first().copied().ok_or_else(mismatch)?;
    let n = BigInt::parse_bytes(c.script.tree.symbols.bytes(index), 10).ok_or_else(mismatch)?;
    match n.is_zero() {
        true => Err(Fault::unsupported("divisibility by zero")),
        false => Ok(Value::Bool(x.is_multiple_of(&n))),
    }
}

fn power(c: &mut Context<'_>, x: Value, y: Value) -> Computed {
    let exponent = match c.values.to_rational(y) {
        Some(y) if y.is_integer() => y.to_integer(),
        _ => {
            return Err(Fault::unsupported(
                "a power with an exponent that is no integer",
            ));
        }
    };
    // Solvers differ in what these are, and no standard says.
    if exponent.is_negative() || (exponent.is_zero() && is_zero(x)) {
        return c.open(&[x, y], c.sort());
    }
    if let Some(base) = c.values.to_rational(x) {
        let bits = base.numer().bits().max(base.denom().bits());
        let small = matches!(bits, 0 | 1) && base.denom().is_one();
        let exponent = match exponent.to_u64() {
            Some(exponent) => exponent,
            // 0, 1 and -1 have powers of any size.
            None if small => 2 + u64::from(exponent.is_odd()),
            None => return Err(Fault::OutOfBudget),
        };
        if !small {
            c.afford_bits(bits.saturating_mul(exponent))?;
        }
        let exponent = usize::try_from(match small && exponent > 2 {
            true => 2 + exponent % 2,
            false => exponent,
        })
        .map_err(|_| Fault::OutOfBudget)?;
        let result = num_traits::pow(base, exponent);
        return Ok(match is_int(x) && c.sort() != smt::SortId::REAL {
            true => c.values.int(result.to_integer()),
            false => c.values.real(result),
        });
    }
    let exponent = exponent
        .to_usize()
        .filter(|&n| n <= 64)
        .ok_or(TOO_ALGEBRAIC)?;
    let mut result = Value::Real {
        numerator: 1,
        denominator: 1,
    };
    for _ in 0..exponent {
        result = multiply(c, result, x)?;
    }
    Ok(result)
}

fn pow2(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let x = integer(c, a, 0)?;
    if x.is_negative() {
        return Err(Fault::unsupported("a negative power of two"));
    }
    let exponent = x.to_u64().ok_or(Fault::OutOfBudget)?;
    c.afford_bits(exponent)?;
    Ok(c.values.int(BigInt::one() << exponent))
}

fn iand(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let width = c.index(0)?;
    match *a {
        [x, y] => {
            let width = c.values.int(width.into());
            and_bits(c, width, x, y)
        }
        _ => Err(mismatch()),
    }
}

fn and_bits(c: &mut Context<'_>, width: Value, x: Value, y: Value) -> Computed {
    let (x, y) = (big(c.values, x)?, big(c.values, y)?);
    let width = big(c.values, width)?;
    if !width.is_positive() {
        return Err(Fault::unsupported("bits of a width that is not positive"));
    }
    let width = width.to_u64().ok_or(Fault::OutOfBudget)?;
    c.afford_bits(width)?;
    let modulus = BigInt::one() << width;
    Ok(c.values.int(x.mod_floor(&modulus) & y.mod_floor(&modulus)))
}
