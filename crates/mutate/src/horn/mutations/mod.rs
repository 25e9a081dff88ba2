//! The mutations, a file for each kind, and what they have in common.

pub(super) mod approximate;
pub(super) mod arguments;
pub(super) mod clauses;
pub(super) mod connectives;
pub(super) mod inequalities;
pub(super) mod inline;
pub(super) mod parameter;
pub(super) mod rename;
pub(super) mod rules;
pub(super) mod simplify;
pub(super) mod stock;
pub(super) mod variables;

use super::substitute::{Names, Substitution, substitute};
use super::system::{Application, Clause, Literal, System, Variable};
use super::term::Term;
use crate::rng::Rng;
use std::sync::Arc;

/// How often a mutation looks for a place before it gives up.
const ATTEMPTS: usize = 6;

/// What `find` finds in one of a few clauses.
fn in_some_clause<T>(
    system: &System,
    rng: &mut Rng,
    mut find: impl FnMut(&Arc<Clause>, &mut Rng) -> Option<T>,
) -> Option<T> {
    (0..ATTEMPTS).find_map(|_| {
        let clause = rng.pick(&system.clauses)?;
        find(clause, rng)
    })
}

/// The system with one clause replaced by others. The first stays at its place, the rest follow it.
fn replaced(system: &System, place: usize, by: impl IntoIterator<Item = Arc<Clause>>) -> System {
    let mut clauses = Vec::with_capacity(system.clauses.len() + 1);
    let before = system.clauses.get(..place).unwrap_or_default();
    clauses.extend_from_slice(before);
    clauses.extend(by);
    let after = system.clauses.get(place + 1..).unwrap_or_default();
    clauses.extend_from_slice(after);
    system.with_clauses(clauses)
}

/// The system with one more clause, at some place.
fn inserted(system: &System, place: usize, clause: Arc<Clause>) -> System {
    let mut clauses = Vec::with_capacity(system.clauses.len() + 1);
    clauses.extend_from_slice(&system.clauses);
    clauses.insert(place.min(clauses.len()), clause);
    system.with_clauses(clauses)
}

/// The system once those names have been given away.
fn having_used(mut system: System, names: &Names) -> System {
    system.fresh = system.fresh.max(names.next());
    system
}

fn substitute_all(terms: &[Arc<Term>], by: &Substitution, names: &mut Names) -> Vec<Arc<Term>> {
    let substituted = terms.iter().map(|term| substitute(term, by, names));
    substituted.collect()
}

fn substitute_application(
    application: &Application,
    by: &Substitution,
    names: &mut Names,
) -> Application {
    Application {
        predicate: application.predicate.clone(),
        arguments: substitute_all(&application.arguments, by, names),
    }
}

fn substitute_literal(literal: &Literal, by: &Substitution, names: &mut Names) -> Literal {
    match literal {
        Literal::Application(application) => {
            Literal::Application(substitute_application(application, by, names))
        }
        Literal::Constraint(term) => Literal::Constraint(substitute(term, by, names)),
    }
}

/// The same clause with new names for all its variables.
fn renamed_apart(clause: &Clause, id: u32, names: &mut Names) -> Arc<Clause> {
    let mut by = Substitution::default();
    let mut variables = Vec::new();
    for Variable { name, sort } in clause.variables() {
        let new = names.name();
        by.rename(name.clone(), new.clone());
        let sort = sort.clone();
        variables.push(Variable { name: new, sort });
    }
    let body = clause.body().iter();
    let body = body.map(|literal| substitute_literal(literal, &by, names));
    let body = body.collect();
    let head = clause.head();
    let head = head.map(|head| substitute_application(head, &by, names));
    Clause::new(id, variables, body, head)
}

/// A list of numbers below `length` in random order.
fn permutation(length: usize, rng: &mut Rng) -> Vec<usize> {
    let mut order: Vec<usize> = (0..length).collect();
    for place in (1..length).rev() {
        order.swap(place, rng.below(place + 1));
    }
    order
}

/// Things in the order of a permutation; nothing if it is none of that length.
fn permuted<T: Clone>(things: &[T], order: &[u32]) -> Option<Vec<T>> {
    let mut seen = vec![false; things.len()];
    for &place in order {
        let seen = seen.get_mut(place as usize)?;
        if std::mem::replace(seen, true) {
            return None;
        }
    }
    if order.len() != things.len() {
        return None;
    }
    let chosen = order
        .iter()
        .map(|&place| things.get(place as usize).cloned());
    chosen.collect()
}
