//! `nuthatch solve`: run files through solvers.

use crate::asking::{duration, find_solvers, session};
use crate::exit::Exit;
use crate::files::{Source, sources};
use clap::Args;
use indicatif::ProgressBar;
use serde::Serialize;
use solve::{Error, Job, Mode, Outcome, Pool, SessionConfig, Solver};
use std::collections::BTreeMap;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Run files through solvers and show their answers
///
/// A folder stands for all .smt2 files below it, `-` for standard input; with no path the built-in
/// examples are solved. If no solver is named, the first one on PATH is asked, and if there is
/// none, the newest z3 is fetched.
///
/// Exit code: 0 if every script was put to every solver, whatever the answers; 1 if, with
/// --expect-status, an answer contradicts the script's own status; 2 if something could not be
/// read or started.
#[derive(Debug, Args)]
pub struct Solve {
    /// Files and folders
    paths: Vec<PathBuf>,

    /// A name on PATH, a path, name@version, or one of these with options, quoted
    #[arg(long = "solver", value_name = "SOLVER")]
    solvers: Vec<String>,

    /// How solvers are asked: fresh (a process per script), reset, incremental (push and pop) or
    /// tactic (z3 only)
    #[arg(long, default_value = "fresh", value_parser = |text: &str| text.parse::<Mode>())]
    mode: Mode,

    /// Wall-clock time per check, such as 500ms, 5s or 2m; at most 24h
    #[arg(long, default_value = "5s", value_parser = duration)]
    timeout: Duration,

    /// Memory per solver process, in megabytes
    #[arg(long, default_value_t = 2048, value_parser = clap::value_parser!(u64).range(16..=1 << 20))]
    memory: u64,

    /// How many scripts are put to solvers at once
    #[arg(long, short, default_value = "1")]
    jobs: NonZeroUsize,

    /// Print one JSON object per file and solver, and a summary as the last line
    #[arg(long)]
    json: bool,

    /// Compare with (set-info :status ..) and mark disagreement
    #[arg(long)]
    expect_status: bool,

    /// Have solvers check their own models, if they can
    #[arg(long)]
    check_models: bool,
}

/// What came of one file and one solver.
#[derive(Debug, Serialize)]
struct Row<'a> {
    file: &'a str,
    solver: &'a str,
    version: &'a str,
    mode: &'static str,
    answer: &'a str,
    answers: Vec<&'a str>,
    /// How many answers the script asks for; a solver that dies gives fewer.
    asked: usize,
    ms: f64,
    detail: &'a str,
    /// Commands that were kept from the solver, because they write files or redirect output.
    withheld: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    disagrees: Option<bool>,
}

/// The last line of `--json`.
#[derive(Debug, Default, Serialize)]
struct Summary {
    summary: bool,
    files: usize,
    solvers: usize,
    checks: usize,
    answers: BTreeMap<String, usize>,
    disagreements: usize,
    failures: usize,
    seconds: f64,
}

impl Solve {
    pub fn run(self) -> anyhow::Result<Exit> {
        let start = Instant::now();
        let stop = crate::interrupt::flag()?;
        let solvers = find_solvers(&self.solvers)?;
        let sources = sources(&self.paths)?;
        let scripts: Vec<std::io::Result<Vec<u8>>> = sources.iter().map(Source::read).collect();
        let version = |solver: &Solver| solver.version.clone().or_else(|| solver.ask_version());
        let configs = solvers
            .iter()
            .enumerate()
            .map(|(place, solver)| self.config(place, solver, stop));
        let pool = Pool::new(configs.collect(), self.jobs);
        // What cannot be read is an empty script here, and an error in the report.
        let script = |place: usize| scripts[place].as_deref().unwrap_or_default();
        let jobs: Vec<Job<'_>> = (0..scripts.len())
            .flat_map(|place| (0..solvers.len()).map(move |config| (config, place)))
            .map(|(config, place)| Job {
                config,
                script: script(place),
            })
            .collect();
        let mut report = Report {
            names: sources.iter().map(Source::name).collect(),
            versions: solvers
                .iter()
                .map(|s| version(s).unwrap_or_default())
                .collect(),
            command: &self,
            scripts: &scripts,
            solvers: &solvers,
            waiting: BTreeMap::new(),
            next: 0,
            bar: crate::progress::bar(jobs.len(), "answers"),
            summary: Summary {
                summary: true,
                files: sources.len(),
                solvers: solvers.len(),
                ..Summary::default()
            },
            failed_output: None,
        };
        pool.run_until(&jobs, stop, |event| {
            if stop.load(Ordering::Relaxed) {
                // What was cut short is no answer.
                return;
            }
            let line = report.line(event.index, event.result, event.elapsed);
            report.print_in_order(event.index, line);
            if report.failed_output.is_some() {
                // Nobody reads on: no need to solve on.
                stop.store(true, Ordering::Relaxed);
            }
        });
        report.bar.finish_and_clear();
        if let Some(error) = report.failed_output.take() {
            return Err(error.into());
        }
        report.summary.seconds = start.elapsed().as_secs_f64();
        report.print_summary()?;
        if stop.load(Ordering::Relaxed) {
            return Ok(Exit::Interrupted);
        }
        Ok(match report.summary {
            Summary { failures: 1.., .. } => Exit::Failed,
            Summary {
                disagreements: 1.., ..
            } => Exit::Found,
            _ => Exit::Success,
        })
    }

    fn config(&self, place: usize, solver: &Solver, stop: &'static AtomicBool) -> SessionConfig {
        let mut config = session(solver, self.mode, self.timeout, self.memory, place, stop);
        config.check_models = self.check_models;
        config
    }
}

struct Report<'a> {
    command: &'a Solve,
    names: Vec<String>,
    versions: Vec<String>,
    scripts: &'a [std::io::Result<Vec<u8>>],
    solvers: &'a [Solver],
    /// Lines of finished jobs whose turn has not come.
    waiting: BTreeMap<usize, String>,
    next: usize,
    bar: ProgressBar,
    summary: Summary,
    /// Why nothing more is printed.
    failed_output: Option<std::io::Error>,
}

impl Report<'_> {
    fn line(&mut self, index: usize, result: &Result<Outcome, Error>, elapsed: Duration) -> String {
        let (file, solver) = (index / self.solvers.len(), index % self.solvers.len());
        let mut row = Row {
            file: &self.names[file],
            solver: &self.solvers[solver].name,
            version: &self.versions[solver],
            mode: self.command.mode.name(),
            answer: "error",
            answers: Vec::new(),
            asked: 0,
            ms: (elapsed.as_secs_f64() * 1e6).round() / 1e3,
            detail: "",
            withheld: &[],
            disagrees: None,
        };
        let (script, outcome) = match (&self.scripts[file], result) {
            (Ok(script), Ok(outcome)) => (script, outcome),
            (script, result) => {
                let unreadable = script
                    .as_ref()
                    .err()
                    .map(|e| format!("cannot be read: {e}"));
                let failed = result.as_ref().err().map(|e| e.to_string());
                self.summary.failures += 1;
                let detail = unreadable.or(failed).unwrap_or_default();
                row.detail = &detail;
                return self.command.show(&row);
            }
        };
        let verdict = outcome.verdict();
        row.answer = verdict.class().word();
        row.answers = outcome
            .answers()
            .map(|answer| answer.class().word())
            .collect();
        row.detail = verdict.detail();
        row.asked = outcome.asked;
        row.withheld = &outcome.withheld;
        if self.command.expect_status {
            let expected = solve::expected_statuses(script);
            let mut pairs = outcome.answers().zip(&expected);
            row.disagrees = Some(pairs.any(|(answer, due)| solve::contradicts(answer, due)));
        }
        let shown = self.command.show(&row);
        self.summary.checks += row.answers.len();
        self.summary.disagreements += usize::from(row.disagrees == Some(true));
        *self
            .summary
            .answers
            .entry(row.answer.to_owned())
            .or_default() += 1;
        shown
    }

    fn print_in_order(&mut self, index: usize, line: String) {
        self.waiting.insert(index, line);
        while let Some(line) = self.waiting.remove(&self.next) {
            self.next += 1;
            if self.failed_output.is_some() {
                continue;
            }
            let printed = self.bar.suspend(|| writeln!(std::io::stdout(), "{line}"));
            self.failed_output = printed.err();
        }
        self.bar.inc(1);
    }

    fn print_summary(&self) -> anyhow::Result<()> {
        let summary = &self.summary;
        let mut out = std::io::stdout();
        if self.command.json {
            writeln!(out, "{}", serde_json::to_string(summary)?)?;
        } else if self.next > 1 {
            let counts = summary
                .answers
                .iter()
                .map(|(class, n)| format!("{n} {class}"));
            let counts = counts.collect::<Vec<_>>().join(", ");
            let rate = summary.checks as f64 / summary.seconds.max(1e-9);
            writeln!(
                out,
                "{counts} in {:.2} s ({rate:.0} checks/s)",
                summary.seconds
            )?;
            if summary.disagreements > 0 {
                writeln!(out, "{} disagree with their status", summary.disagreements)?;
            }
        }
        Ok(())
    }
}

impl Solve {
    fn show(&self, row: &Row<'_>) -> String {
        if self.json {
            return serde_json::to_string(row).unwrap_or_else(|error| error.to_string());
        }
        // Several checks give several answers, unless the last word is what went wrong.
        let answers = match row.answers.contains(&row.answer) && row.answers.len() > 1 {
            true => row.answers.join(" "),
            false => row.answer.to_owned(),
        };
        let mark = match row.disagrees {
            Some(true) => "  DISAGREES",
            _ => "",
        };
        let detail = row.detail.split_whitespace().collect::<Vec<_>>().join(" ");
        let Row {
            file, solver, ms, ..
        } = row;
        let line = format!("{file:<40}  {solver:<12}  {answers:<8} {ms:>9.1} ms{mark}  {detail}");
        line.trim_end().to_owned()
    }
}
