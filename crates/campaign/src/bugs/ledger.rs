//! What people know of bugs: a file beside the campaigns, only ever appended to.
//!
//! A line is what somebody said of a bug at some time, with all that the bug is recognised by. The last
//! one about a bug counts; an address or a note stays until there is another.

use super::Traits;
use crate::store::now;
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// The format of a line. One with a higher number is refused; lines that are merely unknown are kept
/// and skipped.
const FORMAT: u64 = 1;

/// What became of a bug.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The maintainers were told.
    Reported,
    /// They say that it is one.
    Confirmed,
    /// It is gone, or will be with the next release.
    Fixed,
    /// They will leave it as it is.
    Wontfix,
    /// They knew it already.
    Duplicate,
    /// It is none.
    Invalid,
}

/// All of them, with their names and what they mean.
pub const STATUSES: [(&str, Status, &str); 6] = [
    ("reported", Status::Reported, "the maintainers were told"),
    ("confirmed", Status::Confirmed, "they say that it is a bug"),
    (
        "fixed",
        Status::Fixed,
        "it is gone, or will be with the next release",
    ),
    ("wontfix", Status::Wontfix, "they will leave it as it is"),
    ("duplicate", Status::Duplicate, "they knew it already"),
    ("invalid", Status::Invalid, "it is no bug"),
];

impl Status {
    /// Its name.
    pub fn name(self) -> &'static str {
        let mut all = STATUSES.iter();
        let found = all.find(|(_, status, _)| *status == self);
        found.map_or("", |(name, ..)| name)
    }
}

/// What somebody says of a bug: a line of the file.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Mark {
    /// The bug.
    pub bug: String,
    /// What became of it.
    pub status: Status,
    /// Where it was reported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// What else there is to say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// What it is called by us, for whoever reads the file.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// What it is recognised by.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traits: Vec<Traits>,
}

/// A mark as it is written.
#[derive(Serialize, Deserialize)]
struct Line<M> {
    format: u64,
    /// In milliseconds since 1970.
    time: u64,
    #[serde(flatten)]
    mark: M,
}

/// What of a line there is in every version.
#[derive(Deserialize)]
struct Format {
    format: u64,
}

/// All that people know of a bug.
#[derive(Debug, Clone)]
pub struct KnownBug {
    /// What it is called.
    pub id: String,
    /// What became of it.
    pub status: Status,
    /// Where it was reported.
    pub url: Option<String>,
    /// What else there is to say.
    pub note: Option<String>,
    /// What it is called by us.
    pub title: String,
    /// What it is recognised by.
    pub traits: Vec<Traits>,
}

impl KnownBug {
    /// In a few words: `reported, https://...`.
    pub fn told(&self) -> String {
        let url = self.url.as_deref();
        [Some(self.status.name()), url]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(", ")
    }
}

/// Why a ledger cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// It is of a later version.
    #[error(
        "line {line} of the ledger has format {found}, and this nuthatch knows formats up to {FORMAT} only: use a newer nuthatch"
    )]
    Newer {
        /// The line, counted from 1.
        line: usize,
        /// The format.
        found: u64,
    },
    /// What was to be written is not there, and all that was there is.
    #[error("the ledger cannot be written, and is as it was before")]
    Write(#[source] io::Error),
    /// The disk.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// What people know of bugs.
#[derive(Debug, Default)]
pub struct BugLedger {
    /// The bugs, in the order in which they were first marked.
    pub bugs: Vec<KnownBug>,
    /// The lines that this version does not know, counted from 1. They stay where they are.
    pub skipped: Vec<usize>,
}

impl BugLedger {
    /// Reads a file.
    ///
    /// # Errors
    /// If it is not there, or of a later version.
    pub fn read(path: &Path) -> Result<Self, LedgerError> {
        Self::parse(&std::fs::read(path)?)
    }

    fn parse(text: &[u8]) -> Result<Self, LedgerError> {
        let mut ledger = Self::default();
        let lines = text.split_inclusive(|&byte| byte == b'\n');
        for (number, line) in (1..).zip(lines) {
            let format = serde_json::from_slice::<Format>(line).ok();
            if let Some(Format { format: found }) = format
                && found > FORMAT
            {
                return Err(LedgerError::Newer {
                    line: number,
                    found,
                });
            }
            match serde_json::from_slice::<Line<Mark>>(line) {
                Ok(line) => ledger.take(line.mark),
                // An empty one is what is left of one that was cut off, at most.
                Err(_) if line.trim_ascii().is_empty() => {}
                Err(_) => ledger.skipped.push(number),
            }
        }
        Ok(ledger)
    }

    fn take(&mut self, mark: Mark) {
        let known = self.bugs.iter_mut().find(|bug| bug.id == mark.bug);
        let Some(known) = known else {
            self.bugs.push(KnownBug {
                id: mark.bug,
                status: mark.status,
                url: mark.url,
                note: mark.note,
                title: mark.title,
                traits: mark.traits,
            });
            return;
        };
        known.status = mark.status;
        known.url = mark.url.or(known.url.take());
        known.note = mark.note.or(known.note.take());
        if !mark.title.is_empty() {
            known.title = mark.title;
        }
        // What it was once recognised by is not forgotten.
        let key = |traits: &Traits| (traits.buckets.clone(), traits.script.clone());
        let new: Vec<_> = mark.traits.iter().map(key).collect();
        known.traits.retain(|old| !new.contains(&key(old)));
        known.traits.extend(mark.traits);
    }

    /// The bug that a finding surely is, if it is known: what is hidden must not be another one.
    pub fn recognise(&self, finding: &Traits) -> Option<&KnownBug> {
        self.find(|known| finding.surely_same_as(known).is_some())
    }

    /// The bug that a finding is listed with.
    pub(super) fn group_of(&self, finding: &Traits) -> Option<&KnownBug> {
        let likely = || self.find(|known| finding.same_as(known).is_some());
        self.recognise(finding).or_else(likely)
    }

    fn find(&self, is_it: impl Fn(&Traits) -> bool) -> Option<&KnownBug> {
        let mut bugs = self.bugs.iter();
        bugs.find(|bug| bug.traits.iter().any(&is_it))
    }

    /// Appends what somebody says. Whoever else appends at that time waits.
    ///
    /// # Errors
    /// If the file is of a later version, or it cannot be written.
    pub fn append(path: &Path, mark: &Mark) -> Result<(), LedgerError> {
        let mut options = OpenOptions::new();
        let mut file = options.read(true).append(true).create(true).open(path)?;
        // Unlocked when it is closed, be it by a kill.
        file.lock()?;
        let mut text = Vec::new();
        file.read_to_end(&mut text)?;
        Self::parse(&text)?;
        let line = Line {
            format: FORMAT,
            time: now(),
            mark,
        };
        let mut line = serde_json::to_vec(&line).map_err(io::Error::from)?;
        line.push(b'\n');
        if !text.is_empty() && !text.ends_with(b"\n") {
            // Cut off by a kill: what is there stays a line, known or not.
            line.insert(0, b'\n');
        }
        write(&mut file, text.len() as u64, &line).map_err(LedgerError::Write)
    }
}

/// Writes a line, or nothing.
fn write(file: &mut File, length: u64, line: &[u8]) -> io::Result<()> {
    let written = file.write_all(line).and_then(|()| file.sync_data());
    if written.is_err() {
        let _ = file.set_len(length);
        let _ = file.seek(SeekFrom::End(0));
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_written_leaves_nothing_behind() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("ledger.jsonl");
        std::fs::write(&path, "a line\n").unwrap();
        let mut file = File::open(&path).unwrap();
        assert!(write(&mut file, 7, b"another\n").is_err());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "a line\n");
    }
}
