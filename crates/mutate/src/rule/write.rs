//! From a match to the text that replaces it.

use super::matching::{Binding, Bound};
use super::sorts::SortPattern;
use super::{Claim, Op, Role, Rule, Template};
use crate::values::Need;
use smt::{AtomKind, NodeId, Script, SortId};

/// What fills the parameters that a pattern does not bind.
pub trait Filler {
    /// Appends any term of a sort for a parameter.
    fn term(&mut self, parameter: usize, sort: SortId, out: &mut Vec<u8>) -> bool;
    /// Appends a literal of a sort for a parameter.
    fn literal(&mut self, parameter: usize, sort: SortId, need: Need, out: &mut Vec<u8>) -> bool;
    /// A number from `low` to `high`, both included.
    fn number(&mut self, low: i64, high: i64) -> i64;
}

/// A rule matched at a place of a script.
#[derive(Debug, Clone, Copy)]
pub struct Instance<'a> {
    /// The rule.
    pub rule: &'a Rule,
    /// The script.
    pub script: &'a Script,
}

impl Instance<'_> {
    /// Gives every parameter that is not bound a value. With `by_choice` literals are chosen
    /// such that the guard holds; without, terms are arbitrary and the guard has to be written
    /// into the mutant. False if there is nothing to fill a parameter with.
    pub fn fill(&self, binding: &mut Binding, filler: &mut impl Filler, by_choice: bool) -> bool {
        (0..self.rule.parameters.len()).all(|place| {
            if binding.bound[place] != Bound::Nothing {
                return true;
            }
            match self.filling(binding, place, filler, by_choice) {
                Some(bound) => {
                    binding.bound[place] = bound;
                    true
                }
                None => false,
            }
        })
    }

    fn filling(
        &self,
        binding: &mut Binding,
        place: usize,
        filler: &mut impl Filler,
        by_choice: bool,
    ) -> Option<Bound> {
        let parameter = &self.rule.parameters[place];
        let start = binding.text.len();
        let filled = match &parameter.role {
            Role::Index(bounds) => {
                let (low, high) = bounds.as_ref()?;
                let (low, high) = (low.value(binding)?, high.value(binding)?);
                return (low <= high).then(|| Bound::Number(filler.number(low, high)));
            }
            Role::Constructor { not } => return self.other_constructor(binding, *not, filler),
            Role::Fields(of) => {
                let Bound::Constructor {
                    datatype,
                    constructor,
                } = binding.bound[*of]
                else {
                    return None;
                };
                let selectors =
                    &self.script.datatypes[datatype].constructors[constructor].selectors;
                selectors.iter().enumerate().all(|(i, &selector)| {
                    if i > 0 {
                        binding.text.push(b' ');
                    }
                    let sort = self.script.declarations.sort(selector);
                    filler.term(place, sort, &mut binding.text)
                })
            }
            Role::Term(sort) if by_choice && parameter.need != Need::Any => {
                let sort = sort.value(self.script, &binding.sorts)?;
                filler.literal(place, sort, parameter.need, &mut binding.text)
            }
            Role::Term(sort) => {
                let sort = sort.value(self.script, &binding.sorts)?;
                filler.term(place, sort, &mut binding.text)
            }
            Role::Constant(sort) => {
                let sort = sort.value(self.script, &binding.sorts)?;
                filler.literal(place, sort, parameter.need, &mut binding.text)
            }
            Role::List(_) | Role::Predicate | Role::Arguments => false,
        };
        let end = binding.text.len();
        filled.then_some(Bound::Text { start, end })
    }

    fn other_constructor(
        &self,
        binding: &Binding,
        not: Option<usize>,
        filler: &mut impl Filler,
    ) -> Option<Bound> {
        let sort = binding.sorts[0]?;
        let datatype = self.script.datatypes.iter().position(|d| d.sort == sort)?;
        let count = self.script.datatypes[datatype].constructors.len();
        let excluded = match not.map(|place| binding.bound[place]) {
            Some(Bound::Constructor { constructor, .. }) => Some(constructor),
            _ => None,
        };
        let choices = count - usize::from(excluded.is_some());
        if choices == 0 {
            return None;
        }
        let drawn = filler.number(0, choices as i64 - 1) as usize;
        let constructor = drawn + usize::from(excluded.is_some_and(|e| drawn >= e));
        Some(Bound::Constructor {
            datatype,
            constructor,
        })
    }

    /// Appends what a template makes of the match; false if it cannot be written.
    pub fn write(&self, binding: &Binding, template: &Template, out: &mut Vec<u8>) -> bool {
        self.write_ops(binding, &template.ops, out)
    }

    /// Appends what a template makes of the match together with the rule's guard. Where that does not
    /// hold nothing is claimed, or it is what it was: what stands at `node`.
    pub fn write_guarded(
        &self,
        binding: &Binding,
        template: &Template,
        wanted: Claim,
        node: NodeId,
        out: &mut Vec<u8>,
    ) -> bool {
        out.extend_from_slice(match wanted {
            Claim::Over => b"(=> ".as_slice(),
            Claim::Under => b"(and ",
            Claim::Equal => b"(ite ",
        });
        let guarded = self.write_guard(binding, out);
        out.push(b' ');
        let written = guarded && self.write(binding, template, out);
        if wanted == Claim::Equal {
            out.push(b' ');
            out.extend_from_slice(self.script.tree.source(node));
        }
        out.push(b')');
        written
    }

    /// Appends the rule's guard; false if it has none or it cannot be written.
    pub fn write_guard(&self, binding: &Binding, out: &mut Vec<u8>) -> bool {
        let guard = self.rule.guard.as_ref();
        guard.is_some_and(|guard| self.write_ops(binding, &guard.ops, out))
    }

    fn write_ops(&self, binding: &Binding, ops: &[Op], out: &mut Vec<u8>) -> bool {
        ops.iter().all(|op| self.write_op(binding, op, out))
    }

    fn write_op(&self, binding: &Binding, op: &Op, out: &mut Vec<u8>) -> bool {
        match op {
            Op::Text(text) => out.extend_from_slice(text.as_bytes()),
            Op::Numeral(text) => {
                out.extend_from_slice(text.as_bytes());
                if binding.sorts[0] == Some(SortId::REAL) {
                    out.extend_from_slice(b".0");
                }
            }
            Op::Parameter(place) => return self.write_bound(binding, binding.bound[*place], out),
            Op::Index(index) => match index.value(binding) {
                Some(value) if value >= 0 => out.extend_from_slice(value.to_string().as_bytes()),
                _ => return false,
            },
            Op::Sort(sort) => return self.write_sort(binding, sort, out),
            Op::Construct {
                constructor,
                fields,
            } => return self.write_construct(binding, *constructor, *fields, out),
            Op::Tester(place) => {
                out.extend_from_slice(b"(_ is ");
                let written = self.write_constructor(binding.bound[*place], out);
                out.push(b')');
                return written;
            }
        }
        true
    }

    fn write_sort(&self, binding: &Binding, sort: &SortPattern, out: &mut Vec<u8>) -> bool {
        sort.write(self.script, &binding.sorts, out)
    }

    fn write_bound(&self, binding: &Binding, bound: Bound, out: &mut Vec<u8>) -> bool {
        match bound {
            Bound::Node { node, to_real } => self.write_node(node, to_real, out),
            Bound::Nodes {
                start,
                end,
                to_real,
            } => {
                if start == end && out.last() == Some(&b' ') {
                    // No arguments: the space before them goes too.
                    out.pop();
                }
                for (place, &node) in binding.nodes[start..end].iter().enumerate() {
                    if place > 0 {
                        out.push(b' ');
                    }
                    self.write_node(node, to_real, out);
                }
            }
            Bound::Text { start, end } => out.extend_from_slice(&binding.text[start..end]),
            Bound::Number(number) => out.extend_from_slice(number.to_string().as_bytes()),
            Bound::Constructor { .. } => return self.write_constructor(bound, out),
            Bound::Nothing => return false,
        }
        true
    }

    fn write_node(&self, node: NodeId, to_real: bool, out: &mut Vec<u8>) {
        let tree = &self.script.tree;
        let is_numeral = tree
            .atom(node)
            .is_some_and(|atom| tree.symbols.kind(atom) == AtomKind::Numeral);
        match (to_real, is_numeral) {
            (false, _) => out.extend_from_slice(tree.source(node)),
            (true, true) => {
                out.extend_from_slice(tree.source(node));
                out.extend_from_slice(b".0");
            }
            (true, false) => {
                out.extend_from_slice(b"(to_real ");
                out.extend_from_slice(tree.source(node));
                out.push(b')');
            }
        }
    }

    fn write_constructor(&self, bound: Bound, out: &mut Vec<u8>) -> bool {
        let Bound::Constructor {
            datatype,
            constructor,
        } = bound
        else {
            return false;
        };
        let function = self.script.datatypes[datatype].constructors[constructor].function;
        let name = self.script.declarations.name(function);
        out.extend_from_slice(self.script.tree.symbols.bytes(name));
        true
    }

    fn write_construct(
        &self,
        binding: &Binding,
        constructor: usize,
        fields: Option<usize>,
        out: &mut Vec<u8>,
    ) -> bool {
        let fields = fields.map_or(Bound::Nothing, |place| binding.bound[place]);
        let empty = match fields {
            Bound::Nodes { start, end, .. } | Bound::Text { start, end } => start == end,
            _ => true,
        };
        if empty {
            return self.write_constructor(binding.bound[constructor], out);
        }
        out.push(b'(');
        let named = self.write_constructor(binding.bound[constructor], out);
        out.push(b' ');
        let written = named && self.write_bound(binding, fields, out);
        out.push(b')');
        written
    }
}
