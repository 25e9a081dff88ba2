//! `nuthatch eval`: values of terms.

use crate::exit::Exit;
use crate::files::read_script;
use anyhow::Context;
use clap::Args;
use eval::{Budget, Evaluator, Model, NoValue};
use smt::Script;
use std::io::Write;
use std::path::PathBuf;

/// Evaluate terms in a model by nuthatch's own semantics
///
/// Exit code: 0 if every term has a value, 1 if one has none (it is left open, or we cannot evaluate
/// it), 2 if something cannot be read.
#[derive(Debug, Args)]
pub struct Eval {
    /// The script whose declarations the terms use; - is standard input
    file: PathBuf,

    /// A file with the model, as solvers print it; without one only what needs none has a value
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,

    /// The terms
    #[arg(required = true)]
    terms: Vec<String>,
}

impl Eval {
    pub fn run(self) -> anyhow::Result<Exit> {
        let script = read_script(&self.file)?;
        let script = Script::parse(script).with_context(|| self.file.display().to_string())?;
        let model = match &self.model {
            Some(path) => std::fs::read(path).with_context(|| path.display().to_string())?,
            None => b"()".to_vec(),
        };
        let terms: Vec<&[u8]> = self.terms.iter().map(|term| term.as_bytes()).collect();
        let last = eval::checks(&script).len().saturating_sub(1);
        let model = Model::parse_with(&script, last, &model, &terms)?;
        let mut evaluator = Evaluator::new(&model, Budget::default());
        let mut out = std::io::stdout().lock();
        let mut exit = Exit::Success;
        for (text, &term) in self.terms.iter().zip(model.terms()) {
            let shown = match evaluator.value(term) {
                Ok(value) => {
                    let sort = model.script().terms.sort(term);
                    evaluator.values.show(model.script(), value, sort)
                }
                Err(why) => {
                    exit = Exit::Found;
                    match why {
                        NoValue::LeftOpen => "; left open by the model or the standard".to_owned(),
                        NoValue::Unsupported(what) => format!("; cannot be evaluated: {what}"),
                        NoValue::OutOfBudget => "; takes more than the budget".to_owned(),
                    }
                }
            };
            writeln!(out, "({text} {shown})")?;
        }
        Ok(exit)
    }
}
