//! The loop: units of work, each some mutants of one seed put to one solver.
//!
//! A unit depends on nothing but its number, so any number of workers do the same work, and after
//! a kill the units that are not in the log are simply done again.

use crate::finding::{Finding, Kind};
use crate::fingerprint::fingerprint;
use crate::journal::{Journal, Record, Times, UnitReport};
use crate::oracle::suspicion;
use crate::seeds::{Seed, Verdict, VerdictCache, identity};
use crate::strategy::{Options, STRATEGIES};
use crate::triage::{Bench, Suspect, Triage};
use mutate::flatten::Status;
use mutate::mutator::Mutant;
use mutate::rule::Direction;
use solve::{Error, Mode, Session, SessionConfig, Solver};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::io;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What a campaign is.
#[derive(Debug)]
pub struct Plan {
    /// What is mutated.
    pub seeds: Vec<Seed>,
    /// The solvers under test.
    pub solvers: Vec<Solver>,
    /// Solvers that are asked who is right.
    pub references: Vec<Solver>,
    /// How mutants are made.
    pub options: Options,
    /// How many mutants a seed has at most.
    pub mutants_per_seed: u64,
    /// How many mutants are made in all at most.
    pub mutants: Option<u64>,
    /// When to stop.
    pub time: Option<Duration>,
    /// How solvers are asked for mutants' answers.
    pub mode: Mode,
    /// How long a mutant may take.
    pub timeout: Duration,
    /// How long a seed may take.
    pub seed_timeout: Duration,
    /// Memory of a solver process, in bytes.
    pub memory: u64,
    /// How many workers.
    pub jobs: NonZeroUsize,
    /// Set from outside to stop.
    pub stop: &'static AtomicBool,
    /// Part of the markers between answers.
    pub nonce: u64,
}

/// How many mutants a unit has: few, so that many seeds have their turn early.
const UNIT: u64 = 10;
/// After how many timeouts the rest of a unit is given up: its solver has better things to do.
const TIMEOUTS: u64 = 2;
/// How many suspicions of a kind a unit looks into: a seed that always fails is one bug.
const SUSPICIONS: u64 = 2;

impl Plan {
    /// All that decides which mutants are made.
    pub fn identity(&self) -> String {
        let mut seeds: Vec<u8> = Vec::new();
        for seed in &self.seeds {
            seeds.extend_from_slice(&fingerprint(&seed.text).to_le_bytes());
        }
        let names = |solvers: &[Solver]| -> Vec<String> {
            solvers.iter().map(Solver::command_line).collect()
        };
        format!(
            "{} seeds {:016x}, solvers {:?}, references {:?}, {:?}, {} mutants a seed, mode {}, timeout {:?}",
            self.seeds.len(),
            fingerprint(&seeds),
            names(&self.solvers),
            names(&self.references),
            self.options.approximation,
            self.mutants_per_seed,
            self.mode.name(),
            self.timeout,
        )
    }

    fn passes(&self) -> u64 {
        self.mutants_per_seed.div_ceil(UNIT)
    }

    fn units(&self) -> u64 {
        self.passes() * (self.seeds.len() * self.solvers.len()) as u64
    }

    fn config(&self, solver: &Solver, mode: Mode, time: Duration, salt: u64) -> SessionConfig {
        let mut config = SessionConfig::new(solver.clone(), mode);
        config.limits.time = time;
        config.limits.memory = Some(self.memory);
        config.limits.stop = Some(self.stop);
        config.nonce = self
            .nonce
            .wrapping_add(salt.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        config.check_models = true;
        config
    }
}

/// What happens, for those who want to know.
#[derive(Debug)]
pub enum Event<'a> {
    /// A unit is done, or was cut short by the end of time.
    Unit(&'a UnitReport),
    /// Something was found; whether it is new, or better than what its bucket had.
    Finding {
        /// What.
        finding: &'a Finding,
        /// The first of its bucket.
        new: bool,
        /// The best of its bucket.
        best: bool,
    },
    /// Others speak against a suspicion.
    Doubt(&'a Finding),
}

/// Who wants to know.
pub trait Consumer: Send {
    /// Something happened.
    fn event(&mut self, event: &Event<'_>, totals: &Totals) -> io::Result<()>;
}

/// Findings that are most likely the same bug.
#[derive(Debug, Clone)]
pub struct Bucket {
    /// The smallest witness.
    pub best: Finding,
    /// How many there were.
    pub count: usize,
}

/// All that is known so far.
#[derive(Debug, Clone, Default)]
pub struct Totals {
    /// How many seeds were of use so far, and how many were not, by reason.
    pub seeds: BTreeMap<String, u64>,
    /// How many mutants were tested.
    pub mutants: u64,
    /// How they were answered.
    pub answers: BTreeMap<String, u64>,
    /// What making them took.
    pub generation: Times,
    /// Seconds spent waiting for solvers.
    pub solver_seconds: f64,
    /// Seconds of all workers.
    pub seconds: f64,
    /// Suspicions that were not confirmed.
    pub unconfirmed: u64,
    /// Suspicions that were not looked into.
    pub further: u64,
    /// Suspicions that others speak against.
    pub doubts: usize,
    /// What was found.
    pub buckets: BTreeMap<String, Bucket>,
    keys: HashSet<String>,
}

impl Totals {
    fn unit(&mut self, report: &UnitReport) {
        self.mutants += report.mutants;
        for (answer, count) in &report.answers {
            *self.answers.entry(answer.clone()).or_default() += count;
        }
        self.generation.merge(&report.generation);
        self.solver_seconds += report.solver_seconds;
        self.seconds += report.seconds;
        self.unconfirmed += report.unconfirmed;
        self.further += report.further;
        if !report.seed.is_empty() {
            *self.seeds.entry(report.seed.clone()).or_default() += 1;
        }
    }

    /// Whether it is the first of its bucket, and whether it is the best; `None` if it is known.
    fn finding(&mut self, finding: &Finding) -> Option<(bool, bool)> {
        if !self.keys.insert(finding.key()) {
            return None;
        }
        let bucket = self.buckets.get_mut(&finding.bucket);
        Some(match bucket {
            None => {
                let bucket = Bucket {
                    best: finding.clone(),
                    count: 1,
                };
                self.buckets.insert(finding.bucket.clone(), bucket);
                (true, true)
            }
            Some(bucket) => {
                bucket.count += 1;
                let best = finding.rank() < bucket.best.rank();
                if best {
                    bucket.best = finding.clone();
                }
                (false, best)
            }
        })
    }

    /// How many buckets of a kind there are.
    pub fn distinct(&self, kind: Kind) -> usize {
        self.buckets
            .values()
            .filter(|b| b.best.kind == kind)
            .count()
    }

    /// How many findings of a kind there are, duplicates included.
    pub fn findings(&self, kind: Kind) -> usize {
        let of_kind = self.buckets.values().filter(|b| b.best.kind == kind);
        of_kind.map(|bucket| bucket.count).sum()
    }
}

/// Why a campaign cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    /// The folder has another campaign in it.
    #[error(
        "there is another campaign in that folder, with other seeds, solvers or settings: choose another with --out"
    )]
    Another,
    /// The disk.
    #[error("the campaign's state cannot be written: {0}")]
    Io(#[from] io::Error),
    /// A solver.
    #[error(transparent)]
    Solver(#[from] Error),
}

/// A campaign that is going on.
pub struct Campaign<'a> {
    plan: &'a Plan,
    done: HashSet<u64>,
    state: Mutex<State<'a>>,
    cache: Mutex<VerdictCache>,
    verdicts: Mutex<HashMap<(usize, usize), Verdict>>,
    deadline: Option<Instant>,
    mutants: AtomicU64,
}

struct State<'a> {
    journal: Journal,
    totals: Totals,
    consumers: Vec<Box<dyn Consumer + 'a>>,
    failure: Option<CampaignError>,
}

impl<'a> Campaign<'a> {
    /// Starts a campaign, or goes on with the one that the log is of.
    pub fn new(
        plan: &'a Plan,
        (mut journal, records): (Journal, Vec<Record>),
        cache: VerdictCache,
        consumers: Vec<Box<dyn Consumer + 'a>>,
    ) -> Result<Self, CampaignError> {
        let identity = plan.identity();
        let (mut totals, mut done) = (Totals::default(), HashSet::new());
        match records.first() {
            None => journal.append(&Record::Campaign { identity })?,
            Some(Record::Campaign { identity: found }) if *found == identity => {}
            Some(_) => return Err(CampaignError::Another),
        }
        for record in &records {
            match record {
                Record::Campaign { .. } => {}
                Record::Unit(report) => {
                    if done.insert(report.unit) {
                        totals.unit(report);
                    }
                }
                Record::Finding(finding) => {
                    totals.finding(finding);
                }
                Record::Doubt(_) => totals.doubts += 1,
            }
        }
        Ok(Self {
            plan,
            done,
            mutants: AtomicU64::new(totals.mutants),
            state: Mutex::new(State {
                journal,
                totals,
                consumers,
                failure: None,
            }),
            cache: Mutex::new(cache),
            verdicts: Mutex::new(HashMap::new()),
            deadline: plan.time.map(|time| Instant::now() + time),
        })
    }

    /// What is known so far.
    pub fn totals(&self) -> Totals {
        self.lock().totals.clone()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State<'a>> {
        self.state
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn is_over(&self) -> bool {
        let time = self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline);
        let enough = self
            .plan
            .mutants
            .is_some_and(|n| self.mutants.load(Ordering::Relaxed) >= n);
        time || enough || self.plan.stop.load(Ordering::Relaxed)
    }

    /// Runs to the end: of the units, of time, or because it is stopped.
    pub fn run(&self) -> Result<(), CampaignError> {
        let next = AtomicU64::new(0);
        let units = self.plan.units();
        std::thread::scope(|scope| {
            for number in 0..self.plan.jobs.get() {
                let next = &next;
                scope.spawn(move || {
                    let mut worker = Worker::new(self, number as u64);
                    while !self.is_over() && self.lock().failure.is_none() {
                        let unit = next.fetch_add(1, Ordering::Relaxed);
                        if unit >= units {
                            break;
                        }
                        if self.done.contains(&unit) {
                            continue;
                        }
                        if let Err(error) = worker.unit(unit) {
                            self.lock().failure.get_or_insert(error);
                        }
                    }
                });
            }
        });
        match self.lock().failure.take() {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    fn report(&self, report: &UnitReport, complete: bool) -> Result<(), CampaignError> {
        let state = &mut *self.lock();
        if complete {
            state.journal.append(&Record::Unit(report.clone()))?;
        }
        state.totals.unit(report);
        tell(state, &Event::Unit(report))
    }

    fn triaged(&self, triage: Triage) -> Result<bool, CampaignError> {
        let state = &mut *self.lock();
        match triage {
            Triage::Gone => return Ok(false),
            Triage::Confirmed(finding) => {
                let Some((new, best)) = state.totals.finding(&finding) else {
                    return Ok(true);
                };
                let record = Record::Finding(finding);
                state.journal.append(&record)?;
                if let Record::Finding(finding) = &record {
                    tell(state, &Event::Finding { finding, new, best })?;
                }
            }
            Triage::Doubtful(finding) => {
                state.totals.doubts += 1;
                let record = Record::Doubt(finding);
                state.journal.append(&record)?;
                if let Record::Doubt(finding) = &record {
                    tell(state, &Event::Doubt(finding))?;
                }
            }
        }
        Ok(true)
    }
}

fn tell(state: &mut State<'_>, event: &Event<'_>) -> Result<(), CampaignError> {
    for consumer in &mut state.consumers {
        consumer.event(event, &state.totals)?;
    }
    Ok(())
}

/// One of those who work, with sessions of its own.
struct Worker<'a, 'c> {
    campaign: &'a Campaign<'c>,
    /// By solver: for mutants, for seeds, and for triage.
    sessions: Vec<[Option<Session>; 3]>,
    references: Vec<Session>,
    salt: u64,
    mutant: Mutant,
}

impl<'a, 'c> Worker<'a, 'c> {
    fn new(campaign: &'a Campaign<'c>, number: u64) -> Self {
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
            salt,
            mutant: Mutant::default(),
        }
    }

    fn session(&mut self, solver: usize, use_: usize) -> &mut Session {
        let plan = self.campaign.plan;
        let salt = self.salt + (solver * 3 + use_) as u64;
        self.sessions[solver][use_].get_or_insert_with(|| {
            let (mode, time) = match use_ {
                MUTANTS => (plan.mode, plan.timeout),
                SEEDS => (Mode::Fresh, plan.seed_timeout),
                _ => (Mode::Fresh, plan.timeout),
            };
            Session::new(plan.config(&plan.solvers[solver], mode, time, salt))
        })
    }

    fn unit(&mut self, unit: u64) -> Result<(), CampaignError> {
        let (campaign, plan) = (self.campaign, self.campaign.plan);
        let started = Instant::now();
        let solvers = plan.solvers.len();
        let solver = unit as usize % solvers;
        let seed_number = unit as usize / solvers % plan.seeds.len();
        let pass = unit / (solvers * plan.seeds.len()) as u64;
        let seed = &plan.seeds[seed_number];
        let mut report = UnitReport {
            unit,
            ..UnitReport::default()
        };
        let verdict = self.verdict(solver, seed_number, &mut report)?;
        if campaign.is_over() && !matches!(verdict, Verdict::Definite(_)) {
            // Its time may have been cut short.
            return Ok(());
        }
        let (due, producer) = match verdict {
            Verdict::Definite(due) => {
                let strategy = STRATEGIES[pass as usize % STRATEGIES.len()];
                (due, strategy.prepare(&seed.text, due, &plan.options))
            }
            Verdict::Useless(_) => (Status::Sat, None),
        };
        if pass == 0 {
            report.seed = match (&verdict, &producer) {
                (Verdict::Useless(why), _) => (*why).to_owned(),
                (_, None) => "trivial".to_owned(),
                _ => "used".to_owned(),
            };
        }
        let mut complete = true;
        if let Some(mut producer) = producer {
            let first = pass * UNIT;
            let mut looked_into: BTreeMap<Kind, u64> = BTreeMap::new();
            for number in first..(first + UNIT).min(plan.mutants_per_seed) {
                if campaign.is_over() {
                    complete = false;
                    break;
                }
                if report
                    .answers
                    .get("timeout")
                    .is_some_and(|&n| n >= TIMEOUTS)
                {
                    break;
                }
                let start = Instant::now();
                let mut mutant = std::mem::take(&mut self.mutant);
                producer.make(number, &mut mutant);
                report.generation.add(start.elapsed().as_secs_f64() * 1e6);
                if mutant.steps.is_empty() {
                    // Nothing was done, so there is nothing to learn.
                    self.mutant = mutant;
                    continue;
                }
                let start = Instant::now();
                let outcome = self.session(solver, MUTANTS).run(&mutant.text)?;
                report.solver_seconds += start.elapsed().as_secs_f64();
                if plan.stop.load(Ordering::Relaxed) {
                    complete = false;
                    break;
                }
                report.mutants += 1;
                campaign.mutants.fetch_add(1, Ordering::Relaxed);
                *report
                    .answers
                    .entry(outcome.verdict().class().to_owned())
                    .or_default() += 1;
                if let Some((kind, _)) = suspicion(&outcome, due) {
                    let looked = looked_into.entry(kind).or_default();
                    if *looked >= SUSPICIONS {
                        report.further += 1;
                    } else {
                        let suspect = Suspect {
                            seed,
                            due,
                            direction: producer.direction(),
                            steps: &mutant.steps,
                            number,
                            random: plan.options.approximation.seed,
                            kind,
                        };
                        let start = Instant::now();
                        match self.look_into(solver, &suspect)? {
                            true => *looked += 1,
                            false => report.unconfirmed += 1,
                        }
                        report.solver_seconds += start.elapsed().as_secs_f64();
                    }
                }
                self.mutant = mutant;
            }
        }
        report.seconds = started.elapsed().as_secs_f64();
        campaign.report(&report, complete)
    }

    /// Whether it is a finding, or would be if nobody spoke against it.
    fn look_into(&mut self, solver: usize, suspect: &Suspect<'_>) -> Result<bool, CampaignError> {
        self.session(solver, TRIAGE);
        let Some(fresh) = self.sessions[solver][TRIAGE].as_mut() else {
            return Ok(false);
        };
        let mut bench = Bench {
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
    fn verdict(
        &mut self,
        solver: usize,
        number: usize,
        report: &mut UnitReport,
    ) -> Result<Verdict, CampaignError> {
        let (campaign, plan) = (self.campaign, self.campaign.plan);
        let known = |verdicts: &Mutex<HashMap<_, _>>| {
            let verdicts = verdicts.lock().unwrap_or_else(|p| p.into_inner());
            verdicts.get(&(solver, number)).copied()
        };
        if let Some(verdict) = known(&campaign.verdicts) {
            return Ok(verdict);
        }
        let seed = &plan.seeds[number];
        let who = identity(&plan.solvers[solver], plan.seed_timeout.as_secs_f64());
        let what = fingerprint(&seed.text);
        let cached = campaign
            .cache
            .lock()
            .unwrap_or_else(|p| p.into_inner())
            .get(who, what);
        let verdict = match cached {
            Some(verdict) => verdict,
            None => {
                let start = Instant::now();
                let outcome = self.session(solver, SEEDS).run(&seed.text)?;
                report.solver_seconds += start.elapsed().as_secs_f64();
                if plan.stop.load(Ordering::Relaxed) {
                    return Ok(Verdict::Useless("stopped"));
                }
                // Whichever answer is due, a crash or a wrong model is none.
                if let Some((kind @ (Kind::Crash | Kind::Model), _)) =
                    suspicion(&outcome, Status::Sat)
                {
                    self.suspect_seed(solver, seed, Status::Sat, kind)?;
                }
                let verdict = Verdict::of(&outcome);
                campaign
                    .cache
                    .lock()
                    .unwrap_or_else(|p| p.into_inner())
                    .put(who, what, verdict);
                verdict
            }
        };
        let verdict = match verdict {
            Verdict::Definite(status) if self.is_contradicted(solver, seed, status)? => {
                Verdict::Useless("contradicted")
            }
            verdict => verdict,
        };
        let mut verdicts = campaign.verdicts.lock().unwrap_or_else(|p| p.into_inner());
        verdicts.insert((solver, number), verdict);
        Ok(verdict)
    }

    /// Whether a seed's answer is wrong: its own status and a reference, or two references, say
    /// otherwise and none agrees. That is a finding without any mutation.
    fn is_contradicted(
        &mut self,
        solver: usize,
        seed: &Seed,
        status: Status,
    ) -> Result<bool, CampaignError> {
        let by_status = seed.status.is_some_and(|own| own != status);
        // Without a first doubt, references are not asked: most seeds have none.
        if !by_status {
            return Ok(false);
        }
        let mut against = 0;
        for reference in &mut self.references {
            match Verdict::of(&reference.run(&seed.text)?) {
                Verdict::Definite(other) if other != status => against += 1,
                Verdict::Definite(_) => return Ok(false),
                Verdict::Useless(_) => {}
            }
        }
        if against == 0 {
            return Ok(false);
        }
        let due = match status {
            Status::Sat => Status::Unsat,
            Status::Unsat => Status::Sat,
        };
        self.suspect_seed(solver, seed, due, Kind::Soundness)?;
        Ok(true)
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
            due,
            direction: Direction::Over,
            steps: &[],
            number: 0,
            random: self.campaign.plan.options.approximation.seed,
            kind,
        };
        self.look_into(solver, &suspect)
    }
}

const MUTANTS: usize = 0;
const SEEDS: usize = 1;
const TRIAGE: usize = 2;
