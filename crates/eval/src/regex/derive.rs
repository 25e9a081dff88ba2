//! Derivatives.
//!
//! The derivative by a character has the rests of all strings that begin with it. Derivatives are
//! kept as unions of concatenations whose first parts are neither unions nor concatenations. For
//! expressions without complement and intersection there are then no more members than places in
//! the expression (Antimirov), and equal rests are found equal.

use super::charset::Alphabet;
use super::node::{Node, RegexId, Regexes, STEPS_OF_NODE};
use crate::sequence::{Budget, OutOfBudget};
use crate::strings::CodePoint;
use hashbrown::HashSet;
use std::sync::Arc;

impl Regexes {
    /// Classes of characters that neither the expression nor any derivative of it tells apart.
    pub(super) fn alphabet(
        &mut self,
        root: RegexId,
        budget: &mut Budget,
    ) -> Result<Arc<Alphabet>, OutOfBudget> {
        if let Some(known) = self.alphabets.get(&root) {
            return Ok(Arc::clone(known));
        }
        let mut starts = Vec::new();
        let mut seen: HashSet<RegexId> = HashSet::from([root]);
        let mut open = vec![root];
        while let Some(id) = open.pop() {
            budget.spend(1)?;
            let mut enter = |part| {
                if seen.insert(part) {
                    open.push(part);
                }
            };
            match self.node(id) {
                Node::Empty => {}
                Node::Chars(set) => {
                    budget.spend(set.size())?;
                    starts.extend(set.borders());
                }
                &Node::Concat(first, rest) => {
                    enter(first);
                    enter(rest);
                }
                Node::Union(parts) | Node::Inter(parts) => {
                    budget.spend(parts.len())?;
                    parts.iter().copied().for_each(enter);
                }
                &Node::Complement(body) | &Node::Loop { body, .. } => enter(body),
            }
        }
        let alphabet = Arc::new(Alphabet::new(starts));
        self.alphabets.insert(root, Arc::clone(&alphabet));
        Ok(alphabet)
    }

    /// The derivative by a character.
    pub(super) fn derivative(
        &mut self,
        root: RegexId,
        by: CodePoint,
        budget: &mut Budget,
    ) -> Result<RegexId, OutOfBudget> {
        // What most expressions are made of needs no memory.
        if let Node::Concat(first, rest) = *self.node(root)
            && let Node::Chars(set) = self.node(first)
        {
            return match set.contains(by) {
                true => self.split_first(rest, budget),
                false => Ok(RegexId::NONE),
            };
        }
        if let Some(known) = self.known(root, by) {
            return Ok(known);
        }
        let mut open = vec![root];
        while let Some(&id) = open.last() {
            budget.spend(1)?;
            if self.known(id, by).is_some() {
                open.pop();
                continue;
            }
            let depth = open.len();
            let made_before = self.count();
            let step = self.step(id, budget)?;
            for &part in step.parts() {
                if self.known(part, by).is_none() {
                    open.push(part);
                }
            }
            if open.len() == depth {
                let derivative = self.combine(step, by, budget)?;
                self.derivatives.insert((id, by), derivative);
            }
            // Paid for here, so that constructors cannot fail.
            budget.spend((self.count() - made_before).saturating_mul(STEPS_OF_NODE))?;
        }
        self.known(root, by).ok_or(OutOfBudget)
    }

    /// A derivative that needs no others, or is there already.
    fn known(&self, id: RegexId, by: CodePoint) -> Option<RegexId> {
        match self.node(id) {
            Node::Empty => Some(RegexId::NONE),
            Node::Chars(set) => Some(match set.contains(by) {
                true => RegexId::EMPTY,
                false => RegexId::NONE,
            }),
            _ => self.derivatives.get(&(id, by)).copied(),
        }
    }

    /// Which derivatives are needed for that of an expression, and what is made of them.
    fn step(&mut self, id: RegexId, budget: &mut Budget) -> Result<Step, OutOfBudget> {
        Ok(match *self.node(id) {
            // Known already: see `known`.
            Node::Empty | Node::Chars(_) => Step::Union(Vec::new()),
            Node::Concat(..) => {
                let (first, rest) = self.split(id, budget)?;
                match self.is_nullable(first) {
                    true => Step::Either([first, rest]),
                    false => Step::Followed([first], rest),
                }
            }
            Node::Union(_) => Step::Union(self.members(&[id], Kind::Union, budget)?),
            Node::Inter(_) => Step::Inter(self.members(&[id], Kind::Inter, budget)?),
            Node::Complement(body) => Step::Complement([body]),
            // One round less. That is right also of a body that may be empty, as then there is
            // no least number of rounds.
            Node::Loop { body, least, most } => {
                let most = most.map(|most| most.saturating_sub(1));
                let rest = self.repeat(body, least.saturating_sub(1), most);
                Step::Followed([body], rest)
            }
        })
    }

    fn combine(
        &mut self,
        step: Step,
        by: CodePoint,
        budget: &mut Budget,
    ) -> Result<RegexId, OutOfBudget> {
        let derivatives: Vec<RegexId> = {
            let known = |&part: &RegexId| self.known(part, by);
            step.parts().iter().filter_map(known).collect()
        };
        match (step, &*derivatives) {
            (Step::Followed(_, rest), &[first]) => self.followed(first, rest, budget),
            (Step::Either([_, rest]), &[in_first, in_rest]) => {
                let in_first = self.followed(in_first, rest, budget)?;
                self.flat_union(&[in_first, in_rest], budget)
            }
            (Step::Union(_), parts) => self.flat_union(parts, budget),
            (Step::Inter(_), parts) => {
                let parts = self.members(parts, Kind::Inter, budget)?;
                Ok(self.inter_of(parts))
            }
            (Step::Complement(_), &[body]) => Ok(self.complement(body)),
            // All parts have derivatives when this is called.
            (Step::Followed(..) | Step::Either(_) | Step::Complement(_), _) => Err(OutOfBudget),
        }
    }

    /// A concatenation as its first part, which is none, and the rest.
    fn split(
        &mut self,
        id: RegexId,
        budget: &mut Budget,
    ) -> Result<(RegexId, RegexId), OutOfBudget> {
        let (mut first, mut rest) = match *self.node(id) {
            Node::Concat(first, rest) => (first, rest),
            _ => (id, RegexId::EMPTY),
        };
        while let Node::Concat(inner, next) = *self.node(first) {
            budget.spend(STEPS_OF_NODE)?;
            first = inner;
            rest = self.pair(next, rest);
        }
        Ok((first, rest))
    }

    /// The same with a first part, if it is a concatenation, that is none.
    fn split_first(&mut self, id: RegexId, budget: &mut Budget) -> Result<RegexId, OutOfBudget> {
        match *self.node(id) {
            Node::Concat(first, _) if matches!(self.node(first), Node::Concat(..)) => {
                let (first, rest) = self.split(id, budget)?;
                Ok(self.pair(first, rest))
            }
            _ => Ok(id),
        }
    }

    /// Each member of a union, with something behind it.
    fn followed(
        &mut self,
        first: RegexId,
        rest: RegexId,
        budget: &mut Budget,
    ) -> Result<RegexId, OutOfBudget> {
        if !matches!(self.node(first), Node::Union(_)) {
            let whole = self.pair(first, rest);
            return self.split_first(whole, budget);
        }
        let mut parts = self.members(&[first], Kind::Union, budget)?;
        for part in &mut parts {
            let whole = self.pair(*part, rest);
            *part = self.split_first(whole, budget)?;
        }
        self.flat_union(&parts, budget)
    }

    fn flat_union(
        &mut self,
        parts: &[RegexId],
        budget: &mut Budget,
    ) -> Result<RegexId, OutOfBudget> {
        let mut parts = self.members(parts, Kind::Union, budget)?;
        self.join_counts(&mut parts);
        Ok(self.union_of(parts))
    }

    /// What unions of unions or intersections of intersections have as members in the end.
    fn members(
        &self,
        roots: &[RegexId],
        kind: Kind,
        budget: &mut Budget,
    ) -> Result<Vec<RegexId>, OutOfBudget> {
        let mut members = Vec::new();
        let mut open = roots.to_vec();
        let mut seen: HashSet<RegexId> = HashSet::new();
        budget.spend(roots.len())?;
        while let Some(id) = open.pop() {
            match (self.node(id), kind) {
                (Node::Union(parts), Kind::Union) | (Node::Inter(parts), Kind::Inter) => {
                    if seen.insert(id) {
                        budget.spend(parts.len())?;
                        open.extend_from_slice(parts);
                    }
                }
                _ => members.push(id),
            }
        }
        Ok(members)
    }

    /// Joins members of a union that differ in a number of rounds only: without that, a loop that
    /// may have begun at any of the last characters is as many members.
    fn join_counts(&mut self, parts: &mut Vec<RegexId>) {
        let mut loops = Vec::new();
        parts.retain(|&part| {
            let (first, rest) = match *self.node(part) {
                Node::Concat(first, rest) => (first, rest),
                _ => (part, RegexId::EMPTY),
            };
            match *self.node(first) {
                Node::Loop { body, least, most } => {
                    loops.push((body, rest, least, most));
                    false
                }
                _ => true,
            }
        });
        loops.sort_unstable();
        let mut loops = loops.into_iter();
        let mut current = loops.next();
        while let Some((body, rest, least, most)) = current {
            current = loops.next();
            let joined = current.as_mut().is_some_and(|next| {
                // The numbers between them must not be more than they have.
                let touches = most.is_none_or(|most| next.2 <= most.saturating_add(1));
                let joins = (body, rest) == (next.0, next.1) && touches;
                if joins {
                    next.2 = least;
                    next.3 = most.and_then(|most| Some(most.max(next.3?)));
                }
                joins
            });
            if !joined {
                let repeated = self.repeat(body, least, most);
                parts.push(self.pair(repeated, rest));
            }
        }
    }
}

/// What is taken apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Union,
    Inter,
}

/// How a derivative is made of others.
#[derive(Debug)]
enum Step {
    /// The derivative of the one, followed by the other.
    Followed([RegexId; 1], RegexId),
    /// The derivative of the first followed by the rest, or that of the rest.
    Either([RegexId; 2]),
    Union(Vec<RegexId>),
    Inter(Vec<RegexId>),
    Complement([RegexId; 1]),
}

impl Step {
    /// What derivatives are needed of.
    fn parts(&self) -> &[RegexId] {
        match self {
            Step::Followed(part, _) | Step::Complement(part) => part,
            Step::Either(parts) => parts,
            Step::Union(parts) | Step::Inter(parts) => parts,
        }
    }
}
