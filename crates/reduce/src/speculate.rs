//! Candidates tried ahead of their turn, with the outcome they would have had in turn.
//!
//! Workers try the next candidates while the first ones are still being tried, but candidates are
//! judged in their order: the first that holds is taken, and what was tried behind it was tried for
//! nothing. So the number of workers decides how long it takes and not what comes out.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Scope, ScopedJoinHandle};
use std::time::Duration;

/// What a predicate says of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trial {
    /// It still shows the bug.
    Holds,
    /// It does not.
    Fails,
    /// Nobody knows, since the check was cut short.
    Cancelled,
}

/// Whether a text shows the bug. Asked by several threads at once, each with a number of its own.
pub trait Predicate: Sync {
    /// Asks. What it says must depend on the text alone.
    fn holds(&self, worker: usize, text: &[u8]) -> Trial;

    /// Cuts short what is being asked now, if it can. Called between [`Predicate::holds`] of any
    /// worker; until [`Predicate::go_on`] all of them may return at once.
    fn cancel(&self) {}

    /// Undoes [`Predicate::cancel`]; no worker is asking.
    fn go_on(&self) {}
}

/// A candidate on its way.
struct Tried<T> {
    number: u64,
    what: T,
    text: Vec<u8>,
    trial: Option<Trial>,
}

/// A candidate and, if it was tried before, what came of it.
pub struct Candidate<T> {
    /// What the caller wants to have back.
    pub what: T,
    /// Its text.
    pub text: Vec<u8>,
    /// Known already.
    pub known: Option<bool>,
}

type Done = (usize, u64, Trial);

/// The threads that try candidates.
pub struct Workers<'scope> {
    jobs: Vec<Sender<(u64, Vec<u8>)>>,
    done: Receiver<Done>,
    idle: Vec<usize>,
    next: u64,
    predicate: &'scope dyn Predicate,
    _threads: Vec<ScopedJoinHandle<'scope, ()>>,
}

/// What came of trying candidates in order.
pub enum Outcome<T> {
    /// This one holds, and none before it does.
    Found(T, Vec<u8>),
    /// None does.
    None,
    /// It was time to stop.
    Stopped,
}

impl<'scope> Workers<'scope> {
    /// Starts threads, as many as `jobs`.
    pub fn start<'env>(
        scope: &'scope Scope<'scope, 'env>,
        jobs: usize,
        predicate: &'scope dyn Predicate,
    ) -> Self {
        let (report, done) = channel();
        let mut senders = Vec::new();
        let mut threads = Vec::new();
        for worker in 0..jobs.max(1) {
            let (sender, receiver) = channel::<(u64, Vec<u8>)>();
            let report = report.clone();
            threads.push(scope.spawn(move || {
                for (number, text) in receiver {
                    let trial = predicate.holds(worker, &text);
                    if report.send((worker, number, trial)).is_err() {
                        break;
                    }
                }
            }));
            senders.push(sender);
        }
        Self {
            idle: (0..senders.len()).rev().collect(),
            jobs: senders,
            done,
            next: 0,
            predicate,
            _threads: threads,
        }
    }

    /// Tries candidates until one holds. `tried` is told of each that was tried, `stop` asked now
    /// and then.
    pub fn first_that_holds<T>(
        &mut self,
        candidates: &mut dyn FnMut() -> Option<Candidate<T>>,
        tried: &mut dyn FnMut(&[u8], Trial),
        stop: &dyn Fn() -> bool,
    ) -> Outcome<T> {
        let mut queue: VecDeque<Tried<T>> = VecDeque::new();
        let (mut exhausted, mut enough) = (false, false);
        loop {
            if stop() {
                self.call_off(&mut queue, tried);
                return Outcome::Stopped;
            }
            while !self.idle.is_empty() && !exhausted && !enough {
                let Some(candidate) = candidates() else {
                    exhausted = true;
                    break;
                };
                // What is being tried already decides before this one would.
                if queue.iter().any(|t| t.text == candidate.text) {
                    continue;
                }
                self.next += 1;
                let trial = candidate.known.map(|holds| match holds {
                    true => Trial::Holds,
                    false => Trial::Fails,
                });
                enough = trial == Some(Trial::Holds);
                if trial.is_none()
                    && let Some(worker) = self.idle.pop()
                    && let Some(jobs) = self.jobs.get(worker)
                {
                    // A worker is there as long as we are.
                    let _ = jobs.send((self.next, candidate.text.clone()));
                }
                queue.push_back(Tried {
                    number: self.next,
                    what: candidate.what,
                    text: candidate.text,
                    trial,
                });
            }
            while let Some(front) = queue.front() {
                match front.trial {
                    None => break,
                    Some(Trial::Holds) => {
                        let found = queue.pop_front();
                        self.call_off(&mut queue, tried);
                        return match found {
                            Some(found) => Outcome::Found(found.what, found.text),
                            None => Outcome::None,
                        };
                    }
                    Some(Trial::Fails | Trial::Cancelled) => {
                        queue.pop_front();
                    }
                }
            }
            if queue.is_empty() {
                if exhausted {
                    return Outcome::None;
                }
                continue;
            }
            if let Ok(done) = self.done.recv_timeout(Duration::from_millis(50)) {
                enough |= self.note(done, &mut queue, tried) == Trial::Holds;
            }
        }
    }

    fn note<T>(
        &mut self,
        (worker, number, trial): Done,
        queue: &mut VecDeque<Tried<T>>,
        tried: &mut dyn FnMut(&[u8], Trial),
    ) -> Trial {
        self.idle.push(worker);
        if let Some(entry) = queue.iter_mut().find(|t| t.number == number) {
            entry.trial = Some(trial);
            tried(&entry.text, trial);
        }
        trial
    }

    /// Ends all that is being tried and waits for it.
    fn call_off<T>(&mut self, queue: &mut VecDeque<Tried<T>>, tried: &mut dyn FnMut(&[u8], Trial)) {
        if queue.iter().all(|t| t.trial.is_some()) {
            return;
        }
        self.predicate.cancel();
        while queue.iter().any(|t| t.trial.is_none()) {
            match self.done.recv() {
                Ok(done) => {
                    self.note(done, queue, tried);
                }
                Err(_) => break,
            }
        }
        self.predicate.go_on();
    }
}
