//! Makes mutants of two seeds.

use super::filling::{Drawn, Filling};
use super::join::{Base, Constant, Shape, Unjoined};
use super::part::Part;
use super::set::FusionSet;
use super::step::{FusionStep, Replaced, write};
use super::{Fusion, X, Y};
use crate::logic::Logic;
use crate::rng::Rng;
use hashbrown::HashMap;
use smt::{NodeId, Patch, SortId, Status};
use std::borrow::Cow;

/// How mutants are made.
#[derive(Debug, Clone)]
pub struct FuserSettings {
    /// How many pairs of constants are tied together at most.
    pub most_pairs: usize,
    /// Where random numbers start.
    pub seed: u64,
    /// What ties them together.
    pub fusions: &'static FusionSet,
}

impl Default for FuserSettings {
    fn default() -> Self {
        Self {
            most_pairs: 3,
            seed: 0,
            fusions: FusionSet::builtin(),
        }
    }
}

/// A mutant and how it was made.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fused {
    /// Its text.
    pub text: Vec<u8>,
    /// One for each pair.
    pub steps: Vec<FusionStep>,
}

/// At how many places a constant is replaced at most.
const MOST_PLACES: usize = 12;
/// How often a pair is looked for, at first among constants of one sort.
const TRIES: usize = 8;
const TRIES_OF_ONE_SORT: usize = 5;

type Sorts = [Option<SortId>; 4];

/// Makes mutants of two seeds: by number, whichever were made before.
#[derive(Debug)]
pub struct Fuser {
    base: Base,
    due: Status,
    settings: FuserSettings,
    /// Which fusions the logic has.
    allowed: Vec<usize>,
    /// By the sorts of two constants: the fusions, with what their sort variables are.
    choices: HashMap<(SortId, SortId), Vec<(usize, Sorts)>>,
    filling: Filling,
    patch: Patch,
}

impl Fuser {
    /// For mutants that are sat or unsat as their seeds in one script are. In the logic of the seeds, if
    /// `keeps_logic` and they have the same, or else in that of everything.
    ///
    /// # Errors
    /// If the seeds do not go together.
    pub fn new(
        (first, second): (&Part, &Part),
        shape: Shape,
        due: Status,
        keeps_logic: bool,
        settings: FuserSettings,
    ) -> Result<Self, Unjoined> {
        let logic = first.common_logic(second).filter(|_| keeps_logic);
        let base = Base::new(first, second, shape, logic)?;
        let logic = logic.map(|name| Logic::named(&String::from_utf8_lossy(name)));
        let all = settings.fusions.fusions().iter().enumerate();
        let is_allowed = |fusion: &Fusion| match &logic {
            Some(logic) => fusion.is_allowed_by(logic),
            None => true,
        };
        let allowed = all.filter(|(_, fusion)| is_allowed(fusion));
        Ok(Self {
            allowed: allowed.map(|(place, _)| place).collect(),
            base,
            due,
            settings,
            choices: HashMap::new(),
            filling: Filling::default(),
            patch: Patch::new(),
        })
    }

    /// What the mutants start from.
    pub fn base(&self) -> &Base {
        &self.base
    }

    /// Makes the mutant of a number; false if nothing came of it.
    pub fn make(&mut self, number: u64, fused: &mut Fused) -> bool {
        let mut rng = Rng::new(self.settings.seed, number);
        fused.text.clear();
        fused.steps.clear();
        let pairs = 1 + rng.below(self.settings.most_pairs);
        let mut taken = Vec::new();
        for _ in 0..pairs {
            let step = self.step(fused.steps.len(), &mut taken, &mut rng);
            fused.steps.extend(step);
        }
        !fused.steps.is_empty()
            && write(&self.base, &fused.steps, &mut self.patch, &mut fused.text).is_ok()
    }

    /// Ties a pair together.
    fn step(
        &mut self,
        number: usize,
        taken: &mut Vec<NodeId>,
        rng: &mut Rng,
    ) -> Option<FusionStep> {
        let [firsts, seconds] = &self.base.constants;
        for attempt in 0..TRIES {
            let swapped = rng.chance(1, 2);
            let mut pair = (rng.pick(firsts)?, rng.pick(seconds)?);
            if swapped {
                pair = (pair.1, pair.0);
            }
            let (x, y) = pair;
            if attempt < TRIES_OF_ONE_SORT && x.sort != y.sort {
                continue;
            }
            let script = &self.base.script;
            let fusions = self.settings.fusions.fusions();
            let choices = self.choices.entry((x.sort, y.sort)).or_insert_with(|| {
                let all = self.allowed.iter();
                let found = all.filter_map(|&place| {
                    Some((place, fusions[place].sorts_at(script, x.sort, y.sort)?))
                });
                found.collect()
            });
            let Some((place, sorts)) = rng.pick(choices) else {
                continue;
            };
            let fusion = &fusions[*place];
            let maker = Maker {
                base: &self.base,
                due: self.due,
                fusion,
                pair,
            };
            let step = maker.step(*sorts, number, &mut self.filling, taken, rng);
            if step.is_some() {
                return step;
            }
        }
        None
    }
}

/// One use of a fusion.
struct Maker<'a> {
    base: &'a Base,
    due: Status,
    fusion: &'static Fusion,
    pair: (&'a Constant, &'a Constant),
}

impl Maker<'_> {
    fn step(
        &self,
        sorts: Sorts,
        number: usize,
        filling: &mut Filling,
        taken: &mut Vec<NodeId>,
        rng: &mut Rng,
    ) -> Option<FusionStep> {
        let script = &self.base.script;
        let symbols = &script.tree.symbols;
        let name = |c: &Constant| symbols.bytes(script.declarations.name(c.declaration));
        let constants = [self.pair.0, self.pair.1];
        let z = [&self.base.prefix[..], number.to_string().as_bytes()].concat();
        let texts = sorts.map(|sort| {
            let mut text = Vec::new();
            sort.map(|sort| script.sorts.write(sort, symbols, LONGEST_SORT, &mut text));
            text
        });
        if texts.iter().any(|text| text.len() >= LONGEST_SORT) {
            return None;
        }
        let texts = texts.each_ref().map(Vec::as_slice);
        filling.begin(texts, [name(constants[X]), name(constants[Y]), &z]);
        let mut drawn = Drawn { script, sorts, rng };
        if !self.fusion.fill(filling, &mut drawn) {
            return None;
        }
        let (mut declare, mut equation) = (Vec::new(), Vec::new());
        if !self.fusion.write_declarations(filling, &mut declare) {
            return None;
        }
        let is_guarded = self.fusion.guard.is_some();
        // What is to be unsat may be so because of more; what is to be sat must not depend on it.
        let asserts_guard = is_guarded && self.due == Status::Unsat;
        if asserts_guard {
            equation.extend_from_slice(b"(and ");
        }
        let mut written = self.fusion.write_equation(filling, &mut equation);
        if asserts_guard {
            equation.push(b' ');
            written &= self.fusion.write_guard(filling, &mut equation);
            equation.push(b')');
        }
        let mut replaced = Vec::new();
        for place in [X, Y] {
            if self.fusion.inverses[place].is_none() {
                continue;
            }
            let mut put = Vec::new();
            written &= self
                .fusion
                .write_inverse(filling, place, !asserts_guard, &mut put);
            let nodes = choose(&constants[place].places, taken, rng);
            if !nodes.is_empty() {
                replaced.push(Replaced {
                    was: name(constants[place]).to_vec(),
                    put,
                    nodes,
                });
            }
        }
        (written && !replaced.is_empty()).then(|| FusionStep {
            fusion: Cow::Borrowed(&self.fusion.name),
            declare,
            equation,
            is_asserted: self.due == Status::Unsat || rng.chance(1, 2),
            replaced,
        })
    }
}

/// Longer sorts are not worth writing again.
const LONGEST_SORT: usize = 300;

/// Some of the places that are not taken, by their numbers: one at least, if there is one.
fn choose(places: &[NodeId], taken: &mut Vec<NodeId>, rng: &mut Rng) -> Vec<usize> {
    let mut chosen: Vec<NodeId> = match places.len() <= MOST_PLACES {
        true => {
            let mut chosen = places.to_vec();
            chosen.retain(|_| rng.chance(1, 2));
            chosen
        }
        false => (0..1 + rng.below(MOST_PLACES))
            .filter_map(|_| rng.pick(places).copied())
            .collect(),
    };
    chosen.extend(rng.pick(places).filter(|_| chosen.is_empty()));
    chosen.sort_unstable();
    chosen.dedup();
    chosen.retain(|place| !taken.contains(place));
    taken.extend_from_slice(&chosen);
    chosen.into_iter().map(NodeId::index).collect()
}

impl Fusion {
    /// What its sort variables are if `x` and `y` have these sorts; nothing if they do not fit.
    fn sorts_at(&self, script: &smt::Script, x: SortId, y: SortId) -> Option<Sorts> {
        let mut sorts = Sorts::default();
        let fits = self.constants[X].matches(script, x, &mut sorts)
            && self.constants[Y].matches(script, y, &mut sorts);
        let is_of = |families: &[crate::rule::Family], sort: Option<SortId>| {
            let contains = |sort| families.iter().any(|family| family.contains(script, sort));
            families.is_empty() || sort.is_some_and(contains)
        };
        (fits && is_of(&self.sorts, sorts[0]) && is_of(&self.others, sorts[1])).then_some(sorts)
    }

    /// Whether a logic has all that it needs beside the sorts of its constants.
    fn is_allowed_by(&self, logic: &Logic) -> bool {
        let allows = |name: &str| match name {
            "Array" => logic.arrays,
            "BitVec" => logic.bit_vectors,
            "FloatingPoint" => logic.floats,
            "Int" => logic.ints,
            "Real" => logic.reals,
            "Seq" | "String" => logic.strings,
            "Set" => logic.sets,
            // See `Requirement` for these.
            "+" | "-" | "*" | "/" | "div" | "mod" | "abs" => true,
            _ => logic.allows_operator(name, &[false, false]),
        };
        self.requirement.is_met_by(logic)
            && (self.datatype.is_none() || logic.datatypes)
            && self.operators.iter().all(|name| allows(name))
    }
}
