//! `nuthatch check-model` and `nuthatch eval`, with models from files and solvers that are a few lines of
//! shell.

mod common;

use common::{json_lines, text};
use serde_json::Value;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Output};

struct Place(tempfile::TempDir);

impl Place {
    fn new(script: &str, model: &str) -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        std::fs::write(place.path("script.smt2"), script).unwrap();
        std::fs::write(place.path("model.txt"), model).unwrap();
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn run(&self, command: &str, more: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_nuthatch"))
            .arg(command)
            .arg(self.path("script.smt2"))
            .arg("--model")
            .arg(self.path("model.txt"))
            .args(more)
            .output()
            .unwrap()
    }
}

const SCRIPT: &str = "(declare-const x Int)\n(declare-const y Int)\n(assert (> x 0))\n\
                      (assert (= (mod x 5) y))\n(check-sat)\n";

fn verdict(script: &str, model: &str) -> (Option<i32>, Value) {
    let output = Place::new(script, model).run("check-model", &["--json"]);
    let said = json_lines(&output).pop().unwrap_or_default();
    (output.status.code(), said)
}

#[test]
fn a_model_is_valid_or_it_is_explained_why_not() {
    let (code, said) = verdict(SCRIPT, "((define-fun x () Int 7) (define-fun y () Int 2))");
    assert_eq!(
        (code, &said["verdict"]),
        (Some(0), &"valid".into()),
        "{said}"
    );
    let (code, said) = verdict(
        SCRIPT,
        "(model (define-fun x () Int 7) (define-fun y () Int 3))",
    );
    assert_eq!(
        (code, &said["verdict"]),
        (Some(1), &"invalid".into()),
        "{said}"
    );
    assert_eq!(said["assertion"], "(= (mod x 5) y)");
    let explanation = said["explanation"].as_str().unwrap();
    assert!(
        explanation.contains('2') && explanation.contains('3'),
        "{explanation}"
    );
}

#[test]
fn what_is_left_open_is_no_fault() {
    let script = "(declare-const r Real)\n(assert (> (/ r 0.0) 1.0))\n(check-sat)\n";
    let (code, said) = verdict(script, "((define-fun r () Real 1.0))");
    assert_eq!(code, Some(0), "some interpretation serves: {said}");
    let script = "(declare-const r Real)\n(assert (distinct (/ r 0.0) (/ 1.0 0.0)))\n(check-sat)\n";
    let (code, said) = verdict(script, "((define-fun r () Real 1.0))");
    assert_eq!(code, Some(1), "none does: {said}");
}

#[test]
fn what_is_no_model_is_said_so() {
    let place = Place::new(SCRIPT, "unsat\n");
    let output = place.run("check-model", &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("no model"),
        "{}",
        text(&output.stderr)
    );
    let output = place.run("check-model", &["--check", "2"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("1 checks"),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn terms_have_values() {
    let place = Place::new(SCRIPT, "((define-fun x () Int 7) (define-fun y () Int 2))");
    let output = place.run("eval", &["(+ x y)", "(bvadd #x0f #x01)", "(div x 0)"]);
    assert_eq!(output.status.code(), Some(1), "one is left open");
    let said = text(&output.stdout);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[..2], ["((+ x y) 9)", "((bvadd #x0f #x01) #x10)"]);
    assert!(lines[2].contains("left open"), "{}", lines[2]);
}

/// Three checks, of which a solver may get any wrong.
const CHECKS: &str = "(declare-const x Int)\n(assert (> x 0))\n(check-sat)\n(push 1)\n\
                      (assert (< x 0))\n(check-sat)\n(pop 1)\n(assert (> x 1))\n(check-sat)\n";

/// Counts checks: each has an answer of its own, and a value of `x`.
const COUNTING: &str = r#"#!/bin/sh
n=0
while read -r line; do
  case "$line" in
    *check-sat*) n=$((n + 1)); set -- ANSWERS; shift $((n - 1)); echo "$1"
        [ "$1" = stop ] && exit 1 ;;
    *get-model*) set -- VALUES; shift $((n - 1)); echo "((define-fun x () Int $1))" ;;
    '(echo "'*) line=${line#'(echo "'}; echo "${line%'")'}" ;;
  esac
done
"#;

/// What is said of the models that a solver with these answers and values gives of [`CHECKS`].
fn of_every_check(answers: [&str; 3], values: [&str; 3], more: &[&str]) -> Output {
    let place = Place::new(CHECKS, "");
    let values = values.map(|value| format!("'{value}'")).join(" ");
    let solver = COUNTING.replace("ANSWERS", &answers.join(" "));
    let path = place.path("solver");
    std::fs::write(&path, solver.replace("VALUES", &values)).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    let command = Command::new(env!("CARGO_BIN_EXE_nuthatch"))
        .arg("check-model")
        .arg(place.path("script.smt2"))
        .arg("--solver")
        .arg(&path)
        .args(more)
        .output();
    command.unwrap()
}

#[test]
fn every_check_is_judged() {
    let output = of_every_check(["sat", "unsat", "sat"], ["-1", "", "2"], &["--json"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let said = json_lines(&output).pop().unwrap();
    // The worst is told as if there were no other.
    let worst = (&said["check"], &said["verdict"], &said["assertion"]);
    assert_eq!(worst, (&1.into(), &"invalid".into(), &"(> x 0)".into()));
    let checks = said["checks"].as_array().unwrap();
    let of = |key: &str| -> Vec<Value> { checks.iter().map(|check| check[key].clone()).collect() };
    assert_eq!(of("check"), [1, 2, 3]);
    assert_eq!(of("answer"), ["sat", "unsat", "sat"]);
    assert_eq!(
        of("verdict"),
        ["invalid".into(), Value::Null, "valid".into()]
    );
    // For people it is a line each.
    let output = of_every_check(["sat", "unsat", "sat"], ["1", "", "2"], &[]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let lines = text(&output.stdout);
    assert_eq!(lines, "check 1: valid\ncheck 2: unsat\ncheck 3: valid\n");
}

#[test]
fn one_check_can_be_picked() {
    let pick = |n: &str| of_every_check(["sat", "unsat", "sat"], ["-1", "", "2"], &["--check", n]);
    let codes = ["1", "2", "3"].map(|n| pick(n).status.code());
    assert_eq!(codes, [Some(1), Some(2), Some(0)]);
    assert_eq!(text(&pick("3").stdout), "valid\n");
    let none = text(&pick("2").stderr);
    assert!(none.contains("gives no model: it says unsat"), "{none}");
}

#[test]
fn what_comes_after_a_solver_broke_off_is_not_asked_for() {
    let output = of_every_check(["sat", "stop", "sat"], ["1", "", "2"], &["--json"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let said = json_lines(&output).pop().unwrap();
    assert_eq!(said["verdict"], "valid");
    let checks = said["checks"].as_array().unwrap();
    assert_eq!(checks[0]["verdict"], "valid");
    assert!(
        checks[1..].iter().all(|check| check["verdict"].is_null()),
        "{said}"
    );
    // A model that cannot be read is no valid one.
    let output = of_every_check(["sat", "unsat", "sat"], ["1", "", ")("], &["--json"]);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    // And if there is no other, there is nothing to say.
    let output = of_every_check(["unsat", "unsat", "unsat"], ["", "", ""], &[]);
    assert_eq!(output.status.code(), Some(2));
    let why = text(&output.stderr);
    assert!(why.contains("it says unsat, unsat, unsat"), "{why}");
}
