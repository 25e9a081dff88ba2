//! Exact values of SMT-LIB terms, and verdicts on models.
#![allow(dead_code, missing_docs)]
mod algebraic;
mod array;
mod budget;
mod check;
mod domain;
mod explain;
pub mod float;
mod in_force;
mod machine;
mod model;
mod ops;
mod outcome;
mod polynomial;
mod print;
pub mod regex;
pub mod sequence;
pub mod strings;
mod table;
mod unknown;
mod value;
mod verdict;

pub use budget::Budget;
pub use check::check;
pub use in_force::{Check, checks};
pub use machine::{Evaluator, NoValue};
pub use model::{Model, ModelError};
pub use value::{Value, Values};
pub use verdict::{Invalid, Verdict};
