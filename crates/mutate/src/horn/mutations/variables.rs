//! The order of quantified variables.

use super::super::mutation::{Choose, HornStep, Mutation};
use super::super::system::Clause;
use super::{in_some_clause, permutation, permuted, replaced};

/// The variables of a clause are bound in another order. All are bound by one universal quantifier, so
/// their order means nothing.
pub const MIX_BOUND_VARS: Mutation = Mutation {
    name: "mix-bound-vars",
    keeps: "the order of variables under one quantifier means nothing",
    choose: Choose::Step(|system, _, rng| {
        in_some_clause(system, rng, |clause, rng| {
            let count = clause.variables().len();
            let order = permutation(count, rng);
            let step = HornStep::new("mix-bound-vars", system).numbers([clause.id() as usize]);
            (count > 1 && !order.is_sorted()).then(|| step.numbers(order))
        })
    }),
    apply: |system, step| {
        let (place, clause) = system.clause(step.id()?)?;
        let variables = permuted(clause.variables(), step.numbers.get(1..)?)?;
        let (body, head) = (clause.body().to_vec(), clause.head().cloned());
        let clause = Clause::new(clause.id(), variables, body, head);
        Some(replaced(system, place, [clause]))
    },
};
