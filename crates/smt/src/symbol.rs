//! Interned spellings.
//!
//! Every atom of a script, literals included, is a 32-bit [`Sym`] that stands for its exact
//! spelling, so that it can be printed back untouched. `|x|` and `x` are two spellings of one
//! symbol; [`Symbols::canonical`] says which.

use crate::lexer::{AtomKind, is_simple_symbol};
use foldhash::fast::RandomState;
use hashbrown::HashTable;
use std::borrow::Cow;
use std::hash::BuildHasher;

/// A spelling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sym(pub(crate) u32);

impl Sym {
    /// The place of this symbol in the order of first appearance.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Declares the symbols the code itself speaks of, at fixed places of every table.
macro_rules! known_symbols {
    ($($name:ident = $spelling:literal),* $(,)?) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[repr(u32)]
        enum Place { $($name),* }
        impl Sym {
            $(#[doc = concat!("`", $spelling, "`")]
            pub const $name: Sym = Sym(Place::$name as u32);)*
        }
        const KNOWN: &[&str] = &[$($spelling),*];
    };
}

known_symbols! {
    // Reserved words that open forms of terms, then names of forms that a script may use for
    // something else. They come first, so that "is it a form?" is one comparison.
    LET = "let",
    FORALL = "forall",
    EXISTS = "exists",
    MATCH = "match",
    ANNOTATION = "!",
    INDEXED = "_",
    AS = "as",
    LAMBDA = "lambda",
    CHOICE = "choice",
    WITNESS = "witness",
    COMPREHENSION = "comprehension",
    SET_COMPREHENSION = "set.comprehension",
    // Sorts.
    BOOL = "Bool",
    INT = "Int",
    REAL = "Real",
    BIT_VEC = "BitVec",
    ARRAY = "Array",
    ARROW = "->",
    SEQ = "Seq",
    CHAR = "Char",
    REG_EX = "RegEx",
    SET = "Set",
    BAG = "Bag",
    TUPLE = "Tuple",
    RELATION = "Relation",
    TABLE = "Table",
    NULLABLE = "Nullable",
    FINITE_FIELD = "FiniteField",
    FINITE_SET = "FiniteSet",
    FLOATING_POINT = "FloatingPoint",
    ROUNDING_MODE = "RoundingMode",
    IMPLIES = "=>",
    // Heads and indices that elaboration treats itself.
    PAR = "par",
    IS = "is",
    UPDATE = "update",
    UPDATE_FIELD = "update-field",
    AS_ARRAY = "as-array",
    MAP = "map",
    NULLABLE_LIFT = "nullable.lift",
    NAMED = ":named",
    PATTERN = ":pattern",
    NO_PATTERN = ":no-pattern",
    ELLIPSIS = "...",
    PLUS = "+",
    MINUS = "-",
    TIMES = "*",
    DIV = "div",
    TRUE = "true",
    // Commands.
    ASSERT = "assert",
    DECLARE_FUN = "declare-fun",
    DECLARE_CONST = "declare-const",
    DECLARE_VAR = "declare-var",
    DECLARE_REL = "declare-rel",
    DEFINE_FUN = "define-fun",
    DEFINE_FUN_REC = "define-fun-rec",
    DEFINE_CONST = "define-const",
    DEFINE_FUNS_REC = "define-funs-rec",
    DECLARE_SORT = "declare-sort",
    DECLARE_SORT_PARAMETER = "declare-sort-parameter",
    DEFINE_SORT = "define-sort",
    DECLARE_DATATYPES = "declare-datatypes",
    DECLARE_DATATYPE = "declare-datatype",
    DECLARE_CODATATYPES = "declare-codatatypes",
    DECLARE_CODATATYPE = "declare-codatatype",
    ASSERT_SOFT = "assert-soft",
    MINIMIZE = "minimize",
    MAXIMIZE = "maximize",
    RULE = "rule",
    QUERY = "query",
    SIMPLIFY = "simplify",
    GET_VALUE = "get-value",
    CHECK_SAT_ASSUMING = "check-sat-assuming",
    CHECK_SAT_USING = "check-sat-using",
    CHECK_SAT = "check-sat",
    PUSH = "push",
    POP = "pop",
    RESET = "reset",
    RESET_ASSERTIONS = "reset-assertions",
    SET_LOGIC = "set-logic",
    SET_OPTION = "set-option",
    SET_INFO = "set-info",
    GET_INFO = "get-info",
    GET_OPTION = "get-option",
    ECHO = "echo",
    EXIT = "exit",
    GET_ASSERTIONS = "get-assertions",
    GET_ASSIGNMENT = "get-assignment",
    GET_MODEL = "get-model",
    GET_PROOF = "get-proof",
    GET_UNSAT_ASSUMPTIONS = "get-unsat-assumptions",
    GET_UNSAT_CORE = "get-unsat-core",
    GLOBAL_DECLARATIONS = ":global-declarations",
}

impl Sym {
    /// Whether this symbol always opens a form of terms.
    #[inline]
    pub(crate) fn is_reserved(self) -> bool {
        self.0 <= Self::AS.0
    }

    /// Whether this symbol opens a form of terms, unless the script declares it.
    #[inline]
    pub(crate) fn is_form(self) -> bool {
        self.0 <= Self::SET_COMPREHENSION.0
    }
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    start: u32,
    length: u32,
    canonical: Sym,
    kind: AtomKind,
}

/// The table of spellings of one script.
#[derive(Debug, Clone)]
pub struct Symbols {
    bytes: Vec<u8>,
    entries: Vec<Entry>,
    table: HashTable<u32>,
    /// Seeded anew in each process, so that no file can be made to collide. Nothing depends on
    /// the order of the table.
    hasher: RandomState,
}

impl Default for Symbols {
    fn default() -> Self {
        let mut symbols = Self {
            bytes: Vec::new(),
            entries: Vec::new(),
            table: HashTable::new(),
            hasher: RandomState::default(),
        };
        for spelling in KNOWN {
            let kind = match spelling.as_bytes()[0] {
                b':' => AtomKind::Keyword,
                _ => AtomKind::Symbol,
            };
            symbols.intern(spelling.as_bytes(), kind);
        }
        symbols
    }
}

impl Symbols {
    /// The symbol with this spelling, new or old. `kind` must be what the lexer says of it.
    #[inline]
    pub fn intern(&mut self, spelling: &[u8], kind: AtomKind) -> Sym {
        let hash = self.hasher.hash_one(spelling);
        let (bytes, entries) = (&self.bytes, &self.entries);
        if let Some(&found) = self.table.find(hash, |&id| {
            spelling_of(bytes, &entries[id as usize]) == spelling
        }) {
            return Sym(found);
        }
        self.insert(spelling, kind, hash)
    }

    #[cold]
    fn insert(&mut self, spelling: &[u8], kind: AtomKind, hash: u64) -> Sym {
        // An unquoted spelling first, so that it exists before what refers to it.
        let canonical = match (kind, spelling) {
            (AtomKind::Quoted, [b'|', inner @ .., b'|']) if is_simple_symbol(inner) => {
                Some(self.intern(inner, AtomKind::Symbol)).filter(|symbol| !symbol.is_reserved())
            }
            _ => None,
        };
        let id = self.entries.len() as u32;
        let entry = Entry {
            start: self.bytes.len() as u32,
            length: spelling.len() as u32,
            canonical: canonical.unwrap_or(Sym(id)),
            kind,
        };
        self.bytes.extend_from_slice(spelling);
        self.entries.push(entry);
        let (bytes, entries, hasher) = (&self.bytes, &self.entries, &self.hasher);
        self.table.insert_unique(hash, id, |&id| {
            hasher.hash_one(spelling_of(bytes, &entries[id as usize]))
        });
        Sym(id)
    }

    /// The symbol with this spelling, if there is one.
    pub fn find(&self, spelling: &[u8]) -> Option<Sym> {
        self.table
            .find(self.hasher.hash_one(spelling), |&id| {
                self.bytes(Sym(id)) == spelling
            })
            .map(|&id| Sym(id))
    }

    /// The exact spelling.
    #[inline]
    pub fn bytes(&self, sym: Sym) -> &[u8] {
        spelling_of(&self.bytes, &self.entries[sym.index()])
    }

    /// The spelling for people; bytes that are not UTF-8 are replaced.
    pub fn name(&self, sym: Sym) -> Cow<'_, str> {
        String::from_utf8_lossy(self.bytes(sym))
    }

    /// What kind of atom it is.
    #[inline]
    pub fn kind(&self, sym: Sym) -> AtomKind {
        self.entries[sym.index()].kind
    }

    /// The one spelling that stands for all spellings of the same symbol: `x` for `|x|`.
    #[inline]
    pub fn canonical(&self, sym: Sym) -> Sym {
        self.entries[sym.index()].canonical
    }

    /// The value of a numeral, if it is one and small enough.
    pub fn number(&self, sym: Sym) -> Option<u64> {
        let entry = &self.entries[sym.index()];
        if entry.kind != AtomKind::Numeral {
            return None;
        }
        std::str::from_utf8(self.bytes(sym)).ok()?.parse().ok()
    }

    /// How many spellings there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Never true: some symbols are always there.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Gives back memory that growth has left over.
    pub fn shrink_to_fit(&mut self) {
        self.bytes.shrink_to_fit();
        self.entries.shrink_to_fit();
    }
}

#[inline]
fn spelling_of<'a>(bytes: &'a [u8], entry: &Entry) -> &'a [u8] {
    &bytes[entry.start as usize..(entry.start + entry.length) as usize]
}

const MULTIPLIER: u64 = 0xf135_7aea_2e62_a9c5;

/// Hashes the words of a term or of a sort.
#[inline]
pub(crate) fn hash_words(first: u32, second: u32, words: impl Iterator<Item = u32>) -> u64 {
    let mut hash = (u64::from(first) << 32 | u64::from(second)).wrapping_mul(MULTIPLIER);
    for word in words {
        hash = (hash.rotate_left(5) ^ u64::from(word)).wrapping_mul(MULTIPLIER);
    }
    finish_hash(hash)
}

/// The table takes its bucket from the low bits and its tag from the high ones; a product has
/// its entropy at the top only.
#[inline]
fn finish_hash(hash: u64) -> u64 {
    hash ^ (hash >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_spelling_one_symbol() {
        let mut symbols = Symbols::default();
        let a = symbols.intern(b"a", AtomKind::Symbol);
        assert_eq!(a, symbols.intern(b"a", AtomKind::Symbol));
        assert_ne!(a, symbols.intern(b"b", AtomKind::Symbol));
        assert_eq!(symbols.name(a), "a");
        assert_eq!(symbols.find(b"a"), Some(a));
        assert_eq!(symbols.find(b"never seen"), None);
    }

    #[test]
    fn bars_do_not_make_another_symbol() {
        let mut symbols = Symbols::default();
        let quoted = symbols.intern(b"|a|", AtomKind::Quoted);
        let plain = symbols.intern(b"a", AtomKind::Symbol);
        assert_ne!(quoted, plain);
        assert_eq!(symbols.canonical(quoted), plain);
        for own in ["|a b|", "||", "|1|", "|let|"] {
            let sym = symbols.intern(own.as_bytes(), AtomKind::Quoted);
            assert_eq!(symbols.canonical(sym), sym, "{own}");
        }
    }

    #[test]
    fn known_symbols_are_where_the_code_expects_them() {
        let symbols = Symbols::default();
        assert_eq!(symbols.len(), KNOWN.len());
        assert_eq!(symbols.name(Sym::LET), "let");
        assert_eq!(symbols.name(Sym::GET_UNSAT_CORE), "get-unsat-core");
        assert!(Sym::SET_COMPREHENSION.is_form() && !Sym::BOOL.is_form());
        assert!(Sym::AS.is_reserved() && !Sym::LAMBDA.is_reserved());
    }

    #[test]
    fn numbers_are_read_from_numerals_only() {
        let mut symbols = Symbols::default();
        let n = symbols.intern(b"42", AtomKind::Numeral);
        let huge = symbols.intern(b"99999999999999999999999", AtomKind::Numeral);
        assert_eq!(symbols.number(n), Some(42));
        assert_eq!(symbols.number(huge), None);
        assert_eq!(symbols.number(Sym::LET), None);
    }
}
