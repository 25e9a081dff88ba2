//! Terms as they are compared: a tree of our own beside that of the text, with everything turned the
//! same way round.

use smt::{CommandKind, NodeId, Script, Shape, Sym, TermKind, Tree};
use std::collections::{HashMap, HashSet};

/// Comparisons, and those that say the same with their arguments the other way round.
const MIRRORED: [(&str, &str); 8] = [
    (">", "<"),
    (">=", "<="),
    ("bvugt", "bvult"),
    ("bvuge", "bvule"),
    ("bvsgt", "bvslt"),
    ("bvsge", "bvsle"),
    ("fp.gt", "fp.lt"),
    ("fp.geq", "fp.leq"),
];

/// Operators whose arguments have no order.
const COMMUTATIVE: [&str; 27] = [
    "=",
    "distinct",
    "and",
    "or",
    "xor",
    "+",
    "*",
    "bvadd",
    "bvmul",
    "bvand",
    "bvor",
    "bvxor",
    "bvxnor",
    "bvnand",
    "bvnor",
    "bvcomp",
    "bvsaddo",
    "bvuaddo",
    "bvsmulo",
    "bvumulo",
    "fp.eq",
    "re.union",
    "re.inter",
    "set.union",
    "set.inter",
    "ff.add",
    "ff.mul",
];

/// The same, but for a rounding mode that comes first.
const ROUNDED: [&str; 2] = ["fp.add", "fp.mul"];

/// Divisions: by zero they are another thing.
const DIVISIONS: [&str; 8] = [
    "/", "div", "mod", "bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod",
];

/// The operator that is used in place of another that says the same the other way round.
pub(super) fn turned(operator: &str) -> &str {
    let mut pairs = MIRRORED.iter();
    let found = pairs.find(|(mirrored, _)| *mirrored == operator);
    found.map_or(operator, |(_, turned)| turned)
}

/// A form, by its place.
pub(super) type FormId = usize;

/// What is compared.
#[derive(Debug, Clone)]
pub(super) enum Form {
    /// What it is: an operator, a keyword.
    Word(String),
    /// A number, a string: what sort it is of, and whether it is empty, or a zero that is divided by.
    Literal { sort: String, is_special: bool },
    /// What the script gives a name to: which, and its sort.
    Named(Sym, String),
    /// Parts, and where those begin that have no order.
    List(Vec<FormId>, Option<usize>),
}

/// The forms of a script.
pub(super) struct Forms<'a> {
    script: &'a Script,
    /// What the script gives names to.
    own: HashSet<Sym>,
    /// Parts come before what has them.
    pub(super) forms: Vec<Form>,
}

impl<'a> Forms<'a> {
    pub(super) fn new(script: &'a Script) -> Self {
        let declarations = &script.declarations;
        let mut own: HashSet<Sym> = declarations.all().map(|d| declarations.name(d)).collect();
        let canonical = |name: &Sym| script.tree.symbols.canonical(*name);
        own = own.iter().map(canonical).collect();
        own.extend(script.datatypes.iter().map(|datatype| datatype.name));
        own.extend(script.commands.iter().filter_map(|c| match c.kind {
            CommandKind::DeclareSort { name, .. } | CommandKind::DefineSort { name, .. } => {
                Some(name)
            }
            _ => None,
        }));
        Self {
            script,
            own,
            forms: Vec::new(),
        }
    }

    fn add(&mut self, form: Form) -> FormId {
        self.forms.push(form);
        self.forms.len() - 1
    }

    fn word(&mut self, word: &str) -> FormId {
        self.add(Form::Word(word.to_owned()))
    }

    fn list(&mut self, head: &str, parts: &[FormId]) -> FormId {
        let head = self.word(head);
        let parts = [&[head], parts].concat();
        let unordered = self.unordered(&parts);
        self.add(Form::List(parts, unordered))
    }

    /// The operator that a form starts with, with what follows it.
    fn application(&self, form: FormId) -> Option<(&str, &[FormId])> {
        let Form::List(parts, _) = &self.forms[form] else {
            return None;
        };
        let (&head, arguments) = parts.split_first()?;
        match &self.forms[head] {
            Form::Word(word) => Some((word, arguments)),
            _ => None,
        }
    }

    fn unordered(&self, parts: &[FormId]) -> Option<usize> {
        let Form::Word(head) = &self.forms[*parts.first()?] else {
            return None;
        };
        match head.as_str() {
            head if COMMUTATIVE.contains(&head) => Some(1),
            head if ROUNDED.contains(&head) => Some(2),
            _ => None,
        }
    }

    /// The form of a node. What is below comes after it in the text, so from the end everything is
    /// known that is needed.
    pub(super) fn of(&mut self, node: NodeId) -> FormId {
        let tree = &self.script.tree;
        let mut known: HashMap<NodeId, FormId> = HashMap::new();
        for at in tree.below(node).rev() {
            let form = match tree.is_list(at) {
                true => {
                    let parts = tree.children(at).map(|child| known.remove(&child));
                    let parts: Vec<FormId> = parts.flatten().collect();
                    self.of_list(at, parts)
                }
                false => self.of_atom(at),
            };
            known.insert(at, form);
        }
        known[&node]
    }

    fn of_atom(&mut self, node: NodeId) -> FormId {
        let tree = &self.script.tree;
        let form = match tree.symbol(node) {
            Some(name) if self.own.contains(&name) => Form::Named(name, self.sort_of(node)),
            Some(_) => Form::Word(tree.show(node)),
            None if tree.keyword(node).is_some() => Form::Word(tree.show(node)),
            None => Form::Literal {
                sort: self.sort_of(node),
                is_special: tree.source(node) == b"\"\"",
            },
        };
        self.add(form)
    }

    fn of_list(&mut self, node: NodeId, mut parts: Vec<FormId>) -> FormId {
        let term = self.script.term_at(node);
        let terms = &self.script.terms;
        if term.is_some_and(|term| terms.kind(term) == TermKind::Literal) {
            // As in `(_ bv5 8)`.
            return self.literal(node);
        }
        let Some(Form::Word(head)) = parts.first().map(|&head| self.forms[head].clone()) else {
            return self.add(Form::List(parts, None));
        };
        for place in term.into_iter().flat_map(|t| terms.coerced_arguments(t)) {
            // `1` for `1.0`.
            if let Some(Form::Literal { sort, .. }) =
                parts.get(place + 1).map(|&part| &mut self.forms[part])
            {
                *sort = "Real".to_owned();
            }
        }
        let arguments = &parts[1..];
        match (head.as_str(), arguments) {
            ("not", &[inner]) => {
                if let Some(("not", &[inside])) = self.application(inner) {
                    return inside;
                }
            }
            ("distinct", &[_, _]) => {
                let equal = self.list("=", &parts[1..]);
                return self.list("not", &[equal]);
            }
            // A number, below zero or between two others.
            ("-", &[one]) if self.is_number(one) => return one,
            ("/", &[one, two])
                if self.is_number(one) && self.is_number(two) && !self.is_zero(node) =>
            {
                return self.literal(node);
            }
            _ => {}
        }
        if DIVISIONS.contains(&head.as_str()) && self.is_zero(node) {
            // Part of what it is about, whatever else is a number.
            if let Some(&divisor) = parts.last()
                && let Form::Literal { is_special, .. } = &mut self.forms[divisor]
            {
                *is_special = true;
            }
        }
        let mirrored = turned(&head);
        if mirrored != head {
            parts[1..].reverse();
            parts[0] = self.word(mirrored);
        }
        let unordered = self.unordered(&parts);
        self.add(Form::List(parts, unordered))
    }

    fn literal(&mut self, node: NodeId) -> FormId {
        let sort = self.sort_of(node);
        self.add(Form::Literal {
            sort,
            is_special: false,
        })
    }

    fn is_number(&self, form: FormId) -> bool {
        let form = &self.forms[form];
        matches!(form, Form::Literal { sort, .. } if sort == "Int" || sort == "Real")
    }

    /// Whether the last part of a list is a zero.
    fn is_zero(&self, node: NodeId) -> bool {
        let tree = &self.script.tree;
        let Some(last) = tree.children(node).last() else {
            return false;
        };
        let text = tree.show(last);
        let digits = text.trim_start_matches("#b").trim_start_matches("#x");
        let is_bits = text.starts_with("(_ bv0 ");
        is_bits || (!digits.is_empty() && digits.chars().all(|c| c == '0' || c == '.'))
    }

    /// The parts of a conjunction, and of those in it.
    pub(super) fn conjuncts(&mut self, node: NodeId) -> Vec<FormId> {
        let mut todo = vec![self.of(node)];
        let mut parts = Vec::new();
        while let Some(form) = todo.pop() {
            match self.application(form) {
                Some(("and", inner)) if !inner.is_empty() => todo.extend(inner.iter().rev()),
                _ => parts.push(form),
            }
        }
        parts
    }

    /// Of what sort something is, whatever widths and names are in it.
    fn sort_of(&self, node: NodeId) -> String {
        let script = self.script;
        let Some(term) = script.term_at(node) else {
            return "_".to_owned();
        };
        let sort = script.terms.sort(term);
        match Shape::of(script, sort) {
            Shape::Array(..) | Shape::Seq(_) | Shape::Set(_) => {
                let shown = script.show_sort(sort);
                let parts = Tree::parse(shown.as_bytes()).map(|tree| self.outline(&tree));
                parts.unwrap_or_else(|_| "_".to_owned())
            }
            Shape::BitVec(_) => "BitVec".to_owned(),
            Shape::Float(..) => "Float".to_owned(),
            Shape::Datatype(_) | Shape::Uninterpreted | Shape::Other => "_".to_owned(),
            _ => script.show_sort(sort),
        }
    }

    /// A sort with parts, without names of the script and without numbers.
    fn outline(&self, sort: &Tree) -> String {
        let mut out = String::new();
        for node in sort.nodes() {
            if sort.is_list(node) {
                continue;
            }
            let text = sort.show(node);
            let own = self.script.tree.symbols.find(text.as_bytes());
            let is_own = own.is_some_and(|name| self.own.contains(&name));
            match is_own || text.starts_with(|c: char| c.is_ascii_digit()) || text == "_" {
                true => out.push('_'),
                false => out.push_str(&text),
            }
        }
        out
    }
}
