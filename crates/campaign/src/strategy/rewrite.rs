//! Equivalences of terms: what is equal to a term in every interpretation may stand for it anywhere, in
//! formulas of both polarities, below quantifiers and inside of arguments, where approximation may not go.
//!
//! It is approximation in one way more ([`Way::Equate`]): a mutant has up to `--max-literals` terms
//! replaced, and each of the `--rounds` goes on from what the one before made, so what was put can be
//! replaced in turn.

use super::{ApproximationOptions, ApproximationStrategy, Material, StrategyEntry};
use mutate::mutator::{MutatorSettings, Way};
use mutate::step::Form;

const NAME: &str = "rewrite";

pub(super) const ENTRY: StrategyEntry = StrategyEntry {
    name: NAME,
    about: "replace terms of seeds by what is equal to them, anywhere",
    material: Material::Flat,
    maker: None,
    build: |from| {
        let ApproximationOptions {
            settings,
            mutants_per_seed,
        } = from.approximation.clone();
        let options = ApproximationOptions {
            settings: MutatorSettings {
                ways: vec![Way::Equate],
                // Terms are everywhere in any form.
                forms: vec![Form::Polarity],
                ..settings
            },
            mutants_per_seed,
        };
        Ok(ApproximationStrategy::build(NAME, from, options))
    },
};
