//! Constraints approximated by the rules that approximate literals of other scripts.

use super::super::mutation::{Choose, Context, Mutation, Step};
use super::super::read::above_all;
use super::super::substitute::{Names, Substitution, substitute};
use super::super::system::{Clause, Literal, System, Variable};
use super::super::term::Term;
use super::{having_used, in_some_clause, replaced};
use crate::flatten::Status;
use crate::mutator::{Mutant, Mutator, Settings, Workbench};
use crate::rng::Rng;
use crate::rule::Direction;
use crate::step::Form;
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
    apply: put,
};

/// Longer constraints take long to look at, and there are others.
const LONGEST: usize = 6000;

fn choose(system: &System, context: &Context<'_>, rng: &mut Rng) -> Option<Step> {
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
        let settings = Settings {
            forms: vec![Form::Polarity],
            max_literals: 2,
            seed: rng.next_u64(),
            ..Settings::new(direction)
        };
        let mutator = Mutator::new(seed.as_bytes(), settings).ok()?;
        let (mut workbench, mut mutant) = (Workbench::default(), Mutant::default());
        mutator.make(0, &mut workbench, &mut mutant);
        if mutant.steps.is_empty() {
            return None;
        }
        let (new, variables) = asserted(system, clause, &mutant.text)?;
        Some(replacement(
            "approximate",
            system,
            clause,
            old,
            &new,
            &variables,
        ))
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
fn asserted(system: &System, clause: &Clause, text: &[u8]) -> Option<(Arc<Term>, Vec<Variable>)> {
    let tree = Tree::parse(text).ok()?;
    let mut names = Names::new(system.fresh);
    let mut by = Substitution::default();
    let mut variables = Vec::new();
    let mut asserted = None;
    let preamble = Tree::parse(system.preamble.as_bytes()).ok()?;
    let mut before = 1 + preamble.commands().count() + clause.variables().len();
    for command in tree.commands() {
        let parts: Vec<_> = tree.children(command).collect();
        let text = |place: usize| {
            let node = parts.get(place).copied();
            node.and_then(|node| std::str::from_utf8(tree.source(node)).ok())
        };
        let word = text(0)?;
        match (word, parts.len()) {
            ("assert", 2) => asserted = Some(Term::parse(text(1)?)?),
            ("check-sat", _) => {}
            // What we have put there ourselves, in that order.
            _ if before > 0 => before -= 1,
            ("declare-const", 3) | ("declare-fun", 4) => {
                if parts.len() == 4 && tree.children(*parts.get(2)?).next().is_some() {
                    return None;
                }
                let name = names.name();
                by.rename(text(1)?.into(), name.clone());
                let sort = text(parts.len() - 1)?.into();
                variables.push(Variable { name, sort });
            }
            _ => return None,
        }
    }
    Some((substitute(&asserted?, &by, &mut names), variables))
}

/// A step that replaces a constraint of a clause, which is told by what it is.
pub(super) fn replacement(
    name: &'static str,
    system: &System,
    clause: &Clause,
    old: &Term,
    new: &Term,
    variables: &[Variable],
) -> Step {
    let step = Step::new(name, system).numbers([clause.id() as usize]);
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

/// Replaces a constraint, if the clause still has it.
pub(super) fn put(system: &System, step: &Step) -> Option<System> {
    let mut names = step.names(system)?;
    let (place, clause) = system.clause(step.id()?)?;
    let (old, new) = (step.text(0)?, Term::parse(step.text(1)?)?);
    let inside = above_all(new.atoms().map(str::as_bytes));
    let is_old = |literal: &Literal| literal.constraint().is_some_and(|c| fingerprint(c) == old);
    let mut body = clause.body().to_vec();
    let literal = body.iter_mut().find(|literal| is_old(literal))?;
    *literal = Literal::Constraint(new);
    let mut variables = clause.variables().to_vec();
    for pair in step.texts.get(2..)?.chunks(2) {
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
