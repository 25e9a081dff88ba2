//! Strings and regular expressions that hurt.

use super::Need;
use crate::rng::Rng;

/// Contents of strings, as they stand between quotes. The first is the empty one.
const STRINGS: &[&str] = &[
    "",
    "a",
    "A",
    "b",
    "ab",
    "ba",
    "aab",
    "0",
    "1",
    "9",
    "10",
    "01",
    "-1",
    "+1",
    "00",
    "4294967296",
    "18446744073709551616",
    " ",
    "  ",
    " 1",
    "a b",
    "\"\"",
    "\\",
    "\\u",
    "\\u{",
    "\\u{0}",
    "\\u{1}",
    "\\u{a}",
    "\\u{5c}",
    "\\u{7f}",
    "\\u{80}",
    "\\u{ff}",
    "\\u{100}",
    "\\u{ffff}",
    "\\u{2ffff}",
    "\\u0061",
    "\\x41",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "abababababababababababababababababababab",
];

/// The ends of ranges of characters.
const RANGES: &[(&str, &str)] = &[
    ("a", "z"),
    ("a", "a"),
    ("A", "Z"),
    ("0", "9"),
    ("b", "a"),
    ("0", "a"),
    ("\\u{0}", "\\u{2ffff}"),
    ("\\u{0}", "\\u{7f}"),
    ("\\u{80}", "\\u{ff}"),
];

fn quote(content: &str, out: &mut Vec<u8>) {
    out.push(b'"');
    out.extend_from_slice(content.as_bytes());
    out.push(b'"');
}

/// Appends a string.
pub(super) fn write_string(need: Need, rng: &mut Rng, out: &mut Vec<u8>) {
    let first = usize::from(need == Need::NonEmpty);
    // Short plain ones often: they are what meets other strings.
    let end = if rng.chance(1, 2) { 12 } else { STRINGS.len() };
    quote(STRINGS[first + rng.below(end - first)], out);
}

/// Appends a regular expression.
pub(super) fn write_reg_lan(rng: &mut Rng, out: &mut Vec<u8>) {
    match rng.below(7) {
        0 => out.extend_from_slice(b"re.none"),
        1 => out.extend_from_slice(b"re.all"),
        2 => out.extend_from_slice(b"re.allchar"),
        3 | 4 => {
            let (from, to) = RANGES[rng.below(RANGES.len())];
            out.extend_from_slice(b"(re.range ");
            quote(from, out);
            out.push(b' ');
            quote(to, out);
            out.push(b')');
        }
        _ => {
            out.extend_from_slice(b"(str.to_re ");
            write_string(Need::Any, rng, out);
            out.push(b')');
        }
    }
}
