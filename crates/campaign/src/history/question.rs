//! What releases are asked, to learn which of them have a bug.

use crate::finding::{Answers, Finding};
use crate::fingerprint::wide_fingerprint;
use crate::oracle;
use serde::Serialize;
use smt::Status;
use solve::AnswerClass;

/// What gives a release away that has the bug.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum Symptom {
    /// A check is answered otherwise than is due: what is due at each, as far as it is known.
    WrongAnswer(Vec<Option<Status>>),
    /// These answers are given to checks that follow each other; most often one answer to one check.
    Answers(Vec<AnswerClass>),
    /// It breaks.
    Crash,
    /// Its model of a check is none, by its own check or by our evaluation; and what is due at each
    /// check, as far as it is known: who says unsat has no model to be wrong.
    InvalidModel(Vec<Option<Status>>),
    /// Its interpretation of a system of Horn clauses is none.
    Interpretation,
    /// All of these scripts have one answer, and the script, which must have the same, has the other.
    Contradiction {
        /// What the script was made from.
        parents: Vec<Vec<u8>>,
        /// What they are answered.
        due: Status,
    },
}

/// What releases are asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Question {
    /// The script that shows the bug.
    pub script: Vec<u8>,
    /// What gives a release away.
    pub symptom: Symptom,
    /// Whether the release is to check its own models.
    pub own_check: bool,
    /// Whether a release that complains of its own model is believed, though we find the model right.
    pub on_its_word: bool,
    /// Whether it is about the last check alone, and all before that is only what it takes to see it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub at_last: bool,
}

impl Question {
    /// What releases are asked about a finding; nothing if no script tells.
    pub fn of(finding: &Finding) -> Option<Self> {
        let question = oracle::named(&finding.oracle)?.question(finding)?;
        Some(match finding.needs {
            Some(_) => question.about_last_check(),
            None => question,
        })
    }

    /// The same about the last check alone: of the others it is not known what is due.
    fn about_last_check(mut self) -> Self {
        if let Symptom::WrongAnswer(due) | Symptom::InvalidModel(due) = &mut self.symptom {
            due.drain(..due.len().saturating_sub(1));
        }
        self.at_last = true;
        self
    }

    /// How many checks it is about.
    pub(super) fn checks(&self) -> usize {
        match self.at_last {
            true => 1,
            false => checks(&self.script),
        }
    }

    /// Whether a model of a finding's smallest script is wrong.
    pub(crate) fn wrong_model(finding: &Finding) -> Self {
        let (script, due) = match alone(finding) {
            Some(alone) => alone,
            None => {
                let script = &finding.witness.script[..];
                let said = finding.opinions.iter().map(|o| Answers::from(o.witness));
                (script, agreed(answered_checks(finding, script), said))
            }
        };
        Self {
            script: script.to_vec(),
            symptom: Symptom::InvalidModel(due),
            own_check: true,
            // A bug that we found is not there where all that is wrong is the release's own check.
            on_its_word: oracle::named(&finding.oracle).is_none_or(|oracle| !oracle.is_proved()),
            at_last: false,
        }
    }

    /// Whether the answer to a script, which is wrong at some check, is still that.
    pub(crate) fn wrong_answer(script: &[u8], wrong: Status, own_check: bool) -> Self {
        Self {
            script: script.to_vec(),
            symptom: Symptom::WrongAnswer(vec![Some(wrong.other()); checks(script)]),
            own_check,
            on_its_word: true,
            at_last: false,
        }
    }

    /// Whether a finding's smallest script breaks it.
    pub(crate) fn crash(finding: &Finding) -> Self {
        let script = alone(finding).map_or(&finding.witness.script[..], |(script, _)| script);
        Self {
            script: script.to_vec(),
            symptom: Symptom::Crash,
            own_check: true,
            on_its_word: true,
            at_last: false,
        }
    }

    /// What tells it from all others.
    pub(crate) fn key(&self) -> u128 {
        // Numbers and bytes only, so it cannot fail; if it did, nothing would be found again.
        wide_fingerprint(&serde_json::to_vec(self).unwrap_or_default())
    }
}

/// How many checks a script has.
pub fn checks(script: &[u8]) -> usize {
    solve::expected_statuses(script).len()
}

/// What a script says of its own checks.
pub fn statuses(script: &[u8]) -> Vec<Option<Status>> {
    let expected = solve::expected_statuses(script).into_iter();
    expected.map(|answer| answer?.status()).collect()
}

/// The script that a finding was reduced to, and what is due by what others say: at its checks, or at the
/// last one if that is what the finding is about.
pub(crate) fn alone(finding: &Finding) -> Option<(&[u8], Vec<Option<Status>>)> {
    let alone = finding.reduced.as_ref()?.alone.as_ref()?;
    let script = &alone.script.script[..];
    let said = alone.others.iter().map(|(_, answers)| answers.clone());
    Some((script, agreed(answered_checks(finding, script), said)))
}

/// Of how many checks of a finding's script it is written down what was said: if it takes what comes
/// before, of the last one only.
fn answered_checks(finding: &Finding, script: &[u8]) -> usize {
    match finding.needs {
        Some(_) => 1,
        None => checks(script),
    }
}

/// What all say of each check who say anything of it.
fn agreed(checks: usize, said: impl Iterator<Item = Answers>) -> Vec<Option<Status>> {
    let said: Vec<Answers> = said.filter(|answers| answers.0.len() == checks).collect();
    let of_check = |check: usize| {
        let mut known = said.iter().filter_map(|answers| answers.0[check].status());
        let first = known.next()?;
        known.all(|other| other == first).then_some(first)
    };
    (0..checks).map(of_check).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_due_is_what_nobody_denies() {
        let words = [
            "sat unsat unknown",
            "sat sat timeout",
            "unsat",
            "sat unsat sat",
        ];
        let said = words.map(|words| {
            let classes = words.split(' ').filter_map(AnswerClass::from_word);
            Answers(classes.collect())
        });
        let due = agreed(3, said.into_iter());
        assert_eq!(due, [Some(Status::Sat), None, Some(Status::Sat)]);
        assert_eq!(agreed(1, [].into_iter()), [None]);
    }

    #[test]
    fn of_what_comes_before_nothing_is_due() {
        let script = b"(check-sat)(push 1)(check-sat)";
        let all = Question::wrong_answer(script, Status::Unsat, false);
        let last = all.clone().about_last_check();
        assert_eq!((all.checks(), last.checks()), (2, 1));
        assert_eq!(last.symptom, Symptom::WrongAnswer(vec![Some(Status::Sat)]));
        assert_ne!(all.key(), last.key());
    }

    #[test]
    fn another_symptom_is_another_question() {
        let of = |symptom| Question {
            script: b"(check-sat)".to_vec(),
            symptom,
            own_check: false,
            on_its_word: true,
            at_last: false,
        };
        let keys = [
            of(Symptom::Crash).key(),
            of(Symptom::Interpretation).key(),
            of(Symptom::WrongAnswer(vec![Some(Status::Sat)])).key(),
            of(Symptom::WrongAnswer(vec![Some(Status::Unsat)])).key(),
            of(Symptom::InvalidModel(vec![Some(Status::Sat)])).key(),
        ];
        let different: std::collections::BTreeSet<u128> = keys.into_iter().collect();
        assert_eq!(different.len(), keys.len());
        assert_eq!(of(Symptom::Crash).key(), keys[0]);
    }
}
