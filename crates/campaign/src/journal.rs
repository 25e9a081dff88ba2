//! The state of a campaign on disk: a log that is only ever appended to.
//!
//! Every record is one line of JSON, written at once. What a kill cuts off in the middle of a line
//! never happened, and is done again. Everything else is derived from the records: counts, buckets,
//! the folders of findings.

use crate::finding::{Finding, Reduced};
use crate::horn::guide::{SeedReport, TurnReport};
use crate::tally::Tally;
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// What came of a unit of work: some mutants of one seed, put to one solver.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct UnitReport {
    /// Its number.
    pub unit: u64,
    /// Whether the seed was of use, or why not.
    pub seed: String,
    /// What was done.
    #[serde(flatten)]
    pub tally: Tally,
}

/// What came of a round over Horn systems.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct HornRound {
    /// When it was done, in seconds of the campaign's own time.
    pub seconds: f64,
    /// What was done.
    pub tally: Tally,
    /// Seeds that the solver was asked about.
    pub seeds: Vec<SeedReport>,
    /// The turns of groups.
    pub turns: Vec<TurnReport>,
}

/// One line of the log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "lowercase")]
pub enum Record {
    /// What the campaign is: only the same can be resumed.
    Campaign {
        /// All that decides which mutants are made, in one text.
        identity: String,
    },
    /// A unit is done.
    Unit(UnitReport),
    /// A finding, confirmed.
    Finding(Box<Finding>),
    /// A suspicion that others speak against: an error of ours, most likely.
    Doubt(Box<Finding>),
    /// A round over Horn systems is done.
    HornRound(HornRound),
    /// What is left of a bucket's finding when all that can go is gone.
    Reduced {
        /// The bucket.
        bucket: String,
        /// What is left.
        reduced: Box<Reduced>,
    },
}

/// The log.
#[derive(Debug)]
pub struct Journal {
    file: File,
}

impl Journal {
    /// Opens the log of a folder, which is made if need be, and reads what is in it.
    pub fn open(folder: &Path) -> io::Result<(Self, Vec<Record>)> {
        std::fs::create_dir_all(folder)?;
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(folder.join("journal.jsonl"))?;
        let mut text = Vec::new();
        file.read_to_end(&mut text)?;
        let mut records = Vec::new();
        let mut whole = 0;
        for line in text.split_inclusive(|&byte| byte == b'\n') {
            let Ok(record) = serde_json::from_slice(line) else {
                break;
            };
            if line.last() != Some(&b'\n') {
                break;
            }
            records.push(record);
            whole += line.len();
        }
        if whole < text.len() {
            // Cut off by a kill, or by a full disk: as if it had never been written.
            file.set_len(whole as u64)?;
            file.seek(SeekFrom::End(0))?;
        }
        Ok((Self { file }, records))
    }

    /// Appends a record; it is there for good when this returns.
    pub fn append(&mut self, record: &Record) -> io::Result<()> {
        let mut line = serde_json::to_vec(record)?;
        line.push(b'\n');
        self.file.write_all(&line)?;
        match record {
            Record::Unit(_) | Record::HornRound(_) => Ok(()),
            // A finding outlives the machine's power, too.
            _ => self.file.sync_data(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cut_off_never_happened() {
        let folder = tempfile::tempdir().unwrap();
        let unit = |unit| {
            Record::Unit(UnitReport {
                unit,
                ..UnitReport::default()
            })
        };
        let (mut journal, records) = Journal::open(folder.path()).unwrap();
        assert!(records.is_empty());
        journal.append(&unit(1)).unwrap();
        journal.append(&unit(2)).unwrap();
        drop(journal);
        let path = folder.path().join("journal.jsonl");
        let text = std::fs::read(&path).unwrap();
        for end in 0..=text.len() {
            std::fs::write(&path, &text[..end]).unwrap();
            let (mut journal, records) = Journal::open(folder.path()).unwrap();
            let lines = text[..end].iter().filter(|&&b| b == b'\n').count();
            assert_eq!(records.len(), lines);
            journal.append(&unit(3)).unwrap();
            let (_, records) = Journal::open(folder.path()).unwrap();
            assert_eq!(records.len(), lines + 1);
            assert_eq!(records.last(), Some(&unit(3)));
        }
    }
}
