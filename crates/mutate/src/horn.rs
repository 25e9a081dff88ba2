//! Systems of constrained Horn clauses, and mutants of them that have the same answer.
//!
//! ```
//! use mutate::horn::System;
//!
//! let system = System::read(b"(set-logic HORN)(declare-fun P (Int) Bool)
//!   (assert (forall ((x Int)) (=> (= x 0) (P x))))
//!   (assert (forall ((x Int)) (=> (and (P x) (< x 0)) false)))(check-sat)")?;
//! assert!(system.is_linear());
//! assert_eq!(system.clauses()[0].text(), "(forall ((x Int)) (=> (= x 0) (P x)))");
//! # Ok::<(), mutate::horn::NotHorn>(())
//! ```
//!
//! Pure: no I/O, no clock, no solver. Nothing recurses over input.

mod check;
mod error;
mod globals;
mod mutation;
mod mutations;
mod parameters;
mod read;
mod small;
mod sorts;
mod substitute;
mod system;
mod term;

pub use check::is_horn;
pub use error::NotHorn;
pub use mutation::{Context, HornStep, MUTATIONS, Mutation, replay};
pub use mutations::simplify::{absorb, pick_constraint, rewrite_query};
pub use parameters::{Parameter, REWRITING, SOLVING};
pub use small::small_system;
pub use system::{Application, Clause, Form, Literal, Predicate, Setting, System, Variable};
pub use term::Term;
