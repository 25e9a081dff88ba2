//! Which formats there are.

use std::fmt;

/// The parameters of a floating-point sort, `(_ FloatingPoint eb sb)`. As in SMT-LIB, the
/// significand's bits count the leading one that is not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Format {
    exponent: u32,
    significand: u32,
}

/// Why there is no such format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// The standard has none.
    #[error("(_ FloatingPoint {exponent} {significand}) is no sort: both must be greater than one")]
    TooNarrow {
        /// Bits of the exponent.
        exponent: u32,
        /// Bits of the significand.
        significand: u32,
    },
    /// The standard has it, we have not.
    #[error(
        "(_ FloatingPoint {exponent} {significand}) is too wide: at most {} and {} are supported",
        Format::MAX_EXPONENT_BITS,
        Format::MAX_SIGNIFICAND_BITS
    )]
    TooWide {
        /// Bits of the exponent.
        exponent: u32,
        /// Bits of the significand.
        significand: u32,
    },
}

impl Format {
    /// The most bits an exponent may have: sums of a few exponents must fit into an `i128`.
    pub const MAX_EXPONENT_BITS: u32 = 120;
    /// The most bits a significand may have: the slowest operation, a remainder of numbers whose
    /// exponents are as far apart as possible, then takes less than a second.
    pub const MAX_SIGNIFICAND_BITS: u32 = 1 << 16;

    /// `Float16`.
    pub const FLOAT16: Self = Self::standard(5, 11);
    /// `Float32`.
    pub const FLOAT32: Self = Self::standard(8, 24);
    /// `Float64`.
    pub const FLOAT64: Self = Self::standard(11, 53);
    /// `Float128`.
    pub const FLOAT128: Self = Self::standard(15, 113);

    const fn standard(exponent: u32, significand: u32) -> Self {
        Self {
            exponent,
            significand,
        }
    }

    /// The format of `(_ FloatingPoint exponent significand)`.
    pub const fn new(exponent: u32, significand: u32) -> Result<Self, FormatError> {
        if exponent < 2 || significand < 2 {
            return Err(FormatError::TooNarrow {
                exponent,
                significand,
            });
        }
        if exponent > Self::MAX_EXPONENT_BITS || significand > Self::MAX_SIGNIFICAND_BITS {
            return Err(FormatError::TooWide {
                exponent,
                significand,
            });
        }
        Ok(Self {
            exponent,
            significand,
        })
    }

    /// Bits of the exponent.
    pub const fn exponent_bits(self) -> u32 {
        self.exponent
    }

    /// Bits of the significand, with the one that is not stored.
    pub const fn significand_bits(self) -> u32 {
        self.significand
    }

    /// Bits of all: sign, exponent, and what is stored of the significand.
    pub const fn width(self) -> u32 {
        self.exponent + self.significand
    }

    /// Whether numbers of it are computed with machine integers.
    pub(super) const fn is_small(self) -> bool {
        self.exponent <= 60 && self.significand <= 64
    }

    /// The least exponent of a number that is written as a whole number times a power of two, as
    /// all are in this module. It is that of the subnormal ones.
    pub(super) const fn min_exponent(self) -> i128 {
        3 - (1 << (self.exponent - 1)) - self.significand as i128
    }

    /// The greatest such exponent.
    pub(super) const fn max_exponent(self) -> i128 {
        (1 << (self.exponent - 1)) - self.significand as i128
    }

    /// As [`Format::min_exponent`], for small formats.
    pub(super) const fn min_exponent_small(self) -> i64 {
        3 - (1 << (self.exponent - 1)) - self.significand as i64
    }

    /// As [`Format::max_exponent`], for small formats.
    pub(super) const fn max_exponent_small(self) -> i64 {
        (1 << (self.exponent - 1)) - self.significand as i64
    }

    /// The largest significand of a small format.
    pub(super) const fn max_significand_small(self) -> u64 {
        u64::MAX >> (64 - self.significand)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "(_ FloatingPoint {} {})",
            self.exponent, self.significand
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_have_limits() {
        assert!(Format::new(2, 2).is_ok());
        assert!(Format::new(120, 1 << 16).is_ok());
        let narrow = |e, s| matches!(Format::new(e, s), Err(FormatError::TooNarrow { .. }));
        let wide = |e, s| matches!(Format::new(e, s), Err(FormatError::TooWide { .. }));
        assert!(narrow(1, 2) && narrow(2, 1) && narrow(0, 0) && narrow(1, u32::MAX));
        assert!(wide(121, 2) && wide(2, (1 << 16) + 1) && wide(u32::MAX, u32::MAX));
    }

    #[test]
    fn exponents_are_those_of_ieee() {
        let single = Format::FLOAT32;
        assert_eq!(single.min_exponent(), -149);
        assert_eq!(single.max_exponent(), 127 - 23);
        assert_eq!(Format::FLOAT64.min_exponent(), -1074);
        assert_eq!(Format::FLOAT64.max_exponent(), 1023 - 52);
        assert_eq!(
            i128::from(single.min_exponent_small()),
            single.min_exponent()
        );
        assert_eq!(
            i128::from(single.max_exponent_small()),
            single.max_exponent()
        );
    }

    #[test]
    fn errors_name_the_sort() {
        let error = Format::new(200, 5).expect_err("too wide");
        assert_eq!(
            error.to_string(),
            "(_ FloatingPoint 200 5) is too wide: at most 120 and 65536 are supported"
        );
    }
}
