//! Whether a script's logic has what is put into it, and which one does.

use crate::logic::{Arithmetic, Logic};
use crate::step::{Form, Step};
use smt::{CommandKind, Function, NodeId, Script, TermId, TermKind};
use std::borrow::Cow;

/// Whether something can be put into a script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fit {
    /// As it is.
    Within,
    /// If its logic is a larger one.
    Beyond,
    /// Not at all: under another logic what it has would mean something else.
    Never,
}

/// The logic of a script, and the one that has all.
#[derive(Debug)]
pub struct Widening {
    /// What is allowed.
    pub logic: Logic,
    /// Where it is set, and what is put there to have more; nothing if there is nothing to put there.
    place: Option<(NodeId, String)>,
    is_set: bool,
    /// Whether the name of the logic says what it has.
    is_telling: bool,
}

impl Widening {
    /// Of a script.
    pub fn of(script: &Script) -> Self {
        let logic = Logic::of(script);
        let mut set = script.commands.iter().filter_map(|command| {
            let CommandKind::SetLogic(name) = command.kind else {
                return None;
            };
            let node = script.tree.children(command.node).nth(1)?;
            Some((node, script.tree.symbols.name(name)))
        });
        let (first, second) = (set.next(), set.next());
        let is_set = first.is_some();
        let is_telling = first.as_ref().is_none_or(|(_, name)| {
            let unreadable = Logic {
                quantifiers: logic.quantifiers,
                ..Logic::ALL
            };
            logic != unreadable || name.ends_with("ALL")
        });
        let place = match (first, second) {
            (Some((node, name)), None) => {
                // Numerals are reals in some logics, and must stay so.
                let larger = match logic.numerals_are_real() {
                    true => Logic::nonlinear_name(&name),
                    false if name.starts_with("HO_") => Some("HO_ALL".to_owned()),
                    false => Some("ALL".to_owned()),
                };
                larger
                    .filter(|larger| *larger != name)
                    .map(|larger| (node, larger))
            }
            _ => None,
        };
        Self {
            logic,
            place,
            is_set,
            is_telling,
        }
    }

    /// Whether what takes some logic can be put into the script.
    pub fn fit(&self, needs: &Logic) -> Fit {
        let is_known = self.is_telling || *needs == Logic::CORE;
        if !self.is_set || is_known && self.logic.includes(needs) {
            return Fit::Within;
        }
        self.beyond(|larger| larger.includes(needs))
    }

    /// Whether something can be had in a larger logic.
    fn beyond(&self, has_it: impl FnOnce(&Logic) -> bool) -> Fit {
        let larger = match self.logic.numerals_are_real() {
            true => Logic {
                arithmetic: Arithmetic::Nonlinear,
                ..self.logic
            },
            false => Logic::ALL,
        };
        match self.place.is_some() && has_it(&larger) {
            true => Fit::Beyond,
            false => Fit::Never,
        }
    }

    /// Whether an operator can be applied to arguments of which some are constants.
    ///
    /// Arguments may become others by other steps, so in a logic that bounds arithmetic only what is in
    /// it whatever its arguments are is.
    pub fn fit_operator(&self, name: &str, constants: &[bool]) -> Fit {
        let without_numbers = Logic {
            arithmetic: Arithmetic::None,
            ..Logic::ALL
        };
        let is_bounded = match self.logic.arithmetic {
            _ if without_numbers.allows_operator(name, constants) => false,
            Arithmetic::Difference => !matches!(name, "<" | "<=" | ">" | ">="),
            Arithmetic::Linear => !matches!(name, "<" | "<=" | ">" | ">=" | "+" | "-"),
            Arithmetic::None | Arithmetic::Nonlinear => false,
        };
        if !self.is_set || !is_bounded && self.logic.allows_operator(name, constants) {
            return Fit::Within;
        }
        self.beyond(|larger| larger.allows_operator(name, constants))
    }

    /// Whether any number can stand where another one stood, which may have been a constant.
    pub fn fit_number(&self, was_constant: bool) -> Fit {
        let is_bounded = match self.logic.arithmetic {
            Arithmetic::Difference => true,
            Arithmetic::Linear => was_constant,
            Arithmetic::None | Arithmetic::Nonlinear => false,
        };
        match (is_bounded && self.is_set, self.place.is_some()) {
            (false, _) => Fit::Within,
            (true, true) => Fit::Beyond,
            (true, false) => Fit::Never,
        }
    }

    /// The step that has the script in a larger logic.
    pub fn step(&self, script: &Script) -> Option<(NodeId, Step)> {
        let (node, larger) = self.place.as_ref()?;
        let step = Step {
            round: 0,
            form: Form::Polarity,
            equal: false,
            rule: Cow::Borrowed("logic"),
            template: 0,
            node: node.index(),
            was: script.tree.source(*node).to_vec(),
            put: larger.clone().into_bytes(),
            declare: Vec::new(),
        };
        Some((*node, step))
    }
}

/// Whether a term is a number that is written down: `5`, `(- 5)`, `(/ 1 3)`.
pub fn is_constant(script: &Script, term: TermId) -> bool {
    let terms = &script.terms;
    let is_literal = |term: TermId| terms.kind(term) == TermKind::Literal;
    let is_number = |term: TermId| match terms.function(term) {
        Function::Operator(operator) => {
            let name = script.tree.symbols.bytes(operator.name());
            terms.kind(term) == TermKind::Apply && matches!(name, b"-" | b"/")
        }
        _ => false,
    };
    let is_signed = |term: TermId| {
        is_literal(term) || is_number(term) && terms.arguments(term).iter().all(|&a| is_literal(a))
    };
    is_signed(term) || is_number(term) && terms.arguments(term).iter().all(|&a| is_signed(a))
}
