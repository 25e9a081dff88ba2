//! Judging a model: every assertion, and if need be every interpretation of what is left open.

use crate::budget::Budget;
use crate::domain::Size;
use crate::machine::{Evaluator, OutOfBudget};
use crate::model::Model;
use crate::outcome::{Head, Outcome};
use crate::value::Value;
use crate::verdict::{Invalid, Verdict};
use smt::{Function, SortId, TermId};

/// Judges a model.
pub fn check(model: &Model, budget: Budget) -> Verdict {
    let verdict = check_as_written(model, budget);
    if !matches!(verdict, Verdict::Invalid(_)) {
        return verdict;
    }
    let also_otherwise = model.escapes().is_none_or(|escapes| {
        escapes.all_others(|other| matches!(check_as_written(other, budget), Verdict::Invalid(_)))
    });
    match also_otherwise {
        true => verdict,
        false => Verdict::Underspecified(vec![
            "backslashes in strings, which begin escapes in some versions only".to_owned(),
        ]),
    }
}

fn check_as_written(model: &Model, budget: Budget) -> Verdict {
    let mut evaluator = Evaluator::new(model, budget);
    match evaluator.judge() {
        Ok(verdict) => verdict,
        Err(OutOfBudget) => Verdict::OutOfBudget,
    }
}

/// How the assertions stand under one interpretation.
enum Standing {
    AllTrue,
    /// This one is false.
    False(usize),
    /// Undecided ones: on what the first depends.
    Open(u32),
    /// Something cannot be evaluated.
    Unsupported(u32),
}

/// How a search for an interpretation ended.
pub(crate) enum Search {
    Found,
    /// There is none, all having been tried.
    Impossible,
    /// None was found.
    GivenUp,
    Unsupported(u32),
}

/// A choice that was made for an open application.
struct Choice {
    number: u32,
    values: Vec<Value>,
    next: usize,
    /// Whether the values are all there are.
    complete: bool,
}

impl Evaluator<'_> {
    pub(crate) fn judge(&mut self) -> Result<Verdict, OutOfBudget> {
        self.adopt_points()?;
        let assertions = self.model.assertions().to_vec();
        let mut open = Vec::new();
        let mut unsupported = None;
        for (place, &assertion) in assertions.iter().enumerate() {
            match self.outcome(assertion)? {
                Outcome::Known(Value::Bool(true)) => {}
                Outcome::Known(_) => {
                    return self.invalid(place, assertion, false);
                }
                Outcome::Unsupported(reason) => {
                    unsupported.get_or_insert(reason);
                    open.push((place, assertion));
                }
                Outcome::Unknown(_) | Outcome::Depends(_) => open.push((place, assertion)),
            }
        }
        if open.is_empty() {
            return Ok(Verdict::Valid { chosen: Vec::new() });
        }
        if self.unknowns.len() == 0 {
            let reason = unsupported.map_or("", |r| self.reason(r));
            return Ok(Verdict::Unsupported(reason.to_owned()));
        }
        let (search, false_one) = self.search(&open)?;
        Ok(match (search, false_one) {
            (Search::Found, _) => Verdict::Valid {
                chosen: self.describe_unknowns(true),
            },
            (Search::Impossible, Some((place, assertion))) => {
                return self.invalid(place, assertion, true);
            }
            (Search::Unsupported(reason), _) => {
                Verdict::Unsupported(self.reason(reason).to_owned())
            }
            _ => match unsupported {
                Some(reason) => Verdict::Unsupported(self.reason(reason).to_owned()),
                None => Verdict::Underspecified(self.describe_unknowns(false)),
            },
        })
    }

    /// Takes what `get-value` says of applications that the model and the standard leave open.
    fn adopt_points(&mut self) -> Result<(), OutOfBudget> {
        for &(term, value) in self.model.points() {
            if let Function::Declared(function) = self.script.terms.function(term)
                && self.model.meaning(function).is_some()
            {
                continue;
            }
            let Outcome::Known(value) = self.outcome(value)? else {
                continue;
            };
            if let Outcome::Unknown(number) = self.outcome(term)? {
                let sort = self.unknowns.sort(number);
                let Some(value) = self.conform(term, value, sort) else {
                    continue;
                };
                self.unknowns.assign(number, value);
                self.forget_all();
            }
        }
        Ok(())
    }

    fn standing(&mut self, open: &[(usize, TermId)]) -> Result<Standing, OutOfBudget> {
        let mut first = None;
        for (index, &(_, assertion)) in open.iter().enumerate() {
            match self.outcome(assertion)? {
                Outcome::Known(Value::Bool(true)) => {}
                Outcome::Known(_) => return Ok(Standing::False(index)),
                Outcome::Unsupported(reason) => {
                    first.get_or_insert(Standing::Unsupported(reason));
                }
                Outcome::Unknown(number) | Outcome::Depends(number) => match first {
                    None | Some(Standing::Unsupported(_)) => first = Some(Standing::Open(number)),
                    _ => {}
                },
            }
        }
        Ok(first.unwrap_or(Standing::AllTrue))
    }

    /// Tries interpretations, the deepest choice first, until one makes all assertions true.
    #[allow(clippy::type_complexity)]
    pub(crate) fn search(
        &mut self,
        open: &[(usize, TermId)],
    ) -> Result<(Search, Option<(usize, TermId)>), OutOfBudget> {
        let mut choices: Vec<Choice> = Vec::new();
        let mut complete = true;
        let mut false_one = None;
        let mut unsupported = None;
        for _ in 0..self.budget.interpretations {
            self.next_trial();
            match self.standing(open)? {
                Standing::AllTrue => return Ok((Search::Found, None)),
                Standing::Open(number) => {
                    let (values, all) = self.values_to_try(number);
                    if values.is_empty() {
                        return Ok((Search::GivenUp, None));
                    }
                    complete &= all;
                    choices.push(Choice {
                        number,
                        values,
                        next: 0,
                        complete: all,
                    });
                }
                Standing::False(index) => false_one = open.get(index).copied(),
                Standing::Unsupported(reason) => {
                    complete = false;
                    unsupported = Some(reason);
                }
            }
            // The next value of the last choice that has one.
            loop {
                let Some(choice) = choices.last_mut() else {
                    return Ok(match (complete, unsupported) {
                        (true, _) => (Search::Impossible, false_one),
                        (false, Some(reason)) => (Search::Unsupported(reason), None),
                        (false, None) => (Search::GivenUp, None),
                    });
                };
                debug_assert!(choice.next == 0 || choice.complete || !complete);
                if let Some(&value) = choice.values.get(choice.next) {
                    choice.next += 1;
                    let number = choice.number;
                    self.unknowns.assign(number, value);
                    break;
                }
                let number = choice.number;
                choices.pop();
                self.unknowns.forget(number);
            }
        }
        Ok((Search::GivenUp, None))
    }

    /// Values for an open application, and whether they are all of its sort.
    fn values_to_try(&mut self, number: u32) -> (Vec<Value>, bool) {
        /// Larger sorts are not tried in full.
        const FEW: u64 = 300;
        if let Some(choices) = self.unknowns.choices(number) {
            return (choices.to_vec(), true);
        }
        let sort = self.unknowns.sort(number);
        let mut values = self.unknowns.candidates(number).to_vec();
        let script = self.script;
        let application = self.unknowns.application(number).clone();
        // Solvers that complete models take the default, the argument or a constant.
        if let Some(some) = self.domains.some(script, &mut self.values, sort) {
            values.push(some);
        }
        if let Head::Operator(_) = application.head {
            let alike = application.arguments.first().copied();
            values.extend(alike.filter(|&v| self.could_be(sort, v)));
        }
        match sort {
            SortId::INT => values.extend([0, 1, -1, 2].map(Value::Int)),
            SortId::REAL => values.extend([0, 1, -1].map(|numerator| Value::Real {
                numerator,
                denominator: 1,
            })),
            _ => {}
        }
        let mut complete = false;
        if let Size::Finite(count) = self.domains.size(script, sort)
            && count <= FEW
            && let Some(all) = self.domains.all(script, &mut self.values, sort, FEW)
        {
            values.extend(all.iter());
            complete = true;
        }
        let mut seen = hashbrown::HashSet::new();
        values.retain(|value| seen.insert(*value));
        (values, complete)
    }

    fn could_be(&self, sort: SortId, value: Value) -> bool {
        match value {
            Value::Int(_) | Value::BigInt(_) => sort == SortId::INT,
            Value::Real { .. } | Value::BigReal(_) | Value::Algebraic(_) => sort == SortId::REAL,
            Value::BitVec { width, .. } => {
                let symbols = &self.script.tree.symbols;
                self.script.sorts.bit_width(sort, symbols) == Some(width.into())
            }
            _ => false,
        }
    }

    fn invalid(
        &mut self,
        place: usize,
        assertion: TermId,
        exhausted: bool,
    ) -> Result<Verdict, OutOfBudget> {
        if self.model.is_approximate() {
            let what = "the model has rounded numbers or ambiguous names".to_owned();
            return Ok(Verdict::Unsupported(what));
        }
        let (culprit, explanation) = self.explain(assertion)?;
        Ok(Verdict::Invalid(Box::new(Invalid {
            assertion: place,
            term: assertion,
            culprit,
            explanation,
            exhausted,
        })))
    }

    /// The open applications in words, with what was chosen for them.
    pub(crate) fn describe_unknowns(&mut self, with_values: bool) -> Vec<String> {
        /// More than anyone reads.
        const MAX: usize = 20;
        let mut described = Vec::new();
        for number in 0..(self.unknowns.len() as u32) {
            if described.len() == MAX {
                break;
            }
            let application = self.unknowns.application(number).clone();
            let symbols = &self.script.tree.symbols;
            let (name, sorts) = match application.head {
                Head::Operator(name) => (symbols.name(name), Vec::new()),
                Head::Declared(function) => (
                    symbols.name(self.script.declarations.name(function)),
                    self.script.declarations.parameters(function).to_vec(),
                ),
            };
            let mut shown = match application.arguments.is_empty() {
                true => name.into_owned(),
                false => {
                    let mut shown = format!("({name}");
                    for (place, &argument) in application.arguments.iter().enumerate() {
                        let sort = sorts.get(place).copied().unwrap_or(SortId::UNKNOWN);
                        shown.push(' ');
                        shown.push_str(&self.values.show(self.script, argument, sort));
                    }
                    shown.push(')');
                    shown
                }
            };
            let value = self.unknowns.value(&application);
            if with_values {
                let Some(value) = value else { continue };
                shown.push_str(" = ");
                let sort = self.unknowns.sort(number);
                shown.push_str(&self.values.show(self.script, value, sort));
            }
            described.push(shown);
        }
        described
    }
}
