//! `nuthatch report`: campaigns as files that can be shown to others.

use crate::campaign_folders::campaign_folders;
use crate::exit::Exit;
use anyhow::Context;
use clap::Args;
use report::print_bugs;
use report::web::{Campaigns, report_markdown, write_pages};
use std::io::Write;
use std::path::PathBuf;

/// Write what campaigns have found as pages, as one text, or as JSON
///
/// A campaign may still be at work: what is written is what is known so far.
///
/// Exit code: 0 if it is written, 2 if not.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  nuthatch report --html pages\n  nuthatch report hunt-z3 hunt-cvc5 --markdown report.md\n  nuthatch report --json | jq .title"
)]
pub struct Report {
    /// The folders of campaigns [default: nuthatch-campaign]
    #[arg(value_name = "DIR")]
    campaigns: Vec<PathBuf>,

    /// Write pages to this folder, which open from disk: start with index.html
    #[arg(long, value_name = "DIR")]
    html: Option<PathBuf>,

    /// Write one Markdown text
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,

    /// Print a JSON object per bug
    #[arg(long)]
    json: bool,

    /// Where it is kept what people know
    #[arg(long, value_name = "FILE", default_value = "nuthatch-ledger.jsonl")]
    ledger: PathBuf,
}

impl Report {
    pub fn run(self) -> anyhow::Result<Exit> {
        let mut campaigns = Campaigns::open(&campaign_folders(&self.campaigns), &self.ledger)?;
        campaigns.read_all()?;
        for watched in campaigns.all.iter().filter(|all| all.skipped() > 0) {
            eprintln!(
                "nuthatch: {} lines of the log in {} are not known to this version: they are skipped",
                watched.skipped(),
                watched.name
            );
        }
        if let Some(folder) = &self.html {
            let pages = write_pages(&mut campaigns, folder);
            let pages = pages.with_context(|| folder.display().to_string())?;
            eprintln!(
                "nuthatch: {pages} pages in {}",
                folder.join("index.html").display()
            );
        }
        if let Some(file) = &self.markdown {
            let text = report_markdown(&mut campaigns);
            std::fs::write(file, text).with_context(|| file.display().to_string())?;
        }
        let mut out = std::io::stdout().lock();
        let lines: Vec<_> = campaigns
            .listed()
            .iter()
            .map(|bug| bug.line.clone())
            .collect();
        if self.json {
            for line in &lines {
                writeln!(out, "{}", serde_json::to_string(line)?)?;
            }
        } else if self.html.is_none() && self.markdown.is_none() {
            print_bugs(&lines, &mut out)?;
        }
        Ok(Exit::Success)
    }
}
