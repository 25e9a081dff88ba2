//! Which terms depend on bound variables, and on which.
//!
//! A term without free variables has one value, remembered for good. A term with some has one
//! value per instance of the innermost binder whose variables it uses. Binders are numbered by how
//! deep they stand, so that "innermost" is the highest number.

use smt::{DeclId, DeclKind, Function, Script, TermId, TermKind, Variables};

/// The deepest number; terms that use variables of binders that deep are not remembered.
const DEEPEST: u8 = 63;

/// The slot of terms that are not remembered.
pub(crate) const NEVER: u8 = DEEPEST + 1;

#[derive(Debug)]
pub(crate) struct Scopes {
    /// The numbers of the binders whose variables are free in a term, as bits.
    masks: Vec<u64>,
    /// How deep a term stands: the number of the binder that it is, if it is one.
    levels: Vec<u8>,
    /// The number of the binder of each variable.
    depths: Vec<u8>,
}

impl Scopes {
    /// Of a script, given the bodies of its definitions with their parameters.
    pub fn new(script: &Script, definitions: &[(Variables, TermId)]) -> Self {
        let levels = levels(script, definitions);
        let depths = depths(script, definitions, &levels);
        let masks = masks(script, &levels, &depths);
        Self {
            masks,
            levels,
            depths,
        }
    }

    /// Where the value of a term is remembered: 0 for good, n + 1 as long as an instance of the
    /// binder of number n lives.
    #[inline]
    pub fn slot(&self, term: TermId) -> u8 {
        (u64::BITS - self.masks[term.index()].leading_zeros()) as u8
    }

    /// Where values are remembered that depend on the variables of a binder.
    pub fn slot_within(&self, binder: TermId) -> u8 {
        self.levels[binder.index()].saturating_add(1).min(NEVER)
    }

    /// Where values are remembered that depend on a variable.
    pub fn slot_of_variable(&self, variable: DeclId) -> u8 {
        self.depths
            .get(variable.index())
            .map_or(NEVER, |depth| depth + 1)
    }

    /// Whether variables of the binder with the given slot are free in a term.
    pub fn uses_slot(&self, term: TermId, slot: u8) -> bool {
        slot > 0 && self.masks[term.index()] >> (slot - 1) & 1 == 1
    }
}

/// What a symbol stands for, if it is the name of a term.
pub(crate) fn named_term(script: &Script, term: TermId) -> Option<TermId> {
    let Function::Declared(declaration) = script.terms.function(term) else {
        return None;
    };
    match script.declarations.kind(declaration) {
        DeclKind::LetBound | DeclKind::Named => script.declarations.value(declaration),
        _ => None,
    }
}

fn levels(script: &Script, definitions: &[(Variables, TermId)]) -> Vec<u8> {
    let terms = &script.terms;
    let mut levels = vec![0u8; terms.len()];
    for (_, body) in definitions {
        levels[body.index()] = 1;
    }
    // Users come after what they use.
    for term in terms.all().rev() {
        let here = levels[term.index()];
        let inside = match terms.kind(term) {
            TermKind::Binder | TermKind::Match => (here + 1).min(DEEPEST),
            TermKind::Symbol => {
                if let Some(value) = named_term(script, term) {
                    let level = &mut levels[value.index()];
                    *level = here.max(*level);
                }
                continue;
            }
            _ => here,
        };
        for argument in terms.arguments(term) {
            let level = &mut levels[argument.index()];
            *level = inside.max(*level);
        }
    }
    levels
}

/// The number of the binder of each variable.
fn depths(script: &Script, definitions: &[(Variables, TermId)], levels: &[u8]) -> Vec<u8> {
    let mut depths = vec![0u8; script.declarations.len()];
    let mut set = |variables: Variables, depth: u8| {
        for variable in variables.iter() {
            if let Some(slot) = depths.get_mut(variable.index()) {
                *slot = depth;
            }
        }
    };
    for (parameters, _) in definitions {
        set(*parameters, 0);
    }
    for term in script.terms.all() {
        let level = levels[term.index()];
        match script.terms.kind(term) {
            TermKind::Binder => set(script.terms.variables(term), level),
            TermKind::Match => {
                for case in script.terms.cases(term) {
                    set(case.variables, level);
                }
            }
            _ => {}
        }
    }
    depths
}

fn masks(script: &Script, levels: &[u8], depths: &[u8]) -> Vec<u64> {
    let terms = &script.terms;
    let mut masks = vec![0u64; terms.len()];
    for term in terms.all() {
        let arguments = terms.arguments(term).iter();
        let mut mask = arguments.fold(0, |mask, a| mask | masks[a.index()]);
        match terms.kind(term) {
            TermKind::Symbol => {
                if let Some(value) = named_term(script, term) {
                    mask = masks[value.index()];
                }
            }
            // The deepest number stands for several binders, so its bit never goes.
            TermKind::Binder | TermKind::Match if levels[term.index()] < DEEPEST => {
                mask &= !(1 << levels[term.index()]);
            }
            _ => {}
        }
        if let Function::Declared(declaration) = terms.function(term)
            && matches!(
                script.declarations.kind(declaration),
                DeclKind::Parameter | DeclKind::Quantified | DeclKind::PatternVariable
            )
        {
            mask |= 1 << depths[declaration.index()];
        }
        masks[term.index()] = mask;
    }
    masks
}
