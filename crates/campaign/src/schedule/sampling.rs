//! Which units are watched: to ask a solver what it did must cost little.
//!
//! z3 tells it in no time. cvc5 takes longer for it than for most formulas. As a process counts on from
//! script to script, it is asked about all scripts of a unit or none.

use serde::{Deserialize, Serialize};

/// What watching may cost at most, compared with the rest.
const MOST: f64 = 0.05;
/// Of so many units one is watched at least, and one is not, to know what it costs.
const ONE_IN_MOST: u64 = 64;
const ONE_NOT_IN: u64 = 16;
/// How much of what is known counts no more after a unit.
const FORGET: f64 = 0.02;
/// How many of each kind are enough to know.
const ENOUGH: f64 = 8.0;
/// How many standard errors the difference is surely less off than. Scripts are unlike: without it every
/// third unit went unwatched of a solver that tells what it did in no time.
const SURELY: f64 = 2.0;

/// Test cases that were answered, and the seconds that took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Took {
    /// How many.
    pub cases: f64,
    /// For how long the solver did something else than to solve.
    pub beside: f64,
    /// The sum of the squares of that.
    #[serde(default)]
    pub squares: f64,
    /// For how long it was busy with them in all.
    pub seconds: f64,
}

impl Took {
    /// One more took so many seconds, some of them beside solving.
    pub fn add(&mut self, beside: f64, seconds: f64) {
        self.cases += 1.0;
        self.beside += beside;
        self.squares += beside * beside;
        self.seconds += seconds;
    }

    fn learn(&mut self, other: Self) {
        self.cases += other.cases - FORGET * self.cases;
        self.beside += other.beside - FORGET * self.beside;
        self.squares += other.squares - FORGET * self.squares;
        self.seconds += other.seconds - FORGET * self.seconds;
    }

    /// What one takes beside solving, and how far off that may be (squared), and what it takes in all.
    fn means(self) -> Option<Means> {
        let mean = |sum: f64| sum / self.cases;
        let beside = mean(self.beside);
        let variance = (mean(self.squares) - beside * beside).max(0.0);
        (self.cases >= ENOUGH).then(|| Means {
            beside,
            error: variance / self.cases,
            seconds: mean(self.seconds),
        })
    }
}

struct Means {
    beside: f64,
    error: f64,
    seconds: f64,
}

/// What it takes with and without being watched.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Watching {
    /// Of those that were watched.
    pub watched: Took,
    /// Of the others.
    pub unwatched: Took,
    /// How many units there were.
    #[serde(skip)]
    units: u64,
}

impl Watching {
    /// What came of a unit.
    pub(super) fn learn(&mut self, unit: &Self) {
        self.watched.learn(unit.watched);
        self.unwatched.learn(unit.unwatched);
    }

    /// Of how many units one is watched, so that it costs little.
    fn one_in(&self) -> u64 {
        let means = self.watched.means().zip(self.unwatched.means());
        // Cheap, until it is known to be dear.
        means.map_or(1, |(watched, unwatched)| {
            let error = SURELY * (watched.error + unwatched.error).sqrt();
            let dearer = watched.beside - unwatched.beside - error;
            let times = dearer / (MOST * unwatched.seconds.max(1e-6));
            // A power of two: small changes do not matter.
            (times.clamp(1.0, ONE_IN_MOST as f64) as u64).next_power_of_two()
        })
    }

    /// Whether the next unit is watched. If that is dear, one that is `telling` is rather than
    /// others: nothing was made of its source before, and it is small.
    pub(super) fn take(&mut self, telling: Option<bool>) -> bool {
        let (unit, one_in) = (self.units, self.one_in());
        self.units += 1;
        match telling {
            // The second of all is the first that is not.
            _ if one_in == 1 => unit % ONE_NOT_IN != 1,
            Some(true) if one_in > 4 => unit.is_multiple_of(one_in / 4),
            Some(false) if one_in > 4 => unit.is_multiple_of(one_in * 2),
            _ => unit.is_multiple_of(one_in),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(watched: f64, unwatched: f64) -> Watching {
        let mut all = Watching::default();
        for _ in 0..20 {
            let mut unit = Watching::default();
            unit.watched.add(watched, watched);
            unit.unwatched.add(unwatched, unwatched);
            all.learn(&unit);
        }
        all
    }

    #[test]
    fn what_costs_much_is_asked_rarely() {
        let share_of = |watching: Watching, telling: Option<bool>| {
            let mut watching = watching;
            (0..6400).filter(|_| watching.take(telling)).count()
        };
        let share = |watching: Watching| share_of(watching, None);
        assert_eq!(share(Watching::default()), 6000);
        assert_eq!(share(after(0.0102, 0.01)), 6000);
        assert_eq!(share(after(0.009, 0.01)), 6000);
        // A fifth more: no more than one in four.
        assert_eq!(share(after(0.012, 0.01)), 1600);
        let dear = after(1.0, 0.001);
        assert_eq!(share(dear), 100);
        assert_eq!(share_of(dear, Some(true)), 400);
        assert_eq!(share_of(dear, Some(false)), 50);
    }
}
