//! Whether mutants are the approximations that they claim to be, asked of solvers.

use crate::case::SeedVerdict;
use smt::Status;
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
    let status = |result: Result<Outcome, Error>| SeedVerdict::of(result.as_ref().ok()?).status();
    let answers: Option<Vec<Option<Status>>> = results.into_iter().map(|r| r.map(status)).collect();
    let of_pair = |both: &[Option<Status>]| {
        let (one, other) = both.split_at(configs.len());
        let differ = |(one, other): (&Option<Status>, &Option<Status>)| {
            one.is_some() && other.is_some() && one != other
        };
        one.iter().zip(other).any(differ)
    };
    Some(
        answers?
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
