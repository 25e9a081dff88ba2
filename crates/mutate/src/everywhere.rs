//! The places of a script where a term may be replaced by one that is equal to it.
//!
//! What is equal in every interpretation may stand for the other wherever that stands: in formulas of
//! both polarities, below quantifiers, in arguments and in definitions. What is left alone has to stay
//! as it is written: patterns, values that a solver wants as literals, recursive definitions, and
//! whatever is not understood.

use crate::logic::{Arithmetic, Logic};
use crate::scope::{Binders, ScopeId, Scopes};
use crate::skeleton::{Named, Position, has_pattern};
use smt::{CommandKind, Function, NodeId, OperatorId, Script, SortId, Sym, TermId, TermKind};
use std::sync::LazyLock;

/// All places of a script.
#[derive(Debug, Clone, Default)]
pub struct Everywhere {
    /// Applications.
    pub compounds: Vec<Position>,
    /// All others: constants, variables, literals.
    pub leaves: Vec<Position>,
    /// What is bound where.
    pub scopes: Scopes,
}

impl Everywhere {
    /// The places of a script of that logic.
    pub fn of(script: &Script, logic: &Logic) -> Self {
        let mut walk = Walk {
            script,
            logic,
            found: Self::default(),
            binders: Binders::new(script),
            named: Named::of(script),
            is_closed: closed_terms(script),
            tasks: Vec::new(),
            command: 0,
        };
        for (place, command) in script.commands.iter().enumerate() {
            walk.command = place;
            match &command.kind {
                CommandKind::Assert(_) => {
                    if let Some(node) = script.tree.children(command.node).nth(1) {
                        walk.term(node, ScopeId::GLOBAL);
                    }
                }
                CommandKind::DefineFun(definition) | CommandKind::DefineConst(definition) => {
                    if let Some(body) = script.tree.children(command.node).last() {
                        let parameters = definition.parameters;
                        let scope = walk.binders.enter(ScopeId::GLOBAL, parameters);
                        walk.term(body, scope);
                        walk.binders.leave(parameters);
                    }
                }
                _ => {}
            }
        }
        let mut found = walk.found;
        found.scopes = walk.binders.scopes;
        found
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.compounds.is_empty() && self.leaves.is_empty()
    }
}

/// Operators whose arguments have to stay as they are if they are values: solvers want literals there,
/// or are no good without them.
static WANT_LITERALS: LazyLock<Vec<OperatorId>> = LazyLock::new(|| {
    let names = [
        "const",
        "re.range",
        "re.loop",
        "re.^",
        "str.to_re",
        "to_fp",
        "to_fp_unsigned",
        "^",
        "exp",
    ];
    names.into_iter().filter_map(OperatorId::named).collect()
});

/// Those of them where the logic is linear.
static WANT_LITERALS_IF_LINEAR: LazyLock<Vec<OperatorId>> = LazyLock::new(|| {
    let names = ["*", "/", "div", "mod"];
    names.into_iter().filter_map(OperatorId::named).collect()
});

/// Whether each term has no constants, functions or variables of the script in it.
fn closed_terms(script: &Script) -> Vec<bool> {
    let terms = &script.terms;
    let mut closed = vec![false; terms.len()];
    for term in terms.all() {
        closed[term.index()] = match terms.kind(term) {
            TermKind::Literal => true,
            TermKind::Symbol | TermKind::Apply => {
                matches!(terms.function(term), Function::Operator(_))
                    && terms.arguments(term).iter().all(|a| closed[a.index()])
            }
            _ => false,
        };
    }
    closed
}

enum Task {
    Term {
        node: NodeId,
        scope: ScopeId,
    },
    /// Forget the names that a binder has given.
    Leave(TermId),
}

struct Walk<'a> {
    script: &'a Script,
    logic: &'a Logic,
    found: Everywhere,
    binders: Binders<'a>,
    named: Named,
    is_closed: Vec<bool>,
    tasks: Vec<Task>,
    command: usize,
}

impl Walk<'_> {
    /// Walks one term to its end.
    fn term(&mut self, node: NodeId, scope: ScopeId) {
        self.tasks.push(Task::Term { node, scope });
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Term { node, scope } => self.step(node, scope),
                Task::Leave(term) => {
                    self.binders.leave(self.script.terms.variables(term));
                }
            }
        }
    }

    /// One term: a position, and what is below it. What is pushed last is walked first.
    fn step(&mut self, node: NodeId, scope: ScopeId) {
        let (script, terms) = (self.script, &self.script.terms);
        let Some(term) = script.term_at(node) else {
            return;
        };
        let is_compound = match terms.kind(term) {
            TermKind::Apply => {
                self.arguments(node, term, scope);
                true
            }
            TermKind::Let => {
                self.bindings(node, term, scope);
                true
            }
            TermKind::Binder => {
                let quantifier = matches!(terms.head(term), Sym::FORALL | Sym::EXISTS);
                if let (true, Some(node)) = (quantifier, script.tree.children(node).nth(2)) {
                    let scope = self.binders.enter(scope, terms.variables(term));
                    self.tasks.push(Task::Leave(term));
                    self.tasks.push(Task::Term { node, scope });
                }
                true
            }
            TermKind::Annotated => {
                if let Some(node) = script.tree.children(node).nth(1) {
                    self.tasks.push(Task::Term { node, scope });
                }
                true
            }
            TermKind::Symbol | TermKind::Literal => false,
            // Functions that are values, patterns of constructors, what is not understood.
            TermKind::ApplyTerm | TermKind::Match | TermKind::Opaque => return,
        };
        if !self.may_be_replaced(term) || has_pattern(script, node, term) {
            return;
        }
        let position = Position {
            node,
            term,
            scope,
            command: self.command,
            negative: false,
            holds_names: self.named.is_below(&script.tree, node),
        };
        match is_compound {
            true => self.found.compounds.push(position),
            false => self.found.leaves.push(position),
        }
    }

    fn may_be_replaced(&self, term: TermId) -> bool {
        let Script { terms, sorts, .. } = self.script;
        let sort = terms.sort(term);
        let is_number = matches!(sort, SortId::INT | SortId::REAL);
        terms.is_sorted(term)
            && sorts.is_known(sort)
            && sorts.head(sort) != Some(Sym::ARROW)
            // Sums in difference logics have two parts and no more.
            && !(is_number && self.logic.arithmetic == Arithmetic::Difference)
    }

    fn arguments(&mut self, node: NodeId, term: TermId, scope: ScopeId) {
        let (script, terms) = (self.script, &self.script.terms);
        let wants_literals = match terms.function(term) {
            Function::Operator(operator) => {
                WANT_LITERALS.contains(&operator)
                    || (self.logic.arithmetic != Arithmetic::Nonlinear
                        && WANT_LITERALS_IF_LINEAR.contains(&operator))
            }
            Function::Declared(_) => false,
            Function::Unknown => return,
        };
        for (place, node) in script.tree.children(node).skip(1).enumerate() {
            // An `Int` that is used as a `Real` may be a numeral that is read as one.
            let is_coerced = terms.coerced_arguments(term).any(|other| other == place);
            let is_closed = || {
                script.term_at(node).is_some_and(|argument| {
                    self.is_closed[argument.index()] && terms.sort(argument) != SortId::REG_LAN
                })
            };
            if !(is_coerced || wants_literals && is_closed()) {
                self.tasks.push(Task::Term { node, scope });
            }
        }
    }

    fn bindings(&mut self, node: NodeId, term: TermId, scope: ScopeId) {
        let script = self.script;
        let mut parts = script.tree.children(node).skip(1);
        let (Some(list), Some(body)) = (parts.next(), parts.next()) else {
            return;
        };
        // The values are walked after the body, where its names are forgotten.
        for pair in script.tree.children(list) {
            if let Some(node) = script.tree.children(pair).nth(1) {
                self.tasks.push(Task::Term { node, scope });
            }
        }
        let inner = self.binders.enter(scope, script.terms.variables(term));
        self.tasks.push(Task::Leave(term));
        self.tasks.push(Task::Term {
            node: body,
            scope: inner,
        });
    }
}

#[cfg(test)]
mod tests;
