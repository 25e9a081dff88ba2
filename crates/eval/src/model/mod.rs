//! Models as solvers print them.
//!
//! A model speaks of the sorts and functions of its script. So the script up to the check and the
//! model's definitions are read together as one script, in which all terms of the original keep
//! their numbers. What is no SMT-LIB (elements of sorts, algebraic numbers, yices' tables) is
//! turned into declarations first, see [`read`].

mod escapes;
mod numbers;
mod read;
mod write;

use crate::algebraic::Algebraic;
use crate::in_force;
pub(crate) use escapes::Escapes;
use hashbrown::HashMap;
use read::{Reader, Role};
use smt::{
    CommandKind, DeclId, DeclKind, Definition, ParseError, Script, SortId, Sym, TermId, Variables,
};

/// Why a text is no model.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// Its parentheses do not match.
    #[error("the model cannot be read: {0}")]
    Syntax(#[from] ParseError),
    /// It has no definitions; perhaps a message of the solver.
    #[error("there is no model: {0}")]
    None(String),
    /// The script has no such check.
    #[error("the script has no check number {0}")]
    NoCheck(usize),
}

/// What a model says of a symbol.
#[derive(Debug, Clone)]
pub(crate) enum Meaning {
    /// A body, with parameters for a function.
    Definition { parameters: Variables, body: TermId },
    /// Another function: yices defines arrays like functions, and cvc5 defines constants of a
    /// function sort so.
    ArrayOf(DeclId),
    /// An element of an uninterpreted sort.
    Element { sort: SortId, name: Box<[u8]> },
    /// A real number.
    Number(Algebraic),
    /// Something that we cannot read.
    Unreadable(String),
}

/// A model of a script at one of its checks.
#[derive(Debug)]
pub struct Model {
    script: Script,
    assertions: Vec<TermId>,
    meanings: HashMap<DeclId, Meaning>,
    definitions: Vec<(Variables, TermId)>,
    universes: Vec<(SortId, Vec<Box<[u8]>>)>,
    interpretations: HashMap<Vec<u8>, DeclId>,
    points: Vec<(TermId, TermId)>,
    terms: Vec<TermId>,
    approximate: bool,
    escapes: Option<Escapes>,
}

/// Solvers' names for what an operator is where the standard leaves it open.
const INTERPRETATIONS: &[(&str, &[&str])] = &[
    ("div", &["div0", "@int_div_by_zero", "@div0"]),
    ("mod", &["mod0", "@mod_by_zero", "@mod0"]),
    ("rem", &["rem0"]),
    ("/", &["/0", "@div_by_zero", "@/0"]),
    ("fp.to_real", &["fp.to_real_unspecified"]),
    ("fp.min", &["fp.min_unspecified"]),
    ("fp.max", &["fp.max_unspecified"]),
    ("seq.nth", &["seq.nth_u"]),
];

impl Model {
    /// Reads the model that a solver printed for a check of a script, by `get-model` or by
    /// `get-value`.
    pub fn parse(script: &Script, check: usize, text: &[u8]) -> Result<Self, ModelError> {
        Self::parse_with(script, check, text, &[])
    }

    /// The same, and reads terms that are to be evaluated in it: see [`Model::terms`].
    pub fn parse_with(
        script: &Script,
        check: usize,
        text: &[u8],
        terms: &[&[u8]],
    ) -> Result<Self, ModelError> {
        let mut model = Self::parse_as_standard(script, check, text, terms)?;
        model.escapes = Escapes::of(script, check, text);
        Ok(model)
    }

    /// The same model with its strings read as the standard has them and in no other way: for models
    /// that we have written ourselves.
    #[must_use]
    pub fn as_the_standard_reads_it(self) -> Self {
        Self {
            escapes: None,
            ..self
        }
    }

    /// The same model without what it says of applications that the standard leaves open: these have no
    /// value, and what has one has it whatever they are.
    #[must_use]
    pub fn leaving_open(self) -> Self {
        Self {
            interpretations: HashMap::new(),
            points: Vec::new(),
            ..self
        }
    }

    /// The same, with all strings read as the standard has them.
    fn parse_as_standard(
        script: &Script,
        check: usize,
        text: &[u8],
        terms: &[&[u8]],
    ) -> Result<Self, ModelError> {
        let in_force = match in_force::check(script, check) {
            Some(in_force) => in_force,
            // Without any check, all that is asserted.
            None if check == 0 && in_force::checks(script).is_empty() => in_force::Check {
                command: script.commands.len(),
                assertions: script.assertions().collect(),
            },
            None => return Err(ModelError::NoCheck(check)),
        };
        let end = match script.commands.get(in_force.command) {
            // With the check itself, because of what it assumes.
            Some(command) => script.tree.range(command.node).end,
            None => script.tree.text().len(),
        };
        let mut reader = Reader::new(script, text)?;
        reader.read()?;
        reader.add_terms(terms);
        let mut whole = script.tree.text().get(..end).unwrap_or_default().to_vec();
        whole.push(b'\n');
        let before = (in_force.command + 1).min(script.commands.len());
        let Reader {
            roles,
            declarations,
            definitions,
            approximate,
            ..
        } = reader;
        whole.extend(declarations);
        whole.extend(definitions);
        let script = Script::parse(whole)?;
        let approximate = approximate || has_overloaded_constructors(&script);
        let mut model = Self {
            script,
            assertions: in_force.assertions,
            meanings: HashMap::new(),
            definitions: Vec::new(),
            universes: Vec::new(),
            interpretations: HashMap::new(),
            points: Vec::new(),
            terms: Vec::new(),
            approximate,
            escapes: None,
        };
        model.take_definitions();
        model.take_roles(before, roles);
        Ok(model)
    }

    /// The script's own definitions.
    fn take_definitions(&mut self) {
        let mut found: Vec<Definition> = Vec::new();
        for command in &self.script.commands {
            match &command.kind {
                CommandKind::DefineFun(definition)
                | CommandKind::DefineConst(definition)
                | CommandKind::DefineFunRec(definition) => found.push(definition.clone()),
                CommandKind::DefineFunsRec(definitions) => found.extend(definitions.to_vec()),
                _ => {}
            }
        }
        for Definition {
            function,
            parameters,
            body,
        } in found
        {
            self.definitions.push((parameters, body));
            let meaning = Meaning::Definition { parameters, body };
            self.meanings.insert(function, meaning);
        }
    }

    /// What the commands behind the script's own are for.
    fn take_roles(&mut self, before: usize, roles: Vec<Role>) {
        let kinds = self.script.commands.get(before..).unwrap_or_default();
        let kinds: Vec<CommandKind> = kinds.iter().map(|c| c.kind.clone()).collect();
        // The functions that the model defines, by the number of the definition.
        let mut defined: HashMap<usize, DeclId> = HashMap::new();
        for (kind, role) in kinds.iter().zip(roles) {
            match (kind, role) {
                (CommandKind::Simplify(term), Role::Symbol(number)) => {
                    if let smt::Function::Declared(symbol) = self.script.terms.function(*term)
                        && self.script.declarations.kind(symbol) == smt::DeclKind::Function
                    {
                        defined.insert(number, symbol);
                    }
                }
                (CommandKind::DeclareFun(symbol), Role::Helper { number, name }) => {
                    defined.insert(number, *symbol);
                    for (operator, names) in INTERPRETATIONS {
                        if names.iter().any(|n| n.as_bytes() == &name[..]) {
                            self.interpretations
                                .insert(operator.as_bytes().to_vec(), *symbol);
                        }
                    }
                }
                (CommandKind::DeclareFun(symbol), Role::Element(name)) => {
                    let sort = self.script.declarations.sort(*symbol);
                    let meaning = match is_uninterpreted(&self.script, sort) {
                        true => Meaning::Element { sort, name },
                        false => {
                            let name = String::from_utf8_lossy(&name).into_owned();
                            Meaning::Unreadable(format!("{name}, which is no element of a sort"))
                        }
                    };
                    self.meanings.insert(*symbol, meaning);
                }
                (CommandKind::DeclareFun(symbol), Role::Number(number)) => {
                    let meaning = match number {
                        Some(number) => Meaning::Number(number),
                        None => Meaning::Unreadable("an algebraic number".to_owned()),
                    };
                    self.meanings.insert(*symbol, meaning);
                }
                (CommandKind::DeclareFun(symbol), Role::Universe(elements)) => {
                    let sort = self.script.declarations.sort(*symbol);
                    self.universes.push((sort, elements));
                }
                (CommandKind::DefineFun(definition), Role::Body(number)) => {
                    if let Some(&symbol) = defined.get(&number) {
                        let meaning = self.definition(symbol, definition);
                        self.meanings.insert(symbol, meaning);
                    }
                }
                (CommandKind::GetValue(terms), Role::Point) => {
                    if let [term, value] = terms[..] {
                        self.points.push((term, value));
                    }
                }
                (CommandKind::Simplify(term), Role::Asked) => self.terms.push(*term),
                _ => {}
            }
        }
    }

    fn definition(&self, symbol: DeclId, definition: &Definition) -> Meaning {
        let declarations = &self.script.declarations;
        let fits = declarations.parameters(symbol) == declarations.parameters(definition.function)
            && declarations.sort(symbol) == declarations.sort(definition.function);
        if !fits && self.same_function(symbol, definition.function) {
            return Meaning::ArrayOf(definition.function);
        }
        // A constructor's name may stand for several, and the one that was meant is not always the
        // one that was found.
        let body = self.script.terms.sort(definition.body);
        let result = declarations.sort(symbol);
        let of_its_sort = alike(&self.script, body, result);
        if fits && !of_its_sort && self.script.terms.is_sorted(definition.body) {
            let name = self.script.tree.symbols.name(declarations.name(symbol));
            return Meaning::Unreadable(format!("a value of {name} that is of another sort"));
        }
        match fits {
            true => Meaning::Definition {
                parameters: definition.parameters,
                body: definition.body,
            },
            false => {
                let name = self.script.tree.symbols.name(declarations.name(symbol));
                Meaning::Unreadable(format!("a definition of {name} with another signature"))
            }
        }
    }

    /// Whether a symbol is an array or a function that another function is, their parameters
    /// being split differently between declaration and sort.
    fn same_function(&self, symbol: DeclId, other: DeclId) -> bool {
        let (sorts, declarations) = (&self.script.sorts, &self.script.declarations);
        let flat = |function: DeclId| {
            let mut flat = declarations.parameters(function).to_vec();
            let mut rest = declarations.sort(function);
            while sorts.head(rest) == Some(Sym::ARROW) {
                let parts: Vec<SortId> = sorts.arguments(rest).collect();
                let &[parameter, result] = &parts[..] else {
                    break;
                };
                flat.push(parameter);
                rest = result;
            }
            flat.push(rest);
            flat
        };
        let wanted = flat(other);
        let sort = declarations.sort(symbol);
        let is_array = sorts.head(sort) == Some(Sym::ARRAY);
        flat(symbol) == wanted
            || (is_array
                && declarations.parameters(symbol).is_empty()
                && sorts.arguments(sort).eq(wanted))
    }

    /// The script up to the check, followed by the model. Its terms have the numbers that they
    /// have in the script that was given.
    pub fn script(&self) -> &Script {
        &self.script
    }

    /// What must be true.
    pub fn assertions(&self) -> &[TermId] {
        &self.assertions
    }

    /// The terms that were to be read with the model.
    pub fn terms(&self) -> &[TermId] {
        &self.terms
    }

    /// Whether it has numbers that are rounded, or constructors of one name, so that a false assertion
    /// says nothing.
    pub fn is_approximate(&self) -> bool {
        self.approximate
    }

    /// Other ways to read its strings and the script's.
    pub(crate) fn escapes(&self) -> Option<&Escapes> {
        self.escapes.as_ref()
    }

    pub(crate) fn meaning(&self, declaration: DeclId) -> Option<&Meaning> {
        self.meanings.get(&declaration)
    }

    pub(crate) fn definitions(&self) -> &[(Variables, TermId)] {
        &self.definitions
    }

    pub(crate) fn universes(&self) -> &[(SortId, Vec<Box<[u8]>>)] {
        &self.universes
    }

    /// The function that the model has for an operator where the standard leaves it open.
    pub(crate) fn interpretation(&self, operator: &[u8]) -> Option<DeclId> {
        self.interpretations.get(operator).copied()
    }

    /// Applications and their values, from `get-value`.
    pub(crate) fn points(&self) -> &[(TermId, TermId)] {
        &self.points
    }

    /// Constants of a sort that the model gives a value.
    pub(crate) fn constants(&self, sort: SortId) -> impl Iterator<Item = DeclId> + '_ {
        let declarations = &self.script.declarations;
        let mut all: Vec<DeclId> = self
            .meanings
            .keys()
            .copied()
            .filter(move |&d| declarations.sort(d) == sort && declarations.parameters(d).is_empty())
            .collect();
        all.sort_unstable();
        all.into_iter()
    }

    pub(crate) fn body_of_constant(&self, constant: DeclId) -> Option<TermId> {
        match self.meanings.get(&constant)? {
            Meaning::Definition { parameters, body } if parameters.is_empty() => Some(*body),
            _ => None,
        }
    }
}

/// Whether all that is in a sort are elements with names.
fn is_uninterpreted(script: &Script, sort: SortId) -> bool {
    sort != SortId::UNKNOWN
        && script.sorts.head(sort).is_none()
        && crate::domain::datatype_of(script, sort).is_none()
}

/// Whether two sorts are the same but for integers in place of reals, or reals of integers: solvers
/// write a real number as an integer if it is one.
fn alike(script: &Script, left: SortId, right: SortId) -> bool {
    let sorts = &script.sorts;
    let is_number = |sort: SortId| matches!(sort, SortId::INT | SortId::REAL);
    let mut pairs = vec![(left, right)];
    while let Some((left, right)) = pairs.pop() {
        if left == right || (is_number(left) && is_number(right)) {
            continue;
        }
        let (mut ours, mut theirs) = (sorts.arguments(left), sorts.arguments(right));
        if sorts.arguments(left).next().is_none() || sorts.name(left) != sorts.name(right) {
            return false;
        }
        loop {
            match (ours.next(), theirs.next()) {
                (Some(one), Some(other)) => pairs.push((one, other)),
                (None, None) => break,
                _ => return false,
            }
        }
    }
    true
}

/// Whether two constructors have one name: in a model, where nothing tells them apart, we may take one
/// for the other.
fn has_overloaded_constructors(script: &Script) -> bool {
    let declarations = &script.declarations;
    let mut names = hashbrown::HashSet::new();
    let mut constructors =
        (declarations.all()).filter(|&d| declarations.kind(d) == DeclKind::Constructor);
    constructors.any(|constructor| !names.insert(declarations.name(constructor)))
}
