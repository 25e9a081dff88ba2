//! Findings made as small as they get, so that the bug stays and its proof with it.
//!
//! Three stages. Steps of the mutation that are not needed are undone. Seed and mutant are made
//! smaller together as one script ([`mutate::pair`]), as long as the solver contradicts itself and
//! others prove that one follows from the other. Then the script that is answered wrong is made
//! smaller by itself, as long as others answer it right.

mod asking;
mod contradiction;
mod grounds;
mod native;
mod proof;

pub use asking::Asking;
pub use native::{Bug, LearnError, NativePredicate, NativeWanted};

use self::contradiction::{Contradiction, ContradictionPredicate};
use self::grounds::grounds;
use crate::ask::Ask;
use crate::case::{Approximation, Derivation, SeedForm};
use crate::finding::{
    AnsweredScript, Difference, Finding, Reduced, ReducedPair, ReducedScript, Reply,
};
use crate::horn::judges::Judges;
use crate::oracle::{self, Oracle, ToReduce, said};
use crate::posed::{Posed, last_check};
use crate::triage::minimise;
use mutate::pair::{join, split};
use mutate::step::Step;
use reduce::{Predicate, Progress, ReduceSettings, Reduction, Trial, reduce};
use smt::Status;
use solve::{AnswerClass, Error, Mode, Solver};

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
        let oracle = oracle::named(&finding.oracle).ok_or(ReductionError::NobodyKnows)?;
        if let Derivation::Approximation(approximation) = &finding.derivation
            && oracle.contradicts()
            && !finding.parents.is_empty()
            // Seed and mutant by themselves do not contradict each other then.
            && finding.needs.is_none()
        {
            self.pair(finding, approximation, &mut reduced, progress)?;
        }
        self.alone(finding, oracle, &mut reduced, progress)?;
        match reduced.pair.is_none() && reduced.alone.is_none() {
            true => Err(ReductionError::NobodyKnows),
            false => Ok(reduced),
        }
    }

    /// Seed and mutant together.
    fn pair(
        &self,
        finding: &Finding,
        approximation: &Approximation,
        reduced: &mut Reduced,
        progress: &mut dyn FnMut(&str, Progress<'_>),
    ) -> Result<(), Error> {
        let Some((from, steps)) = approximation.last_round() else {
            return Ok(());
        };
        let of_seed = finding.parents.first();
        let wanted = Contradiction {
            solver: self.solver,
            references: self.references,
            due: match of_seed.is_some_and(|reply| reply.answer.are(AnswerClass::Unsat)) {
                true => Status::Unsat,
                false => Status::Sat,
            },
            direction: approximation.direction,
        };
        let Ok(pair) = join(&from, &steps) else {
            return Ok(());
        };
        let Some(predicate) = ContradictionPredicate::learn(&wanted, &self.asking, &pair)? else {
            return Ok(());
        };
        let pair = without_needless_steps(&predicate, &from, &steps).unwrap_or(pair);
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
            let reply = Reply::new(said(&script, &outcome), &outcome);
            Ok(AnsweredScript { script, reply })
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
        oracle: &dyn Oracle,
        reduced: &mut Reduced,
        progress: &mut dyn FnMut(&str, Progress<'_>),
    ) -> Result<(), ReductionError> {
        let Some(ToReduce {
            script,
            bug,
            references,
            reference_answer,
            witness,
        }) = oracle.to_reduce(finding, reduced.pair.as_ref(), self)
        else {
            return Ok(());
        };
        // It may be the seed that is answered wrong, which is asked by itself.
        let in_setting = finding.needs.is_some() && script == finding.witness.script;
        let wanted = NativeWanted {
            solver: self.solver,
            // An answer is wrong whatever the solver thinks of its model.
            check_models: !matches!(bug, Bug::Answers(_)),
            bug,
            references: &references,
            reference_answer,
            in_setting,
            witness: witness.clone(),
        };
        let predicate = match NativePredicate::learn(wanted, &self.asking, &script) {
            Ok(predicate) => predicate,
            // The pair shows it, or nobody knows.
            Err(LearnError::NoBug { .. }) if oracle.contradicts() => return Ok(()),
            Err(error) => return Err(error.into()),
        };
        // That its own check complains of a model does not show that an answer is wrong.
        if oracle.contradicts() && predicate.rests_on_itself() {
            return Ok(());
        }
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
        let own_check = finding.derivation.derived().source().form != SeedForm::Horn;
        let plain = match in_setting {
            true => last_check(&script),
            false => Some(script.clone()),
        };
        let Some(plain) = plain else {
            return Ok(());
        };
        let question = Posed {
            plain: &plain,
            sent: &script,
        };
        let mut tested = self.fresh(self.solver, own_check);
        let Some(outcome) = question.ask(&mut *tested, <[u8]>::to_vec)? else {
            return Ok(());
        };
        let judges = self
            .references
            .iter()
            .map(|solver| self.fresh(solver, false));
        let answer = oracle.said(&plain, &outcome, &mut Judges::new(judges.collect()))?;
        let references = self.references.iter();
        let mut references: Vec<_> = references.map(|r| self.fresh(r, false)).collect();
        let mut others = Vec::new();
        for reference in &mut references {
            let outcome = reference.run(&plain)?;
            others.push((reference.solver().name.clone(), said(&plain, &outcome)));
        }
        let reply = Reply::new(answer, &outcome);
        let grounds = match own_check && !oracle.has_signature() {
            true => grounds(
                (question, &reply.answer),
                witness.as_deref(),
                &mut *self.fresh(self.solver, false),
                &mut references,
            )?,
            false => Vec::new(),
        };
        // To check its own models is an option of the solver, and may be what it takes.
        let mut options = Vec::new();
        if own_check && !reply.answer.are(AnswerClass::InvalidModel) {
            let unchecked = question.ask(&mut *self.fresh(self.solver, false), <[u8]>::to_vec)?;
            if unchecked.is_none_or(|outcome| said(&plain, &outcome) != reply.answer) {
                options.clone_from(&self.solver.profile.models.check);
            }
        }
        let script = AnsweredScript { script, reply };
        reduced.alone = Some(ReducedScript {
            script,
            others,
            grounds,
            options,
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
        let settings = ReduceSettings {
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

    fn fresh(&self, solver: &Solver, check_models: bool) -> Box<dyn Ask> {
        let mut config = (self.asking.config)(solver, Mode::Fresh);
        config.check_models = check_models;
        (self.asking.open)(config)
    }
}

/// The pair with only those steps that it takes, if there are fewer.
fn without_needless_steps(
    predicate: &ContradictionPredicate,
    from: &[u8],
    steps: &[Step],
) -> Option<Vec<u8>> {
    let pair = |kept: &[usize]| {
        let kept: Vec<Step> = kept.iter().map(|&place| steps[place].clone()).collect();
        join(from, &kept).ok()
    };
    let holds = |pair: Vec<u8>| predicate.holds(0, &pair) == Trial::Holds;
    let kept = minimise(steps.len(), true, usize::MAX, |kept| {
        pair(kept).is_some_and(holds)
    });
    match kept.len() == steps.len() {
        true => None,
        false => pair(&kept),
    }
}

/// A command a line.
fn tidy(text: Vec<u8>) -> Vec<u8> {
    match smt::Tree::parse(&text[..]) {
        Ok(tree) => reduce::canonical(&tree),
        Err(_) => text,
    }
}
