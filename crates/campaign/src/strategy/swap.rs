//! Type-aware swaps, as in Winterer et al., "On the Unusual Effectiveness of Type-Aware Operator Mutations
//! for Testing SMT Solvers" (OOPSLA 2020) and Park et al., "Generative Type-Aware Mutation for Testing SMT
//! Solvers" (OOPSLA 2021). Nobody knows the answers of the mutants: models and other solvers tell.

use super::grafting::{OTHERS, Sources};
use super::{
    Known, Maker, MakerEntry, MakerOptions, MakerStrategy, Material, Needs, StrategyEntry,
};
use crate::case::TestCase;
use mutate::mutator::Favours;
use mutate::swap::{SwapSettings, Swapper};
use std::sync::Arc;

pub(super) const ENTRY: StrategyEntry = StrategyEntry {
    name: "swap",
    about: "swap operators and terms of seeds for others of the same sorts, and judge models",
    material: Material::Flat,
    maker: Some(&MAKER),
    build: |from| Ok(MakerStrategy::build("swap", &MAKER, from)),
};

static MAKER: MakerEntry = MakerEntry {
    needs: Needs::Nothing,
    others: OTHERS,
    prepare,
};

fn prepare(options: &MakerOptions, known: &Known, others: &[Known]) -> Option<Box<dyn Maker>> {
    let sources = Sources::new(options, known, others)?;
    let settings = SwapSettings {
        most: options.most_steps,
        seed: options.random,
        favours: Arc::default(),
    };
    let swapper = Swapper::new(&known.seed.text, settings).ok()?;
    (!swapper.is_barren()).then(|| Box::new(SwapMaker { sources, swapper }) as Box<dyn Maker>)
}

struct SwapMaker {
    sources: Sources,
    swapper: Swapper,
}

impl Maker for SwapMaker {
    fn make(&mut self, number: u64) -> Option<TestCase> {
        let swapper = &mut self.swapper;
        self.sources.make(number, |others, mutant, used| {
            swapper.make(number, others, mutant, used);
        })
    }

    fn prefer(&mut self, favours: &Arc<Favours>) {
        self.swapper.prefer(favours);
    }
}
