//! `nuthatch fuzz`: the campaign.

use crate::asking::{duration, find_solvers, other_solvers, user_file, with_versions};
use crate::choice::{Choice, choice};
use crate::commands::generate::theory;
use crate::commands::mutate::SKELETONS;
use crate::exit::Exit;
use crate::files::sources;
use crate::rules_of_user::RulesOfUser;
use anyhow::{Context, bail};
use campaign::ask::sessions;
use campaign::audience::Consumer;
use campaign::case::{Seed, put_in_order};
use campaign::engine::Campaign;
use campaign::history::{ChoiceError, HistoryCache, Versions, choose};
use campaign::models::Models;
use campaign::oracle::ORACLES;
use campaign::plan::{Archive, Plan};
use campaign::schedule::Order;
use campaign::seed_cache::SeedCache;
use campaign::store::{Folder, Log};
use campaign::strategy::{
    ApproximationOptions, GenerationOptions, HornOptions, Ingredients, STRATEGIES, Strategy,
};
use clap::Args;
use mutate::generate::Theory;
use mutate::horn::{MUTATIONS, Mutation};
use mutate::mutator::{MutatorSettings, Way};
use mutate::rule::{Direction, RuleSet};
use mutate::step::Form;
use report::{Folders, GuidanceFile, JsonLines, Terminal};
use solve::{Depot, Error, Mode, Solver, SolverSpec};
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

const HORN: &str = "Horn clauses";

/// Test solvers with scripts whose answer is known, and report what they get wrong
///
/// Seeds are files, folders, or, with no path, the built-in corpus. A solver is asked for each seed's
/// answer, and then for the answers of mutants that must have the same; and for those of formulas that
/// are made from nothing. What it gets wrong is confirmed in fresh processes, others are asked,
/// duplicates are merged, and each finding is reduced and becomes a folder with a report. A campaign
/// that was stopped or killed goes on with the same command.
///
/// Exit code: 0 if nothing was found, 1 if something was, 2 if it could not run, 130 if it was
/// interrupted.
#[derive(Debug, Args)]
pub struct Fuzz {
    /// Files and folders; with no path the built-in corpus
    paths: Vec<PathBuf>,

    /// The solvers under test: names on PATH, paths, or name@version
    #[arg(long = "solver", value_name = "SOLVER")]
    solvers: Vec<String>,

    /// Solvers that are asked who is right; if none is named, the newest z3 and cvc5 that are
    /// installed and not under test, and if these are fewer than two, the newest there are
    #[arg(long = "reference", value_name = "SOLVER")]
    references: Vec<String>,

    /// Ask nobody else who is right: only what shows by itself is found
    #[arg(long, conflicts_with = "references")]
    no_reference: bool,

    /// When to stop; findings may be reduced for a fifth longer, and dated for another
    #[arg(long, default_value = "10m", value_parser = duration)]
    time: Duration,

    /// How many mutants to test at most
    #[arg(long)]
    mutants: Option<u64>,

    /// How many mutants of each seed
    #[arg(long, default_value_t = 300)]
    mutants_per_seed: u64,

    /// How many literals of a mutant are approximated at most
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    max_literals: u16,

    /// How often to mutate, each time the mutants of the time before
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    rounds: u32,

    /// The form that seeds are brought into
    #[arg(long, default_value = "mixed", value_parser = choice(SKELETONS))]
    skeleton: &'static [Form],

    /// How test cases are made; if not said, in every way that fits the seeds
    #[arg(long, value_delimiter = ',', value_name = "LIST", value_parser = choice(strategies()))]
    strategy: Vec<StrategyChoice>,

    #[command(flatten)]
    rules: RulesOfUser,

    /// Mutations of Horn systems that are used; all if none is named
    #[arg(long = "mutation", help_heading = HORN, value_delimiter = ',', value_name = "LIST", value_parser = mutation)]
    mutations: Vec<&'static Mutation>,

    /// Which systems come first: rare-transitions, rare-states, hardest, simplest, or two of them with
    /// + between, where the first makes groups
    #[arg(long, help_heading = HORN, default_value_t, value_name = "ORDER")]
    order: Order,

    /// Choose systems and mutations by chance, whatever the solver does
    #[arg(long, help_heading = HORN)]
    unguided: bool,

    /// What is generated: any of bv, fp, int, real, string, array, uf, datatype, seq and quantifier;
    /// if not said, all, and mixtures of them
    #[arg(long, value_delimiter = ',', value_name = "LIST", value_parser = theory)]
    theory: Vec<Theory>,

    /// Generate what some solvers refuse, too: operators that are new in SMT-LIB 2.7, divisible,
    /// characters by their codes, and declare-const
    #[arg(long)]
    newest: bool,

    /// Which sat answers are followed by their model, which is then judged here
    #[arg(long, default_value = "sample", value_parser = choice(MODELS))]
    models: Models,

    /// Leave findings as they are found, instead of reducing them beside the workers to the smallest
    /// scripts that still show them
    #[arg(long)]
    no_reduce: bool,

    /// What is done anyway
    #[arg(long, hide = true, conflicts_with = "no_reduce")]
    reduce: bool,

    /// Which releases of the solver are asked at the end whether they have the findings too
    #[arg(long, default_value = "key", value_parser = choice(HISTORIES))]
    history: Dating,

    /// How the solver is asked for mutants: fresh, reset, incremental or tactic
    #[arg(long, default_value = "reset", value_parser = |text: &str| text.parse::<Mode>())]
    mode: Mode,

    /// How many workers
    #[arg(long, short)]
    jobs: Option<NonZeroUsize>,

    /// Where random numbers start: same number, same mutants
    #[arg(long, default_value_t = 0)]
    seed: u64,

    /// Wall-clock time per mutant
    #[arg(long, default_value = "10s", value_parser = duration)]
    timeout: Duration,

    /// Memory per solver process, in megabytes
    #[arg(long, default_value_t = 2048, value_parser = clap::value_parser!(u64).range(16..=1 << 20))]
    memory: u64,

    /// Where the campaign's state and findings are kept
    #[arg(long, value_name = "DIR", default_value = "nuthatch-campaign")]
    out: PathBuf,

    /// Print one JSON object per finding, and a summary as the last line
    #[arg(long)]
    json: bool,

    /// Print findings only
    #[arg(long, short)]
    quiet: bool,
}

/// A strategy, by its place in the list, and one of its ways if it is meant alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct StrategyChoice {
    strategy: usize,
    way: Option<Way>,
}

/// The names that strategies, and the ways of some, go by.
fn strategies() -> impl Iterator<Item = Choice<StrategyChoice>> {
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

/// Which releases are asked, if any are.
type Dating = Option<Versions>;

const HISTORIES: [Choice<Dating>; 3] = [
    (
        "key",
        Some(Versions::Key),
        "those that matter most, fetched if need be",
    ),
    (
        "all",
        Some(Versions::All),
        "all there are, fetched if need be",
    ),
    ("off", None, "none"),
];

fn mutation(name: &str) -> Result<&'static Mutation, String> {
    Mutation::named(name).ok_or_else(|| {
        let names: Vec<&str> = MUTATIONS.iter().map(|mutation| mutation.name).collect();
        format!("there is no such mutation; there are {}", names.join(", "))
    })
}

/// As in the paper: a seed that takes longer would make mutants that take longer.
const SEED_TIMEOUT: Duration = Duration::from_secs(5);

/// Where releases come from. What keeps us from asking them is said once, and is no reason to stop.
fn archive(depot: &Depot, versions: Versions) -> Archive {
    let cache = HistoryCache::open(&user_file(depot, "history.jsonl"));
    let depot = depot.clone();
    let releases = move |solver: &Solver| {
        let spec = solver.name.parse::<SolverSpec>().map_err(ChoiceError::from);
        match spec.and_then(|spec| choose(&depot, &spec, &versions)) {
            Ok(chosen) => {
                if let Some(why) = &chosen.offline {
                    eprintln!("nuthatch: only releases that are installed are asked: {why}");
                }
                chosen.candidates
            }
            // Nobody publishes it: then there is nothing to be said.
            Err(ChoiceError::Solver(Error::NotInstallable { .. })) => Vec::new(),
            Err(why) => {
                eprintln!("nuthatch: no release of {} is asked: {why}", solver.name);
                Vec::new()
            }
        }
    };
    Archive {
        releases: Box::new(releases),
        cache,
    }
}

impl Fuzz {
    pub fn run(self) -> anyhow::Result<Exit> {
        let stop = crate::interrupt::flag()?;
        let told = || self.out.display().to_string();
        let mut solvers = with_versions(find_solvers(&self.solvers)?);
        // Before anything that takes time: whoever is at work there must not be disturbed.
        let (store, log) = Folder::open(&self.out).with_context(told)?;
        self.mention(&log);
        solvers.iter_mut().for_each(Solver::try_model_check);
        let references = match (self.no_reference, self.references.is_empty()) {
            (true, _) => Vec::new(),
            (false, true) => other_solvers(&solvers, true)?,
            (false, false) => with_versions(find_solvers(&self.references)?),
        };
        let Some(rules) = self.rules.proved(stop)? else {
            return Ok(Exit::Interrupted);
        };
        let strategies = self.build_strategies(!references.is_empty(), rules)?;
        let depot = Depot::of_user()?;
        let jobs = self
            .jobs
            .or_else(|| std::thread::available_parallelism().ok());
        let plan = Plan {
            strategies,
            oracles: ORACLES.to_vec(),
            solvers,
            references,
            random: self.seed,
            mutants: self.mutants,
            time: Some(self.time),
            reduce: !self.no_reduce,
            history: self
                .history
                .clone()
                .map(|versions| archive(&depot, versions)),
            models: self.models,
            mode: self.mode,
            timeout: self.timeout,
            seed_timeout: SEED_TIMEOUT.min(self.timeout),
            memory: self.memory << 20,
            jobs: jobs.unwrap_or(NonZeroUsize::MIN),
            stop,
            nonce: u64::from(std::process::id()) << 32,
            open: Box::new(sessions),
        };
        let seeds = SeedCache::open(&user_file(&depot, "seeds.jsonl"));
        let campaign = Campaign::new(&plan, Box::new(store), log.entries, seeds)?;
        if !self.quiet && !self.json {
            self.announce(&plan);
        }
        let folders = Folders::new(self.out.join("findings")).with_context(told)?;
        let consumers: Vec<Box<dyn Consumer>> = vec![
            Box::new(folders),
            Box::new(GuidanceFile(self.out.clone())),
            match self.json {
                true => Box::new(JsonLines),
                false => Box::new(Terminal::new(self.out.clone(), self.quiet)),
            },
        ];
        let totals = campaign.run(consumers)?;
        Ok(
            match (stop.load(Ordering::Relaxed), totals.buckets.is_empty()) {
                (true, _) => Exit::Interrupted,
                (false, true) => Exit::Success,
                (false, false) => Exit::Found,
            },
        )
    }

    /// The strategies that were chosen, or all that fit the seeds.
    fn build_strategies(
        &self,
        can_compare: bool,
        rules: &'static RuleSet,
    ) -> anyhow::Result<Vec<Box<dyn Strategy>>> {
        let named: Vec<Way> = self.strategy.iter().filter_map(|s| s.way).collect();
        let is_whole = |s: &StrategyChoice| s.strategy == approximation() && s.way.is_none();
        let ways = match named.is_empty() || self.strategy.iter().any(is_whole) {
            true => WAYS.map(|(_, way, _)| way).to_vec(),
            false => named,
        };
        let is_chosen = |place: usize| {
            self.strategy.is_empty() || self.strategy.iter().any(|s| s.strategy == place)
        };
        let chosen = STRATEGIES.iter().enumerate();
        let chosen = chosen.filter(|(place, _)| is_chosen(*place));
        let chosen: Vec<_> = chosen.map(|(_, entry)| entry).collect();
        let has = |name: &str| chosen.iter().any(|entry| entry.name == name);
        let (approximates, generates) = (has("approximation"), has("generate"));
        if !generates && (!self.theory.is_empty() || self.newest) {
            bail!("--theory and --newest are about what is generated: add --strategy generate");
        }
        if !approximates && !self.rules.is_empty() {
            bail!("--rules are for approximation: add --strategy approximation");
        }
        let needs_seeds = approximates || has("horn");
        if !needs_seeds && !self.paths.is_empty() {
            bail!("formulas from nothing need no seeds: leave out the paths, or the strategy");
        }
        let seeds = match needs_seeds {
            true => self.seeds(approximates, has("horn"))?,
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
                guided: !self.unguided,
            },
        };
        let mut strategies = Vec::new();
        for entry in chosen {
            match (entry.build)(&from).map_err(anyhow::Error::msg)? {
                Some(strategy) => strategies.push(strategy),
                None if self.strategy.is_empty() => {}
                None => bail!(
                    "there is nothing among the seeds for strategy {}",
                    entry.name
                ),
            }
        }
        Ok(strategies)
    }

    /// The seeds of all files: flat ones, and Horn systems where a file has none or none is wanted.
    fn seeds(&self, flat: bool, horn: bool) -> anyhow::Result<Vec<Arc<Seed>>> {
        let sources = sources(&self.paths)?;
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
        put_in_order(&mut seeds, self.seed);
        Ok(seeds)
    }

    /// What the log has that this version does not know.
    fn mention(&self, log: &Log) {
        let Some(first) = log.skipped.first() else {
            return;
        };
        eprintln!(
            "nuthatch: {} lines of the log in {} are not known to this version (the first is line {first}): they are kept and skipped",
            log.skipped.len(),
            self.out.display()
        );
    }

    fn announce(&self, plan: &Plan) {
        let names = |solvers: &[Solver]| -> String {
            let shown = solvers.iter().map(|s| match &s.version {
                Some(version) if !s.name.contains(version.as_str()) => {
                    format!("{} ({version})", s.name)
                }
                _ => s.name.clone(),
            });
            shown.collect::<Vec<_>>().join(", ")
        };
        let strategies = plan.strategies.iter();
        let strategies: Vec<String> = strategies.map(|s| s.about()).collect();
        eprintln!(
            "nuthatch: testing {} by {}, mode {}, {} workers",
            names(&plan.solvers),
            strategies.join(", "),
            self.mode.name(),
            plan.jobs
        );
        match plan.references.is_empty() {
            true => eprintln!("nuthatch: there is nobody else to ask (see --reference)"),
            false => eprintln!(
                "nuthatch: {} will be asked who is right",
                names(&plan.references)
            ),
        }
    }
}
