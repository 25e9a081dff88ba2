//! What a pass is.

use crate::current::Current;
use crate::edit::{Edit, Edits};
use smt::NodeId;

/// A place where a pass can make a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    /// The place.
    pub node: NodeId,
    /// Another place that belongs to it, or the same.
    pub other: NodeId,
}

impl Target {
    /// A place and nothing more.
    pub fn at(node: NodeId) -> Self {
        Self { node, other: node }
    }

    /// A place and another one.
    pub fn pair(node: NodeId, other: NodeId) -> Self {
        Self { node, other }
    }
}

/// One way to make a script simpler.
///
/// A pass must be a function of the script alone: it must not look at a clock, draw a random number
/// or remember anything. It may propose steps that lead to ill-sorted scripts, which are thrown away
/// before anyone is asked, but should avoid most of them.
pub trait Pass: Sync {
    /// Its name in tables.
    fn name(&self) -> &'static str;

    /// The places where it can make a step, most promising first. Places of less than `min_bytes`
    /// bytes are for later, if the pass can tell.
    fn targets(&self, current: &Current, min_bytes: usize) -> Vec<Target>;

    /// Step number `variant` at one place; `None` if there are no more.
    fn step(&self, current: &Current, target: Target, variant: usize) -> Option<Vec<Edit>>;

    /// How many variants are tried of many places at once.
    fn variants_of_groups(&self) -> usize {
        1
    }

    /// How many places are tried at once at most.
    fn largest_group(&self) -> usize {
        usize::MAX
    }

    /// Whether it also works on scripts whose sorts do not matter, or only on those.
    fn use_if(&self) -> Use {
        Use::Always
    }

    /// The same step at several places at once; `None` if there is none.
    fn steps(&self, current: &Current, targets: &[Target], variant: usize) -> Option<Edits> {
        if let [target] = targets {
            let mut edits = Edits::default();
            edits.add(self.step(current, *target, variant)?);
            return Some(edits);
        }
        if variant >= self.variants_of_groups() {
            return None;
        }
        let mut edits = Edits::default();
        for &target in targets {
            // A place that has fewer variants goes without.
            if let Some(step) = self.step(current, target, variant) {
                edits.add(step);
            }
        }
        Some(edits)
    }
}

/// On which texts a pass is of use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// All scripts.
    Always,
    /// Scripts that solvers must take: the front end's sorts decide what is tried.
    Typed,
    /// Scripts whose terms must make sense, but not all commands.
    Loose,
    /// Scripts that need not make sense.
    Untyped,
    /// Texts that are not even balanced.
    Bytes,
}
