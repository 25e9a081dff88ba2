//! Bit-vectors: every operator at every width in use, and what leads from one width to another.

use super::super::catalogue::{BOOL, Builder, SortNo};
use super::super::settings::{Bits, Theory};

/// The widths of variables, and those that operators lead to.
fn widths(builder: &Builder<'_>) -> (&'static [u32], &'static [u32]) {
    match builder.settings.bits {
        Bits::Few => (&[3], &[1, 2, 4, 6]),
        Bits::Many => (&[8], &[1, 4, 7, 9, 16]),
        Bits::Mixed => (
            &[1, 3, 4, 8, 11, 16, 32, 33, 64],
            &[2, 5, 12, 24, 65, 100, 128],
        ),
    }
}

const UNARY: [&str; 2] = ["bvnot", "bvneg"];

const BINARY: [&str; 17] = [
    "bvand", "bvor", "bvxor", "bvnand", "bvnor", "bvxnor", "bvadd", "bvsub", "bvmul", "bvudiv",
    "bvurem", "bvsdiv", "bvsrem", "bvsmod", "bvshl", "bvlshr", "bvashr",
];

const PREDICATES: [&str; 8] = [
    "bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt", "bvsge",
];

/// New in SMT-LIB 2.7.
const OVERFLOWS: [&str; 7] = [
    "bvuaddo", "bvsaddo", "bvusubo", "bvssubo", "bvumulo", "bvsmulo", "bvsdivo",
];

pub(super) fn fill(builder: &mut Builder<'_>) {
    if !builder.settings.has(Theory::BitVectors) {
        return;
    }
    let (own, others) = widths(builder);
    for &width in own {
        let sort = builder.bit_vec(width);
        builder.sorts[usize::from(sort.0)].variables = true;
    }
    let all: Vec<u32> = own.iter().chain(others).copied().collect();
    for &width in &all {
        let sort = builder.bit_vec(width);
        within(builder, sort);
        between(builder, sort, width, &all);
    }
}

fn within(builder: &mut Builder<'_>, s: SortNo) {
    for name in UNARY {
        builder.add(name, &[s], s);
    }
    for name in BINARY {
        builder.add(name, &[s, s], s);
    }
    for name in PREDICATES {
        builder.add(name, &[s, s], BOOL);
    }
    let bit = builder.bit_vec(1);
    builder.add("bvcomp", &[s, s], bit);
    if builder.settings.newest {
        builder.add("bvnego", &[s], BOOL).traits.newest = true;
        for name in OVERFLOWS {
            builder.add(name, &[s, s], BOOL).traits.newest = true;
        }
    }
}

fn between(builder: &mut Builder<'_>, s: SortNo, width: u32, all: &[u32]) {
    for &other in all {
        let sort = builder.bit_vec(other);
        if other <= width {
            let gap = width - other;
            let mut offsets = vec![0, gap / 2, gap];
            offsets.dedup();
            for low in offsets {
                let high = low + other - 1;
                builder.add(&format!("(_ extract {high} {low})"), &[s], sort);
            }
        }
        if other >= width {
            let more = other - width;
            builder.add(&format!("(_ zero_extend {more})"), &[s], sort);
            builder.add(&format!("(_ sign_extend {more})"), &[s], sort);
        }
        if all.contains(&(width + other)) {
            let sum = builder.bit_vec(width + other);
            builder.add("concat", &[s, sort], sum);
        }
    }
    for times in 1..=4 {
        if all.contains(&(width * times)) {
            let product = builder.bit_vec(width * times);
            builder.add(&format!("(_ repeat {times})"), &[s], product);
        }
    }
    let mut distances = vec![0, 1, width - 1, width, width + 1];
    distances.sort_unstable();
    distances.dedup();
    for by in distances {
        builder.add(&format!("(_ rotate_left {by})"), &[s], s);
        builder.add(&format!("(_ rotate_right {by})"), &[s], s);
    }
}
