//! What is known already: laws, and whether a candidate follows from them.
//!
//! An equation between terms joins the nodes of the terms that it makes equal. A law "if A then B"
//! is an arrow between literals, and one "if A then B or C" a clause. A candidate follows if its two
//! nodes are joined, if there is a way of arrows, or if a clause that is known says as much.
//!
//! Shapes are those of rules, so this may recurse over them.

use super::ground::{BOOL, MOST};
use super::store::{Lit, NOTHING, Store};
use hashbrown::{HashMap, HashSet};

/// A term with variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Shape {
    /// Whether it is the negation of a formula.
    pub is_negated: bool,
    pub what: What,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum What {
    /// A variable, by its number.
    Variable(u8),
    /// An operator, or a leaf.
    Apply(u16, Vec<Shape>),
}

/// The most variables of a law.
pub(super) const VARIABLES: usize = 8;

/// What variables stand for.
type Choice = [Lit; VARIABLES];

/// Something that holds for all values of variables.
#[derive(Debug, Clone)]
pub(super) enum Law {
    /// Two terms have the same value.
    Equal(Shape, Shape),
    /// From one formula follows another.
    Arrow(Shape, Shape),
    /// One of these formulas is true.
    Clause(Vec<Shape>),
}

/// A law and the sorts of its variables.
#[derive(Debug, Clone)]
pub(super) struct Sorted {
    pub law: Law,
    pub sorts: Vec<u8>,
}

#[derive(Default)]
pub(super) struct Laws {
    laws: Vec<Sorted>,
    /// By operator: the laws with a side that begins with it, and which side.
    by_op: HashMap<u16, Vec<(u32, bool)>>,
    /// Nodes that are joined: the next one on the way to the node that stands for all.
    joined: Vec<u32>,
    arrows: HashMap<Lit, Vec<Lit>>,
    /// By literal: what follows from it, one of several each.
    clauses: HashMap<Lit, Vec<Box<[Lit]>>>,
    /// How many nodes have been looked at.
    seen: usize,
}

/// The most ways to find one shape in one place.
const WAYS: usize = 64;
/// In how many terms of a class a shape is looked for.
const LOOKED_AT: usize = 100;
/// The most instances of a clause.
const INSTANCES: usize = 400;

impl Laws {
    /// Adds a law, with what it says of all terms so far.
    pub fn add(&mut self, store: &mut Store<'_>, law: Sorted) {
        let place = self.laws.len() as u32;
        let mut ops = Vec::new();
        match &law.law {
            Law::Equal(a, b) | Law::Arrow(a, b) => {
                for (side, shape) in [(false, a), (true, b)] {
                    if let What::Apply(op, _) = shape.what {
                        self.by_op.entry(op).or_default().push((place, side));
                        ops.push((op, side));
                    }
                }
            }
            Law::Clause(literals) => self.add_clause(store, literals, &law.sorts),
        }
        self.laws.push(law);
        for node in 0..self.seen as u32 {
            for (op, side) in &ops {
                if store.nodes[node as usize].op == *op {
                    self.use_at(store, place, *side, node);
                }
            }
        }
    }

    /// Uses all laws on the terms that are new, or on all again: a way to write a part of a term may
    /// have been found since.
    pub fn catch_up(&mut self, store: &Store<'_>, again: bool) {
        let from = if again { 0 } else { self.seen };
        for node in from..store.nodes.len() {
            let op = store.nodes[node].op;
            let laws = self.by_op.get(&op).cloned().unwrap_or_default();
            for (law, side) in laws {
                self.use_at(store, law, side, node as u32);
            }
        }
        self.seen = store.nodes.len();
    }

    fn use_at(&mut self, store: &Store<'_>, law: u32, side: bool, node: u32) {
        let Sorted { law, sorts } = &self.laws[law as usize];
        let (Law::Equal(a, b) | Law::Arrow(a, b)) = law else {
            return;
        };
        let is_equation = matches!(law, Law::Equal(..));
        let (here, there) = if side { (b, a) } else { (a, b) };
        let lit = store.nodes[node as usize].lit ^ u32::from(here.is_negated);
        let mut found = Vec::new();
        at_node(store, sorts, here, node, &[NOTHING; VARIABLES], &mut found);
        let mut joins = Vec::new();
        let mut arrows = Vec::new();
        for choice in found {
            match is_equation {
                true => joins.extend(root(store, there, &choice)),
                false => {
                    let Some(other) = find(store, there, &choice) else {
                        continue;
                    };
                    arrows.push(if side { (other, lit) } else { (lit, other) });
                }
            }
        }
        for other in joins {
            self.join(node, other);
        }
        for (from, to) in arrows {
            self.arrow(from, to);
        }
    }

    fn arrow(&mut self, from: Lit, to: Lit) {
        for (from, to) in [(from, to), (to ^ 1, from ^ 1)] {
            let list = self.arrows.entry(from).or_default();
            if !list.contains(&to) {
                list.push(to);
            }
        }
    }

    /// A clause at all choices of leaves for its variables, no more than one of them a constant.
    fn add_clause(&mut self, store: &mut Store<'_>, literals: &[Shape], sorts: &[u8]) {
        let ground = store.ground;
        let mut choices: Vec<(Choice, usize)> = vec![([NOTHING; VARIABLES], 0)];
        for (variable, &sort) in sorts.iter().enumerate() {
            let mut longer = Vec::new();
            for op in 0..ground.ops.len() as u16 {
                let leaf = &ground.ops[usize::from(op)];
                if leaf.result != sort || !leaf.arguments.is_empty() {
                    continue;
                }
                let lit = store.intern(op, [NOTHING; MOST]);
                for (choice, constants) in &choices {
                    let constants = constants + usize::from(!leaf.is_parameter);
                    if constants <= 1 {
                        let mut choice = *choice;
                        choice[variable] = lit;
                        longer.push((choice, constants));
                    }
                }
            }
            choices = longer;
        }
        choices.sort_by_key(|(_, constants)| *constants);
        for (choice, _) in choices.into_iter().take(INSTANCES) {
            let made: Option<Vec<Lit>> = literals
                .iter()
                .map(|shape| build(store, shape, &choice))
                .collect();
            if let Some(made) = made {
                self.clause(store, &made);
            }
        }
    }

    fn clause(&mut self, store: &Store<'_>, literals: &[Lit]) {
        let mut literals = literals.to_vec();
        literals.sort_unstable();
        literals.dedup();
        // What is always false says nothing, what is always true says all.
        let total = store.total as u32;
        if literals.iter().any(|lit| store.weight(*lit) == total) {
            return;
        }
        literals.retain(|lit| !(store.class(*lit).is_constant));
        match literals[..] {
            [] | [_] => {}
            [a, b] => self.arrow(a ^ 1, b),
            _ => {
                for &literal in &literals {
                    let others: Box<[Lit]> =
                        literals.iter().copied().filter(|l| *l != literal).collect();
                    let list = self.clauses.entry(literal ^ 1).or_default();
                    if !list.contains(&others) {
                        list.push(others);
                    }
                }
            }
        }
    }

    fn top(&mut self, node: u32) -> u32 {
        let mut at = node;
        while self.joined.len() <= at as usize {
            self.joined.push(self.joined.len() as u32);
        }
        while self.joined[at as usize] != at {
            let next = self.joined[at as usize];
            self.joined[at as usize] = self.joined[next as usize];
            at = next;
        }
        at
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.top(a), self.top(b));
        self.joined[a.max(b) as usize] = a.min(b);
    }

    /// Whether two nodes are known to be equal.
    pub fn are_joined(&mut self, a: u32, b: u32) -> bool {
        self.top(a) == self.top(b)
    }

    /// All that follows from a literal by arrows, itself included.
    pub fn reach(&self, from: Lit) -> HashSet<Lit> {
        let mut found = HashSet::from([from]);
        let mut todo = vec![from];
        while let Some(lit) = todo.pop() {
            for &next in self.arrows.get(&lit).into_iter().flatten() {
                if found.insert(next) {
                    todo.push(next);
                }
            }
        }
        found
    }

    /// Whether it is known that one of these literals is true.
    pub fn implies(&self, store: &Store<'_>, literals: &[Lit]) -> bool {
        literals.iter().any(|&literal| {
            let reached = self.reach(literal ^ 1);
            let others = literals.iter().filter(|l| **l != literal);
            if others.clone().any(|other| reached.contains(other)) {
                return true;
            }
            let is_covered = |known: &Lit| {
                others.clone().any(|other| store.follows(*known, *other))
                    || store.follows(*known, literal)
            };
            let says_as_much = |known: &[Lit]| known.iter().all(is_covered);
            let clauses = reached.iter().filter_map(|lit| self.clauses.get(lit));
            clauses.flatten().any(|known| says_as_much(known))
        })
    }
}

/// All ways to see a shape in a node, apart from its own negation.
fn at_node(
    store: &Store<'_>,
    sorts: &[u8],
    shape: &Shape,
    node: u32,
    choice: &Choice,
    found: &mut Vec<Choice>,
) {
    let What::Apply(op, parts) = &shape.what else {
        return;
    };
    let node = &store.nodes[node as usize];
    if node.op != *op {
        return;
    }
    let mut ways = vec![*choice];
    for (part, &argument) in parts.iter().zip(&node.arguments) {
        let mut longer = Vec::new();
        for choice in &ways {
            in_class(store, sorts, part, argument, choice, &mut longer);
        }
        longer.truncate(WAYS);
        ways = longer;
    }
    // An equation is written in one order, and may be meant in the other.
    found.extend(ways);
    if let (super::ground::Kind::Equal, [a, b]) =
        (store.ground.ops[usize::from(*op)].kind, &parts[..])
    {
        let mut first = Vec::new();
        in_class(store, sorts, a, node.arguments[1], choice, &mut first);
        for choice in &first {
            in_class(store, sorts, b, node.arguments[0], choice, found);
        }
    }
}

/// All ways to see a shape in a class.
fn in_class(
    store: &Store<'_>,
    sorts: &[u8],
    shape: &Shape,
    lit: Lit,
    choice: &Choice,
    found: &mut Vec<Choice>,
) {
    let lit = lit ^ u32::from(shape.is_negated);
    let class = store.class(lit);
    match &shape.what {
        What::Variable(variable) => {
            let place = usize::from(*variable);
            let is_free = choice[place] == NOTHING && class.sort == sorts[place];
            if is_free || choice[place] == lit {
                let mut choice = *choice;
                choice[place] = lit;
                found.push(choice);
            }
        }
        What::Apply(..) => {
            for &node in class.nodes.iter().take(LOOKED_AT) {
                if store.nodes[node as usize].lit == lit && found.len() < WAYS {
                    at_node(store, sorts, shape, node, choice, found);
                }
            }
        }
    }
}

/// The arguments of a shape's own node under a choice.
fn arguments(store: &Store<'_>, parts: &[Shape], choice: &Choice) -> Option<[Lit; MOST]> {
    let mut arguments = [NOTHING; MOST];
    for (argument, part) in arguments.iter_mut().zip(parts) {
        *argument = find(store, part, choice)?;
    }
    Some(arguments)
}

/// The node that a shape is, if there is one.
fn root(store: &Store<'_>, shape: &Shape, choice: &Choice) -> Option<u32> {
    match &shape.what {
        What::Variable(variable) => {
            let lit = choice[usize::from(*variable)];
            (lit != NOTHING).then(|| store.class(lit).first)
        }
        What::Apply(op, parts) => store.node(*op, arguments(store, parts, choice)?),
    }
}

/// The literal that a shape is, if it was made.
pub(super) fn find(store: &Store<'_>, shape: &Shape, choice: &Choice) -> Option<Lit> {
    let lit = match &shape.what {
        What::Variable(variable) => choice[usize::from(*variable)],
        What::Apply(..) => store.nodes[root(store, shape, choice)? as usize].lit,
    };
    (lit != NOTHING).then_some(lit ^ u32::from(shape.is_negated))
}

/// The literal that a shape is, made if need be.
pub(super) fn build(store: &mut Store<'_>, shape: &Shape, choice: &Choice) -> Option<Lit> {
    let lit = match &shape.what {
        What::Variable(variable) => choice[usize::from(*variable)],
        What::Apply(op, parts) => {
            let mut arguments = [NOTHING; MOST];
            for (argument, part) in arguments.iter_mut().zip(parts) {
                *argument = build(store, part, choice)?;
            }
            store.intern(*op, arguments)
        }
    };
    (lit != NOTHING).then_some(lit ^ u32::from(shape.is_negated))
}

/// A node, or a literal's smallest term, as a shape with its parameters as variables. The sorts of
/// these are in the order of their numbers.
pub(super) struct Shaper<'s, 'm> {
    pub store: &'s Store<'m>,
    pub variables: Vec<u16>,
}

impl Shaper<'_, '_> {
    pub fn literal(&mut self, lit: Lit) -> Shape {
        let first = self.store.class(lit).first;
        let mut shape = self.node(first);
        shape.is_negated ^= self.store.nodes[first as usize].lit != lit;
        shape
    }

    pub fn node(&mut self, node: u32) -> Shape {
        let node = &self.store.nodes[node as usize];
        let op = &self.store.ground.ops[usize::from(node.op)];
        let what = match op.is_parameter {
            true => {
                let known = self.variables.iter().position(|v| *v == node.op);
                let place = known.unwrap_or_else(|| {
                    self.variables.push(node.op);
                    self.variables.len() - 1
                });
                What::Variable(place as u8)
            }
            false => {
                let arguments = node.arguments.iter().take_while(|a| **a != NOTHING);
                What::Apply(node.op, arguments.map(|a| self.literal(*a)).collect())
            }
        };
        Shape {
            is_negated: false,
            what,
        }
    }

    /// The sorts of the variables; `None` if they are too many for a law.
    pub fn sorts(&self) -> Option<Vec<u8>> {
        let ops = &self.store.ground.ops;
        let sorts = self.variables.iter().map(|op| ops[usize::from(*op)].result);
        (self.variables.len() <= VARIABLES).then(|| sorts.collect())
    }
}

/// Whether a shape of sort `Bool` is meant.
pub(super) fn is_formula(store: &Store<'_>, shape: &Shape, sorts: &[u8]) -> bool {
    match &shape.what {
        What::Variable(variable) => sorts[usize::from(*variable)] == BOOL,
        What::Apply(op, _) => store.ground.ops[usize::from(*op)].result == BOOL,
    }
}
