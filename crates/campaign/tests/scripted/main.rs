//! Worker, triage, evidence, Horn judge and reduction with solvers that are functions: no process is
//! started, and all of it takes a moment.

mod common;
mod evidence;
mod fragments;
mod fusion;
mod harness;
mod history;
mod horn;
mod open;
mod reduction;
mod sameness;
mod self_reported;
mod setting;
mod triage;
mod worker;
