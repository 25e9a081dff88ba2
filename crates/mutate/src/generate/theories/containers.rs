//! Arrays, sequences, datatypes and uninterpreted functions: what is made of other sorts.

use super::super::catalogue::{BOOL, Builder, Kind, Open, SortNo};
use super::super::settings::Theory;

pub(super) fn fill(builder: &mut Builder<'_>) {
    let settings = builder.settings;
    if settings.has(Theory::Datatypes) {
        datatypes(builder);
    }
    if settings.has(Theory::Sequences) {
        sequences(builder);
    }
    if settings.has(Theory::Arrays) {
        arrays(builder);
    }
    if settings.has(Theory::Functions) {
        functions(builder);
    }
}

fn uninterpreted(builder: &mut Builder<'_>) -> SortNo {
    let known = builder.preamble.iter().any(|(sort, _)| sort == "U");
    if !known {
        let declaration = "(declare-sort U 0)\n".to_owned();
        builder.preamble.push(("U".to_owned(), declaration));
    }
    let sort = builder.sort("U", Kind::Uninterpreted, true);
    builder.sorts[usize::from(sort.0)].literals = false;
    sort
}

/// A sort for elements: of the theories that are there, or a small bit-vector.
fn element(builder: &mut Builder<'_>) -> SortNo {
    let settings = builder.settings;
    if settings.has(Theory::Ints) {
        return builder.sort("Int", Kind::Int, true);
    }
    if settings.has(Theory::Reals) {
        return builder.sort("Real", Kind::Real, true);
    }
    if settings.has(Theory::Strings) {
        return builder.sort("String", Kind::String, true);
    }
    builder.sort("(_ BitVec 3)", Kind::BitVec(3), true)
}

fn arrays(builder: &mut Builder<'_>) {
    let of = element(builder);
    let mut pairs = vec![(of, of)];
    if !builder.settings.has(Theory::Ints) {
        let small = builder.sort("(_ BitVec 2)", Kind::BitVec(2), true);
        pairs.push((small, of));
    }
    for (from, to) in pairs {
        let (index, value) = (builder.text(from), builder.text(to));
        let text = format!("(Array {index} {value})");
        let array = builder.sort(&text, Kind::Array(from, to), true);
        builder.add("select", &[array, from], to);
        builder.add("store", &[array, from, to], array);
        let constant = builder.add(&format!("(as const {text})"), &[to], array);
        constant.traits.hidden = true;
    }
}

fn sequences(builder: &mut Builder<'_>) {
    let ints = builder.settings.has(Theory::Ints);
    let i = builder.sort("Int", Kind::Int, ints);
    let of = element(builder);
    let text = format!("(Seq {})", builder.text(of));
    let s = builder.sort(&text, Kind::Seq(of), true);
    builder.add(&format!("(as seq.empty {text})"), &[], s);
    builder.add("seq.unit", &[of], s);
    builder.add("seq.++", &[s, s], s);
    builder.add("seq.++", &[s, s, s], s);
    builder.add("seq.len", &[s], i);
    builder.add("seq.at", &[s, i], s);
    builder.add("seq.nth", &[s, i], of);
    builder.add("seq.extract", &[s, i, i], s);
    builder.add("seq.contains", &[s, s], BOOL);
    builder.add("seq.prefixof", &[s, s], BOOL);
    builder.add("seq.suffixof", &[s, s], BOOL);
    builder.add("seq.indexof", &[s, s, i], i);
    builder.add("seq.replace", &[s, s, s], s);
}

/// A list of enumerated ones, a record, and a tree.
fn datatypes(builder: &mut Builder<'_>) {
    let colour = datatype(
        builder,
        "Colour",
        "(declare-datatypes ((Colour 0)) (((red) (green) (blue))))\n",
    );
    for name in ["red", "green", "blue"] {
        constructor(builder, colour, name, &[]);
    }
    let list = datatype(
        builder,
        "List",
        "(declare-datatypes ((List 0)) (((nil) (cons (head Colour) (tail List)))))\n",
    );
    constructor(builder, list, "nil", &[]);
    constructor(builder, list, "cons", &[("head", colour), ("tail", list)]);
    let settings = builder.settings;
    if settings.theories.len() > 1 {
        let of = element(builder);
        let text = builder.text(of);
        let declaration =
            format!("(declare-datatypes ((Pair 0)) (((pair (first {text}) (second {text})))))\n");
        let pair = datatype(builder, "Pair", &declaration);
        constructor(builder, pair, "pair", &[("first", of), ("second", of)]);
    }
    let tree = datatype(
        builder,
        "Tree",
        "(declare-datatypes ((Tree 0)) (((leaf) (node (left Tree) (right Tree)))))\n",
    );
    constructor(builder, tree, "leaf", &[]);
    constructor(builder, tree, "node", &[("left", tree), ("right", tree)]);
}

fn datatype(builder: &mut Builder<'_>, name: &str, declaration: &str) -> SortNo {
    let entry = (name.to_owned(), declaration.to_owned());
    builder.preamble.push(entry);
    builder.sort(name, Kind::Datatype, true)
}

fn constructor(builder: &mut Builder<'_>, of: SortNo, name: &str, fields: &[(&str, SortNo)]) {
    let sorts: Vec<SortNo> = fields.iter().map(|(_, sort)| *sort).collect();
    builder.add(name, &sorts, of);
    builder.add(&format!("(_ is {name})"), &[of], BOOL);
    for (selector, sort) in fields {
        builder.add(selector, &[of], *sort).traits.open = Open::Sometimes;
    }
}

/// Functions of one and of two arguments and predicates, for a few sorts.
fn functions(builder: &mut Builder<'_>) {
    const SORTS: usize = 3;
    if builder.sorts.len() == 1 {
        uninterpreted(builder);
    }
    let sorts: Vec<SortNo> = (0..builder.sorts.len())
        .filter(|&place| builder.sorts[place].variables && place > 0)
        .filter(|&place| !matches!(builder.sorts[place].kind, Kind::Array(..)))
        .map(|place| SortNo(place as u16))
        .collect();
    let mut number = 0;
    let mut head = || {
        number += 1;
        format!("f!{number}")
    };
    for &s in sorts.iter().take(SORTS) {
        builder.add(&head(), &[s], s);
        builder.add(&head(), &[s, s], s);
        builder.add(&head(), &[s], BOOL);
    }
    if let [s, t, ..] = sorts[..] {
        builder.add(&head(), &[t, BOOL], s);
    }
}
