//! `nuthatch check-model`: is that a model?

use crate::asking::{duration, find_solvers, session};
use crate::exit::Exit;
use crate::files::read_script;
use anyhow::{Context, bail};
use campaign::models::{model_of, up_to_check, with_model};
use clap::Args;
use eval::{Budget, Model, Verdict};
use serde::Serialize;
use smt::Script;
use solve::{Mode, Session};
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Check a model by nuthatch's own semantics
///
/// Asks a solver for a model of a script, or reads one from a file as solvers print it (by get-model
/// or get-value), evaluates every assertion in it, and says why it is wrong if it is. Where the
/// model leaves something open that matters, such as a division by zero, the solver is asked for
/// its value.
///
/// Exit code: 0 if the model is valid, 1 if it is wrong, 2 if there is none or it cannot be read, 3 if
/// we cannot say.
#[derive(Debug, Args)]
pub struct CheckModel {
    /// The script; - is standard input
    file: PathBuf,

    /// The solver to ask for a model; if none is named, the first on PATH
    #[arg(long, value_name = "SOLVER", conflicts_with = "model")]
    solver: Option<String>,

    /// A file with the model
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,

    /// Which check of the script the model is of, the first being 1; the last if not said
    #[arg(long, value_name = "N")]
    check: Option<usize>,

    /// Wall-clock time for the solver
    #[arg(long, default_value = "10s", value_parser = duration)]
    timeout: Duration,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What `--json` prints.
#[derive(Debug, Serialize)]
struct Said<'a> {
    file: String,
    solver: Option<&'a str>,
    check: usize,
    verdict: &'static str,
    explanation: String,
    assertion: Option<String>,
    culprit: Option<String>,
}

impl CheckModel {
    pub fn run(self) -> anyhow::Result<Exit> {
        let text = read_script(&self.file)?;
        let told = || self.file.display().to_string();
        let script = Script::parse(&text[..]).with_context(told)?;
        let checks = eval::checks(&script).len();
        let check = match self.check {
            Some(n) if (1..=checks.max(1)).contains(&n) => n - 1,
            Some(n) => bail!("{} has {checks} checks, and none is number {n}", told()),
            None => checks.saturating_sub(1),
        };
        let mut asked = None;
        let text = match &self.model {
            Some(path) => std::fs::read(path).with_context(|| path.display().to_string())?,
            None => {
                let names: Vec<String> = self.solver.iter().cloned().collect();
                let solver = find_solvers(&names)?.swap_remove(0);
                let stop = crate::interrupt::flag()?;
                let mut session =
                    Session::new(session(&solver, Mode::Fresh, self.timeout, 4096, 0, stop));
                let question = with_model(&up_to_check(&script, check));
                let outcome = session.run(&question)?;
                let Some(model) = model_of(&outcome) else {
                    let verdict = outcome.verdict();
                    bail!("{} gives no model: it says {verdict}", solver.name);
                };
                asked = Some((solver.name, session, question));
                model.as_bytes().to_vec()
            }
        };
        let mut model = Model::parse(&script, check, &text)?;
        let mut verdict = eval::check(&model, Budget::default());
        let open = verdict.open().join(" ");
        if let Some((_, session, question)) = &mut asked
            && !open.is_empty()
        {
            // Any interpretation serves us, but the solver has one, though its model is silent.
            let values = format!("(get-value ({open}))\n");
            let outcome = session.run(&[&question[..], values.as_bytes()].concat())?;
            if let Some(text) = model_of(&outcome)
                && let Ok(completed) = Model::parse(&script, check, text.as_bytes())
            {
                verdict = eval::check(&completed, Budget::default());
                model = completed;
            }
        }
        let solver = asked.map(|(name, ..)| name);
        self.print(&model, &verdict, solver.as_deref(), check)?;
        Ok(match verdict {
            Verdict::Valid { .. } => Exit::Success,
            Verdict::Invalid(_) => Exit::Found,
            _ => Exit::Undecided,
        })
    }

    fn print(
        &self,
        model: &Model,
        verdict: &Verdict,
        solver: Option<&str>,
        check: usize,
    ) -> anyhow::Result<()> {
        let mut out = std::io::stdout().lock();
        let shown = |term| {
            let mut text = Vec::new();
            model.script().write_term(term, &mut text);
            String::from_utf8_lossy(&text).into_owned()
        };
        let (mut assertion, mut culprit) = (None, None);
        if let Verdict::Invalid(invalid) = verdict {
            assertion = Some(shown(invalid.term));
            culprit = Some(shown(invalid.culprit));
        }
        if self.json {
            let said = Said {
                file: self.file.display().to_string(),
                solver,
                check: check + 1,
                verdict: verdict.word(),
                explanation: verdict.to_string(),
                assertion,
                culprit,
            };
            writeln!(out, "{}", serde_json::to_string(&said)?)?;
            return Ok(());
        }
        writeln!(out, "{verdict}")?;
        if let Some(assertion) = assertion {
            writeln!(out, "in the assertion {assertion}")?;
        }
        Ok(())
    }
}
