//! The operators of each theory, as tables that fill the catalogue.

mod bitvectors;
mod containers;
mod floats;
mod numbers;
mod text;

use super::catalogue::{BOOL, Builder, Kind, Native};
use super::settings::Theory;

/// Adds the sorts and operators of the theories that are wanted.
pub(crate) fn fill(builder: &mut Builder<'_>) {
    let settings = builder.settings;
    bitvectors::fill(builder);
    if settings.has(Theory::Floats) {
        floats::fill(builder);
    }
    numbers::fill(builder);
    if settings.has(Theory::Strings) {
        text::fill(builder);
    }
    containers::fill(builder);
    core(builder);
}

/// Booleans, and what every sort has.
fn core(builder: &mut Builder<'_>) {
    let b = BOOL;
    builder.native(Native::Not, "not", &[b], b);
    for (native, head) in [
        (Native::And, "and"),
        (Native::Or, "or"),
        (Native::Xor, "xor"),
        (Native::Implies, "=>"),
    ] {
        builder.native(native, head, &[b, b], b);
    }
    for native in [(Native::And, "and"), (Native::Or, "or")] {
        builder.native(native.0, native.1, &[b, b, b], b);
    }
    for place in 0..builder.sorts.len() {
        let sort = super::catalogue::SortNo(place as u16);
        // Of numbers that only conversions take there are literals and nothing else.
        let numbers = builder.sorts[place].kind == Kind::Real && !builder.sorts[place].variables;
        if builder.sorts[place].kind == Kind::RegLan || numbers {
            continue;
        }
        builder.native(Native::Equal, "=", &[sort, sort], b);
        builder.native(Native::Distinct, "distinct", &[sort, sort], b);
        builder.native(Native::Distinct, "distinct", &[sort, sort, sort], b);
        builder.native(Native::Ite, "ite", &[b, sort, sort], sort);
    }
}
