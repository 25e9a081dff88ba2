//! Whole numbers of 256 bits: just enough to add to an exact product of two significands.

use std::cmp::Ordering;

/// `high * 2^128 + low`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Wide {
    high: u128,
    low: u128,
}

impl Wide {
    pub const fn new(low: u128) -> Self {
        Self { high: 0, low }
    }

    /// Times `2^bits`. What gets too long is lost.
    pub const fn shifted_left(self, bits: u32) -> Self {
        match bits {
            0 => self,
            1..=127 => Self {
                high: (self.high << bits) | (self.low >> (128 - bits)),
                low: self.low << bits,
            },
            128..=255 => Self {
                high: self.low << (bits - 128),
                low: 0,
            },
            _ => Self { high: 0, low: 0 },
        }
    }

    /// The sum. Neither number may have its topmost bit set.
    pub const fn plus(self, other: Self) -> Self {
        let (low, carry) = self.low.overflowing_add(other.low);
        let high = self
            .high
            .wrapping_add(other.high)
            .wrapping_add(carry as u128);
        Self { high, low }
    }

    /// The difference. The other number may not be greater.
    pub const fn minus(self, other: Self) -> Self {
        let (low, borrow) = self.low.overflowing_sub(other.low);
        let high = self
            .high
            .wrapping_sub(other.high)
            .wrapping_sub(borrow as u128);
        Self { high, low }
    }

    /// The leading 128 bits, how many there are below them, and whether any of those is set.
    pub const fn leading(self) -> (u128, u32, bool) {
        let below = 128 - self.high.leading_zeros();
        match below {
            0 => (self.low, 0, false),
            128 => (self.high, 128, self.low != 0),
            _ => (
                (self.high << (128 - below)) | (self.low >> below),
                below,
                self.low << (128 - below) != 0,
            ),
        }
    }

    /// The distance of two numbers, and which is greater.
    pub fn distance(self, other: Self) -> (Self, Ordering) {
        let order = self.cmp(&other);
        let distance = match order {
            Ordering::Less => other.minus(self),
            _ => self.minus(other),
        };
        (distance, order)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;

    fn big(x: Wide) -> BigUint {
        (BigUint::from(x.high) << 128) + x.low
    }

    #[test]
    fn agrees_with_big_numbers() {
        let patterns = [
            0,
            1,
            2,
            3,
            u128::MAX,
            u128::MAX >> 1,
            1 << 127,
            0x1234_5678 << 60,
        ];
        for low in patterns {
            for bits in 0..=256 {
                let expected = (BigUint::from(low) << bits) % (BigUint::from(1u8) << 256);
                let shifted = Wide::new(low).shifted_left(bits);
                assert_eq!(big(shifted), expected);
                let (leading, below, more) = shifted.leading();
                let rebuilt = BigUint::from(leading) << below;
                assert!(rebuilt <= expected);
                assert_eq!(more, rebuilt != expected);
                assert!(&expected - &rebuilt < (BigUint::from(1u8) << below));
                assert!(below == 0 || leading >> 127 == 1);
                for other in patterns {
                    let other = Wide::new(other).shifted_left(bits / 2);
                    let (distance, order) = shifted.distance(other);
                    assert_eq!(order, big(shifted).cmp(&big(other)));
                    let (greater, lesser) = match order {
                        Ordering::Less => (other, shifted),
                        _ => (shifted, other),
                    };
                    assert_eq!(big(distance) + big(lesser), big(greater));
                    if shifted.high >> 127 == 0 && other.high >> 127 == 0 {
                        assert_eq!(big(shifted.plus(other)), big(shifted) + big(other));
                    }
                }
            }
        }
    }
}
