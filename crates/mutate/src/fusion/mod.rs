//! Semantic fusion: two seeds become one by a third value that ties a constant of the one to a
//! constant of the other, `z = f(x, y)`; then some occurrences of `x` become a term over `y` and `z`
//! that has the value of `x`, and the other way round. As in Winterer et al., "Validating SMT
//! Solvers via Semantic Fusion" (PLDI 2020).
//!
//! Fusions are data, `fusions/*.smt2`; the README there explains the notation.

mod filling;
mod fuser;
mod join;
mod obligation;
mod part;
mod read;
mod set;
mod step;
#[cfg(test)]
mod tests;
mod witness;

pub use fuser::{Fused, Fuser, FuserSettings};
pub use join::{Base, Shape, Unjoined};
pub use part::{Part, Unfit};
pub use set::FusionSet;
pub use step::{FusionStep, NoSuchPlace, Replaced, replay};
pub use witness::witness;

use crate::rule::{Family, IndexExpr, Op, Requirement, SortPattern};
use crate::values::Need;

/// The places of the parameters that every fusion has.
const X: usize = 0;
const Y: usize = 1;
const Z: usize = 2;

/// A way to tie two constants together.
#[derive(Debug, Clone)]
pub struct Fusion {
    /// Its name, unique among all fusions and rules.
    pub name: String,
    /// The file it is from, which is the name of a theory.
    pub theory: &'static str,
    /// Its text, on one line.
    pub source: String,
    /// The sorts that `?` stands for.
    pub sorts: Vec<Family>,
    /// The sorts that `?1` stands for; any if there are none.
    pub others: Vec<Family>,
    /// The sorts of `x` and `y`.
    constants: [SortPattern; 2],
    /// What the parameters stand for, behind `x`, `y` and `z`.
    extras: Vec<Extra>,
    /// Their names in the file.
    names: Vec<String>,
    /// The sort of `z`.
    sort: Vec<Op>,
    /// The constructors of the sort of `z`, if that is a datatype which is declared for it.
    datatype: Option<Vec<Op>>,
    /// `z`, from `x` and `y`.
    value: Written,
    /// `x` and `y`, from `z` and the other one.
    inverses: [Option<Written>; 2],
    /// What must hold for that.
    guard: Option<Written>,
    /// What all of it asks of a logic.
    requirement: Requirement,
    /// The symbols of theories in it, sorts too.
    operators: Vec<String>,
}

/// A term of a fusion: its pieces, and its text for people.
#[derive(Debug, Clone)]
struct Written {
    ops: Vec<Op>,
    source: String,
}

/// What a parameter other than `x`, `y` and `z` stands for.
#[derive(Debug, Clone)]
enum Extra {
    /// A constant of its own, of that sort.
    Fresh(Vec<Op>),
    /// A literal.
    Literal(SortPattern, Need),
    /// An odd bit-vector of the sort `?`.
    Odd,
    /// What an odd one times this is 1.
    InverseOf(usize),
    /// A whole number, drawn between two bounds.
    Index(IndexExpr, IndexExpr),
    /// A constructor or a selector of the datatype that is declared for `z`.
    Name,
}

impl Fusion {
    /// `z` from `x` and `y`, for people.
    pub fn value(&self) -> &str {
        &self.value.source
    }

    /// What has the value of `x` and of `y`, for people.
    pub fn inverses(&self) -> [Option<&str>; 2] {
        self.inverses
            .each_ref()
            .map(|inverse| Some(inverse.as_ref()?.source.as_str()))
    }

    /// What must hold, for people; nothing if it is always right.
    pub fn guard(&self) -> &str {
        self.guard.as_ref().map_or("", |guard| &guard.source)
    }
}
