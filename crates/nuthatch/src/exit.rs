//! The exit codes, named. They are documented in the README and in each command's help.

use std::process::ExitCode;

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// All is well.
    Success = 0,
    /// The command did its work, and what it looked at is not as it should be.
    Found = 1,
    /// The command could not do its work: wrong arguments, nothing to read, nowhere to write.
    Failed = 2,
    /// The command did its work, and cannot say.
    Undecided = 3,
    /// The command was stopped by Ctrl-C or a signal, and what it had done until then stands.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit as u8)
    }
}
