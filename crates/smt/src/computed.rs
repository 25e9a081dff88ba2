//! Result sorts that no pattern can express: what `:sort-by` in a theory file names.

use crate::apply::Tables;
use crate::lexer::AtomKind;
use crate::sort::SortId;
use crate::symbol::Sym;

/// What a result is computed from.
pub(crate) struct Call<'a, 't> {
    pub tables: &'a mut Tables<'t>,
    pub indices: &'a [Sym],
    pub arguments: &'a [SortId],
}

/// Computes a result sort; `None` if the arguments do not fit.
pub(crate) type ComputedSort = fn(&mut Call<'_, '_>) -> Option<SortId>;

/// All of them, by the name the theory files use.
pub(crate) const COMPUTED: &[(&str, ComputedSort)] = &[
    ("bools-to-bv", bools_to_bv),
    ("set-insert", set_insert),
    ("tuple", tuple),
    ("tuple-select", tuple_select),
    ("tuple-project", tuple_project),
    ("tuple-product", tuple_product),
    ("rel-join", rel_join),
    ("rel-transpose", rel_transpose),
    ("application", application),
    ("tuple-update", tuple_update),
    ("extract", extract),
];

impl Call<'_, '_> {
    /// The components of a tuple sort.
    fn components(&self, sort: SortId) -> Option<Vec<SortId>> {
        (self.tables.sorts.head(sort) == Some(Sym::TUPLE))
            .then(|| self.tables.sorts.arguments(sort).collect())
    }

    /// The container (`Set` or `Bag`) and the components of a collection of tuples.
    fn rows(&self, sort: SortId) -> Option<(Sym, Vec<SortId>)> {
        let container = self.tables.sorts.head(sort)?;
        if !matches!(container, Sym::SET | Sym::BAG) {
            return None;
        }
        let row = self.tables.sorts.arguments(sort).next()?;
        Some((container, self.components(row)?))
    }

    fn make_rows(&mut self, container: Sym, components: &[SortId]) -> SortId {
        let row = self.tables.sorts.make(Sym::TUPLE, &[], components);
        self.tables.sorts.make(container, &[], &[row])
    }
}

/// A bit-vector with as many bits as there are Boolean arguments.
fn bools_to_bv(call: &mut Call<'_, '_>) -> Option<SortId> {
    if call.arguments.is_empty() || call.arguments.iter().any(|&a| a != SortId::BOOL) {
        return None;
    }
    let width = call.arguments.len().to_string();
    let width = call
        .tables
        .symbols
        .intern(width.as_bytes(), AtomKind::Numeral);
    Some(call.tables.sorts.make(Sym::BIT_VEC, &[width], &[]))
}

/// Elements, then the set they are put into.
fn set_insert(call: &mut Call<'_, '_>) -> Option<SortId> {
    let (&set, elements) = call.arguments.split_last()?;
    let element = call.tables.sorts.arguments(set).next()?;
    let fits = call.tables.sorts.head(set) == Some(Sym::SET)
        && !elements.is_empty()
        && elements.iter().all(|&e| e == element);
    fits.then_some(set)
}

/// The tuple of its arguments.
fn tuple(call: &mut Call<'_, '_>) -> Option<SortId> {
    Some(call.tables.sorts.make(Sym::TUPLE, &[], call.arguments))
}

/// The component that the index names.
fn tuple_select(call: &mut Call<'_, '_>) -> Option<SortId> {
    let &[tuple] = call.arguments else {
        return None;
    };
    component_at(call, tuple)
}

fn component_at(call: &Call<'_, '_>, tuple: SortId) -> Option<SortId> {
    let &[index] = call.indices else {
        return None;
    };
    let place = usize::try_from(call.tables.symbols.number(index)?).ok()?;
    call.components(tuple)?.get(place).copied()
}

/// The components that the indices name, of a tuple or of each tuple of a collection.
fn tuple_project(call: &mut Call<'_, '_>) -> Option<SortId> {
    let &[sort] = call.arguments else {
        return None;
    };
    let (container, components) = match call.components(sort) {
        Some(components) => (None, components),
        None => call
            .rows(sort)
            .map(|(c, components)| (Some(c), components))?,
    };
    let mut chosen = Vec::new();
    for &index in call.indices {
        let place = usize::try_from(call.tables.symbols.number(index)?).ok()?;
        chosen.push(*components.get(place)?);
    }
    Some(match container {
        Some(container) => call.make_rows(container, &chosen),
        None => call.tables.sorts.make(Sym::TUPLE, &[], &chosen),
    })
}

/// All pairs of rows: the components of both.
fn tuple_product(call: &mut Call<'_, '_>) -> Option<SortId> {
    let &[left, right] = call.arguments else {
        return None;
    };
    let ((container, mut components), (other, more)) = (call.rows(left)?, call.rows(right)?);
    components.extend(more);
    (container == other).then(|| call.make_rows(container, &components))
}

/// Rows that meet in the last component of one and the first of the other, which disappears.
fn rel_join(call: &mut Call<'_, '_>) -> Option<SortId> {
    let &[left, right] = call.arguments else {
        return None;
    };
    let ((container, mut components), (other, more)) = (call.rows(left)?, call.rows(right)?);
    let fits = container == other && !more.is_empty() && components.pop() == more.first().copied();
    components.extend(more.iter().skip(1));
    fits.then(|| call.make_rows(container, &components))
}

/// The components in reverse.
fn rel_transpose(call: &mut Call<'_, '_>) -> Option<SortId> {
    let &[relation] = call.arguments else {
        return None;
    };
    let (container, mut components) = call.rows(relation)?;
    components.reverse();
    Some(call.make_rows(container, &components))
}

/// A function, then what it is applied to.
fn application(call: &mut Call<'_, '_>) -> Option<SortId> {
    let (&function, arguments) = call.arguments.split_first()?;
    call.tables.apply_sort(function, arguments, 1)
}

/// A tuple, then what its component of the index becomes.
fn tuple_update(call: &mut Call<'_, '_>) -> Option<SortId> {
    let &[tuple, component] = call.arguments else {
        return None;
    };
    let old = component_at(call, tuple)?;
    call.tables.sorts.agree(old, component).then_some(tuple)
}

/// The bits from the first index down to the second, if there are as many.
fn extract(call: &mut Call<'_, '_>) -> Option<SortId> {
    let (&[high, low], &[bits]) = (call.indices, call.arguments) else {
        return None;
    };
    let symbols = &mut *call.tables.symbols;
    let (high, low) = (symbols.number(high)?, symbols.number(low)?);
    let width = high.checked_sub(low)?.checked_add(1)?;
    let fits = match bits {
        SortId::UNKNOWN => true,
        bits => high < call.tables.sorts.bit_width(bits, symbols)?,
    };
    let width = symbols.intern(width.to_string().as_bytes(), AtomKind::Numeral);
    fits.then(|| call.tables.sorts.make(Sym::BIT_VEC, &[width], &[]))
}
