//! Sources that nobody has tried yet: which of them is next.
//!
//! Sources come in kinds (seeds of about the same size and about the same theories). What those of a kind
//! have brought for the solver's time is what its others promise; of a kind of which nobody was tried as
//! much is expected as of all, and who waits is expected to bring more and more.

use super::shares::Rate;
use crate::fingerprint::fingerprint;
use std::collections::VecDeque;

/// After how many other sources twice as much is expected of a kind.
const PATIENCE: f64 = 25.0;
/// As many units as what is expected of all counts for, in what is expected of a kind.
const PRIOR: f64 = 2.0;

/// Sources of a kind.
#[derive(Debug, Clone, Default)]
struct Kind {
    untried: VecDeque<usize>,
    /// What first units of its sources bring.
    rate: Rate,
    /// How many sources had been taken when one of it was.
    turn: u64,
}

/// Sources by their kinds.
#[derive(Debug, Clone)]
pub struct Sources {
    kinds: Vec<Kind>,
    of: Vec<usize>,
    taken: u64,
    all: Rate,
}

impl Sources {
    /// So many of which nobody knows what they have in common, in their order.
    pub fn alike(sources: usize) -> Self {
        let kind = Kind {
            untried: (0..sources).collect(),
            ..Kind::default()
        };
        Self {
            kinds: vec![kind],
            of: vec![0; sources],
            taken: 0,
            all: Rate::default(),
        }
    }

    /// Sources by the numbers of their kinds. Among those of a kind the order is one of its own for each
    /// `owner`, so that several try different ones first.
    pub fn of_kinds(of: &[usize], owner: &str) -> Self {
        let mut kinds = vec![Kind::default(); of.iter().max().map_or(0, |most| most + 1)];
        let salt = fingerprint(owner.as_bytes());
        let mut sources: Vec<usize> = (0..of.len()).collect();
        sources.sort_by_cached_key(|source| {
            let both = [salt, *source as u64].map(u64::to_le_bytes).concat();
            fingerprint(&both)
        });
        for source in sources {
            kinds[of[source]].untried.push_back(source);
        }
        Self {
            kinds,
            of: of.to_vec(),
            taken: 0,
            all: Rate::default(),
        }
    }

    /// How many there are, tried or not.
    pub(super) fn count(&self) -> usize {
        self.of.len()
    }

    /// Whether all were tried.
    pub(super) fn are_tried(&self) -> bool {
        self.kinds.iter().all(|kind| kind.untried.is_empty())
    }

    /// The next one to be tried.
    pub(super) fn take(&mut self) -> Option<usize> {
        let promise = |kind: &Kind| {
            let waited = (self.taken - kind.turn) as f64;
            let of = |of_kind: fn(&Rate) -> f64| {
                of_kind(&kind.rate) * kind.rate.units as f64 + PRIOR * of_kind(&self.all)
            };
            let (worth, cost) = (of(|rate| rate.worth), of(|rate| rate.cost));
            worth / cost.max(1e-6) * (1.0 + waited / PATIENCE)
        };
        let open = self.kinds.iter().enumerate();
        let open = open.filter(|(_, kind)| !kind.untried.is_empty());
        let promises = open.map(|(place, kind)| (place, promise(kind)));
        // Among equals the first, which is the one with the smallest.
        let (place, _) = promises.reduce(|a, b| if b.1 > a.1 { b } else { a })?;
        let kind = &mut self.kinds[place];
        kind.turn = self.taken;
        self.taken += 1;
        kind.untried.pop_front()
    }

    /// What the first unit of a source brought, and what it took.
    pub(super) fn learn(&mut self, source: usize, worth: f64, cost: f64) {
        self.all.add(worth, cost);
        self.kinds[self.of[source]].rate.add(worth, cost);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many of the first sources that are taken are of each kind, if those of the last bring more.
    fn taken(sources: &mut Sources, most: usize) -> Vec<usize> {
        let mut taken = vec![0; sources.kinds.len()];
        for _ in 0..most {
            let Some(source) = sources.take() else {
                break;
            };
            let kind = sources.of[source];
            taken[kind] += 1;
            let worth = if kind + 1 == taken.len() { 5.0 } else { 1.0 };
            sources.learn(source, worth, 0.1);
        }
        taken
    }

    #[test]
    fn kinds_that_bring_more_come_first_and_all_have_their_turn() {
        let of: Vec<usize> = (0..3000).map(|source| source % 10).collect();
        let mut sources = Sources::of_kinds(&of, "somebody");
        let first = taken(&mut sources, 400);
        assert!(first[9] > 150, "{first:?}");
        assert!(first.iter().all(|&n| n >= 5), "{first:?}");
        let rest = taken(&mut sources, usize::MAX);
        assert!(sources.are_tried() && first[3] + rest[3] == 300);
    }

    #[test]
    fn everybody_has_an_order_of_its_own_but_for_sources_that_are_alike() {
        let order = |mut sources: Sources| -> Vec<usize> {
            std::iter::from_fn(|| sources.take()).collect()
        };
        let of = vec![0; 50];
        let one = order(Sources::of_kinds(&of, "one"));
        assert_eq!(one, order(Sources::of_kinds(&of, "one")));
        assert_ne!(one, order(Sources::of_kinds(&of, "other")));
        assert!(order(Sources::alike(50)).into_iter().eq(0..50));
    }
}
