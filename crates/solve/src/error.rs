//! What keeps us from asking a solver at all.

use std::io;
use std::path::PathBuf;

/// An error of ours or of the machine, never a solver's answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The text names no solver.
    #[error("`{text}` names no solver: {why}")]
    BadName {
        /// The text.
        text: String,
        /// What is wrong with it.
        why: String,
    },
    /// No executable of that name.
    #[error("no `{name}` on PATH{}", hint(*can_install, name))]
    NotOnPath {
        /// The solver's name.
        name: String,
        /// Whether pip could fetch it.
        can_install: bool,
    },
    /// The path leads to nothing that can be run.
    #[error("{} is not an executable file", path.display())]
    NotExecutable {
        /// The path.
        path: PathBuf,
    },
    /// Nobody publishes this solver where pip can fetch it.
    #[error("{name} cannot be fetched by pip; put it on PATH or name its path")]
    NotInstallable {
        /// The solver's name.
        name: String,
    },
    /// There is no such version.
    #[error("there is no {name} {version}; {}", list(available))]
    NoSuchVersion {
        /// The solver's name.
        name: String,
        /// The version asked for.
        version: String,
        /// The versions there are, newest first.
        available: Vec<String>,
    },
    /// A version exists but cannot be used.
    #[error(
        "{name} {version} cannot be used: {oldest} is the oldest whose package has all that it takes"
    )]
    TooOld {
        /// The solver's name.
        name: String,
        /// The version asked for.
        version: String,
        /// The oldest one that can be used.
        oldest: String,
    },
    /// Python or pip is missing.
    #[error("pip is needed to fetch that, and `{python} -m pip` does not run: {why}")]
    NoPip {
        /// The Python that was tried.
        python: String,
        /// What went wrong.
        why: String,
    },
    /// Pip ran and failed, for want of a network or of the package.
    #[error("pip could not {task}: {why}")]
    PipFailed {
        /// What was asked of it.
        task: String,
        /// The end of what it said.
        why: String,
    },
    /// An install completed but the solver does not run.
    #[error("{name} {version} was fetched but does not run here: {why}")]
    InstalledButBroken {
        /// The solver's name.
        name: String,
        /// Its version.
        version: String,
        /// What it said.
        why: String,
    },
    /// Not installed, so it cannot be removed.
    #[error("{name} {version} is not installed")]
    NotInstalled {
        /// The solver's name.
        name: String,
        /// The version asked for.
        version: String,
    },
    /// Neither XDG_CACHE_HOME nor HOME is set.
    #[error("no cache folder: set XDG_CACHE_HOME or HOME")]
    NoCacheFolder,
    /// The cache cannot be read or written.
    #[error("cannot use the cache at {}", path.display())]
    Cache {
        /// The file or folder.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// The solver cannot be started.
    #[error("cannot start {}", program.display())]
    CannotStart {
        /// Its executable.
        program: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A script for a solver that reads only files cannot be written.
    #[error("cannot write a script to the temporary folder")]
    CannotWriteScript {
        /// Why not.
        source: io::Error,
    },
    /// No such mode.
    #[error("there is no mode `{name}`; modes are fresh, reset, incremental and tactic")]
    UnknownMode {
        /// What was written.
        name: String,
    },
}

fn hint(can_install: bool, name: &str) -> String {
    match can_install {
        true => format!("; `{name}@newest` fetches one"),
        false => String::new(),
    }
}

fn list(available: &[String]) -> String {
    match available {
        [] => "no version of it can be had here".into(),
        some => format!("there are {}", some.join(", ")),
    }
}
