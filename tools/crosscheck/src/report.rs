//! Printing disagreements and the closing figures.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use crate::compare::{Comparison, Disagreement};
use crate::options::Options;
use crate::reference::Extent;

/// Longest piece of a term to print; a whole assertion can be megabytes.
const SHOWN_BYTES: usize = 160;

/// What came of one file.
#[derive(Debug)]
pub enum Outcome {
    /// yaspar accepts nothing of it that has a term, for this reason.
    NotChecked(String),
    /// yaspar accepts it, but our side does not get to any sorts, for this reason.
    OursFailed(Extent, String),
    /// Both sides know its sorts.
    Compared(Arc<str>, Extent, Comparison),
}

/// Figures over several files.
#[derive(Debug, Default)]
struct Figures {
    files: usize,
    files_agreed: usize,
    files_failed: usize,
    files_empty: usize,
    terms: usize,
    terms_agreed: usize,
    disagreements: usize,
}

/// Figures over all files.
#[derive(Debug, Default)]
pub struct Report {
    files: usize,
    whole: Figures,
    partly: Figures,
    not_checked: usize,
    reasons: HashMap<String, usize>,
}

impl Report {
    /// Prints what is to be said of a file and adds it to the figures.
    pub fn add(&mut self, file: &Path, outcome: Outcome, options: &Options) {
        self.files += 1;
        let extent = match &outcome {
            Outcome::NotChecked(reason) => {
                self.not_checked += 1;
                self.reason(reason);
                return;
            }
            Outcome::OursFailed(extent, _) | Outcome::Compared(_, extent, _) => extent.clone(),
        };
        let figures = match &extent {
            Extent::Whole => &mut self.whole,
            Extent::Partly { .. } => &mut self.partly,
        };
        figures.files += 1;
        match outcome {
            Outcome::Compared(text, _, comparison) => {
                figures.add(&comparison);
                print(file, &text, &comparison.disagreements, options.per_file);
            }
            Outcome::OursFailed(_, reason) => {
                figures.files_failed += 1;
                println!("{}: we fail: {reason}", file.display());
            }
            Outcome::NotChecked(_) => {}
        }
        if let Extent::Partly { reason, .. } = &extent {
            self.reason(reason);
        }
    }

    /// Whether the two sides agree wherever yaspar has an opinion.
    pub fn is_clean(&self) -> bool {
        [&self.whole, &self.partly]
            .iter()
            .all(|figures| figures.disagreements == 0 && figures.files_failed == 0)
    }

    /// Prints the closing figures.
    pub fn print_summary(&self, options: &Options) {
        if options.reasons {
            let mut reasons: Vec<_> = self.reasons.iter().collect();
            reasons.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
            for (reason, count) in reasons {
                println!("{count:6}  {reason}");
            }
        }
        println!("{} files", self.files);
        self.whole.print("type-checked by yaspar as they stand");
        self.partly
            .print("type-checked by yaspar without the commands it rejects");
        println!("{} files of which yaspar checks no term", self.not_checked);
    }

    /// Counts a reason, its numbers and names of places left out so that like ones are counted
    /// together.
    fn reason(&mut self, reason: &str) {
        let line = reason.lines().next().unwrap_or_default();
        let key = line.chars().filter(|c| !c.is_ascii_digit()).take(80);
        *self.reasons.entry(key.collect()).or_default() += 1;
    }
}

impl Figures {
    fn add(&mut self, comparison: &Comparison) {
        self.terms += comparison.compared;
        self.terms_agreed += comparison.agreed;
        self.disagreements += comparison.disagreements.len();
        self.files_empty += usize::from(comparison.compared == 0);
        self.files_agreed += usize::from(comparison.disagreements.is_empty());
    }

    fn print(&self, title: &str) {
        println!("{} files {title}:", self.files);
        println!("  files fully agreed      {:>9}", self.files_agreed);
        println!("    of which have no term {:>9}", self.files_empty);
        println!("  files we fail on        {:>9}", self.files_failed);
        println!("  terms compared          {:>9}", self.terms);
        println!("  terms agreed            {:>9}", self.terms_agreed);
        println!("  terms disagreed         {:>9}", self.disagreements);
    }
}

fn print(file: &Path, text: &str, disagreements: &[Disagreement], per_file: usize) {
    for disagreement in disagreements.iter().take(per_file) {
        let line = 1 + text[..disagreement.bytes.start].matches('\n').count();
        println!(
            "{}:{line}: {}",
            file.display(),
            excerpt(&text[disagreement.bytes.clone()])
        );
        println!("  we say     {}", disagreement.ours);
        println!("  yaspar has {}", disagreement.theirs);
    }
    if disagreements.len() > per_file {
        let more = disagreements.len() - per_file;
        println!("{}: {more} more disagreements", file.display());
    }
}

/// The beginning of a term, on one line.
fn excerpt(term: &str) -> String {
    let mut end = term.len().min(SHOWN_BYTES);
    while !term.is_char_boundary(end) {
        end -= 1;
    }
    let mut line = term[..end].split_whitespace().collect::<Vec<_>>().join(" ");
    if end < term.len() {
        line.push_str(" ...");
    }
    line
}
