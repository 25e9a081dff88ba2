//! Rules that nobody wrote: what the search of crate `mutate` proposes is put to solvers.

use crate::prove::{Conclusion, Ledger, Prover};
use mutate::discover::{
    Counts, Discovered, Field, Ground, GroundError, Proposal, Search, Settings, Settled,
};
use mutate::rule::{Provable, Rule, RuleSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How to look for rules.
#[derive(Debug)]
pub struct Discovery<'a> {
    /// Where to look.
    pub fields: Vec<&'static Field>,
    /// How far.
    pub settings: Settings,
    /// What is known already.
    pub known: &'a [Rule],
    /// Who proves.
    pub prover: &'a Prover,
    /// How many rules are proved together, about.
    pub wave: usize,
    /// When to end, if it does not end by itself.
    pub time: Option<Duration>,
}

/// How far it is in a theory.
#[derive(Debug, Clone)]
pub struct Progress {
    /// The theory.
    pub theory: &'static str,
    /// The size of templates that is looked at.
    pub size: usize,
    /// Whether all sizes are done.
    pub is_done: bool,
    /// What became of all that was looked at.
    pub counts: Counts,
    /// The rules that were proved.
    pub rules: Vec<Discovered>,
    /// How long the search itself took.
    pub searching: Duration,
    /// How long solvers took.
    pub proving: Duration,
}

/// Says so when it is dropped, whatever the reason.
struct Done<'a>(&'a AtomicBool);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// How many rules of a field are proved together: always as many, so that what is found in a field does
/// not depend on the others.
const TOGETHER: usize = 12;

/// In place of a theory, for what is proved here.
const DISCOVERED: &str = "discovered";

impl Discovery<'_> {
    /// Looks for rules until there is nothing left to look at, the time is over or it is stopped. The
    /// fields take turns, and all have about the same time. `tell` is told how far each is, after every
    /// wave.
    pub fn run(
        &self,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&[Progress]),
    ) -> Result<Vec<Progress>, GroundError> {
        let ended = AtomicBool::new(false);
        let done = AtomicBool::new(false);
        let until = self.time.map(|time| Instant::now() + time);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let is_over = || until.is_some_and(|until| Instant::now() >= until);
                while !done.load(Ordering::Relaxed) {
                    if stop.load(Ordering::Relaxed) || is_over() {
                        ended.store(true, Ordering::Relaxed);
                    }
                    std::thread::sleep(Duration::from_millis(50));
                }
            });
            let _done = Done(&done);
            self.search(&ended, tell)
        })
    }

    fn search(
        &self,
        ended: &AtomicBool,
        tell: &mut dyn FnMut(&[Progress]),
    ) -> Result<Vec<Progress>, GroundError> {
        let is_wanted = || !ended.load(Ordering::Relaxed);
        let fields = self.fields.iter();
        let grounds: Result<Vec<Ground>, _> = fields.map(|field| Ground::new(field)).collect();
        let grounds = grounds?;
        let mut progress: Vec<Progress> = (self.fields.iter())
            .map(|field| Progress {
                theory: field.theory,
                size: 0,
                is_done: false,
                counts: Counts::default(),
                rules: Vec::new(),
                searching: Duration::ZERO,
                proving: Duration::ZERO,
            })
            .collect();
        let mut searches: Vec<Option<Search<'_>>> = grounds.iter().map(|_| None).collect();
        while is_wanted() {
            // Who had the least time is next; others fill the wave up.
            let mut turns: Vec<usize> = (0..grounds.len()).collect();
            turns.retain(|place| !progress[*place].is_done);
            turns.sort_by_key(|place| progress[*place].searching + progress[*place].proving);
            let mut wave: Vec<(usize, Proposal)> = Vec::new();
            for place in turns {
                if wave.len() >= self.wave || !is_wanted() {
                    break;
                }
                let started = Instant::now();
                let search = searches[place].get_or_insert_with(|| {
                    Search::new(&grounds[place], self.known, self.settings, &is_wanted)
                });
                let mut proposals = search.propose(TOGETHER);
                while proposals.is_empty() && search.advance(&is_wanted) {
                    proposals = search.propose(TOGETHER);
                }
                progress[place].searching += started.elapsed();
                progress[place].size = search.size();
                progress[place].counts = search.counts;
                progress[place].is_done = proposals.is_empty() && is_wanted();
                wave.extend(proposals.into_iter().map(|proposal| (place, proposal)));
            }
            if wave.is_empty() {
                break;
            }
            let started = Instant::now();
            let texts: Vec<&str> = wave.iter().map(|(_, p)| p.text.as_str()).collect();
            let settled = self.prove(&texts, ended).unwrap_or_default();
            let each = started.elapsed() / wave.len() as u32;
            for (place, _) in &wave {
                progress[*place].proving += each;
            }
            for ((place, proposal), settled) in wave.iter().zip(settled) {
                if let Some(search) = &mut searches[*place] {
                    let rule = search.settle(proposal.number, settled);
                    progress[*place].rules.extend(rule);
                }
            }
            for (search, progress) in searches.iter_mut().zip(&mut progress) {
                let Some(of_field) = search else { continue };
                if of_field.counts.proved > progress.counts.proved {
                    let dropped = of_field.drop_implied();
                    let rules = &mut progress.rules;
                    rules.retain(|rule| !dropped.contains(&rule.name));
                }
                progress.counts = of_field.counts;
                if progress.is_done {
                    *search = None;
                }
            }
            tell(&progress);
        }
        Ok(progress)
    }

    /// What solvers say of rules; nothing if it was stopped.
    fn prove(&self, texts: &[&str], ended: &AtomicBool) -> Option<Vec<Settled>> {
        let read = |text: &&str| RuleSet::read([(DISCOVERED, *text)]).ok();
        let sets: Vec<Option<RuleSet>> = texts.iter().map(read).collect();
        let rules = sets.iter().flatten().flat_map(RuleSet::rules);
        let rules: Vec<&dyn Provable> = rules.map(|rule| rule as &dyn Provable).collect();
        let mut ledger = Ledger::new();
        let proofs = self
            .prover
            .prove(&rules, &mut ledger, ended, &mut |_, _| {})?;
        let mut verdicts = proofs.iter().map(|proof| match proof.verdict {
            Conclusion::Proved => Settled::Proved,
            Conclusion::Tested { .. } | Conclusion::Undecided { .. } => Settled::Undecided,
            Conclusion::NotStrict => Settled::Equivalent,
            _ => Settled::Refuted,
        });
        let of = |set: &Option<RuleSet>| match set {
            Some(_) => verdicts.next().unwrap_or(Settled::Undecided),
            None => Settled::IllSorted,
        };
        Some(sets.iter().map(of).collect())
    }
}
