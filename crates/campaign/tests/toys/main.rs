//! A strategy, an oracle and a consumer are a file each, and a line in a list.

mod consumer;
mod oracle;
mod strategy;

#[path = "../scripted/common.rs"]
mod common;

use campaign::ask::scripted::Reply;
use campaign::audience::{Consumer, attend};
use campaign::oracle::Oracle;
use campaign::strategy::Strategy;
use campaign::totals::Totals;
use std::sync::{Arc, Mutex};

fn strategies() -> Vec<Box<dyn Strategy>> {
    vec![Box::new(strategy::Tautologies)]
}

const ORACLES: &[&dyn Oracle] = &[&oracle::Weather];

fn consumers(counted: &Arc<Mutex<consumer::Counted>>) -> Vec<Box<dyn Consumer>> {
    vec![Box::new(consumer::Counter(counted.clone()))]
}

#[test]
fn toys_make_a_campaign() {
    let mut plan = common::plan(strategies(), |_, script| match script.contains("(= 7 7)") {
        true => Reply::model("bad"),
        false => Reply::model("fine"),
    });
    plan.oracles = ORACLES.to_vec();
    let counted = Arc::default();
    let totals = common::run(&plan, consumers(&counted));
    // 30 of each of two sources, in four units; the seventh of each is a finding of one bucket.
    assert_eq!(totals.tally().mutants, 60);
    assert_eq!(totals.strategies()["tautologies"].mutants, 60);
    assert_eq!(totals.findings("weather"), 2);
    assert_eq!(totals.found_by["tautologies"], 2);
    let counted = counted.lock().unwrap();
    let counts = |kind| counted.counts.get(kind).copied().unwrap_or(0);
    assert_eq!((counts("units"), counts("findings")), (4, 2));
    assert_eq!((counts("buckets"), counts("finished")), (1, 1));
    // From the log it is the same.
    let again: Arc<Mutex<consumer::Counted>> = Arc::default();
    let events = counted.entries.iter().cloned().map(Arc::new);
    let from_log = attend(Totals::default(), events, &mut consumers(&again)).unwrap();
    assert_eq!(again.lock().unwrap().counts, counted.counts);
    assert_eq!(from_log.findings("weather"), 2);
    assert_eq!(from_log.tally(), totals.tally());
}
