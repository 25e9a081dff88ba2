//! Takes one process through one script, step by step.

use std::time::{Duration, Instant};

pub(crate) use self::record::Talk;
use crate::answer::{Answer, Check};
use crate::classify::{self, Due};
use crate::config::Limits;
use crate::marker::Marker;
use crate::plan::{Plan, Step, StepKind};
use crate::process::{Bounds, End, Heard, Process};
use crate::profile::Profile;
use crate::statistics;

/// How long a process that starts slowly (a JVM, a Python) may take to be ready.
const START_LIMIT: Duration = Duration::from_secs(20);

/// How long a process may take that has nothing to solve: to start and read its settings, or to forget
/// its last script. The limit for a check may be a few milliseconds.
const READY_LIMIT: Duration = Duration::from_secs(2);

/// How long a process may take to end after the end of its input, before it is killed.
const EXIT_LIMIT: Duration = Duration::from_secs(1);

/// What a process must be told before the first step of a script.
#[derive(Debug, Default)]
pub(crate) struct Opening<'a> {
    /// Makes it forget the script before, and print the marker then.
    pub farewell: Vec<u8>,
    /// The marker that must come first, with nothing before it.
    pub forgotten: Option<Marker>,
    /// Settings; an error in them counts, and is told from one in the script.
    pub settings: Vec<u8>,
    /// Whether it was started just now: the time that this takes is not the script's.
    pub first: bool,
    /// What goes directly before the script; an error in it counts.
    pub prefix: &'a [u8],
}

/// The steps whose markers are waited for, in order.
pub(crate) type Waiting = Vec<(usize, StepKind)>;

/// Speaks for one script of a session.
pub(crate) struct Talker<'a> {
    pub profile: &'a Profile,
    pub limits: Limits,
    pub nonce: u64,
    /// Whether what is heard on standard error is kept.
    pub progress: bool,
    /// Whether the solver prints what it counted with each answer.
    pub statistics: bool,
    /// The script's number within the session.
    pub script: u64,
}

impl Talker<'_> {
    /// Sends the plan's steps, each batch up to a check at once, and hears the answers. `None` if
    /// the process turns out not to have forgotten its last script.
    pub fn talk(&self, process: &mut Process, plan: &Plan, opening: Opening<'_>) -> Option<Talk> {
        let mut talk = Talk::begin();
        let mut text = Vec::new();
        let mut waiting = self.begin(&opening, &mut text);
        let mut forgotten = opening.forgotten;
        for (number, step) in plan.steps.iter().enumerate() {
            self.write(number, step, &mut text, &mut waiting);
            let last = number + 1 == plan.steps.len();
            if step.kind != StepKind::Check && !last {
                continue;
            }
            process.send(&text);
            text.clear();
            if let Some(marker) = forgotten.take()
                && !self.has_forgotten(process, &marker)
            {
                return None;
            }
            if !self.hear_all(process, &mut waiting, false, &mut talk) {
                talk.break_off(plan.checks());
                return Some(talk);
            }
        }
        talk.finish();
        Some(talk)
    }

    /// What to send for a whole script at once, for [`Talker::hear_ahead`] to hear.
    pub fn write_ahead(&self, plan: &Plan, opening: &Opening<'_>, text: &mut Vec<u8>) -> Waiting {
        let mut waiting = self.begin(opening, text);
        for (number, step) in plan.steps.iter().enumerate() {
            self.write(number, step, text, &mut waiting);
        }
        waiting
    }

    /// Hears the answers to a script that was sent as a whole; `ahead` if more was sent after it.
    /// `None` if the process turns out not to have forgotten the one before.
    pub fn hear_ahead(
        &self,
        process: &mut Process,
        plan: &Plan,
        forgotten: Option<&Marker>,
        mut waiting: Waiting,
        ahead: bool,
    ) -> Option<Talk> {
        if forgotten.is_some_and(|marker| !self.has_forgotten(process, marker)) {
            return None;
        }
        let mut talk = Talk::begin();
        match self.hear_all(process, &mut waiting, ahead, &mut talk) {
            true => talk.finish(),
            false => talk.break_off(plan.checks()),
        }
        Some(talk)
    }

    fn begin(&self, opening: &Opening<'_>, text: &mut Vec<u8>) -> Waiting {
        text.extend_from_slice(&opening.farewell);
        let mut waiting = Waiting::new();
        if opening.first || !opening.settings.is_empty() {
            text.extend_from_slice(&opening.settings);
            text.extend_from_slice(self.marker(SETTINGS_STEP).command().as_bytes());
            waiting.push((SETTINGS_STEP, StepKind::Rest));
        }
        text.extend_from_slice(opening.prefix);
        waiting
    }

    fn write(&self, number: usize, step: &Step, text: &mut Vec<u8>, waiting: &mut Waiting) {
        text.extend_from_slice(&step.text);
        text.extend_from_slice(self.marker(number).command().as_bytes());
        waiting.push((number, step.kind));
    }

    /// Hears what is waited for; false if the process is of no more use.
    fn hear_all(
        &self,
        process: &mut Process,
        waiting: &mut Waiting,
        ahead: bool,
        talk: &mut Talk,
    ) -> bool {
        let last_sent = waiting.last().map(|(number, _)| *number);
        for (number, kind) in waiting.drain(..) {
            let ahead = ahead || Some(number) != last_sent;
            let alive = self.hear(process, (number, kind), ahead, talk);
            talk.settings_rejected |= number == SETTINGS_STEP && talk.rejected.is_some();
            if !alive {
                return false;
            }
        }
        true
    }

    /// Waits until the process has forgotten its last script; false unless it does so in silence.
    pub fn has_forgotten(&self, process: &mut Process, forgotten: &Marker) -> bool {
        let bounds = self.limits.bounds(self.limits.time.max(READY_LIMIT));
        let heard = process.converse(Some(forgotten), false, &bounds);
        // Standard error knows no markers: this may belong to the script that is already under way.
        process.put_back_errors(heard.stderr);
        let prepare = self.profile.modes.prepare.as_ref();
        let expected = |line: &[u8]| {
            let line = line.trim_ascii();
            matches!(line, b"" | b"success")
                || (self.profile.modes.goes_on_without_logic && line == b"unsupported")
                || prepare.is_some_and(|prepare| prepare.prints.as_bytes() == line)
        };
        heard.end == End::Marker && heard.stdout.split(|&byte| byte == b'\n').all(expected)
    }

    /// Hears one step; false if the process is of no more use. `ahead` tells that it was sent more
    /// and may be ahead of us.
    fn hear(
        &self,
        process: &mut Process,
        (step, kind): (usize, StepKind),
        ahead: bool,
        talk: &mut Talk,
    ) -> bool {
        let started = Instant::now();
        let time = match step {
            SETTINGS_STEP => self.limits.time.max(READY_LIMIT),
            _ => self.limits.time,
        };
        let bounds = self.limits.bounds(time);
        let mut heard = process.converse(Some(&self.marker(step)), false, &bounds);
        let elapsed = started.elapsed();
        let alive = heard.end == End::Marker;
        if alive && ahead {
            // Standard error knows no markers: this may be the last cry of a later step.
            process.put_back_errors(std::mem::take(&mut heard.stderr));
        }
        let due = match step {
            SETTINGS_STEP => Due::Settings,
            _ => due(kind),
        };
        self.keep_progress(&heard, talk);
        if self.statistics && kind == StepKind::Check {
            talk.statistics = statistics::take(&mut heard.stdout);
        }
        talk.note(self.profile, due, heard, elapsed);
        if kind == StepKind::Check && alive {
            // Of a process that is ahead one could only ask about a later check.
            let whom = (!ahead).then_some(process);
            self.explain_unknown(whom, step, elapsed, talk);
        }
        alive
    }

    fn keep_progress(&self, heard: &Heard, talk: &mut Talk) {
        if self.progress {
            talk.progress.extend_from_slice(&heard.stderr);
        }
    }

    /// Turns a bare `unknown` into one with a reason, or into a limit.
    fn explain_unknown(
        &self,
        whom: Option<&mut Process>,
        step: usize,
        elapsed: Duration,
        talk: &mut Talk,
    ) {
        let bare = |check: &Check| {
            check.answer
                == Answer::Unknown {
                    reason: String::new(),
                }
        };
        if !talk.checks.last().is_some_and(bare) {
            return;
        }
        let mut reason = String::new();
        if let Some(process) = whom.filter(|_| self.profile.modes.reason_unknown) {
            let marker = Marker::new(self.nonce, self.script, REASON_STEPS + step);
            let question = format!("(get-info :reason-unknown)\n{}", marker.command());
            process.send(question.as_bytes());
            let bounds = self.limits.bounds(self.limits.time);
            let heard = process.converse(Some(&marker), false, &bounds);
            talk.process_is_sound &= heard.end == End::Marker;
            reason = classify::reason_in(&heard.stdout);
        }
        let answer = classify::explain_unknown(self.profile, &reason, elapsed, self.limits.time);
        talk.process_is_sound &= matches!(answer, Answer::Unknown { .. });
        if let Some(check) = talk.checks.last_mut() {
            check.answer = answer;
        }
    }

    /// Gives a process its last text, waits for it to end, and hears whether it breaks on the way
    /// out. A solver that merely lingers is killed.
    pub fn see_off(&self, process: &mut Process, plan: &Plan, talk: &mut Talk) {
        if talk.broken_off {
            // What there is to say of its end has been said.
            return;
        }
        let bounds = Bounds {
            deadline: Instant::now() + EXIT_LIMIT.min(self.limits.time),
            ..self.limits.bounds(Duration::ZERO)
        };
        let mut heard = process.converse(None, true, &bounds);
        if self.statistics {
            // It prints them once more when it ends.
            statistics::take(&mut heard.stdout);
        }
        let answer = classify::judge(self.profile, &heard, Due::NoAnswer);
        if talk.afterwards.is_none() {
            talk.afterwards = answer.filter(|answer| matches!(answer, Answer::Crash(_)));
        }
        talk.reject_unfinished(plan);
        talk.tail.push_str(&String::from_utf8_lossy(&heard.stdout));
    }

    /// Waits until a slow starter reads its input.
    pub fn await_start(&self, process: &mut Process) -> Heard {
        let marker = Marker::new(self.nonce, self.script, START_STEP);
        process.send(marker.command().as_bytes());
        process.converse(Some(&marker), false, &self.limits.bounds(START_LIMIT))
    }

    /// The marker after everything else of this script.
    pub fn last_marker(&self) -> Marker {
        Marker::new(self.nonce, self.script, LAST_STEP)
    }

    fn marker(&self, step: usize) -> Marker {
        Marker::new(self.nonce, self.script, step)
    }
}

/// Numbers of markers that belong to no step; no script comes near them.
const REASON_STEPS: usize = 1 << 40;
const START_STEP: usize = 1 << 50;
const SETTINGS_STEP: usize = 1 << 52;
const LAST_STEP: usize = 1 << 51;

fn due(kind: StepKind) -> Due {
    match kind {
        StepKind::Check => Due::Answer,
        StepKind::Rest => Due::NoAnswer,
        StepKind::Query => Due::Anything,
    }
}

mod record;
mod whole;
