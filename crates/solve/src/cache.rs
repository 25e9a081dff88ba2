//! The user's cache of installed solvers: one folder each, complete or not there.
//!
//! A solver is built in a folder whose name starts with a dot and renamed when it is whole, under a
//! lock that only its own version takes. An interrupted build leaves a dot folder that nobody
//! reads; the next build of that version clears it away. Programs that a build starts hold the lock
//! too, so one that outlives an interrupted build cannot get into the way of the next.

use std::env;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::Error;
use crate::profile::Profile;
use crate::version::Version;

/// Where installed solvers live.
#[derive(Debug, Clone)]
pub struct Cache {
    root: PathBuf,
}

/// One installed solver.
#[derive(Debug, Clone)]
pub struct Installed {
    /// Which solver.
    pub profile: &'static Profile,
    /// Which version, as pip has it.
    pub version: Version,
    /// Its folder.
    pub folder: PathBuf,
}

impl Cache {
    /// The user's cache: `nuthatch/solvers` under XDG_CACHE_HOME, or under `~/.cache`.
    ///
    /// # Errors
    /// If neither XDG_CACHE_HOME nor HOME is set.
    pub fn of_user() -> Result<Cache, Error> {
        // The XDG rules tell us to ignore relative paths.
        let absolute = |name: &str| {
            env::var_os(name)
                .map(PathBuf::from)
                .filter(|p| p.is_absolute())
        };
        let base = absolute("XDG_CACHE_HOME")
            .or_else(|| Some(absolute("HOME")?.join(".cache")))
            .ok_or(Error::NoCacheFolder)?;
        Ok(Cache::at(base.join("nuthatch").join("solvers")))
    }

    /// A cache in a folder of one's choice; it need not exist.
    pub fn at(root: PathBuf) -> Cache {
        Cache { root }
    }

    /// Its folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Everything installed, by solver in the order of the profiles, newest first.
    ///
    /// # Errors
    /// If the folder is there and cannot be read.
    pub fn installed(&self) -> Result<Vec<Installed>, Error> {
        let entries = match fs::read_dir(&self.root) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(source) => return Err(self.error(&self.root, source)),
        };
        let mut found: Vec<Installed> = entries
            .filter_map(Result::ok)
            .filter(|entry| entry.path().is_dir())
            .filter_map(|entry| {
                let name = entry.file_name().into_string().ok()?;
                let (solver, version) = name.split_once('-')?;
                let profile = Profile::named(solver)?;
                Some(Installed {
                    profile,
                    version: Version::new(version),
                    folder: entry.path(),
                })
            })
            .collect();
        let place = |profile: &Profile| Profile::all().iter().position(|p| p.name == profile.name);
        found.sort_by(|a, b| {
            place(a.profile)
                .cmp(&place(b.profile))
                .then_with(|| b.version.cmp(&a.version))
        });
        Ok(found)
    }

    /// The installed versions of one solver, newest first.
    ///
    /// # Errors
    /// If the cache cannot be read.
    pub fn installed_of(&self, profile: &Profile) -> Result<Vec<Installed>, Error> {
        let mut found = self.installed()?;
        found.retain(|installed| installed.profile.name == profile.name);
        Ok(found)
    }

    /// Builds the folder of one version, or returns it if it is there. `build` gets an empty folder
    /// to fill, and the lock for the programs it starts to hold; only if it succeeds does the solver
    /// come to be, at once and whole.
    pub(crate) fn build(
        &self,
        profile: &Profile,
        version: &Version,
        build: impl FnOnce(&Path, &File) -> Result<(), Error>,
    ) -> Result<PathBuf, Error> {
        self.build_named(&format!("{}-{version}", profile.name), build)
    }

    /// The same of what is no solver.
    pub(crate) fn build_named(
        &self,
        name: &str,
        build: impl FnOnce(&Path, &File) -> Result<(), Error>,
    ) -> Result<PathBuf, Error> {
        let folder = self.root.join(name);
        let lock = self.lock(name)?;
        // Somebody else may have built it while we waited for the lock.
        if folder.is_dir() {
            return Ok(folder);
        }
        let half_made = self.root.join(format!(".building-{name}"));
        remove(&half_made).map_err(|source| self.error(&half_made, source))?;
        fs::create_dir(&half_made).map_err(|source| self.error(&half_made, source))?;
        let built = build(&half_made, &lock).and_then(|()| {
            fs::rename(&half_made, &folder).map_err(|source| self.error(&folder, source))
        });
        if let Err(error) = built {
            // The build's own error is the one to tell; what stays is cleared by the next build.
            let _ = remove(&half_made);
            return Err(error);
        }
        Ok(folder)
    }

    /// Removes one installed version.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn remove(&self, installed: &Installed) -> Result<(), Error> {
        let name = format!("{}-{}", installed.profile.name, installed.version);
        let _lock = self.lock(&name)?;
        // Renamed first, so that an interrupted removal leaves no half of a solver either.
        let doomed = self.root.join(format!(".building-{name}"));
        let away = remove(&doomed)
            .and_then(|()| fs::rename(&installed.folder, &doomed))
            .and_then(|()| remove(&doomed));
        away.map_err(|source| self.error(&installed.folder, source))
    }

    /// Waits for the lock on one version; it ends with the file, or with the process.
    fn lock(&self, name: &str) -> Result<File, Error> {
        let locks = self.root.join(".locks");
        let path = locks.join(name);
        let lock = || {
            fs::create_dir_all(&locks)?;
            let file = File::create(&path)?;
            file.lock()?;
            Ok(file)
        };
        lock().map_err(|source| self.error(&path, source))
    }

    fn error(&self, path: &Path, source: io::Error) -> Error {
        Error::Cache {
            path: path.into(),
            source,
        }
    }
}

fn remove(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn z3() -> &'static Profile {
        Profile::named("z3").unwrap()
    }

    fn names(cache: &Cache) -> Vec<String> {
        let name = |one: &Installed| format!("{}@{}", one.profile.name, one.version);
        cache.installed().unwrap().iter().map(name).collect()
    }

    fn fill(folder: &Path, _: &File) -> Result<(), Error> {
        fs::write(folder.join("file"), "x").unwrap();
        Ok(())
    }

    #[test]
    fn a_failed_build_leaves_nothing() {
        let temp = tempfile::tempdir().unwrap();
        let cache = Cache::at(temp.path().join("not/yet/there"));
        assert!(names(&cache).is_empty());
        let version = Version::new("1.2");
        let failed = cache.build(z3(), &version, |folder, lock| {
            fill(folder, lock)?;
            Err(Error::NoCacheFolder)
        });
        assert!(failed.is_err());
        assert!(names(&cache).is_empty());
        cache.build(z3(), &version, fill).unwrap();
        assert_eq!(names(&cache), ["z3@1.2"]);
    }

    #[test]
    fn an_interrupted_build_is_cleared_away_by_the_next() {
        let temp = tempfile::tempdir().unwrap();
        let cache = Cache::at(temp.path().into());
        let half = temp.path().join(".building-z3-1.2");
        fs::create_dir_all(half.join("deep")).unwrap();
        fs::write(half.join("left over"), "x").unwrap();
        assert!(names(&cache).is_empty());
        let folder = cache.build(z3(), &Version::new("1.2"), fill).unwrap();
        assert_eq!(fs::read_dir(folder).unwrap().count(), 1);
        assert!(!half.exists());
    }

    #[test]
    fn a_program_that_outlives_a_build_holds_up_the_next() {
        let temp = tempfile::tempdir().unwrap();
        let cache = Cache::at(temp.path().into());
        let late = temp.path().join("late");
        let mut program = None;
        let failed = cache.build(z3(), &Version::new("1.2"), |_, lock| {
            let mut command = std::process::Command::new("sh");
            let started = command
                .args(["-c", "sleep 0.2; touch \"$0\""])
                .arg(&late)
                .stdin(lock.try_clone().unwrap())
                .spawn();
            program = started.ok();
            Err(Error::NoCacheFolder)
        });
        assert!(failed.is_err());
        cache.build(z3(), &Version::new("1.2"), fill).unwrap();
        assert!(late.exists());
        assert!(program.unwrap().wait().unwrap().success());
    }

    #[test]
    fn parallel_builds_build_once() {
        let temp = tempfile::tempdir().unwrap();
        let cache = Cache::at(temp.path().into());
        let builds = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let built = cache.build(z3(), &Version::new("1.2"), |folder, lock| {
                        builds.fetch_add(1, Ordering::SeqCst);
                        std::thread::sleep(std::time::Duration::from_millis(20));
                        fill(folder, lock)
                    });
                    assert!(built.unwrap().join("file").exists());
                });
            }
        });
        assert_eq!(builds.load(Ordering::SeqCst), 1);
    }

    #[test]
    fn versions_are_listed_newest_first_and_removed() {
        let temp = tempfile::tempdir().unwrap();
        let cache = Cache::at(temp.path().into());
        for version in ["4.8.9.0", "4.8.17.0"] {
            cache.build(z3(), &Version::new(version), fill).unwrap();
        }
        let cvc5 = Profile::named("cvc5").unwrap();
        cache.build(cvc5, &Version::new("1.4.2"), fill).unwrap();
        assert_eq!(names(&cache), ["z3@4.8.17.0", "z3@4.8.9.0", "cvc5@1.4.2"]);
        let newest = cache.installed_of(z3()).unwrap().remove(0);
        cache.remove(&newest).unwrap();
        assert_eq!(names(&cache), ["z3@4.8.9.0", "cvc5@1.4.2"]);
        assert!(cache.remove(&newest).is_err());
    }
}
