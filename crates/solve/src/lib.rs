#![doc = include_str!("../README.md")]

mod answer;
mod cache;
mod classify;
mod command;
mod commands;
mod config;
mod cores;
mod error;
mod guard;
mod install;
mod marker;
mod memory;
mod on_path;
mod pattern;
mod peer;
mod pip;
mod plan;
mod pool;
mod process;
mod profile;
mod releases;
mod script;
mod session;
mod shim;
mod signature;
mod solver;
mod spec;
mod statistics;
mod status;
mod talk;
mod version;

pub use answer::{Answer, AnswerClass, Check, Crash, CrashKind, Outcome, Residue, Route};
pub use cache::{Cache, Installed};
pub use command::{CommandLimits, CommandRunner, Ending, Ran};
pub use config::{Limits, Mode, START_UP, SessionConfig};
pub use cores::{cores, keep_on};
pub use error::Error;
pub use install::Depot;
pub use pattern::{Pattern, Patterns};
pub use peer::Peer;
pub use plan::as_one_script;
pub use pool::{Event, Job, Pool};
pub use profile::{
    Holds, Input, KeyReleases, LimitOptions, Messages, Models, Modes, Pip, Prepare, Profile,
    Progress, Statistics, Takes, VersionQuery,
};
pub use releases::{Release, Releases};
pub use script::settings_of;
pub use session::{Session, SessionStats};
pub use solver::Solver;
pub use spec::{SolverSpec, Source, Wanted};
pub use status::{contradicts, expected_statuses};
pub use version::Version;
