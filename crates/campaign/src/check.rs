//! Whether mutants are the approximations that they claim to be, asked of solvers.

use crate::seeds::Verdict;
use mutate::claim::claim;
use mutate::flatten::{incremental, seeds};
use mutate::rule::Direction;
use mutate::step::{ReplayError, Round, Step, replay};
use smt::{ParseError, Script};
use solve::{Answer, Error, Job, Outcome, Pool, SessionConfig};
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

/// What solvers say of a mutant's claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Judgement {
    /// One says that it holds, and none that it does not.
    Holds,
    /// One has a counterexample, and none says that it holds.
    Fails {
        /// The script that is sat.
        script: Vec<u8>,
    },
    /// One says that it holds and another that it does not: one of the solvers is wrong.
    Disputed {
        /// The script.
        script: Vec<u8>,
    },
    /// Nobody knows; and why, of the first solver.
    Open(Answer),
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

/// Whether a solver gives two scripts different answers that must have the same, as a seed and its
/// normal form. `None` if it is stopped.
pub fn differ(
    pairs: &[(Vec<u8>, Vec<u8>)],
    configs: &[SessionConfig],
    jobs: NonZeroUsize,
    stop: &AtomicBool,
) -> Option<Vec<bool>> {
    let pool = Pool::new(configs.to_vec(), jobs);
    let work: Vec<Job<'_>> = pairs
        .iter()
        .flat_map(|(one, other)| [one, other])
        .flat_map(|script| (0..configs.len()).map(move |config| Job { config, script }))
        .collect();
    let results = pool.run_until(&work, stop, |_| ());
    let verdict = |result: Result<Outcome, Error>| {
        result.map_or(Verdict::Useless("error"), |o| Verdict::of(&o))
    };
    let verdicts: Option<Vec<Verdict>> = results.into_iter().map(|r| r.map(verdict)).collect();
    let of_pair = |both: &[Verdict]| {
        let (one, other) = both.split_at(configs.len());
        one.iter().zip(other).any(|pair| match pair {
            (Verdict::Definite(one), Verdict::Definite(other)) => one != other,
            _ => false,
        })
    };
    Some(
        verdicts?
            .chunks((2 * configs.len()).max(1))
            .map(of_pair)
            .collect(),
    )
}

/// Puts questions to several solvers. `None` if it is stopped.
pub fn judge(
    questions: &[Vec<u8>],
    configs: &[SessionConfig],
    jobs: NonZeroUsize,
    stop: &AtomicBool,
    mut progress: impl FnMut() + Send,
) -> Option<Vec<Judgement>> {
    let pool = Pool::new(configs.to_vec(), jobs);
    let work: Vec<Job<'_>> = questions
        .iter()
        .flat_map(|script| (0..configs.len()).map(move |config| Job { config, script }))
        .collect();
    let results = pool.run_until(&work, stop, |_| progress());
    let answer = |result: Result<Outcome, Error>| match result {
        Ok(outcome) => outcome.verdict(),
        Err(error) => Answer::Unknown {
            reason: error.to_string(),
        },
    };
    let answers: Option<Vec<Answer>> = results.into_iter().map(|r| r.map(answer)).collect();
    let answers = answers?;
    let of_question = answers.chunks(configs.len().max(1));
    let judged = questions.iter().zip(of_question).map(|(script, answers)| {
        let says = |wanted: &Answer| answers.contains(wanted);
        let script = || script.clone();
        match (says(&Answer::Unsat), says(&Answer::Sat)) {
            (true, false) => Judgement::Holds,
            (false, true) => Judgement::Fails { script: script() },
            (true, true) => Judgement::Disputed { script: script() },
            (false, false) => Judgement::Open(answers[0].clone()),
        }
    });
    Some(judged.collect())
}
