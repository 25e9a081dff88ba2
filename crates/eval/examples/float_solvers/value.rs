//! Values of the sorts that floats have to do with, and what is expected of a solver.

use eval::float::{Float, Format, Specified};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;

/// The sort of an argument or a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    Float(Format),
    Bits(u32),
    Bool,
    /// A few real numbers, counted from zero.
    Real,
}

/// How many real numbers there are.
const REALS: u128 = 200;

/// One of the real numbers.
pub fn real(number: u128) -> BigRational {
    let denominators = [1, 2, 3, 7, 16, 24, 64];
    let denominator = denominators[number as usize % denominators.len()];
    BigRational::new(BigInt::from(number) - 100, BigInt::from(denominator))
}

impl Sort {
    /// All of its values, as bits; NaN once.
    pub fn values(self) -> Vec<u128> {
        match self {
            Self::Bits(width) => (0..1 << width).collect(),
            Self::Bool => vec![0, 1],
            Self::Real => (0..REALS).collect(),
            Self::Float(format) => {
                // NaN has the bits of an infinity and more; the first of them will do.
                let first = (0..).find(|&bits| float(format, bits).is_nan());
                let fresh = |&bits: &u128| Some(bits) == first || !float(format, bits).is_nan();
                (0..1 << format.width()).filter(fresh).collect()
            }
        }
    }

    /// A value as a term. Floats are written without their sort, which some solvers refuse.
    pub fn term(self, value: u128) -> String {
        match self {
            Self::Bits(width) => format!("#b{value:0width$b}", width = width as usize),
            Self::Bool => (value == 1).to_string(),
            Self::Float(format) => self.of_bits(&Self::Bits(format.width()).term(value)),
            Self::Real => {
                let real = real(value);
                let magnitude = format!("(/ {}.0 {}.0)", real.numer().magnitude(), real.denom());
                if real < BigRational::zero() {
                    format!("(- {magnitude})")
                } else {
                    magnitude
                }
            }
        }
    }

    /// A term of this sort, given its bits as a term.
    pub fn of_bits(self, bits: &str) -> String {
        match self {
            Self::Float(format) => format!(
                "((_ to_fp {} {}) {bits})",
                format.exponent_bits(),
                format.significand_bits()
            ),
            Self::Bool => format!("(= {bits} #b1)"),
            Self::Bits(_) | Self::Real => bits.to_owned(),
        }
    }

    /// How many bits its values have.
    pub fn width(self) -> Option<u32> {
        match self {
            Self::Float(format) => Some(format.width()),
            Self::Bits(width) => Some(width),
            Self::Bool => Some(1),
            Self::Real => None,
        }
    }
}

pub fn float(format: Format, bits: u128) -> Float {
    Float::from_bits_u128(format, bits).expect("bits of the format")
}

/// What a term's value should be.
#[derive(Debug, Clone, PartialEq)]
pub enum Expected {
    Float(Float),
    Bits(u128),
    Bool(bool),
    Real(BigRational),
    /// The standard allows both zeros.
    EitherZero,
    /// The standard allows anything.
    Open,
}

impl Expected {
    pub fn specified<T>(result: Specified<T>, value: impl FnOnce(T) -> Self) -> Self {
        match result {
            Specified::Value(found) => value(found),
            Specified::Unspecified => Self::Open,
        }
    }

    pub fn is_open(&self) -> bool {
        matches!(self, Self::EitherZero | Self::Open)
    }

    /// The bits of a value, if it has any; those of NaN are some.
    pub fn bits(&self) -> Option<u128> {
        match self {
            Self::Float(float) => Some(match float.to_ieee_bits_u128() {
                Some(bits) => bits,
                None => (1 << (float.format().width() - 1)) - 1,
            }),
            Self::Bits(bits) => Some(*bits),
            Self::Bool(value) => Some(u128::from(*value)),
            Self::Real(_) | Self::EitherZero | Self::Open => None,
        }
    }

    /// Whether a solver's value is the one, if it can be read at all.
    pub fn admits(&self, found: &Found, sort: Sort) -> Option<bool> {
        Some(match (self, found, sort) {
            (Self::Float(float), _, Sort::Float(format)) => *float == found.float(format)?,
            (Self::EitherZero, _, Sort::Float(format)) => found.float(format)?.is_zero(),
            (Self::Bits(bits), Found::Word(word), _) => *bits == bits_of(word)?,
            (Self::Bool(value), Found::Word(word), _) => value.to_string() == *word,
            (Self::Real(real), _, _) => *real == found.real()?,
            (Self::Open, _, _) => true,
            _ => return None,
        })
    }
}

/// What a solver printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    Word(String),
    List(Vec<Found>),
}

fn bits_of(word: &str) -> Option<u128> {
    if let Some(digits) = word.strip_prefix("#b") {
        return u128::from_str_radix(digits, 2).ok();
    }
    u128::from_str_radix(word.strip_prefix("#x")?, 16).ok()
}

impl Found {
    fn words(&self) -> Vec<&str> {
        match self {
            Self::Word(word) => vec![word],
            Self::List(items) => items
                .iter()
                .map(|item| match item {
                    Self::Word(word) => word.as_str(),
                    Self::List(_) => "",
                })
                .collect(),
        }
    }

    fn float(&self, format: Format) -> Option<Float> {
        Some(match self.words().as_slice() {
            ["_", "NaN", ..] => Float::nan(format),
            ["_", "+oo", ..] => Float::infinity(format, false),
            ["_", "-oo", ..] => Float::infinity(format, true),
            ["_", "+zero", ..] => Float::zero(format, false),
            ["_", "-zero", ..] => Float::zero(format, true),
            ["fp", sign, exponent, fraction] => {
                let negative = bits_of(sign)? == 1;
                let exponent = bits_of(exponent)?.into();
                let fraction = bits_of(fraction)?.into();
                Float::from_fields(format, negative, &exponent, &fraction).ok()?
            }
            _ => return None,
        })
    }

    fn real(&self) -> Option<BigRational> {
        match self {
            Self::Word(word) => {
                let whole = word.strip_suffix(".0").unwrap_or(word);
                let (digits, decimals) = whole.split_once('.').unwrap_or((whole, ""));
                let number: BigInt = format!("{digits}{decimals}").parse().ok()?;
                let scale = BigInt::from(10).pow(decimals.len() as u32);
                Some(BigRational::new(number, scale))
            }
            Self::List(items) => match items.as_slice() {
                [Self::Word(minus), number] if minus == "-" => Some(-number.real()?),
                [Self::Word(slash), x, y] if slash == "/" => Some(x.real()? / y.real()?),
                _ => None,
            },
        }
    }

    pub fn text(&self) -> String {
        match self {
            Self::Word(word) => word.clone(),
            Self::List(items) => {
                let items: Vec<String> = items.iter().map(Self::text).collect();
                format!("({})", items.join(" "))
            }
        }
    }
}
