//! From formulas to clauses.

use super::survey::Survey;
use super::{Gate, Shape};
use smt::{Script, TermId};

/// A variable of the clauses, perhaps negated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Literal(u32);

impl Literal {
    /// Variable 0 is the constant `true`.
    const TRUE: Self = Self(0);

    fn new(variable: usize) -> Self {
        Self((variable as u32) << 1)
    }

    pub fn variable(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    fn when(self, positive: bool) -> Self {
        Self(self.0 ^ u32::from(!positive))
    }
}

impl std::ops::Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        self.when(false)
    }
}

/// What a variable of the clauses stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Variable {
    /// A constant of ours by its number, 0 as long as it is not declared.
    Fresh { name: u32 },
    /// An atom whose text is not written yet.
    Unwritten(TermId),
    /// An atom by its text.
    Atom { start: usize, end: usize },
}

/// No literal.
const NONE: u32 = u32::MAX;

/// The clauses of one assertion, and the literals of all formulas so far.
pub(super) struct Clauses<'a> {
    script: &'a Script,
    survey: &'a Survey,
    /// What each variable is.
    pub variables: Vec<Variable>,
    /// The literal of each term, or [`NONE`].
    literal_of: Vec<u32>,
    /// Which terms are asserted already (the first bit), and whose negations (the second).
    asserted: Vec<u8>,
    literals: Vec<Literal>,
    /// Where each clause ends.
    ends: Vec<usize>,
}

impl<'a> Clauses<'a> {
    pub fn new(script: &'a Script, survey: &'a Survey) -> Self {
        Self {
            script,
            survey,
            variables: vec![Variable::Fresh { name: 0 }],
            literal_of: vec![NONE; script.terms.len()],
            asserted: vec![0; script.terms.len()],
            literals: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// Forgets the clauses, not the formulas.
    pub fn clear(&mut self) {
        self.literals.clear();
        self.ends.clear();
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn clause(&self, number: usize) -> &[Literal] {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.literals[start..self.ends[number]]
    }

    /// All literals of all clauses.
    pub fn literals(&self) -> impl Iterator<Item = Literal> + '_ {
        self.literals.iter().copied()
    }

    /// Adds a clause, without what can't be true and unless something in it always is.
    fn add(&mut self, literals: impl IntoIterator<Item = Literal>) {
        let start = self.literals.len();
        for literal in literals {
            if literal == Literal::TRUE {
                return self.literals.truncate(start);
            }
            if literal != !Literal::TRUE {
                self.literals.push(literal);
            }
        }
        self.ends.push(self.literals.len());
    }

    /// Makes clauses of an assertion: its conjuncts are clauses of their own, and their disjuncts
    /// literals.
    pub fn assert(&mut self, root: TermId) {
        let mut todo = vec![(root, true)];
        while let Some((term, positive)) = todo.pop() {
            let bit = 1 << u8::from(positive);
            if self.asserted[term.index()] & bit != 0 {
                continue;
            }
            self.asserted[term.index()] |= bit;
            let terms = &self.script.terms;
            match self.survey.shape(self.script, term) {
                Shape::Same(inner) | Shape::Named(inner) => todo.push((inner, positive)),
                Shape::Not(inner) => todo.push((inner, !positive)),
                Shape::Constant(value) => self.add([Literal::TRUE.when(value == positive)]),
                Shape::Gate(Gate::And | Gate::Or | Gate::Implies)
                    if self.disjuncts(term, positive).is_some() =>
                {
                    self.disjunction(term, positive);
                }
                Shape::Gate(gate @ (Gate::And | Gate::Or | Gate::Implies)) => {
                    let arguments = terms.arguments(term);
                    let last = arguments.len();
                    let conjuncts = arguments.iter().enumerate().rev();
                    todo.extend(conjuncts.map(|(place, &argument)| {
                        let premise = gate == Gate::Implies && place + 1 < last;
                        (argument, positive != premise)
                    }));
                }
                Shape::Gate(gate) => {
                    let arguments: Vec<Literal> = terms
                        .arguments(term)
                        .iter()
                        .map(|&argument| self.literal(argument))
                        .collect();
                    self.define(gate, Literal::TRUE.when(positive), &arguments);
                }
                Shape::Atom => {
                    let literal = self.literal(term);
                    self.add([literal.when(positive)]);
                }
            }
        }
    }

    /// The disjuncts of a term, or of its negation, if it is a disjunction.
    fn disjuncts(
        &self,
        term: TermId,
        positive: bool,
    ) -> Option<impl DoubleEndedIterator<Item = (TermId, bool)> + use<'a>> {
        let Shape::Gate(gate) = self.survey.shape(self.script, term) else {
            return None;
        };
        let is_disjunction = match gate {
            Gate::And => !positive,
            Gate::Or | Gate::Implies => positive,
            _ => false,
        };
        is_disjunction.then(|| {
            let arguments = self.script.terms.arguments(term);
            let last = arguments.len();
            arguments.iter().enumerate().map(move |(place, &argument)| {
                let premise = gate == Gate::Implies && place + 1 < last;
                (argument, positive != premise)
            })
        })
    }

    /// Makes one clause of a disjunction and the disjunctions written inside of it. One that a
    /// variable stands for is not taken apart: it may stand in any number of clauses.
    fn disjunction(&mut self, root: TermId, positive: bool) {
        let mut clause = Vec::new();
        let mut todo = vec![(root, positive)];
        while let Some((term, positive)) = todo.pop() {
            if let Some(disjuncts) = self.disjuncts(term, positive) {
                todo.extend(disjuncts.rev());
                continue;
            }
            match self.survey.shape(self.script, term) {
                Shape::Same(inner) => todo.push((inner, positive)),
                Shape::Not(inner) => todo.push((inner, !positive)),
                _ => clause.push(self.literal(term).when(positive)),
            }
        }
        self.add(clause);
    }

    fn known(&self, term: TermId) -> Option<Literal> {
        let literal = self.literal_of[term.index()];
        (literal != NONE).then_some(Literal(literal))
    }

    fn variable(&mut self, variable: Variable) -> Literal {
        self.variables.push(variable);
        Literal::new(self.variables.len() - 1)
    }

    fn fresh(&mut self) -> Literal {
        self.variable(Variable::Fresh { name: 0 })
    }

    /// The literal that is equivalent to a formula; clauses say so.
    fn literal(&mut self, root: TermId) -> Literal {
        let mut todo = vec![root];
        while let Some(&term) = todo.last() {
            if self.known(term).is_some() {
                todo.pop();
                continue;
            }
            let arguments = self.script.terms.arguments(term);
            let literal = match self.survey.shape(self.script, term) {
                Shape::Constant(value) => Literal::TRUE.when(value),
                Shape::Atom => self.variable(Variable::Unwritten(term)),
                Shape::Same(inner) | Shape::Named(inner) => match self.known(inner) {
                    Some(literal) => literal,
                    None => {
                        todo.push(inner);
                        continue;
                    }
                },
                Shape::Not(inner) => match self.known(inner) {
                    Some(literal) => !literal,
                    None => {
                        todo.push(inner);
                        continue;
                    }
                },
                Shape::Gate(gate) => {
                    let before = todo.len();
                    let unknown = arguments.iter().rev().filter(|&&a| self.known(a).is_none());
                    todo.extend(unknown);
                    if todo.len() > before {
                        continue;
                    }
                    let known: Vec<Literal> =
                        arguments.iter().filter_map(|&a| self.known(a)).collect();
                    self.gate(gate, &known)
                }
            };
            self.literal_of[term.index()] = literal.0;
            todo.pop();
        }
        self.known(root).unwrap_or(Literal::TRUE)
    }

    fn gate(&mut self, gate: Gate, arguments: &[Literal]) -> Literal {
        match (gate, arguments) {
            (Gate::And, []) => Literal::TRUE,
            (Gate::Or, []) => !Literal::TRUE,
            (Gate::And | Gate::Or, [only]) => *only,
            (Gate::Distinct, [_, _, _, ..]) => !Literal::TRUE,
            _ => {
                let output = self.fresh();
                self.define(gate, output, arguments);
                output
            }
        }
    }

    /// Adds the clauses that make `output` equivalent to a gate.
    fn define(&mut self, gate: Gate, output: Literal, arguments: &[Literal]) {
        match (gate, arguments) {
            (Gate::And, _) => self.define_or(!output, arguments.iter().map(|&a| !a)),
            (Gate::Or, _) => self.define_or(output, arguments.iter().copied()),
            (Gate::Implies, [premises @ .., conclusion]) => {
                let premises = premises.iter().map(|&premise| !premise);
                self.define_or(output, premises.chain([*conclusion]));
            }
            (Gate::Xor, [first, middle @ .., last]) => {
                let mut so_far = *first;
                for &argument in middle {
                    let next = self.fresh();
                    self.define_xor(next, so_far, argument);
                    so_far = next;
                }
                self.define_xor(output, so_far, *last);
            }
            (Gate::Distinct, &[a, b]) => self.define_xor(output, a, b),
            (Gate::Distinct, _) => self.add([!output]),
            (Gate::Equal, &[a, b]) => self.define_xor(!output, a, b),
            (Gate::Equal, _) if output == Literal::TRUE => {
                for pair in arguments.windows(2) {
                    self.define_xor(!output, pair[0], pair[1]);
                }
            }
            (Gate::Equal, _) => {
                let mut pairs = Vec::with_capacity(arguments.len());
                for pair in arguments.windows(2) {
                    let equal = self.fresh();
                    self.define_xor(!equal, pair[0], pair[1]);
                    pairs.push(equal);
                }
                self.define(Gate::And, output, &pairs);
            }
            (Gate::Ite, &[condition, then, otherwise]) => {
                self.add([!condition, !output, then]);
                self.add([!condition, output, !then]);
                self.add([condition, !output, otherwise]);
                self.add([condition, output, !otherwise]);
            }
            // `syntactic_shape` lets no such number of arguments through.
            (Gate::Implies | Gate::Xor | Gate::Ite, _) => debug_assert!(false, "{gate:?}"),
        }
    }

    fn define_or(&mut self, output: Literal, arguments: impl Iterator<Item = Literal> + Clone) {
        self.add([!output].into_iter().chain(arguments.clone()));
        for argument in arguments {
            self.add([output, !argument]);
        }
    }

    fn define_xor(&mut self, output: Literal, a: Literal, b: Literal) {
        self.add([!output, a, b]);
        self.add([!output, !a, !b]);
        self.add([output, !a, b]);
        self.add([output, a, !b]);
    }
}
