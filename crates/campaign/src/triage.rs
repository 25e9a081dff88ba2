//! From a suspicion to a finding: confirmed in fresh processes, with no more steps than it takes,
//! and with what others say of it.

use crate::finding::{Asked, Finding, Kind, Spoken};
use crate::fingerprint::{fingerprint, shape};
use crate::models::with_model;
use crate::oracle::{Case, said, suspicion};
use crate::seeds::{Seed, Verdict};
use mutate::rule::Direction;
use mutate::step::{Step, replay};
use smt::Status;
use solve::{Answer, Error, Outcome, Session};
use std::collections::BTreeSet;

/// A mutant that made a solver suspicious.
#[derive(Debug)]
pub struct Suspect<'a> {
    /// The seed.
    pub seed: &'a Seed,
    /// What it is about, if it was made from nothing: there are no rules and shapes to compare.
    pub topic: Option<String>,
    /// What the solver answers to it, or has to.
    pub due: Status,
    /// The model that it was made from, if it was made from one.
    pub witness: Option<String>,
    /// Which way the mutant approximates it.
    pub direction: Direction,
    /// How it was made; none if it is the seed itself.
    pub steps: &'a [Step],
    /// Its number.
    pub number: u64,
    /// Where random numbers started.
    pub random: u64,
    /// What it is suspected of.
    pub kind: Kind,
    /// Whether its model was asked for.
    pub with_model: bool,
}

/// What became of a suspicion.
#[derive(Debug)]
pub enum Triage {
    /// It is a finding.
    Confirmed(Box<Finding>),
    /// It did not happen again in a fresh process.
    Gone,
    /// Others speak against it: it is not shown as a finding.
    Doubtful(Box<Finding>),
}

/// Who is asked: the solver under test in fresh processes, and others.
pub struct Bench<'a> {
    /// The length that the witness of a bucket had when it was found, if there is such a bucket.
    pub known: &'a dyn Fn(&str) -> Option<usize>,
    /// The solver under test, in mode fresh.
    pub fresh: &'a mut Session,
    /// Others, in mode fresh.
    pub references: &'a mut [Session],
}

impl Bench<'_> {
    /// Looks into a suspicion.
    pub fn triage(&mut self, suspect: &Suspect<'_>) -> Result<Triage, Error> {
        let is_mutant = !suspect.steps.is_empty();
        let Some((script, outcome)) = self.confirmed(suspect, suspect.steps)? else {
            return Ok(Triage::Gone);
        };
        let found = script.len();
        if suspect.kind == Kind::Crash {
            // One more of a crash that is known is counted; it takes no more than that.
            let mut finding = self.finding(suspect, suspect.steps, script, &outcome)?;
            if (self.known)(&finding.bucket).is_some_and(|best| best < found) {
                finding.found = found;
                return Ok(Triage::Confirmed(Box::new(finding)));
            }
        }
        let mut steps = suspect.steps.to_vec();
        if is_mutant && suspect.kind == Kind::Soundness && !self.keeps_answer(suspect)? {
            return Ok(Triage::Gone);
        }
        // One step after the other is left out, from the last, if it happens without it as well.
        // Only in the last round: what later rounds replace would be something else without it.
        let mut place = steps.len();
        while place > 0 && steps.len() > 1 {
            place -= 1;
            if steps
                .last()
                .is_some_and(|last| last.round != steps[place].round)
            {
                break;
            }
            let mut fewer = steps.clone();
            fewer.remove(place);
            if self.shows(suspect, &fewer)?.is_some() {
                steps = fewer;
            }
        }
        // A crash or a wrong model may need no step at all.
        if is_mutant && suspect.kind != Kind::Soundness && self.shows(suspect, &[])?.is_some() {
            steps.clear();
        }
        let Some((script, outcome)) = self.confirmed(suspect, &steps)? else {
            return Ok(Triage::Gone);
        };
        let mut finding = self.finding(suspect, &steps, script, &outcome)?;
        finding.found = found;
        finding.opinions = self.opinions(suspect, &steps, &finding.witness().script)?;
        let weighed = self.weigh(&finding, suspect, &outcome)?;
        finding.verdict = weighed.verdict;
        finding.evidence = weighed.evidence;
        Ok(match weighed.believable {
            true => Triage::Confirmed(Box::new(finding)),
            false => Triage::Doubtful(Box::new(finding)),
        })
    }

    /// A finding that has not been weighed yet.
    fn finding(
        &mut self,
        suspect: &Suspect<'_>,
        steps: &[Step],
        script: Vec<u8>,
        outcome: &Outcome,
    ) -> Result<Finding, Error> {
        let seed = &suspect.seed.text;
        let mut seed = spoken(seed.clone(), &self.fresh.run(seed)?);
        let mut mutant = None;
        match steps.is_empty() {
            true => seed = spoken(script, outcome),
            false => mutant = Some(spoken(script, outcome)),
        }
        let mut finding = Finding {
            kind: suspect.kind,
            bucket: String::new(),
            title: String::new(),
            solver: asked(self.fresh),
            seed_name: suspect.seed.name.clone(),
            seed,
            direction: mutant.as_ref().map(|_| suspect.direction),
            mutant,
            found: 0,
            number: suspect.number,
            random: suspect.random,
            logic: logic(&suspect.seed.text),
            verdict: String::new(),
            evidence: Vec::new(),
            opinions: Vec::new(),
            steps: steps.to_vec(),
            chain: Vec::new(),
            reduced: None,
        };
        if finding.witness().answer == "invalid-model" {
            // Whoever runs it by hand wants to see what the solver's own check says.
            for option in &self.fresh.config().solver.profile.models.check {
                finding.solver.command.push(' ');
                finding.solver.command.push_str(option);
            }
        }
        finding.bucket = bucket(&finding, suspect.topic.as_deref(), outcome);
        finding.title = title(&finding);
        Ok(finding)
    }

    /// The script that some of the steps make, and what the solver says of it, if that is what
    /// it is suspected of.
    fn shows(
        &mut self,
        suspect: &Suspect<'_>,
        steps: &[Step],
    ) -> Result<Option<(Vec<u8>, Outcome)>, Error> {
        let Ok(rounds) = replay(&suspect.seed.text, steps) else {
            return Ok(None);
        };
        let mut script = rounds
            .into_iter()
            .next_back()
            .map_or(suspect.seed.text.clone(), |round| round.to);
        if suspect.with_model {
            script = with_model(&script);
        }
        let outcome = self.fresh.run(&script)?;
        let case = Case {
            script: &script,
            outcome: &outcome,
            due: Some(suspect.due),
        };
        let same = suspicion(&case) == Some(suspect.kind);
        Ok(same.then_some((script, outcome)))
    }

    /// As `shows`, twice.
    fn confirmed(
        &mut self,
        suspect: &Suspect<'_>,
        steps: &[Step],
    ) -> Result<Option<(Vec<u8>, Outcome)>, Error> {
        let Some((_, first)) = self.shows(suspect, steps)? else {
            return Ok(None);
        };
        let again = self.shows(suspect, steps)?;
        // A crash elsewhere is another one.
        Ok(again.filter(|(_, second)| signature(&first) == signature(second)))
    }

    /// Whether the seed is still answered as it was, twice.
    fn keeps_answer(&mut self, suspect: &Suspect<'_>) -> Result<bool, Error> {
        for _ in 0..2 {
            if Verdict::of(&self.fresh.run(&suspect.seed.text)?) != Verdict::Definite(suspect.due) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// What tells one crash from another.
pub(crate) fn signature(outcome: &Outcome) -> Option<String> {
    match outcome.verdict() {
        Answer::Crash(crash) => Some(crash.signature),
        _ => None,
    }
}

pub(crate) fn asked(session: &Session) -> Asked {
    let solver = &session.config().solver;
    Asked {
        name: solver.name.clone(),
        version: solver.version.clone().unwrap_or_default(),
        command: solver.command_line(),
    }
}

pub(crate) fn spoken(script: Vec<u8>, outcome: &Outcome) -> Spoken {
    let answer = said(&script, outcome);
    let mut output: String = outcome
        .checks
        .iter()
        .map(|check| check.output.as_str())
        .collect();
    output.push_str(&outcome.tail);
    if output.trim().is_empty() {
        output = outcome.verdict().detail().to_owned();
    }
    // More than anyone reads.
    output.truncate(
        (0..=20_000.min(output.len()))
            .rev()
            .find(|&end| output.is_char_boundary(end))
            .unwrap_or(0),
    );
    Spoken {
        script,
        answer,
        output,
    }
}

fn logic(script: &[u8]) -> String {
    let script = smt::Script::parse(script).ok();
    let logic =
        script.and_then(|script| Some(script.tree.symbols.name(script.logic?).into_owned()));
    logic.unwrap_or_else(|| "no logic".to_owned())
}

/// What findings have in common that are most likely the same bug.
fn bucket(finding: &Finding, topic: Option<&str>, outcome: &Outcome) -> String {
    let (kind, solver) = (finding.kind, &finding.solver.name);
    let what = match (finding.kind, signature(outcome)) {
        (Kind::Crash, Some(signature)) => signature,
        _ => {
            let rules: BTreeSet<&str> = finding.steps.iter().map(|step| &*step.rule).collect();
            let mut shapes: Vec<String> =
                finding.steps.iter().map(|step| shape(&step.was)).collect();
            if finding.steps.is_empty() {
                shapes.push(topic.map_or_else(|| shape(&finding.seed.script), str::to_owned));
            }
            shapes.sort();
            format!(
                "{} {rules:?} {shapes:?} {}",
                finding.logic,
                finding.witness().answer
            )
        }
    };
    bucket_name(kind, solver, &what)
}

/// The name of a bucket: the kind and the solver for people, and a number for the rest.
pub(crate) fn bucket_name(kind: Kind, solver: &str, what: &str) -> String {
    let number = fingerprint(format!("{kind} {solver} {what}").as_bytes());
    let plain = |c: char| match c.is_ascii_alphanumeric() || c == '.' {
        true => c,
        false => '-',
    };
    let solver: String = solver.chars().map(plain).collect();
    format!("{kind}-{}-{number:016x}", solver.trim_matches('-'))
}

fn title(finding: &Finding) -> String {
    let Finding {
        solver,
        logic,
        seed_name,
        ..
    } = finding;
    let rules: Vec<&str> = finding.steps.iter().map(|step| &*step.rule).collect();
    let by = match rules.is_empty() {
        true => String::new(),
        false => format!(" by {}", rules.join(", ")),
    };
    match finding.kind {
        Kind::Soundness if finding.mutant.is_none() => {
            // It says so with a model that is none.
            let answer = match finding.seed.answer.as_str() {
                "invalid-model" => "sat",
                answer => answer,
            };
            format!(
                "{} says {answer} of {seed_name} ({logic}), and others say otherwise",
                solver.name
            )
        }
        Kind::Soundness => format!(
            "{} says {} of {seed_name} ({logic}) and {} of its {}-approximation{by}",
            solver.name,
            finding.seed.answer,
            finding.witness().answer,
            match finding.direction {
                Some(Direction::Under) => "under",
                _ => "over",
            }
        ),
        Kind::Model => format!(
            "{} gives a wrong model of {seed_name} ({logic}){by}",
            solver.name
        ),
        Kind::Crash => format!(
            "{} breaks on {seed_name} ({logic}){by}: {}",
            solver.name,
            first_line(&finding.witness().output)
        ),
    }
}

fn first_line(text: &str) -> String {
    text.trim()
        .lines()
        .next()
        .unwrap_or_default()
        .chars()
        .take(120)
        .collect()
}
