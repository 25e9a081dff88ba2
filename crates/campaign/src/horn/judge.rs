//! Oracles for Horn systems, and the way from a suspicion to a finding: confirmed in fresh processes,
//! with no more mutations than it takes, and with what it rests on.

use super::clauses::{self, Checked};
use super::derivation::Effort;
use super::engines::voices;
use super::judges::Judges;
use super::truth::{Truth, truth};
use crate::finding::{Finding, Kind, Opinion};
use crate::models::{model_of, with_model};
use crate::oracle::said;
use crate::seeds::{Seed, Verdict};
use crate::settled::is_settled;
use crate::triage::{Triage, asked, bucket_name, signature, spoken};
use mutate::horn::{Step, System, replay};
use smt::Status;
use solve::{Answer, Error, Outcome, Session};
use std::collections::BTreeSet;

/// How often the solver is asked at most to find out which mutations are needed.
const ASKED_FOR_CHAIN: usize = 80;

/// What an answer to a mutant gives away; if there are judges, each clause of a sat answer's
/// interpretation is checked.
pub fn suspicion(
    script: &[u8],
    outcome: &Outcome,
    due: Status,
    judges: Option<&mut Judges>,
) -> Result<Option<Kind>, Error> {
    if matches!(outcome.verdict(), Answer::Crash(_)) {
        return Ok(Some(Kind::Crash));
    }
    match Verdict::of(outcome) {
        Verdict::Definite(status) if status != due => return Ok(Some(Kind::Soundness)),
        Verdict::Definite(Status::Sat) => {}
        _ => return Ok(None),
    }
    let (Some(model), Some(judges)) = (model_of(outcome), judges) else {
        return Ok(None);
    };
    let checked = check(script, model, judges)?;
    Ok(matches!(checked, Checked::Invalid(_)).then_some(Kind::Model))
}

/// Puts an interpretation into every clause of a script.
fn check(script: &[u8], model: &str, judges: &mut Judges) -> Result<Checked, Error> {
    clauses::check(&String::from_utf8_lossy(script), model, judges)
}

/// What a solver said of a Horn system, in a word as it is written down.
pub fn said_of_system(
    script: &[u8],
    outcome: &Outcome,
    judges: &mut Judges,
) -> Result<String, Error> {
    if let Some(model) = model_of(outcome)
        && matches!(check(script, model, judges)?, Checked::Invalid(_))
    {
        return Ok("invalid-model".to_owned());
    }
    Ok(said(script, outcome))
}

/// A mutant that made a solver suspicious.
#[derive(Debug)]
pub struct Suspect<'a> {
    /// The seed.
    pub seed: &'a Seed,
    /// The same as a system.
    pub original: &'a System,
    /// What the solver answers to it.
    pub due: Status,
    /// From the seed to the mutant.
    pub chain: &'a [Step],
    /// The mutant's number.
    pub number: u64,
    /// Where random numbers started.
    pub random: u64,
    /// What it is suspected of.
    pub kind: Kind,
}

/// Who is asked: the solver under test in fresh processes, and others.
pub struct Bench<'a> {
    /// Whether models are asked for.
    pub with_models: bool,
    /// The solver under test, in mode fresh.
    pub fresh: &'a mut Session,
    /// Others, in mode fresh, for Horn systems.
    pub references: &'a mut [Session],
    /// The other engines of these and of the solver under test, in mode fresh.
    pub engines: &'a mut [Session],
    /// Others, for plain formulas.
    pub judges: &'a mut Judges,
}

/// What speaks for a finding.
#[derive(Debug, Default)]
struct Weighed {
    verdict: String,
    evidence: Vec<String>,
    believable: bool,
}

impl Bench<'_> {
    /// Looks into a suspicion.
    pub fn triage(&mut self, suspect: &Suspect<'_>) -> Result<Triage, Error> {
        let Some(first) = self.shows(suspect, suspect.chain)? else {
            return Ok(Triage::Gone);
        };
        let chain = self.shorter_chain(suspect)?;
        let Some((script, outcome)) = self.shows(suspect, &chain)? else {
            return Ok(Triage::Gone);
        };
        if signature(&outcome) != signature(&first.1) {
            return Ok(Triage::Gone);
        }
        let of_seed = self.fresh.run(&suspect.seed.text)?;
        let contradicts = suspect.kind == Kind::Soundness && !chain.is_empty();
        if contradicts && Verdict::of(&of_seed) != Verdict::Definite(suspect.due) {
            return Ok(Triage::Gone);
        }
        let of_seed = spoken(suspect.seed.text.clone(), &of_seed);
        let mut of_mutant = spoken(script.clone(), &outcome);
        if suspect.kind == Kind::Model {
            of_mutant.answer = said_of_system(&script, &outcome, self.judges)?;
        }
        let (seed, mutant) = match chain.is_empty() {
            true => (of_mutant, None),
            false => (of_seed, Some(of_mutant)),
        };
        let opinions = self.opinions(suspect, &script)?;
        let weighed = match suspect.kind {
            Kind::Crash => Weighed {
                verdict: "the solver breaks".to_owned(),
                believable: true,
                ..Weighed::default()
            },
            Kind::Model => self.weigh_model(&script, &outcome)?,
            Kind::Soundness => self.weigh_answer(suspect, &script, &outcome, &opinions)?,
        };
        let mut finding = Finding {
            kind: suspect.kind,
            bucket: bucket(suspect, &chain, &outcome, &asked(self.fresh).name),
            title: String::new(),
            solver: asked(self.fresh),
            seed_name: suspect.seed.name.clone(),
            seed,
            mutant,
            direction: None,
            steps: Vec::new(),
            chain: chain.iter().map(Step::to_string).collect(),
            found: first.0.len(),
            number: suspect.number,
            random: suspect.random,
            logic: "HORN".to_owned(),
            opinions,
            verdict: weighed.verdict,
            evidence: weighed.evidence,
            reduced: None,
        };
        finding.title = title(&finding, &chain);
        Ok(match weighed.believable {
            true => Triage::Confirmed(Box::new(finding)),
            false => Triage::Doubtful(Box::new(finding)),
        })
    }

    /// The script that some of the mutations make, and what the solver says of it, if that is what it
    /// is suspected of.
    fn shows(
        &mut self,
        suspect: &Suspect<'_>,
        chain: &[Step],
    ) -> Result<Option<(Vec<u8>, Outcome)>, Error> {
        let again = |system: System, step: &Step| replay(&system, step);
        let Some(system) = chain.iter().try_fold(suspect.original.clone(), again) else {
            return Ok(None);
        };
        let mut script = system.write_horn().into_bytes();
        if self.with_models {
            script = with_model(&script);
        }
        let outcome = self.fresh.run(&script)?;
        let found = suspicion(&script, &outcome, suspect.due, Some(self.judges))?;
        Ok((found == Some(suspect.kind)).then_some((script, outcome)))
    }

    /// The mutations that are needed, by delta debugging: halves are left out, then quarters, and so on.
    fn shorter_chain(&mut self, suspect: &Suspect<'_>) -> Result<Vec<Step>, Error> {
        let mut chain = suspect.chain.to_vec();
        let mut asked = 0;
        // The seed alone cannot contradict itself.
        if suspect.kind != Kind::Soundness && self.shows(suspect, &[])?.is_some() {
            return Ok(Vec::new());
        }
        let mut part = chain.len().div_ceil(2);
        while part > 0 {
            let (mut start, mut shorter) = (0, false);
            while start < chain.len() && chain.len() > 1 && asked < ASKED_FOR_CHAIN {
                let end = (start + part).min(chain.len());
                let fewer = [&chain[..start], &chain[end..]].concat();
                asked += 1;
                match !fewer.is_empty() && self.shows(suspect, &fewer)?.is_some() {
                    true => (chain, shorter) = (fewer, true),
                    false => start = end,
                }
            }
            if !shorter || part > 1 {
                part /= 2;
            }
        }
        Ok(chain)
    }

    fn opinions(&mut self, suspect: &Suspect<'_>, mutant: &[u8]) -> Result<Vec<Opinion>, Error> {
        let mut opinions = Vec::new();
        // A wrong model or a crash needs nobody's word.
        let engines = match suspect.kind {
            Kind::Soundness => &mut *self.engines,
            Kind::Model | Kind::Crash => &mut [],
        };
        for reference in self.references.iter_mut().chain(engines) {
            let of_seed = reference.run(&suspect.seed.text)?.verdict();
            let of_mutant = reference.run(mutant)?.verdict();
            opinions.push(Opinion {
                solver: asked(reference),
                seed: of_seed.class().to_owned(),
                mutant: of_mutant.class().to_owned(),
                claim: "unknown".to_owned(),
            });
        }
        Ok(opinions)
    }

    fn weigh_model(&mut self, script: &[u8], outcome: &Outcome) -> Result<Weighed, Error> {
        let checked = match model_of(outcome) {
            Some(model) => check(script, model, self.judges)?,
            None => Checked::Undecided(String::new()),
        };
        Ok(match checked {
            Checked::Invalid(_) => Weighed {
                verdict: "the interpretation is wrong: a clause does not hold in it".to_owned(),
                evidence: vec![checked.to_string()],
                believable: true,
            },
            _ => Weighed::default(),
        })
    }

    fn weigh_answer(
        &mut self,
        suspect: &Suspect<'_>,
        script: &[u8],
        outcome: &Outcome,
        opinions: &[Opinion],
    ) -> Result<Weighed, Error> {
        let (due, other) = match suspect.due {
            Status::Sat => ("sat", "unsat"),
            Status::Unsat => ("unsat", "sat"),
        };
        let mut evidence = Vec::new();
        if !suspect.chain.is_empty() {
            evidence.push(format!(
                "each mutation keeps the answer, and the solver itself says {due} of the seed"
            ));
        }
        let proof = self.proof(suspect.due, script, outcome)?;
        let tested = &self.fresh.config().solver.name;
        let against = voices(opinions, tested, |o| o.mutant == due);
        let with_it = voices(opinions, tested, |o| o.mutant == other);
        let seed_wrong = voices(opinions, tested, |o| o.seed == other);
        let seed_right = voices(opinions, tested, |o| o.seed == due);
        let (verdict, believable) = match proof {
            Some(proof) => {
                evidence.push(proof);
                let what = match suspect.chain.is_empty() {
                    true => "the answer",
                    false => "the answer to the mutant",
                };
                (format!("{what} is wrong: it is {due}"), true)
            }
            // Without a mutation one other is not enough, and others may take what the standard leaves
            // open otherwise.
            None if suspect.chain.is_empty() && (against < 2 || !is_settled(script)) => (
                format!("{against} others say {due} where it says {other}"),
                false,
            ),
            None if suspect.chain.is_empty() && with_it == 0 => (
                format!("the answer is wrong: {against} others say {due}"),
                true,
            ),
            None if against > 0 && with_it == 0 => (
                format!("the answer to the mutant is wrong: {against} others say {due}"),
                true,
            ),
            None if seed_wrong > 0 && seed_right == 0 && against == 0 => (
                format!("the answer to the seed is wrong: {seed_wrong} others say {other}"),
                true,
            ),
            None => (
                "one of the two answers is wrong, or a mutation is; nobody else can say".to_owned(),
                false,
            ),
        };
        Ok(Weighed {
            verdict,
            evidence,
            believable,
        })
    }

    /// What shows that the due answer is right, or that the solver's own is wrong.
    fn proof(
        &mut self,
        due: Status,
        script: &[u8],
        outcome: &Outcome,
    ) -> Result<Option<String>, Error> {
        if let Some(model) = model_of(outcome) {
            let checked = check(script, model, self.judges)?;
            if matches!(checked, Checked::Invalid(_)) {
                return Ok(Some(checked.to_string()));
            }
        }
        let Ok(system) = System::read(script) else {
            return Ok(None);
        };
        let truth = truth(&system, self.references, self.judges, Effort::default())?;
        Ok(match (due, &truth) {
            (Status::Sat, Truth::Sat { .. }) | (Status::Unsat, Truth::Unsat(_)) => {
                Some(truth.to_string())
            }
            _ => None,
        })
    }
}

/// A mutation with what matters most of it: which parameter.
fn label(step: &Step) -> String {
    match (&*step.mutation, step.texts.first()) {
        ("parameter" | "simplify", Some(which)) => format!("{} {which}", step.mutation),
        _ => step.mutation.clone().into_owned(),
    }
}

/// What findings have in common that are most likely the same bug: the mutations, or if it takes
/// none what kind of system it is.
fn bucket(suspect: &Suspect<'_>, chain: &[Step], outcome: &Outcome, solver: &str) -> String {
    let what = match signature(outcome) {
        Some(signature) => signature,
        None => {
            let system = suspect.original;
            let sorts = system.predicates().iter().flat_map(|p| p.sorts.iter());
            let sorts: BTreeSet<&str> = sorts.map(|sort| constructor(sort)).collect();
            let labels: BTreeSet<String> = chain.iter().map(label).collect();
            format!("{labels:?} {sorts:?} {}", system.is_linear())
        }
    };
    bucket_name(suspect.kind, solver, &format!("horn {what}"))
}

/// The first word of a sort.
fn constructor(sort: &str) -> &str {
    let mut words = sort
        .split(['(', ')', ' '])
        .filter(|word| !matches!(*word, "" | "_"));
    words.next().unwrap_or(sort)
}

fn title(finding: &Finding, chain: &[Step]) -> String {
    let labels: Vec<String> = chain.iter().map(label).collect();
    let by = match labels.is_empty() {
        true => String::new(),
        false => format!(" after {}", labels.join(", ")),
    };
    let (solver, seed) = (&finding.solver.name, &finding.seed_name);
    match finding.kind {
        Kind::Soundness if chain.is_empty() => {
            let answer = &finding.seed.answer;
            format!("{solver} says {answer} of {seed} (HORN), and others say otherwise")
        }
        Kind::Soundness => {
            let of_seed = &finding.seed.answer;
            let answer = &finding.witness().answer;
            format!("{solver} says {of_seed} of {seed} (HORN) and {answer}{by}")
        }
        Kind::Model => format!("{solver} gives a wrong interpretation of {seed} (HORN){by}"),
        Kind::Crash => format!("{solver} breaks on {seed} (HORN){by}"),
    }
}
