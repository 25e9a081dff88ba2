//! Rules of the user's own, and what is remembered of proofs, from the command line.

use campaign::prove::{Lock, Said};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const SEED: &str = "(set-logic QF_LIA)\n(declare-const x Int)\n(declare-const y Int)\n\
    (assert (=> (> x 5) (> y 10)))\n(assert (distinct x y))\n(check-sat)\n";

const RIGHT: &str = "(rule own-gt-gap (Int Real) ((x ?) (y ?) (a ?)) (> x y)\n  :over (> (+ x a) y)\n  :guard (> a 0))\n";

const WRONG: &str =
    "; Turned round.\n(rule own-gt-turned (Int) ((x ?) (y ?)) (> x y) :over (> y x))\n";

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A folder with a cache of its own, in which the solvers are those of the user.
struct Workplace {
    folder: tempfile::TempDir,
}

impl Workplace {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let solvers = solve::Depot::of_user().unwrap().cache().root().to_owned();
        std::fs::create_dir_all(&solvers).unwrap();
        let cache = folder.path().join("cache/nuthatch");
        std::fs::create_dir_all(&cache).unwrap();
        std::os::unix::fs::symlink(solvers, cache.join("solvers")).unwrap();
        let place = Self { folder };
        place.write("a.smt2", SEED);
        place.write("right.smt2", RIGHT);
        place.write("wrong.smt2", WRONG);
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    /// Runs nuthatch in this folder; it must end with that code.
    #[track_caller]
    fn check(&self, arguments: &[&str], code: i32) -> Output {
        let output = Command::new(env!("CARGO_BIN_EXE_nuthatch"))
            .args(arguments)
            .current_dir(self.folder.path())
            .env("XDG_CACHE_HOME", self.path("cache"))
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
        output
    }

    /// What is said by a command that could not do its work.
    #[track_caller]
    fn refuses(&self, arguments: &[&str]) -> String {
        let output = self.check(arguments, 2);
        assert_eq!(text(&output.stdout), "");
        text(&output.stderr)
    }
}

const MUTATE: [&str; 7] = [
    "mutate",
    "a.smt2",
    "--direction",
    "over",
    "--strategy",
    "pst",
    "--rules",
];

#[test]
fn a_right_rule_is_used_and_its_proof_remembered() {
    let place = Workplace::new();
    let with = |file: &'static str| text(&place.check(&[&MUTATE[..], &[file]].concat(), 0).stdout);
    let first = with("right.smt2");
    assert!(
        first.contains("; own-gt-gap (polarity): (> y 10) -> "),
        "no use is made of it"
    );
    assert!(first.contains("; arith-"), "no use is made of others");
    let memory = place.read("cache/nuthatch/proved.lock");
    assert!(!memory.parse::<Lock>().unwrap().is_empty());
    assert_eq!(with("right.smt2"), first);
    // All that is asked of it is known now.
    let lock = ["--lock", "cache/nuthatch/proved.lock", "--sample", "0"];
    let prove = ["rules", "prove", "--rules", "right.smt2"];
    let output = place.check(&[&prove[..], &lock].concat(), 0);
    let said = text(&output.stderr);
    assert!(
        said.contains(" 0 questions were new, 0 known ones"),
        "{said}"
    );
    // A memory that is damaged is told of and made anew.
    place.write(
        "cache/nuthatch/proved.lock",
        &memory.replace(" sat ", " unsat "),
    );
    let output = place.check(&[&MUTATE[..], &["right.smt2"]].concat(), 0);
    let said = text(&output.stderr);
    assert!(said.contains("its seal is broken"), "{said}");
    assert_eq!(place.read("cache/nuthatch/proved.lock"), memory);
}

#[test]
fn without_them_mutants_are_what_they_were() {
    let place = Workplace::new();
    let output = place.check(&MUTATE[..6], 0);
    assert!(!text(&output.stdout).contains("own-gt-gap"));
    assert!(!place.path("cache/nuthatch/proved.lock").exists());
}

#[test]
fn a_wrong_rule_is_refused_with_its_counterexample() {
    let place = Workplace::new();
    // Beside a right one, which is not to blame.
    let said = place.refuses(&[&MUTATE[..], &["right.smt2", "--rules", "wrong.smt2"]].concat());
    let refusal = "nuthatch: wrong.smt2: rule own-gt-turned is refused: its template :over (> y x) is \
        REFUTED by z3@4.13.0.0; counterexample: ";
    assert!(said.starts_with(refusal), "{said}");
    assert!(!said.contains("own-gt-gap"), "{said}");
    let script = said.split_once("\nThis is sat:\n").unwrap().1;
    let script = smt::Script::parse(script.as_bytes()).unwrap();
    assert!(script.assertions().all(|a| script.is_sorted_formula(a)));
    assert!(script.assertions().count() > 0, "{said}");
    assert!(!place.path("cache/nuthatch/proved.lock").exists());
    // What changes nothing or is no formula at all is no better.
    place.write(
        "same.smt2",
        "(rule own-same () ((x Int)) (> x 0) :over (< 0 x))",
    );
    let said = place.refuses(&[&MUTATE[..], &["same.smt2"]].concat());
    assert!(said.contains("own-same is refused"), "{said}");
    assert!(said.contains("AN EQUIVALENCE"), "{said}");
}

#[test]
fn what_is_no_rule_is_named_with_its_line() {
    let place = Workplace::new();
    let says = |file: &str, expected: &str| {
        for command in [
            &MUTATE[..],
            &["rules", "prove", "--rules"],
            &["rules", "list", "--rules"],
        ] {
            let said = place.refuses(&[command, &[file]].concat());
            assert!(said.contains(expected), "{command:?}: {said}");
        }
    };
    place.write("broken.smt2", "\n(rule own-lt () ((x Int)))\n");
    says(
        "broken.smt2",
        "nuthatch: broken.smt2, line 2: expected (rule NAME",
    );
    place.write("unbalanced.smt2", "(rule own-lt () ((x Int)) (< x 1)\n");
    says("unbalanced.smt2", "nuthatch: unbalanced.smt2, line ");
    place.write("empty.smt2", "; nothing\n");
    says("empty.smt2", "nuthatch: empty.smt2: there is no rule in it");
    says("missing.smt2", "nuthatch: missing.smt2: ");
    place.write(
        "taken.smt2",
        &format!("{RIGHT}{}", RIGHT.replace("own-gt-gap", "arith-lt-gap")),
    );
    says(
        "taken.smt2",
        "taken.smt2, line 4: there is another rule of the name arith-lt-gap, among the rules of arithmetic",
    );
    place.write("again.smt2", RIGHT);
    let said = place.refuses(&[&MUTATE[..], &["right.smt2", "--rules", "again.smt2"]].concat());
    let expected =
        "again.smt2, line 1: there is another rule of the name own-gt-gap, among the rules of user";
    assert!(said.contains(expected), "{said}");
    let horn = [
        "mutate",
        "--strategy",
        "horn",
        "a.smt2",
        "--rules",
        "right.smt2",
    ];
    let said = place.refuses(&horn);
    assert!(
        said.contains("--rules is for pst, lpi and rewrite"),
        "{said}"
    );
}

#[test]
fn rules_of_a_user_are_listed() {
    let place = Workplace::new();
    let shown = text(
        &place
            .check(&["rules", "list", "--rules", "right.smt2"], 0)
            .stdout,
    );
    assert!(shown.contains("own-gt-gap"), "{shown}");
    assert!(
        shown.contains("1 rules with 1 templates: user 1"),
        "{shown}"
    );
}

#[test]
fn a_lock_file_is_written_used_and_doubted() {
    let place = Workplace::new();
    let prove = |more: &[&str], code: i32| {
        let output = place.check(
            &[&["rules", "prove", "--rules", "right.smt2"], more].concat(),
            code,
        );
        text(&output.stderr)
    };
    let other = "(rule own-lt () ((x Int) (y Int)) (< x y) :over (<= x y))";
    place.write("right.smt2", &format!("{RIGHT}{other}"));
    assert_eq!(prove(&["--write-lock", "new/lock"], 0), "");
    let written = place.read("new/lock");
    let said = prove(
        &["--lock", "new/lock", "--sample", "2", "--sample-seed", "7"],
        0,
    );
    assert!(
        said.contains(" 0 questions were new, 2 known ones were asked again (--sample-seed 7)"),
        "{said}"
    );
    // Without the other rule, what is not asked any more is dropped; a name is not asked about.
    place.write("right.smt2", &RIGHT.replace("own-gt-gap", "own-gt"));
    let said = prove(&["--lock", "new/lock", "--write-lock", "less"], 0);
    assert!(said.contains(" 0 questions were new"), "{said}");
    assert!(place.read("less").len() < written.len());
    // Answers that are not what they are: a sample finds out, and nothing is written.
    let mut lock: Lock = written.parse().unwrap();
    for question in lock.questions().collect::<Vec<_>>() {
        let turned = match lock.get(question).unwrap().clone() {
            Said::Sat(by) => Said::Unsat(by),
            Said::Unsat(by) => Said::Sat(by),
            undecided => undecided,
        };
        lock.put(question, turned);
    }
    place.write("turned", &lock.to_string());
    let said = prove(&["--lock", "turned", "--write-lock", "turned-again"], 1);
    assert!(said.contains("nuthatch: turned says unsat, "), "{said}");
    assert!(
        said.contains("nuthatch: turned-again is left as it is"),
        "{said}"
    );
    assert!(!place.path("turned-again").exists());
    // What no lock file is.
    for (name, text, expected) in [
        (
            "changed",
            written.replace(" unsat ", " sat "),
            "its seal is broken",
        ),
        (
            "newer",
            written.replace("proofs 1", "proofs 2"),
            "line 1: version 2 of the format",
        ),
        ("other", RIGHT.to_owned(), "line 1: this is no lock file"),
    ] {
        place.write(name, &text);
        let said = prove(&["--lock", name], 2);
        assert!(
            said.starts_with(&format!("nuthatch: {name} is not used")),
            "{said}"
        );
        assert!(said.contains(expected), "{said}");
    }
    assert!(prove(&["--lock", "missing"], 2).starts_with("nuthatch: missing: "));
    let said = prove(&["--write-lock", "some", "own"], 2);
    assert!(said.contains("cannot be used with"), "{said}");
}
