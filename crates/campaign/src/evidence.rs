//! What speaks for a finding and against it: other solvers, and our own evaluator.

use crate::check::questions;
use crate::finding::{Finding, Kind, Opinion, Spoken};
use crate::models::{asks_for_model, asserted_back, judge, model_of, with_model};
use crate::settled::{has_escapes, is_settled};
use crate::triage::{Bench, Suspect, asked};
use eval::Verdict;
use mutate::step::Step;
use smt::Script;
use smt::Status;
use solve::{Answer, Error, Outcome, Session};
use std::time::Duration;

/// How long others may think about a script that makes a solver break: what they say is worth
/// knowing, but proves nothing.
const CRASH_TIME: Duration = Duration::from_secs(1);

/// What all the evidence comes to.
#[derive(Debug, Default)]
pub(crate) struct Weighed {
    /// Which answer is wrong, in words.
    pub verdict: String,
    /// What that rests on besides what others say, in words.
    pub evidence: Vec<String>,
    /// Whether the finding can be shown.
    pub believable: bool,
}

impl Bench<'_> {
    /// What others say of seed, mutant and the claim between them.
    pub(crate) fn opinions(
        &mut self,
        suspect: &Suspect<'_>,
        steps: &[Step],
        mutant: &[u8],
    ) -> Result<Vec<Opinion>, Error> {
        let seed = &suspect.seed.text;
        // A crash is one whether or not the mutant is what it claims to be.
        let claims = match suspect.kind {
            Kind::Crash => None,
            _ => questions(seed, steps, suspect.direction).ok(),
        };
        let mut opinions = Vec::new();
        for reference in self.references.iter_mut() {
            let time = reference.config().limits.time;
            if suspect.kind == Kind::Crash {
                reference.limit_time(time.min(CRASH_TIME));
            }
            let mut say =
                |script: &[u8]| -> Result<Answer, Error> { Ok(reference.run(script)?.verdict()) };
            let of_seed = say(seed)?;
            let of_mutant = say(mutant)?;
            // Every round must be what it claims to be.
            let mut of_claim = match claims {
                Some(_) => Answer::Unsat,
                None => Answer::Unknown {
                    reason: String::new(),
                },
            };
            for (_, claim) in claims.iter().flatten() {
                let answer = say(claim)?;
                if answer != Answer::Unsat {
                    of_claim = answer;
                    break;
                }
            }
            opinions.push(Opinion {
                solver: asked(reference),
                seed: of_seed.class().to_owned(),
                mutant: of_mutant.class().to_owned(),
                claim: of_claim.class().to_owned(),
            });
            reference.limit_time(time);
        }
        Ok(opinions)
    }

    /// Weighs all that is known of a finding.
    pub(crate) fn weigh(
        &mut self,
        finding: &Finding,
        suspect: &Suspect<'_>,
        outcome: &Outcome,
    ) -> Result<Weighed, Error> {
        match finding.kind {
            Kind::Crash => Ok(Weighed {
                verdict: "the solver breaks".to_owned(),
                believable: true,
                ..Weighed::default()
            }),
            Kind::Model => weigh_model(self.references, &finding.witness().script, outcome),
            Kind::Soundness => self.weigh_answers(finding, suspect),
        }
    }

    fn weigh_answers(
        &mut self,
        finding: &Finding,
        suspect: &Suspect<'_>,
    ) -> Result<Weighed, Error> {
        let (verdict, believable) = by_opinions(finding, suspect);
        let mut weighed = Weighed {
            verdict,
            evidence: Vec::new(),
            believable,
        };
        let scripts = [
            Some(("seed", &finding.seed)),
            finding.mutant.as_ref().map(|m| ("mutant", m)),
        ];
        let answered = |answer: &str| {
            let mut scripts = scripts.iter().flatten().copied();
            scripts.find(|(_, spoken)| spoken.answer == answer)
        };
        let (sat, unsat) = (answered("sat"), answered("unsat"));
        if let Some((what, spoken)) = sat
            && let Some(model) = ask_for_model(self.fresh, spoken)?
        {
            match judge(&spoken.script, &model) {
                Some(Verdict::Invalid(invalid)) => {
                    weighed.evidence.push(format!(
                        "its model of the {what} is wrong by our own evaluation: {}",
                        invalid.explanation
                    ));
                    let escapes = has_escapes(&spoken.script) || has_escapes(model.as_bytes());
                    let said = finding.opinions.iter().any(|o| o.seed == "sat");
                    let made_unsat = suspect.topic.is_some()
                        && suspect.seed.status == Some(Status::Unsat)
                        && finding.mutant.is_none();
                    if made_unsat && !escapes && !said {
                        weighed.verdict = "the answer is wrong: it was made to be unsat, and the \
                                           model is none"
                            .to_owned();
                        weighed.believable = true;
                    }
                }
                Some(Verdict::Valid { .. }) => {
                    weighed.evidence.push(format!(
                        "its model of the {what} is right by our own evaluation"
                    ));
                    weighed.settle(unsat, "the same model", &model);
                }
                _ => {}
            }
        }
        if let Some((_, spoken)) = unsat {
            for reference in self.references.iter_mut() {
                if let Some(model) = ask_for_model(reference, spoken)? {
                    let whose = format!("the model of {}", reference.config().solver.name);
                    weighed.settle(unsat, &whose, &model);
                }
            }
        }
        if let Some(witness) = suspect
            .witness
            .as_ref()
            .filter(|_| finding.mutant.is_none())
        {
            weighed.settle(unsat, "the assignment that it was made from", witness);
        }
        Ok(weighed)
    }
}

/// Weighs what is known of a model that is said to be wrong.
pub(crate) fn weigh_model(
    references: &mut [Session],
    script: &[u8],
    outcome: &Outcome,
) -> Result<Weighed, Error> {
    let own = outcome
        .answers()
        .any(|a| matches!(a, Answer::InvalidModel { .. }));
    let model = model_of(outcome).filter(|_| asks_for_model(script));
    let judged = model.and_then(|model| judge(script, model));
    let settled = is_settled(script);
    let mut evidence = Vec::new();
    if own {
        evidence.push("the solver's own check finds the model wrong".to_owned());
    }
    if settled {
        evidence.push("every operator in the script is defined for all arguments".to_owned());
    }
    let escapes = has_escapes(script) || model.is_some_and(|m| has_escapes(m.as_bytes()));
    let (verdict, believable) = match (&judged, model) {
        (Some(Verdict::Invalid(_)), _) if escapes && !own => (
            "the model may be wrong, or its strings are written in another way".to_owned(),
            false,
        ),
        (Some(Verdict::Invalid(invalid)), Some(model)) => {
            evidence.push(format!("our own evaluation: {}", invalid.explanation));
            let (against, for_it) = ask_back(references, script, model, &mut evidence)?;
            (
                "the model is wrong by our own evaluation".to_owned(),
                (settled || own || against > 0) && for_it == 0,
            )
        }
        (Some(Verdict::Valid { .. }), _) => (
            "the solver's own check finds its model wrong, and we find it right".to_owned(),
            false,
        ),
        _ if settled => (
            "the solver's own check finds its model wrong; nobody else has checked it".to_owned(),
            true,
        ),
        _ => (
            "the solver's own check finds its model wrong, but not everything in the script \
             is defined"
                .to_owned(),
            false,
        ),
    };
    Ok(Weighed {
        verdict,
        evidence,
        believable,
    })
}

/// Has others judge a model: how many say that it is none, and how many that it is one.
fn ask_back(
    references: &mut [Session],
    script: &[u8],
    model: &str,
    evidence: &mut Vec<String>,
) -> Result<(usize, usize), Error> {
    let (mut against, mut for_it) = (0, 0);
    let Some(back) = asserted_back(script, model) else {
        return Ok((0, 0));
    };
    for reference in references.iter_mut() {
        let says = match reference.run(&back)?.verdict() {
            Answer::Unsat => {
                against += 1;
                "the same"
            }
            Answer::Sat => {
                for_it += 1;
                "that the model is right"
            }
            _ => continue,
        };
        let name = &reference.config().solver.name;
        evidence.push(format!(
            "{name}, asked about the script with the model's definitions in it, says {says}"
        ));
    }
    Ok((against, for_it))
}

impl Weighed {
    /// If a model is right for what the solver calls unsat, there is no doubt left.
    fn settle(&mut self, unsat: Option<(&str, &Spoken)>, whose: &str, model: &str) {
        let Some((what, spoken)) = unsat else { return };
        let Some(Verdict::Valid { chosen }) = judge(&spoken.script, model) else {
            return;
        };
        let escapes = has_escapes(&spoken.script) || has_escapes(model.as_bytes());
        if escapes || (!chosen.is_empty() && !is_settled(&spoken.script)) {
            return;
        }
        self.evidence.push(format!(
            "by our own evaluation {whose} is one of the {what}, which it calls unsat"
        ));
        self.verdict = format!("the answer to the {what} is wrong: it has a model that we checked");
        self.believable = true;
    }
}

/// The model that a solver gives of a script with one check.
fn ask_for_model(session: &mut Session, spoken: &Spoken) -> Result<Option<String>, Error> {
    let outcome = session.run(&with_model(&spoken.script))?;
    let model = model_of(&outcome).filter(|_| outcome.asked == 1);
    Ok(model.map(str::to_owned))
}

/// Which answer is wrong, and whether the finding can be shown.
fn by_opinions(finding: &Finding, suspect: &Suspect<'_>) -> (String, bool) {
    let (due, other) = match suspect.due {
        Status::Sat => ("sat", "unsat"),
        Status::Unsat => ("unsat", "sat"),
    };
    let say = |is: &dyn Fn(&Opinion) -> bool| finding.opinions.iter().filter(|o| is(o)).count();
    if finding.mutant.is_none() {
        let right = say(&|o| o.seed == due);
        let own = suspect.seed.status == Some(suspect.due);
        let and_own = if own {
            " and the seed's own status"
        } else {
            ""
        };
        // To an old solver an escape is several characters: it answers another question.
        let same_question = !has_escapes(&finding.seed.script);
        return (
            format!("{right} others{and_own} say {due} where it says {other}"),
            same_question && right + usize::from(own) >= 2 && say(&|o| o.seed == other) == 0,
        );
    }
    let refuted = say(&|o| o.claim == "sat");
    let proved = say(&|o| o.claim == "unsat");
    // Who contradicts himself in the same way either has the same bug, or we are wrong.
    let same = say(&|o| o.seed == due && o.mutant == other);
    let wrong_mutant = say(&|o| o.mutant == due);
    let wrong_seed = say(&|o| o.seed == other);
    let verdict = match (wrong_mutant, wrong_seed) {
        (0, 0) => "one of the two answers is wrong; nobody else can say which".to_owned(),
        (n, 0) => format!("the answer to the mutant is wrong: {n} others say {due}"),
        (0, n) => format!("the answer to the seed is wrong: {n} others say {other}"),
        (m, s) => {
            format!("others disagree: {m} say the mutant is {due}, {s} that the seed is {other}")
        }
    };
    // If nobody proves that one follows from the other, it rests on our rules, and these speak of
    // nothing but what we understand: not of a solver's own symbols, for one.
    let by_rules = same == 0 && is_understood(&finding.witness().script);
    (verdict, refuted == 0 && (by_rules || proved > 0))
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
