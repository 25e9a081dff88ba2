//! Values that hurt: zeros of both signs, extremes, carries, what is nearly something else.

use super::catalogue::{Catalogue, How, Kind, SortNo};
use crate::rng::Rng;
use eval::float::{Float, Format};
use eval::strings::verbatim;
use eval::{Trials, Value};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;

/// The classes of floats, in the order of `class_of`.
pub const FLOAT_CLASSES: [&str; 9] = [
    "NaN",
    "+oo",
    "-oo",
    "+zero",
    "-zero",
    "+subnormal",
    "-subnormal",
    "+normal",
    "-normal",
];

/// The class of a float, by its place in [`FLOAT_CLASSES`].
pub(crate) fn class_of(float: &Float) -> usize {
    let negative = usize::from(float.is_negative());
    match () {
        () if float.is_nan() => 0,
        () if float.is_infinite() => 1 + negative,
        () if float.is_zero() => 3 + negative,
        () if float.is_subnormal() => 5 + negative,
        () => 7 + negative,
    }
}

/// How deep values of datatypes nest.
const NESTING: usize = 3;
/// How many elements an uninterpreted sort has.
pub(crate) const ELEMENTS: usize = 4;

pub(crate) struct Draw<'a, 'g> {
    pub catalogue: &'g Catalogue,
    pub trials: &'a mut Trials<'g>,
    pub rng: &'a mut Rng,
}

impl Draw<'_, '_> {
    /// A value of a sort, but none of regular expressions.
    pub fn value(&mut self, sort: SortNo) -> Option<Value> {
        self.nested(sort, NESTING)
    }

    /// Recursion ends with `depth`, whatever the sort.
    fn nested(&mut self, sort: SortNo, depth: usize) -> Option<Value> {
        let entry = self.catalogue.sort(sort);
        Some(match entry.kind {
            Kind::Bool => Value::Bool(self.rng.chance(1, 2)),
            Kind::BitVec(width) => self.bits(width),
            Kind::Float(format) => {
                let class = match self.rng.chance(1, 2) {
                    true => self.rng.below(FLOAT_CLASSES.len()),
                    false => 5 + self.rng.below(4),
                };
                self.float(format, class)
            }
            Kind::RoundingMode => Value::RoundingMode(self.rng.below(5) as u8),
            Kind::Int => {
                let number = self.integer();
                self.trials.values().int(number)
            }
            Kind::Real => {
                let number = self.rational(entry.variables);
                self.trials.values().real(number)
            }
            Kind::String => {
                let text = verbatim(&self.text())?;
                self.trials.values().string(text)
            }
            Kind::Seq(of) => {
                let length = [0, 1, 1, 2, 3][self.rng.below(5)];
                let mut items = Vec::with_capacity(length);
                for _ in 0..length {
                    items.push(self.nested(of, depth.checked_sub(1)?)?);
                }
                self.trials.values().seq(items)
            }
            Kind::Array(from, to) => self.array(sort, from, to, depth.checked_sub(1)?)?,
            Kind::Datatype => self.constructed(sort, depth)?,
            Kind::Uninterpreted => {
                let place = self.rng.below(ELEMENTS);
                self.element(sort, place)
            }
            Kind::RegLan => return None,
        })
    }

    /// An element of an uninterpreted sort.
    pub fn element(&mut self, sort: SortNo, place: usize) -> Value {
        let id = self.catalogue.sort(sort).id;
        let name = format!("@U_{place}");
        self.trials.values().element(id, name.as_bytes())
    }

    fn bits(&mut self, width: u32) -> Value {
        if width > 64 {
            let bits = self.pattern_of(width);
            return self.trials.values().bit_vec(width, bits);
        }
        let mask = u64::MAX >> (64 - width);
        let bits = match self.rng.below(8) {
            0 => 0,
            1 => 1,
            2 => mask,
            3 => 1 << (width - 1),
            4 => mask >> 1,
            5 => 1 << self.rng.below(width as usize),
            6 => self.rng.below(18) as u64,
            _ => self.rng.next_u64(),
        };
        Value::BitVec {
            width,
            bits: bits & mask,
        }
    }

    fn pattern_of(&mut self, width: u32) -> BigUint {
        let one = BigUint::from(1u32);
        let all = (&one << width) - &one;
        match self.rng.below(8) {
            0 => BigUint::ZERO,
            1 => one,
            2 => all,
            3 => one << (width - 1),
            4 => all >> 1,
            5 => one << self.rng.below(width as usize),
            6 => BigUint::from(self.rng.below(18)),
            _ => {
                let digits = (0..width.div_ceil(32)).map(|_| self.rng.next_u64() as u32);
                BigUint::new(digits.collect()) & all
            }
        }
    }

    /// A float of a class.
    pub fn float(&mut self, format: Format, class: usize) -> Value {
        let negative = class.is_multiple_of(2) && class > 0;
        let float = match class {
            0 => Float::nan(format),
            1 | 2 => Float::infinity(format, negative),
            3 | 4 => Float::zero(format, negative),
            _ => self.finite(format, negative, class < 7),
        };
        self.trials.values().float(float)
    }

    fn finite(&mut self, format: Format, negative: bool, subnormal: bool) -> Float {
        let fraction_bits = format.significand_bits() - 1;
        let top = (1u128 << format.exponent_bits()) - 2;
        let bias = (1u128 << (format.exponent_bits() - 1)) - 1;
        let all = (BigUint::from(1u32) << fraction_bits) - 1u32;
        let mut fraction = match self.rng.below(5) {
            0 => BigUint::ZERO,
            1 => all.clone(),
            2 => BigUint::from(1u32),
            _ => BigUint::from(self.rng.next_u64()) & all,
        };
        let exponent = match self.rng.below(6) {
            _ if subnormal => 0,
            0 => 1,
            1 => top,
            2 => bias,
            3 => (bias + self.rng.below(5) as u128).min(top),
            4 => bias.saturating_sub(self.rng.below(4) as u128).max(1),
            _ => 1 + self.rng.below(usize::try_from(top).unwrap_or(usize::MAX)) as u128,
        };
        if subnormal && fraction == BigUint::ZERO {
            fraction = BigUint::from(1u32);
        }
        let float = Float::from_fields(format, negative, &BigUint::from(exponent), &fraction);
        float.unwrap_or_else(|_| Float::smallest(format, negative))
    }

    fn integer(&mut self) -> BigInt {
        let number = match self.rng.below(10) {
            0 => 0,
            1 => 1,
            2..=5 => self.rng.below(10) as i64,
            6 => 1 << self.rng.below(16),
            7 => (1 << self.rng.below(16)) - 1,
            8 => self.rng.below(1000) as i64,
            _ => {
                let power = [31, 32, 63, 64][self.rng.below(4)];
                let near = BigInt::from(self.rng.below(3)) - 1;
                return (BigInt::from(1) << power) + near;
            }
        };
        match self.rng.chance(1, 3) {
            true => BigInt::from(-number),
            false => BigInt::from(number),
        }
    }

    /// Only such as a decimal without a sign can write, unless any will do: in logics without
    /// arithmetic there is neither `-` nor `/`.
    fn rational(&mut self, any: bool) -> BigRational {
        let mut numerator = self.integer();
        if !any {
            numerator = BigInt::from(numerator.into_parts().1);
            if numerator.bits() > 32 {
                return BigRational::from_integer(numerator);
            }
        }
        let denominator = match self.rng.below(6) {
            0 => 2,
            1 if any => 3,
            1 => 1024,
            2 => 10,
            3 if any => 1 + self.rng.below(20),
            3 => 4,
            _ => 1,
        };
        BigRational::new(numerator, BigInt::from(denominator))
    }

    fn text(&mut self) -> String {
        const WORDS: [&str; 16] = [
            "",
            "a",
            "b",
            "ab",
            "aa",
            "ba",
            "0",
            "1",
            "007",
            "-1",
            "A",
            "a\"b",
            "\u{7f}",
            "\n",
            "\u{e9}",
            "\u{1F600}",
        ];
        let mut text = String::new();
        for _ in 0..1 + self.rng.below(3) {
            text.push_str(WORDS[self.rng.below(WORDS.len())]);
        }
        text
    }

    /// One element everywhere, save a few stores.
    fn array(&mut self, sort: SortNo, from: SortNo, to: SortNo, depth: usize) -> Option<Value> {
        let text = &self.catalogue.sort(sort).text;
        let constant = self.catalogue.find(&format!("(as const {text})"), &[to])?;
        let store = self.catalogue.find("store", &[sort, from, to])?;
        let (How::Eval(constant), How::Eval(store)) = (
            self.catalogue.op(constant).how,
            self.catalogue.op(store).how,
        ) else {
            return None;
        };
        let element = self.nested(to, depth)?;
        let mut array = self.trials.apply(constant, &[element])?;
        for _ in 0..self.rng.below(4) {
            let (index, element) = (self.nested(from, depth)?, self.nested(to, depth)?);
            array = self.trials.apply(store, &[array, index, element])?;
        }
        Some(array)
    }

    fn constructed(&mut self, sort: SortNo, depth: usize) -> Option<Value> {
        let constructors = self.catalogue.constructors(sort);
        let flat = |op: &&super::catalogue::OpNo| self.catalogue.op(**op).arguments.is_empty();
        // The first one of a recursive sort has no arguments.
        let op = match depth {
            0 => constructors.iter().find(flat).or(constructors.first()),
            _ => constructors.get(self.rng.below(constructors.len())),
        };
        let op = self.catalogue.op(*op?);
        let mut arguments = Vec::new();
        for argument in &op.arguments {
            arguments.push(self.nested(argument.sort, depth.saturating_sub(1))?);
        }
        match op.how {
            How::Eval(term) => self.trials.apply(term, &arguments),
            How::Constant(term) => self.trials.value(term),
            _ => None,
        }
    }
}
