//! Command lines made of Python bindings.

use std::fs;
use std::path::{Path, PathBuf};

use crate::Error;
use crate::profile::Pip as PipEntry;

/// The scripts that make command lines of bindings, by the name profiles use.
const SHIMS: &[(&str, &str)] = &[
    (
        "cvc5",
        concat!(
            include_str!("../shims/reader.py"),
            include_str!("../shims/cvc5.py")
        ),
    ),
    (
        "bitwuzla",
        concat!(
            include_str!("../shims/reader.py"),
            include_str!("../shims/bitwuzla.py")
        ),
    ),
];

/// Writes the shim that goes with this build of nuthatch, unless it is there already.
pub(crate) fn write(entry: &PipEntry, folder: &Path) -> Result<PathBuf, Error> {
    let wanted = entry.shim.as_deref().unwrap_or_default();
    let source = SHIMS
        .iter()
        .find(|(name, _)| *name == wanted)
        .map_or("", |(_, text)| *text);
    let path = folder.join("shim.py");
    if fs::read_to_string(&path).is_ok_and(|there| there == source) {
        return Ok(path);
    }
    let write = || {
        // Renamed into place: another process may be starting the old one.
        let file = tempfile::NamedTempFile::new_in(folder)?;
        fs::write(file.path(), source)?;
        file.persist(&path).map_err(|error| error.error)?;
        Ok(())
    };
    write().map_err(|source| Error::Cache {
        path: path.clone(),
        source,
    })?;
    Ok(path)
}
