//! Constraints approximated by the rules that approximate literals of other scripts.

use super::super::mutation::{Choose, Context, HornStep, Mutation};
use super::super::read::above_all;
use super::super::substitute::{Names, Substitution, substitute};
use super::super::system::{Clause, Literal, System, Variable};
use super::super::term::Term;
use super::{having_used, in_some_clause, replaced};
use crate::mutator::{Mutant, Mutator, MutatorSettings, Workbench};
use crate::rng::Rng;
use crate::rule::Direction;
use crate::step::Form;
use smt::Status;
use smt::Tree;
use std::fmt::Write;
use std::sync::Arc;

/// A constraint is strengthened if the seed is sat, and weakened if it is unsat. With stronger bodies
/// clauses say less, so what satisfied them still does; with weaker ones they say more, so what was
/// derived still is.
///
/// Variables that the rules bring in are variables of the clause. That is right both ways, because rules
/// hold for all values of what they bring in: if the new constraint implies the old one for each of them,
/// it does if there is some; and if the old one implies the new one for each, then for some.
pub const APPROXIMATE: Mutation = Mutation {
    name: "approximate",
    keeps: "stronger bodies keep sat, weaker ones keep unsat",
    choose: Choose::Step(choose),
    apply: |system, step| put(system, step, 0),
};

/// Longer constraints take long to look at, and there are others.
const LONGEST: usize = 6000;

fn choose(system: &System, context: &Context<'_>, rng: &mut Rng) -> Option<HornStep> {
    let direction = match context.answer? {
        Status::Sat => Direction::Under,
        Status::Unsat => Direction::Over,
    };
    in_some_clause(system, rng, |clause, rng| {
        let constraints: Vec<&Arc<Term>> = clause.constraints().collect();
        let old = *rng.pick(&constraints)?;
        if old.text().len() > LONGEST {
            return None;
        }
        let seed = miniature(system, clause, old);
        let settings = MutatorSettings {
            forms: vec![Form::Polarity],
            max_literals: 2,
            seed: rng.next_u64(),
            ..MutatorSettings::new(direction)
        };
        let mutator = Mutator::new(seed.as_bytes(), settings).ok()?;
        let (mut workbench, mut mutant) = (Workbench::default(), Mutant::default());
        mutator.make(0, &mut workbench, &mut mutant);
        if mutant.steps.is_empty() {
            return None;
        }
        let (new, variables) = asserted(system, &seed, &mutant.text)?;
        let step = HornStep::new("approximate", system);
        Some(replacement(step, clause, old, &new, &variables))
    })
}

/// A script that asserts a constraint, with all variables of its clause as constants.
fn miniature(system: &System, clause: &Clause, constraint: &Term) -> String {
    let mut script = format!("(set-logic {})\n", logic(system, clause));
    script.push_str(&system.preamble);
    for Variable { name, sort } in clause.variables() {
        let _ = writeln!(script, "(declare-const {name} {sort})");
    }
    let _ = writeln!(script, "(assert {})\n(check-sat)", constraint.text());
    script
}

/// The smallest logic that has the sorts at hand, so that nothing else is brought in.
fn logic(system: &System, clause: &Clause) -> String {
    let has = |part: &str| {
        let variables = clause.variables().iter();
        variables.map(|v| &v.sort).any(|sort| sort.contains(part)) || system.preamble.contains(part)
    };
    let mut name = String::from("QF_");
    for (part, piece) in [
        ("Array", "A"),
        ("declare-sort", "UF"),
        ("BitVec", "BV"),
        ("FloatingPoint", "FP"),
    ] {
        if has(part) {
            name.push_str(piece);
        }
    }
    if has("declare-datatype") {
        name.push_str("DT");
    }
    let linear = match (has("Int"), has("Real")) {
        (true, true) => "LIRA",
        (false, true) => "LRA",
        // Nothing else has a name of its own without some arithmetic.
        (true, false) => "LIA",
        (false, false) if name == "QF_" => "UF",
        (false, false) => "",
    };
    name.push_str(linear);
    name
}

/// What a mutant of the miniature asserts, and the variables that it has besides those of the clause.
/// Nothing if anything else of the miniature is not as it was, or the assertion is.
fn asserted(system: &System, seed: &str, mutant: &[u8]) -> Option<(Arc<Term>, Vec<Variable>)> {
    let (seed, mutant) = (
        Tree::parse(seed.as_bytes()).ok()?,
        Tree::parse(mutant).ok()?,
    );
    let read = |tree: &Tree, command| Term::parse(std::str::from_utf8(tree.source(command)).ok()?);
    let mut expected = Vec::new();
    for command in seed.commands() {
        expected.push(read(&seed, command)?);
    }
    let mut expected = expected.iter().peekable();
    let mut names = Names::new(system.fresh);
    let mut by = Substitution::default();
    let mut variables = Vec::new();
    let mut asserted = None;
    for command in mutant.commands() {
        let command = read(&mutant, command)?;
        let parts: Vec<&str> = command.children(0).map(|n| command.source(n)).collect();
        // Definitions can be approximated too, but clauses know only of the old ones: whatever is
        // neither here as it was nor a new constant is refused.
        match (&parts[..], expected.peek()) {
            (["assert", new], Some(old)) if old.head(0) == "assert" => {
                if **old == command {
                    return None;
                }
                asserted = Some(Term::parse(new)?);
                expected.next();
            }
            (_, Some(old)) if **old == command => {
                expected.next();
            }
            (["set-logic", _], Some(old)) if old.head(0) == "set-logic" => {
                expected.next();
            }
            (["declare-const", name, sort] | ["declare-fun", name, "()", sort], _) => {
                let new = names.name();
                by.rename((*name).into(), new.clone());
                let sort = (*sort).into();
                variables.push(Variable { name: new, sort });
            }
            _ => return None,
        }
    }
    if expected.next().is_some() {
        return None;
    }
    Some((substitute(&asserted?, &by, &mut names), variables))
}

/// The step told which constraint of a clause is replaced, by what it is, and by what.
pub(super) fn replacement(
    step: HornStep,
    clause: &Clause,
    old: &Term,
    new: &Term,
    variables: &[Variable],
) -> HornStep {
    let step = step.numbers([clause.id() as usize]);
    let step = step.texts([fingerprint(old), new.text().to_owned()]);
    step.texts(variables.iter().flat_map(|v| [&*v.name, &*v.sort]))
}

/// A short text that no other constraint of a clause has.
fn fingerprint(term: &Term) -> String {
    // FNV-1a, with 64 bits.
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = term.text().bytes().fold(0xcbf2_9ce4_8422_2325, mix);
    format!("{hash:016x}-{}", term.text().len())
}

/// Replaces a constraint, if the clause still has it. What [`replacement`] told the step starts at a
/// place of its texts.
pub(super) fn put(system: &System, step: &HornStep, start: usize) -> Option<System> {
    let [old, new, more @ ..] = step.texts.get(start..)? else {
        return None;
    };
    let new = Term::parse(new)?;
    let mut names = step.names(system)?;
    let (place, clause) = system.clause(step.id()?)?;
    let inside = above_all(new.atoms().map(str::as_bytes));
    let is_old = |literal: &Literal| literal.constraint().is_some_and(|c| fingerprint(c) == *old);
    let mut body = clause.body().to_vec();
    let literal = body.iter_mut().find(|literal| is_old(literal))?;
    *literal = Literal::Constraint(new);
    let mut variables = clause.variables().to_vec();
    for pair in more.chunks(2) {
        let [name, sort] = pair else {
            return None;
        };
        if names.name().as_ref() != name {
            return None;
        }
        let (name, sort) = (name.as_str().into(), sort.as_str().into());
        variables.push(Variable { name, sort });
    }
    // Names that were bound anew inside of the constraint are numbered behind these.
    let head = clause.head().cloned();
    let clause = Clause::new(clause.id(), variables, body, head);
    let names = Names::new(names.next().max(inside));
    Some(having_used(replaced(system, place, [clause]), &names))
}
