//! A seed and a mutant whose answers contradict each other, made smaller together.

use super::asking::{Asking, Stop};
use crate::ask::Ask;
use crate::case::{SeedVerdict, claims};
use crate::finding::Opinion;
use crate::triage::of_claims;
use mutate::pair::{Apart, split};
use mutate::rule::Direction;
use mutate::step::Round;
use reduce::{Predicate, Trial};
use smt::Status;
use solve::{Answer, AnswerClass, Error, Mode, Outcome, Solver};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// What is to stay.
pub(super) struct Contradiction<'a> {
    pub solver: &'a Solver,
    pub references: &'a [Solver],
    /// What the solver answers to the seed.
    pub due: Status,
    pub direction: Direction,
}

/// The sessions of one worker.
struct Sessions {
    /// Not there if the contradiction needs a process of its own.
    warm: Option<Box<dyn Ask>>,
    fresh: Box<dyn Ask>,
    references: Vec<Box<dyn Ask>>,
}

/// What a reference says of the original pair, and so of what is left of it.
struct Says {
    /// That one follows from the other.
    proves: bool,
    /// Of seed and mutant, if it has an answer to both.
    answers: Option<(AnswerClass, AnswerClass)>,
}

/// Holds of a pair that the solver answers as it should not, while others prove that one of its
/// scripts follows from the other.
pub(super) struct ContradictionPredicate {
    due: Status,
    direction: Direction,
    /// Of each reference.
    says: Vec<Says>,
    workers: Vec<Mutex<Sessions>>,
    stop: Stop,
}

impl ContradictionPredicate {
    /// `None` if the original does not hold, or nobody proves the claim.
    pub fn learn(
        wanted: &Contradiction<'_>,
        asking: &Asking<'_>,
        pair: &[u8],
    ) -> Result<Option<Self>, Error> {
        let stop = Stop::default();
        let Some(apart) = split(pair) else {
            return Ok(None);
        };
        let Some(claims) = claims_of(&apart, wanted.direction) else {
            return Ok(None);
        };
        let mut originals: Vec<&[u8]> = vec![&apart.seed, &apart.mutant];
        originals.extend(claims.iter().map(|claim| &claim[..]));
        let (mut references, mut says) = (Vec::new(), Vec::new());
        for solver in wanted.references {
            let reference = asking.reference(solver, &originals, &stop)?;
            let verdicts: Vec<Answer> = reference.outcomes.iter().map(Outcome::verdict).collect();
            let (both, of_claims) = verdicts.split_at(2.min(verdicts.len()));
            let proves = of_claims.iter().all(|answer| *answer == Answer::Unsat);
            let answers = match both {
                [seed, mutant] if seed.is_definite() && mutant.is_definite() => {
                    Some((seed.class(), mutant.class()))
                }
                _ => None,
            };
            // Who knows nothing of the original need not be asked of what is left of it.
            if proves || answers.is_some() {
                references.push(reference);
                says.push(Says { proves, answers });
            }
        }
        let test = |mode: Mode| {
            let mut config = (asking.config)(wanted.solver, mode);
            config.limits.stop = Some(stop.flag());
            config.check_models = true;
            (asking.open)(config)
        };
        let worker = |_| {
            Mutex::new(Sessions {
                warm: Some(test(Mode::Reset)),
                fresh: test(Mode::Fresh),
                references: references
                    .iter()
                    .map(|r| r.session(asking, &stop))
                    .collect(),
            })
        };
        let mut predicate = Self {
            due: wanted.due,
            direction: wanted.direction,
            says,
            workers: (0..asking.jobs.max(1)).map(worker).collect(),
            stop,
        };
        predicate.learn_limits(&apart)?;
        let holds = predicate.holds(0, pair) == Trial::Holds;
        match predicate.stop.take_error() {
            Some(error) => Err(error),
            None => Ok(holds.then_some(predicate)),
        }
    }

    /// Learns how long a check may take, and whether solvers can be kept warm.
    fn learn_limits(&mut self, apart: &Apart) -> Result<(), Error> {
        let Some(Ok(mut worker)) = self.workers.first().map(Mutex::lock) else {
            return Ok(());
        };
        let start = Instant::now();
        self.contradicts_itself(&mut *worker.fresh, apart)?;
        let enough = start.elapsed() * 4 + Duration::from_millis(500);
        let shows_warm = match &mut worker.warm {
            Some(warm) => self.contradicts_itself(&mut **warm, apart)?,
            None => false,
        };
        drop(worker);
        for worker in self.workers.iter_mut().filter_map(|w| w.get_mut().ok()) {
            if !shows_warm {
                worker.warm = None;
            }
            for session in worker.warm.iter_mut().chain([&mut worker.fresh]) {
                session.limit_time(session.time_limit().min(enough));
            }
        }
        Ok(())
    }

    /// What others say of a pair.
    pub fn say(&self, apart: &Apart) -> Result<Vec<Opinion>, Error> {
        let Some(Ok(mut worker)) = self.workers.first().map(Mutex::lock) else {
            return Ok(Vec::new());
        };
        let claims = claims_of(apart, self.direction).unwrap_or_default();
        let mut opinions = Vec::new();
        for reference in &mut worker.references {
            let seed = reference.run(&apart.seed)?.verdict();
            let mutant = reference.run(&apart.mutant)?.verdict();
            let claim = of_claims(&mut **reference, &claims)?;
            opinions.push(Opinion {
                solver: reference.info(),
                parents: vec![seed.class()],
                witness: mutant.class(),
                claim: claim.map(|answer| answer.class()),
            });
        }
        Ok(opinions)
    }

    /// Whether a pair holds in processes of their own.
    pub fn confirms(&self, pair: &[u8]) -> bool {
        let Some(Ok(mut worker)) = self.workers.first().map(Mutex::lock) else {
            return false;
        };
        let warm = worker.warm.take();
        let holds = self.ask(&mut worker, pair);
        worker.warm = warm;
        self.stop.verdict(holds) == Trial::Holds
    }

    /// From now on warm processes are not believed; whether they were.
    pub fn be_careful(&self) -> bool {
        self.stop.be_careful()
    }

    pub fn is_broken(&self) -> bool {
        self.stop.is_broken()
    }

    pub fn take_error(&self) -> Option<Error> {
        self.stop.take_error()
    }

    /// Whether a session gives the two answers that contradict each other.
    fn contradicts_itself(&self, session: &mut dyn Ask, apart: &Apart) -> Result<bool, Error> {
        let outcome = session.run(&apart.mutant)?;
        let mut answers = outcome.answers().chain(&outcome.afterwards);
        let wrong = outcome
            .answers()
            .any(|a| a.status() == Some(self.due.other()));
        if !wrong || answers.any(|answer| !answer.is_definite()) {
            return Ok(false);
        }
        let seed = session.run(&apart.seed)?;
        Ok(SeedVerdict::of(&seed) == SeedVerdict::Definite(self.due))
    }

    fn ask(&self, worker: &mut Sessions, text: &[u8]) -> Result<bool, Error> {
        let Some(apart) = split(text) else {
            return Ok(false);
        };
        let Some(claims) = claims_of(&apart, self.direction) else {
            return Ok(false);
        };
        if let Some(warm) = &mut worker.warm
            && !self.contradicts_itself(&mut **warm, &apart)?
        {
            return Ok(false);
        }
        let mut proved = false;
        for (reference, says) in worker.references.iter_mut().zip(&self.says) {
            if says.proves {
                match of_claims(&mut **reference, &claims)? {
                    Some(Answer::Unsat) => proved = true,
                    Some(Answer::Sat) => return Ok(false),
                    _ => {}
                }
            }
            if let Some((seed, mutant)) = &says.answers
                && (reference.run(&apart.seed)?.verdict().class() != *seed
                    || reference.run(&apart.mutant)?.verdict().class() != *mutant)
            {
                return Ok(false);
            }
        }
        if !proved {
            return Ok(false);
        }
        match worker.warm.is_some() && !self.stop.is_careful() {
            true => Ok(true),
            false => self.contradicts_itself(&mut *worker.fresh, &apart),
        }
    }
}

/// What must not be sat if one follows from the other.
fn claims_of(apart: &Apart, direction: Direction) -> Option<Vec<Vec<u8>>> {
    let round = Round {
        from: apart.seed.clone(),
        to: apart.mutant.clone(),
    };
    let claims = claims(&round, direction).ok()?;
    (!claims.is_empty()).then_some(claims)
}

impl Predicate for ContradictionPredicate {
    fn holds(&self, worker: usize, text: &[u8]) -> Trial {
        let Some(Ok(mut worker)) = self.workers.get(worker).map(Mutex::lock) else {
            return Trial::Cancelled;
        };
        self.stop.verdict(self.ask(&mut worker, text))
    }

    fn cancel(&self) {
        self.stop.cancel();
    }

    fn go_on(&self) {
        self.stop.go_on();
    }
}
