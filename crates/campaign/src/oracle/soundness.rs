//! The solver contradicts itself, or everybody else.

mod heard;
mod wrong;

use self::heard::{Called, Shown, models_of_others};
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
use crate::models::{
    Worth, ask_for_model, is_right, is_right_throughout, judge, model_of, with_model, worth,
};
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
        if is_horn(seen.case) {
            let mut weighed = by_opinions(finding, seen.script, due, &[]);
            weigh_truth(&mut weighed, due, seen, bench)?;
            return Ok(weighed);
        }
        let models = models_of_others(finding, seen, bench)?;
        let mut weighed = by_opinions(finding, seen.script, due, &models);
        weigh_models(&mut weighed, finding, seen, &models, bench)?;
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
            let but = match derived.witness(&[]) {
                Some(_) if derived.steps() > 0 => "which has a model",
                _ => "and others say otherwise",
            };
            return format!("{}, {but}", title(finding, &does));
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
        let derived = finding.derivation.derived();
        match finding.parents.is_empty() {
            true if derived.witness(&[]).is_some() && derived.steps() > 0 => {
                format!(
                    "The solver says that there is no model. {}",
                    derived.argument()
                )
            }
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
        if let Some(satisfied) = wrong::satisfied(finding) {
            return Some(satisfied);
        }
        // Nobody else can say, but its own model may give it away.
        let says_sat = finding.witness.reply.answer.claim(Status::Sat);
        says_sat.then(|| ToReduce::wrong_model(finding, reducer))
    }

    fn question(&self, finding: &Finding) -> Option<Question> {
        Some(wrong::question(finding))
    }
}

/// Which answer is wrong by what others say, and whether the finding can be shown. Who says sat with a
/// model that we find wrong has said nothing that could speak against the solver.
fn by_opinions(finding: &Finding, script: &[u8], due: Status, models: &[Shown]) -> Weighed {
    let other = due.other();
    let tested = &finding.solver.name;
    let say = |is: &dyn Fn(&Opinion) -> bool| voices(&finding.opinions, tested, is);
    let has_shown = |o: &Opinion, status: Status| {
        let mut wrong = models.iter().filter(|shown| shown.worth == Worth::Wrong);
        status == Status::Unsat || wrong.all(|shown| shown.who != o.solver.name)
    };
    let right = say(&|o| o.witness_is(due) && has_shown(o, due));
    let with_it = say(&|o| o.witness_is(other));
    let derived = finding.derivation.derived();
    if finding.parents.is_empty() {
        let own = derived.status() == Some(due);
        // What is known of a seed says nothing of what was made of it.
        let is_made = match derived.steps() {
            0 => derived.source().made.is_some(),
            _ => own,
        };
        let and_own = match own {
            true if derived.steps() > 0 => " and the assignment that it was made from",
            true => " and the seed's own status",
            false => "",
        };
        // To an old solver an escape is several characters: it answers another question. And others
        // may take what the standard leaves open otherwise; what was made has nothing of that.
        let same_question = !has_escapes(script) && (is_made || is_settled(script));
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
    let seed_wrong = say(&|o| o.some_parent_is(other) && has_shown(o, other));
    let seed_right = say(&|o| o.parents_are(due));
    let mut evidence = Vec::new();
    let believable = match derived.claims() {
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
            let nobody_says_so = say(&|o| o.witness_is(due)) == 0;
            (right > 0 && with_it == 0) || (seed_wrong > 0 && seed_right == 0 && nobody_says_so)
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
    others: &[Shown],
    bench: &mut Bench<'_>,
) -> Result<(), Error> {
    let derived = finding.derivation.derived();
    let source = derived.source();
    let is_mutant = derived.steps() > 0;
    let sat = Called::find(finding, seen, AnswerClass::Sat);
    let unsat = Called::find(finding, seen, AnswerClass::Unsat);
    let unsat = unsat.as_ref();
    let unsat_is_mutant = unsat.is_none_or(|unsat| unsat.place == finding.parents.len());
    let unsat = unsat.map(|unsat| (&*unsat.what, unsat.question));
    if let Some(Called { what, question, .. }) = sat
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
                if unsat.is_none() && worth(script, &model) == Worth::Right {
                    weighed.verdict = "the answer is right: it has a model that we checked".into();
                    weighed.believable = false;
                }
                settle(weighed, unsat, "the same model", &model);
            }
            _ => {}
        }
    }
    for Shown { who, model, worth } in others {
        match worth {
            Worth::Wrong => weighed.evidence.push(format!(
                "the model of {who} is wrong by our own evaluation, so what it says does not count"
            )),
            Worth::Unclear | Worth::Right => {
                settle(weighed, unsat, &format!("the model of {who}"), model);
            }
        }
    }
    // It is one of the script that was made, not of what that was made from.
    if unsat_is_mutant {
        let mut models = Vec::new();
        for seed in derived.modelled() {
            let made = seed.made.as_ref().and_then(|made| made.witness.clone());
            let model = match made {
                Some(model) => Some(model),
                None => ask_for_model(bench.fresh, Posed::plainly(&seed.text))?,
            };
            models.push(model.filter(|model| is_right(&seed.text, model)));
        }
        if let Some(model) = derived.witness(&models) {
            let whose = "the assignment that it was made from";
            settle(weighed, unsat, whose, &model);
            settle_throughout(weighed, seen.script, whose, &model);
            weighed.assignment =
                Some(model).filter(|model| is_right_throughout(seen.script, model));
        }
    }
    Ok(())
}

/// If an assignment satisfies all checks of a script, whichever of them is called unsat, there is no doubt
/// left.
fn settle_throughout(weighed: &mut Weighed, script: &[u8], whose: &str, witness: &str) {
    let escapes = has_escapes(script) || has_escapes(witness.as_bytes());
    if weighed.believable || escapes || !is_right_throughout(script, witness) {
        return;
    }
    weighed.evidence.push(format!(
        "by our own evaluation {whose} satisfies all that is asserted at each check"
    ));
    weighed.verdict = "the answer is wrong: there is a model that we checked".to_owned();
    weighed.believable = true;
}

/// If a model is right for what the solver calls unsat, there is no doubt left.
fn settle(weighed: &mut Weighed, unsat: Option<(&str, Posed<'_>)>, whose: &str, model: &str) {
    let Some((what, question)) = unsat else {
        return;
    };
    let script = question.plain;
    if worth(script, model) != Worth::Right {
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
