//! The formulas of a script that mean something wherever they stand: without variables that are bound
//! around them, and with the `let`s that they use.

use hashbrown::{HashMap, HashSet};
use smt::{
    CommandKind, DeclId, DeclKind, Function, NodeId, Script, SortId, Sym, TermId, TermKind, Tree,
};
use std::ops::Range;

/// A formula that can be asserted by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    pub text: Vec<u8>,
    /// Whether it has quantifiers.
    pub quantified: bool,
    /// Whether all of it was asserted.
    pub whole: bool,
}

/// The longest text that is taken: what is longer tells solvers little that its parts do not.
const LONGEST: usize = 1_500;
/// The most that is taken of a script, in formulas and in bytes; the rest is passed over evenly.
const MOST: usize = 400;
const MOST_BYTES: usize = 64 << 10;

/// How many places stand around a binder, itself included: nothing is bound so far inside, and what has no
/// binder in an assertion stands outside of all.
const NOWHERE: u32 = u32::MAX;
const OUTSIDE: u32 = 0;

/// The formulas of a script's assertions and definitions, each once, in the order of the text.
pub(super) fn harvest(script: &Script) -> Vec<Found> {
    let mut walk = Walk::new(script);
    for command in &script.commands {
        match command.kind {
            CommandKind::Assert(_) => {
                walk.formulas(script.tree.children(command.node).nth(1), true);
            }
            CommandKind::DefineFun(_) | CommandKind::DefineConst(_) => {
                walk.formulas(script.tree.children(command.node).last(), false);
            }
            _ => {}
        }
    }
    walk.written()
}

/// A place that is open while the walk is below it.
struct Open {
    node: NodeId,
    term: Option<TermId>,
    /// The outermost binder and the outermost `let` of what is used in there, by how many places stand
    /// around them.
    binder: u32,
    of_let: u32,
    quantified: bool,
}

struct Walk<'a> {
    script: &'a Script,
    /// How many places stand around the binder or the `let` of each variable.
    depths: HashMap<DeclId, u32>,
    /// Where the value of each `let` variable stands, and what it uses.
    values: HashMap<DeclId, Value>,
    seen: HashSet<TermId>,
    /// Places of formulas: whether they use `let`s around them, have quantifiers, were asserted.
    places: Vec<Place>,
}

struct Place {
    node: NodeId,
    uses_let: bool,
    quantified: bool,
    whole: bool,
}

/// The value of a `let` variable.
#[derive(Clone, Copy)]
struct Value {
    node: NodeId,
    /// The `let`.
    around: NodeId,
    binder: u32,
    of_let: u32,
    quantified: bool,
}

impl<'a> Walk<'a> {
    fn new(script: &'a Script) -> Self {
        Self {
            script,
            depths: HashMap::new(),
            values: HashMap::new(),
            seen: HashSet::new(),
            places: Vec::new(),
        }
    }

    /// Finds the formulas at a place and below it.
    fn formulas(&mut self, root: Option<NodeId>, asserted: bool) {
        let Some(mut root) = root else { return };
        let script = self.script;
        // What is asserted by a name is the same without it.
        while let Some(term) = script.term_at(root)
            && script.terms.kind(term) == TermKind::Annotated
            && let Some(inner) = script.tree.children(root).nth(1)
        {
            root = inner;
        }
        let mut open: Vec<Open> = Vec::new();
        // Values of `let`s by their nodes, to be noted when they are done.
        let mut awaited: HashMap<NodeId, (DeclId, NodeId)> = HashMap::new();
        for node in script.tree.below(root) {
            while open
                .last()
                .is_some_and(|last| script.tree.after(last.node) <= node)
            {
                self.close(&mut open, &mut awaited, asserted.then_some(root));
            }
            let depth = open.len() as u32 + 1;
            let term = script.term_at(node);
            let mut here = Open {
                node,
                term,
                binder: NOWHERE,
                of_let: NOWHERE,
                quantified: false,
            };
            if let Some(term) = term {
                self.enter(node, term, depth, &mut here, &mut awaited);
            }
            open.push(here);
        }
        while !open.is_empty() {
            self.close(&mut open, &mut awaited, asserted.then_some(root));
        }
    }

    /// What a place itself binds and uses.
    fn enter(
        &mut self,
        node: NodeId,
        term: TermId,
        depth: u32,
        here: &mut Open,
        awaited: &mut HashMap<NodeId, (DeclId, NodeId)>,
    ) {
        let (script, terms) = (self.script, &self.script.terms);
        match terms.kind(term) {
            TermKind::Let => {
                let list = script.tree.children(node).nth(1);
                let pairs = list.into_iter().flat_map(|list| script.tree.children(list));
                for (variable, pair) in terms.variables(term).iter().zip(pairs) {
                    self.depths.insert(variable, depth);
                    if let Some(value) = script.tree.children(pair).nth(1) {
                        awaited.insert(value, (variable, node));
                    }
                }
            }
            TermKind::Binder => {
                here.quantified = true;
                let variables = terms.variables(term).iter();
                self.depths
                    .extend(variables.map(|variable| (variable, depth)));
            }
            TermKind::Match => {
                for case in terms.cases(term) {
                    let variables = case.variables.iter();
                    self.depths
                        .extend(variables.map(|variable| (variable, depth)));
                }
            }
            _ => {}
        }
        for function in [terms.function(term), terms.target(term)] {
            let Function::Declared(declared) = function else {
                continue;
            };
            match script.declarations.kind(declared) {
                DeclKind::Quantified | DeclKind::PatternVariable => {
                    let depth = self.depths.get(&declared).copied().unwrap_or(OUTSIDE);
                    here.binder = here.binder.min(depth);
                }
                // A name is given where something stands, and that may be nowhere in a mutant.
                DeclKind::Parameter | DeclKind::Named => here.binder = OUTSIDE,
                DeclKind::LetBound => match self.values.get(&declared) {
                    Some(value) => {
                        let depth = self.depths.get(&declared).copied().unwrap_or(OUTSIDE);
                        here.binder = here.binder.min(value.binder);
                        here.of_let = here.of_let.min(value.of_let).min(depth);
                        here.quantified |= value.quantified;
                    }
                    None => here.binder = OUTSIDE,
                },
                _ => {}
            }
        }
    }

    /// The innermost place is done.
    fn close(
        &mut self,
        open: &mut Vec<Open>,
        awaited: &mut HashMap<NodeId, (DeclId, NodeId)>,
        asserted: Option<NodeId>,
    ) {
        let Some(done) = open.pop() else { return };
        let depth = open.len() as u32 + 1;
        if let Some((variable, around)) = awaited.remove(&done.node) {
            let value = Value {
                node: done.node,
                around,
                binder: done.binder,
                of_let: done.of_let,
                quantified: done.quantified,
            };
            self.values.insert(variable, value);
        }
        if let Some(parent) = open.last_mut() {
            parent.binder = parent.binder.min(done.binder);
            parent.of_let = parent.of_let.min(done.of_let);
            parent.quantified |= done.quantified;
        }
        let Some(term) = done.term else { return };
        // All that is used must be bound in there, or by a `let`.
        if done.binder >= depth && self.is_of_use(term) && self.seen.insert(term) {
            self.places.push(Place {
                node: done.node,
                uses_let: done.of_let < depth,
                quantified: done.quantified,
                whole: asserted == Some(done.node),
            });
        }
    }

    /// Whether a term is a formula that says something.
    fn is_of_use(&self, term: TermId) -> bool {
        let script = self.script;
        let terms = &script.terms;
        let is_constant = || {
            let text = script.tree.symbols.bytes(terms.head(term));
            terms.kind(term) == TermKind::Symbol && matches!(text, b"true" | b"false")
        };
        terms.sort(term) == SortId::BOOL
            && terms.is_sorted(term)
            && !is_constant()
            // The same without its name or its `let`s is found, too.
            && !matches!(terms.kind(term), TermKind::Annotated | TermKind::Opaque)
            && !self.is_let_variable(term)
    }

    fn is_let_variable(&self, term: TermId) -> bool {
        let Function::Declared(declared) = self.script.terms.function(term) else {
            return false;
        };
        self.script.terms.kind(term) == TermKind::Symbol
            && self.script.declarations.kind(declared) == DeclKind::LetBound
    }

    /// The texts of the formulas that were found.
    fn written(mut self) -> Vec<Found> {
        self.places.sort_by_key(|place| place.node);
        let step = self.places.len().div_ceil(MOST).max(1);
        let (mut found, mut bytes) = (Vec::new(), 0);
        let mut texts: HashSet<Vec<u8>> = HashSet::new();
        for (number, place) in self.places.iter().enumerate() {
            // What was asserted is never passed over.
            if number % step != 0 && !place.whole || bytes > MOST_BYTES {
                continue;
            }
            let Some(text) = self.text(place) else {
                continue;
            };
            if texts.insert(text.clone()) {
                bytes += text.len();
                found.push(Found {
                    text,
                    quantified: place.quantified,
                    whole: place.whole,
                });
            }
        }
        found
    }

    /// The text of a formula with the `let`s around it that it uses; nothing if that is long.
    fn text(&self, place: &Place) -> Option<Vec<u8>> {
        let mut text = Vec::new();
        let lets = match place.uses_let {
            true => self.lets(place.node)?,
            false => Vec::new(),
        };
        let mut groups = 0;
        for group in lets.chunk_by(|a, b| a.1.around == b.1.around) {
            groups += 1;
            text.extend_from_slice(b"(let (");
            for (place, (variable, value)) in group.iter().enumerate() {
                let name = self.script.declarations.name(*variable);
                text.extend_from_slice(if place > 0 { b" (" } else { b"(" });
                text.extend_from_slice(self.script.tree.symbols.bytes(name));
                text.push(b' ');
                self.write(value.node, &mut text);
                text.push(b')');
            }
            text.extend_from_slice(b") ");
        }
        self.write(place.node, &mut text);
        text.extend(std::iter::repeat_n(b')', groups));
        (text.len() <= LONGEST).then_some(text)
    }

    /// The variables of `let`s around a place that it uses, and those that their values use: the
    /// outermost `let`s first. Nothing if their values are long.
    fn lets(&self, place: NodeId) -> Option<Vec<(DeclId, Value)>> {
        let script = self.script;
        let mut needed: HashMap<DeclId, Value> = HashMap::new();
        let (mut left, mut length) = (vec![place], 0);
        while let Some(node) = left.pop() {
            length += script.tree.range(node).len();
            if length > LONGEST {
                return None;
            }
            for below in script.tree.below(node) {
                let Some(term) = script.term_at(below) else {
                    continue;
                };
                let Function::Declared(declared) = script.terms.function(term) else {
                    continue;
                };
                let Some(value) = self.values.get(&declared) else {
                    continue;
                };
                let is_around = value.around < node && script.tree.after(value.around) > node;
                if is_around && !needed.contains_key(&declared) {
                    needed.insert(declared, *value);
                    left.push(value.node);
                }
            }
        }
        let mut needed: Vec<(DeclId, Value)> = needed.into_iter().collect();
        needed.sort_by_key(|(variable, value)| (value.around, *variable));
        Some(needed)
    }

    /// Appends the text of a place without the names that it gives: nothing may be named twice.
    fn write(&self, node: NodeId, out: &mut Vec<u8>) {
        let tree = &self.script.tree;
        let (start, Range { end, .. }) = (out.len(), tree.range(node));
        let mut copied = tree.range(node).start;
        for cut in self.names(node) {
            out.extend_from_slice(&tree.text()[copied..cut.start]);
            copied = cut.end;
        }
        out.extend_from_slice(&tree.text()[copied..end]);
        // A comment would swallow what is put behind it, and lines tell nothing.
        if out[start..].contains(&b';') || out[start..].contains(&b'\n') {
            let written = out.split_off(start);
            match Tree::parse(&written[..]) {
                Ok(tree) => tree.commands().for_each(|c| tree.write_tokens(c, out)),
                Err(_) => out.extend_from_slice(&written),
            }
        }
    }

    /// What gives names at a place and below it, in the order of the text.
    fn names(&self, node: NodeId) -> Vec<Range<usize>> {
        let tree = &self.script.tree;
        let mut cuts = Vec::new();
        for place in tree.below(node) {
            let term = self.script.term_at(place);
            if term.map(|term| self.script.terms.kind(term)) != Some(TermKind::Annotated) {
                continue;
            }
            let keywords = || tree.children(place).filter_map(|part| tree.keyword(part));
            let Some(inner) = tree.children(place).nth(1) else {
                continue;
            };
            if keywords().all(|keyword| keyword == Sym::NAMED) {
                cuts.push(tree.range(place).start..tree.range(inner).start);
                cuts.push(tree.range(inner).end..tree.range(place).end);
                continue;
            }
            let mut parts = tree.children(place).skip(2);
            while let Some(part) = parts.next() {
                if tree.keyword(part) == Some(Sym::NAMED) {
                    let name = parts.next().unwrap_or(part);
                    cuts.push(tree.range(part).start..tree.range(name).end);
                }
            }
        }
        cuts.sort_by_key(|cut| cut.start);
        cuts
    }
}

#[cfg(test)]
mod tests;
