//! `nuthatch rules discover`: look for rules that nobody wrote.

use crate::asking::duration;
use crate::exit::Exit;
use crate::proving::{PROVERS, prover};
use crate::rules_of_user::RulesOfUser;
use anyhow::{Context, bail};
use campaign::discover::{Discovery, Progress};
use campaign::semantics::Semantics;
use clap::Args;
use mutate::discover::{FIELDS, Field, Settings};
use report::Table;
use std::fmt::Write as _;
use std::io::Write as _;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Look for rules that nobody wrote, and have them proved
///
/// Candidates are enumerated from small to large: an operator applied to parameters, and terms over
/// these, constants and further parameters that might stand for it. What our own semantics refutes at
/// some of thousands of assignments is thrown out, as is what known rules imply; the rest is put to
/// solvers. What is proved, and no other rule that was found implies, is written as a rule file, which
/// `--rules` takes: so does this command, and what such a file implies is not found again.
///
/// Theories take turns. The file is written as the search goes on, so little is lost if it is ended.
///
/// Exit code: 0 if it came to its end or its time was over, 2 if something could not be started or
/// written, 130 if it was stopped.
#[derive(Debug, Args)]
pub struct Discover {
    /// Only rules of this theory, by the name of its rule file
    #[arg(long, value_name = "THEORY")]
    theory: Vec<String>,

    /// The most operators of a template; if not said, they get larger as long as there is time
    #[arg(long, value_name = "COUNT")]
    size: Option<usize>,

    /// When to end
    #[arg(long, default_value = "10m", value_parser = duration)]
    time: Duration,

    /// Write the rules to this file
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// How many questions are put to solvers at once
    #[arg(long, short, default_value = "2")]
    jobs: NonZeroUsize,

    /// The solvers to ask, two at least
    #[arg(long = "solver", value_name = "SOLVER", default_values_t = PROVERS.map(String::from))]
    solvers: Vec<String>,

    /// Wall-clock time per question
    #[arg(long, default_value = "2s", value_parser = duration)]
    timeout: Duration,

    /// At how many assignments candidates are tried before solvers are asked
    #[arg(long, default_value_t = Settings::default().assignments as u64, value_name = "COUNT",
        value_parser = clap::value_parser!(u64).range(256..=1 << 20))]
    assignments: u64,

    /// What these are drawn from
    #[arg(long, default_value_t = 0)]
    seed: u64,

    #[command(flatten)]
    rules: RulesOfUser,

    /// Print one JSON object per theory
    #[arg(long, requires = "output")]
    json: bool,
}

/// How many assignments our semantics draws for what is proved, in each case.
const DRAWS: usize = 1_000;
/// How many rules are proved together, for each job.
const WAVE: usize = 12;

impl Discover {
    pub fn run(self) -> anyhow::Result<Exit> {
        let fields = self.fields()?;
        let stop = crate::interrupt::flag()?;
        // Better now than after an hour.
        if let Some(path) = &self.output {
            can_be_written(path)?;
        }
        let Some(known) = self.rules.proved(stop)? else {
            return Ok(Exit::Interrupted);
        };
        let semantics = Semantics {
            draws: DRAWS,
            seed: self.seed,
        };
        // What nobody decides is no rule, so it is not tested on instances.
        let mut prover = prover(&self.solvers, self.timeout, 0, semantics, self.jobs, stop)?;
        prover.hasty = true;
        let discovery = Discovery {
            fields,
            settings: Settings {
                size: self.size,
                assignments: self.assignments as usize,
                seed: self.seed,
                ..Settings::default()
            },
            known: known.rules(),
            prover: &prover,
            wave: WAVE * self.jobs.get(),
            time: Some(self.time),
        };
        let started = Instant::now();
        let bar = crate::progress::spinner();
        let mut written = String::new();
        let found = discovery.run(stop, &mut |progress| {
            bar.set_message(in_short(progress, started.elapsed()));
            let text = file(progress);
            // What cannot be written now may be so after the next wave.
            if let Some(path) = &self.output
                && text != written
                && write_file(path, &text).is_ok()
            {
                written = text;
            }
        });
        bar.finish_and_clear();
        let progress = found?;
        let mut out = std::io::stdout().lock();
        match &self.output {
            Some(path) => {
                if let Err(error) = write_file(path, &file(&progress)) {
                    write!(out, "{}", file(&progress))?;
                    return Err(error.context("the rules are on standard output instead"));
                }
            }
            None => write!(out, "{}", file(&progress))?,
        }
        match self.output {
            _ if self.json => {
                for progress in &progress {
                    writeln!(out, "{}", json(progress))?;
                }
            }
            Some(_) => table(&progress).print(&mut out)?,
            None => table(&progress).print(&mut std::io::stderr().lock())?,
        }
        Ok(match stop.load(Ordering::Relaxed) {
            true => Exit::Interrupted,
            false => Exit::Success,
        })
    }

    fn fields(&self) -> anyhow::Result<Vec<&'static Field>> {
        if self.theory.is_empty() {
            return Ok(FIELDS.iter().collect());
        }
        let of = |theory: &String| match Field::of(theory) {
            Some(field) => Ok(field),
            None => {
                let known: Vec<&str> = FIELDS.iter().map(|field| field.theory).collect();
                bail!(
                    "rules of {theory} are not looked for, only those of {}",
                    known.join(", ")
                )
            }
        };
        self.theory.iter().map(of).collect()
    }
}

/// How far it is, on one line.
fn in_short(progress: &[Progress], elapsed: Duration) -> String {
    let sum = |of: &dyn Fn(&Progress) -> u64| progress.iter().map(of).sum::<u64>();
    let sizes: Vec<String> = (progress.iter().filter(|p| !p.is_done))
        .map(|p| format!("{} {}", p.theory, p.size))
        .collect();
    format!(
        "{} s, {} candidates, {} rules; sizes: {}",
        elapsed.as_secs(),
        sum(&|p| p.counts.candidates),
        sum(&|p| p.rules.len() as u64),
        sizes.join(", ")
    )
}

/// The rules of all theories, by operator.
fn file(progress: &[Progress]) -> String {
    let mut text =
        String::from("; Rules that `nuthatch rules discover` found and solvers proved.\n");
    for Progress {
        theory,
        size,
        counts,
        rules,
        ..
    } in progress.iter().filter(|p| !p.rules.is_empty())
    {
        let _ = writeln!(
            text,
            "\n; {theory}: {} rules, of {} candidates with up to {size} operators.",
            rules.len(),
            counts.candidates
        );
        let mut operators: Vec<&str> = rules.iter().map(|rule| rule.operator.as_str()).collect();
        operators.sort_unstable();
        operators.dedup();
        for operator in operators {
            text.push('\n');
            for rule in rules.iter().filter(|rule| rule.operator == operator) {
                text.push_str(&rule.text);
            }
        }
    }
    text
}

/// A new file beside one that is to be written.
fn beside(path: &Path) -> std::io::Result<tempfile::NamedTempFile> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    tempfile::Builder::new()
        .permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644))
        .tempfile_in(folder.unwrap_or(Path::new(".")))
}

/// Whether a file can be written, without doing so: what is in it may be needed until then.
fn can_be_written(path: &Path) -> anyhow::Result<()> {
    if path.is_dir() {
        bail!("{} is a folder", path.display());
    }
    let file = beside(path).with_context(|| path.display().to_string())?;
    file.close().with_context(|| path.display().to_string())
}

/// Writes a file, all of it or nothing.
fn write_file(path: &Path, text: &str) -> anyhow::Result<()> {
    let write = || {
        let mut file = beside(path)?;
        file.write_all(text.as_bytes())?;
        file.persist(path)?;
        anyhow::Ok(())
    };
    write().with_context(|| path.display().to_string())
}

/// Candidates that were refuted by their values: those that came no further.
fn refuted_by_values(progress: &Progress) -> u64 {
    let counts = &progress.counts;
    let others = counts.renamings + counts.known + counts.refuted + counts.undecided;
    let others = others + counts.given_up + counts.proved;
    counts.candidates.saturating_sub(others)
}

fn per_second(progress: &Progress) -> f64 {
    progress.counts.candidates as f64 / progress.searching.as_secs_f64().max(1e-3)
}

fn table(progress: &[Progress]) -> Table {
    let mut table = Table::new(&[
        "theory",
        "size",
        "terms",
        "open",
        "ill-sorted",
        "candidates",
        "a second",
        "refuted by values",
        "renamings",
        "known",
        "refuted by solvers",
        "undecided",
        "given up",
        "rules",
        "searching",
        "proving",
    ]);
    for p in progress {
        let counts = &p.counts;
        let number = |n: u64| n.to_string();
        table.row([
            p.theory.to_owned(),
            format!("{}{}", p.size, if p.is_done { "" } else { "+" }),
            number(counts.terms),
            number(counts.open),
            number(counts.ill_sorted),
            number(counts.candidates),
            format!("{:.0}", per_second(p)),
            number(refuted_by_values(p)),
            number(counts.renamings),
            number(counts.known),
            number(counts.refuted),
            number(counts.undecided),
            number(counts.given_up),
            number(counts.proved),
            format!("{:.1} s", p.searching.as_secs_f64()),
            format!("{:.1} s", p.proving.as_secs_f64()),
        ]);
    }
    table
}

fn json(progress: &Progress) -> serde_json::Value {
    serde_json::json!({
        "theory": progress.theory,
        "size": progress.size,
        "complete": progress.is_done,
        "counts": progress.counts,
        "refuted_by_values": refuted_by_values(progress),
        "candidates_per_second": per_second(progress),
        "searching_seconds": progress.searching.as_secs_f64(),
        "proving_seconds": progress.proving.as_secs_f64(),
    })
}
