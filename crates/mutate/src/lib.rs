//! Mutants of SMT-LIB scripts whose answer is known because of how they were made.
//!
//! Pure: no I/O, no clock, no solver. The same script and the same number give the same bytes.

pub mod assignment;
pub mod claim;
pub mod cnf;
pub mod discover;
pub mod everywhere;
pub mod flatten;
pub mod fragment;
pub mod fusion;
pub mod generate;
pub mod graft;
pub mod horn;
pub mod logic;
pub mod mutator;
pub mod pair;
pub mod recombine;
pub mod rng;
pub mod rule;
pub mod scope;
pub mod skeleton;
pub mod snippet;
pub mod step;
pub mod swap;
pub mod universe;
pub mod values;

pub use rng::Rng;
pub use scope::{ScopeId, Scopes};
