//! Finite sets, relations and bags, of cvc5, with the names of its older versions.

use super::{Context, Line, fold_left, mismatch};
use crate::outcome::{Computed, Fault};
use crate::value::Value;
use num_traits::{Signed, ToPrimitive};

pub(crate) const OPERATORS: &[Line] = &[
    ("set.empty", |c, _| Ok(c.values.set(Vec::new()))),
    ("emptyset", |c, _| Ok(c.values.set(Vec::new()))),
    ("set.singleton", |c, a| Ok(c.values.set(a.to_vec()))),
    ("singleton", |c, a| Ok(c.values.set(a.to_vec()))),
    ("set.insert", insert),
    ("insert", insert),
    ("set.union", union),
    ("union", union),
    ("set.inter", intersection),
    ("set.intersect", intersection),
    ("intersection", intersection),
    ("set.minus", difference),
    ("set.difference", difference),
    ("setminus", difference),
    ("set.complement", universe),
    ("complement", universe),
    ("set.universe", universe),
    ("univset", universe),
    ("set.member", member),
    ("set.in", member),
    ("member", member),
    ("in", member),
    ("set.subset", subset),
    ("subset", subset),
    ("set.is_empty", |c, a| {
        Ok(Value::Bool(items(c, a, 0)?.is_empty()))
    }),
    ("set.is_singleton", |c, a| {
        Ok(Value::Bool(items(c, a, 0)?.len() == 1))
    }),
    ("is_singleton", |c, a| {
        Ok(Value::Bool(items(c, a, 0)?.len() == 1))
    }),
    ("set.card", cardinality),
    ("set.size", cardinality),
    ("card", cardinality),
    ("set.choose", choose),
    ("choose", choose),
    ("set.range", range),
    ("rel.join", join),
    ("join", join),
    ("rel.product", product),
    ("product", product),
    ("rel.transpose", transpose),
    ("transpose", transpose),
    ("rel.tclosure", closure),
    ("tclosure", closure),
    ("bag.empty", |c, _| Ok(c.values.bag(Vec::new()))),
    ("emptybag", |c, _| Ok(c.values.bag(Vec::new()))),
    ("bag", make_bag),
    ("mkBag", make_bag),
    ("bag.union_max", |c, a| zip_bags(c, a, u64::max)),
    ("union_max", |c, a| zip_bags(c, a, u64::max)),
    ("bag.union_disjoint", |c, a| {
        zip_bags(c, a, u64::saturating_add)
    }),
    ("union_disjoint", |c, a| zip_bags(c, a, u64::saturating_add)),
    ("bag.inter_min", |c, a| zip_bags(c, a, u64::min)),
    ("intersection_min", |c, a| zip_bags(c, a, u64::min)),
    ("bag.difference_subtract", |c, a| {
        zip_bags(c, a, u64::saturating_sub)
    }),
    ("difference_subtract", |c, a| {
        zip_bags(c, a, u64::saturating_sub)
    }),
    ("bag.difference_remove", |c, a| {
        zip_bags(c, a, |x, y| if y > 0 { 0 } else { x })
    }),
    ("difference_remove", |c, a| {
        zip_bags(c, a, |x, y| if y > 0 { 0 } else { x })
    }),
    ("bag.subbag", subbag),
    ("subbag", subbag),
    ("bag.count", |c, a| Ok(Value::Int(count(c, a)? as i64))),
    ("bag.member", |c, a| Ok(Value::Bool(count(c, a)? > 0))),
    ("bag.setof", |c, a| map_counts(c, a, |n| n.min(1))),
    ("bag.duplicate_removal", |c, a| {
        map_counts(c, a, |n| n.min(1))
    }),
    ("duplicate_removal", |c, a| map_counts(c, a, |n| n.min(1))),
    ("bag.card", |c, a| {
        let total: u128 = counts(c, a, 0)?.iter().map(|(_, n)| u128::from(*n)).sum();
        Ok(c.values.int(total.into()))
    }),
    ("bag.choose", |c, a| {
        let items: Vec<Value> = counts(c, a, 0)?.into_iter().map(|(item, _)| item).collect();
        match items[..] {
            [value] => Ok(value),
            [] => c.open(a, c.sort()),
            _ => c.open_among(a, c.sort(), Some(&items)),
        }
    }),
];

fn items(c: &Context<'_>, a: &[Value], place: usize) -> Result<Vec<Value>, Fault> {
    let value = *a.get(place).ok_or_else(mismatch)?;
    if !c.values.is_canonical(value) {
        return Err(Fault::unsupported("a set of functions"));
    }
    match value {
        Value::Set(_) => c
            .values
            .items(value)
            .map(<[Value]>::to_vec)
            .ok_or_else(mismatch),
        _ => Err(mismatch()),
    }
}

fn row(c: &Context<'_>, value: Value) -> Result<Vec<Value>, Fault> {
    match value {
        Value::Tuple(_) => c
            .values
            .items(value)
            .map(<[Value]>::to_vec)
            .ok_or_else(mismatch),
        _ => Err(mismatch()),
    }
}

fn insert(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let mut all = items(c, a, a.len().saturating_sub(1))?;
    all.extend(a.iter().take(a.len().saturating_sub(1)));
    Ok(c.values.set(all))
}

fn union(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let mut all = Vec::new();
    for place in 0..a.len() {
        all.extend(items(c, a, place)?);
        c.afford_length(all.len())?;
    }
    Ok(c.values.set(all))
}

fn filter(c: &mut Context<'_>, a: &[Value], keep: bool) -> Computed {
    fold_left(c, a, |c, x, y| {
        let (mut left, right) = (items(c, &[x], 0)?, items(c, &[y], 0)?);
        left.retain(|value| right.binary_search(value).is_ok() == keep);
        Ok(c.values.set(left))
    })
}

fn intersection(c: &mut Context<'_>, a: &[Value]) -> Computed {
    filter(c, a, true)
}

fn difference(c: &mut Context<'_>, a: &[Value]) -> Computed {
    filter(c, a, false)
}

/// What is in the universe is the solver's to say: cvc5 takes it to be the elements that are in play,
/// and not all of the sort.
fn universe(_: &mut Context<'_>, _: &[Value]) -> Computed {
    Err(Fault::unsupported("the universe of a sort"))
}

fn member(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let value = *a.first().ok_or_else(mismatch)?;
    Ok(Value::Bool(items(c, a, 1)?.binary_search(&value).is_ok()))
}

fn subset(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let (left, right) = (items(c, a, 0)?, items(c, a, 1)?);
    let inside = left.iter().all(|value| right.binary_search(value).is_ok());
    Ok(Value::Bool(inside))
}

fn cardinality(c: &mut Context<'_>, a: &[Value]) -> Computed {
    Ok(Value::Int(items(c, a, 0)?.len() as i64))
}

fn choose(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let items = items(c, a, 0)?;
    match items[..] {
        [value] => Ok(value),
        [] => c.open(a, c.sort()),
        _ => c.open_among(a, c.sort(), Some(&items)),
    }
}

fn range(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let &[Value::Int(low), Value::Int(high)] = a else {
        return Err(mismatch());
    };
    let count = (i128::from(high) - i128::from(low) + 1).max(0);
    c.afford_length(usize::try_from(count).map_err(|_| Fault::OutOfBudget)?)?;
    Ok(c.values.set((low..=high).map(Value::Int).collect()))
}

fn join(c: &mut Context<'_>, a: &[Value]) -> Computed {
    pairs(c, a, |left, right| {
        let (last, first) = (left.last()?, right.first()?);
        (last == first).then(|| [&left[..left.len() - 1], &right[1..]].concat())
    })
}

fn product(c: &mut Context<'_>, a: &[Value]) -> Computed {
    pairs(c, a, |left, right| Some([left, right].concat()))
}

/// A relation made of pairs of rows.
fn pairs(
    c: &mut Context<'_>,
    a: &[Value],
    combine: impl Fn(&[Value], &[Value]) -> Option<Vec<Value>>,
) -> Computed {
    let (left, right) = (items(c, a, 0)?, items(c, a, 1)?);
    c.afford_length(left.len().saturating_mul(right.len()))?;
    let mut all = Vec::new();
    for &x in &left {
        for &y in &right {
            if let Some(combined) = combine(&row(c, x)?, &row(c, y)?) {
                all.push(c.values.tuple(combined));
            }
        }
    }
    Ok(c.values.set(all))
}

fn transpose(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let mut all = Vec::new();
    for value in items(c, a, 0)? {
        let mut reversed = row(c, value)?;
        reversed.reverse();
        all.push(c.values.tuple(reversed));
    }
    Ok(c.values.set(all))
}

fn closure(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let mut closed = *a.first().ok_or_else(mismatch)?;
    loop {
        let further = join(c, &[closed, closed])?;
        let next = union(c, &[closed, further])?;
        if next == closed {
            return Ok(closed);
        }
        closed = next;
    }
}

fn counts(c: &Context<'_>, a: &[Value], place: usize) -> Result<Vec<(Value, u64)>, Fault> {
    let value = *a.get(place).ok_or_else(mismatch)?;
    c.values
        .to_bag(value)
        .map(<[_]>::to_vec)
        .ok_or_else(mismatch)
}

fn make_bag(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let &[value, count] = a else {
        return Err(mismatch());
    };
    let count = c.values.to_int(count).ok_or_else(mismatch)?;
    if !count.is_positive() {
        return Ok(c.values.bag(Vec::new()));
    }
    // So that no sum of them is beyond 64 bits.
    let count = count.to_u64().filter(|&count| count < 1 << 40);
    let count = count.ok_or(Fault::OutOfBudget)?;
    Ok(c.values.bag(vec![(value, count)]))
}

fn count_in(bag: &[(Value, u64)], value: Value) -> u64 {
    bag.iter().find(|(v, _)| *v == value).map_or(0, |(_, n)| *n)
}

fn count(c: &Context<'_>, a: &[Value]) -> Result<u64, Fault> {
    let value = *a.first().ok_or_else(mismatch)?;
    Ok(count_in(&counts(c, a, 1)?, value))
}

fn zip_bags(c: &mut Context<'_>, a: &[Value], combine: fn(u64, u64) -> u64) -> Computed {
    fold_left(c, a, |c, x, y| {
        let (left, right) = (counts(c, &[x], 0)?, counts(c, &[y], 0)?);
        let mut all: Vec<Value> = left.iter().chain(&right).map(|(v, _)| *v).collect();
        all.sort_unstable();
        all.dedup();
        let combined = all
            .into_iter()
            .map(|v| (v, combine(count_in(&left, v), count_in(&right, v))));
        let combined = combined.collect();
        Ok(c.values.bag(combined))
    })
}

fn subbag(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let (left, right) = (counts(c, a, 0)?, counts(c, a, 1)?);
    let inside = left.iter().all(|(v, n)| *n <= count_in(&right, *v));
    Ok(Value::Bool(inside))
}

fn map_counts(c: &mut Context<'_>, a: &[Value], map: fn(u64) -> u64) -> Computed {
    let all = counts(c, a, 0)?
        .into_iter()
        .map(|(v, n)| (v, map(n)))
        .collect();
    Ok(c.values.bag(all))
}
