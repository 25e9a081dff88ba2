//! All terms of a size: every operator applied to the classes of smaller terms.

use super::Counts;
use super::ground::{BOOL, Kind, MOST};
use super::store::{Lit, NOTHING, Store};

/// How far terms may grow.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    /// The most formulas that one operator makes in one size; of other terms there are fewer.
    pub each: usize,
    /// The most memory for values.
    pub bytes: usize,
}

/// Makes the terms of a size.
pub(super) fn grow(
    store: &mut Store<'_>,
    size: usize,
    bounds: Bounds,
    counts: &mut Counts,
    is_wanted: &dyn Fn() -> bool,
) {
    let ground = store.ground;
    for op in 0..ground.ops.len() as u16 {
        let operator = &ground.ops[usize::from(op)];
        if operator.kind == Kind::Leaf || store.unused[usize::from(op)] {
            continue;
        }
        // The values of formulas are bits, those of terms are words.
        let mut left = match operator.result {
            BOOL => bounds.each,
            _ => bounds.each / 8,
        };
        let shares = compositions(size - 1, operator.arguments.len());
        // What has no constants is more general.
        let groups = [false, true].into_iter();
        let groups = groups.flat_map(|with| shares.iter().map(move |sizes| (with, sizes)));
        let mut groups_left = 2 * shares.len();
        for (has_constants, sizes) in groups {
            // None of them takes what is for the others; what it leaves is theirs.
            let mut quota = left / groups_left;
            left -= quota;
            groups_left -= 1;
            let columns: Vec<Vec<Lit>> = (operator.arguments.iter().zip(sizes))
                .map(|(&sort, &size)| column(store, op, sort, size, has_constants))
                .collect();
            let mut tries = TRIES.saturating_mul(quota);
            all_over(&columns, |arguments| {
                if quota == 0 || tries == 0 || store.bytes() > bounds.bytes {
                    return false;
                }
                tries -= 1;
                if tries.is_multiple_of(64) && !is_wanted() {
                    return false;
                }
                if is_sensible(store, op, arguments, has_constants)
                    && store.node(op, *arguments).is_none()
                {
                    quota -= 1;
                    let lit = store.intern(op, *arguments);
                    counts.terms += 1;
                    counts.open += u64::from(store.class(lit).is_open);
                }
                true
            });
            left += quota;
        }
    }
}

/// How many choices of arguments are looked at for each that is made.
const TRIES: usize = 50;

/// What may stand as an argument of a sort and a size.
fn column(store: &Store<'_>, op: u16, sort: u8, size: usize, has_constants: bool) -> Vec<Lit> {
    let operator = &store.ground.ops[usize::from(op)];
    let both = sort == BOOL && operator.kind != Kind::Ite;
    let makes_formula = operator.result == BOOL;
    let classes = store.of_size(sort, size).into_iter().filter(|&class| {
        let class = &store.classes[class as usize];
        let is_general = store.nodes[class.first as usize].constants == 0;
        // What is left open is only compared: more of it would never have values.
        !class.is_constant && (makes_formula || !class.is_open) && (has_constants || is_general)
    });
    match both {
        true => classes
            .flat_map(|class| [class << 1, class << 1 | 1])
            .collect(),
        false => classes.map(|class| store.first(class << 1).lit).collect(),
    }
}

fn is_sensible(store: &Store<'_>, op: u16, arguments: &[Lit; MOST], has_constants: bool) -> bool {
    let (parameters, constants, _) = store.contents(op, arguments);
    let different = match store.ground.ops[usize::from(op)].kind {
        Kind::Equal | Kind::And | Kind::Or | Kind::Xor | Kind::Implies => {
            arguments[0] >> 1 < arguments[1] >> 1
                || store.ground.ops[usize::from(op)].kind == Kind::Implies
                    && arguments[0] >> 1 != arguments[1] >> 1
        }
        Kind::Ite => arguments[1] != arguments[2],
        Kind::Leaf | Kind::Eval => true,
    };
    different
        && parameters != 0
        && (constants > 0) == has_constants
        && usize::from(constants) <= store.ground.field.constants
}

/// All ways to share a sum among so many.
fn compositions(sum: usize, count: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for place in 0..count {
        let mut longer = Vec::new();
        for shares in &all {
            let left = sum - shares.iter().sum::<usize>();
            let from = if place + 1 == count { left } else { 0 };
            for share in from..=left {
                longer.push([&shares[..], &[share]].concat());
            }
        }
        all = longer;
    }
    all
}

/// Choices of one from each column, as long as they are asked for: all of them in the end, and the first
/// of them from everywhere, so that whoever takes a few has something of each.
fn all_over(columns: &[Vec<Lit>], mut each: impl FnMut(&[Lit; MOST]) -> bool) {
    let total = columns.iter().map(|column| column.len() as u128).product();
    let stride = stride(total);
    let mut at: u128 = 0;
    for _ in 0..total {
        let mut arguments = [NOTHING; MOST];
        let mut left = at;
        // The last one changes first.
        for (argument, column) in arguments.iter_mut().zip(columns).rev() {
            let length = column.len() as u128;
            *argument = column[(left % length) as usize];
            left /= length;
        }
        if !each(&arguments) {
            return;
        }
        at = (at + stride) % total;
    }
}

/// A step that comes to all of so many places before it comes to one again, and far around.
fn stride(total: u128) -> u128 {
    const FEW: u128 = 1000;
    if total <= FEW {
        return 1;
    }
    let divisor = |mut a: u128, mut b: u128| {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    // The golden section.
    let start = total / 1000 * 618;
    (start..total)
        .find(|step| divisor(*step, total) == 1)
        .unwrap_or(1)
}

/// Every choice of one from each column, as long as it is asked for.
pub(super) fn every(columns: &[Vec<Lit>], mut each: impl FnMut(&[Lit; MOST]) -> bool) {
    if columns.iter().any(Vec::is_empty) {
        return;
    }
    let mut at = vec![0; columns.len()];
    let mut arguments = [NOTHING; MOST];
    loop {
        for (argument, (column, at)) in arguments.iter_mut().zip(columns.iter().zip(&at)) {
            *argument = column[*at];
        }
        if !each(&arguments) {
            return;
        }
        let mut place = columns.len();
        loop {
            let Some(before) = place.checked_sub(1) else {
                return;
            };
            place = before;
            at[place] += 1;
            if at[place] < columns[place].len() {
                break;
            }
            at[place] = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::field::Field;
    use super::super::ground::Ground;
    use super::*;

    #[test]
    fn sums_are_shared_in_all_ways() {
        assert_eq!(compositions(1, 2), [vec![0, 1], vec![1, 0]]);
        assert_eq!(compositions(2, 1), [vec![2]]);
        assert_eq!(compositions(3, 3).len(), 10);
    }

    #[test]
    fn a_few_choices_are_from_everywhere_and_all_are_all() {
        let columns = [(0..50).collect::<Vec<Lit>>(), (0..60).collect()];
        let mut met = std::collections::HashSet::new();
        all_over(&columns, |arguments| met.insert(*arguments));
        assert_eq!(met.len(), 3000);
        let mut first = std::collections::HashSet::new();
        let mut count = 0;
        all_over(&columns, |arguments| {
            first.insert(arguments[0]);
            count += 1;
            count < 60
        });
        assert!(first.len() > 30, "{}", first.len());
        all_over(&[vec![1], Vec::new()], |_| panic!("there is no choice"));
    }

    #[test]
    fn terms_that_are_the_same_are_one_class() {
        let ground = Ground::new(Field::of("sets").unwrap()).unwrap();
        let mut store = Store::new(&ground, 384, 0);
        let bounds = Bounds {
            each: 10_000,
            bytes: 1 << 28,
        };
        let mut counts = Counts::default();
        grow(&mut store, 1, bounds, &mut counts, &|| true);
        grow(&mut store, 2, bounds, &mut counts, &|| true);
        let op = |head: &str| ground.ops.iter().position(|op| op.head == head).unwrap() as u16;
        let leaf = |store: &mut Store<'_>, head| store.intern(op(head), [NOTHING; MOST]);
        let (s, t) = (leaf(&mut store, "s"), leaf(&mut store, "t"));
        let two =
            |store: &mut Store<'_>, head, a, b| store.intern(op(head), [a, b, NOTHING, NOTHING]);
        let union = two(&mut store, "set.union", s, t);
        assert_eq!(union, two(&mut store, "set.union", t, s));
        assert_ne!(union, s);
        assert_eq!(two(&mut store, "set.inter", union, s), s);
        let subset = two(&mut store, "set.subset", s, t);
        let same = ground
            .ops
            .iter()
            .position(|op| op.kind == Kind::Equal && op.arguments == [1, 1]);
        let equal = store.intern(same.unwrap() as u16, [union, t, NOTHING, NOTHING]);
        assert_eq!(equal, subset);
        let less = two(&mut store, "set.subset", union, t);
        assert_eq!(less, subset);
        let (from, to) = (
            two(&mut store, "set.subset", union, s),
            two(&mut store, "set.subset", t, s),
        );
        assert!(store.follows(from, to));
        assert!(!store.follows(subset, from));
    }
}
