//! The forms of terms that are not applications: `let`, binders, annotations, `match`.
//!
//! Each has a check of its shape (`None` if it is malformed, and the caller keeps it as text),
//! and a step that the loop in `terms` calls until the form is done.

use super::Elaborator;
use super::terms::Form;
use crate::declare::{DeclKind, NewDecl};
use crate::sort::SortId;
use crate::symbol::Sym;
use crate::term::{Case, DeclId, Function, NO_FUNCTION, NewTerm, TermId, TermKind};
use crate::tree::NodeId;

#[derive(Debug, Clone, Copy)]
pub(crate) enum LetFrame {
    /// Reading the values; the list of bindings ends here.
    Values { end: NodeId },
    /// Reading the body; `mark` is where the scope goes back to.
    Body { mark: usize, first: DeclId },
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct BinderFrame {
    head: Sym,
    mark: usize,
    first: DeclId,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct AnnotationFrame {
    /// The first attribute.
    attributes: NodeId,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct MatchFrame {
    /// The first case.
    first: NodeId,
    /// Where its cases start in the list of cases being read.
    cases: usize,
    /// Where the scope goes back to after the current case.
    mark: Option<usize>,
}

impl Elaborator {
    fn set_form(&mut self, cursor: NodeId, form: Form) {
        if let Some(frame) = self.frames.last_mut() {
            frame.cursor = cursor;
            frame.form = form;
        }
    }

    /// Declares a variable of a binder and makes its name mean it.
    pub(super) fn bind(&mut self, kind: DeclKind, name: Sym, sort: SortId) -> DeclId {
        let variables = 0;
        let declaration = self.declarations.add(
            NewDecl {
                kind,
                name,
                sort,
                variables,
            },
            &[],
        );
        let canonical = self.tree.symbols.canonical(name);
        // The spelling of the binder is the usual one, so its term is made at once.
        let leaf = (canonical == name).then(|| {
            let term = NewTerm {
                kind: TermKind::Symbol,
                head: name.0,
                function: Function::Declared(declaration).encode(),
                arguments: &[],
            };
            self.terms
                .add_unshared(term, self.sorts.sorted(sort, false))
        });
        self.scope
            .bind(&mut self.declarations, canonical, declaration, leaf);
        declaration
    }

    /// `((name x) ..)`: whether a list is made of pairs that start with a symbol.
    fn is_pairs(&self, list: NodeId) -> bool {
        let tree = &self.tree;
        tree.is_list(list)
            && tree.children(list).all(|pair| {
                let mut parts = tree.children(pair);
                let name = parts.next().and_then(|name| tree.symbol(name));
                name.is_some() && parts.next().is_some() && parts.next().is_none()
            })
    }

    fn pair(&self, pair: NodeId) -> (Sym, NodeId) {
        let name = NodeId(pair.0 + 1);
        // The shape was checked when the form was opened.
        (
            self.tree.atom(name).unwrap_or(Sym::INDEXED),
            NodeId(name.0 + 1),
        )
    }

    pub(super) fn open_let(&mut self, node: NodeId) -> Option<()> {
        let mut parts = self.tree.children(node).skip(1);
        let (bindings, _body) = (parts.next()?, parts.next()?);
        if parts.next().is_some() || !self.is_pairs(bindings) {
            return None;
        }
        let end = self.tree.after(bindings);
        let first = NodeId(bindings.0 + 1);
        self.push_frame(node, first, Form::Let(LetFrame::Values { end }));
        Some(())
    }

    pub(super) fn step_let(&mut self, state: LetFrame) {
        let top = self.frames.len() - 1;
        let frame = self.frames[top];
        match state {
            LetFrame::Values { end } if frame.cursor < end => {
                let binding = frame.cursor;
                self.frames[top].cursor = self.tree.after(binding);
                let (_, value) = self.pair(binding);
                self.visit(value);
            }
            LetFrame::Values { end } => {
                let mark = self.scope.enter();
                let first = DeclId(self.declarations.len() as u32);
                let mut binding = NodeId(frame.node.0 + 3);
                let mut last = first;
                for place in frame.base..self.values.len() {
                    let (name, _) = self.pair(binding);
                    let value = self.values[place];
                    last = self.bind(DeclKind::LetBound, name, self.terms.sort(value));
                    self.declarations.set_value(last, value);
                    binding = self.tree.after(binding);
                }
                if frame.base < self.values.len() {
                    self.declarations.end_group(last);
                }
                self.set_form(
                    self.tree.after(end),
                    Form::Let(LetFrame::Body { mark, first }),
                );
                self.visit(end);
            }
            LetFrame::Body { mark, first } => {
                self.scope.leave(mark);
                if self.too_long(frame.base) {
                    let term = self.opaque(frame.node);
                    return self.close(term);
                }
                let values = &self.values[frame.base..];
                let sort = values
                    .last()
                    .map_or(SortId::UNKNOWN, |&b| self.terms.sort(b));
                let term = NewTerm {
                    kind: TermKind::Let,
                    head: Sym::LET.0,
                    function: first.0,
                    arguments: values,
                };
                let term = self
                    .terms
                    .add_unshared(term, self.sorts.sorted(sort, false));
                self.close(term);
            }
        }
    }

    pub(super) fn open_binder(&mut self, node: NodeId, head: Sym) -> Option<()> {
        let mut parts = self.tree.children(node).skip(1);
        let (variables, body) = (parts.next()?, parts.next()?);
        let pairs = self.is_pairs(variables) && self.tree.children(variables).next().is_some();
        if !pairs {
            return None;
        }
        let mark = self.scope.enter();
        let first = DeclId(self.declarations.len() as u32);
        let mut last = first;
        for pair in self.children(variables) {
            let (name, written) = self.pair(pair);
            let sort = self.sort(written);
            last = self.bind(DeclKind::Quantified, name, sort);
            let text = self.text(written);
            self.declarations.set_written(last, text);
        }
        self.declarations.end_group(last);
        self.push_frame(node, body, Form::Binder(BinderFrame { head, mark, first }));
        Some(())
    }

    pub(super) fn step_binder(&mut self, state: BinderFrame) {
        let top = self.frames.len() - 1;
        let frame = self.frames[top];
        if frame.cursor < frame.end {
            self.frames[top].cursor = self.tree.after(frame.cursor);
            return self.visit(frame.cursor);
        }
        self.scope.leave(state.mark);
        let sort = self
            .binder_sort(state, frame.base)
            .unwrap_or(SortId::UNKNOWN);
        let term = NewTerm {
            kind: TermKind::Binder,
            head: state.head.0,
            function: state.first.0,
            arguments: &self.values[frame.base..],
        };
        let term = self
            .terms
            .add_unshared(term, self.sorts.sorted(sort, false));
        self.close(term);
    }

    fn binder_sort(&mut self, state: BinderFrame, base: usize) -> Option<SortId> {
        let bodies: Vec<SortId> = self.values[base..]
            .iter()
            .map(|&v| self.terms.sort(v))
            .collect();
        match (state.head, &bodies[..]) {
            (Sym::FORALL | Sym::EXISTS, [SortId::BOOL]) => Some(SortId::BOOL),
            (Sym::CHOICE | Sym::WITNESS, [SortId::BOOL]) => {
                Some(self.declarations.sort(state.first))
            }
            (Sym::COMPREHENSION | Sym::SET_COMPREHENSION, &[SortId::BOOL, element]) => {
                Some(self.sorts.make(Sym::SET, &[], &[element]))
            }
            (Sym::LAMBDA, &[body]) => {
                let mut sorts: Vec<SortId> = self
                    .declarations
                    .group(state.first)
                    .map(|d| self.declarations.sort(d))
                    .collect();
                sorts.push(body);
                let head = match self.lambda_is_arrow {
                    true => Sym::ARROW,
                    false => Sym::ARRAY,
                };
                Some(self.sorts.make(head, &[], &sorts))
            }
            _ => None,
        }
    }

    pub(super) fn open_annotation(&mut self, node: NodeId) -> Option<()> {
        let body = self.tree.children(node).nth(1)?;
        let attributes = self.tree.after(body);
        let frame = AnnotationFrame { attributes };
        self.push_frame(node, body, Form::Annotation(frame));
        Some(())
    }

    pub(super) fn step_annotation(&mut self, state: AnnotationFrame) {
        let top = self.frames.len() - 1;
        let frame = self.frames[top];
        if frame.cursor < state.attributes {
            self.frames[top].cursor = state.attributes;
            return self.visit(frame.cursor);
        }
        let body = self.values[frame.base];
        if frame.cursor < frame.end {
            let keyword = self.tree.atom(frame.cursor);
            let value = self.tree.after(frame.cursor);
            self.frames[top].cursor = value;
            if value >= frame.end {
                return;
            }
            match keyword {
                Some(Sym::NAMED) => self.name_term(value, body),
                Some(Sym::PATTERN) if self.tree.is_list(value) => {
                    self.push_frame(value, NodeId(value.0 + 1), Form::Triggers);
                }
                Some(Sym::NO_PATTERN) => {
                    self.push_frame(value, value, Form::Triggers);
                }
                _ => {}
            }
            return;
        }
        let attributes = self.attributes_text(state.attributes, frame.end);
        let sort = self.terms.sort(body);
        let term = NewTerm {
            kind: TermKind::Annotated,
            head: attributes.0,
            function: NO_FUNCTION,
            arguments: &[body],
        };
        let term = self.intern(term, sort, false);
        self.close(term);
    }

    fn attributes_text(&mut self, first: NodeId, end: NodeId) -> Sym {
        self.buffer.clear();
        let mut node = first;
        while node < end {
            if !self.buffer.is_empty() {
                self.buffer.push(b' ');
            }
            self.tree.write_tokens(node, &mut self.buffer);
            node = self.tree.after(node);
        }
        self.intern_buffer()
    }

    fn name_term(&mut self, name: NodeId, value: TermId) {
        let Some(name) = self.tree.atom(name) else {
            return;
        };
        let declaration = self.declarations.add(
            NewDecl {
                kind: DeclKind::Named,
                name,
                sort: self.terms.sort(value),
                variables: 0,
            },
            &[],
        );
        self.declarations.set_value(declaration, value);
        let canonical = self.tree.symbols.canonical(name);
        self.scope
            .name(&mut self.declarations, canonical, declaration);
    }

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
        let term = self
            .terms
            .add_unshared(term, self.sorts.sorted(sort, false));
        self.close(term);
    }

    /// Binds the variables of a pattern: `x`, `nil`, `(cons h t)`.
    fn bind_pattern(&mut self, pattern: NodeId, scrutinee: SortId) -> Case {
        let text = self.text(pattern);
        let list = self.tree.is_list(pattern);
        let name = match list {
            true => self.tree.head(pattern),
            false => self.tree.symbol(pattern),
        };
        let names = self.children(pattern).into_iter().skip(1);
        let function = self.scope.function(name.unwrap_or(Sym::INDEXED));
        let constructor = match Function::decode(function) {
            Function::Declared(d) if self.constructs(d, scrutinee) => Some(d),
            _ => None,
        };
        let first_variable = DeclId(self.declarations.len() as u32);
        match constructor {
            Some(constructor) => {
                let sorts = self.selector_sorts(constructor, scrutinee);
                for (place, node) in names.enumerate() {
                    let sort = sorts.get(place).copied().unwrap_or(SortId::UNKNOWN);
                    if let Some(name) = self.tree.atom(node) {
                        self.bind(DeclKind::PatternVariable, name, sort);
                    }
                }
            }
            None if !list => {
                let name = self.tree.atom(pattern).unwrap_or(Sym::INDEXED);
                self.bind(DeclKind::PatternVariable, name, scrutinee);
            }
            None => {}
        }
        Case {
            pattern: text,
            constructor: constructor.map_or(Function::Unknown, Function::Declared),
            first_variable,
            variables: self.declarations.len() as u32 - first_variable.0,
        }
    }

    /// Whether a declaration is a constructor of the datatype that is matched: another one's name
    /// is free for a variable.
    fn constructs(&self, declaration: DeclId, datatype: SortId) -> bool {
        let head = self.sorts.head(self.declarations.sort(declaration));
        self.declarations.kind(declaration) == DeclKind::Constructor
            && (datatype == SortId::UNKNOWN || self.sorts.head(datatype) == head)
    }

    /// The sorts of a constructor's arguments in a value of the given sort.
    fn selector_sorts(&mut self, constructor: DeclId, value: SortId) -> Vec<SortId> {
        let variables = self.declarations.variables(constructor);
        let parameters = self.declarations.parameters(constructor).to_vec();
        let mut bindings = vec![crate::sort::UNBOUND; variables];
        let result = self.declarations.sort(constructor);
        let symbols = &mut self.tree.symbols;
        self.sorts.fit(result, value, false, &mut bindings, symbols);
        parameters
            .into_iter()
            .map(|p| self.sorts.instantiate(p, &bindings, symbols))
            .collect()
    }
}
