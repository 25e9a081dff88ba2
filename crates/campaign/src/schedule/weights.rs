//! How rare states and transitions are, and which instance is next.

use super::trace::{Counts, State};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// What was seen in all traces so far.
#[derive(Debug, Clone, Default)]
pub struct Weights {
    states: BTreeMap<State, u64>,
    transitions: BTreeMap<(State, State), u64>,
    /// How many transitions go from each state.
    from: BTreeMap<State, u64>,
    /// How many states were seen.
    total: u64,
}

impl Weights {
    /// Takes another trace into account.
    pub fn add(&mut self, counts: &Counts) {
        for (state, count) in &counts.states {
            *self.states.entry(*state).or_default() += count;
            self.total += count;
        }
        for ((from, to), count) in &counts.transitions {
            *self.transitions.entry((*from, *to)).or_default() += count;
            *self.from.entry(*from).or_default() += count;
        }
    }

    /// The weight of a transition: one over the probability of going to that state rather than to
    /// another from where it starts. Zero if it was never seen.
    pub fn transition(&self, from: State, to: State) -> f64 {
        inverse(self.transitions.get(&(from, to)), self.from.get(&from))
    }

    /// The weight of a state: one over its probability. Zero if it was never seen.
    pub fn state(&self, state: State) -> f64 {
        inverse(self.states.get(&state), Some(&self.total))
    }

    /// How rare the transitions of an instance are: their weights times how often it takes them.
    pub fn by_transitions(&self, counts: &Counts) -> f64 {
        let all = counts.transitions.iter();
        all.map(|((from, to), count)| self.transition(*from, *to) * *count as f64)
            .sum()
    }

    /// How rare the states of an instance are.
    pub fn by_states(&self, counts: &Counts) -> f64 {
        let all = counts.states.iter();
        all.map(|(state, count)| self.state(*state) * *count as f64)
            .sum()
    }
}

fn inverse(count: Option<&u64>, of: Option<&u64>) -> f64 {
    match (count, of) {
        (Some(count), Some(of)) if *count > 0 => *of as f64 / *count as f64,
        _ => 0.0,
    }
}

/// What makes one instance more promising than another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Criterion {
    /// It takes rare transitions.
    RareTransitions,
    /// It goes through rare states.
    RareStates,
    /// It is not linear, and has many predicates.
    HardestFirst,
    /// It is linear, and has few predicates.
    SimplestFirst,
}

impl Criterion {
    /// All, in the order in which they are shown.
    pub const ALL: [Self; 4] = [
        Self::RareTransitions,
        Self::RareStates,
        Self::HardestFirst,
        Self::SimplestFirst,
    ];

    /// The name users write.
    pub fn name(self) -> &'static str {
        match self {
            Self::RareTransitions => "rare-transitions",
            Self::RareStates => "rare-states",
            Self::HardestFirst => "hardest",
            Self::SimplestFirst => "simplest",
        }
    }

    /// Which comes first.
    fn compare(self, a: &Ranked<'_>, b: &Ranked<'_>) -> Ordering {
        let hardness = |of: &Ranked<'_>| (!of.instance.linear, of.instance.predicates);
        match self {
            Self::RareTransitions => b.transitions.total_cmp(&a.transitions),
            Self::RareStates => b.states.total_cmp(&a.states),
            Self::HardestFirst => hardness(b).cmp(&hardness(a)),
            Self::SimplestFirst => hardness(a).cmp(&hardness(b)),
        }
    }

    /// The number of the group it is in; the group with the smallest number is first.
    fn group(self, of: &Ranked<'_>) -> i64 {
        // A group is what differs by less than a factor of two.
        let magnitude = |weight: f64| -(weight.max(1.0).log2().floor() as i64);
        match self {
            Self::RareTransitions => magnitude(of.transitions),
            Self::RareStates => magnitude(of.states),
            Self::HardestFirst => i64::from(of.instance.linear),
            Self::SimplestFirst => i64::from(!of.instance.linear),
        }
    }
}

/// What decides which instance is next: one criterion, or one that makes groups and another that orders
/// within them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Order {
    /// What makes groups.
    pub groups: Option<Criterion>,
    /// What orders within a group.
    pub within: Criterion,
}

impl Default for Order {
    fn default() -> Self {
        Self {
            groups: None,
            within: Criterion::RareTransitions,
        }
    }
}

/// No order has that name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no order; there are rare-transitions, rare-states, hardest and simplest, \
     and two of them with + between"
)]
pub struct NoSuchOrder(pub String);

impl FromStr for Order {
    type Err = NoSuchOrder;

    fn from_str(text: &str) -> Result<Self, NoSuchOrder> {
        let criterion = |name: &str| {
            let found = Criterion::ALL.into_iter().find(|c| c.name() == name);
            found.ok_or_else(|| NoSuchOrder(text.to_owned()))
        };
        Ok(match text.split_once('+') {
            None => Self {
                groups: None,
                within: criterion(text)?,
            },
            Some((groups, within)) => Self {
                groups: Some(criterion(groups)?),
                within: criterion(within)?,
            },
        })
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(groups) = self.groups {
            write!(f, "{}+", groups.name())?;
        }
        f.write_str(self.within.name())
    }
}

/// What is known of an instance.
#[derive(Debug, Clone, Copy)]
pub struct Instance<'a> {
    /// Of its trace.
    pub counts: &'a Counts,
    /// Whether no clause applies two predicates.
    pub linear: bool,
    /// How many predicates it has.
    pub predicates: usize,
}

struct Ranked<'a> {
    instance: Instance<'a>,
    transitions: f64,
    states: f64,
}

impl Order {
    /// The places of the instances, the most promising first; equal ones in the order given.
    pub fn sort(&self, instances: &[Instance<'_>], weights: &Weights) -> Vec<usize> {
        let rank = |instance: &Instance<'_>| {
            (
                weights.by_transitions(instance.counts),
                weights.by_states(instance.counts),
            )
        };
        let mut ranked: Vec<(usize, Ranked<'_>)> = Vec::with_capacity(instances.len());
        for (place, instance) in instances.iter().enumerate() {
            let (transitions, states) = rank(instance);
            let instance = *instance;
            ranked.push((
                place,
                Ranked {
                    instance,
                    transitions,
                    states,
                },
            ));
        }
        ranked.sort_by(|(_, a), (_, b)| {
            let grouped = self
                .groups
                .map(|groups| groups.group(a).cmp(&groups.group(b)));
            let grouped = grouped.unwrap_or(Ordering::Equal);
            grouped.then_with(|| self.within.compare(a, b))
        });
        ranked.into_iter().map(|(place, _)| place).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::trace::Trace;
    use super::*;

    fn counts(states: &[State]) -> Counts {
        let trace = Trace {
            states: states.to_vec(),
            told: true,
        };
        trace.counts()
    }

    #[test]
    fn weights_are_inverse_to_probabilities() {
        let mut weights = Weights::default();
        // From 1 three times to 1 and once to 2; from 2 once to 1.
        let all = counts(&[1, 1, 1, 1, 2, 1]);
        weights.add(&all);
        assert_eq!(weights.transition(1, 1), 4.0 / 3.0);
        assert_eq!(weights.transition(1, 2), 4.0);
        assert_eq!(weights.transition(2, 1), 1.0);
        assert_eq!(weights.transition(2, 2), 0.0);
        assert_eq!(weights.state(2), 6.0);
        assert_eq!(weights.state(3), 0.0);
        // Weights times counts: 3 * 4/3 + 4 + 1.
        assert!((weights.by_transitions(&all) - 9.0).abs() < 1e-9);
        assert!((weights.by_states(&all) - 12.0).abs() < 1e-9);
    }

    #[test]
    fn orders_are_named_and_combined() {
        for name in [
            "rare-transitions",
            "rare-states",
            "hardest+simplest",
            "simplest",
        ] {
            assert_eq!(name.parse::<Order>().unwrap().to_string(), name);
        }
        for name in [
            "",
            "rare",
            "hardest+",
            "+hardest",
            "hardest+rare-states+simplest",
        ] {
            assert!(name.parse::<Order>().is_err(), "{name}");
        }
    }

    #[test]
    fn the_most_promising_is_first() {
        let (common, rare, none) = (counts(&[1, 1, 1, 1]), counts(&[1, 2]), counts(&[]));
        let mut weights = Weights::default();
        for _ in 0..9 {
            weights.add(&common);
        }
        weights.add(&rare);
        let instance = |counts, linear, predicates| Instance {
            counts,
            linear,
            predicates,
        };
        let instances = [
            instance(&none, true, 1),
            instance(&common, true, 5),
            instance(&rare, true, 2),
            instance(&common, false, 1),
        ];
        let sorted = |order: &str| order.parse::<Order>().unwrap().sort(&instances, &weights);
        assert_eq!(sorted("rare-transitions"), [2, 1, 3, 0]);
        assert_eq!(sorted("rare-states"), [2, 1, 3, 0]);
        assert_eq!(sorted("hardest"), [3, 1, 2, 0]);
        assert_eq!(sorted("simplest"), [0, 2, 1, 3]);
        assert_eq!(sorted("hardest+rare-transitions"), [3, 2, 1, 0]);
        assert_eq!(sorted("simplest+hardest"), [1, 2, 0, 3]);
    }
}
