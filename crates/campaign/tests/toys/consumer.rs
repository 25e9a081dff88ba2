//! A toy consumer: counts events.

use campaign::audience::Consumer;
use campaign::store::{Entry, Event};
use campaign::totals::{Change, Totals};
use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex};

/// How many there were of each kind of event, and of new buckets; and all events.
#[derive(Default)]
pub struct Counted {
    pub counts: BTreeMap<&'static str, usize>,
    pub entries: Vec<Entry>,
}

pub struct Counter(pub Arc<Mutex<Counted>>);

impl Consumer for Counter {
    fn event(&mut self, entry: &Entry, change: &Change, _: &Totals) -> io::Result<()> {
        let kind = match &entry.event {
            Event::Unit(_) => "units",
            Event::Finding(_) => "findings",
            Event::Doubt(_) => "doubts",
            Event::Dropped(_) => "dropped",
            Event::Finished { .. } => "finished",
            _ => "others",
        };
        let mut counted = self.0.lock().unwrap();
        *counted.counts.entry(kind).or_default() += 1;
        if matches!(change, Change::New(_)) {
            *counted.counts.entry("buckets").or_default() += 1;
        }
        counted.entries.push(entry.clone());
        Ok(())
    }
}
