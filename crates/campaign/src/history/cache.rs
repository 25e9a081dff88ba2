//! What releases do, kept between runs: a line each of a file that is only appended to.

use super::told::{Told, is_cut_short};
use crate::seed_cache::identity;
use serde::{Deserialize, Serialize};
use solve::Solver;
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

#[derive(Debug, Serialize, Deserialize)]
struct Line {
    question: String,
    release: String,
    /// The time limit, in milliseconds.
    time: u64,
    told: Told,
}

#[derive(Debug, Default)]
struct Known {
    told: HashMap<(String, String), (u64, Told)>,
    file: Option<File>,
}

/// What releases do, from earlier runs and from this one.
#[derive(Debug, Default)]
pub struct HistoryCache(Mutex<Known>);

impl HistoryCache {
    /// Reads the file, if there is one. A cache that cannot be read or written is no reason to stop.
    pub fn open(path: &Path) -> Self {
        if let Some(folder) = path.parent() {
            let _ = std::fs::create_dir_all(folder);
        }
        let text = std::fs::read(path).unwrap_or_default();
        let whole = text
            .split_inclusive(|&byte| byte == b'\n')
            .filter(|line| line.ends_with(b"\n"));
        let lines = whole.filter_map(|line| serde_json::from_slice::<Line>(line).ok());
        let told = lines.map(|line| ((line.question, line.release), (line.time, line.told)));
        let mut file = OpenOptions::new().append(true).create(true).open(path);
        // What was cut off must not spoil the next line.
        if let Ok(file) = &mut file
            && !text.is_empty()
            && !text.ends_with(b"\n")
        {
            let _ = file.write_all(b"\n");
        }
        Self(Mutex::new(Known {
            told: told.collect(),
            file: file.ok(),
        }))
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        let known = self.0.lock();
        known.unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// What a release does with a question, if that is known and would be the same with that much time.
    pub(super) fn get(&self, question: u128, release: &Solver, time: Duration) -> Option<Told> {
        let known = self.lock();
        let (asked, told) = known.told.get(&key(question, release))?;
        let enough = !is_cut_short(&told.answer) || u128::from(*asked) >= time.as_millis();
        enough.then(|| told.clone())
    }

    /// Remembers what a release does with a question.
    pub(super) fn put(&self, question: u128, release: &Solver, time: Duration, told: &Told) {
        let (question, release) = key(question, release);
        let line = Line {
            question,
            release,
            time: time.as_millis() as u64,
            told: told.clone(),
        };
        let mut known = self.lock();
        if let (Some(file), Ok(mut json)) = (&mut known.file, serde_json::to_vec(&line)) {
            // Other processes append to it as well: a line goes out in one piece.
            json.push(b'\n');
            if file.write_all(&json).is_err() {
                known.file = None;
            }
        }
        let key = (line.question, line.release);
        known.told.insert(key, (line.time, line.told));
    }
}

fn key(question: u128, release: &Solver) -> (String, String) {
    (
        format!("{question:032x}"),
        format!("{:016x}", identity(release)),
    )
}

#[cfg(test)]
mod tests {
    use super::super::told::Mark;
    use super::*;
    use crate::ask::scripted::solver;
    use solve::AnswerClass;

    #[test]
    fn what_was_told_is_there_in_the_next_run_unless_there_is_more_time_now() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("made/history");
        let told = |class: AnswerClass, mark| Told {
            answer: class.into(),
            marks: vec![mark],
        };
        let bad = told(AnswerClass::Unsat, Mark::Bad);
        let slow = told(AnswerClass::Timeout, Mark::Open);
        let second = Duration::from_secs(1);
        let (one, other) = (solver("one"), solver("other"));
        let cache = HistoryCache::open(&path);
        assert_eq!(cache.get(7, &one, second), None);
        cache.put(7, &one, second, &bad);
        cache.put(7, &other, second, &slow);
        // Junk, another process, and what a kill cut off.
        let mut text = std::fs::read(&path).unwrap();
        text.splice(0..0, *b"\x00junk\n{}\n");
        text.extend_from_slice(b"{\"question\":");
        std::fs::write(&path, text).unwrap();
        for cache in [cache, HistoryCache::open(&path)] {
            assert_eq!(cache.get(7, &one, 9 * second).as_ref(), Some(&bad));
            assert_eq!(cache.get(7, &other, second).as_ref(), Some(&slow));
            assert_eq!(cache.get(7, &other, 2 * second), None);
            assert_eq!(cache.get(8, &one, second), None);
        }
    }
}
