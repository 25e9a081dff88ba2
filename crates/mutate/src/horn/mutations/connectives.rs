//! Members of conjunctions and disjunctions, moved about.

use super::super::mutation::{Choose, HornStep, Mutation};
use super::super::system::{Clause, Literal, System};
use super::super::term::Term;
use super::{in_some_clause, replaced};
use crate::rng::Rng;
use std::sync::Arc;

/// Two members of a conjunction change places: conjunction is commutative.
pub const SWAP_AND: Mutation = Mutation {
    name: "swap-and",
    keeps: "conjunction is commutative",
    choose: Choose::Step(|system, _, rng| swap(system, "swap-and", "and", rng)),
    apply: |system, step| edit(system, step, "and", |members, step| swapped(members, step)),
};

/// Two members of a disjunction change places: disjunction is commutative.
pub const SWAP_OR: Mutation = Mutation {
    name: "swap-or",
    keeps: "disjunction is commutative",
    choose: Choose::Step(|system, _, rng| swap(system, "swap-or", "or", rng)),
    apply: |system, step| edit(system, step, "or", |members, step| swapped(members, step)),
};

/// A member of a conjunction is repeated: conjunction is idempotent.
pub const DUP_AND: Mutation = Mutation {
    name: "dup-and",
    keeps: "conjunction is idempotent",
    choose: Choose::Step(|system, _, rng| {
        in_some_clause(system, rng, |clause, rng| {
            let (place, members) = *rng.pick(&places(clause, "and", 1))?;
            let (member, to) = (rng.below(members), rng.below(members + 1));
            Some(step(system, "dup-and", clause, place).numbers([member, to]))
        })
    }),
    apply: |system, step| {
        edit(system, step, "and", |members, step| {
            let member = members.get(step.number(3)?)?.clone();
            // What grows by half of itself with each step is soon too large.
            const LONGEST: usize = 4000;
            let to = step.number(4).filter(|&to| to <= members.len())?;
            (member.text().len() <= LONGEST).then(|| members.insert(to, member))
        })
    },
};

/// Some members of a conjunction become a conjunction of their own: conjunction is associative.
/// In a body only constraints do, so that predicates stay where all solvers look for them.
pub const BREAK_AND: Mutation = Mutation {
    name: "break-and",
    keeps: "conjunction is associative",
    choose: Choose::Step(|system, _, rng| {
        in_some_clause(system, rng, |clause, rng| {
            let (place, members) = *rng.pick(&places(clause, "and", 3))?;
            let length = 2 + rng.below(members - 2);
            let start = rng.below(members - length + 1);
            Some(step(system, "break-and", clause, place).numbers([start, length]))
        })
    }),
    apply: |system, step| {
        edit(system, step, "and", |members, step| {
            let (start, length) = (step.number(3)?, step.number(4)?);
            let end = start.checked_add(length)?;
            if length < 2 || length >= members.len() {
                return None;
            }
            let group = members.get(start..end)?;
            let texts: Option<Vec<&str>> = group.iter().map(Member::constraint).collect();
            let text = format!("(and {})", texts?.join(" "));
            let group = Member::Literal(Literal::Constraint(Term::parse(&text)?));
            members.splice(start..end, [group]);
            Some(())
        })
    },
};

/// In the place of a literal: the body itself.
const BODY: usize = u32::MAX as usize;

/// A conjunction or disjunction of a clause: which literal, and which node of it.
type Place = (usize, usize);

/// Where an operator joins at least so many members, with the number of them.
fn places(clause: &Clause, operator: &str, least: usize) -> Vec<(Place, usize)> {
    let mut places = Vec::new();
    let length = clause.body().len();
    if operator == "and" && length >= least.max(1) {
        places.push(((BODY, 0), length));
    }
    for (literal, term) in clause.body().iter().enumerate() {
        let Some(term) = term.constraint() else {
            continue;
        };
        for node in 0..term.len() {
            if term.is_application(node, operator) {
                let members = term.arguments(node).count();
                if members >= least {
                    places.push(((literal, node), members));
                }
            }
        }
    }
    places
}

fn step(system: &System, name: &'static str, clause: &Clause, (literal, node): Place) -> HornStep {
    HornStep::new(name, system).numbers([clause.id() as usize, literal, node])
}

fn swap(system: &System, name: &'static str, operator: &str, rng: &mut Rng) -> Option<HornStep> {
    in_some_clause(system, rng, |clause, rng| {
        let (place, members) = *rng.pick(&places(clause, operator, 2))?;
        let first = rng.below(members);
        let second = (first + 1 + rng.below(members - 1)) % members;
        Some(step(system, name, clause, place).numbers([first, second]))
    })
}

fn swapped(members: &mut [Member], step: &HornStep) -> Option<()> {
    let (first, second) = (step.number(3)?, step.number(4)?);
    (first.max(second) < members.len()).then(|| members.swap(first, second))
}

/// A member of a conjunction or disjunction.
#[derive(Clone)]
enum Member {
    /// Of a body.
    Literal(Literal),
    /// Of a formula inside of a constraint.
    Text(Arc<str>),
}

impl Member {
    fn text(&self) -> &str {
        match self {
            Self::Literal(Literal::Application(application)) => &application.predicate,
            Self::Literal(Literal::Constraint(term)) => term.text(),
            Self::Text(text) => text,
        }
    }

    /// The text, if there are no predicates in it.
    fn constraint(&self) -> Option<&str> {
        match self {
            Self::Literal(Literal::Application(_)) => None,
            _ => Some(self.text()),
        }
    }
}

/// Changes the members of the conjunction or disjunction that a step names.
fn edit(
    system: &System,
    step: &HornStep,
    operator: &str,
    change: impl Fn(&mut Vec<Member>, &HornStep) -> Option<()>,
) -> Option<System> {
    let (place, clause) = system.clause(step.id()?)?;
    let (literal, node) = (step.number(1)?, step.number(2)?);
    let mut body = clause.body().to_vec();
    if literal == BODY {
        if operator != "and" {
            return None;
        }
        let mut members: Vec<Member> = body.into_iter().map(Member::Literal).collect();
        change(&mut members, step)?;
        let literals = members.into_iter().filter_map(|member| match member {
            Member::Literal(literal) => Some(literal),
            Member::Text(_) => None,
        });
        return Some(replaced(
            system,
            place,
            [clause.with_body(literals.collect())],
        ));
    }
    let changed = body.get_mut(literal)?;
    let term = changed.constraint()?;
    if !term.is_application(node, operator) {
        return None;
    }
    let members = term
        .arguments(node)
        .map(|n| Member::Text(term.source(n).into()));
    let mut members: Vec<Member> = members.collect();
    change(&mut members, step)?;
    let mut text = format!("({operator}");
    for member in &members {
        text.push(' ');
        text.push_str(member.text());
    }
    text.push(')');
    *changed = Literal::Constraint(term.replaced(node, &text)?);
    Some(replaced(system, place, [clause.with_body(body)]))
}
