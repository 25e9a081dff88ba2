//! Booleans, as far as all of their arguments matter.

use super::{Context, Line, mismatch};
use crate::outcome::Computed;
use crate::value::Value;

pub(crate) const OPERATORS: &[Line] = &[
    ("true", |_, _| Ok(Value::Bool(true))),
    ("false", |_, _| Ok(Value::Bool(false))),
    ("not", |_, arguments| match arguments {
        [Value::Bool(b)] => Ok(Value::Bool(!b)),
        _ => Err(mismatch()),
    }),
    ("xor", xor),
    ("xor3", xor),
    ("carry", |_, arguments| {
        Ok(Value::Bool(count(arguments)? >= 2))
    }),
    ("at-most", |c, arguments| {
        Ok(Value::Bool(count(arguments)? <= c.index(0)?))
    }),
    ("at-least", |c, arguments| {
        Ok(Value::Bool(count(arguments)? >= c.index(0)?))
    }),
    ("pble", |c, arguments| {
        weigh(c, arguments, |sum, bound| sum <= bound)
    }),
    ("pbge", |c, arguments| {
        weigh(c, arguments, |sum, bound| sum >= bound)
    }),
    ("pbeq", |c, arguments| {
        weigh(c, arguments, |sum, bound| sum == bound)
    }),
];

fn count(arguments: &[Value]) -> Result<u64, crate::outcome::Fault> {
    let mut count = 0;
    for argument in arguments {
        match argument {
            Value::Bool(b) => count += u64::from(*b),
            _ => return Err(mismatch()),
        }
    }
    Ok(count)
}

fn xor(_: &mut Context<'_>, arguments: &[Value]) -> Computed {
    Ok(Value::Bool(count(arguments)? % 2 == 1))
}

/// z3's sums of weighted Booleans: the first index is the bound, the others are the weights.
fn weigh(
    context: &mut Context<'_>,
    arguments: &[Value],
    holds: impl Fn(i128, i128) -> bool,
) -> Computed {
    let symbols = &context.script.tree.symbols;
    let number = |place: usize| {
        let index = *context.indices().get(place).ok_or_else(mismatch)?;
        let text = symbols.name(index);
        // z3 writes negative weights as `-3` or `(- 3)`.
        let text = text.replace(['(', ')', ' '], "");
        text.parse::<i64>().map_err(|_| mismatch())
    };
    let mut sum = 0;
    for (place, argument) in arguments.iter().enumerate() {
        match argument {
            Value::Bool(true) => sum += i128::from(number(place + 1)?),
            Value::Bool(false) => {}
            _ => return Err(mismatch()),
        }
    }
    Ok(Value::Bool(holds(sum, number(0)?.into())))
}
