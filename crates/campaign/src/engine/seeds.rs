//! What solvers say of seeds: known from earlier runs, or asked now.

use super::desk::{OVERHEAD, Role, elapsed};
use super::{Became, CampaignError, Desk, Manner, Watched, lock};
use crate::case::{Due, Seed, SeedForm, SeedVerdict, Setting, TestCase};
use crate::cores::{Core, core_of};
use crate::fingerprint::fingerprint;
use crate::models::{Models, is_right, model_of, with_model};
use crate::oracle::{Observation, Query, queries, suspicion, with_queries};
use crate::schedule::{STATISTICS, Seen, Trace, without_statistics};
use crate::seed_cache::{SeedAnswer, solver_identity};
use crate::settled::is_settled;
use crate::tally::Purpose;
use smt::Status;
use solve::{Mode, Outcome, START_UP, Solver};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a seed may take that is only looked at: many are before the first is mutated, and mutants of
/// slow ones would be slower.
const PROBE_TIME: Duration = Duration::from_secs(1);

/// How long a seed may take whose mutants are to be tested, but for one in so many.
const IMPATIENT_TIME: Duration = Duration::from_millis(500);
const PATIENT: u64 = 16;
/// A seed that took longer is not asked again in another campaign.
const SLOW: Duration = Duration::from_millis(50);

/// About how many seconds it takes to look up what is known of a seed.
const KNOWN: f64 = 0.002;

impl SeedAnswer {
    fn new(outcome: &Outcome) -> Self {
        Self {
            verdict: SeedVerdict::of(outcome),
            time: Duration::from_secs_f64(elapsed(outcome)),
            seen: None,
            suspicious: false,
        }
    }
}

impl Desk<'_> {
    /// What the solver under test says of a seed, asked as it will be for its mutants. What that itself
    /// gives away is looked into as well. Nothing if there was no time for it.
    ///
    /// # Errors
    /// If somebody cannot be started, or something cannot be written.
    pub fn answer_to_seed(
        &mut self,
        seed: &Arc<Seed>,
    ) -> Result<Option<SeedAnswer>, CampaignError> {
        let (campaign, plan, mode) = (self.campaign, self.plan(), self.mode());
        let hash = fingerprint(&seed.text);
        let key = (self.solver_number(), mode, hash);
        if let Some(known) = lock(&campaign.answers).get(&key) {
            return Ok(Some(known.clone()));
        }
        // Mutants of slow seeds are slower still. But hard formulas must not be blind spots.
        let time = match hash.is_multiple_of(PATIENT) {
            true => plan.seed_timeout,
            false => plan.seed_timeout.min(IMPATIENT_TIME),
        };
        let role = format!("tested in mode {}", mode.name());
        let who = (&role[..], self.solver(), time);
        // What is fast is asked again, to see what the solver does with it.
        let known = self.known(who, seed);
        let is_slow = |answer: &SeedAnswer| answer.time > SLOW;
        let answer = match known.filter(is_slow) {
            Some(known) => Some(known),
            None => self.known_or_asked(who, seed, true, |desk| desk.ask_in_mode(seed, time))?,
        };
        let Some(answer) = answer.filter(|_| !campaign.is_stopped()) else {
            return Ok(None);
        };
        lock(&campaign.answers).insert(key, answer.clone());
        Ok(Some(answer))
    }

    /// The same of a seed that stands beside the one whose mutants are made. However those are asked, it is
    /// asked in the fastest way, so that what is known of it serves all units and strategies.
    ///
    /// # Errors
    /// If somebody cannot be started, or something cannot be written.
    pub fn answer_to_other(
        &mut self,
        seed: &Arc<Seed>,
    ) -> Result<Option<SeedAnswer>, CampaignError> {
        let fastest = self.fastest();
        let of_unit = self.ask_in(fastest);
        // What it shows by itself is not what the unit brings: another unit may have been first to ask.
        let of_unit_so_far = (self.lesson.clone(), self.found.clone());
        let answer = self.answer_to_seed(seed);
        (self.lesson, self.found) = of_unit_so_far;
        self.ask_in(of_unit);
        match answer? {
            // What is hard in one mode may be easy in another.
            Some(answer) if answer.verdict.status().is_none() && of_unit != fastest => {
                self.answer_to_seed(seed)
            }
            answer => Ok(answer),
        }
    }

    /// A model of a seed that the solver under test gives in a fresh process, if we find it right whatever the
    /// standard leaves open: what a process was asked before must not decide which model that is. Of a seed with
    /// `several` checks it is that of the last.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn model_of_seed(
        &mut self,
        seed: &Seed,
        several: bool,
    ) -> Result<Option<String>, CampaignError> {
        let campaign = self.campaign;
        let key = (self.solver_number(), fingerprint(&seed.text), several);
        let known = lock(&campaign.models).get(&key).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let start = Instant::now();
        let outcome = self.ask_soon(&with_model(&seed.text))?;
        let outcome = outcome.filter(|outcome| several || outcome.asked == 1);
        let model = outcome.as_ref().and_then(model_of);
        let model = model.filter(|model| is_right(&seed.text, model));
        let model = model.map(str::to_owned);
        self.count_as_seeds(start);
        if !campaign.is_stopped() {
            lock(&campaign.models).insert(key, model.clone());
        }
        Ok(model)
    }

    /// A core of a seed that the solver under test says is unsat, checked in a fresh process.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn core_of_seed(&mut self, seed: &Seed) -> Result<Option<Core>, CampaignError> {
        let campaign = self.campaign;
        let key = (self.solver_number(), fingerprint(&seed.text));
        let known = lock(&campaign.cores).get(&key).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let start = Instant::now();
        let core = core_of(seed, |script| self.ask_soon(script))?;
        self.count_as_seeds(start);
        if !campaign.is_stopped() {
            lock(&campaign.cores).insert(key, core.clone());
        }
        Ok(core)
    }

    /// Asks the solver under test about a seed, in a fresh process, for no longer than a seed may take.
    fn ask_soon(&mut self, script: &[u8]) -> Result<Option<Outcome>, CampaignError> {
        let time = self.plan().seed_timeout.min(PROBE_TIME);
        let outcome = self.ask_for(script, time)?;
        outcome.iter().for_each(|outcome| self.charge(outcome));
        Ok(outcome)
    }

    /// What somebody took for a seed is part of what the unit costs.
    fn charge(&mut self, outcome: &Outcome) {
        self.tally.cost += OVERHEAD + outcome.took.as_secs_f64();
    }

    /// The time since then was spent on seeds.
    fn count_as_seeds(&mut self, start: Instant) {
        let seconds = start.elapsed().as_secs_f64();
        self.tally.spend(Purpose::Seeds, seconds);
    }

    /// Asks the solver under test about a seed as it will be asked for its mutants.
    fn ask_in_mode(
        &mut self,
        seed: &Arc<Seed>,
        time: Duration,
    ) -> Result<Option<SeedAnswer>, CampaignError> {
        let plan = self.plan();
        let case = TestCase::of_seed(seed, Due::Compare);
        // With the same settings as its mutants, so that the same process serves them.
        let models = plan.models.in_unit(self.unit().number);
        let mut queries = queries(&plan.oracles, &case, models);
        let oracles = queries.clone();
        queries.extend(self.statistics(Watched::Counters));
        let script = with_queries(&case.script, &queries);
        let start = Instant::now();
        let outcome = self.with(self.tested(Watched::Counters), |desk, session| {
            session.limit_time(time);
            if queries.contains(&STATISTICS) {
                desk.count_before_seed(session, &script)?;
            }
            Ok(session.run(&script)?)
        })?;
        let Some(mut outcome) = outcome else {
            return Ok(None);
        };
        self.charge(&outcome);
        if self.tells_statistics(&queries) {
            self.watch_seed(&case, &mut outcome);
        }
        let script = without_statistics(&script);
        let setting = self.setting_of_seed(script, &outcome);
        let mut answer = SeedAnswer::new(&outcome);
        // A mutant that a process that runs is asked about takes no time to start it.
        if outcome.started && self.mode() != Mode::Fresh && !self.solver().slow_start {
            answer.time = answer.time.saturating_sub(START_UP);
        }
        let seen = Observation {
            case: &case,
            script,
            outcome: &outcome,
        };
        if let Some(oracle) = suspicion(&plan.oracles, &seen, &mut self.judges, true)? {
            self.look_into(&case, oracle, &oracles, &setting)?;
            answer.suspicious = true;
        }
        if let Some(status) = answer.verdict.status()
            && self.is_contradicted_in_mode(seed, status, &setting)?
        {
            answer.verdict = SeedVerdict::Contradicted;
        }
        let seconds = start.elapsed().as_secs_f64();
        self.tally.spend(Purpose::Seeds, seconds);
        Ok(Some(answer))
    }

    /// Whether a seed's answer is another one than its own status, or than that in another mode, and that is
    /// a finding: it may show only in the setting that it was asked in.
    fn is_contradicted_in_mode(
        &mut self,
        seed: &Arc<Seed>,
        status: Status,
        setting: &Setting,
    ) -> Result<bool, CampaignError> {
        let (solver, hash) = (self.solver_number(), fingerprint(&seed.text));
        let in_other_modes = {
            let answers = lock(&self.campaign.answers);
            let in_mode = |mode: Mode| answers.get(&(solver, mode, hash))?.verdict.status();
            Mode::ALL
                .into_iter()
                .filter_map(in_mode)
                .any(|other| other != status)
        };
        let differs = in_other_modes || seed.status.is_some_and(|own| own != status);
        let contradicts = self
            .plan()
            .oracles
            .iter()
            .find(|oracle| oracle.contradicts());
        match contradicts {
            Some(oracle) if differs && is_settled(&seed.text) => {
                let case = TestCase::of_seed(seed, Due::Known(status.other()));
                // In which modes others have asked before is a matter of time: it is not what the unit brings.
                let of_unit_so_far = self.found.clone();
                let became = self.look_into(&case, *oracle, &[], setting)?;
                self.found = of_unit_so_far;
                Ok(became == Became::Finding)
            }
            _ => Ok(false),
        }
    }

    /// Looks for what is wrong with the answer to a seed itself: the solver is asked in a fresh process
    /// and checks its own model, and others are asked who is right. Whether the seed was of use; nothing
    /// if there was no time for it.
    ///
    /// # Errors
    /// If somebody cannot be started, or something cannot be written.
    pub fn compare_seed(&mut self, seed: &Arc<Seed>) -> Result<Option<SeedVerdict>, CampaignError> {
        let plan = self.plan();
        let start = Instant::now();
        // What is known from before costs something, too: others have their turn.
        self.tally.cost += KNOWN;
        let who = ("tested", self.solver(), plan.seed_timeout);
        let answer = self.known_or_asked(who, seed, false, |desk| desk.ask_about_seed(seed))?;
        self.tally
            .spend(Purpose::Seeds, start.elapsed().as_secs_f64());
        let Some(mut answer) = answer else {
            return Ok(None);
        };
        let start = Instant::now();
        // Others may be asked now than in the run that it is known from.
        if let Some(status) = answer.verdict.status()
            && self.is_contradicted(seed, status, (2, plan.seed_timeout))?
        {
            answer.verdict = SeedVerdict::Contradicted;
        }
        let seconds = start.elapsed().as_secs_f64();
        self.tally.spend(Purpose::References, seconds);
        Ok((!self.campaign.is_stopped()).then_some(answer.verdict))
    }

    /// What is known from before of a solver in some role, asked with so much time, and a seed.
    fn known(
        &self,
        (role, solver, time): (&str, &Solver, Duration),
        seed: &Seed,
    ) -> Option<SeedAnswer> {
        let (who, what) = (solver_identity(role, solver, time), fingerprint(&seed.text));
        lock(&self.campaign.seeds).get(who, what)
    }

    /// What is known of a solver in some role, asked with so much time, and a seed; or else what comes of
    /// asking, unless that was cut short. What is known is asked `anew` if need be.
    fn known_or_asked(
        &mut self,
        (role, solver, time): (&str, &Solver, Duration),
        seed: &Seed,
        anew: bool,
        ask: impl FnOnce(&mut Self) -> Result<Option<SeedAnswer>, CampaignError>,
    ) -> Result<Option<SeedAnswer>, CampaignError> {
        let campaign = self.campaign;
        let (who, what) = (solver_identity(role, solver, time), fingerprint(&seed.text));
        let known = self.known((role, solver, time), seed);
        if known.is_some() && !anew {
            return Ok(known);
        }
        let answer = ask(self)?.filter(|_| !campaign.is_stopped());
        if let Some(answer) = answer.as_ref().filter(|_| known.is_none()) {
            lock(&campaign.seeds).put(who, what, answer);
        }
        Ok(answer)
    }

    /// Asks the solver under test about a seed, and looks into what that itself gives away.
    fn ask_about_seed(&mut self, seed: &Arc<Seed>) -> Result<Option<SeedAnswer>, CampaignError> {
        let plan = self.plan();
        let case = TestCase::of_seed(seed, Due::Compare);
        let queries = queries(&plan.oracles, &case, plan.models);
        let script = with_queries(&case.script, &queries);
        let outcome = self.with(Role::Fresh { own_check: true }, |_, fresh| {
            fresh.limit_time(plan.seed_timeout);
            Ok(fresh.run(&script)?)
        })?;
        let Some(outcome) = outcome else {
            return Ok(None);
        };
        self.charge(&outcome);
        let mut answer = SeedAnswer::new(&outcome);
        let seen = Observation {
            case: &case,
            script: &script,
            outcome: &outcome,
        };
        if let Some(oracle) = suspicion(&plan.oracles, &seen, &mut self.judges, true)? {
            self.look_into(&case, oracle, &queries, &Setting::default())?;
            answer.suspicious = true;
        }
        Ok(Some(answer))
    }

    /// Whether a seed's answer is wrong: so many of its own status and the references, which have so much
    /// time, say otherwise, and none agrees. If that is a finding, it is one without any mutation.
    ///
    /// # Errors
    /// If somebody cannot be started, or something cannot be written.
    pub fn is_contradicted(
        &mut self,
        seed: &Arc<Seed>,
        status: Status,
        (enough, time): (usize, Duration),
    ) -> Result<bool, CampaignError> {
        let plan = self.plan();
        let mut against = usize::from(seed.status.is_some_and(|own| own != status));
        for (place, reference) in plan.references.iter().enumerate() {
            let answer = self.known_or_asked(("asked", reference, time), seed, false, |desk| {
                let session = &mut desk.references[place];
                let usual = session.time_limit();
                session.limit_time(time);
                let outcome = session.run(&seed.text);
                session.limit_time(usual);
                let outcome = outcome?;
                desk.charge(&outcome);
                Ok(Some(SeedAnswer::new(&outcome)))
            })?;
            match answer.and_then(|answer| answer.verdict.status()) {
                Some(other) if other != status => against += 1,
                // Of a Horn system there may be a proof, whoever agrees.
                Some(_) if seed.form != SeedForm::Horn => return Ok(false),
                _ => {}
            }
        }
        // What is open is looked into only where a proof may settle it.
        let settled = || seed.form == SeedForm::Horn || is_settled(&seed.text);
        let contradicts = plan.oracles.iter().find(|oracle| oracle.contradicts());
        match contradicts {
            Some(oracle) if against >= enough && settled() => {
                let case = TestCase::of_seed(seed, Due::Known(status.other()));
                let became = self.look_into(&case, *oracle, &[], &Setting::default())?;
                // Where so many speak against it, there is at least a misunderstanding.
                Ok(became == Became::Finding || seed.form != SeedForm::Horn)
            }
            _ => Ok(false),
        }
    }

    /// What the solver under test does with a seed, observed. Nothing if there was no time for it.
    ///
    /// # Errors
    /// If somebody cannot be started.
    pub fn probe(&mut self, seed: &Seed) -> Result<Option<(SeedAnswer, Seen)>, CampaignError> {
        let plan = self.plan();
        let manner = Manner {
            time: plan.seed_timeout.min(PROBE_TIME),
            models: Models::Off,
            watched: Watched::Steps,
            patient: true,
        };
        let queries: Vec<Query> = self.statistics(manner.watched).collect();
        let script = with_queries(&seed.text, &queries);
        let who = ("observed", self.solver(), manner.time);
        let answer = self.known_or_asked(who, seed, false, |desk| {
            desk.with(desk.tested(Watched::Steps), |desk, session| {
                session.limit_time(manner.time);
                let outcome = session.run(&script)?;
                desk.charge(&outcome);
                Ok(SeedAnswer {
                    seen: Some(Seen::of(&Trace::of(&outcome))),
                    ..SeedAnswer::new(&outcome)
                })
            })
        })?;
        Ok(answer.and_then(|mut answer| answer.seen.take().map(|seen| (answer, seen))))
    }
}
