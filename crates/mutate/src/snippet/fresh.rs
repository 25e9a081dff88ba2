//! Variables that a mutant declares and its seed does not have.

use crate::rng::Rng;
use smt::Script;
use std::ops::Range;

/// The most fresh variables of one sort: two can differ, and three seldom matter.
const OF_ONE_SORT: usize = 2;
/// The most of all sorts together.
const OF_ALL_SORTS: usize = 24;

/// The fresh variables of a mutant. Their names are unlike any symbol of the script.
#[derive(Debug, Clone)]
pub struct Fresh {
    prefix: Vec<u8>,
    /// Names and sorts of the variables.
    text: Vec<u8>,
    variables: Vec<(Range<usize>, Range<usize>)>,
    /// How many variables the places before this one have.
    before: usize,
}

impl Fresh {
    /// No variables yet, for mutants of a script.
    pub fn new(script: &Script) -> Self {
        Self {
            prefix: unused_prefix(script),
            text: Vec::new(),
            variables: Vec::new(),
            before: 0,
        }
    }

    /// Another place of the same mutant begins: it has variables of its own, with other names,
    /// which are declared where that place is.
    pub fn next_place(&mut self) {
        self.before += self.variables.len();
        self.truncate(0);
    }

    /// Appends a name that nothing else has, for what the caller declares itself: a function or a sort.
    pub fn write_name(&mut self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.prefix);
        let number = self.before + self.variables.len();
        out.extend_from_slice(number.to_string().as_bytes());
        self.before += 1;
    }

    /// Each variable's name, and its sort as SMT-LIB writes it.
    pub fn variables(&self) -> impl ExactSizeIterator<Item = (&[u8], &[u8])> {
        let text = |range: &Range<usize>| &self.text[range.clone()];
        self.variables
            .iter()
            .map(move |(name, sort)| (text(name), text(sort)))
    }

    /// Appends a command for each variable that declares it.
    pub fn write_declarations(&self, out: &mut Vec<u8>) {
        for (name, sort) in self.variables() {
            out.extend_from_slice(b"(declare-fun ");
            out.extend_from_slice(name);
            out.extend_from_slice(b" () ");
            out.extend_from_slice(sort);
            out.extend_from_slice(b")\n");
        }
    }

    /// Appends the name of a variable of a sort, one that is there already or a new one. False
    /// if there are too many: then nothing is written.
    pub fn write_variable(&mut self, sort: &[u8], rng: &mut Rng, out: &mut Vec<u8>) -> bool {
        let of_sort = |(_, of): &&(Range<usize>, Range<usize>)| &self.text[of.clone()] == sort;
        let count = self.variables.iter().filter(of_sort).count();
        let full = self.variables.len() >= OF_ALL_SORTS;
        if count > 0 && (full || count >= OF_ONE_SORT || rng.chance(1, 2)) {
            let chosen = rng.below(count);
            let found = self.variables.iter().filter(of_sort).nth(chosen);
            let name = found.map_or(0..0, |(name, _)| name.clone());
            out.extend_from_slice(&self.text[name]);
            return true;
        }
        if full {
            return false;
        }
        let start = self.text.len();
        self.text.extend_from_slice(&self.prefix);
        let number = self.before + self.variables.len();
        self.text.extend_from_slice(number.to_string().as_bytes());
        let middle = self.text.len();
        self.text.extend_from_slice(sort);
        out.extend_from_slice(&self.text[start..middle]);
        self.variables
            .push((start..middle, middle..self.text.len()));
        true
    }

    /// How many variables there are.
    pub(super) fn count(&self) -> usize {
        self.variables.len()
    }

    /// Forgets all but the first ones.
    pub(super) fn truncate(&mut self, count: usize) {
        self.variables.truncate(count);
        let end = self.variables.last().map_or(0, |(_, sort)| sort.end);
        self.text.truncate(end);
    }

    /// Appends the name of a variable that a snippet itself binds, at that depth of binding.
    pub(super) fn write_bound(&self, level: usize, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.prefix);
        out.push(b'q');
        out.push(b'0' + level as u8);
    }
}

/// What no symbol of the script starts with.
fn unused_prefix(script: &Script) -> Vec<u8> {
    let symbols = &script.tree.symbols;
    let taken = |prefix: &[u8]| {
        script.tree.nodes().any(|node| {
            script.tree.atom(node).is_some_and(|atom| {
                let spelling = symbols.bytes(atom);
                spelling
                    .strip_prefix(b"|")
                    .unwrap_or(spelling)
                    .starts_with(prefix)
            })
        })
    };
    let mut prefix = b"nh".to_vec();
    // Each try is longer, and so are only so many symbols.
    while taken(&prefix) {
        prefix.push(b'_');
    }
    prefix
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unlike_those_of_the_script() {
        let script =
            Script::parse(*b"(declare-const nh0 Int) (declare-const |nh_ x| Int)").unwrap();
        let mut fresh = Fresh::new(&script);
        let (mut rng, mut out) = (Rng::new(1, 1), Vec::new());
        assert!(fresh.write_variable(b"Int", &mut rng, &mut out));
        assert_eq!(out, b"nh__0");
    }

    #[test]
    fn variables_are_shared_by_sort() {
        let mut fresh = Fresh::new(&Script::parse(*b"").unwrap());
        let mut rng = Rng::new(1, 1);
        for _ in 0..50 {
            let mut out = Vec::new();
            assert!(fresh.write_variable(b"Int", &mut rng, &mut out));
            assert!(out == b"nh0" || out == b"nh1");
        }
        let mut out = Vec::new();
        fresh.write_variable(b"(_ BitVec 8)", &mut rng, &mut out);
        assert_eq!(out, b"nh2");
        let all: Vec<_> = fresh.variables().collect();
        assert_eq!(all[2], (&b"nh2"[..], &b"(_ BitVec 8)"[..]));
        fresh.truncate(1);
        let mut out = Vec::new();
        fresh.write_declarations(&mut out);
        assert_eq!(out, b"(declare-fun nh0 () Int)\n");
        fresh.next_place();
        assert_eq!(fresh.variables().len(), 0);
        let mut out = Vec::new();
        fresh.write_variable(b"Int", &mut rng, &mut out);
        assert_eq!(out, b"nh1");
        for expected in ["nh2", "nh3"] {
            let mut out = Vec::new();
            fresh.write_name(&mut out);
            assert_eq!(out, expected.as_bytes());
        }
        let mut out = Vec::new();
        fresh.write_variable(b"Bool", &mut rng, &mut out);
        assert_eq!(out, b"nh4");
    }
}
