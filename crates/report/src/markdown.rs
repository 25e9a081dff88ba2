//! A finding as a report that a maintainer can act on.

use campaign::finding::{Finding, Kind, Spoken};
use mutate::rule::Direction;
use std::fmt::Write;

/// The report of a finding, of which there were so many like it.
pub fn markdown(finding: &Finding, count: usize) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_markdown(finding, count, &mut out);
    out
}

fn write_markdown(finding: &Finding, count: usize, out: &mut String) -> std::fmt::Result {
    writeln!(out, "# {}\n", finding.title)?;
    let what = match finding.kind {
        Kind::Soundness if finding.mutant.is_some() => {
            "The solver contradicts itself: one script follows from the other, and its answers to \
             the two cannot both be right."
        }
        Kind::Soundness => "The solver contradicts the script's own status and other solvers.",
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
    writeln!(out, "- seen {count} times in this campaign\n")?;
    if !finding.evidence.is_empty() {
        writeln!(out, "This rests on:\n")?;
        for evidence in &finding.evidence {
            writeln!(out, "- {evidence}")?;
        }
        writeln!(out)?;
    }
    script(out, "seed.smt2", &finding.seed)?;
    if let Some(mutant) = &finding.mutant {
        script(out, "mutant.smt2", mutant)?;
        steps(out, finding)?;
    }
    if !finding.opinions.is_empty() {
        writeln!(out, "## What others say\n")?;
        writeln!(
            out,
            "| solver | seed | mutant | the mutant is what it claims to be |"
        )?;
        writeln!(out, "| --- | --- | --- | --- |")?;
        for opinion in &finding.opinions {
            let claim = match (opinion.claim.as_str(), finding.mutant.is_some()) {
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
        writeln!(out)?;
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

fn steps(out: &mut String, finding: &Finding) -> std::fmt::Result {
    let (follows, from) = match finding.direction {
        Some(Direction::Under) => ("seed", "mutant"),
        _ => ("mutant", "seed"),
    };
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
        for line in String::from_utf8_lossy(&step.declare).lines() {
            writeln!(out, "  + {line}")?;
        }
        for line in String::from_utf8_lossy(&step.was).lines() {
            writeln!(out, "  - {line}")?;
        }
        for line in String::from_utf8_lossy(&step.put).lines() {
            writeln!(out, "  + {line}")?;
        }
        writeln!(out, "  ```")?;
    }
    writeln!(out)
}
