//! What we say of a model.

use smt::TermId;
use std::fmt;

/// What we say of a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Every assertion is true in it.
    Valid {
        /// Whether that took an interpretation of what the standard or the model leaves open. If
        /// so, what was chosen, in words.
        chosen: Vec<String>,
    },
    /// An assertion is false in it, however one reads the standard.
    Invalid(Box<Invalid>),
    /// Whether it is one depends on what the standard or the model leaves open: the applications,
    /// in words.
    Underspecified(Vec<String>),
    /// We cannot evaluate something that matters: what.
    Unsupported(String),
    /// Evaluating it takes more than the budget.
    OutOfBudget,
}

/// Why a model is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invalid {
    /// The place of the false assertion among those in force.
    pub assertion: usize,
    /// The false assertion.
    pub term: TermId,
    /// The smallest term in it that shows why.
    pub culprit: TermId,
    /// In words: the culprit, the values of its arguments, its value, and what was needed.
    pub explanation: String,
    /// Whether it is false although operations that the standard leaves open were met on the way,
    /// all of whose interpretations were tried.
    pub exhausted: bool,
}

impl Verdict {
    /// One word for it.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Valid { .. } => "valid",
            Verdict::Invalid(_) => "invalid",
            Verdict::Underspecified(_) => "underspecified",
            Verdict::Unsupported(_) => "unsupported",
            Verdict::OutOfBudget => "out of budget",
        }
    }

    /// The applications on which it depends and that the model does not settle, as terms. The
    /// solver's `get-value` may.
    pub fn open(&self) -> Vec<&str> {
        match self {
            Verdict::Valid { chosen } => chosen
                .iter()
                .filter_map(|choice| Some(choice.rsplit_once(" = ")?.0))
                .collect(),
            Verdict::Underspecified(open) => open.iter().map(String::as_str).collect(),
            _ => Vec::new(),
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Valid { chosen } if chosen.is_empty() => f.write_str("valid"),
            Verdict::Valid { chosen } => write!(f, "valid with {}", chosen.join(", ")),
            Verdict::Invalid(invalid) => write!(f, "invalid: {}", invalid.explanation),
            Verdict::Underspecified(open) => {
                write!(f, "depends on what is left open: {}", open.join(", "))
            }
            Verdict::Unsupported(what) => write!(f, "unsupported: {what}"),
            Verdict::OutOfBudget => f.write_str("out of budget"),
        }
    }
}
