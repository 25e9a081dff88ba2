//! What a template asks of the logic it is used in.

use super::{Parameter, Role};
use crate::logic::{Arithmetic, Logic};
use smt::{AtomKind, NodeId, Tree};

/// What a template brings into a script that the pattern need not have brought already.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Requirement {
    /// It computes with numbers: not in difference logics.
    pub arithmetic: bool,
    /// It multiplies or divides by what is not a constant.
    pub nonlinear: bool,
    /// It converts between `Int` and `Real`.
    pub mixed: bool,
    /// It compares numbers.
    pub comparison: bool,
    /// It computes with integers of its own: the length of a string.
    pub integers: bool,
}

const ARITHMETIC: [&[u8]; 7] = [b"+", b"-", b"*", b"/", b"div", b"mod", b"abs"];
const MIXED: [&[u8]; 3] = [b"to_real", b"to_int", b"is_int"];
const INTEGERS: [&[u8]; 12] = [
    b"str.len",
    b"str.indexof",
    b"str.to_code",
    b"str.from_code",
    b"str.to_int",
    b"str.from_int",
    b"str.at",
    b"str.substr",
    b"seq.len",
    b"seq.indexof",
    b"seq.nth",
    b"set.card",
];

impl Requirement {
    /// What a template or guard at a node of a rule file asks.
    pub(crate) fn of(parameters: &[Parameter], tree: &Tree, node: NodeId) -> Self {
        let mut requirement = Self::default();
        let is_constant = |node: NodeId| {
            let literal = tree.atom(node).is_some_and(|atom| {
                matches!(
                    tree.symbols.kind(atom),
                    AtomKind::Numeral | AtomKind::Decimal
                )
            });
            let name = tree.source(node);
            let parameter = parameters.iter().find(|p| p.name.as_bytes() == name);
            literal || parameter.is_some_and(|p| matches!(p.role, Role::Constant(_)))
        };
        for node in tree.below(node) {
            let mut children = tree.children(node);
            let Some(head) = children.next().map(|head| tree.source(head)) else {
                continue;
            };
            requirement.arithmetic |= ARITHMETIC.contains(&head);
            requirement.comparison |= [&b"<"[..], b"<=", b">", b">="].contains(&head);
            requirement.mixed |= MIXED.contains(&head);
            requirement.integers |= INTEGERS.contains(&head);
            requirement.nonlinear |= match head {
                b"*" => children.filter(|&a| !is_constant(a)).count() > 1,
                b"/" | b"div" | b"mod" => children.skip(1).any(|a| !is_constant(a)),
                _ => false,
            };
        }
        requirement
    }
}

impl Requirement {
    /// What both ask.
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            arithmetic: self.arithmetic || other.arithmetic,
            nonlinear: self.nonlinear || other.nonlinear,
            mixed: self.mixed || other.mixed,
            comparison: self.comparison || other.comparison,
            integers: self.integers || other.integers,
        }
    }

    /// Whether a logic has all of it.
    pub fn is_met_by(self, logic: &Logic) -> bool {
        (!self.arithmetic || logic.arithmetic >= Arithmetic::Linear)
            && (!self.nonlinear || logic.arithmetic == Arithmetic::Nonlinear)
            && (!self.comparison || logic.arithmetic != Arithmetic::None)
            && (!self.mixed || (logic.ints && logic.reals))
            && (!self.integers || logic.ints)
    }
}
