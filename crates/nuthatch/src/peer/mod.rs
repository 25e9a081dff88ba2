//! Other fuzzers, which have the same to do as we: to see who is faster.
//!
//! How one is called and what its output means is a file each. What runs it is in crate `solve`.

mod another;
mod opfuzz;

use crate::campaign_options::CampaignOptions;
use crate::given::Given;
use anyhow::{Context, bail};
use report::Rates;
use solve::{Depot, Ending, Peer, Solver};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tempfile::TempDir;

/// With whom we are compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Against {
    /// The fuzzer of that name, from PyPI.
    Opfuzz,
    /// Another nuthatch.
    Nuthatch(PathBuf),
}

impl From<&str> for Against {
    fn from(text: &str) -> Self {
        match text {
            "opfuzz" => Self::Opfuzz,
            path => Self::Nuthatch(path.into()),
        }
    }
}

/// What a peer is to do: what we do.
pub struct Task<'a> {
    /// The solver under test.
    pub solver: &'a Solver,
    /// Where seeds come from; with no path the built-in corpus.
    pub paths: &'a [PathBuf],
    /// For how long.
    pub time: Duration,
    /// How it is to be done, as far as the peer can be told.
    pub options: &'a Given<CampaignOptions>,
}

/// A peer that can begin at once.
#[derive(Debug)]
pub struct ReadyPeer {
    /// What it is called.
    pub name: String,
    /// What must be known to read its figures.
    pub note: Option<&'static str>,
    peer: Peer,
    time: Duration,
    /// How fast it was, from all that it printed.
    read: fn(&str) -> Option<Rates>,
    /// All that it leaves is in there, and goes with it.
    _folder: TempDir,
}

impl Against {
    /// Finds or fetches the peer, and puts down what it is to do.
    pub fn prepare(&self, depot: &Depot, task: &Task<'_>) -> anyhow::Result<ReadyPeer> {
        if task.paths.iter().any(|path| path == Path::new("-")) {
            bail!("standard input can be read only once: name files or folders as --seeds");
        }
        let folder = tempfile::Builder::new().prefix("nuthatch-").tempdir()?;
        match self {
            Self::Opfuzz => opfuzz::prepare(depot, task, folder),
            Self::Nuthatch(path) => another::prepare(path, task, folder),
        }
    }
}

impl ReadyPeer {
    /// Runs it, and tells how fast it was; nothing if it was stopped.
    pub fn run(&self, stop: &'static AtomicBool) -> anyhow::Result<Option<Rates>> {
        let ran = self.peer.run(self.time, stop)?;
        if ran.ending == Ending::Stopped {
            return Ok(None);
        }
        let output = String::from_utf8_lossy(&ran.output);
        let rates = (self.read)(&output).with_context(|| {
            let mut lines = output.lines().rev().map(str::trim);
            let last = lines.find(|line| !line.is_empty());
            let how = match ran.ending {
                Ending::Code(code) => format!("it ended with exit code {code}"),
                Ending::Signal(signal) => format!("signal {signal} ended it"),
                Ending::Timeout => "its time was over".to_owned(),
                other => format!("{other:?}"),
            };
            let said = last.map_or("it said nothing".to_owned(), |last| {
                format!("its last words: {last}")
            });
            format!(
                "{} did not tell how fast it was; {how}, and {said}",
                self.name
            )
        })?;
        Ok(Some(rates))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_is_not_known_by_name_is_a_path() {
        assert_eq!(Against::from("opfuzz"), Against::Opfuzz);
        let path = "./opfuzz";
        assert_eq!(Against::from(path), Against::Nuthatch(path.into()));
    }
}
