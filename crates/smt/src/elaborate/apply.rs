//! Applications: which declaration or overload is meant, and its sort.

use super::Elaborator;
use crate::apply::{Application, Applied, Tables, Tier};
use crate::lexer::AtomKind;
use crate::sort::SortId;
use crate::symbol::Sym;
use crate::term::{DeclId, Function, Ident, NO_FUNCTION, NewTerm, TermId, TermKind};
use crate::theory::THEORIES;

impl Elaborator {
    /// The application of an identifier to the values from `base` on.
    #[inline]
    pub(super) fn apply(&mut self, ident: Ident, base: usize) -> TermId {
        let name = self.referring_name(ident);
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

    /// The symbol that decides what an identifier refers to: its name or, in `(_ is c)` and its
    /// like, the index.
    pub(super) fn referring_name(&self, ident: Ident) -> Sym {
        match self.terms.parts(ident) {
            None => self.tree.symbols.canonical(Sym(ident.0)),
            Some(parts) if parts.names_function => self.index_target(parts.indices[0]),
            Some(parts) => parts.name,
        }
    }

    fn apply_new(&mut self, ident: Ident, name: Sym, first: u32, base: usize, hash: u64) -> TermId {
        let mut sorts = std::mem::take(&mut self.argument_sorts);
        sorts.clear();
        sorts.extend(self.values[base..].iter().map(|&v| self.terms.sort(v)));
        let resolved = self.resolve(first, ident, &sorts, false);
        self.argument_sorts = sorts;
        let (function, sort) = self.or_unknown(resolved, first, name);
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
        looked_up.unwrap_or_else(|hash| {
            let added = self.terms.add(term, hash, self.sorts.sorted(sort));
            self.terms.set_coercions(added, &self.coerced);
            added
        })
    }

    /// What was resolved, or else `Unknown`: then a symbol that means nothing is noted.
    pub(super) fn or_unknown(
        &mut self,
        resolved: Option<(u32, SortId)>,
        first: u32,
        name: Sym,
    ) -> (u32, SortId) {
        resolved.unwrap_or_else(|| {
            self.coerced.clear();
            if first == NO_FUNCTION {
                self.note_unknown(name);
            }
            (first, SortId::UNKNOWN)
        })
    }

    pub(super) fn note_unknown(&mut self, name: Sym) {
        let kind = self.tree.symbols.kind(name);
        if matches!(kind, AtomKind::Symbol | AtomKind::Quoted) && !name.is_reserved() {
            self.unknown.insert(name);
        }
    }

    /// `((f a) b)`: the first value from `base` on is what is applied.
    pub(super) fn apply_term(&mut self, base: usize) -> TermId {
        let function = self.terms.sort(self.values[base]);
        let mut sorts = std::mem::take(&mut self.argument_sorts);
        sorts.clear();
        sorts.extend(self.values[base + 1..].iter().map(|&v| self.terms.sort(v)));
        self.coerced.clear();
        let sort = self.tables().apply_sort(function, &sorts, 1);
        self.argument_sorts = sorts;
        if sort.is_none() {
            self.coerced.clear();
        }
        let term = NewTerm {
            kind: TermKind::ApplyTerm,
            head: 0,
            function: NO_FUNCTION,
            arguments: &self.values[base..],
        };
        self.terms.find(term).unwrap_or_else(|hash| {
            let sort = self.sorts.sorted(sort.unwrap_or(SortId::UNKNOWN));
            let added = self.terms.add(term, hash, sort);
            self.terms.set_coercions(added, &self.coerced);
            added
        })
    }

    pub(super) fn tables(&mut self) -> Tables<'_> {
        Tables {
            sorts: &mut self.sorts,
            symbols: &mut self.tree.symbols,
            bindings: &mut self.bindings,
            coerced: &mut self.coerced,
        }
    }

    /// The meaning of an identifier that fits its arguments, and the sort of the whole: the
    /// innermost declaration that does, or else the theory's operator.
    pub(super) fn resolve(
        &mut self,
        function: u32,
        ident: Ident,
        arguments: &[SortId],
        alone: bool,
    ) -> Option<(u32, SortId)> {
        self.coerced.clear();
        let mut indices = Vec::new();
        let mut ascribed = None;
        if let Some(parts) = self.terms.parts(ident) {
            if parts.names_function {
                return self.resolve_indexed(parts.name, function, arguments);
            }
            indices.extend_from_slice(&parts.indices);
            ascribed = parts.ascribed;
        }
        let application = Application {
            indices: &indices,
            ascribed,
            arguments,
            alone,
        };
        self.resolve_application(function, application)
    }

    pub(super) fn resolve_application(
        &mut self,
        function: u32,
        application: Application<'_>,
    ) -> Option<(u32, SortId)> {
        let mixed = application.arguments.contains(&SortId::INT);
        [Tier::Exact, Tier::Coerced, Tier::Partial]
            .into_iter()
            .filter(|&tier| mixed || tier != Tier::Coerced)
            .find_map(|tier| self.resolve_at(tier, function, application))
    }

    fn resolve_at(
        &mut self,
        tier: Tier,
        mut function: u32,
        application: Application<'_>,
    ) -> Option<(u32, SortId)> {
        loop {
            match Function::decode(function) {
                Function::Unknown => return None,
                Function::Operator(operator) => {
                    let overloads = &THEORIES.operators[operator.0 as usize];
                    let Applied { sort, theory } =
                        self.tables().apply_operator(overloads, application, tier)?;
                    if let Some(theory) = theory {
                        self.uses(theory);
                    }
                    return Some((function, sort));
                }
                Function::Declared(declaration) => {
                    if let Some(sort) = self.apply_declaration(declaration, application, tier) {
                        return Some((function, sort));
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
        tier: Tier,
    ) -> Option<SortId> {
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
            return Some(result);
        }
        let mut tables = Tables {
            sorts: &mut self.sorts,
            symbols: &mut self.tree.symbols,
            bindings: &mut self.bindings,
            coerced: &mut self.coerced,
        };
        tables.apply_declared(parameters, result, variables, application, tier)
    }
}
