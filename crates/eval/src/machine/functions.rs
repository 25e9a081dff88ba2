//! Functions as values: datatypes' functions, lambdas, and functions that are really tables.

use super::scopes::named_term;
use super::{Evaluator, OutOfBudget, Task};
use crate::model::Meaning;
use crate::ops;
use crate::outcome::Outcome;
use crate::value::{Closure, Value};
use hashbrown::{HashMap, HashSet};
use smt::{DeclId, DeclKind, Function, Script, SortId, Sym, TermId, TermKind};
use std::rc::Rc;

/// What the functions of datatypes do.
#[derive(Debug, Default)]
pub(super) struct DatatypeTables {
    selectors: HashMap<DeclId, (DeclId, usize)>,
    testers: HashMap<DeclId, DeclId>,
    /// Constructors whose values may be infinite.
    endless: HashSet<DeclId>,
}

impl DatatypeTables {
    pub fn new(script: &Script) -> Self {
        let mut tables = Self::default();
        let mut by_tester: HashMap<(SortId, Vec<u8>), DeclId> = HashMap::new();
        let declarations = &script.declarations;
        let name = |declaration| {
            let symbol = script
                .tree
                .symbols
                .canonical(declarations.name(declaration));
            script.tree.symbols.bytes(symbol)
        };
        let codatatypes = script.datatypes.iter().filter(|d| d.codata);
        let endless = codatatypes.flat_map(|d| d.constructors.iter().map(|c| c.function));
        tables.endless.extend(endless);
        for constructor in script.datatypes.iter().flat_map(|d| &d.constructors) {
            for (place, &selector) in constructor.selectors.iter().enumerate() {
                tables
                    .selectors
                    .insert(selector, (constructor.function, place));
            }
            let sort = declarations.sort(constructor.function);
            for prefix in [&b"is-"[..], b"is_"] {
                let tester = match name(constructor.function) {
                    [b'|', inner @ ..] => [b"|", prefix, inner].concat(),
                    plain => [prefix, plain].concat(),
                };
                by_tester.insert((sort, tester), constructor.function);
            }
        }
        for declaration in declarations.all() {
            if declarations.kind(declaration) == DeclKind::Tester
                && let &[sort] = declarations.parameters(declaration)
                && let Some(&constructor) = by_tester.get(&(sort, name(declaration).to_vec()))
            {
                tables.testers.insert(declaration, constructor);
            }
        }
        tables
    }

    /// The constructor and the place of a field.
    pub fn selected_by(&self, selector: DeclId) -> Option<(DeclId, usize)> {
        self.selectors.get(&selector).copied()
    }

    /// Whether a constructor is of a codatatype. A value of one may be infinite, and then solvers
    /// write a reference back to a constructor around it (`@uc_a_0`, `cbv_a_0`): as a finite tree it
    /// would be another value. So they are not looked at.
    pub fn is_endless(&self, constructor: DeclId) -> bool {
        self.endless.contains(&constructor)
    }

    pub fn tested_by(&self, tester: DeclId) -> Option<DeclId> {
        self.testers.get(&tester).copied()
    }
}

/// A function that is being made a table of.
#[derive(Debug)]
pub(super) struct Tabulation {
    /// The term that it is for.
    place: TermId,
    closure: Value,
    sort: SortId,
    /// Indices whose values are wanted.
    points: Vec<Value>,
    /// How many terms of points are yet to come from the stack.
    awaited: usize,
    /// Values found so far, one for each point and then the one elsewhere.
    found: Vec<Value>,
    /// Whether there are indices that are no points.
    has_default: bool,
    waiting: bool,
}

impl Evaluator<'_> {
    /// Pushes an array that is given as a function, as a default with stores if it is that.
    pub(super) fn start_tabulation(&mut self, place: TermId, closure: Value, sort: SortId) {
        let tabulation = |points, awaited, has_default| Tabulation {
            place,
            closure,
            sort,
            points,
            awaited,
            found: Vec::new(),
            has_default,
            waiting: false,
        };
        if self.script.sorts.head(sort) == Some(Sym::ARRAY) {
            /// More would be slow, and there is another way below.
            const MAX_POINTS: u64 = 256;
            let all = self.with_context(place, |c| ops::arrays::all_indices(c, sort, MAX_POINTS));
            if let Ok(Some(points)) = all {
                self.tabulations.push(tabulation(points, 0, false));
                self.tasks.push(Task::Tabulate);
                return;
            }
            if let Some(terms) = self.points_of(closure) {
                self.tabulations
                    .push(tabulation(Vec::new(), terms.len(), true));
                self.tasks.push(Task::Tabulate);
                self.tasks.extend(terms.iter().map(|&t| Task::Visit(t)));
                return;
            }
        }
        self.stack.push(Outcome::Known(closure));
    }

    pub(super) fn tabulate(&mut self) -> Result<(), OutOfBudget> {
        let Some(mut state) = self.tabulations.pop() else {
            return Ok(());
        };
        let mut failed = false;
        let index = self.script.sorts.arguments(state.sort).next();
        for _ in 0..std::mem::take(&mut state.awaited) {
            match self.pop() {
                Outcome::Known(value) if self.values.is_canonical(value) => {
                    // `(= x 0)` of a real `x` tells of the real number.
                    state.points.push(match index {
                        Some(SortId::REAL) => self.values.as_real(value),
                        _ => value,
                    });
                }
                _ => failed = true,
            }
        }
        if state.waiting {
            match self.pop() {
                Outcome::Known(value) => state.found.push(value),
                _ => failed = true,
            }
        } else {
            state.points.sort_unstable();
            state.points.dedup();
        }
        if failed {
            self.stack.push(Outcome::Known(state.closure));
            return Ok(());
        }
        let next = match state.points.get(state.found.len()) {
            Some(&point) => Some(point),
            None if state.has_default && state.found.len() == state.points.len() => {
                Some(Value::Other)
            }
            None => None,
        };
        if let Some(point) = next {
            let closure = state.closure;
            state.waiting = true;
            self.tabulations.push(state);
            self.tasks.push(Task::Tabulate);
            let arguments: Vec<Outcome> = match self.values.items(point) {
                Some(items) if matches!(point, Value::Tuple(_)) && self.takes_many(closure) => {
                    items.iter().map(|&v| Outcome::Known(v)).collect()
                }
                _ => vec![Outcome::Known(point)],
            };
            return self.apply_value(closure, &arguments);
        }
        let table: Vec<(Value, Value)> = state
            .points
            .iter()
            .copied()
            .zip(state.found.iter().copied())
            .collect();
        let array = match (state.has_default, state.found.last()) {
            (true, Some(&default)) if default != Value::Other => {
                let sort = state.sort;
                self.with_context(state.place, |c| ops::arrays::make(c, sort, default, table))
                    .ok()
            }
            // The function gives back its argument.
            (true, _) => None,
            (false, _) => Some(self.values.table(&table)),
        };
        self.stack
            .push(Outcome::Known(array.unwrap_or(state.closure)));
        Ok(())
    }

    fn takes_many(&self, closure: Value) -> bool {
        match self.values.to_closure(closure) {
            Some(Closure::Declared(function)) => {
                self.script.declarations.parameters(*function).len() > 1
            }
            Some(Closure::Lambda { term, .. }) => self.script.terms.variables(*term).len() > 1,
            _ => false,
        }
    }

    /// The terms that a function of one parameter compares it with, if that is all it does with
    /// it: then it is one value everywhere else.
    fn points_of(&mut self, closure: Value) -> Option<Rc<[TermId]>> {
        let (parameter, slot, body) = match self.values.to_closure(closure)? {
            Closure::Declared(function) => match self.model.meaning(*function)? {
                Meaning::Definition { parameters, body } if parameters.len() == 1 => {
                    (parameters.iter().next()?, 1, *body)
                }
                _ => return None,
            },
            Closure::Lambda { term, captured } if captured.is_empty() => {
                let variables = self.script.terms.variables(*term);
                if variables.len() != 1 {
                    return None;
                }
                let body = *self.script.terms.arguments(*term).first()?;
                (
                    variables.iter().next()?,
                    self.scopes.slot_within(*term),
                    body,
                )
            }
            _ => return None,
        };
        if let Some(known) = self.shapes.get(&body) {
            return known.clone();
        }
        let shape = self.find_points(parameter, slot, body).map(Rc::from);
        self.shapes.insert(body, shape.clone());
        shape
    }

    fn find_points(&self, parameter: DeclId, slot: u8, body: TermId) -> Option<Vec<TermId>> {
        let terms = &self.script.terms;
        let is_parameter = |t: TermId| terms.function(t) == Function::Declared(parameter);
        let mut points = Vec::new();
        let mut seen = HashSet::new();
        let mut todo = vec![body];
        while let Some(term) = todo.pop() {
            if !self.scopes.uses_slot(term, slot) || !seen.insert(term) {
                continue;
            }
            match terms.kind(term) {
                TermKind::Symbol => todo.push(named_term(self.script, term)?),
                TermKind::Apply => {
                    let equality = matches!(terms.function(term), Function::Operator(_))
                        && self.script.tree.symbols.bytes(terms.head(term)) == b"=";
                    match terms.arguments(term) {
                        &[p, other] | &[other, p]
                            if equality
                                && is_parameter(p)
                                && !self.scopes.uses_slot(other, slot) =>
                        {
                            points.push(other);
                        }
                        arguments => {
                            if arguments.iter().any(|&a| is_parameter(a)) {
                                return None;
                            }
                            todo.extend(arguments);
                        }
                    }
                }
                TermKind::Let | TermKind::Annotated => todo.extend(terms.arguments(term)),
                _ => return None,
            }
        }
        Some(points)
    }

    /// A lambda as a value, with what it uses from outside.
    pub(super) fn lambda(&mut self, term: TermId) {
        let captured = self.captured_by(term);
        let mut values = Vec::new();
        for variable in captured {
            match self.variables[variable.index()] {
                Outcome::Known(value) => values.push((variable, value)),
                stuck => {
                    let outcome = self.stuck(&[stuck]);
                    return self.finish(term, outcome);
                }
            }
        }
        let closure = self.values.closure(Closure::Lambda {
            term,
            captured: values.into(),
        });
        self.tasks.push(Task::Finish(term));
        self.start_tabulation(term, closure, self.script.terms.sort(term));
    }

    /// The variables of binders around a lambda that it uses.
    fn captured_by(&self, lambda: TermId) -> Vec<DeclId> {
        let script = self.script;
        let terms = &script.terms;
        if self.scopes.slot(lambda) == 0 {
            return Vec::new();
        }
        let mut bound: HashSet<DeclId> = terms.variables(lambda).iter().collect();
        let mut used = Vec::new();
        let mut seen = HashSet::new();
        let mut todo: Vec<TermId> = terms.arguments(lambda).to_vec();
        while let Some(term) = todo.pop() {
            if self.scopes.slot(term) == 0 || !seen.insert(term) {
                continue;
            }
            todo.extend(terms.arguments(term));
            todo.extend(named_term(script, term));
            bound.extend(terms.variables(term).iter());
            for case in terms.cases(term) {
                bound.extend(case.variables.iter());
            }
            if let Function::Declared(declaration) = terms.function(term)
                && matches!(
                    script.declarations.kind(declaration),
                    DeclKind::Parameter | DeclKind::Quantified | DeclKind::PatternVariable
                )
            {
                used.push(declaration);
            }
        }
        used.retain(|variable| !bound.contains(variable));
        used.sort_unstable();
        used.dedup();
        used
    }
}
