//! What shows a bug: a person's own command, or a solver's answers.

mod command;
mod native;

pub use command::{CommandPredicate, CommandWanted};
pub use native::{Bug, NativePredicate, NativeWanted};

use reduce::Predicate;

/// A predicate that can say what it expects and what went wrong.
pub trait Asked: Predicate {
    /// What is expected, for people.
    fn expectation(&self) -> String;
    /// Whether nobody can be asked any more.
    fn is_broken(&self) -> bool;
    /// Why nobody could be asked any more, if that happened.
    fn take_error(&self) -> Option<solve::Error>;
}
