//! Type-aware swaps: an operator becomes another one of the same rank, a term another one of its sort.
//!
//! Whether the mutant is sat nobody knows, so nothing has to be kept but that it is well-sorted and in a
//! logic that has all of it. Each swap is a step by itself.

mod operators;

use crate::graft::{Fit, Grafts, Place, Site, Stock, Survey, Widening, is_constant};
use crate::mutator::{Favours, Mutant, excerpt};
use crate::rng::{Rng, hash};
use crate::snippet::{self, Fresh, Snippets};
use crate::step::{Form, Step, edit};
use operators::Operators;
use smt::{Function, NodeId, ParseError, Patch, Script, SortId, Sym, TermKind};
use std::borrow::Cow;
use std::sync::Arc;

/// How swaps are made.
#[derive(Debug, Clone)]
pub struct SwapSettings {
    /// How many swaps a mutant has at most.
    pub most: usize,
    /// Where random numbers start.
    pub seed: u64,
    /// Which of them are preferred, by their labels; 0 is never.
    pub favours: Arc<Favours>,
}

impl Default for SwapSettings {
    fn default() -> Self {
        Self {
            most: 4,
            seed: 0,
            favours: Arc::default(),
        }
    }
}

/// A script with all that is needed to put other things into it.
#[derive(Debug)]
pub(crate) struct Ground {
    pub script: Script,
    pub survey: Survey,
    pub stock: Stock,
    pub widening: Widening,
    pub fresh: Fresh,
    /// How its sorts are written; empty if that is too long.
    sorts: Vec<Vec<u8>>,
    /// What tells it from others: what is drawn for the first mutant of one is not what is drawn for that of
    /// another.
    own: u64,
}

impl Ground {
    pub fn new(seed: &[u8]) -> Result<Self, ParseError> {
        let script = Script::parse(seed)?;
        let survey = Survey::of(&script);
        let written = |sort: SortId| {
            let mut text = Vec::new();
            const LONGEST: usize = 120;
            match script.sorts.is_known(sort)
                && script
                    .sorts
                    .write(sort, &script.tree.symbols, LONGEST, &mut text)
            {
                true => text,
                false => Vec::new(),
            }
        };
        let mut sorts = vec![Vec::new(); script.sorts.len()];
        for place in &survey.places {
            let sort = script.terms.sort(place.term);
            if sorts[sort.index()].is_empty() {
                sorts[sort.index()] = written(sort);
            }
        }
        Ok(Self {
            stock: Stock::of(&script, &survey),
            widening: Widening::of(&script),
            fresh: Fresh::new(&script),
            survey,
            sorts,
            own: hash(seed),
            script,
        })
    }

    /// Where the random numbers for it start.
    pub fn start(&self, seed: u64) -> u64 {
        seed ^ self.own
    }

    pub fn site<'a>(&'a self, place: &'a Place) -> Site<'a> {
        Site {
            script: &self.script,
            survey: &self.survey,
            stock: &self.stock,
            place,
        }
    }

    pub fn step(
        &self,
        label: impl Into<Cow<'static, str>>,
        node: NodeId,
        put: Vec<u8>,
        declare: Vec<u8>,
    ) -> Step {
        Step {
            round: 0,
            form: Form::Polarity,
            equal: false,
            rule: label.into(),
            template: 0,
            node: node.index(),
            was: excerpt(self.script.tree.source(node)).to_vec(),
            put,
            declare,
        }
    }

    /// Whether a term of a sort can stand at a place, and whether for that the logic must be larger;
    /// `constant` says that it is a number that is written down.
    pub fn fit_term(&self, place: &Place, constant: bool) -> Fit {
        let terms = &self.script.terms;
        let is_number = |sort| matches!(sort, SortId::INT | SortId::REAL);
        if !is_number(terms.sort(place.term)) || constant {
            return Fit::Within;
        }
        let was_constant = is_constant(&self.script, place.term);
        let anywhere = self.widening.fit_number(was_constant);
        let Some((parent, at)) = place.parent.filter(|_| anywhere == Fit::Within) else {
            return anywhere;
        };
        let Function::Operator(operator) = terms.function(parent) else {
            return Fit::Within;
        };
        let constants: Vec<bool> = terms
            .arguments(parent)
            .iter()
            .enumerate()
            .map(|(place, &argument)| place != at && is_constant(&self.script, argument))
            .collect();
        let name = self.script.tree.symbols.name(operator.name());
        self.widening.fit_operator(&name, &constants)
    }
}

/// Something that is put into a script, as it was drawn.
pub(crate) struct Drawn {
    pub node: NodeId,
    pub step: Step,
    pub fit: Fit,
    /// Which of the other scripts it was taken from.
    pub from: Option<usize>,
}

/// How many numbers in a row have the same logic, and what keeps its choice apart from all else that is drawn.
const OF_ONE_LOGIC: u64 = 32;
const LOGICS: u64 = 0x10_61c5;

/// A mutant in the making: what was put where so far.
pub(crate) struct Draft<'a> {
    ground: &'a Ground,
    patch: &'a mut Patch,
    mutant: &'a mut Mutant,
    used: &'a mut Vec<usize>,
    is_wide: bool,
}

impl<'a> Draft<'a> {
    /// Nothing was put anywhere yet. Whether the logic is a larger one is the same for several numbers in a
    /// row, because a process that solves one after the other cannot change it: `wide` times out of 4 it
    /// is, unless that is never to be done.
    pub fn new(
        ground: &'a Ground,
        (patch, mutant, used): (&'a mut Patch, &'a mut Mutant, &'a mut Vec<usize>),
        (start, number): (u64, u64),
        wide: usize,
        favours: &Favours,
    ) -> Self {
        mutant.steps.clear();
        used.clear();
        patch.clear();
        let mut rng = Rng::new(start ^ LOGICS, number / OF_ONE_LOGIC);
        let larger = ground.widening.step(&ground.script);
        let larger = larger.filter(|(_, step)| {
            rng.chance(wide, 4) && favours.get(&*step.rule).is_none_or(|&favour| favour > 0)
        });
        let is_wide = larger.is_some();
        if let Some((node, step)) = larger {
            // There is nothing yet that it could meet.
            let _ = edit(patch, &ground.script, 0, node, &step);
            mutant.steps.push(step);
        }
        Self {
            ground,
            patch,
            mutant,
            used,
            is_wide,
        }
    }

    /// Takes a step, unless something was put there already or it does not fit.
    pub fn take(&mut self, drawn: Drawn, command: usize) -> bool {
        let script = &self.ground.script;
        let Drawn {
            node,
            step,
            fit,
            from,
        } = drawn;
        let fits = match fit {
            Fit::Within => true,
            Fit::Beyond => self.is_wide,
            Fit::Never => false,
        };
        if !fits || edit(self.patch, script, command, node, &step).is_err() {
            return false;
        }
        self.mutant.steps.push(step);
        self.used
            .extend(from.filter(|from| !self.used.contains(from)));
        true
    }

    /// Writes the mutant. If nothing was found that could be put anywhere it is the seed.
    pub fn finish(self) {
        if self.mutant.steps.len() == usize::from(self.is_wide) {
            self.mutant.steps.clear();
            self.patch.clear();
        }
        self.mutant.text.clear();
        let tree = &self.ground.script.tree;
        self.patch.print(tree, &mut self.mutant.text);
    }
}

/// Makes the mutants of one seed.
#[derive(Debug)]
pub struct Swapper {
    ground: Ground,
    operators: Operators,
    snippets: Snippets,
    /// The places where something else could be applied, and those where another term could stand.
    applied: Vec<u32>,
    terms: Vec<u32>,
    settings: SwapSettings,
    patch: Patch,
}

/// How often a place and what to do there is drawn until something can be done.
const ATTEMPTS: usize = 16;

impl Swapper {
    /// Prepares a seed, which must be flat: see [`crate::flatten`].
    pub fn new(seed: &[u8], settings: SwapSettings) -> Result<Self, ParseError> {
        let ground = Ground::new(seed)?;
        let script = &ground.script;
        let places = || ground.survey.places.iter().zip(0..);
        let is_quantifier = |place: &Place| {
            script.terms.kind(place.term) == TermKind::Binder
                && matches!(script.terms.head(place.term), Sym::FORALL | Sym::EXISTS)
        };
        let applied = places()
            .filter(|(place, _)| is_quantifier(place) || Operators::is_open(script, place))
            .map(|(_, number)| number)
            .collect();
        let terms = places()
            .filter(|(place, _)| !place.holds_names && !place.is_coerced)
            .map(|(_, number)| number)
            .collect();
        Ok(Self {
            operators: Operators::of(script),
            snippets: Snippets::new(script, &ground.widening.logic),
            applied,
            terms,
            settings,
            patch: Patch::new(),
            ground,
        })
    }

    /// Has what was learnt decide what is done.
    pub fn prefer(&mut self, favours: &Arc<Favours>) {
        self.settings.favours = favours.clone();
    }

    /// Whether there is nothing to swap in the seed.
    pub fn is_barren(&self) -> bool {
        self.terms.is_empty()
    }

    /// Makes the mutant of that number, with terms of others; whichever were made before, it is the same.
    /// It can have no steps, if nothing was found that could be done: then it is the seed. `used` is
    /// which of the others were taken from.
    pub fn make(
        &mut self,
        number: u64,
        others: &[&Grafts],
        mutant: &mut Mutant,
        used: &mut Vec<usize>,
    ) {
        let which = (self.ground.start(self.settings.seed), number);
        let mut rng = Rng::new(which.0, number);
        let mut fresh = self.ground.fresh.clone();
        let made = (&mut self.patch, mutant, used);
        let mut draft = Draft::new(&self.ground, made, which, 2, &self.settings.favours);
        let mut attempt = Attempt {
            ground: &self.ground,
            operators: &mut self.operators,
            snippets: &self.snippets,
            applied: &self.applied,
            terms: &self.terms,
            favours: &self.settings.favours,
            others,
            rng: &mut rng,
            fresh: &mut fresh,
        };
        let swaps = 1 + attempt.rng.below(self.settings.most.max(1));
        for _ in 0..swaps {
            let made = (0..ATTEMPTS).any(|_| {
                let drawn = attempt.draw();
                drawn.is_some_and(|(drawn, command)| draft.take(drawn, command))
            });
            if !made {
                break;
            }
        }
        draft.finish();
    }
}

/// Draws swaps.
struct Attempt<'a, 'r> {
    ground: &'a Ground,
    operators: &'r mut Operators,
    snippets: &'a Snippets,
    applied: &'a [u32],
    terms: &'a [u32],
    favours: &'a Favours,
    others: &'a [&'a Grafts],
    rng: &'r mut Rng,
    fresh: &'r mut Fresh,
}

impl Attempt<'_, '_> {
    /// A swap, and the command that it is in.
    fn draw(&mut self) -> Option<(Drawn, usize)> {
        let by_operator = !self.applied.is_empty() && self.rng.chance(1, 2);
        let from = if by_operator {
            self.applied
        } else {
            self.terms
        };
        let &number = self.rng.pick(from)?;
        let place = &self.ground.survey.places[number as usize];
        let drawn = match by_operator {
            true => self.operator(place)?,
            false => self.term(place)?,
        };
        self.is_favoured(&drawn.step.rule)
            .then_some((drawn, place.command))
    }

    fn is_favoured(&mut self, label: &str) -> bool {
        if self.favours.is_empty() {
            return true;
        }
        let favour = self.favours.get(label);
        favour.is_none_or(|&favour| self.rng.below(255) < usize::from(favour))
    }

    /// Something else that is applied.
    fn operator(&mut self, place: &Place) -> Option<Drawn> {
        let Ground { script, survey, .. } = self.ground;
        let (tree, terms) = (&script.tree, &script.terms);
        let head = match tree.is_list(place.node) && terms.kind(place.term) != TermKind::Symbol {
            true => tree.children(place.node).next()?,
            false => place.node,
        };
        if terms.kind(place.term) == TermKind::Binder {
            let (label, put) = match terms.head(place.term) {
                Sym::FORALL => ("op:exists", b"exists"),
                _ => ("op:forall", b"forall"),
            };
            return Some(Drawn {
                node: head,
                step: self.ground.step(label, head, put.to_vec(), Vec::new()),
                fit: Fit::Within,
                from: None,
            });
        }
        let choices = self.operators.choices(script, survey, place.term);
        let choice = self.rng.pick(&choices)?;
        let is_hidden = choice.operator.is_none() && survey.scopes.hides(place.scope);
        if choice.head == tree.source(head) || choice.since > place.node.index() as u32 || is_hidden
        {
            return None;
        }
        let arguments = terms.arguments(place.term);
        let (label, fit) = match choice.operator {
            None => ("op:function".into(), Fit::Within),
            Some(operator) => {
                let name = tree.symbols.name(operator.name());
                let constants: Vec<bool> = arguments
                    .iter()
                    .map(|&argument| is_constant(script, argument))
                    .collect();
                let fit = self.ground.widening.fit_operator(&name, &constants);
                (format!("op:{name}"), fit)
            }
        };
        Some(Drawn {
            node: head,
            step: self
                .ground
                .step(label, head, choice.head.clone(), Vec::new()),
            fit,
            from: None,
        })
    }

    /// Another term of the sort.
    fn term(&mut self, place: &Place) -> Option<Drawn> {
        let from_others = !self.others.is_empty() && self.rng.chance(2, 5);
        if from_others {
            let from = self.rng.below(self.others.len());
            let others = self.others[from];
            return other(self.ground, place, others, from, self.rng, self.fresh);
        }
        match self.rng.chance(2, 3) {
            true => own(self.ground, place, self.rng),
            false => self.grown(place),
        }
    }

    /// A random term of the script's own material.
    fn grown(&mut self, place: &Place) -> Option<Drawn> {
        let Ground { script, survey, .. } = self.ground;
        self.fresh.next_place();
        let at = snippet::Place {
            scopes: &survey.scopes,
            scope: place.scope,
            node: place.node,
        };
        let sort = script.terms.sort(place.term);
        let depth = self.rng.below(3) as u32;
        let mut put = Vec::new();
        let (snippets, rng, fresh) = (self.snippets, &mut *self.rng, &mut *self.fresh);
        if !snippets.term(script, &at, sort, depth, rng, fresh, &mut put) {
            return None;
        }
        let mut declare = Vec::new();
        self.fresh.write_declarations(&mut declare);
        let fit = self.ground.fit_term(place, false);
        Some(Drawn {
            node: place.node,
            step: self.ground.step("term:grown", place.node, put, declare),
            fit,
            from: None,
        })
    }
}

/// Another term of the same script in the place of one.
pub(crate) fn own(ground: &Ground, place: &Place, rng: &mut Rng) -> Option<Drawn> {
    let Ground { script, survey, .. } = ground;
    let sort = script.terms.sort(place.term);
    let &number = rng.pick(survey.by_sort.get(&sort)?)?;
    let source = &survey.places[number as usize];
    if source.term == place.term || !survey.can_stand(source, place) {
        return None;
    }
    let put = script.tree.source(source.node).to_vec();
    let label = if place.is_atom {
        "atom:own"
    } else {
        "term:own"
    };
    Some(Drawn {
        node: place.node,
        step: ground.step(label, place.node, put, Vec::new()),
        fit: ground.fit_term(place, is_constant(script, source.term)),
        from: None,
    })
}

/// A term of another script in the place of one.
pub(crate) fn other(
    ground: &Ground,
    place: &Place,
    others: &Grafts,
    from: usize,
    rng: &mut Rng,
    fresh: &mut Fresh,
) -> Option<Drawn> {
    let sort = &ground.sorts[ground.script.terms.sort(place.term).index()];
    let graft = others.term(sort, rng)?;
    let fit = match ground.widening.fit(&graft.needs) {
        Fit::Within => ground.fit_term(place, graft.is_constant),
        fit => fit,
    };
    if fit == Fit::Never {
        return None;
    }
    fresh.next_place();
    let (mut put, mut declare) = (Vec::new(), Vec::new());
    if !graft.write(&ground.site(place), rng, fresh, &mut declare, &mut put) {
        return None;
    }
    fresh.write_declarations(&mut declare);
    let label = if place.is_atom {
        "atom:other"
    } else {
        "term:other"
    };
    Some(Drawn {
        node: place.node,
        step: ground.step(label, place.node, put, declare),
        fit,
        from: Some(from),
    })
}

#[cfg(test)]
mod tests;
