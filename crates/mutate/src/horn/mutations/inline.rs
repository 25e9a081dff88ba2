//! Predicates unfolded, and parts of bodies made predicates.

use super::super::mutation::{Choose, HornStep, Mutation};
use super::super::substitute::{Names, Substitution};
use super::super::system::{Application, Clause, Literal, Predicate, System, Variable};
use super::super::term::Term;
use super::{having_used, in_some_clause, renamed_apart, replaced, substitute_literal};
use hashbrown::HashSet;
use std::sync::Arc;

/// A predicate whose clauses do not use it is replaced by their bodies wherever it is used, and is gone.
/// In the least model it holds of exactly what its clauses derive in one step from the others, so each
/// use of it is equivalent to the disjunction of those bodies, which makes a clause for each of them.
pub const INLINE_PREDICATE: Mutation = Mutation {
    name: "inline-predicate",
    keeps: "in the least model a predicate is the disjunction of the bodies that derive it",
    choose: Choose::Step(|system, _, rng| {
        const ATTEMPTS: usize = 4;
        (0..ATTEMPTS).find_map(|_| {
            let predicate = rng.pick(&system.predicates)?;
            let step = HornStep::new("inline-predicate", system).texts([&*predicate.name]);
            plan(system, &predicate.name).map(|_| step)
        })
    }),
    apply: inline,
};

/// How many clauses an inlining makes at most, and how many bytes in all.
const MOST_CLAUSES: usize = 24;
const MOST_BYTES: usize = 1 << 15;

/// The clauses that derive a predicate, if it can be inlined.
fn plan<'a>(system: &'a System, predicate: &str) -> Option<Vec<&'a Arc<Clause>>> {
    system.predicate(predicate)?;
    let is_it = |application: &Application| &*application.predicate == predicate;
    let derives = |clause: &Clause| clause.head().is_some_and(is_it);
    let definitions: Vec<_> = system.clauses.iter().filter(|c| derives(c)).collect();
    if definitions.iter().any(|c| c.applications().any(is_it)) {
        return None;
    }
    let longest = definitions.iter().map(|c| c.text().len()).max();
    let longest = longest.unwrap_or_default();
    let (mut clauses, mut bytes) = (0usize, 0usize);
    for clause in &system.clauses {
        let uses = clause.applications().filter(|a| is_it(a)).count();
        if uses == 0 {
            continue;
        }
        let copies = (0..uses).try_fold(1usize, |n, _| n.checked_mul(definitions.len()))?;
        clauses = clauses.checked_add(copies)?;
        let size = longest
            .checked_mul(uses)?
            .checked_add(clause.text().len())?;
        bytes = bytes.checked_add(size.checked_mul(copies)?)?;
    }
    (clauses <= MOST_CLAUSES && bytes <= MOST_BYTES).then_some(definitions)
}

fn inline(system: &System, step: &HornStep) -> Option<System> {
    let mut names = step.names(system)?;
    let name = step.text(0)?;
    let definitions = plan(system, name)?;
    let mut clauses = Vec::with_capacity(system.clauses.len());
    for clause in &system.clauses {
        if clause.head().is_some_and(|head| &*head.predicate == name) {
            continue;
        }
        // Uses are unfolded one at a time, each by all definitions.
        let mut unfolded = vec![clause.clone()];
        while unfolded
            .first()
            .and_then(|c| place_of_use(c, name))
            .is_some()
        {
            let mut next = Vec::new();
            for clause in &unfolded {
                for definition in &definitions {
                    next.push(resolve(clause, definition, name, &mut names)?);
                }
            }
            unfolded = next;
        }
        // The first keeps the id, so that it is found by later steps.
        for (place, copy) in unfolded.iter().enumerate() {
            let (variables, body) = (copy.variables().to_vec(), copy.body().to_vec());
            clauses.push(match place {
                0 => copy.clone(),
                _ => Clause::new(names.number(), variables, body, copy.head().cloned()),
            });
        }
    }
    let mut mutant = system.with_clauses(clauses);
    mutant
        .predicates
        .retain(|predicate| &*predicate.name != name);
    Some(having_used(mutant, &names))
}

fn place_of_use(clause: &Clause, name: &str) -> Option<usize> {
    let is_it = |literal: &Literal| literal.application().is_some_and(|a| &*a.predicate == name);
    clause.body().iter().position(is_it)
}

/// The clause with its first use of a predicate replaced by the body of a definition.
fn resolve(
    clause: &Clause,
    definition: &Clause,
    name: &str,
    names: &mut Names,
) -> Option<Arc<Clause>> {
    let place = place_of_use(clause, name)?;
    let used = clause.body().get(place)?.application()?;
    let definition = renamed_apart(definition, 0, names);
    // Variables of the definition that are arguments as they are stand for what they are used with;
    // other arguments are equal to it.
    let mut by = Substitution::default();
    let mut equalities: Vec<(Arc<Term>, Arc<Term>)> = Vec::new();
    for (parameter, argument) in definition.head()?.arguments.iter().zip(&used.arguments) {
        let variable = definition.variables().iter();
        let variable = variable
            .map(|v| &v.name)
            .find(|v| ***v == *parameter.text());
        match variable {
            Some(variable) if !by.contains(variable) => by.insert(variable.clone(), argument),
            _ => equalities.push((parameter.clone(), argument.clone())),
        }
    }
    let mut put = Vec::new();
    for literal in definition.body() {
        put.push(substitute_literal(literal, &by, names));
    }
    for (parameter, argument) in equalities {
        let parameter = super::super::substitute::substitute(&parameter, &by, names);
        let equality = format!("(= {} {})", parameter.text(), argument.text());
        put.push(Literal::Constraint(Term::parse(&equality)?));
    }
    let mut body = clause.body().to_vec();
    body.splice(place..=place, put);
    let mut variables = clause.variables().to_vec();
    let left = definition
        .variables()
        .iter()
        .filter(|v| !by.contains(&v.name));
    variables.extend(left.cloned());
    Some(Clause::new(
        clause.id(),
        variables,
        body,
        clause.head().cloned(),
    ))
}

/// Some members of a body become a new predicate, which one new clause derives from them. Its arguments
/// are all variables that the two parts share, so in the least model it holds exactly where the part
/// can.
pub const EXTRACT_PREDICATE: Mutation = Mutation {
    name: "extract-predicate",
    keeps: "the new predicate is in the least model what stood in its place",
    choose: Choose::Step(|system, _, rng| {
        in_some_clause(system, rng, |clause, rng| {
            let length = clause.body().len();
            let chosen: Vec<usize> = (0..length).filter(|_| rng.chance(1, 2)).collect();
            let step = HornStep::new("extract-predicate", system).numbers([clause.id() as usize]);
            // Whether variables that need not be arguments are.
            let all = rng.below(2);
            (!chosen.is_empty()).then(|| step.numbers([all]).numbers(chosen))
        })
    }),
    apply: extract,
};

fn extract(system: &System, step: &HornStep) -> Option<System> {
    let mut names = step.names(system)?;
    let (place, clause) = system.clause(step.id()?)?;
    let all = step.number(1)? == 1;
    let chosen = step.numbers.get(2..)?;
    if chosen.is_empty() || !chosen.is_sorted_by(|a, b| a < b) {
        return None;
    }
    let is_chosen = |place: usize| chosen.iter().any(|&c| c as usize == place);
    if !chosen.iter().all(|&c| (c as usize) < clause.body().len()) {
        return None;
    }
    let (mut inside, mut outside) = (Vec::new(), Vec::new());
    for (place, literal) in clause.body().iter().enumerate() {
        match is_chosen(place) {
            true => inside.push(literal.clone()),
            false => outside.push(literal.clone()),
        }
    }
    let part = Clause::new(0, Vec::new(), inside.clone(), None);
    let rest = Clause::new(0, Vec::new(), outside.clone(), clause.head().cloned());
    let used: HashSet<&str> = part.terms().flat_map(|term| term.atoms()).collect();
    let needed: HashSet<&str> = rest.terms().flat_map(|term| term.atoms()).collect();
    let of_part = clause
        .variables()
        .iter()
        .filter(|v| used.contains(&*v.name));
    let of_part: Vec<Variable> = of_part.cloned().collect();
    let shared = of_part.iter().filter(|v| all || needed.contains(&*v.name));
    let shared: Vec<&Variable> = shared.collect();
    let name = names.name();
    let predicate = Predicate {
        name: name.clone(),
        sorts: shared.iter().map(|v| v.sort.clone()).collect(),
    };
    let arguments: Option<Vec<_>> = shared.iter().map(|v| Term::parse(&v.name)).collect();
    let applied = Application {
        predicate: name,
        arguments: arguments?,
    };
    let first = *chosen.first()? as usize;
    outside.insert(
        first.min(outside.len()),
        Literal::Application(applied.clone()),
    );
    let definition = Clause::new(names.number(), of_part, inside, Some(applied));
    let mut mutant = replaced(system, place, [clause.with_body(outside), definition]);
    mutant.predicates.push(Arc::new(predicate));
    Some(having_used(mutant, &names))
}
