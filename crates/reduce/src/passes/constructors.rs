//! Constructors of datatypes and their fields dropped, with what uses them.

use super::datatypes::datatypes;
use crate::current::{Current, constants};
use crate::edit::Edit;
use crate::pass::{Pass, Target, Use};
use hashbrown::HashSet;
use smt::{Constructor, DeclId, DeclKind, Function, NodeId, Script, Sym, TermKind};

/// Constructors dropped.
pub struct DropConstructors;

/// Fields of constructors dropped.
pub struct DropFields;

/// Those edits that do not lie in another one's place: what is there goes with it.
pub fn without_nested(mut edits: Vec<Edit>) -> Vec<Edit> {
    edits.sort_by_key(|e| (e.place.start, std::cmp::Reverse(e.place.end)));
    let mut end = 0;
    edits.retain(|e| {
        let keep = e.place.start >= end;
        end = end.max(e.place.end);
        keep
    });
    edits
}

/// The constructor that is written at a node.
fn constructor_at(script: &Script, node: NodeId) -> Option<&Constructor> {
    let written = datatypes(script).into_iter().find_map(|datatype| {
        let place = datatype.constructors.iter().position(|c| *c == node)?;
        Some((datatype.number, place))
    });
    let (number, place) = written?;
    script.datatypes.get(number)?.constructors.get(place)
}

/// What a term refers to, and what an index of it refers to.
fn refers_to(script: &Script, node: NodeId) -> [Option<DeclId>; 2] {
    let declared = |function| match function {
        Function::Declared(d) => Some(d),
        _ => None,
    };
    match script.term_at(node) {
        Some(term) => [script.terms.function(term), script.terms.target(term)].map(declared),
        None => [None, None],
    }
}

/// `is-c` of a constructor `c`.
fn is_tester_of(script: &Script, tester: DeclId, constructor: DeclId) -> bool {
    let name = |d| script.tree.symbols.bytes(script.declarations.name(d));
    script.declarations.kind(tester) == DeclKind::Tester
        && name(tester).strip_prefix(b"is-") == Some(name(constructor))
}

/// The edits that put constants wherever something is used that is gone. Where there is no constant
/// the use stays, and the candidate is refused for it.
fn replace_uses(
    script: &Script,
    constructor: Option<DeclId>,
    selectors: &HashSet<DeclId>,
) -> Vec<Edit> {
    let mut edits = Vec::new();
    for node in script.tree.nodes() {
        let [function, target] = refers_to(script, node);
        let Some(term) = script.term_at(node) else {
            continue;
        };
        let sort = script.terms.sort(term);
        let is_test = constructor.is_some_and(|c| {
            target == Some(c) || function.is_some_and(|f| is_tester_of(script, f, c))
        });
        let text = match function {
            _ if is_test => Some(b"false".to_vec()),
            Some(f) if selectors.contains(&f) => constants(script, sort).into_iter().next(),
            Some(f) if Some(f) == constructor => other_than(script, f),
            _ => None,
        };
        let text = text.map(|text| Edit::replace(script.tree.range(node), text));
        edits.extend(text);
    }
    edits
}

/// A constructor without fields of the same datatype.
fn other_than(script: &Script, constructor: DeclId) -> Option<Vec<u8>> {
    let mut all = script.datatypes.iter();
    let datatype = all.find(|d| d.constructors.iter().any(|c| c.function == constructor))?;
    let mut others = datatype.constructors.iter();
    let other = others.find(|c| c.function != constructor && c.selectors.is_empty())?;
    let name = script.declarations.name(other.function);
    Some(script.tree.symbols.bytes(name).to_vec())
}

/// The cases of `match` that ask for a constructor.
fn cases_of(script: &Script, constructor: Sym) -> Vec<NodeId> {
    let tree = &script.tree;
    let mut found = Vec::new();
    for node in tree.nodes() {
        let term = script.term_at(node);
        if term.is_some_and(|term| script.terms.kind(term) == TermKind::Match)
            && let Some(cases) = tree.children(node).nth(2)
        {
            found.extend(tree.children(cases).filter(|&case| {
                let pattern = tree.children(case).next();
                pattern.and_then(|p| tree.symbol(p).or_else(|| tree.head(p))) == Some(constructor)
            }));
        }
    }
    found
}

impl Pass for DropConstructors {
    fn name(&self) -> &'static str {
        "constructors"
    }

    fn use_if(&self) -> Use {
        Use::Typed
    }

    fn targets(&self, current: &Current, _: usize) -> Vec<Target> {
        let Some(script) = current.script() else {
            return Vec::new();
        };
        let all = datatypes(script).into_iter();
        let several = all.filter(|d| d.constructors.len() > 1);
        // The first one is most often the one that the others are built on.
        let constructors = several.flat_map(|d| d.constructors.into_iter().rev());
        constructors.map(Target::at).collect()
    }

    fn largest_group(&self) -> usize {
        1
    }

    fn step(&self, current: &Current, target: Target, variant: usize) -> Option<Vec<Edit>> {
        let script = current.script()?;
        let tree = &script.tree;
        let constructor = constructor_at(script, target.node)?;
        if variant > 0 {
            return None;
        }
        let name = tree
            .symbol(target.node)
            .or_else(|| tree.head(target.node))?;
        let mut edits = vec![Edit::delete(tree.range(target.node))];
        let cases = cases_of(script, name).into_iter();
        edits.extend(cases.map(|case| Edit::delete(tree.range(case))));
        let selectors = constructor.selectors.iter().copied().collect();
        edits.extend(replace_uses(script, Some(constructor.function), &selectors));
        Some(without_nested(edits))
    }
}

impl Pass for DropFields {
    fn name(&self) -> &'static str {
        "fields"
    }

    fn use_if(&self) -> Use {
        Use::Typed
    }

    fn targets(&self, current: &Current, _: usize) -> Vec<Target> {
        let Some(script) = current.script() else {
            return Vec::new();
        };
        let all = datatypes(script).into_iter();
        let constructors = all.flat_map(|d| d.constructors);
        let fields = |c| {
            script
                .tree
                .children(c)
                .skip(1)
                .map(move |f| Target::pair(c, f))
        };
        constructors.flat_map(fields).collect()
    }

    fn largest_group(&self) -> usize {
        1
    }

    fn step(&self, current: &Current, target: Target, variant: usize) -> Option<Vec<Edit>> {
        let script = current.script()?;
        let tree = &script.tree;
        let constructor = constructor_at(script, target.node)?;
        let place = tree.children(target.node).position(|c| c == target.other)?;
        let selector = *constructor.selectors.get(place.checked_sub(1)?)?;
        if variant > 0 {
            return None;
        }
        let mut edits = vec![Edit::delete(tree.range(target.other))];
        edits.extend(replace_uses(script, None, &HashSet::from([selector])));
        let made = tree.nodes().filter(|&node| {
            let [function, _] = refers_to(script, node);
            tree.is_list(node) && function == Some(constructor.function)
        });
        let cases = cases_of(script, tree.head(target.node)?).into_iter();
        let patterns = cases.filter_map(|case| tree.children(case).next());
        for list in made.chain(patterns.filter(|&p| tree.is_list(p))) {
            let parts: Vec<NodeId> = tree.children(list).collect();
            match (parts.as_slice(), parts.get(place)) {
                // Without its only argument it stands alone.
                (&[head, _], Some(_)) => {
                    edits.extend(Edit::keep_only(tree.range(list), tree.range(head)));
                }
                (_, Some(argument)) => edits.push(Edit::delete(tree.range(*argument))),
                (_, None) => {}
            }
        }
        Some(without_nested(edits))
    }
}
