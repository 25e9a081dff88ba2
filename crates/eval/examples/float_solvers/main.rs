//! Compares floats with those of a solver: all inputs of all operators at the formats of 5 and 6
//! bits, or at others.
//!
//! ```text
//! float_solvers [--symbolic] [--only NAME]... [--format EB,SB]... [--sample N] [--show N]
//!     COMMAND [ARGUMENT]...
//! ```
//!
//! The command must read SMT-LIB from its standard input. Solvers compute in two ways, and so they
//! are asked in two: by default for the values of ground terms, which are simplified; with
//! `--symbolic` for arguments where an operator differs from a table of our results, for which it is
//! translated to circuits.
//!
//! With `--sample`, ground terms have so many random arguments per operator and rounding mode, and
//! not all there are. That is for formats of more than 6 bits.
//!
//! Exits with 1 if there is any difference, and with 2 if there was nothing to compare.

mod ground;
mod operation;
mod solver;
mod symbolic;
mod value;

#[path = "../../tests/float_common/mod.rs"]
mod float_common;

use std::process::ExitCode;

use eval::float::Format;

/// What is asked, and of whom.
struct Settings {
    symbolic: bool,
    /// Parts of names of operators; all if there are none.
    only: Vec<String>,
    formats: Vec<Format>,
    /// How many random arguments there are; all that there are if none.
    sample: Option<usize>,
    /// How many differences are shown of each operator and format.
    show: usize,
    command: Vec<String>,
}

/// What came of an operator at a format.
#[derive(Debug, Default, Clone, Copy)]
struct Tally {
    agree: usize,
    differ: usize,
    /// What the standard leaves open.
    open: usize,
    /// What the solver did not answer.
    unanswered: usize,
}

fn parse(arguments: impl Iterator<Item = String>) -> Result<Settings, String> {
    let mut settings = Settings {
        symbolic: false,
        only: Vec::new(),
        formats: Vec::new(),
        sample: None,
        show: 5,
        command: Vec::new(),
    };
    let mut arguments = arguments.skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
        match argument.as_str() {
            "--symbolic" => settings.symbolic = true,
            "--only" => settings.only.push(value()?),
            "--show" => settings.show = number(value()?)?,
            "--sample" => settings.sample = Some(number(value()?)?),
            "--format" => settings.formats.push(parse_format(&value()?)?),
            _ => {
                settings.command.push(argument);
                settings.command.extend(arguments.by_ref());
            }
        }
    }
    if settings.command.is_empty() {
        return Err("no solver is named, so there is nothing to compare with".into());
    }
    if settings.formats.is_empty() {
        let all = ["2,3", "3,2", "2,4", "3,3", "4,2"];
        let formats: Result<_, _> = all.into_iter().map(parse_format).collect();
        settings.formats = formats?;
    }
    Ok(settings)
}

fn number(text: String) -> Result<usize, String> {
    text.parse().map_err(|_| format!("{text} is no number"))
}

fn parse_format(text: &str) -> Result<Format, String> {
    let (exponent, significand) = text.split_once(',').ok_or("a format is EB,SB")?;
    let number = |text: &str| text.parse().map_err(|_| "a format is two numbers");
    Format::new(number(exponent)?, number(significand)?).map_err(|error| error.to_string())
}

fn main() -> ExitCode {
    let settings = match parse(std::env::args()) {
        Ok(settings) => settings,
        Err(message) => {
            eprintln!("float_solvers: {message}");
            return ExitCode::from(2);
        }
    };
    let mut total = Tally::default();
    for &format in &settings.formats {
        for operator in operation::all(format) {
            let wanted = |part: &String| operator.name.contains(part);
            if !settings.only.is_empty() && !settings.only.iter().any(wanted) {
                continue;
            }
            let result = if settings.symbolic {
                symbolic::compare(&operator, &settings)
            } else {
                ground::compare(&operator, &settings)
            };
            let tally = match result {
                Ok(tally) => tally,
                Err(message) => {
                    println!("{format} {}: {message}", operator.name);
                    continue;
                }
            };
            println!(
                "{format} {}: {} agree, {} differ, {} open, {} unanswered",
                operator.name, tally.agree, tally.differ, tally.open, tally.unanswered
            );
            total.agree += tally.agree;
            total.differ += tally.differ;
            total.open += tally.open;
            total.unanswered += tally.unanswered;
        }
    }
    println!(
        "in total: {} agree, {} differ, {} open, {} unanswered",
        total.agree, total.differ, total.open, total.unanswered
    );
    match (total.agree, total.differ) {
        (0, 0) => ExitCode::from(2),
        (_, 0) => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}
