//! Rules: what an atom may be replaced by so that the result follows from it, or it from the
//! result; and what a term of any sort may be replaced by that is equal to it. They are data,
//! `rules/*.smt2`; the README there explains the notation.

pub(crate) mod case;
mod index;
mod instances;
mod matching;
mod obligation;
mod provable;
pub(crate) mod read;
mod requirement;
mod set;
mod shape;
mod sorts;
mod write;

pub use index::{IndexExpr, IndexValues};
pub use instances::instances;
pub use matching::{Binding, Bound};
pub use obligation::Obligation;
pub use provable::{Provable, Statement};
pub use read::RuleError;
pub use requirement::Requirement;
pub use set::{Applicable, OF_USER, RuleSet};
pub use sorts::{Family, SortPattern};
pub use write::{Filler, Instance};

use crate::values::Need;
use smt::{OperatorId, SortId, Sym};

/// Which way a formula is approximated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// By something that follows from it: what is sat stays sat.
    Over,
    /// By something that it follows from: what is unsat stays unsat.
    Under,
}

impl Direction {
    /// The other one.
    pub fn flip(self) -> Self {
        match self {
            Self::Over => Self::Under,
            Self::Under => Self::Over,
        }
    }
}

/// What a rule's template claims about the pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Claim {
    /// The template follows from the pattern.
    Over,
    /// The pattern follows from the template.
    Under,
    /// Both; of terms that are no formulas, that they are equal.
    Equal,
}

impl From<Direction> for Claim {
    fn from(direction: Direction) -> Self {
        match direction {
            Direction::Over => Self::Over,
            Direction::Under => Self::Under,
        }
    }
}

impl Claim {
    /// Whether it may be used where that is wanted.
    pub fn serves(self, wanted: Claim) -> bool {
        self == Claim::Equal || self == wanted
    }

    /// The keyword of the rule files.
    pub fn keyword(self) -> &'static str {
        match self {
            Claim::Over => "over",
            Claim::Under => "under",
            Claim::Equal => "equal",
        }
    }
}

/// What a parameter stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Role {
    /// A term of that sort.
    Term(SortPattern),
    /// A literal of that sort.
    Constant(SortPattern),
    /// One or more terms of that sort.
    List(SortPattern),
    /// A constructor of the datatype `?`, other than that of another parameter.
    Constructor {
        /// The parameter that it must differ from.
        not: Option<usize>,
    },
    /// What the constructor of a parameter is applied to.
    Fields(usize),
    /// A function of the script with the sort `Bool`.
    Predicate,
    /// None or more arguments of a predicate.
    Arguments,
    /// A numeral among the indices of the pattern, or one that is drawn between two bounds.
    Index(Option<(IndexExpr, IndexExpr)>),
}

/// A parameter of a rule.
#[derive(Debug, Clone)]
pub struct Parameter {
    /// Its name in the rule.
    pub name: String,
    /// What it stands for.
    pub role: Role,
    /// Whether the pattern binds it; else it is filled.
    pub in_pattern: bool,
    /// What the guard asks of it, if that is something a literal can be chosen for.
    pub need: Need,
}

/// What a rule matches.
#[derive(Debug, Clone)]
pub enum Pattern {
    /// Anything of the parameter's sort.
    Parameter(usize),
    /// That literal, in all its spellings.
    Literal(Vec<String>),
    /// A bit-vector of that value, however it is written.
    BitVec {
        /// Its value.
        value: u64,
        /// Its width, which follows from where it stands.
        width: IndexExpr,
    },
    /// An application.
    Apply(Head, Vec<Pattern>),
}

/// The head of an application in a pattern.
#[derive(Debug, Clone)]
pub enum Head {
    /// An operator of a theory, with the parameters that its indices bind.
    Operator(OperatorId, Vec<usize>),
    /// `(as f S)` with an operator `f`.
    Ascribed(OperatorId, SortPattern),
    /// A constructor.
    Constructor(usize),
    /// `(_ is c)`.
    Tester(usize),
    /// A predicate of the script.
    Predicate(usize),
}

/// A piece of a template.
#[derive(Debug, Clone)]
pub enum Op {
    /// Text as it is.
    Text(Box<str>),
    /// A numeral that is a decimal where `?` is `Real`.
    Numeral(Box<str>),
    /// A parameter; a list is written with spaces between.
    Parameter(usize),
    /// The value of an index.
    Index(IndexExpr),
    /// A sort.
    Sort(SortPattern),
    /// A constructor applied to its fields.
    Construct {
        /// The constructor.
        constructor: usize,
        /// Its fields, if it is given any.
        fields: Option<usize>,
    },
    /// `(_ is c)`.
    Tester(usize),
}

/// What stands for the pattern in a mutant.
#[derive(Debug, Clone)]
pub struct Template {
    /// What it claims.
    pub claim: Claim,
    /// Its text in the rule file, for people.
    pub source: String,
    /// Its pieces.
    pub ops: Vec<Op>,
    /// What it asks of a logic.
    pub requirement: Requirement,
    /// Whether it uses every parameter of the pattern exactly once.
    pub linear: bool,
    /// The symbols of theories in it and in the rule's guard.
    pub operators: Vec<Sym>,
    /// Whether it names constructors.
    pub names_constructors: bool,
}

/// A rule.
#[derive(Debug, Clone)]
pub struct Rule {
    /// Its name, unique among all rules.
    pub name: String,
    /// The file it is from, which is the name of a theory, or [`OF_USER`].
    pub theory: &'static str,
    /// Its text in the rule file, on one line.
    pub source: String,
    /// The sorts that `?` stands for.
    pub sorts: Vec<Family>,
    /// What `?1`, `?2` and `?3` stand for, if not for any sort.
    pub parts: [Option<Family>; sorts::VARIABLES - 1],
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// What it matches.
    pub pattern: Pattern,
    /// The pattern's text in the rule file, for people.
    pub pattern_source: String,
    /// What may stand for it.
    pub templates: Vec<Template>,
    /// What must hold, and its text in the rule file.
    pub guard: Option<Guard>,
}

/// What must hold for a rule to be right.
#[derive(Debug, Clone)]
pub struct Guard {
    /// Its pieces.
    pub ops: Vec<Op>,
    /// Its text in the rule file.
    pub source: String,
    /// Whether literals chosen by [`Parameter::need`] make it hold: else it must be written into
    /// the mutant.
    pub by_choice: bool,
    /// What it asks of a logic where it is written into a mutant.
    pub requirement: Requirement,
}

impl Rule {
    /// Whether it injects a formula into any other, instead of rewriting one.
    pub fn is_injection(&self) -> bool {
        let Pattern::Parameter(place) = self.pattern else {
            return false;
        };
        self.parameters[place].role == Role::Term(SortPattern::Known(SortId::BOOL))
    }
}
