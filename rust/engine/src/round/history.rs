//! The history of a state. Copies of a state share the part that they have in common, so that a copy costs the same at
//! the end of a long round as at its beginning.

use std::sync::Arc;

use crate::game::Game;
use crate::ids::Action;

/// The actions since the start, as a list that begins with the last one.
#[derive(Clone, Debug)]
pub(super) struct History<G: Game>(Option<Arc<Ply<G>>>);

/// One action, with what it takes to undo it.
#[derive(Debug)]
pub(super) struct Ply<G: Game> {
    pub(super) action: Action,
    pub(super) before: G::Position,
    /// The number of words drawn from the stream before.
    pub(super) words_before: u64,
    history: History<G>,
}

impl<G: Game> History<G> {
    /// A history without actions.
    pub(super) const fn none() -> Self {
        Self(None)
    }

    /// Adds an action.
    pub(super) fn push(&mut self, action: Action, before: G::Position, words_before: u64) {
        let history = Self(self.0.take());
        self.0 = Some(Arc::new(Ply { action, before, words_before, history }));
    }

    /// Removes the last action. Returns it, the position before it, and the number of words drawn before it.
    pub(super) fn pop(&mut self) -> Option<(Action, G::Position, u64)> {
        let last = self.0.take()?;
        match Arc::try_unwrap(last) {
            Ok(Ply { action, before, words_before, history }) => {
                *self = history;
                Some((action, before, words_before))
            }
            Err(shared) => {
                *self = shared.history.clone();
                Some((shared.action, shared.before.clone(), shared.words_before))
            }
        }
    }

    /// All actions, oldest first.
    pub(super) fn plies(&self) -> Vec<&Ply<G>> {
        let last = self.0.as_deref();
        let mut plies: Vec<&Ply<G>> = std::iter::successors(last, |ply| ply.history.0.as_deref()).collect();
        plies.reverse();
        plies
    }

    /// At most `most` of the last actions, the latest first.
    pub(super) fn last(&self, most: usize) -> Vec<&Ply<G>> {
        std::iter::successors(self.0.as_deref(), |ply| ply.history.0.as_deref()).take(most).collect()
    }

    /// The oldest action.
    pub(super) fn first(&self) -> Option<&Ply<G>> {
        std::iter::successors(self.0.as_deref(), |ply| ply.history.0.as_deref()).last()
    }
}

/// Drops one action after the other. By default each would drop the one before it, recursively, and a long round would
/// overflow the stack.
impl<G: Game> Drop for History<G> {
    fn drop(&mut self) {
        let mut last = self.0.take();
        while let Some(ply) = last {
            last = Arc::into_inner(ply).and_then(|mut ply| ply.history.0.take());
        }
    }
}
