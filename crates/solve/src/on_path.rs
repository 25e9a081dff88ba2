//! Solvers on PATH.

use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::Error;
use crate::profile::Profile;
use crate::solver::Solver;

/// The solver a profile's name, or any other name, stands for.
pub(crate) fn find(name: &str, profile: Option<&'static Profile>) -> Result<Solver, Error> {
    let named = Profile::named(name);
    let binaries = match named {
        Some(profile) if !profile.binaries.is_empty() => profile.binaries.clone(),
        _ => vec![name.to_string()],
    };
    let found = binaries.iter().find_map(|binary| search(binary));
    let found = found.ok_or_else(|| Error::NotOnPath {
        name: name.into(),
        can_install: named.is_some_and(|profile| profile.pip.is_some()),
    })?;
    let profile = profile
        .or(named)
        .unwrap_or_else(|| Profile::for_program(&found));
    Ok(Solver::from_program(name, profile, &found))
}

/// A program that is named by its path, or by a name that is on PATH.
pub(crate) fn program(named: &Path) -> Result<PathBuf, Error> {
    match named.to_str().filter(|name| !name.contains('/')) {
        Some(name) => search(name).ok_or_else(|| Error::NotOnPath {
            name: name.into(),
            can_install: false,
        }),
        None => executable(named).ok_or_else(|| Error::NotExecutable { path: named.into() }),
    }
}

/// The first executable of that file name on PATH.
pub(crate) fn search(binary: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).find_map(|folder| executable(&folder.join(binary)))
}

/// The absolute path of an executable file; links are kept, since names tell profiles apart.
pub(crate) fn executable(path: &Path) -> Option<PathBuf> {
    let metadata = fs::metadata(path).ok()?;
    let runs = metadata.is_file() && metadata.permissions().mode() & 0o111 != 0;
    runs.then(|| std::path::absolute(path).ok())?
}
