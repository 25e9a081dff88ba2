//! Oracles: what solvers say about rules and mutants.

pub mod check;
pub mod prove;
