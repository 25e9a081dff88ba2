//! The five rounding modes.

use std::fmt;

/// A value of the sort `RoundingMode`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rounding {
    /// `roundNearestTiesToEven`
    Rne,
    /// `roundNearestTiesToAway`
    Rna,
    /// `roundTowardPositive`
    Rtp,
    /// `roundTowardNegative`
    Rtn,
    /// `roundTowardZero`
    Rtz,
}

/// What was cut off below the last bit that was kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rest {
    /// At least half of the last bit's worth.
    pub half: bool,
    /// Something besides that half.
    pub more: bool,
}

impl Rest {
    pub const NONE: Self = Self {
        half: false,
        more: false,
    };
    pub const LITTLE: Self = Self {
        half: false,
        more: true,
    };
}

impl Rounding {
    /// All of them, in the order of the standard.
    pub const ALL: [Self; 5] = [Self::Rne, Self::Rna, Self::Rtp, Self::Rtn, Self::Rtz];

    /// The short name, `RNE` and so on.
    pub const fn short_name(self) -> &'static str {
        match self {
            Self::Rne => "RNE",
            Self::Rna => "RNA",
            Self::Rtp => "RTP",
            Self::Rtn => "RTN",
            Self::Rtz => "RTZ",
        }
    }

    /// The long name, `roundNearestTiesToEven` and so on.
    pub const fn long_name(self) -> &'static str {
        match self {
            Self::Rne => "roundNearestTiesToEven",
            Self::Rna => "roundNearestTiesToAway",
            Self::Rtp => "roundTowardPositive",
            Self::Rtn => "roundTowardNegative",
            Self::Rtz => "roundTowardZero",
        }
    }

    /// The mode of that name, short or long.
    pub fn from_name(name: &str) -> Option<Self> {
        let named = |mode: &Self| mode.short_name() == name || mode.long_name() == name;
        Self::ALL.into_iter().find(named)
    }

    /// Whether a magnitude goes up to the next one, given what was cut off from it.
    pub(super) fn goes_up(self, negative: bool, odd: bool, rest: Rest) -> bool {
        match self {
            Self::Rne => rest.half && (rest.more || odd),
            Self::Rna => rest.half,
            Self::Rtp => !negative && (rest.half || rest.more),
            Self::Rtn => negative && (rest.half || rest.more),
            Self::Rtz => false,
        }
    }

    /// Whether a number too large for its format becomes infinite.
    pub(super) fn overflows_to_infinity(self, negative: bool) -> bool {
        match self {
            Self::Rne | Self::Rna => true,
            Self::Rtp => !negative,
            Self::Rtn => negative,
            Self::Rtz => false,
        }
    }

    /// Whether the sum of a number and its opposite is `-0`.
    pub(super) fn cancels_to_negative(self) -> bool {
        self == Self::Rtn
    }
}

impl fmt::Display for Rounding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.short_name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_standard() {
        for mode in Rounding::ALL {
            assert_eq!(Rounding::from_name(mode.short_name()), Some(mode));
            assert_eq!(Rounding::from_name(mode.long_name()), Some(mode));
        }
        assert_eq!(Rounding::from_name("rne"), None);
        assert_eq!(Rounding::Rtp.to_string(), "RTP");
    }
}
