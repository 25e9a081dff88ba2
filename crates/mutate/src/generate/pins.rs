//! Variables that can have one value only, said in roundabout ways.

use super::catalogue::{How, Kind, SortNo};
use super::grove::{NodeId, What};
use super::maker::Maker;
use eval::Value;
use std::io::Write;

impl Maker<'_, '_> {
    /// Assertions that leave one value to each variable in a term, the one that it has, and to each
    /// application of a function in it.
    pub fn pins(&mut self, root: NodeId) -> Vec<NodeId> {
        let reached = self.grove.reach(&[root]);
        let mut pins = Vec::new();
        for variable in self.grove.variables.clone() {
            if reached[variable.index()] {
                self.pin(variable, &mut pins);
            }
        }
        for (place, _) in reached.iter().enumerate().filter(|(_, reached)| **reached) {
            let node = NodeId(place as u32);
            if let What::Apply(op) = self.grove.node(node).what
                && self.catalogue.op(op).how == How::Function
            {
                let operator = self.catalogue.op(op);
                let mut text = format!("(= ({}", operator.head).into_bytes();
                for (place, argument) in operator.arguments.iter().enumerate() {
                    let child = self.grove.children(node)[place];
                    text.push(b' ');
                    let value = self.grove.value(child);
                    self.write_value(argument.sort, value, &mut text);
                }
                text.extend_from_slice(b") ");
                self.write_value(operator.result, self.grove.value(node), &mut text);
                text.push(b')');
                // The application is a child so that the function is declared.
                let pin = self.grove.text(&text, &[node], true);
                pins.push(pin);
            }
        }
        pins
    }

    pub fn write_value(&mut self, sort: SortNo, value: Value, out: &mut Vec<u8>) {
        let literal = (sort, value);
        super::literal::write_literal(self.catalogue, self.trials, literal, &mut self.rng, out);
    }

    fn lit(&mut self, sort: SortNo, value: Value) -> String {
        let mut out = Vec::new();
        self.write_value(sort, value, &mut out);
        String::from_utf8_lossy(&out).into_owned()
    }

    /// What an operator gives for some values, if the catalogue has it.
    fn result(&mut self, head: &str, sorts: &[SortNo], values: &[Value]) -> Option<Value> {
        let op = self.catalogue.find(head, sorts)?;
        match self.catalogue.op(op).how {
            How::Eval(term) => self.trials.apply(term, values),
            _ => None,
        }
    }

    fn pin(&mut self, variable: NodeId, pins: &mut Vec<NodeId>) {
        let What::Variable(place) = self.grove.node(variable).what else {
            return;
        };
        let (sort, value) = (self.grove.node(variable).sort, self.grove.value(variable));
        let name = format!("v{place}");
        let special = match self.rng.chance(3, 4) {
            true => self.roundabout(&name, sort, value).filter(|texts| {
                let mut words = texts.iter().flat_map(|text| text.split([' ', '(', ')']));
                !words.any(|word| self.catalogue.is_banned(word))
            }),
            false => None,
        };
        let texts = match special {
            Some(texts) => texts,
            None => self.plainly(&name, sort, value),
        };
        for text in texts {
            let disguised = self.disguise(text.into_bytes(), variable);
            pins.push(disguised);
        }
    }

    fn plainly(&mut self, name: &str, sort: SortNo, value: Value) -> Vec<String> {
        if let Kind::Array(from, to) = self.catalogue.sort(sort).kind {
            return self.cells(name, (sort, value), from, to);
        }
        let literal = self.lit(sort, value);
        vec![match self.rng.below(5) {
            0 => format!("(= {literal} {name})"),
            1 => format!("(not (distinct {name} {literal}))"),
            2 => {
                let text = &self.catalogue.sort(sort).text;
                let definition =
                    format!("(define-fun is-{name} ((x {text})) Bool (= {literal} x))");
                let _ = writeln!(self.definitions, "{definition}");
                format!("(is-{name} {name})")
            }
            _ => format!("(= {name} {literal})"),
        }]
    }

    /// An array is what its elements are.
    fn cells(
        &mut self,
        name: &str,
        (sort, array): (SortNo, Value),
        from: SortNo,
        to: SortNo,
    ) -> Vec<String> {
        let mut texts = Vec::new();
        for index in self.all_of(from, 4).unwrap_or_default() {
            let element = self.result("select", &[sort, from], &[array, index]);
            let Some(element) = element else {
                continue;
            };
            let (index, element) = (self.lit(from, index), self.lit(to, element));
            texts.push(format!("(= (select {name} {index}) {element})"));
        }
        texts
    }

    fn roundabout(&mut self, name: &str, sort: SortNo, value: Value) -> Option<Vec<String>> {
        // All values but one are excluded.
        if self.rng.chance(1, 3)
            && let Some(all) = self.all_of(sort, 8)
        {
            let others = all.into_iter().filter(|other| *other != value);
            let mut text = format!("(distinct {name}");
            for other in others.collect::<Vec<Value>>() {
                let _ = std::fmt::Write::write_fmt(
                    &mut text,
                    format_args!(" {}", self.lit(sort, other)),
                );
            }
            text.push(')');
            return Some(vec![text]);
        }
        match self.catalogue.sort(sort).kind {
            Kind::Bool => {
                let truth = value == Value::Bool(true);
                Some(vec![match (truth, self.rng.chance(1, 2)) {
                    (true, true) => name.to_owned(),
                    (true, false) => format!("(xor {name} false)"),
                    (false, true) => format!("(not {name})"),
                    (false, false) => format!("(=> {name} false)"),
                }])
            }
            Kind::BitVec(width) => self.pin_bits(name, sort, width, value),
            Kind::Float(_) => self.pin_float(name, sort, value),
            Kind::Int | Kind::Real => self.pin_number(name, sort, value),
            Kind::String => self.pin_string(name, sort, value),
            Kind::Seq(_) => {
                let more = self.draw(sort)?;
                let whole = self.result("seq.++", &[sort, sort], &[value, more])?;
                let (more, whole) = (self.lit(sort, more), self.lit(sort, whole));
                Some(vec![format!("(= (seq.++ {name} {more}) {whole})")])
            }
            _ => None,
        }
    }

    /// From both sides, with one of the orders of a sort.
    fn bounds(&mut self, name: &str, literal: &str, order: (&str, &str, &str)) -> Vec<String> {
        let (least, most, less) = order;
        let below = match self.rng.chance(1, 2) {
            true => format!("({most} {name} {literal})"),
            false => format!("(not ({less} {literal} {name}))"),
        };
        let above = match self.rng.chance(1, 2) {
            true => format!("({least} {name} {literal})"),
            false => format!("(not ({less} {name} {literal}))"),
        };
        match self.rng.chance(1, 3) {
            true => vec![format!("(and {below} {above})")],
            false => vec![below, above],
        }
    }

    fn pin_bits(
        &mut self,
        name: &str,
        sort: SortNo,
        width: u32,
        value: Value,
    ) -> Option<Vec<String>> {
        let literal = self.lit(sort, value);
        match self.rng.below(4) {
            0 => Some(self.bounds(name, &literal, ("bvuge", "bvule", "bvult"))),
            1 => Some(self.bounds(name, &literal, ("bvsge", "bvsle", "bvslt"))),
            // What can be undone loses nothing.
            2 => {
                let head = ["bvadd", "bvsub", "bvxor", "bvxnor"][self.rng.below(4)];
                let other = self.draw(sort)?;
                let turned = self.rng.chance(1, 2);
                let values = if turned {
                    [other, value]
                } else {
                    [value, other]
                };
                let result = self.result(head, &[sort, sort], &values)?;
                let (other, result) = (self.lit(sort, other), self.lit(sort, result));
                Some(vec![match turned {
                    true => format!("(= ({head} {other} {name}) {result})"),
                    false => format!("(= {result} ({head} {name} {other}))"),
                }])
            }
            _ => {
                let heads = [
                    "bvnot".to_owned(),
                    "bvneg".to_owned(),
                    format!("(_ rotate_left {})", width - 1),
                    "(_ rotate_right 1)".to_owned(),
                    "(_ zero_extend 0)".to_owned(),
                ];
                let head = &heads[self.rng.below(heads.len())];
                let result = self.result(head, &[sort], &[value])?;
                let result = self.lit(sort, result);
                Some(vec![format!("(= ({head} {name}) {result})")])
            }
        }
    }

    fn pin_float(&mut self, name: &str, sort: SortNo, value: Value) -> Option<Vec<String>> {
        let float = self.trials.values().to_float(value)?.clone();
        let sign = match float.is_negative() {
            true => "fp.isNegative",
            false => "fp.isPositive",
        };
        let literal = self.lit(sort, value);
        Some(match () {
            () if float.is_nan() => match self.rng.chance(1, 2) {
                true => vec![format!("(fp.isNaN {name})")],
                false => vec![format!("(not (fp.eq {name} {name}))")],
            },
            () if float.is_infinite() => {
                vec![
                    format!("(fp.isInfinite {name})"),
                    format!("({sign} {name})"),
                ]
            }
            // The orders do not tell zeros apart.
            () if float.is_zero() => {
                let zero = match self.rng.chance(1, 2) {
                    true => format!("(fp.isZero {name})"),
                    false => format!("(fp.eq {name} {literal})"),
                };
                vec![zero, format!("({sign} {name})")]
            }
            () => match self.rng.below(3) {
                0 => vec![format!("(fp.eq {name} {literal})")],
                1 => {
                    let negated = self.result("fp.neg", &[sort], &[value])?;
                    let negated = self.lit(sort, negated);
                    vec![format!("(= (fp.neg {name}) {negated})")]
                }
                // `not (x < y)` holds of what is no number as well.
                _ => vec![
                    format!("(fp.leq {name} {literal})"),
                    format!("(fp.geq {name} {literal})"),
                ],
            },
        })
    }

    fn pin_number(&mut self, name: &str, sort: SortNo, value: Value) -> Option<Vec<String>> {
        let literal = self.lit(sort, value);
        if self.rng.chance(1, 2) {
            return Some(self.bounds(name, &literal, (">=", "<=", "<")));
        }
        let head = ["+", "-"][self.rng.below(2)];
        let other = self.draw(sort)?;
        let result = self.result(head, &[sort, sort], &[other, value])?;
        let (other, result) = (self.lit(sort, other), self.lit(sort, result));
        Some(vec![format!("(= ({head} {other} {name}) {result})")])
    }

    fn pin_string(&mut self, name: &str, sort: SortNo, value: Value) -> Option<Vec<String>> {
        let literal = self.lit(sort, value);
        Some(match self.rng.below(3) {
            0 => vec![format!("(str.in_re {name} (str.to_re {literal}))")],
            1 => {
                let length = self.trials.values().to_string(value)?.len();
                vec![
                    format!("(str.prefixof {name} {literal})"),
                    format!("(= (str.len {name}) {length})"),
                ]
            }
            _ => {
                let more = self.draw(sort)?;
                let whole = self.result("str.++", &[sort, sort], &[more, value])?;
                let (more, whole) = (self.lit(sort, more), self.lit(sort, whole));
                vec![format!("(= (str.++ {more} {name}) {whole})")]
            }
        })
    }

    /// Something that cannot be true, whatever the variables are.
    fn contradiction(&mut self) -> Option<(String, NodeId)> {
        let places = self.grove.nodes.len();
        let node = NodeId(self.rng.below(places) as u32);
        let entry = self.grove.node(node);
        if self.catalogue.sort(entry.sort).kind == Kind::RegLan || entry.size > 20 {
            return None;
        }
        let mut out = Vec::new();
        self.write_plain(node, &mut out);
        let text = String::from_utf8_lossy(&out).into_owned();
        Some((format!("(distinct {text} {text})"), node))
    }

    /// A pin among other things, from which it still follows.
    fn disguise(&mut self, pin: Vec<u8>, variable: NodeId) -> NodeId {
        let text = String::from_utf8_lossy(&pin).into_owned();
        let (text, other) = match self.rng.below(8) {
            0 => (format!("(not (not {text}))"), None),
            1 => match self.contradiction() {
                Some((never, node)) => (format!("(or {never} {text})"), Some(node)),
                None => (text, None),
            },
            2 => match self.contradiction() {
                Some((never, node)) => (format!("(=> (not {text}) {never})"), Some(node)),
                None => (text, None),
            },
            3 => match self.contradiction() {
                Some((never, node)) => (format!("(ite {never} (not {text}) {text})"), Some(node)),
                None => (text, None),
            },
            _ => (text, None),
        };
        let mut children = vec![variable];
        children.extend(other);
        self.grove.text(text.as_bytes(), &children, true)
    }
}
