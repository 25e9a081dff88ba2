//! Bytes to tokens.
//!
//! Deliberately more lenient than the standard, because seeds come from solvers that are: any
//! printable run is an atom, `#| .. |#` is a comment, strings and quoted symbols may hold any
//! byte. Tokens keep their own spelling; nothing is unescaped here.

use crate::error::ParseError;

/// What a token is, by its spelling alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// `(`
    Open,
    /// `)`
    Close,
    /// Anything else.
    Atom(AtomKind),
}

/// What an atom is, by its spelling alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum AtomKind {
    /// `abc`, and any run of characters that is nothing else.
    Symbol,
    /// `|any thing|`
    Quoted,
    /// `:named`
    Keyword,
    /// `42`
    Numeral,
    /// `4.2`
    Decimal,
    /// `#x2A`
    Hex,
    /// `#b101010`
    Binary,
    /// `"text"`
    String,
}

/// A token and the bytes it spans.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Offset of its first byte.
    pub start: usize,
    /// Offset behind its last byte.
    pub end: usize,
}

/// The part a byte plays where a token may begin.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Class {
    Invalid,
    Space,
    Open,
    Close,
    Comment,
    String,
    Quoted,
    Hash,
    Colon,
    Digit,
    Symbol,
}

const CLASSES: [Class; 256] = {
    let mut table = [Class::Symbol; 256];
    let mut b = 0;
    while b < 0x20 {
        table[b] = Class::Invalid;
        b += 1;
    }
    table[0x7f] = Class::Invalid;
    table[b' ' as usize] = Class::Space;
    table[b'\t' as usize] = Class::Space;
    table[b'\n' as usize] = Class::Space;
    table[b'\r' as usize] = Class::Space;
    table[0x0c] = Class::Space;
    table[b'(' as usize] = Class::Open;
    table[b')' as usize] = Class::Close;
    table[b';' as usize] = Class::Comment;
    table[b'"' as usize] = Class::String;
    table[b'|' as usize] = Class::Quoted;
    table[b'#' as usize] = Class::Hash;
    table[b':' as usize] = Class::Colon;
    let mut b = b'0';
    while b <= b'9' {
        table[b as usize] = Class::Digit;
        b += 1;
    }
    table
};

/// Whether a byte goes on an atom that has begun.
const CONTINUES: [bool; 256] = {
    let mut table = [false; 256];
    let mut b = 0;
    while b < 256 {
        table[b] = matches!(
            CLASSES[b],
            Class::Symbol | Class::Digit | Class::Hash | Class::Colon
        );
        b += 1;
    }
    table
};

/// Whether `name` can stand as a symbol without bars around it.
pub fn is_simple_symbol(name: &[u8]) -> bool {
    matches!(name.first(), Some(b) if !b.is_ascii_digit())
        && name
            .iter()
            .all(|b| b.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/".contains(b))
}

/// Reads the tokens of a text one by one.
#[derive(Debug, Clone)]
pub struct Lexer<'a> {
    text: &'a [u8],
    position: usize,
}

impl<'a> Lexer<'a> {
    /// Starts at the first byte, after a byte-order mark if there is one.
    pub fn new(text: &'a [u8]) -> Self {
        let position = if text.starts_with(b"\xef\xbb\xbf") {
            3
        } else {
            0
        };
        Self { text, position }
    }

    /// How many bytes have been read: at the start, those of a byte-order mark.
    pub fn position(&self) -> usize {
        self.position
    }

    /// The next token, or `None` at the end.
    #[inline]
    pub fn next_token(&mut self) -> Result<Option<Token>, ParseError> {
        let text = self.text;
        let mut at = self.position;
        loop {
            let Some(&first) = text.get(at) else {
                self.position = at;
                return Ok(None);
            };
            let start = at;
            at += 1;
            let kind = match CLASSES[first as usize] {
                Class::Space => continue,
                Class::Open => TokenKind::Open,
                Class::Close => TokenKind::Close,
                Class::Symbol => {
                    at = skip_atom(text, at);
                    TokenKind::Atom(AtomKind::Symbol)
                }
                Class::Digit => {
                    at = skip_atom(text, at);
                    TokenKind::Atom(number_kind(&text[start..at]))
                }
                Class::Colon => {
                    at = skip_atom(text, at);
                    TokenKind::Atom(AtomKind::Keyword)
                }
                Class::Hash if text.get(at) == Some(&b'|') => {
                    at = block_comment_end(text, start)?;
                    continue;
                }
                Class::Hash => {
                    at = skip_atom(text, at);
                    TokenKind::Atom(hash_kind(&text[start..at]))
                }
                Class::Comment => {
                    at = memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |i| at + i + 1);
                    continue;
                }
                Class::String => {
                    at = string_end(text, start)?;
                    TokenKind::Atom(AtomKind::String)
                }
                Class::Quoted => {
                    at = memchr::memchr(b'|', &text[at..])
                        .map(|i| at + i + 1)
                        .ok_or_else(|| {
                            ParseError::new(text, start, "a `|` that ends this quoted symbol")
                        })?;
                    TokenKind::Atom(AtomKind::Quoted)
                }
                Class::Invalid => {
                    return Err(ParseError::new(text, start, "SMT-LIB text"));
                }
            };
            self.position = at;
            return Ok(Some(Token {
                kind,
                start,
                end: at,
            }));
        }
    }
}

#[inline]
fn skip_atom(text: &[u8], mut at: usize) -> usize {
    while at < text.len() && CONTINUES[text[at] as usize] {
        at += 1;
    }
    at
}

/// Behind the closing quote; a doubled quote stands for one inside the string.
fn string_end(text: &[u8], start: usize) -> Result<usize, ParseError> {
    let mut at = start + 1;
    loop {
        let Some(i) = memchr::memchr(b'"', &text[at..]) else {
            return Err(ParseError::new(
                text,
                start,
                "a `\"` that ends this string literal",
            ));
        };
        at += i + 1;
        if text.get(at) != Some(&b'"') {
            return Ok(at);
        }
        at += 1;
    }
}

fn block_comment_end(text: &[u8], start: usize) -> Result<usize, ParseError> {
    memchr::memmem::find(&text[start + 2..], b"|#")
        .map(|i| start + 2 + i + 2)
        .ok_or_else(|| ParseError::new(text, start, "a `|#` that ends this comment"))
}

fn number_kind(spelling: &[u8]) -> AtomKind {
    let digits = |s: &[u8]| !s.is_empty() && s.iter().all(u8::is_ascii_digit);
    if digits(spelling) {
        return AtomKind::Numeral;
    }
    match memchr::memchr(b'.', spelling) {
        // z3 reads `0.` as a decimal too.
        Some(dot)
            if digits(&spelling[..dot]) && spelling[dot + 1..].iter().all(u8::is_ascii_digit) =>
        {
            AtomKind::Decimal
        }
        _ => AtomKind::Symbol,
    }
}

fn hash_kind(spelling: &[u8]) -> AtomKind {
    match spelling {
        [_, b'x', digits @ ..]
            if !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit) =>
        {
            AtomKind::Hex
        }
        [_, b'b', digits @ ..]
            if !digits.is_empty() && digits.iter().all(|b| matches!(b, b'0' | b'1')) =>
        {
            AtomKind::Binary
        }
        _ => AtomKind::Symbol,
    }
}

/// Whether two texts consist of the same tokens, white space and comments aside.
pub fn same_tokens(left: &[u8], right: &[u8]) -> bool {
    let (mut l, mut r) = (Lexer::new(left), Lexer::new(right));
    loop {
        match (l.next_token(), r.next_token()) {
            (Ok(None), Ok(None)) => return true,
            (Ok(Some(a)), Ok(Some(b))) if left[a.start..a.end] == right[b.start..b.end] => {}
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(&str, TokenKind)]) {
        let mut lexer = Lexer::new(text.as_bytes());
        let mut found = Vec::new();
        while let Some(token) = lexer.next_token().unwrap() {
            found.push((&text[token.start..token.end], token.kind));
        }
        assert_eq!(found, expected);
    }

    #[test]
    fn every_kind_of_token() {
        use AtomKind::*;
        use TokenKind::*;
        check(
            "(a |b ; c| :k 12 1.50 #xaF #b01 \"x\"\"y\") ; end",
            &[
                ("(", Open),
                ("a", Atom(Symbol)),
                ("|b ; c|", Atom(Quoted)),
                (":k", Atom(Keyword)),
                ("12", Atom(Numeral)),
                ("1.50", Atom(Decimal)),
                ("#xaF", Atom(Hex)),
                ("#b01", Atom(Binary)),
                ("\"x\"\"y\"", Atom(String)),
                (")", Close),
            ],
        );
    }

    #[test]
    fn dialects_are_atoms_too() {
        use AtomKind::*;
        use TokenKind::*;
        check(
            "#f3m7 1.2.3 2x #| c ( |# é [a] #b2 #x",
            &[
                ("#f3m7", Atom(Symbol)),
                ("1.2.3", Atom(Symbol)),
                ("2x", Atom(Symbol)),
                ("é", Atom(Symbol)),
                ("[a]", Atom(Symbol)),
                ("#b2", Atom(Symbol)),
                ("#x", Atom(Symbol)),
            ],
        );
    }

    #[test]
    fn what_does_not_end_is_an_error_at_its_start() {
        for (text, place) in [("(a \"b)", 3), ("(a |b)", 3), ("#| a", 0), ("(\x01)", 1)] {
            let mut lexer = Lexer::new(text.as_bytes());
            let error = loop {
                match lexer.next_token() {
                    Ok(Some(_)) => {}
                    Ok(None) => panic!("{text:?} was read without an error"),
                    Err(error) => break error,
                }
            };
            assert_eq!(error.offset, place, "{text:?}");
        }
    }

    #[test]
    fn tokens_are_compared_by_spelling() {
        assert!(same_tokens(b"(a b) ; x", b"( a\nb)"));
        assert!(!same_tokens(b"(a |b|)", b"(a b)"));
        assert!(!same_tokens(b"\"a\" \"b\"", b"\"a\"\"b\""));
        assert!(!same_tokens(b"(a", b"(a b"));
    }
}
