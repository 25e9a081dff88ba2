//! Asks releases which of them have a bug.

use super::cache::HistoryCache;
use super::question::{Question, Symptom};
use super::told::{Mark, Told, settle};
use super::{History, Release};
use crate::horn::judges::Judges;
use crate::reduction::Asking;
use solve::{Error, Mode, Solver};
use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Gets hold of a release.
pub type Get = dyn Fn() -> Result<Solver, Error> + Send + Sync;

/// A release that can be asked as soon as it is there.
pub struct Candidate {
    /// Which one.
    pub version: String,
    /// Gets hold of it, which may take its time.
    pub get: Box<Get>,
}

impl Candidate {
    /// One that is there.
    pub fn here(version: &str, solver: Solver) -> Self {
        Self {
            version: version.to_owned(),
            get: Box::new(move || Ok(solver.clone())),
        }
    }
}

impl fmt::Debug for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Candidate").field(&self.version).finish()
    }
}

/// Who asks releases.
pub struct Historian<'a> {
    /// How they are asked, and how many at once.
    pub asking: Asking<'a>,
    /// Who puts interpretations of Horn systems into every clause.
    pub judges: &'a [Solver],
    /// What is known from before.
    pub cache: &'a HistoryCache,
    /// Whether it is time to stop.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// What came of asking releases.
#[derive(Debug)]
pub struct Dated {
    /// What those do that could be asked.
    pub history: History,
    /// Those that could not, and why.
    pub missing: Vec<(String, Error)>,
}

impl Historian<'_> {
    /// Asks releases of `solver`, the oldest first, several at once. `progress` is told of each that is
    /// done. Nothing if it is time to stop before all are.
    pub fn date(
        &self,
        solver: &str,
        question: &Question,
        releases: &[Candidate],
        progress: &(dyn Fn() + Sync),
    ) -> Option<Dated> {
        let next = AtomicUsize::new(0);
        let results: Vec<Mutex<Option<Result<Told, Error>>>> =
            releases.iter().map(|_| Mutex::new(None)).collect();
        let key = question.key();
        let work = || {
            while !(self.stop)() {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let (Some(release), Some(result)) = (releases.get(place), results.get(place))
                else {
                    break;
                };
                let told = self.ask(key, question, release);
                if (self.stop)() {
                    break;
                }
                if let Ok(mut result) = result.lock() {
                    *result = Some(told);
                }
                progress();
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..self.asking.jobs.max(1).min(releases.len()) {
                scope.spawn(work);
            }
        });
        let (mut versions, mut all, mut missing) = (Vec::new(), Vec::new(), Vec::new());
        for (release, result) in releases.iter().zip(results) {
            let version = release.version.clone();
            match result.into_inner().ok().flatten()? {
                Ok(told) => {
                    versions.push(version);
                    all.push(told);
                }
                Err(error) => missing.push((version, error)),
            }
        }
        let shows = settle(&all);
        let releases = versions.into_iter().zip(all).zip(shows);
        let releases = releases.map(|((version, told), shows)| Release {
            version,
            answer: told.answer,
            shows,
        });
        Some(Dated {
            history: History {
                solver: solver.to_owned(),
                releases: releases.collect(),
            },
            missing,
        })
    }

    /// What one release does with the question.
    fn ask(&self, key: u128, question: &Question, release: &Candidate) -> Result<Told, Error> {
        let solver = (release.get)()?;
        let mut config = (self.asking.config)(&solver, Mode::Fresh);
        let time = config.limits.time;
        if let Some(known) = self.cache.get(key, &solver, time) {
            return Ok(known);
        }
        let judges: &[Solver] = match question.symptom {
            Symptom::Interpretation => self.judges,
            _ => &[],
        };
        let judges = judges.iter().map(|judge| {
            let mut config = (self.asking.config)(judge, Mode::Fresh);
            config.check_models = false;
            (self.asking.open)(config)
        });
        let mut judges = Judges::new(judges.collect());
        let mut open = |own_check: bool| {
            config.check_models = own_check;
            // Markers must differ, whoever prints them.
            config.nonce = config.nonce.wrapping_add(0x9e37_79b9_7f4a_7c15);
            (self.asking.open)(config.clone())
        };
        let told = question.put(&mut open, &mut judges)?;
        // What others could not judge they may judge another time.
        let rests_on_others = question.symptom == Symptom::Interpretation;
        let is_open = rests_on_others && told.marks.contains(&Mark::Open);
        if !(self.stop)() && !is_open {
            self.cache.put(key, &solver, time, &told);
        }
        Ok(told)
    }
}
