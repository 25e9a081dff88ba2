//! What is known already of the bugs of a campaign: it is counted, and not shown again.

use campaign::bugs::{BugLedger, KnownBug, Traits};
use campaign::totals::{Bucket, Change, Totals};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What is to be told of a change.
#[derive(Debug, Clone, Copy)]
pub(crate) enum News<'t, 'k> {
    /// Nothing: it is known, or it is about no finding.
    None,
    /// There is a finding of which nothing was told so far.
    Found(&'t Bucket),
    /// There is more to tell of a finding.
    More(&'t Bucket),
    /// A finding that was told of turned out to be known.
    Known(&'t Bucket, &'k KnownBug),
}

/// Findings that are known and findings that were told of.
#[derive(Debug, Clone, Default)]
pub struct Known {
    ledger: Arc<BugLedger>,
    told: BTreeSet<String>,
}

impl Known {
    /// What this ledger has is known.
    pub fn new(ledger: Arc<BugLedger>) -> Self {
        Self {
            ledger,
            told: BTreeSet::new(),
        }
    }

    /// What people know of.
    pub fn ledger(&self) -> &BugLedger {
        &self.ledger
    }

    /// What was there before was told of by whoever found it.
    pub(crate) fn resumed(&mut self, totals: &Totals) {
        let is_new = |bucket: &&Bucket| self.of(bucket).is_none();
        let new = totals.buckets.values().filter(is_new);
        let new: Vec<String> = new.map(|bucket| bucket.best.bucket.clone()).collect();
        self.told.extend(new);
    }

    /// What people know of a bucket.
    pub fn of(&self, bucket: &Bucket) -> Option<&KnownBug> {
        if self.ledger.bugs.is_empty() {
            return None;
        }
        self.ledger.recognise(&Traits::of(bucket))
    }

    /// What is to be told of a change. As findings are reduced and dated they may turn out to be known,
    /// or to be others than those that they were taken for.
    pub(crate) fn news<'t, 'k>(&'k mut self, change: &Change, totals: &'t Totals) -> News<'t, 'k> {
        let name = change.bucket();
        let Some((name, bucket)) = name.and_then(|name| totals.buckets.get_key_value(name)) else {
            return News::None;
        };
        if let Change::Merged { gone, .. } = change
            && self.told.remove(gone)
        {
            self.told.insert(name.clone());
        }
        let was_told = self.told.contains(name);
        if self.of(bucket).is_none() {
            self.told.insert(name.clone());
            return match was_told {
                true => News::More(bucket),
                false => News::Found(bucket),
            };
        }
        self.told.remove(name);
        match self.of(bucket) {
            Some(known) if was_told => News::Known(bucket, known),
            _ => News::None,
        }
    }

    /// How often each bug that is known was seen.
    pub fn counts(&self, totals: &Totals) -> BTreeMap<&str, (&KnownBug, usize)> {
        let mut counts = BTreeMap::new();
        for bucket in totals.buckets.values() {
            if let Some(known) = self.of(bucket) {
                let (_, count) = counts.entry(known.id.as_str()).or_insert((known, 0));
                *count += bucket.count;
            }
        }
        counts
    }

    /// Whether there is nothing that is not known.
    pub fn is_all(&self, totals: &Totals) -> bool {
        let mut buckets = totals.buckets.values();
        buckets.all(|bucket| self.of(bucket).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::finding;
    use campaign::bugs::{Mark, Status};
    use campaign::finding::{Reduced, ReducedScript};
    use campaign::store::{Entry, Event};

    fn reduced(script: &str) -> Box<Reduced> {
        let alone = ReducedScript {
            script: finding(script).witness,
            others: Vec::new(),
            grounds: Vec::new(),
            options: Vec::new(),
        };
        Box::new(Reduced {
            alone: Some(alone),
            ..Reduced::default()
        })
    }

    fn told(known: &mut Known, totals: &mut Totals, event: Event) -> String {
        let entry = Entry {
            seq: 0,
            time: 0,
            event,
        };
        let change = totals.apply(&entry);
        match known.news(&change, totals) {
            News::None => "nothing".to_owned(),
            News::Found(_) => "found".to_owned(),
            News::More(_) => "more".to_owned(),
            News::Known(_, known) => known.told(),
        }
    }

    /// What is known is a script in bucket `known`.
    fn known() -> Known {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("ledger.jsonl");
        let mut marked = finding("");
        marked.bucket = "known".to_owned();
        marked.reduced = Some(reduced("(declare-const x Int)(assert (< x 3))"));
        let mark = Mark {
            bug: "0123".to_owned(),
            status: Status::Reported,
            url: Some("here".to_owned()),
            note: None,
            title: String::new(),
            traits: vec![Traits::of(&Bucket::of(marked, 0))],
        };
        BugLedger::append(&path, &mark).unwrap();
        Known::new(Arc::new(BugLedger::read(&path).unwrap()))
    }

    fn found(bucket: &str, number: u64) -> Event {
        let mut finding = finding("");
        finding.bucket = bucket.to_owned();
        finding.number = number;
        Event::Finding(Box::new(finding))
    }

    #[test]
    fn what_turns_out_to_be_known_is_said_once() {
        let (mut known, mut totals) = (known(), Totals::default());
        let mut tell = |event| told(&mut known, &mut totals, event);
        assert_eq!(tell(found("other", 1)), "found");
        assert_eq!(tell(found("other", 2)), "more");
        let left = |script| Event::Reduced {
            bucket: "other".to_owned(),
            reduced: reduced(script),
        };
        let event = left("(declare-const long Int)(assert (> 7 long))");
        assert_eq!(tell(event), "reported, here");
        let event = left("(declare-const y Int)(assert (> 7 y))");
        assert_eq!(tell(event), "nothing");
        assert_eq!(tell(found("other", 3)), "nothing");
        assert!(known.is_all(&totals));
        assert_eq!(known.counts(&totals)["0123"].1, 3);
    }

    #[test]
    fn what_turns_out_to_be_another_bug_is_found() {
        let (mut known, mut totals) = (known(), Totals::default());
        let mut tell = |event| told(&mut known, &mut totals, event);
        // As long as nothing else is known of it, it is what was in that bucket.
        assert_eq!(tell(found("known", 1)), "nothing");
        let left = Event::Reduced {
            bucket: "known".to_owned(),
            reduced: reduced("(declare-const x Int)(assert (= x 3))"),
        };
        assert_eq!(tell(left), "found");
        assert!(!known.is_all(&totals));
        assert!(known.counts(&totals).is_empty());
    }

    #[test]
    fn what_was_there_before_was_told_of() {
        let (mut known, mut totals) = (known(), Totals::default());
        told(&mut Known::default(), &mut totals, found("other", 1));
        known.resumed(&totals);
        assert_eq!(told(&mut known, &mut totals, found("other", 2)), "more");
    }
}
