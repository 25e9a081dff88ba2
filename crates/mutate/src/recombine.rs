//! Recombination: the Boolean skeleton of a formula with atoms of others.
//!
//! What connectives and quantifiers make of its atoms stays; what the atoms say is taken from formulas that
//! have nothing to do with it, such as those that have shown bugs before. Variables are matched by their
//! sorts, the rest is declared. Nobody knows the answer.

use crate::graft::Grafts;
use crate::mutator::{Favours, Mutant};
use crate::rng::Rng;
use crate::swap::{Draft, Ground, other, own};
use smt::{ParseError, Patch};
use std::sync::Arc;

/// How formulas are recombined.
#[derive(Debug, Clone, Default)]
pub struct RecombineSettings {
    /// Where random numbers start.
    pub seed: u64,
    /// Which sources of atoms are preferred, by their labels; 0 is never.
    pub favours: Arc<Favours>,
}

/// The most atoms that are replaced.
const MOST: usize = 16;
/// How often an atom is drawn for one place.
const ATTEMPTS: usize = 6;

/// Makes the mutants of one skeleton.
#[derive(Debug)]
pub struct Recombiner {
    ground: Ground,
    /// The places of its atoms.
    atoms: Vec<u32>,
    settings: RecombineSettings,
    patch: Patch,
}

impl Recombiner {
    /// Prepares a seed, which must be flat: see [`crate::flatten`].
    pub fn new(seed: &[u8], settings: RecombineSettings) -> Result<Self, ParseError> {
        let ground = Ground::new(seed)?;
        let places = ground.survey.places.iter().zip(0..);
        let atoms = places
            .filter(|(place, _)| place.is_atom && !place.holds_names)
            .map(|(_, number)| number)
            .collect();
        Ok(Self {
            ground,
            atoms,
            settings,
            patch: Patch::new(),
        })
    }

    /// Has what was learnt decide what is done.
    pub fn prefer(&mut self, favours: &Arc<Favours>) {
        self.settings.favours = favours.clone();
    }

    /// Whether it has no atoms.
    pub fn is_barren(&self) -> bool {
        self.atoms.is_empty()
    }

    /// Makes the mutant of that number, with atoms of others; whichever were made before, it is the same.
    /// It can have no steps: then it is the seed. `used` is which of the others were taken from.
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
        let ground = &self.ground;
        let made = (&mut self.patch, mutant, used);
        // What others say is seldom in the same logic.
        let favours = &self.settings.favours;
        let mut draft = Draft::new(ground, made, which, 3, favours);
        // Half of the atoms at least, or else most of the formula would stay what it was.
        let count = self.atoms.len().min(MOST);
        let wanted = count.div_ceil(2) + rng.below(count / 2 + 1);
        // Those in a row have more to do with each other than any.
        let start = rng.below(self.atoms.len());
        let in_turn = self.atoms.iter().cycle().skip(start).take(self.atoms.len());
        let mut left = wanted;
        for &number in in_turn {
            if left == 0 {
                break;
            }
            let place = &ground.survey.places[number as usize];
            let made = (0..ATTEMPTS).any(|_| {
                let drawn = match !others.is_empty() && rng.chance(7, 8) {
                    true => {
                        let from = rng.below(others.len());
                        other(ground, place, others[from], from, &mut rng, &mut fresh)
                    }
                    false => own(ground, place, &mut rng),
                };
                drawn.is_some_and(|drawn| {
                    let favour = favours.get(&*drawn.step.rule);
                    favour.is_none_or(|&favour| rng.below(255) < usize::from(favour))
                        && draft.take(drawn, place.command)
                })
            });
            left -= usize::from(made);
        }
        draft.finish();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use smt::Script;

    const SEED: &[u8] = b"(set-logic QF_LIA)(declare-const x Int)(declare-const p Bool)\n\
        (assert (and (or (< x 1) p) (not (= x 2)) (=> p (ite p (> x 0) (< x 9)))))(check-sat)\n";
    const OTHER: &[u8] =
        b"(set-logic QF_UFBV)(declare-sort U 0)(declare-const u U)(declare-fun f (U) U)\n\
        (declare-const a (_ BitVec 8))(assert (= (f u) u))(assert (bvult a #x0f))(check-sat)\n";

    fn mutants(count: u64) -> Vec<Mutant> {
        let other = Grafts::of(OTHER).unwrap();
        let mut recombiner = Recombiner::new(SEED, RecombineSettings::default()).unwrap();
        let make = |number| {
            let (mut mutant, mut used) = (Mutant::default(), Vec::new());
            recombiner.make(number, &[&other], &mut mutant, &mut used);
            mutant
        };
        (0..count).map(make).collect()
    }

    #[test]
    fn atoms_are_those_of_others_and_the_skeleton_stays() {
        let all = mutants(50);
        let mut seen = String::new();
        for mutant in &all {
            let script = Script::parse(&mutant.text[..]).unwrap();
            assert!(script.unsorted_places().next().is_none());
            assert!(script.unknown_symbols.is_empty());
            let text = String::from_utf8(mutant.text.clone()).unwrap();
            assert!(text.contains("(assert (and (or ") && text.contains("(=> "));
            seen.push_str(&text);
        }
        // Functions, sorts and constants are declared, and the logic has them.
        for part in [
            "(declare-sort nh",
            "(declare-fun nh",
            "(bvult nh",
            "(set-logic ALL)",
        ] {
            assert!(seen.contains(part), "{part}");
        }
    }

    #[test]
    fn each_atom_is_a_step_by_itself() {
        // Where the logic stays, little of the other formula fits.
        let mut all = mutants(100);
        all.retain(|mutant| mutant.steps.len() > 1);
        assert!(all.len() > 50, "{}", all.len());
        for mutant in all {
            for step in &mutant.steps {
                let rounds = crate::step::replay(SEED, std::slice::from_ref(step)).unwrap();
                let alone = Script::parse(&rounds[0].to[..]).unwrap();
                assert!(alone.unsorted_places().next().is_none());
            }
            let rounds = crate::step::replay(SEED, &mutant.steps).unwrap();
            assert_eq!(rounds[0].to, mutant.text);
        }
    }
}
