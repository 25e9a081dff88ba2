//! `nuthatch replay`: see a finding again.

use crate::asking::{duration, find_solvers, other_solvers, session};
use crate::exit::Exit;
use anyhow::Context;
use campaign::ask::sessions;
use campaign::finding::Answers;
use campaign::horn::judges::Judges;
use campaign::oracle;
use campaign::posed::{last_check, of_last_check};
use clap::Args;
use solve::{AnswerClass, Mode, Session};
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
        let oracle = oracle::named(&finding.oracle)
            .with_context(|| format!("there is no oracle `{}` here", finding.oracle))?;
        // Interpretations of Horn systems are put into every clause, which takes somebody else.
        let others = match oracle.is_costly() {
            true => other_solvers(&solvers, false)?,
            false => Vec::new(),
        };
        let judge = |solver| sessions(session(solver, Mode::Fresh, self.timeout, 2048, 1, stop));
        let mut judges = Judges::new(others.iter().map(judge).collect());
        let scripts = finding.scripts().into_iter();
        let reduced = finding.reduced.iter().flat_map(|reduced| reduced.scripts());
        let reduced = reduced.map(|(name, left)| (name.to_owned(), &left.script[..], &left.reply));
        let parents = finding.parents.len();
        let mut same = true;
        for (place, (what, script, reply)) in scripts.chain(reduced).enumerate() {
            let outcome = tested.run(script)?;
            // What a finding takes besides its script comes before the last check.
            let last = finding.needs.and_then(|_| last_check(script));
            let outcome = match &last {
                Some(_) => of_last_check(outcome),
                None => Some(outcome),
            };
            let answer = match outcome {
                Some(outcome) => {
                    oracle.said(last.as_deref().unwrap_or(script), &outcome, &mut judges)?
                }
                None => Answers::from(AnswerClass::Unknown),
            };
            // A parent only matters if it is what the mutant contradicts.
            let matters = place >= parents || oracle.contradicts();
            same &= answer == reply.answer || !matters;
            writeln!(out, "{what}: {answer}, and it was {}", reply.answer)?;
        }
        Ok(match same {
            true => Exit::Found,
            false => Exit::Success,
        })
    }
}
