//! Mutants whose answer nobody knows: nothing follows from the answer to the seed.

use super::approximation::{fewer, made_by};
use super::{Claims, Derivation, Derived, Replacement, Seed, ToldStep};
use mutate::step::Step;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::sync::Arc;

/// A seed into which something else was put, whatever that does to its answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Open {
    /// The seed.
    pub seed: Arc<Seed>,
    /// The names of other scripts that parts were taken from. The parts themselves are in the steps.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<String>,
    /// What was put where.
    pub steps: Vec<Step>,
}

impl Derived for Open {
    fn source(&self) -> &Arc<Seed> {
        &self.seed
    }

    /// The answer to the seed decides nothing.
    fn parents(&self) -> Vec<&Arc<Seed>> {
        Vec::new()
    }

    fn steps(&self) -> usize {
        self.steps.len()
    }

    fn rebuild(&self, steps: &[usize]) -> Option<(Derivation, Vec<u8>)> {
        let fewer = Self {
            steps: fewer(&self.steps, steps)?,
            ..self.clone()
        };
        let script = made_by(&self.seed, &fewer.steps)?;
        Some((Derivation::Open(fewer), script))
    }

    fn claims(&self) -> Claims {
        Claims::Argument
    }

    fn key(&self) -> String {
        // What shows is what was put in last: what that was put into was made for what it did.
        super::approximation::key(&self.seed, self.last_round())
    }

    fn product(&self) -> &'static str {
        "its mutant"
    }

    fn labels(&self) -> Vec<Cow<'_, str>> {
        let labels = self.steps.iter().map(|step| Cow::Borrowed(&*step.rule));
        labels.collect()
    }

    fn argument(&self) -> String {
        "Nothing is known of the answer but what others say and what models show.".to_owned()
    }

    fn told(&self) -> Vec<ToldStep> {
        let early = self.steps.len() - self.last_round().len();
        let told = self.steps.iter().enumerate().map(|(place, step)| ToldStep {
            what: self.what(&step.rule, place >= early),
            replaced: Some(Replacement {
                was: step.was.clone(),
                put: vec![step.declare.clone(), step.put.clone()],
            }),
        });
        told.collect()
    }
}

impl Open {
    /// What it was made of was made of that seed by these steps.
    pub fn come_after(&mut self, before: &[Step], seed: &Arc<Seed>) {
        self.seed = seed.clone();
        let rounds = before.last().map_or(0, |step| step.round + 1);
        for step in &mut self.steps {
            step.round += rounds;
        }
        self.steps.splice(..0, before.iter().cloned());
    }

    /// What was put in last: all steps before these made what they start from.
    pub fn last_round(&self) -> &[Step] {
        let mut rounds = self.steps.chunk_by(|a, b| a.round == b.round);
        rounds.next_back().unwrap_or_default()
    }

    /// What a step does, by its label. What steps of earlier rounds were taken from is not known any more.
    fn what(&self, label: &str, is_last: bool) -> String {
        let others = match is_last && !self.others.is_empty() {
            true => self.others.join(" or "),
            false => "another script".to_owned(),
        };
        match label.split_once(':') {
            Some(("op", _)) => "another operator of the same rank".to_owned(),
            Some((kind, "own")) => format!("another {kind} of the seed"),
            Some((kind, "other")) => {
                let article = if kind.starts_with(['a', 'o']) {
                    "an"
                } else {
                    "a"
                };
                format!("{article} {kind} of {others}")
            }
            Some((kind, "grown")) => format!("a random {kind}"),
            _ => "a logic that has all that is put in".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mutate::mutator::Mutant;
    use mutate::swap::{SwapSettings, Swapper};

    #[test]
    fn a_mutant_is_made_again_with_any_of_its_steps() {
        let text = b"(set-logic QF_LIA)\n(declare-const x Int)\n(assert (or (< x 1) (= (+ x x) 3)))\n(check-sat)\n";
        let seed = Seed {
            // This is not kept.
            theories: 0,
            ..Seed::flat("s", text).unwrap().remove(0)
        };
        let mut swapper = Swapper::new(&seed.text, SwapSettings::default()).unwrap();
        let (mut mutant, mut used) = (Mutant::default(), Vec::new());
        let number = (0..100).find(|&number| {
            swapper.make(number, &[], &mut mutant, &mut used);
            mutant.steps.len() > 2
        });
        assert!(number.is_some());
        let seed = Arc::new(seed);
        let open = Open {
            seed: seed.clone(),
            others: Vec::new(),
            steps: mutant.steps.clone(),
        };
        let all: Vec<usize> = (0..open.steps()).collect();
        assert_eq!(open.rebuild(&all).unwrap().1, mutant.text);
        assert_eq!(open.rebuild(&[]).unwrap().1, seed.text);
        let (fewer, script) = open.rebuild(&[1]).unwrap();
        assert!(fewer.derived().steps() == 1 && script != mutant.text && script != seed.text);
        assert!(open.parents().is_empty() && open.rebuild(&[9]).is_none());
        // What came before does not make it another bug.
        let mut later = open.clone();
        let before = [mutant.steps[0].clone()];
        later.come_after(&before, &seed);
        assert_eq!(later.steps(), open.steps() + 1);
        assert_eq!(later.last_round().len(), open.steps());
        assert_eq!(later.key(), open.key());
        // Nor was it taken from whom the last steps were taken from.
        let other = |round: u32| Step {
            round,
            rule: "term:other".into(),
            ..mutant.steps[0].clone()
        };
        let (others, steps) = (vec!["o".to_owned()], vec![other(0), other(1)]);
        let told = Open {
            others,
            steps,
            ..later
        };
        let told: Vec<String> = told.told().into_iter().map(|step| step.what).collect();
        assert_eq!(told, ["a term of another script", "a term of o"]);
        let kept: Derivation =
            serde_json::from_str(&serde_json::to_string(&Derivation::Open(open.clone())).unwrap())
                .unwrap();
        assert_eq!(kept, Derivation::Open(open));
    }
}
