//! Other fuzzers, run for a while to see how fast they are.
//!
//! A peer may write what it likes in its folder, which is the caller's to remove, and goes with all it
//! started when its time is over, when we are told to stop, and when we are gone.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::Error;
use crate::cache::Cache;
use crate::command::{Ending, Ran};
use crate::install::Depot;
use crate::on_path;
use crate::process::{Bounds, Family, Process, Start};

/// The package that has opfuzz, and the version whose output we can read.
const OPFUZZ: (&str, &str) = ("yinyang", "0.3.0");

/// No peer prints that much in a day.
const OUTPUT: usize = 256 << 20;

/// Another fuzzer that is ready to be run.
#[derive(Debug)]
pub struct Peer {
    program: PathBuf,
    arguments: Vec<String>,
    folder: PathBuf,
}

impl Peer {
    /// A program, by its path or its name on PATH, with its arguments and the folder it works in.
    ///
    /// # Errors
    /// If there is no such program.
    pub fn new(program: &Path, arguments: Vec<String>, folder: &Path) -> Result<Peer, Error> {
        Ok(Peer {
            program: on_path::program(program)?,
            arguments,
            folder: folder.to_owned(),
        })
    }

    /// Runs it to its end, for no longer than that, or until `stop` is set.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn run(&self, time: Duration, stop: &'static AtomicBool) -> Result<Ran, Error> {
        let begin = Instant::now();
        let start = Start {
            program: &self.program,
            args: &self.arguments,
            last_arg: None,
            working_folder: Some(&self.folder),
            may_write_files: true,
            background: false,
            variables: &[],
            family: &Family::new(),
        };
        let cannot_start = |source| Error::CannotStart {
            program: self.program.clone(),
            source,
        };
        let mut process = Process::start(&start).map_err(cannot_start)?;
        let bounds = Bounds {
            deadline: begin + time,
            memory: None,
            output: OUTPUT,
            stop: Some(stop),
        };
        let heard = process.converse(None, true, &bounds);
        let stopped = stop.load(Ordering::Relaxed);
        Ok(Ran {
            ending: Ending::of(heard.end, stopped),
            output: [heard.stdout, heard.stderr].concat(),
            elapsed: begin.elapsed(),
        })
    }
}

impl Depot {
    /// The command that starts opfuzz, in words; it is fetched if need be.
    ///
    /// # Errors
    /// If it is not there and cannot be fetched.
    pub fn opfuzz(&self) -> Result<Vec<String>, Error> {
        let (package, version) = OPFUZZ;
        let solvers = self.cache().root();
        let peers = Cache::at(solvers.parent().unwrap_or(solvers).join("peers"));
        let folder = peers.build_named(&format!("{package}-{version}"), |folder, lock| {
            self.pip()
                .install_with_dependencies(package, version, folder, lock)
        })?;
        let script = folder.join("bin/opfuzz").to_string_lossy().into_owned();
        // Isolated: no bytecode is written, no variables are seen, and no packages but its own, since
        // others of the same name would come first.
        Ok(vec![self.pip().python().into(), "-BIS".into(), script])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static STOP: AtomicBool = AtomicBool::new(false);

    fn shell(script: &str, folder: &Path) -> Peer {
        let arguments = ["-c", script].map(str::to_owned).to_vec();
        Peer::new(Path::new("sh"), arguments, folder).unwrap()
    }

    #[test]
    fn a_peer_that_is_out_of_time_has_said_what_it_said() {
        let folder = tempfile::tempdir().unwrap();
        let peer = shell(
            "echo out; pwd > here; echo err >&2; sleep 100",
            folder.path(),
        );
        let ran = peer.run(Duration::from_millis(500), &STOP).unwrap();
        assert_eq!(ran.ending, Ending::Timeout);
        assert_eq!(ran.output, b"out\nerr\n");
        assert!(folder.path().join("here").exists());
    }

    #[test]
    fn a_peer_may_end_by_itself() {
        let folder = tempfile::tempdir().unwrap();
        let ran = shell("exit 3", folder.path()).run(Duration::from_secs(60), &STOP);
        assert_eq!(ran.unwrap().ending, Ending::Code(3));
        let none = Peer::new(Path::new("/nowhere/opfuzz"), Vec::new(), folder.path());
        assert!(matches!(none, Err(Error::NotExecutable { .. })));
    }
}
