//! Values and exact semantics of SMT-LIB terms.
//!
//! Pure: no I/O, no clock, no solver, no randomness.

pub mod regex;
pub mod sequence;
pub mod strings;
