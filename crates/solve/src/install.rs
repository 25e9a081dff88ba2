//! Fetching solvers, and finding the ones there are.
//!
//! What is installed is used without asking anybody, so everything already there works without pip
//! and without a network. Only a version that is not there, `newest`, and the list of what can be
//! had need the package index.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::Error;
use crate::cache::{Cache, Installed};
use crate::pip::Pip;
use crate::profile::{Holds, Pip as PipEntry, Profile};
use crate::solver::Solver;
use crate::spec::{SolverSpec, Source, Wanted};
use crate::version::Version;
use crate::{on_path, shim};

/// How long an answer to "what is the newest version" is believed.
const NEWEST_STAYS_NEWEST: Duration = Duration::from_secs(3600);

/// Finds and fetches solvers.
#[derive(Debug, Clone)]
pub struct Depot {
    cache: Cache,
    pip: Pip,
}

impl Depot {
    /// The user's cache and pip.
    ///
    /// # Errors
    /// If there is no place for a cache.
    pub fn of_user() -> Result<Depot, Error> {
        Ok(Depot::new(Cache::of_user()?))
    }

    /// A cache of one's choice, and the user's pip.
    pub fn new(cache: Cache) -> Depot {
        Depot {
            cache,
            pip: Pip::of_user(),
        }
    }

    /// The cache.
    pub fn cache(&self) -> &Cache {
        &self.cache
    }

    pub(crate) fn pip(&self) -> &Pip {
        &self.pip
    }

    /// Makes a solver of a name, fetching it if need be.
    ///
    /// # Errors
    /// If it is not there and cannot be fetched.
    pub fn resolve(&self, spec: &SolverSpec) -> Result<Solver, Error> {
        let mut solver = match &spec.source {
            Source::Path(name) => on_path::find(name, spec.profile)?,
            Source::File(path) => {
                let path =
                    on_path::executable(path).ok_or(Error::NotExecutable { path: path.clone() })?;
                let profile = spec.profile.unwrap_or_else(|| Profile::for_program(&path));
                Solver::from_program("", profile, &path)
            }
            Source::Version(wanted) => {
                let profile = spec.profile.unwrap_or_else(Profile::generic);
                let installed = match self.remembered_newest(profile, wanted) {
                    Some(installed) => installed,
                    None => self.install(profile, wanted)?,
                };
                self.command(&installed)?
            }
        };
        solver.name = spec.to_string();
        solver.args.extend_from_slice(&spec.options);
        Ok(solver)
    }

    /// The solver to use when the user named none: z3 or cvc5 from PATH, else the newest z3
    /// installed, else the newest z3 there is. The flag tells whether it had to be fetched.
    ///
    /// # Errors
    /// If there is none and none can be fetched.
    pub fn default_solver(&self) -> Result<(Solver, bool), Error> {
        for name in ["z3", "cvc5"] {
            if let Ok(solver) = on_path::find(name, None) {
                return Ok((solver, false));
            }
        }
        let z3 = Profile::named("z3").ok_or(Error::NotInstallable { name: "z3".into() })?;
        if let Some(newest) = self.cache.installed_of(z3)?.first() {
            return Ok((self.command(newest)?, false));
        }
        let fetched = self.install(z3, &Wanted::Newest)?;
        Ok((self.command(&fetched)?, true))
    }

    /// Every solver on PATH that a profile knows.
    pub fn on_path(&self) -> Vec<Solver> {
        let find = |profile: &'static Profile| {
            let found = profile
                .binaries
                .iter()
                .find_map(|binary| on_path::search(binary))?;
            Some(Solver::from_program(&profile.name, profile, &found))
        };
        Profile::all().iter().filter_map(find).collect()
    }

    /// Every version of a solver that can be had, newest first.
    ///
    /// # Errors
    /// If pip cannot tell.
    pub fn available(&self, profile: &Profile) -> Result<Vec<Version>, Error> {
        let entry = pip_entry(profile)?;
        let mut versions = self.pip.versions(&entry.package)?;
        if let Some(oldest) = &entry.oldest {
            let oldest = Version::new(oldest);
            versions.retain(|version| *version >= oldest);
        }
        Ok(versions)
    }

    /// Installs a version if it is not there yet.
    ///
    /// # Errors
    /// If there is no such version, or it cannot be fetched, or it does not run.
    pub fn install(&self, profile: &'static Profile, wanted: &Wanted) -> Result<Installed, Error> {
        let entry = pip_entry(profile)?;
        let installed = self.cache.installed_of(profile)?;
        let version = match wanted {
            Wanted::Newest => match self.available(profile) {
                Ok(versions) => {
                    versions
                        .into_iter()
                        .max()
                        .ok_or(no_version(profile, wanted, &[]))?
                }
                // The newest we can get hold of without asking anybody.
                Err(error) => return installed.into_iter().next().ok_or(error),
            },
            Wanted::Exactly(version) => {
                if let Some(there) = find_installed(installed, version) {
                    return Ok(there);
                }
                let versions = self.pip.versions(&entry.package)?;
                let chosen = version.choose(&versions).cloned();
                chosen.ok_or_else(|| no_version(profile, wanted, &versions))?
            }
        };
        let installed = self.install_version(profile, version)?;
        if *wanted == Wanted::Newest {
            // Without the note the next run asks pip again; no more is lost.
            let _ = fs::write(self.newest_note(profile), installed.version.as_str());
        }
        Ok(installed)
    }

    /// Installs a version that there is, by the name that pip has for it, if it is not there yet.
    pub(crate) fn install_version(
        &self,
        profile: &'static Profile,
        version: Version,
    ) -> Result<Installed, Error> {
        let entry = pip_entry(profile)?;
        if let Some(oldest) = entry
            .oldest
            .as_ref()
            .filter(|text| version < Version::new(text))
        {
            return Err(Error::TooOld {
                name: profile.name.clone(),
                version: version.to_string(),
                oldest: oldest.clone(),
            });
        }
        let folder = self.cache.build(profile, &version, |folder, lock| {
            self.fetch(profile, &version, folder, lock)
        })?;
        Ok(Installed {
            profile,
            version,
            folder,
        })
    }

    /// The newest version, if pip was asked not long ago and it is installed. Asking takes a second,
    /// and nobody publishes solvers that often.
    fn remembered_newest(&self, profile: &'static Profile, wanted: &Wanted) -> Option<Installed> {
        if *wanted != Wanted::Newest {
            return None;
        }
        let note = self.newest_note(profile);
        let age = fs::metadata(&note).ok()?.modified().ok()?.elapsed().ok()?;
        let version = Version::new(fs::read_to_string(&note).ok()?.trim());
        let installed = self.cache.installed_of(profile).ok()?;
        let there = installed.into_iter().find(|one| one.version == version);
        there.filter(|_| age < NEWEST_STAYS_NEWEST)
    }

    fn newest_note(&self, profile: &Profile) -> PathBuf {
        self.cache.root().join(format!(".newest-{}", profile.name))
    }

    /// Removes an installed version.
    ///
    /// # Errors
    /// If it is not installed or cannot be removed.
    pub fn remove(&self, profile: &'static Profile, wanted: &Wanted) -> Result<Version, Error> {
        let installed = self.cache.installed_of(profile)?;
        let found = match wanted {
            Wanted::Newest => installed.into_iter().next(),
            Wanted::Exactly(version) => find_installed(installed, version),
        };
        let found = found.ok_or_else(|| Error::NotInstalled {
            name: profile.name.clone(),
            version: wanted.to_string(),
        })?;
        self.cache.remove(&found)?;
        Ok(found.version)
    }

    /// An installed version, ready to be run.
    ///
    /// # Errors
    /// If its shim cannot be written.
    pub fn command(&self, installed: &Installed) -> Result<Solver, Error> {
        let profile = installed.profile;
        let entry = pip_entry(profile)?;
        let name = format!("{}@{}", profile.name, installed.version);
        let command = match entry.holds {
            Holds::Executable => {
                let executable = entry.executable.as_deref().unwrap_or_default();
                (installed.folder.join(executable), Vec::new())
            }
            Holds::Bindings => {
                let shim = shim::write(entry, &installed.folder)?;
                let python = installed.folder.join("environment/bin/python");
                // Isolated: no bytecode is written, no user packages and no variables are seen.
                (
                    python,
                    vec!["-BIu".into(), shim.to_string_lossy().into_owned()],
                )
            }
        };
        Ok(Solver::from_install(
            &name,
            profile,
            command,
            installed.version.as_str(),
        ))
    }

    fn fetch(
        &self,
        profile: &'static Profile,
        version: &Version,
        folder: &Path,
        lock: &File,
    ) -> Result<(), Error> {
        let entry = pip_entry(profile)?;
        match entry.holds {
            Holds::Executable => self.pip.install(&entry.package, version, folder, lock)?,
            Holds::Bindings => {
                let environment = folder.join("environment");
                self.pip.make_environment(&environment, lock)?;
                let packages = site_packages(&environment)?;
                self.pip.install(&entry.package, version, &packages, lock)?;
            }
        }
        let half_made = Installed {
            profile,
            version: version.clone(),
            folder: folder.into(),
        };
        let solver = self.command(&half_made)?;
        let said = solver.run_version_query();
        let said = said.map(|said| String::from_utf8_lossy(&said).into_owned());
        match said {
            Some(said) if profile.version.pattern.is_match(said.as_bytes()) => Ok(()),
            said => Err(Error::InstalledButBroken {
                name: profile.name.clone(),
                version: version.to_string(),
                why: said
                    .unwrap_or_else(|| "it cannot be started".into())
                    .trim()
                    .into(),
            }),
        }
    }
}

fn pip_entry(profile: &'_ Profile) -> Result<&'_ PipEntry, Error> {
    profile.pip.as_ref().ok_or_else(|| Error::NotInstallable {
        name: profile.name.clone(),
    })
}

fn find_installed(installed: Vec<Installed>, version: &Version) -> Option<Installed> {
    let versions: Vec<_> = installed.iter().map(|one| one.version.clone()).collect();
    let chosen = version.choose(&versions)?;
    installed.into_iter().find(|one| one.version == *chosen)
}

fn no_version(profile: &Profile, wanted: &Wanted, available: &[Version]) -> Error {
    Error::NoSuchVersion {
        name: profile.name.clone(),
        version: wanted.to_string(),
        available: available.iter().map(Version::to_string).collect(),
    }
}

/// The folder for packages in a virtual environment, whatever the Python's version.
fn site_packages(environment: &Path) -> Result<PathBuf, Error> {
    let library = environment.join("lib");
    let find = || {
        for entry in fs::read_dir(&library)? {
            let packages = entry?.path().join("site-packages");
            if packages.is_dir() {
                return Ok(packages);
            }
        }
        Err(std::io::Error::other(
            "no site-packages in the virtual environment",
        ))
    };
    find().map_err(|source| Error::Cache {
        path: library.clone(),
        source,
    })
}
