//! What came of a conversation, step by step.

use std::time::Duration;

use crate::answer::{Answer, Check};
use crate::classify::{self, Due};
use crate::plan::Plan;
use crate::process::{End, Heard};
use crate::profile::Profile;
use crate::statistics;

/// What came of taking a process through a script.
#[derive(Debug, Default)]
pub(crate) struct Talk {
    pub checks: Vec<Check>,
    pub afterwards: Option<Answer>,
    pub tail: String,
    /// What was heard on standard error, if that is kept.
    pub progress: Vec<u8>,
    /// What was printed of what the solver counted up to the last check, if it prints that.
    pub statistics: Vec<u8>,
    /// Whether the process may be given another script.
    pub process_is_sound: bool,
    /// The first error outside a query; every later answer is worthless.
    pub rejected: Option<String>,
    /// Whether the error was in the settings, so that they are not what the script asks for.
    pub settings_rejected: bool,
    /// Whether the process was gone before the last step.
    pub(super) broken_off: bool,
    /// How long the last step took.
    elapsed: Duration,
    /// What queries printed since the last check.
    pub(super) queries: Vec<u8>,
}

impl Talk {
    /// Of a process that may still be asked.
    pub(super) fn begin() -> Talk {
        Talk {
            process_is_sound: true,
            ..Talk::default()
        }
    }

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

    /// Notes what was heard for one step.
    pub(super) fn note(&mut self, profile: &Profile, step: Due, heard: Heard, elapsed: Duration) {
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
        // Even a model that the solver itself finds wrong: it is a model of another script.
        let worthless = |answer: &Answer| {
            answer.is_definite()
                || matches!(
                    answer,
                    Answer::Unknown { .. } | Answer::Timeout | Answer::InvalidModel { .. }
                )
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
    pub(super) fn break_off(&mut self, checks: usize) {
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

    /// The last step was heard.
    pub(super) fn finish(&mut self) {
        self.tail
            .push_str(&String::from_utf8_lossy(&std::mem::take(&mut self.queries)));
        self.tail
            .push_str(&statistics::as_if_asked(&self.statistics));
        // Trouble between two checks shows in the later one; only what came after the last is news.
        if let Some(Answer::Rejected { .. }) = self.afterwards
            && self.rejected.is_some()
            && !self.checks.is_empty()
        {
            self.afterwards = None;
        }
    }

    /// Whether something in it is neither an answer nor a limit of time.
    pub fn is_suspicious(&self) -> bool {
        let answers = self.checks.iter().map(|check| &check.answer);
        let suspicious = |answer: &Answer| {
            matches!(
                answer,
                Answer::Crash(_)
                    | Answer::InvalidModel { .. }
                    | Answer::Rejected { .. }
                    | Answer::OutOfMemory
            )
        };
        self.rejected.is_some() || answers.chain(&self.afterwards).any(suspicious)
    }

    /// A script that does not end is refused by us, as any solver would.
    pub(super) fn reject_unfinished(&mut self, plan: &Plan) {
        if plan.unfinished && self.afterwards.is_none() {
            self.afterwards = Some(Answer::Rejected {
                message: "the script ends inside of a command, or is no SMT-LIB text".into(),
            });
        }
    }
}
