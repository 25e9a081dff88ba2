//! `nuthatch fuzz`: the campaign.

use crate::asking::{duration, find_solvers, user_file, with_versions};
use crate::campaign_options::CampaignOptions;
use crate::choice::{Choice, choice};
use crate::commands::findings::read_ledger;
use crate::exit::Exit;
use anyhow::Context;
use campaign::audience::Consumer;
use campaign::bugs::BugLedger;
use campaign::engine::Campaign;
use campaign::history::{ChoiceError, HistoryCache, Versions, choose};
use campaign::plan::{Archive, Plan};
use campaign::seed_cache::SeedCache;
use campaign::store::{Folder, Log};
use clap::Args;
use report::{Folders, GuidanceFile, JsonLines, Known, Terminal};
use solve::{Depot, Error, Solver, SolverSpec};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Test solvers with scripts whose answer is known, and report what they get wrong
///
/// Seeds are files, folders, or, with no path, the built-in corpus. A solver is asked for each seed's
/// answer, and then for the answers of mutants that must have the same; and for those of formulas that
/// are made from nothing. What it gets wrong is confirmed in fresh processes, others are asked,
/// duplicates are merged, and each finding is reduced and becomes a folder with a report. A campaign
/// that was stopped or killed goes on with the same command.
///
/// Exit code: 0 if nothing was found that is not known (`--known`), 1 if something was, 2 if it could not run, 130 if it was
/// interrupted.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Fuzz {
    /// Files and folders; with no path the built-in corpus
    #[arg(help_heading = WHAT)]
    paths: Vec<PathBuf>,

    /// The solvers under test: names on PATH, paths, or name@version
    #[arg(long = "solver", help_heading = WHAT, value_name = "SOLVER")]
    solvers: Vec<String>,

    /// When to stop; findings may be reduced for a fifth longer, and dated for another
    #[arg(long, help_heading = HOW_LONG, default_value = "10m", value_parser = duration)]
    time: Duration,

    /// How many mutants to test at most
    #[arg(long, help_heading = HOW_LONG)]
    mutants: Option<u64>,

    #[command(flatten, next_help_heading = HOW)]
    options: CampaignOptions,

    /// Leave findings as they are found, instead of reducing them beside the workers to the smallest
    /// scripts that still show them
    #[arg(long, help_heading = OUTPUT)]
    no_reduce: bool,

    /// What is done anyway
    #[arg(long, hide = true, conflicts_with = "no_reduce")]
    reduce: bool,

    /// Which releases of the solver are asked at the end whether they have the findings too
    #[arg(long, help_heading = OUTPUT, default_value = "key", value_parser = choice(HISTORIES))]
    history: Dating,

    /// How many workers
    #[arg(long, short, help_heading = HOW_LONG)]
    jobs: Option<NonZeroUsize>,

    /// Where the campaign's state and findings are kept
    #[arg(long, help_heading = OUTPUT, value_name = "DIR", default_value = "nuthatch-campaign")]
    out: PathBuf,

    /// A ledger of bugs, as `nuthatch findings mark` writes it: what it has is counted and not shown
    /// again
    #[arg(long, help_heading = WHAT, value_name = "FILE")]
    known: Option<PathBuf>,

    /// Print one JSON object per finding, and a summary as the last line
    #[arg(long, help_heading = OUTPUT)]
    json: bool,

    /// Print findings only
    #[arg(long, short, help_heading = OUTPUT)]
    quiet: bool,
}

const WHAT: &str = "What to test";
const HOW_LONG: &str = "How long";
const HOW: &str = "How";
const OUTPUT: &str = "Output";

const EXAMPLES: &str = "Examples:
  nuthatch fuzz                                           the first solver on PATH, or the newest z3, for ten minutes
  nuthatch fuzz --solver ./build/z3 --time 8h regressions my own build, with my own files as seeds
  nuthatch fuzz --solver z3@4.8.9 --strategy swap,fusion  a release, in two ways only
  nuthatch serve                                          to watch it in a browser";

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
        let known = Known::new(Arc::new(match &self.known {
            Some(path) => read_ledger(path)?,
            None => BugLedger::default(),
        }));
        let told = || self.out.display().to_string();
        let solvers = with_versions(find_solvers(&self.solvers)?);
        // Before anything that takes time: whoever is at work there must not be disturbed.
        let (store, log) = Folder::open(&self.out).with_context(told)?;
        self.mention(&log);
        let Some(plan) = self.options.plan(solvers, &self.paths, stop)? else {
            return Ok(Exit::Interrupted);
        };
        let depot = Depot::of_user()?;
        let jobs = self
            .jobs
            .or_else(|| std::thread::available_parallelism().ok());
        let history = self.history.clone();
        let plan = Plan {
            mutants: self.mutants,
            time: Some(self.time),
            reduce: !self.no_reduce,
            history: history.map(|versions| archive(&depot, versions)),
            jobs: jobs.unwrap_or(NonZeroUsize::MIN),
            ..plan
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
                true => Box::new(JsonLines::new(known.clone())),
                false => Box::new(
                    Terminal::new(self.out.clone(), known.clone(), self.quiet)
                        .with_limit(self.time),
                ),
            },
        ];
        let totals = campaign.run(consumers)?;
        Ok(
            match (stop.load(Ordering::Relaxed), known.is_all(&totals)) {
                (true, _) => Exit::Interrupted,
                (false, true) => Exit::Success,
                (false, false) => Exit::Found,
            },
        )
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
            plan.mode.map_or("mix", |mode| mode.name()),
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
