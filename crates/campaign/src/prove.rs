//! Proofs of rules: every case of every template, put to several solvers.
//!
//! A case is proved by one `unsat` and no `sat`, and refuted by one `sat`. A case that no solver
//! decides is tested instead, on literals. A template that can never be used, or that changes
//! nothing without saying so, is no better than a wrong one. Beside that, every case is tried by
//! our own semantics, and cases at small sorts in full.

mod ledger;
mod lock;
mod work;

pub use ledger::{Contradiction, Ledger};
pub use lock::{Lock, LockError, Question, Said, who};

use crate::semantics::{Semantics, Tried};
use mutate::Rng;
use mutate::rule::{Provable, instances};
use serde::Serialize;
use solve::{Answer, Error, Job, Outcome, Pool};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use work::{ProofCase, Work};

/// What became of a template.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum Conclusion {
    /// Proved in every case.
    Proved,
    /// Proved in some cases, and right on so many instances in those that no solver decides.
    Tested {
        /// How many.
        instances: usize,
    },
    /// There is a counterexample.
    Refuted {
        /// The solver that has it, or [`OURS`].
        by: String,
        /// The script that is sat.
        script: String,
    },
    /// Neither proved nor tested: solvers do not even take it.
    Undecided {
        /// What the solvers said.
        reason: String,
    },
    /// No solver finds a way to use it.
    Inapplicable,
    /// It says that it approximates, but is equivalent.
    NotStrict,
}

impl Conclusion {
    /// Whether the template may be used.
    pub fn is_right(&self) -> bool {
        matches!(self, Conclusion::Proved | Conclusion::Tested { .. })
    }
}

/// Who refutes a rule by a value for each of its parameters.
pub const OURS: &str = "our semantics";

/// What is known of a template after asking.
#[derive(Debug, Clone, Serialize)]
pub struct Proof {
    /// The rule.
    pub rule: String,
    /// Its theory.
    pub theory: &'static str,
    /// What is claimed: over, under or equal.
    pub claim: &'static str,
    /// The pattern.
    pub pattern: String,
    /// The template.
    pub template: String,
    /// The guard, or nothing.
    pub guard: String,
    /// The sorts it was asked at.
    pub sorts: Vec<String>,
    /// How many cases there were.
    pub cases: usize,
    /// How many of them some solver proved.
    pub proved: usize,
    /// The solvers that proved a case.
    pub by: Vec<String>,
    /// What our own semantics says of all cases, and of those at small sorts.
    pub semantics: Tried,
    /// The conclusion.
    #[serde(flatten)]
    pub verdict: Conclusion,
}

/// How to prove.
#[derive(Debug)]
pub struct Prover {
    /// The solvers, and how many are asked at a time.
    pub pool: Pool,
    /// On how many instances a case is tested that no solver decides.
    pub instances: usize,
    /// Whether nothing more is asked of a template once it is not proved in one case. Else all is asked,
    /// to be remembered and told.
    pub hasty: bool,
    /// How many assignments are tried by our own semantics.
    pub semantics: Semantics,
}

/// How many instances are put into one script.
const BATCH: usize = 500;

impl Prover {
    /// Proves rules. Solvers are asked what the ledger does not know, and it is told what they say.
    /// `progress` is told how many answers are in and how many are wanted as far as is known. Nothing
    /// is returned if it is stopped.
    pub fn prove(
        &self,
        rules: &[&dyn Provable],
        ledger: &mut Ledger,
        stop: &AtomicBool,
        progress: &mut (dyn FnMut(usize, usize) + Send),
    ) -> Option<Vec<Proof>> {
        let configs = self.pool.configs();
        let solvers = configs.iter().map(|config| who(&config.solver));
        let times = configs.iter().map(|config| config.limits.time);
        ledger.begin(solvers.collect(), times.min().unwrap_or_default());
        let tried = self.evaluate(rules, stop, progress)?;
        let mut work: Vec<Work<'_>> = rules
            .iter()
            .zip(tried)
            .flat_map(|(rule, tried)| Work::of(*rule, tried))
            .collect();
        self.soundness(&mut work, ledger, stop, progress)?;
        self.tests(&mut work, ledger, stop, progress)?;
        self.uses(&mut work, ledger, stop, progress)?;
        Some(work.into_iter().map(|work| work.conclude(self)).collect())
    }

    /// Tries every template by our own semantics: what came of those of each rule.
    fn evaluate(
        &self,
        rules: &[&dyn Provable],
        stop: &AtomicBool,
        progress: &mut (dyn FnMut(usize, usize) + Send),
    ) -> Option<Vec<Vec<Tried>>> {
        let next = AtomicUsize::new(0);
        let found = Mutex::new((vec![Vec::new(); rules.len()], 0, progress));
        let work = || {
            while !stop.load(Ordering::Relaxed) {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some(rule) = rules.get(place) else {
                    break;
                };
                let tried = self.semantics.of(*rule);
                if let Ok(mut found) = found.lock() {
                    found.0[place] = tried;
                    found.1 += 1;
                    let count = found.1;
                    (found.2)(count, rules.len());
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..self.pool.workers().get().min(rules.len()) {
                scope.spawn(work);
            }
        });
        let (tried, ..) = found.into_inner().ok()?;
        (!stop.load(Ordering::Relaxed)).then_some(tried)
    }

    fn name(&self, config: usize) -> String {
        self.pool.configs()[config].solver.name.clone()
    }

    /// Puts scripts to all solvers, but for those whose answers are known. What each solver says of
    /// each script.
    fn ask(
        &self,
        scripts: &[&str],
        ledger: &mut Ledger,
        stop: &AtomicBool,
        progress: &mut (dyn FnMut(usize, usize) + Send),
    ) -> Option<Vec<Vec<Option<Answer>>>> {
        let count = self.pool.configs().len();
        let questions: Vec<Question> = scripts.iter().map(|s| Question::of(s)).collect();
        let asked = scripts.iter().zip(&questions);
        let asked = asked.filter(|(_, question)| !ledger.knows(**question));
        let jobs: Vec<Job<'_>> = asked
            .flat_map(|(script, _)| {
                (0..count).map(|config| Job {
                    script: script.as_bytes(),
                    config,
                })
            })
            .collect();
        let mut done = 0;
        let results = self.pool.run_until(&jobs, stop, |_| {
            done += 1;
            progress(done, jobs.len());
        });
        let answer = |result: Result<Outcome, Error>| result.ok().map(|outcome| outcome.verdict());
        let answers = results.into_iter().map(|result| result.map(answer));
        let mut answers = answers.collect::<Option<Vec<_>>>()?.into_iter();
        let all = scripts.iter().zip(questions).map(|(script, question)| {
            let now = match ledger.knows(question) {
                true => None,
                false => Some(answers.by_ref().take(count).collect()),
            };
            ledger.settle(question, script, now)
        });
        Some(all.collect())
    }

    fn soundness(
        &self,
        work: &mut [Work<'_>],
        ledger: &mut Ledger,
        stop: &AtomicBool,
        progress: &mut (dyn FnMut(usize, usize) + Send),
    ) -> Option<()> {
        let most = work.iter().map(|work| work.cases.len()).max().unwrap_or(0);
        // All at once, or one case of each after the other.
        let at_once = if self.hasty { 1 } else { most.max(1) };
        for first in (0..most).step_by(at_once) {
            let cases = work
                .iter_mut()
                .filter(|work| !self.is_given_up(work, first));
            let mut cases: Vec<&mut ProofCase> = cases
                .flat_map(|work| work.cases.iter_mut().skip(first).take(at_once))
                .collect();
            let scripts: Vec<&str> = cases.iter().map(|case| &*case.obligation.sound).collect();
            let answers = self.ask(&scripts, ledger, stop, progress)?;
            for (case, answers) in cases.iter_mut().zip(answers) {
                case.answers = answers;
            }
        }
        Some(())
    }

    /// Whether nothing more is asked of a template, of which so many cases were.
    fn is_given_up(&self, work: &Work<'_>, asked: usize) -> bool {
        let mut asked = work.cases.iter().take(asked);
        self.hasty && (work.is_refuted() || asked.any(ProofCase::is_open))
    }

    /// Tests the cases that nobody decides.
    fn tests(
        &self,
        work: &mut [Work<'_>],
        ledger: &mut Ledger,
        stop: &AtomicBool,
        progress: &mut (dyn FnMut(usize, usize) + Send),
    ) -> Option<()> {
        let mut scripts = Vec::new();
        for (w, work) in work.iter().enumerate().filter(|(_, w)| !w.is_refuted()) {
            for (c, case) in work
                .cases
                .iter()
                .enumerate()
                .filter(|(_, case)| case.is_open())
            {
                let mut rng = Rng::new(c as u64, 0);
                for _ in 0..self.instances.div_ceil(BATCH) {
                    let Some(script) = instances(&case.obligation.sound, BATCH, &mut rng) else {
                        break;
                    };
                    scripts.push((w, c, script));
                }
            }
        }
        let texts: Vec<&str> = scripts.iter().map(|(_, _, script)| &**script).collect();
        let answers = self.ask(&texts, ledger, stop, progress)?;
        for ((w, c, script), answers) in scripts.iter().zip(answers) {
            let case = &mut work[*w].cases[*c];
            if answers.contains(&Some(Answer::Unsat)) {
                case.tested += BATCH;
            }
            if let Some(config) = answers.iter().position(|a| *a == Some(Answer::Sat)) {
                case.refuted = Some((config, script.clone()));
            }
        }
        Some(())
    }

    /// Whether templates can be used and change anything: one case each is enough. What solvers
    /// find no model for is tried on literals.
    fn uses(
        &self,
        work: &mut [Work<'_>],
        ledger: &mut Ledger,
        stop: &AtomicBool,
        progress: &mut (dyn FnMut(usize, usize) + Send),
    ) -> Option<()> {
        /// How often literals are tried.
        const TRIES: usize = 8;
        let most = work.iter().map(|w| w.cases.len()).max().unwrap_or(0);
        for attempt in 0..most + TRIES {
            let mut asked: Vec<(usize, bool, String)> = Vec::new();
            let is_open =
                |work: &Work<'_>| !work.is_refuted() && !self.is_given_up(work, work.cases.len());
            for (w, work) in work.iter().enumerate().filter(|(_, w)| is_open(w)) {
                let (place, literals) = match attempt.checked_sub(most) {
                    None => (attempt, false),
                    Some(again) => (again % work.cases.len().max(1), true),
                };
                let Some(ProofCase { obligation, .. }) = work.cases.get(place) else {
                    continue;
                };
                let wanted = [
                    (!work.applicable, true, &obligation.applicable),
                    (!work.strict, false, &obligation.strict),
                ];
                for (_, applicable, script) in wanted.into_iter().filter(|(open, ..)| *open) {
                    // Solvers know little of languages that are not given.
                    let script = match literals || script.contains("() RegLan)") {
                        true => instances(script, BATCH, &mut Rng::new(attempt as u64, 0)),
                        false => Some(script.clone()),
                    };
                    asked.extend(script.map(|script| (w, applicable, script)));
                }
            }
            let texts: Vec<&str> = asked.iter().map(|(_, _, script)| &**script).collect();
            let answers = self.ask(&texts, ledger, stop, progress)?;
            for ((w, applicable, _), answers) in asked.iter().zip(answers) {
                if answers.contains(&Some(Answer::Sat)) {
                    match applicable {
                        true => work[*w].applicable = true,
                        false => work[*w].strict = true,
                    }
                }
            }
        }
        Some(())
    }
}
