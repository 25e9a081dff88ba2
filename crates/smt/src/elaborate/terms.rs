//! Terms, with a stack of our own in place of recursion.

use super::Elaborator;
use super::binders::{AnnotationFrame, BinderFrame, LetFrame};
use super::matches::MatchFrame;
use crate::lexer::AtomKind;
use crate::sort::SortId;
use crate::symbol::Sym;
use crate::term::{Ident, MAX_ARGUMENTS, NO_FUNCTION, NewTerm, TermId, TermKind};
use crate::tree::NodeId;

/// A list whose elements are being read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Frame {
    pub node: NodeId,
    /// The next element to read.
    pub cursor: NodeId,
    /// Behind the last one.
    pub end: NodeId,
    /// Where its values start.
    pub base: usize,
    pub form: Form,
}

/// What the list is.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Form {
    Apply(Ident),
    ApplyTerm,
    Let(LetFrame),
    Binder(BinderFrame),
    Annotation(AnnotationFrame),
    /// Terms whose values nobody needs: the triggers of a quantifier.
    Triggers,
    Match(MatchFrame),
}

impl Form {
    /// Where the scope goes back to when the form ends early.
    fn scope_mark(&self) -> Option<usize> {
        match self {
            Form::Let(LetFrame::Body { mark, .. }) => Some(*mark),
            Form::Binder(frame) => Some(frame.mark),
            Form::Match(frame) => frame.mark,
            _ => None,
        }
    }
}

impl Elaborator {
    /// Reads the term at a node.
    pub(super) fn term(&mut self, root: NodeId) -> TermId {
        let bottom = self.frames.len();
        self.visit(root);
        while self.frames.len() > bottom {
            self.step();
        }
        self.values.pop().unwrap_or_else(|| self.opaque(root))
    }

    /// Pushes the value of an atom, or the frame of a list.
    #[inline]
    pub(super) fn visit(&mut self, node: NodeId) {
        match self.tree.atom(node) {
            Some(sym) => {
                let leaf = self.leaf(sym);
                self.give(node, leaf);
            }
            None => self.open(node),
        }
    }

    /// Records and pushes the value of a node.
    #[inline]
    pub(super) fn give(&mut self, node: NodeId, value: TermId) {
        self.term_of[node.index()] = value.0;
        self.values.push(value);
    }

    pub(super) fn give_opaque(&mut self, node: NodeId) {
        let term = self.opaque(node);
        self.give(node, term);
    }

    /// Closes the innermost frame with its value.
    pub(super) fn close(&mut self, value: TermId) {
        if let Some(frame) = self.frames.pop() {
            self.values.truncate(frame.base);
            self.give(frame.node, value);
        }
    }

    pub(super) fn push_frame(&mut self, node: NodeId, cursor: NodeId, form: Form) {
        self.frames.push(Frame {
            node,
            cursor,
            end: self.tree.after(node),
            base: self.values.len(),
            form,
        });
    }

    #[inline]
    fn open(&mut self, node: NodeId) {
        let Some(first) = self.tree.children(node).next() else {
            return self.give_opaque(node);
        };
        let behind = self.tree.after(first);
        if let Some(head) = self.tree.atom(first) {
            let form =
                head.is_form() && (head.is_reserved() || self.scope.function(head) == NO_FUNCTION);
            if form {
                return self.open_form(node, head);
            }
            return self.push_frame(node, behind, Form::Apply(Ident::plain(head)));
        }
        match self.tree.head(first) {
            Some(Sym::INDEXED | Sym::AS) => match self.identifier(first) {
                Some(ident) => self.push_frame(node, behind, Form::Apply(ident)),
                None => self.give_opaque(node),
            },
            _ => self.push_frame(node, first, Form::ApplyTerm),
        }
    }

    fn open_form(&mut self, node: NodeId, head: Sym) {
        let opened = match head {
            Sym::INDEXED | Sym::AS => self.identifier(node).map(|ident| {
                let leaf = self.complex_leaf(ident);
                self.give(node, leaf);
            }),
            Sym::LET => self.open_let(node),
            Sym::ANNOTATION => self.open_annotation(node),
            Sym::MATCH => self.open_match(node),
            _ => self.open_binder(node, head),
        };
        if opened.is_none() {
            self.give_opaque(node);
        }
    }

    /// Goes on with the innermost frame until it opens another or is done.
    #[inline]
    fn step(&mut self) {
        let top = self.frames.len() - 1;
        let Frame {
            mut cursor,
            end,
            base,
            form,
            ..
        } = self.frames[top];
        if self.values.len() - base > MAX_ARGUMENTS {
            return self.give_up();
        }
        match form {
            Form::Apply(_) | Form::ApplyTerm | Form::Triggers => {
                while cursor < end {
                    let node = cursor;
                    cursor = self.tree.after(node);
                    match self.tree.atom(node) {
                        Some(sym) => {
                            let leaf = self.leaf(sym);
                            self.give(node, leaf);
                        }
                        None => {
                            self.frames[top].cursor = cursor;
                            return self.open(node);
                        }
                    }
                }
                match form {
                    Form::Apply(_) | Form::ApplyTerm
                        if self.values.len() - base > MAX_ARGUMENTS =>
                    {
                        self.give_up();
                    }
                    Form::Apply(ident) => {
                        let term = self.apply(ident, base);
                        self.close(term);
                    }
                    Form::ApplyTerm => {
                        let term = self.apply_term(base);
                        self.close(term);
                    }
                    _ => {
                        self.frames.pop();
                        self.values.truncate(base);
                    }
                }
            }
            Form::Let(state) => self.step_let(state),
            Form::Binder(state) => self.step_binder(state),
            Form::Annotation(state) => self.step_annotation(state),
            Form::Match(state) => self.step_match(state),
        }
    }

    /// Keeps the innermost list as text: it has more elements than a term can have arguments.
    fn give_up(&mut self) {
        let Some(frame) = self.frames.last() else {
            return;
        };
        if let Some(mark) = frame.form.scope_mark() {
            self.scope.leave(mark);
        }
        let term = self.opaque(frame.node);
        self.close(term);
    }

    /// The term, new or old.
    pub(super) fn intern(&mut self, term: NewTerm<'_>, sort: SortId) -> TermId {
        match self.terms.find(term) {
            Ok(found) => found,
            Err(hash) => self.terms.add(term, hash, self.sorts.sorted(sort)),
        }
    }

    /// A term we keep as text only. No two are the same: what the text means may depend on where
    /// it stands.
    pub(super) fn opaque(&mut self, node: NodeId) -> TermId {
        let term = NewTerm {
            kind: TermKind::Opaque,
            head: self.text(node).0,
            function: NO_FUNCTION,
            arguments: &[],
        };
        let sort = self.sorts.sorted(SortId::UNKNOWN);
        self.terms.add_unshared(term, sort)
    }

    /// The term of an atom.
    #[inline]
    pub(super) fn leaf(&mut self, sym: Sym) -> TermId {
        if let Some(leaf) = self.scope.leaf(sym) {
            return leaf;
        }
        self.make_leaf(sym)
    }

    fn make_leaf(&mut self, sym: Sym) -> TermId {
        let kind = self.tree.symbols.kind(sym);
        let canonical = self.tree.symbols.canonical(sym);
        if let Some(sort) = self.literal_sort(sym, kind) {
            // With the sort in the place of the function: `1` may be an `Int` here and a `Real`
            // after the next `set-logic`.
            let leaf = self.intern_leaf(TermKind::Literal, Ident::plain(sym), sort.0, sort);
            self.scope.set_literal(sym, leaf);
            return leaf;
        }
        let first = self.scope.function(canonical);
        let resolved = self.resolve(first, Ident::plain(sym), &[], true);
        let (function, sort) = self.or_unknown(resolved, first, canonical);
        let leaf = self.intern_leaf(TermKind::Symbol, Ident::plain(sym), function, sort);
        // A quoted spelling is not cached: what it means changes with the plain one.
        if canonical == sym {
            self.scope.set_leaf(sym, leaf);
        }
        leaf
    }

    pub(super) fn intern_leaf(
        &mut self,
        kind: TermKind,
        ident: Ident,
        function: u32,
        sort: SortId,
    ) -> TermId {
        let term = NewTerm {
            kind,
            head: ident.0,
            function,
            arguments: &[],
        };
        self.intern(term, sort)
    }

    /// The sort of an atom that is a literal by its spelling.
    fn literal_sort(&mut self, sym: Sym, kind: AtomKind) -> Option<SortId> {
        let spelling = self.tree.symbols.bytes(sym);
        let bits = match kind {
            AtomKind::Numeral => return Some(self.numeral_sort),
            AtomKind::Decimal => return Some(SortId::REAL),
            AtomKind::String => {
                return Some(SortId::STRING);
            }
            AtomKind::Hex => 4 * (spelling.len() - 2),
            AtomKind::Binary => spelling.len() - 2,
            AtomKind::Keyword => return Some(SortId::UNKNOWN),
            AtomKind::Quoted => return None,
            AtomKind::Symbol => return self.dialect_literal_sort(sym),
        };
        Some(self.bit_vector(bits))
    }

    fn bit_vector(&mut self, bits: usize) -> SortId {
        let width = bits.to_string();
        let width = self
            .tree
            .symbols
            .intern(width.as_bytes(), AtomKind::Numeral);
        self.sorts.make(Sym::BIT_VEC, &[width], &[])
    }

    /// cvc5's `#f3m7`, and z3's `-1` and `-1.5`.
    fn dialect_literal_sort(&mut self, sym: Sym) -> Option<SortId> {
        let spelling = self.tree.symbols.bytes(sym);
        let digits = |s: &[u8]| !s.is_empty() && s.iter().all(u8::is_ascii_digit);
        if let Some(field) = spelling.strip_prefix(b"#f") {
            let at = memchr::memchr(b'm', field)?;
            let (value, order) = (&field[..at], &field[at + 1..]);
            if !digits(value.strip_prefix(b"-").unwrap_or(value)) || !digits(order) {
                return None;
            }
            let order = order.to_vec();
            let order = self.tree.symbols.intern(&order, AtomKind::Numeral);
            return Some(self.sorts.make(Sym::FINITE_FIELD, &[order], &[]));
        }
        let number = spelling.strip_prefix(b"-")?;
        if self.scope.function(sym) != NO_FUNCTION {
            return None;
        }
        match memchr::memchr(b'.', number) {
            None => digits(number).then_some(self.numeral_sort),
            Some(dot) => {
                (digits(&number[..dot]) && digits(&number[dot + 1..])).then_some(SortId::REAL)
            }
        }
    }
}
