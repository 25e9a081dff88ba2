//! Why an assertion is false, in words and as small as possible.

use crate::machine::{Evaluator, OutOfBudget, shorten};
use crate::outcome::Outcome;
use crate::value::Value;
use smt::{Function, TermId, TermKind};

impl Evaluator<'_> {
    /// The smallest term that shows why an assertion is false, and that in words.
    pub(crate) fn explain(&mut self, assertion: TermId) -> Result<(TermId, String), OutOfBudget> {
        let (mut term, mut needed) = (assertion, true);
        // Down as long as one argument alone is to blame.
        while let Some((next, next_needed)) = self.blame(term, needed)? {
            (term, needed) = (next, next_needed);
        }
        let shown = shorten(&self.script.show_term(term));
        let arguments = self.script.terms.arguments(term).to_vec();
        let mut values = Vec::new();
        for argument in arguments {
            if values.len() == 6 {
                values.push("…".to_owned());
                break;
            }
            if matches!(self.script.terms.kind(argument), TermKind::Literal) {
                continue;
            }
            let value = self.show_outcome(argument)?;
            let name = shorten(&self.script.show_term(argument));
            values.push(format!("{name} is {}", shorten(&value)));
        }
        let values = match values.is_empty() {
            true => String::new(),
            false => format!(": {}", values.join("; ")),
        };
        let text = format!("{shown} is {}, but must be {needed}{values}", !needed);
        Ok((term, text))
    }

    /// The argument that alone makes a term what it should not be, and what it should be.
    fn blame(&mut self, term: TermId, needed: bool) -> Result<Option<(TermId, bool)>, OutOfBudget> {
        let terms = &self.script.terms;
        let arguments = terms.arguments(term);
        match terms.kind(term) {
            TermKind::Let => return Ok(arguments.last().map(|&body| (body, needed))),
            TermKind::Annotated => return Ok(arguments.first().map(|&body| (body, needed))),
            TermKind::Symbol => {
                let named = crate::machine::scopes::named_term(self.script, term);
                return Ok(named.map(|value| (value, needed)));
            }
            TermKind::Apply => {}
            _ => return Ok(None),
        }
        if !matches!(terms.function(term), Function::Operator(_)) {
            return Ok(None);
        }
        let head = self.script.tree.symbols.name(terms.head(term)).into_owned();
        let arguments = arguments.to_vec();
        match (&head[..], needed, &arguments[..]) {
            ("not", _, &[inner]) => Ok(Some((inner, !needed))),
            ("and", true, _) => self.first_that_is(&arguments, false),
            ("or", false, _) => self.first_that_is(&arguments, true),
            ("=>", false, &[.., last]) => Ok(Some((last, false))),
            ("or" | "and", _, &[only]) => Ok(Some((only, needed))),
            ("ite", _, &[condition, then, otherwise]) => Ok(match self.outcome(condition)? {
                Outcome::Known(Value::Bool(true)) => Some((then, needed)),
                Outcome::Known(Value::Bool(false)) => Some((otherwise, needed)),
                _ => None,
            }),
            _ => Ok(None),
        }
    }

    fn first_that_is(
        &mut self,
        arguments: &[TermId],
        value: bool,
    ) -> Result<Option<(TermId, bool)>, OutOfBudget> {
        for &argument in arguments {
            if self.outcome(argument)? == Outcome::bool(value) {
                return Ok(Some((argument, !value)));
            }
        }
        Ok(None)
    }

    fn show_outcome(&mut self, term: TermId) -> Result<String, OutOfBudget> {
        Ok(match self.outcome(term)? {
            Outcome::Known(value) => {
                let sort = self.script.terms.sort(term);
                self.values.show(self.script, value, sort)
            }
            Outcome::Unknown(_) | Outcome::Depends(_) => "left open".to_owned(),
            Outcome::Unsupported(_) => "not known".to_owned(),
        })
    }
}
