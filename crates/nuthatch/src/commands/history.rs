//! `nuthatch history`: which releases have a bug.

use crate::asking::{duration, find_solvers, other_solvers, session, user_file};
use crate::exit::Exit;
use crate::files::read_script;
use crate::progress::bar;
use anyhow::{Context, bail};
use campaign::ask::sessions;
use campaign::finding::{Answers, Finding};
use campaign::history::{
    Chosen, Dated, Historian, HistoryCache, Interval, Question, Symptom, Versions, checks, choose,
    statuses,
};
use campaign::reduction::Asking;
use campaign::store::{Event, Folder, Store, read_log};
use clap::Args;
use report::Table;
use serde::Serialize;
use smt::Status;
use solve::{AnswerClass, Depot, Mode, Solver, SolverSpec};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Show which releases of a solver have a bug, and so when it came and when it was fixed
///
/// The bug is a finding of a campaign, or what a script shows: an answer that is wrong, a crash, a model
/// that is none. Releases are fetched as needed; what each does is remembered in the user's cache. A
/// release that refuses the script or runs out of time cannot tell: it counts neither as bad nor as good.
/// One that says unknown counts as good after the last bad one, and else cannot tell.
///
/// The folder of a finding is written again with its history in it, unless it was asked of a list of
/// releases or of another solver.
///
/// Exit code: 0 if no release shows the bug, 1 if some do, 2 if it could not be tried, 130 if it was
/// interrupted.
#[derive(Debug, Args)]
pub struct History {
    /// A finding's folder, a script, or a campaign's folder, which stands for all its findings; if not
    /// said, nuthatch-campaign
    #[arg(value_name = "FINDING|FILE")]
    what: Option<PathBuf>,

    /// The solver, with options if it takes some; if not said, the one of the finding or of the list of
    /// releases, or the first on PATH
    #[arg(long)]
    solver: Option<String>,

    /// Which releases: all, key, or a list of versions, ranges and solvers, as in
    /// 4.8.5,4.8.7..4.8.17,./my-z3
    #[arg(long, default_value = "all")]
    versions: Versions,

    /// The right answers to the checks of the script: sat, unsat or unknown, with commas between; if
    /// not said, those that the script itself claims by :status
    #[arg(long, value_name = "ANSWERS", conflicts_with_all = ["answer", "crash"])]
    expect: Option<String>,

    /// The wrong answer: sat, unsat or unknown; or several, for checks that follow each other
    #[arg(long, value_name = "ANSWERS", conflicts_with_all = ["crash", "invalid_model"])]
    answer: Option<String>,

    /// The solver crashes, wherever
    #[arg(long, conflicts_with = "invalid_model")]
    crash: bool,

    /// The solver gives a model that is wrong, by its own check or ours
    #[arg(long)]
    invalid_model: bool,

    /// Wall-clock time per check
    #[arg(long, default_value = "10s", value_parser = duration)]
    timeout: Duration,

    /// How many releases are asked at once
    #[arg(long, short)]
    jobs: Option<NonZeroUsize>,

    /// Ask every release anew
    #[arg(long)]
    no_cache: bool,

    /// Print one JSON object per release, and a summary as the last line
    #[arg(long)]
    json: bool,
}

/// What releases are asked about.
struct Subject {
    name: String,
    question: Question,
    solver: SolverSpec,
    /// A finding, and its folder.
    finding: Option<(PathBuf, Finding)>,
}

/// A release, as JSON.
#[derive(Debug, Serialize)]
struct ReleaseLine<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    finding: Option<&'a str>,
    version: &'a str,
    answer: Option<&'a Answers>,
    shows: Option<bool>,
    /// Why it could not be asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// The last line of `--json`.
#[derive(Debug, Serialize)]
struct SummaryLine<'a> {
    summary: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    finding: Option<&'a str>,
    solver: &'a str,
    introduced: Option<String>,
    last_bad: Option<String>,
    fixed: Option<String>,
    intervals: Vec<Interval>,
    /// Releases that there are and that were not asked.
    not_asked: &'a [String],
}

/// Tells the log of the campaign that a finding's folder is of, if it is of one: lists of bugs are made
/// from logs.
fn note_in_log(
    folder: &Path,
    bucket: &str,
    history: campaign::history::History,
) -> anyhow::Result<()> {
    let folder = folder.canonicalize()?;
    let campaign = folder.parent().and_then(Path::parent);
    let Some(campaign) = campaign.filter(|campaign| read_log(campaign).is_ok()) else {
        return Ok(());
    };
    match Folder::open(campaign) {
        Ok((mut store, _)) => {
            let event = Event::History {
                bucket: bucket.to_owned(),
                history: Box::new(history),
            };
            let told = || format!("cannot write the log in {}", campaign.display());
            store.append(event).with_context(told)?;
        }
        // Whoever is at work there dates it, too.
        Err(why) => eprintln!("nuthatch: not noted in {}: {why}", campaign.display()),
    }
    Ok(())
}

impl History {
    pub fn run(self) -> anyhow::Result<Exit> {
        let stop = crate::interrupt::flag()?;
        let subjects = self.subjects()?;
        let depot = Depot::of_user()?;
        let cache = match self.no_cache {
            true => HistoryCache::default(),
            false => HistoryCache::open(&user_file(&depot, "history.jsonl")),
        };
        let mut exit = Exit::Success;
        for mut subject in subjects {
            let chosen = choose(&depot, &subject.solver, &self.versions)?;
            if let Some(why) = &chosen.offline {
                eprintln!("nuthatch: only releases that are installed are asked: {why}");
            }
            let Some(dated) = self.date(&subject, &chosen, &cache, stop)? else {
                return Ok(Exit::Interrupted);
            };
            self.print(&subject, &chosen, &dated)?;
            let shows = dated.history.releases.iter().any(|r| r.shows == Some(true));
            if shows {
                exit = Exit::Found;
            }
            let is_whole = !matches!(self.versions, Versions::These(_)) && self.solver.is_none();
            if let Some((folder, finding)) = subject.finding.as_mut().filter(|_| is_whole) {
                finding.history = Some(Box::new(dated.history.clone()));
                report::rewrite_folder(folder, finding)
                    .with_context(|| format!("cannot write {}", folder.display()))?;
                note_in_log(folder, &finding.bucket, dated.history)?;
            }
        }
        Ok(exit)
    }

    fn date(
        &self,
        subject: &Subject,
        chosen: &Chosen,
        cache: &HistoryCache,
        stop: &'static AtomicBool,
    ) -> anyhow::Result<Option<Dated>> {
        let config =
            |solver: &Solver, mode: Mode| session(solver, mode, self.timeout, 2048, 0, stop);
        // Interpretations of Horn systems are put into every clause, by others if there are any.
        let mut judges = Vec::new();
        if subject.question.symptom == Symptom::Interpretation {
            judges = other_solvers(&[], false)?;
            let is_other = |judge: &Solver| judge.profile.name != chosen.solver;
            if judges.iter().any(is_other) {
                judges.retain(is_other);
            }
        }
        let jobs = self.jobs.or(std::thread::available_parallelism().ok());
        let historian = Historian {
            asking: Asking {
                open: &sessions,
                config: &config,
                jobs: jobs.map_or(1, NonZeroUsize::get),
            },
            judges: &judges,
            cache,
            stop: &|| stop.load(Ordering::Relaxed),
        };
        let bar = bar(chosen.candidates.len(), "releases");
        let tick = || bar.inc(1);
        let dated = historian.date(&chosen.solver, &subject.question, &chosen.candidates, &tick);
        bar.finish_and_clear();
        let Some(dated) = dated else {
            return Ok(None);
        };
        for (version, why) in &dated.missing {
            eprintln!(
                "nuthatch: {} {version} cannot be asked: {why}",
                chosen.solver
            );
        }
        if dated.history.releases.is_empty() {
            bail!(
                "there is no release of {} that could be asked",
                chosen.solver
            );
        }
        Ok(Some(dated))
    }

    fn print(&self, subject: &Subject, chosen: &Chosen, dated: &Dated) -> anyhow::Result<()> {
        let mut out = std::io::stdout().lock();
        let history = &dated.history;
        if self.json {
            let finding = subject.finding.as_ref().map(|_| subject.name.as_str());
            for release in &history.releases {
                let line = ReleaseLine {
                    finding,
                    version: &release.version,
                    answer: Some(&release.answer),
                    shows: release.shows,
                    error: None,
                };
                writeln!(out, "{}", serde_json::to_string(&line)?)?;
            }
            for (version, why) in &dated.missing {
                let line = ReleaseLine {
                    finding,
                    version,
                    answer: None,
                    shows: None,
                    error: Some(why.to_string()),
                };
                writeln!(out, "{}", serde_json::to_string(&line)?)?;
            }
            let summary = history.summary();
            let line = SummaryLine {
                summary: true,
                finding,
                solver: &chosen.solver,
                introduced: summary.introduced,
                last_bad: summary.last_bad,
                fixed: summary.fixed,
                intervals: summary.intervals,
                not_asked: &chosen.left_out,
            };
            writeln!(out, "{}", serde_json::to_string(&line)?)?;
            return Ok(());
        }
        writeln!(out, "{}", subject.name)?;
        let mut table = Table::new(&[&chosen.solver, "answer", "bug"]);
        for run in history.runs() {
            table.row([
                run.versions(),
                run.first.answer.to_string(),
                run.judged().to_owned(),
            ]);
        }
        table.print(&mut out)?;
        for sentence in history.told(&chosen.left_out) {
            writeln!(out, "{sentence}")?;
        }
        Ok(())
    }

    /// What is to be asked about.
    fn subjects(&self) -> anyhow::Result<Vec<Subject>> {
        let default = PathBuf::from("nuthatch-campaign");
        let what = self.what.as_ref().unwrap_or(&default);
        if what.is_dir() {
            let of_campaign = what.join("findings");
            let folders = match of_campaign.is_dir() {
                true => findings_in(&of_campaign)?,
                false => vec![what.clone()],
            };
            return folders
                .iter()
                .map(|folder| self.of_finding(folder))
                .collect();
        }
        if what.file_name() == Some(report::FINDING.as_ref()) {
            let folder = what.parent().unwrap_or(Path::new("."));
            return Ok(vec![self.of_finding(folder)?]);
        }
        Ok(vec![self.of_script(what)?])
    }

    fn of_finding(&self, folder: &Path) -> anyhow::Result<Subject> {
        let told = || folder.display().to_string();
        let finding = report::read_folder(folder)
            .with_context(|| format!("{} is not the folder of a finding", told()))?;
        let says = self.answer.is_some() || self.expect.is_some();
        if says || self.crash || self.invalid_model {
            bail!("what is wrong is known of a finding: --answer and the like are for scripts");
        }
        let question = Question::of(&finding);
        let solver = self.solver.as_ref().unwrap_or(&finding.solver.name);
        Ok(Subject {
            name: finding.title.clone(),
            question: question.with_context(|| format!("no script of {} tells", told()))?,
            solver: solver.parse()?,
            finding: Some((folder.to_owned(), finding)),
        })
    }

    fn of_script(&self, path: &Path) -> anyhow::Result<Subject> {
        let script = read_script(path)?;
        let symptom = self
            .symptom(&script)
            .with_context(|| path.display().to_string())?;
        let solver = match self.solver.as_deref().or(self.versions.solver()) {
            Some(name) => name.parse()?,
            None => find_solvers(&[])?.swap_remove(0).name.parse()?,
        };
        Ok(Subject {
            name: path.display().to_string(),
            question: Question {
                own_check: self.invalid_model,
                on_its_word: true,
                at_last: false,
                script,
                symptom,
            },
            solver,
            finding: None,
        })
    }

    /// What gives a release away, by the options and by what the script says of itself.
    fn symptom(&self, script: &[u8]) -> anyhow::Result<Symptom> {
        if checks(script) == 0 && !self.crash {
            bail!("there is no check in it");
        }
        if let Some(answers) = &self.answer {
            return Ok(Symptom::Answers(classes(answers)?));
        }
        if self.crash {
            return Ok(Symptom::Crash);
        }
        let due = match &self.expect {
            None => statuses(script),
            Some(answers) => {
                let classes = classes(answers)?;
                if classes.len() != checks(script) {
                    let (given, checks) = (classes.len(), checks(script));
                    bail!("it has {checks} checks, and --expect has {given} answers");
                }
                let due: Vec<Option<Status>> = classes.iter().map(|c| c.status()).collect();
                due
            }
        };
        if self.invalid_model {
            return Ok(Symptom::InvalidModel(due));
        }
        if due.iter().all(Option::is_none) {
            bail!(
                "it does not say what is right: say what is wrong with --expect, --answer, --crash or \
                 --invalid-model"
            );
        }
        Ok(Symptom::WrongAnswer(due))
    }
}

/// Answers with commas or spaces between.
fn classes(words: &str) -> anyhow::Result<Vec<AnswerClass>> {
    let words = words.split(|c: char| c == ',' || c.is_whitespace());
    let class = |word: &str| {
        let known = AnswerClass::from_word(word);
        let known = known.filter(|c| c.status().is_some() || *c == AnswerClass::Unknown);
        known.with_context(|| format!("`{word}` is no answer: sat, unsat and unknown are"))
    };
    let words = words.filter(|word| !word.is_empty());
    let classes: Vec<AnswerClass> = words.map(class).collect::<Result<_, _>>()?;
    match classes.is_empty() {
        true => bail!("there is no answer: sat, unsat and unknown are"),
        false => Ok(classes),
    }
}

/// The folders of a campaign's findings, by their names.
fn findings_in(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let told = || format!("cannot read {}", folder.display());
    let mut folders = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(told)? {
        let path = entry.with_context(told)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // Those that begin with a dot are not finished.
        if !name.starts_with('.') && path.join(report::FINDING).is_file() {
            folders.push(path);
        }
    }
    folders.sort();
    Ok(folders)
}
