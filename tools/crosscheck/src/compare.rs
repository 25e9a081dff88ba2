//! Comparing what the crate `smt` says with what yaspar says.

use std::ops::Range;

use crate::known;
use crate::ours::{Ours, Sorted};
use crate::reference::Checked;
use crate::spelling;

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
    /// Terms on which yaspar is known to be mistaken.
    pub excused: usize,
    /// The others.
    pub disagreements: Vec<Disagreement>,
}

/// Compares the sort of every term that yaspar has checked.
pub fn compare(text: &str, theirs: &Checked, ours: &Ours) -> Comparison {
    let our_sorts: Vec<String> = ours.sorts.iter().map(|sort| spelling::sort(sort)).collect();
    let mut comparison = Comparison {
        compared: theirs.terms.len(),
        ..Comparison::default()
    };
    for term in &theirs.terms {
        let their_sort = &theirs.sorts[term.sort];
        let our_sort = match ours.at(&term.bytes) {
            Sorted::As(sort) => our_sorts[sort].as_str(),
            Sorted::Unsorted => "(a term without a sort)",
            Sorted::NoTerm => "(not a term)",
        };
        if our_sort == their_sort {
            comparison.agreed += 1;
        } else if known::is_mistake(&text[term.bytes.clone()], our_sort, their_sort) {
            comparison.excused += 1;
        } else {
            comparison.disagreements.push(Disagreement {
                bytes: term.bytes.clone(),
                ours: our_sort.to_owned(),
                theirs: their_sort.clone(),
            });
        }
    }
    comparison
}
