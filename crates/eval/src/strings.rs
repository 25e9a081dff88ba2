//! Strings: sequences of Unicode code points, as in SMT-LIB's theory of that name.
//!
//! What strings share with other sequences is in [`crate::sequence`], what has to do with regular
//! expressions in [`crate::regex`]. Here is what is about characters:
//!
//! | here | SMT-LIB | only |
//! | --- | --- | --- |
//! | [`less`], [`less_or_equal`] | `str.<`, `str.<=` | |
//! | [`is_digit`] | `str.is_digit` | |
//! | [`to_code`], [`from_code`] | `str.to_code`, `str.from_code` | |
//! | [`to_int`], [`from_int`] | `str.to_int`, `str.from_int` | |
//! | [`to_lower`], [`to_upper`] | `str.to_lower`, `str.to_upper` | cvc5 |
//! | [`literal`] | `"a\u{62}"`, `(_ char #x61)` | |
//!
//! The standard's functions are total: nothing here is left open.

pub mod literal;
mod number;

pub use number::{from_code, from_int, is_digit, to_code, to_int};

use crate::sequence::{Budget, OutOfBudget, Sequence};

/// A character: a code point of the first three planes of Unicode.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CodePoint(u32);

impl CodePoint {
    /// The first one.
    pub const MIN: Self = Self(0);
    /// The last one.
    pub const MAX: Self = Self(0x2FFFF);

    /// The character of that code, if it is one of the theory.
    pub const fn new(code: u32) -> Option<Self> {
        match code <= Self::MAX.0 {
            true => Some(Self(code)),
            false => None,
        }
    }

    /// Its code.
    pub const fn code(self) -> u32 {
        self.0
    }

    /// The one of a byte.
    pub const fn of_byte(byte: u8) -> Self {
        Self(byte as u32)
    }
}

/// A value of sort `String`.
pub type Str = Sequence<CodePoint>;

/// The string of these characters, none of them an escape; `None` if one is beyond the theory's.
pub fn verbatim(text: &str) -> Option<Str> {
    let points = text.chars().map(|c| CodePoint::new(c.into()));
    points.collect()
}

/// `str.<`: the lexicographic order by code points.
///
/// # Errors
/// If there is too much to compare.
pub fn less(left: &Str, right: &Str, budget: &mut Budget) -> Result<bool, OutOfBudget> {
    budget.spend(left.len().min(right.len()))?;
    Ok(left < right)
}

/// `str.<=`
///
/// # Errors
/// If there is too much to compare.
pub fn less_or_equal(left: &Str, right: &Str, budget: &mut Budget) -> Result<bool, OutOfBudget> {
    budget.spend(left.len().min(right.len()))?;
    Ok(left <= right)
}

/// `str.to_lower`: of the ASCII letters only.
///
/// # Errors
/// If the string is too long.
pub fn to_lower(string: &Str, budget: &mut Budget) -> Result<Str, OutOfBudget> {
    budget.spend_length(Some(string.len()))?;
    let lower = string.iter().map(|&point| match point.0 {
        0x41..=0x5A => CodePoint(point.0 + 0x20),
        _ => point,
    });
    Ok(lower.collect())
}

/// `str.to_upper`: of the ASCII letters only.
///
/// # Errors
/// If the string is too long.
pub fn to_upper(string: &Str, budget: &mut Budget) -> Result<Str, OutOfBudget> {
    budget.spend_length(Some(string.len()))?;
    let upper = string.iter().map(|&point| match point.0 {
        0x61..=0x7A => CodePoint(point.0 - 0x20),
        _ => point,
    });
    Ok(upper.collect())
}
