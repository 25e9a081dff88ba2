//! `nuthatch inspect` as a person or a program uses it.

mod common;

use common::{json_lines, text};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn inspect(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_nuthatch"))
        .arg("inspect")
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> String {
    let path = folder.join(name);
    std::fs::write(&path, bytes).unwrap();
    path.display().to_string()
}

#[test]
fn without_a_path_the_examples_are_shown() {
    let output = inspect(&["--roundtrip"]);
    assert_eq!(output.status.code(), Some(0));
    let shown = text(&output.stdout);
    assert!(shown.contains(" files, "), "{shown}");
    assert!(shown.contains("fully sorted"), "{shown}");
    assert!(shown.contains("(100.00 %)"), "{shown}");
}

#[test]
fn one_file_is_shown_in_detail() {
    let folder = tempfile::tempdir().unwrap();
    let file = write(
        folder.path(),
        "a.smt2",
        b"(set-logic QF_LIA)\n(declare-const x Int)\n(assert (< x 3))\n(assert (p x))\n",
    );
    let output = inspect(&[&file]);
    assert_eq!(output.status.code(), Some(0));
    let shown = text(&output.stdout);
    for part in [
        "logic       QF_LIA",
        "theories    Ints",
        "assertions  2, fully sorted 1 (50.00 %)",
        "unknown     p",
        "no sort     4:9: (p x)",
    ] {
        assert!(shown.contains(part), "{part:?} is not in\n{shown}");
    }
}

#[test]
fn json_has_an_object_per_file_and_a_summary() {
    let folder = tempfile::tempdir().unwrap();
    write(
        folder.path(),
        "a.smt2",
        b"(set-logic ALL)(assert true)(assert nothing)",
    );
    write(folder.path(), "b.smt2", b"(assert");
    let output = inspect(&[
        "--json",
        "--roundtrip",
        &folder.path().display().to_string(),
    ]);
    assert_eq!(output.status.code(), Some(1));
    let lines = json_lines(&output);
    assert_eq!(lines.len(), 3);
    let (good, bad, summary) = (&lines[0], &lines[1], &lines[2]);
    assert_eq!(good["parsed"], true);
    assert_eq!(good["error"], Value::Null);
    assert_eq!(good["logic"], "ALL");
    assert_eq!(good["theories"], serde_json::json!(["Core"]));
    assert_eq!(good["assertions"], 2);
    assert_eq!(good["sorted_assertions"], 1);
    assert_eq!(good["unknown_symbols"], serde_json::json!(["nothing"]));
    assert_eq!(good["roundtrip"], true);
    assert_eq!(bad["parsed"], false);
    let error = bad["error"].as_str().unwrap();
    assert!(
        error.starts_with("1:1: found `(assert`, expected "),
        "{error}"
    );
    for (key, value) in [
        ("files", 2),
        ("parsed", 1),
        ("assertions", 2),
        ("sorted_assertions", 1),
        ("roundtrip_ok", 1),
        ("bytes", 51),
    ] {
        assert_eq!(summary[key], value, "{key}");
    }
    assert_eq!(summary["summary"], true);
    assert!(summary["seconds"].as_f64().is_some());
}

#[test]
fn junk_is_named_with_file_and_place() {
    let folder = tempfile::tempdir().unwrap();
    let junk: Vec<u8> = (0..=255).cycle().take(5000).collect();
    let cases: [(&str, &[u8], &str, i32); 5] = [
        (
            "junk",
            &junk,
            "1:1: found the byte 0x00, expected SMT-LIB text",
            1,
        ),
        (
            "open",
            b"(assert (= 1\n",
            "1:9: found `(= 1`, expected a `)`",
            1,
        ),
        (
            "string",
            b"(echo \"abc)",
            "1:7: found `\"abc)`, expected a `\"`",
            1,
        ),
        ("empty", b"", "assertions  0", 0),
        ("comment", b"; nothing", "assertions  0", 0),
    ];
    for (name, bytes, message, code) in cases {
        let file = write(folder.path(), name, bytes);
        let output = inspect(&[&file]);
        assert_eq!(output.status.code(), Some(code), "{name}");
        let shown = text(&output.stdout);
        assert!(shown.starts_with(&file), "{shown}");
        assert!(shown.contains(message), "{name}: {shown}");
    }
}

#[test]
fn what_cannot_be_read_is_said() {
    let output = inspect(&["/no/such/folder"]);
    assert_eq!(output.status.code(), Some(2));
    let message = text(&output.stderr);
    assert!(
        message.starts_with("nuthatch: cannot read /no/such/folder: "),
        "{message}"
    );
    assert_eq!(inspect(&["--no-such-flag"]).status.code(), Some(2));
}

#[test]
fn a_reader_that_stops_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_nuthatch"))
        .args(["inspect", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(text(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn the_output_does_not_depend_on_the_number_of_jobs() {
    let one = inspect(&["--verbose", "--jobs", "1"]);
    let two = inspect(&["--verbose", "--jobs", "2"]);
    let without_times = |output: &Output| {
        let shown = text(&output.stdout);
        let lines = shown.lines().filter(|line| !line.contains(" files, "));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(without_times(&one), without_times(&two));
}
