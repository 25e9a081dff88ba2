//! Units in order: every source has its first before any has its second.

use super::corpus::FIRST_UNIT;
use super::{Cases, Next, Schedule, Unit, Work};

/// Units of a number of sources.
#[derive(Debug, Clone)]
pub struct Units {
    next: u64,
    sources: u64,
    /// Where the range of a pass begins.
    first_of_pass: fn(u64) -> u64,
    /// How many test cases a source has.
    per_source: u64,
}

impl Units {
    /// Units that double from pass to pass, until each source had so many test cases.
    pub fn doubling(sources: usize, per_source: u64) -> Self {
        Self {
            next: 0,
            sources: sources as u64,
            first_of_pass: |pass| {
                let doublings = u32::try_from(pass).unwrap_or(u32::MAX);
                let power = 1_u64.checked_shl(doublings).unwrap_or(u64::MAX);
                FIRST_UNIT.saturating_mul(power.saturating_sub(1))
            },
            per_source,
        }
    }

    /// Units of 50 test cases, for sources that always have one more.
    pub fn endless(sources: usize) -> Self {
        const SIZE: u64 = 50;
        Self {
            next: 0,
            sources: sources as u64,
            first_of_pass: |pass| pass.saturating_mul(SIZE),
            per_source: u64::MAX,
        }
    }

    /// One unit with one test case for each source.
    pub fn once(sources: usize) -> Self {
        Self {
            next: 0,
            sources: sources as u64,
            first_of_pass: |pass| pass.min(1),
            per_source: 1,
        }
    }

    fn unit(&self, number: u64) -> Option<Unit> {
        let (pass, source) = (number.checked_div(self.sources)?, number % self.sources);
        let start = (self.first_of_pass)(pass);
        let end = (self.first_of_pass)(pass + 1).min(self.per_source);
        (start < end).then(|| {
            let cases = Cases {
                source: source as usize,
                is_first: pass == 0,
                range: start..end,
                ..Cases::default()
            };
            Unit::new(number, Work::Cases(cases))
        })
    }
}

impl Schedule for Units {
    fn take(&mut self) -> Next {
        let unit = self.unit(self.next);
        self.next += 1;
        unit.map_or(Next::End, Next::Unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranges(mut units: Units, most: usize) -> Vec<(usize, u64, u64)> {
        let mut all = Vec::new();
        while let Next::Unit(unit) = units.take()
            && all.len() < most
        {
            assert_eq!(unit.number, all.len() as u64);
            if let Work::Cases(Cases { source, range, .. }) = unit.work {
                all.push((source, range.start, range.end));
            }
        }
        all
    }

    #[test]
    fn every_seed_has_its_first_unit_before_any_has_its_second() {
        let all = ranges(Units::doubling(2, 45), 99);
        let expected = [
            (0, 0, 10),
            (1, 0, 10),
            (0, 10, 30),
            (1, 10, 30),
            (0, 30, 45),
            (1, 30, 45),
        ];
        assert_eq!(all, expected);
        assert_eq!(ranges(Units::doubling(0, 45), 99), []);
    }

    #[test]
    fn what_is_made_from_nothing_has_no_end() {
        let all = ranges(Units::endless(2), 5);
        assert_eq!(all[3..], [(1, 50, 100), (0, 100, 150)]);
    }
}
