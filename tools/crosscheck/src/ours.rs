//! Our side: what the crate `smt` says the sort of every term is.

use std::collections::HashMap;
use std::ops::Range;

/// What the crate `smt` says of a place in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sorted {
    /// A term of this sort in [`Ours::sorts`].
    As(usize),
    /// A term whose sort is not known.
    Unsorted,
    /// There is no term here.
    NoTerm,
}

/// What the crate `smt` says of a file.
#[derive(Debug)]
pub struct Ours {
    /// The end and the sort of the term that starts at each byte; no two start at the same byte.
    terms: HashMap<usize, (usize, Sorted)>,
    /// The sorts that occur, as SMT-LIB text.
    pub sorts: Vec<String>,
}

impl Ours {
    /// The sort of the term that takes up exactly these bytes.
    pub fn at(&self, bytes: &Range<usize>) -> Sorted {
        match self.terms.get(&bytes.start) {
            Some(&(end, sorted)) if end == bytes.end => sorted,
            _ => Sorted::NoTerm,
        }
    }

    /// All terms, in the order of the text.
    pub fn all(&self) -> Vec<(Range<usize>, Sorted)> {
        let mut all: Vec<_> = self
            .terms
            .iter()
            .map(|(&start, &(end, sorted))| (start..end, sorted))
            .collect();
        all.sort_by_key(|(bytes, _)| bytes.start);
        all
    }
}

/// Reads a file with the crate `smt`.
pub fn read(text: &str) -> Result<Ours, String> {
    let script = smt::Script::parse(text.as_bytes()).map_err(|error| error.to_string())?;
    let mut ours = Ours {
        terms: HashMap::new(),
        sorts: Vec::new(),
    };
    let mut index_of_sort = HashMap::new();
    for node in script.tree.nodes() {
        let Some(term) = script.term_at(node) else {
            continue;
        };
        let sort = script.terms.sort(term);
        let sorted = if script.sorts.is_known(sort) {
            Sorted::As(*index_of_sort.entry(sort).or_insert_with(|| {
                ours.sorts.push(script.show_sort(sort));
                ours.sorts.len() - 1
            }))
        } else {
            Sorted::Unsorted
        };
        let place = script.tree.range(node);
        ours.terms.insert(place.start, (place.end, sorted));
    }
    Ok(ours)
}
