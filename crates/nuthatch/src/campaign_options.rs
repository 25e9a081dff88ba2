//! How a campaign tests: what all commands that run one campaign have in common. A setting that is added
//! here, or to what is flattened here, is one of `fuzz` and of `bench`.

use crate::asking::AskingOptions;
use crate::choice::{Choice, choice};
use crate::making::{Making, StrategyChoice, strategies};
use campaign::ask::sessions;
use campaign::models::Models;
use campaign::oracle::ORACLES;
use campaign::plan::Plan;
use clap::Args;
use solve::Solver;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// How a campaign tests.
#[derive(Debug, Args)]
pub struct CampaignOptions {
    /// How test cases are made; if not said, in every way that fits the seeds
    #[arg(long, value_delimiter = ',', value_name = "LIST", value_parser = choice(strategies()))]
    strategy: Vec<StrategyChoice>,

    #[command(flatten)]
    pub making: Making,

    /// Which sat answers are followed by their model, which is then judged here
    #[arg(long, default_value = "sample", value_parser = choice(MODELS))]
    models: Models,

    #[command(flatten)]
    pub asking: AskingOptions,
}

const MODELS: [Choice<Models>; 3] = [
    ("all", Models::All, "every one"),
    (
        "sample",
        Models::Sample,
        "those of seeds, of one unit of mutants in eight, and of Horn systems after a trace that is new",
    ),
    (
        "off",
        Models::Off,
        "none; what the solver's own check says still counts",
    ),
];

impl CampaignOptions {
    /// A campaign that tests these solvers with the seeds of these paths, by one worker and without end;
    /// `None` if it was stopped before it was ready. How long it takes, how many work on it and what
    /// becomes of its findings is for the command to say.
    pub fn plan(
        &self,
        mut solvers: Vec<Solver>,
        paths: &[PathBuf],
        stop: &'static AtomicBool,
    ) -> anyhow::Result<Option<Plan>> {
        solvers.iter_mut().for_each(Solver::try_options);
        let references = self.asking.references(&solvers)?;
        let Some(rules) = self.making.rules.proved(stop)? else {
            return Ok(None);
        };
        let can_compare = !references.is_empty();
        let strategies = self
            .making
            .strategies(paths, &self.strategy, can_compare, rules)?;
        Ok(Some(Plan {
            strategies,
            oracles: ORACLES.to_vec(),
            solvers,
            references,
            random: self.making.seed,
            mutants: None,
            time: None,
            reduce: false,
            history: None,
            models: self.models,
            mode: self.asking.mode,
            guided: !self.making.unguided,
            timeout: self.asking.timeout,
            seed_timeout: self.asking.seed_timeout(),
            memory: self.asking.memory << 20,
            jobs: NonZeroUsize::MIN,
            stop,
            nonce: u64::from(std::process::id()) << 32,
            open: Box::new(sessions),
        }))
    }
}
