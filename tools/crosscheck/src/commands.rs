//! Taking a file apart into commands, for files that yaspar does not take as a whole.

use std::collections::HashSet;
use std::ops::Range;

/// The places of the top-level parenthesised expressions, in order, if parentheses match.
pub fn split(text: &[u8]) -> Option<Vec<Range<usize>>> {
    let mut commands = Vec::new();
    let mut depth = 0_usize;
    let mut start = 0;
    for token in tokens(text) {
        match text[token.start] {
            b'(' => {
                if depth == 0 {
                    start = token.start;
                }
                depth += 1;
            }
            b')' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    commands.push(start..token.end);
                }
            }
            _ => {}
        }
    }
    (depth == 0).then_some(commands)
}

/// Whether a file sets a logic of reals alone and speaks of integers all the same.
///
/// In such a file it is anybody's guess which of the two a numeral is.
pub fn contradicts_its_logic(text: &[u8]) -> bool {
    let mut words = words(text);
    let mut of_reals = false;
    while let Some(word) = words.next() {
        if word == b"Int" && of_reals {
            return true;
        }
        if word == b"set-logic" {
            of_reals |= words
                .next()
                .is_some_and(|logic| !numerals_are_integers(logic));
        }
    }
    false
}

/// Decides which commands to leave out such that the remaining ones keep their meaning.
#[derive(Debug, Default)]
pub struct Sieve {
    /// Names whose declaration was left out.
    lost_names: HashSet<Vec<u8>>,
}

impl Sieve {
    /// Whether a command uses a name whose declaration was left out.
    ///
    /// Such a command must not even be tried: the name may also have another meaning, for instance
    /// in a theory of the logic ALL.
    pub fn uses_lost_name(&self, command: &[u8]) -> bool {
        !self.lost_names.is_empty() && words(command).any(|word| self.lost_names.contains(word))
    }

    /// Leaves out a command, and tells whether the ones after it can still be checked.
    ///
    /// They can where the command declares nothing, or a single name that they can be searched for.
    /// A first `set-logic` can be left out as well, since yaspar then takes the logic ALL, which
    /// knows every theory; but not where numerals are reals, as they are integers in ALL.
    pub fn leave_out(&mut self, command: &[u8], logic_is_set: bool) -> bool {
        let mut words = words(command);
        let (Some(first), second) = (words.next(), words.next()) else {
            return true;
        };
        match first {
            b"set-logic" => !logic_is_set && second.is_some_and(numerals_are_integers),
            b"declare-fun" | b"declare-const" | b"declare-sort" | b"define-fun"
            | b"define-const" | b"define-fun-rec" | b"define-sort" => {
                self.lost_names.extend(second.map(<[u8]>::to_vec));
                second.is_some()
            }
            _ => ![
                &b"declare"[..],
                b"define",
                b"push",
                b"pop",
                b"reset",
                b"synth",
                b"include",
            ]
            .iter()
            .any(|start| first.starts_with(start)),
        }
    }
}

/// Whether a numeral is an integer in the logic: it is unless the logic has reals only.
fn numerals_are_integers(logic: &[u8]) -> bool {
    let has = |part: &[u8]| logic.windows(part.len()).any(|window| window == part);
    let has_integers = has(b"IA") || has(b"IRA") || has(b"IDL");
    let has_reals = has(b"RA") || has(b"RDL");
    has_integers || !has_reals
}

/// The symbols (without bars) and literals of a text.
fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    tokens(text)
        .map(|token| &text[token])
        .filter(|token| !matches!(*token, b"(" | b")"))
        .map(|token| {
            let bare = token.strip_prefix(b"|").and_then(|t| t.strip_suffix(b"|"));
            bare.unwrap_or(token)
        })
}

/// The places of parentheses and atoms. A doubled quote in a string makes it two atoms, which
/// matters to nobody here.
fn tokens(text: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            match *text.get(at)? {
                b';' => at = end_of(text, at, |byte| byte == b'\n'),
                byte if byte.is_ascii_whitespace() => at += 1,
                _ => break,
            }
        }
        let start = at;
        at = match text[start] {
            b'(' | b')' => start + 1,
            quote @ (b'"' | b'|') => text
                .len()
                .min(end_of(text, start, |byte| byte == quote) + 1),
            _ => end_of(text, start, |byte| {
                byte.is_ascii_whitespace() || b"();\"|".contains(&byte)
            }),
        };
        Some(start..at)
    })
}

/// The place of the first byte after `at` at which something ends, or the end of the text.
fn end_of(text: &[u8], at: usize, ends: impl Fn(u8) -> bool) -> usize {
    text[at + 1..]
        .iter()
        .position(|&byte| ends(byte))
        .map_or(text.len(), |distance| at + 1 + distance)
}

#[cfg(test)]
mod tests {
    use super::{Sieve, contradicts_its_logic, split};

    #[test]
    fn commands_are_split_outside_of_strings_and_comments() {
        let text = b"(a \"(\") ; (\n(b |)| (c))";
        let found: Option<Vec<&[u8]>> =
            split(text).map(|commands| commands.into_iter().map(|bytes| &text[bytes]).collect());
        assert_eq!(found, Some(vec![&b"(a \"(\")"[..], b"(b |)| (c))"]));
        assert_eq!(split(b"(a)) (b)"), None);
        assert_eq!(split(b"(a) (b"), None);
    }

    #[test]
    fn what_follows_keeps_its_meaning() {
        let mut sieve = Sieve::default();
        assert!(sieve.leave_out(b"(assert x)", true));
        assert!(sieve.leave_out(b"(set-logic QF_ABV)", false));
        assert!(sieve.leave_out(b"( set-logic HORN )", false));
        assert!(!sieve.leave_out(b"(set-logic HORN)", true));
        assert!(!sieve.leave_out(b"(set-logic QF_ALRA)", false));
        assert!(!sieve.leave_out(b"(pop)", true));
        assert!(!sieve.leave_out(b"(declare-datatypes ((a 0)) (((b))))", true));
        assert!(!sieve.uses_lost_name(b"(assert (g 1))"));
        assert!(sieve.leave_out(b"(declare-fun |f| () F)", true));
        assert!(sieve.uses_lost_name(b"(assert (g f))"));
        assert!(!sieve.uses_lost_name(b"(assert (g 1)) ; f"));
    }

    #[test]
    fn integers_in_a_logic_of_reals_are_noticed() {
        assert!(contradicts_its_logic(
            b"(set-logic QF_RDL) (declare-const x Int)"
        ));
        assert!(!contradicts_its_logic(
            b"(set-logic LIRA) (declare-const x Int)"
        ));
        assert!(!contradicts_its_logic(b"(set-logic QF_RDL) ; no Int"));
    }
}
