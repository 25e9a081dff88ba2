//! What is known of questions before they are asked, and what was said in the end.

use super::lock::{Lock, Question, Said};
use crate::fingerprint::fingerprint;
use solve::{Answer, AnswerClass};
use std::collections::{BTreeSet, HashSet};
use std::time::Duration;

/// An answer that is not what it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contradiction {
    /// What the lock file says.
    pub was: AnswerClass,
    /// What a solver says now.
    pub is: AnswerClass,
    /// Which one.
    pub by: String,
    /// The question.
    pub script: String,
}

/// What is known of questions, and what was said of those that were met.
#[derive(Debug, Default)]
pub struct Ledger {
    known: Lock,
    sample: HashSet<Question>,
    /// All that was met, whether it was known or asked.
    met: Lock,
    /// Who is asked, and with how much time.
    solvers: Vec<String>,
    time: Duration,
    contradictions: Vec<Contradiction>,
    recalled: usize,
    asked: usize,
    asked_again: usize,
}

impl Ledger {
    /// Nothing is known: all is asked.
    pub fn new() -> Self {
        Self::default()
    }

    /// What a lock file has is known, but so many questions are asked again. Which ones depends on
    /// the seed and on the questions alone.
    pub fn with(known: Lock, sample: usize, seed: u64) -> Self {
        let mut order: Vec<Question> = known.questions().collect();
        order.sort_by_cached_key(|question| {
            let mut bytes = question.bytes().to_vec();
            bytes.extend(seed.to_le_bytes());
            (fingerprint(&bytes), *question)
        });
        Self {
            sample: order.into_iter().take(sample).collect(),
            known,
            ..Self::default()
        }
    }

    /// Who will be asked, and with how much time. What others said is forgotten.
    pub(super) fn begin(&mut self, solvers: Vec<String>, time: Duration) {
        if !self.known.is_of(&solvers) {
            self.known = Lock::default();
            self.sample.clear();
        }
        self.met = Lock::new(solvers.clone());
        self.solvers = solvers;
        self.time = time;
    }

    /// What is known of a question, if it is: what each solver said.
    fn recall(&self, question: Question) -> Option<Vec<Option<Answer>>> {
        let (answer, by) = match self.known.get(question)? {
            Said::Sat(by) => (Answer::Sat, by),
            Said::Unsat(by) => (Answer::Unsat, by),
            // Whoever has more time now may decide.
            Said::Undecided(time) if *time < self.time => return None,
            Said::Undecided(_) => (Answer::Timeout, &BTreeSet::new()),
        };
        let names = self.known.solvers();
        let said = self.solvers.iter().map(|solver| {
            let is_of = by.iter().any(|place| names.get(*place) == Some(solver));
            Some(if is_of {
                answer.clone()
            } else {
                Answer::Timeout
            })
        });
        Some(said.collect())
    }

    /// Whether there is no need to ask.
    pub(super) fn knows(&self, question: Question) -> bool {
        !self.sample.contains(&question) && self.recall(question).is_some()
    }

    /// What each solver says of a question, given what those said that were asked now, if any were.
    pub(super) fn settle(
        &mut self,
        question: Question,
        script: &str,
        now: Option<Vec<Option<Answer>>>,
    ) -> Vec<Option<Answer>> {
        let known = self.recall(question);
        let settled = match (known, now) {
            (None, None) => return Vec::new(),
            (None, Some(now)) => {
                self.asked += 1;
                now
            }
            (Some(known), None) => {
                self.recalled += 1;
                known
            }
            (Some(known), Some(now)) => {
                self.asked_again += 1;
                self.compare(&known, &now, script);
                // What takes longer than there is time now was decided when there was more.
                let is_definite =
                    |said: &Option<Answer>| said.as_ref().is_some_and(Answer::is_definite);
                let both = now.into_iter().zip(known);
                both.map(|(now, known)| if is_definite(&now) { now } else { known })
                    .collect()
            }
        };
        self.remember(question, &settled);
        settled
    }

    fn compare(&mut self, known: &[Option<Answer>], now: &[Option<Answer>], script: &str) {
        for (was, other) in [(Answer::Sat, Answer::Unsat), (Answer::Unsat, Answer::Sat)] {
            if !known.contains(&Some(was.clone())) {
                continue;
            }
            let Some(place) = now.iter().position(|said| *said == Some(other.clone())) else {
                continue;
            };
            self.contradictions.push(Contradiction {
                was: was.class(),
                is: other.class(),
                by: self.solvers.get(place).cloned().unwrap_or_default(),
                script: script.to_owned(),
            });
        }
    }

    fn remember(&mut self, question: Question, settled: &[Option<Answer>]) {
        let by = |wanted: Answer| -> BTreeSet<usize> {
            let said = self.solvers.iter().zip(settled);
            let said = said.filter(|(_, said)| said.as_ref() == Some(&wanted));
            let place = |name: &String| self.met.solvers().iter().position(|n| n == name);
            said.filter_map(|(name, _)| place(name)).collect()
        };
        let (sat, unsat) = (by(Answer::Sat), by(Answer::Unsat));
        let said = match (sat.is_empty(), unsat.is_empty()) {
            (false, true) => Said::Sat(sat),
            (true, false) => Said::Unsat(unsat),
            // Those who could not even be asked may have something to say another time.
            (true, true) if settled.iter().all(Option::is_some) => {
                let before = match self.known.get(question) {
                    Some(Said::Undecided(time)) => *time,
                    _ => Duration::ZERO,
                };
                Said::Undecided(self.time.max(before))
            }
            // Nobody is to be believed where they differ.
            _ => return,
        };
        self.met.put(question, said);
    }

    /// All that was said of the questions that were met, and of no others.
    pub fn lock(&self) -> &Lock {
        &self.met
    }

    /// What is known of questions, if it is by those who are asked.
    pub fn known(&self) -> &Lock {
        &self.known
    }

    /// Answers that are not what they were.
    pub fn contradictions(&self) -> &[Contradiction] {
        &self.contradictions
    }

    /// How many questions were known and not asked, how many were new, and how many of those that
    /// were known were asked again.
    pub fn counts(&self) -> (usize, usize, usize) {
        (self.recalled, self.asked, self.asked_again)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn names() -> Vec<String> {
        vec!["b".to_owned(), "a".to_owned()]
    }

    fn begun(mut ledger: Ledger, time: Duration) -> Ledger {
        ledger.begin(names(), time);
        ledger
    }

    fn ask(ledger: &mut Ledger, script: &str, said: [Answer; 2]) -> Vec<Option<Answer>> {
        let said = said.into_iter().map(Some).collect();
        ledger.settle(Question::of(script), script, Some(said))
    }

    #[test]
    fn what_was_said_is_known_by_who_said_it() {
        let mut first = begun(Ledger::new(), SECOND);
        assert!(!first.knows(Question::of("one")));
        ask(&mut first, "one", [Answer::Timeout, Answer::Unsat]);
        ask(&mut first, "two", [Answer::Timeout, Answer::Timeout]);
        ask(&mut first, "differ", [Answer::Sat, Answer::Unsat]);
        let lock = first.lock().clone();
        assert_eq!(lock.len(), 2, "nobody is believed where they differ");
        let mut next = begun(Ledger::with(lock.clone(), 0, 0), SECOND);
        assert!(next.knows(Question::of("one")));
        let said = next.settle(Question::of("one"), "one", None);
        assert_eq!(said, [Some(Answer::Timeout), Some(Answer::Unsat)]);
        assert_eq!(next.lock().len(), 1, "what is not met is dropped");
        // With more time, somebody may decide what nobody did.
        assert!(next.knows(Question::of("two")));
        let patient = begun(Ledger::with(lock.clone(), 0, 0), 2 * SECOND);
        assert!(!patient.knows(Question::of("two")));
        // Others are asked for themselves.
        let mut others = Ledger::with(lock, 9, 0);
        others.begin(vec!["a".to_owned()], SECOND);
        assert!(!others.knows(Question::of("one")));
        assert!(others.known().is_empty());
    }

    #[test]
    fn a_sample_is_asked_again() {
        let mut first = begun(Ledger::new(), SECOND);
        let scripts: Vec<String> = (0..100).map(|n| n.to_string()).collect();
        for script in &scripts {
            ask(&mut first, script, [Answer::Timeout, Answer::Unsat]);
        }
        let sampled = |seed| -> Vec<&String> {
            let ledger = begun(Ledger::with(first.lock().clone(), 10, seed), SECOND);
            let asked = |script: &&String| !ledger.knows(Question::of(script));
            scripts.iter().filter(asked).collect()
        };
        assert_eq!(sampled(1).len(), 10);
        assert_eq!(sampled(1), sampled(1));
        assert_ne!(sampled(1), sampled(2));
        let mut again = begun(Ledger::with(first.lock().clone(), 100, 1), SECOND);
        let said = ask(&mut again, "7", [Answer::Unsat, Answer::Timeout]);
        assert_eq!(said, [Some(Answer::Unsat), Some(Answer::Unsat)]);
        assert!(again.contradictions().is_empty());
        let said = ask(&mut again, "8", [Answer::Sat, Answer::Timeout]);
        assert_eq!(said, [Some(Answer::Sat), Some(Answer::Unsat)]);
        let contradiction = Contradiction {
            was: AnswerClass::Unsat,
            is: AnswerClass::Sat,
            by: "b".to_owned(),
            script: "8".to_owned(),
        };
        assert_eq!(again.contradictions(), [contradiction]);
        assert_eq!(again.counts(), (0, 0, 2));
    }
}
