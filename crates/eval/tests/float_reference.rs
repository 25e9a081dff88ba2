//! All inputs of all operators at the smallest formats, against the definitions: results are exact
//! rationals, and rounding is a search through all values of the format.
//!
//! Nothing here is shared with the code under test but the bits that go in and come out.

mod float_common;

use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::HashMap;

use eval::float::{Float, Format, MinMax, Rounding, Specified};
use float_common::{float, format};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

const FORMATS: [(u32, u32); 4] = [(2, 2), (2, 3), (3, 2), (3, 3)];

/// What bits mean.
#[derive(Debug, Clone, PartialEq)]
enum Meaning {
    Nan,
    Infinity { negative: bool },
    Number { negative: bool, value: BigRational },
}

use Meaning::{Infinity, Nan, Number};

fn rational(numerator: i64, denominator: i64) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}

fn power_of_two(exponent: i64) -> BigRational {
    let two = rational(2, 1);
    two.pow(i32::try_from(exponent).expect("small"))
}

/// A format with the meaning of all its bits.
struct Table {
    format: Format,
    meanings: Vec<Meaning>,
    /// The finite values, zero once, from the least to the greatest, with the lower bits.
    values: Vec<(BigRational, usize)>,
    /// The bits of +oo.
    infinity: usize,
    /// What has been searched for already: the same sums come again and again.
    rounded: RefCell<HashMap<(Rounding, i64, i64), usize>>,
}

impl Table {
    fn new(exponent_bits: u32, significand_bits: u32) -> Self {
        let format = format(exponent_bits, significand_bits);
        let stored = significand_bits - 1;
        let top = (1i64 << exponent_bits) - 1;
        let bias = top / 2;
        let meaning = |bits: i64| {
            let negative = bits >> (exponent_bits + stored) == 1;
            let exponent = (bits >> stored) & top;
            let fraction = rational(bits & ((1 << stored) - 1), 1 << stored);
            if exponent == top {
                return if fraction.is_zero() {
                    Infinity { negative }
                } else {
                    Nan
                };
            }
            let magnitude = if exponent == 0 {
                fraction * power_of_two(1 - bias)
            } else {
                (fraction + BigRational::one()) * power_of_two(exponent - bias)
            };
            let value = if negative { -magnitude } else { magnitude };
            Number { negative, value }
        };
        let meanings: Vec<Meaning> = (0..1 << format.width()).map(meaning).collect();
        let mut values = Vec::new();
        for (bits, meaning) in meanings.iter().enumerate() {
            if let Number { negative, value } = meaning
                && !(value.is_zero() && *negative)
            {
                values.push((value.clone(), bits));
            }
        }
        values.sort();
        Self {
            format,
            meanings,
            values,
            infinity: usize::try_from(top << stored).expect("small"),
            rounded: RefCell::default(),
        }
    }

    /// All bits, but one pattern only for NaN.
    fn inputs(&self) -> Vec<(Float, Meaning)> {
        let first_nan = self.infinity + 1;
        let all = self.meanings.iter().enumerate();
        all.filter(|(bits, meaning)| **meaning != Nan || *bits == first_nan)
            .map(|(bits, meaning)| (float(self.format, bits as u128), meaning.clone()))
            .collect()
    }

    fn sign_bit(&self) -> usize {
        1 << (self.format.width() - 1)
    }

    /// The bits that a real number is rounded to. It is known by how it compares to rationals.
    fn round_real(&self, rounding: Rounding, order: &dyn Fn(&BigRational) -> Ordering) -> usize {
        let n = self
            .values
            .partition_point(|(value, _)| order(value).is_gt());
        if let Some((value, bits)) = self.values.get(n)
            && order(value).is_eq()
        {
            return *bits;
        }
        let positive = order(&BigRational::zero()).is_gt();
        let sign = if positive { 0 } else { self.sign_bit() };
        // Where the next number would be if there were more exponents.
        let (largest, _) = self.values.last().expect("not empty");
        let next = power_of_two((1 << (self.format.exponent_bits() - 1)) - 1) * rational(2, 1);
        assert!(*largest < next);
        let beyond_top = (next.clone(), self.infinity);
        let beyond_bottom = (-next, self.sign_bit() | self.infinity);
        let above = self.values.get(n).unwrap_or(&beyond_top);
        let below = n
            .checked_sub(1)
            .and_then(|n| self.values.get(n))
            .unwrap_or(&beyond_bottom);
        let (inner, outer) = if positive {
            (below, above)
        } else {
            (above, below)
        };
        let (_, chosen) = match rounding {
            Rounding::Rtp => above,
            Rounding::Rtn => below,
            Rounding::Rtz => inner,
            Rounding::Rne | Rounding::Rna => {
                let middle = (&above.0 + &below.0) / rational(2, 1);
                match (order(&middle), rounding) {
                    (Ordering::Less, _) => below,
                    (Ordering::Greater, _) => above,
                    (Ordering::Equal, Rounding::Rna) => outer,
                    (Ordering::Equal, _) => {
                        if inner.1 % 2 == 0 {
                            inner
                        } else {
                            outer
                        }
                    }
                }
            }
        };
        // What becomes zero keeps its sign.
        chosen | sign
    }

    /// The float that a rational is rounded to, with the sign for the case that it is zero.
    fn round(&self, rounding: Rounding, value: &BigRational, zero_negative: bool) -> Float {
        let bits = if value.is_zero() {
            if zero_negative { self.sign_bit() } else { 0 }
        } else {
            let search = || self.round_real(rounding, &|other| value.cmp(other));
            let key = value.numer().to_i64().zip(value.denom().to_i64());
            match key {
                None => search(),
                Some((numerator, denominator)) => *self
                    .rounded
                    .borrow_mut()
                    .entry((rounding, numerator, denominator))
                    .or_insert_with(search),
            }
        };
        float(self.format, bits as u128)
    }

    fn nan(&self) -> Float {
        float(self.format, self.infinity as u128 + 1)
    }

    fn infinity(&self, negative: bool) -> Float {
        let sign = if negative { self.sign_bit() } else { 0 };
        float(self.format, (sign | self.infinity) as u128)
    }

    fn add(&self, rounding: Rounding, x: &Meaning, y: &Meaning) -> Float {
        match (x, y) {
            (Nan, _) | (_, Nan) => self.nan(),
            (Infinity { negative: a }, Infinity { negative: b }) if a != b => self.nan(),
            (Infinity { negative }, _) | (_, Infinity { negative }) => self.infinity(*negative),
            (
                Number {
                    negative: a,
                    value: x,
                },
                Number {
                    negative: b,
                    value: y,
                },
            ) => {
                let zero_negative = if a == b {
                    *a
                } else {
                    rounding == Rounding::Rtn
                };
                self.round(rounding, &(x + y), zero_negative)
            }
        }
    }

    fn negated(x: &Meaning) -> Meaning {
        match x {
            Nan => Nan,
            Infinity { negative } => Infinity {
                negative: !negative,
            },
            Number { negative, value } => Number {
                negative: !negative,
                value: -value,
            },
        }
    }

    /// Not rounded, hence not a value of the format.
    fn product(x: &Meaning, y: &Meaning) -> Meaning {
        let (Some(a), Some(b)) = (sign(x), sign(y)) else {
            return Nan;
        };
        let negative = a != b;
        match (number(x), number(y)) {
            (Some(x), Some(y)) => Number {
                negative,
                value: x * y,
            },
            (Some(x), None) if x.is_zero() => Nan,
            (None, Some(y)) if y.is_zero() => Nan,
            _ => Infinity { negative },
        }
    }

    fn mul(&self, rounding: Rounding, x: &Meaning, y: &Meaning) -> Float {
        match Self::product(x, y) {
            Nan => self.nan(),
            Infinity { negative } => self.infinity(negative),
            Number { negative, value } => self.round(rounding, &value, negative),
        }
    }

    fn div(&self, rounding: Rounding, x: &Meaning, y: &Meaning) -> Float {
        let (Some(a), Some(b)) = (sign(x), sign(y)) else {
            return self.nan();
        };
        let negative = a != b;
        match (number(x), number(y)) {
            (None, None) => self.nan(),
            (Some(x), Some(y)) if x.is_zero() && y.is_zero() => self.nan(),
            (None, Some(_)) => self.infinity(negative),
            (Some(_), Some(y)) if y.is_zero() => self.infinity(negative),
            (Some(_), None) => self.round(rounding, &BigRational::zero(), negative),
            (Some(x), Some(y)) => self.round(rounding, &(x / y), negative),
        }
    }

    fn sqrt(&self, rounding: Rounding, x: &Meaning) -> Float {
        match x {
            Infinity { negative: false } => self.infinity(false),
            Number { negative, value } if value.is_zero() => self.round(rounding, value, *negative),
            Number { value, .. } if value.is_positive() => {
                let order = |other: &BigRational| {
                    if other.is_negative() {
                        Ordering::Greater
                    } else {
                        value.cmp(&(other * other))
                    }
                };
                float(self.format, self.round_real(rounding, &order) as u128)
            }
            _ => self.nan(),
        }
    }

    fn rem(&self, x: &Meaning, y: &Meaning) -> Float {
        match (x, y) {
            (Number { negative, value }, Infinity { .. }) => {
                self.round(Rounding::Rtz, value, *negative)
            }
            (Number { negative, value }, Number { value: y, .. }) if !y.is_zero() => {
                let quotient = integral(Rounding::Rne, &(value / y));
                let rest = value - y * quotient;
                let float = self.round(Rounding::Rtz, &rest, *negative);
                assert_eq!(
                    float.to_rational(1000),
                    Ok(Specified::Value(rest)),
                    "it is exact"
                );
                float
            }
            _ => self.nan(),
        }
    }

    fn round_to_integral(&self, rounding: Rounding, x: &Meaning) -> Float {
        match x {
            Nan => self.nan(),
            Infinity { negative } => self.infinity(*negative),
            Number { negative, value } => {
                self.round(rounding, &integral(rounding, value), *negative)
            }
        }
    }
}

fn sign(x: &Meaning) -> Option<bool> {
    match x {
        Nan => None,
        Infinity { negative } | Number { negative, .. } => Some(*negative),
    }
}

fn number(x: &Meaning) -> Option<&BigRational> {
    match x {
        Number { value, .. } => Some(value),
        _ => None,
    }
}

/// The whole number that a rational is rounded to.
fn integral(rounding: Rounding, value: &BigRational) -> BigRational {
    let (floor, ceil) = (value.floor(), value.ceil());
    if floor == ceil {
        return floor;
    }
    let middle = &floor + rational(1, 2);
    let away = || if value.is_positive() { &ceil } else { &floor };
    match rounding {
        Rounding::Rtp => ceil,
        Rounding::Rtn => floor,
        Rounding::Rtz => value.trunc(),
        Rounding::Rne | Rounding::Rna => match value.cmp(&middle) {
            Ordering::Less => floor,
            Ordering::Greater => ceil,
            Ordering::Equal if rounding == Rounding::Rna => away().clone(),
            Ordering::Equal => {
                if floor.to_integer().is_even() {
                    floor
                } else {
                    ceil
                }
            }
        },
    }
}

fn for_each_table(check: impl Fn(&Table)) {
    for (exponent, significand) in FORMATS {
        check(&Table::new(exponent, significand));
    }
}

#[test]
fn one_argument() {
    for_each_table(|table| {
        for (x, meaning) in table.inputs() {
            for mode in Rounding::ALL {
                assert_eq!(x.sqrt(mode), table.sqrt(mode, &meaning), "sqrt {mode} {x}");
                assert_eq!(
                    x.round_to_integral(mode),
                    table.round_to_integral(mode, &meaning),
                    "roundToIntegral {mode} {x}"
                );
            }
            let mode = Rounding::Rtz;
            let rounded = |meaning: Meaning| table.add(mode, &meaning, &meaning_of_zero(&meaning));
            assert_eq!(x, rounded(meaning.clone()));
            assert_eq!(x.neg(), rounded(Table::negated(&meaning)), "neg {x}");
            let magnitude = match sign(&meaning) {
                Some(true) => Table::negated(&meaning),
                _ => meaning.clone(),
            };
            assert_eq!(x.abs(), rounded(magnitude), "abs {x}");
            check_class(table, &x, &meaning);
        }
    });
}

/// The zero that changes nothing by being added.
fn meaning_of_zero(x: &Meaning) -> Meaning {
    Number {
        negative: sign(x) == Some(true),
        value: BigRational::zero(),
    }
}

fn check_class(table: &Table, x: &Float, meaning: &Meaning) {
    let least_normal = power_of_two(2 - (1 << (table.format.exponent_bits() - 1)));
    let value = number(meaning);
    let zero = value.is_some_and(Zero::is_zero);
    let normal = value.is_some_and(|value| value.abs() >= least_normal);
    assert_eq!(x.is_nan(), *meaning == Nan);
    assert_eq!(x.is_infinite(), matches!(meaning, Infinity { .. }));
    assert_eq!(x.is_zero(), zero);
    assert_eq!(x.is_normal(), normal, "isNormal {x}");
    assert_eq!(x.is_subnormal(), value.is_some() && !zero && !normal);
    assert_eq!(x.is_negative(), sign(meaning) == Some(true));
    assert_eq!(x.is_positive(), sign(meaning) == Some(false));
    let real = value.map_or(Specified::Unspecified, |v| Specified::Value(v.clone()));
    assert_eq!(x.to_rational(1000), Ok(real), "to_real {x}");
}

#[test]
fn two_arguments() {
    for_each_table(|table| {
        let inputs = table.inputs();
        for (x, a) in &inputs {
            for (y, b) in &inputs {
                for mode in Rounding::ALL {
                    let sum = table.add(mode, a, b);
                    assert_eq!(x.add(mode, y), Ok(sum), "add {mode} {x} {y}");
                    let difference = table.add(mode, a, &Table::negated(b));
                    assert_eq!(x.sub(mode, y), Ok(difference), "sub {mode} {x} {y}");
                    let product = table.mul(mode, a, b);
                    assert_eq!(x.mul(mode, y), Ok(product), "mul {mode} {x} {y}");
                    let quotient = table.div(mode, a, b);
                    assert_eq!(x.div(mode, y), Ok(quotient), "div {mode} {x} {y}");
                }
                assert_eq!(x.rem(y), Ok(table.rem(a, b)), "rem {x} {y}");
                check_order(x, a, y, b);
            }
        }
    });
}

fn check_order(x: &Float, a: &Meaning, y: &Float, b: &Meaning) {
    // Infinities are beyond all numbers of these formats.
    let place = |meaning: &Meaning| match meaning {
        Nan => None,
        Infinity { negative: true } => Some(rational(-1000, 1)),
        Infinity { negative: false } => Some(rational(1000, 1)),
        Number { value, .. } => Some(value.clone()),
    };
    let order = place(a).zip(place(b)).map(|(a, b)| a.cmp(&b));
    let is = |wanted: fn(Ordering) -> bool| Ok(order.is_some_and(wanted));
    assert_eq!(x.compare(y), Ok(order), "{x} {y}");
    assert_eq!(x.fp_eq(y), is(Ordering::is_eq), "{x} {y}");
    assert_eq!(x.lt(y), is(Ordering::is_lt), "{x} {y}");
    assert_eq!(x.leq(y), is(Ordering::is_le), "{x} {y}");
    assert_eq!(x.gt(y), is(Ordering::is_gt), "{x} {y}");
    assert_eq!(x.geq(y), is(Ordering::is_ge), "{x} {y}");
    assert_eq!(x == y, a == b, "{x} {y}");
    let (least, greatest) = if order == Some(Ordering::Equal) && sign(a) != sign(b) {
        (MinMax::EitherZero, MinMax::EitherZero)
    } else {
        let (x_least, x_greatest) = match order {
            None => (b == &Nan, b == &Nan),
            Some(order) => (order.is_le(), order.is_ge()),
        };
        let choose = |first| MinMax::Value(if first { x.clone() } else { y.clone() });
        (choose(x_least), choose(x_greatest))
    };
    assert_eq!(x.min(y), Ok(least), "min {x} {y}");
    assert_eq!(x.max(y), Ok(greatest), "max {x} {y}");
}

#[test]
fn fma() {
    for_each_table(|table| {
        let inputs = table.inputs();
        for (x, a) in &inputs {
            for (y, b) in &inputs {
                let product = Table::product(a, b);
                for (z, c) in &inputs {
                    for mode in Rounding::ALL {
                        let expected = table.add(mode, &product, c);
                        assert_eq!(x.fma(mode, y, z), Ok(expected), "fma {mode} {x} {y} {z}");
                    }
                }
            }
        }
    });
}

#[test]
fn between_formats() {
    let tables: Vec<Table> = [(2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (4, 2), (4, 4)]
        .into_iter()
        .map(|(exponent, significand)| Table::new(exponent, significand))
        .collect();
    for table in &tables {
        for (x, meaning) in table.inputs() {
            for target in &tables {
                for mode in Rounding::ALL {
                    let expected = target.add(mode, &meaning, &meaning_of_zero(&meaning));
                    let found = x.to_format(target.format, mode);
                    assert_eq!(found, expected, "to {} {mode} {x}", target.format);
                }
            }
        }
    }
}

#[test]
fn from_reals_and_integers() {
    for_each_table(|table| {
        let format = table.format;
        for mode in Rounding::ALL {
            for numerator in -200..=200 {
                for denominator in [1, 2, 3, 7, 16, 24, 64] {
                    let real = rational(numerator, denominator);
                    let expected = table.round(mode, &real, false);
                    let found = Float::from_rational(format, mode, &real);
                    assert_eq!(found, expected, "to {format} {mode} {real}");
                }
                let integer = BigInt::from(numerator);
                let expected = table.round(mode, &rational(numerator, 1), false);
                let found = Float::from_integer(format, mode, &integer);
                assert_eq!(found, expected, "to {format} {mode} {integer}");
            }
        }
    });
}

#[test]
fn to_bit_vectors() {
    for_each_table(|table| {
        for (x, meaning) in table.inputs() {
            for mode in Rounding::ALL {
                for width in 1..=6 {
                    let whole = number(&meaning).map(|v| integral(mode, v).to_integer());
                    let half = BigInt::one() << (width - 1);
                    let within = |least: BigInt, end: BigInt| {
                        whole.clone().filter(|n| *n >= least && *n < end)
                    };
                    let unsigned = within(BigInt::zero(), &half * 2);
                    let unsigned = unsigned.and_then(|n| n.to_biguint());
                    let unsigned = unsigned.map_or(Specified::Unspecified, Specified::Value);
                    assert_eq!(x.to_unsigned(mode, width), unsigned, "{width} {mode} {x}");
                    let signed = within(-&half, half.clone());
                    let signed = signed.map_or(Specified::Unspecified, Specified::Value);
                    assert_eq!(x.to_signed(mode, width), signed, "{width} {mode} {x}");
                }
            }
        }
    });
}
