//! What is to be generated, and the presets.

use std::fmt;

/// A theory that formulas may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)] // Each is the theory of its name.
pub enum Theory {
    BitVectors,
    Floats,
    Ints,
    Reals,
    Strings,
    Arrays,
    Functions,
    Datatypes,
    Sequences,
    /// Quantifiers over small finite sorts.
    Quantifiers,
}

impl Theory {
    /// All of them, with their names.
    pub const ALL: [(Theory, &'static str); 10] = [
        (Theory::BitVectors, "bv"),
        (Theory::Floats, "fp"),
        (Theory::Ints, "int"),
        (Theory::Reals, "real"),
        (Theory::Strings, "string"),
        (Theory::Arrays, "array"),
        (Theory::Functions, "uf"),
        (Theory::Datatypes, "datatype"),
        (Theory::Sequences, "seq"),
        (Theory::Quantifiers, "quantifier"),
    ];

    /// The theory of that name.
    pub fn named(name: &str) -> Option<Self> {
        let found = Self::ALL.iter().find(|(_, known)| *known == name);
        found.map(|(theory, _)| *theory)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        let found = Self::ALL.iter().find(|(theory, _)| *theory == self);
        found.map_or("", |(_, name)| name)
    }
}

impl fmt::Display for Theory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The answer that formulas are to have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Answer {
    /// Satisfiable, with a witness.
    Sat,
    /// Unsatisfiable, with a reason.
    Unsat,
    /// Well-sorted, and nobody knows.
    Any,
}

/// How many bits bit-vectors and floats have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bits {
    /// Vectors of 3, floats of 2 and 3.
    Few,
    /// Vectors of 8, floats of 8 and 24.
    Many,
    /// Of every kind: few, usual and odd ones, and more than a machine word has.
    Mixed,
}

/// What is to be generated. The same settings and the same number make the same bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratorSettings {
    /// What formulas are made of, besides Booleans.
    pub theories: Vec<Theory>,
    /// What their answer is to be.
    pub answer: Answer,
    /// How many bits bit-vectors and floats have.
    pub bits: Bits,
    /// Whether products and quotients have at most one factor that is no literal.
    pub linear: bool,
    /// How deep terms nest, at most.
    pub depth: u8,
    /// How many terms are grown for an assertion.
    pub terms: usize,
    /// How many variables there are, at most; sometimes a few more, of sorts without literals
    /// or for a float of the class whose turn it is.
    pub variables: usize,
    /// How many assertions there are at most, not counting those that an unsatisfiable core needs
    /// and one with a quantifier.
    pub assertions: usize,
    /// How many out of a hundred formulas share terms through `let`.
    pub sharing: usize,
    /// How many out of a hundred have terms behind `define-fun`.
    pub definitions: usize,
    /// How many out of a hundred have other assertions pushed and popped before.
    pub incremental: usize,
    /// Whether there is what some solvers refuse: operators that are new in SMT-LIB 2.7, `divisible`,
    /// characters by their codes, and `declare-const`.
    pub newest: bool,
    /// Whether operations appear whose result the standard leaves open. Only if nothing is
    /// promised: with [`Answer::Any`].
    pub allow_underspecified: bool,
    /// Operators whose share is not 1: their name, and how many times as often as others they are
    /// grown. 0 is never, but for `=`, `distinct`, `ite` and connectives where an assertion is closed,
    /// and for what writes a value or pins an array.
    pub weights: Vec<(String, u32)>,
    /// The seed of everything that is drawn.
    pub seed: u64,
}

impl Default for GeneratorSettings {
    fn default() -> Self {
        Self {
            theories: vec![Theory::BitVectors],
            answer: Answer::Sat,
            bits: Bits::Mixed,
            linear: false,
            depth: 4,
            terms: 5,
            variables: 4,
            assertions: 3,
            sharing: 40,
            definitions: 15,
            incremental: 0,
            newest: true,
            allow_underspecified: false,
            weights: Vec::new(),
            seed: 0,
        }
    }
}

/// Why there is no generator for some settings.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// A number is too large or zero.
    #[error("{0} must be from {1} to {2}")]
    OutOfRange(&'static str, usize, usize),
    /// A weight is of no operator.
    #[error("these theories have no operator {0}")]
    NoOperator(String),
    /// No operator has a weight.
    #[error("every operator has weight 0, so there is nothing to make formulas of")]
    NoOperatorLeft,
    /// What is left open can be anything, so nothing can be promised.
    #[error("underspecified operations are for formulas of any answer")]
    Underspecified,
    /// Our own tables do not make sense.
    #[error("the catalogue of operators cannot be read: {0}")]
    Catalogue(String),
}

impl GeneratorSettings {
    pub(crate) fn has(&self, theory: Theory) -> bool {
        self.theories.contains(&theory)
    }

    pub(crate) fn check(&self) -> Result<(), SettingsError> {
        let ranges = [
            ("depth", usize::from(self.depth), 1, 20),
            ("terms", self.terms, 1, 1000),
            ("variables", self.variables, 1, 100),
            ("assertions", self.assertions, 1, 1000),
            ("sharing", self.sharing, 0, 100),
            ("definitions", self.definitions, 0, 100),
            ("incremental", self.incremental, 0, 100),
        ];
        for (name, value, least, most) in ranges {
            if !(least..=most).contains(&value) {
                return Err(SettingsError::OutOfRange(name, least, most));
            }
        }
        match self.allow_underspecified && self.answer != Answer::Any {
            true => Err(SettingsError::Underspecified),
            false => Ok(()),
        }
    }

    /// The settings of a preset, by its name.
    pub fn preset(name: &str) -> Option<Self> {
        let (_, theory, bits, answer, _) = PRESETS.iter().find(|(known, ..)| *known == name)?;
        Some(Self {
            theories: vec![*theory],
            bits: *bits,
            answer: *answer,
            newest: false,
            ..Self::default()
        })
    }
}

/// A preset: its name, theory, bits and answer, and what it is in words.
pub type Preset = (&'static str, Theory, Bits, Answer, &'static str);

/// The generators of "guaranteed satisfiable and unsatisfiable formula generation", Table 5.1, by
/// its names, and the two that it lacks.
pub const PRESETS: [Preset; 12] = {
    use Answer::{Any, Sat, Unsat};
    use Bits::{Few, Many};
    use Theory::{BitVectors, Floats};
    [
        ("bv_few_sat", BitVectors, Few, Sat, "vectors of 3 bits, sat"),
        (
            "bv_few_unsat",
            BitVectors,
            Few,
            Unsat,
            "vectors of 3 bits, unsat",
        ),
        (
            "bv_few_syntactic",
            BitVectors,
            Few,
            Any,
            "vectors of 3 bits, any answer",
        ),
        (
            "bv_many_sat",
            BitVectors,
            Many,
            Sat,
            "vectors of 8 bits, sat",
        ),
        (
            "bv_many_unsat",
            BitVectors,
            Many,
            Unsat,
            "vectors of 8 bits, unsat",
        ),
        (
            "bv_many_syntactic",
            BitVectors,
            Many,
            Any,
            "vectors of 8 bits, any answer",
        ),
        (
            "fp_few_sat",
            Floats,
            Few,
            Sat,
            "floats of 2 and 3 bits, sat",
        ),
        (
            "fp_few_unsat",
            Floats,
            Few,
            Unsat,
            "floats of 2 and 3 bits, unsat",
        ),
        (
            "fp_few_syntactic",
            Floats,
            Few,
            Any,
            "floats of 2 and 3 bits, any answer",
        ),
        (
            "fp_many_sat",
            Floats,
            Many,
            Sat,
            "floats of 8 and 24 bits, sat",
        ),
        (
            "fp_many_unsat",
            Floats,
            Many,
            Unsat,
            "floats of 8 and 24 bits, unsat",
        ),
        (
            "fp_many_syntactic",
            Floats,
            Many,
            Any,
            "floats of 8 and 24 bits, any answer",
        ),
    ]
};
