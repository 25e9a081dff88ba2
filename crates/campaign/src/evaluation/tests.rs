use super::*;
use crate::case::{Derivation, Seed, SeedForm};
use crate::finding::{Opinion, Reply, SolverInfo};
use crate::fixture::{finding, reduced};
use crate::history::{History, Release};
use crate::store::UnitReport;
use solve::AnswerClass;
use std::path::Path;
use std::sync::Arc;

/// The history in which the first so many of some releases have the bug.
fn history(bad: usize) -> History {
    let versions = ["4.8.7", "4.8.8", "4.8.9", "4.8.10"];
    let releases = versions.iter().enumerate().map(|(place, version)| Release {
        version: (*version).to_owned(),
        answer: AnswerClass::Unsat.into(),
        shows: Some(place < bad),
    });
    History {
        solver: "z3".to_owned(),
        releases: releases.collect(),
    }
}

const SCRIPT: &str = "(declare-const x (_ BitVec 4))(assert (= x (bvsrem x x)))(check-sat)";

/// A finding in a mutant of a seed that is answered as it should be.
fn found(oracle: &str, bucket: &str, number: u64, history: Option<History>) -> Finding {
    let mut finding = finding(oracle, bucket, SCRIPT, number);
    finding.parents = vec![Reply {
        answer: AnswerClass::Sat.into(),
        output: String::new(),
    }];
    finding.history = history.map(Box::new);
    finding
}

/// The log of a campaign of a minute with these findings, by seconds.
fn log(findings: Vec<(u64, Finding)>) -> Vec<Entry> {
    let mut events = vec![(
        0,
        Event::Started {
            format: 2,
            version: String::new(),
            process: 1,
            identity: String::new(),
        },
    )];
    for (seconds, finding) in findings {
        let (bucket, history) = (finding.bucket.clone(), finding.history.clone());
        events.push((seconds, Event::Finding(Box::new(finding))));
        if let Some(history) = history {
            // Findings are dated after the campaign, which does not make them later.
            events.push((60, Event::History { bucket, history }));
        }
    }
    let mut report = UnitReport {
        complete: true,
        ..UnitReport::default()
    };
    report.tally.mutants = 600;
    report.tally.answers.insert(AnswerClass::Sat, 300);
    report.tally.generation.add(5.0);
    events.push((60, Event::Unit(Box::new(report))));
    events.sort_by_key(|(seconds, _)| *seconds);
    let entries = events.into_iter().zip(0..);
    let entries = entries.map(|((seconds, event), seq)| Entry {
        seq,
        time: seconds * 1000,
        event,
    });
    entries.collect()
}

#[test]
fn what_one_release_fixed_is_one_bug() {
    let cells = [
        Cell::read(
            "pst",
            "4.8.7",
            &log(vec![
                (9, found("crash", "a", 1, Some(history(1)))),
                (5, found("soundness", "b", 2, Some(history(1)))),
                (20, found("crash", "c", 3, Some(history(3)))),
                (30, found("crash", "d", 4, Some(history(4)))),
                (40, found("crash", "e", 5, None)),
                (50, found("crash", "f", 6, Some(history(0)))),
            ]),
        ),
        Cell::read(
            "pst",
            "4.8.8",
            &log(vec![(2, found("model", "g", 7, Some(history(2))))]),
        ),
        Cell::read("lpi", "4.8.8", &log(Vec::new())),
    ];
    let names = ["pst".to_owned(), "lpi".to_owned()];
    let scores = scores(&names, &cells, &KnownBugs::default());
    let pst = &scores[0];
    let fixes: Vec<&str> = pst.fixes.iter().map(|fix| fix.release.as_str()).collect();
    assert_eq!(fixes, ["4.8.8", "4.8.9", "4.8.10"]);
    assert_eq!((pst.unique(), pst.unique_correctness()), (3, 2));
    assert_eq!((pst.unique_of("crash"), pst.unique_of("soundness")), (2, 1));
    assert_eq!((pst.findings, pst.not_fixed, pst.undated), (7, 1, 2));
    assert_eq!(pst.curve(), [(0.0, 0), (2.0, 1), (5.0, 2), (20.0, 3)]);
    assert_eq!((pst.mutants, pst.answered), (1200, 600));
    assert!((pst.mutants_per_hour() - 36_000.0).abs() < 1.0);
    let lpi = &scores[1];
    assert_eq!((lpi.findings, lpi.unique(), lpi.mutants), (0, 0, 600));
    assert_eq!(lpi.generation.count, 1);
}

/// A list with two bugs, which the first two releases have.
fn list(folder: &Path) -> KnownBugs {
    let line = |id: &str, kind: &str, solver: &str, fixed: &str, note: &str| {
        format!(
            "{{\"id\":\"{id}\",\"file\":\"t.smt2\",\"kind\":\"{kind}\",\"solver\":\"{solver}\",\
             \"buggy_versions\":[\"4.8.7.0\",\"4.8.8.0\"],\"fixed_in\":{fixed},\"note\":\"{note}\",\"got\":{{}}}}\n"
        )
    };
    let text = [
        line("more", "soundness", "z3", "\"4.8.9.0\"", "").replace("t.smt2", "more.smt2"),
        line("one", "soundness", "z3", "\"4.8.9.0\"", ""),
        line("another solver", "soundness", "cvc5", "\"4.8.9.0\"", ""),
        line("with a note", "soundness", "z3", "\"4.8.9.0\"", "changed"),
        line("not fixed", "soundness", "z3", "null", ""),
    ];
    std::fs::write(folder.join("t.smt2"), SCRIPT).unwrap();
    let more = format!("{SCRIPT}(assert (bvslt x (bvadd x x)))");
    std::fs::write(folder.join("more.smt2"), more).unwrap();
    std::fs::write(folder.join("bugs.jsonl"), text.concat()).unwrap();
    KnownBugs::read(&folder.join("bugs.jsonl"), "z3").unwrap()
}

#[test]
fn a_historical_bug_is_found_again_by_what_is_mended_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let list = list(folder.path());
    assert_eq!(
        list.of_release("4.8.8").collect::<Vec<_>>(),
        ["more", "one"]
    );
    assert_eq!(list.of_release("4.8.9").count(), 0);
    let plain = || found("soundness", "a", 1, Some(history(2)));
    let again = |finding: &Finding, release: &str| list.found_again(finding, release).is_some();
    assert!(again(&plain(), "4.8.7"));
    // In a release that does not have it, of another kind, mended elsewhere, or of unknown history.
    assert!(!again(&plain(), "4.8.9"));
    assert!(!again(&found("model", "a", 1, Some(history(2))), "4.8.7"));
    assert!(!again(
        &found("soundness", "a", 1, Some(history(1))),
        "4.8.7"
    ));
    assert!(!again(
        &found("soundness", "a", 1, Some(history(3))),
        "4.8.7"
    ));
    assert!(!again(&found("soundness", "a", 1, None), "4.8.7"));
    // A mutant counts for the bug that is about the least besides.
    let names = |kind: &str| list.found_again(&plain(), kind);
    assert_eq!(names("4.8.7").as_deref(), Some("one"));
    // About something else.
    let mut other = plain();
    let script = "(declare-const x Int)(assert (= x (mod x 3)))(check-sat)";
    other.reduced = Some(Box::new(reduced(script)));
    assert!(!again(&other, "4.8.7"));
}

#[test]
fn a_seed_that_shows_it_finds_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let list = list(folder.path());
    let plain = || found("soundness", "a", 1, Some(history(2)));
    let again = |finding: &Finding| list.found_again(finding, "4.8.7").is_some();
    let mut seed = plain();
    seed.parents.clear();
    assert!(!again(&seed));
    // From nothing there is no seed.
    let made = Seed {
        name: String::new(),
        text: SCRIPT.into(),
        status: None,
        form: SeedForm::Flat,
        made: Some(crate::case::Made {
            topic: String::new(),
            witness: None,
        }),
        ..Seed::default()
    };
    seed.derivation = Derivation::of_seed(&Arc::new(made));
    assert!(again(&seed));
    let mut denied = plain();
    denied.opinions = vec![Opinion {
        solver: SolverInfo {
            name: "cvc5".to_owned(),
            version: String::new(),
            command: String::new(),
        },
        parents: vec![AnswerClass::Unsat],
        witness: AnswerClass::Unsat,
        claim: None,
    }];
    assert!(!again(&denied));
    let mut breaks = plain();
    breaks.parents[0].answer = AnswerClass::Crash.into();
    assert!(!again(&breaks));
}

#[test]
fn a_line_that_is_no_bug_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bugs.jsonl");
    std::fs::write(&path, "\n{\"id\":1}\n").unwrap();
    let error = KnownBugs::read(&path, "z3").unwrap_err();
    assert!(error.to_string().contains("line 2"), "{error}");
    assert!(KnownBugs::read(&folder.path().join("none"), "z3").is_err());
}
