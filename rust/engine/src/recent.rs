//! The last sixteen actions and their seats.

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
    /// The latest action is at `(count - 1) % MAX_RECENT`.
    actions: [Action; MAX_RECENT],
    seats: [u8; MAX_RECENT],
    count: usize,
}

impl Recent {
    /// The maximum number of actions kept.
    pub const MAX: usize = MAX_RECENT;

    /// Adds an action. Only the last sixteen are kept.
    #[inline]
    pub fn push(&mut self, seat: Seat, action: Action) {
        let index = self.count % MAX_RECENT;
        self.actions[index] = action;
        self.seats[index] = seat as u8;
        self.count += 1;
    }

    /// Returns the number of actions kept, at most sixteen.
    #[must_use]
    pub fn len(&self) -> usize {
        self.count.min(MAX_RECENT)
    }

    /// Returns whether no action was added.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the actions with their seats, oldest first.
    #[must_use]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Seat, Action)> {
        let indices = self.count - self.len()..self.count;
        indices.map(|index| index % MAX_RECENT).map(|index| (self.seats[index].into(), self.actions[index]))
    }
}

/// Compares only the actions that are kept.
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
