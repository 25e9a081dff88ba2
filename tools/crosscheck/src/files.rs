//! Finding the files to check.

use std::io;
use std::path::{Path, PathBuf};

/// The given files, and the `.smt2` files in the given folders, in a fixed order.
pub fn find(paths: &[PathBuf]) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            find_in(path, &mut files)?;
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

fn find_in(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries = std::fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<Vec<_>>>()?;
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            find_in(&entry, files)?;
        } else if entry.extension().is_some_and(|ending| ending == "smt2") {
            files.push(entry);
        }
    }
    Ok(())
}
