//! The loop. It knows no strategy, oracle or consumer by name.

mod background;
mod dates;
mod desk;
mod seeds;
mod transcript;

pub use desk::{Desk, Helper, Manner, Watched};

use crate::audience::{Consumer, attend};
use crate::cores::Core;
use crate::plan::Plan;
use crate::schedule::{LaneSettings, Lesson, Turns, lag};
use crate::seed_cache::{SeedAnswer, SeedCache};
use crate::store::{ALL_IS_DONE, Dropped, Entry, Event, FORMAT, Store, TIME_IS_OVER, UnitReport};
use crate::strategy::Worked;
use crate::totals::{Change, Totals};
use crate::triage::{Suspicion, Triage};
use solve::{Error, Mode};
use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

/// Why a campaign cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    /// The store has another campaign in it.
    #[error(
        "there is another campaign in that folder, with other seeds, solvers or settings: choose another with --out"
    )]
    Another,
    /// The disk.
    #[error("the campaign's state cannot be written")]
    Io(#[from] io::Error),
    /// A solver.
    #[error(transparent)]
    Solver(#[from] Error),
    /// We.
    #[error("nuthatch itself broke, as is told above; what was found until then is kept")]
    Panic,
}

/// A campaign that is going on.
pub struct Campaign<'a> {
    plan: &'a Plan,
    turns: Turns,
    /// Strategy and solver of each lane.
    lanes: Vec<(usize, usize)>,
    ledger: Mutex<Ledger>,
    failure: Mutex<Option<CampaignError>>,
    seeds: Mutex<SeedCache>,
    /// What solvers say of seeds, by their places, modes and hashes.
    answers: Mutex<HashMap<(usize, Mode, u64), SeedAnswer>>,
    /// The model that each solver gives of a seed, if it is right; and whether that may have several checks.
    models: Mutex<HashMap<(usize, u64, bool), Option<String>>>,
    /// The core that each solver gives of a seed, if it is one.
    cores: Mutex<HashMap<(usize, u64), Option<Core>>>,
    deadline: Option<Instant>,
}

/// What happened, and who is to be told.
struct Ledger {
    store: Box<dyn Store>,
    totals: Totals,
    audience: Option<Sender<Arc<Entry>>>,
}

impl<'a> Campaign<'a> {
    /// Starts a campaign, or goes on with the one that the events are of.
    ///
    /// # Errors
    /// If the events are of another campaign, or the store cannot be written to.
    pub fn new(
        plan: &'a Plan,
        store: Box<dyn Store>,
        earlier: Vec<Entry>,
        seeds: SeedCache,
    ) -> Result<Self, CampaignError> {
        let identity = plan.identity();
        let lanes = (0..plan.strategies.len())
            .flat_map(|strategy| (0..plan.solvers.len()).map(move |solver| (strategy, solver)));
        let lanes: Vec<(usize, usize)> = lanes.collect();
        let lane_of = |name: &str, solver: usize| {
            let is = |lane: &(usize, usize)| (plan.strategies[lane.0].name(), lane.1);
            lanes.iter().position(|lane| is(lane) == (name, solver))
        };
        let is_start = |entry: &Entry| matches!(entry.event, Event::Started { .. });
        if !earlier.is_empty() && !earlier.iter().any(is_start) {
            return Err(CampaignError::Another);
        }
        let (mut totals, mut done) = (Totals::default(), HashMap::new());
        for entry in earlier {
            totals.apply(&entry);
            match entry.event {
                Event::Started {
                    format,
                    identity: found,
                    ..
                } if !is_same(format, &found, &identity, plan) => {
                    return Err(CampaignError::Another);
                }
                Event::Unit(report) if report.complete => {
                    if let Some(lane) = lane_of(&report.strategy, report.solver) {
                        done.insert((lane, report.unit), *report);
                    }
                }
                _ => {}
            }
        }
        let settings = lanes.iter().map(|&(strategy, solver)| {
            let strategy = &plan.strategies[strategy];
            LaneSettings {
                schedule: strategy.schedule(plan.guided),
                solver,
                share: strategy.share(),
                modes: strategy.modes(plan.modes(&plan.solvers[solver])),
            }
        });
        let campaign = Self {
            plan,
            turns: Turns::new(
                settings.collect(),
                plan.guided,
                lag(plan.jobs.get()),
                plan.mutants,
                done,
            ),
            lanes,
            ledger: Mutex::new(Ledger {
                store,
                totals,
                audience: None,
            }),
            failure: Mutex::new(None),
            seeds: Mutex::new(seeds),
            answers: Mutex::default(),
            models: Mutex::default(),
            cores: Mutex::default(),
            deadline: plan.time.map(|time| Instant::now() + time),
        };
        campaign.record(Event::Started {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            process: std::process::id(),
            identity,
        })?;
        Ok(campaign)
    }

    /// Runs to the end: of the work, of time, or because it is stopped. Consumers are told of every
    /// event from now on, on a thread of their own. What is known at the end is returned.
    ///
    /// # Errors
    /// If a solver cannot be started, or something cannot be written.
    pub fn run(&self, mut consumers: Vec<Box<dyn Consumer + '_>>) -> Result<Totals, CampaignError> {
        let (sender, events) = channel::<Arc<Entry>>();
        let known = {
            let mut ledger = lock(&self.ledger);
            ledger.audience = Some(sender);
            ledger.totals.clone()
        };
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let told = || Ok(attend(known, events, &mut consumers)?);
                self.unless_failed(told);
            });
            self.work();
            let why = match self.deadline.is_some_and(|end| Instant::now() >= end) {
                _ if self.is_stopped() => "it was stopped",
                true => TIME_IS_OVER,
                false => ALL_IS_DONE,
            };
            if lock(&self.failure).is_none() {
                let why = why.to_owned();
                self.unless_failed(|| self.record(Event::Finished { why }));
            }
            // The last one has been told: the audience goes home.
            lock(&self.ledger).audience = None;
        });
        match lock(&self.failure).take() {
            Some(error) => Err(error),
            None => Ok(lock(&self.ledger).totals.clone()),
        }
    }

    fn work(&self) {
        let at_work = AtomicBool::new(true);
        std::thread::scope(|scope| {
            if self.plan.reduce {
                scope.spawn(|| self.unless_failed(|| self.reduce_findings(&at_work)));
            }
            std::thread::scope(|scope| {
                for number in 0..self.plan.jobs.get() as u64 {
                    scope.spawn(move || self.unless_failed(|| self.work_as(number)));
                }
            });
            at_work.store(false, Ordering::Relaxed);
        });
        if let Some(archive) = &self.plan.history {
            self.unless_failed(|| self.date_findings(archive));
        }
    }

    /// What a worker does: unit after unit.
    fn work_as(&self, number: u64) -> Result<(), CampaignError> {
        let mut desk = Desk::new(self, number);
        while let Some(assignment) = self.turns.take(|| self.is_over()) {
            let (strategy, solver) = self.lanes[assignment.lane];
            let strategy = &*self.plan.strategies[strategy];
            desk.begin(strategy.name(), solver, &assignment.unit);
            let started = Instant::now();
            let Worked {
                complete,
                seed,
                lesson,
            } = strategy.work(&assignment.unit, &mut desk)?;
            let mut tally = std::mem::take(&mut desk.tally);
            tally.seconds = started.elapsed().as_secs_f64();
            let found = std::mem::take(&mut desk.found);
            let of_cases = std::mem::take(&mut desk.lesson);
            let of_cases = (!of_cases.is_empty()).then_some(Lesson::Cases(of_cases));
            let report = UnitReport {
                strategy: strategy.name().to_owned(),
                solver,
                unit: assignment.unit.number,
                mode: assignment.unit.mode.name().to_owned(),
                chosen: assignment.unit.work.chosen().to_owned(),
                // What the limit left out of it is done when there may be more.
                complete: complete && !assignment.limited,
                seed,
                found,
                lesson: lesson.or(of_cases),
                tally,
            };
            self.record(Event::Unit(Box::new(report.clone())))?;
            self.turns.done(&assignment, complete.then_some(&report));
        }
        Ok(())
    }

    /// Does something whose failure ends the campaign. So does a panic: it must not leave others
    /// waiting for ever.
    fn unless_failed<T>(&self, work: impl FnOnce() -> Result<T, CampaignError>) {
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
        if let Err(error) = done.unwrap_or(Err(CampaignError::Panic)) {
            lock(&self.failure).get_or_insert(error);
        }
    }

    fn is_stopped(&self) -> bool {
        self.plan.stop.load(Ordering::Relaxed)
    }

    fn is_over(&self) -> bool {
        let time = self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline);
        time || self.is_stopped() || lock(&self.failure).is_some()
    }

    /// Keeps an event, and tells of it.
    fn record(&self, event: Event) -> Result<Change, CampaignError> {
        lock(&self.ledger).record(event)
    }

    /// Keeps what became of a suspicion.
    fn triaged(&self, triage: Triage, suspicion: &Suspicion<'_>) -> Result<Became, CampaignError> {
        let ledger = &mut *lock(&self.ledger);
        let (became, event) = match triage {
            Triage::Confirmed(finding) if ledger.totals.knows(&finding) => {
                return Ok(Became::Finding);
            }
            Triage::Confirmed(mut finding) => {
                finding.bucket = ledger.totals.bucket_of(&finding.bucket).to_owned();
                (Became::Finding, Event::Finding(finding))
            }
            Triage::Doubtful(finding) if ledger.totals.has_doubted(&finding) => {
                return Ok(Became::Doubt);
            }
            Triage::Doubtful(finding) => (Became::Doubt, Event::Doubt(finding)),
            Triage::Gone(why) => (
                Became::Nothing,
                Event::Dropped(Dropped {
                    oracle: suspicion.oracle.name().to_owned(),
                    strategy: suspicion.strategy.to_owned(),
                    source: suspicion.case.derivation.derived().source().name.clone(),
                    number: suspicion.case.number,
                    why: why.to_owned(),
                }),
            ),
        };
        ledger.record(event)?;
        Ok(became)
    }

    /// The length that the witness of a bucket had when it was found.
    fn length_of(&self, bucket: &str) -> Option<usize> {
        let ledger = lock(&self.ledger);
        let name = ledger.totals.bucket_of(bucket);
        Some(ledger.totals.buckets.get(name)?.best.found)
    }
}

/// What became of a suspicion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Became {
    Finding,
    Doubt,
    Nothing,
}

impl Ledger {
    fn record(&mut self, event: Event) -> Result<Change, CampaignError> {
        let entry = Arc::new(self.store.append(event)?);
        let change = self.totals.apply(&entry);
        if let Some(audience) = &self.audience {
            // An audience that left early has told why.
            let _ = audience.send(entry);
        }
        Ok(change)
    }
}

/// Whether a log is of the campaign that a plan describes; one with nothing in it may become any.
pub fn is_of(plan: &Plan, earlier: &[Entry]) -> bool {
    let identity = plan.identity();
    earlier.iter().all(|entry| match &entry.event {
        Event::Started {
            format,
            identity: found,
            ..
        } => is_same(*format, found, &identity, plan),
        _ => true,
    })
}

/// Whether the events of a log are of this campaign. Of an earlier format it is enough that it is of
/// the same solvers: what was found stays, and the work begins anew; what is found again then counts
/// again, since seeds and buckets have other names now.
fn is_same(format: u32, found: &str, identity: &str, plan: &Plan) -> bool {
    let names: Vec<String> = plan.solvers.iter().map(|s| s.command_line()).collect();
    match format {
        FORMAT => found == identity,
        _ => found.contains(&format!("solvers {names:?}")),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}
