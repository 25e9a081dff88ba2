//! Which of a finding's scripts is answered wrong, if others say.

use super::super::ToReduce;
use crate::finding::{Answers, Finding, Opinion, ReducedPair, Reply};
use crate::history::{Question, Symptom, alone};
use crate::horn::engines::engines;
use crate::reduction::Bug;
use smt::Status;
use solve::{AnswerClass, Solver};

/// A script that others answer otherwise.
struct Wrong<'a> {
    script: &'a [u8],
    /// What the solver says.
    answer: Status,
    /// Who says otherwise.
    against: Vec<&'a str>,
}

/// The scripts of a finding, or of what is left of its pair, that others answer otherwise.
fn all_wrong<'a>(finding: &'a Finding, pair: Option<&'a ReducedPair>) -> Vec<Wrong<'a>> {
    // The script that shows it first, then its parents.
    let (scripts, opinions): (Vec<(&[u8], &Reply)>, _) = match pair {
        Some(pair) => {
            let (seed, mutant) = (&pair.seed, &pair.mutant);
            let scripts = vec![
                (&mutant.script[..], &mutant.reply),
                (&seed.script[..], &seed.reply),
            ];
            (scripts, &pair.opinions)
        }
        None => {
            let witness = &finding.witness;
            let parents = finding
                .parents()
                .map(|(seed, reply)| (&seed.text[..], reply));
            let witness = (&witness.script[..], &witness.reply);
            let scripts = std::iter::once(witness).chain(parents);
            (scripts.collect(), &finding.opinions)
        }
    };
    let opinion = |opinion: &Opinion, place: usize| match place.checked_sub(1) {
        None => Some(opinion.witness),
        Some(parent) => opinion.parents.get(parent).copied(),
    };
    let mut wrong = Vec::new();
    for (place, (script, reply)) in scripts.into_iter().enumerate() {
        for answer in [Status::Sat, Status::Unsat] {
            let due = AnswerClass::from(answer.other());
            let others = opinions.iter().filter(|o| opinion(o, place) == Some(due));
            let against: Vec<&str> = others.map(|o| o.solver.name.as_str()).collect();
            if reply.answer.claim(answer) && !against.is_empty() {
                wrong.push(Wrong {
                    script,
                    answer,
                    against,
                });
            }
        }
    }
    wrong
}

/// Which of the scripts is answered wrong, if others say who can be asked.
pub(super) fn to_reduce(
    finding: &Finding,
    pair: Option<&ReducedPair>,
    references: &[Solver],
) -> Option<ToReduce> {
    let with_engines = |solver: &Solver| {
        let engines: Vec<Solver> = engines(solver).collect();
        std::iter::once(solver.clone()).chain(engines)
    };
    let others: Vec<Solver> = references.iter().flat_map(with_engines).collect();
    all_wrong(finding, pair).into_iter().find_map(|wrong| {
        let disagrees = |solver: &&Solver| wrong.against.contains(&solver.name.as_str());
        let against: Vec<Solver> = others.iter().filter(disagrees).cloned().collect();
        (!against.is_empty()).then(|| ToReduce {
            script: wrong.script.to_vec(),
            bug: Bug::Answers(vec![wrong.answer.into()]),
            references: against,
            reference_answer: Some(wrong.answer.other().into()),
            witness: None,
        })
    })
}

/// The script that is called unsat though it was made from an assignment that satisfies it.
pub(super) fn satisfied(finding: &Finding) -> Option<ToReduce> {
    let own = || finding.derivation.derived().witness(&[]);
    let witness = finding.assignment.clone().or_else(own)?;
    let said = &finding.witness.reply.answer;
    said.claim(Status::Unsat).then(|| ToReduce {
        script: finding.witness.script.clone(),
        bug: Bug::Answers(vec![AnswerClass::Unsat]),
        references: Vec::new(),
        reference_answer: None,
        witness: Some(witness),
    })
}

/// What releases are asked about a finding: of its smallest script that is wrong by itself, or else of all
/// that contradict each other.
pub(super) fn question(finding: &Finding) -> Question {
    if let Some(question) = question_alone(finding) {
        return question;
    }
    let reduced = finding.reduced.as_ref();
    let pair = reduced.and_then(|reduced| reduced.pair.as_ref());
    // What is reduced was looked at without the solver's own check.
    let own_check = pair.is_none();
    if let Some(wrong) = all_wrong(finding, pair).first() {
        return Question::wrong_answer(wrong.script, wrong.answer, own_check);
    }
    let said = |reply: &Reply| match reply.answer.claim(Status::Unsat) {
        true => Status::Unsat,
        false => Status::Sat,
    };
    let witness = &finding.witness;
    let (script, parents, due) = match (pair, finding.parents.first()) {
        (Some(pair), _) => (
            &pair.mutant.script,
            vec![pair.seed.script.clone()],
            said(&pair.seed.reply),
        ),
        (None, Some(of_parent)) => {
            let parents = finding.parents().map(|(seed, _)| seed.text.clone());
            (&witness.script, parents.collect(), said(of_parent))
        }
        (None, None) => {
            let due = finding.derivation.derived().status();
            let wrong = due.map_or_else(|| said(&witness.reply), Status::other);
            return Question::wrong_answer(&witness.script, wrong, own_check);
        }
    };
    Question {
        script: script.clone(),
        symptom: Symptom::Contradiction { parents, due },
        own_check,
        on_its_word: true,
        at_last: false,
    }
}

/// What releases are asked about the script that a finding was reduced to.
fn question_alone(finding: &Finding) -> Option<Question> {
    let (script, due) = alone(finding)?;
    let said = &finding
        .reduced
        .as_ref()?
        .alone
        .as_ref()?
        .script
        .reply
        .answer;
    let differs = |(due, said): (&Option<Status>, &AnswerClass)| {
        due.is_some_and(|due| Answers::from(*said).claim(due.other()))
    };
    if due.len() == said.0.len() && due.iter().zip(&said.0).any(differs) {
        return Some(Question {
            script: script.to_vec(),
            symptom: Symptom::WrongAnswer(due),
            own_check: false,
            on_its_word: true,
            at_last: false,
        });
    }
    // Nobody else knew, and its own model gave it away.
    if said.are(AnswerClass::InvalidModel) {
        return Some(Question::wrong_model(finding));
    }
    let mut wrong = [Status::Unsat, Status::Sat].into_iter();
    let wrong = wrong.find(|status| said.claim(*status))?;
    Some(Question::wrong_answer(script, wrong, false))
}
