//! The ordinary pip client, as it is set up on this machine.
//!
//! Where packages come from is the user's own pip configuration; no host is named here. Only wheels
//! are taken: building a solver from source would take an hour and a toolchain.

use std::fs::File;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::Error;
use crate::version::Version;

/// A Python with pip.
#[derive(Debug, Clone)]
pub(crate) struct Pip {
    python: String,
}

impl Pip {
    /// The Python on PATH, or the one named by NUTHATCH_PYTHON.
    pub fn of_user() -> Pip {
        let python = std::env::var("NUTHATCH_PYTHON")
            .ok()
            .filter(|name| !name.is_empty());
        Pip {
            python: python.unwrap_or_else(|| "python3".into()),
        }
    }

    /// Its executable, as the user named it.
    pub fn python(&self) -> &str {
        &self.python
    }

    /// Every version of a package that has a wheel for this machine, newest first.
    pub fn versions(&self, package: &str) -> Result<Vec<Version>, Error> {
        let task = format!("list the versions of {package}");
        let output = self.pip(
            &["index", "versions", "--only-binary=:all:", package],
            Stdio::null(),
        )?;
        if output.status.success() {
            return Ok(parse_versions(&text(&output.stdout), "Available versions:"));
        }
        // Pips before 21.2 have no `index`, but name all versions when asked for one there is not.
        let nonesuch = format!("{package}==0.0.0.dev0");
        let output = self.pip(
            &["download", "--no-deps", "--only-binary=:all:", &nonesuch],
            Stdio::null(),
        )?;
        match parse_versions(&text(&output.stderr), "from versions:") {
            // Pip says that nothing matches, whether the index is empty or out of reach.
            none if none.is_empty() => Err(Error::PipFailed {
                task,
                why: "the package index names none; is there a network, and is pip set up for it?"
                    .into(),
            }),
            mut found => {
                found.sort_by(|a, b| b.cmp(a));
                Ok(found)
            }
        }
    }

    /// Unpacks a package, without what it depends on, into a folder. `lock` is held by pip too.
    pub fn install(
        &self,
        package: &str,
        version: &Version,
        folder: &Path,
        lock: &File,
    ) -> Result<(), Error> {
        let how = ["--no-deps", "--only-binary=:all:"];
        self.unpack(&how, &format!("{package}=={version}"), folder, lock)
    }

    /// Unpacks a package with what it depends on into a folder, built if need be: for what is Python
    /// alone, which is built in a second.
    pub fn install_with_dependencies(
        &self,
        package: &str,
        version: &str,
        folder: &Path,
        lock: &File,
    ) -> Result<(), Error> {
        self.unpack(&[], &format!("{package}=={version}"), folder, lock)
    }

    fn unpack(&self, how: &[&str], package: &str, folder: &Path, lock: &File) -> Result<(), Error> {
        let folder = folder.to_string_lossy();
        let common = [
            "--quiet",
            "--no-warn-script-location",
            "--no-compile",
            "--target",
            &folder,
            package,
        ];
        let args = [&["install"], how, &common].concat();
        let output = self.pip(&args, held(lock))?;
        match output.status.success() {
            true => Ok(()),
            false => Err(failed(&format!("fetch {package}"), &output)),
        }
    }

    /// Makes a virtual environment; pip itself is not put into it.
    pub fn make_environment(&self, folder: &Path, lock: &File) -> Result<(), Error> {
        let mut command = Command::new(&self.python);
        command.args(["-m", "venv", "--without-pip"]).arg(folder);
        let output = self.run(command, held(lock))?;
        match output.status.success() {
            true => Ok(()),
            false => Err(failed("make a virtual environment", &output)),
        }
    }

    fn pip(&self, args: &[&str], stdin: Stdio) -> Result<Output, Error> {
        let mut command = Command::new(&self.python);
        command
            .args(["-m", "pip", "--disable-pip-version-check", "--no-input"])
            .args(args);
        // Settings that make sense elsewhere and would break `--target`.
        command
            .env("PIP_USER", "0")
            .env("PIP_REQUIRE_VIRTUALENV", "0");
        command.env("PIP_ROOT_USER_ACTION", "ignore");
        let output = self.run(command, stdin)?;
        if text(&output.stderr).contains("No module named pip") {
            return Err(self.missing("it has no pip"));
        }
        Ok(output)
    }

    fn run(&self, mut command: Command, stdin: Stdio) -> Result<Output, Error> {
        command.stdin(stdin);
        command
            .output()
            .map_err(|error| self.missing(&error.to_string()))
    }

    fn missing(&self, why: &str) -> Error {
        Error::NoPip {
            python: self.python.clone(),
            why: why.into(),
        }
    }
}

/// A lock as standard input: it reads like an empty file, and is not free before its reader ends.
fn held(lock: &File) -> Stdio {
    lock.try_clone().map_or_else(|_| Stdio::null(), Stdio::from)
}

/// The versions in the list after `label`.
fn parse_versions(output: &str, label: &str) -> Vec<Version> {
    let Some(at) = output.find(label) else {
        return Vec::new();
    };
    let list = &output[at + label.len()..];
    let list = &list[..list.find(['\n', ')']).unwrap_or(list.len())];
    let is_version = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit());
    list.split(',')
        .map(str::trim)
        .filter(is_version)
        .map(Version::new)
        .collect()
}

/// The errors pip printed, or else the end of what it printed.
fn failed(task: &str, output: &Output) -> Error {
    let said = text(&output.stderr);
    let errors: Vec<_> = said
        .lines()
        .filter_map(|line| line.strip_prefix("ERROR: "))
        .collect();
    let offline = said.contains("NewConnectionError")
        || said.contains("Name or service not known")
        || said.contains("Temporary failure in name resolution")
        || said.contains("Connection refused");
    let mut why = match &errors[..] {
        [] => said.lines().last().unwrap_or("it said nothing").to_string(),
        // The first error lists every version there is; the last says what is wrong.
        [.., last] => last.to_string(),
    };
    if offline {
        why = format!("the package index cannot be reached ({why})");
    }
    Error::PipFailed {
        task: task.into(),
        why,
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(versions: Vec<Version>) -> Vec<String> {
        versions.iter().map(Version::to_string).collect()
    }

    #[test]
    fn lists_of_versions_are_read_from_both_outputs() {
        let index =
            "z3-solver (5.4.0.0)\nAvailable versions: 5.4.0.0, 4.8.0.0.post1\n  INSTALLED: 1\n";
        let found = parse_versions(index, "Available versions:");
        assert_eq!(texts(found), ["5.4.0.0", "4.8.0.0.post1"]);
        let error = "ERROR: Could not find x==0 (from versions: 1.0.7, 1.1.0)\nERROR: No match\n";
        assert_eq!(
            texts(parse_versions(error, "from versions:")),
            ["1.0.7", "1.1.0"]
        );
        assert!(parse_versions("(from versions: none)", "from versions:").is_empty());
        assert!(parse_versions("", "from versions:").is_empty());
    }

    #[test]
    fn a_python_that_is_not_there_is_named() {
        let pip = Pip {
            python: "/nonexistent/python3".into(),
        };
        let error = pip.versions("z3-solver").unwrap_err();
        assert!(matches!(error, Error::NoPip { .. }), "{error}");
        assert!(error.to_string().contains("/nonexistent/python3"));
    }
}
