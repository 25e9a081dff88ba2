//! Campaigns as pages: served while they run, or written to a folder.
//!
//! | file | what is in it |
//! | --- | --- |
//! | `html.rs` | markup that text cannot become part of |
//! | `highlight.rs`, `chart.rs` | scripts with colours; curves |
//! | `campaigns.rs` | what is shown: logs that are followed, bugs, what people know of them |
//! | `pages.rs` | the pages |
//! | `text.rs` | the same as one Markdown text |
//! | `http.rs`, `server.rs` | who serves them, and to whom |
//! | `style.css`, `live.js` | how they look, and what they do |

mod campaigns;
mod chart;
mod highlight;
mod html;
mod http;
mod pages;
mod server;
mod text;

pub(crate) use chart::{number, span};

pub use campaigns::{Campaigns, CampaignsError};
pub use server::Server;
pub use text::report_markdown;

use pages::{Served, names, page};
use std::io;
use std::path::Path;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("live.js");

/// Writes the pages to a folder, in place of earlier ones; how many there are.
///
/// # Errors
/// If the disk says no.
pub fn write_pages(campaigns: &mut Campaigns, folder: &Path) -> io::Result<usize> {
    std::fs::create_dir_all(folder)?;
    std::fs::write(folder.join("style.css"), STYLE)?;
    std::fs::write(folder.join("live.js"), SCRIPT)?;
    let names = names(campaigns);
    for name in &names {
        if let Some(page) = page(campaigns, name, Served::No) {
            std::fs::write(folder.join(name), page)?;
        }
    }
    Ok(names.len())
}

#[cfg(test)]
mod tests;
