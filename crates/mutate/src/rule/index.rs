//! Indices that a rule computes: `((_ extract (- w 1) k) x)`.

/// An expression over whole numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IndexExpr {
    /// A numeral.
    Number(i64),
    /// The number that a parameter matched or that was drawn for it.
    Parameter(usize),
    /// The width of the bit-vectors that a sort variable stands for.
    Width(usize),
    /// The exponent bits of the floats that `?` stands for.
    ExponentBits,
    /// The significand bits of the floats that `?` stands for.
    SignificandBits,
    /// A sum.
    Sum(Box<IndexExpr>, Box<IndexExpr>),
    /// A difference.
    Difference(Box<IndexExpr>, Box<IndexExpr>),
    /// A product.
    Product(Box<IndexExpr>, Box<IndexExpr>),
}

/// What the names in an index stand for.
pub trait IndexValues {
    /// A parameter's number.
    fn parameter(&self, place: usize) -> Option<i64>;
    /// The index at a place of the sort that a variable stands for: the width of a `BitVec`, the bits of
    /// a `Float`.
    fn sort_index(&self, variable: usize, place: usize) -> Option<i64>;
}

impl IndexExpr {
    /// Its value; `None` if a name in it has none, or it is too large.
    pub fn value(&self, values: &impl IndexValues) -> Option<i64> {
        let both = |a: &Self, b: &Self| Some((a.value(values)?, b.value(values)?));
        match self {
            Self::Number(n) => Some(*n),
            Self::Parameter(place) => values.parameter(*place),
            Self::Width(variable) => values.sort_index(*variable, 0),
            Self::ExponentBits => values.sort_index(0, 0),
            Self::SignificandBits => values.sort_index(0, 1),
            Self::Sum(a, b) => both(a, b).and_then(|(a, b)| a.checked_add(b)),
            Self::Difference(a, b) => both(a, b).and_then(|(a, b)| a.checked_sub(b)),
            Self::Product(a, b) => both(a, b).and_then(|(a, b)| a.checked_mul(b)),
        }
    }
}
