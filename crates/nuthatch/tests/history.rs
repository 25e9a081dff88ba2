//! `nuthatch history` with releases that are a few lines of shell, so that it is known which of them
//! have the bug.

mod common;
mod releases;

use common::{json_lines, text};
use releases::{Place, SEED};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Output;

/// What each release does, but for one that may be on this machine's PATH, and the summary.
fn lines(output: &Output) -> (Vec<Value>, Value) {
    let mut lines = json_lines(output);
    let summary = lines.pop().unwrap_or_default();
    assert_eq!(summary["summary"], true, "{}", text(&output.stderr));
    (lines, summary)
}

fn shows(lines: &[Value]) -> Vec<Value> {
    lines.iter().map(|line| line["shows"].clone()).collect()
}

#[test]
fn a_bug_may_come_and_go() {
    let place = Place::new();
    let script = "(set-info :status sat)\n(assert (distinct 1 2))\n(check-sat)\n";
    place.write("bug.smt2", script);
    for (name, does) in [
        ("first", "echo sat"),
        ("second", "echo unsat"),
        ("third", "echo sat"),
        ("fourth", "echo unsat"),
        ("fifth", r#"echo "(error \"no\")"; echo sat"#),
        ("sixth", "echo sat"),
    ] {
        place.release(name, does);
    }
    let versions = "./first,./second,./third,./fourth,./fifth,./sixth";
    let output = place.run(&["history", "bug.smt2", "--versions", versions]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let told = text(&output.stdout);
    for part in [
        "introduced in ./second",
        "last bad ./fourth",
        "fixed in ./sixth or after ./fourth (./fifth cannot tell)",
        "it came and went: ./second, ./fourth",
    ] {
        assert!(told.contains(part), "no {part} in\n{told}");
    }
    let output = place.run(&["history", "bug.smt2", "--versions", versions, "--json"]);
    let (lines, summary) = lines(&output);
    let wanted = [
        json!(false),
        json!(true),
        json!(false),
        json!(true),
        json!(null),
        json!(false),
    ];
    assert_eq!(shows(&lines), wanted);
    assert_eq!(lines[1]["version"], "./second");
    assert_eq!(lines[1]["answer"], "unsat");
    assert_eq!(summary["introduced"], "./second");
    assert_eq!(summary["last_bad"], "./fourth");
    assert_eq!(summary["fixed"], "./sixth");
    let intervals = json!([
        {"first": "./second", "last": "./second"}, {"first": "./fourth", "last": "./fourth"}
    ]);
    assert_eq!(summary["intervals"], intervals);
    // Those that are right have it not.
    let output = place.run(&["history", "bug.smt2", "--versions", "./first,./sixth"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

#[test]
fn what_is_wrong_is_said_by_an_option() {
    let place = Place::new();
    place.write("bug.smt2", "(assert (distinct 1 2))\n(check-sat)\n");
    place.release("breaks", "kill -SEGV $$");
    place.release("denies", "echo unsat");
    place.release(
        "complains",
        r#"echo sat; echo "(error \"an invalid model was generated\")""#,
    );
    place.release("right", "echo sat");
    let versions = "z3=./breaks,z3=./denies,z3=./complains,z3=./right";
    for (options, wanted) in [
        (&["--expect", "sat"][..], json!([null, true, false, false])),
        (&["--expect", "unsat"], json!([null, false, true, true])),
        (&["--answer", "unsat"], json!([null, true, false, false])),
        (&["--crash"], json!([true, false, null, false])),
        (&["--invalid-model"], json!([null, null, true, false])),
        (
            &["--invalid-model", "--expect", "unsat"],
            json!([null, false, true, null]),
        ),
    ] {
        let arguments = ["history", "bug.smt2", "--versions", versions, "--json"];
        let output = place.run(&[&arguments[..], options].concat());
        let found = shows(&lines(&output).0);
        assert_eq!(
            Value::from(found),
            wanted,
            "{options:?} {}",
            text(&output.stdout)
        );
    }
    for (options, told) in [
        (&[][..], "it does not say what is right"),
        (
            &["--expect", "sat,sat"],
            "it has 1 checks, and --expect has 2 answers",
        ),
        (&["--answer", "maybe"], "`maybe` is no answer"),
        (&["--crash", "--answer", "sat"], "cannot be used with"),
    ] {
        let arguments = ["history", "bug.smt2", "--versions", versions];
        let output = place.run(&[&arguments[..], options].concat());
        assert_eq!(output.status.code(), Some(2), "{options:?}");
        assert!(
            text(&output.stderr).contains(told),
            "{}",
            text(&output.stderr)
        );
    }
}

#[test]
fn what_a_release_did_is_remembered() {
    let place = Place::new();
    place.write("bug.smt2", "(assert (distinct 1 2))\n(check-sat)\n");
    place.release("wrong", "echo unsat");
    place.release("right", "echo sat");
    let arguments = [
        "history",
        "bug.smt2",
        "--expect",
        "sat",
        "--versions",
        "./wrong,./right",
        "--json",
    ];
    let first = place.run(&arguments);
    let cached = std::fs::read_to_string(place.path("cache/nuthatch/history.jsonl")).unwrap();
    assert_eq!(cached.lines().count(), 2, "{cached}");
    // Junk does no harm, and nothing is written that is known.
    let junk = format!("junk\n{cached}{{\"question\"");
    place.write("cache/nuthatch/history.jsonl", &junk);
    let second = place.run(&arguments);
    assert_eq!(first.stdout, second.stdout);
    let kept = std::fs::read_to_string(place.path("cache/nuthatch/history.jsonl")).unwrap();
    // What was cut off is ended, so that it does not spoil what follows.
    assert_eq!(kept, format!("{junk}\n"));
    // A release that changed is another one.
    let changed = place.release("right", "echo unsat");
    let later = std::time::SystemTime::now() + std::time::Duration::from_secs(5);
    std::fs::File::open(&changed)
        .unwrap()
        .set_modified(later)
        .unwrap();
    let third = place.run(&arguments);
    assert_eq!(shows(&lines(&third).0), [json!(true), json!(true)]);
}

#[test]
fn without_a_network_what_is_installed_is_asked() {
    let place = Place::new();
    place.write("bug.smt2", "(assert (distinct 1 2))\n(check-sat)\n");
    place.install(&[
        ("4.8.9.0", "echo unsat"),
        ("4.8.7.0", "echo sat"),
        ("4.9.0.0", "echo unsat"),
    ]);
    let ask = |more: &[&str]| {
        let arguments = [
            "history", "bug.smt2", "--expect", "sat", "--solver", "z3@4.8.9", "--json",
        ];
        let output = place.run(&[&arguments[..], more].concat());
        let told = text(&output.stderr);
        assert!(
            told.contains("only releases that are installed are asked"),
            "{told}"
        );
        let (lines, summary) = lines(&output);
        // There may be another on this machine's PATH.
        let ours = |line: &Value| {
            let version = line["version"].as_str().unwrap();
            ["4.8.7", "4.8.9", "4.9.0"]
                .contains(&version)
                .then(|| version.to_owned())
        };
        let versions: Vec<String> = lines.iter().filter_map(ours).collect();
        assert_eq!(summary["introduced"], "4.8.9", "{summary}");
        (versions, summary)
    };
    let (all, _) = ask(&[]);
    assert_eq!(all, ["4.8.7", "4.8.9", "4.9.0"]);
    let (range, summary) = ask(&["--versions", "4.8.0..4.8.9"]);
    assert_eq!(range, ["4.8.7", "4.8.9"]);
    assert_eq!(summary["not_asked"], json!(["4.9.0"]));
    let missing = place.run(&[
        "history",
        "bug.smt2",
        "--expect",
        "sat",
        "--solver",
        "z3",
        "--versions",
        "4.8.8",
    ]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(text(&missing.stderr).contains("there is no release 4.8.8 of z3"));
}

#[test]
fn a_campaign_dates_its_findings() {
    let place = Place::new();
    place.write("seed.smt2", SEED);
    place.install(&[
        ("4.8.7.0", "echo sat"),
        ("4.8.8.0", "echo unsat"),
        ("4.8.9.0", "echo unsat"),
        ("4.8.10.0", "echo sat"),
    ]);
    let fuzz = |history: &str| {
        let output = place.run(&[
            "fuzz",
            "seed.smt2",
            "--solver",
            "z3@4.8.9",
            "--mode",
            "fresh",
            "--no-reference",
            "--no-reduce",
            "--strategy",
            "approximation",
            "--mutants",
            "40",
            "--json",
            "--history",
            history,
        ]);
        assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
        output
    };
    let folders = || {
        let folders = std::fs::read_dir(place.path("nuthatch-campaign/findings")).unwrap();
        let folders = folders.map(|entry| entry.unwrap().path());
        let mut folders: Vec<PathBuf> = folders.collect();
        folders.sort();
        assert!(!folders.is_empty());
        folders
    };
    let history = |folder: &Path| -> Value {
        let text = std::fs::read(folder.join("finding.json")).unwrap();
        serde_json::from_slice::<Value>(&text).unwrap()["history"].clone()
    };
    fuzz("off");
    assert!(folders().iter().all(|folder| history(folder).is_null()));
    // The campaign goes on, and dates what it has.
    let output = fuzz("key");
    let dated = json_lines(&output);
    let dated: Vec<&Value> = dated
        .iter()
        .filter(|line| line["fixed"] == "4.8.10")
        .collect();
    assert_eq!(dated.len(), folders().len(), "{}", text(&output.stdout));
    assert!(dated.iter().all(|line| line["introduced"] == "4.8.8"));
    assert!(dated.iter().all(|line| line["last_bad"] == "4.8.9"));
    for folder in folders() {
        let report = std::fs::read_to_string(folder.join("report.md")).unwrap();
        assert!(report.contains("## Which releases have it"), "{report}");
        assert!(report.contains("- introduced in 4.8.8\n"), "{report}");
        assert!(report.contains("| 4.8.8 to 4.8.9 |"), "{report}");
    }
    // All findings of the campaign, and one of them by hand, which has its folder written again.
    let output = place.run(&["history", "--json"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let summaries = json_lines(&output)
        .into_iter()
        .filter(|line| line["summary"] == true);
    assert_eq!(summaries.count(), folders().len());
    let folder = &folders()[0];
    let known = history(folder);
    let mut finding: Value =
        serde_json::from_slice(&std::fs::read(folder.join("finding.json")).unwrap()).unwrap();
    finding.as_object_mut().unwrap().remove("history");
    std::fs::write(folder.join("finding.json"), finding.to_string()).unwrap();
    assert!(history(folder).is_null());
    let name = folder.display().to_string();
    let list = place.run(&["history", &name, "--versions", "4.8.8"]);
    assert_eq!(list.status.code(), Some(1), "{}", text(&list.stderr));
    assert!(history(folder).is_null());
    let whole = place.run(&["history", &name]);
    assert_eq!(whole.status.code(), Some(1), "{}", text(&whole.stderr));
    assert!(
        text(&whole.stdout).contains("fixed in 4.8.10"),
        "{}",
        text(&whole.stdout)
    );
    assert_eq!(history(folder), known);
    let wrong = place.run(&["history", &name, "--crash"]);
    assert_eq!(wrong.status.code(), Some(2));
}
