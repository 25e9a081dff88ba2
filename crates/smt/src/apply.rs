//! The sort of an application: an operator's overloads or a declaration against its arguments.

use crate::computed::Call;
use crate::sort::{Fit, SortId, Sorts, UNBOUND};
use crate::symbol::{Sym, Symbols};
use crate::theory::{Arity, Overload, TheoryId};

/// What an application turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Applied {
    pub sort: SortId,
    /// The theory of the overload that fitted.
    pub theory: Option<TheoryId>,
    /// Whether an `Int` argument stands where a `Real` is wanted.
    pub coerced: bool,
}

/// What is being applied, and to what.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Application<'a> {
    pub indices: &'a [Sym],
    /// The sort of `(as f sort)`.
    pub ascribed: Option<SortId>,
    pub arguments: &'a [SortId],
}

/// The tables an application may add to: a result can be a new sort with a new index.
pub(crate) struct Tables<'a> {
    pub sorts: &'a mut Sorts,
    pub symbols: &'a mut Symbols,
    /// Bindings of the variables of a signature; kept to save allocations.
    pub bindings: &'a mut Vec<u32>,
}

impl Tables<'_> {
    /// The first overload that fits exactly, or else the first that fits with coercions.
    pub fn apply_operator(
        &mut self,
        overloads: &[Overload],
        application: Application<'_>,
    ) -> Option<Applied> {
        let exact = self.first_fit(overloads, application, false);
        if exact.is_some() || !application.arguments.contains(&SortId::INT) {
            return exact;
        }
        self.first_fit(overloads, application, true)
    }

    fn first_fit(
        &mut self,
        overloads: &[Overload],
        application: Application<'_>,
        coerce: bool,
    ) -> Option<Applied> {
        for overload in overloads {
            if let Some((sort, coerced)) = self.apply_overload(overload, application, coerce) {
                let theory = Some(overload.theory);
                return Some(Applied {
                    sort,
                    theory,
                    coerced,
                });
            }
        }
        None
    }

    fn apply_overload(
        &mut self,
        overload: &Overload,
        application: Application<'_>,
        coerce: bool,
    ) -> Option<(SortId, bool)> {
        let Application {
            indices,
            ascribed,
            arguments,
        } = application;
        if let Some(computed) = overload.computed {
            let sort = computed(&mut Call {
                sorts: self.sorts,
                symbols: self.symbols,
                indices,
                arguments,
            })?;
            return Some((sort, false));
        }
        let wanted = overload.parameters.len();
        let fits = match overload.arity {
            Arity::Exact => arguments.len() == wanted,
            Arity::Variadic => arguments.len() + 1 >= wanted,
            _ => !arguments.is_empty(),
        };
        let more = overload.more_indices && indices.len() > overload.indices.len();
        if !fits || (indices.len() != overload.indices.len() && !more) {
            return None;
        }
        self.bindings.clear();
        self.bindings.resize(overload.variables, UNBOUND);
        for (&pattern, &actual) in overload.indices.iter().zip(indices) {
            if !self
                .sorts
                .match_index(pattern, actual, self.bindings, self.symbols)
            {
                return None;
            }
        }
        if let Some(sort) = ascribed
            && self.fit(overload.result, sort, false)?
        {
            return None;
        }
        let folds = overload.arity == Arity::LeftAssoc
            && overload.parameters[0] != overload.result
            && arguments.len() > 2;
        if folds {
            return self.fold_left(overload, arguments, coerce);
        }
        let last = wanted.saturating_sub(1);
        let mut coerced = false;
        for (place, &actual) in arguments.iter().enumerate() {
            let parameter = match overload.arity {
                Arity::RightAssoc if place + 1 == arguments.len() => overload.parameters[last],
                Arity::RightAssoc => overload.parameters[0],
                _ => overload.parameters[place.min(last)],
            };
            coerced |= self.fit(parameter, actual, coerce)?;
        }
        // `set.empty` alone says nothing of its elements: only with `as` is it this overload.
        let open = self.bindings.contains(&UNBOUND) && !arguments.contains(&SortId::UNKNOWN);
        (!open).then(|| (self.result(overload.result), coerced))
    }

    /// `(f a b c)` as `(f (f a b) c)`, for an `f` whose result is not of its parameter's sort:
    /// the width of a `concat` grows with each argument.
    fn fold_left(
        &mut self,
        overload: &Overload,
        arguments: &[SortId],
        coerce: bool,
    ) -> Option<(SortId, bool)> {
        let mut coerced = false;
        let mut sort = arguments[0];
        for &right in &arguments[1..] {
            self.bindings.fill(UNBOUND);
            coerced |= self.fit(overload.parameters[0], sort, coerce)?;
            coerced |= self.fit(overload.parameters[1], right, coerce)?;
            sort = self.result(overload.result);
        }
        Some((sort, coerced))
    }

    /// A declared function: exactly, or with an `Int` where a `Real` is wanted. With fewer
    /// arguments than parameters the result is a function again, as in higher-order logic.
    pub fn apply_declared(
        &mut self,
        parameters: &[SortId],
        result: SortId,
        variables: usize,
        application: Application<'_>,
    ) -> Option<Applied> {
        let Application {
            ascribed,
            arguments,
            ..
        } = application;
        self.bindings.clear();
        self.bindings.resize(variables, UNBOUND);
        if let Some(sort) = ascribed {
            // In `(as f sort)` the sort is of the result, or of the whole function.
            if self.fit(result, sort, false).is_none() {
                self.bindings.fill(UNBOUND);
                let whole = self.sorts.arrow(parameters, result);
                self.fit(whole, sort, false)?;
            }
        }
        let direct = arguments.len().min(parameters.len());
        let mut coerced = false;
        for (&parameter, &actual) in parameters.iter().zip(&arguments[..direct]) {
            coerced |= self.fit(parameter, actual, true)?;
        }
        let mut sort = result;
        if direct < parameters.len() {
            sort = self.sorts.arrow(&parameters[direct..], result);
        }
        sort = self.result(sort);
        if direct < arguments.len() {
            let (rest, more) = self.apply_sort(sort, &arguments[direct..])?;
            (sort, coerced) = (rest, coerced | more);
        }
        Some(Applied {
            sort,
            theory: None,
            coerced,
        })
    }

    /// A value of a function sort, or of an array sort as in z3, applied to arguments: its
    /// result, and whether an argument was coerced.
    pub fn apply_sort(
        &mut self,
        mut function: SortId,
        mut arguments: &[SortId],
    ) -> Option<(SortId, bool)> {
        let mut coerced = false;
        while !arguments.is_empty() {
            if !matches!(self.sorts.head(function), Some(Sym::ARROW | Sym::ARRAY)) {
                return None;
            }
            let mut parameters: Vec<SortId> = self.sorts.arguments(function).collect();
            let result = parameters.pop().filter(|_| !parameters.is_empty())?;
            let direct = arguments.len().min(parameters.len());
            for (&parameter, &actual) in parameters.iter().zip(arguments) {
                coerced |= self.fit(parameter, actual, true)?;
            }
            function = match direct < parameters.len() {
                true => self.sorts.arrow(&parameters[direct..], result),
                false => result,
            };
            arguments = &arguments[direct..];
        }
        Some((function, coerced))
    }

    /// `Some(whether coerced)` if the argument fits.
    #[inline]
    fn fit(&mut self, parameter: SortId, actual: SortId, coerce: bool) -> Option<bool> {
        if parameter == actual && !self.sorts.has_variables(parameter) {
            return Some(false);
        }
        match self
            .sorts
            .fit(parameter, actual, coerce, self.bindings, self.symbols)
        {
            Fit::No => None,
            Fit::Exact => Some(false),
            Fit::Coerced => Some(true),
        }
    }

    fn result(&mut self, pattern: SortId) -> SortId {
        self.sorts.instantiate(pattern, self.bindings, self.symbols)
    }
}
