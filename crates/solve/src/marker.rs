//! Markers: lines a solver prints because we asked it to, and for no other reason.
//!
//! Every step of every script has its own, made of the session's nonce, the number of the script
//! and the number of the step, so an answer that comes late can never be taken for a later one.

use std::ops::Range;

/// A line to wait for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Marker {
    word: String,
}

impl Marker {
    /// The marker of one step of one script. `nonce` comes from the caller, so that a run can be
    /// repeated byte by byte.
    pub fn new(nonce: u64, script: u64, step: usize) -> Marker {
        Marker {
            word: format!("nuthatch-{nonce:016x}-{script}-{step}-end"),
        }
    }

    /// The command that makes a solver print it.
    pub fn command(&self) -> String {
        format!("(echo \"{}\")\n", self.word)
    }

    /// The line in `text` that holds the marker and nothing else (but quotes, which some solvers
    /// leave on), including its line break. Everything before `*scanned` was looked at already.
    /// With `at_end`, no more text will come, and a missing line break is forgiven.
    pub fn find(&self, text: &[u8], scanned: &mut usize, at_end: bool) -> Option<Range<usize>> {
        let word = self.word.as_bytes();
        let mut from = (*scanned).min(text.len());
        while let Some(found) = memchr::memmem::find(&text[from..], word) {
            let at = from + found;
            let start = memchr::memrchr(b'\n', &text[..at]).map_or(0, |n| n + 1);
            let rest = &text[at + word.len()..];
            let (tail, end) = match memchr::memchr(b'\n', rest) {
                Some(n) => (&rest[..n], at + word.len() + n + 1),
                None if at_end => (rest, text.len()),
                None => {
                    *scanned = start;
                    return None;
                }
            };
            let quote = |side: &[u8]| matches!(side.trim_ascii(), b"" | b"\"");
            if quote(&text[start..at]) && quote(tail) {
                return Some(start..end);
            }
            from = at + word.len();
        }
        // The word may be cut in two by the end of what has come so far.
        *scanned = text
            .len()
            .saturating_sub(word.len())
            .max(from.min(text.len()));
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(text: &str) -> Option<Range<usize>> {
        Marker::new(7, 1, 0).find(text.as_bytes(), &mut 0, false)
    }

    #[test]
    fn a_marker_is_a_line_of_its_own() {
        let word = "nuthatch-0000000000000007-1-0-end";
        assert_eq!(
            find(&format!("sat\n{word}\nmore")),
            Some(4..4 + word.len() + 1)
        );
        assert_eq!(
            find(&format!("sat\n\"{word}\"\r\n")),
            Some(4..4 + word.len() + 4)
        );
        assert_eq!(find(&format!("(error \"near {word}\")\n")), None);
        assert_eq!(find(&format!("sat\n{word}")), None, "its line is not over");
    }

    #[test]
    fn markers_of_other_steps_and_scripts_differ() {
        let text = Marker::new(7, 1, 0).command();
        let line = text.replace("(echo ", "").replace(')', "");
        for other in [
            Marker::new(7, 1, 1),
            Marker::new(7, 2, 0),
            Marker::new(8, 1, 0),
        ] {
            assert_eq!(other.find(line.as_bytes(), &mut 0, true), None);
        }
        assert!(
            Marker::new(7, 1, 0)
                .find(line.as_bytes(), &mut 0, true)
                .is_some()
        );
        // One is not a prefix of the next.
        let eleven = Marker::new(7, 1, 11)
            .command()
            .replace("(echo ", "")
            .replace(')', "");
        assert_eq!(
            Marker::new(7, 1, 1).find(eleven.as_bytes(), &mut 0, true),
            None
        );
    }

    #[test]
    fn a_marker_that_comes_byte_by_byte_is_found_once_complete() {
        let marker = Marker::new(1, 2, 3);
        let text = format!(
            "sat\n{}",
            marker.command().replace("(echo ", "").replace(')', "")
        );
        let mut scanned = 0;
        for length in 0..text.len() {
            assert_eq!(
                marker.find(&text.as_bytes()[..length], &mut scanned, false),
                None
            );
        }
        assert!(marker.find(text.as_bytes(), &mut scanned, false).is_some());
    }
}
