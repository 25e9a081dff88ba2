//! `nuthatch mutate` and `nuthatch rules` as a person or a program uses them. Where answers matter,
//! solvers are a few lines of shell; where proofs do, real ones.

mod common;

use common::{json_lines, text};
use mutate::fusion::FusionSet;
use mutate::rule::{Provable, RuleSet};
use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const SEED: &str = "(set-logic QF_LIA)\n(declare-const x Int)\n(declare-const y Int)\n\
    (assert (=> (> x 5) (> y 10)))\n(assert (distinct x y))\n(check-sat)\n";

/// Two checks with different answers.
const INCREMENTAL: &str = "(declare-const x Int)\n(push 1)\n(assert (< x x))\n(check-sat)\n\
    (pop 1)\n(assert (! (> x 1) :named big))\n(check-sat)\n";

struct Workplace {
    folder: tempfile::TempDir,
}

impl Workplace {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &[u8]) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// A solver that always has this answer.
    fn solver(&self, name: &str, answer: &str) -> String {
        let program = format!(
            r#"#!/bin/sh
while read -r line; do
  case "$line" in
    *check-sat*) echo {answer} ;;
    '(echo "'*) line=${{line#'(echo "'}}; echo "${{line%'")'}}" ;;
  esac
done
"#
        );
        self.write(name, program.as_bytes());
        let path = self.path(name);
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path.display().to_string()
    }

    /// Runs nuthatch in this folder.
    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_nuthatch"))
            .args(arguments)
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .output()
            .unwrap()
    }

    /// The same, and it must end with that code.
    #[track_caller]
    fn check(&self, arguments: &[&str], code: i32) -> Output {
        let output = self.run(arguments);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
        output
    }
}

/// The files of a folder and what is in them.
fn contents(folder: &Path) -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
    let read = |entry: std::fs::DirEntry| {
        let name = entry.file_name().into_string().unwrap();
        (name, text(&std::fs::read(entry.path()).unwrap()))
    };
    entries.map(read).collect()
}

const OVER: [&str; 2] = ["--direction", "over"];

#[test]
fn a_folder_has_each_mutant_and_its_steps() {
    let place = Workplace::new();
    place.write("a.smt2", SEED.as_bytes());
    let arguments = ["mutate", "a.smt2", OVER[0], OVER[1], "--count", "5", "-o"];
    for folder in ["one/two", "again"] {
        let output = place.check(&[&arguments[..], &[folder]].concat(), 0);
        assert_eq!(text(&output.stdout), "");
        assert!(text(&output.stderr).contains("5 mutants of 1 seeds"));
    }
    let made = contents(&place.path("one/two"));
    let names: Vec<&str> = made.keys().map(String::as_str).collect();
    let expected: Vec<String> = (0..5)
        .flat_map(|n| [format!("a.{n:06}.smt2"), format!("a.{n:06}.steps.json")])
        .collect();
    assert_eq!(names, expected);
    for (name, text) in made.iter().filter(|(name, _)| name.ends_with(".smt2")) {
        let header = format!("; mutant {} of a, an over-approximation", &name[7..8]);
        assert!(text.starts_with(&header), "{text}");
        assert!(text.contains("(set-info :status unknown)"), "{text}");
        let script = smt::Script::parse(text.as_bytes()).unwrap();
        assert!(script.assertions().all(|a| script.is_sorted_formula(a)));
    }
    assert_eq!(made, contents(&place.path("again")), "two runs differ");
}

#[test]
fn steps_make_the_mutant_again() {
    let place = Workplace::new();
    place.write("a.smt2", SEED.as_bytes());
    place.write("b.smt2", INCREMENTAL.as_bytes());
    let out = place.path("out");
    let arguments = ["a.smt2", "b.smt2", "--count", "4", "--rounds", "2"];
    place.check(
        &[&["mutate", "-o", "out"], &OVER[..], &arguments].concat(),
        0,
    );
    let made = contents(&out);
    // One seed, and two checks and the whole.
    assert_eq!(made.len(), 4 * 4 * 2);
    for (name, expected) in &made {
        let Some(stem) = name.strip_suffix(".smt2") else {
            continue;
        };
        let (steps, file) = (format!("out/{stem}.steps.json"), &name[..1]);
        let arguments = ["mutate", &format!("{file}.smt2"), "--replay", &steps];
        let output = place.check(&arguments, 0);
        assert_eq!(
            text(&output.stdout),
            format!("{expected}\n"),
            "{name} on stdout"
        );
        place.check(&[&arguments[..], &["-o", "remade"]].concat(), 0);
    }
    assert_eq!(made, contents(&place.path("remade")));
    // The steps of one seed on another: an error, and not another mutant.
    place.write("tiny.smt2", b"(assert true)(check-sat)");
    let steps = "out/b.check2.000000.steps.json";
    let output = place.check(&["mutate", "tiny.smt2", "--replay", steps], 2);
    let said = text(&output.stderr);
    assert!(said.contains("tiny.smt2 has no such check"), "{said}");
    let output = place.check(&["mutate", "a.smt2", "--replay", "a.smt2"], 2);
    assert!(text(&output.stderr).contains("a.smt2"));
}

#[test]
fn mutants_go_to_standard_output_or_into_one_file() {
    let place = Workplace::new();
    place.write("a.smt2", SEED.as_bytes());
    let arguments = ["mutate", "a.smt2", OVER[0], OVER[1], "--count", "3"];
    let shown = place.check(&arguments, 0).stdout;
    let again = place.check(&arguments, 0).stdout;
    assert_eq!(text(&shown), text(&again), "two runs differ");
    let shown = text(&shown);
    assert_eq!(shown.matches("; mutant ").count(), 3, "{shown}");
    assert_eq!(shown.matches("(check-sat)").count(), 3, "{shown}");
    let other = place.check(&[&arguments[..], &["--seed", "1"]].concat(), 0);
    assert_ne!(shown, text(&other.stdout));
    // A file that is there is written over.
    place.write("all.smt2", &[b'x'; 100_000]);
    let output = place.check(&[&arguments[..], &["-o", "all.smt2"]].concat(), 0);
    assert_eq!(text(&output.stdout), "");
    assert_eq!(
        std::fs::read_to_string(place.path("all.smt2")).unwrap(),
        shown
    );
}

#[test]
fn files_of_one_name_have_mutants_of_their_own() {
    let place = Workplace::new();
    for folder in ["one", "two"] {
        place.write(&format!("{folder}/a.smt2"), SEED.as_bytes());
    }
    let arguments = ["mutate", "one", "two", "--count", "1", "-o", "out"];
    place.check(&[&arguments[..], &OVER].concat(), 0);
    let names: Vec<String> = contents(&place.path("out")).into_keys().collect();
    let expected = [
        "a-2.000000.smt2",
        "a-2.000000.steps.json",
        "a.000000.smt2",
        "a.000000.steps.json",
    ];
    assert_eq!(names, expected);
}

#[test]
fn no_mutants_are_the_seed_in_its_form() {
    let place = Workplace::new();
    let seed = "(declare-const p Bool)\n(declare-const q Bool)\n(assert (and p (=> q p)))\n";
    place.write("a.smt2", seed.as_bytes());
    let arguments = ["mutate", "a.smt2", OVER[0], OVER[1], "--count", "0"];
    let output = place.check(&[&arguments[..], &["--skeleton", "cnf"]].concat(), 0);
    assert_eq!(
        text(&output.stdout),
        "(declare-const p Bool)\n(declare-const q Bool)\n(assert p)\n(assert (or (not q) p))\n\
         (check-sat)\n"
    );
    let output = place.check(&[&arguments[..], &["--skeleton", "polarity"]].concat(), 0);
    assert_eq!(text(&output.stdout), format!("{seed}(check-sat)\n"));
}

#[test]
fn without_a_direction_the_answer_decides() {
    let place = Workplace::new();
    place.write("a.smt2", SEED.as_bytes());
    for (answer, way) in [("sat", "over"), ("unsat", "under")] {
        let solver = place.solver(answer, answer);
        let arguments = ["mutate", "a.smt2", "--count", "2", "--solver", &solver];
        let shown = text(&place.check(&arguments, 0).stdout);
        let header = format!("an {way}-approximation");
        assert_eq!(shown.matches(&header).count(), 2, "{shown}");
        let status = format!("\n(set-info :status {answer})\n");
        assert_eq!(shown.matches(&status).count(), 2, "{shown}");
    }
    let solver = place.solver("shrug", "unknown");
    let arguments = ["mutate", "a.smt2", "--solver", &solver];
    let output = place.check(&arguments, 2);
    assert_eq!(text(&output.stdout), "");
    let said = text(&output.stderr);
    assert!(
        said.contains("a.smt2: the solver has no answer") && said.contains("--direction"),
        "{said}"
    );
}

#[test]
fn a_status_is_kept_only_where_it_follows() {
    let place = Workplace::new();
    place.write(
        "a.smt2",
        format!("(set-info :status sat)\n{SEED}").as_bytes(),
    );
    for (way, count) in [("over", 3), ("under", 0)] {
        let arguments = ["mutate", "a.smt2", "--count", "3", "--direction", way];
        let shown = text(&place.check(&arguments, 0).stdout);
        assert_eq!(
            shown.matches(":status sat").count(),
            count,
            "{way}: {shown}"
        );
        let open = shown.matches(":status unknown").count();
        assert_eq!(open, 3 - count, "{way}: {shown}");
    }
}

#[test]
fn what_cannot_be_mutated_is_an_error() {
    let place = Workplace::new();
    let junk: Vec<u8> = (0..=255).cycle().take(5000).collect();
    place.write("junk.smt2", &junk);
    place.write(
        "horn.smt2",
        b"(set-logic HORN)(declare-fun p (Int) Bool)(assert (forall ((x Int)) (p x)))(check-sat)",
    );
    place.write("nothing.smt2", b"(check-sat)");
    for (file, message) in [
        ("junk.smt2", "junk.smt2: 1:1: found the byte 0x00"),
        ("horn.smt2", "horn.smt2: it is made of Horn clauses"),
        ("nothing.smt2", "nothing.smt2: nothing is asserted"),
        ("missing.smt2", "cannot read missing.smt2"),
    ] {
        let output = place.check(&["mutate", file, OVER[0], OVER[1]], 2);
        assert_eq!(text(&output.stdout), "", "{file}");
        let said = text(&output.stderr);
        assert!(said.contains(message), "{file}: {said}");
    }
    // But not if there are others beside it.
    place.write("good.smt2", SEED.as_bytes());
    let arguments = ["mutate", "horn.smt2", "good.smt2", "--count", "1"];
    let output = place.check(&[&arguments[..], &OVER].concat(), 0);
    assert!(text(&output.stdout).starts_with("; mutant 0 of good"));
    assert!(text(&output.stderr).contains("Horn clauses"));
    for wrong in [
        &["--direction", "sideways"][..],
        &["--rounds", "0"],
        &["--max-literals", "0"],
        &["--strategy", "none"],
    ] {
        place.check(&[&["mutate", "good.smt2"], wrong].concat(), 2);
    }
}

#[test]
fn a_reader_that_stops_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_nuthatch"))
        .args(["mutate", "--direction", "over"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(!said.contains("panic") && !said.contains("pipe"), "{said}");
}

/// Has mutants of the built-in examples checked by real solvers.
#[track_caller]
fn check_claims(arguments: &[&str], least: usize) {
    let place = Workplace::new();
    let fixed = ["mutate", "--check", "--count", "1", "--timeout", "1s"];
    let output = place.check(&[&fixed[..], arguments].concat(), 0);
    let said = text(&output.stderr);
    assert!(said.contains(" hold, 0 fail, 0 disputed, "), "{said}");
    let holds = said.split(" claims: ").nth(1).unwrap();
    let holds: usize = holds.split(' ').next().unwrap().parse().unwrap();
    assert!(holds >= least, "{said}");
}

/// Every second of the built-in examples, from the first or from the second. `.ci/nightly` has all of
/// them checked both ways, with many mutants each.
fn half_of_examples(start: usize) -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/builtin");
    let files = walkdir::WalkDir::new(folder)
        .sort_by_file_name()
        .into_iter();
    let paths = files.map(|file| file.unwrap().path().display().to_string());
    let scripts = paths.filter(|path| path.ends_with(".smt2"));
    scripts.skip(start).step_by(2).collect()
}

#[test]
fn mutants_that_over_approximate_are_what_they_claim_to_be() {
    let examples = half_of_examples(0);
    let examples: Vec<&str> = examples.iter().map(String::as_str).collect();
    check_claims(&[&["--direction", "over"], &examples[..]].concat(), 200);
}

#[test]
fn mutants_that_under_approximate_are_what_they_claim_to_be() {
    let examples = half_of_examples(1);
    let examples: Vec<&str> = examples.iter().map(String::as_str).collect();
    check_claims(&[&["--direction", "under"], &examples[..]].concat(), 200);
}

#[test]
fn mutants_of_mutants_are_what_they_claim_to_be() {
    let mixed = concat!(env!("CARGO_MANIFEST_DIR"), "/builtin/mixed");
    check_claims(&[mixed, "--direction", "under", "--rounds", "2"], 20);
}

#[test]
fn a_claim_that_a_solver_refutes_is_shown() {
    let place = Workplace::new();
    place.write("a.smt2", SEED.as_bytes());
    let solver = place.solver("yes", "sat");
    let arguments = [
        "mutate", "a.smt2", "--check", "--count", "1", "--solver", &solver,
    ];
    let output = place.check(&[&arguments[..], &OVER].concat(), 1);
    let said = text(&output.stderr);
    assert!(said.contains("is NOT what it claims to be:"), "{said}");
    assert!(
        said.contains("(assert (not (and true nuthatch!mutant!0"),
        "{said}"
    );
    assert!(said.contains("1 claims: 0 hold, 1 fail, "), "{said}");
}

/// The table is made by `nuthatch rules prove --markdown`, which takes minutes: here only that
/// nothing is missing.
#[test]
fn the_documentation_has_every_rule() {
    let table = include_str!("../../../docs/rules.md");
    for rule in RuleSet::builtin().rules() {
        for template in &rule.templates {
            let claim = template.claim.keyword();
            let source = template.source.replace('|', "\\|");
            let row = table.lines().find(|line| {
                let mut cells = line
                    .split(" | ")
                    .map(|cell| cell.trim_matches(['|', ' ', '`']));
                cells.next() == Some(&rule.name)
                    && cells.clone().any(|cell| cell == claim)
                    && cells.any(|cell| cell == source)
            });
            let row = row.unwrap_or_else(|| panic!("{}: no {claim} {source}", rule.name));
            assert!(
                ["REFUTED", "UNDECIDED", "NEVER", "AN EQUIVALENCE"]
                    .iter()
                    .all(|w| !row.contains(w))
            );
        }
    }
}

/// The same of fusions.
#[test]
fn the_documentation_has_every_fusion() {
    let table = include_str!("../../../docs/rules.md");
    for fusion in FusionSet::builtin().fusions() {
        for statement in fusion.statements() {
            let row = table.lines().find(|line| {
                let mut cells = line
                    .split(" | ")
                    .map(|cell| cell.trim_matches(['|', ' ', '`']));
                cells.next() == Some(&fusion.name)
                    && cells.clone().any(|cell| cell == statement.pattern)
                    && cells.any(|cell| cell == statement.template)
            });
            assert!(row.is_some(), "{}: no {}", fusion.name, statement.pattern);
        }
    }
}

#[test]
fn rules_are_listed_and_counted() {
    let place = Workplace::new();
    let shown = text(&place.check(&["rules", "list"], 0).stdout);
    let fusions = FusionSet::builtin().fusions();
    assert!(
        shown.contains(&format!("{} fusions", fusions.len())),
        "{shown}"
    );
    for fusion in fusions {
        assert!(shown.contains(&fusion.name), "{} is not shown", fusion.name);
    }
    let rules = RuleSet::builtin().rules();
    let templates: usize = rules.iter().map(|rule| rule.templates.len()).sum();
    let counts = format!("{} rules with {templates} templates: ", rules.len());
    assert!(shown.contains(&counts), "{shown}");
    for rule in rules {
        assert!(shown.contains(&rule.name), "{} is not shown", rule.name);
    }
    let shown = text(&place.check(&["rules", "list", "arith-lt-gap"], 0).stdout);
    for part in [
        "arith-lt-gap",
        "Int Real",
        "(< x y)",
        "under",
        "(<= (+ x a) y)",
        "(> a 0)",
        "1 rules with 2 templates: arithmetic 1",
    ] {
        assert!(shown.contains(part), "{part:?} is not in\n{shown}");
    }
    place.check(&["rules", "list", "nonsense"], 2);
}

#[test]
fn rules_are_proved() {
    let place = Workplace::new();
    let output = place.check(&["rules", "prove", "arith-lt-weaken"], 0);
    let shown = text(&output.stdout);
    assert!(shown.contains("2 templates proved"), "{shown}");
    assert!(shown.contains(" 0 wrong"), "{shown}");
    let output = place.check(&["rules", "prove", "arith-lt-weaken", "--json"], 0);
    let lines = json_lines(&output);
    assert_eq!(lines.len(), 2);
    for (line, template) in lines.iter().zip(["(<= x y)", "(distinct x y)"]) {
        assert_eq!(line["rule"], "arith-lt-weaken");
        assert_eq!(line["claim"], "over");
        assert_eq!(line["template"], template);
    }
    let output = place.check(&["rules", "prove", "nonsense"], 2);
    let said = text(&output.stderr);
    assert!(
        said.contains("no rule whose name starts with nonsense"),
        "{said}"
    );
}

#[test]
fn a_wrong_rule_is_refuted() {
    let place = Workplace::new();
    place.write(
        "wrong.smt2",
        b"(rule int-turned () ((x Int) (y Int)) (< x y)\n  :over (< y x))\n",
    );
    let output = place.check(&["rules", "prove", "--file", "wrong.smt2"], 1);
    let shown = text(&output.stdout);
    assert!(shown.contains("REFUTED by z3"), "{shown}");
    let counterexample = shown.split("int-turned is refuted: ").nth(1).unwrap();
    assert!(counterexample.contains(" finds this sat\n"), "{shown}");
    let script = counterexample.split_once('\n').unwrap().1;
    let script = smt::Script::parse(script.as_bytes()).unwrap();
    assert!(script.assertions().count() > 0, "{shown}");
    assert!(script.assertions().all(|a| script.is_sorted_formula(a)));
    // What is no rule is named with its line.
    place.write("broken.smt2", b"\n(rule int-turned () ((x Int)))\n");
    let output = place.check(&["rules", "prove", "--file", "broken.smt2"], 2);
    let said = text(&output.stderr);
    assert!(said.contains("broken.smt2, line 2: "), "{said}");
    place.check(&["rules", "prove", "--file", "missing.smt2"], 2);
}

const HORN: &str = "(set-logic HORN)\n(declare-fun p (Int) Bool)\n\
    (assert (forall ((x Int)) (=> (= x 0) (p x))))\n\
    (assert (forall ((x Int) (y Int)) (=> (and (p x) (= y (+ x 1)) (< x 9)) (p y))))\n\
    (assert (forall ((x Int)) (=> (and (p x) (> x 20)) false)))\n(check-sat)\n";

const STRATEGY: [&str; 3] = ["mutate", "--strategy", "horn"];

#[test]
fn horn_mutants_are_horn_and_made_again_from_their_steps() {
    let place = Workplace::new();
    place.write("h.smt2", HORN.as_bytes());
    let sat = place.solver("sat", "sat");
    let arguments = ["--solver", &sat, "--chain", "5", "--count", "6", "h.smt2"];
    for folder in ["one", "again"] {
        let out = ["-o", folder];
        let output = place.check(&[&STRATEGY[..], &arguments, &out].concat(), 0);
        assert!(text(&output.stderr).contains("6 mutants of 1 seeds"));
    }
    let made = contents(&place.path("one"));
    assert_eq!(made.len(), 12);
    assert_eq!(made, contents(&place.path("again")), "two runs differ");
    for (name, expected) in made.iter().filter(|(name, _)| name.ends_with(".smt2")) {
        assert!(expected.contains("(set-info :status sat)"), "{expected}");
        mutate::horn::is_horn(expected.as_bytes()).unwrap();
        let steps = format!("one/{}.steps.json", name.trim_end_matches(".smt2"));
        let output = place.check(
            &[&STRATEGY[..], &["--replay", &steps, "h.smt2"]].concat(),
            0,
        );
        assert_eq!(text(&output.stdout).trim(), expected.trim());
        // The other form asks the opposite, and is the same system.
        let form = ["--form", "rules", "--replay", &steps, "h.smt2"];
        let rules = text(&place.check(&[&STRATEGY[..], &form].concat(), 0).stdout);
        assert!(rules.contains("(set-info :status unsat)"), "{rules}");
        assert!(rules.contains("\n(query "), "{rules}");
        let read = |text: &str| mutate::horn::System::read(text.as_bytes()).unwrap();
        assert_eq!(read(&rules).write_horn(), read(expected).write_horn());
    }
}

#[test]
fn answers_of_horn_mutants_are_compared_with_the_seed() {
    let place = Workplace::new();
    place.write("h.smt2", HORN.as_bytes());
    // It says sat of what looks like the seed and unsat of all else.
    place.write(
        "moody",
        b"#!/bin/sh\nanswer=sat\nwhile read -r line; do\n  case \"$line\" in\n    *nh!*) answer=unsat ;;\n\
        *check-sat*) echo $answer ;;\n    '(echo \"'*) line=${line#'(echo \"'}; echo \"${line%'\")'}\" ;;\n\
        esac\ndone\n",
    );
    let moody = place.path("moody");
    std::fs::set_permissions(&moody, std::fs::Permissions::from_mode(0o755)).unwrap();
    let check = |solver: &str, mutation: &str, code: i32| {
        let arguments = ["--check", "--solver", solver, "--mutation", mutation];
        let rest = ["--count", "3", "--chain", "1", "-o", "/dev/null", "h.smt2"];
        let output = place.check(&[&STRATEGY[..], &arguments, &rest].concat(), code);
        text(&output.stderr)
    };
    let sat = place.solver("sat", "sat");
    let said = check(&sat, "extract-predicate", 0);
    assert!(
        said.contains("3 answers as the seed's, 0 contradict it"),
        "{said}"
    );
    let said = check(&moody.display().to_string(), "extract-predicate", 1);
    assert!(said.contains("is unsat and not sat, by"), "{said}");
    assert!(
        said.contains("0 answers as the seed's, 3 contradict it"),
        "{said}"
    );
    let unknown = place.solver("unknown", "unknown");
    let said = check(&unknown, "swap-and", 0);
    assert!(said.contains("0 contradict it, 3 undecided"), "{said}");
}

#[test]
fn what_is_no_horn_system_or_mutation_is_named() {
    let place = Workplace::new();
    place.write("h.smt2", HORN.as_bytes());
    place.write("a.smt2", SEED.as_bytes());
    let sat = place.solver("sat", "sat");
    let solver = ["--solver", sat.as_str(), "--count", "1"];
    let output = place.check(&[&STRATEGY[..], &solver, &["a.smt2"]].concat(), 2);
    assert!(text(&output.stderr).contains("a.smt2: "));
    // One that is does not suffer from one that is not.
    let output = place.check(&[&STRATEGY[..], &solver, &["a.smt2", "h.smt2"]].concat(), 0);
    assert!(text(&output.stdout).contains("; mutant 0 of h"));
    let unknown = [&STRATEGY[..], &["--mutation", "nonsense", "h.smt2"]].concat();
    let said = text(&place.check(&unknown, 2).stderr);
    assert!(
        said.contains("there is no mutation nonsense: there are swap-and,"),
        "{said}"
    );
}

/// Seeds of two folders with one name, whose answers a solver that always says sat agrees with.
fn namesakes(place: &Workplace) {
    for folder in ["one", "two"] {
        let text = SEED.replace("10", if folder == "one" { "10" } else { "12" });
        place.write(&format!("{folder}/a.smt2"), text.as_bytes());
    }
}

#[test]
fn mutants_of_files_of_one_name_do_not_overwrite_each_other() {
    let place = Workplace::new();
    namesakes(&place);
    let arguments = ["mutate", "--strategy", "swap", "--count", "2", "-o", "out"];
    place.check(&[&arguments[..], &["one", "two"]].concat(), 0);
    let made = contents(&place.path("out"));
    let names: Vec<&str> = made.keys().map(String::as_str).collect();
    let scripts = names.iter().filter(|name| name.ends_with(".smt2"));
    let scripts: Vec<&&str> = scripts.collect();
    assert_eq!(
        scripts,
        [
            &"a-2.000000.smt2",
            &"a-2.000001.smt2",
            &"a.000000.smt2",
            &"a.000001.smt2"
        ]
    );
}

#[test]
fn options_that_a_strategy_does_not_have_are_refused() {
    let place = Workplace::new();
    namesakes(&place);
    let given: [&[&str]; 5] = [
        &["--direction", "over"],
        &["--rounds", "2"],
        &["--skeleton", "cnf"],
        &["--count", "0"],
        &["--rules", "mine.smt2"],
    ];
    for options in given {
        let arguments = ["mutate", "--strategy", "swap", "one"];
        let output = place.check(&[&arguments[..], options].concat(), 2);
        let said = text(&output.stderr);
        assert!(said.contains(options[0]) && said.contains("swap"), "{said}");
    }
}

#[test]
fn steps_are_those_of_the_strategy() {
    let place = Workplace::new();
    namesakes(&place);
    for (strategy, more) in [("swap", &[][..]), ("pst", &OVER[..])] {
        let arguments = [
            "mutate",
            "--strategy",
            strategy,
            "--count",
            "1",
            "one",
            "-o",
        ];
        place.check(&[&arguments[..], &[strategy], more].concat(), 0);
    }
    let replay = |strategy: &str, steps: &str, code| {
        let arguments = ["mutate", "--strategy", strategy, "--replay", steps, "one"];
        text(&place.check(&arguments, code).stderr)
    };
    replay("swap", "swap/a.000000.steps.json", 0);
    let said = replay("recombine", "swap/a.000000.steps.json", 2);
    assert!(said.contains("steps of swap"), "{said}");
    let said = replay("swap", "pst/a.000000.steps.json", 2);
    assert!(said.contains("no steps of swap"), "{said}");
    let said = replay("pst", "swap/a.000000.steps.json", 2);
    assert!(said.contains("steps of swap"), "{said}");
}

#[test]
fn seeds_in_dispute_are_left_out_and_counted() {
    let place = Workplace::new();
    let sat = place.solver("sat", "sat");
    place.write("a.smt2", SEED.as_bytes());
    let disputed = format!("(set-info :status unsat)\n{SEED}").replace("5", "6");
    place.write("b.smt2", disputed.as_bytes());
    let arguments = [
        "mutate",
        "--strategy",
        "fusion",
        "--solver",
        &sat,
        "a.smt2",
        "b.smt2",
    ];
    let said = text(&place.run(&arguments).stderr);
    assert!(said.contains("1 seeds are left out"), "{said}");
}

#[test]
fn only_bad_files_are_a_failure() {
    let place = Workplace::new();
    place.write("bad.smt2", b"(assert");
    place.check(&["mutate", OVER[0], OVER[1], "bad.smt2"], 2);
    place.check(&["mutate", "--strategy", "swap", "bad.smt2"], 2);
}
