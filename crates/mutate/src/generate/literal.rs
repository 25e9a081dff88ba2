//! Values as text, in more than one spelling where there are several.

use super::catalogue::{Catalogue, Kind, SortNo};
use super::draw::ELEMENTS;
use crate::rng::Rng;
use crate::values::write_number;
use eval::{Trials, Value};
use std::io::Write;

/// Appends a value of a sort as a literal, or as a term that is one.
pub(crate) fn write_literal(
    catalogue: &Catalogue,
    trials: &mut Trials<'_>,
    (sort, value): (SortNo, Value),
    rng: &mut Rng,
    out: &mut Vec<u8>,
) {
    let entry = catalogue.sort(sort);
    match (entry.kind, value) {
        (Kind::Bool, Value::Bool(value)) => {
            out.extend_from_slice(if value { b"true" } else { b"false" });
        }
        (Kind::BitVec(_), Value::BitVec { width, bits }) => write_bits(width, bits, rng, out),
        (Kind::RoundingMode, Value::RoundingMode(number)) => {
            let modes = eval::float::Rounding::ALL;
            if let Some(mode) = modes.get(usize::from(number)) {
                let name = match rng.chance(1, 4) {
                    true => mode.long_name(),
                    false => mode.short_name(),
                };
                out.extend_from_slice(name.as_bytes());
            }
        }
        (Kind::Float(format), Value::Float(_)) => {
            let class = trials
                .values()
                .to_float(value)
                .map_or(0, super::draw::class_of);
            let (exponent, significand) = (format.exponent_bits(), format.significand_bits());
            let named = match class {
                0..=4 => super::draw::FLOAT_CLASSES.get(class).filter(|_| {
                    // NaN has no other spelling that is always the same.
                    class == 0 || rng.chance(1, 2)
                }),
                _ => None,
            };
            match named {
                Some(name) => {
                    let _ = write!(out, "(_ {name} {exponent} {significand})");
                }
                None => out.extend_from_slice(trials.show(value, entry.id).as_bytes()),
            }
        }
        (Kind::Int, Value::Int(number)) => match number < 0 {
            true => {
                out.extend_from_slice(b"(- ");
                write_number(u128::from(number.unsigned_abs()), out);
                out.push(b')');
            }
            false => write_number(u128::from(number.unsigned_abs()), out),
        },
        (
            Kind::Real,
            Value::Real {
                numerator,
                denominator,
            },
        ) if DECIMALS.is_multiple_of(u64::from(denominator)) => {
            let scale = i128::from(DECIMALS / u64::from(denominator));
            write_decimal(i128::from(numerator) * scale, out);
        }
        (Kind::Uninterpreted, Value::Element(_)) => {
            let name = trials.values().to_element(value);
            let place = name
                .and_then(|(_, name)| name.last().copied())
                .unwrap_or(b'0');
            out.extend_from_slice(b"u!");
            out.push(place);
        }
        _ => out.extend_from_slice(trials.show(value, entry.id).as_bytes()),
    }
}

/// What decimals are multiples of one part of.
const DECIMALS: u64 = 10_000_000_000;

/// Appends so many parts as a decimal.
fn write_decimal(parts: i128, out: &mut Vec<u8>) {
    let unit = u128::from(DECIMALS);
    let (whole, rest) = (parts.unsigned_abs() / unit, parts.unsigned_abs() % unit);
    let digits = format!("{rest:010}");
    let digits = match digits.trim_end_matches('0') {
        "" => "0",
        digits => digits,
    };
    let _ = match parts < 0 {
        true => write!(out, "(- {whole}.{digits})"),
        false => write!(out, "{whole}.{digits}"),
    };
}

fn write_bits(width: u32, bits: u64, rng: &mut Rng, out: &mut Vec<u8>) {
    match rng.below(6) {
        0 => {
            out.extend_from_slice(b"(_ bv");
            write_number(bits.into(), out);
            out.push(b' ');
            write_number(width.into(), out);
            out.push(b')');
        }
        1..=4 if width.is_multiple_of(4) => {
            out.extend_from_slice(b"#x");
            let digits = (0..width / 4).rev();
            out.extend(
                digits.map(|place| b"0123456789abcdef"[(bits >> (4 * place) & 15) as usize]),
            );
        }
        _ => {
            out.extend_from_slice(b"#b");
            out.extend(
                (0..width)
                    .rev()
                    .map(|place| b'0' + (bits >> place & 1) as u8),
            );
        }
    }
}

/// Declares the elements of the uninterpreted sort that literals name.
pub(crate) fn declare_elements(out: &mut Vec<u8>) {
    for place in 0..ELEMENTS {
        let _ = writeln!(out, "(declare-const u!{place} U)");
    }
}

/// What a witness says of them.
pub(crate) fn define_elements(out: &mut Vec<u8>) {
    for place in 0..ELEMENTS {
        let _ = writeln!(out, "(define-fun u!{place} () U (as @U_{place} U))");
    }
}
