//! `nuthatch generate`: formulas from nothing, whose answer is known.

use crate::choice::{Choice, choice};
use crate::exit::Exit;
use crate::making::theory;
use anyhow::{Context, bail};
use clap::Args;
use mutate::generate::{
    Answer, Bits, Coverage, FLOAT_CLASSES, Formula, Generator, GeneratorSettings, PRESETS, Theory,
};
use report::Table;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Generate formulas from nothing, whose answer is known
///
/// A satisfiable one comes with a model, an unsatisfiable one with the reason. Without -o scripts are
/// printed one after another, with (reset) between them and that in comments; with it each is a file,
/// and what it comes with another of the same name that ends in .why.
///
/// The same settings, seed and number make the same formula.
#[derive(Debug, Args)]
pub struct Generate {
    /// One of the generators of the literature, see --list-presets
    #[arg(long, value_name = "NAME", conflicts_with_all = ["theory", "answer", "bits"])]
    preset: Option<String>,

    /// List the presets and do nothing else
    #[arg(long)]
    list_presets: bool,

    /// What formulas are made of: any of bv, fp, int, real, string, array, uf, datatype, seq and
    /// quantifier
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "bv", value_parser = theory)]
    theory: Vec<Theory>,

    /// The answer that formulas are to have
    #[arg(long, default_value = "sat", value_parser = choice(ANSWERS))]
    answer: Answer,

    /// How many bits bit-vectors and floats have: few are 3 and 2+3, many 8 and 8+24
    #[arg(long, default_value = "mixed", value_parser = choice(BITS))]
    bits: Bits,

    /// Multiply and divide by numbers only
    #[arg(long)]
    linear: bool,

    /// How deep terms nest
    #[arg(long, value_name = "N")]
    depth: Option<u8>,

    /// How many terms are grown for an assertion
    #[arg(long, value_name = "N")]
    terms: Option<usize>,

    /// How many variables there are, at most; sometimes a few more, of sorts without literals
    /// or for a float of the class whose turn it is
    #[arg(long, value_name = "N")]
    variables: Option<usize>,

    /// How many assertions there are at most, besides those that an unsatisfiable core needs and one
    /// with a quantifier
    #[arg(long, value_name = "N")]
    assertions: Option<usize>,

    /// How many out of a hundred formulas share terms through let
    #[arg(long, value_name = "PERCENT")]
    sharing: Option<usize>,

    /// How many out of a hundred have terms behind define-fun
    #[arg(long, value_name = "PERCENT")]
    definitions: Option<usize>,

    /// How many out of a hundred have another assertion pushed and popped before
    #[arg(long, value_name = "PERCENT")]
    incremental: Option<usize>,

    /// Grow an operator that many times as often as others; 0 is never, but for =, distinct, ite and
    /// connectives where an assertion is closed, and for what writes a value or pins an array
    #[arg(long, value_name = "OPERATOR=N", value_parser = weight, allow_hyphen_values = true)]
    weight: Vec<(String, u32)>,

    /// Use what some solvers refuse: operators that are new in SMT-LIB 2.7, divisible, characters by
    /// their codes, and declare-const; presets do not
    #[arg(long, value_name = "BOOL")]
    newest: Option<bool>,

    /// Allow operations that the standard leaves open; for formulas of any answer only
    #[arg(long)]
    allow_underspecified: bool,

    /// How many formulas
    #[arg(long, default_value_t = 1, value_name = "N")]
    count: u64,

    /// The number of the first one
    #[arg(long, default_value_t = 0, value_name = "N")]
    from: u64,

    /// The seed of everything that is drawn
    #[arg(long, default_value_t = 0, value_name = "N")]
    seed: u64,

    /// The folder to write to
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,

    /// Instead of formulas, print what they cover
    #[arg(long, conflicts_with = "output")]
    coverage: bool,
}

const ANSWERS: [Choice<Answer>; 3] = [
    ("sat", Answer::Sat, "there is a witness"),
    ("unsat", Answer::Unsat, "there is a reason"),
    ("any", Answer::Any, "nobody knows"),
];

const BITS: [Choice<Bits>; 3] = [
    ("few", Bits::Few, "small widths and formats"),
    ("many", Bits::Many, "large ones"),
    ("mixed", Bits::Mixed, "all kinds"),
];

fn weight(text: &str) -> Result<(String, u32), String> {
    let (name, times) = text.rsplit_once('=').ok_or("no `=` in it")?;
    let times = times.parse().map_err(|_| "no number behind the `=`")?;
    Ok((name.to_owned(), times))
}

impl Generate {
    pub fn run(self) -> anyhow::Result<Exit> {
        if self.list_presets {
            let mut table = Table::new(&["preset", "what it makes"]);
            for (name, .., what) in PRESETS {
                table.row([name.to_owned(), what.to_owned()]);
            }
            table.print(&mut std::io::stdout().lock())?;
            return Ok(Exit::Success);
        }
        let Some(end) = self.from.checked_add(self.count) else {
            bail!(
                "numbers end at {}: there are no {} from {} on",
                u64::MAX,
                self.count,
                self.from
            );
        };
        let generator = Generator::new(self.settings()?)?;
        let (mut workbench, mut formula) = (generator.workbench(), Formula::default());
        if self.coverage {
            workbench.coverage = Some(Coverage::default());
        }
        if let Some(folder) = &self.output {
            fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        let mut out = std::io::stdout().lock();
        for number in self.from..end {
            generator.make(number, &mut workbench, &mut formula);
            match &self.output {
                _ if self.coverage => {}
                Some(folder) => self.write(folder, number, &formula)?,
                None => {
                    if number > self.from {
                        writeln!(out, "(reset)")?;
                    }
                    for line in formula.why.split(|byte| *byte == b'\n') {
                        if !line.is_empty() {
                            out.write_all(b"; ")?;
                            out.write_all(line)?;
                            out.write_all(b"\n")?;
                        }
                    }
                    out.write_all(&formula.text)?;
                }
            }
        }
        if let Some(coverage) = &workbench.coverage {
            print_coverage(coverage, &mut out)?;
        }
        Ok(Exit::Success)
    }

    fn settings(&self) -> anyhow::Result<GeneratorSettings> {
        let mut settings = match &self.preset {
            Some(name) => match GeneratorSettings::preset(name) {
                Some(settings) => settings,
                None => bail!("there is no preset {name}; see --list-presets"),
            },
            None => GeneratorSettings {
                theories: self.theory.clone(),
                answer: self.answer,
                bits: self.bits,
                ..GeneratorSettings::default()
            },
        };
        settings.seed = self.seed;
        settings.linear = self.linear;
        settings.weights.clone_from(&self.weight);
        settings.allow_underspecified = self.allow_underspecified;
        settings.newest = self.newest.unwrap_or(settings.newest);
        settings.depth = self.depth.unwrap_or(settings.depth);
        settings.terms = self.terms.unwrap_or(settings.terms);
        settings.variables = self.variables.unwrap_or(settings.variables);
        settings.assertions = self.assertions.unwrap_or(settings.assertions);
        settings.sharing = self.sharing.unwrap_or(settings.sharing);
        settings.definitions = self.definitions.unwrap_or(settings.definitions);
        settings.incremental = self.incremental.unwrap_or(settings.incremental);
        Ok(settings)
    }

    /// What files are called, but for their numbers: another name with another seed or other bits.
    fn stem(&self) -> String {
        let mut stem = match &self.preset {
            Some(name) => name.clone(),
            None => {
                let theories: Vec<&str> = self.theory.iter().map(|theory| theory.name()).collect();
                let answer = match self.answer {
                    Answer::Sat => "sat",
                    Answer::Unsat => "unsat",
                    Answer::Any => "any",
                };
                let bits = match self.bits {
                    Bits::Few => "_few",
                    Bits::Many => "_many",
                    Bits::Mixed => "",
                };
                format!("{}{bits}_{answer}", theories.join("_"))
            }
        };
        if self.seed != 0 {
            stem.push_str(&format!("_seed{}", self.seed));
        }
        stem
    }

    fn write(&self, folder: &Path, number: u64, formula: &Formula) -> anyhow::Result<()> {
        let name = format!("{}-{number:06}", self.stem());
        let write = |end: &str, text: &[u8]| {
            let path = folder.join(format!("{name}.{end}"));
            fs::write(&path, text).with_context(|| path.display().to_string())
        };
        write("smt2", &formula.text)?;
        // A model of a formula without variables is empty.
        match formula.answer {
            None => Ok(()),
            Some(_) => write("why", &formula.why),
        }
    }
}

fn print_coverage(coverage: &Coverage, out: &mut impl Write) -> std::io::Result<()> {
    writeln!(out, "{} formulas", coverage.formulas)?;
    let mut table = Table::new(&["operator", "decided", "occurred"]);
    for (name, seen) in &coverage.operators {
        table.row([
            name.clone(),
            seen.decided.to_string(),
            seen.occurred.to_string(),
        ]);
    }
    table.print(out)?;
    let floats = |counts: &[u64]| counts.iter().any(|count| *count > 0);
    for (what, of) in [("took", false), ("gave", true)] {
        let mut headings = vec![what];
        headings.extend(FLOAT_CLASSES);
        let mut table = Table::new(&headings);
        let mut any = false;
        for (name, seen) in &coverage.operators {
            let counts = if of { &seen.gave } else { &seen.took };
            if floats(counts) {
                any = true;
                let [a, b, c, d, e, f, g, h, i] = counts.map(|count| count.to_string());
                table.row([name.clone(), a, b, c, d, e, f, g, h, i]);
            }
        }
        if any {
            writeln!(out)?;
            table.print(out)?;
        }
    }
    Ok(())
}
