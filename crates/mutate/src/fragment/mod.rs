//! New formulas from parts of old ones: random Boolean combinations of the formulas that occur in seeds,
//! as in Mansur et al., "Detecting Critical Bugs in SMT Solvers Using Blackbox Mutational Fuzzing"
//! (ESEC/FSE 2020).
//!
//! Under a model of a seed, most of its formulas have a value, whatever place they stand at. A combination
//! of them has one, too, and is negated if that is false: what is asserted is true in the model, so the
//! mutant is sat, and the model is its witness. Several seeds go together once their names differ. Of a
//! seed that is unsat, all assertions of a core are kept, and whatever is added keeps it unsat.
//!
//! A formula is used only if it has a value without anything that the standard or the model leaves open.
//! What is evaluated is the text that is written, in the script that mutants begin with.

mod compose;
mod core;
mod frame;
mod harvest;
mod layout;
mod prepare;
mod witness;

pub use self::core::{assertions, core, named, without};

use crate::rng::Rng;
use compose::Composer;
use layout::Slot;
use serde::{Deserialize, Serialize};

/// The deepest combination.
const DEEPEST: usize = 4;
/// The most assertions that are kept as they are.
const MOST_KEPT: usize = 24;

/// How mutants are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FragmentSettings {
    /// Where random numbers start.
    pub seed: u64,
    /// How many combinations are asserted at most.
    pub most_assertions: usize,
}

/// A seed, and an assignment of what it declares. It need not satisfy the seed.
#[derive(Debug, Clone, Copy)]
pub struct Assigned<'a> {
    /// The seed.
    pub text: &'a [u8],
    /// The assignment, as a solver prints a model.
    pub model: &'a str,
}

/// A command of a mutant behind its declarations.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// Its text.
    #[serde(with = "crate::step::text")]
    pub text: Vec<u8>,
    /// How many formulas of seeds are combined in it, if it can be left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub combines: Option<usize>,
}

/// A mutant. One is used again and again, to allocate once.
#[derive(Debug, Clone, Default)]
pub struct FragmentMutant {
    /// Its text.
    pub text: Vec<u8>,
    /// Its commands behind its declarations.
    pub lines: Vec<Line>,
}

/// Working memory for making mutants, kept from one to the next.
#[derive(Debug, Default)]
pub struct FragmentWorkbench {
    composer: Composer,
    slots: Vec<Slot>,
}

/// A formula that mutants are made of.
#[derive(Debug)]
struct Formula {
    text: Vec<u8>,
    /// Its value, if that is known.
    truth: bool,
    quantified: bool,
    /// Whether all of it was asserted.
    whole: bool,
}

/// What decides the answer to all mutants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Grounds {
    /// An assignment that satisfies them.
    Witness(String),
    /// Assertions that cannot hold together, and that all of them have.
    Core(Vec<Vec<u8>>),
}

/// Makes mutants of formulas that occur in one seed or in several.
#[derive(Debug)]
pub struct Fragments {
    frame: Vec<u8>,
    grounds: Grounds,
    /// Those of each seed, first the shorter ones without quantifiers.
    formulas: Vec<Vec<Formula>>,
    /// Where those with quantifiers begin.
    quantified: Vec<usize>,
    /// How the first seed asks, if it asks several times.
    layout: Option<Vec<Slot>>,
    /// Which of the other seeds have a part in it, by their places.
    others: Vec<usize>,
    settings: FragmentSettings,
    /// Keeps what is drawn for one seed apart from what is drawn for others.
    salt: u64,
}

impl Fragments {
    /// What comes before the assertions of every mutant.
    pub fn frame(&self) -> &[u8] {
        &self.frame
    }

    /// What decides the answer to all mutants.
    pub fn grounds(&self) -> &Grounds {
        &self.grounds
    }

    /// Which of the other seeds have a part in it, by their places.
    pub fn others(&self) -> &[usize] {
        &self.others
    }

    /// How many formulas there are to be combined.
    pub fn len(&self) -> usize {
        self.formulas.iter().map(Vec::len).sum()
    }

    /// Never true.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Makes the mutant of that number; whichever were made before, it is the same.
    pub fn make(
        &self,
        number: u64,
        workbench: &mut FragmentWorkbench,
        mutant: &mut FragmentMutant,
    ) {
        let mut rng = Rng::new(self.settings.seed ^ self.salt, number);
        mutant.lines.clear();
        let assertions = 1 + rng.below(self.settings.most_assertions.max(1));
        let FragmentWorkbench { composer, slots } = workbench;
        // What is without quantifiers, since few solvers have good answers to others on a stack.
        let can_stack = self.quantified.first().is_some_and(|&plain| plain > 0);
        let is_stack = can_stack && rng.chance(1, 6);
        match &self.layout {
            Some(layout) if can_stack && rng.chance(1, 2) => slots.clone_from(layout),
            _ if is_stack => layout::stack(assertions, &mut rng, slots),
            _ => layout::flat(assertions, slots),
        }
        let is_stack = slots.iter().filter(|slot| **slot == Slot::Check).count() > 1;
        let before = match &self.grounds {
            Grounds::Core(core) => {
                mutant.lines.extend(core.iter().map(|text| fixed(text)));
                // A core that comes later is a core.
                (!is_stack).then_some(core.len())
            }
            Grounds::Witness(_) => {
                if rng.chance(1, 6) {
                    self.keep_some(&mut rng, mutant);
                }
                None
            }
        };
        for slot in slots.iter() {
            let text: &[u8] = match slot {
                Slot::Assertion => {
                    let line = self.combination(is_stack, composer, &mut rng);
                    match before {
                        Some(core) if rng.chance(1, 3) => {
                            let place = rng.below(core);
                            mutant.lines.insert(place, line);
                        }
                        _ => mutant.lines.push(line),
                    }
                    continue;
                }
                Slot::Push => b"(push 1)\n",
                Slot::Pop => b"(pop 1)\n",
                Slot::Check => b"(check-sat)\n",
            };
            mutant.lines.push(fixed(text));
        }
        mutant.text.clear();
        write(&self.frame, mutant.lines.iter(), &mut mutant.text);
    }

    /// Asserts some of what the first seed asserts, as far as it is true.
    fn keep_some(&self, rng: &mut Rng, mutant: &mut FragmentMutant) {
        let of_first = self.formulas.first().into_iter().flatten();
        let kept = of_first.filter(|formula| formula.whole && formula.truth);
        for formula in kept.take(MOST_KEPT) {
            if rng.chance(3, 4) {
                mutant.lines.push(Line {
                    text: [b"(assert ", &formula.text[..], b")\n"].concat(),
                    combines: Some(1),
                });
            }
        }
    }

    /// A combination that is true, or of which nobody knows.
    fn combination(&self, is_stack: bool, composer: &mut Composer, rng: &mut Rng) -> Line {
        let depth = rng.below(DEEPEST + 1);
        composer.draw(depth, rng, |rng| {
            let seed = rng.below(self.formulas.len());
            let plain = self.quantified[seed];
            let count = match is_stack && plain > 0 {
                true => plain,
                false => self.formulas[seed].len(),
            };
            match count {
                // Nothing of that seed has a value; of the first something has.
                0 => rng.below(self.formulas[0].len()),
                _ => seed << 32 | rng.below(count),
            }
        });
        let formula = |leaf: usize| &self.formulas[leaf >> 32][leaf & 0xffff_ffff];
        let negated = match self.grounds {
            Grounds::Witness(_) => !composer.truth(|leaf| formula(leaf).truth),
            Grounds::Core(_) => rng.chance(1, 3),
        };
        let mut text = b"(assert ".to_vec();
        if negated {
            text.extend_from_slice(b"(not ");
        }
        composer.write(|leaf| &formula(leaf).text, &mut text);
        text.extend_from_slice(if negated { b"))\n" } else { b")\n" });
        Line {
            text,
            combines: Some(composer.leaves),
        }
    }
}

fn fixed(text: &[u8]) -> Line {
    Line {
        text: text.to_vec(),
        combines: None,
    }
}

/// Appends the script of some lines behind the declarations of a mutant.
pub fn write<'l>(frame: &[u8], lines: impl Iterator<Item = &'l Line>, out: &mut Vec<u8>) {
    out.extend_from_slice(frame);
    lines.for_each(|line| out.extend_from_slice(&line.text));
}

#[cfg(test)]
mod tests;
