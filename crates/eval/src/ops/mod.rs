//! What operators compute, one file per theory.
//!
//! An operation takes values and gives a value. Connectives that need not look at all of their
//! arguments, and whatever applies functions, are in [`crate::machine`]. To teach it an operator,
//! add a line to the table of its theory.

pub(crate) mod arrays;
pub(crate) mod bitvectors;
pub(crate) mod core;
pub(crate) mod fields;
pub(crate) mod float;
pub(crate) mod ints;
pub(crate) mod reals;
pub(crate) mod sequences;
pub(crate) mod sets;
pub(crate) mod strings;
pub(crate) mod tuples;

use crate::budget::Budget;
use crate::domain::{Domains, Size};
use crate::outcome::{Computed, Fault, Head, OpenApplication};
use crate::sequence;
use crate::unknown::Unknowns;
use crate::value::{Value, Values};
use smt::{Script, SortId, Sym, TermId};
use std::collections::HashMap;
use std::sync::LazyLock;

/// What an operator computes from the values of its arguments.
pub(crate) type Operation = fn(&mut Context<'_>, &[Value]) -> Computed;

/// A line of a table: a name and what it computes.
pub(crate) type Line = (&'static str, Operation);

/// All tables.
const TABLES: &[&[Line]] = &[
    core::OPERATORS,
    ints::OPERATORS,
    reals::OPERATORS,
    bitvectors::OPERATORS,
    arrays::OPERATORS,
    sets::OPERATORS,
    tuples::OPERATORS,
    fields::OPERATORS,
    float::OPERATORS,
    strings::OPERATORS,
    sequences::OPERATORS,
];

static BY_NAME: LazyLock<HashMap<&'static [u8], Vec<Operation>>> = LazyLock::new(|| {
    let mut by_name: HashMap<&'static [u8], Vec<Operation>> = HashMap::new();
    for (name, operation) in TABLES.iter().copied().flatten() {
        by_name.entry(name.as_bytes()).or_default().push(*operation);
    }
    by_name
});

/// What the operators of a name compute, one for each theory that has the name.
pub(crate) fn named(name: &[u8]) -> Option<&'static [Operation]> {
    BY_NAME.get(name).map(Vec::as_slice)
}

/// What an operation may look at and add to.
pub(crate) struct Context<'a> {
    pub script: &'a Script,
    pub values: &'a mut Values,
    pub domains: &'a mut Domains,
    pub unknowns: &'a Unknowns,
    pub budget: &'a Budget,
    /// What all operations on strings together may take.
    pub strings: &'a mut sequence::Budget,
    /// The application that is computed.
    pub term: TermId,
}

impl Context<'_> {
    /// The sort of the result.
    pub fn sort(&self) -> SortId {
        self.script.terms.sort(self.term)
    }

    /// The indices of the operator.
    pub fn indices(&self) -> &[Sym] {
        let terms = &self.script.terms;
        let parts = terms.ident(self.term).and_then(|ident| terms.parts(ident));
        parts.map_or(&[], |parts| &parts.indices)
    }

    /// An index that is a number.
    pub fn index(&self, place: usize) -> Result<u64, Fault> {
        let number = self
            .indices()
            .get(place)
            .and_then(|&index| self.script.tree.symbols.number(index));
        number.ok_or(Fault::unsupported("an index that is no small number"))
    }

    /// The value of an application that the standard leaves open.
    pub fn open(&self, arguments: &[Value], sort: SortId) -> Computed {
        self.open_among(arguments, sort, None)
    }

    /// The same where the standard leaves open which of some values it is.
    pub fn open_among(
        &self,
        arguments: &[Value],
        sort: SortId,
        choices: Option<&[Value]>,
    ) -> Computed {
        let terms = &self.script.terms;
        let application = OpenApplication {
            head: Head::Operator(terms.head(self.term)),
            arguments: arguments.into(),
        };
        match self.unknowns.value(&application) {
            Some(value) => Ok(value),
            None => Err(Fault::Open {
                application,
                sort,
                choices: choices.map(Box::from),
            }),
        }
    }

    /// Fails if a number of that many bits is too long.
    pub fn afford_bits(&self, bits: u64) -> Result<(), Fault> {
        // Products and quotients of long numbers take time that is quadratic, at worst.
        let words = bits / 64;
        self.values.labour(words.saturating_mul(words) / 8 + words);
        match bits <= self.budget.number_bits {
            true => Ok(()),
            false => Err(Fault::OutOfBudget),
        }
    }

    /// Fails if a string or list of that length is too long.
    pub fn afford_length(&self, length: usize) -> Result<(), Fault> {
        match length <= self.budget.length {
            true => Ok(()),
            false => Err(Fault::OutOfBudget),
        }
    }

    /// All values of a sort, if they are few.
    pub fn all(&mut self, sort: SortId, limit: u64) -> Option<std::rc::Rc<[Value]>> {
        self.domains.all(self.script, self.values, sort, limit)
    }

    pub fn size(&mut self, sort: SortId) -> Size {
        self.domains.size(self.script, sort)
    }
}

/// The arguments do not fit this operation: perhaps another theory's of the same name.
pub(crate) fn mismatch() -> Fault {
    Fault::Unsupported(MISMATCH.into())
}

/// Whether a fault says that another operation of the same name may be meant.
pub(crate) fn is_mismatch(fault: &Fault) -> bool {
    matches!(fault, Fault::Unsupported(std::borrow::Cow::Borrowed(what)) if *what == MISMATCH)
}

const MISMATCH: &str = "an operator on such arguments";

/// `(f a b c)` as `(f (f a b) c)`.
pub(crate) fn fold_left(
    context: &mut Context<'_>,
    arguments: &[Value],
    step: impl Fn(&mut Context<'_>, Value, Value) -> Computed,
) -> Computed {
    let Some((&first, rest)) = arguments.split_first() else {
        return Err(mismatch());
    };
    rest.iter()
        .try_fold(first, |left, &right| step(context, left, right))
}

/// `(< a b c)` as `(and (< a b) (< b c))`.
pub(crate) fn chain(
    context: &mut Context<'_>,
    arguments: &[Value],
    holds: impl Fn(&mut Context<'_>, Value, Value) -> Result<bool, Fault>,
) -> Computed {
    let mut all = true;
    for pair in arguments.windows(2) {
        if let &[left, right] = pair {
            all &= holds(context, left, right)?;
        }
    }
    Ok(Value::Bool(all))
}
