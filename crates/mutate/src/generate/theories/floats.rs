//! Floating point: every operator at every format in use, and every conversion.

use super::super::catalogue::{BOOL, Builder, Kind, SortNo};
use super::super::settings::{Bits, Theory};
use eval::float::Format;

/// A format: its bits of exponent and of significand.
type Size = (u32, u32);

/// The formats of variables, and those that conversions lead to.
fn formats(builder: &Builder<'_>) -> (&'static [Size], &'static [Size]) {
    match builder.settings.bits {
        Bits::Few => (&[(2, 3)], &[(3, 4)]),
        Bits::Many => (&[(8, 24)], &[(5, 11), (11, 53)]),
        Bits::Mixed => (
            &[(2, 3), (3, 5), (5, 11), (8, 24), (11, 53)],
            &[(4, 7), (2, 12), (9, 3)],
        ),
    }
}

/// The widths that conversions to bit-vectors lead to, besides those of the fields.
fn widths(builder: &Builder<'_>) -> &'static [u32] {
    match builder.settings.bits {
        Bits::Few => &[1, 3, 5],
        Bits::Many => &[1, 8, 32],
        Bits::Mixed => &[1, 3, 8, 11, 16, 32, 64],
    }
}

/// These round: a rounding mode, and so many floats.
const ROUNDED: [(&str, usize); 7] = [
    ("fp.add", 2),
    ("fp.sub", 2),
    ("fp.mul", 2),
    ("fp.div", 2),
    ("fp.fma", 3),
    ("fp.sqrt", 1),
    ("fp.roundToIntegral", 1),
];

const EXACT: [(&str, usize); 5] = [
    ("fp.abs", 1),
    ("fp.neg", 1),
    ("fp.rem", 2),
    ("fp.min", 2),
    ("fp.max", 2),
];

const COMPARISONS: [&str; 5] = ["fp.leq", "fp.lt", "fp.geq", "fp.gt", "fp.eq"];

const CLASSES: [&str; 7] = [
    "fp.isNormal",
    "fp.isSubnormal",
    "fp.isZero",
    "fp.isInfinite",
    "fp.isNaN",
    "fp.isNegative",
    "fp.isPositive",
];

const MODES: [&str; 10] = [
    "RNE",
    "RNA",
    "RTP",
    "RTN",
    "RTZ",
    "roundNearestTiesToEven",
    "roundNearestTiesToAway",
    "roundTowardPositive",
    "roundTowardNegative",
    "roundTowardZero",
];

pub(super) fn fill(builder: &mut Builder<'_>) {
    let (own, others) = formats(builder);
    let mode = builder.sort("RoundingMode", Kind::RoundingMode, true);
    for name in MODES {
        builder.add(name, &[], mode);
    }
    let mut all = Vec::new();
    for (sizes, variables) in [(own, true), (others, false)] {
        for &(exponent, significand) in sizes {
            let Ok(format) = Format::new(exponent, significand) else {
                continue;
            };
            let text = format!("(_ FloatingPoint {exponent} {significand})");
            let sort = builder.sort(&text, Kind::Float(format), variables);
            all.push((sort, format));
        }
    }
    for &(sort, format) in &all {
        within(builder, sort, format, mode);
        for &(other, to) in &all {
            let head = to_fp("to_fp", to);
            builder.add(&head, &[mode, sort], other);
        }
        conversions(builder, sort, format, mode);
    }
}

fn to_fp(name: &str, format: Format) -> String {
    let (exponent, significand) = (format.exponent_bits(), format.significand_bits());
    format!("(_ {name} {exponent} {significand})")
}

fn within(builder: &mut Builder<'_>, s: SortNo, format: Format, mode: SortNo) {
    for name in ["+oo", "-oo", "+zero", "-zero", "NaN"] {
        builder.add(&to_fp(name, format), &[], s);
    }
    for (name, count) in ROUNDED {
        let mut arguments = vec![mode];
        arguments.extend(std::iter::repeat_n(s, count));
        builder.add(name, &arguments, s);
    }
    for (name, count) in EXACT {
        builder.add(name, &vec![s; count], s);
    }
    for name in COMPARISONS {
        builder.add(name, &[s, s], BOOL);
    }
    builder.add("fp.leq", &[s, s, s], BOOL);
    builder.add("fp.eq", &[s, s, s], BOOL);
    for name in CLASSES {
        builder.add(name, &[s], BOOL);
    }
}

fn conversions(builder: &mut Builder<'_>, s: SortNo, format: Format, mode: SortNo) {
    let fields = [1, format.exponent_bits(), format.significand_bits() - 1];
    let fields = fields.map(|width| builder.bit_vec(width));
    builder.add("fp", &fields, s);
    let bits = builder.bit_vec(format.width());
    builder.sorts[usize::from(bits.0)].variables = true;
    builder.add(&to_fp("to_fp", format), &[bits], s);
    for &width in widths(builder) {
        let vector = builder.bit_vec(width);
        builder.add(&to_fp("to_fp", format), &[mode, vector], s);
        builder.add(&to_fp("to_fp_unsigned", format), &[mode, vector], s);
        builder.add(&format!("(_ fp.to_ubv {width})"), &[mode, s], vector);
        builder.add(&format!("(_ fp.to_sbv {width})"), &[mode, s], vector);
    }
    let reals = builder.settings.has(Theory::Reals);
    let real = builder.sort("Real", Kind::Real, reals);
    // Few solvers take anything but a number there.
    let op = builder.add(&to_fp("to_fp", format), &[mode, real], s);
    if !reals && let Some(argument) = op.arguments.get_mut(1) {
        argument.literal = true;
    }
    if reals {
        builder.add("fp.to_real", &[s], real);
    }
}
