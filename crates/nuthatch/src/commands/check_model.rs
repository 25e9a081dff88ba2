//! `nuthatch check-model`: are those models?

use crate::asking::{duration, find_solvers, session};
use crate::exit::Exit;
use crate::files::read_script;
use anyhow::{Context, bail};
use campaign::models::{model_of, up_to_check, with_model};
use clap::Args;
use eval::{Budget, Model, Verdict};
use serde::Serialize;
use smt::Script;
use solve::{AnswerClass, Mode, Session};
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Check models by nuthatch's own semantics
///
/// Asks a solver for a model of every check of a script that it answers sat to, or reads one model from a
/// file as solvers print it (by get-model or get-value), evaluates every assertion in it, and says why it
/// is wrong if it is. Where a model leaves something open that matters, such as a division by zero, the
/// solver is asked for its value.
///
/// Exit code: 0 if all models are valid, 1 if one is wrong, 3 if none is and we cannot say of one, 2 if
/// there is none or none can be read.
#[derive(Debug, Args)]
pub struct CheckModel {
    /// The script; - is standard input
    file: PathBuf,

    /// The solver to ask for models; if none is named, the first on PATH
    #[arg(long, value_name = "SOLVER", conflicts_with = "model")]
    solver: Option<String>,

    /// A file with the model
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,

    /// Which check of the script, the first being 1; if not said, every one, or with --model the last
    #[arg(long, value_name = "N")]
    check: Option<usize>,

    /// Wall-clock time for the solver, for each check
    #[arg(long, default_value = "10s", value_parser = duration)]
    timeout: Duration,

    /// Print one JSON object: of the worst check, and an array of all
    #[arg(long)]
    json: bool,
}

/// What is known of a check, from what is no trouble to what is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Standing {
    NoModel,
    Valid,
    Unreadable,
    Undecided,
    Wrong,
}

/// What is said of one check.
#[derive(Debug, Serialize)]
struct Judged {
    check: usize,
    /// What the solver says, if it was asked.
    answer: Option<AnswerClass>,
    /// What we say of its model, if there is one.
    verdict: Option<&'static str>,
    explanation: Option<String>,
    assertion: Option<String>,
    culprit: Option<String>,
    /// What the solver says, in full.
    #[serde(skip)]
    said: String,
    #[serde(skip)]
    standing: Standing,
}

/// What `--json` prints.
#[derive(Debug, Serialize)]
struct Said<'a> {
    file: String,
    solver: Option<&'a str>,
    check: usize,
    verdict: Option<&'static str>,
    explanation: Option<&'a str>,
    assertion: Option<&'a str>,
    culprit: Option<&'a str>,
    checks: &'a [Judged],
}

impl Judged {
    /// A check without a model.
    fn without(check: usize, answer: Option<AnswerClass>) -> Self {
        Self {
            check: check + 1,
            answer,
            verdict: None,
            explanation: None,
            assertion: None,
            culprit: None,
            said: String::new(),
            standing: Standing::NoModel,
        }
    }

    /// A check with a model that was judged.
    fn of(check: usize, answer: Option<AnswerClass>, model: &Model, verdict: &Verdict) -> Self {
        let shown = |term| {
            let mut text = Vec::new();
            model.script().write_term(term, &mut text);
            String::from_utf8_lossy(&text).into_owned()
        };
        let invalid = match verdict {
            Verdict::Invalid(invalid) => Some(invalid),
            _ => None,
        };
        Self {
            verdict: Some(verdict.word()),
            explanation: Some(verdict.to_string()),
            assertion: invalid.map(|invalid| shown(invalid.term)),
            culprit: invalid.map(|invalid| shown(invalid.culprit)),
            standing: match verdict {
                Verdict::Valid { .. } => Standing::Valid,
                Verdict::Invalid(_) => Standing::Wrong,
                _ => Standing::Undecided,
            },
            ..Self::without(check, answer)
        }
    }
}

impl CheckModel {
    pub fn run(self) -> anyhow::Result<Exit> {
        let text = read_script(&self.file)?;
        let told = || self.file.display().to_string();
        let script = Script::parse(&text[..]).with_context(told)?;
        let all = eval::checks(&script).len().max(1);
        let checks = match self.check {
            Some(n) if (1..=all).contains(&n) => n - 1..n,
            Some(n) => {
                let all = eval::checks(&script).len();
                bail!("{} has {all} checks, and none is number {n}", told())
            }
            None if self.model.is_some() => all - 1..all,
            None => 0..all,
        };
        if let Some(path) = &self.model {
            let text = std::fs::read(path).with_context(|| path.display().to_string())?;
            let model = Model::parse(&script, checks.start, &text)?;
            let verdict = eval::check(&model, Budget::default());
            let judged = Judged::of(checks.start, None, &model, &verdict);
            return self.print(&[judged], None);
        }
        let names: Vec<String> = self.solver.iter().cloned().collect();
        let solver = find_solvers(&names)?.swap_remove(0);
        let stop = crate::interrupt::flag()?;
        let config = session(&solver, Mode::Fresh, self.timeout, 4096, 0, stop);
        let mut session = Session::new(config);
        let mut judged = Vec::new();
        for check in checks {
            let (of_check, reached) = ask(&mut session, &script, check)?;
            judged.push(of_check);
            // Where it breaks off at an earlier check, it does so each time.
            if !reached {
                break;
            }
        }
        self.print(&judged, Some(&solver.name))
    }

    fn print(&self, judged: &[Judged], solver: Option<&str>) -> anyhow::Result<Exit> {
        let worst = judged.iter().max_by_key(|judged| judged.standing);
        let worst = worst.context("there is no check")?;
        let none =
            |judged: &Judged| matches!(judged.standing, Standing::NoModel | Standing::Unreadable);
        if judged.iter().all(none) {
            if worst.standing == Standing::Unreadable {
                bail!("{}", worst.explanation.as_deref().unwrap_or_default());
            }
            let said: Vec<&str> = judged.iter().map(|judged| judged.said.as_str()).collect();
            let name = solver.unwrap_or_default();
            bail!("{name} gives no model: it says {}", said.join(", "));
        }
        let mut out = std::io::stdout().lock();
        if self.json {
            let said = Said {
                file: self.file.display().to_string(),
                solver,
                check: worst.check,
                verdict: worst.verdict,
                explanation: worst.explanation.as_deref(),
                assertion: worst.assertion.as_deref(),
                culprit: worst.culprit.as_deref(),
                checks: judged,
            };
            writeln!(out, "{}", serde_json::to_string(&said)?)?;
        } else {
            for of_check in judged {
                if judged.len() > 1 {
                    write!(out, "check {}: ", of_check.check)?;
                }
                let answer = of_check.answer.map_or("no answer", AnswerClass::word);
                writeln!(out, "{}", of_check.explanation.as_deref().unwrap_or(answer))?;
                if let Some(assertion) = &of_check.assertion {
                    writeln!(out, "in the assertion {assertion}")?;
                }
            }
        }
        Ok(match worst.standing {
            Standing::Wrong => Exit::Found,
            Standing::Undecided | Standing::Unreadable => Exit::Undecided,
            Standing::Valid | Standing::NoModel => Exit::Success,
        })
    }
}

/// Has a solver answer a script up to a check, and judges the model that it gives of that. Each check
/// has a process of its own, so that no query, and no error of one, is in the way of another. Also
/// whether the solver came so far.
fn ask(session: &mut Session, script: &Script, check: usize) -> anyhow::Result<(Judged, bool)> {
    let question = with_model(&up_to_check(script, check));
    let outcome = session.run(&question)?;
    let reached = outcome.checks.len() == outcome.asked;
    let said = match outcome.checks.last().filter(|_| reached) {
        Some(check) => check.answer.clone(),
        None => outcome.verdict(),
    };
    let answer = Some(said.class());
    let mut judged = Judged::without(check, answer);
    judged.said = said.to_string();
    let Some(text) = model_of(&outcome) else {
        return Ok((judged, reached));
    };
    let mut model = match Model::parse(script, check, text.as_bytes()) {
        Ok(model) => model,
        Err(why) => {
            judged.verdict = Some("unreadable");
            judged.explanation = Some(why.to_string());
            judged.standing = Standing::Unreadable;
            return Ok((judged, reached));
        }
    };
    let mut verdict = eval::check(&model, Budget::default());
    let open = verdict.open().join(" ");
    if !open.is_empty() {
        // Any interpretation serves us, but the solver has one, though its model is silent.
        let values = format!("(get-value ({open}))\n");
        let outcome = session.run(&[&question[..], values.as_bytes()].concat())?;
        if let Some(text) = model_of(&outcome)
            && let Ok(completed) = Model::parse(script, check, text.as_bytes())
        {
            verdict = eval::check(&completed, Budget::default());
            model = completed;
        }
    }
    Ok((Judged::of(check, answer, &model, &verdict), reached))
}
