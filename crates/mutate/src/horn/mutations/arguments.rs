//! The arguments of predicates.

use super::super::mutation::{Choose, HornStep, Mutation};
use super::super::system::{Application, Clause, Literal, Predicate, System};
use super::{permutation, permuted};
use std::sync::Arc;

/// The arguments of a predicate are in another order, everywhere. An interpretation of the one gives one
/// of the other.
pub const PERMUTE_ARGUMENTS: Mutation = Mutation {
    name: "permute-arguments",
    keeps: "interpretations are the same but for the order of arguments",
    choose: Choose::Step(|system, _, rng| {
        let predicate = rng.pick(&system.predicates)?;
        let order = permutation(predicate.sorts.len(), rng);
        let step = HornStep::new("permute-arguments", system).texts([&*predicate.name]);
        (!order.is_sorted()).then(|| step.numbers(order))
    }),
    apply: |system, step| {
        let predicate = system.predicate(step.text(0)?)?;
        let sorts = permuted(&predicate.sorts, &step.numbers)?;
        everywhere(system, predicate, sorts, |application| {
            permuted(&application.arguments, &step.numbers)
        })
    },
};

/// A predicate has one of its arguments twice, everywhere. It can be interpreted as the old one, whatever
/// the copy is; and the old one as the new one with twice the same.
pub const DUPLICATE_ARGUMENT: Mutation = Mutation {
    name: "duplicate-argument",
    keeps: "the copy is the same wherever the predicate is derived or used",
    choose: Choose::Step(|system, _, rng| {
        const MOST: usize = 40;
        let predicate = rng.pick(&system.predicates)?;
        let count = predicate.sorts.len();
        let step = HornStep::new("duplicate-argument", system).texts([&*predicate.name]);
        let chosen = [rng.below(count), rng.below(count + 1)];
        ((1..MOST).contains(&count)).then(|| step.numbers(chosen))
    }),
    apply: |system, step| {
        let (which, to) = (step.number(0)?, step.number(1)?);
        let predicate = system.predicate(step.text(0)?)?;
        let sorts = repeated(&predicate.sorts, which, to)?;
        everywhere(system, predicate, sorts, |application| {
            repeated(&application.arguments, which, to)
        })
    },
};

fn repeated<T: Clone>(things: &[T], which: usize, to: usize) -> Option<Vec<T>> {
    let mut things = things.to_vec();
    let thing = things.get(which)?.clone();
    (to <= things.len()).then(|| things.insert(to, thing))?;
    Some(things)
}

/// The system with a predicate of other sorts, and other arguments wherever it is applied.
fn everywhere(
    system: &System,
    predicate: &Arc<Predicate>,
    sorts: Vec<Arc<str>>,
    change: impl Fn(&Application) -> Option<Vec<Arc<super::super::term::Term>>>,
) -> Option<System> {
    let is_it = |application: &Application| application.predicate == predicate.name;
    let changed = |application: &Application| -> Option<Application> {
        Some(Application {
            predicate: application.predicate.clone(),
            arguments: change(application)?,
        })
    };
    let mut clauses = Vec::with_capacity(system.clauses.len());
    for clause in &system.clauses {
        if !clause.applications().chain(clause.head()).any(is_it) {
            clauses.push(clause.clone());
            continue;
        }
        let mut body = clause.body().to_vec();
        for literal in &mut body {
            if let Literal::Application(application) = literal
                && is_it(application)
            {
                *application = changed(application)?;
            }
        }
        let head = match clause.head() {
            Some(head) if is_it(head) => Some(changed(head)?),
            head => head.cloned(),
        };
        clauses.push(Clause::new(
            clause.id(),
            clause.variables().to_vec(),
            body,
            head,
        ));
    }
    let mut mutant = system.with_clauses(clauses);
    for known in &mut mutant.predicates {
        if known.name == predicate.name {
            *known = Arc::new(Predicate {
                name: predicate.name.clone(),
                sorts: sorts.clone(),
            });
        }
    }
    Some(mutant)
}
