//! Arrays that are a default with stores. Arrays that are functions are in [`crate::machine`].

use super::{Context, Line, mismatch};
use crate::array::in_force;
use crate::domain::Size;
use crate::outcome::{Computed, Fault};
use crate::value::Value;
use smt::{SortId, Sym};

pub(crate) const OPERATORS: &[Line] = &[
    ("select", |c, a| {
        let (&array, indices) = a.split_first().ok_or_else(mismatch)?;
        let index = index_of(c, indices)?;
        let array = c.values.to_array(array).ok_or_else(mismatch)?;
        Ok(array.select(index))
    }),
    ("store", |c, a| {
        let (&value, rest) = a.split_last().ok_or_else(mismatch)?;
        let (&array, indices) = rest.split_first().ok_or_else(mismatch)?;
        let index = index_of(c, indices)?;
        store_all(c, array, &[(index, value)])
    }),
    ("const", |c, a| match *a {
        [value] => make(c, c.sort(), value, Vec::new()),
        _ => Err(mismatch()),
    }),
    ("union", |c, a| zip_bools(c, a, |x, y| x || y)),
    ("intersect", |c, a| zip_bools(c, a, |x, y| x && y)),
    ("intersection", |c, a| zip_bools(c, a, |x, y| x && y)),
    ("setminus", |c, a| zip_bools(c, a, |x, y| x && !y)),
    ("difference", |c, a| zip_bools(c, a, |x, y| x && !y)),
    ("complement", |c, a| zip_bools(c, a, |x, _| !x)),
    ("subset", |c, a| {
        let sort = argument_sort(c)?;
        let outside = zip(c, sort, a, &|_, row| match *row {
            [Value::Bool(x), Value::Bool(y)] => Ok(Value::Bool(x && !y)),
            _ => Err(mismatch()),
        })?;
        let empty = make(c, sort, Value::Bool(false), Vec::new())?;
        Ok(Value::Bool(outside == empty))
    }),
];

/// Several indices are a tuple. An index that may have two forms could be missed.
pub(crate) fn index_of(c: &mut Context<'_>, indices: &[Value]) -> Computed {
    let index = match *indices {
        [index] => index,
        _ => c.values.tuple(indices),
    };
    match c.values.is_canonical(index) {
        true => Ok(index),
        false => Err(Fault::unsupported("a function as an index")),
    }
}

/// The index sorts and the element sort of an array sort.
pub(crate) fn parts(c: &Context<'_>, sort: SortId) -> Result<(Vec<SortId>, SortId), Fault> {
    let mut parts: Vec<SortId> = c.script.sorts.arguments(sort).collect();
    let element = parts.pop().ok_or_else(mismatch)?;
    match c.script.sorts.head(sort) {
        Some(Sym::ARRAY | Sym::ARROW) => Ok((parts, element)),
        _ => Err(mismatch()),
    }
}

/// All indices of an array sort if they are at most `limit`.
pub(crate) fn all_indices(
    c: &mut Context<'_>,
    sort: SortId,
    limit: u64,
) -> Result<Option<Vec<Value>>, Fault> {
    let (indices, _) = parts(c, sort)?;
    if let [index] = indices[..] {
        return Ok(c.all(index, limit).map(|all| all.to_vec()));
    }
    let mut rows: Vec<Vec<Value>> = vec![Vec::new()];
    for index in indices {
        let Some(column) = c.all(index, limit) else {
            return Ok(None);
        };
        if (rows.len() as u64).saturating_mul(column.len() as u64) > limit {
            return Ok(None);
        }
        rows = rows
            .iter()
            .flat_map(|row| column.iter().map(|&v| [&row[..], &[v]].concat()))
            .collect();
    }
    Ok(Some(
        rows.into_iter().map(|row| c.values.tuple(row)).collect(),
    ))
}

/// An array of a sort in its one form.
pub(crate) fn make(
    c: &mut Context<'_>,
    sort: SortId,
    default: Value,
    stores: Vec<(Value, Value)>,
) -> Computed {
    let stores = in_force(stores);
    let (indices, _) = parts(c, sort)?;
    let (mut count, mut uncertain) = (Some(1u64), false);
    for &index in &indices {
        let size = c.size(index);
        uncertain |= size == Size::Unknown;
        count = match (count, size) {
            (Some(n), Size::Finite(m)) => Some(n.saturating_mul(m)),
            _ => None,
        };
    }
    match count {
        Some(count) if (stores.len() as u64).saturating_mul(2) >= count => {
            let limit = count.min(1 << 17);
            let all = all_indices(c, sort, limit)?;
            let all = all.ok_or(Fault::unsupported("a large array over a finite sort"))?;
            let filled = all.into_iter().map(|index| {
                let at = stores.binary_search_by(|(i, _)| i.cmp(&index));
                let value = at.ok().and_then(|at| stores.get(at));
                (index, value.map_or(default, |(_, v)| *v))
            });
            let table: Vec<(Value, Value)> = filled.collect();
            Ok(c.values.table(&table))
        }
        _ => Ok(c.values.array_over(default, stores, uncertain)),
    }
}

/// An array after some stores in order.
pub(crate) fn store_all(c: &mut Context<'_>, array: Value, more: &[(Value, Value)]) -> Computed {
    if !more.iter().all(|(index, _)| c.values.is_canonical(*index)) {
        return Err(Fault::unsupported("a function as an index"));
    }
    let base = c.values.to_array(array).ok_or_else(mismatch)?;
    if more
        .iter()
        .all(|(index, value)| base.select(*index) == *value)
    {
        return Ok(array);
    }
    let default = base.default;
    let stores = base.stores.iter().chain(more).copied().collect();
    make(c, c.sort(), default, stores)
}

/// The sort of the first argument of the application.
pub(crate) fn argument_sort(c: &Context<'_>) -> Result<SortId, Fault> {
    let first = c
        .script
        .terms
        .arguments(c.term)
        .first()
        .ok_or_else(mismatch)?;
    Ok(c.script.terms.sort(*first))
}

/// Arrays combined index by index into one of the given sort.
pub(crate) fn zip(
    c: &mut Context<'_>,
    sort: SortId,
    arrays: &[Value],
    combine: &dyn Fn(&mut Context<'_>, &[Value]) -> Computed,
) -> Computed {
    let arrays: Option<Vec<crate::array::Array>> = arrays
        .iter()
        .map(|&a| c.values.to_array(a).cloned())
        .collect();
    let arrays = arrays.ok_or_else(mismatch)?;
    let mut touched: Vec<Value> = arrays
        .iter()
        .flat_map(|array| array.stores.iter().map(|(index, _)| *index))
        .collect();
    touched.sort_unstable();
    touched.dedup();
    let row: Vec<Value> = arrays.iter().map(|array| array.default).collect();
    let default = combine(c, &row)?;
    let mut stores = Vec::with_capacity(touched.len());
    for index in touched {
        let row: Vec<Value> = arrays.iter().map(|array| array.select(index)).collect();
        stores.push((index, combine(c, &row)?));
    }
    make(c, sort, default, stores)
}

fn zip_bools(c: &mut Context<'_>, a: &[Value], combine: fn(bool, bool) -> bool) -> Computed {
    zip(c, c.sort(), a, &|_, row| {
        let mut bools = row.iter().map(|value| match value {
            Value::Bool(b) => Ok(*b),
            _ => Err(mismatch()),
        });
        let first = bools.next().ok_or_else(mismatch)??;
        if row.len() == 1 {
            return Ok(Value::Bool(combine(first, false)));
        }
        bools
            .try_fold(first, |x, y| Ok(combine(x, y?)))
            .map(Value::Bool)
    })
}
