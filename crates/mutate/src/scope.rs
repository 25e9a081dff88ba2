//! What is bound at a place: the variables of the quantifiers, `let`s, patterns and definitions
//! around it.

use smt::{DeclId, DeclKind, Script, Sym, Variables};

/// What is bound at a place; [`ScopeId::GLOBAL`] where nothing is. What is inside of another is greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ScopeId(u32);

impl ScopeId {
    /// Outside of all binders.
    pub const GLOBAL: Self = Self(0);
}

#[derive(Debug, Clone, Copy)]
struct Frame {
    parent: ScopeId,
    /// The variables this scope adds, in `Scopes::variables`.
    start: u32,
    end: u32,
    /// Whether a name bound here or further out hides another of that name.
    hides: bool,
}

/// All scopes of a script, each knowing the one around it.
#[derive(Debug, Clone)]
pub struct Scopes {
    frames: Vec<Frame>,
    variables: Vec<DeclId>,
}

impl Default for Scopes {
    fn default() -> Self {
        let global = Frame {
            parent: ScopeId::GLOBAL,
            start: 0,
            end: 0,
            hides: false,
        };
        Self {
            frames: vec![global],
            variables: Vec::new(),
        }
    }
}

impl Scopes {
    /// A scope inside of `parent` with these variables more; `hides` says whether one of them
    /// has a name that means something else further out.
    pub fn enter(
        &mut self,
        parent: ScopeId,
        variables: impl IntoIterator<Item = DeclId>,
        hides: bool,
    ) -> ScopeId {
        let start = self.variables.len() as u32;
        self.variables.extend(variables);
        self.frames.push(Frame {
            parent,
            start,
            end: self.variables.len() as u32,
            hides: hides || self.hides(parent),
        });
        ScopeId(self.frames.len() as u32 - 1)
    }

    /// Whether a name that is bound here hides another of that name: then only what is bound by
    /// the innermost scope can be used without knowing more.
    pub fn hides(&self, scope: ScopeId) -> bool {
        self.frames[scope.0 as usize].hides
    }

    /// The variables that the innermost scope binds.
    pub fn innermost(&self, scope: ScopeId) -> &[DeclId] {
        let frame = &self.frames[scope.0 as usize];
        &self.variables[frame.start as usize..frame.end as usize]
    }

    /// Whether a scope is another or inside of it.
    pub fn is_within(&self, mut scope: ScopeId, other: ScopeId) -> bool {
        while scope > other {
            scope = self.frames[scope.0 as usize].parent;
        }
        scope == other
    }

    /// The scope around a scope; `None` around the outermost.
    pub fn parent(&self, scope: ScopeId) -> Option<ScopeId> {
        (scope != ScopeId::GLOBAL).then(|| self.frames[scope.0 as usize].parent)
    }
}

/// Keeps account of what is bound while a script is walked, and makes its scopes.
#[derive(Debug)]
pub struct Binders<'a> {
    script: &'a Script,
    /// How often each name is bound at the current place.
    bound: Vec<u32>,
    /// The scopes that were entered.
    pub scopes: Scopes,
}

impl<'a> Binders<'a> {
    /// Outside of all binders, where only what a script declares has names.
    pub fn new(script: &'a Script) -> Self {
        let mut binders = Self {
            script,
            bound: vec![0; script.tree.symbols.len()],
            scopes: Scopes::default(),
        };
        for declaration in script.declarations.all() {
            if !matches!(
                script.declarations.kind(declaration),
                DeclKind::LetBound
                    | DeclKind::Quantified
                    | DeclKind::PatternVariable
                    | DeclKind::Parameter
            ) {
                let name = binders.name(declaration);
                binders.bound[name.index()] += 1;
            }
        }
        binders
    }

    /// Enters a scope inside of another.
    pub fn enter(&mut self, scope: ScopeId, variables: Variables) -> ScopeId {
        let mut hides = false;
        for variable in variables.iter() {
            let name = self.name(variable);
            hides |= self.bound[name.index()] > 0 || name.is_of_a_theory();
            self.bound[name.index()] += 1;
        }
        self.scopes.enter(scope, variables.iter(), hides)
    }

    /// Leaves a scope: its variables are bound no longer.
    pub fn leave(&mut self, variables: Variables) {
        for variable in variables.iter() {
            let name = self.name(variable);
            self.bound[name.index()] -= 1;
        }
    }

    fn name(&self, declaration: DeclId) -> Sym {
        let name = self.script.declarations.name(declaration);
        self.script.tree.symbols.canonical(name)
    }
}
