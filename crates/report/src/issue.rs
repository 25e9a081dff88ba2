//! A finding as an issue that a maintainer would accept unchanged: the minimal script, the plain command,
//! what it prints, what is right and why, and since when.
//!
//! What is only for the person who reports stands in comments, which trackers do not show.

use crate::policy::{Policy, refusals};
use campaign::finding::{AnsweredScript, Finding, Ground, ReducedPair};
use campaign::history::History;
use campaign::oracle;
use smt::Status;
use solve::{AnswerClass, SolverSpec, Version};
use std::fmt::{self, Write};

/// The file that it is written to.
pub const ISSUE: &str = "issue.md";

/// How many lines of what a solver prints are shown at most.
const LINES: usize = 30;

/// The issue of a finding.
pub fn issue(finding: &Finding) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = Issue::of(finding).write(&mut out);
    out
}

struct Issue<'f> {
    finding: &'f Finding,
    /// How the project writes its name.
    name: String,
    /// What anybody would type.
    command: String,
    /// The release, without a packaging's own number.
    version: String,
}

impl<'f> Issue<'f> {
    fn of(finding: &'f Finding) -> Self {
        let spec = finding.solver.name.parse::<SolverSpec>().ok();
        let profile = spec.as_ref().map(SolverSpec::judged_profile);
        let binary = profile.and_then(|profile| profile.binaries.first());
        let mut command = binary
            .cloned()
            .unwrap_or_else(|| finding.solver.name.clone());
        let options = spec.iter().flat_map(|spec| &spec.options);
        let check = profile.iter().flat_map(|profile| &profile.models.check);
        let checked = is_checked(finding, &check.clone().collect::<Vec<_>>());
        // Some take no push otherwise.
        let incremental = profile
            .iter()
            .flat_map(|profile| &profile.input.incremental);
        let incremental = incremental.filter(|_| finding.setting().is_some());
        let options = options.chain(check.filter(|_| checked)).chain(incremental);
        for option in options {
            command.push(' ');
            command.push_str(option);
        }
        let policy = Policy::of_finding(finding);
        Self {
            finding,
            name: match (policy, profile) {
                (Some(policy), _) => policy.name.clone(),
                (None, Some(profile)) if binary.is_some() => profile.name.clone(),
                _ => finding.solver.name.clone(),
            },
            command,
            version: Version::new(&finding.solver.version).release(),
        }
    }

    fn write(&self, out: &mut String) -> fmt::Result {
        let finding = self.finding;
        self.write_remarks(out)?;
        writeln!(out, "# {}\n", self.title())?;
        let reduced = finding.reduced.as_deref();
        let alone = reduced.and_then(|reduced| reduced.alone.as_ref());
        match (alone, reduced.and_then(|reduced| reduced.pair.as_ref())) {
            (Some(alone), _) => {
                self.write_script(out, &alone.script, "bug.smt2")?;
                self.write_right_answer(out, &alone.script)?;
                for ground in &alone.grounds {
                    write_ground(out, ground)?;
                }
                let others = alone.others.iter();
                let others = others.map(|(name, answer)| format!("{name} says `{answer}`."));
                write_lines(out, others)?;
            }
            (None, Some(pair)) => self.write_pair(out, pair)?,
            (None, None) => self.write_unreduced(out)?,
        }
        if let Some(setting) = finding.setting() {
            writeln!(out, "{setting}\n")?;
        }
        if alone.is_none_or(|alone| alone.grounds.is_empty()) {
            let evidence = finding.evidence.iter().map(|evidence| sentence(evidence));
            write_lines(out, evidence)?;
        }
        writeln!(out, "Version: {} {}", self.name, self.version)?;
        if let Some(history) = &finding.history {
            write_history(out, history)?;
        }
        Ok(())
    }

    /// What the person who reports should know, and the tracker need not.
    fn write_remarks(&self, out: &mut String) -> fmt::Result {
        let finding = self.finding;
        for refusal in refusals(finding) {
            writeln!(
                out,
                "<!-- Better not reported: {} does not want this. {}. {} -->",
                self.name,
                upper(&refusal.what),
                refusal.links.join(" ")
            )?;
        }
        if finding.reduced.is_none() {
            writeln!(out, "<!-- Not reduced yet: nuthatch reduce --finding . -->")?;
        }
        if finding.history.is_none() {
            writeln!(out, "<!-- Not dated yet: nuthatch history . -->")?;
        }
        let newest = finding
            .history
            .as_ref()
            .and_then(|history| history.newest());
        if let Some(newest) = newest.filter(|newest| newest.shows == Some(false)) {
            writeln!(
                out,
                "<!-- No longer there in {}: nothing to report. -->",
                newest.version
            )?;
        }
        if oracle::named(&finding.oracle).is_some_and(|oracle| !oracle.is_proved()) {
            writeln!(
                out,
                "<!-- Nobody but the solver's own check says that anything is wrong. -->"
            )?;
        }
        let Some(policy) = Policy::of_finding(finding) else {
            return Ok(());
        };
        write!(out, "<!-- For {}", policy.tracker)?;
        if let Some(most) = policy.per_week {
            write!(out, "; at most {most} reports a week are welcome")?;
        }
        for ask in &policy.asks {
            write!(out, "; {ask}")?;
        }
        writeln!(out, ". -->")
    }

    fn title(&self) -> String {
        let Finding { logic, .. } = self.finding;
        let (answer, right) = (self.finding.answer(), self.right_answer());
        let is_model = answer.are(AnswerClass::InvalidModel);
        let what = match self.finding.oracle.as_str() {
            "crash" => "Crash".to_owned(),
            "self-reported" => "check of the model fails".to_owned(),
            "model" => "Invalid model".to_owned(),
            "interpretation" => "Invalid interpretation of a Horn system".to_owned(),
            _ => match right {
                Some(right) => format!("Soundness: `{}` instead of `{right}`", right.other()),
                None if is_model => "Invalid model".to_owned(),
                None => format!("Soundness: contradicting answers (`{answer}`)"),
            },
        };
        // A quoted symbol may have lines of its own.
        let logic: String = logic.chars().filter(|c| !c.is_control()).collect();
        upper(&format!("{what} ({logic})"))
    }

    /// The answer that the reduced script should have, if that is what is wrong and anything but our
    /// construction says so. Where a script has several checks, nobody is told which one.
    fn right_answer(&self) -> Option<Status> {
        let oracle = oracle::named(&self.finding.oracle)?;
        let alone = self.finding.reduced.as_ref()?.alone.as_ref()?;
        let given = &alone.script.reply.answer;
        let one = given.0.len() == 1 && oracle.contradicts();
        let both = [Status::Sat, Status::Unsat];
        let right = both.into_iter().find(|right| given.claim(right.other()))?;
        let others = alone.others.iter();
        let said = others
            .filter(|(_, answer)| answer.claim(right.other()))
            .count()
            == 0
            && alone.others.iter().any(|(_, answer)| answer.claim(right));
        let is_model = |ground: &Ground| matches!(ground, Ground::Model { .. });
        let shown = right == Status::Sat && alone.grounds.iter().any(is_model);
        (one && (said || shown)).then_some(right)
    }

    fn write_script(&self, out: &mut String, answered: &AnsweredScript, file: &str) -> fmt::Result {
        let text = String::from_utf8_lossy(&answered.script);
        let text = text.trim_end();
        writeln!(out, "{}", fenced("smt2", text))?;
        let printed = answered.reply.output.trim();
        let printed = match printed.is_empty() {
            true => answered.reply.answer.to_string(),
            false => printed.to_owned(),
        };
        let mut lines: Vec<&str> = printed.lines().take(LINES + 1).collect();
        if lines.len() > LINES {
            lines.truncate(LINES);
            lines.push("...");
        }
        let session = format!("$ {} {file}\n{}", self.command, lines.join("\n"));
        writeln!(out, "{}", fenced("", &session))
    }

    fn write_right_answer(&self, out: &mut String, answered: &AnsweredScript) -> fmt::Result {
        match self.right_answer() {
            Some(right) if self.finding.setting().is_some() => {
                writeln!(out, "It should say `{right}` to the last check.\n")
            }
            Some(right) => writeln!(out, "It should say `{right}`.\n"),
            None if answered.reply.answer.are(AnswerClass::Crash) => Ok(()),
            None if answered.reply.answer.are(AnswerClass::InvalidModel) => {
                writeln!(out, "It says sat, and its model is none.\n")
            }
            None => match oracle::named(&self.finding.oracle) {
                Some(oracle) => writeln!(out, "{}\n", oracle.explanation(self.finding)),
                None => Ok(()),
            },
        }
    }

    /// Two scripts whose answers contradict each other.
    fn write_pair(&self, out: &mut String, pair: &ReducedPair) -> fmt::Result {
        self.write_script(out, &pair.seed, "first.smt2")?;
        self.write_script(out, &pair.mutant, "second.smt2")?;
        let argument = self.finding.derivation.derived().argument();
        writeln!(out, "Both answers cannot be right. {argument}\n")?;
        let opinions = pair.opinions.iter().map(|opinion| {
            let of_first = opinion.parents.first();
            let of_first = of_first.map_or("-", |class| class.word());
            let proved = match opinion.claim {
                Some(AnswerClass::Unsat) => ", and proves that one follows from the other",
                _ => "",
            };
            let name = &opinion.solver.name;
            format!(
                "{name} says `{of_first}` of the first and `{}` of the second{proved}.",
                opinion.witness
            )
        });
        write_lines(out, opinions)
    }

    fn write_unreduced(&self, out: &mut String) -> fmt::Result {
        let finding = self.finding;
        for (name, text, reply) in finding.scripts() {
            let answered = AnsweredScript {
                script: text.to_vec(),
                reply: reply.clone(),
            };
            self.write_script(out, &answered, &crate::folder::file_name(&name))?;
        }
        if let Some(oracle) = oracle::named(&finding.oracle) {
            writeln!(out, "{}\n", oracle.explanation(finding))?;
        }
        writeln!(out, "{}\n", sentence(&finding.verdict))
    }
}

/// Whether what is shown is what the solver prints with its own check, which these options turn on: it is what
/// that says, or the solver was seen to do something else without it.
fn is_checked(finding: &Finding, check: &[&String]) -> bool {
    let horn = finding.oracle == "interpretation";
    let alone = finding.reduced_script();
    let reply = alone.map_or(&finding.witness.reply, |alone| &alone.reply);
    let was_asked = check
        .iter()
        .all(|option| finding.solver.command.contains(option.as_str()));
    let of_reduced = finding.reduced.as_ref().and_then(|r| r.alone.as_ref());
    match reply.answer.are(AnswerClass::InvalidModel) {
        true => !horn && (alone.is_some() || was_asked),
        false => of_reduced.map_or(was_asked, |alone| !alone.options.is_empty()),
    }
}

/// A text in a fence that nothing in it can end.
fn fenced(language: &str, text: &str) -> String {
    let runs = text.split(|c| c != '`').map(str::len);
    let fence = "`".repeat(runs.max().unwrap_or(0).max(2) + 1);
    format!("{fence}{language}\n{text}\n{fence}\n")
}

fn write_ground(out: &mut String, ground: &Ground) -> fmt::Result {
    match ground {
        Ground::Model { model, .. } if !model.contains(|c: char| c.is_alphanumeric()) => writeln!(
            out,
            "It has no constant to choose a value for, and evaluating each assertion shows that it is true.\n"
        ),
        Ground::Model { whose, model } => writeln!(
            out,
            "This is a model (by {whose}), as evaluating each assertion in it shows:\n\n{}",
            fenced("smt2", model)
        ),
        Ground::NoModel { explanation, model } => writeln!(
            out,
            "Evaluated in its model, an assertion does not hold:\n\n{}\n{}",
            fenced("", explanation),
            fenced("smt2", model)
        ),
    }
}

/// What releases do: of those that were asked, which need not be all.
fn write_history(out: &mut String, history: &History) -> fmt::Result {
    let summary = history.summary();
    let (Some(oldest), Some(newest)) = (history.releases.first(), history.newest()) else {
        return Ok(());
    };
    let (count, oldest) = (history.releases.len(), &oldest.version);
    writeln!(
        out,
        "\nOf {count} releases that were asked, {oldest} to {}:\n",
        newest.version
    )?;
    match (&summary.introduced, summary.intervals.first()) {
        (Some(version), _) => writeln!(out, "- introduced in {version}")?,
        (None, Some(first)) => writeln!(out, "- introduced in {} or before", first.first)?,
        (None, None) => {}
    }
    if let Some(good) = history.last_good() {
        writeln!(out, "- last good: {good}")?;
    }
    if summary.intervals.len() > 1 {
        let spans = summary.intervals.iter();
        let spans: Vec<String> = spans.map(ToString::to_string).collect();
        writeln!(out, "- it came and went: {}", spans.join(", "))?;
    }
    if let Some(fixed) = &summary.fixed {
        writeln!(out, "- fixed in {fixed}")?;
    }
    let has = match newest.shows {
        Some(true) => "has it".to_owned(),
        Some(false) => "does not have it".to_owned(),
        None => format!("cannot tell (`{}`)", newest.answer),
    };
    writeln!(out, "- the newest, {}, {has}", newest.version)
}

fn write_lines(out: &mut String, lines: impl Iterator<Item = String>) -> fmt::Result {
    let mut some = false;
    for line in lines {
        some = true;
        writeln!(out, "- {line}")?;
    }
    match some {
        true => writeln!(out),
        false => Ok(()),
    }
}

/// With a capital and a full stop.
fn sentence(text: &str) -> String {
    let end = if text.ends_with(['.', ':']) { "" } else { "." };
    format!("{}{end}", upper(text))
}

fn upper(text: &str) -> String {
    let mut rest = text.chars();
    match rest.next() {
        Some(first) => first.to_uppercase().chain(rest).collect(),
        None => String::new(),
    }
}
