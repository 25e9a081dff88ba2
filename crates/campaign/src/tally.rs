//! What was done and what it took: of a unit of work, and of a campaign so far.

use serde::{Deserialize, Serialize};
use solve::AnswerClass;
use std::collections::BTreeMap;
use std::fmt;

/// Times of making mutants, in microseconds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Times {
    /// How many.
    pub count: u64,
    /// Their sum.
    pub sum: f64,
    /// The sum of their squares.
    pub squares: f64,
    /// The least.
    pub min: f64,
    /// The most.
    pub max: f64,
}

impl Times {
    /// Adds one.
    pub fn add(&mut self, microseconds: f64) {
        self.merge(&Self {
            count: 1,
            sum: microseconds,
            squares: microseconds * microseconds,
            min: microseconds,
            max: microseconds,
        });
    }

    /// Adds others.
    pub fn merge(&mut self, other: &Self) {
        if other.count == 0 {
            return;
        }
        self.min = match self.count {
            0 => other.min,
            _ => self.min.min(other.min),
        };
        self.max = self.max.max(other.max);
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The average.
    pub fn mean(&self) -> f64 {
        self.sum / self.count.max(1) as f64
    }

    /// The standard deviation.
    pub fn deviation(&self) -> f64 {
        let mean = self.mean();
        (self.squares / self.count.max(1) as f64 - mean * mean)
            .max(0.0)
            .sqrt()
    }
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:.2} µs a mutant (min {:.2}, max {:.2}, sd {:.2})",
            self.mean(),
            self.min,
            self.max,
            self.deviation()
        )
    }
}

/// What solvers are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Purpose {
    /// Test cases that they answer.
    Answers,
    /// Test cases that they do not answer in time.
    Timeouts,
    /// Seeds.
    Seeds,
    /// What others say of test cases and seeds.
    References,
    /// What was suspicious.
    Triage,
}

impl Purpose {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Answers => "answers",
            Self::Timeouts => "timeouts",
            Self::Seeds => "seeds",
            Self::References => "references",
            Self::Triage => "triage",
        }
    }
}

/// Counts that add up.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Tally {
    /// How many mutants were tested.
    pub mutants: u64,
    /// How they were answered.
    pub answers: BTreeMap<AnswerClass, u64>,
    /// What making them took.
    pub generation: Times,
    /// Seconds spent waiting for solvers, triage included.
    pub solver_seconds: f64,
    /// The same by what they were for.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub spent: BTreeMap<Purpose, f64>,
    /// Seconds that solvers took for test cases and seeds: what is learnt from. What triage took is not in it.
    #[serde(default)]
    pub cost: f64,
    /// The part of it that was for test cases that were answered.
    #[serde(default)]
    pub answer_cost: f64,
    /// Suspicions of wrong answers and models that were confirmed, or not looked into since others were.
    #[serde(default)]
    pub wrong: u64,
    /// Seconds of all workers.
    pub seconds: f64,
    /// Suspicions that could not be confirmed in a fresh process.
    pub unconfirmed: u64,
    /// Suspicions that were not looked into, because their unit had enough of that kind.
    pub further: u64,
}

impl Tally {
    /// Counts an answer.
    pub fn answer(&mut self, class: AnswerClass) {
        self.mutants += 1;
        *self.answers.entry(class).or_default() += 1;
    }

    /// Counts time that solvers had.
    pub fn spend(&mut self, purpose: Purpose, seconds: f64) {
        self.solver_seconds += seconds;
        *self.spent.entry(purpose).or_default() += seconds;
    }

    /// How many mutants were answered that way.
    pub fn answered(&self, class: AnswerClass) -> u64 {
        self.answers.get(&class).copied().unwrap_or(0)
    }

    /// Adds others.
    pub fn merge(&mut self, other: &Self) {
        self.mutants += other.mutants;
        for (answer, count) in &other.answers {
            *self.answers.entry(*answer).or_default() += count;
        }
        self.generation.merge(&other.generation);
        self.solver_seconds += other.solver_seconds;
        for (purpose, seconds) in &other.spent {
            *self.spent.entry(*purpose).or_default() += seconds;
        }
        self.cost += other.cost;
        self.answer_cost += other.answer_cost;
        self.wrong += other.wrong;
        self.seconds += other.seconds;
        self.unconfirmed += other.unconfirmed;
        self.further += other.further;
    }

    /// The share of the workers' time that solvers had.
    pub fn solver_share(&self) -> f64 {
        self.solver_seconds / self.seconds.max(1e-9)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_add_up() {
        let mut times = Times::default();
        for microseconds in [2.0, 4.0, 6.0] {
            times.add(microseconds);
        }
        assert_eq!(
            (times.mean(), times.min, times.max, times.count),
            (4.0, 2.0, 6.0, 3)
        );
        assert!((times.deviation() - 1.633).abs() < 0.001);
    }

    #[test]
    fn tallies_add_up() {
        let mut one = Tally::default();
        one.answer(AnswerClass::Sat);
        one.answer(AnswerClass::Timeout);
        let mut all = one.clone();
        all.merge(&one);
        assert_eq!(
            (
                all.mutants,
                all.answered(AnswerClass::Sat),
                all.answered(AnswerClass::Unsat)
            ),
            (4, 2, 0)
        );
    }
}
