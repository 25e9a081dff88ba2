//! An evaluation of settings: tables, and bugs over time as a picture.

use crate::json::GenerationTime;
use crate::plot::{Curve, plot};
use crate::table::Table;
use campaign::evaluation::Score;
use campaign::oracle;
use serde::Serialize;
use std::fmt::Write;

/// The picture, beside the text.
pub const EVALUATION_PLOT: &str = "evaluation.svg";
/// The text.
pub const EVALUATION: &str = "evaluation.md";

/// What was evaluated, for the text above the tables.
#[derive(Debug, Clone, Serialize)]
pub struct Evaluated {
    /// The solver, without a version.
    pub solver: String,
    /// Its releases that were tested, the oldest first.
    pub releases: Vec<String>,
    /// For how many seconds each setting had each release.
    pub seconds: f64,
    /// How many bugs of a list those releases have, if there is a list.
    pub listed: Option<usize>,
}

/// How many bugs there were over time, a curve per setting.
pub fn bugs_over_time(scores: &[Score], seconds: f64) -> String {
    let points: Vec<Vec<(f64, u64)>> = scores
        .iter()
        .map(|score| {
            let mut points = score.curve();
            // To the end of time, so that curves can be compared.
            let last = points.last().map_or(0, |(_, bugs)| *bugs);
            points.push((seconds, last));
            points
        })
        .collect();
    let curves = scores.iter().zip(&points);
    let curves = curves.map(|(score, points)| Curve {
        name: &score.setting,
        points,
    });
    plot(
        "Bugs by the release that fixed them",
        "seconds of each campaign",
        "bugs",
        &curves.collect::<Vec<_>>(),
    )
}

/// The evaluation as a text with tables.
pub fn evaluation_markdown(evaluated: &Evaluated, scores: &[Score]) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_markdown(evaluated, scores, &mut out);
    out
}

fn write_markdown(evaluated: &Evaluated, scores: &[Score], out: &mut String) -> std::fmt::Result {
    let Evaluated {
        solver,
        releases,
        seconds,
        listed,
    } = evaluated;
    let span = match (releases.first(), releases.last()) {
        (Some(first), Some(last)) if first != last => format!("{first} to {last}"),
        (Some(only), _) => only.clone(),
        _ => String::new(),
    };
    writeln!(out, "# {solver} {span}, {} releases\n", releases.len())?;
    writeln!(
        out,
        "Each setting had each release for {seconds:.0} s. A release that fixed what was found counts as \
         one bug, so there are too few where a release fixed several; *distinct* is by our own reckoning: \
         reduced scripts, operators and releases.\n"
    )?;
    let oracles = oracle::names();
    let heads = oracles.iter().map(|name| format!(" {name} |"));
    writeln!(
        out,
        "| setting | unique bugs | of correctness |{} not fixed | undated | findings | distinct |",
        heads.collect::<String>()
    )?;
    writeln!(out, "|{}", " --- |".repeat(oracles.len() + 7))?;
    for score in scores {
        let by_oracle = oracles
            .iter()
            .map(|name| format!(" {} |", score.unique_of(name)));
        writeln!(
            out,
            "| {} | {} | {} |{} {} | {} | {} | {} |",
            score.setting,
            score.unique(),
            score.unique_correctness(),
            by_oracle.collect::<String>(),
            score.not_fixed,
            score.undated,
            score.findings,
            score.bugs
        )?;
    }
    writeln!(out, "\n![Bugs over time]({EVALUATION_PLOT})\n")?;
    writeln!(
        out,
        "| setting | mutants an hour | answered | a mutant takes, in µs: average | least | most | deviation |\n\
         | --- | --- | --- | --- | --- | --- | --- |"
    )?;
    for score in scores {
        let times = &score.generation;
        writeln!(
            out,
            "| {} | {:.0} | {:.1} % | {:.1} | {:.1} | {:.1} | {:.1} |",
            score.setting,
            score.mutants_per_hour(),
            100.0 * score.answered as f64 / score.mutants.max(1) as f64,
            times.mean(),
            times.min,
            times.max,
            times.deviation()
        )?;
    }
    writeln!(out, "\nThe releases that fixed what was found:\n")?;
    for score in scores {
        let fixes = score.fixes.iter().map(|fix| {
            let oracles: Vec<&str> = fix.oracles.iter().map(String::as_str).collect();
            format!("{} ({})", fix.release, oracles.join(", "))
        });
        let fixes: Vec<String> = fixes.collect();
        writeln!(out, "- {}: {}", score.setting, fixes.join("; "))?;
    }
    let Some(listed) = listed else {
        return Ok(());
    };
    writeln!(
        out,
        "\nOf {listed} historical bugs that these releases have, found again by a mutant of a seed that \
         does not show them, or by a formula from nothing:\n"
    )?;
    for score in scores {
        let names: Vec<&str> = score.found_again.iter().map(String::as_str).collect();
        writeln!(
            out,
            "- {}: {} ({})",
            score.setting,
            names.len(),
            names.join(", ")
        )?;
    }
    Ok(())
}

/// The most important of it for a terminal.
pub fn evaluation_table(scores: &[Score]) -> Table {
    let mut table = Table::new(&[
        "setting",
        "unique",
        "correctness",
        "not fixed",
        "distinct",
        "findings",
        "mutants/h",
        "again",
    ]);
    for score in scores {
        table.row([
            score.setting.clone(),
            score.unique().to_string(),
            score.unique_correctness().to_string(),
            score.not_fixed.to_string(),
            score.bugs.to_string(),
            score.findings.to_string(),
            format!("{:.0}", score.mutants_per_hour()),
            score.found_again.len().to_string(),
        ]);
    }
    table
}

/// A setting as a line of JSON.
#[derive(Debug, Serialize)]
pub struct ScoreLine<'s> {
    #[serde(flatten)]
    score: &'s Score,
    unique: usize,
    unique_correctness: usize,
    mutants_per_hour: f64,
    generation_us: GenerationTime,
    /// Seconds and bugs.
    curve: Vec<(f64, u64)>,
}

impl<'s> From<&'s Score> for ScoreLine<'s> {
    fn from(score: &'s Score) -> Self {
        Self {
            score,
            unique: score.unique(),
            unique_correctness: score.unique_correctness(),
            mutants_per_hour: score.mutants_per_hour(),
            generation_us: score.generation.into(),
            curve: score.curve(),
        }
    }
}
