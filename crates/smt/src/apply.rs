//! The sort of an application: an operator's overloads or a declaration against its arguments.

use crate::computed::Call;
use crate::pattern::{Coercion, UNBOUND};
use crate::sort::{SortId, Sorts};
use crate::symbol::{Sym, Symbols};
use crate::theory::{Arity, Overload, TheoryId};

/// What an application turned out to be. Which arguments are coerced is in
/// [`Tables::coerced`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Applied {
    pub sort: SortId,
    /// The theory of the overload that fitted.
    pub theory: Option<TheoryId>,
}

/// What is being applied, and to what.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Application<'a> {
    pub indices: &'a [Sym],
    /// The sort of `(as f sort)`.
    pub ascribed: Option<SortId>,
    pub arguments: &'a [SortId],
    /// A symbol that stands alone: `f`, not `(f)`.
    pub alone: bool,
}

/// How much an application must be bent to fit. A declaration or overload that fits without
/// is meant before any that fits with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tier {
    Exact,
    /// An `Int` where a `Real` is wanted.
    Coerced,
    /// A function applied to fewer or more arguments than it declares, as in higher-order logic.
    Partial,
}

/// The tables an application may add to: a result can be a new sort with a new index.
pub(crate) struct Tables<'a> {
    pub sorts: &'a mut Sorts,
    pub symbols: &'a mut Symbols,
    /// Bindings of the variables of a signature; kept to save allocations.
    pub bindings: &'a mut Vec<u32>,
    /// The places of the arguments that are `Int`s used as `Real`s.
    pub coerced: &'a mut Vec<u32>,
}

impl Tables<'_> {
    /// The first overload that fits.
    pub fn apply_operator(
        &mut self,
        overloads: &[Overload],
        application: Application<'_>,
        tier: Tier,
    ) -> Option<Applied> {
        if tier == Tier::Partial {
            return None;
        }
        for overload in overloads {
            self.coerced.clear();
            if let Some(sort) = self.apply_overload(overload, application, tier) {
                let theory = Some(overload.theory);
                return Some(Applied { sort, theory });
            }
        }
        None
    }

    fn apply_overload(
        &mut self,
        overload: &Overload,
        application: Application<'_>,
        tier: Tier,
    ) -> Option<SortId> {
        let Application {
            indices,
            ascribed,
            arguments,
            alone,
        } = application;
        if overload.indexed == indices.is_empty() {
            return None;
        }
        if let Some(computed) = overload.computed {
            return computed(&mut Call {
                tables: self,
                indices,
                arguments,
            });
        }
        let wanted = overload.parameters.len();
        let fits = match overload.arity {
            _ if alone => wanted == 0,
            Arity::Exact => arguments.len() == wanted,
            Arity::Variadic => arguments.len() + 1 >= wanted,
            Arity::LeftAssoc => !arguments.is_empty(),
            Arity::RightAssoc | Arity::Chainable => arguments.len() >= 2,
            Arity::Pairwise => !arguments.is_empty(),
        };
        let more = overload.more_indices && indices.len() > overload.indices.len();
        if !fits || (indices.len() != overload.indices.len() && !more) {
            return None;
        }
        self.bindings.clear();
        self.bindings.resize(overload.variables, UNBOUND);
        for (&pattern, &actual) in overload.indices.iter().zip(indices) {
            let bindings = &mut *self.bindings;
            if !self
                .sorts
                .match_index(pattern, actual, bindings, self.symbols)
            {
                return None;
            }
        }
        if let Some(sort) = ascribed {
            self.fit(overload.result, sort, Coercion::None)?;
        }
        let folds = overload.arity == Arity::LeftAssoc
            && overload.parameters[0] != overload.result
            && arguments.len() > 2;
        if folds {
            return self.fold_left(overload, arguments);
        }
        let coercion = match tier {
            Tier::Exact => Coercion::None,
            _ if overload.widens => Coercion::Widening,
            _ => Coercion::Allowed,
        };
        let last = wanted.saturating_sub(1);
        let parameter = |place: usize| match overload.arity {
            Arity::RightAssoc if place + 1 < arguments.len() => overload.parameters[0],
            Arity::RightAssoc => overload.parameters[last],
            _ => overload.parameters[place.min(last)],
        };
        for deciding in [true, false] {
            for (place, &actual) in arguments.iter().enumerate() {
                let parameter = parameter(place);
                // See `apply_declared`. Where sorts are widened, the arguments are alike.
                let decides = coercion != Coercion::Allowed || !self.sorts.is_variable(parameter);
                if decides == deciding {
                    self.fit(parameter, actual, coercion)?;
                }
            }
        }
        // `set.empty` alone says nothing of its elements: only with `as` is it this overload.
        if self.bindings.contains(&UNBOUND) && !arguments.contains(&SortId::UNKNOWN) {
            return None;
        }
        self.record_coercions(0, arguments, coercion, parameter);
        Some(self.result(overload.result))
    }

    /// `(f a b c)` as `(f (f a b) c)`, for an `f` whose result is not of its parameter's sort:
    /// the width of a `concat` grows with each argument.
    fn fold_left(&mut self, overload: &Overload, arguments: &[SortId]) -> Option<SortId> {
        let mut sort = arguments[0];
        for &right in &arguments[1..] {
            self.bindings.fill(UNBOUND);
            self.fit(overload.parameters[0], sort, Coercion::None)?;
            self.fit(overload.parameters[1], right, Coercion::None)?;
            sort = self.result(overload.result);
        }
        Some(sort)
    }

    /// A declared function.
    pub fn apply_declared(
        &mut self,
        parameters: &[SortId],
        result: SortId,
        variables: usize,
        application: Application<'_>,
        tier: Tier,
    ) -> Option<SortId> {
        let Application {
            ascribed,
            arguments,
            alone,
            ..
        } = application;
        let direct = arguments.len().min(parameters.len());
        let partial = arguments.len() != parameters.len();
        // `(f)` is nothing, unlike `f`.
        if partial != (tier == Tier::Partial) || (partial && arguments.is_empty() && !alone) {
            return None;
        }
        self.coerced.clear();
        self.bindings.clear();
        self.bindings.resize(variables, UNBOUND);
        if let Some(sort) = ascribed
            // In `(as f sort)` the sort is of the result, or of the whole function.
            && self.fit(result, sort, Coercion::None).is_none()
        {
            self.bindings.fill(UNBOUND);
            let whole = self.sorts.arrow(parameters, result);
            self.fit(whole, sort, Coercion::None)?;
        }
        let coercion = match tier {
            Tier::Exact => Coercion::None,
            _ => Coercion::Allowed,
        };
        // What has a variable within it says what the variable is; one that is all of a parameter may
        // be coerced. In `(cons 1 (as nil (L Real)))` the second argument decides.
        let decides = |parameter: SortId, sorts: &Sorts| {
            coercion == Coercion::None || !sorts.is_variable(parameter)
        };
        for deciding in [true, false] {
            for (&parameter, &actual) in parameters.iter().zip(arguments) {
                if decides(parameter, self.sorts) == deciding {
                    self.fit(parameter, actual, coercion)?;
                }
            }
        }
        self.record_coercions(0, &arguments[..direct], coercion, |place| parameters[place]);
        let rest = self.sorts.arrow(&parameters[direct..], result);
        let sort = self.result(rest);
        self.apply_sort(sort, &arguments[direct..], direct)
    }

    /// A value of a function sort, or of an array sort as in z3, applied to arguments that start
    /// at the given place.
    pub fn apply_sort(
        &mut self,
        mut function: SortId,
        mut arguments: &[SortId],
        mut place: usize,
    ) -> Option<SortId> {
        self.bindings.clear();
        while !arguments.is_empty() {
            if !self.sorts.is_functional(function) {
                return None;
            }
            let mut parameters: Vec<SortId> = self.sorts.arguments(function).collect();
            function = parameters.pop()?;
            if arguments.len() < parameters.len() || parameters.is_empty() {
                return None;
            }
            let (now, later) = arguments.split_at(parameters.len());
            for (&parameter, &actual) in parameters.iter().zip(now) {
                self.fit(parameter, actual, Coercion::Allowed)?;
            }
            self.record_coercions(place, now, Coercion::Allowed, |i| parameters[i]);
            place += now.len();
            arguments = later;
        }
        Some(function)
    }

    /// Records which arguments, the first of them at the given place, are `Int`s used as `Real`s.
    fn record_coercions(
        &mut self,
        first: usize,
        arguments: &[SortId],
        coercion: Coercion,
        parameter: impl Fn(usize) -> SortId,
    ) {
        if coercion == Coercion::None {
            return;
        }
        for (place, &actual) in arguments.iter().enumerate() {
            // Only now: a variable may have become a `Real` after this argument was seen.
            let wanted = self.sorts.bound(parameter(place), self.bindings);
            if actual == SortId::INT && wanted == SortId::REAL {
                self.coerced.push((first + place) as u32);
            }
        }
    }

    /// `Some` if the argument fits.
    #[inline]
    fn fit(&mut self, parameter: SortId, actual: SortId, coercion: Coercion) -> Option<()> {
        if parameter == actual && !self.sorts.has_variables(parameter) {
            return Some(());
        }
        let fits = self
            .sorts
            .fit(parameter, actual, coercion, self.bindings, self.symbols);
        fits.then_some(())
    }

    fn result(&mut self, pattern: SortId) -> SortId {
        self.sorts.instantiate(pattern, self.bindings, self.symbols)
    }
}
