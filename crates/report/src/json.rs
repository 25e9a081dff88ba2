//! A campaign as lines of JSON: one for each finding, and a summary as the last.

use crate::guidance::answered;
use crate::known::{Known, News};
use crate::terminal::distinct_bugs;
use campaign::audience::Consumer;
use campaign::history::Summary as Dated;
use campaign::oracle;
use campaign::store::Entry;
use campaign::tally::{Tally, Times};
use campaign::totals::{Change, Totals, YieldTotals};
use serde::Serialize;
use solve::{AnswerClass, Mode};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Prints findings and a summary.
#[derive(Debug, Default)]
pub struct JsonLines(Known);

impl JsonLines {
    /// What is known is counted, and not shown again.
    pub fn new(known: Known) -> Self {
        Self(known)
    }
}

/// A finding in a few words; the rest is in its folder.
#[derive(Debug, Serialize)]
struct FindingLine<'a> {
    finding: &'a str,
    oracle: &'a str,
    strategy: &'a str,
    solver: &'a str,
    seed: &'a str,
    title: &'a str,
    verdict: &'a str,
    steps: Vec<Cow<'a, str>>,
    /// The mode that it was seen in first.
    #[serde(skip_serializing_if = "Option::is_none")]
    mode: Option<&'static str>,
    /// In what setting it shows, if it takes more than the script.
    #[serde(skip_serializing_if = "Option::is_none")]
    setting: Option<String>,
    new: bool,
    /// The finding that this turned out to be the same as, and that is no more.
    #[serde(skip_serializing_if = "Option::is_none")]
    merged: Option<&'a str>,
    /// Why it is the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reduced_bytes: Option<usize>,
    /// Which releases have it, if that is known.
    #[serde(flatten)]
    dates: Option<Dates>,
    /// The bug that it turned out to be, which people know.
    #[serde(skip_serializing_if = "Option::is_none")]
    known: Option<&'a str>,
}

/// The releases in which a finding came and went.
#[derive(Debug, Serialize)]
struct Dates {
    introduced: Option<String>,
    last_bad: Option<String>,
    fixed: Option<String>,
}

impl From<Dated> for Dates {
    fn from(summary: Dated) -> Self {
        Self {
            introduced: summary.introduced,
            last_bad: summary.last_bad,
            fixed: summary.fixed,
        }
    }
}

impl Consumer for JsonLines {
    fn resumed(&mut self, totals: &Totals) -> io::Result<()> {
        self.0.resumed(totals);
        Ok(())
    }

    fn event(&mut self, _: &Entry, change: &Change, totals: &Totals) -> io::Result<()> {
        let (bucket, new, known) = match self.0.news(change, totals) {
            News::None => return Ok(()),
            News::Found(bucket) => (bucket, true, None),
            News::More(bucket) => (bucket, false, None),
            News::Known(bucket, known) => (bucket, false, Some(known.id.as_str())),
        };
        let finding = &bucket.best;
        let merged = match change {
            Change::Merged { gone, why, .. } => Some((gone.as_str(), why.as_str())),
            _ => None,
        };
        print(&FindingLine {
            finding: &finding.bucket,
            oracle: &finding.oracle,
            strategy: &finding.strategy,
            solver: &finding.solver.name,
            seed: finding.source_name(),
            title: &finding.title,
            verdict: &finding.verdict,
            steps: finding.derivation.derived().labels(),
            mode: finding.mode.map(Mode::name),
            setting: finding.setting(),
            new,
            known,
            merged: merged.map(|(gone, _)| gone),
            why: merged.map(|(_, why)| why),
            reduced_bytes: finding.reduced.as_ref().map(|reduced| reduced.bytes()),
            dates: finding
                .history
                .as_ref()
                .map(|history| history.summary().into()),
        })
    }

    fn finished(&mut self, totals: &Totals) -> io::Result<()> {
        print(&Summary::of(totals, &self.0))
    }
}

fn print(line: &impl Serialize) -> io::Result<()> {
    writeln!(io::stdout(), "{}", serde_json::to_string(line)?)
}

/// The last line.
#[derive(Debug, Serialize)]
struct Summary<'t> {
    summary: bool,
    seeds: u64,
    mutants: u64,
    answers: BTreeMap<AnswerClass, u64>,
    findings: BTreeMap<&'static str, usize>,
    strategies: BTreeMap<String, StrategySummary>,
    distinct: usize,
    /// How many bugs the distinct findings are.
    bugs: usize,
    /// How often each bug was seen that people know.
    known: BTreeMap<&'t str, usize>,
    doubts: usize,
    generation_us: GenerationTime,
    solver_share: f64,
    mutants_per_second: f64,
    seconds: f64,
    /// How many were answered sat or unsat.
    answered_per_second: f64,
    /// Where the solvers' time went, in seconds.
    spent: BTreeMap<&'static str, f64>,
    /// What each mode of each strategy has brought.
    modes: Vec<ModeSummary>,
    /// What each way to choose what is mutated has brought.
    ways: BTreeMap<&'t str, YieldSummary>,
    /// How many different things the solver was seen to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    behaviours: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    traces: Option<u64>,
    /// Buckets and how often each was seen.
    buckets: BTreeMap<&'t str, usize>,
}

/// What a strategy has done.
#[derive(Debug, Serialize)]
struct StrategySummary {
    mutants: u64,
    answers: BTreeMap<AnswerClass, u64>,
    findings: usize,
    solver_seconds: f64,
}

/// What a mode has brought.
#[derive(Debug, Serialize)]
struct ModeSummary {
    strategy: String,
    mode: String,
    #[serde(flatten)]
    brought: YieldSummary,
}

/// What something has brought.
#[derive(Debug, Serialize)]
struct YieldSummary {
    units: u64,
    mutants: u64,
    answered: u64,
    timeouts: u64,
    rare: u64,
    found: u64,
    seconds: f64,
}

impl From<&YieldTotals> for YieldSummary {
    fn from(brought: &YieldTotals) -> Self {
        Self {
            units: brought.units,
            mutants: brought.tally.mutants,
            answered: answered(&brought.tally),
            timeouts: brought.tally.answered(AnswerClass::Timeout),
            rare: brought.sightings,
            found: brought.found,
            seconds: brought.tally.seconds,
        }
    }
}

/// What it takes to make a mutant.
#[derive(Debug, Serialize)]
pub(crate) struct GenerationTime {
    avg: f64,
    min: f64,
    max: f64,
    stddev: f64,
}

impl From<Times> for GenerationTime {
    fn from(times: Times) -> Self {
        Self {
            avg: times.mean(),
            min: times.min,
            max: times.max,
            stddev: times.deviation(),
        }
    }
}

impl<'t> Summary<'t> {
    fn of(totals: &'t Totals, known: &'t Known) -> Self {
        let tally = totals.tally();
        let oracles = oracle::names().into_iter();
        let strategies = totals.strategies().into_iter();
        let strategies = strategies.map(|(name, tally)| {
            let Tally {
                mutants,
                answers,
                solver_seconds,
                ..
            } = tally;
            let summary = StrategySummary {
                mutants,
                answers,
                findings: totals.found_by.get(&name).copied().unwrap_or(0),
                solver_seconds,
            };
            (name, summary)
        });
        let spent = tally.spent.iter().map(|(purpose, s)| (purpose.name(), *s));
        let reduction = ("reduction", totals.reduction_seconds);
        let modes = totals
            .modes
            .iter()
            .map(|((strategy, mode), brought)| ModeSummary {
                strategy: strategy.clone(),
                mode: mode.clone(),
                brought: brought.into(),
            });
        let ways = totals.ways.iter();
        let ways = ways.map(|(way, brought)| (way.as_str(), YieldSummary::from(brought)));
        let behaviours = totals.guidance.behaviours.last();
        let buckets = totals.buckets.iter();
        let counts = known.counts(totals).into_iter();
        Self {
            summary: true,
            seeds: totals.seeds.get("used").copied().unwrap_or(0),
            mutants: tally.mutants,
            findings: oracles.map(|name| (name, totals.findings(name))).collect(),
            strategies: strategies.collect(),
            distinct: totals.buckets.len(),
            bugs: distinct_bugs(totals, known),
            known: counts.map(|(id, (_, count))| (id, count)).collect(),
            doubts: totals.doubts,
            generation_us: tally.generation.into(),
            solver_share: tally.solver_share(),
            mutants_per_second: tally.mutants as f64 / totals.seconds.max(1e-3),
            seconds: totals.seconds,
            answered_per_second: answered(&tally) as f64 / totals.seconds.max(1e-3),
            spent: spent.chain([reduction]).collect(),
            modes: modes.collect(),
            ways: ways.collect(),
            behaviours: behaviours.map(|(_, behaviours)| *behaviours),
            traces: totals.guidance.traces.last().map(|(_, traces)| *traces),
            buckets: buckets.map(|(name, b)| (name.as_str(), b.count)).collect(),
            answers: tally.answers,
        }
    }
}
