//! What is to be done for each kind of term.

use super::{Evaluator, Operator, Task, shorten};
use crate::ops;
use crate::standard::has_one_meaning;
use smt::{Function, Sym, TermId, TermKind};

impl Evaluator<'_> {
    pub(super) fn visit(&mut self, term: TermId) {
        if let Some(outcome) = self.recall(term) {
            self.stack.push(outcome);
            return;
        }
        let terms = &self.script.terms;
        match terms.kind(term) {
            TermKind::Literal => {
                let outcome = self.literal(term);
                self.finish(term, outcome);
            }
            TermKind::Symbol => self.symbol(term),
            TermKind::Apply => self.open_application(term),
            TermKind::ApplyTerm => self.open_strict(term),
            TermKind::Let | TermKind::Annotated => {
                // The variables of a `let` are evaluated where they are used.
                let arguments = terms.arguments(term);
                let body = match terms.kind(term) {
                    TermKind::Let => arguments.last(),
                    _ => arguments.first(),
                };
                match body {
                    Some(&body) => {
                        self.tasks.push(Task::Finish(term));
                        self.tasks.push(Task::Visit(body));
                    }
                    None => self.finish_unsupported(term, "an empty form"),
                }
            }
            TermKind::Binder => self.open_binder(term),
            TermKind::Match => {
                let scrutinee = terms.arguments(term).first().copied();
                match scrutinee {
                    Some(scrutinee) => {
                        self.tasks.push(Task::Match(term));
                        self.tasks.push(Task::Visit(scrutinee));
                    }
                    None => self.finish_unsupported(term, "an empty match"),
                }
            }
            TermKind::Opaque => {
                let text = self.script.show_term(term);
                self.finish_unsupported(term, &format!("the form {}", shorten(&text)));
            }
        }
    }

    pub(super) fn open_application(&mut self, term: TermId) {
        // Whatever it may mean, we do not know it.
        if !has_one_meaning(self.script, term) {
            let text = shorten(&self.script.tree.symbols.name(self.script.terms.head(term)));
            return self.finish_unsupported(term, &format!("{text} on such arguments"));
        }
        if let Function::Operator(_) = self.script.terms.function(term) {
            let junction = Task::Junction {
                term,
                next: 0,
                stuck: None,
            };
            match self.operator(term) {
                Operator::And | Operator::Or | Operator::Implies => {
                    self.tasks.push(junction);
                    return;
                }
                Operator::Ite => {
                    if let Some(&condition) = self.script.terms.arguments(term).first() {
                        self.tasks.push(Task::Condition(term));
                        self.tasks.push(Task::Visit(condition));
                        return;
                    }
                }
                Operator::Store(_) => {
                    let chain = self.stores(term);
                    if chain.len() > 1 {
                        self.tasks.push(Task::StoreAll(term, chain.len() as u32));
                        let terms = &self.script.terms;
                        for &store in &chain {
                            let parts = terms.arguments(store).iter().skip(1).rev();
                            self.tasks.extend(parts.map(|&part| Task::Visit(part)));
                        }
                        let innermost = chain.last().map(|&store| terms.arguments(store));
                        let array = innermost.and_then(<[TermId]>::first);
                        self.tasks.extend(array.map(|&array| Task::Visit(array)));
                        return;
                    }
                }
                _ => {}
            }
        }
        self.open_strict(term);
    }

    pub(super) fn open_strict(&mut self, term: TermId) {
        self.tasks.push(Task::Apply(term));
        let arguments = self.script.terms.arguments(term);
        self.tasks
            .extend(arguments.iter().rev().map(|&a| Task::Visit(a)));
    }

    /// The name of the operator that a term applies.
    pub(super) fn operator_name(&self, term: TermId) -> Option<Sym> {
        let terms = &self.script.terms;
        let ident = terms.ident(term)?;
        Some(match terms.parts(ident) {
            Some(parts) => parts.name,
            None => self.script.tree.symbols.canonical(terms.ident_text(ident)),
        })
    }

    pub(super) fn operator(&mut self, term: TermId) -> Operator {
        let Some(name) = self.operator_name(term) else {
            return Operator::Missing;
        };
        if let Some(Some(known)) = self.operators.get(name.index()) {
            return *known;
        }
        let spelling = self.script.tree.symbols.bytes(name);
        let operator = match spelling {
            b"and" | b"&&" => Operator::And,
            b"or" => Operator::Or,
            b"=>" | b"implies" => Operator::Implies,
            b"ite" | b"if" | b"if_then_else" => Operator::Ite,
            b"=" | b"iff" | b"equiv" | b"equals" => Operator::Equal,
            b"distinct" => Operator::Distinct,
            b"select" => Operator::Select,
            b"store" => ops::named(spelling).map_or(Operator::Missing, Operator::Store),
            b"@" => Operator::Apply,
            _ => ops::named(spelling).map_or(Operator::Missing, Operator::Strict),
        };
        if let Some(slot) = self.operators.get_mut(name.index()) {
            *slot = Some(operator);
        }
        operator
    }
}
