//! Formulas of seeds put together anew under a model that makes them true, as STORM does (Mansur et al.,
//! ESEC/FSE 2020); and cores of seeds that are unsat with more beside them.

use super::{
    Known, Maker, MakerEntry, MakerOptions, MakerStrategy, Material, Needs, StrategyEntry,
};
use crate::case::{Because, Derivation, Due, Fragmented, Seed, Setting, TestCase};
use mutate::fragment::{
    Assigned, FragmentMutant, FragmentSettings, FragmentWorkbench, Fragments, Grounds,
};
use smt::Status;
use std::sync::Arc;

pub(super) const ENTRY: StrategyEntry = StrategyEntry {
    name: "fragment",
    about: "put formulas of seeds together anew, true under a model; and add to cores",
    material: Material::Flat,
    maker: Some(&MAKER),
    build: |from| Ok(MakerStrategy::build(ENTRY.name, &MAKER, from)),
};

const MAKER: MakerEntry = MakerEntry {
    needs: Needs::Grounds,
    others: 2,
    prepare: |options, known, others| {
        let makers = [
            of_model(options, known, others),
            of_core(options, known, others),
        ];
        let makers: Vec<Fragmenter> = makers.into_iter().flatten().collect();
        (!makers.is_empty()).then(|| Box::new(Fragmenters { makers }) as Box<dyn Maker>)
    },
};

fn settings(options: &MakerOptions) -> FragmentSettings {
    FragmentSettings {
        seed: options.random,
        most_assertions: options.most_steps,
    }
}

/// What is true under the model of a seed, or under that of most of a core.
fn of_model(options: &MakerOptions, known: &Known, others: &[Known]) -> Option<Fragmenter> {
    fn assigned<'k>(known: &'k Known, model: &'k str) -> Assigned<'k> {
        Assigned {
            text: &known.seed.text,
            model,
        }
    }
    let of_core = || known.core.as_ref()?.model.as_ref();
    let model = known.model.as_ref().or_else(of_core)?;
    let with: Vec<(&Known, Assigned<'_>)> = others
        .iter()
        .filter_map(|other| Some((other, assigned(other, other.model.as_ref()?))))
        .collect();
    let models: Vec<Assigned<'_>> = with.iter().map(|(_, assigned)| *assigned).collect();
    let fragments = Fragments::satisfied(assigned(known, model), &models, settings(options))?;
    let Grounds::Witness(witness) = fragments.grounds() else {
        return None;
    };
    let because = Because::Witness(witness.as_str().into());
    let with = with.into_iter().map(|(known, _)| known);
    Some(Fragmenter::new(known, with, fragments, because))
}

/// What has all of a core: that of a seed, or all of the seed if no less is known of it.
fn of_core(options: &MakerOptions, known: &Known, others: &[Known]) -> Option<Fragmenter> {
    if known.answer != Some(Status::Unsat) {
        return None;
    }
    let core = known.core.as_ref().map_or(&known.seed, |core| &core.seed);
    let texts: Vec<&[u8]> = others.iter().map(|other| &other.seed.text[..]).collect();
    let whole = &known.seed.text;
    let fragments = Fragments::around_core(&core.text, whole, &texts, settings(options))?;
    let because = Because::Core(core.clone());
    Some(Fragmenter::new(known, others.iter(), fragments, because))
}

/// Makers that take turns.
struct Fragmenters {
    makers: Vec<Fragmenter>,
}

impl Maker for Fragmenters {
    fn make(&mut self, number: u64) -> Option<TestCase> {
        let turn = number % self.makers.len().max(1) as u64;
        self.makers.get_mut(turn as usize)?.make(number)
    }
}

/// Puts formulas together.
struct Fragmenter {
    seeds: Vec<Arc<Seed>>,
    fragments: Fragments,
    because: Because,
    workbench: FragmentWorkbench,
    mutant: FragmentMutant,
}

impl Fragmenter {
    fn new<'k>(
        known: &Known,
        others: impl Iterator<Item = &'k Known>,
        fragments: Fragments,
        because: Because,
    ) -> Self {
        let others: Vec<&Known> = others.collect();
        let used = fragments.others().iter();
        let used = used.filter_map(|&place| others.get(place));
        let used = used.map(|other| other.seed.clone());
        Self {
            seeds: std::iter::once(known.seed.clone()).chain(used).collect(),
            fragments,
            because,
            workbench: FragmentWorkbench::default(),
            mutant: FragmentMutant::default(),
        }
    }

    fn make(&mut self, number: u64) -> Option<TestCase> {
        self.fragments
            .make(number, &mut self.workbench, &mut self.mutant);
        let due = match self.because {
            Because::Witness(_) => Status::Sat,
            Because::Core(_) => Status::Unsat,
        };
        Some(TestCase {
            script: self.mutant.text.clone(),
            due: Due::Known(due),
            number,
            derivation: Derivation::Fragment(Fragmented {
                seeds: self.seeds.clone(),
                frame: self.fragments.frame().to_vec(),
                lines: std::mem::take(&mut self.mutant.lines),
                because: self.because.clone(),
            }),
            setting: Setting::default(),
        })
    }
}
