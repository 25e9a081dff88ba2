//! How fast a campaign was, beside another fuzzer: what `nuthatch bench` prints.

use crate::table::Table;
use campaign::totals::Totals;
use serde::Serialize;
use solve::AnswerClass;

/// Mutants per second and per core, and what became of the time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Rates {
    /// How many would be made if nothing else had to be done.
    pub made: Option<f64>,
    /// How many were put to the solver.
    pub tested: f64,
    /// How many of these were answered by sat or unsat.
    pub answered: Option<f64>,
    /// The share of mutants that ran out of time.
    pub timeouts: Option<f64>,
    /// The share of the time that the solver had.
    pub solver: Option<f64>,
}

impl Rates {
    /// Those of a campaign with that many workers, each on a core of its own.
    pub fn of(totals: &Totals, workers: usize) -> Self {
        let tally = totals.tally();
        let answered = tally.answered(AnswerClass::Sat) + tally.answered(AnswerClass::Unsat);
        let core_seconds = totals.seconds.max(1e-3) * workers as f64;
        let mutants = tally.mutants.max(1) as f64;
        Self {
            // Microseconds are added up over all workers, so this is per core as it is.
            made: (tally.generation.sum > 0.0)
                .then(|| 1e6 * tally.generation.count as f64 / tally.generation.sum),
            tested: tally.mutants as f64 / core_seconds,
            answered: Some(answered as f64 / core_seconds),
            timeouts: Some(tally.answered(AnswerClass::Timeout) as f64 / mutants),
            solver: Some(tally.solver_share()),
        }
    }

    /// How many times as fast as others.
    fn times(&self, others: &Self) -> Ratio {
        let times = |ours: Option<f64>, theirs: Option<f64>| {
            let (ours, theirs) = (ours?, theirs?);
            (theirs > 0.0).then(|| ours / theirs)
        };
        Ratio {
            made: times(self.made, others.made),
            tested: times(Some(self.tested), Some(others.tested)),
            answered: times(self.answered, others.answered),
        }
    }
}

/// How many times as fast.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Ratio {
    made: Option<f64>,
    tested: Option<f64>,
    answered: Option<f64>,
}

/// What was measured, as one object of JSON.
#[derive(Debug, Serialize)]
pub struct BenchLine {
    /// The solver.
    pub solver: String,
    /// How long the campaign took, in seconds.
    pub seconds: f64,
    /// How many workers it had.
    pub jobs: usize,
    /// The cores it was kept on; none if it could not be.
    pub cores: Vec<usize>,
    /// How many mutants were tested.
    pub mutants: u64,
    /// How many distinct findings there were, which nobody has reduced.
    pub findings: usize,
    /// How fast it was.
    pub nuthatch: Rates,
    /// With whom it is compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub peer: Option<PeerLine>,
}

/// With whom a campaign is compared.
#[derive(Debug, Serialize)]
pub struct PeerLine {
    /// What it is called.
    pub name: String,
    /// The cores it was kept on; none if it could not be.
    pub cores: Vec<usize>,
    /// Whether it ran while the campaign did, not after it.
    pub at_once: bool,
    /// How fast it was.
    #[serde(flatten)]
    pub rates: Rates,
    /// How many times as fast the campaign was.
    pub ratio: Ratio,
    /// What must be known to read its figures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<&'static str>,
}

impl PeerLine {
    /// Compares a campaign with it.
    pub fn new(name: String, ours: &Rates, rates: Rates) -> Self {
        Self {
            name,
            cores: Vec::new(),
            at_once: false,
            ratio: ours.times(&rates),
            rates,
            note: None,
        }
    }
}

/// The same for people.
pub fn bench_table(line: &BenchLine) -> Table {
    let mut table = Table::new(&[
        "mutants per second and core",
        "made",
        "tested",
        "answered",
        "timeouts",
        "solver has",
    ]);
    let shown = |number: Option<f64>| number.map_or_else(|| "-".to_owned(), number_for_people);
    let share = |share: Option<f64>| match share {
        Some(share) => format!("{:.1} %", 100.0 * share),
        None => "-".to_owned(),
    };
    let mut add = |name: &str, rates: &Rates| {
        table.row([
            name.to_owned(),
            shown(rates.made),
            shown(Some(rates.tested)),
            shown(rates.answered),
            share(rates.timeouts),
            share(rates.solver),
        ]);
    };
    add("nuthatch", &line.nuthatch);
    if let Some(peer) = &line.peer {
        add(&peer.name, &peer.rates);
        let times =
            |ratio: Option<f64>| ratio.map_or_else(|| "-".to_owned(), |r| format!("{r:.2}"));
        table.row([
            "times as fast".to_owned(),
            times(peer.ratio.made),
            times(peer.ratio.tested),
            times(peer.ratio.answered),
        ]);
    }
    table
}

/// Where tenths do not matter they only make it harder to read.
fn number_for_people(number: f64) -> String {
    match number < 1000.0 {
        true => format!("{number:.1}"),
        false => format!("{number:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use campaign::store::{Entry, Event, FORMAT, UnitReport};

    fn totals() -> Totals {
        let mut report = UnitReport::default();
        let classes = [
            AnswerClass::Sat,
            AnswerClass::Unsat,
            AnswerClass::Timeout,
            AnswerClass::Unknown,
        ];
        for class in classes {
            report.tally.answer(class);
            report.tally.generation.add(50.0);
        }
        (report.tally.solver_seconds, report.tally.seconds) = (3.0, 4.0);
        let started = Event::Started {
            format: FORMAT,
            version: String::new(),
            process: 1,
            identity: String::new(),
        };
        let mut totals = Totals::default();
        for (time, event) in [(1000, started), (3000, Event::Unit(Box::new(report)))] {
            totals.apply(&Entry {
                seq: 0,
                time,
                event,
            });
        }
        totals
    }

    #[test]
    fn rates_are_per_second_and_per_core() {
        let rates = Rates::of(&totals(), 2);
        let expected = Rates {
            made: Some(20_000.0),
            tested: 1.0,
            answered: Some(0.5),
            timeouts: Some(0.25),
            solver: Some(0.75),
        };
        assert_eq!(rates, expected);
        assert_eq!(Rates::of(&Totals::default(), 1).tested, 0.0);
    }

    #[test]
    fn what_a_peer_does_not_tell_is_left_open() {
        let ours = Rates::of(&totals(), 1);
        let theirs = Rates {
            made: None,
            tested: 0.5,
            answered: Some(0.0),
            timeouts: None,
            solver: None,
        };
        let line = BenchLine {
            solver: "z3".to_owned(),
            seconds: 2.0,
            jobs: 1,
            cores: vec![0],
            mutants: 4,
            findings: 0,
            nuthatch: ours,
            peer: Some(PeerLine::new("opfuzz".to_owned(), &ours, theirs)),
        };
        let mut text = Vec::new();
        bench_table(&line).print(&mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let words: Vec<Vec<&str>> = text
            .lines()
            .skip(1)
            .map(|line| line.split_whitespace().collect())
            .collect();
        assert_eq!(
            words,
            [
                &["nuthatch", "20000", "2.0", "1.0", "25.0", "%", "75.0", "%"][..],
                &["opfuzz", "-", "0.5", "0.0", "-", "-"],
                &["times", "as", "fast", "-", "4.00", "-"],
            ]
        );
    }
}
