//! A log as lines of JSON in a folder that one process at a time may write to.
//!
//! A campaign has few events, nothing is ever looked up among them, and a line is there or it is not. It
//! can be read with a pager.

use super::legacy::OldRecord;
use super::{Entry, Event, FORMAT, Store, now};
use serde::Deserialize;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The file.
pub(super) const LOG: &str = "journal.jsonl";
/// The file that is locked by whoever writes to it.
const LOCK: &str = "lock";

/// Why a log cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Somebody else writes to it.
    #[error(
        "another nuthatch{0} is at work in that folder: wait for it, or choose another with --out"
    )]
    InUse(Process),
    /// It is of a later version.
    #[error(
        "the log there has format {found}, and this nuthatch knows formats up to {FORMAT} only: use a newer nuthatch, or choose another folder with --out"
    )]
    Newer {
        /// The format.
        found: u64,
    },
    /// The disk.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// A process, if it is known.
#[derive(Debug)]
pub struct Process(Option<u32>);

impl std::fmt::Display for Process {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            Some(process) => write!(f, " (process {process})"),
            None => Ok(()),
        }
    }
}

/// What is in a log.
#[derive(Debug, Default)]
pub struct Log {
    /// The events, in their order.
    pub entries: Vec<Entry>,
    /// The lines that this version does not know, counted from 1. They stay where they are.
    pub skipped: Vec<usize>,
    /// How many bytes there are of whole lines.
    whole: usize,
    /// How many whole lines there are.
    lines: usize,
}

/// What of a line there is in every version.
#[derive(Deserialize)]
struct Format {
    event: String,
    #[serde(default)]
    format: u64,
}

impl Log {
    fn parse(text: &[u8]) -> Result<Self, OpenError> {
        let mut log = Self::default();
        let whole = text.split_inclusive(|&byte| byte == b'\n');
        for line in whole.filter(|line| line.ends_with(b"\n")) {
            log.lines += 1;
            log.whole += line.len();
            match parse_line(line, log.lines as u64 - 1)? {
                Some(entry) => log.entries.push(entry),
                None => log.skipped.push(log.lines),
            }
        }
        Ok(log)
    }
}

/// The event of a line; nothing if this version does not know it.
pub(super) fn parse_line(line: &[u8], number: u64) -> Result<Option<Entry>, OpenError> {
    let started = serde_json::from_slice::<Format>(line).ok();
    let started = started.filter(|format| format.event == "started");
    if let Some(Format { format: found, .. }) = started
        && found > u64::from(FORMAT)
    {
        return Err(OpenError::Newer { found });
    }
    if let Ok(entry) = serde_json::from_slice::<Entry>(line) {
        return Ok(Some(entry));
    }
    let old = serde_json::from_slice::<OldRecord>(line).ok();
    Ok(old.map(|old| Entry {
        seq: number,
        time: 0,
        event: old.into(),
    }))
}

/// Reads the log of a folder without writing to it.
///
/// # Errors
/// If there is none, or it is of a later version.
pub fn read_log(folder: &Path) -> Result<Log, OpenError> {
    Log::parse(&std::fs::read(folder.join(LOG))?)
}

/// Locks a folder: a file in there, with the number of the process that has it.
fn lock(folder: &Path) -> Result<File, OpenError> {
    let mut options = OpenOptions::new();
    let options = options.read(true).write(true).create(true).truncate(false);
    let mut file = options.open(folder.join(LOCK))?;
    match file.try_lock() {
        Ok(()) => {
            file.set_len(0)?;
            write!(file, "{}", std::process::id())?;
            Ok(file)
        }
        Err(TryLockError::WouldBlock) => {
            let mut process = String::new();
            let _ = file.read_to_string(&mut process);
            Err(OpenError::InUse(Process(process.parse().ok())))
        }
        Err(TryLockError::Error(error)) => Err(error.into()),
    }
}

/// The log of a folder, to write to.
#[derive(Debug)]
pub struct Folder {
    file: File,
    next: u64,
    /// Set once something could not be written: what would follow would be part of a broken line.
    broken: bool,
    path: PathBuf,
    /// Unlocked when it is closed, be it by a kill.
    _lock: File,
}

impl Folder {
    /// Opens the log of a folder, which is made if need be, and reads what is in it. Nobody else can
    /// open it until this is dropped.
    ///
    /// # Errors
    /// If somebody else has it open, it is of a later version, or the disk says no.
    pub fn open(folder: &Path) -> Result<(Self, Log), OpenError> {
        std::fs::create_dir_all(folder)?;
        let lock = lock(folder)?;
        let path = folder.join(LOG);
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(&path)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text)?;
        let mut log = Log::parse(&text)?;
        let rest = &text[log.whole..];
        if !rest.is_empty() {
            // Cut off by a kill, or by a full disk. If nothing but the end of the line is missing it
            // is completed; else it never happened, and is done again.
            match parse_line(rest, log.lines as u64)? {
                Some(entry) => {
                    file.write_all(b"\n")?;
                    log.entries.push(entry);
                }
                None => file.set_len(log.whole as u64)?,
            }
        }
        // Lines that are not known have numbers, too.
        let next = log.entries.last().map_or(0, |entry| entry.seq + 1);
        let next = next.max(log.lines as u64);
        let folder = Self {
            file,
            next,
            broken: false,
            path,
            _lock: lock,
        };
        Ok((folder, log))
    }
}

impl Store for Folder {
    fn append(&mut self, event: Event) -> io::Result<Entry> {
        if self.broken {
            let path = self.path.display();
            return Err(io::Error::other(format!("{path} could not be written to")));
        }
        let precious = event.is_precious();
        let entry = Entry {
            seq: self.next,
            time: now(),
            event,
        };
        let mut line = serde_json::to_vec(&entry)?;
        line.push(b'\n');
        self.broken = true;
        self.file.write_all(&line)?;
        if precious {
            self.file.sync_data()?;
        }
        self.broken = false;
        self.next += 1;
        Ok(entry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::UnitReport;

    fn unit(unit: u64) -> Event {
        Event::Unit(Box::new(UnitReport {
            unit,
            ..UnitReport::default()
        }))
    }

    fn text_of_two(folder: &Path) -> Vec<u8> {
        let (mut store, log) = Folder::open(folder).unwrap();
        assert!(log.entries.is_empty());
        store.append(unit(1)).unwrap();
        store.append(unit(2)).unwrap();
        std::fs::read(folder.join(LOG)).unwrap()
    }

    #[test]
    fn what_is_cut_off_never_happened_unless_only_its_end_is_missing() {
        let folder = tempfile::tempdir().unwrap();
        let text = text_of_two(folder.path());
        let path = folder.path().join(LOG);
        for end in 0..=text.len() {
            std::fs::write(&path, &text[..end]).unwrap();
            let whole = text[..end].iter().filter(|&&b| b == b'\n').count();
            let completed = usize::from(text.get(end) == Some(&b'\n'));
            let (mut store, log) = Folder::open(folder.path()).unwrap();
            assert_eq!(log.entries.len(), whole + completed, "{end}");
            store.append(unit(3)).unwrap();
            drop(store);
            let log = read_log(folder.path()).unwrap();
            assert_eq!(log.entries.len(), whole + completed + 1);
            assert_eq!(log.entries.last().unwrap().event, unit(3));
            assert!(log.skipped.is_empty());
        }
    }

    #[test]
    fn complete_lines_are_never_touched() {
        let folder = tempfile::tempdir().unwrap();
        let text = text_of_two(folder.path());
        let first = text.iter().position(|&byte| byte == b'\n').unwrap() + 1;
        let path = folder.path().join(LOG);
        let foreign = [
            &b"{\"seq\":1,\"time\":5,\"event\":\"dreamt\",\"of\":[1]}\n"[..],
            b"not even JSON \xff\n",
            b"\n",
            b"{\"record\":\"no such\"}\n",
        ];
        for line in foreign {
            let with = [&text[..first], line, &text[first..]].concat();
            std::fs::write(&path, &with).unwrap();
            let (mut store, log) = Folder::open(folder.path()).unwrap();
            assert_eq!((log.entries.len(), log.skipped), (2, vec![2]));
            assert!(store.append(unit(3)).unwrap().seq >= 3);
            drop(store);
            let now = std::fs::read(&path).unwrap();
            assert_eq!(now[..with.len()], with);
            assert_eq!(read_log(folder.path()).unwrap().entries.len(), 3);
        }
    }

    #[test]
    fn a_later_format_is_refused_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let later = format!("{{\"event\":\"started\",\"format\":{}}}\n", FORMAT + 1);
        std::fs::write(folder.path().join(LOG), &later).unwrap();
        let error = Folder::open(folder.path()).unwrap_err();
        assert!(matches!(error, OpenError::Newer { found: 3 }), "{error}");
        assert_eq!(
            std::fs::read_to_string(folder.path().join(LOG)).unwrap(),
            later
        );
    }

    #[test]
    fn one_at_a_time_may_write() {
        let folder = tempfile::tempdir().unwrap();
        let (mut store, _) = Folder::open(folder.path()).unwrap();
        let second = Folder::open(folder.path()).unwrap_err().to_string();
        let process = format!("process {}", std::process::id());
        assert!(second.contains(&process), "{second}");
        store.append(unit(1)).unwrap();
        drop(store);
        let (_, log) = Folder::open(folder.path()).unwrap();
        assert_eq!(log.entries.len(), 1);
    }
}
