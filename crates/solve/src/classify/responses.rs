//! What a solver printed for one step, sorted: answers, errors and loose talk.

use std::sync::LazyLock;

use regex::Regex;

use super::text;
use crate::script;

/// The responses of one step, sorted. Models and values are left out, so that no symbol of a script
/// is taken for a message.
pub(super) struct Responses {
    /// Every `sat`, `unsat` and `unknown` that is alone on its line.
    pub answers: Vec<&'static str>,
    /// Where the first of them stands.
    pub first_answer: Option<usize>,
    /// Position and message of every `(error ..)`.
    pub errors: Vec<(usize, String)>,
    /// Lines that are none of this. A script can make a solver print any, with `echo` for one.
    pub loose: Vec<u8>,
    /// Where a line said `unsupported` and nothing else.
    pub unsupported: Option<usize>,
}

impl Responses {
    /// Sorts what was printed on standard output.
    pub fn read(stdout: &[u8]) -> Responses {
        let mut responses = Responses {
            answers: Vec::new(),
            first_answer: None,
            errors: Vec::new(),
            loose: Vec::new(),
            unsupported: None,
        };
        // The end of the line looked at last: one line may hold millions of words.
        let mut line_end = 0;
        for response in script::commands(stdout) {
            let words = response.text(stdout);
            let at = response.range.start;
            if !response.is_atom(stdout) {
                if response.head(stdout) == b"error" {
                    let message = error_message(&text(response.arguments(stdout)));
                    responses.errors.push((at, message));
                }
                continue;
            }
            if at < line_end {
                continue;
            }
            let start = memchr::memrchr(b'\n', &stdout[..at]).map_or(0, |n| n + 1);
            line_end = memchr::memchr(b'\n', &stdout[at..]).map_or(stdout.len(), |n| at + n);
            let line = stdout[start..line_end].trim_ascii();
            // An answer is alone on its line; `sat` within a sentence is not one.
            let answer = ["sat", "unsat", "unknown"]
                .into_iter()
                .find(|word| word.as_bytes() == line);
            if let Some(answer) = answer {
                responses.first_answer.get_or_insert(at);
                responses.answers.push(answer);
            } else if line == b"unsupported" {
                responses.unsupported.get_or_insert(at);
            } else if words != b"success" {
                responses.loose.extend_from_slice(line);
                responses.loose.push(b'\n');
            }
        }
        responses
    }
}

/// The message of an `(error "..")`: its first line (z3 lets a list of all its options follow),
/// without the place in our own stream, which depends on the scripts before.
fn error_message(argument: &str) -> String {
    static PLACE: LazyLock<Regex> = LazyLock::new(|| {
        let place = r"(?:line \d+ column \d+|<[a-z_]+>:\d+\.\d+|/dev/fd/\d+:\d+:\d+): ";
        Regex::new(place).expect("it is a constant")
    });
    let message = argument.trim_start_matches('"').trim_start();
    let message = message.lines().next().unwrap_or_default();
    let message = message.trim_end_matches('"').trim_end();
    PLACE.replace(message, "").into_owned()
}
