//! How a campaign goes, in the few lines that a terminal has room for.

use crate::guidance::answered;
use crate::web::{number, span};
use campaign::oracle;
use campaign::totals::Totals;
use solve::AnswerClass;
use std::time::Duration;

/// What the lines may take.
#[derive(Debug, Clone, Copy)]
pub struct Room {
    pub width: usize,
    pub height: usize,
}

/// How wide the curve of behaviours is.
const CURVE: usize = 32;
/// Of the height of a terminal, what is left to what was printed before.
const LEFT_ALONE: usize = 10;

/// The lines, the most important first; no more than there is room for.
pub fn panel(totals: &Totals, limit: Option<Duration>, room: Room) -> Vec<String> {
    let tally = totals.tally();
    let seconds = totals.seconds.max(1e-3);
    let timeouts = tally.answered(AnswerClass::Timeout);
    let left = limit.map(|limit| span(limit.as_secs_f64() - totals.seconds));
    let left = left.map_or(String::new(), |left| format!(", {left} left"));
    let mut lines = vec![format!(
        "{}{left} · {} mutants, {:.0}/s, {:.0}/s answered · {:.1} % timeouts · solvers {:.0} %",
        span(totals.seconds),
        number(tally.mutants as f64),
        tally.mutants as f64 / seconds,
        answered(&tally) as f64 / seconds,
        100.0 * timeouts as f64 / tally.mutants.max(1) as f64,
        100.0 * tally.solver_share(),
    )];
    let found = oracle::names().into_iter();
    let found = found.map(|name| (name, totals.distinct(name)));
    let found: Vec<String> = found
        .filter(|(_, count)| *count > 0)
        .map(|(name, count)| format!("{count} {name}"))
        .collect();
    lines.push(match found.is_empty() {
        true => "nothing found so far".to_owned(),
        false => format!("found {}", found.join(", ")),
    });
    if let Some((_, seen)) = totals.guidance.behaviours.last() {
        let curve = sparkline(&totals.guidance.behaviours, totals.seconds);
        lines.push(format!("behaviours {curve} {}", number(*seen as f64)));
    }
    for (name, tally) in totals.strategies() {
        let found = totals.found_by.get(&name).copied().unwrap_or(0);
        let rare: u64 = totals
            .modes
            .iter()
            .filter(|((strategy, _), _)| *strategy == name)
            .map(|(_, brought)| brought.sightings)
            .sum();
        let rate = answered(&tally) as f64 / tally.seconds.max(1e-3);
        lines.push(format!(
            "  {name:<14}{:>9} mutants {rate:>5.0}/s {:>8} rare {found:>4} findings",
            number(tally.mutants as f64),
            number(rare as f64),
        ));
    }
    lines.truncate(room.height.saturating_sub(LEFT_ALONE).max(1));
    for line in &mut lines {
        *line = cut(line, room.width);
    }
    lines
}

/// As much of a line as fits, with no characters that move the cursor.
fn cut(line: &str, width: usize) -> String {
    let shown = line.chars().filter(|c| !c.is_control());
    shown.take(width.saturating_sub(1)).collect()
}

/// How many were new in each part of the time.
fn sparkline(points: &[(f64, u64)], seconds: f64) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let mut new = [0_u64; CURVE];
    let mut before = 0;
    for (at, seen) in points {
        let part = (at / seconds.max(1e-3) * CURVE as f64) as usize;
        new[part.min(CURVE - 1)] += seen.saturating_sub(before);
        before = *seen;
    }
    let most = new.iter().copied().max().unwrap_or(0).max(1) as f64;
    // By square roots: the first second has more than all others.
    let bar = |count: u64| BARS[((count as f64 / most).sqrt() * 7.0).round() as usize];
    new.into_iter().map(bar).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use campaign::store::{Entry, Event, UnitReport};

    #[test]
    fn a_panel_fits_into_its_room() {
        let mut totals = Totals::default();
        for (seq, strategy) in ["swap", "fusion", "\u{1b}[2Jrewrite"]
            .into_iter()
            .enumerate()
        {
            let mut report = UnitReport {
                strategy: strategy.to_owned(),
                mode: "reset".to_owned(),
                complete: true,
                ..UnitReport::default()
            };
            report.tally.mutants = 1000;
            totals.apply(&Entry {
                seq: seq as u64,
                time: 1000 * seq as u64,
                event: Event::Unit(Box::new(report)),
            });
        }
        totals.guidance.behaviours = vec![(0.0, 900), (1.0, 1000), (2.0, 1001)];
        let limit = Some(Duration::from_secs(62));
        let lines = panel(
            &totals,
            limit,
            Room {
                width: 200,
                height: 50,
            },
        );
        assert!(
            lines[0].starts_with("2 s, 1:00 min left · 3,000 mutants"),
            "{lines:?}"
        );
        assert!(
            lines[2].starts_with("behaviours █") && lines[2].ends_with("1,001"),
            "{lines:?}"
        );
        assert_eq!(lines.len(), 6);
        assert!(lines.iter().all(|line| !line.contains('\u{1b}')));
        let small = panel(
            &totals,
            None,
            Room {
                width: 20,
                height: 12,
            },
        );
        assert_eq!(small.len(), 2);
        assert!(small.iter().all(|line| line.chars().count() < 20));
        assert_eq!(
            panel(
                &totals,
                None,
                Room {
                    width: 0,
                    height: 0
                }
            )
            .len(),
            1
        );
    }
}
