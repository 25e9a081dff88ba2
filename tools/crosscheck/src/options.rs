//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// How to call the program.
pub const USAGE: &str = "\
usage: crosscheck [--seconds N] [--per-file N] [--reasons] PATH...

  PATH          a file, or a folder whose .smt2 files are checked
  --seconds N   time limit for each side on each file (default 20)
  --per-file N  disagreements to print for each file (default 5)
  --reasons     also print why yaspar rejects a file or part of it";

/// What to check and what to print.
#[derive(Debug)]
pub struct Options {
    /// Files and folders.
    pub paths: Vec<PathBuf>,
    /// Time limit for each side on each file.
    pub limit: Duration,
    /// Disagreements to print for each file.
    pub per_file: usize,
    /// Whether to print why yaspar rejects a file.
    pub reasons: bool,
}

impl Options {
    /// Reads the arguments, the program's own name left out.
    pub fn from_arguments(arguments: impl Iterator<Item = OsString>) -> Result<Self, String> {
        let mut options = Options {
            paths: Vec::new(),
            limit: Duration::from_secs(20),
            per_file: 5,
            reasons: false,
        };
        let mut arguments = arguments;
        while let Some(argument) = arguments.next() {
            match argument.to_str() {
                Some("--seconds") => {
                    let seconds = number(arguments.next(), "--seconds")?;
                    options.limit = Duration::from_secs(seconds);
                }
                Some("--per-file") => {
                    let count = number(arguments.next(), "--per-file")?;
                    options.per_file = usize::try_from(count).unwrap_or(usize::MAX);
                }
                Some("--reasons") => options.reasons = true,
                Some(option) if option.starts_with("--") => {
                    return Err(format!("there is no option {option}"));
                }
                _ => options.paths.push(argument.into()),
            }
        }
        if options.paths.is_empty() {
            return Err("no file or folder given".to_owned());
        }
        Ok(options)
    }
}

fn number(argument: Option<OsString>, option: &str) -> Result<u64, String> {
    argument
        .and_then(|argument| argument.to_str()?.parse().ok())
        .ok_or_else(|| format!("{option} takes a number"))
}
