//! The part of `nuthatch fuzz` that is about systems of Horn clauses.

use crate::files::{Source, sources};
use anyhow::bail;
use campaign::horn::weights::Order;
use campaign::plan::HornPlan;
use campaign::seeds::{Seed, put_in_order};
use mutate::horn::{MUTATIONS, Mutation, System};
use std::path::{Path, PathBuf};

const HEADING: &str = "Horn clauses";

/// Options for Horn systems.
#[derive(Debug, clap::Args)]
pub struct HornOptions {
    /// Mutations of Horn systems that are used; all if none is named
    #[arg(long = "mutation", help_heading = HEADING, value_delimiter = ',', value_name = "LIST", value_parser = mutation)]
    mutations: Vec<&'static Mutation>,

    /// Which systems come first: rare-transitions, rare-states, hardest, simplest, or two of them with
    /// + between, where the first makes groups
    #[arg(long, help_heading = HEADING, default_value_t, value_name = "ORDER")]
    order: Order,

    /// Choose systems and mutations by chance, whatever the solver does
    #[arg(long, help_heading = HEADING)]
    unguided: bool,
}

fn mutation(name: &str) -> Result<&'static Mutation, String> {
    Mutation::named(name).ok_or_else(|| {
        let names: Vec<&str> = MUTATIONS.iter().map(|mutation| mutation.name).collect();
        format!("there is no such mutation; there are {}", names.join(", "))
    })
}

impl HornOptions {
    /// What the campaign is told; `cache` is the user's folder for what can be found out again.
    pub fn plan(&self, cache: &Path) -> HornPlan {
        HornPlan {
            mutations: match self.mutations.is_empty() {
                true => MUTATIONS.iter().collect(),
                false => self.mutations.clone(),
            },
            order: self.order,
            guided: !self.unguided,
            cache: Some(cache.join("horn-seeds")),
        }
    }
}

/// Whether there are files, and all are Horn systems.
pub fn are_horn(paths: &[PathBuf]) -> anyhow::Result<bool> {
    if paths.is_empty() {
        return Ok(false);
    }
    let sources = sources(paths)?;
    let is_horn = |source: &Source| {
        source
            .read()
            .is_ok_and(|text| seed(source, &text).is_some())
    };
    Ok(!sources.is_empty() && sources.iter().all(is_horn))
}

/// The Horn systems among some files; with no path, those of the built-in corpus.
pub fn seeds(paths: &[PathBuf], random: u64) -> anyhow::Result<Vec<Seed>> {
    let sources = sources(paths)?;
    let read = |source: &Source| seed(source, &source.read().ok()?);
    let mut seeds: Vec<Seed> = sources.iter().filter_map(read).collect();
    if seeds.is_empty() {
        bail!(
            "none of {} files is a system of Horn clauses",
            sources.len()
        );
    }
    put_in_order(&mut seeds, random);
    Ok(seeds)
}

/// A Horn system as a seed. Anything quantifier-free could be read as one; only those are taken that say
/// that they are, or have predicates at all.
fn seed(source: &Source, text: &[u8]) -> Option<Seed> {
    let system = System::read(text).ok()?;
    if system.predicates().is_empty() {
        return None;
    }
    Some(Seed {
        name: source.name(),
        text: system.write_horn().into_bytes(),
        // The solver and others are asked.
        status: None,
    })
}
