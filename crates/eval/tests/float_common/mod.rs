//! What the tests of floats have in common.

// Each test uses some of it.
#![allow(dead_code)]

use eval::float::{Float, Format};

/// A format that there is.
pub fn format(exponent: u32, significand: u32) -> Format {
    Format::new(exponent, significand).expect("a format")
}

/// The float of bits that fit.
pub fn float(format: Format, bits: u128) -> Float {
    Float::from_bits_u128(format, bits).expect("bits fit")
}

/// How many random cases there are of each operator, rounding mode and format. A few by default;
/// `NUTHATCH_FLOAT_CASES` sets another number, which is for optimised builds.
pub fn cases() -> usize {
    let set = std::env::var("NUTHATCH_FLOAT_CASES").ok();
    let number = set.map(|text| text.parse().expect("NUTHATCH_FLOAT_CASES is a number"));
    number.unwrap_or(2_000)
}

/// Random numbers, the same in every run.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, end: u64) -> u64 {
        self.roll() % end
    }

    pub fn wide(&mut self) -> u128 {
        (u128::from(self.roll()) << 64) | u128::from(self.roll())
    }

    /// Bits with long runs of zeros or ones, which is where carries and ties are.
    pub fn pattern(&mut self, length: u32) -> u128 {
        let mask = u128::MAX >> (128 - length);
        let shift = self.below(length.into());
        let bits = match self.below(8) {
            0 => 0,
            1 => mask,
            2 => 1 << shift,
            3 => u128::MAX << shift,
            4 => (1 << shift) - 1,
            5 => (1 << shift) ^ (u128::from(self.roll()) & 3),
            _ => self.wide(),
        };
        bits & mask
    }

    /// A float's bits: any, or near to others, or at the ends of the format.
    pub fn bits(&mut self, format: Format, near: Option<u128>) -> u128 {
        let stored = format.significand_bits() - 1;
        let top = (1u128 << format.exponent_bits()) - 1;
        let bias = top >> 1;
        let near_exponent = near.map_or(bias, |bits| (bits >> stored) & top);
        // What is zero apart, one, or some: up to twice the length of the significand.
        let step = u128::from(self.below(2 * u64::from(stored) + 4));
        let exponent = match self.below(10) {
            0 => step.min(top),
            1 => top.saturating_sub(u128::from(self.below(3))),
            2 => self.wide() & top,
            3 => near_exponent,
            4 => near_exponent.saturating_add(1).min(top),
            5 => near_exponent.saturating_sub(1),
            6 => bias.saturating_add(step).min(top),
            7 => bias.saturating_sub(step),
            8 => near_exponent.saturating_add(step).min(top),
            _ => near_exponent.saturating_sub(step),
        };
        let mask = (1 << stored) - 1;
        let fraction = match (self.below(4), near) {
            (0, Some(bits)) => bits & mask,
            (1, Some(bits)) => bits.wrapping_add(u128::from(self.below(5))) & mask,
            _ => self.pattern(stored),
        };
        let sign = u128::from(self.below(2));
        (sign << (format.width() - 1)) | (exponent << stored) | fraction
    }
}
