//! `nuthatch reduce` as a person runs it.

mod common;

use common::{json_lines, text};
use std::path::Path;
use std::process::{Command, Output};

fn reduce(arguments: &[&str], check: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nuthatch"));
    command.arg("reduce").args(arguments);
    if !check.is_empty() {
        command.arg("--").args(check);
    }
    command.output().unwrap()
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

const SCRIPT: &str = "(set-logic QF_LIA)
(declare-const long_name Int)
(assert (and (> long_name 3) (= (mod long_name 7) 2)))
(check-sat)
(get-model)
";

#[test]
fn a_grep_is_a_predicate() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bug.smt2");
    std::fs::write(&file, SCRIPT).unwrap();
    let output = reduce(&[path(&file), "--json"], &["grep", "-q", "mod"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let reduced = std::fs::read_to_string(folder.path().join("bug.reduced.smt2")).unwrap();
    assert!(reduced.contains("mod") && reduced.len() < 30, "{reduced}");
    let lines = json_lines(&output);
    let summary = lines.last().unwrap();
    assert_eq!(summary["summary"], true);
    assert_eq!(summary["minimal"], true);
    assert_eq!(summary["bytes_before"], SCRIPT.len());
    assert_eq!(summary["bytes_after"], reduced.len());
    assert_eq!(std::fs::read_to_string(&file).unwrap(), SCRIPT);
}

#[test]
fn jobs_do_not_change_the_result() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bug.smt2");
    std::fs::write(&file, SCRIPT).unwrap();
    let check = [
        "sh",
        "-c",
        "grep -q '(assert.*mod' {} && grep -q check-sat {}",
    ];
    let results = ["1", "2"].map(|jobs| {
        let out = folder.path().join(jobs);
        let output = reduce(
            &[path(&file), "-o", path(&out), "--jobs", jobs, "-q"],
            &check,
        );
        assert!(output.status.success() && output.stdout.is_empty());
        std::fs::read_to_string(out).unwrap()
    });
    assert_eq!(results[0], results[1]);
}

#[test]
fn the_output_can_be_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bug.smt2");
    std::fs::write(&file, SCRIPT).unwrap();
    let out = folder.path().join("out.smt2");
    let arguments = [path(&file), "-o", path(&out), "--match-output", "get-m.del"];
    let output = reduce(&arguments, &["cat"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "(get-model)\n");
    assert!(text(&output.stdout).contains("commands"));
    let arguments = [path(&file), "-o", path(&out), "--match-output", "nowhere"];
    let output = reduce(&arguments, &["cat"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("does not match"));
}

#[test]
fn what_cannot_be_tried_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bug.smt2");
    std::fs::write(&file, SCRIPT).unwrap();
    let flag = folder.path().join("flag");
    let flaky = format!("test -e {0} || {{ touch {0}; exit 3; }}", path(&flag));
    for (arguments, check, message) in [
        (vec![path(&file)], vec![], "say what the bug is"),
        (vec!["no-such-file"], vec!["true"], "cannot read"),
        (
            vec![path(&file)],
            vec!["no-such-command-here"],
            "no-such-command-here",
        ),
        (vec![path(&file)], vec!["sh", "-c", flaky.as_str()], "flaky"),
        (
            vec![path(&file), "--check-time", "100ms"],
            vec!["sh", "-c", "sleep 60"],
            "does not end",
        ),
    ] {
        let output = reduce(&arguments, &check);
        assert_eq!(output.status.code(), Some(2), "{arguments:?} {check:?}");
        assert!(
            text(&output.stderr).contains(message),
            "{}",
            text(&output.stderr)
        );
    }
}

#[test]
fn a_run_that_was_stopped_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bug.smt2");
    std::fs::write(&file, SCRIPT).unwrap();
    let out = folder.path().join("out.smt2");
    std::fs::write(&out, "(assert (= (mod 9 7) 2))\n(check-sat)\n").unwrap();
    let arguments = [path(&file), "-o", path(&out), "--resume", "--json"];
    let output = reduce(&arguments, &["grep", "-q", "mod"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(std::fs::read_to_string(&out).unwrap().len() < 30);
    assert_eq!(
        json_lines(&output).last().unwrap()["bytes_before"],
        SCRIPT.len()
    );
}
