//! Assignments that are drawn: values of every sort, alone and made from one another.

use super::scalars;
use crate::Rng;
use eval::{Trials, Value, Values};
use smt::Shape;
use smt::{Script, SortId};

/// How deep values are nested.
const DEPTH: u32 = 4;
/// The longest sequence that is drawn.
const LONGEST: usize = 4;

/// Draws assignments.
pub struct Drawer<'s> {
    script: &'s Script,
    rng: Rng,
    /// Whether only a few small values are drawn at present, so that they meet.
    is_plain: bool,
    shapes: Vec<(SortId, Shape)>,
    languages: Vec<Value>,
}

impl<'s> Drawer<'s> {
    /// For the constants of the trials; the languages are what those of sort `RegLan` may be.
    pub fn new(trials: &Trials<'s>, rng: Rng, languages: Vec<Value>) -> Self {
        let script = trials.script();
        let sorts = trials.constants().iter().map(|constant| constant.sort);
        Self {
            script,
            rng,
            is_plain: true,
            shapes: sorts.map(|sort| (sort, Shape::of(script, sort))).collect(),
            languages,
        }
    }

    /// Draws a value for each constant; if there is none, says of which sort.
    pub fn assignment(
        &mut self,
        trials: &mut Trials<'_>,
        assignment: &mut Vec<Value>,
    ) -> Option<String> {
        self.is_plain = self.rng.chance(1, 2);
        assignment.clear();
        for place in 0..self.shapes.len() {
            let (sort, shape) = *self.shapes.get(place)?;
            let alike: Option<Value> = match self.rng.chance(2, 5) {
                true => self.earlier(sort, assignment),
                false => None,
            };
            let value = match alike {
                Some(value) => {
                    let other = self.earlier(sort, assignment).unwrap_or(value);
                    self.near(trials, (sort, shape), value, other)
                }
                None => self.value(trials, (sort, shape), DEPTH),
            };
            match value {
                Some(value) => assignment.push(value),
                None => return Some(self.script.show_sort(sort)),
            }
        }
        None
    }

    /// The value of a constant of a sort that has one already.
    fn earlier(&mut self, sort: SortId, assignment: &[Value]) -> Option<Value> {
        let same = |(shape, _): &(&(SortId, Shape), &Value)| shape.0 == sort;
        let earlier = || self.shapes.iter().zip(assignment).filter(same);
        let place = self.rng.clone().below(earlier().count());
        let found = earlier().nth(place).map(|(_, value)| *value);
        self.rng.next_u64();
        found
    }

    /// A value that has something to do with two others of its sort.
    fn near(
        &mut self,
        trials: &mut Trials<'_>,
        (sort, shape): (SortId, Shape),
        value: Value,
        other: Value,
    ) -> Option<Value> {
        if self.rng.chance(1, 2) {
            return Some(value);
        }
        let rng = &mut self.rng;
        let values = trials.values();
        match shape {
            Shape::Int => Some(scalars::near_int(values, rng, value, other)),
            Shape::Real => Some(scalars::near_real(values, rng, value, other)),
            Shape::BitVec(_) => Some(scalars::near_bits(values, rng, value, other)),
            Shape::Float(..) => Some(scalars::near_float(values, rng, value)),
            Shape::String => scalars::near_string(values, rng, value, other),
            Shape::Seq(_) => {
                let items = values.items(value)?.to_vec();
                let others = values.items(other)?.to_vec();
                let near = scalars::near_list(rng, &items, &others);
                Some(values.seq(near))
            }
            Shape::Set(of) => {
                let mut items = values.items(value)?.to_vec();
                match rng.below(3) {
                    0 => items.extend(values.items(other)?),
                    1 => {
                        let gone = rng.below(items.len());
                        items.truncate(gone);
                    }
                    _ => {
                        let shape = Shape::of(self.script, of);
                        items.push(self.value(trials, (of, shape), DEPTH - 1)?);
                    }
                }
                Some(trials.values().set(items))
            }
            Shape::Array(from, to) => {
                let stores = trials.values().to_array(value)?;
                let (default, mut stores) = (stores.default, stores.stores.to_vec());
                let (index, element) = (Shape::of(self.script, from), Shape::of(self.script, to));
                stores.push((
                    self.value(trials, (from, index), DEPTH - 1)?,
                    self.value(trials, (to, element), DEPTH - 1)?,
                ));
                Some(array(trials, from, default, stores))
            }
            _ => self.value(trials, (sort, shape), DEPTH),
        }
    }

    /// Any value. The recursion ends with `depth`.
    fn value(
        &mut self,
        trials: &mut Trials<'_>,
        (sort, shape): (SortId, Shape),
        depth: u32,
    ) -> Option<Value> {
        let (rng, is_plain) = (&mut self.rng, self.is_plain);
        let values: &mut Values = trials.values();
        Some(match shape {
            Shape::Bool => Value::Bool(rng.chance(1, 2)),
            Shape::Int => scalars::int(values, rng, is_plain),
            Shape::Real => scalars::real(values, rng, is_plain),
            Shape::BitVec(width) => scalars::bits(values, rng, width),
            Shape::Float(exponent, significand) => {
                scalars::float(values, rng, exponent, significand)?
            }
            Shape::RoundingMode => Value::RoundingMode(rng.below(5) as u8),
            Shape::String => scalars::string(values, rng, is_plain)?,
            Shape::RegLan => *rng.pick(&self.languages)?,
            Shape::Uninterpreted => {
                let name = [b'@', b'0' + rng.below(4) as u8];
                values.element(sort, &name)
            }
            Shape::Seq(of) => {
                let items = self.few(trials, of, depth)?;
                trials.values().seq(items)
            }
            Shape::Set(of) => {
                let items = self.few(trials, of, depth)?;
                trials.values().set(items)
            }
            Shape::Array(from, to) => {
                let element = Shape::of(self.script, to);
                let default = self.value(trials, (to, element), depth.checked_sub(1)?)?;
                let indices = self.few(trials, from, depth)?;
                let mut stores = Vec::new();
                for index in indices {
                    stores.push((index, self.value(trials, (to, element), depth - 1)?));
                }
                array(trials, from, default, stores)
            }
            Shape::Datatype(place) => self.constructed(trials, place as usize, depth)?,
            Shape::Field(_) | Shape::Other => return None,
        })
    }

    /// A few values of a sort.
    fn few(&mut self, trials: &mut Trials<'_>, sort: SortId, depth: u32) -> Option<Vec<Value>> {
        let shape = Shape::of(self.script, sort);
        let count = self.rng.below(LONGEST);
        let depth = depth.checked_sub(1)?;
        (0..count)
            .map(|_| self.value(trials, (sort, shape), depth))
            .collect()
    }

    /// A value of a datatype, in the end one without fields.
    fn constructed(&mut self, trials: &mut Trials<'_>, place: usize, depth: u32) -> Option<Value> {
        let script = self.script;
        let constructors = &script.datatypes.get(place)?.constructors;
        let first = self.rng.below(constructors.len());
        let turns = constructors.iter().cycle().skip(first);
        for constructor in turns.take(constructors.len()) {
            if depth == 0 && !constructor.selectors.is_empty() {
                continue;
            }
            let mut fields = Vec::new();
            for &selector in &constructor.selectors {
                let sort = script.declarations.sort(selector);
                let shape = Shape::of(script, sort);
                fields.push(self.value(trials, (sort, shape), depth - 1)?);
            }
            return Some(trials.values().datatype(constructor.function, fields));
        }
        None
    }
}

/// An array in the one form that equal arrays have: where more than half of the indices might have
/// no default, all of them are listed.
fn array(
    trials: &mut Trials<'_>,
    from: SortId,
    default: Value,
    stores: Vec<(Value, Value)>,
) -> Value {
    let few = 2 * stores.len() as u64;
    let Some(all) = trials.all(from, few) else {
        return trials.values().array(default, stores);
    };
    let last = |index: Value| stores.iter().rev().find(|(i, _)| *i == index);
    let table: Vec<(Value, Value)> = all
        .iter()
        .map(|&index| (index, last(index).map_or(default, |(_, v)| *v)))
        .collect();
    trials.values().table(&table)
}
