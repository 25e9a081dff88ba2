//! `nuthatch evaluate`: which settings find how many bugs.

use crate::asking::{AskingOptions, duration, session, user_file};
use crate::exit::Exit;
use crate::making::{Making, StrategyChoice, strategies};
use anyhow::{Context, bail};
use campaign::ask::sessions;
use campaign::audience::Consumer;
use campaign::engine::{Campaign, CampaignError, is_of};
use campaign::evaluation::{Cell, KnownBugs, scores};
use campaign::history::{Candidate, Historian, History, HistoryCache, Question, Versions, choose};
use campaign::models::Models;
use campaign::oracle::ORACLES;
use campaign::plan::Plan;
use campaign::reduction::Asking;
use campaign::seed_cache::SeedCache;
use campaign::store::{ALL_IS_DONE, Entry, Event, Folder, Store, TIME_IS_OVER, read_log};
use campaign::totals::Totals;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use mutate::rule::RuleSet;
use report::{
    EVALUATION, EVALUATION_PLOT, Evaluated, Folders, ScoreLine, bugs_over_time,
    evaluation_markdown, evaluation_table, write_folder,
};
use solve::{Depot, Mode, Solver, SolverSpec, Version};
use std::collections::BTreeSet;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

/// Compare settings by the bugs they find in a series of releases
///
/// Each setting has each release for some time, as a campaign of its own with one worker, in a folder
/// of its own below --out. What was found is then put to all key releases, and bugs are counted by the
/// release that fixed them. Tables and a plot are written to --out. An evaluation that was stopped or
/// killed goes on with the same command; with more --time or more settings it goes on from what is
/// there.
///
/// Exit code: 0 if it came to its end, 2 if it could not run, 130 if it was interrupted.
#[derive(Debug, Args)]
pub struct Evaluate {
    /// Files and folders; with no path the built-in corpus
    paths: Vec<PathBuf>,

    /// What is compared: strategies, joined by + where several make up one setting
    #[arg(long, value_delimiter = ',', default_value = "pst,lpi,pst+lpi,generate", value_name = "LIST", value_parser = setting)]
    settings: Vec<Setting>,

    /// The solver, without a version, with options if need be
    #[arg(long, default_value = "z3")]
    solver: String,

    /// Its releases: all, key, or versions and ranges as in 4.8.5..4.8.17,4.12.2
    #[arg(long, default_value = "4.8.5..4.8.17", value_parser = |text: &str| text.parse::<Versions>())]
    versions: Versions,

    /// How long each setting has each release
    #[arg(long, default_value = "1m", value_parser = duration)]
    time: Duration,

    /// Historical bugs, one a line, that may be found again: a file such as bugs.jsonl
    #[arg(long, value_name = "FILE")]
    bugs: Option<PathBuf>,

    #[command(flatten)]
    making: Making,

    /// Leave findings as they are found: distinct bugs are then counted by what they were found with
    #[arg(long)]
    no_reduce: bool,

    #[command(flatten)]
    asking: AskingOptions,

    /// How many campaigns at a time
    #[arg(long, short)]
    jobs: Option<NonZeroUsize>,

    /// Where campaigns, tables and the plot are kept
    #[arg(long, value_name = "DIR", default_value = "nuthatch-evaluation")]
    out: PathBuf,

    /// Print one JSON object per setting, and a summary as the last line
    #[arg(long)]
    json: bool,
}

/// Strategies that make up a setting.
#[derive(Debug, Clone)]
struct Setting {
    name: String,
    strategies: Vec<StrategyChoice>,
}

fn setting(text: &str) -> Result<Setting, String> {
    let named = |name: &str| {
        let mut all = strategies();
        let found = all.find(|(known, ..)| *known == name);
        let names = || {
            strategies()
                .map(|(name, ..)| name)
                .collect::<Vec<_>>()
                .join(", ")
        };
        found
            .map(|(_, choice, _)| choice)
            .ok_or_else(|| format!("there is no strategy `{name}`; there are {}", names()))
    };
    let strategies = text.split('+').map(named).collect::<Result<_, _>>()?;
    Ok(Setting {
        name: text.to_owned(),
        strategies,
    })
}

/// One setting against one release.
struct Work<'e> {
    setting: &'e Setting,
    version: &'e str,
    solver: &'e Solver,
}

impl Evaluate {
    pub fn run(self) -> anyhow::Result<Exit> {
        let stop = crate::interrupt::flag()?;
        let names: BTreeSet<&str> = self.settings.iter().map(|s| s.name.as_str()).collect();
        if names.len() < self.settings.len() {
            bail!("each setting can be named once only");
        }
        let depot = Depot::of_user()?;
        let spec: SolverSpec = self.solver.parse()?;
        let known = match &self.bugs {
            Some(path) => KnownBugs::read(path, &spec.judged_profile().name)
                .with_context(|| path.display().to_string())?,
            None => KnownBugs::default(),
        };
        let chosen = choose(&depot, &spec, &self.versions)?;
        if let Some(why) = &chosen.offline {
            eprintln!("nuthatch: only what is installed can be tested: {why}");
        }
        // What is found is put to every release that matters; of whom nobody publishes releases, to those
        // that are tested.
        let mut asked = match choose(&depot, &spec, &Versions::Key) {
            Ok(key) => key.candidates,
            Err(_) => Vec::new(),
        };
        let is_new = |candidate: &Candidate| !asked.iter().any(|c| c.version == candidate.version);
        let others: Vec<Candidate> = choose(&depot, &spec, &self.versions)?.candidates;
        let others: Vec<Candidate> = others.into_iter().filter(is_new).collect();
        asked.extend(others);
        asked.sort_by_key(|candidate| Version::new(&candidate.version));
        let Some(solvers) = self.fetched(&chosen.candidates, stop)? else {
            return Ok(Exit::Interrupted);
        };
        let references = self.asking.references(&[])?;
        let Some(rules) = self.making.rules.proved(stop)? else {
            return Ok(Exit::Interrupted);
        };
        let works: Vec<Work<'_>> = solvers
            .iter()
            .flat_map(|(version, solver)| {
                let settings = self.settings.iter();
                settings.map(move |setting| Work {
                    setting,
                    version,
                    solver,
                })
            })
            .collect();
        self.for_each("campaigns", &works, stop, |work| {
            self.campaign(work, &references, rules, stop)
        })?;
        let cache = HistoryCache::open(&user_file(&depot, "history.jsonl"));
        self.for_each("campaigns dated", &works, stop, |work| {
            self.date(work, &chosen.solver, &asked, &references, &cache, stop)
        })?;
        if stop.load(Ordering::Relaxed) {
            return Ok(Exit::Interrupted);
        }
        self.conclude(&chosen.solver, &solvers, &known)?;
        Ok(Exit::Success)
    }

    /// The releases, fetched one after the other; nothing if it was stopped.
    fn fetched(
        &self,
        candidates: &[Candidate],
        stop: &AtomicBool,
    ) -> anyhow::Result<Option<Vec<(String, Solver)>>> {
        let bar = crate::progress::bar(candidates.len(), "releases");
        let mut solvers = Vec::new();
        for candidate in candidates {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            match (candidate.get)() {
                Ok(mut solver) => {
                    solver.try_options();
                    solvers.push((candidate.version.clone(), solver));
                }
                Err(error) => bar.suspend(|| {
                    eprintln!("nuthatch: {} is left out: {error}", candidate.version);
                }),
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        if solvers.is_empty() {
            bail!("there is no release to be tested");
        }
        Ok(Some(solvers))
    }

    /// Does something for each campaign, several at a time, under a bar.
    fn for_each<'e>(
        &self,
        things: &str,
        works: &[Work<'e>],
        stop: &AtomicBool,
        what: impl Fn(&Work<'e>) -> anyhow::Result<()> + Sync,
    ) -> anyhow::Result<()> {
        let bar = ProgressBar::new(works.len() as u64);
        let template = format!("{{bar:30}} {{pos}}/{{len}} {things}, {{elapsed}}, {{eta}} left");
        bar.set_style(ProgressStyle::with_template(&template)?);
        bar.enable_steady_tick(Duration::from_secs(1));
        let jobs = self
            .jobs
            .or_else(|| std::thread::available_parallelism().ok());
        let (next, failed) = (AtomicUsize::new(0), Mutex::new(None));
        std::thread::scope(|scope| {
            for _ in 0..jobs.map_or(1, NonZeroUsize::get) {
                scope.spawn(|| {
                    while let Some(work) = works.get(next.fetch_add(1, Ordering::Relaxed))
                        && !stop.load(Ordering::Relaxed)
                    {
                        if let Err(error) = what(work) {
                            // Others finish what they are at.
                            next.store(works.len(), Ordering::Relaxed);
                            let mut failed = failed.lock().unwrap_or_else(|p| p.into_inner());
                            failed.get_or_insert(error);
                        }
                        bar.inc(1);
                    }
                });
            }
        });
        bar.finish_and_clear();
        match failed.into_inner().unwrap_or_else(|p| p.into_inner()) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    fn folder(&self, setting: &str, version: &str) -> PathBuf {
        // A version may be the path of a solver.
        let plain = |c: char| match c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_') {
            true => c,
            false => '-',
        };
        let version: String = version.chars().map(plain).collect();
        self.out
            .join(setting)
            .join(version.trim_matches(['.', '-']))
    }

    /// Tests one release with one setting, for as long as is left of its time.
    fn campaign(
        &self,
        work: &Work<'_>,
        references: &[Solver],
        rules: &'static RuleSet,
        stop: &'static AtomicBool,
    ) -> anyhow::Result<()> {
        let folder = self.folder(&work.setting.name, work.version);
        let told = || folder.display().to_string();
        let (store, log) = Folder::open(&folder).with_context(told)?;
        let (totals, end) = read(&log.entries);
        let left = self.time.as_secs_f64() - totals.seconds;
        let references: Vec<Solver> = references
            .iter()
            .filter(|reference| reference.program != work.solver.program)
            .cloned()
            .collect();
        let chosen = &work.setting.strategies;
        let plan = Plan {
            strategies: self.making.strategies(
                &self.paths,
                chosen,
                !references.is_empty(),
                rules,
            )?,
            oracles: ORACLES.to_vec(),
            solvers: vec![work.solver.clone()],
            references,
            random: self.making.seed,
            mutants: None,
            // What was stopped while findings were reduced is to go on with that.
            time: Some(Duration::from_secs_f64(left.max(0.1))),
            reduce: !self.no_reduce,
            models: Models::Sample,
            mode: self.asking.mode,
            guided: !self.making.unguided,
            timeout: self.asking.timeout,
            seed_timeout: self.asking.seed_timeout(),
            memory: self.asking.memory << 20,
            jobs: NonZeroUsize::MIN,
            stop,
            nonce: u64::from(std::process::id()) << 32,
            open: Box::new(sessions),
            history: None,
        };
        // Otherwise other seeds or options would seem to have had these findings.
        if !is_of(&plan, &log.entries) {
            bail!("{}: {}", told(), CampaignError::Another);
        }
        if end == End::AllDone || (end == End::TimeIsOver && left < 0.5) {
            return Ok(());
        }
        let seeds = SeedCache::open(&user_file(&Depot::of_user()?, "seeds.jsonl"));
        let campaign =
            Campaign::new(&plan, Box::new(store), log.entries, seeds).with_context(told)?;
        let folders = Folders::new(folder.join("findings")).with_context(told)?;
        let consumers: Vec<Box<dyn Consumer>> = vec![Box::new(folders)];
        campaign.run(consumers).with_context(told)?;
        Ok(())
    }

    /// Finds out which releases have what a campaign found.
    fn date(
        &self,
        work: &Work<'_>,
        solver: &str,
        releases: &[Candidate],
        judges: &[Solver],
        cache: &HistoryCache,
        stop: &'static AtomicBool,
    ) -> anyhow::Result<()> {
        let folder = self.folder(&work.setting.name, work.version);
        let told = || folder.display().to_string();
        let (mut store, log) = Folder::open(&folder).with_context(told)?;
        let (mut totals, _) = read(&log.entries);
        let config = |solver: &Solver, mode: Mode| {
            session(
                solver,
                mode,
                self.asking.timeout,
                self.asking.memory,
                0,
                stop,
            )
        };
        let is_over = || stop.load(Ordering::Relaxed);
        let historian = Historian {
            asking: Asking {
                open: &sessions,
                config: &config,
                jobs: 1,
            },
            judges,
            cache,
            stop: &is_over,
        };
        let asked = |history: &History, candidate: &Candidate| {
            let mut releases = history.releases.iter();
            releases.any(|release| release.version == candidate.version)
        };
        let is_dated = |history: &History| releases.iter().all(|c| asked(history, c));
        let names: Vec<String> = totals.buckets.keys().cloned().collect();
        for name in names {
            let Some(bucket) = totals.buckets.get(&name) else {
                continue;
            };
            if bucket.best.history.as_deref().is_some_and(is_dated) {
                continue;
            }
            let Some(question) = Question::of(&bucket.best) else {
                continue;
            };
            let Some(dated) = historian.date(solver, &question, releases, &|| {}) else {
                break;
            };
            for (version, why) in &dated.missing {
                eprintln!("nuthatch: {solver} {version} cannot be asked: {why}");
            }
            if dated.history.releases.is_empty() {
                continue;
            }
            let event = Event::History {
                bucket: name.clone(),
                history: Box::new(dated.history),
            };
            totals.apply(&store.append(event).with_context(told)?);
            if let Some(bucket) = totals.buckets.get(&name) {
                write_folder(&folder.join("findings"), bucket).with_context(told)?;
            }
        }
        Ok(())
    }

    /// Reads what there is, and tells what it comes to.
    fn conclude(
        &self,
        solver: &str,
        solvers: &[(String, Solver)],
        known: &KnownBugs,
    ) -> anyhow::Result<()> {
        let mut cells = Vec::new();
        for setting in &self.settings {
            for (version, _) in solvers {
                let folder = self.folder(&setting.name, version);
                let log = read_log(&folder).with_context(|| folder.display().to_string())?;
                cells.push(Cell::read(&setting.name, version, &log.entries));
            }
        }
        let names: Vec<String> = self.settings.iter().map(|s| s.name.clone()).collect();
        let scores = scores(&names, &cells, known);
        let releases: Vec<String> = solvers.iter().map(|(version, _)| version.clone()).collect();
        let listed: BTreeSet<&str> = releases.iter().flat_map(|r| known.of_release(r)).collect();
        let evaluated = Evaluated {
            solver: solver.to_owned(),
            seconds: self.time.as_secs_f64(),
            listed: self.bugs.is_some().then_some(listed.len()),
            releases,
        };
        let text = evaluation_markdown(&evaluated, &scores);
        write(&self.out, EVALUATION, &text)?;
        write(
            &self.out,
            EVALUATION_PLOT,
            &bugs_over_time(&scores, evaluated.seconds),
        )?;
        let mut out = std::io::stdout().lock();
        if self.json {
            for score in &scores {
                writeln!(out, "{}", serde_json::to_string(&ScoreLine::from(score))?)?;
            }
            let mut summary = serde_json::to_value(&evaluated)?;
            summary["summary"] = true.into();
            writeln!(out, "{summary}")?;
            return Ok(());
        }
        evaluation_table(&scores).print(&mut out)?;
        let path = self.out.join(EVALUATION);
        writeln!(out, "\nTables and a plot are in {}", path.display())?;
        Ok(())
    }
}

/// How the last process at work on a campaign came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    AllDone,
    TimeIsOver,
    /// It was stopped or killed, or there was none.
    CutShort,
}

/// What a log comes to, and how it ends.
fn read(entries: &[Entry]) -> (Totals, End) {
    let (mut totals, mut end) = (Totals::default(), End::CutShort);
    for entry in entries {
        totals.apply(entry);
        match &entry.event {
            Event::Started { .. } => end = End::CutShort,
            Event::Finished { why } if why == ALL_IS_DONE => end = End::AllDone,
            Event::Finished { why } if why == TIME_IS_OVER => end = End::TimeIsOver,
            _ => {}
        }
    }
    (totals, end)
}

fn write(folder: &Path, name: &str, text: &str) -> anyhow::Result<()> {
    let path = folder.join(name);
    std::fs::write(&path, text).with_context(|| path.display().to_string())
}
