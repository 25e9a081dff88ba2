//! Horn clauses: who is right about a system of them.
//!
//! | file | what is in it |
//! | --- | --- |
//! | `judges.rs` | solvers that are asked about plain formulas, and what counts as shown by them |
//! | `interpretation.rs` | what a solver printed after sat, in the place of declarations |
//! | `clauses.rs` | an interpretation put into every clause |
//! | `derivation.rs` | unsat systems shown to be so by a derivation |
//! | `truth.rs` | whether a system is sat, shown by one of the two |
//! | `engines.rs` | the other engines that a solver has for Horn clauses |
//!
//! No answer of a Horn solver is believed. That an interpretation is wrong, or that a derivation exists,
//! is a plain formula that is sat; a solver finds its model, and our own evaluator looks at that where it
//! can. What solvers of Horn clauses say is an opinion.

pub mod clauses;
pub mod derivation;
pub mod engines;
pub mod interpretation;
pub mod judges;
pub mod truth;
