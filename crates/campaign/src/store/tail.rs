//! Follows the log of a folder, while somebody may be writing to it.

use super::Entry;
use super::folder::{LOG, OpenError, parse_line};
use std::fs::File;
use std::io::{BufRead, BufReader, Seek, SeekFrom};
use std::path::Path;

/// A log, read as far as it goes. Nothing is written, and no more is kept than a line.
#[derive(Debug)]
pub struct LogTail {
    file: BufReader<File>,
    /// How many bytes and how many lines there are in whole lines.
    whole: u64,
    lines: u64,
    /// How many lines this version does not know.
    pub skipped: u64,
}

impl LogTail {
    /// From the beginning.
    ///
    /// # Errors
    /// If there is none.
    pub fn open(folder: &Path) -> Result<Self, OpenError> {
        Ok(Self {
            file: BufReader::new(File::open(folder.join(LOG))?),
            whole: 0,
            lines: 0,
            skipped: 0,
        })
    }

    /// Tells of what is new, so many lines at most; whether there may be more.
    ///
    /// # Errors
    /// If it cannot be read, or is of a later version.
    pub fn read(&mut self, most: usize, mut each: impl FnMut(&Entry)) -> Result<bool, OpenError> {
        let mut line = Vec::new();
        for _ in 0..most {
            line.clear();
            self.file.read_until(b'\n', &mut line)?;
            if !line.ends_with(b"\n") {
                // It is read again when it is whole. It may also be cut off, and another written in its
                // place: who goes on with a log does so with what a kill has left unfinished.
                self.file.seek(SeekFrom::Start(self.whole))?;
                return Ok(false);
            }
            match parse_line(&line, self.lines)? {
                Some(entry) => each(&entry),
                None => self.skipped += 1,
            }
            self.lines += 1;
            self.whole += line.len() as u64;
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Event, Folder, Store};
    use std::io::Write;

    #[test]
    fn what_is_new_is_told_once_and_what_is_unfinished_when_it_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let (mut store, _) = Folder::open(folder.path()).unwrap();
        let finished = |why: &str| Event::Finished {
            why: why.to_owned(),
        };
        let mut tail = LogTail::open(folder.path()).unwrap();
        let told = |tail: &mut LogTail| {
            let mut events = Vec::new();
            while tail
                .read(1, |entry| events.push(entry.event.clone()))
                .unwrap()
            {}
            events
        };
        assert_eq!(told(&mut tail), []);
        store.append(finished("a")).unwrap();
        store.append(finished("b")).unwrap();
        assert_eq!(told(&mut tail), [finished("a"), finished("b")]);
        drop(store);
        let path = folder.path().join(LOG);
        let mut file = std::fs::OpenOptions::new().append(true).open(path).unwrap();
        file.write_all(b"not known\n{\"what a kill has left")
            .unwrap();
        assert_eq!((told(&mut tail), tail.skipped), (vec![], 1));
        // The next process cuts that off.
        let (mut store, _) = Folder::open(folder.path()).unwrap();
        store.append(finished("c")).unwrap();
        assert_eq!(told(&mut tail), [finished("c")]);
    }
}
