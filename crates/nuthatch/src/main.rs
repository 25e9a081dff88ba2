//! nuthatch digs bugs out of SMT solvers.

mod asking;
mod builtin;
mod campaign_folders;
mod campaign_options;
mod choice;
mod commands;
mod exit;
mod files;
mod given;
mod horn_mutants;
mod interrupt;
mod made_mutants;
mod making;
mod mutants;
mod peer;
mod predicate;
mod progress;
mod proving;
mod rules_of_user;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    commands::Cli::parse().run()
}
