//! `(match t ((pattern body) ..))`.

use super::Elaborator;
use super::terms::Form;
use crate::declare::DeclKind;
use crate::pattern::{Coercion, UNBOUND};
use crate::sort::SortId;
use crate::symbol::Sym;
use crate::term::{Case, DeclId, Function, NewTerm, TermKind};
use crate::tree::NodeId;

#[derive(Debug, Clone, Copy)]
pub(crate) struct MatchFrame {
    /// The first case.
    first: NodeId,
    /// Where its cases start in the list of cases being read.
    cases: usize,
    /// Where the scope goes back to after the current case.
    pub mark: Option<usize>,
}

impl Elaborator {
    pub(super) fn open_match(&mut self, node: NodeId) -> Option<()> {
        let mut parts = self.tree.children(node).skip(1);
        let (scrutinee, cases) = (parts.next()?, parts.next()?);
        let shaped = parts.next().is_none()
            && self.tree.is_list(cases)
            && self.tree.children(cases).all(|case| {
                let mut parts = self.tree.children(case);
                let pattern = parts.next();
                let named = pattern.is_some_and(|pattern| {
                    self.tree.symbol(pattern).is_some() || self.tree.head(pattern).is_some()
                });
                named && parts.next().is_some() && parts.next().is_none()
            });
        if !shaped {
            return None;
        }
        let frame = MatchFrame {
            first: NodeId(cases.0 + 1),
            cases: self.cases.len(),
            mark: None,
        };
        self.push_frame(node, scrutinee, Form::Match(frame));
        Some(())
    }

    pub(super) fn step_match(&mut self, state: MatchFrame) {
        let top = self.frames.len() - 1;
        let frame = self.frames[top];
        if frame.cursor < state.first {
            self.frames[top].cursor = state.first;
            return self.visit(frame.cursor);
        }
        if let Some(mark) = state.mark {
            self.scope.leave(mark);
        }
        if frame.cursor < frame.end {
            let mark = Some(self.scope.enter());
            let pattern = NodeId(frame.cursor.0 + 1);
            let scrutinee = self.terms.sort(self.values[frame.base]);
            let case = self.bind_pattern(pattern, scrutinee);
            self.cases.push(case);
            let next = self.tree.after(frame.cursor);
            self.set_form(next, Form::Match(MatchFrame { mark, ..state }));
            return self.visit(self.tree.after(pattern));
        }
        let bodies = &self.values[frame.base + 1..];
        let mut sorts = bodies.iter().map(|&b| self.terms.sort(b));
        let sort = sorts.next().unwrap_or(SortId::UNKNOWN);
        let agree = sorts.all(|s| s == sort) && self.sorts.is_known(sort);
        let cases = self.terms.add_cases(&self.cases[state.cases..]);
        self.cases.truncate(state.cases);
        let term = NewTerm {
            kind: TermKind::Match,
            head: Sym::MATCH.0,
            function: cases,
            arguments: &self.values[frame.base..],
        };
        let sort = if agree { sort } else { SortId::UNKNOWN };
        let term = self.terms.add_unshared(term, self.sorts.sorted(sort));
        self.close(term);
    }

    /// Binds the variables of a pattern: `x`, `nil`, `(cons h t)`, `(as nil (List Int))`.
    fn bind_pattern(&mut self, pattern: NodeId, scrutinee: SortId) -> Case {
        let text = self.text(pattern);
        let parts = self.children(pattern);
        let (name, names) = match parts.split_first() {
            None => (pattern, &[][..]),
            Some((head, rest)) if self.tree.symbol(*head) == Some(Sym::AS) => {
                (rest.first().copied().unwrap_or(pattern), &[][..])
            }
            Some((head, rest)) => (*head, rest),
        };
        let constructor = self
            .tree
            .symbol(name)
            .and_then(|name| self.constructor_of(name, scrutinee));
        let sorts = constructor.map_or_else(Vec::new, |c| self.selector_sorts(c, scrutinee));
        let variables = self.declare_variables(|this| {
            for (place, &node) in names.iter().enumerate() {
                let sort = sorts.get(place).copied().unwrap_or(SortId::UNKNOWN);
                if let (Some(name), Some(_)) = (this.tree.atom(node), this.tree.symbol(node)) {
                    this.bind(DeclKind::PatternVariable, name, sort);
                }
            }
            // A symbol that is no constructor matches everything.
            if constructor.is_none()
                && let Some(name) = this.tree.atom(pattern)
            {
                this.bind(DeclKind::PatternVariable, name, scrutinee);
            }
        });
        Case {
            pattern: text,
            constructor: constructor.map_or(Function::Unknown, Function::Declared),
            variables,
        }
    }

    /// The constructor of that name of the datatype that is matched: another one's name is free
    /// for a variable.
    fn constructor_of(&self, name: Sym, datatype: SortId) -> Option<DeclId> {
        let mut function = self.scope.function(name);
        while let Function::Declared(declaration) = Function::decode(function) {
            if self.constructs(declaration, datatype) {
                return Some(declaration);
            }
            function = self.declarations.shadowed(declaration);
        }
        None
    }

    fn constructs(&self, declaration: DeclId, datatype: SortId) -> bool {
        let sort = self.declarations.sort(declaration);
        self.declarations.kind(declaration) == DeclKind::Constructor
            && (datatype == SortId::UNKNOWN || self.sorts.same_constructor(sort, datatype))
    }

    /// The sorts of a constructor's arguments in a value of the given sort.
    fn selector_sorts(&mut self, constructor: DeclId, value: SortId) -> Vec<SortId> {
        let variables = self.declarations.variables(constructor);
        let parameters = self.declarations.parameters(constructor).to_vec();
        let mut bindings = vec![UNBOUND; variables];
        let result = self.declarations.sort(constructor);
        let symbols = &mut self.tree.symbols;
        self.sorts
            .fit(result, value, Coercion::None, &mut bindings, symbols);
        parameters
            .into_iter()
            .map(|p| self.sorts.instantiate(p, &bindings, symbols))
            .collect()
    }
}
