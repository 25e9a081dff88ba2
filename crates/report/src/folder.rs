//! Findings as folders that a person can open and a machine can read.
//!
//! A folder is derived from events: it is written under another name and then renamed, so that it is
//! there as a whole or not at all, and it can be written again at any time.

use crate::issue::{ISSUE, issue};
use crate::markdown::markdown;
use campaign::audience::Consumer;
use campaign::finding::Finding;
use campaign::store::Entry;
use campaign::totals::{Bucket, Change, Totals};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The file that a machine reads.
pub const FINDING: &str = "finding.json";

/// Writes the folder of a bucket's finding, in place of an earlier one.
pub fn write_folder(findings: &Path, bucket: &Bucket) -> io::Result<PathBuf> {
    let finding = &bucket.best;
    write_as(findings, &finding.bucket, finding, Some(bucket))
}

/// Removes the folder of a finding that is part of another now, if it is there.
pub fn remove_folder(findings: &Path, bucket: &str) -> io::Result<()> {
    match fs::remove_dir_all(findings.join(bucket)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

/// Writes a folder again that has a finding in it, about which there is more to say now.
pub fn rewrite_folder(folder: &Path, finding: &Finding) -> io::Result<()> {
    let folder = folder.canonicalize()?;
    match (folder.parent(), folder.file_name()) {
        (Some(around), Some(name)) => {
            write_as(around, &name.to_string_lossy(), finding, None).map(|_| ())
        }
        _ => Err(io::Error::other("the folder has no name")),
    }
}

fn write_as(
    findings: &Path,
    name: &str,
    finding: &Finding,
    bucket: Option<&Bucket>,
) -> io::Result<PathBuf> {
    let folder = findings.join(name);
    let unfinished = findings.join(format!(".{name}.unfinished"));
    let old = findings.join(format!(".{name}.old"));
    for left_over in [&unfinished, &old] {
        if left_over.exists() {
            fs::remove_dir_all(left_over)?;
        }
    }
    fs::create_dir_all(&unfinished)?;
    let write = |name: &str, text: &[u8]| fs::write(unfinished.join(name), text);
    for (name, script, _) in finding.scripts() {
        write(&file_name(&name), script)?;
    }
    for (name, left) in finding.reduced.iter().flat_map(|reduced| reduced.scripts()) {
        write(&file_name(name), &left.script)?;
    }
    write("report.md", markdown(finding, bucket).as_bytes())?;
    write(ISSUE, issue(finding).as_bytes())?;
    write("reproduce.sh", reproduce(finding).as_bytes())?;
    make_executable(&unfinished.join("reproduce.sh"))?;
    write(FINDING, &serde_json::to_vec_pretty(finding)?)?;
    if folder.exists() {
        fs::rename(&folder, &old)?;
    }
    fs::rename(&unfinished, &folder)?;
    if old.exists() {
        fs::remove_dir_all(&old)?;
    }
    Ok(folder)
}

/// What the file of a script is called that the finding calls so.
pub(crate) fn file_name(name: &str) -> String {
    format!("{}.smt2", name.replace(' ', "-"))
}

/// Reads the finding of a folder.
pub fn read_folder(folder: &Path) -> io::Result<Finding> {
    let text = fs::read(folder.join(FINDING))?;
    Ok(Finding::from_json(&text)?)
}

#[cfg(unix)]
fn make_executable(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_executable(_: &Path) -> io::Result<()> {
    Ok(())
}

/// A script that shows the finding again, with the solver given or the one it was found with.
fn reproduce(finding: &Finding) -> String {
    let scripts = finding.scripts().into_iter();
    let mut scripts: Vec<String> = scripts.map(|(name, ..)| file_name(&name)).collect();
    if let Some(reduced) = &finding.reduced {
        // The shortest will do.
        scripts = reduced.scripts().map(|(name, _)| file_name(name)).collect();
    }
    let mut text = format!(
        "#!/bin/sh\n# {}\n# Uses $1 as the solver's command, or the one that it was found with.\ncd \"$(dirname \"$0\")\" || exit 1\nsolver=${{1:-{}}}\n",
        finding.title.replace('\n', " "),
        quoted(&finding.solver.command),
    );
    let alone = finding.reduced.as_ref().and_then(|r| r.alone.as_ref());
    for script in scripts {
        text.push_str(&format!("echo \"{script}:\"\n$solver "));
        for option in alone.iter().flat_map(|alone| &alone.options) {
            // What was found may take it, too.
            if !finding.solver.command.contains(option.as_str()) {
                text.push_str(&format!("{option} "));
            }
        }
        text.push_str(&format!("{script}\n"));
    }
    text
}

fn quoted(command: &str) -> String {
    format!("'{}'", command.replace('\'', "'\\''"))
}

/// Keeps the folders of findings as they are known.
pub struct Folders(PathBuf);

impl Folders {
    /// In this folder, which is made if need be.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn new(findings: PathBuf) -> io::Result<Self> {
        fs::create_dir_all(&findings)?;
        Ok(Self(findings))
    }

    fn write<'b>(&self, buckets: impl Iterator<Item = &'b Bucket>) -> io::Result<()> {
        for bucket in buckets {
            write_folder(&self.0, bucket)?;
        }
        Ok(())
    }
}

impl Consumer for Folders {
    /// What a kill kept from being written or removed is written or removed now.
    fn resumed(&mut self, totals: &Totals) -> io::Result<()> {
        self.write(totals.buckets.values())?;
        let mut gone = totals.merged.keys();
        gone.try_for_each(|gone| remove_folder(&self.0, gone))
    }

    fn event(&mut self, _: &Entry, change: &Change, totals: &Totals) -> io::Result<()> {
        // One more of what is known changes a number only, which can wait.
        if matches!(change, Change::Again(_)) {
            return Ok(());
        }
        let bucket = change.bucket().and_then(|name| totals.buckets.get(name));
        self.write(bucket.into_iter())?;
        match change {
            // Last: it must not be that neither of the two is there.
            Change::Merged { gone, .. } => remove_folder(&self.0, gone),
            _ => Ok(()),
        }
    }

    /// Counts have grown since folders were written.
    fn finished(&mut self, totals: &Totals) -> io::Result<()> {
        self.write(totals.buckets.values().filter(|bucket| bucket.count > 1))
    }
}
