//! The solver contradicts itself, or everybody else.

mod wrong;

use super::interpretation::check;
use super::{Hearing, Observation, Oracle, ToReduce, Weighed, title};
use crate::case::{Claims, SeedForm, TestCase};
use crate::finding::{Finding, Opinion, ReducedPair};
use crate::history::Question;
use crate::horn::clauses::Checked;
use crate::horn::derivation::Effort;
use crate::horn::engines::voices;
use crate::horn::judges::Judges;
use crate::horn::truth::truth;
use crate::models::{ask_for_model, judge, model_of, with_model};
use crate::posed::Posed;
use crate::reduction::Reducer;
use crate::settled::{has_escapes, is_settled};
use crate::triage::Bench;
use eval::Verdict;
use mutate::horn::System;
use smt::{Script, Status};
use solve::{AnswerClass, Error};

pub(super) struct Soundness;

fn is_horn(case: &TestCase) -> bool {
    case.derivation.derived().source().form == SeedForm::Horn
}

impl Oracle for Soundness {
    fn name(&self) -> &'static str {
        "soundness"
    }

    fn severity(&self) -> u8 {
        0
    }

    fn inspect(&self, seen: &Observation<'_>, _: &mut Judges) -> Result<bool, Error> {
        let wrong = seen.case.due.status().map(Status::other);
        let mut answers = seen.outcome.answers();
        Ok(wrong.is_some() && answers.any(|answer| answer.status() == wrong))
    }

    fn contradicts(&self) -> bool {
        true
    }

    fn hearing(&self, case: &TestCase) -> Hearing {
        match is_horn(case) {
            true => Hearing::AllEngines,
            false => Hearing::Full,
        }
    }

    fn weigh(
        &self,
        finding: &Finding,
        seen: &Observation<'_>,
        bench: &mut Bench<'_>,
    ) -> Result<Weighed, Error> {
        let due = seen.case.due.status().unwrap_or(Status::Sat);
        let mut weighed = by_opinions(finding, seen.script, due);
        match is_horn(seen.case) {
            true => weigh_truth(&mut weighed, due, seen, bench)?,
            false => weigh_models(&mut weighed, finding, seen, bench)?,
        }
        Ok(weighed)
    }

    fn title(&self, finding: &Finding) -> String {
        let derived = finding.derivation.derived();
        let (solver, source) = (&finding.solver.name, finding.source_name());
        let answer = &finding.witness.reply.answer;
        let Some(of_parent) = finding.parents.first() else {
            // It may say so with a model that is none.
            let answer = match answer.are(AnswerClass::InvalidModel) {
                true => "sat".to_owned(),
                false => answer.to_string(),
            };
            let does = format!("says {answer} of");
            return format!("{}, and others say otherwise", title(finding, &does));
        };
        format!(
            "{solver} says {} of {source} ({}) and {answer} of {} by {}",
            of_parent.answer,
            finding.logic,
            derived.product(),
            derived.labels().join(", ")
        )
    }

    fn explanation(&self, finding: &Finding) -> String {
        match finding.parents.is_empty() {
            true => {
                "The solver contradicts the script's own status, other solvers or a proof.".into()
            }
            false => format!(
                "The solver contradicts itself. {} Its answers cannot both be right.",
                finding.derivation.derived().argument()
            ),
        }
    }

    fn to_reduce(
        &self,
        finding: &Finding,
        pair: Option<&ReducedPair>,
        reducer: &Reducer<'_>,
    ) -> Option<ToReduce> {
        if let Some(wrong) = wrong::to_reduce(finding, pair, reducer.references) {
            return Some(wrong);
        }
        // Nobody else can say, but its own model may give it away.
        let says_sat = finding.witness.reply.answer.claim(Status::Sat);
        says_sat.then(|| ToReduce::wrong_model(finding, reducer))
    }

    fn question(&self, finding: &Finding) -> Option<Question> {
        Some(wrong::question(finding))
    }
}

/// Which answer is wrong by what others say, and whether the finding can be shown.
fn by_opinions(finding: &Finding, script: &[u8], due: Status) -> Weighed {
    let other = due.other();
    let tested = &finding.solver.name;
    let say = |is: &dyn Fn(&Opinion) -> bool| voices(&finding.opinions, tested, is);
    let right = say(&|o| o.witness_is(due));
    let with_it = say(&|o| o.witness_is(other));
    let source = finding.derivation.derived().source();
    if finding.parents.is_empty() {
        let own = source.status == Some(due);
        let and_own = if own {
            " and the seed's own status"
        } else {
            ""
        };
        // To an old solver an escape is several characters: it answers another question. And others
        // may take what the standard leaves open otherwise; what was made has nothing of that.
        let same_question = !has_escapes(script) && (source.made.is_some() || is_settled(script));
        let believable = same_question && right + usize::from(own) >= 2 && with_it == 0;
        let verdict = match believable {
            true => format!("the answer is wrong: {right} others{and_own} say {due}"),
            false => format!("{right} others{and_own} say {due} where it says {other}"),
        };
        return Weighed {
            verdict,
            believable,
            ..Weighed::default()
        };
    }
    let seed_wrong = say(&|o| o.parents_are(other));
    let seed_right = say(&|o| o.parents_are(due));
    let mut evidence = Vec::new();
    let believable = match finding.derivation.derived().claims() {
        Claims::Scripts(_) => {
            let refuted = say(&|o| o.claim == Some(AnswerClass::Sat));
            let proved = say(&|o| o.claim == Some(AnswerClass::Unsat));
            // Who contradicts himself in the same way either has the same bug, or we are wrong.
            let same = say(&|o| o.parents_are(due) && o.witness_is(other));
            // If nobody proves that one follows from the other, it rests on our rules, and these
            // speak of nothing but what we understand: not of a solver's own symbols, for one.
            let by_rules = same == 0 && is_understood(script);
            refuted == 0 && (by_rules || proved > 0)
        }
        Claims::Argument => {
            evidence.push(format!(
                "each mutation keeps the answer, and the solver itself says {due} of the seed"
            ));
            (right > 0 && with_it == 0) || (seed_wrong > 0 && seed_right == 0 && right == 0)
        }
    };
    let verdict = match (right, seed_wrong) {
        (0, 0) => "one of the answers is wrong, or a step is; nobody else can say which".to_owned(),
        (n, 0) => format!("the answer to the mutant is wrong: {n} others say {due}"),
        (0, n) => format!("the answer to the seed is wrong: {n} others say {other}"),
        (m, s) => {
            format!("others disagree: {m} say the mutant is {due}, {s} that the seed is {other}")
        }
    };
    Weighed {
        verdict,
        evidence,
        believable,
        ..Weighed::default()
    }
}

/// Weighs models of what is said to be sat and of what is said to be unsat.
fn weigh_models(
    weighed: &mut Weighed,
    finding: &Finding,
    seen: &Observation<'_>,
    bench: &mut Bench<'_>,
) -> Result<(), Error> {
    let source = finding.derivation.derived().source();
    let is_mutant = !finding.parents.is_empty();
    let scripts = finding.scripts();
    let witness = scripts.len() - 1;
    let answered = |class: AnswerClass| {
        let mut scripts = scripts.iter().enumerate();
        let (place, (name, script, _)) =
            scripts.find(|(_, (_, _, reply))| reply.answer.are(class))?;
        let question = match place == witness {
            true => seen.question(script),
            false => Posed::plainly(script),
        };
        Some((place, name.as_str(), question))
    };
    let (sat, unsat) = (answered(AnswerClass::Sat), answered(AnswerClass::Unsat));
    // Who did not say sat before has no model now.
    let says_sat = |place: usize, solver: &str| {
        let opinion = finding.opinions.iter().find(|o| o.solver.name == solver);
        let said = opinion.map(|opinion| match place == witness {
            true => opinion.witness,
            false => opinion
                .parents
                .get(place)
                .copied()
                .unwrap_or(opinion.witness),
        });
        said == Some(AnswerClass::Sat)
    };
    let of_unsat = unsat.map(|(place, ..)| place);
    let unsat = unsat.map(|(_, what, question)| (what, question));
    if let Some((_, what, question)) = sat
        && let Some(model) = ask_for_model(bench.fresh, question)?
    {
        let script = question.plain;
        match judge(script, &model) {
            Some(Verdict::Invalid(invalid)) => {
                weighed.evidence.push(format!(
                    "its model of the {what} is wrong by our own evaluation: {}",
                    invalid.explanation
                ));
                let escapes = has_escapes(script) || has_escapes(model.as_bytes());
                let said = finding.opinions.iter().any(|o| o.witness_is(Status::Sat));
                let made_unsat = source.made.is_some() && source.status == Some(Status::Unsat);
                if made_unsat && !is_mutant && !escapes && !said {
                    weighed.verdict =
                        "the answer is wrong: it was made to be unsat, and the model \
                                       is none"
                            .to_owned();
                    weighed.believable = true;
                }
            }
            Some(Verdict::Valid { .. }) => {
                weighed.evidence.push(format!(
                    "its model of the {what} is right by our own evaluation"
                ));
                settle(weighed, unsat, "the same model", &model);
            }
            _ => {}
        }
    }
    if let Some((_, question)) = unsat {
        let question = Posed::plainly(question.plain);
        for reference in bench.references.iter_mut() {
            let name = &reference.solver().name;
            if !of_unsat.is_some_and(|place| says_sat(place, name)) {
                continue;
            }
            if let Some(model) = ask_for_model(&mut **reference, question)? {
                let whose = format!("the model of {}", reference.solver().name);
                settle(weighed, unsat, &whose, &model);
            }
        }
    }
    let made = source.made.as_ref().filter(|_| !is_mutant);
    if let Some(witness) = made.and_then(|made| made.witness.as_ref()) {
        let whose = "the assignment that it was made from";
        settle(weighed, unsat, whose, witness);
    }
    Ok(())
}

/// If a model is right for what the solver calls unsat, there is no doubt left.
fn settle(weighed: &mut Weighed, unsat: Option<(&str, Posed<'_>)>, whose: &str, model: &str) {
    let Some((what, question)) = unsat else {
        return;
    };
    let script = question.plain;
    let Some(Verdict::Valid { chosen }) = judge(script, model) else {
        return;
    };
    let escapes = has_escapes(script) || has_escapes(model.as_bytes());
    if escapes || (!chosen.is_empty() && !is_settled(script)) {
        return;
    }
    weighed.evidence.push(format!(
        "by our own evaluation {whose} is one of the {what}, which it calls unsat"
    ));
    weighed.verdict = format!("the answer to the {what} is wrong: it has a model that we checked");
    weighed.believable = true;
}

/// Weighs an interpretation or a derivation that shows which answer to a Horn system is right.
fn weigh_truth(
    weighed: &mut Weighed,
    due: Status,
    seen: &Observation<'_>,
    bench: &mut Bench<'_>,
) -> Result<(), Error> {
    // It may not have been asked for what gives it away.
    let again = match model_of(seen.outcome) {
        None if due == Status::Unsat => Some(bench.fresh.run(&with_model(seen.script))?),
        _ => None,
    };
    let outcome = again.as_ref().unwrap_or(seen.outcome);
    let proof = match check(seen.script, outcome, bench.judges)? {
        Some(checked @ Checked::Invalid(_)) => Some(checked.to_string()),
        _ => match System::read(seen.script) {
            Ok(system) => {
                let truth = truth(&system, bench.references, bench.judges, Effort::default())?;
                (truth.status() == Some(due)).then(|| truth.to_string())
            }
            Err(_) => None,
        },
    };
    if let Some(proof) = proof {
        weighed.evidence.push(proof);
        weighed.verdict = format!("the answer is wrong: it is {due}");
        weighed.believable = true;
    }
    Ok(())
}

/// Whether we know every symbol and every sort of a script, and none is a solver's own: the standard
/// keeps names that begin with `@` for those.
fn is_understood(script: &[u8]) -> bool {
    let Ok(script) = Script::parse(script) else {
        return false;
    };
    let tree = &script.tree;
    let mut symbols = tree.nodes().filter_map(|node| tree.symbol(node));
    script.unknown_symbols.is_empty()
        && script.unsorted_places().next().is_none()
        && !symbols.any(|symbol| tree.symbols.bytes(symbol).starts_with(b"@"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_of_a_solver_are_not_understood() {
        let declared = "(declare-const a (Array Int Int))";
        let own = format!("{declared}(assert (= (select a (@array_deq_diff a a)) 0))");
        let standard = format!("{declared}(assert (= (select a 0) 0))");
        assert!(!is_understood(own.as_bytes()));
        assert!(is_understood(standard.as_bytes()));
    }
}
