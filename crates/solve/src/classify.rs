//! From what was heard to an answer.
//!
//! The order of the rules is the point of this module: a sanitizer's report outweighs any answer,
//! a limit we enforced outweighs what the dying process printed, a timeout that ends in SIGABRT is a
//! timeout, and an error before the answer makes the answer worthless.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

use crate::answer::{Answer, Crash, CrashKind};
use crate::pattern::Patterns;
use crate::process::{End, Heard};
use crate::profile::Profile;
use crate::{script, signature};

const SIGILL: i32 = 4;
const SIGTRAP: i32 = 5;
const SIGABRT: i32 = 6;
const SIGBUS: i32 = 7;
const SIGFPE: i32 = 8;
const SIGKILL: i32 = 9;
const SIGSEGV: i32 = 11;
const SIGALRM: i32 = 14;
const SIGXCPU: i32 = 24;
const SIGXFSZ: i32 = 25;
const SIGSYS: i32 = 31;

/// Signals that mean the program is broken, and not that somebody stopped it.
const BREAKING: &[(i32, &str)] = &[
    (SIGILL, "SIGILL"),
    (SIGTRAP, "SIGTRAP"),
    (SIGABRT, "SIGABRT"),
    (SIGBUS, "SIGBUS"),
    (SIGFPE, "SIGFPE"),
    (SIGSEGV, "SIGSEGV"),
    (SIGSYS, "SIGSYS"),
];

/// What is due from the step that was heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Due {
    /// One answer.
    Answer,
    /// Anything, or nothing; errors count.
    NoAnswer,
    /// Anything; errors are the queries' own business.
    Anything,
}

/// Judges one step. `None` if nothing was due and nothing is wrong.
pub(crate) fn judge(profile: &Profile, heard: &Heard, due: Due) -> Option<Answer> {
    let messages = &profile.messages;
    let responses = Responses::read(&heard.stdout);
    let talk = [&heard.stderr[..], b"\n", &responses.talk].concat();
    if let Some(line) = messages.sanitizer.first_line(&talk) {
        return Some(crash(CrashKind::Sanitizer, line, &talk));
    }
    let messages_of_limits = |text: &[u8]| {
        if messages.timeout.is_match(text) {
            Some(Answer::Timeout)
        } else if messages.out_of_memory.is_match(text) {
            Some(Answer::OutOfMemory)
        } else {
            None
        }
    };
    // An error after the answer belongs to nothing we asked for, and one that tells of a limit is
    // no refusal.
    let refusal = responses
        .errors
        .iter()
        .filter(|_| due != Due::Anything)
        .filter(|(at, _)| {
            due == Due::NoAnswer || responses.first_answer.is_none_or(|answer| *at < answer)
        })
        .find(|(_, message)| messages_of_limits(message.as_bytes()).is_none())
        .map(|(_, message)| Answer::Rejected {
            message: message.clone(),
        });
    match heard.end {
        // What it was busy with was not the script we gave it.
        End::Deadline => return refusal.or(Some(Answer::Timeout)),
        End::MemoryLimit => return Some(Answer::OutOfMemory),
        End::OutputLimit => return Some(unknown("more output than the limit allows")),
        End::ClosedOutput | End::Marker | End::Exited(_) => {}
    }
    if let Some(line) = messages.invalid_model.first_line(&talk) {
        return Some(Answer::InvalidModel {
            message: text(line),
        });
    }
    let definite = responses.answers.iter().any(|answer| *answer != "unknown");
    if refusal.is_none() && (!definite || matches!(heard.end, End::Exited(_))) {
        // Before crashes: solvers end by SIGABRT or an exception when they run out of a resource.
        if let Some(limit) = messages_of_limits(&talk) {
            return Some(limit);
        }
    }
    if let Some(broken) = breakdown(profile, heard, &talk) {
        return Some(broken);
    }
    if refusal.is_some() {
        return refusal;
    }
    match (due, &responses.answers[..]) {
        (Due::Answer, [one]) => Some(word_to_answer(one)),
        (Due::Answer, []) => Some(silence(profile, heard, &responses, &talk)),
        (Due::Answer, [first, ..]) => {
            let count = responses.answers.len();
            Some(unknown(&format!("answered {count} times, {first} first")))
        }
        (Due::NoAnswer, [one, ..]) => Some(unknown(&format!("answered {one} without being asked"))),
        (Due::NoAnswer, []) | (Due::Anything, _) => match heard.end {
            End::Marker => None,
            _ => Some(silence(profile, heard, &responses, &talk)),
        },
    }
}

/// Turns `unknown` into a limit if the solver's reason, or the time it took, says so.
pub(crate) fn explain_unknown(
    profile: &Profile,
    reason: &str,
    elapsed: Duration,
    limit: Duration,
) -> Answer {
    if profile.messages.timeout.is_match(reason.as_bytes()) {
        return Answer::Timeout;
    }
    if profile.messages.out_of_memory.is_match(reason.as_bytes()) {
        return Answer::OutOfMemory;
    }
    // Some solvers keep the limit and do not say so, or give the reason of the part they were in.
    let spent = if reason.is_empty() { 0.95 } else { 1.0 };
    if profile.limits.time.is_some() && elapsed >= limit.mul_f64(spent) {
        return Answer::Timeout;
    }
    unknown(if reason.is_empty() {
        "no reason given"
    } else {
        reason
    })
}

/// Where the first answer in `stdout` ends, for solvers that print no markers.
pub(crate) fn end_of_first_answer(stdout: &[u8]) -> Option<usize> {
    let start = Responses::read(stdout).first_answer?;
    Some(memchr::memchr(b'\n', &stdout[start..]).map_or(stdout.len(), |n| start + n + 1))
}

/// The reason in a response to `(get-info :reason-unknown)`.
pub(crate) fn reason_in(response: &[u8]) -> String {
    let responses = script::commands(response);
    let Some(info) = responses
        .iter()
        .find(|it| it.head(response) == b":reason-unknown")
    else {
        return String::new();
    };
    text(info.arguments(response))
        .trim_matches(['"', ' '])
        .to_string()
}

/// Whether the end of the process, or a message about its own state, tells of a broken solver.
fn breakdown(profile: &Profile, heard: &Heard, talk: &[u8]) -> Option<Answer> {
    let messages = &profile.messages;
    let signal = match heard.end {
        End::Exited(status) => signal_of(status),
        _ => None,
    };
    let told: [(&Patterns, CrashKind); 3] = [
        (&messages.assertion, CrashKind::Assertion),
        (&messages.exception, CrashKind::Exception),
        (&messages.segfault, CrashKind::Signal(SIGSEGV)),
    ];
    for (patterns, kind) in told {
        if let Some(line) = patterns.first_line(talk) {
            return Some(crash(kind, line, talk));
        }
    }
    let signal = signal?;
    if let Some((_, name)) = BREAKING.iter().find(|(number, _)| *number == signal) {
        let report = String::from_utf8_lossy(talk);
        let said = report
            .lines()
            .find(|line| !line.trim().is_empty())
            .unwrap_or_default();
        let head = format!("{name} {said}");
        return Some(crash(CrashKind::Signal(signal), head.as_bytes(), talk));
    }
    Some(match signal {
        // Not sent by us, or the end would be a limit; the kernel sends it when memory is short.
        SIGKILL => Answer::OutOfMemory,
        SIGALRM | SIGXCPU => Answer::Timeout,
        SIGXFSZ => Answer::Rejected {
            message: "it tried to write a file".into(),
        },
        other => unknown(&format!("stopped by signal {other}")),
    })
}

/// The signal that ended a process, seen through a shell (128 + signal) or not.
fn signal_of(status: ExitStatus) -> Option<i32> {
    let through_shell = |code: i32| {
        let signal = code - 128;
        BREAKING
            .iter()
            .any(|(number, _)| *number == signal)
            .then_some(signal)
    };
    status
        .signal()
        .or_else(|| status.code().and_then(through_shell))
}

/// What it means that no answer came.
fn silence(profile: &Profile, heard: &Heard, responses: &Responses, talk: &[u8]) -> Answer {
    if let Some((_, message)) = responses.errors.first() {
        return Answer::Rejected {
            message: message.clone(),
        };
    }
    if let Some(line) = profile.messages.unsupported.first_line(talk) {
        return Answer::Rejected {
            message: text(line),
        };
    }
    match heard.end {
        End::Exited(status) if !status.success() => {
            let said = talk
                .split(|&byte| byte == b'\n')
                .find(|line| !line.trim_ascii().is_empty());
            let said = said.map(text).unwrap_or_else(|| "without a word".into());
            let code = status.code().unwrap_or_default();
            Answer::Rejected {
                message: format!("ended with code {code}: {said}"),
            }
        }
        End::Exited(_) => unknown("ended without an answer"),
        End::ClosedOutput => unknown("closed its output without an answer"),
        _ => unknown("gave no answer"),
    }
}

fn word_to_answer(word: &str) -> Answer {
    match word {
        "sat" => Answer::Sat,
        "unsat" => Answer::Unsat,
        _ => unknown(""),
    }
}

fn unknown(reason: &str) -> Answer {
    Answer::Unknown {
        reason: reason.into(),
    }
}

fn crash(kind: CrashKind, line: &[u8], talk: &[u8]) -> Answer {
    let report = text(talk);
    let head = text(line);
    // Assertions of several lines put the condition after the first.
    let head = match report.find(head.as_str()) {
        Some(at) if kind == CrashKind::Assertion => {
            report[at..].lines().take(4).collect::<Vec<_>>().join(" ")
        }
        _ => head,
    };
    Answer::Crash(Crash {
        kind,
        signature: signature::of(&head, &report),
        report,
    })
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim().to_string()
}

/// The responses of one step, sorted.
struct Responses {
    answers: Vec<&'static str>,
    first_answer: Option<usize>,
    /// Position and message of every `(error ..)`.
    errors: Vec<(usize, String)>,
    /// Errors and loose words: all that may be a message. Models and values are left out, so that
    /// no symbol of a script is taken for one.
    talk: Vec<u8>,
}

impl Responses {
    fn read(stdout: &[u8]) -> Responses {
        let mut responses = Responses {
            answers: Vec::new(),
            first_answer: None,
            errors: Vec::new(),
            talk: Vec::new(),
        };
        let mut line_of_last = usize::MAX;
        for response in script::commands(stdout) {
            let words = response.text(stdout);
            let at = response.range.start;
            if !response.is_atom(stdout) {
                if response.head(stdout) == b"error" {
                    // The first line tells; z3 lets a list of all its options follow.
                    let message = text(response.arguments(stdout));
                    let message = message.trim_start_matches('"').trim_start();
                    let message = message.lines().next().unwrap_or_default();
                    let message = message.trim_end_matches('"').trim_end().to_string();
                    responses.errors.push((at, message));
                    responses.talk.extend_from_slice(words);
                    responses.talk.push(b'\n');
                }
                continue;
            }
            let line = memchr::memrchr(b'\n', &stdout[..at]).map_or(0, |n| n + 1);
            let alone = stdout[line..]
                .split(|&byte| byte == b'\n')
                .next()
                .unwrap_or_default();
            // An answer is alone on its line; `sat` within a sentence is not one.
            let answer = ["sat", "unsat", "unknown"]
                .into_iter()
                .find(|word| word.as_bytes() == words && alone.trim_ascii() == words);
            if let Some(answer) = answer {
                responses.first_answer.get_or_insert(at);
                responses.answers.push(answer);
            } else if line != line_of_last && words != b"success" {
                line_of_last = line;
                responses.talk.extend_from_slice(alone);
                responses.talk.push(b'\n');
            }
        }
        responses
    }
}

#[cfg(test)]
mod tests;
