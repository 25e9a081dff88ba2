//! Horn clauses: what their solvers did, and who is right.
//!
//! | file | what is in it |
//! | --- | --- |
//! | `trace.rs` | what a solver did, as a sequence of states |
//! | `weights.rs` | how rare states and transitions are; which instance is next |
//! | `judges.rs` | solvers that are asked about plain formulas, and what counts as shown by them |
//! | `interpretation.rs` | what a solver printed after sat, in the place of declarations |
//! | `clauses.rs` | an interpretation put into every clause |
//! | `derivation.rs` | unsat systems shown to be so by a derivation |
//! | `truth.rs` | whether a system is sat, shown by one of the two |
//! | `guide.rs` | which system is next, and which mutation; what was learnt from traces |
//! | `cache.rs` | what solvers do with seeds, kept between runs |
//! | `rewrite.rs` | constraints rewritten by a solver's simplifier |
//! | `judge.rs` | from an answer to a finding |
//! | `engines.rs` | the other engines that a solver has for Horn clauses |
//!
//! No answer of a Horn solver is believed. That an interpretation is wrong, or that a derivation exists,
//! is a plain formula that is sat; a solver finds its model, and our own evaluator looks at that where it
//! can. What solvers of Horn clauses say is an opinion.

pub mod cache;
pub mod clauses;
pub mod derivation;
pub mod engines;
pub mod guide;
pub mod interpretation;
pub mod judge;
pub mod judges;
pub mod rewrite;
pub mod trace;
pub mod truth;
pub mod weights;
