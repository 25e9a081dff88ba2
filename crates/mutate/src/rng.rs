//! Random numbers that stay the same for ever.
//!
//! A mutant is found again from its number alone, years later and on another machine. The crates
//! of the ecosystem reserve the right to change what they draw, so these few lines are ours.

/// A stream of random numbers (wyrand).
#[derive(Debug, Clone)]
pub struct Rng(u64);

impl Rng {
    /// The stream of that number among those of a seed. Streams of neighbouring numbers have
    /// nothing in common.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut rng = Self(seed ^ 0x9e37_79b9_7f4a_7c15);
        let scrambled = rng.next_u64();
        rng.0 = scrambled ^ stream.wrapping_mul(0xd6e8_feb8_6659_fd93);
        rng.next_u64();
        rng.next_u64();
        rng
    }

    /// The next number.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0xa076_1d64_78bd_642f);
        let product = u128::from(self.0) * u128::from(self.0 ^ 0xe703_7ed1_a0b4_28db);
        (product >> 64) as u64 ^ product as u64
    }

    /// A number below `end`; 0 if there is none.
    #[inline]
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next_u64()) * end as u128) >> 64) as usize
    }

    /// True `times` times out of `of`.
    #[inline]
    pub fn chance(&mut self, times: usize, of: usize) -> bool {
        self.below(of) < times
    }

    /// One of a few things, none of them more likely than another.
    #[inline]
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len()))
    }
}

/// What tells a text from others, the same for ever (FNV-1a): so that each has random numbers of its own.
pub(crate) fn hash(text: &[u8]) -> u64 {
    text.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_never_changes() {
        let mut rng = Rng::new(1, 2);
        let drawn: Vec<usize> = (0..8).map(|_| rng.below(1000)).collect();
        assert_eq!(drawn, [406, 548, 831, 802, 437, 804, 688, 713]);
    }

    #[test]
    fn every_number_below_is_drawn_and_no_other() {
        let mut rng = Rng::new(7, 0);
        let mut seen = [0usize; 10];
        for _ in 0..10_000 {
            seen[rng.below(10)] += 1;
        }
        assert!(seen.iter().all(|&n| (800..1200).contains(&n)), "{seen:?}");
        assert_eq!(rng.below(0), 0);
        assert_eq!(rng.pick::<u8>(&[]), None);
    }
}
