//! How users name solvers.
//!
//! | written | means |
//! |---|---|
//! | `z3` | the first z3 on PATH |
//! | `./build/z3`, `/opt/z3-4.8.9` | that file; the profile is judged by its name |
//! | `z3@4.8.9`, `z3@newest` | that version, fetched if need be |
//! | `z3@4.8.9 smt.arith.solver=2` | any of these, with options |
//! | `cvc5=./run.sh` | that file, with cvc5's profile |

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::Error;
use crate::profile::Profile;
use crate::version::Version;

/// A solver as a user named it; nothing has been looked for yet.
#[derive(Debug, Clone)]
pub struct SolverSpec {
    text: String,
    /// Where it is to come from.
    pub source: Source,
    /// The profile to use; judged by the file name if not said.
    pub profile: Option<&'static Profile>,
    /// Options after the name.
    pub options: Vec<String>,
}

/// Where a solver is to come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// An executable on PATH.
    Path(String),
    /// A file.
    File(PathBuf),
    /// A version in the cache.
    Version(Wanted),
}

/// Which version is wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wanted {
    /// The newest there is.
    Newest,
    /// This one, or the newest it can stand for.
    Exactly(Version),
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wanted::Newest => f.write_str("newest"),
            Wanted::Exactly(version) => version.fmt(f),
        }
    }
}

impl SolverSpec {
    /// The profile that was named, or that of the file's name.
    pub fn judged_profile(&self) -> &'static Profile {
        self.profile.unwrap_or_else(|| match &self.source {
            Source::Path(name) => {
                Profile::named(name).unwrap_or_else(|| Profile::for_program(Path::new(name)))
            }
            Source::File(path) => Profile::for_program(path),
            Source::Version(_) => Profile::generic(),
        })
    }

    /// The text it was read from.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for SolverSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for SolverSpec {
    type Err = Error;

    fn from_str(text: &str) -> Result<SolverSpec, Error> {
        let bad = |why: &str| Error::BadName {
            text: text.into(),
            why: why.into(),
        };
        let words = shell_words(text).ok_or_else(|| bad("a quote is not closed"))?;
        let Some((name, options)) = words.split_first() else {
            return Err(bad("it is empty"));
        };
        // `profile=program`; a path may hold a `=` of its own, after a slash.
        let (profile, name) = match name.split_once('=') {
            Some((profile, rest)) if !profile.contains('/') => {
                let known = Profile::named(profile);
                (
                    Some(known.ok_or_else(|| bad("no profile has that name"))?),
                    rest,
                )
            }
            _ => (None, name.as_str()),
        };
        let source = if name.contains('/') {
            Source::File(name.into())
        } else if let Some((name, version)) = name.split_once('@') {
            let known = Profile::named(name).ok_or_else(|| bad("no profile has that name"))?;
            let wanted = match version {
                "" => return Err(bad("the version after `@` is missing")),
                "newest" | "latest" => Wanted::Newest,
                version if version.chars().all(is_version_char) => {
                    Wanted::Exactly(Version::new(version))
                }
                _ => return Err(bad("that is no version")),
            };
            return Ok(SolverSpec {
                text: text.into(),
                source: Source::Version(wanted),
                profile: profile.or(Some(known)),
                options: options.to_vec(),
            });
        } else if name.is_empty() {
            return Err(bad("it is empty"));
        } else {
            Source::Path(name.into())
        };
        Ok(SolverSpec {
            text: text.into(),
            source,
            profile,
            options: options.to_vec(),
        })
    }
}

/// Versions become folder names, so nothing that a path could be made of.
fn is_version_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '.' | '+' | '-')
}

/// Splits a command line as a shell does, with both kinds of quotes and backslashes, and without
/// substituting anything. `None` if a quote is not closed.
fn shell_words(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (None, '\'' | '"') => {
                quote = Some(c);
                // An empty pair of quotes is a word too.
                word.get_or_insert_default();
            }
            (Some(open), c) if open == c => quote = None,
            (None | Some('"'), '\\') => word.get_or_insert_default().push(chars.next()?),
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, source: Source, profile: Option<&str>, options: &[&str]) {
        let spec: SolverSpec = text.parse().unwrap();
        assert_eq!(spec.source, source, "{text}");
        assert_eq!(
            spec.profile.map(|profile| profile.name.as_str()),
            profile,
            "{text}"
        );
        assert_eq!(spec.options, options, "{text}");
        assert_eq!(spec.to_string(), text);
    }

    #[test]
    fn the_four_ways_to_name_a_solver() {
        let version = |text| Source::Version(Wanted::Exactly(Version::new(text)));
        check("z3", Source::Path("z3".into()), None, &[]);
        check("./b/z3", Source::File("./b/z3".into()), None, &[]);
        check("z3@4.8.9", version("4.8.9"), Some("z3"), &[]);
        check(
            "z3@newest",
            Source::Version(Wanted::Newest),
            Some("z3"),
            &[],
        );
        check(
            "z3 smt.arith.solver=2",
            Source::Path("z3".into()),
            None,
            &["smt.arith.solver=2"],
        );
        check(
            "z3@4.8.9 -v:1 'a b'",
            version("4.8.9"),
            Some("z3"),
            &["-v:1", "a b"],
        );
        check(
            "cvc5=./run.sh -q",
            Source::File("./run.sh".into()),
            Some("cvc5"),
            &["-q"],
        );
        check(
            "\"/a b/z3\" x",
            Source::File("/a b/z3".into()),
            None,
            &["x"],
        );
        check("/a=b/z3", Source::File("/a=b/z3".into()), None, &[]);
    }

    #[test]
    fn what_names_no_solver_is_refused() {
        for text in [
            "",
            "  ",
            "''",
            "z3@",
            "z4@1.2",
            "z3@1:2",
            "nosuch=./x",
            "z3 'x",
        ] {
            let parsed: Result<SolverSpec, _> = text.parse();
            assert!(parsed.is_err(), "{text}");
        }
    }
}
