//! What shows a bug: a person's own command, or a solver's answers.

mod command;

pub use command::{CommandPredicate, CommandWanted};

use campaign::reduction::NativePredicate;
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

impl Asked for NativePredicate {
    fn expectation(&self) -> String {
        NativePredicate::expectation(self)
    }

    fn is_broken(&self) -> bool {
        NativePredicate::is_broken(self)
    }

    fn take_error(&self) -> Option<solve::Error> {
        NativePredicate::take_error(self)
    }
}
