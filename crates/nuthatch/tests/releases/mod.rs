//! Releases of a solver that are a few lines of shell.

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Output};

pub const SEED: &str = "(set-logic QF_LIA)\n(declare-const x Int)\n(declare-const y Int)\n(assert (< x y))\n(assert (< y 10))\n(check-sat)\n";

/// Says sat, and something else to whatever has a `distinct` in it.
const RELEASE: &str = r#"#!/bin/sh
case "$1" in --version) echo 'Z3 version 9.9.9'; exit ;; esac
answer='echo sat'
while read -r line; do
  case "$line" in
    *distinct*) answer='OTHER' ;;
  esac
  case "$line" in
    *check-sat*) eval "$answer" ;;
  esac
  case "$line" in
    '(echo "'*) line=${line#'(echo "'}; echo "${line%'")'}" ;;
  esac
done
"#;

pub struct Place(tempfile::TempDir);

impl Place {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    pub fn release(&self, name: &str, does: &str) -> PathBuf {
        let path = self.write(name, &RELEASE.replace("OTHER", does));
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    /// Releases of z3 that seem to be installed.
    pub fn install(&self, releases: &[(&str, &str)]) {
        for (version, does) in releases {
            self.release(&format!("cache/nuthatch/solvers/z3-{version}/bin/z3"), does);
        }
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_nuthatch"));
        command
            .env("XDG_CACHE_HOME", self.path("cache"))
            // Nothing is fetched here.
            .env("NUTHATCH_PYTHON", "/nowhere/python3")
            .current_dir(self.0.path())
            .args(arguments);
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }
}
