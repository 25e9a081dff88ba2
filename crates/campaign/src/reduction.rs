//! Findings made as small as they get, so that the bug stays and its proof with it.
//!
//! Three stages. Steps of the mutation that are not needed are undone. Seed and mutant are made
//! smaller together as one script ([`mutate::pair`]), as long as the solver contradicts itself and
//! others prove that one follows from the other. Then the script that is answered wrong is made
//! smaller by itself, as long as others answer it right.

mod asking;
mod contradiction;
mod native;

pub use asking::Asking;
pub use native::{Bug, LearnError, NativePredicate, NativeWanted};

use self::contradiction::{Contradiction, ContradictionPredicate};
use crate::finding::{
    Difference, Finding, Kind, Opinion, Reduced, ReducedPair, ReducedScript, Spoken,
};
use crate::horn::engines::engines;
use crate::oracle::said;
use crate::triage::spoken;
use mutate::pair::{join, split};
use mutate::rule::Direction;
use mutate::step::{Step, replay};
use reduce::{Predicate, Progress, Reduction, Settings, Verdict, reduce};
use smt::Status;
use solve::{Error, Mode, Session, Solver};

/// Why a finding cannot be reduced.
#[derive(Debug, thiserror::Error)]
pub enum ReductionError {
    /// It cannot be seen any more.
    #[error(transparent)]
    Gone(LearnError),
    /// It contradicts itself, and no other solver can say where or prove that it does.
    #[error("no other solver can say which answer is wrong, or prove that one is")]
    NobodyKnows,
    /// A solver cannot be asked.
    #[error(transparent)]
    Solver(#[from] Error),
}

impl From<LearnError> for ReductionError {
    fn from(error: LearnError) -> Self {
        match error {
            LearnError::Solver(error) => Self::Solver(error),
            gone => Self::Gone(gone),
        }
    }
}

/// Who reduces findings.
pub struct Reducer<'a> {
    /// The solver that the finding is about.
    pub solver: &'a Solver,
    /// Others.
    pub references: &'a [Solver],
    /// How they are asked.
    pub asking: Asking<'a>,
    /// Whether it is time to stop.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Reducer<'_> {
    /// Reduces a finding. `progress` is told what stage it is in and of every check.
    pub fn reduce(
        &self,
        finding: &Finding,
        progress: &mut dyn FnMut(&str, Progress<'_>),
    ) -> Result<Reduced, ReductionError> {
        let mut reduced = Reduced {
            minimal: true,
            ..Reduced::default()
        };
        if finding.kind == Kind::Soundness && finding.mutant.is_some() {
            self.pair(finding, &mut reduced, progress)?;
        }
        self.alone(finding, &mut reduced, progress)?;
        match reduced.pair.is_none() && reduced.alone.is_none() {
            true => Err(ReductionError::NobodyKnows),
            false => Ok(reduced),
        }
    }

    /// Seed and mutant together.
    fn pair(
        &self,
        finding: &Finding,
        reduced: &mut Reduced,
        progress: &mut dyn FnMut(&str, Progress<'_>),
    ) -> Result<(), Error> {
        let Some((from, steps)) = last_round(finding) else {
            return Ok(());
        };
        let wanted = Contradiction {
            solver: self.solver,
            references: self.references,
            due: match finding.seed.answer.as_str() {
                "unsat" => Status::Unsat,
                _ => Status::Sat,
            },
            direction: finding.direction.unwrap_or(Direction::Over),
        };
        let Ok(pair) = join(&from, &steps) else {
            return Ok(());
        };
        let Some(predicate) = ContradictionPredicate::learn(&wanted, &self.asking, &pair)? else {
            return Ok(());
        };
        let pair = without_needless_steps(&predicate, &from, steps).unwrap_or(pair);
        let is_over = || (self.stop)() || predicate.is_broken();
        let mut run = || {
            self.run(pair.clone(), &predicate, &is_over, reduced, &mut |p| {
                progress("seed and mutant", p);
            })
        };
        let mut reduction = run();
        if !predicate.confirms(&reduction.text) && !is_over() && predicate.be_careful() {
            reduction = run();
        }
        if let Some(error) = predicate.take_error() {
            return Err(error);
        }
        let Some(apart) = split(&reduction.text) else {
            return Ok(());
        };
        let opinions = predicate.say(&apart)?;
        let mut fresh = self.fresh(self.solver, true);
        let differences = apart.differences.into_iter();
        let mut ask = |script: Vec<u8>| -> Result<_, Error> {
            let outcome = fresh.run(&script)?;
            Ok(spoken(script, &outcome))
        };
        reduced.pair = Some(ReducedPair {
            seed: ask(tidy(apart.seed))?,
            mutant: ask(tidy(apart.mutant))?,
            differences: differences
                .map(|(was, put)| Difference { was, put })
                .collect(),
            opinions,
        });
        Ok(())
    }

    /// The script that is wrong, by itself.
    fn alone(
        &self,
        finding: &Finding,
        reduced: &mut Reduced,
        progress: &mut dyn FnMut(&str, Progress<'_>),
    ) -> Result<(), ReductionError> {
        let mut references = Vec::new();
        let mut reference_answer = None;
        let (script, bug) = match finding.kind {
            Kind::Crash => (finding.witness().script.clone(), Bug::Crash),
            Kind::Model => {
                references = self.references.to_vec();
                (finding.witness().script.clone(), Bug::InvalidModel)
            }
            Kind::Soundness => {
                match self.wrong(finding, reduced.pair.as_ref()) {
                    Some(wrong) => {
                        references = wrong.against;
                        reference_answer = Some(wrong.due.to_owned());
                        (wrong.script, Bug::Answers(vec![wrong.answer.to_owned()]))
                    }
                    // Nobody else can say, but its own model may give it away.
                    None if says(finding.witness(), "sat") => {
                        references = self.references.to_vec();
                        (finding.witness().script.clone(), Bug::InvalidModel)
                    }
                    None => return Ok(()),
                }
            }
        };
        let wanted = NativeWanted {
            solver: self.solver,
            // An answer is wrong whatever the solver thinks of its model.
            check_models: !matches!(bug, Bug::Answers(_)),
            bug,
            references: &references,
            reference_answer,
        };
        let predicate = match NativePredicate::learn(wanted, &self.asking, &script) {
            Ok(predicate) => predicate,
            // The pair shows it, or nobody knows.
            Err(LearnError::NoBug { .. }) if finding.kind == Kind::Soundness => return Ok(()),
            Err(error) => return Err(error.into()),
        };
        let is_over = || (self.stop)() || predicate.is_broken();
        let mut run = || {
            self.run(script.clone(), &predicate, &is_over, reduced, &mut |p| {
                progress("one script", p);
            })
        };
        let mut reduction = run();
        if !predicate.confirms(&reduction.text) && !is_over() && predicate.be_careful() {
            reduction = run();
        }
        if let Some(error) = predicate.take_error() {
            return Err(error.into());
        }
        let script = reduction.text;
        let outcome = self.fresh(self.solver, true).run(&script)?;
        let mut others = Vec::new();
        for reference in self.references {
            let outcome = self.fresh(reference, false).run(&script)?;
            others.push((reference.name.clone(), said(&script, &outcome)));
        }
        reduced.alone = Some(ReducedScript {
            script: spoken(script, &outcome),
            others,
        });
        Ok(())
    }

    fn run(
        &self,
        text: Vec<u8>,
        predicate: &dyn Predicate,
        is_over: &(dyn Fn() -> bool + Sync),
        reduced: &mut Reduced,
        progress: &mut dyn FnMut(Progress<'_>),
    ) -> Reduction {
        let settings = Settings {
            jobs: self.asking.jobs,
            // Solvers must understand all that they are asked.
            nonsense: false,
            stop: is_over,
        };
        let reduction = reduce(text, predicate, &settings, progress);
        reduced.checks += reduction.checks;
        reduced.minimal &= reduction.minimal;
        reduction
    }

    fn fresh(&self, solver: &Solver, check_models: bool) -> Session {
        let mut config = (self.asking.config)(solver, Mode::Fresh);
        config.check_models = check_models;
        Session::new(config)
    }

    /// Which of the two scripts is answered wrong, if others say.
    fn wrong(&self, finding: &Finding, pair: Option<&ReducedPair>) -> Option<Wrong> {
        let (seed, mutant, opinions) = match pair {
            Some(pair) => (&pair.seed, Some(&pair.mutant), &pair.opinions),
            None => (&finding.seed, finding.mutant.as_ref(), &finding.opinions),
        };
        let of_seed: fn(&Opinion) -> &str = |opinion| &opinion.seed;
        let of_mutant: fn(&Opinion) -> &str = |opinion| &opinion.mutant;
        let scripts = [mutant.map(|m| (m, of_mutant)), Some((seed, of_seed))];
        for (spoken, opinion) in scripts.into_iter().flatten() {
            for (answer, due) in [("sat", "unsat"), ("unsat", "sat")] {
                if !says(spoken, answer) {
                    continue;
                }
                let disagrees = |solver: &Solver| {
                    let mut of_solver = opinions.iter().filter(|o| o.solver.name == solver.name);
                    of_solver.any(|o| opinion(o) == due)
                };
                let with_engines = |solver: &Solver| {
                    let engines: Vec<Solver> = engines(solver).collect();
                    std::iter::once(solver.clone()).chain(engines)
                };
                let others = self.references.iter().flat_map(with_engines);
                let against: Vec<Solver> = others.filter(disagrees).collect();
                if !against.is_empty() {
                    return Some(Wrong {
                        script: spoken.script.clone(),
                        answer,
                        due,
                        against,
                    });
                }
            }
        }
        None
    }
}

/// Whether an answer is among those to a script. A wrong model is one of a script that is said to be
/// sat.
fn says(spoken: &Spoken, answer: &str) -> bool {
    let mut answers = spoken.answer.split(' ');
    answers.any(|given| given == answer || (answer, given) == ("sat", "invalid-model"))
}

/// A script that is answered wrong.
struct Wrong {
    script: Vec<u8>,
    answer: &'static str,
    due: &'static str,
    /// Who says so.
    against: Vec<Solver>,
}

/// What the last round of mutation started from, and its steps.
fn last_round(finding: &Finding) -> Option<(Vec<u8>, Vec<Step>)> {
    let rounds = replay(&finding.seed.script, &finding.steps).ok()?;
    let last = finding.steps.last()?.round;
    let steps = finding.steps.iter().filter(|step| step.round == last);
    Some((
        rounds.into_iter().next_back()?.from,
        steps.cloned().collect(),
    ))
}

/// The pair with only those steps that it takes, if there are fewer.
fn without_needless_steps(
    predicate: &ContradictionPredicate,
    from: &[u8],
    mut steps: Vec<Step>,
) -> Option<Vec<u8>> {
    let mut best = None;
    let mut place = 0;
    while place < steps.len() && steps.len() > 1 {
        let mut fewer = steps.clone();
        fewer.remove(place);
        match join(from, &fewer) {
            Ok(pair) if predicate.holds(0, &pair) == Verdict::Holds => {
                // What was needed with it may not be needed without.
                (steps, best, place) = (fewer, Some(pair), 0);
            }
            _ => place += 1,
        }
    }
    best
}

/// A command a line.
fn tidy(text: Vec<u8>) -> Vec<u8> {
    match smt::Tree::parse(&text[..]) {
        Ok(tree) => reduce::canonical(&tree),
        Err(_) => text,
    }
}
