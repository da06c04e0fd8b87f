//! What has been proved of nodes, in a table that grows to a bound and then forgets.

use oxideal_engine::Action;

use super::solver::Worth;

/// The entries at first, and at most: 64 MiB.
const FEWEST: usize = 1 << 8;
const MOST: usize = 1 << 22;

/// From what to what a node may be worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    /// It is at least this.
    pub(super) low: Worth,
    /// It is at most this.
    pub(super) high: Worth,
}

impl Known {
    const NOTHING: Self = Self { low: Worth::MIN, high: Worth::MAX };

    /// The same when it is known too whether it is at least so much.
    pub(super) fn narrowed(self, goal: Worth, reached: bool) -> Self {
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
    known: Known,
    /// How many cards are left: with more of them it took longer to find out. 0 where nothing has been entered.
    cards: u8,
}

const EMPTY: Entry = Entry { key: 0, best: 0, known: Known::NOTHING, cards: 0 };

/// The table. Two places are possible for a node.
pub(super) struct Proved {
    entries: Vec<Entry>,
    filled: usize,
}

impl Proved {
    pub(super) fn new() -> Self {
        Self { entries: vec![EMPTY; FEWEST], filled: 0 }
    }

    /// What is known of a node, and what was best there; else 0.
    pub(super) fn find(&self, key: u64) -> (Known, Action) {
        let found = self.places(key).into_iter().map(|place| &self.entries[place]);
        let mut found = found.filter(|entry| entry.key == key && entry.cards > 0);
        found.next().map_or((Known::NOTHING, 0), |entry| (entry.known, entry.best))
    }

    /// Enters what is known of a node.
    pub(super) fn keep(&mut self, key: u64, cards: u8, known: Known, best: Action) {
        if self.filled * 2 > self.entries.len() && self.entries.len() < MOST {
            self.grow();
        }
        self.enter(Entry { key, best, known, cards });
    }

    fn enter(&mut self, entry: Entry) {
        let [one, other] = self.places(entry.key);
        let same = [one, other].into_iter().find(|&place| self.entries[place].key == entry.key);
        let fewest = if self.entries[other].cards < self.entries[one].cards { other } else { one };
        let place = &mut self.entries[same.unwrap_or(fewest)];
        self.filled += usize::from(place.cards == 0);
        *place = entry;
    }

    fn grow(&mut self) {
        let larger = vec![EMPTY; self.entries.len() * 4];
        let entries = std::mem::replace(&mut self.entries, larger);
        self.filled = 0;
        entries.into_iter().filter(|entry| entry.cards > 0).for_each(|entry| self.enter(entry));
    }

    fn places(&self, key: u64) -> [usize; 2] {
        let place = key as usize & (self.entries.len() - 1);
        [place, place ^ 1]
    }
}
