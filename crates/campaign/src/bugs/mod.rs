//! From the findings of campaigns to distinct bugs, and what people know of them.
//!
//! Buckets that are reduced to the same are one already. Here they are put together for people: folders
//! stay as they are, and every bug says why its witnesses are one.

mod ledger;
mod traits;

pub use ledger::{BugLedger, KnownBug, LedgerError, Mark, STATUSES, Status};
pub use traits::Traits;

use crate::fingerprint::fingerprint;
use crate::totals::Bucket;
use std::collections::HashSet;

/// A bucket, and where it is.
#[derive(Debug, Clone, Copy)]
pub struct Witness<'a> {
    /// What the campaign is called, which is its folder.
    pub campaign: &'a str,
    /// The bucket.
    pub bucket: &'a Bucket,
}

impl Witness<'_> {
    /// What it is called, which tells it from those of other campaigns.
    fn name(&self) -> String {
        let bucket = &self.bucket.best.bucket;
        match self.campaign {
            "" => bucket.clone(),
            campaign => format!("{bucket} in {campaign}"),
        }
    }
}

/// Findings that are one bug.
#[derive(Debug, Clone)]
pub struct Bug<'a> {
    /// What it is called. It stays the same as long as the finding that was first is the same, and for
    /// good once somebody has marked it.
    pub id: String,
    /// What shows it, the smallest first.
    pub witnesses: Vec<Witness<'a>>,
    /// Why each of the others is the same bug as one of those.
    pub why: Vec<String>,
    /// What people know of it.
    pub known: Option<&'a KnownBug>,
}

impl<'a> Bug<'a> {
    /// The smallest witness.
    pub fn best(&self) -> &'a Bucket {
        self.witnesses[0].bucket
    }

    /// How often it was seen.
    pub fn count(&self) -> usize {
        self.witnesses.iter().map(|w| w.bucket.count).sum()
    }

    /// What all its witnesses are recognised by.
    pub fn traits(&self) -> Vec<Traits> {
        self.witnesses
            .iter()
            .map(|w| Traits::of(w.bucket))
            .collect()
    }
}

/// Witnesses, by their places, that are one bug.
#[derive(Default)]
struct Group<'a> {
    members: Vec<usize>,
    why: Vec<String>,
    known: Option<&'a KnownBug>,
}

/// The distinct bugs among the findings of some campaigns.
pub fn bugs<'a>(mut witnesses: Vec<Witness<'a>>, ledger: &'a BugLedger) -> Vec<Bug<'a>> {
    let order = |w: &Witness<'a>| (w.bucket.since, w.bucket.best.bucket.as_str(), w.campaign);
    witnesses.sort_by(|one, other| order(one).cmp(&order(other)));
    let traits: Vec<Traits> = witnesses.iter().map(|w| Traits::of(w.bucket)).collect();
    let mut groups: Vec<Group<'a>> = Vec::new();
    for place in 0..witnesses.len() {
        let new = Group {
            members: vec![place],
            why: Vec::new(),
            known: ledger.group_of(&traits[place]),
        };
        let (mut joined, mut apart) = (new, Vec::with_capacity(groups.len() + 1));
        for group in groups {
            match why_one(&joined, &group, &traits, &witnesses) {
                Some(why) => joined = together(group, joined, why),
                None => apart.push(group),
            }
        }
        apart.push(joined);
        groups = apart;
    }
    // As they came, so that those of one campaign have the ids that they had without the others.
    groups.sort_by_key(|group| group.members[0]);
    let mut ids: HashSet<String> = ledger.bugs.iter().map(|bug| bug.id.clone()).collect();
    let named = groups.into_iter().map(|group| {
        let id = match group.known {
            Some(known) => known.id.clone(),
            None => new_id(&group, &traits, &ids),
        };
        ids.insert(id.clone());
        let mut shown: Vec<Witness<'a>> = group.members.iter().map(|&m| witnesses[m]).collect();
        shown.sort_by_key(|witness| size(witness.bucket));
        Bug {
            id,
            witnesses: shown,
            why: group.why,
            known: group.known,
        }
    });
    named.collect()
}

/// How small a bucket's finding is; what is not reduced comes last.
fn size(bucket: &Bucket) -> (bool, usize) {
    match &bucket.best.reduced {
        Some(reduced) => (false, reduced.bytes()),
        None => (true, bucket.best.witness.script.len()),
    }
}

/// Why two groups are one bug; nothing if they may be two. What speaks against it for any two of them
/// speaks against it for all.
fn why_one(
    one: &Group<'_>,
    other: &Group<'_>,
    traits: &[Traits],
    witnesses: &[Witness<'_>],
) -> Option<String> {
    let id = |group: &Group<'_>| group.known.map(|known| known.id.clone());
    match (id(one), id(other)) {
        (Some(one), Some(other)) if one != other => return None,
        (Some(one), Some(_)) => return Some(format!("both are known as {one}")),
        _ => {}
    }
    let all_pairs = || {
        let pairs = one.members.iter();
        pairs.flat_map(|&a| other.members.iter().map(move |&b| (a, b)))
    };
    if all_pairs().any(|(a, b)| traits[a].contradicts(&traits[b])) {
        return None;
    }
    all_pairs().find_map(|(a, b)| {
        let why = traits[a].same_as(&traits[b])?;
        let name = |place: usize| witnesses[place].name();
        Some(format!("{} and {}: {why}", name(b), name(a)))
    })
}

fn together<'a>(mut one: Group<'a>, other: Group<'a>, why: String) -> Group<'a> {
    one.members.extend(other.members);
    one.members.sort_unstable();
    one.why.extend(other.why);
    one.why.push(why);
    one.known = one.known.or(other.known);
    one
}

/// A name that no bug has, made from what the first of its witnesses is recognised by.
fn new_id(group: &Group<'_>, traits: &[Traits], taken: &HashSet<String>) -> String {
    let first = &traits[group.members[0]];
    let plain = first.identity();
    let full = format!("{plain} {}", first.bucket());
    let mut all = [plain, full.clone()]
        .into_iter()
        .chain((1..).map(|number| format!("{full} {number}")));
    loop {
        let text = all.next().unwrap_or_default();
        let id = format!("{:08x}", fingerprint(text.as_bytes()) >> 32);
        if !taken.contains(&id) {
            return id;
        }
    }
}

#[cfg(test)]
mod tests;
