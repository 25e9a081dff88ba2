//! The arena of expressions.

use super::charset::{Alphabet, CharSet};
use crate::strings::CodePoint;
use foldhash::fast::FixedState;
use hashbrown::{HashMap, HashTable};
use std::hash::BuildHasher;
use std::sync::Arc;

/// A regular expression: a place in the [`Regexes`] that made it. Equal places mean equal
/// languages. For the converse, see [`Regexes::equal`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RegexId(u32);

impl RegexId {
    /// `re.none`
    pub const NONE: Self = Self(0);
    /// The empty string alone.
    pub const EMPTY: Self = Self(1);
    /// `re.allchar`
    pub const ALL_CHAR: Self = Self(2);
    /// `re.all`
    pub const ALL: Self = Self(3);

    fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Node {
    /// One character of a set, which may be empty.
    Chars(CharSet),
    /// The empty string.
    Empty,
    Concat(RegexId, RegexId),
    /// At least two, in order, none twice.
    Union(Box<[RegexId]>),
    /// At least two, in order, none twice.
    Inter(Box<[RegexId]>),
    Complement(RegexId),
    /// Something from `least` to `most` times, or any number of times.
    Loop {
        body: RegexId,
        least: u64,
        most: Option<u64>,
    },
}

/// What an expression costs by the memory that it takes.
pub(super) const STEPS_OF_NODE: usize = 4;

/// All regular expressions of an evaluation, and what is known about them.
///
/// It only ever grows, by about as much as budgets were spent on it.
#[derive(Debug)]
pub struct Regexes {
    nodes: Vec<Node>,
    /// Whether the empty string is in the language.
    nullable: Vec<bool>,
    table: HashTable<RegexId>,
    hasher: FixedState,
    pub(super) derivatives: HashMap<(RegexId, CodePoint), RegexId, FixedState>,
    pub(super) alphabets: HashMap<RegexId, Arc<Alphabet>, FixedState>,
}

impl Default for Regexes {
    fn default() -> Self {
        Self::new()
    }
}

impl Regexes {
    /// No expressions but the constants.
    pub fn new() -> Self {
        let mut regexes = Self {
            nodes: Vec::new(),
            nullable: Vec::new(),
            table: HashTable::new(),
            hasher: FixedState::default(),
            derivatives: HashMap::default(),
            alphabets: HashMap::default(),
        };
        // In the order of the constants.
        regexes.intern(Node::Chars(CharSet::union([])));
        regexes.intern(Node::Empty);
        regexes.intern(Node::Chars(CharSet::range(CodePoint::MIN, CodePoint::MAX)));
        regexes.intern(Node::Loop {
            body: RegexId::ALL_CHAR,
            least: 0,
            most: None,
        });
        regexes
    }

    /// The place of an expression, a new one if there is none like it.
    pub(super) fn intern(&mut self, node: Node) -> RegexId {
        let hash = self.hasher.hash_one(&node);
        let nodes = &self.nodes;
        let known = self.table.find(hash, |id| nodes[id.index()] == node);
        if let Some(&id) = known {
            return id;
        }
        let nullable = self.has_empty(&node);
        // Memory for so many nodes is far beyond any budget.
        let id = RegexId(self.nodes.len() as u32);
        self.nodes.push(node);
        self.nullable.push(nullable);
        let (nodes, hasher) = (&self.nodes, &self.hasher);
        let rehash = |id: &RegexId| hasher.hash_one(&nodes[id.index()]);
        self.table.insert_unique(hash, id, rehash);
        id
    }

    fn has_empty(&self, node: &Node) -> bool {
        match node {
            Node::Chars(_) => false,
            Node::Empty => true,
            &Node::Concat(first, rest) => self.is_nullable(first) && self.is_nullable(rest),
            Node::Union(parts) => parts.iter().any(|&part| self.is_nullable(part)),
            Node::Inter(parts) => parts.iter().all(|&part| self.is_nullable(part)),
            &Node::Complement(body) => !self.is_nullable(body),
            &Node::Loop { body, least, .. } => least == 0 || self.is_nullable(body),
        }
    }

    /// How many expressions there are.
    pub(super) fn count(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn node(&self, id: RegexId) -> &Node {
        &self.nodes[id.index()]
    }

    /// Whether the empty string is in the language.
    pub fn is_nullable(&self, id: RegexId) -> bool {
        self.nullable[id.index()]
    }
}
