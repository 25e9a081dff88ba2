//! Clauses that derive nothing.

use super::super::mutation::{Choose, HornStep, Mutation};
use super::super::read::clause_of;
use super::super::substitute::Names;
use super::super::system::{Application, Clause, Literal, Predicate, System, Variable};
use super::super::term::Term;
use super::stock::{Unsatisfiable, sorts, unsatisfiable};
use super::{having_used, inserted};
use crate::rng::Rng;
use std::sync::Arc;

/// A new clause with at most one predicate in a body that nothing satisfies. It holds however predicates
/// are interpreted.
pub const ADD_LIN_RULE: Mutation = Mutation {
    name: "add-lin-rule",
    keeps: "a clause whose body is unsatisfiable holds under every interpretation",
    choose: Choose::Mutant(|system, _, rng| {
        let mut names = Names::new(system.fresh);
        if rng.chance(1, 4)
            && let Some(clause) = contradicted(system, rng)
        {
            return made(
                step("add-lin-rule", system, &clause, &names, rng),
                system,
                &clause,
                None,
            );
        }
        let head = rng.pick(&system.predicates).filter(|_| rng.chance(7, 8));
        let mut variables = Vec::new();
        let head = head.map(|predicate| apply(predicate, &mut variables, &mut names, rng));
        let mut body = Vec::new();
        if rng.chance(1, 2)
            && let Some(predicate) = rng.pick(&system.predicates)
        {
            let applied = apply(predicate, &mut variables, &mut names, rng);
            body.push(Literal::Application(applied));
        }
        let Unsatisfiable {
            variables: more,
            constraints,
        } = unsatisfiable(system, &variables, &mut names, rng)?;
        variables.extend(more);
        for constraint in constraints {
            let place = rng.below(body.len() + 1);
            body.insert(place, Literal::Constraint(constraint));
        }
        let clause = Clause::new(0, variables, body, head);
        made(
            step("add-lin-rule", system, &clause, &names, rng),
            system,
            &clause,
            None,
        )
    }),
    apply: |system, step| add(system, step, None),
};

/// A new clause whose body has `x1 > x2 > .. > xn > x1`, each with a predicate between. No numbers are
/// like that, so the body is unsatisfiable and the clause holds however predicates are interpreted.
pub const ADD_NONLIN_RULE: Mutation = Mutation {
    name: "add-nonlin-rule",
    keeps: "no numbers are greater than each other in a circle, so the body is unsatisfiable",
    choose: Choose::Mutant(|system, _, rng| {
        const LONGEST: usize = 10;
        let mut names = Names::new(system.fresh);
        let predicate = rng.pick(&system.predicates)?;
        let mut variables: Vec<Variable> = Vec::new();
        for _ in 0..1 + rng.below(LONGEST) {
            let name = names.name();
            let sort = "Int".into();
            variables.push(Variable { name, sort });
        }
        let circle: Vec<Arc<str>> = variables.iter().map(|v| v.name.clone()).collect();
        // One argument list of its own for the predicate; the others are drawn from all variables.
        for sort in &predicate.sorts {
            let (name, sort) = (names.name(), sort.clone());
            variables.push(Variable { name, sort });
        }
        let choices = choices(predicate, &variables);
        let mut body = Vec::new();
        for (place, greater) in circle.iter().enumerate() {
            let less = circle.get(place + 1).or(circle.first())?;
            let inequality = Term::parse(&format!("(> {greater} {less})"))?;
            body.push(Literal::Constraint(inequality));
            body.push(Literal::Application(draw(predicate, &choices, rng)?));
        }
        let head = draw(predicate, &choices, rng)?;
        let clause = Clause::new(0, variables, body, Some(head));
        made(
            step("add-nonlin-rule", system, &clause, &names, rng),
            system,
            &clause,
            None,
        )
    }),
    apply: |system, step| add(system, step, None),
};

/// A new clause that needs a new predicate, which nothing derives. Where the new predicate is
/// interpreted as false the clause holds, and nothing else speaks of it.
pub const DEAD_CLAUSE: Mutation = Mutation {
    name: "dead-clause",
    keeps: "the body needs a predicate that nothing derives",
    choose: Choose::Mutant(|system, _, rng| {
        let mut names = Names::new(system.fresh);
        let dead = names.name();
        // Half of them are a clause of the system with one condition more.
        let old = rng.pick(&system.clauses).filter(|_| rng.chance(1, 2));
        let (mut variables, mut body, mut head) = (Vec::new(), Vec::new(), None);
        match old {
            Some(clause) => {
                variables = clause.variables().to_vec();
                body = clause.body().to_vec();
                head = clause.head().cloned();
            }
            None => {
                let predicate = rng.pick(&system.predicates).filter(|_| rng.chance(3, 4));
                if let Some(predicate) = predicate {
                    head = Some(apply(predicate, &mut variables, &mut names, rng));
                }
            }
        }
        let known = sorts(system, rng);
        let mut arguments = Vec::new();
        for _ in 0..rng.below(4) {
            let variable = match rng.pick(&variables) {
                Some(variable) if rng.chance(2, 3) => variable.clone(),
                _ => {
                    let name = names.name();
                    let sort = rng.pick(&known).cloned().unwrap_or("Int".into());
                    variables.push(Variable { name, sort });
                    variables.last()?.clone()
                }
            };
            arguments.push(variable);
        }
        let terms = arguments.iter().filter_map(|v| Term::parse(&v.name));
        let applied = Application {
            predicate: dead.clone(),
            arguments: terms.collect(),
        };
        let place = rng.below(body.len() + 1);
        body.insert(place, Literal::Application(applied));
        let clause = Clause::new(0, variables, body, head);
        let step = step("dead-clause", system, &clause, &names, rng);
        let predicate = Predicate {
            name: dead,
            sorts: arguments.iter().map(|v| v.sort.clone()).collect(),
        };
        let step = step
            .texts([&*predicate.name])
            .texts(predicate.sorts.iter().map(|s| &**s));
        made(step, system, &clause, Some(predicate))
    }),
    apply: |system, step| {
        let mut texts = step.texts.iter().skip(1);
        let predicate = Predicate {
            name: texts.next()?.as_str().into(),
            sorts: texts.map(|sort| sort.as_str().into()).collect(),
        };
        if system.predicate(&predicate.name).is_some() {
            return None;
        }
        add(system, step, Some(predicate))
    },
};

/// A step that adds a clause at some place.
fn step(
    name: &'static str,
    system: &System,
    clause: &Clause,
    names: &Names,
    rng: &mut Rng,
) -> HornStep {
    let used = names.next() - system.fresh;
    let place = rng.below(system.clauses.len() + 1);
    let step = HornStep::new(name, system).numbers([place, used as usize]);
    step.texts([clause.text()])
}

/// Does a step that adds a clause.
fn add(system: &System, step: &HornStep, predicate: Option<Predicate>) -> Option<System> {
    step.names(system)?;
    let mut names = Names::new(step.fresh.checked_add(*step.numbers.get(1)?)?);
    let clause = clause_of(system, step.text(0)?, predicate.as_ref()).ok()?;
    if let Some(predicate) = &predicate
        && !clause.applications().any(|a| a.predicate == predicate.name)
    {
        return None;
    }
    let mut mutant = inserted(system, step.number(0)?, clause.with_id(names.number()));
    mutant.predicates.extend(predicate.map(Arc::new));
    Some(having_used(mutant, &names))
}

/// What a step adds, as long as it is at hand.
fn made(
    step: HornStep,
    system: &System,
    clause: &Clause,
    predicate: Option<Predicate>,
) -> Option<(System, HornStep)> {
    let mut names = Names::new(step.fresh.checked_add(*step.numbers.get(1)?)?);
    let mut mutant = inserted(system, step.number(0)?, clause.with_id(names.number()));
    mutant.predicates.extend(predicate.map(Arc::new));
    Some((having_used(mutant, &names), step))
}

/// A predicate applied to variables, new ones or some that are there.
fn apply(
    predicate: &Predicate,
    variables: &mut Vec<Variable>,
    names: &mut Names,
    rng: &mut Rng,
) -> Application {
    let mut arguments = Vec::new();
    for sort in &predicate.sorts {
        let fitting: Vec<&Variable> = variables.iter().filter(|v| v.sort == *sort).collect();
        let name = match rng.pick(&fitting) {
            Some(variable) if rng.chance(1, 3) => variable.name.clone(),
            _ => {
                let (name, sort) = (names.name(), sort.clone());
                variables.push(Variable {
                    name: name.clone(),
                    sort,
                });
                name
            }
        };
        arguments.extend(Term::parse(&name));
    }
    Application {
        predicate: predicate.name.clone(),
        arguments,
    }
}

/// Terms of one sort.
type Choice = Arc<[Arc<Term>]>;

/// For each argument of a predicate the variables of its sort.
fn choices(predicate: &Predicate, variables: &[Variable]) -> Vec<Choice> {
    let mut known: Vec<(&Arc<str>, Choice)> = Vec::new();
    let mut choices = Vec::new();
    for sort in &predicate.sorts {
        if let Some((_, found)) = known.iter().find(|(known, _)| *known == sort) {
            choices.push(found.clone());
            continue;
        }
        let fitting = variables.iter().filter(|v| v.sort == *sort);
        let fitting: Choice = fitting.filter_map(|v| Term::parse(&v.name)).collect();
        known.push((sort, fitting.clone()));
        choices.push(fitting);
    }
    choices
}

/// A predicate applied to some of the variables.
fn draw(predicate: &Predicate, choices: &[Choice], rng: &mut Rng) -> Option<Application> {
    let arguments: Option<Vec<_>> = choices
        .iter()
        .map(|terms| rng.pick(terms).cloned())
        .collect();
    Some(Application {
        predicate: predicate.name.clone(),
        arguments: arguments?,
    })
}

/// A linear clause of the system with the negation of one of its constraints.
fn contradicted(system: &System, rng: &mut Rng) -> Option<Arc<Clause>> {
    const LONGEST: usize = 2000;
    super::in_some_clause(system, rng, |clause, rng| {
        let constraints: Vec<&Arc<Term>> = clause.constraints().collect();
        let constraint = rng.pick(&constraints)?;
        if !clause.is_linear() || clause.text().len() > LONGEST {
            return None;
        }
        let negation = Term::parse(&format!("(not {})", constraint.text()))?;
        let mut body = clause.body().to_vec();
        body.insert(rng.below(body.len() + 1), Literal::Constraint(negation));
        Some(clause.with_body(body))
    })
}
