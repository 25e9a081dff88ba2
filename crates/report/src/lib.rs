//! What happened in a campaign, for people and machines. All of it is made from events alone, whether
//! they happen now or are read from a log: see [`campaign::audience`].
//!
//! To add a consumer, write a file with a struct that implements [`campaign::audience::Consumer`], and
//! name it where a command chooses its consumers.

mod bench;
mod bugs;
mod evaluation;
mod folder;
mod guidance;
mod issue;
mod json;
mod known;
mod markdown;
mod panel;
mod plot;
pub mod policy;
mod table;
mod terminal;
pub mod web;

pub use bench::{BenchLine, PeerLine, Rates, bench_table};
pub use bugs::{BugLine, print_bugs, ranked};
pub use evaluation::{
    EVALUATION, EVALUATION_PLOT, Evaluated, ScoreLine, bugs_over_time, evaluation_markdown,
    evaluation_table,
};
pub use folder::{FINDING, Folders, read_folder, remove_folder, rewrite_folder, write_folder};
pub use guidance::{GUIDANCE, GuidanceFile};
pub use issue::{ISSUE, issue};
pub use json::JsonLines;
pub use known::Known;
pub use markdown::markdown;
pub use plot::{Curve, plot};
pub use table::Table;
pub use terminal::Terminal;

#[cfg(test)]
mod tests;
