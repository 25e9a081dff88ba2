//! Terms that grow from the leaves, each with its value.
//!
//! Terms are in one array, children before those that have them, so nothing recurses. A term has
//! one value for each *row*: there is one row if all variables have one value each, and as many
//! as there are assignments where all of them are tried.

use super::catalogue::{BOOL, Catalogue, How, Native, Op, OpNo, Open, SortNo};
use eval::{Trials, Value};

/// A term, by its place in the grove.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct NodeId(pub u32);

impl NodeId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum What {
    /// By its place among the variables.
    Variable(u32),
    Literal,
    Apply(OpNo),
    /// Written out already: from here to there in [`Grove::texts`].
    Text(u32, u32),
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Node {
    pub what: What,
    pub sort: SortNo,
    pub first_child: u32,
    pub last_child: u32,
    pub depth: u8,
    /// How many symbols it has when written without sharing.
    pub size: u32,
}

/// What a text has in it besides its children: a script must know of it all the same.
#[derive(Debug, Clone)]
pub(crate) struct Mention {
    pub text: NodeId,
    pub sorts: Vec<SortNo>,
    pub ops: Vec<OpNo>,
}

/// Longest term, in symbols.
const LARGEST: u32 = 250;

#[derive(Debug, Default)]
pub(crate) struct Grove {
    /// How many values a term has.
    pub rows: usize,
    /// Whether values are not known: then only those of literals are right.
    pub blind: bool,
    /// Whether there may be operations whose result is left open. It matters only to the blind: who
    /// knows the values builds none.
    pub open: bool,
    pub nodes: Vec<Node>,
    children: Vec<NodeId>,
    values: Vec<Value>,
    pub texts: Vec<u8>,
    /// What texts have in them besides their children.
    pub mentions: Vec<Mention>,
    /// Terms by sort, in the order in which they grew.
    pools: Vec<Vec<NodeId>>,
    pub variables: Vec<NodeId>,
    /// What uninterpreted functions give, as far as anybody asked.
    pub tables: Vec<(OpNo, Vec<Value>, Value)>,
    scratch: Vec<Value>,
}

impl Grove {
    pub fn reset(&mut self, sorts: usize, rows: usize, blind: bool) {
        self.rows = rows;
        self.blind = blind;
        self.nodes.clear();
        self.children.clear();
        self.values.clear();
        self.texts.clear();
        self.mentions.clear();
        self.variables.clear();
        self.tables.clear();
        self.pools.iter_mut().for_each(Vec::clear);
        self.pools.resize_with(sorts, Vec::new);
    }

    pub fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node.index()]
    }

    pub fn children(&self, node: NodeId) -> &[NodeId] {
        let node = self.node(node);
        &self.children[node.first_child as usize..node.last_child as usize]
    }

    /// The values of a term, one a row.
    pub fn values(&self, node: NodeId) -> &[Value] {
        &self.values[node.index() * self.rows..(node.index() + 1) * self.rows]
    }

    /// The value of a term in the first row.
    pub fn value(&self, node: NodeId) -> Value {
        self.values[node.index() * self.rows]
    }

    /// Whether a Boolean term is true in the first row.
    pub fn is_true(&self, node: NodeId) -> bool {
        self.value(node) == Value::Bool(true)
    }

    /// The terms of a sort so far.
    pub fn pool(&self, sort: SortNo) -> &[NodeId] {
        &self.pools[usize::from(sort.0)]
    }

    /// Adds a term with the values that are there already behind those of the last term.
    fn push(&mut self, what: What, sort: SortNo, children: &[NodeId], pooled: bool) -> NodeId {
        let first_child = self.children.len() as u32;
        self.children.extend_from_slice(children);
        let (mut depth, mut size) = (0, 1);
        for &child in children {
            let child = self.node(child);
            depth = depth.max(child.depth + 1);
            size += child.size;
        }
        let node = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node {
            what,
            sort,
            first_child,
            last_child: self.children.len() as u32,
            depth,
            size,
        });
        if pooled {
            self.pools[usize::from(sort.0)].push(node);
        }
        node
    }

    /// A variable with a value for each row.
    pub fn variable(&mut self, sort: SortNo, values: impl Iterator<Item = Value>) -> NodeId {
        self.values.extend(values);
        self.values
            .resize((self.nodes.len() + 1) * self.rows, Value::Other);
        let place = self.variables.len() as u32;
        let node = self.push(What::Variable(place), sort, &[], true);
        self.variables.push(node);
        node
    }

    pub fn literal(&mut self, sort: SortNo, value: Value) -> NodeId {
        self.values.extend(std::iter::repeat_n(value, self.rows));
        self.push(What::Literal, sort, &[], false)
    }

    /// A Boolean that is written out already and has that value in every row. The children are the
    /// terms that occur in it.
    pub fn text(&mut self, text: &[u8], children: &[NodeId], value: bool) -> NodeId {
        let start = self.texts.len() as u32;
        self.texts.extend_from_slice(text);
        let what = What::Text(start, self.texts.len() as u32);
        let values = std::iter::repeat_n(Value::Bool(value), self.rows);
        self.values.extend(values);
        self.push(what, BOOL, children, false)
    }

    /// The sorts and the operators of what is marked.
    pub fn vocabulary(&self, reached: &[bool]) -> (Vec<SortNo>, Vec<OpNo>) {
        let (mut sorts, mut ops) = (Vec::new(), Vec::new());
        let mut note = |sort: SortNo, op: Option<OpNo>| {
            if !sorts.contains(&sort) {
                sorts.push(sort);
            }
            if let Some(op) = op.filter(|op| !ops.contains(op)) {
                ops.push(op);
            }
        };
        for (node, _) in self.nodes.iter().zip(reached).filter(|(_, is)| **is) {
            let op = match node.what {
                What::Apply(op) => Some(op),
                _ => None,
            };
            note(node.sort, op);
        }
        for mention in &self.mentions {
            if reached.get(mention.text.index()) == Some(&true) {
                mention.sorts.iter().for_each(|&sort| note(sort, None));
                mention.ops.iter().for_each(|&op| note(BOOL, Some(op)));
            }
        }
        (sorts, ops)
    }

    /// An operator applied to terms; none if its value is left open in some row, or too large.
    pub fn apply(
        &mut self,
        catalogue: &Catalogue,
        trials: &mut Trials<'_>,
        op: OpNo,
        children: &[NodeId],
    ) -> Option<NodeId> {
        let operator = catalogue.op(op);
        let size: u32 = children.iter().map(|&child| self.node(child).size).sum();
        if size >= LARGEST || (self.blind && !self.open && self.may_be_open(operator, children)) {
            return None;
        }
        let before = self.values.len();
        for row in 0..self.rows {
            let value = match self.blind {
                true => Some(Value::Bool(false)),
                false => self.compute(trials, (op, operator.how), children, row),
            };
            match value {
                Some(value) if self.blind || is_small(trials, value) => self.values.push(value),
                _ => {
                    self.values.truncate(before);
                    return None;
                }
            }
        }
        Some(self.push(What::Apply(op), operator.result, children, true))
    }

    fn may_be_open(&self, operator: &Op, children: &[NodeId]) -> bool {
        let is_not_zero = |&child: &NodeId| {
            let is_zero = match self.value(child) {
                Value::Int(0) => true,
                Value::Real { numerator, .. } => numerator == 0,
                _ => false,
            };
            self.node(child).what == What::Literal && !is_zero
        };
        match operator.traits.open {
            Open::Never => false,
            Open::AtZero => !children.iter().skip(1).all(is_not_zero),
            Open::Sometimes => true,
        }
    }

    fn compute(
        &mut self,
        trials: &mut Trials<'_>,
        (op, how): (OpNo, How),
        children: &[NodeId],
        row: usize,
    ) -> Option<Value> {
        let mut arguments = std::mem::take(&mut self.scratch);
        arguments.clear();
        let rows = self.rows;
        let values = children
            .iter()
            .map(|child| self.values[child.index() * rows + row]);
        arguments.extend(values);
        let value = match how {
            How::Native(native) => Some(native_value(native, &arguments)),
            How::Constant(term) => trials.value(term),
            How::Eval(term) => trials.apply(term, &arguments),
            How::Function => {
                let known = self.tables.iter();
                let mut known = known.filter(|(f, inputs, _)| *f == op && *inputs == arguments);
                known.next().map(|(.., value)| *value)
            }
        };
        self.scratch = arguments;
        value
    }

    /// Marks what is in some terms.
    pub fn reach(&self, roots: &[NodeId]) -> Vec<bool> {
        let mut reached = vec![false; self.nodes.len()];
        for root in roots {
            reached[root.index()] = true;
        }
        // Children come before those that have them.
        for place in (0..self.nodes.len()).rev() {
            if reached[place] {
                for child in self.children(NodeId(place as u32)) {
                    reached[child.index()] = true;
                }
            }
        }
        reached
    }
}

fn native_value(native: Native, arguments: &[Value]) -> Value {
    let is = |value: &Value| *value == Value::Bool(true);
    let first = arguments.first().copied().unwrap_or(Value::Other);
    match native {
        Native::Not => Value::Bool(!arguments.iter().all(is)),
        Native::And => Value::Bool(arguments.iter().all(is)),
        Native::Or => Value::Bool(arguments.iter().any(is)),
        Native::Xor => Value::Bool(arguments.iter().filter(|v| is(v)).count() % 2 == 1),
        Native::Implies => match arguments {
            [from, to] => Value::Bool(!is(from) || is(to)),
            _ => Value::Other,
        },
        Native::Ite => match arguments {
            [condition, then, otherwise] => match is(condition) {
                true => *then,
                false => *otherwise,
            },
            _ => Value::Other,
        },
        Native::Equal => Value::Bool(arguments.iter().all(|value| *value == first)),
        Native::Distinct => {
            let mut rest = arguments;
            let mut distinct = true;
            while let Some((value, others)) = rest.split_first() {
                distinct &= !others.contains(value);
                rest = others;
            }
            Value::Bool(distinct)
        }
    }
}

/// Whether a value can be written in a line.
fn is_small(trials: &mut Trials<'_>, value: Value) -> bool {
    const BITS: u64 = 200;
    const LENGTH: usize = 40;
    let values = trials.values();
    match value {
        Value::BigInt(_) => values.to_int(value).is_some_and(|n| n.bits() <= BITS),
        Value::BigReal(_) => values
            .to_rational(value)
            .is_some_and(|q| q.numer().bits() <= BITS && q.denom().bits() <= BITS),
        Value::Algebraic(_) | Value::Function(_) | Value::Other => false,
        Value::String(_) => values.to_string(value).is_some_and(|s| s.len() <= LENGTH),
        Value::Seq(_) => values.items(value).is_some_and(|s| s.len() <= LENGTH / 4),
        _ => true,
    }
}
