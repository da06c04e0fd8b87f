//! A transposition table of proved bounds. It grows up to a maximum size, or as far as the memory
//! suffices, then replaces entries.

use std::iter::repeat_n;

use oxideal_engine::{Action, memory};

use super::solver::Value;

/// The number of entries at the start, and the maximum (64 MiB).
const MIN_ENTRIES: usize = 1 << 8;
const MAX_ENTRIES: usize = 1 << 22;

/// Proved bounds on a node's value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) low: Value,
    pub(super) high: Value,
}

impl Bounds {
    const UNKNOWN: Self = Self { low: Value::MIN, high: Value::MAX };

    /// Narrows the bounds, given whether the value is at least `goal`.
    pub(super) fn narrowed(self, goal: Value, reached: bool) -> Self {
        if reached {
            Self { low: self.low.max(goal), ..self }
        } else {
            Self { high: self.high.min(goal - 1), ..self }
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    best: Action,
    bounds: Bounds,
    /// The number of cards left: more cards mean a longer proof. 0 in an empty entry.
    cards: u8,
}

const EMPTY: Entry = Entry { key: 0, best: 0, bounds: Bounds::UNKNOWN, cards: 0 };

/// A table with two possible slots per node.
pub(super) struct TranspositionTable {
    entries: Vec<Entry>,
    filled: usize,
    /// The size that it may grow to.
    max_entries: usize,
}

impl TranspositionTable {
    pub(super) fn new() -> Self {
        Self { entries: vec![EMPTY; MIN_ENTRIES], filled: 0, max_entries: MAX_ENTRIES }
    }

    /// Returns a node's bounds and best action, or no bounds and 0 if it is not in the table.
    pub(super) fn get(&self, key: u64) -> (Bounds, Action) {
        let found = self.slots(key).into_iter().map(|slot| &self.entries[slot]);
        let mut found = found.filter(|entry| entry.key == key && entry.cards > 0);
        found.next().map_or((Bounds::UNKNOWN, 0), |entry| (entry.bounds, entry.best))
    }

    /// Stores a node. If both slots are taken, replaces the node with fewer cards.
    pub(super) fn insert(&mut self, key: u64, cards: u8, bounds: Bounds, best: Action) {
        if self.filled * 2 > self.entries.len() && self.entries.len() < self.max_entries {
            self.grow();
        }
        self.store(Entry { key, best, bounds, cards });
    }

    fn store(&mut self, entry: Entry) {
        let [one, other] = self.slots(entry.key);
        let same = [one, other].into_iter().find(|&slot| self.entries[slot].key == entry.key);
        let fewest = if self.entries[other].cards < self.entries[one].cards { other } else { one };
        let slot = &mut self.entries[same.unwrap_or(fewest)];
        self.filled += usize::from(slot.cards == 0);
        *slot = entry;
    }

    fn grow(&mut self) {
        let Ok(larger) = memory::collect(repeat_n(EMPTY, self.entries.len() * 4)) else {
            self.max_entries = self.entries.len();
            return;
        };
        let entries = std::mem::replace(&mut self.entries, larger);
        self.filled = 0;
        entries.into_iter().filter(|entry| entry.cards > 0).for_each(|entry| self.store(entry));
    }

    fn slots(&self, key: u64) -> [usize; 2] {
        let slot = key as usize & (self.entries.len() - 1);
        [slot, slot ^ 1]
    }
}
