//! Every place of a script where a term stands, what is bound there, and which terms may stand elsewhere.

use crate::scope::{ScopeId, Scopes};
use crate::snippet::material::{Material, NEVER};
use hashbrown::HashMap;
use smt::{
    CommandKind, DeclKind, Function, NodeId, OperatorId, Script, SortId, Sym, TermId, TermKind,
    Variables,
};
use std::sync::LazyLock;

/// The longest term that is put elsewhere.
const LONGEST: usize = 200;

/// A place where a term stands.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// Where.
    pub node: NodeId,
    /// The term.
    pub term: TermId,
    /// What is bound there.
    pub scope: ScopeId,
    /// The command around it, in the script's list.
    pub command: usize,
    /// What it is an argument of, if it is one, and at which place.
    pub parent: Option<(TermId, usize)>,
    /// Whether it is an atom of the Boolean skeleton: only connectives and quantifiers are around it.
    pub is_atom: bool,
    /// Whether something in it has a name: then it must be neither dropped nor doubled.
    pub holds_names: bool,
    /// Whether it is an `Int` used as a `Real`.
    pub is_coerced: bool,
}

/// From which node on a term can be used, and inside of which scope.
#[derive(Debug, Clone, Copy)]
struct Reach {
    since: u32,
    scope: ScopeId,
}

/// All places of a script.
#[derive(Debug)]
pub struct Survey {
    /// Those of assertions and of definitions, whose sort is known.
    pub places: Vec<Place>,
    /// What is bound where.
    pub scopes: Scopes,
    /// The places whose terms may stand elsewhere, by their sorts; each term once.
    pub by_sort: HashMap<SortId, Vec<u32>>,
    /// What of a script can be used from where on.
    pub(crate) material: Material,
    reach: Vec<Reach>,
}

/// What is around atoms. The names are those of the core theory.
static CONNECTIVES: LazyLock<Vec<OperatorId>> = LazyLock::new(|| {
    let names = ["and", "or", "not", "=>", "xor", "ite", "=", "distinct"];
    names.iter().filter_map(|n| OperatorId::named(n)).collect()
});

impl Survey {
    /// Walks all of a script.
    pub fn of(script: &Script) -> Self {
        let mut walk = Walk::new(script);
        for place in 0..script.commands.len() {
            walk.command(place);
        }
        let material = Material::new(script);
        let reach = walk.reach(&material);
        let mut by_sort: HashMap<SortId, Vec<u32>> = HashMap::new();
        let mut seen = vec![false; script.terms.len()];
        for (number, place) in walk.places.iter().enumerate() {
            let movable = !matches!(
                script.terms.kind(place.term),
                TermKind::Annotated | TermKind::Match | TermKind::Opaque | TermKind::ApplyTerm
            );
            let usable = movable
                && reach[place.term.index()].since != NEVER
                && script.tree.range(place.node).len() <= LONGEST;
            if usable && !std::mem::replace(&mut seen[place.term.index()], true) {
                let sort = script.terms.sort(place.term);
                by_sort.entry(sort).or_default().push(number as u32);
            }
        }
        Self {
            places: walk.places,
            scopes: walk.scopes,
            by_sort,
            material,
            reach,
        }
    }

    /// Whether the term of one place means the same at another.
    pub fn can_stand(&self, from: &Place, at: &Place) -> bool {
        let Reach { since, scope } = self.reach[from.term.index()];
        since <= at.node.index() as u32
            && (from.scope == at.scope
                || !self.scopes.hides(at.scope) && self.scopes.is_within(at.scope, scope))
    }
}

enum Task {
    Visit {
        node: NodeId,
        scope: ScopeId,
        parent: Option<(TermId, usize)>,
        is_skeleton: bool,
    },
    /// Forget the names that a binder has given.
    Leave(Variables),
}

struct Walk<'a> {
    script: &'a Script,
    places: Vec<Place>,
    scopes: Scopes,
    /// How often each name is bound at the current place.
    bound: Vec<u32>,
    /// The scope that binds each declaration, if one does.
    binding: Vec<Option<ScopeId>>,
    /// The scope around each binder.
    around: HashMap<TermId, ScopeId>,
    /// The places where `:named` stands, in order.
    named: Vec<usize>,
    tasks: Vec<Task>,
    command: usize,
}

impl<'a> Walk<'a> {
    fn new(script: &'a Script) -> Self {
        let declarations = &script.declarations;
        let symbols = &script.tree.symbols;
        let mut bound = vec![0; symbols.len()];
        for declaration in declarations.all() {
            let is_local = matches!(
                declarations.kind(declaration),
                DeclKind::LetBound
                    | DeclKind::Quantified
                    | DeclKind::PatternVariable
                    | DeclKind::Parameter
            );
            if !is_local {
                bound[symbols.canonical(declarations.name(declaration)).index()] += 1;
            }
        }
        let is_name = |&node: &NodeId| script.tree.keyword(node) == Some(Sym::NAMED);
        let named = script.tree.nodes().filter(is_name).map(NodeId::index);
        Self {
            script,
            places: Vec::new(),
            scopes: Scopes::default(),
            bound,
            binding: vec![None; declarations.len()],
            around: HashMap::new(),
            named: named.collect(),
            tasks: Vec::new(),
            command: 0,
        }
    }

    fn command(&mut self, place: usize) {
        let script = self.script;
        let command = &script.commands[place];
        self.command = place;
        let parts = script.tree.children(command.node);
        let (node, parameters) = match &command.kind {
            CommandKind::Assert(_) => (script.tree.children(command.node).nth(1), None),
            CommandKind::DefineFun(definition) | CommandKind::DefineConst(definition) => {
                (parts.last(), Some(definition.parameters))
            }
            _ => return,
        };
        let Some(node) = node else { return };
        let scope = match parameters {
            Some(parameters) => self.enter(ScopeId::GLOBAL, parameters),
            None => ScopeId::GLOBAL,
        };
        self.tasks.push(Task::Visit {
            node,
            scope,
            parent: None,
            is_skeleton: true,
        });
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Visit {
                    node,
                    scope,
                    parent,
                    is_skeleton,
                } => self.visit(node, scope, parent, is_skeleton),
                Task::Leave(variables) => self.leave(variables),
            }
        }
        parameters.into_iter().for_each(|p| self.leave(p));
    }

    fn name(&self, declaration: smt::DeclId) -> Sym {
        let name = self.script.declarations.name(declaration);
        self.script.tree.symbols.canonical(name)
    }

    fn enter(&mut self, scope: ScopeId, variables: Variables) -> ScopeId {
        let mut hides = false;
        for variable in variables.iter() {
            let name = self.name(variable);
            hides |= self.bound[name.index()] > 0 || name.is_of_a_theory();
            self.bound[name.index()] += 1;
        }
        let inner = self.scopes.enter(scope, variables.iter(), hides);
        for variable in variables.iter() {
            self.binding[variable.index()] = Some(inner);
        }
        inner
    }

    fn leave(&mut self, variables: Variables) {
        for variable in variables.iter() {
            let name = self.name(variable);
            self.bound[name.index()] -= 1;
        }
    }

    fn visit(
        &mut self,
        node: NodeId,
        scope: ScopeId,
        parent: Option<(TermId, usize)>,
        is_skeleton: bool,
    ) {
        let (script, terms) = (self.script, &self.script.terms);
        let Some(term) = script.term_at(node) else {
            return;
        };
        let is_formula = is_skeleton && terms.sort(term) == SortId::BOOL;
        let visit = |node, scope, parent, is_skeleton| Task::Visit {
            node,
            scope,
            parent,
            is_skeleton,
        };
        let children = || script.tree.children(node);
        let mut is_atom = is_formula;
        match terms.kind(term) {
            TermKind::Apply => {
                let arguments = terms.arguments(term);
                // Of `=` and `ite`, those over formulas.
                let is_connective = match terms.function(term) {
                    Function::Operator(operator) => CONNECTIVES.contains(&operator),
                    _ => false,
                };
                let over_formulas = arguments.iter().all(|&a| terms.sort(a) == SortId::BOOL);
                let is_inner = is_formula && is_connective && over_formulas;
                is_atom &= !is_inner;
                for (place, node) in children().skip(1).enumerate() {
                    self.tasks
                        .push(visit(node, scope, Some((term, place)), is_inner));
                }
            }
            TermKind::Let => {
                is_atom = false;
                self.around.insert(term, scope);
                let inner = self.enter(scope, terms.variables(term));
                let (list, body) = (children().nth(1), children().nth(2));
                // The names are not bound in the values.
                for pair in list.into_iter().flat_map(|list| script.tree.children(list)) {
                    let value = script.tree.children(pair).nth(1);
                    self.tasks
                        .extend(value.map(|node| visit(node, scope, None, is_formula)));
                }
                self.tasks.push(Task::Leave(terms.variables(term)));
                self.tasks
                    .extend(body.map(|node| visit(node, inner, None, is_formula)));
            }
            TermKind::Binder if matches!(terms.head(term), Sym::FORALL | Sym::EXISTS) => {
                is_atom = false;
                self.around.insert(term, scope);
                let inner = self.enter(scope, terms.variables(term));
                self.tasks.push(Task::Leave(terms.variables(term)));
                let body = children().nth(2);
                self.tasks
                    .extend(body.map(|node| visit(node, inner, None, is_formula)));
            }
            TermKind::Annotated => {
                // What it is annotated with is left as it is.
                is_atom = false;
                let body = children().nth(1);
                self.tasks
                    .extend(body.map(|node| visit(node, scope, parent, is_skeleton)));
            }
            TermKind::Symbol => {
                if let Function::Declared(declaration) = terms.function(term) {
                    let kind = script.declarations.kind(declaration);
                    is_atom &= kind != DeclKind::LetBound;
                }
            }
            TermKind::Literal
            | TermKind::Binder
            | TermKind::ApplyTerm
            | TermKind::Match
            | TermKind::Opaque => {}
        }
        if !terms.is_sorted(term) {
            return;
        }
        let is_coerced = parent
            .is_some_and(|(parent, place)| terms.coerced_arguments(parent).any(|p| p == place));
        self.places.push(Place {
            node,
            term,
            scope,
            command: self.command,
            parent,
            is_atom,
            holds_names: self.holds_names(node),
            is_coerced,
        });
    }

    fn holds_names(&self, node: NodeId) -> bool {
        let at = self.named.partition_point(|&place| place < node.index());
        let end = self.script.tree.after(node).index();
        self.named.get(at).is_some_and(|&place| place < end)
    }

    /// Where each term can be used.
    fn reach(&self, material: &Material) -> Vec<Reach> {
        let terms = &self.script.terms;
        let never = Reach {
            since: NEVER,
            scope: ScopeId::GLOBAL,
        };
        let mut all: Vec<Reach> = Vec::with_capacity(terms.len());
        for term in terms.all() {
            let mut reach = match terms.kind(term) {
                TermKind::Literal => Reach { since: 0, ..never },
                TermKind::Symbol | TermKind::Apply => self.of_head(term, material),
                TermKind::Let | TermKind::Binder => match self.around.get(&term) {
                    Some(&scope) => Reach { since: 0, scope },
                    None => never,
                },
                TermKind::Annotated => {
                    let note = terms.annotation(term);
                    match note.is_some_and(|node| !self.holds_names(node)) {
                        true => Reach { since: 0, ..never },
                        false => never,
                    }
                }
                TermKind::ApplyTerm | TermKind::Match | TermKind::Opaque => never,
            };
            let is_binder = matches!(terms.kind(term), TermKind::Let | TermKind::Binder);
            for argument in terms.arguments(term) {
                let of = all[argument.index()];
                reach.since = reach.since.max(of.since);
                // What a binder binds itself is no part of where it can be used.
                if !is_binder {
                    reach.scope = reach.scope.max(of.scope);
                }
            }
            if !terms.is_sorted(term) {
                reach.since = NEVER;
            }
            all.push(reach);
        }
        all
    }

    /// Where what a term applies can be used.
    fn of_head(&self, term: TermId, material: &Material) -> Reach {
        let (script, terms) = (self.script, &self.script.terms);
        let parts = terms.ident(term).and_then(|ident| terms.parts(ident));
        let ascribed = parts.and_then(|parts| parts.ascribed);
        let since = ascribed.map_or(0, |sort| material.of_sort(script, sort));
        let function = match terms.function(term) {
            Function::Unknown => terms.target(term),
            function => function,
        };
        let scope = ScopeId::GLOBAL;
        match function {
            Function::Operator(_) => Reach { since, scope },
            Function::Declared(declaration) => match self.binding[declaration.index()] {
                Some(scope) => Reach { since, scope },
                None => Reach {
                    since: since.max(material.of_declaration(declaration)),
                    scope,
                },
            },
            Function::Unknown => Reach {
                since: NEVER,
                scope,
            },
        }
    }
}
