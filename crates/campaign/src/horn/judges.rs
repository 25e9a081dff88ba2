//! Solvers that are asked about plain formulas, and what counts as shown by them.

use crate::ask::Ask;
use crate::models;
use crate::settled::is_settled;
use eval::Verdict;
use smt::{CommandKind, Script};
use solve::{Answer, Error, Outcome};
use std::collections::HashSet;
use std::fmt;

/// Solvers that are asked about plain formulas. None of them should be the one that is tested.
pub struct Judges {
    sessions: Vec<Box<dyn Ask>>,
}

/// That a formula is sat, shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// The formula, as a script that ends in `(check-sat)`.
    pub script: String,
    /// Who says sat to it. Nobody says unsat.
    pub by: Vec<String>,
    /// Whose model of it our own evaluator finds right, whatever the standard leaves open.
    pub evaluated: Option<String>,
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let by = self.by.join(", ");
        match &self.evaluated {
            Some(_) if self.by.len() < 2 => {
                write!(f, "a model that {by} found and our own evaluator confirms")
            }
            Some(who) => write!(f, "{by}; our own evaluator confirms the model of {who}"),
            None => write!(f, "{by}"),
        }
    }
}

/// Whether a formula is sat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sat {
    /// It is.
    Yes(Box<Shown>),
    /// It is not: who says so.
    No(String),
    /// Nobody knows, or those who do differ, or it depends on what the standard leaves open: why.
    Unclear(String),
}

impl Judges {
    /// Judges that are asked this way. The first is asked first, and alone where that is enough.
    pub fn new(sessions: Vec<Box<dyn Ask>>) -> Self {
        Self { sessions }
    }

    /// What they are called.
    pub fn names(&self) -> Vec<String> {
        let names = self.sessions.iter().map(|session| name(&**session));
        names.collect()
    }

    /// What the first says to each check of a script: those that it says unsat to.
    ///
    /// # Errors
    /// If it cannot be started.
    pub(super) fn unsat_by_first(&mut self, script: &str) -> Result<Vec<bool>, Error> {
        let Some(first) = self.sessions.first_mut() else {
            return Ok(Vec::new());
        };
        let outcome = first.run(script.as_bytes())?;
        Ok(outcome.answers().map(|a| *a == Answer::Unsat).collect())
    }

    /// Whether a script with one check is sat, as far as that can be shown. All are asked if the first
    /// says sat; if it says unsat, that is enough.
    ///
    /// # Errors
    /// If one cannot be started.
    pub fn is_sat(&mut self, script: &str) -> Result<Sat, Error> {
        let asking = models::with_model(script.as_bytes());
        let settled = is_settled(script.as_bytes());
        let (mut by, mut evaluated, mut open) = (Vec::new(), None, false);
        let mut reasons = Vec::new();
        for session in &mut self.sessions {
            let outcome = session.run(&asking)?;
            let name = name(&**session);
            match first_answer(&outcome) {
                Some(Answer::Unsat) if by.is_empty() => return Ok(Sat::No(name)),
                Some(Answer::Unsat) => {
                    let others = by.join(", ");
                    return Ok(Sat::Unclear(format!("{others} says sat, {name} unsat")));
                }
                Some(Answer::Sat) => {
                    let model = models::model_of(&outcome);
                    match model.and_then(|model| models::judge(script.as_bytes(), model)) {
                        // It does not matter what it says.
                        Some(Verdict::Invalid(_)) => {
                            reasons.push(format!("{name} says sat, but its model is wrong"));
                            continue;
                        }
                        Some(Verdict::Valid { chosen })
                            if chosen.is_empty()
                                && (settled || model.is_some_and(|m| says_no_more(script, m))) =>
                        {
                            evaluated.get_or_insert_with(|| name.clone());
                        }
                        Some(Verdict::Valid { .. } | Verdict::Underspecified(_)) => open = true,
                        _ => {}
                    }
                    by.push(name);
                }
                Some(answer) => reasons.push(format!("{name} says {answer}")),
                None => reasons.push(format!("{name} says nothing")),
            }
        }
        if by.is_empty() {
            return Ok(Sat::Unclear(reasons.join(", ")));
        }
        if evaluated.is_none() && (open || !settled) {
            let why = "it depends on what the standard leaves open";
            return Ok(Sat::Unclear(why.into()));
        }
        Ok(Sat::Yes(Box::new(Shown {
            script: script.to_owned(),
            by,
            evaluated,
        })))
    }
}

/// Whether a model defines nothing but what a script declares: what the standard leaves open is not
/// for the model of one solver to say.
fn says_no_more(script: &str, model: &str) -> bool {
    let Some(defined) = models::definitions(model) else {
        return false;
    };
    let Ok(script) = Script::parse(script.as_bytes()) else {
        return false;
    };
    let declared = script.commands.iter().filter_map(|command| {
        let (CommandKind::DeclareFun(it) | CommandKind::DeclareConst(it)) = &command.kind else {
            return None;
        };
        let name = script.declarations.name(*it);
        Some(script.tree.symbols.name(name).into_owned())
    });
    let declared: HashSet<String> = declared.collect();
    defined.keys().all(|name| declared.contains(name))
}

fn first_answer(outcome: &Outcome) -> Option<&Answer> {
    outcome.checks.first().map(|check| &check.answer)
}

fn name(session: &dyn Ask) -> String {
    session.solver().name.clone()
}
