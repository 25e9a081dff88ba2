//! How often each behaviour of a solver was seen.

use super::behaviour::{Behaviour, is_pair};
use std::collections::HashMap;
use std::sync::Arc;

/// A counter's magnitude that was seen less often than this is rare. Of two counters together there are
/// so many that only what is new counts.
const RARE: u8 = 4;
const RARE_PAIR: u8 = 1;

/// Those behaviours are together that are alike in their highest bits.
const SHARDS: usize = 256;

/// How often each behaviour was seen, until it was no longer rare.
///
/// Units keep what was known when they began, while it goes on to change: so it is shared, and of what
/// changes only a small part is copied.
#[derive(Debug, Clone)]
pub struct Sightings {
    shards: Vec<Arc<HashMap<Behaviour, u8>>>,
}

impl Default for Sightings {
    fn default() -> Self {
        Self {
            shards: vec![Arc::default(); SHARDS],
        }
    }
}

/// What a behaviour was when it was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sighted {
    /// Nobody had seen it.
    New,
    /// It was seen a few times.
    Rare,
    /// It is seen often.
    Common,
}

fn shard(behaviour: Behaviour) -> usize {
    (behaviour >> 56) as usize % SHARDS
}

fn often(behaviour: Behaviour) -> u8 {
    match is_pair(behaviour) {
        true => RARE_PAIR,
        false => RARE,
    }
}

impl Sightings {
    /// How often it was seen; less than that if that was often.
    pub fn times(&self, behaviour: Behaviour) -> u8 {
        let times = self.shards[shard(behaviour)].get(&behaviour);
        times.copied().unwrap_or(0)
    }

    /// Whether it was seen a few times at most.
    pub fn is_rare(&self, behaviour: Behaviour) -> bool {
        self.times(behaviour) < often(behaviour)
    }

    /// It is seen once more.
    pub fn see(&mut self, behaviour: Behaviour) -> Sighted {
        let times = self.times(behaviour);
        if times >= often(behaviour) {
            return Sighted::Common;
        }
        let shard = Arc::make_mut(&mut self.shards[shard(behaviour)]);
        shard.insert(behaviour, times + 1);
        match times {
            0 => Sighted::New,
            _ => Sighted::Rare,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shared_does_not_change() {
        let mut seen = Sightings::default();
        assert_eq!(seen.see(7), Sighted::New);
        let before = seen.clone();
        assert_eq!(seen.see(7), Sighted::Rare);
        assert_eq!(seen.see(u64::MAX), Sighted::New);
        assert_eq!((before.times(7), seen.times(7)), (1, 2));
        assert_eq!(before.times(u64::MAX), 0);
        for _ in 0..5 {
            seen.see(7);
        }
        assert!(seen.see(7) == Sighted::Common && !seen.is_rare(7));
        // Of two together, once is often.
        assert!(!seen.is_rare(u64::MAX) && is_pair(u64::MAX));
    }
}
