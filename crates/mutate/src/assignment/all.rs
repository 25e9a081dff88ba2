//! All values of small sorts.

use eval::{Trials, Value};
use smt::Shape;
use smt::SortId;

/// All values of each constant, if all their combinations are at most so many.
pub fn columns(trials: &mut Trials<'_>, limit: u64) -> Option<Vec<Vec<Value>>> {
    let sorts: Vec<SortId> = trials.constants().iter().map(|c| c.sort).collect();
    let mut left = limit;
    let mut columns = Vec::new();
    for sort in sorts {
        let column = values(trials, sort, left)?;
        left = left.checked_div(column.len() as u64)?;
        if left == 0 {
            return None;
        }
        columns.push(column);
    }
    Some(columns)
}

/// All values of a sort if they are at most so many. Arrays and sets of what has no parts of its
/// own, no deeper ones: of those there are too many anyway.
fn values(trials: &mut Trials<'_>, sort: SortId, limit: u64) -> Option<Vec<Value>> {
    match Shape::of(trials.script(), sort) {
        Shape::Array(from, to) => {
            let indices = trials.all(from, limit)?;
            let elements = trials.all(to, limit)?;
            let mut rows: Vec<Vec<(Value, Value)>> = vec![Vec::new()];
            for &index in indices.iter() {
                if rows.len().saturating_mul(elements.len()) as u64 > limit {
                    return None;
                }
                let longer = |row: &Vec<(Value, Value)>, element| {
                    let mut row = row.clone();
                    row.push((index, element));
                    row
                };
                rows = rows
                    .iter()
                    .flat_map(|row| elements.iter().map(move |&element| longer(row, element)))
                    .collect();
            }
            let values = trials.values();
            Some(rows.iter().map(|row| values.table(row)).collect())
        }
        Shape::Set(of) => {
            let elements = trials.all(of, 30)?;
            let count = 1u64 << elements.len();
            if count > limit {
                return None;
            }
            let subset = |bits: u64| {
                let chosen = elements.iter().enumerate();
                let chosen = chosen.filter(|(place, _)| bits >> place & 1 == 1);
                chosen.map(|(_, &element)| element).collect::<Vec<_>>()
            };
            let values = trials.values();
            Some((0..count).map(|bits| values.set(subset(bits))).collect())
        }
        _ => Some(trials.all(sort, limit)?.to_vec()),
    }
}
