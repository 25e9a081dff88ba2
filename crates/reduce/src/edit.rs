//! Edits of a text, and how many of them are made at once.

use std::collections::BTreeMap;
use std::ops::Range;

/// Bytes of a text and what is put in their place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced.
    pub place: Range<usize>,
    /// What replaces it; nothing removes the place.
    pub text: Vec<u8>,
}

impl Edit {
    /// Removes a place.
    pub fn delete(place: Range<usize>) -> Self {
        Self {
            place,
            text: Vec::new(),
        }
    }

    /// Puts a text in a place.
    pub fn replace(place: Range<usize>, text: impl Into<Vec<u8>>) -> Self {
        Self {
            place,
            text: text.into(),
        }
    }

    /// What is left of `outer` when all but `inner`, which lies in it, is removed.
    pub fn keep_only(outer: Range<usize>, inner: Range<usize>) -> Vec<Self> {
        vec![
            Self::delete(outer.start..inner.start),
            Self::delete(inner.end..outer.end),
        ]
    }
}

/// Edits that do not touch each other. What overlaps with an earlier one is refused, together with
/// all edits it belongs to: half of a step would leave half of a list behind.
#[derive(Debug, Default)]
pub struct Edits {
    /// By where they start.
    edits: BTreeMap<usize, Edit>,
}

impl Edits {
    /// Adds the edits of one step, all or none; whether they were added.
    pub fn add(&mut self, step: Vec<Edit>) -> bool {
        if step.is_empty() || step.iter().any(|edit| self.touches(&edit.place)) {
            return false;
        }
        for edit in step {
            self.edits.insert(edit.place.start, edit);
        }
        true
    }

    fn touches(&self, place: &Range<usize>) -> bool {
        let before = self.edits.range(..=place.start).next_back();
        let after = self.edits.range(place.start..).next();
        before.is_some_and(|(&start, edit)| edit.place.end > place.start || start == place.start)
            || after.is_some_and(|(&start, _)| start < place.end || start == place.start)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// The text with all edits made. Tokens that come to stand side by side are kept apart.
    pub fn apply(&self, text: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(text.len() + 64);
        let mut copied = 0;
        for edit in self.edits.values() {
            push_apart(&mut out, text.get(copied..edit.place.start).unwrap_or(b""));
            push_apart(&mut out, &edit.text);
            copied = edit.place.end;
        }
        push_apart(&mut out, text.get(copied..).unwrap_or(b""));
        out
    }

    /// The text with all edits made and nothing put between what comes to stand side by side.
    pub fn apply_to_bytes(&self, text: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(text.len());
        let mut copied = 0;
        for edit in self.edits.values() {
            out.extend_from_slice(text.get(copied..edit.place.start).unwrap_or(b""));
            out.extend_from_slice(&edit.text);
            copied = edit.place.end;
        }
        out.extend_from_slice(text.get(copied..).unwrap_or(b""));
        out
    }
}

fn push_apart(out: &mut Vec<u8>, bytes: &[u8]) {
    let apart = |b: &u8| b.is_ascii_whitespace() || matches!(b, b'(' | b')');
    if let (Some(last), Some(first)) = (out.last(), bytes.first())
        && !apart(last)
        && !apart(first)
    {
        out.push(b' ');
    }
    out.extend_from_slice(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_steps_go_together_and_overlapping_ones_do_not() {
        let text = b"(not (not (or a b)))";
        let mut edits = Edits::default();
        assert!(edits.add(Edit::keep_only(0..20, 5..19)));
        assert!(edits.add(Edit::keep_only(5..19, 10..18)));
        assert!(!edits.add(vec![Edit::delete(0..3)]));
        assert!(!edits.add(vec![Edit::delete(14..15), Edit::delete(18..20)]));
        assert_eq!(edits.apply(text), b"(or a b)");
    }

    #[test]
    fn tokens_are_kept_apart() {
        let mut edits = Edits::default();
        assert!(edits.add(vec![Edit::replace(2..5, *b"y")]));
        assert_eq!(edits.apply(b"(f(x)z)"), b"(f y z)");
    }
}
