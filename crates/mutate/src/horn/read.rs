//! From a script to a system.
//!
//! An assertion is taken apart from the outside: what stands on the left of arrows or under a negation
//! goes to the body, what is left is the head. Parts without predicates are constraints and stay as they
//! are. Where a part with predicates is a conjunction in the head or a disjunction in the body, the
//! assertion is several clauses.

use super::error::NotHorn;
use super::globals::Globals;
use super::mutation::MOST_NAMES;
use super::substitute::{Names, Substitution, substitute};
use super::system::{
    Application, Clause, Form, Literal, PREFIX, Predicate, QUERY, Setting, System, Variable,
};
use super::term::{Term, canonical};
use hashbrown::{HashMap, HashSet};
use smt::{NodeId, Tree};
use std::sync::Arc;

/// How many clauses one assertion can be.
const MOST_CLAUSES: usize = 256;

/// How many steps the reading of one assertion may take, beyond as many as the text has nodes.
const MOST_WORK: usize = 2_000_000;

pub(super) fn read(text: &[u8]) -> Result<System, NotHorn> {
    let text = std::str::from_utf8(text).map_err(|e| NotHorn::Unreadable(e.to_string()))?;
    let tree = Tree::parse(text.as_bytes()).map_err(|e| NotHorn::Unreadable(e.to_string()))?;
    let mut reader = Reader::new(&tree);
    reader.names = Names::new(first_fresh(&tree));
    for command in tree.commands() {
        reader.declaration(command)?;
    }
    // Variables of all clauses, which keep their names.
    let mut declared = reader.declared_names.iter();
    if let Some(name) =
        declared.find(|name| reader.globals.contains(name) || reader.arities.contains_key(*name))
    {
        return Err(NotHorn::DeclaredTwice(name.to_string()));
    }
    reader.mentions = mentions(&tree, &reader.arities);
    for command in tree.commands() {
        reader.command(command)?;
    }
    if reader.questions != 1 {
        return Err(NotHorn::Questions(reader.questions));
    }
    if reader.names.next() >= MOST_NAMES {
        return Err(NotHorn::TooLarge);
    }
    let system = System {
        form: reader.form,
        preamble: reader.preamble.into(),
        settings: reader.settings,
        predicates: reader.predicates,
        clauses: reader.clauses,
        fresh: reader.names.next(),
    };
    Ok(match system.form {
        Form::Horn => system,
        Form::Rules => without_query_predicate(system),
    })
}

/// The first number above all those in names like ours.
fn first_fresh(tree: &Tree) -> u32 {
    let all = tree.nodes().filter_map(|node| tree.atom(node));
    above_all(all.map(|sym| tree.symbols.bytes(sym)))
}

/// The first number above all those in names like ours.
pub(super) fn above_all<'a>(names: impl Iterator<Item = &'a [u8]>) -> u32 {
    let mut first = 0;
    for name in names {
        let name = name.strip_prefix(b"|").unwrap_or(name);
        let Some(rest) = name.strip_prefix(PREFIX.as_bytes()) else {
            continue;
        };
        let digits: &[u8] = rest.split(|b| !b.is_ascii_digit()).next().unwrap_or(rest);
        let number = std::str::from_utf8(digits).ok();
        let number = number.and_then(|digits| digits.parse().ok());
        first = first.max(number.map_or(first, |n: u32| n.saturating_add(1)));
    }
    first
}

/// For each node of the tree, how many atoms before it name a predicate, or a `let` variable for
/// something that does.
fn mentions(tree: &Tree, predicates: &HashMap<Arc<str>, usize>) -> Vec<u32> {
    let mut before = Vec::with_capacity(tree.len() + 1);
    let mut count = 0;
    let names: HashSet<_> = predicates
        .keys()
        .filter_map(|name| tree.symbols.find(name.as_bytes()))
        .map(|sym| tree.symbols.canonical(sym))
        .collect();
    // Names of `let` variables for something with predicates, with the node behind their scope.
    let mut tainted: HashMap<smt::Sym, usize> = HashMap::new();
    // Bindings being read: where they start and end, their name, and where its scope ends.
    let mut bindings: Vec<(usize, usize, smt::Sym, usize)> = Vec::new();
    for node in tree.nodes() {
        let at = node.index();
        while let Some(&(start, end, name, scope)) = bindings.last() {
            if at < end {
                break;
            }
            bindings.pop();
            if before.get(start).is_some_and(|&start| count > start) {
                let until = tainted.entry(name).or_default();
                *until = scope.max(*until);
            }
        }
        before.push(count);
        if let Some(symbol) = tree.symbol(node) {
            let is_tainted = tainted.get(&symbol).is_some_and(|&until| at < until);
            if names.contains(&symbol) || is_tainted {
                count += 1;
            }
        } else if tree.is_list(node) && word(tree, node) == "let" {
            let Some(list) = tree.children(node).nth(1) else {
                continue;
            };
            let mut here: Vec<_> = Vec::new();
            for binding in tree.children(list) {
                if let Some(name) = tree.head(binding) {
                    let end = tree.after(binding).index();
                    here.push((binding.index(), end, name, tree.after(node).index()));
                }
            }
            bindings.extend(here.into_iter().rev());
        }
    }
    before.push(count);
    before
}

/// The symbol that a list starts with, or an atom, as it is written.
fn word(tree: &Tree, node: NodeId) -> &str {
    let first = match tree.is_list(node) {
        true => tree.children(node).next(),
        false => Some(node),
    };
    match first.filter(|&first| !tree.is_list(first)) {
        Some(atom) => canonical(std::str::from_utf8(tree.source(atom)).unwrap_or_default()),
        None => "",
    }
}

/// Where the predicates of a script are.
pub(super) struct Shapes<'a> {
    tree: &'a Tree,
    names: HashMap<Arc<str>, usize>,
    mentions: Vec<u32>,
}

impl<'a> Shapes<'a> {
    /// For a script that is a system.
    pub(super) fn new(tree: &'a Tree) -> Result<Self, NotHorn> {
        let mut reader = Reader::new(tree);
        for command in tree.commands() {
            reader.declaration(command)?;
        }
        Ok(Self {
            tree,
            mentions: mentions(tree, &reader.arities),
            names: reader.arities,
        })
    }

    pub(super) fn word(&self, node: NodeId) -> &'a str {
        word(self.tree, node)
    }

    pub(super) fn has_predicates(&self, node: NodeId) -> bool {
        has_predicates(self.tree, &self.mentions, node)
    }

    pub(super) fn is_application(&self, node: NodeId) -> bool {
        self.names.contains_key(self.word(node))
    }
}

fn has_predicates(tree: &Tree, mentions: &[u32], node: NodeId) -> bool {
    let at = |index: usize| mentions.get(index).copied().unwrap_or_default();
    at(tree.after(node).index()) > at(node.index())
}

struct Reader<'a> {
    tree: &'a Tree,
    form: Form,
    preamble: String,
    settings: Vec<Setting>,
    predicates: Vec<Arc<Predicate>>,
    arities: HashMap<Arc<str>, usize>,
    globals: Globals,
    /// Variables of `declare-var`.
    declared: Vec<Variable>,
    declared_names: HashSet<Arc<str>>,
    mentions: Vec<u32>,
    clauses: Vec<Arc<Clause>>,
    names: Names,
    questions: usize,
}

/// What a name means at a place of an assertion, and what it means further out.
struct Scope {
    parent: Option<usize>,
    kind: ScopeKind,
}

enum ScopeKind {
    /// A variable that has another name in the clause.
    Renamed(Arc<str>, Arc<str>),
    /// The bindings of a `let`.
    Let(Vec<(Arc<str>, NodeId)>),
}

/// A part of an assertion that is still to be taken apart.
#[derive(Clone, Copy)]
struct Item {
    node: NodeId,
    scope: Option<usize>,
    positive: bool,
    /// Whether it is a whole side of an arrow, whose conjunction is the body's.
    whole: bool,
}

/// A clause that is being made.
#[derive(Clone, Default)]
struct Partial {
    variables: Vec<Variable>,
    /// Names of those that are not of `declare-var`.
    taken: HashSet<Arc<str>>,
    body: Vec<Literal>,
    head: Option<Application>,
    /// The last one is next.
    work: Vec<Item>,
}

impl<'a> Reader<'a> {
    fn new(tree: &'a Tree) -> Self {
        Self {
            tree,
            form: Form::Horn,
            preamble: String::new(),
            settings: Vec::new(),
            predicates: Vec::new(),
            arities: HashMap::new(),
            globals: Globals::default(),
            declared: Vec::new(),
            declared_names: HashSet::new(),
            mentions: Vec::new(),
            clauses: Vec::new(),
            names: Names::new(0),
            questions: 0,
        }
    }

    fn word(&self, node: NodeId) -> &'a str {
        word(self.tree, node)
    }

    fn source(&self, node: NodeId) -> &'a str {
        std::str::from_utf8(self.tree.source(node)).unwrap_or_default()
    }

    /// The text of a node in our spelling.
    fn spelled(&self, node: NodeId) -> Result<Arc<str>, NotHorn> {
        Ok(self.term(node)?.text().into())
    }

    fn term(&self, node: NodeId) -> Result<Arc<Term>, NotHorn> {
        Term::parse(self.source(node)).ok_or_else(|| self.malformed(node))
    }

    fn malformed(&self, node: NodeId) -> NotHorn {
        NotHorn::Malformed(self.source(node).chars().take(80).collect())
    }

    fn has_predicates(&self, node: NodeId) -> bool {
        has_predicates(self.tree, &self.mentions, node)
    }

    /// Predicates and variables, which may be declared behind their use as far as we care.
    fn declaration(&mut self, command: NodeId) -> Result<(), NotHorn> {
        let parts: Vec<NodeId> = self.tree.children(command).skip(1).collect();
        let (name, sorts) = match (self.word(command), &parts[..]) {
            ("declare-fun", [name, sorts, result]) => {
                if self.word(*result) != "Bool" {
                    return Err(NotHorn::Function(self.word(*name).to_owned()));
                }
                (*name, Some(*sorts))
            }
            ("declare-const", [name, sort]) => {
                if self.word(*sort) != "Bool" {
                    return Err(NotHorn::Function(self.word(*name).to_owned()));
                }
                (*name, None)
            }
            ("declare-rel", [name, sorts, ..]) => {
                self.form = Form::Rules;
                (*name, Some(*sorts))
            }
            ("declare-var", [name, sort]) => {
                self.form = Form::Rules;
                let name: Arc<str> = self.name(*name)?;
                let sort = self.spelled(*sort)?;
                let variable = Variable { name, sort };
                if self.declared_names.insert(variable.name.clone()) {
                    self.declared.push(variable);
                } else if !self.declared.contains(&variable) {
                    return Err(NotHorn::DeclaredTwice(variable.name.to_string()));
                }
                return Ok(());
            }
            ("declare-fun" | "declare-const" | "declare-rel" | "declare-var", _) => {
                return Err(self.malformed(command));
            }
            ("rule" | "query", _) => {
                self.form = Form::Rules;
                return Ok(());
            }
            _ => {
                self.globals.add(self.tree, command);
                return Ok(());
            }
        };
        let name: Arc<str> = self.word(name).into();
        let sorts: Result<Vec<_>, _> = sorts
            .into_iter()
            .flat_map(|sorts| self.tree.children(sorts))
            .map(|sort| self.spelled(sort))
            .collect();
        let sorts = sorts?;
        if self.arities.insert(name.clone(), sorts.len()).is_some() || name.is_empty() {
            return Err(NotHorn::DeclaredTwice(name.to_string()));
        }
        self.predicates.push(Arc::new(Predicate { name, sorts }));
        Ok(())
    }

    fn command(&mut self, command: NodeId) -> Result<(), NotHorn> {
        let parts: Vec<NodeId> = self.tree.children(command).skip(1).collect();
        let first = parts.first().copied();
        let name = self.word(command);
        match (name, first) {
            ("declare-fun" | "declare-const" | "declare-rel" | "declare-var", _) => {}
            ("set-logic", Some(logic)) => {
                if self.word(logic) != "HORN" {
                    return Err(NotHorn::Logic(self.source(logic).to_owned()));
                }
            }
            ("set-option", Some(option)) => {
                let option = self.source(option).trim_start_matches(':');
                if let (true, Some(&value)) = (option.starts_with("fp."), parts.get(1)) {
                    self.settings.push(Setting {
                        name: option.into(),
                        value: self.spelled(value)?,
                    });
                }
            }
            (
                "declare-datatypes" | "declare-datatype" | "declare-sort" | "define-sort"
                | "define-fun" | "define-const" | "define-fun-rec" | "define-funs-rec",
                Some(defined),
            ) => {
                if self.has_predicates(command) {
                    return Err(NotHorn::Definition(self.word(defined).to_owned()));
                }
                self.preamble.push_str(self.term(command)?.text());
                self.preamble.push('\n');
            }
            ("assert" | "rule", Some(_)) if self.questions > 0 => {
                return Err(NotHorn::Command(format!("{name} behind the question")));
            }
            ("assert" | "rule", Some(formula)) => self.clauses_of(formula, true)?,
            ("query", Some(query)) => {
                self.questions += 1;
                self.query(query)?;
            }
            ("check-sat", _) => self.questions += 1,
            (
                "set-info" | "exit" | "echo" | "get-model" | "get-info" | "get-proof"
                | "get-unsat-core" | "get-option" | "get-assertions" | "get-value",
                _,
            ) => {}
            _ => return Err(NotHorn::Command(name.to_owned())),
        }
        Ok(())
    }

    /// A query for a predicate, or for a formula as in older versions of z3.
    fn query(&mut self, query: NodeId) -> Result<(), NotHorn> {
        let predicate = self.word(query);
        let found = self.predicates.iter().find(|p| &*p.name == predicate);
        let (false, Some(predicate)) = (self.tree.is_list(query), found.cloned()) else {
            return self.clauses_of(query, false);
        };
        let mut variables = Vec::new();
        let mut arguments = Vec::new();
        for sort in &predicate.sorts {
            let name = self.names.name();
            arguments.extend(Term::parse(&name));
            let sort = sort.clone();
            variables.push(Variable { name, sort });
        }
        let application = Application {
            predicate: predicate.name.clone(),
            arguments,
        };
        let id = self.names.number();
        let body = vec![Literal::Application(application)];
        self.clauses.push(Clause::new(id, variables, body, None));
        Ok(())
    }

    fn clauses_of(&mut self, formula: NodeId, positive: bool) -> Result<(), NotHorn> {
        let mut scopes: Vec<Scope> = Vec::new();
        let mut budget = MOST_WORK + self.tree.len();
        let mut made = 0;
        let mut partials = vec![Partial {
            variables: self.declared.clone(),
            work: vec![Item {
                node: formula,
                scope: None,
                positive,
                whole: true,
            }],
            ..Partial::default()
        }];
        while let Some(mut partial) = partials.pop() {
            let mut split = false;
            while let Some(item) = partial.work.pop() {
                budget = budget.checked_sub(1).ok_or(NotHorn::TooLarge)?;
                let choices = self.take(item, &mut partial, &mut scopes, &mut budget)?;
                if let Some(choices) = choices {
                    if partials.len() + choices.len() + made > MOST_CLAUSES {
                        return Err(NotHorn::TooLarge);
                    }
                    let size = partial.work.len() + partial.body.len() + partial.variables.len();
                    let copied = size.saturating_mul(choices.len());
                    budget = budget.checked_sub(copied).ok_or(NotHorn::TooLarge)?;
                    for choice in choices.into_iter().rev() {
                        let mut copy = partial.clone();
                        copy.work.push(choice);
                        partials.push(copy);
                    }
                    split = true;
                    break;
                }
            }
            if !split {
                made += 1;
                self.finish(partial);
            }
        }
        Ok(())
    }

    fn finish(&mut self, partial: Partial) {
        let Partial {
            mut variables,
            body,
            head,
            ..
        } = partial;
        if !self.declared.is_empty() {
            let clause = Clause::new(0, Vec::new(), body.clone(), head.clone());
            let used: HashSet<&str> = clause.terms().flat_map(|term| term.atoms()).collect();
            variables.retain(|variable| used.contains(&*variable.name));
        }
        let id = self.names.number();
        self.clauses.push(Clause::new(id, variables, body, head));
    }

    /// Takes one item apart. Gives back several if the clause is one for each of them.
    fn take(
        &mut self,
        item: Item,
        partial: &mut Partial,
        scopes: &mut Vec<Scope>,
        budget: &mut usize,
    ) -> Result<Option<Vec<Item>>, NotHorn> {
        let Item {
            node,
            scope,
            positive,
            whole,
        } = item;
        let word = self.word(node);
        let mentions = self.has_predicates(node);
        let parts: Vec<NodeId> = self.tree.children(node).skip(1).collect();
        let is_list = self.tree.is_list(node) && !parts.is_empty();
        let go = |node, positive, whole| Item {
            node,
            scope,
            positive,
            whole,
        };
        match (word, positive) {
            ("!", _) if is_list && (mentions || whole) => {
                partial
                    .work
                    .extend(parts.first().map(|&n| go(n, positive, whole)));
            }
            ("not", _) if is_list && (positive || mentions) => {
                let [inner] = parts[..] else {
                    return Err(self.malformed(node));
                };
                partial.work.push(go(inner, !positive, true));
            }
            ("=>", true) if is_list => {
                let last = parts.len() - 1;
                let items = parts.iter().enumerate();
                let items = items.map(|(place, &n)| go(n, place == last, true));
                partial.work.extend(items.rev());
            }
            ("or", true) | ("and", false) if is_list && (positive || mentions || whole) => {
                partial
                    .work
                    .extend(parts.iter().rev().map(|&n| go(n, positive, false)));
            }
            ("and", true) | ("or", false) if is_list && mentions => {
                return Ok(Some(
                    parts.iter().map(|&n| go(n, positive, whole)).collect(),
                ));
            }
            ("forall", true) | ("exists", false) if is_list && (positive || mentions || whole) => {
                let [variables, body] = parts[..] else {
                    return Err(self.malformed(node));
                };
                let scope = self.bind(variables, scope, partial, scopes)?;
                partial.work.push(Item {
                    node: body,
                    scope,
                    positive,
                    whole,
                });
            }
            ("let", _) if is_list && (mentions || (whole && positive)) => {
                let [list, body] = parts[..] else {
                    return Err(self.malformed(node));
                };
                let mut bindings = Vec::new();
                for binding in self.tree.children(list) {
                    let [name, bound] = self.tree.children(binding).collect::<Vec<_>>()[..] else {
                        return Err(self.malformed(binding));
                    };
                    bindings.push((self.name(name)?, bound));
                }
                scopes.push(Scope {
                    parent: scope,
                    kind: ScopeKind::Let(bindings),
                });
                partial.work.push(Item {
                    node: body,
                    scope: Some(scopes.len() - 1),
                    positive,
                    whole,
                });
            }
            _ if !mentions => self.leaf(item, partial, scopes, budget)?,
            _ if self.arities.contains_key(word) => self.apply(item, partial, scopes, budget)?,
            // What is left without parentheses stands for something with predicates.
            _ if !self.tree.is_list(node) => {
                let mut at = scope;
                while let Some(found) = at.and_then(|at| scopes.get(at)) {
                    *budget = budget.checked_sub(1).ok_or(NotHorn::TooLarge)?;
                    match &found.kind {
                        // A variable that hides what a `let` further out calls by its name.
                        ScopeKind::Renamed(name, _) if **name == *word => {
                            self.leaf(item, partial, scopes, budget)?;
                            return Ok(None);
                        }
                        ScopeKind::Renamed(..) => {}
                        ScopeKind::Let(bindings) => {
                            let bound = bindings.iter().find(|(name, _)| **name == *word);
                            if let Some(&(_, node)) = bound {
                                partial.work.push(Item {
                                    node,
                                    scope: found.parent,
                                    positive,
                                    whole,
                                });
                                return Ok(None);
                            }
                        }
                    }
                    at = found.parent;
                }
                return Err(NotHorn::PredicateUnder("let".to_owned()));
            }
            _ => return Err(NotHorn::PredicateUnder(word.to_owned())),
        }
        Ok(None)
    }

    /// The name at a node that binds it.
    fn name(&self, node: NodeId) -> Result<Arc<str>, NotHorn> {
        let name = self.word(node);
        if self.tree.is_list(node) || name.is_empty() {
            return Err(self.malformed(node));
        }
        match self.arities.contains_key(name) {
            true => Err(NotHorn::Shadowed(name.to_owned())),
            false => Ok(name.into()),
        }
    }

    /// Makes the variables of a quantifier variables of the clause.
    fn bind(
        &mut self,
        list: NodeId,
        mut scope: Option<usize>,
        partial: &mut Partial,
        scopes: &mut Vec<Scope>,
    ) -> Result<Option<usize>, NotHorn> {
        for variable in self.tree.children(list) {
            let [name, sort] = self.tree.children(variable).collect::<Vec<_>>()[..] else {
                return Err(self.malformed(variable));
            };
            let (mut name, sort) = (self.name(name)?, self.spelled(sort)?);
            // What is bound here hides what a `let` further out calls by that name. It must not hide
            // what is defined for all of the script.
            let is_taken = !partial.taken.insert(name.clone())
                || self.declared_names.contains(&name)
                || self.globals.contains(&name);
            if is_taken || scope.is_some() {
                let new = self.names.name();
                scopes.push(Scope {
                    parent: scope,
                    kind: ScopeKind::Renamed(name, new.clone()),
                });
                scope = Some(scopes.len() - 1);
                name = new;
            }
            partial.variables.push(Variable { name, sort });
        }
        Ok(scope)
    }

    /// A part without predicates.
    fn leaf(
        &mut self,
        item: Item,
        partial: &mut Partial,
        scopes: &[Scope],
        budget: &mut usize,
    ) -> Result<(), NotHorn> {
        let term = self.closed(item.node, item.scope, scopes, budget)?;
        let term = match (item.positive, term.text()) {
            (true, "false") | (false, "true") => return Ok(()),
            (true, text) => Term::parse(&format!("(not {text})")),
            (false, _) => Some(term),
        };
        let term = term.ok_or_else(|| self.malformed(item.node))?;
        partial.body.push(Literal::Constraint(term));
        Ok(())
    }

    fn apply(
        &mut self,
        item: Item,
        partial: &mut Partial,
        scopes: &[Scope],
        budget: &mut usize,
    ) -> Result<(), NotHorn> {
        let predicate = self.word(item.node);
        let mut arguments = Vec::new();
        for argument in self.tree.children(item.node).skip(1) {
            if self.has_predicates(argument) {
                return Err(NotHorn::InArgument(predicate.to_owned()));
            }
            arguments.push(self.closed(argument, item.scope, scopes, budget)?);
        }
        if self.arities.get(predicate) != Some(&arguments.len()) {
            return Err(NotHorn::Arity(predicate.to_owned()));
        }
        let predicate: Arc<str> = predicate.into();
        let application = Application {
            predicate: predicate.clone(),
            arguments,
        };
        match (item.positive, &partial.head) {
            (false, _) => partial.body.push(Literal::Application(application)),
            (true, None) => partial.head = Some(application),
            (true, Some(head)) => {
                let other = head.predicate.to_string();
                return Err(NotHorn::TwoHeads(other, predicate.to_string()));
            }
        }
        Ok(())
    }

    /// A term that speaks of nothing but variables of the clause: what `let` binds around it is bound
    /// by a `let` of its own.
    fn closed(
        &mut self,
        node: NodeId,
        scope: Option<usize>,
        scopes: &[Scope],
        budget: &mut usize,
    ) -> Result<Arc<Term>, NotHorn> {
        let mut term = self.term(node)?;
        if term.text().contains(":named") {
            return Err(NotHorn::Named);
        }
        let mut at = scope;
        while let Some(found) = at.and_then(|at| scopes.get(at)) {
            *budget = budget.checked_sub(term.len()).ok_or(NotHorn::TooLarge)?;
            match &found.kind {
                ScopeKind::Renamed(name, new) => {
                    let mut by = Substitution::default();
                    by.rename(name.clone(), new.clone());
                    term = substitute(&term, &by, &mut self.names);
                }
                ScopeKind::Let(bindings) => {
                    let whole = term.clone();
                    let atoms: HashSet<&str> = whole.atoms().collect();
                    let mut used = String::new();
                    for (name, bound) in bindings {
                        if !atoms.contains(&**name) {
                            continue;
                        }
                        if self.has_predicates(*bound) {
                            return Err(NotHorn::PredicateUnder("let".to_owned()));
                        }
                        used.push_str(&format!("({name} {})", self.source(*bound)));
                    }
                    if !used.is_empty() {
                        let text = format!("(let ({used}) {})", term.text());
                        term = Term::parse(&text).ok_or_else(|| self.malformed(node))?;
                    }
                }
            }
            at = found.parent;
        }
        match self.globals.strange_pattern(&term) {
            Some(pattern) => Err(NotHorn::Pattern(pattern.to_owned())),
            None => Ok(term),
        }
    }
}

/// A predicate that is nothing but what is asked for is `false`, so that what we have written is read
/// as it was.
fn without_query_predicate(system: System) -> System {
    let used = system.clauses.iter().flat_map(|clause| {
        let is_query = clause.head().is_none() && clause.body().len() == 1;
        let mut applied = clause.applications();
        applied.any(|a| &*a.predicate == QUERY).then_some(is_query)
    });
    let used: Vec<bool> = used.collect();
    let nullary = system.predicate(QUERY).is_some_and(|p| p.sorts.is_empty());
    if !nullary || used != [true] {
        return system;
    }
    let clauses = system.clauses.iter().filter_map(|clause| {
        if clause.applications().any(|a| &*a.predicate == QUERY) {
            return None;
        }
        let head = clause.head().filter(|head| &*head.predicate != QUERY);
        let variables = clause.variables().to_vec();
        Some(Clause::new(
            clause.id(),
            variables,
            clause.body().to_vec(),
            head.cloned(),
        ))
    });
    let mut predicates = system.predicates.clone();
    predicates.retain(|predicate| &*predicate.name != QUERY);
    system
        .with_clauses(clauses.collect())
        .with_predicates(predicates)
}

/// A clause about predicates of a system, and maybe one more, from its text. Variables that are arguments
/// have the sorts that the predicates want.
pub(super) fn clause_of(
    system: &System,
    text: &str,
    more: Option<&Predicate>,
) -> Result<Arc<Clause>, NotHorn> {
    let term = Term::parse(text).ok_or_else(|| NotHorn::Malformed(text.to_owned()))?;
    let atoms: HashSet<&str> = term.atoms().collect();
    let mentioned = system.predicates.iter().map(|p| &**p).chain(more);
    let mentioned: Vec<&Predicate> = mentioned.filter(|p| atoms.contains(&*p.name)).collect();
    let mut script = String::with_capacity(system.preamble.len() + text.len() + 200);
    script.push_str(&system.preamble);
    for Predicate { name, sorts } in &mentioned {
        script.push_str(&format!("(declare-fun {name} ({}) Bool)", sorts.join(" ")));
    }
    script.push_str(&format!("(assert {})(check-sat)", term.text()));
    let read = read(script.as_bytes())?;
    let [clause] = read.clauses() else {
        return Err(NotHorn::Shape("this is one clause"));
    };
    for application in clause.applications().chain(clause.head()) {
        let found = mentioned.iter().find(|p| p.name == application.predicate);
        let sorts = found.map_or(&[][..], |predicate| &predicate.sorts);
        for (argument, sort) in application.arguments.iter().zip(sorts) {
            if clause
                .sort(argument.text())
                .is_some_and(|found| found != sort)
            {
                return Err(NotHorn::Arity(application.predicate.to_string()));
            }
        }
    }
    Ok(clause.clone())
}
