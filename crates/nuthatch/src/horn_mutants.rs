//! Mutants of Horn systems: made, written, made again, and checked.

use crate::asking::{find_solvers, session};
use crate::choice::Choice;
use crate::exit::Exit;
use crate::files::Source;
use crate::mutants::{Sink, Statistics, write_status};
use anyhow::{Context as _, bail};
use campaign::case::SeedVerdict;
use campaign::strategy::rewrite;
use mutate::Rng;
use mutate::horn::{
    Context, Form, HornStep, MUTATIONS, Mutation, SOLVING, System, is_horn, replay,
};
use serde::{Deserialize, Serialize};
use smt::Status;
use solve::{Answer, Mode, Session};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How a system is written.
pub const FORMS: [Choice<Form>; 2] = [
    ("horn", Form::Horn, "SMT-LIB: assertions and (check-sat)"),
    (
        "rules",
        Form::Rules,
        "z3's fixedpoint language: declare-rel, rule and query, which has the opposite answer",
    ),
];

fn written(form: Form, system: &System) -> String {
    match form {
        Form::Horn => system.write_horn(),
        Form::Rules => system.write_rules(),
    }
}

/// The answer to what is written, if that of the system is this.
fn answer_of(form: Form, system: Status) -> Status {
    match form {
        Form::Horn => system,
        Form::Rules => system.other(),
    }
}

/// What is to be made.
pub struct HornMutants<'a> {
    /// The mutations to choose from; none for all.
    pub mutations: &'a [String],
    /// How many of them make a mutant.
    pub chain: u32,
    /// How they are written.
    pub form: Form,
    /// How many mutants of each system.
    pub count: u64,
    /// Where random numbers start.
    pub seed: u64,
    /// Whether solvers are asked for the answers of mutants.
    pub check: bool,
    /// The solvers that are asked; the first one for answers of seeds.
    pub solvers: &'a [String],
    /// How long they have for each question.
    pub timeout: Duration,
    /// Where mutants go.
    pub output: Option<&'a Path>,
}

/// All that is needed to make a mutant again from its seed.
#[derive(Debug, Serialize, Deserialize)]
struct HornSteps {
    seed: String,
    number: u64,
    random: u64,
    /// The answer of the seed, if it is known.
    answer: Option<Status>,
    steps: Vec<HornStep>,
}

/// What solvers said of mutants.
#[derive(Debug, Default)]
struct Checked {
    same: usize,
    contradictions: usize,
    rejected: usize,
    not_horn: usize,
    open: usize,
}

/// Solves Horn systems, in a version that is known to work.
const CHECKER: &str = "z3@4.13.0.0";

/// One solver, and what it says of the system whose mutants are made.
struct Checker {
    session: Session,
    of_seed: Option<Status>,
}

impl HornMutants<'_> {
    /// Makes mutants of all sources, or one again from its steps.
    pub fn run(
        &self,
        sources: &[(&Source, String)],
        steps: Option<&Path>,
        stop: &'static AtomicBool,
    ) -> anyhow::Result<Exit> {
        let mut sink = Sink::open(self.output)?;
        if let Some(steps) = steps {
            return remake(sources, steps, self.form, &mut sink);
        }
        let chosen = self.mutations.iter().map(|name| {
            Mutation::named(name).with_context(|| {
                let known: Vec<&str> = MUTATIONS.iter().map(|m| m.name).collect();
                format!(
                    "there is no mutation {name}: there are {}",
                    known.join(", ")
                )
            })
        });
        let mut mutations: Vec<&Mutation> = chosen.collect::<Result<_, _>>()?;
        if mutations.is_empty() {
            mutations = MUTATIONS.iter().collect();
        }
        let mut checkers = self.checkers(stop)?;
        // Whoever is asked for answers can simplify, if that is z3; nobody else finds a place for it.
        let simplifier = checkers.first().map(|checker| {
            let mut config = checker.session.config().clone();
            config.mode = Mode::Reset;
            Session::new(config)
        });
        let mut simplifier = simplifier.context("there is no solver")?;
        let (mut statistics, mut checked) = (Statistics::default(), Checked::default());
        let (mut failures, mut nothing) = (0, 0);
        for (source, stem) in sources {
            let start = Instant::now();
            let text = source.read()?;
            let system = match System::read(&text) {
                Ok(system) => system,
                Err(error) => {
                    eprintln!("nuthatch: {}: {error}", source.name());
                    failures += 1;
                    continue;
                }
            };
            statistics.set_up(start.elapsed());
            let seed = system.write_horn();
            if self.count == 0 {
                sink.write_seed(stem, written(self.form, &system).as_bytes())?;
                continue;
            }
            for checker in &mut checkers {
                let outcome = checker.session.run(seed.as_bytes())?;
                checker.of_seed = SeedVerdict::of(&outcome).status();
            }
            let answer = checkers.iter().find_map(|checker| checker.of_seed);
            let mut text = String::new();
            for number in 0..self.count {
                if stop.load(Ordering::Relaxed) {
                    return Ok(Exit::Interrupted);
                }
                let start = Instant::now();
                let (mutant, steps, simplified) =
                    self.make(&system, &mutations, answer, number, &mut simplifier)?;
                text.clear();
                mutant.write_horn_to(&mut text);
                // What a solver did is no time of ours.
                let elapsed = start.elapsed().saturating_sub(simplified);
                if steps.is_empty() {
                    nothing += 1;
                    continue;
                }
                statistics.made(elapsed / steps.len() as u32, text.as_bytes());
                let made = HornSteps {
                    seed: stem.clone(),
                    number,
                    random: self.seed,
                    answer,
                    steps,
                };
                write(&mut sink, &made, &mutant, self.form)?;
                if self.check {
                    checked.check(&made, &text, &mut checkers)?;
                }
            }
            statistics.next_seed();
        }
        sink.flush()?;
        if self.count > 0 {
            eprintln!("nuthatch: {statistics} (times are those of a step)");
        }
        if nothing > 0 {
            eprintln!("nuthatch: {nothing} times, no mutation found a place");
        }
        if self.check {
            eprintln!("nuthatch: {checked}");
        }
        Ok(
            match (checked.contradictions + checked.not_horn, failures) {
                (1.., _) => Exit::Found,
                (0, 1..) if failures == sources.len() => Exit::Failed,
                _ => Exit::Success,
            },
        )
    }

    /// Makes the mutant of a number, and tells how, and how long a solver simplified.
    fn make(
        &self,
        seed: &System,
        mutations: &[&Mutation],
        answer: Option<Status>,
        number: u64,
        simplifier: &mut Session,
    ) -> anyhow::Result<(System, Vec<HornStep>, Duration)> {
        let context = Context {
            answer,
            parameters: SOLVING,
        };
        let mut rng = Rng::new(self.seed, number);
        let (mut mutant, mut steps) = (seed.clone(), Vec::new());
        let mut simplified = Duration::ZERO;
        // Not every mutation finds a place in every system.
        for _ in 0..self.chain.saturating_mul(4) {
            let next = match rng.pick(mutations) {
                Some(mutation) if mutation.name == "simplify" => {
                    let start = Instant::now();
                    let mut ask = |script: &[u8]| simplifier.run(script);
                    let next = rewrite(&mutant, &mut rng, &mut ask)?;
                    simplified += start.elapsed();
                    next
                }
                Some(mutation) => mutation.mutate(&mutant, &context, &mut rng),
                None => None,
            };
            if let Some((next, step)) = next {
                mutant = next;
                steps.push(step);
            }
            if steps.len() >= self.chain as usize {
                break;
            }
        }
        Ok((mutant, steps, simplified))
    }

    /// Without --check, one solver is asked about the seed only.
    fn checkers(&self, stop: &'static AtomicBool) -> anyhow::Result<Vec<Checker>> {
        let names = match (self.solvers, self.check) {
            ([], true) => vec![CHECKER.to_owned()],
            (names, _) => names.to_vec(),
        };
        let solvers = find_solvers(&names)?;
        let asked = if self.check { solvers.len() } else { 1 };
        let open = |(place, solver)| Checker {
            session: Session::new(session(
                solver,
                Mode::Fresh,
                self.timeout,
                2048,
                place,
                stop,
            )),
            of_seed: None,
        };
        Ok(solvers.iter().take(asked).enumerate().map(open).collect())
    }
}

impl Checked {
    fn check(
        &mut self,
        made: &HornSteps,
        text: &str,
        checkers: &mut [Checker],
    ) -> anyhow::Result<()> {
        let name = format!("mutant {} of {}", made.number, made.seed);
        if let Err(error) = is_horn(text.as_bytes()) {
            self.not_horn += 1;
            eprintln!("nuthatch: {name} is no Horn system: {error}");
            return Ok(());
        }
        for Checker { session, of_seed } in checkers {
            let outcome = session.run(text.as_bytes())?;
            if let Answer::Rejected { message } = outcome.verdict() {
                self.rejected += 1;
                eprintln!("nuthatch: {name} is rejected: {message}");
                continue;
            }
            match (SeedVerdict::of(&outcome).status(), *of_seed) {
                (Some(found), Some(expected)) if found == expected => self.same += 1,
                (Some(found), Some(expected)) => {
                    self.contradictions += 1;
                    eprintln!("; {name} is {found} and not {expected}, by");
                    made.steps.iter().for_each(|step| eprintln!("; {step}"));
                    eprintln!("{text}");
                }
                _ => self.open += 1,
            }
        }
        Ok(())
    }
}

impl std::fmt::Display for Checked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} answers as the seed's, {} contradict it, {} undecided, {} rejected, {} not Horn",
            self.same, self.contradictions, self.open, self.rejected, self.not_horn
        )
    }
}

fn write(sink: &mut Sink, made: &HornSteps, mutant: &System, form: Form) -> anyhow::Result<()> {
    let mut header = Vec::new();
    let HornSteps {
        seed,
        number,
        random,
        answer,
        steps,
    } = made;
    writeln!(header, "; mutant {number} of {seed} (random seed {random})")?;
    for step in steps {
        let shown: String = step.to_string().chars().take(160).collect();
        writeln!(header, "; {}", shown.replace('\n', " "))?;
    }
    write_status(answer.map(|answer| answer_of(form, answer)), &mut header)?;
    sink.put(
        &format!("{seed}.{number:06}"),
        &header,
        made,
        written(form, mutant).as_bytes(),
    )
}

fn remake(
    sources: &[(&Source, String)],
    steps: &Path,
    form: Form,
    sink: &mut Sink,
) -> anyhow::Result<Exit> {
    let [(source, _)] = sources else {
        bail!("--replay takes one file: the one that the mutant was made from");
    };
    let told = || steps.display().to_string();
    let recorded = std::fs::read(steps).with_context(told)?;
    let recorded: HornSteps = serde_json::from_slice(&recorded).with_context(told)?;
    let mut system = System::read(&source.read()?)?;
    for (place, step) in recorded.steps.iter().enumerate() {
        system = replay(&system, step).with_context(|| {
            format!(
                "step {} has no place: are these the steps of another seed?",
                place + 1
            )
        })?;
    }
    write(sink, &recorded, &system, form)?;
    sink.flush()?;
    Ok(Exit::Success)
}
