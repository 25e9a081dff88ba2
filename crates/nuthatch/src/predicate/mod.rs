//! What shows a bug: a person's own command, or a solver's answers.

mod command;

pub use command::{CommandPredicate, CommandWanted};

use campaign::reduction::NativePredicate;
use reduce::{Predicate, Trial};
use regex::bytes::Regex;

/// A predicate that can say what it expects and what went wrong.
pub trait Asked: Predicate {
    /// What is expected, for people.
    fn expectation(&self) -> String;
    /// Whether a result stands if nothing is taken for granted.
    fn confirms(&self, text: &[u8]) -> bool;
    /// Takes nothing for granted from now on; whether it did before.
    fn be_careful(&self) -> bool;
    /// Whether nobody can be asked any more.
    fn is_broken(&self) -> bool;
    /// Why nobody could be asked any more, if that happened.
    fn take_error(&self) -> Option<solve::Error>;
}

impl Asked for NativePredicate {
    fn expectation(&self) -> String {
        NativePredicate::expectation(self)
    }

    fn confirms(&self, text: &[u8]) -> bool {
        NativePredicate::confirms(self, text)
    }

    fn be_careful(&self) -> bool {
        NativePredicate::be_careful(self)
    }

    fn is_broken(&self) -> bool {
        NativePredicate::is_broken(self)
    }

    fn take_error(&self) -> Option<solve::Error> {
        NativePredicate::take_error(self)
    }
}

/// A predicate that only holds of scripts in which something stays.
pub struct Keeping<'a> {
    pub predicate: Box<dyn Asked>,
    /// What must match.
    pub keep: &'a [Regex],
}

impl Predicate for Keeping<'_> {
    fn holds(&self, worker: usize, text: &[u8]) -> Trial {
        match self.keep.iter().all(|keep| keep.is_match(text)) {
            true => self.predicate.holds(worker, text),
            false => Trial::Fails,
        }
    }

    fn cancel(&self) {
        self.predicate.cancel();
    }

    fn go_on(&self) {
        self.predicate.go_on();
    }
}

impl Asked for Keeping<'_> {
    fn expectation(&self) -> String {
        self.predicate.expectation()
    }

    fn confirms(&self, text: &[u8]) -> bool {
        self.predicate.confirms(text)
    }

    fn be_careful(&self) -> bool {
        self.predicate.be_careful()
    }

    fn is_broken(&self) -> bool {
        self.predicate.is_broken()
    }

    fn take_error(&self) -> Option<solve::Error> {
        self.predicate.take_error()
    }
}
