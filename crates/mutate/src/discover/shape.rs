//! Laws as terms with variables, and where these are seen.
//!
//! Shapes are those of rules, so this may recurse over them.

use super::ground::{BOOL, Kind, MOST};
use super::store::{Lit, NOTHING, Store};

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
pub(super) type Choice = [Lit; VARIABLES];

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

/// The most ways to see one shape in one node.
const WAYS: usize = 64;
/// In how many terms of a class a shape is looked for.
const LOOKED_AT: usize = 100;
/// The most terms that are looked at for one shape in one node.
const STEPS: usize = 4_000;

/// Looks for a shape in a node: depth first, so that nothing is kept but what is found.
pub(super) struct Matcher<'s, 'm> {
    store: &'s Store<'m>,
    sorts: &'s [u8],
    found: Vec<Choice>,
    steps: usize,
}

/// What is left to be seen after the arguments at hand.
struct Rest<'r> {
    parts: &'r [Shape],
    arguments: &'r [Lit],
    next: Option<&'r Rest<'r>>,
}

impl<'s, 'm> Matcher<'s, 'm> {
    pub fn new(store: &'s Store<'m>, sorts: &'s [u8]) -> Self {
        Self {
            store,
            sorts,
            found: Vec::new(),
            steps: 0,
        }
    }

    /// All ways to see a shape in a node, apart from its own negation.
    pub fn at_node(mut self, shape: &Shape, node: u32) -> Vec<Choice> {
        if let What::Apply(op, parts) = &shape.what
            && self.store.nodes[node as usize].op == *op
        {
            self.inside(*op, parts, node, None, &[NOTHING; VARIABLES]);
        }
        self.found
    }

    /// A node of the operator that is looked for.
    fn inside(
        &mut self,
        op: u16,
        parts: &[Shape],
        node: u32,
        rest: Option<&Rest<'_>>,
        choice: &Choice,
    ) {
        let arguments = self.store.nodes[node as usize].arguments;
        self.arguments(parts, &arguments, rest, choice);
        // An equation is written in one order, and may be meant in the other.
        if self.store.ground.ops[usize::from(op)].kind == Kind::Equal {
            let turned = [arguments[1], arguments[0], NOTHING, NOTHING];
            self.arguments(parts, &turned, rest, choice);
        }
    }

    fn arguments(
        &mut self,
        parts: &[Shape],
        arguments: &[Lit],
        rest: Option<&Rest<'_>>,
        choice: &Choice,
    ) {
        let (Some((part, parts)), Some((lit, arguments))) =
            (parts.split_first(), arguments.split_first())
        else {
            match rest {
                Some(rest) => self.arguments(rest.parts, rest.arguments, rest.next, choice),
                None => self.found.push(*choice),
            }
            return;
        };
        let lit = lit ^ u32::from(part.is_negated);
        match &part.what {
            What::Variable(variable) => {
                let place = usize::from(*variable);
                let is_free =
                    choice[place] == NOTHING && self.store.class(lit).sort == self.sorts[place];
                if is_free || choice[place] == lit {
                    let mut choice = *choice;
                    choice[place] = lit;
                    self.arguments(parts, arguments, rest, &choice);
                }
            }
            What::Apply(op, inner) => {
                let rest = Rest {
                    parts,
                    arguments,
                    next: rest,
                };
                let store = self.store;
                for &node in store.of_op(lit, *op).iter().take(LOOKED_AT) {
                    if self.found.len() >= WAYS || self.steps >= STEPS {
                        return;
                    }
                    self.steps += 1;
                    if store.nodes[node as usize].lit == lit {
                        self.inside(*op, inner, node, Some(&rest), choice);
                    }
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
pub(super) fn root(store: &Store<'_>, shape: &Shape, choice: &Choice) -> Option<u32> {
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
