//! The two answers that a question can have.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Whether there is a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// `sat`
    Sat,
    /// `unsat`
    Unsat,
}

impl Status {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Sat => "sat",
            Self::Unsat => "unsat",
        }
    }

    /// The other one.
    pub fn other(self) -> Self {
        match self {
            Self::Sat => Self::Unsat,
            Self::Unsat => Self::Sat,
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
