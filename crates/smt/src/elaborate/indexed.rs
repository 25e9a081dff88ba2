//! Identifiers whose index names a function: `(_ is c)`, `(_ update s)`, `(_ as-array f)`,
//! `(_ map f)`, `(_ nullable.lift f)`.

use super::Elaborator;
use crate::apply::{Application, Tier};
use crate::declare::DeclKind;
use crate::sort::SortId;
use crate::symbol::Sym;
use crate::term::{DeclId, Function};

/// Whether the first index of an identifier of this name is a function.
pub(super) fn names_function(name: Sym) -> bool {
    matches!(
        name,
        Sym::IS | Sym::UPDATE | Sym::UPDATE_FIELD | Sym::AS_ARRAY | Sym::MAP | Sym::NULLABLE_LIFT
    )
}

impl Elaborator {
    /// The function that an index names: `f`, or `(f (Int Int) Int)` with its signature.
    pub(super) fn index_target(&self, index: Sym) -> Sym {
        let symbols = &self.tree.symbols;
        let Some(inner) = symbols.bytes(index).strip_prefix(b"(") else {
            return symbols.canonical(index);
        };
        let name = inner.strip_prefix(b"as ").unwrap_or(inner);
        let end = name.iter().position(|&b| b == b' ' || b == b')');
        let name = &name[..end.unwrap_or(name.len())];
        symbols.canonical(symbols.find(name).unwrap_or(index))
    }

    /// The function meant by the index of `(_ name ..)`, and the sort of the application.
    pub(super) fn resolve_indexed(
        &mut self,
        name: Sym,
        function: u32,
        arguments: &[SortId],
    ) -> Option<(u32, SortId)> {
        match name {
            Sym::IS => self.of_datatype(function, DeclKind::Constructor, arguments),
            Sym::UPDATE | Sym::UPDATE_FIELD => {
                self.of_datatype(function, DeclKind::Selector, arguments)
            }
            Sym::AS_ARRAY if arguments.is_empty() => {
                self.as_array(function).map(|sort| (function, sort))
            }
            Sym::MAP => self.map(function, Sym::ARRAY, arguments),
            Sym::NULLABLE_LIFT => self.map(function, Sym::NULLABLE, arguments),
            _ => None,
        }
    }

    /// `((_ is c) x)` and `((_ update s) x y)`: the innermost constructor or selector of the name
    /// that fits.
    fn of_datatype(
        &mut self,
        mut function: u32,
        kind: DeclKind,
        arguments: &[SortId],
    ) -> Option<(u32, SortId)> {
        while let Function::Declared(declaration) = Function::decode(function) {
            if self.declarations.kind(declaration) == kind
                && let Some(sort) = self.fits_datatype(declaration, arguments)
            {
                return Some((function, sort));
            }
            function = self.declarations.shadowed(declaration);
        }
        None
    }

    fn fits_datatype(&mut self, declaration: DeclId, arguments: &[SortId]) -> Option<SortId> {
        let sort = self.declarations.sort(declaration);
        let variables = self.declarations.variables(declaration);
        let (parameters, result) = match *self.declarations.parameters(declaration) {
            [datatype] if self.declarations.kind(declaration) == DeclKind::Selector => {
                (vec![datatype, sort], datatype)
            }
            _ => (vec![sort], SortId::BOOL),
        };
        let application = Application {
            indices: &[],
            ascribed: None,
            arguments,
            alone: false,
        };
        self.tables()
            .apply_declared(&parameters, result, variables, application, Tier::Exact)
    }

    fn as_array(&mut self, function: u32) -> Option<SortId> {
        let Function::Declared(declaration) = Function::decode(function) else {
            return None;
        };
        let mut sorts = self.declarations.parameters(declaration).to_vec();
        if sorts.is_empty() || self.declarations.variables(declaration) > 0 {
            return None;
        }
        sorts.push(self.declarations.sort(declaration));
        Some(self.sorts.make(Sym::ARRAY, &[], &sorts))
    }

    /// `((_ map f) a b)`: arrays of equal indices (or nullables), `f` on their elements.
    fn map(
        &mut self,
        function: u32,
        container: Sym,
        arguments: &[SortId],
    ) -> Option<(u32, SortId)> {
        let mut elements = Vec::new();
        let mut indices: Option<Vec<SortId>> = None;
        for &argument in arguments {
            if self.sorts.head(argument) != Some(container) {
                return None;
            }
            let mut parts: Vec<SortId> = self.sorts.arguments(argument).collect();
            elements.push(parts.pop()?);
            if *indices.get_or_insert_with(|| parts.clone()) != parts {
                return None;
            }
        }
        let mut parts = indices?;
        let application = Application {
            indices: &[],
            ascribed: None,
            arguments: &elements,
            alone: false,
        };
        let (function, element) = self.resolve_application(function, application)?;
        // What is coerced here is elements, not arguments.
        self.coerced.clear();
        parts.push(element);
        Some((function, self.sorts.make(container, &[], &parts)))
    }
}
