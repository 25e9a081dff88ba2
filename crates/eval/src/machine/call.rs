//! Calls of functions, and values that are functions.

use super::{Evaluator, OutOfBudget, Task};
use crate::model::Meaning;
use crate::outcome::Outcome;
use crate::value::{Closure, Value};
use smt::{DeclId, DeclKind, SortId, TermId, Variables};

impl Evaluator<'_> {
    /// Pushes what a declared function gives, or the tasks that do.
    pub(super) fn call(&mut self, function: DeclId, arguments: &[Outcome]) {
        let declarations = &self.script.declarations;
        let kind = declarations.kind(function);
        match kind {
            // A variable whose value is a function.
            DeclKind::Quantified | DeclKind::Parameter | DeclKind::PatternVariable => {
                let outcome = self.variables[function.index()];
                self.stack.push(outcome);
                return;
            }
            DeclKind::LetBound | DeclKind::Named => {
                if let Some(value) = declarations.value(function) {
                    self.tasks.push(Task::Visit(value));
                    return;
                }
            }
            _ => {}
        }
        let constructs = kind != DeclKind::Function && kind != DeclKind::Defined;
        if !constructs {
            if let Some(Meaning::Definition { parameters, body }) = self.model.meaning(function) {
                return self.call_defined(function, *parameters, *body, arguments);
            }
            if let Some(Meaning::ArrayOf(table)) = self.model.meaning(function) {
                let closure = self.values.closure(Closure::Declared(*table));
                if !arguments.is_empty() {
                    self.stack.extend(arguments);
                    self.stack.push(Outcome::Known(closure));
                    self.tasks.push(Task::ApplyMore(arguments.len() as u32));
                    return;
                }
                let sort = self.script.declarations.sort(function);
                return match self.script.declarations.value(*table) {
                    Some(body) => self.start_tabulation(body, closure, sort),
                    None => self.stack.push(Outcome::Known(closure)),
                };
            }
            if let Some(outcome) = self.meaning(function) {
                self.stack.push(outcome);
                return;
            }
        }
        if kind == DeclKind::Constructor && self.datatypes.is_endless(function) {
            let outcome = self.unsupported("a value of a codatatype");
            self.stack.push(outcome);
            return;
        }
        let Ok(values) = known(arguments) else {
            let outcome = self.stuck(arguments);
            self.stack.push(outcome);
            return;
        };
        let outcome = match kind {
            DeclKind::Function => self.unconstrained(function, &values),
            DeclKind::Constructor => Outcome::Known(self.values.datatype(function, values)),
            DeclKind::Selector => self.select_field(function, &values),
            DeclKind::Tester => match self.datatypes.tested_by(function) {
                Some(constructor) => self.test(constructor, &values),
                None => self.unsupported("a tester of no constructor"),
            },
            _ => self.unsupported("a function without a body"),
        };
        self.stack.push(outcome);
    }

    fn call_defined(
        &mut self,
        function: DeclId,
        parameters: Variables,
        body: TermId,
        arguments: &[Outcome],
    ) {
        let sort = self.script.declarations.sort(function);
        let written = self.script.terms.sort(body);
        if parameters.is_empty() {
            if written != sort && sort != SortId::REAL {
                self.tasks.push(Task::Conform(body, sort));
            }
            self.tasks.push(Task::Leave {
                variables: parameters,
                slot: 0,
                epoch: self.epochs[0],
                sort,
            });
            self.tasks.push(Task::Visit(body));
            self.depth += 1;
            return;
        }
        if let Ok(mut values) = known(arguments) {
            let sorts = self.script.declarations.parameters(function);
            for (value, sort) in values.iter_mut().zip(sorts) {
                if *sort == SortId::REAL {
                    *value = self.values.as_real(*value);
                }
            }
            let Value::Tuple(key) = self.values.tuple(&values[..]) else {
                return;
            };
            if let Some(&outcome) = self.calls.get(&(function, key)) {
                self.stack.push(outcome);
                return;
            }
            self.tasks.push(Task::Returned(function, key));
            if written != sort && sort != SortId::REAL {
                self.tasks.push(Task::Conform(body, sort));
            }
            let values: Vec<Outcome> = values.into_iter().map(Outcome::Known).collect();
            return self.enter(parameters, &values, 1, sort, body);
        }
        if written != sort && sort != SortId::REAL {
            self.tasks.push(Task::Conform(body, sort));
        }
        self.enter(parameters, arguments, 1, sort, body);
    }

    /// Binds variables and visits a body; all is as before when it is done.
    pub(super) fn enter(
        &mut self,
        variables: Variables,
        values: &[Outcome],
        slot: u8,
        sort: SortId,
        body: TermId,
    ) {
        self.tasks.push(Task::Leave {
            variables,
            slot,
            epoch: self.epochs[slot as usize],
            sort,
        });
        for (variable, &value) in variables.iter().zip(values) {
            let place = &mut self.variables[variable.index()];
            self.saved.push(*place);
            *place = value;
        }
        self.new_instance(slot);
        self.depth += 1;
        self.tasks.push(Task::Visit(body));
    }

    pub(super) fn new_instance(&mut self, slot: u8) {
        self.last_epoch += 1;
        self.epochs[slot as usize] = self.last_epoch;
    }

    pub(super) fn leave(&mut self, variables: Variables, slot: u8, epoch: u32, sort: SortId) {
        for variable in variables.iter().rev() {
            if let Some(value) = self.saved.pop() {
                self.variables[variable.index()] = value;
            }
        }
        self.epochs[slot as usize] = epoch;
        self.depth = self.depth.saturating_sub(1);
        if sort == SortId::REAL
            && let Some(Outcome::Known(value)) = self.stack.pop_if(|o| o.known().is_some())
        {
            let value = self.values.as_real(value);
            self.stack.push(Outcome::Known(value));
        }
    }

    /// What comes of something that needs the values of arguments of which one has none.
    pub(super) fn stuck(&mut self, arguments: &[Outcome]) -> Outcome {
        let stuck = arguments
            .iter()
            .filter(|outcome| outcome.known().is_none())
            .copied()
            .reduce(Outcome::stuck_with);
        match stuck {
            Some(Outcome::Unknown(number)) => Outcome::Depends(number),
            Some(stuck) => stuck,
            None => self.unsupported("nothing was stuck"),
        }
    }

    /// Applies a function, or an array as z3 lets one, to values.
    pub(super) fn apply_value(
        &mut self,
        function: Value,
        arguments: &[Outcome],
    ) -> Result<(), OutOfBudget> {
        if arguments.is_empty() {
            self.stack.push(Outcome::Known(function));
            return Ok(());
        }
        if let Value::Array(_) = function {
            // As many indices as the array was made with cannot be seen here; a tuple of all.
            let outcome = match known(arguments) {
                Ok(values) => {
                    let index = match values[..] {
                        [index] => index,
                        _ => self.values.tuple(values),
                    };
                    match self.values.to_array(function) {
                        Some(_) if !self.values.is_canonical(index) => {
                            self.unsupported("a function as an index")
                        }
                        Some(array) => Outcome::Known(array.select(index)),
                        None => self.unsupported("an array that is none"),
                    }
                }
                Err(()) => self.stuck(arguments),
            };
            self.stack.push(outcome);
            return Ok(());
        }
        let Some(closure) = self.values.to_closure(function).cloned() else {
            let outcome = self.unsupported("an application of what is no function");
            self.stack.push(outcome);
            return Ok(());
        };
        let wanted = match &closure {
            Closure::Declared(function) => self.script.declarations.parameters(*function).len(),
            Closure::Lambda { term, .. } => self.script.terms.variables(*term).len(),
            Closure::Partial {
                function,
                arguments: first,
            } => {
                let mut all: Vec<Outcome> = first.iter().map(|&v| Outcome::Known(v)).collect();
                all.extend(arguments);
                return self.apply_value(*function, &all);
            }
        };
        if arguments.len() < wanted {
            let outcome = match known(arguments) {
                Ok(values) => Outcome::Known(self.values.closure(Closure::Partial {
                    function,
                    arguments: values.into(),
                })),
                Err(()) => self.stuck(arguments),
            };
            self.stack.push(outcome);
            return Ok(());
        }
        let (now, later) = arguments.split_at(wanted);
        if !later.is_empty() {
            self.stack.extend(later);
            self.tasks.push(Task::ApplyMore(later.len() as u32));
        }
        match closure {
            Closure::Declared(function) => self.call(function, now),
            Closure::Lambda { term, captured } => self.call_lambda(term, &captured, now),
            Closure::Partial { .. } => {}
        }
        Ok(())
    }

    /// The function is on the stack, and its arguments below it.
    pub(super) fn apply_more(&mut self, count: usize) -> Result<(), OutOfBudget> {
        let function = self.pop();
        let at = self.stack.len().saturating_sub(count);
        let arguments = self.stack.split_off(at);
        match function {
            Outcome::Known(function) => self.apply_value(function, &arguments),
            stuck => {
                let mut all = arguments;
                all.push(stuck);
                let outcome = self.stuck(&all);
                self.stack.push(outcome);
                Ok(())
            }
        }
    }

    fn call_lambda(&mut self, term: TermId, captured: &[(DeclId, Value)], now: &[Outcome]) {
        let terms = &self.script.terms;
        let Some(&body) = terms.arguments(term).first() else {
            let outcome = self.unsupported("an empty lambda");
            self.stack.push(outcome);
            return;
        };
        let sort = terms.sort(body);
        // What is captured belongs to binders around the lambda. They may be in another instance
        // by now, so nothing that depends on them may be recalled.
        for &(variable, value) in captured {
            let slot = self.scopes.slot_of_variable(variable);
            self.enter_captured(variable, value, slot);
        }
        let slot = self.scopes.slot_within(term);
        self.enter(terms.variables(term), now, slot, sort, body);
    }

    fn enter_captured(&mut self, variable: DeclId, value: Value, slot: u8) {
        self.tasks.push(Task::Restore {
            variable,
            slot,
            epoch: self.epochs[slot as usize],
        });
        let place = &mut self.variables[variable.index()];
        self.saved.push(*place);
        *place = Outcome::Known(value);
        self.new_instance(slot);
    }

    pub(super) fn restore(&mut self, variable: DeclId, slot: u8, epoch: u32) {
        if let Some(value) = self.saved.pop() {
            self.variables[variable.index()] = value;
        }
        self.epochs[slot as usize] = epoch;
    }
}

/// The values of arguments that all have one.
pub(super) fn known(arguments: &[Outcome]) -> Result<Vec<Value>, ()> {
    arguments.iter().map(|a| a.known().ok_or(())).collect()
}
