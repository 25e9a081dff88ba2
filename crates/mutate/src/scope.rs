//! What is bound at a place: the variables of the quantifiers, `let`s, patterns and definitions
//! around it.

use smt::DeclId;

/// What is bound at a place; [`ScopeId::GLOBAL`] where nothing is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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

    /// The scope around a scope; `None` around the outermost.
    pub fn parent(&self, scope: ScopeId) -> Option<ScopeId> {
        (scope != ScopeId::GLOBAL).then(|| self.frames[scope.0 as usize].parent)
    }
}
