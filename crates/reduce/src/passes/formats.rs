//! Floating-point formats narrowed throughout, and written in the shortest way.

use super::bits::literal_bits;
use super::operators::operator;
use super::widths;
use crate::current::Current;
use crate::edit::{Edit, Edits};
use crate::pass::{Pass, Target, Use};
use hashbrown::HashMap;
use smt::Shape;
use smt::{NodeId, Script, Sym, Tree};
use std::collections::BTreeSet;

/// One format made another wherever it occurs.
pub struct Formats;

/// Bits of the exponent and of the significand, the hidden one included.
type Format = (u32, u32);

/// What formats are narrowed to, the smallest that all solvers take first.
const NARROW: [Format; 5] = [(2, 3), (3, 5), (5, 11), (8, 24), (11, 53)];

const NAMED: [(&str, Format); 4] = [
    ("Float16", (5, 11)),
    ("Float32", (8, 24)),
    ("Float64", (11, 53)),
    ("Float128", (15, 113)),
];

/// What has a format as its indices, besides the sort.
const INDEXED: [&str; 11] = [
    "+oo",
    "-oo",
    "+zero",
    "-zero",
    "NaN",
    "to_fp",
    "to_fp_unsigned",
    "to_fp_signed",
    "to_fp_bv",
    "to_fp_fp",
    "to_fp_real",
];

/// The format that a node of sort position writes.
fn written_format(tree: &Tree, node: NodeId) -> Option<Format> {
    if let Some(symbol) = tree.symbol(node) {
        let name = tree.symbols.name(symbol);
        let named = NAMED.iter().find(|(known, _)| *known == name);
        return named.map(|(_, format)| *format);
    }
    let (name, format) = indexed(tree, node)?;
    (tree.symbol(name) == Some(Sym::FLOATING_POINT)).then_some(format)
}

/// `(_ name e s)`.
fn indexed(tree: &Tree, node: NodeId) -> Option<(NodeId, Format)> {
    let children: Vec<NodeId> = tree.children(node).take(5).collect();
    let &[underscore, name, e, s] = children.as_slice() else {
        return None;
    };
    let number = |n| u32::try_from(tree.symbols.number(tree.atom(n)?)?).ok();
    (tree.symbol(underscore) == Some(Sym::INDEXED)).then_some((name, (number(e)?, number(s)?)))
}

/// The format of the term or of the sort at a node.
fn format_at(script: &Script, node: NodeId) -> Option<Format> {
    match script.term_at(node) {
        Some(term) => match Shape::of(script, script.terms.sort(term)) {
            Shape::Float(e, s) => Some((e, s)),
            _ => None,
        },
        None => written_format(&script.tree, node),
    }
}

/// The shortest spelling of a format's sort.
fn sort_text((e, s): Format) -> String {
    let named = NAMED.iter().find(|(_, format)| *format == (e, s));
    match named {
        Some((name, _)) => (*name).to_string(),
        None => format!("(_ FloatingPoint {e} {s})"),
    }
}

impl Pass for Formats {
    fn name(&self) -> &'static str {
        "formats"
    }

    fn use_if(&self) -> Use {
        Use::Typed
    }

    fn targets(&self, current: &Current, _: usize) -> Vec<Target> {
        let Some(script) = current.script() else {
            return Vec::new();
        };
        let mut seen = BTreeSet::new();
        let mut formats: Vec<(Format, NodeId)> = Vec::new();
        for node in script.tree.nodes() {
            if let Some(format) = format_at(script, node).filter(|f| seen.insert(*f)) {
                formats.push((format, node));
            }
        }
        formats.sort_by_key(|&((e, s), _)| std::cmp::Reverse((u64::from(e) + u64::from(s), e)));
        formats.iter().map(|&(_, n)| Target::at(n)).collect()
    }

    fn step(&self, _: &Current, _: Target, _: usize) -> Option<Vec<Edit>> {
        None
    }

    fn steps(&self, current: &Current, targets: &[Target], variant: usize) -> Option<Edits> {
        let script = current.script()?;
        let of = |t: &Target| format_at(script, t.node);
        let narrowed: Vec<Format> = targets.iter().filter_map(of).collect();
        // Behind the narrower ones comes the same one, which may have a shorter name.
        let to = match (variant, NARROW.get(variant)) {
            (_, Some(&to)) => Some(to),
            (5, None) => None,
            _ => return None,
        };
        let new = |(e, s): Format| match to {
            Some(to) if narrowed.contains(&(e, s)) && to.0 <= e && to.1 <= s => to,
            _ => (e, s),
        };
        if to.is_some() && narrowed.iter().all(|&format| new(format) == format) {
            return Some(Edits::default());
        }
        Some(edits_for(script, &new))
    }
}

/// The script with other formats: sorts, values, conversions, and the bit-vectors that floating-point
/// numbers are made from.
fn edits_for(script: &Script, new: &dyn Fn(Format) -> Format) -> Edits {
    let tree = &script.tree;
    let mut edits = Edits::default();
    let mut widths = HashMap::new();
    for node in tree.nodes() {
        if script.term_at(node).is_none()
            && let Some(format) = written_format(tree, node)
        {
            let text = sort_text(new(format));
            if text.as_bytes() != tree.source(node) {
                edits.add(vec![Edit::replace(tree.range(node), text)]);
            }
        } else if let Some((name, format)) = indexed(tree, node)
            && new(format) != format
            && let Some(name) = tree.symbol(name).map(|n| tree.symbols.name(n))
            && INDEXED.contains(&&*name)
        {
            let (e, s) = new(format);
            let text = format!("(_ {name} {e} {s})");
            edits.add(vec![Edit::replace(tree.range(node), text)]);
        }
        if let Some(format) = made_of_bits(script, node).filter(|f| new(*f) != *f) {
            for edit in bits(script, node, format, new(format), &mut widths) {
                edits.add(vec![edit]);
            }
        }
    }
    if !widths.is_empty() {
        let new = |width: u64| widths.get(&width).copied().unwrap_or(width);
        for edit in widths::edits_for(script, &new) {
            // Literals that are parts of numbers are cut already, and stay so.
            edits.add(vec![edit]);
        }
    }
    edits
}

/// The format of a number that is put together from bit-vectors, or taken apart into one.
fn made_of_bits(script: &Script, node: NodeId) -> Option<Format> {
    if !script.tree.is_list(node) {
        return None;
    }
    let (name, _) = operator(script, node)?;
    let mut arguments = script.tree.children(node).skip(1);
    match &*name {
        "fp" => format_at(script, node),
        "to_fp" | "to_fp_bv" if script.tree.children(node).count() == 2 => format_at(script, node),
        "fp.to_ieee_bv" | "to_ieee_bv" => format_at(script, arguments.next()?),
        _ => None,
    }
}

/// The edits of the parts of a number that are literals, and for other parts what becomes of their
/// widths.
fn bits(
    script: &Script,
    node: NodeId,
    (e, s): Format,
    (new_e, new_s): Format,
    widths: &mut HashMap<u64, u64>,
) -> Vec<Edit> {
    let tree = &script.tree;
    let arguments: Vec<NodeId> = tree.children(node).skip(1).collect();
    let mut edits = Vec::new();
    let fraction = |bits: &[u8]| bits.get(..new_s as usize - 1).map(<[u8]>::to_vec);
    match *arguments.as_slice() {
        [_, exponent, significand] => {
            match literal_bits(tree, exponent).and_then(|b| narrow_exponent(&b, new_e as usize)) {
                Some(bits) => edits.push(literal(tree, exponent, &bits)),
                None => drop(widths.insert(u64::from(e), u64::from(new_e))),
            }
            match literal_bits(tree, significand).and_then(|b| fraction(&b)) {
                Some(bits) => edits.push(literal(tree, significand, &bits)),
                None => drop(widths.insert(u64::from(s) - 1, u64::from(new_s) - 1)),
            }
        }
        [all] => {
            let narrowed = literal_bits(tree, all).and_then(|bits| {
                let exponent = bits.get(1..1 + e as usize)?;
                let mut out = bits.get(..1)?.to_vec();
                out.extend(narrow_exponent(exponent, new_e as usize)?);
                out.extend(fraction(bits.get(1 + e as usize..)?)?);
                Some(out)
            });
            match narrowed {
                Some(bits) => edits.push(literal(tree, all, &bits)),
                None => {
                    let (old, new) = (u64::from(e) + u64::from(s), new_e + new_s);
                    widths.insert(old, u64::from(new));
                }
            }
        }
        _ => {}
    }
    edits
}

fn literal(tree: &Tree, node: NodeId, bits: &[u8]) -> Edit {
    Edit::replace(tree.range(node), [b"#b", bits].concat())
}

/// The first bit and the last ones: so zeros, infinities and the exponent of 1 stay what they are.
fn narrow_exponent(bits: &[u8], width: usize) -> Option<Vec<u8>> {
    let last = bits.len().checked_sub(width.checked_sub(1)?)?;
    let mut out = bits.get(..1)?.to_vec();
    out.extend_from_slice(bits.get(last.max(1)..)?);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, to: Format, expected: &str) {
        let script = Script::parse(text.as_bytes()).unwrap();
        let narrowed = edits_for(&script, &|_| to).apply(text.as_bytes());
        let shown = String::from_utf8_lossy(&narrowed).into_owned();
        assert!(smt::same_tokens(&narrowed, expected.as_bytes()), "{shown}");
        let script = Script::parse(narrowed).unwrap();
        assert_eq!(script.unsorted_places().count(), 0, "{shown}");
    }

    #[test]
    fn sorts_values_and_conversions_change_together() {
        check(
            "(declare-const x Float64)(assert (= x (_ +oo 11 53) ((_ to_fp 11 53) RNE 0.5)))",
            (2, 3),
            "(declare-const x (_ FloatingPoint 2 3))
             (assert (= x (_ +oo 2 3) ((_ to_fp 2 3) RNE 0.5)))",
        );
    }

    #[test]
    fn one_stays_one() {
        check(
            "(declare-const x Float32)
             (assert (= x (fp #b0 #x7f #b00000000000000000000001) ((_ to_fp 8 24) #x3f800000)))",
            (3, 5),
            "(declare-const x (_ FloatingPoint 3 5))
             (assert (= x (fp #b0 #b011 #b0000) ((_ to_fp 3 5) #b00110000)))",
        );
    }

    #[test]
    fn bit_vectors_that_numbers_are_made_of_follow() {
        check(
            "(declare-const e (_ BitVec 5))(declare-const b (_ BitVec 16))
             (declare-const x (_ FloatingPoint 5 11))
             (assert (= x (fp #b0 e #b0000000001) ((_ to_fp 5 11) b)))",
            (3, 5),
            "(declare-const e (_ BitVec 3))(declare-const b (_ BitVec 8))
             (declare-const x (_ FloatingPoint 3 5))
             (assert (= x (fp #b0 e #b0000) ((_ to_fp 3 5) b)))",
        );
    }

    #[test]
    fn sorts_have_their_short_names() {
        check(
            "(declare-const x (_ FloatingPoint 8 24))(assert (= x x))",
            (8, 24),
            "(declare-const x Float32)(assert (= x x))",
        );
    }
}
