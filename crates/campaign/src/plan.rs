//! What a campaign is to do, as units of work.

use crate::fingerprint::fingerprint;
use crate::horn::weights::Order;
use crate::models::Models;
use crate::seeds::Seed;
use crate::strategy::{Generation, Options};
use mutate::horn::Mutation;
use solve::{Mode, SessionConfig, Solver};
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What a campaign is.
pub struct Plan {
    /// What is mutated.
    pub seeds: Vec<Seed>,
    /// What makes formulas from nothing.
    pub generations: Vec<Generation>,
    /// If seeds are Horn systems that are to be mutated as such, how.
    pub horn: Option<HornPlan>,
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
    /// Whether findings are reduced while the campaign goes on.
    pub reduce: bool,
    /// Which answers are followed by a model for us to judge.
    pub models: Models,
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

/// How Horn systems are mutated.
pub struct HornPlan {
    /// Which mutations there are.
    pub mutations: Vec<&'static Mutation>,
    /// Which seeds come first.
    pub order: Order,
    /// Whether traces guide the choice of seeds and mutations; else all is by chance.
    pub guided: bool,
    /// Where it is kept what solvers do with seeds.
    pub cache: Option<PathBuf>,
}

/// How many mutants of a seed its first unit has; every later one has twice as many as the one
/// before. So many seeds have their turn early, and later a seed is prepared for many at once.
const FIRST_UNIT: u64 = 10;

/// How many formulas a unit has that are made from nothing.
const GENERATED_UNIT: u64 = 50;
/// How often each of those who make them has a turn: there is always one more.
const GENERATED_PASSES: u64 = 1 << 40;

/// Except after a reset, a warm process serves one logic only, and seeds of many take turns.
const WARM_PROCESSES: usize = 24;

/// What a unit has mutants of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// A seed, by its number.
    Seed(usize),
    /// Nothing, by the number of who makes it.
    Nothing(usize),
}

/// Some mutants of one seed, put to one solver. It depends on nothing but its number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// Its number.
    pub number: u64,
    /// Whose work it is.
    pub solver: usize,
    /// What of.
    pub origin: Origin,
    /// How many units this seed had before.
    pub pass: u64,
    /// Which of its mutants.
    pub mutants: Range<u64>,
}

impl Plan {
    /// All that decides which mutants are made.
    pub fn identity(&self) -> String {
        let mut seeds: Vec<u8> = Vec::new();
        for seed in &self.seeds {
            seeds.extend_from_slice(&fingerprint(&seed.text).to_le_bytes());
        }
        let generated = self.generations.iter().map(Generation::identity);
        let generated: String = generated.collect();
        let names = |solvers: &[Solver]| -> Vec<String> {
            solvers.iter().map(Solver::command_line).collect()
        };
        let horn = self.horn.as_ref().map(|horn| {
            let names: Vec<&str> = horn.mutations.iter().map(|m| m.name).collect();
            format!(", {names:?} {} {}", horn.order, horn.guided)
        });
        let horn = horn.unwrap_or_default();
        format!(
            "{} seeds {:016x}, {:016x} from nothing, solvers {:?}, references {:?}, {:?}, {} mutants a seed, models {:?}, mode {}, timeout {:?}{horn}",
            self.seeds.len(),
            fingerprint(&seeds),
            fingerprint(generated.as_bytes()),
            names(&self.solvers),
            names(&self.references),
            self.options.approximation,
            self.mutants_per_seed,
            self.models,
            self.mode.name(),
            self.timeout,
        )
    }

    /// How many units there are.
    pub fn units(&self) -> u64 {
        let passes = (0..64).take_while(|&pass| first_of_pass(pass) < self.mutants_per_seed);
        let passes = match self.generations.is_empty() {
            true => passes.count() as u64,
            false => GENERATED_PASSES,
        };
        passes * self.units_of_a_pass()
    }

    fn units_of_a_pass(&self) -> u64 {
        ((self.seeds.len() + self.generations.len()) * self.solvers.len()) as u64
    }

    /// The unit of that number: every seed has its first before any has its second.
    pub fn unit(&self, number: u64) -> Unit {
        let a_pass = self.units_of_a_pass().max(1);
        let (pass, within) = (number / a_pass, (number % a_pass) as usize);
        let solvers = self.solvers.len().max(1);
        let place = within / solvers;
        let (origin, mutants) = match place.checked_sub(self.seeds.len()) {
            Some(generation) => {
                let first = pass * GENERATED_UNIT;
                (Origin::Nothing(generation), first..first + GENERATED_UNIT)
            }
            None => {
                let last = first_of_pass(pass + 1).min(self.mutants_per_seed);
                (Origin::Seed(place), first_of_pass(pass).min(last)..last)
            }
        };
        Unit {
            number,
            solver: within % solvers,
            origin,
            pass,
            mutants,
        }
    }

    /// How long a mutant may take whose seed took that long. One that takes many times longer has
    /// most likely become hard, and finds nothing while it has the solver for itself.
    pub fn mutant_time(&self, seed: Duration) -> Duration {
        (seed * 4).clamp(Duration::from_millis(100).min(self.timeout), self.timeout)
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

fn first_of_pass(pass: u64) -> u64 {
    let doublings = u32::try_from(pass).unwrap_or(u32::MAX);
    let power = 1_u64.checked_shl(doublings).unwrap_or(u64::MAX);
    FIRST_UNIT.saturating_mul(power.saturating_sub(1))
}
