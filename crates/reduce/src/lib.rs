//! The smallest script that still shows a bug.
//!
//! A [`Predicate`] says whether a text still shows it. [`PASSES`] propose steps that make a script
//! simpler, from big to small, and [`reduce`] takes those that keep the bug until none does.
//!
//! **Deliberate absences**: no process, no file, no clock, no random number. Time is the caller's
//! (`ReduceSettings::stop`), and the same text and predicate give the same result with any number of
//! workers.

mod current;
mod edit;
mod engine;
mod finish;
mod pass;
mod passes;
mod speculate;
mod tidy;

pub use current::Current;
pub use edit::{Edit, Edits};
pub use engine::{PassShare, Progress, ReduceSettings, Reduction, reduce};
pub use finish::canonical;
pub use pass::{Pass, Target};
pub use passes::PASSES;
pub use speculate::{Predicate, Trial};
