//! A script given as a whole, to solvers that read to the end of their input before they answer.

use std::time::Instant;

use super::{Talk, Talker, due};
use crate::answer::Answer;
use crate::classify::{self, Due};
use crate::plan::{Plan, Step, StepKind};
use crate::process::{End, Heard, Process};

impl Talker<'_> {
    /// The whole script as one text, with markers if the solver can print them.
    pub fn whole_text(&self, plan: &Plan) -> Vec<u8> {
        let mut text = plan.settings.text();
        for (number, step) in plan.steps.iter().enumerate() {
            text.extend_from_slice(&step.text);
            if self.profile.input.echo {
                text.extend_from_slice(self.marker(number).command().as_bytes());
            }
        }
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
        self.keep_progress(&heard, &mut talk);
        let answers = classify::count_answers(&heard.stdout);
        if !self.profile.input.echo && answers > plan.checks() {
            // Without markers nobody can tell which of them were asked for.
            let reason = format!("{answers} answers to {} checks", plan.checks());
            return Talk::broken(Answer::Unknown { reason });
        }
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
        talk.reject_unfinished(plan);
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
}
