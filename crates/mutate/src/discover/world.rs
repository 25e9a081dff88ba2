//! A world at work: assignments of its constants, and operators applied to values, which are numbers
//! here. What was applied once is remembered, since small sorts have few values.

use super::ground::{Ground, Kind, MOST};
use crate::Rng;
use crate::assignment::{Drawer, columns};
use eval::{Budget, Model, Trials, Value};
use hashbrown::HashMap;

/// The number of what has no value.
pub(super) const OPEN: u32 = 0;
pub(super) const FALSE: u32 = 1;
pub(super) const TRUE: u32 = 2;

/// Arguments of an application by their numbers.
type Arguments = [u32; MOST];

pub(super) struct World<'m> {
    trials: Trials<'m>,
    place: usize,
    values: Vec<Option<Value>>,
    numbers: HashMap<Value, u32>,
    applied: HashMap<(u16, Arguments), u32>,
    /// The values of constants, one list per assignment.
    assignments: Vec<Vec<Value>>,
}

/// The most applications that are remembered.
const REMEMBERED: usize = 3_000_000;

fn budget() -> Budget {
    Budget {
        steps: 200_000,
        bytes: 1 << 29,
        number_bits: 1 << 12,
        length: 1 << 10,
        interpretations: 1,
        ..Budget::default()
    }
}

impl<'m> World<'m> {
    /// The world of that place, with so many assignments.
    pub fn new(model: &'m Model, place: usize, count: usize, rng: Rng) -> Self {
        let mut world = Self {
            trials: Trials::new(model, budget()),
            place,
            values: vec![None, Some(Value::Bool(false)), Some(Value::Bool(true))],
            numbers: HashMap::from([(Value::Bool(false), FALSE), (Value::Bool(true), TRUE)]),
            applied: HashMap::new(),
            assignments: Vec::new(),
        };
        world.assign(model, count, rng);
        // Bits are counted by words.
        world
            .assignments
            .truncate(world.assignments.len() / 64 * 64);
        world
    }

    fn assign(&mut self, model: &Model, count: usize, rng: Rng) {
        // All if they are few, and those again that are needed to have so many.
        if let Some(columns) = columns(&mut self.trials, count as u64) {
            let all: usize = columns.iter().map(Vec::len).product();
            for number in (0..count).map(|number| number % all.max(1)) {
                let mut left = number;
                let assignment = columns.iter().map(|column| {
                    let value = column[left % column.len()];
                    left /= column.len();
                    value
                });
                self.assignments.push(assignment.collect());
            }
            return;
        }
        let languages = model.terms().iter();
        let languages = languages.filter_map(|&t| self.trials.value(t)).collect();
        let mut drawer = Drawer::new(&self.trials, rng, languages);
        for _ in 0..count {
            let mut assignment = Vec::new();
            let lacking = drawer.assignment(&mut self.trials, &mut assignment);
            if lacking.is_none() {
                self.assignments.push(assignment);
            }
        }
    }

    pub fn count(&self) -> usize {
        self.assignments.len()
    }

    fn number(&mut self, value: Option<Value>) -> u32 {
        let Some(value) = value else {
            return OPEN;
        };
        let next = self.values.len() as u32;
        let number = *self.numbers.entry(value).or_insert(next);
        if number == next {
            self.values.push(Some(value));
        }
        number
    }

    /// What a leaf is under every assignment.
    pub fn leaf(&mut self, ground: &Ground, op: u16, out: &mut [u32]) {
        let term = ground.ops[usize::from(op)].terms[self.place];
        for (assignment, out) in out.iter_mut().enumerate() {
            let values = std::mem::take(&mut self.assignments[assignment]);
            self.trials.assign(&values);
            self.assignments[assignment] = values;
            let value = self.trials.value(term);
            *out = self.number(value);
        }
    }

    /// What an operator makes of values.
    pub fn apply(&mut self, ground: &Ground, op: u16, arguments: &[u32]) -> u32 {
        let operator = &ground.ops[usize::from(op)];
        debug_assert_eq!(operator.kind, Kind::Eval);
        if arguments.contains(&OPEN) {
            return OPEN;
        }
        let mut key = [0; MOST];
        key[..arguments.len()].copy_from_slice(arguments);
        if let Some(&known) = self.applied.get(&(op, key)) {
            return known;
        }
        let mut values = [Value::Bool(false); MOST];
        for (value, number) in values.iter_mut().zip(arguments) {
            match self.values[*number as usize] {
                Some(known) => *value = known,
                None => return OPEN,
            }
        }
        let term = operator.terms[self.place];
        let made = self.trials.apply(term, &values[..arguments.len()]);
        let number = self.number(made);
        if self.applied.len() >= REMEMBERED {
            self.applied.clear();
        }
        self.applied.insert((op, key), number);
        number
    }
}
