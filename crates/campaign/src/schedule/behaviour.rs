//! What a solver did with a script, as a set of behaviours.
//!
//! Every solver tells in `(get-info :all-statistics)` what it did: how many clauses it made, which
//! inferences it drew. A behaviour is a counter and the magnitude of its value, alone or together with
//! the counter before it. That a mutant made a *released* binary do something new takes no build with
//! coverage.
//!
//! Alone, counters are soon exhausted: a few hundred seeds have shown most of them, and a mutant that
//! has the solver split *and* cut, where others did one or the other, would be nothing new.
//!
//! A behaviour is a number that means the same for ever, so that it can be kept between runs.

use crate::fingerprint::fingerprint;
use crate::oracle::Query;
use solve::{Mode, Outcome, Route};
use std::collections::{HashMap, VecDeque};

/// Something that a solver was seen to do.
pub type Behaviour = u64;

/// Marks a behaviour of two counters together.
const PAIR: u64 = 0x100;

/// Whether a behaviour is one of two counters together.
pub fn is_pair(behaviour: Behaviour) -> bool {
    behaviour & PAIR != 0
}

/// Asks for what the solver did.
pub const STATISTICS: Query = Query {
    option: None,
    command: "(get-info :all-statistics)",
};

/// Counters that measure the machine, or the largest of all scripts that a process was given.
const MEASURES: [&str; 5] = ["time", "memory", "rlimit", "alloc", "max"];

/// A script without that.
pub(crate) fn without_statistics(script: &[u8]) -> &[u8] {
    let asked = script.strip_suffix(b"\n").unwrap_or(script);
    asked
        .strip_suffix(STATISTICS.command.as_bytes())
        .unwrap_or(script)
}

/// A process that was not asked any of so many scripts is forgotten: most likely it is gone.
const ASKED: usize = 512;

/// Sees what a session's processes do.
#[derive(Debug, Default)]
pub struct Watch {
    /// The counters of each process after its last script that was watched, and how many it had been given
    /// before that: most solvers count on from script to script.
    counted: HashMap<u64, (u64, Vec<Counter>)>,
    /// Those of them that were asked, the last one at the end.
    asked: VecDeque<u64>,
}

/// The magnitude of a value that is not zero: twice its binary logarithm, so that 2, 3 and 4 differ but 100
/// and 110 do not.
fn magnitude(value: u64) -> u64 {
    let square = u128::from(value) * u128::from(value);
    u64::from(square.ilog2()) + 1
}

/// The hash of a counter's name, and its value.
type Counter = (u64, u64);

impl Watch {
    /// What the solver did with a script that ends with [`STATISTICS`], in ascending order; nothing if it
    /// did not tell. What it counted is taken out of the outcome: it is no part of what oracles ask for.
    pub fn behaviours(&mut self, outcome: &mut Outcome, mode: Mode) -> Vec<Behaviour> {
        let mut counted = self.of_this_script(outcome, mode);
        counted.retain(|(_, value)| *value > 0);
        // Any order will do that is always the same.
        counted.sort_unstable();
        let alone = counted.iter().map(|(name, value)| name | magnitude(*value));
        let mut seen: Vec<Behaviour> = alone.collect();
        let together = |pair: &[Behaviour]| {
            let both = pair[0].rotate_left(23).wrapping_add(pair[1]);
            (fingerprint(&both.to_le_bytes()) & !0x1ff) | PAIR
        };
        let pairs: Vec<Behaviour> = seen.windows(2).map(together).collect();
        seen.extend(pairs);
        seen.sort_unstable();
        seen.dedup();
        seen
    }

    /// What was counted for this script alone.
    fn of_this_script(&mut self, outcome: &mut Outcome, mode: Mode) -> Vec<Counter> {
        let statistics = statistics_in(&outcome.tail);
        let before = outcome.tail.len() - statistics.len();
        let mut now: Vec<Counter> = counters(statistics).collect();
        outcome.tail.truncate(before);
        // After a reset it counts from zero.
        let counts_on = outcome.route == Route::Warm && mode != Mode::Reset;
        if !counts_on || now.is_empty() {
            return now;
        }
        now.sort_unstable();
        let before = self.before(outcome);
        self.counted
            .insert(outcome.process, (outcome.served, now.clone()));
        self.asked.push_back(outcome.process);
        if self.asked.len() > ASKED
            && let Some(oldest) = self.asked.pop_front()
            && !self.asked.contains(&oldest)
        {
            self.counted.remove(&oldest);
        }
        // What is not known to be of this script may be of one before it.
        let Some(before) = before else {
            return Vec::new();
        };
        let earlier = |name: u64| {
            let at = before.binary_search_by_key(&name, |(name, _)| *name);
            at.map_or(0, |at| before[at].1)
        };
        // Not all count on.
        if now.iter().any(|(name, value)| earlier(*name) > *value) {
            return now;
        }
        for (name, value) in &mut now {
            *value -= earlier(*name);
        }
        now
    }

    /// What the process of an outcome had counted before; nothing if it was given a script since then that
    /// nobody watched.
    fn before(&mut self, outcome: &Outcome) -> Option<Vec<Counter>> {
        let known = self.counted.remove(&outcome.process);
        match outcome.served {
            0 => Some(Vec::new()),
            served => known
                .filter(|(last, _)| last + 1 == served)
                .map(|(_, counted)| counted),
        }
    }
}

/// The statistics in what was printed after the last check: they come last, and what comes before, such
/// as a model, has attributes of its own.
pub(super) fn statistics_in(tail: &str) -> &str {
    let at_colon = tail.rmatch_indices(":").map(|(at, _)| &tail[..at]);
    // cvc4 has a space in between.
    let mut starts = at_colon.filter_map(|before| before.trim_end_matches(' ').strip_suffix('('));
    let is_line = |before: &str| before.is_empty() || before.ends_with('\n');
    let found = starts
        .find(|before| is_line(before))
        .map(|before| tail.split_at(before.len()));
    found.map_or("", |(_, statistics)| statistics)
}

/// The counters in statistics, but for those that measure time or memory. z3 writes `:name 1`, cvc5
/// `("name" 1)` and, for a histogram, `("name" { A: 1, B: 2 })`, which is a counter for each bar.
pub(super) fn counters(statistics: &str) -> impl Iterator<Item = Counter> {
    let words = statistics.split(|c: char| c.is_ascii_whitespace() || "(),{}".contains(c));
    let (mut name, mut bar, mut is_measure) = ("", "", false);
    words
        .filter(|word| !word.is_empty())
        .filter_map(move |word| {
            if word.starts_with([':', '"']) {
                name = word.trim_matches([':', '"']);
                bar = "";
                let mut measures = MEASURES.iter();
                is_measure = measures.any(|measure| contains_ignoring_case(name, measure));
                return None;
            }
            if let Some(of_bar) = word.strip_suffix(':') {
                bar = of_bar;
                return None;
            }
            let value = word
                .parse::<f64>()
                .ok()
                .filter(|_| !is_measure && !name.is_empty())?;
            // The magnitude goes into the lowest bits.
            let hash = fingerprint(name.as_bytes()) ^ fingerprint(bar.as_bytes()).rotate_left(1);
            Some((hash & !0x1ff, value.abs() as u64))
        })
}

fn contains_ignoring_case(text: &str, part: &str) -> bool {
    let mut windows = text.as_bytes().windows(part.len());
    windows.any(|window| window.eq_ignore_ascii_case(part.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::scripted::Reply;

    fn told(tail: &str, process: u64, served: u64) -> Outcome {
        let reply = Reply::sat().printing(tail);
        let mut outcome = reply.outcome("(check-sat)(get-info)", Route::Warm);
        (outcome.process, outcome.served) = (process, served);
        outcome
    }

    #[test]
    fn a_behaviour_is_a_counter_and_its_magnitude() {
        let of = |tail: &str| Watch::default().behaviours(&mut told(tail, 1, 0), Mode::Reset);
        let three = of("(:conflicts 3\n :max-memory 17.5\n :decisions 0)");
        assert_eq!(three.len(), 1);
        assert_ne!(three, of("(:conflicts 2 :time 0.3)"));
        assert_ne!(three, of("(:conflicts 4)"));
        assert_eq!(of("(:conflicts 100)"), of("(:conflicts 110 :time 0.3)"));
        assert_ne!(three, of("(:decisions 3)"));
        // Two together are something else than either, and each is something by itself.
        let both = of("(:conflicts 3 :decisions 7)");
        assert_eq!(
            (both.len(), both.iter().filter(|b| is_pair(**b)).count()),
            (3, 1)
        );
        assert!(both.contains(&three[0]));
        assert!(of("").is_empty());
        // A model before them is none of it, and stays.
        let mut with_model = told("(model (! x :named 5))\n(:conflicts 3)", 1, 0);
        assert_eq!(
            three,
            Watch::default().behaviours(&mut with_model, Mode::Reset)
        );
        assert_eq!(with_model.tail, "(model (! x :named 5))\n");
    }

    #[test]
    fn histograms_have_a_counter_for_each_bar() {
        let tail =
            "(:all-statistics ((\"a::b\" 2) (\"c\" {  }) (\"d\" { X: 1, Y: 300 }) (\"e\" 4ms)))";
        assert_eq!(
            Watch::default()
                .behaviours(&mut told(tail, 1, 0), Mode::Reset)
                .iter()
                .filter(|behaviour| !is_pair(**behaviour))
                .count(),
            3
        );
    }

    #[test]
    fn what_a_process_did_before_does_not_count() {
        let mut watch = Watch::default();
        let mut see = |tail: &str, process: u64, served: u64| {
            watch.behaviours(&mut told(tail, process, served), Mode::Incremental)
        };
        // A process that was just started has counted nothing before.
        let first = see("(:conflicts 3 :splits 9)", 1, 0);
        assert_eq!(first.len(), 3);
        assert_eq!(see("(:conflicts 6 :splits 18)", 1, 1), first);
        // Of another process nothing is known yet, and one that counts less than before was reset.
        assert!(see("(:conflicts 3 :splits 9)", 2, 5).is_empty());
        assert_eq!(see("(:conflicts 6 :splits 18)", 2, 6), first);
        assert_eq!(see("(:conflicts 3 :splits 9)", 1, 2), first);
        assert_eq!(see("(:conflicts 3 :splits 18)", 1, 3).len(), 1);
        // Nor is it known what is of a script that nobody watched.
        assert!(see("(:conflicts 6 :splits 27)", 1, 5).is_empty());
        assert_eq!(see("(:conflicts 9 :splits 36)", 1, 6), first);
    }
}
