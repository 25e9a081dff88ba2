//! Quantifiers, by trying all values of finite sorts.
//!
//! Of an infinite sort the body is evaluated for "some value or other", which decides if the value
//! does not matter, and then for a few values, of which one may decide.

use super::{Evaluator, OutOfBudget, Task};
use crate::outcome::Outcome;
use crate::value::Value;
use smt::{DeclId, SortId, Sym, TermId};

/// Sampling more than this is not worth the time.
const MAX_SAMPLED: usize = 400;

#[derive(Debug)]
pub(super) struct Quantification {
    term: TermId,
    body: TermId,
    for_all: bool,
    columns: Vec<Vec<Outcome>>,
    at: Vec<usize>,
    stuck: Option<Outcome>,
    started: bool,
    slot: u8,
    epoch: u32,
}

impl Evaluator<'_> {
    pub(super) fn open_binder(&mut self, term: TermId) {
        match self.script.terms.head(term) {
            Sym::LAMBDA => self.lambda(term),
            head @ (Sym::FORALL | Sym::EXISTS) => self.open_quantifier(term, head == Sym::FORALL),
            head => {
                let what = self.script.tree.symbols.name(head).into_owned();
                self.finish_unsupported(term, &what);
            }
        }
    }

    fn open_quantifier(&mut self, term: TermId, for_all: bool) {
        let Some(&body) = self.script.terms.arguments(term).first() else {
            return self.finish_unsupported(term, "an empty quantifier");
        };
        let variables = self.script.terms.variables(term);
        let mut columns: Vec<Vec<Outcome>> = Vec::new();
        let mut sampled = false;
        for variable in variables.iter() {
            let sort = self.script.declarations.sort(variable);
            let limit = self.budget.domain;
            let all = self.domains.all(self.script, &mut self.values, sort, limit);
            columns.push(match all {
                Some(all) => all.iter().map(|&v| Outcome::Known(v)).collect(),
                None => {
                    sampled = true;
                    self.samples(sort)
                }
            });
        }
        if columns.iter().any(Vec::is_empty) {
            // A sort without values: there is none in SMT-LIB, so the model is odd.
            return self.finish_unsupported(term, "a quantifier over an empty sort");
        }
        if sampled {
            // The first of each column is what stands for all values; keep it.
            while instances(&columns) > MAX_SAMPLED
                && let Some(longest) = columns.iter_mut().max_by_key(|c| c.len())
                && longest.len() > 1
                && matches!(longest.first(), Some(Outcome::Unsupported(_)))
            {
                longest.pop();
            }
        }
        let slot = self.scopes.slot_within(term);
        for variable in variables.iter() {
            self.saved.push(self.variables[variable.index()]);
        }
        self.quantifications.push(Quantification {
            term,
            body,
            for_all,
            at: vec![0; columns.len()],
            columns,
            stuck: None,
            started: false,
            slot,
            epoch: self.epochs[slot as usize],
        });
        self.tasks.push(Task::Quantify);
    }

    pub(super) fn quantify(&mut self) -> Result<(), OutOfBudget> {
        let Some(mut state) = self.quantifications.pop() else {
            return Ok(());
        };
        let mut decided = None;
        if state.started {
            match self.pop() {
                Outcome::Known(Value::Bool(b)) if b != state.for_all => {
                    decided = Some(Outcome::bool(b));
                }
                Outcome::Known(_) => {}
                other => {
                    state.stuck = Some(state.stuck.map_or(other, |s| s.stuck_with(other)));
                }
            }
            if decided.is_none() && !advance(&mut state.at, &state.columns) {
                decided = Some(match state.stuck {
                    Some(stuck) => self.stuck(&[stuck]),
                    None => Outcome::bool(state.for_all),
                });
            }
        }
        state.started = true;
        let variables = self.script.terms.variables(state.term);
        if let Some(outcome) = decided {
            for variable in variables.iter().rev() {
                if let Some(value) = self.saved.pop() {
                    self.variables[variable.index()] = value;
                }
            }
            self.epochs[state.slot as usize] = state.epoch;
            self.finish(state.term, outcome);
            return Ok(());
        }
        for ((variable, column), &at) in variables.iter().zip(&state.columns).zip(&state.at) {
            if let Some(&value) = column.get(at) {
                self.variables[variable.index()] = value;
            }
        }
        self.new_instance(state.slot);
        let body = state.body;
        self.quantifications.push(state);
        self.tasks.push(Task::Quantify);
        self.tasks.push(Task::Visit(body));
        Ok(())
    }

    /// What stands for any value of a sort, and then a few values.
    fn samples(&mut self, sort: SortId) -> Vec<Outcome> {
        let shown = self.script.show_sort(sort);
        let any = self.unsupported(&format!("a quantifier over {shown}"));
        let mut samples = vec![any];
        let mut values: Vec<Value> = Vec::new();
        match sort {
            SortId::INT => values.extend([0, 1, -1, 2].map(Value::Int)),
            SortId::REAL => values.extend([0, 1, -1].map(|numerator| Value::Real {
                numerator,
                denominator: 1,
            })),
            // Of an uninterpreted sort only the model's elements are sure to be there.
            _ if self.script.sorts.head(sort) == Some(Sym::BIT_VEC) || sort == SortId::STRING => {
                values.extend(self.domains.some(self.script, &mut self.values, sort));
            }
            _ => {}
        }
        values.extend(self.model_values(sort));
        values.dedup();
        samples.extend(values.into_iter().map(Outcome::Known));
        samples
    }

    /// A few values that the model gives to constants of a sort, as far as they are literals.
    fn model_values(&mut self, sort: SortId) -> Vec<Value> {
        const MAX: usize = 6;
        let constants: Vec<DeclId> = self.model.constants(sort).take(MAX).collect();
        let mut values = Vec::new();
        for constant in constants {
            if let Some(Outcome::Known(value)) = self.meaning(constant) {
                values.push(value);
            } else if let Some(body) = self.model.body_of_constant(constant)
                && let Some(Outcome::Known(value)) = self.recall(body)
            {
                values.push(value);
            }
        }
        values
    }
}

/// How many combinations there are.
fn instances(columns: &[Vec<Outcome>]) -> usize {
    let lengths = columns.iter().map(Vec::len);
    lengths.fold(1, usize::saturating_mul)
}

/// The next combination; false after the last.
fn advance(at: &mut [usize], columns: &[Vec<Outcome>]) -> bool {
    for (place, column) in at.iter_mut().zip(columns).rev() {
        *place += 1;
        if *place < column.len() {
            return true;
        }
        *place = 0;
    }
    false
}
