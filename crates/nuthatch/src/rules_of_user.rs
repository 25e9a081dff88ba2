//! `--rules FILE`: rules of the user's own, which are proved before they are used.

use crate::proving::{self, PROVERS, prover, read_lock, usual, write_lock};
use anyhow::{Context, bail};
use campaign::prove::{Conclusion, Ledger, Lock};
use campaign::semantics::Semantics;
use clap::Args;
use mutate::rule::{OF_USER, Provable, RuleSet};
use solve::Depot;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// Files with rules of the user's own.
#[derive(Debug, Clone, Args)]
pub struct RulesOfUser {
    /// Use the rules of this file, too; they are proved first
    #[arg(long = "rules", value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl RulesOfUser {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The rules that are part of the program and those of the user, which have been proved; an error
    /// if one of them is not right, `None` if proving was stopped.
    pub fn proved(&self, stop: &'static AtomicBool) -> anyhow::Result<Option<&'static RuleSet>> {
        let builtin = RuleSet::builtin();
        if self.is_empty() {
            return Ok(Some(builtin));
        }
        let (all, origins) = read(&self.files)?;
        let own = all.rules()[builtin.rules().len()..].iter();
        let own: Vec<&dyn Provable> = own.map(|rule| rule as &dyn Provable).collect();
        match prove(&own, &origins, stop)? {
            true => Ok(Some(all.keep())),
            false => Ok(None),
        }
    }
}

/// The rules of files after those that are part of the program, and which file each is from.
pub fn read(files: &[PathBuf]) -> anyhow::Result<(RuleSet, Vec<&Path>)> {
    let mut all = RuleSet::builtin().clone();
    let mut origins: Vec<&Path> = Vec::new();
    for file in files {
        let before = all.rules().len();
        let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
        all.add_file(OF_USER, &text)
            .map_err(|e| anyhow::anyhow!("{}, line {}: {}", file.display(), e.line, e.message))?;
        let own = all.rules().len() - before;
        if own == 0 {
            bail!("{}: there is no rule in it", file.display());
        }
        origins.resize(origins.len() + own, file);
    }
    Ok((all, origins))
}

/// Proves rules as `nuthatch rules prove` does, but for what is known from the last time: false if it
/// was stopped, an error if one is not right.
fn prove(
    rules: &[&dyn Provable],
    origins: &[&Path],
    stop: &'static AtomicBool,
) -> anyhow::Result<bool> {
    let prover = prover(
        &PROVERS.map(String::from),
        crate::asking::duration(usual::TIMEOUT)?,
        usual::INSTANCES,
        Semantics {
            draws: usual::DRAWS,
            seed: 0,
        },
        usual::JOBS.parse()?,
        stop,
    )?;
    // Beside the solvers that said so.
    let root = Depot::of_user()?.cache().root().to_owned();
    let memory = root.parent().unwrap_or(&root).join("proved.lock");
    let mut ledger = Ledger::with(remembered(&memory), 0, 0);
    let Some(proofs) = proving::prove(&prover, rules, &mut ledger, stop) else {
        return Ok(false);
    };
    let file_of = |name: &str| {
        let place = rules.iter().position(|rule| rule.name() == name);
        let file = place.and_then(|place| origins.get(place));
        file.map_or_else(String::new, |file| file.display().to_string())
    };
    let mut refused = Vec::new();
    for proof in proofs.iter().filter(|proof| !proof.verdict.is_right()) {
        let mut reason = format!(
            "{}: rule {} is refused: its template :{} {} is {}",
            file_of(&proof.rule),
            proof.rule,
            proof.claim,
            proof.template,
            proving::verdict(proof)
        );
        if let Some(refuted) = &proof.semantics.refuted {
            reason.push_str(&format!("; counterexample: {}", refuted.assignment));
        }
        if let Conclusion::Refuted { script, .. } = &proof.verdict {
            reason.push_str(&format!("\nThis is sat:\n{}", script.trim_end()));
        }
        refused.push(reason);
    }
    if !refused.is_empty() {
        bail!("{}", refused.join("\n"));
    }
    let (_, new, _) = ledger.counts();
    if new > 0 {
        // Others may have proved theirs meanwhile. Without a memory all is proved again, no more.
        let mut all = ledger.lock().clone();
        all.add(remembered(&memory));
        if let Err(error) = write_lock(&memory, &all) {
            eprintln!("nuthatch: what was proved is not remembered: {error:#}");
        }
    }
    Ok(true)
}

/// What was said of rules of this user before.
fn remembered(memory: &Path) -> Lock {
    if !memory.exists() {
        return Lock::default();
    }
    // It is made anew, so nobody has to do anything about it.
    read_lock(memory).unwrap_or_else(|error| {
        eprintln!("nuthatch: {error:#}");
        Lock::default()
    })
}
