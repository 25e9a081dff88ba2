//! The sorts and operators that formulas are made of, and how to compute with them.
//!
//! What an operator computes is the business of crate `eval`, which applies the operators of a
//! script's terms. So there is one script with an application of every operator at every sort in
//! use, and an operator is known by its application there.

use super::settings::{Answer, GeneratorSettings, SettingsError};
use super::theories;
use super::violations::Violations;
use eval::Model;
use eval::float::Format;
use smt::{DeclKind, Function, Script, SortId, TermId};
use std::collections::HashMap;
use std::fmt::Write;

/// A sort, by its place in the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct SortNo(pub u16);

/// An operator at some sorts, by its place in the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct OpNo(pub u16);

/// The name of operators, by its place in the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct NameNo(pub u16);

/// Operators that some solvers refuse: those that are new in SMT-LIB 2.7, `divisible`, which the
/// newest z3 does not have, and `char`, which old ones do not have.
pub(crate) const NEWEST: [&str; 13] = [
    "divisible",
    "char",
    "bvnego",
    "bvuaddo",
    "bvsaddo",
    "bvusubo",
    "bvssubo",
    "bvumulo",
    "bvsmulo",
    "bvsdivo",
    "ubv_to_int",
    "sbv_to_int",
    "int_to_bv",
];

const STANDARD: [Format; 4] = [
    Format::FLOAT16,
    Format::FLOAT32,
    Format::FLOAT64,
    Format::FLOAT128,
];

pub(crate) const BOOL: SortNo = SortNo(0);

/// What a sort is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Bool,
    BitVec(u32),
    Float(Format),
    RoundingMode,
    Int,
    Real,
    String,
    RegLan,
    Seq(SortNo),
    Array(SortNo, SortNo),
    Datatype,
    Uninterpreted,
}

#[derive(Debug, Clone)]
pub(crate) struct Sort {
    pub text: String,
    pub kind: Kind,
    /// In the catalogue's script.
    pub id: SortId,
    /// Whether there are variables of it. Of the others there are literals, and terms that operators
    /// make.
    pub variables: bool,
    /// Whether its values can be written where formulas are.
    pub literals: bool,
    /// Whether it is a format of floats that no standard names. Some solvers refuse these.
    pub is_odd: bool,
}

/// What takes its arguments as they come, which is not what `eval` applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Native {
    Not,
    And,
    Or,
    Xor,
    Implies,
    Ite,
    Equal,
    Distinct,
}

/// How the value of an application is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum How {
    Native(Native),
    /// By `eval`, which applies the operator of this term.
    Eval(TermId),
    /// A constant: the value of this term.
    Constant(TermId),
    /// An uninterpreted function: its table is made up as it is used.
    Function,
}

/// What an operator takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Argument {
    pub sort: SortNo,
    /// Whether only literals may stand there.
    pub literal: bool,
}

/// What an operator is like, besides what it computes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Traits {
    /// One of [`NEWEST`].
    pub newest: bool,
    /// Makes a formula nonlinear, unless all but one argument are literals.
    pub nonlinear: bool,
    /// Builds values and is not for formulas.
    pub hidden: bool,
    pub open: Open,
}

/// For which arguments the standard leaves open what an operator gives.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Open {
    #[default]
    Never,
    /// If a later argument than the first is zero.
    AtZero,
    /// For some, which cannot be seen.
    Sometimes,
}

impl Open {
    /// That of an operator by its name. Selectors have names of their own.
    fn of(name: &str) -> Self {
        match name {
            "/" | "div" | "mod" => Self::AtZero,
            "fp.min" | "fp.max" | "fp.to_ubv" | "fp.to_sbv" | "fp.to_real" | "seq.nth" => {
                Self::Sometimes
            }
            _ => Self::Never,
        }
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Op {
    pub name: NameNo,
    /// What is written before the arguments.
    pub head: String,
    pub arguments: Box<[Argument]>,
    pub result: SortNo,
    pub how: How,
    pub traits: Traits,
}

/// The operators of one name.
#[derive(Debug, Clone)]
pub(crate) struct Name {
    pub text: String,
    pub ops: Vec<OpNo>,
    pub weight: u32,
}

pub(crate) struct Catalogue {
    /// The script with all applications, under a model without any definitions.
    pub model: Model,
    pub sorts: Vec<Sort>,
    pub ops: Vec<Op>,
    pub names: Vec<Name>,
    /// The names that are decisive in turn.
    pub rotation: Vec<NameNo>,
    /// Declarations that formulas with sorts of these names need: a word of the sort, the text.
    pub preamble: Vec<(String, String)>,
    /// By sort: the names of operators that take it, each with those operators.
    takers: Vec<Vec<(NameNo, Vec<OpNo>)>>,
    /// The same for operators whose value is a Boolean.
    predicates: Vec<Vec<(NameNo, Vec<OpNo>)>>,
    by_signature: HashMap<(String, Vec<SortNo>), OpNo>,
    constructors: Vec<Vec<OpNo>>,
    natives: HashMap<(Native, SortNo), OpNo>,
    /// Operators that take nothing but literals, by the sort of what they make.
    leaves: Vec<Vec<OpNo>>,
    /// Rules that can be asserted violated.
    pub violations: Violations,
}

/// Makes a catalogue: what the tables of the theories add to.
pub(crate) struct Builder<'s> {
    pub settings: &'s GeneratorSettings,
    pub sorts: Vec<Sort>,
    pub ops: Vec<Op>,
    pub preamble: Vec<(String, String)>,
    pub names: Vec<Name>,
    natives: Vec<Option<Native>>,
    constants: Vec<bool>,
}

impl<'s> Builder<'s> {
    fn new(settings: &'s GeneratorSettings) -> Self {
        let mut builder = Self {
            settings,
            sorts: Vec::new(),
            ops: Vec::new(),
            preamble: Vec::new(),
            names: Vec::new(),
            natives: Vec::new(),
            constants: Vec::new(),
        };
        builder.sort("Bool", Kind::Bool, true);
        builder
    }

    /// The sort of that text, new or not. One variable of it makes it a sort of variables.
    pub fn sort(&mut self, text: &str, kind: Kind, variables: bool) -> SortNo {
        if let Some(place) = self.sorts.iter().position(|sort| sort.text == text) {
            self.sorts[place].variables |= variables;
            return SortNo(place as u16);
        }
        self.sorts.push(Sort {
            text: text.to_owned(),
            kind,
            id: SortId::BOOL,
            variables,
            literals: !matches!(kind, Kind::Array(..) | Kind::RegLan),
            is_odd: matches!(kind, Kind::Float(format) if !STANDARD.contains(&format)),
        });
        SortNo(self.sorts.len() as u16 - 1)
    }

    pub fn bit_vec(&mut self, width: u32) -> SortNo {
        self.sort(&format!("(_ BitVec {width})"), Kind::BitVec(width), false)
    }

    pub fn text(&self, sort: SortNo) -> String {
        self.sorts[usize::from(sort.0)].text.clone()
    }

    fn name(&mut self, text: &str) -> NameNo {
        let place = self.names.iter().position(|name| name.text == text);
        NameNo(place.unwrap_or_else(|| {
            let weights = &self.settings.weights;
            // The last word counts.
            let weight = weights.iter().rev().find(|(name, _)| name == text);
            self.names.push(Name {
                text: text.to_owned(),
                ops: Vec::new(),
                weight: weight.map_or(1, |(_, weight)| *weight),
            });
            self.names.len() - 1
        }) as u16)
    }

    pub fn add(&mut self, head: &str, arguments: &[SortNo], result: SortNo) -> &mut Op {
        let arguments: Vec<Argument> = arguments
            .iter()
            .map(|&sort| Argument {
                sort,
                literal: false,
            })
            .collect();
        let word = name_of(head);
        let name = self.name(word);
        let place = OpNo(self.ops.len() as u16);
        self.names[usize::from(name.0)].ops.push(place);
        self.natives.push(None);
        self.constants.push(arguments.is_empty());
        self.ops.push(Op {
            name,
            head: head.to_owned(),
            arguments: arguments.into(),
            result,
            how: How::Function,
            traits: Traits {
                open: Open::of(word),
                ..Traits::default()
            },
        });
        let last = self.ops.len() - 1;
        &mut self.ops[last]
    }

    pub fn native(&mut self, native: Native, head: &str, arguments: &[SortNo], result: SortNo) {
        self.add(head, arguments, result);
        if let Some(last) = self.natives.last_mut() {
            *last = Some(native);
        }
    }

    /// The script of all applications.
    fn script(&self) -> String {
        let mut text = String::new();
        for (_, declaration) in &self.preamble {
            text.push_str(declaration);
        }
        for (place, sort) in self.sorts.iter().enumerate() {
            let _ = writeln!(text, "(declare-const c{place} {})", sort.text);
        }
        for (place, op) in self.ops.iter().enumerate() {
            let mut term = String::new();
            match op.arguments.is_empty() {
                true => term.push_str(&op.head),
                false => {
                    let _ = write!(term, "({}", op.head);
                    for argument in &op.arguments {
                        let _ = write!(term, " c{}", argument.sort.0);
                    }
                    term.push(')');
                }
            }
            if op.how == How::Function && self.is_function(place) {
                term = "true".to_owned();
            }
            let _ = writeln!(text, "(assert (= {term} {term}))");
        }
        text.push_str("(check-sat)\n");
        text
    }

    fn is_function(&self, place: usize) -> bool {
        self.ops[place].head.starts_with("f!")
    }

    fn finish(mut self) -> Result<Catalogue, SettingsError> {
        let broken = |what: String| SettingsError::Catalogue(what);
        let script =
            Script::parse(self.script().into_bytes()).map_err(|e| broken(e.to_string()))?;
        let model = Model::parse(&script, 0, b"()").map_err(|e| broken(e.to_string()))?;
        let terms = &model.script().terms;
        for (place, sort) in self.sorts.iter_mut().enumerate() {
            let name = format!("c{place}");
            let declarations = &model.script().declarations;
            let found = declarations.all().find(|&declaration| {
                let symbol = declarations.name(declaration);
                model.script().tree.symbols.bytes(symbol) == name.as_bytes()
            });
            sort.id = declarations.sort(found.ok_or_else(|| broken(sort.text.clone()))?);
        }
        if model.assertions().len() != self.ops.len() {
            return Err(broken("not every operator has its application".to_owned()));
        }
        for (place, &assertion) in model.assertions().iter().enumerate() {
            let &[term, _] = terms.arguments(assertion) else {
                return Err(broken(self.ops[place].head.clone()));
            };
            let function = self.is_function(place);
            let op = &mut self.ops[place];
            op.how = match self.natives[place] {
                Some(native) => How::Native(native),
                None if function => How::Function,
                None if self.constants[place] => How::Constant(term),
                None => How::Eval(term),
            };
            let wanted = self.sorts[usize::from(op.result.0)].id;
            if !function && terms.sort(term) != wanted {
                return Err(broken(format!("{} is of another sort", op.head)));
            }
        }
        let mut takers = vec![Vec::new(); self.sorts.len()];
        let mut predicates = vec![Vec::new(); self.sorts.len()];
        let mut by_signature = HashMap::new();
        for (place, op) in self.ops.iter().enumerate() {
            let signature: Vec<SortNo> = op.arguments.iter().map(|a| a.sort).collect();
            let number = OpNo(place as u16);
            by_signature.insert((op.head.clone(), signature), number);
            if op.traits.hidden {
                continue;
            }
            let mut seen = Vec::new();
            for argument in op.arguments.iter().filter(|a| !a.literal) {
                if seen.contains(&argument.sort) {
                    continue;
                }
                seen.push(argument.sort);
                let sort = usize::from(argument.sort.0);
                enter(&mut takers[sort], op.name, number);
                if op.result == BOOL {
                    enter(&mut predicates[sort], op.name, number);
                }
            }
        }
        let mut constructors = vec![Vec::new(); self.sorts.len()];
        let mut natives = HashMap::new();
        let mut leaves = vec![Vec::new(); self.sorts.len()];
        for (place, op) in self.ops.iter().enumerate() {
            let number = OpNo(place as u16);
            if !op.traits.hidden && op.arguments.iter().all(|a| a.literal) {
                leaves[usize::from(op.result.0)].push(number);
            }
            let declarations = &model.script().declarations;
            let function = match op.how {
                How::Eval(term) | How::Constant(term) => terms.function(term),
                How::Native(native) => {
                    if let (1 | 2, Some(argument)) = (op.arguments.len(), op.arguments.first()) {
                        natives.insert((native, argument.sort), number);
                    }
                    if native == Native::Ite {
                        natives.insert((native, op.result), number);
                    }
                    continue;
                }
                How::Function => continue,
            };
            if let Function::Declared(declaration) = function
                && declarations.kind(declaration) == DeclKind::Constructor
            {
                constructors[usize::from(op.result.0)].push(number);
            }
        }
        let shown = |name: &Name| {
            let ops = name.ops.iter();
            name.weight > 0
                && ops
                    .filter_map(|op| self.ops.get(usize::from(op.0)))
                    .any(|op| !op.traits.hidden)
        };
        let rotation = self.names.iter().enumerate();
        let rotation: Vec<NameNo> = rotation
            .filter(|(_, name)| shown(name))
            .map(|(place, _)| NameNo(place as u16))
            .collect();
        if rotation.is_empty() {
            return Err(SettingsError::NoOperatorLeft);
        }
        for (name, _) in &self.settings.weights {
            if !self.names.iter().any(|known| known.text == *name) {
                return Err(SettingsError::NoOperator(name.clone()));
            }
        }
        let violations = match self.settings.answer {
            Answer::Unsat => Violations::new(&self),
            _ => Violations::default(),
        };
        Ok(Catalogue {
            model,
            violations,
            sorts: self.sorts,
            ops: self.ops,
            names: self.names,
            rotation,
            preamble: self.preamble,
            takers,
            predicates,
            by_signature,
            constructors,
            natives,
            leaves,
        })
    }
}

/// The name of an operator: `(_ extract 3 0)` and `(as seq.empty (Seq Int))` are of the name behind
/// the first word.
pub(crate) fn name_of(head: &str) -> &str {
    match head.strip_prefix('(') {
        Some(indexed) => indexed.split([' ', ')']).nth(1).unwrap_or(head),
        None => head,
    }
}

fn enter(list: &mut Vec<(NameNo, Vec<OpNo>)>, name: NameNo, op: OpNo) {
    match list.iter_mut().find(|(known, _)| *known == name) {
        Some((_, ops)) => ops.push(op),
        None => list.push((name, vec![op])),
    }
}

impl Catalogue {
    pub fn new(settings: &GeneratorSettings) -> Result<Self, SettingsError> {
        settings.check()?;
        let mut builder = Builder::new(settings);
        theories::fill(&mut builder);
        builder.finish()
    }

    pub fn sort(&self, sort: SortNo) -> &Sort {
        &self.sorts[usize::from(sort.0)]
    }

    pub fn op(&self, op: OpNo) -> &Op {
        &self.ops[usize::from(op.0)]
    }

    pub fn name(&self, name: NameNo) -> &Name {
        &self.names[usize::from(name.0)]
    }

    /// Whether a word is the name of operators that are never to be used.
    pub fn is_banned(&self, word: &str) -> bool {
        self.names
            .iter()
            .any(|name| name.weight == 0 && name.text == word)
    }

    /// The operators that take a sort, by name.
    pub fn takers(&self, sort: SortNo) -> &[(NameNo, Vec<OpNo>)] {
        &self.takers[usize::from(sort.0)]
    }

    /// The predicates that take a sort, by name.
    pub fn predicates(&self, sort: SortNo) -> &[(NameNo, Vec<OpNo>)] {
        &self.predicates[usize::from(sort.0)]
    }

    /// The constructors of a datatype.
    pub fn constructors(&self, sort: SortNo) -> &[OpNo] {
        &self.constructors[usize::from(sort.0)]
    }

    /// Operators that take nothing but literals.
    pub fn leaves(&self, sort: SortNo) -> &[OpNo] {
        &self.leaves[usize::from(sort.0)]
    }

    /// A connective, or a comparison of two terms of a sort.
    pub fn native(&self, native: Native, sort: SortNo) -> Option<OpNo> {
        self.natives.get(&(native, sort)).copied()
    }

    /// Whether an operator takes or makes floats of a format that no standard names.
    pub fn is_odd(&self, op: OpNo) -> bool {
        let op = self.op(op);
        let mut sorts = op.arguments.iter().map(|a| a.sort).chain([op.result]);
        sorts.any(|sort| self.sort(sort).is_odd)
    }

    /// The operator with that head and those arguments.
    pub fn find(&self, head: &str, arguments: &[SortNo]) -> Option<OpNo> {
        let key = (head.to_owned(), arguments.to_vec());
        self.by_signature.get(&key).copied()
    }
}
