//! The bar over many files.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar on standard error over so many `things`; hidden if there are few, and by itself if
/// nobody looks.
pub fn bar(count: usize, things: &str) -> ProgressBar {
    if count < 2 {
        return ProgressBar::hidden();
    }
    let template = format!("{{bar:30}} {{pos}}/{{len}} {things}, {{per_sec}}, {{eta}} left");
    let style = ProgressStyle::with_template(&template);
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(count as u64).with_style(style)
}

/// A line on standard error for what has no known end.
pub fn spinner() -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {wide_msg}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_spinner());
    ProgressBar::new_spinner().with_style(style)
}
