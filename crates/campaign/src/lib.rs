//! The campaign: oracles, the loop, triage and its log; and what solvers say about rules and
//! mutants.

pub mod check;
mod evidence;
pub mod finding;
pub mod fingerprint;
pub mod fuzz;
pub mod horn;
pub mod journal;
pub mod models;
pub mod oracle;
pub mod plan;
pub mod prove;
pub mod reduction;
pub mod seeds;
pub mod semantics;
pub mod settled;
pub mod strategy;
pub mod tally;
pub mod totals;
pub mod triage;
