//! What everybody has seen of a round, as far as it is known.

use crate::ids::Action;
use crate::recent::Recent;

/// The actions of a round and where they began.
///
/// ```
/// use oxideal_engine::rummy::{Rules, Rummy};
/// use oxideal_engine::{Seed, State};
///
/// let mut state = State::<Rummy>::deal(Rules::default(), Seed::from(7), 0);
/// state.push(state.legal()[0])?;
/// let history = state.public_history(0)?;
/// assert_eq!(history.actions.len(), 1);
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct PublicHistory<P> {
    /// The last actions and their seats.
    pub recent: Recent,
    /// The position before the first of `actions`, without what the seat did not see; `None` if only
    /// the last actions are known.
    pub start: Option<P>,
    /// The last actions before `start`.
    pub before: Recent,
    /// All actions since `start`, oldest first.
    pub actions: Vec<Action>,
}

impl<P> From<Recent> for PublicHistory<P> {
    /// A round of which only the last actions are known.
    fn from(recent: Recent) -> Self {
        Self { recent, start: None, before: recent, actions: Vec::new() }
    }
}

impl<P> PublicHistory<P> {
    /// Returns all known actions, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = Action> {
        self.before.iter().map(|(_, action)| action).chain(self.actions.iter().copied())
    }

    /// Returns the number of known actions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.before.len() + self.actions.len()
    }

    /// Returns whether no action is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
