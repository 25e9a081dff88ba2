//! Finite fields, of cvc5.

use super::{Context, Line, fold_left, mismatch};
use crate::outcome::Computed;
use crate::value::Value;
use num_bigint::BigInt;

pub(crate) const OPERATORS: &[Line] = &[
    ("ff.add", |c, a| {
        fold_left(c, a, |c, x, y| combine(c, x, y, |x, y| x + y))
    }),
    ("ff.mul", |c, a| {
        fold_left(c, a, |c, x, y| combine(c, x, y, |x, y| x * y))
    }),
    ("ff.sub", |c, a| {
        fold_left(c, a, |c, x, y| combine(c, x, y, |x, y| x - y))
    }),
    ("ff.neg", |c, a| match *a {
        [x] => combine(c, x, x, |x, _| -x),
        _ => Err(mismatch()),
    }),
    ("ff.bitsum", |c, a| {
        // Weighted with 1, 2, 4, ...: from the last one, doubling.
        let reversed: Vec<Value> = a.iter().rev().copied().collect();
        fold_left(c, &reversed, |c, x, y| combine(c, x, y, |x, y| x * 2 + y))
    }),
];

fn combine(
    c: &mut Context<'_>,
    x: Value,
    y: Value,
    operation: impl Fn(BigInt, BigInt) -> BigInt,
) -> Computed {
    let (order, x) = c.values.to_field(x).ok_or_else(mismatch)?.clone();
    let (_, y) = c.values.to_field(y).ok_or_else(mismatch)?.clone();
    Ok(c.values.field(order, &operation(x.into(), y.into())))
}
