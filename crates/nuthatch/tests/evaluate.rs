//! `nuthatch evaluate` with releases that are a few lines of shell.

mod common;
mod releases;

use common::{json_lines, text};
use releases::{Place, SEED};
use serde_json::Value;
use std::process::Output;

/// Two releases that break on `distinct`, and one that does not.
fn place() -> Place {
    let place = Place::new();
    place.write("seed.smt2", SEED);
    let breaks = "kill -SEGV $$";
    place.install(&[
        ("9.9.6.0", breaks),
        ("9.9.7.0", breaks),
        ("9.9.8.0", "echo sat"),
    ]);
    place
}

fn evaluate(place: &Place, more: &[&str]) -> Output {
    let fixed = [
        "evaluate",
        "seed.smt2",
        "--versions",
        "9.9.6,9.9.7",
        "--time",
        "20s",
        "--mutants-per-seed",
        "40",
        "--mode",
        "fresh",
        "--no-reference",
        "--no-reduce",
        "--json",
    ];
    place.run(&[&fixed[..], more].concat())
}

fn lines(output: &Output) -> Vec<Value> {
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    json_lines(output)
}

#[test]
fn bugs_are_counted_by_the_release_that_fixed_them_and_an_evaluation_goes_on() {
    let place = place();
    let first = evaluate(&place, &["--settings", "pst"]);
    let found = lines(&first);
    let [pst, summary] = &found[..] else {
        panic!("{found:?}");
    };
    assert_eq!(pst["setting"], "pst");
    assert_eq!(pst["unique"], 1, "{pst}");
    assert_eq!(pst["unique_correctness"], 0);
    assert_eq!(pst["fixes"][0]["release"], "9.9.8");
    assert!(pst["findings"].as_u64() >= Some(2), "{pst}");
    assert!(pst["mutants"].as_u64() > Some(0));
    assert_eq!(summary["summary"], true);
    assert_eq!(summary["releases"], serde_json::json!(["9.9.6", "9.9.7"]));
    // All is done: nothing changes, and another setting joins what is there.
    let second = lines(&evaluate(&place, &["--settings", "pst,pst+lpi"]));
    assert_eq!(second[0], *pst);
    assert_eq!(second[1]["setting"], "pst+lpi");
    let report = place.path("nuthatch-evaluation/evaluation.md");
    let report = std::fs::read_to_string(report).unwrap();
    for part in [
        "z3 9.9.6 to 9.9.7",
        "| pst | 1 | 0 |",
        "- pst: 9.9.8 (crash)",
    ] {
        assert!(report.contains(part), "no {part} in\n{report}");
    }
    let plot = place.path("nuthatch-evaluation/evaluation.svg");
    assert!(std::fs::read_to_string(plot).unwrap().starts_with("<svg"));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let place = place();
    for (more, said) in [
        (
            &["--settings", "pst+nonsense"][..],
            "there is no strategy `nonsense`",
        ),
        (&["--versions", "1.2.3"], "1.2.3"),
        (&["--bugs", "nowhere.jsonl"], "nowhere.jsonl"),
    ] {
        let output = place.run(&[&["evaluate", "seed.smt2"], more].concat());
        assert_eq!(output.status.code(), Some(2));
        assert!(
            text(&output.stderr).contains(said),
            "{}",
            text(&output.stderr)
        );
    }
}
