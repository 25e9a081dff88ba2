//! What a solver said, in the one vocabulary every oracle uses.
//!
//! A solver that crashes or runs out of time has *answered*: these are values, not errors of ours.
//! [`crate::Error`] is for what keeps us from asking at all.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use smt::Status;

/// The outcome of one check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "answer", rename_all = "kebab-case")]
pub enum Answer {
    /// `sat`, with no error before it.
    Sat,
    /// `unsat`, with no error before it.
    Unsat,
    /// `unknown`, or something that tells us just as little.
    Unknown {
        /// The solver's own reason, or ours (no answer, two answers, too much output).
        reason: String,
    },
    /// The time limit, whether the solver kept it or we had to.
    Timeout,
    /// The memory limit, whether the solver kept it or we had to.
    OutOfMemory,
    /// The solver broke.
    Crash(Crash),
    /// The solver did not take the script: an error came before the answer.
    Rejected {
        /// The first error message.
        message: String,
    },
    /// The solver answered `sat` and then found its own model wrong.
    InvalidModel {
        /// The message it gave.
        message: String,
    },
}

impl Answer {
    /// True for `sat` and `unsat`, the answers that can be compared.
    pub fn is_definite(&self) -> bool {
        matches!(self, Answer::Sat | Answer::Unsat)
    }

    /// The answer without what goes with it.
    pub fn class(&self) -> AnswerClass {
        match self {
            Answer::Sat => AnswerClass::Sat,
            Answer::Unsat => AnswerClass::Unsat,
            Answer::Unknown { .. } => AnswerClass::Unknown,
            Answer::Timeout => AnswerClass::Timeout,
            Answer::OutOfMemory => AnswerClass::OutOfMemory,
            Answer::Crash(_) => AnswerClass::Crash,
            Answer::Rejected { .. } => AnswerClass::Rejected,
            Answer::InvalidModel { .. } => AnswerClass::InvalidModel,
        }
    }

    /// The answer to the question whether there is a model, if it is one.
    pub fn status(&self) -> Option<Status> {
        self.class().status()
    }

    /// The reason, message or signature that goes with the class; empty if there is none.
    pub fn detail(&self) -> &str {
        match self {
            Answer::Unknown { reason } => reason,
            Answer::Crash(crash) => &crash.signature,
            Answer::Rejected { message } | Answer::InvalidModel { message } => message,
            Answer::Sat | Answer::Unsat | Answer::Timeout | Answer::OutOfMemory => "",
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.class().word())?;
        match self.detail() {
            "" => Ok(()),
            detail => write!(f, " ({detail})"),
        }
    }
}

/// An answer without what goes with it: what answers are counted and compared by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)] // Each is the answer of its name.
pub enum AnswerClass {
    Sat,
    Unsat,
    Unknown,
    Timeout,
    OutOfMemory,
    Crash,
    Rejected,
    InvalidModel,
}

impl AnswerClass {
    /// All of them.
    pub const ALL: [AnswerClass; 8] = [
        AnswerClass::Sat,
        AnswerClass::Unsat,
        AnswerClass::Unknown,
        AnswerClass::Timeout,
        AnswerClass::OutOfMemory,
        AnswerClass::Crash,
        AnswerClass::Rejected,
        AnswerClass::InvalidModel,
    ];

    /// One stable word, for tables and JSON.
    pub fn word(self) -> &'static str {
        match self {
            AnswerClass::Sat => "sat",
            AnswerClass::Unsat => "unsat",
            AnswerClass::Unknown => "unknown",
            AnswerClass::Timeout => "timeout",
            AnswerClass::OutOfMemory => "out-of-memory",
            AnswerClass::Crash => "crash",
            AnswerClass::Rejected => "rejected",
            AnswerClass::InvalidModel => "invalid-model",
        }
    }

    /// The class of a word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.word() == word)
    }

    /// The answer to the question whether there is a model, if it is one.
    pub fn status(self) -> Option<Status> {
        match self {
            AnswerClass::Sat => Some(Status::Sat),
            AnswerClass::Unsat => Some(Status::Unsat),
            _ => None,
        }
    }
}

impl From<Status> for AnswerClass {
    fn from(status: Status) -> Self {
        match status {
            Status::Sat => AnswerClass::Sat,
            Status::Unsat => AnswerClass::Unsat,
        }
    }
}

impl fmt::Display for AnswerClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A broken solver: how it ended, and a signature under which the same bug is found again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Crash {
    /// What gave the crash away.
    pub kind: CrashKind,
    /// Message and top frames without addresses, numbers and paths; equal for equal bugs.
    pub signature: String,
    /// The text the signature was made from, as the solver printed it.
    pub report: String,
}

impl Crash {
    /// Whether the signature tells one bug from another: all that ends by a signal and says no more
    /// than that looks the same.
    pub fn is_telling(&self) -> bool {
        let CrashKind::Signal(_) = self.kind else {
            return true;
        };
        // `SIGABRT some message`, or the frames of a stack; `suffered a segfault` is neither.
        let has_message = self.signature.starts_with("SIG") && self.signature.contains(' ');
        has_message || self.signature.contains(" | ")
    }
}

/// What gave a crash away, most telling first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CrashKind {
    /// A sanitizer's report.
    Sanitizer,
    /// A failed assertion of the solver's own.
    Assertion,
    /// An exception nobody caught.
    Exception,
    /// A signal, by number, and nothing more.
    Signal(i32),
}

/// One check of a script, answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Check {
    /// What the solver said.
    #[serde(flatten)]
    pub answer: Answer,
    /// Wall-clock time from handing over the check to its last byte of answer.
    pub elapsed: Duration,
    /// Everything printed for it on standard output, including what queries before it printed.
    pub output: String,
}

/// Whether a warm process took the script, and if not, why not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Route {
    /// A process that had answered other scripts, or will answer more.
    Warm,
    /// A process of its own, because the session's mode is `fresh`.
    Fresh,
    /// A process of its own, because a warm one would not have been the same afterwards.
    Apart(Residue),
}

/// Why a script must not run in a warm process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Residue {
    /// An option or logic is set after the first other command.
    LateSetting,
    /// `:global-declarations` lets declarations outlive a pop.
    GlobalDeclarations,
    /// It clears what it did not set: `reset`, `reset-assertions`, or more pops than pushes.
    ClearsTooMuch,
    /// A command outside the list of those known to be undone by a pop or a reset.
    UnknownCommand,
    /// The text ends inside a command, or has a stray parenthesis or atom.
    Malformed,
    /// The solver's profile rules the mode out.
    ModeNotSupported,
    /// Tactic mode, and the script holds a check that takes no tactic.
    NoTactic,
}

/// Everything that came of one script.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// One per check that was reached, in order. If the solver broke off, its last one says how.
    pub checks: Vec<Check>,
    /// Trouble after the last check (a crash in `get-model`, say), if there was any.
    pub afterwards: Option<Answer>,
    /// What was printed after the last check: models, cores, values.
    pub tail: String,
    /// What the solver told on standard error, if the session asks it to tell its progress.
    #[serde(skip)]
    pub progress: String,
    /// Why it was that process which answered.
    pub route: Route,
    /// Which process answered, counted from 1 in the order in which the session started them. In a mode that
    /// does without resets, one that had to be reset all the same is another from then on.
    #[serde(skip)]
    pub process: u64,
    /// How many scripts that process had been given before this one.
    #[serde(skip)]
    pub served: u64,
    /// Whether it was started for this script.
    #[serde(skip)]
    pub started: bool,
    /// How long the solver was busy with it, whatever it did: starting, forgetting the script before,
    /// reading, solving, printing.
    #[serde(skip)]
    pub took: Duration,
    /// Commands that were kept from the solver because they write files or redirect output.
    pub withheld: Vec<String>,
    /// Number of checks the script asks for.
    pub asked: usize,
}

impl Outcome {
    /// The one answer that sums the script up: trouble afterwards if it is a finding, else the
    /// gravest trouble among the checks, else the last answer.
    pub fn verdict(&self) -> Answer {
        let is_crash = |answer: &&Answer| matches!(answer, Answer::Crash(_));
        let is_wrong = |answer: &&Answer| matches!(answer, Answer::InvalidModel { .. });
        let answers = || self.checks.iter().map(|check| &check.answer);
        let all = || answers().chain(&self.afterwards);
        all()
            .find(is_crash)
            .or_else(|| all().find(is_wrong))
            .or(answers().next_back())
            .or(self.afterwards.as_ref())
            .cloned()
            .unwrap_or_else(|| Answer::Unknown {
                reason: "no check in the script".into(),
            })
    }

    /// The answers alone.
    pub fn answers(&self) -> impl Iterator<Item = &Answer> {
        self.checks.iter().map(|check| &check.answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(answers: Vec<Answer>, afterwards: Option<Answer>) -> Outcome {
        let check = |answer| Check {
            answer,
            elapsed: Duration::ZERO,
            output: String::new(),
        };
        Outcome {
            asked: answers.len(),
            checks: answers.into_iter().map(check).collect(),
            afterwards,
            tail: String::new(),
            progress: String::new(),
            route: Route::Fresh,
            process: 1,
            served: 0,
            started: true,
            took: Duration::ZERO,
            withheld: Vec::new(),
        }
    }

    #[test]
    fn a_signal_alone_tells_no_bug_from_another() {
        let crash = |kind, signature: &str| Crash {
            kind,
            signature: signature.into(),
            report: String::new(),
        };
        let signal = |signature| crash(CrashKind::Signal(11), signature).is_telling();
        assert!(!signal("SIGSEGV"));
        assert!(!signal("CVC4 suffered a segfault."));
        assert!(signal("SIGABRT free(): invalid pointer"));
        assert!(signal("cvc5 suffered a segfault. | first_frame | second"));
        assert!(crash(CrashKind::Assertion, "Fatal failure").is_telling());
    }

    #[test]
    fn the_verdict_is_the_gravest_trouble_or_the_last_answer() {
        let wrong = Answer::InvalidModel {
            message: "m".into(),
        };
        assert_eq!(
            outcome(vec![Answer::Sat, Answer::Unsat], None).verdict(),
            Answer::Unsat
        );
        assert_eq!(
            outcome(vec![wrong.clone(), Answer::Unsat], None).verdict(),
            wrong
        );
        assert_eq!(
            outcome(vec![Answer::Sat], Some(wrong.clone())).verdict(),
            wrong
        );
        assert_eq!(
            outcome(vec![Answer::Sat], Some(Answer::Timeout)).verdict(),
            Answer::Sat
        );
        let crash = Answer::Crash(Crash {
            kind: CrashKind::Signal(11),
            signature: "SIGSEGV".into(),
            report: String::new(),
        });
        assert_eq!(outcome(vec![wrong, crash.clone()], None).verdict(), crash);
        assert_eq!(
            outcome(vec![], None).verdict().class(),
            AnswerClass::Unknown
        );
    }
}
