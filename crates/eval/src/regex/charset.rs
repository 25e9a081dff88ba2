//! Sets of characters.

use crate::strings::CodePoint;

/// A set of characters: ranges in order that neither overlap nor touch, so equal sets are equal.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct CharSet(Box<[(u32, u32)]>);

/// One more than the last character.
const END: u32 = CodePoint::MAX.code() + 1;

impl CharSet {
    /// All characters from one to another; none if they are the wrong way round.
    pub fn range(first: CodePoint, last: CodePoint) -> Self {
        Self::of_ranges(vec![(first.code(), last.code())])
    }

    fn of_ranges(mut ranges: Vec<(u32, u32)>) -> Self {
        ranges.retain(|(first, last)| first <= last);
        ranges.sort_unstable();
        let mut merged: Vec<(u32, u32)> = Vec::with_capacity(ranges.len());
        for (first, last) in ranges {
            match merged.last_mut() {
                Some((_, end)) if first <= end.saturating_add(1) => *end = last.max(*end),
                _ => merged.push((first, last)),
            }
        }
        Self(merged.into())
    }

    /// The number of ranges, which is what operations cost.
    pub fn size(&self) -> usize {
        self.0.len()
    }

    pub fn contains(&self, point: CodePoint) -> bool {
        let before = self.0.partition_point(|&(first, _)| first <= point.code());
        let candidate = before.checked_sub(1).and_then(|at| self.0.get(at));
        candidate.is_some_and(|&(_, last)| point.code() <= last)
    }

    /// What is in any of them.
    pub fn union<'a>(sets: impl IntoIterator<Item = &'a Self>) -> Self {
        let ranges = sets.into_iter().flat_map(|set| set.0.iter().copied());
        Self::of_ranges(ranges.collect())
    }

    pub fn complement(&self) -> Self {
        let mut gaps = Vec::with_capacity(self.0.len() + 1);
        let mut next = 0;
        for &(first, last) in &self.0 {
            if let Some(end) = first.checked_sub(1).filter(|&end| next <= end) {
                gaps.push((next, end));
            }
            next = last + 1;
        }
        if next < END {
            gaps.push((next, END - 1));
        }
        Self(gaps.into())
    }

    /// The characters at which something changes: where a range begins, or has just ended.
    pub fn borders(&self) -> impl Iterator<Item = CodePoint> {
        let codes = self.0.iter().flat_map(|&(first, last)| [first, last + 1]);
        codes.filter_map(CodePoint::new)
    }
}

/// A partition of all characters into ranges that a regular expression cannot tell apart.
#[derive(Debug)]
pub(super) struct Alphabet {
    /// The first character of each, in order. The very first character is one of them.
    starts: Vec<CodePoint>,
}

impl Alphabet {
    /// The partition that has these characters as first ones.
    pub fn new(mut starts: Vec<CodePoint>) -> Self {
        starts.push(CodePoint::MIN);
        starts.sort_unstable();
        starts.dedup();
        Self { starts }
    }

    /// The characters that stand for the others, one per class.
    pub fn representatives(&self) -> &[CodePoint] {
        &self.starts
    }

    /// The character that stands for this one.
    pub fn representative(&self, point: CodePoint) -> CodePoint {
        let after = self.starts.partition_point(|&start| start <= point);
        let found = after.checked_sub(1).and_then(|at| self.starts.get(at));
        found.copied().unwrap_or(point)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(ranges: &[(u32, u32)]) -> CharSet {
        CharSet::of_ranges(ranges.to_vec())
    }

    fn point(code: u32) -> CodePoint {
        CodePoint::new(code).unwrap()
    }

    #[test]
    fn ranges_that_touch_become_one() {
        assert_eq!(set(&[(5, 6), (1, 2), (3, 4), (9, 8)]), set(&[(1, 6)]));
        assert_eq!(set(&[(1, 9), (2, 3)]), set(&[(1, 9)]));
        assert_eq!(set(&[(1, 2), (4, 5)]).size(), 2);
        assert_eq!(set(&[(2, 1)]).size(), 0);
    }

    #[test]
    fn a_set_has_what_its_ranges_have() {
        let set = set(&[(0, 0), (4, 6), (END - 1, END - 1)]);
        let members: Vec<u32> = (0..10).filter(|&c| set.contains(point(c))).collect();
        assert_eq!(members, [0, 4, 5, 6]);
        assert!(set.contains(CodePoint::MAX));
        assert!(!set.contains(point(END - 2)));
    }

    #[test]
    fn the_complement_is_what_is_missing() {
        assert_eq!(set(&[]).complement(), set(&[(0, END - 1)]));
        assert_eq!(set(&[(0, END - 1)]).complement(), set(&[]));
        assert_eq!(
            set(&[(1, 2), (4, END - 1)]).complement(),
            set(&[(0, 0), (3, 3)])
        );
        assert_eq!(set(&[(0, 2)]).complement(), set(&[(3, END - 1)]));
    }

    #[test]
    fn a_class_is_represented_by_its_first_character() {
        let alphabet = Alphabet::new(set(&[(3, 5), (9, END - 1)]).borders().collect());
        let codes: Vec<u32> = alphabet
            .representatives()
            .iter()
            .map(|p| p.code())
            .collect();
        assert_eq!(codes, [0, 3, 6, 9]);
        let stand_in = |code| alphabet.representative(point(code)).code();
        assert_eq!(
            [0, 2, 3, 5, 6, 8, 9, 77].map(stand_in),
            [0, 0, 3, 3, 6, 6, 9, 9]
        );
    }
}
