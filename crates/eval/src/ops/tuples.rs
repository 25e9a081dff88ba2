//! Tuples and nullables, of cvc5. A nullable is a tuple of one component, or of none.

use super::{Context, Line, mismatch};
use crate::outcome::{Computed, Fault};
use crate::value::Value;

pub(crate) const OPERATORS: &[Line] = &[
    ("tuple.unit", |c, _| Ok(c.values.tuple([]))),
    ("tuple", |c, a| Ok(c.values.tuple(a))),
    ("mkTuple", |c, a| Ok(c.values.tuple(a))),
    ("tuple.select", select),
    ("tupSel", select),
    ("tuple_select", select),
    ("tuple.update", update),
    ("tuple_update", update),
    ("tuple.project", project),
    ("tuple_project", project),
    ("nullable.null", |c, _| Ok(c.values.tuple([]))),
    ("nullable.some", |c, a| Ok(c.values.tuple(a))),
    ("nullable.is_null", |c, a| {
        Ok(Value::Bool(items(c, a)?.is_empty()))
    }),
    ("nullable.is_some", |c, a| {
        Ok(Value::Bool(!items(c, a)?.is_empty()))
    }),
    ("nullable.val", |c, a| match items(c, a)?.first() {
        Some(&value) => Ok(value),
        None => c.open(a, c.sort()),
    }),
];

fn items(c: &Context<'_>, a: &[Value]) -> Result<Vec<Value>, Fault> {
    let value = *a.first().ok_or_else(mismatch)?;
    match value {
        Value::Tuple(_) => c
            .values
            .items(value)
            .map(<[Value]>::to_vec)
            .ok_or_else(mismatch),
        _ => Err(mismatch()),
    }
}

fn select(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let place = c.index(0)? as usize;
    items(c, a)?.get(place).copied().ok_or_else(mismatch)
}

fn update(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let place = c.index(0)? as usize;
    let mut items = items(c, a)?;
    let slot = items.get_mut(place).ok_or_else(mismatch)?;
    *slot = *a.get(1).ok_or_else(mismatch)?;
    Ok(c.values.tuple(items))
}

fn project(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let items = items(c, a)?;
    let mut chosen = Vec::new();
    for place in 0..c.indices().len() {
        let place = c.index(place)? as usize;
        chosen.push(*items.get(place).ok_or_else(mismatch)?);
    }
    Ok(c.values.tuple(chosen))
}
