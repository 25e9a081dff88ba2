//! `nuthatch reduce`: the smallest script that still shows a bug.

use crate::asking::{duration, find_solvers};
use crate::exit::Exit;
use crate::output::Table;
use crate::predicate::{
    Asked, Bug, CommandPredicate, CommandWanted, NativePredicate, NativeWanted,
};
use anyhow::{Context, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use reduce::{Progress, Reduction, Settings, Verdict};
use regex::bytes::Regex;
use serde::Serialize;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Reduce a script to the smallest one that still shows a bug
///
/// The bug is what CMD says of FILE: a smaller script still has it if CMD ends with the same exit
/// code. Or it is what a solver answers, with --solver and one of --answer, --crash, --invalid-model,
/// --slower-than and --rejected; then no command is needed. The path of the script is the last argument of CMD, or stands where `{}` is. The best script
/// so far is always in OUT, so that a run that was stopped goes on with --resume.
///
/// Exit code: 0 if the script was reduced, or cannot be; 2 if it could not be tried, for example
/// since CMD does not say the same of FILE twice; 130 if it was stopped, and OUT has the best so far.
#[derive(Debug, Args)]
pub struct Reduce {
    /// The script
    file: PathBuf,

    /// Where the reduced script goes; if not said, beside FILE as NAME.reduced.smt2
    #[arg(long, short)]
    out: Option<PathBuf>,

    /// How many candidates are tried at once; the result is the same
    #[arg(long, short, default_value = "2")]
    jobs: NonZeroUsize,

    /// Stop after this time, such as 30s or 10m, with the best so far
    #[arg(long, value_parser = duration)]
    time: Option<Duration>,

    /// What the output of CMD must match, too
    #[arg(long, value_name = "REGEX")]
    match_output: Option<Regex>,

    /// The solver that has the bug, instead of CMD
    #[arg(long)]
    solver: Option<String>,

    /// The wrong answer: sat, unsat or unknown
    #[arg(long, requires = "solver")]
    answer: Option<String>,

    /// A solver that does it right
    #[arg(long, requires = "solver", value_name = "SOLVER")]
    reference: Option<String>,

    /// What the reference answers
    #[arg(long, requires = "reference", value_name = "ANSWER")]
    reference_answer: Option<String>,

    /// The solver crashes, always at the same place
    #[arg(long, requires = "solver")]
    crash: bool,

    /// The solver gives a model that it finds wrong itself
    #[arg(long, requires = "solver")]
    invalid_model: bool,

    /// The solver takes longer than this
    #[arg(long, requires = "solver", value_name = "TIME", value_parser = duration)]
    slower_than: Option<Duration>,

    /// The solver complains of the script with a message that matches
    #[arg(long, requires = "solver", value_name = "REGEX")]
    rejected: Option<regex::Regex>,

    /// How long one check may take; for CMD, learnt from FILE if not said
    #[arg(long, value_parser = duration)]
    check_time: Option<Duration>,

    /// Go on from OUT, if it is there
    #[arg(long)]
    resume: bool,

    /// Print one JSON object per pass, and a summary as the last line
    #[arg(long)]
    json: bool,

    /// Print nothing but errors
    #[arg(long, short)]
    quiet: bool,

    /// The command that tells, after `--`
    #[arg(last = true, value_name = "CMD")]
    command: Vec<String>,
}

/// The last line of `--json`.
#[derive(Debug, Serialize)]
struct Summary {
    summary: bool,
    bytes_before: usize,
    bytes_after: usize,
    checks: u64,
    distinct: u64,
    seconds: f64,
    minimal: bool,
    flaky: bool,
}

/// What one pass did, as JSON.
#[derive(Debug, Serialize)]
struct Share {
    pass: &'static str,
    bytes: i64,
    steps: u64,
    checks: u64,
}

impl Reduce {
    pub fn run(self) -> anyhow::Result<Exit> {
        let start = Instant::now();
        let stop = crate::interrupt::flag()?;
        let cannot_read = |path: &Path| format!("cannot read {}", path.display());
        let original = std::fs::read(&self.file).with_context(|| cannot_read(&self.file))?;
        let out = self.out_path()?;
        let predicate = self.predicate(&original)?;
        if !self.quiet && !self.json {
            eprintln!("keeping {}", predicate.expectation());
        }
        let mut text = original.clone();
        if self.resume && out.exists() {
            text = std::fs::read(&out).with_context(|| cannot_read(&out))?;
            if predicate.holds(0, &text) != Verdict::Holds {
                bail!("{} does not show the bug", out.display());
            }
        }
        let deadline = self.time.map(|time| start + time);
        let is_over = || {
            stop.load(Ordering::Relaxed)
                || deadline.is_some_and(|deadline| Instant::now() >= deadline)
                || predicate.is_broken()
        };
        let settings = Settings {
            jobs: self.jobs.get(),
            // A solver that is asked by name must understand all that it is asked.
            nonsense: self.solver.is_none() || self.rejected.is_some(),
            stop: &is_over,
        };
        write_whole(&out, &text)?;
        let mut view = View::new(self.quiet || self.json, start, &text);
        let mut failed_output = None;
        let mut reduction = reduce::reduce(text, predicate.as_ref(), &settings, &mut |progress| {
            if progress.improved && failed_output.is_none() {
                failed_output = write_whole(&out, progress.text).err();
            }
            view.show(&progress);
        });
        view.bar.finish_and_clear();
        if let Some(error) = failed_output {
            return Err(error);
        }
        if let Some(error) = predicate.take_error() {
            return Err(error.into());
        }
        let flaky = predicate.holds(0, &reduction.text) == Verdict::Fails;
        reduction.minimal &= !flaky;
        if flaky {
            eprintln!("nuthatch: the command is flaky: it no longer says the same of the result");
        }
        self.report(&original, &reduction, flaky, start, &out)?;
        Ok(match stop.load(Ordering::Relaxed) {
            true => Exit::Interrupted,
            false => Exit::Success,
        })
    }

    fn predicate(&self, original: &[u8]) -> anyhow::Result<Box<dyn Asked>> {
        let Some(solver) = &self.solver else {
            if self.command.is_empty() {
                bail!("say what the bug is: a command after `--`, or --solver and what it does");
            }
            let wanted = CommandWanted {
                command: &self.command,
                output: self.match_output.clone(),
                time: self.check_time,
                jobs: self.jobs.get(),
                file_name: "input.smt2",
            };
            return Ok(Box::new(CommandPredicate::learn(wanted, original)?));
        };
        if !self.command.is_empty() {
            bail!("either a command or a solver tells, not both");
        }
        let one = |name: &String| {
            let found = find_solvers(std::slice::from_ref(name))?;
            found.into_iter().next().context("there is no such solver")
        };
        let reference = match (&self.reference, &self.reference_answer) {
            (Some(name), Some(answer)) => Some((one(name)?, answer.clone())),
            (None, None) => None,
            _ => bail!("--reference and --reference-answer go together"),
        };
        let bugs = [
            self.answer.clone().map(Bug::Answer),
            self.crash.then_some(Bug::Crash),
            self.invalid_model.then_some(Bug::InvalidModel),
            self.slower_than.map(Bug::SlowerThan),
            self.rejected.clone().map(Bug::Rejected),
        ];
        let mut bugs = bugs.into_iter().flatten();
        let (Some(bug), None) = (bugs.next(), bugs.next()) else {
            bail!(
                "say one thing that the solver does: --answer, --crash, --invalid-model, \
                 --slower-than or --rejected"
            );
        };
        let wanted = NativeWanted {
            solver: one(solver)?,
            bug,
            reference,
            time: self.check_time.unwrap_or(Duration::from_secs(10)),
            jobs: self.jobs.get(),
        };
        Ok(Box::new(NativePredicate::learn(wanted, original)?))
    }

    fn out_path(&self) -> anyhow::Result<PathBuf> {
        if let Some(out) = &self.out {
            return Ok(out.clone());
        }
        let stem = self.file.file_stem().context("the file has no name")?;
        let mut name = stem.to_os_string();
        name.push(".reduced.");
        name.push(self.file.extension().unwrap_or("smt2".as_ref()));
        Ok(self.file.with_file_name(name))
    }

    fn report(
        &self,
        original: &[u8],
        reduction: &Reduction,
        flaky: bool,
        start: Instant,
        path: &Path,
    ) -> anyhow::Result<()> {
        if self.quiet && !self.json {
            return Ok(());
        }
        let summary = Summary {
            summary: true,
            bytes_before: original.len(),
            bytes_after: reduction.text.len(),
            checks: reduction.checks,
            distinct: reduction.distinct,
            seconds: start.elapsed().as_secs_f64(),
            minimal: reduction.minimal,
            flaky,
        };
        let mut out = std::io::stdout().lock();
        if self.json {
            for share in &reduction.by_pass {
                let share = Share {
                    pass: share.name,
                    bytes: share.bytes,
                    steps: share.steps,
                    checks: share.checks,
                };
                writeln!(out, "{}", serde_json::to_string(&share)?)?;
            }
            writeln!(out, "{}", serde_json::to_string(&summary)?)?;
            return Ok(());
        }
        let mut table = Table::new(&["pass", "bytes", "share", "steps", "checks"]);
        let removed = (original.len() as i64 - reduction.text.len() as i64).max(1);
        for share in &reduction.by_pass {
            table.row([
                share.name.to_owned(),
                share.bytes.to_string(),
                format!("{:.1} %", 100.0 * share.bytes as f64 / removed as f64),
                share.steps.to_string(),
                share.checks.to_string(),
            ]);
        }
        table.print(&mut out)?;
        let how = match reduction.minimal {
            true => "and no step makes it smaller",
            false => "and it may get smaller still",
        };
        writeln!(
            out,
            "{} to {} bytes with {} checks in {:.1} s, {how}: {}",
            summary.bytes_before,
            summary.bytes_after,
            summary.checks,
            summary.seconds,
            path.display()
        )?;
        Ok(())
    }
}

/// Writes a file under another name and renames it, so that it is there whole or not at all.
fn write_whole(path: &Path, text: &[u8]) -> anyhow::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let write = || {
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(text)?;
        file.persist(path).map_err(|error| error.error)?;
        Ok::<(), std::io::Error>(())
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

/// The line that shows what is going on.
struct View {
    bar: ProgressBar,
    start: Instant,
    bytes: usize,
    assertions: usize,
}

impl View {
    fn new(hidden: bool, start: Instant, text: &[u8]) -> Self {
        let bar = match hidden {
            true => ProgressBar::hidden(),
            false => ProgressBar::new_spinner(),
        };
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
            bar.set_style(style);
        }
        Self {
            bar,
            start,
            bytes: text.len(),
            assertions: assertions(text),
        }
    }

    fn show(&mut self, progress: &Progress<'_>) {
        if progress.improved {
            self.bytes = progress.text.len();
            self.assertions = assertions(progress.text);
        }
        if self.bar.is_hidden() {
            return;
        }
        let seconds = self.start.elapsed().as_secs_f64();
        let rate = progress.checks as f64 / seconds.max(1e-9);
        self.bar.set_message(format!(
            "{} bytes, {} assertions, {} checks, {rate:.0}/s, {}",
            self.bytes, self.assertions, progress.checks, progress.pass
        ));
        self.bar.tick();
    }
}

fn assertions(text: &[u8]) -> usize {
    let needle = b"(assert";
    text.windows(needle.len()).filter(|w| w == needle).count()
}
