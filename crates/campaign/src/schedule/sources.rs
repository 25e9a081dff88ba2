//! Sources that nobody has tried yet: which of them is next.
//!
//! Sources come in kinds (seeds of about the same size and about the same theories). What those of a kind
//! have brought for the solver's time is what its others promise; of a kind of which nobody was tried as
//! much is expected as of all, and who waits is expected to bring more and more. So many kinds are tried soon,
//! which shows what the solver can do. Bugs are elsewhere: in small scripts, as many of them were once sent to
//! somebody who asked for a small one. So one can also have the smallest that nobody has tried. And where one bug
//! was found, by whatever strategy, others are: much is expected of sources about the same, for a while.

use super::shares::Rate;
use crate::case::Kind;
use crate::fingerprint::fingerprint;
use std::collections::{HashMap, VecDeque};

/// After how many other sources twice as much is expected of a kind.
const PATIENCE: f64 = 100.0;
/// How many times as much is expected besides after a bug, how many bugs count, and what is left of them after
/// each source that was tried.
const TIMES_AFTER_BUG: f64 = 5.0;
const MOST_BUGS: f64 = 2.0;
const FADING: f64 = 0.97;
/// As many units as what is expected of all counts for, in what is expected of a kind.
const PRIOR: f64 = 2.0;
/// So many are about of one size.
const OF_A_SIZE: usize = 256;

/// Sources of a kind.
#[derive(Debug, Clone, Default)]
struct OfKind {
    topic: u64,
    untried: VecDeque<usize>,
    /// What first units of its sources bring.
    rate: Rate,
    /// How many sources had been taken when one of it was.
    turn: u64,
}

/// Sources by their kinds.
#[derive(Debug, Clone)]
pub struct Sources {
    kinds: Vec<OfKind>,
    of: Vec<usize>,
    /// Bugs that were found lately, by what sources were about.
    bugs: HashMap<u64, f64>,
    /// From small to large, those that were taken for their kinds among them.
    by_size: VecDeque<usize>,
    is_tried: Vec<bool>,
    taken: u64,
    all: Rate,
}

impl Sources {
    /// So many of which nobody knows what they have in common, in their order.
    pub fn alike(sources: usize) -> Self {
        let kind = OfKind {
            untried: (0..sources).collect(),
            ..OfKind::default()
        };
        Self {
            kinds: vec![kind],
            of: vec![0; sources],
            bugs: HashMap::new(),
            by_size: (0..sources).collect(),
            is_tried: vec![false; sources],
            taken: 0,
            all: Rate::default(),
        }
    }

    /// Sources, from small to large, by the numbers of their kinds. Among those of a kind, and among those of
    /// about one size, the order is one of its own for each `owner`, so that several try different ones first.
    pub fn of_kinds(of: &[Kind], owner: &str) -> Self {
        let count = of.iter().map(|kind| kind.number + 1).max();
        let mut kinds = vec![OfKind::default(); count.unwrap_or(0)];
        let salt = fingerprint(owner.as_bytes());
        let mut sources: Vec<usize> = (0..of.len()).collect();
        sources.sort_by_cached_key(|source| {
            let both = [salt, *source as u64].map(u64::to_le_bytes).concat();
            fingerprint(&both)
        });
        for &source in &sources {
            let kind = &mut kinds[of[source].number];
            kind.topic = of[source].topic;
            kind.untried.push_back(source);
        }
        sources.sort_by_key(|source| source / OF_A_SIZE);
        Self {
            kinds,
            of: of.iter().map(|kind| kind.number).collect(),
            bugs: HashMap::new(),
            by_size: sources.into(),
            is_tried: vec![false; of.len()],
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

    /// The smallest that nobody has tried.
    pub(super) fn take_smallest(&mut self) -> Option<usize> {
        let mut by_size = std::iter::from_fn(|| self.by_size.pop_front());
        let source = by_size.find(|source| !self.is_tried[*source])?;
        self.is_tried[source] = true;
        let kind = &mut self.kinds[self.of[source]];
        kind.untried.retain(|other| *other != source);
        Some(source)
    }

    /// The next one to be tried, by its kind.
    pub(super) fn take(&mut self) -> Option<usize> {
        let promise = |kind: &OfKind| {
            let bugs = self.bugs.get(&kind.topic).copied().unwrap_or(0.0);
            let waited = (self.taken - kind.turn) as f64;
            let of = |of_kind: fn(&Rate) -> f64| {
                of_kind(&kind.rate) * kind.rate.units as f64 + PRIOR * of_kind(&self.all)
            };
            let (worth, cost) = (of(|rate| rate.worth), of(|rate| rate.cost));
            let expected = worth / cost.max(1e-6) * (1.0 + waited / PATIENCE);
            expected * (1.0 + TIMES_AFTER_BUG * bugs)
        };
        let open = self.kinds.iter().enumerate();
        let open = open.filter(|(_, kind)| !kind.untried.is_empty());
        let promises = open.map(|(place, kind)| (place, promise(kind)));
        // Among equals the first, which is the one with the smallest.
        let (place, _) = promises.reduce(|a, b| if b.1 > a.1 { b } else { a })?;
        let kind = &mut self.kinds[place];
        kind.turn = self.taken;
        self.taken += 1;
        if let Some(bugs) = self.bugs.get_mut(&kind.topic) {
            *bugs *= FADING;
        }
        let source = kind.untried.pop_front()?;
        self.is_tried[source] = true;
        Some(source)
    }

    /// What a source is about.
    pub(super) fn topic(&self, source: usize) -> u64 {
        self.kinds[self.of[source]].topic
    }

    /// A bug was found, by anybody, in a source about that.
    pub(super) fn hear_of_bug(&mut self, topic: u64) {
        let bugs = self.bugs.entry(topic).or_default();
        // What is found again and again may be one bug, whatever it is called.
        *bugs = (*bugs + 1.0).min(MOST_BUGS);
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

    fn of_ten_kinds() -> Vec<Kind> {
        let kind = |source: usize| Kind {
            number: source % 10,
            topic: source as u64 % 10,
        };
        (0..3000).map(kind).collect()
    }

    #[test]
    fn kinds_that_bring_more_come_first_and_all_have_their_turn() {
        let of = of_ten_kinds();
        let mut sources = Sources::of_kinds(&of, "somebody");
        let first = taken(&mut sources, 400);
        assert!(first[9] > 150, "{first:?}");
        assert!(first.iter().all(|&n| n >= 5), "{first:?}");
        let rest = taken(&mut sources, usize::MAX);
        assert!(sources.are_tried() && first[3] + rest[3] == 300);
    }

    #[test]
    fn the_smallest_come_first_whatever_their_kinds_and_each_has_one_turn() {
        let of = of_ten_kinds();
        let mut sources = Sources::of_kinds(&of, "somebody");
        let mut all: Vec<usize> = (0..300).filter_map(|_| sources.take()).collect();
        let small: Vec<usize> = (0..200).filter_map(|_| sources.take_smallest()).collect();
        assert!(
            small.iter().all(|&source| source < 2 * OF_A_SIZE),
            "{small:?}"
        );
        all.extend(&small);
        while let Some(source) = sources.take_smallest() {
            all.push(source);
        }
        assert!(sources.are_tried() && sources.take().is_none());
        all.sort_unstable();
        assert!(all.into_iter().eq(0..3000));
    }

    #[test]
    fn where_a_bug_was_others_are_looked_for_for_a_while() {
        let mut sources = Sources::of_kinds(&of_ten_kinds(), "somebody");
        sources.hear_of_bug(3);
        let mut about = [0; 10];
        for _ in 0..200 {
            let source = sources.take().unwrap();
            about[sources.topic(source) as usize] += 1;
            sources.learn(source, 1.0, 0.1);
        }
        assert!(about[3] > 50 && about.iter().all(|&n| n >= 5), "{about:?}");
    }

    #[test]
    fn everybody_has_an_order_of_its_own_but_for_sources_that_are_alike() {
        let order = |mut sources: Sources| -> Vec<usize> {
            std::iter::from_fn(|| sources.take()).collect()
        };
        let of = vec![
            Kind {
                number: 0,
                topic: 0
            };
            50
        ];
        let one = order(Sources::of_kinds(&of, "one"));
        assert_eq!(one, order(Sources::of_kinds(&of, "one")));
        assert_ne!(one, order(Sources::of_kinds(&of, "other")));
        assert!(order(Sources::alike(50)).into_iter().eq(0..50));
    }
}
