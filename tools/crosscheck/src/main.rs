//! Checks the sorts that the crate `smt` infers against those of the crate `yaspar-ir`.
//!
//! See README.md for what is compared and how.

mod commands;
mod compare;
mod files;
mod guard;
mod options;
mod ours;
mod reference;
mod report;
mod spelling;

use std::process::ExitCode;
use std::sync::Arc;

use crate::options::Options;
use crate::report::{Outcome, Report};

fn main() -> ExitCode {
    let options = match Options::from_arguments(std::env::args_os().skip(1)) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}\n\n{}", options::USAGE);
            return ExitCode::from(2);
        }
    };
    let files = match files::find(&options.paths) {
        Ok(files) => files,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    // A panic of either side is reported with the file it happened on.
    std::panic::set_hook(Box::new(|_| {}));

    let mut report = Report::default();
    for file in files {
        let outcome = check(&file, &options);
        report.add(&file, outcome, &options);
    }
    report.print_summary(&options);
    if report.is_clean() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Runs both sides on one file and compares what they say.
fn check(file: &std::path::Path, options: &Options) -> Outcome {
    let text: Arc<str> = match std::fs::read(file).map(String::from_utf8) {
        Ok(Ok(text)) => text.into(),
        Ok(Err(_)) => return Outcome::NotChecked("not UTF-8".to_owned()),
        Err(error) => return Outcome::NotChecked(error.to_string()),
    };
    let for_reference = Arc::clone(&text);
    let theirs = match guard::run(options.limit, move || reference::check(&for_reference)) {
        Ok(Ok(theirs)) => theirs,
        Ok(Err(reason)) => return Outcome::NotChecked(reason),
        Err(failure) => return Outcome::NotChecked(format!("yaspar {failure}")),
    };
    let for_ours = Arc::clone(&text);
    match guard::run(options.limit, move || ours::read(&for_ours)) {
        Ok(Ok(ours)) => {
            let comparison = compare::compare(&theirs, &ours);
            Outcome::Compared(text, theirs.extent, comparison)
        }
        Ok(Err(reason)) => Outcome::OursFailed(theirs.extent, reason),
        Err(failure) => Outcome::OursFailed(theirs.extent, failure),
    }
}
