//! The common interface of states and views.

use std::fmt::Write as _;

use crate::forfeit::Forfeit;
use crate::game::{Game, MoveOf, Position, Rules};
use crate::ids::{Action, Seat};

/// The common interface of [`State`](super::State) and [`View`](super::View), for code that takes
/// either.
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
    /// The game.
    type Game: Game;

    /// Returns the rules of the round.
    #[must_use]
    fn rules(&self) -> &<Self::Game as Game>::Rules;

    /// Returns the position, as far as it is known here.
    #[must_use]
    fn position(&self) -> &<Self::Game as Game>::Position;

    /// Returns the view's seat, or `None` for a state.
    #[must_use]
    fn observer(&self) -> Option<Seat>;

    /// Returns the seat that has forfeited the round, and why; `None` if no seat has.
    #[must_use]
    fn forfeited(&self) -> Option<Forfeit>;

    /// Returns a drawing in several lines, for a terminal.
    #[must_use]
    fn render(&self) -> String;

    /// Returns the seat to move, or `None` if the round is over.
    #[must_use]
    fn current_player(&self) -> Option<Seat> {
        if self.forfeited().is_some() { None } else { self.position().current_player() }
    }

    /// Returns whether the round is over.
    #[must_use]
    fn is_over(&self) -> bool {
        self.current_player().is_none()
    }

    /// Returns whether the round is over without a result: nobody has won or lost anything.
    #[must_use]
    fn is_void(&self) -> bool {
        self.position().is_void()
    }

    /// Returns the legal ids, ascending. Empty if the round is over, and in a view if another seat
    /// is to move.
    #[must_use]
    fn legal(&self) -> Vec<Action> {
        // Most lists are short, and fit without growing.
        let mut actions = Vec::with_capacity(32);
        if self.may_choose() {
            self.position().legal(self.rules(), &mut actions);
        }
        actions
    }

    /// Returns whether [`legal`](Self::legal) contains this id.
    #[must_use]
    fn is_legal(&self, action: Action) -> bool {
        self.rules().to_move(action).is_some_and(|chosen| self.allows(chosen))
    }

    /// Returns whether a move of the table is legal here.
    #[must_use]
    fn allows(&self, chosen: MoveOf<<Self::Game as Game>::Position>) -> bool {
        self.may_choose() && self.position().allows(self.rules(), chosen)
    }

    /// Returns whether legal actions are available here: in a state unless it is forfeited, in a view on
    /// the seat's own turn.
    #[must_use]
    fn may_choose(&self) -> bool {
        match self.observer() {
            Some(seat) => self.current_player() == Some(seat),
            None => self.forfeited().is_none(),
        }
    }

    /// Returns each seat's payoff, or `None` before the end.
    #[must_use]
    fn payoffs(&self) -> Option<Vec<i32>> {
        self.is_over().then(|| {
            let mut payoffs = vec![0; self.rules().players()];
            match self.forfeited() {
                Some(forfeit) => {
                    self.position().forfeit_payoffs(self.rules(), forfeit.seat(), &mut payoffs);
                }
                None => self.position().payoffs(self.rules(), &mut payoffs),
            }
            payoffs
        })
    }

    /// Returns the seats with the highest payoff, ascending, or `None` before the end. Nobody wins if
    /// all payoffs are 0, as in a void round.
    #[must_use]
    fn winners(&self) -> Option<Vec<Seat>> {
        self.payoffs().map(|payoffs| {
            let highest = payoffs.iter().max().copied();
            let anything = payoffs.iter().any(|&payoff| payoff != 0);
            let wins = |seat: &Seat| anything && Some(payoffs[*seat]) == highest;
            (0..payoffs.len()).filter(wins).collect()
        })
    }

    /// Returns each seat's score, as the game defines it, or `None` before the end.
    #[must_use]
    fn scores(&self) -> Option<Vec<i32>> {
        self.is_over().then(|| {
            let mut scores = vec![0; self.rules().players()];
            match self.forfeited() {
                Some(forfeit) => self.position().forfeit_scores(self.rules(), forfeit.seat(), &mut scores),
                None => self.position().scores(self.rules(), &mut scores),
            }
            scores
        })
    }
}

/// A drawing, with a last line about a forfeit.
pub(super) fn rendered(mut drawing: String, forfeit: Option<Forfeit>) -> String {
    if let Some(forfeit) = forfeit {
        let _ = write!(drawing, "\nforfeited by seat {}: {}", forfeit.seat(), forfeit.why()); // always succeeds
    }
    drawing
}
