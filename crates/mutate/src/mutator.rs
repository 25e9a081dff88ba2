//! Mutants: a few literals of a seed approximated, all in one direction, or a few of its terms replaced
//! by what is equal to them.

mod attempt;

use crate::cnf::cnf;
use crate::everywhere::Everywhere;
use crate::logic::Logic;
use crate::rng::Rng;
use crate::rule::{Binding, Direction, RuleSet};
use crate::scope::Scopes;
use crate::skeleton::{Depth, Position, Skeleton};
use crate::snippet::{Fresh, Snippets};
use crate::step::{Form, Step, edit};
use attempt::Attempt;
pub(crate) use attempt::excerpt;
use smt::{ParseError, Patch, Script, Sym};
use std::collections::HashMap;
use std::sync::Arc;

/// What is done to literals, or to terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// Predicate symbol transformation: a literal is rewritten by a rule.
    Rewrite,
    /// Live predicate injection: a literal is joined with a new formula.
    Inject,
    /// A term of any sort, wherever it stands, is replaced by one that is equal to it.
    Equate,
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
    /// How many literals or terms are replaced in a round at most. None of them is inside of another:
    /// that takes more rounds.
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
    /// Where terms are, if they are to be replaced.
    everywhere: Everywhere,
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
    fn new(script: Script, form: Form, ways: &[Way]) -> Result<Self, ParseError> {
        let (script, depth) = match form {
            Form::Polarity => (script, Depth::Quantifiers),
            Form::Cnf => (Script::parse(cnf(&script))?, Depth::Ground),
        };
        let logic = Logic::of(&script);
        let skeleton = match ways.iter().any(|&way| way != Way::Equate) {
            true => Skeleton::of(&script, depth),
            false => Skeleton::default(),
        };
        let everywhere = match ways.contains(&Way::Equate) {
            true => Everywhere::of(&script, &logic),
            false => Everywhere::default(),
        };
        Ok(Self {
            form,
            skeleton,
            everywhere,
            snippets: Snippets::new(&script, &logic),
            fresh: Fresh::new(&script),
            redeclared: redeclared(&script),
            ambiguous_constructors: has_ambiguous_constructors(&script),
            logic,
            script,
        })
    }

    /// What is bound at positions that are for that.
    fn scopes(&self, way: Way) -> &Scopes {
        match way {
            Way::Rewrite | Way::Inject => &self.skeleton.scopes,
            Way::Equate => &self.everywhere.scopes,
        }
    }

    fn is_barren(&self) -> bool {
        self.skeleton.is_empty() && self.everywhere.is_empty()
    }

    /// A position to try. Mostly atoms among formulas: what is above them is larger and tells solvers
    /// less; and mostly applications among terms, since there are more rules for them.
    fn pick_position(&self, way: Way, rng: &mut Rng) -> Option<&Position> {
        let (usual, others) = match way {
            Way::Rewrite | Way::Inject => (&self.skeleton.atoms, &self.skeleton.compounds),
            Way::Equate => (&self.everywhere.compounds, &self.everywhere.leaves),
        };
        let is_usual = others.is_empty() || rng.chance(4, 5);
        match is_usual && !usual.is_empty() {
            true => rng.pick(usual),
            false => rng.pick(others),
        }
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
            .map(|&form| Ground::new(Script::parse(seed)?, form, &settings.ways))
            .collect();
        Ok(Self {
            seed: seed.to_vec(),
            grounds: grounds?,
            settings,
        })
    }

    /// Whether there is nothing to replace in the seed.
    pub fn is_barren(&self) -> bool {
        self.grounds.iter().all(Ground::is_barren)
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
            let Ok(ground) = Ground::new(script, form, &self.settings.ways) else {
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
                let Some(&way) = rng.pick(&self.settings.ways) else {
                    return false;
                };
                let Some(position) = ground.pick_position(way, rng) else {
                    return false;
                };
                let mut attempt = Attempt {
                    mutator: self,
                    ground,
                    way,
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
pub(crate) fn redeclared(script: &Script) -> Vec<Sym> {
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
