//! What happened in a campaign: a log of events that is only ever appended to.
//!
//! An event *is* a record: what consumers are told while a campaign runs is what they can be told from
//! its log later. Everything else is derived from it: counts, buckets, the folders of findings. [`Store`]
//! is the seam for other places to keep it.

pub(crate) mod legacy;

mod folder;
mod tail;

pub use folder::{Folder, Log, OpenError, read_log};
pub use tail::LogTail;

use crate::finding::{Finding, Reduced};
use crate::history::History;
use crate::schedule::Lesson;
use crate::tally::Tally;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::io;

/// The format of the log. One with a higher number is refused; events that are merely unknown are kept
/// and skipped.
pub const FORMAT: u32 = 2;

/// Why a process came to its end: there was nothing left to do.
pub const ALL_IS_DONE: &str = "all is done";
/// Why a process came to its end: it had no more time.
pub const TIME_IS_OVER: &str = "time is over";

/// What came of a unit of work.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct UnitReport {
    /// The name of the strategy.
    pub strategy: String,
    /// The solver, by its place in the plan.
    pub solver: usize,
    /// Its number among the units of the strategy for that solver.
    pub unit: u64,
    /// How the solver was asked; empty in logs of earlier versions.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub mode: String,
    /// How it was chosen what is mutated; empty if there was no choice.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub chosen: String,
    /// Whether all of it was done. If not, it is done again when the campaign goes on.
    pub complete: bool,
    /// Whether the seed was of use, or why not; empty if this is not about one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub seed: String,
    /// The buckets of what was found, each once.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub found: BTreeSet<String>,
    /// What is to be learnt from it, if the strategy is guided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lesson: Option<Lesson>,
    /// What was done.
    pub tally: Tally,
}

/// Why a suspicion went away.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dropped {
    /// The oracle that had it.
    pub oracle: String,
    /// The strategy that led to it.
    pub strategy: String,
    /// What it was about.
    pub source: String,
    /// The number of the test case.
    pub number: u64,
    /// Why.
    pub why: String,
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event {
    /// A process began, or went on.
    Started {
        /// The format of what follows.
        format: u32,
        /// The version of nuthatch.
        version: String,
        /// The process.
        process: u32,
        /// All that decides which test cases are made, in one text: only the same can be resumed.
        identity: String,
    },
    /// A unit is done, or was cut short by the end of time.
    Unit(Box<UnitReport>),
    /// A finding, confirmed.
    Finding(Box<Finding>),
    /// A suspicion that others speak against: an error of ours, most likely.
    Doubt(Box<Finding>),
    /// A suspicion that was not confirmed.
    Dropped(Dropped),
    /// What is left of a bucket's finding when all that can go is gone.
    Reduced {
        /// The bucket.
        bucket: String,
        /// What is left.
        reduced: Box<Reduced>,
    },
    /// Which releases have a bucket's finding.
    History {
        /// The bucket.
        bucket: String,
        /// What they do.
        history: Box<History>,
    },
    /// A process came to its end, as it was meant to.
    Finished {
        /// Why: because all is done, or time is over, or it was stopped.
        why: String,
    },
}

impl Event {
    /// Whether it must outlive the machine's power.
    fn is_precious(&self) -> bool {
        !matches!(self, Self::Unit(_) | Self::Dropped(_))
    }
}

/// An event with its place in the log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Its number, counted from 0.
    pub seq: u64,
    /// When it happened, in milliseconds since 1970.
    pub time: u64,
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
}

/// Keeps events.
pub trait Store: Send {
    /// Appends an event; it is there for good when this returns.
    ///
    /// # Errors
    /// If it cannot be kept. Then nothing can be any more: a store that failed once must fail always.
    fn append(&mut self, event: Event) -> io::Result<Entry>;
}

/// The time now, in milliseconds since 1970.
pub(crate) fn now() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |since| since.as_millis() as u64)
}

/// Keeps events until it is dropped.
#[derive(Debug, Default)]
pub struct Memory {
    next: u64,
}

impl Store for Memory {
    fn append(&mut self, event: Event) -> io::Result<Entry> {
        let entry = Entry {
            seq: self.next,
            time: now(),
            event,
        };
        self.next += 1;
        Ok(entry)
    }
}
