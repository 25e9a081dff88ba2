//! What a mutation is, the list of them, and doing again what was done.
//!
//! A mutation first chooses a place and writes down all it needs as a [`HornStep`], then does it. Doing
//! checks everything that the argument for the mutation rests on, so a step can be done again on
//! another system of the same chain, from which other steps were left out: it keeps the answer or is not
//! done at all.

use super::mutations::{
    approximate, arguments, clauses, connectives, inequalities, inline, parameter, rename, rules,
    simplify, variables,
};
use super::parameters::Parameter;
use super::substitute::Names;
use super::system::System;
use crate::rng::Rng;
use serde::{Deserialize, Serialize};
use smt::Status;
use std::borrow::Cow;
use std::fmt;

/// What mutations are told besides the system.
#[derive(Debug, Clone, Copy, Default)]
pub struct Context<'a> {
    /// The answer of the seed. Without one nothing is approximated.
    pub answer: Option<Status>,
    /// The parameters that the solver at hand knows. Without any none is set.
    pub parameters: &'a [Parameter],
}

/// What was done to a system: all it takes to do it again.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct HornStep {
    /// The name of the mutation.
    pub mutation: Cow<'static, str>,
    /// Where new names and clauses are numbered from.
    pub fresh: u32,
    /// Ids of clauses, places and choices, as the mutation understands them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub numbers: Vec<u32>,
    /// Names and formulas, as the mutation understands them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<String>,
}

impl HornStep {
    pub(super) fn new(mutation: &'static str, system: &System) -> Self {
        Self {
            mutation: Cow::Borrowed(mutation),
            fresh: system.fresh,
            numbers: Vec::new(),
            texts: Vec::new(),
        }
    }

    pub(super) fn numbers(mut self, numbers: impl IntoIterator<Item = usize>) -> Self {
        let numbers = numbers.into_iter();
        // Nothing here has four thousand million parts; if it had, there would be no such place.
        let numbers = numbers.map(|n| u32::try_from(n).unwrap_or(u32::MAX));
        self.numbers.extend(numbers);
        self
    }

    pub(super) fn texts<T: Into<String>>(mut self, texts: impl IntoIterator<Item = T>) -> Self {
        self.texts.extend(texts.into_iter().map(Into::into));
        self
    }

    pub(super) fn number(&self, place: usize) -> Option<usize> {
        self.numbers.get(place).map(|&number| number as usize)
    }

    pub(super) fn id(&self) -> Option<u32> {
        self.numbers.first().copied()
    }

    pub(super) fn text(&self, place: usize) -> Option<&str> {
        self.texts.get(place).map(String::as_str)
    }

    /// New names for what the step makes; none if the system has some of them already.
    pub(super) fn names(&self, system: &System) -> Option<Names> {
        // Far from the end of numbers, so that all that a step draws are different.
        let range = system.fresh..MOST_NAMES;
        range.contains(&self.fresh).then(|| Names::new(self.fresh))
    }
}

impl fmt::Display for HornStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.mutation)?;
        for number in &self.numbers {
            write!(f, " {number}")?;
        }
        self.texts.iter().try_for_each(|text| write!(f, " {text}"))
    }
}

/// How many names there are in all.
pub(super) const MOST_NAMES: u32 = 1 << 31;

/// How a mutation finds something to do.
pub(super) enum Choose {
    /// It names a place, and doing the step does it.
    Step(fn(&System, &Context<'_>, &mut Rng) -> Option<HornStep>),
    /// It makes the mutant along the way. Doing the step makes the same.
    Mutant(fn(&System, &Context<'_>, &mut Rng) -> Option<(System, HornStep)>),
}

type Apply = fn(&System, &HornStep) -> Option<System>;

/// A way to change a system that keeps its answer.
pub struct Mutation {
    /// What it is called.
    pub name: &'static str,
    /// Why the answer is kept.
    pub keeps: &'static str,
    pub(super) choose: Choose,
    pub(super) apply: Apply,
}

impl fmt::Debug for Mutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Mutation {
    /// The mutation of a name.
    pub fn named(name: &str) -> Option<&'static Self> {
        MUTATIONS.iter().find(|mutation| mutation.name == name)
    }

    /// A mutant, and what was done; nothing if it found no place.
    pub fn mutate(
        &self,
        system: &System,
        context: &Context<'_>,
        rng: &mut Rng,
    ) -> Option<(System, HornStep)> {
        match self.choose {
            Choose::Mutant(make) => make(system, context, rng),
            Choose::Step(choose) => {
                let step = choose(system, context, rng)?;
                let mutant = (self.apply)(system, &step)?;
                Some((mutant, step))
            }
        }
    }
}

/// Does a step again. Nothing if its place is no longer there.
pub fn replay(system: &System, step: &HornStep) -> Option<System> {
    (Mutation::named(&step.mutation)?.apply)(system, step)
}

/// All mutations.
pub const MUTATIONS: &[Mutation] = &[
    connectives::SWAP_AND,
    connectives::DUP_AND,
    connectives::BREAK_AND,
    connectives::SWAP_OR,
    variables::MIX_BOUND_VARS,
    inequalities::ADD_INEQ,
    rules::ADD_LIN_RULE,
    rules::ADD_NONLIN_RULE,
    approximate::APPROXIMATE,
    clauses::SPLIT_CLAUSE,
    clauses::MERGE_CLAUSES,
    inline::INLINE_PREDICATE,
    inline::EXTRACT_PREDICATE,
    arguments::PERMUTE_ARGUMENTS,
    arguments::DUPLICATE_ARGUMENT,
    rules::DEAD_CLAUSE,
    rename::RENAME,
    clauses::DUPLICATE_CLAUSE,
    clauses::REORDER_CLAUSES,
    parameter::PARAMETER,
    simplify::SIMPLIFY,
];
