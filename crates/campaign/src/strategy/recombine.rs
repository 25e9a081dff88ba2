//! Recombination, as in Sun et al., "Validating SMT Solvers via Skeleton Enumeration Empowered by Historical
//! Bug-Triggering Inputs" (ICSE 2023): the skeleton of one formula with atoms of others.

use super::grafting::{OTHERS, Sources};
use super::{
    Known, Maker, MakerEntry, MakerOptions, MakerStrategy, Material, Needs, StrategyEntry,
};
use crate::case::TestCase;
use mutate::mutator::Favours;
use mutate::recombine::{RecombineSettings, Recombiner};
use std::sync::Arc;

pub(super) const ENTRY: StrategyEntry = StrategyEntry {
    name: "recombine",
    about: "put atoms of other files into the Boolean skeletons of seeds, and judge models",
    material: Material::Flat,
    maker: Some(&MAKER),
    build: |from| Ok(MakerStrategy::build("recombine", &MAKER, from)),
};

static MAKER: MakerEntry = MakerEntry {
    needs: Needs::Nothing,
    others: OTHERS,
    prepare,
};

fn prepare(options: &MakerOptions, known: &Known, others: &[Known]) -> Option<Box<dyn Maker>> {
    let sources = Sources::new(options, known, others)?;
    let settings = RecombineSettings {
        seed: options.random,
        favours: Arc::default(),
    };
    let recombiner = Recombiner::new(&known.seed.text, settings).ok()?;
    (!recombiner.is_barren()).then(|| {
        Box::new(RecombineMaker {
            sources,
            recombiner,
        }) as Box<dyn Maker>
    })
}

struct RecombineMaker {
    sources: Sources,
    recombiner: Recombiner,
}

impl Maker for RecombineMaker {
    fn make(&mut self, number: u64) -> Option<TestCase> {
        let recombiner = &mut self.recombiner;
        self.sources.make(number, |others, mutant, used| {
            recombiner.make(number, others, mutant, used);
        })
    }

    fn prefer(&mut self, favours: &Arc<Favours>) {
        self.recombiner.prefer(favours);
    }
}
