//! Literals and symbols.

use super::{Evaluator, Task};
use crate::domain::field_order;
use crate::model::Meaning;
use crate::ops::Context;
use crate::outcome::{Fault, Head, OpenApplication, Outcome};
use crate::value::{Closure, Value};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Pow};
use smt::{AtomKind, DeclId, DeclKind, Function, SortId, Sym, TermId};

impl Evaluator<'_> {
    pub(super) fn literal(&mut self, term: TermId) -> Outcome {
        match self.read_literal(term) {
            Some(value) => Outcome::Known(value),
            None => {
                let what = format!("the literal {}", self.script.show_term(term));
                self.unsupported(&what)
            }
        }
    }

    fn read_literal(&mut self, term: TermId) -> Option<Value> {
        let (terms, symbols) = (&self.script.terms, &self.script.tree.symbols);
        let sort = terms.sort(term);
        let ident = terms.ident(term)?;
        if let Some(parts) = terms.parts(ident) {
            let name = symbols.bytes(parts.name);
            if let Some(digits) = name.strip_prefix(b"bv") {
                let width = symbols.number(*parts.indices.first()?)?;
                let width = u32::try_from(width).ok()?;
                if u64::from(width) > self.budget.number_bits {
                    return None;
                }
                return Some(
                    self.values
                        .bit_vec(width, BigUint::parse_bytes(digits, 10)?),
                );
            }
            let number = BigInt::parse_bytes(name.strip_prefix(b"ff")?, 10)?;
            return Some(self.values.field(field_order(self.script, sort)?, &number));
        }
        let text = terms.head(term);
        let spelling = symbols.bytes(text);
        match symbols.kind(text) {
            AtomKind::Numeral if sort == SortId::REAL => {
                let number = BigInt::parse_bytes(spelling, 10)?;
                Some(self.values.real(BigRational::from_integer(number)))
            }
            AtomKind::Numeral => Some(self.values.int(BigInt::parse_bytes(spelling, 10)?)),
            AtomKind::Decimal => {
                let number = decimal(spelling)?;
                Some(self.values.real(number))
            }
            AtomKind::Hex => {
                let digits = spelling.get(2..)?;
                let bits = BigUint::parse_bytes(digits, 16)?;
                Some(self.values.bit_vec(4 * digits.len() as u32, bits))
            }
            AtomKind::Binary => {
                let digits = spelling.get(2..)?;
                let bits = BigUint::parse_bytes(digits, 2)?;
                Some(self.values.bit_vec(digits.len() as u32, bits))
            }
            AtomKind::String => crate::ops::strings::read(&mut self.values, spelling),
            AtomKind::Symbol => {
                if let Some(field) = spelling.strip_prefix(b"#f") {
                    let at = field.iter().position(|&b| b == b'm')?;
                    let number = BigInt::parse_bytes(field.get(..at)?, 10)?;
                    return Some(self.values.field(field_order(self.script, sort)?, &number));
                }
                // z3's -1 and -1.5.
                let number = decimal(spelling.strip_prefix(b"-")?)?;
                Some(match sort {
                    SortId::INT => self.values.int(-number.to_integer()),
                    _ => self.values.real(-number),
                })
            }
            AtomKind::Quoted | AtomKind::Keyword => None,
        }
    }

    /// A symbol or identifier that stands alone.
    pub(super) fn symbol(&mut self, term: TermId) {
        match self.script.terms.function(term) {
            Function::Declared(declaration) => self.declared_symbol(term, declaration),
            Function::Operator(_) => self.tasks.push(Task::Apply(term)),
            Function::Unknown => match self.script.terms.target(term) {
                Function::Declared(function) => self.indexed_symbol(term, function),
                _ => {
                    let what = format!("the symbol {}", self.script.show_term(term));
                    self.finish_unsupported(term, &what);
                }
            },
        }
    }

    /// `(_ as-array f)`.
    fn indexed_symbol(&mut self, term: TermId, function: DeclId) {
        let ident = self.script.terms.ident(term);
        let name = ident
            .and_then(|i| self.script.terms.parts(i))
            .map(|p| p.name);
        if name != Some(Sym::AS_ARRAY) {
            return self.finish_unsupported(term, "a function as a value");
        }
        let closure = self.values.closure(Closure::Declared(function));
        self.tasks.push(Task::Finish(term));
        self.start_tabulation(term, closure, self.script.terms.sort(term));
    }

    fn declared_symbol(&mut self, term: TermId, declaration: DeclId) {
        let declarations = &self.script.declarations;
        match declarations.kind(declaration) {
            DeclKind::LetBound | DeclKind::Named => match declarations.value(declaration) {
                Some(value) => {
                    self.tasks.push(Task::Finish(term));
                    self.tasks.push(Task::Visit(value));
                }
                None => self.finish_unsupported(term, "a name without a term"),
            },
            DeclKind::Quantified | DeclKind::Parameter | DeclKind::PatternVariable => {
                let outcome = self.variables[declaration.index()];
                self.stack.push(outcome);
            }
            _ if declarations.parameters(declaration).is_empty() => {
                self.tasks.push(Task::Finish(term));
                self.call(declaration, &[]);
            }
            _ => {
                let closure = self.values.closure(Closure::Declared(declaration));
                self.finish(term, Outcome::Known(closure));
            }
        }
    }

    /// A constant of the model that is no definition.
    pub(super) fn meaning(&mut self, declaration: DeclId) -> Option<Outcome> {
        Some(match self.model.meaning(declaration)? {
            Meaning::Element { sort, name } => Outcome::Known(self.values.element(*sort, name)),
            Meaning::Number(number) => {
                let number = number.clone();
                Outcome::Known(self.values.algebraic(number))
            }
            Meaning::Unreadable(what) => {
                let what = what.clone();
                self.unsupported(&what)
            }
            Meaning::Definition { .. } | Meaning::ArrayOf(_) => return None,
        })
    }

    /// What a function is at a place that the model says nothing of.
    pub(super) fn unconstrained(&mut self, function: DeclId, arguments: &[Value]) -> Outcome {
        let application = OpenApplication {
            head: Head::Declared(function),
            arguments: arguments.into(),
        };
        if let Some(value) = self.unknowns.value(&application) {
            return Outcome::Known(value);
        }
        let sort = self.script.declarations.sort(function);
        Outcome::Unknown(self.unknowns.number(application, sort))
    }

    /// Computes with an operation's view of this evaluator.
    pub(super) fn with_context<T>(
        &mut self,
        term: TermId,
        compute: impl FnOnce(&mut Context<'_>) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        compute(&mut Context {
            script: self.script,
            values: &mut self.values,
            domains: &mut self.domains,
            unknowns: &self.unknowns,
            budget: &self.budget,
            strings: &mut self.strings,
            term,
        })
    }
}

/// `12`, `1.50` or z3's `1.`.
pub(crate) fn decimal(spelling: &[u8]) -> Option<BigRational> {
    let (whole, fraction) = match spelling.iter().position(|&b| b == b'.') {
        Some(dot) => (spelling.get(..dot)?, spelling.get(dot + 1..)?),
        None => (spelling, &b""[..]),
    };
    let digits = [whole, fraction].concat();
    if !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let numerator = BigInt::parse_bytes(&digits, 10)?;
    let denominator = match fraction.len() {
        0 => BigInt::one(),
        length => BigInt::from(10).pow(u32::try_from(length).ok()?),
    };
    Some(BigRational::new(numerator, denominator))
}
