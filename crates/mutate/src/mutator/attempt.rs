//! One try at one position: a rule that applies there, and what it makes.

use super::{Ground, Mutator, MutatorSettings, Way};
use crate::logic::Arithmetic;
use crate::rng::Rng;
use crate::rule::{Applicable, Binding, Bound, Claim, Filler, Instance, Role, Rule};
use crate::scope::Scopes;
use crate::skeleton::Position;
use crate::snippet::{Fresh, Place};
use crate::step::Step;
use crate::values::Need;
use smt::{Function, Script, SortId, TermKind};
use std::borrow::Cow;

/// As much of a text as people read.
pub(crate) fn excerpt(text: &[u8]) -> &[u8] {
    const LENGTH: usize = 160;
    let is_end = |byte: u8| byte.is_ascii() && !byte.is_ascii_alphanumeric();
    let end = (LENGTH..text.len()).find(|&end| is_end(text[end]));
    &text[..end.unwrap_or(text.len())]
}

/// One try at one position.
pub(super) struct Attempt<'a, 'r> {
    pub mutator: &'a Mutator,
    pub ground: &'a Ground,
    pub way: Way,
    pub position: &'a Position,
    pub round: u32,
    pub rng: &'r mut Rng,
    pub fresh: &'r mut Fresh,
}

impl<'a> Attempt<'a, '_> {
    /// What is put there and why; nothing if no rule that was tried applies.
    pub fn step(&mut self, binding: &mut Binding) -> Option<Step> {
        let wanted = match self.way {
            Way::Equate => Claim::Equal,
            Way::Rewrite | Way::Inject => {
                let whole = self.mutator.settings.direction;
                self.position.direction(whole).into()
            }
        };
        let choices = self.choices(wanted);
        /// So that a rule that matches is found among many that do not, or are not favoured.
        const ATTEMPTS: usize = 24;
        for _ in 0..ATTEMPTS {
            let choice = *self.rng.pick(choices)?;
            if !self.is_favoured(choice) {
                continue;
            }
            if let Some(step) = self.apply(choice, wanted, binding) {
                return Some(step);
            }
        }
        None
    }

    /// The rules to try.
    fn choices(&mut self, wanted: Claim) -> &'a [Applicable] {
        let rules = self.mutator.settings.rules;
        let Script { terms, .. } = &self.ground.script;
        let term = self.position.term;
        let by_function = || match terms.function(term) {
            Function::Operator(operator) => rules.for_operator(operator, wanted),
            Function::Declared(_) | Function::Unknown => rules.for_predicate(wanted),
        };
        match self.way {
            Way::Inject => rules.injections(wanted),
            Way::Rewrite => by_function(),
            // Those for any term always apply, so they must not be all that is seen.
            Way::Equate => match by_function() {
                choices if !choices.is_empty() && self.rng.chance(2, 3) => choices,
                _ => rules.wrappers(&self.ground.script, terms.sort(term)),
            },
        }
    }

    /// Whether a rule is taken that was drawn.
    fn is_favoured(&mut self, choice: Applicable) -> bool {
        let MutatorSettings { favours, rules, .. } = &self.mutator.settings;
        if favours.is_empty() {
            return true;
        }
        let favour = favours.get(&*rules.get(choice).0.name);
        favour.is_none_or(|&favour| self.rng.below(255) < usize::from(favour))
    }

    fn apply(&mut self, choice: Applicable, wanted: Claim, binding: &mut Binding) -> Option<Step> {
        let (rule, template) = self.mutator.settings.rules.get(choice);
        let (ground, position) = (self.ground, self.position);
        let scopes = ground.scopes(self.way);
        let hidden = scopes.hides(position.scope) || ground.ambiguous_constructors;
        if (!self.may_be_doubled() && !template.linear)
            || (template.names_constructors && hidden)
            || template
                .operators
                .iter()
                .any(|o| ground.redeclared.contains(o))
            || !template.requirement.is_met_by(&ground.logic)
        {
            return None;
        }
        if !binding.matches(rule, &ground.script, position.node, self.rng.below(1 << 16))
            || !self.stays_difference(rule, binding)
        {
            return None;
        }
        let guarded = rule.guard.as_ref().is_some_and(|guard| {
            let can_be_written = guard.requirement.is_met_by(&ground.logic);
            !guard.by_choice || (can_be_written && self.rng.chance(1, 4))
        });
        if guarded && !rule.guard.as_ref()?.requirement.is_met_by(&ground.logic) {
            return None;
        }
        // Where both sides must be equal, the term itself is one of them.
        if guarded && wanted == Claim::Equal && !self.may_be_doubled() {
            return None;
        }
        let instance = Instance {
            rule,
            script: &ground.script,
        };
        let mut filling = Filling {
            ground,
            position,
            scopes,
            // Injected formulas may be larger than what stands for a parameter of a rule.
            depth: match rule.is_injection() {
                true => 1 + self.rng.below(4) as u32,
                false => self.rng.below(3) as u32,
            },
            rng: self.rng,
            fresh: self.fresh,
        };
        filling.fresh.next_place();
        if !instance.fill(binding, &mut filling, !guarded) {
            return None;
        }
        let mut put = Vec::new();
        let written = match guarded {
            true => instance.write_guarded(binding, template, wanted, position.node, &mut put),
            false => instance.write(binding, template, &mut put),
        };
        let mut declare = Vec::new();
        self.fresh.write_declarations(&mut declare);
        written.then(|| Step {
            round: self.round,
            form: ground.form,
            rule: Cow::Borrowed(&rule.name),
            template: choice.template,
            node: position.node.index(),
            was: excerpt(ground.script.tree.source(position.node)).to_vec(),
            put,
            declare,
            equal: wanted == Claim::Equal,
        })
    }
}

impl Attempt<'_, '_> {
    /// Whether what stands there may stand in several places: nothing that has a name does, and nothing
    /// that is long had better.
    fn may_be_doubled(&self) -> bool {
        const LONG: usize = 1_000;
        let length = || self.ground.script.tree.source(self.position.node).len();
        !self.position.holds_names && (self.way != Way::Equate || length() <= LONG)
    }

    /// In difference logics, what is put beside a term that is not a plain variable makes a sum
    /// of three, so rules that bring terms of their own apply to variables only.
    fn stays_difference(&self, rule: &Rule, binding: &Binding) -> bool {
        let Ground { script, logic, .. } = self.ground;
        let brings_terms = || {
            let is_term = |role: &Role| matches!(role, Role::Term(_) | Role::Constant(_));
            rule.parameters
                .iter()
                .any(|p| !p.in_pattern && is_term(&p.role))
        };
        if logic.arithmetic != Arithmetic::Difference || rule.is_injection() || !brings_terms() {
            return true;
        }
        binding.bound.iter().all(|bound| {
            let Bound::Node { node, .. } = bound else {
                return true;
            };
            script.term_at(*node).is_none_or(|term| {
                let number = matches!(script.terms.sort(term), SortId::INT | SortId::REAL);
                !number || script.terms.kind(term) == TermKind::Symbol
            })
        })
    }
}

/// Fills parameters with what the seed and the values that hurt have to offer.
struct Filling<'a, 'r> {
    ground: &'a Ground,
    position: &'a Position,
    scopes: &'a Scopes,
    depth: u32,
    rng: &'r mut Rng,
    fresh: &'r mut Fresh,
}

impl Filler for Filling<'_, '_> {
    fn term(&mut self, _parameter: usize, sort: SortId, out: &mut Vec<u8>) -> bool {
        let Ground {
            script, snippets, ..
        } = self.ground;
        let place = Place {
            scopes: self.scopes,
            scope: self.position.scope,
            node: self.position.node,
        };
        snippets.term(script, &place, sort, self.depth, self.rng, self.fresh, out)
    }

    fn literal(&mut self, _: usize, sort: SortId, need: Need, out: &mut Vec<u8>) -> bool {
        let Ground {
            script, snippets, ..
        } = self.ground;
        snippets.literal(script, sort, need, self.rng, out)
    }

    fn number(&mut self, low: i64, high: i64) -> i64 {
        low + self.rng.below((high - low + 1) as usize) as i64
    }
}
