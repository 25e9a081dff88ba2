//! Regular expressions: the sort `RegLan` of SMT-LIB's theory of strings.
//!
//! A value is a place in an arena of expressions, of which equal ones are one. Questions are
//! answered by derivatives (Brzozowski): the derivative of a language by a character is what may
//! follow that character, and a derivative of an expression is an expression again, complement
//! and intersection included. Nothing is unrolled: a loop of a million rounds is one node, and its
//! derivative by a character is another one.
//!
//! | here | SMT-LIB | only |
//! | --- | --- | --- |
//! | [`RegexId::NONE`], [`RegexId::ALL`], [`RegexId::ALL_CHAR`] | `re.none`, `re.all`, `re.allchar` | |
//! | [`Regexes::literal`] | `str.to_re` | |
//! | [`Regexes::range`] | `re.range` | |
//! | [`Regexes::concat`] | `re.++` | |
//! | [`Regexes::union`], [`Regexes::inter`] | `re.union`, `re.inter` | |
//! | [`Regexes::complement`] | `re.comp` | |
//! | [`Regexes::difference`] | `re.diff` | |
//! | [`Regexes::star`], [`Regexes::plus`], [`Regexes::opt`] | `re.*`, `re.+`, `re.opt` | |
//! | [`Regexes::repeat`] | `(_ re.^ n)`, `(_ re.loop i j)`; with no upper bound `(_ re.loop i)` | z3 |
//! | [`Regexes::matches`] | `str.in_re` | |
//! | [`Regexes::replace`] | `str.replace_re` | |
//! | [`Regexes::replace_all`] | `str.replace_re_all` | |
//! | [`Regexes::index_of`] | `str.indexof_re` | cvc5 |
//! | [`Regexes::equal`], [`Regexes::tell_apart`] | `=` of `RegLan` | |

mod build;
mod charset;
mod compare;
mod derive;
mod node;
mod search;

pub use node::{RegexId, Regexes};
