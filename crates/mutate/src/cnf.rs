//! Conjunctive normal form, by Tseitin's way.
//!
//! Every formula inside of another gets a fresh Boolean constant and the clauses that make the two
//! equivalent, in both directions, so that models are in one-to-one correspondence. The result is
//! linear in the size of the script.
//!
//! A `let` outside of atoms is gone afterwards: in the skeleton its variable is a formula that is
//! shared, and in atoms it is the name of a definition.

mod clauses;
mod survey;
#[cfg(test)]
mod tests;
mod text;

use clauses::{Clauses, Variable};
use hashbrown::HashSet;
use smt::{CommandKind, DeclKind, Script, SortId, TermId, TermKind};
use survey::Survey;
use text::Texts;

/// Atoms that are longer than this many bytes get a constant if they are used more than once.
const LONG_ATOM: usize = 100;

/// A script in conjunctive normal form that is satisfiable if and only if a flat script is.
///
/// Each assertion of the result is a clause: a literal or an `or` of literals, where a literal is
/// an atom, a fresh constant or the negation of one. All other commands are as they were. An
/// assertion that cannot be taken apart soundly is one clause as it stands. A script that has
/// scopes, or declares a name a second time, is not flat and is given back unchanged.
pub fn cnf(script: &Script) -> Vec<u8> {
    if !is_flat(script) {
        return script.tree.text().to_vec();
    }
    let survey = Survey::new(script);
    let mut writer = Writer {
        script,
        survey: &survey,
        clauses: Clauses::new(script, &survey),
        texts: Texts::new(script, &survey),
        uses: Vec::new(),
        out: Vec::with_capacity(2 * script.tree.text().len()),
    };
    for (number, command) in script.commands.iter().enumerate() {
        match command.kind {
            CommandKind::Assert(term) if survey.is_taken_apart(number) => {
                writer.assertion(term);
                for name in survey.names_given(number) {
                    writer.texts.define(name, &mut writer.out);
                }
            }
            _ => {
                writer
                    .out
                    .extend_from_slice(script.tree.source(command.node));
                writer.out.push(b'\n');
            }
        }
    }
    writer.out
}

/// Whether a name means the same wherever it stands, so that a formula can be written anywhere
/// behind the place where it was read.
fn is_flat(script: &Script) -> bool {
    let has_scopes = script.commands.iter().any(|command| {
        matches!(
            command.kind,
            CommandKind::Push(_)
                | CommandKind::Pop(_)
                | CommandKind::Reset
                | CommandKind::ResetAssertions
        )
    });
    let mut seen = HashSet::new();
    let declarations = &script.declarations;
    let mut global = declarations.all().filter(|&declaration| {
        let kind = declarations.kind(declaration);
        matches!(
            kind,
            DeclKind::Function | DeclKind::Defined | DeclKind::Named
        )
    });
    // Overloads differ in their parameters.
    !has_scopes
        && global.all(|declaration| {
            let name = script
                .tree
                .symbols
                .canonical(declarations.name(declaration));
            seen.insert((name, declarations.parameters(declaration)))
        })
}

/// How a term is made of others in the Boolean skeleton.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// Another term: what is annotated, the body of a `let`.
    Same(TermId),
    /// Another term that stands elsewhere: what a variable or a name stands for.
    Named(TermId),
    Constant(bool),
    Not(TermId),
    /// Of the term's arguments.
    Gate(Gate),
    Atom,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Gate {
    And,
    Or,
    Implies,
    Xor,
    /// All arguments are equal.
    Equal,
    /// Two arguments differ; three Booleans never do.
    Distinct,
    Ite,
}

/// How a term is made, whatever variables and names stand for.
fn syntactic_shape(script: &Script, term: TermId) -> Shape {
    let terms = &script.terms;
    let arguments = terms.arguments(term);
    match (terms.kind(term), arguments) {
        (TermKind::Let, [.., body]) => return Shape::Same(*body),
        (TermKind::Annotated, [body]) => return Shape::Same(*body),
        (TermKind::Apply | TermKind::Symbol, _) => {}
        _ => return Shape::Atom,
    }
    let plain = terms
        .ident(term)
        .is_some_and(|ident| terms.parts(ident).is_none());
    if !plain || !matches!(terms.function(term), smt::Function::Operator(_)) {
        return Shape::Atom;
    }
    let symbols = &script.tree.symbols;
    let head = symbols.bytes(symbols.canonical(terms.head(term)));
    let of_booleans = || arguments.iter().all(|&a| terms.sort(a) == SortId::BOOL);
    // What we could not sort must be Boolean too where nothing else can stand.
    let of_formulas = || {
        arguments.iter().all(|&argument| {
            let sort = terms.sort(argument);
            sort == SortId::BOOL || !script.sorts.is_known(sort)
        })
    };
    match (head, arguments.len()) {
        (b"true", 0) => Shape::Constant(true),
        (b"false", 0) => Shape::Constant(false),
        // A name without arguments is a function here, and not the empty conjunction.
        _ if terms.kind(term) == TermKind::Symbol => Shape::Atom,
        (b"not", 1) if of_formulas() => Shape::Not(arguments[0]),
        (b"and" | b"&&", _) if of_formulas() => Shape::Gate(Gate::And),
        (b"or", _) if of_formulas() => Shape::Gate(Gate::Or),
        (b"=>" | b"implies", 2..) if of_formulas() => Shape::Gate(Gate::Implies),
        (b"xor", 2..) if of_formulas() => Shape::Gate(Gate::Xor),
        (b"=" | b"iff" | b"equiv" | b"equals", 2..) if of_booleans() => Shape::Gate(Gate::Equal),
        (b"distinct", 2..) if of_booleans() => Shape::Gate(Gate::Distinct),
        (b"ite" | b"if" | b"if_then_else", 3) if of_booleans() => Shape::Gate(Gate::Ite),
        _ => Shape::Atom,
    }
}

struct Writer<'a> {
    script: &'a Script,
    survey: &'a Survey,
    clauses: Clauses<'a>,
    texts: Texts<'a>,
    /// How often each variable stands in a clause.
    uses: Vec<u32>,
    out: Vec<u8>,
}

impl Writer<'_> {
    fn assertion(&mut self, term: TermId) {
        self.clauses.clear();
        self.clauses.assert(term);
        self.uses.resize(self.clauses.variables.len(), 0);
        for literal in self.clauses.literals() {
            self.uses[literal.variable()] += 1;
        }
        for number in 0..self.clauses.len() {
            self.clause(number);
        }
    }

    fn clause(&mut self, number: usize) {
        for place in 0..self.clauses.clause(number).len() {
            let literal = self.clauses.clause(number)[place];
            self.introduce(literal.variable());
        }
        let clause = self.clauses.clause(number);
        self.out.extend_from_slice(b"(assert ");
        match *clause {
            [] => self.out.extend_from_slice(b"false"),
            [literal] => self.literal(literal.variable(), literal.is_negated()),
            _ => {
                self.out.extend_from_slice(b"(or");
                for place in 0..clause.len() {
                    let literal = self.clauses.clause(number)[place];
                    self.out.push(b' ');
                    self.literal(literal.variable(), literal.is_negated());
                }
                self.out.push(b')');
            }
        }
        self.out.extend_from_slice(b")\n");
    }

    /// Writes all that must stand before the first clause with a variable.
    fn introduce(&mut self, number: usize) {
        match self.clauses.variables[number] {
            Variable::Fresh { name: 0 } => {
                let name = self.texts.declare_constant(&mut self.out);
                self.clauses.variables[number] = Variable::Fresh { name };
            }
            Variable::Fresh { .. } => {}
            Variable::Unwritten(atom) => {
                let Some(node) = self.survey.place(atom) else {
                    debug_assert!(false, "{}", self.script.show_term(atom));
                    return;
                };
                let text = self.texts.write(node, &mut self.out);
                let (start, end) = (text.start, text.end);
                self.clauses.variables[number] = Variable::Atom { start, end };
                self.abbreviate(number);
            }
            Variable::Atom { .. } => self.abbreviate(number),
        }
    }

    /// Gives a constant to an atom that is long and needed again.
    fn abbreviate(&mut self, number: usize) {
        let Variable::Atom { start, end } = self.clauses.variables[number] else {
            return;
        };
        if end - start <= LONG_ATOM || self.uses[number] < 2 {
            return;
        }
        let name = self.texts.declare_constant(&mut self.out);
        for (before, between, after) in [
            (&b"(assert (or (not "[..], &b") "[..], &b"))\n"[..]),
            (b"(assert (or ", b" (not ", b")))\n"),
        ] {
            self.out.extend_from_slice(before);
            self.texts.write_name(name, &mut self.out);
            self.out.extend_from_slice(between);
            self.out.extend_from_slice(self.texts.read(start..end));
            self.out.extend_from_slice(after);
        }
        self.clauses.variables[number] = Variable::Fresh { name };
    }

    fn literal(&mut self, variable: usize, negated: bool) {
        if negated {
            self.out.extend_from_slice(b"(not ");
        }
        match self.clauses.variables[variable] {
            Variable::Fresh { name } => self.texts.write_name(name, &mut self.out),
            Variable::Atom { start, end } => {
                self.out.extend_from_slice(self.texts.read(start..end));
            }
            // Introduced before; the constant `true` never stands in a clause.
            Variable::Unwritten(_) => {}
        }
        if negated {
            self.out.push(b')');
        }
    }
}
