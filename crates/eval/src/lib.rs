//! Exact values of SMT-LIB terms, and verdicts on models.
//!
//! ```
//! let script = smt::Script::parse(*b"(declare-const x Int) (assert (> (* x x) 8)) (check-sat)")?;
//! let model = eval::Model::parse(&script, 0, b"((define-fun x () Int 2))")?;
//! let verdict = eval::check(&model, eval::Budget::default());
//! assert_eq!(
//!     verdict.to_string(),
//!     "invalid: (> (* x x) 8) is false, but must be true: (* x x) is 4"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Model`] reads what a solver printed, [`Evaluator`] computes values under it, [`check()`] judges
//! it. Operators are in `ops`, one table per theory; what they compute with floats, strings and
//! regular expressions is in [`float`], [`strings`], [`regex`] and [`sequence`], which know nothing
//! of terms.
//!
//! Pure: no I/O, no clock, no solver. Nothing recurses over input, and everything has a budget:
//! what takes more is "out of budget". What the standard leaves open is never decided silently:
//! the verdict says what was chosen, or that it depends.
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
mod standard;
pub mod strings;
mod table;
mod unknown;
mod value;
mod verdict;

pub use budget::Budget;
pub use check::check;
pub use in_force::{Check, checks};
pub use machine::{Constant, Evaluator, NoValue, Trials, Truth};
pub use model::{Model, ModelError};
pub use standard::is_of_its_theory;
pub use value::{Value, Values};
pub use verdict::{Invalid, Verdict};
