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
use solve::{Mode, Outcome, Route, settings_of};
use std::collections::{HashMap, HashSet};

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

/// Sees what a session's processes do in a unit.
#[derive(Debug, Default)]
pub struct Watch {
    /// The counters of each process after its last script: most solvers count on from script to script.
    counted: HashMap<u64, Vec<Counter>>,
    /// What scripts began with before which it was asked what was counted so far.
    begun: HashSet<Vec<u8>>,
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
        let before = self.counted.insert(outcome.process, now.clone());
        // One that was started for this script has counted nothing before. Unless it was asked in this unit, that
        // is as good as unknown: whether somebody else had it before is a matter of how many work.
        let is_new = outcome.served == 0 && !self.begun.is_empty();
        let before = before.or(is_new.then(Vec::new));
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

    /// What is to be asked before a script, so that it is known what is counted for it; nothing if that is known.
    /// The answer is for [`Watch::behaviours`].
    pub fn question_before(&mut self, script: &[u8], mode: Mode) -> Option<Vec<u8>> {
        let settings = settings_of(script);
        let counts_on = matches!(mode, Mode::Incremental | Mode::Tactic);
        let is_first = counts_on && !self.begun.contains(settings);
        is_first.then(|| {
            self.begun.insert(settings.to_vec());
            [settings, b"\n", STATISTICS.command.as_bytes()].concat()
        })
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
        let mut see = |tail: &str, process: u64| {
            watch.behaviours(&mut told(tail, process, 0), Mode::Incremental)
        };
        assert!(see("(:conflicts 3 :splits 9)", 1).is_empty());
        let first = see("(:conflicts 6 :splits 18)", 1);
        assert_eq!(first.len(), 3);
        // Of another process nothing is known yet, and one that counts less than before was reset.
        assert!(see("(:conflicts 3 :splits 9)", 2).is_empty());
        assert_eq!(see("(:conflicts 6 :splits 18)", 2), first);
        assert_eq!(see("(:conflicts 3 :splits 9)", 1), first);
        assert_eq!(see("(:conflicts 3 :splits 18)", 1).len(), 1);
    }

    #[test]
    fn what_was_counted_before_is_asked_once_for_scripts_that_begin_alike() {
        let mut watch = Watch::default();
        let script = b"(set-logic QF_LIA)(declare-const x Int)(set-logic ALL)";
        assert_eq!(watch.question_before(script, Mode::Reset), None);
        let question = watch.question_before(script, Mode::Incremental).unwrap();
        assert_eq!(question, b"(set-logic QF_LIA)\n(get-info :all-statistics)");
        assert_eq!(watch.question_before(script, Mode::Incremental), None);
        let mut see = |tail: &str, process: u64, served: u64| {
            watch.behaviours(&mut told(tail, process, served), Mode::Incremental)
        };
        assert!(see("(:conflicts 3 :splits 9)", 1, 5).is_empty());
        let first = see("(:conflicts 6 :splits 18)", 1, 6);
        assert_eq!(first.len(), 3);
        // From then on a process that is new is known to be.
        assert_eq!(see("(:conflicts 3 :splits 9)", 2, 0), first);
        assert!(
            watch
                .question_before(b"(check-sat)", Mode::Tactic)
                .is_some()
        );
    }
}
