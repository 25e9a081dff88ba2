//! Clauses split, merged, repeated and moved.

use super::super::mutation::{Choose, HornStep, Mutation};
use super::super::sorts::open_nodes;
use super::super::system::{Application, Clause, Literal, System, Variable};
use super::super::term::Term;
use super::{having_used, in_some_clause, inserted, renamed_apart, replaced};
use crate::rng::Rng;
use std::fmt::Write;
use std::sync::Arc;

/// A clause becomes two: one for some members of a disjunction in its body and one for the others, or
/// one in which a formula holds and one in which it does not. Together they are equivalent to it.
pub const SPLIT_CLAUSE: Mutation = Mutation {
    name: "split-clause",
    keeps: "a clause is equivalent to its two cases",
    choose: Choose::Step(|system, _, rng| {
        in_some_clause(system, rng, |clause, rng| {
            let step = HornStep::new("split-clause", system).numbers([clause.id() as usize]);
            match rng.below(3) {
                0 => {
                    let body = clause.body().iter().enumerate();
                    let mut places: Vec<(usize, usize)> = Vec::new();
                    for (literal, term) in body {
                        let or = term.constraint().filter(|t| t.is_application(0, "or"));
                        let members = or.map_or(0, |term| term.arguments(0).count());
                        places.extend((1..members).map(|member| (literal, member)));
                    }
                    let &(literal, member) = rng.pick(&places)?;
                    Some(step.numbers([ON_DISJUNCTION, literal, member]))
                }
                1 => {
                    let (literal, node) = pick_atom(clause, rng)?;
                    Some(step.numbers([ON_ATOM, literal, node]))
                }
                _ => {
                    let variables = clause.variables();
                    let first = rng.below(variables.len());
                    let sort = &variables.get(first)?.sort;
                    let same = (0..variables.len())
                        .filter(|&place| place != first)
                        .filter(|&place| variables.get(place).is_some_and(|v| v.sort == *sort));
                    let second = *rng.pick(&same.collect::<Vec<_>>())?;
                    Some(step.numbers([ON_EQUALITY, first, second]))
                }
            }
        })
    }),
    apply: split,
};

const ON_DISJUNCTION: usize = 0;
const ON_ATOM: usize = 1;
const ON_EQUALITY: usize = 2;

/// Applications of these are formulas, whatever they are about.
const COMPARISONS: &[&str] = &[
    "=", "<", "<=", ">", ">=", "distinct", "not", "bvult", "bvule", "bvugt", "bvuge", "bvslt",
    "bvsle", "bvsgt", "bvsge",
];

/// An atom of a constraint that can stand in the body by itself.
fn pick_atom(clause: &Clause, rng: &mut Rng) -> Option<(usize, usize)> {
    let literal = rng.below(clause.body().len());
    let term = clause.body().get(literal)?.constraint()?;
    let is_atom = |&node: &usize| term.is_list(node) && COMPARISONS.contains(&term.head(node));
    let atoms: Vec<usize> = open_nodes(term).filter(is_atom).collect();
    Some((literal, *rng.pick(&atoms)?))
}

fn split(system: &System, step: &HornStep) -> Option<System> {
    let (place, clause) = system.clause(step.id()?)?;
    let mut names = step.names(system)?;
    let (first, second) = (step.number(2)?, step.number(3)?);
    let (mut yes, mut no) = (clause.body().to_vec(), clause.body().to_vec());
    match step.number(1)? {
        ON_DISJUNCTION => {
            let term = clause.body().get(first)?.constraint()?;
            let members: Vec<&str> = term.arguments(0).map(|n| term.source(n)).collect();
            if !term.is_application(0, "or") || second == 0 || second >= members.len() {
                return None;
            }
            let (left, right) = members.split_at(second);
            *yes.get_mut(first)? = Literal::Constraint(any(left)?);
            *no.get_mut(first)? = Literal::Constraint(any(right)?);
        }
        ON_ATOM => {
            let term = clause.body().get(first)?.constraint()?;
            let is_open = open_nodes(term).any(|node| node == second);
            if !is_open || !term.is_list(second) || !COMPARISONS.contains(&term.head(second)) {
                return None;
            }
            let atom = term.source(second);
            yes.push(Literal::Constraint(Term::parse(atom)?));
            no.push(Literal::Constraint(Term::parse(&format!("(not {atom})"))?));
        }
        ON_EQUALITY => {
            let (a, b) = (
                clause.variables().get(first)?,
                clause.variables().get(second)?,
            );
            if a.sort != b.sort {
                return None;
            }
            let (a, b) = (&a.name, &b.name);
            yes.push(Literal::Constraint(Term::parse(&format!("(= {a} {b})"))?));
            no.push(Literal::Constraint(Term::parse(&format!(
                "(not (= {a} {b}))"
            ))?));
        }
        _ => return None,
    }
    let variables = clause.variables().to_vec();
    let other = Clause::new(names.number(), variables, no, clause.head().cloned());
    let mutant = replaced(system, place, [clause.with_body(yes), other]);
    Some(having_used(mutant, &names))
}

fn any(members: &[&str]) -> Option<Arc<Term>> {
    match members {
        [one] => Term::parse(one),
        several => Term::parse(&format!("(or {})", several.join(" "))),
    }
}

/// Two clauses with the same head predicate, and the same predicates in their bodies, become one. All
/// predicates are applied to new variables, and a disjunction says that these are what the one clause
/// has there together with its constraints, or the same of the other.
pub const MERGE_CLAUSES: Mutation = Mutation {
    name: "merge-clauses",
    keeps: "two clauses are equivalent to one whose body is the disjunction of theirs",
    choose: Choose::Step(|system, _, rng| {
        in_some_clause(system, rng, |clause, rng| {
            let others = system.clauses.iter().filter(|other| {
                other.id() != clause.id()
                    && pairing(clause, other).is_some()
                    && clause.text().len() + other.text().len() <= LONGEST_MERGED
            });
            let others: Vec<&Arc<Clause>> = others.collect();
            let other = rng.pick(&others)?;
            let step = HornStep::new("merge-clauses", system);
            Some(step.numbers([clause.id() as usize, other.id() as usize]))
        })
    }),
    apply: merge,
};

/// Merged clauses are merged again, so there is an end to it.
const LONGEST_MERGED: usize = 8000;

/// For each predicate applied in the one body, the one of the other that it is matched with. Nothing if
/// they are not the same predicates, or the heads are not.
fn pairing(one: &Clause, other: &Clause) -> Option<Vec<usize>> {
    let name = |application: &Application| application.predicate.clone();
    if one.head().map(name) != other.head().map(name) {
        return None;
    }
    let mut left: Vec<Option<&Application>> = other.applications().map(Some).collect();
    let mut pairs = Vec::new();
    for application in one.applications() {
        let found = left
            .iter()
            .position(|a| a.is_some_and(|a| a.predicate == application.predicate))?;
        *left.get_mut(found)? = None;
        pairs.push(found);
    }
    left.iter().all(Option::is_none).then_some(pairs)
}

fn merge(system: &System, step: &HornStep) -> Option<System> {
    let mut names = step.names(system)?;
    let (place, one) = system.clause(step.id()?)?;
    let (removed, other) = system.clause(*step.numbers.get(1)?)?;
    if place == removed {
        return None;
    }
    let other = renamed_apart(other, other.id(), &mut names);
    let pairs = pairing(one, &other)?;
    let mut variables = one.variables().to_vec();
    let (mut first, mut second) = (String::from("(and"), String::from("(and"));
    // What the two apply a predicate to becomes new variables, one for each argument.
    let mut abstracted = |one: &Application, other: &Application| -> Option<Application> {
        let predicate = system.predicate(&one.predicate)?;
        let mut arguments = Vec::new();
        let both = one.arguments.iter().zip(&other.arguments);
        for ((left, right), sort) in both.zip(&predicate.sorts) {
            let name = names.name();
            let _ = write!(first, " (= {name} {})", left.text());
            let _ = write!(second, " (= {name} {})", right.text());
            arguments.push(Term::parse(&name)?);
            let sort = sort.clone();
            variables.push(Variable { name, sort });
        }
        Some(Application {
            predicate: one.predicate.clone(),
            arguments,
        })
    };
    let others: Vec<&Application> = other.applications().collect();
    let mut body = Vec::new();
    for (application, pair) in one.applications().zip(pairs) {
        let applied = abstracted(application, others.get(pair)?)?;
        body.push(Literal::Application(applied));
    }
    let head = match (one.head(), other.head()) {
        (Some(one), Some(other)) => Some(abstracted(one, other)?),
        _ => None,
    };
    for (text, clause) in [(&mut first, &**one), (&mut second, &*other)] {
        for constraint in clause.constraints() {
            let _ = write!(text, " {}", constraint.text());
        }
        match &text[..] {
            "(and" => *text = "true".to_owned(),
            _ => text.push(')'),
        }
    }
    body.push(Literal::Constraint(Term::parse(&format!(
        "(or {first} {second})"
    ))?));
    variables.extend_from_slice(other.variables());
    let merged = Clause::new(one.id(), variables, body, head);
    let mut clauses = system.clauses.clone();
    *clauses.get_mut(place)? = merged;
    clauses.remove(removed);
    Some(having_used(system.with_clauses(clauses), &names))
}

/// A clause is there twice, once with other variables. It says the same twice.
pub const DUPLICATE_CLAUSE: Mutation = Mutation {
    name: "duplicate-clause",
    keeps: "conjunction is idempotent, and bound variables can be renamed",
    choose: Choose::Step(|system, _, rng| {
        let clause = rng.pick(&system.clauses)?;
        let place = rng.below(system.clauses.len() + 1);
        let step = HornStep::new("duplicate-clause", system);
        Some(step.numbers([clause.id() as usize, place]))
    }),
    apply: |system, step| {
        let mut names = step.names(system)?;
        let (_, clause) = system.clause(step.id()?)?;
        let id = names.number();
        let copy = renamed_apart(clause, id, &mut names);
        let mutant = inserted(system, step.number(1)?, copy);
        Some(having_used(mutant, &names))
    },
};

/// Two clauses change places.
pub const REORDER_CLAUSES: Mutation = Mutation {
    name: "reorder-clauses",
    keeps: "the order of assertions means nothing",
    choose: Choose::Step(|system, _, rng| {
        let (one, other) = (rng.pick(&system.clauses)?, rng.pick(&system.clauses)?);
        let ids = [one.id() as usize, other.id() as usize];
        let step = HornStep::new("reorder-clauses", system).numbers(ids);
        (one.id() != other.id()).then_some(step)
    }),
    apply: |system, step| {
        let (one, _) = system.clause(step.id()?)?;
        let (other, _) = system.clause(*step.numbers.get(1)?)?;
        let mut clauses = system.clauses.clone();
        clauses.swap(one, other);
        Some(system.with_clauses(clauses))
    },
};
