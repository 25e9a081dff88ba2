//! A campaign for people: findings as lines, over a line that tells how things go.

use crate::guidance::GUIDANCE;
use crate::table::Table;
use campaign::audience::Consumer;
use campaign::finding::Finding;
use campaign::oracle;
use campaign::store::{Entry, Event};
use campaign::tally::Tally;
use campaign::totals::{Change, Totals};
use indicatif::{ProgressBar, ProgressStyle};
use std::fmt::Display;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How often the line that tells how things go changes at most.
const PAUSE: Duration = Duration::from_millis(100);

/// Prints what happens for people.
pub struct Terminal {
    bar: ProgressBar,
    quiet: bool,
    out: PathBuf,
    shown: Option<Instant>,
}

impl Terminal {
    /// For a campaign in that folder. If it is `quiet`, it prints findings only.
    pub fn new(out: PathBuf, quiet: bool) -> Self {
        let bar = match quiet {
            true => ProgressBar::hidden(),
            false => ProgressBar::new_spinner(),
        };
        let style = ProgressStyle::with_template("{spinner} {elapsed_precise} {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        bar.enable_steady_tick(2 * PAUSE);
        Self {
            bar,
            quiet,
            out,
            shown: None,
        }
    }

    fn print(&self, mark: &str, finding: &Finding) -> io::Result<()> {
        let Finding {
            bucket,
            title,
            verdict,
            ..
        } = finding;
        let line = format!("{mark} {bucket}: {title} ({verdict})");
        self.bar.suspend(|| writeln!(io::stdout(), "{line}"))
    }

    fn show(&mut self, totals: &Totals) {
        let is_early = |shown: Instant| shown.elapsed() < PAUSE;
        if self.bar.is_hidden() || self.shown.is_some_and(is_early) {
            return;
        }
        self.shown = Some(Instant::now());
        let tally = totals.tally();
        let found = oracle::names().into_iter();
        let found = found.map(|name| format!("{} {name}", totals.distinct(name)));
        self.bar.set_message(format!(
            "{} mutants, {:.0}/s, {}; solvers {:.0} %; {}",
            tally.mutants,
            tally.mutants as f64 / totals.seconds.max(1e-3),
            counts(&tally.answers),
            100.0 * tally.solver_share(),
            found.collect::<Vec<_>>().join(", ")
        ));
    }

    fn close(&self, totals: &Totals) -> io::Result<()> {
        let mut out = io::stdout().lock();
        if !totals.buckets.is_empty() {
            // What nobody but the solver stands behind is listed apart.
            for (proved, what) in [(true, "finding"), (false, "self-reported")] {
                let mut table = Table::new(&[what, "times", "what"]);
                let buckets = totals.buckets.values();
                let mut buckets = buckets.filter(|b| is_proved(&b.best) == proved).peekable();
                if buckets.peek().is_none() {
                    continue;
                }
                for bucket in buckets {
                    table.row([
                        bucket.best.bucket.clone(),
                        bucket.count.to_string(),
                        bucket.best.title.clone(),
                    ]);
                }
                table.print(&mut out)?;
            }
            let findings = self.out.join("findings");
            writeln!(out, "\nReports are in {}", findings.display())?;
        }
        if self.quiet {
            return Ok(());
        }
        writeln!(out, "seeds     {}", counts(&totals.seeds))?;
        let tally = totals.tally();
        writeln!(
            out,
            "mutants   {} ({:.0} a second): {}",
            tally.mutants,
            tally.mutants as f64 / totals.seconds.max(1e-3),
            counts(&tally.answers)
        )?;
        for (
            name,
            Tally {
                mutants, answers, ..
            },
        ) in totals.strategies()
        {
            let found = totals.found_by.get(&name).copied().unwrap_or(0);
            let answers = counts(&answers);
            writeln!(
                out,
                "          {name}: {mutants}: {answers}; {found} findings"
            )?;
        }
        writeln!(
            out,
            "making    {}; solvers had {:.1} % of the time",
            tally.generation,
            100.0 * tally.solver_share()
        )?;
        let found = oracle::names().into_iter().map(|name| {
            let (distinct, all) = (totals.distinct(name), totals.findings(name));
            format!("{distinct} {name} ({all} in all)")
        });
        writeln!(out, "findings  {}", found.collect::<Vec<_>>().join(", "))?;
        if let Some((_, traces)) = totals.guidance.traces.last() {
            let path = self.out.join(GUIDANCE);
            let path = path.display();
            writeln!(out, "traces    {traces} different ones: see {path}")?;
        }
        writeln!(
            out,
            "besides   {} suspicions not confirmed, {} not looked into, {} in doubt",
            tally.unconfirmed, tally.further, totals.doubts
        )
    }
}

/// Whether anybody but the solver itself stands behind a finding.
fn is_proved(finding: &Finding) -> bool {
    oracle::named(&finding.oracle).is_none_or(|oracle| oracle.is_proved())
}

/// `3 sat, 1 unsat`.
fn counts<K: Display>(counts: impl IntoIterator<Item = (K, impl Display)>) -> String {
    let shown = counts.into_iter().map(|(what, n)| format!("{n} {what}"));
    shown.collect::<Vec<_>>().join(", ")
}

impl Consumer for Terminal {
    fn event(&mut self, entry: &Entry, change: &Change, totals: &Totals) -> io::Result<()> {
        if let Event::Doubt(finding) = &entry.event {
            self.print("in doubt", finding)?;
        }
        let bucket = change.bucket().and_then(|name| totals.buckets.get(name));
        if let Some(best) = bucket.map(|bucket| &bucket.best) {
            match change {
                Change::New(_) if is_proved(best) => self.print("FOUND", best)?,
                Change::New(_) => self.print("self-reported", best)?,
                Change::Reduced(_) => {
                    let bytes = best.reduced.as_ref().map_or(0, |reduced| reduced.bytes());
                    self.print(&format!("{bytes} bytes are left of"), best)?;
                }
                Change::Merged { gone, why, .. } => {
                    self.print(&format!("{gone}, since {why}, is the same as"), best)?;
                }
                Change::Dated(name) => {
                    let history = best
                        .history
                        .as_ref()
                        .map(|history| history.summary().line());
                    let line = format!("DATED {name}: {}", history.unwrap_or_default());
                    self.bar.suspend(|| writeln!(io::stdout(), "{line}"))?;
                }
                Change::Nothing | Change::Better(_) | Change::Again(_) => {}
            }
        }
        self.show(totals);
        Ok(())
    }

    fn finished(&mut self, totals: &Totals) -> io::Result<()> {
        self.bar.finish_and_clear();
        self.close(totals)
    }
}
