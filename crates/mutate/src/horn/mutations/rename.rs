//! Other names.

use super::super::mutation::{Choose, HornStep, Mutation};
use super::super::system::{Application, Clause, Literal, PREFIX, Predicate, System};
use super::{having_used, renamed_apart, replaced};
use std::sync::Arc;

/// A predicate has another name everywhere, or a clause other variables. Names mean nothing, as long as
/// different things have different ones.
pub const RENAME: Mutation = Mutation {
    name: "rename",
    keeps: "names mean nothing",
    choose: Choose::Step(|system, _, rng| {
        let step = HornStep::new("rename", system);
        match rng.chance(1, 2) {
            true => {
                let predicate = rng.pick(&system.predicates)?;
                let style = rng.below(STYLES.len());
                Some(step.numbers([style]).texts([&*predicate.name]))
            }
            false => {
                let clause = rng.pick(&system.clauses)?;
                let step = step.numbers([clause.id() as usize]);
                (!clause.variables().is_empty()).then_some(step)
            }
        }
    }),
    apply: |system, step| {
        let mut names = step.names(system)?;
        let Some(name) = step.text(0) else {
            let (place, clause) = system.clause(step.id()?)?;
            let clause = renamed_apart(clause, clause.id(), &mut names);
            return Some(having_used(replaced(system, place, [clause]), &names));
        };
        let predicate = system.predicate(name)?;
        let (start, end) = STYLES.get(step.number(0)?)?;
        let new = format!("{start}{PREFIX}{}{end}", names.number()).into();
        Some(having_used(renamed(system, predicate, &new), &names))
    },
};

/// What stands around the number of a name: plain and quoted ones.
const STYLES: &[(&str, &str)] = &[
    ("", ""),
    ("", "_main@entry.split"),
    ("|", " (x) |"),
    ("|", "#[0]|"),
];

fn renamed(system: &System, predicate: &Arc<Predicate>, new: &Arc<str>) -> System {
    let is_it = |application: &Application| application.predicate == predicate.name;
    let called = |application: &Application| Application {
        predicate: match is_it(application) {
            true => new.clone(),
            false => application.predicate.clone(),
        },
        arguments: application.arguments.clone(),
    };
    let clauses = system.clauses.iter().map(|clause| {
        if !clause.applications().chain(clause.head()).any(is_it) {
            return clause.clone();
        }
        let body = clause.body().iter().map(|literal| match literal {
            Literal::Application(application) => Literal::Application(called(application)),
            Literal::Constraint(term) => Literal::Constraint(term.clone()),
        });
        let head = clause.head().map(called);
        Clause::new(
            clause.id(),
            clause.variables().to_vec(),
            body.collect(),
            head,
        )
    });
    let mut mutant = system.with_clauses(clauses.collect());
    for known in &mut mutant.predicates {
        if known.name == predicate.name {
            *known = Arc::new(Predicate {
                name: new.clone(),
                sorts: predicate.sorts.clone(),
            });
        }
    }
    mutant
}
