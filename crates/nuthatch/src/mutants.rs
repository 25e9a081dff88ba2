//! Where mutants are written to, and what is told of making them.

use anyhow::Context;
use campaign::tally::Times;
use mutate::rule::Direction;
use mutate::step::Step;
use serde::{Deserialize, Serialize};
use smt::Status;
use std::collections::BTreeSet;
use std::collections::HashSet;
use std::fmt;
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// All that is needed to make a mutant again from its seed.
#[derive(Debug, Serialize, Deserialize)]
pub struct StepsFile<S> {
    /// What the mutants of the seed are called: the file's name, and which check of several.
    pub seed: String,
    /// Which part of the file the seed is.
    pub part: Part,
    /// The mutant's number among them.
    pub number: u64,
    /// Where random numbers started.
    pub random: u64,
    /// Which way it approximates the seed.
    pub direction: Direction,
    /// The answer it has to have, if that of the seed is known.
    pub answer: Option<Status>,
    /// What was done.
    pub steps: S,
}

/// Which part of a file a seed is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// What one of its checks asks, counted from 0.
    Check(usize),
    /// All of it.
    Whole,
}

/// Where mutants go.
#[derive(Debug)]
pub enum Sink {
    /// Into a folder, a file each, and a file with its steps.
    Folder(PathBuf),
    /// One after the other.
    Stream(StreamSink),
}

/// A file or standard output.
pub struct StreamSink(BufWriter<Box<dyn Write>>);

impl fmt::Debug for StreamSink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StreamSink")
    }
}

impl Sink {
    /// A folder, which is made, unless there is a file of that name; without a name, standard
    /// output.
    pub fn open(path: Option<&Path>) -> anyhow::Result<Self> {
        let stream = |out: Box<dyn Write>| Ok(Self::Stream(StreamSink(BufWriter::new(out))));
        let Some(path) = path else {
            return stream(Box::new(std::io::stdout()));
        };
        let told = || path.display().to_string();
        if path.exists() && !path.is_dir() {
            return stream(Box::new(File::create(path).with_context(told)?));
        }
        std::fs::create_dir_all(path).with_context(told)?;
        Ok(Self::Folder(path.to_path_buf()))
    }

    /// Writes a seed as it is before it is mutated.
    pub fn write_seed(&mut self, name: &str, text: &[u8]) -> anyhow::Result<()> {
        match self {
            Self::Folder(folder) => write_file(&folder.join(format!("{name}.smt2")), text),
            Self::Stream(StreamSink(out)) => Ok(out.write_all(text)?),
        }
    }

    /// Writes a mutant and its steps.
    pub fn write(&mut self, made: &StepsFile<&[Step]>, text: &[u8]) -> anyhow::Result<()> {
        let name = format!("{}.{:06}", made.seed, made.number);
        let mut header = Vec::with_capacity(256);
        write_header(made, &mut header)?;
        self.put(&name, &header, made, text)
    }

    /// Writes a mutant of a name, with comments before it and its steps beside it.
    pub fn put(
        &mut self,
        name: &str,
        header: &[u8],
        steps: &impl Serialize,
        text: &[u8],
    ) -> anyhow::Result<()> {
        match self {
            Self::Folder(folder) => {
                write_file(
                    &folder.join(format!("{name}.smt2")),
                    &[header, text].concat(),
                )?;
                let steps = serde_json::to_vec_pretty(steps)?;
                write_file(&folder.join(format!("{name}.steps.json")), &steps)
            }
            Self::Stream(StreamSink(out)) => {
                out.write_all(header)?;
                out.write_all(text)?;
                Ok(writeln!(out)?)
            }
        }
    }

    /// Writes what is still held back.
    pub fn flush(&mut self) -> std::io::Result<()> {
        match self {
            Self::Folder(_) => Ok(()),
            Self::Stream(StreamSink(out)) => out.flush(),
        }
    }
}

fn write_file(path: &Path, text: &[u8]) -> anyhow::Result<()> {
    std::fs::write(path, text).with_context(|| path.display().to_string())
}

/// What people want to know of a mutant, in comments; and its status.
fn write_header(made: &StepsFile<&[Step]>, out: &mut impl Write) -> std::io::Result<()> {
    let what = match made.direction {
        _ if made.steps.iter().all(|step| step.equal) => "equivalent to it",
        Direction::Over => "an over-approximation",
        Direction::Under => "an under-approximation",
    };
    writeln!(
        out,
        "; mutant {} of {}, {what} (random seed {})",
        made.number, made.seed, made.random
    )?;
    for step in made.steps {
        let one_line = |text: &[u8]| {
            let text = String::from_utf8_lossy(text);
            let words: Vec<&str> = text.split_whitespace().collect();
            match words.join(" ") {
                long if long.chars().count() > 160 => long.chars().take(160).chain(['…']).collect(),
                short => short,
            }
        };
        writeln!(
            out,
            "; {} ({}): {} -> {}",
            step.rule,
            step.form.name(),
            one_line(&step.was),
            one_line(&step.put)
        )?;
    }
    write_status(made.answer, out)
}

/// The answer that is due, as the script tells it.
pub fn write_status(answer: Option<Status>, out: &mut impl Write) -> std::io::Result<()> {
    let answer = answer.map_or("unknown", Status::word);
    writeln!(out, "(set-info :status {answer})")
}

/// Times of making mutants, and how many of them differ.
#[derive(Debug, Default)]
pub struct Statistics {
    seeds: usize,
    set_up: Duration,
    times: Times,
    distinct: usize,
    of_seed: HashSet<u64>,
}

impl Statistics {
    /// A seed was prepared.
    pub fn set_up(&mut self, elapsed: Duration) {
        self.seeds += 1;
        self.set_up += elapsed;
    }

    /// A mutant was made.
    pub fn made(&mut self, elapsed: Duration, text: &[u8]) {
        self.times.add(elapsed.as_secs_f64() * 1e6);
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        self.distinct += usize::from(self.of_seed.insert(hasher.finish()));
    }

    /// Whether nothing was made.
    pub fn is_empty(&self) -> bool {
        self.times.count == 0
    }

    /// The mutants of a seed are complete.
    pub fn next_seed(&mut self) {
        self.of_seed.clear();
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} mutants of {} seeds, {:.1} % distinct; {}, {:.0} µs to set up a seed",
            self.times.count,
            self.seeds,
            100.0 * self.distinct as f64 / self.times.count.max(1) as f64,
            self.times,
            self.set_up.as_secs_f64() * 1e6 / self.seeds.max(1) as f64
        )
    }
}

/// Names as they are, but for those that were there before: these are numbered.
pub fn unique(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let other = |name: String| {
        let numbered = (2..).map(|n| format!("{name}-{n}"));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        let free = names.find(|name| seen.insert(name.clone()));
        free.unwrap_or(name)
    };
    names.map(other).collect()
}
