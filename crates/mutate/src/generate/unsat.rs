//! Formulas that cannot be satisfied, by one of several constructions:
//!
//! - *pinned* ([`super::pins`]): every variable of one assertion can have one value only, and the
//!   assertion is false for these.
//! - *exhausted* ([`super::exhaust`]): every assignment of small sorts was tried.
//! - *identity* ([`super::identities`]): two sides of an equivalence are to differ.
//! - *violated* ([`super::violations`]): a proved rule of mutation is not to hold.
//!
//! All of them in the company of assertions that are true under some assignment. A term of the core
//! has a value whatever the standard leaves open, or it does not matter what value it has.

use super::catalogue::{NameNo, Native};
use super::grove::{Grove, NodeId, What};
use super::maker::Maker;
use super::settings::Theory;
use std::io::Write;

impl Maker<'_, '_> {
    /// Unsatisfiable assertions, and why. Whether there is a quantifier in them.
    pub fn unsat(
        &mut self,
        name: NameNo,
        inner: &mut Grove,
        assertions: &mut Vec<NodeId>,
        why: &mut Vec<u8>,
    ) -> bool {
        match self.rng.below(10) {
            0 => {
                if let Some(rule) = self.violation(name, assertions) {
                    let _ = writeln!(why, "violated: the rule {rule}");
                    self.company(assertions);
                    return false;
                }
            }
            1..=2 => {
                if let Some(reason) = self.identity(name, assertions) {
                    let _ = writeln!(why, "identity: {reason}");
                    self.company(assertions);
                    return false;
                }
            }
            3..=5 => {
                if let Some(rows) = self.exhaust(name, assertions) {
                    let _ = writeln!(why, "exhausted: all {rows} assignments were tried");
                    return false;
                }
            }
            _ => {}
        }
        // Nothing is left of what did not work: there may be variables that cannot be pinned.
        assertions.clear();
        self.decided.clear();
        self.definitions.clear();
        self.nonlinear = false;
        self.closed = false;
        self.grove.reset(self.catalogue.sorts.len(), 1, false);
        self.pinned(name, inner, assertions, why)
    }

    fn company(&mut self, assertions: &mut Vec<NodeId>) {
        for _ in 0..self.rng.below(self.settings.assertions) {
            assertions.extend(self.other_assertion(true));
        }
    }

    /// Something false that the operator whose turn it is decides, or another one if nothing but
    /// the word `false` came of that.
    fn decided_or_other(&mut self, name: NameNo) -> NodeId {
        const TRIES: usize = 8;
        let mut decided = self.decided_assertion(name, false);
        for _ in 0..TRIES {
            if let Some(root) = decided
                && self.grove.node(root).what != What::Literal
            {
                return root;
            }
            self.decided.clear();
            self.grove.reset(self.catalogue.sorts.len(), 1, false);
            let other = self.rng.pick(&self.catalogue.rotation).copied();
            decided = other.and_then(|other| self.decided_assertion(other, false));
        }
        decided.unwrap_or_else(|| self.grove.text(b"false", &[], false))
    }

    fn pinned(
        &mut self,
        name: NameNo,
        inner: &mut Grove,
        assertions: &mut Vec<NodeId>,
        why: &mut Vec<u8>,
    ) -> bool {
        self.pinnable = true;
        let mut quantified = false;
        let mut root = self.decided_or_other(name);
        if self.settings.has(Theory::Quantifiers)
            && let Some(atom) = self.quantified(inner)
            && let Some(closed) = self.settle(atom, false)
        {
            // Both are false, so each of them matters.
            if let Some(either) = self.native(Native::Or, &[root, closed]) {
                quantified = true;
                root = either;
            }
        }
        let pins = self.pins(root);
        let mut text = Vec::new();
        self.write_plain(root, &mut text);
        let _ = write!(why, "pinned: ");
        why.extend_from_slice(&text);
        let _ = writeln!(
            why,
            " is false under the only values that its variables can have"
        );
        self.write_witness(&[root], why);
        assertions.push(root);
        assertions.extend(pins);
        self.company(assertions);
        quantified
    }
}
