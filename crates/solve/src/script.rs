//! Cuts SMT-LIB text into top-level commands.
//!
//! This is the only place of the crate that looks at SMT-LIB syntax, and it looks no further than
//! it must: where a command starts and ends, what its head symbol is, and what its first arguments
//! are. It is one pass over the lexer's tokens with a depth counter, and no tree: a check must not
//! cost more than a few microseconds, and unlike a script, what is cut here may end anywhere.
//!
//! The same cutter reads what solvers print, because responses follow the same grammar.

use smt::{Lexer, TokenKind};
use std::ops::Range;

/// One top-level expression: a parenthesised command or response, or a bare atom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Command {
    /// Where its text lies in the source.
    pub range: Range<usize>,
    /// The range of the head symbol, or of the whole atom if it is not parenthesised.
    head: Range<usize>,
    /// False if the text ended inside it.
    pub complete: bool,
}

impl Command {
    /// The text of the command, parentheses included.
    pub fn text<'a>(&self, source: &'a [u8]) -> &'a [u8] {
        &source[self.range.clone()]
    }

    /// The head symbol (`assert` of `(assert ..)`), or the atom itself.
    pub fn head<'a>(&self, source: &'a [u8]) -> &'a [u8] {
        &source[self.head.clone()]
    }

    /// Everything between the head and the closing parenthesis, trimmed.
    pub fn arguments<'a>(&self, source: &'a [u8]) -> &'a [u8] {
        let end = if self.complete && source[self.range.start] == b'(' {
            self.range.end - 1
        } else {
            self.range.end
        };
        source[self.head.end..end.max(self.head.end)].trim_ascii()
    }

    /// True for a bare atom such as `sat`.
    pub fn is_atom(&self, source: &[u8]) -> bool {
        source[self.range.start] != b'('
    }
}

/// The options and the logic that a script begins with, and all that is noted before its first other command: a
/// warm process serves scripts that begin alike.
pub fn settings_of(source: &[u8]) -> &[u8] {
    let is_setting = |command: &Command| {
        let head = command.head(source);
        command.complete && matches!(head, b"set-option" | b"set-logic" | b"set-info")
    };
    let settings = Cutter::new(source).take_while(is_setting).last();
    &source[..settings.map_or(0, |last| last.range.end)]
}

/// All top-level expressions of `source`, in order.
pub(crate) fn commands(source: &[u8]) -> Vec<Command> {
    Cutter::new(source).collect()
}

/// The atoms and parenthesised expressions directly inside `arguments`, as text.
pub(crate) fn words(arguments: &[u8]) -> Vec<&[u8]> {
    let words = Cutter::new(arguments);
    words.map(|word| &arguments[word.range]).collect()
}

/// Groups the tokens of a text. What the lexer refuses, an unterminated string above all, is one
/// unfinished command up to the end of the text.
struct Cutter<'a> {
    source: &'a [u8],
    lexer: Lexer<'a>,
    done: bool,
}

impl<'a> Cutter<'a> {
    fn new(source: &'a [u8]) -> Self {
        Cutter {
            source,
            lexer: Lexer::new(source),
            done: false,
        }
    }

    /// A command that the text ends inside of.
    fn unfinished(&mut self, start: usize, head: Option<Range<usize>>) -> Command {
        self.done = true;
        let end = self.source.len();
        Command {
            range: start..end,
            head: head.unwrap_or(end..end),
            complete: false,
        }
    }

    fn parenthesised(&mut self, start: usize) -> Command {
        let mut head = None;
        let mut depth = 1usize;
        while let Ok(Some(token)) = self.lexer.next_token() {
            match token.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close => depth -= 1,
                TokenKind::Atom(_) => {}
            }
            // A list that starts with a list, or with nothing, has an empty head.
            let is_atom = matches!(token.kind, TokenKind::Atom(_));
            let end = if is_atom { token.end } else { token.start };
            let head = head.get_or_insert(token.start..end);
            if depth == 0 {
                return Command {
                    range: start..token.end,
                    head: head.clone(),
                    complete: true,
                };
            }
        }
        self.unfinished(start, head)
    }
}

impl Iterator for Cutter<'_> {
    type Item = Command;

    fn next(&mut self) -> Option<Command> {
        if self.done {
            return None;
        }
        let token = match self.lexer.next_token() {
            Ok(token) => token?,
            Err(error) => {
                return Some(self.unfinished(error.offset, Some(error.offset..self.source.len())));
            }
        };
        let range = token.start..token.end;
        Some(match token.kind {
            TokenKind::Open => self.parenthesised(token.start),
            // A stray closing parenthesis is an atom of its own.
            TokenKind::Close | TokenKind::Atom(_) => Command {
                head: range.clone(),
                range,
                complete: true,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, expected: &[(&str, &str)]) {
        let source = source.as_bytes();
        let found: Vec<_> = commands(source)
            .iter()
            .map(|command| {
                let head = String::from_utf8_lossy(command.head(source)).into_owned();
                let rest = String::from_utf8_lossy(command.arguments(source)).into_owned();
                (head, rest)
            })
            .collect();
        let expected: Vec<_> = expected
            .iter()
            .map(|(head, rest)| (head.to_string(), rest.to_string()))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn cuts_commands_with_heads_and_arguments() {
        check(
            "(set-logic QF_LIA) ; (not a command)\n( push  2 )(check-sat)",
            &[("set-logic", "QF_LIA"), ("push", "2"), ("check-sat", "")],
        );
    }

    #[test]
    fn parentheses_in_strings_symbols_and_comments_do_not_count() {
        check(
            "(echo \"a)\"\")b\")(assert |x) ; \"|) ; )\n(assert (; )\n p))",
            &[
                ("echo", "\"a)\"\")b\""),
                ("assert", "|x) ; \"|"),
                ("assert", "(; )\n p)"),
            ],
        );
    }

    #[test]
    fn responses_are_atoms_and_lists() {
        check(
            "sat\n(error \"x\")\nunknown",
            &[("sat", ""), ("error", "\"x\""), ("unknown", "")],
        );
    }

    #[test]
    fn unfinished_text_is_marked() {
        for source in ["(assert (p", "(echo \"abc", "(assert |abc", "\"abc", "("] {
            let found = commands(source.as_bytes());
            assert_eq!(found.len(), 1, "{source}");
            assert!(!found[0].complete, "{source}");
            assert_eq!(found[0].range, 0..source.len(), "{source}");
        }
    }

    #[test]
    fn a_stray_closing_parenthesis_is_an_atom() {
        check("(check-sat))", &[("check-sat", ""), (")", "")]);
    }

    #[test]
    fn deep_nesting_needs_no_stack() {
        let source = format!(
            "(assert {}{})",
            "(".repeat(1_000_000),
            ")".repeat(1_000_000)
        );
        let found = commands(source.as_bytes());
        assert_eq!(found.len(), 1);
        assert!(found[0].complete);
    }

    #[test]
    fn words_are_the_direct_arguments() {
        let found = words(b":status (a b) \"c d\" |e f|");
        assert_eq!(found, [&b":status"[..], b"(a b)", b"\"c d\"", b"|e f|"]);
    }

    proptest::proptest! {
        #[test]
        fn any_bytes_are_cut_without_overlap(source: Vec<u8>) {
            let mut end = 0;
            for command in commands(&source) {
                assert!(command.range.start >= end && command.range.end > command.range.start);
                assert!(command.range.end <= source.len());
                command.arguments(&source);
                end = command.range.end;
            }
        }
    }
}
