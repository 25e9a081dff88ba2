//! `nuthatch bench`: how fast a campaign is, and how fast others are.

use crate::asking::{duration, find_solvers, user_file, with_versions};
use crate::campaign_options::CampaignOptions;
use crate::exit::Exit;
use crate::given::Given;
use crate::peer::{Against, ReadyPeer, Task};
use anyhow::bail;
use campaign::engine::Campaign;
use campaign::plan::Plan;
use campaign::seed_cache::SeedCache;
use campaign::store::Memory;
use campaign::totals::Totals;
use clap::Args;
use report::{BenchLine, PeerLine, Rates, bench_table};
use solve::{Depot, cores, keep_on};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Measure how many mutants are made, tested and answered per second and per core
///
/// A campaign like that of `fuzz` runs for some time, on a core of its own if the system allows that. What
/// it finds is counted, and neither reduced nor kept: that is for `fuzz`. With --against, somebody else
/// has the same seeds and the same solver for the same time, on another core while we run, or on the same
/// after us if there is no other. What solvers say of seeds is remembered as by `fuzz`, so the first run
/// with a solver or with seeds may be slower than the next.
///
/// Exit code: 0 if it was measured, 2 if that could not be done, 130 if it was interrupted.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Bench {
    /// The solver: a name on PATH, a path, or name@version
    #[arg(long)]
    solver: Option<String>,

    /// Files and folders with seeds; if none is named, the built-in corpus
    #[arg(long, num_args = 1.., value_name = "PATH")]
    seeds: Vec<PathBuf>,

    /// For how long
    #[arg(long, default_value = "60s", value_parser = duration)]
    time: Duration,

    /// With whom to compare: opfuzz, which is fetched through pip, or the path of another nuthatch
    #[arg(long, value_name = "PEER", value_parser = |text: &str| Ok::<_, String>(Against::from(text)))]
    against: Option<Against>,

    /// How many workers, each with a core; the peer has one
    #[arg(long, short, default_value = "1")]
    jobs: NonZeroUsize,

    #[command(flatten)]
    options: Given<CampaignOptions>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "Examples:
  nuthatch bench --solver z3@newest --against opfuzz
  nuthatch bench --seeds regressions --against ../before/target/release/nuthatch";

/// Who runs where.
#[derive(Debug, PartialEq, Eq)]
struct Places {
    /// Our cores; none if nobody can be kept on any.
    ours: Vec<usize>,
    /// The peer's.
    peers: Vec<usize>,
    /// Whether there is a core for the peer beside ours.
    at_once: bool,
}

impl Places {
    /// The first cores are ours, the next is the peer's. `all` is empty where cores cannot be chosen.
    fn among(all: &[usize], jobs: usize) -> anyhow::Result<Self> {
        if all.is_empty() {
            let there_are = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
            return Ok(Self {
                ours: Vec::new(),
                peers: Vec::new(),
                at_once: there_are > jobs,
            });
        }
        if jobs > all.len() {
            bail!(
                "there are {} cores for {jobs} workers: what one does per core could not be told",
                all.len()
            );
        }
        let (ours, rest) = all.split_at(jobs);
        Ok(Self {
            ours: ours.to_vec(),
            peers: vec![*rest.first().unwrap_or(&ours[0])],
            at_once: !rest.is_empty(),
        })
    }
}

impl Bench {
    pub fn run(self) -> anyhow::Result<Exit> {
        let stop = crate::interrupt::flag()?;
        let depot = Depot::of_user()?;
        let mut places = Places::among(&cores(), self.jobs.get())?;
        let solvers = with_versions(find_solvers(self.solver.as_slice())?);
        let solver = solvers[0].clone();
        let task = Task {
            solver: &solver,
            paths: &self.seeds,
            time: self.time,
            options: &self.options,
        };
        let peer = self.against.as_ref();
        let peer = peer.map(|against| against.prepare(&depot, &task));
        let peer = peer.transpose()?;
        let Some(plan) = self.options.plan(solvers, &self.seeds, stop)? else {
            return Ok(Exit::Interrupted);
        };
        let plan = Plan {
            time: Some(self.time),
            jobs: self.jobs,
            ..plan
        };
        if !places.ours.is_empty() && !keep_on(&places.ours) {
            places.ours.clear();
            places.peers.clear();
        }
        if !self.json {
            self.announce(&solver.name, peer.as_ref(), &places);
        }
        let seeds = SeedCache::open(&user_file(&depot, "seeds.jsonl"));
        let (totals, theirs) = measure(&plan, seeds, peer.as_ref(), &places, stop)?;
        if stop.load(Ordering::Relaxed) {
            return Ok(Exit::Interrupted);
        }
        let ours = Rates::of(&totals, self.jobs.get());
        let line = BenchLine {
            solver: solver.name.clone(),
            seconds: totals.seconds,
            jobs: self.jobs.get(),
            cores: places.ours,
            mutants: totals.tally().mutants,
            findings: totals.buckets.len(),
            nuthatch: ours,
            peer: peer.zip(theirs).map(|(peer, theirs)| PeerLine {
                cores: places.peers,
                at_once: places.at_once,
                note: peer.note,
                ..PeerLine::new(peer.name, &ours, theirs)
            }),
        };
        self.tell(&line)?;
        Ok(Exit::Success)
    }

    fn announce(&self, solver: &str, peer: Option<&ReadyPeer>, places: &Places) {
        let seconds = self.time.as_secs_f64();
        eprintln!(
            "nuthatch: testing {solver} for {seconds} s{}",
            on(&places.ours)
        );
        if let Some(peer) = peer {
            let when = match places.at_once {
                true => "at the same time",
                false => "afterwards, since there is no other core",
            };
            eprintln!("nuthatch: {} runs {when}{}", peer.name, on(&places.peers));
        }
        if places.ours.is_empty() {
            eprintln!("nuthatch: nobody can be kept on a core here, so rates may be less exact");
        }
    }

    fn tell(&self, line: &BenchLine) -> anyhow::Result<()> {
        let mut out = std::io::stdout().lock();
        if self.json {
            writeln!(out, "{}", serde_json::to_string(line)?)?;
            return Ok(());
        }
        bench_table(line).print(&mut out)?;
        if let Some(note) = line.peer.as_ref().and_then(|peer| peer.note) {
            writeln!(out, "{note}")?;
        }
        match line.findings {
            0 => {}
            1 => writeln!(out, "there was a finding: `nuthatch fuzz` would report it")?,
            some => writeln!(
                out,
                "there were {some} findings: `nuthatch fuzz` would report them"
            )?,
        }
        Ok(())
    }
}

fn on(cores: &[usize]) -> String {
    let names: Vec<String> = cores.iter().map(usize::to_string).collect();
    match &names[..] {
        [] => String::new(),
        [one] => format!(" on core {one}"),
        several => format!(" on cores {}", several.join(", ")),
    }
}

/// Runs the campaign, and the peer beside it or after it. If one of them fails the other is stopped:
/// half of a comparison is none.
fn measure(
    plan: &Plan,
    seeds: SeedCache,
    peer: Option<&ReadyPeer>,
    places: &Places,
    stop: &'static AtomicBool,
) -> anyhow::Result<(Totals, Option<Rates>)> {
    let run_peer = |peer: &ReadyPeer| {
        keep_on(&places.peers);
        let rates = peer.run(stop);
        if rates.is_err() {
            stop.store(true, Ordering::Relaxed);
        }
        rates
    };
    std::thread::scope(|scope| {
        let start_peer = |peer| scope.spawn(move || run_peer(peer));
        let beside = peer.filter(|_| places.at_once).map(start_peer);
        let campaign = Campaign::new(plan, Box::new(Memory::default()), Vec::new(), seeds);
        let totals = campaign.and_then(|campaign| campaign.run(Vec::new()));
        if totals.is_err() {
            stop.store(true, Ordering::Relaxed);
        }
        let after = peer.filter(|_| !places.at_once).map(start_peer);
        let theirs = match beside.or(after).map(|peer| peer.join()) {
            Some(Ok(rates)) => rates,
            Some(Err(panic)) => std::panic::resume_unwind(panic),
            None => Ok(None),
        };
        Ok((totals?, theirs?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_has_cores_of_their_own_where_there_are_enough() {
        let places = |all: &[usize], jobs| Places::among(all, jobs).unwrap();
        let two = places(&[2, 3, 7], 2);
        assert_eq!(
            (two.ours, two.peers, two.at_once),
            (vec![2, 3], vec![7], true)
        );
        let one = places(&[5], 1);
        assert_eq!(
            (one.ours, one.peers, one.at_once),
            (vec![5], vec![5], false)
        );
        assert!(Places::among(&[0, 1], 3).is_err());
        assert!(places(&[], 1).ours.is_empty());
    }
}
