//! From a grove to a script.

use super::catalogue::{Catalogue, How, Kind, OpNo, SortNo};
use super::grove::{Grove, NodeId, What};
use super::literal::{declare_elements, define_elements, write_literal};
use super::maker::Maker;
use super::settings::{Answer, Theory};
use crate::rng::Rng;
use eval::{Trials, Value};
use std::io::Write;

/// What stands for a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Alias {
    #[default]
    None,
    /// The variable of a `let`.
    Shared,
    /// A defined constant.
    Defined,
}

/// What is needed to write terms.
pub(crate) struct Writer<'a, 'g> {
    pub catalogue: &'g Catalogue,
    pub trials: &'a mut Trials<'g>,
    pub grove: &'a Grove,
    pub rng: &'a mut Rng,
}

impl Writer<'_, '_> {
    /// Appends a term as it is.
    pub fn plain(&mut self, node: NodeId, out: &mut Vec<u8>) {
        self.term(node, &[], None, out);
    }

    /// Appends a term, with aliases for what has them; `whole` is written out though it has one.
    fn term(&mut self, node: NodeId, aliases: &[Alias], whole: Option<NodeId>, out: &mut Vec<u8>) {
        // What is left to do: a term, or None for a closing parenthesis.
        let mut todo = vec![Some(node)];
        let mut first = true;
        while let Some(task) = todo.pop() {
            let Some(node) = task else {
                out.push(b')');
                continue;
            };
            if !std::mem::take(&mut first) {
                out.push(b' ');
            }
            let alias = aliases.get(node.index()).copied().unwrap_or_default();
            if alias != Alias::None && whole != Some(node) {
                let letter = if alias == Alias::Shared { 's' } else { 'd' };
                let _ = write!(out, "{letter}{}", node.0);
                continue;
            }
            let entry = self.grove.node(node);
            match entry.what {
                What::Variable(place) => {
                    let _ = write!(out, "v{place}");
                }
                What::Literal => {
                    let literal = (entry.sort, self.grove.value(node));
                    write_literal(self.catalogue, self.trials, literal, self.rng, out);
                }
                What::Text(start, end) => {
                    let text = self.grove.texts.get(start as usize..end as usize);
                    out.extend_from_slice(text.unwrap_or_default());
                }
                What::Apply(op) => {
                    let head = self.catalogue.op(op).head.as_bytes();
                    let children = self.grove.children(node);
                    if !children.is_empty() {
                        out.push(b'(');
                        todo.push(None);
                        todo.extend(children.iter().rev().map(|&child| Some(child)));
                    }
                    out.extend_from_slice(head);
                }
            }
        }
    }

    /// Appends an assertion, with `let` for what occurs in it more than once if that is wanted.
    fn assertion(&mut self, root: NodeId, aliases: &mut [Alias], share: bool, out: &mut Vec<u8>) {
        out.extend_from_slice(b"(assert ");
        let mut shared = Vec::new();
        if share {
            shared = self.shared(root, aliases);
            for &node in &shared {
                aliases[node.index()] = Alias::Shared;
            }
            for &node in &shared {
                let _ = write!(out, "(let ((s{} ", node.0);
                self.term(node, aliases, Some(node), out);
                out.extend_from_slice(b")) ");
            }
        }
        self.term(root, aliases, None, out);
        for &node in &shared {
            aliases[node.index()] = Alias::None;
            out.push(b')');
        }
        out.extend_from_slice(b")\n");
    }

    /// The applications that occur more than once in a term, inner ones first.
    fn shared(&self, root: NodeId, aliases: &[Alias]) -> Vec<NodeId> {
        let mut uses = vec![0u32; root.index() + 1];
        let mut todo = vec![root];
        while let Some(node) = todo.pop() {
            uses[node.index()] += 1;
            // What is behind an alias is not written here, and nothing is counted twice.
            if uses[node.index()] > 1
                || aliases[node.index()] != Alias::None
                || matches!(self.grove.node(node).what, What::Text(..))
            {
                continue;
            }
            todo.extend(self.grove.children(node));
        }
        let is_shared = |node: &NodeId| {
            uses[node.index()] > 1
                && aliases[node.index()] == Alias::None
                && matches!(self.grove.node(*node).what, What::Apply(_))
                && !self.grove.children(*node).is_empty()
                // Nobody takes `let` for regular expressions.
                && self.catalogue.sort(self.grove.node(*node).sort).kind != Kind::RegLan
        };
        let all = (0..=root.0).map(NodeId);
        all.filter(is_shared).collect()
    }
}

/// What of SMT-LIB a formula uses.
#[derive(Debug, Clone, Copy, Default)]
struct Uses {
    bits: bool,
    floats: bool,
    ints: bool,
    reals: bool,
    strings: bool,
    sequences: bool,
    arrays: bool,
    functions: bool,
    datatypes: bool,
    elements: bool,
    nonlinear: bool,
}

impl Uses {
    fn note(&mut self, kind: Kind) {
        match kind {
            Kind::Bool => {}
            Kind::BitVec(_) => self.bits = true,
            Kind::Float(_) | Kind::RoundingMode => self.floats = true,
            Kind::Int => self.ints = true,
            Kind::Real => self.reals = true,
            Kind::String | Kind::RegLan => self.strings = true,
            Kind::Seq(_) => self.sequences = true,
            Kind::Array(..) => self.arrays = true,
            Kind::Datatype => self.datatypes = true,
            Kind::Uninterpreted => self.elements = true,
        }
    }

    /// The smallest logic that has a name and all of that.
    fn logic(self, quantified: bool) -> String {
        let numbers = match (self.ints, self.reals, self.nonlinear) {
            (false, false, _) => "",
            (true, false, false) => "LIA",
            (true, false, true) => "NIA",
            (false, true, false) => "LRA",
            (false, true, true) => "NRA",
            (true, true, false) => "LIRA",
            (true, true, true) => "NIRA",
        };
        if self.sequences || (self.datatypes && (self.arrays || self.strings)) {
            return "ALL".to_owned();
        }
        if self.strings {
            let plain = !(self.bits || self.floats || self.reals || self.arrays || quantified);
            let plain = plain && !self.functions && !self.nonlinear;
            return if plain { "QF_SLIA" } else { "ALL" }.to_owned();
        }
        let mut logic = String::new();
        if self.arrays {
            logic.push('A');
        }
        if self.functions || self.elements {
            logic.push_str("UF");
        }
        if self.datatypes {
            logic.push_str("DT");
        }
        if self.bits {
            logic.push_str("BV");
        }
        if self.floats {
            logic.push_str("FP");
        }
        logic.push_str(numbers);
        let known: &[&str] = &[
            "", "UF", "DT", "UFDT", "BV", "UFBV", "ABV", "AUFBV", "FP", "BVFP", "UFFP", "UFBVFP",
            "ABVFP", "AUFBVFP", "LIA", "NIA", "LRA", "NRA", "LIRA", "NIRA", "UFLIA", "UFNIA",
            "UFLRA", "UFNRA", "ALIA", "AUFLIA", "AUFNIA", "FPLRA", "BVFPLRA", "UFDTLIA", "ANIA",
            "UFDTNIA",
        ];
        let quantified_known = [
            "BV", "FP", "BVFP", "UFBV", "LIA", "LRA", "NIA", "NRA", "UFLIA",
        ];
        match logic.as_str() {
            "" if !quantified => "QF_UF".to_owned(),
            name if quantified && quantified_known.contains(&name) => name.to_owned(),
            name if !quantified && known.contains(&name) => format!("QF_{name}"),
            _ => "ALL".to_owned(),
        }
    }
}

/// Over how many indices an array is shown as a table that is complete.
const FEW_INDICES: usize = 64;

/// A script that asserts some terms of a grove.
pub(crate) struct Page<'a> {
    pub assertions: &'a [NodeId],
    /// The words of the status, if there is one.
    pub status: Option<&'static str>,
    /// Whether literals of the uninterpreted sort must be said to differ.
    pub distinct_elements: bool,
    /// Whether there is a quantifier.
    pub quantified: bool,
    /// An assertion that is pushed and popped before.
    pub decoy: Option<NodeId>,
}

impl Maker<'_, '_> {
    /// Appends a term as it is.
    pub fn write_plain(&mut self, node: NodeId, out: &mut Vec<u8>) {
        Writer {
            catalogue: self.catalogue,
            trials: self.trials,
            grove: self.grove,
            rng: &mut self.rng,
        }
        .plain(node, out);
    }

    /// Writes a script.
    pub fn write(&mut self, page: &Page<'_>, out: &mut Vec<u8>) {
        let mut roots = page.assertions.to_vec();
        roots.extend(page.decoy);
        let reached = self.grove.reach(&roots);
        let (sorts, ops) = self.grove.vocabulary(&reached);
        let sorts = self.parts(sorts);
        let uses = self.uses(&sorts, &ops);
        let logic = uses.logic(page.quantified);
        let _ = writeln!(out, "(set-logic {logic})");
        if let Some(status) = page.status {
            let _ = writeln!(out, "(set-info :status {status})");
        }
        self.declare(&reached, (&sorts, &ops), out);
        let share = self.rng.chance(self.settings.sharing, 100);
        let define = self.rng.chance(self.settings.definitions, 100);
        let mut aliases = vec![Alias::None; self.grove.nodes.len()];
        let mut writer = Writer {
            catalogue: self.catalogue,
            trials: self.trials,
            grove: self.grove,
            rng: &mut self.rng,
        };
        if define {
            for (place, _) in reached.iter().enumerate().filter(|(_, reached)| **reached) {
                let node = NodeId(place as u32);
                let entry = writer.grove.node(node);
                let kind = writer.catalogue.sort(entry.sort).kind;
                let plain = matches!(entry.what, What::Apply(_)) && entry.size > 1;
                if plain && kind != Kind::RegLan && writer.rng.chance(1, 5) {
                    let sort = &writer.catalogue.sort(entry.sort).text;
                    let _ = write!(out, "(define-fun d{place} () {sort} ");
                    writer.term(node, &aliases, None, out);
                    out.extend_from_slice(b")\n");
                    aliases[place] = Alias::Defined;
                }
            }
        }
        out.extend_from_slice(&self.definitions);
        if page.distinct_elements && uses.elements {
            out.extend_from_slice(b"(assert (distinct u!0 u!1 u!2 u!3))\n");
        }
        if let Some(decoy) = page.decoy {
            out.extend_from_slice(b"(push 1)\n");
            writer.assertion(decoy, &mut aliases, share, out);
            out.extend_from_slice(b"(pop 1)\n(push 1)\n");
        }
        for &assertion in page.assertions {
            writer.assertion(assertion, &mut aliases, share, out);
        }
        out.extend_from_slice(b"(check-sat)\n");
    }

    /// All sorts that some are made of, themselves among them.
    fn parts(&self, mut sorts: Vec<SortNo>) -> Vec<SortNo> {
        let mut place = 0;
        while let Some(&sort) = sorts.get(place) {
            place += 1;
            let parts: Vec<SortNo> = match self.catalogue.sort(sort).kind {
                Kind::Array(from, to) => vec![from, to],
                Kind::Seq(of) => vec![of],
                Kind::Datatype => {
                    let constructors = self.catalogue.constructors(sort).iter();
                    let fields =
                        constructors.flat_map(|&op| self.catalogue.op(op).arguments.iter());
                    fields.map(|field| field.sort).collect()
                }
                _ => continue,
            };
            for part in parts {
                if !sorts.contains(&part) {
                    sorts.push(part);
                }
            }
        }
        sorts
    }

    fn uses(&self, sorts: &[SortNo], ops: &[OpNo]) -> Uses {
        let mut uses = Uses {
            nonlinear: self.nonlinear,
            ..Uses::default()
        };
        for &sort in sorts {
            uses.note(self.catalogue.sort(sort).kind);
        }
        for &op in ops {
            let op = self.catalogue.op(op);
            uses.functions |= op.how == How::Function;
            uses.nonlinear |= op.traits.nonlinear;
            // Nothing of it is an integer, but the logic must know them.
            uses.ints |= op.head == "is_int";
            // A real that is only a number does not make it a logic of reals.
            let real = op.arguments.iter().any(|a| a.literal)
                && matches!(self.catalogue.sort(op.result).kind, Kind::Float(_));
            if real && !self.settings.has(Theory::Reals) {
                uses.floats = true;
            }
        }
        uses.reals &= self.settings.has(Theory::Reals) || self.settings.has(Theory::Datatypes);
        uses
    }

    fn declare(&self, reached: &[bool], (sorts, ops): (&[SortNo], &[OpNo]), out: &mut Vec<u8>) {
        for (name, declaration) in &self.catalogue.preamble {
            let mut used = sorts.iter().map(|&sort| &self.catalogue.sort(sort).text);
            if used.any(|sort| sort == name) {
                out.extend_from_slice(declaration.as_bytes());
            }
        }
        let mut kinds = sorts.iter().map(|&sort| self.catalogue.sort(sort).kind);
        if kinds.any(|kind| kind == Kind::Uninterpreted) {
            declare_elements(out);
        }
        for &variable in &self.grove.variables {
            if reached[variable.index()]
                && let What::Variable(place) = self.grove.node(variable).what
            {
                let sort = &self.catalogue.sort(self.grove.node(variable).sort).text;
                // Old solvers know the one only.
                match place % 2 == 0 && self.settings.newest {
                    true => {
                        let _ = writeln!(out, "(declare-const v{place} {sort})");
                    }
                    false => {
                        let _ = writeln!(out, "(declare-fun v{place} () {sort})");
                    }
                }
            }
        }
        for op in ops.iter().map(|&op| self.catalogue.op(op)) {
            if op.how == How::Function {
                let _ = write!(out, "(declare-fun {} (", op.head);
                for (place, argument) in op.arguments.iter().enumerate() {
                    let space = if place > 0 { " " } else { "" };
                    let sort = &self.catalogue.sort(argument.sort).text;
                    let _ = write!(out, "{space}{sort}");
                }
                let _ = writeln!(out, ") {})", self.catalogue.sort(op.result).text);
            }
        }
    }

    /// The assignment under which all assertions are true, as a model.
    pub fn write_witness(&mut self, assertions: &[NodeId], out: &mut Vec<u8>) {
        let reached = self.grove.reach(assertions);
        let (sorts, _) = self.grove.vocabulary(&reached);
        let mut kinds = sorts.iter().map(|&sort| self.catalogue.sort(sort).kind);
        if kinds.any(|kind| kind == Kind::Uninterpreted) {
            define_elements(out);
        }
        for variable in self.grove.variables.clone() {
            if !reached[variable.index()] {
                continue;
            }
            let entry = *self.grove.node(variable);
            let value = self.grove.value(variable);
            if let What::Variable(place) = entry.what {
                let sort = self.catalogue.sort(entry.sort).text.as_str();
                let shown = self.show(entry.sort, value);
                let _ = writeln!(out, "(define-fun v{place} () {sort} {shown})");
            }
        }
        let mut done = Vec::new();
        for place in 0..self.grove.tables.len() {
            let op = self.grove.tables[place].0;
            if done.contains(&op) {
                continue;
            }
            done.push(op);
            self.write_table(op, out);
        }
    }

    /// A value as a model has it.
    fn show(&mut self, sort: SortNo, value: Value) -> String {
        let entry = self.catalogue.sort(sort);
        let (Kind::Array(from, to), Some(array)) =
            (entry.kind, self.trials.values().to_array(value).cloned())
        else {
            return self.trials.show(value, entry.id);
        };
        let mut default = self.show_flat(to, array.default);
        // Over few indices any element may be the default. Which one it is, as the order of stores,
        // must not depend on which value came first, as the order of values does. So all goes by text.
        let all = self.all_of(from, FEW_INDICES);
        let is_table = all.is_some();
        let stores: Vec<(Value, Value)> = match all {
            Some(all) => all.iter().map(|&i| (i, array.select(i))).collect(),
            None => array.stores.to_vec(),
        };
        let mut stores: Vec<(String, String)> = stores
            .into_iter()
            .map(|(index, element)| (self.show_flat(from, index), self.show_flat(to, element)))
            .collect();
        stores.sort();
        let count = |text: &String| stores.iter().filter(|(_, other)| other == text).count();
        let elements = stores.iter().map(|(_, element)| element);
        let most = elements.max_by(|a, b| count(a).cmp(&count(b)).then(b.cmp(a)));
        if let Some(most) = most.filter(|_| is_table) {
            default.clone_from(most);
        }
        stores.retain(|(_, element)| *element != default);
        let text = &entry.text;
        let mut shown = format!("((as const {text}) {default})");
        for (index, element) in stores {
            shown = format!("(store {shown} {index} {element})");
        }
        shown
    }

    fn show_flat(&self, sort: SortNo, value: Value) -> String {
        self.trials.show(value, self.catalogue.sort(sort).id)
    }

    fn write_table(&mut self, op: OpNo, out: &mut Vec<u8>) {
        let operator = self.catalogue.op(op);
        let _ = write!(out, "(define-fun {} (", operator.head);
        for (place, argument) in operator.arguments.iter().enumerate() {
            let _ = write!(
                out,
                "(p{place} {})",
                self.catalogue.sort(argument.sort).text
            );
        }
        let _ = write!(out, ") {} ", self.catalogue.sort(operator.result).text);
        let rows = self.grove.tables.iter().filter(|(f, ..)| *f == op);
        let rows: Vec<(Vec<Value>, Value)> = rows.map(|(_, i, r)| (i.clone(), *r)).collect();
        for (number, (inputs, result)) in rows.iter().enumerate() {
            // Everywhere else it is what it is in the last row.
            if number + 1 < rows.len() {
                out.extend_from_slice(b"(ite (and true");
                for (place, (argument, &input)) in operator.arguments.iter().zip(inputs).enumerate()
                {
                    let shown = self.show(argument.sort, input);
                    let _ = write!(out, " (= p{place} {shown})");
                }
                out.extend_from_slice(b") ");
            }
            let shown = self.show(operator.result, *result);
            let _ = write!(out, "{shown} ");
        }
        out.extend(std::iter::repeat_n(b')', rows.len()));
        out.push(b'\n');
    }
}

/// The word of an answer.
pub(crate) fn status(answer: Answer) -> Option<&'static str> {
    match answer {
        Answer::Sat => Some("sat"),
        Answer::Unsat => Some("unsat"),
        Answer::Any => None,
    }
}
