//! What is wrong with a text that cannot be read, and where.

use std::fmt::Write as _;

/// A text whose parentheses, strings or quoted symbols do not match.
///
/// This is the only way reading fails: whatever is balanced becomes a script, however strange
/// its commands are.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: found {found}, expected {expected}")]
pub struct ParseError {
    /// Line of the offending place, counted from 1.
    pub line: usize,
    /// Column in characters, counted from 1.
    pub column: usize,
    /// Byte offset of the offending place.
    pub offset: usize,
    /// What stands there, ready to be shown.
    pub found: String,
    /// What should have stood there.
    pub expected: &'static str,
}

/// How much of an offending token is shown.
const SHOWN_BYTES: usize = 24;

impl ParseError {
    pub(crate) fn new(text: &[u8], offset: usize, expected: &'static str) -> Self {
        let offset = offset.min(text.len());
        let before = &text[..offset];
        let line_start = memchr::memrchr(b'\n', before).map_or(0, |i| i + 1);
        Self {
            line: 1 + memchr::memchr_iter(b'\n', before).count(),
            column: 1 + String::from_utf8_lossy(&before[line_start..])
                .chars()
                .count(),
            offset,
            found: describe(&text[offset..]),
            expected,
        }
    }
}

/// Names the first thing of `rest` for a person: a character, a few words or a byte.
fn describe(rest: &[u8]) -> String {
    let Some(&first) = rest.first() else {
        return "the end of the file".to_owned();
    };
    if first.is_ascii_control() {
        return format!("the byte 0x{first:02x}");
    }
    let line = rest.split(|&b| b == b'\n').next().unwrap_or_default();
    let shown = String::from_utf8_lossy(&line[..line.len().min(SHOWN_BYTES)]);
    let mut out = String::from("`");
    for c in shown.trim_end().chars() {
        if c.is_control() || c == char::REPLACEMENT_CHARACTER {
            let _ = write!(out, "{}", c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    out.push_str(if line.len() > SHOWN_BYTES {
        "…`"
    } else {
        "`"
    });
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_in_characters_from_one() {
        let text = "(a)\n(é ?".as_bytes();
        let error = ParseError::new(text, text.len() - 1, "`)`");
        assert_eq!((error.line, error.column), (2, 4));
        assert_eq!(error.to_string(), "2:4: found `?`, expected `)`");
    }

    #[test]
    fn the_end_and_control_bytes_are_named() {
        assert_eq!(describe(b""), "the end of the file");
        assert_eq!(describe(b"\x00abc"), "the byte 0x00");
        assert_eq!(describe(b"abc\ndef"), "`abc`");
        assert_eq!(describe(&[b'x'; 100]), format!("`{}…`", "x".repeat(24)));
    }
}
