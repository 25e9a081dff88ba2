//! Applications: which declaration or overload is meant, and its sort.

use super::Elaborator;
use crate::apply::{Application, Applied, Tables};
use crate::sort::SortId;
use crate::symbol::Sym;
use crate::term::{DeclId, Function, Ident, NO_FUNCTION, NewTerm, TermId, TermKind};
use crate::theory::THEORIES;

impl Elaborator {
    /// The application of an identifier to the values from `base` on.
    #[inline]
    pub(super) fn apply(&mut self, ident: Ident, base: usize) -> TermId {
        let name = match self.terms.parts(ident) {
            Some(parts) => parts.name,
            None => self.tree.symbols.canonical(Sym(ident.0)),
        };
        let function = self.scope.function(name);
        let term = NewTerm {
            kind: TermKind::Apply,
            head: ident.0,
            function,
            arguments: &self.values[base..],
        };
        match self.terms.find(term) {
            Ok(found) => found,
            Err(hash) => self.apply_new(ident, name, function, base, hash),
        }
    }

    fn apply_new(&mut self, ident: Ident, name: Sym, first: u32, base: usize, hash: u64) -> TermId {
        if self.too_long(base) {
            // Beyond what fits a term: kept, but without its arguments.
            return self.intern_leaf(TermKind::Opaque, ident, NO_FUNCTION, SortId::UNKNOWN);
        }
        let mut sorts = std::mem::take(&mut self.argument_sorts);
        sorts.clear();
        sorts.extend(self.values[base..].iter().map(|&v| self.terms.sort(v)));
        let resolved = self
            .special(ident, &sorts)
            .or_else(|| self.resolve(first, ident, &sorts));
        self.argument_sorts = sorts;
        let (function, sort, coerced) = match resolved {
            Some((function, applied)) => (function, applied.sort, applied.coerced),
            None => {
                if first == NO_FUNCTION {
                    self.unknown.insert(name);
                }
                (first, SortId::UNKNOWN, false)
            }
        };
        let term = NewTerm {
            kind: TermKind::Apply,
            head: ident.0,
            function,
            arguments: &self.values[base..],
        };
        // A further look is needed only if an overload behind the first was meant.
        let looked_up = match function == first {
            true => Err(hash),
            false => self.terms.find(term),
        };
        match looked_up {
            Ok(found) => found,
            Err(hash) => self.terms.add(term, hash, self.sorts.sorted(sort, coerced)),
        }
    }

    /// `((f a) b)`: the first value from `base` on is what is applied.
    pub(super) fn apply_term(&mut self, base: usize) -> TermId {
        let function = self.terms.sort(self.values[base]);
        let arguments: Vec<SortId> = self.values[base + 1..]
            .iter()
            .map(|&v| self.terms.sort(v))
            .collect();
        let (sort, coerced) = self
            .tables()
            .apply_sort(function, &arguments)
            .unwrap_or((SortId::UNKNOWN, false));
        let term = NewTerm {
            kind: TermKind::ApplyTerm,
            head: 0,
            function: NO_FUNCTION,
            arguments: &self.values[base..],
        };
        match self.terms.find(term) {
            Ok(found) => found,
            Err(hash) => self.terms.add(term, hash, self.sorts.sorted(sort, coerced)),
        }
    }

    fn tables(&mut self) -> Tables<'_> {
        Tables {
            sorts: &mut self.sorts,
            symbols: &mut self.tree.symbols,
            bindings: &mut self.bindings,
        }
    }

    /// The meaning of an identifier that fits its arguments: the innermost declaration that
    /// does, or else the theory's operator.
    pub(super) fn resolve(
        &mut self,
        mut function: u32,
        ident: Ident,
        arguments: &[SortId],
    ) -> Option<(u32, Applied)> {
        let mut indices = Vec::new();
        let mut ascribed = None;
        if let Some(parts) = self.terms.parts(ident) {
            indices.extend_from_slice(&parts.indices);
            ascribed = parts.ascribed;
        }
        let application = Application {
            indices: &indices,
            ascribed,
            arguments,
        };
        loop {
            match Function::decode(function) {
                Function::Unknown => return None,
                Function::Operator(operator) => {
                    let overloads = &THEORIES.operators[operator.0 as usize];
                    let applied = self.tables().apply_operator(overloads, application)?;
                    if let Some(theory) = applied.theory {
                        self.uses(theory);
                    }
                    return Some((function, applied));
                }
                Function::Declared(declaration) => {
                    if let Some(applied) = self.apply_declaration(declaration, application) {
                        return Some((function, applied));
                    }
                    function = self.declarations.shadowed(declaration);
                }
            }
        }
    }

    fn apply_declaration(
        &mut self,
        declaration: DeclId,
        application: Application<'_>,
    ) -> Option<Applied> {
        if !application.indices.is_empty() {
            return None;
        }
        let parameters = self.declarations.parameters(declaration);
        let result = self.declarations.sort(declaration);
        let variables = self.declarations.variables(declaration);
        // A constant's sort is at hand: by far the most frequent case.
        if parameters.is_empty()
            && variables == 0
            && application.arguments.is_empty()
            && application.ascribed.is_none()
        {
            return Some(Applied {
                sort: result,
                theory: None,
                coerced: false,
            });
        }
        let mut tables = Tables {
            sorts: &mut self.sorts,
            symbols: &mut self.tree.symbols,
            bindings: &mut self.bindings,
        };
        tables.apply_declared(parameters, result, variables, application)
    }

    /// Identifiers whose indices name functions: `(_ is c)`, `(_ update s)`, `(_ as-array f)`,
    /// `(_ map f)`, `(_ nullable.lift f)`.
    pub(super) fn special(&mut self, ident: Ident, arguments: &[SortId]) -> Option<(u32, Applied)> {
        let parts = self.terms.parts(ident)?;
        let name = parts.name;
        let index = *parts.indices.first()?;
        if !matches!(
            name,
            Sym::IS
                | Sym::UPDATE
                | Sym::UPDATE_FIELD
                | Sym::AS_ARRAY
                | Sym::MAP
                | Sym::NULLABLE_LIFT
        ) {
            return None;
        }
        let target = self.index_target(index);
        let function = self.scope.function(target);
        if function == NO_FUNCTION {
            self.unknown.insert(target);
            return None;
        }
        let sort = match (name, arguments) {
            (Sym::IS, [_]) => SortId::BOOL,
            (Sym::UPDATE | Sym::UPDATE_FIELD, &[record, _]) => record,
            (Sym::AS_ARRAY, []) => self.as_array(function)?,
            (Sym::MAP, [_, ..]) => self.map(function, Sym::ARRAY, arguments)?,
            (Sym::NULLABLE_LIFT, [_, ..]) => self.map(function, Sym::NULLABLE, arguments)?,
            _ => return None,
        };
        Some((
            function,
            Applied {
                sort,
                theory: None,
                coerced: false,
            },
        ))
    }

    /// The function that an index names: `f`, or `(f (Int Int) Int)` with its signature.
    fn index_target(&mut self, index: Sym) -> Sym {
        let spelling = self.tree.symbols.bytes(index);
        let Some(inner) = spelling.strip_prefix(b"(") else {
            return self.tree.symbols.canonical(index);
        };
        let name = inner.strip_prefix(b"as ").unwrap_or(inner);
        let end = name.iter().position(|&b| b == b' ' || b == b')');
        let name = &name[..end.unwrap_or(name.len())];
        let found = self.tree.symbols.find(name).unwrap_or(index);
        self.tree.symbols.canonical(found)
    }

    fn as_array(&mut self, function: u32) -> Option<SortId> {
        let Function::Declared(declaration) = Function::decode(function) else {
            return None;
        };
        let mut sorts = self.declarations.parameters(declaration).to_vec();
        if sorts.is_empty() {
            return None;
        }
        sorts.push(self.declarations.sort(declaration));
        Some(self.sorts.make(Sym::ARRAY, &[], &sorts))
    }

    /// `((_ map f) a b)`: arrays of equal indices (or nullables), `f` on their elements.
    fn map(&mut self, function: u32, container: Sym, arguments: &[SortId]) -> Option<SortId> {
        let mut elements = Vec::new();
        let mut indices: Vec<SortId> = Vec::new();
        for &argument in arguments {
            if self.sorts.head(argument) != Some(container) {
                return None;
            }
            indices = self.sorts.arguments(argument).collect();
            elements.push(indices.pop()?);
        }
        // The name stands for itself here, so any plain identifier will do.
        let (_, applied) = self.resolve(function, Ident::plain(Sym::MAP), &elements)?;
        indices.push(applied.sort);
        Some(self.sorts.make(container, &[], &indices))
    }
}
