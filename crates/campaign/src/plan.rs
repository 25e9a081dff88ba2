//! What a campaign is to do.

use crate::ask::Open;
use crate::history::{Candidate, HistoryCache};
use crate::models::Models;
use crate::oracle::Oracle;
use crate::schedule::lag;
use crate::strategy::Strategy;
use solve::{Mode, SessionConfig, Solver};
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What a campaign is.
pub struct Plan {
    /// What makes test cases.
    pub strategies: Vec<Box<dyn Strategy>>,
    /// What judges answers.
    pub oracles: Vec<&'static dyn Oracle>,
    /// The solvers under test.
    pub solvers: Vec<Solver>,
    /// Solvers that are asked who is right.
    pub references: Vec<Solver>,
    /// Where random numbers start.
    pub random: u64,
    /// How many test cases there are at most.
    pub mutants: Option<u64>,
    /// When to stop.
    pub time: Option<Duration>,
    /// Whether findings are reduced while the campaign goes on.
    pub reduce: bool,
    /// How it is found out at the end which releases have the findings, if it is.
    pub history: Option<Archive>,
    /// Which answers are followed by a model for us to judge.
    pub models: Models,
    /// How solvers are asked for answers; if nobody says, in every way that they have, by what it brings.
    pub mode: Option<Mode>,
    /// Whether what was seen guides what is done next; else all is by chance and in turn.
    pub guided: bool,
    /// How long a test case may take.
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
    /// Where those come from who are asked.
    pub open: Box<Open>,
}

/// The releases of a solver.
pub type ReleasesOf = dyn Fn(&Solver) -> Vec<Candidate> + Send + Sync;

/// Releases of solvers, and what is known of them. Where they come from is not the campaign's to know.
pub struct Archive {
    /// The releases that are asked about bugs of a solver, the oldest first; none if there are none to
    /// be had.
    pub releases: Box<ReleasesOf>,
    /// What is known from before.
    pub cache: HistoryCache,
}

/// How many times longer than usual a test case may take, and how much longer at least and at most, unless half
/// as long again is more. Measured, a second brings a quarter of what is new in test cases that take longer than
/// 10 ms, compared with those that take less than two.
const TIMES_USUAL: u32 = 4;
const AT_LEAST: Duration = Duration::from_millis(10);
const AT_MOST_MORE: Duration = Duration::from_millis(40);

/// Except after a reset, a warm process serves one logic only, and seeds of many take turns.
const WARM_PROCESSES: usize = 24;
/// Which work a unit of a number is, given the reports before it. When that changes, so does this: a log of another
/// schedule is about other work, and steps of its mutants belong to other seeds.
const SCHEDULE: u32 = 5;

impl Plan {
    /// All that decides which test cases are made, in one text. Who is asked who is right is not part of
    /// it: there may be a newer one tomorrow.
    pub fn identity(&self) -> String {
        let names: Vec<String> = self.solvers.iter().map(Solver::command_line).collect();
        let strategies = self.strategies.iter();
        let strategies: Vec<String> = strategies
            .map(|strategy| format!("{}: {}", strategy.name(), strategy.identity()))
            .collect();
        format!(
            "solvers {names:?}, models {:?}, mode {}, guided {} by schedule {SCHEDULE} after {} units, timeout {:?}, random {}, {}",
            self.models,
            self.mode.map_or("mix", Mode::name),
            self.guided,
            lag(self.jobs.get()),
            self.timeout,
            self.random,
            strategies.join("; "),
        )
    }

    /// The modes that a solver is asked in, what is fast first.
    pub fn modes(&self, solver: &Solver) -> Vec<Mode> {
        if let Some(mode) = self.mode {
            return vec![mode];
        }
        let has = &solver.profile.modes;
        let all = [
            (Mode::Incremental, has.push_pop),
            (Mode::Tactic, has.tactic),
            (Mode::Reset, has.reset),
            (Mode::Fresh, true),
        ];
        let warm = solver.interactive && solver.profile.input.echo;
        let can = all
            .into_iter()
            .filter(|(mode, has)| *has && (warm || *mode == Mode::Fresh));
        can.map(|(mode, _)| mode).collect()
    }

    /// How long a test case may take, if it usually takes so many seconds in that mode. One that takes
    /// many times longer has most likely become hard, and finds nothing while it has the solver for
    /// itself. Nothing is ever concluded from it.
    pub fn limit(&self, usual: f64) -> Duration {
        let usual = Duration::from_secs_f64(usual.clamp(0.0, 3600.0));
        let most = (usual + AT_MOST_MORE).max(usual * 3 / 2);
        let limit = (usual * TIMES_USUAL + AT_LEAST).min(most);
        limit.min(self.timeout)
    }

    /// How a solver is asked.
    pub(crate) fn config(
        &self,
        solver: &Solver,
        mode: Mode,
        time: Duration,
        salt: u64,
    ) -> SessionConfig {
        let mut config = SessionConfig::new(solver.clone(), mode);
        config.limits.time = time;
        // Test cases of different seeds have different limits. And a solver that keeps its limit itself may
        // break on that: cvc5 1.0.3 does, in its SAT solver, and who reads the report would not see it.
        config.limits.told = false;
        config.limits.memory = Some(self.memory);
        config.limits.stop = Some(self.stop);
        config.nonce = self
            .nonce
            .wrapping_add(salt.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        config.check_models = true;
        config.warm_processes = WARM_PROCESSES;
        config
    }
}
