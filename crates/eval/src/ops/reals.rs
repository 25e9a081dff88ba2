//! Reals, as far as they are not with the integers.

use super::{Context, Line, fold_left, ints, mismatch};
use crate::outcome::{Computed, Fault};
use crate::value::Value;
use num_traits::Zero;
use smt::SortId;

pub(crate) const OPERATORS: &[Line] = &[
    ("/", |c, a| fold_left(c, a, divide)),
    ("/_total", |c, a| {
        fold_left(c, a, |c, x, y| match c.values.to_rational(y) {
            Some(zero) if zero.is_zero() => Ok(Value::Real {
                numerator: 0,
                denominator: 1,
            }),
            _ => divide(c, x, y),
        })
    }),
    ("to_real", |c, a| match *a {
        [x] => Ok(c.values.as_real(x)),
        _ => Err(mismatch()),
    }),
    ("to_int", floor),
    ("floor", floor),
    ("is_int", |c, a| match *a {
        [x] => Ok(Value::Bool(
            c.values.to_rational(x).is_some_and(|x| x.is_integer()),
        )),
        _ => Err(mismatch()),
    }),
    ("min", |c, a| match *a {
        [x, y] => Ok(if ints::compare(c.values, x, y)?.is_le() {
            x
        } else {
            y
        }),
        _ => Err(mismatch()),
    }),
    ("max", |c, a| match *a {
        [x, y] => Ok(if ints::compare(c.values, x, y)?.is_ge() {
            x
        } else {
            y
        }),
        _ => Err(mismatch()),
    }),
];

fn divide(c: &mut Context<'_>, x: Value, y: Value) -> Computed {
    let (x, y) = (c.values.as_real(x), c.values.as_real(y));
    match (c.values.to_rational(x), c.values.to_rational(y)) {
        (_, Some(zero)) if zero.is_zero() => c.open(&[x, y], SortId::REAL),
        (Some(x), Some(y)) => Ok(c.values.real(x / y)),
        _ => {
            let divisor = c.values.to_algebraic(y).ok_or_else(mismatch)?;
            let inverse = divisor
                .invert()
                .ok_or(Fault::unsupported("an algebraic number of high degree"))?;
            let inverse = c.values.algebraic(inverse);
            ints::multiply(c, x, inverse)
        }
    }
}

fn floor(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let &[x] = a else {
        return Err(mismatch());
    };
    let floor = match c.values.to_rational(x) {
        Some(x) => Some(x.floor().to_integer()),
        None => c.values.to_algebraic(x).and_then(|x| x.floor()),
    };
    Ok(c.values.int(floor.ok_or_else(mismatch)?))
}
