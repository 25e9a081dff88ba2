//! What all commands that ask solvers have in common.

use anyhow::{Context, bail};
use clap::Args;
use solve::{Depot, Limits, Mode, SessionConfig, Solver, SolverSpec};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Who is asked who is right, and how solvers are asked: options of all commands that run campaigns.
#[derive(Debug, Args)]
pub struct AskingOptions {
    /// Solvers that are asked who is right; if none is named, the newest z3 and cvc5 that are
    /// installed and not under test, and if these are fewer than two, the newest there are
    #[arg(long = "reference", value_name = "SOLVER")]
    references: Vec<String>,

    /// Ask nobody else who is right: only what shows by itself is found
    #[arg(long, conflicts_with = "references")]
    no_reference: bool,

    /// How the solver is asked for mutants: fresh, reset, incremental or tactic; if not said, in all
    /// these ways, each as often as it brings something
    #[arg(long, value_parser = |text: &str| text.parse::<Mode>())]
    pub mode: Option<Mode>,

    /// Wall-clock time per mutant
    #[arg(long, default_value = "10s", value_parser = duration)]
    pub timeout: Duration,

    /// Memory per solver process, in megabytes
    #[arg(long, default_value_t = 2048, value_parser = clap::value_parser!(u64).range(16..=1 << 20))]
    pub memory: u64,
}

impl AskingOptions {
    /// Who is asked who is right about these solvers.
    pub fn references(&self, under_test: &[Solver]) -> anyhow::Result<Vec<Solver>> {
        match (self.no_reference, self.references.is_empty()) {
            (true, _) => Ok(Vec::new()),
            (false, true) => other_solvers(under_test, true),
            (false, false) => Ok(with_versions(find_solvers(&self.references)?)),
        }
    }

    /// How long a seed may take. As in the paper: one that takes longer would make mutants that take
    /// longer.
    pub fn seed_timeout(&self) -> Duration {
        Duration::from_secs(5).min(self.timeout)
    }
}

/// How to ask a solver: number `place` of those that are asked, with that many megabytes.
pub fn session(
    solver: &Solver,
    mode: Mode,
    time: Duration,
    megabytes: u64,
    place: usize,
    stop: &'static AtomicBool,
) -> SessionConfig {
    let mut config = SessionConfig::new(solver.clone(), mode);
    config.limits = Limits {
        time,
        memory: Some(megabytes.saturating_mul(1 << 20)),
        stop: Some(stop),
        ..Limits::default()
    };
    // Only for markers that no script contains by accident; no answer depends on it.
    config.nonce = u64::from(std::process::id()) << 32 | place as u64;
    config
}

/// A file in the user's cache, beside the solvers.
pub fn user_file(depot: &Depot, name: &str) -> PathBuf {
    let solvers = depot.cache().root();
    solvers.parent().unwrap_or(solvers).join(name)
}

/// The solvers of these names; without any, the first on PATH or the newest z3.
pub fn find_solvers(names: &[String]) -> anyhow::Result<Vec<Solver>> {
    let depot = Depot::of_user()?;
    if names.is_empty() {
        if depot.on_path().is_empty() {
            eprintln!("nuthatch: there is no solver on PATH, so the newest z3 is used");
        }
        let (solver, _) = depot.default_solver()?;
        return Ok(vec![solver]);
    }
    let resolve = |name: &String| Ok(depot.resolve(&name.parse::<SolverSpec>()?)?);
    names.iter().map(resolve).collect()
}

/// Solvers that know their versions, which belong into reports.
pub fn with_versions(mut solvers: Vec<Solver>) -> Vec<Solver> {
    for solver in &mut solvers {
        if solver.version.is_none() {
            solver.version = solver.ask_version();
        }
    }
    solvers
}

/// Who is asked if nobody is named: they take most of what there is.
const REFERENCES: [&str; 2] = ["cvc5", "z3"];

/// The newest of the solvers that are installed and not under test. If they are to be `fetched` and
/// there are fewer than two, the newest that can be had join them.
pub fn other_solvers(under_test: &[Solver], fetched: bool) -> anyhow::Result<Vec<Solver>> {
    let depot = Depot::of_user()?;
    let mut installed = depot.cache().installed().unwrap_or_default();
    installed.sort_by(|a, b| a.version.cmp(&b.version));
    let mut newest: BTreeMap<&str, Solver> = BTreeMap::new();
    let mut add = |solver: Solver| {
        let name = solver.profile.name.as_str();
        let is_tested = |s: &Solver| s.program == solver.program && s.args == solver.args;
        if REFERENCES.contains(&name) && !under_test.iter().any(is_tested) {
            newest.insert(name, solver);
        }
        newest.len()
    };
    let mut known = 0;
    for found in &installed {
        if let Ok(solver) = depot.command(found) {
            known = add(solver);
        }
    }
    if fetched && known < REFERENCES.len() {
        for name in REFERENCES {
            // It is remembered for a while which one that is.
            match depot.resolve(&format!("{name}@newest").parse()?) {
                Ok(mut solver) => {
                    if let Some(version) = &solver.version {
                        solver.name = format!("{name}@{version}");
                    }
                    add(solver);
                }
                Err(error) => {
                    eprintln!("nuthatch: {name} cannot be had to ask who is right: {error}");
                }
            }
        }
    }
    let mut newest: Vec<Solver> = newest.into_values().collect();
    // If the first agrees, the others need not be asked.
    newest.sort_by_key(|solver| solver.slow_start);
    Ok(with_versions(newest))
}

/// `500ms`, `5s`, `2m`, `1h`; a bare number is seconds.
pub fn duration(text: &str) -> anyhow::Result<Duration> {
    let unit = text
        .find(|c: char| c.is_ascii_alphabetic())
        .unwrap_or(text.len());
    let number: f64 = text[..unit].trim().parse().context("there is no number")?;
    let seconds = match text[unit..].trim() {
        "ms" => number / 1000.0,
        "s" | "" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        other => bail!("`{other}` is no unit of time (ms, s, m or h)"),
    };
    let time = Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|time| !time.is_zero());
    let time = time.filter(|time| *time <= Duration::from_secs(24 * 3600));
    time.context("it must be more than nothing and at most 24h")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_units() {
        for (text, milliseconds) in [("500ms", 500), ("5s", 5000), ("2m", 120_000), ("1.5", 1500)] {
            assert_eq!(duration(text).unwrap(), Duration::from_millis(milliseconds));
        }
        for text in ["", "ms", "0s", "-1s", "3 weeks", "25h", "1e300h", "NaN"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }
}
