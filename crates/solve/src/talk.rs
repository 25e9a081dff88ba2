//! Takes one process through one script, step by step.

use std::time::{Duration, Instant};

use crate::answer::{Answer, Check};
use crate::classify::{self, Due};
use crate::config::Limits;
use crate::marker::Marker;
use crate::plan::{Plan, Step, StepKind};
use crate::process::{Bounds, End, Heard, Process};
use crate::profile::Profile;

/// How long a process that starts slowly (a JVM, a Python) may take to be ready.
const START_LIMIT: Duration = Duration::from_secs(20);

/// How long a process may take to end after the end of its input, before it is killed.
const EXIT_LIMIT: Duration = Duration::from_secs(1);

/// What came of taking a process through a script.
#[derive(Debug, Default)]
pub(crate) struct Talk {
    pub checks: Vec<Check>,
    pub afterwards: Option<Answer>,
    pub tail: String,
    /// Whether the process may be given another script.
    pub process_is_sound: bool,
    /// The first error outside a query; every later answer is worthless.
    pub rejected: Option<String>,
    /// Whether the error was in the settings, so that they are not what the script asks for.
    pub settings_rejected: bool,
    /// Whether the process was gone before the last step.
    broken_off: bool,
    /// How long the last step took.
    elapsed: Duration,
    /// What queries printed since the last check.
    queries: Vec<u8>,
}

impl Talk {
    /// The process broke before the first step.
    pub fn broken(answer: Answer) -> Talk {
        let check = Check {
            answer,
            elapsed: Duration::ZERO,
            output: String::new(),
        };
        Talk {
            checks: vec![check],
            ..Talk::default()
        }
    }

    fn note(&mut self, profile: &Profile, step: Due, heard: Heard, elapsed: Duration) {
        let mut answer = classify::judge(profile, &heard, step);
        self.elapsed = elapsed;
        if let Some(Answer::Rejected { message }) = &answer
            && step != Due::Anything
        {
            self.rejected.get_or_insert(message.clone());
        }
        let sound = heard.end == End::Marker
            && match &answer {
                None | Some(Answer::Sat | Answer::Unsat) => true,
                Some(Answer::Rejected { .. }) => profile.modes.survives_errors,
                // Its reason is not known yet; more than one answer has one.
                Some(Answer::Unknown { reason }) => reason.is_empty(),
                Some(_) => false,
            };
        self.process_is_sound &= sound;
        if step != Due::Answer {
            self.queries.extend_from_slice(&heard.stdout);
            if self.afterwards.is_none() {
                self.afterwards = answer;
            }
            return;
        }
        let worthless = |answer: &Answer| {
            answer.is_definite() || matches!(answer, Answer::Unknown { .. } | Answer::Timeout)
        };
        if let Some(message) = &self.rejected
            && answer.as_ref().is_some_and(worthless)
        {
            answer = Some(Answer::Rejected {
                message: message.clone(),
            });
        }
        self.queries.extend_from_slice(&heard.stdout);
        let output = String::from_utf8_lossy(&std::mem::take(&mut self.queries)).into_owned();
        let answer = answer.unwrap_or(Answer::Unknown {
            reason: "gave no answer".into(),
        });
        self.checks.push(Check {
            answer,
            elapsed,
            output,
        });
    }

    /// The process is gone. If a check was still due, what it went with is the answer to that.
    fn break_off(&mut self, checks: usize) {
        self.process_is_sound = false;
        self.broken_off = true;
        let due = self.checks.len() < checks;
        if due && let Some(answer) = self.afterwards.take() {
            let output = String::from_utf8_lossy(&std::mem::take(&mut self.queries)).into_owned();
            self.checks.push(Check {
                answer,
                elapsed: self.elapsed,
                output,
            });
        }
        self.finish();
    }

    fn finish(&mut self) {
        self.tail
            .push_str(&String::from_utf8_lossy(&std::mem::take(&mut self.queries)));
        // Trouble between two checks shows in the later one; only what came after the last is news.
        if let Some(Answer::Rejected { .. }) = self.afterwards
            && self.rejected.is_some()
            && !self.checks.is_empty()
        {
            self.afterwards = None;
        }
    }
}

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
        let mut talk = Talk {
            process_is_sound: true,
            ..Talk::default()
        };
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
            for (number, kind) in waiting.drain(..) {
                let alive = self.hear(process, number, kind, &mut talk);
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

    /// Hears one step; false if the process is of no more use.
    fn hear(&self, process: &mut Process, step: usize, kind: StepKind, talk: &mut Talk) -> bool {
        let started = Instant::now();
        let bounds = self.limits.bounds(self.limits.time);
        let heard = process.converse(Some(&self.marker(step)), false, &bounds);
        let elapsed = started.elapsed();
        let alive = heard.end == End::Marker;
        talk.note(self.profile, due(kind), heard, elapsed);
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
        process.send(&plan.unfinished);
        let bounds = Bounds {
            deadline: Instant::now() + EXIT_LIMIT.min(self.limits.time),
            ..self.limits.bounds(Duration::ZERO)
        };
        let heard = process.converse(None, true, &bounds);
        let answer = classify::judge(self.profile, &heard, Due::NoAnswer);
        let finding =
            |answer: &Answer| matches!(answer, Answer::Crash(_)) || !plan.unfinished.is_empty();
        if talk.afterwards.is_none() {
            talk.afterwards = answer.filter(finding);
        }
        talk.tail.push_str(&String::from_utf8_lossy(&heard.stdout));
    }

    /// Waits until a slow starter reads its input.
    pub fn await_start(&self, process: &mut Process) -> Heard {
        let marker = Marker::new(self.nonce, self.script, START_STEP);
        process.send(marker.command().as_bytes());
        process.converse(Some(&marker), false, &self.limits.bounds(START_LIMIT))
    }

    /// The whole script as one text, with markers if the solver can print them.
    pub fn whole_text(&self, plan: &Plan) -> Vec<u8> {
        let mut text = plan.settings.text();
        for (number, step) in plan.steps.iter().enumerate() {
            text.extend_from_slice(&step.text);
            if self.profile.input.echo {
                text.extend_from_slice(self.marker(number).command().as_bytes());
            }
        }
        text.extend_from_slice(&plan.unfinished);
        text
    }

    /// Hears a process that was given everything at once. All checks share its time.
    pub fn listen_to_the_end(&self, process: &mut Process, plan: &Plan) -> Talk {
        let started = Instant::now();
        let checks = u32::try_from(plan.checks().max(1)).unwrap_or(u32::MAX);
        let bounds = self.limits.bounds(self.limits.time.saturating_mul(checks));
        let heard = process.converse(None, true, &bounds);
        let elapsed = started.elapsed();
        let mut talk = Talk::default();
        let mut rest = heard.stdout;
        for (number, step) in plan.steps.iter().enumerate() {
            match self.split_off(&mut rest, number, step) {
                Some(stdout) => {
                    let part = Heard {
                        stdout,
                        stderr: Vec::new(),
                        end: End::Marker,
                    };
                    talk.note(self.profile, due(step.kind), part, elapsed);
                    let Some(check) = talk.checks.last_mut() else {
                        continue;
                    };
                    if check.answer
                        == (Answer::Unknown {
                            reason: String::new(),
                        })
                    {
                        check.answer =
                            classify::explain_unknown(self.profile, "", elapsed, self.limits.time);
                    }
                }
                None if step.kind == StepKind::Check => {
                    let part = Heard {
                        stdout: rest,
                        stderr: heard.stderr,
                        end: heard.end,
                    };
                    talk.note(self.profile, Due::Answer, part, elapsed);
                    talk.finish();
                    return talk;
                }
                None => {}
            }
        }
        let part = Heard {
            stdout: rest,
            stderr: heard.stderr,
            end: heard.end,
        };
        let answer = classify::judge(self.profile, &part, Due::Anything);
        if talk.checks.is_empty() {
            talk.afterwards = answer;
        } else if let Some(Answer::Crash(_) | Answer::InvalidModel { .. }) = answer {
            talk.afterwards = answer;
        }
        talk.queries.extend_from_slice(&part.stdout);
        talk.finish();
        talk
    }

    /// Takes from `rest` what was printed for a step: up to its marker, or, without markers, up to
    /// the next answer.
    fn split_off(&self, rest: &mut Vec<u8>, number: usize, step: &Step) -> Option<Vec<u8>> {
        let line = if self.profile.input.echo {
            self.marker(number).find(rest, &mut 0, true)?
        } else if step.kind == StepKind::Check {
            let end = classify::end_of_first_answer(rest)?;
            end..end
        } else {
            return None;
        };
        let mut part: Vec<u8> = rest.drain(..line.end).collect();
        part.truncate(line.start);
        Some(part)
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
