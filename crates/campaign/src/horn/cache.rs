//! What solvers do with Horn seeds, kept between runs: a line each of a file that is only appended to.

use super::guide::SeedReport;
use crate::fingerprint::fingerprint;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;

#[derive(Debug, Serialize, Deserialize)]
struct Line {
    solver: u64,
    text: u64,
    report: SeedReport,
}

/// What is known from earlier runs.
#[derive(Debug, Default)]
pub struct SeedCache {
    known: HashMap<(u64, u64), SeedReport>,
    file: Option<File>,
}

impl SeedCache {
    /// Reads the file, if there is one. A cache that cannot be read or written is no reason to stop.
    pub fn open(path: Option<&Path>) -> Self {
        let Some(path) = path else {
            return Self::default();
        };
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let whole = text
            .split_inclusive('\n')
            .filter(|line| line.ends_with('\n'));
        let lines = whole.filter_map(|line| serde_json::from_str::<Line>(line).ok());
        let known = lines.map(|line| ((line.solver, line.text), line.report));
        let file = OpenOptions::new().append(true).create(true).open(path);
        Self {
            known: known.collect(),
            file: file.ok(),
        }
    }

    /// What is known of a text.
    pub fn get(&self, solver: u64, text: &[u8]) -> Option<SeedReport> {
        self.known.get(&(solver, fingerprint(text))).cloned()
    }

    /// Remembers what a solver did with a text.
    pub fn put(&mut self, solver: u64, text: &[u8], report: &SeedReport) {
        let line = Line {
            solver,
            text: fingerprint(text),
            report: report.clone(),
        };
        if let (Some(file), Ok(mut json)) = (&mut self.file, serde_json::to_vec(&line)) {
            json.push(b'\n');
            if file.write_all(&json).is_err() {
                self.file = None;
            }
        }
        self.known.insert((line.solver, line.text), line.report);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_is_there_in_the_next_run() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("seeds");
        let report = SeedReport {
            seed: 3,
            answer: Some(true),
            milliseconds: 7,
            seen: Default::default(),
        };
        let mut cache = SeedCache::open(Some(&path));
        assert_eq!(cache.get(1, b"text"), None);
        cache.put(1, b"text", &report);
        // What a kill cut off is not there.
        let mut text = std::fs::read(&path).unwrap();
        text.extend_from_slice(b"{\"solver\":1");
        std::fs::write(&path, text).unwrap();
        let cache = SeedCache::open(Some(&path));
        assert_eq!(cache.get(1, b"text"), Some(report));
        assert_eq!(
            (cache.get(2, b"text"), cache.get(1, b"other")),
            (None, None)
        );
    }
}
