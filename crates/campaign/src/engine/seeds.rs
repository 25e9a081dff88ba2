//! What solvers say of seeds: known from earlier runs, or asked now.

use super::desk::{Role, statistics};
use super::{Became, CampaignError, Desk, Manner, lock};
use crate::case::{Due, Seed, SeedForm, SeedVerdict, Setting, TestCase};
use crate::fingerprint::fingerprint;
use crate::models::Models;
use crate::oracle::{Observation, Query, queries, suspicion, with_queries};
use crate::schedule::{Seen, Trace};
use crate::seed_cache::{SeedAnswer, solver_identity};
use crate::settled::is_settled;
use smt::Status;
use solve::{Outcome, Solver};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a seed may take that is only looked at: many are before the first is mutated, and mutants of
/// slow ones would be slower.
const PROBE_TIME: Duration = Duration::from_secs(1);

impl SeedAnswer {
    fn new(outcome: &Outcome, start: Instant) -> Self {
        Self {
            verdict: SeedVerdict::of(outcome),
            time: start.elapsed(),
            seen: None,
            suspicious: false,
        }
    }
}

impl Desk<'_> {
    /// What the solver under test says of a seed. What that itself gives away is looked into as well.
    /// Nothing if there was no time for it.
    ///
    /// # Errors
    /// If somebody cannot be started, or something cannot be written.
    pub fn answer_to_seed(
        &mut self,
        seed: &Arc<Seed>,
    ) -> Result<Option<SeedAnswer>, CampaignError> {
        let (campaign, plan) = (self.campaign, self.plan());
        let key = (self.solver_number(), fingerprint(&seed.text));
        if let Some(known) = lock(&campaign.answers).get(&key) {
            return Ok(Some(known.clone()));
        }
        let start = Instant::now();
        let who = ("tested", self.solver(), plan.seed_timeout);
        let answer = self.known_or_asked(who, seed, |desk| desk.ask_about_seed(seed))?;
        let Some(mut answer) = answer else {
            return Ok(None);
        };
        // Others may be asked now than in the run that it is known from.
        if let Some(status) = answer.verdict.status()
            && self.is_contradicted(seed, status, (2, plan.seed_timeout))?
        {
            answer.verdict = SeedVerdict::Contradicted;
        }
        self.tally.solver_seconds += start.elapsed().as_secs_f64();
        if campaign.is_stopped() {
            return Ok(None);
        }
        lock(&campaign.answers).insert(key, answer.clone());
        Ok(Some(answer))
    }

    /// What is known of a solver in some role, asked with so much time, and a seed; or else what comes of
    /// asking, unless that was cut short.
    fn known_or_asked(
        &mut self,
        (role, solver, time): (&str, &Solver, Duration),
        seed: &Seed,
        ask: impl FnOnce(&mut Self) -> Result<Option<SeedAnswer>, CampaignError>,
    ) -> Result<Option<SeedAnswer>, CampaignError> {
        let campaign = self.campaign;
        let (who, what) = (solver_identity(role, solver, time), fingerprint(&seed.text));
        let known = lock(&campaign.seeds).get(who, what);
        if known.is_some() {
            return Ok(known);
        }
        let answer = ask(self)?.filter(|_| !campaign.is_stopped());
        if let Some(answer) = &answer {
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
        let start = Instant::now();
        let outcome = self.with(Role::Fresh { own_check: true }, |_, fresh| {
            fresh.limit_time(plan.seed_timeout);
            let outcome = fresh.run(&script);
            fresh.limit_time(plan.timeout);
            Ok(outcome?)
        })?;
        let Some(outcome) = outcome else {
            return Ok(None);
        };
        let mut answer = SeedAnswer::new(&outcome, start);
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
            let answer = self.known_or_asked(("asked", reference, time), seed, |desk| {
                let session = &mut desk.references[place];
                let start = Instant::now();
                session.limit_time(time);
                let outcome = session.run(&seed.text);
                session.limit_time(plan.timeout);
                Ok(Some(SeedAnswer::new(&outcome?, start)))
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
            observed: true,
            patient: true,
        };
        let queries: Vec<Query> = statistics(self.solver(), &manner).collect();
        let script = with_queries(&seed.text, &queries);
        let who = ("observed", self.solver(), manner.time);
        let answer = self.known_or_asked(who, seed, |desk| {
            desk.with(Role::Tested { observed: true }, |_, session| {
                session.limit_time(manner.time);
                let start = Instant::now();
                let outcome = session.run(&script)?;
                Ok(SeedAnswer {
                    seen: Some(Seen::of(&Trace::of(&outcome))),
                    ..SeedAnswer::new(&outcome, start)
                })
            })
        })?;
        Ok(answer.and_then(|mut answer| answer.seen.take().map(|seen| (answer, seen))))
    }
}
