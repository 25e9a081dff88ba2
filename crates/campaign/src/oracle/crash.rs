//! The solver breaks.

use super::{Hearing, Observation, Oracle, ToReduce, Weighed, title};
use crate::case::TestCase;
use crate::finding::{Finding, ReducedPair};
use crate::history::Question;
use crate::horn::judges::Judges;
use crate::reduction::{Bug, Reducer};
use crate::triage::Bench;
use solve::{Answer, AnswerClass, Error};

pub(super) struct Crash;

impl Oracle for Crash {
    fn name(&self) -> &'static str {
        "crash"
    }

    fn severity(&self) -> u8 {
        2
    }

    fn inspect(&self, seen: &Observation<'_>, _: &mut Judges) -> Result<bool, Error> {
        let mut answers = seen.outcome.answers().chain(&seen.outcome.afterwards);
        Ok(answers.any(|answer| matches!(answer, Answer::Crash(_))))
    }

    fn has_signature(&self) -> bool {
        true
    }

    fn hearing(&self, _: &TestCase) -> Hearing {
        Hearing::Short
    }

    fn weigh(&self, _: &Finding, _: &Observation<'_>, _: &mut Bench<'_>) -> Result<Weighed, Error> {
        Ok(Weighed {
            verdict: "the solver breaks".to_owned(),
            believable: true,
            ..Weighed::default()
        })
    }

    fn title(&self, finding: &Finding) -> String {
        let output = finding.witness.reply.output.trim();
        let is_answer = |line: &&str| AnswerClass::from_word(line.trim()).is_some();
        let first = output.lines().find(|line| !is_answer(line));
        let first = first.unwrap_or_default();
        let first: String = first.chars().take(120).collect();
        format!("{}: {first}", title(finding, "breaks on"))
    }

    fn explanation(&self, _: &Finding) -> String {
        "The solver breaks.".to_owned()
    }

    fn to_reduce(
        &self,
        finding: &Finding,
        _: Option<&ReducedPair>,
        _: &Reducer<'_>,
    ) -> Option<ToReduce> {
        Some(ToReduce {
            script: finding.witness.script.clone(),
            bug: Bug::Crash,
            references: Vec::new(),
            reference_answer: None,
            witness: None,
        })
    }

    fn question(&self, finding: &Finding) -> Option<Question> {
        Some(Question::crash(finding))
    }
}
