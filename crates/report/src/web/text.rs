//! Campaigns as one text.

use super::campaigns::Campaigns;
use super::chart::{number, span};
use crate::guidance::answered;
use crate::issue::issue;
use std::fmt::Write;

/// What campaigns have found, as Markdown: figures, and for each bug what its maintainers can act on.
pub fn report_markdown(campaigns: &mut Campaigns) -> String {
    let mut out = String::from("# What was found\n\n");
    // Writing to a string cannot fail.
    let _ = write_campaigns(campaigns, &mut out);
    let listed = campaigns.listed().iter();
    let ids: Vec<String> = listed.map(|bug| bug.line.id.clone()).collect();
    for id in ids {
        if let Some((bug, bucket)) = campaigns.bug(&id) {
            let line = &bug.line;
            let _ = writeln!(out, "## {}: {}\n", line.id, line.title.replace('\n', " "));
            let status = line.status.unwrap_or("new");
            let _ = writeln!(out, "{}, seen {} times, {status}\n", line.oracle, line.seen);
            let _ = writeln!(out, "{}\n", issue(&bucket.best).replace("\n# ", "\n### "));
        }
    }
    out
}

fn write_campaigns(campaigns: &Campaigns, out: &mut String) -> std::fmt::Result {
    writeln!(
        out,
        "| campaign | time | mutants | answered a second | behaviours | distinct findings |\n\
         | --- | ---: | ---: | ---: | ---: | ---: |"
    )?;
    for watched in &campaigns.all {
        let totals = &watched.totals;
        let tally = totals.tally();
        let behaviours = totals.guidance.behaviours.last();
        writeln!(
            out,
            "| {} | {} | {} | {:.1} | {} | {} |",
            watched.name.replace('|', "\\|"),
            span(totals.seconds),
            number(tally.mutants as f64),
            answered(&tally) as f64 / totals.seconds.max(1e-3),
            number(behaviours.map_or(0.0, |(_, count)| *count as f64)),
            totals.buckets.len()
        )?;
    }
    writeln!(out)
}
