//! A finding as a report that a maintainer can act on.

use crate::folder::file_name;
use campaign::finding::{Finding, Opinion, Reduced, Reply};
use campaign::history::History;
use campaign::oracle;
use campaign::totals::Bucket;
use solve::AnswerClass;
use std::fmt::Write;

/// The report of a finding, with what is known of those like it, if it is part of a campaign.
pub fn markdown(finding: &Finding, bucket: Option<&Bucket>) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_markdown(finding, bucket, &mut out);
    out
}

fn write_markdown(
    finding: &Finding,
    bucket: Option<&Bucket>,
    out: &mut String,
) -> std::fmt::Result {
    writeln!(out, "# {}\n", finding.title)?;
    if let Some(oracle) = oracle::named(&finding.oracle) {
        writeln!(out, "{}\n", oracle.explanation(finding))?;
    }
    if let Some(setting) = finding.setting() {
        writeln!(out, "{setting}\n")?;
    }
    writeln!(
        out,
        "- solver: {} {}",
        finding.solver.name, finding.solver.version
    )?;
    writeln!(out, "- command: `{} FILE`", finding.solver.command)?;
    writeln!(out, "- logic: {}", finding.logic)?;
    writeln!(out, "- seed: {}", finding.source_name())?;
    if let Some(mode) = finding.mode {
        writeln!(out, "- first seen in mode: {}", mode.name())?;
    }
    writeln!(out, "- {}", finding.verdict)?;
    if let Some(bucket) = bucket {
        writeln!(out, "- seen {} times in this campaign", bucket.count)?;
        for (merged, why) in &bucket.merged {
            writeln!(out, "- {merged} is the same bug: {why}")?;
        }
    }
    writeln!(out)?;
    if !finding.evidence.is_empty() {
        writeln!(out, "This rests on:\n")?;
        for evidence in &finding.evidence {
            writeln!(out, "- {evidence}")?;
        }
        writeln!(out)?;
    }
    if let Some(reduced) = &finding.reduced {
        write_reduced(out, finding, reduced)?;
    }
    if let Some(history) = &finding.history {
        releases(out, history)?;
    }
    for (name, text, reply) in finding.scripts() {
        script(out, &file_name(&name), text, reply)?;
    }
    if finding.derivation.derived().steps() > 0 {
        steps(out, finding)?;
    }
    if !finding.opinions.is_empty() {
        writeln!(out, "## What others say\n")?;
        opinions(out, &finding.opinions)?;
    }
    writeln!(out, "## To see it again\n")?;
    writeln!(out, "    ./reproduce.sh\n    nuthatch replay .")
}

/// Which releases have it.
fn releases(out: &mut String, history: &History) -> std::fmt::Result {
    writeln!(out, "## Which releases have it\n")?;
    for sentence in history.told(&[]) {
        writeln!(out, "- {sentence}")?;
    }
    writeln!(
        out,
        "\n| {} | answer | bug |\n| --- | --- | --- |",
        history.solver
    )?;
    for run in history.runs() {
        let (versions, answer) = (run.versions(), &run.first.answer);
        writeln!(out, "| {versions} | {answer} | {} |", run.judged())?;
    }
    writeln!(out)
}

fn script(out: &mut String, name: &str, text: &[u8], reply: &Reply) -> std::fmt::Result {
    writeln!(out, "## {name}: {}\n", reply.answer)?;
    writeln!(
        out,
        "```smt2\n{}\n```\n",
        String::from_utf8_lossy(text).trim_end()
    )?;
    let output = reply.output.trim();
    if !output.is_empty() && output != reply.answer.to_string() {
        let short: String = output.lines().take(20).collect::<Vec<_>>().join("\n");
        writeln!(out, "It prints:\n\n```\n{short}\n```\n")?;
    }
    Ok(())
}

/// What is left when all that can go is gone.
fn write_reduced(out: &mut String, finding: &Finding, reduced: &Reduced) -> std::fmt::Result {
    if let Some(alone) = &reduced.alone {
        let left = &alone.script;
        script(out, &file_name("reduced script"), &left.script, &left.reply)?;
        let mut says: Vec<String> = Vec::new();
        for (name, answer) in &alone.others {
            says.push(format!("{name} says {answer}"));
        }
        if !says.is_empty() {
            writeln!(out, "Of this, {}.\n", says.join(", "))?;
        }
    }
    let Some(pair) = &reduced.pair else {
        return Ok(());
    };
    for (name, left) in [
        ("reduced seed", &pair.seed),
        ("reduced mutant", &pair.mutant),
    ] {
        script(out, &file_name(name), &left.script, &left.reply)?;
    }
    let argument = finding.derivation.derived().argument();
    writeln!(out, "{argument} This is all that they differ in:\n")?;
    writeln!(out, "```diff")?;
    for difference in &pair.differences {
        lines(out, "-", &difference.was)?;
        lines(out, "+", &difference.put)?;
    }
    writeln!(out, "```\n")?;
    opinions(out, &pair.opinions)
}

fn lines(out: &mut String, mark: &str, text: &[u8]) -> std::fmt::Result {
    for line in String::from_utf8_lossy(text).lines() {
        writeln!(out, "{mark} {line}")?;
    }
    Ok(())
}

fn opinions(out: &mut String, opinions: &[Opinion]) -> std::fmt::Result {
    let mutated = opinions.iter().any(|opinion| !opinion.parents.is_empty());
    writeln!(
        out,
        "{}",
        match mutated {
            true =>
                "| solver | seed | mutant | the mutant is what it claims to be |\n| --- | --- | --- | --- |",
            false => "| solver | says |\n| --- | --- |",
        }
    )?;
    for opinion in opinions {
        write!(
            out,
            "| {} {} |",
            opinion.solver.name, opinion.solver.version
        )?;
        if mutated {
            let parents: Vec<&str> = opinion.parents.iter().map(|class| class.word()).collect();
            let claim = match opinion.claim {
                None => "-",
                Some(AnswerClass::Unsat) => "proved",
                Some(AnswerClass::Sat) => "refuted",
                Some(other) => other.word(),
            };
            write!(
                out,
                " {} | {} | {claim} |",
                parents.join(", "),
                opinion.witness
            )?;
        } else {
            write!(out, " {} |", opinion.witness)?;
        }
        writeln!(out)?;
    }
    writeln!(out)
}

fn steps(out: &mut String, finding: &Finding) -> std::fmt::Result {
    let derived = finding.derivation.derived();
    writeln!(out, "## From seed to mutant\n\n{}\n", derived.argument())?;
    for step in derived.told() {
        let Some(replaced) = step.replaced else {
            writeln!(out, "1. {}", step.what)?;
            continue;
        };
        writeln!(out, "- {}:\n\n  ```diff", step.what)?;
        let (put, declared) = replaced.put.split_last().unwrap_or((&replaced.was, &[]));
        for text in declared {
            lines(out, "  +", text)?;
        }
        lines(out, "  -", &replaced.was)?;
        lines(out, "  +", put)?;
        writeln!(out, "  ```")?;
    }
    writeln!(out)
}
