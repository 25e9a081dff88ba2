//! Where campaigns are.

use std::path::PathBuf;

/// Where a campaign is if nobody says so.
const CAMPAIGN: &str = "nuthatch-campaign";

/// The folders that are meant, each once.
pub fn campaign_folders(named: &[PathBuf]) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = Vec::new();
    let mut seen = Vec::new();
    let default = [PathBuf::from(CAMPAIGN)];
    let named = if named.is_empty() { &default } else { named };
    for folder in named {
        let same = folder.canonicalize().unwrap_or_else(|_| folder.clone());
        if !seen.contains(&same) {
            seen.push(same);
            folders.push(folder.clone());
        }
    }
    folders
}
