//! Values of SMT-LIB terms, computed exactly.

pub mod float;
