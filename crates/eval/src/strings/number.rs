//! Strings and integers: digits, codes, decimals.

use super::{CodePoint, Str};
use crate::sequence::{Budget, OutOfBudget};
use num_bigint::{BigInt, BigUint, Sign};
use num_traits::ToPrimitive;

/// Decimal digits that fit a word of a big number.
const DIGITS_OF_WORD: usize = 19;

fn digit(point: CodePoint) -> Option<u8> {
    match point.code() {
        code @ 0x30..=0x39 => u8::try_from(code - 0x30).ok(),
        _ => None,
    }
}

/// `str.is_digit`: whether it is one character, and that a decimal digit of ASCII.
pub fn is_digit(string: &Str) -> bool {
    matches!(**string, [point] if digit(point).is_some())
}

/// `str.to_code`: the code of the only character; -1 if there is none or more than one.
pub fn to_code(string: &Str) -> BigInt {
    match **string {
        [point] => point.code().into(),
        _ => (-1).into(),
    }
}

/// `str.from_code`: the character of that code; the empty string if there is none.
pub fn from_code(code: &BigInt) -> Str {
    match code.to_u32().and_then(CodePoint::new) {
        Some(point) => Str::unit(point),
        None => Str::empty(),
    }
}

/// `str.to_int`: the number that the digits denote, leading zeros allowed; -1 if the string is
/// empty or has anything that is no digit.
///
/// # Errors
/// If there are too many digits.
pub fn to_int(string: &Str, budget: &mut Budget) -> Result<BigInt, OutOfBudget> {
    budget.spend(string.len())?;
    let digits: Option<Vec<u8>> = string.iter().map(|&point| digit(point)).collect();
    let Some(digits) = digits.filter(|digits| !digits.is_empty()) else {
        return Ok((-1).into());
    };
    let zeros = digits.iter().take_while(|&&digit| digit == 0).count();
    let digits = digits.get(zeros..).unwrap_or_default();
    budget.spend(square(digits.len() / DIGITS_OF_WORD))?;
    let number = BigUint::from_radix_be(digits, 10).unwrap_or_default();
    Ok(number.into())
}

/// `str.from_int`: the number in decimal, without leading zeros; the empty string if it is negative.
///
/// # Errors
/// If it is too large.
pub fn from_int(number: &BigInt, budget: &mut Budget) -> Result<Str, OutOfBudget> {
    if number.sign() == Sign::Minus {
        return Ok(Str::empty());
    }
    // 59 / 196 is a little less than the logarithm of two.
    let digits = number.bits().checked_mul(59).map(|bits| bits / 196);
    budget.spend_length(digits.and_then(|digits| usize::try_from(digits).ok()))?;
    let words = usize::try_from(number.bits() / 64).unwrap_or(usize::MAX);
    budget.spend(square(words))?;
    let digits = number.magnitude().to_radix_be(10).into_iter();
    Ok(digits
        .map(|digit| CodePoint::of_byte(b'0' + digit))
        .collect())
}

/// The work to convert a big number of that many words.
fn square(words: usize) -> usize {
    words.saturating_mul(words)
}
