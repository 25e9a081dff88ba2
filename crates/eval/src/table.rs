//! Interned things: equal ones have equal numbers.

use foldhash::fast::RandomState;
use hashbrown::HashTable;
use std::hash::{BuildHasher, Hash};

/// All things of one kind. Nothing is ever removed.
#[derive(Debug, Clone)]
pub(crate) struct Table<T> {
    items: Vec<T>,
    table: HashTable<u32>,
    hasher: RandomState,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            table: HashTable::new(),
            hasher: RandomState::default(),
        }
    }
}

impl<T: Eq + Hash> Table<T> {
    /// The number of a thing, new or old, and whether it is new.
    pub fn intern(&mut self, item: T) -> (u32, bool) {
        let hash = self.hasher.hash_one(&item);
        let (items, hasher) = (&self.items, &self.hasher);
        if let Some(&found) = self.table.find(hash, |&id| items[id as usize] == item) {
            return (found, false);
        }
        let id = self.items.len() as u32;
        self.table
            .insert_unique(hash, id, |&id| hasher.hash_one(&items[id as usize]));
        self.items.push(item);
        (id, true)
    }

    /// The thing with a number that [`Table::intern`] gave.
    pub fn get(&self, id: u32) -> &T {
        &self.items[id as usize]
    }
}
