//! Mutants: a few literals of a seed approximated, all in one direction.

use crate::cnf::cnf;
use crate::logic::{Arithmetic, Logic};
use crate::rng::Rng;
use crate::rule::{Applicable, Binding, Bound, Direction, Filler, Instance, Role, Rule, RuleSet};
use crate::skeleton::{Depth, Position, Skeleton};
use crate::snippet::{Fresh, Place, Snippets};
use crate::step::{Form, Step, edit};
use crate::values::Need;
use smt::{Function, ParseError, Patch, Script, SortId, Sym, TermKind};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

/// What is done to literals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// Predicate symbol transformation: a literal is rewritten by a rule.
    Rewrite,
    /// Live predicate injection: a literal is joined with a new formula.
    Inject,
}

/// How mutants are made.
#[derive(Debug, Clone)]
pub struct MutatorSettings {
    /// Which way.
    pub direction: Direction,
    /// The forms of the seed to choose from.
    pub forms: Vec<Form>,
    /// The strategies to choose from.
    pub ways: Vec<Way>,
    /// How many literals of a mutant are approximated at most.
    pub max_literals: usize,
    /// How often a mutant is mutated again, the first time included.
    pub rounds: u32,
    /// Where random numbers start.
    pub seed: u64,
    /// What literals are rewritten by: rules that were proved.
    pub rules: &'static RuleSet,
    /// Which of them are preferred.
    pub favours: Arc<Favours>,
}

/// How likely a rule is taken when it is drawn, out of 255; those that are not in it always are.
pub type Favours = HashMap<String, u8>;

impl MutatorSettings {
    /// What the paper does: five literals, both strategies; and both forms, mixed; by the rules that
    /// are part of the program.
    pub fn new(direction: Direction) -> Self {
        Self {
            direction,
            forms: vec![Form::Cnf, Form::Polarity],
            ways: vec![Way::Rewrite, Way::Inject],
            max_literals: 5,
            rounds: 1,
            seed: 0,
            rules: RuleSet::builtin(),
            favours: Arc::default(),
        }
    }
}

/// A seed in one form, with all that is needed to mutate it.
#[derive(Debug)]
struct Ground {
    form: Form,
    script: Script,
    skeleton: Skeleton,
    logic: Logic,
    snippets: Snippets,
    /// No variables, but names for them.
    fresh: Fresh,
    /// Names that mean something else in the script than in its theories.
    redeclared: Vec<Sym>,
    /// Whether two constructors have one name.
    ambiguous_constructors: bool,
}

impl Ground {
    fn new(script: Script, form: Form) -> Result<Self, ParseError> {
        let (script, depth) = match form {
            Form::Polarity => (script, Depth::Quantifiers),
            Form::Cnf => (Script::parse(cnf(&script))?, Depth::Ground),
        };
        let logic = Logic::of(&script);
        Ok(Self {
            form,
            skeleton: Skeleton::of(&script, depth),
            snippets: Snippets::new(&script, &logic),
            fresh: Fresh::new(&script),
            redeclared: redeclared(&script),
            ambiguous_constructors: has_ambiguous_constructors(&script),
            logic,
            script,
        })
    }
}

/// A mutant. One is used again and again, to allocate once.
#[derive(Debug, Clone, Default)]
pub struct Mutant {
    /// Its text.
    pub text: Vec<u8>,
    /// What was done to the seed.
    pub steps: Vec<Step>,
}

/// Makes the mutants of one seed.
#[derive(Debug)]
pub struct Mutator {
    seed: Vec<u8>,
    grounds: Vec<Ground>,
    settings: MutatorSettings,
}

/// Working memory for making mutants, kept from one to the next.
#[derive(Debug, Default)]
pub struct Workbench {
    patch: Patch,
    binding: Binding,
}

impl Mutator {
    /// Prepares a seed, which must be flat: see [`crate::flatten`].
    pub fn new(seed: &[u8], settings: MutatorSettings) -> Result<Self, ParseError> {
        let grounds: Result<Vec<Ground>, ParseError> = settings
            .forms
            .iter()
            .map(|&form| Ground::new(Script::parse(seed)?, form))
            .collect();
        Ok(Self {
            seed: seed.to_vec(),
            grounds: grounds?,
            settings,
        })
    }

    /// Whether there is nothing to approximate in the seed.
    pub fn is_barren(&self) -> bool {
        self.grounds.iter().all(|ground| ground.skeleton.is_empty())
    }

    /// Makes the mutant of that number; whichever were made before, it is the same. It can have
    /// no steps, if nothing was found that could be done: then it is the seed.
    pub fn make(&self, number: u64, workbench: &mut Workbench, mutant: &mut Mutant) {
        mutant.steps.clear();
        mutant.text.clear();
        mutant.text.extend_from_slice(&self.seed);
        let mut rng = Rng::new(self.settings.seed, number);
        let Some(ground) = rng.pick(&self.grounds) else {
            return;
        };
        self.round(0, ground, &mut rng, workbench, mutant);
        for round in 1..self.settings.rounds {
            // What we have made can be read; were it not so, the last round would be the last.
            let form = *rng.pick(&self.settings.forms).unwrap_or(&Form::Polarity);
            let Ok(script) = Script::parse(&mutant.text[..]) else {
                return;
            };
            let Ok(ground) = Ground::new(script, form) else {
                return;
            };
            self.round(round, &ground, &mut rng, workbench, mutant);
        }
    }

    fn round(
        &self,
        round: u32,
        ground: &Ground,
        rng: &mut Rng,
        workbench: &mut Workbench,
        mutant: &mut Mutant,
    ) {
        workbench.patch.clear();
        let literals = 1 + rng.below(self.settings.max_literals.max(1));
        let mut fresh = ground.fresh.clone();
        for _ in 0..literals {
            // A place may have been taken, and a rule may not match: there are others.
            const ATTEMPTS: usize = 12;
            let made = (0..ATTEMPTS).any(|_| {
                let Some(position) = pick_position(&ground.skeleton, rng) else {
                    return false;
                };
                let mut attempt = Attempt {
                    mutator: self,
                    ground,
                    position,
                    round,
                    rng,
                    fresh: &mut fresh,
                };
                let Some(step) = attempt.step(&mut workbench.binding) else {
                    return false;
                };
                let patched = edit(
                    &mut workbench.patch,
                    &ground.script,
                    position.command,
                    position.node,
                    &step,
                );
                if patched.is_ok() {
                    mutant.steps.push(step);
                }
                patched.is_ok()
            });
            if !made {
                break;
            }
        }
        // A round that found nothing to do leaves the text as it was, not in another form: what
        // no step tells of has not happened.
        if !workbench.patch.is_empty() {
            mutant.text.clear();
            workbench.patch.print(&ground.script.tree, &mut mutant.text);
        }
    }
}

/// What a script declares or binds under the name of an operator.
fn redeclared(script: &Script) -> Vec<Sym> {
    let symbols = &script.tree.symbols;
    let names = script
        .declarations
        .all()
        .map(|d| symbols.canonical(script.declarations.name(d)));
    let mut names: Vec<Sym> = names.filter(|name| name.is_of_a_theory()).collect();
    names.sort();
    names.dedup();
    names
}

fn has_ambiguous_constructors(script: &Script) -> bool {
    let symbols = &script.tree.symbols;
    let declarations = &script.declarations;
    let constructors = script.datatypes.iter().flat_map(|d| &d.constructors);
    let mut names: Vec<Sym> = constructors
        .map(|c| symbols.canonical(declarations.name(c.function)))
        .collect();
    let count = names.len();
    names.sort();
    names.dedup();
    names.len() < count
}

/// As much of a text as people read.
fn excerpt(text: &[u8]) -> &[u8] {
    const LENGTH: usize = 160;
    let is_end = |byte: u8| byte.is_ascii() && !byte.is_ascii_alphanumeric();
    let end = (LENGTH..text.len()).find(|&end| is_end(text[end]));
    &text[..end.unwrap_or(text.len())]
}

/// Mostly atoms: what is above them is larger and tells solvers less.
fn pick_position<'a>(skeleton: &'a Skeleton, rng: &mut Rng) -> Option<&'a Position> {
    let atom = skeleton.compounds.is_empty() || rng.chance(4, 5);
    match atom && !skeleton.atoms.is_empty() {
        true => rng.pick(&skeleton.atoms),
        false => rng.pick(&skeleton.compounds),
    }
}

/// One try at one position.
struct Attempt<'a, 'r> {
    mutator: &'a Mutator,
    ground: &'a Ground,
    position: &'a Position,
    round: u32,
    rng: &'r mut Rng,
    fresh: &'r mut Fresh,
}

impl Attempt<'_, '_> {
    fn step(&mut self, binding: &mut Binding) -> Option<Step> {
        let strategy = *self.rng.pick(&self.mutator.settings.ways)?;
        let direction = self.position.direction(self.mutator.settings.direction);
        let rules = self.mutator.settings.rules;
        let choices = match strategy {
            Way::Inject => rules.injections(direction),
            Way::Rewrite => match self.ground.script.terms.function(self.position.term) {
                Function::Operator(operator) => rules.for_operator(operator, direction),
                Function::Declared(_) | Function::Unknown => rules.for_predicate(direction),
            },
        };
        /// So that a rule that matches is found among many that do not, or are not favoured.
        const ATTEMPTS: usize = 24;
        for _ in 0..ATTEMPTS {
            let choice = *self.rng.pick(choices)?;
            if !self.is_favoured(choice) {
                continue;
            }
            if let Some(step) = self.apply(choice, direction, binding) {
                return Some(step);
            }
        }
        None
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

    fn apply(
        &mut self,
        choice: Applicable,
        direction: Direction,
        binding: &mut Binding,
    ) -> Option<Step> {
        let (rule, template) = self.mutator.settings.rules.get(choice);
        let (ground, position) = (self.ground, self.position);
        let hidden = ground.skeleton.scopes.hides(position.scope) || ground.ambiguous_constructors;
        if (position.holds_names && !template.linear)
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
        let instance = Instance {
            rule,
            script: &ground.script,
        };
        let mut filling = Filling {
            ground,
            position,
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
            true => instance.write_guarded(binding, template, direction, &mut put),
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
        })
    }
}

impl Attempt<'_, '_> {
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
    depth: u32,
    rng: &'r mut Rng,
    fresh: &'r mut Fresh,
}

impl Filler for Filling<'_, '_> {
    fn term(&mut self, _parameter: usize, sort: SortId, out: &mut Vec<u8>) -> bool {
        let Ground {
            script,
            snippets,
            skeleton,
            ..
        } = self.ground;
        let place = Place {
            scopes: &skeleton.scopes,
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
