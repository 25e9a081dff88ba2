//! Several ways to do something share the solver's time, by what they bring.
//!
//! Pure, like all that is learnt: from what came of units, in their order, to who is next.

use std::collections::VecDeque;

/// How much the last unit counts for what is expected of the next.
const LAST_UNIT: f64 = 0.02;
const LAST_OF_ALL: f64 = 0.003;
/// The least that a unit costs, in seconds.
const LEAST_COST: f64 = 1e-4;

/// Bugs count half after so many seconds of the solver's time, and as many are taken for granted at first: one bug
/// more or less says little.
const MEMORY_OF_BUGS: f64 = 1_800.0;
const BUGS_AT_FIRST: f64 = 2.0;

/// Bugs that nobody had found before, and the time it took to find them. What brings new behaviours need not bring
/// bugs: both count.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Luck {
    bugs: f64,
    seconds: f64,
}

impl Luck {
    /// So many were found in so many seconds.
    pub fn add(&mut self, bugs: usize, seconds: f64) {
        let left = 0.5_f64.powf(seconds / MEMORY_OF_BUGS);
        self.bugs = self.bugs * left + bugs as f64;
        self.seconds = self.seconds * left + seconds;
    }

    /// That of several together.
    pub fn of_all(all: impl Iterator<Item = Self>) -> Self {
        all.fold(Self::default(), |sum, each| Self {
            bugs: sum.bugs + each.bugs,
            seconds: sum.seconds + each.seconds,
        })
    }

    /// How many times as many it has as it would have if all were alike.
    pub fn times(&self, all: &Self) -> f64 {
        let expected = all.bugs * self.seconds / all.seconds.max(1e-6);
        (BUGS_AT_FIRST + self.bugs) / (BUGS_AT_FIRST + expected)
    }
}

/// Worth and cost of late, so that older ones fade.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Rate {
    pub worth: f64,
    pub cost: f64,
    pub units: u64,
}

impl Rate {
    /// A unit was worth so much, and took so many seconds.
    pub fn add(&mut self, worth: f64, cost: f64) {
        self.add_to(worth, cost, LAST_UNIT);
    }

    /// The same, if the last unit counts so much.
    fn add_to(&mut self, worth: f64, cost: f64, last: f64) {
        let last = last.max(1.0 / (self.units + 1) as f64);
        self.worth += last * (worth - self.worth);
        self.cost += last * (cost - self.cost);
        self.units += 1;
    }

    /// What a second brings.
    pub fn value(&self) -> f64 {
        self.worth / self.cost.max(1e-6)
    }

    /// How much speaks for it: who brings half as much again has eleven times the time. What is sure is for the
    /// others.
    fn pull(&self) -> f64 {
        self.value().powi(6)
    }
}

#[derive(Debug, Clone, Default)]
struct Way {
    rate: Rate,
    /// Whether it could not be next when somebody was chosen last: what it once brought is no measure for others.
    is_closed: bool,
    /// What it had of the time, divided by its weight: who had least is next.
    had: f64,
    /// What units were expected to take that are not done. It counts at once, so that others have their
    /// turn before they are.
    expected: VecDeque<f64>,
}

/// Ways to do something, which are meant by their places.
#[derive(Debug, Clone)]
pub(super) struct Shares {
    ways: Vec<Way>,
    /// Whether it matters what they bring.
    guided: bool,
    /// The part of the time that each has whatever it brings; the rest is shared by that.
    sure: Vec<f64>,
    /// How much the last unit counts for what is expected of the next.
    last_unit: f64,
}

impl Shares {
    /// Ways that have these parts of the time for sure, which are less than all of it together.
    pub fn new(sure: Vec<f64>, guided: bool) -> Self {
        Self {
            ways: vec![Way::default(); sure.len()],
            guided,
            sure,
            last_unit: LAST_UNIT,
        }
    }

    /// The same of ways that all units are done in: of them there are many, and unlike.
    pub fn of_all_units(sure: Vec<f64>, guided: bool) -> Self {
        Self {
            last_unit: LAST_OF_ALL,
            ..Self::new(sure, guided)
        }
    }

    /// Who is next of those that can be, if a unit usually takes so many seconds.
    pub fn take(&mut self, usual: f64, is_open: impl Fn(usize) -> bool) -> Option<usize> {
        for (at, way) in self.ways.iter_mut().enumerate() {
            way.is_closed = !is_open(at);
        }
        let had = |way: &usize| self.ways[*way].had;
        let open = (0..self.ways.len()).filter(|way| is_open(*way));
        let next = open.min_by(|a, b| had(a).total_cmp(&had(b)))?;
        let least = had(&next);
        let weight = self.weight(next);
        // Who could not be next has no claim to the time that others had.
        for (_, way) in self
            .ways
            .iter_mut()
            .enumerate()
            .filter(|(at, _)| !is_open(*at))
        {
            way.had = way.had.max(least);
        }
        let way = &mut self.ways[next];
        let expected = match way.rate.units {
            0 => usual,
            _ => way.rate.cost,
        };
        let expected = expected.max(LEAST_COST);
        way.had += expected / weight;
        way.expected.push_back(expected);
        Some(next)
    }

    /// A unit is done, the first of those that were taken.
    pub fn done(&mut self, way: usize, worth: f64, cost: f64) {
        let weight = self.weight(way);
        let way = &mut self.ways[way];
        let expected = way.expected.pop_front().unwrap_or(0.0);
        way.had += (cost - expected) / weight;
        way.rate.add_to(worth, cost, self.last_unit);
    }

    /// Its part of the time: by what it brings, but nobody is left out.
    fn weight(&self, way: usize) -> f64 {
        let open = self.ways.iter().filter(|way| !way.is_closed);
        let total: f64 = open.map(|way| way.rate.pull()).sum();
        let rate = &self.ways[way].rate;
        let by_what_it_brings = match self.guided && total > 0.0 && rate.units > 0 {
            true => (rate.pull() / total).min(1.0),
            false => 1.0 / self.ways.len() as f64,
        };
        let sure: f64 = self.sure.iter().sum();
        match self.guided {
            true => self.sure[way] + (1.0 - sure) * by_what_it_brings,
            false => by_what_it_brings,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The times that two have had, of whom one brings twice as much for its time as the other.
    fn times(guided: bool, is_open: impl Fn(usize, usize) -> bool) -> [f64; 2] {
        let mut shares = Shares::new(vec![0.1, 0.1], guided);
        let mut time = [0.0; 2];
        for turn in 0..4000 {
            let Some(way) = shares.take(0.1, |way| is_open(turn, way)) else {
                continue;
            };
            time[way] += 0.1;
            shares.done(way, [2.0, 1.0][way], 0.1);
        }
        time
    }

    #[test]
    fn who_brings_more_has_more_of_the_time_and_all_have_some() {
        let [more, less] = times(true, |_, _| true);
        // A tenth each for sure, and nearly all of the rest for the one: 0.89 to 0.11.
        assert!((7.0..9.0).contains(&(more / less)), "{more} {less}");
        let [one, other] = times(false, |_, _| true);
        assert!((one - other).abs() < 1.0, "{one} {other}");
    }

    #[test]
    fn what_one_brought_that_is_closed_is_no_measure_for_others() {
        let mut shares = Shares::new(vec![0.1; 3], true);
        let mut turns = [0; 3];
        for turn in 0..3000 {
            let is_open = |way: usize| way > 0 || turn < 100;
            let way = shares.take(0.1, is_open).unwrap();
            turns[way] += 1;
            shares.done(way, [100.0, 2.0, 1.0][way], 0.1);
        }
        assert!(turns[1] > 3 * turns[2], "{turns:?}");
    }

    #[test]
    fn one_bug_says_little_and_is_forgotten() {
        let [mut one, mut other] = [Luck::default(); 2];
        one.add(1, 10.0);
        other.add(0, 10.0);
        let all = |one, other| Luck::of_all([one, other].into_iter());
        let at_first = one.times(&all(one, other));
        assert!((1.1..1.3).contains(&at_first), "{at_first}");
        for _ in 0..100 {
            one.add(0, 100.0);
            other.add(0, 100.0);
        }
        let later = one.times(&all(one, other));
        assert!((1.0..1.02).contains(&later), "{later}");
    }

    #[test]
    fn who_could_not_be_next_does_not_catch_up() {
        let [late, early] = times(false, |turn, way| way == 1 || turn >= 2000);
        assert!((late - 100.0).abs() < 1.0 && (early - 300.0).abs() < 1.0);
        assert_eq!(times(true, |_, _| false), [0.0; 2]);
    }
}
