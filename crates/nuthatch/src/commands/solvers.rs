//! `nuthatch solvers`: find, fetch and remove solvers.

use crate::exit::Exit;
use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use solve::{Depot, Profile, SolverSpec, Source, Wanted};
use std::io::Write;

/// Find, fetch and remove solvers
///
/// Solvers are fetched through pip, as it is set up on this machine, into the user's cache.
#[derive(Debug, Args)]
pub struct Solvers {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Show what is on PATH and what is installed
    List {
        /// Show every version that can be fetched as well
        #[arg(long)]
        available: bool,
    },
    /// Fetch solvers into the cache, such as z3@4.8.9 or cvc5@newest
    Install {
        /// What to fetch; a bare name is its newest version
        #[arg(required = true)]
        solvers: Vec<String>,
    },
    /// Print the command a name stands for
    Which {
        /// The solver, as for --solver
        solver: String,
    },
    /// Remove installed solvers
    Remove {
        /// What to remove
        #[arg(required = true)]
        solvers: Vec<String>,
    },
}

impl Solvers {
    pub fn run(self) -> anyhow::Result<Exit> {
        let depot = Depot::of_user()?;
        let mut out = std::io::stdout().lock();
        match self.task {
            Task::List { available } => return list(&depot, available, &mut out),
            Task::Install { solvers } => {
                for name in solvers {
                    let (profile, wanted) = versioned(&name)?;
                    eprintln!("nuthatch: fetching {} {wanted}", profile.name);
                    let installed = depot.install(profile, &wanted)?;
                    let folder = installed.folder.display();
                    writeln!(out, "{}@{}\t{folder}", profile.name, installed.version)?;
                }
            }
            Task::Which { solver } => {
                let spec: SolverSpec = solver.parse()?;
                writeln!(out, "{}", depot.resolve(&spec)?.command_line())?;
            }
            Task::Remove { solvers } => {
                for name in solvers {
                    let (profile, wanted) = versioned(&name)?;
                    let version = depot.remove(profile, &wanted)?;
                    writeln!(out, "removed {}@{version}", profile.name)?;
                }
            }
        }
        Ok(Exit::Success)
    }
}

fn list(depot: &Depot, available: bool, out: &mut impl Write) -> anyhow::Result<Exit> {
    let mut exit = Exit::Success;
    let mut row = |name: &str, version: &str, state: &str, place: &str| {
        writeln!(out, "{name:<20} {version:<12} {state:<10} {place}")
    };
    for solver in depot.on_path() {
        let version = solver.ask_version().unwrap_or_else(|| "?".to_owned());
        let program = solver.program.display().to_string();
        row(&solver.name, &version, "on PATH", &program)?;
    }
    for installed in depot.cache().installed()? {
        let version = installed.version.to_string();
        let name = format!("{}@{version}", installed.profile.name);
        let folder = installed.folder.display().to_string();
        row(&name, &version, "installed", &folder)?;
    }
    let can_be_fetched = Profile::all()
        .iter()
        .filter(|profile| profile.pip.is_some());
    for profile in can_be_fetched.filter(|_| available) {
        match depot.available(profile) {
            Ok(versions) => {
                for version in versions {
                    let version = version.to_string();
                    row(
                        &format!("{}@{version}", profile.name),
                        &version,
                        "available",
                        "",
                    )?;
                }
            }
            // One package that fails is no reason to hide the others.
            Err(error) => {
                eprintln!("nuthatch: {}: {error}", profile.name);
                exit = Exit::Failed;
            }
        }
    }
    Ok(exit)
}

/// A name that stands for a version; a bare one stands for the newest.
fn versioned(name: &str) -> anyhow::Result<(&'static Profile, Wanted)> {
    let spec: SolverSpec = name.parse()?;
    match spec.source {
        Source::Version(wanted) => {
            let profile = spec.profile;
            Ok((
                profile.with_context(|| format!("no solver `{name}`"))?,
                wanted,
            ))
        }
        Source::Path(name) => {
            let profile = Profile::named(&name).with_context(|| format!("no solver `{name}`"))?;
            Ok((profile, Wanted::Newest))
        }
        Source::File(_) => bail!("`{name}` is a file, not a version such as z3@4.8.9"),
    }
}
