//! An interpretation put into every clause.
//!
//! A solver that says sat to a system of Horn clauses prints what its predicates mean. With that in place
//! of the declarations, a clause is a formula like any other: its negation is unsat if the clause holds,
//! and a model of its negation shows that it does not.

use super::interpretation::Interpretation;
use super::judges::{Judges, Sat, Shown};
use solve::Error;
use std::fmt;

/// What was found out about an interpretation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Checked {
    /// Every clause holds: who says so.
    Valid(Vec<String>),
    /// A clause does not hold.
    Invalid(Box<Violation>),
    /// It is not known of some clause, or there is no interpretation to speak of: why.
    Undecided(String),
}

/// A clause that does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// Its place among the assertions.
    pub clause: usize,
    /// Its text.
    pub text: String,
    /// That its negation is sat under the interpretation.
    pub shown: Shown,
}

impl Checked {
    /// One word for it.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Valid(_) => "valid",
            Self::Invalid(_) => "invalid",
            Self::Undecided(_) => "undecided",
        }
    }
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Valid(by) => write!(
                f,
                "the interpretation satisfies every clause, by {}",
                by.join(", ")
            ),
            Self::Invalid(violation) => {
                let Violation { clause, shown, .. } = &**violation;
                write!(f, "the interpretation violates clause {clause}, by {shown}")
            }
            Self::Undecided(why) => write!(
                f,
                "whether the interpretation satisfies every clause is not known: {why}"
            ),
        }
    }
}

/// Checks what a solver printed after it said sat to a script in the form of `(set-logic HORN)`.
///
/// # Errors
/// If a judge cannot be started.
pub fn check(script: &str, model: &str, judges: &mut Judges) -> Result<Checked, Error> {
    let interpretation = match Interpretation::read(script, model) {
        Ok(interpretation) => interpretation,
        Err(reason) => return Ok(Checked::Undecided(reason.to_string())),
    };
    let holds = judges.unsat_by_first(&interpretation.questions())?;
    let mut by: Vec<String> = Vec::new();
    let mut undecided = None;
    for (place, clause) in interpretation.clauses.iter().enumerate() {
        if holds.get(place) == Some(&true) {
            continue;
        }
        let Some(question) = interpretation.question(place) else {
            continue;
        };
        match judges.is_sat(&question)? {
            Sat::No(name) => by.push(name),
            // Another solver may add what is missing so that it holds.
            Sat::Yes(_) if clause.open => {
                let why = format!("clause {place} has a predicate that is not interpreted");
                undecided.get_or_insert(why);
            }
            Sat::Yes(shown) => {
                return Ok(Checked::Invalid(Box::new(Violation {
                    clause: place,
                    text: clause.text.clone(),
                    shown: *shown,
                })));
            }
            Sat::Unclear(why) => {
                undecided.get_or_insert(format!("clause {place}: {why}"));
            }
        }
    }
    if let Some(why) = undecided {
        return Ok(Checked::Undecided(why));
    }
    by.extend(
        judges
            .names()
            .into_iter()
            .next()
            .filter(|_| holds.contains(&true)),
    );
    by.sort();
    by.dedup();
    Ok(Checked::Valid(by))
}
