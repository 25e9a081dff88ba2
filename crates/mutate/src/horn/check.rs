//! The shape of Horn clauses that every solver takes.

use super::error::NotHorn;
use super::read::Shapes;
use super::system::System;
use smt::{NodeId, Tree};

/// Whether a script is a system of Horn clauses in the shape that z3's `HORN` logic and other Horn
/// solvers take: each assertion or rule is at most one universal quantifier around an arrow, or around
/// a head alone; predicates stand in conjunctions on its left, however nested, or alone on its right,
/// where else there is `false`.
///
/// # Errors
/// If it is not, and why. What [`System::read`] refuses is refused here.
pub fn is_horn(text: &[u8]) -> Result<(), NotHorn> {
    System::read(text)?;
    let tree = Tree::parse(text).map_err(|e| NotHorn::Unreadable(e.to_string()))?;
    let shapes = Shapes::new(&tree)?;
    for command in tree.commands() {
        let formula = tree.children(command).nth(1);
        if let ("assert" | "rule", Some(formula)) = (shapes.word(command), formula) {
            clause(&tree, &shapes, formula)?;
        }
    }
    Ok(())
}

fn clause(tree: &Tree, shapes: &Shapes<'_>, formula: NodeId) -> Result<(), NotHorn> {
    let mut inner = formula;
    if tree.is_list(inner) && shapes.word(inner) == "forall" {
        inner = tree.children(inner).nth(2).unwrap_or(inner);
    }
    let parts: Vec<NodeId> = tree.children(inner).collect();
    let (body, head) = match (shapes.word(inner), &parts[..]) {
        ("=>", [_, body, head]) => (Some(*body), *head),
        ("=>", _) => return Err(NotHorn::Shape("an arrow has two sides")),
        _ => (None, inner),
    };
    if !shapes.is_application(head) && shapes.word(head) != "false" {
        return Err(NotHorn::Shape("the head is a predicate or false"));
    }
    let mut conjuncts: Vec<NodeId> = body.into_iter().collect();
    while let Some(conjunct) = conjuncts.pop() {
        if !shapes.has_predicates(conjunct) || shapes.is_application(conjunct) {
            continue;
        }
        if shapes.word(conjunct) != "and" {
            return Err(NotHorn::PredicateUnder(shapes.word(conjunct).to_owned()));
        }
        conjuncts.extend(tree.children(conjunct).skip(1));
    }
    Ok(())
}
