//! A seed and a mutant whose answers contradict each other, made smaller together.

use super::asking::{Asking, Stop};
use crate::check::claims;
use crate::finding::{Kind, Opinion};
use crate::oracle::{Case, suspicion};
use crate::seeds;
use crate::triage::asked;
use mutate::flatten::Status;
use mutate::pair::{Apart, split};
use mutate::rule::Direction;
use mutate::step::Round;
use reduce::{Predicate, Verdict};
use solve::{Answer, Error, Mode, Session, Solver};
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

/// Holds of a pair that the solver answers as it should not, while others prove that one of its
/// scripts follows from the other.
pub(super) struct ContradictionPredicate {
    due: Status,
    direction: Direction,
    /// What each reference says of seed and mutant, where it has an answer to both.
    opinions: Vec<Option<(String, String)>>,
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
        let session = |solver: &Solver, mode: Mode, check_models: bool| {
            let mut config = (asking.config)(solver, mode);
            config.limits.stop = Some(stop.flag());
            config.check_models = check_models;
            Session::new(config)
        };
        let worker = |_| {
            let references = wanted.references.iter();
            Mutex::new(Asked {
                warm: Some(session(wanted.solver, Mode::Reset, true)),
                fresh: session(wanted.solver, Mode::Fresh, true),
                references: references.map(|r| session(r, Mode::Reset, false)).collect(),
            })
        };
        let mut predicate = Self {
            due: wanted.due,
            direction: wanted.direction,
            opinions: vec![None; wanted.references.len()],
            workers: (0..asking.jobs.max(1)).map(worker).collect(),
            stop,
        };
        let Some(apart) = split(pair) else {
            return Ok(None);
        };
        predicate.learn_limits(&apart)?;
        let said = predicate.say(&apart)?;
        let definite = |answer: &str| answer == "sat" || answer == "unsat";
        predicate.opinions = said
            .into_iter()
            .map(|o| (definite(&o.seed) && definite(&o.mutant)).then_some((o.seed, o.mutant)))
            .collect();
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
        let claims = self.claims(apart).unwrap_or_default();
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

    pub fn is_broken(&self) -> bool {
        self.stop.is_broken()
    }

    pub fn take_error(&self) -> Option<Error> {
        self.stop.take_error()
    }

    fn claims(&self, apart: &Apart) -> Option<Vec<Vec<u8>>> {
        let round = Round {
            from: apart.seed.clone(),
            to: apart.mutant.clone(),
        };
        claims(&round, self.direction)
            .ok()
            .filter(|c| !c.is_empty())
    }

    /// Whether a session gives the two answers that contradict each other.
    fn contradicts_itself(&self, session: &mut Session, apart: &Apart) -> Result<bool, Error> {
        let outcome = session.run(&apart.mutant)?;
        let case = Case {
            script: &apart.mutant,
            outcome: &outcome,
            due: self.due,
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
        let Some(claims) = self.claims(&apart) else {
            return Ok(false);
        };
        if let Some(warm) = &mut worker.warm
            && !self.contradicts_itself(warm, &apart)?
        {
            return Ok(false);
        }
        let mut proved = false;
        for (reference, opinion) in worker.references.iter_mut().zip(&self.opinions) {
            match of_claims(reference, &claims)? {
                Answer::Unsat => proved = true,
                Answer::Sat => return Ok(false),
                _ => {}
            }
            if let Some((seed, mutant)) = opinion
                && (reference.run(&apart.seed)?.verdict().class() != seed
                    || reference.run(&apart.mutant)?.verdict().class() != mutant)
            {
                return Ok(false);
            }
        }
        Ok(proved && self.contradicts_itself(&mut worker.fresh, &apart)?)
    }
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
