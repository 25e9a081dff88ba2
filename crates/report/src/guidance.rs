//! What was seen and where that has led: behaviours over time, what strategies, modes, rules and ways to choose
//! have brought, and where the solvers' time went.

use crate::plot::{Curve, plot};
use campaign::audience::Consumer;
use campaign::schedule::Success;
use campaign::store::Entry;
use campaign::tally::Tally;
use campaign::totals::{Change, Totals};
use solve::AnswerClass;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The file with the report.
pub const GUIDANCE: &str = "guidance.md";
/// The files with the plots in it.
const BEHAVIOURS: &str = "behaviours.svg";
const TRACES: &str = "traces.svg";

/// Writes the report and its plots when a campaign ends.
pub struct GuidanceFile(pub PathBuf);

impl Consumer for GuidanceFile {
    fn event(&mut self, _: &Entry, _: &Change, _: &Totals) -> io::Result<()> {
        Ok(())
    }

    fn finished(&mut self, totals: &Totals) -> io::Result<()> {
        match totals.modes.is_empty() {
            true => Ok(()),
            false => write_guidance(&self.0, totals),
        }
    }
}

fn write_guidance(folder: &Path, totals: &Totals) -> io::Result<()> {
    let guidance = &totals.guidance;
    let plots = [
        (BEHAVIOURS, "Behaviours", &guidance.behaviours),
        (TRACES, "Traces of Horn systems", &guidance.traces),
    ];
    for (file, what, points) in plots {
        if points.is_empty() {
            continue;
        }
        let title = format!("{what} of the solver over time");
        let name = "different ones";
        let picture = plot(&title, "seconds", what, &[Curve { name, points }]);
        fs::write(folder.join(file), picture)?;
    }
    fs::write(folder.join(GUIDANCE), text(totals))
}

fn text(totals: &Totals) -> String {
    let mut out = String::from("# What was seen, and where that has led\n");
    // Writing to a string cannot fail.
    let _ = write_text(totals, &mut out);
    out
}

fn write_text(totals: &Totals, out: &mut String) -> std::fmt::Result {
    let guidance = &totals.guidance;
    if let Some((seconds, behaviours)) = guidance.behaviours.last() {
        writeln!(
            out,
            "\n![behaviours over time]({BEHAVIOURS})\n\n\
             A behaviour is a counter of the solver and the magnitude of its value, alone or together with another counter. It was seen to have \
             {behaviours} different ones in {seconds:.0} seconds."
        )?;
    }
    writeln!(
        out,
        "\n## Strategies and modes\n\n\
         | strategy | mode | units | mutants | answered | a second | timeouts | did something rare | seconds |\n\
         | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    )?;
    for ((strategy, mode), brought) in &totals.modes {
        let tally = &brought.tally;
        writeln!(
            out,
            "| {strategy} | {mode} | {} | {} | {} | {:.1} | {} | {} | {:.1} |",
            brought.units,
            tally.mutants,
            answered(tally),
            answered(tally) as f64 / tally.seconds.max(1e-9),
            tally.answered(AnswerClass::Timeout),
            brought.sightings,
            tally.seconds
        )?;
    }
    if !totals.ways.is_empty() {
        writeln!(
            out,
            "\n## How seeds and mutants were chosen\n\n\
             | what is mutated | units | mutants | answered | did something rare | new buckets | seconds |\n\
             | --- | ---: | ---: | ---: | ---: | ---: | ---: |"
        )?;
    }
    for (way, brought) in &totals.ways {
        let tally = &brought.tally;
        writeln!(
            out,
            "| {way} | {} | {} | {} | {} | {} | {:.1} |",
            brought.units,
            tally.mutants,
            answered(tally),
            brought.sightings,
            brought.found,
            tally.seconds
        )?;
    }
    let tally = totals.tally();
    let all: f64 = tally.spent.values().sum::<f64>() + totals.reduction_seconds;
    writeln!(
        out,
        "\n## Where the solvers' time went\n\n| for | seconds | share |\n| --- | ---: | ---: |"
    )?;
    let spent = tally.spent.iter().map(|(purpose, s)| (purpose.name(), *s));
    for (name, seconds) in spent.chain([("reduction", totals.reduction_seconds)]) {
        let share = 100.0 * seconds / all.max(1e-9);
        writeln!(out, "| {name} | {seconds:.1} | {share:.1} % |")?;
    }
    write_yields("Rules", "did something rare", &guidance.rules, out)?;
    if let Some((seconds, traces)) = guidance.traces.last() {
        writeln!(
            out,
            "\n## Horn systems\n\n![different traces over time]({TRACES})\n\n\
             The solver was seen to leave {traces} different traces in {seconds:.0} seconds."
        )?;
        write_yields("Mutations", "new traces", &guidance.mutations, out)?;
    }
    Ok(())
}

fn write_yields(
    title: &str,
    what: &str,
    all: &BTreeMap<String, Success>,
    out: &mut String,
) -> std::fmt::Result {
    if all.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "\n## {title}\n\n| name | tried | {what} | weight |\n| --- | ---: | ---: | ---: |"
    )?;
    let mut all: Vec<_> = all.iter().collect();
    all.sort_by(|(_, a), (_, b)| b.weight().total_cmp(&a.weight()));
    for (name, success) in all {
        let Success { tried, new } = success;
        writeln!(
            out,
            "| {name} | {tried} | {new} | {:.3} |",
            success.weight()
        )?;
    }
    Ok(())
}

/// How many test cases were answered sat or unsat.
pub(crate) fn answered(tally: &Tally) -> u64 {
    tally.answered(AnswerClass::Sat) + tally.answered(AnswerClass::Unsat)
}

#[cfg(test)]
mod tests {
    use super::*;
    use campaign::tally::Purpose;
    use campaign::totals::YieldTotals;

    #[test]
    fn what_was_seen_is_told_with_what_brought_it() {
        let folder = tempfile::tempdir().unwrap();
        let success = |tried, new| Success { tried, new };
        let named = |all: [(&str, Success); 2]| all.map(|(name, s)| (name.to_owned(), s)).into();
        let mut totals = Totals::default();
        totals.guidance.traces = vec![(0.0, 1), (3.0, 8)];
        totals.guidance.behaviours = vec![(0.0, 5), (4.0, 70)];
        totals.guidance.mutations = named([("lazy", success(8, 0)), ("busy", success(8, 7))]);
        totals.guidance.rules = named([("dull", success(9, 0)), ("keen", success(9, 9))]);
        let mut brought = YieldTotals::default();
        (brought.units, brought.sightings) = (2, 3);
        brought.tally.answer(AnswerClass::Sat);
        brought.tally.answer(AnswerClass::Timeout);
        brought.tally.seconds = 0.5;
        brought.tally.spend(Purpose::Triage, 0.25);
        let key = ("toy".to_owned(), "reset".to_owned());
        brought.found = 1;
        totals.ways.insert("in turn".to_owned(), brought.clone());
        totals.modes.insert(key, brought);
        write_guidance(folder.path(), &totals).unwrap();
        let text = fs::read_to_string(folder.path().join(GUIDANCE)).unwrap();
        for line in [
            "| toy | reset | 2 | 2 | 1 | 2.0 | 1 | 3 | 0.5 |",
            "| in turn | 2 | 2 | 1 | 3 | 1 | 0.5 |",
            "70 different ones in 4 seconds",
            "8 different traces in 3 seconds",
        ] {
            assert!(text.contains(line), "{text}");
        }
        for (first, second) in [
            ("| busy | 8 | 7", "| lazy | 8 | 0"),
            ("| keen |", "| dull |"),
        ] {
            assert!(
                text.find(first).unwrap() < text.find(second).unwrap(),
                "{text}"
            );
        }
        for file in [BEHAVIOURS, TRACES] {
            let plot = fs::read_to_string(folder.path().join(file)).unwrap();
            assert!(plot.contains("<polyline"));
        }
    }
}
