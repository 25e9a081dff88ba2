//! `nuthatch rules`: show the rules, have them proved, and look for others.

mod discover;
mod fusions;
mod table;

use crate::asking::duration;
use crate::exit::Exit;
use crate::proving::{PROVERS, prove, prover, read_lock, today, usual, write_lock};
use crate::rules_of_user::read;
use anyhow::bail;
use campaign::prove::{Contradiction, Ledger};
use campaign::semantics::Semantics;
use clap::{Args, Subcommand};
use fusions::{fusions_of, print_fusions};
use mutate::fusion::Fusion;
use mutate::rule::{Provable, Role, Rule, RuleSet};
use report::Table;
use std::collections::BTreeMap;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// Show the rules that mutants are made by, have them proved, and look for others
#[derive(Debug, Args)]
pub struct Rules {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    List(List),
    Prove(Prove),
    Discover(discover::Discover),
}

/// Show the rules
#[derive(Debug, Args)]
struct List {
    /// Only rules and fusions whose name starts so
    names: Vec<String>,

    /// Rules of this file instead of those that are part of the program
    #[arg(long, value_name = "FILE")]
    rules: Vec<PathBuf>,
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
/// `--write-lock FILE` keeps what solvers said, and `--lock FILE` does not ask them again but for a
/// sample. Both together bring a file up to date: what is new is asked, and what is no longer asked
/// is dropped.
///
/// Exit code: 0 if every rule is right, 1 if one is not, 2 if something could not be read or started.
#[derive(Debug, Args)]
struct Prove {
    /// Only rules and fusions whose name starts so
    names: Vec<String>,

    /// The solvers to ask, two at least
    #[arg(long = "solver", value_name = "SOLVER", default_values_t = PROVERS.map(String::from))]
    solvers: Vec<String>,

    /// Rules of this file instead of those that are part of the program
    #[arg(long, alias = "file", value_name = "FILE")]
    rules: Vec<PathBuf>,

    /// Wall-clock time per question
    #[arg(long, default_value = usual::TIMEOUT, value_parser = duration)]
    timeout: Duration,

    /// On how many instances a case is tested that no solver decides
    #[arg(long, default_value_t = usual::INSTANCES)]
    instances: usize,

    /// How many assignments of a case our semantics draws; where there are at most eight times as
    /// many, it tries all
    #[arg(long, default_value_t = usual::DRAWS, value_name = "COUNT")]
    draws: usize,

    /// What they are drawn from
    #[arg(long, default_value_t = 0)]
    seed: u64,

    /// How many questions are put to solvers at once
    #[arg(long, short, default_value = usual::JOBS)]
    jobs: NonZeroUsize,

    /// Do not ask what this file has the answers of, but for a sample; where a rule is changed, its
    /// questions are others
    #[arg(long, value_name = "FILE")]
    lock: Option<PathBuf>,

    /// How many questions are asked again though their answers are known
    #[arg(long, default_value_t = 100, value_name = "COUNT", requires = "lock")]
    sample: usize,

    /// Which ones: another number, another sample [default: the number of the day]
    #[arg(long, value_name = "NUMBER", requires = "lock")]
    sample_seed: Option<u64>,

    /// Write the answers of all questions that there are to this file, if every rule is right
    #[arg(long, value_name = "FILE", conflicts_with = "names")]
    write_lock: Option<PathBuf>,

    /// Print one JSON object per template
    #[arg(long, conflicts_with = "markdown")]
    json: bool,

    /// Print the table as Markdown
    #[arg(long)]
    markdown: bool,
}

impl Rules {
    pub fn run(self) -> anyhow::Result<Exit> {
        match self.command {
            Command::List(list) => list.run(),
            Command::Prove(prove) => prove.run(),
            Command::Discover(discover) => discover.run(),
        }
    }
}

/// The rules of a user that are in files, or else those that are part of the program.
fn rules_of(files: &[PathBuf]) -> anyhow::Result<Vec<Rule>> {
    let builtin = RuleSet::builtin().rules();
    Ok(match files.is_empty() {
        true => builtin.to_vec(),
        // Read beside the others, since that is how they will be used.
        false => read(files)?.0.rules()[builtin.len()..].to_vec(),
    })
}

/// Those rules and fusions whose names start with one of some, or all.
fn chosen<'a>(
    rules: &'a [Rule],
    fusions: &'a [Fusion],
    names: &[String],
) -> anyhow::Result<(Vec<&'a Rule>, Vec<&'a Fusion>)> {
    let is_wanted = |of: &str| {
        let starts = |name: &String| of.starts_with(name.as_str());
        names.is_empty() || names.iter().any(starts)
    };
    let rules: Vec<&Rule> = rules.iter().filter(|r| is_wanted(&r.name)).collect();
    let fusions: Vec<&Fusion> = fusions.iter().filter(|f| is_wanted(&f.name)).collect();
    if rules.is_empty() && fusions.is_empty() {
        bail!(
            "there is no rule whose name starts with {}",
            names.join(" or ")
        );
    }
    Ok((rules, fusions))
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
        let rules = rules_of(&self.rules)?;
        let (rules, fusions) = chosen(&rules, fusions_of(&self.rules), &self.names)?;
        let mut out = std::io::stdout().lock();
        print_fusions(&fusions, &mut out)?;
        if rules.is_empty() {
            return Ok(Exit::Success);
        }
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
        let rules = rules_of(&self.rules)?;
        let (rules, fusions) = chosen(&rules, fusions_of(&self.rules), &self.names)?;
        let rules = rules.into_iter().map(|rule| rule as &dyn Provable);
        let fusions = fusions.into_iter().map(|fusion| fusion as &dyn Provable);
        let rules: Vec<&dyn Provable> = rules.chain(fusions).collect();
        let stop = crate::interrupt::flag()?;
        let mut ledger = self.ledger()?;
        let semantics = Semantics {
            draws: self.draws,
            seed: self.seed,
        };
        let prover = prover(
            &self.solvers,
            self.timeout,
            self.instances,
            semantics,
            self.jobs,
            stop,
        )?;
        let Some(proofs) = prove(&prover, &rules, &mut ledger, stop) else {
            return Ok(Exit::Interrupted);
        };
        let mut out = std::io::stdout().lock();
        if self.json {
            for proof in &proofs {
                writeln!(out, "{}", serde_json::to_string(proof)?)?;
            }
        } else {
            match self.markdown {
                true => table::table(&proofs).print_markdown(&mut out)?,
                false => table::table(&proofs).print(&mut out)?,
            }
            table::summary(rules.len(), &proofs, &mut out)?;
        }
        let is_right = proofs.iter().all(|proof| proof.verdict.is_right());
        let is_right = is_right && ledger.contradictions().is_empty();
        self.tell_of_lock(&ledger);
        match &self.write_lock {
            Some(path) if is_right => write_lock(path, ledger.lock())?,
            Some(path) => eprintln!("nuthatch: {} is left as it is", path.display()),
            None => {}
        }
        Ok(match is_right {
            true => Exit::Success,
            false => Exit::Found,
        })
    }

    /// What is known before anybody is asked.
    fn ledger(&self) -> anyhow::Result<Ledger> {
        Ok(match &self.lock {
            None => Ledger::new(),
            Some(path) => Ledger::with(read_lock(path)?, self.sample, self.sample_seed()),
        })
    }

    fn sample_seed(&self) -> u64 {
        self.sample_seed.unwrap_or_else(today)
    }

    /// What the lock file was good for, and where it is contradicted.
    fn tell_of_lock(&self, ledger: &Ledger) {
        let Some(path) = &self.lock else {
            return;
        };
        if ledger.known().is_empty() {
            let path = path.display();
            eprintln!("nuthatch: {path} is of other solvers, so they were asked everything");
        }
        let (known, new, again) = ledger.counts();
        eprintln!(
            "nuthatch: {known} answers were known, {new} questions were new, {again} known ones were \
             asked again (--sample-seed {})",
            self.sample_seed()
        );
        for Contradiction {
            was,
            is,
            by,
            script,
        } in ledger.contradictions()
        {
            eprintln!(
                "nuthatch: {} says {was}, {by} says {is}:\n{script}",
                path.display()
            );
        }
    }
}
