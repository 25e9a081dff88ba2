//! What a solver did, as a sequence of states.
//!
//! z3 tells the main steps of its engine for Horn clauses on standard error if it is asked to
//! (`solve`'s `SessionConfig::progress`). Names of predicates, numbers, times and terms are dropped: two
//! systems that differ in those alone leave the same trace. Solvers that tell nothing leave a trace of
//! their answer, their time and their statistics.
//!
//! States are numbers that mean the same for ever, so that traces can be kept between runs.

use super::behaviour::{counters, statistics_in};
use crate::fingerprint::fingerprint;
use solve::{Answer, Outcome};
use std::collections::BTreeMap;
use std::time::Duration;

/// A state; see [`name`].
pub type State = u16;

/// The states that have numbers of their own, by number. New ones go to the end.
const NAMES: &[&str] = &[
    "level",
    "expand",
    "expand: blocked",
    "expand: reached",
    "expand: undefined",
    "expand weak",
    "expand weak: blocked",
    "expand weak: reached",
    "expand weak: undefined",
    "expand aside",
    "expand aside: blocked",
    "expand aside: reached",
    "expand aside: undefined",
    "child",
    "child: open",
    "child: undefined",
    "child: closed",
    "child: blocked",
    "child: reached",
    "reachable",
    "reachable: no",
    "reachable: yes",
    "propagate",
    "propagate: stopped",
    "closed",
    "join",
    "answer: sat",
    "answer: unsat",
    "answer: unknown",
    "answer: other",
];

/// States from here on are hashes of their names, of which there is no list.
const HASHED: State = 0x4000;

/// More states than this are not kept: a solver that goes on for ever repeats itself.
const LONGEST: usize = 1 << 16;

/// The state of a name.
fn state(name: &str) -> State {
    match NAMES.iter().position(|known| *known == name) {
        Some(at) => at as State,
        None => HASHED | (fingerprint(name.as_bytes()) as State & (HASHED - 1)),
    }
}

/// What a state is called. One that is a hash is shown as such.
pub fn name(state: State) -> String {
    match NAMES.get(usize::from(state)) {
        Some(name) => (*name).to_owned(),
        None => format!("#{state:04x}"),
    }
}

/// What a solver did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trace {
    /// Its states, in order.
    pub states: Vec<State>,
    /// Whether the solver told them. If not, they are its answer, time and statistics.
    pub told: bool,
}

impl Trace {
    /// The trace of one check: what the solver told, or else what there is instead. Statistics are
    /// taken from what it printed last after the check, if [`STATISTICS`](super::STATISTICS) were asked for.
    pub fn of(outcome: &Outcome) -> Self {
        let told = Self::told(&outcome.progress);
        if !told.states.is_empty() {
            return told;
        }
        let elapsed = outcome.checks.iter().map(|check| check.elapsed).sum();
        let statistics = statistics_in(&outcome.tail);
        Self::instead(&outcome.verdict(), elapsed, statistics)
    }

    /// The trace in what z3 tells of its progress; empty if there is none.
    pub fn told(progress: &str) -> Self {
        let lines = without_statistics(progress);
        let states = lines.lines().filter_map(step).take(LONGEST);
        Self {
            states: states.collect(),
            told: true,
        }
    }

    /// What stands for a trace where there is none: the answer, the magnitude of the time, and those of
    /// the statistics that are no measure of time or memory.
    pub fn instead(answer: &Answer, elapsed: Duration, statistics: &str) -> Self {
        let answer = match answer {
            Answer::Sat => "answer: sat",
            Answer::Unsat => "answer: unsat",
            Answer::Unknown { .. } => "answer: unknown",
            _ => "answer: other",
        };
        // Below a second a time says more of the machine than of the solver.
        let time = (elapsed.as_millis() / 1000).checked_ilog2().unwrap_or(0);
        let mut states = vec![state(answer), state(&format!("time {time}"))];
        for (name, value) in counters(statistics).take(LONGEST) {
            let magnitude = value.checked_ilog2().map_or(0, |log| log + 1);
            states.push(state(&format!("{name:x} {magnitude}")));
        }
        Self {
            states,
            told: false,
        }
    }

    /// Equal for equal traces, for ever.
    pub fn hash(&self) -> u64 {
        let bytes: Vec<u8> = self.states.iter().flat_map(|s| s.to_le_bytes()).collect();
        fingerprint(&bytes)
    }

    /// How often each state and each transition occurs.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for state in &self.states {
            *counts.states.entry(*state).or_default() += 1;
        }
        for pair in self.states.windows(2) {
            if let [from, to] = pair {
                *counts.transitions.entry((*from, *to)).or_default() += 1;
            }
        }
        counts
    }
}

/// How often each state and each transition occurs in a trace.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    /// By state.
    pub states: BTreeMap<State, u64>,
    /// By the states it goes from and to.
    pub transitions: BTreeMap<(State, State), u64>,
}

/// The statistics of z3's core come in the middle of lines, each with a line end of its own.
fn without_statistics(progress: &str) -> String {
    let mut out = String::with_capacity(progress.len());
    let mut rest = progress;
    while let Some(at) = rest.find("(smt.") {
        out.push_str(&rest[..at]);
        let Some(end) = rest[at..].find(')') else {
            return out;
        };
        rest = &rest[at + end + 1..];
        rest = rest.strip_prefix('\n').unwrap_or(rest);
    }
    out.push_str(rest);
    out
}

/// The state that a line tells of, if it is of those that matter.
fn step(line: &str) -> Option<State> {
    let line = line.trim_start();
    if let Some(rest) = line.strip_prefix("(transform ") {
        return transform(rest);
    }
    if let Some(rest) = line.strip_prefix("expand: ") {
        let kind = match rest {
            _ if rest.contains(" CONJ") || rest.contains(" SUBS") => "expand aside",
            _ if rest.contains(" w(") && !rest.contains(" w(0)") => "expand weak",
            _ => "expand",
        };
        return Some(with(
            kind,
            result(rest),
            ["blocked", "reached", "undefined"],
        ));
    }
    if let Some(rest) = line.strip_prefix("create_child: ") {
        return Some(match result(rest) {
            Some("U") => state("child: open"),
            Some("X") => state("child: closed"),
            other => with("child", other, ["blocked", "reached", "undefined"]),
        });
    }
    if let Some(rest) = line.strip_prefix("is-reachable: ") {
        return Some(with("reachable", result(rest), ["no", "yes", "undefined"]));
    }
    if line.starts_with("Entering level ") || line.starts_with("GPDR Entering level ") {
        return Some(state("level"));
    }
    if let Some(rest) = line.strip_prefix("Propagating") {
        let stopped = rest.contains('!');
        return Some(state(if stopped {
            "propagate: stopped"
        } else {
            "propagate"
        }));
    }
    if line.starts_with("Deleting closed node: ") {
        return Some(state("closed"));
    }
    line.starts_with("join_project").then(|| state("join"))
}

/// The state of a step with its result.
fn with(kind: &str, result: Option<&str>, [no, yes, undefined]: [&str; 3]) -> State {
    match result {
        Some("F") => state(&format!("{kind}: {no}")),
        Some("T") => state(&format!("{kind}: {yes}")),
        Some("UNDEF") => state(&format!("{kind}: {undefined}")),
        _ => state(kind),
    }
}

/// The word before the time at the end of a line, if it is a result.
fn result(rest: &str) -> Option<&str> {
    let mut words = rest.split_ascii_whitespace().rev();
    words.next()?.parse::<f64>().ok()?;
    words
        .next()
        .filter(|word| matches!(*word, "F" | "T" | "U" | "X" | "UNDEF"))
}

/// A transformation of the rules that did something: `N7datalog15mk_rule_inlinerE...3 rules 0s)`.
fn transform(rest: &str) -> Option<State> {
    let (name, effect) = rest.split_once("...")?;
    if effect.starts_with("no-op") {
        return None;
    }
    let name = name.split_once("mk_").map_or(name, |(_, name)| name);
    Some(state(&format!("transform {}", name.trim_end_matches('E'))))
}

#[cfg(test)]
mod tests;
