//! SMT-LIB: text to flat, hash-consed, sorted terms and back.
//!
//! ```
//! let script = smt::Script::parse(*b"(declare-const x Int) (assert (< x 3))").unwrap();
//! let assertions: Vec<_> = script.assertions().collect();
//! assert_eq!(script.show_term(assertions[0]), "(< x 3)");
//! assert_eq!(script.terms.sort(assertions[0]), smt::SortId::BOOL);
//! ```
//!
//! Two layers. [`Tree`] is the concrete syntax, every S-expression at its place in the text;
//! [`Script`] adds the meaning: declarations, sorts, terms and commands. A mutation is a
//! [`Patch`] on the tree, made in the knowledge of the script.
//!
//! This crate does no I/O, draws no random numbers and recurses over nothing that a user can
//! nest.

mod apply;
mod census;
mod command;
mod computed;
mod declare;
mod elaborate;
mod error;
mod lexer;
mod patch;
mod pattern;
mod print;
mod rank;
mod scope;
mod script;
pub mod shape;
mod sort;
mod status;
mod symbol;
mod term;
mod theory;
mod tree;

pub use census::Census;
pub use command::{Command, CommandKind, Constructor, Datatype, Definition};
pub use declare::{DeclKind, Declarations};
pub use error::ParseError;
pub use lexer::{AtomKind, Lexer, Token, TokenKind, is_simple_symbol, same_tokens};
pub use patch::{Overlap, Patch, Piece};
pub use rank::{Applicable, Rank, Ranks};
pub use script::Script;
pub use shape::Shape;
pub use sort::{SortId, Sorts};
pub use status::Status;
pub use symbol::{Sym, Symbols};
pub use term::{
    Case, DeclId, Function, Ident, Identifier, OperatorId, TermId, TermKind, Terms, Variables,
};
pub use theory::{Signature, TheoryId, signatures, theory_names};
pub use tree::{Children, MAX_BYTES, NodeId, Tree};
