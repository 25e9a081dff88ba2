//! Systems of constrained Horn clauses, and how they are written.

use super::error::NotHorn;
use super::term::Term;
use std::fmt::Write;
use std::sync::Arc;

/// Which way a system was written. The two forms ask opposite questions: see [`System`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Form {
    /// SMT-LIB: `(set-logic HORN)`, assertions, `(check-sat)`.
    Horn,
    /// z3's fixedpoint language: `declare-rel`, `rule`, `query`.
    Rules,
}

/// A predicate that a system is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Predicate {
    /// Its name as it is written, with bars if it needs them.
    pub name: Arc<str>,
    /// The sorts of its arguments as they are written.
    pub sorts: Vec<Arc<str>>,
}

/// A variable of a clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    /// Its name as it is written.
    pub name: Arc<str>,
    /// Its sort as it is written.
    pub sort: Arc<str>,
}

/// A predicate applied to terms without predicates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Application {
    /// The name of the predicate.
    pub predicate: Arc<str>,
    /// As many as the predicate has sorts.
    pub arguments: Vec<Arc<Term>>,
}

impl Application {
    fn write(&self, out: &mut String) {
        if self.arguments.is_empty() {
            out.push_str(&self.predicate);
            return;
        }
        out.push('(');
        out.push_str(&self.predicate);
        for argument in &self.arguments {
            out.push(' ');
            out.push_str(argument.text());
        }
        out.push(')');
    }
}

/// A member of the conjunction that is the body of a clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Literal {
    /// A predicate applied.
    Application(Application),
    /// A formula without predicates.
    Constraint(Arc<Term>),
}

impl Literal {
    /// The formula, if it is one without predicates.
    pub fn constraint(&self) -> Option<&Arc<Term>> {
        match self {
            Self::Constraint(term) => Some(term),
            Self::Application(_) => None,
        }
    }

    /// The predicate applied, if it is one.
    pub fn application(&self) -> Option<&Application> {
        match self {
            Self::Application(application) => Some(application),
            Self::Constraint(_) => None,
        }
    }
}

/// For all values of its variables: if all of the body then the head. Never changed: a mutant has
/// another one instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause {
    id: u32,
    variables: Vec<Variable>,
    body: Vec<Literal>,
    head: Option<Application>,
    text: Box<str>,
}

impl Clause {
    /// A clause. Whoever makes it sees to it that every variable is declared.
    pub fn new(
        id: u32,
        variables: Vec<Variable>,
        body: Vec<Literal>,
        head: Option<Application>,
    ) -> Arc<Self> {
        let body = normal(body);
        let text = text(&variables, &body, head.as_ref()).into();
        Arc::new(Self {
            id,
            variables,
            body,
            head,
            text,
        })
    }

    /// What it is found by. A clause that replaces another has the same one.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// The variables, each with its sort.
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// The conjunction on the left of the arrow.
    pub fn body(&self) -> &[Literal] {
        &self.body
    }

    /// What it concludes; nothing for a query, which concludes `false`.
    pub fn head(&self) -> Option<&Application> {
        self.head.as_ref()
    }

    /// The predicates applied in the body.
    pub fn applications(&self) -> impl DoubleEndedIterator<Item = &Application> {
        self.body.iter().filter_map(Literal::application)
    }

    /// The constraints of the body.
    pub fn constraints(&self) -> impl DoubleEndedIterator<Item = &Arc<Term>> {
        self.body.iter().filter_map(Literal::constraint)
    }

    /// The formula, quantifiers included, as it stands in an assertion.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether at most one predicate is applied in its body.
    pub fn is_linear(&self) -> bool {
        self.applications().count() <= 1
    }

    /// The sort of a variable.
    pub fn sort(&self, variable: &str) -> Option<&Arc<str>> {
        let found = self.variables.iter().find(|v| &*v.name == variable);
        found.map(|variable| &variable.sort)
    }

    /// All terms: arguments of the body and the head, and constraints.
    pub fn terms(&self) -> impl Iterator<Item = &Arc<Term>> {
        let applied = self.applications().chain(&self.head);
        applied
            .flat_map(|application| &application.arguments)
            .chain(self.constraints())
    }

    /// The same clause found by another id.
    pub(super) fn with_id(&self, id: u32) -> Arc<Self> {
        Arc::new(Self { id, ..self.clone() })
    }

    /// The same clause with another body.
    pub(super) fn with_body(&self, body: Vec<Literal>) -> Arc<Self> {
        Self::new(self.id, self.variables.clone(), body, self.head.clone())
    }
}

/// A body as it is read back once it is written: without `true`, and if it is one conjunction alone,
/// its members.
fn normal(mut body: Vec<Literal>) -> Vec<Literal> {
    let is_true = |literal: &Literal| literal.constraint().is_some_and(|c| c.text() == "true");
    body.retain(|literal| !is_true(literal));
    let [Literal::Constraint(term)] = &body[..] else {
        return body;
    };
    let mut node = 0;
    loop {
        if !term.is_application(node, "and") {
            break;
        }
        let mut members = term.arguments(node).filter(|&n| term.source(n) != "true");
        match (members.next(), members.next()) {
            (Some(only), None) => node = only,
            (None, _) => return Vec::new(),
            (Some(_), Some(_)) => {
                let members = term.arguments(node).map(|n| term.source(n));
                let members = members.filter(|&text| text != "true");
                return members
                    .filter_map(Term::parse)
                    .map(Literal::Constraint)
                    .collect();
            }
        }
    }
    match node {
        0 => body,
        _ => Term::parse(term.source(node))
            .filter(|term| term.text() != "true")
            .map(Literal::Constraint)
            .into_iter()
            .collect(),
    }
}

fn text(variables: &[Variable], body: &[Literal], head: Option<&Application>) -> String {
    let mut out = String::with_capacity(256);
    if !variables.is_empty() {
        out.push_str("(forall (");
        for (place, Variable { name, sort }) in variables.iter().enumerate() {
            let space = if place == 0 { "" } else { " " };
            let _ = write!(out, "{space}({name} {sort})");
        }
        out.push_str(") ");
    }
    out.push_str("(=> ");
    let write = |literal: &Literal, out: &mut String| match literal {
        Literal::Application(application) => application.write(out),
        Literal::Constraint(term) => out.push_str(term.text()),
    };
    match body {
        [] => out.push_str("true"),
        [literal] => write(literal, &mut out),
        literals => {
            out.push_str("(and");
            for literal in literals {
                out.push(' ');
                write(literal, &mut out);
            }
            out.push(')');
        }
    }
    out.push(' ');
    match head {
        Some(head) => head.write(&mut out),
        None => out.push_str("false"),
    }
    out.push(')');
    if !variables.is_empty() {
        out.push(')');
    }
    out
}

/// A parameter of the solver that is set: `(set-option :fp.spacer.ctp false)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// Its name, without the colon.
    pub name: Arc<str>,
    /// Its value as it is written.
    pub value: Arc<str>,
}

/// A system of constrained Horn clauses.
///
/// It is *sat* if the predicates can be interpreted so that all clauses hold, which is so if and only if
/// no query can be derived. That is what `(check-sat)` answers in the SMT-LIB form. In z3's fixedpoint
/// form `(query ..)` asks the opposite, whether a query can be derived: there `sat` means that the
/// system is unsat, and `unsat` that it is sat. Answers in this crate are those of the SMT-LIB form.
///
/// A mutant shares all clauses with what it was made from but those that differ, and each clause has its
/// text with it, so a mutant costs little more than the bytes it is written with.
#[derive(Debug, Clone)]
pub struct System {
    pub(super) form: Form,
    /// Commands that are kept as they are: sorts, datatypes, definitions.
    pub(super) preamble: Arc<str>,
    pub(super) settings: Vec<Setting>,
    pub(super) predicates: Vec<Arc<Predicate>>,
    pub(super) clauses: Vec<Arc<Clause>>,
    /// The first number that is in the name of nothing, and the id of no clause.
    pub(super) fresh: u32,
}

/// What new names start with.
pub(super) const PREFIX: &str = "nh!";

/// What a query derives in the fixedpoint form.
pub(super) const QUERY: &str = "nh!query";

/// The name with that number.
pub(super) fn fresh_name(number: u32) -> Arc<str> {
    format!("{PREFIX}{number}").into()
}

impl System {
    /// Reads a script of either form.
    ///
    /// # Errors
    /// If it is no system of Horn clauses.
    pub fn read(text: &[u8]) -> Result<Self, NotHorn> {
        super::read::read(text)
    }

    /// How it was written.
    pub fn form(&self) -> Form {
        self.form
    }

    /// The predicates.
    pub fn predicates(&self) -> &[Arc<Predicate>] {
        &self.predicates
    }

    /// The predicate of a name.
    pub fn predicate(&self, name: &str) -> Option<&Arc<Predicate>> {
        self.predicates.iter().find(|p| &*p.name == name)
    }

    /// The clauses.
    pub fn clauses(&self) -> &[Arc<Clause>] {
        &self.clauses
    }

    /// The clause of an id, with its place.
    pub fn clause(&self, id: u32) -> Option<(usize, &Arc<Clause>)> {
        let mut all = self.clauses.iter().enumerate();
        all.find(|(_, clause)| clause.id == id)
    }

    /// Commands that are kept as they are: sorts, datatypes, definitions of functions. One a line.
    pub fn preamble(&self) -> &str {
        &self.preamble
    }

    /// The solver's parameters that the system sets.
    pub fn settings(&self) -> &[Setting] {
        &self.settings
    }

    /// The same with other parameters.
    #[must_use]
    pub fn with_settings(&self, settings: Vec<Setting>) -> Self {
        Self {
            settings,
            ..self.clone()
        }
    }

    /// The same with other clauses, in that order. What they apply must be declared.
    #[must_use]
    pub fn with_clauses(&self, clauses: Vec<Arc<Clause>>) -> Self {
        Self {
            form: self.form,
            preamble: self.preamble.clone(),
            settings: self.settings.clone(),
            predicates: self.predicates.clone(),
            clauses,
            fresh: self.fresh,
        }
    }

    /// The same with other predicates. Those that are applied must be among them.
    #[must_use]
    pub fn with_predicates(&self, predicates: Vec<Arc<Predicate>>) -> Self {
        Self {
            predicates,
            ..self.clone()
        }
    }

    /// Whether no clause applies more than one predicate in its body.
    pub fn is_linear(&self) -> bool {
        self.clauses.iter().all(|clause| clause.is_linear())
    }

    /// The SMT-LIB form, up to and including `(check-sat)`.
    pub fn write_horn(&self) -> String {
        let mut out = String::new();
        self.write_horn_to(&mut out);
        out
    }

    /// Appends the SMT-LIB form to a text.
    pub fn write_horn_to(&self, out: &mut String) {
        out.reserve(self.size());
        out.push_str("(set-logic HORN)\n");
        self.write_start(out);
        for Predicate { name, sorts } in self.predicates.iter().map(|p| &**p) {
            let _ = writeln!(out, "(declare-fun {name} ({}) Bool)", Spaced(sorts));
        }
        for clause in &self.clauses {
            out.push_str("(assert ");
            out.push_str(&clause.text);
            out.push_str(")\n");
        }
        out.push_str("(check-sat)\n");
    }

    /// The fixedpoint form, up to and including the query, whose answer is the opposite of the
    /// SMT-LIB form's. All queries derive one predicate, which is asked for.
    pub fn write_rules(&self) -> String {
        let mut out = String::with_capacity(self.size());
        self.write_start(&mut out);
        for Predicate { name, sorts } in self.predicates.iter().map(|p| &**p) {
            let _ = writeln!(out, "(declare-rel {name} ({}))", Spaced(sorts));
        }
        let query: Arc<str> = match self.predicate(QUERY) {
            None => QUERY.into(),
            Some(_) => fresh_name(self.fresh),
        };
        let _ = writeln!(out, "(declare-rel {query} ())");
        for clause in &self.clauses {
            out.push_str("(rule ");
            match &clause.head {
                Some(_) => out.push_str(&clause.text),
                None => {
                    let head = Application {
                        predicate: query.clone(),
                        arguments: Vec::new(),
                    };
                    out.push_str(&text(&clause.variables, &clause.body, Some(&head)));
                }
            }
            out.push_str(")\n");
        }
        let _ = writeln!(out, "(query {query})");
        out
    }

    fn write_start(&self, out: &mut String) {
        for Setting { name, value } in &self.settings {
            let _ = writeln!(out, "(set-option :{name} {value})");
        }
        out.push_str(&self.preamble);
    }

    /// About how many bytes it is written with.
    pub fn size(&self) -> usize {
        let clauses: usize = self.clauses.iter().map(|c| c.text.len() + 10).sum();
        clauses + self.preamble.len() + 60 * (self.predicates.len() + self.settings.len() + 1)
    }
}

struct Spaced<'a>(&'a [Arc<str>]);

impl std::fmt::Display for Spaced<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (place, word) in self.0.iter().enumerate() {
            let space = if place == 0 { "" } else { " " };
            write!(f, "{space}{word}")?;
        }
        Ok(())
    }
}
