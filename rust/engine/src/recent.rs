//! The last actions, and who took them: what a seat that has just been asked would still have in its ears.

use crate::{Action, Seat};

/// How many are kept.
pub(crate) const KEPT: usize = 16;

/// The last actions, at most sixteen.
#[derive(Clone, Copy, Debug, Default)]
pub struct Recent {
    /// The latest at `(count - 1) % KEPT`.
    actions: [Action; KEPT],
    seats: [u8; KEPT],
    count: usize,
}

impl Recent {
    /// Adds one, and forgets the oldest where there are enough.
    #[inline]
    pub fn push(&mut self, seat: Seat, action: Action) {
        let place = self.count % KEPT;
        self.actions[place] = action;
        self.seats[place] = seat as u8;
        self.count += 1;
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.count.min(KEPT)
    }

    /// Whether nothing is known of what was done.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// All of them, the oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Seat, Action)> {
        let places = self.count - self.len()..self.count;
        places.map(|place| place % KEPT).map(|place| (self.seats[place].into(), self.actions[place]))
    }
}

/// As far as they are kept.
impl PartialEq for Recent {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Recent {}

impl Extend<(Seat, Action)> for Recent {
    fn extend<I: IntoIterator<Item = (Seat, Action)>>(&mut self, actions: I) {
        actions.into_iter().for_each(|(seat, action)| self.push(seat, action));
    }
}
