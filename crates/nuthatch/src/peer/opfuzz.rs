//! opfuzz, from PyPI's package yinyang.
//!
//! It compares two solvers, or one with itself, and prints every two seconds how fast it has been so
//! far. It makes some mutants of a seed before it takes the next.

use super::{ReadyPeer, Task};
use anyhow::{Context, bail};
use regex::Regex;
use report::Rates;
use solve::{Depot, Peer, Solver};
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

/// How long it gives the solver if it is not told; we never give it more.
const LIMIT: Duration = Duration::from_secs(8);

/// How many mutants of a seed it makes before the next: of its own 300 it would see two seeds in a
/// minute, and its rate would be theirs. With few seeds more, so that it does not run out of them.
fn mutants_per_seed(seeds: usize, time: Duration) -> u64 {
    const FEWEST: u64 = 10;
    const MORE_THAN_ITS_RATE: u64 = 50;
    let all = MORE_THAN_ITS_RATE * time.as_secs();
    (all / seeds.max(1) as u64).max(FEWEST)
}

/// Starts it so that no process of it takes more memory than that (in kilobytes): it has no limit of its
/// own for solvers.
const WITH_LIMITED_MEMORY: &str = "ulimit -v \"$0\" 2>/dev/null; exec \"$@\"";

/// Python itself needs some.
const LEAST_MEGABYTES: u64 = 1024;

pub fn prepare(depot: &Depot, task: &Task<'_>, folder: TempDir) -> anyhow::Result<ReadyPeer> {
    let solver = command_for_opfuzz(task.solver)?;
    let command = depot.opfuzz().context("opfuzz cannot be had")?;
    let seeds = folder.path().join("seeds");
    let count = write_seeds(task, &seeds)?;
    let megabytes = task.options.asking.memory.max(LEAST_MEGABYTES);
    let limit = task.options.asking.timeout.min(LIMIT);
    let mut arguments = vec![
        "-c".to_owned(),
        WITH_LIMITED_MEMORY.to_owned(),
        (megabytes << 10).to_string(),
    ];
    arguments.extend(command);
    arguments.extend([
        "-t".to_owned(),
        limit.as_secs_f64().ceil().to_string(),
        "-i".to_owned(),
        mutants_per_seed(count, task.time).to_string(),
        format!("{solver};{solver}"),
        seeds.to_string_lossy().into_owned(),
    ]);
    Ok(ReadyPeer {
        name: "opfuzz".to_owned(),
        note: Some("opfuzz asks the solver twice for each mutant, and counts unknown as an answer"),
        peer: Peer::new(Path::new("sh"), arguments, folder.path())?,
        time: task.time,
        read,
        _folder: folder,
    })
}

/// The solver as opfuzz takes it: words with spaces between, whatever is in them.
fn command_for_opfuzz(solver: &Solver) -> anyhow::Result<String> {
    let program = solver.program.to_string_lossy().into_owned();
    let words: Vec<String> = [&[program], &solver.args[..]].concat();
    if let Some(word) = words
        .iter()
        .find(|w| w.is_empty() || w.contains([' ', ';']))
    {
        bail!("opfuzz cannot run a solver with `{word}` in its command: it splits it there");
    }
    Ok(words.join(" "))
}

/// Writes all seeds, as we read them, into one folder; how many there are.
fn write_seeds(task: &Task<'_>, folder: &Path) -> anyhow::Result<usize> {
    let making = &task.options.making;
    let seeds = crate::making::seeds_of(task.paths, true, true, making.seed)?;
    std::fs::create_dir(folder)?;
    for (number, seed) in seeds.iter().enumerate() {
        std::fs::write(folder.join(format!("{number:05}.smt2")), &seed.text)?;
    }
    Ok(seeds.len())
}

/// How fast it was by the last line that tells it.
fn read(output: &str) -> Option<Rates> {
    let line = r"Performed \d+ solver calls \([\d.]+ calls/s, eff: (?:([\d.]+)%|NaN), ([\d.]+) mutants/s\)";
    let last = Regex::new(line).ok()?.captures_iter(output).last()?;
    let tested: f64 = last[2].parse().ok()?;
    // The share of calls that gave an answer. Both calls of a mutant mostly give the same.
    let effective = last.get(1).and_then(|e| e.as_str().parse::<f64>().ok());
    Some(Rates {
        made: None,
        tested,
        answered: effective.map(|percent| tested * percent / 100.0),
        timeouts: None,
        solver: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use solve::Profile;

    #[test]
    fn the_last_rate_counts() {
        let output = "User interrupt\n5 seeds processed, 5 valid, 0 invalid \n0 bug triggers found
[2026/11/17 02:08:01 PM] Strategy: opfuzz, 2 testing targets, 30 seeds
[2026/11/17 02:08:02 PM] Performed 40 solver calls (39.1 calls/s, eff: 80.0%, 19.6 mutants/s)
[2026/11/17 02:08:05 PM] Performed 82 solver calls (18.8 calls/s, eff: 90.0%, 10.0 mutants/s)\n";
        let rates = read(output).unwrap();
        assert_eq!((rates.tested, rates.answered), (10.0, Some(9.0)));
        let none = "Performed 0 solver calls (0.0 calls/s, eff: NaN, 0.0 mutants/s)";
        assert_eq!(read(none).unwrap().answered, None);
        assert!(read("All seeds processed").is_none());
    }

    #[test]
    fn a_solver_is_given_in_words() {
        let mut solver = Solver::from_program("z3", Profile::generic(), Path::new("/a/z3"));
        solver.args = vec!["-v:1".to_owned()];
        assert_eq!(command_for_opfuzz(&solver).unwrap(), "/a/z3 -v:1");
        solver.args = vec!["a;b".to_owned()];
        assert!(command_for_opfuzz(&solver).is_err());
    }

    #[test]
    fn few_seeds_have_more_mutants() {
        assert_eq!(mutants_per_seed(475, Duration::from_secs(60)), 10);
        assert_eq!(mutants_per_seed(3, Duration::from_secs(60)), 1000);
    }
}
