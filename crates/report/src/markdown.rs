//! A finding as a report that a maintainer can act on.

use crate::file_name;
use campaign::finding::{Finding, Kind, Opinion, Reduced, Spoken};
use mutate::rule::Direction;
use std::fmt::Write;

/// The report of a finding, of which there were so many like it, if that is known.
pub fn markdown(finding: &Finding, count: Option<usize>) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_markdown(finding, count, &mut out);
    out
}

fn write_markdown(finding: &Finding, count: Option<usize>, out: &mut String) -> std::fmt::Result {
    writeln!(out, "# {}\n", finding.title)?;
    let what = match finding.kind {
        Kind::Soundness if !finding.chain.is_empty() => {
            "The solver contradicts itself: each mutation from the one script to the other keeps \
             the answer, and its answers to the two differ."
        }
        Kind::Soundness if finding.mutant.is_some() => {
            "The solver contradicts itself: one script follows from the other, and its answers to \
             the two cannot both be right."
        }
        Kind::Soundness => {
            "The solver contradicts the script's own status, other solvers or a proof."
        }
        Kind::Model => "The solver says sat, and its model is none.",
        Kind::Crash => "The solver breaks.",
    };
    writeln!(out, "{what}\n")?;
    writeln!(
        out,
        "- solver: {} {}",
        finding.solver.name, finding.solver.version
    )?;
    writeln!(out, "- command: `{} FILE`", finding.solver.command)?;
    writeln!(out, "- logic: {}", finding.logic)?;
    writeln!(out, "- seed: {}", finding.seed_name)?;
    writeln!(out, "- {}", finding.verdict)?;
    if let Some(count) = count {
        writeln!(out, "- seen {count} times in this campaign")?;
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
    script(out, "seed.smt2", &finding.seed)?;
    if let Some(mutant) = &finding.mutant {
        script(out, "mutant.smt2", mutant)?;
    }
    if !finding.steps.is_empty() {
        steps(out, finding)?;
    }
    if !finding.chain.is_empty() {
        writeln!(
            out,
            "## From seed to mutant\n\nEach of these keeps the answer:\n"
        )?;
        for step in &finding.chain {
            writeln!(out, "1. `{}`", step.replace('`', "'"))?;
        }
        writeln!(out)?;
    }
    if !finding.opinions.is_empty() {
        writeln!(out, "## What others say\n")?;
        opinions(out, &finding.opinions, finding.mutant.is_some())?;
    }
    writeln!(out, "## To see it again\n")?;
    writeln!(out, "    ./reproduce.sh\n    nuthatch replay .")
}

fn script(out: &mut String, name: &str, spoken: &Spoken) -> std::fmt::Result {
    writeln!(out, "## {name}: {}\n", spoken.answer)?;
    writeln!(
        out,
        "```smt2\n{}\n```\n",
        String::from_utf8_lossy(&spoken.script).trim_end()
    )?;
    let output = spoken.output.trim();
    if !output.is_empty() && output != spoken.answer {
        let short: String = output.lines().take(20).collect::<Vec<_>>().join("\n");
        writeln!(out, "It prints:\n\n```\n{short}\n```\n")?;
    }
    Ok(())
}

/// What is left when all that can go is gone.
fn write_reduced(out: &mut String, finding: &Finding, reduced: &Reduced) -> std::fmt::Result {
    if let Some(alone) = &reduced.alone {
        script(out, &file_name("reduced script"), &alone.script)?;
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
    script(out, &file_name("reduced seed"), &pair.seed)?;
    script(out, &file_name("reduced mutant"), &pair.mutant)?;
    let (follows, from) = order(finding.direction);
    writeln!(
        out,
        "This is all that they differ in, and the {follows} follows from the {from}:\n"
    )?;
    writeln!(out, "```diff")?;
    for difference in &pair.differences {
        lines(out, "-", &difference.was)?;
        lines(out, "+", &difference.put)?;
    }
    writeln!(out, "```\n")?;
    opinions(out, &pair.opinions, true)
}

/// Which of the two follows from which.
fn order(direction: Option<Direction>) -> (&'static str, &'static str) {
    match direction {
        Some(Direction::Under) => ("seed", "mutant"),
        _ => ("mutant", "seed"),
    }
}

fn lines(out: &mut String, mark: &str, text: &[u8]) -> std::fmt::Result {
    for line in String::from_utf8_lossy(text).lines() {
        writeln!(out, "{mark} {line}")?;
    }
    Ok(())
}

fn opinions(out: &mut String, opinions: &[Opinion], mutated: bool) -> std::fmt::Result {
    writeln!(
        out,
        "| solver | seed | mutant | the mutant is what it claims to be |"
    )?;
    writeln!(out, "| --- | --- | --- | --- |")?;
    for opinion in opinions {
        let claim = match (opinion.claim.as_str(), mutated) {
            (_, false) => "-",
            ("unsat", _) => "proved",
            ("sat", _) => "refuted",
            (other, _) => other,
        };
        writeln!(
            out,
            "| {} {} | {} | {} | {claim} |",
            opinion.solver.name, opinion.solver.version, opinion.seed, opinion.mutant
        )?;
    }
    writeln!(out)
}

fn steps(out: &mut String, finding: &Finding) -> std::fmt::Result {
    let (follows, from) = order(finding.direction);
    writeln!(out, "## From seed to mutant\n")?;
    writeln!(out, "The {follows} follows from the {from}:\n")?;
    for step in &finding.steps {
        writeln!(
            out,
            "- rule `{}`, in the seed's {} form:\n",
            step.rule,
            match step.form {
                mutate::step::Form::Cnf => "conjunctive normal",
                mutate::step::Form::Polarity => "own",
            }
        )?;
        writeln!(out, "  ```diff")?;
        lines(out, "  +", &step.declare)?;
        lines(out, "  -", &step.was)?;
        lines(out, "  +", &step.put)?;
        writeln!(out, "  ```")?;
    }
    writeln!(out)
}
