//! What comes of evaluating a term, and why there may be no value.

use crate::value::Value;
use smt::{DeclId, SortId, Sym};
use std::borrow::Cow;

/// What came of evaluating a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Its value.
    Known(Value),
    /// The value of an application that the standard or the model leaves open, by its number.
    Unknown(u32),
    /// It depends on such an application, by its number, and perhaps on others.
    Depends(u32),
    /// It has something that we cannot evaluate, by the number of the reason.
    Unsupported(u32),
}

impl Outcome {
    pub const TRUE: Outcome = Outcome::Known(Value::Bool(true));
    pub const FALSE: Outcome = Outcome::Known(Value::Bool(false));

    pub fn bool(value: bool) -> Self {
        Outcome::Known(Value::Bool(value))
    }

    pub fn known(self) -> Option<Value> {
        match self {
            Outcome::Known(value) => Some(value),
            _ => None,
        }
    }

    /// What a term is that uses two terms of which at least one has no value. What we cannot
    /// evaluate at all goes before what depends on an interpretation.
    pub fn stuck_with(self, other: Outcome) -> Outcome {
        match (self, other) {
            (Outcome::Unsupported(_), _) => self,
            (_, Outcome::Unsupported(_)) => other,
            (Outcome::Unknown(n) | Outcome::Depends(n), _) => Outcome::Depends(n),
            (_, Outcome::Unknown(n) | Outcome::Depends(n)) => Outcome::Depends(n),
            (Outcome::Known(_), Outcome::Known(_)) => self,
        }
    }
}

/// An application whose value is left open.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct OpenApplication {
    pub head: Head,
    pub arguments: Box<[Value]>,
}

/// What is applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Head {
    /// An operator of a theory, with its indices.
    Operator(Sym),
    /// A selector, or a function that the model says nothing of.
    Declared(DeclId),
}

/// Why an operation has no result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The standard leaves it open, and no interpretation has been given yet.
    Open {
        application: OpenApplication,
        sort: SortId,
        /// The only values that it may have, if not all of the sort.
        choices: Option<Box<[Value]>>,
    },
    /// We do not know how.
    Unsupported(Cow<'static, str>),
    /// It would take too much.
    OutOfBudget,
}

impl Fault {
    pub fn unsupported(what: &'static str) -> Self {
        Fault::Unsupported(Cow::Borrowed(what))
    }
}

/// What an operation gives.
pub(crate) type Computed = Result<Value, Fault>;
