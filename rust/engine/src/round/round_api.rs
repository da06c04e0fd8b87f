//! What states and views have in common.

use crate::game::{Game, Position, Rules};
use crate::ids::{Action, Seat};

/// What a [`State`](super::State) and a [`View`](super::View) have in common, for code that takes either.
///
/// ```
/// use oxideal_engine::rummy::{Rules, Rummy};
/// use oxideal_engine::{RoundApi, Seed, State};
///
/// fn choices(round: &impl RoundApi) -> usize {
///     round.legal().len()
/// }
///
/// let state = State::<Rummy>::deal(Rules::default(), Seed::from(7), 0);
/// let turn = state.current_player().unwrap_or_default();
/// assert!(choices(&state) > 0);
/// assert_eq!(choices(&state.view(1 - turn)?), 0, "another seat is to choose");
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
pub trait RoundApi {
    /// The game that is played.
    type Game: Game;

    /// The rules of the round.
    #[must_use]
    fn rules(&self) -> &<Self::Game as Game>::Rules;

    /// The round as far as it is known here.
    #[must_use]
    fn position(&self) -> &<Self::Game as Game>::Position;

    /// Whose view it is; `None` for a state.
    #[must_use]
    fn observer(&self) -> Option<Seat>;

    /// A picture in several lines of text, for a terminal.
    #[must_use]
    fn render(&self) -> String;

    /// The seat that is to choose; `None` when the round is over.
    #[must_use]
    fn current_player(&self) -> Option<Seat> {
        self.position().current_player()
    }

    /// Whether the round is over.
    #[must_use]
    fn is_over(&self) -> bool {
        self.current_player().is_none()
    }

    /// The ids that may be played, ascending; none when the round is over, nor, in a view, when another seat
    /// is to choose.
    #[must_use]
    fn legal(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        if self.may_choose() {
            self.position().legal(self.rules(), &mut actions);
        }
        actions
    }

    /// Whether [`legal`](Self::legal) has this id.
    #[must_use]
    fn is_legal(&self, action: Action) -> bool {
        self.may_choose() && self.position().is_legal(self.rules(), action)
    }

    /// Whether this seat is to choose; for a state, always.
    #[must_use]
    fn may_choose(&self) -> bool {
        self.observer().is_none_or(|seat| self.current_player() == Some(seat))
    }

    /// What each seat gets; `None` before the end.
    #[must_use]
    fn payoffs(&self) -> Option<Vec<i32>> {
        self.is_over().then(|| {
            let mut payoffs = vec![0; self.rules().players()];
            self.position().payoffs(self.rules(), &mut payoffs);
            payoffs
        })
    }

    /// What the game calls each seat's score; `None` before the end.
    #[must_use]
    fn scores(&self) -> Option<Vec<i32>> {
        self.is_over().then(|| {
            let mut scores = vec![0; self.rules().players()];
            self.position().scores(self.rules(), &mut scores);
            scores
        })
    }
}
