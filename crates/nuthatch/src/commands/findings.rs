//! `nuthatch findings`: the distinct bugs of campaigns, and what people know of them.

use crate::campaign_folders::campaign_folders;
use crate::choice::choice;
use crate::exit::Exit;
use anyhow::{Context, bail};
use campaign::bugs::{Bug, BugLedger, LedgerError, Mark, STATUSES, Status, Witness, bugs};
use campaign::oracle;
use campaign::store::{OpenError, read_log};
use campaign::totals::Totals;
use clap::{Args, Subcommand};
use report::{BugLine, print_bugs, ranked};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// List the distinct bugs of campaigns, and keep what people know of them
///
/// Findings are one bug if they are reduced to the same script but for names, numbers, widths and which
/// way round things are written, or if the same releases have them and they are about the same operators;
/// crashes, if they print the same. A campaign may still be at work.
///
/// Exit code: 0 if they are listed, 2 if something could not be read.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Findings {
    #[command(subcommand)]
    command: Option<Command>,

    /// The folders of campaigns [default: nuthatch-campaign]
    #[arg(value_name = "DIR")]
    campaigns: Vec<PathBuf>,

    #[command(flatten)]
    ledger: LedgerFile,

    /// Only bugs of this solver: all versions, as in z3, or one, as in z3@4.8.9
    #[arg(long, value_name = "SOLVER")]
    solver: Option<String>,

    /// Only bugs of these oracles
    #[arg(long, value_delimiter = ',', value_name = "LIST", value_parser = oracle::names())]
    oracle: Vec<String>,

    /// Only bugs with this status: one that marks have, or new
    #[arg(long, value_delimiter = ',', value_name = "LIST", value_parser = status_names())]
    status: Vec<String>,

    /// Print one JSON object per bug, and a summary as the last line
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    Mark(MarkBug),
}

/// Say what became of a bug; `nuthatch fuzz --known` does not show it again
///
/// The last that is said of a bug counts; an address or a note stays until there is another.
#[derive(Debug, Args)]
struct MarkBug {
    /// The bug, or what its id starts with
    id: String,

    /// What became of it
    #[arg(value_parser = choice(STATUSES))]
    status: Status,

    /// The folders of the campaigns that have it [default: nuthatch-campaign]
    #[arg(value_name = "DIR")]
    campaigns: Vec<PathBuf>,

    /// Where it was reported
    #[arg(long)]
    url: Option<String>,

    /// What else there is to say
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,

    #[command(flatten)]
    ledger: LedgerFile,
}

#[derive(Debug, Args)]
struct LedgerFile {
    /// Where it is kept what people know
    #[arg(
        long = "ledger",
        value_name = "FILE",
        default_value = "nuthatch-ledger.jsonl"
    )]
    path: PathBuf,
}

/// What the status of a bug may be that nobody has marked.
const NEW: &str = "new";

fn status_names() -> Vec<&'static str> {
    let marks = STATUSES.iter().map(|(name, ..)| *name);
    marks.chain([NEW]).collect()
}

/// The last line.
#[derive(Debug, Serialize)]
struct Summary<'a> {
    summary: bool,
    campaigns: &'a [String],
    bugs: usize,
    findings: usize,
    oracles: BTreeMap<&'a str, usize>,
    known: usize,
}

/// Reads a ledger that must be there.
pub fn read_ledger(path: &Path) -> anyhow::Result<BugLedger> {
    let ledger = BugLedger::read(path);
    let ledger = ledger.with_context(|| format!("the ledger {}", path.display()))?;
    mention(&ledger.skipped, "ledger", path);
    Ok(ledger)
}

impl LedgerFile {
    /// What is in it; nothing if nobody has marked anything yet.
    fn read(&self) -> anyhow::Result<BugLedger> {
        match BugLedger::read(&self.path) {
            Err(LedgerError::Io(error)) if error.kind() == ErrorKind::NotFound => {
                Ok(BugLedger::default())
            }
            _ => read_ledger(&self.path),
        }
    }
}

fn mention(skipped: &[usize], what: &str, path: &Path) {
    if let Some(first) = skipped.first() {
        eprintln!(
            "nuthatch: {} lines of the {what} {} are not known to this version (the first is line {first}): they are kept and skipped",
            skipped.len(),
            path.display()
        );
    }
}

/// What became of some campaigns.
struct Campaigns {
    names: Vec<String>,
    totals: Vec<Totals>,
}

impl Campaigns {
    /// Reads their logs.
    fn read(folders: &[PathBuf]) -> anyhow::Result<Self> {
        let (mut names, mut totals) = (Vec::new(), Vec::new());
        for folder in folders {
            let name = folder.display().to_string();
            let log = read_log(folder).map_err(|error| match error {
                OpenError::Io(error) => match error.kind() {
                    ErrorKind::NotFound | ErrorKind::NotADirectory => anyhow::anyhow!(
                        "{name} is not the folder of a campaign: there is no journal.jsonl in it"
                    ),
                    _ => anyhow::Error::new(error).context(name.clone()),
                },
                error => anyhow::Error::new(error).context(name.clone()),
            })?;
            mention(&log.skipped, "log in", folder);
            let mut all = Totals::default();
            for entry in &log.entries {
                all.apply(entry);
            }
            names.push(name);
            totals.push(all);
        }
        Ok(Self { names, totals })
    }

    fn bugs<'a>(&'a self, ledger: &'a BugLedger) -> Vec<Bug<'a>> {
        let all = self.names.iter().zip(&self.totals);
        let witnesses = all.flat_map(|(campaign, totals)| {
            let buckets = totals.buckets.values();
            buckets.map(|bucket| Witness { campaign, bucket })
        });
        bugs(witnesses.collect(), ledger)
    }
}

impl Findings {
    pub fn run(self) -> anyhow::Result<Exit> {
        if let Some(Command::Mark(mark)) = self.command {
            return mark.run();
        }
        let ledger = self.ledger.read()?;
        let campaigns = Campaigns::read(&campaign_folders(&self.campaigns))?;
        let mut lines = ranked(&campaigns.bugs(&ledger));
        lines.retain(|line| self.is_wanted(line));
        let mut out = std::io::stdout().lock();
        if !self.json {
            print_bugs(&lines, &mut out)?;
            let findings: usize = lines.iter().map(|line| line.witnesses.len()).sum();
            writeln!(out, "{} bugs in {findings} findings", lines.len())?;
            return Ok(Exit::Success);
        }
        for line in &lines {
            writeln!(out, "{}", serde_json::to_string(line)?)?;
        }
        let mut oracles = BTreeMap::new();
        for line in &lines {
            *oracles.entry(line.oracle.as_str()).or_default() += 1;
        }
        let summary = Summary {
            summary: true,
            campaigns: &campaigns.names,
            bugs: lines.len(),
            findings: lines.iter().map(|line| line.witnesses.len()).sum(),
            oracles,
            known: lines.iter().filter(|line| line.status.is_some()).count(),
        };
        writeln!(out, "{}", serde_json::to_string(&summary)?)?;
        Ok(Exit::Success)
    }

    fn is_wanted(&self, line: &BugLine) -> bool {
        let is_of = |solver: &String| *solver == line.solver || line.solvers.contains(solver);
        let has = |wanted: &[String], is: &str| wanted.is_empty() || wanted.iter().any(|w| w == is);
        self.solver.as_ref().is_none_or(is_of)
            && has(&self.oracle, &line.oracle)
            && has(&self.status, line.status.unwrap_or(NEW))
    }
}

impl MarkBug {
    fn run(self) -> anyhow::Result<Exit> {
        let ledger = self.ledger.read()?;
        let read = Campaigns::read(&campaign_folders(&self.campaigns));
        // What was marked before can be marked again without them.
        let knows = ledger.bugs.iter().any(|bug| bug.id.starts_with(&self.id));
        let campaigns = match read {
            Err(_) if self.campaigns.is_empty() && knows => Campaigns {
                names: Vec::new(),
                totals: Vec::new(),
            },
            read => read?,
        };
        let found = campaigns.bugs(&ledger);
        let id = self.full_id(&found, &ledger)?;
        let bug = found.iter().find(|bug| bug.id == id);
        let known = ledger.bugs.iter().find(|known| known.id == id);
        let title = match (bug, known) {
            (Some(bug), _) => bug.best().best.title.clone(),
            (None, Some(known)) => known.title.clone(),
            (None, None) => String::new(),
        };
        let mark = Mark {
            bug: id,
            status: self.status,
            url: self.url,
            note: self.note,
            title,
            traits: bug.map(Bug::traits).unwrap_or_default(),
        };
        let path = &self.ledger.path;
        BugLedger::append(path, &mark).with_context(|| path.display().to_string())?;
        let Mark { bug, title, .. } = mark;
        let mut out = std::io::stdout().lock();
        writeln!(out, "{bug} is {}: {title}", self.status.name())?;
        Ok(Exit::Success)
    }

    /// The one bug whose id starts so.
    fn full_id(&self, found: &[Bug<'_>], ledger: &BugLedger) -> anyhow::Result<String> {
        let ids = found.iter().map(|bug| &bug.id);
        let ids = ids.chain(ledger.bugs.iter().map(|known| &known.id));
        let ids: BTreeSet<&String> = ids.filter(|id| id.starts_with(&self.id)).collect();
        let exactly = ids.iter().find(|id| ***id == self.id);
        let ids: Vec<&str> = ids.iter().map(|id| id.as_str()).collect();
        match (exactly, &ids[..]) {
            (Some(id), _) => Ok(id.to_string()),
            (None, [id]) => Ok((*id).to_owned()),
            (None, []) => bail!(
                "no bug has an id that starts with {}: `nuthatch findings` lists them",
                self.id
            ),
            (None, several) => bail!(
                "several bugs have an id that starts with {}: {}",
                self.id,
                several.join(", ")
            ),
        }
    }
}
