//! Another nuthatch: one of another commit, most often.

use super::{ReadyPeer, Task};
use crate::builtin::BUILTIN;
use anyhow::Context;
use report::Rates;
use serde::Deserialize;
use solve::Peer;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

/// What it may take longer than its campaign: to read seeds, and to look into what it found last.
const GRACE: Duration = Duration::from_secs(120);

pub fn prepare(program: &Path, task: &Task<'_>, folder: TempDir) -> anyhow::Result<ReadyPeer> {
    // Its own built-in corpus may be another.
    let paths = match task.paths.is_empty() {
        true => vec![write_builtin(&folder.path().join("builtin"))?],
        false => task.paths.to_vec(),
    };
    let out = folder.path().join("campaign");
    let mut arguments: Vec<String> = ["fuzz", "--json", "--no-reduce", "--history", "off"]
        .map(str::to_owned)
        .to_vec();
    arguments.extend(task.options.arguments().iter().cloned());
    arguments.extend([
        "--jobs=1".to_owned(),
        format!("--time={}ms", task.time.as_millis()),
        format!("--solver={}", task.solver.name),
        format!("--out={}", out.display()),
        "--".to_owned(),
    ]);
    arguments.extend(paths.iter().map(|p| p.to_string_lossy().into_owned()));
    // Names of solvers and files are meant from where we are, and it writes to `out` alone.
    let here = std::env::current_dir()?;
    let peer = Peer::new(program, arguments, &here)
        .context("a peer is opfuzz, or the path of another nuthatch")?;
    Ok(ReadyPeer {
        name: program.display().to_string(),
        note: None,
        peer,
        time: task.time + GRACE,
        read,
        _folder: folder,
    })
}

/// Our built-in corpus as files.
fn write_builtin(folder: &Path) -> anyhow::Result<PathBuf> {
    for (name, text) in BUILTIN {
        let path = folder.join(format!("{name}.smt2"));
        std::fs::create_dir_all(path.parent().unwrap_or(folder))?;
        std::fs::write(path, text)?;
    }
    Ok(folder.to_owned())
}

/// What we need of the last line that `fuzz --json` prints.
#[derive(Debug, Deserialize)]
struct Summary {
    summary: bool,
    mutants: u64,
    seconds: f64,
    #[serde(default)]
    answers: BTreeMap<String, u64>,
    generation_us: Option<Generation>,
    solver_share: Option<f64>,
}

#[derive(Debug, Deserialize)]
struct Generation {
    avg: f64,
}

/// How fast it was by its summary.
fn read(output: &str) -> Option<Rates> {
    let mut lines = output.lines().rev();
    let summary = lines.find_map(|line| {
        let summary: Summary = serde_json::from_str(line).ok()?;
        summary.summary.then_some(summary)
    })?;
    let count = |answer: &str| summary.answers.get(answer).copied().unwrap_or(0) as f64;
    let seconds = summary.seconds.max(1e-3);
    let average = summary.generation_us.map(|generation| generation.avg);
    Some(Rates {
        made: average.filter(|&avg| avg > 0.0).map(|avg| 1e6 / avg),
        tested: summary.mutants as f64 / seconds,
        answered: Some((count("sat") + count("unsat")) / seconds),
        timeouts: Some(count("timeout") / summary.mutants.max(1) as f64),
        solver: summary.solver_share,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_tells_all() {
        let output = r#"{"finding":"a","oracle":"crash"}
{"summary":true,"seeds":3,"mutants":100,"answers":{"sat":60,"unsat":20,"timeout":5,"unknown":15},
"#;
        assert!(read(output).is_none());
        let output = r#"{"finding":"a","oracle":"crash"}
{"summary":true,"seeds":3,"mutants":100,"answers":{"sat":60,"unsat":20,"timeout":5,"unknown":15},"generation_us":{"avg":25.0,"min":1.0},"solver_share":0.5,"seconds":2.0,"more":[]}
nuthatch: what is printed on standard error
"#;
        let expected = Rates {
            made: Some(40_000.0),
            tested: 50.0,
            answered: Some(40.0),
            timeouts: Some(0.05),
            solver: Some(0.5),
        };
        assert_eq!(read(output), Some(expected));
    }
}
