//! `nuthatch replay`: see a finding again.

use crate::asking::{duration, find_solvers, session};
use crate::commands::fuzz::other_solvers;
use crate::exit::Exit;
use anyhow::Context;
use campaign::finding::Kind;
use campaign::horn::judge::said_of_system;
use campaign::horn::judges::Judges;
use campaign::oracle::said;
use clap::Args;
use solve::{Mode, Session};
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// See a finding again: put its scripts to the solver and compare the answers
///
/// Exit code: 0 if the finding is gone, 1 if it is there as before, 2 if it could not be tried.
#[derive(Debug, Args)]
pub struct Replay {
    /// The finding's folder
    folder: PathBuf,

    /// The solver to ask; if none is named, the one that the finding is about
    #[arg(long, value_name = "SOLVER")]
    solver: Option<String>,

    /// Wall-clock time per script
    #[arg(long, default_value = "10s", value_parser = duration)]
    timeout: Duration,
}

impl Replay {
    pub fn run(self) -> anyhow::Result<Exit> {
        let stop = crate::interrupt::flag()?;
        let finding = report::read_folder(&self.folder)
            .with_context(|| format!("{} is not the folder of a finding", self.folder.display()))?;
        let name = self.solver.unwrap_or_else(|| finding.solver.name.clone());
        let solvers = find_solvers(&[name])?;
        let mut config = session(&solvers[0], Mode::Fresh, self.timeout, 2048, 0, stop);
        config.check_models = true;
        let mut tested = Session::new(config);
        let mut out = std::io::stdout().lock();
        writeln!(out, "{}", finding.title)?;
        let scripts = [
            Some(("seed", &finding.seed)),
            finding.mutant.as_ref().map(|m| ("mutant", m)),
        ];
        let reduced = finding.reduced.iter().flat_map(|reduced| reduced.scripts());
        let mut same = true;
        // Interpretations of Horn systems are put into every clause, which takes somebody else.
        let others = match finding.kind == Kind::Model && finding.logic == "HORN" {
            true => other_solvers(&solvers)?,
            false => Vec::new(),
        };
        let judge = |solver| session(solver, Mode::Fresh, self.timeout, 2048, 1, stop);
        let mut judges = Judges::new(others.iter().map(judge));
        for (what, spoken) in scripts.into_iter().flatten().chain(reduced) {
            let outcome = tested.run(&spoken.script)?;
            let answer = match others.is_empty() {
                true => said(&spoken.script, &outcome),
                false => said_of_system(&spoken.script, &outcome, &mut judges)?,
            };
            // A seed only matters if it is what the mutant contradicts, or the witness itself.
            let matters =
                what != "seed" || finding.kind == Kind::Soundness || finding.mutant.is_none();
            same &= answer == spoken.answer || !matters;
            writeln!(out, "{what}: {answer}, and it was {}", spoken.answer)?;
        }
        Ok(match same {
            true => Exit::Found,
            false => Exit::Success,
        })
    }
}
