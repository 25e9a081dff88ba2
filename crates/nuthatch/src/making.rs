//! What test cases are made of: the options of all commands that make them.

use crate::choice::{Choice, choice};
use crate::files::sources;
use crate::rules_of_user::RulesOfUser;
use anyhow::bail;
use campaign::case::{Seed, put_in_order};
use campaign::schedule::Order;
use campaign::strategy::{
    ApproximationOptions, GenerationOptions, HornOptions, Ingredients, MakerOptions, Material,
    STRATEGIES, Strategy,
};
use clap::Args;
use mutate::generate::Theory;
use mutate::horn::{MUTATIONS, Mutation};
use mutate::mutator::{MutatorSettings, Way};
use mutate::rule::{Direction, RuleSet};
use mutate::step::Form;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

const HORN: &str = "Horn clauses";

/// What test cases are made of.
#[derive(Debug, Args)]
pub struct Making {
    /// How many mutants of each seed
    #[arg(long, default_value_t = 300)]
    mutants_per_seed: u64,

    /// How many literals are approximated, or terms replaced, at most; none inside of another
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    max_literals: u16,

    /// How often to mutate, each time the mutants of the time before: what was put is replaced in turn
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    rounds: u32,

    /// The form that seeds are brought into
    #[arg(long, default_value = "mixed", value_parser = choice(SKELETONS))]
    skeleton: &'static [Form],

    /// Files and folders whose parts are put into mutants as well, whatever their answers
    #[arg(long, value_name = "PATH")]
    atoms: Vec<PathBuf>,

    #[command(flatten)]
    pub rules: RulesOfUser,

    /// Mutations of Horn systems that are used; all if none is named
    #[arg(long = "mutation", help_heading = HORN, value_delimiter = ',', value_name = "LIST", value_parser = mutation)]
    mutations: Vec<&'static Mutation>,

    /// Which systems come first: rare-transitions, rare-states, hardest, simplest, or two of them with
    /// + between, where the first makes groups
    #[arg(long, help_heading = HORN, default_value_t, value_name = "ORDER")]
    order: Order,

    /// Choose seeds, strategies, rules and modes in turn and by chance, whatever the solver does
    #[arg(long)]
    pub unguided: bool,

    /// What is generated: any of bv, fp, int, real, string, array, uf, datatype, seq and quantifier;
    /// if not said, all, and mixtures of them
    #[arg(long, value_delimiter = ',', value_name = "LIST", value_parser = theory)]
    theory: Vec<Theory>,

    /// Generate what some solvers refuse, too: operators that are new in SMT-LIB 2.7, divisible,
    /// characters by their codes, and declare-const
    #[arg(long)]
    newest: bool,

    /// Where random numbers start: same number, same mutants
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
}

/// A strategy, by its place in the list, and one of its ways if it is meant alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StrategyChoice {
    strategy: usize,
    way: Option<Way>,
}

/// The names that strategies, and the ways of some, go by.
pub fn strategies() -> impl Iterator<Item = Choice<StrategyChoice>> {
    let all = STRATEGIES.iter().enumerate().map(|(strategy, entry)| {
        let choice = StrategyChoice {
            strategy,
            way: None,
        };
        (entry.name, choice, entry.about)
    });
    let ways = WAYS.map(|(name, way, about)| {
        let choice = StrategyChoice {
            strategy: approximation(),
            way: Some(way),
        };
        (name, choice, about)
    });
    all.chain(ways)
}

/// The place of the strategy that has ways.
fn approximation() -> usize {
    let mut names = STRATEGIES.iter().map(|entry| entry.name);
    names.position(|name| name == "approximation").unwrap_or(0)
}

/// Its two ways, by the names that the paper gives them.
const WAYS: [Choice<Way>; 2] = [
    ("pst", Way::Rewrite, "approximation by rules only"),
    ("lpi", Way::Inject, "approximation by injection only"),
];

/// The forms that seeds are brought into.
pub const SKELETONS: [Choice<&[Form]>; 3] = [
    ("cnf", &[Form::Cnf], "conjunctive normal form"),
    ("polarity", &[Form::Polarity], "the seed's own form"),
    (
        "mixed",
        &[Form::Cnf, Form::Polarity],
        "sometimes the one, sometimes the other",
    ),
];

/// A theory by its name.
pub fn theory(name: &str) -> Result<Theory, String> {
    Theory::named(name).ok_or_else(|| "no such theory".to_owned())
}

fn mutation(name: &str) -> Result<&'static Mutation, String> {
    Mutation::named(name).ok_or_else(|| {
        let names: Vec<&str> = MUTATIONS.iter().map(|mutation| mutation.name).collect();
        format!("there is no such mutation; there are {}", names.join(", "))
    })
}

impl Making {
    /// The strategies that were chosen, or all that fit the seeds of these paths.
    ///
    /// # Errors
    /// If options are for a strategy that was not chosen, or nothing fits.
    pub fn strategies(
        &self,
        paths: &[PathBuf],
        wanted: &[StrategyChoice],
        can_compare: bool,
        rules: &'static RuleSet,
    ) -> anyhow::Result<Vec<Box<dyn Strategy>>> {
        let named: Vec<Way> = wanted.iter().filter_map(|s| s.way).collect();
        let is_whole = |s: &StrategyChoice| s.strategy == approximation() && s.way.is_none();
        let ways = match named.is_empty() || wanted.iter().any(is_whole) {
            true => WAYS.map(|(_, way, _)| way).to_vec(),
            false => named,
        };
        let is_chosen =
            |place: usize| wanted.is_empty() || wanted.iter().any(|s| s.strategy == place);
        let chosen = STRATEGIES.iter().enumerate();
        let chosen = chosen.filter(|(place, _)| is_chosen(*place));
        let chosen: Vec<_> = chosen.map(|(_, entry)| entry).collect();
        let has = |name: &str| chosen.iter().any(|entry| entry.name == name);
        let (approximates, generates) = (has("approximation"), has("generate"));
        if !generates && (!self.theory.is_empty() || self.newest) {
            bail!("--theory and --newest are about what is generated: add --strategy generate");
        }
        if !approximates && !has("rewrite") && !self.rules.is_empty() {
            bail!("--rules are for approximation and rewrite: add --strategy approximation");
        }
        let works_with = |material: Material| chosen.iter().any(|it| it.material == material);
        let horn = works_with(Material::Horn);
        let flat = works_with(Material::Flat) || (!horn && works_with(Material::AnySeeds));
        if !flat && !horn && !paths.is_empty() {
            bail!("formulas from nothing need no seeds: leave out the paths, or the strategy");
        }
        let seeds = match flat || horn {
            true => seeds_of(paths, flat, horn, self.seed)?,
            false => Vec::new(),
        };
        let from = Ingredients {
            seeds: &seeds,
            random: self.seed,
            can_compare,
            approximation: ApproximationOptions {
                settings: MutatorSettings {
                    // The seed's answer decides.
                    direction: Direction::Over,
                    forms: self.skeleton.to_vec(),
                    ways,
                    max_literals: self.max_literals.into(),
                    rounds: self.rounds,
                    seed: self.seed,
                    rules,
                    favours: Arc::default(),
                },
                mutants_per_seed: self.mutants_per_seed,
            },
            generation: GenerationOptions {
                theories: self.theory.clone(),
                newest: self.newest,
                approximated: approximates,
            },
            horn: HornOptions {
                mutations: match self.mutations.is_empty() {
                    true => MUTATIONS.iter().collect(),
                    false => self.mutations.clone(),
                },
                order: self.order,
            },
            making: maker_options(self.seed, self.max_literals, &self.atoms)?,
        };
        let mut strategies = Vec::new();
        for entry in chosen {
            match (entry.build)(&from).map_err(anyhow::Error::msg)? {
                Some(strategy) => strategies.push(strategy),
                None if wanted.is_empty() => {}
                None => bail!(
                    "there is nothing among the seeds for strategy {}",
                    entry.name
                ),
            }
        }
        Ok(strategies)
    }
}

/// The seeds of all files: flat ones, and Horn systems where a file has none or none is wanted.
pub fn seeds_of(
    paths: &[PathBuf],
    flat: bool,
    horn: bool,
    random: u64,
) -> anyhow::Result<Vec<Arc<Seed>>> {
    let sources = sources(paths)?;
    let mut seeds: Vec<Arc<Seed>> = Vec::new();
    let (mut texts, mut names) = (BTreeSet::new(), BTreeSet::new());
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    for source in &sources {
        // Two files may have one name, and findings are told apart by names.
        let mut name = source.short_name();
        let mut number = 1;
        while !names.insert(name.clone()) {
            number += 1;
            name = format!("{}#{number}", source.short_name());
        }
        let text = match source.read() {
            Ok(text) => text,
            Err(error) => {
                *reasons.entry(error.to_string()).or_default() += 1;
                continue;
            }
        };
        let mut of_file = match flat {
            true => Seed::flat(&name, &text),
            false => Err("it is no system of Horn clauses".to_owned()),
        };
        if horn && of_file.is_err() {
            let system = Seed::horn(&name, &text);
            of_file = system
                .map(|system| vec![system])
                .ok_or_else(|| match of_file {
                    Err(reason) => reason,
                    Ok(_) => String::new(),
                });
        }
        match of_file {
            Ok(of_file) => seeds.extend(
                of_file
                    .into_iter()
                    .filter(|seed| texts.insert(seed.text.clone()))
                    .map(Arc::new),
            ),
            Err(reason) => *reasons.entry(reason).or_default() += 1,
        }
    }
    if seeds.is_empty() {
        let shown: Vec<String> = reasons
            .iter()
            .map(|(why, n)| format!("{n}: {why}"))
            .collect();
        bail!(
            "none of {} files can be a seed ({})",
            sources.len(),
            shown.join("; ")
        );
    }
    put_in_order(&mut seeds, random);
    Ok(seeds)
}
/// How makers make mutants: where random numbers start, of how many steps at most, and with whose parts.
pub fn maker_options(
    random: u64,
    most_steps: u16,
    atoms: &[PathBuf],
) -> anyhow::Result<MakerOptions> {
    let atoms = match atoms.is_empty() {
        true => Vec::new(),
        false => seeds_of(atoms, true, false, random)?,
    };
    Ok(MakerOptions {
        random,
        most_steps: most_steps.into(),
        atoms,
    })
}
