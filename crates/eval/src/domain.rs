//! How large sorts are, what is in the small ones, and a value of each.

use crate::value::{Value, Values};
use hashbrown::HashMap;
use num_bigint::{BigInt, BigUint};
use smt::{Datatype, DeclId, Script, SortId, Sym};
use std::rc::Rc;

/// How deep sorts may nest here. Deeper ones are not looked into.
const MAX_DEPTH: usize = 24;

/// How many values a sort has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Size {
    /// As many, or [`u64::MAX`] for that many and more.
    Finite(u64),
    Infinite,
    /// An uninterpreted sort whose elements the model does not list, or a sort too deep.
    Unknown,
}

/// Sizes and values of sorts, each computed once.
#[derive(Debug, Default)]
pub(crate) struct Domains {
    /// The elements of uninterpreted sorts, where the model lists them.
    pub universes: HashMap<SortId, Vec<Value>>,
    sizes: HashMap<SortId, Size>,
    values: HashMap<SortId, Option<Rc<[Value]>>>,
    defaults: HashMap<SortId, Option<Value>>,
}

/// The datatype of a sort.
pub(crate) fn datatype_of(script: &Script, sort: SortId) -> Option<&Datatype> {
    if script.sorts.head(sort).is_some() {
        return None;
    }
    let name = script.sorts.name(sort)?;
    let arity = script.sorts.arguments(sort).count();
    script.datatypes.iter().find(|datatype| {
        datatype.sort == sort
            || (datatype.name == name && arity > 0 && arity == datatype.parameters as usize)
    })
}

/// A sort of a declaration of a datatype, for the datatype's instance; `None` if that sort is
/// nowhere in the script.
pub(crate) fn instantiate(
    script: &Script,
    generic: SortId,
    datatype: SortId,
    instance: SortId,
) -> Option<SortId> {
    if generic == datatype {
        return Some(instance);
    }
    let parameters: Vec<SortId> = script.sorts.arguments(datatype).collect();
    if parameters.is_empty() {
        return Some(generic);
    }
    if let Some(place) = parameters.iter().position(|&p| p == generic) {
        return script.sorts.arguments(instance).nth(place);
    }
    // Sort variables are shown as `?0`, and only they are: what has none is itself.
    (!script.show_sort(generic).contains('?')).then_some(generic)
}

/// The indices of an indexed sort as numbers.
pub(crate) fn numbers<const N: usize>(script: &Script, sort: SortId) -> Option<[u64; N]> {
    let mut numbers = [0; N];
    let mut indices = script.sorts.indices(sort);
    for number in &mut numbers {
        *number = script.tree.symbols.number(indices.next()?)?;
    }
    Some(numbers)
}

/// The order of a finite field.
pub(crate) fn field_order(script: &Script, sort: SortId) -> Option<BigUint> {
    if script.sorts.head(sort) != Some(Sym::FINITE_FIELD) {
        return None;
    }
    let index = script.sorts.indices(sort).next()?;
    BigUint::parse_bytes(script.tree.symbols.bytes(index), 10)
}

impl Domains {
    /// Takes a sort for infinite of which nothing else is known.
    pub fn assume_infinite(&mut self, sort: SortId) {
        self.sizes.insert(sort, Size::Infinite);
    }

    pub fn size(&mut self, script: &Script, sort: SortId) -> Size {
        self.size_at(script, sort, 0)
    }

    fn size_at(&mut self, script: &Script, sort: SortId, depth: usize) -> Size {
        if let Some(&known) = self.sizes.get(&sort) {
            return known;
        }
        if depth > MAX_DEPTH {
            return Size::Unknown;
        }
        let size = self.compute_size(script, sort, depth + 1);
        self.sizes.insert(sort, size);
        size
    }

    fn compute_size(&mut self, script: &Script, sort: SortId, depth: usize) -> Size {
        let sorts = &script.sorts;
        let parts: Vec<SortId> = sorts.arguments(sort).collect();
        let power = |bits: u64| match bits {
            0..=63 => Size::Finite(1 << bits),
            _ => Size::Finite(u64::MAX),
        };
        match sorts.head(sort) {
            Some(Sym::BOOL) => Size::Finite(2),
            Some(Sym::INT | Sym::REAL | Sym::SEQ | Sym::REG_EX | Sym::BAG) => Size::Infinite,
            Some(Sym::CHAR) => Size::Finite(0x3_0000),
            Some(Sym::ROUNDING_MODE) => Size::Finite(5),
            Some(Sym::BIT_VEC) => numbers::<1>(script, sort).map_or(Size::Unknown, |[w]| power(w)),
            Some(Sym::FLOATING_POINT) => match numbers::<2>(script, sort) {
                // All patterns, of which those that are NaN count as one.
                Some([e, s]) if e + s < 63 && s > 0 => {
                    Size::Finite((1 << (e + s)) - 2 * ((1 << (s - 1)) - 1) + 1)
                }
                Some(_) => Size::Finite(u64::MAX),
                None => Size::Unknown,
            },
            Some(Sym::FINITE_FIELD) => match field_order(script, sort) {
                Some(order) => Size::Finite(u64::try_from(order).unwrap_or(u64::MAX)),
                None => Size::Unknown,
            },
            Some(Sym::TUPLE) => parts.iter().fold(Size::Finite(1), |size, &part| {
                times(size, self.size_at(script, part, depth))
            }),
            Some(Sym::SET) => match parts.first().map(|&part| self.size_at(script, part, depth)) {
                Some(Size::Finite(elements)) => power(elements),
                Some(other) => other,
                None => Size::Unknown,
            },
            Some(Sym::ARRAY | Sym::ARROW) => {
                let Some((&element, indices)) = parts.split_last() else {
                    return Size::Unknown;
                };
                let index = indices.iter().fold(Size::Finite(1), |size, &i| {
                    times(size, self.size_at(script, i, depth))
                });
                raise(self.size_at(script, element, depth), index)
            }
            Some(_) => Size::Unknown,
            None => self.declared_size(script, sort, depth),
        }
    }

    fn declared_size(&mut self, script: &Script, sort: SortId, depth: usize) -> Size {
        let Some(datatype) = datatype_of(script, sort) else {
            return match self.universes.get(&sort) {
                Some(elements) => Size::Finite(elements.len() as u64),
                None => Size::Unknown,
            };
        };
        // One with a single constructor may have a single value, which is infinite.
        if datatype.codata {
            return Size::Unknown;
        }
        // Whatever has itself as a part is infinite, being well-founded.
        self.sizes.insert(sort, Size::Infinite);
        let mut total = Size::Finite(0);
        for constructor in &datatype.constructors {
            let mut product = Size::Finite(1);
            for &selector in &constructor.selectors {
                let field = script.declarations.sort(selector);
                let size = match instantiate(script, field, datatype.sort, sort) {
                    Some(field) => self.size_at(script, field, depth),
                    None => Size::Unknown,
                };
                product = times(product, size);
            }
            total = match (total, product) {
                (Size::Finite(a), Size::Finite(b)) => Size::Finite(a.saturating_add(b)),
                (Size::Infinite, _) | (_, Size::Infinite) => Size::Infinite,
                _ => Size::Unknown,
            };
        }
        total
    }

    /// All values of a finite sort of at most `limit` values.
    pub fn all(
        &mut self,
        script: &Script,
        values: &mut Values,
        sort: SortId,
        limit: u64,
    ) -> Option<Rc<[Value]>> {
        match self.size(script, sort) {
            Size::Finite(count) if count <= limit => self.all_at(script, values, sort, 0),
            _ => None,
        }
    }

    fn all_at(
        &mut self,
        script: &Script,
        values: &mut Values,
        sort: SortId,
        depth: usize,
    ) -> Option<Rc<[Value]>> {
        if let Some(known) = self.values.get(&sort) {
            return known.clone();
        }
        if depth > MAX_DEPTH {
            return None;
        }
        let all = self
            .enumerate(script, values, sort, depth + 1)
            .map(Rc::from);
        self.values.insert(sort, all.clone());
        all
    }

    fn enumerate(
        &mut self,
        script: &Script,
        values: &mut Values,
        sort: SortId,
        depth: usize,
    ) -> Option<Vec<Value>> {
        let Size::Finite(count) = self.size(script, sort) else {
            return None;
        };
        let parts: Vec<SortId> = script.sorts.arguments(sort).collect();
        Some(match script.sorts.head(sort) {
            Some(Sym::BOOL) => vec![Value::Bool(false), Value::Bool(true)],
            Some(Sym::CHAR) => (0..0x3_0000).map(Value::Char).collect(),
            Some(Sym::ROUNDING_MODE) => (0..5).map(Value::RoundingMode).collect(),
            Some(Sym::BIT_VEC) => {
                let [width] = numbers::<1>(script, sort)?;
                let width = u32::try_from(width).ok()?;
                (0..count)
                    .map(|bits| Value::BitVec { width, bits })
                    .collect()
            }
            Some(Sym::FLOATING_POINT) => crate::ops::float::all_floats(script, values, sort)?,
            Some(Sym::FINITE_FIELD) => {
                let order = field_order(script, sort)?;
                (0..count)
                    .map(|n| values.field(order.clone(), &BigInt::from(n)))
                    .collect()
            }
            Some(Sym::TUPLE) => {
                let rows = self.products(script, values, &parts, depth)?;
                rows.into_iter().map(|row| values.tuple(row)).collect()
            }
            Some(_) => return None,
            None => match datatype_of(script, sort) {
                None => self.universes.get(&sort)?.clone(),
                Some(datatype) if datatype.codata => return None,
                Some(datatype) => {
                    let mut all = Vec::new();
                    for constructor in &datatype.constructors {
                        let fields = fields(script, datatype, &constructor.selectors, sort)?;
                        for row in self.products(script, values, &fields, depth)? {
                            all.push(values.datatype(constructor.function, row));
                        }
                    }
                    all
                }
            },
        })
    }

    /// All rows with a value of each sort.
    fn products(
        &mut self,
        script: &Script,
        values: &mut Values,
        sorts: &[SortId],
        depth: usize,
    ) -> Option<Vec<Vec<Value>>> {
        let mut rows: Vec<Vec<Value>> = vec![Vec::new()];
        for &sort in sorts {
            let column = self.all_at(script, values, sort, depth)?;
            rows = rows
                .into_iter()
                .flat_map(|row| {
                    column.iter().map(move |&value| {
                        let mut longer = row.clone();
                        longer.push(value);
                        longer
                    })
                })
                .collect();
        }
        Some(rows)
    }

    /// Some value of a sort, always the same one.
    pub fn some(&mut self, script: &Script, values: &mut Values, sort: SortId) -> Option<Value> {
        self.some_at(script, values, sort, 0)
    }

    fn some_at(
        &mut self,
        script: &Script,
        values: &mut Values,
        sort: SortId,
        depth: usize,
    ) -> Option<Value> {
        if let Some(known) = self.defaults.get(&sort) {
            return *known;
        }
        if depth > MAX_DEPTH {
            return None;
        }
        // In the meantime a sort has no value: a datatype is not built from itself.
        self.defaults.insert(sort, None);
        let value = self.compute_default(script, values, sort, depth + 1);
        match value {
            Some(_) => self.defaults.insert(sort, value),
            None => self.defaults.remove(&sort),
        };
        value
    }

    fn compute_default(
        &mut self,
        script: &Script,
        values: &mut Values,
        sort: SortId,
        depth: usize,
    ) -> Option<Value> {
        let parts: Vec<SortId> = script.sorts.arguments(sort).collect();
        Some(match script.sorts.head(sort) {
            Some(Sym::BOOL) => Value::Bool(false),
            Some(Sym::INT) => Value::Int(0),
            Some(Sym::REAL) => Value::Real {
                numerator: 0,
                denominator: 1,
            },
            Some(Sym::CHAR) => Value::Char(0),
            Some(Sym::ROUNDING_MODE) => Value::RoundingMode(0),
            Some(Sym::BIT_VEC) => {
                let [width] = numbers::<1>(script, sort)?;
                values.bit_vec(u32::try_from(width).ok()?, BigUint::default())
            }
            Some(Sym::FINITE_FIELD) => {
                let order = field_order(script, sort)?;
                values.field(order, &BigInt::default())
            }
            Some(Sym::FLOATING_POINT) => crate::ops::float::zero(script, values, sort)?,
            Some(Sym::SEQ) if sort == SortId::STRING => values.string(crate::strings::Str::empty()),
            Some(Sym::SEQ) => values.seq([]),
            Some(Sym::SET) => values.set(Vec::new()),
            Some(Sym::BAG) => values.bag(Vec::new()),
            Some(Sym::TUPLE) => {
                let row: Option<Vec<Value>> = parts
                    .iter()
                    .map(|&part| self.some_at(script, values, part, depth))
                    .collect();
                values.tuple(row?)
            }
            Some(Sym::ARRAY) => {
                let (&element, indices) = parts.split_last()?;
                let unknown = |size| size == Size::Unknown;
                let uncertain = indices.iter().any(|&i| unknown(self.size(script, i)));
                let element = self.some_at(script, values, element, depth)?;
                values.array_over(element, [], uncertain)
            }
            Some(_) => return None,
            None => match datatype_of(script, sort) {
                None => match self.universes.get(&sort) {
                    Some(elements) => *elements.first()?,
                    None => values.element(sort, b"@default"),
                },
                Some(datatype) if datatype.codata => return None,
                Some(datatype) => datatype.constructors.iter().find_map(|constructor| {
                    let fields = fields(script, datatype, &constructor.selectors, sort)?;
                    let row: Option<Vec<Value>> = fields
                        .iter()
                        .map(|&field| self.some_at(script, values, field, depth))
                        .collect();
                    Some(values.datatype(constructor.function, row?))
                })?,
            },
        })
    }
}

fn fields(
    script: &Script,
    datatype: &Datatype,
    selectors: &[DeclId],
    instance: SortId,
) -> Option<Vec<SortId>> {
    selectors
        .iter()
        .map(|&s| instantiate(script, script.declarations.sort(s), datatype.sort, instance))
        .collect()
}

fn times(a: Size, b: Size) -> Size {
    match (a, b) {
        (Size::Finite(0), _) | (_, Size::Finite(0)) => Size::Finite(0),
        (Size::Finite(a), Size::Finite(b)) => Size::Finite(a.saturating_mul(b)),
        (Size::Unknown, _) | (_, Size::Unknown) => Size::Unknown,
        _ => Size::Infinite,
    }
}

/// How many functions there are from one sort to another.
fn raise(result: Size, arguments: Size) -> Size {
    match (result, arguments) {
        (Size::Finite(1), _) => Size::Finite(1),
        (Size::Finite(a), Size::Finite(b)) => {
            let power = u32::try_from(b).ok().and_then(|b| a.checked_pow(b));
            Size::Finite(power.unwrap_or(u64::MAX))
        }
        (Size::Unknown, _) | (_, Size::Unknown) => Size::Unknown,
        _ => Size::Infinite,
    }
}
