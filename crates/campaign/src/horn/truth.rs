//! Whether a system is sat, shown: by an interpretation that satisfies every clause, or by a derivation.

use super::clauses::{Checked, check};
use super::derivation::{Derivation, Effort, Search, search};
use super::judges::Judges;
use crate::ask::Ask;
use crate::models;
use mutate::horn::System;
use smt::Status;
use solve::Error;
use std::fmt;

/// Whether a system is sat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Truth {
    /// It is: somebody's interpretation satisfies every clause.
    Sat {
        /// Whose interpretation.
        witness: String,
        /// What it is, as it was printed.
        model: String,
        /// Who says that it satisfies every clause.
        by: Vec<String>,
    },
    /// It is not: a query is derived.
    Unsat(Box<Derivation>),
    /// It is not known: why.
    Open(String),
}

impl Truth {
    /// The answer that is right, as is shown here.
    pub fn status(&self) -> Option<Status> {
        match self {
            Self::Sat { .. } => Some(Status::Sat),
            Self::Unsat(_) => Some(Status::Unsat),
            Self::Open(_) => None,
        }
    }
}

impl fmt::Display for Truth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sat { witness, by, .. } => {
                let by = by.join(", ");
                write!(
                    f,
                    "the interpretation of {witness} satisfies every clause, by {by}"
                )
            }
            Self::Unsat(derivation) => write!(f, "{derivation}"),
            Self::Open(why) => write!(f, "not known: {why}"),
        }
    }
}

/// Finds out whether a system is sat. Witnesses are solvers of Horn clauses; nobody believes them, but an
/// interpretation that one of them prints may satisfy every clause. If none does, a derivation is looked for.
///
/// # Errors
/// If somebody cannot be started.
pub fn truth(
    system: &System,
    witnesses: &mut [Box<dyn Ask>],
    judges: &mut Judges,
    effort: Effort,
) -> Result<Truth, Error> {
    let script = system.with_settings(Vec::new()).write_horn();
    let mut reasons = Vec::new();
    for session in witnesses {
        let outcome = session.run(&models::with_model(script.as_bytes()))?;
        let witness = session.solver().name.clone();
        let Some(model) = models::model_of(&outcome) else {
            reasons.push(format!("{witness} says {}", outcome.verdict().class()));
            continue;
        };
        let checked = check(&script, model, judges)?;
        if let Checked::Valid(by) = checked {
            return Ok(Truth::Sat {
                witness,
                model: model.to_owned(),
                by,
            });
        }
        reasons.push(format!("{witness} says sat, but {checked}"));
    }
    Ok(match search(system, judges, effort)? {
        Search::Found(derivation) => Truth::Unsat(derivation),
        Search::None(height) => {
            reasons.push(format!("there is no derivation up to height {height}"));
            Truth::Open(reasons.join("; "))
        }
        Search::Unclear(why) => {
            reasons.push(format!("no derivation was found: {why}"));
            Truth::Open(reasons.join("; "))
        }
    })
}
