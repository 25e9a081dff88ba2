//! How often each behaviour of a solver was seen, in a space that does not grow.

use super::behaviour::{Behaviour, is_pair};
use std::sync::Arc;

/// A counter's magnitude that was seen less often than this is rare. Of two counters together there are
/// so many that only what is new counts.
const RARE: u8 = 4;
const RARE_PAIR: u8 = 1;

/// Behaviours have places in shards, two in a byte, which are eight megabytes together, however long a campaign goes
/// on. Two may share a place, of half a million about one in seventy: then the second is taken for the first. Where
/// there are ten millions that is so for every fourth, and what is counted is less than what there was.
const SHARDS: usize = 1 << 11;
const BYTES: usize = 1 << 12;
const PLACES: usize = 2 * SHARDS * BYTES;

/// How often each behaviour was seen, until it was no longer rare.
///
/// Units keep what was known when they began, while it goes on to change: so it is shared, and of what
/// changes only a small part is copied.
#[derive(Debug, Clone)]
pub struct Sightings {
    /// Those of which anything was seen.
    shards: Arc<Vec<Option<Arc<[u8; BYTES]>>>>,
    /// How many behaviours were seen.
    count: u64,
}

impl Default for Sightings {
    fn default() -> Self {
        Self {
            shards: Arc::new(vec![None; SHARDS]),
            count: 0,
        }
    }
}

/// Where a behaviour is: its shard, the byte in it, and by how much that is shifted. Not all bits of a behaviour
/// are alike, and so they are mixed.
fn place_of(behaviour: Behaviour) -> (usize, usize, u32) {
    let mixed = behaviour.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let place = (mixed >> (u64::BITS - PLACES.ilog2())) as usize;
    let (byte, half) = (place / 2, place % 2);
    (byte / BYTES, byte % BYTES, 4 * half as u32)
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

fn often(behaviour: Behaviour) -> u8 {
    match is_pair(behaviour) {
        true => RARE_PAIR,
        false => RARE,
    }
}

impl Sightings {
    /// How many behaviours were seen.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// How often it was seen; less than that if that was often.
    pub fn times(&self, behaviour: Behaviour) -> u8 {
        let (shard, byte, shift) = place_of(behaviour);
        let shard = self.shards[shard].as_ref();
        shard.map_or(0, |shard| shard[byte] >> shift & 0xf)
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
        let (shard, byte, shift) = place_of(behaviour);
        let shards = Arc::make_mut(&mut self.shards);
        let shard = shards[shard].get_or_insert_with(|| Arc::new([0; BYTES]));
        Arc::make_mut(shard)[byte] += 1 << shift;
        match times {
            0 => {
                self.count += 1;
                Sighted::New
            }
            _ => Sighted::Rare,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fingerprint::fingerprint;

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
        assert_eq!((before.count(), seen.count()), (1, 2));
    }

    #[test]
    fn few_share_a_place() {
        let mut seen = Sightings::default();
        let names = (0..1000).map(|name: u64| fingerprint(&name.to_le_bytes()) & !0x1ff);
        // Magnitudes of counters, and two of them together.
        let behaviours = names.flat_map(|name| {
            let alone = (1..100).map(move |magnitude| name | magnitude);
            let both = (1..100).map(move |both| fingerprint(&(name ^ both).to_le_bytes()) | 0x100);
            alone.chain(both)
        });
        let count = behaviours.map(|behaviour| seen.see(behaviour)).count();
        // 198,000 in 16,777,216 places: about 1,160 come second.
        let second = count as u64 - seen.count();
        assert!((900..1_500).contains(&second), "{second}");
    }
}
