//! Sorts in rules: `?` and its families, and sorts with variables in them.

use smt::{Script, SortId, Sym};

/// One of the sorts that a rule gives for `?`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Family {
    /// Every width.
    BitVec,
    /// Every format.
    Float,
    /// Every datatype.
    Datatype,
    /// Every sort.
    Any,
    /// That sort of a theory.
    One(SortPattern),
}

/// How many sort variables a rule may have: `?`, `?1`, `?2`, ..
pub const VARIABLES: usize = 4;

/// A sort with variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SortPattern {
    /// `?` is number 0, `?1` is 1...
    Variable(usize),
    /// A sort of a theory without indices, by its head, applied to others.
    Theory(Sym, Vec<SortPattern>),
    /// One that has an identity of its own: `String` is a sequence of characters.
    Known(SortId),
}

/// What sort variables stand for.
pub type SortValues = [Option<SortId>; VARIABLES];

impl SortPattern {
    /// Makes it equal to a sort by giving variables values.
    pub fn matches(&self, script: &Script, sort: SortId, values: &mut SortValues) -> bool {
        match self {
            Self::Variable(place) => *values[*place].get_or_insert(sort) == sort,
            Self::Known(known) => *known == sort,
            // A string is a sequence of characters, but has operators of its own, and no solver
            // lets one write the sort of its characters.
            Self::Theory(head, arguments) => {
                !matches!(sort, SortId::STRING | SortId::REG_LAN)
                    && script.sorts.head(sort) == Some(*head)
                    && script.sorts.arguments(sort).count() == arguments.len()
                    && arguments
                        .iter()
                        .zip(script.sorts.arguments(sort))
                        .all(|(pattern, argument)| pattern.matches(script, argument, values))
            }
        }
    }

    /// The sort it is if it is one that every script has, or a variable's value.
    pub fn value(&self, script: &Script, values: &SortValues) -> Option<SortId> {
        match self {
            Self::Variable(place) => values[*place],
            Self::Known(known) => Some(*known),
            // A script's sorts are fixed when it is read, so what it lacks cannot be named.
            Self::Theory(..) => script.sorts.all().find(|&sort| {
                script.sorts.is_known(sort) && self.matches(script, sort, &mut values.clone())
            }),
        }
    }

    /// Appends it as SMT-LIB writes it.
    pub fn write(&self, script: &Script, values: &SortValues, out: &mut Vec<u8>) -> bool {
        /// More than any sort worth writing again.
        const LIMIT: usize = 2_000;
        let symbols = &script.tree.symbols;
        let known = |sort, out: &mut Vec<u8>| script.sorts.write(sort, symbols, LIMIT, out);
        match self {
            Self::Variable(place) => values[*place].is_some_and(|sort| known(sort, out)),
            Self::Known(sort) => known(*sort, out),
            Self::Theory(head, arguments) if arguments.is_empty() => {
                out.extend_from_slice(symbols.bytes(*head));
                true
            }
            Self::Theory(head, arguments) => {
                out.push(b'(');
                out.extend_from_slice(symbols.bytes(*head));
                let whole = arguments.iter().all(|argument| {
                    out.push(b' ');
                    argument.write(script, values, out)
                });
                out.push(b')');
                whole
            }
        }
    }
}

impl Family {
    /// Whether a sort belongs to it.
    pub fn contains(&self, script: &Script, sort: SortId) -> bool {
        match self {
            Self::BitVec => script.sorts.head(sort) == Some(Sym::BIT_VEC),
            Self::Float => script.sorts.head(sort) == Some(Sym::FLOATING_POINT),
            Self::Datatype => script.datatypes.iter().any(|d| d.sort == sort),
            Self::Any => script.sorts.is_known(sort),
            Self::One(pattern) => pattern.matches(script, sort, &mut SortValues::default()),
        }
    }
}

impl std::fmt::Display for Family {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::BitVec => "BitVec",
            Self::Float => "Float",
            Self::Datatype => "Datatype",
            Self::Any => "Any",
            Self::One(SortPattern::Known(SortId::BOOL)) => "Bool",
            Self::One(SortPattern::Known(SortId::INT)) => "Int",
            Self::One(SortPattern::Known(SortId::REAL)) => "Real",
            Self::One(SortPattern::Known(SortId::STRING)) => "String",
            Self::One(SortPattern::Known(SortId::REG_LAN)) => "RegLan",
            Self::One(_) => "RoundingMode",
        })
    }
}
