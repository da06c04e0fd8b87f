//! The last sixteen actions, and who took them.

use crate::ids::{Action, Seat};

/// The length of [`Recent`].
pub(crate) const MAX_RECENT: usize = 16;

/// The last actions, at most sixteen.
///
/// ```
/// use oxideal_engine::Recent;
///
/// let mut recent = Recent::default();
/// (0..20).for_each(|action| recent.push(0, action));
/// assert_eq!(recent.len(), 16);
/// assert_eq!(recent.iter().next(), Some((0, 4)));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Recent {
    /// The latest at `(count - 1) % MAX_RECENT`.
    actions: [Action; MAX_RECENT],
    seats: [u8; MAX_RECENT],
    count: usize,
}

impl Recent {
    /// The most actions that are kept.
    pub const MAX: usize = MAX_RECENT;

    /// Adds an action. With more than sixteen the oldest is dropped.
    #[inline]
    pub fn push(&mut self, seat: Seat, action: Action) {
        let place = self.count % MAX_RECENT;
        self.actions[place] = action;
        self.seats[place] = seat as u8;
        self.count += 1;
    }

    /// The number of actions kept, at most sixteen.
    #[must_use]
    pub fn len(&self) -> usize {
        self.count.min(MAX_RECENT)
    }

    /// Whether no action was added.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The actions with their seats, the oldest first.
    #[must_use]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Seat, Action)> {
        let places = self.count - self.len()..self.count;
        places.map(|place| place % MAX_RECENT).map(|place| (self.seats[place].into(), self.actions[place]))
    }
}

/// Only the actions that are kept are compared.
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
