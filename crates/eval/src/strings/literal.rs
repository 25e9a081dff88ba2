//! String literals: from text to strings and back.
//!
//! SMT-LIB has two layers. For the language, `""` inside of a literal is one quote and everything
//! else stands for itself: [`unquote`]. For the theory of strings, `\u` then begins an escape, if
//! what follows completes one; if not, the backslash is a character like any other: [`read`].
//!
//! Old solvers have other escapes. Their texts can be told from the standard's only by knowing who
//! wrote them, so there is a reader of its own for them: [`read_c_escapes`].

use super::{CodePoint, Str};
use std::borrow::Cow;
use std::fmt::Write;

/// Why a text is no string, or nobody can say which.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadLiteral {
    /// The theory has only the printable characters of ASCII in literals. cvc5 refuses others.
    /// z3 takes control characters as they are and, of what is not ASCII, the bytes of UTF-8.
    #[error("the character U+{0:04X} must be escaped in a string")]
    Unprintable(u32),
    /// An escape that solvers read differently or not at all.
    #[error("no escape that is known to have one meaning: \\{0}")]
    Escape(char),
    /// A backslash at the end, where backslashes are escaped.
    #[error("a lone backslash at the end")]
    LoneBackslash,
}

/// What is between the quotes of a literal as it is written, doubled quotes made one. `None` if it
/// is no literal.
pub fn unquote(literal: &str) -> Option<Cow<'_, str>> {
    let body = literal.strip_prefix('"')?.strip_suffix('"')?;
    let undoubled = body.replace("\"\"", "");
    if undoubled.contains('"') {
        return None;
    }
    Some(match undoubled.len() == body.len() {
        true => Cow::Borrowed(body),
        false => Cow::Owned(body.replace("\"\"", "\"")),
    })
}

/// The string of a literal by the standard. Of `body`, quotes are removed already: see
/// [`unquote`].
///
/// # Errors
/// If there is anything but printable ASCII.
pub fn read(body: &str) -> Result<Str, BadLiteral> {
    read_text(body, |c| matches!(c, ' '..='~'))
}

/// Like [`read`], but control characters of ASCII stand for themselves, as for all solvers that
/// take them. z3 up to 4.13 prints one of them in models: U+007F.
///
/// That is for models, but no reader helps with those of z3 4.8.12: there, a backslash is not
/// escaped even if an escape begins with it, so `"\u{41}"` may be six characters.
///
/// # Errors
/// If there is anything but ASCII.
pub fn read_leniently(body: &str) -> Result<Str, BadLiteral> {
    read_text(body, |c| c.is_ascii())
}

fn read_text(body: &str, allowed: impl Fn(char) -> bool) -> Result<Str, BadLiteral> {
    let mut points = Vec::with_capacity(body.len());
    let mut rest = body;
    while let Some(first) = rest.chars().next() {
        if !allowed(first) {
            return Err(BadLiteral::Unprintable(first.into()));
        }
        let (point, after) = match escape(rest) {
            Some(found) => found,
            None => plain(first, rest)?,
        };
        points.push(point);
        rest = after;
    }
    Ok(points.into())
}

fn plain(first: char, text: &str) -> Result<(CodePoint, &str), BadLiteral> {
    let point = CodePoint::new(first.into()).ok_or(BadLiteral::Unprintable(first.into()))?;
    Ok((point, text.get(first.len_utf8()..).unwrap_or_default()))
}

/// The character of the escape that the text starts with, and what follows. `\ud₃d₂d₁d₀` or
/// `\u{d₀}` to `\u{d₄d₃d₂d₁d₀}`, the latter with a `d₄` of at most 2.
fn escape(text: &str) -> Option<(CodePoint, &str)> {
    let after = text.strip_prefix("\\u")?;
    let (digits, rest) = match after.strip_prefix('{') {
        Some(braced) => {
            // No farther than the brace can be, or hostile texts take quadratic time.
            let end = braced.bytes().take(6).position(|byte| byte == b'}')?;
            (braced.get(..end)?, braced.get(end + 1..)?)
        }
        None => after.split_at_checked(4)?,
    };
    let point = match digits.len() {
        // Five digits that begin with more than a 2 are beyond the last code point.
        1..=5 => hexadecimal(digits).and_then(CodePoint::new)?,
        _ => return None,
    };
    Some((point, rest))
}

fn hexadecimal(digits: &str) -> Option<u32> {
    // The library's function takes a sign.
    let all_digits = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    match all_digits {
        true => u32::from_str_radix(digits, 16).ok(),
        false => None,
    }
}

/// Whether every backslash begins an escape of the standard.
pub fn has_only_standard_escapes(text: &str) -> bool {
    let backslashes = text.match_indices('\\');
    backslashes
        .map(|(place, _)| text.get(place..).unwrap_or_default())
        .all(|rest| escape(rest).is_some())
}

/// The string of `(_ char #x…)`, from the index without `#x`: one to five digits, of five the
/// first at most 2.
pub fn char_constant(digits: &str) -> Option<Str> {
    match digits.len() {
        1..=5 => hexadecimal(digits).and_then(CodePoint::new).map(Str::unit),
        _ => None,
    }
}

/// The string that z3 before 4.8.11 and CVC4 as of SMT-LIB 2.5 mean in models: `\x41`, octal
/// escapes and those of C. As they print it, a backslash is always doubled. Of `body`, quotes are
/// removed already.
///
/// # Errors
/// If there is an escape that they never print and read differently, such as `\q` or `\u`.
pub fn read_c_escapes(body: &str) -> Result<Str, BadLiteral> {
    let mut points = Vec::with_capacity(body.len());
    let mut rest = body;
    while let Some(first) = rest.chars().next() {
        if !first.is_ascii() {
            return Err(BadLiteral::Unprintable(first.into()));
        }
        let (point, after) = match rest.strip_prefix('\\') {
            Some(escaped) => c_escape(escaped)?,
            None => plain(first, rest)?,
        };
        points.push(point);
        rest = after;
    }
    Ok(points.into())
}

/// What stands behind a backslash.
fn c_escape(text: &str) -> Result<(CodePoint, &str), BadLiteral> {
    let first = text.chars().next().ok_or(BadLiteral::LoneBackslash)?;
    let bad = BadLiteral::Escape(first);
    let (code, length) = match first {
        'a' => (7, 1),
        'b' => (8, 1),
        't' => (9, 1),
        'n' => (10, 1),
        'v' => (11, 1),
        'f' => (12, 1),
        'r' => (13, 1),
        '\\' => (0x5C, 1),
        'x' => (text.get(1..3).and_then(hexadecimal).ok_or(bad)?, 3),
        '0'..='7' => octal(text).ok_or(bad)?,
        _ => return Err(bad),
    };
    let point = CodePoint::new(code).ok_or(bad)?;
    Ok((point, text.get(length..).unwrap_or_default()))
}

/// Up to three octal digits, as in C. Values beyond a byte are read differently everywhere.
fn octal(text: &str) -> Option<(u32, usize)> {
    let digits = text
        .bytes()
        .take(3)
        .take_while(|byte| matches!(byte, b'0'..=b'7'));
    let length = digits.clone().count();
    let code = digits.fold(0, |code, digit| 8 * code + u32::from(digit - b'0'));
    (code <= 0xFF).then_some((code, length))
}

/// The literal of a string, quotes included, so that every solver and [`read`] understand it. A
/// backslash is always escaped: unescaped, it might begin an escape with what follows.
pub fn write(string: &Str) -> String {
    let mut literal = String::with_capacity(string.len() + 2);
    literal.push('"');
    for point in string.iter() {
        match char::from_u32(point.code()) {
            Some('"') => literal.push_str("\"\""),
            Some(c @ ' '..='~') if c != '\\' => literal.push(c),
            // Writing to a string cannot fail.
            _ => _ = write!(literal, "\\u{{{:x}}}", point.code()),
        }
    }
    literal.push('"');
    literal
}
