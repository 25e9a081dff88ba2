//! Strings and regular languages, by [`crate::strings`] and [`crate::regex`]. What strings share
//! with other sequences is in [`super::sequences`].

use super::{Context, Line, chain, ints::integer, mismatch};
use crate::outcome::{Computed, Fault};
use crate::regex::RegexId;
use crate::sequence::OutOfBudget;
use crate::strings::{self, Str, literal};
use crate::value::{Value, Values};
use num_traits::ToPrimitive;
use smt::SortId;

pub(crate) const OPERATORS: &[Line] = &[
    ("char", |c, _| {
        let index = *c.indices().first().ok_or_else(mismatch)?;
        let text = c.script.tree.symbols.name(index);
        let digits = text.strip_prefix("#x").ok_or_else(mismatch)?;
        let string = literal::char_constant(digits).ok_or_else(mismatch)?;
        Ok(c.values.string(string))
    }),
    ("str.<", |c, a| {
        chain(c, a, |c, x, y| {
            let (x, y) = (string(c, &[x], 0)?, string(c, &[y], 0)?);
            Ok(strings::less(&x, &y, c.strings)?)
        })
    }),
    ("str.<=", |c, a| {
        chain(c, a, |c, x, y| {
            let (x, y) = (string(c, &[x], 0)?, string(c, &[y], 0)?);
            Ok(strings::less_or_equal(&x, &y, c.strings)?)
        })
    }),
    ("str.is_digit", |c, a| {
        Ok(Value::Bool(strings::is_digit(&string(c, a, 0)?)))
    }),
    ("str.to_code", to_code),
    ("str.code", to_code),
    ("str.from_code", from_code),
    ("str.from-code", from_code),
    ("str.unit", from_code),
    ("str.to_int", to_int),
    ("str.to.int", to_int),
    ("str.to-int", to_int),
    ("str.from_int", from_int),
    ("str.from-int", from_int),
    ("int.to.str", from_int),
    ("str.from_ubv", |c, a| {
        let (_, bits) = super::bitvectors::bits(c, a, 0)?;
        let text = strings::from_int(&bits.into(), c.strings)?;
        Ok(c.values.string(text))
    }),
    ("str.to_lower", |c, a| {
        let text = strings::to_lower(&string(c, a, 0)?, c.strings)?;
        Ok(c.values.string(text))
    }),
    ("str.tolower", |c, a| {
        let text = strings::to_lower(&string(c, a, 0)?, c.strings)?;
        Ok(c.values.string(text))
    }),
    ("str.to_upper", |c, a| {
        let text = strings::to_upper(&string(c, a, 0)?, c.strings)?;
        Ok(c.values.string(text))
    }),
    ("str.toupper", |c, a| {
        let text = strings::to_upper(&string(c, a, 0)?, c.strings)?;
        Ok(c.values.string(text))
    }),
    ("str.to_re", to_re),
    ("str.to.re", to_re),
    ("str.to-re", to_re),
    ("seq.to.re", to_re),
    ("seq.to_re", to_re),
    ("str.in_re", in_re),
    ("str.in.re", in_re),
    ("str.in-re", in_re),
    ("seq.in.re", in_re),
    ("seq.in_re", in_re),
    ("re.none", |c, _| constant(c, RegexId::NONE)),
    ("re.nostr", |c, _| constant(c, RegexId::NONE)),
    ("re.empty", |c, _| constant(c, RegexId::NONE)),
    ("re.all", |c, _| constant(c, RegexId::ALL)),
    ("re.full", |c, _| constant(c, RegexId::ALL)),
    ("re.allchar", |c, _| constant(c, RegexId::ALL_CHAR)),
    ("re.++", |c, a| {
        let parts = regexes(c, a)?;
        let regex = c.values.regexes.concat(&parts);
        Ok(c.values.reg_lan(regex))
    }),
    ("re.union", |c, a| {
        let parts = regexes(c, a)?;
        let regex = c.values.regexes.union(&parts);
        Ok(c.values.reg_lan(regex))
    }),
    ("re.inter", |c, a| {
        let parts = regexes(c, a)?;
        let regex = c.values.regexes.inter(&parts);
        Ok(c.values.reg_lan(regex))
    }),
    ("re.diff", |c, a| match regexes(c, a)?.split_first() {
        Some((&first, others)) => {
            let regex = c.values.regexes.difference(first, others);
            Ok(c.values.reg_lan(regex))
        }
        None => Err(mismatch()),
    }),
    ("re.*", |c, a| repeat(c, a, 0, None)),
    ("re.+", |c, a| repeat(c, a, 1, None)),
    ("re.opt", |c, a| repeat(c, a, 0, Some(1))),
    ("re.comp", complement),
    ("re.complement", complement),
    ("re.range", |c, a| {
        let (first, last) = (string(c, a, 0)?, string(c, a, 1)?);
        let regex = c.values.regexes.range(&first, &last);
        Ok(c.values.reg_lan(regex))
    }),
    ("re.^", |c, a| {
        let times = bound(c, a, 0)?.ok_or_else(mismatch)?;
        repeat(c, a, times, Some(times))
    }),
    ("re.loop", |c, a| {
        let least = bound(c, a, 0)?.ok_or_else(mismatch)?;
        let most = bound(c, a, 1)?;
        repeat(c, a, least, most)
    }),
    ("str.replace_re", |c, a| replace_re(c, a, false)),
    ("seq.replace_re", |c, a| replace_re(c, a, false)),
    ("str.replace_re_all", |c, a| replace_re(c, a, true)),
    ("seq.replace_re_all", |c, a| replace_re(c, a, true)),
    ("str.indexof_re", |c, a| {
        let (text, from) = (string(c, a, 0)?, integer(c, a, 2)?);
        let regex = regex(c, a, 1)?;
        let at = c.values.regexes.index_of(&text, regex, &from, c.strings)?;
        Ok(c.values.int(at))
    }),
    ("Char", |c, _| {
        let code = u32::try_from(c.index(0)?).map_err(|_| mismatch())?;
        let point = strings::CodePoint::new(code).ok_or_else(mismatch)?;
        Ok(Value::Char(point.code()))
    }),
    ("char.<=", |_, a| match *a {
        [Value::Char(x), Value::Char(y)] => Ok(Value::Bool(x <= y)),
        _ => Err(mismatch()),
    }),
    ("char.to_int", |_, a| match *a {
        [Value::Char(x)] => Ok(Value::Int(x.into())),
        _ => Err(mismatch()),
    }),
    ("char.is_digit", |_, a| match *a {
        [Value::Char(x)] => Ok(Value::Bool((0x30..=0x39).contains(&x))),
        _ => Err(mismatch()),
    }),
    ("char.to_bv", |_, a| match *a {
        [Value::Char(x)] => Ok(Value::BitVec {
            width: 18,
            bits: x.into(),
        }),
        _ => Err(mismatch()),
    }),
];

impl From<OutOfBudget> for Fault {
    fn from(_: OutOfBudget) -> Self {
        Fault::OutOfBudget
    }
}

pub(crate) fn string(c: &Context<'_>, a: &[Value], place: usize) -> Result<Str, Fault> {
    let value = *a.get(place).ok_or_else(mismatch)?;
    c.values.to_string(value).cloned().ok_or_else(mismatch)
}

fn regex(c: &Context<'_>, a: &[Value], place: usize) -> Result<RegexId, Fault> {
    let value = *a.get(place).ok_or_else(mismatch)?;
    c.values.to_reg_lan(value).ok_or_else(mismatch)
}

fn regexes(c: &Context<'_>, a: &[Value]) -> Result<Vec<RegexId>, Fault> {
    (0..a.len()).map(|place| regex(c, a, place)).collect()
}

/// Languages of other sequences than strings are not known here.
fn constant(c: &mut Context<'_>, regex: RegexId) -> Computed {
    match c.sort() == SortId::REG_LAN {
        true => Ok(c.values.reg_lan(regex)),
        false => Err(mismatch()),
    }
}

fn to_code(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let code = strings::to_code(&string(c, a, 0)?);
    Ok(c.values.int(code))
}

fn from_code(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let text = strings::from_code(&integer(c, a, 0)?);
    Ok(c.values.string(text))
}

fn to_int(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let number = strings::to_int(&string(c, a, 0)?, c.strings)?;
    Ok(c.values.int(number))
}

fn from_int(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let text = strings::from_int(&integer(c, a, 0)?, c.strings)?;
    Ok(c.values.string(text))
}

fn to_re(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let text = string(c, a, 0)?;
    let regex = c.values.regexes.literal(&text, c.strings)?;
    Ok(c.values.reg_lan(regex))
}

fn in_re(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let (text, regex) = (string(c, a, 0)?, regex(c, a, 1)?);
    let inside = c.values.regexes.matches(regex, &text, c.strings)?;
    Ok(Value::Bool(inside))
}

fn complement(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let regex = regex(c, a, 0)?;
    let regex = c.values.regexes.complement(regex);
    Ok(c.values.reg_lan(regex))
}

fn repeat(c: &mut Context<'_>, a: &[Value], least: u64, most: Option<u64>) -> Computed {
    let regex = regex(c, a, 0)?;
    let regex = c.values.regexes.repeat(regex, least, most);
    Ok(c.values.reg_lan(regex))
}

/// A bound of a loop: an index, or an argument behind the expression.
fn bound(c: &Context<'_>, a: &[Value], place: usize) -> Result<Option<u64>, Fault> {
    if !c.indices().is_empty() {
        return match place < c.indices().len() {
            true => c.index(place).map(Some),
            false => Ok(None),
        };
    }
    if place + 1 >= a.len() {
        return Ok(None);
    }
    let number = integer(c, a, place + 1)?;
    number.to_u64().map(Some).ok_or_else(mismatch)
}

fn replace_re(c: &mut Context<'_>, a: &[Value], all: bool) -> Computed {
    let (text, by) = (string(c, a, 0)?, string(c, a, 2)?);
    let regex = regex(c, a, 1)?;
    let result = match all {
        true => c.values.regexes.replace_all(&text, regex, &by, c.strings)?,
        false => c.values.regexes.replace(&text, regex, &by, c.strings)?,
    };
    Ok(c.values.string(result))
}

/// The string of a literal as it is written.
pub(crate) fn read(values: &mut Values, spelling: &[u8]) -> Option<Value> {
    let text = std::str::from_utf8(spelling).ok()?;
    let body = literal::unquote(text)?;
    let string = literal::read_leniently(&body).ok()?;
    Some(values.string(string))
}

/// A string or a language for people.
pub(crate) fn write(values: &Values, value: Value, out: &mut String) {
    match values.to_string(value) {
        Some(string) => out.push_str(&literal::write(string)),
        None => out.push_str("(a regular language)"),
    }
}
