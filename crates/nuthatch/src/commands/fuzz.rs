//! `nuthatch fuzz`: the campaign.

use crate::asking::{duration, find_solvers};
mod horn;

use self::horn::HornOptions;
use crate::commands::generate::theory;
use crate::commands::mutate::SkeletonArgument;
use crate::exit::Exit;
use crate::files::sources;
use crate::output::Table;
use anyhow::{Context, bail};
use campaign::finding::{Finding, Kind};
use campaign::fuzz::{Campaign, Consumer, Event};
use campaign::journal::Journal;
use campaign::models::Models;
use campaign::plan::Plan;
use campaign::seeds::{Seed, VerdictCache, put_in_order};
use campaign::strategy::{Generation, Options};
use campaign::totals::Totals;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use mutate::generate::{Answer, Bits, Theory};
use mutate::mutator::{Settings, Strategy};
use mutate::rule::{Direction, RuleSet};
use serde::Serialize;
use solve::{Depot, Mode, Solver};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Test solvers with mutants whose answer is known, and report what they get wrong
///
/// Seeds are files, folders, or, with no path, the built-in corpus. A solver is asked for each seed's
/// answer, and then for the answers of mutants that must have the same. What it gets wrong is
/// confirmed in fresh processes, others are asked, duplicates are merged, and each finding becomes a
/// folder with a report. A campaign that was stopped or killed goes on with the same command.
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
    /// installed and not under test
    #[arg(long = "reference", value_name = "SOLVER")]
    references: Vec<String>,

    /// When to stop
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
    #[arg(long, default_value = "mixed")]
    skeleton: SkeletonArgument,

    /// What is done to literals of seeds: pst (rewrite them by rules), lpi (inject formulas); generate,
    /// which makes formulas from nothing; or horn, which mutates systems of Horn clauses. If not said,
    /// horn if all files are Horn systems, else pst,lpi
    #[arg(long, value_delimiter = ',')]
    strategy: Vec<FuzzStrategy>,

    #[command(flatten)]
    horn: HornOptions,

    /// What is generated: any of bv, fp, int, real, string, array, uf, datatype, seq and quantifier;
    /// if not said, all, and mixtures of them
    #[arg(long, value_delimiter = ',', value_name = "LIST", value_parser = theory)]
    theory: Vec<Theory>,

    /// Generate what some solvers refuse, too: operators that are new in SMT-LIB 2.7, divisible,
    /// characters by their codes, and declare-const
    #[arg(long)]
    newest: bool,

    /// Which sat answers are followed by their model, which is then judged here; of Horn systems, a
    /// sample has all after a trace that is new
    #[arg(long, default_value = "sample")]
    models: ModelsArgument,

    /// Reduce findings to the smallest scripts that still show them, beside the workers; it ends when
    /// the last one is reduced, and findings that are reduced to the same are one
    #[arg(long)]
    reduce: bool,

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

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum FuzzStrategy {
    /// Predicate symbol transformation of seeds
    Pst,
    /// Live predicate injection into seeds
    Lpi,
    /// Formulas from nothing
    Generate,
    /// Mutations of systems of Horn clauses that keep their answer and their shape
    Horn,
}

impl FuzzStrategy {
    /// What it does to seeds, if it does anything to them.
    fn of_seeds(self) -> Option<Strategy> {
        match self {
            Self::Pst => Some(Strategy::Rewrite),
            Self::Lpi => Some(Strategy::Inject),
            Self::Generate | Self::Horn => None,
        }
    }
}

/// What is generated together if nobody says what to generate.
const MIXTURES: [&[Theory]; 4] = [
    &[Theory::BitVectors, Theory::Floats],
    &[Theory::BitVectors, Theory::Arrays, Theory::Functions],
    &[Theory::Ints, Theory::Arrays, Theory::Functions],
    &[Theory::BitVectors, Theory::Quantifiers],
];

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum ModelsArgument {
    /// Every one
    All,
    /// Those of seeds, and of one unit of mutants in eight
    Sample,
    /// None; what the solver's own check says still counts
    Off,
}

impl From<ModelsArgument> for Models {
    fn from(argument: ModelsArgument) -> Self {
        match argument {
            ModelsArgument::All => Self::All,
            ModelsArgument::Sample => Self::Sample,
            ModelsArgument::Off => Self::Off,
        }
    }
}

/// As in the paper: a seed that takes longer would make mutants that take longer.
const SEED_TIMEOUT: Duration = Duration::from_secs(5);

impl Fuzz {
    pub fn run(mut self) -> anyhow::Result<Exit> {
        let start = Instant::now();
        let stop = crate::interrupt::flag()?;
        let mut solvers = with_versions(find_solvers(&self.solvers)?);
        solvers.iter_mut().for_each(Solver::try_model_check);
        let references = match self.references.is_empty() {
            true => other_solvers(&solvers)?,
            false => with_versions(find_solvers(&self.references)?),
        };
        if self.strategy.is_empty() {
            self.strategy = match horn::are_horn(&self.paths)? {
                true => vec![FuzzStrategy::Horn],
                false => vec![FuzzStrategy::Pst, FuzzStrategy::Lpi],
            };
        }
        let is_horn = self.strategy.contains(&FuzzStrategy::Horn);
        if is_horn && (self.strategy.len() > 1 || solvers.len() > 1) {
            bail!(
                "Horn systems are mutated by themselves, for one solver: leave out other strategies and solvers"
            );
        }
        let strategies: Vec<Strategy> = self.strategy.iter().filter_map(|s| s.of_seeds()).collect();
        let seeds = match strategies.is_empty() {
            true if is_horn => horn::seeds(&self.paths, self.seed)?,
            true if !self.paths.is_empty() => {
                bail!("formulas from nothing need no seeds: leave out the paths, or add pst or lpi")
            }
            true => Vec::new(),
            false => self.seeds()?,
        };
        let options = Options {
            approximation: Settings {
                // The seed's answer decides.
                direction: Direction::Over,
                forms: self.skeleton.forms(),
                strategies,
                max_literals: self.max_literals.into(),
                rounds: self.rounds,
                seed: self.seed,
                rules: RuleSet::builtin(),
            },
        };
        let generations = self.generations(&options, !references.is_empty())?;
        // Beside the solvers, which are in the user's cache too.
        let cache = Depot::of_user()?.cache().root().to_owned();
        let cache = cache.parent().map_or(cache.clone(), Path::to_owned);
        let jobs = self
            .jobs
            .or_else(|| std::thread::available_parallelism().ok());
        let plan = Plan {
            options,
            horn: is_horn.then(|| self.horn.plan(&cache)),
            seeds,
            generations,
            solvers,
            references,
            mutants_per_seed: self.mutants_per_seed,
            mutants: self.mutants,
            time: Some(self.time),
            reduce: self.reduce,
            models: self.models.into(),
            mode: self.mode,
            timeout: self.timeout,
            seed_timeout: SEED_TIMEOUT.min(self.timeout),
            memory: self.memory << 20,
            jobs: jobs.unwrap_or(NonZeroUsize::MIN),
            stop,
            nonce: u64::from(std::process::id()) << 32,
        };
        if !self.quiet && !self.json {
            self.announce(&plan);
        }
        let told = || self.out.display().to_string();
        let journal = Journal::open(&self.out).with_context(told)?;
        let cache = VerdictCache::open(&cache.join("verdicts")).unwrap_or_default();
        let bar = self.bar();
        let findings = self.out.join("findings");
        std::fs::create_dir_all(&findings).with_context(told)?;
        let mut consumers: Vec<Box<dyn Consumer + '_>> = vec![Box::new(Folders(findings.clone()))];
        consumers.push(match self.json {
            true => Box::new(JsonLines),
            false => Box::new(Lines {
                bar: bar.clone(),
                start,
            }),
        });
        let campaign = Campaign::new(&plan, journal, cache, consumers)?;
        // What a kill kept from being written or removed is written or removed now.
        let known = campaign.totals();
        for bucket in known.buckets.values() {
            report::write_folder(&findings, &bucket.best, bucket.count).with_context(told)?;
        }
        for gone in known.merged.keys() {
            report::remove_folder(&findings, gone).with_context(told)?;
        }
        let outcome = campaign.run();
        bar.finish_and_clear();
        outcome?;
        let totals = campaign.totals();
        // Counts have grown since folders were written.
        for bucket in totals.buckets.values().filter(|bucket| bucket.count > 1) {
            report::write_folder(&findings, &bucket.best, bucket.count).with_context(told)?;
        }
        if is_horn {
            report::write_guidance(&self.out, &totals.guidance).with_context(told)?;
        }
        self.close(&totals, start.elapsed())?;
        Ok(
            match (stop.load(Ordering::Relaxed), totals.buckets.is_empty()) {
                (true, _) => Exit::Interrupted,
                (false, true) => Exit::Success,
                (false, false) => Exit::Found,
            },
        )
    }

    /// What makes formulas from nothing: few bits, many and all kinds of them, sat, unsat and any;
    /// and what approximates those if there is approximation at all.
    fn generations(&self, options: &Options, can_compare: bool) -> anyhow::Result<Vec<Generation>> {
        if !self.strategy.contains(&FuzzStrategy::Generate) {
            if !self.theory.is_empty() || self.newest {
                bail!("--theory and --newest are about what is generated: add --strategy generate");
            }
            return Ok(Vec::new());
        }
        let single = Theory::ALL
            .iter()
            .map(|(theory, _)| std::slice::from_ref(theory));
        let quantifies = |theories: &[Theory]| theories == [Theory::Quantifiers];
        let all: Vec<&[Theory]> = match self.theory.is_empty() {
            // Quantifiers need something to quantify over.
            true => single.filter(|t| !quantifies(t)).chain(MIXTURES).collect(),
            false => vec![&self.theory],
        };
        let mut generations = Vec::new();
        for theories in all {
            let has_bits = |theory: &Theory| matches!(theory, Theory::BitVectors | Theory::Floats);
            let sizes = match theories.iter().any(has_bits) {
                true => &[Bits::Few, Bits::Many, Bits::Mixed][..],
                false => &[Bits::Mixed],
            };
            let answers = [Answer::Sat, Answer::Unsat, Answer::Any];
            for (&bits, answer) in sizes.iter().flat_map(|b| answers.map(|answer| (b, answer))) {
                let settings = mutate::generate::Settings {
                    theories: theories.to_vec(),
                    answer,
                    bits,
                    newest: self.newest,
                    seed: self.seed,
                    ..Default::default()
                };
                if !options.approximation.strategies.is_empty() {
                    generations.extend(Generation::approximated(settings.clone(), options)?);
                }
                // Only a comparison gives away what is wrong with an answer that nobody knows.
                if answer != Answer::Any || can_compare {
                    generations.push(Generation::new(settings)?);
                }
            }
        }
        Ok(generations)
    }

    fn seeds(&self) -> anyhow::Result<Vec<Seed>> {
        let sources = sources(&self.paths)?;
        let mut seeds = Vec::new();
        let mut seen = BTreeSet::new();
        let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
        for source in &sources {
            let read = source.read().map_err(|error| error.to_string());
            match read.and_then(|text| Seed::of_file(&source.name(), &text)) {
                Ok(of_file) => seeds.extend(
                    of_file
                        .into_iter()
                        .filter(|seed| seen.insert(seed.text.clone())),
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
        eprintln!(
            "nuthatch: testing {} with mutants of {} seeds and {} kinds of formulas from nothing, mode {}, {} workers",
            names(&plan.solvers),
            plan.seeds.len(),
            plan.generations.len(),
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

    fn bar(&self) -> ProgressBar {
        if self.json || self.quiet {
            return ProgressBar::hidden();
        }
        let style = ProgressStyle::with_template("{spinner} {elapsed_precise} {msg}");
        let bar = ProgressBar::new_spinner();
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        bar.enable_steady_tick(Duration::from_millis(200));
        bar
    }

    fn close(&self, totals: &Totals, elapsed: Duration) -> anyhow::Result<()> {
        let mut out = io::stdout().lock();
        if self.json {
            writeln!(
                out,
                "{}",
                serde_json::to_string(&Summary::of(totals, elapsed))?
            )?;
            return Ok(());
        }
        if !totals.buckets.is_empty() {
            let mut table = Table::new(&["finding", "times", "what"]);
            for bucket in totals.buckets.values() {
                table.row([
                    bucket.best.bucket.clone(),
                    bucket.count.to_string(),
                    bucket.best.title.clone(),
                ]);
            }
            table.print(&mut out)?;
            writeln!(
                out,
                "\nReports are in {}",
                self.out.join("findings").display()
            )?;
        }
        if !self.quiet {
            let counts = |map: &BTreeMap<String, u64>| -> String {
                let shown: Vec<String> =
                    map.iter().map(|(what, n)| format!("{n} {what}")).collect();
                shown.join(", ")
            };
            let seconds = elapsed.as_secs_f64();
            writeln!(out, "seeds     {}", counts(&totals.seeds))?;
            writeln!(
                out,
                "mutants   {} ({:.0} a second): {}",
                totals.tally.mutants,
                totals.tally.mutants as f64 / seconds,
                counts(&totals.tally.answers)
            )?;
            writeln!(
                out,
                "making    {}; solvers had {:.1} % of the time",
                totals.tally.generation,
                100.0 * totals.tally.solver_share()
            )?;
            let kinds: Vec<String> = Kind::ALL
                .iter()
                .map(|&kind| {
                    format!(
                        "{} {kind} ({} in all)",
                        totals.distinct(kind),
                        totals.findings(kind)
                    )
                })
                .collect();
            writeln!(out, "findings  {}", kinds.join(", "))?;
            if let Some((_, traces)) = totals.guidance.traces.last() {
                let path = self.out.join(report::GUIDANCE);
                writeln!(
                    out,
                    "traces    {traces} different ones: see {}",
                    path.display()
                )?;
            }
            writeln!(
                out,
                "besides   {} suspicions not confirmed, {} not looked into, {} in doubt",
                totals.tally.unconfirmed, totals.tally.further, totals.doubts
            )?;
        }
        Ok(())
    }
}

/// Solvers that know their versions, which belong into reports.
fn with_versions(mut solvers: Vec<Solver>) -> Vec<Solver> {
    for solver in &mut solvers {
        if solver.version.is_none() {
            solver.version = solver.ask_version();
        }
    }
    solvers
}

/// Who is asked if nobody is named: they take most of what there is.
const REFERENCES: [&str; 2] = ["cvc5", "z3"];

/// The newest of the solvers that are installed and not under test: nothing is fetched for this.
pub fn other_solvers(under_test: &[Solver]) -> anyhow::Result<Vec<Solver>> {
    let depot = Depot::of_user()?;
    let mut installed = depot.cache().installed().unwrap_or_default();
    installed.sort_by(|a, b| a.version.cmp(&b.version));
    let mut newest: BTreeMap<&str, Solver> = BTreeMap::new();
    for solver in installed
        .iter()
        .filter_map(|found| depot.command(found).ok())
    {
        let name = solver.profile.name.as_str();
        let is_tested = |s: &Solver| s.program == solver.program && s.args == solver.args;
        if REFERENCES.contains(&name) && !under_test.iter().any(is_tested) {
            newest.insert(name, solver);
        }
    }
    let mut newest: Vec<Solver> = newest.into_values().collect();
    // If the first agrees, the others need not be asked.
    newest.sort_by_key(|solver| solver.slow_start);
    Ok(with_versions(newest))
}

/// Writes the folders of findings.
struct Folders(PathBuf);

impl Consumer for Folders {
    fn event(&mut self, event: &Event<'_>, totals: &Totals) -> io::Result<()> {
        let finding = match event {
            Event::Finding {
                finding,
                best: true,
                ..
            }
            | Event::Reduced(finding) => finding,
            Event::Merged { kept, .. } => kept,
            Event::Finding { .. } | Event::Unit(_) | Event::Doubt(_) => return Ok(()),
        };
        // As it is in the bucket: with what is left of it, if that is known.
        if let Some(bucket) = totals.buckets.get(&finding.bucket) {
            report::write_folder(&self.0, &bucket.best, bucket.count)?;
        }
        match event {
            // Last: it must not be that neither of the two is there.
            Event::Merged { gone, .. } => report::remove_folder(&self.0, gone),
            _ => Ok(()),
        }
    }
}

/// Findings as lines of JSON.
struct JsonLines;

/// A finding in a few words; the rest is in its folder.
#[derive(Debug, Serialize)]
struct FindingLine<'a> {
    finding: &'a str,
    kind: Kind,
    solver: &'a str,
    seed: &'a str,
    title: &'a str,
    verdict: &'a str,
    rules: Vec<&'a str>,
    new: bool,
    /// The finding that this turned out to be the same as, and that is no more.
    #[serde(skip_serializing_if = "Option::is_none")]
    merged: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reduced_bytes: Option<usize>,
}

impl Consumer for JsonLines {
    fn event(&mut self, event: &Event<'_>, _: &Totals) -> io::Result<()> {
        let (finding, new, merged) = match event {
            Event::Finding { finding, new, .. } => (*finding, *new, None),
            Event::Reduced(finding) => (*finding, false, None),
            Event::Merged { gone, kept } => (*kept, false, Some(*gone)),
            Event::Unit(_) | Event::Doubt(_) => return Ok(()),
        };
        let line = FindingLine {
            finding: &finding.bucket,
            kind: finding.kind,
            solver: &finding.solver.name,
            seed: &finding.seed_name,
            title: &finding.title,
            verdict: &finding.verdict,
            rules: finding.steps.iter().map(|step| &*step.rule).collect(),
            new,
            merged,
            reduced_bytes: finding.reduced.as_ref().map(|reduced| reduced.bytes()),
        };
        writeln!(io::stdout(), "{}", serde_json::to_string(&line)?)
    }
}

/// How long a finding is that was reduced.
fn reduced_to(finding: &Finding) -> String {
    let bytes = finding
        .reduced
        .as_ref()
        .map_or(0, |reduced| reduced.bytes());
    format!("{bytes} bytes are left of")
}

/// Findings as lines for people, over a line that tells how things go.
struct Lines {
    bar: ProgressBar,
    start: Instant,
}

impl Lines {
    fn print(&self, mark: &str, finding: &Finding) -> io::Result<()> {
        let line = format!(
            "{mark} {}: {} ({})",
            finding.bucket, finding.title, finding.verdict
        );
        self.bar.suspend(|| writeln!(io::stdout(), "{line}"))
    }
}

impl Consumer for Lines {
    fn event(&mut self, event: &Event<'_>, totals: &Totals) -> io::Result<()> {
        match event {
            Event::Finding {
                finding, new: true, ..
            } => self.print("FOUND", finding)?,
            Event::Finding { .. } | Event::Unit(_) => {}
            Event::Reduced(finding) => self.print(&reduced_to(finding), finding)?,
            Event::Merged { gone, kept } => self.print(&format!("{gone} is the same as"), kept)?,
            Event::Doubt(finding) => self.print("in doubt", finding)?,
        }
        let answers: Vec<String> = totals
            .tally
            .answers
            .iter()
            .map(|(a, n)| format!("{n} {a}"))
            .collect();
        let kinds: Vec<String> = Kind::ALL
            .iter()
            .map(|&kind| format!("{} {kind}", totals.distinct(kind)))
            .collect();
        self.bar.set_message(format!(
            "{} mutants, {:.0}/s, {}; solvers {:.0} %; {}",
            totals.tally.mutants,
            totals.tally.mutants as f64 / self.start.elapsed().as_secs_f64(),
            answers.join(", "),
            100.0 * totals.tally.solver_share(),
            kinds.join(", ")
        ));
        Ok(())
    }
}

/// The last line of `--json`.
#[derive(Debug, Serialize)]
struct Summary {
    summary: bool,
    seeds: u64,
    mutants: u64,
    answers: BTreeMap<String, u64>,
    findings: BTreeMap<&'static str, usize>,
    distinct: usize,
    doubts: usize,
    generation_us: GenerationTime,
    solver_share: f64,
    mutants_per_second: f64,
    seconds: f64,
}

#[derive(Debug, Serialize)]
struct GenerationTime {
    avg: f64,
    min: f64,
    max: f64,
    stddev: f64,
}

impl Summary {
    fn of(totals: &Totals, elapsed: Duration) -> Self {
        let seconds = elapsed.as_secs_f64();
        Self {
            summary: true,
            seeds: totals.seeds.get("used").copied().unwrap_or(0),
            mutants: totals.tally.mutants,
            answers: totals.tally.answers.clone(),
            findings: Kind::ALL
                .iter()
                .map(|&kind| (kind.name(), totals.findings(kind)))
                .collect(),
            distinct: totals.buckets.len(),
            doubts: totals.doubts,
            generation_us: GenerationTime {
                avg: totals.tally.generation.mean(),
                min: totals.tally.generation.min,
                max: totals.tally.generation.max,
                stddev: totals.tally.generation.deviation(),
            },
            solver_share: totals.tally.solver_share(),
            mutants_per_second: totals.tally.mutants as f64 / seconds,
            seconds,
        }
    }
}
