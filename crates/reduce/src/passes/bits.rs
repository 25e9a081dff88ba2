//! Bit-vector literals: smaller ones, shorter spellings, and operators on them computed.

use super::operators::operator;
use super::widths::binary_digits;
use crate::current::Current;
use crate::edit::Edit;
use crate::pass::{Pass, Target, Use};
use smt::{AtomKind, NodeId, Script, Sym, Tree};

/// Literals with fewer bits set, or spelled in a shorter way.
pub struct Literals;

/// Parts, extensions and chains of literals as one literal.
pub struct Fold;

/// Wider literals are left alone.
const WIDEST: usize = 4096;

/// The binary digits of a literal.
pub fn literal_bits(tree: &Tree, node: NodeId) -> Option<Vec<u8>> {
    if let Some(atom) = tree.atom(node) {
        let digits = tree.symbols.bytes(atom).get(2..)?;
        let bits = match tree.symbols.kind(atom) {
            AtomKind::Binary => digits.to_vec(),
            AtomKind::Hex => binary_digits(digits),
            _ => return None,
        };
        return (bits.len() <= WIDEST).then_some(bits);
    }
    let parts: Vec<NodeId> = tree.children(node).take(4).collect();
    let &[underscore, value, width] = parts.as_slice() else {
        return None;
    };
    if tree.symbol(underscore) != Some(Sym::INDEXED) {
        return None;
    }
    let name = tree.symbols.name(tree.symbol(value)?);
    let value: u128 = name.strip_prefix("bv")?.parse().ok()?;
    let width = usize::try_from(tree.symbols.number(tree.atom(width)?)?).ok()?;
    let fits = width <= WIDEST && (width >= 128 || value >> width == 0);
    fits.then(|| format!("{value:0width$b}").into_bytes())
}

/// The shortest spelling of some bits.
fn spelled(bits: &[u8]) -> Vec<u8> {
    let mut spellings = vec![[b"#b", bits].concat()];
    if bits.len().is_multiple_of(4) {
        let mut hex = b"#x".to_vec();
        for four in bits.chunks(4) {
            let digit = four.iter().fold(0, |n, b| n * 2 + u32::from(*b == b'1'));
            hex.extend(char::from_digit(digit, 16).map(|c| c as u8));
        }
        spellings.push(hex);
    }
    let first = bits.iter().position(|b| *b == b'1').unwrap_or(bits.len());
    let significant = bits.get(first..).unwrap_or(b"");
    if significant.len() <= 64 {
        let value = significant
            .iter()
            .fold(0_u64, |n, b| n << 1 | u64::from(*b == b'1'));
        spellings.push(format!("(_ bv{value} {})", bits.len()).into_bytes());
    }
    spellings.sort_by_key(Vec::len);
    spellings.into_iter().next().unwrap_or_default()
}

/// The same bits, then some with less ones.
fn smaller(bits: &[u8]) -> Vec<Vec<u8>> {
    let only = |kept: &dyn Fn(usize) -> bool| {
        let bits = bits.iter().enumerate();
        let digit = |(place, &bit): (usize, &u8)| if kept(place) { bit } else { b'0' };
        bits.map(digit).collect::<Vec<u8>>()
    };
    let half = bits.len() / 2;
    let first = bits.iter().position(|b| *b == b'1');
    let last = bits.iter().rposition(|b| *b == b'1');
    vec![
        only(&|_| true),
        only(&|place| place >= half),
        only(&|place| place < half),
        only(&|place| Some(place) == first),
        only(&|place| Some(place) == last),
        only(&|place| Some(place) != first),
    ]
}

fn literals(current: &Current, min_bytes: usize) -> Vec<Target> {
    let Some(script) = current.script().filter(|_| min_bytes == 0) else {
        return Vec::new();
    };
    let tree = &script.tree;
    let is_literal = |n: &NodeId| script.term_at(*n).is_some() && literal_bits(tree, *n).is_some();
    tree.nodes().filter(is_literal).map(Target::at).collect()
}

impl Pass for Literals {
    fn name(&self) -> &'static str {
        "bits"
    }

    fn targets(&self, current: &Current, min_bytes: usize) -> Vec<Target> {
        literals(current, min_bytes)
    }

    fn step(&self, current: &Current, target: Target, variant: usize) -> Option<Vec<Edit>> {
        let tree = &current.script()?.tree;
        let source = tree.source(target.node);
        let mut texts: Vec<Vec<u8>> = Vec::new();
        for bits in smaller(&literal_bits(tree, target.node)?) {
            let text = spelled(&bits);
            if (text.len(), text.as_slice()) < (source.len(), source) && !texts.contains(&text) {
                texts.push(text);
            }
        }
        let text = texts.into_iter().nth(variant)?;
        Some(vec![Edit::replace(tree.range(target.node), text)])
    }
}

/// What an operator makes of literals.
fn folded(script: &Script, node: NodeId) -> Option<Vec<u8>> {
    let tree = &script.tree;
    let (name, head) = operator(script, node)?;
    let arguments: Vec<NodeId> = tree.children(node).skip(1).collect();
    let bits = |n: &NodeId| literal_bits(tree, *n);
    let index = |place: usize| {
        let index = tree.children(head).nth(place + 2)?;
        usize::try_from(tree.symbols.number(tree.atom(index)?)?).ok()
    };
    let made = match (&*name, arguments.as_slice()) {
        ("concat", all) => all.iter().map(bits).collect::<Option<Vec<_>>>()?.concat(),
        ("extract", [all]) => {
            let all = bits(all)?;
            let (from, to) = (index(0)?.checked_add(1)?, index(1)?);
            all.get(all.len().checked_sub(from)?..all.len().checked_sub(to)?)?
                .to_vec()
        }
        ("zero_extend" | "sign_extend", [all]) => {
            let all = bits(all)?;
            let digit = match &*name {
                "zero_extend" => b'0',
                _ => *all.first()?,
            };
            let more = index(0).filter(|more| *more <= WIDEST)?;
            [vec![digit; more], all].concat()
        }
        ("bvnot", [all]) => {
            let not = |b: u8| if b == b'0' { b'1' } else { b'0' };
            bits(all)?.into_iter().map(not).collect()
        }
        _ => return None,
    };
    (!made.is_empty() && made.len() <= WIDEST).then(|| spelled(&made))
}

impl Pass for Fold {
    fn name(&self) -> &'static str {
        "folded bits"
    }

    fn use_if(&self) -> Use {
        Use::Typed
    }

    fn targets(&self, current: &Current, min_bytes: usize) -> Vec<Target> {
        let Some(script) = current.script().filter(|_| min_bytes == 0) else {
            return Vec::new();
        };
        let lists = script.tree.nodes().filter(|&n| script.tree.is_list(n));
        let fits = lists.filter(|&n| folded(script, n).is_some());
        fits.map(Target::at).collect()
    }

    fn step(&self, current: &Current, target: Target, variant: usize) -> Option<Vec<Edit>> {
        let script = current.script().filter(|_| variant == 0)?;
        let text = folded(script, target.node)?;
        Some(vec![Edit::replace(script.tree.range(target.node), text)])
    }
}
