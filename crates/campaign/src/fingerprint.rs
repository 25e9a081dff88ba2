//! What findings are recognised by. Hashes are the same for ever, because they are written to disk
//! and into names.

use smt::Shape;
use smt::{CommandKind, NodeId, Script, Sym, Tree};
use std::collections::HashSet;

/// FNV-1a, and a last stir.
pub fn fingerprint(bytes: &[u8]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for &byte in bytes {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    hash ^= hash >> 32;
    hash = hash.wrapping_mul(0xd6e8_feb8_6659_fd93);
    hash ^ hash >> 32
}

/// The same of 128 bits, for what is believed on the strength of its hash: no two texts that anybody
/// will ever write have the same.
pub fn wide_fingerprint(bytes: &[u8]) -> u128 {
    let mut hash = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d_u128;
    for &byte in bytes {
        hash = (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
    }
    hash
}

/// A formula without its leaves: what is equal then has the same shape.
pub fn shape(text: &[u8]) -> String {
    let Ok(tree) = Tree::parse(text) else {
        // Cut short for people: what is left still tells one from another.
        return String::from_utf8_lossy(text).into_owned();
    };
    outline(&tree, tree.nodes(), |node, is_head, out| match is_head {
        true => out.push_str(&tree.show(node)),
        false => out.push('_'),
    })
}

/// Nodes of a tree, with what `atom` writes in place of each that is none of the lists: it is told
/// whether that is the head of a list.
fn outline(
    tree: &Tree,
    nodes: impl Iterator<Item = NodeId>,
    atom: impl Fn(NodeId, bool, &mut String),
) -> String {
    let mut out = String::new();
    let mut ends = Vec::new();
    let mut is_head = false;
    for node in nodes {
        while ends.last().is_some_and(|end| *end <= node) {
            ends.pop();
            out.push(')');
        }
        if tree.is_list(node) {
            out.push('(');
            ends.push(tree.after(node));
            is_head = true;
            continue;
        }
        atom(node, is_head, &mut out);
        is_head = false;
    }
    out.extend(std::iter::repeat_n(')', ends.len()));
    out
}

/// What scripts have in common that differ in names, numbers, widths and declarations of variables
/// only: all else, with the kind of sort in place of each variable and literal. Nothing is like a
/// script without assertions.
pub fn likeness(text: &[u8]) -> Option<String> {
    let script = Script::parse(text).ok()?;
    let (tree, declarations) = (&script.tree, &script.declarations);
    let mut own: HashSet<Sym> = declarations.all().map(|d| declarations.name(d)).collect();
    own.extend(script.datatypes.iter().map(|datatype| datatype.name));
    own.extend(script.commands.iter().filter_map(|c| match c.kind {
        CommandKind::DeclareSort { name, .. } | CommandKind::DefineSort { name, .. } => Some(name),
        _ => None,
    }));
    script.assertions().next()?;
    let telling = script.commands.iter().filter(|c| tells_bugs_apart(&c.kind));
    let nodes = telling.flat_map(|command| tree.below(command.node));
    let out = outline(tree, nodes, |node, _, out| {
        match tree.symbol(node) {
            Some(name) if !own.contains(&name) => out.push_str(&tree.show(node)),
            _ => out.push_str(kind_of_sort(&script, node)),
        }
        out.push(' ');
    });
    Some(out)
}

/// Whether a command has to do with the bug: what it is about, and not only what it is written with.
fn tells_bugs_apart(command: &CommandKind) -> bool {
    use CommandKind::*;
    !matches!(
        command,
        SetLogic(_)
            | SetInfo { .. }
            | GetInfo(_)
            | GetOption(_)
            | DeclareSort { .. }
            | DeclareFun(_)
            | DeclareConst(_)
            | CheckSat
            | Exit
            | GetModel
            | Echo(_)
    )
}

/// Of what kind a variable or literal is: a bit-vector, say, whatever its width.
fn kind_of_sort(script: &Script, node: NodeId) -> &'static str {
    let term = script.term_at(node);
    match term.map(|term| Shape::of(script, script.terms.sort(term))) {
        Some(Shape::Bool) => "Bool",
        Some(Shape::Int) => "Int",
        Some(Shape::Real) => "Real",
        Some(Shape::BitVec(_)) => "BitVec",
        Some(Shape::Float(..)) => "Float",
        Some(Shape::RoundingMode) => "RoundingMode",
        Some(Shape::String) => "String",
        Some(Shape::RegLan) => "RegLan",
        Some(Shape::Seq(_)) => "Seq",
        Some(Shape::Set(_)) => "Set",
        Some(Shape::Array(..)) => "Array",
        Some(Shape::Field(_)) => "Field",
        Some(Shape::Datatype(_) | Shape::Uninterpreted | Shape::Other) | None => "_",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_have_no_leaves() {
        assert_eq!(shape(b"(< (+ x 1) y)"), "(<(+__)_)");
        assert_eq!(shape(b"(< (+ a 27) |b|)"), shape(b"(< (+ x 1) y)"));
        assert_ne!(shape(b"(< (+ x 1) y)"), shape(b"(< (- x 1) y)"));
        assert_eq!(shape(b"p"), "_");
    }

    #[test]
    fn scripts_are_alike_that_differ_in_names_numbers_and_widths() {
        let one = likeness(
            b"(declare-fun x () (_ BitVec 4)) (assert (= x (bvadd x #b0001))) (check-sat)",
        );
        assert_eq!(
            one.as_deref(),
            Some("(assert (= BitVec (bvadd BitVec BitVec )))")
        );
        let renamed = likeness(
            b"(set-logic QF_BV) (declare-const b (_ BitVec 8)) (declare-const a (_ BitVec 8))
              (assert (= b (bvadd a #xff)))",
        );
        assert_eq!(one, renamed);
        let other_operator =
            likeness(b"(declare-fun x () (_ BitVec 4)) (assert (= x (bvsub x #b0001)))");
        assert_ne!(one, other_operator);
        let integers = likeness(b"(declare-fun x () Int) (assert (= x (* x 2)))");
        let reals = likeness(b"(declare-fun x () Real) (assert (= x (* x 2.0)))");
        assert_ne!(integers, reals);
        assert_eq!(likeness(b"(check-sat)"), None);
        assert_eq!(
            likeness(b"(declare-const p Bool) (assert p) (declare-const q Bool) (assert q)"),
            likeness(b"(declare-const q Bool) (assert q) (assert q)"),
        );
    }

    #[test]
    fn constructors_and_functions_have_no_names_either() {
        let one = likeness(
            b"(declare-datatype a ((b) (c (d Int)))) (declare-fun f (a) a)
              (assert (distinct (f b) (c 1)))",
        );
        let other = likeness(
            b"(declare-datatype u ((v) (w (x Int)))) (declare-fun g (u) u)
              (assert (distinct (g v) (w 7)))",
        );
        assert_eq!(one, other);
        let shown = "(declare-datatype _ ((_ )(_ (_ Int ))))(assert (distinct (_ _ )(_ Int )))";
        assert_eq!(one.as_deref(), Some(shown));
    }

    #[test]
    fn what_is_defined_and_assumed_tells_scripts_apart() {
        let with = |body: &str, check: &str| {
            let text =
                format!("(define-fun-rec f ((x Int)) Int {body}) (assert (= (f 0) 1)) {check}");
            likeness(text.as_bytes())
        };
        assert_eq!(
            with("(+ x 1)", "(check-sat)"),
            with("(+ x 2)", "(check-sat)")
        );
        assert_ne!(
            with("(+ x 1)", "(check-sat)"),
            with("(* x 1)", "(check-sat)")
        );
        assert_ne!(
            with("(+ x 1)", "(check-sat)"),
            with("(+ x 1)", "(check-sat-assuming (true))")
        );
    }

    #[test]
    fn fingerprints_never_change() {
        assert_eq!(fingerprint(b"nuthatch"), 0xd9ed_0b76_3e81_56c7);
        assert_ne!(fingerprint(b"nuthatch"), fingerprint(b"nuthatcH"));
        // FNV-1a of 128 bits, as published.
        let wide = wide_fingerprint(b"foobar");
        assert_eq!(wide, 0x343e_1662_793c_64bf_6f0d_3597_ba44_6f18);
    }
}
