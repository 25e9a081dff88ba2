//! `nuthatch findings`, its ledger and `fuzz --known`, with campaigns of solvers that are a few lines of
//! shell.

mod common;

use common::{json_lines, text};
use serde_json::{Value, json};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Output};

/// Answers sat, but for what has a word in it: to that it does what `WRONG` says.
const SOLVER: &str = r#"#!/bin/sh
wrong=
if [ -n "$1" ] && [ -f "$1" ]; then exec < "$1"; fi
while read -r line; do
  case "$line" in
    *'(reset)'*) wrong= ;;
    *WORD*) wrong=yes ;;
  esac
  case "$line" in
    *check-sat*) if [ -n "$wrong" ]; then WRONG; else echo sat; fi ;;
    '(echo "'*) line=${line#'(echo "'}; echo "${line%'")'}" ;;
  esac
done
"#;

const SEED: &str = "(set-logic QF_LIA)\n(declare-const x Int)\n(declare-const y Int)\n(assert (< x y))\n(assert (< y 10))\n(check-sat)\n";

/// A crash that says what it is: by a signal alone no crash is known from another.
const CRASH: &str = "echo Fatal failure within f >&2; kill -SEGV $$";

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        std::fs::write(place.path("seed.smt2"), SEED).unwrap();
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn solver(&self, name: &str, word: &str, wrong: &str) -> String {
        let text = SOLVER.replace("WORD", word).replace("WRONG", wrong);
        std::fs::write(self.path(name), text).unwrap();
        let executable = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(self.path(name), executable).unwrap();
        self.path(name).display().to_string()
    }

    /// One that says unsat of whatever has a `distinct` in it, in a campaign with a judge who proves
    /// every claim and knows that all else is sat.
    fn wrong_campaign(&self, out: &str, more: &[&str]) -> Output {
        let solver = self.solver("bad", "distinct", "echo unsat");
        let judge = self.solver("judge", "'nuthatch!seed'", "echo unsat");
        self.fuzz(&solver, out, &[&["--reference", &judge], more].concat())
    }

    /// One that breaks.
    fn crash_campaign(&self, solver: &str, out: &str, more: &[&str]) -> Output {
        let path = self.solver(solver, "distinct", CRASH);
        let more = [&["--no-reference", "--no-reduce"], more].concat();
        self.fuzz(&format!("z3={path}"), out, &more)
    }

    fn nuthatch(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_nuthatch"))
            .env("XDG_CACHE_HOME", self.path("cache"))
            .current_dir(self.0.path())
            .args(arguments)
            .output()
            .unwrap()
    }

    fn fuzz(&self, solver: &str, out: &str, more: &[&str]) -> Output {
        let fixed = [
            "fuzz",
            "seed.smt2",
            "--solver",
            solver,
            "--out",
            out,
            "--timeout",
            "5s",
            "--mutants-per-seed",
            "40",
            "--strategy",
            "approximation",
            "--history",
            "off",
        ];
        self.nuthatch(&[&fixed[..], more].concat())
    }

    /// The bugs of some campaigns, and the summary.
    fn bugs(&self, arguments: &[&str]) -> (Vec<Value>, Value) {
        let output = self.nuthatch(&[&["findings", "--json"], arguments].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let mut lines = json_lines(&output);
        let summary = lines.pop().unwrap();
        assert_eq!(summary["summary"], true);
        assert_eq!(summary["bugs"], lines.len());
        (lines, summary)
    }

    fn mark(&self, arguments: &[&str]) {
        let output = self.nuthatch(&[&["findings", "mark"], arguments].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    }

    /// That a command says why it cannot do its work.
    fn fails(&self, arguments: &[&str], why: &str) {
        let output = self.nuthatch(arguments);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(why), "{said}");
    }

    fn append(&self, name: &str, line: &str) {
        let mut options = std::fs::OpenOptions::new();
        let mut file = options.append(true).open(self.path(name)).unwrap();
        writeln!(file, "{line}").unwrap();
    }
}

#[test]
fn bugs_are_listed_and_marked_and_known() {
    let place = Place::new();
    let output = place.wrong_campaign("one", &["--json"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let campaign = json_lines(&output).pop().unwrap();
    let (bugs, summary) = place.bugs(&["one"]);
    assert_eq!(summary["findings"], campaign["distinct"]);
    assert_eq!(summary["bugs"], campaign["bugs"]);
    let first = &bugs[0];
    assert_eq!(first["oracle"], "soundness");
    assert_eq!(first["solver"], "bad");
    assert_eq!(first["theories"], json!([]), "{first}");
    assert!(first["reduced_bytes"].as_u64().unwrap() < 80);
    assert_eq!(first["status"], Value::Null);
    let folder = place.path(first["witnesses"][0].as_str().unwrap());
    assert!(folder.join("report.md").exists(), "{first}");
    // The same campaign twice, by two names, is one campaign.
    assert_eq!(place.bugs(&["one", "./one"]).0, bugs);

    // What is marked has its status, comes last, and is told from what is new.
    let id = first["id"].as_str().unwrap();
    let url = "https://example.org/1";
    place.mark(&[&id[..6], "reported", "one", "--url", url, "--note", "soon"]);
    place.mark(&[id, "confirmed", "one"]);
    let (marked, summary) = place.bugs(&["one"]);
    let last = marked.last().unwrap();
    assert_eq!(last["id"], id);
    assert_eq!(last["status"], "confirmed");
    assert_eq!((&last["url"], &last["note"]), (&json!(url), &json!("soon")));
    assert_eq!(summary["known"], 1);
    assert_eq!(place.bugs(&["one", "--status", "confirmed"]).0.len(), 1);
    let new = place.bugs(&["one", "--status", "new"]).0;
    assert_eq!(new.len() + 1, bugs.len());
    assert!(place.bugs(&["one", "--solver", "z3"]).0.is_empty());
    assert_eq!(place.bugs(&["one", "--solver", "bad"]).0.len(), bugs.len());
    assert!(place.bugs(&["one", "--oracle", "crash"]).0.is_empty());
    let table = text(&place.nuthatch(&["findings", "one"]).stdout);
    assert!(table.contains("What is known:"), "{table}");
    assert!(
        table.contains(id) && table.contains("confirmed https"),
        "{table}"
    );

    // A campaign that finds nothing else has found nothing.
    for bug in &bugs {
        place.mark(&[bug["id"].as_str().unwrap(), "duplicate", "one"]);
    }
    let known = ["--known", "nuthatch-ledger.jsonl"];
    let again = place.wrong_campaign("two", &[&known[..], &["--json"]].concat());
    assert_eq!(again.status.code(), Some(0), "{}", text(&again.stdout));
    let lines = json_lines(&again);
    let summary = lines.last().unwrap();
    let seen = summary["known"].as_object().unwrap().values();
    let seen: u64 = seen.map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(summary["findings"]["soundness"], seen);
    assert!(seen > 0, "{summary}");
    let told = place.wrong_campaign("three", &known);
    let told = text(&told.stdout);
    assert!(
        !told.contains("FOUND") && !told.contains("Reports are in"),
        "{told}"
    );
    assert!(told.contains(&format!("known     {id} (duplicate, {url}), seen")));
    // Both campaigns together have no other bugs than the first.
    assert_eq!(place.bugs(&["two", "one"]).0.len(), bugs.len());
}

#[test]
fn a_crash_is_known_by_what_is_printed_whatever_the_solver_is_called() {
    let place = Place::new();
    let output = place.crash_campaign("old", "one", &["--json"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let (bugs, _) = place.bugs(&["one"]);
    assert_eq!((bugs.len(), &bugs[0]["solver"]), (1, &json!("z3")));
    let id = bugs[0]["id"].as_str().unwrap();
    place.mark(&[id, "wontfix", "one", "--ledger", "known.jsonl"]);
    let again = place.crash_campaign("new", "two", &["--json", "--known", "known.jsonl"]);
    assert_eq!(again.status.code(), Some(0), "{}", text(&again.stdout));
    let lines = json_lines(&again);
    assert_eq!(lines.len(), 1, "nothing but the summary: {lines:?}");
    assert!(lines[0]["known"][id].as_u64().unwrap() > 0);
    // Both are witnesses of one bug, and say why.
    let (both, _) = place.bugs(&["one", "two"]);
    assert_eq!(both.len(), 1);
    assert_eq!(both[0]["id"], id);
    assert_eq!(both[0]["witnesses"].as_array().unwrap().len(), 2);
    let why = both[0]["why"][0].as_str().unwrap();
    assert!(why.contains("both print"), "{why}");
    // Without the ledger it is found.
    let unknown = place.crash_campaign("new", "three", &["--json"]);
    assert_eq!(unknown.status.code(), Some(1));
}

#[test]
fn what_releases_say_is_listed() {
    let place = Place::new();
    place.crash_campaign("old", "one", &[]);
    let bucket = std::fs::read_dir(place.path("one/findings"))
        .unwrap()
        .next();
    let bucket = bucket.unwrap().unwrap().file_name().into_string().unwrap();
    let release = |version: &str, shows: Value| json!({"version": version, "answer": "crash", "shows": shows});
    let releases = [
        release("1", json!(false)),
        release("2", json!(true)),
        release("3", json!(true)),
        release("4", Value::Null),
        release("5", json!(false)),
    ];
    let history = json!({"solver": "z3", "releases": releases});
    let event =
        json!({"seq": 1000, "time": 0, "event": "history", "bucket": bucket, "history": history});
    place.append("one/journal.jsonl", &event.to_string());
    place.append("one/journal.jsonl", "what is this?");
    let output = place.nuthatch(&["findings", "one", "--json"]);
    let said = text(&output.stderr);
    assert!(
        said.contains("1 lines of the log in one are not known"),
        "{said}"
    );
    let bug = &json_lines(&output)[0];
    assert_eq!(bug["introduced"], "2");
    assert_eq!(bug["last_bad"], "3");
    assert_eq!(bug["fixed"], "5");
}

#[test]
fn what_cannot_be_listed_or_marked_is_said() {
    let place = Place::new();
    place.fails(
        &["findings"],
        "nuthatch-campaign is not the folder of a campaign",
    );
    place.fails(
        &["findings", "seed.smt2"],
        "is not the folder of a campaign",
    );
    place.crash_campaign("old", "one", &[]);
    let (bugs, _) = place.bugs(&["one"]);
    let id = bugs[0]["id"].as_str().unwrap();
    place.fails(
        &["findings", "mark", "zz", "reported", "one"],
        "no bug has an id that starts with zz",
    );
    place.fails(&["findings", "mark", id, "great", "one"], "reported");
    // A ledger with two that start alike, one of them whole.
    let line = |bug: &str| json!({"format": 1, "time": 0, "bug": bug, "status": "fixed"});
    let two = format!("{}\n{}\nhello\n", line("77"), line("778"));
    std::fs::write(place.path("nuthatch-ledger.jsonl"), &two).unwrap();
    place.fails(
        &["findings", "mark", "7", "reported", "one"],
        "several bugs have an id that starts with 7: 77, 778",
    );
    // What was marked before needs no campaign, and what is not known is kept.
    place.mark(&["77", "wontfix"]);
    let ledger = std::fs::read_to_string(place.path("nuthatch-ledger.jsonl")).unwrap();
    assert!(ledger.starts_with(&two), "{ledger}");
    assert_eq!(ledger.lines().count(), 4);
    let said = text(&place.nuthatch(&["findings", "one"]).stderr);
    assert!(said.contains("1 lines of the ledger"), "{said}");
    // A ledger of a later version is refused, and so is one that is not there.
    let later = json!({"format": 9, "bug": "a"}).to_string();
    std::fs::write(place.path("later.jsonl"), later).unwrap();
    place.fails(&["findings", "one", "--ledger", "later.jsonl"], "format 9");
    place.fails(&["fuzz", "--known", "later.jsonl"], "format 9");
    place.fails(&["fuzz", "--known", "missing.jsonl"], "missing.jsonl");
}
