//! `(= x t)` taken as what `x` is: it goes, and `t` stands wherever `x` did.

use crate::current::Current;
use crate::edit::{Edit, Edits};
use crate::pass::{Pass, Target, Use};
use hashbrown::HashMap;
use smt::{DeclId, DeclKind, Function, NodeId, Script, Sym, TermKind};

/// Declared constants replaced by what they are said to equal.
pub struct Solve;

/// The constant of the script's own that a node is.
fn constant(script: &Script, node: NodeId) -> Option<DeclId> {
    let term = script.term_at(node)?;
    match script.terms.function(term) {
        Function::Declared(d)
            if script.terms.kind(term) == TermKind::Symbol
                && script.declarations.kind(d) == DeclKind::Function =>
        {
            Some(d)
        }
        _ => None,
    }
}

/// The other side of an equality that has the constant on one.
fn other_side(script: &Script, equality: NodeId, constant: NodeId) -> Option<NodeId> {
    let sides: Vec<NodeId> = script.tree.children(equality).skip(1).collect();
    match *sides.as_slice() {
        [a, b] if a == constant => Some(b),
        [a, b] if b == constant => Some(a),
        _ => None,
    }
}

impl Pass for Solve {
    fn name(&self) -> &'static str {
        "equalities"
    }

    fn use_if(&self) -> Use {
        Use::Typed
    }

    fn targets(&self, current: &Current, min_bytes: usize) -> Vec<Target> {
        let Some(script) = current.script().filter(|_| min_bytes == 0) else {
            return Vec::new();
        };
        let tree = &script.tree;
        let mut targets = Vec::new();
        for node in tree.nodes() {
            let sides: Vec<NodeId> = tree.children(node).take(4).collect();
            let &[_, a, b] = sides.as_slice() else {
                continue;
            };
            let equality = super::operators::operator(script, node);
            if equality.is_none_or(|(name, _)| name != "=") {
                continue;
            }
            let sides = [a, b].into_iter();
            let constants = sides.filter(|&side| constant(script, side).is_some());
            targets.extend(constants.map(|side| Target::pair(node, side)));
        }
        targets
    }

    fn step(&self, _: &Current, _: Target, _: usize) -> Option<Vec<Edit>> {
        None
    }

    fn steps(&self, current: &Current, targets: &[Target], variant: usize) -> Option<Edits> {
        let script = current.script().filter(|_| variant == 0)?;
        let tree = &script.tree;
        let mut texts: HashMap<DeclId, &[u8]> = HashMap::new();
        let mut edits = Edits::default();
        for target in targets {
            let (Some(solved), Some(other)) = (
                constant(script, target.other),
                other_side(script, target.node, target.other),
            ) else {
                continue;
            };
            // What is said to equal itself, or something else too, is left for later.
            let speaks_of_it = tree
                .below(other)
                .any(|n| constant(script, n) == Some(solved));
            let parent = current.parent(target.node);
            let edit = match tree.head(parent) == Some(Sym::ASSERT) {
                true => Edit::delete(tree.range(parent)),
                false => Edit::replace(tree.range(target.node), *b"true"),
            };
            if !speaks_of_it && !texts.contains_key(&solved) && edits.add(vec![edit]) {
                texts.insert(solved, tree.source(other));
            }
        }
        let mut longer: usize = 0;
        for node in tree.nodes() {
            if let Some(text) = constant(script, node).and_then(|d| texts.get(&d)) {
                longer += text.len();
                // What makes the script longer is not worth making.
                if longer > 2 * current.bytes().len() {
                    return Some(Edits::default());
                }
                edits.add(vec![Edit::replace(tree.range(node), *text)]);
            }
        }
        Some(edits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let current = Current::new(text.as_bytes().to_vec(), true);
        let targets = Solve.targets(&current, 0);
        let edits = Solve.steps(&current, &targets, 0).unwrap();
        let text = edits.apply(current.bytes());
        let shown = String::from_utf8_lossy(&text);
        assert!(smt::same_tokens(&text, expected.as_bytes()), "{shown}");
    }

    #[test]
    fn constants_are_what_they_equal() {
        check(
            "(declare-const x Int)(declare-const y Int)(assert (= x (* y y)))(assert (< 7 x (+ x y)))",
            "(declare-const x Int)(declare-const y Int)(assert (< 7 (* y y) (+ (* y y) y)))",
        );
    }

    #[test]
    fn equalities_inside_of_others_become_true() {
        check(
            "(declare-const x Int)(assert (and (= 3 x) (> x 0)))",
            "(declare-const x Int)(assert (and true (> 3 0)))",
        );
    }

    #[test]
    fn what_equals_something_with_itself_in_it_stays() {
        let text = "(declare-const x Int)(assert (= x (+ x 1)))";
        check(text, text);
    }
}
