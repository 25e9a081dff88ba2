//! `nuthatch mutate`: write mutants of files, whose answer follows from that of the file.

use crate::asking::{duration, find_solvers, session};
use crate::choice::{Choice, choice};
use crate::exit::Exit;
use crate::files::{Source, sources};
use crate::horn_mutants::{FORMS, HornMutants};
use crate::made_mutants::MadeMutants;
use crate::making::{SKELETONS, maker_options, seeds_of};
use crate::mutants::{Part, Sink, Statistics, StepsFile, unique};
use crate::rules_of_user::RulesOfUser;
use anyhow::{Context, bail};
use campaign::case::{SeedVerdict, questions};
use campaign::check::{Judgement, differ, judge};
use campaign::strategy::{STRATEGIES, StrategyEntry};
use clap::Args;
use mutate::flatten::{incremental, seeds};
use mutate::horn::Form as HornForm;
use mutate::mutator::{Mutant, Mutator, MutatorSettings, Way, Workbench};
use mutate::rule::{Direction, RuleSet};
use mutate::step::{Form, Step, replay};
use smt::Script;
use smt::Status;
use solve::{Mode, Session, SessionConfig};
use std::collections::BTreeMap;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Write mutants of files, whose answer follows from that of the file
///
/// What is sat stays sat when it is over-approximated, and what is unsat stays unsat when it is
/// under-approximated. A file with several checks is several seeds, and one more as a whole if all
/// its answers are the same. Without --direction a solver is asked for each seed's answer.
///
/// Mutants go to standard output, to a file, or into a folder, there each with a file of the steps
/// that made it, from which --replay makes it again.
///
/// Exit code: 0 if mutants were written, 1 if --check found one that is not what it claims to be, 2
/// if something could not be read, started or mutated.
#[derive(Debug, Args)]
pub struct Mutate {
    /// Files and folders; with no path the built-in examples
    paths: Vec<PathBuf>,

    /// Which way to approximate
    #[arg(long, value_parser = choice(DIRECTIONS))]
    direction: Option<Direction>,

    /// How many mutants of each seed; 0 writes the seed as it is before it is mutated
    #[arg(long, default_value_t = 300)]
    count: u64,

    /// Where random numbers start: same number, same mutants
    #[arg(long, default_value_t = 0)]
    seed: u64,

    /// The form that seeds are brought into; if not said, mixed
    #[arg(long, value_parser = choice(SKELETONS))]
    skeleton: Option<&'static [Form]>,

    /// What is done
    #[arg(long, default_value = "pst,lpi", value_delimiter = ',', value_parser = choice(strategies()))]
    strategy: Vec<Chosen>,

    /// How many literals are approximated, or terms replaced, at most; none inside of another
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    max_literals: u16,

    /// How often to mutate, each time the mutants of the time before: what was put is replaced in turn
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    rounds: u32,

    /// Files and folders whose parts are put into mutants as well, whatever their answers
    #[arg(long, value_name = "PATH")]
    atoms: Vec<PathBuf>,

    #[command(flatten)]
    rules: RulesOfUser,

    /// Of horn: the mutations to choose from; without any, all
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    mutation: Vec<String>,

    /// Of horn: how many mutations make a mutant
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    chain: u32,

    /// Of horn: how mutants are written
    #[arg(long, default_value = "horn", value_parser = choice(FORMS))]
    form: HornForm,

    /// Ask solvers whether each mutant is the approximation that it claims to be; of horn, whether
    /// it has the answer of its seed
    #[arg(long)]
    check: bool,

    /// Make one mutant again from the file of its steps
    #[arg(long, value_name = "STEPS", conflicts_with_all = ["check", "count"])]
    replay: Option<PathBuf>,

    /// A folder, which is made if need be, or a file
    #[arg(long, short, value_name = "DIR")]
    output: Option<PathBuf>,

    /// The solver that is asked for answers; with --check, all that are asked
    #[arg(long = "solver", value_name = "SOLVER")]
    solvers: Vec<String>,

    /// Wall-clock time per question to a solver
    #[arg(long, default_value = "2s", value_parser = duration)]
    timeout: Duration,

    /// How many questions are put to solvers at once
    #[arg(long, short, default_value = "2")]
    jobs: NonZeroUsize,
}

/// What a seed can be approximated to.
const DIRECTIONS: [Choice<Direction>; 2] = [
    ("over", Direction::Over, "what is sat stays sat"),
    ("under", Direction::Under, "what is unsat stays unsat"),
];

/// What is done to seeds.
#[derive(Debug, Clone, Copy)]
enum Chosen {
    /// Literals are approximated.
    Way(Way),
    /// Systems of Horn clauses are mutated.
    Horn,
    /// What a strategy of campaigns does, by its place in their list.
    Maker(usize),
}

/// What is done, by name: to literals as the paper calls it, to Horn systems, or what strategies do.
fn strategies() -> impl Iterator<Item = Choice<Chosen>> {
    let named = [
        (
            "pst",
            Chosen::Way(Way::Rewrite),
            "rewrite literals by rules",
        ),
        ("lpi", Chosen::Way(Way::Inject), "inject formulas"),
        (
            "rewrite",
            Chosen::Way(Way::Equate),
            "replace terms by what is equal to them, anywhere",
        ),
        (
            "horn",
            Chosen::Horn,
            "change systems of Horn clauses so that they have the same answer",
        ),
    ];
    let makers = STRATEGIES.iter().enumerate();
    let makers = makers.filter(|(_, entry)| entry.maker.is_some());
    let makers = makers.map(|(place, entry)| (entry.name, Chosen::Maker(place), entry.about));
    named.into_iter().chain(makers)
}

/// A seed and where it is from.
struct Planted {
    /// What its mutants are called.
    name: String,
    /// Which part of the file it is.
    part: Part,
    text: Vec<u8>,
    direction: Direction,
    /// The answer it has, and that its mutants have to have.
    answer: Option<Status>,
}

impl Mutate {
    pub fn run(self) -> anyhow::Result<Exit> {
        let stop = crate::interrupt::flag()?;
        if let [Chosen::Maker(strategy)] = self.strategy[..] {
            return self.run_maker(&STRATEGIES[strategy], stop);
        }
        let sources = sources(&self.paths)?;
        if let [Chosen::Horn] = self.strategy[..] {
            return self.run_horn(&sources, stop);
        }
        if self.ways().len() < self.strategy.len() {
            bail!("only pst, lpi and rewrite go together: choose one of the others");
        }
        if !self.atoms.is_empty() {
            bail!("--atoms is for strategies that put parts of other files into seeds");
        }
        if let Some(steps) = &self.replay {
            return self.remake(steps, &sources);
        }
        let Some(rules) = self.rules.proved(stop)? else {
            return Ok(Exit::Interrupted);
        };
        let mut sink = Sink::open(self.output.as_deref())?;
        let mut statistics = Statistics::default();
        let mut checks = Checks::new(&self, stop)?;
        let mut oracle = None;
        let mut failures = 0;
        let bar = crate::progress::bar(sources.len(), "files");
        for (source, stem) in sources.iter().zip(stems(&sources)) {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let planted = match self.plant(source, &stem, &mut oracle, stop) {
                Ok(planted) => planted,
                Err(error) => {
                    bar.suspend(|| eprintln!("nuthatch: {}: {error:#}", source.name()));
                    failures += 1;
                    continue;
                }
            };
            for seed in &planted {
                self.grow(seed, rules, &mut sink, &mut statistics, &mut checks, stop)?;
                checks.ask_if_many(self.jobs, stop)?;
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        sink.flush()?;
        checks.ask(self.jobs, stop)?;
        if stop.load(Ordering::Relaxed) {
            return Ok(Exit::Interrupted);
        }
        if self.count > 0 {
            eprintln!("nuthatch: {statistics}");
        }
        checks.report()?;
        Ok(match (checks.failed, failures) {
            (1.., _) => Exit::Found,
            (0, 1..) if failures == sources.len() => Exit::Failed,
            _ => Exit::Success,
        })
    }

    fn run_horn(&self, sources: &[Source], stop: &'static AtomicBool) -> anyhow::Result<Exit> {
        if !self.rules.is_empty() {
            bail!("--rules is for pst, lpi and rewrite: Horn systems have mutations of their own");
        }
        let named: Vec<(&Source, String)> = sources.iter().zip(stems(sources)).collect();
        HornMutants {
            mutations: &self.mutation,
            chain: self.chain,
            form: self.form,
            count: self.count,
            seed: self.seed,
            check: self.check,
            solvers: &self.solvers,
            timeout: self.timeout,
            output: self.output.as_deref(),
        }
        .run(&named, self.replay.as_deref(), stop)
    }

    fn run_maker(
        &self,
        strategy: &'static StrategyEntry,
        stop: &'static AtomicBool,
    ) -> anyhow::Result<Exit> {
        let Some(maker) = strategy.maker else {
            bail!("{} takes a campaign: see fuzz", strategy.name);
        };
        let not_for_makers = [
            ("--rules", !self.rules.is_empty()),
            ("--direction", self.direction.is_some()),
            ("--rounds", self.rounds > 1),
            ("--skeleton", self.skeleton.is_some()),
            ("--count 0", self.count == 0),
        ];
        if let Some((option, _)) = not_for_makers.iter().find(|(_, is_given)| *is_given) {
            bail!(
                "{option} is for pst, lpi and rewrite, and not for {}",
                strategy.name
            );
        }
        let checkers = self.checkers();
        let mutants = MadeMutants {
            strategy,
            maker,
            options: maker_options(self.seed, self.max_literals, &self.atoms)?,
            count: self.count,
            check: self.check,
            solvers: match self.check {
                true => &checkers,
                false => &self.solvers,
            },
            timeout: self.timeout,
            jobs: self.jobs,
            output: self.output.as_deref(),
        };
        match &self.replay {
            Some(steps) => mutants.remake(steps),
            None => mutants.run(&seeds_of(&self.paths, true, false, self.seed)?, stop),
        }
    }

    /// The solvers that --check asks.
    fn checkers(&self) -> Vec<String> {
        match self.solvers.is_empty() {
            true => CHECKERS.map(String::from).to_vec(),
            false => self.solvers.clone(),
        }
    }

    /// The forms that seeds are brought into.
    fn forms(&self) -> &'static [Form] {
        self.skeleton.unwrap_or(&[Form::Cnf, Form::Polarity])
    }

    /// What is done to literals.
    fn ways(&self) -> Vec<Way> {
        let ways = self.strategy.iter().filter_map(|chosen| match chosen {
            Chosen::Way(way) => Some(*way),
            _ => None,
        });
        ways.collect()
    }

    fn settings(&self, direction: Direction, rules: &'static RuleSet) -> MutatorSettings {
        MutatorSettings {
            direction,
            forms: match self.ways()[..] {
                // Terms are everywhere in any form.
                [Way::Equate] => vec![Form::Polarity],
                _ => self.forms().to_vec(),
            },
            ways: self.ways(),
            max_literals: self.max_literals.into(),
            rounds: self.rounds,
            seed: self.seed,
            rules,
            favours: Arc::default(),
        }
    }

    /// The seeds of a file.
    fn plant(
        &self,
        source: &Source,
        stem: &str,
        oracle: &mut Option<Session>,
        stop: &'static AtomicBool,
    ) -> anyhow::Result<Vec<Planted>> {
        let text = source.read()?;
        let script = Script::parse(&text[..])?;
        let single = seeds(&script)?;
        let several = single.len() > 1;
        let mut planted = Vec::new();
        for seed in single {
            let name = match several {
                true => format!("{stem}.check{}", seed.check + 1),
                false => stem.to_owned(),
            };
            let answer = match self.direction {
                Some(_) => seed.status,
                None => self.answer(&seed.text, oracle, stop)?,
            };
            let part = Part::Check(seed.check);
            planted.extend(self.planted(name, part, seed.text, answer));
        }
        if let Some(text) = incremental(&script) {
            // Asked anew, because some of its checks may have no seed of their own.
            let agreed = match self.direction {
                Some(_) => None,
                None => self.answer(&text, oracle, stop)?,
            };
            planted.extend(self.planted(format!("{stem}.whole"), Part::Whole, text, agreed));
        }
        if planted.is_empty() {
            bail!("the solver has no answer, so there is nothing to keep (try --direction)");
        }
        Ok(planted)
    }

    fn planted(
        &self,
        name: String,
        part: Part,
        text: Vec<u8>,
        answer: Option<Status>,
    ) -> Option<Planted> {
        let wanted = self.direction;
        let keeps = answer.map(|answer| match answer {
            Status::Sat => Direction::Over,
            Status::Unsat => Direction::Under,
        });
        let direction = wanted.or(keeps)?;
        Some(Planted {
            name,
            part,
            text,
            direction,
            // The other way round, nothing is known of the mutants.
            answer: answer.filter(|_| keeps == Some(direction)),
        })
    }

    fn answer(
        &self,
        text: &[u8],
        oracle: &mut Option<Session>,
        stop: &'static AtomicBool,
    ) -> anyhow::Result<Option<Status>> {
        if oracle.is_none() {
            let solvers = find_solvers(&self.solvers)?;
            let config = session(&solvers[0], Mode::Fresh, self.timeout, 2048, 0, stop);
            *oracle = Some(Session::new(config));
        }
        let Some(session) = oracle else {
            return Ok(None);
        };
        Ok(SeedVerdict::of(&session.run(text)?).status())
    }

    /// Makes and writes the mutants of a seed.
    fn grow(
        &self,
        seed: &Planted,
        rules: &'static RuleSet,
        sink: &mut Sink,
        statistics: &mut Statistics,
        checks: &mut Checks,
        stop: &'static AtomicBool,
    ) -> anyhow::Result<()> {
        if self.count == 0 {
            let script = Script::parse(&seed.text[..])?;
            let text = match self.forms() {
                [Form::Cnf] => mutate::cnf::cnf(&script),
                _ => seed.text.clone(),
            };
            return sink.write_seed(&seed.name, &text);
        }
        let start = Instant::now();
        let mutator = Mutator::new(&seed.text, self.settings(seed.direction, rules))?;
        statistics.set_up(start.elapsed());
        if mutator.is_barren() {
            return Ok(());
        }
        if self.forms().contains(&Form::Cnf) {
            checks.add_form(seed)?;
        }
        let (mut workbench, mut mutant) = (Workbench::default(), Mutant::default());
        for number in 0..self.count {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let start = Instant::now();
            mutator.make(number, &mut workbench, &mut mutant);
            let elapsed = start.elapsed();
            if mutant.steps.is_empty() {
                // Nothing could be done: that is no mutant.
                continue;
            }
            let steps = StepsFile {
                seed: seed.name.clone(),
                part: seed.part,
                number,
                random: self.seed,
                direction: seed.direction,
                answer: seed.answer,
                steps: &mutant.steps[..],
            };
            statistics.made(elapsed, &mutant.text);
            sink.write(&steps, &mutant.text)?;
            checks.add(seed, &mutant.steps)?;
        }
        statistics.next_seed();
        Ok(())
    }

    fn remake(&self, steps: &PathBuf, sources: &[Source]) -> anyhow::Result<Exit> {
        let [source] = sources else {
            bail!("--replay takes one file: the one that the mutant was made from");
        };
        let text = std::fs::read(steps).with_context(|| steps.display().to_string())?;
        let told = || steps.display().to_string();
        let recorded: serde_json::Value = serde_json::from_slice(&text).with_context(told)?;
        if recorded.get("derivation").is_some() {
            let strategy = recorded["strategy"].as_str().unwrap_or("another strategy");
            bail!(
                "{}: these are steps of {strategy}: say so with --strategy",
                told()
            );
        }
        let recorded: StepsFile<Vec<Step>> = serde_json::from_value(recorded).with_context(told)?;
        let script = Script::parse(source.read()?)?;
        let seed = match recorded.part {
            Part::Whole => incremental(&script),
            Part::Check(check) => {
                let mut single = seeds(&script)?.into_iter();
                single
                    .find(|seed| seed.check == check)
                    .map(|seed| seed.text)
            }
        };
        let seed = seed.with_context(|| format!("{} has no such check", source.name()))?;
        let rounds = replay(&seed, &recorded.steps)?;
        let mutant = rounds.last().map_or(&seed, |round| &round.to);
        let mut sink = Sink::open(self.output.as_deref())?;
        let steps = StepsFile {
            seed: recorded.seed,
            part: recorded.part,
            number: recorded.number,
            random: recorded.random,
            direction: recorded.direction,
            answer: recorded.answer,
            steps: &recorded.steps[..],
        };
        sink.write(&steps, mutant)?;
        sink.flush()?;
        Ok(Exit::Success)
    }
}

/// What the mutants of each source are called. Files in different folders can have one name.
fn stems(sources: &[Source]) -> Vec<String> {
    unique(sources.iter().map(Source::stem))
}

/// Mutants whose claims are put to solvers.
struct Checks {
    configs: Vec<SessionConfig>,
    questions: Vec<Vec<u8>>,
    /// The mutant that each question is of, and the rules that made it.
    of: Vec<(String, Vec<String>)>,
    /// Seeds and their normal forms, which must have the same answer.
    forms: Vec<(Vec<u8>, Vec<u8>)>,
    /// What those seeds are called.
    form_names: Vec<String>,
    holds: usize,
    failed: usize,
    disputed: usize,
    open: usize,
    /// Open questions, by rule and by what the first solver said.
    open_by_rule: BTreeMap<String, BTreeMap<&'static str, usize>>,
}

/// Versions that are known to work.
const CHECKERS: [&str; 2] = ["z3@4.13.0.0", "cvc5@1.2.1"];

impl Checks {
    fn new(command: &Mutate, stop: &'static AtomicBool) -> anyhow::Result<Self> {
        let solvers = match command.check {
            true => find_solvers(&command.checkers())?,
            false => Vec::new(),
        };
        let configs = solvers.iter().enumerate().map(|(place, solver)| {
            session(
                solver,
                Mode::Incremental,
                command.timeout,
                2048,
                place + 1,
                stop,
            )
        });
        Ok(Self {
            configs: configs.collect(),
            questions: Vec::new(),
            of: Vec::new(),
            forms: Vec::new(),
            form_names: Vec::new(),
            holds: 0,
            failed: 0,
            disputed: 0,
            open: 0,
            open_by_rule: BTreeMap::new(),
        })
    }

    fn add(&mut self, seed: &Planted, steps: &[Step]) -> anyhow::Result<()> {
        if self.configs.is_empty() {
            return Ok(());
        }
        for (round, question) in questions(&seed.text, steps, seed.direction)? {
            let of_round = steps.iter().filter(|step| step.round == round);
            let rules = of_round
                .map(|step| step.rule.clone().into_owned())
                .collect();
            self.questions.push(question);
            self.of.push((seed.name.clone(), rules));
        }
        Ok(())
    }

    /// Mutants of the normal form are compared with it, so it must be what it should be as well.
    fn add_form(&mut self, seed: &Planted) -> anyhow::Result<()> {
        if !self.configs.is_empty() {
            let form = mutate::cnf::cnf(&Script::parse(&seed.text[..])?);
            self.form_names.push(seed.name.clone());
            self.forms.push((seed.text.clone(), form));
        }
        Ok(())
    }

    /// So that not all questions are in memory at once.
    fn ask_if_many(&mut self, jobs: NonZeroUsize, stop: &'static AtomicBool) -> anyhow::Result<()> {
        const MANY: usize = 2000;
        match self.questions.len() < MANY {
            true => Ok(()),
            false => self.ask(jobs, stop),
        }
    }

    fn ask(&mut self, jobs: NonZeroUsize, stop: &'static AtomicBool) -> anyhow::Result<()> {
        let differ = differ(&self.forms, &self.configs, jobs, stop).unwrap_or_default();
        self.forms.clear();
        let names = std::mem::take(&mut self.form_names);
        for (name, _) in names.iter().zip(differ).filter(|(_, differs)| *differs) {
            self.failed += 1;
            eprintln!("nuthatch: {name} and its normal form have different answers");
        }
        let questions = std::mem::take(&mut self.questions);
        let bar = crate::progress::bar(questions.len() * self.configs.len(), "answers");
        let judged = judge(&questions, &self.configs, jobs, stop, || bar.inc(1));
        bar.finish_and_clear();
        for ((name, rules), judgement) in self.of.drain(..).zip(judged.unwrap_or_default()) {
            match judgement {
                Judgement::Holds => self.holds += 1,
                Judgement::Fails { script } => {
                    self.failed += 1;
                    print_script("is NOT what it claims to be", &name, &rules, &script)?;
                }
                Judgement::Disputed { script } => {
                    self.disputed += 1;
                    print_script(
                        "has solvers disagree about its claim",
                        &name,
                        &rules,
                        &script,
                    )?;
                }
                Judgement::Open(answer) => {
                    self.open += 1;
                    for rule in rules {
                        *self
                            .open_by_rule
                            .entry(rule)
                            .or_default()
                            .entry(answer.class().word())
                            .or_default() += 1;
                    }
                }
            }
        }
        Ok(())
    }

    fn report(&self) -> anyhow::Result<()> {
        if self.configs.is_empty() {
            return Ok(());
        }
        let Self {
            holds,
            failed,
            disputed,
            open,
            ..
        } = self;
        let all = holds + failed + disputed + open;
        eprintln!(
            "nuthatch: {all} claims: {holds} hold, {failed} fail, {disputed} disputed, {open} undecided"
        );
        for (rule, by_answer) in &self.open_by_rule {
            let shown: Vec<String> = by_answer.iter().map(|(a, n)| format!("{n} {a}")).collect();
            eprintln!("  undecided with {rule}: {}", shown.join(", "));
        }
        Ok(())
    }
}

fn print_script(what: &str, name: &str, rules: &[String], script: &[u8]) -> std::io::Result<()> {
    let mut out = std::io::stderr().lock();
    writeln!(
        out,
        "; a mutant of {name}, by {}, {what}:",
        rules.join(", ")
    )?;
    out.write_all(script)?;
    writeln!(out)
}
