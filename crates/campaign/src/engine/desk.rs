//! Where a worker works: who it asks, what it does with test cases, and how it looks into what is
//! suspicious. Strategies do their units here.

use super::transcript::Transcript;
use super::{Became, Campaign, CampaignError};
use crate::ask::{Ask, Metered};
use crate::case::{Due, SeedVerdict, Setting, TestCase};
use crate::fingerprint::fingerprint;
use crate::horn::engines::engines;
use crate::horn::judges::Judges;
use crate::models::{GET_MODEL, Models, Worth, asks_for_model, model_of, worth};
use crate::oracle::{Observation, Oracle, Query, queries, suspicion, with_queries};
use crate::plan::Plan;
use crate::schedule::{
    Behaviour, Cases, CasesReport, STATISTICS, Unit, Watch, Watching, Work, without_statistics,
};
use crate::settled::is_settled;
use crate::strategy::Producer;
use crate::tally::{Purpose, Tally};
use crate::triage::{Bench, Suspicion, Triage};
use smt::Status;
use solve::{AnswerClass, Error, Mode, Outcome, SessionConfig, Solver};
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// After how many timeouts, and how many more for so many mutants, or after how many seconds with the
/// solver, the rest of a unit is given up: the solver has better things to do. Where a mutant takes that
/// many seconds on average, that is the case sooner.
const TIMEOUTS: u64 = 2;
const MUTANTS_A_TIMEOUT: u64 = 10;
const UNIT_SECONDS: f64 = 10.0;
const SLOW_MUTANT: f64 = 0.025;
const SLOW_UNIT_SECONDS: f64 = 0.5;
/// One in so many test cases that ran out of time is tried again, with so many times as much.
const TRIED_AGAIN: u64 = 32;
const TIMES_AGAIN: u32 = 5;
/// What a script costs that takes no time, in seconds: it is made, sent and read.
pub(super) const OVERHEAD: f64 = 0.000_2;
/// How many suspicions of a kind a unit looks into, and how many crashes, which are told apart soon: a seed
/// that always fails is one bug.
const SUSPICIONS: u64 = 1;
const CRASHES: u64 = 2;
/// How many suspicions a unit looks into that come to nothing: something may be wrong with a process.
const IN_VAIN: u64 = 4;
/// How long the solver may think at least about a mutant that is suspicious, and others about anything that
/// is: it was answered soon. And how long the first reference has at least where answers are compared.
const TRIAGE_TIME: Duration = Duration::from_secs(2);
const OPINION_TIME: Duration = Duration::from_secs(1);
const COMPARING_TIME: Duration = Duration::from_millis(200);
/// How many test cases are made before the solver is asked, and how many bytes of them.
const MADE_AT_ONCE: (usize, usize) = (64, 64 * 1024);
/// How long others may think about a clause, of which a system has many.
const JUDGE_TIME: Duration = Duration::from_secs(1);
/// How long other engines may think about anything.
const ENGINE_TIME: Duration = Duration::from_secs(1);

/// How the solver is asked about test cases.
#[derive(Debug, Clone)]
pub struct Manner {
    /// How long one may take.
    pub time: Duration,
    /// Which answers are followed by a model.
    pub models: Models,
    /// What is seen of what the solver does.
    pub watched: Watched,
    /// Whether all are asked, however many are not answered, and all suspicions looked into: what comes
    /// after depends on them.
    pub patient: bool,
}

/// What is seen of what a solver does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Watched {
    /// Nothing.
    Nothing,
    /// What it counts.
    Counters,
    /// The steps that it tells of, and if it tells of none what it counts.
    Steps,
}

/// What somebody is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Role {
    /// The solver under test, for test cases: how, and whether it tells its steps.
    Tested { mode: Mode, steps: bool },
    /// The same in fresh processes, for what needs no haste: whether it checks its own models.
    Fresh { own_check: bool },
    /// The same in triage, for what the solver prints when it does not check its own models.
    Unchecked,
    /// The same, for rewriting.
    Helper,
    /// The first reference, for test cases whose answer nobody knows.
    Comparing,
}

/// What came of asking about some test cases, which are meant by their places.
struct Asked<'o> {
    suspects: Vec<(usize, &'o dyn Oracle)>,
    /// What those were answered with that nobody knows the answer of.
    open: Vec<(usize, Status)>,
    /// In what setting these were answered, by their places.
    settings: HashMap<usize, Setting>,
    /// Whether they all had their turn or were not worth it.
    complete: bool,
}

/// Somebody who helps to make test cases, and for how long.
pub struct Helper<'h> {
    session: &'h mut dyn Ask,
    spent: Duration,
}

impl Helper<'_> {
    /// Asks the solver under test, in a process that is kept.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn run(&mut self, script: &[u8]) -> Result<Outcome, Error> {
        let start = Instant::now();
        let outcome = self.session.run(script);
        self.spent += start.elapsed();
        outcome
    }
}

/// Where a worker works.
pub struct Desk<'a> {
    pub(super) campaign: &'a Campaign<'a>,
    /// The solver under test, by its uses.
    sessions: HashMap<(usize, Role), Box<dyn Ask>>,
    /// What the processes of those were given who are asked about test cases.
    transcripts: HashMap<(usize, Role), Transcript>,
    pub(super) references: Vec<Box<dyn Ask>>,
    /// The other engines of references and of each solver under test.
    engines: HashMap<usize, Vec<Box<dyn Ask>>>,
    pub(super) judges: Judges,
    /// How long judges were busy, in microseconds.
    judged: Arc<AtomicU64>,
    /// Part of the nonce of the next session.
    salt: u64,
    strategy: &'static str,
    solver: usize,
    /// How the solver is asked in the unit at hand, and what was seen before it.
    unit: Unit,
    /// What processes of each session under test have counted in the unit at hand.
    watches: HashMap<(usize, Role), Watch>,
    /// What was seen in the unit at hand that was rare.
    rare: HashSet<Behaviour>,
    /// How long the solver may think about what is suspicious.
    triage_time: Duration,
    /// What is to be learnt from the unit at hand.
    pub lesson: CasesReport,
    /// The buckets of what was found in the unit at hand.
    pub(super) found: BTreeSet<String>,
    /// What was done in the unit at hand.
    pub tally: Tally,
}

impl<'a> Desk<'a> {
    pub(super) fn new(campaign: &'a Campaign<'a>, number: u64) -> Self {
        let plan = campaign.plan;
        let mut salt = (number + 1) << 20;
        let mut others = |mode: Mode, time: Duration| -> Vec<Box<dyn Ask>> {
            let references = plan.references.iter();
            let open = |reference: &Solver| {
                salt += 1;
                let mut config = plan.config(reference, mode, time, salt);
                config.check_models = false;
                (plan.open)(config)
            };
            references.map(open).collect()
        };
        let references = others(Mode::Fresh, plan.timeout.min(OPINION_TIME));
        let judged = Arc::<AtomicU64>::default();
        let judges = others(Mode::Reset, JUDGE_TIME.min(plan.timeout)).into_iter();
        let judges = judges.map(|who| -> Box<dyn Ask> {
            let spent = judged.clone();
            Box::new(Metered { who, spent })
        });
        let judges = Judges::new(judges.collect());
        Self {
            campaign,
            sessions: HashMap::new(),
            transcripts: HashMap::new(),
            references,
            engines: HashMap::new(),
            judges,
            judged,
            salt,
            strategy: "",
            solver: 0,
            unit: Unit::new(0, Work::Cases(Cases::default())),
            watches: HashMap::new(),
            rare: HashSet::new(),
            triage_time: plan.timeout,
            lesson: CasesReport::default(),
            found: BTreeSet::new(),
            tally: Tally::default(),
        }
    }

    /// From now on it is about a unit of this strategy, for this solver.
    pub(super) fn begin(&mut self, strategy: &'static str, solver: usize, unit: &Unit) {
        (self.strategy, self.solver) = (strategy, solver);
        self.unit = unit.clone();
        self.rare.clear();
        self.watches.clear();
        self.triage_time = self.plan().timeout;
        self.lesson = CasesReport::default();
        self.found.clear();
        self.tally = Tally::default();
    }

    /// How the solver is asked about test cases of the unit at hand.
    pub(super) fn mode(&self) -> Mode {
        self.unit.mode
    }

    /// From now on it is asked like this; how it was before.
    pub(super) fn ask_in(&mut self, mode: Mode) -> Mode {
        std::mem::replace(&mut self.unit.mode, mode)
    }

    /// How it answers soonest.
    pub(super) fn fastest(&self) -> Mode {
        let modes = self.plan().modes(self.solver());
        modes.first().copied().unwrap_or(Mode::Fresh)
    }

    /// The unit at hand.
    pub(super) fn unit(&self) -> &Unit {
        &self.unit
    }

    /// What the campaign is.
    pub fn plan(&self) -> &'a Plan {
        self.campaign.plan
    }

    /// The solver under test.
    pub fn solver(&self) -> &'a Solver {
        &self.plan().solvers[self.solver]
    }

    /// Its place among the solvers under test.
    pub fn solver_number(&self) -> usize {
        self.solver
    }

    /// Whether it is time to stop.
    pub fn is_over(&self) -> bool {
        self.campaign.is_over()
    }

    fn config(&mut self, role: Role) -> Option<SessionConfig> {
        let plan = self.plan();
        self.salt += 1;
        let config = |solver, mode| plan.config(solver, mode, plan.timeout, self.salt);
        let tested = self.solver();
        Some(match role {
            Role::Tested { mode, steps } => {
                let mut config = config(tested, mode);
                config.progress = steps;
                config.statistics = true;
                // Who tells its steps is checked otherwise, and more than the check would show.
                config.check_models = !steps;
                config
            }
            Role::Fresh { own_check } => {
                let mut config = config(tested, Mode::Fresh);
                config.check_models = own_check;
                config
            }
            Role::Unchecked => {
                let mut config = config(tested, Mode::Fresh);
                config.check_models = false;
                config
            }
            Role::Helper => {
                let mut config = config(tested, Mode::Reset);
                config.check_models = false;
                config
            }
            Role::Comparing => {
                let reference = plan.references.first()?;
                let mode = *plan.modes(reference).first()?;
                let mut config = config(reference, mode);
                config.check_models = false;
                config
            }
        })
    }

    /// Whoever has this role, to be put back. Nobody if there is no reference.
    fn take(&mut self, role: Role) -> Option<Box<dyn Ask>> {
        if let Some(session) = self.sessions.remove(&(self.solver, role)) {
            return Some(session);
        }
        self.config(role).map(|config| (self.plan().open)(config))
    }

    fn put(&mut self, role: Role, session: Box<dyn Ask>) {
        self.sessions.insert((self.solver, role), session);
    }

    /// Has somebody do something, who is there again afterwards.
    pub(super) fn with<T>(
        &mut self,
        role: Role,
        work: impl FnOnce(&mut Self, &mut dyn Ask) -> Result<T, CampaignError>,
    ) -> Result<Option<T>, CampaignError> {
        let Some(mut session) = self.take(role) else {
            return Ok(None);
        };
        let done = work(self, &mut *session);
        self.put(role, session);
        done.map(Some)
    }

    /// Asks the solver under test about a script, in a fresh process.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn ask(&mut self, script: &[u8]) -> Result<Option<Outcome>, CampaignError> {
        self.ask_for(script, self.plan().timeout)
    }

    /// The same, for no longer than that.
    pub(super) fn ask_for(
        &mut self,
        script: &[u8],
        time: Duration,
    ) -> Result<Option<Outcome>, CampaignError> {
        let role = Role::Fresh { own_check: false };
        self.with(role, |_, session| {
            session.limit_time(time);
            Ok(session.run(script)?)
        })
    }

    /// Tests what a producer makes; whether all that are worth it had their turn. If nobody knows
    /// which answer is due, the first of the references is asked too.
    ///
    /// # Errors
    /// If somebody cannot be started, or something cannot be written.
    pub fn test(
        &mut self,
        producer: &mut dyn Producer,
        manner: &Manner,
    ) -> Result<bool, CampaignError> {
        let longest = manner.time * TIMES_AGAIN;
        self.triage_time = TRIAGE_TIME.max(longest).min(self.plan().timeout);
        let role = self.tested(manner.watched);
        let complete = self.with(role, |desk, session| {
            session.limit_time(manner.time);
            desk.test_with(session, producer, manner)
        })?;
        Ok(complete.unwrap_or(true))
    }

    /// Who is asked about test cases of the unit at hand.
    pub(super) fn tested(&self, watched: Watched) -> Role {
        Role::Tested {
            mode: self.mode(),
            steps: watched == Watched::Steps,
        }
    }

    fn test_with(
        &mut self,
        session: &mut dyn Ask,
        producer: &mut dyn Producer,
        manner: &Manner,
    ) -> Result<bool, CampaignError> {
        let mut looked_into: BTreeMap<&str, u64> = BTreeMap::new();
        let mut in_vain = 0;
        let mut made = HashSet::new();
        let before = self.tally.cost;
        while manner.patient || !is_tedious(&self.tally, before, 0.0) {
            if self.is_over() {
                return Ok(false);
            }
            let mut cases = self.make(producer, &mut made)?;
            let Some(first) = cases.first() else { break };
            let queries = queries(&self.plan().oracles, first, manner.models);
            let asked = self.ask_about(session, producer, &cases, &queries, manner, before)?;
            let mut suspects = asked.suspects;
            let differing = self.disagreements(&cases, &asked.open, manner)?;
            let contradicts = self.plan().oracles.iter().find(|o| o.contradicts());
            for (place, due) in differing {
                cases[place].due = Due::Known(due);
                suspects.extend(contradicts.map(|oracle| (place, *oracle)));
            }
            for (place, oracle) in suspects {
                let looked = looked_into.entry(oracle.name()).or_default();
                let is_tiresome = !oracle.has_signature() && self.unit.is_tiresome();
                let most = if oracle.has_signature() {
                    CRASHES
                } else {
                    SUSPICIONS
                };
                if (*looked >= most || is_tiresome || in_vain >= IN_VAIN) && !manner.patient {
                    self.tally.further += 1;
                    self.tally.wrong += u64::from(is_tiresome);
                    continue;
                }
                let start = Instant::now();
                let setting = asked.settings.get(&place).cloned().unwrap_or_default();
                match self.look_into(&cases[place], oracle, &queries, &setting)? {
                    Became::Nothing => {
                        self.tally.unconfirmed += 1;
                        in_vain += 1;
                    }
                    Became::Finding | Became::Doubt => {
                        *looked += 1;
                        self.tally.wrong += u64::from(!oracle.has_signature());
                    }
                }
                let seconds = start.elapsed().as_secs_f64();
                self.tally.spend(Purpose::Triage, seconds);
            }
            if !asked.complete || self.campaign.is_stopped() {
                return Ok(false);
            }
        }
        // What a stop has cut short may look as if there were no more.
        Ok(!self.campaign.is_stopped())
    }

    /// Makes as many test cases as are asked about at once, each text once. Chains may come back to
    /// where they were.
    fn make(
        &mut self,
        producer: &mut dyn Producer,
        texts: &mut HashSet<u64>,
    ) -> Result<Vec<TestCase>, CampaignError> {
        let (at_most, bytes_at_most) = match producer.waits() {
            true => (1, usize::MAX),
            false => MADE_AT_ONCE,
        };
        let made = self.with(Role::Helper, |desk, session| {
            let (mut cases, mut bytes) = (Vec::new(), 0);
            let mut helper = Helper {
                session,
                spent: Duration::ZERO,
            };
            while cases.len() < at_most && bytes < bytes_at_most {
                let (start, spent) = (Instant::now(), helper.spent);
                let Some(case) = producer.next(&mut helper)? else {
                    break;
                };
                let making = start.elapsed().saturating_sub(helper.spent - spent);
                desk.tally.generation.add(making.as_secs_f64() * 1e6);
                if producer.waits() || texts.insert(fingerprint(&case.script)) {
                    bytes += case.script.len();
                    cases.push(case);
                }
            }
            let seconds = helper.spent.as_secs_f64();
            desk.tally.spend(Purpose::Seeds, seconds);
            Ok(cases)
        });
        Ok(made?.unwrap_or_default())
    }

    /// Asks about test cases.
    fn ask_about<'o>(
        &mut self,
        session: &mut dyn Ask,
        producer: &mut dyn Producer,
        cases: &[TestCase],
        queries: &[Query],
        manner: &Manner,
        before: f64,
    ) -> Result<Asked<'o>, CampaignError>
    where
        'a: 'o,
    {
        let (campaign, plan) = (self.campaign, self.plan());
        let mut queries = queries.to_vec();
        queries.extend(self.statistics(manner.watched));
        let counts = manner.watched == Watched::Counters && self.tells_statistics(&queries);
        let texts: Vec<Cow<'_, [u8]>> = cases
            .iter()
            .map(|case| with_queries(&case.script, &queries))
            .collect();
        let scripts: Vec<&[u8]> = texts.iter().map(|text| &**text).collect();
        let mut asked = Asked {
            suspects: Vec::new(),
            open: Vec::new(),
            settings: HashMap::new(),
            complete: true,
        };
        let mut error = None;
        // Those that are to be tried again; nothing once they are.
        let again = RefCell::new(Some(Vec::new()));
        let mut slow = 0.0;
        let key = (self.solver, self.tested(manner.watched));
        let mut watch = self.watches.remove(&key).unwrap_or_default();
        let mode = self.mode();
        let mut transcript = self.transcripts.remove(&key).unwrap_or_default();
        let start = Instant::now();
        if queries.contains(&STATISTICS) {
            for script in &scripts {
                self.tally.cost += count_before(session, &mut watch, script, mode)?;
            }
        }
        let mut take = |place: usize, mut outcome: Outcome| {
            if campaign.is_stopped() {
                // What it says may be for want of time.
                asked.complete = false;
                return ControlFlow::Break(());
            }
            let (case, class) = (&cases[place], outcome.verdict().class());
            if again.borrow().is_some() {
                self.tally.answer(class);
                if case.due == Due::Compare && plan.guided {
                    let refused = class == AnswerClass::Rejected;
                    self.lesson.heard_of(case, refused);
                }
            }
            let cost = OVERHEAD + outcome.took.as_secs_f64();
            self.tally.cost += cost;
            match class {
                AnswerClass::Timeout => {
                    slow += outcome.took.as_secs_f64();
                    if !manner.patient
                        && fingerprint(&case.script).is_multiple_of(TRIED_AGAIN)
                        && let Some(again) = &mut *again.borrow_mut()
                    {
                        again.push(place);
                    }
                }
                // One that has more time says nothing of what is usual.
                AnswerClass::Sat | AnswerClass::Unsat if again.borrow().is_some() => {
                    self.tally.answer_cost += cost;
                    let Watching {
                        watched, unwatched, ..
                    } = &mut self.lesson.watching;
                    let took = if counts { watched } else { unwatched };
                    let beside = outcome.took.as_secs_f64() - elapsed(&outcome);
                    took.add(beside.max(0.0), cost);
                }
                _ => {}
            }
            let (behaviours, script) = match counts {
                true => {
                    let seen = watch.behaviours(&mut outcome, mode);
                    (seen, without_statistics(scripts[place]))
                }
                false => (Vec::new(), scripts[place]),
            };
            let seen = Observation {
                case,
                script,
                outcome: &outcome,
            };
            let worth = plan.models == Models::All || producer.is_worth_judging(&seen);
            self.judged.store(0, Ordering::Relaxed);
            let found = suspicion(&plan.oracles, &seen, &mut self.judges, worth);
            self.tally.cost += self.judged.load(Ordering::Relaxed) as f64 / 1e6;
            let found = match found {
                Ok(found) => found,
                Err(failed) => {
                    error = Some(failed);
                    return ControlFlow::Break(());
                }
            };
            if counts {
                let member = || producer.member(case).filter(|_| found.is_none());
                let (lesson, rare) = (&mut self.lesson, &mut self.rare);
                self.unit.note(lesson, rare, case, &behaviours, member);
            }
            producer.heard(&seen, found.is_some());
            let setting = || transcript.setting(mode, &outcome);
            match (found, SeedVerdict::of(&outcome)) {
                (Some(oracle), _) => {
                    asked.settings.insert(place, setting());
                    asked.suspects.push((place, oracle));
                }
                (None, SeedVerdict::Definite(status))
                    if seen.case.due == Due::Compare
                        && !plan.references.is_empty()
                        && !is_proved(script, &outcome) =>
                {
                    asked.settings.insert(place, setting());
                    asked.open.push((place, status));
                }
                _ => {}
            }
            transcript.note(mode, script, &outcome);
            let now = start.elapsed().as_secs_f64();
            if !manner.patient && is_tedious(&self.tally, before, now) {
                return ControlFlow::Break(());
            }
            if campaign.is_over() && place + 1 < cases.len() {
                asked.complete = false;
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        };
        session.run_all(&scripts, &mut take)?;
        // Hard formulas must not be blind spots: a few of those that ran out have more time.
        session.limit_time((manner.time * TIMES_AGAIN).min(plan.timeout));
        for place in again.take().into_iter().flatten() {
            if campaign.is_over() {
                break;
            }
            let _ = take(place, session.run(scripts[place])?);
        }
        session.limit_time(manner.time);
        if let Some(error) = error {
            return Err(error.into());
        }
        self.watches.insert(key, watch);
        self.transcripts.insert(key, transcript);
        let seconds = start.elapsed().as_secs_f64();
        self.tally.spend(Purpose::Timeouts, slow.min(seconds));
        self.tally
            .spend(Purpose::Answers, (seconds - slow).max(0.0));
        Ok(asked)
    }

    /// Asks for what the solver counted, if that is to be seen in the unit at hand and there is nothing
    /// better.
    pub(super) fn statistics(&self, watched: Watched) -> impl Iterator<Item = Query> + use<> {
        let solver = self.solver();
        let asks = match watched {
            Watched::Nothing => false,
            Watched::Counters => self.unit.watched,
            Watched::Steps => solver.profile.progress.is_none(),
        };
        let can_be_asked = solver.profile.statistics.is_some() && !solver.prints_statistics;
        (asks && can_be_asked).then_some(STATISTICS).into_iter()
    }

    /// Whether the solver tells what it counted, as it is asked for it or anyway.
    pub(super) fn tells_statistics(&self, queries: &[Query]) -> bool {
        self.solver().prints_statistics || queries.contains(&STATISTICS)
    }

    /// Finds out what was counted before a seed, if need be.
    pub(super) fn count_before_seed(
        &mut self,
        session: &mut dyn Ask,
        script: &[u8],
    ) -> Result<(), Error> {
        let (mode, key) = (self.mode(), (self.solver, self.tested(Watched::Counters)));
        let watch = self.watches.entry(key).or_default();
        self.tally.cost += count_before(session, watch, script, mode)?;
        Ok(())
    }

    /// What the solver does with a seed is nothing new in its mutants.
    pub(super) fn watch_seed(&mut self, case: &TestCase, outcome: &mut Outcome) {
        let key = (self.solver, self.tested(Watched::Counters));
        let seen = self.watches.entry(key).or_default();
        let seen = seen.behaviours(outcome, self.unit.mode);
        let (lesson, rare) = (&mut self.lesson, &mut self.rare);
        self.unit.note(lesson, rare, case, &seen, || None);
    }

    /// In what setting the solver was asked about a seed; its process is known to have had it from now on.
    pub(super) fn setting_of_seed(&mut self, script: &[u8], outcome: &Outcome) -> Setting {
        let (mode, key) = (self.mode(), (self.solver, self.tested(Watched::Counters)));
        let transcript = self.transcripts.entry(key).or_default();
        let setting = transcript.setting(mode, outcome);
        transcript.note(mode, script, outcome);
        setting
    }

    /// Which test cases the first reference answers otherwise, with its answer. Our own evaluation of its
    /// model decides where it can; elsewhere solvers are compared only if they mean the same.
    fn disagreements(
        &mut self,
        cases: &[TestCase],
        answers: &[(usize, Status)],
        manner: &Manner,
    ) -> Result<Vec<(usize, Status)>, CampaignError> {
        if answers.is_empty() {
            return Ok(Vec::new());
        }
        let time = manner.time.max(COMPARING_TIME).min(self.plan().timeout);
        let found = self.with(Role::Comparing, |desk, session| {
            session.limit_time(time);
            let scripts = answers.iter().map(|(place, _)| &cases[*place].script);
            let scripts: Vec<Cow<'_, [u8]>> = scripts
                .map(|script| with_queries(script, &[GET_MODEL]))
                .collect();
            let scripts: Vec<&[u8]> = scripts.iter().map(|script| &**script).collect();
            let mut found = Vec::new();
            let start = Instant::now();
            session.run_all(&scripts, &mut |number, outcome| {
                // It is part of what the unit takes.
                desk.tally.cost += OVERHEAD + outcome.took.as_secs_f64();
                let (place, said) = answers[number];
                if let SeedVerdict::Definite(other) = SeedVerdict::of(&outcome)
                    && other != said
                    && (other == Status::Sat || desk.can_be_unsat(&cases[place]))
                    && can_contradict(scripts[number], &outcome)
                {
                    found.push((place, other));
                }
                match desk.campaign.is_stopped() {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            })?;
            let seconds = start.elapsed().as_secs_f64();
            desk.tally.spend(Purpose::References, seconds);
            Ok(found)
        })?;
        Ok(found.unwrap_or_default())
    }

    /// Whether there are enough others to call a test case unsat of which nobody knows the answer: no model
    /// shows it, so that it takes two, or one and what is known of it.
    fn can_be_unsat(&self, case: &TestCase) -> bool {
        let tested = &self.solver().name;
        let others = self.plan().references.iter().map(|other| &other.name);
        let others: HashSet<&String> = others.filter(|name| *name != tested).collect();
        let own = case.derivation.derived().status() == Some(Status::Unsat);
        others.len() + usize::from(own) >= 2
    }

    /// Looks into a suspicion about a test case that was asked with these queries in this setting, and
    /// keeps what becomes of it.
    pub(super) fn look_into(
        &mut self,
        case: &TestCase,
        oracle: &dyn Oracle,
        asked: &[Query],
        setting: &Setting,
    ) -> Result<Became, CampaignError> {
        let (campaign, plan) = (self.campaign, self.plan());
        let mut queries = asked.to_vec();
        // What it complains of we want to see, whatever was asked for before.
        for query in oracle.queries(case, Models::All) {
            if !queries.contains(query) {
                queries.push(*query);
            }
        }
        let suspicion = Suspicion {
            case,
            oracle,
            queries: &queries,
            setting,
            strategy: self.strategy,
            random: plan.random,
        };
        let own_check = case.is_own_checked();
        let mut of_others = match self.engines.remove(&self.solver) {
            Some(engines) => engines,
            None => self.open_engines(),
        };
        let time = self.triage_time;
        let triage = self.with(Role::Fresh { own_check }, |desk, fresh| {
            fresh.limit_time(time);
            desk.with(Role::Unchecked, |desk, unchecked| {
                unchecked.limit_time(time);
                let mut bench = Bench {
                    oracles: &plan.oracles,
                    known: &|bucket| campaign.length_of(bucket),
                    fresh,
                    unchecked,
                    references: &mut desk.references,
                    engines: &mut of_others,
                    judges: &mut desk.judges,
                };
                Ok(bench.triage(&suspicion)?)
            })
        });
        self.engines.insert(self.solver, of_others);
        let triage = triage?.flatten();
        let triage = triage.unwrap_or(Triage::Gone("there is nobody to ask"));
        if let Triage::Confirmed(finding) = &triage {
            self.found.insert(finding.bucket.clone());
        }
        if campaign.is_stopped() {
            // Answers were cut short: it will be looked into when the campaign goes on.
            return Ok(Became::Nothing);
        }
        campaign.triaged(triage, &suspicion)
    }

    fn open_engines(&mut self) -> Vec<Box<dyn Ask>> {
        let plan = self.plan();
        let all = plan.references.iter().chain([self.solver()]);
        let all = all.flat_map(engines).zip(self.salt + 1..);
        let all: Vec<Box<dyn Ask>> = all
            .map(|(engine, salt)| {
                let time = ENGINE_TIME.min(plan.timeout);
                let mut config = plan.config(&engine, Mode::Fresh, time, salt);
                config.check_models = false;
                (plan.open)(config)
            })
            .collect();
        self.salt += all.len() as u64;
        all
    }
}

/// Whether what somebody says of a script is proved by the model that came with it.
fn is_proved(script: &[u8], outcome: &Outcome) -> bool {
    let model = model_of(outcome).filter(|_| asks_for_model(script));
    model.is_some_and(|model| worth(script, model) == Worth::Right)
}

/// Whether what a reference says of a script speaks against somebody who says otherwise: its model is right
/// by our own evaluation, or cannot be judged and all solvers mean the same by the script.
fn can_contradict(script: &[u8], outcome: &Outcome) -> bool {
    match model_of(outcome).map(|model| worth(script, model)) {
        Some(Worth::Wrong) => false,
        Some(Worth::Right) => true,
        Some(Worth::Unclear) | None => is_settled(script),
    }
}

/// Finds out what was counted before a script, if need be. How many seconds that took.
pub(super) fn count_before(
    session: &mut dyn Ask,
    watch: &mut Watch,
    script: &[u8],
    mode: Mode,
) -> Result<f64, Error> {
    let Some(question) = watch.question_before(script, mode) else {
        return Ok(0.0);
    };
    let mut outcome = session.run(&question)?;
    watch.behaviours(&mut outcome, mode);
    Ok(OVERHEAD + outcome.took.as_secs_f64())
}

/// How many seconds the checks of a script took.
pub(super) fn elapsed(outcome: &Outcome) -> f64 {
    let checks = outcome.checks.iter();
    checks.map(|check| check.elapsed.as_secs_f64()).sum()
}

/// Whether a unit takes more time than it is worth; `before` is what it had cost before its first test
/// case, `now` the time that is not yet counted.
fn is_tedious(tally: &Tally, before: f64, now: f64) -> bool {
    let most = TIMEOUTS + tally.mutants / MUTANTS_A_TIMEOUT;
    let cost = tally.cost - before;
    let is_slow = cost > SLOW_MUTANT * tally.mutants as f64;
    tally.answered(AnswerClass::Timeout) >= most
        || tally.solver_seconds + now > UNIT_SECONDS
        || (is_slow && cost > SLOW_UNIT_SECONDS)
}
