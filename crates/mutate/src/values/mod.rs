//! Literals that hurt: the values at which solvers go wrong, by sort, as text.

mod bits;
mod numbers;
mod text;

pub(crate) use numbers::write_number;

use crate::rng::Rng;
use smt::shape::{Shape, all_parts, variable_number};
use smt::{Constructor, Script, SortId};

/// What a literal must be. What does not make sense for a sort is no restriction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// Whatever.
    Any,
    /// Greater than 0; a bit-vector, seen without sign.
    Positive,
    /// At least 0; any bit-vector.
    NonNegative,
    /// Less than 0; a bit-vector, seen with sign.
    Negative,
    /// Not 0.
    NonZero,
    /// Not the empty string, sequence or set.
    NonEmpty,
}

/// What else a literal must be, for the sake of the logic or of the solvers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Manner {
    /// Whether an array that has one element everywhere may be written: cvc5 refuses it unless it
    /// is told otherwise.
    pub arrays: bool,
    /// Whether `-` and `/` may be used: in `QF_S` there are numbers, but none of their operators.
    pub operators: bool,
}

/// How deep literals are nested: sequences of sequences, constructors of constructors.
const DEPTH: u32 = 3;
/// Longest text of a sort that is written behind `as`.
const LONGEST_SORT: usize = 200;

/// Appends a literal of a sort. False if there is none: then nothing is written. There are none of
/// arrays, see `Snippets::literal` for those.
pub fn write_literal(
    script: &Script,
    sort: SortId,
    need: Need,
    rng: &mut Rng,
    out: &mut Vec<u8>,
) -> bool {
    let manner = Manner {
        arrays: false,
        operators: true,
    };
    let shape = Shape::of(script, sort);
    write_shape(script, (sort, shape), need, manner, rng, out)
}

/// The same for a sort whose shape is known. `sort` matters only for those with parts.
pub(crate) fn write_shape(
    script: &Script,
    (sort, shape): (SortId, Shape),
    need: Need,
    manner: Manner,
    rng: &mut Rng,
    out: &mut Vec<u8>,
) -> bool {
    let start = out.len();
    let mut writer = Writer {
        script,
        manner,
        rng,
        out,
    };
    let written = writer.write(sort, shape, need, DEPTH);
    if !written {
        out.truncate(start);
    }
    written
}

struct Writer<'a> {
    script: &'a Script,
    manner: Manner,
    rng: &'a mut Rng,
    out: &'a mut Vec<u8>,
}

impl Writer<'_> {
    fn put(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    /// Recursion ends with `depth`, whatever the sort.
    fn write(&mut self, sort: SortId, shape: Shape, need: Need, depth: u32) -> bool {
        match shape {
            Shape::Bool => {
                let value = self.rng.chance(1, 2);
                self.put(if value { "true" } else { "false" });
            }
            Shape::Int | Shape::Real => {
                let operators = self.manner.operators;
                if need == Need::Negative && !operators {
                    return false;
                }
                match shape {
                    Shape::Int => numbers::write_int(need, operators, self.rng, self.out),
                    _ => numbers::write_real(need, operators, self.rng, self.out),
                }
            }
            Shape::BitVec(width) => bits::write_bit_vector(width, need, self.rng, self.out),
            Shape::Float(exponent, significand) => {
                return bits::write_float(exponent, significand, self.rng, self.out);
            }
            Shape::RoundingMode => {
                let modes = ["RNE", "RNA", "RTP", "RTN", "RTZ"];
                let mode = modes[self.rng.below(modes.len())];
                self.put(mode);
            }
            Shape::String => text::write_string(need, self.rng, self.out),
            Shape::RegLan => text::write_reg_lan(self.rng, self.out),
            Shape::Seq(of) => {
                let empty = need != Need::NonEmpty && self.rng.chance(1, 3);
                if empty || !self.one_of("(seq.unit ", of, depth) {
                    return need != Need::NonEmpty && self.qualified("(as seq.empty ", sort, ")");
                }
            }
            Shape::Set(of) => {
                let empty = need != Need::NonEmpty && self.rng.chance(1, 3);
                if empty || !self.one_of("(set.singleton ", of, depth) {
                    return need != Need::NonEmpty && self.qualified("(as set.empty ", sort, ")");
                }
            }
            Shape::Array(_, to) => {
                // cvc5 wants a value and nothing that has to be computed.
                let outside = self.manner;
                self.manner.operators = false;
                let written = outside.arrays
                    && depth > 0
                    && self.qualified("((as const ", sort, ") ")
                    && self.part(to, depth)
                    && self.close();
                self.manner = outside;
                return written;
            }
            Shape::Field(order) => {
                let value = match self.rng.below(4) {
                    0 => u64::from(need == Need::NonZero || need == Need::Positive),
                    1 => 1,
                    2 => order - 1,
                    _ => 1 + self.rng.below((order - 1) as usize) as u64,
                };
                self.put("(as ff");
                numbers::write_number(u128::from(value), self.out);
                return self.qualified(" ", sort, ")");
            }
            Shape::Datatype(place) => return self.datatype(place as usize, sort, depth),
            Shape::Uninterpreted | Shape::Other => return false,
        }
        true
    }

    fn close(&mut self) -> bool {
        self.put(")");
        true
    }

    fn part(&mut self, sort: SortId, depth: u32) -> bool {
        let shape = Shape::of(self.script, sort);
        self.write(sort, shape, Need::Any, depth - 1)
    }

    /// `(seq.unit x)`, or nothing at all.
    fn one_of(&mut self, open: &str, sort: SortId, depth: u32) -> bool {
        let start = self.out.len();
        self.put(open);
        let written = depth > 0 && self.part(sort, depth) && self.close();
        if !written {
            self.out.truncate(start);
        }
        written
    }

    fn qualified(&mut self, before: &str, sort: SortId, behind: &str) -> bool {
        self.put(before);
        let start = self.out.len();
        let symbols = &self.script.tree.symbols;
        // `write` puts a space before a sort unless it is the first of the text or behind `(`.
        let whole = (self.script.sorts).write(sort, symbols, LONGEST_SORT, self.out);
        debug_assert!(self.out.get(start) != Some(&b' '));
        self.put(behind);
        whole
    }

    fn datatype(&mut self, place: usize, sort: SortId, depth: u32) -> bool {
        let script = self.script;
        let constructors = &script.datatypes[place].constructors;
        if constructors.is_empty() {
            return false;
        }
        let start = self.out.len();
        // From a random one on, the first that works; in the end those without fields only.
        let first = self.rng.below(constructors.len());
        let turns = (constructors[first..].iter()).chain(&constructors[..first]);
        for constructor in turns {
            if self.constructor(constructor, sort, depth) {
                return true;
            }
            self.out.truncate(start);
        }
        false
    }

    fn constructor(&mut self, constructor: &Constructor, sort: SortId, depth: u32) -> bool {
        let script = self.script;
        let fields = script.declarations.parameters(constructor.function);
        if !fields.is_empty() && depth == 0 || !has_own_name(script, constructor) {
            return false;
        }
        if !fields.is_empty() {
            self.put("(");
        }
        self.constructor_name(constructor, sort);
        for &field in fields {
            self.put(" ");
            let Some(field) = field_sort(script, field, sort) else {
                return false;
            };
            if !self.part(field, depth) {
                return false;
            }
        }
        fields.is_empty() || self.close()
    }

    fn constructor_name(&mut self, constructor: &Constructor, sort: SortId) {
        let name = script_name(self.script, constructor);
        if !needs_sort(self.script, constructor) {
            return self.out.extend_from_slice(name);
        }
        self.put("(as ");
        self.out.extend_from_slice(name);
        self.qualified(" ", sort, ")");
    }
}

fn script_name<'a>(script: &'a Script, constructor: &Constructor) -> &'a [u8] {
    let name = script.declarations.name(constructor.function);
    script.tree.symbols.bytes(name)
}

/// Whether no other constructor has this one's name: cvc5 does not always tell them apart.
fn has_own_name(script: &Script, constructor: &Constructor) -> bool {
    let name = script.declarations.name(constructor.function);
    let all = script.datatypes.iter().flat_map(|d| &d.constructors);
    let same = all.filter(|c| script.declarations.name(c.function) == name);
    same.take(2).count() == 1
}

/// Whether the arguments of a constructor do not say which instance of its datatype it makes.
pub(crate) fn needs_sort(script: &Script, constructor: &Constructor) -> bool {
    let fields = script.declarations.parameters(constructor.function);
    let parameters = script.declarations.variables(constructor.function);
    (0..parameters).any(|n| {
        let says = |&field: &SortId| variable_number(script, field) == Some(n);
        !fields.iter().any(says)
    })
}

/// The sort of a field in an instance of a datatype, if it can be told from the field alone: it
/// has no variables, is a variable, or is the datatype itself.
fn field_sort(script: &Script, field: SortId, instance: SortId) -> Option<SortId> {
    if let Some(number) = variable_number(script, field) {
        return script.sorts.arguments(instance).nth(number);
    }
    if all_parts(script, field, |part| {
        variable_number(script, part).is_none()
    }) {
        return Some(field);
    }
    let mut arguments = script.sorts.arguments(field).enumerate();
    let same = script.sorts.name(field) == script.sorts.name(instance)
        && arguments.all(|(place, a)| variable_number(script, a) == Some(place));
    same.then_some(instance)
}

#[cfg(test)]
mod tests;
