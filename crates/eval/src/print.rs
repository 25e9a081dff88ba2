//! Values as SMT-LIB writes them.

use crate::domain::{datatype_of, instantiate};
use crate::value::{Closure, Value, Values};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use smt::{Script, SortId};
use std::fmt::Write;

/// Longer values are cut short.
const LIMIT: usize = 4_000;

enum Piece {
    Text(&'static str),
    Value(Value, Option<SortId>),
}

impl Values {
    /// A value of a sort as SMT-LIB writes it, for people: a very long one is cut short.
    pub fn show(&self, script: &Script, value: Value, sort: SortId) -> String {
        let mut out = String::new();
        let mut todo = vec![Piece::Value(value, Some(sort))];
        while let Some(piece) = todo.pop() {
            if out.len() > LIMIT {
                out.push('…');
                break;
            }
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Value(value, sort) => self.write(script, value, sort, &mut out, &mut todo),
            }
        }
        out
    }

    fn write(
        &self,
        script: &Script,
        value: Value,
        sort: Option<SortId>,
        out: &mut String,
        todo: &mut Vec<Piece>,
    ) {
        let shown = |sort: Option<SortId>| sort.map_or("_".to_owned(), |s| script.show_sort(s));
        let part = |place: usize| sort.and_then(|s| script.sorts.arguments(s).nth(place));
        match value {
            Value::Bool(b) => out.push_str(if b { "true" } else { "false" }),
            Value::Int(_) | Value::BigInt(_) => {
                let number = self.to_int(value).unwrap_or_default();
                out.push_str(&signed(&number, ""));
            }
            Value::Real { .. } | Value::BigReal(_) => {
                let number = self.to_rational(value).unwrap_or_else(BigRational::zero);
                match number.denom().is_one() {
                    true => out.push_str(&signed(number.numer(), ".0")),
                    false => {
                        let (n, d) = (signed(number.numer(), ".0"), number.denom());
                        let _ = write!(out, "(/ {n} {d}.0)");
                    }
                }
            }
            Value::Algebraic(_) => self.write_algebraic(value, out),
            Value::BitVec { .. } | Value::WideBitVec(_) => {
                let (width, bits) = self.to_bits(value).unwrap_or_default();
                match width % 4 {
                    0 => {
                        let digits = width as usize / 4;
                        let _ = write!(out, "#x{bits:0>digits$x}");
                    }
                    _ => {
                        let digits = width as usize;
                        let _ = write!(out, "#b{bits:0>digits$b}");
                    }
                }
            }
            Value::Field(_) => {
                if let Some((order, number)) = self.to_field(value) {
                    let _ = write!(out, "#f{number}m{order}");
                }
            }
            Value::Char(code) => {
                let _ = write!(out, "(_ char #x{code:X})");
            }
            Value::RoundingMode(_) | Value::Float(_) => crate::ops::float::write(self, value, out),
            Value::String(_) | Value::RegLan(_) => crate::ops::strings::write(self, value, out),
            Value::Seq(_) | Value::Tuple(_) | Value::Set(_) => {
                let items = self.items(value).unwrap_or_default();
                let (single, join, empty) = match value {
                    Value::Seq(_) => ("(seq.unit ", "(seq.++", "seq.empty"),
                    Value::Set(_) => ("(set.singleton ", "(set.union", "set.empty"),
                    _ => ("", "(tuple", "tuple.unit"),
                };
                if items.is_empty() {
                    let _ = match value {
                        Value::Tuple(_) => write!(out, "{empty}"),
                        _ => write!(out, "(as {empty} {})", shown(sort)),
                    };
                    return;
                }
                let several = items.len() > 1 || matches!(value, Value::Tuple(_));
                if several {
                    todo.push(Piece::Text(")"));
                }
                for (place, &item) in items.iter().enumerate().rev() {
                    if !single.is_empty() {
                        todo.push(Piece::Text(")"));
                    }
                    let inner = match value {
                        Value::Tuple(_) => part(place),
                        _ => part(0),
                    };
                    todo.push(Piece::Value(item, inner));
                    todo.push(Piece::Text(single));
                    if several {
                        todo.push(Piece::Text(" "));
                    }
                }
                if several {
                    out.push_str(join);
                }
            }
            Value::Bag(_) => {
                let _ = write!(out, "(as bag.empty {})", shown(sort));
                out.clear();
                out.push_str("(bag.union_disjoint");
                todo.push(Piece::Text(")"));
                for &(item, count) in self.to_bag(value).unwrap_or_default().iter().rev() {
                    todo.push(Piece::Text(")"));
                    todo.push(Piece::Value(Value::Int(count as i64), Some(SortId::INT)));
                    todo.push(Piece::Text(" "));
                    todo.push(Piece::Value(item, part(0)));
                    todo.push(Piece::Text(" (bag "));
                }
            }
            Value::Datatype(_) => self.write_datatype(script, value, sort, out, todo),
            Value::Array(_) => {
                let Some(array) = self.to_array(value) else {
                    return;
                };
                let element = sort.and_then(|s| script.sorts.arguments(s).last());
                for &(index, stored) in array.stores.iter().rev() {
                    todo.push(Piece::Text(")"));
                    todo.push(Piece::Value(stored, element));
                    todo.push(Piece::Text(" "));
                    todo.push(Piece::Value(index, part(0)));
                    todo.push(Piece::Text(" "));
                }
                // Stores are written from the inside out, so what was pushed is turned around.
                let stores = array.stores.len();
                let tail = todo.split_off(todo.len() - 5 * stores);
                for chunk in tail.chunks(5) {
                    todo.extend(chunk.iter().map(|piece| match piece {
                        Piece::Text(text) => Piece::Text(text),
                        Piece::Value(value, sort) => Piece::Value(*value, *sort),
                    }));
                }
                todo.push(Piece::Text(")"));
                todo.push(Piece::Value(array.default, element));
                for _ in 0..stores {
                    out.push_str("(store ");
                }
                let _ = write!(out, "((as const {}) ", shown(sort));
            }
            Value::Function(_) => match self.to_closure(value) {
                Some(Closure::Declared(function)) => {
                    let name = script
                        .tree
                        .symbols
                        .name(script.declarations.name(*function));
                    let _ = write!(out, "(_ as-array {name})");
                }
                Some(Closure::Lambda { term, .. }) => out.push_str(&script.show_term(*term)),
                _ => out.push_str("(a function)"),
            },
            Value::Element(_) => {
                if let Some((sort, name)) = self.to_element(value) {
                    let name = String::from_utf8_lossy(name);
                    let _ = write!(out, "(as {name} {})", script.show_sort(sort));
                }
            }
            Value::Other => out.push_str("(some other value)"),
        }
    }

    fn write_datatype(
        &self,
        script: &Script,
        value: Value,
        sort: Option<SortId>,
        out: &mut String,
        todo: &mut Vec<Piece>,
    ) {
        let Some(constructed) = self.to_datatype(value) else {
            return;
        };
        let constructor = constructed.constructor;
        let name = script
            .tree
            .symbols
            .name(script.declarations.name(constructor));
        if constructed.arguments.is_empty() {
            match sort {
                Some(sort) if script.declarations.variables(constructor) > 0 => {
                    let _ = write!(out, "(as {name} {})", script.show_sort(sort));
                }
                _ => out.push_str(&name),
            }
            return;
        }
        let _ = write!(out, "({name}");
        todo.push(Piece::Text(")"));
        let generic = sort.and_then(|s| datatype_of(script, s)).map(|d| d.sort);
        let sorts = script.declarations.parameters(constructor);
        for (&argument, &field) in constructed.arguments.iter().zip(sorts).rev() {
            let field = match (generic, sort) {
                (Some(generic), Some(sort)) => instantiate(script, field, generic, sort),
                _ => None,
            };
            todo.push(Piece::Value(argument, field));
            todo.push(Piece::Text(" "));
        }
    }

    /// z3's way, because it is exact.
    fn write_algebraic(&self, value: Value, out: &mut String) {
        let root = self.to_algebraic(value).and_then(|a| a.as_nth_root());
        let Some((polynomial, index)) = root else {
            return;
        };
        out.push_str("(root-obj (+");
        for (power, c) in polynomial.coefficients().iter().enumerate().rev() {
            if c.is_zero() {
                continue;
            }
            let c = signed(c, "");
            let _ = match power {
                0 => write!(out, " {c}"),
                1 => write!(out, " (* {c} x)"),
                _ => write!(out, " (* {c} (^ x {power}))"),
            };
        }
        let _ = write!(out, ") {index})");
    }
}

/// `5`, `(- 5)`, `(- 5.0)`.
fn signed(number: &BigInt, tail: &str) -> String {
    match number.is_negative() {
        true => format!("(- {}{tail})", number.magnitude()),
        false => format!("{number}{tail}"),
    }
}
