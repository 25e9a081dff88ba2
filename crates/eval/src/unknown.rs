//! Applications that the standard or the model leaves open, and what is tried for them.

use crate::outcome::OpenApplication;
use crate::table::Table;
use crate::value::Value;
use hashbrown::{HashMap, HashSet};
use smt::SortId;

/// All of them. Each has one value for all of its occurrences, once it has one.
#[derive(Debug, Default)]
pub(crate) struct Unknowns {
    applications: Table<OpenApplication>,
    sorts: Vec<SortId>,
    /// Values that were compared with one, so that they are worth trying.
    candidates: Vec<Vec<Value>>,
    /// The only values that some may have.
    choices: HashMap<u32, Box<[Value]>>,
    assigned: HashMap<u32, Value>,
    /// Those that the model has an interpretation of that cannot be evaluated.
    refused: HashSet<u32>,
    numbers: HashMap<OpenApplication, u32>,
}

/// Few suffice: each costs an evaluation.
const MAX_CANDIDATES: usize = 40;

impl Unknowns {
    /// The number of an application, new or old.
    pub fn number(&mut self, application: OpenApplication, sort: SortId) -> u32 {
        if let Some(&known) = self.numbers.get(&application) {
            return known;
        }
        let (number, new) = self.applications.intern(application.clone());
        if new {
            self.sorts.push(sort);
            self.candidates.push(Vec::new());
            self.numbers.insert(application, number);
        }
        number
    }

    /// The value that an application has been given.
    pub fn value(&self, application: &OpenApplication) -> Option<Value> {
        let number = self.numbers.get(application)?;
        self.assigned.get(number).copied()
    }

    pub fn application(&self, number: u32) -> &OpenApplication {
        self.applications.get(number)
    }

    pub fn sort(&self, number: u32) -> SortId {
        let sort = self.sorts.get(number as usize);
        sort.copied().unwrap_or(SortId::UNKNOWN)
    }

    pub fn assign(&mut self, number: u32, value: Value) {
        self.assigned.insert(number, value);
    }

    /// Notes the only values that one may have.
    pub fn restrict(&mut self, number: u32, choices: Option<Box<[Value]>>) {
        if let Some(choices) = choices {
            self.choices.insert(number, choices);
        }
    }

    pub fn choices(&self, number: u32) -> Option<&[Value]> {
        self.choices.get(&number).map(|choices| &choices[..])
    }

    /// Notes that the model's interpretation of it is of no use.
    pub fn refuse(&mut self, number: u32) {
        self.refused.insert(number);
    }

    pub fn is_refused(&self, number: u32) -> bool {
        self.refused.contains(&number)
    }

    pub fn forget(&mut self, number: u32) {
        self.assigned.remove(&number);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.sorts.len()
    }

    /// Notes that an application was compared with a value.
    pub fn suggest(&mut self, number: u32, value: Value) {
        if let Some(candidates) = self.candidates.get_mut(number as usize)
            && candidates.len() < MAX_CANDIDATES
            && !candidates.contains(&value)
        {
            candidates.push(value);
        }
    }

    pub fn candidates(&self, number: u32) -> &[Value] {
        self.candidates
            .get(number as usize)
            .map_or(&[], Vec::as_slice)
    }
}
