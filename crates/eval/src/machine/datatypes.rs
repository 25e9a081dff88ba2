//! Testers, selectors, updates and `match`.

use super::{Evaluator, Task};
use crate::outcome::{Head, OpenApplication, Outcome};
use crate::value::Value;
use smt::{DeclId, Function, TermId};

impl Evaluator<'_> {
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

    pub(super) fn update_field(&mut self, selector: DeclId, values: &[Value]) -> Outcome {
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
