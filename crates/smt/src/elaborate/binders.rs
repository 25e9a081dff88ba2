//! The forms of terms that are not applications: `let`, binders and annotations. (`match` is in
//! `matches`.)
//!
//! Each has a check of its shape (`None` if it is malformed, and the caller keeps it as text),
//! and a step that the loop in `terms` calls until the form is done.

use super::Elaborator;
use super::terms::Form;
use crate::declare::{DeclKind, NewDecl};
use crate::sort::SortId;
use crate::symbol::Sym;
use crate::term::{DeclId, Function, NewTerm, TermId, TermKind, Variables};
use crate::tree::NodeId;

#[derive(Debug, Clone, Copy)]
pub(crate) enum LetFrame {
    /// Reading the values; the list of bindings ends here.
    Values { end: NodeId },
    /// Reading the body; `mark` is where the scope goes back to.
    Body { mark: usize, group: u32 },
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct BinderFrame {
    head: Sym,
    pub mark: usize,
    variables: Variables,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct AnnotationFrame {
    /// The first attribute.
    attributes: NodeId,
}

impl Elaborator {
    pub(super) fn set_form(&mut self, cursor: NodeId, form: Form) {
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
        if canonical.is_reserved() {
            // The wildcard `_` of a pattern: nothing refers to it.
            return declaration;
        }
        // The spelling of the binder is the usual one, so its term is made at once.
        let leaf = (canonical == name).then(|| {
            let term = NewTerm {
                kind: TermKind::Symbol,
                head: name.0,
                function: Function::Declared(declaration).encode(),
                arguments: &[],
            };
            self.terms.add_unshared(term, self.sorts.sorted(sort))
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
                let variables = self.declare_variables(|this| {
                    let mut binding = NodeId(frame.node.0 + 3);
                    for place in frame.base..this.values.len() {
                        let (name, _) = this.pair(binding);
                        let value = this.values[place];
                        let variable = this.bind(DeclKind::LetBound, name, this.terms.sort(value));
                        this.declarations.set_value(variable, value);
                        binding = this.tree.after(binding);
                    }
                });
                let group = self.terms.add_group(variables);
                let body = Form::Let(LetFrame::Body { mark, group });
                self.set_form(self.tree.after(end), body);
                self.visit(end);
            }
            LetFrame::Body { mark, group } => {
                self.scope.leave(mark);
                let values = &self.values[frame.base..];
                let sort = values
                    .last()
                    .map_or(SortId::UNKNOWN, |&b| self.terms.sort(b));
                let term = NewTerm {
                    kind: TermKind::Let,
                    head: Sym::LET.0,
                    function: group,
                    arguments: values,
                };
                let term = self.terms.add_unshared(term, self.sorts.sorted(sort));
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
        let pairs = self.children(variables);
        let variables = self.declare_variables(|this| {
            for pair in pairs {
                let (name, written) = this.pair(pair);
                let sort = this.sort(written);
                let variable = this.bind(DeclKind::Quantified, name, sort);
                let text = this.text(written);
                this.declarations.set_written(variable, text);
            }
        });
        let frame = BinderFrame {
            head,
            mark,
            variables,
        };
        self.push_frame(node, body, Form::Binder(frame));
        Some(())
    }

    /// The variables that `declare` declares.
    pub(super) fn declare_variables(&mut self, declare: impl FnOnce(&mut Self)) -> Variables {
        let first = self.declarations.len();
        declare(self);
        Variables {
            first: first as u32,
            count: (self.declarations.len() - first) as u32,
        }
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
            function: self.terms.add_group(state.variables),
            arguments: &self.values[frame.base..],
        };
        let term = self.terms.add_unshared(term, self.sorts.sorted(sort));
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
                let first = state.variables.iter().next()?;
                Some(self.declarations.sort(first))
            }
            (Sym::COMPREHENSION | Sym::SET_COMPREHENSION, &[SortId::BOOL, element]) => {
                Some(self.sorts.make(Sym::SET, &[], &[element]))
            }
            (Sym::LAMBDA, &[body]) => {
                let variables = state.variables.iter();
                let mut sorts: Vec<SortId> = variables.map(|v| self.declarations.sort(v)).collect();
                if self.lambda_is_arrow {
                    return Some(self.sorts.arrow(&sorts, body));
                }
                sorts.push(body);
                Some(self.sorts.make(Sym::ARRAY, &[], &sorts))
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
        // The attributes stay where they are: a trigger can hold terms with triggers of their own.
        let term = NewTerm {
            kind: TermKind::Annotated,
            head: Sym::ANNOTATION.0,
            function: frame.node.0,
            arguments: &[body],
        };
        let sort = self.sorts.sorted(self.terms.sort(body));
        let term = self.terms.add_unshared(term, sort);
        self.close(term);
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
}
