//! The campaign: test cases and where they come from, what judges answers, what is next, and what
//! becomes of a suspicion; and what solvers say about rules and mutants.

pub mod ask;
pub mod audience;
pub mod bugs;
pub mod case;
pub mod check;
pub mod cores;
pub mod discover;
pub mod engine;
pub mod evaluation;
pub mod finding;
mod fingerprint;
#[cfg(test)]
mod fixture;
pub mod history;
pub mod horn;
pub mod likeness;
pub mod models;
pub mod oracle;
pub mod plan;
pub mod posed;
pub mod prove;
pub mod reduction;
pub mod schedule;
pub mod seed_cache;
pub mod semantics;
mod settled;
pub mod store;
pub mod strategy;
pub mod tally;
pub mod totals;
pub mod triage;
