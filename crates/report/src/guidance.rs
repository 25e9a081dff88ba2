//! What guided strategies have seen: different traces over time, and the weights of mutations.

use crate::plot::{Curve, plot};
use campaign::audience::Consumer;
use campaign::store::Entry;
use campaign::totals::{Change, Guidance, Totals};
use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The file with the report.
pub const GUIDANCE: &str = "guidance.md";
/// The file with the plot in it.
const PLOT: &str = "traces.svg";

/// Writes the report and its plot when a campaign ends.
pub struct GuidanceFile(pub PathBuf);

impl Consumer for GuidanceFile {
    fn event(&mut self, _: &Entry, _: &Change, _: &Totals) -> io::Result<()> {
        Ok(())
    }

    fn finished(&mut self, totals: &Totals) -> io::Result<()> {
        match totals.guidance.traces.is_empty() {
            true => Ok(()),
            false => write_guidance(&self.0, &totals.guidance),
        }
    }
}

fn write_guidance(folder: &Path, guidance: &Guidance) -> io::Result<()> {
    let curve = Curve {
        name: "different traces",
        points: &guidance.traces,
    };
    let title = "Different traces of the solver over time";
    fs::write(
        folder.join(PLOT),
        plot(title, "seconds", "traces", &[curve]),
    )?;
    fs::write(folder.join(GUIDANCE), text(guidance))
}

fn text(guidance: &Guidance) -> String {
    let mut out = format!("# Traces and mutations\n\n![different traces over time]({PLOT})\n\n");
    let (seconds, traces) = guidance.traces.last().copied().unwrap_or_default();
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "The solver was seen to do {traces} different things in {seconds:.0} seconds.\n\n\
         | mutation | tried | new traces | weight |\n| --- | ---: | ---: | ---: |"
    );
    let mut mutations: Vec<_> = guidance.mutations.iter().collect();
    mutations.sort_by(|(_, a), (_, b)| b.weight().total_cmp(&a.weight()));
    for (name, success) in mutations {
        let _ = writeln!(
            out,
            "| {name} | {} | {} | {:.3} |",
            success.tried,
            success.new,
            success.weight()
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use campaign::schedule::Success;

    #[test]
    fn mutations_are_listed_by_weight() {
        let folder = tempfile::tempdir().unwrap();
        let success = |tried, new| Success { tried, new };
        let mutations = [("lazy", success(8, 0)), ("busy", success(8, 7))];
        let mut guidance = Guidance::default();
        guidance.traces = vec![(0.0, 1), (3.0, 8)];
        guidance.mutations = mutations.map(|(name, s)| (name.to_owned(), s)).into();
        write_guidance(folder.path(), &guidance).unwrap();
        let text = fs::read_to_string(folder.path().join(GUIDANCE)).unwrap();
        let (busy, lazy) = (
            text.find("| busy | 8 | 7 | 0.800 |"),
            text.find("| lazy | 8 | 0 | 0.100 |"),
        );
        assert!(busy.unwrap() < lazy.unwrap(), "{text}");
        assert!(text.contains("8 different things in 3 seconds"));
        assert!(
            fs::read_to_string(folder.path().join(PLOT))
                .unwrap()
                .contains("<polyline")
        );
    }
}
