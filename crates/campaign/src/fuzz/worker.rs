//! Who does the units: makes mutants, has them answered, and looks into what is suspicious.

use super::{Campaign, CampaignError};
use crate::finding::Kind;
use crate::fingerprint::fingerprint;
use crate::journal::UnitReport;
use crate::models::{Models, with_model};
use crate::oracle::{Case, suspicion};
use crate::plan::{Origin, Unit};
use crate::seeds::{Seed, SeedAnswer, Verdict, identity};
use crate::settled::is_settled;
use crate::strategy::{Producer, STRATEGIES};
use crate::tally::Tally;
use crate::triage::{Bench, Suspect};
use mutate::mutator::Mutant;
use mutate::rule::Direction;
use smt::Status;
use solve::{Mode, Session, Solver};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// After how many timeouts, or after how many seconds with the solver, the rest of a unit is given
/// up: the solver has better things to do.
const TIMEOUTS: u64 = 2;
const UNIT_SECONDS: f64 = 10.0;
/// How long a formula may take that was made from nothing: most are small.
const GENERATED_TIME: Duration = Duration::from_secs(1);
/// How many suspicions of a kind a unit looks into: a seed that always fails is one bug.
const SUSPICIONS: u64 = 2;
/// How many mutants are made before the solver is asked, and how many bytes of them.
const MADE_AT_ONCE: (usize, usize) = (64, 64 * 1024);

/// What a session is for.
#[derive(Debug, Clone, Copy)]
enum Use {
    Mutants,
    Seeds,
    Triage,
}

/// What came of asking about some mutants, which are meant by their places.
struct Asked {
    /// What they are suspected of, and the answer that is due.
    suspects: Vec<(usize, Kind, Status)>,
    /// What the others were answered with.
    answers: Vec<(usize, Status)>,
    /// Whether they all had their turn or were not worth it.
    complete: bool,
}

/// One of those who work, with sessions of its own.
pub(super) struct Worker<'a, 'c> {
    campaign: &'a Campaign<'c>,
    /// By solver and use.
    sessions: Vec<[Option<Session>; 3]>,
    references: Vec<Session>,
    /// The first reference in the mode of mutants, for those whose answer nobody knows.
    comparing: Option<Session>,
    salt: u64,
    /// The mutants at hand, with their numbers; what is beyond `made` is only there to be used again.
    mutants: Vec<(u64, Mutant)>,
    made: usize,
}

impl<'a, 'c> Worker<'a, 'c> {
    pub fn new(campaign: &'a Campaign<'c>, number: u64) -> Self {
        let plan = campaign.plan;
        let salt = number * 1000;
        let reference = |(place, solver): (usize, &Solver)| {
            let mut config =
                plan.config(solver, Mode::Fresh, plan.timeout, salt + 500 + place as u64);
            config.check_models = false;
            Session::new(config)
        };
        Self {
            campaign,
            sessions: plan.solvers.iter().map(|_| [None, None, None]).collect(),
            references: plan.references.iter().enumerate().map(reference).collect(),
            comparing: None,
            salt,
            mutants: Vec::new(),
            made: 0,
        }
    }

    fn session(&mut self, solver: usize, use_: Use) -> &mut Session {
        let plan = self.campaign.plan;
        let salt = self.salt + (solver * 3 + use_ as usize) as u64;
        self.sessions[solver][use_ as usize].get_or_insert_with(|| {
            let (mode, time) = match use_ {
                Use::Mutants => (plan.mode, plan.timeout),
                Use::Seeds => (Mode::Fresh, plan.seed_timeout),
                Use::Triage => (Mode::Fresh, plan.timeout),
            };
            let mut config = plan.config(&plan.solvers[solver], mode, time, salt);
            // Mutants of different seeds have different limits.
            config.told_time = !matches!(use_, Use::Mutants);
            Session::new(config)
        })
    }

    /// Does a unit; how many mutants it tested.
    pub fn unit(&mut self, unit: &Unit) -> Result<u64, CampaignError> {
        let (campaign, plan) = (self.campaign, self.campaign.plan);
        let started = Instant::now();
        let mut report = UnitReport {
            unit: unit.number,
            ..UnitReport::default()
        };
        let number = match unit.origin {
            Origin::Seed(number) => number,
            Origin::Nothing(number) => {
                let generation = &plan.generations[number];
                let time = GENERATED_TIME.min(plan.timeout);
                self.session(unit.solver, Use::Mutants).limit_time(time);
                let mut producer = generation.producer();
                let tally = &mut report.tally;
                let complete = self.test(unit, generation.due, &mut *producer, tally)?;
                report.tally.seconds = started.elapsed().as_secs_f64();
                campaign.report(&report, complete)?;
                return Ok(report.tally.mutants);
            }
        };
        let seed = &plan.seeds[number];
        let answer = self.answer_to_seed(unit.solver, number, &mut report.tally)?;
        if campaign.is_over() && !matches!(answer.verdict, Verdict::Definite(_)) {
            // Its time may have been cut short.
            return Ok(0);
        }
        let strategy = STRATEGIES[unit.pass as usize % STRATEGIES.len()];
        let producer = match answer.verdict {
            Verdict::Definite(due) => strategy.prepare(&seed.text, due, &plan.options),
            Verdict::Useless(_) => None,
        };
        if unit.pass == 0 {
            report.seed = match (&answer.verdict, &producer) {
                (Verdict::Useless(why), _) => (*why).to_owned(),
                (_, None) => "trivial".to_owned(),
                _ => "used".to_owned(),
            };
        }
        let mut complete = true;
        if let (Some(mut producer), Verdict::Definite(due)) = (producer, answer.verdict) {
            let time = plan.mutant_time(answer.time);
            self.session(unit.solver, Use::Mutants).limit_time(time);
            complete = self.test(unit, Some(due), &mut *producer, &mut report.tally)?;
        }
        report.tally.seconds = started.elapsed().as_secs_f64();
        campaign.report(&report, complete)?;
        Ok(report.tally.mutants)
    }

    /// Tests a unit's mutants; whether all that are worth it had their turn. If nobody knows which
    /// answer is due, the first of the references is asked too.
    fn test(
        &mut self,
        unit: &Unit,
        due: Option<Status>,
        producer: &mut dyn Producer,
        tally: &mut Tally,
    ) -> Result<bool, CampaignError> {
        let (campaign, plan) = (self.campaign, self.campaign.plan);
        let mut looked_into: BTreeMap<Kind, u64> = BTreeMap::new();
        let mut next = unit.mutants.start;
        while next < unit.mutants.end && !is_tedious(tally, 0.0) {
            if campaign.is_over() {
                return Ok(false);
            }
            next = self.make(producer, next..unit.mutants.end, tally);
            let with_models = plan.models.are_asked_in(unit.number);
            let asked = self.ask(unit.solver, due, with_models, tally)?;
            let mut suspects = asked.suspects;
            if due.is_none() {
                suspects.extend(self.disagreements(&asked.answers, tally)?);
            }
            for (place, kind, due) in suspects {
                let looked = looked_into.entry(kind).or_default();
                if *looked >= SUSPICIONS {
                    tally.further += 1;
                    continue;
                }
                let start = Instant::now();
                let (number, mutant) = &mut self.mutants[place];
                let (number, mutant) = (*number, std::mem::take(mutant));
                let made;
                let (seed, topic, witness) = match unit.origin {
                    Origin::Seed(number) => (&plan.seeds[number], None, None),
                    Origin::Nothing(generation) => {
                        let generation = &plan.generations[generation];
                        let witness;
                        (made, witness) = generation.seed(number);
                        (&made, Some(generation.topic(number)), witness)
                    }
                };
                let suspect = Suspect {
                    seed,
                    topic,
                    due,
                    witness,
                    direction: producer.direction(),
                    steps: &mutant.steps,
                    number,
                    random: plan.options.approximation.seed,
                    kind,
                    // A solver's own check may be what is wrong: we want to see the model.
                    with_model: with_models || (kind == Kind::Model && plan.models != Models::Off),
                };
                match self.look_into(unit.solver, &suspect)? {
                    true => *looked += 1,
                    false => tally.unconfirmed += 1,
                }
                tally.solver_seconds += start.elapsed().as_secs_f64();
            }
            if !asked.complete {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Which of the mutants at hand the first reference answers otherwise, with its answer.
    fn disagreements(
        &mut self,
        answers: &[(usize, Status)],
        tally: &mut Tally,
    ) -> Result<Vec<(usize, Kind, Status)>, CampaignError> {
        let plan = self.campaign.plan;
        let Some(solver) = plan.references.first() else {
            return Ok(Vec::new());
        };
        let salt = self.salt + 900;
        let session = self.comparing.get_or_insert_with(|| {
            let time = GENERATED_TIME.min(plan.timeout);
            let mut config = plan.config(solver, plan.mode, time, salt);
            config.check_models = false;
            Session::new(config)
        });
        let texts = answers
            .iter()
            .map(|(place, _)| &self.mutants[*place].1.text);
        let texts: Vec<&[u8]> = texts.map(Vec::as_slice).collect();
        let mut found = Vec::new();
        let start = Instant::now();
        session.run_all(&texts, |number, outcome| {
            let (place, said) = answers[number];
            if let Verdict::Definite(other) = Verdict::of(&outcome)
                && other != said
                && is_settled(texts[number])
            {
                found.push((place, Kind::Soundness, other));
            }
            match plan.stop.load(Ordering::Relaxed) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        })?;
        tally.solver_seconds += start.elapsed().as_secs_f64();
        Ok(found)
    }

    /// Makes as many of these mutants as are asked about at once; which is the next to make.
    fn make(&mut self, producer: &mut dyn Producer, which: Range<u64>, tally: &mut Tally) -> u64 {
        let (at_most, bytes_at_most) = MADE_AT_ONCE;
        let (mut next, mut bytes) = (which.start, 0);
        self.made = 0;
        while next < which.end && self.made < at_most && bytes < bytes_at_most {
            if self.made == self.mutants.len() {
                self.mutants.push(Default::default());
            }
            let (number, mutant) = &mut self.mutants[self.made];
            *number = next;
            let start = Instant::now();
            let of_use = producer.make(next, mutant);
            tally.generation.add(start.elapsed().as_secs_f64() * 1e6);
            next += 1;
            if of_use {
                bytes += mutant.text.len();
                self.made += 1;
            }
        }
        next
    }

    /// Asks about the mutants at hand.
    fn ask(
        &mut self,
        solver: usize,
        due: Option<Status>,
        with_models: bool,
        tally: &mut Tally,
    ) -> Result<Asked, CampaignError> {
        let campaign = self.campaign;
        let mutants = std::mem::take(&mut self.mutants);
        let made = mutants[..self.made].iter();
        let texts: Vec<Cow<'_, [u8]>> = match with_models {
            true => made.map(|(_, m)| with_model(&m.text).into()).collect(),
            false => made.map(|(_, m)| Cow::from(&m.text)).collect(),
        };
        let (mut suspects, mut answers, mut complete) = (Vec::new(), Vec::new(), true);
        // Whichever answer is due, a crash or a wrong model is none.
        let or_any = due.unwrap_or(Status::Sat);
        let start = Instant::now();
        let end = self
            .session(solver, Use::Mutants)
            .run_all(&texts, |place, outcome| {
                if campaign.plan.stop.load(Ordering::Relaxed) {
                    // What it says may be for want of time.
                    complete = false;
                    return ControlFlow::Break(());
                }
                tally.answer(outcome.verdict().class());
                let (script, outcome) = (&*texts[place], &outcome);
                let case = Case {
                    script,
                    outcome,
                    due,
                };
                match (suspicion(&case), Verdict::of(outcome)) {
                    (Some(kind), _) => suspects.push((place, kind, or_any)),
                    (None, Verdict::Definite(status)) => answers.push((place, status)),
                    (None, Verdict::Useless(_)) => {}
                }
                if is_tedious(tally, start.elapsed().as_secs_f64()) {
                    return ControlFlow::Break(());
                }
                if campaign.is_over() && place + 1 < texts.len() {
                    complete = false;
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            });
        tally.solver_seconds += start.elapsed().as_secs_f64();
        self.mutants = mutants;
        end?;
        Ok(Asked {
            suspects,
            answers,
            complete,
        })
    }

    /// Whether it is a finding, or would be if nobody spoke against it.
    fn look_into(&mut self, solver: usize, suspect: &Suspect<'_>) -> Result<bool, CampaignError> {
        self.session(solver, Use::Triage);
        let Some(fresh) = self.sessions[solver][Use::Triage as usize].as_mut() else {
            return Ok(false);
        };
        let campaign = self.campaign;
        let known = |bucket: &str| {
            let buckets = &campaign.lock().totals.buckets;
            Some(buckets.get(bucket)?.best.found)
        };
        let mut bench = Bench {
            known: &known,
            fresh,
            references: &mut self.references,
        };
        let triage = bench.triage(suspect)?;
        if self.campaign.plan.stop.load(Ordering::Relaxed) {
            // Answers were cut short: it will be looked into when the campaign goes on.
            return Ok(false);
        }
        self.campaign.triaged(triage)
    }

    /// What a solver says of a seed: known, or asked now. What that itself gives away is looked
    /// into as well.
    fn answer_to_seed(
        &mut self,
        solver: usize,
        number: usize,
        tally: &mut Tally,
    ) -> Result<SeedAnswer, CampaignError> {
        let (campaign, plan) = (self.campaign, self.campaign.plan);
        if let Some(answer) = lock(&campaign.answers).get(&(solver, number)) {
            return Ok(*answer);
        }
        let start = Instant::now();
        let seed = &plan.seeds[number];
        let who = identity(&plan.solvers[solver], plan.seed_timeout.as_secs_f64());
        let what = fingerprint(&seed.text);
        let cached = lock(&campaign.cache).get(who, what);
        let mut answer = match cached {
            Some(answer) => answer,
            None => {
                let with_model_or_not = match plan.models {
                    Models::Off => Cow::from(&seed.text),
                    _ => with_model(&seed.text).into(),
                };
                let outcome = self.session(solver, Use::Seeds).run(&with_model_or_not)?;
                let answer = SeedAnswer {
                    verdict: Verdict::of(&outcome),
                    time: start.elapsed(),
                };
                if plan.stop.load(Ordering::Relaxed) {
                    return Ok(SeedAnswer {
                        verdict: Verdict::Useless("stopped"),
                        ..answer
                    });
                }
                let case = Case {
                    script: &with_model_or_not,
                    outcome: &outcome,
                    due: None,
                };
                if let Some(kind @ (Kind::Crash | Kind::Model)) = suspicion(&case) {
                    self.suspect_seed(solver, seed, Status::Sat, kind)?;
                }
                lock(&campaign.cache).put(who, what, answer);
                answer
            }
        };
        if let Verdict::Definite(status) = answer.verdict
            && self.is_contradicted(solver, seed, status)?
        {
            answer.verdict = Verdict::Useless("contradicted");
        }
        tally.solver_seconds += start.elapsed().as_secs_f64();
        lock(&campaign.answers).insert((solver, number), answer);
        Ok(answer)
    }

    /// Whether a seed's answer is wrong: its own status and a reference, or two references, say
    /// otherwise, none agrees, and there can be no misunderstanding. That is a finding without any mutation.
    fn is_contradicted(
        &mut self,
        solver: usize,
        seed: &Seed,
        status: Status,
    ) -> Result<bool, CampaignError> {
        let mut against = usize::from(seed.status.is_some_and(|own| own != status));
        for place in 0..self.references.len() {
            match self.reference_answer(place, seed)? {
                Verdict::Definite(other) if other != status => against += 1,
                Verdict::Definite(_) => return Ok(false),
                Verdict::Useless(_) => {}
            }
        }
        if against < 2 || !is_settled(&seed.text) {
            return Ok(false);
        }
        let due = match status {
            Status::Sat => Status::Unsat,
            Status::Unsat => Status::Sat,
        };
        self.suspect_seed(solver, seed, due, Kind::Soundness)?;
        Ok(true)
    }

    fn reference_answer(&mut self, place: usize, seed: &Seed) -> Result<Verdict, CampaignError> {
        let (campaign, plan) = (self.campaign, self.campaign.plan);
        let session = &mut self.references[place];
        let who = identity(&plan.references[place], plan.seed_timeout.as_secs_f64());
        let what = fingerprint(&seed.text);
        if let Some(answer) = lock(&campaign.cache).get(who, what) {
            return Ok(answer.verdict);
        }
        let start = Instant::now();
        session.limit_time(plan.seed_timeout);
        let verdict = Verdict::of(&session.run(&seed.text)?);
        session.limit_time(plan.timeout);
        if plan.stop.load(Ordering::Relaxed) {
            return Ok(Verdict::Useless("stopped"));
        }
        let time = start.elapsed();
        lock(&campaign.cache).put(who, what, SeedAnswer { verdict, time });
        Ok(verdict)
    }

    fn suspect_seed(
        &mut self,
        solver: usize,
        seed: &Seed,
        due: Status,
        kind: Kind,
    ) -> Result<bool, CampaignError> {
        let suspect = Suspect {
            seed,
            topic: None,
            due,
            witness: None,
            direction: Direction::Over,
            steps: &[],
            number: 0,
            random: self.campaign.plan.options.approximation.seed,
            kind,
            with_model: kind == Kind::Model && self.campaign.plan.models != Models::Off,
        };
        self.look_into(solver, &suspect)
    }
}

/// Whether a unit takes more time than it is worth; `now` is the time that is not yet counted.
fn is_tedious(tally: &Tally, now: f64) -> bool {
    tally.answered("timeout") >= TIMEOUTS || tally.solver_seconds + now > UNIT_SECONDS
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}
