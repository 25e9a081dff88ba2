//! The releases of a solver: which there are, and how to get hold of one.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use crate::Error;
use crate::install::Depot;
use crate::profile::Profile;
use crate::solver::Solver;
use crate::version::Version;

/// How long the list of what can be had is believed. Asking takes a second or two.
const LIST_STAYS: Duration = Duration::from_secs(24 * 3600);

/// A release that can be had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Release {
    /// What its makers call it.
    pub version: String,
    /// What pip calls it.
    pub package: Version,
}

/// The releases of a solver that can be had.
#[derive(Debug)]
pub struct Releases {
    /// The oldest first.
    pub all: Vec<Release>,
    /// Why only those are listed that are installed, if it is so.
    pub offline: Option<Error>,
}

impl Depot {
    /// The releases of a solver that are installed or can be fetched.
    ///
    /// # Errors
    /// If pip has nothing to do with that solver, or the cache cannot be read.
    pub fn releases(&self, profile: &'static Profile) -> Result<Releases, Error> {
        if profile.pip.is_none() {
            let name = profile.name.clone();
            return Err(Error::NotInstallable { name });
        }
        let installed = self.cache().installed_of(profile)?;
        let mut versions: Vec<Version> = installed.into_iter().map(|one| one.version).collect();
        let mut offline = None;
        match self.listed(profile) {
            Ok(listed) => versions.extend(listed),
            Err(error) => offline = Some(error),
        }
        let all = in_order(versions);
        Ok(Releases { all, offline })
    }

    /// A release, fetched if need be.
    ///
    /// # Errors
    /// If it is not there and cannot be fetched.
    pub fn release(&self, profile: &'static Profile, release: &Release) -> Result<Solver, Error> {
        let installed = self.install_version(profile, release.package.clone())?;
        let mut solver = self.command(&installed)?;
        solver.name = format!("{}@{}", profile.name, release.version);
        Ok(solver)
    }

    /// What pip can fetch, by what it said not long ago, or says now.
    fn listed(&self, profile: &Profile) -> Result<Vec<Version>, Error> {
        let note = self.list_note(profile);
        let age = fs::metadata(&note).and_then(|note| note.modified());
        let age = age.ok().and_then(|written| written.elapsed().ok());
        if age.is_some_and(|age| age < LIST_STAYS)
            && let Ok(text) = fs::read_to_string(&note)
            && !text.trim().is_empty()
        {
            return Ok(text.split_whitespace().map(Version::new).collect());
        }
        let versions = self.available(profile)?;
        let lines: String = versions.iter().map(|v| format!("{v}\n")).collect();
        // Written aside and renamed: others may read it now. Without the note the next run asks pip
        // again; no more is lost.
        let aside = note.with_extension(std::process::id().to_string());
        let _ = fs::create_dir_all(self.cache().root());
        if fs::write(&aside, lines).is_err() || fs::rename(&aside, &note).is_err() {
            let _ = fs::remove_file(&aside);
        }
        Ok(versions)
    }

    fn list_note(&self, profile: &Profile) -> PathBuf {
        let name = format!(".releases-{}", profile.name);
        self.cache().root().join(name)
    }
}

/// Releases in order, each once: of several packages of one the last.
fn in_order(mut versions: Vec<Version>) -> Vec<Release> {
    versions.sort();
    let mut last: BTreeMap<String, Version> = BTreeMap::new();
    for version in versions {
        last.insert(version.release(), version);
    }
    let releases = last.into_iter();
    let mut all: Vec<Release> = releases
        .map(|(version, package)| Release { version, package })
        .collect();
    all.sort_by(|a, b| a.package.cmp(&b.package));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cache::Cache;

    #[test]
    fn a_release_is_its_last_package_and_the_oldest_comes_first() {
        let versions = ["4.10.0.0", "4.8.0.0.post1", "4.8.9.0", "4.8.0.0", "4.8.9.0"];
        let found = in_order(versions.map(Version::new).to_vec());
        let shown = found.iter().map(|r| format!("{}={}", r.version, r.package));
        let shown: Vec<String> = shown.collect();
        assert_eq!(
            shown,
            ["4.8.0=4.8.0.0.post1", "4.8.9=4.8.9.0", "4.10.0=4.10.0.0"]
        );
    }

    #[test]
    fn the_list_is_remembered_and_what_is_installed_is_part_of_it() {
        let temp = tempfile::tempdir().unwrap();
        let depot = Depot::new(Cache::at(temp.path().into()));
        let z3 = Profile::named("z3").unwrap();
        fs::write(depot.list_note(z3), "4.8.9.0\n4.8.7.0\n").unwrap();
        fs::create_dir(temp.path().join("z3-4.8.8.0")).unwrap();
        let releases = depot.releases(z3).unwrap();
        assert!(releases.offline.is_none());
        let found: Vec<&str> = releases.all.iter().map(|r| &*r.version).collect();
        assert_eq!(found, ["4.8.7", "4.8.8", "4.8.9"]);
        let none = depot.releases(Profile::named("cvc4").unwrap());
        assert!(matches!(none, Err(Error::NotInstallable { .. })));
    }

    #[test]
    fn key_releases_are_releases_in_order() {
        for profile in Profile::all() {
            let key: Vec<Version> = profile
                .releases
                .key
                .iter()
                .map(|v| Version::new(v))
                .collect();
            assert!(key.is_sorted(), "{}", profile.name);
            assert!(key.is_empty() || profile.pip.is_some(), "{}", profile.name);
            let are_short = key
                .iter()
                .all(|version| version.release() == version.as_str());
            assert!(are_short, "{}", profile.name);
        }
    }
}
