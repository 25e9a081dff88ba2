//! Mutants of strategies whose makers take a seed and others: made, written, made again, and checked.

use crate::asking::{find_solvers, session};
use crate::exit::Exit;
use crate::mutants::{Sink, Statistics, unique, write_status};
use anyhow::{Context, bail};
use campaign::case::{Derivation, Due, Seed, SeedVerdict, TestCase, ToldStep};
use campaign::cores::core_of;
use campaign::models::{is_right, model_of, with_model};
use campaign::strategy::{Known, MakerEntry, MakerOptions, Needs, StrategyEntry};
use serde::{Deserialize, Serialize};
use smt::Status;
use solve::{AnswerClass, Job, Mode, Pool, Session, SessionConfig, Solver};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How many mutants are checked at once.
const AT_ONCE: usize = 1000;
/// For how many mutants of a seed the others beside it are the same.
const UNIT: u64 = 50;

/// What is to be made.
pub struct MadeMutants<'a> {
    /// The strategy, and its maker.
    pub strategy: &'static StrategyEntry,
    pub maker: &'static MakerEntry,
    pub options: MakerOptions,
    /// How many mutants of each seed.
    pub count: u64,
    /// Whether solvers are asked about mutants.
    pub check: bool,
    /// The solvers that are asked.
    pub solvers: &'a [String],
    /// How long they have for each question.
    pub timeout: Duration,
    pub jobs: NonZeroUsize,
    /// Where mutants go.
    pub output: Option<&'a Path>,
}

/// All that is needed to make a mutant again.
#[derive(Debug, Serialize, Deserialize)]
struct Recorded {
    /// The strategy; earlier versions did not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    strategy: Option<String>,
    seed: String,
    number: u64,
    random: u64,
    /// The answer that is due, if it is known.
    answer: Option<Status>,
    derivation: Derivation,
}

impl MadeMutants<'_> {
    /// Makes mutants of all seeds.
    pub fn run(&self, seeds: &[Arc<Seed>], stop: &'static AtomicBool) -> anyhow::Result<Exit> {
        let mut sink = Sink::open(self.output)?;
        let known = self.know(seeds, stop)?;
        let mut statistics = Statistics::default();
        let mut checked = Checked::new(self, stop)?;
        let bar = crate::progress::bar(known.len(), "seeds");
        let stems = stems(known.iter().map(|seed| seed.seed.name.as_str()));
        'seeds: for (place, seed) in known.iter().enumerate() {
            for first in (0..self.count).step_by(UNIT as usize) {
                let others = self
                    .maker
                    .draw_others(&self.options, place, known.len(), first);
                let others: Vec<Known> = others.into_iter().map(|o| known[o].clone()).collect();
                let start = Instant::now();
                let maker = (self.maker.prepare)(&self.options, seed, &others);
                statistics.set_up(start.elapsed());
                let Some(mut maker) = maker else { continue };
                for number in first..self.count.min(first + UNIT) {
                    if stop.load(Ordering::Relaxed) {
                        break 'seeds;
                    }
                    let start = Instant::now();
                    let Some(case) = maker.make(number) else {
                        continue;
                    };
                    statistics.made(start.elapsed(), &case.script);
                    self.write(&mut sink, &seed.seed.name, &stems[place], &case)?;
                    checked.add(case, self.jobs, stop)?;
                }
            }
            statistics.next_seed();
            bar.inc(1);
        }
        bar.finish_and_clear();
        sink.flush()?;
        checked.ask(self.jobs, stop)?;
        if stop.load(Ordering::Relaxed) {
            return Ok(Exit::Interrupted);
        }
        eprintln!("nuthatch: {statistics}");
        checked.report();
        Ok(match (checked.contradictions, statistics.is_empty()) {
            (1.., _) => Exit::Found,
            (0, true) => bail!("nothing could be made of {} seeds", known.len()),
            _ => Exit::Success,
        })
    }

    /// Makes a mutant again from the file of its derivation, which has its seeds.
    pub fn remake(&self, steps: &Path) -> anyhow::Result<Exit> {
        let told = || steps.display().to_string();
        let text = std::fs::read(steps).with_context(told)?;
        let recorded: serde_json::Value = serde_json::from_slice(&text).with_context(told)?;
        if recorded.get("derivation").is_none() {
            bail!("{}: these are no steps of {}", told(), self.strategy.name);
        }
        let recorded: Recorded = serde_json::from_value(recorded).with_context(told)?;
        if let Some(strategy) = &recorded.strategy
            && strategy != self.strategy.name
        {
            bail!(
                "{}: these are steps of {strategy}: say --strategy {strategy}",
                told()
            );
        }
        let derived = recorded.derivation.derived();
        let all: Vec<usize> = (0..derived.steps()).collect();
        let (derivation, script) = derived
            .rebuild(&all)
            .with_context(|| format!("{}: its steps do not fit its seeds", told()))?;
        let case = TestCase {
            script,
            due: recorded.answer.map_or(Due::Compare, Due::Known),
            number: recorded.number,
            derivation,
            setting: Default::default(),
        };
        let mut sink = Sink::open(self.output)?;
        let stems = stems([recorded.seed.as_str()].into_iter());
        self.write(&mut sink, &recorded.seed, &stems[0], &case)?;
        sink.flush()?;
        Ok(Exit::Success)
    }

    /// Asks about seeds what has to be known of them. Those are left out of which it is not to be had, or
    /// on which the solvers disagree.
    fn know(&self, seeds: &[Arc<Seed>], stop: &'static AtomicBool) -> anyhow::Result<Vec<Known>> {
        let known = |seed: &Arc<Seed>, answer, model, core| Known {
            seed: seed.clone(),
            answer,
            model,
            core,
        };
        if self.maker.needs == Needs::Nothing {
            let known = |seed| known(seed, None, None, None);
            return Ok(seeds.iter().map(known).collect());
        }
        let configs = self.configs(Mode::Fresh, stop)?;
        let first = Session::new(configs.first().context("there is no solver")?.clone());
        let mut sessions = vec![first];
        sessions.extend(configs.into_iter().skip(1).map(Session::new));
        let mut all = Vec::new();
        let mut disputed = 0;
        let bar = crate::progress::bar(seeds.len(), "answers");
        for seed in seeds {
            bar.inc(1);
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let mut answers = Vec::new();
            for session in &mut sessions {
                answers.extend(SeedVerdict::of(&session.run(&seed.text)?).status());
            }
            // What the file itself says counts, but is not enough.
            if !answers.is_empty() {
                answers.extend(seed.status);
            }
            answers.dedup();
            let [answer] = answers[..] else {
                disputed += usize::from(!answers.is_empty());
                continue;
            };
            let model = match (self.maker.needs, answer) {
                (Needs::Model | Needs::Grounds, Status::Sat) => {
                    let outcome = sessions[0].run(&with_model(&seed.text))?;
                    let several = self.maker.needs == Needs::Grounds;
                    let outcome = Some(&outcome).filter(|o| several || o.asked == 1);
                    let model = outcome.and_then(model_of);
                    model
                        .filter(|model| is_right(&seed.text, model))
                        .map(str::to_owned)
                }
                _ => None,
            };
            let core = match (self.maker.needs, answer) {
                (Needs::Grounds, Status::Unsat) => {
                    core_of(seed, |script| sessions[0].run(script).map(Some))?
                }
                _ => None,
            };
            all.push(known(seed, Some(answer), model, core));
        }
        bar.finish_and_clear();
        if disputed > 0 {
            eprintln!("nuthatch: {disputed} seeds are left out: their answers differ");
        }
        if all.is_empty() && !stop.load(Ordering::Relaxed) {
            bail!("the solver has no answer to any of {} seeds", seeds.len());
        }
        Ok(all)
    }

    fn configs(&self, mode: Mode, stop: &'static AtomicBool) -> anyhow::Result<Vec<SessionConfig>> {
        let solvers = find_solvers(self.solvers)?;
        let config = |(place, solver): (usize, &Solver)| {
            session(solver, mode, self.timeout, 2048, place, stop)
        };
        Ok(solvers.iter().enumerate().map(config).collect())
    }

    fn write(
        &self,
        sink: &mut Sink,
        seed: &str,
        stem: &str,
        case: &TestCase,
    ) -> anyhow::Result<()> {
        let (number, random) = (case.number, self.options.random);
        let mut header = Vec::with_capacity(256);
        writeln!(
            header,
            "; mutant {number} of {seed} by {} (random seed {random})",
            self.strategy.name
        )?;
        for step in case.derivation.derived().told() {
            writeln!(header, "; {}", one_line(&step))?;
        }
        write_status(case.due.status(), &mut header)?;
        let recorded = Recorded {
            strategy: Some(self.strategy.name.to_owned()),
            seed: seed.to_owned(),
            number,
            random,
            answer: case.due.status(),
            derivation: case.derivation.clone(),
        };
        sink.put(
            &format!("{stem}.{number:06}"),
            &header,
            &recorded,
            &case.script,
        )
    }
}

/// What the mutants of seeds are called, without the folders and the endings of the files: each is another
/// name, though two folders may have files of the same one.
fn stems<'a>(seeds: impl Iterator<Item = &'a str>) -> Vec<String> {
    let stem = |name: &str| {
        let file = name.rsplit('/').next().unwrap_or(name);
        let file = file.strip_prefix("builtin:").unwrap_or(file);
        file.replacen(".smt2", "", 1)
    };
    unique(seeds.map(stem))
}

/// A step in one line of a comment.
fn one_line(step: &ToldStep) -> String {
    const LONG: usize = 160;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let mut told = step.what.clone();
    if let Some(replaced) = &step.replaced {
        let put: Vec<String> = replaced.put.iter().map(|put| text(put)).collect();
        told = format!("{told}: {} -> {}", text(&replaced.was), put.join(" "));
    }
    let words: Vec<&str> = told.split_whitespace().collect();
    let told = words.join(" ");
    match told.chars().count() > LONG {
        true => told.chars().take(LONG).chain(['…']).collect(),
        false => told,
    }
}

/// What solvers said of mutants.
struct Checked {
    configs: Vec<SessionConfig>,
    waiting: Vec<TestCase>,
    /// As is due, or as nobody knows better.
    fine: usize,
    contradictions: usize,
    undecided: usize,
    rejected: usize,
}

impl Checked {
    fn new(of: &MadeMutants<'_>, stop: &'static AtomicBool) -> anyhow::Result<Self> {
        let configs = match of.check {
            true => of.configs(Mode::Reset, stop)?,
            false => Vec::new(),
        };
        Ok(Self {
            configs,
            waiting: Vec::new(),
            fine: 0,
            contradictions: 0,
            undecided: 0,
            rejected: 0,
        })
    }

    fn add(
        &mut self,
        case: TestCase,
        jobs: NonZeroUsize,
        stop: &'static AtomicBool,
    ) -> anyhow::Result<()> {
        if !self.configs.is_empty() {
            self.waiting.push(case);
        }
        match self.waiting.len() < AT_ONCE {
            true => Ok(()),
            false => self.ask(jobs, stop),
        }
    }

    fn ask(&mut self, jobs: NonZeroUsize, stop: &'static AtomicBool) -> anyhow::Result<()> {
        let cases = std::mem::take(&mut self.waiting);
        let pool = Pool::new(self.configs.clone(), jobs);
        let solvers = 0..self.configs.len();
        let work: Vec<Job<'_>> = cases
            .iter()
            .flat_map(|case| {
                solvers.clone().map(|config| Job {
                    config,
                    script: &case.script,
                })
            })
            .collect();
        let bar = crate::progress::bar(work.len(), "answers");
        let results = pool.run_until(&work, stop, |_| bar.inc(1));
        bar.finish_and_clear();
        for (place, result) in results.into_iter().enumerate() {
            let Some(result) = result else { continue };
            let outcome = result?;
            let case = &cases[place / self.configs.len()];
            let solver = &self.configs[place % self.configs.len()].solver.name;
            let name = &case.derivation.derived().source().name;
            let verdict = outcome.verdict();
            match (SeedVerdict::of(&outcome).status(), case.due.status()) {
                _ if verdict.class() == AnswerClass::Rejected => {
                    self.rejected += 1;
                    eprintln!(
                        "nuthatch: mutant {} of {name}: {solver} says {verdict}",
                        case.number
                    );
                }
                (Some(said), Some(due)) if said != due => {
                    self.contradictions += 1;
                    let mut out = std::io::stderr().lock();
                    writeln!(
                        out,
                        "; mutant {} of {name}: {solver} says {said}, and it is {due}, by",
                        case.number
                    )?;
                    for step in case.derivation.derived().told() {
                        writeln!(out, "; {}", one_line(&step))?;
                    }
                    out.write_all(&case.script)?;
                    writeln!(out)?;
                }
                (Some(_), _) => self.fine += 1,
                (None, _) => self.undecided += 1,
            }
        }
        Ok(())
    }

    fn report(&self) {
        if self.configs.is_empty() {
            return;
        }
        let Self {
            fine,
            contradictions,
            undecided,
            rejected,
            ..
        } = self;
        let all = fine + contradictions + undecided + rejected;
        let share = 100.0 * *rejected as f64 / all.max(1) as f64;
        eprintln!(
            "nuthatch: {all} answers: {fine} as is due or open, {contradictions} contradict what is due, \
             {undecided} undecided, {rejected} ({share:.2} %) rejected"
        );
    }
}
