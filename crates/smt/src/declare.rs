//! Declarations: what a script gives names to.

use crate::sort::SortId;
use crate::symbol::Sym;
use crate::term::{DeclId, Function, NO_FUNCTION, TermId};

/// What a declaration declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DeclKind {
    /// `declare-fun`, `declare-const`, `declare-rel`, `declare-var`.
    Function,
    /// `define-fun`, `define-fun-rec`, `define-const`: its body is its value.
    Defined,
    /// A parameter of a definition.
    Parameter,
    /// A constructor of a datatype.
    Constructor,
    /// A selector of a datatype.
    Selector,
    /// `is-c` for a constructor `c`.
    Tester,
    /// A variable of a quantifier, a lambda or their like.
    Quantified,
    /// A variable of a `let`: its value is what it stands for.
    LetBound,
    /// A variable of a pattern in a `match`.
    PatternVariable,
    /// `(! t :named n)`: its value is `t`.
    Named,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct NewDecl {
    pub kind: DeclKind,
    /// As spelled.
    pub name: Sym,
    /// Of the result.
    pub sort: SortId,
    /// How many sort variables parameters and result have.
    pub variables: u32,
}

#[derive(Debug, Clone, Copy)]
struct Decl {
    name: Sym,
    sort: SortId,
    parameters: u32,
    parameter_count: u32,
    /// What the symbol meant before: overloads are found along this chain.
    shadowed: u32,
    /// The number of a quantified variable's written sort, of any other's value, or [`NONE`]:
    /// nothing has both.
    link: u32,
    variables: u32,
    kind: DeclKind,
}

/// No link.
const NONE: u32 = u32::MAX;

/// All declarations of one script, those out of scope included.
#[derive(Debug, Clone, Default)]
pub struct Declarations {
    data: Vec<Decl>,
    parameters: Vec<SortId>,
}

impl Declarations {
    pub(crate) fn add(&mut self, new: NewDecl, parameters: &[SortId]) -> DeclId {
        self.data.push(Decl {
            name: new.name,
            sort: new.sort,
            parameters: self.parameters.len() as u32,
            parameter_count: parameters.len() as u32,
            variables: new.variables,
            shadowed: NO_FUNCTION,
            link: NONE,
            kind: new.kind,
        });
        self.parameters.extend_from_slice(parameters);
        DeclId(self.data.len() as u32 - 1)
    }

    /// Its name as spelled.
    pub fn name(&self, declaration: DeclId) -> Sym {
        self.data[declaration.index()].name
    }

    /// What it declares.
    pub fn kind(&self, declaration: DeclId) -> DeclKind {
        self.data[declaration.index()].kind
    }

    /// The sort of a constant, or of a function's result.
    #[inline]
    pub fn sort(&self, declaration: DeclId) -> SortId {
        self.data[declaration.index()].sort
    }

    /// The sorts of its parameters.
    #[inline]
    pub fn parameters(&self, declaration: DeclId) -> &[SortId] {
        let data = &self.data[declaration.index()];
        &self.parameters[data.parameters as usize..][..data.parameter_count as usize]
    }

    /// How many sort variables its parameters and result have.
    pub fn variables(&self, declaration: DeclId) -> usize {
        self.data[declaration.index()].variables as usize
    }

    /// What a `let` variable or a name stands for, or a definition's body.
    pub fn value(&self, declaration: DeclId) -> Option<TermId> {
        let Decl { kind, link, .. } = self.data[declaration.index()];
        (kind != DeclKind::Quantified && link != NONE).then_some(TermId(link))
    }

    /// The sort of a quantified variable as it was written.
    pub fn written_sort(&self, declaration: DeclId) -> Option<Sym> {
        let Decl { kind, link, .. } = self.data[declaration.index()];
        (kind == DeclKind::Quantified && link != NONE).then_some(Sym(link))
    }

    /// What a new declaration's symbol means where the declaration does not fit: what it meant
    /// before, unless that was a variable or had the same signature. This keeps the chain as
    /// short as there are overloads, however often a name is bound.
    pub(crate) fn overload_behind(&self, new: DeclId, before: u32) -> u32 {
        let Function::Declared(old) = Function::decode(before) else {
            return before;
        };
        let (a, b) = (&self.data[new.index()], &self.data[old.index()]);
        let variable = matches!(
            b.kind,
            DeclKind::Quantified
                | DeclKind::LetBound
                | DeclKind::PatternVariable
                | DeclKind::Parameter
                | DeclKind::Named
        );
        let same = a.sort == b.sort && self.parameters(new) == self.parameters(old);
        match variable || same {
            true => b.shadowed,
            false => before,
        }
    }

    pub(crate) fn set_shadowed(&mut self, declaration: DeclId, function: u32) {
        self.data[declaration.index()].shadowed = function;
    }

    pub(crate) fn shadowed(&self, declaration: DeclId) -> u32 {
        self.data[declaration.index()].shadowed
    }

    pub(crate) fn set_value(&mut self, declaration: DeclId, value: TermId) {
        self.data[declaration.index()].link = value.0;
    }

    pub(crate) fn set_written(&mut self, declaration: DeclId, written: Sym) {
        self.data[declaration.index()].link = written.0;
    }

    /// How many declarations there are.
    pub fn len(&self) -> usize {
        self.data.len()
    }

    /// Whether nothing is declared.
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    /// All declarations in the order of the text.
    pub fn all(&self) -> impl Iterator<Item = DeclId> + use<> {
        (0..self.data.len() as u32).map(DeclId)
    }

    pub(crate) fn shrink_to_fit(&mut self) {
        self.data.shrink_to_fit();
        self.parameters.shrink_to_fit();
    }
}
