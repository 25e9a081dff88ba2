//! The smallest terms of a script: constants, literals and closed terms that are short.

use super::material::{Material, NEVER};
use super::sorts::SortList;
use crate::logic::{Arithmetic, Logic};
use crate::values::needs_sort;
use smt::Shape;
use smt::{DeclKind, NodeId, Script, SortId, TermKind};
use std::ops::Range;

/// Longest term of the script that is used again.
const LONGEST: usize = 80;
/// The most terms of one sort that are used again.
const OF_ONE_SORT: usize = 64;

/// A term that stands in the text of a `Snippets`, and the node from which on it can be used.
#[derive(Debug, Clone)]
pub(super) struct Leaf {
    pub since: u32,
    pub text: Range<u32>,
}

/// A leaf that has not got its place yet.
struct Found {
    sort: u16,
    since: u32,
    text: Range<u32>,
}

/// Collects all leaves and tells each sort of the list which are its.
pub(super) fn collect(
    script: &Script,
    logic: &Logic,
    material: &Material,
    list: &mut SortList<'_>,
) -> Vec<Leaf> {
    let mut all = Vec::new();
    let constants = constants(script, logic, material, list);
    place(constants, &mut all, list, |listed| &mut listed.constants);
    let (literals, subterms) = terms(script, logic, material, list);
    place(literals, &mut all, list, |listed| &mut listed.literals);
    place(subterms, &mut all, list, |listed| &mut listed.subterms);
    all
}

/// Puts leaves into order: by sort, and then by where they can be used from.
fn place(
    mut found: Vec<Found>,
    all: &mut Vec<Leaf>,
    list: &mut SortList<'_>,
    range: fn(&mut super::sorts::Listed) -> &mut Range<u32>,
) {
    found.sort_by_key(|leaf| (leaf.sort, leaf.since));
    for Found { sort, since, text } in found {
        let range = range(&mut list.listed[sort as usize]);
        if range.start == range.end {
            *range = all.len() as u32..all.len() as u32;
        }
        range.end += 1;
        all.push(Leaf { since, text });
    }
}

/// In a difference logic only variables are numbers, or else sums could be built by and by.
fn is_banned(logic: &Logic, shape: Shape) -> bool {
    logic.arithmetic == Arithmetic::Difference && shape.is_number()
}

fn constants(
    script: &Script,
    logic: &Logic,
    material: &Material,
    list: &mut SortList<'_>,
) -> Vec<Found> {
    let (all, symbols) = (&script.declarations, &script.tree.symbols);
    let mut found = Vec::new();
    for declaration in all.all() {
        let since = material.of_declaration(declaration);
        let Some(sort) = list.place(all.sort(declaration)) else {
            continue;
        };
        let shape = list.listed[sort as usize].shape;
        let usable = match all.kind(declaration) {
            DeclKind::Function => true,
            DeclKind::Defined => !is_banned(logic, shape),
            _ => false,
        };
        let is_constant = all.parameters(declaration).is_empty() && all.variables(declaration) == 0;
        if since == NEVER || !usable || !is_constant {
            continue;
        }
        let start = list.text.len() as u32;
        list.text
            .extend_from_slice(symbols.bytes(all.name(declaration)));
        let text = start..list.text.len() as u32;
        let since = since.max(list.since(sort));
        found.push(Found { sort, since, text });
    }
    found.extend(nullary_constructors(script, material, list));
    found
}

/// Constructors without fields, in each instance of their datatype.
fn nullary_constructors(
    script: &Script,
    material: &Material,
    list: &mut SortList<'_>,
) -> Vec<Found> {
    let mut found = Vec::new();
    for sort in 0..list.listed.len() {
        let Shape::Datatype(datatype) = list.listed[sort].shape else {
            continue;
        };
        for constructor in &script.datatypes[datatype as usize].constructors {
            let since = material.of_declaration(constructor.function);
            let fields = script.declarations.parameters(constructor.function);
            if since == NEVER || !fields.is_empty() {
                continue;
            }
            let name = script.declarations.name(constructor.function);
            let name = script.tree.symbols.bytes(name);
            let of = list.listed[sort].text.start as usize..list.listed[sort].text.end as usize;
            let start = list.text.len() as u32;
            if needs_sort(script, constructor) {
                list.text.extend_from_slice(b"(as ");
                list.text.extend_from_slice(name);
                list.text.push(b' ');
                list.text.extend_from_within(of);
                list.text.push(b')');
            } else {
                list.text.extend_from_slice(name);
            }
            let text = start..list.text.len() as u32;
            let since = since.max(list.listed[sort].since);
            let sort = sort as u16;
            found.push(Found { sort, since, text });
        }
    }
    found
}

/// Literals, and other terms, of the script.
fn terms(
    script: &Script,
    logic: &Logic,
    material: &Material,
    list: &mut SortList<'_>,
) -> (Vec<Found>, Vec<Found>) {
    let mut seen = vec![false; script.terms.len()];
    let mut candidates: Vec<(u16, bool, u32, NodeId)> = Vec::new();
    let mut counts = vec![[0usize; 2]; list.listed.len()];
    for node in script.tree.nodes() {
        let Some(term) = script.term_at(node) else {
            continue;
        };
        let since = material.of_term(term);
        let is_literal = match script.terms.kind(term) {
            TermKind::Literal => true,
            TermKind::Apply => false,
            _ => continue,
        };
        if since == NEVER || script.tree.range(node).len() > LONGEST || seen[term.index()] {
            continue;
        }
        let Some(sort) = list.place(script.terms.sort(term)) else {
            continue;
        };
        let listed = &list.listed[sort as usize];
        if is_banned(logic, listed.shape) && !is_literal {
            continue;
        }
        seen[term.index()] = true;
        counts[sort as usize][usize::from(is_literal)] += 1;
        candidates.push((sort, is_literal, since.max(listed.since), node));
    }
    // Evenly from all over the script, so that a long one is not known by its beginning alone.
    let mut turns = vec![[0usize; 2]; list.listed.len()];
    let (mut literals, mut subterms) = (Vec::new(), Vec::new());
    for (sort, is_literal, since, node) in candidates {
        let kind = usize::from(is_literal);
        let every = counts[sort as usize][kind].div_ceil(OF_ONE_SORT);
        let turn = &mut turns[sort as usize][kind];
        *turn += 1;
        if (*turn - 1) % every != 0 {
            continue;
        }
        let start = list.text.len() as u32;
        script.tree.write_tokens(node, &mut list.text);
        // A numeral of a logic of reals: elsewhere it would be an integer.
        let is_real = list.listed[sort as usize].id == Some(SortId::REAL);
        if is_literal && is_real && !list.text[start as usize..].contains(&b'.') {
            list.text.extend_from_slice(b".0");
        }
        let text = start..list.text.len() as u32;
        let found = Found { sort, since, text };
        match is_literal {
            true => literals.push(found),
            false => subterms.push(found),
        }
    }
    (literals, subterms)
}
