//! From what was heard to an answer.
//!
//! The order of the rules is the point of this module: a sanitizer's report outweighs any answer,
//! a limit we enforced outweighs what the dying process printed, a timeout that ends in SIGABRT is a
//! timeout, and an error before the answer makes the answer worthless.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

use self::responses::Responses;
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
    /// The same, for the settings a script starts with.
    Settings,
    /// Anything; errors are the queries' own business.
    Anything,
}

/// Judges one step. `None` if nothing was due and nothing is wrong.
pub(crate) fn judge(profile: &Profile, heard: &Heard, due: Due) -> Option<Answer> {
    let messages = &profile.messages;
    let responses = Responses::read(&heard.stdout);
    // What a solver says of its own state. Standard error is its own; what is loose on standard
    // output may be the script's (`echo`), so it counts only if the process came to an end.
    let ended = matches!(heard.end, End::Exited(_) | End::ClosedOutput);
    let mut talk = without_progress(profile, &heard.stderr);
    talk.push(b'\n');
    let own = talk.len();
    if ended {
        talk.extend_from_slice(&responses.loose);
    }
    // And what accuses, only if it was a bad one.
    let accusing = match came_to_a_bad_end(heard, due) {
        true => &talk[..],
        false => &talk[..own],
    };
    if let Some(line) = messages.sanitizer.first_line(accusing) {
        return Some(match messages.out_of_memory.is_match(line) {
            true => Answer::OutOfMemory,
            false => crash(CrashKind::Sanitizer, line, &talk),
        });
    }
    // An error after the answer belongs to nothing we asked for.
    let counts = |at: usize| match due {
        Due::Anything => false,
        Due::NoAnswer | Due::Settings => true,
        Due::Answer => responses.first_answer.is_none_or(|answer| at < answer),
    };
    let mut refusal = None;
    let mut limit = None;
    for (_, message) in responses.errors.iter().filter(|(at, _)| counts(*at)) {
        if messages.invalid_model.is_match(message.as_bytes()) {
            continue;
        }
        // One that tells of a limit, and of nothing else, is no refusal.
        match limit_error(profile, message) {
            Some(answer) => limit = limit.or(Some(answer)),
            None => refusal = refusal.or_else(|| Some(rejected(message))),
        }
    }
    let goes_on = due == Due::Settings && profile.modes.goes_on_without_logic;
    if responses.unsupported.is_some_and(counts) && !goes_on {
        refusal = refusal.or_else(|| Some(rejected("unsupported")));
    }
    match heard.end {
        // What it was busy with was not the script we gave it.
        End::Deadline => return refusal.or(Some(Answer::Timeout)),
        End::MemoryLimit => return Some(Answer::OutOfMemory),
        End::OutputLimit => return Some(unknown("more output than the limit allows")),
        End::ClosedOutput | End::Marker | End::Exited(_) => {}
    }
    let told = responses
        .errors
        .iter()
        .map(|(_, message)| message.as_bytes());
    let told = told
        .chain([accusing])
        .filter(|_| due != Due::Anything || ended);
    if let Some(line) = told
        .filter_map(|told| messages.invalid_model.first_line(told))
        .next()
        // Otherwise it is a model of another script, or of one that it cannot deal with.
        .filter(|_| refusal.is_none() && !messages.unimplemented.is_match(&talk))
    {
        return Some(Answer::InvalidModel {
            message: text(line),
        });
    }
    let definite = responses.answers.iter().any(|answer| *answer != "unknown");
    if refusal.is_none() && (!definite || ended) {
        // Before crashes: solvers end by SIGABRT or an exception when they run out of a resource.
        if let Some(limit) = limit_told(profile, &talk) {
            return Some(limit);
        }
    }
    if let Some(line) = messages.unimplemented.first_line(&talk) {
        return Some(rejected(&text(line)));
    }
    if let Some(broken) = breakdown(profile, heard, accusing) {
        return Some(broken);
    }
    // An answer after an error is worthless, whatever the error.
    if refusal.is_some() || limit.is_some() {
        return refusal.or(limit);
    }
    match (due, &responses.answers[..]) {
        (Due::Answer, [one]) => Some(word_to_answer(one)),
        (Due::Answer, []) => Some(silence(profile, heard, &responses, &talk)),
        (Due::Answer, [first, ..]) => {
            let count = responses.answers.len();
            Some(unknown(&format!("answered {count} times, {first} first")))
        }
        (Due::NoAnswer | Due::Settings, [one, ..]) => {
            Some(unknown(&format!("answered {one} without being asked")))
        }
        (Due::NoAnswer | Due::Settings, []) | (Due::Anything, _) => match heard.end {
            End::Marker => None,
            _ => Some(silence(profile, heard, &responses, &talk)),
        },
    }
}

/// What was printed on standard error and is no progress: there a script's own words may stand, such
/// as a predicate called `timeout`.
fn without_progress(profile: &Profile, stderr: &[u8]) -> Vec<u8> {
    let Some(progress) = profile.progress.as_ref().filter(|_| !stderr.is_empty()) else {
        return stderr.to_vec();
    };
    let lines = stderr.split_inclusive(|&byte| byte == b'\n');
    let kept = lines.filter(|line| !progress.lines.is_match(line));
    kept.flatten().copied().collect()
}

/// The limit that a text speaks of.
fn limit_told(profile: &Profile, text: &[u8]) -> Option<Answer> {
    if profile.messages.timeout.is_match(text) {
        Some(Answer::Timeout)
    } else if profile.messages.out_of_memory.is_match(text) {
        Some(Answer::OutOfMemory)
    } else {
        None
    }
}

/// The limit that an error is about. That one is mentioned is not enough: a script may well have a
/// symbol called `timeout`.
fn limit_error(profile: &Profile, message: &str) -> Option<Answer> {
    let is_limit = profile.messages.limit_errors.is_match(message.as_bytes());
    is_limit.then(|| limit_told(profile, message.as_bytes()))?
}

fn rejected(message: &str) -> Answer {
    Answer::Rejected {
        message: message.into(),
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

/// How many answers there are in `stdout`.
pub(crate) fn count_answers(stdout: &[u8]) -> usize {
    Responses::read(stdout).answers.len()
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

/// Whether a process ended as none does that is well: by a signal, or with a code that tells of
/// trouble, unless that may be about a query.
fn came_to_a_bad_end(heard: &Heard, due: Due) -> bool {
    match heard.end {
        End::Exited(status) => {
            signal_of(status).is_some() || (due != Due::Anything && !status.success())
        }
        _ => false,
    }
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
            let head = head_of(line, talk);
            // What is told in the way of a crash may be no more than a refusal.
            let refused = messages.unsupported.first_line(head.as_bytes());
            return Some(match refused {
                Some(refused) => rejected(&text(refused)),
                None => crash(kind, line, talk),
            });
        }
    }
    let signal = signal?;
    if let Some((_, name)) = BREAKING.iter().find(|(number, _)| *number == signal) {
        let report = String::from_utf8_lossy(talk);
        let mut lines = report.lines().filter(|line| !line.trim().is_empty());
        let first = lines.clone().next().unwrap_or_default();
        // Some solvers abort by themselves over what they do not take.
        if signal == SIGABRT && messages.unsupported.is_match(first.as_bytes()) {
            return Some(rejected(first));
        }
        // What a command was answered with, an error among them, tells of the script and not of the crash.
        let said = lines.find(|line| !is_response(line)).unwrap_or_default();
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

/// Whether a line is, or begins, what SMT-LIB has commands answered with.
fn is_response(line: &str) -> bool {
    let words = ["sat", "unsat", "unknown", "success", "unsupported"];
    line.starts_with('(') || words.contains(&line.trim())
}

/// The signal that ended a process, seen through a shell (128 + signal) or not.
fn signal_of(status: ExitStatus) -> Option<i32> {
    let through_shell = |code: i32| {
        let signal = code - 128;
        let stopped = [SIGKILL, SIGALRM, SIGXCPU].contains(&signal);
        let broken = BREAKING.iter().any(|(number, _)| *number == signal);
        (stopped || broken).then_some(signal)
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
    let head = match kind {
        CrashKind::Assertion => head_of(line, talk).replace('\n', " "),
        _ => text(line),
    };
    Answer::Crash(Crash {
        kind,
        signature: signature::of(&head, &report),
        report,
    })
}

/// A telling line and those after it: assertions of several lines put the condition there.
fn head_of(line: &[u8], talk: &[u8]) -> String {
    let report = text(talk);
    let head = text(line);
    match report.find(head.as_str()) {
        Some(at) => report[at..].lines().take(4).collect::<Vec<_>>().join("\n"),
        None => head,
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim().to_string()
}

#[cfg(test)]
mod accusations;
mod responses;
#[cfg(test)]
mod tests;
