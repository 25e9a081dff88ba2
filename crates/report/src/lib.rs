//! What happened in a campaign, for people and machines. All of it is made from events alone, whether
//! they happen now or are read from a log: see [`campaign::audience`].
//!
//! To add a consumer, write a file with a struct that implements [`campaign::audience::Consumer`], and
//! name it where a command chooses its consumers.

mod bugs;
mod folder;
mod guidance;
mod json;
mod known;
mod markdown;
mod plot;
mod table;
mod terminal;

pub use bugs::{BugLine, print_bugs, ranked};
pub use folder::{FINDING, Folders, read_folder, remove_folder, rewrite_folder, write_folder};
pub use guidance::{GUIDANCE, GuidanceFile};
pub use json::JsonLines;
pub use known::Known;
pub use markdown::markdown;
pub use plot::{Curve, plot};
pub use table::Table;
pub use terminal::Terminal;

#[cfg(test)]
mod tests;
