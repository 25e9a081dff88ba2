//! Comparing what the crate `smt` says with what yaspar says.

use std::collections::HashSet;
use std::ops::Range;

use crate::ours::{Ours, Sorted};
use crate::reference::{Checked, Extent};
use crate::spelling;

/// Stands for the sort of what is a term to the other side only.
const NO_TERM: &str = "(not a term)";

/// A term on whose sort the two differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// Where the term stands.
    pub bytes: Range<usize>,
    /// What the crate `smt` says.
    pub ours: String,
    /// What yaspar says.
    pub theirs: String,
}

/// The outcome for one file.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// Terms of which both know the sort or should.
    pub compared: usize,
    /// Terms on whose sort both agree.
    pub agreed: usize,
    /// The others.
    pub disagreements: Vec<Disagreement>,
}

/// Compares the sort of every term that yaspar has checked. Of a file that it accepts as it stands
/// we must not see any other terms either.
pub fn compare(theirs: &Checked, ours: &Ours) -> Comparison {
    let our_sorts: Vec<String> = ours.sorts.iter().map(|sort| spelling::sort(sort)).collect();
    let show = |sorted: Sorted| match sorted {
        Sorted::As(sort) => our_sorts[sort].as_str(),
        Sorted::Unsorted => "(a term without a sort)",
        Sorted::NoTerm => NO_TERM,
    };
    let mut comparison = Comparison {
        compared: theirs.terms.len(),
        ..Comparison::default()
    };
    for term in &theirs.terms {
        let their_sort = &theirs.sorts[term.sort];
        let our_sort = show(ours.at(&term.bytes));
        if our_sort == their_sort {
            comparison.agreed += 1;
        } else {
            comparison.disagreements.push(Disagreement {
                bytes: term.bytes.clone(),
                ours: our_sort.to_owned(),
                theirs: their_sort.clone(),
            });
        }
    }
    if theirs.extent == Extent::Whole {
        let seen: HashSet<&Range<usize>> = theirs.terms.iter().map(|term| &term.bytes).collect();
        for (bytes, sorted) in ours.all() {
            if !seen.contains(&bytes) {
                comparison.compared += 1;
                comparison.disagreements.push(Disagreement {
                    bytes,
                    ours: show(sorted).to_owned(),
                    theirs: NO_TERM.to_owned(),
                });
            }
        }
    }
    comparison
}

#[cfg(test)]
mod tests {
    use super::compare;
    use crate::{ours, reference};

    /// Compares what yaspar says of one text with what we say of another of the same layout.
    fn differences(theirs: &str, ours: &str) -> Vec<(String, String, String)> {
        let checked = reference::check(theirs).expect("yaspar accepts the text");
        let read = ours::read(ours).expect("we accept the text");
        let comparison = compare(&checked, &read);
        assert_eq!(
            comparison.compared,
            comparison.agreed + comparison.disagreements.len()
        );
        comparison
            .disagreements
            .into_iter()
            .map(|found| (theirs[found.bytes].to_owned(), found.ours, found.theirs))
            .collect()
    }

    #[test]
    fn the_same_text_has_the_same_sorts() {
        let text = "(declare-const x Int) (assert (let ((y (+ x 1))) (< y 2)))";
        assert_eq!(differences(text, text), []);
    }

    #[test]
    fn a_difference_is_found() {
        let theirs = "(declare-const x (_ BitVec 8)) (assert (= x (bvnot x)))";
        let ours = "(declare-const x (_ BitVec 9)) (assert (= x (bvnot x)))";
        let (nine, eight) = ("(_ BitVec 9)", "(_ BitVec 8)");
        let found = differences(theirs, ours);
        assert_eq!(found.len(), 3);
        assert!(found.contains(&("(bvnot x)".into(), nine.into(), eight.into())));
    }

    #[test]
    fn a_term_that_is_missing_or_unsorted_is_a_difference() {
        let theirs = "(declare-const x Int) (assert (= x 1))";
        let missing = "(declare-const x Int) (nonsen (= x 1))";
        assert_eq!(differences(theirs, missing).len(), 3);
        let commented_out = "(declare-const x Int) ;assert (= x 1))";
        assert_eq!(differences(commented_out, theirs).len(), 3);
        let unsorted = "(declare-const y Int) (assert (= x 1))";
        assert!(!differences(theirs, unsorted).is_empty());
    }
}
