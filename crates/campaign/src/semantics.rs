//! Rules by our own semantics: assignments of values to what a rule leaves free, each evaluated
//! exactly, in search of one that shows it wrong. So no rule rests on the solvers it is meant to
//! test.
//!
//! Where there are few assignments all are tried. Elsewhere some are drawn: extremes, values that
//! meet each other, and values made from one another, so that equations and guards hold now and
//! then. A wrong rule is refuted by one assignment, together with one interpretation of what the
//! standard leaves open: that is a model in which the rule does not hold.

use crate::fingerprint::fingerprint;
use eval::{Budget, Model, Trials, Truth, Value};
use mutate::Rng;
use mutate::assignment::{Drawer, columns, languages};
use mutate::rule::Provable;
use serde::Serialize;
use smt::{Script, SortId, TermId};
use std::fmt;

/// How much is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Semantics {
    /// How many assignments are drawn where there are too many to try all of them.
    pub draws: usize,
    /// What is drawn depends on this and on the question alone.
    pub seed: u64,
}

/// All assignments are tried if they are at most so many times those that are drawn. At the usual
/// ten thousand that is enough for two bit-vectors of eight bits and four of four.
const WORTH_ALL: usize = 8;

/// What came of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Tried {
    /// Assignments where all were tried.
    pub exhaustive: u64,
    /// Those of them under which the guard and the stronger side hold.
    pub exhaustive_premise: u64,
    /// Assignments that were drawn, or of which not all could be decided.
    pub drawn: u64,
    /// Those of them under which the guard and the stronger side hold.
    pub premise: u64,
    /// Assignments that show the rule wrong under no interpretation that was tried, but not all
    /// interpretations of what the standard leaves open were.
    pub undecided: u64,
    /// Assignments that could not be evaluated.
    pub skipped: u64,
    /// Why, of one of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The assignment that shows the rule wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refuted: Option<Counterexample>,
}

/// An assignment that shows a rule wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Counterexample {
    /// The values, and what was chosen for what the standard leaves open.
    pub assignment: String,
    /// The script that they satisfy.
    pub script: String,
}

impl Tried {
    fn not_evaluated(reason: impl Into<String>) -> Self {
        Self {
            skipped: 1,
            reason: Some(reason.into()),
            ..Self::default()
        }
    }

    /// Whether there was an assignment under which there is something to claim.
    pub fn is_tested(&self) -> bool {
        self.premise + self.exhaustive_premise > 0
    }

    /// Takes in what came of another case of the same template.
    pub fn add(&mut self, other: Tried) {
        self.exhaustive += other.exhaustive;
        self.exhaustive_premise += other.exhaustive_premise;
        self.drawn += other.drawn;
        self.premise += other.premise;
        self.undecided += other.undecided;
        self.skipped += other.skipped;
        self.reason = self.reason.take().or(other.reason);
        self.refuted = self.refuted.take().or(other.refuted);
    }
}

impl fmt::Display for Tried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(refuted) = &self.refuted {
            return write!(f, "refuted: {}", refuted.assignment);
        }
        let mut parts = Vec::new();
        if self.exhaustive > 0 {
            parts.push(match self.exhaustive_premise + self.premise {
                0 => format!("exhaustive {} (premise never true)", self.exhaustive),
                _ => format!("exhaustive {}", self.exhaustive),
            });
        }
        if self.drawn > 0 {
            let drawn = self.drawn;
            parts.push(match (self.premise, self.exhaustive_premise) {
                (0, 0) => format!("tried {drawn} (premise never true: not tested)"),
                (premise, _) => format!("tried {drawn} (premise true {premise})"),
            });
        }
        if self.undecided > 0 {
            parts.push(format!("undecided {}", self.undecided));
        }
        if let Some(reason) = &self.reason {
            parts.push(match self.drawn + self.exhaustive {
                0 => format!("not evaluated: {reason}"),
                _ => format!("not evaluated {}: {reason}", self.skipped),
            });
        }
        f.write_str(&parts.join("; "))
    }
}

impl Semantics {
    /// Tries all cases of a rule, those at small sorts too. What came of each of its templates, up
    /// to the first case that is wrong.
    pub fn of(&self, rule: &dyn Provable) -> Vec<Tried> {
        let mut templates = vec![Tried::default(); rule.statements().len()];
        for obligation in &rule.obligations_of_all_sizes() {
            if let Some(tried) = templates.get_mut(obligation.template)
                && tried.refuted.is_none()
            {
                tried.add(self.attempt(&obligation.sound));
            }
        }
        templates
    }

    /// Looks for an assignment that satisfies a script, which is unsat if a rule is right: see
    /// [`Obligation::sound`](mutate::rule::Obligation::sound).
    pub fn attempt(&self, sound: &str) -> Tried {
        let Ok(script) = Script::parse(sound.as_bytes()) else {
            return Tried::not_evaluated("a question that cannot be read");
        };
        let mut rng = Rng::new(self.seed, fingerprint(sound.as_bytes()));
        let languages = languages(&script, &mut rng);
        let languages: Vec<&[u8]> = languages.iter().map(Vec::as_slice).collect();
        // A model that says nothing: all is ours to choose.
        let model = match Model::parse_with(&script, 0, b"()", &languages) {
            Ok(model) => model,
            Err(error) => return Tried::not_evaluated(error.to_string()),
        };
        let claim = model.assertions().to_vec();
        let Some(premise) = premise_of(model.script(), &claim) else {
            return Tried::not_evaluated("a question of another form");
        };
        let mut attempt = Attempt {
            trials: Trials::new(&model, budget()),
            claim,
            premise,
            tried: Tried::default(),
            assignments: 0,
            satisfied: 0,
        };
        let limit = self.draws.saturating_mul(WORTH_ALL) as u64;
        match columns(&mut attempt.trials, limit) {
            Some(columns) => attempt.all(&columns),
            None => {
                let languages = model.terms();
                let languages = languages.iter().filter_map(|&t| attempt.trials.value(t));
                let languages = languages.collect();
                let mut drawer = Drawer::new(&attempt.trials, rng, languages);
                attempt.some(&mut drawer, self.draws);
            }
        }
        if let Some(refuted) = &mut attempt.tried.refuted {
            refuted.script = sound.to_owned();
        }
        attempt.tried
    }
}

/// Rules are small; what takes longer than this is not worth it.
fn budget() -> Budget {
    Budget {
        steps: 1_000_000,
        bytes: 1 << 28,
        number_bits: 1 << 14,
        length: 1 << 14,
        interpretations: 120,
        ..Budget::default()
    }
}

/// The guard, and the side of the claim that the other follows from, if it is a formula.
fn premise_of(script: &Script, claim: &[TermId]) -> Option<Vec<TermId>> {
    let (&last, guard) = claim.split_last()?;
    let stronger = script.terms.arguments(last).first()?;
    let is_formula = script.terms.sort(*stronger) == SortId::BOOL;
    let stronger = is_formula.then_some(stronger);
    Some(guard.iter().chain(stronger).copied().collect())
}

/// A search that is under way.
struct Attempt<'m> {
    trials: Trials<'m>,
    claim: Vec<TermId>,
    premise: Vec<TermId>,
    tried: Tried,
    assignments: u64,
    satisfied: u64,
}

/// After so many assignments that cannot be evaluated, and none that can, others are not tried.
const PATIENCE: u64 = 100;

impl Attempt<'_> {
    /// Tries all combinations.
    fn all(&mut self, columns: &[Vec<Value>]) {
        let mut at = vec![0; columns.len()];
        let mut assignment: Vec<Value> = Vec::new();
        loop {
            assignment.clear();
            let row = columns.iter().zip(&at);
            assignment.extend(row.filter_map(|(column, &place)| column.get(place)));
            if !self.put(&assignment) || !advance(&mut at, columns) {
                break;
            }
        }
        let tried = &mut self.tried;
        let is_whole = tried.undecided == 0 && tried.skipped == 0 && tried.refuted.is_none();
        match is_whole {
            true => {
                tried.exhaustive = self.assignments;
                tried.exhaustive_premise = self.satisfied;
            }
            false => {
                tried.drawn = self.assignments;
                tried.premise = self.satisfied;
            }
        }
    }

    /// Tries so many that are drawn.
    fn some(&mut self, drawer: &mut Drawer<'_>, draws: usize) {
        let mut assignment: Vec<Value> = Vec::new();
        for _ in 0..draws {
            if let Some(sort) = drawer.assignment(&mut self.trials, &mut assignment) {
                self.tried.skipped += 1;
                let reason = format!("no values of sort {sort} are drawn");
                self.tried.reason.get_or_insert(reason);
                break;
            }
            if !self.put(&assignment) {
                break;
            }
        }
        self.tried.drawn = self.assignments;
        self.tried.premise = self.satisfied;
    }

    /// Tries one; false if there is no need to try another.
    fn put(&mut self, assignment: &[Value]) -> bool {
        self.trials.assign(assignment);
        match self.trials.truth(&self.claim) {
            Truth::True | Truth::Possible => {
                self.assignments += 1;
                self.satisfied += 1;
                self.tried.refuted = Some(Counterexample {
                    assignment: self.describe(assignment),
                    script: String::new(),
                });
                return false;
            }
            Truth::False => {}
            Truth::Undecided => self.tried.undecided += 1,
            Truth::Unsupported => {
                let reason = self.trials.reason().unwrap_or_default().to_owned();
                return self.skip(reason);
            }
            Truth::OutOfBudget => return self.skip("out of budget".to_owned()),
        }
        self.assignments += 1;
        self.satisfied += u64::from(self.trials.truth(&self.premise).is_satisfied());
        true
    }

    fn skip(&mut self, reason: String) -> bool {
        self.tried.skipped += 1;
        self.tried.reason.get_or_insert(reason);
        self.assignments > 0 || self.tried.skipped < PATIENCE
    }

    fn describe(&mut self, assignment: &[Value]) -> String {
        // What was chosen for functions and for what is left open, in words.
        let chosen = self.trials.chosen();
        let script = self.trials.script();
        let constants = self.trials.constants().iter().zip(assignment);
        let values = constants.map(|(constant, &value)| {
            let name = script.declarations.name(constant.declaration);
            let name = script.tree.symbols.name(name);
            format!("{name}={}", self.trials.show(value, constant.sort))
        });
        let values = values.collect::<Vec<_>>().join(" ");
        match chosen.is_empty() {
            true => values,
            false => format!("{values} with {}", chosen.join(", ")),
        }
    }
}

/// The next combination; false after the last.
fn advance(at: &mut [usize], columns: &[Vec<Value>]) -> bool {
    for (place, column) in at.iter_mut().zip(columns).rev() {
        *place += 1;
        if *place < column.len() {
            return true;
        }
        *place = 0;
    }
    false
}

#[cfg(test)]
mod tests;
