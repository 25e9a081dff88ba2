//! What the parameters of a fusion are in one use of it, as text, and what its terms are then.

use super::{Extra, Fusion, X, Y, Z};
use crate::rng::Rng;
use crate::rule::{IndexValues, Op, SortPattern};
use crate::values::{Need, write_literal};
use smt::{Script, SortId};
use std::ops::Range;

/// How many sort variables there are.
const VARIABLES: usize = 4;
/// The widest bit-vectors that are multiplied.
const WIDEST: i64 = 128;

/// One use of a fusion. The same one is used again and again, to allocate once.
#[derive(Debug, Clone, Default)]
pub(super) struct Filling {
    text: Vec<u8>,
    values: Vec<Value>,
    sorts: [Range<usize>; VARIABLES],
    is_real: bool,
    /// The indices of what `?`, `?1`, .. are.
    indices: [[Option<i64>; 2]; VARIABLES],
}

#[derive(Debug, Clone)]
enum Value {
    Text(Range<usize>),
    Number(i64),
}

impl IndexValues for Filling {
    fn parameter(&self, place: usize) -> Option<i64> {
        match self.values.get(place)? {
            Value::Number(number) => Some(*number),
            Value::Text(_) => None,
        }
    }

    fn sort_index(&self, variable: usize, place: usize) -> Option<i64> {
        *self.indices.get(variable)?.get(place)?
    }
}

/// The numbers in a sort: a width, or the bits of a float.
fn numbers(sort: &[u8]) -> impl Iterator<Item = i64> + '_ {
    let words = sort.split(|byte| !byte.is_ascii_digit());
    let words = words.filter(|word| !word.is_empty());
    words.filter_map(|word| std::str::from_utf8(word).ok()?.parse().ok())
}

impl Filling {
    /// Begins with the sorts that `?`, `?1`, .. are, as SMT-LIB writes them, and with the names of `x`,
    /// `y` and `z`.
    pub fn begin(&mut self, sorts: [&[u8]; VARIABLES], names: [&[u8]; 3]) {
        self.text.clear();
        self.values.clear();
        for (place, sort) in sorts.into_iter().enumerate() {
            self.sorts[place] = self.put(sort);
        }
        self.is_real = sorts[0] == b"Real";
        self.indices = sorts.map(|sort| {
            let is_indexed = sort.starts_with(b"(_ ");
            let mut found = numbers(sort).filter(|_| is_indexed);
            [found.next(), found.next()]
        });
        for name in names {
            self.add(name);
        }
    }

    fn put(&mut self, text: &[u8]) -> Range<usize> {
        let start = self.text.len();
        self.text.extend_from_slice(text);
        start..self.text.len()
    }

    fn add(&mut self, text: &[u8]) {
        let range = self.put(text);
        self.values.push(Value::Text(range));
    }

    fn name(&self, place: usize) -> &[u8] {
        match self.values.get(place) {
            Some(Value::Text(range)) => &self.text[range.clone()],
            _ => b"",
        }
    }

    /// Gives the next parameter a name made from its own and that of `z`.
    fn add_name_beside_z(&mut self, name: &str) {
        let start = self.text.len();
        let Some(Value::Text(z)) = self.values.get(Z).cloned() else {
            return;
        };
        self.text.extend_from_within(z);
        self.text.push(b'!');
        self.text.extend_from_slice(name.as_bytes());
        self.values.push(Value::Text(start..self.text.len()));
    }

    /// Appends pieces; false if they cannot be written.
    pub fn write(&self, ops: &[Op], out: &mut Vec<u8>) -> bool {
        for op in ops {
            match op {
                Op::Text(text) => out.extend_from_slice(text.as_bytes()),
                Op::Numeral(text) => {
                    out.extend_from_slice(text.as_bytes());
                    if self.is_real {
                        out.extend_from_slice(b".0");
                    }
                }
                Op::Parameter(place) => match self.values.get(*place) {
                    Some(Value::Text(range)) => out.extend_from_slice(&self.text[range.clone()]),
                    Some(Value::Number(number)) => {
                        out.extend_from_slice(number.to_string().as_bytes());
                    }
                    None => return false,
                },
                Op::Index(index) => match index.value(self) {
                    Some(value) if value >= 0 => {
                        out.extend_from_slice(value.to_string().as_bytes());
                    }
                    _ => return false,
                },
                Op::Sort(SortPattern::Variable(place)) => {
                    out.extend_from_slice(&self.text[self.sorts[*place].clone()]);
                }
                Op::Tester(place) => {
                    out.extend_from_slice(b"(_ is ");
                    out.extend_from_slice(self.name(*place));
                    out.push(b')');
                }
                Op::Sort(_) | Op::Construct { .. } => return false,
            }
        }
        true
    }
}

/// How the parameters of a fusion are filled.
pub(super) trait Fill {
    /// Appends a literal of a sort, or what stands for all of them.
    fn literal(&mut self, name: &str, sort: &SortPattern, need: Need, out: &mut Vec<u8>) -> bool;
    /// Appends an odd bit-vector of that width, or what stands for all of them, and what it is the
    /// inverse of.
    fn odd(&mut self, name: &str, width: i64, inverse_of: Option<&[u8]>, out: &mut Vec<u8>)
    -> bool;
    /// A number from `low` to `high`, both included.
    fn number(&mut self, low: i64, high: i64) -> i64;
}

impl Fusion {
    /// Fills all parameters but `x`, `y` and `z`; false if that cannot be done.
    pub(super) fn fill(&self, filling: &mut Filling, fill: &mut impl Fill) -> bool {
        let mut literal = Vec::new();
        for (extra, name) in self.extras.iter().zip(&self.names) {
            literal.clear();
            let width = filling.indices[0][0].filter(|width| *width <= WIDEST);
            let filled = match extra {
                Extra::Fresh(_) | Extra::Name => {
                    filling.add_name_beside_z(name);
                    continue;
                }
                Extra::Index(low, high) => {
                    let (Some(low), Some(high)) = (low.value(filling), high.value(filling)) else {
                        return false;
                    };
                    if low > high {
                        return false;
                    }
                    let number = fill.number(low, high);
                    filling.values.push(Value::Number(number));
                    continue;
                }
                Extra::Literal(sort, need) => fill.literal(name, sort, *need, &mut literal),
                Extra::Odd => width.is_some_and(|width| fill.odd(name, width, None, &mut literal)),
                Extra::InverseOf(of) => {
                    let of = filling.name(*of);
                    width.is_some_and(|width| fill.odd(name, width, Some(of), &mut literal))
                }
            };
            if !filled {
                return false;
            }
            filling.add(&literal);
        }
        true
    }

    /// Appends commands that declare `z`, its sort if need be, and the constants beside it.
    pub(super) fn write_declarations(&self, filling: &Filling, out: &mut Vec<u8>) -> bool {
        if let Some(constructors) = &self.datatype {
            out.extend_from_slice(b"(declare-datatypes ((");
            let named = filling.write(&self.sort, out);
            out.extend_from_slice(b" 0)) (");
            let written = named && filling.write(constructors, out);
            out.extend_from_slice(b"))\n");
            if !written {
                return false;
            }
        }
        let fresh = self.extras.iter().enumerate();
        let fresh = fresh.filter_map(|(place, extra)| match extra {
            Extra::Fresh(sort) => Some((Z + 1 + place, sort)),
            _ => None,
        });
        fresh.chain([(Z, &self.sort)]).all(|(place, sort)| {
            out.extend_from_slice(b"(declare-fun ");
            out.extend_from_slice(filling.name(place));
            out.extend_from_slice(b" () ");
            let written = filling.write(sort, out);
            out.extend_from_slice(b")\n");
            written
        })
    }

    /// Appends `(= z f)`.
    pub(super) fn write_equation(&self, filling: &Filling, out: &mut Vec<u8>) -> bool {
        out.extend_from_slice(b"(= ");
        out.extend_from_slice(filling.name(Z));
        out.push(b' ');
        let written = filling.write(&self.value.ops, out);
        out.push(b')');
        written
    }

    /// Appends the guard; false if there is none.
    pub(super) fn write_guard(&self, filling: &Filling, out: &mut Vec<u8>) -> bool {
        let guard = self.guard.as_ref();
        guard.is_some_and(|guard| filling.write(&guard.ops, out))
    }

    /// Appends what has the value of `x` or of `y`. If it has it under a guard only, then with `always`
    /// that is asked, so that it has it in any case.
    pub(super) fn write_inverse(
        &self,
        filling: &Filling,
        place: usize,
        always: bool,
        out: &mut Vec<u8>,
    ) -> bool {
        debug_assert!(matches!(place, X | Y));
        let Some(inverse) = &self.inverses[place] else {
            return false;
        };
        if self.guard.is_none() || !always {
            return filling.write(&inverse.ops, out);
        }
        out.extend_from_slice(b"(ite ");
        let guarded = self.write_guard(filling, out);
        out.push(b' ');
        let written = guarded && filling.write(&inverse.ops, out);
        out.push(b' ');
        out.extend_from_slice(filling.name(place));
        out.push(b')');
        written
    }
}

/// Draws what is not given.
pub(super) struct Drawn<'a> {
    pub script: &'a Script,
    pub sorts: [Option<SortId>; VARIABLES],
    pub rng: &'a mut Rng,
}

impl Fill for Drawn<'_> {
    fn literal(&mut self, _: &str, sort: &SortPattern, need: Need, out: &mut Vec<u8>) -> bool {
        let sort = sort.value(self.script, &self.sorts);
        sort.is_some_and(|sort| write_literal(self.script, sort, need, self.rng, out))
    }

    fn odd(&mut self, _: &str, width: i64, inverse_of: Option<&[u8]>, out: &mut Vec<u8>) -> bool {
        let mask = u128::MAX >> (WIDEST - width).clamp(0, WIDEST - 1);
        let value = match inverse_of {
            None => {
                let (high, low) = (self.rng.next_u64(), self.rng.next_u64());
                (u128::from(high) << 64 | u128::from(low) | 1) & mask
            }
            Some(literal) => match read_bits(literal) {
                Some(odd) => inverse(odd) & mask,
                None => return false,
            },
        };
        let width = width as usize;
        out.extend_from_slice(
            match width.is_multiple_of(4) {
                true => format!("#x{value:0w$x}", w = width / 4),
                false => format!("#b{value:0width$b}"),
            }
            .as_bytes(),
        );
        true
    }

    fn number(&mut self, low: i64, high: i64) -> i64 {
        low + self.rng.below((high - low) as usize + 1) as i64
    }
}

fn read_bits(literal: &[u8]) -> Option<u128> {
    let text = std::str::from_utf8(literal).ok()?;
    match text.strip_prefix("#x") {
        Some(digits) => u128::from_str_radix(digits, 16).ok(),
        None => u128::from_str_radix(text.strip_prefix("#b")?, 2).ok(),
    }
}

/// What an odd number times this is 1, in 128 bits: each step doubles the bits that are right, of which
/// the number itself has three.
fn inverse(odd: u128) -> u128 {
    (0..6).fold(odd, |near: u128, _| {
        near.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(near)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_numbers_have_inverses() {
        let mut rng = Rng::new(3, 0);
        for _ in 0..1000 {
            let odd = (u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64())) | 1;
            assert_eq!(odd.wrapping_mul(inverse(odd)), 1);
        }
    }
}
