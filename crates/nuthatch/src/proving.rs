//! Rules proved: by whom, with what is known already, and where that is kept.

use crate::asking::{find_solvers, session};
use anyhow::{Context, bail};
use campaign::prove::{Conclusion, Ledger, Lock, Proof, Prover};
use campaign::semantics::Semantics;
use mutate::rule::Provable;
use solve::{Mode, Pool};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Versions that are known to work, so that the outcome is the same everywhere.
pub const PROVERS: [&str; 2] = ["z3@4.13.0.0", "cvc5@1.2.1"];

/// How rules are proved if nobody says otherwise.
pub mod usual {
    /// Wall-clock time per question, as it is written on the command line.
    pub const TIMEOUT: &str = "5s";
    /// On how many instances a case is tested that no solver decides.
    pub const INSTANCES: usize = 10_000;
    /// How many assignments of a case our semantics draws.
    pub const DRAWS: usize = 10_000;
    /// How many questions are put to solvers at once.
    pub const JOBS: &str = "2";
}

/// Solvers of these names that prove rules together with our semantics.
pub fn prover(
    solvers: &[String],
    timeout: Duration,
    instances: usize,
    semantics: Semantics,
    jobs: NonZeroUsize,
    stop: &'static AtomicBool,
) -> anyhow::Result<Prover> {
    if solvers.len() < 2 {
        bail!("a proof takes two solvers at least, so that one can refute the other");
    }
    let solvers = find_solvers(solvers)?;
    let configs = solvers.iter().enumerate();
    let configs = configs
        .map(|(place, solver)| session(solver, Mode::Incremental, timeout, 4096, place, stop));
    Ok(Prover {
        pool: Pool::new(configs.collect(), jobs),
        instances,
        hasty: false,
        semantics,
    })
}

/// Proves rules and shows how far it is; `None` if it was stopped.
pub fn prove(
    prover: &Prover,
    rules: &[&dyn Provable],
    ledger: &mut Ledger,
    stop: &AtomicBool,
) -> Option<Vec<Proof>> {
    let bar = crate::progress::bar(0, "answers");
    let mut progress = |done: usize, all: usize| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    };
    let proofs = prover.prove(rules, ledger, stop, &mut progress);
    bar.finish_and_clear();
    // Answers of solvers that were stopped are worth nothing.
    proofs.filter(|_| !stop.load(Ordering::Relaxed))
}

/// What became of a template, in a few words.
pub fn verdict(proof: &Proof) -> String {
    match &proof.verdict {
        Conclusion::Proved if proof.claim == "equal" => "equivalent".to_owned(),
        Conclusion::Proved => "proved".to_owned(),
        Conclusion::Tested { instances } => {
            format!("tested on {instances} instances where not proved")
        }
        Conclusion::Refuted { by, .. } => format!("REFUTED by {by}"),
        Conclusion::Undecided { reason } => format!("UNDECIDED ({reason})"),
        Conclusion::Inapplicable => "NEVER APPLICABLE".to_owned(),
        Conclusion::NotStrict => "AN EQUIVALENCE".to_owned(),
    }
}

/// Reads a lock file.
pub fn read_lock(path: &Path) -> anyhow::Result<Lock> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    text.parse().with_context(|| {
        format!(
            "{} is not used (--write-lock alone makes it anew)",
            path.display()
        )
    })
}

/// Writes a lock file, all of it or nothing.
pub fn write_lock(path: &Path, lock: &Lock) -> anyhow::Result<()> {
    let write = || {
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        let folder = folder.unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder)?;
        let mut file = tempfile::Builder::new()
            .permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644))
            .tempfile_in(folder)?;
        file.write_all(lock.to_string().as_bytes())?;
        file.persist(path)?;
        anyhow::Ok(())
    };
    write().with_context(|| path.display().to_string())
}

/// The number of this day, from which each day's sample of what is known is drawn.
pub fn today() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs() / (24 * 3600))
}
