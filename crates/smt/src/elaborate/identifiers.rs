//! Identifiers with indices or a sort: `(_ extract 7 0)`, `(as nil (List Int))`.

use super::Elaborator;
use super::indexed::names_function;
use crate::lexer::AtomKind;
use crate::sort::SortId;
use crate::symbol::Sym;
use crate::term::{Ident, Identifier, TermId, TermKind};
use crate::tree::NodeId;

impl Elaborator {
    /// The identifier at a list that starts with `_` or `as`, if it is one.
    pub(super) fn identifier(&mut self, node: NodeId) -> Option<Ident> {
        let mut inner = node;
        let mut ascribed = None;
        if self.tree.head(node) == Some(Sym::AS) {
            let mut parts = self.tree.children(node).skip(1);
            let (name, sort) = (parts.next()?, parts.next()?);
            if parts.next().is_some() {
                return None;
            }
            ascribed = Some(self.sort(sort));
            inner = name;
        }
        let text = self.text(node);
        let key = (text, ascribed.unwrap_or(SortId::UNKNOWN));
        if let Some(&known) = self.identifiers.get(&key) {
            return Some(known);
        }
        let (name, indices) = match self.tree.symbol(inner) {
            Some(name) => (name, Vec::new()),
            None if self.tree.head(inner) == Some(Sym::INDEXED) => {
                let mut parts = self.children(inner).into_iter().skip(1);
                let name = self.tree.symbol(parts.next()?)?;
                (name, parts.map(|index| self.text(index)).collect())
            }
            None => return None,
        };
        let ident = self.terms.identifier(Identifier {
            text,
            name,
            names_function: names_function(name) && !indices.is_empty(),
            indices: indices.into(),
            ascribed,
        });
        self.identifiers.insert(key, ident);
        Some(ident)
    }

    /// The term of an identifier that stands alone.
    pub(super) fn complex_leaf(&mut self, ident: Ident) -> TermId {
        if let Some(sort) = self.complex_literal(ident) {
            return self.intern_leaf(TermKind::Literal, ident, sort.0, sort);
        }
        let name = self.referring_name(ident);
        let first = self.scope.function(name);
        let resolved = self.resolve(first, ident, &[], true);
        let (function, sort) = self.or_unknown(resolved, first, name);
        self.intern_leaf(TermKind::Symbol, ident, function, sort)
    }

    /// `(_ bv5 8)` and `(as ff3 (_ FiniteField 7))`.
    fn complex_literal(&mut self, ident: Ident) -> Option<SortId> {
        let parts = self.terms.parts(ident)?;
        let name = self.tree.symbols.bytes(parts.name);
        let digits = |s: &[u8]| !s.is_empty() && s.iter().all(u8::is_ascii_digit);
        if let ([width], Some(value)) = (&parts.indices[..], name.strip_prefix(b"bv"))
            && digits(value)
            && self.tree.symbols.kind(*width) == AtomKind::Numeral
        {
            let width = *width;
            return Some(self.sorts.make(Sym::BIT_VEC, &[width], &[]));
        }
        let field = parts.ascribed?;
        let value = name.strip_prefix(b"ff")?;
        let value = value.strip_prefix(b"-").unwrap_or(value);
        (digits(value) && self.sorts.head(field) == Some(Sym::FINITE_FIELD)).then_some(field)
    }
}
