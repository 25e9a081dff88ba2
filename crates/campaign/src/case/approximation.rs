//! Skeletal approximation: what is sat stays sat when it is over-approximated, what is unsat stays
//! unsat when it is under-approximated. What terms are equal to is an approximation in both directions.

use super::{Claims, Derivation, Derived, Replacement, Seed, ToldStep};
use crate::fingerprint::shape;
use mutate::claim::claim;
use mutate::flatten::{incremental, seeds};
use mutate::rule::Direction;
use mutate::step::{Form, ReplayError, Round, Step, replay};
use serde::{Deserialize, Serialize};
use smt::{ParseError, Script};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A seed with a few literals approximated, all in one direction.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Approximation {
    /// The seed.
    pub seed: Arc<Seed>,
    /// Which way.
    pub direction: Direction,
    /// What was done to it.
    pub steps: Vec<Step>,
}

impl Approximation {
    /// A seed to which nothing was done.
    pub fn of_seed(seed: &Arc<Seed>) -> Self {
        Self {
            seed: seed.clone(),
            direction: Direction::Over,
            steps: Vec::new(),
        }
    }

    /// What the last round of mutation started from, and its steps.
    pub fn last_round(&self) -> Option<(Vec<u8>, Vec<Step>)> {
        let rounds = replay(&self.seed.text, &self.steps).ok()?;
        let last = self.steps.last()?.round;
        let steps = self.steps.iter().filter(|step| step.round == last);
        Some((
            rounds.into_iter().next_back()?.from,
            steps.cloned().collect(),
        ))
    }
}

impl Approximation {
    /// Whether it has the answers of its seed because nothing was done to it but to replace terms by what
    /// is equal to them.
    fn is_equivalent(&self) -> bool {
        !self.steps.is_empty() && self.steps.iter().all(|step| step.equal)
    }
}

/// Those of some steps that have these places. Nothing if they cannot be done alone: what later rounds
/// replace would be something else without an earlier step.
pub(super) fn fewer(all: &[Step], places: &[usize]) -> Option<Vec<Step>> {
    let round = |place: &usize| all.get(*place).map(|step| step.round);
    let last = places.iter().filter_map(round).max();
    let early = all.iter().filter(|step| Some(step.round) < last).count();
    if !places.is_empty() && (0..early).any(|place| !places.contains(&place)) {
        return None;
    }
    let steps = places.iter().map(|&place| all.get(place).cloned());
    steps.collect()
}

/// What steps make of a seed; nothing if they do not fit.
pub(super) fn made_by(seed: &Seed, steps: &[Step]) -> Option<Vec<u8>> {
    let rounds = replay(&seed.text, steps).ok()?;
    let last = rounds.into_iter().next_back();
    Some(last.map_or_else(|| seed.text.clone(), |round| round.to))
}

/// What is in a bucket with a formula to which this was done, most likely.
pub(super) fn key(seed: &Seed, steps: &[Step]) -> String {
    let rules: BTreeSet<&str> = steps.iter().map(|step| &*step.rule).collect();
    let mut shapes: Vec<String> = steps.iter().map(|step| shape(&step.was)).collect();
    if steps.is_empty() {
        // A formula from nothing has no rules and shapes to compare.
        let topic = seed.made.as_ref().map(|made| made.topic.clone());
        shapes.push(topic.unwrap_or_else(|| shape(&seed.text)));
    }
    shapes.sort();
    format!("{rules:?} {shapes:?}")
}

impl Derived for Approximation {
    fn source(&self) -> &Arc<Seed> {
        &self.seed
    }

    fn steps(&self) -> usize {
        self.steps.len()
    }

    fn rebuild(&self, steps: &[usize]) -> Option<(Derivation, Vec<u8>)> {
        let fewer = Self {
            steps: fewer(&self.steps, steps)?,
            ..self.clone()
        };
        let script = made_by(&self.seed, &fewer.steps)?;
        Some((Derivation::Approximation(fewer), script))
    }

    fn claims(&self) -> Claims {
        let questions = questions(&self.seed.text, &self.steps, self.direction);
        let questions = questions.into_iter().flatten();
        Claims::Scripts(questions.map(|(_, question)| question).collect())
    }

    fn key(&self) -> String {
        key(&self.seed, &self.steps)
    }

    fn product(&self) -> &'static str {
        match self.direction {
            _ if self.is_equivalent() => "its equivalent",
            Direction::Over => "its over-approximation",
            Direction::Under => "its under-approximation",
        }
    }

    fn labels(&self) -> Vec<Cow<'_, str>> {
        let rules = self.steps.iter().map(|step| Cow::Borrowed(&*step.rule));
        rules.collect()
    }

    fn argument(&self) -> String {
        if self.is_equivalent() {
            return "Terms of the seed are replaced by what is equal to them.".to_owned();
        }
        let (follows, from) = match self.direction {
            Direction::Under => ("seed", "mutant"),
            Direction::Over => ("mutant", "seed"),
        };
        format!("The {follows} follows from the {from}.")
    }

    fn told(&self) -> Vec<ToldStep> {
        let told = self.steps.iter().map(|step| {
            let form = match step.form {
                Form::Cnf => "conjunctive normal",
                Form::Polarity => "own",
            };
            let what = match step.equal {
                true => "equivalence",
                false => "rule",
            };
            ToldStep {
                what: format!("{what} `{}`, in the seed's {form} form", step.rule),
                replaced: Some(Replacement {
                    was: step.was.clone(),
                    put: vec![step.declare.clone(), step.put.clone()],
                }),
            }
        });
        told.collect()
    }
}

/// Scripts that are unsat if a mutant is what it claims to be, with the round of its steps that
/// each is about. A script that asks several times has a claim for each of its checks.
pub fn questions(
    seed: &[u8],
    steps: &[Step],
    direction: Direction,
) -> Result<Vec<(u32, Vec<u8>)>, ReplayError> {
    let rounds = replay(seed, steps)?;
    let numbers = steps
        .chunk_by(|a, b| a.round == b.round)
        .map(|of| of[0].round);
    let mut questions = Vec::new();
    for (number, round) in numbers.zip(&rounds) {
        for question in claims(round, direction)? {
            questions.push((number, question));
        }
    }
    Ok(questions)
}

/// The claims of one round.
pub fn claims(round: &Round, direction: Direction) -> Result<Vec<Vec<u8>>, ParseError> {
    let (from, to) = (
        Script::parse(&round.from[..])?,
        Script::parse(&round.to[..])?,
    );
    if incremental(&from).is_none() {
        return Ok(vec![claim(&round.from, &round.to, direction)?]);
    }
    let (from, to) = (
        seeds(&from).unwrap_or_default(),
        seeds(&to).unwrap_or_default(),
    );
    let pairs = from.iter().filter_map(|seed| {
        let mutant = to.iter().find(|mutant| mutant.check == seed.check)?;
        Some(claim(&seed.text, &mutant.text, direction))
    });
    pairs.collect()
}
