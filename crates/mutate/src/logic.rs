//! What a logic allows, read off its name.
//!
//! The names of SMT-LIB are made of pieces: `QF_AUFBVLIA` has no quantifiers, arrays,
//! uninterpreted functions, bit-vectors and linear integer arithmetic. A name that cannot be read
//! allows everything: solvers take such a script as they take one without a logic.

use smt::shape::{Shape, all_parts};
use smt::{Script, SortId};

/// How much arithmetic there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Arithmetic {
    /// No numbers, or as in `QF_S` none of their operators.
    None,
    /// Comparisons of two variables, or of their difference with a constant.
    Difference,
    /// Products with constants only.
    Linear,
    /// Everything.
    Nonlinear,
}

/// What a logic allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Logic {
    /// `forall` and `exists`.
    pub quantifiers: bool,
    /// Functions and sorts that a script declares.
    pub uninterpreted: bool,
    /// `(Array A B)`.
    pub arrays: bool,
    /// `(_ BitVec w)`.
    pub bit_vectors: bool,
    /// `(_ FloatingPoint e s)`.
    pub floats: bool,
    /// `declare-datatypes`.
    pub datatypes: bool,
    /// `String`, `RegLan` and `(Seq A)`.
    pub strings: bool,
    /// `(Set A)`.
    pub sets: bool,
    /// `(_ FiniteField p)`.
    pub fields: bool,
    /// `Int`.
    pub ints: bool,
    /// `Real`.
    pub reals: bool,
    /// What can be done with `Int` and `Real`.
    pub arithmetic: Arithmetic,
    /// `sin`, `exp` and their like.
    pub transcendentals: bool,
    /// Functions as values.
    pub higher_order: bool,
}

/// What the piece of a name adds to a logic.
type Piece = (&'static str, fn(&mut Logic));

/// Longer pieces come before those they start with.
const PIECES: &[Piece] = &[
    ("AX", |l| {
        l.arrays = true;
        l.uninterpreted = true;
    }),
    ("A", |l| l.arrays = true),
    ("UF", |l| l.uninterpreted = true),
    ("BV", |l| l.bit_vectors = true),
    ("FP", |l| l.floats = true),
    ("FF", |l| l.fields = true),
    ("FS", |l| l.sets = true),
    ("DT", |l| l.datatypes = true),
    ("SEQ", |l| l.strings = true),
    ("S", |l| l.strings = true),
    ("IDL", |l| l.numbers(true, false, Arithmetic::Difference)),
    ("RDL", |l| l.numbers(false, true, Arithmetic::Difference)),
    ("LIRA", |l| l.numbers(true, true, Arithmetic::Linear)),
    ("LIA", |l| l.numbers(true, false, Arithmetic::Linear)),
    ("LRA", |l| l.numbers(false, true, Arithmetic::Linear)),
    ("NIRA", |l| l.numbers(true, true, Arithmetic::Nonlinear)),
    ("NIA", |l| l.numbers(true, false, Arithmetic::Nonlinear)),
    ("NRA", |l| l.numbers(false, true, Arithmetic::Nonlinear)),
    ("T", |l| l.transcendentals = true),
    ("C", |_| {}), // cvc5's cardinality constraints.
];

impl Logic {
    /// Everything.
    pub const ALL: Self = Self {
        quantifiers: true,
        uninterpreted: true,
        arrays: true,
        bit_vectors: true,
        floats: true,
        datatypes: true,
        strings: true,
        sets: true,
        fields: true,
        ints: true,
        reals: true,
        arithmetic: Arithmetic::Nonlinear,
        transcendentals: true,
        higher_order: true,
    };

    /// The Booleans alone.
    pub const CORE: Self = Self {
        quantifiers: false,
        uninterpreted: false,
        arrays: false,
        bit_vectors: false,
        floats: false,
        datatypes: false,
        strings: false,
        sets: false,
        fields: false,
        ints: false,
        reals: false,
        arithmetic: Arithmetic::None,
        transcendentals: false,
        higher_order: false,
    };

    /// The logic that a script sets; [`Logic::ALL`] if it sets none.
    pub fn of(script: &Script) -> Self {
        match script.logic {
            Some(name) => Self::named(&script.tree.symbols.name(name)),
            None => Self::ALL,
        }
    }

    /// The logic of a name.
    pub fn named(name: &str) -> Self {
        let (higher_order, name) = match name.strip_prefix("HO_") {
            Some(rest) => (true, rest),
            None => (false, name),
        };
        let (quantifiers, mut rest) = match name.strip_prefix("QF_") {
            Some(rest) => (false, rest),
            None => (true, name),
        };
        let unreadable = Self {
            quantifiers,
            ..Self::ALL
        };
        if rest.is_empty() {
            return unreadable;
        }
        let mut logic = Self {
            quantifiers,
            higher_order,
            ..Self::CORE
        };
        while !rest.is_empty() {
            let found = PIECES.iter().find(|(piece, _)| rest.starts_with(piece));
            // Two pieces overlap nowhere else: `FPLRA` is floats and reals, `SLIA` strings and
            // integers, but `ALL` would be arrays and two letters more.
            let Some((piece, add)) = found else {
                return unreadable;
            };
            add(&mut logic);
            rest = &rest[piece.len()..];
        }
        if logic.strings && !logic.ints {
            // Lengths and positions are numbers, but cvc5 has no operators on them in `QF_S`.
            logic.ints = true;
        }
        logic.uninterpreted |= higher_order;
        logic
    }

    fn numbers(&mut self, ints: bool, reals: bool, arithmetic: Arithmetic) {
        self.ints |= ints;
        self.reals |= reals;
        self.arithmetic = self.arithmetic.max(arithmetic);
    }

    /// Whether all that another logic allows is allowed here.
    pub fn includes(&self, other: &Self) -> bool {
        let flags = |logic: &Self| {
            [
                logic.quantifiers,
                logic.uninterpreted,
                logic.arrays,
                logic.bit_vectors,
                logic.floats,
                logic.datatypes,
                logic.strings,
                logic.sets,
                logic.fields,
                logic.ints,
                logic.reals,
                logic.transcendentals,
                logic.higher_order,
            ]
        };
        let mut pairs = flags(self).into_iter().zip(flags(other));
        pairs.all(|(here, there)| here || !there) && self.arithmetic >= other.arithmetic
    }

    /// Whether a numeral is a real: there are no integers beside them.
    pub fn numerals_are_real(&self) -> bool {
        self.reals && !self.ints
    }

    /// The name of the logic that is like that of a name but has all of arithmetic; nothing if its name
    /// has no piece that says how much it has.
    pub fn nonlinear_name(name: &str) -> Option<String> {
        const MORE: [(&str, &str); 5] = [
            ("LIRA", "NIRA"),
            ("LIA", "NIA"),
            ("LRA", "NRA"),
            ("IDL", "NIA"),
            ("RDL", "NRA"),
        ];
        let (less, more) = MORE.iter().find(|(less, _)| name.ends_with(less))?;
        Some(format!("{}{more}", name.strip_suffix(less)?))
    }

    /// Whether terms of a sort may occur.
    pub fn allows(&self, script: &Script, sort: SortId) -> bool {
        all_parts(script, sort, |part| match Shape::of(script, part) {
            Shape::Bool => true,
            Shape::Int => self.ints,
            Shape::Real => self.reals,
            Shape::BitVec(_) => self.bit_vectors,
            Shape::Float(..) | Shape::RoundingMode => self.floats,
            Shape::String | Shape::RegLan | Shape::Seq(_) => self.strings,
            Shape::Set(_) => self.sets,
            Shape::Array(..) => self.arrays,
            Shape::Field(_) => self.fields,
            Shape::Datatype(_) => self.datatypes,
            Shape::Uninterpreted => self.uninterpreted,
            Shape::Other => *self == Self::ALL && script.sorts.is_known(part),
        })
    }

    /// Whether an operator may be applied; `constants` says which of its arguments are literals.
    ///
    /// In a difference logic `(- x y)` is allowed, but only to be compared with a constant: that
    /// is for the caller to see to.
    pub fn allows_operator(&self, name: &str, constants: &[bool]) -> bool {
        use Arithmetic::{Difference, Linear, Nonlinear};
        let variables = constants.iter().filter(|constant| !**constant).count();
        let number = self.arithmetic != Arithmetic::None;
        match name {
            "forall" | "exists" => self.quantifiers,
            "lambda" | "@" => self.higher_order,
            "<" | "<=" | ">" | ">=" => number,
            "-" => match self.arithmetic {
                Difference => variables == constants.len() && variables == 2 || variables == 0,
                _ => number,
            },
            "+" => number && self.arithmetic >= Linear,
            "*" => self.arithmetic == Nonlinear || self.arithmetic == Linear && variables <= 1,
            "/" | "div" | "mod" | "rem" => {
                let total = constants.iter().skip(1).all(|constant| *constant);
                let sort = if name == "/" { self.reals } else { self.ints };
                sort && (self.arithmetic == Nonlinear
                    || total && (self.arithmetic == Linear || variables == 0))
            }
            "abs" | "divisible" => self.ints && self.arithmetic >= Linear,
            "^" | "**" | "pow" | "iand" | "piand" | "int.pow2" | "int.log2" | "pow2" => {
                number && self.arithmetic == Nonlinear
            }
            "to_real" | "to_int" | "is_int" => self.ints && self.reals,
            "bv2nat" | "bv2int" | "ubv_to_int" | "sbv_to_int" | "int2bv" | "nat2bv"
            | "int_to_bv" => self.ints && self.bit_vectors && self.arithmetic >= Linear,
            "fp.to_ubv" | "fp.to_sbv" | "to_fp_unsigned" | "fp.to_ieee_bv" => {
                self.floats && self.bit_vectors
            }
            "fp.to_real" => self.floats && self.reals,
            "select" | "store" | "const" => self.arrays,
            "concat" | "extract" | "repeat" | "zero_extend" | "sign_extend" | "rotate_left"
            | "rotate_right" => self.bit_vectors,
            "exp" | "sin" | "cos" | "tan" | "csc" | "sec" | "cot" | "arcsin" | "arccos"
            | "arctan" | "arccsc" | "arcsec" | "arccot" | "sqrt" | "real.pi" => {
                self.transcendentals && self.reals
            }
            _ => match name.split_once('.') {
                Some(("fp", _)) => self.floats,
                Some(("str" | "re" | "seq", _)) => self.strings,
                Some(("set", _)) => self.sets,
                Some(("ff", _)) => self.fields,
                None if name.starts_with("bv") => self.bit_vectors,
                _ => true,
            },
        }
    }
}

#[cfg(test)]
mod tests;
