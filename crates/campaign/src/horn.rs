//! Horn clauses: what their solvers did, and who is right.
//!
//! | file | what is in it |
//! | --- | --- |
//! | `trace.rs` | what a solver did, as a sequence of states |
//! | `weights.rs` | how rare states and transitions are; which instance is next |

pub mod trace;
pub mod weights;
