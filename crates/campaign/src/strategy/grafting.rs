//! What strategies have in common that put parts of other scripts into seeds, whatever their answers.

use super::maker::draw_but;
use super::{Known, MakerOptions};
use crate::case::{Derivation, Due, Open, Seed, Setting, TestCase};
use crate::fingerprint::fingerprint;
use crate::history::checks;
use mutate::Rng;
use mutate::graft::Grafts;
use mutate::mutator::Mutant;
use std::sync::Arc;

/// How many other seeds there are beside one.
pub(super) const OTHERS: usize = 4;
/// How many files of `--atoms` are used at once, and for how many test cases.
const FILES: usize = 3;
const CASES: u64 = 16;
/// Keeps the choice of files apart from all else that is drawn.
const SALT: u64 = 0x6_7a47_5f11_e500;

/// Other scripts, as parts that can be put into a seed.
pub(super) struct Sources {
    seed: Arc<Seed>,
    random: u64,
    others: Vec<(String, Grafts)>,
    /// Files whose parts may be used, and which of them are at hand, for which test cases.
    files: Vec<Arc<Seed>>,
    at_hand: Option<(u64, Vec<(String, Grafts)>)>,
    mutant: Mutant,
    used: Vec<usize>,
}

fn grafts(seed: &Arc<Seed>) -> Option<(String, Grafts)> {
    let grafts = Grafts::of(&seed.text).ok()?;
    (!grafts.is_empty()).then(|| (seed.name.clone(), grafts))
}

impl Sources {
    /// Those of a seed. Nothing if it asks more than once: of several checks it could not be told which one
    /// a model is of.
    pub fn new(options: &MakerOptions, known: &Known, others: &[Known]) -> Option<Self> {
        (checks(&known.seed.text) == 1).then(|| Self {
            seed: known.seed.clone(),
            random: options.random,
            others: others.iter().filter_map(|o| grafts(&o.seed)).collect(),
            files: options.atoms.clone(),
            at_hand: None,
            mutant: Mutant::default(),
            used: Vec::new(),
        })
    }

    /// The test case of a number, as something makes it of the seed and parts of others.
    pub fn make(
        &mut self,
        number: u64,
        make: impl FnOnce(&[&Grafts], &mut Mutant, &mut Vec<usize>),
    ) -> Option<TestCase> {
        self.fetch(number / CASES);
        let files = self.at_hand.iter().flat_map(|(_, files)| files);
        let all: Vec<&(String, Grafts)> = files.chain(&self.others).collect();
        let parts: Vec<&Grafts> = all.iter().map(|(_, grafts)| grafts).collect();
        make(&parts, &mut self.mutant, &mut self.used);
        // Without a step it is the seed.
        let Mutant { text, steps } = &mut self.mutant;
        if steps.is_empty() {
            return None;
        }
        Some(TestCase {
            script: text.clone(),
            due: Due::Compare,
            number,
            derivation: Derivation::Open(Open {
                seed: self.seed.clone(),
                others: self.used.iter().map(|&used| all[used].0.clone()).collect(),
                steps: std::mem::take(steps),
            }),
            setting: Setting::default(),
        })
    }

    /// Has a few of the files at hand.
    fn fetch(&mut self, group: u64) {
        let is_there = self.at_hand.as_ref().is_some_and(|(of, _)| *of == group);
        if self.files.is_empty() || is_there {
            return;
        }
        let stream = fingerprint(&self.seed.text) ^ group;
        let mut rng = Rng::new(self.random ^ SALT, stream);
        let first = rng.below(self.files.len());
        let count = FILES.min(self.files.len()) - 1;
        let drawn = draw_but(first, self.files.len(), count, &mut rng);
        let drawn = std::iter::once(first).chain(drawn);
        let files = drawn.filter_map(|file| grafts(&self.files[file])).collect();
        self.at_hand = Some((group, files));
    }
}
