//! Any command, run on texts: what a person's own check of a bug needs.
//!
//! Each runner has a folder of its own, where the text is written and where the command finds its
//! temporary folder; what it leaves there is removed after every run. A command may take as much
//! time as it is given and write files of bounded size, and it goes with all it started.

use std::ffi::OsStr;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::Error;
use crate::on_path;
use crate::process::{Bounds, End, Family, Process, Start};

/// Starts a command that may write 64 MB to one file (the unit is half a kilobyte): shells put what
/// they pass on into files. A limit that we set from outside, after the start, would not hold for
/// what the command had started by then.
const WITH_LIMITED_FILES: &str = "ulimit -f 131072 2>/dev/null; exec \"$@\"";

/// What one run may cost.
#[derive(Debug, Clone, Copy)]
pub struct CommandLimits {
    /// Wall-clock time.
    pub time: Duration,
    /// Bytes of resident memory.
    pub memory: Option<u64>,
    /// Bytes of output.
    pub output: usize,
}

impl Default for CommandLimits {
    fn default() -> Self {
        CommandLimits {
            time: Duration::from_secs(60),
            memory: Some(8 << 30),
            output: 16 << 20,
        }
    }
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// With this exit code.
    Code(i32),
    /// Killed by this signal, not one of ours.
    Signal(i32),
    /// It took too long, or closed its output and lived on.
    Timeout,
    /// It printed too much.
    TooMuchOutput,
    /// It took too much memory.
    OutOfMemory,
    /// We were told to stop.
    Stopped,
}

impl Ending {
    /// From how a conversation ended, and whether we were told to stop.
    pub(crate) fn of(end: End, stopped: bool) -> Ending {
        match end {
            _ if stopped => Ending::Stopped,
            End::Exited(status) => match (status.code(), status.signal()) {
                (Some(code), _) => Ending::Code(code),
                (None, Some(signal)) => Ending::Signal(signal),
                (None, None) => Ending::Timeout,
            },
            End::OutputLimit => Ending::TooMuchOutput,
            End::MemoryLimit => Ending::OutOfMemory,
            End::Marker | End::ClosedOutput | End::Deadline => Ending::Timeout,
        }
    }
}

/// What came of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ran {
    /// How it ended.
    pub ending: Ending,
    /// What it printed, on standard output and then on standard error.
    pub output: Vec<u8>,
    /// Wall-clock time.
    pub elapsed: Duration,
}

/// Runs one command on one text after the other.
#[derive(Debug)]
pub struct CommandRunner {
    /// As it is named when it cannot be started.
    program: PathBuf,
    arguments: Vec<String>,
    scratch: tempfile::TempDir,
    file_name: String,
    family: Family,
    /// Lives as long as the program, since processes look at it.
    stop: &'static AtomicBool,
}

/// What stands for the file in a command's arguments.
const PLACE: &str = "{}";

impl CommandRunner {
    /// A runner for a program with arguments. `{}` in an argument stands for the path of the text;
    /// without any, it is the last argument. `file_name` is what the file is called.
    pub fn new(program: &Path, arguments: &[String], file_name: &str) -> Result<Self, Error> {
        let scratch = tempfile::Builder::new().prefix("nuthatch-").tempdir();
        let scratch = scratch.map_err(|source| Error::CannotWriteScript { source })?;
        let program = on_path::program(program)?;
        let mut arguments = arguments.to_vec();
        if !arguments.iter().any(|a| a.contains(PLACE)) {
            arguments.push(PLACE.to_owned());
        }
        let path = scratch.path().join(file_name);
        for argument in &mut arguments {
            *argument = argument.replace(PLACE, &path.to_string_lossy());
        }
        let program_name = program.to_string_lossy().into_owned();
        let start = ["-c", WITH_LIMITED_FILES, "sh", &program_name].map(str::to_owned);
        arguments.splice(0..0, start);
        Ok(CommandRunner {
            program,
            arguments,
            scratch,
            file_name: file_name.to_owned(),
            family: Family::new(),
            // Few runners are ever made, and each needs one for all its life.
            stop: Box::leak(Box::new(AtomicBool::new(false))),
        })
    }

    /// Set, it ends whatever this runner runs.
    pub fn stop_flag(&self) -> &'static AtomicBool {
        self.stop
    }

    /// Runs the command on a text.
    pub fn run(&self, text: &[u8], limits: &CommandLimits) -> Result<Ran, Error> {
        let path = self.scratch.path().join(&self.file_name);
        std::fs::write(&path, text).map_err(|source| Error::CannotWriteScript { source })?;
        let begin = Instant::now();
        let start = Start {
            program: Path::new("sh"),
            args: &self.arguments,
            last_arg: None,
            working_folder: None,
            may_write_files: true,
            background: false,
            variables: &[("TMPDIR", OsStr::new(self.scratch.path()))],
            family: &self.family,
        };
        let cannot_start = |source| Error::CannotStart {
            program: self.program.clone(),
            source,
        };
        let mut process = Process::start(&start).map_err(cannot_start)?;
        let bounds = Bounds {
            deadline: begin + limits.time,
            memory: limits.memory,
            output: limits.output,
            stop: Some(self.stop),
        };
        let heard = process.converse(None, true, &bounds);
        drop(process);
        let ending = Ending::of(heard.end, self.stop.load(Ordering::Relaxed));
        self.clear(&path);
        Ok(Ran {
            ending,
            output: [heard.stdout, heard.stderr].concat(),
            elapsed: begin.elapsed(),
        })
    }

    /// Removes what the command left in its folder.
    fn clear(&self, kept: &Path) {
        let Ok(entries) = std::fs::read_dir(self.scratch.path()) else {
            return;
        };
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
            if path != kept {
                let is_folder = path.is_dir() && !path.is_symlink();
                // Whoever is left behind may be writing it still; the next run tries again.
                let _: io::Result<()> = match is_folder {
                    true => std::fs::remove_dir_all(&path),
                    false => std::fs::remove_file(&path),
                };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> CommandRunner {
        let arguments = ["-c", script, "sh"].map(str::to_owned);
        CommandRunner::new(Path::new("sh"), &arguments, "input.smt2").unwrap()
    }

    fn limits(milliseconds: u64) -> CommandLimits {
        CommandLimits {
            time: Duration::from_millis(milliseconds),
            ..CommandLimits::default()
        }
    }

    #[test]
    fn the_path_is_the_last_argument_and_the_output_is_kept() {
        let ran = shell("cat \"$1\"; echo e >&2; exit 3").run(b"text\xff", &limits(60_000));
        let ran = ran.unwrap();
        assert_eq!(ran.ending, Ending::Code(3));
        assert_eq!(ran.output, b"text\xffe\n");
    }

    #[test]
    fn the_path_stands_where_it_is_named() {
        let arguments = ["-c", "grep -c b < {}"].map(str::to_owned);
        let runner = CommandRunner::new(Path::new("sh"), &arguments, "x").unwrap();
        assert_eq!(
            runner.run(b"a\nb\n", &limits(60_000)).unwrap().output,
            b"1\n"
        );
    }

    #[test]
    fn what_hangs_is_ended_with_all_it_started() {
        let ran = shell("sleep 100 & sleep 100")
            .run(b"", &limits(100))
            .unwrap();
        assert_eq!(ran.ending, Ending::Timeout);
        let ran = shell("kill -SEGV $$").run(b"", &limits(60_000)).unwrap();
        assert_eq!(ran.ending, Ending::Signal(11));
    }

    #[test]
    fn what_fills_the_disk_is_stopped_and_removed() {
        let runner = shell("dd if=/dev/zero of=\"$TMPDIR/big\" bs=1M count=200 2>/dev/null");
        let ran = runner.run(b"", &limits(60_000)).unwrap();
        assert_ne!(ran.ending, Ending::Code(0));
        let left = std::fs::read_dir(runner.scratch.path()).unwrap().count();
        assert_eq!(left, 1);
    }

    #[test]
    fn what_prints_without_end_is_stopped() {
        let most = CommandLimits {
            output: 1 << 16,
            ..CommandLimits::default()
        };
        let ran = shell("while :; do echo yes; done").run(b"", &most).unwrap();
        assert_eq!(ran.ending, Ending::TooMuchOutput);
    }
}
