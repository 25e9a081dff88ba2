//! The places of a script that may be approximated, and which way.
//!
//! A formula that occurs only positively may be replaced by what follows from it, and the whole
//! then follows from the seed; one that occurs only negatively the other way round. Whatever is
//! used both ways, or where a value and not a truth is wanted, is left alone: conditions, sides
//! of equalities, arguments of functions.
//!
//! A `let` variable, a defined function and a `:named` formula stand in several places at once,
//! so their own formulas count as used in all of those ways. Uses come behind definitions in the
//! text, so everything is walked from the end to the start.

use crate::rule::Direction;
use crate::scope::{Binders, ScopeId, Scopes};
use hashbrown::HashMap;
use smt::{
    CommandKind, DeclId, DeclKind, Function, NodeId, OperatorId, Script, SortId, Sym, TermId,
    TermKind, Tree,
};
use std::sync::LazyLock;

/// How a formula is used; two ways can come together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Uses(u8);

impl Uses {
    const NONE: Self = Self(0);
    const POSITIVE: Self = Self(1);
    const NEGATIVE: Self = Self(2);
    const BOTH: Self = Self(3);

    fn flip(self) -> Self {
        Self(self.0 >> 1 | (self.0 & 1) << 1)
    }

    fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// A formula that may be approximated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// Where it stands.
    pub node: NodeId,
    /// What stands there.
    pub term: TermId,
    /// What is bound there.
    pub scope: ScopeId,
    /// The command it belongs to, in the script's list.
    pub command: usize,
    /// Whether it occurs negatively.
    pub negative: bool,
    /// Whether it contains a formula that is given a name with `:named`: then it must be
    /// neither dropped nor doubled.
    pub holds_names: bool,
}

impl Position {
    /// How this formula must be approximated for the whole to be approximated that way.
    pub fn direction(&self, whole: Direction) -> Direction {
        match self.negative {
            true => whole.flip(),
            false => whole,
        }
    }
}

/// What is entered in search of positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// All formulas, also those below quantifiers.
    Quantifiers,
    /// Quantified formulas are atoms.
    Ground,
}

/// All positions of a script.
#[derive(Debug, Clone, Default)]
pub struct Skeleton {
    /// Formulas in which no further position is: the literals, but for their negations.
    pub atoms: Vec<Position>,
    /// All others.
    pub compounds: Vec<Position>,
    /// What is bound where.
    pub scopes: Scopes,
}

impl Skeleton {
    /// The positions of a script.
    pub fn of(script: &Script, depth: Depth) -> Self {
        let mut walk = Walk::new(script, depth);
        for place in (0..script.commands.len()).rev() {
            walk.command(place);
        }
        let mut skeleton = walk.skeleton;
        skeleton.scopes = walk.binders.scopes;
        // In the order of the text, which is what people expect.
        skeleton.atoms.reverse();
        skeleton.compounds.reverse();
        skeleton
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.atoms.is_empty() && self.compounds.is_empty()
    }
}

/// Whether a term is annotated with more than a name: patterns and weights belong to the quantifier
/// around them, so nothing may come between the two.
pub(crate) fn has_pattern(script: &Script, node: NodeId, term: TermId) -> bool {
    let tree = &script.tree;
    script.terms.kind(term) == TermKind::Annotated
        && tree
            .children(node)
            .any(|part| tree.keyword(part).is_some_and(|k| k != Sym::NAMED))
}

/// The places where `:named` stands, in order.
#[derive(Debug)]
pub(crate) struct Named(Vec<usize>);

impl Named {
    /// Those of a script.
    pub fn of(script: &Script) -> Self {
        let declarations = &script.declarations;
        let is_name = |d| declarations.kind(d) == DeclKind::Named;
        if !declarations.all().any(is_name) {
            return Self(Vec::new());
        }
        let nodes = script.tree.nodes();
        let names = nodes.filter(|&node| script.tree.keyword(node) == Some(Sym::NAMED));
        Self(names.map(NodeId::index).collect())
    }

    /// Whether there is one at a node or below it.
    pub fn is_below(&self, tree: &Tree, node: NodeId) -> bool {
        let at = self.0.partition_point(|&place| place < node.index());
        let end = tree.after(node).index();
        self.0.get(at).is_some_and(|&place| place < end)
    }
}

/// The connectives that are entered.
struct Connectives {
    and: OperatorId,
    or: OperatorId,
    not: OperatorId,
    implies: OperatorId,
    ite: OperatorId,
}

static CONNECTIVES: LazyLock<Connectives> = LazyLock::new(|| {
    let named = |name| OperatorId::named(name).expect("an operator of the core theory");
    Connectives {
        and: named("and"),
        or: named("or"),
        not: named("not"),
        implies: named("=>"),
        ite: named("ite"),
    }
});

enum Task {
    Formula {
        node: NodeId,
        uses: Uses,
        scope: ScopeId,
    },
    /// Forget the names that a binder has given.
    Leave(TermId),
    /// The values of a `let`, once all their uses are known.
    Values {
        of: TermId,
        list: NodeId,
        scope: ScopeId,
    },
}

struct Walk<'a> {
    script: &'a Script,
    depth: Depth,
    skeleton: Skeleton,
    /// How each declaration is used, as far as is known.
    uses: Vec<Uses>,
    binders: Binders<'a>,
    /// The names given to terms.
    names: HashMap<TermId, Vec<DeclId>>,
    named: Named,
    tasks: Vec<Task>,
    command: usize,
}

impl<'a> Walk<'a> {
    fn new(script: &'a Script, depth: Depth) -> Self {
        let declarations = &script.declarations;
        let mut names: HashMap<TermId, Vec<DeclId>> = HashMap::new();
        for declaration in declarations.all() {
            if declarations.kind(declaration) == DeclKind::Named
                && let Some(term) = declarations.value(declaration)
            {
                names.entry(term).or_default().push(declaration);
            }
        }
        // Where something is not understood, anything may be used there in any way.
        let unseen = match script.commands.iter().any(|c| c.kind == CommandKind::Raw)
            || script.unsorted_places().next().is_some()
        {
            true => Uses::BOTH,
            false => Uses::NONE,
        };
        Self {
            script,
            depth,
            skeleton: Skeleton::default(),
            uses: vec![unseen; declarations.len()],
            binders: Binders::new(script),
            names,
            named: Named::of(script),
            tasks: Vec::new(),
            command: 0,
        }
    }

    fn command(&mut self, place: usize) {
        let script = self.script;
        let command = &script.commands[place];
        self.command = place;
        let last = || script.tree.children(command.node).last();
        match &command.kind {
            CommandKind::Assert(_) => {
                if let Some(node) = script.tree.children(command.node).nth(1) {
                    self.formula(node, Uses::POSITIVE, ScopeId::GLOBAL);
                }
            }
            CommandKind::DefineFun(definition) | CommandKind::DefineConst(definition) => {
                let Some(body) = last() else { return };
                let uses = self.uses[definition.function.index()];
                let parameters = definition.parameters;
                let scope = self.binders.enter(ScopeId::GLOBAL, parameters);
                self.value(body, uses, scope);
                self.binders.leave(parameters);
            }
            CommandKind::DefineFunRec(_)
            | CommandKind::DefineFunsRec(_)
            | CommandKind::CheckSatAssuming(_) => self.leave_alone(command.node),
            _ => {}
        }
    }

    /// The body of a definition or the value of a `let`, used in these ways.
    fn value(&mut self, node: NodeId, uses: Uses, scope: ScopeId) {
        match uses {
            Uses::NONE => {}
            Uses::BOTH => self.leave_alone(node),
            _ => self.formula(node, uses, scope),
        }
    }

    /// Walks one formula to its end.
    fn formula(&mut self, node: NodeId, uses: Uses, scope: ScopeId) {
        self.tasks.push(Task::Formula { node, uses, scope });
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Formula { node, uses, scope } => self.step(node, uses, scope),
                Task::Leave(term) => {
                    self.binders.leave(self.script.terms.variables(term));
                }
                Task::Values { of, list, scope } => self.values(of, list, scope),
            }
        }
    }

    /// One formula: a position, and what is below it. What is pushed last is walked first.
    fn step(&mut self, node: NodeId, uses: Uses, scope: ScopeId) {
        let (script, terms) = (self.script, &self.script.terms);
        let Some(term) = script.term_at(node) else {
            return self.leave_alone(node);
        };
        if terms.sort(term) != SortId::BOOL {
            return self.leave_alone(node);
        }
        let entered = match terms.kind(term) {
            TermKind::Apply => self.application(node, term, uses, scope),
            TermKind::Symbol => {
                if let Function::Declared(declaration) = terms.function(term) {
                    self.use_as(declaration, uses);
                }
                false
            }
            TermKind::Let => {
                let inner = self.binders.enter(scope, terms.variables(term));
                let mut parts = script.tree.children(node).skip(1);
                if let (Some(list), Some(node)) = (parts.next(), parts.next()) {
                    let of = term;
                    self.tasks.push(Task::Values { of, list, scope });
                    self.tasks.push(Task::Leave(term));
                    let scope = inner;
                    self.tasks.push(Task::Formula { node, uses, scope });
                }
                true
            }
            TermKind::Binder => self.binder(node, term, uses, scope),
            TermKind::Annotated => self.annotated(node, term, uses, scope),
            TermKind::Literal => false,
            TermKind::ApplyTerm | TermKind::Match | TermKind::Opaque => {
                self.leave_alone(node);
                false
            }
        };
        let position = Position {
            node,
            term,
            scope,
            command: self.command,
            negative: uses == Uses::NEGATIVE,
            holds_names: self.named.is_below(&script.tree, node),
        };
        if has_pattern(script, node, term) {
            return;
        }
        match entered {
            true => self.skeleton.compounds.push(position),
            false => self.skeleton.atoms.push(position),
        }
    }

    fn use_as(&mut self, declaration: DeclId, uses: Uses) {
        let known = &mut self.uses[declaration.index()];
        *known = known.and(uses);
    }

    /// Whether an application was entered.
    fn application(&mut self, node: NodeId, term: TermId, uses: Uses, scope: ScopeId) -> bool {
        let connectives = &*CONNECTIVES;
        let tree = &self.script.tree;
        let operator = match self.script.terms.function(term) {
            Function::Operator(operator) => operator,
            function => {
                if let Function::Declared(declaration) = function {
                    self.use_as(declaration, uses);
                }
                tree.children(node)
                    .skip(1)
                    .for_each(|a| self.leave_alone(a));
                return false;
            }
        };
        let arguments = tree.children(node).skip(1);
        if operator == connectives.and || operator == connectives.or {
            for node in arguments {
                self.tasks.push(Task::Formula { node, uses, scope });
            }
        } else if operator == connectives.not {
            for node in arguments {
                let uses = uses.flip();
                self.tasks.push(Task::Formula { node, uses, scope });
            }
        } else if operator == connectives.implies {
            let last = tree.children(node).last();
            for node in arguments {
                let premise = Some(node) != last;
                let uses = if premise { uses.flip() } else { uses };
                self.tasks.push(Task::Formula { node, uses, scope });
            }
        } else if operator == connectives.ite {
            for (place, node) in arguments.enumerate() {
                match place {
                    0 => self.leave_alone(node),
                    _ => self.tasks.push(Task::Formula { node, uses, scope }),
                }
            }
        } else {
            arguments.for_each(|argument| self.leave_alone(argument));
            // Indices can name functions: `(_ map f)`.
            if let Function::Declared(target) = self.script.terms.target(term) {
                self.use_as(target, Uses::BOTH);
            }
            return false;
        }
        true
    }

    fn binder(&mut self, node: NodeId, term: TermId, uses: Uses, scope: ScopeId) -> bool {
        let quantifier = matches!(self.script.terms.head(term), Sym::FORALL | Sym::EXISTS);
        let body = self.script.tree.children(node).nth(2);
        match body {
            Some(body) if quantifier && self.depth == Depth::Quantifiers => {
                let variables = self.script.terms.variables(term);
                let scope = self.binders.enter(scope, variables);
                self.tasks.push(Task::Leave(term));
                self.tasks.push(Task::Formula {
                    node: body,
                    uses,
                    scope,
                });
                true
            }
            _ => {
                self.leave_alone(node);
                false
            }
        }
    }

    fn annotated(&mut self, node: NodeId, term: TermId, uses: Uses, scope: ScopeId) -> bool {
        let named = |term| self.names.get(term).into_iter().flatten();
        let inner = self.script.terms.arguments(term).first();
        let names = named(&term).chain(inner.into_iter().flat_map(named));
        let uses = names.fold(uses, |uses, name| uses.and(self.uses[name.index()]));
        let Some(inner) = self.script.tree.children(node).nth(1) else {
            return false;
        };
        if uses == Uses::BOTH {
            self.leave_alone(inner);
            return false;
        }
        self.tasks.push(Task::Formula {
            node: inner,
            uses,
            scope,
        });
        true
    }

    fn values(&mut self, of: TermId, list: NodeId, scope: ScopeId) {
        let script = self.script;
        let mut values = script.tree.children(list).filter_map(|pair| {
            let value = script.tree.children(pair).nth(1)?;
            Some((value, script.term_at(value)?))
        });
        for variable in script.terms.variables(of).iter() {
            let Some((node, term)) = values.next() else {
                return;
            };
            let uses = self.uses[variable.index()];
            if uses == Uses::NONE {
                continue;
            }
            if uses == Uses::BOTH || script.terms.sort(term) != SortId::BOOL {
                self.leave_alone(node);
            } else {
                self.tasks.push(Task::Formula { node, uses, scope });
            }
        }
    }

    /// Whatever is used in there is used in both ways.
    fn leave_alone(&mut self, node: NodeId) {
        let script = self.script;
        let below = script.tree.below(node);
        for term in below.filter_map(|node| script.term_at(node)) {
            for function in [script.terms.function(term), script.terms.target(term)] {
                if let Function::Declared(declaration) = function {
                    self.uses[declaration.index()] = Uses::BOTH;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
