//! A campaign for people: findings as lines, over a panel that tells how things go.

use crate::guidance::GUIDANCE;
use crate::known::{Known, News};
use crate::panel::{Room, panel};
use crate::table::Table;
use campaign::audience::Consumer;
use campaign::bugs::{Witness, bugs};
use campaign::finding::Finding;
use campaign::oracle;
use campaign::store::{Entry, Event};
use campaign::tally::Tally;
use campaign::totals::{Change, Totals};
use console::Term;
use indicatif::{ProgressBar, ProgressStyle};
use std::fmt::Display;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How often the panel changes at most.
const PAUSE: Duration = Duration::from_millis(200);

/// Prints what happens for people.
pub struct Terminal {
    bar: ProgressBar,
    quiet: bool,
    out: PathBuf,
    known: Known,
    limit: Option<Duration>,
    shown: Option<Instant>,
}

impl Terminal {
    /// For a campaign in that folder. What is known is not shown again. If it is `quiet`, it prints
    /// findings only.
    pub fn new(out: PathBuf, known: Known, quiet: bool) -> Self {
        let bar = match quiet {
            true => ProgressBar::hidden(),
            false => ProgressBar::new_spinner(),
        };
        let style = ProgressStyle::with_template("{msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        Self {
            bar,
            quiet,
            out,
            known,
            limit: None,
            shown: None,
        }
    }

    /// The campaign has so much time.
    pub fn with_limit(mut self, limit: Duration) -> Self {
        self.limit = Some(limit);
        self
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
        let (height, width) = Term::stderr().size();
        let room = Room {
            width: width.into(),
            height: height.into(),
        };
        self.bar
            .set_message(panel(totals, self.limit, room).join("\n"));
        self.bar.tick();
    }

    fn close(&self, totals: &Totals) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let new = totals.buckets.values();
        let new: Vec<_> = new.filter(|b| self.known.of(b).is_none()).collect();
        if !new.is_empty() {
            // What nobody but the solver stands behind is listed apart.
            for (proved, what) in [(true, "finding"), (false, "self-reported")] {
                let mut table = Table::new(&[what, "times", "what"]);
                let mut buckets = new
                    .iter()
                    .filter(|b| is_proved(&b.best) == proved)
                    .peekable();
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
        for (known, count) in self.known.counts(totals).values() {
            let (id, told, title) = (&known.id, known.told(), &known.title);
            writeln!(out, "known     {id} ({told}), seen {count} times: {title}")?;
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
        writeln!(
            out,
            "bugs      {} distinct ones",
            distinct_bugs(totals, &self.known)
        )?;
        let last = |points: &[(f64, u64)]| points.last().map_or(0, |(_, count)| *count);
        writeln!(
            out,
            "seen      {} behaviours, {} traces of Horn systems: see {}",
            last(&totals.guidance.behaviours),
            last(&totals.guidance.traces),
            self.out.join(GUIDANCE).display()
        )?;
        writeln!(
            out,
            "besides   {} suspicions not confirmed, {} not looked into, {} in doubt",
            tally.unconfirmed, tally.further, totals.doubts
        )?;
        let out_of = self.out.display();
        writeln!(
            out,
            "next      nuthatch findings {out_of}\n          nuthatch serve {out_of}"
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

/// How many distinct bugs there are.
pub(crate) fn distinct_bugs(totals: &Totals, known: &Known) -> usize {
    let witnesses = totals.buckets.values().map(|bucket| Witness {
        campaign: "",
        bucket,
    });
    bugs(witnesses.collect(), known.ledger()).len()
}

/// What there is to say of a finding that was told of before.
fn more(change: &Change, finding: &Finding) -> Option<String> {
    match change {
        Change::Reduced(_) => {
            let bytes = finding
                .reduced
                .as_ref()
                .map_or(0, |reduced| reduced.bytes());
            Some(format!("{bytes} bytes are left of"))
        }
        Change::Merged { gone, why, .. } => Some(format!("{gone}, since {why}, is the same as")),
        Change::Dated(_) => {
            let history = finding.history.as_ref()?;
            Some(format!("DATED, {}:", history.summary().line()))
        }
        _ => None,
    }
}

impl Consumer for Terminal {
    fn resumed(&mut self, totals: &Totals) -> io::Result<()> {
        self.known.resumed(totals);
        Ok(())
    }

    fn event(&mut self, entry: &Entry, change: &Change, totals: &Totals) -> io::Result<()> {
        if let Event::Doubt(finding) = &entry.event {
            self.print("in doubt", finding)?;
        }
        let line = match self.known.news(change, totals) {
            News::Found(bucket) => {
                let mark = match is_proved(&bucket.best) {
                    true => "FOUND",
                    false => "self-reported",
                };
                Some((mark.to_owned(), &bucket.best))
            }
            News::Known(bucket, known) => {
                let line = format!("known as {} ({}):", known.id, known.told());
                Some((line, &bucket.best))
            }
            News::More(bucket) => more(change, &bucket.best).map(|line| (line, &bucket.best)),
            News::None => None,
        };
        if let Some((mark, finding)) = line {
            self.print(&mark, finding)?;
        }
        self.show(totals);
        Ok(())
    }

    fn finished(&mut self, totals: &Totals) -> io::Result<()> {
        self.bar.finish_and_clear();
        self.close(totals)
    }
}
