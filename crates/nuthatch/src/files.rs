//! From what a person names on the command line to scripts.

use crate::builtin::BUILTIN;
use anyhow::{Context, bail};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// A script that can be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// A file.
    File {
        /// Where it is.
        path: PathBuf,
        /// How much of that was not given by whoever named it: all below the folder that was named,
        /// with the folder's own name, or the name of the file.
        below: PathBuf,
    },
    /// Standard input, named `-`.
    Stdin,
    /// What is in a folder but cannot be looked at.
    Unreadable {
        /// Where it is.
        path: PathBuf,
        /// Why not.
        error: String,
    },
    /// One of our own examples.
    BuiltIn {
        /// What it is called in output.
        name: &'static str,
        /// Its text.
        text: &'static str,
    },
}

impl Source {
    /// A file that was named itself.
    pub fn file(path: PathBuf) -> Self {
        let below = path.file_name().map_or_else(|| path.clone(), PathBuf::from);
        Source::File { path, below }
    }

    /// What it is called in output.
    pub fn name(&self) -> String {
        match self {
            Source::File { path, .. } | Source::Unreadable { path, .. } => {
                path.display().to_string()
            }
            Source::Stdin => "-".to_owned(),
            Source::BuiltIn { name, .. } => format!("builtin:{name}"),
        }
    }

    /// What it is called where it does not matter on which machine it is.
    pub fn short_name(&self) -> String {
        match self {
            Source::File { below, .. } => below.display().to_string(),
            _ => self.name(),
        }
    }

    /// What files that are made from it are called.
    pub fn stem(&self) -> String {
        let path = match self {
            Source::File { path, .. } | Source::Unreadable { path, .. } => path.as_path(),
            Source::Stdin => Path::new("stdin"),
            Source::BuiltIn { name, .. } => Path::new(name),
        };
        let stem = path.file_stem().unwrap_or_default();
        stem.to_string_lossy().into_owned()
    }

    /// Its text.
    pub fn read(&self) -> std::io::Result<Vec<u8>> {
        // One byte more than can be parsed: the parser says that it is too long.
        let limit = smt::MAX_BYTES as u64 + 1;
        let mut text = Vec::new();
        match self {
            Source::File { path, .. } => {
                let file = File::open(path)?;
                let size = file.metadata().map_or(0, |m| m.len()).min(limit);
                text.reserve_exact(size as usize);
                file.take(limit).read_to_end(&mut text)?;
            }
            Source::Stdin => {
                std::io::stdin().lock().take(limit).read_to_end(&mut text)?;
            }
            Source::Unreadable { error, .. } => return Err(std::io::Error::other(error.as_str())),
            Source::BuiltIn { text: own, .. } => text.extend_from_slice(own.as_bytes()),
        }
        Ok(text)
    }
}

/// The scripts that paths stand for: a file is itself, a folder all `.smt2` files below it in
/// the order of their names, `-` is standard input. No path at all: the built-in examples.
pub fn sources(paths: &[PathBuf]) -> anyhow::Result<Vec<Source>> {
    if paths.is_empty() {
        let builtin = BUILTIN
            .iter()
            .map(|&(name, text)| Source::BuiltIn { name, text });
        return Ok(builtin.collect());
    }
    let mut sources = Vec::new();
    for path in paths {
        if path == Path::new("-") {
            sources.push(Source::Stdin);
            continue;
        }
        let metadata = path
            .metadata()
            .with_context(|| format!("cannot read {}", path.display()))?;
        if !metadata.is_dir() {
            sources.push(Source::file(path.clone()));
            continue;
        }
        let before = sources.len();
        let root = path;
        for entry in walkdir::WalkDir::new(path).sort_by_file_name() {
            match entry {
                Ok(entry) if is_script(entry.path()) => {
                    let path = entry.into_path();
                    let below = path.strip_prefix(folder_around(root)).unwrap_or(&path);
                    let below = below.to_owned();
                    sources.push(Source::File { path, below });
                }
                Ok(_) => {}
                // One folder that cannot be read must not keep us from all others.
                Err(error) => sources.push(Source::Unreadable {
                    path: error.path().unwrap_or(path).to_owned(),
                    error: error.to_string(),
                }),
            }
        }
        if sources.len() == before {
            bail!("there is no .smt2 file in {}", path.display());
        }
    }
    Ok(sources)
}

/// The folder that a folder is in, if that can be told from how it was named.
fn folder_around(folder: &Path) -> &Path {
    match (folder.file_name(), folder.parent()) {
        (Some(_), Some(parent)) => parent,
        _ => folder,
    }
}

/// The text of one script: a file, or standard input if it is named `-`.
pub fn read_script(path: &Path) -> anyhow::Result<Vec<u8>> {
    let source = match path == Path::new("-") {
        true => Source::Stdin,
        false => Source::file(path.to_owned()),
    };
    source
        .read()
        .with_context(|| format!("cannot read {}", path.display()))
}

fn is_script(path: &Path) -> bool {
    // A link that leads nowhere is reported when it is read; a pipe must not be read at all.
    let leads_nowhere = || path.is_symlink() && !path.exists();
    path.extension().is_some_and(|e| e == "smt2") && (path.is_file() || leads_nowhere())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_stand_for_their_scripts_in_order() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.smt2", "a/c.smt2", "a/c.out", "d.txt"] {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "(exit)").unwrap();
        }
        let names: Vec<PathBuf> = sources(&[folder.path().to_owned(), folder.path().join("d.txt")])
            .unwrap()
            .into_iter()
            .map(|source| match source {
                Source::File { path, .. } => path.strip_prefix(folder.path()).unwrap().to_owned(),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(names, ["a/c.smt2", "b.smt2", "d.txt"].map(PathBuf::from));
    }

    #[test]
    fn what_is_not_there_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let missing = sources(&[folder.path().join("none")]).unwrap_err();
        assert!(missing.to_string().starts_with("cannot read "));
        let empty = sources(&[folder.path().to_owned()]).unwrap_err();
        assert!(empty.to_string().starts_with("there is no .smt2 file in "));
    }

    #[test]
    fn no_path_means_the_built_in_examples() {
        let sources = sources(&[]).unwrap();
        assert_eq!(sources.len(), BUILTIN.len());
        for source in sources {
            assert!(!source.read().unwrap().is_empty(), "{}", source.name());
        }
    }
}
