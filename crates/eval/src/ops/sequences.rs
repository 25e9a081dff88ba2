//! Sequences, of which strings are one kind, by [`crate::sequence`].

use super::{Context, Line, ints::integer, mismatch};
use crate::outcome::{Computed, Fault};
use crate::sequence::Sequence;
use crate::strings::{CodePoint, Str};
use crate::value::Value;
use num_bigint::BigInt;
use num_traits::Zero;
use smt::SortId;

pub(crate) const OPERATORS: &[Line] = &[
    ("seq.empty", |c, _| give(c, Sequence::empty())),
    ("seq.unit", |c, a| match *a {
        [element] => give(c, Sequence::unit(element)),
        _ => Err(mismatch()),
    }),
    ("str.++", concat),
    ("seq.++", concat),
    ("str.len", length),
    ("seq.len", length),
    ("str.at", at),
    ("seq.at", at),
    ("seq.nth", nth),
    ("seq.nth_i", nth),
    ("str.substr", extract),
    ("seq.extract", extract),
    ("str.prefixof", prefix_of),
    ("seq.prefixof", prefix_of),
    ("str.suffixof", suffix_of),
    ("seq.suffixof", suffix_of),
    ("str.contains", contains),
    ("seq.contains", contains),
    ("str.indexof", index_of),
    ("seq.indexof", index_of),
    ("str.last_indexof", last_index_of),
    ("seq.last_indexof", last_index_of),
    ("str.replace", replace),
    ("seq.replace", replace),
    ("str.replace_all", replace_all),
    ("str.replaceall", replace_all),
    ("seq.replace_all", replace_all),
    ("str.update", update),
    ("seq.update", update),
    ("str.rev", reverse),
    ("seq.rev", reverse),
    ("str.reverse", reverse),
];

/// An argument as a sequence of values.
fn sequence(c: &Context<'_>, a: &[Value], place: usize) -> Result<Sequence<Value>, Fault> {
    let value = *a.get(place).ok_or_else(mismatch)?;
    if let Some(string) = c.values.to_string(value) {
        return Ok(string
            .iter()
            .map(|point| Value::Char(point.code()))
            .collect());
    }
    match value {
        Value::Seq(_) => {
            let items = c.values.items(value).ok_or_else(mismatch)?;
            Ok(items.iter().copied().collect())
        }
        _ => Err(mismatch()),
    }
}

/// A sequence of the sort of the result.
fn give(c: &mut Context<'_>, items: Sequence<Value>) -> Computed {
    if c.sort() != SortId::STRING {
        return Ok(c.values.seq(&items[..]));
    }
    let points = items.iter().map(|item| match item {
        Value::Char(code) => CodePoint::new(*code),
        _ => None,
    });
    let string: Option<Str> = points.collect();
    Ok(c.values.string(string.ok_or_else(mismatch)?))
}

fn concat(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let parts: Result<Vec<_>, Fault> = (0..a.len()).map(|place| sequence(c, a, place)).collect();
    let whole = Sequence::concat(&parts?, c.strings)?;
    give(c, whole)
}

fn length(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let length = sequence(c, a, 0)?.length();
    Ok(c.values.int(length))
}

fn at(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let index = integer(c, a, 1)?;
    let part = sequence(c, a, 0)?.at(&index);
    give(c, part)
}

fn nth(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let index = integer(c, a, 1)?;
    match sequence(c, a, 0)?.nth(&index) {
        Some(&element) => Ok(element),
        None => c.open(a, c.sort()),
    }
}

fn extract(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let (start, length) = (integer(c, a, 1)?, integer(c, a, 2)?);
    let part = sequence(c, a, 0)?.extract(&start, &length, c.strings)?;
    give(c, part)
}

fn prefix_of(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let holds = sequence(c, a, 0)?.is_prefix_of(&sequence(c, a, 1)?, c.strings)?;
    Ok(Value::Bool(holds))
}

fn suffix_of(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let holds = sequence(c, a, 0)?.is_suffix_of(&sequence(c, a, 1)?, c.strings)?;
    Ok(Value::Bool(holds))
}

fn contains(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let holds = sequence(c, a, 0)?.contains_sequence(&sequence(c, a, 1)?, c.strings)?;
    Ok(Value::Bool(holds))
}

fn index_of(c: &mut Context<'_>, a: &[Value]) -> Computed {
    // z3 lets the position be left out.
    let from = match a.len() {
        2 => BigInt::zero(),
        _ => integer(c, a, 2)?,
    };
    let at = sequence(c, a, 0)?.index_of(&sequence(c, a, 1)?, &from, c.strings)?;
    Ok(c.values.int(at))
}

fn last_index_of(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let at = sequence(c, a, 0)?.last_index_of(&sequence(c, a, 1)?, c.strings)?;
    Ok(c.values.int(at))
}

fn replace(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let (part, by) = (sequence(c, a, 1)?, sequence(c, a, 2)?);
    let result = sequence(c, a, 0)?.replace(&part, &by, c.strings)?;
    give(c, result)
}

fn replace_all(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let (part, by) = (sequence(c, a, 1)?, sequence(c, a, 2)?);
    let result = sequence(c, a, 0)?.replace_all(&part, &by, c.strings)?;
    give(c, result)
}

fn update(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let (index, by) = (integer(c, a, 1)?, sequence(c, a, 2)?);
    let result = sequence(c, a, 0)?.update(&index, &by, c.strings)?;
    give(c, result)
}

fn reverse(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let result = sequence(c, a, 0)?.reverse(c.strings)?;
    give(c, result)
}
