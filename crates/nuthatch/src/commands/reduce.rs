//! `nuthatch reduce`: the smallest script that still shows a bug.

use crate::asking::{duration, find_solvers, session};
use crate::exit::Exit;
use crate::predicate::{Asked, CommandPredicate, CommandWanted, Keeping};
use anyhow::{Context, bail};
use campaign::ask::sessions;
use campaign::finding::Finding;
use campaign::horn::engines::solver_of;
use campaign::models::{asks_for_model, with_model};
use campaign::reduction::{Asking, Bug, NativePredicate, NativeWanted, Reducer};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use reduce::{Predicate as _, Progress, ReduceSettings, Reduction, Trial};
use regex::bytes::Regex;
use report::Table;
use serde::Serialize;
use solve::{AnswerClass, Mode, SessionConfig, Solver};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Reduce a script to the smallest one that still shows a bug
///
/// The bug is what CMD says of FILE: a smaller script still has it if CMD ends with the same exit
/// code. Or it is what a solver answers, with --solver and one of --answer, --crash, --invalid-model,
/// --slower-than and --rejected; then no command is needed. The path of the script is the last
/// argument of CMD, or stands where `{}` is. The best script so far is always in OUT, so that a run
/// that was stopped goes on with --resume.
///
/// With --finding it is a finding of a campaign that is reduced: first the steps of the mutation, then
/// seed and mutant together, then the script that is wrong by itself. The result is written into the
/// finding's folder.
///
/// Exit code: 0 if the script was reduced, or cannot be; 2 if it could not be tried, for example
/// since CMD does not say the same of FILE twice; 130 if it was stopped, and OUT has the best so far.
#[derive(Debug, Args)]
pub struct Reduce {
    /// The script
    #[arg(required_unless_present = "finding")]
    file: Option<PathBuf>,

    /// The folder of a finding, instead of a script
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["file", "out", "command", "answer", "resume"])]
    finding: Option<PathBuf>,

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

    /// What must stay in the script, such as an operator; can be said several times
    #[arg(long, value_name = "REGEX", conflicts_with = "finding")]
    keep: Vec<Regex>,

    /// The solver that has the bug, instead of CMD
    #[arg(long)]
    solver: Option<String>,

    /// The wrong answer: sat, unsat or unknown; or several, for checks that follow each other
    #[arg(long, requires = "solver")]
    answer: Option<String>,

    /// A solver that does it right; for a finding, if none is named, those that were asked about it
    #[arg(long = "reference", value_name = "SOLVER")]
    references: Vec<String>,

    /// What the reference answers
    #[arg(long, requires = "references", value_name = "ANSWER")]
    reference_answer: Option<String>,

    /// The solver crashes, always at the same place
    #[arg(long, requires = "solver")]
    crash: bool,

    /// The solver gives a model that is wrong, by its own check or ours
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

/// For sessions that have a flag of their own.
static NEVER: AtomicBool = AtomicBool::new(false);

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
        if let Some(folder) = &self.finding {
            return self.reduce_finding(folder, start, stop);
        }
        let file = self.file.as_deref().context("there is no script")?;
        let cannot_read = |path: &Path| format!("cannot read {}", path.display());
        let mut original = std::fs::read(file).with_context(|| cannot_read(file))?;
        if self.invalid_model && !asks_for_model(&original) {
            // Only what is shown can be judged; what need not be shown goes again.
            original = with_model(&original);
        }
        let out = self.out_path(file)?;
        if let Some(missing) = self.keep.iter().find(|keep| !keep.is_match(&original)) {
            bail!("nothing in {} matches {missing}", file.display());
        }
        let predicate = Keeping {
            predicate: self.predicate(&original)?,
            keep: &self.keep,
        };
        if !self.quiet && !self.json {
            eprintln!("keeping {}", predicate.expectation());
        }
        let mut text = original.clone();
        if self.resume && out.exists() {
            text = std::fs::read(&out).with_context(|| cannot_read(&out))?;
            if predicate.holds(0, &text) != Trial::Holds {
                bail!("{} does not show the bug", out.display());
            }
        }
        let deadline = self.time.map(|time| start + time);
        let is_over = || {
            stop.load(Ordering::Relaxed)
                || deadline.is_some_and(|deadline| Instant::now() >= deadline)
                || predicate.is_broken()
        };
        let settings = ReduceSettings {
            jobs: self.jobs.get(),
            // A solver that is asked by name must understand all that it is asked.
            nonsense: self.solver.is_none() || self.rejected.is_some(),
            stop: &is_over,
        };
        write_whole(&out, &text)?;
        let mut view = View::new(self.quiet || self.json, start, &text);
        let mut failed_output = None;
        let mut run = |text: Vec<u8>| {
            reduce::reduce(text, &predicate, &settings, &mut |progress| {
                if progress.improved && failed_output.is_none() {
                    failed_output = write_whole(&out, progress.text).err();
                }
                view.show(&progress);
            })
        };
        let mut reduction = run(text.clone());
        let mut stands = predicate.confirms(&reduction.text);
        if !stands && !is_over() && predicate.be_careful() {
            reduction = run(text);
            stands = predicate.confirms(&reduction.text);
        }
        view.bar.finish_and_clear();
        if let Some(error) = failed_output {
            return Err(error);
        }
        if let Some(error) = predicate.take_error() {
            return Err(error.into());
        }
        let flaky = !stands && !is_over();
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
        let found = |names: &[String]| match names.is_empty() {
            true => Ok(Vec::new()),
            false => find_solvers(names),
        };
        let references = found(&self.references)?;
        let is_answer = self.answer.is_some();
        if is_answer && self.references.is_empty() == self.reference_answer.is_some() {
            bail!("--reference and --reference-answer go together");
        }
        let bugs = [
            self.answers()?.map(Bug::Answers),
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
        let solver = found(std::slice::from_ref(solver))?;
        let reference_answer = self.reference_answer.as_deref();
        let reference_answer = reference_answer.map(answer_class).transpose()?;
        let wanted = NativeWanted {
            in_setting: false,
            solver: solver.first().context("there is no such solver")?,
            bug,
            references: &references,
            reference_answer,
            check_models: self.invalid_model,
            witness: None,
        };
        let config = |solver: &Solver, mode: Mode| self.config(solver, mode);
        let asking = Asking {
            open: &sessions,
            config: &config,
            jobs: self.jobs.get(),
        };
        Ok(Box::new(NativePredicate::learn(wanted, &asking, original)?))
    }

    fn answers(&self) -> anyhow::Result<Option<Vec<AnswerClass>>> {
        let words = self
            .answer
            .iter()
            .flat_map(|words| words.split_whitespace());
        let classes: Vec<AnswerClass> = words.map(answer_class).collect::<Result<_, _>>()?;
        Ok(self.answer.as_ref().map(|_| classes))
    }

    fn config(&self, solver: &Solver, mode: Mode) -> SessionConfig {
        let time = self.check_time.unwrap_or(Duration::from_secs(10));
        // Who reduces has a flag of its own.
        session(solver, mode, time, 4096, mode as usize, &NEVER)
    }

    fn reduce_finding(
        &self,
        folder: &Path,
        start: Instant,
        stop: &AtomicBool,
    ) -> anyhow::Result<Exit> {
        let mut finding = report::read_folder(folder)
            .with_context(|| format!("{} is not the folder of a finding", folder.display()))?;
        let name = self.solver.clone().unwrap_or(finding.solver.name.clone());
        let solvers = find_solvers(&[name])?;
        let references = match self.references.is_empty() {
            false => find_solvers(&self.references)?,
            true => {
                let asked = finding
                    .opinions
                    .iter()
                    .map(|o| solver_of(&o.solver.name).to_owned());
                let mut asked: Vec<String> = asked.collect();
                // Engines of one solver stand next to each other, and are found by the solver.
                asked.sort();
                asked.dedup();
                match asked.is_empty() {
                    true => Vec::new(),
                    false => find_solvers(&asked)?,
                }
            }
        };
        let config = |solver: &Solver, mode: Mode| self.config(solver, mode);
        let deadline = self.time.map(|time| start + time);
        let is_over = || {
            stop.load(Ordering::Relaxed)
                || deadline.is_some_and(|deadline| Instant::now() >= deadline)
        };
        let reducer = Reducer {
            solver: solvers.first().context("there is no such solver")?,
            references: &references,
            asking: Asking {
                open: &sessions,
                config: &config,
                jobs: self.jobs.get(),
            },
            stop: &is_over,
        };
        if !self.quiet && !self.json {
            eprintln!("reducing {}", finding.title);
        }
        let mut view = View::new(self.quiet || self.json, start, &finding.witness.script);
        let reduced = reducer.reduce(&finding, &mut |stage, progress| {
            view.show(&progress);
            view.bar.set_prefix(format!("{stage}: "));
        });
        view.bar.finish_and_clear();
        let before = bytes(&finding);
        let reduced = finding.reduced.insert(Box::new(reduced?));
        let summary = Summary {
            summary: true,
            bytes_before: before,
            bytes_after: reduced.bytes(),
            checks: reduced.checks,
            distinct: reduced.checks,
            seconds: start.elapsed().as_secs_f64(),
            minimal: reduced.minimal,
            flaky: false,
        };
        report::rewrite_folder(folder, &finding)
            .with_context(|| format!("cannot write {}", folder.display()))?;
        let mut out = std::io::stdout().lock();
        if self.json {
            writeln!(out, "{}", serde_json::to_string(&summary)?)?;
        } else if !self.quiet {
            writeln!(
                out,
                "{before} to {} bytes with {} checks in {:.1} s: {}",
                summary.bytes_after,
                summary.checks,
                summary.seconds,
                folder.join("report.md").display()
            )?;
        }
        Ok(match stop.load(Ordering::Relaxed) {
            true => Exit::Interrupted,
            false => Exit::Success,
        })
    }

    fn out_path(&self, file: &Path) -> anyhow::Result<PathBuf> {
        if let Some(out) = &self.out {
            return Ok(out.clone());
        }
        let stem = file.file_stem().context("the file has no name")?;
        let mut name = stem.to_os_string();
        name.push(".reduced.");
        name.push(file.extension().unwrap_or("smt2".as_ref()));
        Ok(file.with_file_name(name))
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
        for share in reduction.by_pass.iter().filter(|share| share.checks > 0) {
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

/// How long the scripts of a finding are.
fn bytes(finding: &Finding) -> usize {
    let scripts = finding.scripts().into_iter();
    scripts.map(|(_, script, _)| script.len()).sum()
}

fn answer_class(word: &str) -> anyhow::Result<AnswerClass> {
    AnswerClass::from_word(word).with_context(|| format!("`{word}` is no answer of a solver"))
}

/// Writes a file under another name and renames it, so that it is there whole or not at all.
fn write_whole(path: &Path, text: &[u8]) -> anyhow::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let write = || {
        let mut builder = tempfile::Builder::new();
        // Like any file that a person makes; the umask has the last word.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = builder.tempfile_in(folder)?;
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
        if let Ok(style) = ProgressStyle::with_template("{spinner} {prefix}{msg}") {
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
