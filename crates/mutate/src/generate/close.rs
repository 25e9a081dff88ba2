//! From terms to assertions of a wanted truth: never by throwing away what does not fit.

use super::catalogue::{BOOL, NameNo, Native};
use super::grove::{NodeId, What};
use super::maker::Maker;

impl Maker<'_, '_> {
    /// A Boolean that depends on a term: itself, or a predicate on it.
    pub fn atom(&mut self, about: NodeId) -> Option<NodeId> {
        let sort = self.grove.node(about).sort;
        if sort == BOOL {
            return Some(about);
        }
        let predicates = self.catalogue.predicates(sort);
        for _ in 0..4 {
            // Two terms are rarely equal by chance.
            if self.catalogue.sort(sort).literals && !self.grove.blind && self.rng.chance(1, 4) {
                let value = self.grove.value(about);
                let literal = self.grove.literal(sort, value);
                let sides = match self.rng.chance(1, 2) {
                    true => [about, literal],
                    false => [literal, about],
                };
                let native = match self.rng.chance(3, 4) {
                    true => Native::Equal,
                    false => Native::Distinct,
                };
                if let Some(atom) = self.native(native, &sides) {
                    return Some(atom);
                }
            }
            if let Some(op) = self.pick_op(predicates)
                && let Some(atom) = self.on_top(op, Some(about))
            {
                return Some(atom);
            }
        }
        self.native(Native::Equal, &[about, about])
    }

    /// A connective around a Boolean. If it is to stay decisive, one through which its truth shows.
    pub fn surround(&mut self, inner: NodeId, decisive: bool) -> Option<NodeId> {
        let other = self.bool_child()?;
        if other == inner {
            return Some(inner);
        }
        let shows = self.grove.is_true(other) && decisive && !self.grove.blind;
        let hides = !self.grove.is_true(other) && decisive && !self.grove.blind;
        let (inner, other) = (inner, other);
        let pair = match self.rng.chance(1, 2) {
            true => [inner, other],
            false => [other, inner],
        };
        match self.rng.below(6) {
            0 if !hides => self.native(Native::And, &pair),
            1 if !shows => self.native(Native::Or, &pair),
            2 => self.native(Native::Xor, &pair),
            3 => self.native(Native::Equal, &pair),
            4 if !hides => self.native(Native::Implies, &[other, inner]),
            4 if !shows => {
                let not = self.native(Native::Not, &[other])?;
                self.native(Native::Implies, &[not, inner])
            }
            5 if shows || !decisive => {
                let third = self.bool_child()?;
                self.native(Native::Ite, &[other, inner, third])
            }
            5 => {
                let third = self.bool_child()?;
                self.native(Native::Ite, &[other, third, inner])
            }
            _ => self.native(Native::Not, &[inner]),
        }
    }

    /// The same with the truth that is wanted.
    pub fn settle(&mut self, formula: NodeId, wanted: bool) -> Option<NodeId> {
        if self.grove.blind || self.grove.is_true(formula) == wanted {
            return Some(formula);
        }
        let helper = self.rng.chance(1, 2);
        let pool = self.grove.pool(BOOL).iter().rev();
        let helpers = pool.copied().filter(|&node| node != formula);
        let found = helpers
            .take(8)
            .find(|&node| self.grove.is_true(node) == helper);
        match found.filter(|_| self.rng.chance(1, 2)) {
            // Exclusive with what is true, or equal to what is false.
            Some(found) if helper => self.native(Native::Xor, &[formula, found]),
            Some(found) => self.native(Native::Equal, &[found, formula]),
            None => self.native(Native::Not, &[formula]),
        }
    }

    fn head(&self, node: NodeId) -> Option<NameNo> {
        match self.grove.node(node).what {
            What::Apply(op) => Some(self.catalogue.op(op).name),
            _ => None,
        }
    }

    /// An assertion of that truth which the operator whose turn it is decides.
    pub fn decided_assertion(&mut self, name: NameNo, wanted: bool) -> Option<NodeId> {
        let mut found = None;
        for _ in 0..4 {
            let op = self.instance(name)?;
            self.plant(op);
            for _ in 0..1 + self.rng.below(self.settings.terms) {
                self.grow();
            }
            found = self.decisive(op);
            if found.is_some() {
                break;
            }
        }
        // Left open whatever it was given: then anything will do.
        let about = match found {
            Some(about) => about,
            None => self.grow().or_else(|| self.leaf(BOOL))?,
        };
        self.close(about, wanted)
    }

    /// An assertion of that truth about a term, which decides it.
    pub fn close(&mut self, about: NodeId, wanted: bool) -> Option<NodeId> {
        let mut formula = self.atom(about)?;
        let (of_atom, of_term) = (self.head(formula), self.head(about));
        for _ in 0..self.rng.below(3) {
            if let Some(larger) = self.surround(formula, true) {
                formula = larger;
            }
        }
        let closed = self.settle(formula, wanted)?;
        self.decided.extend(of_atom);
        if formula != about && of_term != of_atom {
            self.decided.extend(of_term);
        }
        Some(closed)
    }

    /// An assertion of that truth about something that is there, or grows on it.
    pub fn other_assertion(&mut self, wanted: bool) -> Option<NodeId> {
        let mut last = None;
        for _ in 0..1 + self.rng.below(self.settings.terms) {
            last = self.grow().or(last);
        }
        let about = match last {
            Some(about) => about,
            None => self.leaf(BOOL)?,
        };
        if self.rng.chance(1, 2) {
            return self.close(about, wanted);
        }
        let mut formula = self.atom(about)?;
        for _ in 0..1 + self.rng.below(3) {
            if let Some(larger) = self.surround(formula, false) {
                formula = larger;
            }
        }
        self.settle(formula, wanted)
    }
}
