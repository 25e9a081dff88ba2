//! `nuthatch inspect`: what is in a file or a folder, and do we understand it?

use crate::exit::Exit;
use crate::files::{Source, sources};
use anyhow::Context;
use clap::Args;
use rayon::prelude::*;
use serde::Serialize;
use smt::{Census, Script};
use std::collections::BTreeMap;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::time::Instant;

/// Show what is in SMT-LIB files: logic, commands, theories, operators, and how much of it we
/// can sort
///
/// A folder stands for all .smt2 files below it, `-` for standard input; with no path the
/// built-in examples are shown. One file is shown in detail, several as a whole.
///
/// Exit code: 0 if every file was read (and, with --roundtrip, printed back the same), 1 if one
/// was not, 2 if there was nothing to read.
#[derive(Debug, Args)]
pub struct Inspect {
    /// Files and folders
    paths: Vec<PathBuf>,

    /// Print one JSON object per file, and a summary as the last line
    #[arg(long)]
    json: bool,

    /// Print each script back from what was understood, and compare the tokens
    #[arg(long)]
    roundtrip: bool,

    /// Show every file in detail, also if there are several
    #[arg(long, short)]
    verbose: bool,

    /// How many files are read at a time, at most 256 [default: one per core]
    #[arg(long, short, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
}

/// What was found in one file.
#[derive(Debug, Serialize)]
struct Report {
    file: String,
    bytes: u64,
    parsed: bool,
    error: Option<String>,
    logic: Option<String>,
    theories: Vec<&'static str>,
    commands: BTreeMap<String, u64>,
    stray_tokens: u64,
    operators: BTreeMap<String, u64>,
    assertions: u64,
    sorted_assertions: u64,
    coercions: u64,
    unknown_symbols: Vec<String>,
    /// The first few innermost terms without a sort.
    unsorted: Vec<Unsorted>,
    #[serde(skip_serializing_if = "Option::is_none")]
    roundtrip: Option<bool>,
}

/// A term we cannot sort, though we can sort all below it.
#[derive(Debug, Serialize)]
struct Unsorted {
    line: usize,
    column: usize,
    term: String,
}

/// What was found in all files: the last line of `--json`.
#[derive(Debug, Default, Serialize)]
struct Summary {
    summary: bool,
    files: u64,
    parsed: u64,
    assertions: u64,
    sorted_assertions: u64,
    roundtrip_ok: Option<u64>,
    bytes: u64,
    seconds: f64,
    #[serde(skip)]
    tallies: Tallies,
}

/// What people see of many files beyond the summary.
#[derive(Debug, Default)]
struct Tallies {
    logics: BTreeMap<String, u64>,
    theories: BTreeMap<String, u64>,
    commands: BTreeMap<String, u64>,
    operators: BTreeMap<String, u64>,
    unknown_symbols: BTreeMap<String, u64>,
}

/// How many files a core reads between two lines of output: enough to keep all of them busy, and
/// few enough that a person sees it move.
const BATCH_PER_JOB: usize = 32;

impl Inspect {
    pub fn run(self) -> anyhow::Result<Exit> {
        let start = Instant::now();
        let sources = sources(&self.paths)?;
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.jobs.map_or(0, usize::from))
            .build()
            .context("cannot start threads")?;
        let progress = crate::progress::bar(sources.len(), "files");
        let mut out = BufWriter::new(std::io::stdout().lock());
        let detailed = self.verbose || sources.len() == 1;
        let mut summary = Summary {
            summary: true,
            roundtrip_ok: self.roundtrip.then_some(0),
            ..Summary::default()
        };
        for batch in sources.chunks(BATCH_PER_JOB * pool.current_num_threads()) {
            let reports: Vec<Report> = pool.install(|| {
                let reports = batch.par_iter().map(|source| {
                    let report = inspect(source, self.roundtrip);
                    progress.inc(1);
                    report
                });
                reports.collect()
            });
            for report in reports {
                summary.add(&report);
                if self.json {
                    serde_json::to_writer(&mut out, &report).map_err(std::io::Error::from)?;
                    writeln!(out)?;
                } else if detailed {
                    progress.suspend(|| report.show(&mut out))?;
                } else if report.is_bad() {
                    progress.suspend(|| writeln!(out, "{}", report.complaint()))?;
                }
            }
            out.flush()?;
        }
        progress.finish_and_clear();
        summary.seconds = start.elapsed().as_secs_f64();
        if self.json {
            serde_json::to_writer(&mut out, &summary).map_err(std::io::Error::from)?;
            writeln!(out)?;
        } else if sources.len() > 1 {
            summary.show(&mut out)?;
        }
        out.flush()?;
        let bad = summary.parsed < summary.files
            || summary.roundtrip_ok.is_some_and(|ok| ok < summary.parsed);
        Ok(if bad { Exit::Found } else { Exit::Success })
    }
}

fn inspect(source: &Source, roundtrip: bool) -> Report {
    let mut report = Report {
        file: source.name(),
        bytes: 0,
        parsed: false,
        error: None,
        logic: None,
        theories: Vec::new(),
        commands: BTreeMap::new(),
        stray_tokens: 0,
        operators: BTreeMap::new(),
        assertions: 0,
        sorted_assertions: 0,
        coercions: 0,
        unknown_symbols: Vec::new(),
        unsorted: Vec::new(),
        roundtrip: None,
    };
    let text = match source.read() {
        Ok(text) => text,
        Err(error) => {
            report.error = Some(format!("cannot be read: {error}"));
            return report;
        }
    };
    report.bytes = text.len() as u64;
    let script = match Script::parse(text) {
        Ok(script) => script,
        Err(error) => {
            report.error = Some(error.to_string());
            return report;
        }
    };
    let census = Census::of(&script);
    report.parsed = true;
    report.logic = script
        .logic
        .map(|logic| script.tree.symbols.name(logic).into_owned());
    report.theories = census.theories;
    report.commands = census.commands;
    report.stray_tokens = census.stray_tokens;
    report.operators = census.operators;
    report.assertions = census.assertions;
    report.sorted_assertions = census.sorted_assertions;
    report.coercions = census.coercions;
    report.unknown_symbols = census.unknown_symbols;
    let unsorted = script.unsorted_places().take(UNSORTED_SHOWN);
    report.unsorted = unsorted.map(|node| Unsorted::at(&script, node)).collect();
    report.roundtrip = roundtrip.then(|| script.round_trips());
    report
}

/// How many terms without a sort a report names.
const UNSORTED_SHOWN: usize = 5;
/// How much of such a term is shown.
const TERM_SHOWN: usize = 60;

impl Unsorted {
    fn at(script: &Script, node: smt::NodeId) -> Self {
        let (line, column) = script.tree.place(node);
        let mut term = script
            .tree
            .show(node)
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        if let Some((end, _)) = term.char_indices().nth(TERM_SHOWN) {
            term.truncate(end);
            term.push('…');
        }
        Self { line, column, term }
    }
}

impl Report {
    fn is_bad(&self) -> bool {
        !self.parsed || self.roundtrip == Some(false)
    }

    /// One line that says what is wrong, as compilers write it.
    fn complaint(&self) -> String {
        match &self.error {
            Some(error) => format!(
                "{}:{}{error}",
                self.file,
                if self.bytes == 0 { " " } else { "" }
            ),
            None => format!("{}: printed back, its tokens differ", self.file),
        }
    }

    fn show(&self, out: &mut impl Write) -> std::io::Result<()> {
        if !self.parsed {
            return writeln!(out, "{}", self.complaint());
        }
        writeln!(out, "{} ({} bytes)", self.file, self.bytes)?;
        let logic = self.logic.as_deref().unwrap_or("none set");
        writeln!(out, "  {:<11} {logic}", "logic")?;
        row(out, "theories", &self.theories.join(", "))?;
        row(out, "commands", &most_frequent(&self.commands))?;
        if self.stray_tokens > 0 {
            writeln!(
                out,
                "  {:<11} {} tokens outside of any command",
                "stray", self.stray_tokens
            )?;
        }
        let share = share(self.sorted_assertions, self.assertions);
        writeln!(
            out,
            "  {:<11} {}, fully sorted {share}",
            "assertions", self.assertions
        )?;
        row(out, "operators", &most_frequent(&self.operators))?;
        if self.coercions > 0 {
            writeln!(
                out,
                "  {:<11} {} uses of an Int as a Real",
                "coercions", self.coercions
            )?;
        }
        row(out, "unknown", &self.unknown_symbols.join(", "))?;
        for place in &self.unsorted {
            let Unsorted { line, column, term } = place;
            writeln!(out, "  {:<11} {line}:{column}: {term}", "no sort")?;
        }
        match self.roundtrip {
            Some(true) => row(out, "roundtrip", "same tokens"),
            Some(false) => row(out, "roundtrip", "TOKENS DIFFER"),
            None => Ok(()),
        }
    }
}

impl Summary {
    fn add(&mut self, report: &Report) {
        self.files += 1;
        self.parsed += u64::from(report.parsed);
        self.assertions += report.assertions;
        self.sorted_assertions += report.sorted_assertions;
        self.bytes += report.bytes;
        if let Some(ok) = &mut self.roundtrip_ok {
            *ok += u64::from(report.roundtrip == Some(true));
        }
        let tallies = &mut self.tallies;
        let logic = report.logic.clone().unwrap_or_else(|| "none".to_owned());
        *tallies.logics.entry(logic).or_default() += u64::from(report.parsed);
        for theory in &report.theories {
            *tallies.theories.entry((*theory).to_owned()).or_default() += 1;
        }
        for symbol in &report.unknown_symbols {
            *tallies.unknown_symbols.entry(symbol.clone()).or_default() += 1;
        }
        for (name, count) in &report.commands {
            *tallies.commands.entry(name.clone()).or_default() += count;
        }
        for (name, count) in &report.operators {
            *tallies.operators.entry(name.clone()).or_default() += count;
        }
    }

    fn show(&self, out: &mut impl Write) -> std::io::Result<()> {
        let megabytes = self.bytes as f64 / 1e6;
        writeln!(
            out,
            "{} files, {megabytes:.1} MB in {:.2} s ({:.0} MB/s)",
            self.files,
            self.seconds,
            megabytes / self.seconds.max(1e-9),
        )?;
        writeln!(out, "  {:<11} {}", "parsed", share(self.parsed, self.files))?;
        if let Some(ok) = self.roundtrip_ok {
            writeln!(out, "  {:<11} {}", "roundtrip", share(ok, self.parsed))?;
        }
        let sorted = share(self.sorted_assertions, self.assertions);
        writeln!(
            out,
            "  {:<11} {}, fully sorted {sorted}",
            "assertions", self.assertions
        )?;
        row(out, "logics", &most_frequent(&self.tallies.logics))?;
        row(out, "theories", &most_frequent(&self.tallies.theories))?;
        row(out, "commands", &most_frequent(&self.tallies.commands))?;
        row(out, "operators", &most_frequent(&self.tallies.operators))?;
        row(
            out,
            "unknown",
            &most_frequent(&self.tallies.unknown_symbols),
        )
    }
}

/// A line with a label, unless there is nothing to say.
fn row(out: &mut impl Write, label: &str, text: &str) -> std::io::Result<()> {
    match text {
        "" => Ok(()),
        text => writeln!(out, "  {label:<11} {text}"),
    }
}

fn share(part: u64, whole: u64) -> String {
    match whole {
        0 => "0".to_owned(),
        _ => format!("{part} ({:.2} %)", 100.0 * part as f64 / whole as f64),
    }
}

/// How many names a line of counts shows.
const SHOWN: usize = 12;

/// `and 12, or 3, … 4 more`
fn most_frequent(counts: &BTreeMap<String, u64>) -> String {
    let mut sorted: Vec<_> = counts.iter().filter(|(_, count)| **count > 0).collect();
    sorted.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
    let shown = sorted.iter().take(SHOWN);
    let mut line = shown
        .map(|(name, count)| format!("{name} {count}"))
        .collect::<Vec<_>>();
    if sorted.len() > SHOWN {
        line.push(format!("… {} more", sorted.len() - SHOWN));
    }
    line.join(", ")
}
