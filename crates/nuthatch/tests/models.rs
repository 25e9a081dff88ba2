//! `nuthatch check-model` and `nuthatch eval`, with models from files, so that no solver is needed.

mod common;

use common::{json_lines, text};
use serde_json::Value;
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
