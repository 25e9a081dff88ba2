//! The loop over Horn systems: rounds, in which some groups have a turn each.
//!
//! A turn depends on nothing but what was known when its round began, so any number of workers do
//! the same work. A round is in the log as a whole or not at all; after a kill it is done again.

use super::{Campaign, CampaignError, Event, tell};
use crate::finding::Kind;
use crate::horn::cache::SeedCache;
use crate::horn::engines::engines;
use crate::horn::guide::{Guide, MUTANTS_A_TURN, MutantReport, SeedReport, Seen, TurnReport};
use crate::horn::judge::{Bench, Suspect, suspicion};
use crate::horn::judges::Judges;
use crate::horn::rewrite::rewrite;
use crate::horn::trace::{STATISTICS, Trace};
use crate::journal::{HornRound, Record, UnitReport};
use crate::models::{Models, with_model};
use crate::seeds::{Seed, Verdict, identity};
use crate::tally::Tally;
use crate::triage::Triage;
use mutate::horn::{Context, Mutation, Parameter, Step, System, replay};
use mutate::rng::Rng;
use smt::Status;
use solve::{Mode, Outcome, Session, Solver};
use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// How long a mutant may take at least: unlike elsewhere, one that is not answered changes what comes
/// after it.
const LEAST_TIME: Duration = Duration::from_millis(500);
/// How many seeds the solver is asked about before the first turn, and how many in each later round.
const SEEDS_AT_FIRST: usize = 40;
const SEEDS_A_ROUND: usize = 4;
/// How long others may think about a seed, and other engines about anything.
const REFERENCE_TIME: Duration = Duration::from_secs(1);
/// How often a mutation is chosen before a turn ends for want of one that finds a place.
const TRIES: usize = 12;
/// A mutant that is this many times as long as its seed, and so much longer, is too long.
const GROWTH: usize = 4;
const GROWN: usize = 20_000;
/// If not all interpretations are checked, one in so many is, besides those after a trace that is new.
const SAMPLE: u64 = 4;
/// Keeps the random numbers of mutants apart from others.
const CHANCE: u64 = 0x5eed_0f40_4a9e_7001;
/// How long a worker waits before it looks whether the campaign is over.
const PAUSE: Duration = Duration::from_millis(50);

/// The state that all workers share.
struct Rounds {
    state: Mutex<Round>,
    changed: Condvar,
    random: u64,
    limit: u64,
    /// When the campaign was at second 0.
    start: Instant,
    cache: Mutex<SeedCache>,
}

struct Round {
    guide: Arc<Guide>,
    /// The last member of each group, once somebody needed it.
    members: Vec<Option<System>>,
    /// The first seed that nobody has asked about.
    next_seed: usize,
    /// What is to be done, with its place among all that is done in this round.
    queue: VecDeque<(usize, Work)>,
    done: Vec<Option<Done>>,
    tested: u64,
    over: bool,
}

/// What is to be done in a round.
enum Work {
    /// Find out what the solver does with a seed.
    Seed(usize),
    /// Some mutants of a group.
    Turn(Task),
}

/// A group's turn.
struct Task {
    group: usize,
    mutants: u64,
    guide: Arc<Guide>,
    member: Option<System>,
}

/// What came of it.
enum Done {
    Seed(SeedReport),
    Turn(Turn),
}

/// What came of a turn.
struct Turn {
    report: TurnReport,
    member: Option<System>,
    tally: Tally,
}

impl Campaign<'_> {
    /// Runs to the end, as [`Campaign::run`] does with other seeds.
    pub(super) fn work_on_systems(&self) -> Result<(), CampaignError> {
        let plan = self.plan;
        let Some(horn) = &plan.horn else {
            return Ok(());
        };
        let earlier = std::mem::take(&mut self.lock().horn_rounds);
        let known = known_parameters(self)?;
        let names = horn
            .mutations
            .iter()
            .map(|mutation| mutation.name.to_owned());
        let mut guide = Guide::new(horn.order, horn.guided, names);
        let (mut seconds, mut next_seed) = (0.0, 0);
        for round in &earlier {
            guide.learn(&round.turns);
            self.add_seeds(&mut guide, &round.seeds);
            seconds = round.seconds;
            next_seed += round.seeds.len();
            self.lock().totals.guided(&guide, seconds);
        }
        let rounds = Rounds {
            state: Mutex::new(Round {
                members: vec![None; guide.groups().len()],
                guide: Arc::new(guide),
                next_seed,
                queue: VecDeque::new(),
                done: Vec::new(),
                tested: self.lock().totals.tally.mutants,
                over: false,
            }),
            changed: Condvar::new(),
            random: plan.options.approximation.seed,
            limit: plan.mutants.unwrap_or(u64::MAX),
            start: Instant::now()
                .checked_sub(Duration::from_secs_f64(seconds))
                .unwrap_or_else(Instant::now),
            cache: Mutex::new(SeedCache::open(horn.cache.as_deref())),
        };
        std::thread::scope(|scope| {
            for number in 0..plan.jobs.get() {
                let (rounds, known) = (&rounds, &known);
                scope.spawn(move || {
                    let mut worker = HornWorker::new(self, number as u64, known);
                    let mut work = || -> Result<(), CampaignError> {
                        while let Some((place, work)) = rounds.take(self)? {
                            let done = match work {
                                Work::Seed(seed) => {
                                    worker.seed(seed, &rounds.cache)?.map(Done::Seed)
                                }
                                Work::Turn(task) => worker.turn(&task)?.map(Done::Turn),
                            };
                            match done {
                                Some(done) => rounds.done(place, done),
                                None => break,
                            }
                        }
                        Ok(())
                    };
                    if let Err(error) = work() {
                        self.lock().failure.get_or_insert(error);
                    }
                    rounds.lock().over = true;
                    rounds.changed.notify_all();
                });
            }
        });
        Ok(())
    }

    /// Makes groups of seeds that are of use.
    fn add_seeds(&self, guide: &mut Guide, reports: &[SeedReport]) {
        for report in reports.iter().filter(|report| report.answer.is_some()) {
            let seed = self.plan.seeds.get(report.seed);
            if let Some(Ok(system)) = seed.map(|seed| System::read(&seed.text)) {
                guide.add_seed(report, &system);
            }
        }
    }
}

/// The solver parameters that the solver at hand knows.
fn known_parameters(campaign: &Campaign<'_>) -> Result<Vec<Parameter>, CampaignError> {
    let plan = campaign.plan;
    let wanted = plan.horn.iter().flat_map(|horn| &horn.mutations);
    let Some(solver) = plan
        .solvers
        .first()
        .filter(|_| wanted.clone().any(|m| m.name == "parameter"))
    else {
        return Ok(Vec::new());
    };
    let mut session = Session::new(plan.config(solver, Mode::Fresh, plan.timeout, 80_000));
    let mut known = Vec::new();
    for parameter in mutate::horn::SOLVING {
        if campaign.is_over() {
            break;
        }
        let Parameter { name, default, .. } = parameter;
        let script = format!("(set-option :{name} {})\n(check-sat)\n", !default);
        if session.run(script.as_bytes())?.verdict().is_definite() {
            known.push(*parameter);
        }
    }
    Ok(known)
}

impl Rounds {
    fn lock(&self) -> MutexGuard<'_, Round> {
        lock(&self.state)
    }

    /// What is to be done next, with its place in the round. Whoever finds a round done starts the next.
    fn take(&self, campaign: &Campaign<'_>) -> Result<Option<(usize, Work)>, CampaignError> {
        let mut state = self.lock();
        loop {
            if state.over || campaign.is_over() || campaign.lock().failure.is_some() {
                return Ok(None);
            }
            if let Some(work) = state.queue.pop_front() {
                return Ok(Some(work));
            }
            if state.done.iter().all(Option::is_some) {
                self.end(&mut state, campaign)?;
                self.begin(&mut state, campaign.plan.seeds.len());
                if state.queue.is_empty() {
                    return Ok(None);
                }
                self.changed.notify_all();
                continue;
            }
            let waited = self.changed.wait_timeout(state, PAUSE);
            state = waited.unwrap_or_else(|poisoned| poisoned.into_inner()).0;
        }
    }

    /// The next round: turns, and a few seeds that nobody has asked about. So the first mutants are
    /// made before all seeds are known.
    fn begin(&self, state: &mut Round, seeds: usize) {
        let mut left = self.limit.saturating_sub(state.tested);
        if left == 0 {
            return;
        }
        let groups = state.guide.next_round(self.random);
        let more = match groups.is_empty() {
            true => SEEDS_AT_FIRST,
            false => SEEDS_A_ROUND,
        };
        let next = state.next_seed;
        let mut work: Vec<Work> = (next..seeds).take(more).map(Work::Seed).collect();
        state.next_seed += work.len();
        for group in groups {
            let mutants = left.min(MUTANTS_A_TURN);
            left -= mutants;
            if mutants > 0 {
                work.push(Work::Turn(Task {
                    group,
                    mutants,
                    guide: Arc::clone(&state.guide),
                    member: state.members[group].clone(),
                }));
            }
        }
        state.done = work.iter().map(|_| None).collect();
        state.queue = work.into_iter().enumerate().collect();
    }

    /// Writes down what came of a round, and learns from it.
    fn end(&self, state: &mut Round, campaign: &Campaign<'_>) -> Result<(), CampaignError> {
        let mut report = UnitReport {
            unit: state.guide.rounds(),
            ..UnitReport::default()
        };
        let mut round = HornRound::default();
        for done in state.done.drain(..).flatten() {
            match done {
                Done::Seed(report) => round.seeds.push(report),
                Done::Turn(turn) => {
                    report.tally.merge(&turn.tally);
                    state.members[turn.report.group] = turn.member;
                    round.turns.push(turn.report);
                }
            }
        }
        if round.seeds.is_empty() && round.turns.is_empty() {
            return Ok(());
        }
        state.tested += report.tally.mutants;
        let guide = Arc::make_mut(&mut state.guide);
        guide.learn(&round.turns);
        campaign.add_seeds(guide, &round.seeds);
        state.members.resize_with(guide.groups().len(), || None);
        for (member, group) in state.members.iter_mut().zip(guide.groups()) {
            // Whoever was left starts from the seed again.
            if group.chain.is_empty() {
                *member = None;
            }
        }
        round.seconds = self.start.elapsed().as_secs_f64();
        round.tally = report.tally.clone();
        let all = &mut *campaign.lock();
        all.totals.horn_round(&round);
        all.totals.guided(guide, round.seconds);
        all.journal.append(&Record::HornRound(round))?;
        tell(all, &Event::Unit(&report))
    }

    fn done(&self, place: usize, done: Done) {
        self.lock().done[place] = Some(done);
        self.changed.notify_all();
    }
}

/// One of those who work, with sessions of its own.
struct HornWorker<'a, 'c> {
    campaign: &'a Campaign<'c>,
    parameters: &'a [Parameter],
    solver: Session,
    simplifier: Session,
    fresh: Session,
    /// Others, in fresh processes.
    references: Vec<Session>,
    /// The other engines of these and of the solver under test.
    engines: Vec<Session>,
    /// The references, warm, for checking interpretations.
    judges: Judges,
}

/// What came of a suspicion.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LookedInto {
    Finding,
    Doubt,
    Gone,
}

impl<'a, 'c> HornWorker<'a, 'c> {
    fn new(campaign: &'a Campaign<'c>, number: u64, parameters: &'a [Parameter]) -> Self {
        let plan = campaign.plan;
        let salt = 90_000 + number * 1000;
        let solver = &plan.solvers[0];
        let session = |solver: &Solver, mode, salt| {
            let mut config = plan.config(solver, mode, plan.timeout, salt);
            // Clauses are checked one by one instead.
            config.check_models = false;
            config
        };
        let mut told = session(solver, plan.mode, salt);
        told.progress = true;
        told.told_time = false;
        let others = |mode: Mode, salt: u64| {
            let references = plan.references.iter().zip(salt..);
            references.map(move |(reference, salt)| session(reference, mode, salt))
        };
        let engines = plan.references.iter().chain([solver]).flat_map(engines);
        let engines = engines.zip(salt + 800..).map(|(engine, salt)| {
            let mut config = session(&engine, Mode::Fresh, salt);
            config.limits.time = REFERENCE_TIME.min(plan.timeout);
            Session::new(config)
        });
        Self {
            campaign,
            parameters,
            solver: Session::new(told),
            simplifier: Session::new(session(solver, Mode::Reset, salt + 2)),
            fresh: Session::new(session(solver, Mode::Fresh, salt + 1)),
            references: others(Mode::Fresh, salt + 500).map(Session::new).collect(),
            engines: engines.collect(),
            judges: Judges::new(others(Mode::Reset, salt + 700)),
        }
    }

    /// Asks the solver under test, and for statistics if it tells nothing of its search.
    fn run_observed(&mut self, mut script: Vec<u8>) -> Result<Outcome, CampaignError> {
        let profile = &self.solver.config().solver.profile;
        if profile.progress.is_none() && profile.takes.statistics {
            script.extend_from_slice(STATISTICS.as_bytes());
        }
        Ok(self.solver.run(&script)?)
    }

    /// What the solver does with a seed: known from earlier runs, or asked now. Nothing if there was no
    /// time for it.
    fn seed(
        &mut self,
        seed: usize,
        cache: &Mutex<SeedCache>,
    ) -> Result<Option<SeedReport>, CampaignError> {
        let plan = self.campaign.plan;
        let text = &plan.seeds[seed].text;
        let seconds = plan.seed_timeout.as_secs_f64();
        let who = identity(&self.solver.config().solver, seconds);
        if let Some(report) = lock(cache).get(who, text) {
            return Ok(Some(SeedReport { seed, ..report }));
        }
        self.solver.limit_time(plan.seed_timeout);
        let start = Instant::now();
        let outcome = self.run_observed(text.clone())?;
        if plan.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let report = SeedReport {
            seed,
            answer: match Verdict::of(&outcome) {
                Verdict::Definite(status) => Some(status == Status::Sat),
                Verdict::Useless(_) => None,
            },
            milliseconds: start.elapsed().as_millis() as u64,
            seen: Seen::of(&Trace::of(&outcome)),
        };
        lock(cache).put(who, text, &report);
        Ok(Some(report))
    }

    /// Makes mutants of a group and tests them; nothing if it was cut short.
    fn turn(&mut self, task: &Task) -> Result<Option<Turn>, CampaignError> {
        let (campaign, plan) = (self.campaign, self.campaign.plan);
        let started = Instant::now();
        let mut turn = Turn {
            report: TurnReport {
                group: task.group,
                ..TurnReport::default()
            },
            member: None,
            tally: Tally::default(),
        };
        let group = &task.guide.groups()[task.group];
        let seed = &plan.seeds[group.seed];
        let due = match group.is_sat {
            true => Status::Sat,
            false => Status::Unsat,
        };
        let time = Duration::from_millis(group.milliseconds);
        let time = plan.mutant_time(time).max(LEAST_TIME).min(plan.timeout);
        self.solver.limit_time(time);
        let Some(original) = System::read(&seed.text).ok() else {
            return Ok(Some(turn));
        };
        if group.made == 0 && self.is_contradicted(task, seed, &original, due)? {
            turn.tally.seconds = started.elapsed().as_secs_f64();
            return Ok(Some(turn));
        }
        let mut chain = group.chain.clone();
        let mut member = match &task.member {
            Some(member) => member.clone(),
            None => {
                let again = |system: System, step: &Step| replay(&system, step);
                match chain.iter().try_fold(original.clone(), again) {
                    Some(member) => member,
                    None => return Ok(Some(turn)),
                }
            }
        };
        let largest = GROWTH * seed.text.len() + GROWN;
        for number in group.made..group.made + task.mutants {
            if campaign.is_over() {
                return Ok(None);
            }
            let mut rng = Rng::new(
                plan.options.approximation.seed ^ CHANCE,
                (task.group as u64) << 32 | number,
            );
            let made = self.mutant(&task.guide, &member, due, &mut rng, &mut turn.tally)?;
            let Some((mutant, step)) = made else { break };
            let text = mutant.write_horn().into_bytes();
            if text.len() > largest {
                turn.report.outgrown = true;
                break;
            }
            let asks = due == Status::Sat && plan.models != Models::Off;
            let script = if asks { with_model(&text) } else { text };
            let start = Instant::now();
            let outcome = self.run_observed(script.clone())?;
            if plan.stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            turn.tally.answer(outcome.verdict().class());
            let seen = Seen::of(&Trace::of(&outcome));
            let is_sampled = plan.models == Models::All
                || !task.guide.knows(&seen)
                || number.is_multiple_of(SAMPLE);
            let judges = is_sampled.then_some(&mut self.judges);
            let found = suspicion(&script, &outcome, due, judges)?;
            let mutation = step.mutation.clone().into_owned();
            let kept = found.is_none() && Verdict::of(&outcome) == Verdict::Definite(due);
            let suspicious = found.is_some();
            if let Some(kind) = found {
                chain.push(step.clone());
                let looked_into = self.look_into(&Suspect {
                    seed,
                    due,
                    original: &original,
                    chain: &chain,
                    number: (task.group as u64) << 32 | number,
                    random: plan.options.approximation.seed,
                    kind,
                })?;
                chain.pop();
                turn.tally.unconfirmed += u64::from(looked_into == LookedInto::Gone);
            }
            turn.tally.solver_seconds += start.elapsed().as_secs_f64();
            if kept {
                chain.push(step.clone());
                member = mutant;
            }
            turn.report.mutants.push(MutantReport {
                mutation,
                step: kept.then_some(step),
                seen: kept.then_some(seen),
                suspicious,
            });
        }
        turn.member = Some(member);
        turn.tally.seconds = started.elapsed().as_secs_f64();
        Ok(Some(turn))
    }

    /// Whether others answer a seed otherwise, and that is a finding.
    fn is_contradicted(
        &mut self,
        task: &Task,
        seed: &Seed,
        original: &System,
        answer: Status,
    ) -> Result<bool, CampaignError> {
        let plan = self.campaign.plan;
        for place in 0..self.references.len() {
            let reference = &mut self.references[place];
            reference.limit_time(REFERENCE_TIME.min(plan.timeout));
            let verdict = Verdict::of(&reference.run(&seed.text)?);
            reference.limit_time(plan.timeout);
            let Verdict::Definite(other) = verdict else {
                continue;
            };
            if other == answer {
                return Ok(false);
            }
            let looked_into = self.look_into(&Suspect {
                seed,
                due: other,
                original,
                chain: &[],
                number: (task.group as u64) << 32,
                random: plan.options.approximation.seed,
                kind: Kind::Soundness,
            })?;
            return Ok(looked_into == LookedInto::Finding);
        }
        Ok(false)
    }

    /// A mutant of the last member, by a mutation that finds a place.
    fn mutant(
        &mut self,
        guide: &Guide,
        member: &System,
        due: Status,
        rng: &mut Rng,
        tally: &mut Tally,
    ) -> Result<Option<(System, Step)>, CampaignError> {
        let horn = self.campaign.plan.horn.as_ref();
        let names: Vec<&str> = horn
            .iter()
            .flat_map(|h| &h.mutations)
            .map(|m| m.name)
            .collect();
        let context = Context {
            answer: Some(due),
            parameters: self.parameters,
        };
        for _ in 0..TRIES {
            let Some(mutation) = guide.choose(&names, rng).and_then(Mutation::named) else {
                break;
            };
            let start = Instant::now();
            let made = match mutation.name {
                "simplify" => rewrite(member, rng, &mut self.simplifier)?,
                _ => mutation.mutate(member, &context, rng),
            };
            let took = start.elapsed().as_secs_f64();
            match mutation.name {
                // A solver did that.
                "simplify" => tally.solver_seconds += took,
                _ => tally.generation.add(took * 1e6),
            }
            if made.is_some() {
                return Ok(made);
            }
        }
        Ok(None)
    }

    fn look_into(&mut self, suspect: &Suspect<'_>) -> Result<LookedInto, CampaignError> {
        let campaign = self.campaign;
        let mut bench = Bench {
            with_models: campaign.plan.models != Models::Off,
            fresh: &mut self.fresh,
            references: &mut self.references,
            engines: &mut self.engines,
            judges: &mut self.judges,
        };
        let triage = bench.triage(suspect)?;
        if campaign.plan.stop.load(Ordering::Relaxed) {
            return Ok(LookedInto::Gone);
        }
        let looked_into = match &triage {
            Triage::Confirmed(_) => LookedInto::Finding,
            Triage::Doubtful(_) => LookedInto::Doubt,
            Triage::Gone => LookedInto::Gone,
        };
        campaign.triaged(triage)?;
        Ok(looked_into)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}
