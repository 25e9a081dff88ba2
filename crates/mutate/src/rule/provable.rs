//! What can be proved: rules, and whatever else claims that one term may stand for another.

use super::obligation::Obligation;
use super::{Claim, Rule};

/// Something that makes claims which solvers and our own semantics can check.
pub trait Provable: Sync {
    /// Its name.
    fn name(&self) -> &str;

    /// The file it is from, which is the name of a theory.
    fn theory(&self) -> &'static str;

    /// What must hold for its claims, for people; empty if nothing.
    fn guard_source(&self) -> &str;

    /// What it claims, in the order of [`Obligation::template`].
    fn statements(&self) -> Vec<Statement>;

    /// Everything that has to be shown of it.
    fn obligations(&self) -> Vec<Obligation>;

    /// The same, after those at sorts so small that all of their values can be tried.
    fn obligations_of_all_sizes(&self) -> Vec<Obligation>;
}

/// One claim, for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// What is claimed.
    pub claim: Claim,
    /// What is replaced.
    pub pattern: String,
    /// What it is replaced by.
    pub template: String,
}

impl Provable for Rule {
    fn name(&self) -> &str {
        &self.name
    }

    fn theory(&self) -> &'static str {
        self.theory
    }

    fn guard_source(&self) -> &str {
        self.guard.as_ref().map_or("", |guard| &guard.source)
    }

    fn statements(&self) -> Vec<Statement> {
        let statements = self.templates.iter().map(|template| Statement {
            claim: template.claim,
            pattern: self.pattern_source.clone(),
            template: template.source.clone(),
        });
        statements.collect()
    }

    fn obligations(&self) -> Vec<Obligation> {
        Rule::obligations(self)
    }

    fn obligations_of_all_sizes(&self) -> Vec<Obligation> {
        Rule::obligations_of_all_sizes(self)
    }
}
