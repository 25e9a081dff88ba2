//! `nuthatch rules`: show the rules, and have them proved.

use crate::asking::{duration, session};
use crate::exit::Exit;
use anyhow::bail;
use campaign::prove::{Proof, Prover, Verdict};
use campaign::semantics::Semantics;
use clap::{Args, Subcommand};
use mutate::rule::{Role, Rule, RuleSet};
use report::Table;
use solve::Mode;
use std::collections::BTreeMap;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Show the rules that mutants are made by, and have them proved
#[derive(Debug, Args)]
pub struct Rules {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    List(List),
    Prove(Prove),
}

/// Show the rules
#[derive(Debug, Args)]
struct List {
    /// Only rules whose name starts so
    names: Vec<String>,
}

/// Have solvers prove the rules, and try them by our own semantics
///
/// Every template of every rule is turned into questions at each of its sorts, bit-vectors and floats
/// at several widths and formats. A case is proved if one solver says unsat and none says sat; where
/// no solver decides, it is tested on concrete values. A template must also be applicable, and must
/// change something, or be called an equivalence.
///
/// Beside that, every case is evaluated under many assignments, without any solver: all of them where
/// they are few, as at bit-vectors of up to four bits and floats of up to six, and drawn ones elsewhere.
/// One that makes it false refutes the rule.
///
/// Exit code: 0 if every rule is right, 1 if one is not, 2 if something could not be read or started.
#[derive(Debug, Args)]
struct Prove {
    /// Only rules whose name starts so
    names: Vec<String>,

    /// The solvers to ask, two at least
    #[arg(long = "solver", value_name = "SOLVER", default_values_t = PROVERS.map(String::from))]
    solvers: Vec<String>,

    /// Rules from this file instead of those that are part of the program
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,

    /// Wall-clock time per question
    #[arg(long, default_value = "5s", value_parser = duration)]
    timeout: Duration,

    /// On how many instances a case is tested that no solver decides
    #[arg(long, default_value_t = 10_000)]
    instances: usize,

    /// How many assignments of a case our semantics draws; where there are at most eight times as
    /// many, it tries all
    #[arg(long, default_value_t = 10_000, value_name = "COUNT")]
    draws: usize,

    /// What they are drawn from
    #[arg(long, default_value_t = 0)]
    seed: u64,

    /// How many questions are put to solvers at once
    #[arg(long, short, default_value = "2")]
    jobs: NonZeroUsize,

    /// Print one JSON object per template
    #[arg(long, conflicts_with = "markdown")]
    json: bool,

    /// Print the table as Markdown
    #[arg(long)]
    markdown: bool,
}

/// Versions that are known to work, so that the outcome is the same everywhere.
const PROVERS: [&str; 2] = ["z3@4.13.0.0", "cvc5@1.2.1"];

impl Rules {
    pub fn run(self) -> anyhow::Result<Exit> {
        match self.command {
            Command::List(list) => list.run(),
            Command::Prove(prove) => prove.run(),
        }
    }
}

fn chosen<'a>(rules: &'a RuleSet, names: &[String]) -> anyhow::Result<Vec<&'a Rule>> {
    let is_wanted = |rule: &&Rule| {
        let starts = |name: &String| rule.name.starts_with(name.as_str());
        names.is_empty() || names.iter().any(starts)
    };
    let found: Vec<&Rule> = rules.rules().iter().filter(is_wanted).collect();
    if found.is_empty() {
        bail!(
            "there is no rule whose name starts with {}",
            names.join(" or ")
        );
    }
    Ok(found)
}

/// The sorts of a rule, for people.
fn sorts(rule: &Rule) -> String {
    let shown: Vec<String> = rule.sorts.iter().map(ToString::to_string).collect();
    match shown.is_empty() {
        true => "-".to_owned(),
        false => shown.join(" "),
    }
}

impl List {
    fn run(self) -> anyhow::Result<Exit> {
        let rules = chosen(RuleSet::builtin(), &self.names)?;
        let mut table = Table::new(&["rule", "sorts", "atom", "", "becomes", "if"]);
        for rule in &rules {
            let drawn: Vec<String> = rule
                .parameters
                .iter()
                .filter(|p| matches!(p.role, Role::Index(Some(_))))
                .map(|p| format!("{} drawn", p.name))
                .collect();
            let guard = rule.guard.iter().map(|g| g.source.clone());
            let conditions: Vec<String> = guard.chain(drawn).collect();
            for (place, template) in rule.templates.iter().enumerate() {
                let first = |text: &str| {
                    if place == 0 {
                        text.to_owned()
                    } else {
                        String::new()
                    }
                };
                table.row([
                    first(&rule.name),
                    first(&sorts(rule)),
                    first(&rule.pattern_source),
                    template.claim.keyword().to_owned(),
                    template.source.clone(),
                    first(&conditions.join(", ")),
                ]);
            }
        }
        let mut out = std::io::stdout().lock();
        table.print(&mut out)?;
        let templates: usize = rules.iter().map(|rule| rule.templates.len()).sum();
        let theories: BTreeMap<&str, usize> =
            rules.iter().fold(BTreeMap::new(), |mut all, rule| {
                *all.entry(rule.theory).or_default() += 1;
                all
            });
        let of_theories: Vec<String> = theories
            .iter()
            .map(|(name, n)| format!("{name} {n}"))
            .collect();
        writeln!(
            out,
            "\n{} rules with {templates} templates: {}",
            rules.len(),
            of_theories.join(", ")
        )?;
        Ok(Exit::Success)
    }
}

impl Prove {
    fn run(self) -> anyhow::Result<Exit> {
        let own;
        let set = match &self.file {
            None => RuleSet::builtin(),
            Some(path) => {
                let text = std::fs::read_to_string(path)
                    .map_err(|e| anyhow::anyhow!("{}: {e}", path.display()))?;
                own = RuleSet::read([("file", text.as_str())]).map_err(|e| {
                    anyhow::anyhow!("{}, line {}: {}", path.display(), e.line, e.message)
                })?;
                &own
            }
        };
        let rules = chosen(set, &self.names)?;
        if self.solvers.len() < 2 {
            bail!("a proof takes two solvers at least, so that one can refute the other");
        }
        let stop = crate::interrupt::flag()?;
        let solvers = crate::asking::find_solvers(&self.solvers)?;
        let configs = solvers.iter().enumerate().map(|(place, solver)| {
            session(solver, Mode::Incremental, self.timeout, 4096, place, stop)
        });
        let prover = Prover {
            configs: configs.collect(),
            jobs: self.jobs,
            instances: self.instances,
            semantics: Semantics {
                draws: self.draws,
                seed: self.seed,
            },
        };
        let bar = crate::progress::bar(0, "answers");
        let mut progress = |done: usize, all: usize| {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
        };
        let proofs = prover.prove(&rules, stop, &mut progress);
        bar.finish_and_clear();
        let (Some(proofs), false) = (proofs, stop.load(Ordering::Relaxed)) else {
            return Ok(Exit::Interrupted);
        };
        let mut out = std::io::stdout().lock();
        if self.json {
            for proof in &proofs {
                writeln!(out, "{}", serde_json::to_string(proof)?)?;
            }
        } else {
            let mut table = Table::new(&[
                "rule",
                "sorts",
                "atom",
                "",
                "becomes",
                "if",
                "proved",
                "by",
                "our semantics",
                "verdict",
            ]);
            for proof in &proofs {
                table.row(row(proof));
            }
            match self.markdown {
                true => table.print_markdown(&mut out)?,
                false => table.print(&mut out)?,
            }
            summary(&rules, &proofs, &mut out)?;
        }
        Ok(match proofs.iter().all(|proof| proof.verdict.is_right()) {
            true => Exit::Success,
            false => Exit::Found,
        })
    }
}

fn row(proof: &Proof) -> [String; 10] {
    let by: Vec<&str> = proof
        .by
        .iter()
        .map(|s| s.split('@').next().unwrap_or(s))
        .collect();
    let verdict = match &proof.verdict {
        Verdict::Proved if proof.claim == "equal" => "equivalent".to_owned(),
        Verdict::Proved => "proved".to_owned(),
        Verdict::Tested { instances } => {
            format!("tested on {instances} instances where not proved")
        }
        Verdict::Refuted { by, .. } => format!("REFUTED by {by}"),
        Verdict::Undecided { reason } => format!("UNDECIDED ({reason})"),
        Verdict::Inapplicable => "NEVER APPLICABLE".to_owned(),
        Verdict::NotStrict => "AN EQUIVALENCE".to_owned(),
    };
    [
        proof.rule.clone(),
        proof.sorts.join(", "),
        proof.pattern.clone(),
        proof.claim.to_owned(),
        proof.template.clone(),
        proof.guard.clone(),
        format!("{}/{}", proof.proved, proof.cases),
        by.join(" "),
        proof.semantics.to_string(),
        verdict,
    ]
}

fn summary(rules: &[&Rule], proofs: &[Proof], out: &mut impl Write) -> std::io::Result<()> {
    let count = |is: &dyn Fn(&Verdict) -> bool| proofs.iter().filter(|p| is(&p.verdict)).count();
    let proved = count(&|v| *v == Verdict::Proved);
    let tested = count(&|v| matches!(v, Verdict::Tested { .. }));
    let wrong = count(&|v| !v.is_right());
    let cases: usize = proofs.iter().map(|p| p.cases).sum();
    writeln!(
        out,
        "\n{} rules, {} templates, {cases} cases: {proved} templates proved, {tested} proved in part and tested, {wrong} wrong",
        rules.len(),
        proofs.len()
    )?;
    let sum = |of: &dyn Fn(&Proof) -> u64| proofs.iter().map(of).sum::<u64>();
    let untested = proofs.iter().filter(|p| !p.semantics.is_tested()).count();
    writeln!(
        out,
        "Our semantics: {} assignments of cases tried in full, {} drawn ({} with a true premise), {} not evaluated; {untested} templates with no true premise",
        sum(&|p| p.semantics.exhaustive),
        sum(&|p| p.semantics.drawn),
        sum(&|p| p.semantics.premise),
        sum(&|p| p.semantics.skipped)
    )?;
    for proof in proofs {
        if let Verdict::Refuted { by, script } = &proof.verdict {
            writeln!(
                out,
                "\n{} is refuted: {by} finds this sat\n{script}",
                proof.rule
            )?;
        }
    }
    Ok(())
}
