//! `nuthatch solve` and `nuthatch solvers` as a person or a program uses them, with solvers that
//! are a few lines of shell. What real solvers answer is tested in the crate `solve`.

mod common;

use common::{json_lines, text};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Answers every check with `$1`, and prints what `echo` is given.
const OBEDIENT: &str = r#"#!/bin/sh
while read -r line; do
  case "$line" in
    *check-sat*) ANSWER ;;
    '(echo "'*) line=${line#'(echo "'}; echo "${line%'")'}" ;;
  esac
done
"#;

struct Workplace {
    folder: tempfile::TempDir,
}

impl Workplace {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { folder }
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    }

    /// A solver that does something in place of an answer.
    fn solver(&self, name: &str, answer: &str) -> String {
        let path = self.write(name, &OBEDIENT.replace("ANSWER", answer));
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    fn script(&self, name: &str, status: &str) -> String {
        let text =
            format!("(set-info :status {status})(declare-const p Bool)(assert p)(check-sat)");
        self.write(name, &text)
    }

    /// Runs nuthatch with a cache of its own and, where the test says so, an empty PATH.
    fn run(&self, arguments: &[&str], path: Option<&Path>) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_nuthatch"));
        command
            .args(arguments)
            .env("XDG_CACHE_HOME", self.folder.path().join("cache"))
            .stdin(Stdio::null());
        if let Some(path) = path {
            command.env("PATH", path);
        }
        command.output().unwrap()
    }
}

#[test]
fn answers_are_shown_in_the_order_of_the_files() {
    let place = Workplace::new();
    let solver = place.solver("yes.sh", "echo sat");
    let (a, b) = (
        place.script("a.smt2", "sat"),
        place.script("b.smt2", "unsat"),
    );
    for jobs in ["1", "2"] {
        let output = place.run(
            &["solve", "--jobs", jobs, "--solver", &solver, &a, &b],
            None,
        );
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let shown = text(&output.stdout);
        let lines: Vec<&str> = shown.lines().collect();
        assert!(
            lines[0].starts_with(&a) && lines[0].contains(" sat "),
            "{shown}"
        );
        assert!(
            lines[1].starts_with(&b) && lines[1].contains(" sat "),
            "{shown}"
        );
        assert!(lines[2].starts_with("2 sat in "), "{shown}");
    }
}

#[test]
fn json_has_an_object_per_answer_and_a_summary() {
    let place = Workplace::new();
    let (yes, no) = (
        place.solver("yes.sh", "echo sat"),
        place.solver("no.sh", "echo unsat"),
    );
    let file = place.script("a.smt2", "sat");
    for mode in ["fresh", "incremental"] {
        let arguments = [
            "solve",
            "--json",
            "--mode",
            mode,
            "--expect-status",
            "--solver",
            &yes,
            "--solver",
            &no,
            &file,
        ];
        let output = place.run(&arguments, None);
        assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
        let lines = json_lines(&output);
        assert_eq!(lines.len(), 3);
        for (line, solver, answer) in [(&lines[0], &yes, "sat"), (&lines[1], &no, "unsat")] {
            assert_eq!(line["file"], *file);
            assert_eq!(line["solver"], **solver);
            assert_eq!(line["mode"], mode);
            assert_eq!(line["answer"], answer);
            assert_eq!(line["detail"], "");
            assert_eq!(line["disagrees"], answer == "unsat");
            assert!(line["ms"].as_f64().is_some() && line["version"].is_string());
        }
        assert_eq!(lines[2]["summary"], true);
        assert_eq!(lines[2]["disagreements"], 1);
        assert_eq!(lines[2]["answers"]["sat"], 1);
    }
}

#[test]
fn what_is_no_answer_is_named() {
    let place = Workplace::new();
    let file = place.script("a.smt2", "sat");
    for (name, behaviour, answer) in [
        ("error", r#"echo '(error "no")'"#, "rejected"),
        ("abort", "kill -ABRT $$", "crash"),
        ("sleep", "sleep 100", "timeout"),
        ("shrug", "echo unknown", "unknown"),
    ] {
        let solver = place.solver(name, behaviour);
        let arguments = [
            "solve",
            "--json",
            "--timeout",
            "300ms",
            "--expect-status",
            "--solver",
            &solver,
            &file,
        ];
        let output = place.run(&arguments, None);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{name}: {}",
            text(&output.stderr)
        );
        assert_eq!(json_lines(&output)[0]["answer"], answer, "{name}");
    }
}

#[test]
fn what_cannot_be_asked_is_an_error() {
    let place = Workplace::new();
    let file = place.script("a.smt2", "sat");
    let solver = place.solver("yes.sh", "echo sat");
    for (arguments, message) in [
        (
            &["solve", "--solver", "no-such-solver", &file][..],
            "no `no-such-solver` on PATH",
        ),
        (
            &["solve", "--solver", &solver, "/no/such/file"],
            "cannot read /no/such/file",
        ),
        (&["solve", "--timeout", "3 weeks", &file], "no unit of time"),
        (&["solve", "--mode", "sideways", &file], "sideways"),
        (
            &["solvers", "which", "no-such-solver"],
            "no `no-such-solver` on PATH",
        ),
    ] {
        let output = place.run(arguments, None);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = text(&output.stderr);
        assert!(said.contains(message), "{arguments:?}: {said}");
    }
}

#[test]
fn without_pip_installed_solvers_still_work() {
    let place = Workplace::new();
    let nothing = place.folder.path().join("empty");
    std::fs::create_dir(&nothing).unwrap();
    let output = place.run(&["solvers", "install", "z3@4.8.9"], Some(&nothing));
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(said.contains("pip") || said.contains("python"), "{said}");
    let output = place.run(&["solvers", "list"], Some(&nothing));
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(&output.stdout), "");
    // Absolute paths need no PATH: the shell's built-ins are enough for this solver.
    let solver = place.solver("yes.sh", "echo sat");
    let file = place.script("a.smt2", "sat");
    let output = place.run(&["solve", "--solver", &solver, &file], Some(&nothing));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

#[test]
fn which_prints_the_command() {
    let place = Workplace::new();
    let solver = place.solver("yes.sh", "echo sat");
    let output = place.run(&["solvers", "which", &format!("{solver} --fast")], None);
    assert_eq!(text(&output.stdout), format!("{solver} --fast\n"));
}

/// Whether a process runs this program.
fn is_running(program: &str) -> bool {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let mut lines =
        processes.filter_map(|process| std::fs::read(process.path().join("cmdline")).ok());
    lines.any(|line| {
        line.split(|&byte| byte == 0)
            .any(|word| word == program.as_bytes())
    })
}

#[test]
fn an_interrupt_ends_solvers_too() {
    let place = Workplace::new();
    let solver = place.solver("busy.sh", "while :; do sleep 1; done");
    let file = place.script("a.smt2", "sat");
    let mut nuthatch = Command::new(env!("CARGO_BIN_EXE_nuthatch"))
        .args(
            ["solve", "--timeout", "1m", "--solver", "z3=SOLVER", &file]
                .map(|word| word.replace("SOLVER", &solver)),
        )
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // Not yet at its check, perhaps, but there: an interrupt must end it at any time.
    while !is_running(&solver) {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let interrupt = format!("kill -INT {}", nuthatch.id());
    let sent = Command::new("sh").args(["-c", &interrupt]).status();
    assert!(sent.unwrap().success());
    assert_eq!(nuthatch.wait().unwrap().code(), Some(130));
    assert!(!is_running(&solver));
}
