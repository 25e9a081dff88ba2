//! The grammar made concrete: what each sort of a script can grow into.

use super::grammar::{Arithmetic, Expr, Filling, Pattern, RULES, Rule, RulePiece, VARIABLES};
use super::material::Material;
use super::sorts::{BOOL, SortList};
use crate::logic::{self, Logic};
use smt::Shape;
use smt::{Script, SortId};
use std::ops::Range;

/// Weights are multiples of this, so that they can be divided.
pub(super) const UNIT: u32 = 64;
/// The most ways to read one rule.
const READINGS: usize = 400;

/// A part of a production.
#[derive(Debug, Clone, Copy)]
pub(super) enum Piece {
    /// Text of the grammar.
    Fixed(&'static str),
    /// Text of the `Snippets`.
    Text(u32, u32),
    /// A term of that sort.
    Hole(u16, Filling),
    /// Draws a number, bounds included.
    Draw { slot: u8, low: u32, high: u32 },
    /// Writes a number that was drawn, plus another.
    Drawn { slot: u8, plus: i32 },
    /// Writes a number.
    Number(u32),
}

/// One way to make a term of a sort.
#[derive(Debug, Clone)]
pub(super) struct Production {
    /// The weights of all up to this one.
    pub cumulative: u32,
    pub since: u32,
    /// Whether it has symbols of the script, which must not be hidden where it is used.
    pub named: bool,
    pub pieces: Range<u32>,
}

pub(super) struct Draft {
    pub result: u16,
    pub weight: u32,
    since: u32,
    named: bool,
    pieces: Range<u32>,
}

/// What the variables of a rule stand for.
#[derive(Debug, Clone, Copy, Default)]
struct Bindings {
    sorts: [Option<u16>; VARIABLES],
    numbers: [Option<i64>; VARIABLES],
}

pub(super) struct Builder<'a, 'l> {
    pub script: &'a Script,
    pub logic: &'a Logic,
    pub material: &'a Material,
    pub list: &'l mut SortList<'a>,
    pub pieces: Vec<Piece>,
    pub drafts: Vec<Draft>,
}

/// Makes all productions and tells each sort of the list which are its.
pub(super) fn productions<'a>(
    script: &'a Script,
    logic: &'a Logic,
    material: &'a Material,
    list: &mut SortList<'a>,
) -> (Vec<Production>, Vec<Piece>) {
    let (pieces, drafts) = (Vec::new(), Vec::new());
    let mut builder = Builder {
        script,
        logic,
        material,
        list,
        pieces,
        drafts,
    };
    builder.read_rules();
    builder.add_functions();
    builder.add_datatypes();
    let Builder { pieces, drafts, .. } = builder;
    (order(drafts, list), pieces)
}

fn order(mut drafts: Vec<Draft>, list: &mut SortList<'_>) -> Vec<Production> {
    drafts.sort_by_key(|draft| draft.result);
    let mut all = Vec::with_capacity(drafts.len());
    for draft in drafts {
        let listed = &mut list.listed[draft.result as usize];
        if listed.productions.is_empty() {
            listed.productions = all.len() as u32..all.len() as u32;
        }
        listed.productions.end += 1;
        listed.weight += draft.weight;
        all.push(Production {
            cumulative: listed.weight,
            since: draft.since,
            named: draft.named,
            pieces: draft.pieces,
        });
    }
    all
}

impl Builder<'_, '_> {
    fn read_rules(&mut self) {
        let in_difference = self.logic.arithmetic == logic::Arithmetic::Difference;
        for rule in RULES.iter() {
            let applies = rule.operators.iter().all(|operator| {
                self.logic
                    .allows_operator(&operator.name, &operator.constants)
                    && !self.material.takes(self.script, &operator.name)
                    && (!rule.used || self.material.uses(self.script, &operator.name))
            });
            if !applies || rule.difference && !in_difference {
                continue;
            }
            for result in 0..self.list.listed.len() as u16 {
                let mut bindings = Bindings::default();
                let shape = self.list.listed[result as usize].shape;
                // In a difference logic variables are the only numbers.
                if in_difference && shape.is_number() {
                    continue;
                }
                if self.matches(&rule.result, result, &mut bindings) {
                    let before = self.drafts.len();
                    self.read(rule, result, 0, bindings, before + READINGS);
                    let drafts = &mut self.drafts[before..];
                    let sum: u32 = drafts.iter().map(|draft| draft.weight).sum();
                    for draft in drafts {
                        draft.weight = (rule.weight * UNIT * draft.weight / sum.max(1)).max(1);
                    }
                }
            }
        }
    }

    /// Finds sorts for the holes from a piece on. The recursion is as deep as a rule has holes.
    fn read(
        &mut self,
        rule: &'static Rule,
        result: u16,
        from: usize,
        bindings: Bindings,
        limit: usize,
    ) {
        let hole =
            (rule.pieces[from..].iter().enumerate()).find_map(|(place, piece)| match piece {
                RulePiece::Hole(pattern, _) => Some((from + place, pattern)),
                _ => None,
            });
        let Some((place, pattern)) = hole else {
            self.write(rule, result, &bindings);
            return;
        };
        for sort in 0..self.list.listed.len() as u16 {
            let mut bindings = bindings;
            if self.drafts.len() < limit && self.matches(pattern, sort, &mut bindings) {
                self.read(rule, result, place + 1, bindings, limit);
            }
        }
    }

    fn matches(&self, pattern: &Pattern, sort: u16, bindings: &mut Bindings) -> bool {
        let shape = self.list.listed[sort as usize].shape;
        let mut is = |variable: u8, sort: Option<u16>| {
            let bound = &mut bindings.sorts[variable as usize];
            sort.is_some() && *bound.get_or_insert(sort.unwrap_or(BOOL)) == sort.unwrap_or(BOOL)
        };
        let part = |sort: SortId| self.list.place(sort);
        match (pattern, shape) {
            (Pattern::Exact(wanted), shape) => *wanted == shape,
            (Pattern::Any(_), Shape::RegLan) => false,
            (Pattern::Any(variable), _) => is(*variable, Some(sort)),
            (Pattern::Seq(of), Shape::Seq(element)) => is(*of, part(element)),
            (Pattern::Set(of), Shape::Set(element)) => is(*of, part(element)),
            (Pattern::Array(from, to), Shape::Array(index, element)) => {
                is(*from, part(index)) && is(*to, part(element))
            }
            (Pattern::BitVec(width), Shape::BitVec(w)) => number_is(width, w.into(), bindings),
            (Pattern::Float(exponent, significand), Shape::Float(e, s)) => {
                number_is(exponent, e.into(), bindings)
                    && number_is(significand, s.into(), bindings)
            }
            (Pattern::Field(order), Shape::Field(p)) => {
                i64::try_from(p).is_ok_and(|p| number_is(order, p, bindings))
            }
            _ => false,
        }
    }

    /// Writes a production, unless its numbers make no sense.
    fn write(&mut self, rule: &'static Rule, result: u16, bindings: &Bindings) {
        let start = self.pieces.len();
        let written = self.try_write(rule, bindings);
        match written {
            Some(since) => {
                let since = since.max(self.list.since(result));
                let weight = self.interest(start);
                self.draft(result, weight, since, false, start);
            }
            None => self.pieces.truncate(start),
        }
    }

    /// How much a production is worth among the readings of its rule: with nothing of the script
    /// in it, `(bvult #b01 #b10)` is all that it makes.
    fn interest(&self, start: usize) -> u32 {
        let holes = self.pieces[start..].iter().filter_map(|piece| match piece {
            Piece::Hole(sort, Filling::Term) => Some(&self.list.listed[*sort as usize]),
            _ => None,
        });
        let of_sort = holes.map(|listed| match listed.id {
            Some(_) if !listed.constants.is_empty() || !listed.subterms.is_empty() => 8,
            // There may be bound variables.
            Some(_) => 4,
            None => 1,
        });
        of_sort.max().unwrap_or(1)
    }

    pub fn draft(&mut self, result: u16, weight: u32, since: u32, named: bool, start: usize) {
        self.drafts.push(Draft {
            result,
            weight,
            since,
            named,
            pieces: start as u32..self.pieces.len() as u32,
        });
    }

    fn try_write(&mut self, rule: &'static Rule, bindings: &Bindings) -> Option<u32> {
        let mut since = 0;
        let number = |expr: &Expr| u32::try_from(value(expr, bindings)?).ok();
        for draw in &rule.draws {
            let (low, high) = (number(&draw.low)?, number(&draw.high)?);
            if low > high {
                return None;
            }
            let slot = draw.variable;
            self.pieces.push(Piece::Draw { slot, low, high });
        }
        for piece in &rule.pieces {
            self.pieces.push(match piece {
                RulePiece::Text(text) => Piece::Fixed(text),
                RulePiece::Hole(pattern, filling) => {
                    let mut places = 0..self.list.listed.len() as u16;
                    let mut is_it = *bindings;
                    let sort = places.find(|&s| self.matches(pattern, s, &mut is_it))?;
                    since = since.max(self.list.since(sort));
                    Piece::Hole(sort, *filling)
                }
                RulePiece::Number(expr) => match value(expr, bindings) {
                    Some(number) => Piece::Number(u32::try_from(number).ok()?),
                    None => {
                        // What is left without a value is what is drawn.
                        let draw = rule
                            .draws
                            .iter()
                            .find(|draw| mentions(expr, draw.variable))?;
                        let mut at_zero = *bindings;
                        at_zero.numbers[draw.variable as usize] = Some(0);
                        let plus = i32::try_from(value(expr, &at_zero)?).ok()?;
                        let slot = draw.variable;
                        Piece::Drawn { slot, plus }
                    }
                },
            });
        }
        Some(since)
    }
}

/// The value of an expression, if all of its variables have one.
fn value(expr: &Expr, bindings: &Bindings) -> Option<i64> {
    match expr {
        Expr::Number(number) => Some(*number),
        Expr::Variable(variable) => bindings.numbers[*variable as usize],
        Expr::Apply(operator, sides) => {
            let (left, right) = (value(&sides.0, bindings)?, value(&sides.1, bindings)?);
            match operator {
                Arithmetic::Plus => left.checked_add(right),
                Arithmetic::Minus => left.checked_sub(right),
                Arithmetic::Times => left.checked_mul(right),
                Arithmetic::Over if right != 0 && left % right == 0 => Some(left / right),
                Arithmetic::Over => None,
            }
        }
    }
}

fn mentions(expr: &Expr, variable: u8) -> bool {
    match expr {
        Expr::Number(_) => false,
        Expr::Variable(v) => *v == variable,
        Expr::Apply(_, sides) => mentions(&sides.0, variable) || mentions(&sides.1, variable),
    }
}

/// Whether an expression has a value; a variable that has none gets it.
fn number_is(expr: &Expr, wanted: i64, bindings: &mut Bindings) -> bool {
    match expr {
        Expr::Variable(variable) => {
            *bindings.numbers[*variable as usize].get_or_insert(wanted) == wanted
        }
        _ => value(expr, bindings) == Some(wanted),
    }
}
