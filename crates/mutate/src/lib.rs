//! Mutants of SMT-LIB scripts whose answer is known because of how they were made.
//!
//! Pure: no I/O, no clock, no solver. The same script and the same number give the same bytes.

pub mod rng;
pub mod scope;

pub use rng::Rng;
pub use scope::{ScopeId, Scopes};
