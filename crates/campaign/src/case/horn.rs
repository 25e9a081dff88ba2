//! Chains of mutations of a system of Horn clauses, each of which keeps its answer and its shape.

use super::{Claims, Derivation, Derived, Seed, ToldStep};
use mutate::horn::{HornStep, System, replay};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A system of Horn clauses after some mutations.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HornChain {
    /// The system that was mutated.
    pub seed: Arc<Seed>,
    /// The mutations, in their order.
    pub steps: Vec<HornStep>,
}

impl HornChain {
    /// A system to which nothing was done.
    pub fn of_seed(seed: &Arc<Seed>) -> Self {
        Self {
            seed: seed.clone(),
            steps: Vec::new(),
        }
    }
}

impl Derived for HornChain {
    fn source(&self) -> &Arc<Seed> {
        &self.seed
    }

    fn steps(&self) -> usize {
        self.steps.len()
    }

    fn rebuild(&self, steps: &[usize]) -> Option<(Derivation, Vec<u8>)> {
        let steps = steps.iter().map(|&place| self.steps.get(place).cloned());
        let steps: Vec<HornStep> = steps.collect::<Option<_>>()?;
        let system = System::read(&self.seed.text).ok()?;
        let again = |system: System, step: &HornStep| replay(&system, step);
        let script = steps.iter().try_fold(system, again)?.write_horn();
        let fewer = Self {
            seed: self.seed.clone(),
            steps,
        };
        Some((Derivation::Horn(fewer), script.into_bytes()))
    }

    fn claims(&self) -> Claims {
        Claims::Argument
    }

    fn key(&self) -> String {
        // The mutations, and what kind of system it is.
        let system = System::read(&self.seed.text).ok();
        let predicates = system.iter().flat_map(|system| system.predicates());
        let sorts = predicates.flat_map(|predicate| predicate.sorts.iter());
        let sorts: BTreeSet<&str> = sorts.map(|sort| constructor(sort)).collect();
        let labels: BTreeSet<Cow<str>> = self.labels().into_iter().collect();
        let linear = system.as_ref().is_some_and(System::is_linear);
        format!("{labels:?} {sorts:?} {linear}")
    }

    fn product(&self) -> &'static str {
        "its mutant"
    }

    fn labels(&self) -> Vec<Cow<'_, str>> {
        self.steps.iter().map(label).map(Cow::Owned).collect()
    }

    fn argument(&self) -> String {
        "Each mutation from the one script to the other keeps the answer.".to_owned()
    }

    fn told(&self) -> Vec<ToldStep> {
        let told = self.steps.iter().map(|step| ToldStep {
            what: format!("`{}`", step.to_string().replace('`', "'")),
            replaced: None,
        });
        told.collect()
    }
}

/// A mutation with what matters most of it: which parameter.
fn label(step: &HornStep) -> String {
    match (&*step.mutation, step.texts.first()) {
        ("parameter" | "simplify", Some(which)) => format!("{} {which}", step.mutation),
        _ => step.mutation.clone().into_owned(),
    }
}

/// The first word of a sort.
fn constructor(sort: &str) -> &str {
    let mut words = sort
        .split(['(', ')', ' '])
        .filter(|word| !matches!(*word, "" | "_"));
    words.next().unwrap_or(sort)
}
