//! Bit-vectors narrowed throughout.

use crate::current::Current;
use crate::edit::Edit;
use crate::pass::{Pass, Target, Use};
use smt::{AtomKind, NodeId, Script, Sym, Tree};
use std::collections::BTreeSet;

/// One width made another wherever it occurs.
pub struct Widths;

/// What a numeral is there for.
fn number(tree: &Tree, node: NodeId) -> Option<u64> {
    tree.symbols.number(tree.atom(node)?)
}

/// The widths of bit-vectors in a script, large ones first, and where each is met first.
fn widths(script: &Script) -> Vec<(u64, NodeId)> {
    let tree = &script.tree;
    let mut seen = BTreeSet::new();
    let mut widths = Vec::new();
    for node in tree.nodes() {
        if let Some(width) = width_at(script, node).filter(|&w| w > 1)
            && seen.insert(width)
        {
            widths.push((width, node));
        }
    }
    widths.sort_by_key(|&(width, _)| std::cmp::Reverse(width));
    widths
}

/// The width of the term or of the sort at a node.
fn width_at(script: &Script, node: NodeId) -> Option<u64> {
    let tree = &script.tree;
    if let Some(term) = script.term_at(node) {
        return script
            .sorts
            .bit_width(script.terms.sort(term), &tree.symbols);
    }
    let children: Vec<NodeId> = tree.children(node).take(4).collect();
    match children.as_slice() {
        &[underscore, name, width]
            if tree.symbol(underscore) == Some(Sym::INDEXED)
                && tree.symbol(name) == Some(Sym::BIT_VEC) =>
        {
            number(tree, width)
        }
        _ => None,
    }
}

impl Pass for Widths {
    fn name(&self) -> &'static str {
        "widths"
    }

    fn use_if(&self) -> Use {
        Use::Typed
    }

    fn targets(&self, current: &Current, _: usize) -> Vec<Target> {
        let Some(script) = current.script() else {
            return Vec::new();
        };
        let widths = widths(script).into_iter();
        widths.map(|(_, node)| Target::at(node)).collect()
    }

    fn variants_of_groups(&self) -> usize {
        3
    }

    fn steps(
        &self,
        current: &Current,
        targets: &[Target],
        variant: usize,
    ) -> Option<crate::edit::Edits> {
        let script = current.script()?;
        let of = |t: &Target| width_at(script, t.node);
        let narrowed: Vec<u64> = targets.iter().filter_map(of).collect();
        let new = |width: u64| match (narrowed.contains(&width), variant) {
            (false, _) => width,
            (true, 0) => 1,
            (true, 1) => width.min(2),
            (true, 2) => width.min(4),
            (true, 3) => width.min(8),
            (true, _) => width / 2,
        };
        if variant > 4 || (targets.len() > 1 && variant >= self.variants_of_groups()) {
            return None;
        }
        let mut edits = crate::edit::Edits::default();
        for edit in edits_for(script, &new) {
            edits.add(vec![edit]);
        }
        Some(edits)
    }

    fn step(&self, _: &Current, _: Target, _: usize) -> Option<Vec<Edit>> {
        None
    }
}

/// The script with other widths: sorts, literals, and what extends or extracts.
pub fn edits_for(script: &Script, new: &dyn Fn(u64) -> u64) -> Vec<Edit> {
    let tree = &script.tree;
    let mut edits = Vec::new();
    let width_of = |node: NodeId| {
        let term = script.term_at(node)?;
        let sort = script.terms.sort(term);
        script.sorts.bit_width(sort, &tree.symbols)
    };
    for node in tree.nodes() {
        if let Some(atom) = tree.atom(node) {
            let kind = tree.symbols.kind(atom);
            let bytes = tree.symbols.bytes(atom);
            let digits = bytes.get(2..).unwrap_or(b"");
            let width = match kind {
                AtomKind::Binary => digits.len() as u64,
                AtomKind::Hex => digits.len() as u64 * 4,
                _ => continue,
            };
            if new(width) != width {
                edits.push(Edit::replace(
                    tree.range(node),
                    last_bits(digits, kind == AtomKind::Hex, new(width) as usize),
                ));
            }
            continue;
        }
        let children: Vec<NodeId> = tree.children(node).take(5).collect();
        match *children.as_slice() {
            [underscore, name, width] if tree.symbol(underscore) == Some(Sym::INDEXED) => {
                let (Some(name), Some(old)) = (tree.symbol(name), number(tree, width)) else {
                    continue;
                };
                let text = tree.symbols.name(name);
                let literal = text.strip_prefix("bv").and_then(|n| n.parse::<u128>().ok());
                if name == Sym::BIT_VEC && new(old) != old {
                    edits.push(Edit::replace(tree.range(width), new(old).to_string()));
                } else if let Some(value) = literal.filter(|_| new(old) != old) {
                    let value = match new(old) {
                        bits @ 0..128 => value & ((1 << bits) - 1),
                        _ => value,
                    };
                    let text = format!("(_ bv{value} {})", new(old));
                    edits.push(Edit::replace(tree.range(node), text));
                }
            }
            [head, argument] if tree.is_list(head) => {
                let parts: Vec<NodeId> = tree.children(head).collect();
                let (Some(inner), Some(outer)) = (width_of(argument), width_of(node)) else {
                    continue;
                };
                let (inner, outer) = (new(inner), new(outer));
                let name = parts.get(1).and_then(|&n| tree.symbol(n));
                let name = name.map(|n| tree.symbols.name(n)).unwrap_or_default();
                let text = match (&*name, parts.as_slice()) {
                    ("zero_extend" | "sign_extend", [_, _, _]) if outer >= inner => {
                        format!("(_ {name} {})", outer - inner)
                    }
                    ("extract", &[_, _, _, low]) if outer <= inner && outer > 0 => {
                        let low = number(tree, low).unwrap_or(0).min(inner - outer);
                        format!("(_ extract {} {low})", low + outer - 1)
                    }
                    _ => continue,
                };
                if text.as_bytes() != tree.source(head) {
                    edits.push(Edit::replace(tree.range(head), text));
                }
            }
            _ => {}
        }
    }
    edits
}

/// The last bits of a literal's digits, as binary.
fn last_bits(digits: &[u8], hex: bool, width: usize) -> Vec<u8> {
    let mut bits = match hex {
        false => digits.to_vec(),
        true => binary_digits(digits),
    };
    let mut out = b"#b".to_vec();
    out.extend(bits.split_off(bits.len().saturating_sub(width)));
    out
}

/// The binary digits of hexadecimal ones.
pub fn binary_digits(hex: &[u8]) -> Vec<u8> {
    let value = |b: u8| (b as char).to_digit(16).unwrap_or(0);
    hex.iter()
        .flat_map(|&b| (0..4).rev().map(move |i| b'0' + (value(b) >> i & 1) as u8))
        .collect()
}
