//! Applications: connectives that stop early, strict operators, and what datatypes bring.

use super::call::known;
use super::{Evaluator, Operator, OutOfBudget, Task};
use crate::ops::{self, Operation};
use crate::outcome::{Fault, Head, OpenApplication, Outcome};
use crate::value::Value;
use smt::{DeclId, Function, Sym, TermId, TermKind};

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

    /// The stores that a store is put on, from the outermost in: all that only it looks at.
    pub(super) fn stores(&mut self, term: TermId) -> Vec<TermId> {
        let mut chain = vec![term];
        while let Some(&last) = chain.last()
            && let &[array, _, _] = self.script.terms.arguments(last)
            && self.script.terms.kind(array) == TermKind::Apply
            && matches!(self.script.terms.function(array), Function::Operator(_))
            && self.recall(array).is_none()
            && matches!(self.operator(array), Operator::Store(_))
        {
            chain.push(array);
        }
        // An integer that is stored as a real, or several indices: one by one.
        let plain = chain.iter().all(|store| {
            !self.has_coercions[store.index()] && self.script.terms.arguments(*store).len() == 3
        });
        match plain {
            true => chain,
            false => vec![term],
        }
    }

    /// Many stores at once, without an array for each.
    pub(super) fn store_all(&mut self, term: TermId, count: usize) -> Result<(), OutOfBudget> {
        let base = self.stack.len().saturating_sub(2 * count + 1);
        let outcomes = self.stack.split_off(base);
        let Ok(values) = known(&outcomes) else {
            let outcome = self.stuck(&outcomes);
            self.finish(term, outcome);
            return Ok(());
        };
        let Some((&array, stores)) = values.split_first() else {
            return Ok(());
        };
        let stores: Vec<(Value, Value)> = stores
            .chunks_exact(2)
            .filter_map(|pair| Some((*pair.first()?, *pair.last()?)))
            .collect();
        let computed = self.with_context(term, |c| ops::arrays::store_all(c, array, &stores));
        let outcome = match computed {
            Ok(value) => Outcome::Known(value),
            Err(fault) => {
                let outcome = self.of_fault(fault)?;
                self.name_mismatch(term, outcome)
            }
        };
        self.finish(term, outcome);
        Ok(())
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
    fn name_mismatch(&mut self, term: TermId, outcome: Outcome) -> Outcome {
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

    fn map_arrays(&mut self, term: TermId, arrays: &[Value]) -> Result<Outcome, OutOfBudget> {
        let terms = &self.script.terms;
        let parts = terms.ident(term).and_then(|ident| terms.parts(ident));
        let index = parts.and_then(|parts| parts.indices.first());
        let text = index.map(|&i| self.script.tree.symbols.name(i).into_owned());
        // `f`, or `(f (Int Int) Int)` with its signature.
        let text = text.unwrap_or_default();
        let inner = text.trim_start_matches('(');
        let name = inner.split([' ', ')']).next().unwrap_or_default();
        let pointwise: Option<fn(&[bool]) -> bool> = match name {
            "and" => Some(|row| row.iter().all(|b| *b)),
            "or" => Some(|row| row.iter().any(|b| *b)),
            "=>" => Some(|row| match row.split_last() {
                Some((last, first)) => *last || first.iter().any(|b| !b),
                None => true,
            }),
            _ => None,
        };
        let operations = ops::named(name.as_bytes());
        let sort = terms.sort(term);
        let is_equal = name == "=";
        let is_ite = name == "ite";
        let computed = self.with_context(term, |context| {
            ops::arrays::zip(context, sort, arrays, &|context, row| {
                if let Some(pointwise) = pointwise {
                    let bools: Option<Vec<bool>> = row
                        .iter()
                        .map(|v| {
                            if let Value::Bool(b) = v {
                                Some(*b)
                            } else {
                                None
                            }
                        })
                        .collect();
                    return Ok(Value::Bool(pointwise(&bools.ok_or_else(ops::mismatch)?)));
                }
                match (row, operations) {
                    ([x, y], _) if is_equal => Ok(Value::Bool(x == y)),
                    ([Value::Bool(b), x, y], _) if is_ite => Ok(if *b { *x } else { *y }),
                    (_, Some([operation, ..])) => operation(context, row),
                    _ => Err(ops::mismatch()),
                }
            })
        });
        match computed {
            Ok(value) => Ok(Outcome::Known(value)),
            Err(Fault::Open { .. }) => Ok(self.unsupported("a map of an underspecified operator")),
            Err(fault) => {
                let outcome = self.of_fault(fault)?;
                Ok(self.name_mismatch(term, outcome))
            }
        }
    }

    pub(super) fn test(&mut self, constructor: DeclId, values: &[Value]) -> Outcome {
        match values.first().and_then(|&v| self.values.to_datatype(v)) {
            Some(value) => Outcome::bool(value.constructor == constructor),
            None => self.unsupported("a tester of what is no datatype"),
        }
    }

    pub(super) fn select_field(&mut self, selector: DeclId, values: &[Value]) -> Outcome {
        let Some(value) = values.first().and_then(|&v| self.values.to_datatype(v)) else {
            return self.unsupported("a selector of what is no datatype");
        };
        if let Some((constructor, place)) = self.datatypes.selected_by(selector)
            && value.constructor == constructor
        {
            return match value.arguments.get(place) {
                Some(&field) => Outcome::Known(field),
                None => self.unsupported("a field that is not there"),
            };
        }
        // The standard says nothing of a selector of another constructor.
        let application = OpenApplication {
            head: Head::Declared(selector),
            arguments: values.into(),
        };
        if let Some(value) = self.unknowns.value(&application) {
            return Outcome::Known(value);
        }
        let sort = self.script.declarations.sort(selector);
        Outcome::Unknown(self.unknowns.number(application, sort))
    }

    fn update_field(&mut self, selector: DeclId, values: &[Value]) -> Outcome {
        let (&[value, field], Some((constructor, place))) =
            (values, self.datatypes.selected_by(selector))
        else {
            return self.unsupported("an update of no field");
        };
        let Some(old) = self.values.to_datatype(value) else {
            return self.unsupported("an update of what is no datatype");
        };
        if old.constructor != constructor {
            return Outcome::Known(value);
        }
        let mut arguments = old.arguments.clone();
        if let Some(slot) = arguments.get_mut(place) {
            *slot = field;
        }
        Outcome::Known(self.values.datatype(constructor, arguments))
    }

    /// The case of a `match` that fits.
    pub(super) fn choose_case(&mut self, term: TermId) {
        let terms = &self.script.terms;
        let scrutinee = self.pop();
        let value = match scrutinee {
            Outcome::Known(value) => value,
            stuck => {
                let outcome = self.stuck(&[stuck]);
                return self.finish(term, outcome);
            }
        };
        let Some(constructed) = self.values.to_datatype(value).cloned() else {
            return self.finish_unsupported(term, "a match of what is no datatype");
        };
        let bodies = terms.arguments(term).get(1..).unwrap_or_default();
        for (case, &body) in terms.cases(term).iter().zip(bodies) {
            let fields: Vec<Outcome> = match case.constructor {
                Function::Declared(constructor) if constructor == constructed.constructor => {
                    let fields = constructed.arguments.iter();
                    fields.map(|&v| Outcome::Known(v)).collect()
                }
                Function::Unknown => vec![Outcome::Known(value)],
                _ => continue,
            };
            if case.variables.len() > fields.len() {
                return self.finish_unsupported(term, "a pattern with too many variables");
            }
            self.tasks.push(Task::Finish(term));
            let slot = self.scopes.slot_within(term);
            let sort = terms.sort(term);
            return self.enter(case.variables, &fields, slot, sort, body);
        }
        self.finish_unsupported(term, "a match without a case for the value");
    }
}
