//! `nuthatch rules discover` as a person or a program uses it. Nothing is proved here: the solvers are a few
//! lines of shell that say unsat, so no rule can be used, and none is found.

mod common;

use common::{json_lines, text};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

struct Workplace {
    folder: tempfile::TempDir,
}

impl Workplace {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let program = r#"#!/bin/sh
while read -r line; do
  case "$line" in
    *check-sat*) echo unsat ;;
    '(echo "'*) line=${line#'(echo "'}; echo "${line%'")'}" ;;
  esac
done
"#;
        for name in ["one", "two"] {
            let path = folder.path().join(name);
            std::fs::write(&path, program).unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        }
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_nuthatch"));
        command
            .args(["rules", "discover", "--theory", "sets"])
            .args([
                "--assignments",
                "256",
                "--solver",
                "./one",
                "--solver",
                "./two",
            ])
            .args(arguments)
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }
}

#[test]
fn the_end_of_a_size_is_an_end() {
    let place = Workplace::new();
    let arguments = ["--size", "0", "-o", "found.smt2", "--json"];
    let output = place.command(&arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let lines = json_lines(&output);
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0]["theory"], "sets");
    assert_eq!(lines[0]["complete"], true);
    assert_eq!(lines[0]["counts"]["proved"], 0);
    let written = std::fs::read_to_string(place.path("found.smt2")).unwrap();
    assert!(written.starts_with("; Rules that"), "{written}");
}

#[test]
fn what_cannot_be_done_is_said_at_once() {
    let place = Workplace::new();
    std::fs::write(place.path("kept.smt2"), "mine").unwrap();
    let wrong: [&[&str]; 4] = [
        &["-o", "nowhere/found.smt2"],
        &["-o", "."],
        &["--rules", "nowhere.smt2", "-o", "kept.smt2"],
        &["--assignments", "1"],
    ];
    for arguments in wrong {
        let started = Instant::now();
        let output = place.command(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(started.elapsed() < Duration::from_secs(30));
    }
    // What was in a file is there until there is something better.
    let kept = std::fs::read_to_string(place.path("kept.smt2")).unwrap();
    assert_eq!(kept, "mine");
}

#[test]
fn who_stops_it_is_told_so() {
    let place = Workplace::new();
    for signal in ["-INT", "-TERM"] {
        let arguments = ["--time", "10m", "-o", "found.smt2"];
        let child = place.command(&arguments).spawn().unwrap();
        std::thread::sleep(Duration::from_secs(2));
        let id = child.id().to_string();
        let kill = Command::new("kill").args([signal, &id]).status().unwrap();
        assert!(kill.success());
        let stopped = Instant::now();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
        assert!(stopped.elapsed() < Duration::from_secs(20));
        assert!(place.path("found.smt2").exists());
    }
}
