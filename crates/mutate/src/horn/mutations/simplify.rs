//! Constraints rewritten by a solver's own simplifier: the question, and what is done with the answer.
//!
//! Who puts the one to a solver and gets the other is elsewhere: nothing here starts processes.

use super::super::error::NotHorn;
use super::super::mutation::{Choose, HornStep, Mutation};
use super::super::parameters::Parameter;
use super::super::system::{Clause, System};
use super::super::term::Term;
use super::approximate::{put, replacement};
use crate::rng::Rng;
use std::fmt::Write;
use std::sync::Arc;

/// A constraint is replaced by what a solver rewrites it to, which the solver claims to be equivalent.
/// There is no choosing it: [`absorb`] makes its steps.
pub const SIMPLIFY: Mutation = Mutation {
    name: "simplify",
    keeps: "the solver that rewrites claims that its rewriting is an equivalence",
    choose: Choose::Step(|_, _, _| None),
    // The name of the parameter comes first, which chains recorded before it was do not have.
    apply: |system, step| put(system, step, step.texts.len().checked_sub(2)?),
};

/// A constraint that can be rewritten: the id of its clause, and its place in the body.
pub fn pick_constraint(system: &System, rng: &mut Rng) -> Option<(u32, usize)> {
    super::in_some_clause(system, rng, |clause, rng| {
        let body = clause.body().iter().enumerate();
        let constraints = body.filter(|(_, literal)| literal.constraint().is_some());
        let places: Vec<usize> = constraints.map(|(place, _)| place).collect();
        Some((clause.id(), *rng.pick(&places)?))
    })
}

fn constraint(system: &System, clause: u32, literal: usize) -> Option<(&Arc<Clause>, &Arc<Term>)> {
    let (_, clause) = system.clause(clause)?;
    Some((clause, clause.body().get(literal)?.constraint()?))
}

/// A script that has z3 rewrite a constraint, with a parameter that is not at its default, or as it does
/// by itself. Nothing if there is no such constraint.
pub fn rewrite_query(
    system: &System,
    clause: u32,
    literal: usize,
    parameter: Option<&Parameter>,
) -> Option<String> {
    let (clause, term) = constraint(system, clause, literal)?;
    let mut script = system.preamble.to_string();
    for variable in clause.variables() {
        let _ = writeln!(
            script,
            "(declare-const {} {})",
            variable.name, variable.sort
        );
    }
    // Sharing is expanded in what is printed, unless told otherwise.
    script.push_str("(set-option :pp.max_depth 100000)\n(set-option :pp.min_alias_size 1000000)\n");
    let _ = match parameter {
        Some(Parameter { name, default, .. }) => {
            writeln!(script, "(simplify {} :{name} {})", term.text(), !default)
        }
        None => writeln!(script, "(simplify {})", term.text()),
    };
    Some(script)
}

/// What a step says in place of a parameter's name if there was none.
const PLAIN: &str = "plain";

/// The system with a constraint replaced by what a solver answered to [`rewrite_query`]. The first text
/// of the step is the name of the parameter, or `plain`.
///
/// # Errors
/// If there is no such constraint, or the answer is no formula.
pub fn absorb(
    system: &System,
    clause: u32,
    literal: usize,
    parameter: Option<&Parameter>,
    answer: &str,
) -> Result<(System, HornStep), NotHorn> {
    let malformed = || NotHorn::Malformed(answer.chars().take(80).collect());
    let (clause, old) = constraint(system, clause, literal).ok_or_else(malformed)?;
    let new = Term::parse(answer).ok_or_else(malformed)?;
    if new.head(0) == "error" || new.text().contains("...") {
        return Err(malformed());
    }
    let name = parameter.map_or(PLAIN, |parameter| parameter.name);
    let step = HornStep::new("simplify", system).texts([name]);
    let step = replacement(step, clause, old, &new, &[]);
    let mutant = (SIMPLIFY.apply)(system, &step).ok_or_else(malformed)?;
    Ok((mutant, step))
}
