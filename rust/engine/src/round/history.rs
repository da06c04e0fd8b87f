//! The history of a state. Copies of a state share their common history, so a copy costs the same
//! late in a long round.

use std::sync::Arc;

use crate::game::Game;
use crate::ids::Action;

/// The actions since the start, as a linked list from the last one back.
#[derive(Clone, Debug)]
pub(super) struct History<G: Game>(Option<Arc<Ply<G>>>);

/// An action, with what is needed to undo it.
#[derive(Debug)]
pub(super) struct Ply<G: Game> {
    pub(super) action: Action,
    pub(super) before: G::Position,
    /// The number of words drawn from the stream before it.
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

    /// The last actions, latest first, at most `most`.
    pub(super) fn last(&self, most: usize) -> Vec<&Ply<G>> {
        std::iter::successors(self.0.as_deref(), |ply| ply.history.0.as_deref()).take(most).collect()
    }

    /// The oldest action.
    pub(super) fn first(&self) -> Option<&Ply<G>> {
        std::iter::successors(self.0.as_deref(), |ply| ply.history.0.as_deref()).last()
    }
}

/// Drops the actions in a loop. The default would drop them recursively, and a long round would
/// overflow the stack.
impl<G: Game> Drop for History<G> {
    fn drop(&mut self) {
        let mut last = self.0.take();
        while let Some(ply) = last {
            last = Arc::into_inner(ply).and_then(|mut ply| ply.history.0.take());
        }
    }
}
