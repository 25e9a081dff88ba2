//! Campaigns as pages show them: read from their logs, while they run or later.

use super::chart::Series;
use crate::bugs::{BugLine, ranked};
use campaign::bugs::{Bug, BugLedger, LedgerError, Mark, Status, Witness, bugs};
use campaign::store::{Entry, Event, LogTail, OpenError};
use campaign::totals::{Bucket, Change, Totals};
use std::collections::HashMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// How many lines of a log are read before others have their turn.
const LINES: usize = 2_000;

/// A campaign.
pub struct Watched {
    /// The folder, as the user calls it.
    pub name: String,
    /// What its events come to.
    pub totals: Totals,
    /// Mutants and findings by seconds.
    pub mutants: Series,
    pub findings: Series,
    pub behaviours: Series,
    /// The processes that worked on it, the last one last.
    pub workers: Vec<Worker>,
    /// When the last event happened, in milliseconds since 1970.
    pub last: u64,
    /// How many events there were.
    pub events: u64,
    made: u64,
    tail: LogTail,
}

/// A process that works on a campaign.
pub struct Worker {
    pub process: u32,
    pub version: String,
    /// When it started, in milliseconds since 1970.
    pub since: u64,
    /// Why it came to its end; nothing if it did not, or was killed.
    pub ended: Option<String>,
}

impl Watched {
    fn open(folder: &Path) -> Result<Self, OpenError> {
        Ok(Self {
            name: folder.display().to_string(),
            totals: Totals::default(),
            mutants: Series::default(),
            findings: Series::default(),
            behaviours: Series::default(),
            workers: Vec::new(),
            last: 0,
            events: 0,
            made: 0,
            tail: LogTail::open(folder)?,
        })
    }

    /// How many lines of the log this version does not know.
    pub fn skipped(&self) -> u64 {
        self.tail.skipped
    }
}

/// What reading has brought.
#[derive(Debug, Clone, Copy, Default)]
struct News {
    any: bool,
    findings: bool,
    more: bool,
}

impl Watched {
    fn read(&mut self) -> Result<News, OpenError> {
        let mut news = News::default();
        let Self {
            totals,
            mutants,
            findings,
            behaviours,
            workers,
            last,
            events,
            made,
            tail,
            ..
        } = self;
        news.more = tail.read(LINES, |entry: &Entry| {
            news.any = true;
            *events += 1;
            *last = entry.time.max(*last);
            match &entry.event {
                Event::Started {
                    version, process, ..
                } => workers.push(Worker {
                    process: *process,
                    version: version.clone(),
                    since: entry.time,
                    ended: None,
                }),
                Event::Finished { why } => {
                    if let Some(worker) = workers.last_mut() {
                        worker.ended = Some(why.clone());
                    }
                }
                _ => {}
            }
            let change = totals.apply(entry);
            if let Event::Unit(unit) = &entry.event
                && unit.complete
            {
                *made += unit.tally.mutants;
                mutants.push(totals.seconds, *made as f64);
                if let Some((seconds, count)) = totals.guidance.behaviours.last() {
                    behaviours.push(*seconds, *count as f64);
                }
            }
            if change != Change::Nothing {
                news.findings = true;
                findings.push(totals.seconds, totals.buckets.len() as f64);
            }
        })?;
        Ok(news)
    }
}

/// A bug as it is listed, and where what shows it is: by the place of the campaign and the bucket.
pub struct Listed {
    pub line: BugLine,
    pub witnesses: Vec<(usize, String)>,
}

/// Some campaigns, and what people know of their bugs.
pub struct Campaigns {
    /// The campaigns, in the order in which they were named.
    pub all: Vec<Watched>,
    ledger_path: PathBuf,
    ledger: BugLedger,
    listed: Vec<Listed>,
    by_id: HashMap<String, usize>,
    /// Whether what is listed is no longer all.
    stale: bool,
    /// Changes whenever anything does.
    pub version: u64,
}

/// Why a bug cannot be marked.
#[derive(Debug, thiserror::Error)]
pub enum MarkError {
    /// There is none of that id.
    #[error("no such bug")]
    Unknown,
    /// It cannot be written down.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
}

impl Campaigns {
    /// Opens the logs of some folders, which are read by [`Self::follow`]. The ledger need not be there.
    ///
    /// # Errors
    /// If a folder has no log, or the ledger is none.
    pub fn open(folders: &[PathBuf], ledger: &Path) -> Result<Self, CampaignsError> {
        let mut all = Vec::new();
        for folder in folders {
            let watched = Watched::open(folder).map_err(|error| CampaignsError::Log {
                folder: folder.display().to_string(),
                error,
            })?;
            all.push(watched);
        }
        let mut campaigns = Self {
            all,
            ledger_path: ledger.to_owned(),
            ledger: BugLedger::default(),
            listed: Vec::new(),
            by_id: HashMap::new(),
            stale: true,
            version: 0,
        };
        campaigns.read_ledger()?;
        Ok(campaigns)
    }

    fn read_ledger(&mut self) -> Result<(), LedgerError> {
        self.ledger = match BugLedger::read(&self.ledger_path) {
            Err(LedgerError::Io(error)) if error.kind() == ErrorKind::NotFound => {
                BugLedger::default()
            }
            ledger => ledger?,
        };
        self.stale = true;
        self.version += 1;
        Ok(())
    }

    /// Reads a part of what is new; whether there is more.
    ///
    /// # Errors
    /// If a log cannot be read.
    pub fn follow(&mut self) -> Result<bool, OpenError> {
        let mut more = false;
        for watched in &mut self.all {
            let news = watched.read()?;
            self.version += u64::from(news.any);
            self.stale |= news.findings;
            more |= news.more;
        }
        Ok(more)
    }

    /// Reads all there is.
    ///
    /// # Errors
    /// If a log cannot be read.
    pub fn read_all(&mut self) -> Result<(), OpenError> {
        while self.follow()? {}
        Ok(())
    }

    fn bugs(&self) -> Vec<Bug<'_>> {
        let witnesses = self.all.iter().flat_map(|watched| {
            let buckets = watched.totals.buckets.values();
            buckets.map(|bucket| Witness {
                campaign: &watched.name,
                bucket,
            })
        });
        bugs(witnesses.collect(), &self.ledger)
    }

    /// The bugs, in the order in which they are listed.
    pub fn listed(&mut self) -> &[Listed] {
        if self.stale {
            let found = self.bugs();
            let place = |name: &str| self.all.iter().position(|watched| watched.name == name);
            let witnesses: HashMap<&str, Vec<(usize, String)>> = found
                .iter()
                .map(|bug| {
                    let all = bug.witnesses.iter();
                    let all = all
                        .filter_map(|w| Some((place(w.campaign)?, w.bucket.best.bucket.clone())));
                    (bug.id.as_str(), all.collect())
                })
                .collect();
            let listed: Vec<Listed> = ranked(&found)
                .into_iter()
                .map(|line| Listed {
                    witnesses: witnesses.get(line.id.as_str()).cloned().unwrap_or_default(),
                    line,
                })
                .collect();
            drop(witnesses);
            drop(found);
            self.by_id = listed
                .iter()
                .enumerate()
                .map(|(place, bug)| (bug.line.id.clone(), place))
                .collect();
            self.listed = listed;
            self.stale = false;
        }
        &self.listed
    }

    /// A bug by its id, and its smallest witness.
    pub fn bug(&mut self, id: &str) -> Option<(&Listed, &Bucket)> {
        self.listed();
        let listed = &self.listed[*self.by_id.get(id)?];
        let (campaign, bucket) = listed.witnesses.first()?;
        Some((listed, self.all[*campaign].totals.buckets.get(bucket)?))
    }

    /// Writes down what became of a bug.
    ///
    /// # Errors
    /// If there is no such bug, or the disk says no.
    pub fn mark(
        &mut self,
        id: &str,
        status: Status,
        url: Option<String>,
        note: Option<String>,
    ) -> Result<(), MarkError> {
        let found = self.bugs();
        let bug = found
            .iter()
            .find(|bug| bug.id == id)
            .ok_or(MarkError::Unknown)?;
        let mark = Mark {
            bug: bug.id.clone(),
            status,
            url,
            note,
            title: bug.best().best.title.clone(),
            traits: bug.traits(),
        };
        drop(found);
        BugLedger::append(&self.ledger_path, &mark)?;
        Ok(self.read_ledger()?)
    }
}

/// Why campaigns cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum CampaignsError {
    /// A folder is not that of a campaign.
    #[error("the log journal.jsonl of a campaign cannot be read in {folder}")]
    Log {
        /// The folder.
        folder: String,
        /// Why.
        #[source]
        error: OpenError,
    },
    /// What people know is not readable.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
}
