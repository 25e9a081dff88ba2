//! The loop: units of work, each some mutants of one seed put to one solver.
//!
//! A unit depends on nothing but its number, so any number of workers do the same work, and after
//! a kill the units that are not in the log are simply done again.

use self::queue::Queue;
use self::worker::Worker;
use crate::finding::Finding;
use crate::journal::{HornRound, Journal, Record, UnitReport};
use crate::plan::Plan;
use crate::seeds::{SeedAnswer, VerdictCache};
use crate::totals::Totals;
use crate::triage::Triage;
use solve::Error;
use std::collections::HashMap;
use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

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
    /// A finding was reduced.
    Reduced(&'a Finding),
    /// A finding was reduced to what another was: they are one from now on.
    Merged {
        /// The bucket that is no more.
        gone: &'a str,
        /// The best of the bucket that is left.
        kept: &'a Finding,
    },
}

/// Who wants to know.
pub trait Consumer: Send {
    /// Something happened.
    fn event(&mut self, event: &Event<'_>, totals: &Totals) -> io::Result<()>;
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
    queue: Queue,
    state: Mutex<State<'a>>,
    cache: Mutex<VerdictCache>,
    /// What a solver says of a seed, by their numbers.
    answers: Mutex<HashMap<(usize, usize), SeedAnswer>>,
    deadline: Option<Instant>,
}

struct State<'a> {
    journal: Journal,
    totals: Totals,
    consumers: Vec<Box<dyn Consumer + 'a>>,
    failure: Option<CampaignError>,
    /// What an earlier run left of a campaign over Horn systems, until it goes on.
    horn_rounds: Vec<HornRound>,
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
        let (mut totals, mut done) = (Totals::default(), HashMap::new());
        match records.first() {
            None => journal.append(&Record::Campaign { identity })?,
            Some(Record::Campaign { identity: found }) if *found == identity => {}
            Some(_) => return Err(CampaignError::Another),
        }
        let mut horn_rounds = Vec::new();
        for record in &records {
            match record {
                Record::HornRound(round) => {
                    totals.horn_round(round);
                    horn_rounds.push(round.clone());
                }
                Record::Campaign { .. } => {}
                Record::Unit(report) => {
                    if done.insert(report.unit, report.tally.mutants).is_none() {
                        totals.unit(report);
                    }
                }
                Record::Finding(finding) => {
                    totals.finding(finding);
                }
                Record::Doubt(_) => totals.doubts += 1,
                Record::Reduced { bucket, reduced } => {
                    totals.reduced(bucket, reduced);
                }
            }
        }
        Ok(Self {
            plan,
            queue: Queue::new(plan, done),
            state: Mutex::new(State {
                journal,
                totals,
                consumers,
                failure: None,
                horn_rounds,
            }),
            cache: Mutex::new(cache),
            answers: Mutex::new(HashMap::new()),
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
        time || self.plan.stop.load(Ordering::Relaxed)
    }

    /// Runs to the end: of the units, of time, or because it is stopped.
    pub fn run(&self) -> Result<(), CampaignError> {
        let at_work = AtomicBool::new(true);
        std::thread::scope(|scope| {
            if self.plan.reduce {
                scope.spawn(|| {
                    if let Err(error) = self.reduce_findings(&at_work) {
                        self.lock().failure.get_or_insert(error);
                    }
                });
            }
            match self.plan.horn {
                Some(_) => {
                    if let Err(error) = self.work_on_systems() {
                        self.lock().failure.get_or_insert(error);
                    }
                }
                None => self.work(),
            }
            at_work.store(false, Ordering::Relaxed);
        });
        match self.lock().failure.take() {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    fn work(&self) {
        std::thread::scope(|scope| {
            for number in 0..self.plan.jobs.get() {
                scope.spawn(move || {
                    let mut worker = Worker::new(self, number as u64);
                    while !self.is_over()
                        && self.lock().failure.is_none()
                        && let Some(unit) = self.queue.take(self.plan)
                    {
                        let tested = worker.unit(&unit).unwrap_or_else(|error| {
                            self.lock().failure.get_or_insert(error);
                            0
                        });
                        self.queue.done(&unit, tested);
                    }
                });
            }
        });
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
            Triage::Confirmed(mut finding) => {
                finding.bucket = state.totals.bucket_of(&finding.bucket).to_owned();
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

mod background;
mod horn;
mod queue;
mod worker;
