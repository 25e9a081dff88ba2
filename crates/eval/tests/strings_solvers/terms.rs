//! Random terms with their values. The text and the value are made side by side, so no parser of
//! ours stands between them.

use eval::regex::Regexes;
use eval::sequence::{Budget, Sequence};
use eval::strings::{self, CodePoint, Str, literal, verbatim};
use num_bigint::{BigInt, Sign};
use std::fmt::{self, Display, Formatter};

mod regexes;
mod sequences;

/// A value of a term.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Bool(bool),
    Int(BigInt),
    Str(Str),
    Seq(Sequence<i64>),
}

impl Value {
    pub fn sort(&self) -> &'static str {
        match self {
            Value::Bool(_) => "Bool",
            Value::Int(_) => "Int",
            Value::Str(_) => "String",
            Value::Seq(_) => "(Seq Int)",
        }
    }

    pub fn text(&self) -> String {
        match self {
            Value::Bool(value) => value.to_string(),
            Value::Int(value) => integer_text(value),
            Value::Str(value) => literal::write(value),
            Value::Seq(value) => sequence_text(value),
        }
    }
}

fn integer_text(value: &BigInt) -> String {
    match value.sign() {
        Sign::Minus => format!("(- {})", -value),
        _ => value.to_string(),
    }
}

fn sequence_text(elements: &[i64]) -> String {
    let units: Vec<String> = elements
        .iter()
        .map(|element| format!("(seq.unit {element})"))
        .collect();
    match &*units {
        [] => "(as seq.empty (Seq Int))".to_owned(),
        [unit] => unit.clone(),
        units => format!("(seq.++ {})", units.join(" ")),
    }
}

/// A term and its value.
#[derive(Debug, Clone)]
pub struct Term {
    pub text: String,
    pub value: Value,
}

impl Display for Term {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n  here {}", self.text, self.value.text())
    }
}

/// What terms are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Strings without regular expressions.
    Strings,
    /// `str.in_re`.
    Membership,
    /// `str.replace_re`, `str.replace_re_all`.
    Matches,
    /// `=` of regular expressions.
    Equality,
    /// Sequences of integers.
    Sequences,
    /// Operators of z3.
    Z3,
    /// Operators of cvc5.
    Cvc5,
}

/// Something with its text.
type Said<T> = (String, T);

/// Makes terms.
pub struct Generator {
    kind: Kind,
    state: u64,
    regexes: Regexes,
}

fn budget() -> Budget {
    Budget::new(10_000_000, 100_000)
}

impl Generator {
    pub fn new(kind: Kind, number: u64) -> Self {
        let seed = (kind as u64) << 32 ^ number;
        let state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x1234_5678_9ABC_DEF1;
        Self {
            kind,
            state,
            regexes: Regexes::new(),
        }
    }

    fn below(&mut self, end: usize) -> usize {
        self.state = self
            .state
            .wrapping_mul(0x5851_F42D_4C95_7F2D)
            .wrapping_add(0x1405_7B7E_F767_814F);
        ((self.state >> 33) as usize) % end
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }

    /// Some term of the kind.
    pub fn term(&mut self) -> Term {
        let (text, value) = match self.kind {
            Kind::Strings => match self.below(3) {
                0 => self.string_operation(),
                1 => self.integer_operation(),
                _ => self.bool_operation(),
            },
            Kind::Membership => self.membership(),
            Kind::Matches => self.replacement(),
            Kind::Equality => self.equality(),
            Kind::Sequences => self.sequence_operation(),
            Kind::Z3 => self.z3_operation(),
            Kind::Cvc5 => self.cvc5_operation(),
        };
        Term { text, value }
    }

    /// A character: mostly one of a few, so that things occur in others.
    fn character(&mut self) -> CodePoint {
        let code = match self.below(20) {
            0..=12 => self.pick(&[0x61, 0x62, 0x61, 0x62, 0x30, 0x31]),
            13..=16 => self.pick(&[0x39, 0x41, 0x5A, 0x7A, 0x20, 0x7E, 0x2D]),
            17 => self.pick(&[0x22, 0x5C, 0x75, 0x7B, 0x7D]),
            _ => self.pick(&[
                0, 9, 10, 0x7F, 0x80, 0xFF, 0x100, 0xD800, 0xFFFF, 0x10000, 0x2FFFF,
            ]),
        };
        CodePoint::new(code).unwrap()
    }

    fn string_value(&mut self) -> Str {
        let length = self.pick(&[0, 0, 1, 1, 1, 2, 2, 3, 4, 5, 8]);
        match self.below(8) {
            // Numbers.
            0 => (0..length)
                .map(|_| CodePoint::of_byte(b'0' + self.below(10) as u8))
                .collect(),
            _ => (0..length).map(|_| self.character()).collect(),
        }
    }

    /// A literal, now and then one made of pieces of escapes.
    fn literal(&mut self) -> Said<Str> {
        if self.below(12) > 0 {
            let value = self.string_value();
            return (literal::write(&value), value);
        }
        let pieces = [
            "\\", "\\u", "\\u{", "{", "}", "u", "4", "0041", "3", "02fFF", "F", "\"", "x41",
        ];
        let body: String = (0..self.below(7)).map(|_| self.pick(&pieces)).collect();
        let value = literal::read(&body).unwrap();
        (format!("\"{}\"", body.replace('"', "\"\"")), value)
    }

    /// A string, itself a term now and then.
    fn string(&mut self) -> Said<Str> {
        match self.below(6) {
            0 => match self.string_operation() {
                (text, Value::Str(value)) => (text, value),
                _ => unreachable!(),
            },
            _ => self.literal(),
        }
    }

    /// A part of a string, or something else.
    fn part_of(&mut self, whole: &Str) -> Said<Str> {
        if self.below(3) == 0 || whole.is_empty() {
            return self.string();
        }
        let start = self.below(whole.len());
        let end = start + 1 + self.below((whole.len() - start).min(3));
        let value = Str::from(whole[start..end].to_vec());
        (literal::write(&value), value)
    }

    fn integer(&mut self) -> Said<BigInt> {
        let value: BigInt = match self.below(24) {
            0..=17 => (self.below(9) as i64 - 2).into(),
            18 => self
                .pick(&[65, 0x7F, 0xD800, 196_607, 196_608, 196_609])
                .into(),
            19 => self
                .pick(&[i64::from(i32::MAX), i64::from(u32::MAX), i64::MAX, i64::MIN])
                .into(),
            20 => BigInt::from(u64::MAX).pow(self.below(4) as u32 + 1),
            21 => -BigInt::from(u64::MAX).pow(2),
            _ => match self.integer_operation() {
                (text, Value::Int(value)) => return (text, value),
                _ => unreachable!(),
            },
        };
        (integer_text(&value), value)
    }

    fn string_operation(&mut self) -> Said<Value> {
        let b = &mut budget();
        let (text, value) = match self.below(8) {
            0 => {
                let parts: Vec<_> = (0..2 + self.below(3)).map(|_| self.string()).collect();
                let texts: Vec<String> = parts.iter().map(|part| part.0.clone()).collect();
                let values: Vec<Str> = parts.iter().map(|part| part.1.clone()).collect();
                (
                    format!("(str.++ {})", texts.join(" ")),
                    Str::concat(&values, b),
                )
            }
            1 => {
                let ((s, string), (i, index)) = (self.string(), self.integer());
                (format!("(str.at {s} {i})"), Ok(string.at(&index)))
            }
            2 => {
                let ((s, string), (i, index), (n, length)) =
                    (self.string(), self.integer(), self.integer());
                (
                    format!("(str.substr {s} {i} {n})"),
                    string.extract(&index, &length, b),
                )
            }
            3 => {
                let (s, string) = self.string();
                let ((t, part), (u, by)) = (self.part_of(&string), self.string());
                (
                    format!("(str.replace {s} {t} {u})"),
                    string.replace(&part, &by, b),
                )
            }
            4 => {
                let (s, string) = self.string();
                let ((t, part), (u, by)) = (self.part_of(&string), self.string());
                (
                    format!("(str.replace_all {s} {t} {u})"),
                    string.replace_all(&part, &by, b),
                )
            }
            5 => {
                let (i, code) = self.integer();
                (
                    format!("(str.from_code {i})"),
                    Ok(strings::from_code(&code)),
                )
            }
            6 => {
                let (i, number) = self.integer();
                (format!("(str.from_int {i})"), strings::from_int(&number, b))
            }
            _ => {
                let point = self.character();
                let code = match point.code() > 0xFFFF {
                    true => format!("{:x}", point.code()),
                    false => format!("{:0>1$X}", point.code(), self.below(6)),
                };
                (format!("(_ char #x{code})"), Ok(Str::unit(point)))
            }
        };
        (text, Value::Str(value.unwrap()))
    }

    fn integer_operation(&mut self) -> Said<Value> {
        let b = &mut budget();
        let (s, string) = self.string();
        let (text, value) = match self.below(4) {
            0 => (format!("(str.len {s})"), Ok(string.length())),
            1 => (format!("(str.to_code {s})"), Ok(strings::to_code(&string))),
            2 => (format!("(str.to_int {s})"), strings::to_int(&string, b)),
            _ => {
                let ((t, part), (i, from)) = (self.part_of(&string), self.integer());
                (
                    format!("(str.indexof {s} {t} {i})"),
                    string.index_of(&part, &from, b),
                )
            }
        };
        (text, Value::Int(value.unwrap()))
    }

    fn bool_operation(&mut self) -> Said<Value> {
        let b = &mut budget();
        let (s, string) = self.string();
        let (t, other) = self.part_of(&string);
        let (text, value) = match self.below(7) {
            0 => (
                format!("(str.< {s} {t})"),
                strings::less(&string, &other, b),
            ),
            1 => (
                format!("(str.<= {s} {t})"),
                strings::less_or_equal(&string, &other, b),
            ),
            2 => (
                format!("(str.prefixof {t} {s})"),
                other.is_prefix_of(&string, b),
            ),
            3 => (
                format!("(str.suffixof {t} {s})"),
                other.is_suffix_of(&string, b),
            ),
            4 => (
                format!("(str.contains {s} {t})"),
                string.contains_sequence(&other, b),
            ),
            5 => (
                format!("(str.is_digit {s})"),
                Ok(strings::is_digit(&string)),
            ),
            _ => (format!("(= {s} {t})"), Ok(string == other)),
        };
        (text, Value::Bool(value.unwrap()))
    }
}

/// A string as text, for regular expressions over few letters.
fn quoted(text: &str) -> Said<Str> {
    let value = verbatim(text).unwrap();
    (literal::write(&value), value)
}
