//! What solvers say of seeds and do with them, kept between runs: a line each of a file that is only
//! appended to.

use crate::case::SeedVerdict;
use crate::fingerprint::fingerprint;
use crate::schedule::Seen;
use serde::{Deserialize, Serialize};
use solve::Solver;
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// What a solver says of a seed, and how long it took.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SeedAnswer {
    /// What it says.
    pub verdict: SeedVerdict,
    /// How long it took.
    #[serde(with = "milliseconds")]
    pub time: Duration,
    /// What it did, if that was observed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<Seen>,
    /// Whether an oracle found it suspicious: then the next campaign asks again.
    #[serde(skip)]
    pub suspicious: bool,
}

mod milliseconds {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::time::Duration;

    pub fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        (time.as_millis() as u64).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
        u64::deserialize(from).map(Duration::from_millis)
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct Line {
    solver: u64,
    seed: u64,
    answer: SeedAnswer,
}

/// What is known from earlier runs and of this one.
#[derive(Debug, Default)]
pub struct SeedCache {
    known: HashMap<(u64, u64), SeedAnswer>,
    file: Option<File>,
}

impl SeedCache {
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
        let known = lines.map(|line| ((line.solver, line.seed), line.answer));
        let file = OpenOptions::new().append(true).create(true).open(path);
        Self {
            known: known.collect(),
            file: file.ok(),
        }
    }

    /// What is known of a solver and a seed.
    pub fn get(&self, solver: u64, seed: u64) -> Option<SeedAnswer> {
        self.known.get(&(solver, seed)).cloned()
    }

    /// Remembers what a solver said.
    pub fn put(&mut self, solver: u64, seed: u64, answer: &SeedAnswer) {
        let line = Line {
            solver,
            seed,
            answer: answer.clone(),
        };
        if !answer.suspicious
            && let (Some(file), Ok(mut json)) = (&mut self.file, serde_json::to_vec(&line))
        {
            // Other processes append to it as well: a line goes out in one piece.
            json.push(b'\n');
            if file.write_all(&json).is_err() {
                self.file = None;
            }
        }
        self.known.insert((solver, seed), line.answer);
    }
}

/// What tells a solver, asked in that role and with that much time, from all others.
pub fn solver_identity(role: &str, solver: &Solver, time: Duration) -> u64 {
    let seconds = time.as_secs_f64();
    let text = format!("{role} {} {seconds}", command_identity(solver));
    fingerprint(text.as_bytes())
}

/// What tells a solver from all others.
pub(crate) fn identity(solver: &Solver) -> u64 {
    fingerprint(command_identity(solver).as_bytes())
}

/// Its command, and when that was changed last.
fn command_identity(solver: &Solver) -> String {
    let changed = std::fs::metadata(&solver.program).and_then(|m| m.modified());
    let changed = changed
        .ok()
        .and_then(|t| t.duration_since(std::time::UNIX_EPOCH).ok());
    format!("{} {changed:?}", solver.command_line())
}

#[cfg(test)]
mod tests {
    use super::*;
    use smt::Status;
    use solve::AnswerClass;

    #[test]
    fn what_was_put_is_there_in_the_next_run_unless_it_is_a_finding() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("made/seeds");
        let answer = |verdict| SeedAnswer {
            verdict,
            time: Duration::from_millis(7),
            seen: Some(Seen::default()),
            suspicious: false,
        };
        let sat = answer(SeedVerdict::Definite(Status::Sat));
        let slow = answer(SeedVerdict::Open(AnswerClass::Timeout));
        let mut crash = answer(SeedVerdict::Open(AnswerClass::Crash));
        crash.suspicious = true;
        let mut cache = SeedCache::open(&path);
        assert_eq!(cache.get(1, 1), None);
        cache.put(1, 1, &sat);
        cache.put(1, 2, &slow);
        cache.put(1, 3, &crash);
        assert_eq!(cache.get(1, 3), Some(crash));
        // What a kill cut off is not there.
        let mut text = std::fs::read(&path).unwrap();
        text.extend_from_slice(b"{\"solver\":1");
        std::fs::write(&path, text).unwrap();
        let cache = SeedCache::open(&path);
        assert_eq!(cache.get(1, 1), Some(sat));
        assert_eq!(cache.get(1, 2), Some(slow));
        assert_eq!((cache.get(1, 3), cache.get(2, 1)), (None, None));
    }
}
