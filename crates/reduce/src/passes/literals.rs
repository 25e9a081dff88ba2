//! Literals shrunk: numbers towards 0, strings towards the empty one.

use crate::current::Current;
use crate::edit::Edit;
use crate::pass::{Pass, Target};
use smt::AtomKind;

/// Numerals, decimals, bits and strings made smaller.
pub struct Shrink;

impl Pass for Shrink {
    fn name(&self) -> &'static str {
        "literals"
    }

    fn targets(&self, current: &Current, _: usize) -> Vec<Target> {
        let Some(script) = current.script() else {
            return Vec::new();
        };
        let tree = &script.tree;
        let literal = |&node: &smt::NodeId| {
            // Indices and the like are no literals.
            let kind = tree.atom(node).map(|atom| tree.symbols.kind(atom));
            match kind {
                Some(AtomKind::Numeral | AtomKind::Decimal) => {
                    script.term_at(node).is_some() && tree.range(node).len() > 1
                }
                Some(AtomKind::String) => tree.range(node).len() > 2,
                _ => false,
            }
        };
        tree.nodes().filter(literal).map(Target::at).collect()
    }

    fn step(&self, current: &Current, target: Target, variant: usize) -> Option<Vec<Edit>> {
        let script = current.script()?;
        let tree = &script.tree;
        let (place, source) = (tree.range(target.node), tree.source(target.node));
        let kind = tree.symbols.kind(tree.atom(target.node)?);
        let texts: Vec<Vec<u8>> = match kind {
            AtomKind::Numeral => numbers(source),
            AtomKind::Decimal => {
                let (whole, rest) = source.split_at(source.iter().position(|b| *b == b'.')?);
                let mut texts: Vec<Vec<u8>> = vec![[whole, b".0"].concat()];
                let with_rest = |n: Vec<u8>| [n.as_slice(), b".0"].concat();
                texts.extend(numbers(whole).into_iter().map(with_rest));
                texts.push([whole, rest.get(..rest.len() / 2 + 1)?].concat());
                texts
            }
            _ => parts(source),
        };
        let mut texts = texts
            .into_iter()
            .filter(|t| (t.len(), t.as_slice()) < (source.len(), source));
        Some(vec![Edit::replace(place, texts.nth(variant)?)])
    }
}

/// Smaller numbers: 0, 2, the first digit, half of the digits, all but the last.
fn numbers(source: &[u8]) -> Vec<Vec<u8>> {
    let mut texts = vec![b"2".to_vec()];
    for keep in [1, source.len() / 2, source.len() - source.len().min(1)] {
        texts.extend(
            source
                .get(..keep)
                .filter(|t| !t.is_empty())
                .map(<[u8]>::to_vec),
        );
    }
    texts.dedup();
    texts
}

/// Parts of what stands between quotes: none, halves, all but an end.
fn parts(source: &[u8]) -> Vec<Vec<u8>> {
    let Some((&quote, rest)) = source.split_first() else {
        return Vec::new();
    };
    let inner = rest.get(..rest.len().saturating_sub(1)).unwrap_or(b"");
    let (middle, last) = (inner.len() / 2, inner.len().saturating_sub(1));
    let parts = [
        inner.get(..0),
        inner.get(..middle),
        inner.get(middle..),
        inner.get(..last),
        inner.get(1..),
    ];
    let quoted = |part: &[u8]| {
        let mut text = vec![quote];
        text.extend_from_slice(part);
        text.push(quote);
        text
    };
    parts.into_iter().flatten().map(quoted).collect()
}
