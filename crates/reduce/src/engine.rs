//! The loop: passes in their order, rounds from coarse to fine, until nothing more can go.

use crate::current::{Current, Standing};
use crate::finish::{Manners, canonical, finish};
use crate::pass::{Pass, Target, Use};
use crate::passes::PASSES;
use crate::speculate::{Candidate, Outcome, Predicate, Trial, Workers};
use hashbrown::HashMap;
use smt::CommandKind;
use std::hash::BuildHasher;

/// How to reduce.
pub struct ReduceSettings<'a> {
    /// How many candidates are tried at once.
    pub jobs: usize,
    /// Whether what makes no sense may come out, if the predicate has nothing against it.
    pub nonsense: bool,
    /// Whether it is time to stop; asked often.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// What is going on.
#[derive(Debug, Clone, Copy)]
pub struct Progress<'a> {
    /// The pass at work.
    pub pass: &'a str,
    /// The best text so far.
    pub text: &'a [u8],
    /// Whether it is new.
    pub improved: bool,
    /// How many checks were made.
    pub checks: u64,
}

/// What one pass did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PassShare {
    /// Its name.
    pub name: &'static str,
    /// Bytes it removed, less those it added.
    pub bytes: i64,
    /// Steps of it that were taken.
    pub steps: u64,
    /// Checks it cost.
    pub checks: u64,
}

/// What came of it.
#[derive(Debug, Clone)]
pub struct Reduction {
    /// The smallest text.
    pub text: Vec<u8>,
    /// Whether no step of any pass is left that keeps the bug.
    pub minimal: bool,
    /// Checks made, those that were cut short included.
    pub checks: u64,
    /// Texts that were checked to the end.
    pub distinct: u64,
    /// Who did it.
    pub by_pass: Vec<PassShare>,
}

/// Reduces a text of which the predicate is known to hold. `progress` is told of every check.
pub fn reduce(
    text: Vec<u8>,
    predicate: &dyn Predicate,
    settings: &ReduceSettings<'_>,
    progress: &mut dyn FnMut(Progress<'_>),
) -> Reduction {
    std::thread::scope(|scope| {
        // The thread scope wants what workers use to outlive it.
        let workers = Workers::start(scope, settings.jobs, predicate);
        let mut engine = Engine {
            workers,
            settings,
            progress,
            current: Current::new(text, true),
            standing: Standing::default(),
            manners: Manners {
                canonical: false,
                tidy: false,
                typed: true,
                loose: false,
            },
            known: HashMap::new(),
            hasher: foldhash::fast::FixedState::with_seed(7),
            checks: 0,
            shares: Vec::new(),
        };
        let minimal = engine.run().is_ok();
        Reduction {
            text: engine.current.bytes().to_vec(),
            minimal,
            checks: engine.checks,
            distinct: engine.known.len() as u64,
            by_pass: engine.shares,
        }
    })
}

/// It was time to stop.
struct Stopped;

struct Engine<'scope, 'a> {
    workers: Workers<'scope>,
    settings: &'a ReduceSettings<'a>,
    progress: &'a mut dyn FnMut(Progress<'_>),
    current: Current,
    standing: Standing,
    manners: Manners,
    /// What came of each text that was tried, by hash.
    known: HashMap<u128, bool>,
    hasher: foldhash::fast::FixedState,
    checks: u64,
    shares: Vec<PassShare>,
}

/// Where a pass is among its candidates.
#[derive(Debug, Clone, Copy)]
struct Cursor {
    /// How many places at once; 0 before the first.
    group: usize,
    place: usize,
    variant: usize,
}

impl Engine<'_, '_> {
    fn run(&mut self) -> Result<(), Stopped> {
        self.learn_manners()?;
        // Large places first: what is left of a large script is much smaller than it.
        let mut fraction = 16;
        loop {
            let min_bytes = match self.current.bytes().len() / fraction {
                0..16 => 0,
                bytes => bytes,
            };
            let before = self.current.bytes().len();
            let improved = self.round(min_bytes, fraction == 16)?;
            if !improved && min_bytes == 0 {
                return Ok(());
            }
            // As long as much goes, there is no need to look closer.
            if self.current.bytes().len() > before / 2 {
                fraction *= 4;
            }
        }
    }

    /// One turn of every pass; whether any step was taken.
    fn round(&mut self, min_bytes: usize, first: bool) -> Result<bool, Stopped> {
        let mut improved = false;
        for &pass in PASSES {
            let fits = match pass.use_if() {
                Use::Always => self.current.script().is_some(),
                Use::Typed => self.current.script().is_some() && self.manners.typed,
                Use::Loose => self.current.script().is_some() && self.manners.loose,
                Use::Untyped => self.current.script().is_some() && !self.manners.typed,
                Use::Bytes => self.current.script().is_none(),
            };
            if fits {
                improved |= self.turn(pass, min_bytes, first)?;
            }
        }
        Ok(improved)
    }

    /// Finds out what can be done to every candidate.
    fn learn_manners(&mut self) -> Result<(), Stopped> {
        let Some(script) = self.current.script() else {
            self.manners.typed = false;
            return Ok(());
        };
        let printed = canonical(&script.tree);
        if self.ask("layout", printed.clone())? {
            self.manners.canonical = true;
            self.take("layout", printed);
        }
        // A solver that must not complain of anything must not complain of this.
        let nonsense = self.with_nonsense(b"(assert (nuthatch-does-not-make-sense))");
        if self.settings.nonsense && self.ask("layout", nonsense)? {
            self.manners.typed = false;
            self.current.typed = false;
        } else {
            let nonsense = self.with_nonsense(b"(nuthatch-does-not-make-sense)");
            self.manners.loose = self.settings.nonsense && self.ask("layout", nonsense)?;
            let tidy = Manners {
                tidy: true,
                ..self.manners
            };
            let standing = self.standing_of_current();
            if let Some(text) = finish(self.current.bytes().to_vec(), tidy, &standing)
                && (text == self.current.bytes() || self.ask("unused", text.clone())?)
            {
                self.manners.tidy = true;
                if text != self.current.bytes() {
                    self.take("unused", text);
                }
            }
        }
        self.standing = self.standing_of_current();
        Ok(())
    }

    /// The current script with something at its end that makes no sense.
    fn with_nonsense(&self, command: &[u8]) -> Vec<u8> {
        let bytes = self.current.bytes();
        let commands = self.current.script().map_or(&[][..], |s| &s.commands);
        let exit = commands.iter().find(|c| c.kind == CommandKind::Exit);
        let end = match (exit, self.current.script()) {
            (Some(exit), Some(script)) => script.tree.range(exit.node).start,
            _ => bytes.len(),
        };
        let (before, after) = bytes.split_at(end);
        [before, b"\n", command, b"\n", after].concat()
    }

    fn standing_of_current(&self) -> Standing {
        self.current.script().map(Standing::of).unwrap_or_default()
    }

    /// Whether one text holds.
    fn ask(&mut self, pass: &'static str, text: Vec<u8>) -> Result<bool, Stopped> {
        let mut candidate = Some(text);
        let mut next = |engine: &Bookkeeping<'_>| {
            candidate.take().map(|text| Candidate {
                known: engine.known(&text),
                what: (),
                text,
            })
        };
        Ok(self.try_all(pass, &mut next)?.is_some())
    }

    /// One turn of one pass; whether any step was taken.
    fn turn(
        &mut self,
        pass: &'static dyn Pass,
        min_bytes: usize,
        first: bool,
    ) -> Result<bool, Stopped> {
        let mut cursor = Cursor {
            group: 0,
            place: 0,
            variant: 0,
        };
        let mut improved = false;
        loop {
            let current = std::mem::replace(&mut self.current, Current::new(Vec::new(), true));
            let targets = pass.targets(&current, min_bytes);
            let count = targets.len();
            if cursor.group == 0 {
                cursor.group = match first || count > 32 {
                    true => count,
                    false => 1,
                };
                cursor.group = cursor.group.min(pass.largest_group());
            }
            cursor.group = cursor.group.min(count.max(1));
            let mut steps = Steps {
                pass,
                targets: &targets,
                current: &current,
                manners: self.manners,
                standing: self.standing,
                cursor,
            };
            let found = self.try_all(pass.name(), &mut |books| steps.next(books));
            self.current = current;
            match found? {
                None => return Ok(improved),
                Some((at, text)) => {
                    improved = true;
                    cursor = Cursor { variant: 0, ..at };
                    self.take(pass.name(), text);
                }
            }
        }
    }

    /// Makes a text the current one.
    fn take(&mut self, pass: &'static str, text: Vec<u8>) {
        let gain = self.current.bytes().len() as i64 - text.len() as i64;
        let share = share(&mut self.shares, pass);
        share.bytes += gain;
        share.steps += 1;
        self.current = Current::new(text, self.manners.typed);
        self.standing = self.standing_of_current();
        (self.progress)(Progress {
            pass,
            text: self.current.bytes(),
            improved: true,
            checks: self.checks,
        });
    }

    /// The first of these candidates that holds.
    fn try_all<T>(
        &mut self,
        pass: &'static str,
        next: &mut dyn FnMut(&Bookkeeping<'_>) -> Option<Candidate<T>>,
    ) -> Result<Option<(T, Vec<u8>)>, Stopped> {
        // Both closures write and read what is known, never at the same time.
        let known = std::cell::RefCell::new(std::mem::take(&mut self.known));
        let hasher = self.hasher.clone();
        let checks = std::cell::Cell::new(0);
        let (progress, before) = (&mut self.progress, self.checks);
        let mut candidates = || {
            next(&Bookkeeping {
                known: &known.borrow(),
                hasher: &hasher,
            })
        };
        let mut tried = |text: &[u8], trial: Trial| {
            checks.set(checks.get() + 1);
            if trial != Trial::Cancelled {
                let holds = trial == Trial::Holds;
                known.borrow_mut().insert(hash(&hasher, text), holds);
            }
            progress(Progress {
                pass,
                text: b"",
                improved: false,
                checks: before + checks.get(),
            });
        };
        let outcome =
            self.workers
                .first_that_holds(&mut candidates, &mut tried, self.settings.stop);
        self.known = known.into_inner();
        self.checks += checks.get();
        share(&mut self.shares, pass).checks += checks.get();
        match outcome {
            Outcome::Found(what, text) => Ok(Some((what, text))),
            Outcome::None => Ok(None),
            Outcome::Stopped => Err(Stopped),
        }
    }
}

fn share<'a>(shares: &'a mut Vec<PassShare>, name: &'static str) -> &'a mut PassShare {
    let place = match shares.iter().position(|share| share.name == name) {
        Some(place) => place,
        None => {
            shares.push(PassShare {
                name,
                ..PassShare::default()
            });
            shares.len() - 1
        }
    };
    &mut shares[place]
}

/// What was tried.
struct Bookkeeping<'a> {
    known: &'a HashMap<u128, bool>,
    hasher: &'a foldhash::fast::FixedState,
}

impl Bookkeeping<'_> {
    fn known(&self, text: &[u8]) -> Option<bool> {
        self.known.get(&hash(self.hasher, text)).copied()
    }
}

fn hash(hasher: &foldhash::fast::FixedState, text: &[u8]) -> u128 {
    u128::from(hasher.hash_one(text)) << 64 | u128::from(hasher.hash_one((text, text.len())))
}

/// The candidates of one pass, in order.
struct Steps<'a> {
    pass: &'static dyn Pass,
    targets: &'a [Target],
    current: &'a Current,
    manners: Manners,
    standing: Standing,
    cursor: Cursor,
}

impl Steps<'_> {
    /// The next candidate that is simpler than what there is and was not found wanting before.
    fn next(&mut self, books: &Bookkeeping<'_>) -> Option<Candidate<Cursor>> {
        loop {
            let at = self.cursor;
            if at.place >= self.targets.len() {
                if at.group <= 1 || self.targets.is_empty() {
                    return None;
                }
                self.cursor = Cursor {
                    group: at.group.div_ceil(2).min(self.targets.len().div_ceil(2)),
                    place: 0,
                    variant: 0,
                };
                continue;
            }
            let end = (at.place + at.group).min(self.targets.len());
            let group = self.targets.get(at.place..end).unwrap_or(&[]);
            let Some(edits) = self.pass.steps(self.current, group, at.variant) else {
                self.cursor.place += at.group;
                self.cursor.variant = 0;
                continue;
            };
            self.cursor.variant += 1;
            if edits.is_empty() {
                continue;
            }
            let bytes = self.current.bytes();
            let text = match self.current.script() {
                Some(_) => finish(edits.apply(bytes), self.manners, &self.standing),
                None => Some(edits.apply_to_bytes(bytes)),
            };
            let Some(text) = text.filter(|text| is_simpler(text, bytes)) else {
                continue;
            };
            match books.known(&text) {
                Some(false) => {}
                known => {
                    return Some(Candidate {
                        what: at,
                        text,
                        known,
                    });
                }
            }
        }
    }
}

/// Shorter, or as long and earlier in the alphabet: every step goes down, so there is an end.
fn is_simpler(text: &[u8], than: &[u8]) -> bool {
    (text.len(), text) < (than.len(), than)
}
