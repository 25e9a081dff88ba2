//! The subcommands, one file each. Adding one is a file, a variant and a line in `run`.

mod bench;
mod check_model;
mod completions;
mod eval;
mod evaluate;
mod findings;
mod fuzz;
mod generate;
mod history;
mod inspect;
mod mutate;
mod null_solver;
mod reduce;
mod replay;
mod report;
mod rules;
mod serve;
mod solve;
mod solvers;

use crate::exit::Exit;
use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// nuthatch digs bugs out of SMT solvers.
#[derive(Debug, Parser)]
#[command(version, about, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Bench(bench::Bench),
    CheckModel(check_model::CheckModel),
    Completions(completions::Completions),
    Eval(eval::Eval),
    Evaluate(evaluate::Evaluate),
    Findings(findings::Findings),
    Fuzz(fuzz::Fuzz),
    Generate(generate::Generate),
    History(history::History),
    Inspect(inspect::Inspect),
    Man(completions::Man),
    Mutate(mutate::Mutate),
    #[command(hide = true)]
    NullSolver(null_solver::NullSolver),
    Reduce(reduce::Reduce),
    Replay(replay::Replay),
    Report(report::Report),
    Rules(rules::Rules),
    Serve(serve::Serve),
    Solve(solve::Solve),
    Solvers(solvers::Solvers),
}

impl Cli {
    /// Runs the command and turns what became of it into an exit code.
    pub fn run(self) -> ExitCode {
        let result = match self.command {
            Command::Bench(command) => command.run(),
            Command::CheckModel(command) => command.run(),
            Command::Completions(command) => command.run(),
            Command::Eval(command) => command.run(),
            Command::Evaluate(command) => command.run(),
            Command::Findings(command) => command.run(),
            Command::Fuzz(command) => command.run(),
            Command::Generate(command) => command.run(),
            Command::History(command) => command.run(),
            Command::Inspect(command) => command.run(),
            Command::Man(command) => command.run(),
            Command::Mutate(command) => command.run(),
            Command::NullSolver(command) => command.run(),
            Command::Reduce(command) => command.run(),
            Command::Replay(command) => command.run(),
            Command::Report(command) => command.run(),
            Command::Rules(command) => command.run(),
            Command::Serve(command) => command.run(),
            Command::Solve(command) => command.run(),
            Command::Solvers(command) => command.run(),
        };
        match result {
            Ok(exit) => exit.into(),
            // Whoever read our output has had enough of it: that is no failure of ours.
            Err(error) if is_broken_pipe(&error) => Exit::Success.into(),
            Err(error) => {
                eprintln!("nuthatch: {error:#}");
                Exit::Failed.into()
            }
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<std::io::Error>()
        .is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}
