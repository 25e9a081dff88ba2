//! The evaluator: a stack of tasks and a stack of what they gave.
//!
//! Nothing recurses over input. Every term that is visited costs a step of the budget. Values are
//! remembered per term, see [`scopes`]. A term without a value is not an error: `or` with one true
//! argument is true whatever the others are, and `ite` looks at one branch only.

mod apply;
mod arrays;
mod call;
mod compare;
mod conform;
mod datatypes;
mod functions;
mod leaves;
mod quantify;
pub(crate) mod scopes;
mod trial;
mod visit;

pub(crate) use leaves::decimal;
pub use trial::{Constant, Trials, Truth};

use crate::budget::Budget;
use crate::domain::Domains;
use crate::model::Model;
use crate::ops::Operation;
use crate::outcome::{Fault, Outcome};
use crate::sequence;
use crate::unknown::Unknowns;
use crate::value::{Id, Value, Values};
use functions::Tabulation;
use hashbrown::HashMap;
use quantify::Quantification;
use scopes::{NEVER, Scopes};
use smt::{DeclId, Script, SortId, TermId, Variables};

/// Evaluates terms of one script under one model.
pub struct Evaluator<'m> {
    pub(crate) model: &'m Model,
    pub(crate) script: &'m Script,
    /// All values it has met.
    pub values: Values,
    pub(crate) domains: Domains,
    pub(crate) unknowns: Unknowns,
    pub(crate) budget: Budget,
    pub(crate) steps: u64,
    /// What all operations on strings together may take.
    strings: sequence::Budget,
    reasons: Vec<String>,
    reason_numbers: HashMap<String, u32>,
    scopes: Scopes,
    /// What came of each term, valid if its stamp is that of its slot.
    memo: Vec<Outcome>,
    stamps: Vec<u32>,
    /// The number of the current instance of each slot.
    epochs: [u32; NEVER as usize + 1],
    last_epoch: u32,
    /// Values of bound variables, by declaration.
    variables: Vec<Outcome>,
    /// What operators are, by the number of their symbol.
    operators: Vec<Option<Operator>>,
    /// Terms with arguments that are integers used as reals.
    has_coercions: Vec<bool>,
    datatypes: functions::DatatypeTables,
    calls: HashMap<(DeclId, Id), Outcome>,
    depth: usize,
    tasks: Vec<Task>,
    stack: Vec<Outcome>,
    arguments: Vec<Value>,
    saved: Vec<Outcome>,
    quantifications: Vec<Quantification>,
    tabulations: Vec<Tabulation>,
    shapes: HashMap<TermId, Option<std::rc::Rc<[TermId]>>>,
}

/// The stamp of what depends on no interpretation that was tried.
const FOR_GOOD: u32 = 1;

/// The budget is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("out of budget")]
pub struct OutOfBudget;

/// Why a term has no value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoValue {
    /// The standard or the model leaves it open.
    #[error("left open")]
    LeftOpen,
    /// We cannot evaluate something in it.
    #[error("unsupported: {0}")]
    Unsupported(String),
    /// It takes more than the budget.
    #[error("out of budget")]
    OutOfBudget,
}

#[derive(Debug, Clone, Copy)]
enum Operator {
    And,
    Or,
    Implies,
    Ite,
    Equal,
    Distinct,
    Select,
    /// Like any strict operator, but many of them are done at once.
    Store(&'static [Operation]),
    /// `@`, which applies a function.
    Apply,
    Strict(&'static [Operation]),
    Missing,
}

#[derive(Debug, Clone, Copy)]
enum Task {
    Visit(TermId),
    /// All arguments have been evaluated.
    Apply(TermId),
    /// The result is there: remember it.
    Finish(TermId),
    /// Arguments one by one, until one decides.
    Junction {
        term: TermId,
        next: u32,
        stuck: Option<Outcome>,
    },
    /// The condition of an `ite` is there.
    Condition(TermId),
    /// The condition has no value, but both branches have been evaluated.
    Branches(TermId),
    /// An array, and index and value of as many stores, are there.
    StoreAll(TermId, u32),
    /// The scrutinee of a `match` is there.
    Match(TermId),
    /// The body of a function or binder is done: variables get their values back.
    Leave {
        variables: Variables,
        slot: u8,
        epoch: u32,
        sort: SortId,
    },
    /// The same for a variable that a lambda captured.
    Restore {
        variable: DeclId,
        slot: u8,
        epoch: u32,
    },
    /// The value of the term is there, and must be of the sort.
    Conform(TermId, SortId),
    /// A call is done; its arguments are a list of values.
    Returned(DeclId, Id),
    /// A model's interpretation of an open application is there.
    Interpret(u32),
    /// More arguments to be applied to what came out.
    ApplyMore(u32),
    Quantify,
    Tabulate,
}

impl<'m> Evaluator<'m> {
    /// For the terms of the model's script.
    pub fn new(model: &'m Model, budget: Budget) -> Self {
        let script = model.script();
        let terms = script.terms.len();
        let mut has_coercions = vec![false; terms];
        for term in script.terms.all() {
            if !script.terms.arguments(term).is_empty()
                && script.terms.coerced_arguments(term).next().is_some()
            {
                has_coercions[term.index()] = true;
            }
        }
        let mut epochs = [0; NEVER as usize + 1];
        epochs[0] = FOR_GOOD + 1;
        let mut evaluator = Self {
            model,
            script,
            values: Values::default(),
            domains: Domains::default(),
            unknowns: Unknowns::default(),
            budget,
            steps: 0,
            strings: sequence::Budget::new(budget.steps, budget.length),
            reasons: Vec::new(),
            reason_numbers: HashMap::new(),
            scopes: Scopes::new(script, model.definitions()),
            memo: vec![Outcome::TRUE; terms],
            stamps: vec![0; terms],
            epochs,
            last_epoch: FOR_GOOD + 1,
            variables: vec![Outcome::Known(Value::Other); script.declarations.len()],
            operators: vec![None; script.tree.symbols.len()],
            has_coercions,
            datatypes: functions::DatatypeTables::new(script),
            calls: HashMap::new(),
            depth: 0,
            tasks: Vec::new(),
            stack: Vec::new(),
            arguments: Vec::new(),
            saved: Vec::new(),
            quantifications: Vec::new(),
            tabulations: Vec::new(),
            shapes: HashMap::new(),
        };
        for (sort, names) in model.universes() {
            let elements = names
                .iter()
                .map(|name| evaluator.values.element(*sort, name));
            let elements = elements.collect();
            evaluator.domains.universes.insert(*sort, elements);
        }
        evaluator
    }

    /// What comes of a term.
    pub(crate) fn outcome(&mut self, term: TermId) -> Result<Outcome, OutOfBudget> {
        self.tasks.clear();
        self.stack.clear();
        self.saved.clear();
        self.quantifications.clear();
        self.tabulations.clear();
        self.depth = 0;
        if term.index() >= self.stamps.len() {
            return Ok(self.unsupported("a term of another script"));
        }
        self.tasks.push(Task::Visit(term));
        while let Some(task) = self.tasks.pop() {
            self.step(task)?;
        }
        Ok(self.pop())
    }

    /// What comes of an application if its arguments have these values, whatever they are.
    pub(crate) fn outcome_of(
        &mut self,
        application: TermId,
        arguments: &[Value],
    ) -> Result<Outcome, OutOfBudget> {
        self.tasks.clear();
        self.stack.clear();
        self.saved.clear();
        self.quantifications.clear();
        self.tabulations.clear();
        self.depth = 0;
        if application.index() >= self.stamps.len()
            || self.script.terms.arguments(application).len() != arguments.len()
        {
            return Ok(self.unsupported("other arguments than the application has"));
        }
        let known = arguments.iter().map(|&value| Outcome::Known(value));
        self.stack.extend(known);
        self.apply(application)?;
        while let Some(task) = self.tasks.pop() {
            self.step(task)?;
        }
        // What was remembered is of these arguments and not of the term's own.
        self.stamps[application.index()] = 0;
        Ok(self.pop())
    }

    /// The value of a term of [`Model::script`].
    ///
    /// # Errors
    /// If the standard or the model leaves it open, if we cannot evaluate it, or if it takes more
    /// than the budget.
    pub fn value(&mut self, term: TermId) -> Result<Value, NoValue> {
        match self.outcome(term) {
            Ok(Outcome::Known(value)) => Ok(value),
            Ok(Outcome::Unknown(_) | Outcome::Depends(_)) => Err(NoValue::LeftOpen),
            Ok(Outcome::Unsupported(reason)) => {
                Err(NoValue::Unsupported(self.reason(reason).to_owned()))
            }
            Err(OutOfBudget) => Err(NoValue::OutOfBudget),
        }
    }

    /// Forgets what came out under the interpretations so far, but not what holds under all.
    pub(crate) fn next_trial(&mut self) {
        self.last_epoch += 1;
        self.epochs[0] = self.last_epoch;
        self.calls.clear();
    }

    /// Forgets all values of terms.
    pub(crate) fn forget_all(&mut self) {
        self.stamps.fill(0);
        self.calls.clear();
    }

    /// Whether interpretations are being tried.
    fn is_trial(&self) -> bool {
        self.epochs[0] != FOR_GOOD + 1
    }

    fn pop(&mut self) -> Outcome {
        // Every task leaves one outcome; were one missing, this is no value.
        match self.stack.pop() {
            Some(outcome) => outcome,
            None => self.unsupported("nothing was evaluated"),
        }
    }

    #[inline]
    fn charge(&mut self, steps: u64) -> Result<(), OutOfBudget> {
        self.steps += steps;
        if self.steps.saturating_add(self.values.work.get()) > self.budget.steps
            || self.values.bytes > self.budget.bytes
            || self.depth > self.budget.calls
        {
            return Err(OutOfBudget);
        }
        Ok(())
    }

    fn step(&mut self, task: Task) -> Result<(), OutOfBudget> {
        match task {
            Task::Visit(term) => {
                self.charge(1)?;
                self.visit(term);
            }
            Task::Apply(term) => self.apply(term)?,
            Task::Finish(term) => {
                let outcome = self.pop();
                self.finish(term, outcome);
            }
            Task::Junction { term, next, stuck } => self.junction(term, next, stuck),
            Task::Condition(term) => self.condition(term),
            Task::Branches(term) => {
                let (otherwise, then, condition) = (self.pop(), self.pop(), self.pop());
                let outcome = match then {
                    Outcome::Known(_) if then == otherwise => then,
                    _ => condition.stuck_with(then).stuck_with(otherwise),
                };
                self.finish(term, outcome);
            }
            Task::StoreAll(term, count) => self.store_all(term, count as usize)?,
            Task::Match(term) => self.choose_case(term),
            Task::Leave {
                variables,
                slot,
                epoch,
                sort,
            } => self.leave(variables, slot, epoch, sort),
            Task::Conform(term, sort) => self.conform_top(term, sort),
            Task::Restore {
                variable,
                slot,
                epoch,
            } => self.restore(variable, slot, epoch),
            Task::Returned(function, arguments) => {
                if let Some(&outcome) = self.stack.last() {
                    self.calls.insert((function, arguments), outcome);
                }
            }
            Task::Interpret(number) => match self.pop() {
                Outcome::Known(value)
                    if self
                        .unknowns
                        .choices(number)
                        .is_none_or(|choices| choices.contains(&value)) =>
                {
                    self.unknowns.assign(number, value);
                }
                // Then it stays open.
                _ => self.unknowns.refuse(number),
            },
            Task::ApplyMore(count) => self.apply_more(count as usize)?,
            Task::Quantify => self.quantify()?,
            Task::Tabulate => self.tabulate()?,
        }
        Ok(())
    }

    #[inline]
    fn recall(&self, term: TermId) -> Option<Outcome> {
        let stamp = self.stamps[term.index()];
        if stamp == FOR_GOOD {
            return Some(self.memo[term.index()]);
        }
        let slot = self.scopes.slot(term);
        (stamp != 0 && stamp == self.epochs[slot as usize]).then(|| self.memo[term.index()])
    }

    /// Remembers and pushes what came of a term.
    #[inline]
    fn finish(&mut self, term: TermId, mut outcome: Outcome) {
        if self.script.terms.sort(term) == SortId::REAL
            && let Outcome::Known(value) = outcome
        {
            outcome = Outcome::Known(self.values.as_real(value));
        }
        let slot = self.scopes.slot(term);
        let stamp = match (slot, outcome) {
            (0, Outcome::Known(_)) if !self.is_trial() => FOR_GOOD,
            (NEVER, _) => 0,
            _ => self.epochs[slot as usize],
        };
        self.memo[term.index()] = outcome;
        self.stamps[term.index()] = stamp;
        self.stack.push(outcome);
    }

    /// The outcome of what we cannot evaluate.
    pub(crate) fn unsupported(&mut self, what: &str) -> Outcome {
        if let Some(&number) = self.reason_numbers.get(what) {
            return Outcome::Unsupported(number);
        }
        let number = self.reasons.len() as u32;
        self.reasons.push(what.to_owned());
        self.reason_numbers.insert(what.to_owned(), number);
        Outcome::Unsupported(number)
    }

    /// What could not be evaluated.
    pub(crate) fn reason(&self, number: u32) -> &str {
        self.reasons.get(number as usize).map_or("", String::as_str)
    }

    fn finish_unsupported(&mut self, term: TermId, what: &str) {
        let outcome = self.unsupported(what);
        self.finish(term, outcome);
    }

    /// What a fault makes of a term.
    fn of_fault(&mut self, fault: Fault) -> Result<Outcome, OutOfBudget> {
        match fault {
            Fault::OutOfBudget => Err(OutOfBudget),
            Fault::Unsupported(what) => Ok(self.unsupported(&what)),
            Fault::Open {
                application,
                sort,
                choices,
            } => {
                let number = self.unknowns.number(application, sort);
                self.unknowns.restrict(number, choices);
                Ok(Outcome::Unknown(number))
            }
        }
    }
}

/// The beginning of a text, for messages.
pub(crate) fn shorten(text: &str) -> String {
    const LENGTH: usize = 80;
    match text.char_indices().nth(LENGTH) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
