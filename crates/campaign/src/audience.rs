//! Who wants to know what happens: while it happens, or from a log later.

use crate::store::Entry;
use crate::totals::{Change, Totals};
use std::io;

/// Who wants to know. A consumer must be able to live on a log alone: it is told nothing that is not
/// in there, and it must not ask solvers.
pub trait Consumer: Send {
    /// A campaign goes on: this is what there was before the first event.
    ///
    /// # Errors
    /// If what it makes of that cannot be written.
    fn resumed(&mut self, _totals: &Totals) -> io::Result<()> {
        Ok(())
    }

    /// Something happened; what that changes, and what is known now.
    ///
    /// # Errors
    /// If what it makes of that cannot be written.
    fn event(&mut self, entry: &Entry, change: &Change, totals: &Totals) -> io::Result<()>;

    /// There will be no more events.
    ///
    /// # Errors
    /// If what it makes of that cannot be written.
    fn finished(&mut self, _totals: &Totals) -> io::Result<()> {
        Ok(())
    }
}

/// Tells consumers of events, from a running campaign or from a log, and returns what they come to.
/// `known` is what there was before.
///
/// # Errors
/// If a consumer has one.
pub fn attend<E: AsRef<Entry>>(
    known: Totals,
    events: impl IntoIterator<Item = E>,
    consumers: &mut [Box<dyn Consumer + '_>],
) -> io::Result<Totals> {
    let mut totals = known;
    for consumer in &mut *consumers {
        consumer.resumed(&totals)?;
    }
    for entry in events {
        let entry = entry.as_ref();
        let change = totals.apply(entry);
        for consumer in &mut *consumers {
            consumer.event(entry, &change, &totals)?;
        }
    }
    for consumer in consumers {
        consumer.finished(&totals)?;
    }
    Ok(totals)
}
