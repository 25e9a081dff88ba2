//! What shows a bug: a person's own command, or a solver's answers.

mod command;

pub use command::{CommandPredicate, CommandWanted};
