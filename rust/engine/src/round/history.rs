//! The way that led to a position. Copies of a state share what they have in common of it, so that a copy costs the same
//! at the end of a long round as at its beginning.

use std::sync::Arc;

use crate::game::Game;
use crate::ids::Action;

/// The actions since the start, the last one first at hand.
#[derive(Clone, Debug)]
pub(super) struct History<G: Game>(Option<Arc<Ply<G>>>);

/// One action, and all that is needed to take it back.
#[derive(Debug)]
pub(super) struct Ply<G: Game> {
    pub(super) action: Action,
    pub(super) before: G::Position,
    /// How many words of chance had been drawn before.
    pub(super) words_before: u64,
    history: History<G>,
}

impl<G: Game> History<G> {
    /// Nothing has been played yet.
    pub(super) const fn none() -> Self {
        Self(None)
    }

    /// Adds an action.
    pub(super) fn push(&mut self, action: Action, before: G::Position, words_before: u64) {
        let history = Self(self.0.take());
        self.0 = Some(Arc::new(Ply { action, before, words_before, history }));
    }

    /// Takes the last action off: the action, the position before it, and how many words of chance had been drawn.
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

    /// The last actions, at most so many, the latest first.
    pub(super) fn last(&self, most: usize) -> Vec<&Ply<G>> {
        std::iter::successors(self.0.as_deref(), |ply| ply.history.0.as_deref()).take(most).collect()
    }

    /// The oldest action.
    pub(super) fn first(&self) -> Option<&Ply<G>> {
        std::iter::successors(self.0.as_deref(), |ply| ply.history.0.as_deref()).last()
    }
}

/// One action after the other: left to itself each would drop the one before it, as deep as the round is long.
impl<G: Game> Drop for History<G> {
    fn drop(&mut self) {
        let mut last = self.0.take();
        while let Some(ply) = last {
            last = Arc::into_inner(ply).and_then(|mut ply| ply.history.0.take());
        }
    }
}
