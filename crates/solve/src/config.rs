//! How a session asks: mode, limits and the rest.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::Error;
use crate::process::Bounds;
use crate::solver::Solver;

/// How a session uses its processes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// A process per script.
    #[default]
    Fresh,
    /// `(reset)` between scripts.
    Reset,
    /// Each script between `(push 1)` and `(pop 1)`.
    Incremental,
    /// As incremental, and `(check-sat)` becomes `(check-sat-using ..)` with the logic's tactic.
    Tactic,
}

impl Mode {
    /// All modes, in the order in which they are shown.
    pub const ALL: [Mode; 4] = [Mode::Fresh, Mode::Reset, Mode::Incremental, Mode::Tactic];

    /// The name users write.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Fresh => "fresh",
            Mode::Reset => "reset",
            Mode::Incremental => "incremental",
            Mode::Tactic => "tactic",
        }
    }
}

impl std::str::FromStr for Mode {
    type Err = Error;

    fn from_str(name: &str) -> Result<Mode, Error> {
        let found = Mode::ALL.into_iter().find(|mode| mode.name() == name);
        found.ok_or_else(|| Error::UnknownMode { name: name.into() })
    }
}

/// What one check may cost.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Wall-clock time. The solver is asked to keep it, and killed a moment later if it does not.
    pub time: Duration,
    /// Bytes of resident memory.
    pub memory: Option<u64>,
    /// Bytes of output per step.
    pub output: usize,
    /// Set from outside when it is time to stop: whatever runs then ends as if its time were over.
    pub stop: Option<&'static AtomicBool>,
    /// Whether the solver is told its time limit, and may keep it itself and live on. That has its
    /// price: z3 starts a thread for every tactic it tries.
    pub told: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            time: Duration::from_secs(5),
            memory: Some(2 << 30),
            output: 16 << 20,
            stop: None,
            told: true,
        }
    }
}

impl Limits {
    /// How much longer than `time` we wait for a solver to keep the limit itself, if it knows it.
    pub fn grace(&self) -> Duration {
        if !self.told {
            return Duration::ZERO;
        }
        (self.time / 10).clamp(Duration::from_millis(50), Duration::from_millis(500))
    }

    /// The same for the first script of a process, in whose time it starts as well. A short limit would
    /// be over before it reads anything.
    pub(crate) fn of_first_script(self) -> Self {
        match self.told {
            true => self,
            false => Limits {
                time: self.time + START_UP,
                ..self
            },
        }
    }

    pub(crate) fn bounds(&self, time: Duration) -> Bounds {
        Bounds {
            deadline: Instant::now() + time + self.grace(),
            // The solver's own accounting is not the kernel's; let it be the first to notice.
            memory: self.memory.map(|bytes| bytes.saturating_add(bytes / 8)),
            output: self.output,
            stop: self.stop,
        }
    }
}

/// About how long it takes to start a process, and until it has built what it needs for any script. Who
/// takes longer is waited for.
pub const START_UP: Duration = Duration::from_millis(20);

/// How to ask a solver.
#[derive(Debug, Clone)]
pub struct SessionConfig {
    /// Whom to ask.
    pub solver: Solver,
    /// How to use its processes.
    pub mode: Mode,
    /// What one check may cost.
    pub limits: Limits,
    /// Part of every marker. Sessions draw no random numbers; give each another one.
    pub nonce: u64,
    /// Switch models on in scripts that do not say.
    pub models: bool,
    /// Have the solver check its own models, if it can.
    pub check_models: bool,
    /// Have the solver tell what it does while it solves, if it can. Scripts are sent one at a time
    /// then, since nobody could tell whose progress it is.
    pub progress: bool,
    /// Have the solver print what it counted, if it can ([`Solver::prints_statistics`]). It ends up in
    /// [`Outcome::tail`](crate::Outcome::tail), as if it had been asked for last.
    pub statistics: bool,
    /// How many warm processes to keep.
    pub warm_processes: usize,
    /// After how many scripts a warm process is replaced, since solvers do not give all memory back.
    pub scripts_per_process: u64,
    /// Let other processes go first.
    pub background: bool,
    /// Where the solver runs; our own working folder if not said.
    pub working_folder: Option<PathBuf>,
}

impl SessionConfig {
    /// The defaults for a solver and a mode.
    pub fn new(solver: Solver, mode: Mode) -> SessionConfig {
        SessionConfig {
            solver,
            mode,
            limits: Limits::default(),
            nonce: 0,
            models: false,
            check_models: false,
            progress: false,
            statistics: false,
            warm_processes: 4,
            scripts_per_process: 2_000,
            background: false,
            working_folder: None,
        }
    }

    pub(crate) fn has_statistics_printed(&self) -> bool {
        self.statistics && self.solver.prints_statistics
    }
}
