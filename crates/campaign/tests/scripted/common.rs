//! Campaigns with solvers that are functions.

use campaign::ask::scripted::{Reply, Scripted, solver};
use campaign::audience::Consumer;
use campaign::engine::Campaign;
use campaign::models::Models;
use campaign::oracle::ORACLES;
use campaign::plan::Plan;
use campaign::seed_cache::SeedCache;
use campaign::store::Memory;
use campaign::strategy::Strategy;
use campaign::totals::Totals;
use solve::Mode;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

static NEVER: AtomicBool = AtomicBool::new(false);

/// A campaign against `tested` in which nobody else is asked.
pub fn plan(
    strategies: Vec<Box<dyn Strategy>>,
    says: impl Fn(&str, &str) -> Reply + Send + Sync + 'static,
) -> Plan {
    Plan {
        strategies,
        oracles: ORACLES.to_vec(),
        solvers: vec![solver("tested")],
        references: Vec::new(),
        random: 0,
        mutants: None,
        time: None,
        reduce: false,
        history: None,
        models: Models::Sample,
        mode: Some(Mode::Reset),
        guided: false,
        timeout: Duration::from_secs(5),
        seed_timeout: Duration::from_secs(5),
        memory: 1 << 30,
        jobs: NonZeroUsize::MIN,
        stop: &NEVER,
        nonce: 1,
        open: Box::new(Scripted::open(says)),
    }
}

/// Runs a campaign to its end.
pub fn run(plan: &Plan, consumers: Vec<Box<dyn Consumer>>) -> Totals {
    let store = Box::new(Memory::default());
    let campaign = Campaign::new(plan, store, Vec::new(), SeedCache::default()).unwrap();
    campaign.run(consumers).unwrap()
}
