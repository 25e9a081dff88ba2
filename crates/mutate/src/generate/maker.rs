//! Growing one formula: leaves, operators on top of them, and the operator whose turn it is.

use super::catalogue::{Argument, BOOL, Catalogue, How, Kind, NameNo, Native, OpNo, SortNo};
use super::draw::Draw;
use super::grove::{Grove, NodeId, What};
use super::settings::GeneratorSettings;
use crate::rng::Rng;
use eval::float::Fields;
use eval::{Trials, Value};
use num_bigint::BigUint;

/// How often an operator is tried with other arguments before it is given up.
const TRIES: usize = 5;

pub(crate) struct Maker<'a, 'g> {
    pub catalogue: &'g Catalogue,
    pub settings: &'g GeneratorSettings,
    pub trials: &'a mut Trials<'g>,
    pub grove: &'a mut Grove,
    pub rng: Rng,
    /// Whether operators that are new may be used in this formula.
    pub newest: bool,
    /// Whether all floats are of formats that a standard names.
    pub standard: bool,
    /// Whether there are all the variables there will be.
    pub closed: bool,
    /// Whether every variable must be one that can be pinned to its value.
    pub pinnable: bool,
    /// Whether there is a text that multiplies or divides.
    pub nonlinear: bool,
    /// The class of floats that the decisive operator is to be given.
    pub class: usize,
    /// The operators that decided assertions.
    pub decided: Vec<NameNo>,
    /// Definitions that assertions use, as text.
    pub definitions: Vec<u8>,
}

impl<'g> Maker<'_, 'g> {
    pub fn draw(&mut self, sort: SortNo) -> Option<Value> {
        Draw {
            catalogue: self.catalogue,
            trials: self.trials,
            rng: &mut self.rng,
        }
        .value(sort)
    }

    /// A literal of a sort, or a term without variables where the sort has none.
    pub fn literal(&mut self, sort: SortNo) -> Option<NodeId> {
        if self.catalogue.sort(sort).kind == Kind::RegLan {
            let ops = self.catalogue.leaves(sort);
            let mut op = *self.rng.pick(ops)?;
            for _ in 0..TRIES {
                let name = self.catalogue.op(op).name;
                if self.catalogue.name(name).weight > 0 {
                    break;
                }
                op = *self.rng.pick(ops)?;
            }
            let strings = self.catalogue.op(op).arguments.len();
            let string = self.catalogue.op(op).arguments.first().map(|a| a.sort);
            let mut children = Vec::with_capacity(strings);
            for _ in 0..strings {
                children.push(self.literal(string?)?);
            }
            return self.apply(op, &children);
        }
        if !self.catalogue.sort(sort).literals && !self.is_uninterpreted(sort) {
            return None;
        }
        let value = self.draw(sort)?;
        Some(self.grove.literal(sort, value))
    }

    fn is_uninterpreted(&self, sort: SortNo) -> bool {
        self.catalogue.sort(sort).kind == Kind::Uninterpreted
    }

    /// Whether a variable of a sort can be pinned to any value.
    fn can_be_pinned(&self, sort: SortNo) -> bool {
        match self.catalogue.sort(sort).kind {
            Kind::Array(from, _) => {
                matches!(
                    self.catalogue.sort(from).kind,
                    Kind::BitVec(1 | 2) | Kind::Bool
                )
            }
            _ => true,
        }
    }

    /// A new variable, if there may be one more.
    pub fn variable(&mut self, sort: SortNo, one_too_many: bool) -> Option<NodeId> {
        let room = one_too_many || self.grove.variables.len() < self.settings.variables;
        if self.closed || !room || (self.pinnable && !self.can_be_pinned(sort)) {
            return None;
        }
        let value = self.draw(sort)?;
        Some(self.grove.variable(sort, std::iter::once(value)))
    }

    /// A variable or a literal.
    pub fn leaf(&mut self, sort: SortNo) -> Option<NodeId> {
        if self.catalogue.sort(sort).variables
            && self.rng.chance(2, 3)
            && let Some(variable) = self.variable(sort, false)
        {
            return Some(variable);
        }
        if let Some(literal) = self.literal(sort) {
            return Some(literal);
        }
        match self.rng.pick(self.grove.pool(sort)) {
            Some(&known) => Some(known),
            None => self.variable(sort, true),
        }
    }

    /// Something for an operator to take, less deep than `depth`.
    pub fn child(&mut self, argument: Argument, depth: u8) -> Option<NodeId> {
        if argument.literal {
            return self.literal(argument.sort);
        }
        let pool = self.grove.pool(argument.sort);
        if !pool.is_empty() && self.rng.chance(4, 5) {
            let among = match self.rng.chance(1, 2) {
                true => &pool[pool.len().saturating_sub(3)..],
                false => pool,
            };
            let chosen = among[self.rng.below(among.len())];
            if self.grove.node(chosen).depth < depth {
                return Some(chosen);
            }
        }
        self.leaf(argument.sort)
    }

    pub fn bool_child(&mut self) -> Option<NodeId> {
        let argument = Argument {
            sort: BOOL,
            literal: false,
        };
        self.child(argument, self.settings.depth)
    }

    /// An operator applied to terms.
    pub fn apply(&mut self, op: OpNo, children: &[NodeId]) -> Option<NodeId> {
        if self.catalogue.op(op).how == How::Function && !self.grove.blind {
            // One table is one interpretation; with several assignments there would be many.
            if self.grove.rows != 1 {
                return None;
            }
            let inputs: Vec<Value> = children.iter().map(|&c| self.grove.value(c)).collect();
            let mut known = self.grove.tables.iter();
            if !known.any(|(f, known, _)| *f == op && *known == inputs) {
                let value = self.draw(self.catalogue.op(op).result)?;
                self.grove.tables.push((op, inputs, value));
            }
        }
        self.grove.apply(self.catalogue, self.trials, op, children)
    }

    /// A connective or a comparison.
    pub fn native(&mut self, native: Native, children: &[NodeId]) -> Option<NodeId> {
        let sort = self.grove.node(*children.last()?).sort;
        let op = self.catalogue.native(native, sort)?;
        self.apply(op, children)
    }

    /// An operator applied to a term, if given, and to whatever else it takes.
    pub fn on_top(&mut self, op: OpNo, of: Option<NodeId>) -> Option<NodeId> {
        let arguments = &self.catalogue.op(op).arguments;
        let depth = self.settings.depth;
        let mut children = Vec::with_capacity(arguments.len());
        for _ in 0..TRIES {
            children.clear();
            let place = of.and_then(|of| {
                let sort = self.grove.node(of).sort;
                let fits = |a: &Argument| a.sort == sort && !a.literal;
                let fitting = arguments.iter().filter(|a| fits(a)).count();
                let chosen = self.rng.below(fitting);
                let mut places = arguments.iter().enumerate().filter(|(_, a)| fits(a));
                places.nth(chosen).map(|(place, _)| place)
            });
            for (number, &argument) in arguments.iter().enumerate() {
                children.push(match of {
                    Some(of) if place == Some(number) => of,
                    _ => {
                        let mut child = self.child(argument, depth)?;
                        // An operator on twice the same is rarely worth it.
                        if (of == Some(child) || children.contains(&child)) && self.rng.chance(4, 5)
                        {
                            child = self.leaf(argument.sort)?;
                        }
                        child
                    }
                });
            }
            if let Some(node) = self.apply(op, &children) {
                return Some(node);
            }
        }
        None
    }

    /// One of the operators of a list by name, as often as its weight says.
    pub fn pick_op(&mut self, list: &'g [(NameNo, Vec<OpNo>)]) -> Option<OpNo> {
        let weight = |name: NameNo| self.catalogue.name(name).weight as usize;
        let (_, ops) = match self.settings.weights.is_empty() {
            true => list.get(self.rng.below(list.len()))?,
            false => {
                let total = list.iter().map(|(name, _)| weight(*name)).sum();
                let mut drawn = self.rng.below(total);
                let mut of = list.iter();
                of.find(|(name, _)| match drawn.checked_sub(weight(*name)) {
                    Some(rest) => {
                        drawn = rest;
                        false
                    }
                    None => true,
                })?
            }
        };
        let op = *ops.get(self.rng.below(ops.len()))?;
        match self.may_use(op) {
            true => Some(op),
            false => None,
        }
    }

    /// Whether an operator is one for this formula.
    fn may_use(&self, op: OpNo) -> bool {
        (self.newest || !self.catalogue.op(op).traits.newest)
            && !(self.standard && self.catalogue.is_odd(op))
    }

    /// Puts some operator on top of some term.
    pub fn grow(&mut self) -> Option<NodeId> {
        let nodes = self.grove.nodes.len();
        for _ in 0..TRIES {
            let from = match self.rng.chance(1, 2) {
                true => nodes.saturating_sub(4),
                false => 0,
            };
            let node = NodeId((from + self.rng.below(nodes - from)) as u32);
            let found = self.grove.nodes.get(node.index())?;
            let is_leaf = matches!(found.what, What::Literal | What::Text(..));
            if is_leaf || found.depth >= self.settings.depth {
                continue;
            }
            let takers = self.catalogue.takers(found.sort);
            if let Some(op) = self.pick_op(takers)
                && let Some(grown) = self.on_top(op, Some(node))
            {
                return Some(grown);
            }
        }
        None
    }

    /// The operator of a name that is to decide: one that takes variables, mostly.
    pub fn instance(&mut self, name: NameNo) -> Option<OpNo> {
        let ops = &self.catalogue.name(name).ops;
        let mut chosen = None;
        for _ in 0..2 * TRIES {
            let op = *self.rng.pick(ops)?;
            let operator = self.catalogue.op(op);
            if operator.traits.hidden || (self.standard && self.catalogue.is_odd(op)) {
                continue;
            }
            chosen = Some(op);
            let arguments = operator.arguments.iter().filter(|a| !a.literal);
            let mut sorts = arguments.map(|a| self.catalogue.sort(a.sort));
            let result = self.catalogue.sort(operator.result);
            if sorts.any(|sort| sort.variables && sort.kind != Kind::Bool)
                || operator.arguments.is_empty()
                || (result.variables && result.kind != Kind::Bool)
            {
                break;
            }
        }
        chosen
    }

    /// Variables for an operator to take.
    pub fn plant(&mut self, op: OpNo) {
        let operator = self.catalogue.op(op);
        let sorts = operator.arguments.iter().map(|a| a.sort);
        for sort in sorts.chain([operator.result]) {
            if self.catalogue.sort(sort).variables
                && (sort != BOOL || self.rng.chance(1, 3))
                && (self.grove.pool(sort).is_empty() || self.rng.chance(1, 4))
            {
                self.variable(sort, false);
            }
        }
        if self.grove.variables.is_empty() {
            let sorts = self.catalogue.sorts.len();
            let start = self.rng.below(sorts);
            for place in 0..sorts {
                let sort = SortNo(((start + place) % sorts) as u16);
                let entry = self.catalogue.sort(sort);
                let fits = entry.variables && !(self.standard && entry.is_odd);
                if fits && self.variable(sort, false).is_some() {
                    break;
                }
            }
        }
    }

    /// What `fp` makes a float of the class whose turn it is from.
    fn fields(&mut self, op: OpNo) -> Option<Vec<NodeId>> {
        let operator = self.catalogue.op(op);
        let Kind::Float(format) = self.catalogue.sort(operator.result).kind else {
            return None;
        };
        let is_given_fields = self.catalogue.name(operator.name).text == "fp";
        if !is_given_fields || self.grove.blind || self.grove.rows != 1 {
            return None;
        }
        let value = Draw {
            catalogue: self.catalogue,
            trials: self.trials,
            rng: &mut self.rng,
        }
        .float(format, self.class);
        let values = self.trials.values();
        let fields = match values.to_float(value)?.fields() {
            Some(fields) => fields,
            // NaN has many.
            None => {
                let least = BigUint::from(1u32);
                let all = (BigUint::from(1u32) << (format.significand_bits() - 1)) - 1u32;
                Fields {
                    negative: self.rng.chance(1, 2),
                    exponent: (1 << format.exponent_bits()) - 1,
                    fraction: (BigUint::from(self.rng.next_u64()) & all).max(least),
                }
            }
        };
        let parts = [
            BigUint::from(u8::from(fields.negative)),
            BigUint::from(fields.exponent),
            fields.fraction,
        ];
        let mut children = Vec::with_capacity(parts.len());
        for (part, argument) in parts.into_iter().zip(&operator.arguments) {
            let sort = self.catalogue.sort(argument.sort);
            let Kind::BitVec(width) = sort.kind else {
                return None;
            };
            let value = self.trials.values().bit_vec(width, part);
            let is_variable = sort.variables
                && !self.closed
                && self.grove.variables.len() < self.settings.variables
                && self.rng.chance(2, 3);
            children.push(match is_variable {
                true => self.grove.variable(argument.sort, std::iter::once(value)),
                false => self.grove.literal(argument.sort, value),
            });
        }
        Some(children)
    }

    /// The decisive operator applied, to a float of the class whose turn it is if it takes one.
    pub fn decisive(&mut self, op: OpNo) -> Option<NodeId> {
        if let Some(fields) = self.fields(op)
            && let Some(decisive) = self.apply(op, &fields)
        {
            return Some(decisive);
        }
        let arguments = &self.catalogue.op(op).arguments;
        let float = arguments
            .iter()
            .find_map(|a| match self.catalogue.sort(a.sort).kind {
                Kind::Float(format) if !a.literal => Some((a.sort, format)),
                _ => None,
            });
        if let Some((sort, format)) = float
            && !self.grove.blind
            && self.grove.rows == 1
        {
            let pool = self.grove.pool(sort).iter().rev();
            let of_class = pool.copied().find(|&node| {
                let value = self.grove.value(node);
                let float = self.trials.values().to_float(value);
                self.grove.node(node).depth < self.settings.depth
                    && float.is_some_and(|float| super::draw::class_of(float) == self.class)
            });
            let node = match of_class {
                Some(node) => node,
                None => {
                    let value = Draw {
                        catalogue: self.catalogue,
                        trials: self.trials,
                        rng: &mut self.rng,
                    }
                    .float(format, self.class);
                    match self.closed {
                        true => self.grove.literal(sort, value),
                        false => self.grove.variable(sort, std::iter::once(value)),
                    }
                }
            };
            if let Some(decisive) = self.on_top(op, Some(node)) {
                return Some(decisive);
            }
        }
        self.on_top(op, None)
    }
}
