//! Ranges of bytes, for texts that are not even balanced.

use crate::current::Current;
use crate::edit::{Edit, Edits};
use crate::pass::{Pass, Target, Use};
use std::ops::Range;

/// Lines removed.
pub struct Lines;

/// Bytes removed.
pub struct Bytes;

fn lines(text: &[u8]) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive(|&b| b == b'\n') {
        lines.push(start..start + line.len());
        start += line.len();
    }
    lines
}

/// There are no nodes here: a target is a number.
fn numbered(count: usize) -> Vec<Target> {
    // A tree of as many nodes as there are places gives ids for them.
    let Ok(tree) = smt::Tree::parse(b"x ".repeat(count)) else {
        return Vec::new();
    };
    tree.nodes().map(Target::at).collect()
}

fn remove(places: impl Iterator<Item = Range<usize>>) -> Option<Edits> {
    let mut edits = Edits::default();
    let mut joined: Option<Range<usize>> = None;
    for place in places {
        joined = match joined {
            Some(before) if before.end == place.start => Some(before.start..place.end),
            Some(before) => {
                edits.add(vec![Edit::delete(before)]);
                Some(place)
            }
            None => Some(place),
        };
    }
    edits.add(vec![Edit::delete(joined?)]);
    Some(edits)
}

impl Pass for Lines {
    fn name(&self) -> &'static str {
        "lines"
    }

    fn use_if(&self) -> Use {
        Use::Bytes
    }

    fn targets(&self, current: &Current, _: usize) -> Vec<Target> {
        numbered(lines(current.bytes()).len())
    }

    fn step(&self, _: &Current, _: Target, _: usize) -> Option<Vec<Edit>> {
        None
    }

    fn steps(&self, current: &Current, targets: &[Target], variant: usize) -> Option<Edits> {
        let lines = lines(current.bytes());
        let places = targets.iter().filter_map(|t| lines.get(t.node.index()));
        (variant == 0).then(|| remove(places.cloned())).flatten()
    }
}

impl Pass for Bytes {
    fn name(&self) -> &'static str {
        "bytes"
    }

    fn use_if(&self) -> Use {
        Use::Bytes
    }

    fn targets(&self, current: &Current, min_bytes: usize) -> Vec<Target> {
        match min_bytes {
            0 => numbered(current.bytes().len()),
            _ => Vec::new(),
        }
    }

    fn step(&self, _: &Current, _: Target, _: usize) -> Option<Vec<Edit>> {
        None
    }

    fn steps(&self, _: &Current, targets: &[Target], variant: usize) -> Option<Edits> {
        let places = targets.iter().map(|t| t.node.index()..t.node.index() + 1);
        (variant == 0).then(|| remove(places)).flatten()
    }
}
