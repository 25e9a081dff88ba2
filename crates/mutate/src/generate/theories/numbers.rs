//! Integers and reals, and what leads between them and bit-vectors.

use super::super::catalogue::{BOOL, Builder, Kind, SortNo};
use super::super::settings::Theory;

pub(super) fn fill(builder: &mut Builder<'_>) {
    let settings = builder.settings;
    let (ints, reals) = (settings.has(Theory::Ints), settings.has(Theory::Reals));
    let lengths = settings.has(Theory::Strings) || settings.has(Theory::Sequences);
    if ints || lengths {
        let int = builder.sort("Int", Kind::Int, ints);
        order(builder, int);
        if ints {
            shared(builder, int);
            integers(builder, int);
        } else {
            builder.add("+", &[int, int], int);
            builder.add("-", &[int, int], int);
        }
        if settings.has(Theory::BitVectors) {
            bits(builder, int);
        }
    }
    if reals {
        let real = builder.sort("Real", Kind::Real, true);
        order(builder, real);
        shared(builder, real);
        quotient(builder, "/", real);
        if ints {
            let int = builder.sort("Int", Kind::Int, true);
            builder.add("to_real", &[int], real);
            builder.add("to_int", &[real], int);
            builder.add("is_int", &[real], BOOL);
        }
    }
}

fn order(builder: &mut Builder<'_>, s: SortNo) {
    for name in ["<", "<=", ">", ">="] {
        builder.add(name, &[s, s], BOOL);
    }
    builder.add("<", &[s, s, s], BOOL);
    builder.add(">=", &[s, s, s], BOOL);
}

fn shared(builder: &mut Builder<'_>, s: SortNo) {
    for name in ["+", "-"] {
        builder.add(name, &[s, s], s);
        builder.add(name, &[s, s, s], s);
    }
    builder.add("-", &[s], s);
    if builder.settings.linear {
        for place in 0..2 {
            let op = builder.add("*", &[s, s], s);
            if let Some(argument) = op.arguments.get_mut(place) {
                argument.literal = true;
            }
        }
    } else {
        builder.add("*", &[s, s], s).traits.nonlinear = true;
        builder.add("*", &[s, s, s], s).traits.nonlinear = true;
    }
}

/// What divides: by a literal, and otherwise only if that is allowed.
fn quotient(builder: &mut Builder<'_>, name: &str, s: SortNo) {
    let linear = builder.settings.linear;
    let op = builder.add(name, &[s, s], s);
    op.traits.nonlinear = !linear;
    if linear && let Some(divisor) = op.arguments.get_mut(1) {
        divisor.literal = true;
    }
}

fn integers(builder: &mut Builder<'_>, int: SortNo) {
    quotient(builder, "div", int);
    quotient(builder, "mod", int);
    builder.add("abs", &[int], int);
    if builder.settings.newest {
        for divisor in [1, 2, 3, 7, 10] {
            let head = format!("(_ divisible {divisor})");
            builder.add(&head, &[int], BOOL).traits.newest = true;
        }
    }
}

fn bits(builder: &mut Builder<'_>, int: SortNo) {
    let newest = builder.settings.newest;
    for place in 0..builder.sorts.len() {
        let Kind::BitVec(width) = builder.sorts[place].kind else {
            continue;
        };
        // Solvers go through all bits one by one.
        if width > 16 {
            continue;
        }
        let vector = SortNo(place as u16);
        builder.add("bv2nat", &[vector], int);
        builder.add(&format!("(_ int2bv {width})"), &[int], vector);
        if newest {
            builder.add("ubv_to_int", &[vector], int).traits.newest = true;
            builder.add("sbv_to_int", &[vector], int).traits.newest = true;
            let head = format!("(_ int_to_bv {width})");
            builder.add(&head, &[int], vector).traits.newest = true;
        }
    }
}
