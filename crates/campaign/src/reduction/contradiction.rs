//! A seed and a mutant whose answers contradict each other, made smaller together.

use super::asking::{Asking, Stop};
use crate::check::claims;
use crate::finding::{Kind, Opinion};
use crate::oracle::{Case, suspicion};
use crate::seeds;
use crate::triage::asked;
use mutate::pair::{Apart, split};
use mutate::rule::Direction;
use mutate::step::Round;
use reduce::{Predicate, Verdict};
use smt::Status;
use solve::{Answer, Error, Mode, Outcome, Session, Solver};
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

struct Asked {
    /// Not there if the contradiction needs a process of its own.
    warm: Option<Session>,
    fresh: Session,
    references: Vec<Session>,
}

/// What a reference says of the original pair, and so of what is left of it.
struct Says {
    /// That one follows from the other.
    proves: bool,
    /// Of seed and mutant, if it has an answer to both.
    answers: Option<(String, String)>,
}

/// Holds of a pair that the solver answers as it should not, while others prove that one of its
/// scripts follows from the other.
pub(super) struct ContradictionPredicate {
    due: Status,
    direction: Direction,
    /// Of each reference.
    says: Vec<Says>,
    workers: Vec<Mutex<Asked>>,
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
                    Some((seed.class().to_owned(), mutant.class().to_owned()))
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
            Session::new(config)
        };
        let worker = |_| {
            Mutex::new(Asked {
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
        let holds = predicate.holds(0, pair) == Verdict::Holds;
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
        self.contradicts_itself(&mut worker.fresh, apart)?;
        let enough = start.elapsed() * 4 + Duration::from_millis(500);
        let shows_warm = match &mut worker.warm {
            Some(warm) => self.contradicts_itself(warm, apart)?,
            None => false,
        };
        drop(worker);
        for worker in self.workers.iter_mut().filter_map(|w| w.get_mut().ok()) {
            if !shows_warm {
                worker.warm = None;
            }
            for session in worker.warm.iter_mut().chain([&mut worker.fresh]) {
                session.limit_time(session.config().limits.time.min(enough));
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
            opinions.push(Opinion {
                seed: seed.class().to_owned(),
                mutant: mutant.class().to_owned(),
                claim: of_claims(reference, &claims)?.class().to_owned(),
                solver: asked(reference),
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
        self.stop.verdict(holds) == Verdict::Holds
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
    fn contradicts_itself(&self, session: &mut Session, apart: &Apart) -> Result<bool, Error> {
        let outcome = session.run(&apart.mutant)?;
        let case = Case {
            script: &apart.mutant,
            outcome: &outcome,
            due: Some(self.due),
        };
        if suspicion(&case) != Some(Kind::Soundness) {
            return Ok(false);
        }
        let mut answers = outcome.answers().chain(&outcome.afterwards);
        if answers.any(|answer| !answer.is_definite()) {
            return Ok(false);
        }
        let seed = session.run(&apart.seed)?;
        Ok(seeds::Verdict::of(&seed) == seeds::Verdict::Definite(self.due))
    }

    fn ask(&self, worker: &mut Asked, text: &[u8]) -> Result<bool, Error> {
        let Some(apart) = split(text) else {
            return Ok(false);
        };
        let Some(claims) = claims_of(&apart, self.direction) else {
            return Ok(false);
        };
        if let Some(warm) = &mut worker.warm
            && !self.contradicts_itself(warm, &apart)?
        {
            return Ok(false);
        }
        let mut proved = false;
        for (reference, says) in worker.references.iter_mut().zip(&self.says) {
            if says.proves {
                match of_claims(reference, &claims)? {
                    Answer::Unsat => proved = true,
                    Answer::Sat => return Ok(false),
                    _ => {}
                }
            }
            if let Some((seed, mutant)) = &says.answers
                && (reference.run(&apart.seed)?.verdict().class() != seed
                    || reference.run(&apart.mutant)?.verdict().class() != mutant)
            {
                return Ok(false);
            }
        }
        if !proved {
            return Ok(false);
        }
        match worker.warm.is_some() && !self.stop.is_careful() {
            true => Ok(true),
            false => self.contradicts_itself(&mut worker.fresh, &apart),
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

/// What a session says of claims: `unsat` if it proves all.
fn of_claims(session: &mut Session, claims: &[Vec<u8>]) -> Result<Answer, Error> {
    let mut all = Answer::Unknown {
        reason: "there is no claim".to_owned(),
    };
    for claim in claims {
        all = session.run(claim)?.verdict();
        if all != Answer::Unsat {
            break;
        }
    }
    Ok(all)
}

impl Predicate for ContradictionPredicate {
    fn holds(&self, worker: usize, text: &[u8]) -> Verdict {
        let Some(Ok(mut worker)) = self.workers.get(worker).map(Mutex::lock) else {
            return Verdict::Cancelled;
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
