//! Takes one process through one script, step by step.

use std::time::{Duration, Instant};

pub(crate) use self::record::Talk;
use crate::answer::{Answer, Check};
use crate::classify::{self, Due};
use crate::config::Limits;
use crate::marker::Marker;
use crate::plan::{Plan, StepKind};
use crate::process::{Bounds, End, Heard, Process};
use crate::profile::Profile;

/// How long a process that starts slowly (a JVM, a Python) may take to be ready.
const START_LIMIT: Duration = Duration::from_secs(20);

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
    /// What goes directly before the script; an error in it counts.
    pub prefix: &'a [u8],
}

/// Speaks for one script of a session.
pub(crate) struct Talker<'a> {
    pub profile: &'a Profile,
    pub limits: Limits,
    pub nonce: u64,
    /// The script's number within the session.
    pub script: u64,
}

impl Talker<'_> {
    /// Sends the plan's steps, each batch up to a check at once, and hears the answers. `None` if
    /// the process turns out not to have forgotten its last script.
    pub fn talk(&self, process: &mut Process, plan: &Plan, opening: Opening<'_>) -> Option<Talk> {
        let mut talk = Talk::begin();
        let mut forgotten = opening.forgotten;
        let mut text = opening.farewell;
        let mut waiting: Vec<(usize, StepKind)> = Vec::new();
        if !opening.settings.is_empty() {
            text.extend_from_slice(&opening.settings);
            text.extend_from_slice(self.marker(SETTINGS_STEP).command().as_bytes());
            waiting.push((SETTINGS_STEP, StepKind::Rest));
        }
        text.extend_from_slice(opening.prefix);
        for (number, step) in plan.steps.iter().enumerate() {
            text.extend_from_slice(&step.text);
            text.extend_from_slice(self.marker(number).command().as_bytes());
            waiting.push((number, step.kind));
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
            let last_sent = number;
            for (number, kind) in waiting.drain(..) {
                let ahead = number != last_sent;
                let alive = self.hear(process, (number, kind), ahead, &mut talk);
                talk.settings_rejected |= number == SETTINGS_STEP && talk.rejected.is_some();
                if !alive {
                    talk.break_off(plan.checks());
                    return Some(talk);
                }
            }
        }
        talk.finish();
        Some(talk)
    }

    /// Waits until the process has forgotten its last script; false unless it does so in silence.
    pub fn has_forgotten(&self, process: &mut Process, forgotten: &Marker) -> bool {
        let bounds = self.limits.bounds(self.limits.time);
        let heard = process.converse(Some(forgotten), false, &bounds);
        // Standard error knows no markers: this may belong to the script that is already under way.
        process.put_back_errors(heard.stderr);
        let prepare = self.profile.modes.prepare.as_ref();
        let expected = |line: &[u8]| {
            let line = line.trim_ascii();
            matches!(line, b"" | b"success")
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
        let bounds = self.limits.bounds(self.limits.time);
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
        talk.note(self.profile, due, heard, elapsed);
        if kind == StepKind::Check && alive {
            self.ask_for_reason(process, step, elapsed, talk);
        }
        alive
    }

    /// Turns a bare `unknown` into one with a reason, or into a limit.
    fn ask_for_reason(
        &self,
        process: &mut Process,
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
        if self.profile.modes.reason_unknown {
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
        let heard = process.converse(None, true, &bounds);
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
