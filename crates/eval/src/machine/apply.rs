//! Applications: connectives that stop early, strict operators, and what datatypes bring.

use super::call::known;
use super::{Evaluator, Operator, OutOfBudget, Task};
use crate::ops::{self, Operation};
use crate::outcome::{Fault, Outcome};
use crate::value::Value;
use smt::{Function, Sym, TermId, TermKind};

impl Evaluator<'_> {
    /// `and`, `or` and `=>`: goes on with the next argument unless the last one decided.
    pub(super) fn junction(&mut self, term: TermId, next: u32, mut stuck: Option<Outcome>) {
        let arguments = self.script.terms.arguments(term);
        let operator = self.operator(term);
        // What an argument must be to decide, and what the whole is then.
        let (decides, result) = match operator {
            Operator::And => (false, false),
            Operator::Or => (true, true),
            _ => (next as usize == arguments.len(), true),
        };
        if next > 0 {
            match self.pop() {
                Outcome::Known(Value::Bool(b)) if b == decides => {
                    return self.finish(term, Outcome::bool(result));
                }
                Outcome::Known(_) => {}
                other => stuck = Some(stuck.map_or(other, |stuck| stuck.stuck_with(other))),
            }
        }
        match arguments.get(next as usize) {
            Some(&argument) => {
                self.tasks.push(Task::Junction {
                    term,
                    next: next + 1,
                    stuck,
                });
                self.tasks.push(Task::Visit(argument));
            }
            None => {
                let outcome = match stuck {
                    Some(stuck) => self.stuck(&[stuck]),
                    None => Outcome::bool(!result),
                };
                self.finish(term, outcome);
            }
        }
    }

    pub(super) fn condition(&mut self, term: TermId) {
        let condition = self.pop();
        let &[_, then, otherwise] = self.script.terms.arguments(term) else {
            return self.finish_unsupported(term, "an ite without branches");
        };
        match condition {
            Outcome::Known(Value::Bool(b)) => {
                self.tasks.push(Task::Finish(term));
                self.tasks
                    .push(Task::Visit(if b { then } else { otherwise }));
            }
            _ => {
                self.stack.push(condition);
                self.tasks.push(Task::Branches(term));
                self.tasks.push(Task::Visit(otherwise));
                self.tasks.push(Task::Visit(then));
            }
        }
    }

    pub(super) fn apply(&mut self, term: TermId) -> Result<(), OutOfBudget> {
        let script = self.script;
        let terms = &script.terms;
        let count = terms.arguments(term).len();
        let base = self.stack.len().saturating_sub(count);
        if self.has_coercions[term.index()] {
            for place in terms.coerced_arguments(term) {
                if let Some(Outcome::Known(value)) = self.stack.get(base + place).copied() {
                    self.stack[base + place] = Outcome::Known(self.values.as_real(value));
                }
            }
        }
        if terms.kind(term) == TermKind::ApplyTerm {
            let arguments = self.stack.split_off(base);
            self.tasks.push(Task::Finish(term));
            let Some((function, rest)) = arguments.split_first() else {
                self.stack.push(Outcome::TRUE);
                return Ok(());
            };
            self.stack.extend(rest);
            self.stack.push(*function);
            return self.apply_more(rest.len());
        }
        match terms.function(term) {
            Function::Operator(_) => self.apply_operator(term, base),
            Function::Declared(function) => {
                let arguments = self.stack.split_off(base);
                self.tasks.push(Task::Finish(term));
                match script.declarations.parameters(function).len() == count {
                    true => self.call(function, &arguments),
                    false => {
                        let function = crate::value::Closure::Declared(function);
                        let function = self.values.closure(function);
                        self.apply_value(function, &arguments)?;
                    }
                }
                Ok(())
            }
            Function::Unknown => {
                let arguments = self.stack.split_off(base);
                let outcome = self.apply_indexed(term, &arguments)?;
                self.finish(term, outcome);
                Ok(())
            }
        }
    }

    fn apply_operator(&mut self, term: TermId, base: usize) -> Result<(), OutOfBudget> {
        match self.operator(term) {
            Operator::Strict(operations) | Operator::Store(operations) => {
                self.apply_strict(term, base, operations)
            }
            Operator::Equal => {
                let arguments = self.stack.split_off(base);
                let outcome = self.equal(term, &arguments);
                self.finish(term, outcome);
                Ok(())
            }
            Operator::Distinct => {
                let arguments = self.stack.split_off(base);
                let outcome = self.distinct(term, &arguments);
                self.finish(term, outcome);
                Ok(())
            }
            Operator::Select => {
                let arguments = self.stack.split_off(base);
                self.tasks.push(Task::Finish(term));
                self.stack.extend(arguments.get(1..).unwrap_or_default());
                self.stack.extend(arguments.first());
                self.apply_more(arguments.len().saturating_sub(1))
            }
            Operator::Apply => {
                let arguments = self.stack.split_off(base);
                self.tasks.push(Task::Finish(term));
                self.stack.extend(arguments.get(1..).unwrap_or_default());
                self.stack.extend(arguments.first());
                self.apply_more(arguments.len().saturating_sub(1))
            }
            Operator::Missing
            | Operator::And
            | Operator::Or
            | Operator::Implies
            | Operator::Ite => {
                self.stack.truncate(base);
                let name = self.operator_name(term);
                let name = name.map(|n| self.script.tree.symbols.name(n).into_owned());
                self.finish_unsupported(
                    term,
                    &format!("the operator {}", name.unwrap_or_default()),
                );
                Ok(())
            }
        }
    }

    fn apply_strict(
        &mut self,
        term: TermId,
        base: usize,
        operations: &'static [Operation],
    ) -> Result<(), OutOfBudget> {
        let mut arguments = std::mem::take(&mut self.arguments);
        arguments.clear();
        for outcome in &self.stack[base..] {
            match outcome {
                Outcome::Known(value) => arguments.push(*value),
                _ => {
                    self.arguments = arguments;
                    let all = self.stack.split_off(base);
                    self.suggest_bounds(&all);
                    let outcome = self.stuck(&all);
                    self.finish(term, outcome);
                    return Ok(());
                }
            }
        }
        let computed = self.compute(term, operations, &arguments);
        self.arguments = arguments;
        match computed {
            Ok(value) => {
                self.stack.truncate(base);
                self.finish(term, Outcome::Known(value));
            }
            Err(Fault::Open {
                application,
                sort,
                choices,
            }) => {
                let number = self.unknowns.number(application, sort);
                self.unknowns.restrict(number, choices);
                self.interpret(term, base, number);
            }
            Err(fault) => {
                self.stack.truncate(base);
                let outcome = self.of_fault(fault)?;
                let outcome = self.name_mismatch(term, outcome);
                self.finish(term, outcome);
            }
        }
        Ok(())
    }

    fn compute(
        &mut self,
        term: TermId,
        operations: &[Operation],
        arguments: &[Value],
    ) -> Result<Value, Fault> {
        self.with_context(term, |context| {
            let mut last = Err(ops::mismatch());
            for operation in operations {
                last = operation(context, arguments);
                if !last.as_ref().is_err_and(ops::is_mismatch) {
                    break;
                }
            }
            last
        })
    }

    /// Says which operator it was that did not fit.
    pub(super) fn name_mismatch(&mut self, term: TermId, outcome: Outcome) -> Outcome {
        let Outcome::Unsupported(reason) = outcome else {
            return outcome;
        };
        let text = super::shorten(&self.script.tree.symbols.name(self.script.terms.head(term)));
        let what = format!("{} ({text})", self.reason(reason));
        self.unsupported(&what)
    }

    /// An application that the standard leaves open: by the model's own function for it, if it
    /// has one, and then the term is tried again.
    fn interpret(&mut self, term: TermId, base: usize, number: u32) {
        let name = self.operator_name(term);
        let known = self.unknowns.application(number).arguments.clone();
        let function = name
            .and_then(|name| {
                self.model
                    .interpretation(self.script.tree.symbols.bytes(name))
            })
            .filter(|_| !self.unknowns.is_refused(number));
        let Some(function) = function else {
            let count = self.stack.len() - base;
            self.stack.truncate(base);
            // Only if the term is the application itself, and not a chain of several.
            let outcome = match count == known.len() {
                true => Outcome::Unknown(number),
                false => Outcome::Depends(number),
            };
            return self.finish(term, outcome);
        };
        let wanted = self.script.declarations.parameters(function).len();
        let arguments: Vec<Outcome> = known
            .iter()
            .take(wanted)
            .map(|&v| Outcome::Known(v))
            .collect();
        // The arguments of the term stay on the stack.
        self.tasks.push(Task::Apply(term));
        self.tasks.push(Task::Interpret(number));
        self.call(function, &arguments);
    }

    /// `((_ is c) x)`, `((_ update s) x y)` and `((_ map f) a b)`.
    fn apply_indexed(
        &mut self,
        term: TermId,
        arguments: &[Outcome],
    ) -> Result<Outcome, OutOfBudget> {
        let terms = &self.script.terms;
        let ident = terms.ident(term);
        let name = ident.and_then(|i| terms.parts(i)).map(|parts| parts.name);
        let Ok(values) = known(arguments) else {
            return Ok(self.stuck(arguments));
        };
        Ok(match (name, terms.target(term)) {
            (Some(Sym::IS), Function::Declared(constructor)) => self.test(constructor, &values),
            (Some(Sym::UPDATE | Sym::UPDATE_FIELD), Function::Declared(selector)) => {
                self.update_field(selector, &values)
            }
            (Some(Sym::MAP), Function::Operator(_)) => return self.map_arrays(term, &values),
            _ => {
                let text = super::shorten(&self.script.tree.symbols.name(terms.head(term)));
                self.unsupported(&format!("the application of {text}"))
            }
        })
    }
}
