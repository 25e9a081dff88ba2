//! `nuthatch fuzz` and `nuthatch replay` with solvers that are a few lines of shell, so that what is
//! wrong with them is known.

mod common;

use common::{json_lines, text};
use serde_json::Value;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// Reads commands and answers every check. `$wrong` is what gives a mutant away.
const SOLVER: &str = r#"#!/bin/sh
# Remembers whether a formula was asserted that it does not understand.
answer=sat
if [ -n "$1" ] && [ -f "$1" ]; then exec < "$1"; fi
while read -r line; do
  case "$line" in
    *'(reset)'*) answer=sat ;;
  esac
  case "$line" in
    PATTERN) answer=WRONG ;;
  esac
  case "$line" in
    *check-sat*) CHECK ;;
  esac
  case "$line" in
    '(echo "'*) line=${line#'(echo "'}; echo "${line%'")'}" ;;
  esac
done
"#;

const SEED: &str = "(set-logic QF_LIA)\n(declare-const x Int)\n(declare-const y Int)\n(assert (< x y))\n(assert (< y 10))\n(check-sat)\n";

/// The pattern and what follows it for a solver whose model is that all bit-vectors are 0.
const ZEROS: (&str, &str) = (
    r#"'(declare-'*BitVec*) set -- $line; width=${line##*BitVec }; width=${width%%)*}
        model="$model(define-fun $2 () (_ BitVec $width) (_ bv0 $width))" ;;
    *'(reset)'*) model= ;;
    *get-model*"#,
    r#"$answer; echo "($model)""#,
);

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        place.write("seed.smt2", SEED);
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        std::fs::write(self.path(name), text).unwrap();
        self.path(name)
    }

    fn solver(&self, name: &str, pattern: &str, wrong: &str, check: &str) -> PathBuf {
        let text = SOLVER
            .replace("PATTERN", pattern)
            .replace("WRONG", wrong)
            .replace("CHECK", check);
        let path = self.write(name, &text);
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    /// One that says unsat of whatever has a `distinct` in it, and one that proves every claim and
    /// knows that all else is sat.
    fn bad_solver_and_its_judge(&self) -> (PathBuf, String) {
        let solver = self.solver("bad", "*distinct*", "unsat", "echo $answer");
        let judge = self.solver("judge", "*'nuthatch!seed'*", "unsat", "echo $answer");
        (solver, judge.display().to_string())
    }

    fn command(&self, solver: &Path, more: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_nuthatch"));
        command.env("XDG_CACHE_HOME", self.path("cache"));
        command
            .arg("fuzz")
            .arg(self.path("seed.smt2"))
            .arg("--solver")
            .arg(solver);
        command
            .args(["--out"])
            .arg(self.path("out"))
            .args(["--json", "--timeout", "5s"]);
        command.args(more);
        // Nothing is done here that a test did not ask for.
        let defaults = [
            ("--strategy", &["--strategy", "approximation"][..]),
            ("--reference", &["--no-reference"]),
            ("--reduce", &["--no-reduce"]),
            ("--history", &["--history", "off"]),
        ];
        for (_, options) in defaults.iter().filter(|(name, _)| !more.contains(name)) {
            command.args(*options);
        }
        command
    }

    fn fuzz(&self, solver: &Path, more: &[&str]) -> Output {
        self.command(solver, more).output().unwrap()
    }

    fn findings(&self) -> Vec<PathBuf> {
        let folders = std::fs::read_dir(self.path("out").join("findings")).unwrap();
        let mut folders: Vec<PathBuf> = folders.map(|entry| entry.unwrap().path()).collect();
        folders.sort();
        folders
    }
}

fn finding_of(folder: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(folder.join("finding.json")).unwrap()).unwrap()
}

fn summary(output: &Output) -> Value {
    let lines = json_lines(output);
    let last = lines.last().cloned().unwrap_or_default();
    assert_eq!(last["summary"], true, "{}", text(&output.stderr));
    last
}

#[test]
fn a_solver_without_faults_has_no_finding() {
    let place = Place::new();
    let solver = place.solver("good", "nothing", "sat", "echo sat");
    let output = place.fuzz(&solver, &["--mutants-per-seed", "100"]);
    let summary = summary(&output);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(summary["distinct"], 0);
    assert_eq!(summary["mutants"], summary["answers"]["sat"]);
    assert!(summary["mutants"].as_u64().unwrap() > 90);
    for key in ["avg", "min", "max", "stddev"] {
        assert!(summary["generation_us"][key].is_f64(), "{key}");
    }
}

#[test]
fn a_contradiction_is_found_reported_and_seen_again() {
    let place = Place::new();
    // Whatever has a `distinct` in it is unsat, says this one.
    let solver = place.solver("bad", "*distinct*", "unsat", "echo $answer");
    let output = place.fuzz(&solver, &["--mutants-per-seed", "100"]);
    let summary = summary(&output);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(summary["findings"]["soundness"].as_u64().unwrap() > 0);
    assert_eq!(
        summary["distinct"].as_u64().unwrap() as usize,
        place.findings().len()
    );
    for folder in place.findings() {
        let finding = finding_of(&folder);
        assert_eq!(finding["parents"][0]["answer"], "sat");
        assert_eq!(finding["witness"]["answer"], "unsat");
        // One step is enough, so only one is left.
        let steps = finding["derivation"]["steps"].as_array().unwrap();
        assert_eq!(steps.len(), 1, "{finding}");
        assert_eq!(finding["derivation"]["seed"]["name"], "seed.smt2");
        let report = std::fs::read_to_string(folder.join("report.md")).unwrap();
        assert!(report.contains("distinct"), "{report}");
        let replay = Command::new(env!("CARGO_BIN_EXE_nuthatch"))
            .arg("replay")
            .arg(&folder)
            .output()
            .unwrap();
        assert_eq!(replay.status.code(), Some(1), "{}", text(&replay.stderr));
        let shown = Command::new(folder.join("reproduce.sh")).output().unwrap();
        assert_eq!(
            text(&shown.stdout),
            "seed.smt2:\nsat\nmutant.smt2:\nunsat\n"
        );
    }
    // A solver that was mended: the finding is gone.
    let good = place.solver("good", "nothing", "sat", "echo sat");
    let replay = Command::new(env!("CARGO_BIN_EXE_nuthatch"))
        .args(["replay", "--solver"])
        .arg(good)
        .arg(&place.findings()[0])
        .output()
        .unwrap();
    assert_eq!(replay.status.code(), Some(0), "{}", text(&replay.stderr));
}

#[test]
fn findings_are_reduced_with_their_proof() {
    let place = Place::new();
    let (solver, reference) = place.bad_solver_and_its_judge();
    let more = ["--mutants-per-seed", "30", "--reference", &reference];
    let output = place.fuzz(&solver, &[&more[..], &["--reduce"]].concat());
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(!place.findings().is_empty());
    for folder in place.findings() {
        let reduced = &finding_of(&folder)["reduced"];
        assert_eq!(reduced["minimal"], true, "{reduced}");
        let pair = &reduced["pair"];
        assert_eq!(pair["seed"]["answer"], "sat");
        assert_eq!(pair["mutant"]["answer"], "unsat");
        assert_eq!(pair["opinions"][0]["claim"], "unsat");
        assert_eq!(pair["differences"].as_array().unwrap().len(), 1);
        // It needs the word and a check, and hardly anything else.
        let alone = reduced["alone"]["script"]["script"].as_str().unwrap();
        assert!(alone.contains("distinct") && alone.len() < 80, "{alone}");
        assert_eq!(reduced["alone"]["others"][0][1], "sat");
        let report = std::fs::read_to_string(folder.join("report.md")).unwrap();
        assert!(report.contains("all that they differ in"), "{report}");
        let replay = Command::new(env!("CARGO_BIN_EXE_nuthatch"))
            .arg("replay")
            .arg(&folder)
            .output()
            .unwrap();
        assert_eq!(replay.status.code(), Some(1), "{}", text(&replay.stderr));
        assert!(text(&replay.stdout).contains("reduced script: unsat"));
    }
    // By hand it is the same, and so is a campaign that goes on.
    let folder = &place.findings()[0];
    let reduced = finding_of(folder)["reduced"].clone();
    let again = Command::new(env!("CARGO_BIN_EXE_nuthatch"))
        .args(["reduce", "--json", "--finding"])
        .arg(folder)
        .output()
        .unwrap();
    assert_eq!(again.status.code(), Some(0), "{}", text(&again.stderr));
    let by_hand = finding_of(folder)["reduced"].clone();
    assert_eq!(by_hand["alone"], reduced["alone"]);
    assert_eq!(by_hand["pair"], reduced["pair"]);
    let before = finding_of(folder)["reduced"].clone();
    place.fuzz(&solver, &more);
    assert_eq!(finding_of(folder)["reduced"]["pair"], before["pair"]);
}

#[test]
fn findings_that_are_reduced_to_the_same_are_one() {
    let place = Place::new();
    let (solver, reference) = place.bad_solver_and_its_judge();
    let more = ["--mutants-per-seed", "600", "--reference", &reference];
    let apart = summary(&place.fuzz(&solver, &more));
    assert!(apart["distinct"].as_u64().unwrap() > 1, "{apart}");
    // The campaign goes on, with its findings as they are, and they are reduced.
    let output = place.fuzz(&solver, &[&more[..], &["--reduce"]].concat());
    let lines = json_lines(&output);
    let gone: Vec<&str> = lines.iter().filter_map(|l| l["merged"].as_str()).collect();
    assert!(!gone.is_empty(), "{}", text(&output.stdout));
    let together = summary(&output);
    let count = |summary: &Value| summary["distinct"].as_u64().unwrap() as usize;
    assert_eq!(count(&together), place.findings().len());
    assert_eq!(count(&together) + gone.len(), count(&apart));
    assert_eq!(together["findings"], apart["findings"]);
    // As if it had been killed before the folder was removed.
    let left_over = place.path("out").join("findings").join(gone[0]);
    assert!(!left_over.exists());
    std::fs::create_dir(&left_over).unwrap();
    let again = summary(&place.fuzz(&solver, &more));
    assert!(!left_over.exists());
    assert_eq!(again["distinct"], together["distinct"]);
}

/// A campaign of generated bit-vectors with a solver that always gives the same answer, and others
/// that always give theirs: its summary, and the seeds of its findings with their kinds and
/// names.
fn generated(answer: &str, others: &[&str], jobs: &str) -> (Value, Vec<(String, String)>) {
    generated_of(&["--theory", "bv"], ("nothing", ""), answer, others, jobs)
}

/// The same with other options. What is done at some lines besides is a pattern, and what is put in the place
/// of the wrong answer.
fn generated_of(
    options: &[&str],
    solver: (&str, &str),
    answer: &str,
    others: &[&str],
    jobs: &str,
) -> (Value, Vec<(String, String)>) {
    let place = Place::new();
    let output = generate_in(&place, options, solver, answer, others, jobs);
    let found = place.findings().into_iter().map(|folder| {
        let finding = finding_of(&folder);
        let seed = std::fs::read_to_string(folder.join("seed.smt2")).unwrap();
        let oracle = finding["oracle"].as_str().unwrap();
        let name = finding["derivation"]["formula"]["name"].as_str().unwrap();
        (format!("{oracle}: {name}"), seed)
    });
    let found = found.collect();
    (summary(&output), found)
}

fn generate_in(
    place: &Place,
    options: &[&str],
    (pattern, wrong): (&str, &str),
    answer: &str,
    others: &[&str],
    jobs: &str,
) -> Output {
    let solver = place.solver("solver", pattern, wrong, &format!("echo {answer}"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_nuthatch"));
    command
        .env("XDG_CACHE_HOME", place.path("cache"))
        .args(["fuzz", "--strategy", "generate", "--history", "off"])
        .args(options)
        .args(["--mutants", "450", "--json", "--jobs", jobs, "--out"])
        .arg(place.path("out"))
        .arg("--solver")
        .arg(solver);
    if !options.contains(&"--reduce") {
        command.arg("--no-reduce");
    }
    for (number, other) in others.iter().enumerate() {
        let name = format!("other{number}");
        let other = place.solver(&name, "nothing", "", &format!("echo {other}"));
        command.arg("--reference").arg(other);
    }
    command.output().unwrap()
}

#[test]
fn formulas_from_nothing_have_the_answer_they_promise() {
    // A third of the formulas is unsat, and it takes everything for sat.
    let (summary, mut found) = generated("sat", &["unsat"], "1");
    assert_eq!(
        (&summary["mutants"], &summary["answers"]["sat"]),
        (&450.into(), &450.into())
    );
    assert!(summary["findings"]["soundness"].as_u64().unwrap() > 1);
    assert!(!found.is_empty());
    let (_, mut found_by_two) = generated("sat", &["unsat"], "2");
    found.sort();
    found_by_two.sort();
    assert_eq!(found, found_by_two);
    // Nobody else sees it, or it says nothing wrong: then there is no finding.
    let (summary, _) = generated("sat", &["unknown"], "2");
    assert_eq!(summary["distinct"], 0);
    assert!(summary["doubts"].as_u64().unwrap() > 0);
    let (summary, _) = generated("unknown", &["unsat"], "2");
    assert_eq!(
        (&summary["distinct"], &summary["doubts"]),
        (&0.into(), &0.into())
    );
}

#[test]
fn what_a_formula_was_made_from_proves_that_it_is_sat() {
    let (summary, found) = generated("unsat", &["unknown"], "2");
    assert!(
        summary["findings"]["soundness"].as_u64().unwrap() > 1,
        "{summary}"
    );
    assert!(found.iter().all(|(_, seed)| seed.contains(":status sat")));
}

#[test]
fn formulas_of_any_answer_are_compared() {
    let of_any = |others: &[&str]| {
        let (_, found) = generated("sat", others, "2");
        found
            .iter()
            .filter(|(name, _)| name.contains(" any "))
            .count()
    };
    assert!(of_any(&["unsat", "unsat"]) > 0);
    // One that says so is not enough, and one that speaks against it is too much.
    assert_eq!(of_any(&["unsat"]), 0);
    assert_eq!(of_any(&["unsat", "sat"]), 0);
}

#[test]
fn a_wrong_model_of_a_formula_of_any_answer_does_not_make_the_answer_wrong() {
    // That all variables are 0 is seldom a model; one other says unsat.
    let options = ["--theory", "bv", "--models", "off"];
    let (_, found) = generated_of(&options, ZEROS, "sat", &["unsat"], "2");
    let has = |kind: &str, of: &str| {
        let mut names = found.iter().map(|(name, _)| name);
        names.any(|name| name.starts_with(kind) && name.contains(of))
    };
    assert!(has("soundness", " unsat ") && !has("soundness", " any "));
}

#[test]
fn a_wrong_answer_with_a_wrong_model_is_reduced_as_an_answer() {
    let place = Place::new();
    let options = ["--theory", "bv", "--models", "all", "--reduce"];
    generate_in(&place, &options, ZEROS, "sat", &["unsat"], "2");
    let findings = place
        .findings()
        .into_iter()
        .map(|folder| finding_of(&folder));
    let mut wrong = findings
        .filter(|f| f["oracle"] == "soundness" && f["witness"]["answer"] == "invalid-model")
        .peekable();
    assert!(wrong.peek().is_some());
    for finding in wrong {
        assert!(
            finding["reduced"]["alone"]["script"].is_object(),
            "{finding}"
        );
    }
}

#[test]
fn what_is_new_is_generated_only_if_that_is_wanted() {
    let with = |options: &[&str]| {
        let (_, found) = generated_of(options, ("nothing", ""), "sat", &["unsat"], "2");
        assert!(!found.is_empty());
        found.iter().any(|(_, seed)| seed.contains("declare-const"))
    };
    assert!(!with(&["--theory", "bv"]));
    assert!(with(&["--theory", "bv", "--newest"]));
    let place = Place::new();
    let solver = place.solver("good", "nothing", "sat", "echo sat");
    let output = place.fuzz(&solver, &["--theory", "bv", "--strategy", "approximation"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("add --strategy generate"));
}

#[test]
fn to_old_solvers_a_formula_with_escapes_is_another_question() {
    let (summary, found) = generated_of(
        &["--theory", "string"],
        ("nothing", ""),
        "sat",
        &["unsat"],
        "2",
    );
    assert!(!found.is_empty());
    assert!(found.iter().all(|(_, seed)| !seed.contains('\\')));
    assert!(summary["doubts"].as_u64().unwrap() > 0, "{summary}");
}

#[test]
fn a_crash_is_reduced_to_what_it_takes() {
    let place = Place::new();
    let check =
        "[ $answer = crash ] && { echo Fatal failure within f >&2; kill -SEGV $$; }; echo sat";
    let solver = place.solver("fragile", "*distinct*", "crash", check);
    let output = place.fuzz(&solver, &["--mutants-per-seed", "50", "--reduce"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let lines = json_lines(&output);
    let reduced = lines.iter().find(|line| line["reduced_bytes"].is_u64());
    let bytes = reduced.unwrap()["reduced_bytes"].as_u64().unwrap();
    let script = place.findings()[0].join("reduced-script.smt2");
    let script = std::fs::read_to_string(script).unwrap();
    assert_eq!(script.len() as u64, bytes);
    assert!(script.contains("distinct") && bytes < 80, "{script}");
}

#[test]
fn what_a_reference_refutes_is_no_finding() {
    let place = Place::new();
    let solver = place.solver("bad", "*distinct*", "unsat", "echo $answer");
    // It finds every claim sat: then it is we who are wrong, and nothing is shown.
    let reference = place.solver("reference", "nothing", "sat", "echo sat");
    let reference = reference.display().to_string();
    let output = place.fuzz(
        &solver,
        &["--mutants-per-seed", "50", "--reference", &reference],
    );
    let summary = summary(&output);
    assert_eq!(summary["distinct"], 0);
    assert!(summary["doubts"].as_u64().unwrap() > 0);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn crashes_are_merged_by_signature() {
    let place = Place::new();
    let solver = place.solver(
        "fragile",
        "*distinct*",
        "crash",
        "[ $answer = crash ] && { echo Fatal failure within f >&2; kill -SEGV $$; }; echo sat",
    );
    let output = place.fuzz(&solver, &["--mutants-per-seed", "100"]);
    let summary = summary(&output);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(summary["findings"]["crash"].as_u64().unwrap() > 1);
    assert_eq!(summary["distinct"], 1);
}

#[test]
fn unknown_timeouts_and_errors_are_no_findings() {
    for answer in ["echo unknown", "echo '(error \"no\")'", "echo timeout"] {
        let place = Place::new();
        let check = format!("[ $answer = odd ] && {{ {answer}; }} || echo sat");
        let solver = place.solver("odd", "*distinct*", "odd", &check);
        let output = place.fuzz(&solver, &["--mutants-per-seed", "50"]);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{answer}: {}",
            text(&output.stderr)
        );
        assert_eq!(summary(&output)["distinct"], 0);
    }
}

#[test]
fn one_and_two_workers_find_the_same() {
    let found = |jobs: &str, limit: &str| {
        let place = Place::new();
        let another = place.write("more.smt2", &SEED.replace("10", "(* 2 x)"));
        let solver = place.solver("bad", "*distinct*", "unsat", "echo $answer");
        let settings = [
            "--mutants-per-seed",
            "150",
            "--jobs",
            jobs,
            "--mutants",
            limit,
            another.to_str().unwrap(),
        ];
        let output = place.fuzz(&solver, &settings);
        let summary = summary(&output);
        // Folders are named after the solver, which is in another place each time.
        let mut witnesses: Vec<Vec<u8>> = place
            .findings()
            .iter()
            .map(|folder| std::fs::read(folder.join("mutant.smt2")).unwrap())
            .collect();
        witnesses.sort();
        (
            summary["mutants"].clone(),
            summary["findings"].clone(),
            witnesses,
        )
    };
    for (limit, tested) in [("1000", None), ("77", Some(77))] {
        let (one, two) = (found("1", limit), found("2", limit));
        assert!(!one.2.is_empty());
        assert_eq!(one, two);
        assert!(tested.is_none_or(|n| one.0 == n), "{}", one.0);
    }
}

#[test]
fn a_killed_campaign_goes_on_and_counts_once() {
    let place = Place::new();
    let slow = place.solver("slow", "*distinct*", "unsat", "sleep 0.002; echo $answer");
    let more = ["--mutants-per-seed", "300", "--jobs", "1"];
    for _ in 0..20 {
        let mut child: Child = place
            .command(&slow, &more)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(120));
        // It may have come to its end already.
        let _ = child.kill();
        child.wait().unwrap();
    }
    let resumed = place.fuzz(&slow, &more);
    let killed = summary(&resumed);
    let undisturbed = Place::new();
    let solver = undisturbed.solver("slow", "*distinct*", "unsat", "sleep 0.002; echo $answer");
    let whole = summary(&undisturbed.fuzz(&solver, &more));
    assert_eq!(killed["mutants"], whole["mutants"]);
    assert_eq!(killed["findings"], whole["findings"]);
    assert_eq!(place.findings().len(), undisturbed.findings().len());
}

#[test]
fn another_campaign_is_not_mixed_in() {
    let place = Place::new();
    let solver = place.solver("good", "nothing", "sat", "echo sat");
    assert_eq!(
        place
            .fuzz(&solver, &["--mutants-per-seed", "5"])
            .status
            .code(),
        Some(0)
    );
    let output = place.fuzz(&solver, &["--mutants-per-seed", "6"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("another campaign"),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn what_cannot_be_a_seed_is_said_so() {
    let place = Place::new();
    place.write("seed.smt2", "(set-logic HORN) (assert true) (check-sat)");
    let solver = place.solver("good", "nothing", "sat", "echo sat");
    let output = place.fuzz(&solver, &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("Horn"),
        "{}",
        text(&output.stderr)
    );
}

/// Says sat to everything, and has the same model for everything.
const ONE_MODEL: &str = r#"#!/bin/sh
while read -r line; do
  case "$line" in
    '(check-sat)') echo sat ;;
    '(get-model)') echo '((define-fun x () Int X) (define-fun y () Int 7))' ;;
    '(echo "'*) line=${line#'(echo "'}; echo "${line%'")'}" ;;
  esac
done
"#;

#[test]
fn models_are_judged_here() {
    for (x, wrong) in [("8", true), ("3", false)] {
        let place = Place::new();
        let path = place.write("one-model", &ONE_MODEL.replace('X', x));
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        let solver = PathBuf::from(format!("z3={}", path.display()));
        let output = place.fuzz(&solver, &["--mutants-per-seed", "70", "--models", "all"]);
        let summary = summary(&output);
        assert_eq!(output.status.code(), Some(i32::from(wrong)), "{summary}");
        assert_eq!(summary["findings"]["soundness"], 0);
        if !wrong {
            assert_eq!(summary["findings"]["model"], 0, "{summary}");
            // Equal mutants of a unit are asked about once.
            let mutants = summary["mutants"].as_u64().unwrap();
            assert!((66..=70).contains(&mutants), "{summary}");
            continue;
        }
        // The seed's own model is wrong.
        let findings = place.findings();
        let report = std::fs::read_to_string(findings[0].join("report.md")).unwrap();
        assert!(report.contains("our own evaluation"), "{report}");
        let replay = Command::new(env!("CARGO_BIN_EXE_nuthatch"))
            .env("XDG_CACHE_HOME", place.path("cache"))
            .arg("replay")
            .arg(&findings[0])
            .output()
            .unwrap();
        assert_eq!(replay.status.code(), Some(1), "{}", text(&replay.stdout));
    }
}

const HORN: &str = "(set-logic HORN)
(declare-fun counts (Int) Bool)
(assert (forall ((x Int)) (=> (= x 0) (counts x))))
(assert (forall ((x Int) (y Int)) (=> (and (counts x) (< x 10) (= y (+ x 1))) (counts y))))
(assert (forall ((x Int)) (=> (and (counts x) (< x 0)) false)))
(check-sat)
";

/// A campaign over Horn systems with a solver that gets it wrong when a parameter of spacer is set, and
/// another that says what it is told: chains and mutants of the findings, and the summary.
fn fuzz_horn(place: &Place, other: &str, more: &[&str]) -> (Vec<(Value, Value)>, Value) {
    place.write("seed.smt2", HORN);
    let solver = place.solver("bad", "*fp.spacer*", "unsat", "echo $answer");
    let other = place.solver("other", "nothing", "", &format!("echo {other}"));
    let other = other.display().to_string();
    let mutations = ["--mutation", "parameter,dup-and,duplicate-clause,add-ineq"];
    let output = place.fuzz(
        &solver,
        &[
            &["--strategy", "horn", "--reference", &other],
            &mutations[..],
            more,
        ]
        .concat(),
    );
    let findings = place.findings().into_iter().map(|folder| {
        let text = std::fs::read(folder.join("finding.json")).unwrap();
        let finding: Value = serde_json::from_slice(&text).unwrap();
        assert_eq!(finding["oracle"], "soundness");
        (
            finding["derivation"]["steps"].clone(),
            finding["witness"].clone(),
        )
    });
    let mut findings: Vec<(Value, Value)> = findings.collect();
    // Names of folders depend on where the solver is.
    findings.sort_by_key(|(chain, _)| chain.to_string());
    (findings, summary(&output))
}

#[test]
fn horn_systems_are_mutated_in_chains() {
    let place = Place::new();
    let (findings, all) = fuzz_horn(&place, "sat", &["--mutants", "150", "--jobs", "1"]);
    assert_eq!(all["mutants"], 150, "{all}");
    assert!(!findings.is_empty());
    for (chain, mutant) in &findings {
        // Of all mutations of the chain this one is needed, and no other.
        let chain = chain.as_array().unwrap();
        let step = &chain[0];
        assert_eq!((chain.len(), &step["mutation"]), (1, &"parameter".into()));
        let which = step["texts"][0].as_str().unwrap();
        assert!(which.starts_with("fp.spacer"), "{chain:?}");
        assert!(
            mutant["script"].as_str().unwrap().contains("fp.spacer"),
            "{mutant}"
        );
    }
    assert!(place.path("out/traces.svg").exists() && place.path("out/guidance.md").exists());
    // Two workers do the same.
    let second = Place::new();
    let (by_two, _) = fuzz_horn(&second, "sat", &["--mutants", "150", "--jobs", "2"]);
    assert_eq!(by_two, findings);
    // So does a campaign that was stopped and goes on.
    let third = Place::new();
    let mut at_last = Vec::new();
    for mutants in ["40", "90", "150"] {
        let (found, all) = fuzz_horn(&third, "sat", &["--mutants", mutants, "--jobs", "2"]);
        assert_eq!(all["mutants"].to_string(), mutants);
        at_last = found;
    }
    assert_eq!(at_last, findings);
    // One point a round, in the plot of all runs as in that of one.
    let points = |place: &Place| {
        let plot = std::fs::read_to_string(place.path("out/traces.svg")).unwrap();
        let line = plot.split("points=\"").nth(1).unwrap();
        let line = line.split('"').next().unwrap();
        line.split_whitespace().count()
    };
    assert!(points(&place) > 2 && points(&third) >= points(&place));
}

#[test]
fn a_horn_contradiction_that_nobody_sees_is_not_shown() {
    let place = Place::new();
    let (findings, summary) = fuzz_horn(&place, "unknown", &["--mutants", "100"]);
    assert_eq!(findings, []);
    assert!(summary["doubts"].as_u64().unwrap() > 0, "{summary}");
    // It contradicts itself, and another says which of its answers is wrong: that to the seed.
    let place = Place::new();
    let (findings, _) = fuzz_horn(&place, "unsat", &["--mutants", "100"]);
    assert!(!findings.is_empty());
    let report = std::fs::read_to_string(place.findings()[0].join("report.md")).unwrap();
    assert!(
        report.contains("the answer to the seed is wrong"),
        "{report}"
    );
}

#[test]
fn a_horn_seed_that_others_answer_otherwise_is_a_finding_unless_the_standard_leaves_it_open() {
    let fuzz = |seed: &str, others: usize| {
        let place = Place::new();
        place.write("seed.smt2", seed);
        let solver = place.solver("bad", "*declare*", "unsat", "echo $answer");
        let mut more = ["--mutants", "10", "--strategy", "horn"]
            .map(str::to_owned)
            .to_vec();
        for number in 0..others {
            let other = place.solver(&format!("other{number}"), "nothing", "", "echo sat");
            more.extend(["--reference".to_owned(), other.display().to_string()]);
        }
        let more: Vec<&str> = more.iter().map(String::as_str).collect();
        let summary = summary(&place.fuzz(&solver, &more));
        let findings = place.findings().into_iter();
        let reports = findings.map(|f| std::fs::read_to_string(f.join("report.md")).unwrap());
        (reports.collect::<Vec<String>>(), summary)
    };
    let (reports, _) = fuzz(HORN, 2);
    assert_eq!(reports.len(), 1);
    let verdict = "the answer is wrong: 2 others say sat";
    assert!(reports[0].contains(verdict), "{}", reports[0]);
    // Somebody may take (div x 0) otherwise, and one other may be wrong. Mutants are made all the same.
    let open = HORN.replace("(= x 0)", "(= x (div 1 0))");
    for (seed, others) in [(open.as_str(), 2), (HORN, 1)] {
        let (reports, summary) = fuzz(seed, others);
        assert_eq!(reports.len(), 0, "{reports:?}");
        assert_eq!(summary["doubts"], 1, "{summary}");
        assert_eq!(summary["mutants"], 10, "{summary}");
    }
}

#[test]
fn what_cannot_be_done_with_horn_systems_is_said() {
    let place = Place::new();
    let solver = place.solver("solver", "nothing", "", "echo sat");
    let output = place.fuzz(&solver, &["--strategy", "horn"]);
    assert!(text(&output.stderr).contains("it is no system of Horn clauses"));
    let output = place.fuzz(&solver, &["--strategy", "horn,pst"]);
    assert!(text(&output.stderr).contains("nothing among the seeds for strategy horn"));
    let output = place.fuzz(&solver, &["--mutation", "swap-nothing"]);
    assert!(text(&output.stderr).contains("swap-and"));
}

/// The log of a campaign in a folder, as it was written by an earlier version in another place.
fn old_log(place: &Place, name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/format1")
        .join(name);
    let text = std::fs::read_to_string(path).unwrap();
    text.replace("PLACE", &place.0.path().display().to_string())
}

#[test]
fn logs_and_findings_of_the_format_before_are_read() {
    let place = Place::new();
    let (solver, judge) = place.bad_solver_and_its_judge();
    std::fs::create_dir(place.path("out")).unwrap();
    let log = old_log(&place, "journal.jsonl");
    place.write("out/journal.jsonl", &log);
    let more = ["--mutants-per-seed", "12", "--reference", &judge];
    let output = place.fuzz(&solver, &more);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    // What was done and found then, and what is found now: the same, most likely in another bucket.
    let summary = summary(&output);
    let before = &summary["strategies"]["earlier version"];
    assert_eq!(
        (&before["mutants"], &before["findings"]),
        (&12.into(), &1.into())
    );
    assert_eq!(summary["strategies"]["approximation"]["mutants"], 12);
    let now = std::fs::read_to_string(place.path("out/journal.jsonl")).unwrap();
    assert!(now.starts_with(&log) && now.len() > log.len());
    // Another solver's campaign does not go on there.
    let other = place.solver("other", "nothing", "sat", "echo sat");
    assert_eq!(place.fuzz(&other, &more).status.code(), Some(2));
    // Folders, too, and what is left of findings.
    std::fs::create_dir(place.path("old")).unwrap();
    place.write("old/finding.json", &old_log(&place, "finding.json"));
    for (arguments, says) in [
        (&["replay"][..], "reduced script: unsat, and it was unsat"),
        (&["reduce", "--finding"], "report.md"),
    ] {
        let again = Command::new(env!("CARGO_BIN_EXE_nuthatch"))
            .args(arguments)
            .arg(place.path("old"))
            .output()
            .unwrap();
        let shown = text(&again.stdout);
        assert!(shown.contains(says), "{shown} {}", text(&again.stderr));
    }
    let report = std::fs::read_to_string(place.path("old/report.md")).unwrap();
    assert!(report.contains("all that they differ in"), "{report}");
}

#[test]
fn old_logs_of_horn_systems_are_read() {
    let place = Place::new();
    place.write("seed.smt2", HORN);
    let solver = place.solver("horn", "*fp.spacer*", "unsat", "echo $answer");
    std::fs::create_dir(place.path("out")).unwrap();
    let log = old_log(&place, "horn.jsonl");
    let findings = log.matches("\"record\":\"finding\"").count();
    assert!(findings > 1);
    place.write("out/journal.jsonl", &log);
    let output = place.fuzz(&solver, &["--strategy", "horn", "--mutants", "1"]);
    let summary = summary(&output);
    assert_eq!(summary["findings"]["soundness"], findings, "{summary}");
    let reports = place.findings();
    assert_eq!(
        reports.len(),
        summary["distinct"].as_u64().unwrap() as usize
    );
    let report = std::fs::read_to_string(reports[0].join("report.md")).unwrap();
    assert!(report.contains("1. `parameter fp.spacer"), "{report}");
}

#[test]
fn foreign_lines_of_the_log_cost_nothing() {
    let place = Place::new();
    let solver = place.solver("bad", "*distinct*", "unsat", "echo $answer");
    let more = ["--mutants-per-seed", "70", "--jobs", "1"];
    let whole = summary(&place.fuzz(&solver, &more));
    let path = place.path("out/journal.jsonl");
    let log = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = log.split_inclusive('\n').collect();
    let (first, rest) = lines.split_at(lines.len() / 2);
    let foreign = "{\"seq\":9,\"time\":9,\"event\":\"from-the-future\",\"what\":{}}\n";
    let with = [&first.concat(), foreign, &rest.concat()].concat();
    std::fs::write(&path, &with).unwrap();
    let output = place.fuzz(&solver, &more);
    let said = text(&output.stderr);
    assert!(
        said.contains("1 lines of the log") && said.contains("kept and skipped"),
        "{said}"
    );
    let again = summary(&output);
    for key in ["mutants", "findings", "distinct", "answers"] {
        assert_eq!(again[key], whole[key], "{key}");
    }
    let now = std::fs::read_to_string(&path).unwrap();
    assert!(now.starts_with(&with));
    // But a log of a later format is not ours to write to.
    let later = "{\"seq\":0,\"time\":0,\"event\":\"started\",\"format\":99}\n";
    std::fs::write(&path, later).unwrap();
    let output = place.fuzz(&solver, &more);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("format 99"),
        "{}",
        text(&output.stderr)
    );
    assert_eq!(std::fs::read_to_string(&path).unwrap(), later);
}

#[test]
fn one_process_at_a_time_works_in_a_folder() {
    let place = Place::new();
    let slow = place.solver("slow", "*distinct*", "unsat", "sleep 0.01; echo $answer");
    let more = ["--mutants-per-seed", "150", "--jobs", "1"];
    let first = place
        .command(&slow, &more)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let log = place.path("out/journal.jsonl");
    while std::fs::read_to_string(&log).unwrap_or_default().is_empty() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let second = place.fuzz(&slow, &more);
    assert_eq!(second.status.code(), Some(2), "{}", text(&second.stdout));
    let message = format!("another nuthatch (process {})", first.id());
    assert!(
        text(&second.stderr).contains(&message),
        "{}",
        text(&second.stderr)
    );
    let first = first.wait_with_output().unwrap();
    let summary = summary(&first);
    // It goes on undisturbed. On a busy machine a unit may end early, for want of time.
    let mutants = summary["mutants"].as_u64().unwrap();
    assert!((75..=150).contains(&mutants), "{summary}");
}

#[test]
fn strategies_take_turns_and_are_told_apart() {
    let place = Place::new();
    place.write("horn.smt2", HORN);
    let solver = place.solver("good", "nothing", "", "echo unknown");
    let horn = place.path("horn.smt2").display().to_string();
    // The seeds are not answered, so only formulas from nothing are tested: of both kinds of seeds
    // we know that they had their turn.
    let all = "approximation,generate,horn";
    let more = ["--strategy", all, "--mutants", "120", "--jobs", "2", &horn];
    let summary = summary(&place.fuzz(&solver, &more));
    assert_eq!(
        summary["strategies"]["generate"]["mutants"], 120,
        "{summary}"
    );
    for strategy in ["approximation", "horn"] {
        assert_eq!(summary["strategies"][strategy]["mutants"], 0, "{summary}");
    }
}

/// Says unsat to a `distinct` once an `abs` was popped before it.
const KEEPS_TRACES: &str = r#"#!/bin/sh
answer=sat had= keeps=
if [ -n "$1" ] && [ -f "$1" ]; then exec < "$1"; fi
while read -r line; do
  case "$line" in
    *abs*) had=yes ;;
  esac
  case "$line" in
    '(pop '*) keeps=$keeps$had; had=; answer=sat ;;
    *distinct*) if [ -n "$keeps" ]; then answer=unsat; fi ;;
    '(check-sat)') echo $answer ;;
    '(echo "'*) line=${line#'(echo "'}; echo "${line%'")'}" ;;
  esac
done
"#;

#[test]
fn what_a_process_keeps_of_other_scripts_is_reported_with_them() {
    let place = Place::new();
    // So it is taken for one that knows how to push.
    let solver = place.write("z3", KEEPS_TRACES);
    std::fs::set_permissions(&solver, std::fs::Permissions::from_mode(0o755)).unwrap();
    let (_, reference) = place.bad_solver_and_its_judge();
    let more = ["--mutants-per-seed", "100", "--mode", "incremental"];
    let judged = ["--reduce", "--reference", &reference];
    let output = place.fuzz(&solver, &[&more[..], &judged].concat());
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(!place.findings().is_empty());
    for folder in place.findings() {
        let finding = finding_of(&folder);
        assert_eq!(
            (&finding["mode"], &finding["needs"]),
            (&"incremental".into(), &"others".into())
        );
        let alone = &finding["reduced"]["alone"];
        let script = alone["script"]["script"].as_str().unwrap();
        assert_eq!(script.matches("(check-sat").count(), 1, "{script}");
        let file = place.write("alone.smt2", script);
        let shown = Command::new(&solver).arg(&file).output().unwrap();
        assert_eq!(text(&shown.stdout), "unsat\n", "{script}");
        let replay = Command::new(env!("CARGO_BIN_EXE_nuthatch"))
            .arg("replay")
            .arg(&folder)
            .output()
            .unwrap();
        assert_eq!(replay.status.code(), Some(1), "{}", text(&replay.stdout));
    }
}
