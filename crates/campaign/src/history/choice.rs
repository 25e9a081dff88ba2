//! Which releases are asked, and where they come from.

use super::dating::Candidate;
use solve::{
    Depot, Error, Profile, Release, Releases, Solver, SolverSpec, Source, Version, Wanted,
};
use std::str::FromStr;

/// Which releases are asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Versions {
    /// All that can be had.
    All,
    /// Those that the solver's profile calls key, the newest, and the one the bug was found in.
    Key,
    /// These: versions, ranges of them, or solvers.
    These(Vec<Item>),
}

impl Versions {
    /// The first solver of a list that has one.
    pub fn solver(&self) -> Option<&str> {
        let items: &[Item] = match self {
            Self::These(items) => items,
            Self::All | Self::Key => &[],
        };
        items.iter().find_map(|item| match item {
            Item::Solver(name) => Some(name.as_str()),
            Item::Version(_) | Item::Range(..) => None,
        })
    }
}

/// Something that names releases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// All that a version stands for: `4.8` is every 4.8.
    Version(String),
    /// From one to another, both included.
    Range(String, String),
    /// A solver, as one names it elsewhere.
    Solver(String),
}

impl FromStr for Versions {
    type Err = ChoiceError;

    fn from_str(text: &str) -> Result<Self, ChoiceError> {
        let item = |word: &str| {
            let is_version = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
            let named = |text: &str| is_version(text) && !text.contains(['/', '@']);
            match word.split_once("..") {
                Some((first, last)) if named(first) && named(last) => {
                    Item::Range(first.to_owned(), last.to_owned())
                }
                _ if named(word) => Item::Version(word.to_owned()),
                _ => Item::Solver(word.to_owned()),
            }
        };
        let words: Vec<&str> = text.split(',').map(str::trim).collect();
        match words[..] {
            ["all"] => Ok(Self::All),
            ["key"] => Ok(Self::Key),
            _ if words.contains(&"") => Err(ChoiceError::Empty),
            _ => Ok(Self::These(words.into_iter().map(item).collect())),
        }
    }
}

/// Why no release can be asked.
#[derive(Debug, thiserror::Error)]
pub enum ChoiceError {
    /// A list with nothing in it.
    #[error(
        "name releases: all, key, or versions, ranges and solvers as in 4.8.5,4.8.7..4.8.9,./my-z3"
    )]
    Empty,
    /// A version that there is not.
    #[error("there is no release {version} of {solver}; there are {}", known.join(", "))]
    NoSuch {
        /// The version.
        version: String,
        /// The solver.
        solver: String,
        /// What there is.
        known: Vec<String>,
    },
    /// A name of a solver that is none, or a solver that cannot be had.
    #[error(transparent)]
    Solver(#[from] Error),
}

/// Releases to be asked.
#[derive(Debug)]
pub struct Chosen {
    /// The solver, without a version.
    pub solver: String,
    /// Those to be asked, the oldest first.
    pub candidates: Vec<Candidate>,
    /// Others that there are.
    pub left_out: Vec<String>,
    /// Why only those can be asked that are installed, if it is so.
    pub offline: Option<Error>,
}

/// Finds the releases that are to be asked about a bug of a solver, which is asked with the same options.
///
/// # Errors
/// If a name means nothing, or there are no releases of that solver to be had.
pub fn choose(
    depot: &Depot,
    tested: &SolverSpec,
    versions: &Versions,
) -> Result<Chosen, ChoiceError> {
    let profile = tested.judged_profile();
    let options = &tested.options;
    let found = match (depot.releases(profile), versions) {
        (Ok(found), _) => found,
        // A list may do without.
        (Err(_), Versions::These(_)) => Releases {
            all: Vec::new(),
            offline: None,
        },
        (Err(error), _) => return Err(error.into()),
    };
    let known: Vec<String> = found
        .all
        .iter()
        .map(|release| release.version.clone())
        .collect();
    let released = |release: &Release| released(depot, profile, release, options);
    let candidates = match versions {
        Versions::These(items) => named(depot, profile, &found.all, items, options)?,
        _ => {
            let is_asked = |release: &&Release| {
                *versions == Versions::All || is_key(profile, tested, &found.all, release)
            };
            let mut candidates: Vec<Candidate> =
                found.all.iter().filter(is_asked).map(released).collect();
            let others = unreleased(depot, profile, tested, &known);
            candidates.extend(others);
            candidates.sort_by_key(|candidate| Version::new(&candidate.version));
            candidates
        }
    };
    let is_left_out = |version: &String| !candidates.iter().any(|c| c.version == *version);
    Ok(Chosen {
        solver: profile.name.clone(),
        left_out: known.into_iter().filter(is_left_out).collect(),
        candidates,
        offline: found.offline,
    })
}

/// Whether a release matters, or is the one that the bug was found in.
fn is_key(profile: &Profile, tested: &SolverSpec, all: &[Release], release: &Release) -> bool {
    let key = &profile.releases.key;
    let is_tested = match &tested.source {
        Source::Version(Wanted::Exactly(version)) => {
            let mut meant = all.iter().filter(|one| version.means(&one.package));
            meant.next_back() == Some(release)
        }
        _ => false,
    };
    key.is_empty() || key.contains(&release.version) || is_tested || all.last() == Some(release)
}

fn released(
    depot: &Depot,
    profile: &'static Profile,
    release: &Release,
    options: &[String],
) -> Candidate {
    let (depot, wanted, options) = (depot.clone(), release.clone(), options.to_vec());
    Candidate {
        version: release.version.clone(),
        get: Box::new(move || {
            let mut solver = depot.release(profile, &wanted)?;
            solver.args.extend_from_slice(&options);
            Ok(solver)
        }),
    }
}

/// The solver that the bug was found in, and the one on PATH, if they are of no known release.
fn unreleased(
    depot: &Depot,
    profile: &'static Profile,
    tested: &SolverSpec,
    known: &[String],
) -> Vec<Candidate> {
    let own = match tested.source {
        Source::Version(_) => None,
        Source::Path(_) | Source::File(_) => depot.resolve(tested).ok(),
    };
    let on_path = depot.on_path().into_iter();
    let on_path = on_path.filter(|solver| solver.profile.name == profile.name);
    let on_path = on_path.map(|mut solver: Solver| {
        solver.args.extend_from_slice(&tested.options);
        solver
    });
    let mut candidates: Vec<Candidate> = Vec::new();
    for solver in own.into_iter().chain(on_path) {
        // Without a version nobody knows which place it has among the others.
        let Some(version) = solver.ask_version() else {
            continue;
        };
        let version = Version::new(&version).release();
        let mut taken = candidates.iter().map(|candidate| &candidate.version);
        if !known.contains(&version) && !taken.any(|other| *other == version) {
            candidates.push(Candidate::here(&version, solver));
        }
    }
    candidates
}

/// Those of a list. Versions are put in order; solvers follow in the order in which they are named.
fn named(
    depot: &Depot,
    profile: &'static Profile,
    all: &[Release],
    items: &[Item],
    options: &[String],
) -> Result<Vec<Candidate>, ChoiceError> {
    let no_such = |version: &str| ChoiceError::NoSuch {
        version: version.to_owned(),
        solver: profile.name.clone(),
        known: all.iter().map(|release| release.version.clone()).collect(),
    };
    let (mut releases, mut solvers): (Vec<&Release>, Vec<Candidate>) = (Vec::new(), Vec::new());
    for item in items {
        let before = releases.len();
        match item {
            Item::Version(text) => {
                let version = Version::new(text);
                let is_meant = |release: &&Release| {
                    release.version == *text || version.means(&release.package)
                };
                releases.extend(all.iter().filter(is_meant));
            }
            Item::Range(first, last) => {
                let (first, last) = (Version::new(first), Version::new(last));
                // 4.8 as an end stands for the last 4.8 there is.
                let is_in = |release: &&Release| {
                    let version = Version::new(&release.version);
                    first <= version && (version <= last || last.means(&version))
                };
                releases.extend(all.iter().filter(is_in));
            }
            Item::Solver(name) => {
                let mut spec: SolverSpec = name.parse()?;
                spec.options.extend_from_slice(options);
                let depot = depot.clone();
                solvers.push(Candidate {
                    version: name.clone(),
                    get: Box::new(move || depot.resolve(&spec)),
                });
            }
        }
        match item {
            Item::Version(text) if releases.len() == before => return Err(no_such(text)),
            Item::Range(first, last) if releases.len() == before => {
                return Err(no_such(&format!("{first}..{last}")));
            }
            _ => {}
        }
    }
    releases.sort_by(|a, b| a.package.cmp(&b.package));
    releases.dedup();
    let releases = releases.into_iter();
    let releases = releases.map(|release| released(depot, profile, release, options));
    Ok(releases.chain(solvers).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use solve::Cache;

    /// A depot in which these are installed, as far as anybody can see.
    fn depot(folder: &std::path::Path) -> Depot {
        let versions = [
            "4.8.5.0", "4.8.9.0", "4.8.10.0", "4.9.0.0", "4.9.1.0", "6.0.0.0",
        ];
        for version in versions {
            std::fs::create_dir(folder.join(format!("z3-{version}"))).unwrap();
        }
        // As if pip had been asked a moment ago.
        std::fs::write(folder.join(".releases-z3"), versions.join("\n")).unwrap();
        Depot::new(Cache::at(folder.into()))
    }

    fn chosen(versions: &str, tested: &str) -> Result<(Vec<String>, Vec<String>), String> {
        let folder = tempfile::tempdir().unwrap();
        let versions: Versions = versions.parse().map_err(|e: ChoiceError| e.to_string())?;
        let found = choose(&depot(folder.path()), &tested.parse().unwrap(), &versions);
        let found = found.map_err(|error| error.to_string())?;
        assert_eq!(found.solver, "z3");
        assert!(found.offline.is_none());
        let is_ours = |version: &String| version.starts_with(['4', '6', '.']);
        let asked = found.candidates.iter().map(|c| c.version.clone());
        // There may be a z3 on PATH.
        Ok((asked.filter(is_ours).collect(), found.left_out))
    }

    fn check(versions: &str, tested: &str, asked: &[&str]) {
        let (found, left_out) = chosen(versions, tested).unwrap();
        assert_eq!(found, asked, "{versions} of {tested}");
        assert!(left_out.iter().all(|version| !asked.contains(&&**version)));
    }

    #[test]
    fn key_releases_are_joined_by_the_newest_and_the_one_under_test() {
        check(
            "key",
            "z3@6.0.0",
            &["4.8.5", "4.8.9", "4.8.10", "4.9.1", "6.0.0"],
        );
        let with_tested = ["4.8.5", "4.8.9", "4.8.10", "4.9.0", "4.9.1", "6.0.0"];
        check("key", "z3@4.9.0 smt.random_seed=1", &with_tested);
        check("all", "z3@4.8.5", &with_tested);
    }

    #[test]
    fn lists_have_versions_ranges_and_solvers() {
        check("4.9.1, 4.8.5", "z3", &["4.8.5", "4.9.1"]);
        check("4.8", "z3", &["4.8.5", "4.8.9", "4.8.10"]);
        check("4.8.7..4.9", "z3", &["4.8.9", "4.8.10", "4.9.0", "4.9.1"]);
        check(
            "./new-z3,4.8.9,./old-z3",
            "z3",
            &["4.8.9", "./new-z3", "./old-z3"],
        );
        let missing = chosen("4.8.99", "z3").unwrap_err();
        assert!(
            missing.contains("4.8.99") && missing.contains("4.8.10"),
            "{missing}"
        );
        assert!(chosen("4.8.9,", "z3").is_err());
        assert!(chosen("4.8.9,x@", "z3").is_err());
    }

    #[test]
    fn what_nobody_publishes_has_no_releases_but_may_have_a_list() {
        let folder = tempfile::tempdir().unwrap();
        let depot = depot(folder.path());
        let generic = "./run.sh".parse().unwrap();
        assert!(choose(&depot, &generic, &Versions::All).is_err());
        let list = "./one,./two".parse().unwrap();
        let found = choose(&depot, &generic, &list).unwrap();
        assert_eq!(found.candidates.len(), 2);
    }

    #[test]
    fn options_go_along() {
        let folder = tempfile::tempdir().unwrap();
        let tested = "z3@4.8.9 smt.random_seed=1".parse().unwrap();
        let list = "4.8.5".parse().unwrap();
        let found = choose(&depot(folder.path()), &tested, &list).unwrap();
        let solver = (found.candidates[0].get)().unwrap();
        assert_eq!(solver.args, ["smt.random_seed=1"]);
        assert_eq!(solver.name, "z3@4.8.5");
    }
}
